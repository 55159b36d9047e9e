package constant

import (
	"maps"
	"math/big"
	"slices"

	"krein/ball"
	"krein/internal/kernel/brief"
	"krein/internal/kernel/exponent"
	"krein/internal/kernel/fail"
	"krein/internal/kernel/formula"
	"krein/internal/kernel/rational"
)

// Pi returns π.
func Pi() Value { return symbolPower(piSymbol, exponent.Int(1)) }

// NeedSign returns the proved sign of c, or panics with a fail.Error.
func NeedSign(c Value) int {
	s, known := c.Sign()
	if known != ball.True {
		panic(fail.Because("the sign of %s is not decided: its normal form is not zero and no enclosure of %d bits "+
			"excludes zero", brief.Text(c.String()), MostBits))
	}
	return s
}

// Inv is 1/c.
// 1/0 has no value: an error of its own kind, told apart from "not decided".
func (c Value) Inv() Value {
	if r, ok := c.Rat(); ok {
		if r.Sign() == 0 {
			panic(fail.Undefined("division by zero"))
		}
		return constRat(new(big.Rat).Inv(r))
	}
	return Pow(c, big.NewRat(-1, 1))
}

// Pow is c^p, for c > 0 unless p is an integer.
// (ab)^p = a^p b^p needs a, b > 0 for p that is not whole: signs are proved before anything is split. 0^p = 0 for p > 0. Of a
// negative c whole powers are those of −c > 0, with the sign.
func Pow(c Value, p *big.Rat) Value {
	if p.Sign() == 0 {
		return Int(1)
	}
	if r, ok := c.Rat(); ok {
		return ratRadical(r, p)
	}
	e, small := exponent.Of(p)
	if !small {
		panic(fail.Because("the exponent %s has too many digits", brief.Text(p.RatString())))
	}
	if e.IsInt() && e.N > 0 && e.N <= 64 {
		return c.powInt(e.N)
	}
	g := NeedSign(c)
	switch {
	case g == 0 && p.Sign() < 0:
		panic(fail.Undefined("division by zero"))
	case g == 0:
		return Value{}
	case g < 0 && !e.IsInt():
		panic(fail.Undefined("the power %s of a negative number", p.RatString()))
	}
	if g < 0 { // the base of a symbol is positive
		v := Pow(c.Neg(), p)
		if e.N%2 != 0 {
			v = v.Neg()
		}
		return v
	}
	ts := c.terms()
	if len(ts) == 1 {
		if v, ok := termPow(ts[0], p, e); ok {
			return v
		}
		return symbolPower(newSymbol(symSum, formula.OpNum, Value{}, c), e)
	}
	content, rest := c.content()
	if !rest.Same(c) {
		return Pow(content, p).Mul(Pow(rest, p))
	}
	return symbolPower(newSymbol(symSum, formula.OpNum, Value{}, c), e)
}

// positive reports whether the coefficient and all symbols are.
func (t constTerm) positive() bool {
	return t.c.Sign() > 0 && !slices.ContainsFunc(t.f, func(p constPower) bool { return p.s.sign() <= 0 })
}

// termPow is the power of a product, if it is one of its factors. An even power s^n of a negative symbol is |s|^n, so its power
// is (−s)^(ne), which is one of the symbol if ne is an integer: √b² = −b for b < 0.
// Each factor is positive, or e is whole, or the factor is an even whole power that stays whole.
func termPow(t constTerm, p *big.Rat, e exponent.Exponent) (Value, bool) {
	if !e.IsInt() && t.c.Sign() <= 0 {
		return Value{}, false
	}
	v := ratRadical(t.c, p)
	for _, x := range t.f {
		n := x.n.Mul(e)
		switch {
		case e.IsInt() || x.s.sign() > 0:
		case x.s.sign() < 0 && x.n.IsInt() && x.n.N%2 == 0 && n.IsInt():
			if n.N%2 != 0 {
				v = v.Neg()
			}
		default:
			return Value{}, false
		}
		v = v.Mul(symbolPower(x.s, n))
	}
	return v, true
}

// content splits c = f·g, f a positive product, g a sum without such a factor.
// Common factors with a proved positive sign, in whole powers; the rational part is the modulus of the first coefficient. Then
// c^p = f^p·g^p, where f > 0, and g has the sign of c.
func (c Value) content() (f, g Value) {
	ts := c.terms()
	lead := new(big.Rat).Abs(ts[0].c)
	var common []constPower
	for _, p := range ts[0].f {
		if p.s.sign() <= 0 {
			continue
		}
		least := p.n
		for _, t := range ts[1:] {
			n := exponent.Int(0)
			for _, q := range t.f {
				if q.s.key == p.s.key {
					n = q.n
				}
			}
			if n.Cmp(least) < 0 {
				least = n
			}
		}
		if least.N != 0 && least.IsInt() {
			common = append(common, constPower{p.s, least})
		}
	}
	f = constRat(lead)
	for _, p := range common {
		f = f.Mul(symbolPower(p.s, p.n))
	}
	if f.Same(Int(1)) {
		return f, c
	}
	g = c.Scale(new(big.Rat).Inv(lead))
	for _, p := range common {
		g = g.timesPower(p.s, p.n.Neg())
	}
	return f, g
}

// primePowers factors r > 0.
func primePowers(r *big.Rat, add func(p *big.Int, k int64)) {
	intPrimePowers(r.Num(), add)
	intPrimePowers(r.Denom(), func(p *big.Int, k int64) { add(p, -k) })
}

// mostTrial bounds the divisors that are tried in turn.
const mostTrial = 2000

// intPrimePowers factors n > 0; what is left of more than 64 bits without small factors stays whole.
// A factor that is not split is a symbol of its own, as a prime is: products of it are right, and √(pq) is then not seen to be √p√q.
// It is no root of a number by the exponents tried, so that its fractional powers are irrational in the usual cases; nothing rests on that.
func intPrimePowers(n *big.Int, add func(p *big.Int, k int64)) {
	n = new(big.Int).Set(n)
	p, q, m := new(big.Int), new(big.Int), new(big.Int)
	d := uint64(2)
	for ; d < mostTrial && !n.IsUint64(); d++ {
		p.SetUint64(d)
		k := int64(0)
		for q.QuoRem(n, p, m); m.Sign() == 0; q.QuoRem(n, p, m) {
			n.Set(q)
			k++
		}
		if k > 0 {
			add(new(big.Int).Set(p), k)
		}
	}
	if n.IsUint64() {
		wordPrimePowers(n.Uint64(), d, add)
		return
	}
	for _, k := range []int{7, 5, 3, 2} {
		if r := rational.IntRoot(n, k); r != nil {
			add(r, int64(k))
			return
		}
	}
	add(n, 1)
}

// wordPrimePowers factors n > 0, which has no divisors from 2 to d − 1.
// After trial division what is left has no factor below d: it is a prime if d² exceeds it.
func wordPrimePowers(n, d uint64, add func(p *big.Int, k int64)) {
	for ; d < mostTrial && d*d <= n; d++ {
		k := int64(0)
		for ; n%d == 0; k++ {
			n /= d
		}
		if k > 0 {
			add(new(big.Int).SetUint64(d), k)
		}
	}
	switch {
	case n == 1:
	case d*d > n: // a prime
		add(new(big.Int).SetUint64(n), 1)
	default:
		powers := make(map[uint64]int64)
		primeFactors(n, func(p uint64) { powers[p]++ })
		for _, p := range slices.Sorted(maps.Keys(powers)) {
			add(new(big.Int).SetUint64(p), powers[p])
		}
	}
}

// ratRadical is r^p in normal form.
// Π p^(ke), e·k reduced to [0,1) in addProduct: 8^(1/3) = 2.
func ratRadical(r, p *big.Rat) Value {
	switch {
	case r.Sign() == 0 && p.Sign() > 0:
		return Value{}
	case r.Sign() == 0:
		panic(fail.Undefined("division by zero"))
	case p.IsInt() && p.Num().IsInt64():
		return constRat(ratPowInt(r, p.Num().Int64()))
	case p.IsInt():
		panic(fail.Because("the exponent %s has too many digits", brief.Text(p.RatString())))
	case r.Sign() < 0:
		panic(fail.Undefined("the power %s of a negative number", p.RatString()))
	}
	e, small := exponent.Of(p)
	if !small {
		panic(fail.Because("the exponent %s has too many digits", brief.Text(p.RatString())))
	}
	v := Int(1)
	primePowers(r, func(q *big.Int, k int64) { v = v.Mul(symbolPower(primeSymbol(q), e.Times(k))) })
	return v
}

// constExp is exp(c): the exponential of every product is a symbol, the coefficient its exponent.
// exp(Σ r·u) = Π exp(u)^r: exp(u) > 0, so that rational powers of it are defined. exp(r·log a) = a^r for a > 0.
func constExp(c Value) Value {
	v := Int(1)
	for _, t := range c.terms() {
		e, small := exponent.Of(t.c)
		if !small {
			n := int64(t.c.Sign()) // exp(−a) is 1/exp(a)
			t.c = new(big.Rat).Abs(t.c)
			v = v.Mul(symbolPower(newSymbol(symExp, formula.OpNum, Value{}, termConst(t)), exponent.Int(n)))
			continue
		}
		if len(t.f) == 1 && t.f[0].n == exponent.Int(1) && t.f[0].s.kind == symFunc && t.f[0].s.op == formula.OpLog {
			v = v.Mul(Pow(t.f[0].s.arg, t.c))
			continue
		}
		unit := termConst(constTerm{c: rational.One, f: t.f, key: t.key})
		v = v.Mul(symbolPower(newSymbol(symExp, formula.OpNum, Value{}, unit), e))
	}
	return v
}

// logSymbol is log(c) as a symbol.
// log c for a c that is proved to be positive, or in which z occurs.
func logSymbol(c Value) Value {
	return symbolPower(newSymbol(symFunc, formula.OpLog, Value{}, c), exponent.Int(1))
}

// constLog is log(c), c > 0.
// log of a product of positive numbers is the sum of logarithms: every factor's sign is proved. Otherwise it is one symbol.
func constLog(c Value) Value {
	if NeedSign(c) <= 0 {
		panic(fail.Undefined("the logarithm of a number that is not positive"))
	}
	ts := c.terms()
	if len(ts) > 1 {
		f, g := c.content()
		if f.Same(Int(1)) {
			return logSymbol(c)
		}
		return constLog(f).Add(constLog(g))
	}
	t := ts[0]
	if !t.positive() {
		return logSymbol(c)
	}
	v := Value{}
	primePowers(t.c, func(q *big.Int, k int64) {
		v = v.Add(logSymbol(constRat(new(big.Rat).SetInt(q))).Scale(big.NewRat(k, 1)))
	})
	for _, p := range t.f {
		var l Value
		switch p.s.kind {
		case symExp:
			l = p.s.arg
		case symPrime:
			l = logSymbol(constRat(new(big.Rat).SetInt(p.s.prime)))
		case symSum:
			l = logSymbol(p.s.arg)
		default:
			l = logSymbol(symbolPower(p.s, exponent.Int(1)))
		}
		v = v.Add(l.Scale(p.n.Rat()))
	}
	return v
}

// leadNegative reports whether the first coefficient of the normal form is negative, so that odd
// and even functions have one form for c and −c.
func leadNegative(c Value) bool {
	ts := c.terms()
	return len(ts) > 0 && ts[0].c.Sign() < 0
}

// piMultiple returns r if c = rπ.
// By form: c is then exactly rπ.
func piMultiple(c Value) (*big.Rat, bool) {
	ts := c.terms()
	if len(ts) == 0 {
		return rational.Zero, true
	}
	if len(ts) == 1 && len(ts[0].f) == 1 && ts[0].f[0].s.kind == symPi && ts[0].f[0].n == exponent.Int(1) {
		return ts[0].c, true
	}
	return nil, false
}

// surdRoot is √r.
func surdRoot(r int64) Value { return ratRadical(big.NewRat(r, 1), big.NewRat(1, 2)) }

// cosines holds cos(πr), 0 ≤ r ≤ 1/2, where it is made of square roots.
var cosines map[string]Value

func init() { // no initializer, since the sign of a constant refers to it
	q := func(c Value, n int64) Value { return c.Scale(big.NewRat(1, n)) }
	i := Int
	half := func(c Value) Value { // √((1+c)/2), the cosine of half the angle
		return Pow(q(i(1).Add(c), 2), big.NewRat(1, 2))
	}
	halfSine := func(c Value) Value { return Pow(q(i(1).Sub(c), 2), big.NewRat(1, 2)) }
	cosines = map[string]Value{
		"0": i(1), "1/2": {}, "1/3": q(i(1), 2), "1/4": q(surdRoot(2), 2), "1/6": q(surdRoot(3), 2),
		"1/12": q(surdRoot(6).Add(surdRoot(2)), 4), "5/12": q(surdRoot(6).Sub(surdRoot(2)), 4),
		"1/5": q(i(1).Add(surdRoot(5)), 4), "2/5": q(surdRoot(5).Sub(i(1)), 4),
		"1/8": half(q(surdRoot(2), 2)), "3/8": halfSine(q(surdRoot(2), 2)),
		"1/10": half(q(i(1).Add(surdRoot(5)), 4)), "3/10": halfSine(q(surdRoot(5).Sub(i(1)), 4)),
	}
}

// cosPi is cos(πr).
// cos is even, has period 2π, and cos(π − x) = −cos x: r is taken to [0, ½]. The table has the angles whose cosines are made of
// square roots (Gauss); half angles by √((1 ± c)/2), positive there.
func cosPi(r *big.Rat) Value {
	two := big.NewRat(2, 1)
	r = new(big.Rat).Abs(r)
	k := new(big.Int).Quo(new(big.Rat).Quo(r, two).Num(), new(big.Rat).Quo(r, two).Denom())
	r.Sub(r, new(big.Rat).Mul(two, new(big.Rat).SetInt(k))) // in [0, 2)
	if r.Cmp(rational.One) > 0 {
		r.Sub(two, r)
	}
	negative := false
	if r.Cmp(big.NewRat(1, 2)) > 0 {
		r.Sub(rational.One, r)
		negative = true
	}
	v, known := cosines[r.RatString()]
	if !known {
		v = symbolPower(newSymbol(symFunc, formula.OpCos, Value{}, Pi().Scale(r)), exponent.Int(1))
	}
	if negative {
		v = v.Neg()
	}
	return v
}

// constCircular is sin(c) or cos(c).
// Shifts by quarter turns, parity, and inverse functions; each is an identity for every real argument. leadNegative chooses one
// of c and −c, by a rule that is the same for equal forms.
func constCircular(op formula.Op, c Value) Value {
	if r, ok := piMultiple(c); ok {
		if op == formula.OpSin { // sin x = cos(π/2 − x)
			r = new(big.Rat).Sub(big.NewRat(1, 2), r)
		}
		return cosPi(r)
	}
	if half, rest, ok := quarterTurns(c); ok { // sin and cos of θ + πn/2
		turns := half
		if op == formula.OpSin { // sin x = cos(x − π/2)
			turns--
		}
		v := constCircular([]formula.Op{formula.OpCos, formula.OpSin}[turns&1], rest)
		if t := turns & 3; t == 1 || t == 2 {
			v = v.Neg()
		}
		return v
	}
	negative := leadNegative(c)
	if negative {
		c = c.Neg()
	}
	v, ok := circularOfInverse(op, c)
	if r, x, is := gaussianAngle(c); !ok && is {
		v, ok = circularOfGaussian(op, r, x), true
	}
	if !ok {
		v = symbolPower(newSymbol(symFunc, op, Value{}, c), exponent.Int(1))
	}
	if negative && op == formula.OpSin {
		v = v.Neg()
	}
	return v
}

// quarterTurns splits c = θ + πn/2, n ≠ 0.
// The multiple of π is one term of the sum, and the rest does not have it.
func quarterTurns(c Value) (n int64, rest Value, ok bool) {
	for _, t := range c.terms() {
		if len(t.f) != 1 || t.f[0].s.kind != symPi || t.f[0].n != exponent.Int(1) {
			continue
		}
		twice := new(big.Rat).Mul(t.c, big.NewRat(2, 1))
		if !twice.IsInt() || twice.Num().BitLen() > 60 {
			return 0, rest, false
		}
		return twice.Num().Int64(), c.Sub(Pi().Scale(t.c)), true
	}
	return 0, rest, false
}

// onlyFunction returns f(arg) if c is that one symbol.
// One symbol with the coefficient and the power 1.
func onlyFunction(c Value) (f formula.Op, arg Value, ok bool) {
	ts := c.terms()
	if len(ts) != 1 || ts[0].c.Cmp(rational.One) != 0 || len(ts[0].f) != 1 || ts[0].f[0].n != exponent.Int(1) ||
		ts[0].f[0].s.kind != symFunc {
		return 0, arg, false
	}
	s := ts[0].f[0].s
	return s.op, s.arg, true
}

// circularOfInverse is sin or cos of acos(y) or atan(y).
// sin acos y = √(1−y²) ≥ 0, as acos is in [0,π]; cos atan y = 1/√(1+y²), sin atan y = y/√(1+y²).
func circularOfInverse(op formula.Op, c Value) (Value, bool) {
	f, y, ok := onlyFunction(c)
	half := big.NewRat(1, 2)
	switch {
	case !ok:
		return Value{}, false
	case f == formula.OpAcos && op == formula.OpCos:
		return y, true
	case f == formula.OpAcos:
		return Pow(Int(1).Sub(y.Mul(y)), half), true
	case f == formula.OpAtan:
		v := Pow(Int(1).Add(y.Mul(y)), new(big.Rat).Neg(half))
		if op == formula.OpSin {
			v = v.Mul(y)
		}
		return v, true
	}
	return Value{}, false
}

// acosOfCircular is acos(cos a) = a for 0 ≤ a ≤ π and acos(sin a) = π/2 − a for |a| ≤ π/2.
// acos(cos a) = a on [0,π] only: both bounds are proved.
func acosOfCircular(c Value) (Value, bool) {
	f, a, ok := onlyFunction(c)
	if !ok || f != formula.OpCos && f != formula.OpSin {
		return Value{}, false
	}
	if f == formula.OpSin {
		a = Pi().Scale(big.NewRat(1, 2)).Sub(a)
	}
	if s, known := a.Sign(); known != ball.True || s < 0 {
		return Value{}, false
	}
	if s, known := Pi().Sub(a).Sign(); known != ball.True || s < 0 {
		return Value{}, false
	}
	return a, true
}

// constAcos is acos(c), |c| ≤ 1.
// |c| ≤ 1 is proved first, or acos has no value; ±1 are decided exactly. acos(−c) = π − acos c.
func constAcos(c Value) Value {
	for _, end := range []int64{1, -1} {
		switch g := NeedSign(c.Scale(big.NewRat(end, 1)).Sub(Int(1))); {
		case g > 0:
			panic(fail.Undefined("acos or asin of a quantity beyond 1"))
		case g == 0 && end == 1:
			return Value{}
		case g == 0:
			return Pi()
		}
	}
	if leadNegative(c) {
		return Pi().Sub(constAcos(c.Neg()))
	}
	for r, v := range cosines {
		angle, _ := new(big.Rat).SetString(r)
		if v.Same(c) {
			return Pi().Scale(angle)
		}
		if v.Neg().Same(c) { // the normal form of a cosine may begin with a minus
			return Pi().Scale(angle.Sub(rational.One, angle))
		}
	}
	if a, ok := acosOfCircular(c); ok {
		return a
	}
	if a, ok := rationalAngle(c); ok {
		return a
	}
	return symbolPower(newSymbol(symFunc, formula.OpAcos, Value{}, c), exponent.Int(1))
}

// constAtan is atan(c).
// tan πr = sin/cos for 0 ≤ r < ½: atan c = πr if c·cos πr = sin πr, an equality of numbers that is proved. atan c = π/2 − atan(1/c), c > 0.
func constAtan(c Value) Value {
	if leadNegative(c) {
		return constAtan(c.Neg()).Neg()
	}
	if len(c.terms()) == 0 {
		return c
	}
	for r, cos := range cosines { // of πr, whose sine is another of them
		angle, _ := new(big.Rat).SetString(r)
		sin := cosines[new(big.Rat).Sub(big.NewRat(1, 2), angle).RatString()]
		switch w := c.Mul(cos); ball.True {
		case w.Equal(sin):
			return Pi().Scale(angle)
		case w.Equal(sin.Neg()): // the normal form of a number above 0 may begin with a minus
			return Pi().Scale(angle).Neg()
		}
	}
	if r, ok := c.Rat(); ok {
		if r.Cmp(rational.One) > 0 {
			return Pi().Scale(big.NewRat(1, 2)).Sub(rationalAtan(new(big.Rat).Inv(r)))
		}
		return rationalAtan(r)
	}
	return symbolPower(newSymbol(symFunc, formula.OpAtan, Value{}, c), exponent.Int(1))
}

// constErf is erf(c) or erfc(c). Far out, erfc is the symbol, so that enclosures see how small it is.
// erf is odd, erf + erfc = 1. For c > 1 the symbol is erfc: 1 − erf(c) would lose all digits in a ball.
func constErf(op formula.Op, c Value) Value {
	if len(c.terms()) == 0 {
		if op == formula.OpErf {
			return c
		}
		return Int(1)
	}
	if leadNegative(c) {
		e := constErf(formula.OpErf, c.Neg()).Neg()
		if op == formula.OpErfc {
			e = Int(1).Sub(e)
		}
		return e
	}
	symbolOf := formula.OpErf
	if s, known := c.Sub(Int(1)).Sign(); known == ball.True && s > 0 {
		symbolOf = formula.OpErfc
	}
	v := symbolPower(newSymbol(symFunc, symbolOf, Value{}, c), exponent.Int(1))
	if symbolOf != op {
		v = Int(1).Sub(v)
	}
	return v
}

// constGamma is Γ(c). Rational arguments are reduced to (0, 1/2] by Γ(x+1) = xΓ(x) and Γ(x)Γ(1−x) = π/sin πx.
// The recurrence and the reflection are identities off the poles, which are refused. A c that is no rational has Γ only if its
// ball has: then it is no pole.
func constGamma(c Value) Value {
	r, ok := c.Rat()
	if !ok {
		k := int64(0) // Γ(c) = (c−1)(c−2)…(c−k) Γ(c−k)
		if n := new(big.Int).Div(c.RationalPart().Num(), c.RationalPart().Denom()); n.Sign() > 0 && n.BitLen() < 6 {
			k = n.Int64()
		}
		v := newSymbol(symFunc, formula.OpGamma, Value{}, c.Sub(Int(k)))
		if v.sign() == 0 {
			panic(fail.Because("gamma(%s) was not enclosed", brief.Text(c.String())))
		}
		out := symbolPower(v, exponent.Int(1))
		for ; k > 0; k-- {
			out = out.Mul(c.Sub(Int(k)))
		}
		return out
	}
	if r.IsInt() && r.Sign() <= 0 {
		panic(fail.Undefined("gamma at the pole %s", r.RatString()))
	}
	limit := big.NewRat(2000, 1)
	if new(big.Rat).Abs(r).Cmp(limit) > 0 {
		return symbolPower(newSymbol(symFunc, formula.OpGamma, Value{}, c), exponent.Int(1))
	}
	x, f := gammaSteps(r)
	half := big.NewRat(1, 2)
	switch {
	case x.Cmp(rational.One) == 0:
		return constRat(f)
	case x.Cmp(half) == 0:
		return symbolPower(piSymbol, exponent.Half()).Scale(f)
	case x.Cmp(half) > 0: // Γ(x) = π/(sin πx Γ(1−x))
		y := new(big.Rat).Sub(rational.One, x)
		d := constCircular(formula.OpSin, Pi().Scale(x)).Mul(gammaSymbol(y))
		return Pi().Mul(d.Inv()).Scale(f)
	}
	return gammaSymbol(x).Scale(f)
}

// gammaSteps writes Γ(r) = f·Γ(x) with 0 < x ≤ 1 for an r that is no pole.
// Γ(x+n) = x(x+1)…(x+n−1)Γ(x), and for r < 0 the other way round.
func gammaSteps(r *big.Rat) (x, f *big.Rat) {
	n := new(big.Int).Quo(r.Num(), r.Denom()).Int64() // toward 0
	switch {
	case r.Sign() < 0:
		n--
	case r.IsInt():
		n--
	}
	x = new(big.Rat).Sub(r, new(big.Rat).SetInt64(n)) // in (0, 1]
	low, steps := x, n
	if n < 0 {
		low, steps = r, -n
	}
	// Π (low + j), j < steps, over the common denominator, which has no divisor in common with the product
	f = new(big.Rat).SetFrac(risingProduct(low, 0, steps), new(big.Int).Exp(low.Denom(), big.NewInt(steps), nil))
	if n < 0 {
		f.Inv(f)
	}
	return x, f
}

// risingProduct is Π (p + jq), i ≤ j < n, for x = p/q.
func risingProduct(x *big.Rat, i, n int64) *big.Int {
	switch {
	case i >= n:
		return big.NewInt(1)
	case i == n-1:
		v := big.NewInt(i)
		return v.Add(x.Num(), v.Mul(v, x.Denom()))
	}
	mid := (i + n) / 2
	v := risingProduct(x, i, mid)
	return v.Mul(v, risingProduct(x, mid, n))
}

func gammaSymbol(x *big.Rat) Value {
	return symbolPower(newSymbol(symFunc, formula.OpGamma, Value{}, constRat(x)), exponent.Int(1))
}

// Function applies an elementary function.
// sinh, cosh and tanh are written by exponentials, so that their products are sums of exponentials;
// tan is sin/cos, whose denominator is asked for.
func Function(op formula.Op, c Value) Value {
	switch op {
	case formula.OpNeg:
		return c.Neg()
	case formula.OpAbs:
		if NeedSign(c) < 0 {
			return c.Neg()
		}
		return c
	case formula.OpSqrt:
		return Pow(c, big.NewRat(1, 2))
	case formula.OpExp:
		return constExp(c)
	case formula.OpLog:
		return constLog(c)
	case formula.OpSin, formula.OpCos:
		return constCircular(op, c)
	case formula.OpTan:
		return constCircular(formula.OpSin, c).Mul(constCircular(formula.OpCos, c).Inv())
	case formula.OpAcos:
		return constAcos(c)
	case formula.OpAsin:
		return Pi().Scale(big.NewRat(1, 2)).Sub(constAcos(c))
	case formula.OpAtan:
		return constAtan(c)
	case formula.OpSinh:
		e := constExp(c)
		return e.Sub(e.Inv()).Scale(big.NewRat(1, 2))
	case formula.OpCosh:
		e := constExp(c)
		return e.Add(e.Inv()).Scale(big.NewRat(1, 2))
	case formula.OpTanh: // 1 − 2/(exp(2c) + 1)
		e := constExp(c.Scale(big.NewRat(2, 1))).Add(Int(1))
		return Int(1).Sub(e.Inv().Scale(big.NewRat(2, 1)))
	case formula.OpErf, formula.OpErfc:
		return constErf(op, c)
	case formula.OpGamma:
		return constGamma(c)
	}
	panic("constant: " + op.String() + " is not a function of one constant")
}

// mostHalfOrder bounds the orders that are written out.
const mostHalfOrder = 40

// constBessel applies a Bessel function to c > 0, or one of integer order to any c.
// At 0: J_0 = I_0 = 1; J_ν(0) = I_ν(0) = 0 for ν > 0, and whole ν ≠ 0; otherwise they are infinite (DLMF 10.2.2, 10.25.2).
func constBessel(op formula.Op, nu, c Value) Value {
	if op == formula.OpBesselK {
		nu = Function(formula.OpAbs, nu)
		if NeedSign(c) <= 0 {
			panic(fail.Undefined("besselk of a number that is not positive"))
		}
	} else if len(c.terms()) == 0 {
		sign := NeedSign(nu)
		if sign == 0 {
			return Int(1)
		}
		if _, whole := asExponent(nu).Int(); whole || sign > 0 {
			return Value{}
		}
		panic(fail.Undefined("%s is infinite at 0", op))
	}
	if n, ok := halfOrder(nu); ok && max(n, -n) <= mostHalfOrder && c.sign() > 0 {
		return halfBessel(op, n, c)
	}
	s := newSymbol(symBessel, op, nu, c)
	var b ball.Real
	s.ball(&b, 128)
	if b.Indeterminate() {
		panic(fail.Because("%s(%s, %s) was not enclosed", op, nu, brief.Text(c.String())))
	}
	return symbolPower(s, exponent.Int(1))
}

// halfOrder returns n if nu = n + 1/2.
// ν − ½ is whole: the denominator is 2.
func halfOrder(c Value) (int64, bool) {
	nu, ok := c.Rat()
	if !ok || nu.Denom().Cmp(big.NewInt(2)) != 0 || !nu.Num().IsInt64() {
		return 0, false
	}
	return (nu.Num().Int64() - 1) / 2, true
}

// halfBessel is a Bessel function of order n + 1/2 at x > 0 by the recurrence f_{ν+1} = a 2ν/x f_ν + b f_{ν−1} from the
// orders ±1/2 (DLMF 10.6.1, 10.16.1, 10.29.1, 10.39.1, 10.39.2).
// The recurrence is exact, up or down from the orders ±½; amp is 2/(πx), or π/(2x) for K, and its root multiplies.
func halfBessel(op formula.Op, n int64, x Value) Value {
	inv := x.Inv()
	amp := Int(2).Mul(inv).Mul(Pi().Inv())
	var low, high Value // of the orders j ∓ 1/2
	var a, b int64
	switch op {
	case formula.OpBesselJ:
		a, b, low, high = 1, -1, Function(formula.OpCos, x), Function(formula.OpSin, x)
	case formula.OpBesselI:
		a, b, low, high = -1, 1, Function(formula.OpCosh, x), Function(formula.OpSinh, x)
	default:
		low = constExp(x.Neg())
		a, b, high, amp = 1, 1, low, Pi().Scale(big.NewRat(1, 2)).Mul(inv)
	}
	for j := int64(0); j < n; j++ {
		low, high = high, high.Mul(inv).Scale(big.NewRat(a*(2*j+1), 1)).Add(low.Scale(big.NewRat(b, 1)))
	}
	for j := int64(0); j > n; j-- {
		low, high = high.Sub(low.Mul(inv).Scale(big.NewRat(a*(2*j-1), 1))).Scale(big.NewRat(b, 1)), low
	}
	return Pow(amp, big.NewRat(1, 2)).Mul(high)
}
