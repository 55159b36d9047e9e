package certify

import (
	"fmt"
	"math/big"
	"strings"

	"krein/ball"
	"krein/certify/check"
	"krein/certify/check/pd"
	"krein/certify/check/rule"
	"krein/certify/crosscheck"
	"krein/certify/proof"
	"krein/certify/witness"
	"krein/kernel"
)

// witnessSpaces are the claims whose refutation may have a finite witness, and where its points lie.
var witnessSpaces = map[ID]crosscheck.Space{PD: crosscheck.Euclidean, PDSphere: crosscheck.Sphere,
	ConditionallyPD: crosscheck.Balanced}

// lookAgain looks for contradictions, and if there are none for witnesses.
func (f *session) lookAgain() {
	if f.contradicted(); f.alarm == "" {
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
	if id == ConditionallyPD {
		s, holds := f.proof(FiniteMass)
		if s == nil || !holds {
			return nil
		}
		from = append(from, s)
	}
	for _, bits := range []rule.Bits{64, 128, crosscheck.Prec} {
		ev := pointsEvidence(f.K, form, bits)
		if ev.Form.Negative() != ball.True {
			continue
		}
		s := proof.NewStep(witness, saysForm(form, ev), ev, from...)
		if f.checker.Step(rule.Goal{Claim: id, Holds: false, Kernel: f.K, Dim: f.Dim}, s) == nil {
			return s
		}
	}
	return nil
}

// pointsEvidence encloses the form anew.
func pointsEvidence(k *kernel.Kernel, form *crosscheck.Form, bits rule.Bits) pd.PointsEvidence {
	points := make([][]rule.Rational, len(form.Points))
	for i, p := range form.Points {
		points[i] = rationals(p)
	}
	return pd.NewPointsEvidence(k, points, rationals(form.Weights), bits)
}

func rationals(xs []*big.Rat) []rule.Rational {
	out := make([]rule.Rational, len(xs))
	for i, x := range xs {
		out[i] = rule.Rational{Rat: x}
	}
	return out
}

// shownPoints bounds the points that a sentence names.
const shownPoints = 4

// saysForm puts a witness into words, with its points if they are few.
func saysForm(form *crosscheck.Form, ev pd.PointsEvidence) string {
	n, dim := len(form.Points), len(form.Points[0])
	value, _ := ev.Form.Float64()
	if n > shownPoints || dim > 3 {
		return fmt.Sprintf("Σ c_i c_j k(‖x_i−x_j‖) = %s < 0 for %d points x_i of R^%d with weights c_i (in the file; "+
			"--numpy prints a program)", short(value), n, dim)
	}
	var points, weights []string
	for i, p := range form.Points {
		text := witness.Join(p)
		if dim > 1 {
			text = "(" + text + ")"
		}
		points, weights = append(points, text), append(weights, form.Weights[i].RatString())
	}
	return fmt.Sprintf("Σ c_i c_j k(‖x_i−x_j‖) = %s < 0 for the points %s of R^%d with the weights c = (%s)",
		short(value), strings.Join(points, ", "), dim, strings.Join(weights, ", "))
}
