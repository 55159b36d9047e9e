package columns

import (
	"context"
	"errors"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"

	"krein/learn"
)

// What weighs most is found whatever the columns' scale, also where the columns of greatest variance say nothing about
// labels, and a machine on it alone does as well.
func TestStrongest(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	x, y := mat.NewDense(300, 6, nil), make([]int, 300)
	for i := range y {
		for j := range 6 {
			x.Set(i, j, rng.NormFloat64()*[]float64{100, 50, 1, 0.1, 0.01, 0}[j])
		}
		if x.At(i, 2)+10*x.At(i, 3) > 0 { // the two of them as much
			y[i] = 1
		}
	}
	var c *learn.Classifier
	fit := func(x *mat.Dense) float64 {
		var err error
		c, err = (&learn.LinearSVM{Convex: learn.Convex{C: 10}, Classes: 2}).Fit(context.Background(), learn.Matrix(x), y)
		require.NoError(t, err)
		found, err := c.Predict(context.Background(), learn.Matrix(x))
		require.NoError(t, err)
		right := 0
		for i := range y {
			if found[i] == y[i] {
				right++
			}
		}
		return float64(right) / 300
	}
	fit(x)
	squares, err := SumsOfSquares(learn.Matrix(x))
	require.NoError(t, err)
	for j, v := range squares { // of more rows than a block has
		assert.InDelta(t, mat.Dot(x.ColView(j), x.ColView(j)), v, 1e-12*v)
	}
	strongest := func(l *learn.Linear, x *mat.Dense, n int) []int {
		some, err := Strongest(l, learn.Matrix(x), n)
		require.NoError(t, err)
		return some
	}
	some := strongest(&c.Linear, x, 2)
	assert.Equal(t, []int{2, 3}, some)
	assert.Equal(t, []int{0, 1, 2, 3, 4, 5}, strongest(&c.Linear, x, 9))
	assert.Greater(t, fit(Of(x, some)), 0.98)
	assert.Less(t, fit(Of(x, []int{0, 1})), 0.7)

	one := mat.NewDense(1, 3, []float64{1, 1, 1})
	l := &learn.Linear{Weights: mat.NewDense(2, 3, []float64{1, 2, 2, 2, 1, -1})} // of equals the first
	assert.Equal(t, []int{0}, strongest(l, one, 1))
	one.Set(0, 0, 0.9)
	assert.Equal(t, []int{1, 2}, strongest(l, one, 2))
	assert.Panics(t, func() { _, _ = Strongest(l, learn.Matrix(x), 1) })
	assert.Panics(t, func() { _, _ = Strongest(l, learn.Matrix(one), 0) })
	_, err = Strongest(&learn.Linear{Weights: mat.NewDense(1, 2, nil)}, learn.Mapped(broken{}, x), 1)
	assert.ErrorIs(t, err, errBroken)
}

var errBroken = errors.New("broken")

// broken is a map that fails.
type broken struct{}

func (broken) Columns() int { return 2 }

func (broken) Transform(*mat.Dense, mat.Matrix) (*mat.Dense, error) { return nil, errBroken }

// Picked columns of T give those columns of Ψ, with their signs.
func TestPick(t *testing.T) {
	x := mat.NewDense(4, 3, []float64{1, 2, 3, -1, 0, 2, 2, 2, 1, 0, 1, 1})
	c, err := learn.NewPrincipal(context.Background(), learn.Matrix(x), []float64{1, 1, -1}, 3)
	require.NoError(t, err)
	p := Pick(c, []int{2, 0})
	var all, some mat.Dense
	all.Mul(x, c.By)
	some.Mul(x, p.By)
	assert.True(t, mat.EqualApprox(Of(&all, []int{2, 0}), &some, 1e-14))
	assert.Equal(t, []float64{c.Signature()[2], c.Signature()[0]}, p.Signature())
}
