package decompose

import (
	"context"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/certify"
	"krein/kernel"
)

func TestJordan(t *testing.T) {
	ctx := context.Background()
	run := func(k *kernel.Kernel, dim int) *certify.Certificate {
		c, err := certify.Run(ctx, k, dim, nil)
		require.NoError(t, err)
		return c
	}
	var refused *certify.NotCertifiedError
	good := run(parse(t, "exp(-z^2/2) - exp(-z^2/200)", 0), 16)
	if good.Claim(certify.FiniteMass).Status != certify.Proved {
		_, err := Jordan(ctx, good, nil)
		require.ErrorAs(t, err, &refused)
		assert.Equal(t, certify.FiniteMass, refused.Claim)
		assert.NotEmpty(t, refused.Because)
	}
	dec, err := Jordan(ctx, good, &Settings{AcceptEstimate: true})
	require.NoError(t, err)
	assert.Equal(t, good.Digest(), dec.Certificate)
	assert.Equal(t, "exp(-z^2/2) - exp(-z^2/200)", dec.Kernel)
	assert.Equal(t, "natural", dec.Beyond)
	assert.Equal(t, BiasProved, dec.Quality)
	assert.Empty(t, dec.Doubt)
	assert.Less(t, dec.Bias.Law, 2e-10)
	assert.InDelta(t, 0.99999999178960, dec.Plus.Mass, 1e-12)
	assert.Less(t, dec.Plus.MassErr, 1e-11)
	assert.True(t, math.IsInf((&Decomposition{}).BiasAt(1), 1))
	assert.Contains(t, dec.String(), "R^16")

	dec, err = Jordan(ctx, good, &Settings{AcceptEstimate: true, Estimate: true})
	require.NoError(t, err)
	assert.Equal(t, Estimated, dec.Quality)
	assert.Nil(t, dec.Bias)
	assert.InDelta(t, 0.99999999178960, dec.Plus.Mass, 1e-10)

	// Without laws, the masses that the certificate encloses stay.
	dec, err = Jordan(ctx, run(parse(t, "1/(1+z)^3", 0), 2), nil)
	require.NoError(t, err)
	assert.Equal(t, Estimated, dec.Quality)
	assert.NotEmpty(t, dec.Doubt)
	assert.Equal(t, 1.0, dec.Plus.Mass)
	assert.Less(t, dec.Plus.MassErr, 1e-15)
	assert.Equal(t, Part{MassKind: KindProved}, dec.Minus)
	// but not the law: what the profile did not resolve is its error still.
	assert.Equal(t, KindProved, dec.Plus.MassKind)
	assert.Equal(t, KindEstimated, dec.Plus.LawErr.Kind)
	assert.Greater(t, dec.Plus.LawErr.Kolmogorov, 1e-12)

	bad := run(parse(t, "arccos0()", 2), 16)
	_, err = Jordan(ctx, bad, &Settings{AcceptEstimate: true})
	require.ErrorAs(t, err, &refused)

	cancelled, cancel := context.WithCancel(ctx)
	cancel()
	_, err = Jordan(cancelled, good, &Settings{AcceptEstimate: true})
	assert.ErrorIs(t, err, context.Canceled)
	assert.Panics(t, func() { Jordan(ctx, nil, nil) })
	assert.Panics(t, func() { (&Part{}).Kernel(1, 2) })
	assert.Panics(t, func() { (&Part{}).Sample(nil) })
}
