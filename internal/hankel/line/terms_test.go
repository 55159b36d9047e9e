package line

import (
	"math"
	"testing"

	"krein/ball"
	"krein/internal/testhook"
	"krein/internal/testhook/termtest"
)

// apart returns |Σ c_k − v|, the sum at y = 1.
func apart(c []ball.Real, v *ball.Real) ball.Mag {
	var sum ball.Real
	evaluate(&sum, c, ball.NewReal(1), 300)
	return sum.Sub(&sum, v, 300).MagUpper()
}

// leftOut returns what is missing of ∫ |P| in the pieces of a cell.
func leftOut(x *cell, all float64) ball.Mag {
	v := ball.NewReal(all)
	for i := range x.pieces {
		v.Sub(v, &x.pieces[i].value, 300)
	}
	return v.MagUpper()
}

var termCases = map[*testhook.Term]termtest.Case{
	termTaylor: func(*testing.T) bool {
		g := gaussian{q: []ball.Complex{*ball.NewComplex(1)}} // e^{−ω²}
		g.b.SetFloat64(0.25)
		z := make([]ball.Complex, order)
		c := make([]ball.Real, order)
		rest := g.expand(z, &chart{mid: 0, half: 0.25}, 300)
		for k := range c {
			c[k].Set(&z[k].Re)
		}
		d := apart(c, new(ball.Real).Exp(ball.NewReal(-1.0/16), 300))
		p := pole{c: *ball.NewComplex(1), lambda: *ball.NewComplex(0.51)} // 2λ/(λ²+ω²)
		clear(z)
		other := p.expand(z, &chart{mid: 0, half: 1.0 / 16}, false, 300)
		for k := range c {
			c[k].Set(&z[k].Re)
		}
		lambda := ball.NewReal(0.51)
		v := new(ball.Real).Sqr(lambda, 300)
		v.Add(v, ball.NewReal(1.0/256), 300)
		v.Quo(lambda.Mul2Exp(lambda, 1), v, 300)
		return d.Cmp(rest) <= 0 && apart(c, v).Cmp(other) <= 0
	},
	termFar: func(*testing.T) bool {
		g := gaussian{q: []ball.Complex{*ball.NewComplex(1)}}
		g.b.SetFloat64(0.25)
		return g.far(ball.NewReal(3), 2, 128).Float64() >= 9*math.Exp(-9)
	},
	termEnd: func(*testing.T) bool { // 1 + y − r, r ≤ 2⁻¹⁰
		c := []ball.Real{*ball.NewReal(1), *ball.NewReal(1)}
		c[0].AddRad(ball.MagPow2(-10))
		x := &cell{}
		x.bySign(c, 128)
		return len(x.pieces) == 1 && x.left.Float64() >= 0x1p-21
	},
	termZero: func(*testing.T) bool {
		x := &cell{}
		x.bySign([]ball.Real{{}, *ball.NewReal(1)}, 128)
		return leftOut(x, 1).Cmp(x.left) <= 0
	},
	termUnknown: func(*testing.T) bool { // 3y², without a sign near 0
		x := &cell{}
		x.bySign([]ball.Real{{}, {}, *ball.NewReal(3)}, 128)
		return leftOut(x, 2).Cmp(x.left) <= 0
	},
	termRoot: func(*testing.T) bool {
		x := &cell{re: make([]ball.Real, order), im: make([]ball.Real, order)}
		x.re[0].SetInt64(1)
		x.im[1].SetFloat64(0.5)
		x.byRoot(300)
		return len(x.pieces) == 1 && apart(x.pieces[0].c, new(ball.Real).Sqrt(ball.NewReal(1.25), 300)).Cmp(x.another) <= 0
	},
}

// TestErrorTerms: every term is needed.
func TestErrorTerms(t *testing.T) { termtest.Check(t, errorTerms, termCases) }
