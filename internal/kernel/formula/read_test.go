package formula_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"krein/internal/kernel/formula"
	"krein/internal/kernel/kerneltest"
	"krein/internal/kernel/language"
	_ "krein/internal/testlong"
)

// TestPrintedFormulas: what a tree without names prints is read back, to the tree that the language reads.
func TestPrintedFormulas(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		e := formula.Opened(kerneltest.Expr(4, formula.Variable()).Draw(t, "e"))
		read, err := formula.Read(e.String(), nil)
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
		"gaussian(1)", "ntk", "u", "theta", "let a = 1; a", "pow(z, 2)", "ln(z)", "z**2", "z²", "z·z", "(z)_+", "π",
		"1_000", "0x10", "+z", ".5", "2.", "1E5", "sin(1,)", "sin 1", "z 2", "p", "1 ? 2 : 3", "z < 1 ? 2",
		"z < 1 ? z < 2 : 3", "-(z < 1) ? 1 : 2", "z < 1", "(z < 1) + 1",
		"min(1)", "besselk(z < 1 ? 1 : 2, z)", "z<1 && z ? 1 : 2", "1e9999999999999999999", "z\xff", "e5", "1e", "z^", "a",
		"z < 1 and z < 2 ? 1 : 0", "not (z < 1) ? 1 : 0", "tau", "z ≤ 1 ? 1 : 0",
		"", "1 +", "exp", "exp()", "besselj(z, 1)", "(z", "z)", "1e2000", "1..2", "2z", "z == 1", "z < 1 < 2 ? 1 : 0",
		"!z ? 1 : 2", "sin(1, 2)", "foo(z)", "z # 1",
	} {
		_, err := formula.Read(text, nil)
		assert.NotNil(t, err, text)
	}
	e, err := formula.Read("2*a", map[string]*formula.Expr{"a": formula.Int(3)})
	require.Nil(t, err)
	assert.Equal(t, "6", e.String())
}

// TestReadLimits: a text that is long, or deep, or makes a large tree is an error, and soon.
func TestReadLimits(t *testing.T) {
	for _, text := range []string{
		strings.Repeat(" ", 20_001) + "z", strings.Repeat("(", 2001) + "z" + strings.Repeat(")", 2001),
		strings.Repeat("-", 2001) + "z", strings.Repeat("2^", 2001) + "z",
		"1e1001", "1e-1001",
	} {
		_, err := formula.Read(text, nil)
		assert.Error(t, err, text[:6])
	}
	large := formula.Variable()
	for range 14 {
		large = formula.Add(large, large)
	}
	_, err := formula.Read(strings.Repeat("a*", 6)+"a", map[string]*formula.Expr{"a": large})
	assert.Error(t, err, "a tree of more than 100 000 nodes")
	for _, text := range []string{strings.Repeat("(", 900) + "z" + strings.Repeat(")", 900),
		strings.Repeat("z + ", 4000) + "z", "1e1000 + 1e-1000",
		strings.Repeat("z < 1 ? ", 1200) + "z" + strings.Repeat(" : z", 1200)} {
		_, err := formula.Read(text, nil)
		assert.NoError(t, err, text[:6])
	}
}
