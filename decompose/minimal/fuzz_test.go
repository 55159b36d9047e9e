package minimal

import (
	"encoding/json"
	"math"
	"testing"

	"github.com/stretchr/testify/require"
)

// FuzzUnmarshal: a measure that is accepted, sealed again by whoever changed it, has finite numbers and is written as it was
// read.
func FuzzUnmarshal(f *testing.F) {
	m, err := New(f.Context(), parse(f, "1-z^2/4", 0), 2, Domain{Radius: 1, Bias: 1e-1})
	require.NoError(f, err)
	data, err := m.MarshalJSON()
	require.NoError(f, err)
	f.Add(data)
	f.Fuzz(func(t *testing.T, data []byte) {
		var w wire
		if json.Unmarshal(data, &w) == nil {
			if member, want, err := w.Seal(); err == nil {
				*member = want
				if data, err = json.Marshal(&w); err != nil {
					t.Fatal(err)
				}
			}
		}
		var m, again Measure
		if m.UnmarshalJSON(data) != nil {
			return
		}
		for _, v := range append([]float64{m.Mass, m.Cost, m.Bias, m.Scale, m.Lower, m.Radius}, m.Distances...) {
			require.False(t, math.IsNaN(v) || math.IsInf(v, 0), v)
		}
		text, err := m.MarshalJSON()
		require.NoError(t, err)
		require.NoError(t, again.UnmarshalJSON(text))
		require.Equal(t, m, again)
	})
}
