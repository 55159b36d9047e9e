package libm

import (
	"math"

	"krein/internal/dd"
)

// tables computes logs and exps.
func tables() (logs [2 * steps]logEntry, exps [steps]struct{ hi, lo float64 }) {
	for i := steps * 2 / 3; i < steps*3/2; i++ {
		t := &logs[i]
		t.inv = steps / float64(i)
		if i != steps {
			l := dd.Log(dd.Of(t.inv))
			t.hi, t.lo = -l.Hi, -l.Lo
		}
	}
	for i := range exps {
		m, k := dd.ExpScaled(dd.Ln2.MulF(float64(i) / steps))
		exps[i].hi, exps[i].lo = math.Ldexp(m.Hi, k), math.Ldexp(m.Lo, k)
	}
	return logs, exps
}
