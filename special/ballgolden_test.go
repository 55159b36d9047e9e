package special

import (
	"encoding/json"
	"math"
	"math/big"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/ball"
	"krein/internal/testlong"
)

// goldenFuncs are the functions of testdata/special_ball.json.
var goldenFuncs = map[string]func(z *ball.Real, a []*ball.Real, prec uint) *ball.Real{
	"J":        func(z *ball.Real, a []*ball.Real, p uint) *ball.Real { return BesselJ(z, a[0], a[1], p) },
	"Lambda":   func(z *ball.Real, a []*ball.Real, p uint) *ball.Real { return LambdaReal(z, a[0], a[1], p) },
	"I":        func(z *ball.Real, a []*ball.Real, p uint) *ball.Real { return BesselI(z, a[0], a[1], p) },
	"K":        func(z *ball.Real, a []*ball.Real, p uint) *ball.Real { return BesselK(z, a[0], a[1], p) },
	"Gamma":    func(z *ball.Real, a []*ball.Real, p uint) *ball.Real { return Gamma(z, a[0], p) },
	"LogGamma": func(z *ball.Real, a []*ball.Real, p uint) *ball.Real { return LogGamma(z, a[0], p) },
	"Hyp1F1":   func(z *ball.Real, a []*ball.Real, p uint) *ball.Real { return Hyp1F1(z, a[0], a[1], a[2], p) },
	"Hyp1F2": func(z *ball.Real, a []*ball.Real, p uint) *ball.Real {
		var y ball.Real
		y.Mul2Exp(y.Sqr(a[3], 200), -2)
		return Hyp1F2(z, a[0], a[1], a[2], y.Neg(&y), p)
	},
}

// complexPart is a function over balls in the plane as one of two reals and its real or imaginary part.
func complexPart(f func(z *ball.Complex, nu *ball.Real, x *ball.Complex, prec uint) *ball.Complex, imag bool) func(z *ball.Real, a []*ball.Real, p uint) *ball.Real {
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
	"KComplex":   {complexPart(BesselKComplex, false), complexPart(BesselKComplex, true)},
	"IComplex":   {complexPart(BesselIComplex, false), complexPart(BesselIComplex, true)},
	"Hyp0F1":     {func(z *ball.Real, a []*ball.Real, p uint) *ball.Real { return Hyp0F1(z, a[0], a[1], p) }},
	"Beta":       {func(z *ball.Real, a []*ball.Real, p uint) *ball.Real { return Beta(z, a[0], a[1], p) }},
	"GammaRatio": {func(z *ball.Real, a []*ball.Real, p uint) *ball.Real { return GammaRatio(z, a[0], a[1], p) }},
}

// readGolden calls f with the rows of a file of testdata: name, exact arguments, values.
func readGolden(t *testing.T, file string, f func(name string, args []*ball.Real, values []string)) {
	data, err := os.ReadFile("../testdata/" + file)
	require.NoError(t, err)
	var rows [][]any
	require.NoError(t, json.Unmarshal(data, &rows))
	require.NotEmpty(t, rows)
	for _, row := range rows {
		var args []*ball.Real
		var values []string
		for _, a := range row[1].([]any) {
			v, _, err := big.ParseFloat(a.(string), 0, 4000, big.ToNearestEven)
			require.NoError(t, err)
			args = append(args, new(ball.Real).SetFloat(v.SetPrec(max(v.MinPrec(), 53))))
		}
		for _, v := range row[2:] {
			values = append(values, v.(string))
		}
		f(row[0].(string), args, values)
	}
}

// compareGolden requires that f(args) contains a value of so many digits, within half a unit of the last, and knows prec−12 bits.
func compareGolden(t *testing.T, name string, f func(z *ball.Real, a []*ball.Real, prec uint) *ball.Real, args []*ball.Real, value string, digits int, precs ...uint) {
	want, _, err := big.ParseFloat(value, 10, 400, big.ToNearestEven)
	require.NoError(t, err)
	w := new(ball.Real).SetFloat(want)
	w.AddRad(ball.MagPow2(int64(want.MantExp(nil)) - int64(float64(digits-1)*math.Log2(10))))
	for _, prec := range precs {
		z := f(garbageBall(newBallRand(1)), copies(args), prec)
		if !assert.Truef(t, overlaps(z, w), "%s%v at %d bits: %v, not %s", name, args, prec, z, value) {
			continue
		}
		assert.GreaterOrEqualf(t, z.RelAccuracyBits(), int64(prec)-12, "%s%v at %d bits = %v", name, args, prec, z)
	}
}

// TestBallGolden compares with 100 digits of mpmath: values at exact arguments have to be within a ball that has prec−12 known bits.
func TestBallGolden(t *testing.T) {
	count := map[string]int{}
	readGolden(t, "special_ball.json", func(name string, args []*ball.Real, values []string) {
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
	readGolden(t, "special_extreme.json", func(name string, args []*ball.Real, values []string) {
		fs := extremeFuncs[name]
		if f := goldenFuncs[name]; f != nil {
			fs = append(fs, f)
		}
		require.Len(t, fs, len(values), name)
		for i, f := range fs {
			count[name]++
			if name[1:] == "Complex" { // the larger part has the accuracy
				part, larger := values[i], values[1-i]
				if a, b := parseGolden(t, part), parseGolden(t, larger); a.Abs(a).Cmp(b.Abs(b)) < 0 {
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

func parseGolden(t *testing.T, s string) *big.Float {
	v, _, err := big.ParseFloat(s, 10, 400, big.ToNearestEven)
	require.NoError(t, err)
	return v
}

// The float64 layer against the same values: within its stated error, with the statement still small.
func TestExtremeGolden64(t *testing.T) {
	funcs := map[string]func(nu, x float64) (float64, float64){"K": BesselK64, "I": BesselI64}
	checked := 0
	readGolden(t, "special_extreme.json", func(name string, args []*ball.Real, values []string) {
		f := funcs[name]
		if f == nil {
			return
		}
		nu, e1 := args[0].Float64()
		x, e2 := args[1].Float64()
		if e1 != 0 || e2 != 0 {
			return
		}
		checked++
		v, bound := f(nu, x)
		requireWithin(t, v, bound, parseGolden(t, values[0]), "%s64(%v, %v)", name, nu, x)
	})
	assert.Greater(t, checked, 60)
}

// requireWithin requires |v − want| ≤ bound, that an infinite v is an overflow, and that the bound is below 1e-13 relative where v is normal.
func requireWithin(t *testing.T, v, bound float64, want *big.Float, format string, args ...any) {
	t.Helper()
	what := append(args, v, bound, new(ball.Real).SetFloat(want))
	format += " = %v ± %v, not %v"
	if math.IsInf(v, 0) {
		require.Truef(t, want.MantExp(nil) > 1023 && math.IsInf(bound, 1), format, what...)
		return
	}
	var d big.Float
	d.SetPrec(400).Sub(want, big.NewFloat(v))
	require.Truef(t, d.Abs(&d).Cmp(big.NewFloat(bound)) <= 0, format, what...)
	if want.MantExp(nil) > -1020 {
		require.LessOrEqualf(t, bound, 1e-13*math.Abs(v), format, what...)
	}
}

// I, K and their scaled forms of the float64 layer against balls at random, from the subnormal numbers up to the overflow.
func TestModified64AgainstBalls(t *testing.T) {
	r := newBallRand(8101)
	for range testlong.RoundsTo(1500, 60000) {
		nu, x := math.Abs(randOrder(r, 400)), logUniform(r, 1e-4, 3e4)
		switch r.IntN(5) {
		case 0:
			x = math.Ldexp(1+r.Float64(), -r.IntN(1075))
		case 1:
			nu, x = 40*r.Float64(), 40*r.Float64()
		case 2:
			nu, x = math.Abs(math.Round(60*r.Float64())/2+math.Ldexp(r.NormFloat64(), -r.IntN(60))), 2*r.Float64()
		}
		if x == 0 {
			continue
		}
		var k, i, e ball.Real
		n, xb := ball.NewReal(nu), ball.NewReal(x)
		BesselK(&k, n, xb, 120)
		BesselI(&i, n, xb, 120)
		e.Exp(xb, 120)
		check := func(name string, f func(nu, x float64) (float64, float64), z *ball.Real) {
			if !z.IsFinite() {
				return
			}
			v, bound := f(nu, x)
			requireWithin(t, v, bound, z.Mid(nil), "%s(%v, %v)", name, nu, x)
		}
		check("K64", BesselK64, &k)
		check("I64", BesselI64, &i)
		check("KE64", BesselKE64, new(ball.Real).Mul(&k, &e, 120))
		check("IE64", BesselIE64, new(ball.Real).Quo(&i, &e, 120))
		v, bound := LogBesselK64(nu, x)
		d, _ := e.Sub(e.Log(&k, 120), ball.NewReal(v), 120).Float64()
		require.LessOrEqualf(t, math.Abs(d), bound, "LogK64(%v, %v) = %v", nu, x, v)
	}
}
