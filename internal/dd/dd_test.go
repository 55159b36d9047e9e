package dd

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/internal/testlong"
)

const prec = 400

func exact(a T) *big.Float {
	x := new(big.Float).SetPrec(prec).SetFloat64(a.Hi)
	return x.Add(x, new(big.Float).SetFloat64(a.Lo))
}

// relative returns |got − want|/|want| in units of Eps.
func relative(got T, want *big.Float) float64 {
	d := new(big.Float).SetPrec(prec).Sub(exact(got), want)
	if want.Sign() != 0 {
		d.Quo(d, want)
	}
	f, _ := d.Float64()
	return math.Abs(f) / Eps
}

func random(rng *rand.Rand) T {
	hi := (rng.Float64() - 0.5) * math.Ldexp(1, rng.IntN(60)-30)
	return quick(hi, hi*0x1p-53*(rng.Float64()-0.5))
}

// TestArithmetic compares every operation with big.Float, within the proved bounds (Eps is 4u²).
func TestArithmetic(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	z := func() *big.Float { return new(big.Float).SetPrec(prec) }
	for range testlong.RoundsTo(20000, 20000) {
		a, b := random(rng), random(rng)
		x, y := exact(a), exact(b)
		f := b.Hi
		yf := exact(Of(f))
		for name, c := range map[string]struct {
			got   T
			want  *big.Float
			limit float64
		}{
			"add":  {a.Add(b), z().Add(x, y), 0.7501},
			"sub":  {a.Sub(b), z().Sub(x, y), 0.7501},
			"addf": {a.AddF(f), z().Add(x, yf), 0.5001},
			"mul":  {a.Mul(b), z().Mul(x, y), 1.75},
			"mulf": {a.MulF(f), z().Mul(x, yf), 0.5001},
			"sqr":  {a.Sqr(), z().Mul(x, x), 1.25},
			"div":  {a.Div(b), z().Quo(x, y), 1.25},
			"divf": {a.DivF(f), z().Quo(x, yf), 1.25},
			"inv":  {b.Inv(), z().Quo(big.NewFloat(1), y), 1.25},
			"sqrt": {a.Abs().Sqrt(), z().Sqrt(exact(a.Abs())), 1.25},
		} {
			require.LessOrEqualf(t, relative(c.got, c.want), c.limit, "%s of %v, %v", name, a, b)
			require.LessOrEqual(t, math.Abs(c.got.Lo), math.Abs(c.got.Hi)*0x1p-52, name)
		}
	}
	assert.Equal(t, T{6, 0x1p-50}, T{3, 0x1p-51}.Ldexp(1))
	assert.True(t, math.IsNaN(Of(-1).Sqrt().Hi))
	assert.Zero(t, Of(0).Sqrt().Hi)
	assert.Zero(t, TwoProd(3, 7).Lo)
}

// bigExp is Taylor's series after halving, at 400 bits.
func bigExp(x *big.Float) *big.Float {
	y := new(big.Float).SetPrec(prec+100).SetMantExp(x, -40)
	s, t := big.NewFloat(1).SetPrec(prec+100), big.NewFloat(1).SetPrec(prec+100)
	for k := 1; k < 40; k++ {
		t.Mul(t, y).Quo(t, big.NewFloat(float64(k)))
		s.Add(s, t)
	}
	for range 40 {
		s.Mul(s, s)
	}
	return s
}

// TestExpLog compares exp with a series in big.Float, and log with its inverse.
func TestExpLog(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for range 300 {
		a := random(rng)
		for math.Abs(a.Hi) > 700 {
			a = a.Ldexp(-6)
		}
		e := Exp(a)
		require.LessOrEqual(t, relative(e, bigExp(exact(a))), 64+4*math.Abs(a.Hi), "exp %v", a)
		m, k := ExpScaled(a)
		require.True(t, m.Hi > 0.5 && m.Hi < 2)
		require.InEpsilon(t, e.Hi, math.Ldexp(m.Hi, k), 1e-15)

		b := a.Abs()
		l := Log(b)
		back := bigExp(exact(l))
		require.LessOrEqual(t, relative(b, back), 16*max(4, math.Abs(l.Hi)), "log %v", b)
	}
	assert.Equal(t, math.Inf(1), Exp(Of(800)).Hi)
	assert.Zero(t, Exp(Of(-800)).Hi)
	assert.True(t, math.IsNaN(Exp(Of(math.NaN())).Hi))
	assert.True(t, math.IsNaN(Log(Of(-1)).Hi))
	assert.Equal(t, math.Inf(-1), Log(Of(0)).Hi)
	// log 2 by definition, and an argument near 1 where only the low word matters.
	assert.LessOrEqual(t, relative(Log(Of(2)), exact(Ln2)), 8.0)
	tiny := Log(T{1, 0x1p-60})
	assert.InEpsilon(t, 0x1p-60, tiny.Hi, 1e-15)
}

// TestTrigonometry checks sin and cos by known angles, the addition theorem, and Atan2 as their inverse.
func TestTrigonometry(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	s, c := SinCos(Pi.DivF(6))
	assert.LessOrEqual(t, math.Abs(s.AddF(-0.5).Float()), 8*Eps)
	assert.LessOrEqual(t, math.Abs(c.Sub(Of(3).Sqrt().Half()).Float()), 8*Eps)
	for range 2000 {
		a := T{(rng.Float64() - 0.5) * math.Ldexp(1, rng.IntN(30)), 0}
		b := T{rng.Float64(), 0}
		sa, ca := SinCos(a)
		sb, cb := SinCos(b)
		sum, cosum := SinCos(a.Add(b))
		tol := 64 * Eps * max(1, math.Abs(a.Hi))
		require.LessOrEqual(t, math.Abs(sa.Mul(cb).Add(ca.Mul(sb)).Sub(sum).Float()), tol)
		require.LessOrEqual(t, math.Abs(ca.Mul(cb).Sub(sa.Mul(sb)).Sub(cosum).Float()), tol)
		require.LessOrEqual(t, math.Abs(sa.Sqr().Add(ca.Sqr()).AddF(-1).Float()), tol)
		require.InDelta(t, math.Sin(a.Hi), sa.Hi, 1e-15)

		angle := T{(rng.Float64() - 0.5) * 2 * math.Pi, 0}
		y, x := SinCos(angle)
		require.LessOrEqual(t, math.Abs(Atan2(y.MulF(3), x.MulF(3)).Sub(angle).Float()), 64*Eps)
	}
	assert.Equal(t, math.Pi, Atan2(Of(0), Of(-1)).Hi)
	assert.LessOrEqual(t, math.Abs(Atan2(Of(1), Of(1)).Sub(HalfPi.Half()).Float()), 8*Eps)
	assert.Zero(t, Atan2(Of(0), Of(0)).Hi)
}

// TestLogGamma checks known values, the recurrence and the duplication formula.
func TestLogGamma(t *testing.T) {
	fact := Of(1)
	for n := 1; n < 60; n++ {
		got := LogGamma(Of(float64(n)))
		require.LessOrEqual(t, math.Abs(got.Sub(Log(fact)).Float()), 64*Eps*max(1, got.Hi), n)
		fact = fact.MulF(float64(n))
	}
	assert.LessOrEqual(t, math.Abs(LogGamma(Of(0.5)).Sub(Log(Pi).Half()).Float()), 64*Eps)
	for _, x := range []float64{0.25, 1.5, 29.75, 30.5, 391.25, 1e6, 1e12} {
		a := Of(x)
		tol := 64 * Eps * (1 + x*math.Abs(math.Log(x))*4)
		step := LogGamma(a.AddF(1)).Sub(LogGamma(a)).Sub(Log(a))
		assert.LessOrEqual(t, math.Abs(step.Float()), tol, x)
		// Γ(x)Γ(x+½) = 2^{1−2x}√π Γ(2x)
		dup := LogGamma(a).Add(LogGamma(a.AddF(0.5))).Sub(LogGamma(Of(2 * x))).Sub(Ln2.Mul(Of(1).Sub(Of(2 * x)))).Sub(
			Log(Pi).Half())
		assert.LessOrEqual(t, math.Abs(dup.Float()), tol, x)
	}
}
