package sphere

import (
	"math/big"
	"slices"

	"krein/ball"
	"krein/internal/budget"
	"krein/internal/certify/check/rule"
	"krein/internal/kernel/constant"
	"krein/internal/kernel/formula"
	"krein/kernel"
)

// atomsOf finds the form of f(u) = k(√(2−2u)) on [−1,1], where it is continuous, and its Maclaurin series, which
// converges for |u| < 1. The error says why there is none.
//
// Conditions, maxima and absolute values are resolved for 0 < z < 2 first; what that changes at the
// ends is found by continuous.
func atomsOf(k *kernel.Kernel) (*AtomSum, error) {
	a := atomArith{k.Constants()}
	x, err := formula.Eval(inside(k.Expr(), k.Constants(), true), a.distance(), formula.Arith[AtomSum](a))
	if err != nil {
		return nil, err
	}
	f := AtomSum{poly: x.poly, meter: k.Meter()}
	for _, t := range x.terms {
		if t.wave() {
			// (1−u)^e for a whole e ≥ 0 is a polynomial; any other power of a wave has no series
			// here.
			root := atom{formula.OpPow, 1, constInt(1), t.e, nil}.alone()
			if t.p, t.e = t.p.mul(root.poly), new(big.Rat); len(root.terms) > 0 {
				return nil, errNotAtoms
			}
		}
		f = f.plus(t)
	}
	return &f, continuous(k, func(u int64) (constant.Value, error) { return f.at(u, a.constants) })
}

// at returns f(u) for u = ±1.
//
// An atom that has no value there, as log(1−u) at u = 1, is an error: f is not continuous, or its
// limit is not known.
func (x AtomSum) at(u int64, constants formula.Arith[constant.Value]) (v constant.Value, err error) {
	v = x.poly.at(constInt(u))
	for _, t := range x.terms {
		arg := t.rate
		if t.q%2 == 1 {
			arg = arg.Mul(constInt(u))
		}
		// An atom that has a value at u = ±1 is continuous there: only (1−ru^q)^p with p < 0 and log(1−ru^q) are not where
		// 1 − ru^q = 0, and have none.
		w := constInt(1)
		switch {
		// u = −1 is z = 2, where Λ(rz) is Λ(2r); at u = 1 it is Λ(0) = 1.
		case t.wave() && u < 0:
			w, err = lambda(t.atom.p, t.rate.Scale(big.NewRat(2, 1)))
		case t.wave():
		case t.op == formula.OpPow:
			w, err = constants.PowRat(constInt(1).Sub(arg), t.atom.p)
		case t.op == formula.OpLog:
			w, err = constants.Unary(t.op, constInt(1).Sub(arg))
		case t.atom.p != nil:
			w, err = constants.Bessel(t.op, constant.Rat(t.atom.p), arg)
		default:
			w, err = constants.Unary(t.op, arg)
		}
		if err != nil {
			return v, err
		}
		v = v.Add(w.Mul(t.p.at(constInt(u))))
	}
	return v, nil
}

// maclaurin returns the coefficients of the atom, n < length, or those that bound them if it is a wave.
//
// The denominators j + x are positive: x ≥ ½.
func (a atom) maclaurin(length int, m *budget.Meter) (constPoly, error) {
	b, s := make(constPoly, length), a.series()
	g := s.lead
	for n, j := s.first, int64(0); n < length; n, j = n+s.step, j+1 {
		b[n] = g
		var ok bool
		if g, ok = g.Product(s.ratio, m); !ok {
			return nil, errSpent(m)
		}
		for _, x := range s.above {
			g = g.Scale(new(big.Rat).Add(big.NewRat(j, 1), x))
		}
		for _, x := range s.below {
			g = g.Scale(new(big.Rat).Inv(new(big.Rat).Add(big.NewRat(j, 1), x)))
		}
	}
	return b, nil
}

// errSpent says that the work of m is spent.
func errSpent(m *budget.Meter) error { return rule.Incomplete("%v", m.Err()) }

// Maclaurin returns the coefficients b_n of f, n < length.
//
// The product of the polynomial and the series of each atom, exactly; a Λ that has no closed form
// is a constant with a Bessel function in it.
func (x AtomSum) Maclaurin(length int) (b constPoly, err error) {
	b = make(constPoly, length)
	copy(b, x.poly)
	for _, t := range x.terms {
		of, err := t.maclaurin(length, x.meter)
		if err != nil {
			return nil, err
		}
		for j, g := range of {
			if t.wave() {
				v, err := lambda(new(big.Rat).Add(t.atom.p, big.NewRat(int64(j), 1)),
					t.rate.Mul(constant.Pow(constInt(2), big.NewRat(1, 2))))
				if err != nil {
					return nil, err
				}
				g = g.Mul(v)
			}
			for i, c := range t.p {
				n := j + i
				if n >= length {
					break
				}
				v, ok := c.Product(g, x.meter)
				if !ok {
					return nil, errSpent(x.meter)
				}
				b[n] = b[n].Add(v)
			}
		}
	}
	return b, nil
}

// closedForms are the Gegenbauer coefficients of degree n > 0 of atoms on S¹ and S² as functions of r and n, or p and n,
// q = 1; those of degree 0, the means, where they are others, have the key −d. Those of (1−u)^p are below.
var closedForms = map[int]map[formula.Op]string{
	2: {formula.OpExp: "2*besseli(n,r)", formula.OpLog: "-2/n*((1-(1-r^2)^(1/2))/r)^n",
		formula.OpPow: "2*(1-r^2)^(-1/2)*((1-(1-r^2)^(1/2))/r)^n"},
	-2: {formula.OpExp: "besseli(0,r)", formula.OpLog: "log((1+(1-r^2)^(1/2))/2)", formula.OpPow: "(1-r^2)^(-1/2)"},
	3:  {formula.OpExp: "(2*n+1)*(pi/(2*r))^(1/2)*besseli(n+1/2,r)"},
	-3: {formula.OpExp: "(exp(r)-exp(-r))/(2*r)", formula.OpLog: "((1+r)*log(1+r)-(1-r)*log(1-r))/(2*r)-1",
		formula.OpPow: "((1+r)^(p+1)-(1-r)^(p+1))/(2*r*(p+1))"},
}

// coefficient returns the Gegenbauer coefficient of degree n where it has a closed form.
//
// Of u^i a(u) by i steps of timesU, each of which needs one neighbour on either side: from n−(L−1)
// to n+(L−1) for a polynomial of L coefficients, degrees below 0 aside.
func (x AtomSum) coefficient(d, n int) (c constant.Value, err error) {
	p, err := x.poly.gegenbauer(d, x.meter)
	if err == nil && n < len(p) {
		c = p[n]
	}
	if err != nil {
		return c, err
	}
	for _, t := range x.terms {
		if len(t.p) == 0 {
			continue
		}
		// of the atom around n, and of it times u, …
		from := max(0, n+1-len(t.p))
		a := make([]constant.Value, n+len(t.p)-from)
		for i := range a {
			if a[i], err = t.coefficient(d, from+i); err != nil {
				return c, err
			}
		}
		for _, by := range t.p {
			if n-from < len(a) {
				c = c.Add(by.Mul(a[n-from]))
			}
			a, from = timesU(a, from, d)
		}
	}
	return c, nil
}

// timesU returns the coefficients of uf from some successive ones of f, those of degree from on; what depends on others
// is left out.
//
// The coefficient of P_n in uf has from P_{n+1} the share (n+1)/(2n+d), from P_{n−1} the share
// (n+d−3)/(2n+d−4), and from P_0 all.
func timesU(a []constant.Value, from, d int) (b []constant.Value, first int) {
	first = from + 1
	if from == 0 {
		first = 0
	}
	for n := first; n+1 < from+len(a); n++ { // u P_m = ((m+d−2) P_{m+1} + m P_{m−1})/(2m+d−2), u P_0 = P_1
		v := a[n+1-from].Scale(big.NewRat(int64(n+1), int64(2*n+d)))
		switch {
		// Then from is 0: degree 1 is in reach of its neighbours only if degree 0 is.
		case n == 1:
			v = v.Add(a[0-from])
		case n > 1:
			v = v.Add(a[n-1-from].Scale(big.NewRat(int64(n+d-3), int64(2*n+d-4))))
		}
		b = append(b, v)
	}
	return b, first
}

// coefficient is that of an atom.
//
// docs/rules/maclaurin.md has the formulas with their reasons. For 1−ru, 0 < |r| < 1, ρ =
// (1−√(1−r²))/r has 2ρ/(1+ρ²) = r, so that 1 − r cos θ = (1 − 2ρ cos θ + ρ²)/(1+ρ²): Poisson's
// kernel for the power −1, −2 Σ ρⁿ cos nθ/n for the logarithm. A formula outside of its domain, as
// a root of r < 0 for n > 0 on S², is an error of the constants.
func (a atom) coefficient(d, n int) (c constant.Value, err error) {
	// For |r| = 1 the formulas of 1−ru, |r| < 1, are wrong or limits; (1∓u)^p has its own (ofRoot), and that of log(1∓u) is the
	// limit, by Abel's theorem: −log 2 − 2 Σ (±1)ⁿ cos nθ/n.
	unit := a.rate.Mul(a.rate).Equal(constInt(1)) == ball.True
	if a.q == 2 && a.op == formula.OpPow && unit && a.rate.Positive() && a.p.Cmp(big.NewRat(1, 2)) == 0 && d == 2 { // sin θ
		switch {
		case n == 0:
			c = constant.Pi().Inv().Scale(big.NewRat(2, 1))
		case n%2 == 0:
			c = constant.Pi().Inv().Scale(big.NewRat(-4, int64(n*n-1)))
		}
		return c, nil
	}
	if a.q != 1 || d != 2 && d != 3 {
		return c, errNotAtoms
	}
	if a.op == formula.OpPow && unit {
		return a.ofRoot(d, n)
	}
	if a.op == formula.OpAsin && unit && d == 2 { // π/2 − θ
		if n%2 == 1 {
			c = constant.Pi().Inv().Mul(a.rate).Scale(big.NewRat(4, int64(n*n)))
		}
		return c, nil
	}
	key := d
	if n == 0 {
		key = -d
	}
	form, ok := closedForms[key][a.op]
	r, ok2 := a.rate.Expr()
	if !ok || !ok2 || d == 2 && a.op == formula.OpPow && a.p.Cmp(big.NewRat(-1, 1)) != 0 {
		return c, errNotAtoms
	}
	names := map[string]*formula.Expr{"r": r, "n": formula.Int(int64(n))}
	if a.p != nil {
		names["p"] = formula.Rational(a.p)
	}
	e, _ := formula.Read(form, names)
	return constant.New(e)
}

// ofRoot is that of (1−u)^p, or (1+u)^p: on S¹ Γ(p+½)/(√π Γ(p+1)) 2^p (−p)_n/(p+1)_n, twice that for n > 0, and on S²
// (2n+1) 2^p (−p)_n/(p+1)_{n+1} (the integral of (sin θ/2)^{2p} cos nθ, and Rodrigues' formula); p > −1/2.
//
// (1−cos θ)^p = 2^p (sin θ/2)^{2p}: for p > −½ the integral over θ exists. With n = 0 on S²: ½ ∫
// (1−u)^p du = 2^p/(p+1).
func (a atom) ofRoot(d, n int) (c constant.Value, err error) {
	half, one := big.NewRat(1, 2), big.NewRat(1, 1)
	if new(big.Rat).Add(a.p, half).Sign() <= 0 {
		return c, errNotAtoms
	}
	c = constant.Pow(constInt(2), a.p)
	f := big.NewRat(1, 1)
	if d == 2 {
		root := constant.Pow(constant.Pi(), big.NewRat(-1, 2))
		c = c.Mul(root).Mul(gammaAbove(new(big.Rat).Sub(a.p, half))).Mul(gammaAbove(a.p).Inv())
		if n > 0 {
			f.SetInt64(2)
		}
	} else {
		f.SetInt64(int64(2*n + 1))
		f.Quo(f, new(big.Rat).Add(a.p, big.NewRat(int64(n+1), 1)))
	}
	for j := range int64(n) {
		f.Mul(f, new(big.Rat).Sub(big.NewRat(j, 1), a.p))
		f.Quo(f, new(big.Rat).Add(new(big.Rat).Add(a.p, one), big.NewRat(j, 1)))
	}
	// r² = 1 leaves two values of r. A sign that is not known is neither.
	switch s, known := a.rate.Sign(); {
	case known != ball.True:
		return c, errNotAtoms
	case s < 0 && n%2 == 1:
		f.Neg(f)
	}
	return c.Scale(f), nil
}

// progression is what one power of u in the polynomial of one atom contributes to b_n for n = from, from + period, …:
// value at n = from, times Π ratio·above(i)/below(i) over the steps before, above and below positive polynomials of the
// number i ≥ 0 of the step; at least that, if it is positive, and at most that without its sign, of a wave.
type progression struct {
	value, ratio constant.Value
	above, below constPoly
}

// period is the least common multiple of the steps of the series, twice those of alternating ones, or a number above
// maxPeriod.
func (x AtomSum) period() int {
	l := 1
	for _, t := range x.terms {
		if l > maxPeriod { // the multiple of many steps would overflow, and a negative period has no class to be checked
			break
		}
		// A ratio whose sign is not known is left to TailNonnegative, which ends there.
		step := t.series().step
		if sign, _ := t.series().ratio.Sign(); sign < 0 {
			step *= 2
		}
		for m := l; l%step != 0; l += m {
		}
	}
	return l
}

// progressions returns those that are not zero, if all is as wanted from there on.
//
// Of c u^i a(u) only the degrees n = i + first + step·j contribute. Those of the class of `from`
// modulo the period L are at j₀ + s L/step, s = 0, 1, …; from one to the next there are L/step
// steps of the series, with j = j₀ + (L/step) s + l: each (j + a) is a linear polynomial in s,
// positive for s ≥ 0 if a + j₀ + l > 0.
func (x AtomSum) progressions(from, period int) (out []progression, err error) {
	// Beyond the polynomial P.
	if from < len(x.poly) {
		return nil, errFrom
	}
	for _, t := range x.terms {
		s := t.series()
		g, err := t.maclaurin(from+1, x.meter)
		if err != nil {
			return nil, err
		}
		steps := period / s.step
		for i, c := range t.p {
			n := from - i - s.first
			if n < 0 {
				return nil, errFrom
			}
			if n%s.step != 0 {
				continue
			}
			p := progression{c.Mul(g[from-i]), constInt(1), constPoly{constInt(1)}, constPoly{constInt(1)}}
			// Λ_δ(x) is a mean of cos(xs) over |s| ≤ 1 with the mean square 1/δ, for δ ≥ 1; cos y ≥
			// 1 − y²/2. The bracket grows with δ, so that its value at the first step is right for
			// all. A negative term is bounded by its g alone.
			if t.wave() { // 1 ≥ Λ_δ(√2 r) ≥ 1 − r²/δ, as δ ≥ 1
				delta := new(big.Rat).Mul(new(big.Rat).Add(t.atom.p, big.NewRat(int64(n+1), 1)), big.NewRat(2, 1))
				least := constInt(1).Sub(t.rate.Mul(t.rate).Scale(delta.Inv(delta)))
				if !least.Positive() {
					return nil, errFrom
				}
				if sign, _ := p.value.Sign(); sign > 0 {
					p.value = p.value.Mul(least)
				}
			}
			for range steps {
				p.ratio = p.ratio.Mul(s.ratio)
			}
			for _, side := range []struct {
				to   *constPoly
				from []*big.Rat
			}{{&p.above, s.above}, {&p.below, s.below}} {
				for _, a := range side.from {
					for l := range steps { // j = n/step + steps·i + l
						at := new(big.Rat).Add(a, big.NewRat(int64(n/s.step+l), 1))
						if at.Sign() <= 0 {
							return nil, errFrom
						}
						*side.to = side.to.mul(constPoly{constant.Rat(at), constInt(int64(steps))})
					}
				}
			}
			out = append(out, p)
		}
	}
	return out, nil
}

// atMost reports whether |ratio| of p, of known sign, is proved to be at most that of q at every step.
//
// |ρ_p(i)| ≤ ρ_q(i), multiplied out with the positive denominators: nonnegative coefficients of the
// difference prove it for all i ≥ 0.
func (p progression) atMost(q progression) bool {
	sign, _ := p.ratio.Sign()
	size := p.ratio.Scale(big.NewRat(int64(sign), 1))
	return q.above.mul(p.below).scale(q.ratio).add(p.above.mul(q.below).scale(size.Neg())).allNonnegative("") == nil
}

// maxPeriod bounds the period.
const maxPeriod = 24

// TailNonnegative proves b_n ≥ 0 for all n ≥ from. Of either class of degrees modulo the period let the positive
// progressions whose ratios are at least those, without their signs, of all that are, or become, negative add up to no
// less than these at the first step: then they do so ever after.
//
// The proof is in docs/rules/maclaurin.md: let U_s and D_s be the sums at the s-th step of the
// chosen positive progressions and of the others' absolute values. U_{s+1} ≥ max ρ_D(s) U_s ≥ max
// ρ_D(s) D_s ≥ D_{s+1}. Positive progressions that are not chosen are left out. A sign that is not
// known, and a positive value with a negative ratio, count as negative or end the proof. The
// classes `from`, …, from+L−1 are all degrees from `from` on.
func (x AtomSum) TailNonnegative(from int) error {
	period := x.period()
	if period > maxPeriod {
		return errFrom
	}
	for class := range period {
		all, err := x.progressions(from+class, period)
		if err != nil {
			return err
		}
		var up, down []progression
		var sum constant.Value
		for _, p := range all {
			sign, known := p.value.Sign()
			steady, known2 := p.ratio.Sign()
			switch {
			case known != ball.True || known2 != ball.True:
				return errFrom
			case sign > 0 && steady >= 0:
				up = append(up, p)
			case sign != 0:
				down = append(down, p)
				sum = sum.Sub(p.value.Scale(big.NewRat(int64(sign), 1)))
			}
		}
		for _, p := range up {
			if !slices.ContainsFunc(down, func(q progression) bool { return !q.atMost(p) }) {
				sum = sum.Add(p.value)
			}
		}
		if s, known := sum.Sign(); known != ball.True || s < 0 {
			return errFrom
		}
	}
	return nil
}
