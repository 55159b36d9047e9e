// Package mean looks for means of a kernel about a frequency that are negative.
package mean

import (
	"fmt"
	"math"
	"math/big"

	"krein/ball"
	"krein/internal/certify/check/rule"
	"krein/internal/certify/check/shape"
	"krein/internal/certify/check/spectrum"
	"krein/internal/certify/view"
	"krein/internal/elem64"
	"krein/internal/kernel/formula"
	"krein/kernel"
)

// Damped is the kernel k(z) exp(−rz²).
func Damped(k *kernel.Kernel, r *big.Rat) *kernel.Kernel {
	s, z := shape.ShapeOf(k), formula.Variable()
	return s.With(formula.Mul(s.Core, formula.Apply(formula.OpExp,
		formula.Neg(formula.Mul(formula.Rational(r), formula.Mul(z, z))))))
}

// precision is that for the sign of an integral of which the integrand without its sign has cancelled times the
// integral.
func precision(cancelled float64) rule.Bits {
	return rule.Bits(max(32, min(16+math.Ilogb(cancelled), 768)))
}

// Negative returns evidence of pd.negative-mean about the frequency ω. density is about m(ω), and at0 about k(0): the
// mean is about as small, so that what lies beyond the cut has to be smaller. The error says what was wanting.
func Negative(c *rule.Checker, k *kernel.Kernel, dim int, omega *big.Rat,
	density, at0 float64) (ev spectrum.MeanEvidence, err error) {
	w, _ := omega.Float64()
	d := float64(dim)
	size := math.Abs(density) * math.Exp(2*elem64.Lgamma(d/2)) * elem64.Pow(2, d-2) * elem64.Pow(w, 1-d)
	for _, share := range []float64{8, 16, 32, 64} { // of ω that the mean is wide
		a, end := w*w/(2*share*share), 0.0
		for x := 4.0; x < 1e4; x *= 1.02 {
			end = math.Sqrt(x / a)
			if rest := at0 * elem64.Pow(end, d-2) * math.Exp(-x) / (2 * a); x > d && rest < size/256 {
				break
			}
		}
		bits := precision(at0 * math.Exp(elem64.Lgamma(d/2)-d/2*elem64.Log(a)) / (2 * size))
		begin := new(big.Rat)
		for range 2 {
			decay, wide := view.Nearby(a, 0.1)
			cut, far := view.Nearby(end*1.02, 0.02)
			if !wide || !far || begin == nil || decay.Sign() <= 0 || cut.Cmp(begin) <= 0 {
				return ev, fmt.Errorf("a mean about ω = %s is beyond the range of float64", omega.RatString())
			}
			ev, err = spectrum.NewMeanEvidence(c, k, dim, omega, decay, begin, cut, bits)
			if err != nil || ev.Mean.Negative() == ball.True {
				return ev, err
			}
			if !ev.Mean.Indeterminate() {
				break
			}
			begin, _ = view.Nearby(elem64.Pow(d*size/(256*at0), 1/d), 0.1) // as for sin(z)/z
		}
		err = fmt.Errorf("the mean %v about ω = %s is not negative", ev.Mean, omega.RatString())
	}
	return ev, err
}
