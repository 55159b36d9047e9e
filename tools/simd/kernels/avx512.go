package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// avx512 (F, DQ, BW and VL) has 32 registers: 12 rows of 2 vectors are 24 accumulators,
// which ask half as much of the caches as 6 rows do.
var avx512 = isa{"avx512", 64, 12, 4, ZMM, dialect512{}}

type dialect512 struct{}

func (dialect512) constant(m Mem, v VecVirtual) { VBROADCASTSD(m, v) }

// flag keeps the largest argument: as integers, numbers ≥ 0 are in order, and NaN follow.
func (dialect512) flag(f *waves, abs vectors) {
	largest := VPMAXUQ
	if f.bits == 32 {
		largest = VPMAXUD
	}
	f.lane(func(i int) { largest(abs[i], f.bad, f.bad) })
}

func (dialect512) flags(f *waves, to Register) {
	const greater = 6 // predicate
	compare := VPCMPUQ
	if f.bits == 32 {
		compare = VPCMPUD
	}
	beyond := K()
	compare(Imm(greater), f.bound(), f.bad, beyond)
	KMOVW(beyond, to)
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
		return index(name, f.bits, func(i int) int { return from + i/2 + i%2*n })
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

// index loads a vector of integers.
func index(name string, bits int, at func(i int) int) VecVirtual {
	m := table(name, bits, 512, func(i int) uint64 { return uint64(at(i)) })
	v := ZMM()
	VMOVDQU64(m, v)
	return v
}
