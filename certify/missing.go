package certify

import (
	"fmt"
	"slices"

	"krein/internal/certify/check"
)

// estimate is the evidence of a claim that floating point has decided: what it saw, and what is missing for a proof.
type estimate struct {
	Seen    any     `json:"seen,omitempty"`
	Missing attempt `json:"missing"`
}

// lacks remembers why there is no evidence for a rule.
func (f *session) lacks(ruleID string, err error) {
	_, _, because := check.VerdictOf(err)
	id := ruleClaim(ruleID)
	f.lack[id] = append(f.lack[id], attempt{ruleID, because})
}

// settledBy are the rules that prove what estimates by a rule say, and what they are wanting where
// nothing else was noted. One without a rule has no theorem among the rules.
var settledBy = map[string]attempt{
	"completely-monotone.derivative-sign": {"completely-monotone.derivative-sign",
		"no enclosure of that derivative excludes 0"},
	"finite-mass.numerical": {"finite-mass.analysis",
		"the behaviour of k at 0, at its singular points and at infinity is not known exactly"},
	"pd.nonnegative-density": {"pd.nonnegative-density", "the density is not enclosed"},
	"pd.negative-density":    {"pd.negative-density", "no enclosure of the density there excludes 0"},
	"pd.negative-atom":       {"pd.negative-atom", "the atom has no exact form"},
	"pd-sphere.gegenbauer": {"pd-sphere.gegenbauer",
		"the coefficients of large degree are not enclosed"},
	"pd-sphere.negative-coefficient": {"pd-sphere.negative-coefficient",
		"no enclosure of that coefficient excludes 0"},
	"pd-all-spheres.maclaurin": {"pd-all-spheres.maclaurin",
		"no enclosure of that coefficient excludes 0"},
	"conditionally-pd.negative-density": {"pd.negative-density",
		"no enclosure of the density there excludes 0"},
}

// missing says what stands between the estimate of a claim and a proof: the rule that would have to
// decide it, and what that is wanting; without a rule, what else a proof takes.
func (f *session) missing(id ID) attempt {
	v := f.verdicts[id]
	switch {
	case f.set.SkipProofs:
		return attempt{Because: "a search for one, which was not asked for"}
	}
	if p, ok := v.evidence.(premise); ok {
		if !f.verdict(p.Claim).proved() {
			m := f.missing(p.Claim)
			m.Because += ", for want of which " + string(p.Claim) + " is not proved"
			return m
		}
		return attempt{v.rule, "what it supposes of k at single distances is not derived"}
	}
	if _, tail := v.evidence.(sphereTailEvidence); tail {
		return attempt{Because: fmt.Sprintf("a rule that bounds what Darboux's method leaves out of "+
			"the Gegenbauer coefficients of large degree, as none of those up to degree %d was "+
			"found to be negative", f.set.Degrees)}
	}
	want := settledBy[v.rule]
	if f.spent != "" {
		want.Because = f.spent
	}
	for _, a := range slices.Concat(f.attempts[id], f.lack[id], f.unlike[id]) {
		switch a.Rule {
		case "": // the work was spent
			want.Because = a.Because
		case want.Rule:
			return a
		}
	}
	return want
}
