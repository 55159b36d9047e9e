package decompose

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestAssess(t *testing.T) {
	ctx := context.Background()
	k := parse(t, "exp(-z)", 0)
	proved, err := Jordan(ctx, k, 3, nil)
	require.NoError(t, err)
	a, err := proved.Assess(ctx, k, 0.01)
	require.NoError(t, err)
	assert.Equal(t, &Accuracy{Bound: proved.Bias.Law, Kind: KindProved}, a)

	d, err := Jordan(ctx, k, 3, &Settings{Estimate: true})
	require.NoError(t, err)
	a, err = d.Assess(ctx, k, 0.01)
	require.NoError(t, err)
	assert.Equal(t, KindEstimated, a.Kind)
	require.NotNil(t, a.Measured)
	assert.Less(t, *a.Measured, 1e-8)
	a, err = d.Assess(ctx, nil, 0.01)
	require.NoError(t, err)
	assert.Nil(t, a.Measured)

	// Errors that are stated too small show against the kernel, and are admitted only if any are.
	other := parse(t, "exp(-2*z)", 0)
	var inaccurate *InaccurateError
	_, err = d.Assess(ctx, other, 0.01)
	require.ErrorAs(t, err, &inaccurate)
	assert.Contains(t, err.Error(), "k̂(z) at z = ")
	assert.NotContains(t, err.Error(), "nothing better")
	d.Doubt = "of this test"
	_, err = d.Assess(ctx, other, 0.01)
	assert.ErrorContains(t, err, "nothing better is known because: of this test")
	a, err = d.Assess(ctx, other, 0)
	require.NoError(t, err)
	assert.Greater(t, a.Bound, 0.1)

	// A mass that is finite and beyond float64 is none, whatever is accepted.
	huge := parse(t, "10^400*exp(-z)", 0)
	h, err := Jordan(ctx, huge, 3, nil)
	require.NoError(t, err)
	for _, limit := range []float64{0, 0.01} {
		_, err = h.Assess(ctx, huge, limit)
		require.ErrorContains(t, err, "a mass is beyond what float64 holds")
		require.NotErrorAs(t, err, &inaccurate, "no --accept-estimate helps")
	}

	d.Plus.MassErr = 1
	_, err = d.Assess(ctx, k, 0.01)
	require.ErrorAs(t, err, &inaccurate)
	assert.Equal(t, "the mass of m₊", inaccurate.What)
	stopped, stop := context.WithCancel(ctx)
	stop()
	_, err = d.Assess(stopped, k, 0)
	assert.ErrorIs(t, err, context.Canceled)
}
