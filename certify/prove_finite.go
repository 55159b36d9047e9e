package certify

import (
	"errors"
	"fmt"
	"math"

	"krein/ball"
	"krein/internal/certify/check/finite"
	"krein/internal/certify/check/rule"
	"krein/internal/certify/check/wave"
	"krein/internal/certify/proof"
	"krein/internal/kernel/asymptotic"
	"krein/internal/kernel/formula"
	"krein/internal/kernel/piecewise"
)

// finiteProvers decide whether the measure is finite from the kernel's behaviour at 0, at its
// singular points and at infinity.
func finiteProvers() []prover {
	return []prover{
		{FiniteMass, findUnbounded},
		{FiniteMass, findSingularity},
		{FiniteMass, findJump},
		{FiniteMass, findOscillation},
		{FiniteMass, findReturns},
		{FiniteMass, findFourierSeries},
		{FiniteMass, findPeriodic},
		{FiniteMass, findAnalysis},
		{FiniteMass, findSum((*session).proveEarly)},
		{FiniteMass, findProduct((*session).proveEarly)},
		{FiniteMass, findEntire((*session).proveEarly)},
		{FiniteMass, trigonometric(FiniteMass)},
	}
}

func findUnbounded(f *session) []candidate {
	var out []candidate
	if x, err := f.K.ExactAt(piecewise.Origin(), true, 1); err == nil && x.Bounded() == ball.False {
		out = refutes(proof.NewStep("finite-mass.unbounded",
			"k is unbounded at 0, and the transform of a finite measure is bounded",
			finite.UnboundedEvidence{At: "0"}))
	}
	if f.checker.AtInfinity(f.K).Kind == asymptotic.Growth {
		out = append(out, refutes(proof.NewStep("finite-mass.unbounded",
			"k is unbounded at infinity, and the transform of a finite measure is bounded",
			finite.UnboundedEvidence{At: "inf"}))...)
	}
	return out
}

func findSingularity(f *session) []candidate {
	s, because := singularity(f, math.Inf(1))
	if s != nil {
		return refutes(s)
	}
	if because != "" {
		f.note(FiniteMass, "finite-mass.singularity", "%s", because)
	}
	return nil
}

// singularity returns the step that names the worst singular point b, 0 < b < end, if that excludes finite
// mass; otherwise why no point is known, if none is.
func singularity(f *session, end float64) (s *proof.Step, because string) {
	local := f.checker.Singularities(f.K, finite.LocalOrder(f.Dim))
	if len(local.Singularities) == 0 {
		return nil, local.Because
	}
	var worst *asymptotic.Singularity
	least := func(s *asymptotic.Singularity) bool {
		c, _ := s.Exponent.Cmp(*worst.Exponent)
		return c < 0
	}
	for i := range local.Singularities {
		s := &local.Singularities[i]
		if s.At.Value > 0 && s.At.Value < end && s.Exponent != nil && (worst == nil || least(s)) {
			worst = s
		}
	}
	if worst == nil || worst.Exponent.CmpHalf(int64(f.Dim)-1) > 0 {
		return nil, ""
	}
	says := fmt.Sprintf("at z = %s the exponent %s counts, and it is at most (d−1)/2 = %s, so that the tail of "+
		"m would not be integrable",
		worst.At, worst.Exponent, f.Half().RatString())
	switch {
	case worst.Exponent.Sign() < 0:
		says = fmt.Sprintf("k is unbounded at z = %s, and the transform of a finite measure is bounded", worst.At)
	case worst.Exponent.Sign() == 0:
		says = fmt.Sprintf("k jumps at z = %s, and the transform of a finite measure is continuous", worst.At)
	}
	return proof.NewStep("finite-mass.singularity", says,
		finite.Evidence(worst)), ""
}

func findJump(f *session) []candidate {
	own, err := finite.JumpValues(f.K)
	if err != nil {
		return nil
	}
	var out []candidate
	for _, v := range own {
		if !v.Defined {
			continue
		}
		out = append(out, refutes(proof.NewStep("finite-mass.jump",
			fmt.Sprintf("k(%s) = %s is not the limit of k there, and the transform of a finite measure is continuous",
				v.At, v.Value),
			finite.JumpEvidence{At: v.At.String()}))...)
	}
	return out
}

func findOscillation(f *session) []candidate {
	inf := f.checker.AtInfinity(f.K)
	var out []candidate
	for i := range inf.Terms {
		w, ok := finite.NewWave(&inf.Terms[i])
		if !ok {
			continue
		}
		if inf.Terms[i].Power.CmpHalf(int64(f.Dim)-1) > 0 {
			continue
		}
		ev := w.Evidence()
		decays := "does not decay"
		if inf.Terms[i].Power.Sign() > 0 {
			decays = fmt.Sprintf("decays like z^(−%s)", inf.Terms[i].Power)
		}
		out = append(out, refutes(proof.NewStep("finite-mass.oscillation",
			fmt.Sprintf("k has at infinity a wave of frequency %s that %s; but for those of atoms, waves of the transform of a "+
				"finite measure on R^%d decay faster than z^(−s), s = (d−1)/2 = %s", ev.Frequency, decays, f.Dim,
				f.Half().RatString()), ev))...)
	}
	return out
}

func findAnalysis(f *session) []candidate {
	if !f.continuous(FiniteMass, "finite-mass.analysis", finite.Analyse(f.checker, f.K, f.Dim)) {
		return nil
	}
	kind := f.checker.AtInfinity(f.K).Kind.String()
	if kind == asymptotic.Undetermined.String() {
		kind = "fast waves that decay"
		if damped, ok := wave.Damped(f.checker, f.K); ok {
			kind = damped + " times waves"
		}
	}
	return proves(proof.NewStep("finite-mass.analysis",
		fmt.Sprintf("%s, k begins with powers at 0, and its behaviour at infinity is: %s; all of that keeps the mass finite",
			f.countsAway(), kind), nil))
}

// continuous reports whether an analysis for a rule came out, and k is continuous; it notes what is
// missing for a proof.
func (f *session) continuous(claim ID, ruleID string, err error) bool {
	if err == nil {
		err = f.checker.Regular(f.K, rule.Continuous)
	}
	var incomplete *rule.IncompleteError
	if errors.As(err, &incomplete) {
		f.note(claim, ruleID, "%s", incomplete.Why)
	}
	return err == nil
}

// countsAway says in words what counts at the points b > 0, no exponent up to (d−1)/2.
func (f *session) countsAway() string {
	says := "k is analytic on (0,∞)"
	for _, s := range f.checker.Singularities(f.K, finite.LocalOrder(f.Dim)).Singularities {
		if formula.IsZero(s.At.Exact) {
			continue
		}
		if says = "nothing counts away from 0"; s.Exponent != nil {
			return fmt.Sprintf("every exponent that counts away from 0 exceeds (d−1)/2 = %s", f.Half().RatString())
		}
	}
	return says
}
