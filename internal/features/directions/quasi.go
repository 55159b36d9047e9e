package directions

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"

	"krein/internal/features/harmonic"
	"krein/internal/features/random"
)

const (
	QuasiDim   = 8   // the largest dimension of features.Quasi
	QuasiBlock = 256 // directions that share a rotation, in R² four times as many
)

// primes are the bases of Halton's sequences.
var primes = [QuasiDim]int{2, 3, 5, 7, 11, 13, 17, 19}

// radicalInverse returns the i-th number of van der Corput's sequence, i ≥ 1, in (0,1).
func radicalInverse(base, i int) float64 {
	v, unit := 0.0, 1.0
	for ; i > 0; i /= base {
		unit /= float64(base)
		v += unit * float64(i%base)
	}
	return v
}

// quasiPoints returns the first n points, unit vectors of R^d that stand for lines: in R² at angles of van der Corput's
// sequence, beyond normalised Gaussian vectors by Halton's (Numer. Math. 2, 1960), the first component positive.
func quasiPoints(d, n int) []float64 {
	x := make([]float64, n*d)
	for i := range n {
		if d == 2 {
			x[2*i+1], x[2*i] = math.Sincos(math.Pi * radicalInverse(2, i))
			continue
		}
		for j := range d {
			u := 2*radicalInverse(primes[j], i+1) - 1
			if j == 0 {
				u = (1 + u) / 2
			}
			x[i*d+j] = math.Erfinv(u)
		}
	}
	random.NormaliseRows(x, d)
	return x
}

// quasiSize returns how many of n directions share a rotation.
func quasiSize(d, n int) int {
	most := QuasiBlock
	if d == 2 {
		most *= 4
	}
	return max(min(n, most), 1)
}

// Quasi returns n directions, see features.Quasi.
func Quasi(seed uint64, part, d, n int) []float64 {
	if n == 0 {
		return nil
	}
	size := quasiSize(d, n)
	points := quasiPoints(d, size)
	out := make([]float64, n*d)
	for b := 0; b*size < n; b++ {
		rows := min(size, n-b*size)
		q := random.Stiefel(random.GaussianRows(random.Stream(seed, random.Directions, part, b), d, d), d, d)
		blas64.Gemm(blas.NoTrans, blas.NoTrans, 1,
			blas64.General{Rows: rows, Cols: d, Stride: d, Data: points},
			blas64.General{Rows: d, Cols: d, Stride: d, Data: q},
			0, blas64.General{Rows: rows, Cols: d, Stride: d, Data: out[b*size*d:]})
	}
	return out
}

// QuasiSums are the sums of P_{2k} over the pairs of points of features.Quasi.
type QuasiSums struct {
	orders int
	points []float64
	sum    [][]float64 // of the pairs i ≠ j of the first points, by their number and k
	table  []float64   // of the pairs j < i, one after the other, at most mostTable numbers
}

// mostTable bounds what is kept: 32 MB.
const mostTable = 1 << 22

// reserve makes the points of n directions, and the sums of all fewer ones if they are wanted.
func (q *QuasiSums) reserve(d, n, orders int, sums bool) {
	if orders > q.orders {
		*q = QuasiSums{orders: max(orders, 2*q.orders)}
	}
	size := quasiSize(d, n)
	if len(q.points) < size*d {
		q.points = quasiPoints(d, size)
	}
	if q.sum == nil {
		q.sum = [][]float64{make([]float64, q.orders)}
	}
	one := func(int) float64 { return 1 }
	for i := len(q.sum); sums && i <= size; i++ {
		next := slices.Clone(q.sum[i-1])
		q.add(next, d, i-1, one)
		q.sum = append(q.sum, next)
	}
}

// pair returns P_{2k}(⟨θ_i,θ_j⟩), k < orders, for j < i. It keeps what is asked for in order; space is for the rest.
func (q *QuasiSums) pair(d, i, j, orders int, space []float64) []float64 {
	dot := func() float64 { return floats.Dot(q.points[i*d:(i+1)*d], q.points[j*d:(j+1)*d]) }
	row := (i*(i-1)/2 + j) * q.orders
	if row == len(q.table) && row < mostTable {
		q.table = append(q.table, harmonic.Gegenbauers(space[:0], d, q.orders, dot())...)
	}
	if row < len(q.table) {
		return q.table[row:][:orders]
	}
	return harmonic.Gegenbauers(space[:0], d, orders, dot())
}

// add adds twice the weighted P_{2k} of point i with all before it.
func (q *QuasiSums) add(sum []float64, d, i int, weight func(j int) float64) {
	space := make([]float64, 0, len(sum))
	for j := range i {
		floats.AddScaled(sum, 2*weight(j), q.pair(d, i, j, len(sum), space))
	}
}

// Pairs returns Σ P_{2k}(⟨θ_i,θ_j⟩), k < orders, over the pairs i ≠ j of n directions that share a rotation.
func (q *QuasiSums) Pairs(d, n, orders int) []float64 {
	q.reserve(d, n, orders, true)
	size := quasiSize(d, n)
	out := slices.Clone(q.sum[n%size][:orders])
	floats.AddScaled(out, float64(n/size), q.sum[size][:orders])
	return out
}

// Ordered returns Σ_{k≥1} Σ P_{2k}(⟨θ_i,θ_j⟩)·g_ik·g_jk over the same pairs; g has a row for every
// direction, with width numbers a degree and zeros beyond its end.
func (q *QuasiSums) Ordered(d, orders, width int, g [][]float64) float64 {
	n := len(g)
	q.reserve(d, n, orders, false)
	size, total := quasiSize(d, n), 0.0
	space := make([]float64, 0, q.orders)
	for first := 0; first < n; first += size {
		for i, gi := range g[first:min(first+size, n)] {
			for j, gj := range g[first : first+i] {
				both := min(len(gi), len(gj))
				degrees := (both + width - 1) / width
				poly := q.pair(d, i, j, degrees, space)
				for k := 1; k < degrees; k++ {
					sum := 0.0
					for c := k * width; c < min((k+1)*width, both); c++ {
						sum += gi[c] * gj[c]
					}
					total += 2 * poly[k] * sum
				}
			}
		}
	}
	return total
}
