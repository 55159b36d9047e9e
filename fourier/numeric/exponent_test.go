package numeric

import (
	"math"
	"math/big"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"krein/fourier/language"
	_ "krein/internal/testlong" // a fixed seed
	"krein/kernel"
)

// composites are functions of exponents, and kernels of Gneiting's class, on R³, in many spellings.
var composites = []string{
	"1/(1+x1^2+abs(x2))", "exp(-sqrt(x1^2+abs(x2)))", "exp(-(x1^2+abs(x2))^(1/2))", "2-1/(2+x1^2/3+abs(2*x2))",
	"1/(1+sum(abs(x)^1.5))", "log(1+1/(1+l1+z))", "1/(1+sqrt(x1^2+x2^2)+abs(x3))", "(1+(x1-x2)^2+abs(x1+x2))^(-3/2)",
	"exp(-x1^2-abs(x2))/(1+x1^2+abs(x2))", "1/(1+x1^2+x1*x2+x2^2+z)", "1/(1+(2*(x1^2+abs(x3)))^0.3)",
	"1/(1+sqrt(4*x1^2)+sqrt(2)*z)", "1/(1+(x1^2)^(3/4)+abs(x3))", "exp(-2*log(2+sqrt(x1^2+abs(x2))+z^2))",
	"1/(1+sum(x^2+abs(x)^0.5))", "1/sqrt(1+x1^2+abs(x2))^3", "1/(3-(2-x1^2-abs(x2))/4)",
	"exp(-(x1^2+x2^2)/(1+abs(x3)))/(1+abs(x3))", "1/(1+abs(x3))*exp(-(x1^2+x2^2)/(1+abs(x3)))",
	"exp(-sqrt((x1^2+x2^2)/(2+abs(x3))))/(2+abs(x3))", "exp(-x1^2/(1+x2^2+abs(x3))^(1/3))/(1+x2^2+abs(x3))",
	"exp(-abs(x1)/sqrt(1+x2^2))/sqrt(1+x2^2)", "exp(-z^2/(1+abs(x3))-abs(x3))/(1+abs(x3))^(3/2)",
	"1/(1+abs(x3)+x1^2)", "(1+(x1-x2)^2/(1+abs(x3)))^(-1)*(1+abs(x3))^(-1/2)", "exp(-x1^2*(1+abs(x2))^(-1))*(1+abs(x2))^(-1)",
	"exp(-(x1^2+x1*x2+x2^2)/sqrt(1+x3^2))/(1+x3^2)", "exp(-2*(x1*x1)/(3*(1+log(2+x2^2))))/(1+log(2+x2^2))",
}

// TestComposed: the value of a kernel that is read as a function of an exponent, or as one of Gneiting's class, is that of
// its formula.
func TestComposed(t *testing.T) {
	for _, source := range composites {
		k, err := language.Parse(source, 3, nil)
		require.NoError(t, err)
		c := compose(k)
		require.NotNil(t, c, source)
		rapid.Check(t, func(t *rapid.T) {
			delta := rapid.SliceOfN(rapid.Int64Range(-40, 40), 3, 3).Draw(t, "Δ")
			var exact []*big.Rat
			var rounded []float64
			for _, v := range delta {
				exact, rounded = append(exact, big.NewRat(v, 16)), append(rounded, float64(v)/16)
			}
			want := kernel.NewNatural(k.ValueAt(exact)).At(1)
			assert.InDelta(t, want, c.at(rounded), 1e-13, source)
		})
	}
}

// quotients are formulas of powers, roots, products and quotients of a line and of 1 + |x2|.
func quotients(depth int) *rapid.Generator[string] {
	return rapid.Custom(func(t *rapid.T) string {
		if depth == 0 {
			return rapid.SampledFrom([]string{"x1", "x1^2", "x1^3", "x1^4", "abs(x1)", "x1^(-1)", "(1+abs(x2))",
				"(1+abs(x2))^(-2)", "(-2*x1)", "z", "(x1^2+abs(x2))", "2"}).Draw(t, "leaf")
		}
		a := quotients(depth-1).Draw(t, "a")
		switch rapid.IntRange(0, 5).Draw(t, "operation") {
		case 0:
			return "sqrt(" + a + ")"
		case 1:
			return "(" + a + ")^(" + rapid.SampledFrom([]string{"1/4", "1/2", "2", "-1", "3/2", "1/3", "-2"}).Draw(t, "p") + ")"
		case 2:
			return "1/(" + a + ")"
		case 3:
			return "(" + a + "/" + quotients(depth-1).Draw(t, "b") + ")"
		}
		return "(" + a + "*" + quotients(depth-1).Draw(t, "b") + ")"
	})
}

// TestComposedAtRandom: whatever powers and roots a formula has, it is read as a function of what it is one of: the root of
// x^4, to the power 1/4, is |x|, no x.
func TestComposedAtRandom(t *testing.T) {
	read := 0
	rapid.Check(t, func(t *rapid.T) {
		part := quotients(rapid.IntRange(1, 3).Draw(t, "depth")).Draw(t, "quotient")
		source := rapid.SampledFrom([]string{"exp(-%)*(1+abs(x2))^(-1/2)", "1/(2+%+abs(x2))", "exp(-x1*%)/sqrt(1+abs(x2))"}).Draw(t, "kernel")
		source = strings.ReplaceAll(source, "%", part)
		k, err := language.Parse(source, 3, nil)
		if err != nil {
			t.Skip("no formula")
		}
		c := compose(k)
		if c == nil {
			return
		}
		read++
		for _, delta := range [][]int64{{1, 2, 3}, {-1, 2, 3}, {-3, -1, 2}, {2, 0, 1}, {-2, 5, 0}} {
			var exact []*big.Rat
			var rounded []float64
			for _, v := range delta {
				exact, rounded = append(exact, big.NewRat(v, 2)), append(rounded, float64(v)/2)
			}
			if want := kernel.NewNatural(k.ValueAt(exact)).At(1); !math.IsNaN(want) { // a kernel is proved to be defined first
				assert.InDelta(t, want, c.at(rounded), 1e-12*max(1, math.Abs(want)), "%s at %v", source, rounded)
			}
		}
	})
	t.Logf("%d were read", read)
	assert.Positive(t, read)
}

// TestNotComposed: what is no function of a negative definite one as the formula says it, and of no quotient of
// Gneiting's.
func TestNotComposed(t *testing.T) {
	for _, source := range []string{
		"1/(1+x1^4+abs(x2))", "1/(1+abs(x1)^2.5+abs(x2))", "exp(-x1^2+abs(x2))", "1/(1+x1^2*abs(x2))", "1/(1+x1^2+x1*x2)",
		"1/(1+x1^2+3*x1*x2+x2^2)", "1/(1+(x1+1)^2+abs(x2))", "1/(1+abs(x1^2+x2)+z)", "1/(1+(x1^2+abs(x2))^1.5+abs(x3))",
		"1/(1+(abs(x1)-abs(x2))^2)", "1/(1+log(1/2+x1^2)+abs(x2)+cos(x3))", "exp(-x1/(1+abs(x2)))/(1+abs(x2))",
		"exp(-x1^2/(1+x2^4))/(1+x2^4)", "exp(-x1^2/(1+x2^2)^2)/(1+x2^2)", "exp(-x1^2/(x2^2+abs(x3)))",
		"exp(-x1^2/(1+abs(x2)))/(1+abs(x2)+z)", "exp(-x1^3/(1+abs(x2)))/(1+abs(x2))",
		"exp(-x1*(x1^4*(1+abs(x2))^(-4))^(1/4))*(1+abs(x2))^(-1/2)", "exp(-x1^3/(x1^4)^(1/4)/(1+abs(x2)))/sqrt(1+abs(x2))",
	} {
		k, err := language.Parse(source, 3, nil)
		require.NoError(t, err, source)
		assert.Nil(t, compose(k), source)
	}
}
