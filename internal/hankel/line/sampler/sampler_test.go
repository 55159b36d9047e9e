package sampler

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/internal/hankel/line"
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

type all struct{ plus, minus, imag, modulus *Law }

func laws(t testing.TB, even, odd string) all {
	t.Helper()
	m, err := line.Enclose(context.Background(), parse(t, even), parse(t, odd), nil)
	require.NoError(t, err, "%s, %s", even, odd)
	return all{New(m.Plus), New(m.Minus), New(m.Imag), New(m.Modulus)}
}

// TestRepresents: laws stand for the function.
func TestRepresents(t *testing.T) {
	for _, f := range testlong.Some([][2]string{
		{"exp(-z^2/2)*cosh(z)", "exp(-z^2/2)*sinh(z)"},
		{"exp(-(z^2+4)/2)*cosh(2*z)", "-exp(-(z^2+4)/2)*sinh(2*z)"},
		{"z*exp(-z)/2", "z*exp(-z)/2"},
		{"exp(-z)*cos(3*z)+exp(-z^2)*z^2", "exp(-z)*z^2*sin(z)"},
		{"2*exp(-z)-exp(-z/2)", "exp(-z)-exp(-2*z)"},
		{"cos(2*z)+3-cos(5*z)/2+exp(-z^2)", "sin(2*z)"},
		{"", "z*exp(-z^2/2)"},
		{"exp(-2*sin(3/2*z)^2)+cos(5*z)", "sin(sin(2*z))"},
	}, 1) {
		m := laws(t, f[0], f[1])
		for _, s := range []float64{0, 0.3, -0.3, 1, -1, 2.5, -2.5} {
			want := 0.0
			if k := parse(t, f[0]); k != nil {
				want += k.At(math.Abs(s))
			}
			if k := parse(t, f[1]); k != nil && s != 0 {
				want += math.Copysign(1, s) * k.At(math.Abs(s))
			}
			jordan, polar := 0.0, 0.0
			for _, l := range []*Law{m.plus, m.minus, m.imag} {
				if l != nil {
					jordan += l.Mass * real(l.Transform(s, 1))
					assert.Less(t, l.Distance, 1e-10, "%v", f)
				}
			}
			polar = m.modulus.Mass * real(m.modulus.Transform(s, 1))
			assert.InDelta(t, want, jordan, 1e-8, "%v at %v", f, s)
			assert.InDelta(t, want, polar, 1e-8, "%v at %v", f, s)
			assert.Less(t, m.modulus.Distance, 1e-10, "%v", f)
		}
	}
}

func TestQuantile(t *testing.T) {
	m := laws(t, "exp(-z)", "")
	for _, u := range []float64{0, 1e-6, 0.1, 0.5, 0.9, 0.999999, 1 - 1e-12} {
		w, theta := m.plus.Quantile(u)
		assert.InEpsilon(t, math.Tan(math.Pi/2*u)+1, w+1, 1e-4*u*u*u+1e-10, "%v", u)
		assert.Zero(t, theta)
	}
}

// Walk has the values of Quantile in any order of quantiles: upwards, downwards and at random, over atoms and panels.
func TestWalk(t *testing.T) {
	for _, f := range [][2]string{{"exp(-z)", ""}, {"exp(-z^2/2)-exp(-z^2/8)", ""}, {"cos(2*z)+3-cos(5*z)/2+exp(-z^2)", "sin(2*z)"},
		{"exp(-z^2/2)*cosh(z)", "exp(-z^2/2)*sinh(z)"}} {
		m := laws(t, f[0], f[1])
		rnd := rand.New(rand.NewPCG(1, 2))
		for _, l := range []*Law{m.plus, m.minus, m.modulus} {
			if l == nil {
				continue
			}
			walk := l.Walk()
			for i := range 3000 {
				u := float64(i) / 1000
				switch i / 1000 {
				case 1:
					u = 2 - u
				case 2:
					u = rnd.Float64()
				}
				u = min(u, 1-0x1p-53)
				w, theta := l.Quantile(u)
				x, phi := walk(u)
				assert.InEpsilon(t, w+1, x+1, 1e-10/(1-u), "%v at %v", f, u)
				assert.InDelta(t, theta, phi, 1e-8, "%v at %v", f, u)
			}
		}
	}
}
