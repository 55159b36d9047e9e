package series

import (
	"math/big"
	"slices"

	"krein/ball"
	"krein/internal/bernoulli"
	"krein/internal/kernel/constant"
	"krein/internal/kernel/fail"
	"krein/internal/kernel/formula"
)

// Each function acts on u = grow + c + w, terms that grow, a constant, and what vanishes: by its
// Taylor series at c where nothing grows, and by its behaviour at infinity where something does.
// All of these are identities of germs of holomorphic functions in a sector, or Poincaré expansions
// valid in one, so that what is composed of them may be differentiated term by term.
var _ formula.Arith[Series] = (*Arith)(nil)

// Rat converts an exact rational.
func (s *Arith) Rat(r *big.Rat) Series { return s.constant(s.rat(r)) }

// Const returns OpPi or OpE.
func (s *Arith) Const(op formula.Op) Series { return s.constant(s.number(op)) }

// Param returns the parameter as a constant.
func (s *Arith) Param(p *formula.Expr) (Series, error) {
	c, err := s.co.Param(p)
	return s.constant(of(c)), err
}

// Join cannot cover two series by one.
// What is undecided beside a point has no expansion.
func (s *Arith) Join(Series, Series) (Series, error) {
	return Series{}, fail.Because("a condition that is undecided near the point")
}

// Compare compares near the point: it looks at the leading term of the difference.
// The difference has one sign for small τ > 0 if its leading term has a proved one: that is the truth beside the point.
func (s *Arith) Compare(op formula.Op, u, v Series) ball.Truth {
	sign, ok := fail.Attempt(func() (int, bool) { return s.LeadSign(s.sub(u, v)), true })
	if !ok {
		return ball.Unknown
	}
	return op.Holds(sign)
}

// LeadSign returns the sign of u as τ ↓ 0.
// The leading coefficient is real, or there is no sign.
func (s *Arith) LeadSign(u Series) int {
	if u.IsZero() {
		return 0
	}
	t := s.Lead(u)
	g := s.signOf(t.C)
	if t.M.L%2 != 0 { // L = log τ < 0
		g = -g
	}
	return g
}

// constantTerm returns the value of u if it is a constant.
func (u Series) constantTerm() (Complex, bool) {
	if len(u.Terms) == 1 && u.Rem == nil && u.Terms[0].M.IsOne() {
		return u.Terms[0].C, true
	}
	var none Complex
	return none, false
}

// Binary applies an operation.
func (s *Arith) Binary(op formula.Op, u, v Series) (w Series, err error) {
	defer fail.Catch(&err)
	switch op {
	case formula.OpAdd:
		return s.add(u, v), nil
	case formula.OpSub:
		return s.sub(u, v), nil
	case formula.OpMul:
		return s.mul(u, v), nil
	case formula.OpDiv:
		return s.quo(u, v), nil
	case formula.OpPow:
		return s.pow(u, v), nil
	case formula.OpMin, formula.OpMax:
		// min(u,v) = u where u − v ≤ 0 beside the point: by the leading term of the difference.
		if g := s.LeadSign(s.sub(u, v)); (g <= 0) == (op == formula.OpMin) {
			return u, nil
		}
		return v, nil
	}
	return w, fail.Because("%s is not an operation on two series", op)
}

// PowRat raises to a rational power.
func (s *Arith) PowRat(u Series, p *big.Rat) (w Series, err error) {
	defer fail.Catch(&err)
	return s.powRat(u, p), nil
}

// 1/v = v^(−1), by the leading term of v, which is proved not to be 0.
func (s *Arith) quo(u, v Series) Series {
	if c, is := v.constantTerm(); is {
		return s.scale(s.over(s.Int(1), c), u)
	}
	return s.mul(u, s.powRat(v, big.NewRat(-1, 1)))
}

// powRat is (c·m·(1+w))^p = c^p·m^p·Σ binomial(p, k) w^k.
// c^p for c > 0, or whole p; powers of L = log τ < 0 are whole, with the sign taken out: L^l = (−1)^l |L|^l. The binomial series
// converges for |w| < 1, and is finite for whole p ≥ 0. A w that does not vanish is refused by relative and Lead.
func (s *Arith) powRat(u Series, p *big.Rat) Series {
	switch {
	case p.Sign() == 0:
		return s.integer(1)
	case u.IsZero() && p.Sign() > 0:
		return u
	case u.IsZero():
		panic(fail.Because("division by what is zero near this point"))
	}
	if n, terms := p.Num().Int64(), int64(len(u.Terms)); p.IsInt() && p.Sign() > 0 && p.Num().IsInt64() &&
		(terms == 0 || n <= powerTerms && (n*(terms-1) < powerTerms || n <= 2)) {
		return s.intPow(u, n)
	}
	e := Must(constant.ExponentOf(constant.Rat(p)))
	t := s.Lead(u)
	l, whole := constant.IntExponent(int64(t.M.L)).Mul(e).Int()
	if !whole {
		panic(fail.Because("the power %s of a logarithm", e))
	}
	c := t.C
	if t.M.L%2 != 0 && !p.IsInt() { // L is negative: (cL^l)^p = (±c)^p |L|^lp
		c = s.fn(formula.OpNeg, c)
	}
	c = s.powRatOf(c, p)
	if !p.IsInt() && l%2 != 0 { // |L|^lp = −L^lp
		c = s.fn(formula.OpNeg, c)
	}
	m := Monomial{0, t.M.E.Mul(e), int(l)}
	if t.M.Key != 0 {
		m.Key = s.keySum(0, t.M.Key, s.rat(p))
	}
	w := s.relative(u, t)
	finite := 0
	if n, whole := e.Int(); whole && n >= 0 && n < maxSteps {
		finite = int(n) + 1
	}
	order := s.orderAfter(m)
	return s.mul(s.Monomial(c, m), s.compose(func(n int) []Complex { return s.binomial(p, n) }, w, &order, finite))
}

// relative returns w in u = t·(1+w).
// Every other term is smaller than t, and so is w's.
func (s *Arith) relative(u Series, t Term) Series {
	inv := Term{s.powMono(t.M, -1), s.over(s.Int(1), t.C)}
	w := Series{Terms: make([]Term, 0, len(u.Terms))}
	for _, x := range u.Terms[1:] {
		w.Terms = append(w.Terms, Term{s.mulMono(x.M, inv.M), s.times(x.C, inv.C)})
	}
	if u.Rem != nil {
		r := s.mulMono(*u.Rem, inv.M)
		w.Rem = &r
	}
	return w
}

// orderAfter returns the order to which a factor of m is wanted.
// c·m·(1 + w): the factor is wanted to the order that is left after m, but for a few orders at
// least.
func (s *Arith) orderAfter(m Monomial) constant.Exponent {
	if m.Key != 0 {
		return s.order
	}
	if o := s.order.Sub(m.E); o.CmpHalf(2*leastOrder) > 0 {
		return o
	}
	return constant.IntExponent(leastOrder)
}

// intPow is u^n, n ≥ 1, by squaring.
// u^n = (u^(n/2))², exactly, with the remainders of products.
func (s *Arith) intPow(u Series, n int64) Series {
	switch {
	case n == 1:
		return u
	case n%2 == 1:
		return s.mul(s.intPow(u, n-1), u)
	}
	half := s.intPow(u, n/2)
	return s.mul(half, half)
}

// pow is u^v = exp(v log u) unless v is a rational constant, or u vanishes.
// 0^c = 0 for c > 0 where u vanishes identically.
func (s *Arith) pow(u, v Series) Series {
	if v.IsZero() {
		return s.integer(1)
	}
	if c, is := v.constantTerm(); is {
		if x, is := s.value(c); is {
			if r, is := x.Rat(); is {
				return s.powRat(u, r)
			}
		}
		if u.IsZero() && s.signOf(c) > 0 {
			return u
		}
	}
	return s.exp(s.mul(v, s.log(u)))
}

// Unary applies a function.
func (s *Arith) Unary(op formula.Op, u Series) (w Series, err error) {
	defer fail.Catch(&err)
	switch op {
	case formula.OpNeg:
		return s.neg(u), nil
	case formula.OpAbs:
		if s.LeadSign(u) < 0 {
			return s.neg(u), nil
		}
		return u, nil
	case formula.OpSqrt:
		return s.powRat(u, big.NewRat(1, 2)), nil
	case formula.OpExp:
		return s.exp(u), nil
	case formula.OpLog:
		return s.log(u), nil
	case formula.OpTan:
		return s.quo(s.circular(formula.OpSin, u), s.circular(formula.OpCos, u)), nil
	case formula.OpSin, formula.OpCos:
		return s.circular(op, u), nil
	case formula.OpSinh, formula.OpCosh:
		return s.hyperbolic(op, u), nil
	case formula.OpTanh:
		return s.tanh(u), nil
	case formula.OpAtan:
		return s.atan(u), nil
	case formula.OpAsin:
		return s.sub(s.scale(s.frac(1, 2), s.Const(formula.OpPi)), s.acos(u)), nil
	case formula.OpAcos:
		return s.acos(u), nil
	case formula.OpErf:
		return s.erf(u), nil
	case formula.OpErfc:
		return s.sub(s.integer(1), s.erf(u)), nil
	case formula.OpGamma:
		return s.gamma(u), nil
	}
	return w, fail.Because("%s is not a function of a series", op)
}

// analytic is f(c + w) by the Taylor series of f at c.
// f is analytic at c, with exact Taylor coefficients, and w vanishes: the sum converges for small
// τ.
func (s *Arith) analytic(op formula.Op, c Complex, w Series) Series {
	return s.compose(func(n int) []Complex { return s.taylor(op, c, n) }, w, nil, 0)
}

// essential refuses a function of growing terms at a finite point.
// sin(1/τ) has no expansion at a finite point.
func (s *Arith) essential(op formula.Op, grow []Term) {
	if len(grow) > 0 && !s.infinity {
		panic(fail.Because("%s of a pole is an essential singularity", op))
	}
}

// exp splits off the growing terms: a logarithm gives a power, anything else a key.
// exp(grow + c + w) = m·e^c·Σ w^k/k!. A growing real multiple of L gives a power of τ; powers τ^−b L^q beyond that give a key. At a
// finite point exp(−c τ^−a) vanishes with all derivatives and is left to the remainder, of the order that is worked with.
func (s *Arith) exp(u Series) Series {
	if s.infinity && len(u.Terms) > 0 && s.Growth(u.Terms[0].M.Key, 0) > 0 {
		return s.nested(u)
	}
	grow, c, w := s.split(u)
	if s.flat && len(grow) > 0 && grow[0].M.E.Sign() < 0 && s.LeadSign(u) < 0 { // exp(−c τ^−a …) is O(τ^N) for every N
		return Series{Rem: &Monomial{E: s.order}}
	}
	m := One
	var key []KeyTerm
	for _, t := range grow {
		switch {
		case t.M.Key != 0: // a wave that grows
			panic(fail.Because("an exponential of an exponential"))
		case t.M.E.Sign() == 0 && t.M.L == 1:
			x, is := s.value(t.C)
			if !is {
				panic(fail.Because("a power whose exponent is not real"))
			}
			m.E = Must(constant.ExponentOf(x))
		case !s.infinity:
			panic(fail.Because("exp of a pole or of a power of a logarithm is an essential singularity"))
		default:
			key = append(key, KeyTerm{t.M.E.Neg(), t.M.L, t.C})
		}
	}
	if key != nil {
		slices.SortFunc(key, func(x, y KeyTerm) int { return compareKeyTerm(x.B, x.Q, y.B, y.Q) })
		m.Key = s.intern(key)
	}
	order := s.orderAfter(m)
	taylor := func(n int) []Complex { return s.taylor(formula.OpExp, s.Int(0), n) }
	return s.mul(s.Monomial(s.fn(formula.OpExp, c), m), s.compose(taylor, w, &order, 0))
}

// nestedPower is the power of z in the remainder O(exp(−z^nestedPower)) of an exponential of an exponential.
const nestedPower = 100

// nested leaves exp(u) to the remainder, for a u whose leading term c·exp(E(z)) z^a (log z)^l is negative, real and grows like
// an exponential.
//
// In the strip |Im z| < z^(−M), M large enough for E, E(z) is E(Re z) + o(1), and terms that the leading one dominates on the
// real axis are dominated there, too: Re u ≤ (c/2) exp(E(x)) x^a |log x|^l ≤ −x^nestedPower for large x = Re z, as exp(E)
// outgrows every power. There is no sector in which that holds: the series counts as wavy.
func (s *Arith) nested(u Series) Series {
	t := s.Lead(u)
	if !s.IsReal(t.C) || s.Oscillates(t) || s.LeadSign(u) > 0 {
		panic(fail.Because("an exponential of an exponential"))
	}
	s.Wavy = true
	return Series{Rem: &Monomial{Key: s.intern([]KeyTerm{{constant.IntExponent(nestedPower), 0, s.Int(-1)}}), E: constant.IntExponent(0)}}
}

// log is log c + log m + log(1+w).
// log(c·m·(1+w)) for a proved c > 0; log of the key is its exponent, and of τ^e it is e·L.
func (s *Arith) log(u Series) Series {
	t := s.Lead(u)
	if t.M.L != 0 {
		panic(fail.Because("the logarithm of a logarithm"))
	}
	if s.signOf(t.C) < 0 {
		panic(fail.Because("the logarithm of a negative number"))
	}
	r := s.compose(func(n int) []Complex { return s.taylor(formula.OpLog, s.Int(1), n) }, s.relative(u, t), nil, 0)
	r = s.add(r, s.constant(s.fn(formula.OpLog, t.C)))
	if t.M.E.Sign() != 0 {
		r = s.add(r, s.Monomial(of(t.M.E.Value()), Monomial{E: constant.IntExponent(0), L: 1}))
	}
	for _, k := range s.Keys[t.M.Key] {
		if !s.IsReal(k.A) {
			panic(fail.Because("the logarithm of an oscillating quantity"))
		}
		r = s.add(r, s.Monomial(k.A, Monomial{E: k.B.Neg(), L: k.Q}))
	}
	return r
}

// circular is sin or cos; of a growing argument by complex exponentials.
// (e^{iu} ± e^{−iu})/2, with growing terms in the exponent: an oscillation if they are real.
func (s *Arith) circular(op formula.Op, u Series) Series {
	grow, c, w := s.split(u)
	s.essential(op, grow)
	if len(grow) == 0 {
		return s.analytic(op, c, w)
	}
	i := s.imaginary()
	iu := s.scale(i, u)
	a, b := s.exp(iu), s.exp(s.neg(iu))
	if op == formula.OpCos {
		return s.scale(s.frac(1, 2), s.add(a, b))
	}
	return s.scale(s.over(s.frac(1, 2), i), s.sub(a, b))
}

// (e^u ± e^{−u})/2 for a growing u, of either sign: one of both vanishes.
func (s *Arith) hyperbolic(op formula.Op, u Series) Series {
	grow, c, w := s.split(u)
	if len(grow) == 0 {
		return s.analytic(op, c, w)
	}
	a, b := s.exp(u), s.exp(s.neg(u))
	if op == formula.OpSinh {
		b = s.neg(b)
	}
	return s.scale(s.frac(1, 2), s.add(a, b))
}

// tanh of a growing u > 0 is (1 − q)/(1 + q), q = exp(−2u).
// q vanishes, as −2|u| → −∞; tanh is odd.
func (s *Arith) tanh(u Series) Series {
	grow, c, w := s.split(u)
	if len(grow) == 0 {
		return s.analytic(formula.OpTanh, c, w)
	}
	sign := s.LeadSign(u)
	q := s.exp(s.scale(s.Int(int64(-2*sign)), u))
	t := s.quo(s.sub(s.integer(1), q), s.add(s.integer(1), q))
	return s.scale(s.Int(int64(sign)), t)
}

// atan of a growing u is ±π/2 − atan(1/u).
// atan u + atan(1/u) = ±π/2, with the sign of u.
func (s *Arith) atan(u Series) Series {
	grow, c, w := s.split(u)
	if len(grow) == 0 {
		return s.analytic(formula.OpAtan, c, w)
	}
	half := s.scale(s.frac(int64(s.LeadSign(u)), 2), s.Const(formula.OpPi))
	return s.sub(half, s.atan(s.powRat(u, big.NewRat(-1, 1))))
}

// acos at the end of its domain is acos(1 − v) = 2 asin √(v/2).
// c² < 1 inside; at c = 1 acos(1 − v) = 2 asin √(v/2) for v ≥ 0, and at c = −1 π − acos(−u). Beyond there is no value: by proved
// signs of c² − 1 and of v.
func (s *Arith) acos(u Series) Series {
	grow, c, w := s.split(u)
	if len(grow) > 0 {
		panic(fail.Because("acos or asin of a quantity that grows beyond 1"))
	}
	g := s.signOf(s.minus(s.times(c, c), s.Int(1)))
	if g > 0 {
		panic(fail.Because("acos or asin of a quantity beyond 1"))
	}
	if g < 0 {
		return s.analytic(formula.OpAcos, c, w)
	}
	if s.signOf(c) < 0 {
		return s.sub(s.Const(formula.OpPi), s.acos(s.neg(u)))
	}
	v := s.scale(s.Int(-1), w)
	if v.IsZero() {
		return v
	}
	if s.LeadSign(v) < 0 {
		panic(fail.Because("acos or asin of a quantity beyond 1"))
	}
	half := s.powRat(s.scale(s.frac(1, 2), v), big.NewRat(1, 2))
	return s.scale(s.Int(2), s.analytic(formula.OpAsin, s.Int(0), half))
}

// erf of a growing u > 0 is 1 − erfc(u).
// 1 − erfc for u → ∞, and erf is odd.
func (s *Arith) erf(u Series) Series {
	grow, c, w := s.split(u)
	switch {
	case len(grow) == 0:
		return s.analytic(formula.OpErf, c, w)
	case s.LeadSign(u) < 0:
		return s.neg(s.erf(s.neg(u)))
	}
	return s.sub(s.integer(1), s.erfcTail(u))
}

// erfcTail is exp(−u²)/(u√π) Σ (−1)^k (2k−1)!!/(2u²)^k as u → ∞ (DLMF 7.12.1).
// Poincaré expansion, valid for |arg u| < 3π/4.
func (s *Arith) erfcTail(u Series) Series {
	inv := s.powRat(u, big.NewRat(-1, 1))
	sum := s.compose(func(n int) []Complex {
		a := []Complex{s.Int(1)}
		for k := 1; k < n; k++ {
			a = append(a, s.times(a[k-1], s.frac(1-2*int64(k), 2)))
		}
		return a
	}, s.mul(inv, inv), nil, 0)
	e := s.exp(s.neg(s.mul(u, u)))
	root := s.fn(formula.OpSqrt, s.number(formula.OpPi))
	return s.scale(s.over(s.Int(1), root), s.mul(e, s.mul(inv, sum)))
}

// gamma at a pole is Γ(u) = Γ(u+m+1)/(u(u+1)…(u+m)).
// Γ(u+m+1) with u + m + 1 → 1 is analytic, and the quotient by u(u+1)…(u+m) has the simple pole in u + m. A c that is no known
// rational is asked for its Γ, which has to be enclosed.
func (s *Arith) gamma(u Series) Series {
	grow, c, w := s.split(u)
	if len(grow) > 0 {
		return s.stirling(u)
	}
	x, is := s.value(c)
	r, rational := x.Rat()
	if !is || !rational || !r.IsInt() || r.Sign() > 0 {
		return s.gammaTaylor(c, w)
	}
	if r.Num().BitLen() > 8 {
		panic(fail.Because("gamma near the pole %s", r.RatString()))
	}
	m := -r.Num().Int64()
	v := s.gammaTaylor(s.Int(1), w)
	for i := range m + 1 {
		v = s.quo(v, s.add(u, s.integer(i)))
	}
	return v
}

// gammaTaylor is Γ(c + w) = Γ(c) (1 + ψ(c) w) + O(w²), where ψ(c) has an exact form, else Γ(c) + O(w); Γ is analytic at c.
// Without ψ(c) the terms stop at O(w), with it at O(w²): nothing is guessed of higher derivatives.
func (s *Arith) gammaTaylor(c Complex, w Series) Series {
	if w.IsZero() {
		return s.constant(s.gammaOf(c))
	}
	m := w.top()
	psi, known := s.digamma(c)
	if !known {
		return s.collect([]Term{{One, s.gammaOf(c)}}, &m)
	}
	rem := s.powMono(m, 2)
	u := s.add(s.integer(1), s.scale(psi, w))
	return s.scale(s.gammaOf(c), s.collect(u.Terms, s.Larger(u.Rem, &rem)))
}

// mostDigamma bounds the c at which ψ is written out.
const mostDigamma = 64

// digamma returns ψ(c) for a c > 0 that is a multiple of 1/2: ψ(x + 1) = ψ(x) + 1/x, ψ(1) = −γ and ψ(1/2) = −γ − 2 log 2
// (DLMF 5.4.12, 5.4.13, 5.5.2).
// ψ(x+1) = ψ(x) + 1/x from ½ or 1 up: exact.
func (s *Arith) digamma(c Complex) (psi Complex, known bool) {
	x, is := s.value(c)
	r, rational := x.Rat()
	if !is || !rational || r.Sign() <= 0 || r.Denom().Cmp(big.NewInt(2)) > 0 || r.Cmp(big.NewRat(mostDigamma, 1)) > 0 {
		return psi, false
	}
	psi = s.fn(formula.OpNeg, of(constant.Euler()))
	low := big.NewRat(1, 1)
	if !r.IsInt() {
		low = big.NewRat(1, 2)
		psi = s.minus(psi, s.times(s.Int(2), s.fn(formula.OpLog, s.Int(2))))
	}
	for ; low.Cmp(r) < 0; low.Add(low, big.NewRat(1, 1)) {
		psi = s.plus(psi, s.rat(new(big.Rat).Inv(low)))
	}
	return psi, true
}

// stirling is Γ(u) as u → ∞ (DLMF 5.11.1).
// log Γ(u) = (u−½) log u − u + ½ log 2π + Σ B_2k/(2k(2k−1)u^(2k−1)), a Poincaré expansion for |arg u| < π.
func (s *Arith) stirling(u Series) Series {
	if s.LeadSign(u) < 0 {
		panic(fail.Because("gamma of a quantity that grows to −∞ has poles"))
	}
	half := s.frac(1, 2)
	inv := s.powRat(u, big.NewRat(-1, 1))
	e := s.mul(s.sub(u, s.constant(half)), s.log(u))
	e = s.sub(e, u)
	ln := s.fn(formula.OpLog, s.times(s.Int(2), s.number(formula.OpPi)))
	e = s.add(e, s.constant(s.times(half, ln)))
	sum := s.compose(func(n int) []Complex {
		a, b2 := make([]Complex, n), bernoulli.Numbers(n/2+1)
		for k := range a {
			a[k] = s.Int(0)
			if k%2 == 1 { // B_{k+1}/(k(k+1))
				b := new(big.Rat).Mul(b2[(k+1)/2], big.NewRat(1, int64(k*(k+1))))
				a[k] = s.rat(b)
			}
		}
		return a
	}, inv, nil, 0)
	return s.exp(s.add(e, sum))
}
