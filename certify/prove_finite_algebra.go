package certify

import (
	"krein/internal/certify/check/finite"
	"krein/internal/certify/proof"
	"krein/internal/kernel/formula"
	"krein/kernel"
)

// finiteLateProvers find finite masses in what is known of other claims, of this kernel and of its parts.
func finiteLateProvers() []prover {
	return []prover{
		implied("finite-mass.pd",
			"k is positive definite and continuous at 0, so that m is a finite nonnegative measure of mass k(0) (Bochner)"),
		{FiniteMass, findSum((*session).prove)},
		{FiniteMass, findProduct((*session).prove)},
		{FiniteMass, findEntire((*session).prove)},
	}
}

// subproof looks for a proof of a claim about a part of a kernel.
type subproof func(f *session, k *kernel.Kernel, dim int, id ID) (s *proof.Step, holds bool)

func findSum(sub subproof) func(*session) []candidate {
	return findParts("finite-mass.sum", finite.SumParts, sub, "k is a sum of functions of finite mass")
}

func findProduct(sub subproof) func(*session) []candidate {
	return findParts("finite-mass.product", finite.ProductParts, sub,
		"k is a product of functions of finite mass, and the measures convolve")
}

func findEntire(sub subproof) func(*session) []candidate {
	return findParts("finite-mass.entire", finite.EntireParts, sub, "k is an entire function of a function of finite mass")
}

// proveEarly is prove with the provers that need no other claim.
func (f *session) proveEarly(k *kernel.Kernel, dim int, id ID) (s *proof.Step, holds bool) {
	if f.depth >= maxDepth {
		return nil, false
	}
	sub := newSession(f.Ctx, k, dim, f.set)
	sub.checker, sub.depth = f.checker, f.depth+1
	for _, p := range finiteProvers() {
		if _, done := sub.verdicts[id]; !done {
			sub.proveWith(p)
		}
	}
	return sub.proof(id)
}

// findParts proves the claim that the rule is about from the same claim on the parts of the formula.
func findParts(rule string, parts func(*formula.Expr) []*formula.Expr, sub subproof,
	says string) func(*session) []candidate {
	claim := ruleClaim(rule)
	return func(f *session) []candidate {
		var from []*proof.Step
		for _, k := range finite.PartsOf(f.checker, f.K, parts) {
			s, holds := sub(f, k, f.Dim, claim)
			if s == nil || !holds {
				return nil
			}
			from = append(from, s)
		}
		if from == nil {
			return nil
		}
		return proves(proof.NewStep(rule, says, nil, from...))
	}
}

// ruleClaim returns the claim of a rule of the checker, which is the beginning of its name.
func ruleClaim(rule string) ID {
	for _, id := range IDs() {
		if n := len(id); len(rule) > n && rule[:n] == string(id) && rule[n] == '.' {
			return id
		}
	}
	panic("certify: rule " + rule + " of no claim")
}
