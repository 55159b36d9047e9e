package grammar

import "fmt"

// Error says what is wrong with a formula and where.
type Error struct {
	Column int // 1-based, counted in runes of the formula
	Msg    string
}

// Error returns "column N: what is wrong".
func (e *Error) Error() string { return fmt.Sprintf("column %d: %s", e.Column, e.Msg) }

// ErrorAt makes an Error at the rune offset off (counted from 0).
func ErrorAt(off int, format string, args ...any) *Error {
	return &Error{Column: off + 1, Msg: fmt.Sprintf(format, args...)}
}
