package zonal

import (
	"errors"
	"math/big"

	"krein/ball"
	"krein/internal/budget"
	"krein/internal/kernel/formula"
)

// sided is A + zB, A and B functions of t = z² = 2 − 2u; a part that is absent is 0.
//
// Every operation is an identity for all z with z² = t, as (A + zB)(C + zD) = AC + tBD + z(AD + BC). A formula whose z-part
// cancels is therefore a function of t by the formula itself. If the parts are enclosed by an arithmetic of holomorphic functions,
// it is the holomorphic continuation to complex u of what it is on −1 < u < 1, where z = √t is real.
type sided[T any] struct {
	a, b       T
	hasA, hasB bool
}

// sidedArith evaluates formulas in z over such pairs, so that even functions of z are evaluated as functions of t:
// holomorphic in u where z = √t is not. base is the arithmetic of the parts.
type sidedArith[T any] struct {
	base  formula.Arith[T]
	t     T
	waves waves[T] // may be nil
}

// waves returns cosh √x and sinh √x/√x, entire functions of x.
type waves[T any] func(x T) (c, s T)

var errNotEven = errors.New("the formula is not proved to be a function of z²")

// evenAt evaluates a formula in z that is an even function of z at t = z². Without waves, cos z and its like are
// refused.
func evenAt[T any](e *formula.Expr, base formula.Arith[T], w waves[T], t T) (v T, err error) {
	ar := sidedArith[T]{base, t, w}
	z := sided[T]{b: base.Rat(big.NewRat(1, 1)), hasB: true}
	x, err := formula.Eval(e, z, formula.Arith[sided[T]](ar))
	switch {
	case err != nil:
		return v, err
	case x.hasB:
		return v, errNotEven
	case !x.hasA:
		return base.Rat(new(big.Rat)), nil
	}
	return x.a, nil
}

func (ar sidedArith[T]) even(a T, err error) (sided[T], error) {
	return sided[T]{a: a, hasA: true}, err
}

// Rat returns a constant. The number 0 has no parts: its products are dropped, after their other factor was evaluated. That the
// factor has a value is asked by the arithmetic total.
func (ar sidedArith[T]) Rat(r *big.Rat) sided[T] {
	return sided[T]{a: ar.base.Rat(r), hasA: r.Sign() != 0}
}

func (ar sidedArith[T]) Const(op formula.Op) sided[T] {
	return sided[T]{a: ar.base.Const(op), hasA: true}
}

// value is a part, 0 if it is absent.
func (ar sidedArith[T]) value(x T, has bool) T {
	if has {
		return x
	}
	return ar.base.Rat(new(big.Rat))
}

// combine adds or subtracts a part.
func (ar sidedArith[T]) combine(op formula.Op, x T, hasX bool, y T, hasY bool) (T, bool, error) {
	switch {
	case !hasY:
		return x, hasX, nil
	case !hasX && op == formula.OpAdd:
		return y, true, nil
	case !hasX:
		v, err := ar.base.Unary(formula.OpNeg, y)
		return v, true, err
	}
	v, err := ar.base.Binary(op, x, y)
	return v, true, err
}

// times multiplies parts.
func (ar sidedArith[T]) times(x T, hasX bool, y T, hasY bool) (v T, has bool, err error) {
	if !hasX || !hasY {
		return v, false, nil
	}
	v, err = ar.base.Binary(formula.OpMul, x, y)
	return v, true, err
}

func (ar sidedArith[T]) mul(x, y sided[T]) (s sided[T], err error) {
	aa, hasAA, err1 := ar.times(x.a, x.hasA, y.a, y.hasA)
	bb, hasBB, err2 := ar.times(x.b, x.hasB, y.b, y.hasB)
	bb, hasBB, err3 := ar.times(bb, hasBB, ar.t, true)
	ab, hasAB, err4 := ar.times(x.a, x.hasA, y.b, y.hasB)
	ba, hasBA, err5 := ar.times(x.b, x.hasB, y.a, y.hasA)
	if err := errors.Join(err1, err2, err3, err4, err5); err != nil {
		return s, err
	}
	var errA, errB error
	s.a, s.hasA, errA = ar.combine(formula.OpAdd, aa, hasAA, bb, hasBB)
	s.b, s.hasB, errB = ar.combine(formula.OpAdd, ab, hasAB, ba, hasBA)
	return s, errors.Join(errA, errB)
}

func (ar sidedArith[T]) Param(p *formula.Expr) (s sided[T], err error) { return s, formula.NoValue(p) }

func (ar sidedArith[T]) Binary(op formula.Op, x, y sided[T]) (s sided[T], err error) {
	switch op {
	case formula.OpAdd, formula.OpSub:
		var errA, errB error
		s.a, s.hasA, errA = ar.combine(op, x.a, x.hasA, y.a, y.hasA)
		s.b, s.hasB, errB = ar.combine(op, x.b, x.hasB, y.b, y.hasB)
		return s, errors.Join(errA, errB)
	case formula.OpMul:
		return ar.mul(x, y)
	case formula.OpDiv:
		switch {
		case !y.hasB && y.hasA && !x.hasA && !x.hasB: // 0/C, which has a value where C is not 0
			_, err = ar.base.Binary(op, ar.base.Rat(new(big.Rat)), y.a)
			return s, err
		case !y.hasB && y.hasA: // (A + zB)/C
			s.hasA, s.hasB = x.hasA, x.hasB
			if x.hasA {
				s.a, err = ar.base.Binary(op, x.a, y.a)
			}
			if x.hasB && err == nil {
				s.b, err = ar.base.Binary(op, x.b, y.a)
			}
			return s, err
		case !y.hasA && y.hasB && !x.hasA && x.hasB: // zB/(zC)
			return ar.even(ar.base.Binary(op, x.b, y.b))
		}
		return s, errNotEven
	}
	// Of powers, minima and maxima of functions with an odd part nothing is known.
	if x.hasB || y.hasB {
		return s, errNotEven
	}
	return ar.even(ar.base.Binary(op, ar.value(x.a, x.hasA), ar.value(y.a, y.hasA)))
}

// maxSidedPower bounds the powers of sums of even and odd parts.
const maxSidedPower = 64

// PowRat returns x^p. With an odd part it is a product of whole powers: (zB)ⁿ = (tB²)^(n/2) for even n, which needs no sign of zB
// because n/2 is a whole number.
func (ar sidedArith[T]) PowRat(x sided[T], p *big.Rat) (s sided[T], err error) {
	if !x.hasB {
		return ar.even(ar.base.PowRat(ar.value(x.a, x.hasA), p))
	}
	if !p.IsInt() || p.Sign() < 0 || p.Num().Cmp(big.NewInt(maxSidedPower)) > 0 {
		return s, errNotEven
	}
	n := p.Num().Int64()
	s = ar.Rat(big.NewRat(1, 1))
	if !x.hasA && n >= 2 { // (zB)ⁿ: the even part as one power, without repeated rounding
		square, _, err := ar.times(x.b, true, x.b, true)
		if err != nil {
			return s, err
		}
		if square, _, err = ar.times(square, true, ar.t, true); err != nil {
			return s, err
		}
		if s, err = ar.even(ar.base.PowRat(square, big.NewRat(n/2, 1))); err != nil || n%2 == 0 {
			return s, err
		}
		return ar.mul(s, x)
	}
	for range n {
		if s, err = ar.mul(s, x); err != nil {
			return s, err
		}
	}
	return s, nil
}

func (ar sidedArith[T]) Unary(op formula.Op, x sided[T]) (s sided[T], err error) {
	if op == formula.OpNeg {
		return ar.Binary(formula.OpSub, s, x)
	}
	if x.hasB {
		return ar.wave(op, x)
	}
	return ar.even(ar.base.Unary(op, ar.value(x.a, x.hasA)))
}

// wave applies cos, sin, cosh, sinh or exp to zB: with C(x) = cosh √x, S(x) = sinh √x/√x they are
// C(−tB²), zB S(−tB²), C(tB²), zB S(tB²) and the sum of the last two.
func (ar sidedArith[T]) wave(op formula.Op, x sided[T]) (s sided[T], err error) {
	if x.hasA || ar.waves == nil {
		return s, errNotEven
	}
	// C and S are entire functions of x², so that no root is taken and no branch is chosen.
	square, err := ar.mul(x, x)
	if err != nil {
		return s, err
	}
	if op == formula.OpCos || op == formula.OpSin {
		if square.a, err = ar.base.Unary(formula.OpNeg, square.a); err != nil {
			return s, err
		}
	}
	c, sinc := ar.waves(square.a)
	if op == formula.OpCos || op == formula.OpCosh || op == formula.OpExp {
		s.a, s.hasA = c, true
	}
	if op == formula.OpSin || op == formula.OpSinh || op == formula.OpExp {
		s.b, s.hasB, err = ar.times(x.b, true, sinc, true)
	}
	if !s.hasA && !s.hasB {
		return s, errNotEven
	}
	return s, err
}

// total is arithmetic in which an operation without an enclosure is an error: what is multiplied by 0, or raised to the
// power 0, has to have a value as well.
type total struct{ formula.Arith[*ball.Complex] }

var errNoEnclosure = errors.New("an operation has no enclosure")

func (ar total) known(v *ball.Complex, err error) (*ball.Complex, error) {
	if err == nil && v.Indeterminate() {
		err = errNoEnclosure
	}
	return v, err
}

// Binary is that of the arithmetic below.
func (ar total) Binary(op formula.Op, x, y *ball.Complex) (*ball.Complex, error) {
	return ar.known(ar.Arith.Binary(op, x, y))
}

// PowRat is that of the arithmetic below.
func (ar total) PowRat(x *ball.Complex, p *big.Rat) (*ball.Complex, error) {
	return ar.known(ar.Arith.PowRat(x, p))
}

// Unary is that of the arithmetic below.
func (ar total) Unary(op formula.Op, x *ball.Complex) (*ball.Complex, error) {
	return ar.known(ar.Arith.Unary(op, x))
}

// Bessel is that of the arithmetic below.
func (ar total) Bessel(op formula.Op, nu, x *ball.Complex) (*ball.Complex, error) {
	return ar.known(ar.Arith.Bessel(op, nu, x))
}

// maxWave bounds |x| in complexWaves, whose terms grow up to e^√|x|.
const maxWave = 1 << 12

// waveUnits is what a term of complexWaves costs, in operations on real balls.
const waveUnits = 12

// complexWaves sums the power series C(x) = Σ x^k/(2k)!, S(x) = Σ x^k/(2k+1)!. From where the ratios of the terms are
// below 1/2, the rest is at most twice the first term left out. m counts the terms.
func complexWaves(prec uint, m *budget.Meter) waves[*ball.Complex] {
	return func(x *ball.Complex) (c, s *ball.Complex) {
		c, s = new(ball.Complex), new(ball.Complex)
		size := x.MagUpper()
		if size.Cmp(ball.MagUint(maxWave)) > 0 {
			return c.SetIndeterminate(), s.SetIndeterminate()
		}
		var term, odd ball.Complex
		term.SetInt64(1)
		bound, small := ball.MagPow2(0), ball.MagPow2(-int64(prec))
		for k := int64(0); ; k++ {
			next := ball.MagUint(uint64((2*k + 1) * (2*k + 2)))
			if bound.Cmp(small) <= 0 && size.Mul2Exp(1).Cmp(next) <= 0 {
				break
			}
			if !m.Spend(waveUnits * budget.Arithmetic(prec)) {
				return c.SetIndeterminate(), s.SetIndeterminate()
			}
			c.Add(c, &term, prec)
			s.Add(s, odd.QuoInt64(&term, 2*k+1, prec), prec)
			term.Mul(&term, x, prec)
			term.QuoInt64(&term, (2*k+1)*(2*k+2), prec)
			bound = bound.Mul(size).Quo(ball.MagUintLower(uint64((2*k + 1) * (2*k + 2))))
		}
		return c.AddRad(bound.Mul2Exp(1)), s.AddRad(bound.Mul2Exp(1))
	}
}

// jetWaves composes with the series of √x or √(−x), indeterminate if x may vanish.
func jetWaves(prec uint, n int) waves[*ball.RealSeries] {
	return func(x *ball.RealSeries) (c, s *ball.RealSeries) {
		var root ball.RealSeries
		c, s = new(ball.RealSeries), new(ball.RealSeries)
		switch first := x.Coef(0); {
		case first.Positive() == ball.True:
			root.Sqrt(x, prec)
			c.Cosh(&root, prec)
			s.Quo(s.Sinh(&root, prec), &root, prec)
		case first.Negative() == ball.True:
			root.Neg(x)
			root.Sqrt(&root, prec)
			c.Cos(&root, prec)
			s.Quo(s.Sin(&root, prec), &root, prec)
		default:
			c.SetConst(new(ball.Real).SetIndeterminate(), n)
			s.Set(c)
		}
		return c, s
	}
}

func (ar sidedArith[T]) Bessel(op formula.Op, nu, x sided[T]) (s sided[T], err error) {
	if nu.hasB || x.hasB {
		return s, errNotEven
	}
	return ar.even(ar.base.Bessel(op, ar.value(nu.a, nu.hasA), ar.value(x.a, x.hasA)))
}

// Compare answers for constants only.
func (ar sidedArith[T]) Compare(op formula.Op, x, y sided[T]) ball.Truth {
	if x.hasB || y.hasB {
		return ball.Unknown
	}
	return ar.base.Compare(op, ar.value(x.a, x.hasA), ar.value(y.a, y.hasA))
}

// Join refuses: a formula with an undecided condition is not one function.
func (ar sidedArith[T]) Join(sided[T], sided[T]) (sided[T], error) { return sided[T]{}, errNotEven }
