package kernel

// Constants returns the arithmetic of exact constants: Eval(e, ConstRat(r), Constants()) is
// the exact value of a formula at the rational r. An operation whose meaning depends on
// a sign that is not decided is an error, as is one that is undefined. It has a budget, is meant for one formula, and is not safe
// for concurrent use.
func Constants() Arith[Const] { return budgeted() }
