package main

import (
	"bytes"
	"fmt"
	"io"
	"krein/internal/testlong"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// asKrein makes the test binary be the command itself.
const asKrein = "KREIN_TEST_AS_COMMAND"

func TestMain(m *testing.M) {
	if where := os.Getenv(panicking); where != "" {
		endByPanic(where)
	}
	if os.Getenv(asKrein) != "" {
		main() // ends the process
	}
	if after := os.Getenv(cancelAfter); after != "" {
		os.Exit(runAndCancel(after))
	}
	os.Exit(m.Run())
}

// start starts the command in a process of its own.
func start(t *testing.T, args ...string) (*exec.Cmd, *bytes.Buffer) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), os.Args[0], args...)
	cmd.Env = append(os.Environ(), asKrein+"=1")
	errs := new(bytes.Buffer)
	cmd.Stderr = errs
	require.NoError(t, cmd.Start())
	return cmd, errs
}

// writing waits until a process writes a file in dir: under a temporary name or, on Linux, without one.
func writing(t *testing.T, cmd *exec.Cmd, dir string) {
	t.Helper()
	for begin := time.Now(); time.Since(begin) < 30*time.Second; time.Sleep(time.Millisecond) {
		if found, err := filepath.Glob(filepath.Join(dir, ".krein-*.tmp")); err == nil && len(found) > 0 {
			return
		}
		files := fmt.Sprintf("/proc/%d/fd", cmd.Process.Pid)
		entries, err := os.ReadDir(files)
		if err != nil {
			continue
		}
		for _, e := range entries {
			path := filepath.Join(files, e.Name())
			name, err := os.Readlink(path)
			if info, failed := os.Stat(path); err == nil && failed == nil && info.Size() > 0 && strings.HasPrefix(name, dir) {
				return
			}
		}
	}
	t.Fatal("nothing is being written")
}

func namesIn(t *testing.T, dir string) string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return strings.Join(names, " ")
}

// Ctrl-C while a file is being written leaves what was there before, and nothing else.
func TestInterruptWhileWriting(t *testing.T) {
	if testing.Short() {
		t.Skip("starts processes")
	}
	dir := t.TempDir()
	source, data := filepath.Join(dir, "t.json"), filepath.Join(dir, "x.csv")
	ok(t, "", "decompose", "gaussian(1) - 1/2*gaussian(3)", "--dim", "4", "-o", source)
	require.NoError(t, os.WriteFile(data, []byte(points(60_000, 4)), 0o600))
	for _, c := range testlong.Some([]struct {
		name string
		args []string
		out  string
	}{
		{"sample csv", []string{"table", "sample", source, "-n", "1000000000", "-o"}, "o.csv"},
		{"features stream", []string{"features", "--table", source, "--data", data, "--label", "first", "--ranges",
			filepath.Join(dir, "r.json"), "--columns", "1024", "-o"}, "o.npy"},
		{"sample npy", []string{"table", "sample", source, "-n", "1000000000", "--vectors", "-o"}, "o.npy"},
		{"sample gzip", []string{"table", "sample", source, "-n", "1000000000", "--part", "minus", "-o"}, "o.csv.gz"},
	}, 4) {
		t.Run(c.name, func(t *testing.T) {
			require.NoError(t, os.WriteFile(filepath.Join(dir, "r.json"), []byte(`{"min":[0,0,0,0],"max":[1,1,1,1]}`), 0o600))
			out := filepath.Join(t.TempDir(), c.out)
			require.NoError(t, os.WriteFile(out, []byte("old"), 0o600))
			cmd, errs := start(t, append(c.args, out)...)
			writing(t, cmd, filepath.Dir(out))
			interrupt(t, cmd, errs)
			assert.Equal(t, filepath.Base(out), namesIn(t, filepath.Dir(out)))
			b, err := os.ReadFile(out)
			require.NoError(t, err)
			assert.Equal(t, "old", string(b))
		})
	}
}

// Ctrl-C during the computation, before anything is written.
func TestInterruptWhileComputing(t *testing.T) {
	if testing.Short() {
		t.Skip("starts processes")
	}
	for name, args := range map[string][]string{
		"decompose": {"decompose", "-", "--dim", "16", "-o"},
		"minimal":   {"decompose", "-", "--dim", "16", "--minimal", "--radius", "2", "--bias", "1e-6", "-o"},
	} {
		t.Run(name, func(t *testing.T) {
			interruptComputing(t, "spherical_polynomial(2,10)", 50*time.Millisecond, append(args, "t.npz")...)
		})
	}
}

// interruptComputing starts the command with a formula on standard input and its last argument, a file's name, in an
// empty directory, interrupts it after a while and wants it to end soon, to say so, and to leave nothing.
func interruptComputing(t *testing.T, formula string, after time.Duration, args ...string) {
	t.Helper()
	dir := t.TempDir()
	args = append(slices.Clone(args[:len(args)-1]), filepath.Join(dir, args[len(args)-1]))
	cmd := exec.CommandContext(t.Context(), os.Args[0], args...)
	cmd.Env = append(os.Environ(), asKrein+"=1")
	var errs bytes.Buffer
	cmd.Stderr = &errs
	stdin, err := cmd.StdinPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	// More than a pipe holds: once it is written, the command is reading, and listens to signals.
	_, err = io.WriteString(stdin, strings.Repeat(" ", 200_000)+formula)
	require.NoError(t, err)
	require.NoError(t, stdin.Close())
	time.Sleep(after)
	interrupt(t, cmd, &errs)
	assert.Empty(t, namesIn(t, dir))
}

// interrupt sends Ctrl-C to a running command and wants it to end soon and to say so.
func interrupt(t *testing.T, cmd *exec.Cmd, errs fmt.Stringer) {
	t.Helper()
	require.NoError(t, cmd.Process.Signal(os.Interrupt))
	begin := time.Now()
	require.Error(t, cmd.Wait())
	assert.Less(t, time.Since(begin), 10*time.Second)
	assert.Equal(t, exitInterrupted, cmd.ProcessState.ExitCode())
	assert.Contains(t, errs.String(), "interrupted; no partial file was left behind")
}

// A process that is killed cannot clean up, but leaves the old file under its name, and nothing that looks like a result.
func TestKillWhileWriting(t *testing.T) {
	if testing.Short() {
		t.Skip("starts processes")
	}
	dir := t.TempDir()
	source, out := filepath.Join(t.TempDir(), "t.json"), filepath.Join(dir, "o.csv")
	ok(t, "", "decompose", "gaussian(1)", "--dim", "4", "-o", source)
	require.NoError(t, os.WriteFile(out, []byte("old"), 0o600))
	cmd, _ := start(t, "table", "sample", source, "-n", "1000000000", "-o", out)
	writing(t, cmd, dir)
	require.NoError(t, cmd.Process.Kill())
	require.Error(t, cmd.Wait())
	for _, name := range strings.Fields(namesIn(t, dir)) {
		assert.Regexp(t, `^(o\.csv|\.krein-\d+\.tmp)$`, name, "nobody takes it for a result")
	}
	b, err := os.ReadFile(out)
	require.NoError(t, err)
	assert.Equal(t, "old", string(b))
}
