package pair

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mathext"

	"krein/internal/features/random"
)

// belowOne is the largest float64 under 1.
const belowOne = 1 - 1.0/(1<<53)

// sample are frequencies with their phases.
type sample struct {
	dim   int
	omega []float64 // one a row
	phase []float64
}

func (s *sample) row(i int) []float64 { return s.omega[i*s.dim:][:s.dim] }

// draw returns n frequencies of a part. group tells the parts of a seed apart.
func draw(part Part, dim, n int, c Coupling, seed uint64, group int) (*sample, error) {
	s := &sample{dim, make([]float64, n*dim), make([]float64, n)}
	dims := part.Dims()
	rnd := random.Stream(seed, random.Parameters, group, 0)
	var u [][]float64 // for each subspace
	var w []float64   // a row of Gaussian numbers for each frequency, or directions
	switch {
	case dims == nil:
	case c == Joint:
		u, w = joint(dims, dim, n, seed, group)
	case c == Across:
		u, w = across(dims, dim, n, seed, group)
	default:
		for range dims {
			column := make([]float64, n)
			for i := range column {
				column[i] = random.Open01(rnd)
			}
			u = append(u, column)
		}
	}
	at := make([]float64, len(dims))
	for i := range n {
		for b := range at {
			at[b] = u[b][i]
		}
		var src Source = rnd
		if w != nil {
			src = &coupled{rnd, directions(dims, w[i*dim:][:dim])}
		}
		s.phase[i] = turned(part.Draw(s.row(i), at, src))
		if !finite(s.phase[i]) || !finite(floats.Sum(s.row(i))) {
			return nil, fmt.Errorf("pair: part %d gave a frequency that is not finite", group+1)
		}
	}
	return s, nil
}

// turned rounds a phase that sums of quarter turns have brought a few ulp away from one, so that columns with real
// phases are told from others. It changes a cosine by less than the rounding of its argument.
func turned(phase float64) float64 {
	const near = 0x1p-49
	r := math.Remainder(phase, 2*math.Pi)
	if n := math.Round(r * 2 / math.Pi); math.Abs(r-n*(math.Pi/2)) < near {
		return n * (math.Pi / 2)
	}
	return phase
}

// sincos is math.Sincos with the values of quarter turns, not those at their roundings.
func sincos(phase float64) (sin, cos float64) {
	switch math.Abs(phase) {
	case math.Pi / 2:
		return math.Copysign(1, phase), 0
	case math.Pi:
		return 0, -1
	}
	return math.Sincos(phase)
}

// coupled gives the Gaussian numbers that were drawn together before others.
type coupled struct {
	*rand.Rand
	normal []float64
}

// NormFloat64 returns the next number.
func (c *coupled) NormFloat64() float64 {
	if len(c.normal) == 0 {
		return c.Rand.NormFloat64()
	}
	v := c.normal[0]
	c.normal = c.normal[1:]
	return v
}

// directions returns the coordinates in subspaces of more than one dimension.
func directions(dims []int, w []float64) []float64 {
	out := make([]float64, 0, len(w))
	for _, d := range dims {
		if d > 1 {
			out = append(out, w[:d]...)
		}
		w = w[d:]
	}
	return out
}

// strata returns one uniform from each of n strata, in order or shuffled.
func strata(r *rand.Rand, n int, ordered bool) []float64 {
	order := r.Perm(n)
	if ordered {
		slices.Sort(order)
	}
	v := make([]float64, n)
	for i, stratum := range order {
		v[i] = min((float64(stratum)+random.Open01(r))/float64(n), belowOne)
	}
	return v
}

// across draws quantiles and directions subspace by subspace. Lengths are in order, so that the
// directions of a basis have similar ones; coordinates are in any order.
func across(dims []int, dim, n int, seed uint64, group int) (u [][]float64, w []float64) {
	w = make([]float64, n*dim)
	from := 0
	for b, d := range dims {
		u = append(u, strata(random.Stream(seed, random.Radii, group, b), n, d > 1 && b == last(dims)))
		if d > 1 {
			rows := random.OrthogonalRows(seed, group+b<<20, n, d)
			for i := range n {
				copy(w[i*dim+from:], rows[i*d:][:d])
			}
		}
		from += d
	}
	return u, w
}

// last returns the last subspace of more than one dimension: one may have its strata in order.
func last(dims []int) int {
	for b := len(dims) - 1; b >= 0; b-- {
		if dims[b] > 1 {
			return b
		}
	}
	return -1
}

// joint draws Gaussian vectors in orthogonal blocks of dim with stratified lengths, and their quantiles in
// the subspaces.
func joint(dims []int, dim, n int, seed uint64, group int) (u [][]float64, w []float64) {
	w = random.OrthogonalRows(seed, group, n, dim)
	lengths := make([]float64, n)
	chiQuantiles(lengths, dim, strata(random.Stream(seed, random.Radii, group, 0), n, true))
	for i, r := range lengths {
		floats.Scale(r, w[i*dim:][:dim])
	}
	from := 0
	for _, d := range dims {
		column := make([]float64, n)
		for i := range column {
			at := w[i*dim+from:][:d]
			v := at[0]
			if d > 1 {
				v = floats.Norm(at, 2)
			}
			column[i] = probability(v, d)
		}
		u = append(u, column)
		from += d
	}
	return u, w
}

// chiQuantiles stores the quantiles of the length of a Gaussian vector at u, an increasing sequence.
func chiQuantiles(dst []float64, d int, u []float64) {
	half := float64(d) / 2
	for i, v := range u {
		if d == 1 {
			dst[i] = math.Sqrt2 * math.Erfinv(v)
			continue
		}
		dst[i] = math.Sqrt(2 * mathext.GammaIncRegInv(half, v))
	}
}
