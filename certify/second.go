package certify

import (
	"fmt"

	"krein/ball"
	"krein/internal/certify/check"
	"krein/internal/certify/check/rule"
	"krein/internal/certify/crosscheck"
	"krein/internal/certify/gram"
	"krein/internal/certify/proof"
	"krein/internal/kernel/asymptotic"
)

// witnessSpaces are the claims whose refutation may have a finite witness, and where its points lie.
var witnessSpaces = map[ID]crosscheck.Space{PD: crosscheck.Euclidean, PDSphere: crosscheck.Sphere,
	ConditionallyPD: crosscheck.Balanced}

// lookAgain looks for contradictions, and if there are none for witnesses.
func (f *session) lookAgain() {
	if f.contradicted(); f.alarm == "" && f.K.Fixed() == nil {
		f.seekWitnesses()
	}
}

// contradicted looks for values at points that contradict a proved claim. A contradiction takes the strength from every
// proof of the run: a proof, or the look, is wrong, and they may share what is.
func (f *session) contradicted() {
	look := f.looking()
	for _, id := range IDs() {
		v, ok := f.verdicts[id]
		if !ok || v.proof == nil || v.holds != ball.True {
			continue
		}
		if why := look.Contradiction(f.Dim, id); why != "" {
			f.alarm = fmt.Sprintf("%s was proved by rule %s, but %s: one of the two is wrong, and no proof about this kernel "+
				"is trusted; please report krein certify '%s' --dim %d (%s)", id, v.rule, why, f.K.Formula(), f.Dim,
				f.K.BeyondString())
			return
		}
	}
}

// seekWitnesses looks for a finite witness of every refuted claim that was asked for.
func (f *session) seekWitnesses() {
	look := f.looking()
	for _, id := range IDs() { // in one order, as they share a budget
		space, has := witnessSpaces[id]
		v, ok := f.verdicts[id]
		if !has || !ok || !f.asked(id) || v.proof == nil || v.holds != ball.False || check.IsWitness(v.rule) {
			continue
		}
		if form := look.Search(f.Dim, space); form != nil {
			v.witness = f.witness(id, form)
			f.verdicts[id] = v
		}
	}
}

// looking returns the look at the values of the kernel, which remembers them.
func (f *session) looking() *crosscheck.Look {
	if f.look == nil {
		f.look = crosscheck.New(f.Ctx, f.K)
	}
	return f.look
}

// witness returns the step of a negative form, nil if the checker does not accept it.
func (f *session) witness(id ID, form *crosscheck.Form) *proof.Step {
	witness, from := string(id)+".points", []*proof.Step(nil)
	if id == ConditionallyPD && f.checker.AtInfinity(f.K).Kind != asymptotic.Growth {
		s, holds := f.proof(FiniteMass)
		if s == nil || !holds {
			return nil
		}
		from = append(from, s)
	}
	for _, bits := range []rule.Bits{64, 128, crosscheck.Prec} {
		ev := gram.Evidence(f.K, form, bits)
		if ev.Form.Negative() != ball.True {
			continue
		}
		s := proof.NewStep(witness, gram.Says(form, ev), ev, from...)
		if f.checker.Step(rule.Goal{Claim: id, Holds: false, Kernel: f.K, Dim: f.Dim}, s) == nil {
			return s
		}
	}
	return nil
}
