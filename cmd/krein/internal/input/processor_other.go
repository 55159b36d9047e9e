//go:build !unix

package input

import (
	"runtime"
	"time"
)

var begun = time.Now()

// Time returns the time of all processors, where nothing tells what this process has used.
func Time() time.Duration {
	return time.Since(begun) * time.Duration(runtime.GOMAXPROCS(0))
}

// Clock returns the time since the process began.
func Clock() time.Duration { return time.Since(begun) }
