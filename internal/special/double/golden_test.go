package double

import (
	"encoding/json"
	"math"
	"math/big"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/ball"
	"krein/internal/special/specialtest"
	"krein/internal/testlong"
	"krein/special"
)

// golden reads one table of testdata/special.json: rows of exact inputs (JSON numbers) and reference values (strings).
func golden(t *testing.T, name string, inputs int) (in [][]float64, want [][]*big.Float) {
	t.Helper()
	raw, err := os.ReadFile("../../../testdata/special.json")
	require.NoError(t, err)
	var file map[string][][]any
	require.NoError(t, json.Unmarshal(raw, &file))
	rows := file[name]
	require.NotEmpty(t, rows, name)
	for _, r := range rows {
		var x []float64
		var v []*big.Float
		for i, c := range r {
			if i < inputs {
				x = append(x, c.(float64))
				continue
			}
			f, ok := new(big.Float).SetPrec(120).SetString(c.(string))
			require.True(t, ok)
			v = append(v, f)
		}
		in, want = append(in, x), append(want, v)
	}
	return in, want
}

// miss returns |got − want| and want, rounded.
func miss(got float64, want *big.Float) (err, value float64) {
	value, _ = want.Float64()
	if math.IsNaN(got) || math.IsInf(got, 0) {
		if got == value {
			return 0, value
		}
		return math.Inf(1), value
	}
	d := new(big.Float).SetPrec(120).SetFloat64(got)
	err, _ = d.Sub(d, want).Float64()
	return math.Abs(err), value
}

// besselSize is the yardstick of an error of J: the value, or the local amplitude beyond the turning point.
func besselSize(nu, x, value float64) float64 {
	if x > nu {
		return max(math.Abs(value), math.Sqrt(2/(math.Pi*x)))
	}
	return math.Abs(value)
}

func TestBesselJ64Golden(t *testing.T) {
	in, want := golden(t, "besselj", 2)
	var worst float64
	for i, p := range in {
		nu, x := p[0], p[1]
		v, b := BesselJ(nu, x)
		err, value := miss(v, want[i][0])
		size := besselSize(nu, x, value)
		if math.Abs(value) < 0x1p-1000 {
			assert.LessOrEqual(t, err, 1e-14*size+0x1p-1074, "J_%v(%v)", nu, x)
			continue
		}
		worst = max(worst, err/size)
		assert.LessOrEqualf(t, err, 2e-15*size, "J_%v(%v) = %v, want %v", nu, x, v, value)
		assert.LessOrEqualf(t, err, b, "bound of J_%v(%v)", nu, x)
		assert.LessOrEqualf(t, b, 6e-15*size, "the bound of J_%v(%v) is loose", nu, x)
	}
	t.Logf("%d values, worst error %.2g of the yardstick", len(in), worst)
}

func TestLambda64Golden(t *testing.T) {
	in, want := golden(t, "lambda", 2)
	fast := map[float64]*Lambda{}
	var worst, worstFast float64
	for i, p := range in {
		d, x := p[0], p[1]
		if fast[d] == nil {
			fast[d] = NewLambda(d)
		}
		v, b := LambdaValue(d, x)
		err, value := miss(v, want[i][0])
		size := math.Abs(value)
		if x > d/2 {
			// Γ(d/2)(2/x)^{d/2−1}√(2/(πx))
			g, _ := math.Lgamma(d / 2)
			size = max(size, math.Exp(g-(d/2-1)*math.Log(x/2))*math.Sqrt(2/(math.Pi*x)))
		}
		if math.Abs(value) < 0x1p-1000 {
			assert.LessOrEqual(t, err, 1e-14*size+0x1p-1070)
			continue
		}
		worst = max(worst, err/size)
		assert.LessOrEqualf(t, err, 2e-15*size, "Λ_%v(%v) = %v, want %v", d, x, v, value)
		assert.LessOrEqualf(t, err, b, "bound of Λ_%v(%v)", d, x)
		assert.LessOrEqualf(t, b, 6e-15*size, "the bound of Λ_%v(%v) is loose", d, x)

		errFast, _ := miss(fast[d].At(x), want[i][0])
		worstFast = max(worstFast, errFast/size)
		assert.LessOrEqualf(t, errFast, 2e-15*size, "fast Λ_%v(%v)", d, x)
	}
	t.Logf("%d values, worst error %.2g, fast %.2g of the yardstick", len(in), worst, worstFast)
}

func TestBesselIK64Golden(t *testing.T) {
	in, want := golden(t, "besselik", 2)
	var worstI, worstK float64
	for i, p := range in {
		nu, x := p[0], p[1]
		v, b := BesselIE(nu, x)
		err, value := miss(v, want[i][0])
		if value > 0x1p-1000 {
			worstI = max(worstI, err/value)
			assert.LessOrEqualf(t, err, b, "bound of e^-x I_%v(%v)", nu, x)
			assert.LessOrEqualf(t, b, 1e-14*value, "e^-x I_%v(%v)", nu, x)
		}
		v, b = BesselKE(nu, x)
		err, value = miss(v, want[i][1])
		if !math.IsInf(value, 0) {
			worstK = max(worstK, err/value)
			assert.LessOrEqualf(t, err, b, "bound of e^x K_%v(%v)", nu, x)
			assert.LessOrEqualf(t, b, 2e-14*value, "e^x K_%v(%v)", nu, x)
		} else {
			assert.Equal(t, value, v)
		}
		v, b = LogBesselK(nu, x)
		err, value = miss(v, want[i][2])
		assert.LessOrEqualf(t, err, b, "bound of log K_%v(%v)", nu, x)
		assert.LessOrEqualf(t, b, 2e-14+2e-16*math.Abs(value), "log K_%v(%v)", nu, x)
		// The unscaled functions are the scaled ones times e^{±x}.
		if x < 300 && nu < 32 && x > 0.01 {
			v, b = BesselI(nu, x)
			s, _ := BesselIE(nu, x)
			assert.InEpsilon(t, s*math.Exp(x), v, 1e-13)
			assert.LessOrEqual(t, b, 1e-14*v)
			v, b = BesselK(nu, x)
			s, _ = BesselKE(nu, x)
			assert.InEpsilon(t, s*math.Exp(-x), v, 1e-13)
			assert.LessOrEqual(t, b, 2e-14*v)
		}
	}
	t.Logf("%d values, worst relative error I %.2g, K %.2g", len(in), worstI, worstK)
}

func TestZonal64Golden(t *testing.T) {
	in, want := golden(t, "gegenbauer", 3)
	for i, p := range in {
		n, lambda, x := int(p[0]), p[1], p[2]
		if lambda >= 0 {
			err, _ := miss(ZonalTo(make([]float64, n+1), 2*lambda+2, x)[n], want[i][1])
			assert.LessOrEqualf(t, err, 4*float64(n+1)*0x1p-53, "P_%d^%v(%v)", n, 2*lambda+2, x)
		}
	}
}

// The float64 layer against the same values: within its stated error, with the statement still small.
func TestExtremeGolden(t *testing.T) {
	funcs := map[string]func(nu, x float64) (float64, float64){"K": BesselK, "I": BesselI}
	checked := 0
	specialtest.ReadGolden(t, "../../../testdata/special_extreme.json", func(name string, args []*ball.Real,
		values []string) {
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
		requireWithin(t, v, bound, specialtest.ParseGolden(t, values[0]), "%s64(%v, %v)", name, nu, x)
	})
	assert.Greater(t, checked, 60)
}

// requireWithin requires |v − want| ≤ bound, that an infinite v is an overflow, and that the bound is below 1e-13
// relative where v is normal.
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

// I, K and their scaled forms of the float64 layer against balls at random, from the subnormal numbers up to the
// overflow.
func TestModifiedAgainstBalls(t *testing.T) {
	r := specialtest.NewRand(8101)
	for range testlong.RoundsTo(1500, 60000) {
		nu, x := math.Abs(specialtest.Order(r, 400)), specialtest.LogUniform(r, 1e-4, 3e4)
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
		special.BesselK(&k, n, xb, 120)
		special.BesselI(&i, n, xb, 120)
		e.Exp(xb, 120)
		check := func(name string, f func(nu, x float64) (float64, float64), z *ball.Real) {
			if !z.IsFinite() {
				return
			}
			v, bound := f(nu, x)
			requireWithin(t, v, bound, z.Mid(nil), "%s(%v, %v)", name, nu, x)
		}
		check("K64", BesselK, &k)
		check("I64", BesselI, &i)
		check("KE64", BesselKE, new(ball.Real).Mul(&k, &e, 120))
		check("IE64", BesselIE, new(ball.Real).Quo(&i, &e, 120))
		v, bound := LogBesselK(nu, x)
		d, _ := e.Sub(e.Log(&k, 120), ball.NewReal(v), 120).Float64()
		require.LessOrEqualf(t, math.Abs(d), bound, "LogK64(%v, %v) = %v", nu, x, v)
	}
}
