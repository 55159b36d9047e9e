package decompose

import (
	"context"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/internal/kernel/numeric"
	"krein/internal/testlong"
)

// TestMoved: kernels that are waves times functions that fall slowly, and kinked waves times a density, have laws. Where
// the product is positive definite the masses are k(0) and 0; those of cos(z)/(1+z²) in R³ are 1 + e^−2 and e^−2, since its
// density is ω/2 (sgn(ω−1) e^−|ω−1| + e^−(ω+1)).
func TestMoved(t *testing.T) {
	for i, x := range []struct {
		formula     string
		dim         int
		plus, minus float64
		within      float64
	}{
		{"cos(z)/(1+z^2)", 3, 1 + math.Exp(-2), math.Exp(-2), 1e-9},
		{"cos(z)/(1+z)^2", 1, 1, 0, 1e-8},
		{"exp(-sqrt(log(1+z^2)))", 1, 1, 0, 1e-6},
		{"cos(2*z)*exp(-sqrt(z))", 1, 1, 0, 1e-8},
		{"sin(z)/z/(1+z)", 3, 1, 0, 1e-8},
		{"(sin(z)/z)^2/(1+z)", 3, 1, 0, 1e-8},
		{"cos(z)/(1+z)+exp(-z^2)", 1, 2, 0, 1e-8},
		{"z*besselk(1,z)*cos(z)", 1, 1, 0, 1e-8},
		{"exp(-z)*exp(-2*sin(z)^2)", 1, 1, 0, 1e-8},
		{"cos(z)*(1+z)^(-1/4)", 1, 1, 0, 1e-3}, // its density is infinite at ω = 1, too much so for float64
		{"exp(-abs(sin(z)))/(1+z)", 1, 1, 0, 1e-3},
		{"exp(-z)*abs(cos(z))", 1, 1, 0, 1e-3},
		{"cos(z)*(1-exp(-z))/z", 1, 1, 0, 1e-8},
		{"besselj(0,z)/(1+z)", 2, 1, 0, 1e-8},
		{"besselj(0,z)^3", 2, 1, 0, 1e-5},
		{"exp(sqrt(z))*erfc(z^(1/4))", 2, 1, 0, 1e-7},
		{"sin(z)/z/(1+z^2)", 1, 1, 0, 1e-8},
	} {
		if i > 0 && !testlong.Turn(i, 4) {
			continue
		}
		k := parse(t, x.formula, 0)
		d, err := Jordan(context.Background(), k, x.dim, nil)
		require.NoError(t, err, x.formula)
		assert.InDelta(t, x.plus, d.Plus.Total(), x.within, x.formula)
		assert.InDelta(t, x.minus, d.Minus.Total(), x.within, x.formula)
		at := numeric.Compile(k).At
		for _, z := range []float64{0, 0.3, 1, 7.25} {
			assert.InDelta(t, at(z), d.KernelAt(z), 10*x.within, "%s at %v", x.formula, z)
		}
	}
}

// TestDigits: kernels that overflow or cancel inside have laws; they are positive definite with k(0) = 1.
func TestDigits(t *testing.T) {
	for i, x := range []struct {
		formula string
		dim     int
		within  float64
	}{
		{"exp(z^2)*erfc(z)", 1, 1e-7}, {"exp(z^2)*erfc(z)", 3, 1e-7}, {"exp(z)*erfc(sqrt(z))", 2, 1e-5},
		{"exp(-z)*besseli(0,z)", 3, 1e-5}, {"1-z*log(1+1/z)", 2, 1e-6},
	} {
		if !testlong.Turn(i, 5) {
			continue
		}
		k := parse(t, x.formula, 0)
		d, err := Jordan(context.Background(), k, x.dim, nil)
		require.NoError(t, err, x.formula)
		assert.InDelta(t, 1, d.Plus.Total(), x.within, x.formula)
		assert.InDelta(t, 0, d.Minus.Total(), x.within, x.formula)
		at := numeric.Compile(k).At
		for _, z := range []float64{0, 0.3, 1, 7.25, 1000} {
			assert.InDelta(t, at(z), d.KernelAt(z), 10*x.within, "%s, d=%d, at %v", x.formula, x.dim, z)
		}
	}
}
