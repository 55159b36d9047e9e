package quadrature

import (
	"context"
	"fmt"
	"math"
	"math/big"

	"krein/ball"
	"krein/internal/budget"
	"krein/internal/elem64"
	"krein/internal/hankel/closed"
	"krein/internal/hankel/density"
	"krein/internal/kernel/eval"
	"krein/internal/kernel/formula"
	"krein/kernel"
	"krein/quad"
	"krein/special"
)

// Transform sets dst to a ball that contains the Hankel transform ∫₀^∞ f(x) J_ν(rx) x dx for real ν ≥ −1/2 and r > 0, and tells
// how accurate it is; prec is the number of relative bits asked for. nu and r may be balls, but their radii are carried.
//
// It needs of f:
//
//   - a formula, whose pieces can be proved (kernel.ExactPieces), without branch points inside them;
//   - at finite ends of pieces, 0 among them, values that the formula proves to be O(t^{−q}), t the distance to the end, with
//     q < 1, at 0 with q < ν + 2: powers of factors with a simple zero at the end, logarithms of those, and what is bounded;
//   - at infinity either that it continues into an angle above the real axis where the structure of its formula (sums,
//     products, powers, exponentials, logarithms and K of what has a known argument) bounds it by C|x|^p with p < −1/2, or by
//     an exponential: then the path of integration is moved into that angle, and oscillation costs nothing; or, on the real line, that it is O(exp(−ax^b)).
//
// The error is a *density.NotEnclosedError, or that of ctx.
func Transform(ctx context.Context, f *kernel.Kernel, dst, nu, r *ball.Real, prec uint) (Enclosure, error) {
	dst.SetIndeterminate()
	none := func(format string, args ...any) (Enclosure, error) {
		return Enclosure{}, &density.NotEnclosedError{Because: fmt.Sprintf(format, args...)}
	}
	switch {
	case ball.NewReal(-0.5).LessEq(nu) != ball.True:
		return none("the order %v is not proved to be −1/2 or greater", nu)
	case r.Positive() != ball.True:
		return none("r = %v is not proved to be positive", r)
	}
	return hankelIntegral(ctx, f, dst, nu, r, prec)
}

// hankelIntegral sets dst to ∫₀^∞ f(x) J_ν(rx) x dx.
func hankelIntegral(ctx context.Context, f *kernel.Kernel, dst, nu, r *ball.Real, prec uint) (Enclosure, error) {
	pieces, err := density.ProvedPieces(f)
	if err != nil {
		return Enclosure{}, err
	}
	prec = max(prec, ball.MinPrec)
	var e Enclosure
	e.Method = ByQuadrature
	extra, before := uint(0), int64(math.MinInt64)
	for try := range encloseTries {
		h := transform{nu: new(ball.Real).Set(nu), r: new(ball.Real).Set(r), prec: prec + extra + 24, m: f.Meter()}
		h.w.SetInt64(1)
		var sum, part ball.Real
		for i := range pieces {
			p := &pieces[i]
			expr := p.Expr
			if formula.IsZero(expr) {
				continue
			}
			hi := p.Hi.Exact
			if p.Hi.Inf {
				hi = nil
			}
			if because, err := h.piece(ctx, &part, expr, p.Lo.Exact, hi); err != nil || because != "" {
				if err == nil {
					err = &density.NotEnclosedError{Because: because}
				}
				return e, err
			}
			sum.Add(&sum, &part, h.prec)
		}
		dst.SetRound(&sum, prec+8)
		e.Bits = sum.RelAccuracyBits()
		e.Met = e.Bits >= int64(prec)-1 || sum.IsZero()
		if e.Met || try == encloseTries-1 || e.Bits < before+8 {
			break
		}
		before = e.Bits
		lost := int64(prec) - e.Bits
		if e.Bits < 0 {
			lost = int64(prec)
		}
		extra += uint(lost) + 16
	}
	return e, nil
}

// transform is ∫ f(x) x^w J_ν(rx) dx over pieces.
type transform struct {
	nu, r *ball.Real
	w     ball.Real
	prec  uint
	m     *budget.Meter
}

// piece sets dst to the integral over (lo, hi), or (lo, ∞) for nil. It says why it could not.
func (h *transform) piece(ctx context.Context, dst *ball.Real, e, lo, hi *formula.Expr) (because string, err error) {
	wp := h.prec + 64
	var a, b ball.Real
	eval.Enclose(&a, lo, nil, wp)
	if hi != nil {
		eval.Enclose(&b, hi, nil, wp)
		return h.between(ctx, dst, e, &a, &b, lo, hi)
	}
	// from x0 on along the path, before on the line
	r, _ := h.r.Float64()
	from, _ := a.Float64()
	x0 := from*(1+0x1p-40) + hankelFrom(h.nu, h.prec)/r
	b.SetFloat64(x0)
	var rest ball.Real
	if p := rotate(e, &h.w, h.nu, h.r, &b, false, h.m); p != nil {
		o, err := p.enclose(ctx, &rest, h.prec)
		if err != nil || o.Unbounded != "" {
			return o.Unbounded, err
		}
	} else {
		T, beyond, ok := h.cut(e, &a)
		if !ok {
			return fmt.Sprintf("%s is not bounded, by the structure of its formula, by an exponential, nor in an angle above the real axis by a power below "+
				"−1/2 or an exponential", e), nil
		}
		b.SetFloat(T)
		rest.SetZero().AddRad(beyond)
	}
	if because, err = h.between(ctx, dst, e, &a, &b, lo, nil); because == "" && err == nil {
		dst.Add(dst, &rest, h.prec)
	}
	return because, err
}

// cut returns T where the rest of the integral on the line is small, and its bound: |J_ν| ≤ (rx/2)^ν/Γ(ν+1).
func (h *transform) cut(e *formula.Expr, lo *ball.Real) (T *big.Float, beyond ball.Mag, ok bool) {
	tail := majorant(e)
	if tail == nil || tail.a.IsZero() {
		return nil, beyond, false
	}
	var c, top ball.Real
	h.prefactor(&c, majorantPrec)
	top.Add(h.nu, &h.w, majorantPrec)
	power, _ := top.Upper(nil, 53).Float64()
	t := math.Max(1, 2*lo.MagUpper().Float64())
	goal := ball.MagInf()
	for range 400 {
		T = big.NewFloat(t)
		b := tail.beyond(T, int(math.Ceil(power))+1).Mul(c.MagUpper())
		if goal.IsInf() && !b.IsInf() {
			goal = b.Mul2Exp(-int64(h.prec))
		}
		if !b.IsInf() && b.Cmp(goal) <= 0 {
			return T, termBeyond.LeftOut(b), true
		}
		t *= 1.2
	}
	return nil, beyond, false
}

// prefactor sets c to (r/2)^ν/Γ(ν+1): J_ν(rx) = c x^ν Λ_{2ν+2}(rx).
func (h *transform) prefactor(c *ball.Real, prec uint) {
	var g ball.Real
	c.Pow(c.Mul2Exp(h.r, -1), h.nu, prec+16)
	c.Mul(c, special.RecipGamma(&g, g.AddInt64(h.nu, 1, prec+64), prec+16), prec)
}

// between is the integral over [a, b]; ends are the formulas of a and b, nil for a number inside a piece, where f is analytic.
func (h *transform) between(ctx context.Context, dst *ball.Real, e *formula.Expr, a, b *ball.Real, ends ...*formula.Expr) (because string, err error) {
	g := h.integrand(e)
	var left, right, c, part ball.Real
	left.Set(a)
	right.Set(b)
	c.Sub(b, a, h.prec+64)
	quarter, _ := c.Mul2Exp(&c, -2).Float64()
	if r, _ := h.r.Float64(); quarter*r > 1 {
		quarter = 1 / r
	}
	dst.SetZero()
	for i, end := range ends {
		at, side := a, 1
		if i == 1 {
			at, side = b, -1
		}
		if end == nil || h.regular(g.f, at, i == 0 && formula.IsZero(end)) {
			continue
		}
		s := &toEnd{integrand: g, at: at, end: end, e: e, side: int64(side), delta: ball.NewReal(math.Exp2(math.Floor(math.Log2(quarter))))}
		because, err := s.enclose(ctx, &part, h.prec)
		if because != "" || err != nil {
			return because, err
		}
		dst.Add(dst, &part, h.prec)
		if i == 0 {
			left.Add(a, s.delta, h.prec+64)
		} else {
			right.Sub(b, s.delta, h.prec+64)
		}
	}
	o, err := integrate(ctx, &part, g.plain(), &left, &right, e.String(), ball.Mag{}, h.prec)
	if dst.Add(dst, &part, h.prec); err != nil || o.Unbounded != "" {
		return o.Unbounded, err
	}
	h.prefactor(&c, h.prec)
	dst.Mul(dst, &c, h.prec)
	return "", nil
}

// regular reports that f, and at 0 the power x^{ν+w} with it, is holomorphic next to a point.
func (h *transform) regular(f *eval.Func, at *ball.Real, zero bool) bool {
	var x, v ball.Complex
	if x.SetReal(at); zero {
		var n ball.Real
		if _, whole := n.Add(h.nu, &h.w, h.prec).Int64(); !whole {
			return false
		}
	}
	f.ComplexAt(&v, x.AddRad(ball.MagPow2(-24)), 64)
	return v.IsFinite()
}

// besselIntegrand is f(x) x^{ν+w} Λ_{2ν+2}(rx).
type besselIntegrand struct {
	f       *eval.Func
	n, d, r *ball.Real // ν + w, 2ν + 2
	whole   bool
	integer int64
	m       *budget.Meter
}

func (h *transform) integrand(e *formula.Expr) *besselIntegrand {
	g := &besselIntegrand{f: eval.Compile(e).Metered(h.m), n: new(ball.Real), d: new(ball.Real), r: h.r, m: h.m}
	g.n.Add(h.nu, &h.w, h.prec+128)
	g.integer, g.whole = g.n.Int64()
	g.d.Mul2Exp(g.d.AddInt64(h.nu, 1, h.prec+128), 1)
	return g
}

// at sets z to the integrand at x > 0, where f loses some bits.
func (g *besselIntegrand) at(z, x *ball.Real, lost, prec uint) {
	var t, v ball.Real
	g.m.Spend(8 * budget.Function(prec))
	g.f.At(&v, x, prec+lost)
	special.LambdaReal(&t, g.d, t.Mul(g.r, x, prec+32), prec)
	v.Mul(&v, &t, prec)
	if g.whole {
		t.PowInt64(x, g.integer, prec)
	} else {
		t.Pow(x, g.n, prec)
	}
	z.Mul(&v, &t, prec)
}

// bound bounds it on a complex ball.
func (g *besselIntegrand) bound(x *ball.Complex, prec uint) ball.Mag {
	var v, p ball.Complex
	g.f.ComplexAt(&v, x, prec)
	complexPower(&p, x, g.n, prec)
	return v.MagUpper().Mul(p.MagUpper()).Mul(special.LambdaBound(g.d, x.Im.MagUpper().Mul(g.r.MagUpper())))
}

func (g *besselIntegrand) plain() quad.Func {
	return quad.Func{
		F: func(z, x *ball.Real, prec uint) { g.at(z, x, 0, prec) },
		Bound: func(re *ball.Real, im ball.Mag) ball.Mag {
			var x ball.Complex
			x.Re.Set(re)
			x.Im.SetMag(im)
			return g.bound(&x, 53)
		},
	}
}

// toEnd is the integral from at to at ± δ, at an end of a piece where the integrand is singular: x = at ± δe^{−s}, s from 0 to
// infinity, makes of powers and logarithms what is analytic and falls exponentially.
type toEnd struct {
	integrand *besselIntegrand
	at, delta *ball.Real
	e, end    *formula.Expr
	side      int64
}

// enclose sets dst to the integral; it says why it could not.
func (p *toEnd) enclose(ctx context.Context, dst *ball.Real, prec uint) (because string, err error) {
	// |integrand| ≤ Ct^{−q} for t ≤ δ e^{−S}
	var rest ball.Mag
	var S float64
	delta, _ := p.delta.Float64()
	q := 0.0
	for range 2 { // the second time with the S that q takes
		S = math.Ceil(math.Max((float64(prec)+16)*math.Ln2/math.Max(1-q, 1e-3), elem64.Log(math.Max(2*delta, 1)))) + 1 // reach ≤ 1/2
		n := near{end: p.end, side: p.side}
		n.reach.Mul(n.reach.Exp(ball.NewReal(-S), 64), p.delta, 64)
		n.at.Set(p.at)
		b := n.upper(p.e)
		if b != nil {
			b = b.times(p.powers(&n))
		}
		if b == nil {
			return fmt.Sprintf("%s is not bounded, by the structure of its formula, by a power of the distance to %s", p.e, p.end), nil
		}
		if b.q.Cmp(oneRat) >= 0 {
			return fmt.Sprintf("%s is not proved to be integrable at %s: the bound is of the size of the distance to the power %s", p.e, p.end,
				new(big.Rat).Neg(b.q).RatString()), nil
		}
		rest = b.integral(&n.reach)
		q, _ = b.q.Float64()
	}
	if S > 1e6 {
		return fmt.Sprintf("%s is nearly not integrable at %s: that takes too much work", p.e, p.end), nil
	}
	more := uint(S/math.Ln2) + 64 + uint(math.Max(0, -math.Log2(delta)))
	g := p.integrand
	f := quad.Func{
		F: func(z, s *ball.Real, prec uint) {
			var w, x, v ball.Real
			p.position(&w, &x, s, prec+more)
			g.at(&v, &x, more, prec)
			z.Mul(&v, &w, prec)
		},
		Bound: func(re *ball.Real, im ball.Mag) ball.Mag {
			var w, x ball.Complex
			w.Re.Neg(re)
			w.Im.SetMag(im)
			w.Exp(&w, more)
			w.MulReal(&w, p.delta, more)
			x.MulInt64(&w, p.side, more)
			x.Re.Add(&x.Re, p.at, more)
			return g.bound(&x, more).Mul(w.MagUpper())
		},
	}
	o, err := integrate(ctx, dst, f, new(ball.Real), ball.NewReal(S), p.e.String(), ball.Mag{}, prec)
	dst.AddRad(termBeyond.LeftOut(rest))
	return o.Unbounded, err
}

// position sets w to δe^{−s} and x to at ± w.
func (p *toEnd) position(w, x, s *ball.Real, prec uint) {
	w.Exp(w.Neg(s), prec)
	w.Mul(w, p.delta, prec)
	x.Add(p.at, x.MulInt64(w, p.side, prec), prec)
}

// powers bounds x^{ν+w}Λ(rx): |Λ| ≤ 1.
func (p *toEnd) powers(n *near) *endPower {
	if formula.IsZero(p.end) {
		k, low := new(big.Rat), p.integrand.n.Lower(nil, 64)
		low.Rat(k)
		return &endPower{ball.MagPow2(0), k.Neg(k)} // x ≤ 1 or not: see upper
	}
	var x, v ball.Real
	n.interval(&x)
	v.Pow(&x, p.integrand.n, 64)
	return &endPower{v.MagUpper(), zeroRat}
}

// near bounds formulas on 0 < t ≤ reach, t the distance to an end.
type near struct {
	end   *formula.Expr
	at    ball.Real
	reach ball.Real // ≤ 1/2
	side  int64
}

// An endPower is a bound c t^{−q} on 0 < t ≤ reach.
type endPower struct {
	c ball.Mag
	q *big.Rat
}

func (p *endPower) times(o *endPower) *endPower {
	if p == nil || o == nil {
		return nil
	}
	return &endPower{p.c.Mul(o.c), new(big.Rat).Add(p.q, o.q)}
}

// integral bounds ∫₀^T c t^{−q} dt, q < 1.
func (p *endPower) integral(T *ball.Real) ball.Mag {
	var v ball.Real
	s := new(big.Rat).Sub(oneRat, p.q)
	v.PowRat(T, s, majorantPrec)
	v.Quo(&v, new(ball.Real).SetRat(s, majorantPrec), majorantPrec)
	return v.MagUpper().Mul(p.c)
}

// interval sets x to the points, the end among them.
func (n *near) interval(x *ball.Real) {
	var half ball.Real
	half.Mul2Exp(&n.reach, -1)
	prec := uint(64 + max(-half.Mid(nil).MantExp(nil), 0))
	x.Add(&n.at, half.MulInt64(&half, n.side, prec), prec)
	x.AddRad(half.MagUpper())
}

// smallPower is ε in |log t| ≤ t^{−ε}/(eε), which bounds logarithms.
var smallPower = big.NewRat(1, 64)

// upper bounds |e|; nil if it knows no bound. Larger powers may stand for smaller ones, as t ≤ 1/2.
func (n *near) upper(e *formula.Expr) *endPower {
	var x, v ball.Real
	n.interval(&x)
	if eval.Enclose(&v, e, &x, x.Mid(nil).Prec()); v.IsFinite() && e.Op() != formula.OpVar {
		return &endPower{v.MagUpper(), zeroRat}
	}
	args := e.Args()
	switch e.Op() {
	case formula.OpCall:
		return n.upper(e.Body())
	case formula.OpVar:
		if formula.IsZero(n.end) {
			return &endPower{ball.MagPow2(0), big.NewRat(-1, 1)}
		}
		return &endPower{x.MagUpper(), zeroRat}
	case formula.OpNeg, formula.OpAbs:
		return n.upper(args[0])
	case formula.OpAdd, formula.OpSub:
		a, b := n.upper(args[0]), n.upper(args[1])
		if a == nil || b == nil {
			return nil
		}
		q := a.q
		if b.q.Cmp(q) > 0 {
			q = b.q
		}
		return &endPower{a.c.Add(b.c), q}
	case formula.OpMul:
		return n.upper(args[0]).times(n.upper(args[1]))
	case formula.OpDiv:
		return n.upper(args[0]).times(n.lower(args[1]).pow(big.NewRat(-1, 1)))
	case formula.OpSqrt:
		return n.upper(args[0]).pow(halfRat)
	case formula.OpPow:
		p := args[1].Num()
		switch {
		case p == nil:
			return nil
		case p.Sign() < 0:
			return n.lower(args[0]).pow(p)
		}
		return n.upper(args[0]).pow(p)
	case formula.OpExp:
		if n.sign(args[0]) < 0 {
			return &endPower{ball.MagPow2(0), zeroRat}
		}
		// t ≤ 1
		if f := n.upper(args[0]); f != nil && f.q.Sign() <= 0 {
			return &endPower{f.c.Exp(), zeroRat}
		}
	case formula.OpBesselK:
		// K_ν grows with |ν|, and K_ν(x) ≤ ½Γ(ν)(2/x)^ν for ν > 0 (DLMF 10.32.10)
		f, nu := n.lower(args[1]), eval.Enclose(nil, args[0], nil, majorantPrec)
		m := new(big.Rat)
		if f == nil || nu.Indeterminate() {
			return nil
		}
		nu.MagUpper().Max(ball.MagPow2(-6)).Float(nil).Rat(m)
		var g ball.Real
		special.Gamma(&g, g.SetRat(m, majorantPrec), majorantPrec)
		return (&endPower{f.c.Mul2Exp(-1), f.q}).pow(new(big.Rat).Neg(m)).times(&endPower{g.MagUpper().Mul2Exp(-1), zeroRat})
	case formula.OpLog:
		// |log f| ≤ |log f|_C + |log f|_c with f between ct^m and C t^{-q}
		low, up := n.lower(args[0]), n.upper(args[0])
		if low == nil || up == nil || low.c.IsZero() || up.c.IsZero() {
			return nil
		}
		m := new(big.Rat).Abs(low.q)
		if a := new(big.Rat).Abs(up.q); a.Cmp(m) > 0 {
			m = a
		}
		var a, b, k ball.Real
		a.Log(a.SetFloat(low.c.Float(nil)), majorantPrec)
		b.Log(b.SetFloat(up.c.Float(nil)), majorantPrec)
		// m/(eε) < 24m
		k.MulInt64(k.SetRat(m, majorantPrec), 24, majorantPrec)
		return &endPower{a.MagUpper().Add(b.MagUpper()).Add(k.MagUpper()), smallPower}
	}
	return nil
}

// lower bounds |e| ≥ c t^{−q} from below; nil if it knows no bound. Smaller powers may stand for larger ones.
func (n *near) lower(e *formula.Expr) *endPower {
	var x, v ball.Real
	n.interval(&x)
	if eval.Enclose(&v, e, &x, x.Mid(nil).Prec()); v.IsFinite() && !v.ContainsZero() {
		return &endPower{v.MagLower(), zeroRat}
	}
	args := e.Args()
	switch e.Op() {
	case formula.OpCall:
		return n.lower(e.Body())
	case formula.OpVar:
		if formula.IsZero(n.end) {
			return &endPower{ball.MagPow2(0), big.NewRat(-1, 1)}
		}
		return nil
	case formula.OpNeg, formula.OpAbs:
		return n.lower(args[0])
	case formula.OpMul:
		a, b := n.lower(args[0]), n.lower(args[1])
		if a == nil || b == nil {
			return nil
		}
		return &endPower{a.c.MulLower(b.c), new(big.Rat).Add(a.q, b.q)}
	case formula.OpSqrt:
		return n.lower(args[0]).root(halfRat)
	case formula.OpPow:
		if p := args[1].Num(); p != nil && p.Sign() > 0 {
			return n.lower(args[0]).root(p)
		}
	}
	if n.slope(&v, e, &x) {
		return &endPower{v.MagLower(), big.NewRat(-1, 1)}
	}
	return nil
}

// slope encloses e′ at the points x where e is 0 at the end, so that |e| = t|e′| somewhere between, and reports whether that is a simple zero.
func (n *near) slope(v *ball.Real, e *formula.Expr, x *ball.Real) bool {
	at, ok := closed.Normalise(formula.Substitute(e, n.end))
	if !ok || len(at) > 0 {
		return false
	}
	d, ok := formula.Derivative(e)
	if !ok {
		return false
	}
	eval.Enclose(v, d, x, x.Mid(nil).Prec())
	return v.IsFinite() && !v.ContainsZero()
}

// sign is that of e on 0 < t ≤ reach, 0 for one that is not known.
func (n *near) sign(e *formula.Expr) int {
	var x, v ball.Real
	n.interval(&x)
	if eval.Enclose(&v, e, &x, x.Mid(nil).Prec()); v.IsFinite() && !v.ContainsZero() {
		s, _ := v.Sign()
		return s
	}
	args := e.Args()
	switch e.Op() {
	case formula.OpCall:
		return n.sign(e.Body())
	case formula.OpNeg:
		return -n.sign(args[0])
	case formula.OpMul, formula.OpDiv:
		return n.sign(args[0]) * n.sign(args[1])
	case formula.OpSqrt:
		return max(n.sign(args[0]), 0)
	case formula.OpPow:
		if p := args[1].Num(); p != nil {
			if s := n.sign(args[0]); s >= 0 || p.IsInt() && p.Num().Bit(0) != 0 {
				return s
			}
		}
	case formula.OpVar:
		if formula.IsZero(n.end) {
			return 1
		}
	}
	if n.slope(&v, e, &x) {
		s, _ := v.Sign()
		return s * int(n.side)
	}
	return 0
}

// pow bounds the p-th power of an upper bound for p > 0, from above, and of a lower one for p < 0.
func (b *endPower) pow(p *big.Rat) *endPower {
	if b == nil {
		return nil
	}
	q := new(big.Rat).Mul(b.q, p)
	if p.Sign() < 0 {
		if b.c.IsZero() {
			return nil
		}
		return &endPower{ball.MagPow2(0).Quo(magPow(b.c, new(big.Rat).Neg(p), true)), q}
	}
	return &endPower{magPow(b.c, p, false), q}
}

// root bounds the p-th power of a lower bound from below, p > 0.
func (b *endPower) root(p *big.Rat) *endPower {
	if b == nil {
		return nil
	}
	return &endPower{magPow(b.c, p, true), new(big.Rat).Mul(b.q, p)}
}
