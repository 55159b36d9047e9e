package signs

import (
	"errors"
	"math/big"

	"krein/ball"
	"krein/internal/kernel/constant"
	"krein/internal/kernel/formula"
)

// power is a constant, or a function of κ with its Maclaurin series, which is one of those with no negative
// coefficients beyond p_0 (up), or of those with no positive ones (down), and converges for |κ| < 1.
type power struct {
	c        *constant.Value // of a constant
	s        *ball.RealSeries
	up, down bool
}

// increasing is the arithmetic of such functions. What is not seen to be one is an error. All operations that it has are
// continuous, so that a function is so at κ = ±1, too, if it has a value there.
type increasing struct{ constants formula.Arith[constant.Value] }

var errOther = errors.New("the signs of coefficients are not known")

func (ar increasing) of(c constant.Value, err error) (*power, error) {
	if err != nil {
		return nil, err
	}
	return &power{c: &c, up: true, down: true}, nil
}

func (ar increasing) Rat(r *big.Rat) *power {
	x, _ := ar.of(constant.Rat(r), nil)
	return x
}

func (ar increasing) Const(op formula.Op) *power {
	x, _ := ar.of(ar.constants.Const(op), nil)
	return x
}

// series returns the series of x, of a constant too.
func (x *power) series() *ball.RealSeries {
	if x.c == nil {
		return x.s
	}
	return new(ball.RealSeries).SetConst(setConst(x.c), Most+1)
}

func setConst(c *constant.Value) *ball.Real { return c.Ball(new(ball.Real), prec) }

// nonnegative reports whether no coefficient is negative, p_0 included: then |x(κ)| ≤ x(|κ|).
func (x *power) nonnegative() bool {
	p := x.series().Coef(0)
	return x.up && (p.IsZero() || p.Negative() == ball.False)
}

func (x *power) negated() *power {
	return &power{s: new(ball.RealSeries).Neg(x.series()), up: x.down, down: x.up}
}

func (increasing) Param(p *formula.Expr) (*power, error) { return nil, formula.NoValue(p) }

func (ar increasing) Binary(op formula.Op, x, y *power) (*power, error) {
	if x.c != nil && y.c != nil {
		return ar.of(ar.constants.Binary(op, *x.c, *y.c))
	}
	switch op {
	case formula.OpSub:
		return ar.Binary(formula.OpAdd, x, y.negated())
	case formula.OpAdd:
		z := &power{s: new(ball.RealSeries).Add(x.series(), y.series(), prec), up: x.up && y.up, down: x.down && y.down}
		if !z.up && !z.down {
			return nil, errOther
		}
		return z, nil
	case formula.OpMul:
		return ar.mul(x, y)
	case formula.OpDiv:
		if y.c != nil {
			inverse, err := ar.constants.Binary(op, constant.Rat(big.NewRat(1, 1)), *y.c)
			if err != nil {
				return nil, err
			}
			return ar.mul(x, &power{c: &inverse})
		}
	case formula.OpPow:
		if y.c != nil {
			if r, ok := y.c.Rat(); ok {
				return ar.PowRat(x, r)
			}
		}
	}
	return nil, errOther
}

func (ar increasing) mul(x, y *power) (*power, error) {
	if x.c != nil {
		x, y = y, x
	}
	if y.c != nil {
		c := setConst(y.c)
		z := &power{s: new(ball.RealSeries).MulScalar(x.s, c, prec), up: x.up, down: x.down}
		switch {
		case c.Positive() == ball.True:
			return z, nil
		case c.Negative() == ball.True:
			z.up, z.down = x.down, x.up
			return z, nil
		}
		return nil, errOther
	}
	if !x.nonnegative() || !y.nonnegative() {
		return nil, errOther
	}
	return &power{s: new(ball.RealSeries).Mul(x.s, y.s, prec), up: true}, nil
}

// PowRat has natural powers.
func (ar increasing) PowRat(x *power, r *big.Rat) (*power, error) {
	if x.c != nil {
		return ar.of(ar.constants.PowRat(*x.c, r))
	}
	if !r.IsInt() || r.Sign() <= 0 || !x.nonnegative() {
		return nil, errOther
	}
	return &power{s: new(ball.RealSeries).PowRat(x.s, r, prec), up: true}, nil
}

// Unary has exponentials, and arcsines of functions x that are nowhere above 1: for such an x without negative
// coefficients |x(κ)| ≤ x(|κ|) < 1 where |κ| < 1, unless it is constant, and arcsin has no negative ones either. That x
// is nowhere above 1 is so where the formula has a value at κ = 1.
func (ar increasing) Unary(op formula.Op, x *power) (*power, error) {
	if x.c != nil {
		return ar.of(ar.constants.Unary(op, *x.c))
	}
	s := new(ball.RealSeries)
	switch op {
	case formula.OpNeg:
		return x.negated(), nil
	case formula.OpExp:
		if x.up {
			return &power{s: s.Exp(x.s, prec), up: true}, nil
		}
	case formula.OpAcos, formula.OpAsin:
		odd := x
		if !x.nonnegative() {
			if odd = x.negated(); !odd.nonnegative() {
				return nil, errOther
			}
		}
		z := &power{up: op == formula.OpAsin && odd == x || op == formula.OpAcos && odd != x}
		z.down = !z.up
		if op == formula.OpAsin {
			z.s = s.Asin(x.s, prec)
		} else {
			z.s = s.Acos(x.s, prec)
		}
		return z, nil
	}
	return nil, errOther
}

// Bessel has none but constants.
func (ar increasing) Bessel(op formula.Op, nu, x *power) (*power, error) {
	if nu.c == nil || x.c == nil {
		return nil, errOther
	}
	return ar.of(ar.constants.Bessel(op, *nu.c, *x.c))
}

// Compare knows constants.
func (ar increasing) Compare(op formula.Op, x, y *power) ball.Truth {
	if x.c == nil || y.c == nil {
		return ball.Unknown
	}
	return ar.constants.Compare(op, *x.c, *y.c)
}

// Join has nothing that covers both.
func (increasing) Join(*power, *power) (*power, error) { return nil, errOther }
