package main

import (
	"fmt"

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

// lanes is the number of vectors that one step of the loops works on: independent chains
// next to each other, since one is longer than what the processor looks ahead.
const lanes = 2

type vectors [lanes]VecVirtual

// each returns what make returns for every lane.
func each(make func(i int) VecVirtual) (v vectors) {
	for i := range v {
		v[i] = make(i)
	}
	return v
}

// lane emits the instructions of one operation for every lane.
func lane(emit func(i int)) {
	for i := range lanes {
		emit(i)
	}
}

// constant loads a constant into a register, so that the lanes share the load: with a
// memory operand in every instruction, loads would be what limits the loops.
func constant(m Mem) VecVirtual {
	v := YMM()
	VMOVUPD(m, v)
	return v
}

// waves is a function over vectors of arguments.
type waves struct {
	bits           int
	both           bool
	n, p, amp, out Register
	bad            VecVirtual
	load, fma      func(...Op)
	mul, and, xor  func(...Op)
}

func open(bits int, both bool) *waves {
	name, text := "avx2Cos", "a·cos p"
	if both {
		name, text = "avx2Sincos", "a·cos p, a·sin p next to each other"
	}
	name = fmt.Sprintf("%s%d", name, bits)
	TEXT(name, NOSPLIT, fmt.Sprintf("func(steps int, p, amplitude, out *float%d) int", bits))
	Doc(fmt.Sprintf("%s stores %s for steps of %d arguments; not 0: some argument is beyond 2^20 or NaN.", name, text, lanes*256/bits))
	Pragma("noescape")
	f := &waves{
		bits: bits, both: both,
		n: Load(Param("steps"), GP64()), p: Load(Param("p"), GP64()), amp: Load(Param("amplitude"), GP64()), out: Load(Param("out"), GP64()),
		bad: YMM(), load: VMOVUPD, mul: VMULPD, and: VANDPD, xor: VXORPD, fma: VFMADD213PD,
	}
	if bits == 32 {
		f.load, f.mul, f.and, f.xor, f.fma = VMOVUPS, VMULPS, VANDPS, VXORPS, VFMADD213PS
	}
	VXORPD(f.bad, f.bad, f.bad)
	Label("step")
	return f
}

// close ends the loop that open began.
func (f *waves) close() {
	const step = lanes * 32
	ADDQ(U32(step), f.p)
	ADDQ(U32(step), f.amp)
	if f.both {
		ADDQ(U32(2*step), f.out)
	} else {
		ADDQ(U32(step), f.out)
	}
	DECQ(f.n)
	JNZ(LabelRef("step"))
	flags := GP32()
	if f.bits == 64 {
		VMOVMSKPD(f.bad, flags)
	} else {
		VMOVMSKPS(f.bad, flags)
	}
	wide := GP64()
	MOVLQSX(flags, wide)
	Store(wide, ReturnIndex(0))
	VZEROUPPER()
	RET()
}

// horner returns c[0] + z(c[1] + z(…)).
func (f *waves) horner(z vectors, c []Mem) vectors {
	s := each(func(int) VecVirtual { return YMM() })
	f.load(c[len(c)-1], s[0])
	for i := 1; i < lanes; i++ {
		VMOVAPD(s[0], s[i])
	}
	for j := len(c) - 2; j >= 0; j-- {
		cj := constant(c[j])
		lane(func(i int) { f.fma(cj, z[i], s[i]) })
	}
	return s
}

// argument is where lane i of the arguments begins.
func (f *waves) argument(i int) Mem { return Mem{Base: f.p, Disp: 32 * i} }

// flag notes what is beyond large or NaN.
func (f *waves) flag(abs vectors) {
	const notAtMost = 6 // predicate: not ≤, or unordered
	bound, compare := float64s("large", large), VCMPPD
	if f.bits == 32 {
		bound, compare = float32s("large", large), VCMPPS
	}
	most := constant(bound)
	lane(func(i int) {
		beyond := YMM()
		compare(Imm(notAtMost), most, abs[i], beyond)
		VORPD(beyond, f.bad, f.bad)
	})
}

// finish turns sine and cosine of the reduced argument into those of the argument, given
// k's low bits, and stores them: odd k swaps, and the second bit of k and of k+1 is the
// sign.
func (f *waves) finish(s, c, k vectors) {
	shift, add, blend, low, high := VPSLLQ, VPADDQ, VBLENDVPD, VUNPCKLPD, VUNPCKHPD
	if f.bits == 32 {
		shift, add, blend, low, high = VPSLLD, VPADDD, VBLENDVPS, VUNPCKLPS, VUNPCKHPS
	}
	signBit := constant(vector("sign", f.bits, 1<<(f.bits-1)))
	quarter := constant(vector("quarter", f.bits, 1<<(f.bits-2)))
	lane(func(i int) {
		odd, sign := YMM(), YMM()
		shift(Imm(uint64(f.bits-1)), k[i], odd)
		shift(Imm(uint64(f.bits-2)), k[i], sign)
		cosine, cosSign := YMM(), YMM()
		blend(odd, s[i], c[i], cosine)
		add(quarter, sign, cosSign)
		f.and(signBit, cosSign, cosSign)
		f.xor(cosSign, cosine, cosine)
		amp := Mem{Base: f.amp, Disp: 32 * i}
		if !f.both {
			f.mul(amp, cosine, cosine)
			f.load(cosine, Mem{Base: f.out, Disp: 32 * i})
			return
		}
		sine := YMM()
		blend(odd, c[i], s[i], sine)
		f.xor(f.argument(i), sign, sign)
		f.and(signBit, sign, sign)
		f.xor(sign, sine, sine)
		factor := YMM()
		f.load(amp, factor)
		f.mul(factor, cosine, cosine)
		f.mul(factor, sine, sine)
		a, b, first, second := YMM(), YMM(), YMM(), YMM()
		low(sine, cosine, a)
		high(sine, cosine, b)
		VPERM2F128(Imm(0x20), b, a, first)
		VPERM2F128(Imm(0x31), b, a, second)
		f.load(first, Mem{Base: f.out, Disp: 64 * i})
		f.load(second, Mem{Base: f.out, Disp: 64*i + 32})
	})
	f.close()
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
func sincos64(both bool) {
	f := open(64, both)
	mask := constant(vector("abs", 64, 1<<63-1))
	r := each(func(i int) VecVirtual {
		a := YMM()
		VANDPD(f.argument(i), mask, a)
		return a
	})
	f.flag(r)
	twoOverPi, round := constant(float64s("twoOverPi", reduction.TwoOverPi)), constant(float64s("magic", magic))
	kd := each(func(i int) VecVirtual {
		kd := YMM()
		VMOVAPD(twoOverPi, kd)
		VFMADD213PD(round, r[i], kd)
		return kd
	})
	k := each(func(i int) VecVirtual {
		k := YMM()
		VSUBPD(round, kd[i], k)
		return k
	})
	half1 := constant(float64s("half1", reduction.P1))
	lane(func(i int) { VFNMADD231PD(half1, k[i], r[i]) })
	half2 := constant(float64s("half2", reduction.P2))
	hi := each(func(i int) VecVirtual {
		hi := YMM()
		VMOVAPD(r[i], hi)
		VFNMADD231PD(half2, k[i], hi)
		return hi
	})
	lo := r
	lane(func(i int) { VSUBPD(hi[i], r[i], lo[i]) })
	lane(func(i int) { VFNMADD231PD(half2, k[i], lo[i]) })
	half3 := constant(float64s("half3", reduction.P3))
	lane(func(i int) { VFNMADD231PD(half3, k[i], lo[i]) })
	z := each(func(i int) VecVirtual {
		z := YMM()
		VMULPD(hi[i], hi[i], z)
		return z
	})
	s := f.horner(z, list("sin", 64, sin64))
	lane(func(i int) {
		hz := YMM()
		VMULPD(z[i], hi[i], hz)
		VFMADD213PD(lo[i], hz, s[i])
		VADDPD(hi[i], s[i], s[i])
	})
	c := f.horner(z, append([]Mem{float64s("one", 1), float64s("minusHalf", -0.5)}, list("cos", 64, cos64)...))
	f.finish(s, c, kd)
}

// sincos32 is reduced32 of internal/simd, operation for operation: it reduces in float64
// and goes on in float32.
func sincos32(both bool) {
	f := open(32, both)
	mask32 := constant(vector("abs", 32, 1<<31-1))
	f.flag(each(func(i int) VecVirtual {
		a := YMM()
		VANDPS(f.argument(i), mask32, a)
		return a
	}))
	mask := constant(vector("abs", 64, 1<<63-1))
	twoOverPi, round := constant(float64s("twoOverPi", reduction.TwoOverPi)), constant(float64s("magic", magic))
	half1, halfRest := constant(float64s("half1", reduction.P1)), constant(float64s("halfRest", reduction.P2Full))
	var r, q vectors
	lane(func(i int) {
		half := func(at int) (r, kd VecVirtual) {
			r, kd = YMM(), YMM()
			VCVTPS2PD(Mem{Base: f.p, Disp: 32*i + at}, r)
			VANDPD(mask, r, r)
			VMOVAPD(twoOverPi, kd)
			VFMADD213PD(round, r, kd)
			k := YMM()
			VSUBPD(round, kd, k)
			VFNMADD231PD(half1, k, r)
			VFNMADD231PD(halfRest, k, r)
			return r, kd
		}
		r0, k0 := half(0)
		r1, k1 := half(16)
		low, high := YMM(), XMM()
		VCVTPD2PSY(r0, low.AsX())
		VCVTPD2PSY(r1, high)
		r[i], q[i] = YMM(), YMM()
		VINSERTF128(Imm(1), high, low, r[i])
		VSHUFPS(Imm(0x88), k1, k0, q[i]) // the low words of k0 and k1,
		VPERMQ(Imm(0xd8), q[i], q[i])    // in order
	})
	z := each(func(i int) VecVirtual {
		z := YMM()
		VMULPS(r[i], r[i], z)
		return z
	})
	s := f.horner(z, list("sin", 32, sin32))
	lane(func(i int) {
		rz := YMM()
		VMULPS(z[i], r[i], rz)
		VFMADD213PS(r[i], rz, s[i])
	})
	c := f.horner(z, append([]Mem{float32s("one", 1), float32s("minusHalf", -0.5)}, list("cos", 32, cos32)...))
	f.finish(s, c, q)
}
