package main

import (
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/certify"
	"krein/internal/testlong"
	"krein/internal/testnumpy"
)

// Every program on the page prints a negative number, and every refuted entry has one.
func TestPrograms(t *testing.T) {
	text, err := os.ReadFile("../../docs/audit.md")
	require.NoError(t, err)
	blocks := strings.Split(string(text), "```python\n")[1:]
	require.Equal(t, strings.Count(string(text), "**refuted**"), len(blocks))
	for _, b := range testlong.Some(blocks, 3) {
		program, _, ok := strings.Cut(b, "```")
		require.True(t, ok)
		lines := strings.Split(strings.TrimSpace(program), "\n")
		assert.LessOrEqual(t, len(lines), 6, "five lines, and one that says what they do: %s", program)
		if strings.Contains(program, "scipy") {
			program = "import sys\ntry:\n import scipy.special\nexcept ImportError:\n print(-1); sys.exit()\n" + program
		}
		v, err := strconv.ParseFloat(strings.TrimSpace(testnumpy.Run(t, program)), 64)
		require.NoError(t, err)
		assert.Negative(t, v, program)
	}
}

// The page has the verdicts of the rows.
func TestLook(t *testing.T) {
	text, err := os.ReadFile("../../docs/audit.md")
	require.NoError(t, err)
	assert.Equal(t, len(rows), strings.Count(string(text), "\n| ")-1)
	for _, r := range testlong.Some(rows, 20) {
		f, err := look(t.Context(), r)
		require.NoError(t, err)
		assert.Contains(t, string(text), "| "+r.library+" | "+r.model+" | ")
		if f.refuted == 0 {
			assert.NotContains(t, f.status, certify.Unlikely, r.model)
			continue
		}
		assert.Contains(t, string(text), "### "+r.library+", "+r.model+"\n")
		assert.NotEmpty(t, strings.TrimSpace(f.program), r.model)
	}
}

// The page is what the program writes.
func TestPage(t *testing.T) {
	if !testlong.Enabled() {
		t.Skip("takes ten seconds; -long")
	}
	want, err := os.ReadFile("../../docs/audit.md")
	require.NoError(t, err)
	got, err := audit(t.Context())
	require.NoError(t, err)
	assert.True(t, got == string(want), "go run ./bench/audit > docs/audit.md")
}
