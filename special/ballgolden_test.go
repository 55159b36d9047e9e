package special

import (
	"encoding/json"
	"math/big"
	"os"
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/ball"
)

// goldenFuncs are the functions of testdata/special_ball.json.
var goldenFuncs = map[string]func(z *ball.Real, a []*ball.Real, prec uint) *ball.Real{
	"J":          func(z *ball.Real, a []*ball.Real, p uint) *ball.Real { return BesselJ(z, a[0], a[1], p) },
	"Lambda":     func(z *ball.Real, a []*ball.Real, p uint) *ball.Real { return LambdaReal(z, a[0], a[1], p) },
	"I":          func(z *ball.Real, a []*ball.Real, p uint) *ball.Real { return BesselI(z, a[0], a[1], p) },
	"K":          func(z *ball.Real, a []*ball.Real, p uint) *ball.Real { return BesselK(z, a[0], a[1], p) },
	"GammaLower": func(z *ball.Real, a []*ball.Real, p uint) *ball.Real { return GammaLower(z, a[0], a[1], p) },
	"GammaUpper": func(z *ball.Real, a []*ball.Real, p uint) *ball.Real { return GammaUpper(z, a[0], a[1], p) },
	"Gegenbauer": func(z *ball.Real, a []*ball.Real, p uint) *ball.Real {
		n, _ := a[0].Float64()
		return Gegenbauer(z, int(n), a[1], a[2], p)
	},
	"Gamma":    func(z *ball.Real, a []*ball.Real, p uint) *ball.Real { return Gamma(z, a[0], p) },
	"LogGamma": func(z *ball.Real, a []*ball.Real, p uint) *ball.Real { return LogGamma(z, a[0], p) },
	"Hyp1F1":   func(z *ball.Real, a []*ball.Real, p uint) *ball.Real { return Hyp1F1(z, a[0], a[1], a[2], p) },
	"Hyp1F2": func(z *ball.Real, a []*ball.Real, p uint) *ball.Real {
		var y ball.Real
		y.Mul2Exp(y.Sqr(a[3], 200), -2)
		return Hyp1F2(z, a[0], a[1], a[2], y.Neg(&y), p)
	},
}

// TestBallGolden compares with 100 digits of mpmath, within half a unit of the last: values at exact
// arguments have to be within a ball that has prec−12 known bits.
func TestBallGolden(t *testing.T) {
	data, err := os.ReadFile("../testdata/special_ball.json")
	require.NoError(t, err)
	var rows [][]any
	require.NoError(t, json.Unmarshal(data, &rows))
	count := map[string]int{}
	for _, row := range rows {
		name := row[0].(string)
		f := goldenFuncs[name]
		if f == nil {
			continue
		}
		count[name]++
		var args []*ball.Real
		for _, a := range row[1].([]any) {
			v, err := strconv.ParseFloat(a.(string), 64)
			require.NoError(t, err)
			args = append(args, ball.NewReal(v))
		}
		want, _, err := big.ParseFloat(row[2].(string), 10, 400, big.ToNearestEven)
		require.NoError(t, err)
		w := new(ball.Real).SetFloat(want)
		w.AddRad(ball.MagPow2(int64(want.MantExp(nil)) - 328)) // half a unit of the 100th digit: at most 2^−328·2^e
		for _, prec := range []uint{53, 128, 320} {
			z := f(garbageBall(newBallRand(1)), args, prec)
			if !assert.Truef(t, overlaps(z, w), "%s%v at %d bits: %v, not %s", name, args, prec, z, want.Text('g', 40)) {
				continue
			}
			assert.GreaterOrEqualf(t, z.RelAccuracyBits(), int64(prec)-12, "%s%v at %d bits = %v", name, args, prec, z)
		}
	}
	for name := range goldenFuncs {
		assert.Greater(t, count[name], 4, name)
	}
	t.Log(count)
}
