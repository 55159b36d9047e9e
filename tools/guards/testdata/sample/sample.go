// Package sample has guards that its tests miss, and guards that they do not.
package sample

import (
	"errors"
	"strconv"
)

// Hypothesis is what a rule supposes.
type Hypothesis int

// The hypotheses; the first two say nothing.
const (
	Pointwise Hypothesis = iota
	AlmostEverywhere
	Continuous
)

type rule struct {
	ID       string
	Supposes Hypothesis
	check    func(n int) bool
}

var rules = []rule{
	{
		ID: "even", Supposes: Continuous,
		check: func(n int) bool {
			if n%2 != 0 {
				return false
			}
			return true
		},
	},
	{ID: "any", Supposes: AlmostEverywhere, check: func(int) bool { return true }},
	{ID: "free", Supposes: Continuous, check: func(int) bool { return true }},
}

// Check accepts the numbers from 0 to 100, but 13 and 17.
func Check(n int) error {
	if n < -10 { // implied by the next
		return errors.New("far below")
	}
	if n < 0 {
		return errors.New("negative")
	}
	if n > 100 { // in no test
		return errors.New("large")
	}
	if n == 13 || n == 17 {
		return errors.New("a bad number")
	}
	return nil
}

// Parse reads a number that Check accepts.
func Parse(s string) (int, error) {
	n, err := strconv.Atoi(s)
	if err != nil {
		return 0, err
	}
	return n, Check(n)
}

// Sign accepts the signs.
func Sign(s string) (int, error) {
	switch s {
	case "+":
		return 1, nil
	case "-":
		return -1, nil
	case "0":
		return 0, errors.New("no sign")
	default:
		return 0, errors.New("what is that")
	}
}

// Halve halves a power of 2 until it is odd.
func Halve(n int) (odd int, err error) {
	if n <= 0 { // without it this does not end
		return 0, errors.New("not positive")
	}
	for n%2 == 0 {
		n /= 2
	}
	return n, nil
}

// First returns the first error.
func First(n int) error { return first(Check(n), Check(n+1)) }

func first(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}
