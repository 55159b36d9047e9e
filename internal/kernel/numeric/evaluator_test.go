package numeric

import (
	"math/big"
	"testing"

	"pgregory.net/rapid"

	"krein/internal/kernel/constant"
	"krein/internal/kernel/formula"
	"krein/internal/kernel/kerneltest"
	_ "krein/internal/testlong" // fixes the seed
)

// TestEvaluator: prepared once or not, values and errors are the same, with operands that occur twice and in branches.
func TestEvaluator(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		a := kerneltest.Expr(2, formula.Variable()).Draw(r, "a")
		b := formula.Apply(formula.OpCond, kerneltest.Condition(1, formula.Variable()).Draw(r, "c"), a,
			formula.Apply(formula.OpSin, a))
		e := formula.Apply(formula.OpAdd, formula.Apply(formula.OpMul, a,
			kerneltest.Expr(2, formula.Variable()).Draw(r, "d")), b)
		f := Evaluator[constant.Value](e, constant.NewArithmetic(nil))
		for _, z := range []*big.Rat{big.NewRat(0, 1), big.NewRat(2, 3), big.NewRat(5, 1)} {
			want, wantErr := formula.Eval(e, constant.Rat(z), constant.NewArithmetic(nil))
			got, err := f(constant.Rat(z))
			if (err == nil) != (wantErr == nil) || err == nil && want.String() != got.String() {
				r.Fatalf("%s at %v: %v, %v and %v, %v", e, z, got, err, want, wantErr)
			}
		}
	})
}
