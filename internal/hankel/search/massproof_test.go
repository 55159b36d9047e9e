package search

import (
	"context"
	"errors"
	"math"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"krein/ball"
	"krein/internal/hankel/hankeltest"
	"krein/internal/hankel/mass"
	"krein/internal/testlong"
)

// proofRows are kernels for every method, and some special ways to get there.
var proofRows = []struct {
	formula string
	dim     int
	method  mass.Method
}{
	{"exp(-z^2/2)", 3, mass.BySign},
	{"exp(-z) + cos(z)", 1, mass.BySign},
	{"exp(-z^2/2) - exp(-z^2/200)/2", 3, mass.ByOneSidedTail},
	{"2*exp(-z) - exp(-2*z)*cos(3*z)", 2, mass.ByOneSidedTail},
	{"exp(-z^3)", 2, mass.ByOneSidedTail},
	{"exp(-z^4)", 1, mass.ByBoundedTail},
	{"exp(-z^(5/2)) - 1/4", 3, mass.ByOneSidedTail},
	{"exp(-z^2)*(1-z^2)", 5, mass.ByOneSidedTail},
	{"z < 1 ? (1-z^2)^2 : 0", 1, mass.ByWaves},
	{"z < 2 ? acos(z^2/2-1)/pi : 0", 1, mass.ByWaves},
	{"z < 2 ? (2-z^2)/(2*pi)*acos(z^2/2-1) + z/(2*pi)*sqrt(4-z^2) : 0", 3, mass.ByWaves},
	{"z < 1 ? 1-z : (z < 3/2 ? (z-1)*(3/2-z) : 0)", 1, mass.ByBoundedTail},
}

// TestMassesFrom: the proof gives the enclosures of the search again, bit for bit, in less time.
func TestMassesFrom(t *testing.T) {
	t.Parallel()
	for _, c := range testlong.Some(proofRows, 12) {
		k := hankeltest.Parse(t, c.formula)
		start := time.Now()
		m, err := EncloseMasses(context.Background(), k, c.dim, &MassSettings{Panels: 3000})
		require.NoError(t, err, c.formula)
		search := time.Since(start)
		start = time.Now()
		again, err := mass.From(context.Background(), hankeltest.Parse(t, c.formula), c.dim, m.Proof)
		require.NoError(t, err, c.formula)
		took := time.Since(start)
		panels, zeros := 0, 0
		if a := m.Proof.Panels; a != nil {
			panels, zeros = len(a.Ends)-1, len(a.Zeros)
		}
		t.Logf("%s, d = %d: %v, %v, %v, width %.2g, %d panels, %d zeros; search and all %v, from the proof %v", c.formula,
			c.dim, m.Method, m.Plus, m.Minus, m.Width, panels, zeros, search.Round(time.Millisecond),
			took.Round(time.Millisecond))
		assert.Equal(t, c.method, m.Method, c.formula)
		sameMasses(t, m, again, c.formula)
	}
}

// sameMasses requires equal enclosures, bit for bit.
func sameMasses(t *testing.T, a, b *mass.Masses, msg string) {
	t.Helper()
	for i, x := range []*ball.Real{a.Plus, a.Minus, a.Total} {
		y := []*ball.Real{b.Plus, b.Minus, b.Total}[i]
		p, _ := x.MarshalText()
		q, _ := y.MarshalText()
		assert.Equal(t, string(p), string(q), msg)
	}
	assert.Equal(t, a.Width, b.Width, msg)
}

// TestMassesFromUntrusted: whatever is changed in a proof, masses that come out contain the true ones.
func TestMassesFromUntrusted(t *testing.T) {
	t.Parallel()
	type row struct {
		formula string
		dim     int
	}
	for _, c := range testlong.Some([]row{
		{"exp(-z^2/2) - exp(-z^2/200)/2", 3}, {"exp(-z)*(1-z)", 2}, {"exp(-z^4)", 1}, {"exp(-z^3)", 2},
		{"z < 1 ? (1-z^2)^2 : 0", 1},
	}, 5) {
		k := hankeltest.Parse(t, c.formula)
		m, err := EncloseMasses(context.Background(), k, c.dim, &MassSettings{Tol: 1e-4, Prec: 80})
		require.NoError(t, err, c.formula)
		fine, err := EncloseMasses(context.Background(), k, c.dim, &MassSettings{Tol: 1e-9})
		require.NoError(t, err, c.formula)
		came := 0
		rapid.Check(t, func(rt *rapid.T) {
			if came > 12 {
				return
			}
			q := *m.Proof
			a := *q.Panels
			a.Ends, a.Zeros = slices.Clone(a.Ends), slices.Clone(a.Zeros)
			q.Panels = &a
			i := rapid.IntRange(0, len(a.Ends)-1).Draw(rt, "end")
			factor := rapid.SampledFrom([]float64{0.5, 0.9, math.Nextafter(1, 0), math.Nextafter(1, 2), 1.1, 2,
				1e3}).Draw(rt, "factor")
			switch rapid.IntRange(0, 9).Draw(rt, "what") {
			case 0:
				a.Ends[i] *= factor
			case 1:
				a.Ends = slices.Delete(a.Ends, i, i+1)
			case 2:
				a.Ends = a.Ends[:max(i, 2)]
				for len(a.Zeros) > 0 && a.Zeros[len(a.Zeros)-1][1] > a.Ends[len(a.Ends)-1] {
					a.Zeros = a.Zeros[:len(a.Zeros)-1]
				}
				a.SignFrom = min(a.SignFrom, a.Ends[len(a.Ends)-1])
			case 3:
				a.Ends = a.Ends[i:]
			case 4:
				a.Zeros = nil
			case 5:
				for j := range a.Zeros {
					a.Zeros[j][1] = math.Nextafter(a.Zeros[j][0], 2*a.Zeros[j][0])
				}
			case 6:
				for j := range a.Zeros {
					a.Zeros[j][0] *= factor
				}
			case 7:
				a.SignFrom *= factor
			case 8:
				a.Waves *= factor
			case 9:
				q.Method = rapid.SampledFrom([]mass.Method{mass.ByOneSidedTail, mass.ByBoundedTail,
					mass.ByWaves}).Draw(rt, "method")
				a.SignFrom, a.Waves = 0, 0
				switch q.Method {
				case mass.ByOneSidedTail:
					a.SignFrom = a.Ends[i]
				case mass.ByWaves:
					a.Waves = rapid.Float64Range(1, 300).Draw(rt, "x")
				}
			}
			got, err := mass.From(context.Background(), k, c.dim, &q)
			if err != nil {
				var e *mass.Error
				require.True(rt, errors.As(err, &e), "%v", err)
				return
			}
			came++
			for j, x := range []*ball.Real{got.Plus, got.Minus, got.Total} {
				y := []*ball.Real{fine.Plus, fine.Minus, fine.Total}[j]
				require.NotEqual(rt, ball.False, x.Overlaps(y), "%s: %v, not %v", c.formula, x, y)
			}
		})
		assert.Positive(t, came, "%s: no changed proof gave masses", c.formula)
	}
}

// TestMassesFromWrongZero: a change of sign that is not where the proof says makes wide masses, not wrong ones.
func TestMassesFromWrongZero(t *testing.T) {
	t.Parallel()
	k := hankeltest.Parse(t, "exp(-z^2/2) - exp(-z^2/200)/2")
	m, err := EncloseMasses(context.Background(), k, 3, nil)
	require.NoError(t, err)
	require.Len(t, m.Proof.Panels.Zeros, 1)
	zero := m.Proof.Panels.Zeros[0]
	i, found := slices.BinarySearch(m.Proof.Panels.Ends, zero[0])
	require.False(t, found)
	lo, hi := m.Proof.Panels.Ends[i-1], m.Proof.Panels.Ends[i]
	for _, at := range []float64{lo, lo + (zero[0]-lo)/2, zero[1] + (hi-zero[1])/2} {
		q, a := *m.Proof, *m.Proof.Panels
		q.Panels = &a
		a.Zeros = [][2]float64{{at, at + (hi-lo)*0x1p-20}}
		got, err := mass.From(context.Background(), k, 3, &q)
		require.NoError(t, err)
		assert.True(t, got.Plus.Contains(m.Plus) && got.Minus.Contains(m.Minus), "%v, %v", got.Plus, got.Minus)
		assert.Greater(t, got.Width, 100*m.Width)
	}
}
