package certificate

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
)

// MassKind says what the bounds on the masses are worth.
type MassKind string

// The kinds of bounds.
const (
	// MassUnknown: nothing is known, or was computed.
	MassUnknown MassKind = "unknown"
	// MassEstimated: values from floating point, the errors of which are not bounded.
	MassEstimated MassKind = "estimated"
	// MassEnclosed: proved, by exact or ball arithmetic; the evidence lets a checker do it again.
	MassEnclosed MassKind = "enclosed"
)

// Mass holds the masses ‖m‖, ‖m₊‖ and ‖m₋‖. A nil member is not known; the zero value knows nothing.
type Mass struct {
	Kind               MassKind
	Total, Plus, Minus *Bounds
	// Evidence is a JSON object from which package verify derives the enclosed bounds again (verify.MassEvidence), its
	// members in canonical order; nil for all other kinds.
	Evidence json.RawMessage
	// RadialIntegral is ∫_0^∞ |k̂(ω)| dω of the unitary d-dimensional density k̂ along one ray: the number that the papers
	// call the total mass. It is none for d > 1, as it lacks the factor ω^{d−1}. Always an estimate.
	RadialIntegral *Bounds
}

// consistent returns an error unless m has the bounds and the evidence that belong to its kind, and no others.
func (m Mass) consistent() error {
	bounds := []*Bounds{m.Total, m.Plus, m.Minus}
	switch m.Kind {
	case MassUnknown:
		if cmp.Or(bounds...) != nil {
			return errors.New("bounds on masses that are unknown")
		}
	case MassEstimated, MassEnclosed:
		if m.Total == nil {
			return fmt.Errorf("%s masses without the total mass", m.Kind)
		}
	default:
		return fmt.Errorf("masses of the unknown kind %q", m.Kind)
	}
	enclosed := m.Kind == MassEnclosed
	if enclosed != (m.Evidence != nil) {
		return fmt.Errorf("%s masses: enclosed masses have evidence, and no others", m.Kind)
	}
	for _, b := range bounds {
		if b != nil && (b.lower != "") != enclosed {
			return fmt.Errorf("%s masses: exact decimals are bounds of enclosed masses, and of no others", m.Kind)
		}
	}
	return nil
}
