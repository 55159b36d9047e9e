package features

import (
	"errors"
	"fmt"
	"math"

	"krein/internal/named"
)

// Coupling is the joint law of the directions θ_i of the frequencies w_i = R_i·θ_i.
// Each direction alone is uniform on the sphere under every coupling.
type Coupling int8

const (
	// IID draws every direction independently (random Fourier features).
	IID Coupling = iota
	// Orthogonal draws the n directions of each part in ⌊n/d⌋ blocks, at least one, of sizes that differ by 1 at most, uniform
	// (Haar) and independent of each other and of the other part. A block of d is an orthonormal basis, one of fewer is part
	// of such a basis, and one of more is a unit-norm tight frame: N rows with Σ θθᵀ = (N/d)·I, a real harmonic frame that is
	// turned at random. The harmonics of degree 2 cancel in every block of d or more.
	Orthogonal
	// GORF draws the directions of both parts together, as Algorithm 1 of the GORF paper is written (Luo, Fang, Yang,
	// Huang 2022): the first d rows of a uniform orthogonal matrix of size max(n, 2d), n being the number of frequencies
	// in all, with the columns normalised. It is kept as a baseline: it correlates the parts the wrong way round.
	GORF
	// Shared draws one sequence of directions in independent orthonormal bases, the last one cut off, and gives the i-th to
	// the i-th frequency of both parts, for as long as both have one; the larger part goes on alone. Paired frequencies
	// also have comonotone radii Q₊(u), Q₋(u), one u for both, except when the radii are stratified and the parts have
	// different numbers of frequencies: then the strata of the parts do not match and the radii are independent.
	Shared
	// Structured draws directions that a fast Walsh–Hadamard transform multiplies with, at O(log d) a direction instead of
	// O(d), in blocks of n, the least power of two ≥ d: the rows of √(n/d)·H·D·S·Q, H the Hadamard matrix over √n, D
	// random signs of the block, S a random choice of d of the n columns, Q uniform (Haar) on O(d). They are diagonals of
	// a cube that Q has turned. Each row is a fixed unit vector times Q, so uniform on the sphere; a block is an
	// orthonormal basis if d is a power of two, otherwise a tight frame. Q and S serve max(1, ⌊d/2⌋) blocks, those of the
	// plus part first, so that in few dimensions blocks do not repeat each other. The harmonics of degree 2 are cancelled
	// as by [Orthogonal]. (The usual products H·D·H·D·H·D, SORF of Yu et al. 2016, have no such Q and are biased.)
	Structured
	// Design draws the directions of each part from orthonormal bases that are mutually unbiased, turned by one Q uniform
	// (Haar) on O(d): the rows of √(n/d)·H·D_j·S·Q, n the least power of four ≥ d, H the Hadamard matrix over √n, D_j the
	// signs of the j-th quadratic form of a Kerdock set, S as in [Structured]. For d = n the n/2 bases and Q itself have
	// only the inner products 0 and ±1/√n, and together integrate all polynomials of degree 5 on the sphere (Calderbank,
	// Cameron, Kantor, Seidel 1997). Otherwise S takes d random places of their n, and a basis becomes a tight frame;
	// Options.PointDim is for decompositions of R^n, in which that need not be. More frequencies take further, independent
	// Q.
	Design
	// Quasi draws the directions of each part as a sequence of lines that is fixed but for a
	// rotation uniform on O(d): in R² at angles of van der Corput's sequence, in R³ to R⁸
	// normalised Gaussian vectors by Halton's, 256 to a rotation (1024 in R²). Together with radii from strata in
	// order it is a Hammersley set of frequencies. It is an error in more dimensions.
	Quasi
	// Auto takes the coupling, the radii and the budget with the least predicted variance,
	// averaged over Options.Distances: what radial.Choose lists first. Options.Radii and
	// Options.Budget are not read; low orders of a part are exact where that is better.
	Auto
)

// RadiusLaw is the joint law of the radii of a part.
type RadiusLaw int8

const (
	// RadiiIID draws the radii independently.
	RadiiIID RadiusLaw = iota
	// RadiiStratified draws one radius from each of the n equally likely strata of the law: R_i = Q((π(i)+U_i)/n), U_i
	// uniform on (0,1). Under Orthogonal, Design and Quasi π(i) = i, so that the directions of a block have similar radii
	// and cancel more of each other's harmonics; a radius then has not the whole law, but with a uniform direction in
	// every stratum the estimate is as unbiased. Under the others π is a uniform permutation independent of the
	// directions.
	RadiiStratified
	// RadiiImportance draws stratified radii from another law, in which a radius R has its probability times a ψ(R), and
	// gives its columns the weight 1/√ψ(R), so that the estimate stays unbiased: ψ(R)² is in proportion to the second
	// moment of cos⟨Rθ,x−y⟩ over directions θ, summed over Options.Distances, with 1/32 of its mean over directions, which
	// the strata take care of. Radii whose cosines hardly vary are drawn rarely, and what harmonics of degree 2 and more
	// do is much the same for all. The estimate is no longer exact at x = y.
	RadiiImportance
)

// Budget is the rule that splits the frequencies between the parts. A part
// with positive mass gets at least one, a part with none gets none.
type Budget int8

const (
	// BudgetEqual gives each part the same number, of an odd number the plus part one more.
	BudgetEqual Budget = iota
	// BudgetProportional splits in proportion to the masses.
	BudgetProportional
	// BudgetVariance minimises the predicted variance summed over Options.Distances: the Neyman allocation, over integers
	// and with the terms of the coupling, so that it sees the gain of a full block. Under [RadiiStratified] and
	// [RadiiImportance] the search takes the stratum means to have the fraction 1 − 1/n² of the variance of the radii's
	// harmonics, and quasi directions to take the strata in no order; of more than 256 splits it tries some. The
	// prediction itself has no such approximation, and the map is unbiased whatever the split.
	BudgetVariance
)

// Exact says what is taken exactly: terms of order 0 and 2 of a part, or degrees 0 and 1 on the sphere.
type Exact int8

const (
	// ExactNone samples everything.
	ExactNone Exact = iota
	// ExactPlus takes 1 − ⟨w,x−y⟩²/2 out of the cosines of the plus part and adds its mean 1 − E R²·‖x−y‖²/2d, in d + 2
	// columns behind all others: what is sampled is of order 4 in R‖x−y‖. A part that is nearly constant over the data
	// then has hardly any variance, and others have more. The estimate is unbiased up to the error of E R², see
	// [Map.ExactError]. It needs a law with a second moment.
	ExactPlus
	// ExactMinus is ExactPlus for the minus part.
	ExactMinus
	// ExactSphere is for points of the unit sphere, others are an error of Transform: it takes multiples of the harmonics
	// of degree 0 and 1 out of the cosines and sines of both parts, and adds what they lack of the mean, c + c'⟨x,y⟩, in 1
	// + d columns. The multiples are those that make the variance of single frequencies least in the mean over
	// Options.Distances (at most 12 of them), from none (the plain map) upwards: points far apart gain, near ones lose,
	// because sin² + cos² = 1 no longer helps them. The estimate is unbiased up to the error of quadrature, see
	// [Map.ExactError].
	ExactSphere
)

var (
	couplings = named.New[Coupling]("features", "coupling",
		"iid", "orthogonal", "gorf", "shared", "structured", "design", "quasi", "auto")
	radii   = named.New[RadiusLaw]("features", "radii", "iid", "stratified", "importance")
	budgets = named.New[Budget]("features", "budget", "equal", "proportional", "variance")
	exacts  = named.New[Exact]("features", "exact part", "none", "plus", "minus", "sphere")
)

// String returns the name used in flags and JSON.
func (c Coupling) String() string { return couplings.String(c) }

// MarshalText returns the name.
func (c Coupling) MarshalText() ([]byte, error) { return []byte(c.String()), nil }

// UnmarshalText accepts iid, orthogonal, gorf, shared, structured, design, quasi and auto.
func (c *Coupling) UnmarshalText(text []byte) error { return couplings.Parse(c, text) }

// String returns the name used in flags and JSON.
func (r RadiusLaw) String() string { return radii.String(r) }

// MarshalText returns the name.
func (r RadiusLaw) MarshalText() ([]byte, error) { return []byte(r.String()), nil }

// UnmarshalText accepts iid, stratified and importance.
func (r *RadiusLaw) UnmarshalText(text []byte) error { return radii.Parse(r, text) }

// String returns the name used in flags and JSON.
func (b Budget) String() string { return budgets.String(b) }

// MarshalText returns the name.
func (b Budget) MarshalText() ([]byte, error) { return []byte(b.String()), nil }

// UnmarshalText accepts equal, proportional and variance.
func (b *Budget) UnmarshalText(text []byte) error { return budgets.Parse(b, text) }

// String returns the name used in flags and JSON.
func (e Exact) String() string { return exacts.String(e) }

// MarshalText returns the name.
func (e Exact) MarshalText() ([]byte, error) { return []byte(e.String()), nil }

// UnmarshalText accepts none, plus, minus and sphere.
func (e *Exact) UnmarshalText(text []byte) error { return exacts.Parse(e, text) }

// Words says what is exact, as in "orders 0 and 2 of the plus part".
func (e Exact) Words() string {
	if e == ExactSphere {
		return "degrees 0 and 1"
	}
	return "orders 0 and 2 of the " + e.String() + " part"
}

// Columns returns how many columns of a map take what is exact.
func (e Exact) Columns(dim int) int {
	switch e {
	case ExactNone:
		return 0
	case ExactSphere:
		return dim + 1
	}
	return dim + 2
}

// DefaultColumns is the number of columns that Options.Columns = 0 stands for.
const DefaultColumns = 1024

// Options are the settings of a map. The zero value, like a nil pointer, is the classical map: 1024 columns,
// independent directions and radii, equal budget, seed 0.
type Options struct {
	// Columns is the number of columns of Φ that frequencies give; 0 means [DefaultColumns]. A frequency gives two, a cosine
	// and a sine, so that the number is even. Each part that has mass needs one frequency at least. The net mass at frequency 0, if there is any, adds one constant column. Only when both parts have no mass (a constant
	// kernel) are there no frequencies, whatever Columns says.
	Columns  int
	Coupling Coupling
	Radii    RadiusLaw
	Budget   Budget
	// Exact takes low orders or degrees exactly, in columns that count.
	Exact Exact
	// PointDim, if it is not 0, is the number of columns of the data where the decomposition is that of
	// a larger dimension n: points are as good as padded by zeros, so that frequencies are drawn in
	// R^n, coupled there, and keep their first PointDim coordinates. [Design] has complete bases
	// in R^n, n = 4^k, for a kernel with finite mass there.
	PointDim int
	// OnSphere says that points are on the unit sphere: Auto then looks at [ExactSphere] too.
	OnSphere bool
	// Seed picks the draw: the same seed gives the same bits whatever GOMAXPROCS.
	Seed uint64
	// Distances are the ‖x−y‖ that Auto, BudgetVariance, RadiiImportance and ExactSphere average over,
	// for example a sample of the data's ([SampleDistances]). No other rule reads them.
	Distances []float64
}

// Checked returns the options of a map of frequencies with the defaults filled in, for those who implement
// [Representation]. It is an error if one of them is unknown, or distances that are needed are missing, negative or not finite.
func (o *Options) Checked() (Options, error) {
	var opt Options
	if o != nil {
		opt = *o
	}
	if opt.Columns == 0 {
		opt.Columns = DefaultColumns
	}
	for _, err := range []error{couplings.Check(opt.Coupling), radii.Check(opt.Radii), budgets.Check(opt.Budget),
		exacts.Check(opt.Exact)} {
		if err != nil {
			return opt, err
		}
	}
	if opt.Coupling == Auto {
		opt.Radii, opt.Budget = RadiiIID, BudgetEqual
	}
	if opt.Coupling == Auto || opt.Budget == BudgetVariance || opt.Radii == RadiiImportance {
		if len(opt.Distances) == 0 {
			return opt, errors.New("features: the coupling auto, the variance budget and importance " +
				"radii need distances to average over, for example from SampleDistances")
		}
		for i, z := range opt.Distances {
			if !(z >= 0) || math.IsInf(z, 1) {
				return opt, fmt.Errorf("features: distance %d is %v; distances are finite and not negative", i, z)
			}
		}
	}
	return opt, nil
}
