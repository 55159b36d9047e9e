package certify

import (
	"errors"

	"krein/ball"
	"krein/certify/check/rule"
	"krein/certify/internal/parts"
)

// singlePoints looks for distances at which k has a value of its own, or none; no sample hits them.
func (f *session) singlePoints(id ID) string {
	if f.K.IsFunc() || id == PDSphere && f.Dim == 1 { // S⁰ has the distances 0 and 2 only
		return ""
	}
	if id == PDSphere || id == PDAllSpheres {
		return f.singleChords()
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

// singleChords is singlePoints for the distances of the unit sphere.
func (f *session) singleChords() string {
	own, err := f.K.OwnValues()
	if err != nil {
		if parts.HasCondition(f.K.Expr()) {
			return err.Error()
		}
		return ""
	}
	for _, v := range own {
		if v.At.Value > 2 {
			continue
		}
		for _, right := range []bool{false, true} {
			if v.At.Value == 0 && !right || v.At.Value == 2 && right {
				continue
			}
			x, err := f.K.ExactAt(v.At, right, 1)
			if err != nil {
				return err.Error()
			}
			if limit, ok := x.Limit(); !ok || !v.Defined || limit.Equal(v.Value) != ball.True {
				return "k has a value of its own at z = " + v.At.String() + ", or none"
			}
		}
	}
	return ""
}
