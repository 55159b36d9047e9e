package main

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/features/pair"
	"krein/internal/document"
	"krein/internal/npz"
	"krein/internal/testlong"
)

// squareRows writes rows of [0,1]^3 and returns the file and them.
func squareRows(t *testing.T) (string, [][]float64) {
	t.Helper()
	var b strings.Builder
	var rows [][]float64
	for i := range 24 {
		row := make([]float64, 3)
		for j := range row {
			row[j] = math.Mod(0.618*float64(1+i*i+7*i*j+j), 1)
		}
		rows = append(rows, row)
		fmt.Fprintf(&b, "%v,%v,%v\n", row[0], row[1], row[2])
	}
	path := filepath.Join(t.TempDir(), "x.csv")
	require.NoError(t, os.WriteFile(path, []byte(b.String()), 0o600))
	return path, rows
}

func numbersOf(t *testing.T, path string) (out [][]float64) {
	t.Helper()
	f, err := os.Open(path)
	require.NoError(t, err)
	defer func() { _ = f.Close() }()
	records, err := csv.NewReader(f).ReadAll()
	require.NoError(t, err)
	for _, r := range records {
		var row []float64
		for _, s := range r {
			v, err := strconv.ParseFloat(s, 64)
			require.NoError(t, err)
			row = append(row, v)
		}
		out = append(out, row)
	}
	return out
}

// Φ, Ψ and J that features writes are those of a kernel that is not symmetric.
func TestPairFeatures(t *testing.T) {
	t.Parallel()
	testlong.Slow(t)
	data, rows := squareRows(t)
	dir := t.TempDir()
	phi, psi, j := filepath.Join(dir, "phi.csv"), filepath.Join(dir, "psi.csv"), filepath.Join(dir, "j.csv")
	args := []string{"features", "shift_gaussian(r, 1)", "--param", "r=1/2,0,1", "--data", data, "--scale", "none",
		"--columns", "500", "--representation", "polar", "--coupling", "iid", "--exact", "none", "-o", phi, "--right", psi,
		"--signature", j}
	out := ok(t, "", args...)
	assert.Contains(t, out, "polar measure")
	left, right, sign := numbersOf(t, phi), numbersOf(t, psi), numbersOf(t, j)
	require.Len(t, left, len(rows))
	worst, odd := 0.0, 0.0
	for a, x := range rows {
		for b, y := range rows {
			estimate, z := 0.0, 0.0
			for c := range left[a] {
				estimate += left[a][c] * sign[c][0] * right[b][c]
			}
			for c, r := range []float64{0.5, 0, 1} {
				z += (x[c] - y[c] + r) * (x[c] - y[c] + r)
			}
			worst = math.Max(worst, math.Abs(estimate-math.Exp(-z/2)))
			odd = math.Max(odd, math.Abs(estimate-math.Exp(-(z-2*(x[0]-y[0])-4*(x[2]-y[2]))/2)))
		}
	}
	assert.Less(t, worst, 0.12)
	assert.Greater(t, odd, 0.3, "the kernel with the arguments exchanged")

	for _, wrong := range [][]string{
		{"--coupling", "gorf"}, {"--coupling", "auto,stratified"}, {"--exact", "plus"}, {"--right", phi},
		{"--representation", "sphere"}, {"--columns", "0"}, {"--side", "concatenated"},
	} {
		bad(t, "", append(args[:len(args):len(args)], wrong...)...)
	}
	bad(t, "", "features", "exp(-z^2)", "--data", data, "-o", phi, "--right", psi)
}

// Where columns of pairs have −1, features say so without --signature, and elsewhere they do not.
func TestPairSigns(t *testing.T) {
	t.Parallel()
	data, _ := squareRows(t)
	signs := func(formula string) string {
		phi := filepath.Join(t.TempDir(), "phi.csv")
		return ok(t, "", "features", formula, "--data", data, "--columns", "20", "--exact", "none", "-o", phi)
	}
	assert.Regexp(t, `\nsignature J: \d+× \+1, \d+× -1\n`, signs("exp(-x1^2-x2^2-x3^2)-exp(-2*x1^2-x2^2-x3^2)/2"))
	assert.NotContains(t, signs("exp(-2*x1^2-x2^2-x3^2)"), "signature")
}

// A measure from a file gives the features of its formula, and other data the same maps.
func TestPairFeaturesAgain(t *testing.T) {
	testlong.Await(t, 1, 2)
	t.Parallel()
	data, _ := squareRows(t)
	dir := t.TempDir()
	both := filepath.Join(dir, "both.csv")
	ok(t, "", "features", "shift_gaussian(1/2, 1)", "--data", data, "--columns", "20", "--exact", "none", "--coupling", "iid", "--representation", "polar", "-o", both, "--side", "concatenated")
	assert.Len(t, numbersOf(t, both)[0], 40)
	table, again := filepath.Join(dir, "t.json"), filepath.Join(dir, "again.csv")
	ok(t, "", "decompose", "shift_gaussian(1/2, 1)", "--dim", "3", "-o", table)
	ok(t, "", "features", table, "--data", data, "--columns", "20", "--exact", "none", "--coupling", "iid",
		"--representation", "polar", "-o", again, "--side", "concatenated")
	assert.Equal(t, numbersOf(t, both), numbersOf(t, again))
	if testlong.Turn(2, 3) {
		assert.Contains(t, ok(t, "", "evaluate", table, "--data", data, "--rows", "8", "--runs", "1", "--columns",
			"20", "--coupling", "published"), "symmetrised")
	}
	if testlong.Turn(3, 3) {
		bad(t, "", "decompose", "tl1(1)", "--dim", "2", "-o", table)
	}
	if !testlong.Turn(1, 3) { // other data, the same maps
		return
	}
	half := filepath.Join(dir, "half.csv")
	whole, err := os.ReadFile(data)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(half, whole[:strings.Index(string(whole), "\n")+1], 0o600))
	same := []string{"--representation", "polar", "--coupling", "joint", "--exact", "all", "--columns", "20", "--scale",
		"none", "-o", again, "--side", "concatenated"}
	ok(t, "", append([]string{"features", "shift_gaussian(1/2, 1)", "--data", data}, same...)...)
	first := numbersOf(t, again)[0]
	ok(t, "", append([]string{"features", "shift_gaussian(1/2, 1)", "--data", half}, same...)...)
	assert.Equal(t, [][]float64{first}, numbersOf(t, again))
}

// evaluate measures what is not symmetric, in the shape in which it measures all else.
func TestPairEvaluate(t *testing.T) {
	t.Parallel()
	testlong.Slow(t)
	data, _ := squareRows(t)
	for _, kernel := range [][]string{{"exp(-z^2/2)*(1+sinh(t))", "--param", "t=1,0,-1"}, {"exp(-sum(x^2)/2)"}} {
		args := append([]string{"evaluate", "--data", data, "--columns", "40", "--runs", "2", "--coupling=iid,auto,equal", jordan,
			"--json"}, kernel...)
		out := ok(t, "", args...)
		var v struct {
			Bias    any
			Results []struct {
				Representation string
				Columns        int
				Total          int `json:"total_columns"`
				Radii, Exact   string
				Error          struct{ Mean, SD float64 }
			}
		}
		require.NoError(t, json.Unmarshal([]byte(out), &v))
		assert.NotNil(t, v.Bias)
		require.NotEmpty(t, v.Results)
		assert.Equal(t, 40, v.Results[0].Columns)
		assert.Equal(t, "iid", v.Results[0].Radii)
		assert.Less(t, v.Results[0].Error.Mean, 0.3)
	}
	bad(t, "", "evaluate", "exp(-z^2/2)*(1+sinh(t))", "--param", "t=1,0", "--data", data)
	bad(t, "", "evaluate", "exp(-z)*(1+sinh(t))", "--param", "t=ones", "--data", data)
}

// decompose, spectrum and compare of kernels of x − y; of the distance written otherwise the radial ones.
func TestAnisotropicVerbs(t *testing.T) {
	t.Parallel()
	out := ok(t, "", "decompose", "cosh_gaussian(pi/2, 2)", "--dim", "1", "--json")
	var d struct {
		Symmetry string
		Plus     struct{ Value, Error float64 } `json:"real_plus"`
		Polar    struct{ Value float64 }
	}
	require.NoError(t, json.Unmarshal([]byte(out), &d))
	assert.Equal(t, "neither", d.Symmetry)
	assert.InEpsilon(t, math.Exp(4*math.Pi*math.Pi/8), d.Polar.Value, 1e-10)
	assert.InEpsilon(t, 44.7596008587, d.Plus.Value, 1e-10)
	assert.Contains(t, ok(t, "", "decompose", "exp(-sum(x^2)/2)", "--dim", "3"), "Jordan decomposition")

	plot := filepath.Join(t.TempDir(), "s.svg")
	args := []string{"spectrum", "exp(-z^2/2)*(1+sinh(t))", "--param", "t=ones", "--dim", "5", "--points", "3", "--to", "2", "-o"}
	ok(t, "", append(args, plot)...)
	out = ok(t, "", append(args, "-")...)
	lines := strings.Split(strings.TrimSpace(out), "\n")
	require.Len(t, lines, 4)
	at := strings.Split(lines[2], ",") // ω = 1
	re, err := strconv.ParseFloat(at[1], 64)
	require.NoError(t, err)
	im, err := strconv.ParseFloat(at[2], 64)
	require.NoError(t, err)
	gauss := math.Exp(-0.5) / math.Sqrt(2*math.Pi)
	assert.InDelta(t, gauss, re, 1e-14)
	assert.InDelta(t, -gauss*math.Exp(0.5)*math.Sin(1), im, 1e-14)
	assert.Contains(t, string(contentOf(t, plot)), "imaginary part")
	bad(t, "", "spectrum", "exp(-z^2/2)*(1+sinh(t))", "--param", "t=ones", "--dim", "5", "--along", "3")
	// 9/2π
	assert.Contains(t, ok(t, "", "spectrum", "tl1(3)", "--dim", "4", "--along", "4", "--points", "3"), "1.432394488e+00")
	assert.Contains(t, bad(t, "", "spectrum", "tl1(3)", "--dim", "4", "--along", "5"), "4 coordinates")

	// an odd half that is not elementary: z(1−z) on [0,1]
	out = ok(t, "", "spectrum", "exp(-x2^2)*max(x1, 0)*max(1-abs(x1), 0)", "--dim", "2", "--points", "2", "--from", "1",
		"--to", "2", "-o", "-")
	at = strings.Split(strings.Split(out, "\n")[1], ",")
	im, err = strconv.ParseFloat(at[2], 64)
	require.NoError(t, err)
	even, err := strconv.ParseFloat(at[1], 64)
	require.NoError(t, err)
	// (1/2π)∫_0^1 s(1−s) e^{−is} ds
	assert.InDelta(t, -(2-2*math.Cos(1)-math.Sin(1))/(2*math.Pi), im, 1e-9)
	assert.InDelta(t, (2*math.Sin(1)-1-math.Cos(1))/(2*math.Pi), even, 1e-9)

	bad(t, "", "decompose", "shift_gaussian(1, 1)", "--dim", "2", "--minimal", "--radius", "1")
	var c struct {
		Rows []struct {
			Measure, Samples string
			RMS              float64
		}
	}
	out = ok(t, "", "compare", "prod(matern(3/2, 1))", "--dim", "2", "--columns", "64", "--json")
	require.NoError(t, json.Unmarshal([]byte(out), &c))
	require.NotEmpty(t, c.Rows)
	for i, half := 0, len(c.Rows)/2; i < half; i++ { // a positive measure has one law
		c.Rows[i].Measure = "jordan"
		assert.Equal(t, c.Rows[half+i], c.Rows[i])
	}
	if !testlong.Turn(1, 3) {
		return
	}
	out = ok(t, "", "compare", "sinh_gaussian(1/2, 2)", "--dim", "3", "--columns", "64", "--json")
	require.NoError(t, json.Unmarshal([]byte(out), &c))
	require.Len(t, c.Rows, 12)
	assert.Equal(t, "polar", c.Rows[0].Measure)
	assert.Less(t, c.Rows[0].RMS, c.Rows[5].RMS)
	assert.Equal(t, pair.IID.String(), c.Rows[5].Samples)
}

// A model of a kernel that is not symmetric predicts from its file, by both functions of AsK-LS or by a machine on both
// maps; methods for other kernels say so.
func TestFitPair(t *testing.T) {
	t.Parallel()
	testlong.Await(t, 5, 3)
	data, test := fileWith(t, "train.csv", rings(120)), fileWith(t, "test.csv", rings(40))
	file := filepath.Join(t.TempDir(), "m.npz")
	args := []string{"fit", "--task", "classify", "--kernel", "shift_gaussian(1/10, 1/2)", "--columns", "64", "--data",
		data, "--label", "last", "-o", file}
	for _, method := range []string{"asymmetric", "asymmetric --columns 256", "asymmetric --columns 33", "svm"} { // fewer columns than rows, more, and one of 0
		out := ok(t, "", append(args, strings.Fields("--method "+method)...)...)
		assert.Contains(t, out, "pair of maps of the polar measure")
		var v struct{ Score struct{ Accuracy float64 } }
		require.NoError(t, json.Unmarshal([]byte(ok(t, "", "predict", file, "--data", test, "--label", "last", "--json")),
			&v))
		assert.Equal(t, 1.0, v.Score.Accuracy, method)
	}
	assert.Contains(t, bad(t, "", append(args, "--method", "krein-svm")...), "not for this kernel")
	assert.Contains(t, bad(t, "", append(args, "--method", "asymmetric", "--kernel", "exp(-sum(x^2))")...),
		"not for this kernel")
	assert.Contains(t, bad(t, "", append(args, "--coupling", "gorf")...), "gorf")
	assert.Contains(t, bad(t, "", append(args, "--kernel", "shift_gaussian(1/10")...), "column")
}

// The archive of a pair of maps has what its features are made of.
func TestMapPair(t *testing.T) {
	t.Parallel()
	testlong.Slow(t)
	dir := t.TempDir()
	file, x := filepath.Join(dir, "pair.npz"), fileWith(t, "x.csv", "0.3,-0.7,1.1\n")
	formula := []string{"exp(-z^2/2)*(1+sinh(t/2))", "--param", "t=1,0,2", "--seed", "4", "--columns", "12"}
	out := ok(t, "", append([]string{"map", "--dim", "3", "--representation", "jordan", "--coupling", "joint,auto,equal",
		"--exact", "none", "-o", file}, formula...)...)
	assert.Contains(t, out, "12 columns each of Φ and Ψ, frequencies of the parts: [3 3]")
	b, err := os.ReadFile(file)
	require.NoError(t, err)
	a, err := npz.Open(&document.Kind{Name: "pair", MaxSize: 1 << 20}, b, "header", "frequencies", "phases", "amplitudes",
		"constant", "offset", "divisor", "forms", "low", "signature")
	require.NoError(t, err)
	w, err := a.Float64s("frequencies", 18, 3)
	require.NoError(t, err)
	phi, psi := filepath.Join(dir, "phi.csv"), filepath.Join(dir, "psi.csv")
	ok(t, "", append([]string{"features", "--representation", "jordan", "--coupling", "joint,auto,equal",
		"--exact", "none", "--data", x + ",header=no", "--scale", "none", "-o", phi, "--right", psi}, formula...)...)
	left, right := numbersOf(t, phi)[0], numbersOf(t, psi)[0]
	phases, err := a.Float64s("phases", 6, 0)
	require.NoError(t, err)
	amplitudes, err := a.Float64s("amplitudes", 6, 0)
	require.NoError(t, err)
	for i, v := range amplitudes {
		at := 0.3*w[3*i] - 0.7*w[3*i+1] + 1.1*w[3*i+2]
		assert.InDelta(t, v*math.Cos(at+phases[i]), left[2*i], 1e-12)
		assert.InDelta(t, v*math.Sin(at+phases[i]), left[2*i+1], 1e-12)
		assert.InDelta(t, v*math.Cos(at), right[2*i], 1e-12)
	}
	bad(t, "", append([]string{"map", "--dim", "3", "--coupling", "auto,iid"}, formula...)...)
	bad(t, "", append([]string{"map", "--dim", "3", "--representation", "sphere"}, formula...)...)
	bad(t, "", "map", "exp(-z^2)", "--dim", "3", "--representation", "polar")
}

// Atoms of a line are listed and drawn, and a picture ends where there is nothing more to see.
func TestSpectrumAtoms(t *testing.T) {
	t.Parallel()
	picture := filepath.Join(t.TempDir(), "s.svg")
	out := ok(t, "", "spectrum", "exp(-z^2/2)+cos(3*x1)/5+sin(2*x1)/9", "--dim", "2", "-o", picture)
	assert.Contains(t, out, "atom at ω = 2: 0-0.0555555556i")
	assert.Contains(t, out, "atom at ω = 3: 0.1+0i")
	b, err := os.ReadFile(picture)
	require.NoError(t, err)
	assert.Contains(t, string(b), "atoms, imaginary")
	var v struct{ Omega []float64 }
	require.NoError(t, json.Unmarshal([]byte(ok(t, "", "spectrum", "exp(-z^2/2)*max(1-abs(x1)/2,0)^2*cos(9*x1)", "--dim",
		"2", "--json")), &v))
	assert.Less(t, v.Omega[len(v.Omega)-1], 60.0)
}

// Columns are counted for both ways to draw.
func TestPlanPair(t *testing.T) {
	t.Parallel()
	testlong.Await(t, 1, 3)
	out := ok(t, "", "plan", "exp(-z^2/2)*(1+sinh(t/2))", "--param", "t=1,1", "--dim", "2", "--error", "0.1",
		"--columns", "64")
	assert.Contains(t, out, "polar, mass")
	assert.Contains(t, out, "jordan, mass")
	assert.Contains(t, out, "error of 64 columns")
	assert.Contains(t, out, "Proposition 6")
}
