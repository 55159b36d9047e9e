package harmonic

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/ball"
	"krein/internal/certify/check/wave"
	"krein/internal/kernel/eval"
	"krein/internal/kernel/formula"
)

// TestArcs: what arcs are written as has their values on z ≥ 0, and every hypothesis about their arguments is asked for.
func TestArcs(t *testing.T) {
	for text, op := range map[string]formula.Op{
		"z/sqrt(1+z^2)": formula.OpAsin, "3*z/sqrt(9*z^2+2)": formula.OpAcos, "(1-z^2)/(1+z^2)": formula.OpAcos,
		"2*z/(1+z^2)": formula.OpAsin, "(2-2*z)/(3*z^2+2*z+3)": formula.OpAcos, "atan(1+z)": formula.OpCos, "atan(z/2)": formula.OpSin,
		"acos(1/(1+z))": formula.OpCos, "asin(1/(1+z))": formula.OpSin, "atan(1/(2+z))": formula.OpTan,
		"2*atan(1+z)": formula.OpCos, "3*atan(z/2)": formula.OpSin, "6*atan(z)": formula.OpCos, "5*atan(z)": formula.OpSin,
		"-1/(1+z^2)": formula.OpAcos, "-exp(-z)/2": formula.OpAcos, "-z/(2+z)": formula.OpAcos,
	} {
		arg, err := formula.Read(text, nil)
		require.NoError(t, err)
		f, ok := arcs(op, arg)
		if text == "(2-2*z)/(3*z^2+2*z+3)" { // b − a is no square
			assert.False(t, ok)
			continue
		}
		require.True(t, ok, text)
		for _, z := range []float64{0, 0.25, 1.5, 40} {
			u, v := wave.Substituted(formula.Apply(op, arg), ball.NewReal(z), eval.RealBalls(128)),
				wave.Substituted(f, ball.NewReal(z), eval.RealBalls(128))
			assert.True(t, u.Overlaps(v) == ball.True && u.IsFinite() && v.IsFinite(), "%s at %v: %v, %v", text, z, u, v)
		}
	}
	for _, row := range []struct {
		op   formula.Op
		text string
	}{
		{formula.OpExp, "z/sqrt(1+z^2)"}, {formula.OpAsin, "exp(-z)"}, // of no arc, and no quotient
		{formula.OpAsin, "z/sqrt(1+2*z^2)"}, {formula.OpAsin, "z/sqrt(z^2-1)"}, {formula.OpAsin, "z/sqrt(tan(z))"}, // b − a² is no positive constant
		{formula.OpAsin, "z/sqrt(z^2+z^(1/2)+1)"}, {formula.OpAsin, "z/sqrt(z^2+1+1/z)"}, {formula.OpAsin, "z/sqrt(z^2+1/(1+z))"},
		{formula.OpAsin, "z/sqrt(z^2+exp(-z))"}, {formula.OpAsin, "z/sqrt(z^2+exp(-z^2))"}, {formula.OpAsin, "z/sqrt(z^2+cos(z)+2)"},
		{formula.OpAcos, "z/(1+z^2)"}, {formula.OpAcos, "z/(2+z)"}, {formula.OpAcos, "(4*z-1)/(4*z+3)"}, // no squares
		{formula.OpAcos, "(2-z^3)/(2+z^3)"}, {formula.OpAcos, "(2+z^2)/(2-z^2)"}, {formula.OpAcos, "(1-exp(-z))/(1+exp(-z))"},
		{formula.OpCos, "atan(z)/2"}, {formula.OpCos, "7*atan(z)"}, {formula.OpSin, "-atan(z)"}, {formula.OpSin, "0*atan(z)"},
		{formula.OpCos, "z*atan(z)"}, {formula.OpCos, "atan(z)*z"}, {formula.OpCos, "2*atan(z)*exp(-z)"}, {formula.OpCos, "2*exp(-z)"},
		{formula.OpCos, "sqrt(2)*atan(z)"}, {formula.OpAsin, "-exp(-z)"}, {formula.OpAcos, "exp(-z)/2"},
		{formula.OpAcos, "(-z^2-2*sqrt(2)*z)/(z^2+2*sqrt(2)*z+4)"}, // (z+√2)²
	} {
		arg, err := formula.Read(row.text, nil)
		require.NoError(t, err)
		_, ok := arcs(row.op, arg)
		assert.False(t, ok, row.text)
	}
}
