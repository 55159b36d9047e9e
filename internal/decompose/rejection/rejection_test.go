package rejection

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"

	_ "krein/internal/testlong" // a fixed seed
)

// laplace is (1 + aΔ₁)exp(−‖Δ‖₁): μ = Π 1/(π(1+ω²)) times 1 − 2iaω₁/(1+ω₁²)·… by differentiation of the measure.
func laplace(dim int, a float64) *Measure {
	return &Measure{
		Proposal: Cauchy(dim, 1), LogBound: math.Log1p(math.Abs(a)),
		Density: func(omega []float64, shift float64) complex128 {
			s := -shift
			for _, w := range omega {
				s -= math.Log1p(w*w) + math.Log(math.Pi)
			}
			return complex(math.Exp(s), 0) * complex(1, -2*a*omega[0]/(1+omega[0]*omega[0]))
		},
	}
}

// TestParts: the parts with their estimated masses reproduce the kernel, its odd part too. ∫|μ_I|/2 = a∫ω/(1+ω²)² 2/π =
// a/π.
func TestParts(t *testing.T) {
	const a = 0.8
	m := laplace(2, a)
	rnd := rand.New(rand.NewPCG(1, 1))
	plus, minus, imaginary, err := m.Masses(40000, rnd)
	require.NoError(t, err)
	assert.InDelta(t, 1, plus.Value, 4*plus.Deviation+1e-12)
	assert.Zero(t, minus.Value)
	assert.InDelta(t, a/math.Pi, imaginary.Value, 4*imaginary.Deviation)
	assert.Less(t, imaginary.Deviation, 0.01)
	parts := m.Parts(Masses{RealPlus: 1, Imaginary: a / math.Pi})
	require.Len(t, parts, 2)
	assert.Equal(t, "I", parts[1].Name())
	assert.Equal(t, 2*a/math.Pi, parts[1].Mass())
	for _, delta := range [][]float64{{0.7, 0.2}, {-0.7, 0.2}, {1.5, -1}} {
		got, variance, n := 0.0, 0.0, 20000.0
		for _, p := range parts {
			sum, squares, omega := 0.0, 0.0, make([]float64, 2)
			for range int(n) {
				phase := p.Draw(omega, nil, rnd)
				v := math.Cos(omega[0]*delta[0] + omega[1]*delta[1] + phase)
				sum += v
				squares += v * v
			}
			got += p.Mass() * sum / n
			variance += p.Mass() * p.Mass() * (squares/n - sum/n*sum/n) / n
		}
		want := (1 + a*delta[0]) * math.Exp(-math.Abs(delta[0])-math.Abs(delta[1]))
		assert.Less(t, math.Abs(got-want), 4*math.Sqrt(variance), "%v: %v instead of %v", delta, got, want)
	}
}

// TestErrors: an envelope that is none, a measure that is empty.
func TestErrors(t *testing.T) {
	rnd := rand.New(rand.NewPCG(2, 2))
	m := laplace(1, 0)
	_, _, err := m.Sample(RealMinus, 3, rnd)
	assert.ErrorIs(t, err, ErrEmpty)
	omega := []float64{0}
	(&Part{m, Imaginary, 1}).Draw(omega, nil, rnd)
	assert.True(t, math.IsNaN(omega[0]))
	m.Proposal = Gaussian(1, 1) // its tails are below
	_, _, err = m.Sample(RealPlus, 100000, rnd)
	var b *BoundError
	require.ErrorAs(t, err, &b)
	assert.Greater(t, b.Excess, 1.0)
	assert.Contains(t, b.Error(), "larger bound")
	_, _, _, err = m.Masses(100000, rnd)
	assert.ErrorAs(t, err, &b)
	assert.Panics(t, func() { Gaussian(1, 0) })
	assert.Panics(t, func() { Cauchy(0, 1) })
}

// TestProposals: densities are those of the draws: E 1/q over a box that they fill is its volume.
func TestProposals(t *testing.T) {
	rnd := rand.New(rand.NewPCG(3, 3))
	for _, p := range []Proposal{Gaussian(2, 1.5), Cauchy(2, 1.5)} {
		omega, sum, squares, n := make([]float64, 2), 0.0, 0.0, 40000.0
		for range int(n) {
			p.Draw(omega, rnd)
			if math.Abs(omega[0]) < 1 && math.Abs(omega[1]) < 2 {
				v := math.Exp(-p.LogDensity(omega))
				sum += v
				squares += v * v
			}
		}
		assert.Less(t, math.Abs(sum/n-8), 4*math.Sqrt((squares/n-sum/n*sum/n)/n))
	}
}

// TestLeastSquares: a matrix of the model's form gives the masses back; the printed sign would give ξ₃ = 0.
func TestLeastSquares(t *testing.T) {
	rnd := rand.New(rand.NewPCG(4, 4))
	random := func(n, d int) *mat.Dense {
		m := mat.NewDense(n, d, nil)
		for i := range n {
			for j := range d {
				m.Set(i, j, rnd.NormFloat64())
			}
		}
		return m
	}
	x := random(12, 3)
	f := &Frequencies{random(20, 3), random(15, 3), random(9, 3)}
	gram := mat.NewDense(12, 12, nil)
	for i := range 12 {
		for j := range 12 {
			mean := func(omega *mat.Dense, fn func(float64) float64) float64 {
				s, count := 0.0, omega.RawMatrix().Rows
				for l := range count {
					dot := 0.0
					for c := range 3 {
						dot += omega.At(l, c) * (x.At(i, c) - x.At(j, c))
					}
					s += fn(dot)
				}
				return s / float64(count)
			}
			gram.Set(i, j, 2.5*mean(f.RealPlus, math.Cos)-1.25*mean(f.RealMinus, math.Cos)-2*0.75*mean(f.Imaginary, math.Sin))
		}
	}
	m := LeastSquares(gram, x, 1.25, f)
	assert.InDelta(t, 2.5, m.RealPlus, 1e-12)
	assert.InDelta(t, 1.25, m.RealMinus, 1e-12)
	assert.InDelta(t, 0.75, m.Imaginary, 1e-12)
	assert.InDelta(t, 5.25, m.Total(), 1e-12)
	assert.Zero(t, LeastSquares(gram.T(), x, 1.25, f).Imaginary) // k(−Δ): ξ₃ ≥ 0 binds
	f.RealMinus, f.Imaginary = nil, nil
	assert.Equal(t, Masses{RealPlus: 1.25}, LeastSquares(gram, x, 1.25, f))
	assert.Panics(t, func() { LeastSquares(random(3, 3), x, 1, f) })
	assert.Panics(t, func() { LeastSquares(gram, random(12, 2), 1, f) })
}
