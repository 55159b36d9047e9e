package decompose

import (
	"fmt"
	"math"

	"krein/internal/outward"
)

// Kind says what stands behind one number of a decomposition.
type Kind string

const (
	// KindEstimated is a number measured in floating point: of an error what was found of it, which bounds nothing. A
	// finer look may find more.
	KindEstimated Kind = "estimated"
	// KindProved is a proved bound.
	KindProved Kind = "proved"
)

// LawError is the distance between the law P of a part's Radii and the true law of the radius, which is the true part
// on ω > 0 divided by its mass. Both numbers are upper bounds (KindProved) or what was found of the distances
// (KindEstimated), in [0, 1]; 1 says that nothing is known. They are numbers of their own: a mass that is known does not make them smaller.
type LawError struct {
	// Kolmogorov is sup |F(ω) − F_true(ω)|: by so much a probability P(a < R ≤ b) may be off, twice.
	Kolmogorov float64
	// TotalVariation is sup |P(A) − P_true(A)| over all sets A of radii, at least Kolmogorov.
	// It bounds the error of expectations: |E f(R) − E_true f(R)| ≤ 2·sup|f|·TotalVariation.
	TotalVariation float64
	Kind           Kind
}

// lawError returns an error with the numbers cut to [0, 1], NaN meaning 1, and put in order.
func lawError(kolmogorov, variation float64, kind Kind) LawError {
	unit := func(x float64) float64 {
		if !(x >= 0 && x <= 1) {
			return 1
		}
		return x
	}
	v := unit(variation)
	return LawError{Kolmogorov: min(unit(kolmogorov), v), TotalVariation: v, Kind: kind}
}

// weaker returns the weaker of two kinds; whatever is not proved is estimated.
func weaker(a, b Kind) Kind {
	if a == KindProved && b == KindProved {
		return KindProved
	}
	return KindEstimated
}

// bias returns what the part may contribute to |E k̂(z) − k(z)|, at any z: the error of
// its masses and 2·Mass·TotalVariation.
func (p *Part) bias() (float64, Kind) {
	if p.Mass == 0 {
		return p.MassErr, p.MassKind
	}
	return p.MassErr + 2*p.Mass*p.LawErr.TotalVariation, weaker(p.MassKind, p.LawErr.Kind)
}

// BiasBound returns what is known of sup |E k̂(z) − k(z)| over z ≥ 0, for the law of the tables in exact arithmetic:
// Bias.Law where that is proved, and otherwise the sum over both parts of MassErr + 2·Mass·LawErr.TotalVariation, which
// is as strong as the weakest of its terms. With a Domain it holds for z ≤ Domain.Radius only, and counts Domain.Bias.
func (d *Decomposition) BiasBound() (float64, Kind) {
	if d.Bias != nil {
		return d.Bias.Law, KindProved
	}
	plus, a := d.Plus.bias()
	minus, b := d.Minus.bias()
	sum := plus + minus
	if d.Domain != nil {
		sum += d.Domain.Bias
	}
	return sum * slackUp, weaker(a, b)
}

// InaccurateError says that a number of a decomposition is worse than was asked for.
type InaccurateError struct {
	What  string  // such as "the law of the radius of m₊"
	Err   float64 // its error, see Decomposition.Within
	Kind  Kind
	Limit float64
}

// Error names the number, its error and the limit.
func (e *InaccurateError) Error() string {
	return fmt.Sprintf("decompose: %s has an error of %s (%s), more than %s", e.What, outward.Up(e.Err, 2), e.Kind,
		outward.Down(e.Limit, 2))
}

// Within returns nil if the numbers that features depend on are as good as limit, and otherwise an *InaccurateError for
// the worst: the errors of ‖m₊‖ and ‖m₋‖ relative to ‖m‖, and the Kolmogorov distances of the laws, each weighted with
// its share of ‖m‖. NaN is never within.
func (d *Decomposition) Within(limit float64) error {
	norm := d.Plus.Total() + d.Minus.Total()
	worst := &InaccurateError{Limit: limit}
	see := func(what string, err float64, kind Kind) {
		if err == 0 {
			return
		}
		if err /= norm; math.IsNaN(err) {
			err = math.Inf(1)
		}
		if err > worst.Err {
			worst.What, worst.Err, worst.Kind = what, err, weaker(kind, kind)
		}
	}
	for _, x := range []struct {
		name string
		p    *Part
	}{{"m₊", &d.Plus}, {"m₋", &d.Minus}} {
		see("the mass of "+x.name, x.p.MassErr, x.p.MassKind)
		if x.p.Mass > 0 {
			see("the distribution of the radius of "+x.name, x.p.Mass*x.p.LawErr.Kolmogorov, x.p.LawErr.Kind)
		}
	}
	if worst.Err <= limit {
		return nil
	}
	return worst
}
