// Package family recognises the functions of which it is known when they are positive definite: it guesses the
// parameters from a few terms at 0 and at the end of the support, and the checker compares.
package family

import (
	"fmt"
	"math"
	"math/big"
	"slices"

	"krein/ball"
	"krein/internal/certify/check/pd"
	"krein/internal/certify/check/rule"
	"krein/internal/certify/check/shape"
	"krein/internal/certify/check/wave"
	"krein/internal/certify/parts"
	"krein/internal/kernel/asymptotic"
	"krein/internal/kernel/constant"
	"krein/internal/kernel/defined"
	"krein/internal/kernel/formula"
	"krein/internal/kernel/numeric"
	"krein/internal/kernel/piecewise"
	"krein/kernel"
)

// Member says that a kernel is, or is not, positive definite as a member of a family.
type Member struct {
	Name     string
	Holds    bool
	Evidence pd.FamilyEvidence
}

// Rule is the rule of the checker that says so.
func (m Member) Rule() string {
	if m.Holds {
		return "pd." + m.Name
	}
	return "pd.not-" + m.Name
}

// Of returns what k may be, with both answers where there is a rule for both.
func Of(k *kernel.Kernel) []Member {
	var out []Member
	is := func(name, factor string, params ...string) {
		out = append(out, Member{name, true, pd.FamilyEvidence{Factor: factor, Params: params}})
	}
	either := func(name, factor string, params ...string) {
		is(name, factor, params...)
		out = append(out, Member{name, false, pd.FamilyEvidence{Factor: factor, Params: params}})
	}
	if n, b, factor, ok := lambdaSeries(k); ok {
		c := factor.String()
		// Λ_r(ax)² begins as Λ_{2r+2}(2ax√((r+1)/r)) does
		r := new(big.Rat).Sub(new(big.Rat).Quo(n, big.NewRat(2, 1)), big.NewRat(1, 1))
		if r.Cmp(big.NewRat(1, 1)) >= 0 {
			a2 := b.Scale(new(big.Rat).Quo(r, new(big.Rat).Mul(big.NewRat(4, 1), new(big.Rat).Add(r, big.NewRat(1, 1)))))
			is("lambda-squared", c, a2.String(), constant.Rat(r).String())
		}
	}
	if rate, damped, ok := decayingWave(k, 1); ok {
		if omega, err := rateOf(k.Expr(), damped.b2); err == nil {
			switch damped.n {
			case "1":
				either("damped-cosine", damped.factor, rate, omega.String())
			case "3":
				either("damped-sine", damped.factor, rate, omega.String())
			}
		}
	}
	if rate, wave, ok := decayingWave(k, 2); ok {
		either("gaussian-wave", wave.factor, rate, wave.b2, wave.n)
	}
	s, ok := supportOf(k)
	if !ok {
		return out
	}
	compactly := func(name string, params ...*big.Rat) {
		all := []string{s.radius.String()}
		for _, p := range params {
			all = append(all, constant.Rat(p).String())
		}
		is(name, s.factor.String(), all...)
	}
	one, two := big.NewRat(1, 1), big.NewRat(2, 1)
	if s.cusp.Cmp(one) == 0 {
		either("askey", s.factor.String(), s.radius.String(), s.exponent.String())
		if n := new(big.Rat).Sub(new(big.Rat).Mul(two, s.edge), one); n.IsInt() { // (n+1)/2
			compactly("euclid-hat", n)
		}
	}
	// cusp 2κ+1, edge μ+κ
	kappa := new(big.Rat).Quo(new(big.Rat).Sub(s.cusp, one), two)
	if kappa.Sign() > 0 {
		k := constant.Rat(kappa)
		is("wendland", s.factor.String(), s.radius.String(), s.exponent.Value().Sub(k).String(), k.String())
	}
	if s.cusp.Cmp(big.NewRat(3, 1)) == 0 && s.edge.Cmp(s.cusp) == 0 {
		compactly("bohman")
	}
	if s.cusp.Cmp(big.NewRat(3, 1)) == 0 && s.edge.Cmp(big.NewRat(4, 1)) == 0 {
		compactly("buhmann")
	}
	return out
}

// compact is what tells the members of a family of compactly supported functions apart: the radius,
// k(0), the exponent at the radius and the least exponent at 0 that is no even power.
type compact struct {
	radius, factor constant.Value
	edge, cusp     *big.Rat
	exponent       constant.Exponent // edge, exactly
}

// supportOf returns this for a kernel that is zero beyond a radius.
func supportOf(k *kernel.Kernel) (s compact, ok bool) {
	pieces, err := k.ExactPieces()
	if err != nil || len(pieces) < 2 {
		return s, false
	}
	n := len(pieces) - 1
	if pieces[n].Expr.Varies() {
		return s, false
	}
	if c, err := constant.New(pieces[n].Expr); err != nil || c.IsZero() != ball.True {
		return s, false
	}
	r := pieces[n].Lo
	if s.radius, err = constant.New(r.Exact); err != nil {
		return s, false
	}
	for _, order := range []int{4, 14} { // terms with parameters grow with their number
		origin, err := k.ExactAt(piecewise.Origin(), true, order)
		if err != nil {
			return s, false
		}
		s.factor, _ = origin.Limit()
		at := slices.IndexFunc(origin.Terms, func(t asymptotic.Term) bool {
			return t.Coef.IsZero() != ball.True && (t.LogPow > 0 || !t.Exp.IsEven())
		})
		if at >= 0 {
			s.cusp = numeric.Near(&origin.Terms[at].Exp)
			break
		}
	}
	for _, order := range []int{4, 16, 64, 400} {
		edge, err := k.ExactAt(r, false, order)
		if err != nil {
			return s, false
		}
		if t, ok := edge.Lead(); ok {
			s.edge, s.exponent = numeric.Near(&t.Exp), t.Exp
			break
		}
	}
	return s, s.cusp != nil && s.edge != nil && s.edge.Sign() > 0
}

// Between returns a formula of k as a combination of Askey's and Wendland's functions with the exponent e that k has at its radius,
//
//	k(0)·(λ(1−r)^e + (1−λ)(1−r)^e(1+er)),  r = z/R,
//
// of which the second is φ_{e−1,1} and has no term in r, so that λ = −k′(0)R/(e·k(0)). ok is false where nothing speaks for
// it: whether k is that function is to be proved. For exponents that are no rational numbers alone.
func Between(k *kernel.Kernel) (text string, ok bool) {
	s, ok := supportOf(k)
	if !ok || s.cusp.Cmp(big.NewRat(1, 1)) != 0 {
		return "", false
	}
	origin, err := k.ExactAt(piecewise.Origin(), true, 3)
	if err != nil {
		return "", false
	}
	e := s.exponent.Value()
	if _, rational := e.Rat(); rational { // the density has an exact form, and more is known of its sign
		return "", false
	}
	at := slices.IndexFunc(origin.Terms, func(t asymptotic.Term) bool { return t.Exp.CmpHalf(2) == 0 && t.LogPow == 0 })
	if at < 0 {
		return "", false
	}
	lambda, err := origin.Terms[at].Coef.Neg().Mul(s.radius).Quo(e.Mul(s.factor))
	if err != nil {
		return "", false
	}
	rest := constant.Int(1).Sub(lambda)
	for _, c := range []constant.Value{lambda, rest, s.factor} {
		if c.Nonnegative() != ball.True {
			return "", false
		}
	}
	mu, known := e.Sub(constant.Int(1)).Expr()
	radius, known2 := s.radius.Expr()
	if !known || !known2 {
		return "", false
	}
	return fmt.Sprintf("(%s)*(z < %[2]s ? (1 - z/(%[2]s))^(%[3]s) : 0) + (%[4]s)*(%[5]s)", s.factor.Mul(lambda), s.radius, e,
		s.factor.Mul(rest), formula.Wendland(mu, 1, radius)), true
}

// evenSeries returns c₀, c₂ and c₄ of a Maclaurin series in z².
func evenSeries(k *kernel.Kernel) (c [3]constant.Value, ok bool) {
	x, err := k.ExactAt(piecewise.Origin(), true, 6)
	if err != nil {
		return c, false
	}
	for _, t := range x.Terms {
		if t.LogPow != 0 || !t.Exp.IsEven() {
			return c, false
		}
		if i := t.Exp.Floor() / 2; i < 3 {
			c[i] = t.Coef
		}
	}
	return c, true
}

// lambdaSeries finds n and b² if the Maclaurin series c₀ + c₂z² + c₄z⁴ of an oscillating kernel is
// that of c₀ Λ_n(bz): −c₂/c₀ = b²/(2n), c₄c₀/c₂² = n/(2(n+2)).
func lambdaSeries(k *kernel.Kernel) (n *big.Rat, b, factor constant.Value, ok bool) {
	if !parts.Oscillates(k.Expr()) {
		return nil, b, factor, false
	}
	c, ok := evenSeries(k)
	if !ok {
		return nil, b, factor, false
	}
	for i, sign := range []int{1, -1, 1} {
		if s, known := c[i].Sign(); known != ball.True || s != sign {
			return nil, b, factor, false
		}
	}
	quotient, err := c[2].Mul(c[0]).Quo(c[1].Mul(c[1]))
	slope, err2 := c[1].Quo(c[0])
	ratio, rational := quotient.Rat()
	if err != nil || err2 != nil || !rational {
		return nil, b, factor, false
	}
	below := new(big.Rat).Sub(big.NewRat(1, 1), new(big.Rat).Mul(big.NewRat(2, 1), ratio))
	if below.Sign() <= 0 {
		return nil, b, factor, false
	}
	n = new(big.Rat).Quo(new(big.Rat).Mul(big.NewRat(4, 1), ratio), below)
	b = slope.Scale(new(big.Rat).Mul(big.NewRat(-2, 1), n))
	return n, b, c[0], n.Cmp(big.NewRat(1, 1)) >= 0 && n.Cmp(big.NewRat(340, 1)) <= 0
}

// bare is e without a name and without a value of its own at 0.
func bare(e *formula.Expr) *formula.Expr {
	e = e.Body()
	if rest, ok := shape.AtZero(kernel.NewNatural(e)); ok {
		return rest.Body()
	}
	return e
}

// wave is factor·Λ_n(bz).
type dampedWave struct{ factor, b2, n string }

// decayingWave reads c·exp(−az^power)·Λ_n(bz).
func decayingWave(k *kernel.Kernel, power int64) (rate string, w dampedWave, ok bool) {
	factors, c := formula.FactorList(k.Expr().Body(), false)
	for i := range factors {
		factors[i] = bare(factors[i])
	}
	at := slices.IndexFunc(factors, func(e *formula.Expr) bool { return exponentOf(e) != nil })
	if at < 0 || len(factors) < 2 {
		return "", w, false
	}
	a, ok := monomial(exponentOf(factors[at]), power, k)
	if !ok {
		return "", w, false
	}
	rest := c
	for i, e := range factors {
		if i != at {
			rest = formula.Apply(formula.OpMul, rest, e)
		}
	}
	other := k.Derive(rest)
	delta, _, ok := wave.Lambda(other.Expr())
	factor, err := rule.ValueAtZero(other)
	if !ok || err != nil {
		return "", w, false
	}
	// Λ_n(bz) = 1 − b²z²/(2n) + …
	x, err := other.ExactAt(piecewise.Origin(), true, 3)
	if err != nil {
		return "", w, false
	}
	for _, t := range x.Terms {
		if t.Exp.CmpHalf(4) == 0 && t.LogPow == 0 {
			b, err := constant.Parse(fmt.Sprintf("-2*(%s)*(%s)/(%s)", delta, t.Coef, factor))
			return a.Neg().String(), dampedWave{factor.String(), b.String(), delta.String()}, err == nil
		}
	}
	return "", w, false
}

// rateOf returns the root of b2, as it stands before the variable in a sine or cosine if it does: a nested root is no
// normal form.
func rateOf(e *formula.Expr, b2 string) (omega constant.Value, err error) {
	if omega, err = constant.Parse("sqrt(" + b2 + ")"); err != nil {
		return omega, err
	}
	near := omega.Ball(nil, 128).Nearest()
	e.Replace(func(e *formula.Expr) *formula.Expr {
		if e.Op() == formula.OpSin || e.Op() == formula.OpCos {
			if a, _, ok := wave.Linear(e.Args()[0]); ok && math.Abs(math.Abs(a.Ball(nil, 128).Nearest())-near) <= 1e-13*near {
				if omega = a; a.Ball(nil, 128).Nearest() < 0 {
					omega = a.Neg()
				}
			}
		}
		return nil
	})
	return omega, nil
}

// exponentOf returns x if e is exp(x), 1/exp(−x) or b^y, x = y log b; nil if it is none of these.
func exponentOf(e *formula.Expr) *formula.Expr {
	switch args := e.Args(); {
	case e.Op() == formula.OpExp:
		return args[0]
	case e.Op() == formula.OpDiv && args[0].String() == "1" && exponentOf(args[1]) != nil:
		return formula.Apply(formula.OpNeg, exponentOf(args[1]))
	case e.Op() == formula.OpPow && !args[0].Varies():
		return formula.Apply(formula.OpMul, args[1], formula.Apply(formula.OpLog, args[0]))
	}
	return nil
}

// monomial returns a if e, of a kernel, is seen to be az^n.
func monomial(e *formula.Expr, n int64, of *kernel.Kernel) (a constant.Value, ok bool) {
	x, err := defined.New(e)
	if err != nil {
		return a, false
	}
	s, err := x.CutAt(of.Points()).Metered(of.Meter()).ExactAt(piecewise.Origin(), true, 3)
	if err != nil || !s.Exact || len(s.Terms) != 1 || s.Terms[0].LogPow != 0 || s.Terms[0].Exp.CmpHalf(2*n) != 0 {
		return a, false
	}
	return s.Terms[0].Coef, true
}
