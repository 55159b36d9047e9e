package pd

import (
	"krein/certify/check/rule"
	"krein/certify/check/wave"
	"krein/certify/proof"
	"krein/kernel"
)

// pdWaveRules write formulas by sums of waves.
var pdWaveRules = []*rule.Rule{
	{
		ID: "pd.trigonometric", Claim: proof.PD, Holds: true, Supposes: rule.Pointwise,
		Theorem:  "Products and powers of sines and cosines of az + b may be replaced by sums of waves anywhere in a formula, and exp(h + e) by exp(h)·exp(e).",
		Citation: "2 cos x cos y = cos(x−y) + cos(x+y), 2 sin x sin y = cos(x−y) − cos(x+y), 2 sin x cos y = sin(x+y) + sin(x−y)",
		Check:    rule.Reduction(Rewritten),
	},
}

// TrigonometricForm returns the kernel whose formula is Trigonometric of that of k; nil if that is no other one.
func TrigonometricForm(k *kernel.Kernel) *kernel.Kernel {
	e := k.Expr()
	if f := wave.Trigonometric(e, k.Meter()); f != e {
		return kernel.NewNatural(f)
	}
	return nil
}

// Rewritten reduces a goal to the same one about the TrigonometricForm.
func Rewritten(_ *rule.Checker, g rule.Goal, _ rule.None) ([]rule.Goal, error) {
	k := TrigonometricForm(g.Kernel)
	if k == nil {
		return nil, rule.Reject("there is nothing to be replaced in %s", g.Kernel)
	}
	return []rule.Goal{{Claim: g.Claim, Holds: g.Holds, Kernel: k, Dim: g.Dim}}, nil
}
