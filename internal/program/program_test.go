package program

import (
	"math"
	"math/big"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	_ "krein/internal/testlong" // a fixed seed
)

func TestPowers(t *testing.T) {
	for _, p := range []*big.Rat{big.NewRat(2, 1), big.NewRat(-3, 1), big.NewRat(1, 2), big.NewRat(-7, 2), big.NewRat(5, 3), big.NewRat(0, 1), big.NewRat(8, 1), big.NewRat(9, 1),
		big.NewRat(-41, 1), big.NewRat(15, 2), big.NewRat(21, 2)} {
		f, _ := p.Float64()
		for _, x := range []float64{0.1, 1, 1.7, 123.25} {
			got := RationalPower(p).Of(x)
			assert.InEpsilon(t, math.Pow(x, f), got, 2e-15, "%v^%v", x, p)
		}
		if p.IsInt() {
			assert.InEpsilon(t, math.Pow(-1.7, f), RationalPower(p).Of(-1.7), 2e-15)
		} else {
			assert.True(t, math.IsNaN(RationalPower(p).Of(-1.7)), "(-1.7)^%v", p)
		}
	}
	assert.True(t, math.IsInf(RationalPower(big.NewRat(-2, 1)).Of(0), 1))
	assert.Equal(t, 1.0, RationalPower(big.NewRat(0, 1)).Of(0))
}

// Formulas have the values of Go's own functions, in all spellings that are read, for one number and for many.
func TestRead(t *testing.T) {
	for text, want := range map[string]func(float64) float64{
		"tanh(t)":                        math.Tanh,
		"max(0, t)":                      func(t float64) float64 { return max(0, t) },
		"t > 1 ? 1/2 : 0":                func(t float64) float64 { return map[bool]float64{true: 0.5}[t > 1] },
		"t*(1 + erf(t/sqrt(2)))/2":       func(t float64) float64 { return t * (1 + math.Erf(t/math.Sqrt2)) / 2 },
		"-t^2":                           func(t float64) float64 { return -(t * t) },
		"2^-t^2":                         func(t float64) float64 { return math.Exp2(-t * t) },
		"abs(t)^(-1/3)":                  func(t float64) float64 { return 1 / math.Cbrt(math.Abs(t)) },
		"(t^2)^0.75":                     func(t float64) float64 { return math.Pow(t*t, 0.75) },
		"t - 1 - 2":                      func(t float64) float64 { return t - 3 },
		"8/t/2":                          func(t float64) float64 { return 4 / t },
		"softplus(t) - logistic(t)":      func(t float64) float64 { return math.Log1p(math.Exp(t)) - 1/(1+math.Exp(-t)) },
		"min(1, t, 2) + max(t, -1/10*t)": func(t float64) float64 { return min(1, t) + max(t, -0.1*t) },
		"t < -1 || t >= 2 && !(t == 3) ? pi : e": func(t float64) float64 {
			return map[bool]float64{true: math.Pi, false: math.E}[t < -1 || t >= 2 && t != 3]
		},
		"t != 0.5 ? (t <= 1 ? 1e-3 : 2) : hypot(t,1)": func(t float64) float64 {
			return map[bool]float64{true: 1e-3, false: 2}[t <= 1] + map[bool]float64{true: math.Hypot(0.5, 1) - 1e-3}[t == 0.5]
		},
	} {
		p, err := Read(text)
		require.NoError(t, err, text)
		var in []float64
		for x := -4.0; x < 4; x += 1.0 / 64 {
			in = append(in, x)
		}
		out := make([]float64, len(in))
		p.EvalTo(out, in)
		for i, x := range in {
			if w := want(x); math.IsInf(w, 0) {
				assert.True(t, math.IsInf(out[i], 0), "%s at %v", text, x)
			} else {
				assert.InDelta(t, w, out[i], 4e-15*max(1, math.Abs(w)), "%s at %v", text, x)
			}
			assert.Equal(t, math.Float64bits(out[i]), math.Float64bits(p.At(x)), text)
		}
	}
}

// Functions that have names do not overflow where what they are defined by does; what is undefined is no number.
func TestReadFar(t *testing.T) {
	for text, want := range map[string]float64{"softplus(t)": 1e4, "logistic(t)": 1, "logistic(-t)": 0, "sech(t)": 0, "hypot(1e300*t, 1)": 1e304} {
		p, err := Read(text)
		require.NoError(t, err, text)
		assert.InDelta(t, want, p.At(1e4), 1e-12*want, text)
	}
	for _, text := range []string{"sqrt(t)", "log(t)", "t^(1/3)", "t^t", "t < log(t) ? 1 : 2", "0/(t + 1)", "acosh(t)", "!(log(t) < 1) && t < 0 ? 1 : 2"} {
		p, err := Read(text)
		require.NoError(t, err, text)
		assert.True(t, math.IsNaN(p.At(-1)), text)
	}
}

// Whatever is no formula is an error that says where.
func TestReadErrors(t *testing.T) {
	for text, want := range map[string]string{
		"":                         "ends too early",
		"tanh(t":                   `"" where ")" is expected`,
		"tanh(t))":                 `")" where "" is expected`,
		"q":                        `unknown function "q"`,
		"besselj(0, t)":            `unknown function "besselj"`,
		"tanh t":                   `"t" where "(" is expected`,
		"t < 1":                    "a condition where a number",
		"t ? 1 : 2":                "a number where a condition",
		"t < 1 < 2 ? 1 : 0":        "a condition where a number",
		"tanh(t, 1)":               "tanh of 2 numbers",
		"hypot(t)":                 "hypot of 1 numbers",
		"max(t)":                   "max of 1 numbers",
		"1e401*t":                  "power of ten",
		"1e400*t":                  "beyond the floats",
		"t #":                      `" #" is not part`,
		"t\n":                      "is not part",
		"let a = 1; t":             "is not part",
		"t > 0 ? 1":                `"" where ":" is expected`,
		strings.Repeat("(", 600):   "nested more than",
		strings.Repeat("-", 600):   "nested more than",
		strings.Repeat(" ", 20001): "characters",
		"z":                        `unknown function "z"`,
	} {
		_, err := Read(text)
		assert.ErrorContains(t, err, want, "%.30q", text)
	}
}

// formulas are texts that are read.
func formulas(depth int) *rapid.Generator[string] {
	return rapid.Custom(func(t *rapid.T) string {
		if depth == 0 {
			return rapid.SampledFrom([]string{"t", "1", "2.5", "1e-3", "pi", "-t", "1/3"}).Draw(t, "leaf")
		}
		of := func() string { return formulas(rapid.IntRange(0, depth-1).Draw(t, "depth")).Draw(t, "part") }
		switch rapid.IntRange(0, 3).Draw(t, "kind") {
		case 0:
			return rapid.SampledFrom([]string{"tanh", "exp", "abs", "softplus", "-", ""}).Draw(t, "f") + "(" + of() + ")"
		case 1:
			return "max(" + of() + ", " + of() + ")"
		case 2:
			return "(" + of() + " < " + of() + " || !(" + of() + " == 1) ? " + of() + " : " + of() + ")"
		}
		return "(" + of() + ")" + rapid.SampledFrom([]string{"+", "-", "*", "/", "^"}).Draw(t, "op") + "(" + of() + ")"
	})
}

// Many values have the bits of single ones, in place too; a text without one of its characters is read or refused.
func TestReadAnything(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := formulas(3).Draw(t, "formula")
		p, err := Read(text)
		require.NoError(t, err, text)
		in := []float64{0, 0.5, -3, 700, math.Inf(1)}
		out := append([]float64(nil), in...)
		p.EvalTo(out, out)
		for i, x := range in {
			assert.Equal(t, math.Float64bits(p.At(x)), math.Float64bits(out[i]), "%s at %v", text, x)
		}
		cut := rapid.IntRange(0, len(text)-1).Draw(t, "cut")
		if p, err := Read(text[:cut] + text[cut+1:]); err == nil {
			p.At(0.5)
		}
	})
}

func FuzzRead(f *testing.F) {
	for _, text := range []string{"tanh(t)", "t > 1 ? 1/2 : 0", "1/2/3^-4*t^(1/3)", "max(0,t,1e400)"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if p, err := Read(text); err == nil {
			p.At(0.5)
		}
	})
}
