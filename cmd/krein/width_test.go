package main

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"krein/cmd/krein/internal/terminal"
)

// Text fits into the terminal that has the least width, but for commands, which are copied.
func TestWidth(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "table.json")
	ok(t, "", "decompose", "exp(-z)-exp(-2*z)", "--dim", "3", "-o", file)
	for _, args := range [][]string{
		{"certify", "exp(-z^2/2) - exp(-z^2/200)", "--dim", "16"},
		{"certify", "abs(z-1)^3", "--dim", "9", "--explain"},
		{"certify", "exp(-z^2/8)*(1 + sinh(t/5))", "--axis", "ones", "--dim", "8", "--explain"},
		{"kernels"},
		{"kernels", "matern"},
		{"plan", "gaussian(1)", "--dim", "2", "--error", "0.1"},
		{"table", "check", file},
	} {
		for line := range strings.Lines(ok(t, "", args...)) {
			if strings.HasPrefix(line, "    krein ") {
				continue
			}
			assert.LessOrEqual(t, len([]rune(strings.TrimSuffix(line, "\n"))), terminal.Width, "%v: %s", args, line)
		}
	}
}

// What other languages and copied text bring along is said.
func TestAdvice(t *testing.T) {
	t.Parallel()
	for formula, want := range map[string]string{
		"matern(nu=3/2, l=1)": "arguments have no names here",
		"matern(nu == 3/2)":   `unknown name "nu"`,
		"“exp(-z)”":           "leave the quotation mark out",
		"z∕2":                 "write / to divide",
		"exp(-z)\u200b":       "it is invisible",
		"exp(":                "column",
	} {
		msg := bad(t, "", "certify", formula, "--dim", "2")
		assert.Contains(t, msg, want)
		assert.Equal(t, strings.Contains(want, "no names"), strings.Contains(msg, "no names"), msg)
	}
}

// −0 is 0 in a sentence.
func TestMinusZero(t *testing.T) {
	t.Parallel()
	assert.Contains(t, ok(t, "", "certify", "--dim", "2", "--", "-(1-exp(-z))"), "k(0) = 0")
}
