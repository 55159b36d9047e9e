package language_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/fourier/language"
	"krein/fourier/stationary"
	"krein/internal/kernel/grammar"
	"krein/kernel/parser"
)

// TestRadialErrors: with lengths, too, a formula in the distance is refused at the same place, with the same words, as
// without.
func TestRadialErrors(t *testing.T) {
	for _, text := range []string{"1 + log(z - 5000)", "exp(-z) + sqrt(-1-z)", "2*gamma(0)", "exp(-zz)",
		"let a = 1; a + z*log(-z)"} {
		_, want := parser.Parse(text, nil)
		_, err := language.Parse(text, 2, &stationary.Options{Lengths: []string{"1", "2"}})
		var ferr *grammar.Error
		require.ErrorAs(t, err, &ferr, text)
		assert.Equal(t, want, err, text)
	}
	_, err := language.Parse("exp(-z)", 2, &stationary.Options{Lengths: []string{"1"}})
	assert.ErrorContains(t, err, "1 lengths for 2 coordinates")
	_, err = language.Parse("exp(-z)", 2, &stationary.Options{Lengths: []string{"1", "pi-4"}})
	assert.ErrorContains(t, err, "not proved to be positive")
}

// TestDivisionByZero: what vanishes is told from what would, were all coordinates one.
func TestDivisionByZero(t *testing.T) {
	for text, zero := range map[string]bool{"1/(x1-x1)": true, "prod(1/(x-x))": true, "1/(x1-x2)": false,
		"1/(x1-z)": false, "1/(x1^2-x2^2)": false} {
		_, err := language.Parse(text, 2, nil)
		if zero {
			assert.ErrorContains(t, err, "division by zero", text)
		} else {
			assert.NoError(t, err, text)
		}
	}
}
