package numeric

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"

	"krein/internal/kernel/eval"
)

// TestCancelled: where a sum cancels so far that float64 has no digits of it left, values are those of enclosures, one by one
// and in place: 3(sin(z)−z cos(z))/z³ was 0 at z = 1e-8 for 1, and 7.8e-5 off at 1e-6. Most of them were wrong by 1e-6 or more at
// some of these distances.
func TestCancelled(t *testing.T) {
	for _, text := range []string{
		"3*(sin(z)-z*cos(z))/z^3", "2*(exp(-z)-1+z)/z^2", "6*(1-z+z^2/2-exp(-z))/z^3", "(z-atan(z))/z^3", "(1-besselj(0,z))/z^2",
		"1/z-1/(exp(z)-1)", "(cos(z)-exp(-z^2/2))/z^4", "sqrt(1+z)-sqrt(z)", "(log(1+1/z)*z-1)*z", "(pi/2-atan(z))*z", "log(cosh(z))/z^2",
		"acos(1/(1+z))/sqrt(z)", "(exp(-z)-exp(-2*z))/z", "(erf(z+1)-erf(z))*exp(z^2)", "cos(1e10*z)", "besselj(0,1e11*z)", "((1+z)*exp(-z)-1)/z^2",
		"-(sinh(z)-z)/z^3*exp(-z)", "log(1+z)-log(z)", "z<1 ? (1-cos(z))/z^2-1/2 : 0", "z*(1+1/z)^(1/3)-z",
		"exp(-z^2)-1/1000+1/1000", "1-(1+exp(-z))", "(1+1/z)^z", "(1+z^1000)^(-1/1000)", "exp(-z)^(1e-3)", "asin(z/(1+z))-pi/2",
	} {
		k := mustParse(t, text)
		c, f := Compile(k), eval.Compile(k.Expr())
		var x, want []float64
		for e := -20.0; e <= 20; e += 0.37 {
			z := math.Pow(10, e)
			v, ok := exactly(f, z)
			if w := v.Nearest(); ok && math.Abs(w) >= smallestNormal && !math.IsInf(w, 0) {
				x, want = append(x, z), append(want, w)
			}
		}
		assert.Greater(t, len(x), 30, text)
		got := append([]float64(nil), x...)
		for i, v := range c.EvalTo(got, got) {
			assert.InEpsilon(t, want[i], v, 0x1p-24, "%s at %v", text, x[i])
			assert.Equal(t, c.At(x[i]), v, text)
		}
	}
	for text, want := range map[string]float64{"3*(sin(z)-z*cos(z))/z^3": 1, "exp(-z)-exp(-2*z)": 0, "sin(z)^2+cos(z)^2-1": 0} {
		assert.Equal(t, want, Compile(mustParse(t, text)).At(0), text)
	}
	assert.InDelta(t, 0, Compile(mustParse(t, "sin(z)^2+cos(z)^2-1")).At(0.7), 1e-300)
	// a formula whose enclosures have no value keeps the one of its operations
	assert.InDelta(t, 1e-20, CompileFormula(mustParse(t, "exp(-z)-(1-z)").Expr()).At(1e-10), 1e-15)
}
