package radial

import (
	"fmt"
	"math"
	"testing"

	"krein/features"
	"krein/internal/features/directions"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"krein/decompose"
	"krein/internal/features/harmonic"
	"krein/internal/features/kerdock"
	"krein/internal/features/random"
	"krein/internal/testlong"
)

// All bases are orthonormal and mutually unbiased: inner products are 0 in a basis and ±1/√n
// between bases.
func TestDesignIsMutuallyUnbiased(t *testing.T) {
	for _, d := range []int{4, 16, 64} {
		bases := d/2 + 1
		require.Equal(t, bases, directions.DesignBases(d))
		n := d * bases
		if d == 64 { // and the last of the forms
			forms := kerdock.New(d)
			for a := range d / 2 {
				for b := range a {
					sum := make([]float64, d)
					for v := range sum {
						sum[v] = 1
						if forms.Negative(a, v) != forms.Negative(b, v) {
							sum[v] = -1
						}
					}
					directions.Hadamard(sum, 1)
					for _, s := range sum {
						require.Equal(t, 8.0, math.Abs(s), "the sum of forms %d and %d is bent", a, b)
					}
				}
			}
			n = 3 * d
		}
		x := directions.Design(3, d, [2]int{n, 0}).Directions([2]int{n, 0})[0]
		for i := range n {
			for j := range i + 1 {
				dot := floats.Dot(x[i*d:(i+1)*d], x[j*d:(j+1)*d])
				switch {
				case i == j:
					require.InDelta(t, 1, dot, 1e-13)
				case i/d == j/d:
					require.InDelta(t, 0, dot, 1e-13)
				default:
					require.InDelta(t, 1/math.Sqrt(float64(d)), math.Abs(dot), 1e-13)
				}
			}
		}
	}
}

// A whole design integrates P₂ and P₄ of the inner product with any vector exactly, not P₆.
func TestDesignIntegratesDegreeFive(t *testing.T) {
	const d = 16
	x := directions.Design(5, d, [2]int{d * (d/2 + 1), 0}).Directions([2]int{d * (d/2 + 1), 0})[0]
	y := random.GaussianRows(random.Stream(1, 99, 0, 0), 1, d)
	random.NormaliseRows(y, d)
	sum := make([]float64, 4)
	for i := 0; i < len(x); i += d {
		floats.Add(sum, harmonic.Gegenbauers(nil, d, 4, floats.Dot(x[i:i+d], y)))
	}
	assert.InDelta(t, 0, sum[1], 1e-12)
	assert.InDelta(t, 0, sum[2], 1e-12)
	assert.Greater(t, math.Abs(sum[3]), 1e-5)
}

// Where d is no power of four a basis becomes a tight frame of unit vectors.
func TestDesignFrames(t *testing.T) {
	for _, d := range []int{2, 3, 5, 8, 22} {
		size := directions.DesignSize(d)
		x := mat.NewDense(2*size, d, directions.Design(3, d, [2]int{2 * size, 0}).Directions([2]int{2 * size, 0})[0])
		for b := range 2 {
			rows := x.Slice(b*size, (b+1)*size, 0, d)
			var frame mat.Dense
			frame.Mul(rows.T(), rows)
			for i := range size {
				assert.InDelta(t, 1, floats.Norm(x.RawRowView(b*size+i), 2), 1e-13)
			}
			for i := range d {
				frame.Set(i, i, frame.At(i, i)-float64(size)/float64(d))
			}
			assert.InDelta(t, 0, mat.Norm(&frame, 2), 1e-12, "d=%d", d)
		}
	}
}

// The weights of pairs are those of the rows themselves, over all pairs of many draws.
func TestDesignWeights(t *testing.T) {
	for _, d := range []int{4, 5, 12, 16} {
		size := directions.DesignSize(d)
		basis, rotation := directions.DesignWeights(d, 4)
		sample := [2][4][]float64{}
		for seed := range uint64(400) {
			x := directions.Design(seed, d, [2]int{3 * size, 0}).Directions([2]int{3 * size, 0})[0]
			sum := [2][4]float64{}
			for j := 1; j < 3*size; j++ {
				p := harmonic.Gegenbauers(nil, d, 4, floats.Dot(x[:d], x[j*d:(j+1)*d]))
				for k, v := range p {
					sum[min(j/size, 1)][k] += v
				}
			}
			for k := range 4 {
				sample[0][k] = append(sample[0][k], sum[0][k]/float64(size-1))
				sample[1][k] = append(sample[1][k], sum[1][k]/float64(2*size))
			}
		}
		for i, want := range [][]float64{basis, rotation} {
			for k := 1; k < 4; k++ {
				if sd := stat.StdDev(sample[i][k], nil); sd < 1e-12 {
					assert.InDelta(t, want[k], sample[i][k][0], 1e-12)
				} else {
					assert.Less(t, math.Abs(zscore(sample[i][k], want[k])), 4.5, "d=%d P_%d, %d", d, 2*k, i)
				}
			}
		}
		assert.InDelta(t, -1/float64(size-1), basis[1], 1e-14, "degree 2 is cancelled")
	}
}

// The counts of pairs against all of them.
func TestDesignPairs(t *testing.T) {
	for _, d := range []int{1, 3, 4, 5, 16} {
		size := directions.DesignSize(d)
		whole := size * directions.DesignBases(d)
		for _, n := range []int{1, size, 3*size - 1, whole, 2*whole + 5} {
			var basis, rotation float64
			for i := range n {
				for j := range n {
					switch {
					case i == j:
					case i/size == j/size:
						basis++
					case i/whole == j/whole:
						rotation++
					}
				}
			}
			gotBasis, gotRotation := directions.DesignPairs(d, n)
			assert.Equal(t, [2]float64{basis, rotation}, [2]float64{gotBasis, gotRotation}, "d=%d n=%d", d, n)
		}
	}
}

// estimates returns k̂ at distance z, along no axis, for many seeds, a
// quarter of them in a plain run.
func estimates(t testing.TB, dec *decompose.Decomposition, opt features.Options, z float64, seeds int) []float64 {
	x := apart(pointDim(dec, &opt), z, opt.Exact == features.ExactSphere)
	p, err := NewPredictor(dec, &opt)
	require.NoError(t, err)
	sample := make([]float64, testlong.RoundsTo(seeds, 4*seeds))
	var phi *mat.Dense
	for seed := range sample {
		opt.Seed = uint64(seed)
		o, err := prepare(dec, &opt)
		require.NoError(t, err)
		m, err := draw(dec, &o, p.n, p.quad.laws)
		require.NoError(t, err)
		phi, err = m.Transform(phi, x)
		require.NoError(t, err)
		for i, j := range m.Signature() {
			sample[seed] += j * phi.At(0, i) * phi.At(1, i)
		}
	}
	return sample
}

// apart returns two points at the distance z, on the unit sphere or not, in no special direction.
func apart(d int, z float64, sphere bool) *mat.Dense {
	x := mat.NewDense(2, d, nil)
	v, w := x.RawRowView(1), x.RawRowView(0)
	for j := range d {
		v[j] = z * math.Sqrt(2*float64(j+1)/float64(d*(d+1)))
		w[j] = math.Sqrt(float64(d-j)) * float64(1-j%2*2)
	}
	if !sphere {
		clear(w)
		return x
	}
	floats.AddScaled(w, -floats.Dot(v, w)/floats.Dot(v, v), v)
	floats.Scale(math.Sqrt(1-z*z/4)/floats.Norm(w, 2), w)
	for j := range d { // half of the distance to either side
		v[j], w[j] = w[j]+v[j]/2, w[j]-v[j]/2
	}
	return x
}

// agree checks mean and variance of a sample by z-scores.
func agree(t testing.TB, sample []float64, mean, variance float64) {
	assert.Less(t, math.Abs(zscore(sample, mean)), 4.5, "bias")
	m, v := stat.MeanVariance(sample, nil)
	fourth := stat.MomentAbout(4, sample, m, nil)
	se := math.Sqrt((fourth/(v*v) - 1) / float64(len(sample)))
	assert.Less(t, math.Abs(v/variance-1), 4.5*se, "variance %v, predicted %v", v, variance)
	t.Logf("variance %.4g, predicted %.4g ± %.1f%%", v, variance, 100*se)
}

// The estimate is unbiased and has the predicted variance, where d is a power of four and
// where not, with bases cut and with more than one rotation.
func TestDesignVariance(t *testing.T) {
	for _, c := range []struct{ d, columns int }{{4, 34}, {6, 90}, {16, 100}} {
		t.Run(fmt.Sprint("d=", c.d), func(t *testing.T) {
			dec, k := deltaGaussian(c.d, 1, 3), deltaGaussianKernel(1, 3)
			opt := features.Options{Columns: c.columns, Coupling: features.Design, Radii: features.RadiiStratified}
			const z = 1.3
			agree(t, estimates(t, dec, opt, z, 1000), k(z), predict(t, dec, &opt, z))
		})
	}
}

// Nine bases of R^16, against what was simulated elsewhere with radii in a random order.
func TestDesignBeatsOrthogonalBlocks(t *testing.T) {
	dec := gaussian(16, 1)
	for _, c := range []struct{ z, orthogonal, design float64 }{{1.2, .0169, .0098}, {1.8, .0400, .0216}} {
		opt := features.Options{Columns: 288, Coupling: features.Structured, Radii: features.RadiiStratified}
		assert.InEpsilon(t, c.orthogonal, math.Sqrt(predict(t, dec, &opt, c.z)), 0.05)
		opt.Coupling, opt.Distances = features.Design, []float64{c.z}
		ordered := math.Sqrt(predict(t, dec, &opt, c.z))
		assert.Less(t, ordered, c.design)
		opt.Radii = features.RadiiImportance
		importance := math.Sqrt(predict(t, dec, &opt, c.z))
		assert.Less(t, importance, ordered)
		t.Logf("z=%v: in order %.4f, importance %.4f", c.z, ordered, importance)
	}
}
