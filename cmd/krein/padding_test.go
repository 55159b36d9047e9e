package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/internal/testlong"
)

// TestPaddingKeepsSigns: the spherical kernel is positive definite on R³ and not on R⁴. Its features have no columns that
// count negatively, which certify's command does not ask for, unless that is wanted.
func TestPaddingKeepsSigns(t *testing.T) {
	t.Parallel()
	testlong.Await(t, 1, 2)
	dir := t.TempDir()
	rows := filepath.Join(dir, "rows.csv")
	require.NoError(t, os.WriteFile(rows, []byte("0,0,0\n1,0,1\n0.5,1,0.25\n0.25,0.5,1\n"), 0o600))
	for padding, negative := range map[string]bool{"auto": false, "padded": true} {
		signature := filepath.Join(dir, padding+".csv")
		code, out, errs := krein(t, "", "features", "spherical(2)", "--data", rows, "--coupling", padding, "-o",
			filepath.Join(dir, padding+".npy"), "--signature", signature)
		require.Equal(t, exitDone, code, errs)
		signs, err := os.ReadFile(signature)
		require.NoError(t, err)
		assert.Equal(t, negative, strings.Contains(string(signs), "-1"), out)
	}
}
