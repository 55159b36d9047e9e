// Package outward writes bounds in a few digits: what is printed as a bound is one, though it is rounded.
package outward

import (
	"math"
	"math/big"
	"strconv"

	"krein/internal/elem64"
)

// Up returns the least decimal of at most so many digits, 1 … 15, that is no less than x, in the form of %g.
func Up(x float64, digits int) string { return round(x, digits, 1) }

// Down returns the largest decimal of at most so many digits, 1 … 15, that is no more than x, in the form of %g.
func Down(x float64, digits int) string { return round(x, digits, -1) }

// round returns a decimal on the side of x that sign names, or x.
func round(x float64, digits, sign int) string {
	s := strconv.FormatFloat(x, 'g', digits, 64)
	if math.IsNaN(x - x) {
		return s
	}
	decimal, ok := new(big.Rat).SetString(s)
	if !ok || decimal.Cmp(new(big.Rat).SetFloat64(x))*sign >= 0 {
		return s
	}
	// The nearest decimal is on the other side: the next one is a unit of the last digit away.
	e := strconv.FormatFloat(x, 'e', 40, 64) // not digits: those of 9.996 may be 10.0, whose neighbour is a tenth of a unit away
	i := len(e) - 1
	for e[i] != 'e' {
		i--
	}
	unit, ok := new(big.Rat).SetString(strconv.Itoa(sign) + e[i:])
	if !ok {
		return s
	}
	ten := new(big.Rat).SetInt64(10)
	for range digits - 1 {
		unit.Quo(unit, ten)
	}
	next, _ := decimal.Add(decimal, unit).Float64()
	return strconv.FormatFloat(next, 'g', digits, 64) // the same decimal: a float64 tells those of 15 digits apart
}

// Around returns "x ± e" for what differs from x by at most err ≥ 0: x in so many digits, more where err is smaller than
// their last one, and e in one, rounded up; e covers the rounding of x, too.
func Around(x, err float64, digits int) string {
	if x != 0 && err > 0 {
		digits = min(max(digits, int(elem64.Log10(math.Abs(x)/err))+2), 17)
	}
	s := strconv.FormatFloat(x, 'g', digits, 64)
	decimal, ok := new(big.Rat).SetString(s)
	if !ok || math.IsNaN(err-err) { // not finite
		return s + " ± " + Up(err, 1)
	}
	exact := new(big.Rat).SetFloat64(x)
	off := decimal.Sub(decimal, exact).Abs(decimal)
	if off.Sign() != 0 {
		radius := off.Add(off, new(big.Rat).SetFloat64(err))
		var below bool
		if err, below = radius.Float64(); !below && new(big.Rat).SetFloat64(err).Cmp(radius) < 0 {
			err = math.Nextafter(err, math.Inf(1))
		}
	}
	return s + " ± " + Up(err, 1)
}

// Digits returns how many of the first digits of x its error leaves, from 1 up to most: the last of them may be off by some
// units, none after it says anything.
func Digits(x, err float64, most int) int {
	switch {
	case err == 0 || x == 0:
		return most
	case !(err < math.Abs(x)): // NaN too
		return 1
	}
	return min(max(int(math.Floor(elem64.Log10(math.Abs(x)/err)))+1, 1), most)
}

// Figure writes a number between two bounds in so many digits: as one figure if the bounds agree to as many, up to two units
// of the last one, else as "between a and b".
func Figure(lower, upper float64, digits int) string {
	middle := lower/2 + upper/2
	if lower == upper || upper-lower <= 2*math.Abs(middle)*math.Pow10(-digits) {
		return strconv.FormatFloat(middle, 'g', digits, 64)
	}
	return "between " + Down(lower, digits) + " and " + Up(upper, digits)
}
