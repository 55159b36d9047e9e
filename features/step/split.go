package step

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"sync"

	"krein/features"
	"krein/features/internal/ridge"
)

// split says which degrees are exact, degree 0 always, and what is left to random columns.
type split struct {
	exact   []int
	a       []float64
	columns int // of the degrees, without that of degree 0
	groups  []*group
}

// group is what one kind of random column samples.
type group struct {
	dim     int
	phi     ridge.Function
	linear  bool
	mean    func(u float64) float64
	once    [2]sync.Once
	moments [2]*ridge.Moments // without and with those of orthogonal directions
}

func (g *group) at(orthogonal bool) *ridge.Moments {
	i := 0
	if orthogonal {
		i = 1
	}
	g.once[i].Do(func() {
		g.moments[i] = ridge.NewMoments(g.dim, g.phi, degree, orthogonal)
		g.moments[i].Known = g.mean
	})
	return g.moments[i]
}

// Variance returns that of the mean of count columns at u. With the linear factor √d⟨v,x⟩, v uniform and independent
// for every column, second moments have the factor d/(d+2)·(1+2u²), and products of two columns u² on average.
func (g *group) Variance(u float64, count int, orthogonal bool) float64 {
	m := g.at(orthogonal)
	if !g.linear {
		return m.Variance(u, count, orthogonal)
	}
	mean, second, pair := m.At(u, orthogonal)
	n, d := float64(count), float64(g.dim)
	mean *= u
	v := n * (d/(d+2)*(1+2*u*u)*second - mean*mean)
	if orthogonal {
		if pairs := ridge.OrthogonalPairs(g.dim, count); pairs > 0 {
			v += pairs * (u*u*pair - mean*mean)
		}
	}
	return max(v/(n*n), 0)
}

func (s *split) kinds() []ridge.Group {
	out := make([]ridge.Group, len(s.groups))
	for i, g := range s.groups {
		out[i] = g
	}
	return out
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
		if total[n] > 1e-14*r.kernel(1) && ridge.Dimension(n, dim) < mostColumns {
			order = append(order, n)
		}
	}
	slices.SortStableFunc(order, func(i, j int) int {
		return cmp.Compare(total[j]/ridge.Dimension(j, dim), total[i]/ridge.Dimension(i, dim))
	})
	for k := range min(len(order), mostExact) + 1 {
		r.splits = append(r.splits, r.split(append([]int{0}, order[:k]...)))
	}
	return r
}

const (
	mostColumns = 1e6 // harmonics of a degree
	mostExact   = 8   // degrees
)

// split takes the degrees exactly.
func (r *Representation) split(exact []int) *split {
	s := &split{exact: exact, a: make([]float64, len(exact))}
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
		s.groups = append(s.groups, &group{dim: r.dim, phi: phi, linear: x.linear})
	}
	for _, n := range exact[1:] {
		s.columns += int(ridge.Dimension(n, r.dim))
	}
	if len(s.groups) == 1 { // then what it represents is known in closed form
		g := s.groups[0]
		g.mean = func(u float64) float64 {
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
	us, err := ridge.InnerProducts(r.dim, o.Distances, features.SphereDistances)
	if err != nil {
		return nil, fmt.Errorf("step: %w", err)
	}
	c, err := r.last.Choose(o.Columns, us, func() (chosen, error) {
		s, counts, err := r.choose(o.Columns, us)
		return chosen{s, counts}, err
	})
	if err != nil {
		return nil, err
	}
	s, counts := c.split, c.counts
	place := ridge.Place{Everywhere: true, Power: r.power}
	var parts []features.Part
	var degrees []int
	var a []float64
	for i, n := range s.exact {
		if s.a[i] > 0 {
			degrees, a = append(degrees, n), append(a, s.a[i])
		}
	}
	parts = append(parts, features.Part{Basis: ridge.NewHarmonics(r.dim, degrees, a, place)})
	for i, g := range s.groups {
		amplitude := 1 / math.Sqrt(float64(counts[i]))
		w := features.Directions(o.Coupling, r.dim, counts[i], o.Seed, 2*i)
		if g.linear {
			amplitude *= math.Sqrt(float64(r.dim))
		}
		c := ridge.NewColumns(r.dim, w, g.phi, amplitude, place)
		if g.linear {
			c.Times(features.Directions(features.IID, r.dim, counts[i], o.Seed, 2*i+1))
		}
		parts = append(parts, features.Part{Basis: c, Random: true})
	}
	return features.Compose(r.dim, parts), nil
}

// chosen is what a map is drawn from.
type chosen struct {
	split  *split
	counts []int
}

// choose returns the split with the least predicted variance, and the numbers of random columns.
func (r *Representation) choose(columns int, us []float64) (best *split, counts []int, err error) {
	least := math.Inf(1)
	for _, s := range r.splits {
		if s.columns > columns {
			continue
		}
		n, ok := ridge.Share(s.kinds(), columns-s.columns, us)
		if !ok {
			continue
		}
		if v := ridge.MeanVariance(s.kinds(), n, us, false); v < least {
			best, counts, least = s, n, v
		}
	}
	if best == nil {
		return nil, nil, fmt.Errorf("step: %d columns are too few; give %d at least", columns, len(r.splits[0].groups))
	}
	return best, counts, nil
}

// Prediction predicts variances for unit vectors.
type Prediction struct {
	r     *Representation
	about ridge.Question
}

// Predict returns a *Prediction, see features.Stationary.
func (r *Representation) Predict(opt *features.Options, distances []float64) (features.Prediction, error) {
	o, err := opt.Directional()
	if err != nil {
		return nil, err
	}
	about, err := ridge.Ask(r.dim, distances, o.Distances, o.Coupling == features.Orthogonal, features.SphereDistances)
	if err != nil {
		return nil, fmt.Errorf("step: %w", err)
	}
	return &Prediction{r, about}, nil
}

// At returns the mean variance for so many columns.
func (p *Prediction) At(ctx context.Context, columns int) (float64, error) {
	if err := ctx.Err(); err != nil {
		return 0, err
	}
	s, counts, err := p.r.choose(columns, p.about.Likes)
	if err != nil {
		return 0, err
	}
	return ridge.MeanVariance(s.kinds(), counts, p.about.Us, p.about.Orthogonal), nil
}

// Design returns the degrees ≥ 1 that a map with so many columns has exactly, the columns that they and
// the constant take, and the number of random ones.
func (p *Prediction) Design(columns int) (degrees []int, fixed, random int, err error) {
	s, counts, err := p.r.choose(columns, p.about.Likes)
	if err != nil {
		return nil, 0, 0, err
	}
	for i, n := range s.exact {
		if s.a[i] > 0 {
			fixed += int(ridge.Dimension(n, p.r.dim))
			if n > 0 {
				degrees = append(degrees, n)
			}
		}
	}
	for _, n := range counts {
		random += n
	}
	slices.Sort(degrees)
	return degrees, fixed, random, nil
}
