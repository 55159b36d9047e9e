package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// hadamard generates the fast Walsh–Hadamard transform of at least 64 numbers: the stages go
// from neighbours to halves, in every set alike, so that the bits are the same.
func (set isa) hadamard(bits int) {
	size := bits / 8
	lanes := set.bytes / size
	group := min(8, 64/lanes) // vectors whose stages are done in registers
	load, fma, mul, add, sub := VMOVUPD, VFMADD132PD, VMULPD, VADDPD, VSUBPD
	combine := VFMADD213PD
	if bits == 32 {
		load, fma, mul, add, sub = VMOVUPS, VFMADD132PS, VMULPS, VADDPS, VSUBPS
		combine = VFMADD213PS
	}
	TEXT(fmt.Sprintf("%sHadamard%d", set.name, bits), NOSPLIT,
		fmt.Sprintf("func(n int, x, sign, scale, shift, out *float%d)", bits))
	Doc(fmt.Sprintf("%sHadamard%d stores scale·H(sign·x) + shift for n numbers, a power of two, at least 64.",
		set.name, bits))
	Pragma("noescape")
	n := Load(Param("n"), GP64())
	out := Load(Param("out"), GP64())
	bytes, end := GP64(), GP64() // the length, and where the numbers end
	MOVQ(n, bytes)
	SHLQ(U8(map[int]uint8{64: 3, 32: 2}[bits]), bytes)

	// Stages inside of groups.
	x, sign := Load(Param("x"), GP64()), Load(Param("sign"), GP64())
	to := GP64()
	MOVQ(out, to)
	LEAQ(Mem{Base: out, Index: bytes, Scale: 1}, end)
	Label("groups")
	v := make([]VecVirtual, group)
	for i := range v {
		v[i] = set.vec()
		load(Mem{Base: x, Disp: i * set.bytes}, v[i])
		mul(Mem{Base: sign, Disp: i * set.bytes}, v[i], v[i])
	}
	for half := 1; half < lanes; half *= 2 {
		flip := set.vec()
		load(set.alternating(bits, half), flip)
		for i := range v {
			swapped := set.swap(bits, half, v[i])
			fma(flip, swapped, v[i])
		}
	}
	butterflies := func(v []VecVirtual) {
		for half := 1; half < len(v); half *= 2 {
			for i := range v {
				if i&half == 0 {
					sum := set.vec()
					add(v[i+half], v[i], sum)
					sub(v[i+half], v[i], v[i+half])
					v[i] = sum
				}
			}
		}
	}
	butterflies(v)
	for i := range v {
		load(v[i], Mem{Base: to, Disp: i * set.bytes})
	}
	step := U32(group * set.bytes)
	ADDQ(step, x)
	ADDQ(step, sign)
	ADDQ(step, to)
	CMPQ(to, end)
	JB(LabelRef("groups"))

	// Stages between groups, two at a time while there are two.
	half := GP64()
	MOVQ(U32(group*set.bytes), half)
	between := func(name string, radix int) {
		three, start, last := GP64(), GP64(), GP64()
		LEAQ(Mem{Base: half, Index: half, Scale: 2}, three)
		MOVQ(out, start)
		Label(name + "Blocks")
		MOVQ(start, to)
		LEAQ(Mem{Base: start, Index: half, Scale: 1}, last)
		Label(name)
		at := []Mem{
			{Base: to}, {Base: to, Index: half, Scale: 1}, {Base: to, Index: half, Scale: 2}, {Base: to, Index: three, Scale: 1},
		}[:radix]
		v := make([]VecVirtual, radix)
		for i := range v {
			v[i] = set.vec()
			load(at[i], v[i])
		}
		butterflies(v)
		for i := range v {
			load(v[i], at[i])
		}
		ADDQ(U32(set.bytes), to)
		CMPQ(to, last)
		JB(LabelRef(name))
		LEAQ(Mem{Base: start, Index: half, Scale: uint8(radix)}, start)
		CMPQ(start, end)
		JB(LabelRef(name + "Blocks"))
	}
	Label("between")
	twice := GP64()
	MOVQ(half, twice)
	ADDQ(half, twice)
	CMPQ(twice, bytes)
	JA(LabelRef("scaling")) // half = n: all stages are done
	JE(LabelRef("two"))
	between("four", 4)
	SHLQ(U8(2), half)
	JMP(LabelRef("between"))
	Label("two")
	between("last", 2)

	Label("scaling")
	scale, shift := Load(Param("scale"), GP64()), Load(Param("shift"), GP64())
	MOVQ(out, to)
	Label("scale")
	for i := range 2 {
		w := set.vec()
		load(Mem{Base: to, Disp: i * set.bytes}, w)
		factor := set.vec()
		load(Mem{Base: scale, Disp: i * set.bytes}, factor)
		combine(Mem{Base: shift, Disp: i * set.bytes}, factor, w)
		load(w, Mem{Base: to, Disp: i * set.bytes})
	}
	ADDQ(U32(2*set.bytes), scale)
	ADDQ(U32(2*set.bytes), shift)
	ADDQ(U32(2*set.bytes), to)
	CMPQ(to, end)
	JB(LabelRef("scale"))
	VZEROUPPER()
	RET()
}

// alternating is 1 where the lane's number has not the bit half, and −1 where it has.
func (set isa) alternating(bits, half int) Mem {
	one := map[int]uint64{64: 0x3ff << 52, 32: 0x7f << 23}[bits]
	return table(fmt.Sprintf("%sAlternating%d_", set.name, half), bits, 8*set.bytes, func(i int) uint64 {
		if i&half != 0 {
			return one | 1<<(bits-1)
		}
		return one
	})
}

// swap exchanges lanes whose numbers differ in the bit half.
func (set isa) swap(bits, half int, v VecVirtual) VecVirtual {
	w := set.vec()
	switch half * bits {
	case 32:
		VPERMILPS(U8(0xb1), v, w)
	case 64:
		if bits == 32 {
			VPERMILPS(U8(0x4e), v, w)
		} else {
			VPERMILPD(U8(0x55>>(8-set.bytes/8)), v, w)
		}
	case 128:
		VPERMPD(U8(0x4e), v, w)
	case 256:
		VSHUFF64X2(U8(0x4e), v, v, w)
	}
	return w
}
