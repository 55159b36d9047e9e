package sphere

import (
	"math/big"
	"slices"

	"krein/ball"
	"krein/internal/certify/check/normal"
	"krein/internal/certify/check/rule"
	"krein/internal/certify/proof"
	"krein/internal/kernel/asymptotic"
	"krein/internal/kernel/constant"
	"krein/internal/kernel/formula"
	"krein/kernel"
)

// sphereAngleRules look at kernels as functions of the angle θ = arccos u = 2 arcsin(z/2).
var sphereAngleRules = []*rule.Rule{{
	ID: "pd-all-spheres.angle", Claim: proof.PDAllSpheres, Holds: true, Supposes: rule.ContinuousAtZero,
	Check: rule.Reduction(allSpheresAngle),
}, {
	ID: "pd-sphere.angle", Claim: proof.PDSphere, Holds: true, Supposes: rule.ContinuousAtZero, MinDim: 2,
	Check: rule.Reduction(sphereAngle),
}, {
	ID: "pd-sphere.axial", Claim: proof.PDSphere, Holds: true, Supposes: rule.ContinuousAtZero, MinDim: 2,
	Check: rule.Reduction(axial),
}, {
	ID: "pd-all-spheres.axial", Claim: proof.PDAllSpheres, Holds: true, Supposes: rule.ContinuousAtZero,
	Check: rule.Reduction(axial),
}}

// inside resolves the conditions, maxima, minima and absolute values that are the same for all z in (0,2): there it is
// the same function. With waves it writes sines and cosines of multiples of θ/2, and square roots of multiples of z²,
// in the distance.
//
// Why that is sound: every answer is one of exact arithmetic for all z of the open interval at once
// (sphereArith.Compare), and a part that is not decided stays as it is written. What the formula is
// at z = 0 and z = 2 may change, as "z == 0 ? 1/2 : e" becomes e: whoever uses the result there
// compares the exact values (sameAt2, continuous).
func inside(e *formula.Expr, constants formula.Arith[constant.Value], waves bool) *formula.Expr {
	a := formula.Arith[onSphere](sphereArith{constants})
	known := map[*formula.Expr]*formula.Expr{} // extremes: each stands in its own condition twice
	var rewrite func(e *formula.Expr) *formula.Expr
	within := func(e *formula.Expr) *formula.Expr { return e.Replace(rewrite) }
	rewrite = func(e *formula.Expr) *formula.Expr {
		switch e.Op() {
		case formula.OpCond:
			// The value of the condition as a number. Where it is not the same for all z, or not
			// known, Eval joins 1 and 0, which is an error of sphereArith.
			one := formula.Apply(formula.OpCond, e.Args()[0], formula.Int(1), formula.Int(0))
			x, err := formula.Eval(one, sphereArith{}.distance(), a)
			c, ok := x.isConst()
			switch {
			case err != nil || !ok:
				return nil
			case c.IsZero() == ball.True:
				return within(e.Args()[2])
			}
			return within(e.Args()[1])
		case formula.OpAbs, formula.OpMax, formula.OpMin:
			if _, ok := known[e]; !ok {
				known[e] = extreme(e, constants, within)
			}
			return known[e]
		// Of a constant sine nothing would be gained, and x.inDistance would write it anew.
		case formula.OpSin, formula.OpCos:
			if x, err := formula.Eval(e, sphereArith{}.distance(), a); err == nil && waves && e.Varies() {
				return x.inDistance()
			}
		// q(u) z with a constant q and no other part: the root of c²z², which for z > 0 is |c| z.
		// The sign of the root is that of sphereArith.root, which takes powers of positive
		// constants only.
		case formula.OpSqrt: // √(2−2u) is z
			if x, err := formula.Eval(e, sphereArith{}.distance(), a); err == nil && waves && len(x[0]) == 0 && len(x[1]) == 1 {
				return x.inDistance()
			}
		}
		return nil
	}
	return within(e)
}

// extreme returns the argument of a maximum or minimum that is the larger or smaller one, or ± that of an absolute
// value; nil if within, or for two constants their exact comparison, does not find which one it is.
func extreme(e *formula.Expr, constants formula.Arith[constant.Value], within func(*formula.Expr) *formula.Expr) *formula.Expr {
	args := e.Args()
	if e.Op() == formula.OpAbs {
		args = []*formula.Expr{args[0], formula.Apply(formula.OpNeg, args[0])}
	}
	best := args[0]
	for _, x := range args[1:] {
		// The candidate best is the maximum of the arguments before x, for all z, and stays so if x
		// ≤ best for all z; if x > best for all z, x is. Any other relation of the two ends the
		// search.
		small, large := x, best
		if e.Op() == formula.OpMin {
			small, large = best, x
		}
		less := formula.Apply(formula.OpCond, formula.Apply(formula.OpLE, small, large), formula.Int(1), formula.Int(0))
		// Of what varies, within makes 1 or 0, or leaves the condition. It does not touch constants, whose order is exact or unknown:
		// max(3, π, u) is π.
		less = within(less)
		holds, err := formula.Eval(less, constant.Value{}, constants)
		switch {
		case less.Varies() || err != nil:
			return nil
		case holds.IsZero() == ball.True:
			best = x
		}
	}
	return within(best)
}

// inDistance writes p(u) + q(u)z in z; nil if x is not of this form.
//
// As u = 1 − z²/2 on the whole sphere, the formula is the same function on [0,2], both ends
// included, for polynomials have their values everywhere.
func (x onSphere) inDistance() *formula.Expr {
	p, q := x[0], x[1]
	// x is an array: what is set to nil here is the copy.
	x[0], x[1] = nil, nil
	if c, ok := x.isConst(); !ok || c.IsZero() != ball.True {
		return nil
	}
	z := formula.Variable()
	u := formula.Sub(formula.Int(1), formula.Div(formula.Pow(z, formula.Int(2)), formula.Int(2)))
	sum := formula.Int(0)
	for i, part := range []constPoly{p, q} {
		for n, c := range part {
			e, ok := c.Expr()
			if !ok {
				return nil
			}
			factors := formula.Mul(formula.Pow(u, formula.Int(int64(n))), formula.Pow(z, formula.Int(int64(i))))
			sum = formula.Add(sum, formula.Mul(e, factors))
		}
	}
	return formula.Identity(formula.Simplify(sum))
}

// sameAt2 wants that k(2) is the value of e at the given place.
//
// It is for u = −1, the one point of the sphere besides the pole that identities on 0 < z < 2 do
// not reach. Without it a kernel with a value of its own at the antipode, as "z == 2 ? 9 : e",
// would be taken for e. The values are exact and equal by proof; values that are not known to be
// equal end the step.
func sameAt2(k *kernel.Kernel, e *formula.Expr, at constant.Value) error {
	v, err := formula.Eval(k.Expr(), constInt(2), k.Constants())
	w, err2 := formula.Eval(e, at, k.Constants())
	if err := rule.First(err, err2); err != nil {
		return rule.Incomplete("the exact value at z = 2: %v", err)
	}
	return rule.Proved(v.Equal(w), "k(2) = %v is %v", v, w)
}

// InAngle returns a formula h, its variable standing for the angle θ, with k(z) = h(θ) for all
// z = 2 sin(θ/2) in (0,2], wherever k and h have values.
//
// On (0,2) that is an identity of functions: sin is increasing on [0, π/2], so that z = 2 sin(θ/2)
// maps (0,π) one to one onto (0,2), and arcsines and arccosines of sphereArith are exact there.
func InAngle(k *kernel.Kernel) (*formula.Expr, error) {
	h, _ := Angular(k)
	return h, sameAt2(k, h, constant.Pi())
}

// Angular is InAngle on (0,2); plain tells that k is a formula in the angle, without another z.
//
// Beyond θ = π the formula h has values, too, which say nothing of k: rules that look at all θ > 0,
// as those about complete monotonicity, prove more than they need.
func Angular(k *kernel.Kernel) (h *formula.Expr, plain bool) {
	a := formula.Arith[onSphere](sphereArith{k.Constants()})
	plain = true
	h = inside(k.Expr(), k.Constants(), false).Replace(func(e *formula.Expr) *formula.Expr {
		switch e.Op() {
		case formula.OpVar:
			plain = false
			half := formula.Div(formula.Variable(), formula.Int(2))
			return formula.Mul(formula.Int(2), formula.Apply(formula.OpSin, half))
		case formula.OpAsin, formula.OpAcos:
			if x, err := formula.Eval(e, sphereArith{}.distance(), a); err == nil {
				return x.inAngle()
			}
		}
		return nil
	})
	return h, plain
}

// inAngle writes c + qA, c and q constants, as (c + qπ/2) − qθ; nil if x is not of this form.
//
// A = arcsin u = π/2 − θ, so that c + qA = c + qπ/2 − qθ.
func (x onSphere) inAngle() *formula.Expr {
	q := x[4]
	x[4] = nil
	c, ok := x.isConst()
	if !ok || len(q) != 1 {
		return nil
	}
	at0, ok := c.Add(q[0].Mul(constant.Pi()).Mul(constFrac(1, 2))).Expr()
	slope, ok2 := q[0].Neg().Expr()
	if !ok || !ok2 {
		return nil
	}
	term := formula.Identity(formula.Mul(slope, formula.Variable()))
	return formula.Identity(formula.Add(at0, term))
}

// AngleRoot returns the kernel of h(z²), z > 0, so that derivatives by t = z² are those by the angle.
//
// The claim "completely monotone" is about derivatives by t = z². For the kernel h(z²) this t is θ,
// so that the claim about it is (−1)ⁿ h⁽ⁿ⁾(θ) ≥ 0 for all θ > 0 and n ≥ 0.
func AngleRoot(k *kernel.Kernel) (*kernel.Kernel, error) {
	h, err := InAngle(k)
	return k.Derive(formula.Substitute(h, formula.Pow(formula.Variable(), formula.Int(2)))), err
}

// allSpheresAngle: if (−1)ⁿ h⁽ⁿ⁾ is completely monotone on θ > 0 and (−1)ʲ h⁽ʲ⁾(π/2) ≥ 0 for j < n,
// then k is positive definite on all spheres. For m ≥ n all (−1)ᵐ h⁽ᵐ⁾(π/2) are ≥ 0, and a function
// some derivative of which is completely monotone on (0,∞) is the sum of its Taylor series about
// π/2 for 0 < θ < π (Bernstein). With A = π/2 − θ = arcsin u,
//
//	f(u) = Σ_m (−1)ᵐ h⁽ᵐ⁾(π/2)/m! Aᵐ,
//
// a power series in u with nonnegative coefficients, as that of arcsin u is one. At u = 1 the limit
// is k(0), since the rule supposes continuity at 0, so that Σ b_n < ∞ and the series holds for |u|
// ≤ 1; at u = −1 its value is h(π) = k(2), by AngleRoot.
func allSpheresAngle(_ *rule.Checker, g rule.Goal, ev normal.OrderEvidence) ([]rule.Goal, error) {
	k, err := AngleRoot(g.Kernel)
	if err != nil {
		return nil, err
	}
	return alternating(g, k, constant.Pi().Scale(big.NewRat(1, 2)), ev)
}

// sphereAngle reduces the goal on S^{d−1} to h being positive definite on R^n, n odd with S^{d−1} ⊂
// Sⁿ (Gneiting 2013, theorem 3; Lu and Ma 2020; docs/rules/pd-sphere.angle.md has the proof). The
// theorem wants h continuous on [0,∞) with support in [0,π]: Truncated cuts it off, and c.Regular
// refuses the jump that a cut of an h with h(π) ≠ 0 makes.
func sphereAngle(c *rule.Checker, g rule.Goal, _ rule.None) ([]rule.Goal, error) {
	h, err := Truncated(g.Kernel, c.AtInfinity)
	if err != nil {
		return nil, err
	}
	return []rule.Goal{{Claim: proof.PD, Holds: true, Kernel: h, Dim: oddDim(g.Dim)}}, c.Regular(h, rule.Continuous)
}

// Truncated returns the kernel h of the angle, k(z) = h(θ) for all z in (0,2] where both have values; h vanishes from π
// on, by itself or because it is cut off there.
func Truncated(k *kernel.Kernel, infinity func(*kernel.Kernel) *asymptotic.Infinity) (*kernel.Kernel, error) {
	e, _ := Angular(k)
	// What ends by itself at a radius ≤ π is left as it is written: the premise is easier to prove.
	// "At most π" has to be known; a radius next to π that is not compared is cut like any other.
	h, cut := k.Derive(e), true
	if inf := infinity(h); inf.Kind == asymptotic.ZeroBeyond {
		radius, err := constant.New(inf.Radius.Exact)
		above, known := radius.Cmp(constant.Pi())
		cut = err != nil || known != ball.True || above > 0
	}
	if cut {
		h = k.Derive(formula.Apply(formula.OpCond, formula.Apply(formula.OpLT, formula.Variable(), formula.Pi()), e,
			formula.Int(0)))
	}
	return h, sameAt2(k, h.Expr(), constant.Pi()) // the cut may take away a value that k has at 2
}

// AxialEvidence says how k is f(u) + f(−u), or if Odd f(u) − f(−u): with the summands of these numbers making f, or, without
// any, as a function of |u| that is 0 at u = 0.
type AxialEvidence struct {
	Terms []int `json:"terms,omitempty"`
	Odd   bool  `json:"odd,omitempty"`
}

// Half returns f.
//
// With terms it proves other(θ) = h(π − θ) for all θ in (0,π), which is other(u) = f(−u). The ends
// follow: normal forms are analytic at every θ > 0, so that the other summands have at θ = π the
// value h(0), the limit of f at u = 1; InAngle compares both kernels with their formulas at z = 2;
// and at z = 0 the rule supposes that k has its limit.
func (ev AxialEvidence) Half(k *kernel.Kernel, infinity func(*kernel.Kernel) *asymptotic.Infinity) (*kernel.Kernel, error) {
	if len(ev.Terms) == 0 {
		if ev.Odd {
			return nil, rule.Reject("no summands make the function of which the odd part is taken")
		}
		return halfOf(k, infinity)
	}
	s, err := sphereShape(k)
	if err != nil {
		return nil, err
	}
	var sums [2]*formula.Expr
	// A number that is named twice, or that is none of a summand, changes nothing: each summand is
	// taken once, and has to be on one of the two sides.
	for i, t := range formula.Terms(s.Core) {
		to := &sums[1]
		if slices.Contains(ev.Terms, i) {
			to = &sums[0]
		}
		if *to == nil {
			*to = t
		} else {
			*to = formula.Add(*to, t)
		}
	}
	if sums[0] == nil || sums[1] == nil {
		return nil, rule.Reject("not all of the summands %v and others are there", ev.Terms)
	}
	f := s.With(sums[0])
	h, err := InAngle(f)
	other, err2 := InAngle(s.With(sums[1]))
	if err := rule.First(err, err2); err != nil {
		return nil, err
	}
	if ev.Odd {
		other, sums[1] = formula.Neg(other), formula.Neg(sums[1])
	}
	turned := func(e, at, is, as *formula.Expr) error {
		return normal.Same(formula.Substitute(e, at), formula.Substitute(is, as))
	}
	if err = turned(h, formula.Sub(formula.Pi(), formula.Variable()), other, formula.Variable()); err == nil {
		return f, nil
	}
	// normal forms are of functions on (0,∞): there θ = πs/(1+s) and z = 2√(s/(1+s)) do not leave the sphere, but both ends
	below := formula.Add(formula.Int(1), formula.Variable())
	angle, square := formula.Div(formula.Pi(), below), formula.Div(formula.Int(4), below)
	if turned(h, angle, other, formula.Mul(angle, formula.Variable())) == nil || turned(sums[0], root(square), sums[1],
		root(formula.Mul(square, formula.Variable()))) == nil {
		err = rule.First(sameAt2(s.With(sums[1]), sums[0], constInt(0)), sameAt2(f, sums[1], constInt(0)))
	}
	return f, err
}

// root is the square root of a formula.
func root(e *formula.Expr) *formula.Expr { return formula.Apply(formula.OpSqrt, e) }

// halfOf returns what a function of |u| is for u ≥ 0, as long as that vanishes for u ≤ 0.
//
// Let k be a function of |u|, and f(u) = k(u) for 0 < u < 1, f(u) = 0 for u < 0, but for single
// points. If f is positive definite and continuous at u = 1, which axial asks of the formula that is
// returned, it is continuous (docs/rules/jump.md). Then no single point is left out: f(u) = 0 for all
// u ≤ 0, and k(u) = f(u) + f(−u) for 0 < |u| < 1; at u = 0, where both sides are the formula of f, k
// is f(0) = 0; and k(2) = k(0), which is the limit at u = 1. The steps below prove that k is a
// function of |u|, and that the formula for u ≥ 0 is 0 from u ≤ 0 on.
//
// That k is continuous at u = 1 does not make f so: inside resolves conditions for z > 0, so that f
// may have a value of its own at 0 that k has not. On S¹ such an f can have others at u = 0: f plus 1 at
// u = 1 and 1/10 at u = 0 is positive definite if f is, for (1, 1/10, 0, 1/10) is on the group of order 4.
func halfOf(k *kernel.Kernel, infinity func(*kernel.Kernel) *asymptotic.Infinity) (*kernel.Kernel, error) {
	a := sphereArith{k.Constants()}
	// parity reads a part as a polynomial in u alone (no z, √(2+2u) or arcsin), with exact zeros
	// for the coefficients of one parity. The zero polynomial is even and odd.
	parity := func(e *formula.Expr) (p constPoly, even, odd bool) {
		x, err := formula.Eval(e, a.distance(), formula.Arith[onSphere](a))
		p = x[0]
		x[0] = nil
		if _, ok := x.isConst(); err != nil || !ok {
			return nil, false, false
		}
		even, odd = true, true
		for i, c := range p {
			zero := c.IsZero() == ball.True
			even, odd = even && (i%2 == 0 || zero), odd && (i%2 == 1 || zero)
		}
		return p, even, odd
	}
	core := inside(k.Expr(), k.Constants(), false)
	// |cu| is cu for u ≥ 0 if c > 0. Only lines through 0 are replaced: |u³ − u|, though even,
	// changes its formula within (0,1). A sign that is not known is 0 and replaces nothing.
	half := core.Replace(func(e *formula.Expr) *formula.Expr {
		if e.Op() != formula.OpAbs {
			return nil
		}
		p, _, odd := parity(e.Args()[0])
		if !odd || len(p) != 2 {
			return nil
		}
		if sign, _ := p[1].Sign(); sign > 0 {
			return e.Args()[0]
		}
		return nil
	})
	// Replace even polynomials in u, and absolute values of odd ones, by a constant that cancels
	// with nothing. If z then occurs no more, k depends on u through functions of |u| alone.
	// Conditions are no numbers: their sides are looked at.
	rest := core.Replace(func(e *formula.Expr) *formula.Expr {
		inner := e
		if e.Op() == formula.OpAbs {
			inner = e.Args()[0]
		}
		if e.Op().IsCondition() {
			return nil
		}
		if _, even, odd := parity(inner); e.Varies() && (even || odd && e.Op() == formula.OpAbs) {
			return formula.Pi() // a rational might hide what it is multiplied by
		}
		return nil
	})
	if rest.Varies() {
		return nil, rule.Reject("%s is not proved to be a function of |u|", core)
	}
	// f vanishes for u ≤ 0 if its formula in θ does from θ = π/2 on, exactly compared.
	f := k.Derive(formula.Apply(formula.OpCond, formula.Apply(formula.OpLE, formula.Variable(), formula.Int(2)), half, formula.Int(0)))
	h, _ := Angular(f)
	inf := infinity(k.Derive(h))
	if inf.Kind != asymptotic.ZeroBeyond {
		return nil, rule.Reject("%s, a function of the angle, is not proved to vanish far out", h)
	}
	radius, err := constant.New(inf.Radius.Exact)
	above, known := radius.Cmp(constant.Pi().Scale(big.NewRat(1, 2)))
	if early := err == nil && known == ball.True && above <= 0; !early {
		return nil, rule.Reject("%s is not proved to vanish from the angle π/2 on", h)
	}
	return f, sameAt2(k, k.Expr(), constInt(0))
}

// axial: f(u) + f(−u) has twice the coefficients of even degree of f, in Gegenbauer polynomials as
// in powers of u, and none of odd degree (docs/rules/axial.md).
//
// With terms the identity is one of all points of the sphere, or of all but the pole, and the value of
// f there is its limit or more (Half): f without the surplus is continuous, has the same coefficients
// and is positive definite, too. Without, f has to be continuous at the pole (halfOf).
func axial(c *rule.Checker, g rule.Goal, ev AxialEvidence) ([]rule.Goal, error) {
	f, err := ev.Half(g.Kernel, c.AtInfinity)
	if err == nil && len(ev.Terms) == 0 {
		err = c.Regular(f, rule.ContinuousAtZero)
	}
	return g.Needs(g.Claim, f), err
}

// oddDim is the least odd dimension n of which Sⁿ has S^{d−1} in it.
//
// S^{d−1} itself for even d; for odd d it lies in S^d as the equator, with the same angles.
func oddDim(d int) int { return d - 1 + d%2 }
