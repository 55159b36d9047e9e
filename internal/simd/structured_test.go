package simd

import (
	"fmt"
	"math"
	"math/bits"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// structuredParts draws two rotations and blocks of them, one of them plain and two not full.
func structuredParts[T Float](dim, size int) (rotations []Rotation[T], blocks []Block[T], n int) {
	r := rand.New(rand.NewPCG(uint64(dim), 1))
	for i := range 2 {
		rotations = append(rotations, Rotation[T]{numbers[T](dim*dim, uint64(i+10)), r.Perm(size)[:dim]})
	}
	for i, b := range []struct {
		rotation, count int
		plain           bool
	}{{0, size, false}, {0, dim, true}, {0, size, false}, {1, 1, false}, {1, size - 3, false}} {
		own := Block[T]{Rotation: b.rotation, Scale: numbers[T](b.count, uint64(i+20))}
		if !b.plain {
			own.Signs = make([]T, dim)
			for j := range own.Signs {
				own.Signs[j] = T(1 - 2*r.IntN(2))
			}
		}
		blocks = append(blocks, own)
		n += b.count
	}
	return rotations, blocks, n
}

// explicit returns the frequencies as a dim×n matrix.
func explicit[T Float](dim int, rotations []Rotation[T], blocks []Block[T], n int) []float64 {
	w := make([]float64, dim*n)
	col := 0
	for _, b := range blocks {
		own := rotations[b.Rotation]
		for i, scale := range b.Scale {
			for c := range dim {
				sum := 0.0
				if b.Signs == nil {
					sum = float64(own.W[c*dim+i])
				}
				for j, s := range b.Signs {
					v := float64(s) * float64(own.W[c*dim+j])
					if bits.OnesCount(uint(i&own.Place[j]))%2 == 1 {
						v = -v
					}
					sum += v
				}
				w[c*n+col] = float64(scale) * sum
			}
			col++
		}
	}
	return w
}

// The outputs are those of the frequencies written out, up to rounding, and of every kernel the
// same bits, whatever rows are passed together.
func TestStructured(t *testing.T) {
	for i, k := range have64 {
		t.Run("float64/"+k.name, func(t *testing.T) { structuredBits(t, k, &go64, 1e-11) })
		t.Run("float32/"+k.name, func(t *testing.T) { structuredBits(t, have32[i], &go32, 3e-2) })
	}
}

func structuredBits[T Float](t *testing.T, k, twin *kernels[T], tolerance float64) {
	for _, c := range []struct{ dim, size, rows int }{{33, 64, 7}, {64, 64, 100}, {100, 128, 14}} {
		rotations, blocks, n := structuredParts[T](c.dim, c.size)
		amplitude := numbers[T](n, 3)
		f := newStructured(k, c.dim, c.size, rotations, blocks, amplitude)
		xStride, stride := c.dim+2, f.Columns()+1
		x, checkX := guarded[T]((c.rows-1)*xStride + c.dim)
		copy(x, numbers[T](len(x), 5))
		dst, check := guarded[T]((c.rows-1)*stride + f.Columns())
		what := fmt.Sprintf("d=%d", c.dim)
		require.Equal(t, -1, f.Transform(dst, stride, x, xStride, c.rows), what)
		check(t, what)
		checkX(t, what)
		one := make([]T, f.Columns())
		same := newStructured(twin, c.dim, c.size, rotations, blocks, amplitude)
		w := explicit(c.dim, rotations, blocks, n)
		for r := 0; r < c.rows; r += 1 + c.rows/4 {
			require.Equal(t, -1, same.Transform(one, len(one), x[r*xStride:], c.dim, 1))
			require.Equal(t, one, dst[r*stride:r*stride+len(one)], "%s, row %d", what, r)
			if r < c.rows-1 {
				require.Equal(t, T(guard), dst[r*stride+len(one)], "between rows")
			}
			worst := 0.0
			for i := range n {
				q := 0.0
				for j := range c.dim {
					q += w[j*n+i] * float64(x[r*xStride+j])
				}
				sin, cos := sincos(q)
				a := float64(amplitude[i])
				worst = max(worst, math.Abs(a*cos-float64(one[2*i])), math.Abs(a*sin-float64(one[2*i+1])))
			}
			require.Less(t, worst, tolerance, "%s, row %d", what, r)
		}
	}
}

func TestStructuredNotFinite(t *testing.T) {
	const dim, size, rows = 70, 128, 110
	rotations, blocks, n := structuredParts[float64](dim, size)
	f := NewStructured(dim, size, rotations, blocks, make([]float64, n))
	dst := make([]float64, rows*f.Columns())
	for _, v := range []float64{math.NaN(), math.Inf(1), math.MaxFloat64} {
		for _, row := range []int{0, 50, 96, 109} {
			x := numbers[float64](rows*dim, 9)
			x[row*dim+row%dim] = v
			if row < 90 {
				x[row*dim+3*dim] = v
			}
			assert.Equal(t, row, f.Transform(dst, f.Columns(), x, dim, rows), "%v", v)
		}
	}
	x := numbers[float64](rows*dim, 9)
	assert.Zero(t, testing.AllocsPerRun(20, func() { f.Transform(dst, f.Columns(), x, dim, rows) }))
	for _, wrong := range []func(){
		func() { NewStructured(dim, 64, rotations, blocks, make([]float64, n)) },
		func() { NewStructured(dim, 96, rotations, blocks, make([]float64, n)) },
		func() { NewStructured(dim, size, rotations, blocks, make([]float64, n+1)) },
		func() { NewStructured(dim, size, rotations, blocks[1:], make([]float64, n)) },
		func() { NewStructured(dim-1, size, rotations, blocks, make([]float64, n)) },
	} {
		assert.Panics(t, wrong)
	}
}
