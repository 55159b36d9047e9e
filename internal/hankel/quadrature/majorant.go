package quadrature

import (
	"fmt"
	"math/big"

	"krein/ball"
	"krein/internal/kernel/eval"
	"krein/internal/kernel/formula"
	"krein/special"
)

// decay is a proved bound |f(z)| ≤ C z^p exp(−a z^b) for z ≥ 1; a = 0 means no exponential.
type decay struct {
	c ball.Mag
	p *big.Rat
	a ball.Mag // an upper bound of nothing: the number itself
	b *big.Rat // > 0 if a ≠ 0
}

// String writes the bound.
func (d *decay) String() string {
	if d.a.IsZero() {
		return "z^" + d.p.RatString()
	}
	return fmt.Sprintf("z^%s exp(-%.4g z^%s)", d.p.RatString(), d.a.Float64(), d.b.RatString())
}

// growth is a proved bound f(z) ≥ c z^p ≥ 0 for z ≥ 1.
type growth struct {
	c ball.Mag
	p *big.Rat
}

var zeroRat = new(big.Rat)

func constantDecay(c ball.Mag) *decay { return &decay{c: c, p: zeroRat} }

// majorant derives a decay from the structure of a formula without conditions; nil if it knows none.
func majorant(e *formula.Expr) *decay {
	d := newBounder().majorize(e)
	if d == nil || d.c.IsInf() {
		return nil
	}
	d.c = termMajorant.LeftOut(d.c)
	return d
}

const majorantPrec = 64

// bounder derives bounds from the structure of a formula, of every part once: each kind of bound asks for others of the
// same part, so that the work would double with every level of nesting.
type bounder struct {
	decays, reciprocals map[*formula.Expr]*decay
	exps                map[signedExpr]*decay
	growths             map[signedExpr]*growth
}

// signedExpr is a formula, or its negative.
type signedExpr struct {
	e        *formula.Expr
	negative bool
}

func newBounder() *bounder {
	return &bounder{
		decays: make(map[*formula.Expr]*decay), reciprocals: make(map[*formula.Expr]*decay),
		exps: make(map[signedExpr]*decay), growths: make(map[signedExpr]*growth),
	}
}

// once returns the value of key, which is found at the first call. It must not be changed.
func once[K comparable, V any](memo map[K]V, key K, find func() V) V {
	v, ok := memo[key]
	if !ok {
		v = find()
		memo[key] = v
	}
	return v
}

func (m *bounder) majorize(e *formula.Expr) *decay {
	return once(m.decays, e, func() *decay { return m.findDecay(e) })
}

func (m *bounder) findDecay(e *formula.Expr) *decay { // one function: a case for each operation.
	if !e.Varies() {
		return constantDecay(eval.Enclose(nil, e, nil, majorantPrec).MagUpper())
	}
	args := e.Args()
	two := ball.MagPow2(1)
	switch e.Op() {
	case formula.OpCall:
		return m.majorize(e.Body())
	case formula.OpVar:
		return &decay{c: ball.MagPow2(0), p: big.NewRat(1, 1)}
	case formula.OpNeg, formula.OpAbs:
		return m.majorize(args[0])
	case formula.OpAdd, formula.OpSub:
		a, b := m.majorize(args[0]), m.majorize(args[1])
		if a == nil || b == nil {
			return nil
		}
		return a.plus(b)
	case formula.OpMul:
		a, b := m.majorize(args[0]), m.majorize(args[1])
		if a == nil || b == nil {
			return nil
		}
		return a.times(b)
	case formula.OpDiv:
		a, b := m.majorize(args[0]), m.reciprocal(args[1])
		if a == nil || b == nil {
			return nil
		}
		return a.times(b)
	case formula.OpSqrt:
		return m.majorize(args[0]).pow(big.NewRat(1, 2))
	case formula.OpPow:
		p := args[1].Num()
		switch {
		case p == nil:
			return nil
		case p.Sign() < 0:
			return m.reciprocal(args[0]).pow(new(big.Rat).Neg(p))
		}
		return m.majorize(args[0]).pow(p)
	case formula.OpExp:
		return m.majorizeExp(args[0], false)
	case formula.OpSin, formula.OpCos, formula.OpTanh, formula.OpErf:
		return constantDecay(ball.MagPow2(0))
	case formula.OpAsin, formula.OpAcos, formula.OpAtan:
		return constantDecay(ball.MagPow2(2))
	case formula.OpErfc:
		// erfc x ≤ exp(−x²) for x ≥ 0 (DLMF 7.8.3 with 7.8.2), ≤ 2 always
		if g := m.atLeast(args[0], false); g != nil && g.p.Sign() > 0 {
			return &decay{c: ball.MagPow2(0), p: zeroRat, a: g.c.MulLower(g.c), b: new(big.Rat).Add(g.p, g.p)}
		}
		return constantDecay(two)
	case formula.OpLog:
		if h, negative := plusOne(args[0]); h != nil && !negative && m.atLeast(h, false) != nil {
			if d := m.majorize(h); d != nil && (!d.a.IsZero() || d.p.Sign() < 0) {
				return d // 0 ≤ log(1+h) ≤ h
			}
		}
		return m.majorize(args[0]).logarithm(m.atLeast(args[0], false))
	case formula.OpBesselJ:
		// |J_ν| ≤ 1 for ν ≥ 0 (DLMF 10.14.1)
		nu := eval.Enclose(nil, args[0], nil, majorantPrec)
		if ball.NewReal(0).LessEq(nu) == ball.True && m.atLeast(args[1], false) != nil {
			return constantDecay(ball.MagPow2(0))
		}
	case formula.OpBesselK:
		return m.majorizeK(args[0], args[1])
	}
	return nil
}

// logarithm bounds |log x| for x ≤ d and x ≥ c|y|^p, c > 0, p ≥ 0, |y| ≥ 1: log x ≤ 8x^{1/8} for x ≥ 1, and log x ≥ log c. It is nil where d or low is, and
// for other low.
func (d *decay) logarithm(low *growth) *decay {
	if d == nil || !d.a.IsZero() || low == nil || low.c.IsZero() || low.p.Sign() < 0 {
		return nil
	}
	up := d.pow(big.NewRat(1, 8))
	up.c = up.c.Mul2Exp(3)
	var c ball.Real
	if c.Log(c.SetFloat(low.c.Float(nil)), majorantPrec); c.Positive() == ball.True {
		return up
	}
	return up.plus(constantDecay(c.MagUpper()))
}

// majorizeK bounds K_ν(f), f ≥ cz^p, c > 0, p ≥ 0. K_ν decreases, and so does e^xK_ν(x) = ∫_0^∞ exp(−x(cosh t − 1))
// cosh νt dt (DLMF 10.32.9): for z ≥ 1, K_ν(f) ≤ K_ν(c)e^c exp(−cz^p).
func (m *bounder) majorizeK(nu, f *formula.Expr) *decay {
	g := m.atLeast(f, false)
	if g == nil || g.c.IsZero() || g.p.Sign() <= 0 {
		return nil
	}
	var c, k ball.Real
	c.SetFloat(g.c.Float(nil))
	special.BesselK(&k, eval.Enclose(nil, nu, nil, majorantPrec), &c, majorantPrec)
	c.Exp(&c, majorantPrec)
	k.Mul(&k, &c, majorantPrec)
	return &decay{c: k.MagUpper(), p: zeroRat, a: g.c, b: g.p}
}

// majorizeExp bounds exp(f), or exp(−f) if negative.
func (m *bounder) majorizeExp(f *formula.Expr, negative bool) *decay {
	return once(m.exps, signedExpr{f, negative}, func() *decay { return m.findExpDecay(f, negative) })
}

func (m *bounder) findExpDecay(f *formula.Expr, negative bool) *decay {
	if g := m.atLeast(f, !negative); g != nil && !g.c.IsZero() && g.p.Sign() > 0 {
		return &decay{c: ball.MagPow2(0), p: zeroRat, a: g.c, b: g.p}
	}
	switch args := f.Args(); f.Op() {
	case formula.OpCall:
		return m.majorizeExp(f.Body(), negative)
	case formula.OpNeg:
		return m.majorizeExp(args[0], !negative)
	case formula.OpAdd, formula.OpSub:
		a, b := m.majorizeExp(args[0], negative), m.majorizeExp(args[1], negative != (f.Op() == formula.OpSub))
		if a == nil || b == nil {
			return nil
		}
		return a.times(b)
	}
	// |f| ≤ C z^p ≤ C
	if d := m.majorize(f); d != nil && d.p.Sign() <= 0 {
		return constantDecay(d.c.Exp())
	}
	return nil
}

// reciprocal bounds 1/f.
func (m *bounder) reciprocal(e *formula.Expr) *decay {
	return once(m.reciprocals, e, func() *decay { return m.findReciprocal(e) })
}

func (m *bounder) findReciprocal(e *formula.Expr) *decay {
	args := e.Args()
	if e.Varies() {
		switch e.Op() {
		case formula.OpCall:
			return m.reciprocal(e.Body())
		case formula.OpNeg, formula.OpAbs:
			return m.reciprocal(args[0])
		case formula.OpMul:
			a, b := m.reciprocal(args[0]), m.reciprocal(args[1])
			if a == nil || b == nil {
				return nil
			}
			return a.times(b)
		case formula.OpExp:
			return m.majorizeExp(args[0], true)
		case formula.OpAdd:
			// of nonnegative terms: the reciprocal of either is a bound
			a, b := m.atLeast(args[0], false), m.atLeast(args[1], false)
			if a == nil || b == nil {
				break
			}
			for _, f := range args {
				if d := m.reciprocal(f); d != nil && !d.a.IsZero() {
					return d
				}
			}
		case formula.OpCosh: // cosh x ≥ e^x/2
			if d := m.majorizeExp(args[0], true); d != nil {
				d.c = d.c.Mul2Exp(1)
				return d
			}
		case formula.OpSqrt:
			return m.reciprocal(args[0]).pow(big.NewRat(1, 2))
		case formula.OpPow:
			if p := args[1].Num(); p != nil && p.Sign() > 0 {
				return m.reciprocal(args[0]).pow(p)
			}
		}
	}
	g := m.atLeast(e, false)
	if g == nil {
		g = m.atLeast(e, true)
	}
	if g == nil || g.c.IsZero() {
		return nil
	}
	return &decay{c: ball.MagPow2(0).Quo(g.c), p: new(big.Rat).Neg(g.p)}
}

// plus bounds a sum: the larger power and the slower decay.
func (d *decay) plus(e *decay) *decay {
	s := &decay{c: d.c.Add(e.c), p: d.p}
	if e.p.Cmp(s.p) > 0 {
		s.p = e.p
	}
	if !d.a.IsZero() && !e.a.IsZero() {
		s.a, s.b = d.a.Min(e.a), d.b
		if e.b.Cmp(s.b) < 0 {
			s.b = e.b
		}
	}
	return s
}

// times bounds a product; of two exponentials with different powers the faster is kept.
func (d *decay) times(e *decay) *decay {
	s := &decay{c: d.c.Mul(e.c), p: new(big.Rat).Add(d.p, e.p), a: d.a, b: d.b}
	switch {
	case e.a.IsZero():
	case d.a.IsZero() || e.b.Cmp(d.b) > 0:
		s.a, s.b = e.a, e.b
	case e.b.Cmp(d.b) == 0:
		s.a = d.a.AddLower(e.a)
	}
	return s
}

// pow bounds |f|^q, q ≥ 0.
func (d *decay) pow(q *big.Rat) *decay {
	if d == nil {
		return nil
	}
	s := &decay{c: magPow(d.c, q, false), p: new(big.Rat).Mul(d.p, q)}
	if !d.a.IsZero() && q.Sign() > 0 {
		var t ball.Real
		t.SetFloat(d.a.Float(nil))
		var u ball.Real
		t.Mul(&t, u.SetRat(q, majorantPrec), majorantPrec)
		s.a, s.b = t.MagLower(), d.b
	}
	return s
}

// magPow returns an upper, or lower, bound of x^q, q ≥ 0.
func magPow(x ball.Mag, q *big.Rat, lower bool) ball.Mag {
	if q.Sign() == 0 {
		return ball.MagPow2(0)
	}
	if x.IsInf() {
		return x
	}
	var t ball.Real
	t.SetFloat(x.Float(nil))
	t.PowRat(&t, q, majorantPrec)
	if lower {
		return t.MagLower()
	}
	return t.MagUpper()
}

// AtLeast derives a growth of f, or of −f if negative; nil if it knows none.
func (m *bounder) atLeast(e *formula.Expr, negative bool) *growth {
	return once(m.growths, signedExpr{e, negative}, func() *growth { return m.findGrowth(e, negative) })
}

func (m *bounder) findGrowth(e *formula.Expr, negative bool) *growth { // one function: a case for each operation.
	if !e.Varies() {
		v := eval.Enclose(nil, e, nil, majorantPrec)
		if negative {
			v.Neg(v)
		}
		if v.Negative() != ball.False {
			return nil
		}
		return &growth{v.MagLower(), zeroRat}
	}
	args := e.Args()
	product := func(a, b *growth) *growth {
		if a == nil || b == nil {
			return nil
		}
		return &growth{a.c.MulLower(b.c), new(big.Rat).Add(a.p, b.p)}
	}
	either := func(a, b *growth) *growth {
		if a != nil {
			return a
		}
		return b
	}
	switch e.Op() {
	case formula.OpCall:
		return m.atLeast(e.Body(), negative)
	case formula.OpNeg:
		return m.atLeast(args[0], !negative)
	case formula.OpAdd, formula.OpSub:
		a, b := m.atLeast(args[0], negative), m.atLeast(args[1], negative != (e.Op() == formula.OpSub))
		if a == nil || b == nil {
			return nil
		}
		switch {
		case a.c.IsZero():
			return b
		case b.c.IsZero():
			return a
		case a.p.Cmp(b.p) == 0:
			return &growth{a.c.AddLower(b.c), a.p}
		case a.p.Cmp(b.p) > 0:
			return a
		}
		return b
	case formula.OpMul:
		return either(product(m.atLeast(args[0], false), m.atLeast(args[1], negative)),
			product(m.atLeast(args[0], true), m.atLeast(args[1], !negative)))
	case formula.OpDiv:
		// of a positive denominator with a polynomial bound
		d := m.majorize(args[1])
		if d == nil || !d.a.IsZero() || d.c.IsZero() {
			return nil
		}
		r := &growth{ball.MagPow2(0).QuoLower(d.c), new(big.Rat).Neg(d.p)}
		switch {
		case m.atLeast(args[1], false) != nil:
			return product(m.atLeast(args[0], negative), r)
		case m.atLeast(args[1], true) != nil:
			return product(m.atLeast(args[0], !negative), r)
		}
		return nil
	}
	if negative {
		return nil
	}
	switch e.Op() {
	case formula.OpVar:
		return &growth{ball.MagPow2(0), big.NewRat(1, 1)}
	case formula.OpAbs:
		return either(m.atLeast(args[0], false), m.atLeast(args[0], true))
	case formula.OpExp:
		switch g := m.atLeast(args[0], false); {
		case g == nil:
			return &growth{p: zeroRat}
		case g.p.Sign() > 0 && !g.c.IsZero(): // e^x ≥ x
			return g
		}
		return &growth{ball.MagPow2(0), zeroRat} // e^x ≥ 1 for x ≥ 0
	case formula.OpSinh: // sinh x ≥ x for x ≥ 0
		return m.atLeast(args[0], false)
	case formula.OpCosh:
		if g := m.atLeast(args[0], false); g != nil && g.p.Sign() > 0 && !g.c.IsZero() { // cosh x ≥ 1 + x²/2 ≥ x
			return g
		}
		return &growth{ball.MagPow2(0), zeroRat}
	case formula.OpSqrt:
		return m.atLeast(args[0], false).pow(big.NewRat(1, 2))
	case formula.OpPow:
		p := args[1].Num()
		switch {
		case p == nil:
			return nil
		case p.Sign() >= 0:
			base := m.atLeast(args[0], false)
			if base == nil && p.IsInt() && p.Num().Bit(0) == 0 {
				base = m.atLeast(args[0], true)
			}
			return base.pow(p)
		case m.atLeast(args[0], false) != nil:
			if d := m.majorize(args[0]); d != nil && d.a.IsZero() && !d.c.IsZero() {
				q := new(big.Rat).Neg(p)
				return &growth{ball.MagPow2(0).QuoLower(magPow(d.c, q, false)), new(big.Rat).Mul(d.p, p)}
			}
		}
	}
	return nil
}

func (g *growth) pow(q *big.Rat) *growth {
	if g == nil {
		return nil
	}
	return &growth{magPow(g.c, q, true), new(big.Rat).Mul(g.p, q)}
}

// integrable reports whether the bound is integrable with z^{d−1} at infinity.
func (d *decay) integrable(dim int) bool {
	return !d.a.IsZero() || new(big.Rat).Add(d.p, new(big.Rat).SetInt64(int64(dim))).Sign() < 0
}

// beyond returns an upper bound of ∫_T^∞ C z^{p+d−1} exp(−az^b) dz for T ≥ 1, +∞ if T is too small for it. With s =
// (p+d)/b and x = aT^b it is C a^{−s} Γ(s,x)/b, and Γ(s,x) ≤ x^{s−1}e^{−x} for s ≤ 1, Γ(s,x) ≤ x^{s−1}e^{−x}·x/(x−s+1)
// for 1 < s < x+1, since the logarithm of t^{s−1}e^{−t} has a slope of at most −1 + (s−1)/x on t ≥ x.
func (d *decay) beyond(t *big.Float, dim int) ball.Mag {
	const prec = majorantPrec
	var T, q, v, x ball.Real
	T.SetFloat(t)
	pd := new(big.Rat).Add(d.p, new(big.Rat).SetInt64(int64(dim)))
	if d.a.IsZero() {
		if pd.Sign() >= 0 {
			return ball.MagInf()
		}
		v.PowRat(&T, pd, prec)
		v.Quo(&v, q.SetRat(new(big.Rat).Neg(pd), prec), prec)
		return v.MagUpper().Mul(d.c)
	}
	// C/(ab) T^{p+d−b} e^{−x}
	x.SetFloat(d.a.Float(nil))
	q.PowRat(&T, d.b, prec)
	x.Mul(&x, &q, prec)
	v.Neg(&x)
	v.Exp(&v, prec)
	q.PowRat(&T, new(big.Rat).Sub(pd, d.b), prec)
	v.Mul(&v, &q, prec)
	q.SetRat(d.b, prec)
	v.Quo(&v, &q, prec)
	q.SetFloat(d.a.Float(nil))
	v.Quo(&v, &q, prec)
	s := new(big.Rat).Quo(pd, d.b)
	if s.Sub(s, big.NewRat(1, 1)).Sign() > 0 {
		q.Sub(&x, q.SetRat(s, prec), prec)
		if q.Positive() != ball.True {
			return ball.MagInf()
		}
		x.Quo(&x, &q, prec)
		v.Mul(&v, &x, prec)
	}
	return v.MagUpper().Mul(d.c)
}
