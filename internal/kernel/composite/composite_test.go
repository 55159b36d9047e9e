package composite

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/internal/kernel/formula"
)

// TestRecognise: sums in either order, equal parts, squares that are numbers; and what only looks like one of them.
func TestRecognise(t *testing.T) {
	for text, want := range map[string][]string{
		"log(z + sqrt(z^2 + 1))":           {string(Asinh), "z"},
		"log(sqrt(1 + (z/3)^2) + z/3)":     {string(Asinh), "z/3"},
		"log(z + sqrt(z*z + 1))":           {string(Asinh), "z"},
		"log(1 + z + sqrt((1 + z)^2 - 1))": {string(Acosh1p), "z"},
		"log(2 + z + sqrt((2 + z)^2 - 1))": {string(Acosh), "2 + z"},
		"log(1 + exp(1 - z))":              {string(Softplus), "1 - z"},
		"log(exp(z)^2 + 1)":                {string(Log1p), "exp(z)^2"},
		"log(1 + -z) - log(1 - -z)":        {string(TwoAtanh), "-z"},
		"sqrt(z^2 + 4/9)":                  {string(Hypot), "z", "2/3"},
		"4 - z^2":                          {string(SquaresMinus), "2 - z", "2 + z"},
		"1 - (1 - z)^2":                    {string(SquaresMinus), "1 - (1 - z)", "1 + (1 - z)"},
		"1 - (1 - z^2/2)":                  {string(Same), "z^2/2"},
		"acos(1 - z^2/2)":                  {string(Angle), "z"},
		"acos(1 - z^3/2)":                  {string(Acos1m), "z^3/2"},
		"1/(1 + exp(-z))":                  {string(MinusLogistic), "-z"},
		"log(z + sqrt((2*z)^2 + 1))":       nil,
		"log(z - sqrt(z^2 + 1))":           nil,
		"log(1 + z) - log(1 - 2*z)":        nil,
		"exp(z) - 2":                       nil,
		"sqrt(z^2 + 2)":                    nil,
		"sqrt(z^3 + 1)":                    nil,
		"z^2 - 2":                          nil,
		"z":                                nil,
		"1/(2 + exp(z))":                   nil,
		"2/cosh(z)":                        nil,
		"exp(z)/(1 + exp(2*z))":            nil,
		"log((1 + z)/(1 - z/2))":           nil,
		"1 - (2 - z)":                      nil,
		"log(2 + sqrt(z^2 + 1))":           nil,
		"log(sqrt(z^2 + 1) + sqrt(sqrt(z^2+1)^2 + 1))": {string(Asinh), "sqrt(z^2 + 1)"},
	} {
		e, err := formula.Read(text, nil)
		require.NoError(t, err, text)
		f, parts, ok := Recognise(e)
		assert.Equal(t, want != nil, ok, text)
		if !ok {
			continue
		}
		got := []string{string(f)}
		for _, p := range parts {
			got = append(got, p.String())
		}
		assert.Equal(t, want, got, text)
	}
}

// TestNames: every function is recognised in the formula that names it, and named kernels are opened.
func TestNames(t *testing.T) {
	x, y := formula.NewVariable(), formula.NewVariable()
	for _, f := range Functions() {
		e, err := formula.Read(string(f), map[string]*formula.Expr{"x": x, "y": y})
		require.NoError(t, err, f)
		got, _, ok := Recognise(e)
		assert.True(t, ok && got == f, f)
		got, _, ok = Recognise(formula.Call("named", nil, e, 0, nil))
		assert.True(t, ok && got == f, f)
	}
}
