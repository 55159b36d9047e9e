package landmarks

import (
	"context"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"krein/internal/learn/spectral"
)

// Adapt's columns are as near to K as some hundredths above the best approximation of their rank: of points that are enough, of
// all rows where these are few for a column, in order or, where there are many columns, not; of an indefinite kernel, too.
func TestAdapt(t *testing.T) {
	x := scattered(9, 900, 3)
	gaussian := func(z float64) float64 { return math.Exp(-4 * z * z) }
	rough := func(z float64) float64 { return math.Exp(-z) }
	for _, of := range []struct {
		name       string
		k          func(z float64) float64
		rows, n    int
		all, exact bool // all rows are points; the columns are orthogonal and in order
		most       float64
	}{
		{"points that are enough", gaussian, 900, 40, false, true, 1.1},
		{"slow decay", rough, 900, 30, false, true, 1.1},
		{"all rows", gaussian, 300, 100, true, true, 1.08},
		{"all rows, slow decay", rough, 300, 100, true, true, 1.08},
		{"many columns", rough, 900, 520, true, false, 1.15},
		{"indefinite", difference, 300, 40, true, true, 1.05},
		{"as many columns as rows", gaussian, 100, 100, true, true, 1e6},
	} {
		t.Run(of.name, func(t *testing.T) {
			x := x.Slice(0, of.rows, 0, 3).(*mat.Dense)
			l := landmarks(t, of.k, x.Slice(0, 1, 0, 3).(*mat.Dense))
			m, by, err := l.Adapt(ctx, x, of.n, 0, 4)
			require.NoError(t, err)
			assert.Equal(t, of.all, m.Columns() == of.rows, m.Columns())
			k := kernels(of.k, x, x)
			values, err := spectral.Values(k)
			require.NoError(t, err)
			rest := 0.0
			for _, i := range spectral.BySize(values)[of.n:] {
				rest += values[i] * values[i]
			}
			best := math.Sqrt(rest) + 1e-9*mat.Norm(k, 2)
			assert.Less(t, off(t, of.k, m, by, x), of.most*best)
			if of.exact {
				psi := features(t, m, by, x)
				var gram mat.Dense
				gram.Mul(psi.T(), psi)
				for i, v := range by.Values {
					assert.InDelta(t, math.Abs(v), gram.At(i, i), 1e-6*math.Abs(by.Values[0]))
					if i > 0 {
						assert.LessOrEqual(t, math.Abs(v), math.Abs(by.Values[i-1])*(1+1e-9))
						assert.InDelta(t, 0, gram.At(i-1, i), 1e-6*math.Abs(by.Values[0]))
					}
				}
			}
		})
	}
	l := landmarks(t, gaussian, x)
	m, by, err := l.Adapt(ctx, x, 20, 50, 4)
	require.NoError(t, err)
	assert.Equal(t, 50, m.Columns())
	assert.Len(t, by.Values, 20)
	stopped, stop := context.WithCancel(ctx)
	stop()
	_, _, err = l.Adapt(stopped, x, 520, 0, 4)
	assert.ErrorIs(t, err, context.Canceled)
}

// The span of more than 512 columns of fewer points than rows is as near as principal columns are.
func TestSpan(t *testing.T) {
	x := scattered(9, 900, 3)
	rough := func(z float64) float64 { return math.Exp(-z) }
	points := x.Slice(0, 600, 0, 3).(*mat.Dense)
	m := landmarks(t, rough, points)
	by, err := m.Span(ctx, x, 520, 0)
	require.NoError(t, err)
	want, err := m.Principal(ctx, x, 520)
	require.NoError(t, err)
	assert.Equal(t, 1., floats.Min(by.Values))
	assert.Less(t, off(t, rough, m, by, x), 1.02*off(t, rough, m, want, x))
}
