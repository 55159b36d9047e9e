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
	reduction = minimax.Split()
	sin64     = minimax.Sin(6)
	cos64     = minimax.Cos(6)
	sin32     = minimax.Sin(3)
	cos32     = minimax.Cos(3)
)

// vectors are the vectors of one step of a loop, see isa.lanes.
type vectors []VecVirtual

// waves is a function over vectors of arguments.
type waves struct {
	isa            // lanes: of the loop that is being emitted
	bits           int
	both           bool
	n, p, amp, out Register
	bad            VecVirtual // see flag
	load, fma      func(...Op)
	mul, and, xor  func(...Op)
}

func (set isa) open(bits int, both bool) *waves {
	name, text := set.name+"Cos", "a·cos p"
	if both {
		name, text = set.name+"Sincos", "a·cos p, a·sin p next to each other"
	}
	name = fmt.Sprintf("%s%d", name, bits)
	TEXT(name, NOSPLIT, fmt.Sprintf("func(vectors int, p, amplitude, out *float%d) int", bits))
	Doc(fmt.Sprintf("%s stores %s for vectors of %d arguments; not 0: some argument is beyond 2^20 or NaN.", name, text, 8*set.bytes/bits))
	Pragma("noescape")
	f := &waves{
		isa: set, bits: bits, both: both,
		n: Load(Param("vectors"), GP64()), p: Load(Param("p"), GP64()), amp: Load(Param("amplitude"), GP64()), out: Load(Param("out"), GP64()),
		bad: set.vec(), load: VMOVUPD, mul: VMULPD, and: VANDPD, xor: VXORPD, fma: VFMADD213PD,
	}
	if bits == 32 {
		f.load, f.mul, f.and, f.xor, f.fma = VMOVUPS, VMULPS, VANDPS, VXORPS, VFMADD213PS
	}
	VXORPD(f.bad, f.bad, f.bad)
	return f
}

// loops emits a loop that takes f.lanes vectors at a time, one for the vectors left, and
// the end of the function.
func (f *waves) loops(body func()) {
	lanes, left := f.lanes, GP64()
	MOVQ(f.n, left)
	SHRQ(U8(bits.Len(uint(lanes))-1), left)
	f.loop("step", left, body)
	f.lanes = 1
	ANDQ(U32(lanes-1), f.n)
	f.loop("rest", f.n, body)
	flags, wide := GP32(), GP64()
	f.flags(f, flags)
	MOVLQSX(flags, wide)
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
func (f *waves) constant(m Mem) VecVirtual {
	v := f.vec()
	f.dialect.constant(m, v)
	return v
}

// horner returns c[0] + z(c[1] + z(…)).
func (f *waves) horner(z vectors, c []Mem) vectors {
	s := f.each(func(int) VecVirtual { return f.vec() })
	last := f.constant(c[len(c)-1])
	f.lane(func(i int) { VMOVAPD(last, s[i]) })
	for j := len(c) - 2; j >= 0; j-- {
		cj := f.constant(c[j])
		f.lane(func(i int) { f.fma(cj, z[i], s[i]) })
	}
	return s
}

// argument is where lane i of the arguments begins.
func (f *waves) argument(i int) Mem { return Mem{Base: f.p, Disp: f.bytes * i} }

// bound is large.
func (f *waves) bound() VecVirtual {
	if f.bits == 32 {
		return f.constant(float32s("large", large))
	}
	return f.constant(float64s("large", large))
}

func (f *waves) signBit() VecVirtual {
	return f.constant(vector("sign", f.bits, 1<<(f.bits-1)))
}

// quarter has the bit below the sign.
func (f *waves) quarter() VecVirtual {
	return f.constant(vector("quarter", f.bits, 1<<(f.bits-2)))
}

// finish turns sine and cosine of the reduced argument into those of the argument, given
// k's low bits, and stores them.
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
		factor := f.vec()
		f.load(amp, factor)
		f.mul(factor, cosine, cosine)
		f.mul(factor, sine, sine)
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

// sincos64 is reduced64 of internal/simd, operation for operation.
func (set isa) sincos64(both bool) {
	f := set.open(64, both)
	f.loops(func() {
		mask := f.constant(vector("abs", 64, 1<<63-1))
		r := f.each(func(i int) VecVirtual {
			a := f.vec()
			VANDPD(f.argument(i), mask, a)
			return a
		})
		f.flag(f, r)
		twoOverPi, round := f.constant(float64s("twoOverPi", reduction.TwoOverPi)), f.constant(float64s("magic", magic))
		kd := f.each(func(i int) VecVirtual {
			kd := f.vec()
			VMOVAPD(twoOverPi, kd)
			VFMADD213PD(round, r[i], kd)
			return kd
		})
		k := f.each(func(i int) VecVirtual {
			k := f.vec()
			VSUBPD(round, kd[i], k)
			return k
		})
		half1 := f.constant(float64s("half1", reduction.P1))
		f.lane(func(i int) { VFNMADD231PD(half1, k[i], r[i]) })
		half2 := f.constant(float64s("half2", reduction.P2))
		hi := f.each(func(i int) VecVirtual {
			hi := f.vec()
			VMOVAPD(r[i], hi)
			VFNMADD231PD(half2, k[i], hi)
			return hi
		})
		lo := r
		f.lane(func(i int) { VSUBPD(hi[i], r[i], lo[i]) })
		f.lane(func(i int) { VFNMADD231PD(half2, k[i], lo[i]) })
		half3 := f.constant(float64s("half3", reduction.P3))
		f.lane(func(i int) { VFNMADD231PD(half3, k[i], lo[i]) })
		z := f.each(func(i int) VecVirtual {
			z := f.vec()
			VMULPD(hi[i], hi[i], z)
			return z
		})
		s := f.horner(z, list("sin", 64, sin64))
		f.lane(func(i int) {
			hz := f.vec()
			VMULPD(z[i], hi[i], hz)
			VFMADD213PD(lo[i], hz, s[i])
			VADDPD(hi[i], s[i], s[i])
		})
		c := f.horner(z, append([]Mem{float64s("one", 1), float64s("minusHalf", -0.5)}, list("cos", 64, cos64)...))
		f.finish(s, c, kd)
	})
}

// sincos32 is reduced32 of internal/simd, operation for operation: it reduces in float64
// and goes on in float32.
func (set isa) sincos32(both bool) {
	f := set.open(32, both)
	f.loops(func() {
		mask32 := f.constant(vector("abs", 32, 1<<31-1))
		f.flag(f, f.each(func(i int) VecVirtual {
			a := f.vec()
			VANDPS(f.argument(i), mask32, a)
			return a
		}))
		mask := f.constant(vector("abs", 64, 1<<63-1))
		twoOverPi, round := f.constant(float64s("twoOverPi", reduction.TwoOverPi)), f.constant(float64s("magic", magic))
		half1, halfRest := f.constant(float64s("half1", reduction.P1)), f.constant(float64s("halfRest", reduction.P2Full))
		r, q := make(vectors, f.lanes), make(vectors, f.lanes)
		f.lane(func(i int) {
			half := func(at int) (r, kd VecVirtual) {
				r, kd = f.vec(), f.vec()
				VCVTPS2PD(Mem{Base: f.p, Disp: f.bytes*i + at}, r)
				VANDPD(mask, r, r)
				VMOVAPD(twoOverPi, kd)
				VFMADD213PD(round, r, kd)
				k := f.vec()
				VSUBPD(round, kd, k)
				VFNMADD231PD(half1, k, r)
				VFNMADD231PD(halfRest, k, r)
				return r, kd
			}
			r0, k0 := half(0)
			r1, k1 := half(f.bytes / 2)
			r[i], q[i] = f.narrow(r0, r1), f.lowWords(k0, k1)
		})
		z := f.each(func(i int) VecVirtual {
			z := f.vec()
			VMULPS(r[i], r[i], z)
			return z
		})
		s := f.horner(z, list("sin", 32, sin32))
		f.lane(func(i int) {
			rz := f.vec()
			VMULPS(z[i], r[i], rz)
			VFMADD213PS(r[i], rz, s[i])
		})
		c := f.horner(z, append([]Mem{float32s("one", 1), float32s("minusHalf", -0.5)}, list("cos", 32, cos32)...))
		f.finish(s, c, q)
	})
}
