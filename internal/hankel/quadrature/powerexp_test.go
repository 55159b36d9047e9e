package quadrature

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/ball"
	"krein/internal/ball/numeral"
	"krein/internal/hankel/density"
)

// Densities of z^s exp(−az) at large ω against ₂F₁ (mpmath 1.3, 60 digits), and against quadrature where both know
// them.
func TestPowerExp(t *testing.T) {
	for _, r := range []struct {
		dim   int
		omega float64
		want  string
	}{
		{1, 20, "-0.0041061635675476403792270009489"},
		{1, 1000, "-0.0000125967154894460292307233347555"},
		{3, 20, "-0.00578681992125935721413745474644"},
		{3, 1000, "-0.0000188761025144334050986586595567"},
		{16, 20, "-0.00718055332666884216711671748074"},
		{16, 1000, "-0.0000301526914281822567478528287967"},
	} {
		p, err := New(Parse(t, "z^(1/2)*exp(-z)"), r.dim)
		require.NoError(t, err)
		var v ball.Real
		e, err := At(context.Background(), p, &v, ball.NewReal(r.omega), 64)
		require.NoError(t, err)
		want, err := numeral.Parse(r.want, 200)
		require.NoError(t, err)
		want.AddRad(want.MagUpper().Mul2Exp(-95))
		assert.Equal(t, ball.True, v.Overlaps(want), "d=%d ω=%g: %v", r.dim, r.omega, &v)
		assert.True(t, e.Met, "d=%d ω=%g: %d bits by %v", r.dim, r.omega, e.Bits, e.Method)
	}
	for _, formula := range []string{"z^(1/2)*exp(-z)", "z^(1/3)*exp(-2*z) - 3*z^(5/4)*exp(-z/2)"} {
		for _, dim := range []int{1, 4} {
			p, err := New(Parse(t, formula), dim)
			require.NoError(t, err)
			var far, near ball.Real
			q := p.Parts()[len(p.Parts())-1].(*density.OpenPart).By.(*tailPart)
			omega := ball.NewReal(16)
			require.True(t, q.encloseFar(&far, omega, dim, 64), formula)
			require.False(t, q.encloseFar(&near, ball.NewReal(0.5), dim, 64), formula)
			q.far = nil
			_, err = q.Enclose(context.Background(), &near, omega, densityShape(dim), 40)
			require.NoError(t, err)
			assert.Equal(t, ball.True, far.Overlaps(&near), "%s d=%d: %v %v", formula, dim, &far, &near)
			assert.GreaterOrEqual(t, near.RelAccuracyBits(), int64(8), formula) // quadrature gives up early at such ω
		}
	}
	for _, formula := range []string{"z^(1/2)*exp(-z^2)", "z^(1/2)*exp(-z)*cos(z)", "(1+z)^(1/2)*exp(-z)"} {
		p, err := New(Parse(t, formula), 3)
		require.NoError(t, err)
		open, ok := p.Parts()[len(p.Parts())-1].(*density.OpenPart)
		assert.True(t, !ok || open.By.(*tailPart).far == nil, formula)
	}
}

// Powers with exponents that are no binary numbers, at large ω (mpmath 1.3: ₁F₂, 60 digits).
func TestPowersAtLargeFrequencies(t *testing.T) {
	for _, r := range []struct {
		dim  int
		want string
	}{
		{1, "-0.0000287164482219218439500959580261"},
		{3, "-0.000565107947443755361323043360985"},
		{16, "8847320732.04012584511411129361"},
	} {
		p, err := New(Parse(t, "z < 1 ? z^(1/3)*(1-z) : 0"), r.dim)
		require.NoError(t, err)
		var v ball.Real
		e, err := At(context.Background(), p, &v, ball.NewReal(1000), 64)
		require.NoError(t, err)
		want, err := numeral.Parse(r.want, 200)
		require.NoError(t, err)
		want.AddRad(want.MagUpper().Mul2Exp(-90))
		assert.Equal(t, ball.True, v.Overlaps(want), "d=%d: %v", r.dim, &v)
		assert.True(t, e.Met, "d=%d: %d bits", r.dim, e.Bits)
	}
}
