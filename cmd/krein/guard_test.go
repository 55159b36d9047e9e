package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/internal/parallel"
)

// panicking makes the test binary end as the command does when it panics, in the goroutine of the verb or beside it.
const panicking = "KREIN_TEST_PANIC"

func endByPanic(where string) {
	do := func(int) { panic("a nil rational") }
	os.Exit(guarded(os.Args[1:], os.Stderr, func() int {
		if where == "beside" {
			parallel.For(8, do)
		}
		do(0)
		return exitDone
	}))
}

// TestUnforeseen: a panic ends the command with a status of its own, and a message with what was asked for, which can
// be pasted into a shell. The tests themselves see it.
func TestUnforeseen(t *testing.T) {
	assert.Equal(t, 1, guarded(nil, os.Stderr, func() int { return 1 }), "no panic: the status of the verb")
	for _, where := range []string{"here", "beside"} {
		t.Setenv(panicking, where)
		cmd, errs := start(t, "certify", "exp(-z)'s", "--dim", "3")
		require.Error(t, cmd.Wait())
		assert.Equal(t, exitInternal, cmd.ProcessState.ExitCode())
		text := errs.String()
		assert.Contains(t, text, "krein: internal error: a nil")
		assert.Contains(t, text, "\n  krein certify 'exp(-z)'\\''s' --dim 3\n  version ")
		assert.Contains(t, text, "guard_test.go:", "the place of the panic, in %s", text)
	}
}

// TestOnlyMainRecovers: no verb hides a panic from the tests.
func TestOnlyMainRecovers(t *testing.T) {
	found, err := filepath.Glob("*.go")
	require.NoError(t, err)
	for _, name := range found {
		data, err := os.ReadFile(name)
		require.NoError(t, err)
		if name != "guard.go" && !strings.HasSuffix(name, "_test.go") {
			assert.NotContains(t, string(data), "recover()", "%s: run panics as its callees do, so that tests see it", name)
		}
	}
}
