package asymptotic

import (
	"fmt"
	"math/big"
	"slices"

	"krein/internal/budget"
	"krein/internal/kernel/constant"
	"krein/internal/kernel/fail"
	"krein/internal/kernel/formula"
	"krein/internal/kernel/piecewise"
	"krein/internal/kernel/series"
)

// ExpFactor is the pair Re·z^Power·(log z)^LogPow in an exponential and
// Im·z^Power·(log z)^LogPow in a cosine and a sine. Power > 0, or Power = 0 and LogPow ≥ 2.
type ExpFactor struct {
	Re, Im constant.Value
	Power  constant.Exponent
	LogPow int
}

// InfinityTerm is one term of the expansion at infinity,
//
//	z^−Power · (log z)^LogPow · exp(Σ Re z^b (log z)^q) · (Cos·cos θ + Sin·sin θ),  θ = Σ Im z^b (log z)^q,
//
// the sums over Exps in order of growth; without an Im, Sin is zero and θ = 0.
// Cos·cos θ + Sin·sin θ = Re((Cos − i·Sin) e^{iθ}).
type InfinityTerm struct {
	Cos, Sin constant.Value
	Power    constant.Exponent
	LogPow   int
	Exps     []ExpFactor
}

// Oscillates reports whether θ is not constant.
// A phase whose coefficient is not seen to be 0 counts as one.
func (t *InfinityTerm) Oscillates() bool {
	for _, f := range t.Exps {
		if r, ok := f.Im.Rat(); !ok || r.Sign() != 0 {
			return true
		}
	}
	return false
}

// Infinity is the behaviour of a kernel as z → ∞, proved: see Kernel.Infinity.
// What a kind says is proved of the last piece; k is that piece from its beginning on.
type Infinity struct {
	Kind DecayKind
	// the constant term c; the mean for Oscillating with Power 0. No meaning for Undetermined and Growth
	Limit  constant.Value
	Radius piecewise.Breakpoint // from where on k is zero (ZeroBeyond) or constant (Constant, Regular)
	// Lead is the leading term of k − Limit, of several of one size one that oscillates.
	Lead InfinityTerm
	// Leading holds all terms of the size of Lead, and Terms all that were found, by dominance, the constant included. A
	// coefficient in Terms may be zero without that being seen, those of Lead are not both zero.
	Leading, Terms []InfinityTerm
	// Last is the formula on the last of ExactPieces; nil if the pieces are not known.
	Last *formula.Expr
	// Regular says that the derivatives of k decay likewise: the j-th like the same exponential
	// times some power of z, or, for Power, like z^(−Power−j).
	Regular bool
	// Negligible says of a Constant that is not Regular that k − Limit and its derivatives fall like an exponential, though no
	// leading term is known: exp(−exp(z)).
	Negligible bool
	Because    string
}

// AtInfinity returns the behaviour at infinity of a kernel that is e, without branches, from lo on.
// A higher order is tried where leading terms cancel; the answer of the lower one, if it is one, is not wrong.
func AtInfinity(e *formula.Expr, lo piecewise.Breakpoint, m *budget.Meter) (inf Infinity) {
	for _, order := range infinityOrders {
		u, s, err := series.AtInfinity(e, order, m)
		var found Infinity
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
		if !fail.IsOrder(err) {
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

func exactInfinityOf(u series.Series, s *series.Arith) (inf Infinity, err error) {
	defer fail.Catch(&err)
	group := inf.shapeAtInfinity(u, s)
	inf.Terms = exactInfinityTerms(u.Terms, s)
	switch {
	case inf.Negligible:
		inf.Because = fmt.Sprintf("k tends to %s exponentially, by terms that were not found", inf.Limit)
		return inf, nil
	case len(group) == 0:
		inf.Because = fmt.Sprintf("k tends to %s; the terms that follow cancel as far as the expansion goes", inf.Limit)
		return inf, nil
	}
	inf.Leading = exactInfinityTerms(group, s)
	oscillates := func(t InfinityTerm) bool { return t.Oscillates() }
	inf.Lead = inf.Leading[max(0, slices.IndexFunc(inf.Leading, oscillates))]
	inf.Because = fmt.Sprintf("%s; limit %s", inf.Kind, inf.Limit)
	return inf, nil
}

// exactInfinityTerms writes a sum as real functions of z, two conjugate terms as one.
// k is real: c e^{iθ} has its conjugate among the terms, and one of the two, with Im > 0 in the first factor that has an
// imaginary part, stands for both: 2 Re(c e^{iθ}) = 2 Re c·cos θ − 2 Im c·sin θ. log τ = −log z changes signs with odd powers.
func exactInfinityTerms(terms []series.Term, s *series.Arith) []InfinityTerm {
	var out []InfinityTerm
	two := big.NewRat(2, 1)
	for _, t := range terms {
		x := InfinityTerm{Power: t.M.E, LogPow: t.M.L}
		lead := 0 // sign of the first imaginary part
		for _, k := range s.Keys[t.M.Key] {
			f := ExpFactor{Re: k.A.Re, Im: k.A.Im, Power: k.B, LogPow: k.Q}
			if k.Q%2 != 0 { // log τ = −log z
				f.Re, f.Im = f.Re.Neg(), f.Im.Neg()
			}
			if lead == 0 && !s.IsReal(k.A) {
				lead = constant.NeedSign(f.Im)
			}
			x.Exps = append(x.Exps, f)
		}
		if lead < 0 {
			continue // the conjugate of another term
		}
		x.Cos = t.C.Re
		if lead > 0 { // c e^{iθ} + its conjugate
			x.Cos, x.Sin = t.C.Re.Scale(two), t.C.Im.Scale(two).Neg()
		}
		if t.M.L%2 != 0 {
			x.Cos, x.Sin = x.Cos.Neg(), x.Sin.Neg()
		}
		out = append(out, x)
	}
	return out
}
