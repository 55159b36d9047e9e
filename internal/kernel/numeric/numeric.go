// Package numeric reads kernels in float64, for what needs numbers and no proof: values by compiled
// formulas, and local expansions, singularities, the behaviour at infinity and Taylor series with
// coefficients rounded from the exact ones of package kernel.
package numeric

import (
	"fmt"
	"math"
	"sync"
	"sync/atomic"

	"krein/internal/kernel/formula"
	"krein/internal/program"
	"krein/kernel"
)

// Func is a kernel compiled for float64. It is safe for concurrent use.
type Func struct {
	k    *kernel.Kernel // nil for a formula that is none
	prog *program.Program

	once  sync.Once
	zero  float64                 // AtZero(k), after once
	plain func() *program.Program // has values where prog finds too few digits

	found [64]atomic.Pointer[point] // values of enclosures: rows with an angle of 90° between them have one distance
}

// point is a distance and the value there.
type point struct{ z, v float64 }

// Compile compiles k, extension included.
func Compile(k *kernel.Kernel) *Func {
	c := &compiler{mended: true, guarded: true, byNode: make(map[*formula.Expr]int)}
	return &Func{k: k, prog: c.Program(c.node(k.Expr())),
		plain: sync.OnceValue(func() *program.Program { return compile(k.Expr(), true) })}
}

// CompileFormula compiles a formula, which may be a constant.
func CompileFormula(e *formula.Expr) *Func { return &Func{prog: compile(e, false)} }

// At returns k(z): rounding errors are those of the operations of the formula. It is NaN where the
// formula is undefined, but at 0 the limit there, if it is finite and known (1 for sin(z)/z, see AtZero). Where operations
// overflow, as ∞·0 in exp(z^2)*erfc(z), or cancel so that not even 2^−29 of a sum is right, as in (sin(z)-z*cos(z))/z^3 at 1e-5,
// a value comes from an enclosure, if there is one.
func (f *Func) At(z float64) float64 {
	return f.mended(z, f.prog.At(z))
}

// mended returns v, or what stands in for it where the program found no finite value at z.
func (f *Func) mended(z, v float64) float64 {
	switch {
	case v-v == 0 || f.k == nil:
		return v
	case z == 0:
		if math.IsNaN(v) {
			return f.atZero()
		}
		return v
	}
	p := &f.found[math.Float64bits(z)*0x9e3779b97f4a7c15>>58] // the product is well mixed in its upper bits
	if x := p.Load(); x != nil && x.z == z {
		return x.v
	}
	if x := f.k.At(z); !math.IsNaN(x) {
		v = x
	} else if math.IsNaN(v) {
		v = f.plain().At(z)
	}
	p.Store(&point{z, v})
	return v
}

// atZero is the value at 0 of a formula that has none there.
func (f *Func) atZero() float64 {
	f.once.Do(func() {
		if f.zero = math.NaN(); f.k != nil {
			if f.zero = AtZero(f.k); math.IsNaN(f.zero) {
				f.zero = f.plain().At(0)
			}
		}
	})
	return f.zero
}

// EvalTo stores k(z[i]) in dst[i] and returns dst; a nil dst is allocated. dst may be
// z. It panics if the lengths differ.
func (f *Func) EvalTo(dst, z []float64) []float64 {
	if dst == nil {
		dst = make([]float64, len(z))
	}
	if len(dst) != len(z) {
		panic(fmt.Sprintf("numeric: EvalTo of %d distances into %d values", len(z), len(dst)))
	}
	// Values are mended a chunk at a time, while the distances are known: dst may be z.
	var at [program.Chunk]float64
	for lo := 0; lo < len(z); lo += program.Chunk {
		part := at[:copy(at[:], z[lo:])]
		f.prog.EvalTo(dst[lo:lo+len(part)], part)
		for i, x := range part {
			dst[lo+i] = f.mended(x, dst[lo+i])
		}
	}
	return dst
}
