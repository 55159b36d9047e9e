package dataio

import (
	"context"
	"errors"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func eachOf(rows [][]float64) func(func(int, []float64)) error {
	return func(do func(int, []float64)) error {
		for i, row := range rows {
			do(i, row)
		}
		return nil
	}
}

// The truth is the largest of all distances.
func TestSpreadIsTrue(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := rapid.IntRange(1, 4).Draw(t, "columns")
		number := rapid.Float64Range(-1, 1)
		if rapid.Bool().Draw(t, "few values") { // many rows at the same distances
			number = rapid.SampledFrom([]float64{-1, 0, 0.5, 1})
		}
		rows := rapid.SliceOfN(rapid.SliceOfN(number, d, d), 1, 30).Draw(t, "rows")
		limit := rapid.Float64Range(0.01, 4).Draw(t, "limit")
		truth := 0.0
		for i := range rows {
			for j := range i {
				truth = max(truth, distance(rows[i], rows[j]))
			}
		}
		if rapid.Bool().Draw(t, "at the limit") && truth > 0 {
			limit = truth
		}
		s, err := SpreadWithin(context.Background(), limit, eachOf(rows))
		require.NoError(t, err)
		assert.LessOrEqual(t, truth, s.Upper*(1+1e-11))
		assert.LessOrEqual(t, s.Lower, truth)
		assert.Equal(t, truth <= limit*(1+spreadSlack), s.Upper <= limit, "few rows are always decided")
		assert.Equal(t, truth > limit*(1+spreadSlack), s.Lower > limit)
		if s.Lower > limit {
			assert.Equal(t, s.Lower, distance(rows[s.I-1], rows[s.J-1]))
			assert.Less(t, s.I, s.J)
		}
	})
}

func TestSpreadDistance(t *testing.T) {
	for _, x := range []float64{1, 1e200, 1e-200, 1e300, 5e-324} {
		assert.InEpsilon(t, 5*x, distance([]float64{3 * x, 0}, []float64{0, 4 * x}), 1e-15+4e-324/x, "%g", x)
	}
	assert.Equal(t, math.Inf(1), distance([]float64{1.7e308}, []float64{-1.7e308}))
	assert.Zero(t, distance([]float64{1}, []float64{1}))
}

// Rows on a sphere cannot all be compared: then nothing is claimed, unless two are seen to be
// too far apart.
func TestSpreadOfManyRows(t *testing.T) {
	const n = 1 << 18
	circle := func(do func(int, []float64)) error {
		row := make([]float64, 2)
		for i := range n {
			row[1], row[0] = math.Sincos(2 * math.Pi * float64(i) / n)
			do(i, row)
		}
		return nil
	}
	s, err := SpreadWithin(context.Background(), 2, circle)
	require.NoError(t, err)
	assert.Equal(t, 2.0, s.Upper, "a ball around all of them")
	s, err = SpreadWithin(context.Background(), 1.9, circle)
	require.NoError(t, err)
	assert.Greater(t, s.Lower, 1.9)
	odd := func(do func(int, []float64)) error { // three directions 120° apart, no two opposite
		row := make([]float64, 2)
		for i := range n {
			a := 2*math.Pi/3*float64(i%3) + 1e-3*float64(i)/n
			row[1], row[0] = math.Sincos(a)
			do(i, row)
		}
		return nil
	}
	s, err = SpreadWithin(context.Background(), 1.75, odd)
	require.NoError(t, err)
	assert.Greater(t, s.Upper, 1.75)
	assert.Less(t, s.Lower, 1.75)
}

func TestSpreadErrors(t *testing.T) {
	boom := errors.New("boom")
	for at := range 3 {
		calls := 0
		_, err := SpreadWithin(context.Background(), 1.2, func(do func(int, []float64)) error {
			if calls++; calls == at+1 {
				return boom
			}
			return eachOf([][]float64{{0, 0}, {1, 0}, {0.5, 1}})(do)
		})
		assert.ErrorIs(t, err, boom, "%d", at)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err := SpreadWithin(ctx, 1.2, eachOf([][]float64{{0, 0}, {1, 0}, {0.5, 1}}))
	assert.ErrorIs(t, err, context.Canceled)
	s, err := SpreadWithin(context.Background(), 1, eachOf(nil))
	require.NoError(t, err)
	assert.Zero(t, s)
}
