package search

import (
	"context"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/ball"
	"krein/internal/hankel/hankeltest"
	"krein/internal/hankel/mass"
	"krein/internal/testlong"
)

// TestResume: a search that goes on covers what it is asked for without gap, with the panels that it
// has where power series go, and asks for the sign and the far terms anew.
func TestResume(t *testing.T) {
	ctx := context.Background()
	p := hankeltest.Density(t, "exp(-z^2)*(1-z^2)", 3)
	set := (&MassSettings{Tol: 1e-6, Once: true}).Defaults()
	m, first, err := MassesOf(ctx, p, &set)
	require.NoError(t, err)
	require.Equal(t, mass.ByOneSidedTail, m.Method)
	known := first.found
	require.Greater(t, len(known), 10)
	from, to := known[0].Lo, known[len(known)-1].Hi
	middle := known[len(known)/2]
	inner := middle.Lo + (middle.Hi-middle.Lo)/2
	for name, row := range map[string]struct{ from, to, far float64 }{
		"the same":     {from, to, 0},
		"more":         {from / 3, 2.5 * to, 0},
		"less":         {known[1].Lo, known[len(known)-2].Hi, 0},
		"far terms":    {from, to, inner},
		"between":      {middle.Lo + (inner-middle.Lo)/2, inner, 0},
		"beyond":       {2 * to, 3 * to, 0},
		"ends in part": {inner, 1.01 * to, 0},
	} {
		s := first.Resume()
		require.Zero(t, s.Sign+int(s.SignFrom))
		require.Nil(t, s.Far)
		require.True(t, s.Prepare(row.to))
		if row.far > 0 {
			_, terms := s.Tail(row.far)
			s.Far = &mass.FarTerms{From: row.far, Terms: terms}
		}
		panels, err := s.Sweep(ctx, row.from, row.to, ball.MagInf(), 1000)
		require.NoError(t, err, name)
		at, taken := row.from, 0
		for _, q := range panels {
			assert.Equal(t, at, q.Lo, name)
			if row.far > 0 {
				assert.False(t, q.Lo < row.far && row.far < q.Hi, name)
			}
			at = q.Hi
		}
		assert.Equal(t, row.to, at, name)
		near := math.Min(row.to, row.far)
		if row.far == 0 {
			near = row.to
		}
		for _, q := range known {
			if q.Lo >= row.from && q.Hi <= near {
				taken++
				assert.Contains(t, panels, q, name)
			}
		}
		assert.Equal(t, len(panels)-taken, s.used, name)
	}
	require.Equal(t, known, first.found)
}

// TestPanelsInVain: where the working precision or the number of panels is what is missing, the
// search ends and does not start again.
func TestPanelsInVain(t *testing.T) {
	for _, c := range testlong.Some([]struct {
		formula      string
		dim, allowed int
		most         int // a batch of halvings more than allowed, or where halving helps no more
	}{
		{"(1-z/100)*exp(-z)", 101, 40, 60}, // no panel is bounded at first
		{"exp(-z)*cos(z)", 784, 200, 230},
		{"exp(-z^4)", 64, 3000, 600},
	}, 3) {
		set := (&MassSettings{Panels: c.allowed}).Defaults()
		m, _, err := MassesOf(t.Context(), hankeltest.Density(t, c.formula, c.dim), &set)
		require.NoError(t, err)
		assert.Greater(t, m.Width, 1.0, c.formula)
		assert.Less(t, m.Panels, c.most, c.formula)
	}
}
