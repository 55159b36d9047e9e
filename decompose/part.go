// Package decompose splits a kernel's spectral measure into its Jordan parts and samples them.
package decompose

// Radii is the law of a radius ω > 0: an inverse distribution function.
type Radii interface {
	// Quantile returns the radius below which the fraction u of the law lies, 0 < u < 1.
	// It is nondecreasing in u and safe for concurrent use.
	Quantile(u float64) float64
}

// Part is one of the two nonnegative measures m₊, m₋ of a decomposition m = m₊ − m₋.
type Part struct {
	// Origin is the mass of the atom at ω = 0, a constant kernel: a deterministic
	// feature with no variance.
	Origin float64
	// Mass is the mass on ω > 0 (density and atoms together), which the features sample.
	Mass float64
	// Radii is the law of the radius under the measure on ω > 0 divided by Mass;
	// nil exactly when Mass is 0.
	Radii Radii
}

// Total returns the total mass ‖m±‖ = Origin + Mass.
func (p *Part) Total() float64 { return p.Origin + p.Mass }

// Decomposition is a kernel's m = m₊ − m₋ in dimension Dim.
type Decomposition struct {
	Dim         int
	Plus, Minus Part
}
