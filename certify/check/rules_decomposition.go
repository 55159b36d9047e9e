package check

import "krein/certify/proof"

// decompositionRules prove and refute that the kernel is a difference of two positive
// definite kernels.
var decompositionRules = []*Rule{
	{
		ID: "positive-decomposition.finite-mass", Claim: proof.PositiveDecomposition, Holds: true,
		Theorem: "If m is a finite signed measure, its Jordan parts m₊ and m₋ are finite and nonnegative, and k is the difference " +
			"of their transforms: two continuous, bounded, stationary positive definite kernels.",
		Citation: "I. J. Schoenberg, Metric spaces and completely monotone functions (1938), theorem 1; docs/theory.md, (D)",
		check: func(c *Checker, g Goal, s *proof.Step) error {
			var none struct{}
			if err := s.Decode(&none); err != nil {
				return err
			}
			if err := premises(s, 1); err != nil {
				return err
			}
			return c.premise(s, 0, Goal{proof.FiniteMass, true, g.Kernel, g.Dim})
		},
	},
}
