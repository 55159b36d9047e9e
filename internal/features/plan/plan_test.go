package plan

import (
	"context"
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"

	"krein/decompose"
	"krein/features"
	"krein/features/radial"
	"krein/features/step"
	"krein/internal/elem64"
	"krein/kernel/parser"
)

func fourier(t testing.TB, formula string, d int) features.Stationary {
	t.Helper()
	k, err := parser.Parse(formula, nil)
	require.NoError(t, err)
	dec, err := decompose.Jordan(t.Context(), k, d, nil)
	require.NoError(t, err)
	return radial.New(dec)
}

// β_d is 66 at d = 64, its largest value, and tends to 64 (Sutherland and Schneider, after Proposition 1).
func TestBeta(t *testing.T) {
	assert.InDelta(t, 66, Beta(64), 0.5)
	assert.InDelta(t, 64, Beta(1e6), 0.1)
	for d := 1; d < 300; d++ {
		assert.LessOrEqual(t, Beta(d), Beta(64)+1e-6)
	}
	// (1)^{−1/2} + 1 times 2^{7/2} at d = 2
	assert.InEpsilon(t, 2*math.Exp2(3.5), Beta(2), 1e-14)
}

// The bound solved for M gives δ back, with E‖w‖² = d of the unit Gaussian.
func TestUniform(t *testing.T) {
	u := Uniform{Dim: 4, Mass: []float64{2, 0.5}, Second: []float64{4, 9}, Bias: 0.001}
	const diameter, eps, delta = 3, 0.051, 0.1
	m := u.Everywhere(diameter, eps, delta) / 4
	alpha := 2 * (2*2 + 0.5*3)
	p := Beta(4) * elem64.Pow(alpha*diameter/0.05, 8.0/6) * math.Exp(-m*0.05*0.05/(24*2.5*2.5))
	assert.InEpsilon(t, delta, p, 1e-4)
	one := u.AtOne(eps, delta) / 4
	assert.InEpsilon(t, delta, 2*math.Exp(-one*0.05*0.05/(2*2.5*2.5)), 1e-3)
	assert.Less(t, one, m)
	// a single part: both ways are the same
	s := Uniform{Dim: 4, Mass: []float64{2, 0}, Second: []float64{4, 0}}
	assert.Equal(t, s.Everywhere(3, 0.1, 0.1), s.PartByPart(3, 0.1, 0.1))
	both := Uniform{Dim: 4, Mass: []float64{2, 2}, Second: []float64{4, 4}}
	assert.Equal(t, 2*both1(both, 0.05), both.PartByPart(3, 0.1, 0.1))
	assert.Equal(t, math.Inf(1), u.Everywhere(3, 0.001, 0.1))
	assert.Equal(t, math.Inf(1), u.PartByPart(3, 0.001, 0.1))
	assert.Equal(t, math.Inf(1), u.AtOne(0.0005, 0.1))
	none := Uniform{Dim: 2}
	assert.Zero(t, none.Everywhere(1, 0.1, 0.1))
	assert.Zero(t, none.AtOne(0.1, 0.1))
}

// both1 is the count of one part with half of delta.
func both1(u Uniform, eps float64) float64 {
	s := Uniform{Dim: u.Dim, Mass: []float64{u.Mass[0], 0}, Second: u.Second}
	return s.Everywhere(3, eps, 0.05)
}

// Maps with the columns that are asked for keep what they promise: the share of maps whose error at the
// worst of the distances is larger than predicted, and the mean square.
func TestKept(t *testing.T) {
	rep := fourier(t, "exp(-z^2/2) - 0.5*exp(-z^2/8)", 3)
	z := []float64{0.5, 1, 2}
	set := Settings{Error: 0.08, Confidence: 0.9, Diameter: 2, Distances: z,
		Options: features.Options{Coupling: features.Orthogonal}}
	rows, err := Run(t.Context(), rep, &set)
	require.NoError(t, err)
	require.Len(t, rows, 5)
	for i := range 3 { // proved ones are dearer
		assert.True(t, rows[i].Proved)
		assert.Greater(t, rows[i].Columns, rows[3].Columns)
	}
	assert.Greater(t, rows[0].Columns, rows[2].Columns)
	assert.Greater(t, rows[3].Columns, rows[4].Columns)
	x := mat.NewDense(2, 3, nil)
	const n = 400
	out, square := [3]float64{}, 0.0
	for seed := range uint64(n) {
		for at, columns := range []float64{rows[3].Columns, rows[4].Columns} {
			opt := set.Options
			opt.Columns, opt.Seed = int(columns), seed
			m, err := features.New(rep, &opt)
			require.NoError(t, err)
			for i, d := range z {
				for j := range 3 {
					x.Set(1, j, d/math.Sqrt(3))
				}
				phi, err := m.Transform(nil, x)
				require.NoError(t, err)
				e := -(math.Exp(-d*d/2) - 0.5*math.Exp(-d*d/8))
				for j, s := range m.Signature() {
					e += s * phi.At(0, j) * phi.At(1, j)
				}
				switch {
				case at == 1:
					square += e * e / n / 3
				case math.Abs(e) > set.Error:
					out[i] += 1.0 / n
				}
			}
		}
	}
	for _, share := range out {
		assert.Less(t, share, 0.1+4*math.Sqrt(0.09/n))
	}
	assert.Greater(t, max(out[0], out[1], out[2]), 0.04)
	assert.InEpsilon(t, set.Error, math.Sqrt(square), 0.12)
}

// Asked the other way round, the answer is the error that was asked for.
func TestReverse(t *testing.T) {
	rep := fourier(t, "exp(-z^2/2)", 5)
	set := Settings{Error: 0.02, Diameter: 3, Distances: []float64{1, 2}}
	rows, err := Run(t.Context(), rep, &set)
	require.NoError(t, err)
	for i, r := range rows {
		set.Columns = int(r.Columns)
		back, err := Run(t.Context(), rep, &set)
		require.NoError(t, err)
		assert.InEpsilon(t, set.Error, back[i].Error, 0.01, r.Criterion)
		assert.LessOrEqual(t, back[i].Error, set.Error*(1+1e-5))
	}
	sphere, err := Run(t.Context(), step.ArcCosine(1, 16),
		&Settings{Error: 0.005, Diameter: 2, Distances: []float64{1, 1.4}, Columns: 512})
	require.NoError(t, err)
	require.Len(t, sphere, 2)
	assert.Less(t, sphere[1].Columns, 400.0)
	assert.Less(t, sphere[1].Error, 0.005)
}

func TestErrors(t *testing.T) {
	rep := fourier(t, "exp(-z^2/2)", 2)
	good := Settings{Error: 0.1, Diameter: 1, Distances: []float64{1}}
	for want, change := range map[string]func(*Settings){
		"an error of 0":     func(s *Settings) { s.Error = 0 },
		"a confidence of 2": func(s *Settings) { s.Confidence = 2 },
		"a diameter of 0":   func(s *Settings) { s.Diameter = 0 },
		"no distances":      func(s *Settings) { s.Distances = nil },
		"-1 columns":        func(s *Settings) { s.Columns = -1 },
	} {
		s := good
		change(&s)
		_, err := Run(t.Context(), rep, &s)
		require.ErrorContains(t, err, want)
	}
	tiny := good
	tiny.Error = 1e-9
	rows, err := Run(t.Context(), rep, &tiny)
	require.NoError(t, err)
	assert.Greater(t, rows[4].Columns, 1e12)
	heavy := Settings{Error: 0.1, Diameter: 1, Distances: []float64{1}, Columns: 64}
	rows, err = Run(t.Context(), fourier(t, "exp(-z)", 2), &heavy) // E‖w‖² is infinite
	require.NoError(t, err)
	assert.Zero(t, rows[0].Columns)
	assert.Zero(t, rows[0].Error)
	assert.Positive(t, rows[2].Error)
	stopped, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = Run(stopped, rep, &good)
	require.ErrorIs(t, err, context.Canceled)
}

func ExampleRun() {
	k, err := parser.Parse("exp(-z^2/2)", nil)
	if err != nil {
		panic(err)
	}
	dec, err := decompose.Jordan(context.Background(), k, 4, nil)
	if err != nil {
		panic(err)
	}
	rows, err := Run(context.Background(), radial.New(dec), &Settings{
		Error: 0.05, Confidence: 0.95, Diameter: 2, Distances: []float64{0.5, 1, 1.5, 2},
	})
	if err != nil {
		panic(err)
	}
	for _, r := range rows {
		fmt.Printf("%s: %.2g columns\n", r.Criterion, r.Columns)
	}
	// Output:
	// at all distances to 2 at once: 2.6e+05 columns
	// at all distances to 2 at once: 2.6e+05 columns
	// at one distance: 5.9e+03 columns
	// at the worst of the distances: 1.5e+03 columns
	// root mean square over the distances: 2.2e+02 columns
}

// known has the variance z²/columns and the bias z/10.
type known struct{ features.Stationary }

func (known) Bias(z float64) (float64, bool) { return z / 10, true }

func (known) Predict(_ *features.Options, distances []float64) (features.Prediction, error) {
	sum := 0.0
	for _, z := range distances {
		sum += z * z / float64(len(distances))
	}
	return falling(sum), nil
}

type falling float64

func (f falling) At(_ context.Context, columns int) (float64, error) {
	return float64(f) / float64(columns), nil
}

// Bias and variance are put together: largest of z/10 + q·z/√n, and √(mean z²·(1/n + 1/100)).
func TestBiasAndVariance(t *testing.T) {
	set := Settings{Error: 0.5, Confidence: 0.9, Diameter: 4, Distances: []float64{1, 2}, Columns: 100}
	rows, err := Run(t.Context(), known{}, &set)
	require.NoError(t, err)
	require.Len(t, rows, 2)
	const q = 1.6448536269514722
	assert.InEpsilon(t, 0.2+q*0.2, rows[0].Error, 1e-12)
	assert.InEpsilon(t, math.Sqrt(2.5*(0.01+0.01)), rows[1].Error, 1e-12)
	assert.InDelta(t, (2*q/0.3)*(2*q/0.3), rows[0].Columns, 4)
	assert.InDelta(t, 2.5/(0.25-0.025), rows[1].Columns, 4)
	set.Error = 0.19 // beyond reach at z = 2
	rows, err = Run(t.Context(), known{}, &set)
	require.NoError(t, err)
	assert.Zero(t, rows[0].Columns)
	assert.Positive(t, rows[1].Columns)
}
