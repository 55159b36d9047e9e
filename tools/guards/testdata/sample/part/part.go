// Package part has guards that tests of this package and of the one above miss.
package part

import "errors"

// Reject makes an error.
func Reject(why string) error { return errors.New(why) }

// Odd accepts odd numbers, but 7.
func Odd(n int) error {
	if n%2 == 0 {
		return Reject("even")
	}
	if n == 7 {
		return Reject("seven")
	}
	return nil
}
