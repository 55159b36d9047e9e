package baseline

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"

	"krein/features"
	"krein/features/radial"
	"krein/internal/features/maptest"
	"krein/internal/features/random"
	"krein/internal/special/double"
	"krein/internal/testlong"
)

// What Algorithm 1 estimates is the sum over its points; on R¹ that is the kernel up to what lies beyond
// the interval, on R⁴ it is not.
func TestPublished(t *testing.T) {
	mu := func(w float64) float64 { return math.Exp(-w*w/2) / math.Sqrt(2*math.Pi) }
	for _, c := range []struct {
		scheme Scheme
		mass   float64
		within float64
	}{
		{Scheme{Seed: 1}, 1, 0.06},
		{Scheme{Limit: 1, Seed: 2}, math.Erf(math.Sqrt(0.5)), 0.01},
		{Scheme{Gaussian: 1, Points: 1000, Seed: 3}, 1, 1e-12},
		{Scheme{Gaussian: 2, Points: 20000, Seed: 4}, 1, 0.03},
	} {
		d, err := Published(1, mu, &c.scheme)
		require.NoError(t, err)
		assert.InDelta(t, c.mass, d.Plus.Mass, c.within, fmt.Sprint(c.scheme))
		assert.Nil(t, d.Minus.Radii)
	}
	const dim, z = 4, 1.2
	signed := func(w float64) float64 { return math.Cos(w) * math.Exp(-w*w/4) }
	d, err := Published(dim, signed, &Scheme{Points: 2000})
	require.NoError(t, err)
	law := double.NewLambda(dim)
	mean := 0.0
	for i, p := range []*picks{d.Plus.Radii.(*picks), d.Minus.Radii.(*picks)} {
		last := 0.0
		for k, r := range p.radii {
			v := (p.upTo[k] - last) * law.At(r*z)
			last = p.upTo[k]
			if i == 1 {
				v = -v
			}
			mean += v
		}
	}
	x := mat.NewDense(2, dim, []float64{0, 0, 0, 0, z / 2, z / 2, z / 2, z / 2})
	p, err := radial.NewPredictor(d, &features.Options{Columns: 16})
	require.NoError(t, err)
	v, _ := p.Variance(z)
	maptest.Moments(t, testlong.Rounds(1500), radial.New(d), 16, x, mean, v, "Algorithm 1")
	// ∫ cos w e^{−w²/4} dw = 2√π e^{−1}: the difference of the masses is not k(0).
	assert.InDelta(t, 2*math.Sqrt(math.Pi)/math.E, d.Plus.Mass-d.Minus.Mass, 0.2)
	for _, bad := range []Scheme{{Points: -1}, {Limit: -1}, {Gaussian: math.Inf(1)}} {
		_, err := Published(1, mu, &bad)
		require.Error(t, err)
	}
	_, err = Published(1, func(float64) float64 { return 0 }, nil)
	require.ErrorContains(t, err, "0 at all points")
	_, err = Published(1, math.Log, &Scheme{Limit: math.SmallestNonzeroFloat64})
	require.Error(t, err)
}

// The mixture is nearest for a kernel that is one, and stays away from an indefinite one, less than one with nonnegative
// weights does; features are unbiased for it.
func TestSRF(t *testing.T) {
	s := scales(0.1, 20, 20)
	own := func(z float64) float64 {
		return 0.7*math.Exp(-z*z/(2*s[10]*s[10])) + 0.3*math.Exp(-z*z/(2*s[14]*s[14]))
	}
	_, m, err := SRF(3, own, 0)
	require.NoError(t, err)
	for _, z := range []float64{0, 0.5, 1, 2} {
		assert.InDelta(t, own(z), m.At(z), 2e-3)
	}
	for _, c := range []struct {
		dim       int
		k         func(z float64) float64
		rms, less float64 // of the clipped mixture at most, and of the nonnegative one at least
	}{
		{16, func(z float64) float64 { return 1 - z*z/4 }, 0.056, 0.064},
		{3, func(z float64) float64 { return 1 - z*z/4 }, 0.06, 0.064},
		{16, func(z float64) float64 { return math.Pow(1-z*z/9, 10) }, 0.01, 0},
	} {
		z, values := make([]float64, 201), make([]float64, 201)
		for i := range z {
			z[i] = float64(i) / 100
			values[i] = c.k(z[i])
		}
		rms := func(k interface{ At(z float64) float64 }) float64 {
			s := 0.0
			for i := range z {
				s += (k.At(z[i]) - values[i]) * (k.At(z[i]) - values[i])
			}
			return math.Sqrt(s / float64(len(z)))
		}
		_, m, err := SRF(c.dim, c.k, 0)
		require.NoError(t, err)
		positive := rms(fit(z, values, s))
		t.Logf("d = %d: rms %.4f, of nonnegative weights %.4f", c.dim, rms(m), positive)
		assert.LessOrEqual(t, rms(m), c.rms)
		assert.GreaterOrEqual(t, positive, c.less)
		assert.LessOrEqual(t, rms(m), positive*(1+1e-3), "but for the sum over radii")
	}
	d, m, err := SRF(3, func(z float64) float64 { return 1 - z*z/3 }, 0) // −1/3 at z = 2
	require.NoError(t, err)
	assert.Greater(t, m.At(2)-(1-4.0/3), 0.1)
	x := mat.NewDense(2, 3, []float64{0, 0, 0, 0.6, 0.6, 0.6})
	z := 0.6 * math.Sqrt(3)
	p, err := radial.NewPredictor(d, &features.Options{Columns: 8})
	require.NoError(t, err)
	v, _ := p.Variance(z)
	maptest.Moments(t, testlong.Rounds(1500), radial.New(d), 8, x, m.At(z), v, "SRF")
	_, _, err = SRF(3, func(float64) float64 { return -1 }, 0)
	require.ErrorContains(t, err, "is 0")
	_, _, err = SRF(3, func(float64) float64 { return math.NaN() }, 0)
	require.Error(t, err)
	_, _, err = SRF(0, own, 0)
	require.Error(t, err)
}

// Both parts are mixtures for which features are unbiased; the kernel itself they miss.
func TestDIGMM(t *testing.T) {
	src := random.Source(1, 0)
	x := mat.NewDense(40, 3, nil)
	for i := range 40 {
		for j := range 3 {
			x.Set(i, j, src.Float64())
		}
	}
	k := func(z float64) float64 { return math.Exp(-z*z/2) - math.Exp(-z*z/200) }
	d, m, err := DIGMM(x, k, 0)
	require.NoError(t, err)
	pair := x.Slice(3, 5, 0, 3).(*mat.Dense)
	z := distances(pair).At(0, 1)
	want := m[0].At(z) - m[1].At(z)
	maptest.Moments(t, testlong.Rounds(1500), radial.New(d), 16, mat.DenseCopyOf(pair), want, math.NaN(), "DIGMM")
	worst := 0.0
	for z := 0.0; z < 1.5; z += 0.1 {
		worst = max(worst, math.Abs(m[0].At(z)-m[1].At(z)-k(z)))
	}
	assert.Greater(t, worst, 1e-3)
	assert.Less(t, worst, 0.5)
	_, _, err = DIGMM(x.Slice(0, 1, 0, 3).(*mat.Dense), k, 0)
	require.Error(t, err)
}

// Between landmarks the kernel is exact, also an indefinite one, and J has its signs.
func TestNystrom(t *testing.T) {
	k := func(x, y []float64) float64 {
		z := 0.0
		for j, v := range x {
			z += (v - y[j]) * (v - y[j])
		}
		return math.Exp(-z/2) - math.Exp(-z/8)
	}
	src := random.Source(2, 0)
	x := mat.NewDense(12, 2, nil)
	for i := range 12 {
		x.SetRow(i, []float64{src.NormFloat64(), src.NormFloat64()})
	}
	m, err := Nystrom(k, x)
	require.NoError(t, err)
	phi, err := m.Transform(nil, x)
	require.NoError(t, err)
	signs := map[float64]int{}
	for _, s := range m.Signature() {
		signs[s]++
	}
	assert.Positive(t, signs[1])
	assert.Positive(t, signs[-1])
	for i := range 12 {
		for j := range 12 {
			sum := 0.0
			for c, s := range m.Signature() {
				sum += s * phi.At(i, c) * phi.At(j, c)
			}
			assert.InDelta(t, k(x.RawRowView(i), x.RawRowView(j)), sum, 1e-9)
		}
	}
	_, err = Nystrom(func(_, _ []float64) float64 { return 0 }, x)
	require.Error(t, err)
	_, err = Nystrom(func(_, _ []float64) float64 { return math.NaN() }, x)
	require.Error(t, err)
}

// λ/(λ+ridge) on a diagonal, whatever the signs, and rows are drawn in proportion to weights.
func TestLeverage(t *testing.T) {
	g := mat.NewSymDense(3, []float64{2, 0, 0, 0, -2, 0, 0, 0, 0.5})
	scores, err := RidgeLeverage(g, 1)
	require.NoError(t, err)
	for i, want := range []float64{2.0 / 3, 2.0 / 3, 1.0 / 3} {
		assert.InDelta(t, want, scores[i], 1e-14)
	}
	assert.Panics(t, func() { _, _ = RidgeLeverage(g, 0) })
	x := mat.NewDense(3, 1, []float64{0, 1, 2})
	const n = 3000
	count := 0.0
	for seed := range uint64(n) {
		l := Landmarks(x, 2, []float64{1, 0, 3}, seed)
		assert.NotEqual(t, 1.0, l.At(0, 0))
		if l.At(0, 0) == 2 {
			count++
		}
	}
	assert.InDelta(t, 0.75*n, count, 5*math.Sqrt(n*0.75*0.25))
	assert.Panics(t, func() { Landmarks(x, 3, []float64{1, 0, 3}, 0) })
	assert.NotPanics(t, func() { Landmarks(x, 3, nil, 0) })
}

// With all rows for landmarks the kernel is exact at them; with fewer by leverage scores it is nearer
// than far points alone would have it, and the seed decides.
func TestLandmarked(t *testing.T) {
	k := func(x, y []float64) float64 { return math.Exp(-2 * (x[0] - y[0]) * (x[0] - y[0])) }
	x := mat.NewDense(6, 1, []float64{0, 0.4, 1, 1.5, 2, 9})
	for _, ridge := range []float64{0, 0.1} {
		l, err := NewLandmarked(x, k, ridge)
		require.NoError(t, err)
		assert.Equal(t, 1, l.Dim())
		m, err := features.New(l, nil)
		require.NoError(t, err)
		phi, err := m.Transform(nil, x)
		require.NoError(t, err)
		for i := range 6 {
			for j := range 6 {
				assert.InDelta(t, k(x.RawRowView(i), x.RawRowView(j)), mat.Dot(phi.RowView(i), phi.RowView(j)), 1e-9)
			}
		}
		alone := 0
		const n = 400
		for seed := range uint64(n) {
			one, err := features.New(l, &features.Options{Columns: 1, Seed: seed})
			require.NoError(t, err)
			row, err := one.TransformRow(nil, []float64{9})
			require.NoError(t, err)
			if row[0]*row[0] > 0.5 {
				alone++
			}
		}
		want := 1.0 / 6
		if ridge > 0 {
			want = l.weights[5] / (l.weights[0] + l.weights[1] + l.weights[2] + l.weights[3] + l.weights[4] + l.weights[5])
			assert.Greater(t, want, 1.05/6) // the others share their neighbours'
		}
		assert.InDelta(t, want*n, alone, 5*math.Sqrt(n*want*(1-want)))
	}
}

// TestLeastSquares: a matrix of the model's form gives the masses back; the printed sign would give ξ₃ = 0.
func TestLeastSquares(t *testing.T) {
	rnd := rand.New(rand.NewPCG(4, 4))
	normal := func(n, d int) *mat.Dense {
		m := mat.NewDense(n, d, nil)
		for i := range n {
			for j := range d {
				m.Set(i, j, rnd.NormFloat64())
			}
		}
		return m
	}
	x := normal(12, 3)
	f := &Frequencies{normal(20, 3), normal(15, 3), normal(9, 3)}
	gram := mat.NewDense(12, 12, nil)
	for i := range 12 {
		for j := range 12 {
			mean := func(omega *mat.Dense, fn func(float64) float64) float64 {
				s, count := 0.0, omega.RawMatrix().Rows
				for l := range count {
					dot := 0.0
					for c := range 3 {
						dot += omega.At(l, c) * (x.At(i, c) - x.At(j, c))
					}
					s += fn(dot)
				}
				return s / float64(count)
			}
			gram.Set(i, j, 2.5*mean(f.RealPlus, math.Cos)-1.25*mean(f.RealMinus, math.Cos)-2*0.75*mean(f.Imaginary, math.Sin))
		}
	}
	m := LeastSquares(gram, x, 1.25, f)
	assert.InDelta(t, 2.5, m.RealPlus, 1e-12)
	assert.InDelta(t, 1.25, m.RealMinus, 1e-12)
	assert.InDelta(t, 0.75, m.Imaginary, 1e-12)
	assert.Zero(t, LeastSquares(gram.T(), x, 1.25, f).Imaginary) // k(−Δ): ξ₃ ≥ 0 binds
	f.RealMinus, f.Imaginary = nil, nil
	assert.Equal(t, Masses{RealPlus: 1.25}, LeastSquares(gram, x, 1.25, f))
	assert.Panics(t, func() { LeastSquares(normal(3, 3), x, 1, f) })
	assert.Panics(t, func() { LeastSquares(gram, normal(12, 2), 1, f) })
}
