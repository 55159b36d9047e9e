package ridge

import (
	"iter"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/stat"

	_ "krein/internal/testlong" // fewer collections

	"krein/internal/features/basis"
)

var dims = []int{2, 3, 4, 5, 16, 54}

// unit returns n uniform unit vectors.
func unit(r *rand.Rand, n, d int) []float64 {
	w := make([]float64, n*d)
	for i := range n {
		row, norm := w[i*d:(i+1)*d], 0.0
		for j := range row {
			row[j] = r.NormFloat64()
			norm += row[j] * row[j]
		}
		for j := range row {
			row[j] /= math.Sqrt(norm)
		}
	}
	return w
}

func dot(x, y []float64) (s float64) {
	for i, v := range x {
		s += v * y[i]
	}
	return s
}

// The polynomials are orthonormal under the rule, whose moments are E t² = 1/d, E t⁴ = 3/(d(d+2)).
func TestLaw(t *testing.T) {
	for _, d := range append([]int{784}, dims...) {
		const most = 12
		r := newRule(d, 2*most)
		var second, fourth float64
		gram := make([][]float64, most+1)
		p := make([]float64, most+1)
		for i, v := range r.t {
			second += r.w[i] * v * v
			fourth += r.w[i] * v * v * v * v
			orthonormal(p, d, v)
			for n := range gram {
				if gram[n] == nil {
					gram[n] = make([]float64, most+1)
				}
				for m := range gram[n] {
					gram[n][m] += r.w[i] * p[n] * p[m]
				}
			}
		}
		assert.InEpsilon(t, 1/float64(d), second, 1e-13, d)
		assert.InEpsilon(t, 3/float64(d*(d+2)), fourth, 1e-13, d)
		for n := range gram {
			for m := range gram[n] {
				want := 0.0
				if n == m {
					want = 1
				}
				assert.InDelta(t, want, gram[n][m], 1e-11, "d=%d n=%d m=%d", d, n, m)
			}
		}
		z := make([]float64, most+1)
		orthonormal(p, d, 1)
		Zonal(z, d, 0.3)
		q := make([]float64, most+1)
		orthonormal(q, d, 0.3)
		for n := range p {
			assert.InEpsilon(t, basis.Dimension(n, d), p[n]*p[n], 1e-12, "N(%d,%d)", n, d)
			assert.InDelta(t, q[n]/p[n], z[n], 1e-13)
		}
	}
	assert.Equal(t, 135.0, basis.Dimension(2, 16))
	assert.Equal(t, 800.0, basis.Dimension(3, 16))
	assert.Equal(t, []float64{1, 1, 0}, []float64{basis.Dimension(0, 1), basis.Dimension(1, 1), basis.Dimension(2, 1)})
}

// The harmonics of a degree have the addition theorem, and as many columns as there are.
func TestHarmonics(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, d := range []int{2, 3, 4, 5, 16} {
		degrees := []int{0, 1, 2, 3, 5}
		if d == 16 {
			degrees = []int{1, 3}
		}
		z := make([]float64, 6)
		x := unit(r, 2, d)
		Zonal(z, d, dot(x[:d], x[d:]))
		want, count := 0.0, 0.0
		a := []float64{0.5, 2, 0.25, 3, 1}[:len(degrees)]
		for i, n := range degrees {
			want += a[i] * z[n]
			count += basis.Dimension(n, d)
		}
		h := basis.NewHarmonics(d, degrees, a, basis.Place{})
		require.Equal(t, int(count), h.Columns())
		phi := make([]float64, 2*h.Columns())
		require.Equal(t, -1, h.Transform(phi, h.Columns(), x, d, 2))
		assert.InDelta(t, want, dot(phi[:h.Columns()], phi[h.Columns():]), 1e-13, d)
		for i := range x {
			x[i] *= 2
		}
		assert.Equal(t, 0, h.Transform(phi, h.Columns(), x, d, 2), "off the sphere")
		require.ErrorContains(t, h.Refuse(x[:d]), "has length 2")
		h.Place = basis.Place{Everywhere: true, Power: 3}
		require.Equal(t, -1, h.Transform(phi, h.Columns(), x, d, 2))
		assert.InEpsilon(t, 64*want, dot(phi[:h.Columns()], phi[h.Columns():]), 1e-12, d)
	}
}

// kinked is |t|, with a jump of size 0.2 at 0.
type kinked struct{}

func (kinked) Values(t []float64) {
	for i, v := range t {
		t[i] = math.Abs(v) + math.Copysign(0.1, v)
	}
}

// Mean and variances are those of a simulation, for independent and orthogonal directions.
func TestMoments(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for _, d := range []int{2, 3, 5, 16} {
		for name, phi := range map[string]basis.Function{
			"series": basis.NewSeries(d, []float64{0.3, 1, -0.5, 0.4}),
			"flat":   basis.NewSeries(d, Flat(d, []float64{0, 0.7, 0.5, 0, 0.4})),
			"kinked": kinked{},
		} {
			degree := 4
			if name == "kinked" {
				degree = 40
			}
			m := NewMoments(d, phi, degree, true)
			x := unit(r, 2, d)
			u := dot(x[:d], x[d:])
			const n = 20000
			single, both := make([]float64, n), make([]float64, n)
			for k := range n {
				q := frame(r, d)
				for i := range d {
					v := []float64{dot(q[i*d:(i+1)*d], x[:d]), dot(q[i*d:(i+1)*d], x[d:])}
					phi.Values(v)
					single[k] = v[0] * v[1]
					both[k] += single[k] / float64(d)
				}
			}
			v1, vd := m.Variance(u, 1, false), m.Variance(u, d, true)
			of, _, _ := m.At(u, false)
			for _, c := range []struct {
				sample []float64
				want   float64
			}{{single, v1}, {both, vd}} {
				mean, variance := stat.MeanVariance(c.sample, nil)
				fourth := stat.MomentAbout(4, c.sample, mean, nil)
				assert.InDelta(t, of, mean, 5*math.Sqrt(c.want/n)+1e-6, "%s d=%d", name, d)
				assert.InDelta(t, c.want, variance, 5*math.Sqrt((fourth-variance*variance)/n)+1e-9,
					"%s d=%d u=%v", name, d, u)
			}
			assert.InEpsilon(t, v1/7, m.Variance(u, 7, false), 1e-12)
			// d+1 directions are a basis and another one
			mixed := (float64(d*d)*vd + v1) / float64((d+1)*(d+1))
			assert.InEpsilon(t, mixed, m.Variance(u, d+1, true), 1e-9)
		}
	}
}

// On the circle a jump counts at all frequencies: the step function without its low degrees, whose
// moments are integrals of step functions times waves.
func TestMomentsOfAJump(t *testing.T) {
	sign := stepped{}
	phi, _ := Less(2, sign, []int{0, 1, 2, 3, 4, 5, 7, 9}, 60)
	for _, u := range []float64{0.468, -0.96, 0.9999, 1} {
		m := NewMoments(2, phi, 60, true)
		alpha, n := math.Acos(u), 400000
		var mean, second, pair float64
		for i := range n {
			theta := 2 * math.Pi * (float64(i) + 0.5) / float64(n)
			s, c := math.Sincos(theta)
			sb, cb := math.Sincos(theta - alpha)
			v := []float64{c, cb, s, sb, -s, -sb}
			phi.Values(v)
			g := v[0] * v[1]
			mean += g / float64(n)
			second += g * g / float64(n)
			pair += g * (v[2]*v[3] + v[4]*v[5]) / 2 / float64(n)
		}
		gotMean, gotSecond, gotPair := m.At(u, true)
		assert.InDelta(t, mean, gotMean, 1e-5)
		assert.InDelta(t, second, gotSecond, 1e-6)
		assert.InDelta(t, pair, gotPair, 1e-6)
	}
}

// stepped is 1 for t > 0, else 0.
type stepped struct{}

func (stepped) Values(t []float64) {
	for i, v := range t {
		t[i] = 0
		if v > 0 {
			t[i] = 1
		}
	}
}

// frame returns a uniform orthonormal basis by Gram and Schmidt.
func frame(r *rand.Rand, d int) []float64 {
	q := make([]float64, d*d)
	for i := range d {
		row := q[i*d : (i+1)*d]
		copy(row, unit(r, 1, d))
		for range 2 {
			for k := range i {
				other := q[k*d : (k+1)*d]
				p := dot(row, other)
				for j := range row {
					row[j] -= p * other[j]
				}
			}
		}
		norm := math.Sqrt(dot(row, row))
		for j := range row {
			row[j] /= norm
		}
	}
	return q
}

// Flat keeps sizes, and lowers the fourth moment.
func TestFlat(t *testing.T) {
	size := []float64{0.2, 0.5, 0.5, 0.4, 0.3, 0, 0.1}
	for _, d := range dims {
		b := Flat(d, size)
		for n, v := range b {
			assert.Equal(t, size[n], math.Abs(v))
		}
		flat := NewMoments(d, basis.NewSeries(d, b), 6, false).Variance(1, 1, false)
		plain := NewMoments(d, basis.NewSeries(d, size), 6, false).Variance(1, 1, false)
		assert.Less(t, flat, 0.6*plain, d)
	}
}

// What Less takes away is gone, and nothing else.
func TestLess(t *testing.T) {
	const d = 5
	phi, all := Less(d, kinked{}, []int{0, 2}, 30)
	rest := coefficients(d, phi, 30)
	for n, v := range rest {
		want := all[n]
		if n == 0 || n == 2 {
			want = 0
		}
		assert.InDelta(t, want, v*v, 1e-12, n)
	}
	assert.Greater(t, all[0], 0.1)
	same, _ := Less(d, kinked{}, nil, 4)
	assert.Equal(t, kinked{}, same)
}

// Columns are φ at projections, whatever the rows that come together; off the sphere they scale.
func TestColumns(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	const d, n, rows = 3, 70, 5
	w, x := unit(r, n, d), unit(r, rows, d)
	c := basis.NewRidge(d, w, kinked{}, 0.5, basis.Place{})
	out := make([]float64, rows*(n+2))
	require.Equal(t, -1, c.Transform(out, n+2, x, d, rows))
	for i := range rows {
		for k := range n {
			v := []float64{dot(w[k*d:(k+1)*d], x[i*d:(i+1)*d])}
			kinked{}.Values(v)
			assert.InDelta(t, 0.5*v[0], out[i*(n+2)+k], 1e-14)
		}
		one := make([]float64, n)
		c.Transform(one, n, x[i*d:], d, 1)
		assert.Equal(t, one, out[i*(n+2):][:n])
	}
	x[d] = 7
	assert.Equal(t, 1, c.Transform(out, n+2, x, d, rows))
	c.Place = basis.Place{Everywhere: true, Power: 2}
	y := []float64{3 * x[0], 3 * x[1], 3 * x[2], 0, 0, 0}
	both := make([]float64, 2*n)
	require.Equal(t, -1, c.Transform(both, n, y, d, 2))
	for k := range n {
		assert.InDelta(t, 9*out[k], both[k], 1e-12)
		assert.Zero(t, both[n+k])
	}
	assert.NoError(t, c.Refuse(y[:d]))
	y[0] = math.Inf(1)
	assert.Error(t, c.Refuse(y[:d]))
}

// Pairs within bases of d, the last one with fewer.
func TestOrthogonalPairs(t *testing.T) {
	for count, want := range map[int]float64{0: 0, 1: 0, 2: 2, 3: 6, 4: 6, 5: 8, 6: 12, 8: 14, 9: 18, 15: 30} {
		assert.Equal(t, want, OrthogonalPairs(3, count), count)
	}
}

// constant is the split of a function of projections that is 1, without exact degrees.
type constant struct{}

func (constant) Groups() []Group                     { return []Group{constant{}, constant{}} }
func (constant) Columns() int                        { return 0 }
func (constant) Exact() (degrees []int, columns int) { return nil, 0 }
func (constant) Variance(float64, int, bool) float64 { return 0 }

// A choice is made anew for other columns or distances, and after an error.
func TestChooser(t *testing.T) {
	made := 0
	c := &Chooser[constant]{Name: "test", Dim: 3, Splits: func(int) iter.Seq[constant] {
		made++
		return slices.Values([]constant{{}})
	}}
	_, err := c.Choose(1, []float64{0.5})
	require.EqualError(t, err, "test: 1 columns are too few for this kernel in R^3; give 2 at least")
	_, err = c.Choose(3, []float64{3})
	require.ErrorContains(t, err, "test: a distance of 3")
	for _, x := range []struct {
		columns  int
		distance float64
		made     int
	}{{3, 0.5, 2}, {3, 0.5, 2}, {4, 0.5, 3}, {4, 0.25, 4}, {4, 0.25, 4}} {
		_, err := c.Choose(x.columns, []float64{x.distance})
		require.NoError(t, err)
		assert.Equal(t, x.made, made, x)
	}
}

// orthonormal stores p_0(t) … p_{len(dst)−1}(t) in dst. It panics if d < 1; for d = 1 the law is that of
// a sign, with p_0 = 1, p_1 = t and no others (0).
func orthonormal(dst []float64, d int, t float64) {
	if d == 1 {
		clear(dst)
		copy(dst, []float64{1, t})
		return
	}
	r := basis.NewRecurrence(d, len(dst))
	r.Values(dst, t)
}
