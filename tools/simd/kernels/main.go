// Command kernels generates the assembly of internal/simd for amd64, with AVX2 and FMA and
// with AVX-512: the projection's micro-kernels, the sines and cosines, and what detects the
// processor's features. Both sets run the same operations in the same order on an entry.
package main

import (
	"fmt"
	"math"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// isa is a set of instructions that kernels are made for.
type isa struct {
	name  string
	bytes int // of a vector
	rows  int // of the largest micro-kernel

	// lanes is the number of vectors that one step of the loops over arguments works on: independent chains next to each
	// other, since one is longer than what the processor looks ahead. A power of 2.
	lanes int
	hold  bool // whether the constants of those loops have registers

	vec func() VecVirtual
	dialect
}

// dialect emits what the sets have no common instructions for.
type dialect interface {
	constant(m Mem, v VecVirtual) // loads a constant that repeats 8 bytes

	// flag notes in f.bad which bits of round change in the sums k of round and arguments; flags
	// is 1 if any of f.kept did.
	flag(f *waves, round VecVirtual, k vectors)
	flags(f *waves, to Register)

	// turn swaps sine and cosine of the reduced argument for odd k, and changes their signs
	// by the second bit of k, and of k+1.
	turn(f *waves) func(i int, s, c, k VecVirtual) (sine, cosine VecVirtual)

	// interleave returns a0, b0, a1, b1, … in two vectors.
	interleave(f *waves) func(a, b VecVirtual) (first, second VecVirtual)
}

func main() {
	ConstraintExpr("!noasm")
	for _, set := range []isa{avx2, avx512} {
		for rows := 1; rows <= set.rows; rows++ {
			set.project(64, rows)
			set.project(32, rows)
		}
		for _, bits := range []int{64, 32} {
			set.sincos(bits, true)
			set.sincos(bits, false)
			set.hadamard(bits)
		}
		set.series()
	}
	detection()
	Generate()
}

// project generates the micro-kernel for rows rows of x and panels of two vectors of
// frequencies. Every output is one chain of FMAs over the columns.
func (set isa) project(bits, rows int) {
	size, panel := bits/8, 2*set.bytes
	broadcast, fma, load, zero := VBROADCASTSD, VFMADD231PD, VMOVUPD, VXORPD
	shift := U8(3)
	if bits == 32 {
		broadcast, fma, load, zero = VBROADCASTSS, VFMADD231PS, VMOVUPS, VXORPS
		shift = 2
	}
	name := fmt.Sprintf("%sProject%dx%d", set.name, bits, rows)
	TEXT(name, NOSPLIT,
		fmt.Sprintf("func(panels, k int, x *float%d, xStride int, w, p *float%d, pStride int, add bool)", bits, bits))
	Doc(fmt.Sprintf("%s computes %d rows of P = X·Wᵀ, or adds them to P, for panels of %d frequencies.", name,
		rows, panel/size))
	Pragma("noescape")
	panels := Load(Param("panels"), GP64())
	xs := Load(Param("xStride"), GP64())
	w := Load(Param("w"), GP64())
	ps := Load(Param("pStride"), GP64())
	SHLQ(shift, xs)
	SHLQ(shift, ps)
	x := walk(Load(Param("x"), GP64()), xs, rows)
	p := walk(Load(Param("p"), GP64()), ps, rows)
	acc := make([][2]VecVirtual, rows)
	for r := range acc {
		acc[r] = [2]VecVirtual{set.vec(), set.vec()}
	}
	Label("panel")
	CMPB(parameter("add"), U8(0))
	JE(LabelRef("clear"))
	for r := range acc {
		load(p.at(r, 0), acc[r][0])
		load(p.at(r, set.bytes), acc[r][1])
	}
	JMP(LabelRef("loops"))
	Label("clear")
	for r := range acc {
		zero(acc[r][0], acc[r][0], acc[r][0])
		zero(acc[r][1], acc[r][1], acc[r][1])
	}
	Label("loops")
	step := func(i int) {
		w0, w1 := set.vec(), set.vec()
		load(Mem{Base: w, Disp: panel * i}, w0)
		load(Mem{Base: w, Disp: panel*i + set.bytes}, w1)
		for r := range acc {
			v := set.vec()
			broadcast(x.at(r, size*i), v)
			fma(w0, v, acc[r][0])
			fma(w1, v, acc[r][1])
		}
	}
	left := GP64()
	steps := func(name string, n int) {
		end := name + "End"
		JZ(LabelRef(end))
		Label(name)
		for i := range n {
			step(i)
		}
		ADDQ(U32(panel*n), w)
		x.advance(size * n)
		DECQ(left)
		JNZ(LabelRef(name))
		Label(end)
	}
	MOVQ(parameter("k"), left)
	SHRQ(U8(2), left)
	steps("four", 4)
	MOVQ(parameter("k"), left)
	ANDQ(U8(3), left)
	steps("one", 1)
	for r := range acc {
		load(acc[r][0], p.at(r, 0))
		load(acc[r][1], p.at(r, set.bytes))
	}
	MOVQ(parameter("k"), left) // x back to its beginning
	SHLQ(shift, left)
	x.back(left)
	p.advance(panel)
	DECQ(panels)
	JNZ(LabelRef("panel"))
	VZEROUPPER()
	RET()
}

// parameter is where a parameter lies: what is needed once a panel takes no register.
func parameter(name string) Mem {
	b, err := Param(name).Resolve()
	if err != nil {
		panic(err)
	}
	return b.Addr
}

// walker addresses places in several rows of a matrix: it has a pointer to every third row,
// and an address adds up to two strides.
type walker struct {
	base   []Register
	stride Register
}

func walk(base, stride Register, rows int) *walker {
	v := &walker{stride: stride}
	for r := 0; r < rows; r += 3 {
		if r > 0 {
			next := GP64()
			LEAQ(Mem{Base: base, Index: stride, Scale: 2}, next)
			ADDQ(stride, next)
			base = next
		}
		v.base = append(v.base, base)
	}
	return v
}

func (v *walker) at(row, disp int) Mem {
	m := Mem{Base: v.base[row/3], Disp: disp}
	if row%3 > 0 {
		m.Index, m.Scale = v.stride, uint8(row%3)
	}
	return m
}

func (v *walker) advance(bytes int) {
	for _, b := range v.base {
		ADDQ(U32(uint32(bytes)), b)
	}
}

func (v *walker) back(bytes Register) {
	for _, b := range v.base {
		SUBQ(bytes, b)
	}
}

var constants = map[string]Mem{}

// vector returns a 32-byte constant that repeats one word.
func vector(name string, bits int, word uint64) Mem {
	return table(name, bits, 256, func(int) uint64 { return word })
}

// table returns a constant of the given length in bits.
func table(name string, bits, length int, word func(i int) uint64) Mem {
	name = fmt.Sprintf("%s%dx", name, bits)
	m, ok := constants[name]
	if !ok {
		m = GLOBL(name, RODATA|NOPTR)
		for i := range length / bits {
			if bits == 64 {
				DATA(8*i, U64(word(i)))
			} else {
				DATA(4*i, U32(word(i)))
			}
		}
		constants[name] = m
	}
	return m
}

func float64s(name string, v float64) Mem { return vector(name, 64, math.Float64bits(v)) }

func float32s(name string, v float32) Mem { return vector(name, 32, uint64(math.Float32bits(v))) }

// magic64 and magic32 turn the fraction off when they are added: the integer nearest is then in the low bits. Sign,
// exponent and the highest bit of the mantissa do not change for arguments from −2^50 (−2^21) to the integer below 2^50
// (2^21): what lies beyond, or is not a number, is reported.
const magic64, magic32 = 0x1.cp52, 0x1.cp23

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
