package hankel

import (
	"encoding/json"
	"math"
	"os"
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/internal/testlong"
	"krein/kernel/parser"
)

// TestMoved: densities of waves times functions that fall slowly are those that mpmath finds along other paths
// (testdata/moved.json), and their error estimates are honest and small.
func TestMoved(t *testing.T) {
	b, err := os.ReadFile("../testdata/moved.json")
	require.NoError(t, err)
	var rows []struct {
		Formula     string
		Dim         int
		At, Density []string
	}
	require.NoError(t, json.Unmarshal(b, &rows))
	require.NotEmpty(t, rows)
	for i, r := range rows {
		if !testlong.Turn(i, 4) {
			continue
		}
		k, err := parser.Parse(r.Formula, nil)
		require.NoError(t, err)
		s, err := New(k, r.Dim, nil)
		require.NoError(t, err, r.Formula)
		require.NotEmpty(t, s.Breaks(), r.Formula)
		for i := range r.At {
			w, err := strconv.ParseFloat(r.At[i], 64)
			require.NoError(t, err)
			want, err := strconv.ParseFloat(r.Density[i], 64)
			require.NoError(t, err)
			got, e := s.Density(w)
			assert.InDelta(t, want, got, e+1e-15, "%s, d=%d, ω=%v", r.Formula, r.Dim, w)
			// s.Lost() is spread over the frequencies of the terms that are left out, which are above 1000: e has its share,
			// which is 0 where nothing is left out.
			assert.Less(t, e, 2e-12+1e-6*s.Lost(), "%s, d=%d, ω=%v", r.Formula, r.Dim, w)
		}
	}
}

// TestMovedNot: products that are no waves times a factor with a density, or of which quadrature knows more.
func TestMovedNot(t *testing.T) {
	for _, f := range []string{"exp(-z)*cos(z)", "cos(z)*max(0,1-z)", "1/(1+z)^2", "cos(z)", "cos(z)*z/(1+z)", "cos(z)*exp(-z)/z"} {
		k, err := parser.Parse(f, nil)
		require.NoError(t, err)
		if s, err := New(k, 1, nil); err == nil {
			assert.Empty(t, s.Breaks(), f)
		}
	}
}

// TestDescent: D^q of powers of ω, for which every term is known.
func TestDescent(t *testing.T) {
	for q := range 6 {
		c := descent(q)
		for n := range 9 { // D^q ω^n = (−1)^q n (n−2) … (n−2q+2) ω^{n−2q}
			want, got := 1.0, 0.0
			for k := range q {
				want *= -float64(n - 2*k)
			}
			falling := 1.0 // h^{(i)} = n!/(n−i)! ω^{n−i}
			for i := range c {
				got += c[i] * falling
				falling *= float64(n - i)
			}
			assert.InDelta(t, want, got, 1e-9*math.Max(1, math.Abs(want)))
		}
	}
}
