package quadrature

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/big"
	"os"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"krein/ball"
	"krein/internal/ball/numeral"
	"krein/internal/budget"
	"krein/internal/hankel/closed"
	"krein/internal/hankel/density"
	"krein/internal/kernel/eval"
	"krein/internal/kernel/formula"
	"krein/internal/testlong"
	_ "krein/internal/testlong"
	"krein/kernel"
	"krein/kernel/parser"
)

type densityRow struct {
	Kernel string
	Dim    int
	Omega  float64
	M      string
}

func densityRows(t *testing.T, name string) []densityRow {
	b, err := os.ReadFile("../../../testdata/" + name)
	require.NoError(t, err)
	var rows []densityRow
	require.NoError(t, json.Unmarshal(b, &rows))
	return rows
}

func Parse(t testing.TB, formula string) *kernel.Kernel {
	t.Helper()
	k, err := parser.Parse(formula, nil)
	require.NoError(t, err, formula)
	return k
}

func densityOf(t testing.TB, formula string, dim int) *density.Density {
	t.Helper()
	p, err := New(Parse(t, formula), dim)
	require.NoError(t, err, "%s in dimension %d", formula, dim)
	return p
}

// densities caches densities of a test.
type densities map[string]*density.Density

func (m densities) of(t *testing.T, formula string, dim int) *density.Density {
	key := fmt.Sprintf("%s in %d", formula, dim)
	if m[key] == nil {
		m[key] = densityOf(t, formula, dim)
	}
	return m[key]
}

// TestGolden: the values of mpmath are inside, to all bits asked for.
func TestGolden(t *testing.T) {
	for _, c := range []struct {
		file   string
		digits int64 // 2^−digits bounds the relative error of the printed values
		prec   uint
	}{{"hankel.json", 69, 64}, {"hankel50.json", 163, 160}} {
		rows := densityRows(t, c.file)
		require.Greater(t, len(rows), 80)
		all := densities{}
		for _, r := range testlong.Some(rows, 3) {
			name := fmt.Sprintf("%s, d = %d, ω = %v", r.Kernel, r.Dim, r.Omega)
			slow := r.Kernel == "1/(1+z^3)" // its tail is known only by a power
			if slow && r.Dim == 3 {
				continue
			}
			var v ball.Real
			e, err := At(context.Background(), all.of(t, r.Kernel, r.Dim), &v, ball.NewReal(r.Omega), c.prec)
			require.NoError(t, err, name)
			want, err := numeral.Parse(r.M, 400)
			require.NoError(t, err)
			want.AddRad(want.MagUpper().Mul2Exp(-c.digits))
			assert.Equal(t, ball.True, v.Overlaps(want), "%s: %v, not %s (%v)", name, &v, r.M, e.Method)
			if !slow {
				assert.True(t, e.Met, name)
				assert.GreaterOrEqual(t, v.RelAccuracyBits(), int64(c.prec)-1, name)
			}
		}
	}
}

// TestMethodsAgree: what can be computed in several ways comes out the same.
func TestMethodsAgree(t *testing.T) {
	ctx, row := context.Background(), 0
	for _, f := range []string{"2*acos(z/2)/pi", "(4 - z^2)^(3/2)*z^2", "z*sqrt(4 - z^2)", "acos(z^2/2 - 1)*exp(z^2)",
		"sin(acos(z/2))", "1 - 3*z/4 + z^3/16"} {
		k, err := parser.Parse(f, &parser.Options{Radius: big.NewRat(2, 1)})
		require.NoError(t, err)
		e, lo, hi := k.FormulaExpr(), formula.Int(0), formula.Int(2)
		for _, d := range []int{1, 2, 9, 40} {
			for _, w := range []float64{0.5, 7} {
				if row++; !testlong.Turn(row, 5) {
					continue
				}
				omega := ball.NewReal(w)
				var plain, end ball.Real
				q := &intervalPart{integrand: newPlainIntegrand(e, nil), lo: lo, hi: hi, what: f}
				_, err := q.Enclose(ctx, &plain, omega, densityShape(d), 50)
				require.NoError(t, err)
				_, err = newInterval(e, lo, hi, nil).Enclose(ctx, &end, omega, densityShape(d), 70)
				require.NoError(t, err)
				assert.Equal(t, ball.True, plain.Overlaps(&end), "%s, d = %d: %v, %v", f, d, &plain, &end)
				assert.Greater(t, end.RelAccuracyBits(), int64(60), f)
				if p := newSeries(e, lo, hi, nil); p != nil {
					a, rest := p.coefficients(160, 100)
					for _, n := range []int{3, 20, 160} {
						p.sum(&plain, a[:n], rest[n], omega, d, 100)
						assert.Equal(t, ball.True, plain.Overlaps(&end), "%s, d = %d, %d terms: %v, %v", f, d, n, &plain, &end)
					}
				} else if norm, ok := closed.Normalise(e); assert.True(t, ok, f) {
					powers(&density.PowersPart{Lo: lo, Hi: hi, Terms: norm}, &plain, omega, densityShape(d), 200)
					assert.Equal(t, ball.True, plain.Overlaps(&end), "%s, d = %d: %v, %v", f, d, &plain, &end)
				}
			}
		}
	}
}

// TestRemainders: a remainder that is left out would be noticed by these comparisons.
func TestRemainders(t *testing.T) {
	ctx := context.Background()
	omega := ball.NewReal(1.5)
	// the series
	e, lo, hi := Parse(t, "arccos0").FormulaExpr(), formula.Int(0), formula.Int(2)
	var want, v ball.Real
	_, err := newInterval(e, lo, hi, nil).Enclose(ctx, &want, omega, densityShape(5), 80)
	require.NoError(t, err)
	p := newSeries(e, lo, hi, nil)
	a, rest := p.coefficients(64, 100)
	for n := 1; n <= 64; n *= 2 {
		p.sum(&v, a[:n], rest[n], omega, 5, 100)
		assert.True(t, v.Contains(&want), n)
		p.sum(&v, a[:n], ball.Mag{}, omega, 5, 100)
		assert.Equal(t, ball.False, v.Overlaps(&want), n)
	}
	// the tail
	for _, f := range []string{"exp(-z^2)", "exp(-z)", "(1 + z^2)^(-3)"} {
		s, k := densityOf(t, f, 2), Parse(t, f)
		m := majorant(k.Expr())
		require.NotNil(t, m, f)
		var pre ball.Real
		density.Prefactor(&pre, omega, 2, 80)
		_, err := At(ctx, s, &want, omega, 64)
		require.NoError(t, err)
		want.Quo(&want, &pre, 80)
		for _, cut := range []float64{1, 1.5, 2.5} {
			g := newPlainIntegrand(k.Expr(), nil)
			_, err := integrate(ctx, &v, g.at(omega, densityShape(2), 60), ball.NewReal(0), ball.NewReal(cut), f, ball.Mag{}, 60)
			require.NoError(t, err)
			assert.Equal(t, ball.False, v.Overlaps(&want), "%s to %v", f, cut)
			v.AddRad(m.beyond(big.NewFloat(cut), 2))
			assert.True(t, v.Contains(&want), "%s to %v", f, cut)
		}
	}
}

// TestTail: a cut that is much too early costs accuracy and nothing else.
func TestTail(t *testing.T) {
	for _, f := range []string{"exp(-z)", "(1 + z^2)^(-3)", "exp(-z^2/2)"} {
		k := Parse(t, f)
		p := &tailPart{f: newPlainIntegrand(k.Expr(), nil), lo: formula.Int(0), tail: majorant(k.Expr())}
		for _, w := range []float64{0.25, 0.5, 1, 2} {
			omega := ball.NewReal(w)
			var v, want, pre ball.Real
			_, err := At(context.Background(), densityOf(t, f, 2), &want, omega, 64)
			require.NoError(t, err)
			density.Prefactor(&pre, omega, 2, 80)
			want.Quo(&want, &pre, 80)
			_, err = p.upTo(context.Background(), &v, omega, new(ball.Real), big.NewFloat(3), densityShape(2), 24)
			require.NoError(t, err)
			assert.Greater(t, v.Rad().Float64(), 1e-5, f)
			assert.True(t, v.Contains(&want), "%s, ω = %v: %v, want %v", f, w, &v, &want)
			_, err = p.Enclose(context.Background(), &v, omega, densityShape(2), 24)
			require.NoError(t, err)
			assert.True(t, v.Contains(&want), "%s, ω = %v: %v, want %v", f, w, &v, &want)
		}
	}
}

// TestMajorants: the bounds hold where they are sampled, and the tails too.
func TestMajorants(t *testing.T) {
	for f, known := range map[string]bool{
		"exp(-z)": true, "z^5*exp(-z^2/2)": true, "exp(-z^(3/2))*sin(z)^2": true, "1/(1 + z^3)": true,
		"(1 + z^2)^(-7/3)": true,
		"erfc(z/2)":        true, "1/cosh(2*z)": true, "exp(-sqrt(1 + z^2))": true, "besselk(2/3, z)*z^4": true,
		"besselj(1, z)/z^2":  true,
		"exp(-z)*log(1 + z)": true, "exp(1/z - z)": true, "tanh(z)*exp(-z/3) - 2*exp(-z)*z": true,
		"(z^2 + 1)/(z^4 + 3*z + 2)": true,
		"exp(-z^2/2)^3":             true, "sqrt(exp(-z))": true, "exp(3 - z*pi)": true, "atan(z)*exp(-abs(z))": true,
		"z^(-5)*acos(1/(1+z))": true,
		"1/(1 + exp(z))":       true, "z^3/(z + exp(z^2/2))": true, "1/(exp(z) + sin(z))": false,
		"exp(-exp(z/3))": true, "exp(-sinh(z/2))*z": true, "exp(-cosh(z/4))": true, "exp(sinh(1-z))": false,
		"exp(z)": false, "1/(z - 2)": false, "exp(-z*sin(z))": false, "gamma(z)": false,
	} {
		k, err := parser.Parse(f, nil)
		require.NoError(t, err, f)
		m := majorant(k.Expr())
		require.Equal(t, known, m != nil, f)
		if m == nil {
			continue
		}
		for _, z := range []float64{1, 1.25, 2, 3.5, 7, 20, 90, 400} {
			v := math.Abs(k.At(z))
			p, _ := m.p.Float64()
			bound := m.c.Float64() * math.Pow(z, p)
			if !m.a.IsZero() {
				b, _ := m.b.Float64()
				bound *= math.Exp(-m.a.Float64() * math.Pow(z, b))
			}
			assert.LessOrEqual(t, v, bound*(1+1e-12)+1e-300, "%s at %v, %v", f, z, m)
		}
	}
	// ∫_T^∞ z^{p+d−1} e^{−z} dz for d + p = 3: (T²+2T+2)e^{−T}
	m := &decay{c: ball.MagPow2(0), p: big.NewRat(1, 1), a: ball.MagPow2(0), b: big.NewRat(1, 1)}
	for _, T := range []float64{3, 10, 50} {
		b := m.beyond(big.NewFloat(T), 2).Float64()
		exact := (T*T + 2*T + 2) * math.Exp(-T)
		assert.Greater(t, b, exact)
		assert.Less(t, b, 1.6*exact)
	}
	assert.True(t, m.beyond(big.NewFloat(1.5), 2).IsInf())
}

// TestCoefficientMajorants: term by term.
func TestCoefficientMajorants(t *testing.T) {
	for _, f := range []string{"2*asin(z)/pi", "z^3 - z*(1 - z^2)^(3/2)", "asin(z)*(1 - z^2)^(1/2)/3 - 2",
		"cos(z)*exp(-z^2) - (1-z^2)^(5/2)", "sin(asin(z))^3"} {
		k, err := parser.Parse(f, &parser.Options{Radius: big.NewRat(1, 1)})
		require.NoError(t, err)
		m := coefficientMajorant(k.FormulaExpr())
		require.NotNil(t, m, f)
		var a, b ball.RealSeries
		var zero, sum ball.Real
		eval.Compile(k.FormulaExpr()).Jet(&a, &zero, 40, 100)
		eval.Compile(m).Jet(&b, &zero, 40, 100)
		for i := range 40 {
			sum.Abs(a.Coef(i), 100)
			assert.NotEqual(t, ball.False, sum.LessEq(b.Coef(i)), "%s, %d: %v, %v", f, i, a.Coef(i), b.Coef(i))
		}
	}
	for _, f := range []string{"log(1-z)", "1/(1-z)", "tan(z)", "sqrt(1-z)", "asin(z^2)", "acos(z)"} {
		k, err := parser.Parse(f, &parser.Options{Radius: big.NewRat(1, 2)})
		require.NoError(t, err)
		assert.Nil(t, coefficientMajorant(k.FormulaExpr()), f)
	}
}

// TestPrecisions: enclosures at any two precisions overlap; a wide ω covers the points in it.
func TestPrecisions(t *testing.T) {
	all := densities{}
	rapid.Check(t, func(rt *rapid.T) {
		f := rapid.SampledFrom([]string{"gaussian(1)", "matern(3/2,2)", "rational_quadratic(3/4,1)", "spherical(2)",
			"bochner_riesz(1/2,2)", "exp(-z)*cos(2*z)", "arccos0", "(z^2 - z^4)*exp(-z^2)"}).Draw(rt, "kernel")
		d := rapid.SampledFrom([]int{1, 2, 3, 7}).Draw(rt, "d")
		w := rapid.Float64Range(0.01, 30).Draw(rt, "omega")
		s := all.of(t, f, d)
		var v, u ball.Real
		v.SetInt64(9)
		_, err := At(context.Background(), s, &v, ball.NewReal(w), uint(rapid.IntRange(24, 300).Draw(rt, "prec")))
		require.NoError(rt, err)
		_, err = At(context.Background(), s, &u, ball.NewReal(w), uint(rapid.IntRange(2, 60).Draw(rt, "low")))
		require.NoError(rt, err)
		if u.Overlaps(&v) != ball.True {
			rt.Fatalf("%s, d = %d, ω = %v: %v and %v", f, d, w, &u, &v)
		}
		wide := ball.NewReal(w).AddRad(ball.MagFloat64(w / 64))
		_, err = At(context.Background(), s, &u, wide, 53)
		require.NoError(rt, err)
		if !u.Contains(&v) && u.Overlaps(&v) != ball.True {
			rt.Fatalf("%s, d = %d, ω = %v: %v, at the midpoint %v", f, d, wide, &u, &v)
		}
		edge := ball.NewReal(w * (1 - 1.0/65))
		_, err = At(context.Background(), s, &v, edge, 80)
		require.NoError(rt, err)
		if u.Overlaps(&v) != ball.True {
			rt.Fatalf("%s, d = %d, ω = %v: %v, at %v %v", f, d, wide, &u, edge, &v)
		}
	})
}

// TestFails: what cannot be proved is not claimed, and the reason is named.
func TestFails(t *testing.T) {
	at := func(k *kernel.Kernel, d int) error {
		p, err := New(k, d)
		if err != nil {
			return err
		}
		v := ball.NewReal(3)
		_, err = At(context.Background(), p, v, ball.NewReal(1), 53)
		if err != nil {
			assert.True(t, v.Indeterminate())
		}
		return err
	}
	for f, want := range map[string]string{
		"z^3 + z < 1 ? 1 - z^3 - z : 0":    "breakpoint",
		"1/(1 + z^(7/2))":                  "integrable in dimension",
		"z < 1 ? z*gamma(z) : 0":           "bounded",
		"missing_wendland(1)":              "bounded",
		"exp(-z)*gamma(1/(1+z))":           "integrable in dimension",
		"exp(-z^2)*(sin(z)/z)^4*tanh(z)^2": "bounded",
	} {
		k, err := parser.Parse(f, nil)
		require.NoError(t, err)
		err = at(k, 4)
		var e *density.NotEnclosedError
		require.True(t, errors.As(err, &e), "%s: %v", f, err)
		assert.Contains(t, e.Because, want, f)
	}
	s := densityOf(t, "arccos0", 2)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err := At(ctx, s, new(ball.Real), ball.NewReal(1), 53)
	assert.ErrorIs(t, err, context.Canceled)
	_, err = At(context.Background(), s, new(ball.Real), ball.NewReal(-1), 53)
	assert.ErrorContains(t, err, "nonnegative")
	assert.Panics(t, func() { _, _ = At(context.Background(), s, nil, ball.NewReal(1), 53) })
}

// TestEdges: atoms only, beyond the support of a beta law, ω = 0, numbers that only seem equal.
func TestEdges(t *testing.T) {
	at := func(f string, d int, w float64) *ball.Real {
		var v ball.Real
		_, err := At(context.Background(), densityOf(t, f, d), &v, ball.NewReal(w), 64)
		require.NoError(t, err)
		return &v
	}
	assert.True(t, at("1", 3, 2).IsZero())
	assert.True(t, at("wave(1)", 3, 2).IsZero())
	assert.True(t, at("wave(1)", 1, 2).IsZero())
	assert.True(t, at("gaussian(1)", 2, 0).IsZero())
	one := at("exp(-z)", 1, 0) // 2/π
	pi := new(ball.Real).Pi(64)
	assert.True(t, new(ball.Real).Mul(one, pi, 64).ContainsRat(big.NewRat(2, 1)))
	// (2/π) ∫ k dz, and no product of 0 and ∞
	for f, want := range map[string]*big.Rat{"1/(1+z^2)": big.NewRat(1, 1), "3/(1+4*z^2)": big.NewRat(3, 2),
		"(1+z^2)^(-2)": big.NewRat(1, 2)} {
		v := at(f, 1, 0)
		assert.True(t, v.ContainsRat(want), f)
		assert.Greater(t, v.RelAccuracyBits(), int64(50), f)
	}
	assert.True(t, at("(1+z^2)^(-2)", 2, 0).IsZero())
	// Λ_n(z), n = 3 + 2·10^−20, is no atom in d = 3, whatever float64 says
	beta := at("besselj(1/2 + 1/10^20, z)*z^(-1/2 - 1/10^20)", 3, 0.5)
	assert.Equal(t, ball.True, beta.Positive())
	assert.Equal(t, ball.True, beta.Less(ball.NewReal(1e-19)))
	// a constant that is 10^−30 and rounds to zero in float64 must not get lost
	tiny := at("(1 + 1/10^30 - cos(0))*exp(-z)", 1, 0)
	assert.Equal(t, ball.True, tiny.Positive())
	tiny = at("(sqrt(2) + 1/10^30)*exp(-z) - sqrt(2)*exp(-z)", 1, 0)
	assert.Equal(t, ball.True, tiny.Positive())
	assert.InEpsilon(t, 2e-30/math.Pi, mid(tiny), 1e-15)
	tiny = at("(pi + 1/10^30)*exp(-z^2) - pi*exp(-z^2)", 3, 1)
	assert.Equal(t, ball.True, tiny.Positive())
	assert.Greater(t, tiny.RelAccuracyBits(), int64(60))
}

// TestLimits: what a kernel tends to at infinity is an exact atom at 0.
func TestLimits(t *testing.T) {
	for f, want := range map[string]string{
		"tanh(1 - z^2/2)": "-1", "3*tanh(2*(1-z^2/2)+1)/2 + exp(-z)": "-3/2", "1/4 - tanh(pi*z)*2": "-7/4",
		"tanh(z^2) - tanh(z)": "", "-(tanh(z)/2) + 1/2": "",
		"1/(1+exp(z))": "",
	} {
		p := densityOf(t, f, 2)
		if want == "" {
			assert.Empty(t, p.Atoms(), f)
			continue
		}
		require.Len(t, p.Atoms(), 1, f)
		w, _ := new(big.Rat).SetString(want)
		r, ok := p.Atoms()[0].Weight.Rat()
		require.True(t, ok, f)
		assert.Zero(t, r.Cmp(w), f)
		assert.True(t, p.Atoms()[0].Omega.IsZero(), f)
	}
	for _, f := range []string{"tanh(z^3)", "tanh(1/z)", "z*tanh(z)", "tanh(0*z + 1)*tanh(z)^2"} {
		_, err := New(Parse(t, f), 2)
		var e *density.NotEnclosedError
		assert.ErrorAs(t, err, &e, f)
	}
}

// TestConcurrent: one spectrum may be used from several goroutines.
func TestConcurrent(t *testing.T) {
	for _, f := range []string{"arccos0", "exp(-z^3)", "matern(4/5,1)"} {
		s := densityOf(t, f, 16)
		got := make([]string, 8)
		var wg sync.WaitGroup
		for i := range got {
			wg.Add(1)
			go func() {
				defer wg.Done()
				var v ball.Real
				for prec := uint(24); prec < 100; prec += 25 {
					_, _ = At(context.Background(), s, &v, ball.NewReal(1.5), prec)
				}
				got[i] = numeral.Text(&v, 15)
			}()
		}
		wg.Wait()
		for _, g := range got {
			assert.Equal(t, got[0], g, f)
		}
	}
}

func mid(x *ball.Real) float64 {
	m, _ := x.Float64()
	return m
}

// TestNumUnits: constants with units are what their expressions are.
func TestNumUnits(t *testing.T) {
	gen := rapid.Custom(func(r *rapid.T) closed.Num {
		a := closed.RatNum(big.NewRat(rapid.Int64Range(-20, 20).Draw(r, "p"), rapid.Int64Range(1, 9).Draw(r, "q")))
		switch rapid.IntRange(0, 3).Draw(r, "kind") {
		case 0:
			return a.Mul(closed.ExprNum(formula.Pi()))
		case 1:
			return a.Mul(closed.Applied(formula.OpExp, closed.RatNum(big.NewRat(1, 3)))).Mul(closed.ExprNum(formula.Pi()).Inv())
		case 2:
			return a.Mul(closed.IntNum(rapid.Int64Range(1, 12).Draw(r, "s")).Pow(closed.RatNum(big.NewRat(1, 2))))
		}
		return a
	})
	rapid.Check(t, func(r *rapid.T) {
		a, b := gen.Draw(r, "a"), gen.Draw(r, "b")
		var x, y, v, w ball.Real
		a.Ball(&x, 100)
		b.Ball(&y, 100)
		if a.Mul(b).Ball(&v, 100).Overlaps(w.Mul(&x, &y, 100)) != ball.True ||
			a.Add(b).Ball(&v, 100).Overlaps(w.Add(&x, &y, 100)) != ball.True {
			r.Fatalf("%s and %s", a.Key(), b.Key())
		}
		if !a.Add(a.Neg()).IsZero() || !a.IsZero() && !a.Mul(a.Inv()).Same(closed.IntNum(1)) || !a.Mul(b).Same(b.Mul(a)) {
			r.Fatalf("%s and %s", a.Key(), b.Key())
		}
		if s, _ := x.Sign(); s != a.Sign() {
			r.Fatalf("sign of %s", a.Key())
		}
		if m, _ := x.Float64(); math.Abs(m-a.Float64()) > 1e-14*math.Abs(m) {
			r.Fatalf("value of %s", a.Key())
		}
	})
}

func BenchmarkEnclose(b *testing.B) {
	for _, f := range []string{"gaussian(1)", "matern(3/2,1)", "bochner_riesz(1,2)", "spherical(2)", "arccos0",
		"exp(-z^3)"} {
		k, err := parser.Parse(f, nil)
		require.NoError(b, err)
		for _, d := range []int{3, 16} {
			s, err := New(k, d)
			require.NoError(b, err)
			b.Run(fmt.Sprintf("%s/d=%d", f, d), func(b *testing.B) {
				b.ReportAllocs()
				var v ball.Real
				for i := range b.N {
					if _, err := At(context.Background(), s, &v, ball.NewReal(1+float64(i%64)/16), 64); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}

// valueOf returns m(ω), from forms of the density that the laws do not use.
func valueOf(t *testing.T, p *density.Density, omega *ball.Real, prec uint) *ball.Real {
	t.Helper()
	v := new(ball.Real)
	_, err := At(context.Background(), p, v, omega, prec)
	require.NoError(t, err)
	return v
}

// TestAway compares transforms on ω > 0 of kernels that grow with integrals of mpmath along the ray arg z = π/4,
// where e^{iωz} decays.
func TestAway(t *testing.T) {
	for _, r := range []struct {
		formula  string
		dim      int
		omega, m float64
	}{
		{"-z", 2, 2, 0.25},
		{"z^3", 3, 2, 0.95492965779328},
		{"-sqrt(z)", 1, 3, 0.0767764776602905},
		{"1/z", 2, 3, 1},
		{"-log(z)", 2, 2, 0.49999999999996},
		{"-log(exp(-z)/z^2)", 2, 2, -1.25},
		{"z^2*log(3*z)", 2, 2, 0.499999999986375},
		{"z^4*log(z)+z^2-5", 3, 2, -3.7499999794748},
		{"-sqrt(2+z^2)", 3, 2, 0.0984324207850114},
		{"(1+z^2/3)^(5/2)", 2, 1, -10.9256392400115},
		{"-log(4+z^2)", 2, 1, 0.559463527265895},
		{"z^4/(1+z^2)", 1, 1, 0.367879441166348},
	} {
		p, err := Away(Parse(t, r.formula), r.dim)
		require.NoError(t, err, r.formula)
		var v ball.Real
		_, err = At(context.Background(), p, &v, ball.NewReal(r.omega), 60)
		require.NoError(t, err, r.formula)
		got, _ := v.Float64()
		assert.InDelta(t, r.m, got, 3e-8*math.Abs(r.m), "%s in dimension %d: %v", r.formula, r.dim, &v)
		assert.Greater(t, v.RelAccuracyBits(), int64(40), r.formula)
		_, err = New(Parse(t, r.formula), r.dim)
		assert.Error(t, err, r.formula)
	}
	for _, formula := range []string{"exp(z)", "z^2*exp(z)", "z^(-2)", "z*cos(z)", "z*log(z)"} {
		_, err := Away(Parse(t, formula), 2)
		assert.Error(t, err, formula)
	}
}

// TestMetered: values by quadrature are counted, and end with the work that is allowed.
func TestMetered(t *testing.T) {
	for _, f := range []string{"exp(-z^(1/2))", "z < 1 ? exp(-z^(3/2)) : 0", "z < 1 ? exp(-z)*sqrt(1-z) : 0",
		"z < 2 ? exp(-acos(z/2)) : 0"} {
		ctx, release := budget.New(context.Background(), 20_000)
		m := budget.Of(ctx)
		p, err := New(Parse(t, f).Metered(m), 3)
		require.NoError(t, err, f)
		before := m.Spent()
		var v ball.Real
		_, err = At(ctx, p, &v, ball.NewReal(20), 300)
		assert.ErrorIs(t, err, context.Canceled, f)
		assert.ErrorIs(t, context.Cause(ctx), budget.ErrSpent, f)
		assert.Greater(t, m.Spent(), before, f)
		release()
		_, err = At(context.Background(), p, &v, ball.NewReal(3), 64) // nothing was remembered that is not known
		require.NoError(t, err, f)
		assert.True(t, v.IsFinite() && v.RelAccuracyBits() > 60, "%s: %v", f, &v)
	}
}
