//go:build unix

package serve

import (
	"syscall"
	"time"
)

// processorTime is what this process has used of processors.
func processorTime() time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0 // it cannot fail
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
