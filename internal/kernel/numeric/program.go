package numeric

import (
	"fmt"
	"math"

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
	case formula.OpAdd, formula.OpSub, formula.OpMul, formula.OpDiv:
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
		return c.Op(program.Pow, c.node(e.Args()[0]), c.node(e.Args()[1]))
	case formula.OpNeg:
		return c.Op(program.Neg, c.node(e.Args()[0]))
	case formula.OpBesselJ, formula.OpBesselI, formula.OpBesselK:
		nu := constantOf(e.Args()[0])
		x := c.node(e.Args()[1])
		op := e.Op()
		return c.Apply(fmt.Sprintf("%s%x", op, math.Float64bits(nu)), func(x float64) float64 { return bessel64(op, nu, x) }, x)
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
	return c.Apply(e.Op().String(), unary64(e.Op()), c.node(e.Args()[0]))
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
