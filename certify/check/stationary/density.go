package stationary

import (
	"math/big"

	"krein/certify/check/rule"
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
	sum, rest, err := ev.Density(f)
	if err != nil {
		return err
	}
	if sum.Add(sum, rest).Sign() >= 0 {
		return rule.Reject("the density is not seen to be negative")
	}
	return nil
}

// Density returns the density of φ(‖Δ‖₁) − c at the frequency times π^d, φ a piecewise polynomial that is c from R on,
// by
//
//	Σ_k (−1)^k C(k+d−1, k) a^(2k) M_(2k+d−1)/(2k+d−1)!,   M_j = ∫ (φ(s)−c) s^j ds,
//
// within rest. With |φ−c| ≤ B on [0,R], |M_j| ≤ B R^(j+1)/(j+1), and the bound of term k+1 is less than
// (k+d)/(k+1)·(aR)²/((2k+d)(2k+d+1)) times that of term k. That decreases: from where it is at most 1/2, what is left
// out is at most twice its first bound.
func (ev DensityEvidence) Density(f *kernel.Kernel) (sum, rest *big.Rat, err error) {
	pieces, _ := f.PiecewisePolynomial() // none if it is no such
	if len(pieces) < 2 || len(pieces[len(pieces)-1].Coef) > 1 {
		return nil, nil, rule.Reject("%s is not seen to be a piecewise polynomial with rational coefficients that "+
			"is constant from some s on", f)
	}
	n, d := int64(ev.Terms), int64(ev.Dim)
	var ends []*big.Rat
	for _, p := range pieces[1:] {
		if p.Lo.Exact.Num() == nil {
			return nil, nil, rule.Incomplete("the breakpoint %s is not rational", p.Lo)
		}
		ends = append(ends, p.Lo.Exact.Num())
	}
	last, square := ends[len(ends)-1], product(ev.At.Rat, ev.At.Rat)
	size := new(big.Rat) // above |φ−c|
	moment := func(j int64) *big.Rat {
		m := new(big.Rat)
		for i, b := range ends { // antiderivatives from 0 of the piece before b, less that of the piece behind it
			for side, p := range pieces[i : i+2] {
				for e, a := range p.Coef {
					x := int64(e) + j + 1
					m.Add(m, product(a, power(b, x), big.NewRat(int64(1-2*side), x)))
				}
			}
		}
		return m
	}
	for _, p := range pieces {
		for e, a := range p.Coef {
			size.Add(size, product(new(big.Rat).Abs(a), power(last, int64(e))))
		}
	}
	if product(square, last, last, big.NewRat(n+d, (n+1)*(2*n+d)*(2*n+d+1))).Cmp(big.NewRat(1, 2)) > 0 {
		return nil, nil, rule.Reject("%d terms are too few for a bound of the others", n)
	}
	sum = new(big.Rat)
	factor := new(big.Rat).SetFrac(big.NewInt(1), new(big.Int).MulRange(1, d-1))
	for k := range n {
		sum.Add(sum, product(factor, moment(2*k+d-1)))
		factor = product(factor, square, big.NewRat(-(k+d), (k+1)*(2*k+d)*(2*k+d+1)))
	}
	rest = product(factor.Abs(factor), size, power(last, 2*n+d), big.NewRat(2, 2*n+d))
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
