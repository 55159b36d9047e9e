package main

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/integrate/quad"

	"krein/internal/elem64"
	"krein/internal/special/double"
)

// Seed 002's Appendix E: the measures of arc-cosine kernels on the sphere, set to 0 beyond it, by Taylor's series in
// u = 1 − z²/2, whose powers are integrated by parts. Our copy of the paper has lost the formulas; these are what its text
// describes.

// seriesTerms are the numbers of terms that are measured; the paper has one.
var seriesTerms = []int{1, 2, 5, 10}

// an arccosine is a kernel of Appendix E.
type arccosine struct {
	name string
	// at is it at angle θ, z = 2 sin(θ/2).
	at func(theta float64) float64
	// series are the coefficients of powers of u, with so many terms of each series in it.
	series func(terms int) []float64
}

// arccosines are κ₀ = 1 − θ/π, cos θ = u, and κ₁ = (sin θ + (π − θ) cos θ)/π.
var arccosines = []arccosine{
	{"arccos0", func(theta float64) float64 { return 1 - theta/math.Pi }, func(terms int) []float64 {
		a := make([]float64, 2*terms)
		a[0] = 0.5
		for n, c := range arcsine(terms) {
			a[2*n+1] = c / math.Pi
		}
		return a
	}},
	{"arccos1", func(theta float64) float64 {
		return (math.Sin(theta) + (math.Pi-theta)*math.Cos(theta)) / math.Pi
	}, func(terms int) []float64 {
		a := make([]float64, 2*terms+1)
		a[1] = 0.5
		root := 1.0 // of √(1−u²), (−1)ⁿ·binomial(½, n)
		for n, c := range arcsine(terms) {
			a[2*n] += root / math.Pi
			a[2*n+2] += c / math.Pi
			root *= (float64(n) - 0.5) / float64(n+1)
		}
		return a
	}},
}

// arcsine are the first coefficients of arcsin u, those of odd powers.
func arcsine(terms int) []float64 {
	c, binomial := make([]float64, terms), 1.0 // (2n)!/(4ⁿ n!²)
	for n := range c {
		c[n] = binomial / float64(2*n+1)
		binomial *= float64(2*n+1) / float64(2*n+2)
	}
	return c
}

// power is ∫₀² u^m z^{d−1} Λ_d(ωz) dz, the measure of u^m up to a constant, by parts: (z^d Λ_{d+2}(ωz)/d)′ = z^{d−1} Λ_d(ωz)
// and u′ = −z.
func power(m int, d, omega float64) float64 {
	at2, _ := double.LambdaValue(d+2, 2*omega)
	at2 *= elem64.Pow(2, d) / d
	if m == 0 {
		return at2
	}
	if m%2 != 0 {
		at2 = -at2 // u = −1 at z = 2
	}
	return at2 + float64(m)/d*power(m-1, d+2, omega)
}

// measure is that of the kernel itself, up to the same constant.
func (k *arccosine) measure(d, omega float64) float64 {
	return quad.Fixed(func(phi float64) float64 { // z = 2 sin φ, where the kernel is smooth
		z := 2 * math.Sin(phi)
		v, _ := double.LambdaValue(d, omega*z)
		return k.at(2*phi) * elem64.Pow(z, d-1) * v * 2 * math.Cos(phi)
	}, 0, math.Pi/2, 200, nil, 0)
}

// The rows of the table.
const (
	seriesMeasure = "distance of the measures up to ω = 10, in shares of μ"
	seriesKernel  = "greatest error of k_N up to z = 2"
	seriesJump    = "k_N(2), the height of its jump"
)

// series is the table.
func (l *lab) series(ctx context.Context) error {
	for _, k := range arccosines {
		for _, terms := range seriesTerms {
			a := k.series(terms)
			value := func(u float64) (v float64) {
				for m := len(a) - 1; m >= 0; m-- {
					v = v*u + a[m]
				}
				return v
			}
			size := fmt.Sprintf("N = %d", terms)
			add := func(data, method string, of func() float64) error {
				return l.measure(ctx, key{"series", k.name, data, method, size}, func() (*point, error) { return &point{Mean: of()}, nil })
			}
			if err := add("every d", seriesKernel, func() (most float64) {
				for i := range 1001 {
					theta := math.Pi * float64(i) / 1000
					most = max(most, math.Abs(value(math.Cos(theta))-k.at(theta)))
				}
				return most
			}); err != nil {
				return err
			}
			if err := add("every d", seriesJump, func() float64 { return value(-1) }); err != nil {
				return err
			}
			for _, d := range []float64{2, 4, 16} {
				if err := add(fmt.Sprintf("d = %g", d), seriesMeasure, func() float64 {
					var off, all float64
					for i := 1; i <= 100; i++ {
						omega, by := float64(i)/10, 0.0
						for m, c := range a {
							by += c * power(m, d, omega)
						}
						exact := k.measure(d, omega)
						weight := elem64.Pow(omega, d-1)
						off, all = off+weight*square(by-exact), all+weight*square(exact)
					}
					return math.Sqrt(off / all)
				}); err != nil {
					return err
				}
			}
		}
	}
	return nil
}
