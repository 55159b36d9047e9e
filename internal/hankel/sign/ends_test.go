package sign

import (
	"fmt"
	"math"
	"math/big"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"krein/ball"
)

// The signs of densities near 0 and far out are those that enclosures find there.
func TestNegativeEnds(t *testing.T) {
	for _, row := range []struct {
		formula        string
		dim            int
		zero, infinity bool
	}{
		{"exp(-z^2)-1/3*exp(-z^2/3)", 2, false, false}, // exactly 0 at 0
		{"exp(-z^2)-(1/3+1e-50)*exp(-z^2/3)", 2, true, false},
		{"exp(-z^2)-(1/3-1e-50)*exp(-z^2/3)", 2, false, false},
		{"exp(-z^2/2)-1e-50*exp(-z^2)", 3, false, true},
		{"(1-z^2/3)*exp(-z^2/2)", 3, false, false},
		{"(1-(1/3+1e-50)*z^2)*exp(-z^2/2)", 3, true, false},
		{"(1+1e-50*z^2)*exp(-z^2/2)", 3, false, true},
		{"exp(-z)*(1-z/3)", 3, false, false},
		{"exp(-z)*(1-(1/3+1e-50)*z)", 3, true, false},
		{"exp(-z)*(1+(1+1e-50)*z)", 3, false, true},
		{"exp(-z)*(1+z)", 3, false, false},
		{"exp(-z)*cos((1/sqrt(3)+1e-50)*z)", 3, true, false},
		{"exp(-z)-exp(-z^2)", 3, false, false},
		{"exp(-z^2)-exp(-z)/1000", 3, false, true},
		{"matern(5/2)-matern(3/2)/100", 3, false, true},
		// powers, that are not analytic at 0, and Bessel functions beside which the others may be anything
		{"exp(-z)-1/(1+z^2)^2", 3, false, false},
		{"max(0,1-z)-exp(-z)/10", 3, true, false},
	} {
		p := Density(t, row.formula, row.dim)
		assert.Equal(t, row.zero, NegativeAtZero(p), row.formula)
		assert.Equal(t, row.infinity, NegativeAtInfinity(p), row.formula)
	}
	if t.Failed() {
		return
	}
	rapid.Check(t, func(r *rapid.T) {
		dim, formula := rapid.IntRange(1, 5).Draw(r, "dim"), "0"
		for range rapid.IntRange(1, 3).Draw(r, "terms") {
			c, a := rapid.SampledFrom([]string{"1", "-1", "1/2", "-1/3", "-1/1000"}).Draw(r, "c"), rapid.IntRange(1, 4).Draw(r, "rate")
			factor := rapid.SampledFrom([]string{"1", "1+z", "1-z^2", "z^2", "cos(z)", "1-2*z"}).Draw(r, "factor")
			decay := fmt.Sprintf("exp(-%d*z)", a)
			if factor != "cos(z)" && factor != "1+z" && factor != "1-2*z" && rapid.Bool().Draw(r, "gaussian") {
				decay = fmt.Sprintf("exp(-%d*z^2)", a)
			}
			formula += fmt.Sprintf("+(%s)*(%s)*%s", c, factor, decay)
		}
		if k := parse(t, formula); !k.Expr().Varies() {
			return
		}
		p := Density(t, formula, dim)
		at := func(omega *big.Rat) ball.Real {
			var v ball.Real
			require.NoError(t, Value(&v, p, omega, 2000), formula)
			return v
		}
		low, far := at(big.NewRat(1, 1<<40)), at(new(big.Rat).SetFloat64(math.Ldexp(1, 7)))
		for _, end := range []struct {
			negative bool
			value    *ball.Real
		}{{NegativeAtZero(p), &low}, {NegativeAtInfinity(p), &far}} {
			if end.negative {
				assert.Equal(t, ball.True, end.value.Negative(), "%s in R^%d: %v", formula, dim, end.value)
			} else { // where what leads is known, it is not negative
				assert.NotEqual(t, ball.True, end.value.Negative(), "%s in R^%d: %v", formula, dim, end.value)
			}
		}
	})
}
