package certify

import (
	"slices"

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
	other, err := kernel.Read(formula.Opened(sum).String())
	if err != nil {
		return nil
	}
	s := f.provePD(other)
	if s == nil {
		return nil
	}
	return proves(proof.NewStep("pd.same", "the product, multiplied out, is a sum of positive definite functions", pd.SameEvidence{Formula: other.Formula()}, s))
}

// closed reports whether the density has a closed form.
func (f *session) closed() (what string, ok bool) {
	s, err := f.Spectrum()
	if err != nil {
		return "", false
	}
	return s.Closed()
}
