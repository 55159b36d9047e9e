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
