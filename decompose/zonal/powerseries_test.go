package zonal

import (
	"context"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/kernel/parser"
)

// Coefficients against closed forms, at reaches near and far, and what is left out within its bound.
func TestPowerSeries(t *testing.T) {
	factorial := func(n int) float64 { return math.Gamma(float64(n) + 1) }
	for text, f := range map[string]struct {
		coef func(n int, r float64) float64 // b_n rⁿ
		at   func(u float64) float64
	}{
		"exp(u)":           {func(n int, r float64) float64 { return math.Pow(r, float64(n)) / factorial(n) }, math.Exp},
		"cosh(u/2)":        {func(n int, r float64) float64 { return float64(1-n%2) * math.Pow(r/2, float64(n)) / factorial(n) }, func(u float64) float64 { return math.Cosh(u / 2) }},
		"polynomial(1,3)":  {func(n int, r float64) float64 { return []float64{1, 3, 3, 1}[n] * math.Pow(r, float64(n)) }, func(u float64) float64 { return math.Pow(1+u, 3) }},
		"u^2 - u/10":       {func(n int, r float64) float64 { return []float64{0, -0.1, 1}[n] * math.Pow(r, float64(n)) }, func(u float64) float64 { return u*u - u/10 }},
		"tanh(u/20)":       {nil, func(u float64) float64 { return math.Tanh(u / 20) }},
		"1/(20-u)":         {func(n int, r float64) float64 { return math.Pow(r/20, float64(n)) / 20 }, func(u float64) float64 { return 1 / (20 - u) }},
		"2*exp(-u)*(1+u)":  {nil, func(u float64) float64 { return 2 * math.Exp(-u) * (1 + u) }},
		"log(40+u)-sin(u)": {nil, func(u float64) float64 { return math.Log(40+u) - math.Sin(u) }},
	} {
		for _, reach := range []float64{0.01, 1, 7.5, 18} {
			k, err := parser.Parse(text, nil)
			require.NoError(t, err)
			require.True(t, IsInnerProduct(k), text)
			s, err := NewPowerSeries(t.Context(), k, reach)
			require.NoError(t, err, "%s %g", text, reach)
			size := 0.0
			for n, c := range s.Coef {
				size += math.Abs(c)
				if f.coef != nil {
					assert.InDelta(t, f.coef(n, reach), c, s.Error+1e-14*math.Abs(c), "%s %g %d", text, reach, n)
				}
			}
			assert.LessOrEqual(t, s.Error, 1e-15*size, "%s %g", text, reach)
			for _, u := range []float64{-1, -0.3, 0, 0.7, 1} {
				got := 0.0
				for n := len(s.Coef) - 1; n >= 0; n-- {
					got = got*u + s.Coef[n]
				}
				assert.InDelta(t, f.at(u*reach), got, s.Error+1e-13*size, "%s %g %g", text, reach, u)
			}
		}
	}
	k, err := parser.Parse("polynomial(1,3)", nil)
	require.NoError(t, err)
	s, err := NewPowerSeries(t.Context(), k, 4)
	require.NoError(t, err)
	assert.Equal(t, &PowerSeries{Reach: 4, Coef: []float64{1, 12, 48, 64}, Exact: true}, s)
}

// Functions that are not of u alone, and those that are not holomorphic so far out, are refused.
func TestNoPowerSeries(t *testing.T) {
	for _, text := range []string{"gaussian(1)", "1-z^2/2", "exp(-theta)", "ntk", "exp(cos(theta))", "3", "polynomial(1,2)*gaussian(1)"} {
		k, err := parser.Parse(text, nil)
		require.NoError(t, err)
		assert.False(t, IsInnerProduct(k), text)
	}
	for text, reach := range map[string]float64{"sqrt(1-u)": 1, "1/(2-u)": 2.1, "log(1-u)": 3, "abs(u)": 0.5, "max(u,0)": 1,
		"tanh(u)": 1.6, "exp(u)/(u-1/8)": 0.13} {
		k, err := parser.Parse(text, nil)
		require.NoError(t, err, text)
		if _, err = NewPowerSeries(t.Context(), k, reach); assert.Error(t, err, text) {
			assert.Contains(t, err.Error(), "holomorphic", text)
		}
	}
	// what is a polynomial on the sphere alone, and what has no value somewhere in the disc, though it is multiplied by 0
	for text, reach := range map[string]float64{"sqrt((1+u)^2)": 2, "((1+u)^4)^(1/2)": 2, "u*sqrt((1-u)^2)": 2,
		"sqrt(1+u)^2": 2, "(1-u^2)/(1-u)": 2, "acos(cos(u))": 4, "exp(u)+0/(u-5)": 6, "exp(u)+0/(u+5)": 6, "(1+u)^2+0/(u-5)": 6,
		"exp(u)+0*sqrt(1-u)": 2, "exp(u)+0*tan(u)": 2, "exp(u)*log(7-u)^0": 8, "exp(u)+0*gamma(3-u)": 4,
		"exp(u)+0/besselj(0,u)": 3, "exp(u+0*sqrt(3-u))": 4, "u^2+0*acos(u/2)": 3, "exp(u)+0*besselj(1/2,4+u)": 5,
		"exp(u)*(1+0*(0/(u-2)))": 3, "u+0/u": 1} {
		k, err := parser.Parse(text, nil)
		require.NoError(t, err, text)
		if _, err = NewPowerSeries(t.Context(), k, reach); assert.Error(t, err, text) {
			assert.Contains(t, err.Error(), "not proved to be holomorphic", text)
		}
	}
	for text, reach := range map[string]float64{"exp(u)+0/(u-5)": 4, "exp(u)+0*sqrt(1-u)": 0.9, "exp(u)*log(7-u)^0": 6,
		"0*tan(u)+u/2": 1.5, "(1-u^2)/(1-u)": 0.9, "0*u": 9, "u^0": 9, "(u-1)^2/sqrt(2)": 9} {
		k, err := parser.Parse(text, nil)
		require.NoError(t, err, text)
		_, err = NewPowerSeries(t.Context(), k, reach)
		assert.NoError(t, err, text)
	}
	for text, reach := range map[string]float64{"sqrt(1-u)": 0.9, "1/(2-u)": 1.9, "tanh(u)": 1.5} {
		k, err := parser.Parse(text, nil)
		require.NoError(t, err)
		_, err = NewPowerSeries(t.Context(), k, reach)
		assert.NoError(t, err, text)
	}
}

// Values that take long, of a Bessel function far out, count what they take, and others end with the context.
func TestPowerSeriesEnds(t *testing.T) {
	k, err := parser.Parse("besselj(0,100*u)", nil)
	require.NoError(t, err)
	_, err = NewPowerSeries(t.Context(), k, 200)
	assert.ErrorContains(t, err, "the budget of work is spent")
	ctx, stop := context.WithCancel(t.Context())
	stop()
	_, err = NewPowerSeries(ctx, k, 1)
	assert.ErrorIs(t, err, context.Canceled)
}
