package sign

import (
	"encoding/json"
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"krein/ball"
	"krein/internal/hankel/density"
	"krein/kernel"
	"krein/kernel/parser"
)

// Package quadrature, with which tests compare, rests on this one: quadrature_test.go sets what they call of it.
var (
	Density, Away func(t testing.TB, formula string, dim int) *density.Density
	Planned       func(k *kernel.Kernel, dim int) (*density.Density, error)
	Quadrature    func(p *density.Density, dst, omega *ball.Real, prec uint) (met bool, err error)
)

// parse parses a formula.
func parse(t testing.TB, formula string) *kernel.Kernel {
	t.Helper()
	k, err := parser.Parse(formula, nil)
	require.NoError(t, err, formula)
	return k
}

// A densityRow is a value of a density by mpmath.
type densityRow struct {
	Kernel string
	Dim    int
	Omega  float64
	M      string
}

// densityRows reads testdata/signs.json.
func densityRows(t testing.TB) (rows []densityRow) {
	t.Helper()
	b, err := os.ReadFile("../../../testdata/signs.json")
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(b, &rows))
	require.NotEmpty(t, rows)
	return rows
}
