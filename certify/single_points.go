package certify

import (
	"errors"

	"krein/certify/check/rule"
	"krein/certify/internal/parts"
)

// singlePoints looks for distances at which k has a value of its own, or none; no sample hits them.
func (f *session) singlePoints(id ID) string {
	if f.K.IsFunc() || id == PDSphere && f.Dim == 1 { // S⁰ has the distances 0 and 2 only
		return ""
	}
	if id == PDSphere || id == PDAllSpheres {
		return parts.SingleChords(f.K)
	}
	err := f.checker.Regular(f.K, rule.Continuous)
	var rejected *rule.RejectedError
	switch {
	case err == nil:
		return ""
	case errors.As(err, &rejected):
		return rejected.Why
	case parts.HasCondition(f.K.Expr()):
		return err.Error()
	}
	return "" // a formula without conditions is continuous wherever it is defined
}
