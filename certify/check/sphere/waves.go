package sphere

import (
	"math/big"

	"krein/ball"
	"krein/certify/check/pd"
	"krein/certify/check/rule"
	"krein/certify/check/wave"
	"krein/certify/proof"
	"krein/kernel"
	"krein/special"
)

// sphereWaveRules decide positive definiteness of waves on all spheres.
var sphereWaveRules = []*rule.Rule{
	{
		ID: "pd-all-spheres.lambda", Claim: proof.PDAllSpheres, Holds: true, Supposes: rule.Pointwise,
		Theorem: "The Maclaurin coefficient of degree n of f(u) = cΛ_δ(a√(2−2u)) is a positive multiple of cΛ_{δ+2n}(a√2). If c > 0 and none is negative, which is certain where " +
			"n > a√2 + 1 − δ/2, cΛ_δ(az) is positive definite on every sphere.",
		Citation: "I. J. Schoenberg, Positive definite functions on spheres (1942), theorem 2; Λ_δ′(x) = −(x/δ)Λ_{δ+2}(x); G. N. Watson, A Treatise on the Theory of Bessel Functions (1922), section 15.3: j_ν > ν",
		Check:    rule.Fact(allSpheresLambda),
	},
	{
		ID: "pd-all-spheres.trigonometric", Claim: proof.PDAllSpheres, Holds: true, Supposes: rule.Pointwise,
		Theorem:  "Products and powers of sines and cosines of az + b may be replaced by sums of waves anywhere in a formula, and exp(h + e) by exp(h)·exp(e).",
		Citation: "docs/rules/pd.trigonometric.md",
		Check:    rule.Reduction(pd.Rewritten),
	},
}

// maxLambdaDegree bounds the degrees of coefficients that are looked at one by one.
const maxLambdaDegree = 1024

func allSpheresLambda(_ *rule.Checker, g rule.Goal, ev pd.LambdaEvidence) error {
	s, err := sphereShape(g.Kernel)
	if err != nil {
		return err
	}
	k := kernel.NewNatural(s.Core)
	if err := rule.First(pd.PositiveWave(k, ev), centerNonnegative(k, 0)); err != nil {
		return err
	}
	_, arg, _ := wave.Lambda(s.Core)
	a, _, ok := wave.Linear(arg)
	if !ok {
		return rule.Incomplete("the rate of %s is not seen", g.Kernel)
	}
	const prec = 128
	var x, two, order, limit, value ball.Real
	a.Ball(&x, prec)
	x.Mul(&x, two.Sqrt(two.SetInt64(2), prec), prec)
	for n := int64(1); ; n++ {
		if n > maxLambdaDegree {
			return rule.Incomplete("the coefficients up to degree %d do not decide", maxLambdaDegree)
		}
		delta := new(big.Rat).Add(ev.Delta.Rat, big.NewRat(2*n, 1))
		// Λ_δ(x) > 0 up to the first zero of J_ν, ν = δ/2 − 1, which is larger than ν
		nu := new(big.Rat).Sub(new(big.Rat).Mul(delta, big.NewRat(1, 2)), big.NewRat(1, 1))
		if nu.Sign() >= 0 && x.LessEq(limit.SetRat(nu, prec)) == ball.True {
			return nil
		}
		special.LambdaReal(&value, order.SetRat(delta, prec), &x, prec)
		if err := rule.Proved(value.Positive(), "the Maclaurin coefficient of degree %d, a multiple of %v, is positive", n, &value); err != nil {
			return err
		}
	}
}
