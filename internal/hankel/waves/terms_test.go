package waves

import (
	"math"
	"math/big"
	"testing"

	"github.com/stretchr/testify/require"

	"krein/ball"
	"krein/internal/hankel/closed"
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
	termRoots: func(t *testing.T) bool {
		r, ok := rootedOf(parse(t, "1/(1-abs(sin(z))^(3/2)/17)"))
		require.True(t, ok)
		coef, rest, err := r.taylor(ball.MagUint(2), 40)
		require.NoError(t, err)
		all, sum := 0.0, 0.0
		for j := range 60 {
			x := math.Pow(2./17, float64(j))
			if all += x; j < len(coef) {
				sum += x
			}
		}
		return all-sum <= rest.Float64()
	},
	termRootTail: func(t *testing.T) bool { // those of |sin x|^{3/2} beyond the first add up to −c_0 − w_1
		p := rootPowers(big.NewRat(3, 2), 1, 128)
		var v ball.Real
		v.Add(&p.c[0], &p.c[1], 128)
		w := p.beyond(128)
		var x ball.Real
		x.SetMag(termRootTail.LeftOut(w))
		return v.LessEq(&x) != ball.False
	},
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
	termParts: func(t *testing.T) bool {
		k := ofKinks(t, "exp(-acos(cos(z))^2/2)", 32)
		v := at(k.powers(5, 4), 5, 192)
		return v.AddRad(k.remainder(5, 4)).Overlaps(k.integral(5)) != ball.False
	},
	termExpansion: func(t *testing.T) bool { // a_1 of max(0, cos z) is 1/2
		return ofKinks(t, "max(0,cos(z))", 1).integral(1).Overlaps(ball.NewReal(0.5)) != ball.False
	},
	termWave: func(*testing.T) bool { // ∫ cos(x/2) = 4 sin(1/2), to few bits
		m := make([]ball.Real, 1)
		momentsOfWave(m, ball.NewReal(0.5), 200, 5)
		want := new(ball.Real).Sin(ball.NewReal(0.5), 200)
		return m[0].Overlaps(want.Mul2Exp(want, 2)) != ball.False
	},
	termBeyond: func(t *testing.T) bool { // Σ 4/(πn²), n odd
		k := ofKinks(t, "acos(cos(z))", 16)
		return k.beyond(100, 4).Float64() >= 4/math.Pi/202*0.99
	},
	termLattice: func(t *testing.T) bool {
		k := ofKinks(t, "exp(-acos(cos(z))^2/2)", 32)
		l := k.lattice(16, 4)
		require.NotNil(t, l)
		var v ball.Real
		v.Sub(k.integral(l.From+1), l.Weight(l.From+1, 192), 192)
		return v.MagLower().Cmp(l.lost) <= 0
	},
	termZeta: func(*testing.T) bool { // Σ_{n≥2} n^{−2} = π²/6 − 1
		var v, want ball.Real
		zeta(&v, 2, 1, 2, 400)
		want.Pi(400)
		want.Sqr(&want, 400)
		want.QuoInt64(&want, 6, 400)
		return want.AddInt64(&want, -1, 400).Overlaps(&v) != ball.False
	},
	termPruned: func(*testing.T) bool { return one.drop(of(0, 1, 0.125), ball.MagFloat64(0.25)).lost.Float64() >= 0.25 },
}

// TestErrorTerms: every term is needed.
func TestErrorTerms(t *testing.T) { termtest.Check(t, errorTerms, termCases) }
