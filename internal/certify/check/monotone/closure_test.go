package monotone

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/internal/certify/checktest"
	"krein/internal/kernel/formula"
)

// TestLimitAtZero: where there is no expansion at 0, that is why no limit is known.
func TestLimitAtZero(t *testing.T) {
	k := checktest.Parsed(t, "exp(-z)")
	for text, want := range map[string]string{"(1-exp(-z))/z": "1", "(2+cos(z))^(1/2)*sin(z)/z": "sqrt(3)"} {
		e, err := formula.Read(text, nil)
		require.NoError(t, err)
		c, err := LimitAtZero(e, k)
		require.NoError(t, err, text)
		assert.Equal(t, want, c.String(), text)
	}
	e, err := formula.Read("cos(1/z)", nil)
	require.NoError(t, err)
	_, err = LimitAtZero(e, k)
	require.Error(t, err)
	assert.NotContains(t, err.Error(), "no limit of")
}
