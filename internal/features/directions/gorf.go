package directions

import (
	"math"

	"krein/internal/elem64"
	"krein/internal/features/harmonic"
	"krein/internal/quad/gauss"
)

// GORFWeights returns E P_{2k}(ρ), k < count, for ρ the inner product of two normalised
// columns of the first d rows of a Haar matrix of size N ≥ 2d (see features.GORF).
//
// Given the first column with the squared length 1−c of its first d entries, the second is uniform on the sphere
// orthogonal to it, and working this out ρ = √c·ρ₀/√(1−ρ₀²+cρ₀²) with ρ₀ the inner product of independent directions, c
// ~ Beta((N−d)/2, d/2) independent of it. With ρ₀ = cos φ, √c = cos ψ both laws are powers of sines and cosines on a
// bounded interval, where Gauss–Legendre converges geometrically.
func GORFWeights(d, size, count int) []float64 {
	out := make([]float64, count)
	out[0] = 1
	if d == 1 || count == 1 {
		return out // R¹ has no harmonics of even degree n ≥ 2
	}
	const points = 128
	sinPhi := power(d-2, 0, points)
	both := power(d-1, size-d-1, points)
	total := 0.0
	var p []float64
	clear(out)
	for i, phi := range sinPhi.x {
		rho0 := math.Cos(phi)
		for j, psi := range both.x {
			w := sinPhi.w[i] * both.w[j]
			if w == 0 {
				continue
			}
			c := elem64.Pow(math.Cos(psi), 2)
			rho := math.Sqrt(c) * rho0 / math.Sqrt(1-rho0*rho0+c*rho0*rho0)
			total += w
			p = harmonic.Gegenbauers(p[:0], d, count, rho)
			for k, v := range p {
				out[k] += w * v
			}
		}
	}
	for k := range out {
		out[k] /= total
	}
	return out
}

type angleRule struct{ x, w []float64 }

// power returns a rule for the weight sinᵃ·cosᵇ, on [0, π/2], or on [0, π] if b = 0. The
// interval is cut where the weight is below e^{−72} of its peak.
func power(a, b, points int) angleRule {
	hi, peak := math.Pi/2, math.Pi/2
	if b == 0 {
		hi = math.Pi
	} else {
		peak = math.Atan(math.Sqrt(float64(a) / float64(b)))
	}
	// The logarithm of the weight has second derivative ≤ −(a+b).
	half := 12 / math.Sqrt(float64(max(a+b, 1)))
	lo, hi := max(0, peak-half), min(hi, peak+half)
	x, w := gauss.Legendre(points)
	for i := range x {
		x[i], w[i] = lo+(hi-lo)/2*(1+x[i]), w[i]*(hi-lo)/2
	}
	log := func(t float64) float64 {
		s := 0.0
		if a > 0 {
			s += float64(a) * elem64.Log(math.Sin(t))
		}
		if b > 0 {
			s += float64(b) * elem64.Log(math.Cos(t))
		}
		return s
	}
	for i, t := range x {
		w[i] *= math.Exp(log(t) - log(peak))
	}
	return angleRule{x, w}
}
