package main

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"

	"krein/internal/testlong"
)

// Features have exactly as many columns as were asked for, whatever they are made of, or it is said that these are too few; the
// map beside them gives the same ones to the same rows.
func TestColumnsAsAskedFor(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	_, rows := rowsOf(t, 40, 3, (*rand.Rand).Float64)
	kinds := [][]string{
		{"gaussian(1)"},
		{"exp(-z^2/2) - exp(-z^2/200)"},
		{"1/4 + exp(-z)"},
		{"gaussian(1) - 1/2"},
		{"3"},
		{"gaussian(1)", "--exact", "plus"},
		{"gaussian(1)", "--coupling", "padded"},
		{"ntk"},
		{"arccos0"},
		{"gaussian(1) - gaussian(3)/2", "--scale", "sphere", "--representation", "sphere"},
		{"polynomial(1,3)"},
		{"exp(u/8)", "--scale", "none"},
		{"min"},
		{"exp(-abs(x1)-abs(x2)-abs(x3))"},
		{"exp(-(abs(x1)+x2^2+x3^2)^(1/2))"},
		{"shift_gaussian(1/8, 2)", "--right", at("psi.npy")},
		{"activation(max(0,t)) - activation(t > 1 ? 1 : 0)"},
		{"gaussian(1)", "--adapt"},
	}
	const least = 12 // that all of them can have
	for i, kind := range testlong.Some(kinds, 6) {
		for _, columns := range []int{1, 2, 3, 7, 64, 127, 128, 512} {
			out := at(fmt.Sprintf("phi%d.%d.npy", i, columns))
			args := append([]string{"features", kind[0], "--data", rows, "--columns", fmt.Sprint(columns), "-o", out}, kind[1:]...)
			code, said, errs := krein(t, "", args...)
			if code == exitFailed && columns < least {
				assert.Contains(t, errs, "column", args)
				assert.NotContains(t, errs, "internal error", args)
				continue
			}
			require.Equal(t, exitDone, code, "%v: %s", args, errs)
			phi := contents(t, out)
			_, have := phi.Dims()
			assert.Equal(t, columns, have, "%v: %s", args, said)
			again := []string{"features", strings.Replace(out, ".npy", ".map.npz", 1), "--data", rows, "-o", at("again.npy")}
			if len(kind) > 1 && kind[1] == "--right" {
				_, have = contents(t, at("psi.npy")).Dims()
				assert.Equal(t, columns, have, args)
				again = append(again, "--right", at("psi.npy"))
			}
			ok(t, "", again...)
			assert.True(t, mat.EqualApprox(phi, contents(t, at("again.npy")), 1e-12), args)
		}
	}
}
