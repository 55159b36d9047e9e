package sphere

import (
	"math"
	"math/big"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/ball"
	"krein/internal/kernel/formula"
	"krein/kernel"
	"krein/kernel/parser"
)

func maclaurin(t *testing.T, f Series, length int) constPoly {
	t.Helper()
	b, err := f.Maclaurin(length)
	require.NoError(t, err)
	return b
}

func arcFormFor(t *testing.T, formula string) *Arcs {
	t.Helper()
	k, err := parseOnSphere(formula)
	require.NoError(t, err)
	f, err := arcFormOf(k)
	require.NoError(t, err, formula)
	return f
}

// TestArcForm compares P + Q arcsin + R √ with the kernel.
func TestArcForm(t *testing.T) {
	for _, formula := range []string{
		"arccos0", "arccos1", "arccos2", "ntk", "polynomial(1/2, 3)", "spherical_polynomial(3, 2)", "1 - z^2/4", "u^2 + 3*u",
		"z*sqrt(4-z^2)", "sqrt(4 - z^2)*z*(1-z^2/2)/3", "acos(u)", "asin(-u)", "asin(z/2)", "acos(sqrt(1-z^2/4))",
		"z < 2 ? acos(z^2/2-1)/pi : 0", "(z^2*(4-z^2))^(3/2)", "2 < z ? 0 : (z <= 2 ? z^2 : 7)",
		"u*acos(-u)/pi + sqrt(1-u^2)/pi",
	} {
		f := arcFormFor(t, formula)
		k, err := parseOnSphere(formula)
		require.NoError(t, err)
		for _, u := range []float64{-0.99, -0.5, 0, 0.25, 0.875} {
			value := func(p constPoly) (v float64) {
				for i := len(p) - 1; i >= 0; i-- {
					v = v*u + p[i].Ball(nil, 128).Nearest()
				}
				return v
			}
			got := value(f.P) + value(f.Q)*math.Asin(u) + value(f.R)*math.Sqrt(1-u*u)
			assert.InDelta(t, k.At(math.Sqrt(2-2*u)), got, 1e-13, "%s at u = %v", formula, u)
		}
		// the Maclaurin coefficients sum to it, and the tail's sign is that of N(m)
		u, sum := 0.5, 0.0
		for n := range 60 {
			b := maclaurin(t, f, n+1)[n]
			sum += b.Ball(nil, 128).Nearest() * math.Pow(u, float64(n))
			if n >= f.degree()+2 {
				want, ok := b.Sign()
				require.Equal(t, ball.True, ok)
				got, ok := f.tail(n % 2).at(constInt(int64(n / 2))).Sign()
				require.Equal(t, ball.True, ok)
				assert.Equal(t, want, got, "%s: coefficient %d", formula, n)
			}
		}
		assert.InDelta(t, k.At(1), sum, 1e-12, formula)
	}
	for _, formula := range []string{"exp(-z)", "z", "sqrt(1-z^2/4)", "z < 1 ? 1 : 0", "z == 1 ? 5 : z^2", "acos(u)^2",
		"(2-z^2)^(1/2)", "asin(u/2)", "abs(u)"} {
		k, err := parseOnSphere(formula)
		if err != nil {
			continue
		}
		_, err = arcFormOf(k)
		assert.Error(t, err, formula)
	}
}

func TestTailNonnegative(t *testing.T) {
	for _, formula := range []string{"arccos0", "arccos1", "arccos2", "ntk",
		"(2-z^2)/(2*pi)*acos(z^2/2-1) + z/(2*pi)*sqrt(4-z^2)"} {
		f := arcFormFor(t, formula)
		assert.NoError(t, f.TailNonnegative(f.degree()+4), formula)
	}
	for _, formula := range []string{"acos(u)", "arccos1 - arccos0", "z*sqrt(4-z^2)", "ntk - arccos0/10"} {
		f := arcFormFor(t, formula)
		for n := range 50 {
			assert.Error(t, f.TailNonnegative(n), formula)
		}
	}
}

// parseOnSphere reads a formula that is meant for z ≤ 2.
func parseOnSphere(formula string) (*kernel.Kernel, error) {
	return parser.Parse(formula, &parser.Options{Radius: big.NewRat(2, 1)})
}

// TestArcFormUndefined: a formula without values on the sphere has no form, whatever its terms look
// like.
func TestArcFormUndefined(t *testing.T) {
	root := func(source string) *kernel.Kernel {
		k, err := parseOnSphere(source)
		require.NoError(t, err)
		return kernel.NewNatural(formula.Apply(formula.OpSqrt, k.FormulaExpr()))
	}
	for _, k := range []*kernel.Kernel{
		root("asin(u)"), root("-z^2"),
		kernel.NewNatural(formula.Apply(formula.OpBesselJ, formula.Variable(), formula.Int(1))), // an order that varies
	} {
		_, err := arcFormOf(k)
		assert.Error(t, err, "%s", k)
	}
}

// TestAtoms compares sums of hypergeometric series with the kernel, and what is proved of their tails with their
// coefficients.
func TestAtoms(t *testing.T) {
	for _, formula := range []string{
		"exp(u)-u/2", "1/(2-u)-9/5/(4-u)", "1-log(5/4-u)", "sinh(u)-u+cosh(u/2)+asin(u/3)", "exp(u^2/3)*u", "exp(-z^2/2)",
		"exp(-u)", "exp(u)-exp(2*u)/100", "(1-u/2)^(5/2)", "(1-u^2/2)^(-1/3)*(u-u^2)", "exp(u^2)-u*exp(u/2)/1000",
		"u/(5/4-u)+1/(2+u)/10", "exp(2*u)*(1+u)-2*u", "sqrt(exp(u))*3/(exp(u/4))^2", "exp(-z^2/2)/exp(-z^2/2)+1-z^2/4",
		"(u-2)^(-2)-log(2-u)*u", "acos(-u/2)", "1/(2-u)-u^3/2", "1/(2-u)^2-exp(u)/99", "u/(9-12*u^2+4*u^4)+sqrt(8-8*u+2*u^2)",
		"(9-12*u^2+4*u^4)^(-1/3)", "cos(u)+2", "sin(u/2)+u^2*cos(u^2)", "erf(u)-atan(u/2)", "besseli(0,u)-u^2/4",
		"besselj(3,2*u)+besseli(2,-u/3)*u", "log((2+u)/(2-u))+2", "log(3*(2+u)^(1/2))+log((3+u^2)^2)",
		"cos(z)-sin(3*z)/z/9", "z^2*cos(z)+besselj(1,z)/z", "besselj(1/3,2*z)/(8*z)^(1/3)-2", "exp(-z^2/2)-sin(3*z)/(150*z)",
		"7/10+3/10*cos(2*z)", "besselj(-1/4,z)*sqrt(sqrt(z))", "sin(z)*z",
		"exp(-z^2)+(2-z^2/2)*cos(2*z)/99", "exp(-z^2)-(2-z^2/2)*cos(2*z)/99", "sinh(u)+sin(u)",
	} {
		k, err := parseOnSphere(formula)
		require.NoError(t, err)
		f, err := atomsOf(k)
		require.NoError(t, err, formula)
		b := maclaurin(t, f, 180)
		for _, u := range []float64{-0.5, 0, 0.25, 0.625} {
			sum := 0.0
			for n := len(b) - 1; n >= 0; n-- {
				sum = sum*u + b[n].Ball(nil, 128).Nearest()
			}
			assert.InDelta(t, k.At(math.Sqrt(2-2*u)), sum, 1e-12, "%s at u = %v", formula, u)
		}
		for from := 0; from <= 60; from++ {
			if f.TailNonnegative(from) != nil {
				continue
			}
			for n := from; n < len(b); n++ {
				s, ok := b[n].Sign()
				assert.True(t, ok == ball.True && s >= 0, "%s: b_%d is negative", formula, n)
			}
		}
	}
	for formula, from := range map[string]int{"exp(u)-u/2": 2, "1/(2-u)-9/5/(4-u)": 0, "1-log(5/4-u)": 1, "cosh(u)*u": 1,
		"1/(2-u)-u^3/2": 4, "(1-u)^(7/2)": 4,
		"sinh(u)+sin(u)": 1, "besseli(0,u)-u^2/4": 3, "cos(z)": 1, "log((2+u)/(2-u))": 1, "exp(-z^2/2)-sin(3*z)/(150*z)": 4} {
		k, err := parseOnSphere(formula)
		require.NoError(t, err)
		f, err := atomsOf(k)
		require.NoError(t, err, formula)
		assert.NoError(t, f.TailNonnegative(from), formula)
		if from > 0 {
			assert.Error(t, f.TailNonnegative(from-1), formula)
		}
	}
}

// TestBesideZero: what is said to be the kernel on (0,2) has its values there.
func TestBesideZero(t *testing.T) {
	for _, formula := range []string{
		"max(3^(-z),1/9)", "max(3^(-z),1/8)", "z == 3 ? 7 : exp(-z)", "abs(sin(theta))", "max(sin(theta),9/10)",
		"min(sin(theta),2)", "abs(z-1)", "abs(3-z)", "z < 2 ? exp(-z) : 5", "z < 1 ? exp(-z) : 5",
	} {
		k, err := parseOnSphere(formula)
		require.NoError(t, err)
		e := BesideZero(k)
		for _, z := range []float64{0.01, 0.5, 1, 1.25, math.Sqrt2, 1.85, 1.95, 1.99} {
			assert.InDelta(t, k.At(z), e.At(z), 1e-12, "%s at %v", formula, z)
		}
	}
}
