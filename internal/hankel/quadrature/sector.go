package quadrature

import (
	"math/big"

	"krein/ball"
	"krein/internal/kernel/eval"
	"krein/internal/kernel/formula"
	"krein/special"
)

// A sector is {x : |x| ≥ apex, 0 ≤ arg x ≤ tau·π}; y = x/apex, so that |y| ≥ 1 on it.
type sector struct {
	apex ball.Real // > 0
	tau  *big.Rat  // < 1/2
	memo map[*formula.Expr]*inSector
}

// inSector is what is proved of a formula on a sector, where it is holomorphic: f(x) is positive for no more reason than
// that its argument is known.
type inSector struct {
	// An argument of f lies in [lo, hi]·π everywhere, and f has no zero; nil if that is not known. It is the continuous one that
	// the formula gives, which need not be the principal one.
	lo, hi *big.Rat
	low    *growth // |f| ≥ c|y|^p; nil if that is not known
	up     *decay  // |f| ≤ C|y|^p exp(−a|y|^b); nil if that is not known
}

// holomorphic returns what is known of e on the sector, nil if it is not proved to be holomorphic there.
func (s *sector) holomorphic(e *formula.Expr) *inSector {
	if v, ok := s.memo[e]; ok {
		return v
	}
	v := s.find(e)
	s.memo[e] = v
	return v
}

func newSector(apex *ball.Real, tau *big.Rat) *sector {
	s := &sector{tau: tau, memo: map[*formula.Expr]*inSector{}}
	s.apex.Set(apex)
	return s
}

var oneRat, halfRat = big.NewRat(1, 1), big.NewRat(1, 2)

func (s *sector) find(e *formula.Expr) *inSector { // one function: a case for each operation.
	if !e.Varies() {
		v := eval.Enclose(nil, e, nil, majorantPrec)
		if v.Indeterminate() {
			return nil
		}
		f := &inSector{up: constantDecay(v.MagUpper()), low: &growth{v.MagLower(), zeroRat}}
		switch {
		case v.Positive() == ball.True:
			f.lo, f.hi = zeroRat, zeroRat
		case v.Negative() == ball.True:
			f.lo, f.hi = oneRat, oneRat
		}
		return f
	}
	args := e.Args()
	switch e.Op() {
	case formula.OpCall:
		return s.holomorphic(e.Body())
	case formula.OpVar:
		return &inSector{zeroRat, s.tau, &growth{s.apex.MagLower(), oneRat}, &decay{c: s.apex.MagUpper(), p: oneRat}}
	case formula.OpNeg:
		return s.holomorphic(args[0]).turned(oneRat)
	case formula.OpAdd:
		return s.holomorphic(args[0]).plus(s.holomorphic(args[1]))
	case formula.OpSub:
		return s.holomorphic(args[0]).plus(s.holomorphic(args[1]).turned(oneRat))
	case formula.OpMul:
		return s.holomorphic(args[0]).times(s.holomorphic(args[1]))
	case formula.OpDiv:
		if b := args[1].Body(); b.Op() == formula.OpExp {
			return s.holomorphic(args[0]).times(s.exp(b.Args()[0], true))
		}
		return s.holomorphic(args[0]).times(s.holomorphic(args[1]).pow(big.NewRat(-1, 1)))
	case formula.OpSqrt:
		return s.holomorphic(args[0]).pow(halfRat)
	case formula.OpPow:
		if p := args[1].Num(); p != nil {
			return s.holomorphic(args[0]).pow(p)
		}
	case formula.OpExp:
		return s.exp(args[0], false)
	case formula.OpLog:
		if h := s.beyondOne(args[0]); h != nil {
			return &inSector{up: h}
		}
		g := s.holomorphic(args[0]).principal(oneRat)
		if g == nil || g.up == nil {
			return nil
		}
		up := g.up.logarithm(g.low)
		if up == nil {
			return nil
		}
		return &inSector{up: up.plus(constantDecay(ball.MagPow2(2)))} // |log g| ≤ |log |g|| + π
	case formula.OpBesselK:
		// |K_ν(g)| ≤ K_ν(Re g), which with e^{Re g} decreases: see majorizeK
		g := s.holomorphic(args[1]).principal(halfRat)
		re := g.realPart()
		if re == nil || re.c.IsZero() || re.p.Sign() < 0 {
			return nil
		}
		var c, k ball.Real
		c.SetFloat(re.c.Float(nil))
		special.BesselK(&k, eval.Enclose(nil, args[0], nil, majorantPrec), &c, majorantPrec)
		if re.p.Sign() == 0 {
			return &inSector{up: constantDecay(k.MagUpper())}
		}
		k.Mul(&k, c.Exp(&c, majorantPrec), majorantPrec)
		return &inSector{up: &decay{c: k.MagUpper(), p: zeroRat, a: re.c, b: re.p}}
	}
	return nil
}

// beyondOne bounds log(1+h) for e = 1 + h, where h does not grow: by 2|h| if |h| ≤ 1/2, and by |h| ≥ |∫₀¹ h/(1+th) dt| if Re h ≥ 0. Else it returns nil.
func (s *sector) beyondOne(e *formula.Expr) *decay {
	h, negative := plusOne(e)
	if h == nil {
		return nil
	}
	f := s.holomorphic(h)
	if f == nil || f.up == nil || f.up.a.IsZero() && f.up.p.Sign() > 0 {
		return nil
	}
	if negative {
		f = f.turned(oneRat)
	}
	switch {
	case f.principal(halfRat) != nil:
		return f.up
	case f.up.p.Sign() <= 0 && f.up.c.Cmp(ball.MagPow2(-1)) <= 0:
		return f.up.times(constantDecay(ball.MagPow2(1)))
	}
	return nil
}

// plusOne returns h where e is 1 + h, or 1 − h if negative; else nil.
func plusOne(e *formula.Expr) (h *formula.Expr, negative bool) {
	e = e.Body()
	negative = e.Op() == formula.OpSub
	switch {
	case e.Op() != formula.OpAdd && !negative:
	case e.Args()[0].IsInt(1):
		return e.Args()[1], negative
	case !negative && e.Args()[1].IsInt(1):
		return e.Args()[0], false
	}
	return nil, false
}

// exp is e^g, or e^{−g} if negative.
func (s *sector) exp(e *formula.Expr, negative bool) *inSector {
	e = e.Body()
	if args := e.Args(); e.Op() == formula.OpAdd || e.Op() == formula.OpSub {
		return s.exp(args[0], negative).times(s.exp(args[1], negative != (e.Op() == formula.OpSub)))
	}
	g := s.holomorphic(e)
	if g == nil {
		return nil
	}
	h := g // e^{−h}
	if !negative {
		h = g.turned(oneRat)
	}
	if h := h.principal(halfRat); h != nil {
		if re := h.realPart(); re != nil && !re.c.IsZero() && re.p.Sign() > 0 {
			return &inSector{up: &decay{c: ball.MagPow2(0), p: zeroRat, a: re.c, b: re.p}}
		}
		return &inSector{up: constantDecay(ball.MagPow2(0))}
	}
	if g.up != nil && g.up.p.Sign() <= 0 {
		return &inSector{up: constantDecay(g.up.c.Exp())}
	}
	return nil
}

// principal returns f with its principal argument, if that is proved to lie in [−most, most]·π, and for most = 1 inside; else nil.
func (f *inSector) principal(most *big.Rat) *inSector {
	if f == nil || f.lo == nil {
		return nil
	}
	g := *f
	for _, k := range []int64{0, 2, -2} {
		g.lo, g.hi = new(big.Rat).Add(f.lo, big.NewRat(k, 1)), new(big.Rat).Add(f.hi, big.NewRat(k, 1))
		low, high := new(big.Rat).Add(g.lo, most).Sign(), new(big.Rat).Sub(most, g.hi).Sign()
		if low > 0 && high > 0 || low >= 0 && high >= 0 && most.Cmp(oneRat) < 0 {
			return &g
		}
	}
	return nil
}

// realPart bounds Re f ≥ c|y|^p ≥ 0 for a principal argument in [−1/2, 1/2]·π.
func (f *inSector) realPart() *growth {
	if f == nil || f.low == nil || f.lo == nil {
		return nil
	}
	c := cosPi(f.lo)
	if d := cosPi(f.hi); d.Cmp(c) < 0 {
		c = d
	}
	return &growth{f.low.c.MulLower(c), f.low.p}
}

// cosPi bounds cos(πx) ≥ 0 from below, |x| ≤ 1/2.
func cosPi(x *big.Rat) ball.Mag {
	var t, pi ball.Real
	t.Mul(t.SetRat(x, majorantPrec), pi.Pi(majorantPrec), majorantPrec)
	if t.Cos(&t, majorantPrec); t.Positive() != ball.True {
		return ball.Mag{}
	}
	return t.MagLower()
}

// turned is f·e^{ikπ}, k an odd integer: −f.
func (f *inSector) turned(k *big.Rat) *inSector {
	if f == nil || f.lo == nil {
		return f
	}
	g := *f
	g.lo, g.hi = new(big.Rat).Sub(f.lo, k), new(big.Rat).Sub(f.hi, k)
	return &g
}

// plus is f + g.
func (f *inSector) plus(g *inSector) *inSector {
	if f == nil || g == nil {
		return nil
	}
	s := &inSector{}
	if f.up != nil && g.up != nil {
		s.up = f.up.plus(g.up)
	}
	if f.lo != nil && g.lo != nil && f.low != nil && g.low != nil {
		for _, k := range []int64{0, 2, -2} {
			shift := big.NewRat(k, 1)
			lo, hi := new(big.Rat).Add(g.lo, shift), new(big.Rat).Add(g.hi, shift)
			if f.lo.Cmp(lo) < 0 {
				lo = f.lo
			}
			if f.hi.Cmp(hi) > 0 {
				hi = f.hi
			}
			// f and g in an angle of less than π: so is the sum, and |f+g| ≥ cos(half of it)·(|f|+|g|)
			if width := new(big.Rat).Sub(hi, lo); width.Cmp(oneRat) < 0 {
				c := cosPi(width.Mul(width, halfRat))
				s.lo, s.hi = lo, hi
				s.low = f.low
				switch {
				case g.low.p.Cmp(f.low.p) == 0:
					s.low = &growth{f.low.c.AddLower(g.low.c), f.low.p}
				case f.low.c.IsZero(), !g.low.c.IsZero() && g.low.p.Cmp(f.low.p) > 0:
					s.low = g.low
				}
				s.low = &growth{s.low.c.MulLower(c), s.low.p}
				return s
			}
		}
	}
	// |f| − |g| where g is bounded and smaller, as in 2 − e^{−x}
	for _, pair := range [][2]*inSector{{f, g}, {g, f}} {
		a, b := pair[0], pair[1]
		if a.low != nil && b.up != nil && a.low.p.Sign() >= 0 && b.up.p.Sign() <= 0 {
			if rest := a.low.c.SubLower(b.up.c); !rest.IsZero() {
				s.low = &growth{rest, zeroRat}
				return s
			}
		}
	}
	return s
}

// times is f·g.
func (f *inSector) times(g *inSector) *inSector {
	if f == nil || g == nil {
		return nil
	}
	s := &inSector{}
	if f.up != nil && g.up != nil {
		s.up = f.up.times(g.up)
	}
	if f.low != nil && g.low != nil {
		s.low = &growth{f.low.c.MulLower(g.low.c), new(big.Rat).Add(f.low.p, g.low.p)}
	}
	if f.lo != nil && g.lo != nil {
		s.lo, s.hi = new(big.Rat).Add(f.lo, g.lo), new(big.Rat).Add(f.hi, g.hi)
	}
	return s
}

// pow is f^p: for no integer p the principal power, of an argument inside (−1, 1)·π.
func (f *inSector) pow(p *big.Rat) *inSector {
	if f == nil {
		return nil
	}
	if !p.IsInt() {
		if f = f.principal(oneRat); f == nil {
			return nil
		}
	}
	s := &inSector{}
	zeros := f.low == nil || f.low.c.IsZero()
	if (p.Sign() < 0 || !p.IsInt()) && zeros {
		return nil
	}
	minus := new(big.Rat).Neg(p)
	switch {
	case p.Sign() == 0:
		return &inSector{zeroRat, zeroRat, &growth{ball.MagPow2(0), zeroRat}, constantDecay(ball.MagPow2(0))}
	case p.Sign() > 0:
		s.up = f.up.pow(p)
		s.low = f.low.pow(p)
	default:
		s.up = &decay{c: ball.MagPow2(0).Quo(magPow(f.low.c, minus, true)), p: new(big.Rat).Mul(f.low.p, p)}
		if f.up != nil && f.up.a.IsZero() && !f.up.c.IsZero() {
			s.low = &growth{ball.MagPow2(0).QuoLower(magPow(f.up.c, minus, false)), new(big.Rat).Mul(f.up.p, p)}
		}
	}
	if f.lo != nil {
		s.lo, s.hi = new(big.Rat).Mul(f.lo, p), new(big.Rat).Mul(f.hi, p)
		if p.Sign() < 0 {
			s.lo, s.hi = s.hi, s.lo
		}
	}
	return s
}
