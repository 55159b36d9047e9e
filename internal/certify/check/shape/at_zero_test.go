package shape_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/internal/certify/check/shape"
	"krein/kernel/parser"
)

// TestAtZero: the formula on z > 0, with nothing of what holds at 0 alone.
func TestAtZero(t *testing.T) {
	for text, want := range map[string]string{
		"z == 0 ? 2 : exp(-z)":                              "exp(-z)",
		"-(z <= 0 ? 0 : 1+z)":                               "-(1 + z)",
		"(z > 0 ? z : 3) + (z != 0 ? (z == 0 ? 7 : 1) : 5)": "z + 1",
		"(z == 0 ? 1 : -1) > 0 ? 2 : z":                     "z",
		"z < 1 ? (z == 0 ? 2 : 1-z) : 0":                    "z < 1 ? 1 - z : 0",
		"exp((z == 0 ? 0 : -1)*z)":                          "exp(-1*z)",
		"z >= 0 ? 1 : z":                                    "",
		"z < 0 ? 1 : z":                                     "",
		"z == 1 ? 1 : z":                                    "",
		"z^2 == 0 ? 1 : z":                                  "z", // read as z == 0
		"z - 1 > 0 ? 1 : z":                                 "",
	} {
		k, err := parser.Parse(text, nil)
		require.NoError(t, err, text)
		e, ok := shape.AtZero(k)
		assert.Equal(t, want != "", ok, text)
		if ok {
			assert.Equal(t, want, e.String(), text)
		}
	}
}
