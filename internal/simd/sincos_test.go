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
// of half a quarter turn, the limits of the reductions.
func arguments(rounds int) []float64 {
	x := []float64{
		0, math.SmallestNonzeroFloat64, 0x1p-1030, 0x1p-1022, 0x1p-60, 0x1p-30, 0.5, 1, 1.5, 2.5,
		0x1p20, 0x1p29, 0x1p53 - 1, 0x1p53, 0x1p53 + 2, 0x1p54 + 4, 0x1p62, 0x1p64, 0x1p128, math.MaxFloat64,
	}
	for _, v := range []float64{large32, large64, 0x1p22, 0x1p23, 0x1p51, 0x1p52} {
		x = append(x, v, math.Nextafter(v, 0), math.Nextafter(v, math.Inf(1)), v+1, v-1, v-0.5, v+0.5, v+0.25,
			float64(math.Nextafter32(float32(v), 0)), float64(math.Nextafter32(float32(v), 2*float32(v))))
	}
	r := rand.New(rand.NewPCG(1, 2))
	for range rounds {
		x = append(x, r.NormFloat64(), 100*r.NormFloat64(), 0x1p20*r.Float64(), math.Ldexp(1+r.Float64(), r.IntN(2046)-1022))
		near := float64(r.Int64N(1<<22)) / 2
		x = append(x, near, math.Nextafter(near, 0), math.Nextafter(near, math.Inf(1)),
			near+math.Ldexp(r.NormFloat64(), -r.IntN(40)))
	}
	for _, v := range x {
		x = append(x, -v)
	}
	return x
}

// turns returns f(π/2·q) with 100 bits that are right.
func turns(t *testing.T, f func(z, x *ball.Real, prec uint) *ball.Real, q float64) *big.Float {
	if q = math.Mod(q, 4); q == math.Trunc(q) { // exact: a zero has no bits
		y, _ := f(new(ball.Real), ball.NewReal(q*math.Pi/2), 53).Float64()
		return big.NewFloat(math.Round(y))
	}
	for prec := uint(150); ; prec *= 2 {
		require.Less(t, prec, uint(10000))
		x := new(ball.Real).Pi(prec)
		x.Mul(x, ball.NewReal(q), prec)
		x.Mul2Exp(x, -1)
		y := f(new(ball.Real), x, prec)
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

// Every set of kernels is within 2 ulp of balls, and within what is claimed beside the code.
func TestAccuracy64(t *testing.T) {
	x := arguments(testlong.Rounds(400))
	var inside []float64
	for _, v := range x {
		if math.Abs(v) < large64-1 {
			inside = append(inside, v)
		}
	}
	for len(inside)%16 != 0 {
		inside = append(inside, 0)
	}
	one := make([]float64, len(inside))
	for i := range one {
		one[i] = 1
	}
	sets := make([][]float64, len(have64))
	for i, k := range have64 {
		sets[i] = make([]float64, 2*len(inside))
		require.False(t, k.sincos(1, inside, 0, one, sets[i], 0))
	}
	worst := 0.0
	check := func(q, s, c float64, who string) {
		es := ulps(s, turns(t, (*ball.Real).Sin, q), 53, -1074)
		ec := ulps(c, turns(t, (*ball.Real).Cos, q), 53, -1074)
		worst = max(worst, es, ec)
		require.LessOrEqual(t, max(es, ec), 1.9, "%s: %x: sin %g ulp, cos %g ulp", who, q, es, ec)
	}
	for i, q := range inside {
		for j, k := range have64 {
			s, c := sets[j][2*i+1], sets[j][2*i]
			if j == 0 || s != sets[0][2*i+1] || c != sets[0][2*i] {
				check(q, s, c, k.name)
			}
		}
	}
	for _, q := range x {
		if math.Abs(q) >= large64-1 && math.Abs(q) < whole64 {
			s, c := sincos(q)
			check(q, s, c, "beyond")
		}
	}
	t.Logf("largest error %.3f ulp", worst)
	s, c := sincos(math.Copysign(0, -1))
	assert.True(t, s == 0 && math.Signbit(s) && c == 1, "sin −0 is −0")
	s, _ = sincos(0.0)
	assert.False(t, math.Signbit(s))
}

// float32 is compared with float64, which TestAccuracy64 compares with balls: all fractions
// of a turn when tests are long.
func TestAccuracy32(t *testing.T) {
	step := uint32(9973)
	if testlong.Enabled() {
		step = 1
	}
	worst := 0.0
	check := func(q float32) {
		s, c := sincos(q)
		s64, c64 := sincos(float64(q))
		es, ec := ulps32(s, s64), ulps32(c, c64)
		worst = max(worst, es, ec)
		if max(es, ec) > 1.95 {
			require.LessOrEqual(t, max(es, ec), 1.95, "%x: sin %g ulp, cos %g ulp", q, es, ec)
		}
	}
	for bits := uint32(0); bits < math.Float32bits(whole32)-step; bits += step {
		check(math.Float32frombits(bits))
		check(-math.Float32frombits(bits))
	}
	for _, x := range arguments(1000) {
		if math.Abs(x) < whole32 {
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

// The polynomials without any rounding are as near as is said beside them.
func TestPolynomials(t *testing.T) {
	const prec = 200
	relative := func(c []float64, f float64, cosine bool) float64 {
		x := ball.NewReal(f)
		z := new(ball.Real).Sqr(x, prec)
		p := ball.NewReal(c[len(c)-1])
		for i := len(c) - 2; i >= 0; i-- {
			p.FMA(p, z, ball.NewReal(c[i]), prec)
		}
		half := new(ball.Real).Pi(prec)
		half.Mul2Exp(half, -1)
		half.Mul(half, x, prec)
		want := new(ball.Real)
		if cosine {
			p.FMA(p, z, ball.NewReal(1), prec)
			want.Cos(half, prec)
		} else {
			p.Mul(p, x, prec)
			want.Sin(half, prec)
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
		f := 0.5 * float64(i+1) / 4001
		for j, e := range []float64{relative(sin64[:], f, false), relative(cos64[:], f, true),
			relative(wide(sin32[:]), f, false), relative(wide(cos32[:]), f, true)} {
			worst[j] = max(worst[j], e)
		}
	}
	t.Logf("log2 of the largest errors: %.2f %.2f %.2f %.2f", math.Log2(worst[0]), math.Log2(worst[1]),
		math.Log2(worst[2]), math.Log2(worst[3]))
	// The coefficient of f is π/2 rounded, which the sine cannot do better than.
	assert.Less(t, worst[0], 0x1p-53*0.55)
	assert.Less(t, worst[1], 0x1p-53*0.8)
	assert.Less(t, worst[2], 0x1p-24*0.6)
	assert.Less(t, worst[3], 0x1p-24*1.12)
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

// Waves of arguments whose phases are lost are noise: of mean 0 at all sizes, and on the unit circle.
func TestLostPhases(t *testing.T) {
	lostPhases[float32](t, whole32, 127)
	lostPhases[float64](t, whole64, 1023)
}

func lostPhases[T Float](t *testing.T, whole float64, most int) {
	rnd := rand.New(rand.NewPCG(21, 22))
	const n = 4000
	for e := int(math.Log2(whole)) - 1; e < most; e += 1 + e/8 {
		var sums [2]float64
		for range n {
			sin, cos := sincos(T(math.Ldexp(1+rnd.Float64(), e)))
			require.InDelta(t, 1, float64(sin*sin+cos*cos), 1e-6)
			sums[0] += float64(sin)
			sums[1] += float64(cos)
		}
		for _, v := range sums {
			assert.Less(t, math.Abs(v)/math.Sqrt(n/2), 5.5, "%T, 2^%d", T(0), e)
		}
	}
}
