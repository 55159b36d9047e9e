package kernel

import (
	"math/big"

	"krein/ball"
)

func constPi() Const { return symbolPower(piSymbol, intExp(1)) }

// needSign returns the proved sign of c or fails.
func needSign(c Const) int {
	s, known := c.Sign()
	if known != True {
		panic(failSeries("the sign of %s is not decided: its normal form is not zero and no enclosure of %d bits excludes zero",
			abridge(c.String()), MostBits))
	}
	return s
}

func needNonzero(c Const) {
	if needSign(c) == 0 {
		panic(failUndefined("division by zero"))
	}
}

// inv is 1/c.
func (c Const) inv() Const {
	if r, ok := c.Rat(); ok {
		if r.Sign() == 0 {
			panic(failUndefined("division by zero"))
		}
		return constRat(new(big.Rat).Inv(r))
	}
	return constPow(c, big.NewRat(-1, 1))
}

// constPow is c^p, for c > 0 unless p is an integer.
func constPow(c Const, p *big.Rat) Const {
	if p.Sign() == 0 {
		return constInt(1)
	}
	if r, ok := c.Rat(); ok {
		return ratRadical(r, p)
	}
	e, small := exponentOf(p)
	if !small {
		panic(failSeries("the exponent %s has too many digits", abridge(p.RatString())))
	}
	if e.isInt() && e.n > 0 && e.n <= 64 {
		return c.powInt(e.n)
	}
	g := needSign(c)
	switch {
	case g == 0 && p.Sign() < 0:
		panic(failUndefined("division by zero"))
	case g == 0:
		return Const{}
	case g < 0 && !e.isInt():
		panic(failUndefined("the power %s of a negative number", p.RatString()))
	}
	if g < 0 { // the base of a symbol is positive
		v := constPow(c.Neg(), p)
		if e.n%2 != 0 {
			v = v.Neg()
		}
		return v
	}
	ts := c.terms()
	if len(ts) == 1 {
		if v, ok := termPow(ts[0], p, e); ok {
			return v
		}
		return symbolPower(newSymbol(symSum, OpNum, nil, c), e)
	}
	content, rest := c.content()
	if !rest.Same(c) {
		return constPow(content, p).Mul(constPow(rest, p))
	}
	return symbolPower(newSymbol(symSum, OpNum, nil, c), e)
}

// termPow is the power of a product, if it is one of its factors.
func termPow(t constTerm, p *big.Rat, e exponent) (Const, bool) {
	if !e.isInt() {
		if t.c.Sign() < 0 {
			return Const{}, false
		}
		for _, x := range t.f {
			if x.s.sign() <= 0 {
				return Const{}, false
			}
		}
	}
	v := ratRadical(t.c, p)
	for _, x := range t.f {
		v = v.Mul(symbolPower(x.s, x.n.mul(e)))
	}
	return v, true
}

// content splits c = f·g, f a positive product, g a sum without such a factor.
func (c Const) content() (f, g Const) {
	ts := c.terms()
	lead := new(big.Rat).Abs(ts[0].c)
	var common []constPower
	for _, p := range ts[0].f {
		if p.s.sign() <= 0 {
			continue
		}
		least := p.n
		for _, t := range ts[1:] {
			n := intExp(0)
			for _, q := range t.f {
				if q.s.key == p.s.key {
					n = q.n
				}
			}
			if n.cmp(least) < 0 {
				least = n
			}
		}
		if least.n != 0 && least.isInt() {
			common = append(common, constPower{p.s, least})
		}
	}
	f = constRat(lead)
	for _, p := range common {
		f = f.Mul(symbolPower(p.s, p.n))
	}
	if f.Same(constInt(1)) {
		return f, c
	}
	g = c.scale(new(big.Rat).Inv(lead))
	for _, p := range common {
		g = g.timesPower(p.s, p.n.neg())
	}
	return f, g
}

// primePowers factors n > 0 by trial division; a large cofactor stays whole.
func primePowers(n *big.Int, add func(p *big.Int, k int64)) {
	n = new(big.Int).Set(n)
	q, m := new(big.Int), new(big.Int)
	for d := int64(2); d < 2000 && n.Cmp(bigIntOne) > 0; d++ {
		p := big.NewInt(d)
		if n.BitLen() <= 40 && d*d > n.Int64() {
			break
		}
		k := int64(0)
		for {
			if q.QuoRem(n, p, m); m.Sign() != 0 {
				break
			}
			n.Set(q)
			k++
		}
		if k > 0 {
			add(p, k)
		}
	}
	if n.Cmp(bigIntOne) == 0 {
		return
	}
	for _, k := range []int{7, 5, 3, 2} {
		if r := intRoot(n, k); r != nil {
			add(r, int64(k))
			return
		}
	}
	add(n, 1)
}

var bigIntOne = big.NewInt(1)

// ratRadical is r^p in normal form.
func ratRadical(r, p *big.Rat) Const {
	switch {
	case r.Sign() == 0 && p.Sign() > 0:
		return Const{}
	case r.Sign() == 0:
		panic(failUndefined("division by zero"))
	case p.IsInt() && p.Num().IsInt64():
		return constRat(ratPowInt(r, p.Num().Int64()))
	case p.IsInt():
		panic(failSeries("the exponent %s has too many digits", abridge(p.RatString())))
	case r.Sign() < 0:
		panic(failUndefined("the power %s of a negative number", p.RatString()))
	}
	e, small := exponentOf(p)
	if !small {
		panic(failSeries("the exponent %s has too many digits", abridge(p.RatString())))
	}
	v := constInt(1)
	primePowers(r.Num(), func(q *big.Int, k int64) { v = v.Mul(symbolPower(primeSymbol(q), e.times(k))) })
	primePowers(r.Denom(), func(q *big.Int, k int64) { v = v.Mul(symbolPower(primeSymbol(q), e.times(-k))) })
	return v
}

// constExp is exp(c): the exponential of every product is a symbol, the coefficient its exponent.
func constExp(c Const) Const {
	v := constInt(1)
	for _, t := range c.terms() {
		e, small := exponentOf(t.c)
		if !small {
			n := int64(t.c.Sign()) // exp(−a) is 1/exp(a)
			t.c = new(big.Rat).Abs(t.c)
			v = v.Mul(symbolPower(newSymbol(symExp, OpNum, nil, termConst(t)), intExp(n)))
			continue
		}
		if len(t.f) == 1 && t.f[0].n == intExp(1) && t.f[0].s.kind == symFunc && t.f[0].s.op == OpLog {
			v = v.Mul(constPow(t.f[0].s.arg, t.c))
			continue
		}
		unit := termConst(constTerm{c: oneRat, f: t.f, key: t.key})
		v = v.Mul(symbolPower(newSymbol(symExp, OpNum, nil, unit), e))
	}
	return v
}

// logSymbol is log(c) as a symbol.
func logSymbol(c Const) Const { return symbolPower(newSymbol(symFunc, OpLog, nil, c), intExp(1)) }

// constLog is log(c), c > 0.
func constLog(c Const) Const {
	if needSign(c) <= 0 {
		panic(failUndefined("the logarithm of a number that is not positive"))
	}
	ts := c.terms()
	if len(ts) > 1 {
		f, g := c.content()
		if f.Same(constInt(1)) {
			return logSymbol(c)
		}
		return constLog(f).Add(constLog(g))
	}
	t := ts[0]
	if t.c.Sign() < 0 {
		return logSymbol(c)
	}
	for _, p := range t.f {
		if p.s.sign() <= 0 {
			return logSymbol(c)
		}
	}
	v := Const{}
	primePowers(t.c.Num(), func(q *big.Int, k int64) {
		v = v.Add(logSymbol(constRat(new(big.Rat).SetInt(q))).scale(big.NewRat(k, 1)))
	})
	primePowers(t.c.Denom(), func(q *big.Int, k int64) {
		v = v.Add(logSymbol(constRat(new(big.Rat).SetInt(q))).scale(big.NewRat(-k, 1)))
	})
	for _, p := range t.f {
		var l Const
		switch p.s.kind {
		case symExp:
			l = p.s.arg
		case symPrime:
			l = logSymbol(constRat(new(big.Rat).SetInt(p.s.prime)))
		case symSum:
			l = logSymbol(p.s.arg)
		default:
			l = logSymbol(symbolPower(p.s, intExp(1)))
		}
		v = v.Add(l.scale(p.n.rat()))
	}
	return v
}

// leadNegative reports whether the first coefficient of the normal form is negative, so that odd
// and even functions have one form for c and −c.
func leadNegative(c Const) bool {
	ts := c.terms()
	return len(ts) > 0 && ts[0].c.Sign() < 0
}

// piMultiple returns r if c = rπ.
func piMultiple(c Const) (*big.Rat, bool) {
	ts := c.terms()
	if len(ts) == 0 {
		return zeroRat, true
	}
	if len(ts) == 1 && len(ts[0].f) == 1 && ts[0].f[0].s.kind == symPi && ts[0].f[0].n == intExp(1) {
		return ts[0].c, true
	}
	return nil, false
}

// surdRoot is √r.
func surdRoot(r int64) Const { return ratRadical(big.NewRat(r, 1), big.NewRat(1, 2)) }

// cosines holds cos(πr), 0 ≤ r ≤ 1/2, where it is made of square roots.
var cosines map[string]Const

func init() { // no initializer, since the sign of a constant refers to it
	q := func(c Const, n int64) Const { return c.scale(big.NewRat(1, n)) }
	i := constInt
	half := func(c Const) Const { // √((1+c)/2), the cosine of half the angle
		return constPow(q(i(1).Add(c), 2), big.NewRat(1, 2))
	}
	halfSine := func(c Const) Const { return constPow(q(i(1).Sub(c), 2), big.NewRat(1, 2)) }
	cosines = map[string]Const{
		"0": i(1), "1/2": {}, "1/3": q(i(1), 2), "1/4": q(surdRoot(2), 2), "1/6": q(surdRoot(3), 2),
		"1/12": q(surdRoot(6).Add(surdRoot(2)), 4), "5/12": q(surdRoot(6).Sub(surdRoot(2)), 4),
		"1/5": q(i(1).Add(surdRoot(5)), 4), "2/5": q(surdRoot(5).Sub(i(1)), 4),
		"1/8": half(q(surdRoot(2), 2)), "3/8": halfSine(q(surdRoot(2), 2)),
		"1/10": half(q(i(1).Add(surdRoot(5)), 4)), "3/10": halfSine(q(surdRoot(5).Sub(i(1)), 4)),
	}
}

// cosPi is cos(πr).
func cosPi(r *big.Rat) Const {
	two := big.NewRat(2, 1)
	r = new(big.Rat).Abs(r)
	k := new(big.Int).Quo(new(big.Rat).Quo(r, two).Num(), new(big.Rat).Quo(r, two).Denom())
	r.Sub(r, new(big.Rat).Mul(two, new(big.Rat).SetInt(k))) // in [0, 2)
	if r.Cmp(oneRat) > 0 {
		r.Sub(two, r)
	}
	negative := false
	if r.Cmp(big.NewRat(1, 2)) > 0 {
		r.Sub(oneRat, r)
		negative = true
	}
	v, known := cosines[r.RatString()]
	if !known {
		v = symbolPower(newSymbol(symFunc, OpCos, nil, constPi().scale(r)), intExp(1))
	}
	if negative {
		v = v.Neg()
	}
	return v
}

// constCircular is sin(c) or cos(c).
func constCircular(op Op, c Const) Const {
	if r, ok := piMultiple(c); ok {
		if op == OpSin { // sin x = cos(π/2 − x)
			r = new(big.Rat).Sub(big.NewRat(1, 2), r)
		}
		return cosPi(r)
	}
	if half, rest, ok := quarterTurns(c); ok { // sin and cos of θ + πn/2
		turns := half
		if op == OpSin { // sin x = cos(x − π/2)
			turns--
		}
		v := constCircular([]Op{OpCos, OpSin}[turns&1], rest)
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
	if !ok {
		v = symbolPower(newSymbol(symFunc, op, nil, c), intExp(1))
	}
	if negative && op == OpSin {
		v = v.Neg()
	}
	return v
}

// quarterTurns splits c = θ + πn/2, n ≠ 0.
func quarterTurns(c Const) (n int64, rest Const, ok bool) {
	for _, t := range c.terms() {
		if len(t.f) != 1 || t.f[0].s.kind != symPi || t.f[0].n != intExp(1) {
			continue
		}
		twice := new(big.Rat).Mul(t.c, big.NewRat(2, 1))
		if !twice.IsInt() || twice.Num().BitLen() > 60 {
			return 0, rest, false
		}
		return twice.Num().Int64(), c.Sub(constPi().scale(t.c)), true
	}
	return 0, rest, false
}

// onlyFunction returns f(arg) if c is that one symbol.
func onlyFunction(c Const) (f Op, arg Const, ok bool) {
	ts := c.terms()
	if len(ts) != 1 || ts[0].c.Cmp(oneRat) != 0 || len(ts[0].f) != 1 || ts[0].f[0].n != intExp(1) || ts[0].f[0].s.kind != symFunc {
		return 0, arg, false
	}
	s := ts[0].f[0].s
	return s.op, s.arg, true
}

// circularOfInverse is sin or cos of acos(y) or atan(y).
func circularOfInverse(op Op, c Const) (Const, bool) {
	f, y, ok := onlyFunction(c)
	half := big.NewRat(1, 2)
	switch {
	case !ok:
		return Const{}, false
	case f == OpAcos && op == OpCos:
		return y, true
	case f == OpAcos:
		return constPow(constInt(1).Sub(y.Mul(y)), half), true
	case f == OpAtan:
		v := constPow(constInt(1).Add(y.Mul(y)), new(big.Rat).Neg(half))
		if op == OpSin {
			v = v.Mul(y)
		}
		return v, true
	}
	return Const{}, false
}

// acosOfCircular is acos(cos a) = a for 0 ≤ a ≤ π and acos(sin a) = π/2 − a for |a| ≤ π/2.
func acosOfCircular(c Const) (Const, bool) {
	f, a, ok := onlyFunction(c)
	if !ok || f != OpCos && f != OpSin {
		return Const{}, false
	}
	if f == OpSin {
		a = constPi().scale(big.NewRat(1, 2)).Sub(a)
	}
	if s, known := a.Sign(); known != True || s < 0 {
		return Const{}, false
	}
	if s, known := constPi().Sub(a).Sign(); known != True || s < 0 {
		return Const{}, false
	}
	return a, true
}

// constAcos is acos(c), |c| ≤ 1.
func constAcos(c Const) Const {
	for _, end := range []int64{1, -1} {
		switch g := needSign(c.scale(big.NewRat(end, 1)).Sub(constInt(1))); {
		case g > 0:
			panic(failUndefined("acos or asin of a quantity beyond 1"))
		case g == 0 && end == 1:
			return Const{}
		case g == 0:
			return constPi()
		}
	}
	if leadNegative(c) {
		return constPi().Sub(constAcos(c.Neg()))
	}
	for r, v := range cosines {
		angle, _ := new(big.Rat).SetString(r)
		if v.Same(c) {
			return constPi().scale(angle)
		}
		if v.Neg().Same(c) { // the normal form of a cosine may begin with a minus
			return constPi().scale(angle.Sub(oneRat, angle))
		}
	}
	if a, ok := acosOfCircular(c); ok {
		return a
	}
	return symbolPower(newSymbol(symFunc, OpAcos, nil, c), intExp(1))
}

// constAtan is atan(c).
func constAtan(c Const) Const {
	if leadNegative(c) {
		return constAtan(c.Neg()).Neg()
	}
	if len(c.terms()) == 0 {
		return c
	}
	third := surdRoot(3)
	for _, known := range []struct {
		v Const
		r *big.Rat
	}{
		{constInt(1), big.NewRat(1, 4)}, {third, big.NewRat(1, 3)}, {third.scale(big.NewRat(1, 3)), big.NewRat(1, 6)},
		{constInt(2).Sub(third), big.NewRat(1, 12)}, {constInt(2).Add(third), big.NewRat(5, 12)},
		{surdRoot(2).Sub(constInt(1)), big.NewRat(1, 8)}, {surdRoot(2).Add(constInt(1)), big.NewRat(3, 8)},
	} {
		if known.v.Same(c) {
			return constPi().scale(known.r)
		}
		if known.v.Same(c.Neg()) {
			return constPi().scale(known.r).Neg()
		}
	}
	if r, ok := c.Rat(); ok && r.Cmp(oneRat) > 0 {
		return constPi().scale(big.NewRat(1, 2)).Sub(constAtan(constRat(new(big.Rat).Inv(r))))
	}
	return symbolPower(newSymbol(symFunc, OpAtan, nil, c), intExp(1))
}

// constErf is erf(c) or erfc(c). Far out, erfc is the symbol, so that enclosures see how small it is.
func constErf(op Op, c Const) Const {
	if len(c.terms()) == 0 {
		if op == OpErf {
			return c
		}
		return constInt(1)
	}
	if leadNegative(c) {
		e := constErf(OpErf, c.Neg()).Neg()
		if op == OpErfc {
			e = constInt(1).Sub(e)
		}
		return e
	}
	symbolOf := OpErf
	if s, known := c.Sub(constInt(1)).Sign(); known == True && s > 0 {
		symbolOf = OpErfc
	}
	v := symbolPower(newSymbol(symFunc, symbolOf, nil, c), intExp(1))
	if symbolOf != op {
		v = constInt(1).Sub(v)
	}
	return v
}

// constGamma is Γ(c). Rational arguments are reduced to (0, 1/2] by Γ(x+1) = xΓ(x) and Γ(x)Γ(1−x) = π/sin πx.
func constGamma(c Const) Const {
	r, ok := c.Rat()
	if !ok {
		v := newSymbol(symFunc, OpGamma, nil, c)
		if v.sign() == 0 {
			panic(failSeries("gamma(%s) was not enclosed", abridge(c.String())))
		}
		return symbolPower(v, intExp(1))
	}
	if r.IsInt() && r.Sign() <= 0 {
		panic(failUndefined("gamma at the pole %s", r.RatString()))
	}
	limit := big.NewRat(2000, 1)
	if new(big.Rat).Abs(r).Cmp(limit) > 0 {
		return symbolPower(newSymbol(symFunc, OpGamma, nil, c), intExp(1))
	}
	x, f := gammaSteps(r)
	half := big.NewRat(1, 2)
	switch {
	case x.Cmp(oneRat) == 0:
		return constRat(f)
	case x.Cmp(half) == 0:
		return symbolPower(piSymbol, exponentHalf()).scale(f)
	case x.Cmp(half) > 0: // Γ(x) = π/(sin πx Γ(1−x))
		y := new(big.Rat).Sub(oneRat, x)
		d := constCircular(OpSin, constPi().scale(x)).Mul(gammaSymbol(y))
		return constPi().Mul(d.inv()).scale(f)
	}
	return gammaSymbol(x).scale(f)
}

// gammaSteps writes Γ(r) = f·Γ(x) with 0 < x ≤ 1 for an r that is no pole.
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

func gammaSymbol(x *big.Rat) Const {
	return symbolPower(newSymbol(symFunc, OpGamma, nil, constRat(x)), intExp(1))
}

// constUnary applies an elementary function.
func constUnary(op Op, c Const) Const {
	switch op {
	case OpNeg:
		return c.Neg()
	case OpAbs:
		if needSign(c) < 0 {
			return c.Neg()
		}
		return c
	case OpSqrt:
		return constPow(c, big.NewRat(1, 2))
	case OpExp:
		return constExp(c)
	case OpLog:
		return constLog(c)
	case OpSin, OpCos:
		return constCircular(op, c)
	case OpTan:
		return constCircular(OpSin, c).Mul(constCircular(OpCos, c).inv())
	case OpAcos:
		return constAcos(c)
	case OpAsin:
		return constPi().scale(big.NewRat(1, 2)).Sub(constAcos(c))
	case OpAtan:
		return constAtan(c)
	case OpSinh:
		e := constExp(c)
		return e.Sub(e.inv()).scale(big.NewRat(1, 2))
	case OpCosh:
		e := constExp(c)
		return e.Add(e.inv()).scale(big.NewRat(1, 2))
	case OpTanh: // 1 − 2/(exp(2c) + 1)
		e := constExp(c.scale(big.NewRat(2, 1))).Add(constInt(1))
		return constInt(1).Sub(e.inv().scale(big.NewRat(2, 1)))
	case OpErf, OpErfc:
		return constErf(op, c)
	case OpGamma:
		return constGamma(c)
	}
	panic("kernel: " + op.String() + " is not a function of one constant")
}

// constBessel applies a Bessel function of rational order to c > 0, or of integer order to any c.
func constBessel(op Op, nu *big.Rat, c Const) Const {
	if op == OpBesselK {
		nu = new(big.Rat).Abs(nu)
		if needSign(c) <= 0 {
			panic(failUndefined("besselk of a number that is not positive"))
		}
		if n, ok := halfOrder(nu); ok && n <= 100 { // √(π/2c) exp(−c) Σ (n+k)!/(k!(n−k)!) (2c)^−k (DLMF 10.49.12)
			sum, p := Const{}, constInt(1)
			inv := c.scale(big.NewRat(2, 1)).inv()
			for k := int64(0); k <= n; k++ {
				f := new(big.Rat).SetFrac(new(big.Int).MulRange(n-k+1, n+k), new(big.Int).MulRange(1, k))
				sum = sum.Add(p.scale(f))
				p = p.Mul(inv)
			}
			amp := constPow(constPi().Mul(inv), big.NewRat(1, 2))
			return amp.Mul(constExp(c.Neg())).Mul(sum)
		}
	} else if len(c.terms()) == 0 {
		switch {
		case nu.Sign() == 0:
			return constInt(1)
		case nu.Sign() > 0 || nu.IsInt():
			return Const{}
		}
		panic(failUndefined("%s is infinite at 0", op))
	}
	s := newSymbol(symBessel, op, nu, c)
	var b ball.Real
	s.ball(&b, 128)
	if b.Indeterminate() {
		if n, ok := halfOrder(nu); ok && n < 0 && n >= -mostHalfOrder && c.sign() > 0 {
			return halfBessel(op, n, c)
		}
		panic(failSeries("%s(%s, %s) was not enclosed", op, nu.RatString(), abridge(c.String())))
	}
	return symbolPower(s, intExp(1))
}

// halfOrder returns n if nu = n + 1/2.
func halfOrder(nu *big.Rat) (int64, bool) {
	if nu.Denom().Cmp(big.NewInt(2)) != 0 || !nu.Num().IsInt64() {
		return 0, false
	}
	return (nu.Num().Int64() - 1) / 2, true
}
