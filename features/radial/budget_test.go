package radial

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/decompose"
	"krein/features"
	"krein/internal/testlong"
)

func counts(t testing.TB, dec *decompose.Decomposition, opt *features.Options) [2]int {
	p, err := NewPredictor(dec, opt)
	require.NoError(t, err)
	plus, minus := p.Counts()
	return [2]int{plus, minus}
}

func twoChis(plus, minus float64) *decompose.Decomposition {
	return &decompose.Decomposition{Dim: 3,
		Plus:  decompose.Part{Mass: plus, Radii: chi{3, 1}},
		Minus: decompose.Part{Mass: minus, Radii: chi{3, 2}}}
}

func TestBudgets(t *testing.T) {
	equal := &features.Options{Columns: 40}
	proportional := &features.Options{Columns: 40, Budget: features.BudgetProportional}
	assert.Equal(t, [2]int{10, 10}, counts(t, twoChis(3, 1), equal))
	assert.Equal(t, [2]int{15, 5}, counts(t, twoChis(3, 1), proportional))
	assert.Equal(t, [2]int{19, 1}, counts(t, twoChis(1e6, 1), proportional), "a part with mass has a frequency")
	assert.Equal(t, [2]int{1, 19}, counts(t, twoChis(1, 1e6), proportional))
	for b := features.BudgetEqual; b <= features.BudgetVariance; b++ {
		opt := &features.Options{Columns: 40, Budget: b, Distances: []float64{1}}
		only := twoChis(1, 1)
		only.Minus = decompose.Part{Origin: 2}
		assert.Equal(t, [2]int{20, 0}, counts(t, only, opt), "no mass, no frequency")
		only = twoChis(1, 1)
		only.Plus = decompose.Part{}
		assert.Equal(t, [2]int{0, 20}, counts(t, only, opt))
		only.Minus = decompose.Part{}
		assert.Equal(t, [2]int{}, counts(t, only, opt))
		assert.Equal(t, [2]int{1, 1}, counts(t, twoChis(1, 1), &features.Options{Columns: 4, Budget: b, Distances: []float64{1}}))
	}
	assert.Equal(t, [2]int{4, 3}, counts(t, twoChis(1, 1), &features.Options{Columns: 14}))
	assert.Equal(t, [2]int{features.DefaultColumns / 4, features.DefaultColumns / 4}, counts(t, twoChis(1, 1), nil))
}

// Without correlations the best split is Neyman's: proportional to mass times the
// standard deviation of one cosine.
func TestVarianceBudgetIsNeyman(t *testing.T) {
	const z = 1.0
	for _, masses := range [][2]float64{{1, 1}, {3, 1}, {1, 5}} {
		n := counts(t, twoChis(masses[0], masses[1]),
			&features.Options{Columns: 2000, Budget: features.BudgetVariance, Distances: []float64{z}})
		sd := func(tau float64) float64 { return -math.Expm1(-z*z/(tau*tau)) / math.Sqrt2 }
		a, b := masses[0]*sd(1), masses[1]*sd(2)
		assert.InDelta(t, 1000*a/(a+b), float64(n[0]), 1)
	}
}

// The allocation's shortcut for strata costs next to nothing against all splits predicted
// exactly.
func TestVarianceBudgetIsNearTheBest(t *testing.T) {
	dec := twoChis(1, 0.7)
	for i, c := range []features.Coupling{features.Orthogonal, features.Shared, features.Design} {
		for r := features.RadiiIID; r <= features.RadiiImportance; r++ {
			if !testlong.Turn(3*i+int(r), 3) {
				continue
			}
			opt := features.Options{Columns: 32, Coupling: c, Radii: r, Budget: features.BudgetVariance, Distances: []float64{0.5, 1.5}}
			total := func(n [2]int) float64 {
				p := newPredictor(dec, opt, n)
				sum := 0.0
				for _, z := range opt.Distances {
					v, _ := p.Variance(z)
					sum += v
				}
				return sum
			}
			best := math.Inf(1)
			for n := 1; n < 16; n++ {
				best = min(best, total([2]int{n, 16 - n}))
			}
			assert.LessOrEqual(t, total(counts(t, dec, &opt)), 1.02*best, "%v %v", c, r)
		}
	}
}
