package measure_test

import (
	"context"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/certify"
	"krein/cmd/krein/internal/input"
	"krein/cmd/krein/internal/measure"
	"krein/fourier/language"
	"krein/internal/certify/prose"
	"krein/kernel/parser"
)

// TestAnswersByWork: whether there is a way to draw features is a question of work and not of time: a machine on which
// everything takes seconds gives the same answer, and the budget of work ends the search on every machine.
func TestAnswersByWork(t *testing.T) {
	t.Parallel()
	for _, formula := range []string{"ntk(3)", "gaussian(1)", "arccos1(2)"} {
		k, err := parser.Parse(formula, nil)
		require.NoError(t, err)
		var looks atomic.Int64
		slow := input.Timed(t.Context(), func() time.Duration { // eight seconds are over soon
			return time.Duration(min(looks.Add(4), 8)) * time.Second
		})
		for _, ctx := range []context.Context{t.Context(), slow} {
			signed, err := measure.SphereRoute(ctx, k, 16)
			require.NoError(t, err, formula)
			assert.Equal(t, formula == "ntk(3)", signed, formula)
			little := input.WithEffort(ctx, 1e-5)
			_, err = measure.SphereRoute(little, k, 16)
			assert.ErrorIs(t, err, prose.ErrOpen, formula)
		}
	}
}

// TestFourierAfterWork: where the whole takes more work than a route may spend, what is found from values still is a way.
func TestFourierAfterWork(t *testing.T) {
	t.Parallel()
	const formula, dim = "cauchy(3,5)", 40
	k, err := parser.Parse(formula, nil)
	require.NoError(t, err)
	cert, err := certify.Run(t.Context(), k, dim, &certify.Settings{Claims: []certify.ID{certify.FiniteMass}})
	require.NoError(t, err)
	require.Equal(t, certify.Proved, cert.Claim(certify.FiniteMass).Status)
	_, err = measure.Routes(t.Context(), k, cert, "'"+formula+"'").Fourier()
	require.NoError(t, err)
	_, err = measure.Routes(input.WithEffort(t.Context(), 1e-5), k, cert, "'"+formula+"'").Fourier()
	assert.ErrorIs(t, err, prose.ErrOpen)
}

// TestPartsAfterWork: a sum whose parts take more work than a route may spend is drawn from distributions of their scales.
func TestPartsAfterWork(t *testing.T) {
	t.Parallel()
	k, err := language.Parse("tanh(z)/z+cos(x1)/4", 22, nil)
	require.NoError(t, err)
	_, err = measure.StationaryRoute(t.Context(), k)()
	require.NoError(t, err)
	_, err = measure.StationaryRoute(input.WithEffort(t.Context(), 1e-5), k)()
	assert.ErrorIs(t, err, prose.ErrOpen)
}
