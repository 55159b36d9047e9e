package ball

import (
	"bytes"
	"fmt"
	"math/big"
	"math/bits"
	"strconv"
	"strings"
)

// longestDecimal bounds the exponents of what is written in decimal, which takes long beyond.
const longestDecimal = 1 << 16

// String returns x for messages, as in "[3.14159265 ± 4.66e-09]": the digits of the midpoint that the radius leaves
// known, and the radius, both to nearest. Package numeral writes decimals that enclose x.
func (x *Real) String() string {
	switch e := exponent(&x.mid); {
	case x.rad.IsInf():
		return "[± inf]"
	case max(e, -e, x.rad.exp, -x.rad.exp) > longestDecimal:
		b, _ := x.MarshalText()
		return "[" + string(b) + "]"
	case x.rad.IsZero():
		return x.mid.Text('g', -1)
	}
	known := x.RelAccuracyBits()
	if known < 0 {
		return fmt.Sprintf("[± %v]", x.MagUpper())
	}
	return fmt.Sprintf("[%s ± %v]", x.mid.Text('g', 1+int(known*3/10)), x.rad)
}

// String returns m for messages, to nearest.
func (m Mag) String() string {
	if m.exp != magInfExp && max(m.exp, -m.exp) > longestDecimal {
		return fmt.Sprintf("2^%d", m.exp)
	}
	return m.Float(nil).Text('e', 2)
}

// MarshalText writes x exactly as "mpE+/-npF", the ball of midpoint m·2^E and radius n·2^F in decimal integers; "mpE"
// alone is exact, "0+/-inf" the indeterminate ball. It never fails.
func (x *Real) MarshalText() ([]byte, error) {
	if x.rad.IsInf() {
		return []byte("0+/-inf"), nil
	}
	b := []byte("0")
	if x.mid.Sign() != 0 {
		m := exactly(new(big.Float), x.mid.MinPrec()).Set(&x.mid)
		b = bytes.Replace(m.Append(nil, 'b', 0), []byte("p+"), []byte("p"), 1)
	}
	if !x.rad.IsZero() {
		zeros := bits.TrailingZeros32(x.rad.man)
		b = fmt.Appendf(b, "+/-%dp%d", x.rad.man>>zeros, x.rad.exp-32+int64(zeros))
	}
	return b, nil
}

// maxTextLen bounds the input of UnmarshalText.
const maxTextLen = 1 << 20

// UnmarshalText reads what MarshalText writes, exactly; a radius of more than 32 bits is rounded up.
func (z *Real) UnmarshalText(text []byte) error {
	s := string(text)
	if s == "0+/-inf" {
		z.SetIndeterminate()
		return nil
	}
	bad := fmt.Errorf("ball: %.40q is no ball such as 3p-2+/-1p-60", s)
	mid, rad, hasRad := strings.Cut(s, "+/-")
	if len(s) > maxTextLen || strings.Trim(mid, "+-0123456789p") != "" {
		return bad
	}
	var m big.Float
	if _, _, err := m.SetPrec(uint(4*len(mid))+1).Parse(mid, 10); err != nil { // more bits than the digits need
		return bad
	}
	var r Mag
	if hasRad {
		man, exp, _ := strings.Cut(rad, "p")
		n, err := strconv.ParseUint(man, 10, 64)
		e, expErr := strconv.ParseInt(exp, 10, 62)
		if r = magMake(n, 0, true).Mul2Exp(e); err != nil || expErr != nil || r.IsInf() {
			return bad
		}
	}
	z.SetFloat(m.SetPrec(max(m.MinPrec(), 64)))
	z.rad = r
	return nil
}
