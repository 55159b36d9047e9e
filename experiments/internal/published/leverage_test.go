package published

import (
	"context"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"

	"krein/decompose"
	"krein/features"
	"krein/internal/features/maptest"
	"krein/internal/testlong"
	"krein/kernel/parser"
)

// Weights take back what scores prefer, also of the negative part: the estimate has no bias.
func TestLeverage(t *testing.T) {
	k, err := parser.Parse("exp(-z^2/2) - exp(-z^2/8)", nil)
	require.NoError(t, err)
	dec, err := decompose.Jordan(context.Background(), k, 2, nil)
	require.NoError(t, err)
	rows := mat.NewDense(12, 2, nil)
	for i := range 12 {
		rows.SetRow(i, []float64{math.Sqrt(float64(i)), float64(i%5) / 2})
	}
	var seeds []uint64
	l := NewLeverage(rows, func(seed uint64) (*decompose.Decomposition, error) {
		seeds = append(seeds, seed)
		return dec, nil
	})
	x := mat.NewDense(2, 2, []float64{0.5, -0.4, 1.3, 0.7})
	z2 := square(0.8) + square(1.1)
	maptest.Moments(t, testlong.Rounds(1500), l, 12, x, math.Exp(-z2/2)-math.Exp(-z2/8), math.NaN(), "leverage scores")
	assert.Contains(t, seeds, uint64(1))

	_, err = features.New(l, &features.Options{Columns: 7})
	require.ErrorContains(t, err, "7 columns, but 2 parts")
	_, err = features.New(NewLeverage(rows, func(uint64) (*decompose.Decomposition, error) {
		return &decompose.Decomposition{Plus: decompose.Part{Origin: 1}}, nil
	}), &features.Options{Columns: 8})
	require.ErrorContains(t, err, "mass at 0")
}

// Scores are those of the definition, ΨᵀΨ(ΨᵀΨ + λ)⁻¹'s diagonal, here by the other side of Ψ.
func TestLeverages(t *testing.T) {
	rows := mat.NewDense(4, 1, []float64{0, 0.5, 2, 3})
	b := &waves{dim: 1, w: []float64{0.1, 1, 7}, level: []float64{1, 0.5, 2}}
	got, err := leverages(b, rows)
	require.NoError(t, err)
	psi := mat.NewDense(4, 6, nil)
	for i := range 4 {
		for f, w := range b.w {
			sin, cos := math.Sincos(w * rows.At(i, 0))
			psi.Set(i, 2*f, b.level[f]*cos)
			psi.Set(i, 2*f+1, b.level[f]*sin)
		}
	}
	var gram, outer, shifted, by mat.Dense
	gram.Mul(psi.T(), psi)
	outer.Mul(psi, psi.T())
	lambda := leverageRidge * mat.Norm(&outer, 2)
	shifted.CloneFrom(&gram)
	for i := range 6 {
		shifted.Set(i, i, shifted.At(i, i)+lambda)
	}
	require.NoError(t, by.Solve(&shifted, &gram))
	for f := range got {
		assert.InDelta(t, by.At(2*f, 2*f)+by.At(2*f+1, 2*f+1), got[f], 1e-9)
	}
	_, err = leverages(b, mat.NewDense(1, 1, []float64{math.Inf(1)}))
	require.ErrorContains(t, err, "row 1")
}

func square(x float64) float64 { return x * x }
