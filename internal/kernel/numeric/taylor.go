package numeric

import (
	"fmt"
	"math"

	"krein/ball"
	"krein/kernel"
)

// taylorPrecs are the precisions of Taylor and TaylorT, in bits: more where coefficients cancel.
var taylorPrecs = [...]uint{128, 384, 1280}

// Taylor returns the coefficients a_0 … a_n of k(z+h) = Σ a_i h^i, the midpoints of k.BallTaylor,
// and
// bounds for the error of each, usually half an ulp.
//
// It is an error if k is not proved to be analytic at z > 0 (or at 0, if the formula is). It panics if n < 0.
func Taylor(k *kernel.Kernel, z float64, n int) (a, errs []float64, err error) {
	if !(z >= 0) || math.IsInf(z, 0) {
		return nil, nil, fmt.Errorf("no Taylor series at z = %v", z)
	}
	return midpoints(k.BallTaylor, z, n)
}

// TaylorT returns the coefficients a_0 … a_n of f(t+h) = Σ a_i h^i, f(t) = k(√t), at
// t > 0, so that f^(i)(t) = i!·a_i. Otherwise it is like Taylor.
func TaylorT(k *kernel.Kernel, t float64, n int) (a, errs []float64, err error) {
	if !(t > 0) || math.IsInf(t, 0) {
		return nil, nil, fmt.Errorf("no Taylor series of k(√t) at t = %v", t)
	}
	return midpoints(k.BallTaylorT, t, n)
}

// midpoints rounds a jet of n+1 coefficients.
func midpoints(jet func(*ball.RealSeries, *ball.Real, int, uint) *ball.RealSeries,
	at float64, n int) (a, errs []float64, err error) {
	a, errs = make([]float64, n+1), make([]float64, n+1)
	for _, prec := range taylorPrecs {
		s, lost := jet(nil, ball.NewReal(at), n, prec), false
		for i := range a {
			c := s.Coef(i)
			if c.Indeterminate() {
				return nil, nil, fmt.Errorf("no Taylor series at %v: it is a breakpoint, "+
					"or the kernel is not analytic there as far as is proved", at)
			}
			r := roundedBall(c)
			a[i], errs[i] = r.Value, r.Err
			lost = lost || c.RelAccuracyBits() < 60 && !c.IsZero()
		}
		if !lost {
			break
		}
	}
	return a, errs, nil
}
