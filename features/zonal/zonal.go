package zonal

import (
	"context"
	"fmt"
	"math"
	"slices"
	"sync"

	"krein/decompose/zonal"
	"krein/features"
	"krein/features/internal/ridge"
)

// Representation is a zonal expansion from which maps of unit vectors can be drawn. It is safe for concurrent use.
type Representation struct {
	z     *source
	order []int // the degrees that may be taken exactly

	mu     sync.Mutex
	splits map[int]*split        // by how many of them are
	last   [2]ridge.Last[chosen] // of independent and of orthogonal directions
}

// chosen is what a map is drawn from.
type chosen struct {
	split  *split
	counts []int
}

// New returns the expansion as a representation. It panics if z is nil.
//
// Its maps read Options.Columns, of which the constant column of degree 0 is none (there may be fewer
// columns, if the map is exact), Coupling ([features.IID] or [features.Orthogonal]), Seed, and
// Distances, for which the variance is made small (none: those of random points). Rows that are not
// unit vectors, up to the rounding of float32, are an error of Transform.
func New(z *zonal.Decomposition) *Representation {
	if z == nil {
		panic("zonal: nil decomposition")
	}
	s := newSource(z)
	return &Representation{z: s, order: candidates(z.Dim, s.a), splits: map[int]*split{}}
}

// Dim returns d.
func (r *Representation) Dim() int { return r.z.Dim }

// Bias returns the expansion's, which is proved, for distances on the sphere.
func (r *Representation) Bias(z float64) (bound float64, proved bool) {
	if z > 2*(1+ridge.OffSphere) {
		return math.Inf(1), true
	}
	return r.z.Bias, true
}

// Draw draws a map: the constant column, the harmonics of the degrees that are exact (plus part, minus
// part), and the random columns (plus and minus part by turns).
func (r *Representation) Draw(opt *features.Options) (*features.Map, error) {
	o, err := opt.Directional()
	if err != nil {
		return nil, err
	}
	us, err := ridge.InnerProducts(r.z.Dim, o.Distances, features.SphereDistances)
	if err != nil {
		return nil, fmt.Errorf("zonal: %w", err)
	}
	orthogonal := o.Coupling == features.Orthogonal
	last := &r.last[0]
	if orthogonal {
		last = &r.last[1]
	}
	c, err := last.Choose(o.Columns, us, func() (chosen, error) {
		r.mu.Lock()
		defer r.mu.Unlock()
		s, counts, err := r.choose(o.Columns, us, orthogonal)
		return chosen{s, counts}, err
	})
	if err != nil {
		return nil, err
	}
	s, counts := c.split, c.counts
	var parts []features.Part
	for i, p := range r.z.parts() {
		if p.Origin > 0 {
			parts = append(parts, features.Part{Basis: features.Constant(math.Sqrt(p.Origin)), Minus: i == 1})
		}
	}
	for i, degrees := range s.exact {
		if len(degrees) > 0 {
			h := ridge.NewHarmonics(r.z.Dim, degrees, s.a[i], ridge.Place{})
			parts = append(parts, features.Part{Basis: h, Minus: i == 1})
		}
	}
	for i, g := range s.groups {
		coupling := o.Coupling
		if g.tail != nil { // columns of different degrees: nothing is predicted of orthogonal ones
			coupling = features.IID
		}
		w := features.Directions(coupling, r.z.Dim, counts[i], o.Seed, i)
		amplitude := 1 / math.Sqrt(float64(counts[i]))
		phi := g.phi
		if g.tail != nil {
			phi = drawDegrees(g.tail, r.z.Dim, counts[i], features.Source(o.Seed, i))
		}
		parts = append(parts, features.Part{
			Basis: ridge.NewColumns(r.z.Dim, w, phi, amplitude, ridge.Place{}), Minus: g.minus, Random: true,
		})
	}
	return features.Compose(r.z.Dim, parts), nil
}

// drawDegrees draws a degree for each of n columns.
func drawDegrees(p *zonal.Part, dim, n int, src zonal.BitSource) ridge.Function {
	degrees := make([]int, n)
	for i := range degrees {
		degrees[i] = p.SampleDegree(src)
	}
	return ridge.NewSingle(dim, degrees, math.Sqrt(p.Sampled))
}

// choose returns the split with the least predicted variance, and the numbers of random columns.
func (r *Representation) choose(columns int, us []float64, orthogonal bool) (*split, []int, error) {
	var best *split
	var counts []int
	least := math.Inf(1)
	for k, cost := 0, 0; ; k++ {
		if k > 0 {
			if k > len(r.order) {
				break
			}
			cost += int(min(ridge.Dimension(r.order[k-1], r.z.Dim), 1e9))
			if cost > columns {
				break
			}
			if k > 8 && k < len(r.order) && k%(1+k/8) != 0 { // near ones do not differ much
				continue
			}
		}
		s := r.splits[k]
		if s == nil {
			s = r.z.split(r.order[:k])
			r.splits[k] = s
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
		return nil, nil, fmt.Errorf("zonal: %d columns are too few for this kernel on the sphere of R^%d; "+
			"give %d at least", columns, r.z.Dim, len(r.splits[0].groups))
	}
	if orthogonal {
		ridge.MeanVariance(best.kinds(), counts, us, true) // has the moments of orthogonal directions ready
	}
	return best, counts, nil
}

// Prediction predicts the variance of zonal maps.
type Prediction struct {
	r     *Representation
	about ridge.Question
}

// Predict returns a *Prediction; see features.Stationary.
func (r *Representation) Predict(opt *features.Options, distances []float64) (features.Prediction, error) {
	o, err := opt.Directional()
	if err != nil {
		return nil, err
	}
	about, err := ridge.Ask(r.z.Dim, distances, o.Distances, o.Coupling == features.Orthogonal, features.SphereDistances)
	if err != nil {
		return nil, fmt.Errorf("zonal: %w", err)
	}
	return &Prediction{r, about}, nil
}

// At returns the mean variance for so many columns.
func (p *Prediction) At(ctx context.Context, columns int) (float64, error) {
	if err := ctx.Err(); err != nil {
		return 0, err
	}
	p.r.mu.Lock()
	defer p.r.mu.Unlock()
	s, counts, err := p.r.choose(columns, p.about.Likes, p.about.Orthogonal)
	if err != nil {
		return 0, err
	}
	return ridge.MeanVariance(s.kinds(), counts, p.about.Us, p.about.Orthogonal), nil
}

// Design returns the degrees ≥ 1 that a map with so many columns has exactly, the columns that they and
// the constant take, and the number of random ones.
func (p *Prediction) Design(columns int) (degrees []int, fixed, random int, err error) {
	p.r.mu.Lock()
	defer p.r.mu.Unlock()
	s, counts, err := p.r.choose(columns, p.about.Likes, false)
	if err != nil {
		return nil, 0, 0, err
	}
	fixed = s.columns
	if p.r.z.Plus.Origin > 0 || p.r.z.Minus.Origin > 0 {
		fixed++
	}
	for _, n := range counts {
		random += n
	}
	degrees = slices.Concat(s.exact[0], s.exact[1])
	slices.Sort(degrees)
	return degrees, fixed, random, nil
}
