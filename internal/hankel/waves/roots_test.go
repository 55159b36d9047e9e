package waves

import (
	"encoding/json"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/ball"
	"krein/internal/testlong"
)

// TestRoots: coefficients of functions of a root of a wave as mpmath has them (testdata/roots.json).
func TestRoots(t *testing.T) {
	b, err := os.ReadFile("../../../testdata/roots.json")
	require.NoError(t, err)
	var rows []struct {
		Formula string
		Atoms   [][2]string
	}
	require.NoError(t, json.Unmarshal(b, &rows))
	require.NotEmpty(t, rows)
	for _, r := range testlong.Some(rows, 1) {
		a := cosines(t, r.Formula)
		for i, x := range r.Atoms {
			var w ball.Real
			a.List[i].Omega.Ball(&w, 64)
			at, want := decimal(t, x[0]), decimal(t, x[1])
			at.AddRad(ball.MagFloat64(1e-17))
			want.AddRad(ball.MagFloat64(1e-18))
			assert.NotEqual(t, ball.False, w.Overlaps(at), r.Formula)
			assert.NotEqual(t, ball.False, a.List[i].Weight.Overlaps(want), "%s: atom %d is %v, not %v", r.Formula, i,
				&a.List[i].Weight, want)
			assert.Less(t, a.List[i].Weight.Rad().Float64(), 1e-25, r.Formula)
		}
		assert.Less(t, a.Lost.Float64(), 1e-2, r.Formula)
	}
}

// TestNoRoots: formulas that look like functions of one root of a wave.
func TestNoRoots(t *testing.T) {
	for _, f := range []string{
		"abs(sin(z))^(3/2)+abs(sin(2*z))^(3/2)", "abs(sin(z))^(3/2)*cos(z)", "abs(sin(z+1))^(3/2)", "abs(sin(z))^z",
		"abs(sin(z))^(3/2)+z", "sin(z)^2", "abs(sin(z))^(3/2)+abs(cos(z))^(3/2)", "abs(sin(z)+1/2)^(3/2)", "sin(z)^3*abs(sin(z))^(1/2)",
		"(2-2*sin(z))^(3/2)",
	} {
		_, ok := rootedOf(parse(t, f))
		assert.False(t, ok, f)
	}
	for _, f := range []string{"1/(1-abs(sin(z))^(3/2)/2)", "abs(sin(z))^(-1/3)+abs(sin(z))^(3/2)", "log(abs(sin(z))^(3/2))"} {
		_, err := Cosines(parse(t, f), 128, searched)
		assert.Error(t, err, f)
	}
}
