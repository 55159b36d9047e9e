// Package numeral reads numerals as balls: integers, decimals and fractions, with a radius or without.
package numeral

import (
	"errors"
	"fmt"
	"math/big"
	"strconv"
	"strings"

	"krein/ball"
)

// maxTextLen bounds the numerals that Parse reads.
const maxTextLen = 1 << 20

// Parse returns a ball of precision prec around the number written in s: an
// integer, a decimal such as "-0.1" or "2.5e-3", a fraction "1/3", each optionally
// followed by "+/-" (or "±") and a radius in the same notation. The decimal is
// read exactly and enclosed.
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

// maxDecimalExp bounds the exponents that Parse accepts, so that reading a
// short text cannot take long.
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
