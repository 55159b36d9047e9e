//go:build linux

package main

import (
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strconv"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/cmd/krein/beam/internal/shards"
)

// fileLimit makes files that grow beyond so many bytes fail to be written, as on a disk that is
// full.
const fileLimit = "KREIN_BEAM_TEST_FILE_LIMIT"

func init() {
	n, err := strconv.ParseUint(os.Getenv(fileLimit), 10, 64)
	if err != nil {
		return
	}
	const rlimitFsize = 1
	signal.Ignore(syscall.SIGXFSZ)
	if err := syscall.Setrlimit(rlimitFsize, &syscall.Rlimit{Cur: n, Max: n}); err != nil {
		panic(err)
	}
}

// Where a shard cannot be written the error says which file; no part of it is left, and a run with
// room goes on.
func TestFull(t *testing.T) {
	dir := t.TempDir()
	table(t, dir, 2, 40, 4)
	out := filepath.Join(dir, "phi")
	args := []string{"features", "gaussian(1)", "--data", filepath.Join(dir, "x-*.csv"), "--label", "1", "--columns",
		"1024", "--format", "npy", "-o", out}
	self, err := os.Executable()
	require.NoError(t, err)
	cmd := exec.Command(self, args...)
	cmd.Env = append(os.Environ(), asCommand+"=1", fileLimit+"=200000")
	said, err := cmd.CombinedOutput()
	require.Error(t, err)
	assert.Contains(t, string(said), "writing "+filepath.Join(out, "part-0000"))
	assert.Contains(t, string(said), syscall.EFBIG.Error())
	left, err := filepath.Glob(filepath.Join(out, "*part-*"))
	require.NoError(t, err)
	assert.Empty(t, left)
	hidden, err := filepath.Glob(filepath.Join(out, ".part-*"))
	require.NoError(t, err)
	assert.Empty(t, hidden)
	_, err = beamed(t, args...)
	require.NoError(t, err)
	done, err := filepath.Glob(filepath.Join(out, "*"+shards.Suffix))
	require.NoError(t, err)
	assert.Len(t, done, 2)
}
