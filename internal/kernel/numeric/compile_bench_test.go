package numeric

import "testing"

// BenchmarkCompile compiles formulas of every size: named kernels, functions that stand for formulas, constants.
func BenchmarkCompile(b *testing.B) {
	for _, f := range []string{"gaussian(3)", "matern(4/3)", "ntk(5)", "asinh(z)*softplus(-z)",
		"(2/3)^z*gamma(1/3)*besselk(1/3,1+z)", "wendland(9,9)"} {
		e := mustParse(b, f).Expr()
		b.Run(f, func(b *testing.B) {
			for b.Loop() {
				compile(e, true)
			}
		})
	}
}
