// Package profile estimates where the density of a spectrum changes its sign, the masses of both
// parts, and their distributions, from values in float64. It proves nothing.
package profile

import (
	"context"
	"errors"
	"fmt"
	"math"

	"krein/fourier"
	"krein/hankel"
	"krein/internal/kernel/numeric"
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

// Profile is the sign structure of a radial spectral measure m = m₊ − m₋ and the masses of its parts. Everything in it
// is estimated. It is not modified after it was made and is safe for concurrent reading.
type Profile struct {
	Dim int
	// Plus, Minus and Total are ‖m₊‖, ‖m₋‖ and ‖m‖, atoms and tails included. A part
	// that is indistinguishable from zero has Value 0 and what it may hide in Err.
	Plus, Minus, Total Mass
	// Origin is the signed weight of the atom at ω = 0, 0 if there is none.
	Origin float64
	// Atoms are the atoms at ω > 0, in increasing order.
	Atoms []fourier.Atom
	// Intervals lists the intervals of constant sign that were located, in increasing order and without gaps. A density
	// that changes its sign for ever is resolved up to the Hi of the last one.
	Intervals []Interval
	// ChangesForever says that sign changes continue beyond the last interval.
	ChangesForever bool
	// TailMass is the part of Total beyond the last interval's scan, taken from the tail law and not from values of m.
	TailMass Mass
	// Noise is the mass of the places where m is not distinguishable from 0. A sign change whose amplitude lies within the
	// error of m is noise and not in Intervals; Noise is contained in the three errors.
	Noise float64
	// KernelAtZero is k(0), NaN if not finite, and Defect is ‖m₊‖ − ‖m₋‖ − k(0), which is 0 for the true masses. It bounds
	// no error, but where it is larger than the error estimates these have been raised to it.
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

// Law returns the distribution over ω > 0 of m₊ (sign > 0) or m₋ (sign < 0), atoms included. It panics if sign is 0.
func (p *Profile) Law(sign int) *Law {
	switch {
	case sign > 0:
		return p.laws[0]
	case sign < 0:
		return p.laws[1]
	}
	panic("profile: Law of sign 0")
}

// Settings are the settings of New. The zero value, like nil, chooses the defaults.
type Settings struct {
	// Tolerance is the relative error of the masses at which an oscillating power tail is
	// followed no further; 0 means 1e-8. It is a wish: read the Err fields.
	Tolerance float64
	// MaxEvals bounds the evaluations of the density; 0 means 12000. An evaluation by
	// quadrature counts once for every 4096 nodes it takes.
	MaxEvals int
}

// BudgetError says that the density up to Omega cannot be followed within Settings.MaxEvals = Limit.
type BudgetError struct {
	Omega float64
	Limit int
}

// Error names the frequency reached and the remedy.
func (e *BudgetError) Error() string {
	return fmt.Sprintf("hankel: following the spectral density to ω = %.4g takes more than %d evaluations, and no "+
		"closed form of it is known", e.Omega, 4*e.Limit)
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

// input is a spectrum as its profile sees it.
type input struct {
	src    tabulator
	dim    int
	atoms  []fourier.Atom
	lo, hi float64 // as Scale
	tail   hankel.Tail
	zero   float64 // k(0)
	mixed  bool    // values are cheap and good however far out
	breaks []float64
	lost   float64 // what the density leaves out
}

// New locates the sign changes of the density and estimates the masses of m₊ and m₋, atoms and tails included. The
// density is interpolated on panels that resolve it; beyond them the masses follow from the tail law (Tail). A mass
// that is infinite by that law gives an *InfiniteMassError. Everything is estimated, nothing proved. A nil set means
// the defaults.
func New(ctx context.Context, s *hankel.Spectrum, set *Settings) (*Profile, error) {
	lo, hi := s.Scale()
	mixed := s.Mixed()
	if mixed { // the tails may be as heavy as they like
		var opt Settings
		if set != nil {
			opt = *set
		}
		if opt.MaxEvals <= 0 {
			opt.MaxEvals = mixedEvals
		}
		set = &opt
	}
	return build(ctx, input{
		src: s, dim: s.Dim(), atoms: s.Atoms(), lo: lo, hi: hi, tail: s.Tail(),
		zero: numeric.Compile(s.Kernel()).At(0), mixed: mixed, breaks: s.Breaks(), lost: s.Lost(),
	}, set)
}

// Sine is New for the density m(ω)/ω, m that of a spectrum in three dimensions: the sine transform of o(z) = z k(z),
//
//	m(ω)/ω = (2/π) ∫_0^∞ o(z) sin(ωz) dz.
//
// The masses are those of its parts, and there is no value at 0 to compare them with. It panics if s is not of three
// dimensions; a spectrum with atoms is an error.
func Sine(ctx context.Context, s *hankel.Spectrum, set *Settings) (*Profile, error) {
	if s.Dim() != 3 {
		panic("profile: Sine of a spectrum that is not in three dimensions")
	}
	if len(s.Atoms()) > 0 {
		return nil, errors.New("hankel: the sine transform has atoms or poles")
	}
	lo, hi := s.Scale()
	t := s.Tail()
	t.Exponent--
	t.OriginExponent--
	for i := range t.Waves {
		t.Waves[i].Exponent--
	}
	return build(ctx, input{src: sines{s}, dim: 1, lo: lo, hi: hi, tail: t, zero: math.NaN(), mixed: s.Mixed(),
		breaks: s.Breaks(), lost: s.Lost()}, set)
}

// sines is a spectrum divided by ω.
type sines struct{ *hankel.Spectrum }

func (s sines) Tabulate(ctx context.Context, dst, errs, omegas []float64) error {
	if err := s.Spectrum.Tabulate(ctx, dst, errs, omegas); err != nil {
		return err
	}
	for i, w := range omegas {
		dst[i] /= w
		errs[i] /= w
	}
	return nil
}

// mixedEvals is the default of MaxEvals for mixtures of Gaussians.
const mixedEvals = 200_000
