package main

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/cmd/krein/internal/measure"
	"krein/internal/testlong"
)

// compared is what the tests read of a comparison.
type compared struct {
	Radius    float64
	Distances []float64
	Target    float64
	Rows      []struct {
		Measure, Samples string
		Mass, Bias, RMS  float64
		Variance         float64 `json:"variance_times_columns"`
		Columns          int     `json:"columns_needed"`
		Exact            int     `json:"exact"`
		Work             float64 `json:"operations_a_row"`
		Curve            []struct {
			Columns int
			RMS     float64
		}
	}
	Unavailable []struct{ Measure, Because string }
	Verdict     []string
}

func compareJSON(t *testing.T, args ...string) *compared {
	t.Helper()
	var c compared
	require.NoError(t, json.Unmarshal([]byte(ok(t, "", append([]string{"compare", "--json"}, args...)...)), &c))
	return &c
}

// No finite mass on R^16, a hopeless measure on [0, 2], but a zonal decomposition of mass k(1) = 2: the sphere's wins.
func TestCompareOnTheSphere(t *testing.T) {
	t.Parallel()
	testlong.Slow(t)
	if testlong.Turn(1, 3) {
		compareTangentKernel(t)
	}
	// (1+u)/2 on S²: the constant a_0 = 1/2 and a_1 = 1/2, four columns.
	data := dataFile(t, 40, 3)
	c := compareJSON(t, "spherical_polynomial(2,1)", "--dim", "3", "--data", data, "--label", "first", "--bias", "0.01",
		"--error", "0.05")
	found := false
	for _, r := range c.Rows {
		if r.Measure == "zonal on S^2, degrees to 1" {
			found = true
			assert.Equal(t, "exact, 4 columns", r.Samples)
			assert.Zero(t, r.Variance)
			assert.InDelta(t, 1, r.Mass, 1e-12)
			assert.Equal(t, 4, r.Exact)
			assert.Equal(t, 4, r.Columns)
			assert.InDelta(t, 16, r.Work, 1e-9)
		}
	}
	assert.True(t, found)
	if !testlong.Turn(2, 3) {
		return
	}
	c = compareJSON(t, "gaussian(1)", "--dim", "3", "--data", data, "--label", "first", "--bias", "0.01")
	assert.GreaterOrEqual(t, c.Radius, 1.1*c.Distances[15])
	assert.LessOrEqual(t, c.Radius, 1.1*math.Sqrt(3)+0.1)
}

// compareTangentKernel wants maps without truncation to be named best, and reasons of the others.
func compareTangentKernel(t *testing.T) {
	t.Helper()
	c := compareJSON(t, "ntk", "--dim", "16", "--error", "0.05")
	assert.Equal(t, 2.0, c.Radius)
	for i, z := range c.Distances { // of random points of the sphere, about √2
		assert.InDelta(t, math.Sqrt2, z, 0.4)
		assert.InDelta(t, 4, z*z+math.Pow(c.Distances[15-i], 2), 1e-9)
	}
	require.NotEmpty(t, c.Rows)
	assert.Contains(t, c.Rows[0].Measure, "step and ReLU functions")
	assert.InDelta(t, 2, c.Rows[0].Mass, 1e-12)
	why := ""
	for _, u := range c.Unavailable {
		why += u.Measure + ": " + u.Because + "\n"
	}
	assert.Contains(t, why, "Jordan, k zero beyond 2: finite mass on R^16 is refuted: at z = 2 the exponent 1/2 counts")
	assert.Contains(t, why, "(finite-mass.singularity)")
	assert.Contains(t, why, "least variance within 0.025: the least mass is 199 at least (proved)")
	assert.Contains(t, why, "least mass and least variance within 0.005: even within 0.025")
	assert.Contains(t, strings.Join(c.Verdict, "\n"), "Best: step and ReLU functions")
	assert.Contains(t, strings.Join(c.Verdict, "\n"), "Next among the others: zonal on S^15")
}

// squeeze makes runs of blanks and rules one, and numbers three digits, so that the last digits of floats do not
// matter.
func squeeze(s string) string {
	s = regexp.MustCompile(`[0-9]+\.[0-9]+(e[-+][0-9]+)?`).ReplaceAllStringFunc(s, func(x string) string {
		var v float64
		if _, err := fmt.Sscan(x, &v); err != nil {
			return x
		}
		return fmt.Sprintf("%.2g", v)
	})
	return regexp.MustCompile(`[ ─]+`).ReplaceAllString(s, " ")
}

func TestCompareText(t *testing.T) {
	t.Parallel()
	out := ok(t, "1 - z^2/4\n", "compare", "-", "--dim", "16", "--radius", "2", "--bias", "0.01", "--error", "0.1",
		"--columns", "64")
	golden, err := os.ReadFile(filepath.Join("testdata", "compare.txt"))
	require.NoError(t, err)
	assert.Equal(t, squeeze(string(golden)), squeeze(out), "the output is now:\n%s", out)
}

func TestCompareErrors(t *testing.T) {
	t.Parallel()
	data := dataFile(t, 20, 3)
	one := filepath.Join(t.TempDir(), "one.csv")
	require.NoError(t, os.WriteFile(one, []byte("1,0.5,0.5\n1,0.5,0.5\n"), 0o600))
	for _, c := range []struct {
		want string
		args []string
	}{
		{"want 1 …", []string{"compare", "ntk", "--dim", "0"}},
		{"has 3 columns", []string{"compare", "ntk", "--dim", "4", "--data", data, "--label", "first"}},
		{"--scale prepares the data", []string{"compare", "ntk", "--dim", "4", "--scale", "sphere"}},
		{"beyond --radius 1", []string{"compare", "gaussian(1)", "--dim", "3", "--data", data, "--label", "first",
			"--radius", "1"}},
		{"--error", []string{"compare", "gaussian(1)", "--dim", "3", "--error", "-1"}},
		{"--bias", []string{"compare", "gaussian(1)", "--dim", "3", "--bias", "0"}},
		{"--columns", []string{"compare", "gaussian(1)", "--dim", "3", "--columns", "1"}},
		{".svg or .png", []string{"compare", "gaussian(1)", "--dim", "3", "--plot", "x.pdf"}},
		{"standard input has only one", []string{"compare", "-", "--dim", "3", "--data", "-"}},
		{"all rows of the data are equal", []string{"compare", "gaussian(1)", "--dim", "2", "--data", one,
			"--label", "first"}},
	} {
		assert.Contains(t, bad(t, "", c.args...), c.want, "%v", c.args)
	}
}

// Pictures are pictures, and name what they show.
func TestPlots(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	data := dataFile(t, 30, 3)
	for _, c := range testlong.Some([]struct {
		name  string
		args  []string
		shows []string
	}{
		{"jordan", []string{"decompose", "exp(-z^2/2)-exp(-z^2/200)", "--dim", "3"},
			[]string{"positive part m+, mass", "negative part m−, mass", "mass per unit of log ω", "share of radii"}},
		{"mixed", []string{"decompose", "gaussian(1)+1/2*cos(3*z)+1/4", "--dim", "1"},
			[]string{"(0.25 at ω = 0)", "atoms: mass"}},
		{"atoms", []string{"decompose", "1-z^2/4", "--dim", "3", "--minimal", "--radius", "2", "--bias", "1e-2"},
			[]string{"positive part m+, mass", ">mass<", "radius ω"}},
		{"frontier", []string{"decompose", "1-z^2/4", "--dim", "3", "--minimal", "--radius", "2", "--bias", "1e-1,1e-2"},
			[]string{"least mass", "proved lower bound", "0.01"}},
		{"weighted", []string{"decompose", "1-z^2/4", "--dim", "3", "--minimal", "--radius", "2", "--bias", "1e-1,1e-2",
			"--data", data, "--label", "first", "--scale", "sphere"},
			[]string{"mass for the least variance", "least variance", ">variance<"}},
		{"compare", []string{"compare", "gaussian(1)", "--dim", "3", "--bias", "0.01", "--error", "0.1"},
			[]string{"Jordan, ", "columns", "RMS error"}},
	}, 2) {
		t.Run(c.name, func(t *testing.T) {
			svg, png := filepath.Join(dir, c.name+".svg"), filepath.Join(dir, c.name+".png")
			ok(t, "", append(c.args, "--plot", svg)...)
			b, err := os.ReadFile(svg)
			require.NoError(t, err)
			for _, s := range c.shows {
				assert.Contains(t, string(b), s)
			}
			assert.NotContains(t, string(b), "NaN")
			if c.name != "atoms" && c.name != "compare" { // one with two panels, one with one
				return
			}
			ok(t, "", append(c.args, "--plot", png)...)
			b, err = os.ReadFile(png)
			require.NoError(t, err)
			assert.True(t, strings.HasPrefix(string(b), "\x89PNG"))
		})
	}
	assert.Contains(t, bad(t, "", "decompose", "3", "--dim", "3", "--plot", filepath.Join(dir, "x.svg")),
		"nothing to draw")
	assert.NoFileExists(t, filepath.Join(dir, "x.svg"))
}

// --distances: the variance falls, both measures are shown, and the proof is checked.
func TestDecomposeForDistances(t *testing.T) {
	t.Parallel()
	testlong.Slow(t)
	dir := t.TempDir()
	data, proof, table := dataFile(t, 60, 3), filepath.Join(dir, "p.json"), filepath.Join(dir, "t.json")
	args := []string{"decompose", "1 - z^2/4", "--dim", "3", "--minimal", "--radius", "2", "--bias", "1e-3", "--data",
		data, "--label", "first", "--scale", "sphere"}
	out := ok(t, "", append(args, "--proof", proof, "-o", table)...)
	assert.Contains(t, out, "least mass")
	assert.Contains(t, out, "least variance")
	assert.Contains(t, out, "no measure with this atom at 0 does with less")
	var v measure.SteadyView
	require.NoError(t, json.Unmarshal([]byte(ok(t, "", append(args, "--json")...)), &v))
	assert.Less(t, v.Variance, 0.5*v.LeastMassVariance)
	assert.LessOrEqual(t, v.Importance, v.Variance)
	assert.Greater(t, v.Minimum.Mass, v.LeastMass.Mass)
	assert.NotEmpty(t, v.Minimum.Distances)
	assert.Empty(t, v.LeastMass.Distances)
	assert.Contains(t, ok(t, "", "verify", proof, "--kernel", "1 - z^2/4", "--dim", "3", "--param", "beyond=2"), "cost at its distances")
	ok(t, "", "features", coupling, table, "--data", data, "--label", "first", "--scale",
		"sphere", "--columns", "32", "-o", filepath.Join(dir, "phi.npy"))
	if testlong.Turn(1, 3) {
		csv, err := os.ReadFile(data)
		require.NoError(t, err)
		args[slices.Index(args, data)] = "-"
		var piped measure.SteadyView
		require.NoError(t, json.Unmarshal([]byte(ok(t, string(csv), append(args, "--json")...)), &piped))
		assert.InEpsilon(t, v.Variance, piped.Variance, 0.5)
	}
	if testlong.Turn(2, 3) {
		assert.Contains(t, ok(t, "", "decompose", "1 - z^2/4", "--dim", "3", "--minimal", "--radius", "2", "--bias",
			"1e-1,1e-2", "--data", data, "--label", "first", "--scale", "sphere"), "least variance")
	}
	for _, c := range []struct {
		want string
		args []string
	}{
		{"only with --minimal", []string{"--data", data, "--label", "first"}},
		{"give these", []string{"--minimal", "--radius", "2", "--scale", "sphere"}},
		{"beyond --radius 0.5", []string{"--minimal", "--radius", "0.5", "--data", data, "--label", "first"}},
		{"--dim is 5", []string{"--minimal", "--radius", "2", "--data", data, "--label", "first", "--dim", "5"}},
	} {
		assert.Contains(t, bad(t, "", append([]string{"decompose", "1 - z^2/4", "--dim", "3"}, c.args...)...),
			c.want, "%v", c.args)
	}
}

// Ctrl-C while minima are sought, a frontier, a comparison: soon over, and no file.
func TestInterruptMinima(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("starts processes")
	}
	for _, args := range testlong.Some([][]string{
		{"decompose", "-", "--dim", "3", "--minimal", "--radius", "2", "--bias", "1e-5,1e-7", "--plot", "f.svg"},
		{"decompose", "-", "--dim", "3", "--minimal", "--radius", "2", "--bias", "1e-7", "--proof", "p.json"},
		{"compare", "-", "--dim", "3", "--radius", "2", "--bias", "1e-7", "--plot", "c.png"},
	}, 3) {
		t.Run(args[len(args)-2], func(t *testing.T) {
			interruptComputing(t, "1 - z^2/4", 300*time.Millisecond, args...)
		})
	}
}

// TestOneBias: the proved bias of a measure of least mass is one number, wherever the output has it.
func TestOneBias(t *testing.T) {
	out := ok(t, "", "decompose", "1 - z^2/4", "--dim", "3", "--minimal", "--radius", "2", "--bias", "1e-2")
	table := regexp.MustCompile(`bias ≤ (\S+): all proved`).FindStringSubmatch(out)
	words := regexp.MustCompile(`to within\s+(\S+)\s+\(proved\)`).FindStringSubmatch(out)
	require.Len(t, table, 2, out)
	require.Len(t, words, 2, out)
	assert.Equal(t, table[1], words[1])
}
