package ball

import (
	"sync/atomic"

	"krein/internal/limb"
)

// The tables of argument reduction, in steps of stepBits bits. An entry cut to its leading words is below the true
// number or above it by less than 2 ulps of the cut. They are computed when they are asked for.
const (
	stepBits  = 7
	logSteps  = 5
	atanSteps = 4
	trigSteps = 2
	// entries of a step: the selection of a digit is approximate and may exceed 2^stepBits a little
	tabSize = 160
)

var tables struct {
	log       [logSteps][tabSize]entry  // log(1 + j·2^(-7k)), k = 1 …
	atan      [atanSteps][tabSize]entry // atan(j·2^(-7k)), j ≤ 2^7
	trig      [trigSteps][tabSize]entry // sin and 1−cos of j·2^(-7k), below π/4+2^-7
	log2, pi4 entry                     // log 2 and π/4
}

// An entry has one or two numbers, all fraction, computed with one word more than it keeps. They are sums of less than
// 2^30 terms of at most 4 roundings in the longer format: nothing beside the shorter's last place.
type entry struct{ atomic.Pointer[[2][]uint64] }

// get returns at least n words of what compute adds to two zeros.
func (e *entry) get(n int, compute func(v, w []uint64)) *[2][]uint64 {
	p := e.Load()
	if p == nil || len(p[0]) < n {
		m := n + n/4 + 4
		v, w := make([]uint64, m+1), make([]uint64, m+1)
		compute(v, w)
		p = &[2][]uint64{v[1:], w[1:]}
		e.Store(p)
	}
	return p
}

// fixedWords returns how many words of fraction serve for so many bits.
func fixedWords(bits uint) int { return min(int(bits+63)/64, maxTableWords) }

// cut returns the leading n words of a table entry.
func cut(v []uint64, n int) []uint64 { return v[len(v)-n:] }

// fixed returns c in [0, 1) in n words.
func (e *entry) fixed(c *constant, n int) []uint64 {
	return cut(e.get(n, func(v, _ []uint64) { c.words(v) })[0], n)
}

// logOf returns log(1 + jh) = 2 atanh(j/(2/h + j)), h = 2^-7(k+1), in n words.
func logOf(k int, j uint64, n int) []uint64 {
	return cut(tables.log[k][j].get(n, func(v, _ []uint64) {
		arcSeries(v, j, 2<<(stepBits*(k+1))+j, false)
		limb.Shl(v, v, 1)
	})[0], n)
}

// atanOf returns atan jh in n words, for k = 0 and large j π/4 − atan((1−jh)/(1+jh)).
func atanOf(k int, j uint64, n int) []uint64 {
	return cut(tables.atan[k][j].get(n, func(v, w []uint64) {
		q := uint64(1) << (stepBits * (k + 1))
		if 5*j < 2*q {
			arcSeries(v, j, q, true)
			return
		}
		constPi.words(v)
		arcSeries(w, q-j, q+j, true)
		limb.Sub(v, v, w)
	})[0], n)
}

// arcSeries adds atan(p/q) to v if alt, else atanh(p/q), p < q.
func arcSeries(v []uint64, p, q uint64, alt bool) {
	term, x := make([]uint64, len(v)), make([]uint64, len(v))
	limb.DivWord(term, term, q, p)
	twice := q>>32 == 0
	if twice {
		p, q = p*p, q*q
	}
	for i := uint64(1); !limb.IsZero(term); i += 2 {
		if limb.DivWord(x, term, i, 0); alt && i&2 != 0 {
			limb.Sub(v, v, x)
		} else {
			limb.Add(v, v, x)
		}
		if limb.DivWord(term, term, q, limb.MulWord(term, term, p)); !twice {
			limb.DivWord(term, term, q, limb.MulWord(term, term, p))
		}
	}
}

// trigOf returns sin jh and 1 − cos jh in n words, by Taylor's series.
func trigOf(k int, j uint64, n int) (sin, ver []uint64) {
	p := tables.trig[k][j].get(n, func(v, w []uint64) {
		sh := uint(stepBits * (k + 1))
		term := make([]uint64, len(v))
		limb.DivWord(term, term, 1<<sh, j)
		for i := uint64(1); !limb.IsZero(term); i++ {
			if i&3 == 3 || i&3 == 0 {
				limb.Sub(v, v, term)
			} else {
				limb.Add(v, v, term)
			}
			v, w = w, v
			limb.Shr(term, term, sh, limb.MulWord(term, term, j))
			limb.DivWord(term, term, i+1, 0)
		}
	})
	return cut(p[0], n), cut(p[1], n)
}

// rotate replaces the sine s and versine v = 1−cos of an angle by those of its sum with the angle of sine a, versine b,
// all in n words of fraction and the sum at most π/4 + 2^-6. Errors e_s, e_v of the first become at most e_s + e_v,
// besides those of a and b alike and 2n+2 ulps of the multiplications. scratch has 5(n+1) words.
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
