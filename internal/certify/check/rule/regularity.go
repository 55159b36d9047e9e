package rule

import (
	"krein/internal/enum"
	"krein/internal/kernel/constant"
	"krein/internal/kernel/formula"
	"krein/internal/kernel/piecewise"
	"krein/kernel"
)

// Regularity says what the theorem of a rule supposes of the goal's kernel at single distances, where a formula with
// conditions may have a value of its own, or none. The Checker derives it before it asks the rule, from
// kernel.OwnValues and kernel.ProvedDefined.
type Regularity int8

// The regularities. The zero value is that of a rule that has not said, which the Checker does not apply.
const (
	_ Regularity = iota
	// AlmostEverywhere: nothing. The theorem holds whatever k is at finitely many distances: it speaks of integrals, of
	// one-sided expansions, of limits at infinity.
	AlmostEverywhere
	// Pointwise: nothing beforehand. The rule itself speaks of k at every distance that matters: by values at single
	// distances, by an identity of formulas that holds wherever they have values, by a normal form on z > 0 or on the
	// sphere, or through its premises.
	Pointwise
	// AlmostDefined: k has a value at every z > 0 but for single distances, without a limit point there. Whatever is refuted
	// supposes it: of a formula without a value on an interval, or anywhere, no kernel is known that would not have the claim.
	AlmostDefined
	// Defined: k has a value at every z > 0. Whatever is said to hold supposes it.
	Defined
	// ContinuousAtZero: k has a finite limit at 0, and the formula no other value there. (If none, k(0) is the limit.)
	ContinuousAtZero
	// Continuous: k has a value at every z > 0 and is continuous on [0,∞), k(0) the limit if it has no value.
	Continuous
)

// String names the regularity as in docs/rules/README.md.
func (r Regularity) String() string {
	return enum.Name("Regularity", r, "", "almost everywhere", "pointwise", "defined almost everywhere", "defined", "continuous at 0", "continuous")
}

// HasValues returns nil if k is proved to have the values that a claim which holds, or one that does not, is about: rules drop what
// is multiplied by 0, or raised to that power, and have premises about what F(u) is for all u.
// exp(−z)·log(z−3)^0 is exp(−z) to a rule of products, and has no value before 3. So whatever holds is about a formula that
// is defined everywhere. A refutation may rest on values that exist; where single ones are missing, any choice of them leaves it.
func (c *Checker) HasValues(k *kernel.Kernel, holds bool) error {
	if holds || k.Fixed() != nil {
		return c.Regular(k, Defined)
	}
	return c.Regular(k, AlmostDefined)
}

// Regular returns nil if k is proved to have the regularity, a *RejectedError if not to have it, else an
// *IncompleteError.
// An error that is not a rejection says that it is not known: the rule is then not asked.
func (c *Checker) Regular(k *kernel.Kernel, r Regularity) error {
	switch r {
	case AlmostEverywhere, Pointwise:
		return nil
	case AlmostDefined, Defined, ContinuousAtZero, Continuous:
		d := c.derived(k)
		err, known := d.regularity[r]
		if !known {
			if proved := map[Regularity]func() error{AlmostDefined: d.kernel.AlmostDefined, Defined: d.kernel.ProvedDefined}[r]; proved != nil {
				if why := proved(); why != nil {
					err = Incomplete("%v", why)
				}
			} else if err = continuousAtZero(d.kernel); err == nil && r == Continuous {
				err = continuousBeyond(d.kernel)
			}
			if c.ctx.Err() == nil {
				d.regularity[r] = err
			}
		}
		return err
	}
	return Incomplete("the rule does not say what it supposes of single distances")
}

// continuousAtZero wants that k has a finite limit at 0 and the formula no other value there.
// k(0) enters Bochner's theorem: z == 0 ? 2 : exp(−z) has the limits of a positive definite function of finite mass, and
// is the transform of none.
func continuousAtZero(k *kernel.Kernel) error {
	if _, err := limits(k, formula.Int(0), true); err != nil {
		return err
	}
	v, own, err := k.OwnValueAtZero()
	if err != nil {
		return Incomplete("%v", err)
	}
	if !own || !v.Defined {
		return nil
	}
	return continuousAt(k, v)
}

// continuousBeyond wants that k has a value at every z > 0, which is the limit from both sides.
// At a distance where the formula takes other branches than on a side, its value there is compared with both limits.
// Where it takes the same, it is a composition of continuous functions, and continuous if it has a value.
func continuousBeyond(k *kernel.Kernel) error {
	own, err := k.OwnValues()
	for _, v := range own {
		if formula.IsZero(v.At.Exact) {
			continue
		}
		if err := continuousAt(k, v); err != nil {
			return err
		}
	}
	if err == nil { // where the same branches are taken at and around a distance, k is continuous if it has a value
		err = k.ProvedDefined()
	}
	if err != nil {
		return Incomplete("%v", err)
	}
	return nil
}

// LimitsOf returns the limits of k at v.At, where it wants a value.
func LimitsOf(k *kernel.Kernel, v piecewise.OwnValue) ([]constant.Value, error) {
	if !v.Defined {
		return nil, Reject("k has no value at z = %s", v.At)
	}
	return limits(k, v.At.Exact, formula.IsZero(v.At.Exact))
}

// continuousAt wants that the value at v.At equals the limits there.
func continuousAt(k *kernel.Kernel, v piecewise.OwnValue) error {
	ls, err := LimitsOf(k, v)
	if err != nil {
		return err
	}
	for _, l := range ls {
		if err := Proved(l.Equal(v.Value), "k(%s) = %s, but the limit is %s", v.At, v.Value, l); err != nil {
			return err
		}
	}
	return nil
}

// ValueAtZero returns k(0) exactly: the value of the formula, or where it is proved to have none, or to take the
// branches that it takes beyond 0, the limit at 0.
// In this order: the formula at 0, exactly; the value that a condition gives it there; the limit. The last is k(0) only
// because a formula without a value at 0 stands for its limit: that the formula has none, or the same branches, was asked before.
func ValueAtZero(k *kernel.Kernel) (constant.Value, error) {
	if c, err := formula.Eval(k.Expr(), constant.Value{}, k.Constants()); err == nil {
		return c, nil
	}
	switch v, own, err := k.OwnValueAtZero(); {
	case err != nil:
		return constant.Value{}, Incomplete("%s at 0: %v", k, err)
	case own && v.Defined:
		return v.Value, nil
	}
	x, err := k.ExactAt(piecewise.Origin(), true, 1)
	if err != nil {
		return constant.Value{}, Incomplete("%s at 0: %v", k, err)
	}
	c, ok := x.Limit()
	if !ok {
		return c, Incomplete("%s has no limit at 0 that is known", k)
	}
	return c, nil
}

// MadeOf wants that k(0) is what a formula makes of the values of its parts at 0, as it does at every other distance at
// which it has a value. That is so if the formula has a value at 0; if not, k(0) is its limit, and a part must not have
// a value at 0 beside its limit.
// A part with a value at 0 other than its limit would be another kernel there than the one whose sum or product has the
// limit: (z == 0 ? 1 : 0)·(1/z − 1/z) and the like.
func MadeOf(k *kernel.Kernel, parts []*kernel.Kernel) error {
	if _, err := formula.Eval(k.Expr(), constant.Value{}, k.Constants()); err == nil {
		return nil
	}
	for _, p := range parts {
		v, own, err := p.OwnValueAtZero()
		if err != nil {
			return Incomplete("%s at 0: %v", p, err)
		}
		if !own || !v.Defined {
			continue
		}
		if err := continuousAt(p, v); err != nil {
			return err
		}
	}
	return nil
}
