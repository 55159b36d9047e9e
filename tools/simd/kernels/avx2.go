package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// avx2 has 16 registers: 6 rows of 2 vectors are 12 accumulators, enough to hide the
// latency of FMA, and leave 4 for the operands.
var avx2 = isa{"avx2", 32, 6, 2, false, YMM, dialect2{}}

type dialect2 struct{}

func (dialect2) constant(m Mem, v VecVirtual) { VMOVUPD(m, v) }

func (dialect2) flag(f *waves, round VecVirtual, k vectors) {
	f.lane(func(i int) {
		changed := YMM()
		f.xor(round, k[i], changed)
		VORPD(changed, f.bad, f.bad)
	})
}

func (dialect2) flags(f *waves, to Register) {
	VPTEST(f.kept(), f.bad)
	SETNE(to)
}

func (dialect2) turn(f *waves) func(i int, s, c, k VecVirtual) (sine, cosine VecVirtual) {
	shift, add, blend := VPSLLQ, VPADDQ, VBLENDVPD
	if f.bits == 32 {
		shift, add, blend = VPSLLD, VPADDD, VBLENDVPS
	}
	signBit, quarter := f.signBit(), f.quarter()
	return func(i int, s, c, k VecVirtual) (sine, cosine VecVirtual) {
		odd, sign, cosSign := YMM(), YMM(), YMM()
		shift(Imm(uint64(f.bits-1)), k, odd)
		shift(Imm(uint64(f.bits-2)), k, sign)
		cosine = YMM()
		blend(odd, s, c, cosine)
		add(quarter, sign, cosSign)
		f.and(signBit, cosSign, cosSign)
		f.xor(cosSign, cosine, cosine)
		if !f.both {
			return nil, cosine
		}
		sine = YMM()
		blend(odd, c, s, sine)
		f.and(signBit, sign, sign)
		f.xor(sign, sine, sine)
		return sine, cosine
	}
}

func (dialect2) interleave(f *waves) func(a, b VecVirtual) (first, second VecVirtual) {
	low, high := VUNPCKLPD, VUNPCKHPD
	if f.bits == 32 {
		low, high = VUNPCKLPS, VUNPCKHPS
	}
	return func(a, b VecVirtual) (first, second VecVirtual) {
		u, v := YMM(), YMM()
		first, second = YMM(), YMM()
		low(b, a, u)
		high(b, a, v)
		VPERM2F128(Imm(0x20), v, u, first)
		VPERM2F128(Imm(0x31), v, u, second)
		return first, second
	}
}
