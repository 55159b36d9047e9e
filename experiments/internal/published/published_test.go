package published

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"

	"krein/features"
	"krein/internal/features/maptest"
	"krein/internal/features/random"
	"krein/internal/testlong"
)

// Polynomial maps are unbiased, with the variance of their papers.
func TestPolynomials(t *testing.T) {
	x := mat.NewDense(2, 3, []float64{0.5, -0.4, 0.6, 0.3, 0.7, 0.5})
	a, b := x.RawRowView(0), x.RawRowView(1)
	u := inner(a, b)
	rm, err := RandomMaclaurin(3, []float64{0.5, 1, 0, 0.25})
	require.NoError(t, err)
	assert.InDelta(t, 0.5+u+0.25*u*u*u, rm.Kernel(a, b), 1e-15)
	maptest.Moments(t, testlong.Rounds(1500), rm, 32, x, rm.Kernel(a, b), rm.Variance(a, b, 32), "Random Maclaurin")
	_, err = RandomMaclaurin(3, []float64{1, -1})
	require.ErrorContains(t, err, "number 1 is -1")
	for p := 1; p <= 3; p++ {
		want := product3(0.2+u, p)
		trp := TensorProjection(3, p, 0.2)
		assert.InDelta(t, want, trp.Kernel(a, b), 1e-15)
		maptest.Moments(t, testlong.Rounds(1500), trp, 24, x, want, trp.Variance(a, b, 24), "tensorised projections")
		ts := TensorSketch(3, p, 0.2)
		bound := ts.Variance(a, b, 24)
		exact := math.NaN()
		if p == 1 {
			exact = bound
		}
		got := maptest.Moments(t, testlong.Rounds(1500), ts, 24, x, want, exact, "TensorSketch")
		assert.LessOrEqual(t, got, bound)
	}
	assert.Panics(t, func() { TensorSketch(3, 0, 1) })
	_, err = features.New(rm, &features.Options{Columns: -1})
	require.Error(t, err)
}

func product3(x float64, n int) float64 {
	v := 1.0
	for range n {
		v *= x
	}
	return v
}

// The mean over all signs, enumerated, is what SORF estimates: not the Gaussian kernel.
func TestSORF(t *testing.T) {
	const tau = 0.8
	s := NewSORF(2, tau)
	assert.Equal(t, 2, s.Size())
	assert.Equal(t, 8, NewSORF(5, 1).Size())
	z := []float64{0.7, -0.4}
	h := mat.NewDense(2, 2, []float64{math.Sqrt(0.5), math.Sqrt(0.5), math.Sqrt(0.5), -math.Sqrt(0.5)})
	mean := 0.0
	for bits := range 64 {
		w := mat.NewDense(2, 2, []float64{1, 0, 0, 1})
		for k := range 3 {
			d := mat.NewDiagDense(2, []float64{float64(1 - 2*(bits>>(2*k)&1)), float64(1 - 2*(bits>>(2*k+1)&1))})
			w.Mul(w, h)
			w.Mul(w, d)
		}
		for i := range 2 {
			mean += math.Cos(math.Sqrt2/tau*(w.At(i, 0)*z[0]+w.At(i, 1)*z[1])) / 128
		}
	}
	x := mat.NewDense(2, 2, []float64{0, 0, z[0], z[1]})
	maptest.Moments(t, testlong.Rounds(1500), s, 4, x, mean, math.NaN(), "SORF")
	gauss := math.Exp(-(z[0]*z[0] + z[1]*z[1]) / (2 * tau * tau))
	assert.Greater(t, math.Abs(mean-gauss), 0.01)
	b := NewSORF(5, tau).block(random.Source(1, 0))
	for i := range 8 {
		assert.InDelta(t, 8/(tau*tau), inner(b[8*i:8*i+8], b[8*i:8*i+8]), 1e-12)
	}
	_, err := features.New(s, &features.Options{Columns: 3})
	require.ErrorContains(t, err, "3 columns")
	assert.Panics(t, func() { NewSORF(2, 0) })
}
