package quad

import (
	"context"
	"math"
	"math/big"
	"math/cmplx"
	"math/rand/v2"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/ball"
	_ "krein/internal/testlong" // fewer collections
)

// Integrands by name.

func reciprocalSquare(c int64) Func { // 1/(c+x²)
	return Func{
		F: func(z, x *ball.Real, prec uint) {
			z.Sqr(x, prec)
			z.AddInt64(z, c, prec)
			z.Inv(z, prec)
		},
		Holomorphic: func(z, x *ball.Complex, prec uint) {
			z.Sqr(x, prec)
			z.AddInt64(z, c, prec)
			z.Inv(z, prec)
		},
	}
}

var expMinusSquare = Func{
	F: func(z, x *ball.Real, prec uint) {
		z.Sqr(x, prec)
		z.Exp(z.Neg(z), prec)
	},
	Holomorphic: func(z, x *ball.Complex, prec uint) {
		z.Sqr(x, prec)
		z.Exp(z.Neg(z), prec)
	},
}

// cosine is cos(ωx); with a majorant it is not asked for complex values.
func cosine(omega int64, majorant bool) Func {
	f := Func{
		F: func(z, x *ball.Real, prec uint) { z.Cos(z.MulInt64(x, omega, prec), prec) },
	}
	if majorant {
		f.Bound = func(re *ball.Real, im ball.Mag) ball.Mag { return im.Mul(ball.MagUint(uint64(omega))).Exp() }
	} else {
		f.Holomorphic = func(z, x *ball.Complex, prec uint) { z.Cos(z.MulInt64(x, omega, prec), prec) }
	}
	return f
}

var (
	logarithm = Func{
		F:           func(z, x *ball.Real, prec uint) { z.Log(x, prec) },
		Holomorphic: func(z, x *ball.Complex, prec uint) { z.Log(x, prec) },
	}
	exponential = Func{
		F:           func(z, x *ball.Real, prec uint) { z.Exp(x, prec) },
		Holomorphic: func(z, x *ball.Complex, prec uint) { z.Exp(x, prec) },
	}
	root = Func{
		F:           func(z, x *ball.Real, prec uint) { z.Sqrt(x, prec) },
		Holomorphic: func(z, x *ball.Complex, prec uint) { z.Sqrt(x, prec) },
	}
	distance13 = Func{ // |x−1/3|
		F: func(z, x *ball.Real, prec uint) {
			var t ball.Real
			z.Abs(z.Sub(x, t.SetRat(big.NewRat(1, 3), prec), prec), prec)
		},
		Holomorphic: func(z, x *ball.Complex, prec uint) {
			var t ball.Complex
			t.Re.SetRat(big.NewRat(1, 3), prec)
			z.Sub(x, &t, prec)
			switch s, _ := z.Re.Sign(); s {
			case 1:
			case -1:
				z.Neg(z)
			default:
				z.SetIndeterminate()
			}
		},
	}
	power9 = Func{
		F:           func(z, x *ball.Real, prec uint) { z.PowInt64(x, 9, prec) },
		Holomorphic: func(z, x *ball.Complex, prec uint) { z.PowInt64(x, 9, prec) },
	}
)

func realOf(x int64) *ball.Real { return new(ball.Real).SetInt64(x) }

// do integrates and requires that the bits do not depend on the workers.
func do(t *testing.T, f Func, a, b *ball.Real, opt *Settings) (*ball.Real, Result) {
	t.Helper()
	var first ball.Real
	var res Result
	for i, w := range []int{1, 3} {
		var o Settings
		if opt != nil {
			o = *opt
		}
		o.Workers = w
		var z ball.Real
		z.SetFloat64(1e300) // garbage
		r := Integrate(context.Background(), &z, f, a, b, &o)
		if i == 0 {
			first.Set(&z)
			res = r
			continue
		}
		require.Equal(t, 0, first.Mid(nil).Cmp(z.Mid(nil)))
		require.Equal(t, first.Rad(), z.Rad())
		require.Equal(t, res, r)
	}
	return &first, res
}

// Gauss rules that come to nothing, because the integrand is wide or unbounded at single points, leave what was known
// of their panel intact.
func TestIntegrateVainRules(t *testing.T) {
	third, two := new(ball.Real).SetRat(big.NewRat(1, 3), 80), new(ball.Real).SetRat(big.NewRat(15, 7), 80)
	var want, u ball.Real
	want.Sub(want.Sqr(two, 80), u.Sqr(third, 80), 80)
	want.Mul2Exp(&want, -1)
	for _, bad := range []func(z *ball.Real){
		func(z *ball.Real) { z.AddInt64(z, 9, 100).AddRad(ball.MagUint(10)) },
		func(z *ball.Real) { z.SetIndeterminate() },
	} {
		f := Func{
			F: func(z, x *ball.Real, prec uint) {
				z.Set(x)
				if x.Rad().Cmp(ball.MagPow2(-60)) < 0 {
					bad(z)
				}
			},
			Holomorphic: func(z, x *ball.Complex, prec uint) { z.Set(x) },
		}
		for _, bits := range []uint{20, 40, 100, 200} {
			z, _ := do(t, f, third, two, &Settings{Bits: bits, MaxEvals: 4000})
			require.True(t, z.Overlaps(&want) == ball.True && z.MagUpper().Float64() < 10, "%v, not %v", z, &want)
		}
	}
}

func TestIntegrateNice(t *testing.T) {
	g := readBallGolden(t).Integrals
	for _, c := range []struct {
		name string
		f    Func
		a, b int64
		want string
	}{
		{"pi", reciprocalSquare(1), 0, 1, g["1/(1+x^2) on 0..1"]},
		{"erf", expMinusSquare, 0, 3, g["exp(-x^2) on 0..3"]},
		{"cosine", cosine(100, false), 0, 1, g["cos(100x) on 0..1"]},
		{"cosine with majorant", cosine(100, true), 0, 1, g["cos(100x) on 0..1"]},
		{"log", logarithm, 1, 2, g["log(x) on 1..2"]},
		{"root", root, 1, 4, "4.666666666666666666666666666666666666666666666666666666666666666666666666666667"},
		{"power", power9, -1, 2, "102.3"},
		{"backwards", power9, 2, -1, "-102.3"},
	} {
		for _, bits := range []uint{10, 53, 150, 220} {
			z, r := do(t, c.f, realOf(c.a), realOf(c.b), &Settings{Bits: bits})
			assert.Equal(t, Converged, r.Status, c.name)
			assert.True(t, contains(z, c.want), "%s: %v %v", c.name, z, r)
			assert.GreaterOrEqual(t, z.RelAccuracyBits(), int64(bits)-1, "%s %v %+v", c.name, z, r)
			assert.Less(t, r.Evals, int(30*bits+700), "%s %d %+v", c.name, bits, r)
			t.Log(c.name, bits, r)
		}
	}
}

// TestIntegratePolynomials has rational integrals, and sees that the ball is around them.
func TestIntegratePolynomials(t *testing.T) {
	for n := range 12 {
		f := Func{
			F:           func(z, x *ball.Real, prec uint) { z.PowInt64(x, int64(n), prec) },
			Holomorphic: func(z, x *ball.Complex, prec uint) { z.PowInt64(x, int64(n), prec) },
		}
		z, r := do(t, f, realOf(-1), realOf(3), &Settings{Bits: 80})
		require.Equal(t, Converged, r.Status)
		p := new(big.Int).Exp(big.NewInt(3), big.NewInt(int64(n+1)), nil)
		if n%2 == 0 {
			p.Add(p, big.NewInt(1))
		} else {
			p.Sub(p, big.NewInt(1))
		}
		require.True(t, z.ContainsRat(new(big.Rat).SetFrac(p, big.NewInt(int64(n+1)))), "%d %v", n, z)
	}
}

func TestIntegrateHard(t *testing.T) {
	// √x at 0 without saying so: halving towards 0
	z, r := do(t, root, realOf(0), realOf(1), &Settings{Bits: 60})
	assert.Equal(t, Converged, r.Status)
	assert.True(t, z.ContainsRat(big.NewRat(2, 3)))
	assert.Greater(t, r.Depth, 30)
	t.Log(z, r)
	// a kink
	z, r = do(t, distance13, realOf(0), realOf(1), &Settings{Bits: 50})
	assert.Equal(t, Converged, r.Status)
	assert.True(t, z.ContainsRat(big.NewRat(5, 18)))
	t.Log(z, r)
	// no complex values at all
	z, r = do(t, Func{F: exponential.F}, realOf(0), realOf(1), &Settings{Bits: 40, MaxEvals: 3000})
	assert.Equal(t, MaxEvaluations, r.Status)
	var e ball.Real
	e.E(100)
	e.AddInt64(&e, -1, 100)
	assert.True(t, z.Contains(&e), "%v", z)
	assert.Greater(t, z.RelAccuracyBits(), int64(6))
	assert.LessOrEqual(t, r.Evals, 3000)
	// a pole
	inv := Func{
		F:           func(z, x *ball.Real, prec uint) { z.Inv(x, prec) },
		Holomorphic: func(z, x *ball.Complex, prec uint) { z.Inv(x, prec) },
	}
	z, r = do(t, inv, realOf(-1), realOf(2), nil)
	assert.Equal(t, NonFinite, r.Status)
	assert.True(t, z.Indeterminate())
	// log at 0 is unbounded
	z, r = do(t, logarithm, realOf(0), realOf(1), nil)
	assert.Equal(t, NonFinite, r.Status)
	assert.True(t, z.Indeterminate())
	// an integral of 0
	cube := Func{
		F:           func(z, x *ball.Real, prec uint) { z.PowInt64(x, 3, prec) },
		Holomorphic: func(z, x *ball.Complex, prec uint) { z.PowInt64(x, 3, prec) },
	}
	z, r = do(t, cube, realOf(-1), realOf(1), &Settings{AbsTol: ball.MagPow2(-90)})
	assert.Equal(t, Converged, r.Status)
	assert.True(t, z.ContainsZero())
	z, r = do(t, cube, realOf(-1), realOf(1), &Settings{Bits: 40})
	assert.NotEqual(t, Converged, r.Status)
	assert.True(t, z.ContainsZero())
	assert.Less(t, z.Rad().Cmp(ball.MagPow2(-40)), 0)
}

func TestIntegrateInexactEnds(t *testing.T) {
	// sin on [0, π], and on [0, π ± 2^−20]
	sine := Func{
		F:           func(z, x *ball.Real, prec uint) { z.Sin(x, prec) },
		Holomorphic: func(z, x *ball.Complex, prec uint) { z.Sin(x, prec) },
	}
	var pi ball.Real
	pi.Pi(200)
	z, r := do(t, sine, realOf(0), &pi, &Settings{Bits: 100})
	assert.Equal(t, Converged, r.Status)
	assert.True(t, z.ContainsRat(big.NewRat(2, 1)), "%v", z)
	pi.AddRad(ball.MagPow2(-20))
	z, r = do(t, sine, realOf(0), &pi, &Settings{Bits: 100})
	assert.Equal(t, Roundoff, r.Status)
	var lo ball.Real
	lo.SetInt64(2)
	lo.AddRad(ball.MagPow2(-42)) // 1−cos(2^−20) is 2^−41
	assert.True(t, z.Contains(&lo))
	assert.Less(t, z.Rad().Cmp(ball.MagPow2(-10)), 0, "%v %+v", z, r)
	z, r = do(t, sine, &pi, &pi, &Settings{Bits: 100})
	assert.True(t, z.ContainsZero())
	z, r = do(t, sine, realOf(1), realOf(1), nil)
	assert.True(t, z.IsZero())
	assert.Equal(t, Converged, r.Status)
	var inf ball.Real
	z, r = do(t, sine, realOf(1), inf.SetIndeterminate(), nil)
	assert.True(t, z.Indeterminate())
	assert.Equal(t, NonFinite, r.Status)
}

func TestIntegrateBudgetWidens(t *testing.T) {
	want := readBallGolden(t).Integrals["cos(100x) on 0..1"]
	last := ball.MagInf()
	for _, evals := range []int{1, 10, 30, 100, 300, 1000} {
		z, r := do(t, cosine(100, false), realOf(0), realOf(1), &Settings{Bits: 100, MaxEvals: evals, MaxNodes: 40})
		assert.True(t, contains(z, want), "%v", z)
		assert.True(t, z.IsFinite())
		assert.LessOrEqual(t, r.Evals, max(evals, 9))
		assert.LessOrEqual(t, z.Rad().Cmp(last), 0, "%d", evals)
		last = z.Rad()
		if r.Status != Converged {
			assert.Equal(t, MaxEvaluations, r.Status)
		}
	}
	assert.Less(t, last.Cmp(ball.MagPow2(-100)), 0)
}

func TestIntegrateCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	calls := 0
	f := Func{F: func(z, x *ball.Real, prec uint) {
		if calls++; calls == 200 {
			cancel()
		}
		z.Exp(x, prec)
	}}
	var z, e ball.Real
	r := Integrate(ctx, &z, f, realOf(0), realOf(1), &Settings{Workers: 1})
	assert.Equal(t, Cancelled, r.Status)
	assert.Less(t, calls, 300)
	e.E(100)
	assert.True(t, z.Contains(e.AddInt64(&e, -1, 100)))
	assert.True(t, z.IsFinite())
	r = Integrate(ctx, &z, expMinusSquare, realOf(0), realOf(3), nil)
	assert.Equal(t, Cancelled, r.Status)
	assert.True(t, contains(&z, readBallGolden(t).Integrals["exp(-x^2) on 0..3"]))
}

// A panic of the integrand, wherever it is evaluated, is the caller's.
func TestIntegratePanics(t *testing.T) {
	for _, workers := range []int{1, 4} {
		var calls atomic.Int64
		f := Func{F: func(z, x *ball.Real, prec uint) {
			if calls.Add(1) == 200 {
				panic("oh")
			}
			z.Abs(x, prec)
			z.Sqrt(z, prec)
		}}
		assert.Panics(t, func() {
			var z ball.Real
			Integrate(context.Background(), &z, f, realOf(-1), realOf(2), &Settings{Workers: workers})
		}, workers)
	}
}

// TestRemainderFactor sees that the remainder is needed, is enough, and is no more than a few times what is needed: for
// 1/(ρ₀-type pole − x) the error of the n-point rule comes near M·R.
func TestRemainderFactor(t *testing.T) {
	const rho16 = 32
	for _, n := range []int{2, 4, 10, 20} {
		// T_{2n}, bounded on the ellipse by (ρ^{2n}+ρ^{−2n})/2, is the worst case: Q_n(T_2n) ≈ −2
		cheb := func(z, x *ball.Real) {
			a, b := ball.NewReal(1), new(ball.Real).Set(x)
			for range 2*n - 1 {
				var c ball.Real
				c.Mul(x, b, 300)
				c.Mul2Exp(&c, 1)
				a, b = b, c.Sub(&c, a, 300)
			}
			z.Set(b)
		}
		r := GaussLegendre(n, 300)
		var sum, v ball.Real
		for i := range n {
			cheb(&v, r.Node(nil, i))
			sum.Add(&sum, v.Mul(&v, r.Weight(nil, i), 300), 300)
		}
		var exact ball.Real
		exact.SetRat(big.NewRat(-2, int64(4*n*n-1)), 300)
		diff := sum.Sub(&sum, &exact, 300)
		rho := ball.MagUint(rho16).Mul2Exp(-4)
		m := rho.Pow(uint64(2 * n)).Add(ball.MagPow2(0)).Mul2Exp(-1)
		bound := m.Mul(remainderFactor(rho16, n))
		assert.Less(t, diff.MagUpper().Cmp(bound), 0)
		// the coefficient of T_2n is half of the bound 2Mρ^{−2n} for the a_k: within a factor of 2 times the geometric tail
		assert.Greater(t, diff.MagLower().Mul2Exp(1).Mul(ball.MagUint(2)).Cmp(bound), 0, "%v %v", diff, bound)
	}
}

// TestRemainderIsUsed has an integrand on which a coarse tolerance gives a rule with an error near the remainder:
// without it the ball would miss.
func TestRemainderIsUsed(t *testing.T) {
	want := readBallGolden(t).Integrals["cos(100x) on 0..1"]
	for _, tol := range []int64{-1, -2, -4, -6} {
		z, r := do(t, cosine(100, true), realOf(0), realOf(1), &Settings{AbsTol: ball.MagPow2(tol), MaxNodes: 1000})
		assert.Equal(t, Converged, r.Status)
		assert.True(t, contains(z, want), "%v", z)
	}
}

// TestBoundCoversEllipse samples the boundary of ellipses.
func TestBoundCoversEllipse(t *testing.T) {
	q := &quadrature{f: exponential}
	p := &part{}
	p.a.SetInt64(2)
	p.b.SetInt64(5)
	p.frame(64)
	for _, rho16 := range []uint64{18, 32, 54, 80} {
		rho := float64(rho16) / 16
		var worst float64
		for i := range 400 {
			u := cmplx.Rect(rho, 2*math.Pi*float64(i)/400)
			z := complex(3.5, 0) + complex(0.75, 0)*(u+1/u)
			worst = max(worst, cmplx.Abs(cmplx.Exp(z)))
		}
		for _, columns := range []int{1, 5} {
			m, evals := q.bound(p, rho16, columns)
			assert.Equal(t, columns, evals)
			assert.GreaterOrEqual(t, m.Float64(), worst)
			assert.LessOrEqual(t, m.Float64(), 4*worst)
		}
	}
}

// TestIntegrateRandom compares with arc tangents: 1/(s+x²) on random intervals, near and far from its poles, under
// every choice of thresholds.
func TestIntegrateRandom(t *testing.T) {
	defer func(e []uint64, c int) { ellipses, ellipseColumns = e, c }(ellipses, ellipseColumns)
	all := ellipses
	r := rand.New(rand.NewPCG(3, 4))
	for i := range 300 {
		ellipses, ellipseColumns = all, 1+i%7
		if i%3 == 1 {
			ellipses = all[:firstEllipse+1]
		}
		s := math.Ldexp(1+r.Float64(), r.IntN(20)-14)
		a, b := ball.NewReal(r.NormFloat64()), ball.NewReal(r.NormFloat64()*2)
		bits := uint(10 + r.IntN(120))
		f := Func{
			F: func(z, x *ball.Real, prec uint) {
				z.Sqr(x, prec)
				z.Inv(z.Add(z, ball.NewReal(s), prec), prec)
			},
			Holomorphic: func(z, x *ball.Complex, prec uint) {
				z.Sqr(x, prec)
				z.Inv(z.Add(z, ball.NewComplex(complex(s, 0)), prec), prec)
			},
		}
		var want, t1, rs ball.Real
		rs.Sqrt(ball.NewReal(s), 300)
		want.Atan(t1.Quo(b, &rs, 300), 300)
		t1.Atan(t1.Quo(a, &rs, 300), 300)
		want.Sub(&want, &t1, 300)
		want.Quo(&want, &rs, 300)
		// dst may be an end
		res := Integrate(context.Background(), a, f, a, b, &Settings{Bits: bits, MaxNodes: 96 << r.IntN(3)})
		require.Equal(t, Converged, res.Status, "%d %+v", i, res)
		require.True(t, a.Contains(&want), "%d: %v %v", i, a, &want)
		require.GreaterOrEqual(t, a.RelAccuracyBits(), int64(bits)-1)
	}
}

// TestIntegrateLowOrder makes the error of the rules as large as it gets: tolerances of a few bits.
func TestIntegrateLowOrder(t *testing.T) {
	for omega := int64(1); omega < 60; omega += 3 {
		for tol := int64(-3); tol < 2; tol++ {
			var z, want ball.Real
			res := Integrate(context.Background(), &z, cosine(omega, true), realOf(-1), realOf(1),
				&Settings{AbsTol: ball.MagPow2(tol), MaxNodes: 1000})
			require.Equal(t, Converged, res.Status)
			want.Sin(realOf(omega), 200)
			want.Mul2Exp(&want, 1)
			want.QuoInt64(&want, omega, 200)
			require.True(t, z.Contains(&want), "%d %v", omega, &z)
			require.LessOrEqual(t, z.Rad().Cmp(ball.MagPow2(tol)), 0)
		}
	}
}
