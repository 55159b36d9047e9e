package check

import (
	"math/big"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/kernel"
)

func constant(t *testing.T, text string) kernel.Const {
	t.Helper()
	c, err := kernel.ParseConst(text)
	require.NoError(t, err, text)
	return c
}

// waveTerm is (cos·cos z + sin·sin z) z^(−power) exp(rate·z).
func waveTerm(t *testing.T, cos, sin, rate string, power *big.Rat) kernel.ExactInfinityTerm {
	return kernel.ExactInfinityTerm{Cos: constant(t, cos), Sin: constant(t, sin), Power: power,
		Exps: []kernel.ExactExpFactor{{Re: constant(t, rate), Im: constant(t, "1"), Power: big.NewRat(1, 1)}}}
}

// TestWavesAtTheEdge: a wave z^(−(d−1)/2) with coefficients that vanish, or of which that is not known.
func TestWavesAtTheEdge(t *testing.T) {
	half := big.NewRat(1, 2)
	for _, row := range []struct {
		cos, sin         string
		infinite, finite outcome // in R^2
		why              string
	}{
		{"1", "0", accepted, undecided, ""},
		{"1", "1", rejected, accepted, "an atom"},
		{"0", "0", rejected, accepted, "the wave vanishes"},
		{unsigned, "0", undecided, undecided, "whether the wave vanishes"},
		{"1", "1+" + unsigned, undecided, undecided, "the phase of Λ_2(az) is not decided"},
	} {
		term := waveTerm(t, row.cos, row.sin, "0", half)
		w, ok := NewWave(&term)
		require.True(t, ok)
		err := w.infinite(2)
		assert.Equal(t, row.infinite, outcomeOf(t, err), "%s, %s: %v", row.cos, row.sin, err)
		if row.infinite != accepted {
			assert.ErrorContains(t, err, row.why)
		}
		err = w.finite(2)
		assert.Equal(t, row.finite, outcomeOf(t, err), "%s, %s: %v", row.cos, row.sin, err)
		if row.infinite == undecided {
			assert.ErrorContains(t, err, "whether a wave has the phase")
		}
	}
}

// TestTermsAtInfinity: every term up to z^(−d/2) has to be one that finite-mass.analysis allows.
func TestTermsAtInfinity(t *testing.T) {
	beyond := kernel.ExactInfinityTerm{Cos: constant(t, "1"), Power: big.NewRat(3, 1)}
	power := func(p, q int64, log int) kernel.ExactInfinityTerm {
		return kernel.ExactInfinityTerm{Cos: constant(t, "1"), Power: big.NewRat(p, q), LogPow: log}
	}
	for i, row := range []struct {
		term kernel.ExactInfinityTerm
		want outcome
		why  string
	}{
		{power(0, 1, 0), accepted, ""},
		{power(1, 100, 7), accepted, ""},
		{power(0, 1, -2), accepted, ""},
		{power(0, 1, -1), undecided, "neither a wave nor decays"},
		{power(0, 1, 1), undecided, "neither a wave nor decays"},
		{power(-1, 2, 0), undecided, "neither a wave nor decays"},
		{waveTerm(t, "1", "1", "0", big.NewRat(1, 2)), accepted, ""},
		{waveTerm(t, "1", "0", "0", big.NewRat(1, 2)), undecided, "decays like z^(−1/2) only"},
		{waveTerm(t, "1", "0", "0", big.NewRat(51, 100)), accepted, ""},
		{waveTerm(t, "1", "0", "-1/1000", big.NewRat(-3, 1)), accepted, ""},
		{waveTerm(t, "1", "0", "1/1000", big.NewRat(3, 1)), undecided, "grows exponentially"},
		{waveTerm(t, "1", "0", unsigned, big.NewRat(3, 1)), undecided, "whether a term of k at infinity decays exponentially"},
	} {
		var ev InfinityEvidence
		err := ev.follow([]kernel.ExactInfinityTerm{row.term, beyond}, 2)
		assert.Equal(t, row.want, outcomeOf(t, err), "row %d: %v", i, err)
		if row.want == accepted {
			assert.NotNil(t, ev.Beyond, "row %d", i)
		} else {
			assert.ErrorContains(t, err, row.why, "row %d", i)
		}
	}
}

// TestLinearAt: arguments of waves grow like z at most.
func TestLinearAt(t *testing.T) {
	arg := parsed(t, "z")
	lead := func(kind kernel.DecayKind, power int64, log int, exps ...kernel.ExactExpFactor) *kernel.ExactInfinity {
		return &kernel.ExactInfinity{Kind: kind, Lead: kernel.ExactInfinityTerm{Cos: constant(t, "1"), Power: big.NewRat(power, 1), LogPow: log, Exps: exps}}
	}
	wave := kernel.ExactExpFactor{Re: constant(t, "0"), Im: constant(t, "1"), Power: big.NewRat(1, 1)}
	for i, row := range []struct {
		inf  *kernel.ExactInfinity
		want outcome
	}{
		{lead(kernel.Growth, -1, 0), accepted},
		{lead(kernel.Growth, -1, -1), accepted},
		{lead(kernel.Growth, 0, 9), accepted},
		{lead(kernel.Growth, -1, 1), undecided},
		{lead(kernel.Growth, -2, 0), undecided},
		{lead(kernel.Growth, -1, 0, wave), undecided},
		{lead(kernel.Power, 1, 0), accepted},
		{lead(kernel.Oscillating, 0, 0, wave), accepted},
		{&kernel.ExactInfinity{Because: "test"}, undecided},
	} {
		assert.Equal(t, row.want, outcomeOf(t, linearAt(row.inf, arg)), "row %d", i)
	}
}

// unwritten is log 2 − γ, which no formula says.
func unwritten(t *testing.T) kernel.Const {
	at, err := parsed(t, "besselk(0,z)+log(z)").ExactAt(kernel.Origin(), true, 1)
	require.NoError(t, err)
	euler, ok := at.Limit()
	require.True(t, ok)
	_, ok = euler.Expr()
	require.False(t, ok, "%s", euler)
	return euler
}

// TestUnwrittenHarmonics: such a constant has no sine and cosine, and harmonics with it no formula.
func TestUnwrittenHarmonics(t *testing.T) {
	one, zero, euler := constant(t, "1"), constant(t, "0"), unwritten(t)
	_, _, ok := sinCos(euler)
	assert.False(t, ok)
	for _, h := range []Harmonic{{zero, euler, zero}, {one, euler, zero}, {one, zero, euler}, {euler, one, zero}} {
		_, ok := sumOfHarmonics([]Harmonic{{one, one, one}, h})
		assert.False(t, ok)
	}
	_, ok = sumOfHarmonics([]Harmonic{{one, one, one}})
	assert.True(t, ok)
}

// TestSumOfTerms: a constant that no formula says leaves the sum unknown, wherever it stands.
func TestSumOfTerms(t *testing.T) {
	one, zero := constant(t, "1"), constant(t, "0")
	euler := unwritten(t)
	exps := func(re, im kernel.Const) []kernel.ExactExpFactor {
		return []kernel.ExactExpFactor{{Re: re, Im: im, Power: big.NewRat(1, 1)}}
	}
	for i, row := range []struct {
		term kernel.ExactInfinityTerm
		want bool
	}{
		{kernel.ExactInfinityTerm{Cos: one, Sin: one, Exps: exps(one, one)}, true},
		{kernel.ExactInfinityTerm{Cos: euler, Sin: one, Exps: exps(one, one)}, false},
		{kernel.ExactInfinityTerm{Cos: one, Sin: euler, Exps: exps(one, one)}, false},
		{kernel.ExactInfinityTerm{Cos: one, Sin: one, Exps: exps(euler, one)}, false},
		{kernel.ExactInfinityTerm{Cos: one, Sin: one, Exps: exps(zero, euler)}, false},
	} {
		row.term.Power = new(big.Rat)
		_, known := sumOfTerms([]kernel.ExactInfinityTerm{row.term})
		assert.Equal(t, row.want, known, "row %d", i)
	}
}

// TestLinear: slopes and intercepts, and formulas that have none.
func TestLinear(t *testing.T) {
	for formula, want := range map[string][2]string{
		"2*z+3": {"2", "3"}, "-(z-1)/2": {"-1/2", "1/2"}, "z*pi+0*z": {"pi", "0"}, "1+z-(2-z)": {"2", "-1"}, "(z+1)*3": {"3", "3"},
		"z^2+z": {}, "z+z^2": {}, "z^2-z": {}, "3*z^2": {}, "z^2/3": {}, "z*z": {}, "3/z": {}, "z/(z+1)": {}, "exp(z)": {}, "-z^2": {},
		"z*" + unread: {}, "z+" + unread: {}, "z/" + unsigned: {},
	} {
		a, b, ok := linear(parsed(t, formula).FormulaExpr())
		assert.Equal(t, want[0] != "", ok, formula)
		if ok {
			assert.Equal(t, want, [2]string{a.String(), b.String()}, formula)
		}
	}
}

// TestHarmonicsOf: formulas that are sums of harmonics, and ones that are not.
func TestHarmonicsOf(t *testing.T) {
	_, ok := Harmonics(nil, nil)
	assert.False(t, ok)
	for formula, want := range map[string]bool{
		"cos(z)^2+3": true, "cos(z)/2-sin(z+1)": true,
		"cos(z)/" + unsigned: false, "cos(z)/" + unread: false, "cos(z)+" + unread: false, "cos(z+" + unread + ")": false, "2/(2+cos(z))": false,
		"(2+cos(z))^sqrt(2)": false, "(2+cos(z))^(1/2)": false, "(2+cos(z))^(-1)": false, "(2+cos(z))^257": false, "(2+cos(z))^z": false,
		"cos(z^2)": false, "exp(-z)*cos(z)": false, "cos(z)*exp(-z)": false, "z^2": false, "cos(z)-z": false,
	} {
		_, ok := Harmonics(parsed(t, formula).FormulaExpr(), nil)
		assert.Equal(t, want, ok, formula)
	}
}

// TestDampedWavesPieces: where the last piece is not known, nothing is known of it.
func TestDampedWavesPieces(t *testing.T) {
	damped := parsed(t, "exp(-z)*cos(z)")
	_, ok := guardChecker().dampedWaves(damped)
	require.True(t, ok)
	open := parsed(t, "z < 3 && cos(z^2) > z*exp(-z) ? 1 : exp(-z)*cos(z)")
	_, err := open.ExactPieces()
	require.Error(t, err)
	_, ok = guardChecker().dampedWaves(open)
	assert.False(t, ok)
}
