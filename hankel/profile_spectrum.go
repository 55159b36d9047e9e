package hankel

import (
	"context"
	"math"

	"krein/kernel/numeric"
)

// newProfile locates the sign changes of the density and estimates the masses of m₊ and m₋,
// atoms and tails included. The density is interpolated on panels that resolve it; beyond
// them the masses follow from the tail law (Tail). A mass that is infinite by that law
// gives an *InfiniteMassError. Everything is estimated, nothing proved. A nil set means
// the defaults.
func newProfile(ctx context.Context, s *Spectrum, set *ProfileSettings) (*Profile, error) {
	lo, hi := s.Scale()
	mixed := s.Mixed()
	if mixed { // the tails may be as heavy as they like
		var opt ProfileSettings
		if set != nil {
			opt = *set
		}
		if opt.MaxEvals <= 0 {
			opt.MaxEvals = mixedEvals
		}
		set = &opt
	}
	return profileOf(ctx, profileInput{
		src: s, dim: s.Dim(), atoms: s.Atoms(), lo: lo, hi: hi, tail: s.Tail(), zero: numeric.Compile(s.Kernel()).At(0), mixed: mixed,
	}, set)
}

// mixedEvals is the default of MaxEvals for mixtures of Gaussians.
const mixedEvals = 200_000

// effortNodes is the number of quadrature nodes that count as one cheap value.
const effortNodes = 4096

// Effort is the cost of the density at omega, in units of a value that is cheap.
func (s *Spectrum) Effort(omega float64) int {
	if s.t == nil || !(omega > 0) || math.IsInf(omega, 1) {
		return 1
	}
	l := s.t.at(omega)
	if l.err != nil { // it took what a level may take, or about that
		return 1 + s.t.budget/effortNodes
	}
	return 1 + (len(l.coarse.z)+len(l.fine.z))/effortNodes
}
