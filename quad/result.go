package quad

import "krein/internal/enum"

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
	return enum.Name("Status", s, "converged", "max evaluations", "roundoff", "non-finite", "cancelled", "unresolved")
}
