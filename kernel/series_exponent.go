package kernel

import (
	"cmp"
	"errors"
	"fmt"
	"math/big"
	"math/bits"
)

// seriesError is a reason why an expansion cannot be made. Series arithmetic
// panics with it where an error return would hide the formulas; catchSeries at
// the entry points turns it back.
type seriesError struct {
	msg       string
	order     bool // more terms may help
	undefined bool // it is proved that there is no value
}

func (e *seriesError) Error() string { return e.msg }

func failSeries(format string, args ...any) *seriesError {
	return &seriesError{msg: fmt.Sprintf(format, args...)}
}

// failUndefined is failSeries for what is proved to have no value.
func failUndefined(format string, args ...any) *seriesError {
	return &seriesError{msg: fmt.Sprintf(format, args...), undefined: true}
}

// isUndefined reports whether err says that there is no value, and not that none was found.
func isUndefined(err error) bool {
	var e *seriesError
	return errors.As(err, &e) && e.undefined
}

// failOrder is failSeries for a series that is not known far enough.
func failOrder(format string, args ...any) *seriesError {
	return &seriesError{msg: fmt.Sprintf(format, args...), order: true}
}

// catchSeries stores a seriesError that is being panicked with in *err.
func catchSeries(err *error) {
	switch e := recover().(type) {
	case nil:
	case *seriesError:
		*err = e
	default:
		panic(e)
	}
}

// exponent is the exact rational n/d in lowest terms, d > 0. The zero value is
// not valid; use intExp.
type exponent struct{ n, d int64 }

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
