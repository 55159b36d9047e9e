package zonal

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/big"
	"math/bits"

	"krein/ball"
	"krein/internal/budget"
	"krein/internal/certify/check/sphere"
	"krein/internal/decompose/angle"
	"krein/internal/elem64"
	"krein/internal/kernel/breakpoints"
	"krein/internal/kernel/constant"
	"krein/internal/kernel/eval"
	"krein/internal/kernel/formula"
	"krein/internal/special/mean"
	"krein/kernel"
	"krein/quad"
)

// spherePiece is a formula without conditions for k on an interval of distances in [0,2], by its angles θ, z = 2
// sin(θ/2).
type spherePiece struct {
	lo, hi ball.Real // in [0,π]
	expr   *formula.Expr
	whole  bool // [0,π]
}

// spherePieces returns the kernel on (0,2).
func spherePieces(k *kernel.Kernel, prec uint) (out []spherePiece, err error) {
	pieces, err := k.ExactPieces()
	if err != nil {
		return nil, err
	}
	// The end of a piece is a ball that the next piece begins with. Rules on either side enclose the integral up to the end
	// itself, wherever it is in the ball, so that nothing is left out or counted twice.
	two := diameter()
	var lo ball.Real
	for i, p := range pieces {
		s := spherePiece{expr: p.Expr}
		s.lo.Set(&lo)
		last := p.Hi.Inf
		if !last {
			c, err := constant.New(p.Hi.Exact)
			if err != nil {
				return nil, err
			}
			order, known := c.Cmp(two)
			if known != ball.True {
				return nil, fmt.Errorf("whether the breakpoint %v is beyond 2 is not decided", c)
			}
			last = order >= 0
			if !last {
				c.Ball(&s.hi, prec)
				s.hi.Mul2Exp(&s.hi, -1)
				s.hi.Asin(&s.hi, prec)
				s.hi.Mul2Exp(&s.hi, 1)
			}
		}
		if last {
			s.hi.Pi(prec)
		}
		s.whole = last && i == 0
		out = append(out, s)
		if last {
			return out, nil
		}
		lo.Set(&s.hi)
	}
	return nil, errors.New("the pieces of the kernel end before the distance 2")
}

const (
	quadNodes   = 384 // at most, on one panel
	quadNodesBy = 32  // rules have a multiple of this many nodes
	quadPanels  = 4096
	quadSplits  = 48 // panels are many, and a bound may be rough
	mostMore    = 1 << 12
	panelUnits  = 1 << 10 // what a node of a formula costs in the bounds of a panel
)

// quadEllipses are the parameters ρ of the Bernstein ellipses that are tried.
var quadEllipses = []float64{1.3, 1.6, 2, 2.5, 3.2, 4, 5, 6.5, 9, 13, 20, 32}

// moments collects μ_m = ∫_0^π k(2 sin(θ/2)) sin^{d−2}θ cos(mθ) dθ, m = 0 … n, in fixed point.
//
// One set of nodes serves all m. On a panel the integrand is holomorphic on an ellipse with the foci at its ends and
// the parameter ρ; with |·| ≤ M there, a polynomial of degree 2Q−1 is as near as 2M ρ^{1−2Q}/(ρ−1) on the panel
// (Bernstein 1912; Trefethen, Approximation Theory and Approximation Practice, theorem 8.2), so that a rule with Q
// positive weights of the sum 2 errs by at most 8M ρ^{1−2Q}/(ρ−1), times half the length of the panel; |cos mθ| ≤
// cosh(m Im θ). Panels without such an ellipse are halved. Very short ones at a singularity are bounded by their
// length.
type moments struct {
	ctx   context.Context
	meter *budget.Meter
	d, n  int
	w     uint // fraction bits
	goal  ball.Mag
	bound *ball.Mag // |k| ≤ bound, if known
	sum   []big.Int // scale 2^{2w}
	err   ball.Mag
	count int // of panels
}

// integrand is a kernel as a function of the angle, on panels that are found as they are asked for.
type integrand struct {
	d, most int
	w       uint     // fraction bits, for the degree most
	prec    uint     // see expandQuadrature
	size    ball.Mag // of the kernel, roughly
	panels  []*panel // one for each piece of the kernel
}

// panel is an interval of angles.
type panel struct {
	ellipse // its center c and half-length h
	lo, hi  ball.Real
	f       *angular
	depth   int
	tried   bool     // whether a bound was looked for
	sup     ball.Mag // of |F| on ellipses around it, with the half-axis ratio, 0 if there is none
	ratio   float64
	halves  [2]*panel
}

// newIntegrand prepares expansions up to the degree most.
func newIntegrand(ctx context.Context, k *kernel.Kernel, d, most int, size ball.Mag, prec uint) (*integrand, error) {
	g := &integrand{d: d, most: most, prec: prec, size: size}
	g.w = g.bits(most)
	pieces, err := spherePieces(k, g.w+32)
	if err != nil {
		return nil, err
	}
	for i := range pieces {
		p := &pieces[i]
		if p.lo.Less(&p.hi) != ball.True {
			return nil, errors.New("the breakpoints of the kernel cannot be ordered")
		}
		g.panels = append(g.panels, newPanel(&p.lo, &p.hi, newAngular(p.expr, &p.lo, &p.hi, g.w+32, budget.Of(ctx)), 0))
	}
	return g, nil
}

// bits returns the fraction bits for moments up to the degree n.
func (g *integrand) bits(n int) uint {
	top := uint(harmonicDimension(n, g.d).BitLen())
	return g.prec + top + 40 + 2*uint(bits.Len(uint(n))) + uint(max(log2(g.size.Max(ball.MagPow2(0))), 0))
}

// expandQuadrature encloses a_0 … a_n by moments, n at most that of newIntegrand; bound, if not nil, bounds |k| on
// [0,2].
func (g *integrand) expandQuadrature(ctx context.Context, n int, bound *ball.Mag) ([]ball.Real, error) {
	top := int64(harmonicDimension(n, g.d).BitLen())
	m := &moments{ctx: ctx, meter: budget.Of(ctx), d: g.d, n: n, w: g.bits(n), goal: g.size.Mul2Exp(-int64(g.prec) - top - 8), bound: bound,
		sum: make([]big.Int, n+1)}
	for _, p := range g.panels {
		if err := m.panel(p); err != nil {
			return nil, err
		}
	}
	if m.meter.Spend(int64(n) * int64(n) * budget.Arithmetic(m.w) / 2); ctx.Err() != nil {
		return nil, ctx.Err()
	}
	return m.coefficients(), nil
}

func newPanel(lo, hi *ball.Real, f *angular, depth int) *panel {
	p := &panel{f: f, depth: depth}
	prec := f.prec
	p.lo.Set(lo)
	p.hi.Set(hi)
	p.splits = quadSplits
	p.c.Add(lo, hi, prec)
	p.c.Mul2Exp(&p.c, -1)
	p.h.Sub(hi, lo, prec)
	p.h.Mul2Exp(&p.h, -1)
	return p
}

// half returns the lower or upper half of p.
func (p *panel) half(i int) *panel {
	if p.halves[0] == nil {
		// The cut is a number: both halves end at the same place.
		var mid ball.Real
		mid.GetMid(&p.c)
		p.halves[0] = newPanel(&p.lo, &mid, p.f, p.depth+1)
		p.halves[1] = newPanel(&mid, &p.hi, p.f, p.depth+1)
	}
	return p.halves[i]
}

// bounded reports whether |F| is bounded on ellipses around the panel, and finds the bound.
func (p *panel) bounded() bool {
	if !p.tried {
		p.tried = true
		for _, ratio := range panelRatios {
			if sup, ok := p.f.sup(&p.ellipse, ratio, p.depth); ok {
				p.sup, p.ratio = sup, ratio
				break
			}
		}
	}
	return p.ratio > 0
}

// angular is a function of the angle.
type angular struct {
	expr   *formula.Expr
	f      *eval.Func
	ends   []*ball.Real  // of the interval on which it is integrated
	origin *angle.Origin // around θ = 0
	prec   uint          // of ends of panels
	nodes  int64         // of the formula, each part counted once
}

func newAngular(e *formula.Expr, lo, hi *ball.Real, prec uint, m *budget.Meter) *angular {
	h, _ := sphere.Angular(breakpoints.Natural(e))
	h = angle.Merged(h)
	g := &angular{expr: h, f: eval.Compile(h).Metered(m), ends: []*ball.Real{lo, hi}, prec: prec}
	h.Some(func(*formula.Expr) bool { g.nodes++; return false })
	if lo.IsZero() {
		g.origin = angle.NewOrigin(h)
	}
	return g
}

// sup bounds |F| on an ellipse with the foci at the ends of a panel of the half-length e.h, on which F is holomorphic,
// for some ratios of its half-axes to the length, largest first; ok is false if it is not known to be so on the ellipse.
func (g *angular) sup(e *ellipse, ratio float64, depth int) (sup ball.Mag, ok bool) {
	var radius ball.Real
	radius.SetFloat(e.h.MagUpper().Mul(ball.MagFloat64(ratio)).Float(nil))
	if sup, ok := g.origin.Sup(e.c.MagUpper().Add(radius.MagUpper())); ok {
		return sup, true
	}
	// near an end relative accuracy is wanted, and every layer of a formula loses some
	sup, err := angle.SupOnDisc(g.expr, &e.c, &radius, g.ends, uint(regionPrec+4*depth))
	if err != nil && depth >= 4 && !errors.Is(err, angle.ErrNoModel) {
		sup, err = angle.SupOnDisc(g.expr, &e.c, &radius, g.ends, uint(regionPrec+16*depth))
	}
	if !errors.Is(err, angle.ErrNoModel) {
		return sup, err == nil
	}
	h := func(dst, theta *ball.Complex, prec uint) { g.f.ComplexAt(dst, theta, prec) }
	e.a, e.b = ratio, math.Sqrt(ratio*ratio-1)*(1+1e-15)
	if !e.holds(h) {
		return sup, false
	}
	return e.sup(h), true
}

// panelRatios are the half-axes of ellipses, in half-lengths of the panel, that are tried; the larger, the fewer nodes.
var panelRatios = []float64{2.5, 1.7, 1.25}

// panel adds the integral over p.
func (m *moments) panel(p *panel) error {
	units := int64(panelUnits)
	if !p.tried {
		units *= p.f.nodes
	}
	if m.meter.Spend(units); m.ctx.Err() != nil {
		return m.ctx.Err()
	}
	if m.count++; m.count > quadPanels {
		return errors.New("quadrature meets too many singularities")
	}
	if p.bounded() {
		if q, worst := m.nodes(&p.ellipse, p.sup, p.ratio); q <= quadNodes {
			m.err = m.err.Add(worst)
			return m.rule(&p.ellipse, p.f.f, q, p.depth)
		}
	}
	if p.depth >= 8 {
		if crude := m.crude(&p.lo, &p.hi, p.f.f); crude.Cmp(m.goal) <= 0 {
			m.err = m.err.Add(crude)
			return nil
		}
	}
	if p.depth > int(m.w)+64 {
		return errors.New("quadrature found no bound of the kernel near a singularity")
	}
	for i := range p.halves {
		if err := m.panel(p.half(i)); err != nil {
			return err
		}
	}
	return nil
}

// nodes returns how many nodes a panel asks for, more than quadNodes if they are too many, and the error of the rule, if
// |F| ≤ sup on ellipses with the foci at its ends and half-axes up to ratio half-lengths.
func (m *moments) nodes(e *ellipse, sup ball.Mag, ratio float64) (best int, worst ball.Mag) {
	best = quadNodes + 1
	h := e.h.MagUpper()
	for _, rho := range quadEllipses {
		// The half-axes are rounded up, so that the ellipse of ρ lies within the one of which the bound is known.
		a, b := (rho+1/rho)/2*(1+1e-15), (rho-1/rho)/2*(1+1e-15)
		if a > ratio {
			break
		}
		swing := h.Mul(ball.MagFloat64(b)).Mul(ball.MagUint(uint64(m.n)))
		if swing.Float64()/elem64.Log(rho)/2 > quadNodes {
			continue
		}
		// |sin(c + w)| ≤ |sin c| cosh |w| + |cos c| sinh |w|, |w| ≤ ah
		var s, c, x, y ball.Real
		ball.SinCos(&s, &c, &e.c, 64)
		x.SetFloat(h.Mul(ball.MagFloat64(a)).Float(nil))
		y.Sinh(&x, 64)
		x.Cosh(&x, 64)
		s.Mul(s.Abs(&s, 64), &x, 64)
		s.FMA(c.Abs(&c, 64), &y, &s, 64)
		all := sup.Mul(s.MagUpper().Pow(uint64(m.d - 2)))
		var r, p ball.Real
		r.SetFloat64(rho)
		all = all.Mul(swing.Exp()).Mul(h).Mul2Exp(3).Quo(p.AddInt64(&r, -1, 64).MagLower())
		if all.IsInf() {
			continue
		}
		// q is a guess in float64; the error of the rule with q nodes is bounded below, whatever q is.
		q := int(math.Ceil((log2(all)-log2(m.goal))/(2*math.Log2(rho))+0.5)) + 1
		q = (max(q, 1) + quadNodesBy - 1) / quadNodesBy * quadNodesBy
		if q < best {
			p.PowInt64(&r, int64(2*q-1), 64)
			best, worst = q, all.Quo(p.MagLower())
		}
	}
	return best, worst
}

// crude bounds the integral over [a,b] by its length.
func (m *moments) crude(a, b *ball.Real, f *eval.Func) ball.Mag {
	// The integrand without the cosine, over the whole panel at once: sup is infinite where the kernel has no enclosure and bound
	// is not known.
	var theta, s, v ball.Real
	theta.Hull(a, b, m.w)
	f.At(&v, &theta, m.w)
	sup := v.MagUpper()
	if m.bound != nil {
		sup = sup.Min(*m.bound)
	}
	s.Sin(&theta, m.w)
	s.PowInt64(&s, int64(m.d-2), 64)
	return sup.Mul(s.MagUpper()).Mul(s.Sub(b, a, m.w).MagUpper())
}

// rule adds the Gauss–Legendre rule with q nodes on the panel.
func (m *moments) rule(e *ellipse, f *eval.Func, q, depth int) error {
	wp := m.w + 32
	rule := quad.GaussLegendre(q, wp)
	var theta, v, s, c, t ball.Real
	for i := range q {
		if m.meter.Spend(int64(m.n) * budget.Arithmetic(m.w)); m.ctx.Err() != nil {
			return m.ctx.Err()
		}
		rule.Node(&theta, i)
		theta.FMA(&theta, &e.h, &e.c, wp)
		for more := uint(8 * depth); ; more *= 4 { // differences from values at an end lose their first digits
			if f.At(&v, &theta, wp+more); !v.Indeterminate() || more > mostMore || more == 0 {
				break
			}
		}
		ball.SinCos(&s, &c, &theta, wp)
		v.Mul(&v, t.PowInt64(&s, int64(m.d-2), wp), wp)
		rule.Weight(&t, i)
		v.Mul(&v, &t, wp)
		v.Mul(&v, &e.h, wp)
		if v.Indeterminate() {
			return errors.New("the kernel has no enclosure at a node")
		}
		m.node(&v, &c)
	}
	return nil
}

// node adds v cos(mθ) for all m, by x_{m+1} = 2 cos θ x_m − x_{m−1} in fixed point. With an error of at most ε units of
// cos θ, every step adds at most 4ε + 3 units, which the following ones carry on with the factors U_k(cos θ), |U_k| ≤
// k+1: after m of them the error is at most m²(4ε + 3), if that is at most 2^w, so that |x_m| ≤ 2.
func (m *moments) node(v, c *ball.Real) {
	var w, ci big.Int
	ew := fixedPoint(&w, v, m.w)
	eps := fixedPoint(&ci, c, m.w)
	turn := eps.Mul2Exp(2).Add(ball.MagUint(3)).Mul(ball.MagUint(uint64(m.n) * uint64(m.n)))
	if turn.Cmp(ball.MagPow2(int64(m.w))) > 0 {
		m.err = ball.MagInf()
		return
	}
	size := ball.MagFloat(new(big.Float).SetInt(&w))
	m.err = m.err.Add(size.Mul(turn).Mul2Exp(-2 * int64(m.w)))
	m.err = m.err.Add(ew.Mul2Exp(1 - int64(m.w)))

	x, y := new(big.Int).Lsh(big.NewInt(1), m.w), new(big.Int).Set(&ci) // x_0, x_1 = x_{−1}
	var p big.Int
	for i := 0; ; i++ {
		m.sum[i].Add(&m.sum[i], p.Mul(&w, x))
		if i == m.n {
			return
		}
		p.Mul(x, &ci)
		p.Rsh(&p, m.w-1)
		p.Sub(&p, y)
		x, y = y, x
		x.Set(&p)
	}
}

// fixedPoint sets z to x·2^w, rounded, and returns a bound of the error in units.
func fixedPoint(z *big.Int, x *ball.Real, w uint) ball.Mag {
	// The midpoint is exact, its truncation loses less than one unit, and the radius is that of x.
	mid := x.Mid(nil)
	mid.SetMantExp(mid, int(w))
	mid.Int(z)
	return x.Rad().Mul2Exp(int64(w)).Add(ball.MagPow2(0))
}

// coefficients converts the moments: with λ = d/2 − 1 and α_i = (λ)_i/i! (DLMF 18.5.11),
//
//	C_n^{(λ)}(1) P_n(cos θ) = Σ_i α_i α_{n−i} cos((n−2i)θ),   C_n^{(λ)}(1) = (2λ)_n/n!,
//
// terms that are ≥ 0 at θ = 0, so that nothing is lost; P_n = cos nθ for d = 2.
func (m *moments) coefficients() []ball.Real {
	prec := m.w + 64
	mu := make([]ball.Real, m.n+1)
	// One bound of all errors serves every moment: of rules, panels that are bounded by their length, and fixed-point sums.
	for i := range mu {
		mu[i].SetInt(&m.sum[i])
		mu[i].Mul2Exp(&mu[i], -2*int64(m.w))
		mu[i].AddRad(m.err)
	}
	alpha, at1 := make([]ball.Real, m.n+1), make([]ball.Real, m.n+1)
	alpha[0].SetInt64(1)
	at1[0].SetInt64(1)
	for i := 1; i <= m.n; i++ {
		step(&alpha[i], &alpha[i-1], int64(m.d-2+2*(i-1)), int64(2*i), prec)
		step(&at1[i], &at1[i-1], int64(m.d-2+i-1), int64(i), prec)
	}
	dims := dimensions(m.d, m.n, prec)
	// ∫ sin^{d−2} = B(1/2, (d−1)/2)
	var mass, half ball.Real
	half.SetInt64(int64(m.d - 1))
	half.Mul2Exp(&half, -1)
	mean.Beta(&mass, ball.NewReal(0.5), &half, prec)
	out := make([]ball.Real, m.n+1)
	var t ball.Real
	for n := range out {
		v := &out[n]
		if m.d == 2 {
			v.Set(&mu[n])
		} else {
			for i := 0; 2*i <= n; i++ {
				t.Mul(&alpha[i], &alpha[n-i], prec)
				if 2*i != n {
					t.Mul2Exp(&t, 1)
				}
				v.FMA(&t, &mu[n-2*i], v, prec)
			}
			v.Quo(v, &at1[n], prec)
		}
		v.Mul(v, &dims[n], prec)
		v.Quo(v, &mass, prec)
	}
	return out
}

// tailEllipses are the parameters ρ of the ellipses around [−1,1] that are tried for a tail.
var tailEllipses = []float64{1.03125, 1.0625, 1.125, 1.1875, 1.25, 1.375, 1.5, 1.75, 2, 2.5, 3, 4, 6, 8}

// ellipseRest bounds Σ_{m>n} |a_m| for f holomorphic on an ellipse with the foci ±1 and parameter ρ, |f| ≤ M there:
// |a_m| = N(m) |E (f−p) P_m| ≤ √N(m) max|f−p| for every polynomial p of degree m − 1, since E P_m² = 1/N(m), and a p is
// as near as 2M ρ^{1−m}/(ρ−1). The ratios N(m+1)/N(m) decrease, so that the sum is bounded by a geometric one. It is
// infinite if no ellipse is found.
func ellipseRest(f holomorphic, d, n int) ball.Mag {
	best := ball.MagInf()
	var e ellipse
	e.h.SetInt64(1)
	for _, rho := range tailEllipses {
		e.a, e.b = (rho+1/rho)/2*(1+1e-15), (rho-1/rho)/2*(1+1e-15)
		if !e.holds(f) {
			break
		}
		sup := e.sup(f)
		var r, p, q, t ball.Real
		r.SetFloat64(rho)
		// |a_{n+1}| ≤ 2M √N(n+1) ρ^{−n}/(ρ−1), and each further bound is at most √(N(n+2)/N(n+1))/ρ =: q times the one before.
		// The sum over both parities bounds each of them.
		num, den := harmonicRatio(n+2, d)
		step(&q, t.SetInt64(1), num, den, 64)
		q.Sqrt(&q, 64)
		q.Quo(&q, &r, 64)
		q.Sub(ball.NewReal(1), &q, 64)
		low := q.MagLower()
		if q.Positive() != ball.True {
			continue
		}
		p.PowInt64(&r, int64(n), 64)
		p.Mul(&p, t.AddInt64(&r, -1, 64), 64)
		all := ball.MagFloat(new(big.Float).SetInt(harmonicDimension(n+1, d))).Sqrt()
		best = best.Min(sup.Mul2Exp(1).Mul(all).Quo(p.MagLower()).Quo(low))
	}
	return best
}
