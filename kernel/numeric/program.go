package numeric

import (
	"fmt"
	"math"
	"slices"
	"sync"

	"krein/internal/libm"
	"krein/kernel/formula"
)

// chunk is the number of distances that a program works on at a time.
const chunk = 128

// program is a formula compiled for float64: straight-line code over registers,
// equal subexpressions computed once, conditions by selection.
type program struct {
	code   []instr
	regs   int
	result int
	pool   sync.Pool // *[]float64 of regs*chunk values
}

type instr struct {
	op      progOp
	dst     int
	a, b, c int
	value   float64               // progConst; the order of progBessel
	pow     floatPower            // progPowRat
	f       func(float64) float64 // progUnary
	bessel  formula.Op
}

type progOp uint8

const (
	progConst progOp = iota
	progVar
	progAdd
	progSub
	progMul
	progDiv
	progPow
	progPowRat
	progSquare
	progNeg
	progMin
	progMax
	progHypot
	progUnary
	progBessel
	progLT
	progLE
	progEQ
	progAnd
	progNot
	progSelect
)

// compile never fails: what is undefined evaluates to NaN.
func compile(e *formula.Expr) *program {
	c := &compiler{byNode: make(map[*formula.Expr]int), byKey: make(map[string]int)}
	root := c.node(e)
	p := allocate(c.code, root)
	p.pool.New = func() any {
		s := make([]float64, p.regs*chunk)
		return &s
	}
	return p
}

// compiler emits one value per distinct subexpression; instr.dst is the value number.
type compiler struct {
	code   []instr
	byNode map[*formula.Expr]int
	byKey  map[string]int
}

func (c *compiler) emit(in instr, key string) int {
	if v, ok := c.byKey[key]; ok {
		return v
	}
	in.dst = len(c.code)
	c.code = append(c.code, in)
	c.byKey[key] = in.dst
	return in.dst
}

func (c *compiler) constant(v float64) int {
	return c.emit(instr{op: progConst, value: v}, fmt.Sprintf("c%x", math.Float64bits(v)))
}

func (c *compiler) unary(name string, f func(float64) float64, a int) int {
	return c.emit(instr{op: progUnary, f: f, a: a}, fmt.Sprintf("%s %d", name, a))
}

func (c *compiler) op(op progOp, args ...int) int {
	in := instr{op: op, a: args[0]}
	if len(args) > 1 {
		in.b = args[1]
	}
	if len(args) > 2 {
		in.c = args[2]
	}
	return c.emit(in, fmt.Sprint(op, args))
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
		return c.emit(instr{op: progVar}, "z")
	case e.Op() == formula.OpCall:
		return c.node(e.Body())
	case !e.Varies() && !isCondition(e):
		return c.constant(constantOf(e))
	}
	if v, ok := c.recognised(e); ok {
		return v
	}
	switch e.Op() {
	case formula.OpAdd, formula.OpSub, formula.OpMul, formula.OpDiv:
		return c.op(progAdd+progOp(e.Op()-formula.OpAdd), c.node(e.Args()[0]), c.node(e.Args()[1]))
	case formula.OpMin, formula.OpMax:
		op := progMin
		if e.Op() == formula.OpMax {
			op = progMax
		}
		v := c.node(e.Args()[0])
		for _, a := range e.Args()[1:] {
			v = c.op(op, v, c.node(a))
		}
		return v
	case formula.OpPow:
		if v, ok := c.power(e.Args()[0], e.Args()[1]); ok {
			return v
		}
		return c.op(progPow, c.node(e.Args()[0]), c.node(e.Args()[1]))
	case formula.OpNeg:
		return c.op(progNeg, c.node(e.Args()[0]))
	case formula.OpBesselJ, formula.OpBesselI, formula.OpBesselK:
		nu := constantOf(e.Args()[0])
		x := c.node(e.Args()[1])
		return c.emit(instr{op: progBessel, bessel: e.Op(), value: nu, a: x},
			fmt.Sprintf("%s%x %d", e.Op(), math.Float64bits(nu), x))
	case formula.OpLT, formula.OpLE, formula.OpEQ:
		return c.op(map[formula.Op]progOp{formula.OpLT: progLT, formula.OpLE: progLE, formula.OpEQ: progEQ}[e.Op()],
			c.node(e.Args()[0]), c.node(e.Args()[1]))
	case formula.OpGT:
		return c.op(progLT, c.node(e.Args()[1]), c.node(e.Args()[0]))
	case formula.OpGE:
		return c.op(progLE, c.node(e.Args()[1]), c.node(e.Args()[0]))
	case formula.OpNE:
		return c.op(progNot, c.op(progEQ, c.node(e.Args()[0]), c.node(e.Args()[1])))
	case formula.OpNot:
		return c.op(progNot, c.node(e.Args()[0]))
	case formula.OpAnd:
		return c.op(progAnd, c.node(e.Args()[0]), c.node(e.Args()[1]))
	case formula.OpOr:
		return c.op(progNot, c.op(progAnd, c.op(progNot, c.node(e.Args()[0])), c.op(progNot, c.node(e.Args()[1]))))
	case formula.OpCond:
		return c.op(progSelect, c.node(e.Args()[0]), c.node(e.Args()[1]), c.node(e.Args()[2]))
	}
	return c.unary(e.Op().String(), unary64(e.Op()), c.node(e.Args()[0]))
}

func isCondition(e *formula.Expr) bool { return e.Op() >= formula.OpLT && e.Op() <= formula.OpNot }

// allocate maps values to registers, reusing a register once its value is dead.
func allocate(code []instr, root int) *program {
	last := make([]int, len(code))
	for i, in := range code {
		for _, v := range in.operands() {
			last[v] = i
		}
	}
	last[root] = len(code)
	p := &program{code: code}
	reg := make([]int, len(code))
	var free []int
	for i := range code {
		in := &p.code[i]
		ops := in.operands()
		if len(free) > 0 {
			reg[i] = free[len(free)-1]
			free = free[:len(free)-1]
		} else {
			reg[i] = p.regs
			p.regs++
		}
		in.dst = reg[i]
		for j, v := range ops {
			if last[v] == i && !slices.Contains(ops[:j], v) {
				free = append(free, reg[v])
			}
		}
		switch len(ops) {
		case 3:
			in.c = reg[in.c]
			fallthrough
		case 2:
			in.b = reg[in.b]
			fallthrough
		case 1:
			in.a = reg[in.a]
		}
	}
	p.result = reg[root]
	return p
}

func (in *instr) operands() []int {
	switch in.op {
	case progConst, progVar:
		return nil
	case progPowRat, progSquare, progNeg, progUnary, progBessel, progNot:
		return []int{in.a}
	case progSelect:
		return []int{in.a, in.b, in.c}
	}
	return []int{in.a, in.b}
}

// at evaluates at one distance.
func (p *program) at(z float64) float64 {
	var small [32]float64
	if p.regs <= len(small) {
		p.run(small[:], 1, []float64{z})
		return small[p.result]
	}
	buf := p.pool.Get().(*[]float64)
	defer p.pool.Put(buf)
	p.run(*buf, 1, []float64{z})
	return (*buf)[p.result]
}

func (p *program) evalTo(dst, z []float64) {
	buf := p.pool.Get().(*[]float64)
	defer p.pool.Put(buf)
	for len(z) > 0 {
		n := min(chunk, len(z))
		p.run(*buf, n, z[:n])
		copy(dst[:n], (*buf)[p.result*n:])
		dst, z = dst[n:], z[n:]
	}
}

// run executes the program on n distances; register i is buf[i*n : (i+1)*n].
func (p *program) run(buf []float64, n int, z []float64) { // one function: a case for each operation, without calls.
	for i := range p.code {
		in := &p.code[i]
		d := buf[in.dst*n:][:n]
		a := buf[in.a*n:][:n]
		b := buf[in.b*n:][:n]
		switch in.op {
		case progConst:
			for i := range d {
				d[i] = in.value
			}
		case progVar:
			copy(d, z)
		case progAdd:
			for i := range d {
				d[i] = a[i] + b[i]
			}
		case progSub:
			for i := range d {
				d[i] = a[i] - b[i]
			}
		case progMul:
			for i := range d {
				d[i] = a[i] * b[i]
			}
		case progDiv:
			for i := range d {
				d[i] = a[i] / b[i]
			}
		case progPow:
			for i := range d {
				d[i] = pow64(a[i], b[i])
			}
		case progPowRat:
			for i := range d {
				d[i] = in.pow.of(a[i])
			}
		case progSquare:
			for i := range d {
				d[i] = a[i] * a[i]
			}
		case progNeg:
			for i := range d {
				d[i] = -a[i]
			}
		case progMin:
			for i := range d {
				d[i] = min(a[i], b[i])
			}
		case progMax:
			for i := range d {
				d[i] = max(a[i], b[i])
			}
		case progHypot:
			for i := range d {
				d[i] = libm.Hypot(a[i], b[i])
			}
		case progUnary:
			for i := range d {
				d[i] = in.f(a[i])
			}
		case progBessel:
			for i := range d {
				d[i] = bessel64(in.bessel, in.value, a[i])
			}
		case progLT:
			for i := range d {
				d[i] = indicator(a[i] < b[i], a[i], b[i])
			}
		case progLE:
			for i := range d {
				d[i] = indicator(a[i] <= b[i], a[i], b[i])
			}
		case progEQ:
			for i := range d {
				d[i] = indicator(a[i] == b[i], a[i], b[i])
			}
		case progAnd:
			for i := range d {
				if a[i] == 0 || b[i] == 0 {
					d[i] = 0
				} else {
					d[i] = a[i] * b[i]
				}
			}
		case progNot:
			for i := range d {
				d[i] = 1 - a[i]
			}
		case progSelect:
			c := buf[in.c*n:][:n]
			for i := range d {
				switch a[i] {
				case 1:
					d[i] = b[i]
				case 0:
					d[i] = c[i]
				default:
					d[i] = math.NaN()
				}
			}
		}
	}
}

// indicator is 1 or 0, or NaN if x or y is, so that such a condition selects neither branch.
func indicator(t bool, x, y float64) float64 {
	switch {
	case t:
		return 1
	case x != x || y != y:
		return math.NaN()
	}
	return 0
}
