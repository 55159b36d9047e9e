package landmarks

import (
	"context"
	"errors"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"krein/internal/learn/spectral"
	"krein/learn"
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
			m, by, err := l.Adapt(ctx, learn.Matrix(x), of.n, 0, 4)
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
	m, by, err := l.Adapt(ctx, learn.Matrix(x), 20, 50, 4)
	require.NoError(t, err)
	assert.Equal(t, 50, m.Columns())
	assert.Len(t, by.Values, 20)
	stopped, stop := context.WithCancel(ctx)
	stop()
	_, _, err = l.Adapt(stopped, learn.Matrix(x), 520, 0, 4)
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

// stream has rows that are read in their order, and counts passes.
type stream struct {
	*mat.Dense
	next, passes int
}

func (s *stream) Block(dst blas64.General, first int) (blas64.General, error) {
	if first == 0 {
		s.next = 0
		s.passes++
	}
	if first != s.next {
		return dst, errors.New("another order")
	}
	s.next += dst.Rows
	_, d := s.Dims()
	for i := range dst.Rows {
		copy(dst.Data[i*dst.Stride:][:d], s.RawRowView(first+i))
	}
	return dst, nil
}

// Rows that are read in their order, a few times, give the bits of those in memory: more of them than are ever kept, of a definite
// and an indefinite kernel, in order and of many columns.
func TestAdaptReadsInOrder(t *testing.T) {
	x := scattered(9, pivotRows*mostPoints+700, 2)
	gaussian := func(z float64) float64 { return math.Exp(-z * z / 2) }
	for _, of := range []struct {
		name      string
		k         func(z float64) float64
		n, points int
	}{{"definite", gaussian, 12, 0}, {"uniform", gaussian, 12, 40}, {"indefinite", difference, 12, 0},
		{"many", func(z float64) float64 { return math.Exp(-z) }, 520, 540}} {
		t.Run(of.name, func(t *testing.T) {
			l := landmarks(t, of.k, x.Slice(0, 1, 0, 2).(*mat.Dense))
			read := &stream{Dense: x}
			m, by, err := l.Adapt(ctx, read, of.n, of.points, 4)
			require.NoError(t, err)
			assert.LessOrEqual(t, read.passes, 3)
			n, other, err := l.Adapt(ctx, learn.Matrix(x), of.n, of.points, 4)
			require.NoError(t, err)
			assert.True(t, mat.Equal(m.Points(), n.Points()))
			assert.True(t, mat.Equal(by.By, other.By))
			last := x.Slice(pivotRows*mostPoints, pivotRows*mostPoints+700, 0, 2).(*mat.Dense)
			assert.Less(t, off(t, of.k, m, by, last), 0.4*mat.Norm(kernels(of.k, last, last), 2))
		})
	}
}
