package atomicfile

import (
	"errors"
	"io"
	"os"
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
	_, err := Create(t.TempDir())
	require.ErrorContains(t, err, "not a regular file")
}

// A process that ends in the middle of its work leaves the old file, and nothing else.
func TestDiscardAll(t *testing.T) {
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
