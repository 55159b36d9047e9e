package certify

import "krein/certify/proof"

// The provers, family by family; each is the other side of the rules of package check
// with the same name.
var (
	monotoneProvers    []prover
	finiteProvers      []prover
	pdProvers          []prover
	lateProvers        []prover // of earlier claims from later ones
	sphereProvers      []prover
	conditionalProvers []prover
)

var decompositionProvers = []prover{
	{PositiveDecomposition, func(f *facts) []candidate {
		if s, holds := f.proof(FiniteMass); s != nil && holds {
			return proves(proof.NewStep("positive-decomposition.finite-mass",
				"m is a finite signed measure, and its Jordan parts are the spectral measures of two continuous positive definite functions", nil, s))
		}
		return nil
	}},
}
