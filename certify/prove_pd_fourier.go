package certify

import (
	"fmt"
	"math/big"

	"krein/ball"
	"krein/certify/check/pd"
	"krein/certify/check/shape"
	"krein/certify/check/wave"
	"krein/certify/proof"
	"krein/kernel/constant"
	"krein/kernel/formula"
)

// commonPeriod returns the least common period of waves of commensurable frequencies.
func commonPeriod(slopes []constant.Value) (period constant.Value, ok bool) {
	turn, err := constant.New(formula.Apply(formula.OpMul, formula.Int(2), formula.Pi()))
	if err != nil {
		return period, false
	}
	common := big.NewInt(1)
	for _, a := range slopes {
		switch a.IsZero() {
		case ball.Unknown:
			return period, false
		case ball.True:
			continue
		}
		if !ok {
			if period, err = turn.Quo(a); err != nil {
				return period, false
			}
			ok = true
			continue
		}
		q, known := pd.Turns(a, period)
		if !known || q.Denom().BitLen() > 32 {
			return period, false
		}
		g := new(big.Int).GCD(nil, nil, common, q.Denom())
		if common.Mul(common, g.Quo(q.Denom(), g)); common.BitLen() > 64 {
			return period, false
		}
	}
	period = period.Mul(constant.Rat(new(big.Rat).SetInt(common)))
	s, known := period.Sign()
	if s < 0 {
		period = period.Neg()
	}
	return period, ok && known == ball.True && s != 0
}

// fourierGrids are tried in turn: the finer ones are for functions that grow fast beside the real
// line.
var fourierGrids = []pd.FourierGrid{
	{Points: 128, Depth: 3, Panels: 48, Bits: 256},
	{Points: 512, Depth: 6, Panels: 256, Bits: 256},
}

// mostCoefficients is how many Fourier coefficients are looked at.
const mostCoefficients = 32

// negativeCoefficient looks for a negative Fourier coefficient of a periodic function, of number
// from or more.
func (f *session) negativeCoefficient(from int) *proof.Step {
	slopes, ok := wave.Slopes(f.K.Expr())
	if !ok {
		return nil
	}
	period, ok := commonPeriod(slopes)
	if !ok {
		return nil
	}
	for _, grid := range fourierGrids {
		grid.Period = period.String()
		v, err := pd.NewFourierValues(f.K, grid)
		if err != nil {
			continue
		}
		for n := from; n <= mostCoefficients; n++ {
			if ev := v.Coefficient(n); ev.Value.Negative() == ball.True {
				c, _ := ev.Value.Float64()
				return proof.NewStep("pd.negative-coefficient", fmt.Sprintf("k has period %s, and its Fourier coefficient of number %d is %s < 0", period, n, short(c)), ev)
			}
		}
		break
	}
	return nil
}

// findPDFourier decides by Fourier coefficients of a periodic function.
func findPDFourier(f *session) []candidate {
	if s := f.negativeCoefficient(0); s != nil {
		return refutes(s)
	}
	slopes, ok := wave.Slopes(f.K.Expr())
	if !ok || f.Dim > 1 {
		return nil
	}
	period, ok := commonPeriod(slopes)
	if !ok {
		return nil
	}
	// the sums of waves, and the summands that are none
	var positive, waves []int
	for i, t := range formula.Terms(shape.ShapeOf(f.K).Core) {
		switch _, ok := wave.Harmonics(t, f.K.Meter()); {
		case !ok:
			positive = append(positive, i)
		case t.Varies():
			waves = append(waves, i)
		}
	}
	ev := pd.CoefficientsEvidence{SumEvidence: pd.SumEvidence{Groups: [][]int{positive}}}
	if len(waves) > 0 {
		ev.Groups = append(ev.Groups, waves)
	}
	for _, grid := range fourierGrids {
		ev.FourierGrid = grid
		ev.Period = period.String()
		g, err := ev.Positive(f.K)
		if err != nil {
			continue
		}
		if s := f.provePD(g); s != nil && g.Formula() != f.K.Formula() {
			return proves(proof.NewStep("pd.coefficients",
				"a sum of waves is added to a positive definite function of the same period, and the Fourier coefficients at its frequencies are not negative", ev, s))
		}
		break
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
		out = append(out, candidate{false, proof.NewStep("conditionally-pd.almost-periodic", says, ev)})
	}
	if f.Dim < 2 {
		if ev, err := pd.NewNegativeHarmonicEvidence(f.K); err == nil {
			out = append(out, candidate{false, proof.NewStep("conditionally-pd.negative-coefficient", "a wave of positive frequency has a negative coefficient", nil,
				proof.NewStep("pd.negative-harmonic", "the wave of frequency "+ev.Frequency+" has the coefficient "+ev.Coefficient+" < 0", ev))})
		} else if s := f.negativeCoefficient(1); s != nil {
			out = append(out, candidate{false, proof.NewStep("conditionally-pd.negative-coefficient", "a wave of positive frequency has a negative coefficient", nil, s)})
		}
	}
	return out
}
