package main

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
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
	done := func(args ...string) string {
		code, out, stderr := krein(t, "", args...)
		require.Equal(t, exitDone, code, "%v: %s", args, stderr)
		return out
	}
	for _, out := range [][]string{{"map.npz"}, {"map.safetensors"}, {"map.onnx"}, {"map32.onnx", "--dtype", "float32"}} {
		done(append([]string{"map", formula, "--dim", "3", "--columns", "240", "--seed", "4", "-o", at(out[0])}, out[1:]...)...)
	}
	like := []string{"--columns", "240", "--seed", "4", "--coupling", "orthogonal", "--radii", "stratified", "--budget", "equal"}
	done(append([]string{"features", formula, "--data", at("x.csv"), "--header", "no", "--scale", "none", "-o", at("phi.npy"), "--signature", at("j.npy")}, like...)...)
	done(append([]string{"features", formula, "--data", at("x.csv"), "--header", "no", "--scale", "unit", "--save-ranges", at("ranges.json"), "-o", at("prepared.npy")}, like...)...)
	done("map", formula, "--dim", "3", "--columns", "240", "--seed", "4", "--ranges", at("ranges.json"), "-o", at("prepared.npz"))
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
	cmd.Env = append(os.Environ(), "KREIN_FILES="+dir, "PYTHONDONTWRITEBYTECODE=1")
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, string(out))
	t.Log(string(out))
}
