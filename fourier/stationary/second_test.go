package stationary_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/fourier/language"
)

// TestSecondOrder: polynomials of degree two in the coordinates with coefficients that are functions of the distance.
func TestSecondOrder(t *testing.T) {
	for _, row := range []struct {
		source string
		dim    int
		want   string // a, and b_ij; empty if it is none
	}{
		{"exp(-z)*(1+z-x1^2)", 2, "exp(-z)*(1 + z); 00 exp(-z)*-1"},
		{"exp(-x1^2/2-x2^2/2)*(1+x1*x2)", 2, "exp(-1/2*z^2); 01 exp(-1/2*z^2)"},
		{"exp(-x1^2/2-x2^2/2)*(1+x1*x2)", 3, ""},
		{"exp(-x1^2-2*x2^2)*(1+x1*x2)", 2, ""},
		{"exp(-x1^2-x2^2-x1*x2)*(1+x1*x2)", 2, ""},
		{"exp(-x1*x2)*x1", 2, ""},
		{"exp(-z)*(1-x1)", 2, ""},
		{"exp(-z)*(1-x1*x2*(x1+x2))", 2, ""},
		{"exp(-z)*(1-x1^3)", 2, ""},
		{"exp(-z)/(1+x1^2)", 2, ""},
		{"x1^2/(1+z)+l1", 2, ""},
		{"(z < 1 ? 1 : 2)*x1^2", 2, ""},
		{"exp(-z)", 2, ""},
	} {
		k, err := language.Parse(row.source, row.dim, nil)
		require.NoError(t, err)
		a, b, ok := k.SecondOrder()
		require.Equal(t, row.want != "", ok, row.source)
		if !ok {
			continue
		}
		got := []string{}
		for key, e := range b {
			got = append(got, fmt.Sprintf("%d%d %s", key[0], key[1], e))
		}
		slices.Sort(got)
		assert.Equal(t, row.want, a.Formula()+"; "+strings.Join(got, "; "), row.source)
	}
}
