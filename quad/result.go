package quad

import (
	"fmt"
)

// Status says why an integration stopped.
type Status int8

const (
	// Converged: the error is proved to be below the tolerance.
	Converged Status = iota
	// MaxEvaluations: the budget of evaluations ran out first.
	MaxEvaluations
	// Roundoff: rounding keeps the estimate above the tolerance; more work would not help.
	Roundoff
	// NonFinite: no bound of the integrand was found somewhere.
	NonFinite
	// Cancelled: the context ended.
	Cancelled
	// Unresolved: the limit of subdivision was reached, near a point where the integrand is not known to be holomorphic.
	Unresolved
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
	}
	return fmt.Sprintf("Status(%d)", int8(s))
}
