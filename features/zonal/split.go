package zonal

import (
	"cmp"
	"math"
	"slices"

	"krein/decompose/zonal"
	"krein/internal/features/basis"
	"krein/internal/features/ridge"
)

const (
	// RidgeDegrees is the last degree of φ at most.
	RidgeDegrees = 64
	// ridgeDegree is the last degree of φ if there are more than RidgeDegrees.
	ridgeDegree = 32
	// mostExact is how many degrees are taken exactly at most.
	mostExact = 512
)

// split is a way to divide the degrees: those that are taken exactly, and groups that are sampled.
type split struct {
	exact   [2][]int // degrees of either sign
	a       [2][]float64
	columns int // that these take
	fixed   int // with those of degree 0
	groups  []ridge.Group
}

// group is what one kind of random column samples.
type group struct {
	ridge.Sampled // unless there are single degrees
	minus         bool
	tail          *zonal.Part // single degrees
}

// candidates are the degrees that may be taken exactly, those first that carry most for a column.
func candidates(dim int, a [2][]float64) []int {
	type degree struct {
		n     int
		worth float64
	}
	var all []degree
	for _, list := range a {
		for n, v := range list {
			if v > 0 {
				all = append(all, degree{n, v / basis.Dimension(n, dim)})
			}
		}
	}
	slices.SortStableFunc(all, func(x, y degree) int {
		return cmp.Or(cmp.Compare(y.worth, x.worth), cmp.Compare(x.n, y.n))
	})
	out := make([]int, 0, mostExact)
	for _, x := range all[:min(len(all), mostExact)] {
		out = append(out, x.n)
	}
	return out
}

// coefficients returns |â_n| of the degrees n ≥ 1 that the part samples, at [n].
func coefficients(p *zonal.Part) []float64 {
	var a []float64
	for i := range lengthOf(p) {
		n, share := p.Degrees.Probability(i)
		for len(a) <= n {
			a = append(a, 0)
		}
		f, _ := share.Float64()
		a[n] = p.Sampled * f
	}
	return a
}

func lengthOf(p *zonal.Part) int {
	if p.Degrees == nil {
		return 0
	}
	return p.Degrees.Len()
}

// source is what splits are made of.
type source struct {
	*zonal.Decomposition
	a     [2][]float64 // |â_n| of either sign, n ≥ 1
	last  int          // the last degree of φ
	tails [2]*zonal.Part
}

func newSource(z *zonal.Decomposition) *source {
	s := &source{Decomposition: z, last: z.Degree()}
	if s.last > RidgeDegrees {
		s.last = ridgeDegree
	}
	for i, p := range s.parts() {
		s.a[i] = coefficients(p)
		s.tails[i] = p.Only(func(n int) bool { return n > s.last })
	}
	return s
}

func (s *source) parts() [2]*zonal.Part { return [2]*zonal.Part{&s.Plus, &s.Minus} }

// tail returns single degrees of a part without those that are exact.
func (s *source) tail(i int, exact []int) *zonal.Part {
	if !slices.ContainsFunc(exact, func(n int) bool { return n > s.last }) {
		return s.tails[i]
	}
	return s.parts()[i].Only(func(n int) bool { return n > s.last && !slices.Contains(exact, n) })
}

// split takes the degrees in the list exactly.
func (s *source) split(exact []int) *split {
	out := new(split)
	for i, a := range s.a {
		size := make([]float64, min(s.last+1, len(a)))
		any := false
		for n, v := range a {
			switch {
			case v == 0:
			case slices.Contains(exact, n):
				out.exact[i], out.a[i] = append(out.exact[i], n), append(out.a[i], v)
				out.columns += int(basis.Dimension(n, s.Dim))
			case n < len(size):
				size[n] = math.Sqrt(v)
				any = true
			}
		}
		if any {
			b := ridge.Flat(s.Dim, size)
			out.groups = append(out.groups, &group{minus: i == 1,
				Sampled: ridge.Sampled{Dim: s.Dim, Phi: basis.NewSeries(s.Dim, b), Degree: len(b) - 1}})
		}
		if tail := s.tail(i, exact); tail.Sampled > 0 {
			out.groups = append(out.groups, &group{minus: i == 1, tail: tail})
		}
	}
	out.fixed = out.columns
	if s.Plus.Origin > 0 || s.Minus.Origin > 0 {
		out.fixed++
	}
	return out
}

// Variance returns that of the mean of count columns at u.
func (g *group) Variance(u float64, count int, orthogonal bool) float64 {
	if g.tail != nil {
		v := g.tail.Variance(u)
		if math.IsNaN(v) { // |P_n(u)| ≤ 1: the second moment is largest at u = 1
			v = g.tail.Variance(1) + g.tail.Sampled*g.tail.Sampled
		}
		return v / float64(count)
	}
	return g.Moments(orthogonal).Variance(u, count, orthogonal)
}

// Groups implements ridge.Split.
func (s *split) Groups() []ridge.Group { return s.groups }

// Columns implements ridge.Split.
func (s *split) Columns() int { return s.columns }

// Exact implements ridge.Split.
func (s *split) Exact() (degrees []int, columns int) {
	degrees = slices.Concat(s.exact[0], s.exact[1])
	slices.Sort(degrees)
	return degrees, s.fixed
}
