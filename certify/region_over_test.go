package certify_test

import (
	"context"
	"math/big"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/certify"
	"krein/certify/region"
	"krein/internal/certify/check"
	"krein/internal/testlong"
)

// A claim for a closed interval is decided in pieces where an end is of another kind, and only if the pieces agree.
func TestOver(t *testing.T) {
	for i, row := range []struct {
		formula, from, to string
		dim               int
		openFrom, openTo  bool
		want              certify.Status // of pd, for all of the interval
		pieces            bool
		slow              bool // a plain run has the others
	}{
		{"exp(-z)*cos(b*z)", "0", "1/2", 3, false, false, certify.Proved, true, true},
		{"exp(-z)*cos(b*z)", "0", "1/2", 3, true, false, certify.Proved, false, false},
		{"exp(-z)*cos(b*z)", "0", "3/5", 3, false, false, certify.Undecided, false, true},                           // refuted at 3/5
		{"exp(-z) - exp(-b*z)", "1/2", "1", 1, false, false, certify.Undecided, false, false},                       // 0, which is pd, at 1 alone
		{"exp(-z) - exp(-b*z)", "1/2", "1", 1, false, true, certify.Refuted, false, false},                          // and below it is not
		{"exp(-z)*(1 + b*z)", "0", "1", 3, false, false, certify.Proved, true, true},                                // affine
		{"exp(-z)*cos(z)*cosh(b*z)", "0", "1/1000", 1, false, false, certify.Proved, true, true},                    // a parameter of width 1e-3
		{"exp(-z)*cos(b*z)", "0", "1/1000000000000000000000000000000", 3, false, false, certify.Proved, true, true}, // and 1e-30
		{"exp(-z^2)*cos(b*z)", "0", "1000000", 1, false, false, certify.Proved, true, false},
	} {
		if row.slow && !testlong.Turn(1+i, 2) {
			continue
		}
		f := &region.Family{Formula: row.formula, Name: "b"}
		s := region.Span{From: rational(t, row.from), To: rational(t, row.to), OpenFrom: row.openFrom, OpenTo: row.openTo}
		cert, d, err := certify.Over(context.Background(), f, s, row.dim, &certify.Settings{Claims: []certify.ID{certify.PD}})
		require.NoError(t, err)
		got := cert.Claim(certify.PD).Status
		if d != nil {
			reports, err := d.Verify(context.Background(), f, row.dim, 0)
			require.NoError(t, err)
			require.Equal(t, check.Accepted, reports[0].Verdict, reports[0].Why)
			require.Len(t, d.Claims[0].Cells, 1)
			got = d.Claims[0].Cells[0].Status
			d.Hi = new(big.Rat).Add(d.Hi, big.NewRat(1, 100)) // a certificate says nothing beyond its range
			reports, err = d.Verify(context.Background(), f, row.dim, 0)
			require.NoError(t, err)
			assert.Equal(t, check.Rejected, reports[0].Verdict)
		}
		if row.want == certify.Undecided {
			assert.NotContains(t, []certify.Status{certify.Proved, certify.Refuted}, got, row.formula)
			assert.Nil(t, d, row.formula)
			continue
		}
		assert.Equal(t, row.want, got, "%s for b from %s to %s", row.formula, row.from, row.to)
		assert.Equal(t, row.pieces, d != nil, "%s for b from %s to %s", row.formula, row.from, row.to)
	}
}
