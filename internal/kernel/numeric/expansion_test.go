package numeric

import (
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"krein/internal/kernel/asymptotic"
	"krein/internal/kernel/defined"
	"krein/internal/kernel/piecewise"
	"krein/kernel/parser"
)

const eulerGamma = 0.57721566490153286

// termsText writes exponents and powers of the logarithm, "1/2 3/2 2·L".
func termsText(x Expansion) string {
	s := ""
	for _, t := range x.Terms {
		if s != "" {
			s += " "
		}
		s += t.Exp.RatString()
		if t.LogPow != 0 {
			s += fmt.Sprintf("·L%d", t.LogPow)
		}
	}
	return s
}

// Expansions worked out by hand. Only the first coefficients are compared.
func TestExpansions(t *testing.T) {
	pi := math.Pi
	ntk := "z < 2 ? (2-z^2)/pi*acos(z^2/2-1) + z/(2*pi)*sqrt(4-z^2) : 0"
	kappa1 := "z < 2 ? (2-z^2)/(2*pi)*acos(z^2/2-1) + z/(2*pi)*sqrt(4-z^2) : 0"
	circular := "z < 1 ? 2/pi*(acos(z) - z*sqrt(1-z^2)) : 0"
	for _, c := range []struct {
		formula string
		b       float64
		right   bool
		exps    string // as far as coef goes, or all with order "exact"
		coef    []float64
		order   string
	}{
		// The table of the theory: zero beyond 2.
		{"z < 2 ? (1-z^2/9)^2 : 0", 2, false, "0 1 2 3 4",
			[]float64{25. / 81, 40. / 81, 2. / 27, -8. / 81, 1. / 81}, "exact"},
		{"z < 2 ? (1-z^2/9)^2 : 0", 2, true, "", nil, "exact"},
		{"z < 2 ? (1-z^2/4)^3 : 0", 2, false, "3 4 5 6", []float64{1, -3. / 4, 3. / 16, -1. / 64}, "exact"},
		{"z < 2 ? acos(z^2/2-1)/pi : 0", 2, false, "1/2 3/2 5/2 7/2",
			[]float64{2 / pi, 2 / pi / 24, 2 / pi * 3 / 640, 2 / pi * 5 / 7168}, "7"},
		{"z < 2 ? acos(z^2/2-1)/pi : 0", 0, true, "0 1 3 5", []float64{1, -1 / pi, -1 / (24 * pi), -3 / (640 * pi)}, "7"},
		{kappa1, 2, false, "3/2", []float64{8 / (3 * pi)}, "7"},
		{ntk, 2, false, "1/2", []float64{-2 / pi}, "7"},
		{ntk, 0, true, "0 1 2", []float64{2, -1 / pi, -1}, "7"}, // (2−z²)(1 − z/π − …) + z/π − …
		// Geostatistics.
		{"z < 1 ? 1 - 3*z/2 + z^3/2 : 0", 1, false, "2 3", []float64{1.5, -0.5}, "exact"},
		{"z < 1 ? (1-z)^4*(4*z+1) : 0", 1, false, "4 5", []float64{5, -4}, "exact"},
		{"z < 1 ? (1-z)^4*(4*z+1) : 0", 0, true, "0 2 3 4 5", []float64{1, -10, 20, -15, 4}, "exact"},
		{"z < 1 ? (1-z)^(7/2) : 0", 1, false, "7/2", []float64{1}, "exact"},
		{"z < 1 ? (1-z)^400 : 0", 1, false, "400", []float64{1}, "exact"},
		{"z < 1 ? (1-z^2)^395 : 0", 1, false, "395 396", []float64{math.Pow(2, 395), -395 * math.Pow(2, 394)}, ""},
		{circular, 1, false, "3/2", []float64{8 * math.Sqrt2 / (3 * pi)}, ""},
		{circular, 0, true, "0 1 3", []float64{1, -4 / pi, 2 / (3 * pi)}, ""},
		{"(1+sqrt(3)*z)*exp(-sqrt(3)*z)", 0, true, "0 2 3 4", []float64{1, -1.5, math.Sqrt(3), -9. / 8}, "7"},
		// Logarithms.
		{"besselk(0,z)", 0, true, "0·L1 0 2·L1", []float64{-1, math.Ln2 - eulerGamma, -0.25}, ""},
		{"z*besselk(1,z)", 0, true, "0 2·L1 2", []float64{1, 0.5, eulerGamma/2 - 0.25 - math.Ln2/2}, ""},
		{"besselk(2,z)", 0, true, "-2 0 2·L1", []float64{2, -0.5, -1. / 8}, ""},
		{"z^2*log(z)", 0, true, "2·L1", []float64{1}, "exact"},
		{"z^z", 0, true, "0 1·L1 2·L2 3·L3", []float64{1, 1, 0.5, 1. / 6}, ""},
		{"1/log(z)", 0, true, "0·L-1", []float64{1}, "exact"},
		{"log(z^2-1)*z", 1, true, "", nil, "refused"},
		{"z > 1 ? log(z^2-1)*z : 0", 1, true, "0·L1 0 1·L1", []float64{1, math.Ln2, 1}, ""},
		// Fractional powers, poles.
		{"besselk(1/3,z)", 0, true, "-1/3 1/3", []float64{math.Gamma(1./3) / 2 * math.Cbrt(2),
			math.Gamma(-1./3) / 2 / math.Cbrt(2)}, ""},
		{"exp(-z^(2/3))", 0, true, "0 2/3 4/3 2", []float64{1, -1, 0.5, -1. / 6}, "7"},
		{"z < 1 ? (1-z)^(1/1000003) : 0", 1, false, "1/1000003", []float64{1}, "exact"},
		{"1/(z^2-1)", 1, true, "-1 0 1", []float64{0.5, -0.25, 0.125}, ""},
		{"1/(z^2-1)", 1, false, "-1 0 1", []float64{-0.5, -0.25, -0.125}, ""},
		{"tan(pi*z/2)", 1, false, "-1 1", []float64{2 / pi, -pi / 6}, ""},
		// Γ and its first derivative have exact forms at multiples of 1/2.
		{"gamma(z-2)", 0, true, "-1 0", []float64{0.5, (1.5 - eulerGamma) / 2}, "few"},
		{"gamma(z+1)", 0, true, "0 1", []float64{1, -eulerGamma}, "few"},
		{"1/gamma(z+3/2)", 0, true, "0 1", []float64{2 / math.SqrtPi, 2 / math.SqrtPi * (eulerGamma + 2*math.Ln2 - 2)}, "few"},
		{"gamma(3-sqrt(z))", 0, true, "0 1/2", []float64{2, -2 * (1.5 - eulerGamma)}, "few"},
		{"gamma(z+1/3)", 0, true, "0", []float64{math.Gamma(1. / 3)}, "few"},
		{"gamma(z+65)/gamma(65)", 0, true, "0", []float64{1}, "few"},
		{"gamma(3*z-3*z)", 1, true, "", nil, "refused"},
		{"(1-cos(z))/z^2", 0, true, "0 2 4", []float64{0.5, -1. / 24, 1. / 720}, ""},
		// Breakpoints that are no float64.
		{"z < sqrt(2) ? (2-z^2)^(3/2) : 0", math.Sqrt2, false, "3/2 5/2",
			[]float64{math.Pow(8, 0.75), -1.5 * math.Pow(8, 0.25)}, ""},
		{"z < pi ? 1+cos(z) : 0", pi, false, "2 4", []float64{0.5, -1. / 24}, ""},
		{"abs(z-1/3)^(1/2)", 1. / 3, true, "1/2", []float64{1}, "exact"},
		{"z^sqrt(2)", 1, true, "0 1 2", []float64{1, math.Sqrt2, (2 - math.Sqrt2) / 2}, ""},
		// Cancellation.
		{"sin(z)^2 + cos(z)^2 + erf(z) + erfc(z)", 1, true, "0", []float64{2}, ""},
		{"(sin(z)-z+z^3/6)/z^5", 0, true, "0 2", []float64{1. / 120, -1. / 5040}, "7"},
		{"besselj(1/2,z) - sqrt(2/(pi*z))*sin(z)", 0, true, "", nil, ""},
		{"exp(-z) + 1/10^200 - 1 + z", 0, true, "0 2", []float64{1e-200, 0.5}, ""},
		{"exp(-z) + 1/10^290 - 1 + z", 0, true, "0 2", []float64{1e-290, 0.5}, ""},
		{"log(2)+log(3)-log(6) + 1/10^60*z", 0, true, "1", []float64{1e-60}, "exact"},
		// Ends of domains, reflections, values at 0.
		{"z < 2 ? acos(1-z^2/2) : 0", 2, false, "0 1/2", []float64{pi, -2}, ""},
		{"z < 2 ? asin(1-z) : 0", 2, false, "0 1/2", []float64{-pi / 2, math.Sqrt2}, ""},
		{"besselj(-3,-z)", 0, true, "3", []float64{1. / 48}, ""},
		{"besseli(-1,z)", 0, true, "1 3", []float64{0.5, 1. / 16}, ""},
		{"besselj(1/2,z+1)", 0, true, "0", []float64{math.Sqrt(2/pi) * math.Sin(1)}, ""},
		{"besselk(1/2,1/(1+z))", 0, true, "0 1", []float64{math.Sqrt(pi/2) / math.E, math.Sqrt(pi/2) / math.E * 1.5}, ""},
		{"besselj(0,z<1 ? sin(z) : 0) + besseli(2,z<1 ? z : 0)", 1, true, "0", []float64{1}, "exact"},
		{"cosh(log(z))", 0, true, "-1 1", []float64{0.5, 0.5}, "exact"},
		{"tanh(-log(z))", 0, true, "0 2 4", []float64{1, -2, 2}, ""},
		{"exp(-log(z)/3)*(-log(z))^2", 0, true, "-1/3·L2", []float64{1}, "exact"},
		{"(log(z)^2)^(1/2)", 0, true, "0·L1", []float64{-1}, "exact"},
		{"(1+z)^z", 0, true, "0 2 3", []float64{1, 1, -0.5}, ""},
		{"z < 1 ? gamma(-z) : 0", 0, true, "-1 0", []float64{-1, -eulerGamma}, "few"},
		// Flat parts belong to the remainder.
		{"erf(1/z)", 0, true, "0", []float64{1}, ""},
		{"exp(-1/z)", 0, true, "", nil, ""},
		{"exp(1/(z-1))", 1, false, "", nil, ""},
		// What has no expansion.
		{"1/(sin(z)^2 + cos(z)^2 - 1)", 0, true, "", nil, "refused"},
		{"log(z)^(1/2)", 0, true, "", nil, "refused"},
		{"besselk(1,z-z^2/2-log(1+z))", 0, true, "", nil, "refused"},
		{"exp(1/z)", 0, true, "", nil, "refused"},
		{"sin(1/z)", 0, true, "", nil, "refused"},
		{"besselj(0,1/z)", 0, true, "", nil, "refused"},
		{"log(-log(z/9))", 0, true, "", nil, "refused"},
		{"z^(sqrt(2)+sin(1e-700)-1e-700-sqrt(2)+1)", 0, true, "", nil, "refused"},
		{"z^(1/100000000000000000001)", 0, true, "", nil, "refused"},
		{"exp(log(z)^2)", 0, true, "", nil, "refused"},
	} {
		name := fmt.Sprintf("%s at %v, right %v", c.formula, c.b, c.right)
		k, err := parser.Parse(c.formula, nil)
		if err != nil {
			require.Equal(t, "refused", c.order, "%s: %v", name, err)
			continue
		}
		x, err := ExpandAt(k, c.b, c.right, 7)
		if c.order == "refused" {
			assert.ErrorContains(t, err, "no expansion", name)
			continue
		}
		require.NoError(t, err, name)
		all := x
		if c.order != "exact" && c.coef != nil {
			require.GreaterOrEqual(t, len(x.Terms), len(c.coef), name)
			x.Terms = x.Terms[:len(c.coef)]
		}
		assert.Equal(t, c.exps, termsText(x), name)
		assert.Equal(t, c.order == "exact", x.Exact, name)
		assert.Equal(t, x.Exact, x.Order == nil, name)
		if !x.Exact {
			if c.order != "few" {
				assert.GreaterOrEqual(t, x.Order.Cmp(rat(7, 1)), 0, name)
			}
			for _, m := range all.Terms {
				assert.Less(t, m.Exp.Cmp(x.Order), 0, name)
			}
		}
		if len(c.coef) == len(x.Terms) {
			for i, w := range c.coef {
				assert.InEpsilon(t, w, x.Terms[i].Coef, 2e-15, "%s, term %d", name, i)
				assert.LessOrEqual(t, x.Terms[i].Err, 2e-16*math.Abs(w), "%s, term %d", name, i)
			}
		}
	}
}

// A remainder that is a power of the logarithm.
func TestExpansionInLogarithms(t *testing.T) {
	x, err := ExpandAt(mustParse(t, "atan(log(z))"), 0, true, 3)
	require.NoError(t, err)
	require.Greater(t, len(x.Terms), 3)
	assert.Equal(t, "0 0·L-1 0·L-3 0·L-5", termsText(Expansion{Terms: x.Terms[:4]}))
	for i, w := range []float64{-math.Pi / 2, -1, 1. / 3, -1. / 5} {
		assert.InEpsilon(t, w, x.Terms[i].Coef, 1e-15)
	}
	assert.Zero(t, x.Order.Sign())
	assert.False(t, x.Exact)
}

func TestExpandAtRefuses(t *testing.T) {
	k := mustParse(t, "exp(-z)")
	for _, b := range []float64{math.NaN(), -1, math.Inf(1)} {
		_, err := ExpandAt(k, b, true, 4)
		assert.ErrorContains(t, err, "no expansion at")
	}
	_, err := ExpandAt(k, 0, false, 4)
	assert.ErrorContains(t, err, "not negative")
	_, err = k.ExactAt(piecewise.Breakpoint{Inf: true}, false, 4)
	assert.ErrorContains(t, err, "ExactInfinity")
	assert.Panics(t, func() { ExpandAt(k, 1, true, -1) })
}

// The least counting exponent, with the sides' coefficients.
func TestSingularities(t *testing.T) {
	type want struct {
		at          string
		exp         string // "" for none
		logPow      int
		left, right float64
		gap         float64
	}
	pi := math.Pi
	for _, c := range []struct {
		formula string
		want    []want
		err     string
	}{
		{"z < 2 ? 1-z^2/9 : 0", []want{{"0", "", 0, 0, 0, 0}, {"2", "0", 0, 5. / 9, 0, -5. / 9}}, ""},
		{"z < 2 ? (1-z^2/4)^3 : 0", []want{{"0", "", 0, 0, 0, 0}, {"2", "3", 0, 1, 0, 1}}, ""},
		{"z < 2 ? acos(z^2/2-1)/pi : 0", []want{{"0", "1", 0, 0, -1 / pi, 0}, {"2", "1/2", 0, 2 / pi, 0, 0}}, ""},
		{"z < 2 ? (2-z^2)/(2*pi)*acos(z^2/2-1) + z/(2*pi)*sqrt(4-z^2) : 0",
			[]want{{"0", "3", 0, 0, 1 / (3 * pi), 0}, {"2", "3/2", 0, 8 / (3 * pi), 0, 0}}, ""},
		{"z < 2 ? (2-z^2)/pi*acos(z^2/2-1) + z/(2*pi)*sqrt(4-z^2) : 0",
			[]want{{"0", "1", 0, 0, -1 / pi, 0}, {"2", "1/2", 0, -2 / pi, 0, 0}}, ""},
		{"z < 1 ? 1 - 3*z/2 + z^3/2 : 0", []want{{"0", "1", 0, 0, -1.5, 0}, {"1", "2", 0, 1.5, 0, -1.5}}, ""},
		{"z < 1 ? (1-z)^4*(4*z+1) : 0", []want{{"0", "3", 0, 0, 20, 0}, {"1", "4", 0, 5, 0, -5}}, ""},
		// A jump of 1e−15 is a jump, one of 1e−200 too, and a kink of 1e−40 a kink.
		{"z < 1 ? 1 : 1 + 1/10^15", []want{{"0", "", 0, 0, 0, 0}, {"1", "0", 0, 1, 1 + 1e-15, 1e-15}}, ""},
		{"z < 1 ? exp(-z) : exp(-z) - 1/10^200", []want{{"0", "1", 0, 0, -1, 0},
			{"1", "0", 0, math.Exp(-1), math.Exp(-1), -1e-200}}, ""},
		{"z < sqrt(2) ? z : z + (z-sqrt(2))/10^40", []want{{"0", "1", 0, 0, 1, 0}, {"sqrt(2)", "1", 0, -1, 1, 1e-40}}, ""},
		// Both sides continue each other, in different guise: no point at all, where the pieces are proved to be one.
		{"z < 1 ? exp(-z) : 1/exp(z)", []want{{"0", "1", 0, 0, -1, 0}}, ""},
		{"z < 1 ? cos(z)^2 : (1+cos(2*z))/2", nil, "is not decided"},
		{"z < 1 ? z^2-1 : (z-1)*(z+1)", []want{{"0", "", 0, 0, 0, 0}}, ""},
		{"abs(z-1)", []want{{"0", "1", 0, 0, -1, 0}, {"1", "1", 0, 1, 1, 2}}, ""},
		// Inside a piece.
		{"1/(z-1)", []want{{"0", "1", 0, 0, -1, 0}, {"1", "-1", 0, -1, 1, 0}}, ""},
		{"1/(z^2-2)^2", []want{{"0", "", 0, 0, 0, 0}, {"sqrt(2)", "-2", 0, 0.125, 0.125, 0}}, ""},
		{"log(abs(z-1))", []want{{"0", "1", 0, 0, -1, 0}, {"1", "0", 1, 1, 1, 0}}, ""},
		{"1/(exp(z)-3)", []want{{"0", "1", 0, 0, -0.25, 0}, {"log(3)", "-1", 0, -1. / 3, 1. / 3, 0}}, ""},
		{"(z^2-1)/(z-1)", []want{{"0", "1", 0, 0, 1, 0}, {"1", "", 0, 0, 0, 0}}, ""},
		{"sin(z)/z", []want{{"0", "", 0, 0, 0, 0}}, ""},
		{"sqrt((z-1)^2)", []want{{"0", "1", 0, 0, -1, 0}, {"1", "1", 0, 1, 1, 2}}, ""},
		{"1/(2+cos(z)) + sqrt(1+z^2) + log(1+z^4)", []want{{"0", "", 0, 0, 0, 0}}, ""},
		{"z < 5 ? tan(z/2) : 0", []want{{"0", "1", 0, 0, 0.5, 0}, {"", "-1", 0, 2, -2, 0},
			{"5", "0", 0, math.Tan(2.5), 0, -math.Tan(2.5)}}, ""},
		{"tan(z)", nil, "that the denominator cos(z) has no zero is not proved"},
		{"1/(1+cos(z))", nil, "that the denominator 1 + cos(z) has no zero is not proved"},
		// flat: nothing below any order
		{"exp(-1/abs(z-1))", []want{{"0", "1", 0, 0, -math.Exp(-1), 0}, {"1", "", 0, 0, 0, 0}}, ""},
		{"exp(1/(z-1))", nil, "essential singularity"},
	} {
		got, err := Singularities(mustParse(t, c.formula), 6)
		if c.err != "" {
			assert.ErrorContains(t, err, c.err, c.formula)
			assert.NotEmpty(t, got, c.formula)
			continue
		}
		require.NoError(t, err, c.formula)
		require.Len(t, got, len(c.want), c.formula)
		for i, w := range c.want {
			g := got[i]
			if w.at != "" {
				assert.Equal(t, w.at, g.At.String(), c.formula)
			}
			if w.exp == "" {
				assert.Nil(t, g.Exponent, "%s at %v", c.formula, g.At)
				continue
			}
			require.NotNil(t, g.Exponent, "%s at %v", c.formula, g.At)
			assert.Equal(t, w.exp, g.Exponent.RatString(), c.formula)
			assert.Equal(t, w.logPow, g.LogPow, c.formula)
			assert.InDelta(t, w.left, g.Left.Value, 1e-14, c.formula)
			assert.InDelta(t, w.right, g.Right.Value, 1e-14, c.formula)
			assert.InDelta(t, w.gap, g.Gap.Value, math.Abs(w.gap)*1e-14, c.formula)
			assert.LessOrEqual(t, g.Gap.Err, math.Abs(w.gap)*1e-14, c.formula)
		}
	}
}

// A breakpoint or a pole without exact form is where nothing is known.
func TestSingularitiesNumeric(t *testing.T) {
	got, err := Singularities(mustParse(t, "max(z^3+z-1, 0)"), 4)
	assert.ErrorContains(t, err, "no exact form")
	assert.Empty(t, got)
	got, err = Singularities(mustParse(t, "1/(z^3+z-1)"), 4)
	assert.ErrorContains(t, err, "that the denominator z^3 + z - 1 has no zero is not proved")
	require.Len(t, got, 1)
	assert.Equal(t, "0", got[0].At.String())
	// At infinity the kernel is what it is beyond them.
	assert.Equal(t, asymptotic.Growth, AtInfinity(mustParse(t, "max(z^3+z-1, 0)")).Kind)
	assert.Equal(t, asymptotic.ZeroBeyond, AtInfinity(mustParse(t, "z^3 + z < 1 ? 1 - z^3 - z : 0")).Kind)
}

// sum evaluates the terms at τ.
func (x Expansion) sum(tau float64) float64 {
	var y float64
	for i := len(x.Terms) - 1; i >= 0; i-- {
		e, _ := x.Terms[i].Exp.Float64()
		y += x.Terms[i].Coef * math.Pow(tau, e) * math.Pow(math.Log(tau), float64(x.Terms[i].LogPow))
	}
	return y
}

// The expansion is the function, near the point.
func TestExpansionsPredict(t *testing.T) {
	formulas := []string{"ntk()", "arccos1()", "matern(2, 3)", "z<2 ? (4-z^2)^(4/3)*log(2-z) : exp(-z)",
		"besselj(1/4,z)*besselk(1/4,z)", "acos(1/(1+z))", "z<2 ? asin(sqrt(z/2)) : 1/z", "z<2 ? erf(sqrt(2-z)) : tanh(z-2)",
		"z^(-1/2)*cos(sqrt(z))", "z<2 ? 1/tan(2-z) : z-2", "z<2 ? atan(1/(2-z)) : besselk(1,z-2)",
		"sinh(sqrt(z))/cosh(z^(1/3))", "z<2 ? (2-z)^(2-z) : besseli(1/2,z-2)",
		"log(1+sqrt(z))"}
	rapid.Check(t, func(rt *rapid.T) {
		f := rapid.SampledFrom(formulas).Draw(rt, "f")
		k := mustParse(t, f)
		b := rapid.SampledFrom([]float64{0, 2, 0.75}).Draw(rt, "b")
		right := b == 0 || rapid.Bool().Draw(rt, "right")
		x, err := ExpandAt(k, b, right, 8)
		if err != nil {
			rt.Fatalf("%s at %v: %v", f, b, err)
		}
		tau := rapid.SampledFrom([]float64{0x1p-7, 0x1p-8, 3 * 0x1p-10}).Draw(rt, "tau")
		z := b + tau
		if !right {
			z = b - tau
		}
		want := k.At(z)
		if got := x.sum(tau); math.Abs(got-want) > 1e-12*(1+math.Abs(want)) {
			rt.Fatalf("%s at %v, right %v, τ = %v: %v want %v", f, b, right, tau, got, want)
		}
	})
}

// Raising the order adds terms and changes none.
func TestExpansionsOrders(t *testing.T) {
	for _, f := range []string{"ntk()", "besselk(2,z)", "z^z", "tan(z)/z^3", "exp(-z^(1/3))", "(sin(z)-z+z^3/6)/z^5"} {
		k := mustParse(t, f)
		b := 0.0
		var last Expansion
		for order := range 12 {
			x, err := ExpandAt(k, b, true, order)
			require.NoError(t, err, f)
			require.GreaterOrEqual(t, len(x.Terms), len(last.Terms), f)
			for i, m := range last.Terms {
				require.Zero(t, m.Exp.Cmp(x.Terms[i].Exp), f)
				require.InEpsilon(t, m.Coef, x.Terms[i].Coef, 1e-15, f)
			}
			last = x
		}
	}
}

// Exact and floating point expansions agree on random formulas.
func TestExactAgreesWithFloats(t *testing.T) {
	decided := 0
	rapid.Check(t, func(t *rapid.T) {
		e := genTree(3).Draw(t, "e")
		k, err := defined.New(e)
		if err != nil {
			t.Skip(err)
		}
		exact, err := k.ExactSingularities(3)
		if err != nil {
			t.Skip(err)
		}
		floats, err := Singularities(k, 3)
		if err != nil {
			t.Skip(err)
		}
		for _, x := range exact.Singularities {
			if x.Doubt != nil || x.Exponent == nil {
				continue
			}
			decided++
			found := false
			for _, f := range floats {
				if math.Abs(f.At.Value-x.At.Value) > 1e-9*x.At.Value {
					continue
				}
				found = true
				if math.Abs(x.Right.Ball(nil, 128).Nearest()) < 1e-200 { // zero at the precision of the float engine
					continue
				}
				if f.Exponent == nil || f.Exponent.Cmp(Near(x.Exponent)) != 0 || f.LogPow != x.LogPow {
					t.Fatalf("%s at %s: exact %v·L%d, float %v·L%d", k, x.At, x.Exponent, x.LogPow, f.Exponent, f.LogPow)
				}
				if r := x.Right.Ball(nil, 128).Nearest(); math.Abs(r-f.Right.Value) > 1e-9*math.Abs(r)+2*f.Right.Err {
					t.Fatalf("%s at %s: exact %v, float %v ± %v", k, x.At, r, f.Right.Value, f.Right.Err)
				}
			}
			if !found {
				t.Fatalf("%s: nothing at %s in floating point", k, x.At)
			}
		}
	})
	assert.Positive(t, decided)
}
