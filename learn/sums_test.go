package learn

import (
	"encoding/binary"
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"
)

// Sums of parts, sent as bytes, have the minimum of the whole.
func TestSums(t *testing.T) {
	x, _ := sample(5, 700, 4, 2)
	y := mat.NewDense(700, 1, values(1, x))
	for b := NoIntercept; b <= PenalisedIntercept; b++ {
		s := &Ridge{Lambda: 0.3, Intercept: b}
		origin, err := s.Origin(Matrix(x), y)
		require.NoError(t, err)
		all := NewSums(origin, 1)
		for _, cut := range [][2]int{{0, 100}, {100, 101}, {101, 700}} {
			own := NewSums(origin, 1)
			require.NoError(t, own.Add(ctx, Matrix(x.Slice(cut[0], cut[1], 0, 4).(*mat.Dense)),
				y.Slice(cut[0], cut[1], 0, 1).(*mat.Dense)))
			sent, err := own.MarshalBinary()
			require.NoError(t, err)
			got := new(Sums)
			require.NoError(t, got.UnmarshalBinary(sent))
			assert.Equal(t, cut[1]-cut[0], got.Rows())
			again, err := got.MarshalBinary()
			require.NoError(t, err)
			assert.Equal(t, sent, again)
			require.NoError(t, all.Plus(got))
			for _, n := range []int{0, 8, 24, len(sent) - 8, len(sent) - 1} {
				assert.Error(t, got.UnmarshalBinary(sent[:n]))
			}
			for at := range len(sent) / 8 { // counts, and then each of the numbers
				for _, bad := range []float64{math.NaN(), math.Inf(1), -1.5} {
					changed := slices.Clone(sent)
					binary.LittleEndian.PutUint64(changed[8*at:], math.Float64bits(bad))
					err := new(Sums).UnmarshalBinary(changed)
					if at < 3 || bad != -1.5 {
						assert.Error(t, err, "%v as number %d", bad, at)
					} else {
						assert.NoError(t, err)
					}
				}
			}
		}
		want, err := s.Fit(ctx, Matrix(x), y)
		require.NoError(t, err)
		got, err := s.Solve(all)
		require.NoError(t, err)
		assert.True(t, mat.EqualApprox(want.Weights, got.Weights, 1e-13))
		assert.InDeltaSlice(t, want.Intercept, got.Intercept, 1e-12)
		p, err := s.PathOf(all)
		require.NoError(t, err)
		assert.True(t, mat.EqualApprox(want.Weights, p.At(0.3).Weights, 1e-12))

		far := NewSums([]float64{1, 0, 0, 0, 0}, 1)
		assert.Error(t, all.Plus(far))
		_, err = s.Solve(NewSums(origin, 1))
		assert.ErrorContains(t, err, "no rows")
		y.Set(3, 0, math.NaN())
		assert.Error(t, all.Add(ctx, Matrix(x), y))
		y.Set(3, 0, 0)
	}
	s := &Ridge{Intercept: FreeIntercept}
	origin, err := s.Origin(Matrix(x), y)
	require.NoError(t, err)
	all := NewSums(origin, 1)
	require.NoError(t, all.Add(ctx, Matrix(x), y))
	_, err = (&Ridge{}).Solve(all)
	assert.ErrorContains(t, err, "free intercept")
}

// TestSumsOfFolds: rows that are added up by folds, some at a time, have the scores and the minimum of the table.
func TestSumsOfFolds(t *testing.T) {
	x, _ := sample(5, 700, 4, 2)
	y := column(values(1, x))
	folds := &Folds{Count: 3, Grid: []float64{1e-3, 0.3, 20}, Seed: 4}
	part, err := folds.Deal(700)
	require.NoError(t, err)
	for i, f := range Deal(make([]int, 700), 3, 4) {
		require.EqualValues(t, f, part[i])
	}
	assert.Equal(t, part, DealRows(700, 3, 4))
	_, err = folds.Deal(2)
	assert.ErrorContains(t, err, "3 folds of 2 rows")
	assert.Panics(t, func() { DealRows(700, 0, 4) })
	for b := NoIntercept; b <= PenalisedIntercept; b++ {
		s := &Ridge{Lambda: 0.3, Intercept: b}
		origin, err := s.Origin(Matrix(x), y)
		require.NoError(t, err)
		sums := []*Sums{NewSums(origin, 1), NewSums(origin, 1), NewSums(origin, 1)}
		at := func(from, to int) (Rows, *mat.Dense) {
			return Matrix(x.Slice(from, to, 0, 4).(*mat.Dense)), y.Slice(from, to, 0, 1).(*mat.Dense)
		}
		for _, cut := range [][2]int{{0, 100}, {100, 101}, {101, 700}} {
			rows, values := at(cut[0], cut[1])
			require.NoError(t, AddParts(ctx, sums, part[cut[0]:cut[1]], rows, values))
		}
		same := func(want, got *Scores) {
			t.Helper()
			assert.Equal(t, want.Grid, got.Grid)
			assert.InDeltaSlice(t, want.Mean, got.Mean, 1e-12)
			assert.Equal(t, want.Best, got.Best)
		}
		want, err := s.CrossValidate(ctx, Matrix(x), y, folds)
		require.NoError(t, err)
		got, err := s.CrossValidateSums(ctx, sums, folds)
		require.NoError(t, err)
		same(want, got)
		all := NewSums(origin, 1)
		for _, p := range sums {
			require.NoError(t, all.Plus(p))
		}
		if b != PenalisedIntercept {
			k := &KreinRidge{Signature: []float64{1, -1, 1, 1}, Intercept: b}
			want, err = k.CrossValidate(ctx, Matrix(x), y, folds, (*KreinPath).Stationary)
			require.NoError(t, err)
			got, err = k.CrossValidateSums(ctx, sums, folds, (*KreinPath).Stationary)
			require.NoError(t, err)
			same(want, got)
			one, err := k.Fit(ctx, Matrix(x), y)
			require.NoError(t, err)
			other, err := k.FitSums(all)
			require.NoError(t, err)
			f, err := one.Stationary(0.3)
			require.NoError(t, err)
			g, err := other.Stationary(0.3)
			require.NoError(t, err)
			assert.True(t, mat.EqualApprox(f.Weights, g.Weights, 1e-12))
			k.Signature = k.Signature[:3]
			assert.Panics(t, func() { _, _ = k.FitSums(all) })
		}
		rows, values := at(0, 3)
		assert.Panics(t, func() { _ = AddParts(ctx, sums, []uint32{0, 1}, rows, values) })
		assert.Panics(t, func() { _ = AddParts(ctx, sums, []uint32{0, 1, 3}, rows, values) })
		assert.Panics(t, func() { _, _ = s.CrossValidateSums(ctx, sums[:1], folds) })
		sums[2] = NewSums([]float64{1, 0, 0, 0, 0}, 1)
		assert.ErrorContains(t, AddParts(ctx, sums, []uint32{0, 1, 2}, rows, values), "different origins")
		_, err = s.CrossValidateSums(ctx, sums, folds)
		assert.ErrorContains(t, err, "no rows")
	}
}
