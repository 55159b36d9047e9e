package stationary_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/fourier/language"
	"krein/fourier/stationary"
	"krein/internal/budget"
	"krein/internal/testlong"
)

// much is a sum of n squares with constants that are no rational numbers, the same products in all of them.
func much(n int) string {
	var terms []string
	for i := range n {
		terms = append(terms, fmt.Sprintf("(sqrt(2)*l1+sqrt(%d)*sum(x))^2", 4*i+3))
	}
	return "exp(-l1)*(" + strings.Join(terms, "+") + ")"
}

// TestTensorWithin: the products of a kernel are found within a budget of work, those that cancel and those in the
// coordinates of a quadratic form as well; who has many kernels counts the work of each, and stops when it is spent.
func TestTensorWithin(t *testing.T) {
	const most, slack = 20_000_000, 4_000_000
	for _, c := range testlong.Some([]struct {
		formula string
		dim     int
	}{
		{"exp(-l1)*cos(x1)", 3},
		{"exp(-z^2)*sum(sin(x))*prod(1+x^2)", 64},
		{"2*exp(-z^2 + 1e5*x3) - 1e-9*prod(1+sinh(1e5*x))*(1+l1/100)*exp(-l1)", 64},
		{"prod(spherical(1/2))*exp(-(sum(x)^3)^2)*sinh(sum(x)^3)", 5},
		{"exp(-((12000*x1-2*x2)^2*sqrt(2)-sqrt(2)*(sum(x)^3)^2))*atan(5*sum(x)) + exp(-z^2+x1)", 5},
		{"exp(-((x1-x2)^2*pi+sum(x)^2))*abs(sum(x))", 40},
		{"(l1+z^2)^4*exp(-l1)-(l1+z^2)^3*exp(-l1)*(l1+z^2)", 6},
		{"sum(x^2)^5*exp(-l1)*cos(sum(x))^2", 8},
		{much(60), 10},
	}, 3) {
		k, err := language.Parse(c.formula, c.dim, nil)
		require.NoError(t, err)
		ctx, done := budget.New(t.Context(), 1<<40)
		_, err = k.TensorWithin(ctx)
		var class *stationary.ClassError
		assert.True(t, err == nil || errors.As(err, &class), "%s: %v", c.formula, err)
		first := budget.Of(ctx).Spent()
		assert.Positive(t, first)
		assert.Less(t, first, int64(most+slack), c.formula)
		_, _ = k.TensorWithin(ctx)
		assert.Equal(t, 2*first, budget.Of(ctx).Spent(), "the work counts for everybody who asks")
		done()

		ctx, done = budget.New(t.Context(), first/2)
		_, _ = k.TensorWithin(ctx)
		_, err = k.TensorWithin(ctx)
		assert.ErrorIs(t, err, budget.ErrSpent)
		done()
	}
	k, err := language.Parse(much(60), 10, nil)
	require.NoError(t, err)
	_, err = k.Tensor()
	assert.ErrorContains(t, err, "too much work")

	ended, cancel := context.WithCancel(t.Context())
	cancel()
	k, err = language.Parse("exp(-l1)*cos(x1)", 3, nil)
	require.NoError(t, err)
	_, err = k.TensorWithin(ended)
	assert.ErrorIs(t, err, context.Canceled)
	_, err = k.Tensor()
	assert.NoError(t, err, "nothing that depends on a caller is remembered")
}
