package certify

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"krein/ball"
	"krein/internal/budget"
	"krein/internal/certify/check/rule"
	"krein/internal/certify/proof"
	"krein/internal/certify/theorem"
	"krein/internal/kernel/fail"
	"krein/kernel"
)

// prover looks for proofs of a claim or of its negation. What it returns are candidates: the checker has the last word.
type prover struct {
	claim ID
	find  func(f *session) []candidate
}

// candidate is a proof that a prover hopes for.
type candidate struct {
	holds bool
	step  *proof.Step
}

// proves and refutes make candidates.
func proves(s *proof.Step) []candidate  { return []candidate{{true, s}} }
func refutes(s *proof.Step) []candidate { return []candidate{{false, s}} }

// candidates makes one of every step.
func candidates(holds bool, steps ...*proof.Step) (out []candidate) {
	for _, s := range steps {
		out = append(out, candidate{holds, s})
	}
	return out
}

// implied is the prover that draws one of the checker's implications.
func implied(id, says string) prover {
	r := implications[slices.IndexFunc(implications, func(r theorem.Rule) bool { return r.ID == id })]
	return prover{r.Claim, func(f *session) []candidate {
		from := f.verdict(r.From.Claim)
		if !from.proved() || !from.yields(r) {
			return nil
		}
		return []candidate{{r.Holds, proof.NewStep(id, says, nil, from.proof)}}
	}}
}

// provers are all provers in the order in which they are tried. A prover may use the
// proofs (session.proof) of the claims that were decided before its turn.
func provers() []prover {
	var all []prover
	for _, family := range [][]prover{
		layerProvers(), growthProvers, monotoneProvers, sphereFirst(), finiteProvers(), pdProvers, finiteLateProvers(), lateProvers,
		sphereProvers, dampedProvers, conditionalProvers, decompositionProvers(),
	} {
		all = append(all, family...)
	}
	return all
}

// helps lists, for each claim, the claims whose proofs its provers may use, itself included.
// A proof that is wanted for the sake of another kernel looks no further.
var helps = map[ID][]ID{
	CompletelyMonotone:    {CompletelyMonotone},
	FiniteMass:            {CompletelyMonotone, FiniteMass, PD},
	PD:                    {CompletelyMonotone, FiniteMass, PD},
	PDSphere:              {CompletelyMonotone, FiniteMass, PD, PDSphere, PDAllSpheres},
	PDAllSpheres:          {CompletelyMonotone, PDAllSpheres},
	ConditionallyPD:       {CompletelyMonotone, FiniteMass, PD, ConditionallyPD},
	PositiveDecomposition: {CompletelyMonotone, FiniteMass, PD, ConditionallyPD, PositiveDecomposition},
}

// helping returns the claims whose proofs may help to decide the wanted ones; none stands for all.
func helping(wanted []ID) map[ID]bool {
	if len(wanted) == 0 {
		wanted = IDs()
	}
	relevant := make(map[ID]bool)
	for _, id := range wanted {
		for _, other := range helps[id] {
			relevant[other] = true
		}
	}
	return relevant
}

// proveAll runs every prover once, until every claim is decided or no prover is left. If claims are
// wanted, only provers that may help them run, and only until they are decided.
func (f *session) proveAll(wanted ...ID) {
	relevant := helping(wanted)
	if f.root && relevant[CompletelyMonotone] { // by derivatives no interval of exponents is decided, by what k is not on R^d some are
		relevant[PD] = true
	}
	f.active = true
	defer func() { f.active = false }()
	if f.search(relevant, wanted); !f.decided(wanted) {
		f.draw(relevant)
	}
}

// draw proves what follows by an implication alone from what is proved: at once, however the search
// ended, also if its work is spent or its time is over.
func (f *session) draw(relevant map[ID]bool) {
	ctx := f.Ctx
	if f.depth == 0 {
		ctx = f.untimed
	}
	defer f.under(ctx, drawUnits)()
	for again := true; again; {
		again = false
		for _, r := range implications {
			from := f.verdict(r.From.Claim)
			_, done := f.verdicts[r.Claim]
			if done || !relevant[r.Claim] || r.Check != nil || !from.proved() || !from.yields(r) {
				continue
			}
			f.proveWith(implied(r.ID, r.Theorem))
			_, done = f.verdicts[r.Claim]
			again = again || done
		}
	}
}

// search is the loop of proveAll.
func (f *session) search(relevant map[ID]bool, wanted []ID) {
	defer f.within(proofUnits)()
	for i, p := range provers() {
		if _, decided := f.verdicts[p.claim]; decided || f.tried[i] || !relevant[p.claim] {
			continue
		}
		if f.Ctx.Err() != nil {
			f.tooDear(p.claim, f.Ctx)
			return
		}
		if f.decided(wanted) {
			return
		}
		f.tried[i] = true
		f.proveWith(p)
	}
}

// decided reports whether there are wanted claims and all of them are decided.
func (f *session) decided(wanted []ID) bool {
	for _, id := range wanted {
		if _, ok := f.verdicts[id]; !ok {
			return false
		}
	}
	return len(wanted) > 0
}

// proveWith tries the candidates of one prover.
func (f *session) proveWith(p prover) {
	defer f.within(proverUnits)()
	defer func() { f.tooDear(p.claim, f.Ctx) }()
	for _, c := range f.candidates(p) {
		err := f.checker.Step(rule.Goal{Claim: p.claim, Holds: c.holds, Kernel: f.K, Dim: f.Dim}, c.step)
		if err == nil && f.root { // which premises need not be
			err = f.checker.HasValues(f.K, c.holds)
		}
		var incomplete *rule.IncompleteError
		switch {
		case err == nil:
			holds := ball.False
			if c.holds {
				holds = ball.True
			}
			f.verdicts[p.claim] = verdict{conclusion{holds: holds, because: c.step.Says, rule: c.step.Rule}, c.step, nil}
			f.tell(p.claim)
			return
		case errors.As(err, &incomplete) && incomplete.Form:
			f.unlike[p.claim] = append(f.unlike[p.claim], attempt{c.step.Rule, incomplete.Why})
		case errors.As(err, &incomplete):
			f.note(p.claim, c.step.Rule, "%s", incomplete.Why)
		}
	}
}

// candidates returns what a prover finds: nothing where it compares exponents whose order depends on the value of a parameter.
func (f *session) candidates(p prover) (found []candidate) {
	if doubt := fail.Doubt(func() { found = p.find(f) }); doubt != nil {
		f.note(p.claim, "", "%v", doubt)
	}
	return found
}

// tell keeps a claim about the kernel of the certificate that was decided for the end of the time (Settings.Late), and says
// it to who asked for the news. Claims about parts of the kernel are no news.
func (f *session) tell(id ID) {
	late, news := f.set.Late > 0, f.set.Decided != nil && f.asked(id)
	if !f.root || !late && !news {
		return
	}
	cl, err := f.claim(id)
	if err != nil { // Run meets it again
		return
	}
	if late {
		f.sofar.add(cl)
	}
	if news {
		f.set.Decided(cl)
	}
}

// tooDear notes that the search for a proof of a claim was given up because its work was spent.
func (f *session) tooDear(id ID, ctx context.Context) {
	if _, decided := f.verdicts[id]; !decided && budget.Over(ctx) {
		f.spent = "the search for a proof was given up: " + budget.Why(ctx, f.set.AtEffort())
		f.note(id, "", "%s", f.spent)
	}
}

// proof returns the proof of a claim, or of its negation, that was found before; nil if none was.
func (f *session) proof(id ID) (s *proof.Step, holds bool) {
	v := f.verdicts[id]
	return v.proof, v.holds == ball.True
}

// maxDepth bounds the nesting of kernels whose claims are proved for the sake of others.
const maxDepth = 6

// nested is a session about another kernel or dimension, for the sake of f.
func (f *session) nested(k *kernel.Kernel, dim int) *session {
	sub := newSession(f.Ctx, k, dim, &Settings{SkipMass: true, Effort: f.set.Effort})
	sub.checker, sub.others, sub.depth = f.checker, f.others, f.depth+1
	return sub
}

// prove looks for a proof of a claim, or of its negation, about another kernel or dimension; nil if none was found.
// What was tried for a kernel is remembered, and a kernel on which work is in progress is not begun again.
func (f *session) prove(k *kernel.Kernel, dim int, id ID) (s *proof.Step, holds bool) {
	if f.depth >= maxDepth && (id != PDAllSpheres || f.depth >= 4*maxDepth) { // networks are deep, two steps a layer
		return nil, false
	}
	key := fmt.Sprintf("%d %s", dim, k.Expr())
	sub := f.others[key]
	if sub == nil {
		sub = f.nested(k, dim)
		f.others[key] = sub
	}
	if !sub.active {
		sub.Ctx = f.Ctx // the work of sub is part of that of f
		sub.proveAll(id)
	}
	return sub.proof(id)
}
