package main

import (
	"fmt"
	"math/bits"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"

	"krein/tools/simd/minimax"
)

var (
	sin64 = minimax.Sin(7)
	cos64 = minimax.Cos(6)
	sin32 = minimax.Sin(4)
	cos32 = minimax.Cos(3)
)

// vectors are the vectors of one step of a loop, see isa.lanes.
type vectors []VecVirtual

// waves is a function over vectors of arguments.
type waves struct {
	isa            // lanes: of the loop that is being emitted
	bits           int
	both           bool
	n, p, amp, out Register   // of the row at hand, n vectors are left
	bad            VecVirtual // see flag
	holding        bool       // constants that are loaded now stay
	register       map[string]VecVirtual
	load, fma      func(...Op)
	add, sub, mul  func(...Op)
	and, xor       func(...Op)
}

func (set isa) open(bits int, both bool) *waves {
	name, text := set.name+"Cos", "a·cos(π/2·p)"
	if both {
		name, text = set.name+"Sincos", "a·cos(π/2·p), a·sin(π/2·p) next to each other"
	}
	name = fmt.Sprintf("%s%d", name, bits)
	TEXT(name, NOSPLIT, fmt.Sprintf("func(rows, vectors int, p *float%d, pStride int, amplitude, out "+
		"*float%d, outStride int) int", bits, bits))
	Doc(fmt.Sprintf("%s stores %s for rows of vectors of %d arguments;", name, text, 8*set.bytes/bits),
		"not 0: some argument is beyond large or NaN.")
	Pragma("noescape")
	f := &waves{
		isa: set, bits: bits, both: both, n: GP64(), p: GP64(), amp: GP64(), out: GP64(),
		register: map[string]VecVirtual{}, bad: set.vec(), load: VMOVUPD, fma: VFMADD213PD,
		add: VADDPD, sub: VSUBPD, mul: VMULPD, and: VANDPD, xor: VXORPD,
	}
	if bits == 32 {
		f.load, f.fma = VMOVUPS, VFMADD213PS
		f.add, f.sub, f.mul, f.and, f.xor = VADDPS, VSUBPS, VMULPS, VANDPS, VXORPS
	}
	VXORPD(f.bad, f.bad, f.bad)
	return f
}

// loops emits, for every row, a loop that takes f.lanes vectors at a time and one for the vectors left, and the end of
// the function. The processor goes on with the next row before one is done, which is why rows are a loop in here.
func (f *waves) loops(body func()) {
	load := func(name string) Register { return Load(Param(name), GP64()) }
	rows, p, pStride, out, outStride := load("rows"), load("p"), load("pStride"), load("out"), load("outStride")
	shift := U8(bits.Len(uint(f.bits/8)) - 1)
	SHLQ(shift, pStride)
	SHLQ(shift, outStride)
	lanes := f.lanes
	Label("row")
	MOVQ(p, f.p)
	MOVQ(out, f.out)
	MOVQ(parameter("amplitude"), f.amp)
	MOVQ(parameter("vectors"), f.n)
	SHRQ(U8(bits.Len(uint(lanes))-1), f.n)
	f.loop("step", f.n, body)
	f.lanes = 1
	MOVQ(parameter("vectors"), f.n)
	ANDQ(U32(lanes-1), f.n)
	f.loop("rest", f.n, body)
	ADDQ(pStride, p)
	ADDQ(outStride, out)
	DECQ(rows)
	JNZ(LabelRef("row"))
	flags, wide := GP8(), GP64()
	f.flags(f, flags)
	MOVBQZX(flags, wide)
	Store(wide, ReturnIndex(0))
	VZEROUPPER()
	RET()
}

// loop goes left times through body, unless the flag for zero is set at its beginning.
func (f *waves) loop(name string, left Register, body func()) {
	JZ(LabelRef(name + "End"))
	Label(name)
	body()
	step := f.lanes * f.bytes
	ADDQ(U32(step), f.p)
	ADDQ(U32(step), f.amp)
	if f.both {
		step *= 2
	}
	ADDQ(U32(step), f.out)
	DECQ(left)
	JNZ(LabelRef(name))
	Label(name + "End")
}

// each returns what make returns for every lane.
func (f *waves) each(make func(i int) VecVirtual) (v vectors) {
	for i := range f.lanes {
		v = append(v, make(i))
	}
	return v
}

// lane emits the instructions of one operation for every lane.
func (f *waves) lane(emit func(i int)) {
	for i := range f.lanes {
		emit(i)
	}
}

// constant loads a constant into a register, so that the lanes share the load: with a
// memory operand in every instruction, loads would be what limits the loops.
func (f *waves) constant(m Mem) VecVirtual { return f.held(m, f.dialect.constant) }

// held is a constant in a register, which stays there if there are enough.
func (f *waves) held(m Mem, load func(m Mem, v VecVirtual)) VecVirtual {
	if v, ok := f.register[m.Symbol.Name]; ok {
		return v
	}
	v := f.vec()
	load(m, v)
	if f.holding {
		f.register[m.Symbol.Name] = v
	}
	return v
}

// horner returns a[0] + z(a[1] + z(…)) and the same of b, of as many coefficients: the two
// chains side by side keep the multipliers busy.
func (f *waves) horner(z vectors, a, b []Mem) (x, y vectors) {
	first := func(c []Mem) vectors {
		last := f.constant(c[len(c)-1])
		return f.each(func(int) VecVirtual {
			v := f.vec()
			VMOVAPD(last, v)
			return v
		})
	}
	x, y = first(a), first(b)
	for j := len(a) - 2; j >= 0; j-- {
		aj := f.constant(a[j])
		f.lane(func(i int) { f.fma(aj, z[i], x[i]) })
		bj := f.constant(b[j])
		f.lane(func(i int) { f.fma(bj, z[i], y[i]) })
	}
	return x, y
}

// argument is where lane i of the arguments begins.
func (f *waves) argument(i int) Mem { return Mem{Base: f.p, Disp: f.bytes * i} }

// number is a constant in the type of the arguments.
func (f *waves) number(name string, v32, v64 float64) VecVirtual {
	if f.bits == 32 {
		return f.constant(float32s(name, float32(v32)))
	}
	return f.constant(float64s(name, v64))
}

// kept are the bits that stay as they are in magic when a whole number within bounds is added.
func (f *waves) kept() VecVirtual {
	word := uint64(0xfff8 << 48)
	if f.bits == 32 {
		word = 0xffc00000
	}
	return f.constant(vector("kept", f.bits, word))
}

func (f *waves) signBit() VecVirtual {
	return f.constant(vector("sign", f.bits, 1<<(f.bits-1)))
}

// quarter has the bit below the sign.
func (f *waves) quarter() VecVirtual {
	return f.constant(vector("quarter", f.bits, 1<<(f.bits-2)))
}

// finish turns sine and cosine of the reduced argument into those of the argument, given k's low bits, and stores them.
func (f *waves) finish(s, c, k vectors) {
	turn := f.turn(f)
	var interleave func(a, b VecVirtual) (first, second VecVirtual)
	if f.both {
		interleave = f.interleave(f)
	}
	f.lane(func(i int) {
		sine, cosine := turn(i, s[i], c[i], k[i])
		amp := Mem{Base: f.amp, Disp: f.bytes * i}
		if !f.both {
			f.mul(amp, cosine, cosine)
			f.load(cosine, Mem{Base: f.out, Disp: f.bytes * i})
			return
		}
		f.mul(amp, cosine, cosine)
		f.mul(amp, sine, sine)
		first, second := interleave(cosine, sine)
		f.load(first, Mem{Base: f.out, Disp: 2 * f.bytes * i})
		f.load(second, Mem{Base: f.out, Disp: f.bytes * (2*i + 1)})
	})
}

func list(name string, bits int, c []float64) []Mem {
	var m []Mem
	for i, v := range c {
		name := fmt.Sprintf("%s%d_", name, i)
		if bits == 64 {
			m = append(m, float64s(name, v))
		} else {
			m = append(m, float32s(name, float32(v)))
		}
	}
	return m
}

// sincos is reduced64 or reduced32 of internal/simd, operation for operation.
func (set isa) sincos(bits int, both bool) {
	f := set.open(bits, both)
	sin, cos, one := list("sin", 64, sin64), list("cos", 64, cos64), float64s("one", 1)
	if bits == 32 {
		sin, cos, one = list("sin", 32, sin32), list("cos", 32, cos32), float32s("one", 1)
	}
	if set.hold {
		f.holding = true
		for _, m := range append(append([]Mem{one}, sin[:4]...), cos[:3]...) {
			f.constant(m)
		}
		f.number("magic", magic32, magic64)
		f.turn(f)
		f.holding = false
	}
	f.loops(func() {
		q := f.each(func(i int) VecVirtual {
			q := f.vec()
			f.load(f.argument(i), q)
			return q
		})
		round := f.number("magic", magic32, magic64)
		k := f.each(func(i int) VecVirtual {
			k := f.vec()
			f.add(round, q[i], k)
			return k
		})
		f.flag(f, round, k)
		f.lane(func(i int) {
			whole := f.vec()
			f.sub(round, k[i], whole)
			f.sub(whole, q[i], q[i])
		})
		z := f.each(func(i int) VecVirtual {
			z := f.vec()
			f.mul(q[i], q[i], z)
			return z
		})
		c, s := f.horner(z, append([]Mem{one}, cos...), sin)
		f.lane(func(i int) { f.mul(q[i], s[i], s[i]) })
		f.finish(s, c, k)
	})
}
