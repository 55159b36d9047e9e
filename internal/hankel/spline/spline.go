// Package spline has masses and values of densities that are polynomials between knots (closed.Spline): no sign that is
// proved rests on them.
package spline

import (
	"math/big"

	"krein/ball"
	"krein/internal/hankel/closed"
)

// Mass returns ∫ m dω of a density, which is the value at z = 0.
func Mass(s *closed.Spline) closed.Num {
	sum := closed.IntNum(0)
	for _, c := range s.Cells {
		for j, a := range c.P {
			sum = sum.Add(a.Mul(closed.RatNum(big.NewRat(1, int64(j+1)))).Mul(c.Hi.PowInt(j + 1).Add(lowPower(c, j+1).Neg())))
		}
	}
	return sum
}

// lowPower returns Lo^j, j > 0.
func lowPower(c closed.SplineCell, j int) closed.Num {
	if c.Lo.IsZero() {
		return closed.IntNum(0)
	}
	return c.Lo.PowInt(j)
}

// Enclose sets dst to a ball that contains the density at every point ω ≥ 0 of omega, from either side at a knot.
func Enclose(s *closed.Spline, dst, omega *ball.Real, prec uint) {
	var lo, hi, v, a ball.Real
	first := true
	join := func(x *ball.Real) {
		if first {
			dst.Set(x)
		} else {
			dst.Hull(dst, x, prec)
		}
		first = false
	}
	for i := range s.Cells {
		c := &s.Cells[i]
		c.Lo.Ball(&lo, prec)
		c.Hi.Ball(&hi, prec)
		if omega.Less(&lo) == ball.True || hi.Less(omega) == ball.True {
			continue
		}
		v.SetInt64(0)
		for j := len(c.P) - 1; j >= 0; j-- {
			v.FMA(&v, omega, c.P[j].Ball(&a, prec), prec)
		}
		join(&v)
	}
	if omega.Less(&hi) != ball.True { // beyond the last cell
		join(new(ball.Real))
	}
}
