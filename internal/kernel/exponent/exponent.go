// Package exponent has exact rationals of 64 bits, the exponents of powers and of series. What is
// beyond them ends in a panic with fail.Error.
package exponent

import (
	"cmp"
	"math/big"
	"math/bits"

	"krein/internal/kernel/fail"
)

// Exponent is the exact rational n/d in lowest terms, d > 0. The zero value is not valid; use Int.
type Exponent struct{ N, D int64 }

// Half is ½.
func Half() Exponent { return Exponent{1, 2} }

// Int returns n.
func Int(n int64) Exponent { return Exponent{n, 1} }

// Of returns r; fits is false if it is too large.
// Beyond 2^40 a number is refused, so that a few sums stay within 63 bits; that each does is checked all the same.
func Of(r *big.Rat) (Exponent, bool) {
	const limit = 1 << 40 // sums and small multiples stay within int64
	if !r.Num().IsInt64() || !r.Denom().IsInt64() {
		return Exponent{}, false
	}
	e := Exponent{r.Num().Int64(), r.Denom().Int64()}
	return e, e.D < limit && e.N < limit && e.N > -limit
}

// Rat returns e as a rational.
func (e Exponent) Rat() *big.Rat { return big.NewRat(e.N, e.D) }

// Sign returns the sign of e.
func (e Exponent) Sign() int { return cmp.Compare(e.N, 0) }

// IsInt reports whether e is an integer.
func (e Exponent) IsInt() bool { return e.D == 1 }

// Float returns a float64 near e.
func (e Exponent) Float() float64 { return float64(e.N) / float64(e.D) }

// String returns "n" or "n/d".
func (e Exponent) String() string { return e.Rat().RatString() }

// Mul is a·b or a fail.Error.
// c/b = a holds after an overflow in one case only, which is asked for.
func Mul(a, b int64) int64 {
	c := a * b
	if a != 0 && (c/a != b || a == -1 && b == -1<<63) {
		panic(fail.Because("an exponent of the expansion has more than 63 bits"))
	}
	return c
}

// Add is a + b or a fail.Error.
// Adding a positive number must increase, a negative one decrease: or it wrapped around.
func Add(a, b int64) int64 {
	c := a + b
	if (c > a) != (b > 0) && b != 0 {
		panic(fail.Because("an exponent of the expansion has more than 63 bits"))
	}
	return c
}

// GCD returns the greatest common divisor.
func GCD(a, b int64) int64 {
	for b != 0 {
		a, b = b, a%b
	}
	if a < 0 {
		return -a
	}
	return a
}

// Add returns e + f.
func (e Exponent) Add(f Exponent) Exponent {
	if e.D == f.D {
		if e.D == 1 {
			return Exponent{Add(e.N, f.N), 1}
		}
		return reduced(Add(e.N, f.N), e.D)
	}
	g := GCD(e.D, f.D)
	return reduced(Add(Mul(e.N, f.D/g), Mul(f.N, e.D/g)), Mul(e.D/g, f.D))
}

// Plus is Add where the sum is within the limits of Of.
func (e Exponent) Plus(f Exponent) (sum Exponent, fits bool) {
	if max(e.D, f.D, e.N, -e.N, f.N, -f.N) < 1<<20 {
		return e.Add(f), true
	}
	return Of(new(big.Rat).Add(e.Rat(), f.Rat()))
}

func reduced(n, d int64) Exponent {
	if g := GCD(n, d); g > 1 {
		n, d = n/g, d/g
	}
	return Exponent{n, d}
}

// Neg returns −e.
func (e Exponent) Neg() Exponent { return Exponent{-e.N, e.D} }

// Sub returns e − f.
func (e Exponent) Sub(f Exponent) Exponent { return e.Add(f.Neg()) }

// Mul returns e·f.
// Common divisors are taken out before, so that only numbers which are too large in lowest terms fail.
func (e Exponent) Mul(f Exponent) Exponent {
	a, b := reduced(e.N, f.D), reduced(f.N, e.D)
	return Exponent{Mul(a.N, b.N), Mul(a.D, b.D)}
}

// Times returns k·e.
func (e Exponent) Times(k int64) Exponent { return e.Mul(Int(k)) }

// Cmp compares exactly, in 128 bits.
// |n₁|·d₂ against |n₂|·d₁, with 128 bits: exact.
func (e Exponent) Cmp(f Exponent) int {
	if e.D == f.D {
		return cmp.Compare(e.N, f.N)
	}
	if s, t := e.Sign(), f.Sign(); s != t || s == 0 {
		return cmp.Compare(s, t)
	}
	abs := func(n int64) uint64 { return uint64(max(n, -n)) }
	h1, l1 := bits.Mul64(abs(e.N), uint64(f.D))
	h2, l2 := bits.Mul64(abs(f.N), uint64(e.D))
	return cmp.Or(cmp.Compare(h1, h2), cmp.Compare(l1, l2)) * e.Sign()
}

// Floor is ⌊e⌋.
func (e Exponent) Floor() int64 {
	q := e.N / e.D
	if e.N%e.D < 0 {
		q--
	}
	return q
}

// LCM returns the least common multiple, or panics with a fail.Error.
func LCM(a, b int64) int64 { return Mul(a/GCD(a, b), b) }
