package kernel

import (
	"errors"
	"fmt"
)

// seriesError is a reason why an expansion cannot be made. Series arithmetic
// panics with it where an error return would hide the formulas; catchSeries at
// the entry points turns it back.
type seriesError struct {
	msg       string
	order     bool // more terms may help
	undefined bool // it is proved that there is no value
}

func (e *seriesError) Error() string { return e.msg }

func failSeries(format string, args ...any) *seriesError {
	return &seriesError{msg: fmt.Sprintf(format, args...)}
}

// failUndefined is failSeries for what is proved to have no value.
func failUndefined(format string, args ...any) *seriesError {
	return &seriesError{msg: fmt.Sprintf(format, args...), undefined: true}
}

// isUndefined reports whether err says that there is no value, and not that none was found.
func isUndefined(err error) bool {
	var e *seriesError
	return errors.As(err, &e) && e.undefined
}

// failOrder is failSeries for a series that is not known far enough.
func failOrder(format string, args ...any) *seriesError {
	return &seriesError{msg: fmt.Sprintf(format, args...), order: true}
}

// catchSeries stores a seriesError that is being panicked with in *err.
func catchSeries(err *error) {
	switch e := recover().(type) {
	case nil:
	case *seriesError:
		*err = e
	default:
		panic(e)
	}
}

// isOrder reports whether err says that a series is not known far enough.
func isOrder(err error) bool {
	var e *seriesError
	return errors.As(err, &e) && e.order
}

// attempt takes what cannot be calculated for unproved.
func attempt(f func() (int, bool)) (s int, ok bool) {
	defer func() {
		if r := recover(); r != nil {
			if _, is := r.(*seriesError); !is {
				panic(r)
			}
			s, ok = 0, false
		}
	}()
	return f()
}
