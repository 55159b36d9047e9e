package measure_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/cmd/krein/internal/measure"
	"krein/decompose"
	"krein/features/pair"
	"krein/fourier/language"
)

// TestAccuratePair: an estimated bias of more than a hundredth of the mass is refused, whatever is proved is not.
func TestAccuratePair(t *testing.T) {
	t.Parallel()
	k, err := language.Parse("exp(-abs(x1))*exp(-x2^2)", 2, nil)
	require.NoError(t, err)
	r, err := pair.Represent(t.Context(), k, nil)
	require.NoError(t, err)
	r.Bias = 0.5
	require.NoError(t, measure.AccuratePair(r))
	r.BiasKind = decompose.KindEstimated
	bad := (*decompose.InaccurateError)(nil)
	require.ErrorAs(t, measure.AccuratePair(r), &bad)
	assert.InDelta(t, 0.01, bad.Limit, 1e-6)
	r.Bias = 0.009
	require.NoError(t, measure.AccuratePair(r))
}
