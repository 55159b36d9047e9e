package stationary_test

import (
	"bytes"
	"context"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/certify"
	prover "krein/certify/stationary"
	"krein/internal/certify/check"
	stationary "krein/internal/certify/check/stationary"
	"krein/internal/certify/proof"
	"krein/internal/testfile"
	"krein/internal/testlong"
)

// editedKernels have proofs by many rules, and masses by every method; of some the enclosures of masses contain 0.
var editedKernels = []struct {
	source string
	dim    int
}{
	{"exp(-z^2)*sinh(1e3*t)", 1}, {"exp(-(z^2+2*sum(20*x)+3200)*50)", 8}, {"prod(2*exp(-abs(x)) - exp(-2*abs(x)))", 2},
	{"exp(-z^2)*(1+x1)", 2}, {"max(1-l1,0)", 2}, {"exp(-l1) + sum(cos(x))", 2}, {"t > 0 ? exp(-t) : 0", 1},
	{"prod(abs(x) < 1 ? 1 : 0)", 2}, {"exp(-(x1^2+x1*x2+x2^2))*cos(x1)", 2}, {"exp(-z)*cos(t)", 2},
}

// TestMassesContainingZero: an enclosure of a mass that reaches below 0 is cut there, by prover and checker alike.
func TestMassesContainingZero(t *testing.T) {
	testlong.Await(t, 1, 7) // takes seconds
	for _, r := range editedKernels[:2] {
		k := parsed(t, r.source, r.dim)
		cert, err := prover.Run(context.Background(), k, &certify.Settings{Effort: 0.1})
		require.NoError(t, err)
		require.Equal(t, proof.Proved, cert.Claim(stationary.FiniteMass).Status)
		require.NotNil(t, cert.Masses.Imaginary, "the masses of %s", r.source)
		assert.Equal(t, "0", cert.Masses.Imaginary.Lower)
		verdict, why := stationary.VerifyMasses(context.Background(), cert, k, 0)
		assert.Equal(t, check.Accepted, verdict, why)
	}
}

// TestEditedFiles: a checker panics on no file, and accepts no other status than that which was proved.
func TestEditedFiles(t *testing.T) {
	rng := rand.New(rand.NewPCG(33, 2))
	read, accepted := 0, 0
	for i, r := range editedKernels {
		if !testlong.Turn(i+15, 5) { // without a flag exp(-l1) + sum(cos(x)), which is checked soonest
			continue
		}
		k := parsed(t, r.source, r.dim)
		cert, err := prover.Run(context.Background(), k, &certify.Settings{Effort: 0.1})
		require.NoError(t, err)
		data, err := cert.MarshalJSON()
		require.NoError(t, err)
		for range max(60, testlong.RoundsTo(100, 2000)) {
			edited := sealedLemmas(testfile.Edited(rng, data))
			c, err := stationary.Decode(bytes.NewReader(edited))
			if err != nil {
				continue
			}
			read++
			ctx, stop := context.WithTimeout(context.Background(), 100*time.Millisecond)
			for _, id := range stationary.IDs() {
				if v := stationary.Verify(ctx, c, k, id, 200); v.Verdict == check.Accepted {
					accepted++
					require.Equal(t, cert.Claim(id).Status, v.Status, "%s of %s: %s", id, r.source, edited)
				}
			}
			stationary.VerifyMasses(ctx, c, k, 200)
			for _, m := range []stationary.Method{stationary.OfPD, stationary.OfRadial, stationary.OfFactors, stationary.OfLine,
				stationary.OfProducts, stationary.OfNorm1} {
				_, _ = stationary.MassesFrom(ctx, c, k, m, 200)
			}
			stop()
		}
	}
	t.Logf("%d edited files were read, %d claims in them accepted", read, accepted)
	assert.Greater(t, read, 20, "edits that a reader does not see")
}

// sealedLemmas gives the lemmas of a file the digests of what they have become.
func sealedLemmas(file []byte) []byte {
	text := string(file)
	for range 8 {
		_, err := stationary.Decode(strings.NewReader(text))
		if err == nil {
			break
		}
		before, after, found := strings.Cut(err.Error(), "but the contents have \"")
		i := strings.LastIndex(before, "\"")
		if !found || i < 64 {
			break
		}
		text = strings.ReplaceAll(text, before[i-64:i], after[:64])
	}
	return []byte(text)
}
