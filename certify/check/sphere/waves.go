package sphere

import (
	"krein/certify/check/pd"
	"krein/certify/check/rule"
	"krein/certify/proof"
)

// sphereWaveRules write waves in another way.
var sphereWaveRules = []*rule.Rule{trigonometric(proof.PDAllSpheres), trigonometric(proof.PDSphere)}

func trigonometric(claim proof.ID) *rule.Rule {
	return &rule.Rule{
		ID: string(claim) + ".trigonometric", Claim: claim, Holds: true, Supposes: rule.Pointwise,
		Theorem:  "Products and powers of sines and cosines of az + b may be replaced by sums of waves anywhere in a formula, and exp(h + e) by exp(h)·exp(e).",
		Citation: "docs/rules/pd.trigonometric.md", Check: rule.Reduction(pd.Rewritten),
	}
}
