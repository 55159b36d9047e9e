package finite

import (
	"krein/ball"
	"krein/internal/certify/check/rule"
	"krein/internal/kernel/asymptotic"
	"krein/internal/kernel/formula"
	"krein/kernel"
)

// maxFastDerivatives bounds the derivatives of a phase that fastWaves takes.
const maxFastDerivatives = 6

// maxFastSize bounds the formula of each of them.
const maxFastSize = 10_000

// fastWaves wants k to be, for large z, an amplitude g times sines and cosines of phases, and one phase f of these to
// rule the others (docs/rules/analysis.md): up to n = ⌊d/2⌋+1, each j-th derivative of a phase is O(f′^j), that of g is
// O(g f′^j), 1/f′ is bounded, g′/g and f″/f′ are from above, and z^((d−1)/2) g |f′|^(d/2) is integrable at infinity.
// The derivatives up to n > d/2 put pieces of length 1 of k into the algebra A of transforms of integrable functions, of
// norms whose sum is at most ∫ z^((d−1)/2) |g| |f′|^(d/2) dz. Each bound that is wanted is one on a quotient of formulas,
// read off its expansion at infinity; a quotient without one ends the attempt. Bounded means on some [R,∞), which is all that
// the tail needs: what k does before R is asked by AnalyseBefore.
func fastWaves(c *rule.Checker, k *kernel.Kernel, dim int) error {
	n := dim/2 + 1
	last := c.AtInfinity(k).Last
	if last == nil || n > maxFastDerivatives {
		return rule.Incomplete("the last piece of k is not known, or d > %d", 2*maxFastDerivatives-1)
	}
	factors, _ := formula.FactorList(last, true)
	amplitude := formula.Int(1)
	var phases []*formula.Expr
	for _, e := range factors {
		if o := e.Op(); o == formula.OpSin || o == formula.OpCos {
			phases = append(phases, e.Args()[0])
		} else {
			amplitude = formula.Apply(formula.OpMul, amplitude, e)
		}
	}
	err := error(rule.Incomplete("%s has no sine or cosine as a factor", last))
	for i := range phases {
		if err = ruledBy(c, k, amplitude, phases, i, dim); err == nil {
			return nil
		}
	}
	return err
}

// ruledBy wants what fastWaves does of the i-th phase.
// g′/g and f″/f′ bounded from above keep |g| and |f′| on [z, z+3] below a multiple of their values at z: sums over pieces are
// then at most an integral. Growth from below does no harm: exp(−z²) falls as fast as it likes.
func ruledBy(c *rule.Checker, k *kernel.Kernel, amplitude *formula.Expr, phases []*formula.Expr, i, dim int) error {
	over := func(a, b *formula.Expr) *formula.Expr { return formula.Apply(formula.OpDiv, a, b) }
	power := func(e *formula.Expr, n int) *formula.Expr {
		return formula.Apply(formula.OpPow, e, formula.Int(int64(n)))
	}
	n := dim/2 + 1
	g, ok := derivatives(amplitude, n)
	if !ok {
		return rule.Incomplete("%s has no derivatives here", amplitude)
	}
	f, ok := derivatives(phases[i], max(n, 2))
	if !ok {
		return rule.Incomplete("%s has no derivatives here", phases[i])
	}
	speed := f[1]
	// Bounded, or to −∞: from above.
	for _, e := range []*formula.Expr{over(g[1], g[0]), over(f[2], speed)} {
		if inf := c.AtInfinity(k.Derive(e)); !bounded(inf) && !falls(inf) {
			return rule.Incomplete("%s is not proved to be bounded from above at infinity", e)
		}
	}
	// 1 = O(f′), f_i^(j) = O(f′^j), g^(j) = O(g·f′^j): then |k^(j)| ≤ C|g||f′|^j for j ≤ n, by the
	// rule of Faà di Bruno.
	wanted := []*formula.Expr{over(formula.Int(1), speed)}
	for _, phase := range phases {
		p, ok := derivatives(phase, n)
		if !ok {
			return rule.Incomplete("%s has no derivatives here", phase)
		}
		for j := 1; j <= n; j++ {
			wanted = append(wanted, over(p[j], power(speed, j)))
		}
	}
	for j := 1; j <= n; j++ {
		wanted = append(wanted, over(g[j], formula.Apply(formula.OpMul, g[0], power(speed, j))))
	}
	for _, e := range wanted {
		if !bounded(c.AtInfinity(k.Derive(e))) {
			return rule.Incomplete("%s is not proved to be bounded at infinity", e)
		}
	}
	// Fourth powers, so that there are no roots: z^(2(d−1)) g⁴ f′^(2d).
	t := formula.Apply(formula.OpMul, power(formula.Variable(), 2*(dim-1)),
		formula.Apply(formula.OpMul, power(g[0], 4), power(speed, 2*dim)))
	if !integrable(c.AtInfinity(k.Derive(t)), 4) {
		return rule.Incomplete("z^(%d/2) times the size of %s times |%s|^(%d/2) is not proved to be integrable at infinity",
			dim-1, amplitude, speed, dim)
	}
	return nil
}

// derivatives returns e and its derivatives up to the n-th.
// Derivative is exact where the formula is differentiable; far out the last piece has neither conditions nor kinks. Of products and
// compositions each derivative has a multiple of the size of the one before, so that six of them may be of any: beyond a size there is none.
func derivatives(e *formula.Expr, n int) (all []*formula.Expr, ok bool) {
	all = []*formula.Expr{e}
	for range n {
		if e, ok = formula.Derivative(e); !ok || e.Size() > maxFastSize {
			return nil, false
		}
		all = append(all, e)
	}
	return all, true
}

// bounded reports whether what behaves like this at infinity is proved to be bounded there.
// An oscillating expansion is not used, though it may be bounded: a quotient with zeros below has no expansion.
func bounded(inf *asymptotic.Infinity) bool {
	switch inf.Kind {
	case asymptotic.Undetermined, asymptotic.Growth, asymptotic.Oscillating:
		return false
	}
	return true
}

// falls reports whether what behaves like this at infinity is proved to tend to −∞.
// To −∞ is bounded from above.
func falls(inf *asymptotic.Infinity) bool {
	if inf.Kind != asymptotic.Growth || inf.Lead.Oscillates() {
		return false
	}
	sign, known := inf.Lead.Cos.Sign()
	return known == ball.True && sign < 0
}

// integrable reports whether the n-th root of |e| is integrable at infinity, e tending to 0 like this.
// z^(−γ) with γ > 1 after the n-th root, γ > n before it; a limit other than 0 is not integrable.
func integrable(inf *asymptotic.Infinity, n int) bool {
	switch inf.Kind {
	case asymptotic.Gaussian, asymptotic.Exponential, asymptotic.StretchedExp, asymptotic.SuperExp:
		return inf.Limit.IsZero() == ball.True
	case asymptotic.Power:
		return inf.Limit.IsZero() == ball.True && inf.Lead.Power.CmpHalf(2*int64(n)) > 0
	}
	return false
}
