package testlong

import (
	"fmt"
	"os"
	"runtime/debug"
	"strings"
	"syscall"
	"time"
)

// Usage is what a piece of work took.
type Usage struct {
	Processor time.Duration // of all threads
	// the most bytes resident in the meantime, what was there before included; 0 if the system does not tell
	Memory int64
}

// Measure runs f and tells what the process used.
func Measure(f func()) (u Usage) {
	debug.FreeOSMemory()
	reset := os.WriteFile("/proc/self/clear_refs", []byte("5"), 0) // the peak is counted anew, proc(5)
	before := processor()
	f()
	u.Processor = processor() - before
	if reset == nil {
		u.Memory = peak()
	}
	return u
}

func processor() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// peak reads VmHWM.
func peak() (bytes int64) {
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return 0
	}
	for line := range strings.Lines(string(status)) {
		if _, err := fmt.Sscanf(line, "VmHWM: %d kB", &bytes); err == nil {
			return bytes << 10
		}
	}
	return 0
}
