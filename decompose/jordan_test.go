package decompose

import (
	"bytes"
	"context"
	"math"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/certify"
	"krein/hankel"
	"krein/internal/budget"
	"krein/internal/certify/certificate"
	"krein/internal/certify/proof"
	"krein/internal/hankel/profile"
	"krein/internal/testlong"
)

func TestJordan(t *testing.T) {
	ctx := context.Background()
	var refused *certify.NotCertifiedError
	papers := parse(t, "exp(-z^2/2) - exp(-z^2/200)", 0)
	dec, err := Jordan(ctx, papers, 16, nil)
	require.NoError(t, err)
	assert.Equal(t, "exp(-z^2/2) - exp(-z^2/200)", dec.Kernel)
	assert.Equal(t, "natural", dec.Beyond)
	assert.Equal(t, BiasProved, dec.Quality)
	assert.Empty(t, dec.Doubt)
	assert.Less(t, dec.Bias.Law, 2e-10)
	assert.InDelta(t, 0.99999999178960, dec.Plus.Mass, 1e-12)
	assert.Less(t, dec.Plus.MassErr, 1e-11)
	assert.True(t, math.IsInf((&Decomposition{}).BiasAt(1), 1))
	assert.Contains(t, dec.String(), "R^16")

	dec, err = Jordan(ctx, papers, 16, &Settings{Estimate: true})
	require.NoError(t, err)
	assert.Equal(t, Estimated, dec.Quality)
	assert.Nil(t, dec.Bias)
	assert.InDelta(t, 0.99999999178960, dec.Plus.Mass, 1e-10)

	// Without laws, the masses that are proved stay.
	dec, err = Jordan(ctx, parse(t, "1/(1+z)^3", 0), 2, nil)
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

	_, err = Jordan(ctx, parse(t, "arccos0()", 2), 16, &Settings{AcceptEstimate: true})
	require.ErrorAs(t, err, &refused)
	assert.Equal(t, certify.FiniteMass, refused.Claim)
	assert.NotEmpty(t, refused.Because)
	assert.NotEmpty(t, refused.Rule)

	cancelled, cancel := context.WithCancel(ctx)
	cancel()
	_, err = Jordan(cancelled, papers, 16, nil)
	assert.ErrorIs(t, err, context.Canceled)
	assert.Panics(t, func() { _, _ = Jordan(ctx, nil, 2, nil) })
	assert.Panics(t, func() { (&Part{}).Kernel(1, 2) })
	assert.Panics(t, func() { (&Part{}).Sample(nil) })
}

// A certificate from a file is as good as a fresh one, and no better than its proof.
func TestFromCertificate(t *testing.T) {
	ctx := context.Background()
	k := parse(t, "exp(-z) - exp(-2*z)/4", 0)
	want, err := Jordan(ctx, k, 3, nil)
	require.NoError(t, err)
	fresh, err := certify.Run(ctx, k, 3, &certify.Settings{SkipMass: true})
	require.NoError(t, err)
	var file bytes.Buffer
	require.NoError(t, fresh.Encode(&file))
	cert, err := certify.Decode(&file)
	require.NoError(t, err)
	got, err := FromCertificate(ctx, cert, k, nil)
	require.NoError(t, err)
	var a, b bytes.Buffer
	require.NoError(t, want.Encode(&a))
	require.NoError(t, got.Encode(&b))
	assert.Equal(t, a.String(), b.String())

	_, err = FromCertificate(ctx, cert, parse(t, "exp(-z) - exp(-2*z)/5", 0), nil)
	assert.ErrorContains(t, err, "about another kernel")

	claims := cert.Claims()
	for i := range claims {
		if claims[i].ID == certify.FiniteMass {
			claims[i].Proof = proof.NewStep("finite-mass.fourier-series", "forged", nil)
			claims[i].Rule = claims[i].Proof.Rule
		}
	}
	forged := certificate.New(cert.Formula(), cert.Beyond(), cert.Dim(), claims, cert.Mass()).WithPoints(cert.Points())
	_, err = FromCertificate(ctx, forged, k, nil)
	assert.ErrorContains(t, err, "rejected")
	assert.Panics(t, func() { _, _ = FromCertificate(ctx, nil, k, nil) })
	assert.Panics(t, func() { _, _ = FromCertificate(ctx, cert, nil, nil) })
}

// A profile that takes long is given up by its work, with the effort that allows more; a caller's end is the caller's; and
// a density that is lost in noise before its mass is found has no masses.
func TestJordanWithinBudget(t *testing.T) {
	k := parse(t, "exp(-z^2)*cos(z)", 0)
	_, err := Jordan(t.Context(), k, 600, &Settings{Certify: &certify.Settings{Effort: 0.01}, AcceptEstimate: true})
	require.ErrorContains(t, err, "the budget of work is spent (--effort 0.01)")
	ctx, stop := context.WithTimeout(t.Context(), time.Millisecond)
	defer stop()
	_, err = Jordan(ctx, k, 600, &Settings{AcceptEstimate: true, Estimate: true})
	require.ErrorIs(t, err, context.DeadlineExceeded)
	_, err = Jordan(t.Context(), k, 600, &Settings{AcceptEstimate: true, Estimate: true})
	require.ErrorContains(t, err, "in noise")
}

// Proved laws are searched for within the budget; what is left undone is estimated, and said.
func TestLawsWithinBudget(t *testing.T) {
	k := parse(t, "exp(-z^2/2) - exp(-z)*(1+z^8)*cos(3*z)", 0)
	cert, err := certify.Run(t.Context(), k, 3, &certify.Settings{Claims: []certify.ID{certify.FiniteMass}})
	require.NoError(t, err)
	for effort, wants := range map[float64]string{0: "",
		0.008: "the distributions were not proved: the budget of work is spent (--effort 0.008)"} {
		if effort == 0 && !testlong.Turn(1, 2) {
			continue // as in TestJordan
		}
		d, err := FromCertificate(t.Context(), cert, k, &Settings{Certify: &certify.Settings{Effort: effort}})
		require.NoError(t, err, effort)
		assert.Equal(t, wants, d.Doubt, effort)
		assert.Equal(t, wants == "", d.Bias != nil, effort)
	}
}

// TestTableWork: tables of laws count their segments, and end with their context.
func TestTableWork(t *testing.T) {
	k := parse(t, "exp(-z)*cos(z)", 0)
	s, err := hankel.New(k, 2, nil)
	require.NoError(t, err)
	p, err := profile.New(t.Context(), s, nil)
	require.NoError(t, err)
	ctx, release := budget.New(t.Context(), 20*segmentUnits)
	defer release()
	_, err = FromProfile(ctx, p, 0)
	require.ErrorIs(t, err, context.Canceled)
	assert.True(t, budget.Over(ctx))
	all, free := budget.New(t.Context(), 1<<40)
	defer free()
	_, err = FromProfile(all, p, 0)
	require.NoError(t, err)
	assert.Greater(t, budget.Of(all).Spent(), int64(20*segmentUnits))
}
