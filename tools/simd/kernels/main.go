// Command kernels generates the assembly of internal/simd for amd64 with AVX2 and FMA:
// the projection's micro-kernels, the sines and cosines, and the detection of both.
package main

import (
	"fmt"
	"math"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// maxRows is the number of rows of the largest micro-kernel: 6 rows of 2 vectors are 12
// accumulators, enough to hide the latency of FMA, and leave registers for the operands.
const maxRows = 6

func main() {
	ConstraintExpr("!noasm")
	for rows := 1; rows <= maxRows; rows++ {
		project(64, rows)
		project(32, rows)
	}
	sincos64(true)
	sincos64(false)
	sincos32(true)
	sincos32(false)
	detection()
	Generate()
}

// project generates the micro-kernel for rows rows of x and panels of two vectors of
// frequencies. Every output is one chain of FMAs over the columns.
func project(bits, rows int) {
	size := bits / 8
	broadcast, fma, load, zero := VBROADCASTSD, VFMADD231PD, VMOVUPD, VXORPD
	if bits == 32 {
		broadcast, fma, load, zero = VBROADCASTSS, VFMADD231PS, VMOVUPS, VXORPS
	}
	TEXT(fmt.Sprintf("avx2Project%dx%d", bits, rows), NOSPLIT,
		fmt.Sprintf("func(panels, k int, x *float%d, xStride int, w, p *float%d, pStride int, add bool)", bits, bits))
	Doc(fmt.Sprintf("avx2Project%dx%d computes %d rows of P = X·Wᵀ, or adds them to P, for panels of %d frequencies.", bits, rows, rows, 64/size))
	Pragma("noescape")
	panels := Load(Param("panels"), GP64())
	x := Load(Param("x"), GP64())
	xs := Load(Param("xStride"), GP64())
	w := Load(Param("w"), GP64())
	p := Load(Param("p"), GP64())
	ps := Load(Param("pStride"), GP64())
	add := Load(Param("add"), GP8())
	k := Load(Param("k"), GP64())
	shift := U8(3)
	if bits == 32 {
		shift = 2
	}
	SHLQ(shift, xs)
	SHLQ(shift, ps)
	k4 := GP64() // whole steps of 4 columns
	MOVQ(k, k4)
	SHRQ(U8(2), k4)
	ANDQ(U8(3), k)
	xa, xb, pb := GP64(), GP64(), GP64()

	at := func(base, high, stride Register, row, disp int) Mem { // rows 3 to 5 go from high = base + 3 strides
		m := Mem{Base: base, Disp: disp}
		if row >= 3 {
			m.Base, row = high, row-3
		}
		if row > 0 {
			m.Index, m.Scale = stride, uint8(row)
		}
		return m
	}
	high := func(to, base, stride Register) {
		LEAQ(Mem{Base: base, Index: stride, Scale: 2}, to)
		ADDQ(stride, to)
	}
	var acc [maxRows][2]VecVirtual
	for r := range rows {
		acc[r] = [2]VecVirtual{YMM(), YMM()}
	}
	Label("panel")
	MOVQ(x, xa)
	if rows > 3 {
		high(xb, x, xs)
		high(pb, p, ps)
	}
	TESTB(add, add)
	JZ(LabelRef("clear"))
	for r := range rows {
		load(at(p, pb, ps, r, 0), acc[r][0])
		load(at(p, pb, ps, r, 32), acc[r][1])
	}
	JMP(LabelRef("loops"))
	Label("clear")
	for r := range rows {
		zero(acc[r][0], acc[r][0], acc[r][0])
		zero(acc[r][1], acc[r][1], acc[r][1])
	}
	Label("loops")
	step := func(i int) {
		w0, w1 := YMM(), YMM()
		load(Mem{Base: w, Disp: 64 * i}, w0)
		load(Mem{Base: w, Disp: 64*i + 32}, w1)
		for r := range rows {
			v := YMM()
			broadcast(at(xa, xb, xs, r, size*i), v)
			fma(w0, v, acc[r][0])
			fma(w1, v, acc[r][1])
		}
	}
	advance := func(n int) {
		ADDQ(U32(64*n), w)
		ADDQ(U32(size*n), xa)
		if rows > 3 {
			ADDQ(U32(size*n), xb)
		}
	}
	left := GP64()
	MOVQ(k4, left)
	TESTQ(left, left)
	JZ(LabelRef("tail"))
	Label("four")
	for i := range 4 {
		step(i)
	}
	advance(4)
	DECQ(left)
	JNZ(LabelRef("four"))
	Label("tail")
	MOVQ(k, left)
	TESTQ(left, left)
	JZ(LabelRef("store"))
	Label("one")
	step(0)
	advance(1)
	DECQ(left)
	JNZ(LabelRef("one"))
	Label("store")
	for r := range rows {
		load(acc[r][0], at(p, pb, ps, r, 0))
		load(acc[r][1], at(p, pb, ps, r, 32))
	}
	ADDQ(U32(64), p)
	DECQ(panels)
	JNZ(LabelRef("panel"))
	VZEROUPPER()
	RET()
}

var constants = map[string]Mem{}

// vector returns a 32-byte constant that repeats one word.
func vector(name string, bits int, word uint64) Mem {
	name = fmt.Sprintf("%s%dx", name, bits)
	m, ok := constants[name]
	if !ok {
		m = GLOBL(name, RODATA|NOPTR)
		for i := range 256 / bits {
			if bits == 64 {
				DATA(8*i, U64(word))
			} else {
				DATA(4*i, U32(word))
			}
		}
		constants[name] = m
	}
	return m
}

func float64s(name string, v float64) Mem { return vector(name, 64, math.Float64bits(v)) }

func float32s(name string, v float32) Mem { return vector(name, 32, uint64(math.Float32bits(v))) }

// large is the largest argument that the kernels reduce; what lies beyond is reported.
const large = 1 << 20

// magic turns the fraction of a float64 off when it is added: the integer nearest is
// then in the low bits.
const magic = 0x1.8p52

// detection generates what Go needs to know of the processor.
func detection() {
	TEXT("cpuid", NOSPLIT, "func(leaf, sub uint32) (a, b, c, d uint32)")
	Doc("cpuid runs CPUID.")
	Load(Param("leaf"), EAX)
	Load(Param("sub"), ECX)
	CPUID()
	Store(EAX, ReturnIndex(0))
	Store(EBX, ReturnIndex(1))
	Store(ECX, ReturnIndex(2))
	Store(EDX, ReturnIndex(3))
	RET()

	TEXT("xgetbv", NOSPLIT, "func() uint32")
	Doc("xgetbv returns the low half of the extended control register 0.")
	XORL(ECX, ECX)
	XGETBV()
	Store(EAX, ReturnIndex(0))
	RET()
}
