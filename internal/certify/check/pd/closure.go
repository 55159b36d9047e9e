package pd

import (
	"math/big"
	"slices"

	"krein/ball"
	"krein/internal/certify/check/rule"
	"krein/internal/certify/check/shape"
	"krein/internal/certify/check/wave"
	"krein/internal/certify/proof"
	"krein/internal/kernel/asymptotic"
	"krein/internal/kernel/constant"
	"krein/internal/kernel/formula"
	"krein/internal/kernel/piecewise"
	"krein/kernel"
)

// pdClosureRules derive positive definiteness of a kernel from that of its parts, and carry it, or
// its failure, to other dimensions.
var pdClosureRules = []*rule.Rule{
	{
		ID: "pd.wave", Claim: proof.PD, Holds: true, Supposes: rule.Pointwise,
		Check: rule.Fact(pdWave),
	},
	{
		ID: "pd.same", Claim: proof.PD, Holds: true, Supposes: rule.Continuous,
		Check: rule.Reduction(pdSame),
	},
	{
		ID: "pd.shifts", Claim: proof.PD, Holds: true, Supposes: rule.Continuous,
		Check: rule.Reduction(pdShifts),
	},
	{
		ID: "completely-monotone.same", Claim: proof.CompletelyMonotone, Holds: true, Supposes: rule.Continuous,
		Check: rule.Reduction(pdSame),
	},
	{
		ID: "pd.sum", Claim: proof.PD, Holds: true, Supposes: rule.Pointwise,
		Check: rule.Reduction(pdSum),
	},
	{
		ID: "pd.product", Claim: proof.PD, Holds: true, Supposes: rule.Pointwise,
		Check: rule.Reduction(pdProduct),
	},
	{
		ID: "pd.at-zero", Claim: proof.PD, Holds: true, Supposes: rule.Pointwise,
		Check: rule.Reduction(AtZero),
	},
	{
		ID: "pd.dimension", Claim: proof.PD, Holds: true, Supposes: rule.Pointwise,
		Check: rule.Reduction(Within),
	},
}

// WaveEvidence writes k as a product of waves, of which the first is the carrier; without it k is one wave.
type WaveEvidence struct {
	Product *ProductEvidence `json:"product,omitempty"`
}

// pdWave: Λ_δ(az) is positive definite on R^d iff d ≤ δ: for d = δ it is the transform of the
// uniform distribution on the sphere of radius a, for d < δ of its projection
// (docs/rules/pd.wave.md). A product of waves, the first of them with δ ∈ {1, 2, 3}, δ ≥ d, and the
// frequency a, and of others with δ_i ≥ 1 and frequencies b_i with Σ b_i ≤ a is so, too: the others
// are mixtures of cos(bz), 0 ≤ b ≤ a, and for d = δ = 3
//
//	Λ_3(az) cos(bz) = ((a+b) Λ_3((a+b)z) + (a−b) Λ_3((a−b)z)) / 2a.
//
// The page has the same for δ = 1 and 2. The constant in front is k(0), as every wave is 1 at 0,
// and has to be positive.
func pdWave(_ *rule.Checker, g rule.Goal, ev WaveEvidence) error {
	parts := []*kernel.Kernel{g.Kernel}
	if ev.Product != nil {
		var err error
		if parts, _, err = ev.Product.Split(shape.ShapeOf(g.Kernel)); err != nil {
			return err
		}
	}
	// With one wave it stays 0, and no frequency is asked for.
	band := constant.Int(0) // the frequency of the carrier less the sum of the others
	for i, part := range parts {
		// It proves a > 0, too.
		delta, arg, ok := wave.Lambda(part.Expr())
		if !ok {
			return rule.Reject("the formula is not proved to be a multiple of J_ν(az)/z^ν, a > 0")
		}
		if len(parts) > 1 {
			// arg is az.
			a, err := constant.New(formula.Substitute(arg, formula.Int(1)))
			if err != nil {
				return rule.Incomplete("%s: %v", arg, err)
			}
			if i > 0 {
				a = a.Neg()
			}
			band = band.Add(a)
		}
		if i > 0 {
			if err := rule.Proved(rule.Nonnegative(delta.Sub(constant.Int(1))), "δ = %s is at least 1", delta); err != nil {
				return err
			}
			continue
		}
		if order, known := delta.Cmp(constant.Int(int64(g.Dim))); known != ball.True {
			return rule.Incomplete("whether δ = %s is at least d = %d is not decided", delta, g.Dim)
		} else if order < 0 {
			return rule.Reject("δ = %s is less than d = %d", delta, g.Dim)
		}
		// For other carriers the theorem is not known here.
		if n, whole := delta.Rat(); len(parts) > 1 && (!whole || !n.IsInt() || n.Cmp(big.NewRat(3, 1)) > 0) {
			return rule.Reject("δ = %s of the carrier is not 1, 2 or 3", delta)
		}
	}
	if err := rule.Proved(rule.Nonnegative(band), "the frequency of the carrier is at least the sum of the others"); err != nil {
		return err
	}
	c, err := rule.ValueAtZero(g.Kernel)
	if err != nil {
		return err
	}
	return rule.Proved(rule.Nonnegative(c.Neg()).Not(), "%s is not positive", c)
}

// SameEvidence is the evidence of pd.same: another formula for the effective function.
type SameEvidence struct {
	Formula string `json:"formula"`
}

// pdSame: the two formulas have the same values between their breakpoints, and both are continuous
// on [0,∞): they are one function.
func pdSame(c *rule.Checker, g rule.Goal, ev SameEvidence) ([]rule.Goal, error) {
	other, err := sameFunction(g.Kernel, ev.Formula)
	if err != nil {
		return nil, err
	}
	// One spelling of each formula: evidence cannot be changed and stay valid.
	if other.Formula() != ev.Formula {
		return nil, rule.Reject("the formula %s is written %s", ev.Formula, other.Formula())
	}
	if err := c.Regular(other, rule.Continuous); err != nil {
		return nil, err
	}
	return []rule.Goal{{Claim: g.Claim, Holds: g.Holds, Kernel: other, Dim: g.Dim}}, nil
}

// ShiftsEvidence is the evidence of pd.shifts: k(z) = g(z) + Σ w_j (g(|z+s_j|) + g(|z−s_j|))/2 on R^1, g by its formula.
type ShiftsEvidence struct {
	Formula string          `json:"formula"`
	Shifts  []rule.Rational `json:"shifts"`  // s_j > 0
	Weights []rule.Rational `json:"weights"` // w_j
}

// maxShifts bounds the number of shifts.
const maxShifts = 16

// Sum returns the formula of the right side.
func (ev ShiftsEvidence) Sum(g *formula.Expr) *formula.Expr {
	sum := g
	for j, s := range ev.Shifts {
		half := formula.Rational(new(big.Rat).Quo(ev.Weights[j].Rat, big.NewRat(2, 1)))
		for _, op := range []formula.Op{formula.OpAdd, formula.OpSub} {
			at := formula.Apply(formula.OpAbs, formula.Apply(op, formula.Variable(), formula.Rational(s.Rat)))
			sum = formula.Add(sum, formula.Mul(half, formula.Substitute(g, at)))
		}
	}
	return sum
}

// Balanced wants that Σ |w_j| ≤ 1, and reports whether 1 + Σ w_j = 0.
func (ev ShiftsEvidence) Balanced() (balanced bool, err error) {
	if n := len(ev.Shifts); n == 0 || n > maxShifts || n != len(ev.Weights) {
		return false, rule.Reject("%d shifts and %d weights", n, len(ev.Weights))
	}
	sum, size := big.NewRat(1, 1), new(big.Rat)
	for j, w := range ev.Weights {
		if ev.Shifts[j].Rat.Sign() <= 0 {
			return false, rule.Reject("a shift by %s", ev.Shifts[j].RatString())
		}
		sum.Add(sum, w.Rat)
		size.Add(size, new(big.Rat).Abs(w.Rat))
	}
	if size.Cmp(big.NewRat(1, 1)) > 0 {
		return false, rule.Reject("the weights add up to %s > 1", size.RatString())
	}
	return sum.Sign() == 0, nil
}

func pdShifts(c *rule.Checker, goal rule.Goal, ev ShiftsEvidence) ([]rule.Goal, error) {
	if goal.Dim != 1 {
		return nil, rule.Reject("shifts by a number are of R^1, not of R^%d", goal.Dim)
	}
	balanced, err := ev.Balanced()
	if err != nil {
		return nil, err
	}
	read, err := kernel.Read(ev.Formula)
	if err != nil {
		return nil, rule.Reject("%s: %v", ev.Formula, err)
	}
	if read.Formula() != ev.Formula {
		return nil, rule.Reject("the formula %s is written %s", ev.Formula, read.Formula())
	}
	g := read.CutAt(goal.Kernel.Points())
	if !piecewise.ProvedEqual(goal.Kernel.Expr(), ev.Sum(g.Expr()), goal.Kernel.Points()) {
		return nil, rule.OfForm("%s equals the sum of shifts of %s: not decided", goal.Kernel, g)
	}
	if err := c.Regular(g, rule.Continuous); err != nil {
		return nil, err
	}
	if !balanced {
		return goal.Needs(proof.PD, g), nil
	}
	return goal.Needs(proof.ConditionallyPD, g), Subquadratic(c, g)
}

// Subquadratic wants that k(z) = o(z²) at infinity: then a continuous k that is conditionally positive definite of some order
// is so of order 1 (docs/rules/points.md).
func Subquadratic(c *rule.Checker, k *kernel.Kernel) error {
	inf := c.AtInfinity(k)
	switch inf.Kind {
	case asymptotic.Undetermined:
		return rule.Incomplete("the behaviour of %s at infinity is not known: %s", k, inf.Because)
	case asymptotic.Growth:
		if len(inf.Lead.Exps) > 0 || inf.Lead.Power.CmpHalf(-4) <= 0 {
			return rule.Reject("%s is not proved to be o(z²) at infinity", k)
		}
	}
	return nil
}

// SumEvidence is the evidence of pd.sum: a partition of the summands (Terms of the core of the shape, numbered from 0)
// that are not constant into the groups whose sums are positive definite.
type SumEvidence struct {
	Groups [][]int `json:"groups"`
}

// Split returns the kernels of the groups, and the sum of the constant summands (nil if there are none, or if
// the shape has a condition, which makes them no constants).
//
// A partition: each summand that varies in one group, none twice, none left out.
func (ev SumEvidence) Split(shape shape.Shape) (parts []*kernel.Kernel, constant *formula.Expr, err error) {
	all := formula.Terms(shape.Core)
	// Constants count as used, so that no group may take one.
	used := make([]bool, len(all))
	if shape.Where == nil {
		for i, t := range all {
			if t.Varies() {
				continue
			}
			used[i] = true
			constant = formula.Combine(formula.OpAdd, constant, t)
		}
	}
	sums, err := grouped(all, ev.Groups, used, formula.OpAdd)
	if err != nil {
		return nil, nil, err
	}
	for _, e := range sums {
		parts = append(parts, shape.With(e))
	}
	return parts, constant, nil
}

// pdSum: a sum of positive definite kernels and a constant ≥ 0 is one. Under a condition every
// summand, the constant ones too, is cut off and has to be positive definite as such.
func pdSum(_ *rule.Checker, g rule.Goal, ev SumEvidence) ([]rule.Goal, error) {
	parts, constant, err := ev.Split(shape.ShapeOf(g.Kernel))
	if err != nil {
		return nil, err
	}
	if constant != nil {
		switch sign, err := rule.ConstantSign(constant); {
		case err != nil:
			return nil, err
		case sign < 0:
			return nil, rule.Reject("the constants add up to %s < 0", constant)
		}
	}
	return g.Closed(parts)
}

// ProductEvidence is the evidence of pd.product and of products on spheres: a partition of the factors (FactorList of
// the core of the shape, numbered from 0) into groups whose products are positive definite. If the shape has a
// condition, Cut tells which of the groups carry it; one must.
type ProductEvidence struct {
	Powers bool    `json:"powers"`
	Groups [][]int `json:"groups"`
	Cut    []bool  `json:"cut,omitempty"`
}

// Split returns the kernels of the groups and the constant factor.
//
// The product of the groups and the constant is the core; Powers says whether powers of factors
// with natural exponents are listed as so many factors.
func (ev ProductEvidence) Split(form shape.Shape) (parts []*kernel.Kernel, constant *formula.Expr, err error) {
	factors, constant := formula.FactorList(form.Core, ev.Powers)
	switch {
	case len(factors) == 0:
		return nil, nil, rule.Reject("no factor varies")
	// 1[Where] f g = (1[Where] f) g: one of the factors has to carry the condition, more of them
	// may.
	case form.Where == nil && ev.Cut != nil:
		return nil, nil, rule.Reject("there is no condition to be carried")
	case form.Where != nil && (len(ev.Cut) != len(ev.Groups) || !slices.Contains(ev.Cut, true)):
		return nil, nil, rule.Reject("no factor carries the condition")
	}
	products, err := grouped(factors, ev.Groups, make([]bool, len(factors)), formula.OpMul)
	if err != nil {
		return nil, nil, err
	}
	for i, e := range products {
		of := form
		if form.Where != nil && !ev.Cut[i] {
			of.Where = nil
		}
		parts = append(parts, of.With(e))
	}
	return parts, constant, nil
}

// grouped combines the items of each group; the groups are a partition of those that are not used before.
//
// An item in no group would be a part of the kernel that nothing is proved of.
func grouped(items []*formula.Expr, groups [][]int, used []bool, op formula.Op) (out []*formula.Expr, err error) {
	for _, group := range groups {
		var e *formula.Expr
		for _, i := range group {
			if i < 0 || i >= len(items) || used[i] {
				return nil, rule.Reject("the groups are no partition of the %d parts", len(items))
			}
			used[i] = true
			e = formula.Combine(op, e, items[i])
		}
		if e == nil {
			return nil, rule.Reject("an empty group")
		}
		out = append(out, e)
	}
	if slices.Contains(used, false) {
		return nil, rule.Reject("a part is in no group")
	}
	return out, nil
}

func pdProduct(_ *rule.Checker, g rule.Goal, ev ProductEvidence) ([]rule.Goal, error) {
	return ev.Goals(g, shape.ShapeOf(g.Kernel))
}

// Goals returns the goals about the groups, after checking that the constant factor is positive.
//
// Schur: the product of positive definite kernels entry by entry is positive definite.
func (ev ProductEvidence) Goals(g rule.Goal, form shape.Shape) ([]rule.Goal, error) {
	parts, constant, err := ev.Split(form)
	if err != nil {
		return nil, err
	}
	switch sign, err := rule.ConstantSign(constant); {
	case err != nil:
		return nil, err
	case sign <= 0:
		return nil, rule.Reject("the factor %s is not positive", constant)
	}
	return g.Closed(parts)
}

// NotBelowLimit wants a ≥ k(0).
func NotBelowLimit(a constant.Value, k *kernel.Kernel) error {
	b, err := rule.ValueAtZero(k)
	if err != nil {
		return err
	}
	return rule.Proved(rule.Nonnegative(a.Sub(b)), "%s ≥ %s", a, b)
}

// AtZero reduces goals about z == 0 ? v : e to those about e, v ≥ e(0) but for differences of positive definite
// kernels.
//
// k = e + δ 1[z = 0] with δ = k(0) − e(0): for δ ≥ 0 the second summand has diagonal Gram matrices
// with nonnegative entries, of any order of conditional positive definiteness; for any δ it is a
// difference of positive definite kernels.
func AtZero(_ *rule.Checker, g rule.Goal, _ rule.None) ([]rule.Goal, error) {
	e, ok := shape.AtZero(g.Kernel)
	if !ok {
		return nil, rule.Reject("%s has no condition z == 0", g.Kernel.Expr())
	}
	rest := g.Kernel.Derive(e)
	a, err := rule.ValueAtZero(g.Kernel)
	if err == nil && g.Claim != proof.PositiveDecomposition {
		err = NotBelowLimit(a, rest)
	}
	return g.Needs(g.Claim, rest), err
}

// DimensionEvidence is the evidence of rules that rest on a claim in another dimension.
type DimensionEvidence struct {
	Other int `json:"dim"`
}

// MaxDim is the largest dimension that evidence may name.
const MaxDim = 4096

// Within reduces a goal on R^d, or the sphere in it, to that in a dimension that is not less.
//
// R^d lies in R^n, and S^{d−1} in S^{n−1}, with the same distances.
func Within(_ *rule.Checker, g rule.Goal, ev DimensionEvidence) ([]rule.Goal, error) {
	if ev.Other < g.Dim || ev.Other > MaxDim {
		return nil, rule.Reject("R^%d does not contain R^%d", ev.Other, g.Dim)
	}
	return []rule.Goal{{Claim: g.Claim, Holds: true, Kernel: g.Kernel, Dim: ev.Other}}, nil
}
