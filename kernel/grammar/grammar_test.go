package grammar_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	_ "krein/internal/testlong"
	"krein/kernel/formula"
	"krein/kernel/grammar"
	"krein/kernel/internal/kerneltest"
	"krein/kernel/language"
)

// TestPrintedFormulas: what a tree without names prints is read back, to the tree that the language reads.
func TestPrintedFormulas(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		e := formula.Opened(kerneltest.Expr(4, formula.Variable()).Draw(t, "e"))
		read, err := grammar.Read(e.String(), nil)
		if err != nil {
			if len(e.String()) < 1000 {
				t.Fatalf("%s: %v", e, err)
			}
			return
		}
		if !read.Equal(e) {
			t.Fatalf("%s is read as %s", e, read)
		}
		if same, _, err := language.Read(e.String(), nil); err == nil && !same.Equal(read) {
			t.Fatalf("the language reads %s as %s", read, same)
		}
	})
}

// TestNotPrinted: names and spellings that formulas are not printed with mean nothing to proofs.
func TestNotPrinted(t *testing.T) {
	for _, text := range []string{
		"gaussian(1)", "ntk", "u", "theta", "let a = 1; a", "pow(z, 2)", "ln(z)", "z**2", "z²", "z·z", "(z)_+", "π", "1_000", "0x10",
		"z < 1 and z < 2 ? 1 : 0", "not (z < 1) ? 1 : 0", "tau", "z ≤ 1 ? 1 : 0",
		"", "1 +", "exp", "exp()", "besselj(z, 1)", "(z", "z)", "1e2000", "1..2", "2z", "z == 1", "z < 1 < 2 ? 1 : 0", "!z ? 1 : 2", "sin(1, 2)", "foo(z)", "z # 1",
	} {
		_, err := grammar.Read(text, nil)
		assert.NotNil(t, err, text)
	}
	e, err := grammar.Read("2*a", map[string]*formula.Expr{"a": formula.Int(3)})
	require.Nil(t, err)
	assert.Equal(t, "6", e.String())
}
