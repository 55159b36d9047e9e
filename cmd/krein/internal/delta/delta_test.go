package delta_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	check "krein/certify/check/stationary"
	prove "krein/certify/stationary"
	"krein/cmd/krein/internal/delta"
	"krein/fourier/language"
)

// TestStatementOfSymmetricPart: a kernel that is not symmetric is no difference of positive definite kernels, which are;
// the claim is about its symmetric part, and says so.
func TestStatementOfSymmetricPart(t *testing.T) {
	t.Parallel()
	for formula, want := range map[string]string{
		"exp(-abs(x1))*exp(-x2^2)":          "A difference of two positive definite kernels on R^2, both stationary",
		"exp(-(x1-1)^2)*exp(-x2^2)":         "The symmetric part (k(Δ)+k(−Δ))/2 is a difference of two positive definite kernels on R^2, both stationary",
		"(x1>0 && x1<1 ? 1 : 0)*exp(-x2^2)": "The symmetric part (k(Δ)+k(−Δ))/2 is not a difference of two positive definite kernels on R^2 of any kind",
		"exp(-x2^2)*(x1>0 ? 1/x1 : 0)":      "Is the symmetric part (k(Δ)+k(−Δ))/2 a difference of two positive definite kernels on R^2 of any kind?",
	} {
		k, err := language.Parse(formula, 2, nil)
		require.NoError(t, err)
		cert, err := prove.Run(t.Context(), k, nil)
		require.NoError(t, err)
		assert.Equal(t, want, delta.Statement(cert, cert.Claim(check.PositiveDecomposition)), formula)
	}
}
