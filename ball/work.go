package ball

import (
	"math/big"
	"sync"

	"krein/internal/limb"
)

// work is scratch memory for one operation.
type work struct {
	f [6]big.Float
	r [6]Real
	i [6]big.Int
	l []uint64
	// words backs the integer view, which SetBits makes and which is only read: it shares memory with nothing else
	words []big.Word
	view  big.Int
}

var workPool = sync.Pool{New: func() any { return new(work) }}

func getWork() *work { return workPool.Get().(*work) }

func putWork(w *work) { workPool.Put(w) }

// int returns v as an integer, until the next call.
func (w *work) int(v []uint64) *big.Int {
	w.words = limb.AppendWords(w.words[:0], v)
	return w.view.SetBits(w.words)
}

// limbs returns n words of scratch, contents arbitrary.
func (w *work) limbs(n int) []uint64 {
	if cap(w.l) < n {
		w.l = make([]uint64, n+n/2)
	}
	return w.l[:n]
}
