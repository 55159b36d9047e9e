// Package fail has the error with which exact arithmetic panics where an error return would hide the
// formulas. The packages below kernel catch it before they return to others.
package fail

import (
	"errors"
	"fmt"
)

// Error is a reason why there is no exact result; Catch at the entry points turns it back.
type Error struct {
	msg       string
	order     bool // more terms may help
	undefined bool // it is proved that there is no value
}

// Error returns the reason.
func (e *Error) Error() string { return e.msg }

// Because returns the error with that reason.
func Because(format string, args ...any) *Error { return &Error{msg: fmt.Sprintf(format, args...)} }

// Undefined is Because for what is proved to have no value.
func Undefined(format string, args ...any) *Error {
	return &Error{msg: fmt.Sprintf(format, args...), undefined: true}
}

// IsUndefined reports whether err says that there is no value, and not that none was found.
func IsUndefined(err error) bool {
	var e *Error
	return errors.As(err, &e) && e.undefined
}

// Order is Because for a series that is not known far enough.
func Order(format string, args ...any) *Error {
	return &Error{msg: fmt.Sprintf(format, args...), order: true}
}

// Catch stores an Error that is being panicked with in *err.
func Catch(err *error) {
	switch e := recover().(type) {
	case nil:
	case *Error:
		*err = e
	default:
		panic(e)
	}
}

// Doubt runs f and returns the Error with which it panics, nil if it does not.
func Doubt(f func()) (err error) {
	defer Catch(&err)
	f()
	return nil
}

// IsOrder reports whether err says that a series is not known far enough.
func IsOrder(err error) bool {
	var e *Error
	return errors.As(err, &e) && e.order
}

// Attempt takes what cannot be calculated for unproved.
func Attempt(f func() (int, bool)) (s int, ok bool) {
	var err error
	defer func() { ok = ok && err == nil }()
	defer Catch(&err)
	return f()
}

// Shown reports whether f returns true; what cannot be calculated is not shown.
func Shown(f func() bool) bool {
	_, ok := Attempt(func() (int, bool) { return 0, f() })
	return ok
}
