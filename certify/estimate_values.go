package certify

import (
	"math"

	"krein/internal/kernel/numeric"

	"krein/internal/outward"
)

// derivativeEvidence is what was seen of the signs of (−1)^n f^(n)(t)/n!.
type derivativeEvidence struct {
	Orders    int     `json:"orders"` // last order looked at
	Points    int     `json:"points"`
	Positive  int     `json:"positive"`
	Unclear   int     `json:"unclear"`
	Violation *jetBad `json:"violation,omitempty"`
}

type jetBad struct {
	Order int    `json:"order"`
	T     number `json:"t"`
	Value number `json:"value"` // (−1)^n f^(n)(t)/n!
	Err   number `json:"error"`
}

// derivativeSigns looks for a derivative of k(√t) with the wrong sign.
func derivativeSigns(f *session) conclusion {
	s, err := f.Signs(0)
	if err != nil {
		return inconclusive("the derivatives of k(√t) could not be computed: %v", err)
	}
	if !s.Violated {
		// Which orders fail first depends on how near k is to the boundary: no finite number of them is evidence.
		return inconclusive("no derivative of k(√t) up to order %d was found to have the wrong sign at "+
			"%d points t (%d values are lost in their errors), "+
			"but every order counts, and one of higher order may have it",
			f.set.Orders, s.Points, s.Blurred)
	}
	ev := derivativeEvidence{
		Orders: f.set.Orders, Points: s.Points, Positive: s.Positives, Unclear: s.Blurred,
		Violation: &jetBad{s.Order, number(s.T), number(s.Value), number(s.Err)},
	}
	return unlikely("", ev, "the derivative of order n = %d of f(t) = k(√t) has the wrong sign: "+
		"(−1)ⁿ f⁽ⁿ⁾(t)/n! = %s at t = %s",
		s.Order, outward.Around(s.Value, s.Err, 4), short(s.T))
}

type numericalEvidence struct {
	Plus   number `json:"plus"`
	Minus  number `json:"minus"`
	Zero   number `json:"zero"` // k(0)
	Defect number `json:"defect"`
}

// amount writes the size of an error that is estimated; one that is infinite or no number is not known.
func amount(e float64) string {
	if math.IsNaN(e) || math.IsInf(e, 0) {
		return "an amount that is not known"
	}
	return outward.Up(math.Abs(e), 4)
}

// numericalError is the relative error of the total mass up to which integratedMass believes it.
const numericalError = 1e-2

// integratedMass is a heuristic: the density does not change its sign for ever, its integral
// converges within its error estimate, and ‖m₊‖ − ‖m₋‖ agrees with k(0), as for a finite m.
func integratedMass(f *session) conclusion {
	p, err := f.Profile()
	switch {
	case err != nil:
		return inconclusive("the spectral density could not be integrated: %v", err)
	case p.ChangesForever:
		return inconclusive("the spectral density changes its sign for ever as far as it was followed")
	case !(p.Total.Err <= numericalError*p.Total.Value):
		return inconclusive("the integral of the spectral density was not resolved: it may be off by %s, if not more",
			amount(p.Total.Err))
	case !(math.Abs(p.Defect) <= numericalError*p.Total.Value):
		return inconclusive("‖m₊‖ − ‖m₋‖ misses k(0) by %s", amount(p.Defect))
	}
	ev := numericalEvidence{number(p.Plus.Value), number(p.Minus.Value), number(p.KernelAtZero), number(p.Defect)}
	return likely(ev, "the spectral density was integrated numerically to ‖m‖ ≈ %s, with an error that is not "+
		"bounded, and ‖m₊‖ − ‖m₋‖ came out %s off k(0)", short(p.Total.Value),
		outward.Up(math.Abs(p.Defect), 4))
}

// bounded0 reports whether k(0) is a finite number and the limit of k at 0, as far as values tell.
func (f *session) bounded0() bool {
	s := f.Samples()
	if math.IsNaN(s.At0) || math.IsInf(s.At0, 0) || math.IsNaN(s.Lim0) {
		return false
	}
	return math.Abs(s.At0-s.Lim0) <= 1e-13*max(math.Abs(s.At0), math.Abs(s.Lim0), s.Top)
}

type maclaurinEvidence struct {
	Coefs []number `json:"coefficients"`
	Errs  []number `json:"errors"`
}

// maclaurinSigns looks for a negative Maclaurin coefficient of f(u) = k(√(2−2u)).
func maclaurinSigns(f *session) conclusion {
	a, ea, err := numeric.TaylorT(f.K, 2, f.set.Orders)
	if err != nil {
		return inconclusive("the Maclaurin coefficients of f(u) = k(√(2−2u)) could not be computed: %v",
			err)
	}
	var ev maclaurinEvidence
	scale := 1.0
	for n := range a {
		b, e := scale*a[n], math.Abs(scale)*ea[n]+1e-15*math.Abs(scale*a[n])
		scale *= -2
		if math.IsNaN(b) || math.IsNaN(e) {
			return inconclusive("the Maclaurin coefficient of order %d of f(u) = k(√(2−2u)) has no value",
				n)
		}
		ev.Coefs, ev.Errs = append(ev.Coefs, number(b)), append(ev.Errs, number(e))
	}
	for n, b := range ev.Coefs {
		if float64(b) < -f.set.Margin*float64(ev.Errs[n]) {
			return unlikely("", ev, "the Maclaurin coefficient of order %d of f(u) = k(√(2−2u)) "+
				"is %s",
				n, outward.Around(float64(b), float64(ev.Errs[n]), 4))
		}
	}
	// The singularities of f on and outside the unit circle decide the signs for large n, and those outside are not known.
	return inconclusive("no Maclaurin coefficient of f(u) = k(√(2−2u)) up to order %d was found to be "+
		"negative, but every order counts, "+
		"and one of higher order may be negative", f.set.Orders)
}
