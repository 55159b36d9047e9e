package decompose

import (
	"fmt"
	"math"

	"krein/decompose/minimal"
	"krein/internal/outward"
	"krein/internal/special/double"
)

// Radii is the law of a radius ω > 0: an inverse distribution function.
type Radii interface {
	// Quantile returns the radius below which the fraction u of the law lies, 0 < u < 1.
	// It is nondecreasing in u and safe for concurrent use.
	Quantile(u float64) float64
}

// Part is one of the two nonnegative measures m₊, m₋ of a decomposition m = m₊ − m₋.
type Part struct {
	// Origin is the mass of the atom at ω = 0, a constant kernel: a deterministic feature with no variance. An estimated
	// part may have radii below 1e-270 in it, which no float64 distance below 1e260 tells from 0.
	Origin float64
	// Mass is the mass on ω > 0 (density and atoms together), which the features sample.
	Mass float64
	// MassErr is the error of Origin + Mass, and MassKind says whether it is proved.
	MassErr  float64
	MassKind Kind
	// LawErr is the error of Radii, zero for a part without mass. A known mass says nothing about it.
	LawErr LawError
	// Radii is the law of the radius under the measure on ω > 0 divided by Mass; nil exactly when Mass is 0.
	Radii Radii
}

// Total returns the total mass ‖m±‖ = Origin + Mass.
func (p *Part) Total() float64 { return p.Origin + p.Mass }

// InterpolationError returns sup|F(Q(u)) − u| for the part's law F and its tabulated inverse Q, see
// Table.InterpolationError; 0 for a part without mass or with Radii that are not a *Table.
func (p *Part) InterpolationError() float64 {
	if t, ok := p.Radii.(*Table); ok {
		return t.InterpolationError()
	}
	return 0
}

// Quality says what stands behind a decomposition's numbers.
type Quality string

const (
	// Estimated numbers come from floating point: measured, not proved. Errors of them are what was found, and bound
	// nothing.
	Estimated Quality = "estimated"
	// BiasProved means that what the decomposition represents differs from the kernel by a proved bound at most, its Bias;
	// that of a minimum (FromMinimum) is one on a bounded domain, which Beyond states.
	BiasProved Quality = "bias proved"
)

// Bias is a proved bound of the bias of a decomposition. Let k̂(z) be a realisation M₊Λ_d(R₊z) − M₋Λ_d(R₋z) + O₊ − O₋,
// with M = Mass, O = Origin and a radius R of each part, or its mean over a random direction of features.
type Bias struct {
	// Law bounds sup |E k̂(z) − k(z)| over all z ≥ 0 for the exact law of the tables: that of Quantile(u) in exact
	// arithmetic with a uniform u, atoms at their exact places. It is Σ± ∫ |M± dP± − dm±|, and |Λ_d| ≤ 1. What floats add
	// is in BiasAt; there is no small bound of it for all z, because floats are a lattice on which every cos(ωz) is 1 for
	// some huge z.
	Law float64
}

// Convention is the Fourier convention of every table, see package fourier.
const Convention = minimal.Convention

// Decomposition is a kernel's m = m₊ − m₋ in dimension Dim.
type Decomposition struct {
	Dim         int
	Plus, Minus Part

	Kernel      string  // the formula, as given
	Beyond      string  // how it continues, e.g. "natural" or "zero beyond 2"
	Quality     Quality // of masses and tables
	Certificate string  // digest of the claim (Certificate.ClaimDigest) or the minimum that this rests on

	Bias  *Bias  // nil if no bound is proved
	Doubt string // why none is, if it was tried

	// Domain, if it is not nil, is where alone the kernel is represented: |k̂(z) − k(z)| ≤ Domain.Bias is proved for 0 ≤ z
	// ≤ Domain.Radius, and beyond anything may come. Tables of a minimum have one.
	Domain *minimal.Domain
}

// BiasAt bounds |E k̂(z) − k(z)|, z ≥ 0, for radii that Part.Sample draws: Bias.Law, and the rounding of quantiles and
// of the uniform numbers behind them, about 1e-15 z E R. (That takes the power function of package math to be right to
// 2⁻⁵⁰, and quantiles in an oscillating tail to 2⁻⁴⁰, which is not proved. The rounding of Λ_d and of sums over
// features is not in it.) It is +Inf if no bias is proved.
func (d *Decomposition) BiasAt(z float64) float64 {
	if d.Bias == nil {
		return math.Inf(1)
	}
	b := d.Bias.Law
	for _, p := range []*Part{&d.Plus, &d.Minus} {
		if t, ok := p.Radii.(*Table); ok {
			b += p.Mass * t.rounding(z)
		} else if p.Radii != nil {
			return math.Inf(1)
		}
	}
	return b * slackUp
}

// InterpolationError returns the larger of the two parts' interpolation errors.
func (d *Decomposition) InterpolationError() float64 {
	return max(d.Plus.InterpolationError(), d.Minus.InterpolationError())
}

// KernelAt returns the kernel that the decomposition represents, M₊ E₊Λ_d(Rz) − M₋ E₋Λ_d(Rz) with the atoms at 0, z ≥
// 0. It equals k(z) up to the errors of masses and tables and that of Part.Kernel (all estimated).
func (d *Decomposition) KernelAt(z float64) float64 {
	return d.kernelAt(z, double.NewLambda(float64(d.Dim)))
}

// kernelAt is KernelAt with a Λ_d whose tables serve many z.
func (d *Decomposition) kernelAt(z float64, lambda *double.Lambda) float64 {
	k := d.Plus.Origin - d.Minus.Origin
	if d.Plus.Mass > 0 {
		k += d.Plus.Mass * d.Plus.kernel(z, lambda)
	}
	if d.Minus.Mass > 0 {
		k -= d.Minus.Mass * d.Minus.kernel(z, lambda)
	}
	return k
}

// String is a one-line summary.
func (d *Decomposition) String() string {
	mass := func(p *Part) string {
		if p.MassKind != KindProved {
			return fmt.Sprintf("≈ %.6g", p.Total())
		}
		return "= " + outward.Around(p.Total(), p.MassErr, 10)
	}
	return fmt.Sprintf("%s, %s, on R^%d: ‖m₊‖ %s, ‖m₋‖ %s (%s)", d.Kernel, d.Beyond, d.Dim, mass(&d.Plus),
		mass(&d.Minus), d.Quality)
}

// validMass reports whether x can be a mass or an error of one.
func validMass(x float64) bool { return x >= 0 && !math.IsInf(x, 1) }
