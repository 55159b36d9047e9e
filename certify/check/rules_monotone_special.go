package check

import (
	"math/big"

	"krein/ball"
	"krein/certify/proof"
	"krein/kernel"
)

// plain rejects a power that is not positive, and members of the evidence that the function does not have.
func (ev *MonotoneSpecial) plain(order, shift bool) error {
	if ev.Power.Sign() <= 0 {
		return reject("the power %s is not positive", ev.Power.RatString())
	}
	if !order && ev.Order.Sign() != 0 || !shift && ev.Shift.Sign() != 0 {
		return reject("%s has no such order or shift", ev.Function)
	}
	return nil
}

// scaled returns az for the scale a > 0 in the evidence.
func (ev *MonotoneSpecial) scaled() (*kernel.Expr, error) {
	a, err := cmConstant(ev.Argument)
	if err != nil {
		return nil, err
	}
	if a.sign <= 0 {
		return nil, reject("the scale %s is not positive", ev.Argument)
	}
	return kernel.Apply(kernel.OpMul, a.Expr, kernel.Variable()), nil
}

func cmPow(e *kernel.Expr, p *big.Rat) *kernel.Expr {
	return kernel.Apply(kernel.OpPow, e, kernel.Rational(p))
}

func cmMaternRule(_ *Checker, g Goal, ev MonotoneSpecial) error {
	if err := ev.plain(true, true); err != nil {
		return err
	}
	if ev.Function != "besselk" {
		return reject("the rule is not about %q", ev.Function)
	}
	if ev.Shift.Cmp(new(big.Rat).Abs(ev.Order.Rat)) > 0 {
		return reject("the power %s of z exceeds the order", ev.Shift.RatString())
	}
	x, err := ev.scaled()
	if err != nil {
		return err
	}
	e := kernel.Apply(kernel.OpMul, cmPow(kernel.Variable(), ev.Shift.Rat), kernel.Apply(kernel.OpBesselK, kernel.Rational(ev.Order.Rat), x))
	return cmComposed(g, cmPow(e, ev.Power.Rat))
}

func cmCanonicalProductRule(_ *Checker, g Goal, ev MonotoneSpecial) error {
	x, err := ev.scaled()
	if err != nil {
		return err
	}
	var e *kernel.Expr // the reciprocal
	switch ev.Function {
	case "cosh":
		err = ev.plain(false, false)
		e = kernel.Apply(kernel.OpCosh, x)
	case "sinh":
		err = ev.plain(false, false)
		e = kernel.Apply(kernel.OpDiv, kernel.Apply(kernel.OpSinh, x), kernel.Variable())
	case "besseli":
		err = ev.plain(true, false)
		if ev.Order.Cmp(big.NewRat(-1, 1)) <= 0 {
			return reject("the order %s is not above −1", ev.Order.RatString())
		}
		e = kernel.Apply(kernel.OpDiv, kernel.Apply(kernel.OpBesselI, kernel.Rational(ev.Order.Rat), x), cmPow(kernel.Variable(), ev.Order.Rat))
	default:
		return reject("the rule is not about %q", ev.Function)
	}
	if err != nil {
		return err
	}
	return cmComposed(g, cmPow(e, new(big.Rat).Neg(ev.Power.Rat)))
}

func cmPartialFractionsRule(_ *Checker, g Goal, ev MonotoneSpecial) error {
	if err := ev.plain(false, false); err != nil {
		return err
	}
	x, err := ev.scaled()
	if err != nil {
		return err
	}
	e := kernel.Apply(kernel.OpTanh, x)
	switch ev.Function {
	case "tanh":
	case "coth":
		e = kernel.Apply(kernel.OpDiv, kernel.Int(1), e)
	default:
		return reject("the rule is not about %q", ev.Function)
	}
	return cmComposed(g, cmPow(kernel.Apply(kernel.OpDiv, e, kernel.Variable()), ev.Power.Rat))
}

func cmLaplaceRule(_ *Checker, g Goal, ev MonotoneSpecial) ([]Goal, error) {
	if ev.Power.Cmp(ratOne) != 0 {
		return nil, reject("the rule has no powers")
	}
	k, err := cmFormula(ev.Argument)
	if err != nil {
		return nil, err
	}
	x := k.Expr()
	if err := cmPositive(x); err != nil {
		return nil, err
	}
	var e *kernel.Expr
	switch ev.Function {
	case "erfc":
		err = ev.plain(false, false)
		e = kernel.Apply(kernel.OpMul, kernel.Apply(kernel.OpExp, cmPow(x, ratTwo)), kernel.Apply(kernel.OpErfc, x))
	case "besselk":
		err = ev.plain(true, false)
		e = kernel.Apply(kernel.OpMul, kernel.Apply(kernel.OpExp, x), kernel.Apply(kernel.OpBesselK, kernel.Rational(ev.Order.Rat), x))
	case "besseli":
		err = ev.plain(true, false)
		if ev.Order.Cmp(big.NewRat(-1, 2)) < 0 {
			return nil, reject("the order %s is below −1/2", ev.Order.RatString())
		}
		e = kernel.Apply(kernel.OpMul, kernel.Apply(kernel.OpExp, kernel.Apply(kernel.OpNeg, x)), kernel.Apply(kernel.OpBesselI, kernel.Rational(ev.Order.Rat), x))
		e = kernel.Apply(kernel.OpMul, e, cmPow(x, new(big.Rat).Neg(ev.Order.Rat)))
	default:
		return nil, reject("the rule is not about %q", ev.Function)
	}
	if err != nil {
		return nil, err
	}
	return g.needs(Bernstein, k), cmComposed(g, e)
}

func cmBesselProductRule(_ *Checker, g Goal, ev MonotoneSpecial) error {
	if err := ev.plain(true, false); err != nil {
		return err
	}
	if ev.Function != "besseli*besselk" || ev.Power.Cmp(ratOne) != 0 || ev.Order.Sign() < 0 {
		return reject("the rule is not about that")
	}
	x, err := ev.scaled()
	if err != nil {
		return err
	}
	nu := kernel.Rational(ev.Order.Rat)
	return cmComposed(g, kernel.Apply(kernel.OpMul, kernel.Apply(kernel.OpBesselI, nu, x), kernel.Apply(kernel.OpBesselK, nu, x)))
}

// cmDensity is Σ_i P_i(v) exp(−a_i² v/4), v = 1/s: 2√π s^(3/2) times the inverse Laplace transform of
// Σ_i p_i(z) exp(−a_i z).
type cmDensity struct {
	rates []kernel.Const
	polys []cmPolynomial // P_i
}

// cmPolynomial is a polynomial by its coefficients.
type cmPolynomial []kernel.Const

// notNegative rejects a polynomial that is not proved to be nonnegative on (0,∞): it has no negative coefficient,
// or rational coefficients, no zero in (0,∞) by Sturm's theorem, and a positive leading one.
func (p cmPolynomial) notNegative() error {
	rational, negative := true, false
	var q []*big.Rat
	for _, c := range p {
		s, known := c.Sign()
		if known != kernel.True {
			return incomplete("the sign of the coefficient %s is not known", c)
		}
		negative = negative || s < 0
		r, ok := c.Rat()
		rational = rational && ok
		if ok {
			q = append(q, new(big.Rat).Set(r))
		}
	}
	if !negative {
		return nil
	}
	if !rational {
		return reject("a partial sum has a negative coefficient")
	}
	if q = ratTrim(q); q[len(q)-1].Sign() < 0 || ratZeros(q) != 0 {
		return reject("a partial sum is negative or zero somewhere")
	}
	return nil
}

// ratTrim removes leading zeros, and powers of the variable.
func ratTrim(p []*big.Rat) []*big.Rat {
	for len(p) > 0 && p[len(p)-1].Sign() == 0 {
		p = p[:len(p)-1]
	}
	for len(p) > 0 && p[0].Sign() == 0 {
		p = p[1:]
	}
	return p
}

// ratZeros returns the number of different zeros in (0,∞) of a polynomial with p(0) ≠ 0 and a leading coefficient ≠ 0: the
// changes of sign in Sturm's sequence at 0 minus those at ∞.
func ratZeros(p []*big.Rat) int {
	derivative := make([]*big.Rat, 0, len(p))
	for i, c := range p[1:] {
		derivative = append(derivative, new(big.Rat).Mul(c, big.NewRat(int64(i+1), 1)))
	}
	changes := func(last, next int, n *int) int {
		if last != 0 && next != 0 && last != next {
			*n++
		}
		if next != 0 {
			return next
		}
		return last
	}
	atZero, atInfinity, s0, s1 := 0, 0, 0, 0
	for a, b := p, derivative; len(a) > 0; {
		s0 = changes(s0, a[0].Sign(), &atZero)
		s1 = changes(s1, a[len(a)-1].Sign(), &atInfinity)
		if len(b) == 0 {
			break
		}
		// the remainder of a by b, with the opposite sign
		r := make([]*big.Rat, len(a))
		for i := range a {
			r[i] = new(big.Rat).Neg(a[i])
		}
		for len(r) >= len(b) {
			f := new(big.Rat).Quo(r[len(r)-1], b[len(b)-1])
			for i := range b {
				j := len(r) - len(b) + i
				r[j] = new(big.Rat).Sub(r[j], new(big.Rat).Mul(f, b[i]))
			}
			r = r[:len(r)-1]
		}
		for len(r) > 0 && r[len(r)-1].Sign() == 0 {
			r = r[:len(r)-1]
		}
		a, b = b, r
	}
	return atZero - atInfinity
}

// Limits of a mixture.
const (
	cmMaxRates  = 32
	cmMaxDegree = 64
)

// density reads the evidence; the sum that it describes must be k.
func (ev MonotoneMixture) density(g Goal) (*cmDensity, error) {
	if len(ev.Terms) == 0 || len(ev.Terms) > cmMaxRates {
		return nil, reject("%d terms", len(ev.Terms))
	}
	sum := kernel.Int(0)
	d := new(cmDensity)
	for i, t := range ev.Terms {
		a, err := cmConstant(t.Rate)
		if err != nil {
			return nil, err
		}
		if a.sign <= 0 {
			return nil, reject("the rate %s is not positive", t.Rate)
		}
		if len(t.Coefficients) == 0 || len(t.Coefficients) > cmMaxDegree {
			return nil, reject("a polynomial of %d coefficients", len(t.Coefficients))
		}
		var coef []kernel.Const
		for j, text := range t.Coefficients {
			c, err := cmConstant(text)
			if err != nil {
				return nil, err
			}
			coef = append(coef, c.value)
			term := kernel.Apply(kernel.OpMul, c.Expr, cmPow(kernel.Variable(), big.NewRat(int64(j), 1)))
			sum = kernel.Apply(kernel.OpAdd, sum, kernel.Apply(kernel.OpMul, term,
				kernel.Apply(kernel.OpExp, kernel.Apply(kernel.OpNeg, kernel.Apply(kernel.OpMul, a.Expr, kernel.Variable())))))
		}
		if i > 0 && !cmIncreases(d.rates[i-1], a.value) {
			return nil, reject("the rates are not seen to increase")
		}
		d.rates = append(d.rates, a.value)
		d.polys = append(d.polys, cmTransform(a.value, coef))
	}
	return d, cmComposed(g, sum)
}

// cmTransform returns P with P(v) e^(−a²v/4) = p(−∂/∂a) [a e^(−a²v/4)], because z^j e^(−az) = (−∂/∂a)^j e^(−az) and e^(−a√t) is the
// Laplace transform of a s^(−3/2) e^(−a²/(4s))/(2√π). With Q_j e^(−a²v/4) = (−∂/∂a)^j [a e^(−a²v/4)], that is Q_0 = a,
// Q_{j+1} = −∂Q_j/∂a + (av/2) Q_j, one has Q_j(a, v) = a^(1−j) R_j(a²v), R_0 = 1, R_{j+1} = (j−1) R_j − 2vR_j′ + (v/2) R_j.
func cmTransform(a kernel.Const, p []kernel.Const) cmPolynomial {
	n := len(p)
	powers := []kernel.Const{cmNum(1)} // of a; Q_j is a polynomial
	power := func(i int) kernel.Const {
		for len(powers) <= i {
			powers = append(powers, powers[len(powers)-1].Mul(a))
		}
		return powers[i]
	}
	r := make([]*big.Rat, n+1)
	for i := range r {
		r[i] = new(big.Rat)
	}
	r[0].SetInt64(1)
	out := make(cmPolynomial, n+1)
	for j, c := range p {
		if z, ok := c.Rat(); !ok || z.Sign() != 0 {
			for l, q := range r {
				if q.Sign() != 0 {
					out[l] = out[l].Add(c.Mul(power(1 - j + 2*l)).Mul(kernel.ConstRat(q)))
				}
			}
		}
		next := make([]*big.Rat, n+1)
		for l := range next {
			next[l] = new(big.Rat).Mul(r[l], big.NewRat(int64(j-1-2*l), 1))
			if l > 0 {
				next[l].Add(next[l], new(big.Rat).Mul(r[l-1], ratHalf))
			}
		}
		r = next
	}
	return out
}

func cmExpPolynomialRule(_ *Checker, g Goal, ev MonotoneMixture) error {
	d, err := ev.density(g)
	if err != nil {
		return err
	}
	if ev.At != nil {
		return reject("a point is given that the rule does not need")
	}
	// Σ_i P_i e^(−b_i v) = Σ_i (P_1 + … + P_i) (e^(−b_i v) − e^(−b_{i+1} v)), the last without its second exponential.
	var partial cmPolynomial
	for _, p := range d.polys {
		for len(partial) < len(p) {
			partial = append(partial, kernel.Const{})
		}
		for j, c := range p {
			partial[j] = partial[j].Add(c)
		}
		if err := partial.notNegative(); err != nil {
			return err
		}
	}
	return nil
}

func cmAbsolutelyMonotoneRule(_ *Checker, g Goal, ev MonotoneFunction) ([]Goal, error) {
	ops := map[string]kernel.Op{"exp": kernel.OpExp, "sinh": kernel.OpSinh, "cosh": kernel.OpCosh}
	op, ok := ops[ev.Function]
	if !ok {
		return nil, reject("the rule is not about %q", ev.Function)
	}
	k, err := cmFormula(ev.Formula)
	if err != nil {
		return nil, err
	}
	if err := cmComposed(g, kernel.Apply(op, k.Expr())); err != nil {
		return nil, err
	}
	return g.needs(proof.CompletelyMonotone, k), nil
}

func cmRationalRule(c *Checker, g Goal, ev MonotoneFractions) ([]Goal, error) {
	k, err := cmFormula(ev.Argument)
	if err != nil {
		return nil, err
	}
	if err := cmPositive(k.Expr()); err != nil {
		return nil, err
	}
	if len(ev.Terms) == 0 || len(ev.Terms) > cmMaxRates {
		return nil, reject("%d terms", len(ev.Terms))
	}
	sum := kernel.Int(0)
	var last kernel.Const
	var partial cmPolynomial
	for i, t := range ev.Terms {
		a, err := cmConstant(t.Rate)
		if err != nil {
			return nil, err
		}
		if a.sign < 0 {
			return nil, reject("the rate %s is negative", t.Rate)
		}
		if i > 0 && !cmIncreases(last, a.value) {
			return nil, reject("the rates are not seen to increase")
		}
		last = a.value
		if len(t.Coefficients) > cmMaxDegree {
			return nil, reject("a polynomial of %d coefficients", len(t.Coefficients))
		}
		base := kernel.Apply(kernel.OpAdd, k.Expr(), a.Expr)
		factorial := new(big.Rat).SetInt64(1)
		for j, text := range t.Coefficients {
			c, err := cmConstant(text)
			if err != nil {
				return nil, err
			}
			sum = kernel.Apply(kernel.OpAdd, sum, kernel.Apply(kernel.OpMul, c.Expr, cmPow(base, big.NewRat(int64(-j-1), 1))))
			if j > 0 {
				factorial.Mul(factorial, big.NewRat(int64(j), 1))
			}
			for len(partial) <= j {
				partial = append(partial, kernel.Const{})
			}
			partial[j] = partial[j].Add(c.value.Mul(kernel.ConstRat(new(big.Rat).Inv(factorial))))
		}
		// Σ_i P_i e^(−a_i s) = Σ_i (P_1 + … + P_i)(e^(−a_i s) − e^(−a_{i+1} s))
		if err := partial.notNegative(); err != nil {
			return nil, err
		}
	}
	if err := cmComposed(g, sum); err != nil {
		return nil, err
	}
	return g.needs(Bernstein, k), nil
}

// at encloses the density at v.
func (d *cmDensity) at(v *ball.Real, prec uint) *ball.Real {
	var sum, p, c ball.Real
	for i, poly := range d.polys {
		p.SetInt64(0)
		for j := len(poly) - 1; j >= 0; j-- {
			p.FMA(&p, v, poly[j].Ball(&c, prec), prec)
		}
		c.Sqr(d.rates[i].Ball(&c, prec), prec)
		c.Mul(&c, v, prec)
		c.Mul2Exp(&c, -2)
		c.Exp(c.Neg(&c), prec)
		sum.FMA(&p, &c, &sum, prec)
	}
	return &sum
}

// cmMixtureBits is the precision at which the density is enclosed.
const cmMixtureBits = 256

func cmNotMixture(_ *Checker, g Goal, ev MonotoneMixture) error {
	d, err := ev.density(g)
	if err != nil {
		return err
	}
	if ev.At == nil || ev.At.Sign() <= 0 {
		return reject("no point 1/s > 0 is given")
	}
	v := new(ball.Real).SetRat(ev.At.Rat, cmMixtureBits)
	if d.at(v, cmMixtureBits).Negative() != ball.True {
		return reject("the density is not seen to be negative there")
	}
	return nil
}

// MixtureDensity returns, in floating point and for the search only, the function of v = 1/s whose sign completely-monotone.negative-mixture and
// completely-monotone.exponential-polynomial are about; nil if a constant is not readable.
func MixtureDensity(terms []MonotoneRate) func(v float64) *ball.Real {
	d := new(cmDensity)
	for _, t := range terms {
		rate, err := kernel.ParseConst(t.Rate)
		if err != nil {
			return nil
		}
		var coef []kernel.Const
		for _, text := range t.Coefficients {
			c, err := kernel.ParseConst(text)
			if err != nil {
				return nil
			}
			coef = append(coef, c)
		}
		d.rates = append(d.rates, rate)
		d.polys = append(d.polys, cmTransform(rate, coef))
	}
	return func(v float64) *ball.Real {
		return d.at(new(ball.Real).SetFloat64(v), cmMixtureBits)
	}
}
