package constant

import (
	"math/big"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"krein/ball"
	"krein/internal/kernel/formula"
	_ "krein/internal/testlong"
)

func exponentOf(t require.TestingT, text string) Exponent {
	c, err := Parse(text)
	require.NoError(t, err)
	e, err := ExponentOf(c)
	require.NoError(t, err, text)
	return e
}

// TestExponentDisguised: rationals in disguise are rationals, or equal to them, and what is too close to tell is no
// exponent.
func TestExponentDisguised(t *testing.T) {
	two := IntExponent(2)
	for _, text := range []string{"2", "sqrt(2)*sqrt(2)", "log(e^2)", "sqrt(5+2*sqrt(6))-sqrt(3)-sqrt(2)+2",
		"log(4)/log(2)",
		"4*cos(pi/3)", "2*gamma(1/2)^2/pi"} {
		e := exponentOf(t, text)
		n, whole := e.Int()
		assert.True(t, whole && n == 2 && e.IsEven() && e.CmpHalf(4) == 0, text)
		c, known := e.Cmp(two)
		assert.True(t, c == 0 && known == ball.True, text)
	}
	for _, row := range []struct {
		text  string
		above bool // 2
	}{{"sqrt(2)*sqrt(2)+1/10^40", true}, {"2+sqrt(2)/10^30", true}, {"2-pi/10^200", false}, {"sqrt(3)", false},
		{"e", true}, {"-e", false},
		{"exp(pi*sqrt(163))-262537412640768741-1", false}} { // 262537412640768743.99999999999925…
		e := exponentOf(t, row.text)
		_, whole := e.Int()
		assert.False(t, whole || e.IsEven(), row.text)
		assert.Equal(t, row.above, e.CmpHalf(4) > 0, row.text)
		c, known := e.Cmp(two)
		assert.True(t, known == ball.True && c != 0 && c > 0 == row.above, row.text)
	}
	tiny := exponentOf(t, "sqrt(2)/10^12")
	assert.Equal(t, []int{1, -1}, []int{tiny.Sign(), tiny.Neg().Sign()})
	for text, why := range map[string]string{"2+(sin(1e-700)-1e-700)": "whether the exponent", "e^20": "too large",
		"1/2-(sin(1e-700)-1e-700)": "1/2 is not decided",
		"1000+1/2^32":              "too many digits", "1000+1/2^32+sqrt(5+2*sqrt(6))-sqrt(3)-sqrt(2)": "too many digits"} {
		c, err := Parse(text)
		require.NoError(t, err)
		_, err = ExponentOf(c)
		assert.ErrorContains(t, err, why, text)
	}
}

// TestExponentArithmetic compares with balls.
func TestExponentArithmetic(t *testing.T) {
	texts := []string{"1", "0", "-3/2", "sqrt(2)", "pi", "-pi/2", "e/3", "sqrt(2)/2", "7/5", "1/3-sqrt(2)",
		"1/1000000000000000000000003"}
	rapid.Check(t, func(rt *rapid.T) {
		a, b := exponentOf(rt, rapid.SampledFrom(texts).Draw(rt, "a")), exponentOf(rt, rapid.SampledFrom(texts).Draw(rt, "b"))
		x, y := a.Value().Ball(nil, 200), b.Value().Ball(nil, 200)
		var want, half ball.Real
		overlaps := func(e Exponent) {
			if e.Value().Ball(nil, 200).Overlaps(&want) != ball.True {
				rt.Fatalf("%s, %s: %s", a, b, e)
			}
			if f := e.Float(); want.Nearest() < f-1e-9 || want.Nearest() > f+1e-9 {
				rt.Fatalf("%s: %v", e, f)
			}
			if f, _ := new(big.Float).SetInt64(e.Floor()).Float64(); f > want.Nearest()+1e-9 || f < want.Nearest()-1-1e-9 {
				rt.Fatalf("⌊%s⌋ = %v", e, f)
			}
		}
		want.Add(x, y, 200)
		overlaps(a.Add(b))
		want.Sub(x, y, 200)
		overlaps(a.Sub(b))
		want.Mul(x, y, 200)
		overlaps(a.Mul(b))
		if c, known := a.Cmp(b); known == ball.True && c != 0 {
			if s, _ := half.Sub(x, y, 200).Sign(); s != c {
				rt.Fatalf("%s ? %s: %d", a, b, c)
			}
		}
		n := rapid.Int64Range(-8, 8).Draw(rt, "n")
		if s, known := half.Sub(x, half.SetRat(big.NewRat(n, 2), 200), 200).Sign(); known == ball.True && s != a.CmpHalf(n) {
			rt.Fatalf("%s ? %d/2", a, n)
		}
		if a.Sign() > 0 && b.Sign() > 0 {
			k := a.StepsTo(b, 100)
			if k < 100 && CmpExponents(b.Times(int64(k)), a) < 0 || k > 1 && k < 100 &&
				CmpExponents(b.Times(int64(k-1)), a) >= 0 {
				rt.Fatalf("steps(%v, %v) = %d", a, b, k)
			}
		}
	})
}

// TestSameFormPowers: powers with irrational exponents of what varies.
func TestSameFormPowers(t *testing.T) {
	power := func(slope int64, exponent string) *formula.Expr { // (1 − slope·z)^exponent
		p, ok := exponentOf(t, exponent).Value().Expr()
		require.True(t, ok)
		return formula.Pow(formula.Sub(formula.Int(1), formula.Mul(formula.Int(slope), formula.Variable())), p)
	}
	assert.True(t, SameForm(power(1, "pi/2"), formula.Div(formula.Mul(power(1, "pi/2"), formula.Int(2)), formula.Int(2))))
	assert.True(t, SameForm(formula.Mul(power(1, "sqrt(2)"), power(1, "sqrt(3)")), power(1, "sqrt(2)+sqrt(3)")))
	assert.False(t, SameForm(power(1, "pi/2"), power(1, "e/2")))
	assert.False(t, SameForm(power(1, "pi/2"), power(2, "pi/2")))
}
