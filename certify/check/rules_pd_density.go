package check

import (
	"errors"
	"math/big"

	"krein/ball"
	"krein/certify/proof"
	"krein/hankel/enclose"
	"krein/kernel"
)

// pdDensityRules decide positive definiteness from the radial spectral measure.
var pdDensityRules = []*Rule{
	{
		ID: "pd.negative-density", Claim: proof.PD, Holds: false,
		Theorem: "Let k have on (0,∞) of frequencies the continuous spectral density m near ω. If k is positive definite, m(ω) ≥ 0: k equals almost everywhere " +
			"the transform of a finite nonnegative measure, and a tempered distribution has one Fourier transform.",
		Citation: "S. Bochner, Monotone Funktionen, Stieltjessche Integrale und harmonische Analyse (1933); F. Riesz, Über Sätze von Stone und Bochner (1933)",
		check:    pdNegativeDensity,
	},
	{
		ID: "pd.negative-atom", Claim: proof.PD, Holds: false,
		Theorem:  "If k is positive definite, no atom of its spectral measure, on a sphere of radius ω ≥ 0, has a negative weight.",
		Citation: "S. Bochner (1933), F. Riesz (1933), as for pd.negative-density",
		check:    pdNegativeAtom,
	},
}

// DensityEvidence is the evidence of pd.negative-density: an enclosure of m(Omega).
type DensityEvidence struct {
	Omega   Rational   `json:"omega"`
	Bits    int        `json:"bits"`
	Density *ball.Real `json:"density"`
}

// NewDensityEvidence computes the evidence.
func NewDensityEvidence(c *Checker, k *kernel.Kernel, dim int, omega *big.Rat, bits int) (ev DensityEvidence, err error) {
	m, err := enclose.New(k, dim)
	if err != nil {
		return ev, notEnclosed(err)
	}
	ev = DensityEvidence{Rational{omega}, bits, new(ball.Real)}
	if _, err := m.At(c.ctx, ev.Density, new(ball.Real).SetRat(omega, uint(bits)+32), uint(bits)); err != nil {
		return ev, notEnclosed(err)
	}
	return ev, nil
}

// notEnclosed is the error of a step for one of package enclose.
func notEnclosed(err error) error {
	var none *enclose.NotEnclosedError
	if errors.As(err, &none) {
		return reject("%v", err)
	}
	return incomplete("%v", err)
}

func pdNegativeDensity(c *Checker, g Goal, s *proof.Step) error {
	var ev DensityEvidence
	if err := s.Decode(&ev); err != nil {
		return err
	}
	if err := first(distance(ev.Omega), evidenceBits(ev.Bits), premises(s, 0)); err != nil {
		return err
	}
	if ev.Omega.Sign() == 0 {
		return reject("the density at ω = 0")
	}
	ev, err := NewDensityEvidence(c, g.Kernel, g.Dim, ev.Omega.Rat, ev.Bits)
	if err != nil {
		return err
	}
	if err := recomputed(s, ev); err != nil {
		return err
	}
	return proved(ev.Density.Negative(), "m(%s) = %v is not negative", ev.Omega.RatString(), ev.Density)
}

// AtomEvidence is the evidence of pd.negative-atom.
type AtomEvidence struct {
	Omega  string `json:"omega"`
	Weight string `json:"weight"`
}

// NegativeAtom returns the first atom of the spectral measure with a negative weight.
func NegativeAtom(k *kernel.Kernel, dim int) (ev AtomEvidence, err error) {
	m, err := enclose.New(k, dim)
	if err != nil {
		return ev, notEnclosed(err)
	}
	for _, a := range m.Atoms() {
		if a.Weight.Sign() < 0 {
			return AtomEvidence{a.Omega.String(), a.Weight.String()}, nil
		}
	}
	return ev, reject("no atom is negative for certain")
}

func pdNegativeAtom(_ *Checker, g Goal, s *proof.Step) error {
	var ev AtomEvidence
	if err := first(s.Decode(&ev), premises(s, 0)); err != nil {
		return err
	}
	ev, err := NegativeAtom(g.Kernel, g.Dim)
	if err != nil {
		return err
	}
	return recomputed(s, ev)
}
