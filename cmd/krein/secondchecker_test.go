package main

import (
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/internal/testlong"
	"krein/internal/testnumpy"
)

// The second checker (python/krein/check.py) reads what the command writes today: it accepts the claims that are named, and rejects none.
// With the status of a claim turned over, it rejects it.
func TestSecondChecker(t *testing.T) {
	testlong.Await(t, 4, 2)
	python := testnumpy.Path(t)
	if exec.Command(python, "-c", "import mpmath").Run() != nil {
		testlong.Missing(t, "Python with mpmath")
	}
	check := func(path, formula, dim string) (int, string) {
		cmd := exec.CommandContext(t.Context(), python, "-m", "krein.check", path, "--kernel", formula, "--dim", dim)
		cmd.Env = append(os.Environ(), "PYTHONPATH="+filepath.Join("..", "..", "python"), "PYTHONDONTWRITEBYTECODE=1")
		out, err := cmd.CombinedOutput()
		if exit := new(exec.ExitError); !errors.As(err, &exit) {
			require.NoError(t, err, string(out))
		}
		return cmd.ProcessState.ExitCode(), string(out)
	}
	for _, tt := range []struct{ formula, dim, accepted string }{
		{"exp(-z)*cos(z)", "3", "finite-mass pd completely-monotone pd-sphere pd-all-spheres conditionally-pd positive-decomposition"},
		{"z < 1 ? (1-z)^2 : 0", "3", "finite-mass pd completely-monotone pd-sphere pd-all-spheres conditionally-pd positive-decomposition"},
		{"-sqrt(1+z^2)", "2", "finite-mass pd completely-monotone conditionally-pd positive-decomposition"},
		{"arccos1", "5", "finite-mass pd completely-monotone pd-sphere pd-all-spheres conditionally-pd positive-decomposition"},
	} {
		path := filepath.Join(t.TempDir(), "c.json")
		ok(t, "", "certify", "--dim", tt.dim, "-o", path, "--", tt.formula)
		code, out := check(path, tt.formula, tt.dim)
		assert.Contains(t, []int{0, 3}, code, out)
		for line := range strings.Lines(out) {
			f := strings.Fields(line)
			require.GreaterOrEqual(t, len(f), 4, out)
			if strings.Contains(" "+tt.accepted+" ", " "+f[0]+" ") {
				assert.Equal(t, "accepted", f[3], "%s in R^%s: %s", tt.formula, tt.dim, line)
			}
		}
		data, err := os.ReadFile(path)
		require.NoError(t, err)
		var c map[string]any
		require.NoError(t, json.Unmarshal(data, &c))
		first := c["claims"].([]any)[0].(map[string]any)
		first["status"] = map[any]string{"proved": "refuted", "refuted": "proved"}[first["status"]]
		data, err = json.Marshal(c)
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(path, data, 0o600))
		code, out = check(path, tt.formula, tt.dim)
		assert.Equal(t, 1, code, out)
	}
}
