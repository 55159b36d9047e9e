package verify

import (
	"context"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/internal/certify/certificate"
	"krein/internal/certify/check/spectrum"
	"krein/internal/certify/checktest"
	"krein/internal/hankel/search"
	"krein/internal/hankel/sign"
)

// TestGuardsDyadic: a number of the evidence has one spelling.
func TestGuardsDyadic(t *testing.T) {
	for _, x := range []float64{0, 1, -1.5, math.MaxFloat64, math.SmallestNonzeroFloat64} {
		text, err := Dyadic(x).MarshalText()
		require.NoError(t, err)
		var back Dyadic
		require.NoError(t, back.UnmarshalText(text), "%s", text)
		assert.Equal(t, Dyadic(x), back)
	}
	for _, x := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
		_, err := Dyadic(x).MarshalText()
		assert.ErrorContains(t, err, "is not dyadic")
	}
	for text, why := range map[string]string{
		strings.Repeat("1", 33) + "p0":   "a dyadic of 35 characters",
		"":                               "is not dyadic",
		"one":                            "is not dyadic",
		"1p0+/-1p-70":                    "is no float64",
		"1152921504606846977p0":          "is no float64",
		"1p1024":                         "is no float64",
		"1p-1075":                        "is no float64",
		"2p0":                            "written",
		"1":                              "",
		"01p0":                           "",
		strings.Repeat("0", 20) + "1p-2": "",
		"+1p0":                           "",
		"1p0+/-0":                        "",
		"0p0":                            "",
	} {
		var x Dyadic
		err := x.UnmarshalText([]byte(text))
		assert.Equal(t, checktest.Rejected, checktest.OutcomeOf(t, err), text)
		assert.ErrorContains(t, err, why, text)
	}
}

// TestGuardsMasses: evidence from which the masses do not follow, and work that ends.
func TestGuardsMasses(t *testing.T) {
	ctx := context.Background()
	done, stop := context.WithCancel(ctx)
	stop()
	prove := func(formula string, dim int) MassEvidence {
		m, err := search.EncloseMasses(ctx, checktest.Parsed(t, formula), dim, nil)
		require.NoError(t, err)
		return NewMassEvidence(m.Proof)
	}
	signed := prove("exp(-z)-1/4", 3)
	require.NotNil(t, signed.Sign)
	panels := prove("exp(-z^2)*(1-z^2)", 5)
	require.NotNil(t, panels.Panels)
	with := func(ev MassEvidence, change func(*MassEvidence)) MassEvidence { change(&ev); return ev }
	ofPD := MassEvidence{Method: MassOfPD}
	for i, row := range []struct {
		ctx     context.Context
		formula string
		dim     int
		ev      MassEvidence
		want    checktest.Outcome
		why     string
	}{
		{ctx, "exp(-z)-1/4", 3, signed, checktest.Accepted, ""},
		{ctx, "exp(-z^2)*(1-z^2)", 5, panels, checktest.Accepted, ""},
		{ctx, "exp(-z)", 3, ofPD, checktest.Accepted, ""},
		{ctx, "exp(-z)", 3, MassEvidence{Method: "another"}, checktest.Rejected,
			`masses are not proved by the method "another"`},
		{ctx, "log(z)", 3, ofPD, checktest.Undecided, "‖m‖ has no bounds"},
		{ctx, "-exp(-z)", 3, ofPD, checktest.Undecided, "‖m‖ has no bounds"}, // not positive definite
		{ctx, "exp(-z)-1/4", 3, with(signed, func(ev *MassEvidence) { ev.Panels = panels.Panels }), checktest.Rejected,
			"both the sign of the density and panels"},
		{ctx, "exp(-z)-1/4", 3, with(signed, func(ev *MassEvidence) {
			ev.Sign = &spectrum.SignEvidence{Method: sign.ByPanels.String()}
		}), checktest.Rejected, "no panels"},
		{ctx, "exp(-z)-1/4", 3, with(signed, func(ev *MassEvidence) { ev.Sign = nil }), checktest.Rejected,
			"a proof of the sign belongs to the method"},
		{ctx, "exp(-z)-1/4", 3, with(signed, func(ev *MassEvidence) { ev.Density = "guess" }), checktest.Rejected,
			"there is no method"},
		{ctx, "exp(-z^2)*(1-z^2)", 5, with(panels, func(ev *MassEvidence) { ev.Panels = nil }), checktest.Rejected,
			"there are no panels"},
		{ctx, "gamma(1+z)^(-2)", 3, panels, checktest.Rejected, "density: "},
		{done, "exp(-z^2)*(1-z^2)", 5, panels, checktest.Undecided, "stopped: context canceled"},
	} {
		_, err := MassesFrom(row.ctx, checktest.Parsed(t, row.formula), row.dim, row.ev)
		assert.Equal(t, row.want, checktest.OutcomeOf(t, err), "row %d: %v", i, err)
		if row.want != checktest.Accepted {
			assert.ErrorContains(t, err, row.why, "row %d", i)
		}
	}
	m, err := MassesFrom(ctx, checktest.Parsed(t, "exp(-z)"), 3, MassEvidence{Method: MassInfinite})
	require.NoError(t, err)
	assert.Equal(t, certificate.MassEnclosed, m.Kind)
}
