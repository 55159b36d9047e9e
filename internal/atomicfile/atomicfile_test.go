package atomicfile

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"
)

// only asserts that dir holds exactly the named file with the given contents.
func only(t *testing.T, dir, name, want string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	require.Len(t, entries, 1)
	got, err := os.ReadFile(filepath.Join(dir, name))
	require.NoError(t, err)
	require.Equal(t, want, string(got))
}

func TestWriteReplaces(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "x")
	for _, text := range []string{"old", "new and longer", ""} {
		require.NoError(t, Write(path, func(w io.Writer) error {
			_, err := io.WriteString(w, text)
			return err
		}))
		only(t, dir, "x", text)
	}
}

func TestFailureKeepsTheOldFile(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "x")
	require.NoError(t, os.WriteFile(path, []byte("old"), 0o600))
	boom := errors.New("boom")
	require.ErrorIs(t, Write(path, func(w io.Writer) error {
		_, err := io.WriteString(w, "half")
		require.NoError(t, err)
		return boom
	}), boom)
	only(t, dir, "x", "old")
}

func TestPermissionsAndLinksSurvive(t *testing.T) {
	dir, links := t.TempDir(), t.TempDir()
	path, link := filepath.Join(dir, "x"), filepath.Join(links, "l")
	require.NoError(t, os.WriteFile(path, []byte("old"), 0o600))
	require.NoError(t, os.Symlink(path, link))
	require.NoError(t, Write(link, func(w io.Writer) error {
		_, err := io.WriteString(w, "new")
		return err
	}))
	only(t, dir, "x", "new")
	fi, err := os.Stat(path)
	require.NoError(t, err)
	require.Equal(t, os.FileMode(0o600), fi.Mode().Perm())
	fi, err = os.Lstat(link)
	require.NoError(t, err)
	require.NotZero(t, fi.Mode()&os.ModeSymlink)
}

func TestSeekPatchesAHeader(t *testing.T) {
	dir := t.TempDir()
	a, err := Create(filepath.Join(dir, "x"))
	require.NoError(t, err)
	defer a.Abort()
	_, err = io.WriteString(a, "?bc")
	require.NoError(t, err)
	_, err = a.Seek(0, io.SeekStart)
	require.NoError(t, err)
	_, err = io.WriteString(a, "a")
	require.NoError(t, err)
	require.NoError(t, a.Commit())
	only(t, dir, "x", "abc")
}

// A full disk: every write to /dev/full fails.
func TestFullDiskLeavesNothing(t *testing.T) {
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Skip("no /dev/full on this system")
	}
	defer full.Close()
	dir := t.TempDir()
	path := filepath.Join(dir, "x")
	require.NoError(t, os.WriteFile(path, []byte("old"), 0o600))
	a, err := Create(path)
	require.NoError(t, err)
	a.w.Reset(full)
	_, err = io.WriteString(a, "new")
	require.NoError(t, err) // buffered
	_, err = a.Write(make([]byte, 1<<17))
	require.ErrorIs(t, err, syscall.ENOSPC)
	require.ErrorContains(t, err, "writing "+path+": no space")
	require.ErrorContains(t, a.Commit(), "unchanged")
	only(t, dir, "x", "old")
}

func TestRefusesDirectories(t *testing.T) {
	dir := t.TempDir()
	for _, path := range []string{dir, dir + "/", dir + "/x/"} { // the second was once the hidden file of that name in it
		_, err := Create(path)
		require.ErrorContains(t, err, "directory", path)
	}
	left, err := os.ReadDir(dir)
	require.NoError(t, err)
	require.Empty(t, left)
}

// names returns what a directory has.
func names(t *testing.T, dir string) (out []string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	for _, e := range entries {
		out = append(out, e.Name())
	}
	return out
}

// withoutNameless runs a test a second time as on a system where every file has a name, and a third time where a file
// without a name gets none.
func withoutNameless(t *testing.T, test func(t *testing.T)) {
	t.Run("as it is", test)
	t.Run("named", func(t *testing.T) {
		anonymous = func(string) (*os.File, error) { return nil, errors.ErrUnsupported }
		defer func() { anonymous = nameless }()
		test(t)
	})
	t.Run("unlinkable", func(t *testing.T) {
		other := t.TempDir()
		anonymous = func(string) (*os.File, error) { // one that has lost its last name, which link refuses
			f, err := os.CreateTemp(other, "")
			require.NoError(t, err)
			return f, os.Remove(f.Name())
		}
		defer func() { anonymous = nameless }()
		test(t)
	})
}

func TestReplacesInAnyWay(t *testing.T) {
	withoutNameless(t, func(t *testing.T) {
		dir := t.TempDir()
		path := filepath.Join(dir, "x.npz")
		for _, text := range []string{"new", "newer"} {
			require.NoError(t, WriteBytes(path, []byte(text)))
			only(t, dir, "x.npz", text)
			info, err := os.Stat(path)
			require.NoError(t, err)
			require.Equal(t, os.FileMode(0o644), info.Mode().Perm())
		}
		a, err := Create(path)
		require.NoError(t, err)
		_, err = a.Write([]byte("half"))
		require.NoError(t, err)
		for _, name := range names(t, dir) {
			require.True(t, name == "x.npz" || name[0] == '.' && filepath.Ext(name) == ".tmp", name)
		}
		a.Abort()
		only(t, dir, "x.npz", "newer")
	})
}

// A link whose file is not there yet, one after another and through linked directories, creates that file and stays.
func TestDanglingLinks(t *testing.T) {
	withoutNameless(t, func(t *testing.T) {
		dir := t.TempDir()
		at := func(name string) string { return filepath.Join(dir, name) }
		require.NoError(t, os.MkdirAll(at("a/b"), 0o700))
		require.NoError(t, os.Symlink("a/b", at("near")))
		require.NoError(t, os.Symlink("../target", at("a/b/one"))) // of a/b, not of what led there
		require.NoError(t, os.Symlink("near/one", at("two")))
		require.NoError(t, os.Symlink(at("two"), at("three")))
		require.NoError(t, WriteBytes(at("three"), []byte("x")))
		only(t, at("a/b"), "one", "x")
		got, err := os.ReadFile(at("a/target"))
		require.NoError(t, err)
		require.Equal(t, "x", string(got))
		for _, link := range []string{"a/b/one", "two", "three", "near"} {
			info, err := os.Lstat(at(link))
			require.NoError(t, err)
			require.NotZero(t, info.Mode()&os.ModeSymlink, link)
		}
		require.ElementsMatch(t, []string{"a", "near", "two", "three"}, names(t, dir))
		require.NoError(t, os.Symlink("loop", at("loop")))
		require.ErrorContains(t, WriteBytes(at("loop"), nil), "symbolic links")
		require.NoError(t, os.Symlink("absent/x", at("lost")))
		require.ErrorIs(t, WriteBytes(at("lost"), nil), os.ErrNotExist)
	})
}

// Devices and pipes are written as they are.
func TestDevices(t *testing.T) {
	for _, path := range []string{os.DevNull, "/dev/full"} {
		if _, err := os.Stat(path); err != nil {
			t.Skip("no ", path, " on this system")
		}
	}
	require.NoError(t, WriteBytes(os.DevNull, make([]byte, 1<<20)))
	err := WriteBytes("/dev/full", []byte("x"))
	require.ErrorIs(t, err, syscall.ENOSPC)
	require.ErrorContains(t, err, "writing /dev/full: no space")
	require.ErrorIs(t, WriteBytes("/dev/full", make([]byte, 1<<20)), syscall.ENOSPC)
	dir := t.TempDir()
	fifo := filepath.Join(dir, "fifo")
	require.NoError(t, syscall.Mkfifo(fifo, 0o600))
	link := filepath.Join(dir, "link")
	require.NoError(t, os.Symlink("fifo", link))
	read := make(chan []byte, 1)
	go func() {
		data, _ := os.ReadFile(fifo)
		read <- data
	}()
	require.NoError(t, WriteBytes(link, []byte("through")))
	require.Equal(t, "through", string(<-read))
	require.ElementsMatch(t, []string{"fifo", "link"}, names(t, dir))
}

// A name of an open file writes where that stands: after what is there, not over it, and the file is not replaced.
func TestOpenFiles(t *testing.T) {
	dir := t.TempDir()
	f, err := os.Create(filepath.Join(dir, "x"))
	require.NoError(t, err)
	defer func() { _ = f.Close() }()
	name := fmt.Sprintf("/dev/fd/%d", f.Fd())
	if _, err := os.Stat(name); err != nil {
		t.Skip("no /dev/fd on this system")
	}
	_, err = f.WriteString("a")
	require.NoError(t, err)
	link := filepath.Join(t.TempDir(), "link")
	require.NoError(t, os.Symlink(name, link))
	for _, path := range []string{name, link} {
		require.NoError(t, WriteBytes(path, []byte("b")))
	}
	_, err = f.WriteString("c")
	require.NoError(t, err)
	only(t, dir, "x", "abbc")
	require.Error(t, WriteBytes("/dev/fd/9999", nil))
}

// Of a process that is killed nothing is left, where files without names are.
func TestKilled(t *testing.T) {
	const variable = "ATOMICFILE_KILLED"
	if dir := os.Getenv(variable); dir != "" {
		a, err := Create(filepath.Join(dir, "x.npz"))
		if err == nil {
			_, err = a.Write(make([]byte, 1<<20))
		}
		if err == nil {
			err = syscall.Kill(os.Getpid(), syscall.SIGKILL)
		}
		t.Fatal(err)
	}
	dir := t.TempDir()
	if f, err := nameless(dir); err != nil {
		t.Skip("no files without names here: ", err)
	} else {
		require.NoError(t, f.Close())
	}
	for _, old := range []bool{false, true} {
		if old {
			require.NoError(t, os.WriteFile(filepath.Join(dir, "x.npz"), []byte("old"), 0o600))
		}
		cmd := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestKilled$") //nolint:gosec // this test
		cmd.Env = append(os.Environ(), variable+"="+dir)
		err := cmd.Run()
		require.ErrorContains(t, err, "killed")
		if old {
			only(t, dir, "x.npz", "old")
		} else {
			require.Empty(t, names(t, dir))
		}
	}
}

func TestScratch(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	f, err := Scratch()
	require.NoError(t, err)
	defer func() { _ = f.Close() }()
	_, err = f.WriteString("x")
	require.NoError(t, err)
	require.Empty(t, names(t, os.TempDir()))
}

// A process that ends in the middle of its work leaves the old file, and nothing else.
func TestDiscardAll(t *testing.T) {
	anonymous = func(string) (*os.File, error) { return nil, errors.ErrUnsupported }
	defer func() { anonymous = nameless }()
	dir := t.TempDir()
	path := filepath.Join(dir, "x")
	require.NoError(t, os.WriteFile(path, []byte("old"), 0o600))
	for range 3 {
		a, err := Create(path)
		require.NoError(t, err)
		_, err = a.Write(make([]byte, 1<<17))
		require.NoError(t, err)
	}
	DiscardAll()
	only(t, dir, "x", "old")
	begun.Unlock() // the process goes on after all
	clear(begun.names)
	require.NoError(t, Write(path, func(w io.Writer) error { _, err := io.WriteString(w, "new"); return err }))
	only(t, dir, "x", "new")
	require.Empty(t, begun.names)
}
