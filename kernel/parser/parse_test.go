package parser_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/internal/kernel/grammar"
	"krein/kernel/parser"
)

func TestFormulaErrors(t *testing.T) {
	for _, c := range []struct {
		formula string
		column  int
		words   string
	}{
		{"", 1, "empty"},
		{" \t\n", 1, "empty"},
		{"1/0", 2, "division by zero"},
		{"z + 1/(2-2)", 6, "division by zero"},
		{"exp(-z) + log(-1)", 11, "log(-1) is undefined"},
		{"exp(-z)/(gamma(1/2)^2 - pi)", 8, "has no value"},
		{"exp(-z)*max(1, gamma(sqrt(2) - sqrt(2)))", 16, "gamma(sqrt(2) - sqrt(2)) has no value"},
		{"exp(-z)*(tan(pi/2) > 0 ? 1 : 2)", 10, "tan(pi/2) has no value"},
		{"0^-1", 2, "infinite"},
		{"(-8)^(1/3)", 5, "undefined"},
		{"9^9^9^9", 4, "too large"},
		{"2^9999999999*z", 2, "too large"},
		{"1e999999999", 1, "exponent"},
		{"z + 1e-99999999999999999999", 5, "exponent"},
		{"gausian(1)", 1, "did you mean gaussian"},
		{"exp(-r)", 6, "did you mean z"},
		{"arcosh(z)", 1, "did you mean acos"},
		{"TL1(2)", 1, "1-norm"},
		{"White(1)*2", 1, "a value of its own at 0"},
		{"exp(-z) + nugget", 11, "a value of its own at 0"},
		{"z + foo", 5, `unknown name "foo"`},
		{"exp", 1, "is a function"},
		{"exp()", 1, "takes 1 argument, not 0"},
		{"2*exp(z, 2)", 3, "takes 1 argument, not 2"},
		{"min(z)", 1, "at least 2 arguments"},
		{"besselj(z)", 1, "2 arguments"},
		{"besselj(z, 1)", 9, "order of besselj must be a constant"},
		{"gaussian(z)", 10, "constants"},
		{"gaussian()", 1, "needs the parameter tau"},
		{"1 + gaussian(-1)", 5, "parameter tau = -1 is out of range: tau > 0"},
		{"gaussian(1, 2)", 1, "1 parameter"},
		{"wendland(5/2, 1)", 1, "parameter d must be an integer"},
		{"wendland(3, 21)", 1, "parameter k = 21 is out of range"},
		{"matern(0)", 1, "parameter nu = 0"},
		{"polynomial(1/2, 3/2)", 1, "q >= 1 unless p is an integer"},
		{"spherical_polynomial(1, 2)", 1, "a >= 2"},
		{"z < 1", 3, "not a condition"},
		{"(z < 1) + 2", 4, "not a condition"},
		{"z ? 1 : 2", 1, "condition such as"},
		{"z < 1 && z ? 1 : 2", 10, "condition such as"},
		{"!z < 1 ? 1 : 2", 1, "parentheses"},
		{"1 < z < 2 ? 1 : 0", 7, "chained"},
		{"0 <= z < 1 < 2 ? 1 : 0", 12, "chained"},
		{"z == 1 == 2 ? 1 : 0", 3, "not a condition"},
		{"(z < 1) < 2 ? 1 : 0", 4, "not a condition"},
		{"z < 1 ? 1 :: 2", 12, "unexpected"},
		{"z <* 2", 4, "unexpected"},
		{"z and", 6, "too early"},
		{"z not 1", 3, "unexpected"},
		{"foo +", 1, "unknown name"}, // of two mistakes the first
		{"z < 1 ?: 2", 3, "missing between ? and :"},
		{"z < 1 ? 2", 10, "too early"},
		{"z +", 4, "too early"},
		{"z + * 2", 5, "unexpected"},
		{"2z", 1, "2*z"},
		{"2 z", 3, "operator is missing"},
		{"z(2)", 1, "not a function"},
		{"2(z+1)", 2, "operator is missing"},
		{"(z", 1, "never closed"},
		{"z + ((1)", 5, "never closed"},
		{"z)", 2, "no matching ("},
		{"z = 1 ? 1 : 2", 3, "=="},
		{"z & 1", 3, "&&"},
		{"z | 1", 3, "||"},
		{"z % 2", 3, `"%" is not part of a formula`},
		{"[z]", 1, "group with"},
		{"z.x", 2, "not part of a formula"},
		{"z?.x", 2, "not part of a formula"},
		{"z ?? 1", 3, "not part of a formula"},
		{"1..2", 1, "bad number"},
		{"1.2.3", 1, "bad number"},
		{"1__0", 1, "bad number"},
		{"1_", 1, "bad number"},
		{"0xZ", 1, "bad number"},
		{"'z'", 1, "not part of a formula"},
		{"z // comment", 3, "comments"},
		{"let a = 1", 10, "a ; is missing after the value of a"},
		{"let a = 1; let a = 2; a", 16, "a has a value already"},
		{"let z = 1; z", 5, "taken"}, {"let 2 = 1; z", 5, "let wants a name"}, {"let a 1; a", 7, "let a = …;"},
		{"z + let a = 1; a", 5, "unknown name"}, {"z = 1", 3, "write =="}, {"z; 1", 2, "unexpected"},
		{"if z < 1 { 1 } else { 0 }", 1, "condition ? a : b"},
		{"true ? 1 : 0", 1, "comparison"},
		{"z in z", 3, "not part of a formula"},
		{"len(z)", 1, `unknown function "len"`},
		{"map(z, z)", 1, `unknown function "map"`},
		{"sum(z)", 1, `unknown function "sum"`},
		{"z + u", 5, "not both"},
		{"u*z", 3, "not both"},
		{"z — 1", 3, "minus sign"},
		{"z²^3", 3, "parentheses"}, {"z⁻", 2, "no exponent"}, {"z²⁻¹", 2, "no exponent"}, {"z² ³", 4, "parentheses"},
		{"²", 1, "unexpected"}, {"z₊", 2, "unexpected"}, {"(z<1)₊", 3, "not a condition"},
		{"|z|", 1, "abs"}, {"√z²", 1, "sqrt"}, {"theta + z", 9, "not both"}, {"sinc(z)", 6, "sin(x)/x"},
		{"legendre(2, u)", 1, "3*u^2"}, {"gaussian(z)", 10, "already"}, {"exp(-z/l)", 8, "--param l=1"},
		{"sign(z, 1)", 1, "1 argument"}, {"pow(z)", 1, "2 argument"},
		{"τ + z", 1, "unknown name"},
		{"αβγ + 1/0", 1, "unknown name"},
		{"π + 1/0", 6, "division by zero"},
		{"z\xff", 2, "UTF-8"},
		{"sqrt(4 - z^2)", 1, "undefined at z = 2.2"},
		{"1 + acos(z^2/2-1)/pi", 5, "acos of a number outside"},
		{"(-2)^z", 5, "negative number"},
		{"1/(z - z)", 2, "division by zero"},
		{"gamma(0)*z", 1, "undefined"},
		{"z, z", 2, "unexpected"},
		{"log(-1-z)", 1, "logarithm"},
	} {
		_, err := parser.Parse(c.formula, nil)
		var fe *grammar.Error
		if !assert.True(t, errors.As(err, &fe), "%q: %v", c.formula, err) {
			continue
		}
		assert.Equal(t, c.column, fe.Column, "%q: %v", c.formula, err)
		assert.Contains(t, fe.Msg, c.words, "%q", c.formula)
	}
}

// hostile are formulas made to exhaust a parser.
func hostile() map[string]string {
	n := 100000
	return map[string]string{
		"parentheses":          strings.Repeat("(", n) + "z" + strings.Repeat(")", n),
		"open parentheses":     strings.Repeat("(", n),
		"deep but allowed":     strings.Repeat("(", 199) + "1/0" + strings.Repeat(")", 199),
		"digits":               strings.Repeat("7", 1000000),
		"digits and a point":   "0." + strings.Repeat("7", 40000),
		"zeros":                "1e" + strings.Repeat("0", 40000) + "9",
		"minus signs":          strings.Repeat("-", 49000) + "y",
		"not signs":            strings.Repeat("!", 49000) + "(z<1)",
		"powers":               "z" + strings.Repeat("^z", 20000),
		"power tower":          "9" + strings.Repeat("^9", 3000),
		"sum":                  "1" + strings.Repeat("+sin(1)", 6000),
		"sum of products":      "z" + strings.Repeat("+z*z", 10000),
		"conditions":           strings.Repeat("z<1?", 9000),
		"nested conditions":    strings.Repeat("z<1?1:", 8000) + "q",
		"nested functions":     strings.Repeat("exp(", 190) + "1" + strings.Repeat(")", 190),
		"commas":               "min(z" + strings.Repeat(",z", 20000) + ")",
		"operators":            strings.Repeat("+*/", 10000),
		"letters":              strings.Repeat("a", 49000),
		"chains":               strings.Repeat("(1<(", 90) + "z" + strings.Repeat(")<3?1:0)", 90),
		"doubling":             "1" + strings.Repeat("*1e1000", 100),
		"repeated squares":     strings.Repeat("(", 100) + "1.0000001" + strings.Repeat("^2)", 100),
		"big polynomials":      "abs((z^99+1)^99*(z^99-2)^99*(z+1/3)^99)/0",
		"many small functions": strings.Repeat("wendland(200,20)+", 2000) + "1",
		"invalid":              strings.Repeat("\xff", 200000),
		"wide runes":           strings.Repeat("𝔷", 60000),
	}
}

func TestHostileFormulas(t *testing.T) {
	for name, f := range hostile() {
		start := time.Now()
		k, err := parser.Parse(f, nil)
		took := time.Since(start)
		var fe *grammar.Error
		require.True(t, errors.As(err, &fe), "%s: %v %v", name, k, err)
		require.LessOrEqual(t, len(fe.Msg), 400, name)
		assert.Less(t, took, time.Minute, "%s: it takes milliseconds, and no budget ends it", name)
	}
}

func TestParams(t *testing.T) {
	k, err := parser.Parse("exp(-z^2/(2*tau^2)) + c", &parser.Options{Params: map[string]string{"tau": "10", "c": "1/3"}})
	require.NoError(t, err)
	assert.Equal(t, "exp(-z^2/200) + 1/3", k.Formula())

	k, err = parser.Parse("z < r0 ? matern(nu, l) : 0",
		&parser.Options{Params: map[string]string{"r0": "sqrt(2)", "nu": "5/2", "l": "0.1"}})
	require.NoError(t, err)
	assert.Equal(t, "z < sqrt(2) ? matern(5/2, 1/10) : 0", k.Formula())

	k, err = parser.Parse("exp(-z/τ)", &parser.Options{Params: map[string]string{"τ": "2"}})
	require.NoError(t, err)
	assert.Equal(t, "exp(-z/2)", k.Formula())

	for _, c := range []struct {
		formula string
		params  map[string]string
		words   string
	}{
		{"exp(-z)", map[string]string{"tau": "1"}, "parameter tau is given but does not occur"},
		{"exp(-z/tau)", nil, "unknown name \"tau\""},
		{"exp(-z/tau)", map[string]string{"tau": "z"}, "must be constant"},
		{"exp(-z/tau)", map[string]string{"tau": "1/0"}, "division by zero"},
		{"exp(-z/tau)", map[string]string{"tau": ""}, "empty"},
		{"exp(-z/tau)", map[string]string{"tau": "1 < 2"}, "not a condition"},
		{"exp(-z/tau)", map[string]string{"tau": "0"}, "division by zero"},
		{"exp(-z)", map[string]string{"z": "1"}, "taken"},
		{"exp(-z)", map[string]string{"exp": "1"}, "does not occur"},
		{"exp(-gamma*z)", nil, "as in --param gamma=1"},
		{"exp(-z)", map[string]string{"ntk": "1"}, "taken"},
		{"exp(-z)", map[string]string{"in": "1"}, "taken"},
		{"exp(-z)", map[string]string{"a b": "1"}, "letters, digits"},
		{"exp(-z)", map[string]string{"": "1"}, "letters, digits"},
		{"tau(z)", map[string]string{"tau": "1"}, "not a function"},
		{"p" + strings.Repeat("+p", 4000), map[string]string{"p": "sin(1)" + strings.Repeat("+sin(1)", 1000)}, "too large"},
	} {
		_, err := parser.Parse(c.formula, &parser.Options{Params: c.params})
		var fe *grammar.Error
		require.True(t, errors.As(err, &fe), "%s %v: %v", c.formula, c.params, err)
		assert.Contains(t, fe.Msg, c.words, c.formula)
	}
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{"exp(-z^2/2)", "z<1?(1-z)^4*(4*z+1):0", "u^3", "2*gaussian(1)-matern(3/2,2)", "ntk",
		"9^9^9^9", "1/0", "", "((((z",
		"1e999999999", "besselj(0, z)", "max(0, 1 - abs(z-1))", "!(z<1)&&z>2?1:0", "-z^-2", "0x1F+.5e-3", "log(z)",
		"wendland(200,20)", "." + strings.Repeat("7", 1234), "z/1" + strings.Repeat("0", 1500)} {
		f.Add(s)
	}
	for _, s := range hostile() {
		f.Add(s[:min(len(s), 3000)])
	}
	f.Fuzz(func(t *testing.T, s string) {
		start := time.Now()
		k, err := parser.Parse(s, nil)
		if d := time.Since(start); d > 2*time.Second {
			t.Fatalf("%v for %q", d, s)
		}
		if err != nil {
			var fe *grammar.Error
			if !errors.As(err, &fe) || fe.Column < 1 || fe.Column > len([]rune(s))+1 {
				t.Fatalf("%q: %v", s, err)
			}
			return
		}
		text := k.Formula()
		again, err := parser.Parse(text, nil)
		if err != nil {
			t.Fatalf("%q printed as %q: %v", s, text, err)
		}
		if !again.FormulaExpr().Equal(k.FormulaExpr()) || again.BeyondString() != k.BeyondString() {
			t.Fatalf("%q printed as %q is read as %q", s, text, again)
		}
		k.At(0.5)
		if pieces, err := k.Pieces(); err == nil && len(pieces) == 0 {
			t.Fatal("no pieces")
		}
	})
}

// TestLargeIsNotUndefined: values that balls do not hold are none where a formula is undefined.
func TestLargeIsNotUndefined(t *testing.T) {
	for _, f := range []string{"besselk(1e6,z)*z^1e6", "besselk(1e5,z+1)*(z+1)^1e5", "(1+z)^1e9*(1+z)^(-1e9-1)", "z^1e6*exp(-z)",
		"1/(1+z^1e6)", "z^(-1e7)*exp(-1/z)", "exp(exp(exp(z)))*exp(-exp(exp(z))-z)", "cosh(1e9*z)/cosh(2e9*z)", "gamma(z+1)*z^(-z)"} {
		_, err := parser.Parse(f, nil)
		assert.NoError(t, err, f)
	}
	for f, words := range map[string]string{"z^1e6*exp(-z)+log(-1-z)": "logarithm", "z^1e6+0/(z-z)": "division by zero",
		"z^1e6*sqrt(-z)": "square root"} {
		_, err := parser.Parse(f, nil)
		assert.ErrorContains(t, err, words, f)
	}
}
