package program

import (
	"fmt"
	"math"
	"math/big"

	"krein/internal/libm"
)

// Power is x ↦ x^p for one p, by multiplication where p is a small multiple of 1/2.
type Power struct {
	n       int // |p| = n or n + 1/2 ≤ maxMultiplied
	half    bool
	p, rest float64 // the power, and what p is rounded by
	how     powerKind
}

type powerKind uint8

const (
	powGeneral  powerKind = iota // undefined for x < 0
	powMultiply                  // multiplication, one square root if half
	powInteger                   // an integer beyond maxMultiplied
)

// maxMultiplied keeps the rounding error of the products to a few units in the last place.
const maxMultiplied = 8

// PowerOf returns the power p + rest, which is not known to be an integer.
func PowerOf(p, rest float64) Power { return Power{p: p, rest: rest} }

// RationalPower returns the power p.
func RationalPower(p *big.Rat) Power {
	f, exact := p.Float64()
	fp := Power{p: f}
	if !exact && !math.IsInf(f, 0) {
		fp.rest, _ = new(big.Rat).Sub(p, new(big.Rat).SetFloat64(f)).Float64()
	}
	if p.IsInt() {
		fp.how = powInteger
	}
	if math.Abs(f) <= maxMultiplied && (p.IsInt() || p.Denom().IsInt64() && p.Denom().Int64() == 2) {
		n := math.Floor(math.Abs(f))
		fp.how, fp.n, fp.half = powMultiply, int(n), math.Abs(f) != n
	}
	return fp
}

// IsSquare reports whether it is x ↦ x·x.
func (fp Power) IsSquare() bool { return fp.how == powMultiply && fp.p == 2 }

// Of returns x^p; it is NaN for x < 0 unless p is an integer, and for what is no number.
func (fp Power) Of(x float64) float64 {
	switch fp.how {
	case powMultiply:
		if math.IsNaN(x) { // not even its power 0 has a value
			return x
		}
		v, sq := 1.0, x
		for n := fp.n; n > 0; n >>= 1 {
			if n&1 == 1 {
				v *= sq
			}
			sq *= sq
		}
		if fp.half {
			v *= math.Sqrt(x)
		}
		if a := math.Abs(v); !(a > 0x1p-1000 && a < 0x1p1000) { // or a product on the way
			return libm.Pow(x, fp.p, 0)
		}
		if fp.p < 0 {
			return 1 / v
		}
		return v
	case powGeneral:
		if x < 0 {
			return math.NaN()
		}
	}
	return libm.Pow(x, fp.p, fp.rest)
}

// Power returns the value of a power of a.
func (b *Builder) Power(p Power, a int) int {
	if p.IsSquare() {
		return b.Op(Square, a)
	}
	return b.Apply(fmt.Sprintf("^%x %x %v", p.p, p.rest, p.how), p.Of, a)
}

// Raise returns a^b for an exponent that is no rational constant: it is NaN for a < 0, even where b happens to be an integer.
// What is no number makes none, unlike in math.Pow.
func Raise(a, b float64) float64 {
	if !(a >= 0) || math.IsNaN(b) {
		return math.NaN()
	}
	return libm.Pow(a, b, 0)
}
