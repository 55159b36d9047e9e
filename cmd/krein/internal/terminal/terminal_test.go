package terminal

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestPlain(t *testing.T) {
	for in, want := range map[string]string{
		"decompose: x":                   "x",
		"t.json: decompose: file: bad":   "t.json: file: bad",
		"why: density: no (hankel: a b)": "why: no (a b)",
		"precertify: x":                  "precertify: x",
		"":                               "",
	} {
		assert.Equal(t, want, Plain(in))
	}
}

// Messages of other packages are put into words of the command line.
func TestWords(t *testing.T) {
	for message, want := range map[string]string{
		`required flag(s) "dim", "kernel" not set`:                                                           "missing: --dim, --kernel (see --help)",
		`invalid argument "x y" for "-n, --count" flag: strconv.ParseInt: parsing "x y": invalid syntax`:     `-n, --count "x y": want a whole number`,
		`invalid argument "1e999" for "--tol" flag: strconv.ParseFloat: parsing "1e999": value out of range`: `--tol "1e999" is out of range`,
		`invalid argument "x" for "--timeout" flag: time: invalid duration "x"`:                              `--timeout "x": want a time such as 30s or 2m`,
		"accepts 2 arg(s), received 1":                                                                       "want 2 arguments, not 1 (see --help)",
		"cannot write /a/b: open /a/.b.tmp-12: no such file or directory":                                    "cannot write /a/b: no such file or directory",
		"decompose: learn: 5 folds (line: no)":                                                               "5 folds (no)",
	} {
		assert.Equal(t, want, Plain(message))
	}
	assert.Equal(t, "1 row", Count(1, "row"))
	assert.Equal(t, "0 rows", Count(0, "row"))
}
