package main

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/internal/testlong"
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
		{"features stream", []string{"features", source, "--data", data, "--label", "first", "--scale",
			filepath.Join(dir, "r.json"), "--columns", "1024", "-o"}, "o.npy"},
		{"sample npy", []string{"table", "sample", source, "-n", "1000000000", "-o"}, "o.npy"},
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

// TestKilledWriters: whenever a process is killed, every file that it writes is the one of before or whole, and what else
// it leaves nobody takes for a result. Half of the processes are killed at any moment, half while a file is being written.
func TestKilledWriters(t *testing.T) {
	testlong.Slow(t)
	kills := testlong.RoundsTo(4, 40)
	home := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(home, "x.csv"), []byte(points(3000, 2)), 0o600))
	ok(t, "", "decompose", "gaussian(1)", "--dim", "1", "-o", filepath.Join(home, "table.json"))
	child := func(dir string, args []string) *exec.Cmd {
		cmd := exec.CommandContext(t.Context(), os.Args[0], args...)
		cmd.Env, cmd.Dir = append(os.Environ(), asKrein+"=1"), dir
		require.NoError(t, cmd.Start())
		return cmd
	}
	large := strings.NewReplacer("--columns 8", "--columns 256", "-n 5", "-n 50000") // whose writing takes a while
	line := func(name, out string) []string {
		return strings.Fields(strings.ReplaceAll(large.Replace(writers[name]), "OUT", out))
	}
	require.NoError(t, child(home, line("krein fit --output", "model.npz")).Wait())
	contents := func(dir string) map[string]string {
		all := map[string]string{}
		for _, name := range strings.Fields(namesIn(t, dir)) {
			b, err := os.ReadFile(filepath.Join(dir, name))
			require.NoError(t, err)
			all[name] = string(b)
		}
		return all
	}
	temporary := regexp.MustCompile(`^\.krein-\d+\.tmp$`)
	names := slices.Sorted(maps.Keys(writers))
	for i, name := range names {
		t.Run(name, func(t *testing.T) {
			testlong.Await(t, i, len(names))
			place := name[strings.LastIndexByte(name, ' ')+1:]
			out := "out" + cmp.Or(endings[place]+endings[name], map[string]string{"--output": ".json", "--proof": ".json", "TO": ".npz",
				"--right": ".npy", "--signature": ".npy", "--save-ranges": ".json"}[place])
			switch name {
			case "krein fit --output":
				out = "out.npz"
			case "krein features --output":
				out = "out.npy"
			case "krein convert --output", "krein predict --output", "krein table sample --output":
				out = "out.csv"
			}
			before := contents(home)
			fresh := func() string {
				dir := t.TempDir()
				for name, text := range before {
					require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600))
				}
				return dir
			}
			dir := fresh()
			begin := time.Now()
			require.NoError(t, child(dir, line(name, out)).Wait())
			takes, whole := time.Since(begin), contents(dir)
			require.Contains(t, whole, out)
			for name, text := range before {
				require.Equal(t, text, whole[name], "an input changes")
			}
			r := rand.New(rand.NewPCG(uint64(i), 7))
			inWriting := 0
			for k := range kills {
				dir := fresh()
				if k/2%2 == 1 {
					require.NoError(t, os.WriteFile(filepath.Join(dir, out), []byte("old"), 0o600))
				}
				cmd := child(dir, line(name, out))
				if k%2 == 0 {
					time.Sleep(time.Duration(r.Float64() * float64(takes)))
				} else if begun(cmd, dir, 2*takes) {
					inWriting++
					time.Sleep(time.Duration(r.IntN(500)) * time.Microsecond)
				}
				_ = cmd.Process.Kill() // if it has not ended
				_ = cmd.Wait()
				for file, text := range contents(dir) {
					if text == "old" && file == out {
						continue
					}
					if _, known := whole[file]; known {
						require.Equal(t, whole[file], text, "%s is half a file", file)
					} else {
						require.Regexp(t, temporary, file)
					}
				}
			}
			t.Logf("%v, %d of %d killed while a file was open", takes, inWriting, kills)
		})
	}
}

// begun waits until a process has a file of dir open for writing, and reports whether it saw that.
func begun(cmd *exec.Cmd, dir string, most time.Duration) bool {
	files := fmt.Sprintf("/proc/%d/fd", cmd.Process.Pid)
	for begin := time.Now(); time.Since(begin) < most; {
		entries, _ := os.ReadDir(files)
		for _, e := range entries {
			path := filepath.Join(files, e.Name())
			name, err := os.Readlink(path)
			if info, failed := os.Lstat(path); err == nil && failed == nil && info.Mode()&0o200 != 0 && strings.HasPrefix(name, dir) {
				return true
			}
		}
	}
	return false
}
