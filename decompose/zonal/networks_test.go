package zonal

import (
	"encoding/json"
	"math"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/internal/testlong"
)

// Networks of four to six layers have the coefficients of mpmath's quadrature, nonnegative ones, with a proved tail.
func TestDeepNetworks(t *testing.T) {
	testlong.Slow(t)
	var rows []struct {
		Kernel string
		D, N   int
		A      float64 `json:",string"`
	}
	data, err := os.ReadFile("../../testdata/zonal_networks.json")
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(data, &rows))
	var z *Decomposition
	number := -1
	for i, row := range rows {
		if i == 0 || row.Kernel != rows[i-1].Kernel || row.D != rows[i-1].D {
			number++
			if z = nil; testlong.Turn(number, 3) {
				z = decomposed(t, row.Kernel, row.D, &Settings{MaxDegree: 64})
				assert.True(t, z.Definite, row.Kernel)
				assert.Less(t, z.Bias, 1.0, row.Kernel)
			}
		}
		if z == nil {
			continue
		}
		a := &z.Coef[row.N]
		mid, _ := a.Mid(nil).Float64()
		assert.InDelta(t, row.A, mid, 4e-16*math.Abs(row.A)+1e-17, "%s, d = %d: a_%d", row.Kernel, row.D, row.N)
		assert.Less(t, a.Rad().Float64(), 1e-20*z.AtZero.MagUpper().Float64(), "%s, d = %d: a_%d", row.Kernel, row.D, row.N)
	}
}
