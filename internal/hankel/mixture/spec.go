package mixture

import (
	"errors"
	"fmt"
	"math"

	"krein/internal/special/double"
)

// LawSpec writes a Law in numbers, for files: the time at which it begins, and the subordinators from the outside in.
type LawSpec struct {
	Origin    string     `json:"origin"` // point, gamma, dagum or ratio
	Parameter float64    `json:"parameter"`
	Steps     []StepSpec `json:"steps"`
}

// StepSpec is a subordinator with the Laplace exponent Factor·λ^Power, or Factor·log(1+By·λ) if Power is 0.
type StepSpec struct {
	Factor float64 `json:"factor"`
	Power  float64 `json:"power"`
	By     float64 `json:"by"`
}

var originNames = [...]string{originPoint: "point", originGamma: "gamma", originDagum: "dagum", originRatio: "ratio"}

// Spec returns what l says.
func (l *Law) Spec() *LawSpec {
	out := &LawSpec{Origin: originNames[l.from.kind], Parameter: l.from.gamma, Steps: []StepSpec{}}
	for _, s := range l.steps {
		x := StepSpec{Factor: s.a, Power: s.p}
		if s.log {
			x.Power, x.By = 0, s.b
		}
		out.Steps = append(out.Steps, x)
	}
	return out
}

// mostSteps bounds the subordinators of a law that is read.
const mostSteps = 64

// NewLaw reads a law; the error says what is out of range.
func NewLaw(spec *LawSpec) (*Law, error) {
	l := &Law{from: origin{gamma: spec.Parameter}}
	found := false
	for i, name := range originNames {
		if name == spec.Origin {
			l.from.kind, found = originKind(i), true
		}
	}
	positive := func(x float64) bool { return x > 0 && x < 1e300 }
	switch {
	case !found:
		return nil, fmt.Errorf("mixture: no distribution begins with %q", spec.Origin)
	case l.from.kind == originPoint && spec.Parameter != 0,
		l.from.kind != originPoint && !positive(spec.Parameter),
		l.from.kind == originDagum && spec.Parameter > 1:
		return nil, fmt.Errorf("mixture: the parameter %g of a distribution that begins with %q", spec.Parameter, spec.Origin)
	case len(spec.Steps) == 0 || len(spec.Steps) > mostSteps:
		return nil, fmt.Errorf("mixture: %d steps", len(spec.Steps))
	}
	for _, s := range spec.Steps {
		x := step{a: s.Factor, p: s.Power, log: s.Power == 0, b: s.By}
		if !positive(s.Factor) || x.log && !positive(s.By) || !x.log && (s.By != 0 || !(s.Power > 0 && s.Power <= 1)) {
			return nil, errors.New("mixture: a step is out of range")
		}
		l.steps = append(l.steps, x)
	}
	return l, nil
}

// Check returns an error if l is out of range, or has no transform in float64.
func (l *Inverse) Check() error {
	ok := l.Order >= -0.5 && l.Order <= mostBessel && l.Scale > 0 && l.Scale < 1e300
	if l.Rate == 0 {
		ok = ok && l.Order > -0.5
	} else {
		k, _ := double.BesselKE(l.Order+0.5, math.Sqrt(l.Scale)*math.Sqrt(l.Rate))
		ok = ok && l.Rate > 0 && l.Rate < 1e300 && k > 1e-100 && k < 1e300
	}
	if !ok {
		return fmt.Errorf("mixture: an inverse Gamma distribution of order %g, scale %g and rate %g", l.Order, l.Scale, l.Rate)
	}
	return nil
}

// mostBessel bounds the order of an Inverse.
const mostBessel = 100
