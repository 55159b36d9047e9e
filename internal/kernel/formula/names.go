package formula

import (
	"fmt"
	"maps"
	"slices"
)

// functions are the elementary functions of the formula language.
var functions = map[string]Op{
	"min": OpMin, "max": OpMax, "abs": OpAbs,
	"exp": OpExp, "log": OpLog, "sqrt": OpSqrt,
	"sin": OpSin, "cos": OpCos, "tan": OpTan, "asin": OpAsin, "acos": OpAcos, "atan": OpAtan,
	"sinh": OpSinh, "cosh": OpCosh, "tanh": OpTanh,
	"erf": OpErf, "erfc": OpErfc, "gamma": OpGamma,
	"besselj": OpBesselJ, "besseli": OpBesselI, "besselk": OpBesselK,
}

// FunctionNamed returns the elementary function of that name in the formula language.
func FunctionNamed(name string) (op Op, ok bool) {
	op, ok = functions[name]
	return op, ok
}

// FunctionNames returns the names of the elementary functions, in no order.
func FunctionNames() []string { return slices.Collect(maps.Keys(functions)) }

// symbols are the operators as they are printed.
var symbols = map[Op]string{
	OpNeg: "-", OpAdd: "+", OpSub: "-", OpMul: "*", OpDiv: "/", OpPow: "^",
	OpLT: "<", OpLE: "<=", OpGT: ">", OpGE: ">=", OpEQ: "==", OpNE: "!=",
	OpAnd: "&&", OpOr: "||", OpNot: "!",
}

// Infix returns the operator with a left operand that is printed as symbol; ? has two operands on its right.
func Infix(symbol string) (op Op, ok bool) {
	op, ok = infix[symbol]
	return op, ok
}

var infix = func() map[string]Op {
	m := map[string]Op{"?": OpCond}
	for op, s := range symbols {
		if op != OpNeg && op != OpNot {
			m[s] = op
		}
	}
	return m
}()

var functionNames = func() map[Op]string {
	m := make(map[Op]string, len(functions))
	for name, op := range functions {
		m[op] = name
	}
	return m
}()

// String returns the operation as it is written in a formula.
func (op Op) String() string {
	switch op {
	case OpNum:
		return "a number"
	case OpPi:
		return "pi"
	case OpE:
		return "e"
	case OpVar:
		return "z"
	case OpCond:
		return "?:"
	case OpCall:
		return "a named kernel"
	case OpParameter:
		return "a parameter"
	}
	if s, ok := symbols[op]; ok {
		return s
	}
	if s, ok := functionNames[op]; ok {
		return s
	}
	return fmt.Sprintf("operation %d", op)
}
