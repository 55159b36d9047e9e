package kernel

import (
	"fmt"
	"sort"
	"strings"
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

// symbols are the operators as they are printed.
var symbols = map[Op]string{
	OpNeg: "-", OpAdd: "+", OpSub: "-", OpMul: "*", OpDiv: "/", OpPow: "^",
	OpLT: "<", OpLE: "<=", OpGT: ">", OpGE: ">=", OpEQ: "==", OpNE: "!=",
	OpAnd: "&&", OpOr: "||", OpNot: "!",
}

var functionNames = func() map[Op]string {
	m := make(map[Op]string, len(functions))
	for name, op := range functions {
		m[op] = name
	}
	return m
}()

// opName names op in messages.
func opName(op Op) string {
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
	}
	if s, ok := symbols[op]; ok {
		return s
	}
	if s, ok := functionNames[op]; ok {
		return s
	}
	return fmt.Sprintf("operation %d", op)
}

// String returns the operation as it is written in a formula.
func (op Op) String() string { return opName(op) }

// habits maps what people write elsewhere to what it is called here.
var habits = map[string]string{
	"ln": "log", "arccos": "acos", "arcsin": "asin", "arctan": "atan", "pow": "^",
	"r": "z", "x": "z", "t": "z", "d": "z", "h": "z", "dist": "z", "distance": "z", "rho": "u", "dot": "u",
	"PI": "pi", "Pi": "pi", "π": "pi", "rbf": "gaussian", "squared_exponential": "gaussian",
	"jv": "besselj", "iv": "besseli", "kv": "besselk", "J": "besselj", "K": "besselk", "I": "besseli",
	"lgamma": "gamma", "fabs": "abs",
}

// didYouMean returns " (did you mean …?)" for the nearest of the candidates, or "".
func didYouMean(name string, candidates []string) string {
	if strings.EqualFold(name, "tl1") {
		return ": the TL1 kernel depends on the 1-norm of x-y and is no function of the distance z"
	}
	if h, ok := habits[name]; ok {
		return fmt.Sprintf(" (did you mean %s?)", h)
	}
	if len(name) > 40 {
		return ""
	}
	best, dist := "", 3
	if len(name) < 5 {
		dist = 2
	}
	sort.Strings(candidates)
	for _, c := range candidates {
		if d := editDistance(strings.ToLower(name), strings.ToLower(c)); d < dist {
			best, dist = c, d
		}
	}
	if best == "" {
		for _, c := range candidates {
			if len(name) >= 4 && (strings.HasPrefix(c, name) || strings.HasPrefix(name, c) && len(c) >= 4) {
				best = c
				break
			}
		}
	}
	if best == "" {
		return ""
	}
	return fmt.Sprintf(" (did you mean %s?)", best)
}

// editDistance is the Levenshtein distance with transpositions counted as one edit.
func editDistance(a, b string) int {
	s, t := []rune(a), []rune(b)
	d := make([][]int, len(s)+1)
	for i := range d {
		d[i] = make([]int, len(t)+1)
		d[i][0] = i
	}
	for j := range t {
		d[0][j+1] = j + 1
	}
	for i := 1; i <= len(s); i++ {
		for j := 1; j <= len(t); j++ {
			cost := 1
			if s[i-1] == t[j-1] {
				cost = 0
			}
			d[i][j] = min(d[i-1][j]+1, d[i][j-1]+1, d[i-1][j-1]+cost)
			if i > 1 && j > 1 && s[i-1] == t[j-2] && s[i-2] == t[j-1] {
				d[i][j] = min(d[i][j], d[i-2][j-2]+1)
			}
		}
	}
	return d[len(s)][len(t)]
}
