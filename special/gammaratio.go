package special

import (
	"math"

	"krein/ball"
)

// pochhammer sets z to the rising factorial (x)_n = x(x+1)…(x+n−1), (x)_0 = 1.
func pochhammer(z, x *ball.Real, n uint64, prec uint) *ball.Real {
	prec = atLeast(prec)
	wp := prec + uint(math.Ilogb(float64(n+2))) + 6
	var p, t ball.Real
	if ballWork(float64(n), float64(wp)) > maxWork {
		return z.SetIndeterminate()
	}
	if d, ok := asDyadic(x); ok && d.num > 0 {
		p.SetInt64(1)
		mulRange(&p, uint64(d.num), 1<<d.shift, n, wp)
		p.Mul2Exp(&p, -int64(d.shift)*int64(n))
		return z.SetRound(&p, prec)
	}
	p.SetInt64(1)
	for k := range n {
		t.AddInt64(x, int64(k), wp)
		p.Mul(&p, &t, wp)
	}
	return z.SetRound(&p, prec)
}
