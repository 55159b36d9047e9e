package certify

import (
	"context"
	"fmt"

	"krein/certify/proof"
	"krein/internal/budget"
	"krein/kernel"
)

// domain is the set of distances a rule speaks about.
type domain int8

const (
	wholeLine domain = iota // z ∈ [0,∞): kernels on R^d
	sphere                  // z ∈ [0,2]: kernels on the unit sphere
)

// Rule is a theorem that the prover may use: if its hypotheses hold, its claim holds
// or fails. The hypotheses are checked in code when the rule is tried.
type Rule struct {
	// ID names the rule in certificates.
	ID string
	// Claim is the claim the rule decides.
	Claim ID
	// Theorem states hypotheses and conclusion.
	Theorem string
	// Citation says where it is proved.
	Citation string

	on    domain
	apply func(*facts) conclusion
}

// conclusion is what one rule has to say about its claim. With holds Unknown, because
// (if any) says what stopped the rule.
type conclusion struct {
	holds    kernel.Truth
	by       Strength
	because  string
	evidence any
}

// silent is the conclusion of a rule whose hypotheses do not hold.
var silent conclusion

// likely, unlikely and stuck make conclusions from floating-point evidence.
func likely(evidence any, format string, args ...any) conclusion {
	return conclusion{kernel.True, Estimated, fmt.Sprintf(format, args...), evidence}
}

func unlikely(evidence any, format string, args ...any) conclusion {
	return conclusion{kernel.False, Estimated, fmt.Sprintf(format, args...), evidence}
}

func stuck(format string, args ...any) conclusion {
	return conclusion{because: fmt.Sprintf(format, args...)}
}

// given weakens c to the strength of the claims it was derived from.
func (c conclusion) given(premises ...verdict) conclusion {
	for _, p := range premises {
		c.by = min(c.by, p.by)
	}
	return c
}

// verdict is a decided claim: a conclusion and the rule that drew it.
type verdict struct {
	conclusion
	rule  string
	proof *proof.Step // of a conclusion that the checker accepted
	// witness is a second proof of a refutation, by values at points.
	witness *proof.Step
}

// attempt records a rule that tried and got stuck.
type attempt struct {
	Rule    string `json:"rule"`
	Because string `json:"because"`
}

// families are the rules in the order in which they are tried. The first rule that
// decides a claim decides it; rules of a claim may use the verdicts of claims
// that come earlier.
func families() [][]*Rule {
	return [][]*Rule{
		monotoneRules, finiteRules, tailRules, boundRules, convexRules, spectrumRules, fallbackRules,
		allSpheresRules, sphereRules, conditionalRules, decompositionRules,
	}
}

// Rules returns a copy of every rule that Run uses, in the order in which they are tried.
func Rules() []Rule {
	var all []Rule
	for _, family := range families() {
		for _, r := range family {
			all = append(all, *r)
		}
	}
	return all
}

// estimate tries the rules of floating point that may help to decide what is asked for, until
// that is decided or no rule is left. The error is that of ctx.
func (f *facts) estimate(ctx context.Context) error {
	var rules []*Rule
	relevant := helping(f.set.Claims)
	for _, family := range families() {
		rules = append(rules, family...)
	}
	defer f.within(estimateUnits)()
	for i, r := range rules {
		if err := ctx.Err(); err != nil {
			return fmt.Errorf("certify: stopped before rule %s: %w", r.ID, err)
		}
		if f.decided(f.set.Claims) {
			return nil
		}
		if f.set.Progress != nil {
			f.set.Progress(Stage{Rule: r.ID, Done: i, Total: len(rules)})
		}
		if _, done := f.verdicts[r.Claim]; done || !relevant[r.Claim] {
			continue
		}
		c := f.try(r)
		if c.holds == kernel.True {
			if why := f.singlePoints(r.Claim); why != "" {
				c = stuck("it would be likely (%s) but for single distances: %s", r.ID, why)
			}
		}
		switch {
		case c.holds != kernel.Unknown:
			f.verdicts[r.Claim] = verdict{conclusion: c, rule: r.ID}
		case c.because != "":
			f.attempts[r.Claim] = append(f.attempts[r.Claim], attempt{r.ID, c.because})
		}
	}
	if err := ctx.Err(); err != nil { // a rule may have given up for it
		return fmt.Errorf("certify: stopped: %w", err)
	}
	return nil
}

// try applies one rule where the kernel is defined on the rule's domain.
func (f *facts) try(r *Rule) conclusion {
	if f.samples().cut {
		return stuck("the kernel was not evaluated everywhere: %s", budget.Why(f.ctx, moreEffort))
	}
	if at, bad := f.undefined(r.on); bad {
		where := "R^d needs every z ≥ 0; choose an extension, for instance zero beyond 2"
		if r.on == sphere {
			where = "the sphere needs every z in [0,2]"
		}
		return stuck("the formula has no value at z = %s, and a kernel on %s", short(at), where)
	}
	return r.apply(f)
}
