package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// avx512 (F, DQ, BW and VL) has 32 registers: 12 rows of 2 vectors are 24 accumulators,
// which ask half as much of the caches as 6 rows do.
var avx512 = isa{"avx512", 64, 12, 2, true, ZMM, dialect512{}}

type dialect512 struct{}

func (dialect512) constant(m Mem, v VecVirtual) { VBROADCASTSD(m, v) }

func (dialect512) flag(f *waves, round VecVirtual, k vectors) {
	const orChanged = 0xf6 // a or (b xor c)
	logic := VPTERNLOGQ
	if f.bits == 32 {
		logic = VPTERNLOGD
	}
	f.lane(func(i int) { logic(Imm(orChanged), round, k[i], f.bad) })
}

func (dialect512) flags(f *waves, to Register) {
	beyond := K()
	VPTESTMQ(f.kept(), f.bad, beyond)
	KTESTW(beyond, beyond)
	SETNE(to)
}

func (dialect512) turn(f *waves) func(i int, s, c, k VecVirtual) (sine, cosine VecVirtual) {
	shift, add, test, blend, logic := VPSLLQ, VPADDQ, VPTESTMQ, VBLENDMPD, VPTERNLOGQ
	if f.bits == 32 {
		shift, add, test, blend, logic = VPSLLD, VPADDD, VPTESTMD, VBLENDMPS, VPTERNLOGD
	}
	const flip = 0x78 // a xor (b and c)
	signBit, quarter := f.signBit(), f.quarter()
	unit := f.constant(vector("unit", f.bits, 1))
	return func(i int, s, c, k VecVirtual) (sine, cosine VecVirtual) {
		odd := K()
		test(unit, k, odd)
		sign, cosSign := ZMM(), ZMM()
		shift(Imm(uint64(f.bits-2)), k, sign)
		cosine = ZMM()
		blend(s, c, odd, cosine)
		add(quarter, sign, cosSign)
		logic(Imm(flip), signBit, cosSign, cosine)
		if !f.both {
			return nil, cosine
		}
		sine = ZMM()
		blend(c, s, odd, sine)
		logic(Imm(flip), signBit, sign, sine)
		return sine, cosine
	}
}

func (dialect512) interleave(f *waves) func(a, b VecVirtual) (first, second VecVirtual) {
	permute := VPERMT2PD
	if f.bits == 32 {
		permute = VPERMT2PS
	}
	n := 512 / f.bits
	places := func(name string, from int) VecVirtual {
		return f.held(table(name, f.bits, 512, func(i int) uint64 { return uint64(from + i/2 + i%2*n) }),
			func(m Mem, v VecVirtual) { VMOVDQU64(m, v) })
	}
	low, high := places("low", 0), places("high", n/2)
	return func(a, b VecVirtual) (first, second VecVirtual) {
		second = ZMM()
		VMOVAPD(a, second)
		permute(b, low, a)
		permute(b, high, second)
		return a, second
	}
}
