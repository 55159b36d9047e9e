package radial

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"krein/decompose"
	"krein/features"
	"krein/internal/features/directions"
	"krein/internal/features/harmonic"
	"krein/internal/features/random"
	"krein/internal/testlong"
)

func TestSharedBlocksAreOrthonormal(t *testing.T) {
	const d, n = 7, 17
	dirs := drawDirections(features.Shared, d, [2]int{n, 5}, 3)
	for i := range n {
		for j := range i + 1 {
			dot := floats.Dot(dirs[0][i*d:(i+1)*d], dirs[0][j*d:(j+1)*d])
			switch {
			case i == j:
				assert.InDelta(t, 1, dot, 1e-14)
			case i/d == j/d:
				assert.InDelta(t, 0, dot, 1e-14)
			default:
				assert.Greater(t, math.Abs(dot), 1e-6, "blocks are independent")
			}
		}
	}
	assert.Equal(t, dirs[0][:5*d], dirs[1])
}

// Orthogonal directions have length 1, bases are orthonormal, and all together are a tight frame, or orthonormal if they are
// fewer than d. Bases, and the parts, are independent of each other.
func TestOrthogonalDirectionsAreTight(t *testing.T) {
	for _, c := range []struct{ d, n int }{
		{1, 5}, {2, 1}, {2, 3}, {2, 9}, {3, 4}, {3, 5}, {7, 5}, {7, 7}, {7, 8}, {7, 13}, {7, 17}, {22, 27}, {22, 64}, {54, 80}, {300, 599},
	} {
		dirs := drawDirections(features.Orthogonal, c.d, [2]int{c.n, c.n}, 3)
		assert.NotEqual(t, dirs[0], dirs[1])
		rows := mat.NewDense(c.n, c.d, dirs[0])
		var gram, frame mat.Dense
		gram.Mul(rows, rows.T())
		frame.Mul(rows.T(), rows)
		block, size := blocksOf(c.d, c.n), map[int]int{}
		for _, b := range block {
			size[b]++
		}
		for i := range c.n {
			for j := range c.n {
				switch dot := gram.At(i, j); {
				case i == j:
					assert.InDelta(t, 1, dot, 1e-13)
				case block[i] == block[j] && size[block[i]] <= c.d:
					assert.InDelta(t, 0, dot, 1e-13, "%v: %d and %d", c, i, j)
				case c.d > 1:
					assert.Less(t, math.Abs(dot), 1-1e-6, "%v: %d and %d", c, i, j)
				}
			}
		}
		if c.n < c.d {
			continue
		}
		for i := range c.d {
			for j := range c.d {
				want := 0.0
				if i == j {
					want = float64(c.n) / float64(c.d)
				}
				assert.InDelta(t, want, frame.At(i, j), 1e-12, "%v: %d and %d", c, i, j)
			}
		}
	}
}

// The predicted variance of orthogonal directions falls with their number, a full basis and one direction more included,
// and is not above that of structured ones. (In R² and R³ wide kernels have harmonics of degree 4 that a basis repeats and
// [features.Quasi] directions do not.)
func TestMoreOrthogonalDirectionsAreBetter(t *testing.T) {
	for i, d := range []int{5, 8, 22} {
		for j, scale := range []float64{0.5, 2} {
			for k, law := range []features.RadiusLaw{features.RadiiStratified, features.RadiiImportance} {
				if !testlong.Turn(i+2*j+k, 1) { // without a flag one of each dimension
					continue
				}
				dec := &decompose.Decomposition{Dim: d, Plus: decompose.Part{Mass: 1, Radii: chi{float64(d), math.Sqrt(float64(d)) / scale}}}
				before := math.Inf(1)
				most := 4*d + 2
				for n := 1; n <= most; n += 1 + n/8 {
					opt := features.Options{Columns: 2 * n, Coupling: features.Orthogonal, Radii: law, Distances: []float64{1}}
					now := predict(t, dec, &opt, 1)
					assert.LessOrEqual(t, now, 1.02*before, "R^%d, %v radii of scale %v, %d directions", d, law, scale, n)
					before = now
					opt.Coupling = features.Structured
					assert.LessOrEqual(t, now, 1.05*predict(t, dec, &opt, 1), "R^%d, %v radii of scale %v, %d directions", d, law, scale, n)
				}
			}
		}
	}
}

// zscore returns the z-score of the sample's mean against want.
func zscore(sample []float64, want float64) float64 {
	mean, sd := stat.MeanStdDev(sample, nil)
	return (mean - want) / (sd / math.Sqrt(float64(len(sample))))
}

// Every direction of every coupling is uniform: the mean of each coordinate is 0, of its
// square 1/d, of its fourth power 3/(d(d+2)). Householder's Q without the signs of R fails
// the first of these.
func TestDirectionsAreUniform(t *testing.T) {
	const d, seeds = 3, 4000
	n := [2]int{4, 3}
	for _, c := range []features.Coupling{features.IID, features.Orthogonal, features.GORF, features.Shared, features.Structured, features.Design, features.Quasi} {
		var sample [2][4 * d][3][]float64
		for seed := range uint64(seeds) {
			for p, dirs := range drawDirections(c, d, n, seed) {
				for i, v := range dirs {
					for q, f := range []float64{v, v * v, v * v * v * v} {
						sample[p][i][q] = append(sample[p][i][q], f)
					}
				}
			}
		}
		for p := range sample {
			for i := range n[p] * d {
				for q, want := range []float64{0, 1.0 / d, 3.0 / (d * (d + 2))} {
					assert.Less(t, math.Abs(zscore(sample[p][i][q], want)), 4.5, "%v part %d entry %d power %d", c, p, i, q)
				}
			}
		}
	}
}

// gorfLiteral is Algorithm 1 of the GORF paper to the letter: QR of a square Gaussian
// matrix, the first d rows, columns normalised; it returns the inner product of the
// columns of w_1 and v_1.
func gorfLiteral(d, s int, seed uint64) float64 {
	size := max(2*s, 2*d)
	g := mat.NewDense(size, size, random.GaussianRows(random.Stream(seed, 99, 0, 0), size, size))
	var qr mat.QR
	qr.Factorize(g)
	var q, r mat.Dense
	qr.QTo(&q)
	qr.RTo(&r)
	col := func(j int) []float64 {
		v := mat.Col(nil, j, q.Slice(0, d, 0, size))
		floats.Scale(math.Copysign(1, r.At(j, j))/floats.Norm(v, 2), v)
		return v
	}
	return floats.Dot(col(0), col(s))
}

func TestGORFIsTheAlgorithmOfThePaper(t *testing.T) {
	const seeds = 4000
	for _, c := range []struct{ d, s int }{{2, 1}, {3, 2}, {3, 5}, {6, 6}} {
		size := max(2*c.s, 2*c.d)
		want := directions.GORFWeights(c.d, size, 3)
		var literal, ours [2][]float64
		for seed := range uint64(seeds) {
			dirs := drawDirections(features.GORF, c.d, [2]int{c.s, c.s}, seed)
			dot := floats.Dot(dirs[0][:c.d], dirs[1][:c.d])
			for q := range literal {
				p := harmonic.Gegenbauers(nil, c.d, 3, gorfLiteral(c.d, c.s, seed))
				literal[q] = append(literal[q], p[q+1])
				ours[q] = append(ours[q], harmonic.Gegenbauers(nil, c.d, 3, dot)[q+1])
			}
		}
		for q := range literal {
			assert.Less(t, math.Abs(zscore(literal[q], want[q+1])), 4.5, "paper d=%d s=%d P_%d", c.d, c.s, 2*q+2)
			assert.Less(t, math.Abs(zscore(ours[q], want[q+1])), 4.5, "ours d=%d s=%d P_%d", c.d, c.s, 2*q+2)
		}
		assert.Greater(t, math.Abs(zscore(ours[0], 0)), 4.5, "not independent")
	}
}

// The extremes of the law of ρ: hardly any truncation makes the columns orthogonal, a huge
// matrix makes them independent.
func TestGORFWeightsLimits(t *testing.T) {
	for _, d := range []int{2, 3, 16, 784} {
		far := directions.GORFWeights(d, 1000000*d, 4)
		for k, v := range far {
			want := 0.0
			if k == 0 {
				want = 1
			}
			assert.InDelta(t, want, v, 1e-5, "d=%d k=%d", d, k)
		}
		near := directions.GORFWeights(d, 2*d, 3)
		orth := harmonic.Gegenbauers(nil, d, 3, 0)
		assert.Less(t, near[1], 0.0)
		assert.Greater(t, near[1], orth[1])
	}
}
