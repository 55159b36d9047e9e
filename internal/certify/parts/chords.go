package parts

import (
	"krein/ball"
	"krein/kernel"
)

// SingleChords names a distance of the unit sphere at which k has a value of its own, or none; "" if there is none.
func SingleChords(k *kernel.Kernel) string {
	own, err := k.OwnValues()
	if err != nil {
		if HasCondition(k.Expr()) {
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
			x, err := k.ExactAt(v.At, right, 1)
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
