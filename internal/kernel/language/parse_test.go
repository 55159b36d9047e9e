package language_test

import (
	"math/big"
	"strings"
	"testing"
	"unicode"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"krein/ball"
	"krein/internal/kernel/eval"
	"krein/internal/kernel/formula"
	"krein/internal/kernel/kerneltest"
	"krein/internal/kernel/language"
	_ "krein/internal/testlong" // fixes the seed
)

func TestNumbersAreExact(t *testing.T) {
	for text, want := range map[string]string{
		"0.1": "1/10", ".5": "1/2", "5.": "5", "1e-3": "1/1000", "1E3": "1000", "1.25e+2": "125", "007": "7", "0": "0",
		"1_000_000": "1000000", "0.000_1": "1/10000", "0x1F": "31", "0b101": "5", "0o17": "15",
		"12345678901234567890123": "12345678901234567890123",
		"0.30000000000000000001":  "30000000000000000001/100000000000000000000",
		"1e300":                   "1" + strings.Repeat("0", 300), "0.1 + 0.2": "3/10", "2^-1": "1/2", "1/3 + 1/6": "1/2",
		"(2/3)^-3": "27/8", "8^(1/3)": "2", "sqrt(9/4)": "3/2", "0^0": "1", "-2^2": "-4", "2^3^2": "512", "10 - 2 - 3": "5",
		"16/4/2": "2",
		"2*-3":   "-6", "1 < 2 ? 3 : 4": "3", "min(3, 1, 2)": "1", "abs(-2/3)": "2/3", "--2": "2", "2**3": "8", "4^0.5": "2",
		"exp(0) + log(1) + cos(0)*tan(0)": "1", "e^0": "1", "acos(1)": "0",
	} {
		k := kerneltest.Read(t, text)
		w, _ := new(big.Rat).SetString(want)
		require.NotNil(t, k.Num(), text)
		assert.Zero(t, k.Num().Cmp(w), "%s = %s", text, k.Num())
	}
}

// TestPrecedence compares each formula with a fully parenthesised reading of it.
func TestPrecedence(t *testing.T) {
	for formula, want := range map[string]string{
		"-z^2":                         "-(z^2)",
		"2^-z^2":                       "2^(-(z^2))",
		"z^2^z":                        "z^(2^z)",
		"z**2**z":                      "z^(2^z)",
		"2^-z*3":                       "(2^(-z))*3",
		"-z*2":                         "(-z)*2",
		"z/2/z":                        "(z/2)/z",
		"z - 1 - 2":                    "(z - 1) - 2",
		"z + 2*z^3":                    "z + (2*(z^3))",
		"z<1 || z>2 && z<3 ? 1 : 0":    "(z<1) || ((z>2) && (z<3)) ? 1 : 0",
		"z < 1 ? 1 : z < 2 ? 2 : 3":    "z < 1 ? 1 : (z < 2 ? 2 : 3)",
		"z < 1 ? z < 1/2 ? 1 : 2 : 3":  "z < 1 ? (z < 1/2 ? 1 : 2) : 3",
		"z + 1 < 2*z ? 1 : 0":          "(z + 1) < (2*z) ? 1 : 0",
		"not (z<1) and z<3 ? 1 : 0":    "(!(z<1)) && (z<3) ? 1 : 0",
		"z<1?.5:0":                     "z < 1 ? 1/2 : 0",
		"z<1 ?1.:0":                    "z < 1 ? 1 : 0",
		" z\n\t+ 1":                    "z+1",
		"+z":                           "z",
		"e^-z":                         "exp(-z)",
		"gaussian(1)*2 - matern(3/2)":  "(gaussian(1)*2) - matern(3/2, 1)",
		"rbf(2)":                       "gaussian(2)",
		"ntk":                          "ntk()",
		"tanh(2, 1)":                   "sigmoid(2, 1)",
		"π*z":                          "pi*z",
		"delta_gaussian(1, 10, 1, -1)": "delta_gaussian(1, 10)",
		"(z)":                          "z",
		"z<1 ? 2 : 3 + z":              "z < 1 ? 2 : (3 + z)",
		"besselj(1/2, z)^2":            "(besselj(1/2, z))^2",
		"1/2*z":                        "(1/2)*z",
		"z*1/2":                        "(z*1)/2",
		"- - z":                        "-(-z)",
		"1e2*z":                        "100*z",
		"e*z":                          "e*z",
		"z<1 && (z>0 || z==3)?1:0":     "z < 1 && (z > 0 || z == 3) ? 1 : 0",
		"besselk(sqrt(2), z + 1)":      "besselk(2^(1/2), z+1)",
		"!!(z<1) ? 1 : 0":              "!(!(z<1)) ? 1 : 0",
		"min(z, 1,)":                   "min(z, 1)",
		"(((z<1))) ? 1 : 0":            "z<1 ? 1 : 0",
	} {
		a, b := kerneltest.Read(t, formula), kerneltest.Read(t, want)
		if strings.HasPrefix(formula, "besselk(sqrt") {
			one := ball.NewReal(1)
			assert.Equal(t, eval.Enclose(nil, a, one, 100).Nearest(), eval.Enclose(nil, b, one, 100).Nearest())
			continue
		}
		assert.True(t, a.Equal(b), "%s was read as %s", formula, a)
	}
}

func TestPrintRoundTrips(t *testing.T) {
	u, _, ferr := language.Read("u", nil)
	require.Nil(t, ferr)
	for _, v := range []*formula.Expr{formula.Variable(), u} {
		rapid.Check(t, func(t *rapid.T) {
			e := kerneltest.Expr(4, v).Draw(t, "e")
			text := e.String()
			got, _, ferr := language.Read(text, nil)
			if ferr != nil {
				// Random constants may be infinite or undefined, which a formula may not be.
				for _, ok := range []string{"undefined", "infinite", "division by zero"} {
					if strings.Contains(ferr.Msg, ok) {
						t.Skip(ferr)
					}
				}
				t.Fatalf("%s: %v", text, ferr)
			}
			if !got.Equal(e) {
				t.Fatalf("%s is read back as %s", text, got)
			}
			for i, r := range text {
				if r != '(' {
					continue
				}
				// Without any one pair of parentheses around an operand it reads differently.
				if i > 0 && (unicode.IsLetter(rune(text[i-1])) || unicode.IsDigit(rune(text[i-1])) || text[i-1] == '!') {
					continue
				}
				depth, end := 0, i
				for j := i; j < len(text); j++ {
					if text[j] == '(' {
						depth++
					} else if text[j] == ')' {
						if depth--; depth == 0 {
							end = j
							break
						}
					}
				}
				bare := text[:i] + " " + text[i+1:end] + " " + text[end+1:]
				if got, _, err := language.Read(bare, nil); err == nil && got.Equal(e) {
					t.Fatalf("%s does not need the parentheses at %d", text, i)
				}
			}
		})
	}
}
