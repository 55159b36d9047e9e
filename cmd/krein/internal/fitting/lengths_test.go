package fitting

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"

	"krein/kernel/parser"
)

// Lengths are compared around the median of distances unless the kernel is flat or next to zero there. A difference may
// be 0 at 0.
func TestStart(t *testing.T) {
	for formula, want := range map[string]int{
		"exp(-z^2/2)": 0, "exp(-z)": 0, "(1+z)*exp(-z)": 0, "exp(-z^2/2) - exp(-z^2/200)": 0, "log(1+4*z^2)": 0,
		"exp(-z^2/2) - exp(-z^2)": 0, "-exp(-z^2)": 0, "exp(-z^2/2^21)": -8, "exp(-2^12*z)": 10, "exp(-2^12*z) - exp(-2^13*z)": 10,
		"0*z": 0, "1 + 0*z": 0,
	} {
		k, err := parser.Parse(formula, nil)
		require.NoError(t, err)
		assert.Equal(t, want, Start(k), formula)
	}
}

// Rows are divided by the lengths that are tried where they are, and lie there unchanged afterwards, whatever came of it.
func TestLengthsLeaveRows(t *testing.T) {
	for _, folds := range []int{4, 1} { // 1 is an error
		j := held(60, 3)
		j.Folds = folds
		require.NoError(t, j.Check())
		j.Lengths, j.result = &Lengths{}, new(Result)
		want := mat.DenseCopyOf(j.X)
		for _, power := range []int{-3, 0, 5} {
			_, err := j.scoreOfLength(t.Context(), j.X, j.classes, nil, power)
			assert.Equal(t, folds == 1, err != nil)
			assert.True(t, mat.Equal(want, j.X))
		}
	}
}
