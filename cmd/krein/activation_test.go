package main

import (
	"encoding/json"
	"math"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"

	"krein/learn/model"
)

// Features of activation functions estimate the kernel that the command states, of rows as they are, whatever the seed;
// the same options give the same columns for other data.
func TestActivationFeatures(t *testing.T) {
	x := fileWith(t, "x.csv", "1.5,0,0\n-0.5,2,1\n0,0,-3\n")
	out, signs := filepath.Join(t.TempDir(), "phi.npy"), filepath.Join(t.TempDir(), "j.npy")
	var v struct {
		Proved  bool                                     `json:"second_moments_proved"`
		Length  float64                                  `json:"row_length"`
		Mean    float64                                  `json:"mean_length"`
		Largest float64                                  `json:"largest_length"`
		Kernel  []struct{ Cosine, Value, Error float64 } `json:"kernel_at_mean_length"`
		Data    struct{ Scale string }
	}
	args := []string{"features", "activation(a*max(0,t)) - activation(t > 1/2 ? 1 : 0)", "--param", "a=2",
		"--data", x, "-o", out, "--signature", signs, "--columns", "20000", "--json"}
	require.NoError(t, json.Unmarshal([]byte(ok(t, "", args...)), &v))
	assert.True(t, v.Proved)
	assert.Equal(t, "none", v.Data.Scale)
	assert.InDelta(t, 3, v.Largest, 1e-15)
	assert.InDelta(t, (1.5+math.Sqrt(5.25)+3)/3, v.Mean, 1e-15)
	assert.Equal(t, v.Mean, v.Length)
	phi, j := contents(t, out), contents(t, signs)
	rows, columns := phi.Dims()
	require.Equal(t, []int{3, 20000}, []int{rows, columns})
	k := func(i, l int) (sum float64) {
		for c := range columns {
			sum += phi.At(i, c) * phi.At(l, c) * j.At(c, 0)
		}
		return sum
	}
	// E relu relu = ab (sin θ + (π−θ) cos θ)/2π; E 1{aN > 1/2} = erfc(1/(2√2 a))/2
	assert.InDelta(t, 4*2.25/2-math.Erfc(1/(2*math.Sqrt2*1.5))/2, k(0, 0), 0.2)
	assert.InDelta(t, 4*9/2.0-math.Erfc(1/(2*math.Sqrt2*3))/2, k(2, 2), 0.8)
	theta := math.Acos(-1 / math.Sqrt(5.25))
	relu := 4 * 3 * math.Sqrt(5.25) / (2 * math.Pi) * (math.Sin(theta) + (math.Pi-theta)*math.Cos(theta))
	assert.InDelta(t, relu, k(1, 2), 0.45) // less at most 1/2·P(…)
	assert.Len(t, v.Kernel, 5)

	other := fileWith(t, "other.csv", "-0.5,2,1\n")
	again, alone := filepath.Join(t.TempDir(), "again.npy"), filepath.Join(t.TempDir(), "alone.npy")
	says := ok(t, "", "features", "activation(2*max(0,t)) - activation(t > 1/2 ? 1 : 0)", "--data", other,
		"-o", alone, "--columns", "20000")
	assert.Contains(t, says, "proved for rows up to length")
	assert.Contains(t, says, "E g1(⟨w,x⟩) g1(⟨w,y⟩) − E g2(⟨w,x⟩) g2(⟨w,y⟩)")
	ok(t, "", "features", strings.Replace(out, ".npy", ".map.npz", 1), "--data", other, "-o", again)
	assert.True(t, mat.EqualApprox(phi.Slice(1, 2, 0, 20000), contents(t, again), 1e-12), "%v", v.Mean)
	says = ok(t, "", "features", strings.Replace(out, ".npy", ".map.npz", 1), "--data", other, "-o", again)
	assert.Contains(t, says, "taken as they are")
	assert.Equal(t, phi.RawRowView(1), contents(t, again).RawRowView(0), "bit for bit")

	code, stdout, stderr := krein(t, "1,2\n3,4\n", "features", "activation(sin(t))", "--data", "-", "-o", "-",
		"--columns", "4")
	assert.Zero(t, code)
	assert.Equal(t, 2, strings.Count(stdout, "\n"))
	assert.Contains(t, stderr, "g(t) = sin(t)")
}

// A function without a kernel, flags that mean nothing, and formulas that are wrong are errors that say so.
func TestActivationErrors(t *testing.T) {
	x := fileWith(t, "x.csv", "1,2\n3,4\n")
	zero := fileWith(t, "zero.csv", "0,0\n")
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"activation(1/t)"}, "its square is not integrable"},
		{[]string{"activation(exp(t^2/8))"}, "they must be shorter than 1/(2 sqrt(c))"},
		{[]string{"activation(tanh(t)) - activation(exp(t^4))"}, "faster than exp(c t^2)"},
		{[]string{"activation(sqrt(t))"}, "square root of a negative number"},
		{[]string{"activation(tanh(q))"}, `unknown name "q"`},
		{[]string{"activation(tanh(t))", "--coupling", "auto,iid"}, "leave them out"},
		{[]string{"activation(tanh(t))", "--coupling", "quasi"}, "coupling"},
		{[]string{"activation(tanh(t))", "--columns", "0"}, "want at least 1"},
		{[]string{"activation(tanh(t)) + activation(sin(t))", "--columns", "1"}, "1 columns for 2 functions"},
		{[]string{"gaussian(1)", "activation(tanh(t))"}, "2 arguments"},
		{[]string{"gaussian(1)", "--norms", "1"}, "'krein map' takes --norms"},
		{[]string{"activation(0*t)"}, "all terms are 0"},
		{[]string{"activation(tanh(t)", "--columns", "8"}, "a parenthesis is not closed"},
		{[]string{"activation(t) activation(t)"}, "want sums and differences of terms activation(g)"},
		{[]string{"activation(t)*activation(sin(t))"}, "want sums and differences of terms activation(g)"},
	} {
		args := append([]string{"features", "--data", x, "-o", filepath.Join(t.TempDir(), "o.npy")}, c.args...)
		assert.Contains(t, bad(t, "", args...), c.want, c.args)
	}
	assert.Contains(t, bad(t, "", "features", "activation(tanh(t))", "--data", zero, "-o", "-"), "--norms")
	alone := filepath.Join(t.TempDir(), "o.npy")
	code, _, errs := krein(t, "", "features", "activation(besselj(0,t))", "--data", x, "-o", alone)
	assert.Equal(t, exitDone, code, errs)
	assert.Contains(t, errs, "without a file of their map: ")
	assert.NoFileExists(t, strings.Replace(alone, ".npy", ".map.npz", 1))
	npz := filepath.Join(t.TempDir(), "m.npz")
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"map", "activation(tanh(t))", "--dim", "2", "-o", npz}, "give --norms"},
		{[]string{"map", "activation(tanh(t))", "--norms", "1", "-o", npz}, "or --dim D"},
		{[]string{"map", "activation(besselj(0,t))", "--dim", "2", "--norms", "1", "-o", npz}, "unknown function"},
		{[]string{"map", "activation(tanh(t))", "--dim", "2", "--norms", "1", "-o", npz + ".onnx"}, `kind "activation"`},
		{[]string{"map", "ntk", "activation(tanh(t))", "--dim", "2"}, "2 arguments"},
		{[]string{"map", "activation(exp(t^2/8))", "--dim", "2", "--norms", "2"}, "too fast for rows of length 2"},
		{[]string{"map", "activation(tanh(t))", "--dim", "3", "--norms", "-1"}, "want a positive number"},
		{[]string{"map", "ntk", "--dim", "3", "--norms", "1"}, "and activation functions: leave it out"},
		{[]string{"fit", "--task", "regress", "--data", x, "-o", npz}, "no kernel: give a formula"},
		{[]string{"fit", "--task", "regress", "--landmarks=spread", "--kernel", "activation(t)", "--data", x, "-o", npz}, "--landmarks is not about"},
		{[]string{"fit", "--task", "classify", "--method", "asymmetric", "--kernel", "activation(t)", "--data", x, "--label", "1", "-o", npz},
			"asymmetric is for kernels of x − y"},
	} {
		assert.Contains(t, bad(t, "", c.args...), c.want, c.args)
		assert.NoFileExists(t, npz)
	}
	ok(t, "", "map", "activation(besselj(0,t))", "--dim", "2", "--norms", "1")
	ok(t, "", "features", "activation(exp(t^2/80))", "--data", x, "-o", filepath.Join(t.TempDir(), "o.npy"), "--scale",
		"sphere")
}

// Maps of activation functions are measured against their kernel: in n independent directions the squared error is a share
// of 1/n of what one has.
func TestActivationEvaluate(t *testing.T) {
	x := fileWith(t, "x.csv", "1.5,0,0\n-0.5,2,1\n0,0,-3\n")
	var v struct {
		Activation struct {
			Activations []struct{ Formula string }
			Proved      bool `json:"second_moments_proved"`
		}
		Error   float64 `json:"kernel_error"`
		Data    struct{ Scale string }
		Results []struct {
			Coupling string
			Columns  int
			Error    struct{ Mean, SD float64 }
		}
	}
	args := []string{"evaluate", "activation(max(0,t)) - activation(t > 1/2 ? 1 : 0)", "--data", x,
		"--columns", "64,4096", "--runs", "60"}
	require.NoError(t, json.Unmarshal([]byte(ok(t, "", append(args, "--json")...)), &v))
	assert.True(t, v.Activation.Proved)
	assert.Equal(t, "none", v.Data.Scale)
	assert.Less(t, v.Error, 1e-6)
	require.Len(t, v.Results, 4)
	for i, r := range v.Results {
		assert.Equal(t, []string{"iid", "iid", "orthogonal", "orthogonal"}[i], r.Coupling)
		if i%2 == 1 {
			assert.InDelta(t, 8, v.Results[i-1].Error.Mean/r.Error.Mean, 2.5, "√(4096/64), %v", v.Results)
		}
	}
	out := ok(t, "", append(args, "--coupling", "iid", "--rows", "2")...)
	assert.Contains(t, out, "E g1(⟨w,x⟩) g1(⟨w,y⟩) − E g2(⟨w,x⟩) g2(⟨w,y⟩)")
	assert.Contains(t, out, "2 rows, 60 runs")
	assert.NotContains(t, out, "orthogonal")
	for _, c := range [][2]string{{"--bias=1", "leave it out"}, {"--coupling=quasi", "iid or orthogonal"}, {"--coupling=iid,auto,equal", "leave them out"},
		{"--coupling=all", "leave them out"}} {
		assert.Contains(t, bad(t, "", append(args, c[0])...), c[1])
	}
	assert.Contains(t, bad(t, "", append(args, "gaussian(1)")...), "2 arguments")
}

// A model has the map, for both signs: predictions are those of the function on the features of its file, for rows that come
// apart too.
func TestActivationFit(t *testing.T) {
	t.Chdir(t.TempDir())
	writeRows(t, "train.csv", []string{"y", "a", "b", "c"}, []int{7, 0, 1, 2}, 60, 0, false)
	writeRows(t, "test.csv", []string{"c", "a", "b"}, []int{2, 0, 1}, 20, 40, false)
	how := []string{"activation(max(0,t)) - activation(tanh(t))", "--data", "train.csv", "--label", "y", "--columns", "32"}
	says := ok(t, "", append([]string{"fit", "--task", "regress", "--strength", "1", "-o", "model.npz"}, how...)...)
	assert.Contains(t, says, "regress by ridge, activation(max(0,t)) - activation(tanh(t))\n")
	assert.Contains(t, says, "32 random columns in orthogonal directions")
	assert.Contains(t, says, "--scale none")
	ok(t, "", append([]string{"map", "-o", "map.npz"}, how...)...)
	ok(t, "", "features", "map.npz", "--data", "test.csv", "-o", "test.npy")
	m, err := model.Load("model.npz")
	require.NoError(t, err)
	var want mat.Dense
	want.Mul(readTable(t, "test.npy"), m.Function.Weights.T())
	for i, line := range strings.Fields(ok(t, "", "predict", "model.npz", "--data", "test.csv")) {
		if v, err := strconv.ParseFloat(line, 64); err == nil && i < 20 {
			assert.InDelta(t, want.At(i, 0)+m.Function.Intercept[0], v, 1e-9*math.Abs(v))
		}
	}
}
