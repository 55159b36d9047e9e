package language

import (
	"maps"
	"slices"

	"krein/internal/kernel/formula"
)

// Functions returns the names of all functions that formulas may have, in order, with the number of their arguments;
// that of min and max, which take any number, is 2, and so is that of Bessel functions, whose first is the order.
func Functions() (names []string, arity map[string]int) {
	arity = make(map[string]int)
	for _, name := range formula.FunctionNames() {
		op, _ := formula.FunctionNamed(name)
		arity[name], _ = op.Arity()
	}
	for name := range rewritten {
		arity[name] = rewrittenArity(name)
	}
	for name, of := range spellings {
		arity[name] = arity[of]
	}
	return slices.Sorted(maps.Keys(arity)), arity
}

// rewrittenArity returns the number of arguments of a function of rewritten.
func rewrittenArity(name string) int {
	if name == "pow" || name == "hypot" {
		return 2
	}
	return 1
}
