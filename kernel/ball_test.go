package kernel_test

import (
	"encoding/json"
	"fmt"
	"math"
	"math/big"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"krein/ball"
	"krein/internal/ball/numeral"
	"krein/internal/kernel/eval"
	"krein/internal/kernel/formula"
	"krein/internal/kernel/kerneltest"
	"krein/internal/kernel/language"
	"krein/kernel"
	"krein/kernel/parser"
)

func rationalBall(p, q int64, prec uint) *ball.Real {
	return new(ball.Real).SetRat(big.NewRat(p, q), prec)
}

// between returns the exact ball of lo + (hi−lo)·i/n for the ends of z.
func between01(z *ball.Real, i, n int) *ball.Real {
	lo, hi := z.Lower(nil, 3000), z.Upper(nil, 3000) // exact
	d := new(big.Float).SetPrec(3100).Sub(hi, lo)
	d.Mul(d, big.NewFloat(float64(i)/float64(n)))
	return new(ball.Real).SetFloat(d.Add(d, lo))
}

// The trees of random formulas agree with interval arithmetic in float64, at a point and inside wide balls.
// The functions one by one are compared with 110 digits in TestFunctionsGolden.
func TestBallRandomFormulas(t *testing.T) {
	good := 0
	rapid.Check(t, func(t *rapid.T) {
		e := kerneltest.Expr(rapid.IntRange(0, 4).Draw(t, "depth"), formula.Variable()).Draw(t, "e")
		x := big.NewRat(rapid.Int64Range(0, 4096).Draw(t, "p"), 1024)
		k := kernel.NewNatural(e)
		truth, ok := floatValue(e, x)
		var z, v, low ball.Real
		z.SetRat(x, 64)
		k.BallAt(&v, &z, 200)
		k.BallAt(&low, &z, 40)
		if !v.Indeterminate() && !low.Indeterminate() && v.Overlaps(&low) != ball.True {
			t.Fatalf("%v at %v: %v and %v", e, x, &v, &low)
		}
		if !ok {
			return
		}
		if !v.Indeterminate() {
			good++
			if v.Overlaps(truth) == ball.False || low.Overlaps(truth) == ball.False {
				t.Fatalf("%v at %v: %v, truth %v", e, x, &v, truth)
			}
		}
		// a wide ball around x
		z.AddRad(ball.MagFloat64(rapid.SampledFrom([]float64{1e-12, 1e-3, 0.1, 0.5}).Draw(t, "rad")))
		k.BallAt(&v, &z, 64)
		if v.Overlaps(truth) == ball.False {
			t.Fatalf("%v on %v: %v, truth %v", e, &z, &v, truth)
		}
		for i := range 5 {
			s := between01(&z, i, 4)
			if s.Negative() == ball.True {
				continue
			}
			k.BallAt(&low, s, 100)
			if !v.Indeterminate() && !low.Indeterminate() && v.Overlaps(&low) == ball.False {
				t.Fatalf("%v on %v: %v, but at %v %v", e, &z, &v, s, &low)
			}
		}
	})
	if good < 10 && !t.Failed() {
		t.Errorf("only %d formulas had a value", good)
	}
}

// floatValue encloses e at x by interval arithmetic in float64, with functions that share nothing with those of balls;
// ok is false if it has no value.
func floatValue(e *formula.Expr, x *big.Rat) (v *ball.Real, ok bool) {
	f, exact := x.Float64()
	if !exact {
		return nil, false
	}
	i, err := formula.Eval(e, point(f), intervals{})
	if err != nil || math.IsInf(i.lo, 0) || math.IsInf(i.hi, 0) || math.IsNaN(i.lo) || math.IsNaN(i.hi) {
		return nil, false
	}
	return new(ball.Real).SetInterval(big.NewFloat(i.lo), big.NewFloat(i.hi), 64), true
}

// Complex evaluation on the real axis agrees with the real one.
func TestBallComplexAgrees(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		e := kerneltest.Expr(rapid.IntRange(0, 4).Draw(t, "depth"), formula.Variable()).Draw(t, "e")
		k := kernel.NewNatural(e)
		var x, v ball.Real
		var z, w, a ball.Complex
		x.SetRat(big.NewRat(rapid.Int64Range(0, 4096).Draw(t, "p"), 1024), 64)
		z.SetReal(&x)
		k.BallAt(&v, &x, 100)
		k.ComplexAt(&w, &z, 100)
		if !v.Indeterminate() && !w.Indeterminate() && (w.Re.Overlaps(&v) == ball.False || !w.Im.ContainsZero()) {
			t.Fatalf("%v at %v: real %v, complex %v", e, &x, &v, &w)
		}
		// a thick ball contains its corners
		z.Im.SetRat(big.NewRat(rapid.Int64Range(-64, 64).Draw(t, "q"), 64), 64)
		thick := new(ball.Complex).Set(&z)
		thick.AddRad(ball.MagPow2(-rapid.Int64Range(0, 30).Draw(t, "r")))
		k.ComplexAt(&w, &z, 100)
		k.ComplexAt(&a, thick, 60)
		if a.Overlaps(&w) == ball.False {
			t.Fatalf("%v: %v at %v, %v on %v", e, &w, &z, &a, thick)
		}
	})
}

// Complex evaluation is indeterminate on branch cuts and where a condition, abs, min or max is undecided.
func TestBallHolomorphy(t *testing.T) {
	at := func(re, im float64, rad int64) *ball.Complex {
		return ball.NewComplex(complex(re, im)).AddRad(ball.MagPow2(rad))
	}
	for _, c := range []struct {
		formula  string
		z        *ball.Complex
		analytic bool
	}{
		{"sqrt(z)", at(1, 0, -1), true},
		{"sqrt(z)", at(0.25, 0, -1), false},
		{"log(z)", at(-1, 0.125, -2), false},
		{"log(z)", at(-1, 0.5, -2), true},
		{"z^(1/3)", at(0, 0, -4), false},
		{"arccos0()", at(1, 0, -1), true},
		{"arccos0()", at(2, 0, -4), false},
		{"z < 1 ? z : z^2", at(0.5, 0, -2), true},
		{"z < 1 ? z : z^2", at(1, 0, -2), false},
		{"z < 1 ? z : z^2", at(1.5, 3, -2), true},
		{"z < 1 ? z : z", ball.NewComplex(1), false},
		{"z == 1 ? 1 : z^2", ball.NewComplex(1), false},
		{"acos(z/2)", at(1, 0, -1), true},
		{"acos(z/2)", at(2, 0, -4), false},
		{"asin(z/2)", at(-2, 0, -4), false},
		{"atan(z)", at(0, 1, -4), false},
		{"log(1 + z)", at(-1.5, 0, -4), false},
		{"besselj(1/2, z)", at(1, 1, -2), true},
		{"besselj(1/2, z)", at(0, 1, -2), true},
		{"besselj(1/3, z)", at(-2, -1, -2), true},
		{"besselj(1/3, z)", at(-2, 0, -2), false},
		{"besselj(1/3, z)", at(0, 0, -2), false},
		{"besselj(2, z)", at(0, 1, -2), true},
		{"besseli(2/3, z)", at(1, 1, -2), true},
		{"besselk(1, z)", at(2, 1, -2), true},
		{"besselk(1, z)", at(0, 1, -2), false},
		{"besselk(1/3, z)", at(0, -1, -2), false},
		{"besselk(2/3, z)", at(-3, 1, -2), false},
		{"besselk(1, z)", at(-3, 0, -2), false},
		{"besselk(1, z)", at(0, 0, -2), false},
		{"besseli(2/3, z)", at(-1, 1, -2), true},
		{"besseli(2/3, z)", at(-1, 0, -2), false},
		{"besseli(2, z)", at(-1, 0, -2), true},
		{"gamma(z)", at(-2.5, 0, -2), false},
		{"gamma(z)", at(-2, 1, -2), false},
		{"gamma(z)", at(-2, 0, -9), false},
		{"gamma(z)", at(2, 1, -9), false},
		{"gamma(z)", at(0, 0, -2), false},
		{"abs(z - 1)", at(1, 1, -2), false},
		{"abs(z - 1)", at(2, 1, -2), true},
		{"max(z, 1)", at(1, 0, -9), false},
		{"min(z, 1)", at(0, 5, -2), true},
		{"tan(z)", at(1.5707963, 0, -9), false},
		{"1/(1 + z^2)", at(0, 1, -9), false},
		{"z == 0 ? 1 : sin(z)/z", at(0, 0, -9), false},
	} {
		e := parsed(t, c.formula)
		k := kernel.NewNatural(e)
		if strings.HasSuffix(c.formula, "()") {
			k = mustParse(t, c.formula)
		}
		v := k.ComplexAt(nil, c.z, 60)
		assert.Equal(t, c.analytic, !v.Indeterminate(), "%s on %v: %v", c.formula, c.z, v)
	}
}

// Orders next to an integer once sent K_ν into an endless recursion.
func TestBallBesselKNextToInteger(t *testing.T) {
	for nu, n := range map[string]int{"1 - 1/2^300": 1, "1 + 1/2^300": 1, "1/2^300": 0, "2 - 1/2^2000": 2} {
		v := eval.Enclose(nil, parsed(t, "besselk("+nu+", z)"), ball.NewReal(0.5), 60)
		w := eval.Enclose(nil, parsed(t, fmt.Sprintf("besselk(%d, z)", n)), ball.NewReal(0.5), 60)
		assert.Equal(t, ball.True, v.Overlaps(w.AddRad(ball.MagPow2(-200))), "%s: %v, %v", nu, v, w)
		assert.Greater(t, v.RelAccuracyBits(), int64(40), nu)
	}
}

// Jets of different lengths from one kernel do not get into each other's way.
func TestBallJetLengths(t *testing.T) {
	k := mustParse(t, "pi*exp(-z/3) + 1/7")
	z := ball.NewReal(0.75)
	want := mustParse(t, "pi*exp(-z/3) + 1/7").BallTaylor(nil, z, 9, 80)
	for _, n := range []int{1, 9, 0, 4, 9} {
		s := k.BallTaylor(nil, z, n, 80)
		require.Equal(t, n+1, s.Len())
		for i := range n + 1 {
			assert.Equal(t, ball.True, s.Coef(i).Overlaps(want.Coef(i)), "n = %d, coefficient %d: %v", n, i, s.Coef(i))
		}
	}
	f := eval.Compile(k.Expr())
	for _, n := range []int{2, 6, 3, 10} {
		var s ball.RealSeries
		f.Jet(&s, z, n, 80)
		require.Equal(t, n, s.Len())
		for i := range n {
			assert.Equal(t, ball.True, s.Coef(i).Overlaps(want.Coef(i)), "%d coefficients, the one of order %d: %v",
				n, i, s.Coef(i))
		}
	}
}

// At p bits an exact point gives p − 12 bits or more.
func TestBallPointTight(t *testing.T) {
	for _, formula := range append(kerneltest.Named, "exp(-z^2/2) - exp(-z^2/2.0001)", "log(1 + z/10^30)",
		"1 - cos(z/10^9)") {
		k := mustParse(t, formula)
		for _, prec := range []uint{24, 64, 200, 1000} {
			z := new(ball.Real).SetRat(big.NewRat(13, 8), prec)
			v := k.BallAt(nil, z, prec)
			assert.GreaterOrEqual(t, v.RelAccuracyBits(), int64(prec)-2, "%s at %d bits: %v", formula, prec, v)
		}
	}
}

// Jets contain the Taylor coefficients of mpmath, and derivatives beside breakpoints are not claimed.
func TestBallJets(t *testing.T) {
	b, err := os.ReadFile("../testdata/jets.json")
	require.NoError(t, err)
	var rows []struct {
		F, Var string
		At     float64
		A      []string
	}
	require.NoError(t, json.Unmarshal(b, &rows))
	for _, r := range rows {
		if r.Var == "t" {
			continue
		}
		s := mustParse(t, r.F).BallTaylor(nil, ball.NewReal(r.At), len(r.A)-1, 80)
		for i, a := range r.A {
			want, err := numeral.Parse(a, 200)
			require.NoError(t, err)
			want.AddRad(want.MagUpper().Mul2Exp(-100)) // the digits printed
			want.AddRad(ball.MagPow2(-300))            // the error of the contour integral where the coefficient is 0
			assert.False(t, s.Coef(i).Indeterminate(), "%s at %v", r.F, r.At)
			assert.Equal(t, ball.True, s.Coef(i).Overlaps(want), "%s at %v: coefficient %d is %v, not %s", r.F, r.At,
				i, s.Coef(i), a)
		}
	}
	for _, c := range []struct {
		formula string
		z       *ball.Real
	}{
		{"z < 1 ? z : z^2", ball.NewReal(1)},
		{"max(z, 1)", ball.NewReal(1)},
		{"abs(z - 1)", ball.NewReal(1)},
		{"abs(z - 1)", ball.NewReal(1.25).AddRad(ball.MagPow2(-2))},
		{"sqrt(z)", ball.NewReal(0)},
		{"arccos0()", ball.NewReal(2)},
		{"askey(2, 1)", ball.NewReal(1)},
	} {
		s := mustParse(t, c.formula).BallTaylor(nil, c.z, 3, 60)
		assert.Equal(t, 4, s.Len())
		for i := 1; i < 4; i++ {
			assert.True(t, s.Coef(i).Indeterminate(), "%s at %v: %v", c.formula, c.z, s.Coef(i))
		}
	}
}

// What has no value or no bound is indeterminate, and negative distances are left out.
func TestBallHonest(t *testing.T) {
	wide := ball.NewReal(0).AddRad(ball.MagPow2(-3))
	for _, c := range []struct {
		formula string
		z       *ball.Real
		finite  bool
	}{
		{"sin(z)/z", ball.NewReal(0), false},
		{"sin(z)/z", wide, false},
		{"wave(1)", ball.NewReal(0), true},
		{"z*log(z)", wide, false},
		{"sqrt(z)", wide, true},
		{"sqrt(z)", ball.NewReal(-1), false},
		{"1/(z - 1)", ball.NewReal(1), false},
		{"1/(z - 1)", ball.NewReal(2), true},
		{"sqrt(2 - z^2)", ball.NewReal(1.5), false},
	} {
		k, err := parser.Parse(c.formula, &parser.Options{Radius: big.NewRat(5, 1)})
		if err != nil { // undefined somewhere: New does not refuse
			k = kernel.NewNatural(parsed(t, c.formula))
		}
		v := k.BallAt(ball.NewReal(7), c.z, 64)
		assert.Equal(t, c.finite, !v.Indeterminate(), "%s at %v: %v", c.formula, c.z, v)
	}
}

func parsed(t testing.TB, formula string) *formula.Expr {
	e, _, ferr := language.Read(formula, nil)
	if ferr != nil {
		t.Fatal(ferr)
	}
	return e
}

// The generic evaluator over balls agrees with the compiled programs.
func TestBallArith(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		e := kerneltest.Expr(rapid.IntRange(0, 3).Draw(t, "depth"), formula.Variable()).Draw(t, "e")
		z := rationalBall(rapid.Int64Range(1, 400).Draw(t, "p"), 100, 80)
		v, err := formula.Eval(e, z, eval.RealBalls(80))
		require.NoError(t, err)
		w := eval.Enclose(nil, e, z, 80)
		if v.Overlaps(w) == ball.False {
			t.Fatalf("%v at %v: %v and %v", e, z, v, w)
		}
		c, err := formula.Eval(e, new(ball.Complex).SetReal(z), eval.ComplexBalls(80))
		require.NoError(t, err)
		if !w.Indeterminate() && c.Re.Overlaps(w) == ball.False {
			t.Fatalf("%v at %v: %v and %v", e, z, c, w)
		}
		j, err := formula.Eval(e, new(ball.RealSeries).SetVar(z, 3), eval.Jets(80, 3))
		require.NoError(t, err)
		if j.Len() != 3 && e.Varies() || !w.Indeterminate() && j.Coef(0).Overlaps(w) == ball.False {
			t.Fatalf("%v at %v: %v and %v", e, z, j, w)
		}
	})
}

func BenchmarkBallAt(b *testing.B) {
	for _, formula := range []string{"gaussian(1)", "ntk()", "wendland(3, 2)"} {
		k := mustParse(b, formula)
		z := rationalBall(1, 3, 128)
		for _, prec := range []uint{64, 256} {
			b.Run(fmt.Sprintf("%s/%d", formula, prec), func(b *testing.B) {
				b.ReportAllocs()
				var v ball.Real
				for range b.N {
					k.BallAt(&v, z, prec)
				}
			})
		}
	}
}

// At a point, what vanishes to the order of a jet is no constant: nothing that has a corner or a jump there is analytic
// to low orders.
func TestBallTaylorAtCorners(t *testing.T) {
	for _, f := range []string{"sqrt((z-1/2)^2)", "(z-1/2)^2 <= 0 ? 1 : 5", "exp(-z)+((z-1/2)^2 <= 0 ? 5 : 0)*(z-1/2)",
		"((z-1/2)^4)^(1/4)", "max((z-1/2)^4, -(z-1/2)^2)",
		"asin((1-(z-1/2)^2)/(1+(z-1/2)^2))", "(z-3/2)^(2+(z-1/2)^4)", "besselj(1/2, (z-1/2)^4)"} {
		e, err := formula.Read(f, nil)
		require.NoError(t, err)
		for n := 1; n < 4; n++ {
			assert.True(t, kernel.NewNatural(e).BallTaylor(nil, ball.NewReal(0.5), n, 64).Coef(1).Indeterminate(),
				"%s, %d", f, n)
		}
	}
	// k(√t) = e^−t
	e, err := formula.Read("exp(-z^2)+((z^2-1)^2 <= 0 ? 5 : 0)*(z^2-1)", nil)
	require.NoError(t, err)
	assert.NotEqual(t, ball.True, kernel.NewNatural(e).BallTaylorT(nil, ball.NewReal(1), 1, 64).Coef(1).Positive())
	// constants are analytic
	for _, f := range []string{"z*gamma(7/3)", "z*2^gamma(7/3)", "(1+(z-1/2)^2)^pi", "abs(pi-4)*z",
		"besselk(1, 1+(z-1/2)^2)"} {
		e, err := formula.Read(f, nil)
		require.NoError(t, err)
		assert.False(t, kernel.NewNatural(e).BallTaylor(nil, ball.NewReal(0.5), 1, 64).Coef(1).Indeterminate(), f)
	}
}
