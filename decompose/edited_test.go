package decompose

import (
	"bytes"
	"context"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/decompose/minimal"
	"krein/internal/document"
	"krein/internal/testfile"
	"krein/internal/testlong"
)

// TestEditedFiles: VerifyTable panics on no file whose checksum is right, and the bias that it proves of what it accepts
// is that of the file, up to what both round.
func TestEditedFiles(t *testing.T) {
	testlong.Slow(t)
	rng := rand.New(rand.NewPCG(33, 6))
	m, err := minimal.New(context.Background(), parse(t, "1-z^2/4", 0), 4, minimal.Domain{Radius: 2, Bias: 1e-2})
	require.NoError(t, err)
	editTable(t, rng, "1-z^2/4", FromMinimum(m))
	if gaussians := "exp(-z^2/2) - exp(-z^2/200)"; testlong.Turn(0, 8) { // takes seconds
		editTable(t, rng, gaussians, provedTable(t, gaussians, 0, 16))
	}
}

// editTable edits the file of a table until enough edits have passed its reader: most do not.
func editTable(t *testing.T, rng *rand.Rand, formula string, table *Decomposition) {
	k, file := parse(t, formula, 0), encoded(t, table)
	want := testlong.RoundsTo(20, 400)
	read, accepted, tries := 0, 0, 0
	for ; read < want && tries < 50*want; tries++ {
		f, err := decodeDocument(testfile.Edited(rng, file))
		if err != nil {
			continue
		}
		member, seal, err := f.Seal()
		if err != nil {
			continue
		}
		*member = seal
		var text bytes.Buffer
		if document.Decomposition.Encode(&text, f) != nil {
			continue
		}
		d, err := Decode(bytes.NewReader(text.Bytes()))
		if err != nil {
			continue
		}
		read++
		ctx, stop := context.WithTimeout(context.Background(), 100*time.Millisecond)
		bias, err := VerifyTable(ctx, k, table.Dim, d)
		stop()
		if err == nil {
			accepted++
			stated, kind := d.BiasBound()
			assert.Equal(t, KindProved, kind)
			assert.LessOrEqual(t, bias, stated*1.02, "%s", text.Bytes())
		}
	}
	t.Logf("%s: %d edits, %d were read, %d accepted", formula, tries, read, accepted)
	assert.Equal(t, want, read, "%s: edits that a reader does not see", formula)
}
