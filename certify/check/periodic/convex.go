package periodic

import (
	"math/big"

	"krein/certify/check/finite"
	"krein/certify/check/rule"
	"krein/certify/proof"
	"krein/kernel"
	"krein/kernel/constant"
	"krein/kernel/formula"
)

// evenRules prove finite mass and positive definiteness of even functions of a period.
var evenRules = []*rule.Rule{{
	ID: "finite-mass.periodic", Claim: proof.FiniteMass, Holds: true, Supposes: rule.Pointwise,
	Theorem: "Let d = 1 and k be even as a formula on the line and have period T. If h, h = k on [0,T/2] and constant beyond, has finite mass, so has k: its Fourier series converges " +
		"absolutely, for about each point k is h, or h and its reflection at T/2 less k(T/2).",
	Citation: "docs/rules/finite-mass.periodic.md; N. Wiener, Tauberian theorems (1932), lemma IIe; J.-P. Kahane, Séries de Fourier absolument convergentes (1970), II.2",
	Check:    rule.Reduction(finiteMass),
}, {
	ID: "pd.periodic", Claim: proof.PD, Holds: true, Supposes: rule.Pointwise,
	Theorem: "Let d = 1 and k be even as a formula on the line and have period T. If k − k(T/2) on [0,T/2], continued by 0, is convex on [0,∞) (pd.askey-gneiting), the " +
		"coefficients of k at 2πn/T, n ≥ 1, are nonnegative, and k is positive definite if its mean is: at least (1/N) Σ_{i<N} k((2i+1)T/(4N)).",
	Citation: "docs/rules/pd.periodic.md; A. Zygmund, Trigonometric Series (1959), V.1.5",
	Check:    rule.Reduction(convexBump), Upon: []string{"pd.askey-gneiting"},
}, {
	ID: "positive-decomposition.periodic", Claim: proof.PositiveDecomposition, Holds: true, Supposes: rule.Pointwise,
	Theorem: "Let k have period T on [0,∞), and let h = k on [0,5T/4], constant beyond, be continuous, begin at 0 with real powers and logarithms and have at every b < 5T/4 no exponent up to (d−1)/2 " +
		"that counts. Then nor has k at any b > 0, and it is a difference of measurable, locally bounded positive definite kernels on R^d (positive-decomposition.local).",
	Citation: "docs/rules/positive-decomposition.periodic.md",
	Check:    rule.Fact(decomposition),
}}

// MeanEvidence is the evidence of pd.periodic: the mean of k is at least that at the middles of Points parts of half a period.
type MeanEvidence struct {
	Period
	Points int `json:"points"`
}

// maxMiddles bounds their number.
const maxMiddles = 256

func convexBump(_ *rule.Checker, g rule.Goal, ev MeanEvidence) ([]rule.Goal, error) {
	if g.Dim > 1 || ev.Points < 1 || ev.Points > maxMiddles {
		return nil, rule.Reject("%d points in R^%d", ev.Points, g.Dim)
	}
	half, end, err := ev.half(g.Kernel)
	var sum, v constant.Value
	for i := int64(0); err == nil && i < int64(ev.Points); i++ {
		v, err = value(g.Kernel, formula.Mul(formula.Frac(2*i+1, 2*int64(ev.Points)), half))
		sum = sum.Add(v)
	}
	if err != nil {
		return nil, err
	}
	return g.Needs(proof.PD, bump(g.Kernel, half, end)), rule.Proved(rule.Nonnegative(sum), "the mean over %d points is nonnegative", ev.Points)
}

func finiteMass(_ *rule.Checker, g rule.Goal, ev Period) ([]rule.Goal, error) {
	if g.Dim > 1 {
		return nil, rule.Reject("Λ_%d decays", g.Dim)
	}
	h, err := ev.Held(g.Kernel)
	return g.Needs(proof.FiniteMass, h), err
}

// DecompositionEvidence is the evidence of positive-decomposition.periodic.
type DecompositionEvidence struct {
	Period
	finite.LocalEvidence
}

// Decompose checks what k is at 0 and on a period.
func (p Period) Decompose(c *rule.Checker, k *kernel.Kernel, dim int) (ev DecompositionEvidence, err error) {
	period, err := p.Translates(k)
	if err != nil {
		return ev, err
	}
	end := period.Scale(big.NewRat(5, 4))
	at, outside, err := valueAt(k, end)
	if err != nil {
		return ev, err
	}
	h := cut(at, k.Expr(), outside)
	if err = c.Regular(h, rule.Continuous); err == nil {
		ev.Period = p
		ev.LocalEvidence, err = finite.AnalyseBefore(c, h, dim, &end)
	}
	return ev, err
}

func decomposition(c *rule.Checker, g rule.Goal, ev DecompositionEvidence) error {
	again, err := ev.Decompose(c, g.Kernel, g.Dim)
	return rule.First(err, rule.Recomputed(ev, again))
}
