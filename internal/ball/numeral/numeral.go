// Package numeral reads numerals as balls, integers, decimals and fractions, with a radius or without, and writes balls
// as decimals that enclose them.
package numeral

import (
	"errors"
	"fmt"
	"math"
	"math/big"
	"strconv"
	"strings"

	"krein/ball"
)

// maxTextLen bounds the numerals that Parse reads.
const maxTextLen = 1 << 20

// Parse returns a ball of precision prec around the number written in s: an integer, a decimal such as "-0.1" or
// "2.5e-3", a fraction "1/3", each optionally followed by "+/-" (or "±") and a radius in the same notation. The decimal
// is read exactly and enclosed.
func Parse(s string, prec uint) (*ball.Real, error) {
	if len(s) > maxTextLen {
		return nil, errors.New("numeral: the number is too long")
	}
	mid, rad, has := strings.Cut(s, "+/-")
	if !has {
		mid, rad, has = strings.Cut(s, "±")
	}
	r, err := parseRat(mid)
	if err != nil {
		return nil, err
	}
	var m ball.Mag
	if has {
		if strings.TrimSpace(rad) == "inf" {
			return new(ball.Real).SetIndeterminate(), nil
		}
		q, err := parseRat(rad)
		if err != nil {
			return nil, err
		}
		if q.Sign() < 0 {
			return nil, errors.New("numeral: negative radius")
		}
		var t ball.Real
		m = t.SetRat(q, 64).MagUpper()
	}
	return new(ball.Real).SetRat(r, prec).AddRad(m), nil
}

// maxDecimalExp bounds the exponents that Parse accepts, so that reading a short text cannot take long.
const maxDecimalExp = 1 << 20

// parseRat reads an exact rational, refusing exponents that would explode.
func parseRat(s string) (*big.Rat, error) {
	s = strings.TrimSpace(s)
	bad := fmt.Errorf("numeral: %q is not a number", clip(s))
	for _, c := range s {
		if !strings.ContainsRune("0123456789+-./eE", c) {
			return nil, bad
		}
	}
	for _, part := range strings.Split(s, "/") {
		if i := strings.IndexAny(part, "eE"); i >= 0 {
			e, err := strconv.ParseInt(part[i+1:], 10, 64)
			if err != nil {
				return nil, bad
			}
			if e > maxDecimalExp || e < -maxDecimalExp {
				return nil, fmt.Errorf("numeral: exponent of %q out of range (at most %d)", clip(s), maxDecimalExp)
			}
		}
	}
	r, ok := new(big.Rat).SetString(s)
	if !ok {
		return nil, bad
	}
	return r, nil
}

func clip(s string) string {
	if len(s) > 40 {
		return s[:40] + "…"
	}
	return s
}

// Text returns x with at most digits decimal digits (0: all that are known), as "[m ± r]" where the printed decimals m
// and r satisfy x ⊆ [m−r, m+r], or as m alone if x is exactly m. Only digits that the radius leaves known are printed.
// A ball that contains 0 with nothing known prints as "[± r]", the indeterminate ball as "[± inf]". Beyond exponents of
// ±2^16, where decimal conversion takes long, the exact form of [ball.Real.MarshalText] is printed in brackets.
func Text(x *ball.Real, digits int) string {
	mid, rad := x.Mid(nil), x.Rad()
	e := int64(mid.MantExp(nil))
	far := max(e, -e) > 1<<16 || !x.IsExact() && max(rad.Exponent(), -rad.Exponent()) > 1<<16
	if far || x.Indeterminate() {
		return x.String()
	}
	known := int(float64(mid.MinPrec())*math.Log10(2)) + 2
	if x.IsExact() {
		full := mid.Text('g', -1)
		if y, ok := new(big.Rat).SetString(full); ok && digits <= 0 && len(full) < 40 && x.ContainsRat(y) {
			return full
		}
		known = max(known, digits) // all of them are known
	} else {
		known = int(math.Floor(float64(max(x.RelAccuracyBits(), 0)) * math.Log10(2)))
	}
	if digits <= 0 || digits > known {
		digits = known
	}
	if digits == 0 {
		return "[± " + roundedUp(x.MagUpper().Float(nil)) + "]"
	}
	s := mid.Text('g', digits)
	// distance of the printed decimal to the midpoint, rounded up
	dec, _ := new(big.Rat).SetString(s)
	m, _ := mid.Rat(nil)
	dec.Sub(dec, m).Abs(dec)
	r, _ := rad.Float(nil).Rat(nil)
	dec.Add(dec, r)
	if dec.Sign() == 0 {
		return s
	}
	f := new(big.Float).SetPrec(64).SetMode(big.ToPositiveInf).SetRat(dec)
	return "[" + s + " ± " + roundedUp(f) + "]"
}

// roundedUp formats f > 0 with three digits, rounded up.
func roundedUp(f *big.Float) string {
	var g big.Float
	g.SetPrec(64).SetMode(big.ToNegativeInf) // g is at most what s says
	// One unit of the third digit is above 2^-10 of the value: what %.2e rounds down is made good by adding it.
	s := f.Text('e', 2)
	if _, _, err := g.Parse(s, 10); err == nil && g.Cmp(f) >= 0 {
		return s
	}
	i := strings.IndexByte(s, 'e')
	n, _ := strconv.Atoi(strings.Replace(s[:i], ".", "", 1))
	exp, _ := strconv.ParseInt(s[i+1:], 10, 64)
	if n++; n == 1000 {
		n, exp = 100, exp+1
	}
	return fmt.Sprintf("%d.%02de%+03d", n/100, n%100, exp)
}
