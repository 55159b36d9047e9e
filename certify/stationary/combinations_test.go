package stationary_test

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/certify/stationary"
	"krein/fourier/language"
	check "krein/internal/certify/check/stationary"
	"krein/internal/certify/proof"
)

// TestCombined: sums of products with factors that are not positive definite are found to be sums of others, and where the
// density is negative somewhere none are.
func TestCombined(t *testing.T) {
	for formula, want := range map[string]proof.Status{
		"exp(-l1)*(1+abs(x1)*abs(x2))": proof.Proved,
		"exp(-l1)*(1-abs(x1)*abs(x2))": proof.Proved,
		// exp(−z)(1+z) and exp(−z) + z exp(−z) are two factors, and the same
		"exp(-abs(x1)-abs(x2))*(1+abs(x1)+abs(x2)+abs(x1)*abs(x2))": proof.Proved,
		"cos(x1)^2-sin(x2)^2":   proof.Proved,
		"exp(-l1)-exp(-2*l1)/4": proof.Proved, // 4/((1+a)(1+b)) − 4/((4+a)(4+b)) ≥ 0
		"exp(-abs(x1)-abs(x2)-x3^2)-exp(-2*abs(x1)-2*abs(x2)-x3^2)/4": proof.Proved,
		"exp(-l1)*(1+5/4*abs(x1)*abs(x2))":                            proof.Undecided, // at (0,∞) 1 − 5/4 < 0
		"exp(-l1)-exp(-2*l1)*3/10":                                    proof.Undecided, // at infinity 4 − 16·3/10 < 0
		"exp(-l1)*(1+sqrt(2)*abs(x1)*abs(x2))":                        proof.Undecided,
	} {
		dim := 2
		if strings.Contains(formula, "x3") {
			dim = 3
		}
		k, err := language.Parse(formula, dim, nil)
		require.NoError(t, err)
		cert, err := stationary.Run(context.Background(), k, nil)
		require.NoError(t, err)
		claim := cert.Claim(check.PD)
		if want != proof.Proved {
			assert.NotEqual(t, proof.Proved, claim.Status, formula)
			continue
		}
		assert.Equal(t, proof.Proved, claim.Status, "%s: %s", formula, claim.Because)
		assert.Equal(t, "factors.combinations", claim.Rule, formula)
		assert.Equal(t, "accepted", check.Verify(context.Background(), cert, k, check.PD, 0).Verdict.String(), formula)
	}
}
