package waves

import (
	"math/big"
	"slices"

	"krein/ball"
	"krein/internal/budget"
	"krein/internal/hankel/closed"
	"krein/internal/kernel/eval"
	"krein/internal/kernel/formula"
	"krein/kernel"
)

// kinked is an even, continuous function f of period 2H that is smooth but at finitely many points: with ω = nπ/H
//
//	f(z) = a_0 + Σ_{n>0} a_n cos(ωz),  a_n = (2/H) ∫_0^H f(z) cos(ωz) dz,
//
// half of that for n = 0. On a piece [a, b] of the half period, after K integrations by parts,
//
//	∫_a^b f cos(ωz) dz = Σ_{j<K} ω^{−j−1} [f⁽ʲ⁾(z) s_j(ωz)]_a^b ± ω^{−K} ∫_a^b |f⁽ᴷ⁾| dz,
//
// s_j = sin, cos, −sin, −cos for j mod 4 = 0, 1, 2, 3. So a_n is a polynomial in 1/n, the coefficients of which are
// made of the jumps of the derivatives at the ends of pieces, and a remainder. The sum of f⁽⁰⁾ s_0 over the pieces
// is 0, as f is continuous and sin(ωz) is 0 at both ends of the half period.
type kinked struct {
	w       closed.Num // π/H
	omega   ball.Real
	half    ball.Real // H
	pieces  []smoothPiece
	corners []corner
	size    ball.Mag
	// bounds of ∫_0^H |f⁽ᴷ⁾| dz for K = 0, …, mostParts, and of the integral of what the expansions leave
	variation []ball.Mag
	rest      ball.Mag
	prec      uint
	of        *kernel.Kernel // of which it is made
	meter     *budget.Meter
}

// smoothPiece is f on (a, b), with expansions on intervals of length 2h.
type smoothPiece struct {
	a, b ball.Real
	f    *eval.Func
	h    ball.Real
	near []expansion
}

// expansion is f(centre + s) = Σ_j c_j s^j/h^{j+1}.
type expansion struct {
	centre ball.Real
	c      []ball.Real
}

// corner is a point z = H·at where pieces meet, or an end of the half period: jump[j] is f⁽ʲ⁾ before it less f⁽ʲ⁾
// after it, both 0 outside of the half period.
type corner struct {
	z    ball.Real
	at   *big.Rat // nil: not known to be rational
	jump []ball.Real
}

// Bounds on the work: the number of integrations by parts, of the coefficients by quadrature, of those that are listed
// before a lattice, and of those that are where there is none; intervals for the variation on a piece; the number of
// residues.
const (
	mostParts       = 28
	mostIntegrals   = 256
	mostListed      = 1 << 12
	mostCut         = 1 << 13
	fewestIntervals = 16
	mostIntervals   = 256
	mostModulus     = 64
)

// kinkedSeries encloses the Fourier series of a function of one period that is even, continuous and analytic on pieces, up
// to their ends.
func kinkedSeries(e *formula.Expr, b base, prec uint, of *kernel.Kernel) (*Atoms, error) {
	k := &kinked{w: b.w, prec: prec + 64, of: of, meter: of.Meter()}
	if twice := b.w.Mul(closed.IntNum(2)); invariant(e, b.w) {
		k.w = twice
	}
	k.measure()
	if err := k.cut(straight(e)); err != nil {
		return nil, err
	}
	if err := k.expand(); err != nil {
		return nil, err
	}
	return k.series(prec)
}

// straight writes asin(cos x) as π/2 − acos(cos x), acos(sin x) as π/2 − asin(sin x), of which pieces are linear.
func straight(e *formula.Expr) *formula.Expr {
	return e.Replace(func(e *formula.Expr) *formula.Expr {
		other := map[formula.Op]formula.Op{formula.OpAsin: formula.OpAcos, formula.OpAcos: formula.OpAsin}[e.Op()]
		bends := map[formula.Op]formula.Op{formula.OpAsin: formula.OpCos, formula.OpAcos: formula.OpSin}[e.Op()]
		if a := e.Args(); len(a) == 1 && other != 0 && a[0].Op() == bends {
			return formula.Sub(formula.Div(formula.Pi(), formula.Int(2)), formula.Apply(other, a[0]))
		}
		return nil
	})
}

// measure encloses w and half a period.
func (k *kinked) measure() {
	k.w.Ball(&k.omega, k.prec)
	k.half.Pi(k.prec)
	k.half.Quo(&k.half, &k.omega, k.prec)
}

// invariant reports whether e is seen to stay the same if z moves on by π/w, w a common divisor of all frequencies:
// sines, cosines of az + b change their sign if a/w is odd, and stay the same otherwise.
func invariant(e *formula.Expr, w closed.Num) bool {
	waves := true
	atoms := e.Replace(func(e *formula.Expr) *formula.Expr {
		switch e.Op() {
		case formula.OpVar:
			waves = false
		case formula.OpSin, formula.OpCos, formula.OpTan:
			if a, _, ok := linear(e); ok {
				if n, rational := quotient(a, w); rational && n.IsInt() {
					if e.Op() == formula.OpTan || n.Num().Bit(0) == 0 {
						return formula.Apply(formula.OpCos, formula.Variable()) // an even function of a variable
					}
					return formula.Variable()
				}
			}
			waves = false
		}
		return nil
	})
	return waves && formula.Parity(atoms) == 1
}

// cut finds the pieces and the corners.
func (k *kinked) cut(e *formula.Expr) error {
	w, ok := k.w.Expr()
	if !ok {
		return errorf("the frequency %v is not written as a formula", k.w)
	}
	half := formula.Div(formula.Pi(), w)
	before := formula.Apply(formula.OpLT, formula.Variable(), half)
	// what follows is to be no continuation of the last piece
	held := formula.Apply(formula.OpCond, before, e, formula.Apply(formula.OpExp, formula.Mul(formula.Int(-7), formula.Variable())))
	pieces, err := k.of.Derive(held).Metered(k.meter).ExactPieces()
	if err != nil {
		return errorf("%v", err)
	}
	perHalf := k.w.Mul(closed.ExprNum(formula.Pi()).Inv())
	var last, end *formula.Expr
	for i := range pieces {
		p := &pieces[i]
		if p.Hi.Inf {
			break
		}
		lo, hi := p.Lo.Exact, p.Hi.Exact
		if lo == nil || hi == nil {
			return errorf("a point where %s may not be smooth is not known exactly", e)
		}
		if last != nil && !continuous(e, last, p.Expr, lo) {
			return errorf("%s is not proved to be continuous at %s", e, lo)
		}
		s := smoothPiece{f: eval.Compile(p.Expr).Metered(k.meter)}
		eval.Enclose(&s.a, lo, nil, k.prec)
		eval.Enclose(&s.b, hi, nil, k.prec)
		if i == 0 {
			k.corner(closed.IntNum(0), &s.a)
		}
		k.pieces = append(k.pieces, s)
		k.corner(closed.ExprNum(hi).Mul(perHalf), &s.b)
		for _, end := range []struct {
			c  *corner
			z  *ball.Real
			up int
		}{{&k.corners[len(k.corners)-2], &s.a, -1}, {&k.corners[len(k.corners)-1], &s.b, 1}} {
			var jet ball.RealSeries
			s.f.Jet(&jet, end.z, mostParts, k.prec)
			factorial := ball.NewReal(float64(end.up))
			for j := range mostParts {
				if j > 1 {
					factorial.MulInt64(factorial, int64(j), k.prec)
				}
				end.c.jump[j].FMA(jet.Coef(j), factorial, &end.c.jump[j], k.prec)
				if !end.c.jump[j].IsFinite() {
					return errorf("%s is not proved to be analytic up to the end %v of a piece", e, end.z)
				}
			}
		}
		last, end = p.Expr, hi
	}
	if len(k.pieces) == 0 || !closed.ExprNum(end).Same(closed.ExprNum(half)) {
		return errorf("the pieces of %s do not end at %s", e, half)
	}
	// what lies outside of the half period is its mirror image: the derivatives of even order have no jump there
	for _, c := range []*corner{&k.corners[0], &k.corners[len(k.corners)-1]} {
		for j := 0; j < mostParts; j += 2 {
			c.jump[j].SetInt64(0)
		}
	}
	// nor has a continuous function one anywhere
	for i := range k.corners {
		k.corners[i].jump[0].SetInt64(0)
	}
	return nil
}

// corner appends a corner at z.
func (k *kinked) corner(at closed.Num, z *ball.Real) {
	c := corner{jump: make([]ball.Real, mostParts)}
	c.z.Set(z)
	if r, ok := at.Rat(); ok {
		c.at = r
	} else if r, ok := quotient(at, closed.IntNum(1)); ok {
		c.at = r
	}
	k.corners = append(k.corners, c)
}

// continuous reports whether e, which is a before a point and b after it, is proved to be continuous there: the values
// are the same number, or e is made of continuous functions and has a value there.
func continuous(e, a, b, at *formula.Expr) bool {
	x, y := closed.ExprNum(formula.Substitute(a, at)), closed.ExprNum(formula.Substitute(b, at))
	if order, ok := x.Cmp(y); ok {
		return order == 0
	}
	var made func(e *formula.Expr) bool
	made = func(e *formula.Expr) bool {
		switch e.Op() {
		case formula.OpVar, formula.OpAdd, formula.OpSub, formula.OpMul, formula.OpNeg, formula.OpAbs, formula.OpMin,
			formula.OpMax, formula.OpSin, formula.OpCos, formula.OpExp, formula.OpSinh, formula.OpCosh, formula.OpTanh,
			formula.OpAtan, formula.OpAsin, formula.OpAcos, formula.OpSqrt, formula.OpErf:
			return !slices.ContainsFunc(e.Args(), func(a *formula.Expr) bool { return !made(a) })
		case formula.OpPow:
			p := e.Args()[1]
			return !p.Varies() && closed.ExprNum(p).Sign() > 0 && made(e.Args()[0])
		case formula.OpDiv:
			return !e.Args()[1].Varies() && made(e.Args()[0])
		}
		return !e.Varies()
	}
	return made(e)
}

// expand bounds the variations, and finds expansions of f on intervals for the first coefficients.
func (k *kinked) expand() error {
	k.variation = make([]ball.Mag, mostParts+1)
	k.rest = ball.Mag{}
	for i := range k.pieces {
		n := fewestIntervals
		for !k.divide(&k.pieces[i], n, n == mostIntervals) {
			if err := k.meter.Err(); err != nil {
				return err
			}
			if n *= 2; n > mostIntervals {
				return errorf("a piece of the function is not proved to be analytic up to its ends")
			}
		}
	}
	return nil
}

// divide takes a piece as n intervals; it does nothing unless the expansions are good enough, or any will do. The rest of
// an expansion to order L about the middle of an interval of length 2h is at most |f⁽ᴸ⁾|/L! hᴸ.
func (k *kinked) divide(p *smoothPiece, n int, any bool) bool {
	const low = 96
	var h, c, x, v ball.Real
	h.Sub(&p.b, &p.a, k.prec)
	h.QuoInt64(&h, int64(2*n), k.prec)
	width := h.MagUpper().Mul2Exp(1)
	variation := slices.Clone(k.variation)
	size, rest := k.size, ball.Mag{}
	var centres []ball.Real
	var jet ball.RealSeries
	for i := range n {
		c.MulInt64(&h, int64(2*i+1), k.prec)
		c.Add(&c, &p.a, k.prec)
		centres = append(centres, ball.Real{})
		centres[i].Set(&c)
		x.SetRound(&c, low)
		x.AddRad(h.MagUpper())
		k.meter.Spend(int64(mostParts*mostParts) * budget.Arithmetic(low))
		p.f.Jet(&jet, &x, mostParts+1, low)
		factor := width
		for j := range mostParts + 1 {
			m := jet.Coef(j).MagUpper()
			if m.IsInf() || k.meter.Stopped() {
				return false
			}
			if j > 1 {
				factor = factor.Mul(ball.MagUint(uint64(j)))
			}
			variation[j] = variation[j].Add(factor.Mul(m))
			switch j {
			case 0:
				size = size.Max(m)
			case mostParts:
				rest = rest.Add(m.Mul(h.MagUpper().Pow(mostParts)).Mul(width))
			}
		}
	}
	if !any && rest.Cmp(size.Mul2Exp(-int64(k.prec)+80).Mul(k.half.MagUpper())) > 0 {
		return false
	}
	k.size, k.variation, k.rest = size, variation, k.rest.Add(rest)
	for i := range centres {
		k.meter.Spend(int64(mostParts*mostParts) * budget.Arithmetic(k.prec))
		p.f.Jet(&jet, &centres[i], mostParts, k.prec)
		e := expansion{c: make([]ball.Real, mostParts)}
		e.centre.Set(&centres[i])
		v.Set(&h)
		for j := range mostParts {
			e.c[j].Mul(jet.Coef(j), &v, k.prec)
			v.Mul(&v, &h, k.prec)
		}
		p.near = append(p.near, e)
	}
	p.h.Set(&h)
	return true
}

// remainder bounds what K integrations by parts leave of a_n, n > 0: (2/H) ω^{−K} ∫ |f⁽ᴷ⁾|.
func (k *kinked) remainder(n, parts int) ball.Mag {
	var x ball.Real
	x.Quo(ball.NewReal(2), &k.half, 64)
	front := x.MagUpper()
	x.MulInt64(&k.omega, int64(n), 64)
	inverse := x.Inv(&x, 64).MagUpper()
	return termParts.LeftOut(front.Mul(k.variation[parts]).Mul(inverse.Pow(uint64(parts))))
}

// start returns the least n from which on integration by parts leaves at most that, if there is one up to
// mostIntegrals, and the number of integrations that leaves least there.
func (k *kinked) start(fine ball.Mag) (n, parts int) {
	for n = 1; ; n++ {
		least := ball.MagInf()
		for j := 2; j <= mostParts; j++ {
			if r := k.remainder(n, j); r.Cmp(least) < 0 {
				least, parts = r, j
			}
		}
		if n == mostIntegrals || least.Cmp(fine) <= 0 {
			return n, parts
		}
	}
}

// turn encloses the sine or the cosine of nπ at.
func turn(dst *ball.Real, c *corner, sine bool, n int, omega *ball.Real, prec uint) {
	var x ball.Real
	if c.at != nil { // reduced, exactly for multiples of 1/2
		r := new(big.Rat).Mul(c.at, new(big.Rat).SetInt64(int64(n)))
		num, den := r.Num(), r.Denom()
		num = new(big.Int).Mod(num, new(big.Int).Lsh(den, 1)) // modulo 2
		if sine {                                             // sin x = cos(x − π/2)
			num = new(big.Int).Sub(new(big.Int).Lsh(num, 1), den)
			den = new(big.Int).Lsh(den, 1)
		}
		q := new(big.Rat).SetFrac(num, den) // cos(πq)
		if twice := new(big.Rat).Mul(q, big.NewRat(2, 1)); twice.IsInt() {
			t := new(big.Int).Mod(twice.Num(), big.NewInt(4)).Int64()
			dst.SetInt64([]int64{1, 0, -1, 0}[t])
		} else {
			x.Pi(prec)
			dst.Cos(x.Mul(&x, dst.SetRat(q, prec), prec), prec)
		}
	} else {
		x.MulInt64(omega, int64(n), prec)
		x.Mul(&x, &c.z, prec)
		if sine {
			dst.Sin(&x, prec)
		} else {
			dst.Cos(&x, prec)
		}
	}
}

// powers returns the coefficients of n^{−2}, …, n^{−parts} in a_n, by index j from 2 on.
func (k *kinked) powers(n, parts int) []ball.Real {
	c := make([]ball.Real, parts+1)
	var s, scale, inverse ball.Real
	for i := range k.corners {
		x := &k.corners[i]
		var turns [2]ball.Real // sine and cosine, where they are needed
		var known [2]bool
		for j := 1; j < parts; j++ {
			if x.jump[j].IsZero() {
				continue
			}
			if !known[j%2] {
				turn(&turns[j%2], x, j%2 == 0, n, &k.omega, k.prec)
				known[j%2] = true
			}
			if s.Set(&turns[j%2]); j%4 >= 2 {
				s.Neg(&s)
			}
			c[j+1].FMA(&s, &x.jump[j], &c[j+1], k.prec)
		}
	}
	inverse.Inv(&k.omega, k.prec)
	scale.Quo(ball.NewReal(2), &k.half, k.prec)
	scale.Mul(&scale, &inverse, k.prec)
	for j := 1; j < parts; j++ {
		scale.Mul(&scale, &inverse, k.prec)
		c[j+1].Mul(&c[j+1], &scale, k.prec)
	}
	return c
}

// at adds up powers of 1/n.
func at(c []ball.Real, n int, prec uint) *ball.Real {
	sum := new(ball.Real)
	for j := len(c) - 1; j >= 0; j-- {
		sum.QuoInt64(sum, int64(n), prec)
		sum.Add(sum, &c[j], prec)
	}
	return sum
}

// momentsOfWave encloses, for j = 0, 1, …,
//
//	∫_{−1}^1 x^j cos(ux) dx,  j even,  ∫_{−1}^1 x^j sin(ux) dx,  j odd,
//
// from Σ_m (iu)^m/m! 2/(j+m+1), j+m even, of which terms below 2^{−bits} are left out.
func momentsOfWave(dst []ball.Real, u *ball.Real, prec uint, bits int64) {
	for j := range dst {
		dst[j].SetInt64(0)
	}
	t, v := ball.NewReal(2), new(ball.Real)
	for m := 0; ; m++ {
		if m > 0 {
			t.Mul(t, u, prec)
			t.QuoInt64(t, int64(m), prec)
		}
		// from m = 2u on terms are at most half of one another
		if small := t.MagUpper(); ball.MagUint(uint64(m)).Cmp(u.MagUpper().Mul2Exp(1)) >= 0 && small.Cmp(ball.MagPow2(-bits)) <= 0 {
			for j := range dst {
				dst[j].AddRad(termWave.LeftOut(small.Mul2Exp(1)))
			}
			return
		}
		for j := m % 2; j < len(dst); j += 2 {
			v.QuoInt64(t, int64(j+m+1), prec)
			if m%4 >= 2 {
				v.Neg(v)
			}
			dst[j].Add(&dst[j], v, prec)
		}
	}
}

// integral encloses a_n, a_0 for n = 0, from the expansions: the integral of Σ_j c_j s^j/h^{j+1} cos(ω(c+s)) over an
// interval has cos(ωc) times the even terms, −sin(ωc) times the odd ones.
func (k *kinked) integral(n int) *ball.Real {
	var omega, u, t, v, w, sum ball.Real
	omega.MulInt64(&k.omega, int64(n), k.prec)
	moments := make([]ball.Real, mostParts)
	for i := range k.pieces {
		p := &k.pieces[i]
		momentsOfWave(moments, u.Mul(&omega, &p.h, k.prec), k.prec, int64(k.prec))
		for i := range p.near {
			e := &p.near[i]
			ball.SinCos(&w, &v, t.Mul(&omega, &e.centre, k.prec), k.prec)
			var a, b ball.Real
			for j := range mostParts {
				if j%2 == 0 {
					a.FMA(&e.c[j], &moments[j], &a, k.prec)
				} else {
					b.FMA(&e.c[j], &moments[j], &b, k.prec)
				}
			}
			sum.FMA(&a, &v, &sum, k.prec)
			sum.Sub(&sum, a.Mul(&b, &w, k.prec), k.prec)
		}
	}
	k.meter.Spend(int64(len(k.pieces)*(len(k.pieces[0].near)+mostParts)*mostParts) * budget.Arithmetic(k.prec))
	sum.AddRad(termExpansion.LeftOut(k.rest))
	sum.Quo(&sum, &k.half, k.prec)
	if n > 0 {
		sum.Mul2Exp(&sum, 1)
	}
	return &sum
}

// series makes the list and the lattice.
func (k *kinked) series(prec uint) (*Atoms, error) {
	first, parts := k.start(k.size.Mul2Exp(-int64(prec)))
	out := &Atoms{}
	add := func(n int, v *ball.Real) {
		a := Atom{Omega: k.w.Mul(closed.IntNum(int64(n)))}
		a.Weight.SetRound(v, prec)
		out.List = append(out.List, a)
	}
	for n := range first {
		v := k.integral(n)
		if err := k.meter.Err(); err != nil {
			return nil, err
		}
		if !v.IsFinite() {
			return nil, errorf("the Fourier coefficient of number %d is not enclosed", n)
		}
		add(n, v)
	}
	l := k.lattice(first, parts)
	last := mostCut
	if l != nil {
		last = l.From
	}
	var classes [][]ball.Real
	modulus := k.modulus()
	for r := range modulus {
		classes = append(classes, k.powers(r, parts))
	}
	fine := k.size.Mul2Exp(-int64(prec))
	for n := first; n <= last; n++ {
		// further out fewer powers do
		for modulus == 0 && n%mostIntegrals == 0 && parts > 2 && k.remainder(n, parts-1).Cmp(fine) <= 0 {
			parts--
		}
		if !k.meter.Spend(int64(parts) * budget.Arithmetic(k.prec)) {
			return nil, k.meter.Err()
		}
		var v *ball.Real
		if modulus > 0 {
			v = at(classes[n%modulus], n, k.prec)
		} else {
			v = at(k.powers(n, parts), n, k.prec)
		}
		add(n, v.AddRad(k.remainder(n, parts)))
	}
	if l == nil {
		out.Lost = k.beyond(last, parts)
		return out, nil
	}
	out.Lattice, out.Off = l, l.lost // all n > From are in the lattice, whose weights are off by that
	return out, nil
}

// rest bounds Σ_{n>last} n^{−j}, j ≥ 2, by the integral.
func rest(last, j int) ball.Mag {
	return ball.MagPow2(0).Quo(ball.MagUintLower(uint64(last)).PowLower(uint64(j - 1))).Quo(ball.MagUintLower(uint64(j - 1)))
}

// beyond bounds Σ_{n>last} |a_n|.
func (k *kinked) beyond(last, parts int) ball.Mag {
	var scale, inverse ball.Real
	inverse.Inv(&k.omega, 64)
	scale.Quo(ball.NewReal(2), &k.half, 64)
	scale.Mul(&scale, &inverse, 64)
	var sum ball.Mag
	for j := 1; j < parts; j++ {
		scale.Mul(&scale, &inverse, 64)
		for i := range k.corners {
			sum = sum.Add(k.corners[i].jump[j].MagUpper().Mul(scale.MagUpper()).Mul(rest(last, j+1)))
		}
	}
	return termBeyond.LeftOut(sum.Add(k.remains(last, parts)))
}

// remains bounds the sum of the remainders for n > last.
func (k *kinked) remains(last, parts int) ball.Mag {
	var x ball.Real
	x.Quo(ball.NewReal(2), &k.half, 64)
	front := x.MagUpper()
	inverse := x.Inv(&k.omega, 64).MagUpper()
	return front.Mul(k.variation[parts]).Mul(inverse.Pow(uint64(parts))).Mul(rest(last, parts))
}

// modulus returns a number q such that s_j(nπ at) depends on n modulo q only at all corners, 0 if there is none.
func (k *kinked) modulus() int {
	q := int64(1)
	for i := range k.corners {
		c := &k.corners[i]
		if c.at == nil || !c.at.Denom().IsInt64() || c.at.Denom().Int64() > mostModulus {
			return 0
		}
		if c.at.Sign() == 0 {
			continue
		}
		d := c.at.Denom().Int64()
		if c.at.Num().Bit(0) == 1 || d > 1 {
			d *= 2
		}
		if q = q / int64(gcd(int(q), int(d))) * d; q > mostModulus {
			return 0
		}
	}
	return int(q)
}
