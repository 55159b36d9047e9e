package taxicab

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/ball"
	"krein/internal/elem64"
	"krein/internal/quad/gauss"
)

// TestDensityNearCoincidence: at random places, many nodes within rounding of each other or far apart, the float is
// within its error of the enclosure, the error is small against the envelope, and the envelope is above.
func TestDensityNearCoincidence(t *testing.T) {
	rnd := rand.New(rand.NewPCG(3, 4))
	for range 150 {
		d, n := 1+rnd.IntN(6), 1+rnd.IntN(4)
		p := NewPower(d, n, 1)
		omega := make([]float64, d)
		base := math.Exp2(9*rnd.Float64() - 3)
		for j := range omega {
			switch rnd.IntN(4) {
			case 0:
				omega[j] = base
			case 1:
				omega[j] = -base * (1 + 0x1p-40*rnd.NormFloat64())
			case 2:
				omega[j] = base + 2*rnd.NormFloat64()
			default:
				omega[j] = 20 * rnd.Float64()
			}
		}
		v, fault := p.Density(omega)
		mid, _ := p.Enclose(balls(omega...), 80).Float64()
		e := p.Envelope().At(omega)
		assert.LessOrEqual(t, math.Abs(v-mid), fault+1e-16*math.Abs(mid), "%v n = %d", omega, n)
		assert.Less(t, fault, 1e-10*e, "%v n = %d", omega, n)
		assert.LessOrEqual(t, math.Abs(v), e, "%v n = %d", omega, n)
	}
}

// TestScale: μ_τ(ω) = τ^d μ_1(τω), and so is the envelope.
func TestScale(t *testing.T) {
	one, two := NewPower(3, 2, 1), NewPower(3, 2, 2.5)
	omega, scaled := []float64{1, -2.25, 0.5}, []float64{2.5, -5.625, 1.25}
	v, _ := one.Density(scaled)
	w, _ := two.Density(omega)
	assert.InEpsilon(t, 15.625*v, w, 1e-13)
	assert.InEpsilon(t, 15.625*one.Envelope().At(scaled), two.Envelope().At(omega), 1e-12)
	assert.InEpsilon(t, one.Envelope().Mass(), two.Envelope().Mass(), 1e-15)
	assert.InEpsilon(t, 0.16, two.At([]float64{0.5, -0.5, 0.5}), 1e-15)
}

// TestLaplace: exp(−s) = ∫ τ e^{−τ} (1−s/τ)_+ dτ, whose density is Π 1/(π(1+ω_j²)).
func TestLaplace(t *testing.T) {
	x, w := gauss.Legendre(40)
	for _, omega := range [][]float64{{0.7}, {1, 1}, {1, 2}, {0.5, 1.5, 1.5}, {1, 1, 1, 1}} {
		want, sum := 1.0, 0.0
		for _, v := range omega {
			want /= math.Pi * (1 + v*v)
		}
		p := NewPower(len(omega), 1, 1)
		scaled := make([]float64, len(omega))
		for panel := range 16 {
			for i := range x {
				tau := 4 * (float64(panel) + (1+x[i])/2)
				for j, v := range omega {
					scaled[j] = tau * v
				}
				v, _ := p.Density(scaled)
				sum += 2 * w[i] * tau * math.Exp(-tau) * power(tau, len(omega)) * v
			}
		}
		assert.InEpsilon(t, want, sum, 1e-11, "%v", omega)
	}
}

// TestSigns: at (2π, 3π/2) the density of the truncated ℓ₁ kernel is π^{−2}(−2/(3π))/(4π² − 9π²/4) on R²; for
// n ≥ 2d−1 nothing is negative, for n = 2d−2 something is.
func TestSigns(t *testing.T) {
	pi := new(ball.Real).Pi(200)
	omega := []*ball.Real{new(ball.Real).Mul2Exp(pi, 1), new(ball.Real).MulInt64(pi, 3, 200)}
	omega[1].Mul2Exp(omega[1], -1)
	mu := NewPower(2, 1, 1).Enclose(omega, 100)
	assert.Equal(t, ball.True, mu.Negative())
	assert.InEpsilon(t, -2/(3*math.Pi)/(1.75*math.Pi*math.Pi)/(math.Pi*math.Pi), mu.Nearest(), 1e-14)
	rnd := rand.New(rand.NewPCG(5, 6))
	for d := 1; d <= 4; d++ {
		positive, negative := NewPower(d, 2*d-1, 1), false
		assert.True(t, positive.Nonnegative())
		for range 2000 {
			omega := make([]float64, d)
			for j := range omega {
				omega[j] = 4 * math.Pi * rnd.Float64()
				if rnd.IntN(2) == 0 {
					omega[j] = 2 * math.Pi
				}
			}
			v, fault := positive.Density(omega)
			require.GreaterOrEqual(t, v, -fault, "%v", omega)
			if d > 1 {
				v, fault = NewPower(d, 2*d-2, 1).Density(omega)
				negative = negative || v < -fault
			}
		}
		if d < 4 { // where that is hangs on finer points in d = 4
			assert.Equal(t, d > 1, negative, "d = %d", d)
		}
	}
}

// TestElliptic: K and the amplitude against their integrals.
func TestElliptic(t *testing.T) {
	assert.InEpsilon(t, 1.8540746773013719, completeK(math.Sqrt2/2), 1e-15) // Γ(1/4)²/(4√π)
	x, w := gauss.Legendre(40)
	for _, kc := range []float64{1, 0.7, 0.2, 0.03} {
		for _, v := range []float64{0.01, 0.3, 0.5, 0.77} {
			phi := 2 * math.Atan(tanHalfAmplitude(v, kc))
			sum, panels := 0.0, 64
			for k := range panels {
				for i := range x {
					s, c := math.Sincos(phi * (float64(k) + (1+x[i])/2) / float64(panels))
					sum += w[i] * phi / float64(2*panels) / math.Sqrt(c*c+kc*kc*s*s)
				}
			}
			assert.InEpsilon(t, 2*v*completeK(kc), sum, 1e-11, "v = %v, k' = %v", v, kc)
		}
	}
}

// TestEnvelopeAt: by the trapezoidal rule, which for an analytic integrand converges geometrically.
func TestEnvelopeAt(t *testing.T) {
	for _, c := range []struct {
		n     int
		omega []float64
	}{{1, []float64{0.3, 4}}, {2, []float64{30, 31, 0}}, {1, []float64{500, 500, 2}}} {
		p := NewPower(len(c.omega), c.n, 1)
		h, sum, step := float64(c.n), 0.0, 0.05
		for k := 0; k < 4000000; k++ {
			y := float64(k) * step
			q := complex(h*h-y*y, 2*h*y)
			v := math.Exp(h) * math.Exp(float64(len(c.omega)-c.n-1)*math.Log1p(h*h+y*y-1)/2)
			for _, a := range c.omega {
				z := q + complex(a*a, 0)
				v /= math.Hypot(real(z), imag(z))
			}
			if k == 0 {
				v /= 2
			}
			if sum += v * step; k > 20000 && v*y < 1e-13*sum {
				break
			}
		}
		for n := 2; n <= c.n; n++ {
			sum *= float64(n)
		}
		for range len(c.omega) + 1 {
			sum /= math.Pi
		}
		assert.InEpsilon(t, sum, p.Envelope().At(c.omega), 1e-8, "%v", c.omega)
	}
}

// TestMassBound: upper sums are above ‖E‖, and not by much. On R, ‖E‖ = (2e/π²) K(1/√2)².
func TestMassBound(t *testing.T) {
	assert.InEpsilon(t, 2*math.E/(math.Pi*math.Pi)*1.8540746773013719*1.8540746773013719,
		NewPower(1, 1, 1).Envelope().Mass(), 1e-13)
	for _, c := range [][2]int{{2, 1}, {2, 2}, {3, 1}, {5, 2}, {8, 1}} {
		p := NewPower(c[0], c[1], 1)
		m, bound := p.Envelope().Mass(), p.MassBound().Nearest()
		assert.Greater(t, bound, m)
		assert.Less(t, bound, 1.3*m)
	}
	assert.Equal(t, 1.0, NewPower(3, 5, 2).MassBound().Nearest())
}

// TestDraws: with the masses that the share of accepted draws gives, both parts together reproduce k(Δ).
func TestDraws(t *testing.T) {
	for _, c := range []struct{ dim, order, draws int }{
		{1, 1, 2500}, {2, 1, 2500}, {3, 1, 2000}, {3, 2, 2000}, {5, 2, 1500}, {5, 1, 1000}} {
		p := NewPower(c.dim, c.order, 1.5)
		deltas := [][]float64{make([]float64, c.dim), make([]float64, c.dim), make([]float64, c.dim)}
		deltas[1][0] = 0.4
		for j := range c.dim {
			deltas[2][j] = 0.2 - 0.05*float64(j)
		}
		got, variance := make([]float64, len(deltas)), make([]float64, len(deltas))
		rnd := rand.New(rand.NewPCG(7, uint64(100*c.dim+c.order)))
		omega := make([]float64, c.dim)
		parts := p.Parts(-2, &Masses{Plus: 1, Minus: 1})
		if p.Nonnegative() {
			parts = parts[1:]
		}
		for _, part := range parts {
			sum, squares, tries := make([]float64, len(deltas)), make([]float64, len(deltas)), 0
			for range c.draws {
				tries += part.draw(omega, rnd)
				for i, delta := range deltas {
					dot := part.Phase
					for j, w := range omega {
						dot += w * delta[j]
					}
					v := math.Cos(dot)
					sum[i] += v
					squares[i] += v * v
				}
			}
			mass := part.Mass() * part.envelope.Mass()
			for i := range deltas {
				mean := sum[i] / float64(tries)
				got[i] += mass * mean
				variance[i] += mass * mass * (squares[i]/float64(tries) - mean*mean) / float64(tries)
			}
		}
		for i, delta := range deltas {
			z := (got[i] + 2*p.At(delta)) / math.Sqrt(variance[i])
			assert.Less(t, math.Abs(z), 4.0, "d = %d, n = %d, Δ = %v: %v ± %v instead of %v",
				c.dim, c.order, delta, got[i], math.Sqrt(variance[i]), -2*p.At(delta))
		}
	}
}

// TestEstimate: what independent adaptive quadrature of |μ| finds on R² is in the interval.
func TestEstimate(t *testing.T) {
	p := NewPower(2, 1, 1)
	m, err := p.Estimate(context.Background(), 20000, 0.999, 1)
	require.NoError(t, err)
	assert.InDelta(t, 1, m.Plus-m.Minus, 1e-12)
	assert.InDelta(t, 1.41, m.Total, 0.03)
	assert.Less(t, m.Within, 0.06)
	assert.Greater(t, m.Within, 0.005)
	one, err := NewPower(2, 3, 1).Estimate(context.Background(), 10, 0.9, 1)
	require.NoError(t, err)
	assert.Equal(t, []float64{1, 0, 1, 0}, []float64{one.Plus, one.Minus, one.Total, one.Within})
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err = p.Estimate(ctx, 10, 0.9, 1)
	assert.ErrorIs(t, err, context.Canceled)
}

// TestBounds: on small cubes sums over fine grids lie between the bounds; the estimates of the masses do too.
func TestBounds(t *testing.T) {
	for _, c := range []struct {
		dim, order, side, grid int
		tolerance, width       float64
	}{{2, 1, 3, 200, 1e-4, 0.1}, {2, 2, 2, 200, 1e-4, 0.1}, {3, 1, 1, 40, 1e-3, 0.3}} {
		p := NewPower(c.dim, c.order, 1)
		lower, upper := p.core(context.Background(), c.side, c.tolerance)
		omega, sum, count := make([]float64, c.dim), 0.0, 1
		step := 2 * float64(c.side) / float64(c.grid)
		for range c.dim {
			count *= c.grid
		}
		s := p.newScratch()
		for n := range count {
			for j, rest := 0, n; j < c.dim; j, rest = j+1, rest/c.grid {
				omega[j] = (float64(rest%c.grid) + 0.5) * step
			}
			v, _ := p.density(s, omega)
			sum += math.Abs(v) * power(2*step, c.dim)
		}
		assert.Less(t, lower, sum)
		assert.Greater(t, upper, sum)
		assert.Less(t, upper-lower, c.width, "%+v", c)
	}
	for d, total := range map[int]float64{2: 1.409, 3: 2.36} {
		lower, upper, err := NewPower(d, 1, 2).Bounds(context.Background(), 6, 3e-3)
		require.NoError(t, err)
		assert.Less(t, lower, total)
		assert.Greater(t, upper, total)
	}
	e := NewPower(2, 1, 1).Envelope()
	assert.InEpsilon(t, e.Mass(), e.Beyond(0), 1e-9)
	lower, upper, err := NewPower(2, 3, 1).Bounds(context.Background(), 10, 1e-3)
	require.NoError(t, err)
	assert.Equal(t, []float64{1, 1}, []float64{lower, upper})
	assert.Panics(t, func() { _, _, _ = NewPower(4, 1, 1).Bounds(context.Background(), 10, 1e-3) })
}

// TestEnvelopeDraws: angles have the law of the envelope, and frequencies its mass beyond a cube.
func TestEnvelopeDraws(t *testing.T) {
	e := NewPower(2, 20, 1).Envelope()
	x, w := gauss.Legendre(60)
	var mass, mean, second float64
	for i := range x {
		eta := math.Pi / 4 * (1 + x[i])
		v := w[i] * e.law(eta)
		mass, mean, second = mass+v, mean+v*eta, second+v*eta*eta
	}
	mean, second = mean/mass, second/mass
	rnd, sum, draws := rand.New(rand.NewPCG(8, 8)), 0.0, 60000.0
	for range int(draws) {
		sum += e.angle(rnd)
	}
	assert.Less(t, math.Abs(sum/draws-mean), 3.5*math.Sqrt((second-mean*mean)/draws))
	e = NewPower(2, 6, 1).Envelope()
	omega, beyond := make([]float64, 2), 0.0
	sum, second, mean, mass = 0, 0, 0, 0 // of log|ω_1|: that of |p|, as |ω_1|/|p| and its reciprocal have one law
	for i := range x {
		eta := math.Pi / 4 * (1 + x[i])
		v := w[i] * e.law(eta)
		mass, mean = mass+v, mean+v*elem64.Log(6/math.Sin(eta))
	}
	mean /= mass
	for range int(draws) {
		e.Draw(omega, rnd)
		l := elem64.Log(math.Abs(omega[0]))
		sum += l
		second += (l - mean) * (l - mean)
		if max(math.Abs(omega[0]), math.Abs(omega[1])) > 8 {
			beyond++
		}
	}
	assert.Less(t, math.Abs(sum/draws-mean), 3.5*math.Sqrt(second)/draws)
	share := e.Beyond(8) / e.Mass()
	assert.Less(t, math.Abs(beyond/draws-share), 3.5*math.Sqrt(share*(1-share)/draws))
}

func TestPanics(t *testing.T) {
	p := NewPower(2, 1, 1)
	assert.Panics(t, func() { NewPower(0, 1, 1) })
	assert.Panics(t, func() { NewPower(2, 1, math.NaN()) })
	assert.Panics(t, func() { p.At([]float64{1}) })
	assert.Panics(t, func() { p.Density([]float64{1}) })
	assert.Panics(t, func() { p.Envelope().At(nil) })
	assert.True(t, p.Enclose(balls(1e9, 1), 50).Indeterminate())
	parts := p.Parts(-3, &Masses{Plus: 1.25, Minus: 0.25})
	assert.Equal(t, []any{"R+", 0.75, "R-", 3.75},
		[]any{parts[0].Name(), parts[0].Mass(), parts[1].Name(), parts[1].Mass()})
	assert.Zero(t, parts[0].Draw(make([]float64, 2), nil, rand.New(rand.NewPCG(1, 1))))
	assert.Equal(t, math.Pi, parts[1].Draw(make([]float64, 2), nil, rand.New(rand.NewPCG(1, 1))))
	assert.Len(t, NewPower(1, 1, 1).Parts(1, &Masses{Plus: 1}), 1)
	assert.Nil(t, parts[0].Dims())
}
