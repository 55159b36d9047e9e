package numeric

import "krein/internal/kernel/formula"

// Evaluator returns formula.Eval of e at many z: what that has to remember is found out once. The
// function may be called from many goroutines if the methods of ar may.
func Evaluator[T any](e *formula.Expr, ar formula.Arith[T]) func(z T) (T, error) {
	shared := sharedNodes(e)
	return func(z T) (T, error) {
		return formula.NewEvaluation(z, ar).Remembering(shared).Value(e)
	}
}

// sharedNodes returns the nodes with operands that occur more than once in e.
func sharedNodes(e *formula.Expr) map[*formula.Expr]bool {
	shared, seen := make(map[*formula.Expr]bool), make(map[*formula.Expr]bool)
	var walk func(e *formula.Expr)
	walk = func(e *formula.Expr) {
		if e.Op() != formula.OpCall && len(e.Args()) == 0 {
			return
		}
		if seen[e] {
			shared[e] = true
			return
		}
		seen[e] = true
		if e.Op() == formula.OpCall {
			walk(e.Body())
			return
		}
		for _, a := range e.Args() {
			walk(a)
		}
	}
	walk(e)
	return shared
}
