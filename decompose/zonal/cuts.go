package zonal

import (
	"errors"
	"slices"

	"krein/ball"
	"krein/internal/budget"
	"krein/internal/certify/check/rule"
	"krein/internal/certify/check/sphere"
	"krein/internal/kernel/breakpoints"
	"krein/internal/kernel/constant"
	"krein/internal/kernel/eval"
	"krein/internal/kernel/formula"
	"krein/kernel"
)

// cuts is what is known of f(cos θ) = F(θ), F holomorphic around 0 ≤ Re θ ≤ π, 0 ≤ Im θ ≤ S, sinh S > 1, and real for
// real θ. Then f is holomorphic on the image of the rectangle and its mirror images under cos, an ellipse around the
// unit disc, but for two cuts, on the sides of which u = cosh s, θ = ∓is, and u = −cosh s, θ = π ∓ is. The Maclaurin
// coefficients f(u) = Σ b_n uⁿ, by Cauchy's integral along the cuts and the rim of the ellipse, are
//
//	b_n = (1/π) ∫₀^S G(s) sinh s (cosh s)^{−n−1} ds + E_n,   G(s) = −Im F(is) + (−1)ⁿ Im F(π+is),
//	|E_n| ≤ (1/π) ∫₀^π |F(x+iS)| |sin(x+iS)| |cos(x+iS)|^{−n−1} dx,
//
// see docs/rules/cusp.md. The uⁿ are combinations of the P_m, m ≤ n, of the parity of n, with
// nonnegative coefficients of the sum 1 in every dimension. So b_n of one sign for the n ≥ N of one parity give the
// a_n, n ≥ N, of this parity that sign, and Σ_{n≥N} |a_n| ≤ Σ_{n≥N} |b_n| anyway.
type cuts struct {
	s          []ball.Real // 0 = s_0 < … < s_K = S
	cosh, sinh []ball.Real // there
	steps      []ball.Mag  // s_{i+1} − s_i
	order      [2]int      // of the first derivative of G that is not 0 at 0, odd; 0 if it was not found
	jumps      [2][]jump   // G on the parts of [0,S], of both parities
	rim        []arc
	ring       ball.Real // below sinh S, above 1
}

// jump bounds G on one part of [0,S].
type jump struct {
	size  ball.Mag     // of |G|
	slope ball.Mag     // of |G′| from 0 up to here
	least [2]ball.Real // of −G⁽ᵖ⁾ and of G⁽ᵖ⁾ from 0 up to here
}

// arc is a part of the rim: size bounds its part of π|E_n| but for the power, and radius is below |u|.
type arc struct {
	size   ball.Mag
	radius ball.Real
}

const (
	cutParts  = 192 // of [0,S], finer near 0, and of the rim
	cutPrec   = 96
	cutOrder  = 7
	cutSize   = 1 << 14 // of a formula of which a derivative is taken
	cutDegree = 256     // coefficients that are computed in any case: from there on signs show
	// boxes that cover the rectangle are halved in turn: so often at least, and at most
	cutBoxes, cutDepth = 4, 11
)

// cutHeights are the S that are tried: sinh S > 1.
var cutHeights = []float64{0.9375, 1, 1.25, 1.75, 2.5, 3.5}

var errNoCuts = errors.New("the kernel is not proved to be holomorphic in the angle around 0 ≤ θ ≤ π")

// findCuts returns the cuts for all heights up to which F is holomorphic. m counts the work.
func findCuts(e *formula.Expr, m *budget.Meter) (all []*cuts, err error) {
	k := breakpoints.Natural(e)
	h, _ := sphere.Angular(k)
	var derivative []*formula.Expr
	var order [2]int
	low := 0.0
	for _, height := range cutHeights {
		if !holomorphicBetween(h, low, height, m) {
			break
		}
		if derivative == nil {
			if derivative, order = cutOrders(h, k.Constants()); len(derivative) < 2 {
				break
			}
		}
		low = height
		c, err := newCuts(derivative, order, ball.NewReal(height), m)
		if err != nil {
			break
		}
		all = append(all, c)
	}
	if len(all) == 0 {
		return nil, errNoCuts
	}
	return all, nil
}

// cutOrders returns for the even and the odd degrees the order p, odd, of the first derivative of G that is not known
// to be 0 at 0, −(−1)^q (F⁽ᵖ⁾(0) ∓ F⁽ᵖ⁾(π)), p = 2q+1, and 0 where there is none up to cutOrder; and F with its
// derivatives up to these, and the first, if formulas have them.
func cutOrders(h *formula.Expr, constants formula.Arith[constant.Value]) (derivative []*formula.Expr, order [2]int) {
	derivative = []*formula.Expr{h}
	for p := 1; p <= cutOrder && (order[0] == 0 || order[1] == 0); p++ {
		if h.Size() > cutSize { // its derivatives grow with all that it has, networks' beyond any memory
			break
		}
		var ok bool
		if h, ok = formula.Derivative(h); !ok {
			break
		}
		if derivative = append(derivative, h); p%2 == 0 {
			continue
		}
		v, err := formula.Eval(h, constant.Value{}, constants)
		w, err2 := formula.Eval(h, constant.Pi(), constants)
		if rule.First(err, err2) != nil {
			break
		}
		for parity, jump := range []constant.Value{v.Sub(w), v.Add(w)} {
			if order[parity] == 0 && jump.IsZero() != ball.True {
				order[parity] = p
			}
		}
	}
	return derivative, order
}

// between is the interval [lo, hi].
func between(lo, hi *ball.Real) *ball.Real { return new(ball.Real).Hull(lo, hi, cutPrec) }

// part is x i/n.
func part(x *ball.Real, i, n int64) *ball.Real {
	v := new(ball.Real).MulInt64(x, i, cutPrec)
	return v.QuoInt64(v, n, cutPrec)
}

// holomorphicBetween reports whether F is holomorphic where low ≤ Im θ ≤ high. Enclosures are finite only around balls
// on which that is so.
func holomorphicBetween(h *formula.Expr, low, high float64, m *budget.Meter) bool {
	f, pi := eval.Compile(h).Metered(m), new(ball.Real).Pi(cutPrec)
	rise := ball.NewReal(high - low) // exact: these are binary fractions
	var box func(depth int, i, j int64) bool
	box = func(depth int, i, j int64) bool {
		if depth >= cutBoxes {
			wide, tall := int64(1)<<((depth+1)/2), int64(1)<<(depth/2)
			var x, v ball.Complex
			y := between(part(rise, j, tall), part(rise, j+1, tall))
			y.Add(y, ball.NewReal(low), cutPrec)
			x.SetParts(between(part(pi, i, wide), part(pi, i+1, wide)), y)
			if f.ComplexAt(&v, &x, cutPrec); v.IsFinite() {
				return true
			}
		}
		switch {
		case depth == cutDepth:
			return false
		case depth%2 == 0:
			return box(depth+1, 2*i, j) && box(depth+1, 2*i+1, j)
		}
		return box(depth+1, i, 2*j) && box(depth+1, i, 2*j+1)
	}
	return box(0, 0, 0)
}

// newCuts encloses F and its derivatives on the cuts, and F on the rim.
func newCuts(derivative []*formula.Expr, order [2]int, height *ball.Real, m *budget.Meter) (*cuts, error) {
	s := make([]ball.Real, cutParts+1)
	c := &cuts{order: order, s: s, cosh: make([]ball.Real, cutParts+1), sinh: make([]ball.Real, cutParts+1)}
	compiled := map[int]*eval.Func{}
	for _, p := range []int{0, 1, order[0], order[1]} {
		compiled[p] = eval.Compile(derivative[p]).Metered(m)
	}
	for i := range s {
		s[i].Set(part(height, int64(i*i), cutParts*cutParts))
		c.cosh[i].Cosh(&s[i], cutPrec)
		c.sinh[i].Sinh(&s[i], cutPrec)
	}
	pi := new(ball.Real).Pi(cutPrec)
	for i := range cutParts {
		at := between(&s[i], &s[i+1])
		c.steps = append(c.steps, new(ball.Real).Sub(&s[i+1], &s[i], cutPrec).MagUpper())
		jumps := map[int][2]ball.Real{} // of the derivatives of G of some orders
		for p, f := range compiled {
			var pole, anti ball.Complex
			f.ComplexAt(&pole, new(ball.Complex).SetParts(new(ball.Real), at), cutPrec)
			f.ComplexAt(&anti, new(ball.Complex).SetParts(pi, at), cutPrec)
			v, w := &pole.Re, &anti.Re
			if p == 0 {
				v, w = &pole.Im, &anti.Im
			}
			// (d/ds)^p of −Im F(is) is −(−1)^q Re F⁽ᵖ⁾(is), p = 2q+1: minus the real part for p = 1, 5, plus for p = 3, 7.
			if p%4 != 3 {
				v.Neg(v)
				w.Neg(w)
			}
			var g [2]ball.Real
			g[0].Sub(v, w, cutPrec)
			g[1].Add(v, w, cutPrec)
			jumps[p] = g
		}
		for parity := range 2 {
			// slope and least are over [0, s_{i+1}]: G is bounded by its derivatives from 0 on, where it vanishes.
			size, slope, lead := jumps[0][parity], jumps[1][parity], jumps[order[parity]][parity]
			j := jump{size: size.MagUpper(), slope: slope.MagUpper()}
			j.least[0].Neg(&lead)
			j.least[1].Set(&lead)
			if i > 0 {
				before := &c.jumps[parity][i-1]
				j.slope = j.slope.Max(before.slope)
				for k := range j.least {
					j.least[k].Min(&j.least[k], &before.least[k], cutPrec)
				}
			}
			c.jumps[parity] = append(c.jumps[parity], j)
		}
	}
	return c, c.enclose(compiled[0], height)
}

// enclose encloses F on the rim: |cos(x+iS)|² = cos²x + sinh²S, |sin(x+iS)|² = sin²x + sinh²S.
func (c *cuts) enclose(f *eval.Func, height *ball.Real) error {
	pi := new(ball.Real).Pi(cutPrec)
	var square, sin, cos ball.Real
	square.Sqr(&c.sinh[cutParts], cutPrec)
	c.ring.SetFloat(c.sinh[cutParts].Lower(nil, cutPrec))
	if ball.NewReal(1).Less(&c.ring) != ball.True {
		return errNoCuts
	}
	for i := range int64(cutParts) {
		x := between(part(pi, i, cutParts), part(pi, i+1, cutParts))
		var v ball.Complex
		f.ComplexAt(&v, new(ball.Complex).SetParts(x, height), cutPrec)
		size := v.Abs(new(ball.Real), cutPrec)
		ball.SinCos(&sin, &cos, x, cutPrec)
		sin.Add(sin.Sqr(&sin, cutPrec), &square, cutPrec)
		cos.Add(cos.Sqr(&cos, cutPrec), &square, cutPrec)
		size.Mul(size, sin.Sqrt(&sin, cutPrec), cutPrec)
		a := arc{size: size.Mul(size, part(pi, 1, cutParts), cutPrec).MagUpper()}
		cos.SetFloat(cos.Sqrt(&cos, cutPrec).Lower(nil, cutPrec))
		a.radius.Max(&cos, &c.ring, cutPrec)
		if a.size.IsInf() {
			return errNoCuts
		}
		c.rim = append(c.rim, a)
	}
	return nil
}

// negativePower returns x^−n.
func negativePower(x *ball.Real, n int) *ball.Real {
	v := new(ball.Real).PowInt64(x, int64(n), cutPrec)
	return v.Quo(new(ball.Real).SetInt64(1), v, cutPrec)
}

// sign returns the sign that b_n is proved to have for all n ≥ from of one parity, 0 if none is. With σG⁽ᵖ⁾ ≥ γ > 0 on
// [0,r] the integral from 0 to r has the sign σ and is at least L_n = (γ/p!) ∫₀^r s^p sinh s (cosh s)^{−n−1} ds; what is
// beyond r and E_n add up to U_n at most. L_{n+1} ≥ L_n/cosh r and U_{n+1} ≤ U_n/cosh r, if cosh r is at most the
// least |u| on the rim, so that L_n ≥ U_n goes on. Integrals of sinh s (cosh s)^{−n−1} are those of −(cosh s)^{−n}/n.
func (c *cuts) sign(parity, from int) int {
	p := c.order[parity]
	if p == 0 || from < 1 {
		return 0
	}
	weight := make([]ball.Real, cutParts+1)
	for i := range weight {
		weight[i].Set(negativePower(&c.cosh[i], from))
	}
	lost := func(i int) *ball.Real { // n times an integral over part i
		return new(ball.Real).Sub(&weight[i], &weight[i+1], cutPrec)
	}
	beyond := make([]ball.Mag, cutParts+1) // n U_n, r = s_i
	for _, a := range c.rim {
		beyond[cutParts] = beyond[cutParts].Add(a.size.Mul(negativePower(&a.radius, from+1).MagUpper()))
	}
	beyond[cutParts] = beyond[cutParts].Mul(ball.MagUint(uint64(from)))
	for i := cutParts - 1; i >= 0; i-- {
		beyond[i] = beyond[i+1].Add(c.jumps[parity][i].size.Mul(lost(i).MagUpper()))
	}
	var near, t, u ball.Real // n ∫₀^r s^p sinh s (cosh s)^{−n−1} ds / p!, at least
	for i := range cutParts {
		if c.cosh[i+1].LessEq(&c.ring) != ball.True {
			break
		}
		t.Mul(c.power(i, p, &t), lost(i), cutPrec)
		near.Add(&near, &t, cutPrec)
		for k, sigma := range []int{-1, 1} {
			least := &c.jumps[parity][i].least[k]
			u.SetMag(beyond[i+1])
			if least.Positive() == ball.True && u.LessEq(t.Mul(least, &near, cutPrec)) == ball.True {
				return sigma
			}
		}
	}
	return 0
}

// power returns s_i^p/p!.
func (c *cuts) power(i, p int, z *ball.Real) *ball.Real {
	z.PowInt64(&c.s[i], int64(p), cutPrec)
	for j := range int64(p) {
		z.QuoInt64(z, j+1, cutPrec)
	}
	return z
}

// sum bounds Σ |b_n| over the n ≥ from of one parity: the sum of sinh s (cosh s)^{−n−1} over these is
// (cosh s)^{1−n}/sinh s for the first of them, and |G(s)|/sinh s is at most the largest |G′| before s.
func (c *cuts) sum(parity, from int) (all ball.Mag) {
	// On a part |G| is at most size, and at most slope · sinh s, as G(0) = 0 and s ≤ sinh s; cosh^{1−n} falls with s, so that it is
	// largest at the lower end. The product with cosh s_{i+1} covers n = 0, too.
	n := from + (from+parity)%2
	for i, step := range c.steps {
		j := &c.jumps[parity][i]
		size := j.slope.Min(j.size.Quo(c.sinh[i].MagLower()))
		power := new(ball.Real).Mul(negativePower(&c.cosh[i], n), &c.cosh[i+1], cutPrec)
		all = all.Add(size.Mul(step).Mul(power.MagUpper()))
	}
	var t ball.Real
	for _, a := range c.rim {
		t.Sqr(&a.radius, cutPrec) // Σ R^{−n−1} over the parity is R^{1−n}/(R²−1)
		t.AddInt64(&t, -1, cutPrec)
		t.Quo(new(ball.Real).Mul(negativePower(&a.radius, n), &a.radius, cutPrec), &t, cutPrec)
		all = all.Add(a.size.Mul(t.MagUpper()))
	}
	return all.Quo(new(ball.Real).Pi(cutPrec).MagLower())
}

// cutRest fills in the tail from what is known on several cuts.
func (j *expansion) cutRest(k *kernel.Kernel, all []*cuts, s *series, top bool) error {
	// Any of the heights gives right bounds: a sign from one is the sign, and of the sums the least counts.
	var signs [2]int
	bounds := [2]ball.Mag{ball.MagInf(), ball.MagInf()}
	for parity := range 2 {
		for _, c := range slices.Backward(all) {
			if signs[parity] = c.sign(parity, len(s.coef)); signs[parity] != 0 {
				break
			}
			bounds[parity] = bounds[parity].Min(c.sum(parity, len(s.coef)))
		}
	}
	if err := j.restBySigns(k, s, top, signs); err != nil {
		return err
	}
	for parity, sign := range signs {
		if sign == 0 {
			s.rest[parity] = atMost(bounds[parity])
		}
	}
	return nil
}
