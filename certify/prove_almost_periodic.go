package certify

import (
	"fmt"
	"math/big"

	"krein/internal/certify/check/finite"
	"krein/internal/certify/check/rule"
	"krein/internal/certify/check/wave"
	"krein/internal/certify/parts"
	"krein/internal/certify/proof"
)

// findReturns refutes a finite mass of a formula of waves by two points about which it takes
// different values; in R^1 they are z and −z.
func findReturns(f *session) []candidate {
	ev, ok := f.returnEvidence()
	if !ok {
		return nil
	}
	says := fmt.Sprintf("k is almost periodic and not constant, and in R^%d the transform of a finite "+
		"measure has a limit at infinity", f.Dim)
	if f.Dim < 2 {
		says = "the waves of k are not even about 0, and those of the transform of a finite measure are"
	}
	return refutes(proof.NewStep("finite-mass.almost-periodic", says, ev))
}

// returnEvidence names two points about which a formula of waves seems to take different values, in R^1 opposite ones.
func (f *session) returnEvidence() (ev finite.ReturnEvidence, ok bool) {
	near, far, reach, ok := parts.Apart(f.K.Expr(), f.Dim < 2)
	if !ok {
		return ev, false
	}
	return finite.ReturnEvidence{Near: rule.Rational{Rat: new(big.Rat).SetFloat64(near)},
		Far: rule.Rational{Rat: new(big.Rat).SetFloat64(far)}, Radius: reach - 40, Bits: returnBits}, true
}

// returnBits is the precision at which values are compared.
const returnBits = 1024

// findFourierSeries proves a finite mass in R^1 of analytic functions of waves.
func findFourierSeries(f *session) []candidate {
	if _, ok := wave.Slopes(f.K.Expr()); !ok || f.Dim > 1 {
		return nil
	}
	return proves(proof.NewStep("finite-mass.fourier-series",
		"k is even and an analytic function of waves, the Fourier series of which converges absolutely", nil))
}
