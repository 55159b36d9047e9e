package gram

import (
	"runtime"
	"sync"
	"sync/atomic"
)

// BlockRows is the number of rows of a block of [Parallel].
const BlockRows = 64

// Parallel calls the functions that worker returns, one per goroutine, on blocks of
// [0, n), all of them once.
func Parallel(n int, worker func() func(lo, hi int)) {
	blocks := (n + BlockRows - 1) / BlockRows
	workers := min(runtime.GOMAXPROCS(0), blocks)
	var next atomic.Int64
	run := func() {
		do := worker()
		for {
			b := int(next.Add(1)) - 1
			if b >= blocks {
				return
			}
			do(b*BlockRows, min(n, (b+1)*BlockRows))
		}
	}
	if workers <= 1 {
		run()
		return
	}
	var wg sync.WaitGroup
	for range workers {
		wg.Go(run)
	}
	wg.Wait()
}
