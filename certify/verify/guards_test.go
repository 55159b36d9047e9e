package verify

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/internal/certify/certificate"
	"krein/internal/certify/check"
	"krein/internal/certify/check/pd"
	"krein/internal/certify/check/rule"
	"krein/internal/certify/checktest"
	"krein/internal/certify/proof"
	"krein/kernel"
)

// TestGuardsAbout: a certificate answers for its kernel and dimension only.
func TestGuardsAbout(t *testing.T) {
	rational := func(text string) []rule.Rational {
		var x rule.Rational
		require.NoError(t, x.UnmarshalText([]byte(text)))
		return []rule.Rational{x}
	}
	k := checktest.Parsed(t, "1 - 2*z")
	weights := append(rational("1"), rational("1")...)
	points := pd.NewPointsEvidence(k, [][]rule.Rational{rational("1"), rational("-1")}, weights, 64)
	refuted := proof.NewStep("pd-sphere.points", "", points)
	var claims []proof.Claim
	for _, id := range proof.IDs() {
		claim := proof.Claim{ID: id, Status: proof.Undecided, Because: "test"}
		if id == proof.PDSphere {
			claim = proof.Claim{ID: id, Status: proof.Refuted, Because: "test", Rule: refuted.Rule, Proof: refuted}
		}
		claims = append(claims, claim)
	}
	cert := certificate.New("1 - 2*z", "natural", 1, claims, certificate.Mass{})
	for _, row := range []struct {
		k    *kernel.Kernel
		dim  int
		want check.Verdict
		why  string
	}{
		{k, 1, check.Accepted, ""},
		{checktest.Parsed(t, "1-2*z"), 1, check.Accepted, ""},
		{k, 2, check.Rejected, "is about R^1, not R^2"},
		{checktest.Parsed(t, "1-3*z"), 1, check.Rejected, "is about another kernel"},
	} {
		c := New(cert, row.k, row.dim, 0)
		r := c.Claim(context.Background(), proof.PDSphere)
		assert.Equal(t, row.want, r.Verdict, row.why)
		assert.Contains(t, r.Why, row.why)
		assert.Equal(t, check.Rejected, c.Masses(context.Background()).Verdict)
	}
}
