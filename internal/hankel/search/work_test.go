package search_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/internal/budget"
	"krein/internal/hankel/density"
	"krein/internal/hankel/quadrature"
	"krein/internal/hankel/search"
	"krein/internal/testlong"
	"krein/kernel/parser"
)

// many has a hundred poles of orders up to nine: a panel of its density takes a hundred times as long as one of a
// Gaussian.
func many() string {
	var b strings.Builder
	for k := 1; k <= 24; k++ {
		fmt.Fprintf(&b, "%+d*exp(-z/%d)*(1+z^%d)*cos(%d*z)", (k%7+1)*(1-k%2*2), k, 2*(k%5), k)
	}
	return b.String()
}

// Searches spend work on panels and at the ends, more on a density of many parts, and end when it is spent.
func TestWork(t *testing.T) {
	testlong.Slow(t)
	spend := func(formula string, units int64, search func(context.Context, *density.Density) error) (int64, error) {
		k, err := parser.Parse(formula, nil)
		require.NoError(t, err)
		p, err := quadrature.New(k, 3)
		require.NoError(t, err)
		ctx, release := budget.New(t.Context(), units)
		defer release()
		err = search(ctx, p)
		return budget.Of(ctx).Spent(), err
	}
	masses := func(ctx context.Context, p *density.Density) error {
		set := new(search.MassSettings).Defaults()
		_, _, err := search.MassesOf(ctx, p, &set)
		return err
	}
	sign := func(ctx context.Context, p *density.Density) error {
		_, err := search.Sign(ctx, p, nil)
		return err
	}
	for _, row := range []struct {
		name, formula string
		search        func(context.Context, *density.Density) error
		least, most   int64 // of the whole search
	}{
		{"masses", "exp(-z^2/2)-exp(-z^2/200)", masses, 200_000, 2_000_000},
		{"masses by a series at infinity", "max(0,1-z)^3*(1+3*z)-max(0,1-z)^6", masses, 300_000, 3_000_000},
		{"sign on panels", "besselk(1/3,z)*z^(1/3)-exp(-z)/2", sign, 60_000, 2_000_000},
	} {
		spent, err := spend(row.formula, 1<<40, row.search)
		require.NoError(t, err, row.name)
		assert.GreaterOrEqual(t, spent, row.least, row.name)
		assert.LessOrEqual(t, spent, row.most, row.name)
		_, err = spend(row.formula, spent/2, row.search)
		assert.ErrorIs(t, err, context.Canceled, "%s: half of the work", row.name)
	}
	_, err := spend(many(), 2_000_000, masses)
	assert.ErrorIs(t, err, context.Canceled, "masses of many parts")
	_, err = spend(many(), 500_000, sign)
	assert.ErrorIs(t, err, context.Canceled, "the sign of many parts")
}
