package taxicab

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"

	"krein/ball"
	"krein/internal/quad/gauss"

	_ "krein/internal/testlong" // a fixed seed
)

func balls(omega ...float64) []*ball.Real {
	out := make([]*ball.Real, len(omega))
	for i, w := range omega {
		out[i] = ball.NewReal(w)
	}
	return out
}

// direct is π^{−d} ∫ φ(t_1+…+t_d) Π cos ω_j t_j dt over the simplex, by Gauss rules within each other.
func direct(p *Power, omega []float64) float64 {
	x, w := gauss.Legendre(24)
	var inner func(left float64, omega []float64) float64
	inner = func(left float64, omega []float64) float64 {
		if len(omega) == 0 {
			v := 1.0
			for range p.order {
				v *= left
			}
			return v
		}
		sum := 0.0
		for i := range x {
			t := left * (1 + x[i]) / 2
			sum += left / 2 * w[i] * math.Cos(omega[0]*t) * inner(left-t, omega[1:])
		}
		return sum
	}
	v := inner(1, omega)
	for range omega {
		v /= math.Pi
	}
	return v
}

func TestDensityAgainstQuadrature(t *testing.T) {
	for _, c := range []struct {
		omega  []float64
		orders []int
	}{
		{[]float64{1.5}, []int{1, 2, 3}},
		{[]float64{0}, []int{1, 2}},
		{[]float64{7, -2}, []int{1, 2, 3, 4}},
		{[]float64{3, 3}, []int{1, 2, 3}},
		{[]float64{5.5, 5.5000001}, []int{1, 2, 3}},
		{[]float64{0, 9}, []int{1, 3}},
		{[]float64{2, 5, 9}, []int{1, 2, 4, 6}},
		{[]float64{6, 6, 6}, []int{1, 2, 3}},
		{[]float64{8, 8.01, 0.5}, []int{1, 2, 3}},
	} {
		for _, n := range c.orders {
			p := NewPower(len(c.omega), n, 1)
			v, fault := p.Density(c.omega)
			want := direct(p, c.omega)
			assert.InDelta(t, want, v, 1e-13, "%v order %d", c.omega, n)
			assert.Less(t, fault, 1e-12)
			e := p.Enclose(balls(c.omega...), 100)
			mid, rad := e.Float64()
			assert.InDelta(t, want, mid, 1e-13, "%v order %d", c.omega, n)
			assert.Less(t, rad, 3e-16*math.Abs(mid)+1e-25)
			assert.LessOrEqual(t, math.Abs(mid-v), fault, "%v order %d", c.omega, n)
		}
	}
}
