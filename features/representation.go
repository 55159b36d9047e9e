package features

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"krein/decompose"
	"krein/internal/features/random"
)

// Representation is a signed measure m on a space of parameters p with basis functions φ_p on R^dim:
//
//	k(x,y) ≈ ∫ φ_p(x) φ_p(y) m(dp).
//
// A map is a draw of parameters. [Fourier] has frequencies; the packages below this one have others:
// features/zonal harmonics of the sphere, features/step signs and absolute values of projections,
// features/activation, features/threshold and features/maclaurin those of kernels that do not depend on distances.
type Representation interface {
	// Dim returns the number of columns of the data.
	Dim() int
	// Draw draws a map, see New. It does not read Options that mean nothing here, and says so in its documentation.
	Draw(opt *Options) (*Map, error)
}

// Stationary is a representation of a function of the distance z = ‖x−y‖, on R^dim or on its unit
// sphere. It predicts what its maps are worth, so that representations can be compared.
type Stationary interface {
	Representation
	// Bias bounds |E ΦJΦᵀ − k(z)|, and says whether the bound is proved. It is +Inf where the kernel is not represented.
	Bias(z float64) (bound float64, proved bool)
	// Predict returns the predicted variance of the maps that Draw(opt) draws, as a function of Options.Columns, its mean
	// over distances that count equally. The errors are those of Draw, and one for distances that are out of range.
	Predict(opt *Options, distances []float64) (Prediction, error)
}

// Prediction is a mean variance as a function of the number of columns, see [Stationary]. It is not
// safe for concurrent use.
type Prediction interface {
	// At returns the mean over the distances of the variance of k̂(z) over the seeds. The error is
	// ctx's, or that of Draw for a number that cannot be.
	At(ctx context.Context, columns int) (float64, error)
}

// Enough returns the prediction for maps some of whose columns are exact where they have as many columns as that takes, and
// with fewer is plain, that for maps all of whose columns are random.
func Enough(exact, plain Prediction, columns int) Prediction { return &enough{exact, plain, columns} }

type enough struct {
	exact, plain Prediction
	columns      int
}

func (e *enough) At(ctx context.Context, columns int) (float64, error) {
	if columns < e.columns {
		return e.plain.At(ctx, columns)
	}
	return e.exact.At(ctx, columns)
}

// Designed is a prediction for maps part of whose columns may be exact, see features/zonal.
type Designed interface {
	Prediction
	// Design returns the degrees ≥ 1 of harmonics that a map with so many columns has exactly, the
	// columns that do not depend on the seed, and the number of those that do: 0 is an exact map.
	Design(columns int) (degrees []int, fixed, random int, err error)
}

// Fourier returns the decomposition as a representation: parameters are frequencies, basis functions cosines and sines.
// Jordan tables (decompose.Jordan), least masses and least variances (decompose.FromMinimum) are such. Its maps read
// all Options. Draw returns an error for a decomposition whose masses or radii are negative or not finite, and panics
// if a part has mass without radii or radii without mass. Fourier panics if dec is nil.
func Fourier(dec *decompose.Decomposition) Stationary {
	if dec == nil {
		panic("features: nil decomposition")
	}
	return fourier{dec}
}

type fourier struct{ dec *decompose.Decomposition }

func (f fourier) Dim() int { return f.dec.Dim }

// Decomposition returns what Fourier was given; internal/features/plan asks for it.
func (f fourier) Decomposition() *decompose.Decomposition { return f.dec }

func (f fourier) Draw(opt *Options) (*Map, error) {
	o, err := prepare(f.dec, opt)
	if err != nil {
		return nil, err
	}
	return draw(f.dec, &o, split(f.dec, &o, nil), laws(f.dec, &o))
}

// Bias returns decompose.Decomposition.BiasAt, or on the domain of a minimum its bias.
func (f fourier) Bias(z float64) (bound float64, proved bool) {
	if domain := f.dec.Domain; domain != nil && z <= domain.Radius {
		return domain.Bias, true
	}
	return f.dec.BiasAt(z), true
}

// Predict returns a *Curve.
func (f fourier) Predict(opt *Options, distances []float64) (Prediction, error) {
	c, err := NewCurve(f.dec, opt, distances)
	if err != nil {
		return nil, err
	}
	return c, nil
}

// Directional returns the options of a map whose parameters are directions, with the defaults filled
// in, for those who implement [Representation]. It is an error if the coupling is neither [IID] nor
// [Orthogonal], the number of columns not positive, or a distance negative or not finite.
func (o *Options) Directional() (Options, error) {
	var opt Options
	if o != nil {
		opt = *o
	}
	if opt.Columns == 0 {
		opt.Columns = DefaultColumns
	}
	if opt.Coupling == Auto {
		opt.Coupling = Orthogonal
	}
	if opt.Coupling != IID && opt.Coupling != Orthogonal {
		return opt, fmt.Errorf("features: the coupling %v is one of frequencies; directions alone are %v or %v",
			opt.Coupling, IID, Orthogonal)
	}
	if opt.Columns < 1 || opt.Columns > math.MaxInt/8 {
		return opt, fmt.Errorf("features: %d columns; give a positive number", opt.Columns)
	}
	for i, z := range opt.Distances {
		if !(z >= 0) || math.IsInf(z, 1) {
			return opt, fmt.Errorf("features: distance %d is %v; distances are finite and not negative", i, z)
		}
	}
	return opt, nil
}

// Directions returns n uniform unit vectors of R^dim, one a row, for those who implement
// [Representation]: independent ones, or with [Orthogonal] independent orthonormal bases, the last of
// them with fewer. Groups of one seed are independent of each other. It panics for other couplings.
func Directions(c Coupling, dim, n int, seed uint64, group int) []float64 {
	switch c {
	case IID:
		w := random.GaussianRows(random.Stream(seed, random.Directions, group, 0), n, dim)
		random.NormaliseRows(w, dim)
		return w
	case Orthogonal:
		return random.OrthogonalRows(seed, group, n, dim)
	}
	panic("features: directions alone are iid or orthogonal")
}

// Source returns a source of random numbers of a seed, for those who implement [Representation]: that
// of a group, independent of those of other groups and of Directions.
func Source(seed uint64, group int) *rand.Rand {
	return random.Stream(seed, random.Parameters, group, 0)
}
