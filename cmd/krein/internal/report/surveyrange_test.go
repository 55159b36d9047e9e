package report

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/certify"
	_ "krein/internal/testlong" // fewer collections
	"krein/kernel/parser"
)

// (1 − z)₊² is positive definite up to R^3 and on no larger space, and from R^5 on its measure is not finite.
func TestRange(t *testing.T) {
	k, err := parser.Parse("max(0, 1-z)^2", nil)
	require.NoError(t, err)
	r, err := NewRange(t.Context(), k, 12, 30, certify.Settings{})
	require.NoError(t, err)
	for d := 1; d <= 12; d++ {
		pd, finite := r.Cells[certify.PD][d-1], r.Cells[certify.FiniteMass][d-1]
		assert.Equal(t, d <= 3, pd.Status == certify.Proved, "pd in R^%d: %v", d, pd)
		assert.Equal(t, d > 3, pd.Status == certify.Refuted, "pd in R^%d: %v", d, pd)
		assert.Equal(t, d < 5, finite.Status == certify.Proved, "finite-mass in R^%d: %v", d, finite)
		assert.Equal(t, d >= 5, finite.Status == certify.Refuted, "finite-mass in R^%d: %v", d, finite)
		if pd.Status == certify.Proved {
			assert.GreaterOrEqual(t, pd.From, d)
		} else {
			assert.LessOrEqual(t, pd.From, d)
		}
	}
	assert.Less(t, r.Runs, 12, "restriction saves work")
}

// Without work to do only the certificates at hand count, and what is not known stays open.
func TestRangeOfOne(t *testing.T) {
	k, err := parser.Parse("exp(-z)", nil)
	require.NoError(t, err)
	c, err := certify.Run(t.Context(), k, 3, &certify.Settings{SkipMass: true})
	require.NoError(t, err)
	r, err := NewRange(t.Context(), k, 5, 0, certify.Settings{}, c)
	require.NoError(t, err)
	assert.Zero(t, r.Runs)
	assert.Equal(t, []SurveyCell{{certify.Proved, 3}, {certify.Proved, 3}, {certify.Proved, 3}, {}, {}}, r.Cells[certify.PD])
}
