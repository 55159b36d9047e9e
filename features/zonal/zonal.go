package zonal

import (
	"iter"
	"math"

	"krein/decompose/zonal"
	"krein/features"
	"krein/features/fitted"
	"krein/internal/features/basis"
	"krein/internal/features/random"
	"krein/internal/features/ridge"
)

// Representation is a zonal expansion from which maps of unit vectors can be drawn. It is safe for concurrent use.
type Representation struct {
	z       *source
	order   []int          // the degrees that may be taken exactly
	splits  map[int]*split // by how many of them are
	chooser *ridge.Chooser[*split]
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
	r := &Representation{z: s, order: candidates(z.Dim, s.a), splits: map[int]*split{}}
	r.chooser = &ridge.Chooser[*split]{Name: "zonal", Dim: z.Dim, Splits: r.trials}
	return r
}

// Dim returns d.
func (r *Representation) Dim() int { return r.z.Dim }

// Bias returns the expansion's, which is proved, for distances on the sphere.
func (r *Representation) Bias(z float64) (bound float64, proved bool) {
	if z > 2*(1+basis.OffSphere) {
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
	c, err := r.chooser.Choose(o.Columns, o.Distances)
	if err != nil {
		return nil, err
	}
	s, counts := c.Split, c.Counts
	var parts []fitted.Part
	for i, p := range r.z.parts() {
		if p.Origin > 0 {
			parts = append(parts, fitted.Part{Basis: fitted.Constant(math.Sqrt(p.Origin)), Minus: i == 1})
		}
	}
	for i, degrees := range s.exact {
		if len(degrees) > 0 {
			h := basis.NewHarmonics(r.z.Dim, degrees, s.a[i], basis.Place{})
			parts = append(parts, fitted.Part{Basis: h, Minus: i == 1})
		}
	}
	for i := range s.groups {
		g := s.groups[i].(*group)
		coupling := o.Coupling
		if g.tail != nil { // columns of different degrees: nothing is predicted of orthogonal ones
			coupling = features.IID
		}
		w := coupling.Directions(r.z.Dim, counts[i], o.Seed, i)
		amplitude := 1 / math.Sqrt(float64(counts[i]))
		phi := g.Phi
		if g.tail != nil {
			phi = drawDegrees(g.tail, r.z.Dim, counts[i], random.Source(o.Seed, i))
		}
		parts = append(parts, fitted.Part{
			Basis: basis.NewRidge(r.z.Dim, w, phi, amplitude, basis.Place{}), Minus: g.minus, Random: true,
		})
	}
	return fitted.Compose(r.z.Dim, parts), nil
}

// drawDegrees draws a degree for each of n columns.
func drawDegrees(p *zonal.Part, dim, n int, src zonal.BitSource) basis.Function {
	degrees := make([]int, n)
	for i := range degrees {
		degrees[i] = p.SampleDegree(src)
	}
	return basis.NewSingle(dim, degrees, math.Sqrt(p.Sampled))
}

// trials are the splits that may be best for so many columns.
func (r *Representation) trials(columns int) iter.Seq[*split] {
	return func(yield func(*split) bool) {
		for k, cost := 0, 0; k <= len(r.order); k++ {
			if k > 0 {
				cost += int(min(basis.Dimension(r.order[k-1], r.z.Dim), 1e9))
				if cost > columns {
					return
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
			if !yield(s) {
				return
			}
		}
	}
}

// Predict returns a ridge.Designed, see features.Stationary.
func (r *Representation) Predict(opt *features.Options, distances []float64) (features.Prediction, error) {
	o, err := opt.Directional()
	if err != nil {
		return nil, err
	}
	return r.chooser.Predict(distances, o.Distances, o.Coupling == features.Orthogonal)
}
