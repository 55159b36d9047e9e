package enclose

import (
	"fmt"
	"maps"
	"math"
	"math/big"
	"slices"
	"strings"

	"krein/kernel"
)

// factorKind is the kind of a factor of a term that no other part of the term holds.
type factorKind int8

const (
	powerFactor  factorKind = iota // (1 + p z²)^q
	linearFactor                   // (1 + p z)^q
	besselJ                        // J_q(p z)
	besselK                        // K_q(p z)
)

type factor struct {
	kind factorKind
	p, q Num
}

// term is one summand of the normal form,
//
//	c · i^phase · z^pow · exp(−(lin − i·freq) z − quad z²) · Π factors,
//
// in which sines and cosines have become exponentials.
type term struct {
	c               Num
	phase           int // 0 or 1
	pow             Num
	lin, freq, quad Num
	factors         map[string]factor
}

// Bounds on the work of normalisation; beyond them a kernel counts as not recognised.
const (
	maxTerms  = 400
	maxExpand = 64
)

func constTerm(c Num) term {
	z := intNum(0)
	return term{c: c, pow: z, lin: z, freq: z, quad: z}
}

// key identifies like terms: everything but the coefficient.
func (t *term) key() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d|%s|%s|%s|%s", t.phase, t.pow.key(), t.lin.key(), t.freq.key(), t.quad.key())
	for _, k := range slices.Sorted(maps.Keys(t.factors)) {
		fmt.Fprintf(&b, "|%s^%s", k, t.factors[k].q.key())
	}
	return b.String()
}

// bare reports whether the term is a power of z times a constant.
func (t *term) bare() bool {
	return t.lin.IsZero() && t.freq.IsZero() && t.quad.IsZero() && len(t.factors) == 0
}

func (t *term) mul(u *term) (term, bool) {
	v := term{
		c: t.c.mul(u.c), phase: t.phase + u.phase,
		pow: t.pow.add(u.pow), lin: t.lin.add(u.lin), freq: t.freq.add(u.freq), quad: t.quad.add(u.quad),
	}
	if v.phase == 2 {
		v.phase, v.c = 0, v.c.neg()
	}
	if len(t.factors)+len(u.factors) > 0 {
		v.factors = maps.Clone(t.factors)
		if v.factors == nil {
			v.factors = map[string]factor{}
		}
		for k, f := range u.factors {
			g, dup := v.factors[k]
			switch {
			case !dup:
				v.factors[k] = f
			case f.kind != powerFactor && f.kind != linearFactor:
				return v, false // a power of a Bessel function
			default:
				if g.q = g.q.add(f.q); g.q.IsZero() {
					delete(v.factors, k)
				} else {
					v.factors[k] = g
				}
			}
		}
	}
	return v, true
}

// sum is a normal form: a sum of terms, no two alike.
type sum []term

func (s sum) collect() sum {
	at := map[string]int{}
	var out sum
	for _, t := range s {
		k := t.key()
		if i, ok := at[k]; ok {
			out[i].c = out[i].c.add(t.c)
			continue
		}
		at[k] = len(out)
		out = append(out, t)
	}
	return slices.DeleteFunc(out, func(t term) bool { return t.c.IsZero() })
}

func (s sum) scale(c Num) sum {
	out := slices.Clone(s)
	for i := range out {
		out[i].c = out[i].c.mul(c)
	}
	return out
}

func (s sum) times(u sum) (sum, bool) {
	if len(s)*len(u) > maxTerms {
		return nil, false
	}
	var out sum
	for i := range s {
		for j := range u {
			t, ok := s[i].mul(&u[j])
			if !ok {
				return nil, false
			}
			out = append(out, t)
		}
	}
	return out.collect(), true
}

// constant returns the value of a sum that does not depend on z.
func (s sum) constant() (Num, bool) {
	switch {
	case len(s) == 0:
		return intNum(0), true
	case len(s) == 1 && s[0].bare() && s[0].pow.IsZero() && s[0].phase == 0:
		return s[0].c, true
	}
	return Num{}, false
}

// quadratic splits a sum that is c₀ + c₁z + c₂z².
func (s sum) quadratic() (c [3]Num, ok bool) {
	c = [3]Num{intNum(0), intNum(0), intNum(0)}
	for i := range s {
		n, ok := s[i].pow.isInt()
		if !ok || !s[i].bare() || s[i].phase != 0 || n < 0 || n > 2 {
			return c, false
		}
		c[n] = s[i].c
	}
	return c, true
}

// normalise expands a formula on z > 0 into a sum of terms; ok is false if it has a
// part that no term can hold. The formula must be free of conditions.
func normalise(e *kernel.Expr) (s sum, ok bool) {
	n := normaliser{budget: 20000}
	return n.do(e)
}

type normaliser struct{ budget int }

func (n *normaliser) do(e *kernel.Expr) (sum, bool) {
	if n.budget--; n.budget < 0 || e == nil {
		return nil, false
	}
	args := e.Args()
	switch e.Op() {
	case kernel.OpCall:
		return n.do(e.Body())
	case kernel.OpNum:
		return sum{constTerm(ratNum(e.Num()))}.collect(), true
	case kernel.OpPi:
		return sum{constTerm(exprNum(e))}, true
	case kernel.OpE:
		return sum{constTerm(exprNum(e))}, true
	case kernel.OpVar:
		t := constTerm(intNum(1))
		t.pow = intNum(1)
		return sum{t}, true
	case kernel.OpNeg:
		s, ok := n.do(args[0])
		return s.scale(intNum(-1)), ok
	case kernel.OpDiv:
		a, ok := n.do(args[0])
		if !ok {
			return nil, false
		}
		r, ok := n.integerPower(args[1], intNum(-1))
		if !ok {
			return nil, false
		}
		return a.times(r)
	case kernel.OpAdd, kernel.OpSub, kernel.OpMul, kernel.OpPow:
		a, ok := n.do(args[0])
		if !ok {
			return nil, false
		}
		b, ok := n.do(args[1])
		if !ok {
			return nil, false
		}
		return n.binary(e.Op(), a, b)
	case kernel.OpBesselJ, kernel.OpBesselK:
		nu, ok := n.do(args[0])
		if !ok {
			return nil, false
		}
		x, ok := n.do(args[1])
		if !ok {
			return nil, false
		}
		return bessel(e.Op(), nu, x)
	case kernel.OpExp, kernel.OpSqrt, kernel.OpSin, kernel.OpCos, kernel.OpSinh, kernel.OpCosh,
		kernel.OpAbs, kernel.OpGamma, kernel.OpLog:
		a, ok := n.do(args[0])
		if !ok {
			return nil, false
		}
		return n.unary(e.Op(), a)
	}
	return nil, false
}

func (n *normaliser) binary(op kernel.Op, a, b sum) (sum, bool) {
	switch op {
	case kernel.OpAdd:
		s := slices.Concat(a, b).collect()
		return s, len(s) <= maxTerms
	case kernel.OpSub:
		s := slices.Concat(a, b.scale(intNum(-1))).collect()
		return s, len(s) <= maxTerms
	case kernel.OpMul:
		return a.times(b)
	}
	if p, ok := b.constant(); ok {
		return n.power(a, p)
	}
	// c^(f(z)) = exp(f log c)
	if c, ok := a.constant(); ok && c.sign() > 0 {
		return exponential(b.scale(applied(kernel.OpLog, c)))
	}
	return nil, false
}

// integerPower returns e^p for an integer p, without multiplying out the powers inside e,
// which could not be taken apart again.
func (n *normaliser) integerPower(e *kernel.Expr, p Num) (sum, bool) {
	if n.budget--; n.budget < 0 {
		return nil, false
	}
	args := e.Args()
	switch e.Op() {
	case kernel.OpCall:
		return n.integerPower(e.Body(), p)
	case kernel.OpMul, kernel.OpDiv:
		a, ok := n.integerPower(args[0], p)
		if !ok {
			return nil, false
		}
		if e.Op() == kernel.OpDiv {
			p = p.neg()
		}
		b, ok := n.integerPower(args[1], p)
		if !ok {
			return nil, false
		}
		return a.times(b)
	case kernel.OpPow:
		if s, ok := n.do(args[1]); ok {
			if q, ok := s.constant(); ok {
				if _, integer := q.isInt(); integer {
					return n.integerPower(args[0], p.mul(q))
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
func (n *normaliser) power(a sum, p Num) (sum, bool) {
	k, integer := p.isInt()
	if integer && k == 0 {
		return sum{constTerm(intNum(1))}, len(a) > 0
	}
	if len(a) == 0 {
		return nil, p.sign() > 0
	}
	if len(a) == 1 {
		return single(a[0], p)
	}
	if integer && k > 0 && k <= maxExpand {
		s := sum{constTerm(intNum(1))}
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
	c, ok := a.quadratic()
	if !ok || !c[1].IsZero() && !c[2].IsZero() || c[0].sign() <= 0 {
		return nil, false
	}
	t := constTerm(c[0].pow(p))
	f, name := factor{kind: powerFactor, p: c[2].mul(c[0].inv()), q: p}, "p"
	if c[2].IsZero() {
		f.kind, f.p, name = linearFactor, c[1].mul(c[0].inv()), "l"
	}
	t.factors = map[string]factor{name + f.p.key(): f}
	return sum{t}, true
}

// single returns t^p for one term.
func single(t term, p Num) (sum, bool) {
	if k, ok := p.isInt(); ok && k > 0 && k <= maxExpand {
		out := constTerm(intNum(1))
		for range k {
			if out, ok = out.mul(&t); !ok {
				return nil, false
			}
		}
		return sum{out}, true
	}
	if t.phase != 0 || !t.freq.IsZero() || t.c.sign() == 0 {
		return nil, false
	}
	if _, integer := p.isInt(); t.c.sign() < 0 && !integer {
		return nil, false
	}
	u := term{c: t.c.pow(p), pow: t.pow.mul(p), lin: t.lin.mul(p), freq: t.freq, quad: t.quad.mul(p)}
	for k, f := range t.factors {
		if f.kind != powerFactor && f.kind != linearFactor {
			return nil, false
		}
		if _, whole := p.isInt(); !whole && f.p.sign() <= 0 {
			if _, integer := f.q.isInt(); integer {
				return nil, false // (x²)^{1/2} is |x|, and x may be negative
			}
		}
		if u.factors == nil {
			u.factors = map[string]factor{}
		}
		f.q = f.q.mul(p)
		u.factors[k] = f
	}
	return sum{u}, true
}

// exponential returns exp(a) for a quadratic polynomial a.
func exponential(a sum) (sum, bool) {
	c, ok := a.quadratic()
	if !ok {
		return nil, false
	}
	t := constTerm(intNum(1))
	if !c[0].IsZero() {
		t.c = applied(kernel.OpExp, c[0])
	}
	t.lin, t.quad = c[1].neg(), c[2].neg()
	return sum{t}, true
}

// linear returns a if s is a·z with a constant a.
func (s sum) linear() (Num, bool) {
	c, ok := s.quadratic()
	return c[1], ok && c[0].IsZero() && c[2].IsZero() && !c[1].IsZero()
}

func (n *normaliser) unary(op kernel.Op, a sum) (sum, bool) {
	half := ratNum(big.NewRat(1, 2))
	switch op {
	case kernel.OpExp:
		return exponential(a)
	case kernel.OpSqrt:
		return n.power(a, half)
	case kernel.OpAbs:
		// |c z^p …| on z > 0; the sign of a sum is not decided here.
		if len(a) == 1 && a[0].phase == 0 && a[0].freq.IsZero() && len(a[0].factors) == 0 {
			switch a[0].c.sign() {
			case -1:
				return a.scale(intNum(-1)), true
			case 1:
				return a, true
			}
		}
		return nil, false
	case kernel.OpGamma, kernel.OpLog:
		c, ok := a.constant()
		if !ok {
			return nil, false
		}
		if k, integer := c.isInt(); integer && op == kernel.OpGamma && k > 0 && k < 200 {
			return sum{constTerm(ratNum(new(big.Rat).SetInt(new(big.Int).MulRange(1, int64(k-1)))))}, true
		}
		v := applied(op, c)
		if f := v.Float64(); math.IsNaN(f) || math.IsInf(f, 0) {
			return nil, false
		}
		return sum{constTerm(v)}.collect(), true
	}
	if c, ok := a.constant(); ok {
		return sum{constTerm(applied(op, c))}.collect(), true
	}
	b, ok := a.linear()
	if !ok {
		return nil, false
	}
	plus, minus := constTerm(half), constTerm(half)
	switch op {
	case kernel.OpSin: // (e^{ibz} − e^{−ibz})/(2i)
		plus.c, plus.phase, minus.phase = half.neg(), 1, 1
	case kernel.OpSinh:
		minus.c = half.neg()
	}
	if op == kernel.OpSin || op == kernel.OpCos {
		plus.freq, minus.freq = b, b.neg()
	} else {
		plus.lin, minus.lin = b.neg(), b
	}
	return sum{plus, minus}, true
}

func bessel(op kernel.Op, nu, x sum) (sum, bool) {
	q, ok := nu.constant()
	if !ok {
		return nil, false
	}
	a, ok := x.linear()
	if !ok || a.sign() <= 0 {
		return nil, false
	}
	f := factor{kind: besselJ, p: a, q: q}
	name := "J"
	if op == kernel.OpBesselK {
		f.kind, name = besselK, "K"
		if q.sign() < 0 {
			f.q = q.neg() // K_{−ν} = K_ν
		}
	}
	t := constTerm(intNum(1))
	t.factors = map[string]factor{name + f.q.key() + "(" + a.key(): f}
	return sum{t}, true
}
