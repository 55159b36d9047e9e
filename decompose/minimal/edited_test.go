package minimal

import (
	"context"
	"encoding/json"
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/internal/kernel/numeric"
	"krein/internal/testfile"
	"krein/internal/testlong"
)

// TestEditedFiles: Verify panics on no file whose checksum is right, and what it accepts holds: a bias where it is looked
// at, and a lower bound beside the measure that was found.
func TestEditedFiles(t *testing.T) {
	rng := rand.New(rand.NewPCG(33, 5))
	read, accepted := 0, 0
	for _, r := range testlong.Some([]struct {
		formula string
		dim     int
		dom     Domain
	}{
		{"1-z^2/4", 4, Domain{Radius: 2, Bias: 1e-2}},
		{"1-z^2/4", 1, Domain{Radius: 2, Bias: 1e-2}},
		{"exp(-z)*cos(z)", 3, Domain{Radius: 1, Bias: 1e-2}},
		{"1-z^2/4", 4, Domain{Radius: 2, Bias: 1e-2, Distances: []float64{0.1, 0.7, 1.9}}},
	}, 4) {
		k := parse(t, r.formula, 0)
		m, err := New(context.Background(), k, r.dim, r.dom)
		require.NoError(t, err)
		require.NoError(t, Verify(context.Background(), k, r.dim, m))
		file, err := json.Marshal(m)
		require.NoError(t, err)
		at := numeric.Compile(k).At
		for range max(100, testlong.RoundsTo(100, 5000)) {
			text := sealed(testfile.Edited(rng, file))
			var e Measure
			if text == nil || e.UnmarshalJSON(text) != nil {
				continue
			}
			read++
			ctx, stop := context.WithTimeout(context.Background(), time.Second)
			err := Verify(ctx, k, r.dim, &e)
			stop()
			if err != nil {
				continue
			}
			accepted++
			if len(e.Distances) == 0 && e.Radius <= m.Radius && e.Tolerance >= m.Bias {
				assert.LessOrEqual(t, e.Lower, m.Mass, "%s", text)
			}
			z := make([]float64, 20)
			for i := range z {
				z[i] = e.Radius * float64(i) / 19
			}
			for i, v := range e.KernelTo(nil, z) {
				assert.LessOrEqual(t, math.Abs(v-at(z[i])), e.Bias*(1+1e-9)+1e-12*e.Mass, "%s at %v", text, z[i])
			}
		}
	}
	t.Logf("%d edited files were read, %d accepted", read, accepted)
	assert.Greater(t, read, 20, "edits that a reader does not see")
}

// sealed gives a file the checksum of what it has become; nil if it is none.
func sealed(file []byte) []byte {
	var f wire
	if json.Unmarshal(file, &f) != nil {
		return nil
	}
	member, want, err := f.Seal()
	if err != nil {
		return nil
	}
	*member = want
	text, err := json.Marshal(&f)
	if err != nil {
		return nil
	}
	return text
}
