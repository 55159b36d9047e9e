package atomicfile

import (
	"os"
	"path/filepath"
	"strconv"
	"syscall"
	"unsafe"
)

// startWriting has the system begin to write a part of the file, so that Commit need not wait for
// all of it at the end. It changes nothing else, and an error is no harm.
func startWriting(f *os.File, offset, length int64) {
	const write = 2 // SYNC_FILE_RANGE_WRITE
	_ = syscall.SyncFileRange(int(f.Fd()), offset, length, write)
}

// Numbers of Linux that package syscall does not have.
const (
	tmpFile      = 0x400000 | syscall.O_DIRECTORY // O_TMPFILE
	followLink   = 0x400                          // AT_SYMLINK_FOLLOW
	fromDir      = -100                           // AT_FDCWD
	openFilesDir = "/proc/self/fd/"
)

// nameless opens a file without a name in a directory: whatever ends the process, nothing is left of it. Not every file
// system has them, and giving one a name takes /proc; the caller goes on with a temporary name then.
func nameless(dir string) (*os.File, error) {
	fd, err := syscall.Open(dir, tmpFile|syscall.O_RDWR|syscall.O_CLOEXEC, 0o600)
	if err != nil {
		return nil, &os.PathError{Op: "open", Path: dir, Err: err}
	}
	f := os.NewFile(uintptr(fd), filepath.Join(dir, "a file without a name"))
	if _, err := os.Stat(openFilesDir + strconv.Itoa(fd)); err != nil {
		_ = f.Close()
		return nil, err
	}
	return f, nil
}

// link gives a file without a name one that no other file has.
func link(f *os.File, path string) error {
	from, err := syscall.BytePtrFromString(openFilesDir + strconv.Itoa(int(f.Fd())))
	if err != nil {
		return err
	}
	to, err := syscall.BytePtrFromString(path)
	if err != nil {
		return err
	}
	at := fromDir
	_, _, errno := syscall.Syscall6(syscall.SYS_LINKAT, uintptr(at), uintptr(unsafe.Pointer(from)), uintptr(at),
		uintptr(unsafe.Pointer(to)), followLink, 0)
	if errno != 0 {
		return &os.PathError{Op: "link", Path: path, Err: errno}
	}
	return nil
}

// duplicate opens a file once more that is open.
func duplicate(fd int, name string) (*os.File, error) {
	n, err := syscall.Dup(fd)
	if err != nil {
		return nil, &os.PathError{Op: "open", Path: name, Err: err}
	}
	syscall.CloseOnExec(n)
	return os.NewFile(uintptr(n), name), nil
}
