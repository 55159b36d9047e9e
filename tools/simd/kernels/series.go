package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// series generates sums by Clenshaw's recurrence. The two running values change places at every
// term, so terms come in pairs.
func (set isa) series() {
	const together = 4 // vectors whose chains run side by side
	name := set.name + "Series64"
	TEXT(name, NOSPLIT, "func(pairs int, terms *float64, by, outer float64, vectors int, p, out *float64)")
	Doc(fmt.Sprintf("%s stores outer·Σ(by·p) for vectors of %d arguments, by·p within [−1, 1].", name, set.bytes/8))
	Pragma("noescape")
	n, p, out := Load(Param("vectors"), GP64()), Load(Param("p"), GP64()), Load(Param("out"), GP64())
	factor := func(name string) VecVirtual { // not kept: AVX2 has registers for one at a time
		v := set.vec()
		VBROADCASTSD(parameter(name), v)
		return v
	}
	some := func(label string, left Register, lanes int) {
		JZ(LabelRef(label + "End"))
		Label(label)
		t, y, z := make(vectors, lanes), make(vectors, lanes), make(vectors, lanes)
		by, one, minus := factor("by"), set.vec(), set.vec()
		set.constant(float64s("one", 1), one)
		set.constant(float64s("minus", -1), minus)
		for i := range lanes {
			t[i], y[i], z[i] = set.vec(), set.vec(), set.vec()
			VMULPD(Mem{Base: p, Disp: i * set.bytes}, by, t[i])
			VMINPD(t[i], one, t[i]) // of NaN and a number, the first operand
			VMAXPD(t[i], minus, t[i])
			VXORPD(y[i], y[i], y[i])
			VXORPD(z[i], z[i], z[i])
		}
		terms, pairs := GP64(), GP64()
		MOVQ(parameter("terms"), terms)
		MOVQ(parameter("pairs"), pairs)
		Label(label + "Terms")
		for half := range 2 {
			up, back, b := set.vec(), set.vec(), set.vec()
			for i, v := range []VecVirtual{up, back, b} {
				VBROADCASTSD(Mem{Base: terms, Disp: 8 * (3*half + i)}, v)
			}
			for i := range lanes {
				VFNMADD213PD(b, back, z[i])
			}
			for i := range lanes {
				slope := set.vec()
				VMULPD(up, t[i], slope)
				VFMADD231PD(slope, y[i], z[i])
			}
			y, z = z, y
		}
		ADDQ(U32(48), terms)
		DECQ(pairs)
		JNZ(LabelRef(label + "Terms"))
		outer := factor("outer")
		for i := range lanes {
			VMULPD(outer, y[i], y[i])
			VMOVUPD(y[i], Mem{Base: out, Disp: i * set.bytes})
		}
		ADDQ(U32(lanes*set.bytes), p)
		ADDQ(U32(lanes*set.bytes), out)
		DECQ(left)
		JNZ(LabelRef(label))
		Label(label + "End")
	}
	left := GP64()
	MOVQ(n, left)
	SHRQ(U8(2), left)
	some("four", left, together)
	ANDQ(U32(together-1), n)
	some("one", n, 1)
	VZEROUPPER()
	RET()
}
