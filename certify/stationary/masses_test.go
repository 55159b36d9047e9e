package stationary_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/certify/stationary"
	"krein/fourier/language"
	fourier "krein/fourier/stationary"
	check "krein/internal/certify/check/stationary"
	"krein/internal/testlong"
)

// TestMassBounds: masses by sums over grids, or in closed form, are between the bounds; where measures are mutually
// singular, or factors are even or odd, the bounds meet.
func TestMassBounds(t *testing.T) {
	testlong.Slow(t)
	for _, c := range testlong.Some([]struct {
		source            string
		dim               int
		method            check.Method
		plus, minus, imag float64
		width             float64 // of ‖μ_R⁺‖
	}{
		{"prod(exp(-x^2)*(1+x))", 2, check.OfProducts, 1.0136063, 0.0136063, 0.3989378, 0.2},
		{"prod(exp(-abs(x)))-prod(exp(-2*abs(x)))/2", 3, check.OfProducts, 0.5660, 0.0660, 0, 0.6},
		{"prod(x*exp(-x^2))", 2, check.OfProducts, 0.1591549431, 0.1591549431, 0, 1e-10},
		{"sum(x*exp(-x^2))", 3, check.OfProducts, 0, 0, 3 * 0.2820947918, 1e-10},
		{"x1*exp(-z^2)+exp(-l1)", 2, check.OfProducts, 1, 0, 0.2820947918, 1e-10},
		{"sum(exp(-x^2))-exp(-x1^2)*exp(-2*x2^2)", 2, check.OfProducts, 2, 1, 0, 1e-10},
		{"sum(exp(-abs(x))-exp(-2*abs(x)))", 2, check.OfProducts, 0.4326937919, 0.4326937919, 0, 1e-10},
		{"exp(-z^2/2)*(1+t)", 3, check.OfLine, 1, 0, 0.3989422804, 1e-10},
		{"prod(exp(-2*abs(x))-2*exp(-abs(x)))", 3, check.OfFactors, 0, 1, 0, 1e-10},
		{"max(1-l1,0)", 2, check.OfNorm1, 1.2071, 0.2071, 0, 1e-4},
		{"1-3*max(2-l1,0)", 3, check.OfNorm1, 1 + 6*0.68, 6 * 1.68, 0, 15},
		{"2-max(1-l1/3,0)^2", 2, check.OfNorm1, 2.0105, 1.0105, 0, 0.5},
		{"max(1-l1,0)+max(2-l1,0)^3", 2, check.OfNorm1, 9.1, 0.1, 0, 1.1},
	}, 2) {
		k := (&row{Formula: c.source, Dim: c.dim, Axes: []any{"ones"}}).kernel(t)
		cert, err := stationary.Run(context.Background(), k, nil)
		require.NoError(t, err)
		m := cert.Masses
		require.Equal(t, c.method, m.Method, c.source)
		for _, x := range []struct {
			want float64
			have *check.Interval
		}{{c.plus, m.RealPlus}, {c.minus, m.RealMinus}, {c.imag, m.Imaginary}} {
			within := 1e-4
			if c.width < 1e-6 {
				within = 1e-9
			}
			assert.GreaterOrEqual(t, x.want, number(t, x.have.Lower)-within, "%s: %v", c.source, *x.have)
			assert.LessOrEqual(t, x.want, number(t, x.have.Upper)+within, "%s: %v", c.source, *x.have)
		}
		assert.LessOrEqual(t, number(t, m.RealPlus.Upper)-number(t, m.RealPlus.Lower), c.width, c.source)
		verdict, why := check.VerifyMasses(context.Background(), cert, k, 0)
		assert.Equal(t, "accepted", verdict.String(), "%s: %s", c.source, why)
		other, err := language.Parse("-("+c.source+")", c.dim, &fourier.Options{Axes: k.Options().Axes})
		require.NoError(t, err)
		verdict, _ = check.VerifyMasses(context.Background(), cert, other, 0)
		assert.Equal(t, "rejected", verdict.String(), c.source)
	}
}

// TestSigns: a product of an even number of negatives of positive definite factors is positive definite.
func TestSigns(t *testing.T) {
	for _, c := range testlong.Some([][2]string{
		{"(exp(-2*abs(x1))-2*exp(-abs(x1)))*(x2^2-1/2)*exp(-x2^2)+exp(-abs(l1))", "proved"},
		{"prod(exp(-2*abs(x))-2*exp(-abs(x)))", "proved"},
		{"exp(-2*abs(x1))*cos(x2)-2*exp(-abs(x1))*cos(x2)", "refuted"},
		{"-exp(-x1^2)*(x2^2-1/2)*exp(-x2^2)", "proved"},
		{"(exp(-2*abs(x1))-2*exp(-abs(x1)))*(1/2-cos(x2))", "refuted"},
	}, 2) {
		source, want := c[0], c[1]
		k := (&row{Formula: source, Dim: 2}).kernel(t)
		cert, err := stationary.Run(context.Background(), k, nil)
		require.NoError(t, err)
		assert.Equal(t, want, cert.Claim(check.PD).Status.String(), "%s: %s", source, cert.Claim(check.PD).Because)
	}
}
