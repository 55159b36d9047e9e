package decompose

import (
	"math"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/ball"
	"krein/internal/decompose/segment"
	"krein/internal/hankel/distribution"
	"krein/internal/hankel/mass"
	"krein/internal/testlong"
)

// The bias of tables is proved again from the tables, and whatever is wrong with one shows.
func TestProveBias(t *testing.T) {
	type row struct {
		formula string
		radius  int64
		dim     int
	}
	for _, c := range testlong.Some([]row{
		{"(1+z)*exp(-z) - cos(2*z)/3", 0, 1}, // atoms at exact places only in R¹
		{"exp(-z^2/2) - exp(-z^2/200) + 1/3", 0, 16},
		{"(1-z^2/4)^2", 2, 3},
		{"triangle", 0, 1},
	}, 4) {
		k := parse(t, c.formula, c.radius)
		laws, d := enclosed(t, k, c.dim), provedDecomposition(t, k, c.dim)
		begin := time.Now()
		b, err := d.ProveBias(t.Context(), laws)
		require.NoError(t, err)
		t.Logf("%s in R^%d: made with %.3g, proved again with %.3g in %v", c.formula, c.dim, d.Bias.Law, b.Law,
			time.Since(begin).Round(time.Millisecond))
		assert.LessOrEqual(t, b.Law, 1.05*d.Bias.Law)
		assert.GreaterOrEqual(t, b.Law, 0.2*d.Bias.Law)

		if testing.Short() || c.dim > 3 || c.formula == "triangle" {
			continue // much the same
		}
		// The whole bias of what is edited into a table is found: at least the distance moved, and not much more.
		again := func(edit func(d *Decomposition, s *side)) float64 {
			t.Helper()
			e := *d
			old := d.Plus.Radii.(*Table)
			table := &Table{lower: old.lower, upper: old.upper}
			s := &table.upper
			s.edges, s.coefs = append([]float64(nil), s.edges...), append([]float64(nil), s.coefs...)
			e.Plus.Radii = table
			edit(&e, s)
			b, err := e.ProveBias(t.Context(), laws)
			require.NoError(t, err)
			return b.Law
		}
		near := func(want, got float64, what string) {
			t.Helper()
			assert.True(t, got >= want*0.999 && got <= want*1.1+1.1*d.Bias.Law, "%s: %v, want about %v", what, got, want)
		}
		i := len(d.Plus.Radii.(*Table).upper.kinds) / 2
		share := d.Plus.Radii.(*Table).upper.edges
		near(2*d.Plus.Mass*share[0], again(func(_ *Decomposition, s *side) { s.tail.At = math.Nextafter(s.tail.At, 0) }),
			"another tail")
		if c.radius > 0 {
			continue // slow
		}
		near(1e-6, again(func(e *Decomposition, _ *side) { e.Plus.Mass += 1e-6 }), "mass")
		near(1e-6, again(func(e *Decomposition, _ *side) { e.Plus.Origin += 1e-6 }), "origin")
		near(d.Minus.Total(), again(func(e *Decomposition, _ *side) { e.Minus = Part{} }), "a part left out")
		near(2e-6*d.Plus.Mass, again(func(_ *Decomposition, s *side) {
			// Probability taken from one segment and given to its neighbour.
			s.edges[i] += min(1e-6, (share[i+1]-share[i])/2)
		})/min(1, (share[i+1]-share[i])/2e-6), "an edge")
		near(2*d.Plus.Mass*(share[i+1]-share[i]), again(func(_ *Decomposition, s *side) {
			// A segment taken out, a hole, and its probability given to the next.
			s.edges = slices.Delete(s.edges, i+1, i+2)
			s.kinds = slices.Delete(slices.Clone(s.kinds), i, i+1)
			s.coefs = slices.Delete(s.coefs, segment.Order*i, segment.Order*(i+1))
		}), "a hole")
		if got := again(func(_ *Decomposition, s *side) {
			for k := range segment.Order {
				s.coefs[segment.Order*i+k] *= 1 + 1e-3 // one segment stretched
			}
		}); got < 2*d.Bias.Law {
			t.Errorf("%s: a segment moved, and the bound is %v", c.formula, got)
		}
	}
	// The verifier encloses the laws itself. Another kernel's table is far off.
	d := provedTable(t, "exp(-z^2/2)", 0, 16)
	b, err := VerifyBias(t.Context(), parse(t, "exp(-z^2/2)", 0), d)
	require.NoError(t, err)
	assert.LessOrEqual(t, b.Law, 1e-10)
	b, err = VerifyBias(t.Context(), parse(t, "exp(-z^2/3)", 0), d)
	require.NoError(t, err)
	assert.Greater(t, b.Law, 0.1)
	// Laws are those of integrals, and see neither a missing value nor one at a single distance, of whoever's table.
	for _, f := range []string{"exp(-z^2/2) + 0/(z-1)", "exp(-z^2/2)*(z == 1 ? 2 : 1)", "exp(-z^2/2)*(z == 0 ? 2 : 1)"} {
		k, e := parse(t, f, 0), *d
		_, err = VerifyBias(t.Context(), k, &e)
		require.ErrorContains(t, err, "z = ", f)
		e.Kernel, e.Beyond = k.Formula(), k.BeyondString()
		_, err = VerifyTable(t.Context(), k, 16, &e)
		require.ErrorContains(t, err, "z = ", f)
	}
	d.Plus.Radii = struct{ Radii }{d.Plus.Radii}
	_, err = VerifyBias(t.Context(), parse(t, "exp(-z^2/2)", 0), d)
	assert.ErrorContains(t, err, "not a table")
}

// TestDoubtfulOrigin: an atom at 0 of which not even the sign is known is in neither part of a table, and in the bias.
func TestDoubtfulOrigin(t *testing.T) {
	t.Parallel()
	origin := new(ball.Real).AddRad(ball.MagPow2(-3))
	laws := &distribution.Pair{Masses: &mass.Masses{Plus: new(ball.Real), Minus: new(ball.Real), Origin: origin}}
	b, err := new(Decomposition).ProveBias(t.Context(), laws)
	require.NoError(t, err)
	assert.GreaterOrEqual(t, b.Law, 0.125)
	laws.Masses.Origin = new(ball.Real)
	b, err = new(Decomposition).ProveBias(t.Context(), laws)
	require.NoError(t, err)
	assert.Zero(t, b.Law)
}
