package certify

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/kernel/parser"
)

// A rule about kernels of one form is no reason why a claim is open: it was tried, and that is said with the evidence.
func TestReasonsAreNoForms(t *testing.T) {
	t.Parallel()
	const equals = "equals"
	for source, dim := range map[string]int{"wendland(7,1)*circular(2)": 5} {
		k, err := parser.Parse(source, nil)
		require.NoError(t, err)
		cert, err := Run(t.Context(), k, dim, &Settings{Claims: []ID{PD}, SkipMass: true})
		require.NoError(t, err)
		claim := cert.Claim(PD)
		require.Equal(t, Undecided, claim.Status, source)
		assert.NotContains(t, claim.Because, equals, source)
		assert.NotEmpty(t, claim.Because, source)
		var evidence struct{ Tried []attempt }
		require.NoError(t, json.Unmarshal(claim.Evidence, &evidence))
		some := false
		for _, a := range evidence.Tried {
			some = some || strings.Contains(a.Because, equals)
		}
		assert.True(t, some, "%s: what was tried, %v", source, evidence.Tried)
	}
}
