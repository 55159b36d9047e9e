package closed

import (
	"fmt"
	"math"
	"math/big"
	"slices"
	"strings"

	"krein/ball"
	"krein/internal/elem64"
	"krein/kernel/constant"
	"krein/kernel/eval"
	"krein/kernel/formula"
)

// Num is a constant of a formula: r·√s·Π xᵢ^nᵢ exactly, with r rational, s a positive integer kept
// free of small square factors, and units xᵢ, opaque constant expressions such as π; or else the
// float64 f, of which nothing more is known. Exactness lets like terms cancel and Matérn
// polynomials be recognised; a float never equals an exact number. Whether
// a Num is zero, its sign and the equality Same are decided exactly or not at all. The zero value is the float 0.
type Num struct {
	r     *big.Rat // nil for a float
	s     *big.Int
	units []unit // in increasing order of key
	f     float64
}

// unit is a power of a constant expression.
type unit struct {
	e    *formula.Expr
	key  string
	n    int
	f    float64 // of e
	sign int     // of e, 0 if it is not known
}

// maxBits bounds the size of exact constants, so that hostile formulas stay cheap.
const maxBits = 4096

// maxUnits bounds the length and the printed length of a product of units.
const (
	maxUnits   = 8
	maxUnitKey = 400
)

// BigOne is 1, not to be changed.
var BigOne = big.NewInt(1)

// RatNum returns r, inexact if it is too large.
func RatNum(r *big.Rat) Num {
	if r.Num().BitLen() > maxBits || r.Denom().BitLen() > maxBits {
		f, _ := r.Float64()
		return floatNum(f)
	}
	return Num{r: r, s: BigOne}
}

// IntNum returns n.
func IntNum(n int64) Num { return Num{r: big.NewRat(n, 1), s: BigOne} }

func floatNum(f float64) Num { return Num{f: f} }

// ExprNum returns a constant expression as a unit, or as a float if it has no finite value.
func ExprNum(e *formula.Expr) Num {
	if e.Op() == formula.OpNum {
		return RatNum(e.Num())
	}
	v := eval.Enclose(nil, e, nil, 128)
	f, key := v.Nearest(), e.String()
	if math.IsNaN(f) || len(key) > maxUnitKey {
		return floatNum(f)
	}
	sign, _ := v.Sign()
	return Num{r: big.NewRat(1, 1), s: BigOne, units: []unit{{e, key, 1, f, sign}}}
}

// Expr returns the constant as an expression; ok is false for a float.
func (a Num) Expr() (e *formula.Expr, ok bool) {
	if a.r == nil {
		return nil, false
	}
	e = formula.Rational(a.r)
	times := func(f *formula.Expr) {
		if e.Op() == formula.OpNum && e.Num().Cmp(big.NewRat(1, 1)) == 0 {
			e = f
			return
		}
		e = formula.Apply(formula.OpMul, e, f)
	}
	if a.s.Cmp(BigOne) != 0 {
		times(formula.Apply(formula.OpSqrt, formula.Rational(new(big.Rat).SetInt(a.s))))
	}
	for _, u := range a.units {
		if u.n == 1 {
			times(u.e)
		} else {
			times(formula.Apply(formula.OpPow, u.e, formula.Int(int64(u.n))))
		}
	}
	return e, true
}

// Applied returns the value of a function or an operation on constants, as a unit.
func Applied(op formula.Op, args ...Num) Num {
	es, exact := make([]*formula.Expr, len(args)), true
	for i, a := range args {
		e, ok := a.Expr()
		if !ok {
			f := a.Float64()
			if math.IsNaN(f) || math.IsInf(f, 0) {
				return floatNum(math.NaN())
			}
			e, exact = formula.Rational(new(big.Rat).SetFloat64(f)), false
		}
		es[i] = e
	}
	e := formula.Apply(op, es...)
	if exact {
		return ExprNum(e)
	}
	return floatNum(eval.Enclose(nil, e, nil, 64).Nearest())
}

// Algebraic reports whether a is an exact r·√s.
func (a Num) Algebraic() bool { return a.r != nil && len(a.units) == 0 }

// Float64 returns a float64 near a; nothing is proved of it.
func (a Num) Float64() float64 {
	if a.r == nil {
		return a.f
	}
	f, _ := a.r.Float64()
	if a.s.Cmp(BigOne) != 0 {
		g, _ := new(big.Float).SetInt(a.s).Float64()
		f *= math.Sqrt(g)
	}
	for _, u := range a.units {
		if u.n == 1 {
			f *= u.f
		} else {
			f *= elem64.Pow(u.f, float64(u.n))
		}
	}
	return f
}

// Sign returns the proved sign, 0 for zero and where it is not known.
func (a Num) Sign() int {
	if a.r == nil {
		return 0
	}
	return a.sign()
}

// Exact reports whether a is an exact constant and no float.
func (a Num) Exact() bool { return a.r != nil }

// String returns the constant as a formula, or the float.
func (a Num) String() string {
	if e, ok := a.Expr(); ok {
		return e.String()
	}
	return fmt.Sprint(a.f)
}

// sign is Sign, or of a float the sign of that: it chooses, and proves nothing.
func (a Num) sign() int {
	if a.r == nil {
		switch {
		case a.f > 0:
			return 1
		case a.f < 0:
			return -1
		}
		return 0
	}
	s := a.r.Sign()
	for _, u := range a.units {
		if u.sign == 0 {
			return 0
		}
		if u.sign < 0 && u.n%2 != 0 {
			s = -s
		}
	}
	return s
}

// IsZero reports whether a is known to be zero; a float never is.
func (a Num) IsZero() bool { return a.r != nil && a.r.Sign() == 0 }

// Rat returns the value if it is an exact rational.
func (a Num) Rat() (*big.Rat, bool) {
	if !a.Algebraic() || (a.s.Cmp(BigOne) != 0 && a.r.Sign() != 0) {
		return nil, false
	}
	return a.r, true
}

// IsInt returns the value if it is an exact integer of modest size.
func (a Num) IsInt() (int, bool) {
	r, ok := a.Rat()
	if !ok || !r.IsInt() || r.Num().BitLen() > 30 {
		return 0, false
	}
	return int(r.Num().Int64()), true
}

// Key returns a string that only equal constants share.
func (a Num) Key() string {
	if a.r == nil {
		return fmt.Sprintf("f%x", math.Float64bits(a.f))
	}
	if a.r.Sign() == 0 {
		return "0"
	}
	return a.r.RatString() + "r" + a.s.String() + a.unitKey()
}

func (a Num) unitKey() string {
	var b strings.Builder
	for _, u := range a.units {
		fmt.Fprintf(&b, "*(%s)^%d", u.key, u.n)
	}
	return b.String()
}

// Neg returns −a.
func (a Num) Neg() Num {
	if a.r == nil {
		return floatNum(-a.f)
	}
	a.r = new(big.Rat).Neg(a.r)
	return a
}

// Add returns a + b, inexact if it has no such form.
func (a Num) Add(b Num) Num {
	switch {
	case a.IsZero():
		return b
	case b.IsZero():
		return a
	case a.r == nil || b.r == nil:
		return floatNum(a.Float64() + b.Float64())
	case a.s.Cmp(b.s) == 0 && a.unitKey() == b.unitKey():
		r := RatNum(new(big.Rat).Add(a.r, b.r))
		if !r.Algebraic() {
			return floatNum(a.Float64() + b.Float64())
		}
		if r.r.Sign() != 0 {
			r.s, r.units = a.s, a.units
		}
		return r
	}
	return Applied(formula.OpAdd, a, b)
}

// Mul returns a·b, inexact if it has no such form.
func (a Num) Mul(b Num) Num {
	if a.IsZero() || b.IsZero() {
		return IntNum(0)
	}
	if a.r != nil && b.r != nil {
		r := RatNum(new(big.Rat).Mul(a.r, b.r))
		if r.Algebraic() {
			if r = r.TimesRoot(new(big.Int).Mul(a.s, b.s)); r.Algebraic() {
				return r.timesUnits(a.units, b.units)
			}
		}
	}
	return floatNum(a.Float64() * b.Float64())
}

// timesUnits multiplies an exact number by the two products of units.
func (a Num) timesUnits(u, v []unit) Num {
	if len(u)+len(v) == 0 {
		return a
	}
	out := slices.Clone(u)
	for _, w := range v {
		i, found := slices.BinarySearchFunc(out, w.key, func(x unit, k string) int { return strings.Compare(x.key, k) })
		if !found {
			out = slices.Insert(out, i, w)
			continue
		}
		if out[i].n += w.n; out[i].n == 0 {
			out = slices.Delete(out, i, i+1)
		}
	}
	a.units = out
	if len(out) > maxUnits {
		return floatNum(a.Float64())
	}
	return a
}

// TimesRoot returns a·√n for an exact rational a.
func (a Num) TimesRoot(n *big.Int) Num {
	if n.Cmp(BigOne) == 0 || a.r.Sign() == 0 {
		return a
	}
	out := big.NewInt(1)
	rest := new(big.Int).Set(n)
	if root := new(big.Int).Sqrt(rest); new(big.Int).Mul(root, root).Cmp(rest) == 0 {
		out, rest = root, BigOne
	} else {
		q, m := new(big.Int), new(big.Int)
		for p := int64(2); p < 200; p++ {
			sq := big.NewInt(p * p)
			for rest.Cmp(sq) >= 0 {
				if q.QuoRem(rest, sq, m); m.Sign() != 0 {
					break
				}
				rest.Set(q)
				out.Mul(out, big.NewInt(p))
			}
		}
	}
	r := RatNum(new(big.Rat).Mul(a.r, new(big.Rat).SetInt(out)))
	if !r.Algebraic() || rest.BitLen() > maxBits {
		f, _ := new(big.Float).SetInt(rest).Float64()
		return floatNum(r.Float64() * math.Sqrt(f))
	}
	r.s = rest
	return r
}

// Inv returns 1/a; a must not be zero.
func (a Num) Inv() Num {
	if a.r != nil {
		r := RatNum(new(big.Rat).Inv(a.r))
		if r.Algebraic() {
			// 1/√s = √s/s
			r = RatNum(new(big.Rat).Quo(r.r, new(big.Rat).SetInt(a.s)))
			if r.Algebraic() {
				r.s = a.s
				r.units = slices.Clone(a.units)
				for i := range r.units {
					r.units[i].n = -r.units[i].n
				}
				return r
			}
		}
	}
	return floatNum(1 / a.Float64())
}

// PowInt returns aⁿ; a must not be zero if n < 0.
func (a Num) PowInt(n int) Num {
	if n < 0 {
		return a.Inv().PowInt(-n)
	}
	if n > 512 {
		return Applied(formula.OpPow, a, IntNum(int64(n)))
	}
	v, square := IntNum(1), a
	for i := n; ; square = square.Mul(square) {
		if i&1 == 1 {
			v = v.Mul(square)
		}
		if i >>= 1; i == 0 {
			break
		}
	}
	if !v.Exact() && a.Exact() { // too long to be written out
		return Applied(formula.OpPow, a, IntNum(int64(n)))
	}
	return v
}

// Pow returns a^p for a > 0, as r·√s when p is a multiple of ½ and a is rational.
func (a Num) Pow(p Num) Num {
	if n, ok := p.IsInt(); ok {
		return a.PowInt(n)
	}
	if n, ok := p.Mul(IntNum(2)).IsInt(); ok {
		if r, ok := a.Rat(); ok && n > -512 && n < 512 {
			// a^(n/2) = (√(num·den)/den)ⁿ
			root := IntNum(1).TimesRoot(new(big.Int).Mul(r.Num(), r.Denom()))
			return root.Mul(RatNum(new(big.Rat).SetFrac(BigOne, r.Denom()))).PowInt(n)
		}
	}
	return Applied(formula.OpPow, a, p)
}

// epsilon is the unit roundoff of float64, 2⁻⁵³.
const epsilon = 0x1p-53

// equal reports equality, of numbers that are not exact up to a few roundings.
func (a Num) equal(b Num) bool {
	if a.Algebraic() && b.Algebraic() || a.Same(b) {
		return a.Key() == b.Key()
	}
	x, y := a.Float64(), b.Float64()
	return math.Abs(x-y) <= 8*epsilon*math.Max(math.Abs(x), math.Abs(y))
}

// Same reports equality for certain.
func (a Num) Same(b Num) bool { return a.r != nil && b.r != nil && a.Key() == b.Key() }

// equalBits is the precision of enclosures that tell numbers apart.
const equalBits = 128

// Equal tells whether a = b: True by the normal form, or by that of constant.Value, False by enclosures that exclude each other. Of floats it
// knows nothing.
func (a Num) Equal(b Num) ball.Truth {
	if a.Same(b) {
		return ball.True
	}
	x, ok := a.Expr()
	y, known := b.Expr()
	if !ok || !known {
		return ball.Unknown
	}
	var u, v ball.Real
	if a.Ball(&u, equalBits).Overlaps(b.Ball(&v, equalBits)) == ball.False {
		return ball.False
	}
	c, err := constant.New(x)
	if err != nil {
		return ball.Unknown
	}
	d, err := constant.New(y)
	if err != nil {
		return ball.Unknown
	}
	return c.Equal(d)
}

// Ball sets dst to an enclosure of prec bits; it is indeterminate for a float.
func (a Num) Ball(dst *ball.Real, prec uint) *ball.Real {
	e, ok := a.Expr()
	if !ok {
		return dst.SetIndeterminate()
	}
	return eval.Enclose(dst, e, nil, prec)
}
