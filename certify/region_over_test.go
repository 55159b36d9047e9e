package certify_test

import (
	"context"
	"math/big"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/certify"
	"krein/certify/region"
	"krein/certify/verify"
	"krein/internal/certify/certificate"
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
		{"max(0,1-z)^b*(1+b*z)", "4", "5", 3, false, false, certify.Proved, false, false},                           // Wendland's function
		{"max(0,1-z)^b*(1+4*z)", "4", "5", 3, false, false, certify.Proved, false, false},                           // between Askey's and Wendland's
		{"max(0,1-z)^b*(1+4*z)", "7/2", "5", 3, false, false, certify.Undecided, false, false},
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

// The masses for an interval of values enclose those of each value, and the checker takes no others.
func TestMassesOver(t *testing.T) {
	for i, row := range []struct {
		formula, from, to string
		dim               int
	}{
		{"delta_gaussian(1, b)", "2", "201/100", 16},
		{"exp(-z)*cos(b*z)", "1", "101/100", 3},
		{"exp(-z^2) - b*exp(-z^2/4)", "1/2", "11/20", 3},
		{"b*matern(3/2) - exp(-b*z)", "3/2", "31/20", 2},
		{"b*exp(-z)", "2", "3", 3}, // k(0)
		{"(b + b^2*z)*exp(-z)", "1/10", "1/3", 1},
	} {
		if !testlong.Turn(i, 3) {
			continue
		}
		f := &region.Family{Formula: row.formula, Name: "b"}
		s := region.Span{From: rational(t, row.from), To: rational(t, row.to)}
		k, err := f.Over(s)
		require.NoError(t, err)
		cert, err := certify.Run(t.Context(), k, row.dim, nil)
		require.NoError(t, err)
		m := cert.Mass()
		require.Equal(t, certificate.MassEnclosed, m.Kind, row.formula)
		for _, share := range []int64{0, 1, 3, 8} {
			at := new(big.Rat).Sub(s.To, s.From)
			at.Add(s.From, at.Mul(at, big.NewRat(share, 8)))
			one, err := f.At(at)
			require.NoError(t, err)
			of, err := certify.ProvedMasses(t.Context(), one, row.dim, nil)
			require.NoError(t, err)
			for _, x := range [][2]*certificate.Bounds{{m.Total, of.Total}, {m.Plus, of.Plus}, {m.Minus, of.Minus}} {
				assert.LessOrEqual(t, x[0].Lower, x[1].Upper, "%s at %v", row.formula, at)
				assert.LessOrEqual(t, x[1].Lower, x[0].Upper, "%s at %v", row.formula, at)
			}
		}
		report := func(c *certify.Certificate) verify.MassReport {
			return verify.New(c, k, row.dim, 0).Masses(t.Context())
		}
		require.Equal(t, check.Accepted, report(cert).Verdict, "%s: %s", row.formula, report(cert).Why)
		wider, err := f.Over(region.Span{From: s.From, To: new(big.Rat).Add(s.To, big.NewRat(1, 1000))})
		require.NoError(t, err)
		assert.Equal(t, check.Rejected, verify.New(cert, wider, row.dim, 0).Masses(t.Context()).Verdict, row.formula)
		m.Plus = certificate.NewBounds(big.NewFloat(m.Plus.Lower), big.NewFloat((m.Plus.Lower+m.Plus.Upper)/2)) // of some values alone
		forged := certificate.New(cert.Formula(), cert.Beyond(), cert.Dim(), cert.Claims(), m)
		assert.Equal(t, check.Rejected, report(forged).Verdict, row.formula)
	}
}
