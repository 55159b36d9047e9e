package taxicab

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"krein/ball"
	"krein/internal/elem64"
)

// Masses are estimates of ‖μ⁺‖, ‖μ⁻‖ and their sum, which holds within Within with the probability Level (in
// exact arithmetic); ‖μ⁺‖ and ‖μ⁻‖ hold within half of it at once, as ‖μ⁺‖ − ‖μ⁻‖ = k(0) = 1.
type Masses struct {
	Plus, Minus, Total float64
	Within, Level      float64
	Samples            int
}

// Estimate estimates the masses: ‖μ‖ = ‖E‖ times the mean of |μ|/E ∈ [0,1] over frequencies drawn from the
// envelope. The interval is the empirical Bernstein bound of A. Maurer, M. Pontil (COLT 2009, theorem 4) for both
// sides: √(2V L/N) + 7L/(3(N−1)), L = log(4/(1−level)), V the sample variance; it holds for every N, not only for
// large ones. If n ≥ 2d−1 the masses are 1 and 0, and nothing is drawn. It returns an error if ctx ends, and panics
// unless samples ≥ 2 and 0 < level < 1.
func (p *Power) Estimate(ctx context.Context, samples int, level float64, seed uint64) (*Masses, error) {
	if samples < 2 || !(level > 0 && level < 1) {
		panic(fmt.Sprintf("taxicab: %d samples, level %v", samples, level))
	}
	if p.Nonnegative() {
		return &Masses{Plus: 1, Total: 1, Level: 1}, nil
	}
	e, s := p.Envelope(), p.newScratch()
	rnd := rand.New(rand.NewPCG(seed, 0x7461786963616221))
	omega, sorted := make([]float64, p.dim), make([]float64, p.dim)
	mean, squares := 0.0, 0.0 // Welford
	for i := range samples {
		if i%1024 == 0 && ctx.Err() != nil {
			return nil, fmt.Errorf("taxicab: estimate of masses: %w", ctx.Err())
		}
		e.Draw(omega, rnd)
		v, _ := p.density(s, omega)
		r := math.Abs(v) / e.at(omega, sorted)
		step := r - mean
		mean += step / float64(i+1)
		squares += step * (r - mean)
	}
	n, l := float64(samples), elem64.Log(4/(1-level))
	within := math.Sqrt(2*squares/(n-1)*l/n) + 7*l/(3*(n-1))
	m := &Masses{Total: max(1, e.mass*mean), Within: e.mass * within, Level: level, Samples: samples}
	m.Plus, m.Minus = (m.Total+1)/2, (m.Total-1)/2
	return m, nil
}

// MassBound returns a ball whose upper end is proved to be above ‖μ‖: ‖E‖ with upper sums in place of the integral,
// for the radius 1 as for any other. It is 1 if n ≥ 2d−1.
//
// The sums go over steps of η = π/2−ψ, 16 in an octave, and use that cos^{n−1}ψ ≤ 1 decreases and K(sin ψ) increases in
// ψ. K ≤ π/(2b) for every b of its arithmetic–geometric mean. Below the last octave K ≤ π/2 − log sin η ≤ y =
// π/2 + log(π/2) − log η (as dK/dlog k′ = −∫cos²θ/√(1−k²sin²θ) dθ ≥ −1), and y^d 2^{−j} at η = 2^{−j} falls by 3/4
// or more from one octave to the next.
func (p *Power) MassBound() *ball.Real {
	const prec = 64
	if p.Nonnegative() {
		return new(ball.Real).SetInt64(1)
	}
	depth := 8 + 6*p.dim // octaves: (1 + 1/j)^d ≤ 3/2 beyond
	pi := new(ball.Real).Pi(prec)
	half := new(ball.Real).Mul2Exp(pi, -1)
	sum, hi, t := new(ball.Real), new(ball.Real).Set(half), new(ball.Real)
	for k := range cells * depth {
		lo := new(ball.Real).SetFloat64(-float64(k+1) / cells)
		lo.Mul(lo, new(ball.Real).Log2(prec), prec)
		lo.Mul(half, lo.Exp(lo, prec), prec)
		t.Sin(hi, prec)
		t.PowInt64(t, int64(p.order-1), prec)
		t.Mul(t, new(ball.Real).PowInt64(boundK(lo), int64(p.dim), prec), prec)
		t.Mul(t, new(ball.Real).Sub(hi, lo, prec), prec)
		sum.Add(sum, t, prec)
		hi = lo
	}
	// the rest: (0, η₀], η₀ = 2^{−depth} π/2, in octaves: η y(η/2)^d/2 of the first, times 1/(1−3/4)
	y := new(ball.Real).Log(t.Mul2Exp(hi, -1), prec)
	y.Sub(new(ball.Real).Add(half, t.Log(half, prec), prec), y, prec)
	y.PowInt64(y, int64(p.dim), prec)
	sum.Add(sum, t.Mul2Exp(t.Mul(y, hi, prec), 1), prec)
	// (2/π)^d n! (e/n)^n / π
	for n := 1; n <= p.order; n++ {
		sum.MulInt64(sum, int64(n), prec)
		sum.QuoInt64(sum, int64(p.order), prec)
	}
	sum.Mul(sum, t.Exp(new(ball.Real).SetInt64(int64(p.order)), prec), prec)
	for range p.dim {
		sum.Quo(sum, half, prec)
	}
	return sum.Quo(sum, pi, prec)
}

// boundK returns a ball above K(cos η).
func boundK(eta *ball.Real) *ball.Real {
	const prec = 64
	a, b := new(ball.Real).SetInt64(1), new(ball.Real).Sin(eta, prec)
	for range 12 {
		t := new(ball.Real).Mul(a, b, prec)
		a.Mul2Exp(a.Add(a, b, prec), -1)
		b.Sqrt(t, prec)
	}
	k := new(ball.Real).Pi(prec)
	return k.Mul2Exp(k.Quo(k, b, prec), -1)
}
