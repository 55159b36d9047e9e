package certify

import (
	"bytes"
	"context"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/certify/verify"
	"krein/internal/budget"
	"krein/internal/certify/certificate"
	"krein/internal/certify/check"
)

// TestLate: where a step of the search never looks at the time, the certificate has what was decided before it, with
// proofs that the checker accepts from the file, and all else is undecided and says why.
func TestLate(t *testing.T) {
	t.Parallel()
	for _, row := range []struct {
		formula string
		dim     int
	}{{"exp(-z)", 3}, {"exp(-z)*cos(z)", 3}, {"max(0,1-z)^2 - exp(-z)/9", 1}, {"exp(-z^2)*abs(sin(z))", 2}} {
		k := parse(t, row.formula)
		release := make(chan struct{})
		t.Cleanup(func() { close(release) })
		var clock, told atomic.Int64
		cert, err := Run(t.Context(), k, row.dim, &Settings{
			Late: time.Minute, Clock: func() time.Duration { return time.Duration(clock.Load()) },
			Decided: func(Claim) {
				if told.Add(1) == 2 { // it is kept before it is told
					clock.Store(int64(time.Hour))
					<-release
				}
			}})
		require.NoError(t, err)
		var file bytes.Buffer
		require.NoError(t, cert.Encode(&file))
		read, err := certificate.Decode(&file)
		require.NoError(t, err)
		checker := verify.New(read, k, row.dim, 0)
		decided := 0
		for _, cl := range read.Claims() {
			if cl.Proof == nil {
				assert.Equal(t, Undecided, cl.Status)
				assert.Equal(t, "the time is over (--effort 1)", cl.Because)
				continue
			}
			decided++
			assert.Equal(t, check.Accepted, checker.Claim(t.Context(), cl.ID).Verdict, "%s of %s", cl.ID, row.formula)
		}
		assert.Equal(t, 2, decided, row.formula)
	}
}

// TestOver: the end of the time or of the work of the caller's context leaves claims undecided and is no error, wherever it
// comes; what is decided before it stays.
func TestOver(t *testing.T) {
	t.Parallel()
	k := parse(t, "exp(-z)*cos(z)")
	ctx, stop := budget.WithTime(t.Context(), 0, func() time.Duration { return 0 })
	defer stop()
	cert, err := Run(ctx, k, 3, nil)
	require.NoError(t, err)
	for _, cl := range cert.Claims() {
		assert.Equal(t, Undecided, cl.Status, cl.ID)
	}
	for units := int64(1); units < 1<<22; units *= 8 {
		ctx, leave := budget.New(t.Context(), units)
		_, err := Run(ctx, k, 3, nil)
		require.NoError(t, err, units)
		leave()
	}
	var clock atomic.Int64
	ctx, stop = budget.WithTime(t.Context(), time.Minute, func() time.Duration { return time.Duration(clock.Load()) })
	defer stop()
	var kept []ID
	cert, err = Run(ctx, k, 3, &Settings{Decided: func(cl Claim) {
		kept = append(kept, cl.ID)
		clock.Store(int64(time.Hour))
		<-ctx.Done()
	}})
	require.NoError(t, err)
	require.NotEmpty(t, kept)
	assert.NotNil(t, cert.Claim(kept[0]).Proof)
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = Run(cancelled, k, 3, nil)
	assert.ErrorIs(t, err, context.Canceled)
}
