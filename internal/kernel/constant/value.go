// Package constant holds exact real constants in normal form: sums of products of rational powers of
// primes, π, exponentials and functions of constants. Equal normal forms prove equality, enclosures
// prove inequality, and what neither shows is unknown.
//
// Everything under a proof that sorts, groups, deduplicates, looks up or compares constants, and what an unknown answer does
// there:
//
//   - breakpoints comparePoints, sortPoints, ordered (Pieces, Search): breakpoints; unknown: an error, no pieces
//   - piecewise increasing, PieceBeside (ExactPieces): breakpoints; unknown: an error; not the same
//   - piecewise resolver, signProver: the sign of a condition on an interval; unknown: an error; not analytic
//   - series intern (ExactInfinity): exponents of exponentials at infinity: rates, frequencies; unknown: no
//     expansion
//   - series Arith.Lead, split, Cmp: leading coefficients, rates; unknown: no expansion
//   - constant ExponentOf, CmpExponents: exponents and orders that are not rational, with the multiples of 2^−32 and
//     with each other; unknown: no expansion; no exponent
//   - asymptotic Singularity.count: coefficients of the two sides; unknown: Doubt
//   - constant constSum, mulTerms, addProduct (maps and merges by key): symbols in a sum or product; unknown: they
//     stay apart: the value is the same
//   - constant constAcos, constAtan, cosPi: arguments with values that are known; unknown: a symbol of its own
//   - closed mergeAtoms: radii of atoms; unknown: no closed form
//   - closed Natural, truncated, inverse, addDamped, Collect (by key): rates and exponents of parts that are added
//     up; unknown: they stay apart: the density is the same sum
//   - closed wave: an order n against the dimension; unknown: no closed form
//   - sign of powers (dominance, Breaks): powers, rates, breakpoints; unknown: the sign is not decided
//   - mass Frequency, TailTerms: the frequency of an oscillating tail; unknown: no masses
//   - sign numerator, besselNonnegative (Same): poles, rates; unknown: they stay apart: a common denominator all the
//     same
//   - check/normal sums and keys of terms: terms and atoms of a formula; unknown: they stay apart: a difference that
//     is zero is not recognised
//   - check/normal gaussian: rates; unknown: incomplete
//   - check/monotone rates of exponential polynomials, ends of sectors: their order; unknown: incomplete
//   - check/rule OwnValues, continuousAt, definedAt: points, values and limits there; unknown: incomplete
//   - check Checker memo, values on the sphere, points (maps by key): formulas, squared distances, all rational;
//     unknown: computed twice
package constant

import (
	"crypto/sha256"
	"encoding/hex"
	"math/big"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"krein/ball"
	"krein/internal/kernel/eval"
	"krein/internal/kernel/exponent"
	"krein/internal/kernel/fail"
	"krein/internal/kernel/formula"
	"krein/internal/kernel/rational"
)

// Value is an exact real constant: a sum of rational multiples of products of powers of symbols, which
// are π, Euler's constant, prime numbers (for radicals), exponentials, and values of functions at
// other constants. Sums and products are in normal form: √2·√2 is 2, exp(a)·exp(b) is exp(a+b), sin² is
// 1 − cos², logarithms of rationals are split into primes, values at the usual angles are radicals.
//
// Two constants with the same normal form are equal; different normal forms may denote one number, so that only an
// enclosure proves that a constant is not zero, and whatever sorts, groups or looks up constants has to ask Cmp or
// Equal, and to give up where they do not know. The zero value is 0. A Value is immutable and safe for concurrent use.
type Value struct{ d *constData }

// constData is a rational r, or a sum of terms in order of key that is more than a rational.
type constData struct {
	r     *big.Rat
	terms []constTerm
	sign  atomic.Int32 // signUnset, or what Sign found
}

// constTerm is c·Π s^n, c ≠ 0, the powers in order of the key of s.
// Keys of factors are in order, so that a product has one list of factors, and terms are in the order of their keys: one list of
// terms.
type constTerm struct {
	c   *big.Rat
	f   []constPower
	key string
}

type constPower struct {
	s *symbol
	n exponent.Exponent
}

const (
	signUnset int32 = iota
	signNegative
	signZero
	signPositive
	signUnknown
)

// Limits of normal forms. Beyond them a sum becomes one symbol.
const (
	maxConstTerms = 96
	maxConstBits  = 1 << 16 // of a coefficient, and of the terms of a sum together
	maxConstKey   = 256
	maxConstPower = 70 // terms to which a power of a sum is multiplied out, about
)

// MostBits is the precision up to which the sign of a constant is looked for.
const MostBits = 4096

// constPrecisions are the precisions at which the sign of a constant is looked for.
var constPrecisions = [...]uint{64, 192, 512, 1536, MostBits}

// Rat returns the constant r, which is copied.
func Rat(r *big.Rat) Value { return constRat(new(big.Rat).Set(r)) }

// A rational that is too large becomes a symbol: still the same number, of which identities are no longer seen.
func constRat(r *big.Rat) Value {
	c := Value{&constData{r: r}}
	if rational.Bits(r) > maxConstBits {
		return c.opaque()
	}
	return c
}

// Int returns n.
func Int(n int64) Value { return constRat(new(big.Rat).SetInt64(n)) }

// Rat returns the value if the normal form is a rational. The caller must not change it.
func (c Value) Rat() (r *big.Rat, ok bool) {
	switch {
	case c.d == nil:
		return rational.Zero, true
	case c.d.r != nil:
		return c.d.r, true
	}
	return nil, false
}

// RationalPart returns the rational term of the normal form.
func (c Value) RationalPart() *big.Rat {
	for _, t := range c.terms() {
		if len(t.f) == 0 {
			return t.c
		}
	}
	return rational.Zero
}

// terms returns the terms, those of a rational too.
func (c Value) terms() []constTerm {
	r, is := c.Rat()
	switch {
	case !is:
		return c.d.terms
	case r.Sign() == 0:
		return nil
	}
	return []constTerm{{c: r}}
}

// constSum collects terms by key.
type constSum struct {
	at    map[string]int
	terms []constTerm
}

// Terms of one key are one product of symbols, as keys determine symbols. Of two keys nothing is said.
func (s *constSum) add(t constTerm) {
	if s.at == nil {
		s.at = make(map[string]int)
	}
	if i, seen := s.at[t.key]; seen {
		s.terms[i].c = new(big.Rat).Add(s.terms[i].c, t.c)
		return
	}
	s.at[t.key] = len(s.terms)
	s.terms = append(s.terms, t)
}

// Coefficients that cancel exactly are gone: the normal form of 0 has no terms.
func (s *constSum) value() Value {
	out := slices.DeleteFunc(s.terms, func(t constTerm) bool { return t.c.Sign() == 0 })
	switch {
	case len(out) == 0:
		return Value{}
	case len(out) == 1 && len(out[0].f) == 0:
		return constRat(out[0].c)
	}
	slices.SortFunc(out, func(a, b constTerm) int { return strings.Compare(a.key, b.key) })
	return Value{&constData{terms: out}}.limited()
}

// limited makes one symbol of what is too large.
// Nothing is rounded: beyond the limits the sum is a symbol whose ball is that of the sum.
func (c Value) limited() Value {
	if len(c.d.terms) > maxConstTerms || c.allBits() > maxConstBits {
		return c.opaque()
	}
	return c
}

// Terms returns the number of terms of the normal form.
func (c Value) Terms() int { return len(c.terms()) }

// allBits is the size of the coefficients together.
func (c Value) allBits() int {
	n := 0
	for _, t := range c.terms() {
		n += rational.Bits(t.c)
	}
	return n
}

// lump returns a sum as one symbol.
// A sum that is too large for a product is one factor of it: the same number.
func (c Value) lump() Value {
	if ts := c.terms(); len(ts) <= 1 {
		return c
	}
	return c.opaque()
}

// opaque returns c as one symbol.
// The name of the symbol is made of the key of the sum: equal sums have one name.
func (c Value) opaque() Value {
	s := newSymbol(symLump, formula.OpNum, Value{}, c)
	f := []constPower{{s, exponent.Int(1)}}
	return termConst(constTerm{c: rational.One, f: f, key: powersKey(f)})
}

// Add returns c + d.
func (c Value) Add(d Value) Value {
	p, ok := c.Rat()
	if ok && p.Sign() == 0 {
		return d
	}
	q, ok2 := d.Rat()
	if ok2 && q.Sign() == 0 {
		return c
	}
	if ok && ok2 {
		return constRat(new(big.Rat).Add(p, q))
	}
	var s constSum
	for _, t := range c.terms() {
		s.add(t)
	}
	for _, t := range d.terms() {
		s.add(t)
	}
	return s.value()
}

// Neg returns −c.
func (c Value) Neg() Value { return c.Scale(big.NewRat(-1, 1)) }

// Sub returns c − d.
func (c Value) Sub(d Value) Value { return c.Add(d.Neg()) }

// Scale returns r·c.
// Zero times any number is zero.
func (c Value) Scale(r *big.Rat) Value {
	if r.Sign() == 0 {
		return Value{}
	}
	if p, ok := c.Rat(); ok {
		return constRat(new(big.Rat).Mul(p, r))
	}
	out := make([]constTerm, len(c.d.terms))
	for i, t := range c.d.terms {
		out[i] = t
		out[i].c = new(big.Rat).Mul(t.c, r)
	}
	return Value{&constData{terms: out}}.limited()
}

// Quo returns c/d; the error says that d is zero, or not decided to differ from it.
func (c Value) Quo(d Value) (Value, error) { return NewArithmetic(nil).Binary(formula.OpDiv, c, d) }

// Mul returns c·d.
// Distributivity, term by term.
func (c Value) Mul(d Value) Value {
	if r, ok := c.Rat(); ok {
		return d.Scale(r)
	}
	if r, ok := d.Rat(); ok {
		return c.Scale(r)
	}
	if len(c.d.terms)*len(d.d.terms) > 8*maxConstTerms ||
		c.allBits()*len(d.d.terms)+d.allBits()*len(c.d.terms) > 16*maxConstBits {
		c, d = c.lump(), d.lump()
	}
	var s constSum
	for _, x := range c.terms() {
		for _, y := range d.terms() {
			mulTerms(&s, x, y)
		}
	}
	return s.value()
}

// timesPower is c·s^n, the power not worked out before it meets the terms.
func (c Value) timesPower(s *symbol, n exponent.Exponent) Value {
	var sum constSum
	for _, t := range c.terms() {
		mulTerms(&sum, t, constTerm{c: rational.One, f: []constPower{{s, n}}})
	}
	return sum.value()
}

// mulTerms adds x·y to s, y as one symbol if an exponent of the product would be too large.
// A merge of two ordered lists: exponents of one symbol add up, for powers of a positive number, or whole ones of any.
func mulTerms(s *constSum, x, y constTerm) {
	f := make([]constPower, 0, len(x.f)+len(y.f))
	a, b := x.f, y.f
	for len(a) > 0 || len(b) > 0 {
		switch {
		case len(b) == 0 || len(a) > 0 && a[0].s.key < b[0].s.key:
			f, a = append(f, a[0]), a[1:]
		case len(a) == 0 || a[0].s.key > b[0].s.key:
			f, b = append(f, b[0]), b[1:]
		default:
			n, fits := a[0].n.Plus(b[0].n)
			if !fits {
				mulTerms(s, x, termConst(constTerm{c: y.c, f: y.f, key: powersKey(y.f)}).opaque().d.terms[0])
				return
			}
			f = append(f, constPower{a[0].s, n})
			a, b = a[1:], b[1:]
		}
	}
	addProduct(s, new(big.Rat).Mul(x.c, y.c), f)
}

// addProduct adds c·Π f to s, in normal form.
// What is rewritten are identities for the numbers: p^(k+r) = p^k·p^r for a prime p, whole k and 0 ≤ r < 1, so that radicals have one
// form; (sum)^k is multiplied out for whole k ≥ 1; sin² = 1 − cos². Denominators that are sums stay powers below 0.
func addProduct(s *constSum, c *big.Rat, f []constPower) {
	var expand []Value // whole powers that are sums themselves
	out := f[:0]
	for _, p := range f {
		if p.n.N == 0 {
			continue
		}
		switch p.s.kind {
		case symPrime:
			if k := p.n.Floor(); k != 0 {
				p.n = p.n.Sub(exponent.Int(k))
				c = new(big.Rat).Mul(c, ratPowInt(new(big.Rat).SetInt(p.s.prime), k))
			}
		case symSum:
			if k := p.n.Floor(); k >= 1 {
				p.n = p.n.Sub(exponent.Int(k))
				expand = append(expand, p.s.arg.powInt(k))
			}
		case symFunc:
			if p.s.op == formula.OpSin && p.n.IsInt() && p.n.N >= 2 { // sin² = 1 − cos²
				k := p.n.N / 2
				p.n = exponent.Int(p.n.N % 2)
				cos := symbolPower(newSymbol(symFunc, formula.OpCos, Value{}, p.s.arg), exponent.Int(2))
				expand = append(expand, Int(1).Sub(cos).powInt(k))
			}
		}
		if p.n.N != 0 {
			out = append(out, p)
		}
	}
	t := constTerm{c: c, f: out, key: powersKey(out)}
	if len(expand) == 0 {
		s.add(t)
		return
	}
	v := termConst(t)
	for _, e := range expand {
		v = v.Mul(e)
	}
	for _, t := range v.terms() {
		s.add(t)
	}
}

func termConst(t constTerm) Value {
	if len(t.f) == 0 {
		return constRat(t.c)
	}
	return Value{&constData{terms: []constTerm{t}}}
}

// ratPowInt is r^k.
// A size beyond the limit is a failure, not a rounded number.
func ratPowInt(r *big.Rat, k int64) *big.Rat {
	if r.Sign() == 0 && k < 0 {
		panic(fail.Undefined("division by zero"))
	}
	v := rational.Power(r, k, maxConstBits)
	if v == nil {
		panic(fail.Because("an exact constant of more than %d bits", maxConstBits))
	}
	return v
}

func powersKey(f []constPower) string {
	var b strings.Builder
	for _, p := range f {
		b.WriteString(p.s.key)
		if p.n != exponent.Int(1) {
			b.WriteByte('^')
			b.WriteString(p.n.String())
		}
		b.WriteByte('*')
	}
	return shortKey(b.String())
}

// shortKey replaces what is long by its digest.
// Two texts of one SHA-256 would have to be found to make two symbols one: keys beyond 256 letters rest on that.
func shortKey(s string) string {
	if len(s) <= maxConstKey {
		return s
	}
	h := sha256.Sum256([]byte(s))
	return "#" + hex.EncodeToString(h[:])
}

// Key identifies the normal form.
func (c Value) Key() string {
	if r, ok := c.Rat(); ok {
		return shortKey(r.RatString())
	}
	var b strings.Builder
	for _, t := range c.d.terms {
		b.WriteString(t.c.RatString())
		b.WriteByte('*')
		b.WriteString(t.key)
		b.WriteByte('+')
	}
	return shortKey(b.String())
}

// Same reports whether c and d have the same normal form, which proves that they are equal.
// Terms are in order, each key once: one form, one list.
func (c Value) Same(d Value) bool {
	p, ok := c.Rat()
	q, ok2 := d.Rat()
	if ok || ok2 {
		return ok && ok2 && p.Cmp(q) == 0
	}
	return slices.EqualFunc(c.d.terms, d.d.terms, func(x, y constTerm) bool { return x.key == y.key && x.c.Cmp(y.c) == 0 })
}

// powInt is c^k, k ≥ 0.
// By squaring; a sum to a high power is one symbol to that power.
func (c Value) powInt(k int64) Value {
	if r, ok := c.Rat(); ok {
		return constRat(ratPowInt(r, k))
	}
	out := Int(1)
	if k*int64(len(c.d.terms)-1) > maxConstPower {
		c = c.lump()
	}
	for sq := c; k > 0; k >>= 1 {
		if k&1 == 1 {
			out = out.Mul(sq)
		}
		if k > 1 {
			sq = sq.Mul(sq)
		}
	}
	return out
}

// Ball sets dst to an enclosure computed at prec bits and returns dst; a nil dst is allocated. It is
// indeterminate if no enclosure is found at that precision.
// The sum of balls of products of balls of symbols contains the number. A power that is not whole is of a positive symbol (Pow).
func (c Value) Ball(dst *ball.Real, prec uint) *ball.Real {
	if dst == nil {
		dst = new(ball.Real)
	}
	prec = max(prec, ball.MinPrec)
	if r, ok := c.Rat(); ok {
		return dst.SetRat(r, prec)
	}
	var sum, v, q ball.Real
	for _, t := range c.d.terms {
		v.SetRat(t.c, prec)
		for _, p := range t.f {
			p.s.ball(&q, prec)
			if p.n != exponent.Int(1) {
				q.PowRat(&q, p.n.Rat(), prec)
			}
			v.Mul(&v, &q, prec)
		}
		sum.Add(&sum, &v, prec)
	}
	return dst.Set(&sum)
}

// Sign returns the sign and True if it is proved: 0 by the normal form, or because an
// algebraic number is too small to differ from 0; ±1 by an enclosure of up to 4096 bits; and 0, Unknown otherwise.
// The answer is kept: it is one of the number. Unknown is kept as well, because the precisions tried are always the same.
func (c Value) Sign() (int, ball.Truth) {
	if r, ok := c.Rat(); ok {
		return r.Sign(), ball.True
	}
	s := c.d.sign.Load()
	if s == signUnset {
		s = c.findSign()
		c.d.sign.Store(s)
	}
	if s == signUnknown {
		return 0, ball.Unknown
	}
	return int(s - signZero), ball.True
}

// sign is the proved sign of c, or 0.
func (c Value) sign() int {
	s, _ := c.Sign()
	return s
}

// steadySign returns the sign that all terms have, or 0.
// Σ of positive products is positive. s^(p/q) has the sign of s for odd p, as a symbol with a fractional power is positive, and
// otherwise is positive. Every symbol's sign is proved, and is not 0.
func (c Value) steadySign() int {
	sign := 0
	for _, t := range c.terms() {
		g := t.c.Sign()
		for _, p := range t.f {
			switch s := p.s.sign(); {
			case s == 0:
				return 0
			case s < 0 && p.n.N%2 != 0:
				g = -g
			}
		}
		if sign == 0 {
			sign = g
		} else if g != sign {
			return 0
		}
	}
	return sign
}

// In this order: signs of the terms; the normal form 0; a ball; the proof that an algebraic number is 0; balls of more bits. What
// mentions z is no number, and has a sign only if all of its terms have. Of a parameter balls do not shrink, and polynomials in it
// are bounded by Bernstein coefficients.
func (c Value) findSign() int32 {
	g := c.steadySign()
	if g == 0 && c.IsZeroForm() {
		return signZero
	}
	if g == 0 && mentionsVar(c) {
		return signUnknown
	}
	enclose := func(b *ball.Real, prec uint) { c.Ball(b, prec) }
	last := constPrecisions[zeroProofAfter:]
	if g == 0 && c.HasParameter() {
		g, last = c.parameterSign(), nil
	}
	if g == 0 {
		g = enclosedSign(enclose, constPrecisions[:zeroProofAfter])
	}
	if g == 0 && fail.Shown(c.isZero) {
		return signZero
	}
	if g == 0 {
		g = enclosedSign(enclose, last)
	}
	if g == 0 {
		return signUnknown
	}
	return signZero + int32(g)
}

// enclosedSign is the sign that an enclosure at one of the precisions proves, or 0.
// A ball that contains 0 says nothing, however small it is.
func enclosedSign(enclose func(b *ball.Real, prec uint), precisions []uint) int {
	var b ball.Real
	for _, prec := range precisions {
		enclose(&b, prec)
		if s, known := b.Sign(); known == ball.True && s != 0 {
			return s
		}
	}
	return 0
}

// zeroProofAfter is how many precisions are tried before Const.isZero.
const zeroProofAfter = 2

// Positive reports whether c > 0 is proved.
// Unknown is not positive.
func (c Value) Positive() bool { return c.sign() > 0 }

// IsZero tells whether c is zero, as Sign does.
func (c Value) IsZero() ball.Truth {
	return zeroSign(c.Sign())
}

func zeroSign(s int, known ball.Truth) ball.Truth {
	switch {
	case known != ball.True:
		return ball.Unknown
	case s == 0:
		return ball.True
	}
	return ball.False
}

// Cmp returns the sign of c − d as Sign does.
// Same is asked first: for equal forms no difference is made.
func (c Value) Cmp(d Value) (int, ball.Truth) {
	r, rational := c.Rat()
	if s, also := d.Rat(); rational && also {
		return r.Cmp(s), ball.True
	}
	if c.Same(d) {
		return 0, ball.True
	}
	return c.Sub(d).Sign()
}

// Equal tells whether c = d.
func (c Value) Equal(d Value) ball.Truth {
	return zeroSign(c.Cmp(d))
}

// IsZeroForm reports whether the normal form is zero, denominators cleared, as far as they are not too large.
// Clearing denominators: c·s^n is 0 if and only if c is, as s ≠ 0. The number of rounds bounds the work; a c that needs more is
// not found to be 0.
func (c Value) IsZeroForm() bool {
	r, ok := c.Rat()
	if ok {
		return r.Sign() == 0
	}
	return fail.Shown(func() bool {
		quick := func(b *ball.Real, prec uint) { c.Ball(b, prec) }
		if c.lowest() == nil || enclosedSign(quick, constPrecisions[:1]) != 0 { // the usual cases
			return false
		}
		for range 8 {
			p := c.lowest()
			if p == nil {
				break
			}
			c = c.timesPower(p.s, p.n.Neg()) // s ≠ 0, or its negative power would not be there
		}
		r, ok := c.Rat()
		return ok && r.Sign() == 0
	})
}

// lowest returns the power in a denominator that is to be cleared first, or nil.
// Of one symbol the lowest power in any term: multiplying by its inverse clears it from all.
func (c Value) lowest() (least *constPower) {
	for _, t := range c.terms() {
		for _, p := range t.f {
			if p.s.kind == symSum && p.n.Sign() < 0 && (least == nil || least.s.key == p.s.key && p.n.Cmp(least.n) < 0) {
				least = &p
			}
		}
	}
	return least
}

// symbolKind is the kind of a symbol.
type symbolKind uint8

const (
	symPi symbolKind = iota
	symEuler
	symPrime  // a prime number, or one not found to be composite, with exponents in (0, 1)
	symExp    // exp(arg), arg a product of symbols, or 1
	symFunc   // op(arg)
	symBessel // op(nu, arg)
	symSum    // the sum arg ≠ 0 with exponents below 1
	symLump   // the sum arg, because it is too large to be worked with
	symVar    // z > 0, in normal forms of functions

	symParameter // every number of an interval: see parameter.go
)

// symbol is an unknown of the ring of constants. Equal keys mean equal values.
type symbol struct {
	kind  symbolKind
	op    formula.Op
	nu    Value
	prime *big.Int
	arg   Value
	key   string
	hasZ  bool // z occurs in it

	parameter    *formula.Expr // of symParameter
	hasParameter bool          // a parameter occurs in it

	mu    sync.Mutex
	prec  uint // of value
	value ball.Real
	sgn   atomic.Int32
}

var (
	piSymbol    = &symbol{kind: symPi, key: "pi"}
	eulerSymbol = &symbol{kind: symEuler, key: "euler"}
)

// A key of its own for each number.
func primeSymbol(p *big.Int) *symbol {
	return &symbol{kind: symPrime, prime: p, key: shortKey("p" + p.String())}
}

// A key is the operation with the keys of its operands, and determines the value. Symbols of one operand in two normal forms have
// two keys: they are one number without being seen to be.
func newSymbol(kind symbolKind, op formula.Op, nu, arg Value) *symbol {
	key := "(" + arg.Key() + ")"
	switch kind {
	case symExp:
		key = "exp" + key
	case symFunc:
		key = op.String() + key
	case symBessel:
		key = op.String() + nu.Key() + key
	case symLump:
		key = "lump" + key
	}
	return &symbol{kind: kind, op: op, nu: nu, arg: arg, key: shortKey(key), hasZ: mentionsVar(nu) || mentionsVar(arg),
		hasParameter: nu.HasParameter() || arg.HasParameter()}
}

// symbolPower returns s^n.
// In normal form: p^(3/2) is p·p^½.
func symbolPower(s *symbol, n exponent.Exponent) Value {
	var sum constSum
	addProduct(&sum, rational.One, []constPower{{s, n}})
	return sum.value()
}

// ball sets dst to an enclosure at prec bits.
func (s *symbol) ball(dst *ball.Real, prec uint) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.prec != prec {
		s.evaluate(prec)
		s.prec = prec
	}
	dst.Set(&s.value)
}

// z has no ball: nothing that mentions it is enclosed by one.
func (s *symbol) evaluate(prec uint) {
	v := &s.value
	switch s.kind {
	case symVar:
		v.SetIndeterminate()
	case symParameter:
		eval.Enclose(v, s.parameter, nil, prec)
	case symPi:
		v.Pi(prec)
	case symEuler:
		v.Euler(prec)
	case symPrime:
		v.SetInt(s.prime)
	case symExp:
		s.arg.Ball(v, prec)
		v.Exp(v, prec)
	case symSum, symLump:
		s.arg.Ball(v, prec)
	case symFunc:
		s.arg.Ball(v, prec)
		eval.RealUnary(s.op, v, v, prec)
	case symBessel:
		var nu, x ball.Real
		s.nu.Ball(&nu, prec)
		s.arg.Ball(&x, prec)
		eval.RealBessel(s.op, v, &nu, &x, prec)
	}
}

// sign returns the proved sign of s, or 0.
// erfc > 0; K_ν(x) > 0 for x > 0, and at other x there is no symbol. Γ of a parameter between two poles has one sign.
func (s *symbol) sign() int {
	switch s.kind {
	case symPi, symEuler, symPrime, symExp, symVar:
		return 1
	case symSum, symLump:
		g, _ := s.arg.Sign()
		return g
	case symParameter:
		return s.parameter.Range().Sign()
	}
	if s.op == formula.OpErfc || s.op == formula.OpBesselK {
		return 1
	}
	g := s.sgn.Load()
	if g == signUnset {
		g = int32(enclosedSign(s.ball, precisions(s.hasParameter)))
		if g == 0 && s.op == formula.OpGamma && s.hasParameter {
			g = int32(gammaSign(s.arg))
		}
		g += signZero
		s.sgn.Store(g)
	}
	return int(g - signZero)
}
