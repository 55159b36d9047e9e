package evaluation

import (
	"testing"

	"github.com/spf13/cobra"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/cmd/krein/internal/measure"
	"krein/kernel/parser"
)

// A first look is the whole expansion where that is short, and says so where it is not.
func TestCoarse(t *testing.T) {
	cmd := &cobra.Command{}
	cmd.SetContext(t.Context())
	k, err := parser.Parse("exp(-z^2/2)", nil)
	require.NoError(t, err)
	short, err := Coarse(cmd, k, 4)
	require.NoError(t, err)
	whole, err := Sphere(cmd, k, 4)
	require.NoError(t, err)
	assert.Nil(t, short.Whole)
	assert.Equal(t, []any{whole.Name, whole.Bias}, []any{short.Name, short.Bias})

	k, err = parser.Parse("exp(-z)", nil)
	require.NoError(t, err)
	first, err := Coarse(cmd, k, 4)
	require.NoError(t, err)
	assert.NotNil(t, first.Whole)
	assert.Zero(t, first.Bias, "what is cut off is no bias of the whole")
	assert.Equal(t, measure.FewDegrees, first.Expansion.Degree())
}
