package pd

import (
	"math/big"
	"slices"

	"krein/ball"
	"krein/internal/certify/check/normal"
	"krein/internal/certify/check/rule"
	"krein/internal/kernel/asymptotic"
	"krein/internal/kernel/constant"
	"krein/internal/kernel/formula"
	"krein/internal/kernel/piecewise"
	"krein/kernel"
)

// Convex checks the hypotheses of pd.askey-gneiting but for continuity.
//
// (−1)ⁿ k⁽ⁿ⁾ is convex on (0,∞) if k is n times continuously differentiable there, (−1)ⁿ k⁽ⁿ⁺²⁾ ≥ 0
// between finitely many points, and (−1)ⁿ k⁽ⁿ⁺¹⁾ does not jump downwards at them.
func Convex(c *rule.Checker, k *kernel.Kernel, dim int) error {
	n := dim / 2
	pieces, err := k.ExactPieces()
	if err != nil {
		return rule.Incomplete("%v", err)
	}
	for i := range pieces {
		// Smoothness between the points is not seen from formulas with roots and absolute values;
		// the pieces are proved to be analytic, or nothing is concluded.
		if !pieces[i].Analytic {
			return rule.Incomplete("%s", pieces[i].Because)
		}
	}
	switch inf := c.AtInfinity(k); inf.Kind {
	// All other kinds have a limit, which is exact.
	case asymptotic.Undetermined, asymptotic.Growth, asymptotic.Oscillating:
		return rule.Reject("k does not end in a constant c ≥ 0")
	default:
		if err := rule.Proved(rule.Nonnegative(inf.Limit), "k ends in a constant %s ≥ 0", inf.Limit); err != nil {
			return err
		}
	}
	for i := range pieces {
		p := &pieces[i]
		if !convexOn(p, n, k) {
			return rule.Incomplete("(−1)^%d k^(%d) ≥ 0 is not proved on (%s, %s)", n, n+2, p.Lo, p.Hi)
		}
		if i == 0 {
			continue
		}
		if err := bends(k, p.Lo, n); err != nil {
			return err
		}
	}
	return nil
}

// bends wants k and its derivatives up to the n-th to be continuous at b > 0, and (−1)ⁿ k⁽ⁿ⁺¹⁾ not to jump downwards.
//
// With expansions Σ c_j (z−b)ʲ to the right and Σ c′_j (b−z)ʲ to the left, k⁽ʲ⁾ jumps by j! (c_j −
// (−1)ʲ c′_j). Powers that are no whole numbers are allowed above n+1 only, where they leave k⁽ⁿ⁺¹⁾
// with limits from both sides.
func bends(k *kernel.Kernel, b piecewise.Breakpoint, n int) error {
	top := 2 * int64(n+1)
	// Of the powers 0, …, n+1.
	gaps := make([]constant.Value, n+2)
	for _, right := range []bool{false, true} {
		x, err := k.ExactAt(b, right, n+2)
		// Terms up to exponent n+1 have to be known: a remainder o(τ^{n+1}).
		if err != nil || !x.Exact && x.Order.CmpHalf(top) <= 0 {
			return rule.Incomplete("k is not expanded at %s", b)
		}
		for _, t := range x.Terms {
			j, whole := t.Exp.Int()
			switch {
			case t.Exp.CmpHalf(top) > 0 || t.Coef.IsZero() == ball.True:
			case t.LogPow != 0 || !whole || j < 0:
				return rule.Incomplete("k has at %s a term of exponent %s", b, t.Exp)
			default:
				c := t.Coef
				if !right && j%2 == 0 { // on the left powers of b − z
					c = c.Neg()
				}
				gaps[j] = gaps[j].Add(c)
			}
		}
	}
	// k, k′, …, k⁽ⁿ⁾ are continuous at b: every gap is exactly 0.
	for j, gap := range gaps[:n+1] {
		if err := rule.Proved(gap.IsZero(), "k^(%d) has no jump at %s", j, b); err != nil {
			return err
		}
	}
	// (n+1)! times it is the jump of k⁽ⁿ⁺¹⁾.
	slope := gaps[n+1]
	if n%2 == 1 {
		slope = slope.Neg()
	}
	return rule.Proved(rule.Nonnegative(slope), "(−1)^%d k^(%d) does not jump downwards at %s", n, n+1, b)
}

// Where derivatives are enclosed.
//
// More terms of the expansion, and more halvings, prove more; none of the numbers bounds an error.
const (
	convexBits  = 128
	convexDepth = 10 // of halvings of a piece
	convexTerms = 8  // of the expansion at an end at which they vanish

	maxPowerSize = 4000 // of formulas for derivatives of products of powers
)

// convexOn reports whether (−1)ⁿ k⁽ⁿ⁺²⁾ ≥ 0 is proved on a piece of k: as a polynomial with rational coefficients, as a
// formula for all x > 0, or by enclosures.
//
// Three ways, each sufficient; the piece is open, so that its ends do not matter to the first two.
func convexOn(p *piecewise.ExactPiece, n int, k *kernel.Kernel) bool {
	e := p.Expr
	if !e.Varies() {
		return true
	}
	f := k.Derive(e).Metered(k.Meter())
	// e is one polynomial for all z; the rational ends are the piece's.
	if q, ok := f.PiecewisePolynomial(); ok && !p.Hi.Inf && p.Lo.Exact.Num() != nil && p.Hi.Exact.Num() != nil {
		if nonnegativeOn(derive(q[0].Coef, n+2, big.NewRat(int64(1-2*(n%2)), 1)), p.Lo.Exact.Num(), p.Hi.Exact.Num()) {
			return true
		}
	}
	// d/dz = 2z d/dt, t = z², and (−1)ⁿ k⁽ⁿ⁺²⁾ is (−1)ⁿ (2z d/dt)ⁿ⁺² k. For odd n each of the n+2
	// steps takes the sign −1, which makes (−1)^{n+2} = −1 = (−1)ⁿ; for even n none does.
	x, next := formula.Variable(), formula.Add(formula.Int(1), formula.Variable())
	// d/dz is this times the derivative in x², and (−1)ⁿ: n(n+2) is odd for odd n
	back := formula.Mul(formula.Int(int64(2-4*(n%2))), x)
	if derivativePositive(e, back, n+2) {
		return true
	}
	// An unbounded piece has to be shown by its formula for all x > 0: enclosures end somewhere.
	if p.Hi.Inf {
		return false
	}
	// z = (lo + hi x)/(1 + x), but for a positive factor of d/dz
	// x in (0,∞) is z in (lo, hi), increasing; d/dz = (1+x)²/(hi−lo) d/dx.
	inside := formula.Substitute(e, formula.Div(formula.Add(p.Lo.Exact, formula.Mul(p.Hi.Exact, x)), next))
	if derivativePositive(inside, formula.Mul(back, formula.Pow(next, formula.Int(2))), n+2) {
		return true
	}
	if (jetSign{f: f, n: n}).nonnegative(constantBall(p.Lo.Exact), constantBall(p.Hi.Exact), convexDepth) {
		return true
	}
	return powerConvex(p, n, k)
}

// powerConvex is convexOn where the derivatives are infinite at an end of the piece, as those of (1−2 sin(z/2))^{7/5} at
// z = π/3: where e is a product hᵖr. Then e⁽ᵐ⁾ = h^{p−m} Q_m for Q₀ = r, Q_{j+1} = h Q_j′ + (p−j) h′ Q_j, and the sign
// of e⁽ᵐ⁾ is that of Q_m where h > 0. That h ≥ 0 on the piece is proved; e is analytic within it and h, which varies, has
// isolated zeros there, at which the sign holds by continuity. Each power in a product is tried for hᵖ. An h that is 0 without being
// seen to be, to the power 0 or a fraction, is no part of an analytic piece: piecewise asks for a base that is proved to be positive.
func powerConvex(piece *piecewise.ExactPiece, n int, k *kernel.Kernel) bool {
	factors, c := formula.FactorList(formula.Opened(piece.Expr), false)
	for i, x := range factors {
		var h, p *formula.Expr
		switch {
		case x.Op() == formula.OpSqrt:
			h, p = x.Args()[0], formula.Div(formula.Int(1), formula.Int(2))
		case x.Op() == formula.OpPow && !x.Args()[1].Varies():
			h, p = x.Args()[0], x.Args()[1]
		default:
			continue
		}
		if !nonnegativeOnPiece(h, piece, k) {
			continue
		}
		q := c
		for j, y := range factors {
			if j != i {
				q = formula.Mul(q, y)
			}
		}
		slope, ok := formula.Derivative(h)
		for j := 0; ok && j < n+2; j++ {
			var d *formula.Expr
			if d, ok = formula.Derivative(q); !ok {
				break
			}
			q = formula.Simplify(formula.Add(formula.Mul(h, d),
				formula.Mul(formula.Sub(p, formula.Int(int64(j))), formula.Mul(slope, q))))
			ok = q.Size() <= maxPowerSize
		}
		if n%2 == 1 {
			q = formula.Apply(formula.OpNeg, q)
		}
		if ok && nonnegativeOnPiece(q, piece, k) {
			return true
		}
	}
	return false
}

// nonnegativeOnPiece reports whether e ≥ 0 is proved on a piece, by enclosures, and exactly at ends where e is 0.
func nonnegativeOnPiece(e *formula.Expr, p *piecewise.ExactPiece, k *kernel.Kernel) bool {
	s := jetSign{f: k.Derive(e).Metered(k.Meter()), n: -2}
	lo, hi := constantBall(p.Lo.Exact), constantBall(p.Hi.Exact)
	for at, end := range map[*ball.Real]*formula.Expr{lo: p.Lo.Exact, hi: p.Hi.Exact} {
		if c, err := constant.New(end); err == nil {
			if v, err := formula.Eval(e, c, k.Constants()); err == nil && v.IsZero() == ball.True {
				s.zeros = append(s.zeros, at)
			}
		}
	}
	return s.nonnegative(lo, hi, convexDepth)
}

// derivativePositive reports whether (back·d/dx²)ⁿ e > 0 is proved for all x > 0.
//
// normal.Positive proves the normal form defined, analytic and positive for all x > 0.
func derivativePositive(e, back *formula.Expr, n int) bool {
	for range n {
		d, err := normal.DerivativeT(e)
		if err != nil {
			return false
		}
		e = formula.Mul(back, d)
	}
	return normal.Positive(e) == nil
}

// constantBall encloses the constant e.
func constantBall(e *formula.Expr) *ball.Real {
	c, err := constant.New(e)
	if err != nil {
		return new(ball.Real).SetIndeterminate()
	}
	return c.Ball(new(ball.Real), convexBits)
}

// jetSign looks at g = (−1)ⁿ f⁽ⁿ⁺²⁾/(n+2)!.
//
// (n+2)! > 0 changes no sign.
type jetSign struct {
	f     *kernel.Kernel
	n     int
	zeros []*ball.Real // the ends at which g is known to be 0
}

// at encloses the derivatives of g on x, up to positive factors, those of odd order with the given sign.
//
// out[i] has the sign of (−1)ⁿ f⁽ⁿ⁺²⁺ⁱ⁾, times odd for odd i: seen from the right end, where z
// falls, derivatives of odd order change their sign.
func (s jetSign) at(x *ball.Real, odd int) (out [convexTerms]*ball.Real) {
	jet := s.f.BallTaylor(nil, x, s.n+1+convexTerms, convexBits)
	for i := range out {
		out[i] = new(ball.Real).Set(jet.Coef(s.n + 2 + i))
		if (s.n%2 != 0) != (i%2 != 0 && odd < 0) {
			out[i].Neg(out[i])
		}
	}
	return out
}

// nonnegative proves g ≥ 0 on [low, high]: a derivative has one sign on it, those before have it at one end, or halves
// are such.
//
// Let g⁽ⁱ⁾ ≥ 0 on [low, high], and g⁽ʲ⁾(low) ≥ 0 for j < i. Then g⁽ⁱ⁻¹⁾ ≥ 0 on all of it, and so
// down to g. From the right end the same for (−1)ʲ g⁽ʲ⁾(high). Negative() == False says that the
// whole ball is ≥ 0; an indeterminate one, as at a singular end, says nothing.
func (s jetSign) nonnegative(low, high *ball.Real, depth int) bool {
	x := new(ball.Real).Hull(low, high, convexBits)
	for _, end := range []struct {
		at  *ball.Real
		odd int
	}{{low, 1}, {high, -1}} {
		first, all := s.at(end.at, end.odd), s.at(x, end.odd)
		if slices.Contains(s.zeros, end.at) {
			first[0] = new(ball.Real)
		}
		for i := range all {
			if all[i].Negative() == ball.False {
				return true
			}
			if first[i].Negative() != ball.False {
				break
			}
		}
	}
	if depth == 0 || s.at(low, 1)[0].Negative() == ball.True || s.f.Meter().Stopped() {
		return false
	}
	var middle ball.Real
	// Both halves have the whole ball of the middle in them: nothing is left out between.
	middle.Add(low, high, convexBits).Mul2Exp(&middle, -1)
	return s.nonnegative(low, &middle, depth-1) && s.nonnegative(&middle, high, depth-1)
}
