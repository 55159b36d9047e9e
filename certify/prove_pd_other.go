package certify

import (
	"slices"

	"krein/certify/check/pd"
	"krein/certify/check/rule"
	"krein/certify/check/shape"
	"krein/certify/internal/view"
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

// dampedProvers come after those of other claims, which are cheaper.
var dampedProvers = []prover{{PD, findPDDamped}}

// findPDDamped looks for a negative density, or a tail that is negative somewhere, of k times a Gaussian, of which the density can be enclosed
// where k decays slowly. Its width is a multiple of the distance at which k falls to a half.
func findPDDamped(f *session) []candidate {
	s := f.Samples()
	at := slices.IndexFunc(s.K, func(v float64) bool { return v < s.At0/2 })
	if !(s.At0 > 0) || at < 0 || f.depth > 1 {
		return nil
	}
	defer f.within(proverUnits / 2)()
	for _, width := range []float64{24, 8, 80} {
		x := s.Z[at] * width
		ev := pd.GaussianEvidence{Rate: rule.Rational{Rat: view.Nearby(1/(x*x), 1e-1)}}
		sub := f.nested(ev.Product(f.K), f.Dim)
		for _, find := range []func(*session) []candidate{findPDNegative, findPDLocal} {
			for _, c := range find(sub) {
				if !c.holds && f.checker.Step(rule.Goal{Claim: PD, Kernel: sub.K, Dim: f.Dim}, c.step) == nil {
					return refutes(proof.NewStep("pd.not-gaussian-product", "k times a Gaussian is not positive definite", ev, c.step))
				}
			}
		}
	}
	return nil
}

// findPDNegative looks for a frequency at which the density, by floats, is negative.
func findPDNegative(f *session) []candidate {
	if omega, ok := f.negativeFrequency(); ok {
		return f.negativeAt(view.Nearby(omega, 1e-3), pdBits[0], false)
	}
	return nil
}
