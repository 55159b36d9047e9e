package stationary

import (
	"math/big"

	"krein/internal/budget"
	"krein/internal/certify/check/rule"
	"krein/internal/kernel/piecewise"
	"krein/kernel"
)

// DensityEvidence is the evidence of taxicab.negative-density: the frequency (At,…,At) ∈ R^Dim, and how many terms are
// added.
type DensityEvidence struct {
	Dim   int           `json:"dim"`
	At    rule.Rational `json:"at"`
	Terms int           `json:"terms"`
}

// mostTerms bounds the terms of the series.
const mostTerms = 2000

// Why a negative value refutes: φ − c is continuous with compact support, so that φ(‖Δ‖₁) − c is integrable on R^n and its
// transform continuous. If φ(‖Δ‖₁) were positive definite on R^d it would be so on the coordinate subspace R^n, n ≤ d; its
// measure is that density and c at 0, nonnegative off 0 and by continuity everywhere. Bochner's theorem needs φ continuous at 0.
func checkTaxicabDensity(c *Checker, g Goal, ev DensityEvidence) error {
	f, err := onNorm1(g)
	if err != nil {
		return err
	}
	if err := c.radial.Regular(f, rule.Continuous); err != nil {
		return err
	}
	if ev.Dim < 1 || ev.Dim > g.Kernel.Dim() || ev.Terms < 1 || ev.Terms > mostTerms {
		return rule.Reject("%d terms at a frequency of length %d in R^%d", ev.Terms, ev.Dim, g.Kernel.Dim())
	}
	series, err := NewDensitySeries(f, budget.Of(c.ctx))
	if err != nil {
		return err
	}
	sum, rest, err := series.Density(ev)
	if err != nil {
		return err
	}
	// sum + rest is an upper bound of the density: below 0 the density is.
	if sum.Add(sum, rest).Sign() >= 0 {
		return rule.Reject("the density is not proved to be negative")
	}
	return nil
}

// A DensitySeries is a piecewise polynomial φ that is a constant c from R on, and the moments
//
//	M_j = ∫ (φ(s)−c) s^j ds
//
// that have been asked for, from which the density of φ(‖Δ‖₁) − c at frequencies (a,…,a) is added up.
type DensitySeries struct {
	pieces  []piecewise.PolynomialPiece
	ends    []*big.Rat // of the pieces before the last
	size    *big.Rat   // above |φ−c|
	moments []*big.Rat
	meter   *budget.Meter
}

// NewDensitySeries reads φ; m counts the work on moments, nil for no bound.
// The last piece is the constant c; breakpoints are rational, so that moments are exact. B = Σ over all pieces of Σ|a_e| R^e
// bounds |φ| + |c| on [0,R], R^e being at least s^e there.
func NewDensitySeries(phi *kernel.Kernel, m *budget.Meter) (*DensitySeries, error) {
	s := &DensitySeries{size: new(big.Rat), meter: m}
	s.pieces, _ = phi.PiecewisePolynomial() // none if it is no such
	if len(s.pieces) < 2 || len(s.pieces[len(s.pieces)-1].Coef) > 1 {
		return nil, rule.Reject("%s is not proved to be a piecewise polynomial with rational coefficients that "+
			"is constant from some s on", phi)
	}
	for _, p := range s.pieces[1:] {
		if p.Lo.Exact.Num() == nil {
			return nil, rule.Incomplete("the breakpoint %s is not rational", p.Lo)
		}
		s.ends = append(s.ends, p.Lo.Exact.Num())
	}
	for _, p := range s.pieces {
		for e, a := range p.Coef {
			s.size.Add(s.size, product(new(big.Rat).Abs(a), power(s.End(), int64(e))))
		}
	}
	return s, nil
}

// End returns R.
func (s *DensitySeries) End() *big.Rat { return s.ends[len(s.ends)-1] }

// Moment returns M_j. The error says that the work of the meter is spent.
// ∫ (φ−c) s^j over [0,R] telescopes: at each breakpoint b the antiderivative of the piece before, less that of the piece
// behind; the last has c behind it, so that c is taken from all of [0,R].
func (s *DensitySeries) Moment(j int64) (*big.Rat, error) {
	for int64(len(s.moments)) <= j {
		n, m := int64(len(s.moments)), new(big.Rat)
		for i, b := range s.ends { // antiderivatives from 0 of the piece before b, less that of the piece behind it
			for side, p := range s.pieces[i : i+2] {
				for e, a := range p.Coef {
					x := int64(e) + n + 1
					m.Add(m, product(a, power(b, x), big.NewRat(int64(1-2*side), x)))
					if !s.meter.Spend(fractionUnits(m)) {
						return nil, rule.Incomplete("%v", s.meter.Err())
					}
				}
			}
		}
		s.moments = append(s.moments, m)
	}
	return s.moments[j], nil
}

// fractionUnits is about the work on a sum of fractions of the size of x, in units of budget.Meter: its greatest common
// divisor takes a square of the number of words.
func fractionUnits(x *big.Rat) int64 {
	w := int64(x.Num().BitLen()+x.Denom().BitLen())/64 + 1
	return 20 + w*w
}

// enough says that the bounds of the terms from ev.Terms on at least halve.
// The quotient of bounds of neighbouring terms falls with k, as (k+d)/(k+1) does not rise and the denominators grow. At most ½
// at k = n, the terms beyond n add up to at most twice the first of them.
func (s *DensitySeries) enough(ev DensityEvidence) error {
	n, d, r := int64(ev.Terms), int64(ev.Dim), s.End()
	if product(ev.At.Rat, ev.At.Rat, r, r, big.NewRat(n+d, (n+1)*(2*n+d)*(2*n+d+1))).Cmp(big.NewRat(1, 2)) > 0 {
		return rule.Reject("%d terms are too few for a bound of the others", n)
	}
	return nil
}

// Density returns the density of φ(‖Δ‖₁) − c at the frequency times π^d by
//
//	Σ_k (−1)^k C(k+d−1, k) a^(2k) M_(2k+d−1)/(2k+d−1)!
//
// within rest. With |φ−c| ≤ B on [0,R], |M_j| ≤ B R^(j+1)/(j+1), and the bound of term k+1 is less than
// (k+d)/(k+1)·(aR)²/((2k+d)(2k+d+1)) times that of term k. That decreases: from where it is at most 1/2, what is left
// out is at most twice its first bound.
// Where the series comes from: the transform of φ(‖Δ‖₁) at (a₁,…,a_d) is a divided difference (Cambanis–Keener–Simons 1983;
// docs/taxicab.md), which at equal arguments is a derivative, of a power series in a² that is integrated term by term over the
// compact support. All sums are of rationals: the only error is what is left out. factor is that of term k, with 1/(d−1)! at k = 0
// and a quotient −(k+d)/((k+1)(2k+d)(2k+d+1))·a² from k to k+1.
func (s *DensitySeries) Density(ev DensityEvidence) (sum, rest *big.Rat, err error) {
	if err := s.enough(ev); err != nil {
		return nil, nil, err
	}
	n, d := int64(ev.Terms), int64(ev.Dim)
	sum, square := new(big.Rat), product(ev.At.Rat, ev.At.Rat)
	factor := new(big.Rat).SetFrac(big.NewInt(1), new(big.Int).MulRange(1, d-1))
	for k := range n {
		m, err := s.Moment(2*k + d - 1)
		if err != nil {
			return nil, nil, err
		}
		sum.Add(sum, product(factor, m))
		factor = product(factor, square, big.NewRat(-(k+d), (k+1)*(2*k+d)*(2*k+d+1)))
		if !s.meter.Spend(3 * fractionUnits(sum)) {
			return nil, nil, rule.Incomplete("%v", s.meter.Err())
		}
	}
	// 2·|factor_n|·B·R^(2n+d)/(2n+d), the bound |M_j| ≤ B·R^(j+1)/(j+1) for j = 2n+d−1.
	rest = product(factor.Abs(factor), s.size, power(s.End(), 2*n+d), big.NewRat(2, 2*n+d))
	return sum, rest, nil
}

func product(list ...*big.Rat) *big.Rat {
	z := big.NewRat(1, 1)
	for _, x := range list {
		z.Mul(z, x)
	}
	return z
}

func power(x *big.Rat, n int64) *big.Rat {
	e := big.NewInt(n)
	return new(big.Rat).SetFrac(new(big.Int).Exp(x.Num(), e, nil), new(big.Int).Exp(x.Denom(), e, nil))
}
