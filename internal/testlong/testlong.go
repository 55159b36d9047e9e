// Package testlong gives tests flags that say how much of them is run: go test does in a minute or two
// what shows most mistakes, a few rows of slow tables and an eighth of the random inputs, without the slowest tests. -today
// takes those too, other rows every day, all in a month (of short tables in a week), and all inputs; -long takes all rows, and at least 10⁵ inputs per
// function: go test ./special -long. Importing it also fixes the seed of rapid's properties, so that
// a failure is no accident of the day; -rapid.seed=0 draws anew.
package testlong

import (
	"flag"
	"time"

	_ "pgregory.net/rapid" // for its flags
)

func init() {
	set("rapid.seed", "1")
	set("rapid.checks", fewChecks)
	set("rapid.nofailfile", "true") // the seed repeats a failure; mutation runs would litter the tree
	flag.BoolFunc("long", "run at least 1e5 random inputs per function, and slow tables whole", turnOn(&long))
	flag.BoolFunc("today", "run all usual inputs, and another part of slow tables every day", turnOn(&today))
}

// fewChecks is how many inputs rapid's properties are tried with, of 100 usually.
const fewChecks = "20"

func set(name, value string) {
	if err := flag.Set(name, value); err != nil {
		panic(err)
	}
}

func turnOn(b *bool) func(string) error {
	return func(string) error {
		*b = true
		if flag.Lookup("rapid.checks").Value.String() != fewChecks {
			return nil // asked for
		}
		return flag.Set("rapid.checks", "100")
	}
}

var (
	long, today bool
	day         = flag.Int("day", time.Now().YearDay(), "with -today: the day of the year")
)

// Enabled reports whether -long is set.
func Enabled() bool { return long }

// Rounds returns the number of random inputs of a test that draws short of them with -today, and an eighth otherwise.
func Rounds(short int) int {
	switch {
	case long:
		return 100000
	case today:
		return short
	}
	return (short + 7) / 8
}

// RoundsTo is Rounds with another number of inputs under -long: for tests that look at every
// input many times, or compare what other tests cover.
func RoundsTo(short, inLong int) int {
	if long {
		return inLong
	}
	return Rounds(short)
}

// AtLeast scales a count that a test expects of Rounds(short) inputs to an eighth of them.
func AtLeast(count int) int {
	if long || today {
		return count
	}
	return count / 10
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

// month is the most days that it takes until every row of a slow table was looked at, but for Rare.
const month = 28

// Turn reports whether a run looks at row i of a slow table: at one in 4n, at all with -long. With
// -today it is one in n, other rows every day, and so many that n days see all of them, and a month if n is larger.
func Turn(i, n int) bool {
	if today {
		return long || (i+*day)%min(n, month) == 0
	}
	return long || i%(4*n) == 0
}

// Rare is Turn for tables of which a 28th takes too long for a day: with -today it is one row in n, however large n
// is, and n days see all of them.
func Rare(i, n int) bool {
	if today && !long {
		return (i+*day)%n == 0
	}
	return Turn(i, n)
}

// Slow skips a test that takes seconds, unless -today or -long is set: quicker ones show most of its mistakes.
func Slow(t interface{ Skip(args ...any) }) {
	if !today && !long {
		t.Skip("slow: -today and -long run it")
	}
}

// Await skips a test that takes seconds, unless it is the turn of row i, see Turn.
func Await(t interface{ Skip(args ...any) }, i, n int) {
	if !Turn(i, n) {
		t.Skip("another run's turn: -today takes it within a month, -long always")
	}
}
