package closed

import (
	"math"
	"math/big"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"krein/ball"
	"krein/internal/kernel/formula"
	_ "krein/internal/testlong" // fixes the seed
	"krein/kernel"
	"krein/kernel/parser"
)

// TestNumCmp: the answers.
func TestNumCmp(t *testing.T) {
	num := func(formula string) Num {
		c, ok := Constant(parseFormula(t, formula).Expr())
		require.True(t, ok, formula)
		return c
	}
	for _, c := range []struct {
		a, b  string
		order int
		known bool
	}{
		{"log(6)", "log(2)+log(3)", 0, true},
		{"log(6)", "log(2)+log(3)+10^(-30)", -1, true},
		{"log(2)+log(3)+10^(-90)", "log(6)", 1, true},
		{"sin(2)", "2*sin(1)*cos(1)", 0, false},
	} {
		order, known := num(c.a).Cmp(num(c.b))
		assert.Equal(t, c.known, known, c)
		assert.Equal(t, c.order, order, c)
	}
}

// TestNumUnknown: what depends on what is not known, or has no value, is not known, and nothing is claimed of it.
func TestNumUnknown(t *testing.T) {
	// 0
	hidden := Applied(formula.OpSin, IntNum(2)).Add(Applied(formula.OpSin,
		IntNum(1)).Mul(Applied(formula.OpCos, IntNum(1))).Mul(IntNum(-2)))
	require.True(t, hidden.Exact())
	require.False(t, hidden.IsZero())
	for _, a := range []Num{
		IntNum(0).Inv(), hidden.Inv(), IntNum(-1).Pow(RatNum(big.NewRat(1, 2))), Applied(formula.OpLog, IntNum(-1)),
		IntNum(0).Inv().Add(IntNum(1)), hidden.Inv().Neg(), hidden.Inv().Mul(IntNum(0)), Applied(formula.OpExp, hidden.Inv()),
	} {
		assert.False(t, a.Exact())
		assert.True(t, math.IsNaN(a.Float64()))
		assert.False(t, a.IsZero())
		assert.Zero(t, a.Sign())
		assert.False(t, a.Same(a))
		_, known := a.Cmp(a)
		assert.False(t, known)
		_, rational := a.Rat()
		assert.False(t, rational)
		_, integer := a.IsInt()
		assert.False(t, integer)
		_, written := a.Expr()
		assert.False(t, written)
		assert.True(t, a.Ball(new(ball.Real), 64).Indeterminate())
		assert.Equal(t, a.String(), a.Key())
	}
}

// TestNumLongExponent: a power with an exponent of many digits is an exponential.
func TestNumLongExponent(t *testing.T) {
	p := RatNum(new(big.Rat).SetFrac(new(big.Int).Lsh(big.NewInt(1), 70),
		new(big.Int).Add(new(big.Int).Lsh(big.NewInt(1), 70), big.NewInt(1))))
	v := IntNum(2).Pow(p)
	require.True(t, v.Exact())
	assert.InDelta(t, 2, v.Float64(), 1e-15)
	order, known := v.Cmp(IntNum(2))
	assert.True(t, known)
	assert.Equal(t, -1, order)
}

func TestNumIsARing(t *testing.T) {
	gen := rapid.Custom(func(r *rapid.T) Num {
		q := RatNum(big.NewRat(rapid.Int64Range(-50, 50).Draw(r, "p"), rapid.Int64Range(1, 20).Draw(r, "q")))
		return q.Mul(IntNum(rapid.Int64Range(1, 60).Draw(r, "s")).Pow(RatNum(big.NewRat(1, 2))))
	})
	rapid.Check(t, func(r *rapid.T) {
		a, b := gen.Draw(r, "a"), gen.Draw(r, "b")
		near := func(x, y float64) bool { return math.Abs(x-y) <= 1e-12*(1+math.Abs(x)) }
		if !near(a.Mul(b).Float64(), a.Float64()*b.Float64()) || !near(a.Add(b).Float64(), a.Float64()+b.Float64()) {
			r.Fatalf("%v %v", a.Key(), b.Key())
		}
		if !a.Add(a.Neg()).IsZero() || !a.Add(a).Same(a.Mul(IntNum(2))) {
			r.Fatalf("not exact: %v %v", a.Key(), b.Key())
		}
		if !a.IsZero() && !a.Mul(a.Inv()).Same(IntNum(1)) {
			r.Fatalf("inverse of %v", a.Key())
		}
		if h := RatNum(big.NewRat(3, 2)); a.Sign() > 0 && !a.Pow(h).Mul(a.Pow(h)).Same(a.PowInt(3)) {
			r.Fatalf("power of %v", a.Key())
		}
	})
}

func parseFormula(t testing.TB, formula string) *kernel.Kernel {
	t.Helper()
	k, err := parser.Parse(formula, nil)
	require.NoError(t, err, formula)
	return k
}

// TestRatio: multiples of one sum are seen to be, and what only is near to one is not.
func TestRatio(t *testing.T) {
	num := func(formula string) Num { return ExprNum(parseFormula(t, formula).Expr()) }
	for _, c := range []struct{ a, b, want string }{
		{"2+2*sqrt(2)", "3+3*sqrt(2)", "2/3"}, {"-5*(pi+exp(1))/7", "pi+exp(1)", "-5/7"}, {"log(6)", "log(2)+log(3)", "1"},
		{"12", "-8", "-3/2"}, {"sqrt(8)", "sqrt(2)", "2"}, {"sqrt(2)", "1", ""}, {"2+2*sqrt(2)+10^(-60)", "3+3*sqrt(2)", ""},
		{"sin(2)", "sin(1)*cos(1)", ""}, {"1", "0", ""},
		{"(1+sqrt(2))*123456789/987654323", "1+sqrt(2)", "123456789/987654323"},
	} {
		r, ok := num(c.a).Ratio(num(c.b))
		require.Equal(t, c.want != "", ok, c)
		if ok {
			assert.Equal(t, c.want, r.RatString())
		}
	}
}
