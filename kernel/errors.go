package kernel

import "fmt"

// FormulaError says what is wrong with a formula and where.
type FormulaError struct {
	Column int // 1-based, counted in runes of the formula
	Msg    string
}

// Error returns "column N: what is wrong".
func (e *FormulaError) Error() string { return fmt.Sprintf("column %d: %s", e.Column, e.Msg) }

// failAt makes a FormulaError at the rune offset off (counted from 0).
func failAt(off int, format string, args ...any) *FormulaError {
	return &FormulaError{Column: off + 1, Msg: fmt.Sprintf(format, args...)}
}
