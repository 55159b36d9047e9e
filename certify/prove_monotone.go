package certify

import (
	"math"

	"krein/internal/certify/check/monotone"
	"krein/internal/certify/check/pd"
	"krein/internal/certify/laplace"
	"krein/internal/certify/parts"
	"krein/internal/certify/proof"
	"krein/internal/kernel/formula"
)

// monotoneProvers look for proof trees of complete monotonicity, or for what refutes it.
var monotoneProvers []prover

func init() { // the provers use one another through session.prove
	monotoneProvers = []prover{
		{CompletelyMonotone, func(f *session) []candidate { return candidates(false, laplace.AtSight(f.Ctx, f.K)...) }},
		{CompletelyMonotone, proveMonotone},
		{CompletelyMonotone, proveMonotonePiece},
		{CompletelyMonotone, func(f *session) []candidate { return candidates(false, laplace.Refute(f.Ctx, f.K)...) }},
		{CompletelyMonotone, composition(CompletelyMonotone, false)},
		{CompletelyMonotone, trigonometric(CompletelyMonotone)},
	}
}

// lateProvers refute complete monotonicity by what was found out about positive definiteness.
var lateProvers = []prover{
	{CompletelyMonotone, func(f *session) []candidate {
		s, holds := f.proof(PD)
		if s == nil || holds {
			return nil
		}
		return refutes(proof.NewStep("completely-monotone.not-pd",
			"were k(√t) completely monotone, k would be positive definite in every dimension, which it is not in this one",
			monotone.Dimension{Dimension: f.Dim}, s))
	}},
}

// proveMonotone looks for a proof tree.
func proveMonotone(f *session) []candidate {
	if f.bendsInSquare() {
		return nil
	}
	if s := laplace.Prove(f.Ctx, f.K); s != nil {
		return proves(s)
	}
	return nil
}

// bendsInSquare reports that k(√t) is not convex for a value in the middle of a parameter's interval, by floats: then there is no proof
// for all values, and to look for one takes far longer. A bend has to be a share of the slope, and far above rounding where a
// formula cancels; with one value of each parameter the proof is looked for in any case.
func (f *session) bendsInSquare() bool {
	if f.K.Fixed() == nil {
		return false
	}
	for t := 1e-3; t < 2500; t *= 1.5 {
		a, b, c := f.At(math.Sqrt(t)), f.At(math.Sqrt(1.5*t)), f.At(math.Sqrt(2*t))
		if b-(a+c)/2 > 1e-6*(math.Abs(a-b)+math.Abs(b-c))+1e-8*(math.Abs(a)+math.Abs(b)+math.Abs(c)) {
			return true
		}
	}
	return false
}

// proveMonotonePiece takes the last piece for the whole, where all of them are one function, with what cancels in it
// left out.
func proveMonotonePiece(f *session) []candidate {
	pieces, err := f.K.ExactPieces()
	if err != nil || f.bendsInSquare() {
		return nil
	}
	last := pieces[len(pieces)-1].Expr
	if c, ok := parts.Cancelled(last); ok {
		last = c
	}
	k := f.K.Derive(formula.Opened(last))
	if k.Formula() == formula.Opened(f.K.FormulaExpr()).String() {
		return nil
	}
	if s := laplace.Prove(f.Ctx, k); s != nil {
		return proves(proof.NewStep("completely-monotone.same", "all pieces are one function",
			pd.SameEvidence{Formula: k.Formula()}, s))
	}
	return nil
}
