package kernel

import (
	"fmt"
	"math/big"
	"sync"

	"krein/ball"
	"krein/internal/budget"
)

// A BallFunc is a formula compiled for evaluation over enclosures by plain substitution, the extension of no kernel
// applied. It is immutable, and safe for concurrent use. Equal subexpressions are one node, and a
// node is evaluated when it is first needed, so that of a decided condition only the
// branch that is taken is.
type BallFunc struct {
	nodes []ballNode
	root  int
	meter *budget.Meter
	// pools of machines, one for each number type
	reals, complexes, jets sync.Pool
}

// Len returns the number of different operations and leaves.
func (p *BallFunc) Len() int { return len(p.nodes) }

type ballNode struct {
	op       Op
	args     []int
	e        *Expr // OpNum: the number; OpPow with a rational exponent: the exponent
	constant *BallFunc
}

// opConstant is a maximal subexpression without the variable.
const opConstant Op = 210

// CompileBalls compiles a formula; what is undefined in it is indeterminate. It panics if e is a condition.
func CompileBalls(e *Expr) *BallFunc {
	if e.op.IsCondition() {
		panic("kernel: CompileBalls of a condition")
	}
	return compileTree(e, false)
}

// Metered has the evaluations counted by m and returns p: once m stops, they are indeterminate. It is called before p is shared.
func (p *BallFunc) Metered(m *budget.Meter) *BallFunc {
	p.meter = m
	for i := range p.nodes {
		if c := p.nodes[i].constant; c != nil {
			c.Metered(m)
		}
	}
	return p
}

// compileTree treats constants as leaves unless e itself is one.
func compileTree(e *Expr, constants bool) *BallFunc {
	c := &ballCompiler{byNode: make(map[*Expr]int), byKey: make(map[string]int), constants: constants || !e.varies}
	c.p = new(BallFunc)
	c.p.root = c.node(e)
	return c.p
}

type ballCompiler struct {
	p         *BallFunc
	byNode    map[*Expr]int
	byKey     map[string]int
	constants bool
}

func (c *ballCompiler) emit(n ballNode, key string) int {
	if i, ok := c.byKey[key]; ok {
		return i
	}
	i := len(c.p.nodes)
	c.p.nodes = append(c.p.nodes, n)
	c.byKey[key] = i
	return i
}

func (c *ballCompiler) node(e *Expr) int {
	if e.op == OpCall {
		return c.node(e.body)
	}
	if i, ok := c.byNode[e]; ok {
		return i
	}
	i := c.translate(e)
	c.byNode[e] = i
	return i
}

func (c *ballCompiler) translate(e *Expr) int {
	switch {
	case e.op == OpNum:
		return c.emit(ballNode{op: OpNum, e: e}, e.num.RatString())
	case e.op == OpPi || e.op == OpE || e.op == OpVar:
		return c.emit(ballNode{op: e.op}, e.op.String())
	case !c.constants && !e.varies && !e.op.IsCondition():
		return c.emit(ballNode{op: opConstant, constant: compileTree(e, true)}, "const "+e.String())
	}
	op, operands := e.op, e.args
	// log(1+x) and exp(x)−1 lose digits when computed as written
	switch a := e.args; {
	case op == OpLog && a[0].op == OpAdd && a[0].args[0].isInt(1):
		op, operands = opLog1p, a[0].args[1:]
	case op == OpLog && a[0].op == OpAdd && a[0].args[1].isInt(1):
		op, operands = opLog1p, a[0].args[:1]
	case op == OpSub && a[0].op == OpExp && a[1].isInt(1):
		op, operands = opExpm1, a[0].args
	}
	n := ballNode{op: op}
	if op == OpPow && operands[1].op == OpNum {
		n.e, operands = operands[1], operands[:1]
	}
	for _, a := range operands {
		n.args = append(n.args, c.node(a))
	}
	key := fmt.Sprint(op, n.args)
	if n.e != nil {
		key += n.e.num.RatString()
	}
	return c.emit(n, key)
}

// ballMachine evaluates a BallFunc over one number type at one precision; its registers
// are reused from call to call.
type ballMachine[T any] struct {
	p    *BallFunc
	ops  ballOps[T]
	prec uint
	size int64 // operations on real numbers in one of T
	z    *T
	regs []T
	done []uint // the pass in which the register was set; constants stay
	pass uint
}

// opCost is the work of one operation on real balls.
func opCost(op Op, prec uint) int64 {
	switch op {
	case OpNum, OpPi, OpE, opConstant, OpAdd, OpSub, OpMul, OpDiv, OpMin, OpMax, OpNeg, OpAbs, OpCond, OpSqrt:
		return budget.Arithmetic(prec)
	case OpBesselJ, OpBesselI, OpBesselK, OpGamma:
		return budget.Special(prec)
	}
	return budget.Function(prec)
}

const forever = ^uint(0)

// realMachine returns a machine, to be given back to p.reals.
func (p *BallFunc) realMachine(prec uint) *ballMachine[ball.Real] {
	return machine(p, &p.reals, realBalls{prec}, prec, 1)
}

func (p *BallFunc) complexMachine(prec uint, analytic bool) *ballMachine[ball.Complex] {
	return machine(p, &p.complexes, complexBalls{prec, analytic}, prec, 4)
}

func (p *BallFunc) jetMachine(prec uint, n int) *ballMachine[jet] {
	m := machine(p, &p.jets, jetBalls{prec, n}, prec, int64(n)*int64(n+1)/2)
	clear(m.done) // constants have another length
	return m
}

func machine[T any](p *BallFunc, pool *sync.Pool, ops ballOps[T], prec uint, size int64) *ballMachine[T] {
	m, _ := pool.Get().(*ballMachine[T])
	if m == nil {
		m = &ballMachine[T]{p: p, regs: make([]T, len(p.nodes)), done: make([]uint, len(p.nodes))}
	}
	if m.prec != prec {
		clear(m.done)
		m.pass = 0
	}
	m.ops, m.prec, m.size = ops, prec, size
	return m
}

// run returns the value at z, which is valid until the next run.
func (m *ballMachine[T]) run(z *T) *T {
	m.z = z
	m.pass++
	return m.value(m.p.root)
}

func (m *ballMachine[T]) value(i int) *T {
	dst := &m.regs[i]
	n := &m.p.nodes[i]
	switch {
	case n.op == OpVar:
		return m.z
	case m.done[i] == m.pass || m.done[i] == forever:
		return dst
	}
	m.done[i] = m.pass
	if !m.p.meter.Spend(m.size * opCost(n.op, m.prec)) {
		m.ops.fail(dst) // no constant: nothing is known of derivatives and imaginary parts either
		return dst
	}
	switch n.op {
	case OpNum, OpPi, OpE, opConstant:
		var c ball.Real
		switch n.op {
		case OpNum:
			c.SetRat(n.e.num, m.prec)
		case OpPi:
			c.Pi(m.prec)
		case OpE:
			c.E(m.prec)
		default:
			n.constant.At(&c, nil, m.prec)
		}
		m.ops.real(dst, &c)
		if !m.p.meter.Stopped() { // or the constant may be left open
			m.done[i] = forever
		}
	case OpAdd, OpSub, OpMul, OpDiv:
		m.ops.binary(n.op, dst, m.value(n.args[0]), m.value(n.args[1]))
	case OpMin, OpMax:
		m.ops.binary(n.op, dst, m.value(n.args[0]), m.value(n.args[1]))
		for _, j := range n.args[2:] {
			m.ops.binary(n.op, dst, dst, m.value(j))
		}
	case OpPow:
		if n.e != nil {
			m.ops.powRat(dst, m.value(n.args[0]), n.e.num)
			break
		}
		m.ops.binary(n.op, dst, m.value(n.args[0]), m.value(n.args[1]))
	case OpBesselJ, OpBesselI, OpBesselK:
		m.ops.bessel(n.op, dst, realPart(any(m.value(n.args[0]))), m.value(n.args[1]))
	case OpCond:
		switch m.truth(n.args[0]) {
		case True:
			m.ops.set(dst, m.value(n.args[1]))
		case False:
			m.ops.set(dst, m.value(n.args[2]))
		default:
			m.ops.join(dst, m.value(n.args[1]), m.value(n.args[2]))
		}
	default:
		m.ops.unary(n.op, dst, m.value(n.args[0]))
	}
	return dst
}

func (m *ballMachine[T]) truth(i int) Truth {
	n := &m.p.nodes[i]
	switch n.op {
	case OpNot:
		return m.truth(n.args[0]).Not()
	case OpAnd:
		s := m.truth(n.args[0])
		if s == False {
			return False
		}
		return s.And(m.truth(n.args[1]))
	case OpOr:
		s := m.truth(n.args[0])
		if s == True {
			return True
		}
		return s.Or(m.truth(n.args[1]))
	}
	return m.ops.compare(n.op, m.value(n.args[0]), m.value(n.args[1]))
}

// At sets dst to an enclosure of the values at the points of z at which the formula is defined.
func (p *BallFunc) At(dst, z *ball.Real, prec uint) {
	m := p.realMachine(prec)
	dst.Set(m.run(z))
	m.z = nil
	p.reals.Put(m)
}

// ComplexAt sets dst to an enclosure of the formula on z; analytic is that of Kernel.ComplexAt.
func (p *BallFunc) ComplexAt(dst, z *ball.Complex, analytic bool, prec uint) {
	m := p.complexMachine(prec, analytic)
	dst.Set(m.run(z))
	m.z = nil
	p.complexes.Put(m)
}

// Jet sets dst to n coefficients of the formula at z, as Kernel.BallTaylor.
func (p *BallFunc) Jet(dst *jet, z *ball.Real, n int, prec uint) {
	var x jet
	x.SetVar(z, max(n, 2))
	m := p.jetMachine(prec, max(n, 2))
	dst.Set(m.run(&x))
	dst.SetLen(n)
	m.z = nil
	p.jets.Put(m)
}

// Range sets dst to an enclosure on [from, to] of a function without branches.
func (p *BallFunc) Range(dst *ball.Real, from, to *big.Float, halvings int, prec uint) {
	var x, m, h, a, c ball.Real
	x.SetInterval(from, to, prec+32)
	var s, t jet
	p.Jet(&s, &x, 3, prec)
	dst.Set(s.Coef(0))
	// differentiable on all of x where the jet is finite
	if s.Coef(1).Indeterminate() {
		if dst.Indeterminate() {
			p.At(dst, &x, prec)
		}
		return
	}
	m.GetMid(&x)
	h.Sub(&x, &m, prec)
	p.Jet(&t, &m, 2, prec)
	// k'(Z) ⊂ k'(m) + k''(Z)(Z−m)
	d := s.Coef(1)
	c.Mul2Exp(s.Coef(2), 1)
	d.Intersect(d, c.FMA(&c, &h, t.Coef(1), prec), prec)
	if sign, known := d.Sign(); known == True && sign != 0 {
		p.At(&a, c.SetFloat(from), prec)
		p.At(&c, c.SetFloat(to), prec)
		dst.Intersect(dst, a.Hull(&a, &c, prec), prec)
		return
	}
	a.FMA(d, &h, t.Coef(0), prec)
	dst.Intersect(dst, &a, prec)
	// the same to second order
	c.Sqr(&h, prec)
	c.FMA(s.Coef(2), &c, t.Coef(0), prec)
	a.FMA(t.Coef(1), &h, &c, prec)
	dst.Intersect(dst, &a, prec)
	if halvings > 0 {
		mid := m.Mid(nil)
		p.Range(&a, from, mid, halvings-1, prec)
		p.Range(&c, mid, to, halvings-1, prec)
		dst.Intersect(dst, a.Hull(&a, &c, prec), prec)
	}
}
