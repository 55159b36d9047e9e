package certify

import (
	"fmt"
	"math"

	"krein/internal/certify/check/decomposition"
	"krein/internal/certify/check/finite"
	"krein/internal/certify/check/shape"
	"krein/internal/certify/proof"
)

// decompositionProvers find positive decompositions, or show that there is none: stationary ones
// first, then those that differ from k by a finite rank, then locally bounded ones. An infinite mass
// that does not come from a singularity excludes parts with bounded diagonals only, and where
// nothing is found rule positive-decomposition.none-bounded says so.
func decompositionProvers() []prover {
	return []prover{
		implied("positive-decomposition.finite-mass",
			"m is a finite signed measure, and its Jordan parts are the spectral measures of two continuous "+
				"positive definite functions"),
		{PositiveDecomposition, func(f *session) []candidate {
			s, _ := singularity(f, math.Inf(1)) // the mass may be known to be infinite for another reason
			if s == nil {
				return nil
			}
			return refutes(proof.NewStep("positive-decomposition.singularity",
				s.Says+"; near there a difference of positive definite kernels, bounded or not, would be such a transform", nil, s))
		}},
		{PositiveDecomposition, func(f *session) []candidate {
			if s, holds := f.proof(ConditionallyPD); s != nil && holds {
				return proves(conditionalStep(1, s))
			}
			return nil
		}},
		{PositiveDecomposition, func(f *session) []candidate {
			if !f.unbounded() {
				return nil
			}
			if s, holds := f.prove(shape.NegativeOf(f.K), f.Dim, ConditionallyPD); s != nil && holds {
				return proves(conditionalStep(-1, s))
			}
			return nil
		}},
		{PositiveDecomposition, findLocalDecomposition},
		atZero(PositiveDecomposition, "but for its value at 0 k is a difference of positive definite kernels, and what is "+
			"1 at 0 and 0 elsewhere is positive definite"),
		{PositiveDecomposition, findPeriodicDecomposition},
		{PositiveDecomposition, findParts("positive-decomposition.sum", finite.SumParts, (*session).prove,
			"k is a sum of differences of positive definite kernels")},
		{PositiveDecomposition, findParts("positive-decomposition.product", finite.ProductParts, (*session).prove,
			"k is a product of differences of positive definite kernels")},
	}
}

func findLocalDecomposition(f *session) []candidate {
	if !f.continuous(PositiveDecomposition, "positive-decomposition.local",
		finite.AnalyseBefore(f.checker, f.K, f.Dim, nil)) {
		return nil
	}
	return proves(proof.NewStep("positive-decomposition.local",
		f.countsAway()+" and k begins with powers at 0, so that on every ball it is a difference of continuous "+
			"positive definite functions; put together shell by shell they are locally bounded, but not stationary", nil))
}

func conditionalStep(sign int, s *proof.Step) *proof.Step {
	subject := "k"
	order, _ := orderOf(s) // 0 where the proof gives none
	if sign < 0 {
		subject = "−k"
	}
	if order == 0 {
		return proof.NewStep("positive-decomposition.conditionally-pd", subject+" is positive definite itself",
			decomposition.Evidence{Sign: sign}, s)
	}
	return proof.NewStep("positive-decomposition.conditionally-pd",
		fmt.Sprintf("K = %s is conditionally positive definite of order %d: with points ξ_j that are unisolvent for the "+
			"polynomials of degree below %[2]d, and their Lagrange basis p_j, K(x,y) − Σ p_j(x) K(ξ_j,y) − Σ p_j(y) K(x,ξ_j) "+
			"+ Σ p_j(x) p_l(y) K(ξ_j,ξ_l) is positive definite, and the correction has finite rank; neither is stationary",
			subject, order),
		decomposition.Evidence{Sign: sign}, s)
}
