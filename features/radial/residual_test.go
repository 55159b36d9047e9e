package radial

import (
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/blas/blas32"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"krein/decompose"
	"krein/features"
	"krein/internal/features/basis"
	"krein/internal/features/harmonic"
	"krein/internal/features/ridge"
	"krein/internal/testlong"
)

// The components of products of residuals against averages over directions, which know neither
// harmonics nor their derivatives.
func TestProductsOfResiduals(t *testing.T) {
	for _, d := range []int{2, 3, 16} {
		for _, z := range []float64{0.4, 1.3, 2} {
			s := harmonic.NewSphere(d, z)
			for _, r := range [][2]float64{{0.3, 0.3}, {2, 5}, {7, 7}} {
				c := [harmonic.Terms]float64{1, 0.8, 0.6, 0.64, 0.36}
				h := harmonic.New(d)
				a := s.Product(nil, h.At(nil, r[0]*z), h.All(nil, r[0]), r[0], c)
				b := s.Product(nil, h.At(nil, r[1]*z), h.All(nil, r[1]), r[1], c)
				sum := 0.0
				for i := range min(len(a), len(b)) {
					sum += a[i] * b[i]
				}
				assert.InDelta(t, average(d, s.U, r, c), sum, 2e-7, "d=%d z=%v R=%v", d, z, r)
			}
		}
	}
}

// average integrates the product of two products of residuals over the plane of x and y.
func average(d int, u float64, r [2]float64, c [harmonic.Terms]float64) float64 {
	angle, by := legendre(120, -math.Pi, math.Pi)
	radius, w := legendre(60, 0, 1)
	h := harmonic.New(d)
	product := func(radius, t, s float64) float64 {
		zero, one := wave(h, radius)
		one *= math.Sqrt(float64(d))
		x, y := [2]float64{math.Cos(radius * t), math.Sin(radius * t)}, [2]float64{math.Cos(radius * s), math.Sin(radius * s)}
		return x[0]*y[0] + x[1]*y[1] - c[1]*zero*(x[0]+y[0]) + c[3]*zero*zero -
			c[2]*one*(s*x[1]+t*y[1]) + c[4]*one*one*t*s
	}
	sum, norm := 0.0, 0.0
	for i, phi := range angle {
		for j, q := range radius {
			weight := by[i]
			rho := 1.0
			if d > 2 { // 1 − ρ² = q² makes the weight of ρ smooth
				rho = math.Sqrt(1 - q*q)
				weight *= w[j] * math.Pow(q, float64(d-3))
			} else if j > 0 {
				continue
			}
			t := rho * math.Cos(phi)
			s := u*t + math.Sqrt(1-u*u)*rho*math.Sin(phi)
			norm += weight
			sum += weight * product(r[0], t, s) * product(r[1], t, s)
		}
	}
	return sum / norm
}

// Residuals leave the estimate unbiased with the predicted variance, for all couplings.
func TestResiduals(t *testing.T) {
	const seeds = 1200
	row := 0
	for _, d := range []int{2, 4, 6} {
		for _, c := range []features.Coupling{features.IID, features.Orthogonal, features.Shared, features.Structured, features.Design, features.GORF, features.Quasi} {
			for r := features.RadiiIID; r <= features.RadiiImportance; r++ {
				if row++; !testlong.Turn(row, 13) {
					continue
				}
				z := []float64{0.6, 1.3, 1.9}[row%3]
				t.Run(fmt.Sprint(d, "/", c, "/", r, "/", z), func(t *testing.T) {
					dec, k := deltaGaussian(d, 0.5, 1), deltaGaussianKernel(0.5, 1)
					opt := features.Options{Columns: 32, Coupling: c, Radii: r, Exact: features.ExactSphere, Distances: ridge.Distances(d, 8)}
					agree(t, estimates(t, dec, opt, z, seeds), k(z), predict(t, dec, &opt, z))
				})
			}
		}
	}
}

// What residuals are for: the figures for points far apart, and never a larger variance at the
// distances that they are made for.
func TestResidualsHelp(t *testing.T) {
	dec := gaussian(16, 1)
	for _, z := range []float64{math.Sqrt(2 * (1 - 0.3)), 0.3} {
		plain := features.Options{Columns: 64, Distances: []float64{z}}
		residual := plain
		residual.Columns, residual.Exact = 64+17, features.ExactSphere
		a, b := predict(t, dec, &plain, z), predict(t, dec, &residual, z)
		if z > 1 {
			assert.Less(t, math.Sqrt(b/a), 0.5, "z=%v", z)
		}
		assert.Less(t, b, a*(1+1e-9), "z=%v", z)
	}
}

func TestResidualOptions(t *testing.T) {
	dec := gaussian(3, 1)
	m, err := features.New(New(dec), &features.Options{Columns: 20, Exact: features.ExactSphere, Distances: []float64{1}})
	require.NoError(t, err)
	assert.Equal(t, 20, m.Columns())
	assert.Equal(t, 16, m.Random())
	_, err = m.Transform(nil, data(2, 3, 1))
	assert.ErrorContains(t, err, "unit sphere")
	for want, opt := range map[string]*features.Options{
		"too few":    {Columns: 4, Exact: features.ExactSphere, Distances: []float64{1}},
		"need dist":  {Columns: 20, Exact: features.ExactSphere},
		"at most 2":  {Columns: 20, Exact: features.ExactSphere, Distances: []float64{2.1}},
		"dimensions": {Columns: 20, Exact: features.ExactSphere, Distances: []float64{1}, Seed: 1},
	} {
		dec := dec
		if opt.Seed == 1 {
			dec = gaussian(1, 1)
		}
		_, err := features.New(New(dec), opt)
		assert.ErrorContains(t, err, want)
	}
}

// The columns are what the package says, in both types.
func TestResidualColumns(t *testing.T) {
	const d = 5
	dec := deltaGaussian(d, 0.5, 1)
	opt := &features.Options{Columns: 26, Exact: features.ExactSphere, Distances: []float64{1, 1.5}}
	m, err := features.New(New(dec), opt)
	require.NoError(t, err)
	x := apart(d, 1.2, true)
	phi, err := m.Transform(nil, x)
	require.NoError(t, err)
	x32 := blas32.General{Rows: 2, Cols: d, Stride: d, Data: basis.Times[float32](x.RawMatrix().Data, 1)}
	out := blas32.General{Rows: 2, Cols: m.Columns(), Stride: m.Columns(), Data: make([]float32, 2*m.Columns())}
	require.NoError(t, m.Transform32(out, x32))
	for i, v := range out.Data {
		assert.InDelta(t, phi.RawMatrix().Data[i], float64(v), 1e-5)
	}
	off := m.ExactError()
	assert.True(t, off.Level > 0 && off.Level < 1e-8 && off.Square == 0 && !off.Proved, "%v", off)
	plus, minus := m.Frequencies()
	column := 1
	for p, w := range []*mat.Dense{plus, minus} {
		part := [2]*decompose.Part{&dec.Plus, &dec.Minus}[p]
		n, _ := w.Dims()
		low := newResidual(dec, p, opt)
		for i := range n {
			r := floats.Norm(w.RawRowView(i), 2)
			c := low.at(r)
			for row := range 2 {
				at := floats.Dot(w.RawRowView(i), x.RawRowView(row))
				one := r / d * lambda(d+2, r) // h_1/√d
				level := math.Sqrt(part.Mass / float64(n))
				assert.InDelta(t, level*(math.Cos(at)-c[1]*lambda(d, r)), phi.At(row, column), 1e-12)
				assert.InDelta(t, level*(math.Sin(at)-c[2]*d*one*at/r), phi.At(row, column+1), 1e-12)
			}
			column += 2
		}
	}
	for j := range d {
		assert.InDelta(t, phi.At(0, column)*x.At(0, j), phi.At(0, column+j)*x.At(0, 0), 1e-12)
	}
}
