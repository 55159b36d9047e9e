package certify

import (
	"errors"

	"krein/certify/check"
	"krein/certify/proof"
	"krein/kernel"
)

// prover looks for proofs of a claim or of its negation. What it returns are candidates:
// the checker has the last word.
type prover struct {
	claim ID
	find  func(f *facts) []candidate
}

// candidate is a proof that a prover hopes for.
type candidate struct {
	holds bool
	step  *proof.Step
}

// proves and refutes make candidates.
func proves(s *proof.Step) []candidate  { return []candidate{{true, s}} }
func refutes(s *proof.Step) []candidate { return []candidate{{false, s}} }

// provers are all provers in the order in which they are tried. A prover may use the
// proofs (facts.proof) of the claims that were decided before its turn.
func provers() []prover {
	var all []prover
	for _, family := range [][]prover{
		monotoneProvers, finiteProvers(), pdProvers, finiteLateProvers(), lateProvers, sphereProvers, conditionalProvers, decompositionProvers(),
	} {
		all = append(all, family...)
	}
	return all
}

// proveAll runs the provers until every claim is decided or no prover is left. Claims in only, if
// it is not nil, are all that is wanted.
func (f *facts) proveAll(wanted ...ID) {
	if f.k.IsFunc() {
		return
	}
	for _, p := range provers() {
		if f.ctx.Err() != nil {
			return
		}
		if _, done := f.verdicts[p.claim]; done {
			continue
		}
		if done(f, wanted) {
			return
		}
		f.proveWith(p)
	}
}

func done(f *facts, wanted []ID) bool {
	for _, id := range wanted {
		if _, ok := f.verdicts[id]; !ok {
			return false
		}
	}
	return len(wanted) > 0
}

// proveWith tries the candidates of one prover.
func (f *facts) proveWith(p prover) {
	for _, c := range p.find(f) {
		err := f.checker.Step(check.Goal{Claim: p.claim, Holds: c.holds, Kernel: f.k, Dim: f.dim}, c.step)
		var incomplete *check.IncompleteError
		switch {
		case err == nil:
			holds := kernel.False
			if c.holds {
				holds = kernel.True
			}
			f.verdicts[p.claim] = verdict{conclusion{holds: holds, by: Checked, because: c.step.Says}, c.step.Rule, c.step}
			return
		case errors.As(err, &incomplete):
			f.attempts[p.claim] = append(f.attempts[p.claim], attempt{c.step.Rule, incomplete.Why})
		}
	}
}

// proof returns the proof of a claim, or of its negation, that was found before; nil if none was.
func (f *facts) proof(id ID) (s *proof.Step, holds bool) {
	v := f.verdicts[id]
	return v.proof, v.holds == kernel.True
}

// maxDepth bounds the nesting of kernels whose claims are proved for the sake of others.
const maxDepth = 6

// prove looks for a proof of a claim, or of its negation, about another kernel or dimension; nil if none was found.
// It shares the checker, and remembers what was tried.
func (f *facts) prove(k *kernel.Kernel, dim int, id ID) (s *proof.Step, holds bool) {
	if f.depth >= maxDepth {
		return nil, false
	}
	sub := newFacts(f.ctx, k, dim, &Settings{SkipMass: true})
	*sub.set = sub.set.withDefaults()
	sub.checker, sub.depth = f.checker, f.depth+1
	sub.proveAll(id)
	return sub.proof(id)
}
