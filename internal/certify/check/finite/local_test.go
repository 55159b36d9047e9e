package finite

import (
	"context"
	"math/big"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/internal/certify/check/rule"
	"krein/internal/certify/checktest"
	"krein/internal/kernel/asymptotic"
	"krein/internal/kernel/constant"
	"krein/internal/kernel/formula"
	"krein/internal/kernel/piecewise"
)

// TestNoneCounts holds the comparison with (d−1)/2 to its boundary.
func TestNoneCounts(t *testing.T) {
	rat := func(p, q int64) *constant.Exponent {
		e, err := constant.ExponentOf(constant.Rat(big.NewRat(p, q)))
		require.NoError(t, err)
		return &e
	}
	for i, row := range []struct {
		exponent, doubt, order *constant.Exponent
		want                   checktest.Outcome // in R^4
	}{
		{nil, nil, nil, checktest.Accepted},
		{nil, nil, rat(2, 1), checktest.Accepted},
		{nil, nil, rat(3, 2), checktest.Undecided},
		{rat(3, 2), nil, rat(9, 1), checktest.Rejected},
		{rat(151, 100), nil, rat(9, 1), checktest.Accepted},
		{rat(2, 1), rat(3, 2), rat(9, 1), checktest.Undecided},
		{rat(2, 1), rat(2, 1), rat(9, 1), checktest.Accepted},
		{nil, rat(1, 1), nil, checktest.Undecided},
	} {
		s := &asymptotic.Singularity{At: piecewise.BreakpointAt(formula.Int(1)), Exponent: row.exponent, Doubt: row.doubt,
			Order: row.order}
		assert.Equal(t, row.want, checktest.OutcomeOf(t, noneCounts(s, 4)), "row %d", i)
	}
}

// TestNewWave wants cosines of az alone.
func TestNewWave(t *testing.T) {
	number := func(p, q int64) constant.Value { return constant.Rat(big.NewRat(p, q)) }
	half, err := constant.ExponentOf(number(1, 2))
	require.NoError(t, err)
	zero := constant.Value{}
	for i, row := range []struct {
		exps []asymptotic.ExpFactor
		want bool
	}{
		{[]asymptotic.ExpFactor{{Re: zero, Im: number(2, 3), Power: constant.IntExponent(1)}}, true},
		{[]asymptotic.ExpFactor{{Re: zero, Im: number(-2, 3), Power: constant.IntExponent(1)}}, false},
		{[]asymptotic.ExpFactor{{Re: zero, Im: zero, Power: constant.IntExponent(1)}}, false},
		{[]asymptotic.ExpFactor{{Re: zero, Im: checktest.Constant(t, checktest.Unsigned), Power: constant.IntExponent(1)}},
			false},
		{[]asymptotic.ExpFactor{{Re: checktest.Constant(t, "pi"), Im: number(2, 3), Power: constant.IntExponent(1)}}, false},
		{[]asymptotic.ExpFactor{{Re: number(-1, 1), Im: number(2, 3), Power: constant.IntExponent(1)}}, false},
		{[]asymptotic.ExpFactor{{Re: zero, Im: number(2, 3), Power: constant.IntExponent(2)}}, false},
		{[]asymptotic.ExpFactor{{Re: zero, Im: number(2, 3), Power: constant.IntExponent(1), LogPow: 1}}, false},
		{[]asymptotic.ExpFactor{{Re: zero, Im: number(2, 3), Power: constant.IntExponent(1)},
			{Re: zero, Im: number(1, 1), Power: half}}, false},
		{nil, false},
	} {
		_, ok := NewWave(&asymptotic.InfinityTerm{Cos: number(1, 1), Power: constant.IntExponent(0), Exps: row.exps})
		assert.Equal(t, row.want, ok, "row %d", i)
	}
}

// TestIncompleteSingularities: nothing is concluded from a list of singular points that is not
// known to be whole.
func TestIncompleteSingularities(t *testing.T) {
	k := checktest.Parsed(t, "exp(-z)")
	c := rule.New(context.Background(), nil, 0)
	require.NoError(t, Analyse(c, k, 3))
	local := *c.Singularities(k, LocalOrder(3))
	require.NoError(t, pointsRegular(&local, 3, nil))
	local.Complete, local.Because = false, "not proved to be analytic"
	err := pointsRegular(&local, 3, nil)
	assert.Equal(t, checktest.Undecided, checktest.OutcomeOf(t, err))
	assert.ErrorContains(t, err, "not proved to be analytic")

	// Analyse begins beside 0.
	err = Analyse(rule.New(context.Background(), nil, 0), checktest.Parsed(t, "sin(1/z)"), 3)
	assert.ErrorContains(t, err, "near 0: ")
}
