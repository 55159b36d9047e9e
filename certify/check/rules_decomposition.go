package check

import (
	"krein/certify/proof"
)

// decompositionRules prove and refute that the kernel is a difference of two (Lebesgue measurable) positive definite kernels. An infinite
// mass by itself excludes only parts with bounded diagonals; one that comes from a singularity at a distance b > 0 excludes all.
var decompositionRules = []*Rule{
	{
		ID: "positive-decomposition.finite-mass", Claim: proof.PositiveDecomposition, Holds: true, Supposes: Pointwise,
		Theorem: "If m is a finite signed measure, its Jordan parts m₊ and m₋ are finite and nonnegative, and k is the difference " +
			"of their transforms: two continuous, bounded, stationary positive definite kernels.",
		Citation: "I. J. Schoenberg, Metric spaces and completely monotone functions (1938), theorem 1; docs/theory.md, (D)",
		From:     that(proof.FiniteMass),
	},
	{
		ID: "positive-decomposition.conditionally-pd", Claim: proof.PositiveDecomposition, Holds: true, Supposes: Pointwise,
		Theorem: "If k or −k is conditionally positive definite of some order, it is a positive definite kernel plus a kernel of finite rank, and that is a " +
			"difference of positive semidefinite kernels of finite rank; they are not stationary.",
		Citation: "H. Wendland, Scattered Data Approximation (2005), theorem 10.18; docs/theory.md, (C)",
		From:     that(proof.ConditionallyPD), check: reduction(checkConditionalDecomposition),
	},
	{
		ID: "positive-decomposition.sum", Claim: proof.PositiveDecomposition, Holds: true, Supposes: Pointwise,
		Theorem:  "Sums, differences and real multiples of differences of positive definite kernels are such differences.",
		Citation: "N. Aronszajn, Theory of reproducing kernels (1950), part I, section 6",
		check:    reduction(parts((*Checker).SumParts)),
	},
	{
		ID: "positive-decomposition.product", Claim: proof.PositiveDecomposition, Holds: true, Supposes: Pointwise,
		Theorem:  "Products of differences of positive definite kernels are such differences.",
		Citation: "N. Aronszajn, Theory of reproducing kernels (1950), part I, section 8 (Schur's product theorem)",
		check:    reduction(parts((*Checker).ProductParts)),
	},
	{
		ID: "positive-decomposition.singularity", Claim: proof.PositiveDecomposition, Holds: false, Supposes: AlmostEverywhere,
		Theorem: "If k is a difference of two measurable positive definite kernels on R^d, whatever their diagonals, k belongs to the Fourier algebra in a neighbourhood of every " +
			"sphere ‖x‖ = b > 0. A singularity at b that the transform of no finite measure has refutes the claim.",
		Citation: "docs/rules/positive-decomposition.singularity.md; N. Wiener, Tauberian theorems (1932), lemma IIe (local inverses)",
		From:     not(proof.FiniteMass), Upon: []string{"finite-mass.singularity"},
	},
}

// DecompositionEvidence is the sign c of c·k in positive-decomposition.conditionally-pd.
type DecompositionEvidence struct {
	Sign int `json:"sign"`
}

func checkConditionalDecomposition(_ *Checker, g Goal, ev DecompositionEvidence) ([]Goal, error) {
	k := g.Kernel
	switch ev.Sign {
	case 1:
	case -1:
		k = NegativeOf(k)
	default:
		return nil, reject("the sign is %d", ev.Sign)
	}
	return g.needs(proof.ConditionallyPD, k), nil
}
