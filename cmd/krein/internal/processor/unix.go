//go:build unix

// Package processor tells the time that this process has used of processors.
package processor

import (
	"syscall"
	"time"
)

// Time returns the processor time of this process, user and system together.
func Time() time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0 // it cannot fail
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// Clock returns Time.
func Clock() time.Duration { return Time() }
