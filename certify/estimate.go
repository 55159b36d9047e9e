package certify

import (
	"context"
	"fmt"
	"slices"

	"krein/ball"
	"krein/internal/budget"
	"krein/internal/certify/check/rule"
	"krein/internal/certify/check/sphere"
	"krein/internal/certify/proof"
	"krein/internal/certify/theorem"
	"krein/internal/certify/view"
	"krein/kernel"
)

// An estimator looks in floating point at a claim that no proof has decided.
type estimator struct {
	rule  string // of package check, but for finite-mass.numerical
	claim ID
	on    view.Domain
	look  func(*session) conclusion
}

// estimators are all estimators in the order in which they are tried. One may use the verdicts of
// claims that were decided before its turn.
var estimators = []estimator{
	{"completely-monotone.derivative-sign", CompletelyMonotone, view.WholeLine, derivativeSigns},
	{"finite-mass.numerical", FiniteMass, view.WholeLine, integratedMass},
	{"pd.nonnegative-density", PD, view.WholeLine, densitySign},
	{"pd-sphere.gegenbauer", PDSphere, view.UnitSphere, gegenbauerSigns},
	{"pd-all-spheres.maclaurin", PDAllSpheres, view.UnitSphere, maclaurinSigns},
	{"conditionally-pd.negative-density", ConditionallyPD, view.WholeLine, negativeBeyondZero},
}

// conclusion is what is found out about one claim. With holds Unknown, because (if any) says what is in the way.
type conclusion struct {
	holds    ball.Truth
	because  string
	evidence any
	rule     string // "" in an estimate: the estimator's
}

// notApplicable is the conclusion of an estimator that has nothing to say.
var notApplicable conclusion

// likely, unlikely and inconclusive make conclusions from floating-point evidence.
func likely(evidence any, format string, args ...any) conclusion {
	return conclusion{holds: ball.True, because: fmt.Sprintf(format, args...), evidence: evidence}
}

func unlikely(rule string, evidence any, format string, args ...any) conclusion {
	return conclusion{holds: ball.False, because: fmt.Sprintf(format, args...),
		evidence: evidence, rule: rule}
}

func inconclusive(format string, args ...any) conclusion {
	return conclusion{because: fmt.Sprintf(format, args...)}
}

// verdict is a decided claim.
type verdict struct {
	conclusion
	proof *proof.Step // of a conclusion that the checker accepted
	// witness is a second proof of a refutation, by values at points.
	witness *proof.Step
}

// proved reports whether the checker has accepted a proof: nothing short of its consent makes one.
func (v verdict) proved() bool { return v.proof != nil }

// status says in a certificate what the verdict is.
func (v verdict) status() Status {
	switch {
	case v.holds == ball.Unknown:
		return Undecided
	case v.holds == ball.True && v.proved():
		return Proved
	case v.holds == ball.True:
		return Likely
	case v.proved():
		return Refuted
	}
	return Unlikely
}

// attempt records a rule that tried and got stuck.
type attempt struct {
	Rule    string `json:"rule"`
	Because string `json:"because"`
}

// note remembers why a rule did not decide a claim.
func (f *session) note(id ID, rule, format string, args ...any) {
	if a := (attempt{rule, fmt.Sprintf(format, args...)}); !slices.Contains(f.attempts[id], a) {
		f.attempts[id] = append(f.attempts[id], a)
	}
}

// estimate has the estimators look at what is not decided, as far as it may help to decide what is
// asked for, and draws conclusions from what is. The error is that of ctx.
func (f *session) estimate(ctx context.Context) error {
	relevant := helping(f.set.Claims)
	defer f.within(estimateUnits)()
	f.imply(relevant)
	for i, e := range estimators {
		if err := cancelled(ctx); err != nil {
			return fmt.Errorf("certify: stopped before rule %s: %w", e.rule, err)
		}
		if f.decided(f.set.Claims) {
			return nil
		}
		if f.set.Progress != nil {
			f.set.Progress(Stage{Rule: e.rule, Done: i, Total: len(estimators)})
		}
		if _, done := f.verdicts[e.claim]; !done && relevant[e.claim] {
			f.conclude(e.claim, e.rule, f.try(e))
			f.imply(relevant)
		}
	}
	f.noneBounded()
	if err := cancelled(ctx); err != nil { // an estimator may have given up for it
		return fmt.Errorf("certify: stopped: %w", err)
	}
	return nil
}

// conclude notes what an estimate says of a claim.
func (f *session) conclude(id ID, rule string, c conclusion) {
	if c.rule == "" {
		c.rule = rule
	}
	if c.holds == ball.True {
		if why := f.singlePoints(id); why != "" {
			c = inconclusive("it would be likely (%s), but it is not proved that every distance has a value that fits: %s",
				c.rule, why)
			c.rule = rule
		}
	}
	switch {
	case c.holds != ball.Unknown:
		f.verdicts[id] = verdict{conclusion: c}
	case c.because != "":
		f.note(id, c.rule, "%s", c.because)
	}
}

// angular reports whether a formula is in the angle alone.
func angular(k *kernel.Kernel) bool {
	_, plain := sphere.Angular(k)
	return plain
}

// try asks one estimator where the kernel is defined on its domain.
func (f *session) try(e estimator) conclusion {
	if f.Samples().Cut {
		return inconclusive("the kernel was not evaluated everywhere: %s", budget.Why(f.Ctx, f.set.AtEffort()))
	}
	if at, bad := f.Undefined(e.on); bad {
		where := "R^d needs every z ≥ 0; choose an extension, for instance zero beyond 2"
		if e.on == view.UnitSphere {
			where = "the sphere needs every z in [0,2]"
			if angular(f.K) {
				where += "; quotients that are 0/0 at a pole are better written in u, sin(3*theta)/sin(theta) as 4*u^2-1"
			}
		}
		return inconclusive("the formula has no value at z = %s, and a kernel on %s", short(at), where)
	}
	return e.look(f)
}

// implications are the theorems that one claim about a kernel makes of another, in the order of the
// claims that they start from.
var implications = func() []theorem.Rule {
	all := slices.DeleteFunc(theorem.Rules(), func(r theorem.Rule) bool {
		return r.From == nil || !slices.Contains(IDs(), r.Claim)
	})
	slices.SortStableFunc(all, func(a, b theorem.Rule) int {
		return slices.Index(IDs(), a.From.Claim) - slices.Index(IDs(), b.From.Claim)
	})
	return all
}()

// yields reports whether the verdict is what an implication starts from.
func (v verdict) yields(r theorem.Rule) bool {
	return v.holds != ball.Unknown && (v.holds == ball.True) == r.From.Holds &&
		(r.Upon == nil || slices.Contains(r.Upon, v.rule))
}

// premise names a claim from which another was derived.
type premise struct {
	Rule  string `json:"rule"`
	Claim ID     `json:"claim"`
}

// imply concludes by the checker's implications, on relevant claims, until nothing follows any more. Whatever is proved
// has been drawn upon by the provers, so that what follows here is estimated.
func (f *session) imply(relevant map[ID]bool) {
	for again := true; again; {
		again = false
		for _, r := range implications {
			from := f.verdict(r.From.Claim)
			if _, done := f.verdicts[r.Claim]; done || !relevant[r.Claim] || !from.yields(r) ||
				!f.regular(r.Supposes) {
				continue
			}
			conclude := likely
			if !r.Holds {
				conclude = func(evidence any, format string, args ...any) conclusion {
					return unlikely(r.ID, evidence, format, args...)
				}
			}
			f.conclude(r.Claim, r.ID, conclude(premise{from.rule, r.From.Claim},
				"%s (%s is %s: %s)", r.Theorem, r.From.Claim,
				from.status(), from.because))
			_, done := f.verdicts[r.Claim]
			again = again || done
		}
	}
}

// regular reports whether k is known to have the regularity.
func (f *session) regular(r rule.Regularity) bool {
	return f.checker.Regular(f.K, r) == nil
}

// noneBounded says what is left open where the mass is infinite.
func (f *session) noneBounded() {
	fm := f.verdict(FiniteMass)
	if _, done := f.verdicts[PositiveDecomposition]; done || fm.holds != ball.False {
		return
	}
	because := fmt.Sprintf("no two positive definite kernels with bounded diagonals on R^%d have "+
		"the difference k (%s); "+
		"whether two with unbounded diagonals do, no rule decides", f.Dim, fm.because)
	if f.verdict(PDSphere).holds == ball.True {
		because += "; on the unit sphere k itself is positive definite"
	}
	f.note(PositiveDecomposition, "positive-decomposition.none-bounded", "%s", because)
}
