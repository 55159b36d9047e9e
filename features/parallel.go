package features

import (
	"runtime"
	"sync"
	"sync/atomic"
)

// blockRows is the number of rows of a block of [parallelBlocks].
const blockRows = 64

// parallelBlocks calls the functions that worker returns, one per goroutine, on blocks of
// [0, n), all of them once.
func parallelBlocks(n int, worker func() func(lo, hi int)) {
	blocks := (n + blockRows - 1) / blockRows
	workers := min(runtime.GOMAXPROCS(0), blocks)
	var next atomic.Int64
	run := func() {
		do := worker()
		for {
			b := int(next.Add(1)) - 1
			if b >= blocks {
				return
			}
			do(b*blockRows, min(n, (b+1)*blockRows))
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
