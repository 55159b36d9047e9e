package numeric

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/kernel/parser"
)

// Logarithms and powers of subnormal numbers are right, which those of package math are not (krein/internal/elem64).
func TestSubnormalArguments(t *testing.T) {
	for formula, want := range map[string]float64{
		"-log(z)":        744.4400719213812,
		"z^(1/10)":       4.6706622762338929e-33,
		"z^((1+z)/10)":   4.6706622762338929e-33,
		"-log(z*exp(1))": 744.4400719213812 - math.Log(3), // 3·2^−1074, rounded
	} {
		k, err := parser.Parse(formula, nil)
		require.NoError(t, err, formula)
		assert.InEpsilon(t, want, Compile(k).At(5e-324), 1e-12, formula)
	}
}
