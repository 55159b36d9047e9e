package wave

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/certify/check/rule"
	"krein/certify/internal/checktest"
)

// TestUnwrittenHarmonics: such a constant has no sine and cosine, and harmonics with it no formula.
func TestUnwrittenHarmonics(t *testing.T) {
	one, zero, euler := checktest.Constant(t, "1"), checktest.Constant(t, "0"), checktest.Unwritten(t)
	_, _, ok := sinCos(euler)
	assert.False(t, ok)
	for _, h := range []Harmonic{{zero, euler, zero}, {one, euler, zero}, {one, zero, euler}, {euler, one, zero}} {
		_, ok := sumOfHarmonics([]Harmonic{{one, one, one}, h})
		assert.False(t, ok)
	}
	_, ok = sumOfHarmonics([]Harmonic{{one, one, one}})
	assert.True(t, ok)
}

// TestLinear: slopes and intercepts, and formulas that have none.
func TestLinear(t *testing.T) {
	for formula, want := range map[string][2]string{
		"2*z+3": {"2", "3"}, "-(z-1)/2": {"-1/2", "1/2"}, "z*pi+0*z": {"pi", "0"}, "1+z-(2-z)": {"2", "-1"}, "(z+1)*3": {"3", "3"},
		"z^2+z": {}, "z+z^2": {}, "z^2-z": {}, "3*z^2": {}, "z^2/3": {}, "z*z": {}, "3/z": {}, "z/(z+1)": {}, "exp(z)": {}, "-z^2": {},
		"z*" + checktest.Unread: {}, "z+" + checktest.Unread: {}, "z/" + checktest.Unsigned: {},
	} {
		a, b, ok := Linear(checktest.Parsed(t, formula).FormulaExpr())
		assert.Equal(t, want[0] != "", ok, formula)
		if ok {
			assert.Equal(t, want, [2]string{a.String(), b.String()}, formula)
		}
	}
}

// TestHarmonicsOf: formulas that are sums of harmonics, and ones that are not.
func TestHarmonicsOf(t *testing.T) {
	_, ok := newHarmonicForms(nil).of(nil)
	assert.False(t, ok)
	for formula, want := range map[string]bool{
		"cos(z)^2+3": true, "cos(z)/2-sin(z+1)": true,
		"cos(z)/" + checktest.Unsigned: false, "cos(z)/" + checktest.Unread: false, "cos(z)+" + checktest.Unread: false, "cos(z+" + checktest.Unread + ")": false, "2/(2+cos(z))": false,
		"(2+cos(z))^sqrt(2)": false, "(2+cos(z))^(1/2)": false, "(2+cos(z))^(-1)": false, "(2+cos(z))^257": false, "(2+cos(z))^z": false,
		"cos(z^2)": false, "exp(-z)*cos(z)": false, "cos(z)*exp(-z)": false, "z^2": false, "cos(z)-z": false,
		"cos(z)^257": false, "(cos(z)+cos(sqrt(2)*z)+cos(sqrt(3)*z))^12": false, "sin(z)*sin(2*z) + cos(z+1/4)*cos(z-1/4)*2": true,
	} {
		_, ok := newHarmonicForms(nil).of(checktest.Parsed(t, formula).FormulaExpr())
		assert.Equal(t, want, ok, formula)
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
