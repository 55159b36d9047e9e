package terminal

import (
	"io"
	"strings"
	"testing"

	"github.com/jedib0t/go-pretty/v6/table"
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
		`invalid argument "x y" for "-n, --count" flag: strconv.ParseInt: ` +
			`parsing "x y": invalid syntax`: `-n, --count "x y": want a whole number`,
		`invalid argument "1e999" for "--tol" flag: strconv.ParseFloat: ` +
			`parsing "1e999": value out of range`: `--tol "1e999" is out of range`,
		`invalid argument "x" for "--timeout" flag: time: ` +
			`invalid duration "x"`: `--timeout "x": want a time such as 30s or 2m`,
		"accepts 2 arg(s), received 1":         "want 2 arguments, not 1 (see --help)",
		"decompose: learn: 5 folds (line: no)": "5 folds (no)",
	} {
		assert.Equal(t, want, Plain(message))
	}
	assert.Equal(t, "1 row", Count(1, "row"))
	assert.Equal(t, "0 rows", Count(0, "row"))
}

// A table is stacked where it is too wide, with numbers to the right, and as it is elsewhere.
func TestTableFor(t *testing.T) {
	made := NewTable("name", "count", "‖K‖", "remark")
	made.AppendRow(table.Row{"first", 1, "0.5", "of all"})
	made.AppendRow(table.Row{"2nd", 10, "∞"})
	wide := "name   count  ‖K‖  remark\n" + "─────────────────────────"
	for _, width := range []string{"", "no", "-3", "27", "300"} {
		t.Setenv("COLUMNS", width)
		got := made.For(&Output{Writer: io.Discard})
		assert.Equal(t, made.Render(), got, width)
		assert.True(t, strings.HasPrefix(got, wide), got)
	}
	for width, want := range map[string]string{
		"24": "name   count  ‖K‖\n    remark\n─────────────────\nfirst      1  0.5\n    of all\n2nd       10  ∞\n",
		"12": "name   count\n    ‖K‖\n    remark\n────────────\nfirst      1\n    0.5\n    of all\n2nd       10\n    ∞\n",
		"1": "name\n    count\n    ‖K‖\n    remark\n──────────\nfirst\n        1\n    0.5\n" +
			"    of all\n2nd\n       10\n    ∞\n",
	} {
		t.Setenv("COLUMNS", width)
		assert.Equal(t, want, made.For(io.Discard)+"\n", width)
	}
}
