package line

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/ball"
	"krein/internal/hankel/quadrature"
	"krein/internal/testlong"
	"krein/kernel"
	"krein/kernel/parser"
)

func parse(t testing.TB, formula string) *kernel.Kernel {
	if formula == "" {
		return nil
	}
	k, err := parser.Parse(formula, nil)
	require.NoError(t, err)
	return k
}

func enclose(t testing.TB, even, odd string) *Measure {
	t.Helper()
	m, err := Enclose(context.Background(), parse(t, even), parse(t, odd), nil)
	require.NoError(t, err, "%s, %s", even, odd)
	return m
}

func near(t *testing.T, want float64, got *ball.Real, name string) {
	t.Helper()
	v, r := got.Float64()
	assert.LessOrEqual(t, r, 1e-11*math.Abs(v)+1e-20, name)
	assert.InDelta(t, want, v, 1e-12*math.Abs(want)+1e-15, name)
}

// TestKnownMasses: exact values.
func TestKnownMasses(t *testing.T) {
	// a Cosh-Gaussian: |p| is exp(β²σ²/2) times a Gaussian
	m := enclose(t, "exp(-z^2/2)*cosh(z)", "exp(-z^2/2)*sinh(z)")
	near(t, math.Exp(0.5), m.Polar, "cosh")
	// a shift: the modulus is that of the Gaussian
	m = enclose(t, "exp(-(z^2+4)/2)*cosh(2*z)", "-exp(-(z^2+4)/2)*sinh(2*z)")
	near(t, 1, m.Polar, "shift")
	// t e^{-t} 1[t>0]: |p| = 1/(2π(1+ω²)), p = 1/(2π(1+iω)²), of real part (1−ω²)/(2π(1+ω²)²)
	m = enclose(t, "z*exp(-z)/2", "z*exp(-z)/2")
	near(t, 0.5, m.Polar, "one-sided")
	near(t, 0.5/math.Pi, m.RealPlus, "one-sided")
	near(t, 0.5/math.Pi, m.RealMinus, "one-sided")
	near(t, 0.5/math.Pi, m.Imaginary, "one-sided")
	// e^{-z}: nothing negative
	m = enclose(t, "exp(-z)", "")
	near(t, 1, m.RealPlus, "Laplace")
	near(t, 0, m.RealMinus, "Laplace")
	near(t, 1, m.Polar, "Laplace")
	// periodic: e^{−1} (I_0(1) + 2 Σ I_n(1) cos 2nz), all positive
	m = enclose(t, "exp(-2*sin(z)^2)", "")
	near(t, 1, m.RealPlus, "periodic")
	near(t, 0, m.RealMinus, "periodic")
	// sin(z)/(5/4 − cos z) = 2 Σ 2^{−n} sin(nz), of mass Σ 2·2^{−n}
	m = enclose(t, "1/(5/4+cos(z))", "sin(z)/(5/4-cos(z))")
	near(t, 1, m.Imaginary, "periodic")
	// 1/(5/4 + cos z) = (4/3) (1 + 2 Σ (−½)^n cos(nz))
	near(t, 20.0/9, m.RealPlus, "periodic")
	near(t, 16.0/9, m.RealMinus, "periodic")
	// p_I = −exp(−(ω²+1)/2) sinh(ω)/√(2π)
	m = enclose(t, "exp(-z^2/2)", "exp(-z^2/2)*sin(z)")
	near(t, math.Erf(math.Sqrt(0.5))/2, m.Imaginary, "sine")
	near(t, 1, m.RealPlus, "sine")
	// √(3+2√2) = 1+√2, which normal forms do not show
	m = enclose(t, "cos(sqrt(3+2*sqrt(2))*z)+cos((1+sqrt(2))*z)", "sin(sqrt(3+2*sqrt(2))*z)+3*sin((1+sqrt(2))*z)")
	near(t, 2, m.RealPlus, "one frequency")
	near(t, 2, m.Imaginary, "one frequency")
	near(t, 2*math.Sqrt(5), m.Polar, "one frequency")
	// sin and cos are atoms
	m = enclose(t, "cos(2*z)+3-cos(5*z)/2", "sin(2*z)")
	near(t, 4, m.RealPlus, "waves")
	near(t, 0.5, m.RealMinus, "waves")
	near(t, 0.5, m.Imaginary, "waves")
	near(t, math.Sqrt2+3+0.5, m.Polar, "waves")
}

// TestInfinite: an odd part that jumps at 0.
func TestInfinite(t *testing.T) {
	_, err := Enclose(context.Background(), nil, parse(t, "exp(-z)+z*exp(-2*z)"), nil)
	var e *Error
	require.ErrorAs(t, err, &e)
	assert.True(t, e.Infinite)
	_, err = Enclose(context.Background(), nil, parse(t, "exp(-z^2)-exp(-z)"), nil) // both jump, and their difference does not
	require.ErrorAs(t, err, &e)
	assert.False(t, e.Infinite)
	_, err = Enclose(context.Background(), parse(t, "exp(-z^2)*z"), nil, nil) // not analytic at 0
	require.ErrorAs(t, err, &e)
	assert.False(t, e.Infinite)
}

// TestDensities: p_R and p_I against the radial densities of e in one dimension and of o(z)/z in three, which are
// enclosed another way.
func TestDensities(t *testing.T) {
	for _, f := range [][2]string{ // e and o/z
		{"exp(-z^2/2)*cos(z)", "exp(-z^2/2)"},
		{"exp(-2*z^2+1/3)*z^4*cos(3*z)", "exp(-z^2)*z^2+exp(-z^2/7)*z*sin(2*z)"},
		{"z^3*exp(-z)-exp(-z/2)", "z*exp(-z)*cos(3*z)"},
		{"exp(-z)*cos(3*z)+exp(-z^2)", "exp(-z/2)*z^2-exp(-z)"},
	} {
		m := enclose(t, f[0], "z*("+f[1]+")")
		even, err := quadrature.New(parse(t, f[0]), 1)
		require.NoError(t, err)
		odd, err := quadrature.New(parse(t, f[1]), 3)
		require.NoError(t, err)
		for _, w := range []float64{0.25, -1.5, 7} {
			var re, im, v ball.Real
			m.At(&re, &im, w)
			x := ball.NewReal(math.Abs(w))
			_, err := quadrature.At(context.Background(), even, &v, x, 80)
			require.NoError(t, err)
			v.Mul2Exp(&v, -1)
			assert.NotEqual(t, ball.False, re.Overlaps(&v), "%v at %v: %v, %v", f, w, &re, &v)
			assert.Less(t, re.Rad().Float64()+v.Rad().Float64(), 1e-12, "%v", f)
			_, err = quadrature.At(context.Background(), odd, &v, x, 80)
			require.NoError(t, err)
			v.Quo(&v, ball.NewReal(-2*w), 80)
			assert.NotEqual(t, ball.False, im.Overlaps(&v), "%v at %v: %v, %v", f, w, &im, &v)
			assert.Less(t, im.Rad().Float64()+v.Rad().Float64(), 1e-12, "%v", f)
		}
	}
}

func BenchmarkEnclose(b *testing.B) {
	for range b.N {
		enclose(b, "exp(-z^2/2)*cosh(z)", "exp(-z^2/2)*sinh(z)")
	}
}

// TestPaperMasses: a quarter of the masses of the kernels of the paper on asymmetric features, against quadrature in
// mpmath.
func TestPaperMasses(t *testing.T) {
	data, err := os.ReadFile("../../../testdata/axial_masses.json")
	require.NoError(t, err)
	var rows []struct {
		Kernel                                string
		D                                     int
		RealPlus, RealMinus, Imaginary, Polar string
	}
	require.NoError(t, json.Unmarshal(data, &rows))
	require.Len(t, rows, 15)
	formulas := map[string][2]string{
		"shift": {"exp(-(z^2+4/%[1]d)/8)*cosh(z/(2*sqrt(%[1]d)))", "-exp(-(z^2+4/%[1]d)/8)*sinh(z/(2*sqrt(%[1]d)))"},
		"sinh":  {"exp(-z^2/8)", "exp(-z^2/8)*sinh(pi/(2*sqrt(%[1]d))*z)"},
		"cosh":  {"exp(-z^2/8)*cosh(pi/(2*sqrt(%[1]d))*z)", "exp(-z^2/8)*sinh(pi/(2*sqrt(%[1]d))*z)"},
	}
	for i, r := range rows {
		if !testlong.Turn(i+1, 4) {
			continue
		}
		f := formulas[r.Kernel]
		odd := fmt.Sprintf(f[1], r.D)
		even := f[0]
		if r.Kernel != "sinh" {
			even = fmt.Sprintf(f[0], r.D)
		}
		m := enclose(t, even, odd)
		for _, c := range []struct {
			want string
			got  *ball.Real
		}{{r.RealPlus, m.RealPlus}, {r.RealMinus, m.RealMinus}, {r.Imaginary, m.Imaginary}, {r.Polar, m.Polar}} {
			var want float64
			_, err := fmt.Sscan(c.want, &want)
			require.NoError(t, err)
			v, rad := c.got.Float64()
			assert.InDelta(t, want, v, 1e-11*math.Abs(want)+1e-12, "%s, d = %d", r.Kernel, r.D)
			assert.LessOrEqual(t, rad, 1e-10*want+1e-12, "%s, d = %d", r.Kernel, r.D)
		}
	}
}
