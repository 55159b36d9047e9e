package radial

import (
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/blas/blas32"
	"gonum.org/v1/gonum/mat"

	"krein/decompose"
	"krein/features"
	"krein/internal/features/basis"
	"krein/internal/features/harmonic"
)

func TestSecondMoment(t *testing.T) {
	for name, c := range map[string]struct {
		radii decompose.Radii
		want  float64
	}{
		"chi":      {chi{16, 1}, 16},
		"rayleigh": {quantileFunc(func(u float64) float64 { return math.Sqrt(-2 * math.Log1p(-u)) }), 2},
		"atoms":    {steppedLaw{0.3, 0.5, 2}, 0.3*0.25 + 0.7*4},
	} {
		got, off, proved, err := secondMomentOf(c.radii)
		require.NoError(t, err)
		assert.InEpsilon(t, c.want, got, 1e-9, name)
		assert.False(t, proved)
		assert.Less(t, math.Abs(got-c.want), off)
	}
	_, _, _, err := secondMomentOf(quantileFunc(func(u float64) float64 { return u / (1 - u) }))
	assert.Error(t, err)
}

// TestSigned: a positive part alone has columns of both signs only where its low orders may be exact.
func TestSigned(t *testing.T) {
	part := func(radii decompose.Radii) *decompose.Decomposition {
		return &decompose.Decomposition{Dim: 3, Plus: decompose.Part{Mass: 1, Radii: radii}}
	}
	pareto := func(a float64) decompose.Radii {
		return quantileFunc(func(u float64) float64 { return math.Pow(1-u, -1/a) - 1 })
	}
	assert.True(t, Signed(part(chi{3, 1})))
	assert.True(t, Signed(part(pareto(5))), "its moment rests on its largest radii, perhaps not that of padded rows")
	_, _, _, err := secondMomentOf(pareto(5))
	require.Error(t, err)
	assert.False(t, Signed(part(pareto(3))))
	assert.False(t, Signed(part(pareto(1))))
	assert.False(t, Signed(part(pareto(3./2))))
	d := part(pareto(1))
	d.Minus = d.Plus
	assert.True(t, Signed(d))
	x := mat.NewDense(40, 3, nil)
	for i := range 40 {
		for j := range 3 {
			x.Set(i, j, 100+math.Mod(float64(i*(j+1))*.618, 1)/8) // far from 0, and near each other
		}
	}
	m, err := New(part(chi{3, 1})).Draw(&features.Options{Columns: 256, Exact: features.ExactPlus, Coupling: features.Orthogonal})
	require.NoError(t, err)
	phi, err := m.Transform(nil, x)
	require.NoError(t, err)
	assert.Contains(t, m.Signature(), -1.)
	sum := 0.0
	for c, s := range m.Signature() {
		if s < 0 {
			sum += phi.At(0, c) * phi.At(0, c)
		}
	}
	assert.Greater(t, sum, 1., "without the signature k(x,x) = 1 is off by twice that")
}

// The differences of harmonics, on both sides of where the series ends, and against quadrature
// over the sphere.
func TestExactly(t *testing.T) {
	x, w := legendre(200, 0, math.Pi)
	for _, d := range []int{2, 3, 16} {
		for _, at := range []float64{1e-3, 0.1, 1, math.Sqrt(2*float64(d)) - 1e-3, math.Sqrt(2*float64(d)) + 1e-3, 8} {
			h := harmonic.New(d).At(nil, at)
			exactly(h, d, at)
			var zero, two, norm float64
			for i, phi := range x {
				weight := w[i] * math.Pow(math.Sin(phi), float64(d-2))
				s := at * math.Cos(phi)
				f := math.Cos(s) - 1 + s*s/2
				if at < 0.2 {
					f = s * s * s * s / 24 * (1 - s*s/30*(1-s*s/56))
				}
				norm += weight
				zero += weight * f
				two += weight * f * harmonic.Gegenbauers(nil, d, 2, math.Cos(phi))[1]
			}
			dimension := float64(d+2) * float64(d-1) / 2
			assert.InEpsilon(t, zero/norm, h[0], 1e-8, "d=%d x=%v", d, at)
			if len(h) > 1 {
				assert.InEpsilon(t, -math.Sqrt(dimension)*two/norm, h[1], 1e-6, "d=%d x=%v", d, at)
			}
		}
	}
}

// The columns are e − ½(x−y)ᵀA(x−y), in both types.
func TestQuadratic(t *testing.T) {
	a := mat.NewSymDense(3, []float64{1, 2, 0, 2, -3, 0.5, 0, 0.5, 0})
	for _, e := range []float64{0, 0.7, -5} {
		q, err := newQuadratic(e, a)
		require.NoError(t, err)
		x := data(2, 3, 4)
		phi, phi32, x32 := make([]float64, 10), make([]float32, 10), make([]float32, 6)
		for i := range x32 {
			x32[i] = float32(x.RawMatrix().Data[i])
		}
		q.Transform(phi, 5, x.RawMatrix().Data, 3, 2)
		basis.SingleQuadratic(q).Transform(phi32, 5, x32, 3, 2)
		var got, got32 float64
		for j, s := range q.Signs() {
			got += s * phi[j] * phi[5+j]
			got32 += s * float64(phi32[j]) * float64(phi32[5+j])
		}
		v := vecSub(x, 0, 1)
		want := e - mat.Inner(v, a, v)/2
		assert.InDelta(t, want, got, 1e-12)
		assert.InDelta(t, want, got32, 1e-4)
	}
}

// Exact low orders leave the estimate unbiased with the predicted variance, of either part and under
// all couplings, and a nearly constant part then costs hardly anything.
func TestExactLowOrders(t *testing.T) {
	const d, z, seeds = 2, 1.3, 1200
	rayleigh := func(tau float64) quantileFunc { // of exp(−z²/2τ²)
		return func(u float64) float64 { return math.Sqrt(-2*math.Log1p(-u)) / tau }
	}
	for _, c := range []features.Coupling{features.IID, features.Orthogonal, features.Shared, features.Structured, features.Design, features.GORF, features.Quasi} {
		for e, dec := range map[features.Exact]*decompose.Decomposition{
			features.ExactMinus: {Dim: d, Plus: decompose.Part{Mass: 0.5, Radii: rayleigh(1)},
				Minus: decompose.Part{Mass: 1, Radii: rayleigh(2)}},
			features.ExactPlus: {Dim: d, Plus: decompose.Part{Mass: 1, Radii: rayleigh(2)},
				Minus: decompose.Part{Mass: 0.5, Radii: rayleigh(1)}},
		} {
			radii := []features.RadiusLaw{features.RadiiIID, features.RadiiStratified, features.RadiiImportance}[(int(c)+int(e))%3]
			t.Run(fmt.Sprint(c, "/", e, "/", radii), func(t *testing.T) {
				opt := features.Options{Columns: 28, Coupling: c, Radii: radii, Exact: e, Distances: []float64{1, 2}}
				k := 0.5*math.Exp(-z*z/2) - math.Exp(-z*z/8)
				if e == features.ExactPlus {
					k = -k
				}
				agree(t, estimates(t, dec, opt, z, seeds), k, predict(t, dec, &opt, z))
			})
		}
	}
	one := &decompose.Decomposition{Dim: 16, Plus: decompose.Part{Mass: 1, Radii: chi{16, 10}}}
	opt := features.Options{Columns: 50, Coupling: features.Orthogonal, Radii: features.RadiiStratified, Exact: features.ExactPlus}
	exact := predict(t, one, &opt, 1.5)
	assert.Less(t, exact, 1e-8)
	opt.Exact = features.ExactNone
	assert.Greater(t, predict(t, one, &opt, 1.5), 100*exact)
}

func TestExactMap(t *testing.T) {
	dec := deltaGaussian(3, 1, 10)
	opt := &features.Options{Columns: 20, Exact: features.ExactMinus}
	m, err := features.New(New(dec), opt)
	require.NoError(t, err)
	plus, minus := m.Counts()
	assert.Equal(t, [2]int{4, 3}, [2]int{plus, minus}, "of 20 columns five are exact, and one is left")
	assert.Equal(t, 19, m.Columns())
	off := m.ExactError()
	assert.True(t, off.Square > 0 && off.Square < 1e-7 && off.Level == 0 && !off.Proved, "no table: %v", off)
	x := data(4, 3, 1)
	phi, err := m.Transform(nil, x)
	require.NoError(t, err)
	row, err := m.TransformRow(nil, x.RawRowView(2))
	require.NoError(t, err)
	assert.Equal(t, phi.RawRowView(2), row)
	x32 := blas32.General{Rows: 4, Cols: 3, Stride: 3, Data: basis.Times[float32](x.RawMatrix().Data, 1)}
	out := blas32.General{Rows: 4, Cols: 19, Stride: 19, Data: make([]float32, 76)}
	require.NoError(t, m.Transform32(out, x32))
	for i, v := range out.Data {
		assert.InDelta(t, phi.RawMatrix().Data[i], float64(v), 1e-4)
	}
	for want, opt := range map[string]*features.Options{
		"too few":          {Columns: 8, Exact: features.ExactMinus},
		"unknown exact":    {Columns: 20, Exact: 7},
		"second moment":    {Columns: 20, Exact: features.ExactPlus, Seed: 99},
		"should be exact,": {Columns: 20, Exact: features.ExactMinus, Seed: 98},
	} {
		dec := dec
		if opt.Seed != 0 {
			dec = &decompose.Decomposition{Dim: 2, Plus: decompose.Part{Mass: 1,
				Radii: quantileFunc(func(u float64) float64 { return u / (1 - u) })}}
		}
		_, err := features.New(New(dec), opt)
		assert.ErrorContains(t, err, want)
	}
}
