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

// TestProjected: densities of waves and Bessel functions times functions that fall slowly, of such functions alone and of
// products of Bessel functions are those that scipy finds along rays in the complex plane (testdata/projected.json), and their error estimates
// are honest and small.
func TestProjected(t *testing.T) {
	b, err := os.ReadFile("../testdata/projected.json")
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
		_, closed := s.Closed()
		require.True(t, closed, r.Formula) // not by plain quadrature
		for i := range r.At {
			w, err := strconv.ParseFloat(r.At[i], 64)
			require.NoError(t, err)
			want, err := strconv.ParseFloat(r.Density[i], 64)
			require.NoError(t, err)
			got, e := s.Density(w)
			assert.InDelta(t, want, got, e+1e-12, "%s, d=%d, ω=%v", r.Formula, r.Dim, w) // 12 digits after the point
			small := 1e-11
			if r.Dim > 4 { // powers of the distance cancel
				small = 1e-9
			}
			if r.Formula == "exp(sqrt(z))*erfc(z^(1/4))" && w < 1 { // from z = 36/ω on, 36^4 of them
				small = 1e-8
			}
			assert.Less(t, e, small, "%s, d=%d, ω=%v", r.Formula, r.Dim, w)
		}
	}
}

// TestPhasedNot: products whose density is not integrable about the frequency of a wave have no such parts.
func TestPhasedNot(t *testing.T) {
	for _, c := range []struct {
		formula string
		dim     int
	}{
		{"cos(z)/(1+z)^2", 6}, // falls like z^−2, (d−1)/2 is too much
		{"cos(z)/(1+z)^(3/2)", 4}, {"besselj(0,z)^2", 3}, {"besselj(0,z)^3", 4},
	} {
		k, err := parser.Parse(c.formula, nil)
		require.NoError(t, err)
		if s, err := New(k, c.dim, nil); err == nil {
			assert.Empty(t, s.Breaks(), c.formula)
		}
	}
}

// TestBesselProduct: the mass of J_0(z)² in R² is 1, that of (J_1(z)/z)² in R³ is ¼, by their densities.
func TestBesselProduct(t *testing.T) {
	for _, c := range []struct {
		formula string
		dim     int
		mass    float64
	}{{"besselj(0,z)^2", 2, 1}, {"besselj(0,z)^2", 1, 1}, {"(besselj(1,z)/z)^2", 3, 0.25}, {"besselj(1,z)*besselj(1,5*z)/z^2", 2, 1.25}} {
		k, err := parser.Parse(c.formula, nil)
		require.NoError(t, err)
		s, err := New(k, c.dim, nil)
		require.NoError(t, err)
		end, sum := s.Tail().Rate, 0.0
		const n = 4000 // ω = end·sin²(θ/2) takes away what is infinite at the end
		for i := range n {
			theta := math.Pi * (float64(i) + 0.5) / n
			m, _ := s.Density(end * (1 - math.Cos(theta)) / 2)
			sum += m * end * math.Sin(theta) / 2 * math.Pi / n
		}
		assert.InDelta(t, c.mass, sum, 2e-3*c.mass, "%s, d=%d", c.formula, c.dim)
	}
}

// TestPhasedSums: of sums with Bessel functions, which are finite at 0 only as a whole, all terms are taken together. On the
// plane (1 − J_0(z))/z² has the density ω log(1/ω), ω < 1.
func TestPhasedSums(t *testing.T) {
	one := func(w float64) float64 { return math.Max(0, -w*math.Log(w)) }
	type row struct {
		formula string
		want    func(w float64) float64
	}
	for _, r := range testlong.Some([]row{
		{"(besselj(0,z)-besselj(0,2*z))/z^2", func(w float64) float64 { return 2*one(w/2) - one(w) }},
		{"(1-besselj(0,z))/z^2", one},
		{"3*(besselj(0,z)-1)/(-z^2)", func(w float64) float64 { return 3 * one(w) }},
		{"1/z^2 - besselj(0,3*z)/z^2", func(w float64) float64 { return 3 * one(w/3) }},
	}, 1) {
		k, err := parser.Parse(r.formula, nil)
		require.NoError(t, err)
		s, err := New(k, 2, nil)
		require.NoError(t, err, r.formula)
		for _, w := range []float64{0.01, 0.5, 0.9, 1.1, 1.7, 2.5, 40} {
			got, e := s.Density(w)
			assert.InDelta(t, r.want(w), got, e+1e-13, "%s at %v", r.formula, w)
			assert.Less(t, e, 1e-11, "%s at %v", r.formula, w)
		}
	}
}
