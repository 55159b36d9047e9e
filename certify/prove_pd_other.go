package certify

import (
	"slices"

	"krein/internal/certify/check/pd"
	"krein/internal/certify/check/shape"
	"krein/internal/certify/family"
	"krein/internal/certify/mean"
	"krein/internal/certify/proof"
	"krein/internal/certify/view"
	"krein/internal/kernel/formula"
	"krein/kernel"
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
	return f.sameAs(formula.Opened(sum).String(), "the product, multiplied out, is a sum of positive definite functions")
}

// findPDBetween writes a function of compact support with a cusp at 0 as a convex combination of Askey's and Wendland's.
func findPDBetween(f *session) []candidate {
	if f.depth > 1 {
		return nil
	}
	text, ok := family.Between(f.K)
	if !ok {
		return nil
	}
	return f.sameAs(text, "it is a convex combination of Askey's and Wendland's functions")
}

// sameAs proves the claim of another formula for k, nil if it does not.
func (f *session) sameAs(text, says string) []candidate {
	other, err := kernel.Read(text)
	if err != nil {
		return nil
	}
	s := f.provePD(other.CutAt(f.K.Points()))
	if s == nil {
		return nil
	}
	return proves(proof.NewStep("pd.same", says, pd.SameEvidence{Formula: other.Formula()}, s))
}

// dampedProvers come after those of other claims, which are cheaper.
var dampedProvers = []prover{{PD, findPDDamped}}

// findPDDamped looks for a negative mean of k where k decays slowly and has no density that floats know: about a
// frequency at which, by floats, the density of k times a Gaussian is negative. The width of that is a multiple of the
// distance at which k falls to a half.
func findPDDamped(f *session) []candidate {
	s := f.Samples()
	at := slices.IndexFunc(s.K, func(v float64) bool { return v < s.At0/2 })
	if !(s.At0 > 0) || at < 0 || f.depth > 1 {
		return nil
	}
	defer f.within(proverUnits / 2)()
	for _, width := range []float64{24, 8, 80} {
		rate, ok := view.Nearby(1/(s.Z[at]*s.Z[at]*width*width), 1e-1)
		if !ok {
			continue
		}
		sub := f.nested(mean.Damped(f.K, rate), f.Dim)
		if _, omega, ok := sub.negativeFrequency(); ok {
			if c := f.negativeMean(omega, sub); c != nil {
				return c
			}
		}
	}
	return nil
}
