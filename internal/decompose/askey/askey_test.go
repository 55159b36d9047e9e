package askey

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/internal/kernel/numeric"
	"krein/kernel"
	"krein/kernel/parser"

	_ "krein/internal/testlong" // a fixed seed
)

func parse(t *testing.T, source string) *kernel.Kernel {
	k, err := parser.Parse(source, nil)
	require.NoError(t, err)
	return k
}

// TestDecompose: orders, masses and signs that are known, and k from draws of both parts.
func TestDecompose(t *testing.T) {
	for _, c := range []struct {
		phi     string
		dim     int
		order   int
		total   float64 // 0: not known
		minimal bool
	}{
		{"exp(-z)", 1, 1, 1, true},
		{"exp(-z)", 3, 5, 1, true},
		{"2/(1+z)", 2, 3, 2, true},
		{"max(1-z/3, 0)", 1, 1, 1, true},
		{"max(2-z, 0)", 2, 1, 0, true},
		{"-max(1-z, 0)^3", 2, 3, 1, true},
		{"max(1-z, 0)^3", 3, 3, 0, true},
		{"exp(-z^2)", 2, 0, 0, false},
		{"1 + max(1-z, 0) - 2*max(1-z/2, 0)", 2, 1, 0, false},
		{"exp(-z)*z", 2, 0, 0, false},
	} {
		k := parse(t, c.phi)
		d, err := Decompose(context.Background(), k, c.dim, &Settings{Samples: 3000})
		require.NoError(t, err, c.phi)
		if c.order > 0 {
			assert.Equal(t, c.order, d.Order, c.phi)
		}
		assert.Equal(t, c.minimal, d.Minimal, c.phi)
		if c.total > 0 {
			assert.InEpsilon(t, c.total, d.Total(), 1e-6, c.phi)
		}
		assert.Less(t, d.Bias, 1e-6, c.phi)
		f := numeric.Compile(k)
		rnd := rand.New(rand.NewPCG(11, uint64(c.dim)))
		omega := make([]float64, c.dim)
		for _, at := range []float64{0.05, 0.4} {
			got, variance, n := d.Constant, 0.0, 600.0
			for _, p := range d.Parts {
				var sum, squares float64
				for range int(n) {
					phase := p.Draw(omega, nil, rnd)
					for j, w := range omega {
						phase += w * at * float64(1+j)
					}
					v := math.Cos(phase)
					sum += v
					squares += v * v
				}
				got += p.Mass() * sum / n
				variance += p.Mass() * p.Mass() * (squares/n - sum/n*sum/n) / n
				variance += d.Masses.Within * d.Masses.Within / 16
			}
			want := f.At(at * float64(c.dim*(c.dim+1)/2))
			assert.Less(t, math.Abs(got-want), 4*math.Sqrt(variance), "%s, d = %d: %v instead of %v", c.phi, c.dim, got, want)
		}
	}
}

// TestLaw: the coordinates of the frequencies of exp(−‖Δ‖₁) are Cauchy, of quartiles ±1.
func TestLaw(t *testing.T) {
	d, err := Decompose(context.Background(), parse(t, "exp(-z)"), 2, nil)
	require.NoError(t, err)
	rnd, omega, inside, n := rand.New(rand.NewPCG(12, 1)), make([]float64, 2), 0.0, 12000.0
	for range int(n) {
		d.Parts[0].Draw(omega, nil, rnd)
		if math.Abs(omega[1]) < 1 {
			inside++
		}
	}
	assert.InDelta(t, 0.5, inside/n, 3.5*0.5/math.Sqrt(n))
}

// TestErrors: what is no mixture.
func TestErrors(t *testing.T) {
	ctx := context.Background()
	for phi, why := range map[string]string{
		"sqrt(max(1-z, 0))": "exponent below 1",
		"cos(z)":            "no mixture",
		"log(2+z)":          "no mixture",
	} {
		_, err := Decompose(ctx, parse(t, phi), 2, nil)
		assert.ErrorContains(t, err, why, phi)
	}
	_, err := Decompose(ctx, parse(t, "max(1-z,0)"), 2, &Settings{Order: 2})
	assert.ErrorContains(t, err, "at most 1")
	_, err = Decompose(ctx, parse(t, "exp(-z)"), 17, nil)
	assert.ErrorContains(t, err, "1 to 16")
	canceled, cancel := context.WithCancel(ctx)
	cancel()
	_, err = Decompose(canceled, parse(t, "exp(-z)"), 2, nil)
	assert.ErrorIs(t, err, context.Canceled)
	assert.Panics(t, func() { _, _ = Decompose(ctx, nil, 2, nil) })
}

// Pieces and Taylor coefficients do not show a missing value, or one at a single point; the bias was NaN, or too small.
func TestGaps(t *testing.T) {
	for _, f := range []string{"exp(-z)+0/(z-1)", "1/(1+z)+0/(z-3)", "exp(-z)*(z == 1 ? 2 : 1)", "z == 0 ? 2 : exp(-z)",
		"max(0, 1-z)+0/(z-1/2)", "max(0, 1-z)*(z == 1/2 ? 3 : 1)"} {
		_, err := Decompose(t.Context(), parse(t, f), 2, nil)
		assert.Error(t, err, f)
		_, _, ok := Truncated(parse(t, f), 2)
		assert.False(t, ok, f)
	}
	_, _, ok := Truncated(parse(t, "max(0, 1-z)"), 2)
	assert.True(t, ok)
}
