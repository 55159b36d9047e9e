package angle

import (
	"fmt"

	"krein/internal/kernel/formula"
)

// Merged returns e with one node for all parts that are written alike, so that an evaluation meets each of them once.
func Merged(e *formula.Expr) *formula.Expr {
	done := make(map[*formula.Expr]*formula.Expr)
	nodes := make(map[string]*formula.Expr)
	number := make(map[*formula.Expr]int)
	var walk func(*formula.Expr) *formula.Expr
	walk = func(e *formula.Expr) *formula.Expr {
		for e.Op() == formula.OpCall && e.Body() != nil {
			e = e.Body()
		}
		if m := done[e]; m != nil {
			return m
		}
		m := e
		key := []byte{byte(e.Op())}
		switch {
		case e.Op() == formula.OpNum:
			key = append(key, e.Num().RatString()...)
		case e.Op() == formula.OpParameter:
			key = append(key, e.String()...)
		case e.Op() == formula.OpVar || e.Op() == formula.OpCall:
			key = fmt.Appendf(key, "%p", e)
		case len(e.Args()) > 0:
			args := make([]*formula.Expr, len(e.Args()))
			for i, a := range e.Args() {
				args[i] = walk(a)
				key = fmt.Appendf(key, " %d", number[args[i]])
			}
			m = formula.Apply(e.Op(), args...)
		}
		if known := nodes[string(key)]; known != nil {
			m = known
		} else {
			nodes[string(key)] = m
			number[m] = len(number)
		}
		done[e] = m
		return m
	}
	return walk(e)
}
