package certify

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/internal/certify/certificate"
	"krein/internal/testlong"
)

// What is asked for alone comes out as it does among all claims, and nothing else is looked for.
func TestClaims(t *testing.T) {
	ctx := context.Background()
	type row struct {
		formula string
		dim     int
	}
	for _, x := range testlong.Some([]row{
		{"exp(-z^2/2) - exp(-z^2/200)", 16}, {"1/(1+z)^3", 2}, {"arccos0", 2}, {"exp(-z)*cos(z)", 3},
		{"z < 1 ? (1-z)^4*(4*z+1) : 0", 3}, {"cos(z)", 2},
	}, 6) {
		k := parse(t, x.formula)
		all, err := Run(ctx, k, x.dim, nil)
		require.NoError(t, err)
		for _, id := range []ID{FiniteMass, PD, PDSphere} {
			one, err := Run(ctx, k, x.dim, &Settings{Claims: []ID{id}})
			require.NoError(t, err)
			assert.Equal(t, all.Claim(id), one.Claim(id), x.formula)
			assert.Equal(t, all.ClaimDigest(id), one.ClaimDigest(id), x.formula)
			assert.Equal(t, Mass{Kind: certificate.MassUnknown}, one.Mass(), x.formula)
			for _, other := range one.Claims() {
				if other.Status == Undecided && other.ID != id {
					assert.Equal(t, "the claim was not asked for", other.Because, x.formula)
				}
			}
		}
		both, err := Run(ctx, k, x.dim, &Settings{Claims: []ID{FiniteMass, PD}})
		require.NoError(t, err)
		assert.Equal(t, all.Mass(), both.Mass(), x.formula)
		mass, err := ProvedMasses(ctx, k, x.dim, nil)
		require.NoError(t, err)
		want := all.Mass()
		if want.RadialIntegral = nil; want.Kind != certificate.MassEnclosed {
			want = Mass{Kind: certificate.MassUnknown}
		}
		assert.Equal(t, want, mass, x.formula)
		assert.NotEqual(t, all.ClaimDigest(PD), all.ClaimDigest(FiniteMass))
	}
	stopped, stop := context.WithCancel(ctx)
	stop()
	_, err := ProvedMasses(stopped, parse(t, "exp(-z)"), 3, nil)
	assert.ErrorIs(t, err, context.Canceled)
	assert.Panics(t, func() {
		_, _ = Run(ctx, parse(t, "exp(-z)"), 3, &Settings{Claims: []ID{"pdd"}})
	})
}
