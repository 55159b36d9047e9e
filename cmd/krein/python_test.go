package main

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"krein/internal/testlong"
	"krein/internal/testnumpy"
)

// Package krein in Python reads what the command writes, and has the same features; its own tests run too.
func TestPython(t *testing.T) {
	testlong.Await(t, 4, 3)
	testnumpy.Run(t, "pass") // skips without NumPy
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	var rows strings.Builder
	for i := range 40 {
		fmt.Fprintf(&rows, "%.6f,%.6f,%.6f\n", math.Sin(float64(i)), math.Sin(float64(2*i*i)), 2*math.Cos(float64(3*i)))
	}
	require.NoError(t, os.WriteFile(at("x.csv"), []byte(rows.String()), 0o600))
	const formula = "1 + gaussian(1) - 0.5*gaussian(3)"
	done := func(args ...string) string { return ok(t, "", args...) }
	like := []string{"--columns", "241", "--seed", "4", "--coupling", "orthogonal,stratified,equal", "--exact", "none"}
	for _, out := range [][]string{{"map.npz"}, {"map.safetensors"}, {"map.onnx"}, {"map32.onnx,dtype=float32"}} {
		done(slices.Concat([]string{"map", formula, "--dim", "3", "-o", at(out[0])}, like, out[1:])...)
	}
	done(append([]string{"features", formula, "--data", at("x.csv") + ",header=no", "--scale", "none", "-o",
		at("phi.npy"), "--signature", at("j.npy")}, like...)...)
	done(append([]string{"features", formula, "--data", at("x.csv") + ",header=no", "--scale", "unit", "--save-ranges",
		at("ranges.json"), "-o", at("prepared.npy")}, like...)...)
	for _, out := range []string{"prepared.npz", "prepared.onnx"} {
		done(append([]string{"map", formula, "--dim", "3", "--scale", at("ranges.json"), "-o", at(out)}, like...)...)
	}
	done("map", "shift_gaussian(1/2, 2)", "--dim", "3", "--columns", "400", "-o", at("pair.npz"))
	for _, out := range [][]string{{"sphere.npz"}, {"sphere.safetensors"}, {"sphere.onnx"},
		{"sphere32.onnx,dtype=float32"}} {
		done(append([]string{"map", "ntk", "--dim", "3", "--columns", "50", "--scale", "sphere", "-o", at(out[0])},
			out[1:]...)...)
	}
	done("features", at("sphere.npz"), "--data", at("x.csv")+",header=no", "-o", at("sphere.npy"))
	writeKinds(t, at, done)
	writeSteps(t, at, done)
	writeLayers(t, at, done)
	done("decompose", formula, "--dim", "3", "-o", at("table.npz"))
	done("certify", formula, "--dim", "3", "-o", at("certificate.json"))
	var v struct {
		Levels []float64
		Plus   struct{ Quantiles []float64 }
	}
	require.NoError(t, json.Unmarshal([]byte(done("decompose", formula, "--dim", "3", "--json")), &v))
	var quantiles strings.Builder
	for i, u := range v.Levels {
		fmt.Fprintf(&quantiles, "%v,%v\n", u, v.Plus.Quantiles[i])
	}
	require.NoError(t, os.WriteFile(at("quantiles.csv"), []byte(quantiles.String()), 0o600))
	cmd := exec.CommandContext(t.Context(), testnumpy.Path(t), "-m", "unittest", "discover", "-s", "../../python/tests")
	program, err := filepath.Abs(os.Args[0])
	require.NoError(t, err)
	cmd.Env = append(os.Environ(), "KREIN_FILES="+dir, "PYTHONDONTWRITEBYTECODE=1", "KREIN_COMMAND="+program, asKrein+"=1")
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, string(out))
	t.Log(string(out))
}

// writeSteps writes a map of the min kernel, which is fitted to columns with names and scales them to [0,1], in both file
// types, its rows, and Go's features of them.
func writeSteps(t *testing.T, at func(name string) string, done func(args ...string) string) {
	t.Helper()
	var rows strings.Builder
	rows.WriteString("height,width,depth,kind\n")
	for i := range 25 {
		for j := range 3 {
			fmt.Fprintf(&rows, "%.6f,", 3*float64(j)+2*math.Sin(float64(i*i+7*j+1)))
		}
		fmt.Fprintf(&rows, "%d\n", i%2)
	}
	require.NoError(t, os.WriteFile(at("cube.csv"), []byte(rows.String()), 0o600))
	for _, name := range []string{"cube.npz", "cube.safetensors"} {
		done("map", "min", "--data", at("cube.csv"), "--label", "kind", "--columns", "60", "--seed", "5", "-o", at(name))
	}
	done("features", at("cube.npz"), "--data", at("cube.csv"), "--label", "kind", "-o", at("cube.npy"))
}

// writeLayers writes a map of activation functions in both file types, and Go's features of the rows of x.csv and of some
// that are a hundred times as long.
func writeLayers(t *testing.T, at func(name string) string, done func(args ...string) string) {
	t.Helper()
	of := []string{"-activation(t > 1 || !(t >= -2) ? 1/2 : 0)", "--columns", "400", "--dim", "3", "--norms", "1",
		"--accept-estimate"} // it is not proved that all of these have a kernel
	for _, g := range []string{"tanh(t)", "max(0,t)", "t*(1+erf(t/sqrt(2)))/2", "t/(1+exp(-t))", "log(1+exp(t))", "sin(3*t)/t",
		"abs(t)^(1/3)", "sign(t)*sqrt(abs(t))", "t<0 ? exp(t)-1 : t", "atan(t)+cos(pi*t)", "min(1,max(t,-1/10*t))",
		"t*tanh(log(1+exp(t)))", "log(1+t^2)", "1/cosh(t)", "erfc(t)", "log(t+sqrt(t^2+1))", "gamma(1+abs(tanh(t)))", "2^(-abs(t))",
		"t == 0 ? 3 : t^3/(1+abs(t)^3)"} {
		of[0] += " + activation(" + g + ")"
	}
	for _, name := range []string{"layers.npz", "layers.safetensors"} {
		done(slices.Concat([]string{"map", "-o", at(name)}, of[1:], []string{"--", of[0]})...) // a formula, although it begins with a minus
	}
	done("features", at("layers.npz"), "--data", at("x.csv")+",header=no", "-o", at("layers.npy"))
	rows := "0,0,0\n300,-200,1000\n-4,5,6\n"
	require.NoError(t, os.WriteFile(at("far.csv"), []byte(rows), 0o600))
	done("features", at("layers.npz"), "--data", at("far.csv")+",header=no", "-o", at("far.npy"))
}

// kind is a kind of map that the command writes.
type kind struct {
	name string
	dim  int
	from []string // the formula with its flags, or the file
	how  []string // the map's flags
}

// kinds are all of them.
var kinds = []kind{
	{"orthogonal", 5, []string{"exp(-z^2/2) - exp(-z^2/200)"},
		[]string{"--coupling", "orthogonal,stratified,equal"}},
	{"pair", 3, []string{"exp(-z^2/8)*(1+sinh(t))", "--param", "t=ones"},
		[]string{"--coupling", "joint,auto,equal"}},
	{"iid", 3, []string{"c*matern(5/2)", "--param", "c=2"},
		[]string{"--coupling", "iid,iid,equal"}},
	{"structured", 7, []string{"gaussian(1) - 1/2*gaussian(3)"},
		[]string{"--coupling", "structured,stratified,proportional"}},
	{"across", 3, []string{"shift_gaussian(1/8, 2)"}, []string{"--coupling", "across,auto,equal"}},
	{"gorf", 4, []string{"gaussian(2)"}, []string{"--coupling", "gorf,iid,equal"}},
	{"least", 3, []string{"least.json"},
		[]string{"--coupling", "orthogonal,stratified,equal"}},
	{"design", 4, []string{"gaussian(1) - 1/2*gaussian(3)"},
		[]string{"--coupling", "design,stratified,equal"}},
	{"tensor", 2, []string{"tensor.json"}, []string{"--coupling", "joint,auto,equal"}},
	{"shared", 3, []string{"wendland(3,1)"}, []string{"--coupling", "shared,stratified,equal"}},
	{"quasi", 3, []string{"gaussian(1) - 1/2*gaussian(3)"},
		[]string{"--coupling", "quasi,iid,equal"}},
	{"network", 4, []string{"ntk"}, []string{"--coupling", "orthogonal", "--distances", "1,1.4"}},
	{"harmonics", 3, []string{"gaussian(1) - 1/2*gaussian(1/3)"}, []string{"--coupling", "iid", "--distances", "1,1.4"}},
	{"degrees", 2, []string{"exp(-z)"}, []string{"--coupling", "iid", "--distances", "1,1.4"}},
	{"steps", 5, []string{"arccos0"}, []string{"--coupling", "iid", "--distances", "1,1.4"}},
	{"plus", 3, []string{"exp(-z^2/2) - exp(-z^2/200)"},
		[]string{"--coupling", "orthogonal,stratified,equal", "--exact", "plus"}},
	{"minus", 4, []string{"exp(-z^2/2) - exp(-z^2/200)"},
		[]string{"--coupling", "iid,iid,equal", "--exact", "minus"}},
	{"low", 4, []string{"exp(-z^2/2) - exp(-z^2/200)"}, []string{"--coupling", "iid,iid,equal", "--exact", "sphere", "--distances", "1,1.4", "--scale", "sphere"}},
	{"importance", 3, []string{"table.npz"},
		[]string{"--coupling", "orthogonal,importance,variance", "--distances", "1,2"}},
}

// writeKinds writes some maps, rows, and Go's features of them in both types; kinds.json lists their names.
func writeKinds(t *testing.T, at func(name string) string, done func(args ...string) string) {
	t.Helper()
	var names []string
	for _, k := range testlong.Some(kinds, 3) {
		names = append(names, k.name)
		if strings.Contains(k.from[0], ".json") || strings.Contains(k.from[0], ".npz") {
			k.from = []string{at(k.from[0])}
			switch k.name {
			case "least":
				done("decompose", "1 - z^2/4", "--dim", "3", "--minimal", "--radius", "2", "--bias", "1e-2", "-o", k.from[0])
			case "tensor":
				done("decompose", "exp(-z^2/8)*(1+sinh(t/2))", "--param", "t=1,-2", "--dim", "2", "-o", k.from[0])
			default:
				done("decompose", "gaussian(1) - 1/2*matern(5/2)", "--dim", "3", "-o", k.from[0])
			}
		}
		var rows strings.Builder
		for i := range 30 {
			for j := range k.dim {
				fmt.Fprintf(&rows, "%.6f ", math.Sin(float64(i*i+7*j+1))/2)
			}
			fmt.Fprintln(&rows)
		}
		path := func(what string) string { return at(k.name + "." + what) }
		require.NoError(t, os.WriteFile(path("x.txt"), []byte(rows.String()), 0o600))
		done("convert", path("x.txt")+",header=no", "-o", path("x.npy"))
		how := append([]string{"--columns", "128", "--seed", "3"}, k.how...)
		draw := append(append([]string{}, k.from...), how...)
		scale := []string{"--scale", "none", "--exact", "none"}
		if slices.Contains(k.how, "--exact") {
			scale = []string{"--seed", "3"}
			if k.name != "low" {
				scale = []string{"--scale", "none"}
			}
		}
		if slices.Contains([]string{"network", "harmonics", "degrees", "steps"}, k.name) {
			draw, scale = append(draw, "--scale", "sphere"), []string{"--representation", "sphere"}
		}
		mapped := append([]string{"map", "-o", path("map.npz")}, draw...)
		if slices.Contains(scale, "--exact") {
			mapped = append(mapped, "--exact", "none")
		}
		if scale[0] == "--representation" {
			mapped = append(mapped, scale...)
		}
		if !strings.HasSuffix(k.from[0], ".json") && !strings.HasSuffix(k.from[0], ".npz") {
			mapped = append(mapped, "--dim", fmt.Sprint(k.dim))
		}
		done(mapped...)
		for _, single := range []bool{false, true} {
			to, dtype := "phi.npy", ""
			if single {
				to, dtype = "phi32.npy", ",dtype=float32"
			}
			args := append([]string{"features", "--data", path("x.npy"), "-o", path(to) + dtype}, slices.Concat(scale, draw)...)
			if slices.Contains(k.how, "--distances") { // which 'krein map' alone takes
				args = []string{"features", path("map.npz"), "--data", path("x.npy"), "-o", path(to) + dtype}
			}
			pair := k.name == "pair" || k.name == "across" || k.name == "tensor"
			switch {
			case !single && pair:
				args = append(args, "--right", path("psi.npy"))
			case pair:
				args = append(args, "--side", "left")
			}
			if !single {
				args = append(args, "--signature", path("j.npy"))
			}
			done(args...)
		}
	}
	b, err := json.Marshal(names)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(at("kinds.json"), b, 0o600))
}

var (
	codeBlock = regexp.MustCompile("(?s)```python\n(.*?)```")
	shellLine = regexp.MustCompile(`(?m)^krein (.*?)\s*(#.*)?$`)
	words     = regexp.MustCompile(`'([^']*)'|(\S+)`)
)

// The commands and the program of python/README.md do what stands there, with the package as pip installs it.
func TestPythonReadme(t *testing.T) {
	testlong.Await(t, 1, 7)
	python := testnumpy.Path(t)
	page, err := os.ReadFile("../../python/README.md")
	require.NoError(t, err)
	source, err := filepath.Abs("../../python")
	require.NoError(t, err)
	command, err := filepath.Abs(os.Args[0])
	require.NoError(t, err)
	t.Chdir(t.TempDir())
	require.NoError(t, os.CopyFS("source", os.DirFS(source))) // pip builds beside it
	path := "source"
	if venv(t, python) {
		python, path = "venv/bin/python", ""
	}
	commands := shellLine.FindAllStringSubmatch(string(page), -1)
	require.Len(t, commands, 6)
	for _, c := range commands {
		var args []string
		for _, w := range words.FindAllStringSubmatch(c[1], -1) {
			args = append(args, w[1]+w[2])
		}
		ok(t, "", args...)
	}
	programs := codeBlock.FindAllStringSubmatch(string(page), -1)
	require.Len(t, programs, 2)
	require.NoError(t, os.Mkdir("bin", 0o700))
	require.NoError(t, os.Symlink(command, filepath.Join("bin", "krein")))
	program := programs[0][1] + programs[1][1] + `
assert phi.shape == (100, 512) and w.shape == (1000, 16) and certificate["finite-mass"].status == "proved"
`
	cmd := exec.CommandContext(t.Context(), python, "-c", program)
	cmd.Env = append(os.Environ(), "PYTHONPATH="+path, "PATH=bin:"+os.Getenv("PATH"), asKrein+"=1")
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, string(out))
}

// venv installs the package into an environment of its own, from the directory source and without a network; false if
// that cannot be had here.
func venv(t *testing.T, python string) bool {
	t.Helper()
	if out, err := exec.CommandContext(t.Context(), python, "-m", "venv", "--system-site-packages",
		"venv").CombinedOutput(); err != nil {
		t.Logf("no environments: %s", out)
		return false
	}
	if err := exec.CommandContext(t.Context(), "venv/bin/python", "-c", "import setuptools, wheel").Run(); err != nil {
		t.Log("nothing to build packages with")
		return false
	}
	out, err := exec.CommandContext(t.Context(), "venv/bin/python", "-m", "pip", "install", "--no-build-isolation",
		"--no-deps", "--no-index", "./source").CombinedOutput()
	require.NoError(t, err, string(out))
	return true
}
