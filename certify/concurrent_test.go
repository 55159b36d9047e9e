package certify

import (
	"context"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/internal/testlong"
	"krein/kernel/parser"
)

// TestConcurrentRuns certifies one kernel value from several goroutines, as krein survey does.
func TestConcurrentRuns(t *testing.T) {
	for _, formula := range testlong.Some([]string{"exp(-z)*cos(z)", "ntk"}, 1) {
		k, err := parser.Parse(formula, nil)
		require.NoError(t, err)
		digests := make([]string, 4)
		var wg sync.WaitGroup
		for i := range digests {
			wg.Go(func() {
				if c, err := Run(context.Background(), k, 3, &Settings{SkipMass: true}); err == nil {
					digests[i] = c.Digest()
				}
			})
		}
		wg.Wait()
		for _, d := range digests {
			assert.NotEmpty(t, d)
			assert.Equal(t, digests[0], d, formula)
		}
	}
}
