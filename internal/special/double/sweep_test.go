package double

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/ball"
	"krein/internal/dd"
	"krein/internal/testlong"
	"krein/special"
)

// sweepOrder draws an order ≥ 0: 0, halves, large, tiny ones, and next to halves.
func sweepOrder(r *rand.Rand) float64 {
	switch r.IntN(6) {
	case 0:
		return 0
	case 1:
		return math.Round(2*math.Exp(7*r.Float64())) / 2
	case 2:
		return math.Exp(14 * r.Float64())
	case 3:
		return 31 * r.Float64()
	case 4:
		return math.Ldexp(r.Float64(), -r.IntN(1074))
	}
	return math.Round(math.Exp(4*r.Float64())) / 2 * (1 + 0x1p-50*r.NormFloat64())
}

// sweepArgument draws an argument > 0 for the order: of any size, subnormal, next to where algorithms meet, of the size
// of ν and of ν².
func sweepArgument(r *rand.Rand, nu float64) float64 {
	x := math.Exp(10*r.Float64() - 3)
	switch r.IntN(7) {
	case 0:
		x = math.Exp(780*r.Float64() - 740)
	case 1:
		x = math.Ldexp(r.Float64(), -1022)
	case 2:
		x = 40 * r.Float64()
	case 3:
		x = 2 + r.NormFloat64()*1e-3
	case 4:
		x = nu * math.Exp(r.NormFloat64())
	case 5:
		x = nu * nu * math.Exp(r.NormFloat64())
	}
	return max(x, 5e-324)
}

// TestModifiedSweep: the values of I, K and their kin are within their bounds, and these as small as the documentation
// says.
func TestModifiedSweep(t *testing.T) {
	const prec = 250
	times := func(sign int64, f func(z, nu, x *ball.Real, prec uint) *ball.Real) func(z, nu, x *ball.Real) {
		return func(z, nu, x *ball.Real) {
			var e ball.Real
			f(z, nu, x, prec)
			z.Mul(z, e.Exp(e.MulInt64(x, sign, prec), prec), prec)
		}
	}
	functions := []struct {
		name      string
		f         func(nu, x float64) (value, bound float64)
		want      func(z, nu, x *ball.Real)
		most      float64 // of the bound, relative to the value
		mostOfLog float64 // or absolute
	}{
		{"I", BesselI, func(z, nu, x *ball.Real) { special.BesselI(z, nu, x, prec) }, 1e-14, 0},
		{"IE", BesselIE, times(-1, special.BesselI), 1e-14, 0},
		{"K", BesselK, func(z, nu, x *ball.Real) { special.BesselK(z, nu, x, prec) }, 1e-13, 0},
		{"KE", BesselKE, times(1, special.BesselK), 1e-13, 0},
		{"log K", LogBesselK, func(z, nu, x *ball.Real) { z.Log(special.BesselK(z, nu, x, prec), prec) }, 0x1p-53, 1e-13},
	}
	r := rand.New(rand.NewPCG(33, 1))
	n, unknown := 0, 0
	for i := range testlong.RoundsTo(240, 1000) {
		nu := sweepOrder(r)
		x := sweepArgument(r, nu)
		if i%16 == 0 { // where s − x has few digits after the point
			nu = math.Exp(20 + 0.7*r.Float64())
			x = nu * nu * math.Exp(0.5*r.NormFloat64())
		}
		for _, f := range functions {
			v, b := f.f(nu, x)
			var z ball.Real
			f.want(&z, ball.NewReal(nu), ball.NewReal(x))
			n++
			if !z.IsFinite() || z.RelAccuracyBits() < 70 {
				unknown++
				continue
			}
			want := z.Nearest()
			if math.IsInf(v, 0) {
				require.Truef(t, math.Abs(want) > 1e308, "%s(%v, %v) = %v, not %v", f.name, nu, x, v, want)
				continue
			}
			z.Sub(&z, ball.NewReal(v), 300)
			require.LessOrEqualf(t, z.MagUpper().Float64(), b, "%s(%v, %v) = %v, not %v", f.name, nu, x, v, want)
			require.LessOrEqualf(t, b, f.most*math.Abs(v)+f.mostOfLog+2e-308*f.most+0x1p-1073, "%s(%v, %v) = %v ± %v", f.name, nu, x, v, b)
		}
	}
	assert.LessOrEqual(t, unknown, n/5)
	// e^{−x}I_ν(x) → e^{−ν²/(2x)}/√(2πx) for x = ν² → ∞, which no ball reaches
	for _, nu := range []float64{1e10, 1e20, 1e60, 1e150} {
		x := nu * nu
		a := math.Sqrt(2*math.Pi) * math.Sqrt(x)
		v, b := BesselIE(nu, x)
		assert.InDelta(t, math.Exp(-0.5)/a, v, b, nu)
		v, b = BesselKE(nu, x)
		assert.InDelta(t, math.Exp(0.5)*math.Pi/a, v, b, nu)
	}
	// what is lost for the largest orders is counted: these two I are close to 1
	for _, nu := range []float64{1e16, 1e19, 1e25} {
		v, b := BesselI(nu, 0.66274341934918*nu)
		assert.True(t, b > 1e-14*v || v == 0 || math.IsInf(v, 0), nu)
	}
}

// TestZerosSweep: between the neighbours of a zero J changes its sign.
func TestZerosSweep(t *testing.T) {
	sign := func(nu, x float64) int {
		if v, b := BesselJ(nu, x); math.Abs(v) > b {
			return int(math.Copysign(1, v))
		}
		var z ball.Real
		special.BesselJ(&z, ball.NewReal(nu), ball.NewReal(x), 128)
		s, _ := z.Sign()
		return s
	}
	r := rand.New(rand.NewPCG(33, 2))
	check := func(nu float64, zeros []float64) {
		for k, x := range zeros {
			lo, hi := sign(nu, math.Nextafter(x, 0)), sign(nu, math.Nextafter(x, math.Inf(1)))
			want := 1 - 2*(k&1)
			require.Truef(t, lo == want && hi == -want, "zero %d of J_%v: %v", k+1, nu, x)
		}
	}
	for range testlong.RoundsTo(80, 2000) {
		nu := sweepOrder(r)
		if r.IntN(4) == 0 {
			nu = -0.5 + 0.5*r.Float64()
		}
		check(nu, BesselJZeros(nu, 6))
	}
	for _, nu := range []float64{-0.5, 1e5, 1e6, 0x1p30} {
		check(nu, BesselJZeros(nu, 2))
	}
	far := BesselJZeros(0.3, 2000)
	check(0.3, far[1990:])
}

// TestUniform compares Debye's expansions with recurrences where both serve, within their bounds, and with parts of the
// bounds left out.
func TestUniform(t *testing.T) {
	r := rand.New(rand.NewPCG(33, 3))
	above, below, cut := 0, 0, 0
	for range testlong.RoundsTo(800, 20000) {
		nu := 1001 + (recurrenceMost-1001)*r.Float64()
		x := nu + math.Cbrt(nu)*math.Exp(1+4*r.Float64())
		y, e, ok := uniformAbove(nu, x, startEnough)
		if _, z, ez, good := forward(nu, x, true); ok && good {
			require.LessOrEqualf(t, y.Sub(z).Abs().Hi, e+ez, "J_%v(%v)", nu, x)
			above++
			// fewer terms have larger bounds, which are needed
			y, e, ok = uniformAbove(nu, x, 0x1p-30)
			require.True(t, ok)
			require.LessOrEqual(t, y.Sub(z).Abs().Hi, e+ez, "J_%v(%v)", nu, x)
			if y.Sub(z).Abs().Hi > e/8 {
				cut++
			}
		}
		x = nu - math.Cbrt(nu)*math.Exp(1+2*r.Float64())
		v, b, exp, ok := uniformBelow(nu, x)
		if w, bw, expw, good := ratioJ(nu, x); ok && good {
			m, expm, rel := realPrefactor(nu, x, 1)
			v, b = timesDD(m, v, b+rel*math.Abs(v))
			w, bw = math.Ldexp(w, expw-exp-expm), math.Ldexp(bw, expw-exp-expm)
			require.LessOrEqualf(t, math.Abs(v-w), b+bw, "J_%v(%v)", nu, x)
			require.LessOrEqual(t, b, 4*roundoff*math.Abs(v))
			below++
		}
	}
	assert.Greater(t, above, 60)
	assert.Greater(t, below, 30)
	assert.Positive(t, cut, "bounds of terms left out could be an eighth")
	// The angle's error, of which phaseUnit makes 150u².
	for range testlong.RoundsTo(800, 100000) {
		x, y := dd.Of(math.Exp(-20*r.Float64())), dd.Of(1+r.Float64())
		if r.IntN(2) == 0 {
			x, y = y, x
		}
		var want, z ball.Real
		want.Atan(want.Quo(ball.NewReal(y.Hi), ball.NewReal(x.Hi), 300), 300)
		got := dd.Atan2(y, x)
		want.Sub(&want, z.Add(ball.NewReal(got.Hi), ball.NewReal(got.Lo), 300), 300)
		require.LessOrEqual(t, want.MagUpper().Float64(), 150*0x1p-106, "%v/%v", y, x)
	}
}
