// Package normal has the normal form of formulas on z > 0 (docs/normal-forms.md), by which the rules of
// complete monotonicity compare and sign them. What has no form panics inside the package with a failure,
// which try makes an error.
package normal

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

	"krein/ball"
	"krein/internal/certify/check/rule"
	"krein/internal/kernel/constant"
	"krein/internal/kernel/formula"
)

// Form is a function of the distance z > 0 in normal form: a sum of terms in the order of
// their keys, which are distinct. The rules of complete monotonicity compare formulas through it. Every
// function that has a form is defined, finite and real analytic for all z > 0: what might not be
// (a quotient whose denominator is not proved to keep its sign) has none.
//
// The invariants, which every operation below keeps: (1) the function is defined and real analytic
// for all z > 0; (2) every coefficient is known not to be 0 (signOf fails where it is not known);
// (3) a power that is no natural number stands on an atom without zeros only, a broken one on a
// positive atom; (4) atoms of kind OpAdd have at least two terms. Two forms may be one function and
// differ: the answer that they do is never given.
type Form []term

// term is c·Π a^p·exp(e): a coefficient that is not zero, powers of atoms in the order of
// their keys, and an exponent without a constant term.
//
// e has no constant term, as e^c goes into the coefficient, and no rational multiple of a
// logarithm, which is a power: both for the sake of equal keys. An e with such terms is another
// spelling, and not wrong.
type term struct {
	c   constant.Value
	f   []factor
	e   Form
	key string // of all but c
}

// factor is a^p, p ≠ 0. A p that is not a natural number occurs only with an atom that has no zero
// (an integer) or is positive (any other p).
type factor struct {
	a *atom
	p *big.Rat
}

// atom is a function that is not split further: the distance (OpVar), a sum of several terms
// (OpAdd), or a function of arg, Bessel functions with their order.
//
// positive is proved when the atom is made, for its argument; false means nothing.
type atom struct {
	op       formula.Op
	arg      Form
	nu       constant.Value
	key      string
	positive bool // proved to be so for all z > 0
}

// Limits of a form; a formula beyond them has none.
//
// They bound work. A form that is cut short would be another function: beyond the limits there is
// none.
const (
	maxTerms   = 300  // of a sum that comes of products
	maxWritten = 1000 // of one that is written
	maxPower   = 12   // sums are multiplied out up to this power
	maxDepth   = 60
)

// failure is what the functions of this file panic with; try turns it into an error.
type failure struct{ why string }

func fail(format string, args ...any) { panic(failure{fmt.Sprintf(format, args...)}) }

// try runs f and returns why it failed.
//
// Any other panic is a mistake of the program and goes on.
func try(f func()) (err error) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case failure:
			err = rule.Incomplete("%s", r.why)
		default:
			panic(r)
		}
	}()
	f()
	return nil
}

var (
	ratOne  = big.NewRat(1, 1)
	ratHalf = big.NewRat(1, 2)
	ratTwo  = big.NewRat(2, 1)
)

// z is the distance.
var z = &atom{op: formula.OpVar, key: "z", positive: true}

// power returns a^p.
//
// The caller has proved what p asks of a (invariant 3).
func power(a *atom, p *big.Rat) Form {
	if p.Sign() == 0 {
		return integer(1)
	}
	return Form{term{c: number(1), f: []factor{{a, p}}}.named()}
}

func integer(n int64) Form { return constantForm(number(n)) }

// constantForm returns the form of a constant. It fails if it is not known whether it is zero.
func constantForm(c constant.Value) Form {
	if signOf(c) == 0 {
		return nil
	}
	return Form{term{c: c}.named()}
}

// signOf returns the sign of a constant or fails.
//
// That it fails for an unknown sign is what makes every "if signOf(c) < 0" below sound.
func signOf(c constant.Value) int {
	s, known := c.Sign()
	if known != ball.True {
		fail("it is not known whether the constant %s is zero", c)
	}
	return s
}

// constOp applies an operation of formulas to constants.
//
// The operation is that of exact constants: a root of a negative number, a division by zero or a
// value outside of a domain is an error, and no form.
func constOp(op formula.Op, args ...constant.Value) constant.Value {
	exprs := make([]*formula.Expr, len(args))
	for i, a := range args {
		exprs[i] = constExpr(a)
	}
	c, err := constant.New(formula.Apply(op, exprs...))
	if err != nil {
		fail("%v", err)
	}
	return c
}

func constExpr(c constant.Value) *formula.Expr {
	e, ok := c.Expr()
	if !ok {
		fail("the constant %s has no formula", c)
	}
	return e
}

// named sets the key of a term.
//
// The factors are in the order of their keys, and a key is that of the whole form below it, so that
// the key of a term says all of it but the coefficient.
func (t term) named() term {
	var b strings.Builder
	for _, f := range t.f {
		b.WriteString(f.a.key)
		if f.p.Cmp(ratOne) != 0 {
			b.WriteString("^" + f.p.RatString())
		}
		b.WriteByte(' ')
	}
	if len(t.e) > 0 {
		b.WriteString("exp(" + t.e.key() + ")")
	}
	t.key = b.String()
	return t
}

// key identifies the form: equal keys, equal functions.
//
// Coefficients are written in the normal form of constants, which only equal ones share.
func (s Form) key() string {
	var b strings.Builder
	for i, t := range s {
		if i > 0 {
			b.WriteString(" + ")
		}
		b.WriteString("(" + t.c.String() + ")" + t.key)
	}
	return b.String()
}

// constant returns the value of a form that is constant.
func (s Form) Constant() (constant.Value, bool) {
	switch {
	case len(s) == 0:
		return constant.Value{}, true
	case len(s) == 1 && s[0].key == "":
		return s[0].c, true
	}
	return constant.Value{}, false
}

// constantTerm returns the constant term of a sum and the rest.
//
// The keys of a sum are distinct, so that there is one constant term at most, with the empty key.
func (s Form) constantTerm() (constant.Value, Form) {
	for i, t := range s {
		if t.key == "" {
			return t.c, slices.Concat(s[:i], s[i+1:])
		}
	}
	return constant.Value{}, s
}

// scale returns c times s.
//
// Coefficients are not 0, and a product of such is not.
func (s Form) scale(c constant.Value) Form {
	if signOf(c) == 0 {
		return nil
	}
	out := make(Form, len(s))
	for i, t := range s {
		t.c = t.c.Mul(c)
		out[i] = t
	}
	return out
}

func (s Form) neg() Form { return s.scale(number(-1)) }

// sumOf adds forms; the sum has at most maxTerms terms, or as many as one of them.
//
// Copies of one form may be as long as that form was allowed to be.
func sumOf(forms ...Form) Form {
	most := maxTerms
	for _, s := range forms {
		most = max(most, len(s))
	}
	return sumWithin(most, forms)
}

// sumWithin adds forms; it fails if the sum has more than most terms.
//
// Terms of one key are one function, and their coefficients add up; a sum that is exactly 0 goes,
// one that is not known to be 0 or not fails.
func sumWithin(most int, forms []Form) Form {
	at := make(map[string]int)
	var out Form
	for _, s := range forms {
		for _, t := range s {
			if i, seen := at[t.key]; seen {
				out[i].c = out[i].c.Add(t.c)
				continue
			}
			at[t.key] = len(out)
			out = append(out, t)
		}
	}
	if len(out) > most {
		fail("a sum of more than %d terms", most)
	}
	out = slices.DeleteFunc(out, func(t term) bool { return signOf(t.c) == 0 })
	slices.SortFunc(out, func(a, b term) int { return strings.Compare(a.key, b.key) })
	return out
}

// times multiplies sums out.
//
// The bounds are of work; beyond them there is no form.
func (s Form) times(r Form) Form {
	if len(s)*len(r) > maxTerms && len(s) > 1 && len(r) > 1 {
		fail("a product of more than %d terms", maxTerms)
	}
	// Products of constants are multiplied out as sums of radicals and the like.
	if s.constTerms()*r.constTerms() > maxProducts {
		fail("a product of more than %d terms of constants", maxProducts)
	}
	var parts []Form
	for _, a := range s {
		for _, b := range r {
			parts = append(parts, a.times(b))
		}
	}
	return sumWithin(max(maxTerms, len(s), len(r)), parts)
}

// maxProducts bounds the products of terms of the coefficients in a product: they are sums of radicals and the like.
const maxProducts = 2000

// constTerms is the number of terms of all coefficients.
func (s Form) constTerms() int {
	n := 0
	for _, t := range s {
		n += t.c.Terms()
	}
	return n
}

// times multiplies terms; the product may be a sum, as that of (1+z)^(1/2) with itself.
//
// Both lists of factors are in the order of their keys, and are merged like sorted lists.
func (t term) times(r term) Form {
	out := term{c: t.c.Mul(r.c)}
	var sums []factor
	// p is the sum of two powers of one atom. (1+z)^{1/2} twice is 1+z, a sum, and is multiplied
	// out, so that equal functions come to have equal forms. A power that cancels leaves the atom,
	// which has no zero where it had a negative power.
	add := func(a *atom, p *big.Rat) {
		if a.op == formula.OpAdd && p.IsInt() && p.Sign() > 0 && p.Cmp(big.NewRat(maxPower, 1)) <= 0 {
			sums = append(sums, factor{a, p})
		} else if p.Sign() != 0 {
			out.f = append(out.f, factor{a, p})
		}
	}
	for i, j := 0, 0; i < len(t.f) || j < len(r.f); {
		switch {
		case j == len(r.f) || i < len(t.f) && t.f[i].a.key < r.f[j].a.key:
			add(t.f[i].a, t.f[i].p)
			i++
		case i == len(t.f) || r.f[j].a.key < t.f[i].a.key:
			add(r.f[j].a, r.f[j].p)
			j++
		default:
			add(t.f[i].a, new(big.Rat).Add(t.f[i].p, r.f[j].p))
			i++
			j++
		}
	}
	// e^x e^y = e^{x+y}
	out.e = sumOf(t.e, r.e)
	form := Form{out.named()}
	for _, s := range sums {
		// At most maxPower of them.
		for range s.p.Num().Int64() {
			form = form.times(s.a.arg)
		}
	}
	return form
}

// power returns the p-th power of a term that is positive, or any if p is an integer.
//
// (c Π a^q e^x)^p = c^p Π a^{qp} e^{px}: for whole p ≥ 0 always; for p < 0 if no factor has a zero,
// for a broken p if all are positive. Atoms that are not proved to be positive are refused in both
// cases.
func (t term) power(p *big.Rat) Form {
	n := p.IsInt()
	sign := signOf(t.c)
	if !n && sign < 0 {
		fail("a power of something negative")
	}
	out := Form{term{c: constOp(formula.OpPow, t.c, constant.Rat(p)), e: t.e.scale(constant.Rat(p))}.named()}
	for _, f := range t.f {
		if !f.a.positive && (!n || p.Sign() < 0) {
			fail("it is not known where %s is positive", f.a.key)
		}
		q := new(big.Rat).Mul(f.p, p)
		if f.a.op == formula.OpAdd && q.IsInt() && q.Sign() > 0 {
			out = out.times(f.a.arg.power(q))
			continue
		}
		out = out.times(power(f.a, q))
	}
	return out
}

// power returns the p-th power of a form that is positive for all z > 0, or any if p is a natural number.
//
// A sum of several terms is multiplied out for small natural p. Otherwise it becomes the atom of
// kind OpAdd, without its positive content: for p < 0 it must have no zero, for a broken p it must
// be positive. Both are proved here, and only here do such atoms arise.
func (s Form) power(p *big.Rat) Form {
	natural := p.IsInt() && p.Sign() >= 0
	switch {
	case p.Sign() == 0:
		return integer(1)
	case len(s) == 0:
		if p.Sign() < 0 {
			fail("a division by zero")
		}
		return nil
	case len(s) == 1:
		return s[0].power(p)
	// Any sum may be multiplied by itself.
	case natural && p.Cmp(big.NewRat(maxPower, 1)) <= 0:
		out := s
		for range p.Num().Int64() - 1 {
			out = out.times(s)
		}
		return out
	}
	// (num/den)^p for den > 0 has num^p, whose conditions are those of s^p: s > 0 iff num > 0, and
	// s has no zero iff num has none.
	if num, den := s.together(); den.key != "" && den.positive() {
		return num.power(p).times(den.power(new(big.Rat).Neg(p)))
	}
	// (−s)^p = (−1)^p s^p for whole p: a sum that is proved to be negative has no zero, either.
	sign := number(1)
	if !s.positive() {
		if !p.IsInt() || !s.neg().positive() {
			fail("it is not known that %s has no zero", s.Expr())
		}
		s = s.neg()
		if p.Num().Bit(0) == 1 {
			sign = number(-1)
		}
	}
	content, rest := s.content()
	return content.power(p).times(power(sumAtom(rest), p)).scale(sign)
}

// sumAtom returns a sum of several terms as an atom.
//
// The key in brackets is that of the form, which equal sums share.
func sumAtom(s Form) *atom {
	return &atom{op: formula.OpAdd, arg: s, key: "[" + s.key() + "]", positive: s.positive()}
}

// content splits s, a sum of several terms, into a positive term and a sum that is the same for
// all positive multiples of s by such terms.
//
// m is positive: |c| times powers of positive atoms times an exponential. So s = m·rest with m > 0
// has the sign of rest, and (s)^p = m^p rest^p for every p if s > 0. Which m is chosen matters to
// the uniqueness of forms alone, and not to their being right.
func (s Form) content() (term, Form) {
	lead := s[0]
	for _, t := range s[1:] {
		if t.before(lead) {
			lead = t
		}
	}
	c := lead.c
	if signOf(c) < 0 {
		c = c.Neg()
	}
	m := term{c: c, e: lead.e}
	for _, f := range lead.f {
		if !f.a.positive {
			continue
		}
		least := new(big.Rat).Set(f.p)
		for _, t := range s {
			if q := t.exponent(f.a); q.Cmp(least) < 0 {
				least = q
			}
		}
		if least.Sign() != 0 {
			m.f = append(m.f, factor{f.a, least})
		}
	}
	// Dividing by the least power of a positive atom leaves powers ≥ 0 of it in all terms.
	for _, t := range s { // negative powers that the leading term lacks
		for _, f := range t.f {
			if f.a.positive && f.p.Sign() < 0 && lead.exponent(f.a).Sign() == 0 && m.exponent(f.a).Sign() == 0 {
				least := f.p
				for _, u := range s {
					if q := u.exponent(f.a); q.Cmp(least) < 0 {
						least = q
					}
				}
				m.f = append(m.f, factor{f.a, least})
			}
		}
	}
	slices.SortFunc(m.f, func(a, b factor) int { return strings.Compare(a.a.key, b.a.key) })
	m = m.named()
	return m, s.times(m.power(big.NewRat(-1, 1)))
}

// exponent returns the power of an atom in a term.
func (t term) exponent(a *atom) *big.Rat {
	for _, f := range t.f {
		if f.a.key == a.key {
			return f.p
		}
	}
	return new(big.Rat)
}

// before is an order of terms that does not change if both are multiplied by a third: by
// exponentials, the larger exponent first, then by powers, the smaller first.
//
// It only has to be an order that multiplication keeps; a wrong order would make forms of equal
// functions differ, which proves nothing.
func (t term) before(r term) bool {
	if d := sumOf(t.e, r.e.neg()); len(d) > 0 {
		if f := d[0].f; len(d) == 1 && len(f) == 1 && f[0].a.op == formula.OpLog && f[0].a.arg.isZ() { // a power of z
			return signOf(d[0].c) < 0
		}
		return signOf(d[0].c) > 0
	}
	keys := make([]string, 0, len(t.f)+len(r.f))
	powers := make(map[string]*big.Rat)
	for _, f := range t.f {
		keys = append(keys, f.a.key)
		powers[f.a.key] = f.p
	}
	for _, f := range r.f {
		p := powers[f.a.key]
		if p == nil {
			p = new(big.Rat)
			keys = append(keys, f.a.key)
		}
		powers[f.a.key] = new(big.Rat).Sub(p, f.p)
	}
	slices.SortFunc(keys, func(a, b string) int { // the distance first
		if (a == "z") != (b == "z") {
			if a == "z" {
				return -1
			}
			return 1
		}
		return strings.Compare(a, b)
	})
	for _, k := range keys {
		if s := powers[k].Sign(); s != 0 {
			return s < 0
		}
	}
	return false
}

// isZ tells whether the form is the distance.
func (s Form) isZ() bool { return len(s) == 1 && s[0].key == "z " && s[0].c.Same(number(1)) }

// isZero proves that s = 0 for all z > 0: multiplied by its denominators, it vanishes term by term.
//
// num = s·den with den > 0 or without zeros, so that s = 0 iff num = 0.
func (s Form) isZero() bool {
	// Each round removes the sums below fractions; new ones can come of powers of quotients. A
	// bound on work.
	for range 8 {
		if len(s) == 0 {
			return true
		}
		num, den := s.together()
		if den.key == "" {
			return len(s.expanded()) == 0
		}
		s = num
	}
	return false
}

// expanded multiplies out the whole powers of sums in every term.
//
// a^{5/2} = a² a^{1/2}: whole powers of sums are multiplied out, so that terms which cancel meet.
func (s Form) expanded() Form {
	var parts []Form
	for _, t := range s {
		part := Form{term{c: t.c, e: t.e}.named()}
		for _, f := range t.f {
			whole := new(big.Rat).SetInt(new(big.Int).Div(f.p.Num(), f.p.Denom()))
			if f.a.op != formula.OpAdd || whole.Sign() <= 0 {
				part = part.times(power(f.a, f.p))
				continue
			}
			part = part.times(f.a.arg.power(whole)).times(power(f.a, new(big.Rat).Sub(f.p, whole)))
		}
		parts = append(parts, part)
	}
	return sumWithin(max(maxTerms, len(s)), parts)
}

// together returns numerator and denominator of s: the denominator has the sums of which a
// negative power occurs in s, to powers such that the numerator has none.
//
// num = s·den term by term: a^{q}, q ≥ 0 the power in the term plus the largest negative one.
func (s Form) together() (num Form, den term) {
	least := make(map[string]factor)
	for _, t := range s {
		for _, f := range t.f {
			if f.a.op != formula.OpAdd || f.p.Sign() >= 0 {
				continue
			}
			if g, seen := least[f.a.key]; !seen || f.p.Cmp(g.p) < 0 {
				least[f.a.key] = f
			}
		}
	}
	den = term{c: number(1)}
	num = s
	for _, f := range least {
		p := new(big.Rat).Neg(f.p)
		den.f = append(den.f, factor{f.a, p})
		var parts []Form
		for _, t := range num {
			q := new(big.Rat).Add(t.exponent(f.a), p)
			rest := term{c: t.c, e: t.e}
			for _, g := range t.f {
				if g.a.key != f.a.key {
					rest.f = append(rest.f, g)
				}
			}
			part := Form{rest.named()}
			// A natural power of the sum is multiplied out.
			if q.IsInt() {
				part = part.times(f.a.arg.power(q))
			} else {
				part = part.times(power(f.a, q))
			}
			parts = append(parts, part)
		}
		num = sumOf(parts...)
	}
	slices.SortFunc(den.f, func(a, b factor) int { return strings.Compare(a.a.key, b.a.key) })
	return num, den.named()
}

func number(n int64) constant.Value  { return constant.Rat(new(big.Rat).SetInt64(n)) }
func frac(p, q int64) constant.Value { return constant.Rat(big.NewRat(p, q)) }
func pi() constant.Value             { return constant.NewArithmetic(nil).Const(formula.OpPi) }
