package family_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/internal/certify/family"
	"krein/kernel/parser"
)

// TestEveryFamilySpeaks wants each family's sentence with its parameters and its condition.
func TestEveryFamilySpeaks(t *testing.T) {
	for formula, want := range map[string]string{
		"2*askey(3,3/2)": "k is a positive multiple of (1−z/R)^δ on z < R with R = 3/2, δ = 3: " +
			"positive definite on R^d if and only if δ ≥ (d+1)/2",
		"wendland(3,1)": "k is Wendland's function φ_{μ,κ}(z/R) with R = 1, μ = 3, κ = 1: " +
			"positive definite on R^d if μ ≥ (d+1)/2 + κ",
		"max(0, 1-z)": "k is Euclid's hat of R^n on z < R with R = 1, n = 1: " +
			"positive definite on R^d if d ≤ n",
		"exp(-z)*cos(2*z)": "k is exp(−λz) cos(ωz) with λ = 1, ω = 2: positive definite on R^d if " +
			"and only if λ ≥ ω cot(π/(2d))",
		"exp(-z)*sin(2*z)/(2*z)": "k is exp(−λz) sin(ωz)/(ωz) with λ = 1, ω = 2: positive definite on " +
			"R^d if and only if (d−1) arctan(ω/λ) ≤ π",
		"besselj(0,z)^2": "k is Λ_n(bz)² with b² = 1, n = 2: positive definite on R^d if d ≤ 2n−1",
		"exp(-z^2)*cos(z)": "k is exp(−az²) Λ_n(bz) with a = 1, b² = 1, n = 1: positive definite " +
			"on R^d if f(y) = ₁F₁((n−d)/2; n/2; y) ≥ 0 up to x = b²/(4a), and not if f(x) < 0",
		"z < 1 ? (1-z)*cos(pi*z)+sin(pi*z)/pi : 0": "k is Bohman's function of z/R with R = 1: " +
			"positive definite on R^d if d = 1",
		"z < 1 ? 12*z^4*log(z)-21*z^4+32*z^3-12*z^2+1 : 0": "k is Buhmann's function of z/R with R = 1: " +
			"positive definite on R^d if d ≤ 3",
	} {
		k, err := parser.Parse(formula, nil)
		require.NoError(t, err, formula)
		var all []string
		for _, m := range family.Of(k) {
			all = append(all, m.Says())
		}
		assert.Contains(t, all, want, formula)
	}
}
