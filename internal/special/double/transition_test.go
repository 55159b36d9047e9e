package double

import (
	"encoding/json"
	"math"
	"math/big"
	"math/rand/v2"
	"os"
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/internal/testlong"
)

// someUnits is what BesselJ's documentation calls some units in the last place of the value or the amplitude.
const someUnits = 32 * 0x1p-53

// amplitudeJ is the larger of |J_ν(x)| and, beyond x = |ν|, the local amplitude, which next to ν is no larger than that
// of the largest values there.
func amplitudeJ(nu, x, value float64) float64 {
	a := math.Abs(value)
	if x > math.Abs(nu) {
		a = max(a, math.Sqrt(2/math.Pi)/math.Sqrt(math.Sqrt(x-nu)*math.Sqrt(x+nu)))
	}
	return a
}

// TestTransition compares J_ν(x) next to x = ν, for orders up to 10⁴, with values of testdata/bessel_transition.json.
func TestTransition(t *testing.T) {
	raw, err := os.ReadFile("../../../testdata/bessel_transition.json")
	require.NoError(t, err)
	var rows [][3]string
	require.NoError(t, json.Unmarshal(raw, &rows))
	require.Greater(t, len(rows), 50)
	for _, row := range rows {
		nu, err1 := strconv.ParseFloat(row[0], 64)
		x, err2 := strconv.ParseFloat(row[1], 64)
		want, ok := new(big.Float).SetPrec(120).SetString(row[2])
		require.True(t, err1 == nil && err2 == nil && ok, row)
		v, b := BesselJ(nu, x)
		off, value := miss(v, want)
		assert.LessOrEqual(t, off, b, "J_%v(%v) = %v, not %v", nu, x, v, value)
		assert.LessOrEqual(t, b, someUnits*amplitudeJ(nu, x, value)+0x1p-1073, "J_%v(%v) = %v ± %v", nu, x, v, b)
	}
}

// TestBesselJPromise: up to ν = 2³¹ and x = 2³¹ bounds are what BesselJ promises, no value takes balls, which would be
// slow, and neighbours obey their recurrence within the bounds.
func TestBesselJPromise(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for i := range testlong.Rounds(1500) {
		nu := math.Exp(r.Float64() * math.Log(9998))
		switch i % 6 {
		case 0:
			nu = r.Float64() * 9998
		case 1:
			nu = math.Round(2*nu) / 2
		case 2:
			nu = math.Round(64*nu) / 64
		case 3:
			nu = math.Exp(r.Float64()*math.Log(0x1p31)) - 1
		}
		x := math.Exp(r.Float64() * math.Log(0x1p31))
		switch r.IntN(5) {
		case 0, 1:
			x = nu + r.NormFloat64()*math.Cbrt(nu)*math.Exp(2*r.NormFloat64())
		case 2:
			x = nu * (1 + r.NormFloat64()*.03)
		case 3:
			x = nu * math.Exp(r.NormFloat64())
		}
		x = min(math.Abs(x), 0x1p31)
		var v, b [3]float64
		for k := range v {
			o := nu + float64(k-1)
			v[k], b[k] = BesselJ(o, x)
			if !(x > 0 && o >= -0.5) {
				v[k] = math.NaN()
				continue
			}
			require.True(t, b[k] <= someUnits*amplitudeJ(o, x, v[k])+0x1p-1073, "J_%v(%v) = %v ± %v", o, x, v[k], b[k])
			if k == 1 && i%8 == 0 {
				require.True(t, fastServes(true, 2*o+2, x), "J_%v(%v) takes balls", o, x)
			}
		}
		if f := 2 * nu / x; nu >= 1 && math.Abs(v[1]) > 1e-280 && nu == (nu+1)-1 && nu == (nu-1)+1 {
			size := math.Abs(v[0]) + math.Abs(f*v[1]) + math.Abs(v[2])
			require.LessOrEqual(t, math.Abs(v[0]+v[2]-f*v[1]), b[0]+f*b[1]+b[2]+4*size*0x1p-53, "recurrence at J_%v(%v)", nu, x)
		}
	}
}
