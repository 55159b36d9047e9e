package monotone

import (
	"math/big"
	"slices"

	"krein/ball"
	"krein/internal/certify/check/normal"
	"krein/internal/certify/check/rule"
	"krein/internal/kernel/constant"
	"krein/internal/kernel/formula"
	"krein/internal/polynomial"
)

// plain rejects members of the evidence that the function does not have.
// A member that is not used has to be 0, so that one function has one evidence.
func (ev *Special) plain(order, shift bool) error {
	if zero := constant.Int(0); !order && !ev.Order.Same(zero) || !shift && !ev.Shift.Same(zero) {
		return rule.Reject("%s has no such order or shift", ev.Function)
	}
	return nil
}

func pow(e *formula.Expr, p constant.Value) *formula.Expr {
	return formula.Apply(formula.OpPow, e, expr(p))
}

// expr is a constant that was read from a formula.
func expr(c constant.Value) *formula.Expr {
	e, _ := c.Expr()
	return e
}

// of is the Bessel function of the order in the evidence.
func (ev *Special) of(op formula.Op, x *formula.Expr) *formula.Expr {
	return formula.Apply(op, expr(ev.Order.Value), x)
}

// Each F is a Laplace transform in x > 0 of a nonnegative measure, composed with a Bernstein function x(t) > 0
// (docs/rules/composition.md has the proofs). The bounds are where the weights stop being nonnegative.
func laplaceRule(_ *rule.Checker, g rule.Goal, ev Special) ([]rule.Goal, error) {
	k, err := readFormula(ev.Argument)
	if err != nil {
		return nil, err
	}
	x := k.Expr()
	if err := normal.Positive(x); err != nil {
		return nil, err
	}
	var e *formula.Expr
	switch ev.Function {
	// e^(x²) erfc x = (2/√π) ∫ e^(−u²−2ux) du (DLMF 7.7.1).
	case "erfc":
		err = ev.plain(false, false)
		e = formula.Apply(formula.OpMul, formula.Apply(formula.OpExp, pow(x, constant.Int(2))),
			formula.Apply(formula.OpErfc, x))
	// e^x K_ν(x) = ∫ e^(−x(cosh u − 1)) cosh(νu) du (DLMF 10.32.9), any real ν.
	case "besselk":
		err = ev.plain(true, false)
		e = formula.Apply(formula.OpMul, formula.Apply(formula.OpExp, x), ev.of(formula.OpBesselK, x))
	// By DLMF 10.32.8 x^ν e^x K_ν(x) = C ∫ e^(−s) s^(ν−½) (2x+s)^(ν−½) ds: completely monotone for 0 ≤ ν ≤ ½, and
	// x^½ e^x K_ν(x) for ν > ½. So x^μ K_ν(x) is, times e^(−x) and a power ≤ 0 of x, for μ ≤ ν ≤ ½ and for μ ≤ ½ < ν.
	// Beyond ½ it fails: xK₁(x) has the slope 0 at 0, where a completely monotone function is steepest. (As a function of t it is one.)
	case "matern":
		err = ev.plain(true, true)
		mu, nu := ev.Shift.Value, ev.Order.Value
		if !atMost(mu, constant.Rat(big.NewRat(1, 2))) || !atMost(mu, nu) && !atMost(mu, nu.Neg()) {
			return nil, rule.Reject("the power %s of x exceeds the order or 1/2", mu)
		}
		e = formula.Apply(formula.OpMul, pow(x, mu), ev.of(formula.OpBesselK, x))
	// e^(−x) x^(−ν) I_ν(x) = C ∫_{−1}^1 (1−u²)^(ν−½) e^(−x(1−u)) du, C > 0 for ν > −½ (DLMF 10.32.2), and the limit at
	// ν = −½; (x^(−ν) I_ν)′ = x^(−ν) I_{ν+1} puts u under the integral, and 1 ± u ≥ 0.
	case "besseli", "besseli+", "besseli-":
		err = ev.plain(true, false)
		if !atMost(constant.Rat(big.NewRat(-1, 2)), ev.Order.Value) {
			return nil, rule.Reject("the order %s is below −1/2", ev.Order)
		}
		e = ev.of(formula.OpBesselI, x)
		if op, two := map[string]formula.Op{"besseli+": formula.OpAdd, "besseli-": formula.OpSub}[ev.Function]; two {
			e = formula.Apply(op, e, formula.Apply(formula.OpBesselI, expr(ev.Order.Add(constant.Int(1))), x))
		}
		e = formula.Apply(formula.OpMul, formula.Apply(formula.OpExp, formula.Apply(formula.OpNeg, x)), e)
		e = formula.Apply(formula.OpMul, e, pow(x, ev.Order.Neg()))
	// Γ(x+a)/Γ(x+b) = Γ(b−a)^(−1) ∫ e^(−xy) e^(−ay) (1−e^(−y))^(b−a−1) dy for 0 ≤ a < b (DLMF 5.12.1, t = e^(−y)), 1 for a = b.
	case "gamma": // the order is a, the shift b
		if !atMost(constant.Int(0), ev.Order.Value) || !atMost(ev.Order.Value, ev.Shift.Value) {
			return nil, rule.Reject("0 ≤ %s ≤ %s is not proved", ev.Order, ev.Shift)
		}
		over := formula.Apply(formula.OpGamma, formula.Apply(formula.OpAdd, x, expr(ev.Shift.Value)))
		e = formula.Apply(formula.OpDiv, formula.Apply(formula.OpGamma,
			formula.Apply(formula.OpAdd, x, expr(ev.Order.Value))), over)
	default:
		return nil, rule.Reject("the rule is not about %q", ev.Function)
	}
	if err != nil {
		return nil, err
	}
	return g.Needs(Bernstein, k), composed(g, e)
}

// density is Σ_i P_i(v) exp(−a_i² v/4), v = 1/s: 2√π s^(3/2) times the inverse Laplace transform of
// Σ_i p_i(z) exp(−a_i z).
// f = ∫ e^(−st) ρ(s) ds is completely monotone if ρ ≥ 0 (Bernstein), and ρ is continuous here, so
// that ρ ≥ 0 is also necessary; the two tests of it below are sufficient only.
type density struct {
	rates []constant.Value
	polys []constPolynomial // P_i
}

// constPolynomial is a polynomial by its coefficients.
// Coefficients are exact constants: √2 and π may occur in them.
type constPolynomial []constant.Value

// notNegative rejects a polynomial that is not proved to be nonnegative on (0,∞): it has no negative
// coefficient, or rational ones, of which polynomial.Int decides.
// "Nonnegative" is on the open half line, where even zeros of even order are allowed; rational coefficients are decided
// exactly, by Sturm's theorem. Coefficients that are not rational have to be nonnegative one by one.
func (p constPolynomial) notNegative() error {
	negative := false
	for _, c := range p {
		s, known := c.Sign()
		if known != ball.True {
			return rule.Incomplete("the sign of the coefficient %s is not known", c)
		}
		negative = negative || s < 0
	}
	if !negative {
		return nil
	}
	var q []*big.Rat
	for _, c := range p {
		r, ok := c.Rat()
		if !ok {
			return rule.Reject("a partial sum has a negative coefficient")
		}
		q = append(q, r)
	}
	switch whole := polynomial.FromRats(q); {
	case whole.Words() > maxRootWork:
		return rule.Incomplete("a partial sum has coefficients that are too long, not all nonnegative")
	case !whole.Nonnegative():
		return rule.Reject("a partial sum is negative somewhere")
	}
	return nil
}

// Limits of a mixture.
const (
	maxRates  = 32
	maxDegree = 64
	maxTop    = 400 // of the polynomial in y of a density

	maxRootWork = 20_000 // Words of polynomials whose roots are counted, as for convexity: of 64 coefficients of 20 words that takes a minute
)

// readRates reads terms with polynomials, the rates of which increase.
// Increasing rates are what partial summation rests on, and they are different: the terms of one rate are one polynomial.
func readRates(terms []Rate) (rates []number, polynomials [][]number, err error) {
	if len(terms) == 0 || len(terms) > maxRates {
		return nil, nil, rule.Reject("%d terms", len(terms))
	}
	for i, t := range terms {
		a, err := readConstant(t.Rate)
		if err != nil {
			return nil, nil, err
		}
		if i > 0 && !increases(rates[i-1].value, a.value) {
			return nil, nil, rule.Reject("the rates are not proved to increase")
		}
		if len(t.Coefficients) > maxDegree {
			return nil, nil, rule.Reject("a polynomial of %d coefficients", len(t.Coefficients))
		}
		var p []number
		for _, text := range t.Coefficients {
			c, err := readConstant(text)
			if err != nil {
				return nil, nil, err
			}
			p = append(p, c)
		}
		rates, polynomials = append(rates, a), append(polynomials, p)
	}
	return rates, polynomials, nil
}

// density reads the evidence; the sum that it describes must be k.
func (ev Mixture) density(g rule.Goal) (*density, error) {
	d, sum, err := ev.read()
	if err != nil {
		return nil, err
	}
	return d, composed(g, sum)
}

// read returns the density and the sum that the evidence describes.
// The least rate is positive: e^(−a√t) with a = 0 is the transform of δ₀, of which φ_a is no density.
func (ev Mixture) read() (*density, *formula.Expr, error) {
	rates, polynomials, err := readRates(ev.Terms)
	if err != nil {
		return nil, nil, err
	}
	if rates[0].sign <= 0 {
		return nil, nil, rule.Reject("the rate %s is not positive", ev.Terms[0].Rate)
	}
	sum := formula.Int(0)
	for i, p := range polynomials {
		if len(p) == 0 {
			return nil, nil, rule.Reject("a polynomial of 0 coefficients")
		}
		for j, c := range p {
			term := formula.Apply(formula.OpMul, c.Expr, pow(formula.Variable(), constant.Int(int64(j))))
			sum = formula.Apply(formula.OpAdd, sum, formula.Apply(formula.OpMul, term, formula.Apply(formula.OpExp,
				formula.Apply(formula.OpNeg, formula.Apply(formula.OpMul, rates[i].Expr, formula.Variable())))))
		}
	}
	return densityOf(rates, polynomials), sum, nil
}

// densityOf is the density of the mixture that readRates has read.
// Rates and coefficients come from readRates: increasing, and as many polynomials as rates.
func densityOf(rates []number, polynomials [][]number) *density {
	d := new(density)
	for i, p := range polynomials {
		var values []constant.Value
		for _, c := range p {
			values = append(values, c.value)
		}
		d.rates = append(d.rates, rates[i].value)
		d.polys = append(d.polys, transform(rates[i].value, values))
	}
	return d
}

// transform returns P with P(v) e^(−a²v/4) = p(−∂/∂a) [a e^(−a²v/4)], because z^j e^(−az) = (−∂/∂a)^j e^(−az) and
// e^(−a√t) is the Laplace transform of a s^(−3/2) e^(−a²/(4s))/(2√π). With Q_j e^(−a²v/4) = (−∂/∂a)^j [a e^(−a²v/4)],
// that is Q_0 = a, Q_{j+1} = −∂Q_j/∂a + (av/2) Q_j, one has Q_j(a, v) = a^(1−j) R_j(a²v), R_0 = 1, R_{j+1} = (j−1) R_j
// − 2vR_j′ + (v/2) R_j.
// a^(1−j+2l) has an exponent ≥ 0 wherever R_j has a coefficient that is not 0 in v^l: Q_j is a
// polynomial in a and v, R_j having powers v^l with 2l ≥ j − 1 only.
func transform(a constant.Value, p []constant.Value) constPolynomial {
	n := len(p)
	powers := []constant.Value{constant.Rat(big.NewRat(1, 1))} // of a; Q_j is a polynomial
	power := func(i int) constant.Value {
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
	out := make(constPolynomial, n+1)
	for j, c := range p {
		if z, ok := c.Rat(); !ok || z.Sign() != 0 {
			for l, q := range r {
				if q.Sign() != 0 {
					out[l] = out[l].Add(c.Mul(power(1 - j + 2*l)).Mul(constant.Rat(q)))
				}
			}
		}
		next := make([]*big.Rat, n+1)
		for l := range next {
			next[l] = new(big.Rat).Mul(r[l], big.NewRat(int64(j-1-2*l), 1))
			if l > 0 {
				next[l].Add(next[l], new(big.Rat).Mul(r[l-1], big.NewRat(1, 2)))
			}
		}
		r = next
	}
	return out
}

// Three sufficient conditions for Σ_i P_i(v) e^(−a_i² v/4) ≥ 0, v > 0. None is necessary: what fails here is not refuted.
func expPolynomialRule(_ *rule.Checker, g rule.Goal, ev Mixture) error {
	d, err := ev.density(g)
	if err != nil {
		return err
	}
	if d.powersNotNegative() {
		return nil
	}
	exponents := make([]constant.Value, len(d.rates))
	for i, a := range d.rates {
		exponents[i] = a.Mul(a).Scale(big.NewRat(1, 4))
	}
	return densityNotNegative(exponents, d.polys)
}

// densityNotNegative wants Σ_i P_i(v) e^(−b_i v) ≥ 0 on (0,∞), the b_i increasing, by one of two conditions.
func densityNotNegative(exponents []constant.Value, polynomials []constPolynomial) error {
	err := sumsNotNegative(polynomials)
	if err != nil && firstNotNegative(exponents, polynomials) {
		return nil
	}
	return err
}

// powersNotNegative proves Σ_i c_i y^(n_i) ≥ 0 for 0 < y < 1 where the P_i are constants c_i and n_i = L a_i², with one
// L, are whole: it is the density at v, y = e^(−v/(4L)).
// A polynomial in y of degree n_m = L a_m², whose sign on (0,1) is exact by y = 1/(1+x) and Sturm's theorem. P_i has one
// coefficient that may differ from 0: p_i is then a constant c and P_i = c·a_i. The rates are different and positive, and so are the powers.
func (d *density) powersNotNegative() bool {
	squares, coefs := make([]*big.Rat, len(d.polys)), make([]*big.Rat, len(d.polys))
	for i, p := range d.polys {
		a, ok := d.rates[i].Rat()
		c, rational := p[0].Rat()
		if !ok || !rational || slices.ContainsFunc(p[1:], func(c constant.Value) bool { return !c.IsZeroForm() }) {
			return false
		}
		squares[i], coefs[i] = new(big.Rat).Mul(a, a), c
	}
	powers, _ := polynomial.Integers(squares)
	// Only the size of the work is bounded here.
	top := powers[len(powers)-1] // the rates increase
	if top.CmpAbs(big.NewInt(maxTop)) > 0 {
		return false
	}
	sum := make([]*big.Rat, top.Int64()+1)
	for j := range sum {
		sum[j] = new(big.Rat)
	}
	for i, c := range coefs {
		sum[powers[i].Int64()] = c
	}
	return polynomial.FromRats(sum).Between(new(big.Rat), big.NewRat(1, 1)).ShownNonnegative(maxRootWork)
}

// sumsNotNegative wants P_1 + … + P_i ≥ 0 on (0,∞) for every i. Then Σ_i P_i e^(−b_i v) ≥ 0 for increasing b_i, for it
// is Σ_i (P_1 + … + P_i) (e^(−b_i v) − e^(−b_{i+1} v)), the last term without its second exponential.
// e^(−b_i v) − e^(−b_{i+1} v) ≥ 0 because the b_i increase. A partial sum that is negative
// somewhere is not excluded to be made up for by later ones: the condition is sufficient.
func sumsNotNegative(polynomials []constPolynomial) error {
	var partial constPolynomial
	for _, p := range polynomials {
		for len(partial) < len(p) {
			partial = append(partial, constant.Value{})
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

// Limits of firstNotNegative: the order of T, the later terms with a negative coefficient, and the bits and binary exponents that
// bounds of constants have.
const (
	expOrder    = 12
	maxNegative = 2
	boundBits   = 32
	maxExponent = 1000
)

// firstNotNegative proves Σ_i P_i(v) e^(−b_i v) ≥ 0 on (0,∞) for increasing b_i if P_1 outweighs the negative parts of the others.
// Let −N_i be the terms of P_i that have, or may have, negative coefficients, and T(x) = Σ_{j ≤ n} x^j/j! ≤ e^x for x ≥ 0. Times e^(b_1 v)
// the i-th term is at least −N_i(v) e^(−(b_i−b_1)v) ≥ −N_i(v)/T((b_i−b_1)v), so that P_1 Π_i T_i − Σ_i N_i Π_{j≠i} T_j ≥ 0 is
// enough. As v > 0, coefficients of P_1 and −N_i and differences b_i − b_1 may be replaced by rationals below them; a difference that is
// not proved to be positive becomes 0, T = 1.
func firstNotNegative(exponents []constant.Value, polynomials []constPolynomial) bool {
	lower := func(p constPolynomial, most *big.Rat) ([]*big.Rat, bool) {
		out, negative := make([]*big.Rat, len(p)), false
		for i, c := range p {
			if out[i] = below(c); out[i] == nil {
				return nil, false
			}
			if most != nil && out[i].Cmp(most) > 0 {
				out[i] = most
			}
			negative = negative || out[i].Sign() < 0
		}
		return out, negative
	}
	first, _ := lower(polynomials[0], nil)
	if first == nil {
		return false
	}
	var parts, powers []polynomialRat // −N_i and T_i
	for i, p := range polynomials[1:] {
		n, negative := lower(p, new(big.Rat))
		if n == nil {
			return false
		}
		if !negative {
			continue
		}
		delta := below(exponents[i+1].Sub(exponents[0]))
		if delta == nil || delta.Sign() < 0 {
			delta = new(big.Rat)
		}
		t, power := make(polynomialRat, expOrder+1), big.NewRat(1, 1)
		for j := range t {
			t[j] = power
			power = new(big.Rat).Mul(power, delta)
			power.Quo(power, big.NewRat(int64(j+1), 1))
		}
		parts, powers = append(parts, n), append(powers, t)
	}
	if len(parts) > maxNegative {
		return false
	}
	sum := polynomialRat(first)
	for i, n := range parts {
		sum = sum.mul(powers[i])
		for j, t := range powers {
			if j != i {
				n = n.mul(t)
			}
		}
		parts[i] = n
	}
	for _, n := range parts {
		sum = sum.add(n)
	}
	return polynomial.FromRats(sum).ShownNonnegative(maxRootWork)
}

// below returns a rational c′ ≤ c, c itself if it is one, nil if no enclosure is known or its size is beyond maxExponent.
func below(c constant.Value) *big.Rat {
	if r, ok := c.Rat(); ok {
		return r
	}
	b := c.Ball(nil, 2*boundBits).Lower(nil, boundBits)
	if e := b.MantExp(nil); b.IsInf() || e > maxExponent || e < -maxExponent {
		return nil
	}
	r, _ := b.Rat(nil)
	return r
}

// polynomialRat is a polynomial with rational coefficients.
type polynomialRat []*big.Rat

func (p polynomialRat) mul(q polynomialRat) polynomialRat {
	out := make(polynomialRat, max(0, len(p)+len(q)-1))
	for i := range out {
		out[i] = new(big.Rat)
	}
	for i, a := range p {
		for j, b := range q {
			out[i+j].Add(out[i+j], new(big.Rat).Mul(a, b))
		}
	}
	return out
}

func (p polynomialRat) add(q polynomialRat) polynomialRat {
	out := make(polynomialRat, max(len(p), len(q)))
	for i := range out {
		out[i] = new(big.Rat)
		if i < len(p) {
			out[i].Add(out[i], p[i])
		}
		if i < len(q) {
			out[i].Add(out[i], q[i])
		}
	}
	return out
}

// (x+a)^(−k) = ∫ e^(−xs) e^(−as) s^(k−1)/(k−1)! ds for x + a > 0: x = B > 0 and a ≥ 0. With a < 0 there is a pole in (0,∞).
// The density Σ P_i(s) e^(−a_i s) is ≥ 0 by sumsNotNegative; F is completely monotone in x, and F(B) in t.
func rationalRule(c *rule.Checker, g rule.Goal, ev Fractions) ([]rule.Goal, error) {
	k, err := readFormula(ev.Argument)
	if err != nil {
		return nil, err
	}
	if err := normal.Positive(k.Expr()); err != nil {
		return nil, err
	}
	rates, polynomials, err := readRates(ev.Terms)
	if err != nil {
		return nil, err
	}
	if rates[0].sign < 0 {
		return nil, rule.Reject("the rate %s is negative", ev.Terms[0].Rate)
	}
	sum := formula.Int(0)
	var transforms []constPolynomial
	for i, p := range polynomials {
		base := formula.Apply(formula.OpAdd, k.Expr(), rates[i].Expr)
		factorial := new(big.Rat).SetInt64(1)
		var q constPolynomial
		for j, c := range p {
			sum = formula.Apply(formula.OpAdd, sum, formula.Apply(formula.OpMul, c.Expr, pow(base, constant.Int(int64(-j-1)))))
			if j > 0 {
				factorial.Mul(factorial, big.NewRat(int64(j), 1))
			}
			q = append(q, c.value.Mul(constant.Rat(new(big.Rat).Inv(factorial))))
		}
		transforms = append(transforms, q)
	}
	exponents := make([]constant.Value, len(rates))
	for i, a := range rates {
		exponents[i] = a.value
	}
	if err := densityNotNegative(exponents, transforms); err != nil {
		return nil, err
	}
	if err := composed(g, sum); err != nil {
		return nil, err
	}
	return g.Needs(Bernstein, k), nil
}
