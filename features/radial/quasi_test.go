package radial

import (
	"fmt"
	"math"
	"testing"

	"krein/features"
	"krein/internal/features/directions"

	"github.com/stretchr/testify/assert"
	"gonum.org/v1/gonum/floats"

	"krein/internal/features/harmonic"
)

// In R² the first 2^m lines are those of a regular polygon, which integrates all even harmonics
// below twice their number exactly.
func TestPolygon(t *testing.T) {
	x := directions.Quasi(3, 0, 2, 8)
	sum := make([]float64, 10)
	for i := 0; i < len(x); i += 2 {
		assert.InDelta(t, 1, math.Hypot(x[i], x[i+1]), 1e-14)
		floats.Add(sum, harmonic.Gegenbauers(nil, 2, 10, x[i]*0.6+x[i+1]*0.8))
	}
	for k, v := range sum {
		if k == 8 {
			assert.Greater(t, math.Abs(v), 1e-3)
		} else if k > 0 {
			assert.InDelta(t, 0, v, 1e-13, k)
		}
	}
}

// The sums over pairs are those of the rows, with one rotation and with several, whatever was
// asked for before. Pairs of different rotations are independent.
func TestQuasiPairs(t *testing.T) {
	for _, d := range []int{2, 3, 5} {
		var q directions.QuasiSums
		for _, n := range []int{5, 1, 40, 12} {
			x := directions.Quasi(1, 0, d, n)
			want := make([]float64, 6)
			for i := range n {
				for j := range n {
					if i != j {
						floats.Add(want, harmonic.Gegenbauers(nil, d, 6, floats.Dot(x[i*d:(i+1)*d], x[j*d:(j+1)*d])))
					}
				}
			}
			for _, orders := range []int{6, 3} {
				got := q.Pairs(d, n, orders)
				assert.Len(t, got, orders)
				assert.InDeltaSlice(t, want[:orders], got, 1e-9*float64(n*n+1), "d=%d n=%d", d, n)
			}
		}
	}
	var q directions.QuasiSums
	whole, rest, both := q.Pairs(3, directions.QuasiBlock, 4), q.Pairs(3, 5, 4), q.Pairs(3, 2*directions.QuasiBlock+5, 4)
	for k := range both {
		assert.InDelta(t, 2*whole[k]+rest[k], both[k], 1e-6)
	}
}

// The estimate is unbiased and has the predicted variance, and in R² it is far below that of
// orthogonal blocks.
func TestQuasiVariance(t *testing.T) {
	for _, c := range []struct {
		d, columns int
		gain       float64
	}{{2, 200, 2}, {3, 90, 0}, {5, 128, 0}} {
		t.Run(fmt.Sprint("d=", c.d, " columns=", c.columns), func(t *testing.T) {
			dec, k := deltaGaussian(c.d, 1, 3), deltaGaussianKernel(1, 3)
			const z = 1.3
			opt := features.Options{Columns: c.columns, Coupling: features.Quasi, Radii: features.RadiiImportance, Distances: []float64{1, z, 1.6}}
			want := predict(t, dec, &opt, z)
			agree(t, estimates(t, dec, opt, z, 1000), k(z), want)
			opt.Coupling = features.Orthogonal
			t.Logf("orthogonal blocks: %.3g", predict(t, dec, &opt, z))
			assert.Less(t, c.gain*want, predict(t, dec, &opt, z))
		})
	}
	_, err := features.New(New(gaussian(9, 1)), &features.Options{Coupling: features.Quasi})
	assert.ErrorContains(t, err, "8 dimensions at most")
}
