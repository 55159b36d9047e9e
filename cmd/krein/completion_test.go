package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Shells complete kernels, claims, columns of the data, methods of the task and words; cobra's verb __complete says what.
func TestCompleteValues(t *testing.T) {
	t.Parallel()
	data := filepath.Join(t.TempDir(), "x.csv")
	require.NoError(t, os.WriteFile(data, []byte("height,width,kind\n1,2,a\n3,4,b\n"), 0o600))
	for _, c := range []struct {
		want, not string
		args      []string
	}{
		{"matern", "", []string{"certify", "mat"}},
		{"gaussian", "", []string{"fit", "--kernel", "gau"}},
		{"conditionally-pd", "", []string{"certify", "exp(-z)", "--claim", "con"}},
		{"pd-sphere", "", []string{"certify", "exp(-z)", "--require", "pd"}},
		{"height", "", []string{"features", "exp(-z)", "--data", data, "--label", "he"}},
		{"ridge", "kmeans", []string{"fit", "--task", "regress", "--method", ""}},
		{"orthogonal", "", []string{"map", "exp(-z)", "--coupling", "or"}},
		{"standard", "", []string{"features", "exp(-z)", "--scale", "st"}},
	} {
		code, out, _ := krein(t, "", append([]string{"__complete"}, c.args...)...)
		require.Equal(t, exitDone, code)
		lines := strings.Split(out, "\n")
		assert.Contains(t, lines, c.want, c.args)
		if c.not != "" {
			assert.NotContains(t, lines, c.not, c.args)
		}
	}
}
