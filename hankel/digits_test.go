package hankel

import (
	"encoding/json"
	"math"
	"os"
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/internal/kernel/numeric"
	"krein/internal/testlong"
	"krein/kernel/parser"
)

// TestDigits: densities of kernels whose formulas overflow or cancel in float64 are those that mpmath finds from mixtures
// of exponentials (testdata/digits.json), and their error estimates are honest and small.
func TestDigits(t *testing.T) {
	b, err := os.ReadFile("../testdata/digits.json")
	require.NoError(t, err)
	var rows []struct {
		Formula     string
		Dim         int
		At, Density []string
	}
	require.NoError(t, json.Unmarshal(b, &rows))
	require.NotEmpty(t, rows)
	for i, r := range rows {
		if !testlong.Turn(i, 5) {
			continue
		}
		k, err := parser.Parse(r.Formula, nil)
		require.NoError(t, err)
		s, err := New(k, r.Dim, nil)
		require.NoError(t, err, r.Formula)
		for i := range r.At {
			w, err := strconv.ParseFloat(r.At[i], 64)
			require.NoError(t, err)
			want, err := strconv.ParseFloat(r.Density[i], 64)
			require.NoError(t, err)
			got, e := s.Density(w)
			assert.InDelta(t, want, got, e+1e-15*math.Abs(want), "%s, d=%d, ω=%v", r.Formula, r.Dim, w)
			assert.Less(t, e, 1e-7*math.Abs(want), "%s, d=%d, ω=%v", r.Formula, r.Dim, w)
		}
	}
}

// TestDigitsWays: every octave of distances is computed in a way that has the value of the enclosure, where there is one,
// and goes on beyond as the expansion at infinity says.
func TestDigitsWays(t *testing.T) {
	type row struct {
		formula string
		limit   float64
		panel   float64 // a distance at which the formula keeps no digits
		far     float64 // one at which there are no enclosures; 0 if there are everywhere
		lead    func(z float64) float64
	}
	for _, c := range testlong.Some([]row{
		{"exp(z^2)*erfc(z)", 0, 100, 1e30, func(z float64) float64 { return 1 / (z * math.SqrtPi) }},
		{"exp(z)*erfc(sqrt(z))", 0, 1e4, 1e40, func(z float64) float64 { return 1 / math.Sqrt(math.Pi*z) }},
		{"exp(-z)*besseli(0,z)", 0, 1e3, 1e30, func(z float64) float64 { return 1 / math.Sqrt(2*math.Pi*z) }},
		{"cos(z)*exp(z)*besselk(0,z)", 0, 1e3, 1e12, func(z float64) float64 { return math.Cos(z) * math.Sqrt(math.Pi/(2*z)) }},
		{"1-z*log(1+1/z)", 0, 1e8, 0, nil},
		{"exp(-1/z)", 1, 1e12, 0, nil},
		{"1/3+exp(z)*erfc(sqrt(z))", 1.0 / 3, 1e4, 1e40, func(z float64) float64 { return 1 / math.Sqrt(math.Pi*z) }},
	}, 1) {
		k, err := parser.Parse(c.formula, nil)
		require.NoError(t, err)
		d := newDigits(k.Expr(), c.limit, numeric.AtInfinity(k), 0, math.Inf(1), k, 1, false)
		require.NotNil(t, d.of, c.formula)
		assert.Equal(t, byFormula, d.stretch(0.7).way, c.formula)
		if s := d.stretch(c.panel); c.panel < 1e3 || c.lead == nil {
			assert.Equal(t, byPanel, s.way, c.formula)
		}
		for _, z := range []float64{0.7, c.panel * 0.7, c.panel, c.panel * 1.3} {
			v, want := d.at(z), d.enclosed(z)
			require.False(t, math.IsInf(want.e, 1))
			assert.InDelta(t, want.v, v.v, v.e+want.e, "%s at %v", c.formula, z)
			assert.Less(t, v.e, 1e-9*math.Abs(want.v), "%s at %v", c.formula, z)
		}
		if c.far > 0 {
			assert.Equal(t, byExpansion, d.stretch(c.far).way, c.formula)
			want := c.lead(c.far)
			assert.InDelta(t, want, d.at(c.far).v, 1e-9*math.Abs(want), c.formula)
		}
	}
}
