package minimal_test

import (
	"context"
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"

	"krein/decompose"
	"krein/decompose/minimal"
	"krein/features"
	"krein/features/radial"
	"krein/internal/testlong"
	"krein/kernel/parser"
)

// Features drawn from a minimum have the mean Σ c_j Λ_d(ω_j z) and the variance that the predictor gives, and of one
// part alone that is Measure.Variance.
func TestFeatures(t *testing.T) {
	const dim, z = 4, 1.3
	for _, c := range []struct {
		formula string
		onePart bool
	}{{"1-z^2/4", false}, {"exp(-z^2)", true}} {
		k, err := parser.Parse(c.formula, nil)
		require.NoError(t, err)
		m, err := minimal.New(context.Background(), k, dim, minimal.Domain{Radius: 2, Bias: 1e-2})
		require.NoError(t, err)
		dec := decompose.FromMinimum(m)
		opt := features.Options{Columns: 16}
		p, err := radial.NewPredictor(dec, &opt)
		require.NoError(t, err)
		want, _ := p.Variance(z)
		if plus, minus := p.Counts(); c.onePart {
			require.Zero(t, minus)
			byMass, byImportance := m.Variance([]float64{z})
			assert.InEpsilon(t, byMass/float64(plus), want, 1e-11)
			assert.LessOrEqual(t, byImportance, byMass)
		}
		x := mat.NewDense(2, dim, []float64{0, 0, 0, 0, z / 2, z / 2, z / 2, z / 2})
		n := testlong.Rounds(3000)
		var sum, square float64
		for seed := range n {
			opt.Seed = uint64(seed)
			f, err := features.New(radial.New(dec), &opt)
			require.NoError(t, err)
			phi, err := f.Transform(nil, x)
			require.NoError(t, err)
			v := 0.0
			for j, s := range f.Signature() {
				v += float64(s) * phi.At(0, j) * phi.At(1, j)
			}
			sum += v
			square += v * v
		}
		mean := sum / float64(n)
		variance := square/float64(n) - mean*mean
		at := m.KernelTo(nil, []float64{z})[0]
		assert.InDelta(t, at, mean, 5*math.Sqrt(want/float64(n)), c.formula)
		assert.InEpsilon(t, want, variance, 0.2, c.formula)
	}
}

// The cheapest decomposition of 1 − z²/4 on [0, 2] in R^16: its measure on all of R^16 has infinite mass.
func ExampleNew() {
	k, err := parser.Parse("1-z^2/4", nil)
	if err != nil {
		panic(err)
	}
	m, err := minimal.New(context.Background(), k, 16, minimal.Domain{Radius: 2, Bias: 1e-2})
	if err != nil {
		panic(err)
	}
	fmt.Printf("%d atoms, mass %.2f, no less than %.2f\n", len(m.Atoms), m.Mass, m.Lower)
	phi, err := features.New(radial.New(decompose.FromMinimum(m)), &features.Options{Columns: 256})
	if err != nil {
		panic(err)
	}
	fmt.Println(len(phi.Signature()), "features")
	// Output:
	// 5 atoms, mass 3.53, no less than 3.53
	// 257 features
}
