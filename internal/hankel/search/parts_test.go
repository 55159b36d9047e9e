package search

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/ball"
	"krein/internal/ball/numeral"
	. "krein/internal/hankel/hankeltest"
	"krein/internal/hankel/mass"
	"krein/internal/hankel/quadrature"
	"krein/internal/testhook"
	"krein/internal/testhook/termtest"
	"krein/internal/testlong"
)

// jordanOf starts with a kernel.
func jordanOf(t *testing.T, formula string, dim int) *Jordan {
	t.Helper()
	p, err := quadrature.New(Parse(t, formula), dim)
	require.NoError(t, err)
	j, err := NewJordan(t.Context(), p)
	require.NoError(t, err)
	return j
}

// Masses by zeros of the density and differences of its distribution function are those by panels, which share neither, with more digits.
func TestPartsPanels(t *testing.T) {
	rows := []struct {
		f   string
		dim int
	}{
		{"exp(-z^2/2) - exp(-z^2/200)", 1}, {"exp(-z^2/2) - 0.5*exp(-z^2/8)", 16}, {"exp(-z^2/2)*(1 - z^2/4)", 5}, {"exp(-z)*cos(z)", 3},
		{"exp(-z)*(1-z)+1/8", 2}, {"(1+z^2)^(-2)-(1+z^2/9)^(-2)/2", 2}, {"exp(-z^3)", 3}, {"cos(z)+exp(-z)-exp(-2*z)", 1},
		{"z < 2 ? 1 - z^2/4 : 0", 1}, {"z < 1 ? 1 - z : 0", 2}, {"z < 1 ? (1-z)^2 : 0", 4},
	}
	for _, r := range testlong.Some(rows, 4) {
		j := jordanOf(t, r.f, r.dim)
		a, err := j.All(t.Context(), 110)
		require.NoError(t, err, r.f)
		assert.Truef(t, a.Met, "%s: %d bits", r.f, a.Bits)
		m, err := Masses(t.Context(), Parse(t, r.f), r.dim, &MassSettings{Tol: 1e-14})
		require.NoError(t, err)
		for _, c := range [][2]*ball.Real{{&a.Plus, m.Plus}, {&a.Minus, m.Minus}, {&a.Total, m.Total}} {
			assert.Truef(t, c[0].Overlaps(c[1]) == ball.True, "%s in R^%d: %s, by panels %s", r.f, r.dim, numeral.Text(c[0], 30), numeral.Text(c[1], 30))
		}
	}
}

// The masses of exp(−z)cos z in R³ to 1000 digits, of which mpmath has 17 (testdata/masses.json); the density is 0 where ω⁴ + 4ω² = 4.
func TestPartsKnown(t *testing.T) {
	a, err := jordanOf(t, "exp(-z)*cos(z)", 3).All(t.Context(), 3400)
	require.NoError(t, err)
	assert.True(t, a.Met)
	assert.GreaterOrEqual(t, a.Minus.RelAccuracyBits(), int64(3300))
	assert.Equal(t, 1, a.Changes)
	assert.InDelta(t, 0.0317503469968159025, a.Minus.Nearest(), 1e-17)
}

// The parts of [0, ω] differ by m([0, ω]), do not decrease, and tend to the masses, also where ω is next to a zero, and in an oscillating tail.
func TestPartsUpTo(t *testing.T) {
	for _, r := range testlong.Some([]struct {
		f     string
		dim   int
		omega []float64
	}{
		{"exp(-z)*cos(z)", 3, []float64{0.1, 0.9101797211244547, 0.910179721124455, 2, 1000}},
		{"exp(-z)*cos(5*z)+1/4", 2, []float64{0.1, 3, 5, 20}},
		{"z < 1 ? 1 - z : 0", 2, []float64{1, 7, 30, 31, 200}},
		{"exp(-z)", 2, []float64{1, 10}},
	}, 3) {
		j := jordanOf(t, r.f, r.dim)
		all, err := j.All(t.Context(), 80)
		require.NoError(t, err)
		var before Parts
		for _, w := range r.omega {
			var m, d ball.Real
			_, err := quadrature.Distribution(t.Context(), j.p, &m, ball.NewReal(w), 80)
			require.NoError(t, err)
			a, err := j.UpTo(t.Context(), ball.NewReal(w), 80)
			require.NoError(t, err)
			d.Sub(&a.Plus, &a.Minus, 200)
			assert.Truef(t, d.Overlaps(&m) == ball.True, "%s up to %v: %v, not %v", r.f, w, &d, &m)
			assert.Less(t, a.Total.Rad().Float64(), 1e-20)
			for _, c := range [][3]*ball.Real{{&before.Plus, &a.Plus, &all.Plus}, {&before.Minus, &a.Minus, &all.Minus}} {
				assert.NotEqualf(t, ball.True, c[1].Less(c[0]), "%s up to %v", r.f, w)
				assert.NotEqualf(t, ball.True, c[2].Less(c[1]), "%s up to %v", r.f, w)
			}
			before = *a
		}
	}
	if !testlong.Turn(0, 4) {
		return
	}
	// the signs found up to ω serve all of it, and the other way round
	j := jordanOf(t, "z < 1 ? 1 - z : 0", 2)
	a, err := j.UpTo(t.Context(), ball.NewReal(9), 80)
	require.NoError(t, err)
	_, err = j.All(t.Context(), 80)
	require.NoError(t, err)
	b, err := j.UpTo(t.Context(), ball.NewReal(9), 80)
	require.NoError(t, err)
	assert.True(t, a.Minus.Overlaps(&b.Minus) == ball.True && a.Minus.RelAccuracyBits() >= 80)
}

// What has no expansion says so, and is nonnegative if somebody else has proved it.
func TestPartsUnknown(t *testing.T) {
	j := jordanOf(t, "exp(-sqrt(1+z^2))", 3)
	_, err := j.All(t.Context(), 60)
	var none *mass.Error
	require.ErrorAs(t, err, &none)
	j.SetPositive()
	a, err := j.All(t.Context(), 60)
	require.NoError(t, err)
	assert.True(t, a.Minus.IsZero() && a.Met)
}

func TestSearchTerms(t *testing.T) {
	termtest.Check(t, errorTerms, map[*testhook.Term]termtest.Case{
		termCrossed: func(t *testing.T) bool {
			j := jordanOf(t, "exp(-z)*cos(z)", 3)
			require.NoError(t, j.find(context.Background(), nil, 64))
			require.Len(t, j.zeros, 1)
			z := *j.zeros[0]
			var at, want ball.Real
			_, err := j.zeros[0].cumulated(t.Context(), j.p, &want, 90)
			require.NoError(t, err)
			z.a.SetFloat64(0.9) // the zero is √(2√2−2)
			z.b.SetFloat64(0.95)
			for _, e := range [][2]*ball.Real{{&z.ma, &z.a}, {&z.mb, &z.b}} {
				require.NoError(t, quadrature.Once(t.Context(), j.p, e[0], e[1], 90))
			}
			rest, err := z.cumulated(t.Context(), j.p, &at, 90)
			require.NoError(t, err)
			return at.AddRad(rest).Overlaps(&want) == ball.True
		},
	})
}
