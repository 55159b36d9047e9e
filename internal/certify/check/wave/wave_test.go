package wave

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/internal/certify/check/rule"
	"krein/internal/certify/checktest"
)

// TestLinear: slopes and intercepts, and formulas that have none.
func TestLinear(t *testing.T) {
	for formula, want := range map[string][2]string{
		"2*z+3": {"2", "3"}, "-(z-1)/2": {"-1/2", "1/2"}, "z*pi+0*z": {"pi", "0"}, "1+z-(2-z)": {"2", "-1"},
		"(z+1)*3": {"3", "3"},
		"z^2+z":   {}, "z+z^2": {}, "z^2-z": {}, "3*z^2": {}, "z^2/3": {}, "z*z": {}, "3/z": {}, "z/(z+1)": {},
		"exp(z)": {}, "-z^2": {},
		"z*" + checktest.Unread: {}, "z+" + checktest.Unread: {}, "z/" + checktest.Unsigned: {},
	} {
		a, b, ok := Linear(checktest.Parsed(t, formula).FormulaExpr())
		assert.Equal(t, want[0] != "", ok, formula)
		if ok {
			assert.Equal(t, want, [2]string{a.String(), b.String()}, formula)
		}
	}
}

// TestDampedWavesPieces: where the last piece is not known, nothing is known of it.
func TestDampedWavesPieces(t *testing.T) {
	damped := checktest.Parsed(t, "exp(-z)*cos(z)")
	_, ok := Damped(rule.New(context.Background(), nil, 0), damped)
	require.True(t, ok)
	open := checktest.Parsed(t, "z < 3 && cos(z^2) > z*exp(-z) ? 1 : exp(-z)*cos(z)")
	_, err := open.ExactPieces()
	require.Error(t, err)
	_, ok = Damped(rule.New(context.Background(), nil, 0), open)
	assert.False(t, ok)
}

// TestDamped: waves in factors and in exponents are told apart from what decays.
func TestDamped(t *testing.T) {
	for formula, want := range map[string]bool{
		"exp(-z)*cos(z)": true, "exp(cos(z)-z)": true, "exp(2+sin(z)^2-z^2)*cos(3*z)^2": true, "exp(cos(z))": false,
		"exp(cos(z)+z)":   false,
		"exp(z*cos(z)-z)": false, "exp(1/cos(z)-z)": false, "cos(z)/(1+z^2)": false,
	} {
		_, ok := Damped(rule.New(context.Background(), nil, 0), checktest.Parsed(t, formula))
		assert.Equal(t, want, ok, formula)
	}
}

// TestLambda: multiples of waves, and products that are none, with exponents that vary among them.
func TestLambda(t *testing.T) {
	for formula, want := range map[string]string{
		"cos(-2*z)": "1", "sin((1-pi)*z)/z": "3", "besselj(1,-z)*z^(-1)": "",
		"3*cos(2*z)": "1", "sin(z)/z": "3", "besselj(1,z)*z^(-1)": "4", "cos(z)*sqrt(z)": "", "cos(z)^2": "",
		"cos(z)*(1+1/z)^(3/2+z^2)": "", "z^(-z)*sin(z)": "", "(z/2)^z": "",
	} {
		delta, _, ok := Lambda(checktest.Parsed(t, formula).FormulaExpr())
		assert.Equal(t, want != "", ok, formula)
		if ok {
			assert.Equal(t, want, delta.String(), formula)
		}
	}
}
