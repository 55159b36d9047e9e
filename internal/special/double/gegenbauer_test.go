package double

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"krein/internal/testlong"
)

// zonalExact returns P_0 … P_{n−1} by the recurrence in 200 bits.
func zonalExact(n int, d, x float64) []*big.Float {
	f := func(v float64) *big.Float { return new(big.Float).SetPrec(200).SetFloat64(v) }
	out := []*big.Float{f(1), f(x)}
	for k := 2; k < n; k++ {
		a := new(big.Float).Add(f(d), f(float64(2*k-4)))
		a.Mul(a, f(x)).Mul(a, out[k-1])
		a.Sub(a, new(big.Float).Mul(f(float64(k-1)), out[k-2]))
		out = append(out, a.Quo(a, new(big.Float).Add(f(d), f(float64(k-3)))))
	}
	return out
}

// TestZonalTo: the documented error, at dimensions near 2 and next to ±1 and 0 too.
func TestZonalTo(t *testing.T) {
	r, most := rand.New(rand.NewPCG(1, 2)), 600
	if testlong.Enabled() {
		most = 3000
	}
	for range testlong.Rounds(60) {
		d := 2 + math.Exp(r.NormFloat64()*5)
		x := r.Float64()
		switch r.IntN(4) {
		case 0:
			d = []float64{2, 2.001, 2.1, 2.5, 3, 4, 5}[r.IntN(7)]
			x = 1 - math.Ldexp(r.Float64(), -r.IntN(53))
		case 1:
			x = math.Ldexp(r.Float64(), -r.IntN(60))
		case 2:
			x = 1 - math.Exp(-r.Float64()*30)
		}
		if r.IntN(2) == 0 {
			x = -x
		}
		want, got := zonalExact(most, d, x), ZonalTo(make([]float64, most), d, x)
		for n := range most {
			err, _ := miss(got[n], want[n])
			require.LessOrEqual(t, err, 4*float64(n)*0x1p-53, "P_%d^%v(%v)", n, d, x)
		}
	}
}
