package certificate

import (
	"errors"
	"fmt"
	"math"
	"math/big"
	"strconv"
	"strings"
)

// Bounds is an interval [Lower, Upper] for a mass; Upper, and then possibly Lower too, may be +Inf.
//
// Bounds that are proved have exact decimals besides (Decimals), and Lower and Upper are these rounded outward. An
// estimate (Estimate) is a value alone, Lower and Upper: its error is not bounded. Older files state for it a value minus
// and plus an error that was estimated too.
type Bounds struct {
	Lower, Upper float64

	lower, upper string // decimals; "" for estimates
	value        bool   // a value, the error of which is not bounded
}

// Estimate returns a mass that was computed in floating point, with an error that is not bounded. It panics if the value
// is negative or NaN.
func Estimate(value float64) *Bounds {
	if !(value >= 0) {
		panic(fmt.Sprintf("certificate: %g is no mass", value))
	}
	return &Bounds{Lower: value, Upper: value, value: true}
}

// maxBoundExponent bounds the powers of ten that bounds may have.
const maxBoundExponent = 400

// NewBounds writes bounds of a mass as decimals, rounded outward: by at most 1/8 of their width, or in the 17th digit or
// beyond; lower by 1/2000 of itself at most, so that it is not lost beside a far larger upper. Upper, and then possibly lower too, may be +Inf. A mass is at least 0, so an enclosure that reaches below
// loses that part. The result is nil if nothing remains, where upper < 0 or lower > upper: no mass has such bounds.
func NewBounds(lower, upper *big.Float) *Bounds {
	if upper.Sign() < 0 || lower.Cmp(upper) > 0 {
		return nil
	}
	if lower.Sign() < 0 {
		lower = new(big.Float)
	}
	if lower.Cmp(leastBound) < 0 {
		lower = new(big.Float)
	}
	if upper.Sign() > 0 && upper.Cmp(leastBound) < 0 {
		upper = leastBound
	}
	var width big.Float
	step := big.NewFloat(0)
	switch {
	case lower.IsInf():
	case upper.Cmp(mostBound) > 0:
		step.Set(lower)
		step.SetMantExp(step, -56)
	default:
		step.SetMantExp(upper, -56) // 10^−17 = 2^−56.5
		if width.Sub(upper, lower); width.SetMantExp(&width, -4).Cmp(step) > 0 {
			step.Set(&width)
		}
	}
	below := step
	if lower.Sign() > 0 && !lower.IsInf() {
		below = new(big.Float).SetMantExp(lower, -11)
		if below.Cmp(step) > 0 {
			below = step
		}
	}
	b, err := ParseBounds(decimal(lower, below, false), decimal(upper, step, true))
	if err != nil {
		panic("certificate: " + err.Error())
	}
	return b
}

// mostBound is the largest number written as a decimal, about 10^380; what is beyond is between it and +Inf. Beneath
// leastBound, which is less than 10^−400, nothing is told from 0.
var mostBound, _, _ = big.ParseFloat("1e380", 10, 64, big.ToZero)
var leastBound = new(big.Float).SetMantExp(big.NewFloat(1), -4*maxBoundExponent)

// decimal rounds x ≥ 0 down or up to a multiple of a power of ten that is at most step, or less than 10^−400.
func decimal(x, step *big.Float, up bool) string {
	switch {
	case x.IsInf(), up && x.Cmp(mostBound) > 0:
		return "inf"
	case x.Cmp(mostBound) > 0:
		return "1e380"
	case x.Sign() == 0:
		return "0"
	}
	e := -maxBoundExponent
	if step.Sign() > 0 {
		e = max(e, int(math.Floor(float64(step.MantExp(nil)-1)*math.Log10(2))))
	}
	r, _ := x.Rat(nil)
	ten := new(big.Rat).SetInt(new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(max(e, -e))), nil))
	if e > 0 {
		ten.Inv(ten)
	}
	r.Mul(r, ten) // x 10^−e
	n, rest := new(big.Int).QuoRem(r.Num(), r.Denom(), new(big.Int))
	if up && rest.Sign() > 0 {
		n.Add(n, big.NewInt(1))
	}
	return spell(n, e)
}

// spell writes n 10^e in the one way that ParseBounds reads.
func spell(n *big.Int, e int) string {
	if n.Sign() == 0 {
		return "0"
	}
	s := n.String()
	digits := strings.TrimRight(s, "0")
	e += len(s) - len(digits)
	switch point := len(digits) + e; { // the place of the point in the digits
	case e >= 0 && point <= 21:
		return digits + strings.Repeat("0", e)
	case e < 0 && point > 0:
		return digits[:point] + "." + digits[point:]
	case point <= 0 && point > -6:
		return "0." + strings.Repeat("0", -point) + digits
	}
	return digits + "e" + strconv.Itoa(e)
}

// ParseBounds reads decimals as NewBounds writes them, and in no other form; "inf" is +∞.
func ParseBounds(lower, upper string) (*Bounds, error) {
	l, err := parseBound(lower)
	if err != nil {
		return nil, fmt.Errorf("lower: %w", err)
	}
	u, err := parseBound(upper)
	if err != nil {
		return nil, fmt.Errorf("upper: %w", err)
	}
	if l == nil && u != nil || l != nil && u != nil && l.Cmp(u) > 0 {
		return nil, fmt.Errorf("not lower ≤ upper: lower %s, upper %s", lower, upper)
	}
	b := &Bounds{Lower: math.Inf(1), Upper: math.Inf(1), lower: lower, upper: upper}
	if l != nil {
		if b.Lower, _ = l.Float64(); math.IsInf(b.Lower, 1) || new(big.Rat).SetFloat64(b.Lower).Cmp(l) > 0 {
			b.Lower = math.Nextafter(b.Lower, 0)
		}
	}
	if u != nil {
		if b.Upper, _ = u.Float64(); !math.IsInf(b.Upper, 1) && new(big.Rat).SetFloat64(b.Upper).Cmp(u) < 0 {
			b.Upper = math.Nextafter(b.Upper, math.Inf(1))
		}
	}
	return b, nil
}

// parseBound reads a decimal, nil for +∞.
func parseBound(s string) (*big.Rat, error) {
	if s == "inf" {
		return nil, nil
	}
	if len(s) > 2*maxBoundExponent {
		return nil, fmt.Errorf("a decimal of %d characters", len(s))
	}
	mantissa, exponent, _ := strings.Cut(s, "e")
	whole, fraction, _ := strings.Cut(mantissa, ".")
	e := 0
	if exponent != "" {
		var err error
		if e, err = strconv.Atoi(exponent); err != nil || e > maxBoundExponent || e < -maxBoundExponent {
			return nil, fmt.Errorf("%q is no exponent from −%d to %d", exponent, maxBoundExponent, maxBoundExponent)
		}
	}
	e -= len(fraction)
	for _, c := range whole + fraction {
		if c < '0' || c > '9' {
			return nil, fmt.Errorf("%q is no decimal", s)
		}
	}
	n, ok := new(big.Int).SetString(whole+fraction, 10)
	if !ok || spell(n, e) != s {
		return nil, fmt.Errorf("%q is not written as a bound is", s)
	}
	r, ok := new(big.Rat).SetString(s)
	if !ok {
		return nil, errors.New("no number")
	}
	return r, nil
}

// Decimals returns the exact bounds as decimals or "inf"; ok is false for bounds that are estimates.
func (b *Bounds) Decimals() (lower, upper string, ok bool) { return b.lower, b.upper, b.lower != "" }

// String writes the bounds as [Lower, Upper], or as one number if they are equal.
func (b *Bounds) String() string {
	lower, upper, ok := b.Decimals()
	if !ok {
		lower, upper = strconv.FormatFloat(b.Lower, 'g', -1, 64), strconv.FormatFloat(b.Upper, 'g', -1, 64)
	}
	if lower == upper {
		return lower
	}
	return "[" + lower + ", " + upper + "]"
}
