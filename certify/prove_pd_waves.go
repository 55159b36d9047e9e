package certify

import (
	"krein/certify/check/pd"
	"krein/certify/check/wave"
	"krein/certify/proof"
)

// findPDHarmonics decides finite sums of waves by their coefficients.
func findPDHarmonics(f *session) []candidate {
	if _, ok := wave.Slopes(f.K.Expr()); !ok {
		return nil
	}
	if ev, err := pd.NewHarmonicsEvidence(f.K); err == nil && f.Dim == 1 {
		return proves(proof.NewStep("pd.harmonics", "k is a sum of cosines with nonnegative coefficients", ev))
	}
	if ev, err := pd.NewNegativeHarmonicEvidence(f.K); err == nil {
		return refutes(proof.NewStep("pd.negative-harmonic", "the wave of frequency "+ev.Frequency+" has the coefficient "+ev.Coefficient+" < 0", ev))
	}
	return nil
}

// findPDTrigonometric writes products and powers of sines and cosines as sums of waves.
func findPDTrigonometric(f *session) *proof.Step {
	k := pd.TrigonometricForm(f.K)
	if k == nil {
		return nil
	}
	if s := f.provePD(k); s != nil {
		return proof.NewStep("pd.trigonometric", "products of waves are written as sums of waves", nil, s)
	}
	return nil
}
