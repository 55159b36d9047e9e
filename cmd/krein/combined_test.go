package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"

	"krein/cmd/krein/internal/input"
)

// TestCombined: a function of the distance of which the density is not resolved is drawn as a product or a mixture: by every
// verb, with the features of the kernel, unless the data are gone once they are read.
func TestCombined(t *testing.T) {
	t.Parallel()
	const formula = "exp(-z)*exp(-z^(1/2))"
	dir := t.TempDir()
	rows := filepath.Join(dir, "rows.csv")
	x := mat.NewDense(20, 7, nil)
	var csv strings.Builder
	for i := range 20 {
		for j := range 7 {
			x.Set(i, j, float64((i*7+j*j*3)%20)/19)
		}
		csv.WriteString(strings.ReplaceAll(strings.Trim(fmt.Sprint(x.RawRowView(i)), "[]"), " ", ",") + "\n")
	}
	require.NoError(t, os.WriteFile(rows, []byte(csv.String()), 0o600))
	out := filepath.Join(dir, "phi.npy")
	words := []string{"features", formula, "--data", rows, "--label", "none", "--scale", "none", "-o", out, "--columns", "4096"}
	code, said, errs := krein(t, "", words...)
	require.Equal(t, exitDone, code, errs)
	assert.Contains(t, said, "pair of maps of the polar measure")
	compareFeatures(t, question{Formula: formula, Dim: 7}, x, words, false)

	for _, words := range [][]string{
		{"map", "--dim", "7", "--columns", "64", "-o", filepath.Join(dir, "m.npz")},
		{"decompose", "--dim", "7", "-o", filepath.Join(dir, "m.json")},
		{"evaluate", "--data", rows, "--label", "none", "--runs", "1", "--columns", "64"},
		{"fit", "--data", rows, "--label", "last", "--task", "regress", "--columns", "64", "-o", filepath.Join(dir, "f.npz")},
	} {
		args := append(words[:len(words):len(words)], formula)
		if words[0] == "fit" {
			args = append(words[:len(words):len(words)], "--kernel", formula)
		}
		code, _, errs := krein(t, "", args...)
		assert.Equal(t, exitDone, code, "%v\n%s", words, errs)
	}

	// factors that are known no better than the whole are no way
	code, _, errs = krein(t, "", "decompose", "--dim", "17", "exp(-z^2)*tanh(z)*cos(3*z)")
	assert.NotEqual(t, exitDone, code)
	assert.Contains(t, errs, "--accept-estimate goes on all the same")

	code, _, errs = krein(t, csv.String(), "features", formula, "--data", "-", "--label", "none", "--scale", "none", "-o", out)
	assert.NotEqual(t, exitDone, code)
	assert.Contains(t, errs, "the data as a file")
	assert.ErrorIs(t, &input.CombinedError{Err: os.ErrClosed}, os.ErrClosed)
}
