package radial

import (
	"context"
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/decompose"
	"krein/features"
	"krein/internal/testlong"
)

// A curve is the mean of the predictor's variances: the same numbers up to 128 strata, and close beyond.
func TestCurveIsTheMeanPrediction(t *testing.T) {
	ctx := context.Background()
	distances := []float64{0.4, 1.1}
	cauchy := quantileFunc(func(u float64) float64 { return math.Sqrt(u*(2-u)) / (1 - u) })
	for name, dec := range map[string]*decompose.Decomposition{
		"delta-Gaussian": deltaGaussian(8, 1, 3),
		"heavy tail":     {Dim: 2, Plus: decompose.Part{Mass: 1, Radii: cauchy}},
		"constant":       {Dim: 2, Plus: decompose.Part{Origin: 1}},
	} {
		whole, err := NewCurve(dec, &features.Options{Radii: features.RadiiStratified}, distances)
		require.NoError(t, err)
		for row, opt := range []features.Options{
			{Coupling: features.Orthogonal}, {Coupling: features.Orthogonal, Radii: features.RadiiStratified}, {Coupling: features.Shared, Radii: features.RadiiStratified},
			{Coupling: features.Orthogonal, Radii: features.RadiiStratified, Budget: features.BudgetVariance, Distances: distances},
		} {
			if name == "heavy tail" && (opt.Coupling == features.Shared || opt.Budget == features.BudgetVariance) {
				continue // one part: nothing is shared or split
			}
			c, err := whole.With(&opt)
			require.NoError(t, err)
			for i, pairs := range []int{1, 16, 40, 64, 100} {
				if !testlong.Turn(row+i, 2) {
					continue
				}
				opt.Columns = 4 * pairs
				p, err := NewPredictor(dec, &opt)
				require.NoError(t, err)
				want := 0.0
				for _, z := range distances {
					v, _ := p.Variance(z)
					want += v / float64(len(distances))
				}
				got, err := c.At(ctx, 4*pairs)
				require.NoError(t, err)
				tol := 1e-6 // other panels
				plus, minus, err := c.Counts(ctx, 4*pairs)
				require.NoError(t, err)
				if opt.Radii == features.RadiiStratified {
					if plus&(plus-1) != 0 || minus&(minus-1) != 0 || max(plus, minus) > strataMost {
						tol = 0.05
					}
				}
				assert.InDelta(t, want, got, tol*want, fmt.Sprint(name, opt, pairs))
				wantPlus, wantMinus := p.Counts()
				assert.Equal(t, [2]int{wantPlus, wantMinus}, [2]int{plus, minus})
			}
		}
	}
}

func TestCurveErrors(t *testing.T) {
	dec := gaussian(3, 1)
	for _, z := range [][]float64{nil, {-1}, {math.NaN()}, {1, math.Inf(1)}} {
		_, err := NewCurve(dec, nil, z)
		assert.Error(t, err)
	}
	_, err := NewCurve(dec, &features.Options{Coupling: 9}, []float64{1})
	assert.Error(t, err)
	c, err := NewCurve(dec, nil, []float64{1})
	require.NoError(t, err)
	for columns, want := range map[int]string{0: "0 columns", -4: "-4 columns", 7: "even number"} {
		_, err = c.At(context.Background(), columns)
		assert.ErrorContains(t, err, want)
	}
	cancelled, cancel := context.WithCancel(context.Background())
	cancel()
	_, err = c.At(cancelled, 4)
	assert.ErrorIs(t, err, context.Canceled)
}
