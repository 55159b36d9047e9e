package plan

import (
	"context"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/features/pair"
	"krein/fourier/language"
	"krein/fourier/stationary"
	_ "krein/internal/testlong" // fewer collections
)

// Counts for pairs are those of the theorems, and of predicted variance: with so many columns the error is the one
// asked for.
func TestPairs(t *testing.T) {
	k, err := language.Parse("shift_gaussian(1/2, 1)", 2, nil)
	require.NoError(t, err)
	r, err := pair.Represent(t.Context(), k, nil)
	require.NoError(t, err)
	set := &PairSettings{Error: 0.05, Diameter: 2, Columns: 64,
		Options: pair.Options{Coupling: pair.Across, Displacements: pair.RandomDisplacements(2, 20, 2, 1)}}
	rows, err := Pairs(t.Context(), r.Polar, r.Bias, set)
	require.NoError(t, err)
	require.Len(t, rows, 5)
	u := Uniform{Dim: 2, Mass: []float64{1}, Second: []float64{2}, Bias: r.Bias} // N(0, I)
	assert.InEpsilon(t, u.Everywhere(2, 0.05, 0.05), rows[0].Columns, 1e-6)
	assert.InDelta(t, 2*math.Ceil(800*math.Log(40)), rows[2].Columns, 2.1)
	o := set.Options
	o.Columns = int(rows[4].Columns)
	p, err := pair.NewPredictor(r.Polar, &o)
	require.NoError(t, err)
	v, err := p.At(t.Context(), &o, 0.01)
	require.NoError(t, err)
	assert.InEpsilon(t, 0.05, math.Sqrt(v.Variance), 0.1)
	assert.Greater(t, rows[3].Columns, rows[4].Columns)
	o.Columns = 64
	v, err = p.At(t.Context(), &o, 0.01)
	require.NoError(t, err)
	assert.InDelta(t, math.Sqrt(v.Variance), rows[4].Error, 1e-9)

	scaled, err := language.Parse("shift_gaussian(1/2, 1)", 2, &stationary.Options{Lengths: []string{"2", "1/2"}})
	require.NoError(t, err)
	other, err := pair.Represent(t.Context(), scaled, nil)
	require.NoError(t, err)
	wide, err := Pairs(t.Context(), other.Polar, other.Bias, set)
	require.NoError(t, err)
	assert.Greater(t, wide[0].Columns, rows[0].Columns)

	ctx, stop := context.WithCancel(t.Context())
	stop()
	_, err = Pairs(ctx, r.Polar, 0, set)
	assert.ErrorIs(t, err, context.Canceled)
	for _, wrong := range []PairSettings{{}, {Error: 1, Diameter: 1}, {Error: 1, Confidence: 2}, {Error: 1},
		{Error: 1, Diameter: 1, Columns: -1, Options: set.Options}} {
		_, err := Pairs(t.Context(), r.Polar, 0, &wrong)
		assert.Error(t, err)
	}
	far := *set
	far.Error = 1e-13 // below the bias
	rows, err = Pairs(t.Context(), r.Polar, 1e-12, &far)
	require.NoError(t, err)
	assert.Zero(t, rows[0].Columns)
	assert.Zero(t, rows[4].Columns)
}
