package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"krein/features/radial"
	"krein/features/written"
	"krein/fourier/language"
	"krein/internal/features/gram"
	stationaries "krein/internal/fourier/numeric"
	"krein/internal/kernel/numeric"
	"krein/internal/testlong"
	"krein/kernel/parser"
)

// mapKinds are kernels of every kind of map, with what the rows need: nothing is said of the map.
var mapKinds = []struct {
	name, formula string
	more          []string // for all verbs
}{
	{"radial", "gaussian(1)", nil},
	{"difference", "exp(-z^2/2) - exp(-z^2/200)", nil},
	{"heavy", "exp(-z)", nil},
	{"atoms", "cos(x1) + exp(-abs(x2))", nil},
	{"pair", "shift_gaussian(1/8, 2)", nil},
	{"smooth pair", "exp(-z^2/8)*(1+sinh(t/2))", []string{"--param", "t=1,0,2"}},
	{"taxicab", "exp(-abs(x1) - abs(x2) - abs(x3))", nil},
	{"network", "ntk", nil},
	{"zonal", "spherical_polynomial(3,1)", nil},
	{"signs", "arccos0(3)", []string{"--scale", "sphere"}},
	{"sphere", "exp(-z)", []string{"--scale", "sphere"}},
	{"polynomial", "polynomial(1,3)", []string{"--scale", "none"}},
	{"products", "exp(u)", []string{"--scale", "unit"}},
	{"steps", "min", nil},
	{"layer", "", []string{"activation(tanh(t)) + activation(softplus(t)) - activation(t > 1 ? 1/2 : 0)"}},
}

// TestOneMap: the same kernel, rows, columns and seed give the same map file, bit for bit, beside features, by krein map and
// in the model of krein fit; the command that features name gives other rows the features of the file.
func TestOneMap(t *testing.T) {
	testlong.Slow(t)
	dir := t.TempDir()
	t.Chdir(dir)
	writeRows(t, "train.csv", []string{"y", "a", "b", "c"}, []int{7, 0, 1, 2}, 60, 0, false)
	writeRows(t, "test.csv", []string{"a", "b", "c"}, []int{0, 1, 2}, 20, 40, false)
	for _, k := range testlong.Some(mapKinds, 2) {
		how := append([]string{"--data", "train.csv", "--label", "y", "--columns", "40", "--seed", "3"}, k.more...)
		of, kernel, noLandmarks := []string{k.formula}, []string{"--kernel", k.formula}, []string{"--landmarks=none"}
		if k.formula == "" { // the flags say it, and an activation function has no landmarks
			of, kernel, noLandmarks = nil, nil, nil
		}
		ok(t, "", slices.Concat([]string{"map", "-o", "map.npz"}, of, how)...)
		sides := []string{"-o", "phi.npy"}
		if l, err := written.Load("map.npz"); assert.NoError(t, err) && l.Pair != nil && !l.Pair.Symmetric() {
			sides = append(sides, "--right", "psi.npy")
		}
		said := ok(t, "", slices.Concat([]string{"features"}, of, how, sides)...)
		ok(t, "", slices.Concat([]string{"fit", "--task", "regress", "-o", "model.npz", "--lengths", "none", "--strength", "1"},
			noLandmarks, kernel, how)...)
		ok(t, "", "map", "model.npz", "-o", "model.map.npz")
		one, err := os.ReadFile("map.npz")
		require.NoError(t, err)
		for _, name := range []string{"phi.map.npz", "model.map.npz"} {
			other, err := os.ReadFile(name)
			require.NoError(t, err)
			assert.Equal(t, one, other, "%s: %s", k.name, name)
		}

		_, command, found := strings.Cut(said, "other rows get the same map by: krein ")
		require.True(t, found, said)
		command, _, _ = strings.Cut(command, "\n")
		apply := func(data, out string) {
			words := strings.Fields(strings.NewReplacer("FILE", data, "OUTPUT", out, "RIGHT", "right.npy", "'", "").Replace(command))
			ok(t, "", append(words, "--label", map[string]string{"train.csv": "y", "test.csv": "none"}[data])...)
		}
		apply("train.csv", "again.npy") // the rows that it was drawn for
		assert.Equal(t, readTable(t, "phi.npy").RawMatrix().Data, readTable(t, "again.npy").RawMatrix().Data, k.name)
		if k.name == "steps" { // whose rows have to be in the cube
			continue
		}
		apply("test.csv", "test.npy")
		l, err := written.Load("phi.map.npz")
		require.NoError(t, err)
		x := readTable(t, "test.csv")
		require.NoError(t, l.PrepareAll(x))
		want, err := l.Transform(nil, x)
		require.NoError(t, err)
		assert.Equal(t, want.RawMatrix().Data, readTable(t, "test.npy").RawMatrix().Data, k.name)
	}
}

// The map that a choice of lengths has led to is that of krein map with these lengths, where these are powers of two times
// the median: nothing is rounded then.
func TestOneMapOfLengths(t *testing.T) {
	testlong.Slow(t)
	t.Chdir(t.TempDir())
	writeRows(t, "train.csv", []string{"y", "a", "b", "c"}, []int{7, 0, 1, 2}, 60, 0, false)
	how := []string{"--data", "train.csv", "--label", "y", "--columns", "40"}
	var v struct{ Data struct{ Lengths []float64 } }
	require.NoError(t, json.Unmarshal([]byte(ok(t, "", slices.Concat([]string{"fit", "--task", "regress", "--kernel", "gaussian(1)",
		"-o", "model.npz", "--landmarks=none", "--json"}, how)...)), &v))
	b, err := json.Marshal(v.Data.Lengths)
	require.NoError(t, err)
	ok(t, "", slices.Concat([]string{"map", "gaussian(1)", "-o", "map.npz", "--lengths", strings.Trim(string(b), "[]")}, how)...)
	ok(t, "", "map", "model.npz", "-o", "model.map.npz")
	one, err := os.ReadFile("map.npz")
	require.NoError(t, err)
	other, err := os.ReadFile("model.map.npz")
	require.NoError(t, err)
	assert.Equal(t, one, other)
}

// Rows that come apart are as good as rows that come together: kernels between both are estimated as well as within one file.
func TestTrainAndTest(t *testing.T) {
	testlong.Slow(t)
	t.Chdir(t.TempDir())
	writeRows(t, "train.csv", []string{"a", "b", "c"}, []int{0, 1, 2}, 60, 0, false)
	writeRows(t, "test.csv", []string{"a", "b", "c"}, []int{0, 1, 2}, 40, 200, false)
	ok(t, "", "features", "gaussian(1)", "--data", "train.csv", "--columns", "128", "-o", "train.npy")
	ok(t, "", "features", "train.map.npz", "--data", "test.csv", "-o", "test.npy")
	l, err := written.Load("train.map.npz")
	require.NoError(t, err)
	phi, psi := readTable(t, "train.npy"), readTable(t, "test.npy")
	x, y := readTable(t, "train.csv"), readTable(t, "test.csv")
	require.NoError(t, l.PrepareAll(x))
	require.NoError(t, l.PrepareAll(y))
	within, between := kernelError(x, x, phi, phi), kernelError(x, y, phi, psi)
	assert.Less(t, between, 2*within)
	assert.Less(t, within, 0.1)
}

// kernelError is the root mean square error of ΦΨᵀ for gaussian(1).
func kernelError(x, y, phi, psi *mat.Dense) float64 {
	var k, distance mat.Dense
	k.Mul(phi, psi.T())
	n, m := k.Dims()
	sum := 0.0
	for i := range n {
		for j := range m {
			distance.Sub(x.Slice(i, i+1, 0, 3), y.Slice(j, j+1, 0, 3))
			z := mat.Norm(&distance, 2)
			e := k.At(i, j) - math.Exp(-z*z/2)
			sum += e * e
		}
	}
	return math.Sqrt(sum / float64(n*m))
}

// TestMapBeside: the map of features is written with them, replaced with them, and nothing else is.
func TestMapBeside(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	writeRows(t, at("x.csv"), []string{"a", "b"}, []int{0, 1}, 9, 0, false)
	verb := func(out string, more ...string) []string {
		return append([]string{"features", "gaussian(1)", "--data", at("x.csv"), "--columns", "8", coupling, "-o", out}, more...)
	}
	for _, name := range []string{"phi.csv.gz", "phi.npy"} {
		require.NoError(t, os.RemoveAll(at("phi.map.npz")))
		ok(t, "", verb(at(name))...)
		assert.FileExists(t, at("phi.map.npz"))
		ok(t, "", verb(at(name), "--seed", "1")...) // both are replaced
		require.NoError(t, os.Remove(at(name)))
	}
	require.NoError(t, os.Remove(at("phi.map.npz")))
	ok(t, "", verb(at("phi.csv.gz"), "--seed", "1")...) // the same map is that of both
	ok(t, "", verb(at("phi.npy"), "--seed", "1")...)
	had, err := os.ReadFile(at("phi.map.npz"))
	require.NoError(t, err)
	for _, name := range []string{"phi.npy", "phi.csv", "phi.csv.gz"} { // another map is that of neither
		assert.Contains(t, bad(t, "", verb(at(name))...), "has another map, that of "+at("phi."))
	}
	require.NoError(t, os.RemoveAll(at("phi.csv.gz")))
	require.NoError(t, os.RemoveAll(at("phi.npy")))
	assert.Contains(t, bad(t, "", verb(at("phi.npy"))...), "whose features are not there: remove it")
	assert.NoFileExists(t, at("phi.npy"))
	have, err := os.ReadFile(at("phi.map.npz"))
	require.NoError(t, err)
	assert.Equal(t, had, have)
	ok(t, "", verb(at("phi.npy"), "--seed", "1")...)
	ok(t, "", verb(at("phi.npy"))...)
	require.NoError(t, os.WriteFile(at("phi.map.npz"), []byte("precious"), 0o600))
	assert.Contains(t, bad(t, "", verb(at("phi.npy"))...), "is there and no map: remove it")
	b, err := os.ReadFile(at("phi.map.npz"))
	require.NoError(t, err)
	assert.Equal(t, "precious", string(b))

	assert.Contains(t, bad(t, "", append(verb(at("psi.npy")), "--signature", at("psi.map.npz"))...), "the map of --output,")
	for _, quiet := range [][]string{verb("-"), verb("/dev/null")} {
		code, out, errs := krein(t, "", quiet...)
		assert.Equal(t, exitDone, code, errs)
		assert.NotContains(t, out+errs, "map written")
	}
	found, err := filepath.Glob(at("*.map.npz"))
	require.NoError(t, err)
	assert.Equal(t, []string{at("phi.map.npz")}, found)
}

// TestOneMapMeasured: krein evaluate measures maps that krein map draws from the same kernel, rows and columns, with the seeds
// and the distances that it says.
func TestOneMapMeasured(t *testing.T) {
	testlong.Slow(t)
	t.Chdir(t.TempDir())
	writeRows(t, "train.csv", []string{"a", "b", "c"}, []int{0, 1, 2}, 60, 0, false)
	var v struct {
		Distances []float64
		Results   []struct {
			Representation, Coupling, Radii, Budget, Exact string
			Columns                                        int
			Seeds                                          []uint64
			Error                                          gram.MeanSD
		}
	}
	args := []string{"--data", "train.csv", "--columns", "40"}
	require.NoError(t, json.Unmarshal([]byte(ok(t, "", append([]string{"evaluate", "exp(-z^2/2) - exp(-z^2/200)", "--runs", "3",
		"--bias", "0", "--json"}, args...)...)), &v))
	require.Equal(t, "jordan", v.Results[0].Representation)
	for _, r := range v.Results {
		if r.Representation != "jordan" { // others have measures of their own
			continue
		}
		require.Len(t, r.Seeds, 3)
		sum := 0.0
		for _, seed := range r.Seeds {
			drawn := []string{"map", "exp(-z^2/2) - exp(-z^2/200)", "-o", "map.npz", "--coupling",
				r.Coupling + "," + r.Radii + "," + r.Budget, "--exact", cmp.Or(r.Exact, "none"), "--seed", fmt.Sprint(seed), "--distances",
				strings.Trim(strings.ReplaceAll(fmt.Sprint(v.Distances), " ", ","), "[]")}
			ok(t, "", append(drawn, args...)...)
			ok(t, "", "features", "map.npz", "--data", "train.csv", "-o", "phi.npy", "--signature", "j.npy")
			l, err := written.Load("map.npz")
			require.NoError(t, err)
			x := readTable(t, "train.csv")
			require.NoError(t, l.PrepareAll(x))
			phi, j := readTable(t, "phi.npy"), readTable(t, "j.npy")
			var signed, k mat.Dense
			signed.Mul(phi, mat.NewDiagDense(phi.RawMatrix().Cols, j.RawMatrix().Data))
			k.Mul(&signed, phi.T())
			off, norm := 0.0, 0.0
			for i := range 60 {
				for j := range 60 {
					z := floats.Distance(x.RawRowView(i), x.RawRowView(j), 2)
					want := math.Exp(-z*z/2) - math.Exp(-z*z/200)
					off, norm = off+(want-k.At(i, j))*(want-k.At(i, j)), norm+want*want
				}
			}
			sum += math.Sqrt(off/norm) / 3
		}
		assert.InDelta(t, r.Error.Mean, sum, 1e-9, "%+v", r)
	}
}

// TestDefaultMeasured: for the same kernel, rows, columns and seed, one of the maps that krein evaluate measures is the map
// of krein features: their errors are the same.
func TestDefaultMeasured(t *testing.T) {
	testlong.Slow(t)
	t.Chdir(t.TempDir())
	writeRows(t, "train.csv", []string{"a", "b", "c"}, []int{0, 1, 2}, 60, 0, false)
	radial := func(formula string) func(x, y []float64) float64 {
		k, err := parser.Parse(formula, nil)
		require.NoError(t, err)
		at := numeric.Compile(k).At
		return func(x, y []float64) float64 { return at(floats.Distance(x, y, 2)) }
	}
	stationary := func(formula string) func(x, y []float64) float64 {
		k, err := language.Parse(formula, 3, nil)
		require.NoError(t, err)
		c, err := stationaries.Compile(k)
		require.NoError(t, err)
		return func(x, y []float64) float64 { return c.At(floats.SubTo(make([]float64, len(x)), x, y)) }
	}
	kernels := map[string]func(x, y []float64) float64{
		"products": func(x, y []float64) float64 { return math.Exp(floats.Dot(x, y)) },
		"steps": func(x, y []float64) float64 {
			sum := 1.0
			for i := range x {
				sum += min(x[i], y[i])
			}
			return sum
		},
	}
	for _, k := range testlong.Some(mapKinds, 2) {
		at, bias := kernels[k.name], []string{}
		switch k.name {
		case "layer", "smooth pair", "polynomial": // TestOneMapMeasured, and the ways of others
			continue
		case "atoms", "pair", "taxicab":
			at = stationary(k.formula)
		case "products", "steps":
		default:
			at, bias = radial(k.formula), []string{"--bias", "0"} // no search for least measures
		}
		how := append([]string{k.formula, "--data", "train.csv", "--columns", "40", "--seed", "3"}, k.more...)
		var v struct {
			Results []struct {
				Representation string
				Default        bool
				Seeds          []uint64
				Error          gram.MeanSD
			}
		}
		_, out, errs := krein(t, "", slices.Concat([]string{"evaluate", "--runs", "1", "--json"}, how, bias)...)
		require.NoError(t, json.Unmarshal([]byte(out), &v), "%s: %s", k.name, errs) // what a kernel does not have is said beside
		sides := []string{"-o", "phi.npy", "--signature", "j.npy"}
		if k.name == "pair" {
			sides = append(sides, "--right", "psi.npy")
		}
		ok(t, "", slices.Concat([]string{"features"}, how, sides)...)
		l, err := written.Load("phi.map.npz")
		require.NoError(t, err)
		x := readTable(t, "train.csv")
		require.NoError(t, l.PrepareAll(x))
		phi, j := readTable(t, "phi.npy"), readTable(t, "j.npy")
		psi := phi
		if k.name == "pair" {
			psi = readTable(t, "psi.npy")
		}
		var signed, got mat.Dense
		signed.Mul(phi, mat.NewDiagDense(phi.RawMatrix().Cols, j.RawMatrix().Data))
		got.Mul(&signed, psi.T())
		off, norm := 0.0, 0.0
		for i := range 60 {
			for j := range 60 {
				want := at(x.RawRowView(i), x.RawRowView(j))
				off, norm = off+(want-got.At(i, j))*(want-got.At(i, j)), norm+want*want
			}
		}
		found := 0
		for _, r := range v.Results {
			assert.Equal(t, uint64(3), r.Seeds[0], k.name)
			if r.Default {
				found++
				assert.InDelta(t, math.Sqrt(off/norm), r.Error.Mean, 1e-9, "%s: %s", k.name, r.Representation)
			}
		}
		assert.Equal(t, 1, found, k.name)
	}
}

// TestOneMapCompared: what krein compare and krein plan predict first is the error of the map that krein features draws of the
// same rows and columns.
func TestOneMapCompared(t *testing.T) {
	testlong.Slow(t)
	t.Chdir(t.TempDir())
	writeRows(t, "train.csv", []string{"a", "b", "c"}, []int{0, 1, 2}, 60, 0, false)
	for _, k := range testlong.Some(mapKinds, 2) {
		if slices.Contains([]string{"polynomial", "products", "steps", "layer"}, k.name) { // no functions of x − y
			continue
		}
		how := append([]string{k.formula, "--data", "train.csv"}, k.more...)
		var drawn struct {
			Representation, Coupling, Radii, Budget string
			Exact                                   any
			Choices                                 []radial.Choice
		}
		sides := []string{"--columns", "512", "-o", "phi.npy", "--json"}
		if k.name == "pair" || k.name == "smooth pair" {
			sides = append(sides, "--right", "psi.npy")
		}
		require.NoError(t, json.Unmarshal([]byte(ok(t, "", slices.Concat([]string{"features"}, how, sides)...)), &drawn))
		type line struct {
			Measure, Samples string
			Drawn            bool
			RMS              float64
		}
		var c struct{ Rows []line }
		require.NoError(t, json.Unmarshal([]byte(ok(t, "", slices.Concat([]string{"compare", "--dim", "3", "--columns", "512", "--json"},
			how)...)), &c))
		var p struct{ Plans []line }
		require.NoError(t, json.Unmarshal([]byte(ok(t, "", slices.Concat([]string{"plan", "--dim", "3", "--json"}, how)...)), &p))
		for verb, lines := range map[string][]line{"compare": c.Rows, "plan": p.Plans} {
			marked := slices.DeleteFunc(slices.Clone(lines), func(l line) bool { return !l.Drawn })
			require.Len(t, marked, 1, "%s of %s: %+v", verb, k.name, lines)
			l, name := marked[0], strings.ToLower(marked[0].Measure)
			assert.True(t, strings.HasPrefix(strings.ToLower(drawn.Representation), strings.Split(name, ",")[0]), "%s of %s: %+v", verb, k.name, l)
			if drawn.Choices != nil || drawn.Exact == true || drawn.Exact == false { // not on the sphere
				assert.Contains(t, l.Samples, drawn.Coupling, "%s of %s", verb, k.name)
				assert.Equal(t, drawn.Exact != "none" && drawn.Exact != false, strings.Contains(l.Samples, "exact"), "%s of %s", verb, k.name)
			}
			if drawn.Choices != nil {
				assert.Contains(t, l.Samples, drawn.Radii, "%s of %s", verb, k.name)
				if verb == "plan" {
					assert.True(t, lines[0].Drawn, k.name)
				} else { // choices are predicted at distances between rows, too, other ones
					assert.InEpsilon(t, math.Sqrt(drawn.Choices[0].Variance), l.RMS, 0.5, k.name)
				}
			}
		}
	}
}
