// Package eval evaluates formulas over real and complex balls and jets, by compiled programs or by formula.Arith.
package eval

import (
	"fmt"
	"sync"

	"krein/ball"
	"krein/internal/budget"
	"krein/internal/kernel/formula"
)

// A Func is a formula compiled for evaluation over enclosures by plain substitution, the extension of no kernel
// applied. It is immutable, and safe for concurrent use. Equal subexpressions are one node, and a node is evaluated
// when it is first needed, so that of a decided condition only the branch that is taken is.
type Func struct {
	nodes  []ballNode
	root   int
	meter  *budget.Meter
	bessel *budget.Meter // of what Bessel functions take beyond Cost
	// pools of machines, one for each number type
	reals, complexes, jets sync.Pool
}

// Len returns the number of different operations and leaves.
func (p *Func) Len() int { return len(p.nodes) }

type ballNode struct {
	op       formula.Op
	args     []int
	e        *formula.Expr // OpNum: the number; OpParameter: the parameter; OpPow with a rational exponent: the exponent
	constant *Func
}

// opConstant is a maximal subexpression without the variable.
const opConstant formula.Op = 210

// Compile compiles a formula; what is undefined in it is indeterminate. It panics if e is a condition.
func Compile(e *formula.Expr) *Func {
	if e.Op().IsCondition() {
		panic("eval: CompileBalls of a condition")
	}
	return compileTree(e, false)
}

// Metered has the evaluations counted by m and returns p: once m stops, they are indeterminate. p is not shared yet.
func (p *Func) Metered(m *budget.Meter) *Func {
	p.meter = m
	for i := range p.nodes {
		if c := p.nodes[i].constant; c != nil {
			c.Metered(m)
		}
	}
	return p
}

// CountBessel has m count what Bessel functions of this argument take beyond Cost, for a caller that counts Cost itself,
// and returns p, which is not shared yet. Once m stops, they are indeterminate.
func (p *Func) CountBessel(m *budget.Meter) *Func {
	p.bessel = m
	return p
}

// compileTree treats constants as leaves unless e itself is one.
func compileTree(e *formula.Expr, constants bool) *Func {
	c := &ballCompiler{byNode: make(map[*formula.Expr]int), byKey: make(map[string]int),
		constants: constants || !e.Varies()}
	c.p = new(Func)
	c.p.root = c.node(e)
	return c.p
}

type ballCompiler struct {
	p         *Func
	byNode    map[*formula.Expr]int
	byKey     map[string]int
	constants bool
}

// The key has the operation, the numbers of the operands and the exponent: nodes of one key are one function.
func (c *ballCompiler) emit(n ballNode, key string) int {
	if i, ok := c.byKey[key]; ok {
		return i
	}
	i := len(c.p.nodes)
	c.p.nodes = append(c.p.nodes, n)
	c.byKey[key] = i
	return i
}

func (c *ballCompiler) node(e *formula.Expr) int {
	if e.Op() == formula.OpCall {
		return c.node(e.Body())
	}
	if i, ok := c.byNode[e]; ok {
		return i
	}
	i := c.translate(e)
	c.byNode[e] = i
	return i
}

// log(1+x) and e^x − 1 are the same functions, computed without cancellation.
func (c *ballCompiler) translate(e *formula.Expr) int {
	switch {
	case e.Op() == formula.OpNum:
		return c.emit(ballNode{op: formula.OpNum, e: e}, e.Num().RatString())
	case e.Op() == formula.OpParameter:
		return c.emit(ballNode{op: formula.OpParameter, e: e}, e.String())
	case e.Op() == formula.OpPi || e.Op() == formula.OpE || e.Op() == formula.OpVar:
		return c.emit(ballNode{op: e.Op()}, e.Op().String())
	case !c.constants && !e.Varies() && !e.Op().IsCondition():
		return c.emit(ballNode{op: opConstant, constant: compileTree(e, true)}, "const "+e.String())
	}
	op, operands := e.Op(), e.Args()
	// log(1+x) and exp(x)−1 lose digits when computed as written
	switch a := e.Args(); {
	case op == formula.OpLog && a[0].Op() == formula.OpAdd && a[0].Args()[0].IsInt(1):
		op, operands = opLog1p, a[0].Args()[1:]
	case op == formula.OpLog && a[0].Op() == formula.OpAdd && a[0].Args()[1].IsInt(1):
		op, operands = opLog1p, a[0].Args()[:1]
	case op == formula.OpSub && a[0].Op() == formula.OpExp && a[1].IsInt(1):
		op, operands = opExpm1, a[0].Args()
	}
	n := ballNode{op: op}
	if op == formula.OpPow && operands[1].Op() == formula.OpNum {
		n.e, operands = operands[1], operands[:1]
	}
	for _, a := range operands {
		n.args = append(n.args, c.node(a))
	}
	key := fmt.Sprint(op, n.args)
	if n.e != nil {
		key += n.e.Num().RatString()
	}
	return c.emit(n, key)
}

// ballMachine evaluates a Func over one number type at one precision; its registers are reused from call to call.
type ballMachine[T any, P number[T]] struct {
	balls[T, P]
	p    *Func
	work int64 // operations on real numbers in one of T
	z    *T
	regs []T
	done []uint // the pass in which the register was set; constants stay
	pass uint
}

// opCost is the work of one operation on real balls.
func opCost(op formula.Op, prec uint) int64 {
	switch op {
	case formula.OpNum, formula.OpPi, formula.OpE, formula.OpParameter, opConstant, formula.OpAdd, formula.OpSub, formula.OpMul, formula.OpDiv,
		formula.OpMin, formula.OpMax, formula.OpNeg, formula.OpAbs, formula.OpCond, formula.OpSqrt:
		return budget.Arithmetic(prec)
	case formula.OpBesselJ, formula.OpBesselI, formula.OpBesselK, formula.OpGamma:
		return budget.Special(prec)
	}
	return budget.Function(prec)
}

// cost is the work of one operation. On a jet a function is one at a point and some products of jets, and a Bessel function
// some functions at a point for each coefficient: K, whose order is no half of an odd integer, takes some more. A unit is then
// a twentieth to a fifth of a microsecond for all, measured with 25 coefficients.
func (m *ballMachine[T, P]) cost(op formula.Op) int64 {
	one, n := opCost(op, m.prec), int64(m.n)
	if n < 2 || one == budget.Arithmetic(m.prec) {
		return m.work * one
	}
	switch op {
	case formula.OpBesselK:
		return 8 * n * one
	case formula.OpBesselJ, formula.OpBesselI, formula.OpGamma:
		return n * one
	}
	return one + n*n*budget.Arithmetic(m.prec)
}

// Cost is about the work of one evaluation over real balls, in units of budget.Meter.
func (p *Func) Cost(prec uint) (units int64) {
	for i := range p.nodes {
		units += opCost(p.nodes[i].op, prec)
	}
	return units
}

const forever = ^uint(0)

// run sets dst to the value at z.
// Registers are reused by pass: a node of an earlier pass is evaluated anew, but for constants, which are those of the precision.
func run[T any, P number[T]](p *Func, pool *sync.Pool, b balls[T, P], work int64, dst, z *T) {
	m, _ := pool.Get().(*ballMachine[T, P])
	if m == nil {
		m = &ballMachine[T, P]{p: p, regs: make([]T, len(p.nodes)), done: make([]uint, len(p.nodes))}
	}
	if m.balls != b { // constants are others
		clear(m.done)
		m.pass = 0
	}
	m.balls, m.work, m.z = b, work, z
	m.pass++
	P(dst).Set(m.value(p.root))
	m.z = nil
	pool.Put(m)
}

// Substitution by induction: if the balls of the operands contain their values, that of the operation does. Equal subexpressions
// share a register, which makes balls no smaller. Once the meter stops every ball is indeterminate.
func (m *ballMachine[T, P]) value(i int) *T {
	dst := &m.regs[i]
	n := &m.p.nodes[i]
	switch {
	case n.op == formula.OpVar:
		return m.z
	case m.done[i] == m.pass || m.done[i] == forever:
		return dst
	}
	m.done[i] = m.pass
	if !m.p.meter.Spend(m.cost(n.op)) {
		m.fail(dst, m.n) // no constant: nothing is known of derivatives and imaginary parts either
		return dst
	}
	switch n.op {
	case formula.OpNum, formula.OpPi, formula.OpE, formula.OpParameter, opConstant:
		var c *ball.Real
		switch n.op {
		case formula.OpNum:
			c = new(ball.Real).SetRat(n.e.Num(), m.prec)
		case formula.OpParameter:
			c = parameterBall(n.e, m.prec)
		case opConstant:
			c = new(ball.Real)
			n.constant.At(c, nil, m.prec)
		default:
			c = constantBall(n.op, m.prec)
		}
		m.convert(dst, c, m.n)
		if !m.p.meter.Stopped() { // or the constant may be left open
			m.done[i] = forever
		}
	case formula.OpAdd, formula.OpSub, formula.OpMul, formula.OpDiv, formula.OpMin, formula.OpMax, formula.OpPow:
		if n.e != nil {
			P(dst).PowRat(m.value(n.args[0]), n.e.Num(), m.prec)
			break
		}
		m.apply(n.op, dst, m.value(n.args[0]), m.value(n.args[1]))
		for _, j := range n.args[2:] {
			m.apply(n.op, dst, dst, m.value(j))
		}
	case formula.OpBesselJ, formula.OpBesselI, formula.OpBesselK:
		nu, x := m.value(n.args[0]), m.value(n.args[1])
		if more := m.besselWork(x); !m.p.meter.Spend(more) || !m.p.bessel.Spend(more) {
			m.fail(dst, m.n)
			return dst
		}
		m.besselOf(n.op, dst, nu, x)
	case formula.OpCond:
		switch m.truth(n.args[0]) {
		case ball.True:
			P(dst).Set(m.value(n.args[1]))
		case ball.False:
			P(dst).Set(m.value(n.args[2]))
		default:
			m.either(dst, m.value(n.args[1]), m.value(n.args[2]))
		}
	default:
		m.function(n.op, dst, m.value(n.args[0]))
	}
	return dst
}

// As formula.Truth, without errors: what has no value is an indeterminate ball, and compares as unknown.
func (m *ballMachine[T, P]) truth(i int) ball.Truth {
	n := &m.p.nodes[i]
	switch n.op {
	case formula.OpNot:
		return m.truth(n.args[0]).Not()
	case formula.OpAnd:
		s := m.truth(n.args[0])
		if s == ball.False {
			return ball.False
		}
		return s.And(m.truth(n.args[1]))
	case formula.OpOr:
		s := m.truth(n.args[0])
		if s == ball.True {
			return ball.True
		}
		return s.Or(m.truth(n.args[1]))
	}
	return m.Compare(n.op, m.value(n.args[0]), m.value(n.args[1]))
}

// At sets dst to an enclosure of the values at the points of z at which the formula is defined.
// Plain substitution: z is one ball, and equal parts with z are not known to be equal. It contains
// the values at all points of z.
func (p *Func) At(dst, z *ball.Real, prec uint) { run(p, &p.reals, realBalls(prec), 1, dst, z) }

// ComplexAt sets dst to an enclosure of the formula on z, as Kernel.ComplexAt.
func (p *Func) ComplexAt(dst, z *ball.Complex, prec uint) {
	run(p, &p.complexes, complexBalls(prec), 4, dst, z)
}

// Jet sets dst to n coefficients of the formula at z, as Kernel.BallTaylor.
// At least two coefficients are computed, so that a jet of one fails where there is no derivative: it encloses a function that is
// analytic on the ball.
func (p *Func) Jet(dst *jet, z *ball.Real, n int, prec uint) {
	var x jet
	length := max(n, 2)
	x.SetVar(z, length)
	run(p, &p.jets, jetBalls(prec, length), int64(length)*int64(length+1)/2, dst, &x)
	dst.SetLen(n)
}

// Enclose sets dst to an enclosure of a formula on z, by plain substitution at prec bits, and returns dst; a nil dst is
// allocated. For a constant, z may be nil. It compiles the formula anew: for many values use a Kernel.
// A constant is enclosed at the precision; one without a value is indeterminate.
func Enclose(dst *ball.Real, e *formula.Expr, z *ball.Real, prec uint) *ball.Real {
	if e.Op().IsCondition() {
		panic("eval: BallValue of a condition")
	}
	if z == nil && e.Varies() {
		panic("eval: BallValue of a formula in z without z")
	}
	if dst == nil {
		dst = new(ball.Real)
	}
	Compile(e).At(dst, z, max(prec, ball.MinPrec))
	return dst
}
