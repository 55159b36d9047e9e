package features

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"krein/features/internal/directions"
	"krein/features/internal/harmonic"
	"krein/features/internal/random"
)

func TestBlocksAreOrthonormal(t *testing.T) {
	const d, n = 7, 17
	for _, c := range []Coupling{Orthogonal, Shared} {
		dirs := drawDirections(c, d, [2]int{n, 5}, 3)
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
		same := floats.Equal(dirs[0][:5*d], dirs[1])
		assert.Equal(t, c == Shared, same)
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
	for _, c := range []Coupling{IID, Orthogonal, GORF, Shared, Structured, Design, Quasi} {
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
			dirs := drawDirections(GORF, c.d, [2]int{c.s, c.s}, seed)
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
