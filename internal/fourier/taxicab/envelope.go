package taxicab

import (
	"fmt"
	"math"
	"slices"

	"krein/internal/elem64"
	"krein/internal/quad/gauss"
)

// Envelope is a density E on R^d above |μ|, from which one samples without rejection but for one number. With
// h = n and p = h + iy,
//
//	|μ(ω)| ≤ E(ω) = π^{−d−1} n! eⁿ τ^d ∫_0^∞ |p|^{d−n−1} Π_j 1/|p²+τ²ω_j²| dy,
//
// from moduli in the integral for μ. It is a mixture over y of products. ∫_0^∞ da/|p²+a²| = K(sin ψ)/|p|, y = h tan ψ,
// K the complete elliptic integral of the first kind, so that
//
//	‖E‖ = (2/π)^d n! (e/n)ⁿ/π · ∫_0^{π/2} cos^{n−1}ψ K(sin ψ)^d dψ < ∞.
//
// Given ψ the coordinates are independent, a = |p| tan(am(2Kv, sin ψ)/2) for uniform v.
type Envelope struct {
	of     *Power
	mass   float64
	bounds []float64 // cells of η = π/2−ψ from π/2 down
	upTo   []float64 // masses of cells under the step function that is above the law of η, added up
}

// cells of an octave of η, and octaves: what is below 2^−200·π/2 has no mass that a float would show.
const (
	cells   = 16
	octaves = 200
)

// Envelope returns the envelope of the density of p.
func (p *Power) Envelope() *Envelope {
	e := &Envelope{of: p}
	x, w := gauss.Legendre(10)
	sum, steps := 0.0, 0.0
	hi, first := math.Pi/2, true
	for k := range cells * octaves {
		lo := math.Ldexp(math.Pi/2*math.Exp2(-float64(k%cells+1)/cells), -k/cells)
		for i := range x {
			sum += w[i] * (hi - lo) / 2 * e.law((hi+lo)/2+(hi-lo)/2*x[i])
		}
		steps += (hi - lo) * e.above(lo, hi)
		e.upTo = append(e.upTo, steps)
		if first {
			e.bounds = append(e.bounds, hi)
			first = false
		}
		e.bounds = append(e.bounds, lo)
		hi = lo
	}
	n := float64(p.order)
	e.mass = sum / math.Pi * math.Exp(elem64.Lgamma(n+1)+n-n*elem64.Log(n)-float64(p.dim)*elem64.Log(math.Pi/2))
	return e
}

// Mass returns ‖E‖, in float64: a bound of ‖μ‖ that [Power.MassBound] proves.
func (e *Envelope) Mass() float64 { return e.mass }

// law is the density of η = π/2 − ψ but for a constant: sin^{n−1}η K(cos η)^d.
func (e *Envelope) law(eta float64) float64 {
	return power(math.Sin(eta), e.of.order-1) * power(completeK(math.Sin(eta)), e.of.dim)
}

// above is a bound of law on [lo, hi]: the sine increases, K decreases.
func (e *Envelope) above(lo, hi float64) float64 {
	return power(math.Sin(hi), e.of.order-1) * power(completeK(math.Sin(lo)), e.of.dim)
}

func power(x float64, n int) float64 {
	z := 1.0
	for range n {
		z *= x
	}
	return z
}

// completeK returns K(k) = π/(2 AGM(1, k′)) from the complementary modulus k′ in (0, 1].
func completeK(kc float64) float64 {
	a, b := 1.0, kc
	for math.Abs(a-b) > 0x1p-27*a {
		a, b = (a+b)/2, math.Sqrt(a*b)
	}
	return math.Pi / (a + b)
}

// tanHalfAmplitude returns tan(am(2Kv, k)/2), 0 < v < 1, from the complementary modulus, by descending Landen
// transformations (Abramowitz–Stegun 16.4). For v and 1−v the values are reciprocal.
func tanHalfAmplitude(v, kc float64) float64 {
	if v > 0.5 {
		return 1 / tanHalfAmplitude(1-v, kc)
	}
	var as, cs [64]float64
	a, b, n := 1.0, kc, 0
	for math.Abs(a-b) > 0x1p-52*a && n < len(as)-1 {
		as[n+1], cs[n+1] = (a+b)/2, (a-b)/2
		a, b = as[n+1], math.Sqrt(a*b)
		n++
	}
	phi := math.Ldexp(math.Pi*v, n) // 2^n a_n · 2Kv with K = π/(2 a_n)
	for ; n > 0; n-- {
		phi = (phi + math.Asin(cs[n]/as[n]*math.Sin(phi))) / 2
	}
	return math.Tan(phi / 2)
}

// Draw sets omega to a frequency with the law E/‖E‖. It panics if omega is not of length Dim.
func (e *Envelope) Draw(omega []float64, rnd Source) {
	if len(omega) != e.of.dim {
		panic(fmt.Sprintf("taxicab: a frequency of length %d in dimension %d", len(omega), e.of.dim))
	}
	kc := math.Sin(e.angle(rnd))
	size := float64(e.of.order) / kc / e.of.radius
	for j := range omega {
		v := 0.0
		for v == 0 {
			v = 2*rnd.Float64() - 1
		}
		omega[j] = math.Copysign(size*tanHalfAmplitude(math.Abs(v), kc), v)
	}
}

// angle draws η by rejection below the step function.
func (e *Envelope) angle(rnd Source) float64 {
	for {
		u := rnd.Float64() * e.upTo[len(e.upTo)-1]
		k, _ := slices.BinarySearch(e.upTo, u)
		k = min(k, len(e.upTo)-1)
		hi, lo := e.bounds[k], e.bounds[k+1]
		eta := lo + (hi-lo)*rnd.Float64()
		if rnd.Float64()*e.above(lo, hi) < e.law(eta) {
			return eta
		}
	}
}

var graded, gradedWeights = gauss.Legendre(8)

// At returns E(ω). The integral over y is taken by Gauss rules of 8 points on panels that double from every
// frequency, where the integrand has its peaks of width h, towards the middles between them, and from the
// last frequency to infinity; it is good to about 1e-9 of E(ω).
func (e *Envelope) At(omega []float64) float64 {
	if len(omega) != e.of.dim {
		panic(fmt.Sprintf("taxicab: a frequency of length %d in dimension %d", len(omega), e.of.dim))
	}
	a := make([]float64, len(omega))
	return e.at(omega, a)
}

func (e *Envelope) at(omega, a []float64) float64 { return e.atLine(omega, a, float64(e.of.order)) }

// atLine is At for the line Re p = h, with a as scratch.
func (e *Envelope) atLine(omega, a []float64, h float64) float64 {
	for j, w := range omega {
		a[j] = math.Abs(w) * e.of.radius
	}
	slices.Sort(a)
	sum := 0.0
	// outward sums over [from, from + sign·length] by panels of h, h, 2h, 4h, …
	outward := func(from, sign, length float64) {
		for done, step := 0.0, h; done < length; {
			step = min(step, length-done)
			sum += panel(e.of.order, h, a, from+sign*done, from+sign*(done+step))
			done += step
			step = done
		}
	}
	outward(0, 1, a[0]/2)
	outward(a[0], -1, a[0]/2)
	for j := 1; j < len(a); j++ {
		half := (a[j] - a[j-1]) / 2
		outward(a[j-1], 1, half)
		outward(a[j], -1, half)
	}
	// beyond the last: panels that double until they add nothing
	last := a[len(a)-1]
	for done, step := 0.0, h; ; {
		before := sum
		sum += panel(e.of.order, h, a, last+done, last+done+step)
		done += step
		step = done
		if sum-before < 1e-12*sum && done > last {
			break
		}
	}
	return sum * math.Exp(h) / math.Pi * math.Abs(e.of.factor) * power(e.of.radius, e.of.dim)
}

// panel integrates |p|^{d−n−1} Π 1/|p²+a_j²| over y in [lo, hi] or [hi, lo].
func panel(order int, h float64, a []float64, lo, hi float64) float64 {
	sum := 0.0
	for i, x := range graded {
		y := (lo+hi)/2 + (hi-lo)/2*x
		square := h*h + y*y
		product := power(math.Sqrt(square), order+1)
		for _, v := range a {
			product *= math.Sqrt((h*h + (y-v)*(y-v)) / square * (h*h + (y+v)*(y+v)))
		}
		sum += gradedWeights[i] / product
	}
	return sum * math.Abs(hi-lo) / 2
}
