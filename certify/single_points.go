package certify

import (
	"errors"
	"math/big"

	"krein/internal/certify/check/rule"
	"krein/internal/certify/parts"
	"krein/kernel"
)

// singlePoints looks for what no sample shows: distances at which k has a value of its own, or none. An estimate that a
// claim holds asks for a value at every distance that matters, as a proof does: those on the sphere for claims about
// spheres, and all for the others.
func (f *session) singlePoints(id ID) string {
	if id == PDSphere && f.Dim == 1 { // S⁰ has the distances 0 and 2 only
		return ""
	}
	if id == PDSphere || id == PDAllSpheres {
		if err := f.checker.Regular(f.onSphere(), rule.Defined); err != nil {
			return reason(err)
		}
		return parts.SingleChords(f.K)
	}
	err := f.checker.Regular(f.K, rule.Continuous)
	var rejected *rule.RejectedError
	if err != nil && !errors.As(err, &rejected) && !parts.HasCondition(f.K.Expr()) {
		// a formula without conditions is continuous wherever it is defined
		err = f.checker.Regular(f.K, rule.Defined)
	}
	if err != nil {
		return reason(err)
	}
	return ""
}

// onSphere returns k on the distances of the unit sphere, and 0 beyond.
func (f *session) onSphere() *kernel.Kernel {
	k, err := f.K.Extend(kernel.Zero, big.NewRat(2, 1))
	if err != nil {
		panic("certify: " + err.Error()) // the radius is positive
	}
	return k
}

// reason is what a checker says without the step that it speaks of.
func reason(err error) string {
	var rejected *rule.RejectedError
	var incomplete *rule.IncompleteError
	switch {
	case errors.As(err, &rejected):
		return rejected.Why
	case errors.As(err, &incomplete):
		return incomplete.Why
	}
	return err.Error()
}
