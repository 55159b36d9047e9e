package features

import (
	"context"
	"fmt"
	"math"

	"krein/features/fitted"
	"krein/internal/features/random"
)

// Map is a feature map, see fitted.Map.
type Map = fitted.Map

// New draws a feature map for the representation; features/radial makes one of a decomposition. A nil opt
// means the zero value of Options.
//
// The estimate ΦJΦᵀ of the kernel matrix is unbiased for what the representation represents, under
// every combination of options: what bias there is, is the representation's own. New returns an
// error for options out of range or of another kind of representation, and panics if rep is nil.
func New(rep Representation, opt *Options) (*Map, error) { return rep.Draw(opt) }

// Representation is a signed measure m on a space of parameters p with basis functions φ_p on R^dim:
//
//	k(x,y) ≈ ∫ φ_p(x) φ_p(y) m(dp).
//
// A map is a draw of parameters. The packages below this one have them: features/radial
// frequencies, features/zonal harmonics of the sphere, features/step signs and absolute values of projections,
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
func (c Coupling) Directions(dim, n int, seed uint64, group int) []float64 {
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
