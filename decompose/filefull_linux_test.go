package decompose

import (
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"
)

// The child of TestFaultFullDisk, in namespaces of its own: a disk of 64 KiB.
func TestFaultFullDiskChild(t *testing.T) {
	dir := os.Getenv("KREIN_TEST_FULL")
	if dir == "" {
		t.Skip("run by TestFaultFullDisk")
	}
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, "size=64k"); err != nil {
		t.Skip(err)
	}
	for ext := range formats {
		path := filepath.Join(dir, "t"+ext)
		old := staircase(10)
		require.NoError(t, old.Save(path))
		err := staircase(3000).Save(path)
		require.ErrorIs(t, err, syscall.ENOSPC)
		require.ErrorContains(t, err, path)
		d, err := Load(path)
		require.NoError(t, err)
		require.Equal(t, old, d)
		entries, err := os.ReadDir(dir)
		require.NoError(t, err)
		require.Len(t, entries, 1)
		require.NoError(t, os.Remove(path))
	}
	t.Log("the disk was full")
}

// A real disk without room, where the system lets us have one.
func TestFaultFullDisk(t *testing.T) {
	cmd := exec.Command(os.Args[0], "-test.run=^TestFaultFullDiskChild$", "-test.v")
	cmd.Env = append(os.Environ(), "KREIN_TEST_FULL="+t.TempDir())
	cmd.SysProcAttr = &syscall.SysProcAttr{
		Cloneflags:  syscall.CLONE_NEWUSER | syscall.CLONE_NEWNS,
		UidMappings: []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getuid(), Size: 1}},
		GidMappings: []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getgid(), Size: 1}},
	}
	out, err := cmd.CombinedOutput()
	if cmd.ProcessState == nil {
		t.Skipf("no namespaces: %v", err)
	}
	require.NoError(t, err, "%s", out)
	t.Logf("%s", out)
}
