package density_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/ball"
	"krein/internal/hankel/closed"
	"krein/internal/hankel/density"
	"krein/internal/hankel/hankeltest"
	"krein/internal/hankel/quadrature"
)

// TestAtomsAtOneRadius: atoms are added up where their radii are proved to be equal, and nothing is proved of them
// where that is not known.
func TestAtomsAtOneRadius(t *testing.T) {
	p, err := density.New(hankeltest.Parse(t, "2*cos((sqrt(2)+sqrt(3))*z) - cos(sqrt(5+2*sqrt(6))*z)"), 1, nil)
	require.NoError(t, err)
	require.Len(t, p.Atoms(), 1)
	assert.True(t, p.Atoms()[0].Weight.Same(closed.IntNum(1)))
	p, err = density.New(hankeltest.Parse(t, "2*cos(sqrt(2)*z) - cos(1.41421356237309505*z)"), 1, nil)
	require.NoError(t, err)
	assert.Len(t, p.Atoms(), 2)
	// equal, and not seen to be
	_, err = density.New(hankeltest.Parse(t, "2*cos(sin(2)*z) - cos(2*sin(1)*cos(1)*z)"), 1, nil)
	var none *density.NotEnclosedError
	assert.ErrorAs(t, err, &none)
}

// TestMaternBasis: half-integer Matérn kernels are one element of the basis, exactly.
func TestMaternBasis(t *testing.T) {
	for _, f := range []string{"matern(1/2,3)", "matern(3/2,2)", "matern(5/2,1.5)", "matern(9/2,7/3)"} {
		p, err := density.New(hankeltest.Parse(t, f), 3, nil)
		require.NoError(t, err)
		require.Len(t, p.Parts(), 1)
		m := p.Parts()[0].(*closed.Matern)
		for i, b := range m.B {
			assert.Equal(t, i < len(m.B)-1, b.IsZero(), "%s, %d", f, i)
		}
	}
}

// TestOpen: without a plan nothing is known of a part without a closed form, and one up to infinity, in which there may
// be atoms, is refused.
func TestOpen(t *testing.T) {
	var none *density.NotEnclosedError
	for _, f := range []string{"1/(1+exp(z^2))", "cos(z)-1/(1+exp(z^2))"} {
		_, err := density.New(hankeltest.Parse(t, f), 1, nil)
		require.ErrorAs(t, err, &none, f)
		assert.Contains(t, none.Because, "has no closed form")
	}
	left := new(density.Plan)
	for f, plan := range map[string]*density.Plan{"arccos0": nil, "z < 1 ? sqrt(1-z) : exp(-z)": nil,
		"1/(1+exp(z^2))": left} {
		p, err := density.New(hankeltest.Parse(t, f), 1, plan)
		require.NoError(t, err, f)
		q, ok := p.Parts()[len(p.Parts())-1].(*density.OpenPart)
		require.True(t, ok, f)
		assert.Equal(t, plan == nil, q.To != nil, f)
		var v ball.Real
		_, err = quadrature.At(context.Background(), p, &v, ball.NewReal(1), 64)
		require.ErrorAs(t, err, &none, f)
		assert.True(t, v.Indeterminate(), f)
	}
}
