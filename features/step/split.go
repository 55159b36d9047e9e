package step

import (
	"cmp"
	"iter"
	"math"
	"slices"

	"krein/features"
	"krein/features/fitted"
	"krein/internal/features/basis"
	"krein/internal/features/ridge"
)

// split says which degrees are exact, degree 0 always, and what is left to random columns.
type split struct {
	dim     int
	exact   []int
	a       []float64
	columns int // of the degrees, without that of degree 0
	groups  []ridge.Group
}

// group is what one kind of random column samples.
type group struct {
	ridge.Sampled
	linear bool
}

// Variance returns that of the mean of count columns at u. With the linear factor √d⟨v,x⟩, v uniform and independent
// for every column, second moments have the factor d/(d+2)·(1+2u²), and products of two columns u² on average.
func (g *group) Variance(u float64, count int, orthogonal bool) float64 {
	m := g.Moments(orthogonal)
	if !g.linear {
		return m.Variance(u, count, orthogonal)
	}
	mean, second, pair := m.At(u, orthogonal)
	n, d := float64(count), float64(g.Dim)
	mean *= u
	v := n * (d/(d+2)*(1+2*u*u)*second - mean*mean)
	if orthogonal {
		if pairs := ridge.OrthogonalPairs(g.Dim, count); pairs > 0 {
			v += pairs * (u*u*pair - mean*mean)
		}
	}
	return max(v/(n*n), 0)
}

// Groups implements ridge.Split.
func (s *split) Groups() []ridge.Group { return s.groups }

// Columns implements ridge.Split.
func (s *split) Columns() int { return s.columns }

// Exact implements ridge.Split.
func (s *split) Exact() (degrees []int, columns int) {
	for i, n := range s.exact {
		if s.a[i] > 0 {
			columns += int(basis.Dimension(n, s.dim))
			if n > 0 {
				degrees = append(degrees, n)
			}
		}
	}
	slices.Sort(degrees)
	return degrees, columns
}

// newRepresentation tries 0, 1, … degrees, in the order of what they carry for a column.
func newRepresentation(dim, power int, units []unit, kernel func(u float64) float64) *Representation {
	r := &Representation{dim: dim, power: power, units: units, kernel: kernel}
	total := make([]float64, degree+1)
	for i := range r.units {
		x := &r.units[i]
		_, x.a = ridge.Less(dim, x.phi, nil, degree)
		for n, a := range x.a {
			if x.linear {
				if n == 1 { // u·P_1 is of degrees 0 and 2
					total[0] += a / float64(dim)
					total[2] += a * (1 - 1/float64(dim))
				}
				continue
			}
			total[n] += a
		}
	}
	var order []int
	for n := 1; n <= degree; n++ {
		if total[n] > 1e-14*r.kernel(1) && basis.Dimension(n, dim) < mostColumns {
			order = append(order, n)
		}
	}
	slices.SortStableFunc(order, func(i, j int) int {
		return cmp.Compare(total[j]/basis.Dimension(j, dim), total[i]/basis.Dimension(i, dim))
	})
	var splits []*split
	for k := range min(len(order), mostExact) + 1 {
		splits = append(splits, r.split(append([]int{0}, order[:k]...)))
	}
	r.chooser = &ridge.Chooser[*split]{Name: "step", Dim: dim, Splits: func(int) iter.Seq[*split] {
		return slices.Values(splits)
	}}
	return r
}

const (
	mostColumns = 1e6 // harmonics of a degree
	mostExact   = 8   // degrees
)

// split takes the degrees exactly.
func (r *Representation) split(exact []int) *split {
	s := &split{dim: r.dim, exact: exact, a: make([]float64, len(exact))}
	square := slices.Contains(exact, 2)
	add := func(n int, a float64) { s.a[slices.Index(exact, n)] += a }
	for _, x := range r.units {
		var away []int // degrees of φ that are exact
		if x.linear {
			if square {
				away = []int{1}
				add(0, x.a[1]/float64(r.dim))
				add(2, x.a[1]*(1-1/float64(r.dim)))
			}
		} else {
			away = exact
			for _, n := range exact {
				add(n, x.a[n])
			}
		}
		phi, _ := ridge.Less(r.dim, x.phi, away, degree)
		left := 0.0
		for n, a := range x.a {
			if !slices.Contains(away, n) {
				left += a
			}
		}
		if left < 1e-14 {
			continue
		}
		s.groups = append(s.groups, &group{ridge.Sampled{Dim: r.dim, Phi: phi, Degree: degree}, x.linear})
	}
	for _, n := range exact[1:] {
		s.columns += int(basis.Dimension(n, r.dim))
	}
	if len(s.groups) == 1 { // then what it represents is known in closed form
		g := s.groups[0].(*group)
		g.Known = func(u float64) float64 {
			p := make([]float64, slices.Max(exact)+1)
			ridge.Zonal(p, r.dim, u)
			v := r.kernel(u)
			for i, n := range exact {
				v -= s.a[i] * p[n]
			}
			return v
		}
	}
	return s
}

// Draw draws a map: the constant column, that is ‖x‖ⁿ off the sphere, the harmonics of the degrees that
// are exact, the random columns. It reads Options.Columns, of which the constant is none, Coupling
// (features.IID or features.Orthogonal), Seed, and Distances of unit vectors, for which the variance
// is made small (none: those of random points).
func (r *Representation) Draw(opt *features.Options) (*features.Map, error) {
	o, err := opt.Directional()
	if err != nil {
		return nil, err
	}
	c, err := r.chooser.Choose(o.Columns, o.Distances)
	if err != nil {
		return nil, err
	}
	s, counts := c.Split, c.Counts
	place := basis.Place{Everywhere: true, Power: r.power}
	var parts []fitted.Part
	var degrees []int
	var a []float64
	for i, n := range s.exact {
		if s.a[i] > 0 {
			degrees, a = append(degrees, n), append(a, s.a[i])
		}
	}
	parts = append(parts, fitted.Part{Basis: basis.NewHarmonics(r.dim, degrees, a, place)})
	for i := range s.groups {
		g := s.groups[i].(*group)
		amplitude := 1 / math.Sqrt(float64(counts[i]))
		w := o.Coupling.Directions(r.dim, counts[i], o.Seed, 2*i)
		if g.linear {
			amplitude *= math.Sqrt(float64(r.dim))
		}
		c := basis.NewRidge(r.dim, w, g.Phi, amplitude, place)
		if g.linear {
			c.Times(features.IID.Directions(r.dim, counts[i], o.Seed, 2*i+1))
		}
		parts = append(parts, fitted.Part{Basis: c, Random: true})
	}
	return fitted.Compose(r.dim, parts), nil
}

// Predict returns a ridge.Designed, see features.Stationary.
func (r *Representation) Predict(opt *features.Options, distances []float64) (features.Prediction, error) {
	o, err := opt.Directional()
	if err != nil {
		return nil, err
	}
	return r.chooser.Predict(distances, o.Distances, o.Coupling == features.Orthogonal)
}
