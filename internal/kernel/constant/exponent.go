package constant

import (
	"math"
	"math/big"

	"krein/ball"
	"krein/internal/kernel/brief"
	"krein/internal/kernel/exponent"
	"krein/internal/kernel/fail"
)

// Exponent is an exact real number as the exponent of a power: a rational of 64 bits, or another constant that is
// proved to lie between two neighbouring multiples of 2^−32, so that its place among the integers and their halves is
// known; or a constant with a parameter, of which a comparison is decided when it is asked for: one that does not come out
// alike for all values of the parameter panics with a fail.Error. It is immutable; the zero value is not valid, and == does
// not compile: see Cmp.
// Why a grid: whether 2e is a whole number, and between which it lies, decides what counts as
// singular and what is integrable; each exponent is compared with these once, when it is made,
// exactly.
type Exponent struct {
	q exponent.Exponent // if x is nil
	x *offGrid
	_ [0]func()
}

// offGrid is at·2^−32 < v < (at+1)·2^−32, or, if v has a parameter, only v: at·2^−32 is then a number near its values, which
// proves nothing.
type offGrid struct {
	v    Value
	at   int64
	wide bool
}

// The grid has the spacing 2^−gridBits, and reaches to 2^mostBits.
const (
	gridBits = 32
	mostBits = 20
)

// IntExponent returns n.
func IntExponent(n int64) Exponent { return Exponent{q: exponent.Int(n)} }

// ExponentOf returns v as an exponent; the error says that it is too large, or too close to a multiple of 2^−32.
// An exponent that is within no proved cell is refused, so that no later comparison has to guess.
func ExponentOf(v Value) (e Exponent, err error) {
	defer fail.Catch(&err)
	return asExponent(v), nil
}

// A guess n near 2^32·v, from a ball of radius ¼ at most; v − n/2^32 has a proved sign, 0 included: so that v is on the grid, or
// between two neighbours. |w − n| < 1 is checked by the ball.
func asExponent(v Value) Exponent {
	if r, ok := v.Rat(); ok {
		if q, small := exponent.Of(r); small {
			return Exponent{q: q}
		}
	}
	w := v.Scale(big.NewRat(1<<gridBits, 1))
	var b, off ball.Real
	if v.HasParameter() {
		// The size is asked for before a middle is written out, which may have 2^31 bits.
		if w.Ball(&b, constPrecisions[0]).MagUpper().Cmp(ball.MagPow2(gridBits+mostBits)) < 0 {
			if n := nearestInt(b.Mid(nil)); n.BitLen() <= gridBits+mostBits {
				return Exponent{x: &offGrid{v, n.Int64(), true}}
			}
		}
		panic(fail.Because("the exponent %s is too large, or not enclosed", brief.Text(v.String())))
	}
	for _, prec := range constPrecisions {
		if w.Ball(&b, prec).Rad().Cmp(ball.MagPow2(-2)) > 0 {
			continue
		}
		n := nearestInt(b.Mid(nil))
		if off.Sub(&b, off.SetInt(n), prec).MagUpper().Cmp(ball.MagPow2(0)) >= 0 || n.BitLen() > gridBits+mostBits {
			break
		}
		on := new(big.Rat).SetFrac(n, big.NewInt(1<<gridBits)) // |w − n| < 1
		switch s, known := v.Sub(constRat(on)).Sign(); {
		case known != ball.True:
			panic(fail.Because("whether the exponent %s is %s is not decided", brief.Text(v.String()), on.RatString()))
		case s == 0:
			q, small := exponent.Of(on)
			if !small {
				panic(fail.Because("the exponent %s has too many digits", on.RatString()))
			}
			return Exponent{q: q}
		case s < 0:
			return Exponent{x: &offGrid{v, n.Int64() - 1, false}}
		}
		return Exponent{x: &offGrid{v, n.Int64(), false}}
	}
	panic(fail.Because("the exponent %s is too large, or not enclosed", brief.Text(v.String())))
}

// nearestInt returns an integer next to x.
func nearestInt(x *big.Float) *big.Int {
	n, _ := ball.SumFloat(new(big.Float), x, big.NewFloat(math.Copysign(0.5, float64(x.Sign())))).Int(nil)
	return n
}

// IsShort reports whether the exponent is a rational of 64 bits.
func (e Exponent) IsShort() bool { return e.x == nil }

// Rat returns the exponent if it is recognised as a rational.
func (e Exponent) Rat() (*big.Rat, bool) {
	if e.x != nil {
		return e.x.v.Rat()
	}
	return e.q.Rat(), true
}

// Value returns the exponent as a constant.
func (e Exponent) Value() Value {
	if e.x != nil {
		return e.x.v
	}
	return constRat(e.q.Rat())
}

// Sign returns the sign.
func (e Exponent) Sign() int { return e.CmpHalf(0) }

// CmpHalf compares with n/2.
// n/2 is on the grid: at·2^(−32) < v decides every comparison with it. An exponent on the grid is rational.
func (e Exponent) CmpHalf(n int64) int {
	switch {
	case e.x == nil:
		return e.q.Cmp(exponent.Int(n).Mul(exponent.Half()))
	case e.x.wide:
		return CmpExponents(e, Exponent{q: exponent.Int(n).Mul(exponent.Half())})
	case n > 2<<mostBits || n >= -2<<mostBits && e.x.at < n<<(gridBits-1):
		return -1
	}
	return 1
}

// isWide reports whether comparisons are decided when they are asked for.
func (e Exponent) isWide() bool { return e.x != nil && e.x.wide }

// Cmp returns the sign of e − f, as Value.Cmp does.
// Different cells of the grid are apart; within one cell the constants are compared, and may stay unknown.
func (e Exponent) Cmp(f Exponent) (int, ball.Truth) {
	switch {
	case e.x == nil && f.x == nil:
		return e.q.Cmp(f.q), ball.True
	case e.isWide() || f.isWide():
	case e.x != nil && f.x != nil && e.x.at != f.x.at:
		if e.x.at < f.x.at {
			return -1, ball.True
		}
		return 1, ball.True
	case f.x == nil && f.q.D <= 2:
		far := int64(4) << mostBits // above 2|e|; twice what is beyond may have more than 63 bits
		return e.CmpHalf(2 / f.q.D * max(-far, min(far, f.q.N))), ball.True
	}
	return e.Value().Cmp(f.Value())
}

// CmpExponents is Cmp for the packages of kernel: a doubt panics with a fail.Error.
func CmpExponents(e, f Exponent) int {
	c, known := e.Cmp(f)
	if known != ball.True {
		panic(fail.Because("which of the exponents %s and %s is larger is not decided", brief.Text(e.String()),
			brief.Text(f.String())))
	}
	return c
}

// Int returns the exponent if it is an integer; if not, it is none.
// Off the grid there is no whole number. With a parameter it has to lie between two neighbours for all values.
func (e Exponent) Int() (n int64, ok bool) {
	if e.isWide() {
		e.between(1)
	}
	return e.q.N, e.x == nil && e.q.IsInt()
}

// IsEven reports whether the exponent is one of 0, 2, 4, ….
// Negative even numbers are not meant: z^(−2) is singular.
func (e Exponent) IsEven() bool {
	if e.isWide() {
		if c, known := e.Value().Sign(); known != ball.True || c >= 0 {
			e.between(2)
		}
		return false
	}
	n, ok := e.Int()
	return ok && n >= 0 && n%2 == 0
}

// between proves of a constant with a parameter that it lies between two neighbouring multiples of step for all values, none of
// which is one, and returns the lower one.
func (e Exponent) between(step int64) int64 {
	n := e.x.at >> gridBits
	n -= ((n % step) + step) % step
	if e.CmpHalf(2*n) <= 0 || e.CmpHalf(2*(n+step)) >= 0 {
		panic(fail.Because("whether the exponent %s is an integer is not decided", brief.Text(e.String())))
	}
	return n
}

// Floor is ⌊e⌋.
func (e Exponent) Floor() int64 {
	if e.isWide() {
		n := e.x.at >> gridBits
		if e.CmpHalf(2*n) < 0 || e.CmpHalf(2*n+2) >= 0 {
			panic(fail.Because("the integers next to the exponent %s are not the same for all values", brief.Text(e.String())))
		}
		return n
	}
	if e.x != nil {
		return e.x.at >> gridBits
	}
	return e.q.Floor()
}

// Float returns a float64 near the exponent.
func (e Exponent) Float() float64 {
	if e.x != nil {
		return math.Ldexp(float64(e.x.at)+0.5, -gridBits)
	}
	return e.q.Float()
}

// String writes the exponent as the constant that it is.
func (e Exponent) String() string { return e.Value().String() }

// ExponentKey is a comparable name of an exponent: equal keys mean equal exponents.
type ExponentKey struct {
	q exponent.Exponent
	x string
}

// Key returns the name.
func (e Exponent) Key() ExponentKey {
	if e.x != nil {
		return ExponentKey{x: e.x.v.Key()}
	}
	return ExponentKey{q: e.q}
}

// Add returns e + f.
func (e Exponent) Add(f Exponent) Exponent {
	if e.x == nil && f.x == nil {
		return Exponent{q: e.q.Add(f.q)}
	}
	return asExponent(e.Value().Add(f.Value()))
}

// Neg returns −e.
// −(at+1) < −v < −at.
func (e Exponent) Neg() Exponent {
	if e.x != nil {
		return Exponent{x: &offGrid{e.x.v.Neg(), -1 - e.x.at, e.x.wide}}
	}
	return Exponent{q: e.q.Neg()}
}

// Sub returns e − f.
func (e Exponent) Sub(f Exponent) Exponent { return e.Add(f.Neg()) }

// Mul returns e·f.
func (e Exponent) Mul(f Exponent) Exponent {
	if e.x == nil && f.x == nil {
		return Exponent{q: e.q.Mul(f.q)}
	}
	return asExponent(e.Value().Mul(f.Value()))
}

// Times returns k·e.
func (e Exponent) Times(k int64) Exponent { return e.Mul(IntExponent(k)) }

// StepsTo returns the least k ≥ 1 for which k·f ≥ e is proved, for f > 0, at most limit.
// Floats begin the search, exact comparisons end it. A k that is too large costs work, one that is too small would leave a
// remainder larger than asked: it is not returned without proof, but for the limit, which is one on work.
func (e Exponent) StepsTo(f Exponent, limit int) int {
	if e.Float()/f.Float() >= float64(limit) {
		return limit
	}
	k := max(1, int(e.Float()/f.Float())-1)
	for k < limit {
		switch c, known := f.Times(int64(k)).Cmp(e); {
		case known == ball.True && c >= 0:
			return k
		case known != ball.True && !e.isWide() && !f.isWide():
			CmpExponents(f.Times(int64(k)), e) // says what is not decided
		}
		k++
	}
	return k
}
