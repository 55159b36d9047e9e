package stationary

import (
	"maps"
	"math/big"
	"slices"

	"krein/ball"
	"krein/internal/kernel/constant"
	"krein/internal/kernel/formula"
)

// mostWaves bounds the waves that a product of waves is made of, and those of all products together.
const mostWaves = 256

// wave is c·cos(s⟨v,Δ⟩), or sin, with one constant s for all waves of a formula.
// v is rational: frequencies are compared exactly, as multiples of one constant s.
type wave struct {
	v    []*big.Rat
	odd  bool
	coef *formula.Expr
}

// waves reads trigonometric polynomials: sums and products of cosines and sines of linear combinations of the coordinates.
type waves struct {
	*tree
	scale *formula.Expr // the constant of all angles, nil so far if there was none
	mixed bool          // waves along different lines are multiplied
}

// trigonometric writes trigonometric polynomials in e as sums of waves, one for each frequency: products of cosines and
// sines become sums (cos a cos b = ½cos(a−b) + ½cos(a+b), and so on), so that what cancels does.
// Identities only: products of waves are sums, and waves of one frequency are added. What has no
// value, as 1/cos, is no wave.
func (t *tree) trigonometric(e *formula.Expr) *formula.Expr {
	switch e.Op() {
	case formula.OpNeg:
		if a := t.trigonometric(e.Args()[0]); a != e.Args()[0] {
			return formula.Neg(a)
		}
	case formula.OpAdd, formula.OpSub:
		var of, other *formula.Expr
		changed := false
		for _, term := range e.Summands(nil) {
			if _, ok := (&waves{tree: t}).read(term); ok {
				of = formula.Combine(formula.OpAdd, of, term)
				continue
			}
			next := t.trigonometric(term)
			changed = changed || next != term
			other = formula.Combine(formula.OpAdd, other, next)
		}
		if of != nil {
			if sum, ok := t.sumOfWaves(of); ok {
				of, changed = sum, true
			}
		}
		if changed {
			return formula.Combine(formula.OpAdd, of, other)
		}
	case formula.OpMul, formula.OpDiv, formula.OpPow:
		if sum, ok := t.sumOfWaves(e); ok {
			return sum
		}
		if args := e.Args(); e.Op() != formula.OpPow {
			if a, b := t.trigonometric(args[0]), t.trigonometric(args[1]); a != args[0] || b != args[1] {
				return formula.Apply(e.Op(), a, b)
			}
		}
	}
	return e
}

// sumOfWaves is trigonometric for one polynomial; ok is false where no waves along different lines are multiplied, or no
// two waves have one frequency: then products and powers say more than sums.
// cos(−θ) = cos θ, sin(−θ) = −sin θ: the first coordinate that is not 0 is made positive, so that
// one frequency has one key. A wave whose coefficient has the normal form 0 goes; that all
// coefficients are numbers was asked (isNumber), or 0·log(0) would cancel.
func (t *tree) sumOfWaves(e *formula.Expr) (sum *formula.Expr, ok bool) {
	x := &waves{tree: t}
	all, ok := x.read(e)
	scale := x.scale
	if !ok || scale == nil || !x.mixed {
		return nil, false
	}
	merged := map[string]*wave{}
	for i := range all {
		w := &all[i]
		sign := 0 // of the first coordinate that counts
		for _, c := range w.v {
			if sign = c.Sign(); sign != 0 {
				break
			}
		}
		if sign == 0 && w.odd { // sin 0
			continue
		}
		if sign < 0 {
			for _, c := range w.v {
				c.Neg(c)
			}
			if w.odd {
				w.coef = formula.Neg(w.coef)
			}
		}
		key := "cos"
		if w.odd {
			key = "sin"
		}
		for _, c := range w.v {
			key += " " + c.RatString()
		}
		if other := merged[key]; other != nil {
			other.coef = formula.Add(other.coef, w.coef)
		} else {
			merged[key] = w
		}
	}
	if len(merged) == len(all) {
		return nil, false
	}
	for _, key := range slices.Sorted(maps.Keys(merged)) {
		w := merged[key]
		var angle *formula.Expr
		for i, c := range w.v {
			if c.Sign() != 0 {
				angle = formula.Combine(formula.OpAdd, angle, times(c, t.line(UnitVector(t.dim, i))))
			}
		}
		coef := formula.Simplify(w.coef)
		switch {
		case coef.Num() != nil && coef.Num().Sign() == 0:
			continue
		case angle != nil:
			op := formula.OpCos
			if w.odd {
				op = formula.OpSin
			}
			if scale.Num() == nil || scale.Num().Cmp(one) != 0 {
				angle = formula.Mul(scale, angle)
			}
			coef = formula.Mul(coef, formula.Apply(op, angle))
		}
		sum = formula.Combine(formula.OpAdd, sum, coef)
	}
	if sum == nil {
		sum = formula.Int(0)
	}
	return sum, true
}

var one = big.NewRat(1, 1)

// times is c·e.
func times(c *big.Rat, e *formula.Expr) *formula.Expr {
	if c.Cmp(one) == 0 {
		return e
	}
	return formula.Mul(formula.Rational(c), e)
}

// read returns the waves of e, those of one frequency apart.
// Sums and products of cos and sin of rational multiples of one scale, with constants that have
// values; a quotient by what varies is none.
func (x *waves) read(e *formula.Expr) (out []wave, ok bool) {
	zero := make([]*big.Rat, x.dim)
	for i := range zero {
		zero[i] = new(big.Rat)
	}
	switch op := e.Op(); {
	case !e.Varies():
		return []wave{{zero, false, e}}, isNumber(e)
	case op == formula.OpDiv && e.Args()[1].Varies():
		return nil, false
	case op == formula.OpNeg:
		out, ok = x.read(e.Args()[0])
		for i := range out {
			out[i].coef = formula.Neg(out[i].coef)
		}
		return out, ok
	case op == formula.OpAdd || op == formula.OpSub:
		for _, term := range e.Summands(nil) {
			some, ok := x.read(term)
			if !ok || len(out)+len(some) > mostWaves {
				return nil, false
			}
			out = append(out, some...)
		}
		return out, true
	case op == formula.OpCos || op == formula.OpSin:
		v, ok := x.angle(e.Args()[0])
		return []wave{{v, op == formula.OpSin, formula.Int(1)}}, ok
	}
	factors, c := formula.FactorList(e, true)
	if len(factors) == 1 && factors[0] == e || !isNumber(c) {
		return nil, false
	}
	out = []wave{{zero, false, c}}
	for _, f := range factors {
		some, ok := x.read(f)
		if !ok || 2*len(out)*len(some) > mostWaves {
			return nil, false
		}
		out = x.products(out, some)
	}
	return out, true
}

// products multiplies sums of waves.
// A constant times a wave; otherwise product formulas, each a half of two waves.
func (x *waves) products(p, q []wave) (out []wave) {
	half := formula.Rational(big.NewRat(1, 2))
	for _, a := range p {
		for _, b := range q {
			coef := formula.Mul(a.coef, b.coef)
			if !a.varies() || !b.varies() {
				out = append(out, wave{sumOf(a.v, b.v, 1), a.odd != b.odd, coef})
				continue
			}
			x.mixed = x.mixed || rank([][]*big.Rat{a.v, b.v}) > 1
			// The waves of a−b and a+b, with their signs.
			less, more := half, half
			switch {
			case !a.odd && b.odd: // cos a sin b = ½ sin(a+b) − ½ sin(a−b)
				less = formula.Neg(half)
			case a.odd && b.odd: // sin a sin b = ½ cos(a−b) − ½ cos(a+b)
				more = formula.Neg(half)
			}
			odd := a.odd != b.odd
			out = append(out, wave{sumOf(a.v, b.v, -1), odd, formula.Mul(less, coef)},
				wave{sumOf(a.v, b.v, 1), odd, formula.Mul(more, coef)})
		}
	}
	return out
}

// varies reports that the wave is no constant.
// cos 0 is a constant, sin 0 is 0.
func (w *wave) varies() bool { return w.odd || Dot(w.v, w.v).Sign() != 0 }

// sumOf is v + c·w.
func sumOf(v, w []*big.Rat, c int64) (sum []*big.Rat) {
	for i := range v {
		x := new(big.Rat).SetInt64(c)
		sum = append(sum, x.Mul(x, w[i]).Add(x, v[i]))
	}
	return sum
}

// angle reads s⟨v,Δ⟩ with rational v, s being the scale or a rational multiple of it.
// All angles are rational multiples of one constant: where a quotient is not seen to be rational,
// there is no common scale.
func (x *waves) angle(e *formula.Expr) (v []*big.Rat, ok bool) {
	s := formula.Int(1)
	v, ok = x.combination(e)
	if !ok {
		factors, c := formula.FactorList(e, false)
		if len(factors) != 1 {
			return nil, false
		}
		if v, ok = x.combination(factors[0]); !ok {
			return nil, false
		}
		s = c
	}
	if x.scale == nil {
		x.scale = s
		return v, isNumber(s)
	}
	ratio, ok := rationalQuotient(s, x.scale)
	if !ok {
		return nil, false
	}
	for i, c := range v {
		v[i] = new(big.Rat).Mul(c, ratio)
	}
	return v, true
}

// isNumber reports that a constant has a value: one without must not cancel.
// A ball at some precision: it has a value.
func isNumber(e *formula.Expr) bool {
	v, err := constant.New(e)
	if err != nil {
		return false
	}
	var b ball.Real
	return v.Ball(&b, ball.MinPrec+64).IsFinite()
}

// rationalQuotient returns a/b of constants, if its normal form is a rational number.
// b ≠ 0 by proof.
func rationalQuotient(a, b *formula.Expr) (*big.Rat, bool) {
	x, err := constant.New(a)
	if err != nil {
		return nil, false
	}
	y, err := constant.New(b)
	if err != nil || y.IsZero() != ball.False {
		return nil, false
	}
	q, err := x.Quo(y)
	if err != nil {
		return nil, false
	}
	return q.Rat()
}
