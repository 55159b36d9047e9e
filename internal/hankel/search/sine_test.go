package search

import (
	"context"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/internal/hankel/hankeltest"
	"krein/internal/testlong"
)

// TestSine: the parts of sine transforms (2/π) ∫ r g(r) sin(ωr) dr, exact values. Of z e^{−az} it is (4/π) aω/(a²+ω²)²,
// with the antiderivative −(2/π) a/(a²+ω²); those of z(1−z) are of testdata/gen/sine_masses.py.
func TestSine(t *testing.T) {
	// e^{−z} − c e^{−2z}: the sign changes where 4+ω² = √(2c) (1+ω²)
	pair := func(c float64) (plus, minus float64) {
		r := math.Sqrt(2 * c)
		w := (4 - r) / (r - 1)
		a := func(w float64) float64 { return -2 / math.Pi * (1/(1+w) - 2*c/(4+w)) }
		return a(w) - a(0), a(w)
	}
	p1, m1 := pair(1)
	p3, m3 := pair(3)
	for _, c := range testlong.Some([]struct {
		g           string // o/z
		plus, minus float64
	}{
		{"exp(-z)", 2 / math.Pi, 0},
		{"exp(-z^2/2)", math.Sqrt(2 / math.Pi), 0},
		{"exp(-z)-exp(-2*z)", p1, m1},
		{"exp(-z)-3*exp(-2*z)", p3, m3},
		{"z < 1 ? (1-z)^3 : 0", 0.5 / math.Pi, 0},
		{"z < 1 ? 1-z : 0", 0.349269986826222, 0.0309601006424312}, // oscillates for ever
	}, 2) {
		set := (&MassSettings{Sine: true}).Defaults()
		m, _, err := MassesOf(context.Background(), hankeltest.Density(t, c.g, 3), &set)
		require.NoError(t, err, c.g)
		for _, x := range []struct {
			want float64
			got  float64
			rad  float64
		}{{c.plus, m.Plus.Nearest(), m.Plus.Rad().Float64()}, {c.minus, m.Minus.Nearest(), m.Minus.Rad().Float64()}} {
			assert.InDelta(t, x.want, x.got, 1e-14+2*x.rad, c.g)
			assert.LessOrEqual(t, x.rad, 1e-10, c.g)
		}
	}
	assert.Panics(t, func() {
		_, _, _ = MassesOf(context.Background(), hankeltest.Density(t, "exp(-z)", 2), &MassSettings{Sine: true})
	})
}
