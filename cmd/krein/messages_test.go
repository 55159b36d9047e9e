package main

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"krein/cmd/krein/internal/input"
)

// TestNoPackageNames: errors of the library are shown without the names of its packages.
func TestNoPackageNames(t *testing.T) {
	t.Parallel()
	for _, args := range [][]string{
		{"decompose", "exp(-z)", "--dim", "3", "--minimal", "--radius", "2", "--bias", "1e-13"},
		{"decompose", "z < 1 ? 1 : 0", "--dim", "3", "--sphere"},
		{"table", "inspect", fileWith(t, "t.json", "{}")},
	} {
		assert.NotRegexp(t, `(decompose|density|mass|sign|hankel|features): `, bad(t, "", args...))
	}
}

// What would take all memory is refused with the amount.
func TestMemoryLimit(t *testing.T) {
	data := dataFile(t, 5, 2)
	for _, args := range [][]string{
		{"features", "gaussian(1)", "--data", data, "-o", "-", "--columns", "1000000000000"},
		{"features", "gaussian(1)", "--data", data, "-o", "-", "--columns", "9223372036854775807"},
		{"evaluate", "gaussian(1)", "--data", data, "--columns", "32,1000000000000"},
	} {
		msg := bad(t, "", args...)
		assert.Contains(t, msg, "GiB of memory, more than the limit of 4 GiB")
	}
	assert.Contains(t, bad(t, "", "features", "gaussian(1)", "--data", data, "-o", "-", "--columns", "-1"), "want at least 1")
	assert.Equal(t, 4096, input.BlockRows(100))
	assert.Equal(t, 1, input.BlockRows(1<<40))
}

// A bias that float64 cannot have is refused at once, for the right reason.
func TestBiasOutOfReach(t *testing.T) {
	t.Parallel()
	msg := bad(t, "", "decompose", "1 - z^2/4", "--dim", "16", "--minimal", "--radius", "2", "--bias", "1e-13")
	assert.Contains(t, msg, "out of reach")
	assert.Contains(t, msg, "ask for 2e-12 or more")
}

// Ctrl-C ends a search at once.
func TestInterruptSearch(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("starts a process")
	}
	interruptComputing(t, "exp(-z)*cos(3*z)", 400*time.Millisecond,
		"decompose", "-", "--dim", "3", "--minimal", "--radius", "5", "-o", "t.json")
}
