package kernel

import (
	"fmt"
	"math/big"

	"krein/internal/budget"
)

// ExactExpFactor is the pair Re·z^Power·(log z)^LogPow in an exponential and
// Im·z^Power·(log z)^LogPow in a cosine and a sine. Power > 0, or Power = 0 and LogPow ≥ 2.
type ExactExpFactor struct {
	Re, Im Const
	Power  *big.Rat
	LogPow int
}

// ExactInfinityTerm is one term of the expansion at infinity,
//
//	z^−Power · (log z)^LogPow · exp(Σ Re z^b (log z)^q) · (Cos·cos θ + Sin·sin θ),  θ = Σ Im z^b (log z)^q,
//
// the sums over Exps in order of growth; without an Im, Sin is zero and θ = 0.
type ExactInfinityTerm struct {
	Cos, Sin Const
	Power    *big.Rat
	LogPow   int
	Exps     []ExactExpFactor
}

// Oscillates reports whether θ is not constant.
func (t *ExactInfinityTerm) Oscillates() bool {
	for _, f := range t.Exps {
		if r, ok := f.Im.Rat(); !ok || r.Sign() != 0 {
			return true
		}
	}
	return false
}

// ExactInfinity is the behaviour of a kernel as z → ∞, proved: see Kernel.ExactInfinity.
type ExactInfinity struct {
	Kind   DecayKind
	Limit  Const      // the constant term c; the mean for Oscillating with Power 0. No meaning for Undetermined and Growth
	Radius Breakpoint // from where on k is zero (ZeroBeyond) or constant (Constant, Regular)
	// Lead is the leading term of k − Limit, of several of one size one that oscillates; Rate (> 0), Stretch, Frequency and Chirp
	// are taken from its exponents: exp(−Rate z^Stretch) if Stretch is not nil (with a power of log z in Exps, if Lead.Exps says so), and cos(Frequency z + φ), or
	// Chirp ≠ 1.
	Lead      ExactInfinityTerm
	Rate      Const
	Stretch   *big.Rat
	Frequency Const
	Chirp     *big.Rat
	// Leading holds all terms of the size of Lead, and Terms all that were found, by dominance, the constant included. A coefficient in Terms may
	// be zero without that being seen, those of Lead are not both zero.
	Leading, Terms []ExactInfinityTerm
	// Last is the formula on the last of ExactPieces; nil if the pieces are not known.
	Last *Expr
	// Regular says that the derivatives of k decay likewise: the j-th like the same exponential
	// times some power of z, or, for Power, like z^(−Power−j).
	Regular bool
	Because string
}

// exactInfinity returns the behaviour at infinity of a kernel that is e, without branches, from lo on.
func exactInfinity(e *Expr, lo Breakpoint, m *budget.Meter) (inf ExactInfinity) {
	for _, order := range infinityOrders {
		s := newSeriesArith[complexNum[Const]](complexArith[Const]{NewArithmetic(m)}, intExp(order), true)
		u, err := evalSeries(e, func(s *seriesArith[complexNum[Const]]) series[complexNum[Const]] {
			return s.monomial(s.int(1), monomial{e: intExp(-1)})
		}, s)
		var found ExactInfinity
		if err == nil {
			found, err = exactInfinityOf(u, s)
		}
		if err == nil {
			inf = found
			if inf.Kind != Constant || inf.Regular {
				break
			}
			continue
		}
		if inf.Kind == Undetermined {
			inf.Because = err.Error()
		}
		if !isOrder(err) {
			break
		}
	}
	inf.Last = e
	if inf.Kind == ZeroBeyond || inf.Kind == Constant && inf.Regular {
		inf.Radius = lo
		inf.Because = fmt.Sprintf("k = %s for z > %v", inf.Limit, lo)
	}
	return inf
}

func exactInfinityOf(u series[complexNum[Const]], s *seriesArith[complexNum[Const]]) (inf ExactInfinity, err error) {
	defer catchSeries(&err)
	f, err := shapeAtInfinity(u, s)
	if err != nil {
		return inf, err
	}
	inf = ExactInfinity{Kind: f.kind, Regular: f.regular, Limit: f.limit, Terms: exactInfinityTerms(u.terms, s)}
	if len(f.group) == 0 {
		inf.Because = fmt.Sprintf("k tends to %s; the terms that follow cancel as far as the expansion goes", f.limit)
		return inf, nil
	}
	inf.Leading = exactInfinityTerms(f.group, s)
	inf.Lead = inf.Leading[0]
	for _, t := range inf.Leading {
		if t.Oscillates() {
			inf.Lead = t
			break
		}
	}
	for _, x := range inf.Lead.Exps {
		if r, ok := x.Re.Rat(); inf.Stretch == nil && (!ok || r.Sign() != 0) {
			inf.Rate, inf.Stretch = x.Re.Neg(), x.Power
		}
		if r, ok := x.Im.Rat(); inf.Chirp == nil && (!ok || r.Sign() != 0) {
			inf.Chirp = x.Power
			if x.LogPow == 0 && x.Power.Cmp(oneRat) == 0 {
				inf.Frequency = x.Im
			}
		}
	}
	inf.Because = fmt.Sprintf("%s; limit %s", inf.Kind, inf.Limit)
	return inf, nil
}

// exactInfinityTerms writes a sum as real functions of z, two conjugate terms as one.
func exactInfinityTerms(terms []seriesTerm[complexNum[Const]], s *seriesArith[complexNum[Const]]) []ExactInfinityTerm {
	var out []ExactInfinityTerm
	two := big.NewRat(2, 1)
	for _, t := range terms {
		x := ExactInfinityTerm{Power: t.m.e.rat(), LogPow: t.m.l}
		lead := 0 // sign of the first imaginary part
		for _, k := range s.keys[t.m.key] {
			f := ExactExpFactor{Re: k.a.re, Im: k.a.im, Power: k.b.rat(), LogPow: k.q}
			if k.q%2 != 0 { // log τ = −log z
				f.Re, f.Im = f.Re.Neg(), f.Im.Neg()
			}
			if lead == 0 && !s.co.isReal(k.a) {
				lead = needSign(f.Im)
			}
			x.Exps = append(x.Exps, f)
		}
		if lead < 0 {
			continue // the conjugate of another term
		}
		x.Cos = t.c.re
		if lead > 0 { // c e^{iθ} + its conjugate
			x.Cos, x.Sin = t.c.re.scale(two), t.c.im.scale(two).Neg()
		}
		if t.m.l%2 != 0 {
			x.Cos, x.Sin = x.Cos.Neg(), x.Sin.Neg()
		}
		out = append(out, x)
	}
	return out
}
