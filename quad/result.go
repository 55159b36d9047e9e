package quad

import "fmt"

// Status says why an integration stopped.
type Status int8

const (
	// Converged: the error, estimated by the float64 layer and proved over balls, is below the tolerance.
	Converged Status = iota
	// MaxEvaluations: the budget of evaluations ran out first.
	MaxEvaluations
	// Roundoff: rounding keeps the estimate above the tolerance; more work would not help.
	Roundoff
	// NonFinite: the integrand was infinite or not a number at a node; over balls: no bound of it was found somewhere.
	NonFinite
	// Cancelled: the context ended (ball layer).
	Cancelled
	// Unresolved: the limit of subdivision was reached, near a point where the integrand is not known to be holomorphic (ball layer).
	Unresolved
	// Contradicted: a hypothesis supplied by the caller disagrees with the integrand (ball layer).
	Contradicted
)

// String returns the name of the status in lower case.
func (s Status) String() string {
	switch s {
	case Converged:
		return "converged"
	case MaxEvaluations:
		return "max evaluations"
	case Roundoff:
		return "roundoff"
	case NonFinite:
		return "non-finite"
	case Cancelled:
		return "cancelled"
	case Unresolved:
		return "unresolved"
	case Contradicted:
		return "contradicted"
	}
	return fmt.Sprintf("Status(%d)", int8(s))
}

// Result64 is an integral in float64.
type Result64 struct {
	Value  float64
	Err    float64 // estimate of the absolute error; it is not proved
	Evals  int     // evaluations of the integrand
	Status Status
}

// Settings64 are the settings of the float64 integrators. A zero field means its default; nil means all defaults.
type Settings64 struct {
	// AbsTol and RelTol: the integrator stops when the error estimate is at most max(AbsTol, RelTol·|value|). If both are
	// zero, RelTol is 1e-12.
	AbsTol, RelTol float64
	// MaxEvals bounds the number of evaluations, 200 000 by default.
	MaxEvals int
	// Breakpoints are points inside the interval where the integrand or a derivative jumps (Integrate64 only); those outside are ignored.
	Breakpoints []float64
	// Scale is the length over which the integrand varies, for infinite intervals: half of the nodes fall within it. Default 1.
	Scale float64
}

func (s *Settings64) defaults() Settings64 {
	var t Settings64
	if s != nil {
		t = *s
	}
	if t.AbsTol == 0 && t.RelTol == 0 {
		t.RelTol = 1e-12
	}
	if t.MaxEvals == 0 {
		t.MaxEvals = 200_000
	}
	if t.Scale == 0 {
		t.Scale = 1
	}
	return t
}

func (s Settings64) met(value, err float64) bool { return err <= max(s.AbsTol, s.RelTol*abs(value)) }
