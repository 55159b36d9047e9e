package constant

import (
	"math/big"
	"slices"

	"krein/ball"
	"krein/internal/polynomial"
	"krein/kernel/formula"
	"krein/kernel/internal/exponent"
	"krein/kernel/internal/fail"
	"krein/kernel/internal/rational"
)

// isZero proves that c = 0 where normal forms do not show it: c is split into sums that are multiples, by one product of symbols each, of
//
//   - Σ q_i log x_i, zero if Π x_i^{n_i} = 1, n_i/q_i the same integer for all i,
//   - Σ q_i φ_i + qπ, φ_i = arccos x_i or arctan x_i, zero if it is small and Π w_i^{n_i} is real, φ_i = arg w_i,
//   - an algebraic number, by Const.vanishes,
//
// after Bessel functions of half an odd order are written out and values of Γ are reduced by the duplication formula. All of these sums must be zero:
// that is sufficient, and necessary as far as the products of symbols are independent, which is not asked.
func (c Value) isZero() (zero bool) {
	defer func() { // too large
		if e := recover(); e != nil {
			if _, is := e.(*fail.Error); !is {
				panic(e)
			}
			zero = false
		}
	}()
	c = c.elementary()
	if c.IsZeroForm() {
		return true
	}
	var rest constSum
	sums := make(map[string]*functionSum)
	var order []*functionSum
	var turns []constTerm // multiples of π
	for _, t := range c.terms() {
		i := functionIn(t.f)
		if i < 0 {
			if j := piIn(t.f); j >= 0 {
				turns = append(turns, t)
			} else {
				rest.add(t)
			}
			continue
		}
		others := without(t.f, i)
		key := "angle " + powersKey(others)
		if t.f[i].s.op == formula.OpLog {
			key = "log " + powersKey(others)
		}
		s := sums[key]
		if s == nil {
			s = &functionSum{turns: new(big.Rat)}
			sums[key] = s
			order = append(order, s)
		}
		s.coef, s.of = append(s.coef, t.c), append(s.of, t.f[i].s)
	}
	for _, t := range turns {
		if s := sums["angle "+powersKey(without(t.f, piIn(t.f)))]; s != nil {
			s.turns.Add(s.turns, t.c)
			continue
		}
		rest.add(t)
	}
	for _, s := range order {
		if !s.isZero() {
			return false
		}
	}
	return rest.value().isAlgebraicZero()
}

// isAlgebraicZero proves that every coefficient of a product of symbols that are not algebraic vanishes.
func (c Value) isAlgebraicZero() bool {
	sums := make(map[string]*constSum)
	for _, t := range c.terms() {
		var plain, other []constPower
		for _, p := range t.f {
			if p.isAlgebraic() {
				plain = append(plain, p)
			} else {
				other = append(other, p)
			}
		}
		key := powersKey(other)
		if sums[key] == nil {
			sums[key] = new(constSum)
		}
		sums[key].add(constTerm{c: t.c, f: plain, key: powersKey(plain)})
	}
	for _, s := range sums {
		if v := s.value(); !v.IsZeroForm() && !v.vanishes() {
			return false
		}
	}
	return true
}

// functionIn returns the place of the only logarithm, arccosine or arctangent in a product, −1 if there is none.
func functionIn(f []constPower) int {
	at := -1
	for i, p := range f {
		if p.s.kind != symFunc || p.s.op != formula.OpLog && p.s.op != formula.OpAcos && p.s.op != formula.OpAtan {
			continue
		}
		if at >= 0 || p.n != exponent.Int(1) {
			return -1
		}
		at = i
	}
	return at
}

func piIn(f []constPower) int {
	for i, p := range f {
		if p.s.kind == symPi && p.n == exponent.Int(1) {
			return i
		}
	}
	return -1
}

func without(f []constPower, i int) []constPower {
	out := make([]constPower, 0, len(f))
	return append(append(out, f[:i]...), f[i+1:]...)
}

// functionSum is Σ coef·of + turns·π, all logarithms or all angles.
type functionSum struct {
	coef  []*big.Rat
	of    []*symbol
	turns *big.Rat
}

// mostFactors bounds the powers that are multiplied out.
const mostFactors = 400

// isZero is as told at Const.isZero.
func (s *functionSum) isZero() bool {
	whole, den := polynomial.Integers(append(slices.Clone(s.coef), new(big.Rat).Mul(s.turns, big.NewRat(2, 1))))
	var n []int64
	total := int64(0)
	for _, k := range whole[:len(s.coef)] {
		if k.BitLen() > 16 {
			return false
		}
		n = append(n, k.Int64())
		total += max(k.Int64(), -k.Int64())
	}
	if total > mostFactors {
		return false
	}
	if s.of[0].op == formula.OpLog {
		product := Int(1)
		for i, k := range n {
			product = product.Mul(Pow(s.of[i].arg, big.NewRat(k, 1)))
		}
		return product.Sub(Int(1)).isZeroValue()
	}
	if !s.small(den) {
		return false
	}
	re, im := Int(1), Value{}
	for i, k := range n {
		x, y := s.of[i].arg, Int(1)
		if s.of[i].op == formula.OpAtan {
			x, y = y, x
		} else {
			y = Pow(Int(1).Sub(x.Mul(x)), big.NewRat(1, 2))
		}
		if k < 0 {
			k, y = -k, y.Neg()
		}
		for range k {
			re, im = re.Mul(x).Sub(im.Mul(y)), re.Mul(y).Add(im.Mul(x))
		}
	}
	if whole[len(n)].Bit(0) != 0 { // an odd multiple of π/2
		im = re
	}
	return im.isZeroValue()
}

// isZeroValue is the zero test for what an identity is reduced to.
func (c Value) isZeroValue() bool { return c.IsZeroForm() || c.isAlgebraicZero() }

// small proves that the sum times den is below 1, so that it is zero if it is a multiple of π.
func (s *functionSum) small(den *big.Int) bool {
	var sum, v, q ball.Real
	const prec = 256
	sum.Pi(prec)
	sum.Mul(&sum, q.SetRat(s.turns, prec), prec)
	for i, r := range s.coef {
		s.of[i].ball(&v, prec)
		v.Mul(&v, q.SetRat(r, prec), prec)
		sum.Add(&sum, &v, prec)
	}
	sum.Mul(&sum, q.SetInt(den), prec)
	return sum.MagUpper().Cmp(ball.MagPow2(0)) < 0
}

// elementary writes out Bessel functions J and I of half an odd order, and values of Γ that others express.
func (c Value) elementary() Value {
	if !c.hasSpecial() {
		return c
	}
	sum := Value{}
	for _, t := range c.terms() {
		v := constRat(t.c)
		for _, p := range t.f {
			v = v.Mul(p.elementary())
		}
		sum = sum.Add(v)
	}
	return sum
}

func (c Value) hasSpecial() bool {
	for _, t := range c.terms() {
		for _, p := range t.f {
			if p.s.kind == symBessel || p.s.kind == symFunc && p.s.op == formula.OpGamma {
				return true
			}
		}
	}
	return false
}

// mostHalfOrder bounds the orders that are written out.
const mostHalfOrder = 12

func (p constPower) elementary() Value {
	var v Value
	switch {
	case p.s.kind == symBessel && p.s.op != formula.OpBesselK:
		n, ok := halfOrder(p.s.nu)
		if !ok || n < -mostHalfOrder || n > mostHalfOrder || p.s.arg.sign() <= 0 {
			return symbolPower(p.s, p.n)
		}
		v = halfBessel(p.s.op, n, p.s.arg)
	case p.s.kind == symFunc && p.s.op == formula.OpGamma:
		r, ok := p.s.arg.Rat()
		if !ok || r.Sign() <= 0 || r.Cmp(rational.One) >= 0 {
			return symbolPower(p.s, p.n)
		}
		v = reducedGamma(r)
	default:
		return symbolPower(p.s, p.n)
	}
	return Pow(v, p.n.Rat())
}

// sign is the proved sign of c, or 0.
func (c Value) sign() int {
	s, _ := c.Sign()
	return s
}

// halfBessel is J or I of order n + 1/2 at x > 0 by the recurrence f_{ν+1} = ±(2ν/x f_ν − f_{ν−1}), + for J, from the orders ±1/2
// (DLMF 10.6.1, 10.16.1, 10.29.1, 10.39.1).
func halfBessel(op formula.Op, n int64, x Value) Value {
	scale := Pow(Int(2).Mul(Pi().Mul(x).Inv()), big.NewRat(1, 2))
	inv := x.Inv()
	low, high := Function(formula.OpCos, x), Function(formula.OpSin, x) // of order −1/2, 1/2
	if op == formula.OpBesselI {
		low, high = Function(formula.OpCosh, x), Function(formula.OpSinh, x)
	}
	j := int64(0) // high has the order j + 1/2
	for ; j < n; j++ {
		next := high.Mul(inv).Scale(big.NewRat(2*j+1, 1)).Sub(low)
		if op == formula.OpBesselI {
			next = next.Neg()
		}
		low, high = high, next
	}
	for ; j > n; j-- { // f_{ν−2} from f_{ν−1} = low and f_ν, ν = j + 1/2: f_{ν−2} = 2(ν−1)/x f_{ν−1} ∓ f_ν
		before := low.Mul(inv).Scale(big.NewRat(2*j-1, 1))
		if op == formula.OpBesselI {
			before = before.Add(high)
		} else {
			before = before.Sub(high)
		}
		low, high = before, low
	}
	return scale.Mul(high)
}

// reducedGamma is Γ(y), 0 < y < 1, without arguments in (1/4, 1/2) other than 1/3: there, with x = 1/2 − y, by reflection and duplication
// (DLMF 5.5.3, 5.5.5),
//
//	Γ(y) = √π 2^{2x−1} Γ(x) / (cos(πx) Γ(2x)),
//
// and Γ(1/6) = 2^{−1/3} √(3/π) Γ(1/3)². Since 2x − 1/3 = −2(y − 1/3), this ends.
func reducedGamma(y *big.Rat) Value {
	quarter, half, third := big.NewRat(1, 4), big.NewRat(1, 2), big.NewRat(1, 3)
	switch {
	case y.Cmp(half) > 0: // Γ(y) = π/(sin πy Γ(1−y))
		d := Function(formula.OpSin, Pi().Scale(y)).Mul(reducedGamma(new(big.Rat).Sub(rational.One, y)))
		return Pi().Mul(d.Inv())
	case y.Cmp(half) == 0:
		return Pow(Pi(), half)
	case y.Cmp(big.NewRat(1, 6)) == 0:
		g := gammaSymbol(third)
		return g.Mul(g).Mul(ratRadical(big.NewRat(1, 2), third)).Mul(Pow(Int(3).Mul(Pi().Inv()), half))
	case y.Cmp(quarter) <= 0 || y.Cmp(third) == 0:
		return gammaSymbol(y)
	}
	x := new(big.Rat).Sub(half, y)
	twice := new(big.Rat).Add(x, x)
	d := Function(formula.OpCos, Pi().Scale(x)).Mul(reducedGamma(twice))
	v := Pow(Pi(), half).Mul(ratRadical(big.NewRat(2, 1), new(big.Rat).Sub(twice, rational.One)))
	return v.Mul(reducedGamma(x)).Mul(d.Inv())
}
