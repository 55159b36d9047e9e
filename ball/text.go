package ball

import (
	"errors"
	"fmt"
	"math"
	"math/big"
	"strconv"
	"strings"
)

// magDecimal formats f > 0 with three digits, rounded up.
func magDecimal(f *big.Float) string {
	if f.Sign() == 0 {
		return "0"
	}
	var g big.Float
	g.SetPrec(64).SetMode(big.ToNegativeInf) // g is at most what s says
	// One unit of the third digit is above 2^-10 of the value: what %.2e rounds
	// down is made good by adding it.
	s := f.Text('e', 2)
	if _, _, err := g.Parse(s, 10); err == nil && g.Cmp(f) >= 0 {
		return s
	}
	return bumpDecimal(s)
}

// bumpDecimal adds one unit to the third digit of d.dde±xx.
func bumpDecimal(s string) string {
	i := strings.IndexByte(s, 'e')
	n, _ := strconv.Atoi(strings.Replace(s[:i], ".", "", 1))
	exp, _ := strconv.ParseInt(s[i+1:], 10, 64)
	if n++; n == 1000 {
		n, exp = 100, exp+1
	}
	return fmt.Sprintf("%d.%02de%+03d", n/100, n%100, exp)
}

// String returns x for people: the decimal digits that are known, then the error
// bound, as in "3.14159265 ± 4.7e-09". See [Real.Text].
func (x *Real) String() string { return x.Text(0) }

// Text returns x with at most digits decimal digits (0: all that are known), as
// "[m ± r]" where the printed decimals m and r satisfy x ⊆ [m−r, m+r], or as m
// alone if x is exactly m. Only digits that the radius leaves known are printed.
// A ball that contains 0 with nothing known prints as "[± r]", the indeterminate
// ball as "[± inf]". Beyond exponents of ±2^16, where decimal conversion takes
// long, the exact form of MarshalText is printed in brackets.
func (x *Real) Text(digits int) string {
	if x.rad.IsInf() {
		return "[± inf]"
	}
	far := x.rad.exp > 1<<16 || x.rad.man != 0 && x.rad.exp < -1<<16
	if x.mid.Sign() != 0 {
		e := exponent(&x.mid)
		far = far || e > 1<<16 || e < -1<<16
	}
	if far {
		// a decimal conversion would take long: the exact form says it all
		b, _ := x.MarshalText()
		return "[" + string(b) + "]"
	}
	if x.rad.IsZero() {
		full := x.mid.Text('g', -1)
		if y, ok := new(big.Rat).SetString(full); ok && digits <= 0 && len(full) < 40 && x.ContainsRat(y) {
			return full
		}
	}
	known := math.MaxInt32
	if acc := x.RelAccuracyBits(); acc < math.MaxInt32 {
		known = int(math.Floor(float64(max(acc, -1)) * math.Log10(2)))
		if acc < 0 {
			known = 0
		}
	}
	if x.rad.IsZero() {
		known = int(float64(x.mid.MinPrec())*math.Log10(2)) + 2
	}
	if digits <= 0 || digits > known {
		digits = known
	}
	if digits == 0 {
		return "[± " + magDecimal(x.MagUpper().Float(nil)) + "]"
	}
	s := x.mid.Text('g', digits)
	// distance of the printed decimal to the midpoint, rounded up
	dec, ok := new(big.Rat).SetString(s)
	if !ok {
		return "[± inf]"
	}
	m, _ := x.mid.Rat(nil)
	if m == nil {
		m = new(big.Rat)
	}
	dec.Sub(dec, m).Abs(dec)
	if r, _ := x.rad.Float(nil).Rat(nil); r != nil {
		dec.Add(dec, r)
	}
	if dec.Sign() == 0 {
		return s
	}
	f := new(big.Float).SetPrec(64).SetMode(big.ToPositiveInf).SetRat(dec)
	return "[" + s + " ± " + magDecimal(f) + "]"
}

// MarshalText writes x exactly as "mpE+/-npF", the ball of midpoint m·2^E and
// radius n·2^F in decimal integers; "mpE" alone is exact, "0+/-inf" the
// indeterminate ball. It never fails.
func (x *Real) MarshalText() ([]byte, error) {
	if x.rad.IsInf() {
		return []byte("0+/-inf"), nil
	}
	var b []byte
	if x.mid.Sign() == 0 {
		b = append(b, '0')
	} else {
		var i big.Int
		n := int64(x.mid.MinPrec())
		e := exponent(&x.mid)
		fixedInt(&i, &x.mid, n-e)
		if x.mid.Signbit() {
			i.Neg(&i)
		}
		b = i.Append(b, 10)
		b = append(b, 'p')
		b = strconv.AppendInt(b, e-n, 10)
	}
	if !x.rad.IsZero() {
		b = append(b, "+/-"...)
		man, exp := x.rad.man, x.rad.exp-32
		for man&1 == 0 {
			man, exp = man>>1, exp+1
		}
		b = strconv.AppendUint(b, uint64(man), 10)
		b = append(b, 'p')
		b = strconv.AppendInt(b, exp, 10)
	}
	return b, nil
}

// maxTextLen bounds the input of UnmarshalText.
const maxTextLen = 1 << 20

// UnmarshalText reads what MarshalText writes, exactly; a radius of more than 32
// bits is rounded up.
func (z *Real) UnmarshalText(text []byte) error {
	s := string(text)
	if len(s) > maxTextLen {
		return errors.New("ball: text of a ball is too long")
	}
	if s == "0+/-inf" {
		z.SetIndeterminate()
		return nil
	}
	mid, rad, hasRad := strings.Cut(s, "+/-")
	m, e, err := parseDyadic(mid)
	if err != nil {
		return err
	}
	var r Mag
	if hasRad {
		n, f, err := parseDyadic(rad)
		if err != nil {
			return err
		}
		if n.Sign() < 0 {
			return errors.New("ball: negative radius")
		}
		if n.BitLen() <= 64 {
			r = magMake(n.Uint64(), 0, true)
		} else {
			r = MagFloat(new(big.Float).SetInt(n))
		}
		if r = r.Mul2Exp(f); r.IsInf() {
			return errors.New("ball: exponent of the radius out of range")
		}
	}
	if b := int64(m.BitLen()); b > 0 && (e > big.MaxExp-b || e < big.MinExp-b) {
		return errors.New("ball: exponent of the midpoint out of range")
	}
	z.SetInt(m)
	if m.Sign() != 0 {
		scaleMid(&z.mid, e)
	}
	z.rad = r
	return nil
}

// parseDyadic reads a decimal integer m, or mpE for m·2^E.
func parseDyadic(s string) (*big.Int, int64, error) {
	man, exp, has := strings.Cut(s, "p")
	bad := fmt.Errorf("ball: %q is not a dyadic number such as 3p-2", clip(s))
	m, ok := new(big.Int), false
	if !strings.ContainsAny(man, "_xXbBoO") {
		m, ok = m.SetString(man, 10)
	}
	if !ok {
		return nil, 0, bad
	}
	if !has {
		return m, 0, nil
	}
	e, err := strconv.ParseInt(exp, 10, 64)
	if err != nil || e > 1<<60 || e < -1<<60 {
		return nil, 0, bad
	}
	return m, e, nil
}

func clip(s string) string {
	if len(s) > 40 {
		return s[:40] + "…"
	}
	return s
}
