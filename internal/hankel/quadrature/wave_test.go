package quadrature

import (
	"context"
	"encoding/json"
	"math/big"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/ball"
	"krein/internal/ball/numeral"
	"krein/internal/hankel/closed"
	"krein/internal/hankel/sign"
)

type waveRow struct {
	Formula, Omega, Density, Below string
	Dim                            int
}

func waveRows(t *testing.T) (rows []waveRow) {
	data, err := os.ReadFile("../../../testdata/gaussian_waves.json")
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(data, &rows))
	return rows
}

// TestGaussianWaves: densities and distribution functions by the series have the digits of quadrature, and so do the values of the
// signer, on which proofs stand; at infinity the terms hold them.
func TestGaussianWaves(t *testing.T) {
	for _, r := range waveRows(t) {
		p := densityOf(t, r.Formula, r.Dim)
		require.Len(t, p.Parts(), 1)
		require.IsType(t, new(closed.GaussianWave), p.Parts()[0], "%s on R^%d", r.Formula, r.Dim)
		omega, _ := new(big.Rat).SetString(r.Omega)
		var v, w ball.Real
		w.SetRat(omega, 160)
		_, err := At(context.Background(), p, &v, &w, 120)
		require.NoError(t, err)
		holdsDigits(t, &v, r.Density, "%s on R^%d at %s", r.Formula, r.Dim, r.Omega)
		require.NoError(t, sign.Value(&v, p, omega, 120))
		holdsDigits(t, &v, r.Density, "the signer: %s on R^%d at %s", r.Formula, r.Dim, r.Omega)
		_, err = Distribution(context.Background(), p, &v, &w, 120)
		require.NoError(t, err)
		holdsDigits(t, &v, r.Below, "below %s: %s on R^%d", r.Omega, r.Formula, r.Dim)
	}
}

// holdsDigits wants v to be narrow and to have the 25 digits of s.
func holdsDigits(t *testing.T, v *ball.Real, s, format string, args ...any) {
	t.Helper()
	want, err := numeral.Parse(s, 160)
	require.NoError(t, err)
	want.AddRad(want.MagUpper().Mul2Exp(-78)) // 24 digits
	assert.Equal(t, ball.True, v.Overlaps(want), append([]any{format + ": %v for %s"}, append(args, v, s)...)...)
	assert.GreaterOrEqual(t, v.RelAccuracyBits(), int64(78), append([]any{format + ": %v for %s"}, append(args, v, s)...)...)
}
