package certify

import (
	"errors"
	"fmt"
	"math"
	"math/big"

	"krein/ball"
	"krein/internal/certify/check/rule"
	"krein/internal/certify/check/spectrum"
	"krein/internal/certify/mean"
	"krein/internal/certify/parts"
	"krein/internal/certify/proof"
	"krein/internal/certify/view"
	"krein/internal/hankel/density"
	"krein/internal/hankel/quadrature"
	"krein/internal/hankel/search"
	hankelsign "krein/internal/hankel/sign"
	"krein/kernel"
)

// findPDDensity looks at the spectral measure: a negative atom, a frequency at which the density is
// negative, or a proof that there are none.
func findPDDensity(f *session) []candidate {
	if at0 := f.Samples().At0; math.IsNaN(at0) || math.IsInf(at0, 0) {
		return nil
	}
	return f.findDensity(false)
}

// provePDDensity looks for a proof that the density is nonnegative, for the sake of another kernel, to which a refutation is
// of no use: where values of the density are integrals, which prove nothing of the others, none is computed.
func provePDDensity(f *session) []candidate {
	m, err := quadrature.New(f.K, f.Dim)
	if err != nil {
		return nil
	}
	if !quadrature.NeedsQuadrature(m) {
		return findPDDensity(f)
	}
	q, err := search.Sign(f.Ctx, m, &search.SignSettings{Panels: densityPanels})
	if err != nil || q.Sign != hankelsign.Nonnegative {
		return nil
	}
	return proves(nonnegativeDensity("pd.nonnegative-density", m, q))
}

// densityPanels bounds the panels on which the sign of a density is looked for.
const densityPanels = 4000

// nonnegativeDensity is the step by a proof of the sign of a density.
func nonnegativeDensity(by string, m *density.Density, q *hankelsign.Proof) *proof.Step {
	return proof.NewStep(by, "the spectral measure is nonnegative: "+q.Because, spectrum.NewNonnegativeEvidence(m, q))
}

// findPDBand asks for the sign of the density of sums of waves over powers of z.
func findPDBand(f *session) []candidate {
	if !parts.Oscillates(f.K.Expr()) {
		return nil
	}
	says := "the spectral density is a spline over powers of the frequency, "
	return []candidate{
		{true, proof.NewStep("pd.band-limited", says+"nowhere negative", rule.None{})},
		{false, proof.NewStep("pd.not-band-limited", says+"negative somewhere", rule.None{})},
	}
}

// findDensity looks at the spectral measure, if away on ω > 0 only, of a kernel that may grow like a power.
func (f *session) findDensity(away bool) []candidate {
	good := map[bool]string{false: "pd.nonnegative-density", true: "conditionally-pd.nonnegative-spectrum"}[away]
	if ev, err := spectrum.NegativeAtom(f.K, f.Dim, away); err == nil {
		says := "the spectral measure has a negative atom at ω = " + ev.Omega
		if away {
			return refutes(proof.NewStep("conditionally-pd.negative-spectrum", says, spectrum.NegativeEvidence{Atom: &ev}))
		}
		return refutes(proof.NewStep("pd.negative-atom", says, ev))
	}
	m, err := map[bool]func(*kernel.Kernel, int) (*density.Density, error){false: quadrature.New,
		true: quadrature.Away}[away](f.K, f.Dim)
	if err != nil {
		f.lacks(good, spectrum.NotEnclosed(err))
		return nil
	}
	var hints []float64
	if omega, near, ok := f.negativeFrequency(); ok {
		hints = append(hints, omega)
		if c := f.negativeAt(near, pdBits[0], away); c != nil {
			return c
		}
	}
	q, err := search.Sign(f.Ctx, m, &search.SignSettings{Hints: hints, Scan: away, Skip: f.clearlyPositive, Panels: densityPanels})
	switch {
	case err != nil:
	case q.Sign == hankelsign.Negative:
		if c := f.negativeAt(q.Omega, rule.Bits(q.Prec), away); c != nil {
			return c
		}
	case q.Sign == hankelsign.Nonnegative:
		return proves(nonnegativeDensity(good, m, q))
	default:
		err = errors.New(q.Because)
		if c := f.negativeFrom(away, m); c != nil {
			return c
		}
	}
	if ev, none := spectrum.NewEndEvidence(f.K, f.Dim, away, spectrum.AtZero, spectrum.AtInfinity); none == nil {
		where := map[string]string{spectrum.AtZero: "near ω = 0", spectrum.AtInfinity: "for all large ω"}
		return refutesDensity("the spectral density is negative "+where[ev.End], ev, away)
	}
	f.lacks(good, err)
	return nil
}

// mostFarOut bounds the exponents of the frequencies 2^e from which a density may be negative.
const mostFarOut = 100

// negativeFrom is the refutation by a density that is negative beyond a frequency, by its leading terms at infinity.
func (f *session) negativeFrom(away bool, m *density.Density) []candidate {
	if !search.NegativeFarOut(f.Ctx, m) {
		return nil
	}
	for e := uint(4); e < mostFarOut; e += 4 {
		omega := new(big.Rat).SetInt(new(big.Int).Lsh(big.NewInt(1), e))
		if ev, err := spectrum.NewFarEvidence(f.K, f.Dim, away, omega, pdBits[1]); err == nil {
			return refutesDensity(fmt.Sprintf("the leading terms of the spectral density at infinity are negative, and outweigh "+
				"the others from ω = %s on", omega.RatString()), ev, away)
		}
	}
	return nil
}

// refutesDensity is the refutation by a negative density.
func refutesDensity(says string, ev spectrum.DensityEvidence, away bool) []candidate {
	if away {
		return refutes(proof.NewStep("conditionally-pd.negative-spectrum", says, spectrum.NegativeEvidence{Density: &ev}))
	}
	return refutes(proof.NewStep("pd.negative-density", says, ev))
}

// negativeAt is the refutation by m(ω) < 0, nil if that is not proved.
func (f *session) negativeAt(omega *big.Rat, bits rule.Bits, away bool) []candidate {
	ev, err := spectrum.NewDensityEvidence(f.checker, f.K, f.Dim, away, omega, bits)
	if err != nil && !away { // as for what has no closed form
		if c := f.negativeMean(omega, f); c != nil {
			return c
		}
	}
	if err != nil {
		f.lacks("pd.negative-density", err)
		return nil
	}
	if ev.Negative() != ball.True {
		return nil
	}
	return refutesDensity(fmt.Sprintf("the spectral density is negative at ω = %s", omega.RatString()), ev, away)
}

// negativeMean is the refutation by a mean of the kernel about the frequency ω, nil if none is proved to be negative.
// It is about as small as the density of of, which is f or nearly so.
func (f *session) negativeMean(omega *big.Rat, of *session) []candidate {
	s, err := of.Spectrum()
	if err != nil {
		return nil
	}
	w, _ := omega.Float64()
	size, _ := s.Density(w)
	ev, err := mean.Negative(f.checker, f.K, f.Dim, omega, size, f.Samples().At0)
	if err != nil {
		f.lacks("pd.negative-mean", err)
		return nil
	}
	return refutes(proof.NewStep("pd.negative-mean",
		fmt.Sprintf("a mean of k times a wave of frequency %s is negative", omega.RatString()), ev))
}

// negativeFrequency looks for a frequency at which the density, by floats, is clearly negative, and a rational near it.
// Without a closed form every value is a quadrature, and only a few are looked at.
func (f *session) negativeFrequency() (omega float64, near *big.Rat, ok bool) {
	s, err := f.Spectrum() // which a kernel that grows does not have
	if err != nil {
		return 0, nil, false
	}
	from, n, perDecade := 1e-3, 161, 32.0
	if _, closed := s.Closed(); !closed {
		from, n, perDecade = 1e-1, 25, 8
	}
	worst := -10.0
	for i := 0; i < n && worst >= -1e6; i++ {
		w := from * math.Pow(10, float64(i)/perDecade)
		m, e := s.Density(w)
		if e > 0 && m/e < worst {
			omega, worst = w, m/e
		}
	}
	near, ok = view.Nearby(omega, 1e-3)
	return omega, near, ok && worst < -10
}

// clearlyPositive reports that the density at a frequency, by floats, is positive beyond doubt.
func (f *session) clearlyPositive(omega float64) bool {
	s, err := f.Spectrum()
	if err != nil {
		return false
	}
	m, e := s.Density(omega)
	return m > 10*e
}
