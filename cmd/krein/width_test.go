package main

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/cmd/krein/internal/terminal"
	"krein/internal/testlong"
)

// Text fits into the terminal that has the least width, but for commands, which are copied.
func TestWidth(t *testing.T) {
	t.Parallel()
	testlong.Slow(t)
	file := filepath.Join(t.TempDir(), "table.json")
	ok(t, "", "decompose", "exp(-z)-exp(-2*z)", "--dim", "3", "-o", file)
	for _, args := range [][]string{
		{"certify", "exp(-z^2/2) - exp(-z^2/200)", "--dim", "16"},
		{"certify", "abs(z-1)^3", "--dim", "9", "--explain"},
		{"certify", "exp(-z^2/8)*(1 + sinh(t/5))", "--param", "t=ones", "--dim", "8", "--explain"},
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
		"matern(nu=3/2, l=1)": "arguments have an order in place of names",
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

// Tables fit into a terminal that is narrow, and have what those in a wide one have, in its order.
func TestTablesFit(t *testing.T) {
	data := dataFile(t, 60, 5)
	for _, args := range testlong.Some([][]string{
		{"decompose", "gaussian(1) - 1/2*gaussian(3)", "--dim", "5"},
		{"compare", "gaussian(1) - 1/2*gaussian(3)", "--dim", "5", "--error", "0.05"},
		{"decompose", "1-z^2/4", "--dim", "6", "--minimal", "--radius", "2", "--bias", "1e-1,1e-2", "--data", data,
			"--scale", "sphere"},
		{"evaluate", "gaussian(1)", "--data", data, "--columns", "8,16", "--runs", "2"},
		{"compare", "exp(-x1^2)*(1 + sin(x1))", "--dim", "1", "--columns", "6"},
	}, 2) {
		t.Setenv("COLUMNS", "")
		wide := tableOf(t, ok(t, "", args...))
		t.Setenv("COLUMNS", "80")
		narrow := tableOf(t, ok(t, "", args...))
		assert.Greater(t, widest(wide), 80, "%v", args)
		assert.LessOrEqual(t, widest(narrow), 80, "%v", args)
		was, is := strings.Fields(wide), strings.Fields(narrow)
		if args[0] == "evaluate" { // times differ
			assert.Len(t, is, len(was), "%v", args)
		} else {
			assert.Equal(t, was, is, "%v", args)
		}
	}
}

// tableOf is the table of a text, without its rule: the lines around it, up to empty ones.
func tableOf(t *testing.T, text string) string {
	t.Helper()
	before, after, found := strings.Cut(text, "──")
	require.True(t, found, text)
	head := before[strings.LastIndex(before, "\n\n")+2:]
	rows, _, _ := strings.Cut(after, "\n\n")
	return head + strings.TrimLeft(rows, "─")
}

// widest is the length of the longest line.
func widest(text string) (n int) {
	for line := range strings.Lines(text) {
		n = max(n, len([]rune(strings.TrimSuffix(line, "\n"))))
	}
	return n
}
