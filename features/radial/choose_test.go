package radial

import (
	"context"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"

	"krein/decompose"
	"krein/features"
	"krein/internal/testlong"
)

// Choices are in the order of predicted variance, with the numbers of a Curve, and Auto draws
// the map of the first.
func TestAutoTakesTheFirstChoice(t *testing.T) {
	ctx := context.Background()
	dec := deltaGaussian(16, 1, 10)
	opt := features.Options{Columns: 64, Coupling: features.Auto, Seed: 7, Distances: []float64{0.9, 1.4, 1.9}}
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
		curve, err := NewCurve(dec, &features.Options{Coupling: c.Coupling, Radii: c.Radii, Budget: c.Budget}, opt.Distances)
		require.NoError(t, err)
		want, err := curve.At(ctx, 64)
		require.NoError(t, err)
		assert.InEpsilon(t, want, c.Variance, 4*roughTol)
	}
	best := choices[0]
	assert.Equal(t, features.RadiiImportance, best.Radii)
	assert.LessOrEqual(t, best.Minus, 2, "the nearly constant part costs hardly a frequency")
	auto, err := NewCurve(dec, &opt, opt.Distances)
	require.NoError(t, err)
	v, err := auto.At(ctx, 64)
	require.NoError(t, err)
	assert.InEpsilon(t, best.Variance, v, 4*roughTol)
	plus, minus, err := auto.Counts(ctx, 64)
	require.NoError(t, err)
	assert.Equal(t, [2]int{best.Plus, best.Minus}, [2]int{plus, minus})

	chosen := best.Options(opt)
	same := make([]*mat.Dense, 2)
	for i, o := range []*features.Options{&opt, &chosen} {
		m, err := features.New(New(dec), o)
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
		c, err := Choose(ctx, dec, &features.Options{Columns: columns, Distances: distances}, nil)
		require.NoError(t, err)
		return c[0]
	}
	assert.Equal(t, features.Design, best(gaussian(16, 1), 288).Coupling)
	assert.Equal(t, features.Orthogonal, best(gaussian(16, 1), 32).Coupling, "one basis is one basis")
	assert.Equal(t, features.Orthogonal, best(gaussian(1, 1), 32).Coupling)
	assert.Equal(t, features.Shared, best(deltaGaussian(4, 1, 1.1), 16).Coupling)

	c, err := Choose(ctx, gaussian(3, 1), &features.Options{Distances: distances},
		&Choices{Couplings: []features.Coupling{features.IID, features.Structured}, Radii: []features.RadiusLaw{features.RadiiIID, features.RadiiStratified},
			Budgets: []features.Budget{features.BudgetEqual}})
	require.NoError(t, err)
	require.Len(t, c, 4)
	assert.Equal(t, Choice{features.Structured, features.RadiiStratified, features.BudgetEqual, features.ExactNone, features.DefaultColumns / 2, 0,
		c[0].Variance}, c[0])
	assert.Equal(t, Choice{features.IID, features.RadiiIID, features.BudgetEqual, features.ExactNone, features.DefaultColumns / 2, 0, c[3].Variance}, c[3])

	for want, f := range map[string]func() error{
		"needs distances": func() error { _, err := Choose(ctx, gaussian(3, 1), nil, nil); return err },
		"need distances": func() error {
			_, err := features.New(New(gaussian(3, 1)), &features.Options{Coupling: features.Auto})
			return err
		},
		"not one to choose": func() error {
			_, err := Choose(ctx, gaussian(3, 1), &features.Options{Distances: distances}, &Choices{Couplings: []features.Coupling{features.Auto}})
			return err
		},
		"even number": func() error {
			_, err := Choose(ctx, gaussian(3, 1), &features.Options{Columns: 3, Distances: distances}, nil)
			return err
		},
		"context canceled": func() error {
			cancelled, cancel := context.WithCancel(ctx)
			cancel()
			_, err := Choose(cancelled, gaussian(3, 1), &features.Options{Distances: distances}, nil)
			return err
		},
	} {
		assert.ErrorContains(t, f(), want)
	}
}

// One chooser for several numbers of columns ranks as one for each of them: which parts may be exact depends on that.
func TestChooserOfColumns(t *testing.T) {
	dec := gaussian(3, 1)
	dec.Minus = gaussian(3, 100).Plus // which hardly varies at these distances
	among := &Choices{Couplings: []features.Coupling{features.IID, features.Orthogonal}, Radii: []features.RadiusLaw{features.RadiiImportance}}
	for _, onSphere := range []bool{false, true} {
		opt := &features.Options{Columns: 64, Distances: []float64{0.5, 1}, OnSphere: onSphere}
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
			exact[columns] = slices.ContainsFunc(got, func(c Choice) bool { return c.Exact != features.ExactNone })
		}
		assert.Equal(t, map[int]bool{64: true, 20: true, 8: onSphere, 4: false}, exact)
	}
}
