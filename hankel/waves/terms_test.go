package waves

import (
	"math/big"
	"testing"

	"github.com/stretchr/testify/require"

	"krein/ball"
	"krein/hankel/closed"
	"krein/internal/testhook"
	"krein/internal/testhook/termtest"
)

// eight has the coefficients of 1/(5/4 − cos z), (4/3) 2^{−i}, by 16 points.
func eight(t *testing.T) (c []ball.Real, lost ball.Mag) {
	r := newTrapezoid(parse(t, "1/(5/4-cos(z))"), false, closed.IntNum(1), 128, nil)
	require.NotNil(t, r)
	require.Equal(t, 0.5, r.tau)
	c, lost = r.coefficients(8, 128)
	require.Len(t, c, 8)
	return c, lost
}

// of is the series Σ c_n cos(nz)·2, c_0 + r with a remainder.
func of(lost float64, c ...float64) *sum {
	s := newSum()
	s.lost = ball.MagFloat64(lost)
	for i, x := range c {
		s.coefficient(index{int16(i)}).Re.SetFloat64(x)
		s.coefficient(index{int16(-i)}).Re.SetFloat64(x)
	}
	return s
}

var (
	one    = &calculator{bases: make(bases, 1), prec: 64}
	coarse = &calculator{bases: make(bases, 1), prec: 200, keep: 10}
)

// meets reports whether a constant is v, to what it leaves out.
func meets(s *sum, v *ball.Real) bool {
	c := new(ball.Real).Set(&s.c[s.at[index{}]].Re)
	c.AddRad(s.lost)
	return c.Overlaps(v) != ball.False
}

var termCases = map[*testhook.Term]termtest.Case{
	termAlias: func(t *testing.T) bool {
		c, _ := eight(t)
		var v ball.Real
		v.SetInt64(4)
		v.QuoInt64(&v, 3, 128)
		for i := range c {
			if c[i].Overlaps(&v) == ball.False {
				return false
			}
			v.Mul2Exp(&v, -1)
		}
		return true
	},
	termSeries: func(t *testing.T) bool {
		_, lost := eight(t)
		return lost.Float64() >= 2*4.0/3*0x1p-7
	},
	termProduct: func(*testing.T) bool { return one.mul(of(0.5, 2), of(0, 3)).lost.Float64() >= 1.5 },
	termExp: func(*testing.T) bool { // e^1, to few bits
		s := coarse.series(constant(ball.NewComplex(1)))
		return meets(s, new(ball.Real).Exp(ball.NewReal(1), 200))
	},
	termCarried: func(*testing.T) bool { return one.exp(of(1, 0)).lost.Float64() >= 1.7 },
	termPower: func(*testing.T) bool { // 1/(1 + 1/2), to few bits
		s := coarse.binomial(constant(ball.NewComplex(0.5)), func(int) *big.Rat { return big.NewRat(-1, 1) },
			constant(ball.NewComplex(1)), 1)
		want := ball.NewReal(2)
		return meets(s, want.QuoInt64(want, 3, 200))
	},
	termPruned: func(*testing.T) bool { return one.drop(of(0, 1, 0.125), ball.MagFloat64(0.25)).lost.Float64() >= 0.25 },
}

// TestErrorTerms: every term is needed.
func TestErrorTerms(t *testing.T) { termtest.Check(t, &errorTerms, termCases) }
