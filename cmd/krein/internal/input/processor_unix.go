//go:build unix

package input

import (
	"syscall"
	"time"
)

// ProcessorTime returns the processor time of this process, user and system together.
func ProcessorTime() time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0 // it cannot fail
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// Clock returns Time.
func Clock() time.Duration { return ProcessorTime() }
