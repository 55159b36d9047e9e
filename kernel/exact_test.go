package kernel_test

import (
	"encoding/json"
	"fmt"
	"math/big"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"krein/ball"
	"krein/internal/kernel/asymptotic"
	"krein/internal/kernel/constant"
	"krein/internal/kernel/defined"
	"krein/internal/kernel/eval"
	"krein/internal/kernel/formula"
	"krein/internal/kernel/kerneltest"
	"krein/internal/kernel/numeric"
	"krein/internal/kernel/piecewise"
	"krein/kernel/parser"
)

// singularText writes "b: e·Ll left right" for every point of a list; e is - if nothing counts.
func singularText(t *testing.T, l *asymptotic.Local) string {
	t.Helper()
	var parts []string
	for _, s := range l.Singularities {
		p := s.At.String() + ":"
		switch {
		case s.Exponent == nil:
			p += "-"
		default:
			p += s.Exponent.String()
			if s.LogPow != 0 {
				p += fmt.Sprintf("·L%d", s.LogPow)
			}
			p += fmt.Sprintf(" %s %s", s.Left, s.Right)
		}
		if s.Doubt != nil {
			p += " ?" + s.Doubt.String()
		}
		parts = append(parts, p)
	}
	return strings.Join(parts, "; ")
}

// Values worked out by hand; the closed forms at z = 2 are those of the papers' kernels.
func TestExactSingularities(t *testing.T) {
	for _, row := range [][2]string{
		{"z < 2 ? (2-z^2)/pi*acos(z^2/2-1) + z/(2*pi)*sqrt(4-z^2) : 0", "0:1 0 -pi^-1; 2:1/2 -2*pi^-1 0"},
		{"z < 2 ? acos(z^2/2-1)/pi : 0", "0:1 0 -pi^-1; 2:1/2 2*pi^-1 0"},
		{"arccos1()", "0:3 0 1/3*pi^-1; 2:3/2 8/3*pi^-1 0"},
		{"arccos2()", "0:5 0 -4/45*pi^-1; 2:5/2 128/45*pi^-1 0"},
		{"ntk()", "0:1 0 -pi^-1; 2:1/2 -2*pi^-1 0"},
		{"cubic(1)", "0:3 0 35/4; 1:4 35/4 0"}, // 8.75
		{"exp(-z)", "0:1 0 -1"},
		{"exp(-z^2/2)", "0:-"},
		{"z < 2 ? exp(-z^2/2) : 0", "0:-; 2:0 exp(-2) 0"},
		{"z < 1 ? 1-z : 1e-15", "0:1 0 -1; 1:0 0 0.000000000000001"},
		{"z < 1+1e-15 ? 1-z : 0", "0:1 0 -1; 1.000000000000001:0 -0.000000000000001 0"},
		{"z < 1 ? (1-z)^4*(4*z+1) : 0", "0:3 0 20; 1:4 5 0"},
		{"z < 1 ? (1-z)^393 : 0", "0:1 0 -393; 1:393 1 0"},
		{"bochner_riesz(391.5, 2)", "0:-; 2:783/2 1 0"},
		{"askey(5/2)", "0:1 0 -5/2; 1:5/2 1 0"},
		{"askey(5/2, 3)", "0:1 0 -5/6; 3:5/2 1/27*sqrt(3) 0"},
		{"z <= sqrt(2) ? 1-z^2/2 : 0", "0:-; sqrt(2):1 sqrt(2) 0"},
		{"z < pi ? sqrt(1+cos(z)) : 0", "0:-; pi:1 1/2*sqrt(2) 0"},
		{"exp(-abs(z-1))", "0:1 0 exp(-1); 1:1 -1 -1"},
		{"abs(z-1)^2*exp(-z)", "0:1 0 -3"},
		{"abs(z-1)^3", "0:1 0 -3; 1:3 1 1"},
		{"z == 1 ? 5 : exp(-z)", "0:1 0 -1"},
		{"matern(1)", "0:2·L1 0 1"},
		{"matern(1/3)", "0:2/3 0 -(gamma(1/3)^-2*2^(2/3)*3^(1/6)*pi)"},
		{"matern(5/2)", "0:5 0 -5/9*sqrt(5)"},
		{"thin_plate()", "0:2·L1 0 1"},
		{"1/(z^2-2)", "0:-; sqrt(2):-1 -1/4*sqrt(2) 1/4*sqrt(2)"},
		{"log(abs(z-1))", "0:1 0 -1; 1:0·L1 1 1"},
		{"z < 1 ? exp(1-1/(1-z^2)) : 0", "0:-; 1:-"}, // smooth at 1
		{"erf(1/z)", "0:-"},
		{"sin(z)^2 + cos(z)^2 - 1", "0:-"},
		{"z < 1 ? sqrt(2)*sqrt(2) - 2 + (1-z)^2 : 0", "0:1 0 -2; 1:2 1 0"},
		{"z < 1 ? (1-z)*cos(pi*z) + sin(pi*z)/pi : 0", "0:3 0 1/3*pi^2; 1:3 1/3*pi^2 0"},
		{"z < 1 ? 1/(1+sqrt(2)) - sqrt(2) + 1 + (1-z)^2 : 0", "0:1 0 -2; 1:2 1 0"},
		// a zero that no normal form here sees: never counted, never dropped
		{"z < 1 ? 1 + sin(2) - 2*sin(1)*cos(1) - z : 0", "0:1 0 -1; 1:1 1 0 ?0"},
	} {
		k := mustParse(t, row[0])
		l, err := k.ExactSingularities(10)
		require.NoError(t, err, row[0])
		assert.True(t, l.Complete, "%s: %s", row[0], l.Because)
		assert.Equal(t, row[1], singularText(t, l), row[0])
	}
}

// What is not proved to be analytic, or not ordered, is said.
func TestExactIncomplete(t *testing.T) {
	for _, s := range []string{"tan(z)", "1/(z^3-z-1)", "exp(-z)*cos(1/z)", "exp(1/z-z)",
		"max(0, cos(z))*exp(-z)"} {
		l, err := mustParse(t, s).ExactSingularities(6)
		require.NoError(t, err, s)
		assert.False(t, l.Complete, s)
		assert.NotEmpty(t, l.Because, s)
	}
	for _, s := range []string{"abs(z^3-2*z-5)", "abs(sin(z))+abs(z^3-2*z-5)", "abs(sin(z))+abs(sin(10^20*z))"} {
		_, err := mustParse(t, s).ExactSingularities(6)
		assert.Error(t, err, s)
	}
}

// Of infinitely many points those before a distance are known.
func TestNear(t *testing.T) {
	for _, row := range [][2]string{
		{"abs(sin(z))", "0:1 0 1; pi:1 1 1; 2*pi:1 1 1; 3*pi:1 1 1; 4*pi:1 1 1; 5*pi:1 1 1"},
		{"exp(-z)*max(0, cos(z/9))", "0:1 0 -1; 9/2*pi:1 1/9*exp(-9/2*pi) 0"},
		{"z == 0 ? 2 : acos(cos(10^20*z))/10^20", ""},
		{"z < 1 ? 2 : 3*abs(cos(z^2))", ""},
		{"tan(10^(-100)*z)", ""},
	} {
		k := mustParse(t, row[0])
		near, end := k.Near()
		require.NotNil(t, near, row[0])
		for _, part := range []float64{0.1, 0.3, 0.7, 0.99} {
			z := ball.NewReal(part * end.Ball(nil, 128).Nearest())
			assert.True(t, near.BallAt(nil, z, 64).Overlaps(k.BallAt(nil, z, 64)) == ball.True, row[0])
		}
		l, err := k.ExactSingularities(1)
		if row[1] != "" {
			require.NoError(t, err, row[0])
			assert.False(t, l.Complete)
			assert.Contains(t, singularText(t, l), row[1])
		}
		beyond := piecewise.BreakpointAt(formula.Mul(formula.Int(2), constantExpr(t, end)))
		_, open := k.ExactPieces()
		_, err = k.ExactAt(beyond, true, 1)
		assert.Equal(t, open, err, "%s beyond %v", row[0], end)
		if row[0][:2] != "z " {
			_, err = k.ExactAt(piecewise.Origin(), true, 1)
			assert.NoError(t, err, row[0])
		}
	}
	for _, s := range []string{"exp(-z)", "abs(1-z)", "cos(z)", "exp(-z)/(2+cos(z))", "abs(z^3-2*z-5)",
		"z < 4 ? abs(sin(z)) : 0"} {
		near, _ := mustParse(t, s).Near()
		assert.Nil(t, near, s)
	}
	own, is, err := mustParse(t, "z == 0 ? 2 : abs(sin(z))").OwnValueAtZero()
	require.NoError(t, err)
	assert.True(t, is)
	assert.Equal(t, "2", own.Value.String())
}

func constantExpr(t *testing.T, c constant.Value) *formula.Expr {
	t.Helper()
	e, ok := c.Expr()
	require.True(t, ok)
	return e
}

func TestExactInfinity(t *testing.T) {
	for _, row := range []struct {
		formula string
		kind    asymptotic.DecayKind
		limit   string
		detail  string // rate stretch frequency power cos sin, "-" for none
		regular bool
	}{
		{"exp(-z^2/2) - 1e-12", asymptotic.Gaussian, "-1e-12", "1/2 2 0 0 1 0", true},
		{"exp(-z)", asymptotic.Exponential, "0", "1 1 0 0 1 0", true},
		{"exp(-z^3)", asymptotic.SuperExp, "0", "1 3 0 0 1 0", true},
		{"exp(-sqrt(z))", asymptotic.StretchedExp, "0", "1 1/2 0 0 1 0", true},
		{"1/(1+z^2)", asymptotic.Power, "0", "0 - 0 2 1 0", true},
		{"1/(1+z^2) - 1/(2+z^2)", asymptotic.Power, "0", "0 - 0 4 1 0", true},
		{"cauchy(1.3, 3)", asymptotic.Power, "0", "0 - 0 3 1 0", true},
		{"cos(z)", asymptotic.Oscillating, "0", "0 - 1 0 1 0", false},
		{"sin(z)/z", asymptotic.Oscillating, "0", "0 - 1 1 0 1", false},
		{"besselj(0,z)", asymptotic.Oscillating, "0", "0 - 1 1/2 pi^(-1/2) pi^(-1/2)", false},
		{"exp(-z)*cos(3*z)", asymptotic.Exponential, "0", "1 1 3 0 1 0", true},
		{"atan(z)/z + 8.75", asymptotic.Power, "35/4", "0 - 0 1 pi/2 0", true},
		{"-sqrt(1+z^2)", asymptotic.Growth, "", "0 - 0 -1 -1 0", false},
		{"thin_plate()", asymptotic.Growth, "", "0 - 0 -2 1 0", false},
		{"spherical(1)", asymptotic.ZeroBeyond, "0", "", true},
		{"exp(z)*exp(-z)", asymptotic.Constant, "1", "", true},
		{"matern(1)", asymptotic.Exponential, "0", "sqrt(2) 1 0 -1/2 2^(3/4)*sqrt(pi)/2 0", true},
		{"acos(exp(-z))", asymptotic.Exponential, "pi/2", "1 1 0 0 -1 0", true},
		// a hidden zero in front of a growing term
		{"(sin(2) - 2*sin(1)*cos(1))*z^2 + exp(-z)", asymptotic.Undetermined, "", "", false},
		{"log(2+sin(z))", asymptotic.Undetermined, "", "", false},
	} {
		inf := mustParse(t, row.formula).ExactInfinity()
		assert.Equal(t, row.kind, inf.Kind, "%s: %s", row.formula, inf.Because)
		assert.Equal(t, row.regular, inf.Regular, row.formula)
		if row.limit != "" {
			assert.True(t, must(constant.Parse(row.limit)).Same(inf.Limit), "%s: limit %s", row.formula, inf.Limit)
		}
		if row.detail == "" {
			continue
		}
		f := strings.Fields(row.detail)
		rate, power, frequency, _ := numeric.Rates(&inf.Lead)
		stretch := "-"
		if power != nil {
			stretch = power.String()
		}
		assert.Equal(t, f[1], stretch, row.formula)
		assert.Equal(t, f[3], inf.Lead.Power.String(), row.formula)
		for i, c := range map[int]constant.Value{0: rate, 2: frequency, 4: inf.Lead.Cos, 5: inf.Lead.Sin} {
			assert.True(t, must(constant.Parse(f[i])).Same(c), "%s: %s for %s", row.formula, c, f[i])
		}
	}
}

// Every formula of the table of known answers and every kernel of the catalogue is decided.
func TestExactDecidesKnown(t *testing.T) {
	var list []string
	if data, err := os.ReadFile("../testdata/known.json"); err == nil {
		var f struct{ Rows []struct{ Formula string } }
		require.NoError(t, json.Unmarshal(data, &f))
		for _, r := range f.Rows {
			list = append(list, r.Formula)
		}
	}
	list = append(list, "arccos0()", "arccos1()", "arccos2()", "askey(3/2)", "bessel(4)", "bochner_riesz(5/2)",
		"cauchy(1/2,1/3)", "circular()", "constant(2)", "cubic()", "damped_cosine(1,2)", "delta_gaussian(1,10)",
		"gaussian(2)", "generalised_wendland(3.3,2)", "geodesic_gaussian(1)",
		"geodesic_laplace(1)", "gneiting()", "inverse_multiquadric(2)", "laplace(2)", "logarithmic(1)", "matern(1/3)",
		"matern(2)", "matern(7/2)", "missing_wendland()", "multiquadric(2)", "ntk()", "pentaspherical(2)", "polynomial(1,3)",
		"power(3/2)", "powered_exponential(1/2)", "rational_quadratic(3/2)", "sigmoid(1,0)",
		"spherical()", "spherical_polynomial(3,2)", "thin_plate()", "triangle()", "wave()", "wendland(3,2)")
	for _, s := range list {
		k := mustParse(t, s)
		start := time.Now()
		l, err := k.ExactSingularities(10)
		if !assert.NoError(t, err, s) {
			continue
		}
		assert.True(t, l.Complete, "%s: %s", s, l.Because)
		for _, x := range l.Singularities {
			assert.Nil(t, x.Doubt, s)
		}
		inf := k.ExactInfinity()
		assert.NotEqual(t, asymptotic.Undetermined, inf.Kind, "%s: %s", s, inf.Because)
		assert.Less(t, time.Since(start), time.Minute, s)
	}
}

func TestExactAtZero(t *testing.T) {
	for s, want := range map[string]string{"sin(z)/z": "1", "z*besselk(1,z)": "1", "exp(-z)*8.75": "35/4",
		"(1-cos(z))/z^2": "1/2", "acos(z/2)/pi": "1/2"} {
		k, err := parser.Parse("z < 1 ? "+s+" : 0", nil)
		require.NoError(t, err)
		x, err := k.ExactAt(piecewise.Origin(), true, 3)
		require.NoError(t, err, s)
		assert.Equal(t, ball.True, x.Bounded(), s)
		c, ok := x.Limit()
		assert.True(t, ok && c.Same(must(constant.Parse(want))), "%s: %s", s, c)
	}
	for s, want := range map[string]ball.Truth{"1/z": ball.False, "log(z)*exp(-z)": ball.False, "besselk(0,z)": ball.False,
		"z*log(z)*exp(-z)": ball.True, "exp(-sqrt(z))": ball.True} {
		x, err := mustParse(t, s).ExactAt(piecewise.Origin(), true, 3)
		require.NoError(t, err, s)
		assert.Equal(t, want, x.Bounded(), s)
	}
}

// Proved pieces equal the kernel, and a piece proved to be analytic has finite values and derivatives inside.
func TestExactPiecesEnclose(t *testing.T) {
	checked := 0
	rapid.Check(t, func(t *rapid.T) {
		e := kerneltest.Expr(3, formula.Variable()).Draw(t, "e")
		k, err := defined.New(e)
		if err != nil {
			t.Skip(err)
		}
		pieces, err := k.ExactPieces()
		if err != nil {
			t.Skip(err)
		}
		for _, p := range pieces {
			lo, hi := p.Lo.Value, p.Hi.Value
			if p.Hi.Inf {
				hi = 2*lo + 7
			}
			x := lo + (hi-lo)*rapid.Float64Range(0.01, 0.99).Draw(t, "x")
			if !(x > lo && x < hi) {
				continue
			}
			z := new(ball.Real).SetFloat64(x)
			var a, b ball.Real
			eval.Compile(k.Expr()).At(&a, z, 200)
			f := eval.Compile(p.Expr)
			f.At(&b, z, 200)
			if a.Overlaps(&b) == ball.False {
				t.Fatalf("%s at %v: %s, piece %s gives %s", k, x, &a, p.Expr, &b)
			}
			if p.Analytic {
				if _, err := formula.Eval(p.Expr, point(x), intervals{}); err != nil {
					t.Fatalf("%s: proved analytic, undefined at %v: %v", k, x, err)
				}
				checked++
			}
		}
	})
	assert.Positive(t, checked)
}

// Constants enclose what the formula encloses, and what is proved zero is zero.
func TestConstAgreesWithBalls(t *testing.T) {
	others := 0
	rapid.Check(t, func(t *rapid.T) {
		e := kerneltest.Expr(3, formula.Frac(3, 7)).Draw(t, "e")
		if e.Varies() {
			t.Skip("not constant")
		}
		c, err := constant.New(e)
		if err != nil {
			t.Skip(err)
		}
		v := eval.Enclose(nil, e, nil, 300)
		if v.Indeterminate() {
			t.Skip("undefined")
		}
		if w := c.Ball(nil, 300); v.Overlaps(w) == ball.False {
			t.Fatalf("%s: %s, normal form %s: %s", e, v, c, w)
		}
		switch c.IsZero() {
		case ball.True:
			if !v.ContainsZero() {
				t.Fatalf("%s = %s is said to be zero", e, v)
			}
		case ball.False:
			others++
		}
		if len(c.String()) > 10000 { // beyond what Parse reads
			t.Skip("long")
		}
		d, err := constant.Parse(c.String())
		if err != nil && strings.Contains(err.Error(), "too many digits") { // of an exponent
			t.Skip(err)
		}
		if err != nil || !d.Same(c) {
			t.Fatalf("%s does not round-trip: %s, %v", e, c, err)
		}
	})
	if !testing.Short() { // which draws a fifth of the expressions, few of them constant
		assert.Positive(t, others)
	}
}

// One kernel and shared constants serve many goroutines.
func TestExactConcurrently(t *testing.T) {
	k := mustParse(t, "z < sqrt(2) ? exp(-z)*(1-z^2/2)^(3/2)/(1+pi) : 0")
	c := must(constant.Parse("1/(1+pi) - exp(-1)*log(1+sqrt(2))"))
	var wg sync.WaitGroup
	out := make([]string, 8)
	for i := range out {
		wg.Add(1)
		go func() {
			defer wg.Done()
			l, err := k.ExactSingularities(5)
			if err == nil {
				out[i] = singularText(t, l)
			}
			c.Ball(nil, uint(100+50*(i%3)))
			if s, known := c.Sub(constant.Rat(big.NewRat(int64(i), 7))).Sign(); known != ball.True || s == 0 {
				out[i] = "the sign is not known"
			}
		}()
	}
	wg.Wait()
	for _, s := range out {
		assert.Equal(t, out[0], s)
		assert.True(t, strings.HasPrefix(s, "0:1 0 -(1 + pi)^-1; sqrt(2):3/2 "), s)
	}
}
