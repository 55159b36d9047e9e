package kernel

import (
	"math"

	"krein/internal/budget"
)

// expandAlong evaluates e at the series that variable makes, raising the order of the
// calculation until the result is known to O(τ^order).
func expandAlong[C any](order int, variable func(*seriesArith[C]) series[C], e *Expr, co coefficients[C]) (best series[C], s *seriesArith[C], err error) {
	want := intExp(int64(order))
	var found *seriesArith[C]
	work := maxWork
	for n, try := order+1, 0; try < 4; try++ {
		s = newSeriesArith(co, intExp(int64(n)), false)
		s.work = work
		_, s.flat = any(co).(Arithmetic)
		var u series[C]
		if u, err = evalSeries(e, variable, s); err != nil {
			if !isOrder(err) {
				break
			}
			n = 2*n + 4
			work = s.work
			continue
		}
		work = s.work
		if found == nil || best.rem != nil && (u.rem == nil || u.rem.e.cmp(best.rem.e) > 0) {
			best, found = u, s
		}
		if u.rem == nil || u.rem.e.cmp(want) >= 0 {
			break
		}
		missing := math.Ceil(want.sub(u.rem.e).float()) + 1
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

func evalSeries[C any](e *Expr, variable func(*seriesArith[C]) series[C], s *seriesArith[C]) (u series[C], err error) {
	defer catchSeries(&err)
	return Eval(e, variable(s), s)
}

// expandExact expands e at c from the right or the left.
func expandExact(e *Expr, c Const, right bool, order int, m *budget.Meter) (series[Const], *seriesArith[Const], error) {
	side := int64(-1)
	if right {
		side = 1
	}
	return expandAlong[Const](order, func(s *seriesArith[Const]) series[Const] {
		return s.variable(c, s.int(side), intExp(1))
	}, e, NewArithmetic(m))
}
