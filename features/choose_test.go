package features

import (
	"context"
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"

	"krein/decompose"
	"krein/internal/testlong"
)

// Choices are in the order of predicted variance, with the numbers of a Curve, and Auto draws
// the map of the first.
func TestAutoTakesTheFirstChoice(t *testing.T) {
	ctx := context.Background()
	dec := deltaGaussian(16, 1, 10)
	opt := Options{Columns: 64, Coupling: Auto, Seed: 7, Distances: []float64{0.9, 1.4, 1.9}}
	choices, err := Choose(ctx, dec, &opt, nil)
	require.NoError(t, err)
	require.Len(t, choices, 6)
	for i, c := range choices {
		assert.Equal(t, 32, c.Plus+c.Minus)
		if i > 0 {
			assert.GreaterOrEqual(t, c.Variance, choices[i-1].Variance*(1-1e-9))
		}
		if !testlong.Turn(i, 3) {
			continue
		}
		curve, err := NewCurve(dec, &Options{Coupling: c.Coupling, Radii: c.Radii, Budget: c.Budget}, opt.Distances)
		require.NoError(t, err)
		want, err := curve.At(ctx, 64)
		require.NoError(t, err)
		assert.InEpsilon(t, want, c.Variance, 4*roughTol)
	}
	best := choices[0]
	assert.Equal(t, RadiiImportance, best.Radii)
	assert.LessOrEqual(t, best.Minus, 2, "the nearly constant part costs hardly a frequency")
	auto, err := NewCurve(dec, &opt, opt.Distances)
	require.NoError(t, err)
	v, err := auto.At(ctx, 64)
	require.NoError(t, err)
	assert.InEpsilon(t, best.Variance, v, 4*roughTol)
	plus, minus, err := auto.Counts(ctx, 64)
	require.NoError(t, err)
	assert.Equal(t, [2]int{best.Plus, best.Minus}, [2]int{plus, minus})

	chosen := best.options(opt)
	same := make([]*mat.Dense, 2)
	for i, o := range []*Options{&opt, &chosen} {
		m, err := New(Fourier(dec), o)
		require.NoError(t, err)
		same[i], _ = m.Frequencies()
	}
	assert.True(t, mat.Equal(same[0], same[1]))
	p, err := NewPredictor(dec, &opt)
	require.NoError(t, err)
	q, err := NewPredictor(dec, &chosen)
	require.NoError(t, err)
	a, _ := p.Variance(1.3)
	b, _ := q.Variance(1.3)
	assert.Equal(t, b, a)
}

// At d = 16 with nine bases designs are best; in R¹ there is nothing to choose between couplings,
// and the first stays.
func TestChoose(t *testing.T) {
	ctx := context.Background()
	distances := []float64{1, 1.5, 2}
	best := func(dec *decompose.Decomposition, columns int) Choice {
		c, err := Choose(ctx, dec, &Options{Columns: columns, Distances: distances}, nil)
		require.NoError(t, err)
		return c[0]
	}
	assert.Equal(t, Design, best(gaussian(16, 1), 288).Coupling)
	assert.Equal(t, Orthogonal, best(gaussian(16, 1), 32).Coupling, "one basis is one basis")
	assert.Equal(t, Orthogonal, best(gaussian(1, 1), 32).Coupling)
	assert.Equal(t, Shared, best(deltaGaussian(4, 1, 1.1), 16).Coupling)

	c, err := Choose(ctx, gaussian(3, 1), &Options{Distances: distances},
		&Choices{Couplings: []Coupling{IID, Structured}, Radii: []RadiusLaw{RadiiIID, RadiiStratified},
			Budgets: []Budget{BudgetEqual}})
	require.NoError(t, err)
	require.Len(t, c, 4)
	assert.Equal(t, Choice{Structured, RadiiStratified, BudgetEqual, ExactNone, DefaultColumns / 2, 0,
		c[0].Variance}, c[0])
	assert.Equal(t, Choice{IID, RadiiIID, BudgetEqual, ExactNone, DefaultColumns / 2, 0, c[3].Variance}, c[3])

	for want, f := range map[string]func() error{
		"needs distances": func() error { _, err := Choose(ctx, gaussian(3, 1), nil, nil); return err },
		"need distances":  func() error { _, err := New(Fourier(gaussian(3, 1)), &Options{Coupling: Auto}); return err },
		"not one to choose": func() error {
			_, err := Choose(ctx, gaussian(3, 1), &Options{Distances: distances}, &Choices{Couplings: []Coupling{Auto}})
			return err
		},
		"even number": func() error {
			_, err := Choose(ctx, gaussian(3, 1), &Options{Columns: 3, Distances: distances}, nil)
			return err
		},
		"context canceled": func() error {
			cancelled, cancel := context.WithCancel(ctx)
			cancel()
			_, err := Choose(cancelled, gaussian(3, 1), &Options{Distances: distances}, nil)
			return err
		},
	} {
		assert.ErrorContains(t, f(), want)
	}
}

// The best combinations of Evaluate are those of Choose for each number of columns.
func TestEvaluateTheBest(t *testing.T) {
	dec := cases()["gaussians"].dec
	dec.Plus.Origin, dec.Minus.Origin = 0, 0
	k := func(z float64) float64 { return 1.5*math.Exp(-z*z/2) - 0.8*math.Exp(-z*z/8) }
	x := data(60, 2, 1)
	s := &EvaluateSettings{Runs: 2, Columns: []int{32, 128}, Best: 2, Seed: 4}
	results, err := Evaluate(context.Background(), k, dec, x, s)
	require.NoError(t, err)
	require.Len(t, results, 4)
	for i, columns := range s.Columns {
		choices, err := Choose(context.Background(), dec,
			&Options{Columns: columns, Distances: SampleDistances(x, 64, 4)}, nil)
		require.NoError(t, err)
		for j, r := range results[2*i : 2*i+2] {
			assert.Equal(t, columns, r.Columns)
			assert.Equal(t, columns, r.Total)
			assert.Equal(t, choices[j].Coupling, r.Coupling)
			assert.Equal(t, choices[j].Radii, r.Radii)
		}
	}
	dec.Plus.Origin = 0.5
	s.Couplings, s.Columns = []Coupling{IID}, []int{8}
	results, err = Evaluate(context.Background(), func(z float64) float64 { return k(z) + 0.5 }, dec, x, s)
	require.NoError(t, err)
	require.Len(t, results, 2)
	assert.Equal(t, 9, results[0].Total, "the constant column comes on top")
}

// One chooser for several numbers of columns ranks as one for each of them: which parts may be exact depends on that.
func TestChooserOfColumns(t *testing.T) {
	dec := gaussian(3, 1)
	dec.Minus = gaussian(3, 100).Plus // which hardly varies at these distances
	among := &Choices{Couplings: []Coupling{IID, Orthogonal}, Radii: []RadiusLaw{RadiiImportance}}
	for _, onSphere := range []bool{false, true} {
		opt := &Options{Columns: 64, Distances: []float64{0.5, 1}, OnSphere: onSphere}
		c, err := NewChooser(dec, opt, among)
		require.NoError(t, err)
		exact := map[int]bool{}
		for _, columns := range []int{64, 8, 4, 20} {
			got, err := c.At(t.Context(), columns)
			require.NoError(t, err)
			one := *opt
			one.Columns = columns
			want, err := Choose(t.Context(), dec, &one, among)
			require.NoError(t, err)
			assert.Equal(t, want, got, "%d columns", columns)
			exact[columns] = slices.ContainsFunc(got, func(c Choice) bool { return c.Exact != ExactNone })
		}
		assert.Equal(t, map[int]bool{64: true, 20: true, 8: onSphere, 4: false}, exact)
	}
}
