package verification_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	prove "krein/certify/stationary"
	"krein/cmd/krein/internal/verification"
	"krein/fourier/language"
	check "krein/internal/certify/check/stationary"
	"krein/internal/certify/proof"
)

// TestStatementOfSymmetricPart: a kernel that is not symmetric is no difference of positive definite kernels, which are;
// the claim is about its symmetric part, and says so.
func TestStatementOfSymmetricPart(t *testing.T) {
	t.Parallel()
	const part = "he symmetric part (k(Δ)+k(−Δ))/2"
	for formula, want := range map[string]map[proof.Status]string{
		"exp(-abs(x1))*exp(-x2^2)": {
			proof.Proved:    "A difference of two positive definite kernels on R^2, both stationary",
			proof.Refuted:   "Not a difference of two positive definite kernels on R^2 of any kind",
			proof.Undecided: "Is it a difference of two positive definite kernels on R^2 of any kind?",
		},
		"exp(-(x1-1)^2)*exp(-x2^2)": {
			proof.Proved:    "T" + part + " is a difference of two positive definite kernels on R^2, both stationary",
			proof.Refuted:   "T" + part + " is not a difference of two positive definite kernels on R^2 of any kind",
			proof.Undecided: "Is t" + part + " a difference of two positive definite kernels on R^2 of any kind?",
		},
	} {
		k, err := language.Parse(formula, 2, nil)
		require.NoError(t, err)
		cert, err := prove.Run(t.Context(), k, nil)
		require.NoError(t, err)
		cl := cert.Claim(check.PositiveDecomposition)
		require.Equal(t, proof.Proved, cl.Status)
		for status, says := range want {
			cl.Status = status
			assert.Equal(t, says, verification.StationaryStatement(cert, cl), formula)
		}
	}
}

// A kernel that is symmetric is its own symmetric part.
func TestVerdictOfSymmetricKernel(t *testing.T) {
	t.Parallel()
	for formula, want := range map[string]string{
		"exp(-abs(x1))*(1-abs(x2))": " It is a difference of positive definite kernels all the same.",
		"exp(-abs(x1))*(1-x2)":      " Its symmetric part is a difference of positive definite kernels all the same.",
	} {
		k, err := language.Parse(formula, 2, nil)
		require.NoError(t, err)
		cert, err := prove.Run(t.Context(), k, nil)
		require.NoError(t, err)
		advice := verification.StationaryVerdict(cert, func() (bool, error) { return true, nil })
		require.Len(t, advice, 1, formula)
		assert.True(t, strings.HasSuffix(advice[0].Says, want), "%s: %s", formula, advice[0].Says)
	}
}
