package parallel

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestUntil: work that returns is waited for, its panic is one of the caller's, and work that goes on is left alone.
func TestUntil(t *testing.T) {
	done := false
	assert.True(t, Until(t.Context(), func() { done = true }))
	assert.True(t, done)
	assert.Panics(t, func() { Until(t.Context(), func() { panic("x") }) })
	ctx, cancel := context.WithCancel(t.Context())
	release := make(chan struct{})
	assert.False(t, Until(ctx, func() { cancel(); <-release }))
	close(release)
}
