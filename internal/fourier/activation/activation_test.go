package activation

import (
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/ball"
	"krein/fourier/stationary"
	"krein/internal/program"
)

// Second moments are proved to be finite, or infinite, for functions of every kind of growth and singularity, and what
// is neither is unknown.
func TestSquare(t *testing.T) {
	for _, c := range []struct {
		formula string
		scale   float64
		want    ball.Truth
	}{
		{"tanh(t)", 100, ball.True},
		{"max(0,t)", 1e6, ball.True},
		{"t > 0 ? 1 : 0", 1, ball.True},
		{"sign(t)*t^4", 3, ball.True},
		{"t*(1+erf(t/sqrt(2)))/2", 3, ball.True},
		{"1/(1+exp(-t))", 3, ball.True},
		{"t/(1+exp(-t))", 3, ball.True},
		{"log(1+exp(t))", 3, ball.True},
		{"t<0 ? exp(t)-1 : t", 3, ball.True},
		{"sin(t)+cos(2*t)", 3, ball.True},
		{"exp(-t^2/2)", 3, ball.True},
		{"exp(20*t)", 3, ball.True},
		{"log(abs(t))", 3, ball.True},
		{"abs(t)^(-1/4)", 3, ball.True},
		{"abs(t-1)^(-2/5)", 3, ball.True},
		{"min(1,max(-1,t))", 3, ball.True},
		{"max(t,-1/10*t)", 3, ball.True},
		{"exp(t^2/8)", 1.4, ball.True}, // 4cs² = s²/2
		{"exp(t^2/8)", 1.5, ball.False},
		{"t > 0 ? exp(t^2/8) : 0", 1.5, ball.False},
		{"exp(t^2/8)*cos(3*t)", 1.5, ball.False},
		{"exp(abs(t)^3)", 0.01, ball.False},
		{"exp(-t^3)", 0.01, ball.False},
		{"1/t", 1, ball.False},
		{"abs(t)^(-1/2)", 1, ball.False},
		{"abs(t-1)^(-3/5)", 1, ball.False},
		{"abs(t+2)^(-3/5)", 1, ball.False},
		{"a*tanh(b*t)", 2, ball.True},
		// no value on an interval, which 0·f hides, and at single t, which do not matter
		{"t+0*log(t)", 2, ball.Unknown},
		{"t+0*log(-t)", 2, ball.Unknown},
		{"tanh(t)*sqrt(1-t)^0", 2, ball.Unknown},
		{"t+0*asin(2+t^2)", 2, ball.Unknown},
		{"t+0*sqrt(abs(t)-1)", 2, ball.Unknown},
		{"exp(-z^2)+0*sqrt(1-z/5000)", 2, ball.Unknown},
		{"t+0/(t-1)", 2, ball.True},
		{"t+0*log(abs(t+1))", 2, ball.True},
	} {
		opt := new(stationary.Options)
		if strings.HasPrefix(c.formula, "a*") {
			opt.Params = map[string]string{"a": "2", "b": "1/3"}
		}
		g, err := Parse(c.formula, opt)
		require.NoError(t, err, c.formula)
		got, why := g.Square(c.scale)
		assert.Equal(t, c.want, got, "%s at %v: %s", c.formula, c.scale, why)
		assert.Equal(t, got == ball.True, why == "", c.formula)
	}
	for _, wrong := range []string{"sqrt(t)", "tanh(q)", "log(t)", "x2", ""} {
		_, err := Parse(wrong, nil)
		assert.Error(t, err, wrong)
	}
}

// Values are those of the formula on both sides of 0, and breaks are where pieces meet.
func TestAt(t *testing.T) {
	g, err := Parse("t > 1 || t < -2 ? t : tanh(t)", nil)
	require.NoError(t, err)
	for _, v := range []float64{-3, -2, -1, 0, 0.5, 1, 1.5} {
		want := math.Tanh(v)
		if v > 1 || v < -2 {
			want = v
		}
		assert.InDelta(t, want, g.At(v), 1e-15, v)
	}
	assert.Subset(t, g.Breaks(), []float64{1, -2})
	assert.Equal(t, "t > 1 || t < -2 ? t : tanh(t)", g.Formula())
	assert.Panics(t, func() { g.Square(-1) })
}

// Functions are written out in the language of package program, with the values that they have, parameters put in; named
// functions stay where formulas overflow, and 0 has its limit.
func TestText(t *testing.T) {
	opt := &stationary.Options{Params: map[string]string{"a": "1/3"}}
	for formula, want := range map[string]string{
		"tanh(t)":                        "tanh(t)",
		"max(0,t)":                       "max(0, t)",
		"relu(t)":                        "max(0, t)",
		"a*t":                            "1/3*t",
		"t > 1 ? 1/2 : 0":                "t > 1 ? 1/2 : 0",
		"log(1+exp(t))":                  "softplus(t)",
		"softplus(-t)":                   "softplus(-t)",
		"1/(1+exp(-t))":                  "logistic(t)",
		"sin(t)/t":                       "t == 0 ? 1 : sin(t)/t",
		"(exp(a*t)-1)/t":                 "",
		"t*(1+erf(t/sqrt(2)))/2":         "",
		"abs(t)^(1/3)":                   "abs(t)^(1/3)",
		"sign(t)*sqrt(abs(t))":           "",
		"t<0 ? exp(t)-1 : t":             "t < 0 ? expm1(t) : t",
		"exp(-z^2)":                      "exp(-abs(t)^2)",
		"1-tanh(t)":                      "2*logistic(-2*t)",
		"let b = 2; b*t^2 - 1e-30":       "",
		"(t>0 && t<1) || t==-1 ? 1 : -t": "",
		"gaussian(1)":                    "",
		"gamma(2+t^2)":                   "",
		"t^3 + 12345678901234567890":     "",
	} {
		o := *opt
		if !strings.Contains(formula, "a*t") {
			o.Params = nil
		}
		g, err := Parse(formula, &o)
		require.NoError(t, err, formula)
		text, err := g.Text()
		require.NoError(t, err, formula)
		if want != "" {
			assert.Equal(t, want, text, formula)
		}
		p, err := program.Read(text)
		require.NoError(t, err, text)
		for v := -6.0; v <= 6; v += 0.25 {
			assert.InDelta(t, g.At(v), p.At(v), 1e-13*max(1, math.Abs(g.At(v))), "%s at %v", formula, v)
		}
	}
	g, err := Parse("softplus(t)", nil)
	require.NoError(t, err)
	text, err := g.Text()
	require.NoError(t, err)
	p, err := program.Read(text)
	require.NoError(t, err)
	assert.Equal(t, 2000.0, p.At(2000))
	for formula, want := range map[string]string{"besselj(0,t)": `unknown function "besselj"`,
		strings.Repeat("t+", 3000) + "t": "too long"} {
		if g, err := Parse(formula, nil); assert.NoError(t, err) {
			_, err := g.Text()
			assert.ErrorContains(t, err, want)
		}
	}
}

// TestNarrow: points lie around what is narrow, on its side of 0, and functions of the scale of a row have none.
func TestNarrow(t *testing.T) {
	for formula, near := range map[string]float64{"exp(-1e8*(t-1)^2)": 1, "t+1e4*exp(-1e10*(t+1.1)^2)": -1.1,
		"1/(1+1e12*(t-1/3)^2)": 1. / 3, "tanh(1e6*(t-0.4))": 0.4} {
		g, err := Parse(formula, nil)
		require.NoError(t, err, formula)
		points := g.Narrow(1, 9.5)
		require.NotEmpty(t, points, formula)
		for _, p := range points {
			assert.InDelta(t, near, p, 0.5, formula)
		}
	}
	for _, formula := range []string{"tanh(t)", "max(0,t)", "erf(t)", "t*(1+erf(t/sqrt(2)))/2", "exp(-t^2)", "t^3", "sin(t)",
		"log(1+exp(t))", "cos(3*t)", "1/(1+exp(-t))"} {
		g, err := Parse(formula, nil)
		require.NoError(t, err, formula)
		assert.Empty(t, g.Narrow(1, 9.5), formula)
	}
}
