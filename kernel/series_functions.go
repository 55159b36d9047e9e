package kernel

import (
	"math/big"
	"slices"

	"krein/internal/bernoulli"
)

var _ Arith[series[Const]] = (*seriesArith[Const])(nil)

// Rat converts an exact rational.
func (s *seriesArith[C]) Rat(r *big.Rat) series[C] { return s.constant(s.co.Rat(r)) }

// Const returns OpPi or OpE.
func (s *seriesArith[C]) Const(op Op) series[C] { return s.constant(s.co.Const(op)) }

// Join cannot cover two series by one.
func (s *seriesArith[C]) Join(series[C], series[C]) (series[C], error) {
	return series[C]{}, failSeries("a condition that is undecided near the point")
}

// Compare compares near the point: it looks at the leading term of the difference.
func (s *seriesArith[C]) Compare(op Op, u, v series[C]) (t Truth) {
	var err error
	defer func() {
		if err != nil {
			t = Unknown
		}
	}()
	defer catchSeries(&err)
	return op.Holds(s.leadSign(s.sub(u, v)))
}

// leadSign returns the sign of u as τ ↓ 0.
func (s *seriesArith[C]) leadSign(u series[C]) int {
	if u.isZero() {
		return 0
	}
	t := s.lead(u)
	g := s.signOf(t.c)
	if t.m.l%2 != 0 { // L = log τ < 0
		g = -g
	}
	return g
}

// constantTerm returns the value of u if it is a constant.
func (u series[C]) constantTerm() (C, bool) {
	if len(u.terms) == 1 && u.rem == nil && u.terms[0].m == one {
		return u.terms[0].c, true
	}
	var none C
	return none, false
}

// Binary applies an operation.
func (s *seriesArith[C]) Binary(op Op, u, v series[C]) (w series[C], err error) {
	defer catchSeries(&err)
	switch op {
	case OpAdd:
		return s.add(u, v), nil
	case OpSub:
		return s.sub(u, v), nil
	case OpMul:
		return s.mul(u, v), nil
	case OpDiv:
		return s.quo(u, v), nil
	case OpPow:
		return s.pow(u, v), nil
	case OpMin, OpMax:
		if g := s.leadSign(s.sub(u, v)); (g <= 0) == (op == OpMin) {
			return u, nil
		}
		return v, nil
	}
	return w, failSeries("%s is not an operation on two series", op)
}

// PowRat raises to a rational power.
func (s *seriesArith[C]) PowRat(u series[C], p *big.Rat) (w series[C], err error) {
	defer catchSeries(&err)
	return s.powRat(u, p), nil
}

func (s *seriesArith[C]) quo(u, v series[C]) series[C] {
	if c, is := v.constantTerm(); is {
		return s.scale(s.over(s.int(1), c), u)
	}
	return s.mul(u, s.powRat(v, big.NewRat(-1, 1)))
}

// powRat is (c·m·(1+w))^p = c^p·m^p·Σ binomial(p, k) w^k.
func (s *seriesArith[C]) powRat(u series[C], p *big.Rat) series[C] {
	switch {
	case p.Sign() == 0:
		return s.integer(1)
	case u.isZero() && p.Sign() > 0:
		return u
	case u.isZero():
		panic(failSeries("division by what is zero near this point"))
	}
	if len(u.terms) == 0 && p.IsInt() && p.Sign() > 0 || p.IsInt() && p.Sign() > 0 && p.Num().IsInt64() &&
		p.Num().Int64() <= powerTerms && (p.Num().Int64()*int64(len(u.terms)-1) < powerTerms || p.Num().Int64() <= 2) {
		return s.intPow(u, p.Num().Int64())
	}
	e, small := exponentOf(p)
	if !small {
		panic(failSeries("the exponent %s has too many digits", p.FloatString(6)))
	}
	t := s.lead(u)
	l := intExp(int64(t.m.l)).mul(e)
	if !l.isInt() {
		panic(failSeries("the power %s of a logarithm", e))
	}
	c := t.c
	if t.m.l%2 != 0 && !p.IsInt() { // L is negative: (cL^l)^p = (±c)^p |L|^lp
		c = s.fn(OpNeg, c)
	}
	c = ok(s.co.PowRat(c, p))
	if !p.IsInt() && l.n%2 != 0 { // |L|^lp = −L^lp
		c = s.fn(OpNeg, c)
	}
	m := monomial{0, t.m.e.mul(e), int(l.n)}
	if t.m.key != 0 {
		m.key = s.keySum(0, t.m.key, s.co.Rat(p))
	}
	w := s.relative(u, t)
	finite := 0
	if e.isInt() && e.n >= 0 && e.n < maxSteps {
		finite = int(e.n) + 1
	}
	order := s.orderAfter(m)
	return s.mul(s.monomial(c, m), s.compose(func(n int) []C { return s.binomial(p, n) }, w, &order, finite))
}

// relative returns w in u = t·(1+w).
func (s *seriesArith[C]) relative(u series[C], t seriesTerm[C]) series[C] {
	inv := seriesTerm[C]{s.powMono(t.m, -1), s.over(s.int(1), t.c)}
	w := series[C]{terms: make([]seriesTerm[C], 0, len(u.terms))}
	for _, x := range u.terms[1:] {
		w.terms = append(w.terms, seriesTerm[C]{s.mulMono(x.m, inv.m), s.times(x.c, inv.c)})
	}
	if u.rem != nil {
		r := s.mulMono(*u.rem, inv.m)
		w.rem = &r
	}
	return w
}

// orderAfter returns the order to which a factor of m is wanted.
func (s *seriesArith[C]) orderAfter(m monomial) exponent {
	if m.key != 0 {
		return s.order
	}
	if o := s.order.sub(m.e); o.cmp(intExp(leastOrder)) > 0 {
		return o
	}
	return intExp(leastOrder)
}

// intPow is u^n, n ≥ 1, by squaring.
func (s *seriesArith[C]) intPow(u series[C], n int64) series[C] {
	var r *series[C]
	for {
		if n&1 == 1 {
			if r == nil {
				c := u
				r = &c
			} else {
				c := s.mul(*r, u)
				r = &c
			}
		}
		if n >>= 1; n == 0 {
			return *r
		}
		u = s.mul(u, u)
	}
}

// pow is u^v = exp(v log u) unless v is a rational constant.
func (s *seriesArith[C]) pow(u, v series[C]) series[C] {
	if v.isZero() {
		return s.integer(1)
	}
	if c, is := v.constantTerm(); is {
		if r, is := s.co.rational(c); is {
			return s.powRat(u, r)
		}
	}
	return s.exp(s.mul(v, s.log(u)))
}

// Unary applies a function.
func (s *seriesArith[C]) Unary(op Op, u series[C]) (w series[C], err error) {
	defer catchSeries(&err)
	switch op {
	case OpNeg:
		return s.neg(u), nil
	case OpAbs:
		if s.leadSign(u) < 0 {
			return s.neg(u), nil
		}
		return u, nil
	case OpSqrt:
		return s.powRat(u, big.NewRat(1, 2)), nil
	case OpExp:
		return s.exp(u), nil
	case OpLog:
		return s.log(u), nil
	case OpTan:
		return s.quo(s.circular(OpSin, u), s.circular(OpCos, u)), nil
	case OpSin, OpCos:
		return s.circular(op, u), nil
	case OpSinh, OpCosh:
		return s.hyperbolic(op, u), nil
	case OpTanh:
		return s.tanh(u), nil
	case OpAtan:
		return s.atan(u), nil
	case OpAsin:
		return s.sub(s.scale(s.frac(1, 2), s.Const(OpPi)), s.acos(u)), nil
	case OpAcos:
		return s.acos(u), nil
	case OpErf:
		return s.erf(u), nil
	case OpErfc:
		return s.erfc(u), nil
	case OpGamma:
		return s.gamma(u), nil
	}
	return w, failSeries("%s is not a function of a series", op)
}

// analytic is f(c + w) by the Taylor series of f at c.
func (s *seriesArith[C]) analytic(op Op, c C, w series[C]) series[C] {
	return s.compose(func(n int) []C { return s.taylor(op, c, n) }, w, nil, 0)
}

// essential refuses a function of growing terms at a finite point.
func (s *seriesArith[C]) essential(op Op, grow []seriesTerm[C]) {
	if len(grow) > 0 && !s.infinity {
		panic(failSeries("%s of a pole is an essential singularity", op))
	}
}

// exp splits off the growing terms: a logarithm gives a power, anything else a key.
func (s *seriesArith[C]) exp(u series[C]) series[C] {
	grow, c, w := s.split(u)
	if s.flat && len(grow) > 0 && grow[0].m.e.n < 0 && s.leadSign(u) < 0 { // exp(−c τ^−a …) is O(τ^N) for every N
		return series[C]{rem: &monomial{e: s.order}}
	}
	m := one
	var key []keyTerm[C]
	for _, t := range grow {
		switch {
		case t.m.key != 0:
			panic(failSeries("an exponential of an exponential"))
		case t.m.e.n == 0 && t.m.l == 1:
			r, is := s.co.rational(t.c)
			if !is {
				panic(failSeries("a power whose exponent is not known to be rational"))
			}
			e, small := exponentOf(r)
			if !small {
				panic(failSeries("the exponent %s has too many digits", r.FloatString(6)))
			}
			m.e = e
		case !s.infinity:
			panic(failSeries("exp of a pole or of a power of a logarithm is an essential singularity"))
		default:
			key = append(key, keyTerm[C]{t.m.e.neg(), t.m.l, t.c})
		}
	}
	if key != nil {
		slices.SortFunc(key, func(x, y keyTerm[C]) int { return compareKeyTerm(x.b, x.q, y.b, y.q) })
		m.key = s.intern(key)
	}
	order := s.orderAfter(m)
	taylor := func(n int) []C { return s.taylor(OpExp, s.int(0), n) }
	return s.mul(s.monomial(s.fn(OpExp, c), m), s.compose(taylor, w, &order, 0))
}

// log is log c + log m + log(1+w).
func (s *seriesArith[C]) log(u series[C]) series[C] {
	t := s.lead(u)
	if t.m.l != 0 {
		panic(failSeries("the logarithm of a logarithm"))
	}
	if s.signOf(t.c) < 0 {
		panic(failSeries("the logarithm of a negative number"))
	}
	r := s.compose(func(n int) []C { return s.taylor(OpLog, s.int(1), n) }, s.relative(u, t), nil, 0)
	r = s.add(r, s.constant(s.fn(OpLog, t.c)))
	if t.m.e.n != 0 {
		r = s.add(r, s.monomial(s.co.Rat(t.m.e.rat()), monomial{e: intExp(0), l: 1}))
	}
	for _, k := range s.keys[t.m.key] {
		if !s.co.isReal(k.a) {
			panic(failSeries("the logarithm of an oscillating quantity"))
		}
		r = s.add(r, s.monomial(k.a, monomial{e: k.b.neg(), l: k.q}))
	}
	return r
}

// circular is sin or cos; of a growing argument by complex exponentials.
func (s *seriesArith[C]) circular(op Op, u series[C]) series[C] {
	grow, c, w := s.split(u)
	s.essential(op, grow)
	if len(grow) == 0 {
		return s.analytic(op, c, w)
	}
	i, has := s.co.imag()
	if !has {
		panic(failSeries("%s of a growing quantity", op))
	}
	iu := s.scale(i, u)
	a, b := s.exp(iu), s.exp(s.neg(iu))
	if op == OpCos {
		return s.scale(s.frac(1, 2), s.add(a, b))
	}
	return s.scale(s.over(s.frac(1, 2), i), s.sub(a, b))
}

func (s *seriesArith[C]) hyperbolic(op Op, u series[C]) series[C] {
	grow, c, w := s.split(u)
	if len(grow) == 0 {
		return s.analytic(op, c, w)
	}
	a, b := s.exp(u), s.exp(s.neg(u))
	if op == OpSinh {
		b = s.neg(b)
	}
	return s.scale(s.frac(1, 2), s.add(a, b))
}

// tanh of a growing u > 0 is (1 − q)/(1 + q), q = exp(−2u).
func (s *seriesArith[C]) tanh(u series[C]) series[C] {
	grow, c, w := s.split(u)
	if len(grow) == 0 {
		return s.analytic(OpTanh, c, w)
	}
	sign := s.leadSign(u)
	q := s.exp(s.scale(s.int(int64(-2*sign)), u))
	t := s.quo(s.sub(s.integer(1), q), s.add(s.integer(1), q))
	return s.scale(s.int(int64(sign)), t)
}

// atan of a growing u is ±π/2 − atan(1/u).
func (s *seriesArith[C]) atan(u series[C]) series[C] {
	grow, c, w := s.split(u)
	if len(grow) == 0 {
		return s.analytic(OpAtan, c, w)
	}
	half := s.scale(s.frac(int64(s.leadSign(u)), 2), s.Const(OpPi))
	return s.sub(half, s.atan(s.powRat(u, big.NewRat(-1, 1))))
}

// acos at the end of its domain is acos(1 − v) = 2 asin √(v/2).
func (s *seriesArith[C]) acos(u series[C]) series[C] {
	grow, c, w := s.split(u)
	if len(grow) > 0 {
		panic(failSeries("acos or asin of a quantity that grows beyond 1"))
	}
	g := s.signOf(s.minus(s.times(c, c), s.int(1)))
	if g > 0 {
		panic(failSeries("acos or asin of a quantity beyond 1"))
	}
	if g < 0 {
		return s.analytic(OpAcos, c, w)
	}
	if s.signOf(c) < 0 {
		return s.sub(s.Const(OpPi), s.acos(s.neg(u)))
	}
	v := s.scale(s.int(-1), w)
	if v.isZero() {
		return v
	}
	if s.leadSign(v) < 0 {
		panic(failSeries("acos or asin of a quantity beyond 1"))
	}
	half := s.powRat(s.scale(s.frac(1, 2), v), big.NewRat(1, 2))
	return s.scale(s.int(2), s.analytic(OpAsin, s.int(0), half))
}

func (s *seriesArith[C]) erf(u series[C]) series[C] {
	grow, c, w := s.split(u)
	if len(grow) == 0 {
		return s.analytic(OpErf, c, w)
	}
	sign := int64(s.leadSign(u))
	tail := s.erfcTail(s.scale(s.int(sign), u))
	return s.scale(s.int(sign), s.sub(s.integer(1), tail))
}

func (s *seriesArith[C]) erfc(u series[C]) series[C] {
	grow, c, w := s.split(u)
	switch {
	case len(grow) == 0:
		return s.analytic(OpErfc, c, w)
	case s.leadSign(u) > 0:
		return s.erfcTail(u)
	}
	return s.sub(s.integer(2), s.erfcTail(s.neg(u)))
}

// erfcTail is exp(−u²)/(u√π) Σ (−1)^k (2k−1)!!/(2u²)^k as u → ∞ (DLMF 7.12.1).
func (s *seriesArith[C]) erfcTail(u series[C]) series[C] {
	inv := s.powRat(u, big.NewRat(-1, 1))
	sum := s.compose(func(n int) []C {
		a := []C{s.int(1)}
		for k := 1; k < n; k++ {
			a = append(a, s.times(a[k-1], s.frac(1-2*int64(k), 2)))
		}
		return a
	}, s.mul(inv, inv), nil, 0)
	e := s.exp(s.neg(s.mul(u, u)))
	root := s.fn(OpSqrt, s.co.Const(OpPi))
	return s.scale(s.over(s.int(1), root), s.mul(e, s.mul(inv, sum)))
}

// gamma at a pole is Γ(u) = Γ(u+m+1)/(u(u+1)…(u+m)).
func (s *seriesArith[C]) gamma(u series[C]) series[C] {
	grow, c, w := s.split(u)
	if len(grow) > 0 {
		return s.stirling(u)
	}
	r, is := s.co.rational(c)
	if !is || !r.IsInt() || r.Sign() > 0 {
		return s.analytic(OpGamma, c, w)
	}
	if r.Num().BitLen() > 8 {
		panic(failSeries("gamma near the pole %s", r.RatString()))
	}
	m := -r.Num().Int64()
	v := s.analytic(OpGamma, s.int(1), w)
	for i := range m + 1 {
		v = s.quo(v, s.add(u, s.integer(i)))
	}
	return v
}

// stirling is Γ(u) as u → ∞ (DLMF 5.11.1).
func (s *seriesArith[C]) stirling(u series[C]) series[C] {
	if s.leadSign(u) < 0 {
		panic(failSeries("gamma of a quantity that grows to −∞ has poles"))
	}
	half := s.frac(1, 2)
	inv := s.powRat(u, big.NewRat(-1, 1))
	e := s.mul(s.sub(u, s.constant(half)), s.log(u))
	e = s.sub(e, u)
	ln := s.fn(OpLog, s.times(s.int(2), s.co.Const(OpPi)))
	e = s.add(e, s.constant(s.times(half, ln)))
	sum := s.compose(func(n int) []C {
		a, b2 := make([]C, n), bernoulli.Numbers(n/2+1)
		for k := range a {
			a[k] = s.int(0)
			if k%2 == 1 { // B_{k+1}/(k(k+1))
				b := new(big.Rat).Mul(b2[(k+1)/2], big.NewRat(1, int64(k*(k+1))))
				a[k] = s.co.Rat(b)
			}
		}
		return a
	}, inv, nil, 0)
	return s.exp(s.add(e, sum))
}
