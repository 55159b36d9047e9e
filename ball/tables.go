package ball

import (
	"sync"
	"sync/atomic"

	"krein/internal/limb"
)

// The tables of argument reduction, in steps of stepBits bits. Entries have
// tables.n words of fraction; an entry cut to its leading words is below the true
// number or above it by less than 2 ulps of the cut.
const (
	stepBits  = 7
	logSteps  = 5
	atanSteps = 4
	trigSteps = 2
	// entries of a step: the selection of a digit is approximate and may exceed
	// 2^stepBits a little
	tabSize = 160
)

type tables struct {
	n    int
	log  [logSteps][tabSize][]uint64  // log(1 + j·2^(-7k)), k = 1 …
	atan [atanSteps][tabSize][]uint64 // atan(j·2^(-7k))
	trig [trigSteps][tabSize]struct {
		sin, ver []uint64 // sin and 1−cos of j·2^(-7k), below π/4+2^-7
	}
	log2, pi4 []uint64 // log 2 and π/4
}

// maxTableWords is the largest fixed-point size: what is asked beyond it (about 4000 bits) gets wider balls. It is a variable so that
// tests see these.
var maxTableWords = 64

// fixedWords returns how many words of fraction serve for so many bits.
func fixedWords(bits uint) int { return min(int(bits+63)/64, maxTableWords) }

var (
	tabCache atomic.Pointer[tables]
	tabMutex sync.Mutex
)

// getTables returns tables of at least n words.
func getTables(n int) *tables {
	if t := tabCache.Load(); t != nil && t.n >= n {
		return t
	}
	tabMutex.Lock()
	defer tabMutex.Unlock()
	t := tabCache.Load()
	if t != nil && t.n >= n {
		return t
	}
	size := 8
	for size < n {
		size *= 2
	}
	t = makeTables(size)
	tabCache.Store(t)
	return t
}

// cut returns the leading n words of a table entry.
func cut(v []uint64, n int) []uint64 { return v[len(v)-n:] }

// makeTables computes with one word more than it keeps. Entries are sums of at most
// tabSize differences, each a series of less than 64(n+1)/14+2 terms with at most
// 4 roundings a term: less than 2^20 ulps of the longer format for n ≤ 64, that
// is nothing beside the last place of the shorter one. The same holds for the
// rotations, each of which adds less than 8(n+3) ulps.
func makeTables(n int) *tables { // one function: the tables are made of one another.
	t := &tables{n: n}
	p := n + 1
	term, x := make([]uint64, p), make([]uint64, p)
	sum := make([]uint64, p)
	keep := func(v []uint64) []uint64 { return append([]uint64(nil), v[1:]...) }
	for k := 1; k <= logSteps; k++ {
		// log(a+1) − log(a) = 2 atanh(1/(2a+1))
		clear(sum)
		for j := 0; j < tabSize; j++ {
			t.log[k-1][j] = keep(sum)
			d := 2*(uint64(1)<<(stepBits*k)+uint64(j)) + 1
			clear(term)
			limb.DivWord(term, term, d, 2)
			for i := uint64(1); !limb.IsZero(term); i += 2 {
				limb.DivWord(x, term, i, 0)
				limb.Add(sum, sum, x)
				limb.DivWord(term, term, d, 0)
				limb.DivWord(term, term, d, 0)
			}
		}
	}
	for k := 1; k <= atanSteps; k++ {
		// atan((j+1)h) − atan(jh) = atan(2^7k/(4^7k + j(j+1))), h = 2^-7k
		sh := uint(stepBits * k)
		clear(sum)
		for j := 0; j < tabSize; j++ {
			t.atan[k-1][j] = keep(sum)
			d := uint64(1)<<(2*sh) + uint64(j)*uint64(j+1)
			clear(term)
			limb.DivWord(term, term, d, 1<<sh)
			for i := uint64(1); !limb.IsZero(term); i += 2 {
				limb.DivWord(x, term, i, 0)
				if i&2 == 0 {
					limb.Add(sum, sum, x)
				} else {
					limb.Sub(sum, sum, x)
				}
				for range 2 {
					hi := limb.Shl(term, term, sh)
					limb.DivWord(term, term, d, hi)
				}
			}
		}
	}
	for k := 1; k <= trigSteps; k++ {
		// multiples of h = 2^-7k by rotation: with v = 1−cos,
		// s' = s + S − sV − Sv, v' = v + V − vV + sS
		s1, v1 := make([]uint64, p), make([]uint64, p)
		clear(term)
		term[p-1] = 1 << (64 - stepBits*k)
		for i := uint64(1); !limb.IsZero(term); i++ {
			// term = h^i/i!
			dst := v1
			if i&1 != 0 {
				dst = s1
			}
			if i&3 == 1 || i&3 == 2 {
				limb.Add(dst, dst, term)
			} else {
				limb.Sub(dst, dst, term)
			}
			limb.Shr(term, term, uint(stepBits*k), 0)
			limb.DivWord(term, term, i+1, 0)
		}
		s, v := make([]uint64, p), make([]uint64, p)
		scratch := make([]uint64, 5*(p+1))
		for j := 0; j < tabSize; j++ {
			if k == 1 && j > 108 {
				break
			}
			t.trig[k-1][j].sin, t.trig[k-1][j].ver = keep(s), keep(v)
			rotate(s, v, s1, v1, scratch)
		}
	}
	t.log2 = make([]uint64, n)
	t.pi4 = make([]uint64, n)
	constLog2.words(t.log2)
	constPi.words(t.pi4)
	return t
}

// rotate replaces the sine s and versine v = 1−cos of an angle by those of its sum
// with the angle of sine a, versine b, all in n words of fraction and the sum at
// most π/4 + 2^-6. Errors e_s, e_v of the first become at most e_s + e_v, besides
// those of a and b alike and 2n+2 ulps of the multiplications. scratch has 5(n+1) words.
func rotate(s, v, a, b, scratch []uint64) {
	n := len(s)
	p1, p2, p3, p4 := scratch[:n], scratch[n:2*n], scratch[2*n:3*n], scratch[3*n:4*n]
	t := scratch[4*n : 5*n+1]
	limb.MulHigh(p1, s, b, t)
	limb.MulHigh(p2, a, v, t)
	limb.MulHigh(p3, v, b, t)
	limb.MulHigh(p4, s, a, t)
	limb.Add(s, s, a)
	limb.Sub(s, s, p1)
	limb.Sub(s, s, p2)
	limb.Add(v, v, b)
	limb.Sub(v, v, p3)
	limb.Add(v, v, p4)
}
