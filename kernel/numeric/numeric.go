// Package numeric reads kernels in float64, for what needs numbers and no proof: Go functions, values by compiled
// formulas, and local expansions, singularities, the behaviour at infinity and Taylor series with
// coefficients rounded from the exact ones of package kernel.
package numeric

import (
	"fmt"

	"krein/kernel"
	"krein/kernel/formula"
)

// Func is a kernel compiled for float64. It is safe for concurrent use.
type Func struct {
	k    *kernel.Kernel
	prog *program // nil for a Go function
}

// Compile compiles k, extension included.
func Compile(k *kernel.Kernel) *Func {
	f := &Func{k: k}
	if !k.IsFunc() {
		f.prog = compile(k.Expr())
	}
	return f
}

// CompileFormula compiles a formula, which may be a constant.
func CompileFormula(e *formula.Expr) *Func { return &Func{prog: compile(e)} }

// At returns k(z): rounding errors are those of the operations of the formula. It is NaN where the
// formula is undefined.
func (f *Func) At(z float64) float64 {
	if f.prog == nil {
		return f.k.At(z)
	}
	return f.prog.at(z)
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
	if f.prog != nil {
		f.prog.evalTo(dst, z)
		return dst
	}
	for i, x := range z {
		dst[i] = f.k.At(x)
	}
	return dst
}
