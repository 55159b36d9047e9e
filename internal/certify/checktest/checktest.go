// Package checktest has what the tests of the checker's packages share.
package checktest

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"krein/internal/certify/check/rule"
	"krein/internal/kernel/constant"
	"krein/internal/kernel/piecewise"
	"krein/kernel"
	"krein/kernel/parser"
)

// Parsed is the kernel of a formula.
func Parsed(t *testing.T, formula string) *kernel.Kernel {
	t.Helper()
	k, err := parser.Parse(formula, nil)
	require.NoError(t, err, formula)
	return k
}

// Outcome is what a check comes to.
type Outcome int8

// What the Checker says of a step: its verdicts.
const (
	Accepted Outcome = iota
	Rejected
	Undecided
)

// OutcomeOf is what the error of a step says.
func OutcomeOf(t *testing.T, err error) Outcome {
	t.Helper()
	var r *rule.RejectedError
	var i *rule.IncompleteError
	switch {
	case err == nil:
		return Accepted
	case errors.As(err, &r):
		return Rejected
	case errors.As(err, &i):
		return Undecided
	}
	t.Fatalf("an error of another kind: %v", err)
	return 0
}

// Constant is the constant of a formula.
func Constant(t *testing.T, text string) constant.Value {
	t.Helper()
	c, err := constant.Parse(text)
	require.NoError(t, err, text)
	return c
}

// Unwritten is log 2 − γ, which no formula says.
func Unwritten(t *testing.T) constant.Value {
	at, err := Parsed(t, "besselk(0,z)+log(z)").ExactAt(piecewise.Origin(), true, 1)
	require.NoError(t, err)
	euler, ok := at.Limit()
	require.True(t, ok)
	_, ok = euler.Expr()
	require.False(t, ok, "%s", euler)
	return euler
}

// Constants about which the checker cannot tell what is known.
const (
	Unsigned = "(sin(1e-700)-1e-700)"          // its sign: it is −10^(−2100)/6
	Unread   = "(1e-700-sin(1e-700))^(1/10^9)" // whether it has a value
	Positive = "(1e-700-sin(1e-700))"          // its sign, again: it is 10^(−2100)/6
)
