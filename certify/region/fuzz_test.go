package region

import (
	"bytes"
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"krein/internal/certify/proof"
)

// FuzzDecodeMap: a map that is accepted, sealed again by whoever changed it, is written as it was read.
func FuzzDecodeMap(f *testing.F) {
	open := wireCell{From: "0", To: "1", Status: proof.Undecided.String()}
	seed := wireMap{Format: mapFormat, Family: wireFamily{Formula: "exp(-a*z)*(1-c*z)"}, Dim: 3, Claim: proof.PD,
		Axes: []wireParameter{{"a", "1/2", "2"}, {"c", "0", "1"}},
		Root: wirePart{Divided: "a", Cuts: []string{"1"}, Parts: []wirePart{{Cells: []wireCell{open}}, {}, {Cells: []wireCell{open}}}}}
	data, err := json.Marshal(&seed)
	require.NoError(f, err)
	f.Add(data)
	f.Add([]byte(`{"format":"krein.region/2","map":{"parts":[{}]}}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		var w wireMap
		if json.Unmarshal(data, &w) == nil {
			if member, want, err := w.Seal(); err == nil {
				*member = want
				if data, err = json.Marshal(&w); err != nil {
					t.Fatal(err)
				}
			}
		}
		m, err := DecodeMap(bytes.NewReader(data))
		if err != nil {
			return
		}
		text, err := m.MarshalJSON()
		require.NoError(t, err)
		again, err := DecodeMap(bytes.NewReader(text))
		require.NoError(t, err)
		more, err := again.MarshalJSON()
		require.NoError(t, err)
		require.Equal(t, text, more)
	})
}
