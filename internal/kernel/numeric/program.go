package numeric

import (
	"fmt"
	"math"
	"math/big"

	"krein/internal/kernel/composite"
	"krein/internal/kernel/formula"
	"krein/internal/program"
)

// compile never fails: what is undefined evaluates to NaN.
func compile(e *formula.Expr, mended bool) *program.Program {
	c := &compiler{mended: mended, byNode: make(map[*formula.Expr]int)}
	return c.Program(c.node(e))
}

// compiler emits one value per distinct subexpression.
type compiler struct {
	program.Builder
	byNode map[*formula.Expr]int
	mended bool // whether an enclosure stands in for what is NaN
	// guarded makes what has lost its digits NaN: a sum that is small against its terms, a cosine of a large number that was
	// rounded, a logarithm, arc sine or arc cosine of one next to 1, a power of one that is beyond floats.
	guarded bool
}

func (c *compiler) node(e *formula.Expr) int {
	if v, ok := c.byNode[e]; ok {
		return v
	}
	v := c.translate(e)
	c.byNode[e] = v
	return v
}

func (c *compiler) translate(e *formula.Expr) int {
	switch {
	case e.Op() == formula.OpVar:
		return c.Variable()
	case e.Op() == formula.OpCall:
		return c.node(e.Body())
	case !e.Varies() && !isCondition(e):
		return c.Constant(constantOf(e))
	}
	if v, ok := c.recognised(e); ok {
		return v
	}
	switch e.Op() {
	case formula.OpAdd, formula.OpSub:
		if c.guarded {
			if f := folded(e); f != e {
				return c.node(f)
			}
			return c.sum(e)
		}
		fallthrough
	case formula.OpMul, formula.OpDiv:
		return c.Op(program.Add+program.Op(e.Op()-formula.OpAdd), c.operand(e.Args()[0]), c.operand(e.Args()[1]))
	case formula.OpMin, formula.OpMax:
		op := program.Min
		if e.Op() == formula.OpMax {
			op = program.Max
		}
		v := c.node(e.Args()[0])
		for _, a := range e.Args()[1:] {
			v = c.Op(op, v, c.node(a))
		}
		return v
	case formula.OpPow:
		if v, ok := c.power(e.Args()[0], e.Args()[1]); ok {
			return v
		}
		v := c.Op(program.Pow, c.node(e.Args()[0]), c.node(e.Args()[1]))
		if c.guarded && !exact(e.Args()[0]) { // a large exponent has the rounding of the base
			v = c.Op(program.Mul, v, c.Op(program.Unlost, c.Constant(1), c.node(e.Args()[1])))
		}
		return v
	case formula.OpNeg:
		return c.Op(program.Neg, c.node(e.Args()[0]))
	case formula.OpBesselJ, formula.OpBesselI, formula.OpBesselK:
		nu := constantOf(e.Args()[0])
		x := c.node(e.Args()[1])
		op := e.Op()
		return c.guard(e, fmt.Sprintf("%s%x", op, math.Float64bits(nu)), func(x float64) float64 { return bessel64(op, nu, x) }, x)
	case formula.OpLT, formula.OpLE, formula.OpEQ:
		return c.Op(map[formula.Op]program.Op{formula.OpLT: program.Less, formula.OpLE: program.LessEqual,
			formula.OpEQ: program.Equal}[e.Op()],
			c.node(e.Args()[0]), c.node(e.Args()[1]))
	case formula.OpGT:
		return c.Op(program.Less, c.node(e.Args()[1]), c.node(e.Args()[0]))
	case formula.OpGE:
		return c.Op(program.LessEqual, c.node(e.Args()[1]), c.node(e.Args()[0]))
	case formula.OpNE:
		return c.Op(program.Not, c.Op(program.Equal, c.node(e.Args()[0]), c.node(e.Args()[1])))
	case formula.OpNot:
		return c.Op(program.Not, c.node(e.Args()[0]))
	case formula.OpAnd:
		return c.Op(program.And, c.node(e.Args()[0]), c.node(e.Args()[1]))
	case formula.OpOr:
		return c.Op(program.Not, c.Op(program.And, c.Op(program.Not, c.node(e.Args()[0])), c.Op(program.Not, c.node(e.Args()[1]))))
	case formula.OpCond:
		return c.Op(program.Select, c.node(e.Args()[0]), c.node(e.Args()[1]), c.node(e.Args()[2]))
	}
	return c.guard(e, e.Op().String(), unary64(e.Op()), c.node(e.Args()[0]))
}

// sum adds and subtracts, and has no value where the terms cancel. Two exact numbers do not lose digits.
func (c *compiler) sum(e *formula.Expr) int {
	v, size := c.terms(e)
	if exact(e.Args()[0]) && exact(e.Args()[1]) {
		return v
	}
	return c.Op(program.Unlost, v, size)
}

// folded returns a sum of sums with one rational number in the place of several, e itself if it has no two: in (k − c) + c the
// numbers would leave no digits of a small k.
func folded(e *formula.Expr) *formula.Expr {
	var rest []*formula.Expr
	total, numbers := new(big.Rat), 0
	var walk func(e *formula.Expr, minus bool)
	walk = func(e *formula.Expr, minus bool) {
		_, _, recognised := composite.Recognise(e)
		switch op := e.Op(); {
		case e.Num() != nil:
			if numbers++; minus {
				total.Sub(total, e.Num())
			} else {
				total.Add(total, e.Num())
			}
		case recognised || op != formula.OpAdd && op != formula.OpSub && op != formula.OpNeg:
			if minus {
				e = formula.Apply(formula.OpNeg, e)
			}
			rest = append(rest, e)
		case op == formula.OpNeg:
			walk(e.Args()[0], !minus)
		default:
			walk(e.Args()[0], minus)
			walk(e.Args()[1], minus != (op == formula.OpSub))
		}
	}
	walk(e, false)
	if numbers < 2 || len(rest) == 0 {
		return e
	}
	sum := rest[0]
	for _, t := range rest[1:] {
		sum = formula.Apply(formula.OpAdd, sum, t)
	}
	if total.Sign() != 0 {
		sum = formula.Apply(formula.OpAdd, sum, formula.Rational(total))
	}
	return sum
}

// terms returns a sum of sums, and the largest of its terms, in absolute value.
func (c *compiler) terms(e *formula.Expr) (v, size int) {
	_, _, recognised := composite.Recognise(e)
	switch op := e.Op(); {
	case recognised || !e.Varies():
	case op == formula.OpAdd || op == formula.OpSub:
		a, most := c.terms(e.Args()[0])
		b, more := c.terms(e.Args()[1])
		return c.Op(program.Add+program.Op(op-formula.OpAdd), a, b), c.Op(program.Larger, most, more)
	case op == formula.OpNeg:
		v, size = c.terms(e.Args()[0])
		return c.Op(program.Neg, v), size
	}
	v = c.operand(e)
	return v, v
}

// exact reports whether e has a float64 value that is not rounded.
func exact(e *formula.Expr) bool {
	if e.Op() == formula.OpNeg || e.Op() == formula.OpAbs {
		return exact(e.Args()[0])
	}
	if r := e.Num(); r != nil {
		_, ok := r.Float64()
		return ok
	}
	return e.Op() == formula.OpVar
}

// base is node of what is raised to a power p: no value where it overflows or, as an exponential, underflows while the power may have one.
func (c *compiler) base(e *formula.Expr, p float64) int {
	v := c.node(e)
	if !c.guarded || exact(e) || p >= 1 {
		return v
	}
	if e.Op() == formula.OpExp {
		return c.Apply("normal", func(x float64) float64 {
			if math.Abs(x) < smallestNormal {
				return math.NaN()
			}
			return x + (x - x)
		}, v)
	}
	return c.Op(program.Add, v, c.Op(program.Sub, v, v)) // NaN for an infinity
}

// guard applies the function f of e, that has no value where a rounded argument has too few digits for it.
func (c *compiler) guard(e *formula.Expr, name string, f func(float64) float64, x int) int {
	if c.guarded && !exact(e.Args()[len(e.Args())-1]) {
		lost := func(x float64) bool { return math.Abs(x) > 1/program.MostLost && !math.IsInf(x, 0) }
		switch e.Op() {
		case formula.OpLog, formula.OpAcos, formula.OpAsin:
			lost = func(x float64) bool { return math.Abs(1-math.Abs(x)) < program.MostLost }
		case formula.OpSin, formula.OpCos, formula.OpTan, formula.OpBesselJ:
		default:
			return c.Apply(name, f, x)
		}
		return c.Apply(name+" guarded", func(x float64) float64 {
			if lost(x) {
				return math.NaN()
			}
			return f(x)
		}, x)
	}
	return c.Apply(name, f, x)
}

// operand is node, but NaN for a nonzero constant that overflows or loses digits to underflow: 0·x would look like a value,
// and what is NaN is enclosed (Func.At),
// for a kernel: a formula alone has no enclosure that would stand in.
func (c *compiler) operand(e *formula.Expr) int {
	if e.Varies() || isCondition(e) || !c.mended {
		return c.node(e)
	}
	v := constantOf(e)
	if math.IsInf(v, 0) || math.Abs(v) < smallestNormal && !formula.IsZero(e) {
		v = math.NaN()
	}
	return c.Constant(v)
}

// smallestNormal is the least positive float64 of full precision.
const smallestNormal = 0x1p-1022

func isCondition(e *formula.Expr) bool { return e.Op() >= formula.OpLT && e.Op() <= formula.OpNot }
