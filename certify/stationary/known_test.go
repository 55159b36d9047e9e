package stationary_test

import (
	"context"
	"encoding/json"
	"math/big"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	check "krein/certify/check/stationary"
	"krein/certify/proof"
	"krein/certify/stationary"
	fourier "krein/fourier/stationary"
	"krein/internal/testlong"
)

// row is a kernel with what is known of it; "proved" says that a claim is true, "undecided" that its truth is not known here.
type row struct {
	Formula string              `json:"formula"`
	Dim     int                 `json:"dim"`
	Params  map[string]string   `json:"params"`
	Axes    []any               `json:"axes"`
	Lengths []string            `json:"lengths"`
	Want    map[proof.ID]string `json:"want"`
	Source  string              `json:"source"`
}

func (r *row) kernel(t *testing.T) *fourier.Kernel {
	t.Helper()
	opt := &fourier.Options{Params: r.Params, Lengths: r.Lengths}
	for _, a := range r.Axes {
		axis := make([]*big.Rat, r.Dim)
		for i := range axis {
			axis[i] = big.NewRat(1, 1)
			if list, ok := a.([]any); ok {
				_, ok := axis[i].SetString(list[i].(string))
				require.True(t, ok)
			}
		}
		opt.Axes = append(opt.Axes, axis)
	}
	k, err := fourier.Parse(r.Formula, r.Dim, opt)
	require.NoError(t, err, r.Formula)
	return k
}

func rows(t *testing.T) (list []row) {
	t.Helper()
	data, err := os.ReadFile("../../testdata/stationary.json")
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(data, &list))
	return list
}

// TestKnown: no claim of a kernel with a source is wrong, and nine of ten are decided.
func TestKnown(t *testing.T) {
	list := rows(t)
	require.GreaterOrEqual(t, len(list), 80)
	decided, all := 0, 0
	for _, r := range testlong.Some(list, 10) {
		k := r.kernel(t)
		cert, err := stationary.Run(context.Background(), k, nil)
		require.NoError(t, err)
		for _, id := range check.IDs() {
			cl := cert.Claim(id)
			if cl.Status != proof.Undecided {
				report := check.Verify(context.Background(), cert, k, id, 0)
				assert.Equal(t, "accepted", report.Verdict.String(), "%s: %s", r.Formula, report.Why)
			}
			if r.Want[id] == "undecided" {
				continue
			}
			all++
			if cl.Status == proof.Undecided {
				t.Logf("%s in R^%d: %s is undecided: %s", r.Formula, r.Dim, id, cl.Because)
				continue
			}
			decided++
			assert.Equal(t, r.Want[id], cl.Status.String(), "%s in R^%d: %s, by %s", r.Formula, r.Dim, id, cl.Rule)
		}
	}
	t.Logf("%d of %d claims are decided", decided, all)
	assert.GreaterOrEqual(t, 10*decided, 9*all)
}
