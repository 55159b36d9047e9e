package main

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/cmd/krein/internal/verification"
)

// TestVerifyTrusted: text and JSON say what was trusted.
func TestVerifyTrusted(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "c.json")
	ok(t, "", "certify", "exp(-z)", "--dim", "3", "-o", path)
	out := ok(t, "", "verify", path, "--kernel", "exp(-z)", "--dim", "3")
	assert.Contains(t, out, "trusted: the theorems of docs/rules, go1.")
	says := strings.Join(strings.Fields(out), " ")
	for _, p := range []string{"ball", "special", "kernel", "internal/certify/certificate", "internal/certify/proof", "internal/certify/check",
		"internal/certify/check/rule", "internal/certify/check/pd", "internal/limb"} {
		assert.Contains(t, says, p+" (")
	}
	assert.NotContains(t, says, "hankel", "no proof has a rule about densities")
	out = ok(t, "", "verify", path, "--kernel", "exp(-z)", "--dim", "3", "--claim", "completely-monotone")
	assert.Contains(t, out, "internal/certify/check/monotone (")
	assert.NotContains(t, out, "internal/certify/check/pd (")
	negative := filepath.Join(t.TempDir(), "d.json")
	ok(t, "", "certify", "exp(-z) - 1/100", "--dim", "3", "-o", negative)
	out = ok(t, "", "verify", negative, "--kernel", "exp(-z) - 1/100", "--dim", "3", "--claim", "masses")
	says = strings.Join(strings.Fields(out), " ")
	for _, p := range []string{"internal/certify/check/spectrum", "internal/hankel/closed", "internal/hankel/density", "internal/hankel/sign", "internal/hankel/mass"} {
		assert.Contains(t, says, p+" (")
	}
	var v struct {
		Trusted verification.TrustedBase
		Masses  struct{ Kind, Verdict, Total, Minus string }
	}
	require.NoError(t, json.Unmarshal([]byte(ok(t, "", "verify", path, "--kernel", "exp(-z)", "--dim", "3", "--json")),
		&v))
	assert.Greater(t, v.Trusted.Lines, 10_000)
	assert.NotEmpty(t, v.Trusted.Go)
	assert.Equal(t, "accepted", v.Masses.Verdict)
	assert.Equal(t, "1", v.Masses.Total)
	assert.Equal(t, "0", v.Masses.Minus)
}
