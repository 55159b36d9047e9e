package spectrum

import (
	"fmt"
	"math/big"

	"krein/ball"
	"krein/internal/budget"
	"krein/internal/certify/check/rule"
	"krein/internal/certify/proof"
	"krein/internal/hankel/density"
	"krein/internal/kernel/eval"
	"krein/internal/kernel/formula"
	"krein/internal/quad/taylor"
	"krein/kernel"
	"krein/special"
)

// meanRules refute positive definiteness by an integral of the kernel.
var meanRules = []*rule.Rule{{
	ID: "pd.negative-mean", Claim: proof.PD, Holds: false, Supposes: rule.AlmostEverywhere,
	Check: rule.Fact(negativeMean),
}}

// MeanEvidence is the evidence of pd.negative-mean: Mean encloses the sum, its last integral bounded by tailMean.
//
// All five numbers are free: each choice with a negative Mean refutes.
type MeanEvidence struct {
	Omega rule.Rational `json:"omega"`
	Decay rule.Rational `json:"decay"` // a
	Begin rule.Rational `json:"begin"` // S
	End   rule.Rational `json:"end"`   // T
	Bits  rule.Bits     `json:"bits"`
	Mean  *ball.Real    `json:"mean"`
}

// NewMeanEvidence computes the evidence for ω ≥ 0, a > 0 and 0 ≤ S < T.
func NewMeanEvidence(c *rule.Checker, k *kernel.Kernel, dim int, omega, decay, begin, end *big.Rat,
	bits rule.Bits) (MeanEvidence, error) {
	inputs := fmt.Sprintf("d = %d, ω = %v, a = %v, S = %v, T = %v, %d bits", dim, omega, decay, begin, end, bits)
	return rule.Recall(c, k, inputs, func() (MeanEvidence, error) {
		return newMeanEvidence(c, k, dim, omega, decay, begin, end, bits)
	})
}

// newMeanEvidence is NewMeanEvidence without memory.
//
// The theorem: if k is positive definite on R^d, so is k exp(−az²), which is integrable, and its
// transform ∫_0^∞ k(z) e^{−az²} Λ_d(ωz) z^{d−1} dz ≥ 0. With |k| ≤ k(0), |Λ_d| ≤ 1 and e^{−az²} ≤ 1
// the parts below S and beyond T are at most k(0) S^d/d and k(0) tailMean. So a negative
//
//	k(0) (S^d/d + tail) + ∫_S^T k(z) e^{−az²} Λ_d(ωz) z^{d−1} dz
//
// refutes. Where k(0) < 0, or |k| > k(0), k is not positive definite anyway.
func newMeanEvidence(c *rule.Checker, k *kernel.Kernel, dim int, omega, decay, begin, end *big.Rat,
	bits rule.Bits) (ev MeanEvidence, err error) {
	ev = MeanEvidence{rule.Rational{Rat: omega}, rule.Rational{Rat: decay}, rule.Rational{Rat: begin},
		rule.Rational{Rat: end}, bits, new(ball.Real)}
	pieces, err := density.ProvedPieces(k)
	if err != nil {
		return ev, NotEnclosed(err)
	}
	var w, first, last, from, to, part ball.Real
	prec := 2*uint(bits) + 64
	w.SetRat(omega, prec)
	first.SetRat(begin, prec)
	last.SetRat(end, prec)
	if !tailMean(ev.Mean, &last, decay, dim, prec) {
		return ev, rule.Reject("the cut %s is too small", end.RatString())
	}
	part.PowInt64(&first, int64(dim), prec)
	ev.Mean.Add(ev.Mean, part.QuoInt64(&part, int64(dim), prec), prec)
	ev.Mean.Mul(ev.Mean, rule.AtZero(k, &part, prec), prec)
	// The tolerance says when panels are small enough, and not how wrong the result may be: that is
	// in its ball.
	tol := ev.Mean.MagUpper().Mul2Exp(-meanShare)
	z := formula.Variable()
	weight := formula.Mul(formula.Apply(formula.OpExp,
		formula.Mul(formula.Rational(new(big.Rat).Neg(decay)), formula.Pow(z, formula.Int(2)))),
		formula.Pow(z, formula.Int(int64(dim-1))))
	// Each piece is cut to [S,T]; one outside has the empty interval [S,S] or [T,T].
	for _, p := range pieces {
		from.Max(eval.Enclose(&from, p.Lo.Exact, nil, prec), &first, prec)
		to.Set(&last)
		if !p.Hi.Inf {
			to.Max(eval.Enclose(&to, p.Hi.Exact, nil, prec), &first, prec)
		}
		f := weighted(formula.Apply(formula.OpMul, p.Expr, weight), &w, dim, k.Meter())
		taylor.Integrate(c.Context(), &part, f, from.Min(&from, &last, prec), to.Min(&to, &last, prec), tol, uint(bits))
		ev.Mean.Add(ev.Mean, &part, uint(bits))
	}
	if err := c.Context().Err(); err != nil {
		return ev, rule.Incomplete("%v", err)
	}
	return ev, nil
}

// meanShare is what part of the bound of the tails one part of the integral may be uncertain by, 2^−meanShare.
const meanShare = 2

// weighted is e times Λ_d(ωz), a mean of waves.
//
// |d^k/dz^k Λ_d(ωz)| ≤ ω^k, as it is a mean of cos(ωsz), |s| ≤ 1. Λ's jet at ωz is by ωz: the k-th
// coefficient takes ω^k.
func weighted(e *formula.Expr, omega *ball.Real, dim int, m *budget.Meter) taylor.Integrand {
	order := new(ball.Real).SetInt64(int64(dim))
	return taylor.Integrand{
		F: eval.Compile(e).CountBessel(m), Bound: ball.MagInf(), Frequency: omega.MagUpper(), Meter: m,
		Wave: func(w *ball.RealSeries, z *ball.Real, n int, prec uint) {
			var x, v ball.Real
			var jet ball.RealSeries
			jet.SetVar(x.Mul(omega, z, prec), n)
			special.LambdaJet(w, order, &jet, prec)
			v.SetInt64(1)
			for k := range n {
				w.Coef(k).Mul(w.Coef(k), &v, prec)
				v.Mul(&v, omega, prec)
			}
		},
	}
}

// tailMean sets dst to a bound of ∫_T^∞ exp(−az²) z^{d−1} dz = a^{−s} Γ(s, x)/2, s = d/2, x = aT²: Γ(s, x) ≤ x^{s−1}
// e^{−x} for s ≤ 1, and for 1 < s < x+1 that over 1 − (s−1)/x, since the logarithm of t^{s−1} e^{−t} has a slope of at
// most −1 + (s−1)/x on t ≥ x. ok is false if x is too small.
//
// a^{−s} x^{s−1}/2 = T^{d−2}/2a.
func tailMean(dst, end *ball.Real, decay *big.Rat, dim int, prec uint) (ok bool) {
	var a, x, less ball.Real
	a.SetRat(decay, prec)
	x.Sqr(end, prec)
	x.Mul(&x, &a, prec)
	less.SetRat(big.NewRat(int64(max(dim-2, 0)), 2), prec)
	less.Quo(&less, &x, prec)
	less.Sub(ball.NewReal(1), &less, prec)
	dst.Neg(&x)
	dst.Exp(dst, prec)
	// For d = 1 it is T^{−1}.
	dst.Mul(dst, x.PowInt64(end, int64(dim-2), prec), prec)
	a.Mul2Exp(&a, 1)
	dst.Quo(dst, &a, prec)
	dst.Quo(dst, &less, prec)
	return less.Positive() == ball.True
}

// negativeMean checks pd.negative-mean.
//
// ω ≥ 0, a > 0, 0 ≤ S < T are what the bounds suppose.
func negativeMean(c *rule.Checker, g rule.Goal, ev MeanEvidence) error {
	if err := rule.First(rule.Distance(ev.Omega), rule.Distance(ev.Decay), rule.Distance(ev.Begin)); err != nil {
		return err
	}
	if ev.Decay.Sign() == 0 || ev.End.Cmp(ev.Begin.Rat) <= 0 {
		return rule.Reject("no decay, or nothing between the cuts")
	}
	again, err := NewMeanEvidence(c, g.Kernel, g.Dim, ev.Omega.Rat, ev.Decay.Rat, ev.Begin.Rat, ev.End.Rat, ev.Bits)
	if err := rule.First(err, rule.Recomputed(ev, again)); err != nil {
		return err
	}
	return rule.Proved(ev.Mean.Negative(), "the mean %v is not negative", ev.Mean)
}
