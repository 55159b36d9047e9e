package simd

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/ball"
	"krein/internal/testlong"
)

// arguments are hard and easy float64: 0, subnormals, all exponents, next to multiples
// of π/4 up to 2^20 and beyond, the limits of the reductions.
func arguments(rounds int) []float64 {
	x := []float64{
		0, math.SmallestNonzeroFloat64, 0x1p-1030, 0x1p-1022, 0x1p-60, 0x1p-30, math.Pi / 4,
		large, math.Nextafter(large, 0), math.Nextafter(large, math.Inf(1)), large + 1, 0x1p29, 0x1p53, 0x1p62, 0x1p64, 0x1p128,
		6381956970095103 * 0x1p797, // the float64 nearest to a multiple of π/2 (Kahan)
		5319372648326541 * 0x1p416, math.MaxFloat64,
	}
	r := rand.New(rand.NewPCG(1, 2))
	quarter := new(ball.Real).Pi(1200)
	quarter.Mul2Exp(quarter, -2)
	for range rounds {
		x = append(x, r.NormFloat64(), 100*r.NormFloat64(), large*r.Float64(), math.Ldexp(1+r.Float64(), r.IntN(2046)-1022))
		k := new(big.Float).SetInt64(r.Int64N(1 << 22)) // k·π/4 up to 2^20·0.79
		if r.IntN(4) == 0 {                             // any size
			k.SetMantExp(new(big.Float).SetInt64(r.Int64()), r.IntN(900))
		}
		near, _ := new(ball.Real).Mul(quarter, new(ball.Real).SetFloat(k), 1200).Float64()
		x = append(x, near, math.Nextafter(near, 0), math.Nextafter(near, math.Inf(1)))
	}
	for _, v := range x {
		x = append(x, -v)
	}
	return x
}

// exact returns the midpoint of a ball for sin x or cos x with 100 bits that are right.
func exact(t *testing.T, f func(z, x *ball.Real, prec uint) *ball.Real, x float64) *big.Float {
	for prec := uint(150); ; prec *= 2 {
		require.Less(t, prec, uint(10000))
		y := f(new(ball.Real), ball.NewReal(x), prec)
		if y.RelAccuracyBits() >= 100 || y.IsZero() {
			return y.Mid(new(big.Float))
		}
	}
}

// ulps returns |got − want| in units of the last place of want, of float64's bits or
// float32's: 53 or 24, least exponent −1074 or −149.
func ulps(got float64, want *big.Float, bits, least int) float64 {
	d := new(big.Float).SetPrec(200).Sub(new(big.Float).SetFloat64(got), want)
	e := max(want.MantExp(nil)-bits, least)
	v, _ := d.SetMantExp(d, -e).Float64()
	return math.Abs(v)
}

// The bound of the documentation is 2; what is asserted is what is claimed beside the code.
func TestAccuracy64(t *testing.T) {
	worst := 0.0
	for _, x := range arguments(testlong.Rounds(400)) {
		s, c := sincos(x)
		es := ulps(s, exact(t, (*ball.Real).Sin, x), 53, -1074)
		ec := ulps(c, exact(t, (*ball.Real).Cos, x), 53, -1074)
		worst = max(worst, es, ec)
		require.LessOrEqual(t, max(es, ec), 1.25, "%x: sin %g ulp, cos %g ulp", x, es, ec)
	}
	t.Logf("largest error %.3f ulp", worst)
	s, c := sincos(math.Copysign(0, -1))
	assert.True(t, s == 0 && math.Signbit(s) && c == 1, "sin −0 is −0")
	s, _ = sincos(0.0)
	assert.False(t, math.Signbit(s))
}

// hi + lo has 63 bits that are right, so that one rounding is what sine and cosine see of
// the reduction.
func TestReduction(t *testing.T) {
	const prec = 1400
	half := new(ball.Real).Pi(prec)
	half.Mul2Exp(half, -1)
	inverse := new(ball.Real).Inv(half, prec)
	for _, x := range arguments(testlong.Rounds(2000)) {
		var (
			k      uint64
			hi, lo float64
		)
		if math.Abs(x) <= large {
			k, hi, lo = reduce64(x)
		} else {
			k, hi, lo = reduceFar(x)
		}
		a := ball.NewReal(math.Abs(x))
		got := new(ball.Real).Add(ball.NewReal(hi), ball.NewReal(lo), prec)
		// The whole number of quarter turns is what x − hi − lo leaves.
		n := new(ball.Real).Sub(a, got, prec)
		n.Mul(n, inverse, prec)
		whole, _ := new(big.Float).Add(n.Mid(new(big.Float)), big.NewFloat(0.5)).Int(nil)
		require.Equal(t, new(big.Int).And(whole, big.NewInt(3)).Uint64(), k&3, "%x", x)
		want := new(ball.Real).Sub(a, new(ball.Real).Mul(new(ball.Real).SetInt(whole), half, prec), prec)
		e, _ := got.Sub(got, want, prec).Float64()
		m, _ := want.Float64()
		require.LessOrEqual(t, math.Abs(e), math.Abs(m)*0x1p-63, "%x", x)
		require.LessOrEqual(t, math.Abs(m), math.Pi/4+0x1p-32, "%x", x)
	}
}

// float32 is compared with float64, which TestAccuracy64 compares with ball.
func TestAccuracy32(t *testing.T) {
	step := uint32(9973)
	if testlong.Enabled() {
		step = 1
	}
	worst := 0.0
	check := func(x float32) {
		s, c := sincos(x)
		s64, c64 := sincos(float64(x))
		es, ec := ulps32(s, s64), ulps32(c, c64)
		worst = max(worst, es, ec)
		if max(es, ec) > 1.75 {
			require.LessOrEqual(t, max(es, ec), 1.75, "%x: sin %g ulp, cos %g ulp", x, es, ec)
		}
	}
	for bits := uint32(0); bits < 0x7f800000-step; bits += step {
		check(math.Float32frombits(bits))
		check(-math.Float32frombits(bits))
	}
	for _, x := range arguments(1000) {
		if math.Abs(x) < math.MaxFloat32 {
			check(float32(x))
		}
	}
	t.Logf("largest error %.3f ulp", worst)
	s, _ := sincos(float32(math.Copysign(0, -1)))
	assert.True(t, math.Signbit(float64(s)))
}

func ulps32(got float32, want float64) float64 {
	if want == 0 {
		return math.Abs(float64(got))
	}
	_, e := math.Frexp(want)
	return math.Abs(float64(got)-want) / math.Ldexp(1, max(e-24, -149))
}

// The constants are what their names say.
func TestConstants(t *testing.T) {
	const prec = 1600
	half := new(ball.Real).Pi(prec)
	half.Mul2Exp(half, -1)
	inverse := new(ball.Real).Inv(half, prec)
	v, _ := inverse.Float64()
	assert.Equal(t, v, twoOverPi)
	for _, parts := range [][]float64{{half1, half2, half3}, {half1, halfRest}} {
		rest := new(ball.Real).Set(half)
		for _, p := range parts {
			rest.Sub(rest, ball.NewReal(p), prec)
		}
		m, _ := rest.Float64()
		last := parts[len(parts)-1]
		assert.LessOrEqual(t, math.Abs(m), math.Abs(last)*0x1p-53, "the parts are π/2 to 53 bits of the last one")
	}
	assert.Zero(t, math.Float64bits(half2)&(1<<21-1), "half2 has 32 bits")
	words := new(big.Int)
	for _, w := range inversePi {
		words.Lsh(words, 64).Or(words, new(big.Int).SetUint64(w))
	}
	inverse.Mul2Exp(inverse, int64(64*len(inversePi)))
	inverse.Sub(inverse, new(ball.Real).SetInt(words), prec)
	m, _ := inverse.Float64()
	assert.True(t, 0 < m && m < 1, "the bits of 2/π, cut off")
}

// The polynomials without any rounding are as near as is said beside them.
func TestPolynomials(t *testing.T) {
	const prec = 200
	relative := func(c []float64, r float64, cosine bool) float64 {
		x := ball.NewReal(r)
		z := new(ball.Real).Sqr(x, prec)
		p := ball.NewReal(c[len(c)-1])
		for i := len(c) - 2; i >= 0; i-- {
			p.FMA(p, z, ball.NewReal(c[i]), prec)
		}
		want := new(ball.Real)
		if cosine {
			p.FMA(p, z, ball.NewReal(-0.5), prec)
			p.FMA(p, z, ball.NewReal(1), prec)
			want.Cos(x, prec)
		} else {
			p.FMA(p, z, ball.NewReal(1), prec)
			p.Mul(p, x, prec)
			want.Sin(x, prec)
		}
		e, _ := p.Quo(p.Sub(p, want, prec), want, prec).Float64()
		return math.Abs(e)
	}
	wide := func(c []float32) (out []float64) {
		for _, v := range c {
			out = append(out, float64(v))
		}
		return out
	}
	worst := [4]float64{}
	for i := range 4001 {
		r := (math.Pi/4 + 0x1p-32) * float64(i+1) / 4001
		for j, e := range []float64{relative(sin64[:], r, false), relative(cos64[:], r, true), relative(wide(sin32[:]), r, false), relative(wide(cos32[:]), r, true)} {
			worst[j] = max(worst[j], e)
		}
	}
	t.Logf("log2 of the largest errors: %.2f %.2f %.2f %.2f", math.Log2(worst[0]), math.Log2(worst[1]), math.Log2(worst[2]), math.Log2(worst[3]))
	assert.Less(t, max(worst[0], worst[1]), 0x1p-56)
	assert.Less(t, max(worst[2], worst[3]), 0x1p-26)
}

func TestFMA32(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	draw := func() float32 {
		switch r.IntN(4) {
		case 0: // products below the normal range
			return float32(math.Ldexp(1+r.Float64(), r.IntN(30)-85))
		case 1: // few bits, so that ties happen
			return float32(math.Ldexp(float64(r.IntN(64)-32), r.IntN(60)-30))
		}
		return math.Float32frombits(r.Uint32())
	}
	for range testlong.Rounds(200000) {
		x, y, z := draw(), draw(), draw()
		if r.IntN(2) == 0 && x*y != 0 { // a sum beside halfway
			z = float32(math.Ldexp(float64(x*y), r.IntN(60)-30))
			z = float32(math.Ldexp(float64(r.IntN(8)), int(math.Logb(float64(z)))))
		}
		if x-x != 0 || y-y != 0 || z-z != 0 {
			continue
		}
		exact := new(big.Float).SetPrec(2000).Mul(big.NewFloat(float64(x)), big.NewFloat(float64(y)))
		exact.Add(exact, big.NewFloat(float64(z)))
		want, _ := exact.Float32()
		require.Equal(t, want, fma32(x, y, z), "%x·%x + %x", x, y, z)
	}
	// Halfway in float64's rounding only.
	for _, z := range []float32{0x1p-40, -0x1p-40, 0x1p-100, -0x1p-100} {
		x, y := float32(1+0x1p-12), float32(1+0x1p-12) // 1 + 2^-11 + 2^-24: a tie
		want := float32(1 + 0x1p-11)
		if z > 0 {
			want = math.Nextafter32(want, 2)
		}
		assert.Equal(t, want, fma32(x, y, z))
	}
	// Halfway between subnormal numbers, as float64 sees it.
	z := float32(0x1p-127 + 0x1p-149)
	assert.Equal(t, z, fma32(0x1p-75*(1+0x1p-23), 0x1p-75*(1-0x1p-23), z))
}
