package main

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var updateMan = flag.Bool("update-man", false, "write the man pages")

// The man pages in docs/man are those of the commands as they are: go test -run TestMan -update-man writes them.
func TestMan(t *testing.T) {
	t.Parallel()
	const dir = "../../docs/man"
	written := map[string][]byte{}
	var visit func(cmd *cobra.Command)
	visit = func(cmd *cobra.Command) {
		if cmd.Hidden || cmd.Name() == "help" {
			return
		}
		cmd.DisableAutoGenTag = true
		var b bytes.Buffer
		name := strings.ReplaceAll(cmd.CommandPath(), " ", "-")
		date := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC) // pages do not change with the day
		require.NoError(t, doc.GenMan(cmd, &doc.GenManHeader{Title: strings.ToUpper(name), Section: "1", Source: "krein",
			Manual: "krein", Date: &date}, &b))
		written[name+".1"] = b.Bytes()
		for _, sub := range cmd.Commands() {
			visit(sub)
		}
	}
	visit(newRoot())
	if *updateMan {
		require.NoError(t, os.MkdirAll(dir, 0o755))
		old, err := filepath.Glob(dir + "/*.1")
		require.NoError(t, err)
		for _, path := range old {
			require.NoError(t, os.Remove(path))
		}
		for name, b := range written {
			require.NoError(t, os.WriteFile(filepath.Join(dir, name), b, 0o644))
		}
	}
	have, err := filepath.Glob(dir + "/*.1")
	require.NoError(t, err)
	assert.Len(t, have, len(written))
	for name, want := range written {
		got, err := os.ReadFile(filepath.Join(dir, name))
		if assert.NoError(t, err) {
			assert.True(t, bytes.Equal(want, got), "%s is not what the command says: go test -run TestMan -update-man", name)
		}
	}
}
