package main

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestDoctor(t *testing.T) {
	out := ok(t, "", "doctor")
	assert.Contains(t, out, "works, ")
	assert.Contains(t, out, "krein.map/1")
	t.Setenv("TMPDIR", "/nowhere")
	code, out, stderr := krein(t, "", "doctor", "--json")
	assert.Contains(t, out, `"what": "kernels of maps"`)
	assert.Equal(t, exitNotMet, code)
	assert.Contains(t, stderr, "set TMPDIR")
}

// Completions know verbs and flags.
func TestCompletion(t *testing.T) {
	for _, shell := range []string{"bash", "zsh", "fish", "powershell"} {
		code, out, stderr := krein(t, "", "completion", shell)
		require.Equal(t, exitDone, code, stderr)
		assert.Contains(t, out, "krein", shell)
	}
	_, out, _ := krein(t, "", "__complete", "cer")
	assert.Contains(t, out, "certify")
	_, out, _ = krein(t, "", "__complete", "certify", "--req")
	assert.Contains(t, out, "--require")
	_, out, _ = krein(t, "", "__complete", "completion", "")
	assert.Contains(t, out, "zsh")
	assert.Contains(t, ok(t, "", "help", "table", "check"), "krein table check")
}
