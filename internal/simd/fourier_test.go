package simd

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/internal/testlong"
)

func numbers[T Float](n int, seed uint64) []T {
	r := rand.New(rand.NewPCG(seed, 0))
	out := make([]T, n)
	for i := range out {
		out[i] = T(r.NormFloat64())
	}
	return out
}

func random[T Float](k *kernels[T], d, n int, phases bool) *Fourier[T] {
	var phase []T
	if phases {
		phase = numbers[T](n, 4)
	}
	return newFourier(k, d, numbers[T](d*n, 2), numbers[T](n, 3), phase)
}

const guard = 12345.678

// guarded returns n numbers between guards that verify checks.
func guarded[T Float](n int) (inside []T, verify func(t *testing.T, what string)) {
	const margin = 67 // odd, so that vectors are not aligned
	all := make([]T, n+2*margin)
	for i := range all {
		all[i] = guard
	}
	return all[margin : margin+n : margin+n], func(t *testing.T, what string) {
		for i := range margin {
			require.True(t, all[i] == T(guard) && all[margin+n+i] == T(guard), "guard word %d of %s", i, what)
		}
	}
}

// reference is what every kernel must compute, to the bit.
func reference[T Float](f *Fourier[T], dst, x []T) {
	for i := range f.n {
		var p T
		if f.phase != nil {
			p = f.phase[i]
		}
		for j := range f.dim {
			p = fma(f.Frequency(i, j), x[j], p)
		}
		s, c := sincos(p)
		dst[2*i], dst[2*i+1] = f.amplitude[i]*c, f.amplitude[i]*s
	}
}

// Every kernel gives the bits of the reference, whatever rows are passed together and
// however far apart they lie, and writes nowhere else.
func TestTransformBits(t *testing.T) {
	testlong.Slow(t)
	for _, k := range have64 {
		t.Run("float64/"+k.name, func(t *testing.T) { transformBits(t, k) })
	}
	for _, k := range have32 {
		t.Run("float32/"+k.name, func(t *testing.T) { transformBits(t, k) })
	}
}

func transformBits[T Float](t *testing.T, k *kernels[T]) {
	r := rand.New(rand.NewPCG(7, 8))
	for _, d := range []int{1, 2, 3, 17, 256, 257, 1030} {
		for _, n := range []int{1, 8, 9, 24, 129, 260} {
			for _, phases := range []bool{false, true} {
				if d > 17 && n != 9 && n != 129 && !testlong.Enabled() {
					continue
				}
				f := random(k, d, n, phases)
				rows := 1 + r.IntN(13)
				if d < 3 && n < 10 {
					rows += 90 + r.IntN(100)
				}
				xStride, stride := d+r.IntN(3), f.Columns()+r.IntN(3)
				x, checkX := guarded[T]((rows-1)*xStride + d)
				copy(x, numbers[T](len(x), uint64(d*n)))
				if r.IntN(2) == 0 { // some beyond the kernels' reduction
					for range 3 {
						x[r.IntN(len(x))] *= 4 * large[T]()
					}
				}
				dst, check := guarded[T]((rows-1)*stride + f.Columns())
				require.Equal(t, -1, f.Transform(dst, stride, x, xStride, rows))
				check(t, fmt.Sprintf("dst, d=%d n=%d", d, n))
				checkX(t, "x")
				want := make([]T, f.Columns())
				for i := range rows {
					reference(f, want, x[i*xStride:])
					require.Equal(t, want, dst[i*stride:i*stride+f.Columns()], "d=%d n=%d row %d of %d phases %v", d, n,
						i, rows, phases)
					for j := f.Columns(); j < stride && i < rows-1; j++ {
						require.Equal(t, T(guard), dst[i*stride+j], "between rows")
					}
				}
			}
		}
	}
}

// All sizes up to two blocks give the bits of the reference and write nowhere else: an
// entry's bits do not depend on the size, so that one reference serves them all.
func TestTails(t *testing.T) {
	for i, k := range have64 {
		t.Run("float64/"+k.name, func(t *testing.T) { tails(t, k) })
		t.Run("float32/"+k.name, func(t *testing.T) { tails(t, have32[i]) })
	}
}

func tails[T Float](t *testing.T, k *kernels[T]) {
	rows, n := 2*len(k.project), 2*k.panel
	for d := 1; d <= 70; d++ {
		if !testlong.Turn(d, 3) {
			continue
		}
		whole := random(k, d, n, d%2 == 0)
		columns := whole.Columns()
		per := columns / n
		x, checkX := guarded[T](rows * d)
		copy(x, numbers[T](len(x), uint64(d)))
		want := make([]T, rows*columns)
		for r := range rows {
			reference(whole, want[r*columns:], x[r*d:])
		}
		for m := 1; m <= n; m++ {
			f := part(whole, m)
			dst, check := guarded[T](rows * columns)
			for count := range rows + 1 {
				clear(dst)
				require.Equal(t, -1, f.Transform(dst, columns, x, d, count))
				for i, v := range dst {
					expected := T(0)
					if i/columns < count && i%columns < per*m {
						expected = want[i]
					}
					if math.Float64bits(float64(v)) != math.Float64bits(float64(expected)) {
						t.Fatalf("d=%d, %d frequencies, %d rows: output %d is %v, not %v",
							d, m, count, i, v, expected)
					}
				}
			}
			check(t, fmt.Sprintf("dst, d=%d n=%d", d, m))
		}
		checkX(t, "x")
	}
}

// part returns the map with the first n frequencies of f.
func part[T Float](f *Fourier[T], n int) *Fourier[T] {
	w := make([]T, f.dim*n)
	for j := range f.dim {
		for i := range n {
			w[j*n+i] = f.Frequency(i, j)
		}
	}
	phase := f.phase
	if phase != nil {
		phase = phase[:n]
	}
	return newFourier(f.kernels, f.dim, w, f.amplitude[:n], phase)
}

// The kernels' sines are the twin's for every kind of argument, at every place of a
// vector, and what is beyond is reported from every place.
func TestKernelArguments(t *testing.T) {
	for i, k := range have64 {
		kernelArguments(t, k, arguments(testlong.RoundsTo(150, 150)))
		kernelArguments(t, have32[i], arguments(testlong.RoundsTo(150, 150)))
	}
}

func kernelArguments[T Float](t *testing.T, k *kernels[T], x []float64) {
	wide := 7 * k.vector // whole steps of the kernels, and vectors left
	const rows = 2
	n := rows * wide
	one := make([]T, wide)
	for i := range one {
		one[i] = 1
	}
	p := make([]T, n)
	sc, check := guarded[T](2 * n)
	c, checkC := guarded[T](n)
	for i, v := range append(x, math.NaN(), math.Inf(1), math.Inf(-1)) {
		clear(p)
		at := i % n
		p[at] = T(v)
		size := math.Abs(float64(T(v)))
		beyond := !(size <= float64(large[T]()))
		sincosBeyond := k.sincos(rows, p, wide, one, sc, 2*wide)
		cosBeyond := k.cos(rows, p, wide, one, c, wide)
		if !(math.Abs(size-float64(large[T]())) <= 1) { // there, a set may report it
			require.Equal(t, beyond, sincosBeyond, "%x at %d of %s", T(v), at, k.name)
			require.Equal(t, beyond, cosBeyond, "%v at %d of %s", v, at, k.name)
		}
		check(t, "sincos")
		checkC(t, "cos")
		for j, u := range p {
			if j == at && beyond {
				continue
			}
			s, w := sincos(u)
			require.True(t, sc[2*j] == w && c[j] == w && sc[2*j+1] == s, "%v", u)
			require.Equal(t, math.Signbit(float64(s)), math.Signbit(float64(sc[2*j+1])))
		}
	}
}

// The first bad row of a block of rows is named, and a bad entry makes the row bad in
// whatever column it is.
func TestTransformNotFinite(t *testing.T) {
	for i, k := range have64 {
		notFinite(t, k)
		notFinite(t, have32[i])
	}
}

func notFinite[T Float](t *testing.T, k *kernels[T]) {
	for _, d := range []int{1, 16, 300} {
		for _, n := range []int{1, 130} {
			f := random(k, d, n, d == 16)
			const rows = 100
			dst := make([]T, rows*f.Columns())
			for _, v := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
				for _, row := range []int{0, 5, 95, 96, 99} {
					x := numbers[T](rows*d, 9)
					x[row*d+(7*row)%d] = T(v)
					if row < 90 {
						x[row*d+3*d] = T(v)
					}
					assert.Equal(t, row, f.Transform(dst, f.Columns(), x, d, rows), "%v", v)
				}
			}
		}
	}
	f := newFourier(k, 2, []T{1, 1}, []T{1}, nil)
	huge := T(math.MaxFloat32)
	if _, double := any(huge).(float64); double {
		v := math.MaxFloat64
		huge = T(v)
	}
	assert.Equal(t, 0, f.Transform(make([]T, 2), 2, []T{huge, huge}, 2, 1), "overflow")
}

func TestNothingAllocated(t *testing.T) {
	f := random(use64, 16, 100, false)
	x, dst := numbers[float64](160, 1), make([]float64, 10*f.Columns())
	f.Transform(dst, f.Columns(), x, 16, 10)
	assert.Zero(t, testing.AllocsPerRun(50, func() { f.Transform(dst, f.Columns(), x, 16, 10) }))
}

func TestFrequency(t *testing.T) {
	for _, k := range have64 {
		for _, d := range []int{1, 300, 600} {
			w := numbers[float64](d*131, 1)
			f := newFourier(k, d, w, make([]float64, 131), nil)
			for j := range d {
				for i := range 131 {
					require.Equal(t, w[j*131+i], f.Frequency(i, j))
				}
			}
		}
	}
	assert.Panics(t, func() { New(2, make([]float64, 3), make([]float64, 2), nil) })
	assert.Panics(t, func() { New[float64](2, nil, nil, nil) })
	assert.Panics(t, func() { New(1, make([]float32, 2), make([]float32, 2), make([]float32, 1)) })
}

// Each of the names chooses its kernels, and panics where the processor lacks them.
func TestChoose(t *testing.T) {
	for _, name := range []string{"go", "avx2", "avx512"} {
		t.Run(name, func(t *testing.T) {
			if !slices.Contains(names(), name) {
				assert.Panics(t, func() { choose(name) })
				t.Skipf("no %s here, only %v: its kernels are not tested", name, names())
			}
			a, b := choose(name)
			assert.Equal(t, []string{name, name}, []string{a.name, b.name})
		})
	}
	a, b := choose("")
	assert.Equal(t, have64[len(have64)-1], a)
	assert.Equal(t, a.name, b.name)
	assert.PanicsWithValue(t, fmt.Sprintf("simd: KREIN_SIMD=sse is not among what this program has on this processor: %v",
		names()), func() { choose("sse") })
}
