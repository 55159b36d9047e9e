// Package testlong gives tests the flag -long, which multiplies their random inputs:
// go test ./special -long runs at least 10⁵ inputs per function. Importing it also fixes the seed
// of rapid's properties, so that a failure is no accident of the day; -rapid.seed=0 draws anew.
package testlong

import (
	"flag"
	"testing"
	"time"

	_ "pgregory.net/rapid" // for its flag
)

func init() {
	if err := flag.Set("rapid.seed", "1"); err != nil {
		panic(err)
	}
}

var (
	long  = flag.Bool("long", false, "run at least 1e5 random inputs per function, and slow tables whole")
	today = flag.Bool("today", false, "look at another part of slow tables every day")
	day   = flag.Int("day", time.Now().YearDay(), "with -today: the day of the year")
)

// Enabled reports whether -long is set.
func Enabled() bool { return *long }

// Rounds returns the number of random inputs of a test that usually draws short of them.
func Rounds(short int) int {
	switch {
	case *long:
		return 100000
	case testing.Short():
		return short / 4
	}
	return short
}

// RoundsTo is Rounds with another number of inputs under -long: for tests that look at every
// input many times, or compare what other tests cover.
func RoundsTo(short, inLong int) int {
	if *long {
		return inLong
	}
	return Rounds(short)
}

// AtLeast scales a count that a test expects of Rounds(short) inputs to those of -short.
func AtLeast(count int) int {
	if testing.Short() && !*long {
		return count / 5
	}
	return count
}

// Some returns the rows of a slow table that a run looks at, see Turn.
func Some[T any](rows []T, n int) []T {
	var out []T
	for i := range rows {
		if Turn(i, n) {
			out = append(out, rows[i])
		}
	}
	return out
}

// Turn reports whether a run looks at row i of a slow table: at one in n, at all with -long. With
// -today these are other rows every day, so many that a week sees all of them.
func Turn(i, n int) bool {
	turn := 0
	if *today {
		n = min(n, 7)
		turn = *day
	}
	return *long || (i+turn)%n == 0
}
