package certify

import (
	"fmt"
	"math"
	"math/big"

	"krein/certify/check/finite"
	"krein/certify/check/pd"
	"krein/certify/check/rule"
	"krein/certify/check/shape"
	"krein/certify/check/wave"
	"krein/certify/proof"
	"krein/kernel/formula"
	"krein/kernel/numeric"
)

// findReturns refutes a finite mass of a formula of waves by two points about which it takes
// different values; in R^1 they are z and −z.
func findReturns(f *session) []candidate {
	ev, ok := f.returnEvidence()
	if !ok {
		return nil
	}
	says := fmt.Sprintf("k is almost periodic and not constant, and in R^%d the transform of a finite measure has a limit at infinity", f.Dim)
	if f.Dim < 2 {
		says = "the waves of k are not even about 0, and those of the transform of a finite measure are"
	}
	return refutes(proof.NewStep("finite-mass.almost-periodic", says, ev))
}

// returnEvidence names two points about which a formula of waves seems to take different values, in
// R^1 opposite ones.
func (f *session) returnEvidence() (ev finite.ReturnEvidence, ok bool) {
	near, far, reach, ok := f.apart(f.Dim < 2)
	if !ok {
		return ev, false
	}
	return finite.ReturnEvidence{Near: rule.Rational{Rat: new(big.Rat).SetFloat64(near)}, Far: rule.Rational{Rat: new(big.Rat).SetFloat64(far)}, Radius: reach - 40, Bits: returnBits}, true
}

// returnBits is the precision at which values are compared.
const returnBits = 1024

// apart looks for two points where a formula of waves differs most, z and −z if mirrored; the
// phases change by about 1 over 2^reach.
func (f *session) apart(mirrored bool) (near, far float64, reach int, ok bool) {
	e := f.K.Expr()
	slopes, ok := wave.Slopes(e)
	if !ok {
		return 0, 0, 0, false
	}
	least, most := math.Inf(1), 0.0
	for _, a := range slopes {
		if v := math.Abs(a.Float64()); v > 0 {
			least, most = min(least, v), max(most, v)
		}
	}
	if most == 0 || math.IsInf(most, 0) {
		return 0, 0, 0, false
	}
	_, reach = math.Frexp(1 / most)
	at := func(z float64) float64 {
		v, err := formula.Eval(e, z, numeric.Float64{})
		if err != nil || math.IsInf(v, 0) {
			return math.NaN()
		}
		return v
	}
	low, high, worst := math.Inf(1), math.Inf(-1), 0.0
	for _, unit := range []float64{most, least} {
		for i := range 96 {
			z := 2 * math.Pi / unit * (float64(i) + 0.4) / 96
			v := at(z)
			if mirrored {
				if d := math.Abs(v - at(-z)); d > worst {
					worst, near, far = d, z, -z
				}
				continue
			}
			if v < low {
				low, near = v, z
			}
			if v > high {
				high, far = v, z
			}
		}
		if least == most {
			break
		}
	}
	if mirrored && !(worst > 0) || !mirrored && !(low < high) { // to floats; enclosures may see more
		near, far = 0, 3/most
		if mirrored {
			near = -far
		}
	}
	return near, far, reach, true
}

// findFourierSeries proves a finite mass in R^1 of analytic functions of waves.
func findFourierSeries(f *session) []candidate {
	if _, ok := wave.Slopes(f.K.Expr()); !ok || f.Dim > 1 {
		return nil
	}
	return proves(proof.NewStep("finite-mass.fourier-series", "k is even and an analytic function of waves, the Fourier series of which converges absolutely", nil))
}

// findRemainder refutes a finite mass of a sum of a formula of waves and of something of finite
// mass.
func findRemainder(f *session) []candidate {
	shape := shape.ShapeOf(f.K)
	if shape.Where != nil {
		return nil
	}
	var waves, others []int
	for i, t := range formula.Terms(shape.Core) {
		if !t.Varies() {
			continue
		}
		if _, ok := wave.Slopes(t); ok {
			waves = append(waves, i)
		} else {
			others = append(others, i)
		}
	}
	if waves == nil || others == nil {
		return nil
	}
	ev := pd.SumEvidence{Groups: [][]int{waves, others}}
	parts, _, err := ev.Split(shape)
	if err != nil {
		return nil
	}
	infinite, holds := f.prove(parts[0], f.Dim, FiniteMass)
	if infinite == nil || holds {
		return nil
	}
	finite, holds := f.prove(parts[1], f.Dim, FiniteMass)
	if finite == nil || !holds {
		return nil
	}
	return refutes(proof.NewStep("finite-mass.remainder", "k is the sum of a function of infinite mass and of one of finite mass", ev, infinite, finite))
}
