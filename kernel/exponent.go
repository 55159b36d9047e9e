package kernel

import (
	"cmp"
	"math/big"
	"math/bits"
)

// exponent is the exact rational n/d in lowest terms, d > 0. The zero value is
// not valid; use intExp.
type exponent struct{ n, d int64 }

// exponentHalf is ½.
func exponentHalf() exponent { return exponent{1, 2} }

func intExp(n int64) exponent { return exponent{n, 1} }

func exponentOf(r *big.Rat) (exponent, bool) {
	const limit = 1 << 40 // sums and small multiples stay within int64
	if !r.Num().IsInt64() || !r.Denom().IsInt64() {
		return exponent{}, false
	}
	e := exponent{r.Num().Int64(), r.Denom().Int64()}
	return e, e.d < limit && e.n < limit && e.n > -limit
}

func (e exponent) rat() *big.Rat  { return big.NewRat(e.n, e.d) }
func (e exponent) sign() int      { return cmp.Compare(e.n, 0) }
func (e exponent) isInt() bool    { return e.d == 1 }
func (e exponent) float() float64 { return float64(e.n) / float64(e.d) }
func (e exponent) String() string { return e.rat().RatString() }

// mul64 is a·b or a seriesError.
func mul64(a, b int64) int64 {
	c := a * b
	if a != 0 && (c/a != b || a == -1 && b == -1<<63) {
		panic(failSeries("an exponent of the expansion has more than 63 bits"))
	}
	return c
}

func add64(a, b int64) int64 {
	c := a + b
	if (c > a) != (b > 0) && b != 0 {
		panic(failSeries("an exponent of the expansion has more than 63 bits"))
	}
	return c
}

func gcd64(a, b int64) int64 {
	for b != 0 {
		a, b = b, a%b
	}
	if a < 0 {
		return -a
	}
	return a
}

func (e exponent) add(f exponent) exponent {
	if e.d == f.d {
		if e.d == 1 {
			return exponent{add64(e.n, f.n), 1}
		}
		return reduced(add64(e.n, f.n), e.d)
	}
	g := gcd64(e.d, f.d)
	return reduced(add64(mul64(e.n, f.d/g), mul64(f.n, e.d/g)), mul64(e.d/g, f.d))
}

func reduced(n, d int64) exponent {
	if g := gcd64(n, d); g > 1 {
		n, d = n/g, d/g
	}
	return exponent{n, d}
}

func (e exponent) neg() exponent           { return exponent{-e.n, e.d} }
func (e exponent) sub(f exponent) exponent { return e.add(f.neg()) }

func (e exponent) mul(f exponent) exponent {
	a, b := reduced(e.n, f.d), reduced(f.n, e.d)
	return exponent{mul64(a.n, b.n), mul64(a.d, b.d)}
}

func (e exponent) times(k int64) exponent { return e.mul(intExp(k)) }

// cmp compares exactly, in 128 bits.
func (e exponent) cmp(f exponent) int {
	if e.d == f.d {
		return cmp.Compare(e.n, f.n)
	}
	if s, t := e.sign(), f.sign(); s != t || s == 0 {
		return cmp.Compare(s, t)
	}
	abs := func(n int64) uint64 {
		if n < 0 {
			return uint64(-n)
		}
		return uint64(n)
	}
	h1, l1 := bits.Mul64(abs(e.n), uint64(f.d))
	h2, l2 := bits.Mul64(abs(f.n), uint64(e.d))
	c := cmp.Compare(h1, h2)
	if c == 0 {
		c = cmp.Compare(l1, l2)
	}
	return c * e.sign()
}

// stepsTo returns the least k ≥ 1 with k·f ≥ e, for f > 0, at most limit.
func (e exponent) stepsTo(f exponent, limit int) int {
	if e.float()/f.float() >= float64(limit) {
		return limit
	}
	k := max(1, int(e.float()/f.float())-1)
	for k < limit && f.times(int64(k)).cmp(e) < 0 {
		k++
	}
	return k
}

// floor is ⌊e⌋.
func (e exponent) floor() int64 {
	q := e.n / e.d
	if e.n%e.d < 0 {
		q--
	}
	return q
}

func lcm64(a, b int64) int64 { return mul64(a/gcd64(a, b), b) }
