package stationary

import (
	"math/big"

	"krein/ball"
	fourier "krein/fourier/stationary"
	"krein/internal/certify/check/finite"
	"krein/internal/certify/check/rule"
	"krein/internal/certify/proof"
	"krein/internal/kernel/asymptotic"
	"krein/internal/kernel/constant"
	"krein/internal/kernel/formula"
	"krein/internal/kernel/piecewise"
	"krein/kernel"
)

// LineEvidence names a line through 0 by a direction.
type LineEvidence struct {
	Direction []rule.Rational `json:"direction"`
}

// line returns what the kernel is on the line.
// Any rational direction: the restriction to it is derived from the formula by substitution.
func (ev LineEvidence) line(k *fourier.Kernel) (*fourier.Factor, error) {
	v, err := vector(ev.Direction, k.Dim())
	if err != nil {
		return nil, err
	}
	f, err := k.OnLine(v)
	if err != nil {
		return nil, rule.Incomplete("on the line: %v", err)
	}
	return f, nil
}

// vector reads a vector of evidence.
// As long as the dimension: or it is a vector of another space.
func vector(list []rule.Rational, dim int) ([]*big.Rat, error) {
	if len(list) != dim {
		return nil, rule.Reject("a vector of length %d in R^%d", len(list), dim)
	}
	var out []*big.Rat
	for _, r := range list {
		out = append(out, r.Rat)
	}
	return out, nil
}

// lineRules refute by what the kernel is on a line, or on one of the subspaces of which it is a product.
var lineRules = []*Rule{
	onLine("not-finite-mass", FiniteMass, "If k is the transform of a complex measure of finite mass, k(sv) is that of "+
		"its image under ω ↦ ⟨ω,v⟩, and its even part that of the even part"),
	onLine("not-pd", PD, "If k is positive definite on R^d, k(sv) is positive definite on R, and even"),
	onLine("not-conditionally-pd", ConditionallyPD, "If k is conditionally positive definite on R^d, of some order, "+
		"k(sv) is so on R, where polynomials extend to R^d"),
	onLine("not-decomposition", PositiveDecomposition, "If the symmetric part of k is a difference of positive definite "+
		"kernels on R^d, its restriction to a line is one on R"),
	onBlock("not-finite-mass", FiniteMass), onBlock("not-pd", PD), onBlock("not-conditionally-pd", ConditionallyPD),
	onBlock("not-decomposition", PositiveDecomposition),
	{
		ID: "line.odd-part", Claim: FiniteMass, Holds: false,
		Theorem: "Let g(s) = k(sv) have the odd part sgn(s)·o(|s|). If k were the transform of a complex measure of " +
			"finite mass, g would be continuous and bounded and have the same means at ±∞: no, if o has a limit other than 0 " +
			"at 0, limits from both sides that differ at some b > 0, is unbounded, or tends to a limit " +
			"other than 0 at infinity.",
		Citation: "docs/rules/stationary/line.md; W. Rudin, Fourier Analysis on Groups (1962), theorem 1.3.3",
		check:    fact(checkOddPart),
	},
}

// If k = ∫ e^{i⟨ω,Δ⟩}μ, k(sv) = ∫ e^{isu} ν(du) with the image ν of μ, ‖ν‖ ≤ ‖μ‖; Σ c_i c_j k(s_iv − s_jv) is a form of k. The
// even part: (g(s)+g(−s))/2 is the transform of (ν(A)+ν(−A))/2, and the same forms are those of it if k is symmetric. So a
// refutation of the even part as a radial kernel on R is one of k. For v = 0 the restriction is k(0), which refutes if negative.
func onLine(name string, id proof.ID, why string) *Rule {
	return &Rule{
		ID: "line." + name, Claim: id, Holds: false,
		Theorem:  why + ": no, as is proved of the even part of k(sv) as a radial kernel on R.",
		Citation: "docs/rules/stationary/line.md; W. Rudin, Fourier Analysis on Groups (1962), section 1.3",
		check: fact(func(c *Checker, g Goal, ev LineEvidence) error {
			f, err := ev.line(g.Kernel)
			if err != nil {
				return err
			}
			if f.Even == nil {
				return rule.Reject("there is no even part on the line")
			}
			return c.lemma(f.Even, 1, id, false)
		}),
	}
}

// BlockEvidence names a subspace of the sum of products.
type BlockEvidence struct {
	Block int `json:"block"`
}

// As for lines, in the dimension of the subspace. Under M the points are those with MΔ in V_a, a subspace again.
func onBlock(name string, id proof.ID) *Rule {
	return &Rule{
		ID: "block." + name, Claim: id, Holds: false,
		Theorem: "Let k(Δ) = Σ c·Π_b f_b((MΔ)_b) over orthogonal subspaces, M an invertible matrix. Where MΔ is in one of " +
			"them k is Σ c·Π_{a≠b} f_a(0)·f_b, and what is claimed of k holds of its restriction: no, as is proved of the " +
			"even part as a radial kernel there.",
		Citation: "docs/rules/stationary/block.md; W. Rudin, Fourier Analysis on Groups (1962), section 1.3",
		check: fact(func(c *Checker, g Goal, ev BlockEvidence) error {
			t, err := tensor(g)
			if err != nil {
				return err
			}
			if ev.Block < 0 || ev.Block >= len(t.Blocks) {
				return rule.Reject("there is no subspace %d", ev.Block)
			}
			f, err := OnBlock(t, ev.Block)
			if err != nil {
				return err
			}
			return c.lemma(f, t.Blocks[ev.Block].Dim, id, false)
		}),
	}
}

// OnBlock returns the even part of what a sum of products is on one of its subspaces.
// At Δ_b = 0 a factor has the value of its even part at 0, or the limit where the formula has none (rule.ValueAtZero): the odd
// part has no say there. A constant whose normal form is 0 drops a term; one that is 0 without being seen to be adds 0 times a
// function with values.
func OnBlock(t *fourier.Tensor, block int) (*kernel.Kernel, error) {
	var sum *formula.Expr
	var from *kernel.Kernel
	for _, term := range t.Terms {
		f := term.Factors[block]
		if f.Even == nil {
			continue
		}
		c, err := constant.New(term.Coef)
		if err != nil {
			return nil, rule.Incomplete("%v", err)
		}
		for b, other := range term.Factors {
			if b == block {
				continue
			}
			if other.Even == nil {
				c = constant.Value{}
				break
			}
			at, err := rule.ValueAtZero(other.Even)
			if err != nil {
				return nil, err
			}
			c = c.Mul(at)
		}
		if c.IsZeroForm() {
			continue
		}
		e, ok := c.Expr()
		if !ok {
			return nil, rule.Incomplete("%s has no formula", c)
		}
		from = f.Even
		part := formula.Identity(formula.Mul(e, f.Even.Expr()))
		if sum != nil {
			part = formula.Add(sum, part)
		}
		sum = part
	}
	if sum == nil {
		return nil, rule.Reject("the restriction vanishes")
	}
	return from.Derive(sum), nil
}

// OddEvidence says why an odd part on a line is that of no finite measure: At is the distance of a jump, "unbounded" or
// "infinity".
// A distance is written as its exact constant.
type OddEvidence struct {
	Direction []rule.Rational `json:"direction"`
	At        string          `json:"at"`
}

// The reasons that are no distances.
const (
	OddUnbounded  = "unbounded"
	OddAtInfinity = "infinity"
)

// The odd part of a transform of a finite measure, (g(s) − g(−s))/2 = i∫ sin(us)ν(du), is continuous and 0 at 0, bounded, and
// has the mean 0 at +∞, as sin(us) has for every u. So a limit other than 0 at 0, two limits at b > 0 that differ, no
// bound, or a limit other than 0 at infinity excludes it. "unbounded" is a lemma, whose rule says why: the function o is
// unbounded, which is said of sgn(s)·o(|s|) as well.
func checkOddPart(c *Checker, g Goal, ev OddEvidence) error {
	f, err := LineEvidence{ev.Direction}.line(g.Kernel)
	if err != nil {
		return err
	}
	if f.Odd == nil {
		return rule.Reject("there is no odd part on the line")
	}
	switch ev.At {
	case OddUnbounded:
		return c.lemma(f.Odd, 1, proof.FiniteMass, false, "finite-mass.unbounded")
	case OddAtInfinity:
		return rule.Proved(tendsElsewhere(c.radial.AtInfinity(f.Odd)),
			"the odd part does not tend to a limit other than 0 at infinity")
	}
	if ev.At == "0" {
		l, err := limitOf(f.Odd, piecewise.Origin(), true)
		if err != nil {
			return err
		}
		return rule.Proved(l.IsZero().Not(), "the odd part tends to 0 at 0")
	}
	for _, s := range c.radial.Singularities(f.Odd, 1).Singularities {
		if s.At.Exact == nil || s.At.String() != ev.At {
			continue
		}
		left, err := limitOf(f.Odd, s.At, false)
		if err != nil {
			return err
		}
		right, err := limitOf(f.Odd, s.At, true)
		if err != nil {
			return err
		}
		return rule.Proved(left.Equal(right).Not(), "the limits at %s are the same", ev.At)
	}
	return rule.Reject("nothing is known to change at %s", ev.At)
}

// limitOf returns a one-sided limit.
// A limit is proved by an expansion with a remainder O(τ).
func limitOf(k *kernel.Kernel, b piecewise.Breakpoint, right bool) (constant.Value, error) {
	x, err := k.ExactAt(b, right, 1)
	if err != nil {
		return constant.Value{}, rule.Incomplete("%v", err)
	}
	l, ok := x.Limit()
	if !ok {
		return l, rule.Incomplete("no limit at %s is known", b)
	}
	return l, nil
}

// tendsElsewhere tells whether a function is proved to tend to a limit other than 0 at infinity.
// Kinds with waves have no limit, and growth has none: unknown. Of the others the expansion has the limit exactly.
func tendsElsewhere(inf *asymptotic.Infinity) ball.Truth {
	switch inf.Kind {
	case asymptotic.Constant, asymptotic.Gaussian, asymptotic.Exponential, asymptotic.StretchedExp, asymptotic.SuperExp,
		asymptotic.Power, asymptotic.LogDecay:
		return inf.Limit.IsZero().Not()
	case asymptotic.ZeroBeyond:
		return ball.False
	}
	return ball.Unknown
}

// oddRules are about functions sgn(s)·o(|s|) on a line.
var oddRules = []*Rule{
	{
		// sgn(s)·o(|s|) is smooth off 0 and the points where o is. Cutting as in docs/rules/analysis.md: at 0 all terms z^e (log z)^p with
		// e > 0 have dyadic pieces of norms 2^(−ne), even powers too, which are no longer smooth; o(0) = 0 leaves no jump; at b > 0
		// exponents ≤ 0 = (d−1)/2 must not count. At infinity the two tails are ±o: a constant c would be c·sgn(s), and a wave that
		// does not decay sgn(s)·cos(as): neither is the transform of a finite measure, though even ones are, which Analyse accepts
		// for d = 1. So both are refused here again.
		ID: "odd.analysis", Claim: oddFinite, Holds: true,
		Theorem: "Let o be continuous on [0,∞) with o(0) = 0 and analytic on (0,∞) but for finitely many points; with " +
			"real powers and logarithms at 0; at each of the points let every exponent that counts be positive; and at " +
			"infinity let o decay to 0 like sums of powers z^(−γ), γ > 0, or (log z)^(−p), p ≥ 2, exponentially, or with " +
			"waves z^(−γ)cos(az+φ), γ > 0. Then sgn(s)·o(|s|) is the transform of a finite measure.",
		Citation: "docs/rules/stationary/odd.md; E. M. Stein, Singular Integrals (1970), chapter IV",
		check: fact(func(c *Checker, g Goal, _ none) error {
			if err := c.radial.Regular(g.Odd, rule.Continuous); err != nil {
				return err
			}
			zero, err := rule.ValueAtZero(g.Odd)
			if err := rule.First(finite.Analyse(c.radial, g.Odd, 1), err); err != nil {
				return err
			}
			if zero.IsZero() != ball.True {
				return rule.Incomplete("o tends to %s at 0", zero)
			}
			inf := c.radial.AtInfinity(g.Odd)
			for i := range inf.Terms {
				if t := &inf.Terms[i]; t.Oscillates() && t.Power.Sign() <= 0 {
					if sign, known := finite.ExponentialSign(t); !known || sign >= 0 {
						return rule.Incomplete("at infinity there is a wave that does not decay")
					}
				}
			}
			if inf.Kind != asymptotic.Undetermined && inf.Limit.IsZero() != ball.True { // what is not determined is damped
				return rule.Incomplete("o tends to %s at infinity", inf.Limit)
			}
			return nil
		}),
	},
	{
		// sgn(s)·sin(a|s|) = sin(as), whatever the sign of a.
		ID: "odd.wave", Claim: oddFinite, Holds: true,
		Theorem:  "c·sin(as) is the transform of the measure of two atoms at ±a, of mass |c|.",
		Citation: "docs/rules/stationary/odd.md",
		check: fact(func(_ *Checker, g Goal, _ none) error {
			_, varying := oddFactors(g.Odd)
			if len(varying) != 1 || varying[0].Op() != formula.OpSin || !linear(varying[0].Args()[0]) {
				return rule.Reject("%s is no sine of a multiple of z", g.Odd)
			}
			return nil
		}),
	},
	{
		ID: "odd.sum", Claim: oddFinite, Holds: true,
		Theorem:  "Sums of transforms of finite measures are such transforms.",
		Citation: "docs/rules/stationary/odd.md",
		check: with(func(_ *Checker, g Goal, _ none) ([]Goal, error) {
			list, err := OddTerms(g.Odd)
			if err != nil {
				return nil, err
			}
			var goals []Goal
			for _, o := range list {
				goals = append(goals, Goal{Claim: oddFinite, Holds: true, Odd: o})
			}
			return goals, nil
		}),
	},
	{
		ID: "odd.product", Claim: oddFinite, Holds: true,
		Theorem: "Let o = e·p, e(|s|) the transform of a finite measure on R, proved as a radial kernel, and " +
			"sgn(s)·p(|s|) one by the premise. Then sgn(s)·o(|s|) is the transform of their convolution.",
		Citation: "docs/rules/stationary/odd.md; W. Rudin, Fourier Analysis on Groups (1962), theorem 1.3.1",
		check: with(func(c *Checker, g Goal, ev FactorEvidence) ([]Goal, error) {
			e, p, err := OddProduct(g.Odd, ev.Factor)
			if err != nil {
				return nil, err
			}
			return []Goal{{Claim: oddFinite, Holds: true, Odd: p}}, c.lemma(e, 1, proof.FiniteMass, true)
		}),
	},
}

// FactorEvidence says which factor of a product is the odd one, in its order.
type FactorEvidence struct {
	Factor int `json:"factor"`
}

// oddFactors returns the factors of o.
// The constant is apart: it multiplies the measure.
func oddFactors(o *kernel.Kernel) (c *formula.Expr, varying []*formula.Expr) {
	varying, c = formula.FactorList(formula.Unfold(o.Expr()), false)
	for i, f := range varying {
		varying[i] = formula.Unfold(f)
	}
	return c, varying
}

// linear reports whether e is a multiple of z.
// az with a constant a: anything else is no wave.
func linear(e *formula.Expr) bool {
	factors, _ := formula.FactorList(e, false)
	return len(factors) == 1 && formula.Unfold(factors[0]).Op() == formula.OpVar
}

// OddTerms returns the summands of o.
// Summands of a formula in s ≥ 0, each continued as an odd function: the sum is continued so.
func OddTerms(o *kernel.Kernel) ([]*kernel.Kernel, error) {
	terms := formula.Unfold(o.Expr()).Summands(nil)
	if len(terms) < 2 {
		return nil, rule.Reject("%s is no sum", o)
	}
	var out []*kernel.Kernel
	for _, e := range terms {
		out = append(out, o.Derive(e))
	}
	return out, nil
}

// OddProduct splits o into its factor number n, with the constant, and the product of the others.
// sgn(s)·e(|s|)·p(|s|): the factor p takes the sign and the constant, the others are even functions.
func OddProduct(o *kernel.Kernel, n int) (others, factor *kernel.Kernel, err error) {
	c, list := oddFactors(o)
	if len(list) < 2 || n < 0 || n >= len(list) {
		return nil, nil, rule.Reject("%s has no factor %d besides others", o, n)
	}
	var rest *formula.Expr
	for i, f := range list {
		switch {
		case i == n:
		case rest == nil:
			rest = f
		default:
			rest = formula.Mul(rest, f)
		}
	}
	return o.Derive(rest), o.Derive(formula.Identity(formula.Mul(c, list[n]))), nil
}
