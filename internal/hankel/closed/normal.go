package closed

import (
	"fmt"
	"maps"
	"math/big"
	"slices"
	"strings"

	"krein/internal/kernel/formula"
)

// factorKind is the kind of a factor of a term that no other part of the term holds.
type factorKind int8

const (
	powerFactor  factorKind = iota // (1 + p z²)^q
	LinearFactor                   // (1 + p z)^q
	besselJ                        // J_q(p z)
	besselK                        // K_q(p z)
	logFactor                      // log z
	logSquare                      // log(1 + p z²)
)

// A factor is one of the kinds above, with its constants.
//
// P > 0 or not: which sign it has is for those to ask who need 1 + pz² > 0.
type factor struct {
	Kind factorKind
	P, Q Num
}

// term is one summand of the normal form,
//
//	c · i^phase · z^pow · exp(−(lin − i·freq) z − quad z²) · Π factors,
//
// in which sines and cosines have become exponentials.
//
// A real function is the sum of the real parts of its terms: sines and cosines bring them in
// conjugate pairs, i^phase turning with the sign of freq, and every operation keeps that.
type term struct {
	C               Num
	Phase           int // 0 or 1
	Pow             Num
	Lin, Freq, Quad Num
	Factors         map[string]factor
}

// Bounds on the work of normalisation; beyond them a kernel counts as not recognised.
const (
	maxTerms  = 400
	MaxExpand = 64
)

func constTerm(c Num) term {
	z := IntNum(0)
	return term{C: c, Pow: z, Lin: z, Freq: z, Quad: z}
}

// key identifies like terms: everything but the coefficient.
//
// Equal keys are equal functions but for the coefficient; different keys say nothing.
func (t *term) key() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d|%s|%s|%s|%s", t.Phase, t.Pow.Key(), t.Lin.Key(), t.Freq.Key(), t.Quad.Key())
	for _, k := range slices.Sorted(maps.Keys(t.Factors)) {
		fmt.Fprintf(&b, "|%s^%s", k, t.Factors[k].Q.Key())
	}
	return b.String()
}

// known reports whether all its constants are, without which the key tells nothing.
//
// All constants that are not known share a key, which is therefore asked only where all are known.
func (t *term) known() bool {
	for _, f := range t.Factors {
		if !f.P.Exact() || !f.Q.Exact() {
			return false
		}
	}
	return t.C.Exact() && t.Pow.Exact() && t.Lin.Exact() && t.Freq.Exact() && t.Quad.Exact()
}

// Bare reports whether the term is a power of z times a constant.
func (t *term) Bare() bool {
	return t.Lin.IsZero() && t.Freq.IsZero() && t.Quad.IsZero() && len(t.Factors) == 0
}

// mul returns the product; ok is false if no term can hold it.
//
// Powers of z and exponents add up; i² = −1; (1+pz²)^q (1+pz²)^{q′} is one factor. Two Bessel
// functions or logarithms of the same kind have no place.
func (t *term) mul(u *term) (term, bool) {
	v := term{
		C: t.C.Mul(u.C), Phase: t.Phase + u.Phase,
		Pow: t.Pow.Add(u.Pow), Lin: t.Lin.Add(u.Lin), Freq: t.Freq.Add(u.Freq), Quad: t.Quad.Add(u.Quad),
	}
	if !t.known() || !u.known() {
		return v, false
	}
	if v.Phase == 2 {
		v.Phase, v.C = 0, v.C.Neg()
	}
	if len(t.Factors)+len(u.Factors) > 0 {
		v.Factors = maps.Clone(t.Factors)
		if v.Factors == nil {
			v.Factors = map[string]factor{}
		}
		for k, f := range u.Factors {
			g, dup := v.Factors[k]
			switch {
			case !dup:
				v.Factors[k] = f
			case f.Kind != powerFactor && f.Kind != LinearFactor:
				return v, false // a power of a Bessel function
			default:
				if g.Q = g.Q.Add(f.Q); g.Q.IsZero() {
					delete(v.Factors, k)
				} else {
					v.Factors[k] = g
				}
			}
		}
	}
	return v, true
}

// Sum is a normal form: a sum of terms, no two alike.
type Sum []term

// Collect adds up terms with the same factors, which are known, and leaves out those that are 0.
func (s Sum) Collect() Sum {
	at := map[string]int{}
	var out Sum
	for _, t := range s {
		k := t.key()
		if i, ok := at[k]; ok && t.known() {
			out[i].C = out[i].C.Add(t.C)
			continue
		}
		at[k] = len(out)
		out = append(out, t)
	}
	return slices.DeleteFunc(out, func(t term) bool { return t.C.IsZero() })
}

func (s Sum) scale(c Num) Sum {
	out := slices.Clone(s)
	for i := range out {
		out[i].C = out[i].C.Mul(c)
	}
	return out
}

func (s Sum) times(u Sum) (Sum, bool) {
	if len(s)*len(u) > maxTerms {
		return nil, false
	}
	var out Sum
	for i := range s {
		for j := range u {
			t, ok := s[i].mul(&u[j])
			if !ok {
				return nil, false
			}
			out = append(out, t)
		}
	}
	return out.Collect(), true
}

// Times returns the product of two sums; ok is false if it has too many terms, or some that no term can hold.
func (s Sum) Times(u Sum) (product Sum, ok bool) { return s.times(u) }

// Constant returns the value of a sum that does not depend on z.
//
// The answer false is no proof that s varies.
func (s Sum) Constant() (Num, bool) {
	switch {
	case len(s) == 0:
		return IntNum(0), true
	case len(s) == 1 && s[0].Bare() && s[0].Pow.IsZero() && s[0].Phase == 0:
		return s[0].C, true
	}
	return Num{}, false
}

// Quadratic splits a sum that is c₀ + c₁z + c₂z².
//
// Coefficients of one power add up: exponents that are 0 without being so by form leave several terms of it.
func (s Sum) Quadratic() (c [3]Num, ok bool) {
	c = [3]Num{IntNum(0), IntNum(0), IntNum(0)}
	for i := range s {
		n, ok := s[i].Pow.IsInt()
		if !ok || !s[i].Bare() || s[i].Phase != 0 || n < 0 || n > 2 {
			return c, false
		}
		c[n] = c[n].Add(s[i].C)
	}
	return c, true
}

// Normalise expands a formula on z > 0 into a sum of terms; ok is false if it has a
// part that no term can hold. The formula must be free of conditions.
func Normalise(e *formula.Expr) (s Sum, ok bool) {
	n := normaliser{budget: 20000}
	return n.do(e)
}

type normaliser struct{ budget int }

// do is form, of which all constants are known.
func (n *normaliser) do(e *formula.Expr) (Sum, bool) {
	s, ok := n.form(e)
	return s, ok && !slices.ContainsFunc(s, func(t term) bool { return !t.known() })
}

// form expands a part of a formula.
//
// Every case returns a sum that equals e at all z > 0 where e has a value, or ok = false.
func (n *normaliser) form(e *formula.Expr) (Sum, bool) {
	if n.budget--; n.budget < 0 || e == nil {
		return nil, false
	}
	if !e.Varies() {
		v := ExprNum(e)
		return Sum{constTerm(v)}.Collect(), v.Exact()
	}
	args := e.Args()
	switch e.Op() {
	case formula.OpCall:
		return n.do(e.Body())
	case formula.OpVar:
		t := constTerm(IntNum(1))
		t.Pow = IntNum(1)
		return Sum{t}, true
	case formula.OpNeg, formula.OpAdd, formula.OpSub:
		var s Sum
		ok := n.gather(&s, e, false)
		s = s.Collect()
		return s, ok && len(s) <= maxTerms
	case formula.OpDiv:
		a, ok := n.do(args[0])
		if !ok {
			return nil, false
		}
		r, ok := n.integerPower(args[1], IntNum(-1))
		if !ok {
			return nil, false
		}
		return a.times(r)
	case formula.OpMul, formula.OpPow:
		a, ok := n.do(args[0])
		if !ok {
			return nil, false
		}
		b, ok := n.do(args[1])
		if !ok {
			return nil, false
		}
		return n.binary(e.Op(), a, b)
	case formula.OpBesselJ, formula.OpBesselK:
		nu, ok := n.do(args[0])
		if !ok {
			return nil, false
		}
		x, ok := n.do(args[1])
		if !ok {
			return nil, false
		}
		return bessel(e.Op(), nu, x)
	case formula.OpExp, formula.OpSqrt, formula.OpSin, formula.OpCos, formula.OpSinh, formula.OpCosh,
		formula.OpAbs, formula.OpLog:
		a, ok := n.do(args[0])
		if !ok {
			return nil, false
		}
		return n.unary(e.Op(), a)
	}
	return nil, false
}

// gather appends the terms of e, or of −e, those of a sum summand by summand: collecting the terms of every partial sum of
// hundreds would take the square of their number.
//
// Signs turn below a minus sign, as in −(a−b).
func (n *normaliser) gather(to *Sum, e *formula.Expr, negative bool) bool {
	if e != nil && e.Varies() {
		switch args, op := e.Args(), e.Op(); op {
		case formula.OpNeg, formula.OpAdd, formula.OpSub:
			if n.budget--; n.budget < 0 {
				return false
			}
			if !n.gather(to, args[0], negative != (op == formula.OpNeg)) {
				return false
			}
			return len(args) == 1 || n.gather(to, args[1], negative != (op == formula.OpSub))
		}
	}
	s, ok := n.do(e)
	if !ok {
		return false
	}
	if negative {
		s = s.scale(IntNum(-1))
	}
	if *to = append(*to, s...); len(*to) > 2*maxTerms { // they may be alike
		*to = to.Collect()
	}
	return len(*to) <= 2*maxTerms
}

// binary returns a·b or a^b.
func (n *normaliser) binary(op formula.Op, a, b Sum) (Sum, bool) {
	if op == formula.OpMul {
		return a.times(b)
	}
	if p, ok := b.Constant(); ok {
		return n.power(a, p)
	}
	// c^(f(z)) = exp(f log c)
	if c, ok := a.Constant(); ok && c.Sign() > 0 {
		return exponential(b.scale(Applied(formula.OpLog, c)))
	}
	return nil, false
}

// integerPower returns e^p for an integer p, without multiplying out the powers inside e,
// which could not be taken apart again.
//
// (ab)^p = a^p b^p, (a/b)^p = a^p b^{−p} and (a^q)^p = a^{qp} hold for all whole p and q.
func (n *normaliser) integerPower(e *formula.Expr, p Num) (Sum, bool) {
	if n.budget--; n.budget < 0 {
		return nil, false
	}
	args := e.Args()
	switch e.Op() {
	case formula.OpCall:
		return n.integerPower(e.Body(), p)
	case formula.OpMul, formula.OpDiv:
		a, ok := n.integerPower(args[0], p)
		if !ok {
			return nil, false
		}
		if e.Op() == formula.OpDiv {
			p = p.Neg()
		}
		b, ok := n.integerPower(args[1], p)
		if !ok {
			return nil, false
		}
		return a.times(b)
	case formula.OpPow:
		if s, ok := n.do(args[1]); ok {
			if q, ok := s.Constant(); ok {
				if _, integer := q.IsInt(); integer {
					return n.integerPower(args[0], p.Mul(q))
				}
			}
		}
	}
	s, ok := n.do(e)
	if !ok {
		return nil, false
	}
	return n.power(s, p)
}

// power returns a^p.
//
// A sum to a natural power is multiplied out; a quadratic polynomial without a linear term, or a
// linear one, of positive c₀, is c₀^p times a factor: for z > 0 where the base is positive, and for
// whole p everywhere.
func (n *normaliser) power(a Sum, p Num) (Sum, bool) {
	k, integer := p.IsInt()
	// e⁰ = 1, but for e = 0 as a sum without terms, which has no value here.
	if integer && k == 0 {
		return Sum{constTerm(IntNum(1))}, len(a) > 0
	}
	if len(a) == 0 {
		return nil, p.Sign() > 0
	}
	if len(a) == 1 {
		return single(a[0], p)
	}
	if integer && k > 0 && k <= MaxExpand {
		s := Sum{constTerm(IntNum(1))}
		for range k {
			if n.budget -= len(s) * len(a); n.budget < 0 {
				return nil, false
			}
			var ok bool
			if s, ok = s.times(a); !ok {
				return nil, false
			}
		}
		return s, true
	}
	// (c₀ + c₂z²)^p = c₀^p (1 + (c₂/c₀) z²)^p, and for c₁z
	c, ok := a.Quadratic()
	if !ok || !c[1].IsZero() && !c[2].IsZero() || c[0].Sign() <= 0 {
		return nil, false
	}
	t := constTerm(c[0].Pow(p))
	f, name := factor{Kind: powerFactor, P: c[2].Mul(c[0].Inv()), Q: p}, "p"
	if c[2].IsZero() {
		f.Kind, f.P, name = LinearFactor, c[1].Mul(c[0].Inv()), "l"
	}
	t.Factors = map[string]factor{name + f.P.Key(): f}
	return Sum{t}, true
}

// single returns t^p for one term.
//
// (c z^a e^{…} Π (1+pz²)^q)^p for c > 0, or whole p. A factor with whole q may be negative, if its
// p ≤ 0: its broken power would be one of the absolute value. Products of waves are raised to
// natural powers alone.
func single(t term, p Num) (Sum, bool) {
	if k, ok := p.IsInt(); ok && k > 0 && k <= MaxExpand {
		out := constTerm(IntNum(1))
		for range k {
			if out, ok = out.mul(&t); !ok {
				return nil, false
			}
		}
		return Sum{out}, true
	}
	// A coefficient that may be 0 has no negative power.
	if t.Phase != 0 || !t.Freq.IsZero() || t.C.Sign() == 0 {
		return nil, false
	}
	if _, integer := p.IsInt(); t.C.Sign() < 0 && !integer {
		return nil, false
	}
	u := term{C: t.C.Pow(p), Pow: t.Pow.Mul(p), Lin: t.Lin.Mul(p), Freq: t.Freq, Quad: t.Quad.Mul(p)}
	for k, f := range t.Factors {
		if f.Kind != powerFactor && f.Kind != LinearFactor {
			return nil, false
		}
		// (x²)^{1/2} is |x|, and x may be negative: only for a q that is known to be no integer, however it is spelt, has x^q a
		// value for x > 0 alone.
		if _, whole := p.IsInt(); !whole && f.P.Sign() <= 0 && !f.Q.noInteger() {
			return nil, false
		}
		if u.Factors == nil {
			u.Factors = map[string]factor{}
		}
		f.Q = f.Q.Mul(p)
		u.Factors[k] = f
	}
	return Sum{u}, true
}

// exponential returns exp(a) for a quadratic polynomial a.
//
// exp(c₀ + c₁z + c₂z²) = e^{c₀} exp(−lin z − quad z²), lin = −c₁, quad = −c₂.
func exponential(a Sum) (Sum, bool) {
	c, ok := a.Quadratic()
	if !ok {
		return nil, false
	}
	t := constTerm(IntNum(1))
	if !c[0].IsZero() {
		t.C = Applied(formula.OpExp, c[0])
	}
	t.Lin, t.Quad = c[1].Neg(), c[2].Neg()
	return Sum{t}, true
}

// linear splits a sum that is b₀ + bz, b ≠ 0.
func (s Sum) linear() (b0, b Num, ok bool) {
	c, ok := s.Quadratic()
	return c[0], c[1], ok && c[2].IsZero() && !c[1].IsZero()
}

// circular returns c cos bz + s sin bz by exponentials.
//
// c cos bz = (c/2)(e^{ibz} + e^{−ibz}), s sin bz = −i(s/2) e^{ibz} + i(s/2) e^{−ibz}.
func circular(c, s, b Num) Sum {
	var out Sum
	for _, sign := range []int64{1, -1} {
		t, u := constTerm(c.Mul(RatNum(big.NewRat(1, 2)))), constTerm(s.Mul(RatNum(big.NewRat(-sign, 2))))
		t.Freq = b.Mul(IntNum(sign))
		u.Freq, u.Phase = t.Freq, 1
		out = append(out, t, u)
	}
	return out.Collect()
}

// unary applies a function of one argument.
//
// sin(b₀+bz) = sin b₀ cos bz + cos b₀ sin bz, cos(b₀+bz) = cos b₀ cos bz − sin b₀ sin bz.
func (n *normaliser) unary(op formula.Op, a Sum) (Sum, bool) {
	half := RatNum(big.NewRat(1, 2))
	switch op {
	case formula.OpExp:
		return exponential(a)
	case formula.OpSqrt:
		return n.power(a, half)
	case formula.OpAbs:
		// |c z^p …| on z > 0; the sign of a sum is not decided here.
		if len(a) == 1 && a[0].Phase == 0 && a[0].Freq.IsZero() && len(a[0].Factors) == 0 {
			switch a[0].C.Sign() {
			case -1:
				return a.scale(IntNum(-1)), true
			case 1:
				return a, true
			}
		}
		return nil, false
	case formula.OpLog:
		return log(a)
	}
	b0, b, ok := a.linear()
	if !ok {
		return nil, false
	}
	switch op {
	case formula.OpSin:
		return circular(Applied(formula.OpSin, b0), Applied(formula.OpCos, b0), b), true
	case formula.OpCos:
		return circular(Applied(formula.OpCos, b0), Applied(formula.OpSin, b0).Neg(), b), true
	}
	// cosh x = (e^x + e^{−x})/2, sinh x = (e^x − e^{−x})/2, x = b₀+bz.
	plus, minus := constTerm(half.Mul(Applied(formula.OpExp, b0))), constTerm(half.Mul(Applied(formula.OpExp, b0.Neg())))
	plus.Lin, minus.Lin = b.Neg(), b
	if op == formula.OpSinh {
		minus.C = minus.C.Neg()
	}
	return Sum{plus, minus}, true
}

// log returns the logarithm of c z^p exp(−lin z − quad z²), or of c₀ + c₂z², c, c₀, c₂ > 0.
//
// log(c z^p e^{−lin z − quad z²}) = log c + p log z − lin z − quad z², and log(c₀+c₂z²) = log c₀ +
// log(1+(c₂/c₀)z²).
func log(a Sum) (Sum, bool) {
	c, quadratic := a.Quadratic()
	if len(a) == 0 {
		return nil, false
	}
	one, c0 := IntNum(1), a[0].C
	var out Sum
	add := func(c, pow Num, name string, f factor) {
		t := constTerm(c)
		t.Pow, t.Factors = pow, map[string]factor{name: f}
		if name == "" {
			t.Factors = nil
		}
		out = append(out, t)
	}
	switch t := &a[0]; {
	case len(a) == 1 && t.Phase == 0 && t.Freq.IsZero() && len(t.Factors) == 0:
		add(t.Pow, IntNum(0), "g", factor{Kind: logFactor, P: one, Q: one})
		add(t.Lin.Neg(), one, "", factor{})
		add(t.Quad.Neg(), IntNum(2), "", factor{})
	case quadratic && c[1].IsZero() && c[2].Sign() > 0:
		c0 = c[0]
		p := c[2].Mul(c0.Inv())
		add(one, IntNum(0), "h"+p.Key(), factor{Kind: logSquare, P: p, Q: one})
	default:
		return nil, false
	}
	if c0.Sign() <= 0 {
		return nil, false
	}
	add(Applied(formula.OpLog, c0), IntNum(0), "", factor{})
	return out.Collect(), true
}

// bessel returns a Bessel function as a factor.
//
// The argument is az with a > 0, proved.
func bessel(op formula.Op, nu, x Sum) (Sum, bool) {
	q, ok := nu.Constant()
	if !ok {
		return nil, false
	}
	b0, a, ok := x.linear()
	if !ok || !b0.IsZero() || a.Sign() <= 0 {
		return nil, false
	}
	f := factor{Kind: besselJ, P: a, Q: q}
	name := "J"
	if op == formula.OpBesselK {
		f.Kind, name = besselK, "K"
		// A q of unknown sign stays: one of the two spellings.
		if q.Sign() < 0 {
			f.Q = q.Neg() // K_{−ν} = K_ν
		}
	}
	t := constTerm(IntNum(1))
	t.Factors = map[string]factor{name + f.Q.Key() + "(" + a.Key(): f}
	return Sum{t}, true
}
