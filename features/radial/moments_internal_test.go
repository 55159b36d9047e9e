package radial

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"gonum.org/v1/gonum/floats"

	"krein/decompose"
	"krein/features"
	"krein/internal/features/harmonic"
)

// heavy is a law with P(R > r) = 1/r, most strata of which have small radii.
type heavy struct{}

func (heavy) Quantile(u float64) float64 { return 1 / (1 - u) }

// TestRunsOfHeavyLaws: rows of integrals end where harmonics are negligible, and runs add up as whole rows do.
func TestRunsOfHeavyLaws(t *testing.T) {
	dec := &decompose.Decomposition{Dim: 3, Plus: decompose.Part{Mass: 1, Radii: heavy{}}}
	quad := newQuadrature(dec, &features.Options{})
	const have = 16
	rule, _ := quad.nodes(1.5, panelEdges(quad.laws, [2]int{have, 0}))
	m := quad.integrate(rule)
	dev := m.deviations(rule, [2]int{have, 0})
	m.accumulate(dev)
	orders := len(m.cov)
	whole := make([][]float64, have)
	for i := range whole {
		whole[i] = make([]float64, orders)
		for k := range orders {
			whole[i][k] = (m.mean[0][k] + dev[0][i*orders+k]) / have
		}
	}
	assert.Greater(t, orders, 100)
	assert.Less(t, len(m.integral[0][0]), 20)               // radii up to 16/15
	assert.Greater(t, len(m.integral[0][have-1]), orders-8) // radii without bound
	for _, c := range []struct{ n, first, last, step int }{{7, 0, 7, 1}, {50, 0, 50, 1}, {16, 0, 16, 1}, {30, 3, 29, 4}, {5, 0, 5, 5}} {
		var got [][]float64
		m.runs(0, c.n, cuts(c.first, c.last, c.step), func(v []float64) { got = append(got, append([]float64(nil), v...)) })
		at := cuts(c.first, c.last, c.step)
		for j, v := range got {
			want := make([]float64, orders)
			for i, row := range whole { // the share of a stratum in the run
				lo, hi := float64(at[j])/float64(c.n)*have, float64(at[j+1])/float64(c.n)*have
				floats.AddScaled(want, math.Max(0, math.Min(hi, float64(i+1))-math.Max(lo, float64(i))), row)
			}
			v = append(v, make([]float64, orders-len(v))...)
			assert.InDeltaSlice(t, want, v, 2*harmonic.Tiny, "%v, run %d", c, j)
		}
		assert.Len(t, got, len(at)-1)
	}
}
