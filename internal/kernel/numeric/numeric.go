// Package numeric reads kernels in float64, for what needs numbers and no proof: values by compiled
// formulas, and local expansions, singularities, the behaviour at infinity and Taylor series with
// coefficients rounded from the exact ones of package kernel.
package numeric

import (
	"fmt"
	"math"
	"sync"

	"krein/internal/kernel/formula"
	"krein/internal/program"
	"krein/kernel"
)

// Func is a kernel compiled for float64. It is safe for concurrent use.
type Func struct {
	k    *kernel.Kernel // nil for a formula that is none
	prog *program.Program

	once sync.Once
	zero float64 // AtZero(k), after once
}

// Compile compiles k, extension included.
func Compile(k *kernel.Kernel) *Func {
	return &Func{k: k, prog: compile(k.Expr(), true)}
}

// CompileFormula compiles a formula, which may be a constant.
func CompileFormula(e *formula.Expr) *Func { return &Func{prog: compile(e, false)} }

// At returns k(z): rounding errors are those of the operations of the formula. It is NaN where the
// formula is undefined, but at 0 the limit there, if it is finite and known (1 for sin(z)/z, see AtZero). Where operations
// overflow, as ∞·0 in exp(z^2)*erfc(z), a value comes from an enclosure, if there is one.
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
	if x := f.k.At(z); !math.IsNaN(x) {
		return x
	}
	return v
}

// atZero is the value at 0 of a formula that has none there.
func (f *Func) atZero() float64 {
	f.once.Do(func() {
		if f.zero = math.NaN(); f.k != nil {
			f.zero = AtZero(f.k)
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
