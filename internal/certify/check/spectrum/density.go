// Package spectrum has the rules of positive definiteness by enclosures of the spectral density and by its atoms.
package spectrum

import (
	"errors"
	"math/big"
	"strings"

	"krein/ball"
	"krein/internal/certify/check/rule"
	"krein/internal/certify/proof"
	"krein/internal/hankel/density"
	"krein/internal/hankel/sign"
	"krein/internal/kernel/asymptotic"
	"krein/kernel"
)

// Rules decide positive definiteness from the radial spectral measure.
//
// The claim about k is one about m: k continuous and bounded is positive definite on R^d iff m ≥ 0
// (Bochner; a nonnegative transform of a bounded function is finite), and conditionally positive
// definite iff m ≥ 0 on ω > 0, of a k that grows like a power (Sun 1993, theorem 2.1). m is what
// package density finds, by exact closed forms or convergent expansions.
var Rules = append([]*rule.Rule{
	{
		ID: "pd.negative-density", Claim: proof.PD, Holds: false, Supposes: rule.AlmostEverywhere,
		Check: rule.Fact(negativeDensity),
	},
	{
		ID: "pd.nonnegative-density", Claim: proof.PD, Holds: true, Supposes: rule.Continuous,
		Check: rule.Fact(nonnegativeDensity),
	},
	{
		ID: "pd.negative-atom", Claim: proof.PD, Holds: false, Supposes: rule.AlmostEverywhere,
		Check: rule.Fact(negativeAtom),
	},
	{
		ID: "conditionally-pd.nonnegative-spectrum", Claim: proof.ConditionallyPD, Holds: true, Supposes: rule.Continuous,
		Check: rule.Fact(conditionalNonnegative),
	},
	{
		ID: "conditionally-pd.negative-spectrum", Claim: proof.ConditionallyPD, Holds: false, Supposes: rule.Continuous,
		Check: rule.Fact(conditionalNegative),
	},
}, append(bandRules, meanRules...)...)

// SignEvidence is how a density is proved not to be negative (sign.Proof).
//
// The method "parts" needs nothing more: each part is decided exactly.
type SignEvidence struct {
	Method string         `json:"method"`
	From   *rule.Rational `json:"from,omitempty"` // in ω²
	To     *rule.Rational `json:"to,omitempty"`
	Panels int            `json:"panels,omitempty"`
	Bits   int            `json:"bits,omitempty"`
}

// NewSignEvidence writes a proof as evidence. It panics if the proof is not one of a nonnegative density.
func NewSignEvidence(q *sign.Proof) SignEvidence {
	if q.Sign != sign.Nonnegative {
		panic("check: no proof of a nonnegative density")
	}
	ev := SignEvidence{Method: q.Method.String()}
	if q.Method == sign.ByPanels {
		ev.From, ev.To = &rule.Rational{Rat: q.From}, &rule.Rational{Rat: q.To}
		ev.Panels, ev.Bits = q.Panels, int(q.Prec)
	}
	return ev
}

// Proof reads the proof back. What the evidence says besides the caller finds, by what NewSignEvidence writes of the
// result.
//
// Panels are bounded, and what is between them and 0 and ∞ is proved by sign.Check from leading
// terms.
func (ev *SignEvidence) Proof() (*sign.Proof, error) {
	q := &sign.Proof{Sign: sign.Nonnegative, Method: sign.ByParts}
	if ev.Method == sign.ByPanels.String() {
		if ev.From == nil || ev.To == nil || ev.Panels < 1 || ev.Panels > maxSignPanels {
			return nil, rule.Reject("no panels")
		}
		if err := rule.EvidenceBits(ev.Bits); err != nil {
			return nil, err
		}
		q.Method, q.From, q.To, q.Panels, q.Prec = sign.ByPanels, ev.From.Rat, ev.To.Rat, ev.Panels, uint(ev.Bits)
	}
	return q, nil
}

// NonnegativeEvidence is the evidence of pd.nonnegative-density: why the density is not negative, and the atoms.
type NonnegativeEvidence struct {
	SignEvidence
	Atoms []AtomEvidence `json:"atoms"`
}

// NewNonnegativeEvidence writes a proof as evidence. It panics if the proof is not one of a nonnegative density.
func NewNonnegativeEvidence(m *density.Density, q *sign.Proof) NonnegativeEvidence {
	return NonnegativeEvidence{NewSignEvidence(q), atomsOf(m)}
}

// atomsOf lists the atoms as evidence does.
//
// As formulas of exact constants, in increasing order of ω.
func atomsOf(m *density.Density) []AtomEvidence {
	out := []AtomEvidence{}
	for _, a := range m.Atoms() {
		out = append(out, AtomEvidence{a.Omega.String(), a.Weight.String()})
	}
	return out
}

// maxSignPanels bounds the panels that evidence may ask for.
const maxSignPanels = 20_000

func nonnegativeDensity(c *rule.Checker, g rule.Goal, ev NonnegativeEvidence) error {
	if err := bounded(c, g.Kernel); err != nil {
		return err
	}
	return ev.nonnegative(c, g, false)
}

// conditionalNonnegative checks conditionally-pd.nonnegative-spectrum.
//
// k grows like a power at most, by the closed forms that density.Away knows.
func conditionalNonnegative(c *rule.Checker, g rule.Goal, ev NonnegativeEvidence) error {
	return ev.nonnegative(c, g, true)
}

// nonnegative wants a spectral measure that is nonnegative, on ω > 0 if away.
//
// Both parts of m: the atoms by exact signs, the density by sign.Check. The evidence lists the
// atoms, and has to be what the checker finds.
func (ev NonnegativeEvidence) nonnegative(c *rule.Checker, g rule.Goal, away bool) error {
	m, err := measure(g.Kernel, g.Dim, away)
	if err != nil {
		return err
	}
	for _, a := range m.Atoms() {
		// A weight of unknown sign has the sign 0 and is not known to be zero. At ω = 0 of a
		// conditionally positive definite k an atom says nothing.
		if a.Weight.Sign() <= 0 && !a.Weight.IsZero() && !(away && a.Omega.IsZero()) {
			return rule.Incomplete("the sign of the atom %s at ω = %s", a.Weight, a.Omega)
		}
	}
	q, err := ev.Proof()
	if err != nil {
		return err
	}
	if err := rule.Recomputed(ev, NewNonnegativeEvidence(m, q)); err != nil {
		return err
	}
	var unproved *sign.Error
	switch err := sign.Check(c.Context(), m, q); {
	case errors.As(err, &unproved):
		return rule.Reject("%v", err)
	case err != nil:
		return rule.Incomplete("%v", err)
	}
	return nil
}

// measure is the spectral measure, or if away that on ω > 0 of a k that may grow.
//
// Without a plan no quadrature takes part.
func measure(k *kernel.Kernel, dim int, away bool) (*density.Density, error) {
	find := density.New
	if away {
		find = density.Away
	}
	m, err := find(k, dim, nil)
	if err != nil {
		return nil, NotEnclosed(err)
	}
	return m, nil
}

// bounded wants that a k that is continuous on [0,∞) is bounded.
//
// Continuous on [0,∞) and with a limit, or oscillating between bounds, at infinity.
func bounded(c *rule.Checker, k *kernel.Kernel) error {
	if inf := c.AtInfinity(k); inf.Kind == asymptotic.Undetermined || inf.Kind == asymptotic.Growth {
		return rule.Incomplete("whether k is bounded at infinity: %s", inf.Because)
	}
	return nil
}

// DensityEvidence is the evidence of pd.negative-density: an enclosure of m(Omega); none where the leading terms at
// infinity outweigh the others from Omega on, and m may be too small for one. Near an End, "zero" or "infinity", m is negative by
// the exact sign of what leads there, wherever that begins: Omega is 0, and Bits endBits.
//
// The zero of the density at ω = 0, for d > 1, is no value: only ω > 0 and the two ends are named.
type DensityEvidence struct {
	Omega   rule.Rational `json:"omega"`
	Bits    rule.Bits     `json:"bits"`
	Density *ball.Real    `json:"density,omitempty"`
	End     string        `json:"end,omitempty"`

	exact bool // the density is negative, whatever the enclosure says (sign.NegativeAt)
}

// NewFarEvidence is that without an enclosure.
//
// m < 0 on [ω, ∞): the same contradiction as a value, where values are below any precision.
func NewFarEvidence(k *kernel.Kernel, dim int, away bool, omega *big.Rat, bits rule.Bits) (ev DensityEvidence, err error) {
	m, err := measure(k, dim, away)
	if err != nil {
		return ev, err
	}
	if !sign.NegativeFrom(m, omega, uint(bits)) {
		return ev, rule.Reject("the leading terms at infinity are not known to be negative from ω = %s on", omega.RatString())
	}
	return DensityEvidence{Omega: rule.Rational{Rat: omega}, Bits: bits}, nil
}

// The ends near which the density may be negative.
const (
	AtZero     = "zero"
	AtInfinity = "infinity"
)

// NewEndEvidence is that of a density that is negative near an end, the first of those given.
func NewEndEvidence(k *kernel.Kernel, dim int, away bool, ends ...string) (ev DensityEvidence, err error) {
	m, err := measure(k, dim, away)
	if err != nil {
		return ev, err
	}
	for _, end := range ends {
		if end == AtZero && sign.NegativeAtZero(m) || end == AtInfinity && sign.NegativeAtInfinity(m) {
			return DensityEvidence{Omega: rule.Rational{Rat: new(big.Rat)}, Bits: endBits, End: end}, nil
		}
	}
	return ev, rule.Reject("the density is not known to be negative near %.40q", strings.Join(ends, " or "))
}

// endBits is the precision where none is needed: evidence has one.
const endBits = 64

// NewDensityEvidence computes the evidence, if away that on ω > 0 of a k that may grow.
func NewDensityEvidence(c *rule.Checker, k *kernel.Kernel, dim int, away bool, omega *big.Rat,
	bits rule.Bits) (ev DensityEvidence, err error) {
	m, err := measure(k, dim, away)
	if err != nil {
		return ev, err
	}
	ev = DensityEvidence{Omega: rule.Rational{Rat: omega}, Bits: bits, Density: new(ball.Real), exact: sign.NegativeAt(m, omega)}
	if err := sign.Value(ev.Density, m, omega, uint(bits)); err != nil {
		return ev, rule.Reject("%v", err)
	}
	return ev, nil
}

// NotEnclosed is the error of a step for one of package density.
func NotEnclosed(err error) error {
	var none *density.NotEnclosedError
	if errors.As(err, &none) {
		return rule.Reject("%v", err)
	}
	return rule.Incomplete("%v", err)
}

// negativeDensity: a positive definite k, measurable as formulas are, is equal almost everywhere to
// the transform of a finite measure ≥ 0, which is unique: a continuous density of m that is
// negative at one ω is none of such.
func negativeDensity(c *rule.Checker, g rule.Goal, ev DensityEvidence) error {
	return ev.negative(c, g, false)
}

// negative wants a negative density at Omega.
//
// Three kinds: an end with its exact sign, all ω from Omega on, or the value at Omega, which is
// computed again and has to be that of the evidence.
func (ev DensityEvidence) negative(c *rule.Checker, g rule.Goal, away bool) error {
	if err := rule.Distance(ev.Omega); err != nil {
		return err
	}
	if ev.End != "" {
		again, err := NewEndEvidence(g.Kernel, g.Dim, away, ev.End)
		return rule.First(err, rule.Recomputed(ev, again))
	}
	// There the factor ω^{d−1} vanishes; ends are named instead.
	if ev.Omega.Sign() == 0 {
		return rule.Reject("the density at ω = 0")
	}
	if ev.Density == nil {
		_, err := NewFarEvidence(g.Kernel, g.Dim, away, ev.Omega.Rat, ev.Bits)
		return err
	}
	again, err := NewDensityEvidence(c, g.Kernel, g.Dim, away, ev.Omega.Rat, ev.Bits)
	if err := rule.First(err, rule.Recomputed(ev, again)); err != nil {
		return err
	}
	return rule.Proved(again.Negative(), "m(%s) = %v is not negative", ev.Omega.RatString(), ev.Density)
}

// Negative tells whether the density is proved to be negative, where the evidence was computed.
//
// exact is set where the evidence is computed, never read from a file: negative recomputes it.
func (ev DensityEvidence) Negative() ball.Truth {
	if ev.exact {
		return ball.True
	}
	return ev.Density.Negative()
}

// AtomEvidence is the evidence of pd.negative-atom.
type AtomEvidence struct {
	Omega  string `json:"omega"`
	Weight string `json:"weight"`
}

// NegativeAtom returns the first atom of the spectral measure with a negative weight, if away the first at ω > 0.
//
// Atoms of one place are added up (closed.mergeAtoms), so that a negative weight is one of m.
func NegativeAtom(k *kernel.Kernel, dim int, away bool) (ev AtomEvidence, err error) {
	m, err := measure(k, dim, away)
	if err != nil {
		return ev, err
	}
	for _, a := range m.Atoms() {
		// An unknown sign is 0: neither negative nor at an ω > 0.
		if a.Weight.Sign() < 0 && !(away && a.Omega.Sign() <= 0) {
			return AtomEvidence{a.Omega.String(), a.Weight.String()}, nil
		}
	}
	return ev, rule.Reject("no atom is negative for certain")
}

func negativeAtom(_ *rule.Checker, g rule.Goal, ev AtomEvidence) error {
	again, err := NegativeAtom(g.Kernel, g.Dim, false)
	return rule.First(err, rule.Recomputed(ev, again))
}

// NegativeEvidence is the evidence of conditionally-pd.negative-spectrum: a density, or else an atom.
type NegativeEvidence struct {
	Density *DensityEvidence `json:"density,omitempty"`
	Atom    *AtomEvidence    `json:"atom,omitempty"`
}

func conditionalNegative(c *rule.Checker, g rule.Goal, ev NegativeEvidence) error {
	switch {
	case ev.Density != nil && ev.Atom == nil:
		return ev.Density.negative(c, g, true)
	// Sun (1993), theorem 2.1: away from ω = 0 the measure of a conditionally positive definite k
	// is ≥ 0.
	case ev.Density == nil && ev.Atom != nil:
		again, err := NegativeAtom(g.Kernel, g.Dim, true)
		return rule.First(err, rule.Recomputed(*ev.Atom, again))
	}
	return rule.Reject("one of a density and an atom")
}
