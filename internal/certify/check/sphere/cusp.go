package sphere

import (
	"math/big"

	"krein/ball"
	"krein/internal/certify/check/rule"
	"krein/internal/certify/proof"
	"krein/internal/kernel/constant"
	"krein/internal/kernel/eval"
	"krein/internal/kernel/formula"
	"krein/kernel"
)

// sphereCuspRules are about functions of the angle that are holomorphic around [0,π], so that on
// spheres they are singular at the pole and the antipode alone.
var sphereCuspRules = []*rule.Rule{{
	ID: "pd-all-spheres.cusp", Claim: proof.PDAllSpheres, Holds: true, Supposes: rule.ContinuousAtZero,
	Check: rule.Fact(cuspRule("Maclaurin", false)),
}, {
	ID: "pd-sphere.cusp", Claim: proof.PDSphere, Holds: true, Supposes: rule.ContinuousAtZero, MinDim: 2,
	Check: rule.Fact(cuspRule("partial Gegenbauer", true)),
}}

// CuspEvidence is the evidence of both: N = From, M = Terms, p = Order, S = Height, r = Near.
//
// Any N, M, p, S and r that make the inequalities true are right.
type CuspEvidence struct {
	DegreesEvidence
	Order  int           `json:"order"`
	Height rule.Rational `json:"height"`
	Near   rule.Rational `json:"near"`
	Bits   rule.Bits     `json:"bits"`
}

// Cusp is what is known of F: the bounds γ and M, and what they are for.
type Cusp struct {
	order                     int
	height, near, slope, size *ball.Real
	prec                      uint
}

// The rectangle is covered by 2^maxCuspDepth boxes at most, of which cuspBoxes are looked at in any case.
const maxCuspDepth, cuspBoxes, cuspSlopes = 12, 5, 16

// maxCuspSize bounds the derivatives of which further ones are formed: those of nested functions grow with each order by
// a factor, up to any memory.
const maxCuspSize = 1 << 18

// NewCusp encloses F and its derivative of odd order.
//
// The hypotheses are those of docs/rules/cusp.md: F = k(2 sin(θ/2)) holomorphic on the rectangle 0
// ≤ Re θ ≤ π, |Im θ| ≤ S, real on the real axis, F⁽ʲ⁾(0) = F⁽ʲ⁾(π) = 0 for odd j < p, and −(−1)^q
// Re F⁽ᵖ⁾(is) − |Re F⁽ᵖ⁾(π+is)| ≥ γ > 0 on 0 ≤ s ≤ r, p = 2q+1.
func NewCusp(k *kernel.Kernel, order int, height, near *big.Rat, bits rule.Bits) (*Cusp, error) {
	if order < 1 || order > 9 || order%2 == 0 {
		return nil, rule.Reject("a cusp of order %d", order)
	}
	// 0 < r ≤ S; r ≤ 4 is used in Positive.
	if near.Sign() <= 0 || near.Cmp(height) > 0 || height.Cmp(big.NewRat(4, 1)) > 0 {
		return nil, rule.Reject("a cusp of %s below the height %s", near.RatString(), height.RatString())
	}
	// k(2) = F(π) is compared here, k(0) = F(0) by the regularity that the rules suppose.
	h, err := InAngle(k)
	if err != nil {
		return nil, err
	}
	slope := h
	for i := range order {
		if i > 0 && slope.Size() > maxCuspSize {
			return nil, rule.Incomplete("the derivative of order %d of %s is too long", i, h)
		}
		var ok bool
		if slope, ok = formula.Derivative(slope); !ok {
			return nil, rule.Reject("%s is not differentiated", h)
		}
		// slope is F⁽ⁱ⁺¹⁾ now, of odd order below p. Even orders add nothing to the integrals over
		// the cuts: F is real on the axis, so that Im F(is) is odd in s.
		if i%2 == 0 && i+1 < order {
			v, err := formula.Eval(slope, constant.Value{}, k.Constants())
			w, err2 := formula.Eval(slope, constant.Pi(), k.Constants())
			if err := rule.First(err, err2); err != nil {
				return nil, rule.Incomplete("the derivative of order %d: %v", i+1, err)
			}
			if v.IsZero() != ball.True || w.IsZero() != ball.True {
				return nil, rule.Reject("the derivative of order %d is %v at 0, %v at π", i+1, v, w)
			}
		}
	}
	prec := uint(bits)
	c := &Cusp{order, new(ball.Real).SetRat(height, prec), new(ball.Real).SetRat(near, prec), nil, new(ball.Real), prec}
	f, df := eval.Compile(h).Metered(k.Meter()), eval.Compile(slope).Metered(k.Meter())
	pi := new(ball.Real).Pi(prec)
	// between is x times [i, i+1]/n.
	// The hull of two balls contains all that lies between points of them, so that the parts cover
	// [0, x] whatever x in its ball is meant.
	between := func(x *ball.Real, i, n int64) *ball.Real {
		var lo, hi ball.Real
		lo.QuoInt64(lo.MulInt64(x, i, prec), n, prec)
		hi.QuoInt64(hi.MulInt64(x, i+1, prec), n, prec)
		return lo.Hull(&lo, &hi, prec)
	}
	for i := range int64(cuspSlopes) {
		s := between(c.near, i, cuspSlopes)
		var pole, anti ball.Complex
		df.ComplexAt(&pole, new(ball.Complex).SetParts(new(ball.Real), s), prec)
		df.ComplexAt(&anti, new(ball.Complex).SetParts(pi, s), prec)
		// −(−1)^q for p = 1, 5, 9 (q even); for p = 3, 7 it is +1.
		if order%4 == 1 {
			pole.Re.Neg(&pole.Re)
		}
		least := pole.Re.Sub(&pole.Re, anti.Re.Abs(&anti.Re, prec), prec)
		if c.slope == nil {
			c.slope = least
		}
		c.slope = new(ball.Real).Min(c.slope, least, prec)
	}
	if err := rule.Proved(c.slope.Positive(), "−(−1)^q Re F⁽ᵖ⁾(is) − |Re F⁽ᵖ⁾(π+is)|, at least %v, is positive",
		c.slope); err != nil {
		return nil, err
	}
	// box halves both sides in turn.
	// A finite ball means that each operation of F was holomorphic on a neighbourhood of its
	// argument's ball: no cut, pole or undecided condition meets the box. The boxes overlap in
	// their sides, so that F is one holomorphic function on a neighbourhood of the upper half of
	// the rectangle; on the lower half it is the conjugate.
	var box func(depth int, i, j int64) error
	box = func(depth int, i, j int64) error {
		if depth >= cuspBoxes {
			var x, v ball.Complex
			// At an even depth the next step halves the real side, so that there are 2^⌈depth/2⌉ of
			// these.
			x.SetParts(between(pi, i, 1<<((depth+1)/2)), between(c.height, j, 1<<(depth/2)))
			if f.ComplexAt(&v, &x, prec); v.IsFinite() {
				c.size.Max(c.size, v.Abs(new(ball.Real), prec), prec)
				return nil
			}
		}
		switch {
		case depth == maxCuspDepth:
			return rule.Incomplete("%s is not proved to be holomorphic on the rectangle", h)
		case depth%2 == 0:
			return rule.First(box(depth+1, 2*i, j), box(depth+1, 2*i+1, j))
		}
		return rule.First(box(depth+1, i, 2*j), box(depth+1, i, 2*j+1))
	}
	return c, box(0, 0, 0)
}

// Positive reports whether b_m > 0 is proved for all m ≥ n. Beside the first term of the bound the others decrease with
// n, if C < sinh S; if not, the last is larger, as γrᵖ/p! ≤ −Im F(ir) ≤ M and r ≤ 4.
//
// The bound, divided by C^{−n−1}, C = cosh(r/2), and with n ≥ 1:
//
//	(γ/(p!(p+2)π)) (r/2)^{p+2}  >  M (2C/nπ) (C/cosh r)ⁿ + M cosh S (C/sinh S)^{n+1}.
//
// The first term on the right falls with n as C < cosh r. The division by n = 0 is indeterminate,
// and the answer false.
func (c *Cusp) Positive(n int64) bool {
	var half, wide, sinh, top, far, low, t ball.Real
	half.Cosh(half.Mul2Exp(c.near, -1), c.prec)
	wide.Cosh(c.near, c.prec)
	sinh.Sinh(c.height, c.prec)
	top.Cosh(c.height, c.prec)
	pi := new(ball.Real).Pi(c.prec)
	// γ(r/2)^{p+2}/((p+2)π p!)
	low.PowInt64(low.Mul2Exp(c.near, -1), int64(c.order)+2, c.prec)
	low.Quo(low.Mul(&low, c.slope, c.prec), t.MulInt64(pi, int64(c.order)+2, c.prec), c.prec)
	for i := range int64(c.order) {
		low.QuoInt64(&low, i+1, c.prec)
	}
	// (C/cosh r)ⁿ C · 2/(nπ), and then (C/sinh S)^{n+1} cosh S.
	far.Mul(far.PowInt64(far.Quo(&half, &wide, c.prec), n, c.prec), &half, c.prec)
	far.Quo(far.QuoInt64(far.Mul2Exp(&far, 1), n, c.prec), pi, c.prec)
	t.Mul(t.PowInt64(t.Quo(&half, &sinh, c.prec), n+1, c.prec), &top, c.prec)
	far.Mul(far.Add(&far, &t, c.prec), c.size, c.prec)
	return far.Less(&low) == ball.True
}

// coefficients encloses the first Maclaurin coefficients; those that follow are proved to be positive.
func (ev CuspEvidence) coefficients(k *kernel.Kernel) ([]*ball.Real, error) {
	if err := ev.valid(); err != nil {
		return nil, err
	}
	c, err := NewCusp(k, ev.Order, ev.Height.Rat, ev.Near.Rat, ev.Bits)
	if err != nil {
		return nil, err
	}
	if !c.Positive(int64(ev.From)) {
		return nil, rule.Reject("the coefficients are not known to be positive from degree %d on", ev.From)
	}
	return maclaurinBalls(k, ev.Terms, ev.Bits), nil
}

// cuspRule wants the coefficients below N to be nonnegative: Maclaurin's, or on the goal's sphere Gegenbauer's.
func cuspRule(what string, here bool) func(*rule.Checker, rule.Goal, CuspEvidence) error {
	return func(_ *rule.Checker, g rule.Goal, ev CuspEvidence) error {
		b, err := ev.coefficients(g.Kernel)
		if err != nil {
			return err
		}
		if prec := uint(ev.Bits); here {
			// Of the partial sum Σ_{n<M} b_n uⁿ; what is left out has b_n > 0 and adds nonnegative
			// coefficients, of degrees n, n−2, … of each uⁿ.
			b = Gegenbauer(b, g.Dim, new(ball.Real),
				func(x, y *ball.Real) *ball.Real { return new(ball.Real).Add(x, y, prec) },
				func(x *ball.Real, r *big.Rat) *ball.Real {
					return new(ball.Real).Mul(x, new(ball.Real).SetRat(r, prec), prec)
				})
		}
		for n, x := range b[:ev.From] {
			if err := rule.Proved(new(ball.Real).LessEq(x), "the %s coefficient of degree %d is not negative", what,
				n); err != nil {
				return err
			}
		}
		return nil
	}
}
