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
)

// A whole block of structured directions is a tight frame of unit vectors, orthonormal in a
// dimension that is a power of two, and blocks that share a rotation are diagonals of one
// cube.
func TestStructuredBlocks(t *testing.T) {
	for _, d := range []int{1, 2, 3, 6, 8, 9, 16} {
		size, share := directions.StructuredSize(d), directions.StructuredShare(d)
		assert.True(t, d <= size && size < 2*d, "d=%d", d)
		n := [2]int{2*size + 1, size * share}
		dirs := directions.Structured(3, d, n).Directions(n)
		for p := range dirs {
			require.Len(t, dirs[p], n[p]*d)
			for i := range n[p] {
				assert.InDelta(t, 1, floats.Norm(dirs[p][i*d:(i+1)*d], 2), 1e-13)
			}
			x := mat.NewDense(size, d, dirs[p][:size*d])
			var frame, gram mat.Dense
			frame.Mul(x.T(), x)
			for i := range d {
				for j := range d {
					want := 0.0
					if i == j {
						want = float64(size) / float64(d)
					}
					assert.InDelta(t, want, frame.At(i, j), 1e-13)
				}
			}
			if d == size {
				gram.Mul(x, x.T())
				assert.InDelta(t, float64(d), mat.Sum(&gram), 1e-12)
			}
		}
		if share > 3 { // the first block of either part is of the first cube
			for i := range size {
				dot := floats.Dot(dirs[0][:d], dirs[1][i*d:(i+1)*d]) * float64(d)
				assert.InDelta(t, math.Round(dot), dot, 1e-12)
				assert.Equal(t, d&1, int(math.Abs(math.Round(dot)))&1)
			}
		}
	}
}

// The estimate is unbiased and has the predicted variance where d is no power of two, where
// blocks share a rotation, and between the parts.
func TestStructuredVariance(t *testing.T) {
	for _, c := range []struct{ d, columns int }{{4, 40}, {6, 60}, {16, 100}} {
		for _, minus := range []float64{0, 0.6} {
			t.Run(fmt.Sprintf("d=%d/minus=%v", c.d, minus), func(t *testing.T) {
				dec := &decompose.Decomposition{Dim: c.d, Plus: decompose.Part{Mass: 1, Radii: chi{float64(c.d), 1}}}
				if minus > 0 {
					dec.Minus = decompose.Part{Mass: minus, Radii: chi{float64(c.d), 2}}
				}
				const z = 1.3
				opt := features.Options{Columns: c.columns, Coupling: features.Structured, Radii: features.RadiiStratified}
				agree(t, estimates(t, dec, opt, z, 2000), math.Exp(-z*z/2)-minus*math.Exp(-z*z/8), predict(t, dec, &opt, z))
			})
		}
	}
}

// The weights of pairs are those of the rows themselves, over all pairs of many draws.
func TestStructuredWeights(t *testing.T) {
	for _, d := range []int{4, 5, 8, 12} {
		size := directions.StructuredSize(d)
		block, cube := directions.StructuredWeights(d, 4)
		var inBlock, inCube [4][]float64
		for seed := range uint64(600) {
			x := directions.Structured(seed, d, [2]int{2 * size, 0}).Directions([2]int{2 * size, 0})[0]
			var sum [2][4]float64
			for i := range 2 * size {
				if i == 0 {
					continue
				}
				p := harmonic.Gegenbauers(nil, d, 4, floats.Dot(x[:d], x[i*d:(i+1)*d]))
				for k, v := range p {
					sum[i/size][k] += v
				}
			}
			for k := range 4 {
				inBlock[k] = append(inBlock[k], sum[0][k]/float64(size-1))
				inCube[k] = append(inCube[k], sum[1][k]/float64(size))
			}
		}
		for k := 1; k < 4; k++ {
			if sd := stat.StdDev(inBlock[k], nil); sd < 1e-12 {
				assert.InDelta(t, block[k], inBlock[k][0], 1e-12)
			} else {
				assert.Less(t, math.Abs(zscore(inBlock[k], block[k])), 4.5, "d=%d P_%d in a block", d, 2*k)
			}
			if sd := stat.StdDev(inCube[k], nil); sd < 1e-12 {
				assert.InDelta(t, cube[k], inCube[k][0], 1e-12)
			} else {
				assert.Less(t, math.Abs(zscore(inCube[k], cube[k])), 4.5, "d=%d P_%d in a cube", d, 2*k)
			}
		}
		assert.InDelta(t, -1/float64(size-1), block[1], 1e-14, "degree 2 is cancelled")
	}
}

// The counts of pairs against all of them.
func TestStructuredPairs(t *testing.T) {
	for _, d := range []int{3, 5, 8} {
		size, share := directions.StructuredSize(d), directions.StructuredShare(d)
		for _, n := range [][2]int{{1, 1}, {size, 0}, {3*size + 2, 2*size - 1}, {share*size + 1, 5 * size}} {
			first := (n[0] + size - 1) / size
			where := func(p, i int) int { return p*first + i/size } // the block
			for _, pair := range [][2]int{{0, 0}, {1, 1}, {0, 1}} {
				var block, cube float64
				for i := range n[pair[0]] {
					for j := range n[pair[1]] {
						a, b := where(pair[0], i), where(pair[1], j)
						switch {
						case pair[0] == pair[1] && i == j:
						case a == b && pair[0] == pair[1]:
							block++
						case a/share == b/share:
							cube++
						}
					}
				}
				gotBlock, gotCube := directions.StructuredPairs(d, n, pair[0], pair[1])
				assert.Equal(t, [2]float64{block, cube}, [2]float64{gotBlock, gotCube}, "d=%d n=%v parts %v", d, n, pair)
			}
		}
	}
}
