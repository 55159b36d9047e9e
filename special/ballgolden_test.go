package special

import (
	"math"
	"math/big"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/ball"
	"krein/internal/special/specialtest"
)

// goldenFuncs are the functions of testdata/special_ball.json.
var goldenFuncs = map[string]func(z *ball.Real, a []*ball.Real, prec uint) *ball.Real{
	"J":      func(z *ball.Real, a []*ball.Real, p uint) *ball.Real { return BesselJ(z, a[0], a[1], p) },
	"Lambda": func(z *ball.Real, a []*ball.Real, p uint) *ball.Real { return LambdaReal(z, a[0], a[1], p) },
	"I":      func(z *ball.Real, a []*ball.Real, p uint) *ball.Real { return BesselI(z, a[0], a[1], p) },
	"K":      func(z *ball.Real, a []*ball.Real, p uint) *ball.Real { return BesselK(z, a[0], a[1], p) },
	"Gamma":  func(z *ball.Real, a []*ball.Real, p uint) *ball.Real { return Gamma(z, a[0], p) },
	"Hyp1F1": func(z *ball.Real, a []*ball.Real, p uint) *ball.Real { return Hyp1F1(z, a[0], a[1], a[2], p) },
}

// complexPart is a function over balls in the plane as one of two reals and its real or imaginary part.
func complexPart(f func(z *ball.Complex, nu *ball.Real, x *ball.Complex, prec uint) *ball.Complex,
	imag bool) func(z *ball.Real, a []*ball.Real, p uint) *ball.Real {
	return func(z *ball.Real, a []*ball.Real, p uint) *ball.Real {
		var x, y ball.Complex
		f(&y, a[0], x.SetParts(a[1], a[2]), p)
		if imag {
			return z.Set(&y.Im)
		}
		return z.Set(&y.Re)
	}
}

// extremeFuncs are the functions of testdata/special_extreme.json that are not in goldenFuncs; of the complex ones
// real and imaginary part.
var extremeFuncs = map[string][]func(z *ball.Real, a []*ball.Real, prec uint) *ball.Real{
	"KComplex": {complexPart(BesselKComplex, false), complexPart(BesselKComplex, true)},
	"IComplex": {complexPart(BesselIComplex, false), complexPart(BesselIComplex, true)},
	"Hyp0F1":   {func(z *ball.Real, a []*ball.Real, p uint) *ball.Real { return Hyp0F1(z, a[0], a[1], p) }},
}

// compareGolden requires that f(args) contains a value of so many digits, within half a unit of the last, and knows
// prec−12 bits.
func compareGolden(t *testing.T, name string, f func(z *ball.Real, a []*ball.Real, prec uint) *ball.Real,
	args []*ball.Real, value string, digits int, precs ...uint) {
	want, _, err := big.ParseFloat(value, 10, 400, big.ToNearestEven)
	require.NoError(t, err)
	w := new(ball.Real).SetFloat(want)
	w.AddRad(ball.MagPow2(int64(want.MantExp(nil)) - int64(float64(digits-1)*math.Log2(10))))
	for _, prec := range precs {
		z := f(garbageBall(specialtest.NewRand(1)), copies(args), prec)
		if !assert.Truef(t, overlaps(z, w), "%s%v at %d bits: %v, not %s", name, args, prec, z, value) {
			continue
		}
		assert.GreaterOrEqualf(t, z.RelAccuracyBits(), int64(prec)-12, "%s%v at %d bits = %v", name, args, prec, z)
	}
}

// TestBallGolden compares with 100 digits of mpmath: values at exact arguments have to be within a ball that has
// prec−12 known bits.
func TestBallGolden(t *testing.T) {
	count := map[string]int{}
	specialtest.ReadGolden(t, "../testdata/special_ball.json", func(name string, args []*ball.Real, values []string) {
		if f := goldenFuncs[name]; f != nil {
			count[name]++
			compareGolden(t, name, f, args, values[0], 100, 53, 128, 320)
		}
	})
	for name := range goldenFuncs {
		assert.Greater(t, count[name], 4, name)
	}
	t.Log(count)
}

// TestExtremeGolden compares with mpmath at the ends of the domains, where neighbours are tight.
func TestExtremeGolden(t *testing.T) {
	count := map[string]int{}
	specialtest.ReadGolden(t, "../testdata/special_extreme.json", func(name string, args []*ball.Real, values []string) {
		fs := extremeFuncs[name]
		if f := goldenFuncs[name]; f != nil {
			fs = append(fs, f)
		}
		require.Len(t, fs, len(values), name)
		for i, f := range fs {
			count[name]++
			if name[1:] == "Complex" { // the larger part has the accuracy
				part, larger := values[i], values[1-i]
				if a, b := specialtest.ParseGolden(t, part), specialtest.ParseGolden(t, larger); a.Abs(a).Cmp(b.Abs(b)) < 0 {
					continue
				}
			}
			compareGolden(t, name, f, args, values[i], 60, 64, 150)
		}
	})
	for name := range extremeFuncs {
		assert.Greater(t, count[name], 7, name)
	}
	t.Log(count)
}
