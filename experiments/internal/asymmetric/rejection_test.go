package asymmetric

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	_ "krein/internal/testlong" // a fixed seed
)

// modulated is exp(−Δ²/2) + a·(e^{−(Δ−1)²/2} − e^{−(Δ+1)²/2}) on the line: its measure is the standard normal law times 1 − 2ia·sin ω.
func modulated(a float64) *Measure {
	return &Measure{
		Proposal: NewGaussian(1, 1), LogBound: math.Log(1 + 2*math.Abs(a)),
		Density: func(omega []float64, shift float64) complex128 {
			s := -shift - omega[0]*omega[0]/2 - math.Log(2*math.Pi)/2
			return complex(math.Exp(s), 0) * complex(1, -2*a*math.Sin(omega[0]))
		},
	}
}

// TestSample: the shares of proposals that are accepted are masses over the envelope, and the draws have the laws of the
// positive parts: with a = 2/5 ‖μ_R⁺‖ is 1 and ‖μ_I⁺‖ is aE|sin X|, X standard normal.
func TestSample(t *testing.T) {
	const a, n, sine = 0.4, 40000, 0.5791532 // (4/π)(1/2 − Σ e^(−2k²)/(4k²−1))
	m := modulated(a)
	rnd := rand.New(rand.NewPCG(1, 1))
	for s, want := range map[Sign]float64{RealPlus: 1, Imaginary: a * sine} {
		omega, proposals, err := m.Sample(s, n, rnd)
		require.NoError(t, err)
		p := want / (1 + 2*a)
		assert.InDelta(t, want, (1+2*a)*n/float64(proposals), 4*want*math.Sqrt((1-p)/n), s)
		for i := range n {
			require.True(t, s != Imaginary || math.Sin(omega.At(i, 0)) < 0) // where −2a·sin ω is positive
		}
	}
}

// TestErrors: an envelope that is none, a measure that is empty.
func TestErrors(t *testing.T) {
	rnd := rand.New(rand.NewPCG(2, 2))
	m := modulated(0)
	_, _, err := m.Sample(RealMinus, 3, rnd)
	assert.ErrorIs(t, err, ErrEmpty)
	m.Proposal = NewGaussian(1, 1./2) // its tails are below
	_, _, err = m.Sample(RealPlus, 100000, rnd)
	var b *BoundError
	require.ErrorAs(t, err, &b)
	assert.Greater(t, b.Excess, 1.0)
	assert.Contains(t, b.Error(), "larger bound")
	assert.Panics(t, func() { NewGaussian(1, 0) })
	assert.Panics(t, func() { NewGaussian(0, 1) })
}

// TestProposals: densities are those of the draws: E 1/q over a box that they fill is its volume.
func TestProposals(t *testing.T) {
	rnd := rand.New(rand.NewPCG(3, 3))
	p := NewGaussian(2, 1.5)
	omega, sum, squares, n := make([]float64, 2), 0.0, 0.0, 40000.0
	for range int(n) {
		p.draw(omega, rnd)
		if math.Abs(omega[0]) < 1 && math.Abs(omega[1]) < 2 {
			v := math.Exp(-p.logDensity(omega))
			sum += v
			squares += v * v
		}
	}
	assert.Less(t, math.Abs(sum/n-8), 4*math.Sqrt((squares/n-sum/n*sum/n)/n))
}
