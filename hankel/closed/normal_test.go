package closed

import (
	"math"
	"math/big"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	_ "krein/internal/testlong" // fixes the seed
)

func TestNumIsARing(t *testing.T) {
	gen := rapid.Custom(func(r *rapid.T) Num {
		q := RatNum(big.NewRat(rapid.Int64Range(-50, 50).Draw(r, "p"), rapid.Int64Range(1, 20).Draw(r, "q")))
		if q.IsZero() {
			return q
		}
		return q.TimesRoot(big.NewInt(rapid.Int64Range(1, 60).Draw(r, "s")))
	})
	rapid.Check(t, func(r *rapid.T) {
		a, b := gen.Draw(r, "a"), gen.Draw(r, "b")
		near := func(x, y float64) bool { return math.Abs(x-y) <= 1e-12*(1+math.Abs(x)) }
		if !near(a.Mul(b).Float64(), a.Float64()*b.Float64()) || !near(a.Add(b).Float64(), a.Float64()+b.Float64()) {
			r.Fatalf("%v %v", a.Key(), b.Key())
		}
		if !a.Mul(b).Algebraic() || !a.Add(a.Neg()).IsZero() || !a.Add(a).equal(a.Mul(IntNum(2))) {
			r.Fatalf("not exact: %v %v", a.Key(), b.Key())
		}
		if !a.IsZero() && !a.Mul(a.Inv()).equal(IntNum(1)) {
			r.Fatalf("inverse of %v", a.Key())
		}
		if a.Sign() > 0 {
			h := RatNum(big.NewRat(3, 2))
			if v, ok := a.Rat(); ok && !RatNum(v).Pow(h).Mul(a.Pow(h)).equal(a.PowInt(3)) {
				r.Fatalf("power of %v", a.Key())
			}
		}
	})
}

// TestNormalForm: every term of a recognised formula is in its place.
func TestNormalForm(t *testing.T) {
	for f, want := range map[string]int{
		"1 + z^2 - z^2": 1, "(1+z)*(1-z) + z^2 - 1": 0, "exp(-z)*exp(z)": 1, "exp(-z)^2 - exp(-2*z)": 0,
		"sin(z)^2 + cos(z)^2": 1, "sqrt(2)*sqrt(3) - sqrt(6)": 0, "(sqrt(2)*z)^2 - 2*z^2": 0,
		"cosh(z)*exp(-2*z)": 2, "abs(-3*z)": 1, "(1+z^2)^(-1/2)*(1+z^2)^(1/2)": 1,
		"besselk(-2,z) - besselk(2,z)": 0, "gamma(5) - 24": 0, "sqrt((1+z)^(-2))*(1+z)^(1/2) - (1+z)^(-1/2)": 0, "(2+z)^(3/2)*(1-z)": 2,
	} {
		k := parseFormula(t, f)
		s, ok := Normalise(k.Expr())
		require.True(t, ok, f)
		assert.Len(t, s, want, f)
	}
	for _, f := range []string{"exp(-z^3)", "1/(1+z^3)", "tanh(z)", "besselj(0,z)^2", "exp(-z^2)/z < 1 ? 1 : 2", "1/(1+z+z^2)", "cos(z^2)",
		"((1-z)^(-2))^(-1/2)*(1-z)^(-1)", "sqrt((1-z^2)^(-2))*(1-z^2)^(-3)"} {
		_, ok := Normalise(parseFormula(t, f).Expr())
		assert.False(t, ok, f)
	}
}
