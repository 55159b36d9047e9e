package verify_test

import (
	"bytes"
	"context"
	"encoding/json"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/certify"
	"krein/certify/verify"
	"krein/internal/certify/certificate"
	"krein/internal/certify/check"
	"krein/internal/certify/proof"
	"krein/internal/testfile"
	"krein/internal/testlong"
	"krein/kernel/parser"
)

// TestEditedFiles: the checker of radial certificates panics on no file whose digest is right, and accepts no other status
// than that which was proved.
func TestEditedFiles(t *testing.T) {
	rng := rand.New(rand.NewPCG(33, 4))
	read, accepted := 0, 0
	for i, p := range testlong.Some(proofs, 4) {
		k, err := parser.Parse(p.formula, nil)
		if err != nil {
			continue // by name
		}
		cert, err := certify.Run(context.Background(), k, p.dim, &certify.Settings{Effort: 0.1, SkipMass: i > 1})
		require.NoError(t, err)
		var file bytes.Buffer
		require.NoError(t, cert.Encode(&file))
		for range max(60, testlong.RoundsTo(100, 2000)) {
			var edited map[string]any
			if json.Unmarshal(testfile.Edited(rng, file.Bytes()), &edited) != nil {
				continue
			}
			text := reseal(t, edited)
			c, err := certificate.Decode(strings.NewReader(text))
			if err != nil {
				continue
			}
			read++
			ctx, stop := context.WithTimeout(context.Background(), 100*time.Millisecond)
			checker := verify.New(c, k, p.dim, 200)
			for _, id := range proof.IDs() {
				if r := checker.Claim(ctx, id); r.Verdict == check.Accepted {
					accepted++
					require.Equal(t, cert.Claim(id).Status, r.Status, "%s of %s: %s", id, p.formula, text)
				}
			}
			checker.Masses(ctx)
			stop()
		}
	}
	t.Logf("%d edited files were read, %d claims in them accepted", read, accepted)
	assert.Greater(t, read, 20, "edits that a reader does not see")
}
