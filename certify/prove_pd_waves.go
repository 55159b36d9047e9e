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
