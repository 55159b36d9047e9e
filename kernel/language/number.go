package language

import (
	"math/big"
	"strconv"
	"strings"

	"krein/kernel/internal/brief"
)

// Limits on a number in a formula. They are far beyond what float64 can hold and
// keep a short text from becoming a long computation.
const (
	maxDigits   = 2000
	maxExponent = 1000
)

// parseNumber converts the text of a number literal exactly: decimal with optional
// fraction, exponent and underscores between digits, or an integer with prefix 0x,
// 0o or 0b. The reason is "" if the text is one.
func parseNumber(text string) (r *big.Rat, reason string) {
	if len(text) > maxDigits {
		return nil, "a number of " + strconv.Itoa(len(text)) + " characters is too long (at most " + strconv.Itoa(maxDigits) + ")"
	}
	bad := "bad number " + strconv.Quote(brief.Text(text))
	if strings.HasPrefix(text, "_") || strings.HasSuffix(text, "_") || strings.Contains(text, "__") {
		return nil, bad
	}
	if len(text) > 1 && text[0] == '0' && strings.ContainsRune("xXoObB", rune(text[1])) {
		n, ok := new(big.Int).SetString(text, 0)
		if !ok {
			return nil, bad
		}
		return new(big.Rat).SetInt(n), ""
	}
	mantissa, exponent := text, 0
	if i := strings.IndexAny(text, "eE"); i >= 0 {
		mantissa = text[:i]
		e := text[i+1:]
		digits := strings.TrimLeft(e, "+-")
		if digits == "" || len(e)-len(digits) > 1 || strings.Trim(digits, "0123456789") != "" {
			return nil, bad
		}
		n, err := strconv.Atoi(e)
		if err != nil || n > maxExponent || n < -maxExponent {
			return nil, "the exponent of " + strconv.Quote(brief.Text(text)) + " is beyond ±" + strconv.Itoa(maxExponent)
		}
		exponent = n
	}
	whole, frac, _ := strings.Cut(mantissa, ".")
	for _, part := range []string{whole, frac} {
		if strings.HasPrefix(part, "_") || strings.HasSuffix(part, "_") {
			return nil, bad
		}
	}
	whole, frac = strings.ReplaceAll(whole, "_", ""), strings.ReplaceAll(frac, "_", "")
	if whole+frac == "" || strings.Trim(whole+frac, "0123456789") != "" {
		return nil, bad
	}
	n, ok := new(big.Int).SetString(whole+frac, 10)
	if !ok {
		return nil, bad
	}
	r = new(big.Rat).SetInt(n)
	exponent -= len(frac)
	ten := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(max(exponent, -exponent))), nil)
	if exponent < 0 {
		return r.Quo(r, new(big.Rat).SetInt(ten)), ""
	}
	return r.Mul(r, new(big.Rat).SetInt(ten)), ""
}
