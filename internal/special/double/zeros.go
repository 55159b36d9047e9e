package double

import "math"

// BesselJZeros returns the n first positive zeros of J_ν, ν ≥ −1/2, ascending: for ν ≤ 2³⁰, J changes its sign between
// the two neighbours of each (TestZerosSweep; not proved). It panics for other ν or n < 0. The first guess is the zero
// of the leading Debye term, s − ν arccos(ν/x) = (k − ¼)π (DLMF 10.19.6), which separates the zeros; then Newton's
// iteration.
func BesselJZeros(nu float64, n int) []float64 {
	if !(nu >= -0.5) || math.IsInf(nu, 0) || n < 0 {
		panic("double: BesselJZeros needs ν ≥ −1/2 and n ≥ 0")
	}
	z := make([]float64, n)
	for k := range z {
		target := (float64(k+1) - 0.25) * math.Pi
		// The phase is convex above ν and asymptotic to x − νπ/2.
		x := max(nu, 0) + target
		if k == 0 {
			x = max(nu, 0) + 1.86*math.Cbrt(max(nu, 0)) + 2
		} else if x < z[k-1]+3 {
			x = z[k-1] + 3
		}
		for range 50 {
			s := math.Sqrt((x - nu) * (x + nu))
			step := (s - nu*math.Atan2(s, nu) - target) * x / s
			if x-step <= math.Abs(nu) {
				step = (x - math.Abs(nu)) / 2
			}
			x -= step
			if math.Abs(step) < 1e-9*x {
				break
			}
		}
		for range 4 {
			j, _ := BesselJ(nu, x)
			step := j / besselJDerivative(nu, x, j)
			x -= step
			if math.Abs(step) < 1e-9 {
				break
			}
		}
		z[k] = x
	}
	return z
}

// besselJDerivative returns J_ν'(x), given j = J_ν(x) (DLMF 10.6.2).
func besselJDerivative(nu, x, j float64) float64 {
	next, _ := BesselJ(nu+1, x)
	return nu/x*j - next
}
