package main

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/cmd/krein/internal/fitting"
	"krein/features/written"
	"krein/internal/testlong"
	"krein/learn/model"
)

// rings are n rows of two classes that a circle tells apart, the class behind, with a column of
// another size and a constant one.
func rings(n int) string {
	var b strings.Builder
	for i := range n {
		r, name := 1.0, "inner ring"
		if i%2 == 1 {
			r, name = 2, "outer ring"
		}
		r += 0.2 * math.Sin(float64(17*i))
		fmt.Fprintf(&b, "%.6f,%.3f,7,%s\n", r*math.Cos(float64(i)), 1000*r*math.Sin(float64(i)), name)
	}
	return b.String()
}

type fitReport struct {
	Task, Method string
	Columns      int
	Labels       []string
	Training     model.Training
	HeldOut      struct {
		Rows      int
		Accuracy  float64
		Confusion [][]float64
		RMSE, R2  float64
	} `json:"held_out"`
	TrainingScore struct {
		Rows                       int
		Accuracy, Distortion, RMSE float64
	} `json:"training_score"`
	Choice struct{ Best float64 }
	Map    struct{ Exact string }
	Length *fitting.LengthChoice
	Data   struct{ Lengths []float64 }
}

func fitJSON(t *testing.T, args ...string) fitReport {
	t.Helper()
	return fitPlain(t, append([]string{"--coupling", "orthogonal"}, args...)...)
}

func fitPlain(t *testing.T, args ...string) (v fitReport) {
	t.Helper()
	out := ok(t, "", append([]string{"fit", "--json"}, args...)...)
	require.NoError(t, json.Unmarshal([]byte(out), &v))
	return v
}

// What a circle tells apart is learnt with every method, predicted from the file with the labels' own
// names, and scored.
func TestFitAndPredict(t *testing.T) {
	t.Parallel()
	data, test := fileWith(t, "train.csv", rings(120)), fileWith(t, "test.csv", rings(40))
	out := filepath.Join(t.TempDir(), "m.npz")
	for _, method := range testlong.Some([]string{"svm", "logistic", "krein-svm"}, 1) {
		v := fitJSON(t, "--task", "classify", "--method", method, "--kernel", "exp(-8*z^2) - 0.2*exp(-z^2)", "--data", data,
			"--label", "last", "--columns", "64", "-o", out)
		assert.Equal(t, []string{"inner ring", "outer ring"}, v.Labels)
		assert.Equal(t, 24, v.HeldOut.Rows)
		assert.Greater(t, v.HeldOut.Accuracy, 0.95, method)
		assert.Equal(t, v.HeldOut.Accuracy, *v.Training.Score)
		assert.Equal(t, v.Choice.Best, v.Training.C)
		assert.Equal(t, 120, v.Training.Rows)
		assert.Equal(t, 120, v.TrainingScore.Rows)
		assert.Greater(t, v.TrainingScore.Accuracy, 0.95, method)
		code, labels, errs := krein(t, "", "predict", out, "--data", test, "--label", "last")
		require.Equal(t, exitDone, code, errs)
		assert.Contains(t, errs, method+": accuracy 1.0000 on 40 rows")
		assert.True(t, strings.HasPrefix(labels, "inner ring\nouter ring\n"), labels)
	}
	text := ok(t, "", "fit", "--task", "classify", "--kernel", "linear", "--data", data, "--label", "last", "--strength",
		"1", "-o", out)
	for _, want := range []string{"classify by svm, linear", "labels: 2", "C = 1\n", "held out: accuracy",
		"model written to " + out} {
		assert.Contains(t, text, want)
	}
	var p predictView
	require.NoError(t, json.Unmarshal([]byte(ok(t, "", "predict", out, "--data", test, "--label", "4", "--json")), &p))
	assert.Len(t, p.Predictions, 40)
	assert.Equal(t, 40, p.Score.Rows)
	assert.Equal(t, "rows: --scale unit", p.Prepared)
	// The same seed gives the same file.
	first, err := os.ReadFile(out)
	require.NoError(t, err)
	ok(t, "", "fit", "--task", "classify", "--kernel", "linear", "--data", data, "--label", "last", "--strength",
		"1", "-o", out)
	again, err := os.ReadFile(out)
	require.NoError(t, err)
	assert.Equal(t, first, again)
}

func TestFitRegression(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	for i := range 80 {
		x := float64(i%40) / 10
		fmt.Fprintf(&b, "%g,%g,%g\n", 3+math.Sin(2*x), x, math.Cos(float64(i)))
	}
	data, out := fileWith(t, "train.csv", b.String()), filepath.Join(t.TempDir(), "m.npz")
	for method, more := range map[string][]string{"ridge": nil, "svr,epsilon=0.01": nil,
		"krein-ridge,folds=4": nil} {
		v := fitJSON(t, append([]string{"--task", "regress", "--method", method, "--kernel", "exp(-4*z^2) - 0.1*exp(-z^2)",
			"--data", data, "--label", "first", "--columns", "64", "-o", out}, more...)...)
		assert.Less(t, v.HeldOut.RMSE, 0.2, method)
		assert.Greater(t, v.HeldOut.R2, 0.9, method)
		assert.Equal(t, v.HeldOut.RMSE, *v.Training.Score)
		code, values, errs := krein(t, "", "predict", out, "--data", data, "--label", "first")
		require.Equal(t, exitDone, code, errs)
		assert.Contains(t, errs, "root mean square error")
		assert.Len(t, strings.Fields(values), 80)
	}
}

// TestFitStreams: rows that are read from a file several times give the bits that rows in memory give, which those of
// standard input are.
func TestFitStreams(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	b.WriteString("y,a,b,c\n")
	for i := range 3000 {
		x := float64(i%401) / 10
		fmt.Fprintf(&b, "%g,%g,%g,7\n", 3+math.Sin(2*x), 1+x, math.Cos(float64(i)))
	}
	data := fileWith(t, "train.csv", b.String())
	out := [2]string{filepath.Join(t.TempDir(), "m.npz"), filepath.Join(t.TempDir(), "m.npz")}
	for i, args := range [][]string{
		{"--kernel", "exp(-4*z^2) - 0.1*exp(-z^2)", "--method", "krein-ridge"},
		{"--kernel", "gaussian(1)", "--scale", "none", "--coupling", "iid"},
		{"--kernel", "gaussian(1)", "--scale", "sphere"},
		{"--kernel", "wendland(3,1)", "--accept-estimate", "--lengths", "2,3,4"},
		{"--kernel", "gaussian(2)", "--lengths", "median", "--strength", "1", "--holdout", "0"},
		{"--kernel", "linear", "--scale", "standard", "--method", "ridge,intercept=penalised"},
		{"--kernel", "shift_gaussian(1/2, 2)"},
	} {
		if !testlong.Turn(i, 4) && args[1] != "linear" {
			continue
		}
		args = append([]string{"fit", "--task", "regress", "--label", "y", "--columns", "32"}, args...)
		said := ok(t, "", append(args, "--data", data, "-o", out[0])...)
		assert.Equal(t, strings.NewReplacer(data, "standard input", out[0], out[1]).Replace(said),
			ok(t, b.String(), append(args, "--data", "-", "-o", out[1])...))
		one, err := os.ReadFile(out[0])
		require.NoError(t, err)
		other, err := os.ReadFile(out[1])
		require.NoError(t, err)
		assert.Equal(t, one, other, args)
	}
	// Neither are the rows of a pipe with a name there twice.
	for _, args := range [][]string{{"--task", "regress", "--kernel", "gaussian(1)", "--lengths", "median"},
		{"--task", "classify", "--kernel", "linear", "--strength", "1"}} {
		pipe := filepath.Join(t.TempDir(), "pipe.csv")
		require.NoError(t, syscall.Mkfifo(pipe, 0o600))
		text := strings.ReplaceAll(rings(60), " ring", "")
		if args[1] == "regress" {
			text = strings.NewReplacer("inner", "1", "outer", "2").Replace(text)
		}
		go func() { assert.NoError(t, os.WriteFile(pipe, []byte(text), 0o600)) }()
		ok(t, "", append([]string{"fit", "--label", "last", "--columns", "16", "--data", pipe, "-o", out[0]}, args...)...)
	}
	for label, cause := range map[string]string{"": "row 2 has no label", "word": `row 2: the label "word" is not a number`} {
		for name, from := range map[string]string{"standard input": "-", "gap.csv": fileWith(t, "gap.csv", "y,a\n1,2\n"+label+",3\n3,5\n")} {
			_, _, errs := krein(t, "y,a\n1,2\n"+label+",3\n3,5\n", "fit", "--task", "regress", "--kernel", "linear", "--data",
				from, "--label", "y", "-o", out[0])
			assert.Contains(t, errs, cause)
			assert.Equal(t, 1, strings.Count(errs, name), errs)
		}
	}
}

// Principal columns of a wide map: the file has the wide map, and predicts what was fitted to the narrow one.
func TestFitCompressed(t *testing.T) {
	t.Parallel()
	testlong.Slow(t)
	data, out := fileWith(t, "train.csv", rings(120)), filepath.Join(t.TempDir(), "m.npz")
	args := []string{"--task", "classify", "--kernel", "exp(-8*z^2) - 0.2*exp(-z^2)", "--data", data, "--label", "last",
		"--columns", "12", "--lengths", "none", "-o", out}
	for i, method := range []string{"svm", "krein-svm"} {
		if !testlong.Turn(1-i, 2) {
			continue
		}
		var v struct {
			fitReport
			Compression struct {
				Kept, Drawn int
				Error       float64
				Whole       float64 `json:"error_of_all"`
			}
		}
		said := ok(t, "", append([]string{"fit", "--json", "--coupling", "orthogonal", "--compress", "16", "--method",
			method}, args...)...)
		require.NoError(t, json.Unmarshal([]byte(said), &v))
		assert.Contains(t, []int{191, 192}, v.Columns) // exact low orders, where they win, are an odd number of columns
		assert.Equal(t, 12, v.Compression.Kept)
		assert.Equal(t, v.Columns, v.Compression.Drawn)
		assert.Less(t, v.Compression.Error, 0.3)
		assert.Less(t, v.Compression.Whole, v.Compression.Error)
		assert.Greater(t, v.HeldOut.Accuracy, 0.95, method)
		code, _, errs := krein(t, "", "predict", out, "--data", data, "--label", "last")
		require.Equal(t, exitDone, code, errs)
		assert.Contains(t, errs, "\n"+method+": accuracy 1.0000 on 120 rows")
	}
	v := fitJSON(t, "--task", "regress", "--kernel", "exp(-8*z^2)", "--data", dataFile(t, 60, 3), "--label", "1",
		"--columns", "12", "--compress", "8", "-o", out)
	assert.Equal(t, 96, v.Columns)
	for want, more := range map[string][]string{
		"want at least 1, which keeps":    {"--compress", "0"},
		"not for the kernel 'linear'":     {"--compress", "2", "--kernel", "linear"},
		"functions of the distance":       {"--compress", "2", "--kernel", "shift_gaussian(1/8,2)", "--label", "last"},
		"--task cluster or --method asym": {"--compress", "2", "--task", "cluster", "--clusters", "2"},
	} {
		assert.Contains(t, bad(t, "", append(append([]string{"fit"}, args...), more...)...), want)
	}
}

// Of twice as many principal columns labels pick those that tell: here the third and fourth of greatest variance. The
// model's file has them.
func TestFitByLabels(t *testing.T) {
	var b strings.Builder
	rng := rand.New(rand.NewPCG(1, 1))
	for range 300 {
		x := []float64{3 * rng.NormFloat64(), 2 * rng.NormFloat64(), rng.NormFloat64(), 0.8 * rng.NormFloat64()}
		fmt.Fprintf(&b, "%.4f,%.4f,%.4f,%.4f,%t\n", x[0], x[1], x[2], x[3], x[2]+x[3] > 0)
	}
	data, out := fileWith(t, "train.csv", b.String()), filepath.Join(t.TempDir(), "m.npz")
	base := []string{"fit", "--json", "--scale", "none", "--lengths", "none", "--task", "classify", "--kernel", "gaussian(40)", "--data", data,
		"--label", "last", "--columns", "3", "-o", out}
	for _, way := range testlong.Some([][]string{{"--compress", "20", "--landmarks"}, {"--compress", "40"},
		{"--compress", "20", "--landmarks", "--method", "logistic"}}, 2) {
		args := slices.Concat(base, way)
		var v struct {
			fitReport
			Compression struct{ Kept, Drawn, Of int }
		}
		require.NoError(t, json.Unmarshal([]byte(ok(t, "", args...)), &v))
		assert.Less(t, v.HeldOut.Accuracy, 0.8, way)
		assert.Zero(t, v.Compression.Of)
		require.NoError(t, json.Unmarshal([]byte(ok(t, "", append(args, "--method", byLabels(way))...)), &v))
		assert.Greater(t, v.HeldOut.Accuracy, 0.9, way)
		assert.Equal(t, 3, v.Compression.Kept)
		assert.Equal(t, 6, v.Compression.Of)
		code, _, errs := krein(t, "", "predict", out, "--data", data, "--label", "last")
		require.Equal(t, exitDone, code, errs)
		assert.Regexp(t, `accuracy (0\.9|1)`, errs)
	}
	for _, more := range [][]string{{}, {"--landmarks"}, {"--compress", "2", "--method", "krein-svm"},
		{"--compress", "2", "--task", "regress"}} {
		assert.Contains(t, bad(t, "", append(slices.Concat(base, more), "--method", byLabels(more))...),
			"by-labels in --method is for svm and logistic with --compress 2 or more")
	}
	said := ok(t, "", "fit", "--method", "by-labels", "--scale", "none", "--lengths", "none", "--task", "classify", "--kernel", "gaussian(40)", "--data",
		data, "--label", "last", "--columns", "3", "--compress", "40", "-o", out)
	assert.Contains(t, said, "kept: 3 of 6 principal columns, those that weigh most for the labels, "+
		"of 120 on the training rows")
	assert.Regexp(t, `by 5 folds \(accuracy [0-9.± ]+\) of all 6 principal columns`, said) // and not of the three
}

// Where no flag says how columns are made, functions of the distance have principal columns of kernels with rows, by all
// methods that take them, from files and standard input alike, unless the data are large; --landmarks none, a coupling or
// --compress draw a map.
func TestFitAdapts(t *testing.T) {
	t.Parallel()
	testlong.Slow(t)
	var b strings.Builder
	for i := range 90 {
		x := float64(i%41) / 10
		fmt.Fprintf(&b, "%g,%g,%g\n", 3+math.Sin(2*x), 1+x, math.Cos(float64(i)))
	}
	values, out := fileWith(t, "values.csv", b.String()), filepath.Join(t.TempDir(), "m.npz")
	classes := fileWith(t, "classes.csv", rings(90))
	for i, how := range [][]string{{"ridge"}, {"svr"}, {"krein-ridge"}, {"svm"}, {"logistic"}, {"krein-svm"}} {
		if !testlong.Turn(i, 3) {
			continue
		}
		args := []string{"fit", "--method", how[0], "--kernel", "exp(-z^2/2) - exp(-z^2/8)/2", "--columns", "8", "--label", "last", "--json", "--task"}
		if i < 3 {
			args[7], args = "first", append(args, "regress", "--data", values)
		} else {
			args = append(args, "classify", "--data", classes)
		}
		var v struct {
			Map         *fitting.MapChoice
			Compression struct {
				Kept, Drawn int
				Landmarks   bool
			}
		}
		require.NoError(t, json.Unmarshal([]byte(ok(t, "", append(args, "-o", out)...)), &v))
		assert.Nil(t, v.Map, how)
		assert.True(t, v.Compression.Landmarks, how)
		assert.LessOrEqual(t, v.Compression.Kept, 8, how)
		assert.Equal(t, 32, v.Compression.Drawn, how)
	}
	args := []string{"fit", "--task", "regress", "--kernel", "gaussian(1)", "--label", "first", "--columns", "16", "-o", out}
	one := ok(t, "", append(args, "--data", values)...)
	assert.Contains(t, one, "rows of the data, which the file has (--landmarks=none")
	assert.Equal(t, strings.ReplaceAll(one, values, "standard input"), ok(t, b.String(), append(args, "--data", "-")...))
	for _, more := range [][]string{{"--landmarks", "none"}, {"--landmarks=none"}, {"--coupling", "iid"}, {"--coupling", "auto"}, {"--compress", "2"}} {
		if len(more) == 2 && more[0] == "--landmarks" {
			assert.Contains(t, bad(t, "", append(append(args, "--data", values), more...)...), "none")
			continue
		}
		said := ok(t, "", append(append(args, "--data", values), more...)...)
		assert.Contains(t, said, "bias:", more)
		assert.NotContains(t, said, "rows of the data", more)
	}
}

// Landmarks are rows that a model is fitted to, in the place of a map: for kernels that no measure of finite mass
// has, too, and with words for labels, a constant column, rows that are there twice, more landmarks than rows.
func TestFitLandmarks(t *testing.T) {
	data, out := fileWith(t, "train.csv", rings(120)+rings(30)), filepath.Join(t.TempDir(), "m.npz")
	base := []string{"fit", "--task", "classify", "--data", data, "--label", "last", "--columns", "12", "-o", out}
	for _, c := range [][]string{
		{"--kernel", "exp(-8*z^2) - 0.2*exp(-z^2)", "--landmarks", "--compress", "8", "--method", "krein-svm"},
		{"--kernel", "exp(-8*z^2) - 0.2*exp(-z^2)", "--landmarks=spread", "--method", "logistic"},
		{"--kernel", "log(1 + 4*z^2)", "--landmarks=uniform", "--compress", "40"}, // conditionally definite; more than rows
	} {
		var v struct {
			fitReport
			Map         *fitting.MapChoice
			Compression struct {
				Kept, Drawn int
				Landmarks   bool
				Error       float64
				Whole       *float64 `json:"error_of_all"`
			}
		}
		require.NoError(t, json.Unmarshal([]byte(ok(t, "", append(append(base, "--json"), c...)...)), &v))
		assert.Nil(t, v.Map)
		assert.Equal(t, []string{"inner ring", "outer ring"}, v.Labels)
		assert.LessOrEqual(t, v.Compression.Kept, 12)
		assert.True(t, v.Compression.Landmarks)
		assert.Equal(t, v.Columns, v.Compression.Drawn) // of the fit to all rows
		assert.Less(t, v.Compression.Error, 0.5)
		assert.Nil(t, v.Compression.Whole)
		assert.Greater(t, v.HeldOut.Accuracy, 0.9, c)
		code, _, errs := krein(t, "", "predict", out, "--data", data, "--label", "last")
		require.Equal(t, exitDone, code, errs)
		assert.Regexp(t, "accuracy (0.9|1).* on 150 rows", errs)
	}
	text := ok(t, "", append(base, "--kernel", "exp(-1e9*z^2)", "--landmarks", "--strength", "1", "--lengths", "none")...)
	assert.Contains(t, text, "principal columns of the kernels with 12 rows")
	assert.Contains(t, text, "--lengths auto")
	ok(t, "", append(base, "--kernel", "exp(-z)*cos(t)", "--param", "t=ones", "--landmarks", "--strength", "1")...)
	assert.Contains(t, ok(t, "", "predict", out, "--data", data, "--label", "last", "-o", filepath.Join(t.TempDir(), "p.csv")), "accuracy")
	v := fitPlain(t, "--task", "regress", "--method", "krein-ridge", "--kernel", "exp(-8*z^2)", "--data",
		dataFile(t, 60, 3), "--label", "1", "--columns", "12", "--landmarks", "--compress", "2", "-o", out)
	assert.LessOrEqual(t, v.Columns, 24)
	for want, more := range map[string][]string{
		"want uniform or spread":              {"--landmarks=some"},
		"nothing to couple":                   {"--landmarks", "--coupling", "orthogonal"},
		"not for the kernel 'linear'":         {"--landmarks", "--kernel", "linear"},
		"not proved to be symmetric":          {"--landmarks", "--kernel", "shift_gaussian(1/8,2)"},
		"--task cluster or --method asym":     {"--landmarks", "--task", "cluster", "--clusters", "2"},
		"the kernel of row 1 with landmark 1": {"--landmarks", "--kernel", "1/z", "--accept-estimate"},
		"0 between all landmarks":             {"--landmarks", "--kernel", "0"},
		"landmarks in dimension 3 needs":      {"--landmarks", "--columns", "100000"},
	} {
		assert.Contains(t, bad(t, "", append(append(append([]string{}, base...), "--kernel", "exp(-z^2)"), more...)...), want)
	}
}

// Labels that are likely values, and a strength at the end of the grid, are remarked upon.
func TestFitRemarks(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	for i := range 240 {
		fmt.Fprintf(&b, "%d,%g\n", i%110, math.Sin(float64(i)))
	}
	data, out := fileWith(t, "values.csv", b.String()), filepath.Join(t.TempDir(), "m.npz")
	args := []string{"fit", "--kernel", "linear", "--data", data, "--label", "first", "-o", out}
	code, _, errs := krein(t, "", append(args, "--task", "classify", "--strength", "0.01", "--holdout", "0")...)
	require.Equal(t, exitDone, code, errs)
	assert.Contains(t, errs, "110 different labels, all numbers")
	assert.Contains(t, ok(t, "", append(args, "--task", "regress")...), "λ is at an end of the values tried")
	text := ok(t, "", append(args, "--task", "regress", "--strength", "3e-7")...)
	assert.Contains(t, text, "λ = 3e-07\n")
	assert.NotContains(t, text, "at an end")

	b.Reset()
	for i := range 40 {
		fmt.Fprintf(&b, "%s,%d\n", map[bool]string{true: "rare", false: []string{"u", "v"}[i%2]}[i == 7 || i == 30], i%2)
	}
	code, _, errs = krein(t, "", "fit", "--task", "classify", "--kernel", "linear", "--data",
		fileWith(t, "rare.csv", b.String()), "--label", "first", "-o", out)
	require.Equal(t, exitDone, code, errs)
	assert.Contains(t, errs, `label "rare" has 2 rows, fewer than the 5 folds`)
	assert.NotContains(t, errs, "the same")
	code, _, errs = krein(t, "", "fit", "--task", "classify", "--kernel", "gaussian(1)", "--columns", "8", "--data",
		fileWith(t, "same.csv", strings.Repeat("u,1,2\nv,1,2\n", 9)), "--label", "first", "-o", out)
	require.Equal(t, exitDone, code, errs)
	assert.Contains(t, errs, "all rows are the same but for their labels")
	assert.NotContains(t, errs, "fewer than")
	assert.Contains(t, bad(t, "", "fit", "--task", "classify", "--kernel", "linear", "--data",
		fileWith(t, "few.csv", "u,1\nv,2\nu,3\n"), "--label", "first", "-o", out),
		"2 different labels for 3 rows: too few rows of each")
	assert.Contains(t, bad(t, "", "fit", "--task", "classify", "--kernel", "linear", "--data",
		fileWith(t, "comma.csv", "u;1,5\nv;2,5\n"), "--label", "first", "-o", out),
		"if its comma is a decimal one, write 2.5")
}

// Where the greatest C of the papers is the best, larger ones are tried; where it is not, none.
func TestFitLargeC(t *testing.T) {
	t.Parallel()
	var near, far strings.Builder
	for i := range 200 { // which of two columns says more is seen at C = 32 in the second alone
		noise, sign := math.Sin(float64(7*i)), float64(i%2*2-1)
		fmt.Fprintf(&near, "%d,%g,%g\n", i%2, noise+0.4*sign, 2e-2*(sign+0.9*math.Cos(float64(3*i))))
		fmt.Fprintf(&far, "%d,%g,%g\n", i%2, noise+0.4*sign, sign+0.9*math.Cos(float64(3*i)))
	}
	fit := func(name, rows string) string {
		return ok(t, "", "fit", "--task", "classify", "--kernel", "linear", "--scale", "none", "--data",
			fileWith(t, name, rows), "--label", "first", "-o", filepath.Join(t.TempDir(), "m.npz"))
	}
	text := fit("near.csv", near.String())
	assert.Regexp(t, `C = \d{3,}, of (16|21) values`, text)
	assert.NotContains(t, text, "at an end")
	assert.Contains(t, fit("far.csv", far.String()), ", of 11 values")
}

// A part that is nearly constant at the distances between rows has exact low orders, said with what they add to the
// bias, and the file predicts with them.
func TestFitExactOrders(t *testing.T) {
	t.Parallel()
	testlong.Slow(t)
	var b strings.Builder
	for i := range 120 {
		for j := range 4 {
			fmt.Fprintf(&b, "%.6f,", math.Sin(float64(i*(j+1)))+float64(i%2))
		}
		fmt.Fprintf(&b, "%d\n", i%2)
	}
	data, out := fileWith(t, "train.csv", b.String()), filepath.Join(t.TempDir(), "m.npz")
	args := []string{"--task", "classify", "--kernel", "delta_gaussian(1,10)", "--data", data, "--label", "last",
		"--columns", "128", "--strength", "1", "--lengths", "none", "--landmarks=none", "-o", out}
	v := fitPlain(t, args...)
	assert.Equal(t, "minus", v.Map.Exact)
	m, err := model.Load(out)
	require.NoError(t, err)
	assert.IsType(t, &written.Map{}, m.Map)
	code, _, errs := krein(t, "", "predict", out, "--data", data, "--label", "last")
	require.Equal(t, exitDone, code, errs)
	assert.Contains(t, errs, fmt.Sprintf("svm: accuracy %.4f on 120 rows", v.TrainingScore.Accuracy))

	if !testlong.Turn(1, 2) {
		return
	}
	text := ok(t, "", append([]string{"fit"}, args...)...)
	assert.Contains(t, text, "; orders 0 and 2 of the minus part exact\n")
	assert.Contains(t, text, "the means in exact columns add at most")
	assert.Equal(t, "minus", fitPlain(t, append(args, "--coupling", "orthogonal")...).Map.Exact, "what is not named is chosen")
}

// Kernels of the sphere have maps of their own, which a file draws again.
func TestFitOnSphere(t *testing.T) {
	t.Parallel()
	data, out := fileWith(t, "train.csv", rings(60)), filepath.Join(t.TempDir(), "m.npz")
	for _, c := range testlong.Some([][2]string{
		{"1 - z^2/9", "zonal on S^2"}, {"arccos1", "ReLU functions, orthogonal"},
	}, 2) {
		text := ok(t, "", "fit", "--task", "classify", "--kernel", c[0], "--scale", "sphere", "--data", data,
			"--label", "last", "--columns", "32", "--strength", "1", "--coupling", "orthogonal", "-o", out)
		assert.Contains(t, text, c[1])
		code, labels, errs := krein(t, "", "predict", out, "--data", data, "--label", "last")
		require.Equal(t, exitDone, code, errs)
		assert.Contains(t, text, "training: "+strings.TrimPrefix(strings.Split(errs, "\n")[1], "svm: "), labels)
	}
}

func TestFitClusters(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	for i := range 30 {
		fmt.Fprintf(&b, "%s,%g,%g\n", []string{"u", "v", "w"}[i%3], float64(i%3)*10+math.Sin(float64(i)),
			float64(i%3*i%3)*20+math.Cos(float64(i)))
	}
	data, out := fileWith(t, "x.csv", b.String()), filepath.Join(t.TempDir(), "m.npz")
	text := ok(t, "", "fit", "--task", "cluster", "--clusters", "3", "--kernel", "gaussian(1)", "--data", data, "--label",
		"first", "--columns", "64", "--coupling", "iid", "-o", out)
	assert.Contains(t, text, "adjusted Rand index with the labels 1.0000, on 30 rows")
	code, clusters, errs := krein(t, "", "predict", out, "--data", data, "--label", "first")
	require.Equal(t, exitDone, code, errs)
	assert.Contains(t, errs, "adjusted Rand index with the labels 1.0000")
	assert.Len(t, strings.Fields(clusters), 30)
	ok(t, "", "fit", "--task", "cluster", "--clusters", "2", "--kernel", "linear", "--data", dataFile(t, 20, 3), "-o", out)
}

// What is wrong is said before anything is written.
func TestFitRefusals(t *testing.T) {
	t.Parallel()
	testlong.Slow(t)
	data, out := fileWith(t, "train.csv", rings(20)), filepath.Join(t.TempDir(), "m.npz")
	gap := fileWith(t, "gap.csv", rings(10)+"NaN,1,2,inner ring\n")
	one := fileWith(t, "one.csv", "a,1\na,2\na,3\n")
	many := fileWith(t, "many.csv", "0.1,1\n0.2,2\n0.3,3\n0.4,2\n")
	gapped := fileWith(t, "gapped.csv", "1,2,0\n2,1,1\n1,1,0\n2,2,nan\n")
	flat, large := fileWith(t, "flat.csv", "1,3,1\n2,3,4\n3,3,9\n4,3,16\n5,3,25\n"),
		fileWith(t, "large.csv", "1e200,1\n2e200,2\n3,3\n3,4\n3,5\n")
	wide := fileWith(t, "wide.csv",
		"1e300,-1e300,a\n-1e300,1e300,b\n1e300,1e300,a\n0,-1e300,b\n1,2,a\n2,3,b\n4,4,a\n4,3,b\n1,2,a\n")
	base := []string{"fit", "--kernel", "exp(-z^2)", "-o", out, "--coupling", "orthogonal"}
	for want, args := range map[string][]string{
		"want classify, regress or cluster": {"--task", "sort", "--data", data},
		"for --task regress want ridge":     {"--task", "regress", "--method", "svm", "--data", data},
		"needs labels":                      {"--task", "classify", "--data", dataFile(t, 9, 2)},
		`"inner ring" is not a number`:      {"--task", "regress", "--label", "last", "--data", data},
		"give --clusters":                   {"--task", "cluster", "--label", "last", "--data", data},
		"line 11, column 1 is NaN":          {"--task", "classify", "--label", "last", "--data", gap},
		"a classifier needs at least two":   {"--task", "classify", "--label", "first", "--data", one},
		"say --task regress":                {"--task", "classify", "--label", "first", "--data", many},
		"the kernel is 0":                   {"--task", "classify", "--kernel", "0", "--label", "last", "--data", data},
		"want iid, across, joint": {"--task", "classify", "--kernel", "shift_gaussian(1/8,2)", "--label", "last",
			"--data", data},
		"want a share":           {"--task", "classify", "--holdout", "0.9", "--label", "last", "--data", data},
		"unknown intercept":      {"--task", "classify", "--method", "intercept=some", "--label", "last", "--data", data},
		"strength":               {"--task", "classify", "--strength", "-3", "--label", "last", "--data", data},
		"want at least 1":        {"--task", "classify", "--columns", "0", "--label", "last", "--data", data},
		"not to standard output": {"--task", "classify", "-o", "-", "--label", "last", "--data", data},
		"is for indefinite kernels": {"--task", "classify", "--method", "krein-svm", "--kernel", "linear", "--label",
			"last", "--data", data},
		`row 4 has no label but "nan"`:   {"--task", "classify", "--label", "last", "--data", gapped},
		"all values are the same":        {"--task", "regress", "--method", "svr", "--label", "2", "--data", flat},
		"within ±":                       {"--task", "regress", "--method", "svr,epsilon=9", "--label", "first", "--data", flat},
		"too large to be squared: scale": {"--task", "regress", "--label", "1", "--data", large, "--method", "folds=2"},
		"the columns are too large": {"--task", "classify", "--kernel", "linear", "--scale", "none", "--label",
			"last", "--data", wide, "--method", "folds=2"},
		"added up: scale them": {"--task", "cluster", "--clusters", "2", "--kernel", "linear", "--scale", "none",
			"--label", "last", "--data", wide},
		"--scale unit has no squares": {"--task", "cluster", "--clusters", "2", "--scale", "standard", "--label",
			"last", "--data", wide},
		"choosing by cross-validation: 30": {"--task", "classify", "--method", "folds=30", "--label", "last", "--data", data},
	} {
		message := bad(t, "", append(append([]string{}, base...), args...)...)
		assert.Contains(t, message, want)
	}
	assert.NoFileExists(t, out)
	narrow := ok(t, "", "fit", "--task", "classify", "--kernel", "exp(-1e9*z^2)", "--coupling", "iid", "--columns", "8",
		"--strength", "1", "--lengths", "none", "--data", data, "--label", "last", "-o", out)
	assert.Contains(t, narrow, "--lengths auto")
	ok(t, "", "fit", "--task", "classify", "--kernel", "linear", "--data", data, "--label", "last", "-o", out)
	assert.Contains(t, bad(t, "", "predict", out, "--data", fileWith(t, "x.csv", "1,2,3,z\n"), "--label", "last"),
		`"z", which is none of the 2 labels`)
	assert.Contains(t, bad(t, "", "predict", out, "--data", dataFile(t, 4, 5)), "the dimension of")
	assert.Contains(t, bad(t, "", "predict", data, "--data", data), "not a zip archive")
}

// The length is chosen whatever the scale of the formula is: a kernel that is next to zero, or flat, at the distances
// between rows learns what one of the right scale does; the model has the length, and a model of rows that are read a
// block at a time the same as one of rows in memory. The first line says what was chosen.
func TestFitLengths(t *testing.T) {
	t.Parallel()
	data, out := fileWith(t, "train.csv", rings(150)), filepath.Join(t.TempDir(), "m.npz")
	first := func(said string) string { return strings.SplitN(said, "\n", 2)[0] }
	for _, q := range testlong.Some([][]string{
		{"exp(-1e6*z^2)", "--landmarks", "--method", "logistic"}, {"exp(-1e6*z^2)", "--method", "krein-svm", "--compress", "2"},
		{"exp(-z^2/2)"}, {"exp(-1e6*z^2)"}, {"exp(-z^2/1e6)"}, {"exp(-1e3*z)"}, {"exp(-z^2/2) - exp(-z^2/200)"},
	}, 1) {
		v := fitPlain(t, append([]string{"--task", "classify", "--data", data, "--label", "last", "--columns", "32", "-o", out,
			"--kernel"}, q...)...)
		assert.Greater(t, v.HeldOut.Accuracy, 0.95, q)
		require.NotNil(t, v.Length, q)
		assert.GreaterOrEqual(t, len(v.Length.Grid), 3)
		assert.True(t, slices.IsSorted(v.Length.Grid))
		assert.Equal(t, v.Length.Best, v.Data.Lengths[0])
		m, err := model.Load(out)
		require.NoError(t, err)
		assert.Contains(t, m.Prepared, "auto: ")
		code, _, errs := krein(t, "", "predict", out, "--data", data, "--label", "last")
		require.Equal(t, exitDone, code, errs)
		assert.Regexp(t, `accuracy (0\.9[5-9]|1)`, errs)
	}
	regress := func(args ...string) string {
		return ok(t, "", append([]string{"fit", "--task", "regress", "--data", dataFile(t, 60, 3), "--label", "1", "--columns",
			"32", "-o", out}, args...)...)
	}
	for _, method := range []string{"ridge", "svr", "krein-ridge"} {
		assert.Regexp(t, `, --lengths auto: columns divided by [0-9.]+, (|half |twice |[0-9.]+ times )the median of distances, the best of`,
			first(regress("--kernel", "exp(-9*z^2)", "--method", method)))
	}
	// What auto chooses and what is given then are the same model.
	chosen := first(regress("--kernel", "exp(-9*z^2)"))
	a, err := model.Load(out)
	require.NoError(t, err)
	var v fitReport
	require.NoError(t, json.Unmarshal([]byte(regress("--kernel", "exp(-9*z^2)", "--json")), &v))
	regress("--kernel", "exp(-9*z^2)", "--lengths", strconv.FormatFloat(v.Length.Best, 'g', -1, 64))
	b, err := model.Load(out)
	require.NoError(t, err)
	assert.Equal(t, a.Divisor, b.Divisor, chosen)
	for j := range b.Columns() {
		assert.InDelta(t, a.Function.Weights.At(0, j), b.Function.Weights.At(0, j), 1e-6*(1+math.Abs(b.Function.Weights.At(0, j))))
	}
	assert.Contains(t, first(regress("--kernel", "exp(-9*z^2)", "--lengths", "none")), ", --lengths none")
	assert.Contains(t, first(regress("--kernel", "shift_gaussian(1/2, 2)")), ", --lengths none")
	assert.NotContains(t, first(regress("--kernel", "linear")), "lengths")
	assert.Contains(t, first(regress("--kernel", "gaussian(1)", "--scale", "sphere")), "--lengths none")
	assert.Contains(t, first(ok(t, "", "fit", "--task", "cluster", "--clusters", "2", "--kernel", "exp(-1e6*z^2)", "--data",
		data, "--label", "last", "--columns", "16", "-o", out)), "--lengths auto")
	assert.Contains(t, bad(t, "", "features", "gaussian(1)", "--data", data, "--label", "last", "--lengths", "auto", "-o",
		filepath.Join(t.TempDir(), "f.npy")),
		"which only krein fit has")
	ok(t, "", "features", "gaussian(1)", "--data", data, "--label", "last", "--lengths", "none", "--columns", "8", "-o",
		filepath.Join(t.TempDir(), "f.npy"))
	// Rows that are all the same, or one, have no distances to choose by.
	ok(t, "", "fit", "--task", "regress", "--kernel", "gaussian(1)", "--columns", "8", "--holdout", "0", "--strength", "1",
		"--data", fileWith(t, "one.csv", "1,2,3\n")+",header=no", "--label", "1", "-o", out)
	code, _, errs := krein(t, "", "fit", "--task", "regress", "--kernel", "gaussian(1)", "--columns", "8", "--data",
		fileWith(t, "same.csv", strings.Repeat("1,2,3\n", 20)+"2,2,3\n")+",header=no", "--label", "1", "-o", out)
	assert.Equal(t, exitDone, code, errs)
	assert.Contains(t, errs, "all rows are the same")
}

// A parameter with a range gets the value with the best score, the same model as with that value given; the formula of the
// model has it. Lengths may be chosen besides, or not, and the map be drawn.
func TestFitChoosesParameters(t *testing.T) {
	t.Parallel()
	data, out := dataFile(t, 80, 3), filepath.Join(t.TempDir(), "m.npz")
	first := func(text string) string {
		line, _, _ := strings.Cut(text, "\n")
		return line
	}
	fit := func(args ...string) string {
		return ok(t, "", append([]string{"fit", "--task", "regress", "--kernel", "exp(-a*z^2)", "--data", data, "--label", "1",
			"--columns", "16", "-o", out}, args...)...)
	}
	for _, how := range testlong.Some([][]string{{"--lengths", "none"}, {"--lengths", "none", "--landmarks=none"}, {"--lengths", "auto"},
		{"--lengths", "auto", "--landmarks=none"}}, 2) {
		var v struct {
			Formula string
			Params  []fitting.ParamChoice
		}
		text := fit(append(how, "--param", "a=1/100..100")...)
		require.NoError(t, json.Unmarshal([]byte(fit(append(how, "--param", "a=1/100..100", "--json")...)), &v))
		require.Len(t, v.Params, 1)
		c := v.Params[0]
		assert.Contains(t, first(text), fmt.Sprintf("; a = %s, the best of 9 values", c.Best))
		require.Len(t, c.Mean, 9, how)
		assert.Equal(t, slices.Min(c.Mean), c.Mean[slices.Index(c.Grid, c.Best)], how)
		a, err := model.Load(out)
		require.NoError(t, err)
		assert.Equal(t, v.Formula, a.Kernel)
		fit(append(how, "--param", "a="+c.Best)...)
		b, err := model.Load(out)
		require.NoError(t, err)
		assert.Equal(t, b.Kernel, a.Kernel)
		if how[1] == "none" { // the best length of other values is not looked for
			assert.Equal(t, b.Function, a.Function, how)
		}
	}
	assert.Contains(t, first(fit("--lengths", "none", "--param", "a=1/100..1/10")), "an end of the range")
	base := []string{"fit", "--kernel", "exp(-a*z^2)", "--param", "a=1..2", "--data", data, "--label", "1", "-o", out, "--task"}
	assert.Contains(t, bad(t, "", append(base, "cluster", "--clusters", "2")...), "clusters have no scores")
	assert.Contains(t, bad(t, "", append(base, "regress", "--param", "b=2..1")...), "not less than the second")
	assert.Contains(t, bad(t, "", "fit", "--task", "regress", "--kernel", "u^2 + a", "--scale", "unit", "--param", "a=1..2", "--data",
		data, "--label", "1", "-o", out), "for functions of the distance")
}

// Of columns of which one says nothing of the values, --lengths ard finds longer lengths, for landmarks and maps, of rows in
// memory and of those that are read again; where one length for all does as well, that stays. The model predicts by them.
func TestFitLengthsOfColumns(t *testing.T) {
	t.Parallel()
	testlong.Slow(t)
	var rows, round strings.Builder
	rng := rand.New(rand.NewPCG(3, 4))
	for range 200 {
		a, b, c := rng.Float64(), rng.Float64(), rng.Float64()
		fmt.Fprintf(&rows, "%.6f,%.4f,%.4f,%.4f\n", math.Sin(7*a), a, b, c)
		fmt.Fprintf(&round, "%.6f,%.4f\n", math.Sin(7*a), a)
	}
	data, out := fileWith(t, "one.csv", rows.String()), filepath.Join(t.TempDir(), "m.npz")
	base := []string{"--task", "regress", "--kernel", "gaussian(1)", "--label", "1", "--columns", "64", "--lengths", "ard", "-o", out}
	for _, how := range testlong.Some([][]string{nil, {"--landmarks=none"}, {"--landmarks=none", "--method", "svr"}}, 1) {
		v := fitPlain(t, slices.Concat(base, how, []string{"--data", data})...)
		require.Len(t, v.Length.Factors, 3, how)
		require.Len(t, v.Data.Lengths, 3)
		for j, f := range v.Length.Factors {
			assert.InEpsilon(t, v.Length.Best*f, v.Data.Lengths[j], 1e-12)
		}
		for _, j := range []int{1, 2} {
			assert.Greater(t, v.Data.Lengths[j], 4*v.Data.Lengths[0], how)
		}
		assert.Less(t, *v.Length.Each, slices.Min(v.Length.Mean))
		m, err := model.Load(out)
		require.NoError(t, err)
		assert.Contains(t, m.Prepared, "ard: one for each column")
		code, _, errs := krein(t, "", "predict", out, "--data", data, "--label", "1")
		require.Equal(t, exitDone, code, errs)
		score := regexp.MustCompile(`error ([0-9.e-]+)`).FindStringSubmatch(errs)
		require.NotNil(t, score, errs)
		rmse, err := strconv.ParseFloat(score[1], 64)
		require.NoError(t, err)
		assert.InEpsilon(t, v.TrainingScore.RMSE, rmse, 0.01, how)
		assert.Less(t, v.HeldOut.RMSE, 0.1, how)
	}
	v := fitPlain(t, append(base, "--data", fileWith(t, "single.csv", round.String()))...)
	assert.Nil(t, v.Length.Factors)
	at := slices.Index(base, "--lengths")
	auto := slices.Concat(base[:at], base[at+2:])
	v = fitPlain(t, append(auto, "--data", data)...)
	require.Len(t, v.Length.Factors, 3)
	assert.Less(t, *v.Length.Each, 0.95*slices.Min(v.Length.Mean))
	m, err := model.Load(out)
	require.NoError(t, err)
	assert.Contains(t, m.Prepared, "auto: one for each column")
	text := ok(t, "", append(append([]string{"fit"}, base...), "--data", data)...)
	assert.Regexp(t, `^regress by ridge, [^\n]*, --lengths ard: columns divided by [0-9.]+ to [0-9.]+, one length each`, text)
	assert.Contains(t, bad(t, "", "fit", "--task", "cluster", "--clusters", "2", "--kernel", "gaussian(1)", "--data", data, "--lengths",
		"ard", "-o", out), "with labels")
	assert.Contains(t, bad(t, "", "map", "gaussian(1)", "--data", data, "--lengths", "ard", "-o", out), "only krein fit has")
}

// byLabels is the value of --method with by-labels, for the method that is among the flags.
func byLabels(flags []string) string {
	if i := slices.Index(flags, "--method"); i >= 0 {
		return flags[i+1] + ",by-labels"
	}
	return "by-labels"
}
