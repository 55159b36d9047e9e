package kerneltest

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/internal/kernel/formula"
	"krein/internal/kernel/language"
)

// Read is the formula of a text.
func Read(t testing.TB, text string) *formula.Expr {
	t.Helper()
	e, _, err := language.Read(text, nil)
	require.Nil(t, err, text)
	return e
}

// CatalogueValues calls f with kernels and their values at some distances, which another program computed from
// the definitions; every named kernel has some. root is the way to the module's.
func CatalogueValues(t testing.TB, root string, f func(text string, z, want []float64)) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, "testdata", "kernel_catalogue.json"))
	require.NoError(t, err)
	var data struct {
		Z       []float64
		Kernels []struct {
			Formula string
			Values  []string
		}
	}
	require.NoError(t, json.Unmarshal(text, &data))
	seen := make(map[string]bool)
	for _, c := range data.Kernels {
		seen[Read(t, c.Formula).Name()] = true
		want := make([]float64, len(data.Z))
		for i := range want {
			want[i], err = strconv.ParseFloat(c.Values[i], 64)
			require.NoError(t, err)
		}
		f(c.Formula, data.Z, want)
	}
	for _, e := range language.Catalogue() {
		assert.True(t, seen[e.Name], "no reference values for %s", e.Name)
	}
}
