// Package program runs straight-line programs in float64: functions of one number whose equal parts are computed once, for
// many numbers at a time. A [Builder] puts them together, and [Read] reads one from the text of a formula.
package program

import (
	"fmt"
	"math"
	"slices"
	"sync"

	"krein/internal/libm"
)

// Chunk is the number of values that a program works on at a time.
const Chunk = 128

// Program is a function of one number: operations over registers, conditions by selection. What is undefined is NaN. It is
// safe for concurrent use.
type Program struct {
	code   []instr
	regs   int
	result int
	pool   sync.Pool // *[]float64 of regs*Chunk values
}

type instr struct {
	op      Op
	dst     int
	a, b, c int
	value   float64               // constant
	f       func(float64) float64 // unary
}

// Op is an operation of one to three operands. Conditions are 1, 0, or NaN where what is compared is NaN.
type Op uint8

// Operations.
const (
	constant Op = iota
	variable
	unary
	Add
	Sub
	Mul
	Div
	Pow // undefined for a negative base, even where the exponent happens to be an integer
	Square
	Neg
	Min
	Max
	Hypot
	Larger // max(|x|, |y|)
	Unlost // x, or NaN where it is less than a 2^−24th of |y| of which it is a sum: those digits have cancelled
	Less
	LessEqual
	Equal
	And
	Not
	Select // the first operand is a condition
)

// MostLost is the share of its terms below which a sum has lost too many digits: its relative error is up to 2^−29 there.
const MostLost = 0x1p-24

// Builder emits one value for each operation on the same operands. The zero value is ready for use.
type Builder struct {
	code  []instr // dst is the number of the value
	byKey map[string]int
}

func (b *Builder) emit(in instr, key string) int {
	if v, ok := b.byKey[key]; ok {
		return v
	}
	if b.byKey == nil {
		b.byKey = make(map[string]int)
	}
	in.dst = len(b.code)
	b.code = append(b.code, in)
	b.byKey[key] = in.dst
	return in.dst
}

// Variable returns the value of the number that the function is of.
func (b *Builder) Variable() int { return b.emit(instr{op: variable}, "z") }

// Constant returns the value v.
func (b *Builder) Constant(v float64) int {
	return b.emit(instr{op: constant, value: v}, fmt.Sprintf("c%x", math.Float64bits(v)))
}

// Apply returns the value of a function of a; functions of one name are one function.
func (b *Builder) Apply(name string, f func(float64) float64, a int) int {
	return b.emit(instr{op: unary, f: f, a: a}, fmt.Sprintf("%s %d", name, a))
}

// Op returns the value of an operation.
func (b *Builder) Op(op Op, args ...int) int {
	in := instr{op: op, a: args[0]}
	if len(args) > 1 {
		in.b = args[1]
	}
	if len(args) > 2 {
		in.c = args[2]
	}
	return b.emit(in, fmt.Sprint(op, args))
}

// Program returns the program with the value root as its result. The builder is of no further use.
func (b *Builder) Program(root int) *Program {
	p := allocate(b.code, root)
	p.pool.New = func() any {
		s := make([]float64, p.regs*Chunk)
		return &s
	}
	return p
}

// allocate maps values to registers, reusing a register once its value is dead.
func allocate(code []instr, root int) *Program {
	last := make([]int, len(code))
	for i, in := range code {
		for _, v := range in.operands() {
			last[v] = i
		}
	}
	last[root] = len(code)
	p := &Program{code: code}
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
	case constant, variable:
		return nil
	case unary, Square, Neg, Not:
		return []int{in.a}
	case Select:
		return []int{in.a, in.b, in.c}
	}
	return []int{in.a, in.b}
}

// At returns the value at z.
func (p *Program) At(z float64) float64 {
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

// EvalTo stores the values at z in dst, which may be z; it has the bits of At.
func (p *Program) EvalTo(dst, z []float64) {
	buf := p.pool.Get().(*[]float64)
	defer p.pool.Put(buf)
	for len(z) > 0 {
		n := min(Chunk, len(z))
		p.run(*buf, n, z[:n])
		copy(dst[:n], (*buf)[p.result*n:])
		dst, z = dst[n:], z[n:]
	}
}

// run executes the program on n numbers; register i is buf[i*n : (i+1)*n].
func (p *Program) run(buf []float64, n int, z []float64) { // one function: a case for each operation, without calls.
	for i := range p.code {
		in := &p.code[i]
		d := buf[in.dst*n:][:n]
		a := buf[in.a*n:][:n]
		b := buf[in.b*n:][:n]
		switch in.op {
		case constant:
			for i := range d {
				d[i] = in.value
			}
		case variable:
			copy(d, z)
		case unary:
			for i := range d {
				d[i] = in.f(a[i])
			}
		case Add:
			for i := range d {
				d[i] = a[i] + b[i]
			}
		case Sub:
			for i := range d {
				d[i] = a[i] - b[i]
			}
		case Mul:
			for i := range d {
				d[i] = a[i] * b[i]
			}
		case Div:
			for i := range d {
				d[i] = a[i] / b[i]
			}
		case Pow:
			for i := range d {
				d[i] = Raise(a[i], b[i])
			}
		case Square:
			for i := range d {
				d[i] = a[i] * a[i]
			}
		case Neg:
			for i := range d {
				d[i] = -a[i]
			}
		case Min:
			for i := range d {
				d[i] = min(a[i], b[i])
			}
		case Max:
			for i := range d {
				d[i] = max(a[i], b[i])
			}
		case Hypot:
			for i := range d {
				d[i] = libm.Hypot(a[i], b[i])
			}
		case Larger:
			for i := range d {
				d[i] = max(math.Abs(a[i]), math.Abs(b[i]))
			}
		case Unlost:
			for i := range d {
				if d[i] = a[i]; math.Abs(a[i]) < MostLost*math.Abs(b[i]) {
					d[i] = math.NaN()
				}
			}
		case Less:
			for i := range d {
				d[i] = indicator(a[i] < b[i], a[i], b[i])
			}
		case LessEqual:
			for i := range d {
				d[i] = indicator(a[i] <= b[i], a[i], b[i])
			}
		case Equal:
			for i := range d {
				d[i] = indicator(a[i] == b[i], a[i], b[i])
			}
		case And:
			for i := range d {
				if a[i] == 0 || b[i] == 0 {
					d[i] = 0
				} else {
					d[i] = a[i] * b[i]
				}
			}
		case Not:
			for i := range d {
				d[i] = 1 - a[i]
			}
		case Select:
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
