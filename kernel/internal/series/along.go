package series

import (
	"math"

	"krein/internal/budget"
	"krein/kernel/constant"
	"krein/kernel/formula"
	"krein/kernel/internal/fail"
)

// expandAlong evaluates e at the series that variable makes, raising the order of the
// calculation until the result is known to O(τ^order).
func expandAlong[C any](order int, variable func(*Arith[C]) Series[C], e *formula.Expr, co Coefficients[C]) (best Series[C], s *Arith[C], err error) {
	want := constant.IntExponent(int64(order))
	var found *Arith[C]
	work := maxWork
	for n, try := order+1, 0; try < 4; try++ {
		s = NewArith(co, int64(n), false)
		s.work = work
		_, s.flat = any(co).(constant.Arithmetic)
		var u Series[C]
		if u, err = Eval(e, variable, s); err != nil {
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

// Eval evaluates e at the series that variable makes; the error says why there is none.
func Eval[C any](e *formula.Expr, variable func(*Arith[C]) Series[C], s *Arith[C]) (u Series[C], err error) {
	defer fail.Catch(&err)
	return formula.Eval(e, variable(s), s)
}

// Expand expands e at c from the right or the left.
func Expand(e *formula.Expr, c constant.Value, right bool, order int, m *budget.Meter) (Series[constant.Value], *Arith[constant.Value], error) {
	side := int64(-1)
	if right {
		side = 1
	}
	return expandAlong[constant.Value](order, func(s *Arith[constant.Value]) Series[constant.Value] {
		return s.variable(c, s.Int(side))
	}, e, constant.NewArithmetic(m))
}
