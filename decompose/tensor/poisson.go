package tensor

import (
	"math"

	"krein/internal/elem64"
)

// steps draws the place at a time, of which it has the logarithm, of a walk on the whole numbers that makes steps of ±1 at
// the times of a Poisson process: the difference of two Poisson numbers of half that mean, of which the characteristic
// function is exp(−t(1 − cos θ)). From mostSteps on it is a normal number, rounded: by the term of fourth order the laws
// are less than 1/(5t) apart, below what uniform numbers of 53 bits can tell. What is beyond largest is noise anyway.
func steps(rnd Source, clock float64) float64 {
	if t := math.Exp(clock); t < mostSteps {
		return poisson(rnd, t/2) - poisson(rnd, t/2)
	}
	return math.Round(math.Min(math.Exp(clock/2), largest) * rnd.NormFloat64())
}

// mostSteps bounds the means of Poisson numbers that are drawn.
const mostSteps = 1 << 50

// poisson draws a Poisson number of this mean. Small ones are counted by products of uniform numbers; others come from
// W. Hörmann's transformed rejection, algorithm PTRS (Insurance: Mathematics and Economics 12 (1993) 39–45).
func poisson(rnd Source, mean float64) float64 {
	if mean < 10 {
		n := -1.0
		for p, end := 1.0, math.Exp(-mean); p > end; n++ {
			p *= rnd.Float64()
		}
		return n
	}
	b := 0.931 + 2.53*math.Sqrt(mean)
	a := -0.059 + 0.02483*b
	inverse := 1.1239 + 1.1328/(b-3.4)
	squeeze := 0.9277 - 3.6224/(b-2)
	for {
		u, v := rnd.Float64()-0.5, rnd.Float64()
		s := 0.5 - math.Abs(u)
		n := math.Floor((2*a/s+b)*u + mean + 0.43)
		if s >= 0.07 && v <= squeeze {
			return n
		}
		if n < 0 || s < 0.013 && v > s {
			continue
		}
		if elem64.Log(v)+elem64.Log(inverse)-elem64.Log(a/(s*s)+b) <= logPoisson(n, mean) {
			return n
		}
	}
}

// logPoisson is log(e^{−μ}μⁿ/n!), of large n by Stirling's series, such that the error is some ulp of √μ for n near μ,
// not of μ: with x = n/μ − 1, n log μ − μ − (n log n − n) = −μ((1+x) log(1+x) − x).
func logPoisson(n, mean float64) float64 {
	if n < 10 {
		lg, _ := math.Lgamma(n + 1)
		return n*elem64.Log(mean) - mean - lg
	}
	x := (n - mean) / mean
	return -(n*math.Log1p(x) - (n - mean)) - elem64.Log(2*math.Pi*n)/2 - 1/(12*n) + 1/(360*n*n*n)
}
