package crosscheck

import (
	"context"
	"math/big"

	"krein/ball"
	"krein/internal/kernel/constant"
	"krein/internal/kernel/formula"
	"krein/internal/kernel/piecewise"
	"krein/kernel"
)

// Prec is the precision in bits of the values.
const Prec = 192

// The values of a kernel that may be computed to find a witness, and to contradict a claim.
const (
	searchValues     = 1500
	contradictValues = 400
)

// Look computes and remembers values of one kernel at exact distances. It is used by one goroutine.
type Look struct {
	ctx     context.Context
	k       *kernel.Kernel
	squares map[string]*ball.Real // by the squared distance
	left    int                   // values that may still be computed
}

// New begins a look at a kernel, which ends early when ctx does. It panics if k is nil.
func New(ctx context.Context, k *kernel.Kernel) *Look {
	if k == nil {
		panic("crosscheck: nil kernel")
	}
	return &Look{ctx: ctx, k: k, squares: make(map[string]*ball.Real)}
}

// known is the relative accuracy in bits from which on a value is of use.
const known = 24

// usable reports whether a value is known well enough to be compared.
func usable(x *ball.Real) bool {
	return x != nil && !x.Indeterminate() && (x.IsZero() || x.RelAccuracyBits() >= known)
}

// spend reports whether another value may be computed.
func (v *Look) spend() bool {
	v.left--
	return v.left >= 0 && v.ctx.Err() == nil
}

// at returns k at an exact distance, by substitution of a ball, or else, where the formula has a
// condition that a ball leaves open, of the exact number; nil if the value is not known.
func (v *Look) at(z *big.Rat) *ball.Real {
	return v.atSquare(new(big.Rat).Mul(z, z))
}

// atSquare returns k(√q).
func (v *Look) atSquare(q *big.Rat) *ball.Real {
	key := q.RatString()
	if x, ok := v.squares[key]; ok {
		return x
	}
	if !v.spend() {
		return nil
	}
	z := new(ball.Real).SetRat(q, 2*Prec)
	if root := sqrtRat(q); root != nil {
		z.SetRat(root, 2*Prec)
	} else {
		z.Sqrt(z, 2*Prec)
	}
	x := v.k.BallAt(nil, z, Prec)
	if !usable(x) {
		x = nil
		root := formula.Apply(formula.OpSqrt, formula.Rational(q))
		if c, err := constant.New(root); err == nil {
			x = v.exactly(c)
		}
	}
	v.squares[key] = x
	return x
}

// exactly returns k at an exact constant, nil if it has no value there or none is known.
func (v *Look) exactly(z constant.Value) *ball.Real {
	c, err := formula.Eval(v.k.Expr(), z, v.k.Constants())
	if err != nil {
		return nil
	}
	if x := c.Ball(nil, Prec); usable(x) || c.IsZero() == ball.True {
		return x
	}
	return nil
}

// zero returns k(0), by its limit if the formula has no value there.
func (v *Look) zero() *ball.Real {
	if x := v.at(new(big.Rat)); x != nil {
		return x
	}
	e, err := v.k.ExactAt(piecewise.Origin(), true, 1)
	if err != nil {
		return nil
	}
	limit, ok := e.Limit()
	if !ok {
		return nil
	}
	x := limit.Ball(nil, Prec)
	if !usable(x) {
		return nil
	}
	v.squares["0"] = x
	return x
}

// sqrtRat returns the square root if it is rational, otherwise nil.
func sqrtRat(q *big.Rat) *big.Rat {
	num, den := new(big.Int).Sqrt(q.Num()), new(big.Int).Sqrt(q.Denom())
	r := new(big.Rat).SetFrac(num, den)
	if new(big.Rat).Mul(r, r).Cmp(q) != 0 {
		return nil
	}
	return r
}

// float returns the midpoint of a value.
func float(x *ball.Real) float64 {
	f, _ := x.Float64()
	return f
}
