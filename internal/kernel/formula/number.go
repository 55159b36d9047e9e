package formula

import (
	"math/big"
	"strconv"
	"strings"
)

// formatRat prints r so that parseNumber and one division recover it; atom tells
// that the text is a single nonnegative literal.
func formatRat(r *big.Rat) (text string, atom bool) {
	atom = r.Sign() >= 0
	if r.IsInt() {
		s := r.Num().String()
		trimmed := strings.TrimRight(s, "0")
		if tens := len(s) - len(trimmed); tens > 12 && tens <= maxTens { // what may be read again
			return trimmed + "e" + strconv.Itoa(tens), atom
		}
		return s, atom
	}
	if r.Denom().BitLen() <= 10 {
		return r.String(), false
	}
	places, exact := r.FloatPrec()
	if !exact || places > 60 {
		return r.String(), false
	}
	s := r.FloatString(places)
	if i := strings.IndexAny(s, "123456789"); places > 15 && i > 6 {
		sign := ""
		if r.Sign() < 0 {
			sign = "-"
		}
		return sign + s[i:] + "e-" + strconv.Itoa(places), atom
	}
	return s, atom
}
