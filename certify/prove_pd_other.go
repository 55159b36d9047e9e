package certify

import (
	"fmt"
	"slices"

	"krein/ball"
	"krein/certify/check/pd"
	"krein/certify/check/shape"
	"krein/certify/proof"
	"krein/kernel"
	"krein/kernel/formula"
)

// findPDDistributed multiplies a product with one sum out, and proves the sum.
func findPDDistributed(f *session) []candidate {
	shape := shape.ShapeOf(f.K)
	if shape.Where != nil || f.depth > 1 {
		return nil
	}
	factors, constant := formula.FactorList(shape.Core, false)
	at := slices.IndexFunc(factors, func(e *formula.Expr) bool { return len(formula.Terms(e)) > 1 })
	if at < 0 || len(factors) < 2 {
		return nil
	}
	var sum *formula.Expr
	for _, t := range formula.Terms(factors[at]) {
		term := formula.Apply(formula.OpMul, constant, t)
		for i, e := range factors {
			if i != at {
				term = formula.Apply(formula.OpMul, term, e)
			}
		}
		if sum == nil {
			sum = term
		} else {
			sum = formula.Apply(formula.OpAdd, sum, term)
		}
	}
	k := kernel.NewNatural(sum)
	other, err := kernel.Parse(k.Formula(), nil)
	if err != nil || other.BeyondString() != k.BeyondString() {
		return nil
	}
	s := f.provePD(other)
	if s == nil {
		return nil
	}
	return proves(proof.NewStep("pd.same", "the product, multiplied out, is a sum of positive definite functions", pd.SameEvidence{Formula: other.Formula()}, s))
}

// findPDElsewhere looks at the next higher dimension for a proof and at lower ones for a
// refutation.
func findPDElsewhere(f *session) []candidate {
	if f.depth > 0 {
		return nil
	}
	in := func(dim int, try ...prover) (*proof.Step, bool) {
		sub := newSession(f.Ctx, f.K, dim, f.set)
		sub.checker, sub.depth = f.checker, f.depth+1
		for _, p := range try {
			if sub.proveWith(p); sub.verdicts[PD].holds != ball.Unknown {
				break
			}
		}
		return sub.proof(PD)
	}
	if f.Dim%2 == 0 {
		if s, holds := in(f.Dim+1, prover{PD, findPDConvex}, prover{PD, findPDDensity}); holds {
			return proves(proof.NewStep("pd.dimension", fmt.Sprintf("k is positive definite on R^%d", f.Dim+1), pd.DimensionEvidence{Other: f.Dim + 1}, s))
		}
	}
	if _, closed := f.closed(); !closed || f.Dim <= highDim {
		return nil // the densities of lower dimensions are no easier
	}
	for _, d := range []int{8, 3, 1} {
		if s, holds := in(d, prover{PD, findPDLocal}, prover{PD, findPDDensity}); s != nil && !holds {
			return refutes(proof.NewStep("pd.not-below", fmt.Sprintf("k is not positive definite on R^%d", d), pd.DimensionEvidence{Other: d}, s))
		}
	}
	return nil
}

// highDim is a dimension from which on densities may underflow.
const highDim = 16

// closed reports whether the density has a closed form.
func (f *session) closed() (what string, ok bool) {
	s, err := f.Spectrum()
	if err != nil {
		return "", false
	}
	return s.Closed()
}
