package verification_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	prove "krein/certify/stationary"
	"krein/cmd/krein/internal/measure"
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
		advice := verification.StationaryVerdict(cert, func() (signed bool, err error) { return true, nil })
		require.Len(t, advice, 1, formula)
		assert.True(t, strings.HasSuffix(advice[0].Says, want), "%s: %s", formula, advice[0].Says)
	}
}

// TestSignatureOfVerdict: the signature of a positive definite kernel is written only where columns may have both signs.
func TestSignatureOfVerdict(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		formula string
		flag    bool
	}{
		{"exp(-abs(x1))*cos(x2)", false},
		{"exp(-z)+exp(-abs(x1))", false},
		{"exp(-abs(x1))-exp(-3*abs(x1))/4+exp(-x2^2)", false}, // one density
		{"exp(-abs(x1))-exp(-x2^2)", true},                    // indefinite
		{"exp(-x1^2)*(1+sin(x1+x2)/2)", true},                 // a pair
	} {
		k, err := language.Parse(c.formula, 2, nil)
		require.NoError(t, err)
		cert, err := prove.Run(t.Context(), k, nil)
		require.NoError(t, err)
		advice := verification.StationaryVerdict(cert, measure.StationaryRoute(t.Context(), k))
		require.NotEmpty(t, advice[0].Commands, c.formula)
		assert.Equal(t, c.flag, strings.Contains(advice[0].Commands[0], "--signature"), "%s: %s", c.formula, advice[0].Commands[0])
		signed := verification.StationaryVerdict(cert, func() (bool, error) { return true, nil })
		assert.Contains(t, signed[0].Commands[0], "--signature", c.formula)
	}
}
