package certify

import (
	"krein/internal/certify/check/harmonic"
	"krein/internal/certify/proof"
)

// findPDTrigonometric writes products and powers of sines and cosines as sums of waves.
func findPDTrigonometric(f *session) *proof.Step {
	k := harmonic.Form(f.K)
	if k == nil {
		return nil
	}
	if s := f.provePD(k); s != nil {
		return proof.NewStep("pd.trigonometric", "products of waves are written as sums of waves", nil, s)
	}
	return nil
}

// trigonometric decides a claim, other than those about positive definite functions, for formulas written otherwise.
func trigonometric(id ID) func(f *session) []candidate {
	return func(f *session) []candidate {
		k := harmonic.Form(f.K)
		if k == nil {
			return nil
		}
		const says = "waves and arcs are written otherwise"
		switch s, holds := f.prove(k, f.Dim, id); {
		case s == nil:
			return nil
		case holds:
			return proves(proof.NewStep(string(id)+".trigonometric", says, nil, s))
		case id == FiniteMass:
			return refutes(proof.NewStep("finite-mass.not-trigonometric", says, nil, s))
		}
		return nil
	}
}
