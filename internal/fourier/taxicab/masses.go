package taxicab

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"krein/ball"
	"krein/internal/elem64"
	"krein/internal/fourier/taxicab/enclosed"
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

// MassBound returns a ball whose upper end is proved to be above ‖μ‖, for the radius 1 as for any other; see
// enclosed.Bound.
func (p *Power) MassBound() *ball.Real { return enclosed.Bound(p.dim, p.order) }
