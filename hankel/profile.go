package hankel

import (
	"fmt"
	"sort"

	"krein/fourier"
)

// Mass is a total mass with its error estimate: |true − Value| ≤ Err as far as floating
// point can tell (estimated, nothing is proved).
type Mass struct {
	Value, Err float64
}

// Interval is a range of frequencies on which the density m has one sign.
type Interval struct {
	Lo, Hi float64 // Hi may be +Inf
	Sign   int     // +1 or −1
	Mass   Mass    // ∫|m| over (Lo, Hi), without atoms
}

// Profile is the sign structure of a radial spectral measure m = m₊ − m₋ and the masses
// of its parts. Everything in it is estimated. It is not modified after it was made and
// is safe for concurrent reading.
type Profile struct {
	Dim int
	// Plus, Minus and Total are ‖m₊‖, ‖m₋‖ and ‖m‖, atoms and tails included. A part
	// that is indistinguishable from zero has Value 0 and what it may hide in Err.
	Plus, Minus, Total Mass
	// Origin is the signed weight of the atom at ω = 0, 0 if there is none.
	Origin float64
	// Atoms are the atoms at ω > 0, in increasing order.
	Atoms []fourier.Atom
	// Intervals lists the intervals of constant sign that were located, in increasing
	// order and without gaps. A density that changes its sign for ever is resolved up to
	// the Hi of the last one.
	Intervals []Interval
	// ChangesForever says that sign changes continue beyond the last interval.
	ChangesForever bool
	// TailMass is the part of Total beyond the last interval's scan, taken from the tail
	// law and not from values of m.
	TailMass Mass
	// Noise is the mass of the places where m is not distinguishable from 0. A sign
	// change whose amplitude lies within the error of m is noise and not in Intervals;
	// Noise is contained in the three errors.
	Noise float64
	// KernelAtZero is k(0), NaN if not finite, and Defect is ‖m₊‖ − ‖m₋‖ − k(0), which
	// is 0 for the true masses. It bounds no error, but where it is larger than the error
	// estimates these have been raised to it.
	KernelAtZero, Defect float64

	laws [2]*Law // of m₊ and m₋ on ω > 0
}

// SignChanges returns the frequencies at which the density changes its sign.
func (p *Profile) SignChanges() []float64 {
	var at []float64
	for i := 1; i < len(p.Intervals); i++ {
		at = append(at, p.Intervals[i].Lo)
	}
	return at
}

// Law returns the distribution over ω > 0 of m₊ (sign > 0) or m₋ (sign < 0), atoms
// included. It panics if sign is 0.
func (p *Profile) Law(sign int) *Law {
	switch {
	case sign > 0:
		return p.laws[0]
	case sign < 0:
		return p.laws[1]
	}
	panic("hankel: Law of sign 0")
}

// ProfileSettings are the settings of Spectrum.Profile. The zero value, like nil,
// chooses the defaults.
type ProfileSettings struct {
	// Tolerance is the relative error of the masses at which an oscillating power tail is
	// followed no further; 0 means 1e-8. It is a wish: read the Err fields.
	Tolerance float64
	// MaxEvals bounds the evaluations of the density; 0 means 12000. An evaluation by
	// quadrature counts once for every 4096 nodes it takes.
	MaxEvals int
}

// BudgetError says that the density up to Omega cannot be followed within
// ProfileSettings.MaxEvals = Limit.
type BudgetError struct {
	Omega float64
	Limit int
}

// Error names the frequency reached and the remedy.
func (e *BudgetError) Error() string {
	return fmt.Sprintf("hankel: following the spectral density to ω = %.4g takes more than %d evaluations, and no closed form of it is known", e.Omega, 4*e.Limit)
}

// InfiniteMassError says that ∫|m| diverges (an estimate, resting on the tail law).
type InfiniteMassError struct {
	AtOrigin bool    // diverges at ω = 0; otherwise at ω = ∞
	Exponent float64 // |m| ~ ω^Exponent there
	Because  string  // one sentence
}

// Error names the end at which the mass diverges and the reason.
func (e *InfiniteMassError) Error() string {
	end := "infinity"
	if e.AtOrigin {
		end = "the origin"
	}
	return fmt.Sprintf("hankel: infinite spectral mass at %s: %s", end, e.Because)
}

// LawPiece is a stretch of a part's distribution: a range [Lo,Hi] on which the density
// is a smooth function, or an atom (Lo = Hi).
type LawPiece struct {
	Lo, Hi float64
	Mass   float64
	Err    float64 // estimated error of Mass, and of Within
	Below  float64 // the part's mass on (0, Lo), an atom at Lo excluded
	Above  float64 // the part's mass on (Hi, ∞), an atom at Hi excluded
}

// Law is the distribution over ω > 0 of one part m₊ or m₋ of a spectral measure. It is
// known piece by piece, with a lower tail (a power law) below the first piece and an
// upper tail (UpperTail) beyond the last. Estimated; safe for concurrent reading.
type Law struct {
	mass   float64
	pieces []LawPiece
	poly   []*chebPanel // per piece, nil for an atom
	sign   float64
	lower  LowerTail
	upper  UpperTail
}

// LowerTail is the law of a part on (0, At): density ∝ ω^Exponent, Exponent > −1.
type LowerTail struct {
	At, Mass, Exponent float64
}

// UpperKind is the form of an UpperTail.
type UpperKind int8

// The forms of an upper tail.
const (
	UpperNone        UpperKind = iota // no mass beyond At
	UpperPower                        // density ∝ ω^Exponent
	UpperExponential                  // density ∝ exp(−Rate ω)
	UpperLobes                        // an endless train of lobes, see UpperTail
)

// UpperTail is the law of a part on (At, ∞). UpperLobes is the limiting form of the
// positive or negative part of ω^Exponent cos(ωR+φ): lobes [c−h, c+h] around
// c = Center + j·Period, j = 0, 1, …, with h = HalfWidth, in which the mass beyond ω is
//
//	Mass · (1 + (j+t)·Period/(Center−Period/2))^(Exponent+1),   t = (1 + sin(π(ω−c)/(2h)))/2.
type UpperTail struct {
	Kind     UpperKind
	At, Mass float64
	Exponent float64 // UpperPower, UpperLobes: < −1
	Rate     float64 // UpperExponential

	Center, Period, HalfWidth float64 // UpperLobes
}

// Mass returns the part's mass on ω > 0.
func (l *Law) Mass() float64 { return l.mass }

// Pieces returns the pieces in increasing order. The caller must not modify them.
func (l *Law) Pieces() []LawPiece { return l.pieces }

// Lower returns the law below the first piece.
func (l *Law) Lower() LowerTail { return l.lower }

// Upper returns the law beyond the last piece.
func (l *Law) Upper() UpperTail { return l.upper }

// Within returns the mass of piece i on (Lo, ω), for ω within the piece.
func (l *Law) Within(i int, omega float64) float64 {
	p := &l.pieces[i]
	switch {
	case omega >= p.Hi:
		return p.Mass
	case omega <= p.Lo:
		return 0
	}
	return min(max(l.sign*l.poly[i].integral(p.Lo, omega), 0), p.Mass)
}

// DensityIn returns the part's density at ω within piece i, 0 for an atom.
func (l *Law) DensityIn(i int, omega float64) float64 {
	if l.poly[i] == nil {
		return 0
	}
	return max(l.sign*l.poly[i].at(omega), 0)
}

// Below returns the part's mass on (0, ω]. Its relative precision does not degrade as
// the mass tends to 0.
func (l *Law) Below(omega float64) float64 {
	if omega < l.lower.At {
		return l.lower.below(omega)
	}
	i := sort.Search(len(l.pieces), func(i int) bool { return l.pieces[i].Lo > omega }) - 1
	if i < 0 {
		return l.lower.Mass
	}
	p := &l.pieces[i]
	if omega >= l.upper.At {
		return l.mass - l.upper.above(omega)
	}
	return p.Below + l.Within(i, omega)
}

// Above returns the part's mass on (ω, ∞). Its relative precision does not degrade as
// the mass tends to 0.
func (l *Law) Above(omega float64) float64 {
	if omega < l.lower.At {
		return l.mass - l.lower.below(omega)
	}
	if omega >= l.upper.At {
		return l.upper.above(omega)
	}
	i := sort.Search(len(l.pieces), func(i int) bool { return l.pieces[i].Lo > omega }) - 1
	if i < 0 {
		return l.mass - l.lower.Mass
	}
	p := &l.pieces[i]
	return p.Above + p.Mass - l.Within(i, omega)
}
