package libm

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

// TestTwoOverPi: the table has the bits of 2/π, as many as the largest float64 needs.
func TestTwoOverPi(t *testing.T) {
	const bits = 64 * uint(len(twoOverPi))
	require.GreaterOrEqual(t, bits, uint(1024+256))
	var v ball.Real
	v.Pi(bits + 64)
	v.Quo(ball.NewReal(2), &v, bits+64)
	f := v.Mid(nil)
	whole, _ := new(big.Float).SetMantExp(f, int(bits)).Int(nil)
	for i := len(twoOverPi) - 1; i >= 0; i-- {
		w := new(big.Int).And(whole, new(big.Int).SetUint64(math.MaxUint64)).Uint64()
		assert.Equal(t, twoOverPi[i], w, "word %d", i)
		whole.Rsh(whole, 64)
	}
}

// TestReduce: the sum of the two words and of the multiple of π/2 is x, modulo 2π, to 2⁻⁹⁵ of the first word.
func TestReduce(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	check := func(x float64) {
		const prec = 1400
		hi, lo, j := reduce(x)
		require.LessOrEqual(t, math.Abs(hi), math.Pi/4*(1+0x1p-50), x)
		var quarter, v, n ball.Real
		quarter.Pi(prec)
		quarter.Mul2Exp(&quarter, -1)
		v.Sub(ball.NewReal(x), ball.NewReal(hi), prec)
		v.Sub(&v, ball.NewReal(lo), prec)
		n.Quo(&v, &quarter, prec)
		whole, _ := new(big.Float).Add(n.Mid(nil), big.NewFloat(math.Copysign(0.5, x))).Int(nil)
		turns := new(big.Int).Mod(whole, big.NewInt(4)).Int64()
		require.Equal(t, turns, int64((j%4+4)%4), "%v", x)
		var back ball.Real
		back.Mul(&quarter, new(ball.Real).SetRat(new(big.Rat).SetInt(whole), prec), prec)
		d := v.Sub(&v, &back, prec).Nearest()
		require.LessOrEqual(t, math.Abs(d), math.Abs(hi)*0x1p-95, "%v", x)
	}
	for _, x := range []float64{0.5, math.Pi / 4, math.Pi / 2, math.Pi, 355, 0x1.6ac5b262ca1ffp+849, 0x1p1023,
		math.MaxFloat64, 1e22} {
		check(x)
		check(-x)
	}
	for range testlong.Rounds(2000) {
		check(math.Copysign(math.Exp(r.Float64()*710-0.6), r.Float64()-0.5))
		check(float64(r.IntN(1<<30)+1) * math.Pi / 2)
	}
}

// TestLogExp: logarithm in two words, and its inverse.
func TestLogExp(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	for i := range testlong.Rounds(4000) {
		x := math.Exp((r.Float64()*2 - 1) * 708)
		switch i % 3 {
		case 1:
			x = 1 + math.Ldexp(r.Float64()*2-1, -r.IntN(50))
		case 2:
			x = math.Ldexp(math.Sqrt2, r.IntN(2000)-1000) * (1 + math.Ldexp(r.Float64()*2-1, -r.IntN(50)))
		}
		if x == 1 {
			continue
		}
		hi, lo := Log(x)
		var v ball.Real
		v.Log(ball.NewReal(x), 160)
		size := math.Abs(v.Nearest())
		v.Sub(&v, ball.NewReal(hi), 160)
		v.Sub(&v, ball.NewReal(lo), 160)
		require.LessOrEqual(t, math.Abs(v.Nearest()), size*0x1p-67, "log %v", x)
		require.InEpsilon(t, x, ExpOf(hi, lo), 0x1.2p-53, "%v", x)
	}
	assert.Equal(t, math.Inf(1), ExpOf(710, 0))
	assert.Equal(t, 0.0, ExpOf(-750, 0))
	assert.Equal(t, 0x1p-1074, ExpOf(Log(0x1p-1074)))
	assert.Equal(t, math.MaxFloat64/2, ExpOf(Log(math.MaxFloat64/2)))
}

// TestPowSpecial: the special values are those of math.Pow.
func TestPowSpecial(t *testing.T) {
	special := []float64{0, math.Copysign(0, -1), 1, -1, math.Inf(1), math.Inf(-1), math.NaN(), 2, -2, 0.5, -0.5, 3, -3,
		1e300, -1e300, 1e-300, 0x1p-1074, 0x1p53, 0x1p70, -0x1p80, math.MaxFloat64}
	for _, x := range special {
		for _, y := range special {
			want, got := math.Pow(x, y), Pow(x, y, 0)
			if math.IsNaN(want) && math.IsNaN(got) {
				continue
			}
			if math.IsNaN(want) || math.IsInf(want, 0) || want == 0 {
				assert.Equal(t, math.Float64bits(want), math.Float64bits(got), "%v^%v", x, y)
				continue
			}
			assert.InDelta(t, 1, got/want, 1e-13, "%v^%v", x, y)
		}
	}
}

// TestOverflow: what is finite does not overflow on the way, and what is not is infinite.
func TestOverflow(t *testing.T) {
	for _, f := range []struct {
		name      string
		got, want float64
	}{
		{"exp", Exp(709.75), 1.7428773447702567e308}, {"exp 709", Exp(709.2), 1.003787e308}, {"exp", Exp(710), math.Inf(1)},
		{"sinh", Sinh(-710.4), -1.6663636999e308}, {"cosh", Cosh(710.4), 1.6663636999e308}, {"sinh", Sinh(711), math.Inf(1)},
		{"hypot", Hypot(1e200, 1e200), math.Sqrt2 * 1e200}, {"hypot", Hypot(3e-200, 4e-200), 5e-200},
		{"gamma", Gamma(171.6), 1.5858969096673e308}, {"gamma", Gamma(173), math.Inf(1)},
		{"softplus", Softplus(1e4), 1e4}, {"logistic", Logistic(-740), 4.2e-322}, {"sech", Sech(740), 8.3e-322},
	} {
		if math.IsInf(f.want, 0) {
			assert.Equal(t, f.want, f.got, f.name)
			continue
		}
		assert.InEpsilon(t, f.want, f.got, 1.3e-2, f.name)
	}
	assert.True(t, math.IsNaN(Gamma(-3)) && math.IsNaN(Gamma(0)) && math.IsNaN(Gamma(math.NaN())))
	assert.True(t, math.IsNaN(Sin(math.Inf(1))) && math.IsNaN(Cos(math.NaN())) && math.IsNaN(Tan(math.Inf(-1))))
	assert.True(t, math.IsNaN(Acos(1.5)) && math.IsNaN(Asin(-1.5)) && math.IsNaN(Acos1m(-1)) && math.IsNaN(Acosh1p(-1)))
}
