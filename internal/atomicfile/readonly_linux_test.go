package atomicfile

import (
	"os"
	"path/filepath"
	"runtime"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestReadOnly: whoever takes the permission to write off a file keeps it, although the directory lets names be replaced.
func TestReadOnly(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "kept.csv")
	require.NoError(t, os.WriteFile(name, []byte("old"), 0o444))
	if os.Geteuid() == 0 { // who may write everything
		require.NoError(t, os.Chmod(filepath.Dir(dir), 0o755))
		require.NoError(t, os.Chmod(dir, 0o777))
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		const nobody = 65534
		require.NoError(t, syscall.Setfsuid(nobody))
		defer func() { require.NoError(t, syscall.Setfsuid(0)) }()
	}
	_, err := Create(name)
	require.ErrorIs(t, err, os.ErrPermission)
	assert.ErrorContains(t, err, "cannot write "+name+": permission denied")
	f, err := Create(filepath.Join(dir, "new.csv"))
	require.NoError(t, err, "the directory may be written")
	f.Abort()
	b, err := os.ReadFile(name)
	require.NoError(t, err)
	assert.Equal(t, "old", string(b))
}
