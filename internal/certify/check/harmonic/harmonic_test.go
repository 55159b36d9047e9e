package harmonic

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/ball"
	"krein/internal/certify/check/wave"
	"krein/internal/certify/checktest"
	"krein/internal/hankel/closed"
	"krein/internal/kernel/eval"
)

// TestUnwrittenHarmonics: harmonics with a constant that is not known have no formula.
func TestUnwrittenHarmonics(t *testing.T) {
	one, zero := closed.IntNum(1), closed.IntNum(0)
	unknown := zero.Inv()
	for _, h := range []harmonic{{zero, unknown, zero}, {one, unknown, zero}, {one, zero, unknown}, {unknown, one, zero}} {
		_, ok := sumOfHarmonics([]harmonic{{one, one, one}, h})
		assert.False(t, ok)
	}
	_, ok := sumOfHarmonics([]harmonic{{one, one, one}})
	assert.True(t, ok)
}

// TestHarmonicsOf: formulas that are sums of harmonics, and ones that are not.
func TestHarmonicsOf(t *testing.T) {
	for formula, want := range map[string]bool{
		"cos(z)^2+3": true, "cos(z)/2-sin(z+1)": true,
		"cos(z)/" + checktest.Unsigned: false, "cos(z)/" + checktest.Unread: false, "cos(z)+" + checktest.Unread: false,
		"cos(z+" + checktest.Unread + ")": false, "2/(2+cos(z))": false,
		"(2+cos(z))^sqrt(2)": false, "(2+cos(z))^(1/2)": false, "(2+cos(z))^(-1)": false, "(2+cos(z))^257": false,
		"(2+cos(z))^z": false,
		"cos(z^2)":     false, "exp(-z)*cos(z)": false, "cos(z)*exp(-z)": false, "z^2": false, "cos(z)-z": false,
		"cos(z)^257": false, "(cos(z)+cos(sqrt(2)*z)+cos(sqrt(3)*z))^12": false,
		"sin(z)*sin(2*z) + cos(z+1/4)*cos(z-1/4)*2": true, "cos(z)/(1-cos(z)^2-sin(z)^2)": false, "cos(z)*z/z": false,
		"cos(z)*(z-z)": false, "cos((sin(2)-2*sin(1)*cos(1))*z)": false,
	} {
		_, ok := harmonicsOf(checktest.Parsed(t, formula).FormulaExpr())
		assert.Equal(t, want, ok, formula)
	}
}

// TestRewrittenValues: the rewritten formula has the values of the formula.
func TestRewrittenValues(t *testing.T) {
	for _, f := range []string{"exp(2-z)", "exp(-z)*cos(z)", "exp(cos(z))"} {
		assert.Nil(t, Form(checktest.Parsed(t, f)), f)
	}
	for _, f := range []string{"cos(z)^2", "sin(z)*sin(2*z) + cos(z+1/4)*cos(z-1/4)*2", "(1+cos(3*z-1))^3*sin(z)",
		"exp(cos(z)^2 - z + 1)", "exp(-z)*sin(2*z+1)^2/(2+cos(z)^4)",
		"exp(sin(z)*cos(z) + 2 + sin(1-z)^2)"} {
		e := checktest.Parsed(t, f).FormulaExpr()
		g := rewrite(e, nil)
		require.False(t, g.Equal(e), f)
		assert.True(t, rewrite(g, nil).Equal(g), "%s: %s", f, g)
		for _, z := range []float64{-2.5, 0, 0.75, 40} {
			u, v := wave.Substituted(e, ball.NewReal(z), eval.RealBalls(128)),
				wave.Substituted(g, ball.NewReal(z), eval.RealBalls(128))
			assert.NotEqual(t, ball.False, u.Overlaps(v), "%s: %s", f, g)
			assert.Less(t, v.Rad().Float64(), 1e-9, "%s: %s", f, g)
		}
	}
}
