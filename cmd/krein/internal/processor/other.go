//go:build !unix

package serve

import (
	"runtime"
	"time"
)

var begun = time.Now()

// processorTime is the time of all processors, where nothing tells what this process has used.
func processorTime() time.Duration {
	return time.Since(begun) * time.Duration(runtime.GOMAXPROCS(0))
}
