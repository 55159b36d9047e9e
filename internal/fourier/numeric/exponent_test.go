package numeric

import (
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	"krein/fourier/language"
	"krein/internal/kernel/numeric"
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
	"exp(-sqrt(4*sin(x1/2)^2+x2^2+abs(x3)))", "1/(3-cos(x1)-cos(x2-2*x1)+z)", "exp(-sqrt(sum(4*sin(x/2)^2)))",
	"exp(-max(abs(x1),abs(x2))-abs(sin(sqrt(2)*x3)))", "1/(1+max(abs(x1-x2),2*abs(x3))+sin(3*x2)^2)",
	"1/(1+(sin(x1)^4)^0.2+abs(-sin(x2))^(3/2)+abs(x3))",
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

// sums are formulas of which many are exponents.
func sums(depth int) *rapid.Generator[string] {
	return rapid.Custom(func(t *rapid.T) string {
		line := rapid.SampledFrom([]string{"x1", "x2", "(x1-2*x2)", "3*x3", "-x1", "(x3-x2)", "x3", "(x1+x2+x3)", "(x2+1)", "z"})
		if depth == 0 {
			leaf := rapid.SampledFrom([]string{"abs(%)", "(%)^2", "(1-cos(%))", "sin(%)^2", "abs(sin(%))", "abs(%)^1.5",
				"abs(%)", "sqrt(abs(%))", "abs(-2*sin(%))^(3/2)", "cos(%)", "sin(%)^4"}).Draw(t, "leaf")
			return strings.ReplaceAll(leaf, "%", line.Draw(t, "line"))
		}
		a, b := sums(depth-1).Draw(t, "a"), sums(rapid.IntRange(0, depth-1).Draw(t, "depth")).Draw(t, "b")
		c := rapid.SampledFrom([]string{"abs(x1)", "2*abs(x2-x3)", "z", "abs(x3)", "(-abs(x2))"}).Draw(t, "c")
		sum := rapid.SampledFrom([]string{"(a+b)", "(a+b)", "(2*a+b/3)", "sqrt(a+b)", "(a+b)^(2/3)", "log(1+a)", "(a-b)", "max(a,b)",
			"max(a,b,c)", "max(abs(x1),c)", "max(c,abs(x3-x1))", "(sqrt(2+a)+c)", "(a*b)", "min(a,b)"}).Draw(t, "sum")
		return replaced(sum, map[byte]string{'a': a, 'b': b, 'c': c})
	})
}

// replaced puts texts in the places of letters that stand alone.
func replaced(s string, by map[byte]string) string {
	letter := func(i int) bool { return i >= 0 && i < len(s) && 'a' <= s[i] && s[i] <= 'z' }
	var b strings.Builder
	for i := range len(s) {
		if text, ok := by[s[i]]; ok && !letter(i-1) && !letter(i+1) {
			b.WriteString(text)
			continue
		}
		b.WriteByte(s[i])
	}
	return b.String()
}

// TestExponentsAtRandom: what is read as an exponent has the value of the formula, and is negative definite: no sum of its
// values at differences of points, with numbers that add up to 0, is positive.
func TestExponentsAtRandom(t *testing.T) {
	read := 0
	rnd := rand.New(rand.NewPCG(1, 2))
	points := make([][]float64, 24)
	for i := range points {
		points[i] = []float64{float64(rnd.IntN(33)-16) / 8, float64(rnd.IntN(33)-16) / 8, float64(rnd.IntN(33)-16) / 8}
	}
	centre := mat.NewDense(len(points), len(points), nil)
	for i := range points {
		for j := range points {
			centre.Set(i, j, -1/float64(len(points)))
		}
		centre.Set(i, i, 1+centre.At(i, i))
	}
	rapid.Check(t, func(t *rapid.T) {
		for range 6 {
			source := "1/(2+" + sums(rapid.IntRange(0, 3).Draw(t, "depth")).Draw(t, "sum") + "+abs(x2)+abs(x3))"
			k, err := language.Parse(source, 3, nil)
			if err != nil {
				continue
			}
			m, ok := k.Mixture()
			if !ok {
				continue
			}
			read++
			gamma, phi := NewExponent(m.Gamma), numeric.Compile(m.Phi)
			values := mat.NewDense(len(points), len(points), nil)
			for i, x := range points {
				for j, y := range points {
					values.Set(i, j, gamma.At([]float64{x[0] - y[0], x[1] - y[1], x[2] - y[2]}))
				}
				exact := make([]*big.Rat, 3)
				for j := range exact {
					exact[j] = new(big.Rat).SetFloat64(x[j])
				}
				if want := kernel.NewNatural(k.ValueAt(exact)).At(1); !math.IsNaN(want) {
					assert.InDelta(t, want, phi.At(gamma.At(x)), 1e-11*max(1, math.Abs(want)), "%s at %v", source, x)
				}
			}
			largest := mat.Max(values)
			values.Mul(centre, values)
			values.Mul(values, centre)
			form := mat.NewSymDense(len(points), nil)
			for i := range points {
				for j := range points {
					form.SetSym(i, j, (values.At(i, j)+values.At(j, i))/2)
				}
			}
			var eigen mat.EigenSym
			require.True(t, eigen.Factorize(form, false))
			assert.Less(t, slices.Max(eigen.Values(nil)), 1e-12*(1+largest)*float64(len(points)), source)
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
		"exp(-max(abs(x1),abs(x2),abs(x3)))", "exp(-max(abs(x1),abs(x2)+abs(x3)))", "1/(2+cos(x1)+abs(x2)+abs(x3))",
		"1/(3-cos(x1+1)+abs(x2))", "1/(1+abs(sin(x1))^2.5+abs(x2))", "1/(1+max(abs(x1),-abs(x2))+abs(x2))",
		"1/(2+sin(x1)+abs(x2))",
		"exp(-x1*(x1^4*(1+abs(x2))^(-4))^(1/4))*(1+abs(x2))^(-1/2)", "exp(-x1^3/(x1^4)^(1/4)/(1+abs(x2)))/sqrt(1+abs(x2))",
	} {
		k, err := language.Parse(source, 3, nil)
		require.NoError(t, err, source)
		assert.Nil(t, compose(k), source)
	}
}
