package series

import (
	"math"

	"krein/internal/budget"
	"krein/internal/kernel/constant"
	"krein/internal/kernel/fail"
	"krein/internal/kernel/formula"
)

// Expand expands e at c from the right or the left, raising the order until the result is known to O(τ^order).
// The order of infinite processes is raised until the remainder is O(τ^order), or the best of four tries is returned with the
// order that it has: callers read Rem.
func Expand(e *formula.Expr, c constant.Value, right bool, order int,
	m *budget.Meter) (best Series, s *Arith, err error) {
	want, side := constant.IntExponent(int64(order)), constant.Int(-1)
	if right {
		side = constant.Int(1)
	}
	var found *Arith
	work := maxWork
	for n, try := order+1, 0; try < 4; try++ {
		s = newArith(m, int64(n), false)
		s.work, s.flat = work, true
		var u Series
		if u, err = eval(e, s.variable(c, side), s); err != nil {
			if !fail.IsOrder(err) {
				break
			}
			n = 2*n + 4
			work = s.work
			continue
		}
		work = s.work
		if found == nil || best.Rem != nil && (u.Rem == nil || constant.CmpExponents(u.Rem.E, best.Rem.E) > 0) {
			best, found = u, s
		}
		if u.Rem == nil || constant.CmpExponents(u.Rem.E, want) >= 0 {
			break
		}
		missing := math.Ceil(want.Sub(u.Rem.E).Float()) + 1
		if missing > float64(4*order+50) { // a pole of very high order
			break
		}
		n += int(missing)
	}
	if found != nil {
		return best, found, nil
	}
	return best, s, err
}

// eval evaluates e at z; the error says why there is no series.
// Every panic of the arithmetic is an error here: there is then no series.
func eval(e *formula.Expr, z Series, s *Arith) (u Series, err error) {
	defer fail.Catch(&err)
	return formula.Eval(e, z, s)
}

// AtInfinity expands e as z → ∞, infinite processes to that order in 1/z.
// z = 1/τ: the order is one in 1/z.
func AtInfinity(e *formula.Expr, order int64, m *budget.Meter) (Series, *Arith, error) {
	s := newArith(m, order, true)
	u, err := eval(e, s.Monomial(s.Int(1), Monomial{E: constant.IntExponent(-1)}), s)
	return u, s, err
}
