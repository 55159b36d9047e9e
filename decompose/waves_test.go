package decompose

import (
	"bytes"
	"context"
	"encoding/json"
	"math"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/internal/kernel/numeric"
	"krein/internal/testlong"
)

// TestWaves: masses of almost periodic kernels on the line are those of mpmath (testdata/waves.json), and what the
// tables represent is the kernel.
func TestWaves(t *testing.T) {
	b, err := os.ReadFile("../testdata/waves.json")
	require.NoError(t, err)
	var rows []struct{ Formula, Plus, Minus string }
	require.NoError(t, json.Unmarshal(b, &rows))
	number := func(s string) float64 {
		x, err := strconv.ParseFloat(s, 64)
		require.NoError(t, err)
		return x
	}
	for i, r := range rows {
		if !testlong.Turn(i, 4) {
			continue
		}
		d := ofWaves(t, r.Formula)
		assert.InDelta(t, number(r.Plus), d.Plus.Total(), d.Plus.MassErr+1e-15, r.Formula)
		assert.InDelta(t, number(r.Minus), d.Minus.Total(), d.Minus.MassErr+1e-15, r.Formula)
		assert.Less(t, d.Bias.Law, 1e-13, r.Formula)
	}
}

// TestKinks: the same of periodic kernels with kinks (testdata/kinks.json), the tables of which end in lattices; where a
// kink is at an irrational part of the period, in a list with a bias that is stated.
func TestKinks(t *testing.T) {
	testlong.Slow(t)
	b, err := os.ReadFile("../testdata/kinks.json")
	require.NoError(t, err)
	var rows []struct {
		Formula, Plus, Minus string
		Digits               int
	}
	require.NoError(t, json.Unmarshal(b, &rows))
	for i, r := range rows {
		if r.Digits > 20 && !testlong.Turn(i, 4) {
			continue
		}
		k := parse(t, r.Formula, 0)
		d, err := Jordan(context.Background(), k, 1, nil)
		require.NoError(t, err, r.Formula)
		require.Equal(t, BiasProved, d.Quality, "%s: %s", r.Formula, d.Doubt)
		for _, x := range []struct {
			part *Part
			want string
		}{{&d.Plus, r.Plus}, {&d.Minus, r.Minus}} {
			want, err := strconv.ParseFloat(x.want, 64)
			require.NoError(t, err)
			assert.InDelta(t, want, x.part.Total(), x.part.MassErr+math.Pow10(-r.Digits)+1e-15, r.Formula)
		}
		most := 1e-14
		if r.Digits < 20 { // what is not listed is missing from the laws, too
			most = 1e-4
			assert.Greater(t, d.Plus.LawErr.TotalVariation, 1e-5, r.Formula)
		}
		assert.Less(t, d.Bias.Law, most, r.Formula)
		bias, err := VerifyTable(context.Background(), k, 1, d)
		require.NoError(t, err, r.Formula)
		assert.LessOrEqual(t, bias, d.Bias.Law*1.01)
		at := numeric.Compile(k).At
		for _, z := range []float64{0, 0.3, 1, 7.25} { // estimates
			assert.InDelta(t, at(z), d.KernelAt(z), 5e-5, "%s at %v", r.Formula, z)
		}
	}
}

// TestLattice: quantiles of a lattice are where its survival function says; a file keeps it, and one that is changed
// has a larger bias.
func TestLattice(t *testing.T) {
	k := parse(t, "exp(-acos(cos(z))^2/2)", 0)
	d, err := Jordan(context.Background(), k, 1, nil)
	require.NoError(t, err)
	for _, p := range []*Part{&d.Plus, &d.Minus} {
		s := &p.Radii.(*Table).upper
		require.Equal(t, tailLattice, s.tail.Kind)
		l := s.tail.Lattice
		for v := 1.0; v > 1e-12; v *= 0.83 {
			n := l.number(v)
			assert.True(t, n == float64(l.First) || l.share(n) >= v)
			assert.Less(t, l.share(n+2), v) // every second number has no mass
			assert.Equal(t, n*l.Spacing, s.quantile(v*s.edges[0]))
		}
		assert.Equal(t, math.Inf(1), l.moment(2))
		sum := 0.0
		l.each(latticeNodes, func(omega, share float64) { sum += share })
		assert.InDelta(t, 1, sum, 1e-12)
	}
	var text bytes.Buffer
	require.NoError(t, d.Encode(&text))
	again, err := Decode(&text)
	require.NoError(t, err)
	assert.Equal(t, d.Plus.Radii.(*Table).upper.tail, again.Plus.Radii.(*Table).upper.tail)
	_, err = VerifyTable(context.Background(), k, 1, again)
	require.NoError(t, err)
	again.Plus.Radii.(*Table).upper.tail.Lattice.Survival[1][3] += 1 // some 10⁻¹⁰
	_, err = VerifyTable(context.Background(), k, 1, again)
	assert.ErrorContains(t, err, "bias")
	again.Plus.Radii.(*Table).upper.tail.Lattice.Survival[1][0] *= 2
	bias, err := VerifyBias(context.Background(), k, again)
	require.NoError(t, err)
	assert.Greater(t, bias.Law, 1e-5)
}

// TestWavesAndDensity: atoms of waves beside a density, of either sign, at the same places as those of cosines.
func TestWavesAndDensity(t *testing.T) {
	testlong.Slow(t)
	for i, f := range []string{
		"exp(-z) - exp(-2*sin(pi*z)^2)/2", "exp(-z^2/2) + exp(cos(z)) - cos(z)/2 - 1", "exp(cos(3*z))/3 - 1/(1+z^2)",
		"exp(-2*sin(z)^2)/2 - max(0,1-z)", "exp(-z^2/2) - exp(-abs(sin(pi*z)))/2",
		"exp(-z^2/2) - abs(sin(z))^(3/2)/2", "exp(-abs(cos(z))^(3/2))", "exp(-sqrt(2-2*cos(z)))",
	} {
		if i == 0 || testlong.Turn(i, 3) {
			most := 1e-9
			if i == 4 || i == 5 || i == 6 { // kinks beside a density, or roots: a list of atoms
				most = 1e-4
			}
			assert.Less(t, ofWaves(t, f).Bias.Law, most, f)
		}
	}
}

// ofWaves returns a decomposition on the line with a proved bias, which is proved again, and compares it with the kernel.
func ofWaves(t *testing.T, f string) *Decomposition {
	t.Helper()
	ctx := context.Background()
	k := parse(t, f, 0)
	d, err := Jordan(ctx, k, 1, nil)
	require.NoError(t, err, f)
	require.Equal(t, BiasProved, d.Quality, "%s: %s", f, d.Doubt)
	at := numeric.Compile(k).At
	off := 1e-9 + d.Bias.Law
	if strings.Contains(f, "max(0,1-z)") || strings.Contains(f, "2*cos(z)") {
		// KernelAt takes (1−cos ω)/ω² and most of a lattice far out for their means, the laws do not: VerifyTable compares them
		off = 1e-3
	}
	for _, z := range []float64{0, 0.3, 1, 7.25} {
		assert.InDelta(t, at(z), d.KernelAt(z), off, "%s at %v", f, z)
	}
	bias, err := VerifyTable(ctx, k, 1, d)
	require.NoError(t, err, f)
	assert.LessOrEqual(t, bias, d.Bias.Law*1.01)
	moved := *d
	if moved.Plus.Mass < moved.Minus.Mass {
		moved.Minus.Mass *= 1 + 1e-6
	} else {
		moved.Plus.Mass *= 1 + 1e-6
	}
	_, err = VerifyTable(ctx, k, 1, &moved)
	assert.Error(t, err, f)
	assert.False(t, math.IsNaN(d.Plus.Mass))
	return d
}
