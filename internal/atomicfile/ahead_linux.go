package atomicfile

import (
	"os"
	"syscall"
)

// startWriting has the system begin to write a part of the file, so that Commit need not wait for
// all of it at the end. It changes nothing else, and an error is no harm.
func startWriting(f *os.File, offset, length int64) {
	const write = 2 // SYNC_FILE_RANGE_WRITE
	_ = syscall.SyncFileRange(int(f.Fd()), offset, length, write)
}
