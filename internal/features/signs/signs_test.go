package signs

import (
	"context"
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/stat"

	"krein/features"
	"krein/internal/decompose/signs"
	"krein/internal/features/maptest"
	"krein/internal/kernel/numeric"
	"krein/internal/testlong"
	"krein/kernel/parser"
)

func representation(t testing.TB, formula string, dim int) (*Representation, func(u float64) float64) {
	t.Helper()
	k, err := parser.Parse(formula, nil)
	require.NoError(t, err)
	d, err := signs.New(k)
	if err != nil {
		d, err = signs.Signed(k)
	}
	require.NoError(t, err)
	f := numeric.Compile(k)
	return New(d, dim), func(u float64) float64 {
		if u == 1 {
			return numeric.AtZero(k)
		}
		return f.At(math.Sqrt(2 - 2*u))
	}
}

// Estimates have the kernel as their mean, by z-score over 1000 seeds and more, and the predicted variance; none where points
// coincide.
func TestUnbiased(t *testing.T) {
	testlong.Slow(t)
	n := testlong.RoundsTo(1000, 4000)
	us := []float64{1, 0.98, 0.6, 0, -0.7, -1}
	for _, formula := range []string{"arccos0(2)", "arccos0(3)", "arccos0(6)", "2*arccos0(3) - 2", "ntk(3)", "arccos1(2)"} {
		for _, dim := range []int{2, 3, 16} {
			r, kernel := representation(t, formula, dim)
			for _, coupling := range []features.Coupling{features.IID, features.Orthogonal} {
				opt := features.Options{Columns: 20, Coupling: coupling}
				got := make([][]float64, len(us))
				for seed := range n {
					opt.Seed = uint64(seed)
					m, err := features.New(r, &opt)
					require.NoError(t, err)
					for i, u := range us {
						x := maptest.Pair(dim, u)
						for j := range dim {
							if u*u == 1 {
								x.Set(1, j, u*x.At(0, j))
							}
						}
						got[i] = append(got[i], maptest.Estimate(t, m, x))
					}
				}
				for i, u := range us {
					z := math.Sqrt(2 - 2*u)
					p, err := r.Predict(&opt, []float64{z})
					require.NoError(t, err)
					want, err := p.At(t.Context(), opt.Columns)
					require.NoError(t, err)
					what := fmt.Sprintf("%s d=%d %v u=%v", formula, dim, coupling, u)
					mean, v := stat.MeanVariance(got[i], nil)
					fourth := stat.MomentAbout(4, got[i], mean, nil)
					bias, proved := r.Bias(z)
					assert.True(t, proved)
					assert.Less(t, bias, 1e-6, what)
					assert.InDelta(t, kernel(u), mean, 4.5*math.Sqrt(want/float64(n))+bias+1e-12, what)
					assert.InDelta(t, want, v, 5*math.Sqrt(max(fourth-v*v, 0)/float64(n))+1e-13, what)
				}
			}
		}
	}
}

// The numbers of columns add up, and are within 1 of what they are on average.
func TestCounts(t *testing.T) {
	for _, formula := range []string{"arccos0(3)", "ntk(2)"} {
		r, _ := representation(t, formula, 4)
		counted(t, r)
	}
}

func counted(t *testing.T, r *Representation) {
	t.Helper()
	for _, n := range []int{1, 7, 512} {
		mean := make([]float64, len(r.of.Coef)-1)
		const draws = 1000
		for i := range draws {
			sum := 0
			for m, c := range r.counts(n, (float64(i)+0.5)/draws) {
				sum += c
				mean[m] += float64(c) / draws
				assert.Less(t, math.Abs(float64(c)-math.Abs(r.of.Coef[m+1])/r.mass*float64(n)), 1.0)
			}
			require.Equal(t, n, sum)
		}
		for m, c := range mean {
			assert.InDelta(t, math.Abs(r.of.Coef[m+1])/r.mass*float64(n), c, 1.5/draws)
		}
	}
}

// Options out of range are errors, and one seed gives the same bits.
func TestDraw(t *testing.T) {
	r, _ := representation(t, "arccos0(3)", 3)
	assert.Equal(t, 3, r.Dim())
	x := maptest.Pair(3, 0.4)
	var got [3]float64
	for i, seed := range []uint64{7, 7, 8} {
		m, err := features.New(r, &features.Options{Columns: 30, Seed: seed})
		require.NoError(t, err)
		assert.Equal(t, 31, m.Columns())
		got[i] = maptest.Estimate(t, m, x)
	}
	assert.Equal(t, got[0], got[1])
	assert.NotEqual(t, got[0], got[2])
	_, err := features.New(r, &features.Options{Columns: 30, Coupling: features.Structured})
	require.ErrorContains(t, err, "coupling")
	_, err = features.New(r, &features.Options{Columns: 1 << 26})
	require.ErrorContains(t, err, "give fewer columns")
	_, err = r.Predict(nil, []float64{3})
	require.Error(t, err)
	p, err := r.Predict(nil, []float64{1})
	require.NoError(t, err)
	_, err = p.At(t.Context(), 0)
	require.Error(t, err)
	stopped, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = p.At(stopped, 8)
	require.ErrorIs(t, err, context.Canceled)
	b, _ := r.Bias(3)
	assert.True(t, math.IsInf(b, 1))
	z, bound, near := r.Clear()
	assert.True(t, z > 0 && z < 0.3 && bound < 1e-6 && near > 0.01, "%v %v %v", z, bound, near)
	assert.Panics(t, func() { New(nil, 3) })
}
