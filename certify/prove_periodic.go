package certify

import (
	"fmt"
	"math/big"

	"krein/ball"
	"krein/internal/certify/check/conditional"
	"krein/internal/certify/check/periodic"
	"krein/internal/certify/check/sphere"
	"krein/internal/certify/check/wave"
	"krein/internal/certify/parts"
	"krein/internal/certify/proof"
)

// fourierGrids are where a negative coefficient is looked for: of functions that are not analytic
// they decay slowly, and finer grids tell small ones from the sum of those that follow.
var fourierGrids = []periodic.FourierGrid{{Points: 128, Bits: 256}, {Points: 1024, Bits: 128}}

// mostCoefficients is how many Fourier coefficients are looked at.
const mostCoefficients = 32

// negativeCoefficient looks for a negative Fourier coefficient of a periodic function, of number from or more.
func (f *session) negativeCoefficient(from int) *proof.Step {
	period, ok := parts.Period(f.K.Expr())
	if !ok {
		return nil
	}
	for _, grid := range fourierGrids {
		grid.Period.Period = period.String()
		v, err := periodic.NewFourierValues(f.K, grid)
		if err != nil {
			return nil
		}
		for n := from; n <= mostCoefficients; n++ {
			if ev := v.Mean(n); ev.Value.Negative() == ball.True {
				c, _ := ev.Value.Float64()
				return proof.NewStep("pd.negative-coefficient",
					fmt.Sprintf("k has period %s, and its Fourier coefficient of number %d is %s < 0", period, n, short(c)), ev)
			}
		}
	}
	return nil
}

// findPDFourier refutes by a Fourier coefficient of a periodic function.
func findPDFourier(f *session) []candidate {
	if s := f.negativeCoefficient(0); s != nil {
		return refutes(s)
	}
	return nil
}

// refuteConditionalWaves refutes every order for analytic functions of waves.
func refuteConditionalWaves(f *session) []candidate {
	if _, ok := wave.Slopes(f.K.Expr()); !ok {
		return nil
	}
	var out []candidate
	if ev, ok := f.returnEvidence(); ok {
		says := "an almost periodic function that is conditionally positive definite is constant for d ≥ 2"
		if f.Dim < 2 {
			says = "the waves of k are not even about 0"
		}
		waves := conditional.WavesEvidence{ReturnEvidence: ev}
		out = append(out, candidate{false, proof.NewStep("conditionally-pd.almost-periodic", says, waves)})
		if p, ok := parts.Period(f.K.Expr()); ok && f.Dim > 1 {
			waves.Period = p.String()
			out = append(out, candidate{false, proof.NewStep("conditionally-pd.almost-periodic", says, waves)})
		}
	}
	if f.Dim < 2 {
		if s := f.negativeCoefficient(1); s != nil {
			out = append(out, candidate{false, proof.NewStep("conditionally-pd.negative-coefficient",
				"a wave of positive frequency has a negative coefficient", nil, s)})
		}
	}
	return out
}

// onLine returns the period of k, a formula of waves, in R^1.
func (f *session) onLine() (p periodic.Period, ok bool) {
	period, ok := parts.Period(f.K.Expr())
	if ok = ok && f.Dim == 1; ok {
		p.Period = period.String()
	}
	return p, ok
}

// findPeriodic proves a finite mass in R^1 of even functions of a period, by what they are on half of it.
func findPeriodic(f *session) []candidate {
	p, ok := f.onLine()
	if !ok {
		return nil
	}
	h, err := p.Held(f.K)
	if err != nil {
		return nil
	}
	if s, holds := f.prove(h, 1, FiniteMass); s != nil && holds {
		return proves(proof.NewStep("finite-mass.periodic", "k has period "+p.Period+
			", and its Fourier series converges absolutely, as on half a period k is a function of finite mass", p, s))
	}
	return nil
}

// findPDChord proves of functions of a period, which are functions of the chord 2|sin(πz/T)|.
func findPDChord(f *session) []candidate {
	period, _ := parts.Period(f.K.Expr()) // 0 is none
	for _, times := range []int64{1, 2} { // a function of cos z may have the period π
		p := periodic.Period{Period: period.Scale(big.NewRat(times, 1)).String()}
		g, err := sphere.InChord(f.K, p)
		if err != nil {
			return nil
		}
		if s, holds := f.prove(g, 2, PDSphere); s != nil && holds {
			return proves(proof.NewStep("pd.chord", "k is a positive definite function of the chords of a "+
				"circle, and so of the arcs", p, s))
		}
	}
	return nil
}

// findPeriodicDecomposition proves that functions of a period are locally differences of positive definite ones.
func findPeriodicDecomposition(f *session) []candidate {
	period, ok := parts.Period(f.K.Expr())
	if !ok {
		return nil
	}
	p := periodic.Period{Period: period.String()}
	if p.Decompose(f.checker, f.K, f.Dim) != nil {
		return nil
	}
	return proves(proof.NewStep("positive-decomposition.periodic", "k has period "+p.Period+", every exponent that "+
		"counts on a period exceeds (d−1)/2, and k begins with powers at 0, so that on every ball it is a difference of "+
		"continuous positive definite functions; they are not stationary", p))
}
