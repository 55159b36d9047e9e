package finite

import (
	"math/big"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/internal/certify/checktest"
	"krein/internal/kernel/asymptotic"
	"krein/internal/kernel/constant"
	"krein/internal/kernel/formula"
)

// waveTerm is (cos·cos z + sin·sin z) z^(−power) exp(rate·z).
func waveTerm(t *testing.T, cos, sin, rate string, p *big.Rat) asymptotic.InfinityTerm {
	power, err := constant.ExponentOf(constant.Rat(p))
	require.NoError(t, err)
	return asymptotic.InfinityTerm{Cos: checktest.Constant(t, cos), Sin: checktest.Constant(t, sin), Power: power,
		Exps: []asymptotic.ExpFactor{{Re: checktest.Constant(t, rate), Im: checktest.Constant(t, "1"),
			Power: constant.IntExponent(1)}}}
}

// TestDerivativesEnd: of a formula whose derivatives grow beyond any size there are none, after a short while.
func TestDerivativesEnd(t *testing.T) {
	e := formula.Variable()
	for i := range int64(12) {
		e = formula.Apply(formula.OpSqrt, formula.Add(formula.Int(2+i%3), e))
	}
	all, ok := derivatives(e, 1)
	assert.True(t, ok)
	assert.Len(t, all, 2)
	_, ok = derivatives(e, maxFastDerivatives)
	assert.False(t, ok)
}

// TestWavesAtTheEdge: a wave z^(−(d−1)/2) with coefficients that vanish, or of which that is not
// known.
func TestWavesAtTheEdge(t *testing.T) {
	half := big.NewRat(1, 2)
	for _, row := range []struct {
		cos, sin         string
		infinite, finite checktest.Outcome // in R^2
		why              string
	}{
		{"1", "0", checktest.Accepted, checktest.Undecided, ""},
		{"1", "1", checktest.Rejected, checktest.Accepted, "an atom"},
		{"0", "0", checktest.Rejected, checktest.Accepted, "the wave vanishes"},
		{checktest.Unsigned, "0", checktest.Undecided, checktest.Undecided, "the wave vanishes: not decided"},
		{"1", "1+" + checktest.Unsigned, checktest.Undecided, checktest.Undecided, "the phase of Λ_2(az)"},
	} {
		term := waveTerm(t, row.cos, row.sin, "0", half)
		w, ok := NewWave(&term)
		require.True(t, ok)
		err := w.infinite(2)
		assert.Equal(t, row.infinite, checktest.OutcomeOf(t, err), "%s, %s: %v", row.cos, row.sin, err)
		if row.infinite != checktest.Accepted {
			assert.ErrorContains(t, err, row.why)
		}
		err = w.finite(2)
		assert.Equal(t, row.finite, checktest.OutcomeOf(t, err), "%s, %s: %v", row.cos, row.sin, err)
		if row.infinite == checktest.Undecided {
			assert.ErrorContains(t, err, "whether a wave has the phase")
		}
	}
}

// TestTermsAtInfinity: every term up to z^(−d/2) has to be one that finite-mass.analysis allows.
func TestTermsAtInfinity(t *testing.T) {
	beyond := asymptotic.InfinityTerm{Cos: checktest.Constant(t, "1"), Power: constant.IntExponent(3)}
	power := func(p, q int64, log int) asymptotic.InfinityTerm {
		e, err := constant.ExponentOf(constant.Rat(big.NewRat(p, q)))
		require.NoError(t, err)
		return asymptotic.InfinityTerm{Cos: checktest.Constant(t, "1"), Power: e, LogPow: log}
	}
	for i, row := range []struct {
		term asymptotic.InfinityTerm
		want checktest.Outcome
		why  string
	}{
		{power(0, 1, 0), checktest.Accepted, ""},
		{power(1, 100, 7), checktest.Accepted, ""},
		{power(0, 1, -2), checktest.Accepted, ""},
		{power(0, 1, -1), checktest.Undecided, "neither a wave nor decays"},
		{power(0, 1, 1), checktest.Undecided, "neither a wave nor decays"},
		{power(-1, 2, 0), checktest.Undecided, "neither a wave nor decays"},
		{waveTerm(t, "1", "1", "0", big.NewRat(1, 2)), checktest.Accepted, ""},
		{waveTerm(t, "1", "0", "0", big.NewRat(1, 2)), checktest.Undecided, "decays like z^(−1/2) only"},
		{waveTerm(t, "1", "0", "0", big.NewRat(51, 100)), checktest.Accepted, ""},
		{waveTerm(t, "1", "0", "-1/1000", big.NewRat(-3, 1)), checktest.Accepted, ""},
		{waveTerm(t, "1", "0", "1/1000", big.NewRat(3, 1)), checktest.Undecided, "grows exponentially"},
		{waveTerm(t, "1", "0", checktest.Unsigned, big.NewRat(3, 1)), checktest.Undecided,
			"whether a term of k at infinity decays exponentially"},
	} {
		more, err := follow([]asymptotic.InfinityTerm{row.term, beyond}, 2)
		assert.Equal(t, row.want, checktest.OutcomeOf(t, err), "row %d: %v", i, err)
		if row.want == checktest.Accepted {
			assert.True(t, more, "row %d", i)
		} else {
			assert.ErrorContains(t, err, row.why, "row %d", i)
		}
	}
}

// TestLinearAt: arguments of waves grow like z at most.
func TestLinearAt(t *testing.T) {
	arg := checktest.Parsed(t, "z")
	lead := func(kind asymptotic.DecayKind, power int64, log int, exps ...asymptotic.ExpFactor) *asymptotic.Infinity {
		return &asymptotic.Infinity{Kind: kind, Lead: asymptotic.InfinityTerm{Cos: checktest.Constant(t, "1"),
			Power: constant.IntExponent(power), LogPow: log, Exps: exps}}
	}
	wave := asymptotic.ExpFactor{Re: checktest.Constant(t, "0"), Im: checktest.Constant(t, "1"),
		Power: constant.IntExponent(1)}
	for i, row := range []struct {
		inf  *asymptotic.Infinity
		want checktest.Outcome
	}{
		{lead(asymptotic.Growth, -1, 0), checktest.Accepted},
		{lead(asymptotic.Growth, -1, -1), checktest.Accepted},
		{lead(asymptotic.Growth, 0, 9), checktest.Accepted},
		{lead(asymptotic.Growth, -1, 1), checktest.Undecided},
		{lead(asymptotic.Growth, -2, 0), checktest.Undecided},
		{lead(asymptotic.Growth, -1, 0, wave), checktest.Undecided},
		{lead(asymptotic.Power, 1, 0), checktest.Accepted},
		{lead(asymptotic.Oscillating, 0, 0, wave), checktest.Accepted},
		{&asymptotic.Infinity{Because: "test"}, checktest.Undecided},
	} {
		assert.Equal(t, row.want, checktest.OutcomeOf(t, linearAt(row.inf, arg)), "row %d", i)
	}
}

// TestSumOfTerms: a constant that no formula says leaves the sum unknown, wherever it stands.
func TestSumOfTerms(t *testing.T) {
	one, zero := checktest.Constant(t, "1"), checktest.Constant(t, "0")
	euler := checktest.Unwritten(t)
	exps := func(re, im constant.Value) []asymptotic.ExpFactor {
		return []asymptotic.ExpFactor{{Re: re, Im: im, Power: constant.IntExponent(1)}}
	}
	for i, row := range []struct {
		term asymptotic.InfinityTerm
		want bool
	}{
		{asymptotic.InfinityTerm{Cos: one, Sin: one, Exps: exps(one, one)}, true},
		{asymptotic.InfinityTerm{Cos: euler, Sin: one, Exps: exps(one, one)}, false},
		{asymptotic.InfinityTerm{Cos: one, Sin: euler, Exps: exps(one, one)}, false},
		{asymptotic.InfinityTerm{Cos: one, Sin: one, Exps: exps(euler, one)}, false},
		{asymptotic.InfinityTerm{Cos: one, Sin: one, Exps: exps(zero, euler)}, false},
	} {
		row.term.Power = constant.IntExponent(0)
		_, known := sumOfTerms([]asymptotic.InfinityTerm{row.term})
		assert.Equal(t, row.want, known, "row %d", i)
	}
}
