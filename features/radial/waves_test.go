package radial

import (
	"context"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/decompose"
	"krein/features"
	"krein/internal/kernel/numeric"
	"krein/internal/testlong"
	"krein/kernel/parser"
)

// TestWavesUnbiased: maps of measures with atoms are unbiased, and their variance is predicted, also where atoms of tiny
// masses stand beside a density without end.
func TestWavesUnbiased(t *testing.T) {
	for i, f := range []string{
		"exp(-z) - exp(-2*sin(pi*z)^2)/2", "exp(-2*sin(pi*z)^2) - 1/2", "exp(cos(z)+cos(sqrt(2)*z)-2)",
		"cos(cos(z)+cos(sqrt(2)*z))", "exp(-abs(sin(pi*z)))", "acos(cos(3*z))", "exp(-acos(cos(z))^2/2)",
		"max(0,cos(z))", "1-abs(sin(z))^3", "max(0,cos(z)-1/3)", "exp(-z) - exp(-abs(sin(pi*z)))/2",
		"sin(z)^2/z^2 - cos(5*z)/8", "2*(1-cos(z))/z^2-(sin(3*z)/z)^2/20", "exp(-2*sin(z)^2)/2 - max(0,1-z)",
		"abs(sin(z))^(3/2)", "exp(-sqrt(2-2*cos(z)))",
	} {
		if i > 0 && !testlong.Turn(i, 3) {
			continue
		}
		k, err := parser.Parse(f, nil)
		require.NoError(t, err)
		dec, err := decompose.Jordan(context.Background(), k, 1, nil)
		require.NoError(t, err)
		const z = 0.7
		opt := features.Options{Columns: 32, Distances: []float64{z, 2, 5}}
		for _, opt.Radii = range []features.RadiusLaw{features.RadiiIID, features.RadiiImportance} {
			p, err := NewPredictor(dec, &opt)
			require.NoError(t, err)
			predicted, _ := p.Variance(z)
			assert.False(t, math.IsNaN(predicted), f)
			sample := estimates(t, dec, opt, z, testlong.RoundsTo(250, 4000))
			assert.Less(t, math.Abs(zscore(sample, numeric.Compile(k).At(z))), 4.5, f)
		}
	}
}

// moved is a kernel in a dimension.
type moved struct {
	formula string
	dim     int
}

// TestMovedUnbiased: maps of waves times functions that fall slowly, or of kinked waves times a density, are unbiased.
func TestMovedUnbiased(t *testing.T) {
	unbiased(t, 3, []moved{
		{"cos(z)/(1+z^2)", 3},
		{"cos(z)/(1+z)^2", 1},
		{"sin(z)/z/(1+z^2)", 1},
		{"cos(2*z)*exp(-sqrt(z))", 1},
		{"(sin(z)/z)^2/(1+z)", 3},
		{"cos(z)/(1+z)^3", 5},
		{"exp(-z)*abs(cos(z))", 1},
		{"exp(-z^2)*abs(sin(z))", 1},
		{"exp(-z)*exp(-2*sin(z)^2)", 1},
	})
}

// TestProjectedUnbiased: so are those of such products in all dimensions, of Bessel functions times such functions, and of
// products of Bessel functions.
func TestProjectedUnbiased(t *testing.T) {
	unbiased(t, 8, []moved{
		{"besselj(0,z)^2", 2},
		{"besselj(0,z)^2", 1},
		{"(besselj(1,z)/z)^2", 3},
		{"besselj(0,z)*besselj(0,3*z)", 2},
		{"cos(z)/(1+z^2)", 2},
		{"cos(z)/(1+z)^2", 2},
		{"sin(z)/z/(1+z^2)", 4},
		{"(sin(z)/z)^2/(1+z)", 4},
		{"cos(z)/(1+z)^2", 4},
		{"sin(z)/z/(1+z^2)", 6},
		{"(sin(z)/z)^2/(1+z)", 6},
		{"cos(2*z)*exp(-sqrt(z))", 6},
		{"exp(z^2)*erfc(z)*cos(z)", 2},
		{"cos(z)*(1-exp(-z))/z", 1},
		{"sin(z)*(1-exp(-z))/z^2", 3},
		{"besselj(0,z)^3", 2},
		{"besselj(0,z)/(1+z)", 2},
		{"besselj(0,z)*exp(-sqrt(z))", 3},
	})
}

// TestDigitsUnbiased: so are those of kernels whose formulas overflow or cancel in float64.
func TestDigitsUnbiased(t *testing.T) {
	unbiased(t, 5, []moved{
		{"exp(z^2)*erfc(z)", 1},
		{"exp(z^2)*erfc(z)", 3},
		{"exp(z)*erfc(sqrt(z))", 2},
		{"exp(-z)*besseli(0,z)", 3},
		{"1-z*log(1+1/z)", 2},
		{"1-z*log(1+1/z)", 1},
		{"1-z*log(1+1/z)", 5},
		{"exp(z)*erfc(sqrt(z))", 5},
		{"exp(sqrt(z))*erfc(z^(1/4))", 2},
		{"exp(-sqrt(log(1+z^2)))", 1},
		{"exp(-sqrt(log(1+z^2)))", 2},
	})
}

// unbiased compares means of estimates with the kernel, for the first row and each one of turns others.
func unbiased(t *testing.T, turns int, rows []moved) {
	t.Helper()
	for i, x := range rows {
		if i > 0 && !testlong.Turn(i, turns) {
			continue
		}
		k, err := parser.Parse(x.formula, nil)
		require.NoError(t, err)
		dec, err := decompose.Jordan(context.Background(), k, x.dim, nil)
		require.NoError(t, err, x.formula)
		const z = 0.7
		opt := features.Options{Columns: 32, Distances: []float64{z, 2, 5}}
		for _, opt.Radii = range []features.RadiusLaw{features.RadiiIID, features.RadiiImportance} {
			sample := estimates(t, dec, opt, z, testlong.RoundsTo(250, 4000))
			assert.Less(t, math.Abs(zscore(sample, numeric.Compile(k).At(z))), 4.5, x.formula)
		}
	}
}
