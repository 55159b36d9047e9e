package special

import (
	"encoding/json"
	"math"
	"math/big"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// golden reads one table of testdata/special.json: rows of exact inputs (JSON numbers) and reference values (strings).
func golden(t *testing.T, name string, inputs int) (in [][]float64, want [][]*big.Float) {
	t.Helper()
	raw, err := os.ReadFile("../testdata/special.json")
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
		v, b := BesselJ64(nu, x)
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
		v, b := Lambda64(d, x)
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
		v, b := BesselIE64(nu, x)
		err, value := miss(v, want[i][0])
		if value > 0x1p-1000 {
			worstI = max(worstI, err/value)
			assert.LessOrEqualf(t, err, b, "bound of e^-x I_%v(%v)", nu, x)
			assert.LessOrEqualf(t, b, 1e-14*value, "e^-x I_%v(%v)", nu, x)
		}
		v, b = BesselKE64(nu, x)
		err, value = miss(v, want[i][1])
		if !math.IsInf(value, 0) {
			worstK = max(worstK, err/value)
			assert.LessOrEqualf(t, err, b, "bound of e^x K_%v(%v)", nu, x)
			assert.LessOrEqualf(t, b, 2e-14*value, "e^x K_%v(%v)", nu, x)
		} else {
			assert.Equal(t, value, v)
		}
		v, b = LogBesselK64(nu, x)
		err, value = miss(v, want[i][2])
		assert.LessOrEqualf(t, err, b, "bound of log K_%v(%v)", nu, x)
		assert.LessOrEqualf(t, b, 2e-14+2e-16*math.Abs(value), "log K_%v(%v)", nu, x)
		// The unscaled functions are the scaled ones times e^{±x}.
		if x < 300 && nu < 32 && x > 0.01 {
			v, b = BesselI64(nu, x)
			s, _ := BesselIE64(nu, x)
			assert.InEpsilon(t, s*math.Exp(x), v, 1e-13)
			assert.LessOrEqual(t, b, 1e-14*v)
			v, b = BesselK64(nu, x)
			s, _ = BesselKE64(nu, x)
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
			err, _ := miss(ZonalTo64(make([]float64, n+1), 2*lambda+2, x)[n], want[i][1])
			assert.LessOrEqualf(t, err, 4*float64(n+1)*0x1p-53, "P_%d^%v(%v)", n, 2*lambda+2, x)
		}
	}
}
