package architecture

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// mostColumns is how wide a line of Go may be, a tab counting as one column.
const mostColumns = 120

// TestWidth holds all lines narrow, but those of raw strings of several lines: they are texts as others read them.
func TestWidth(t *testing.T) {
	files := 0
	require.NoError(t, filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			if name := d.Name(); err == nil && path != root && (name == "testdata" || name == "shared" || name[0] == '.') {
				return fs.SkipDir
			}
			return err
		}
		if filepath.Ext(path) != ".go" {
			return nil
		}
		text, err := os.ReadFile(path)
		require.NoError(t, err)
		files++
		for _, line := range wide(t, string(text)) {
			assert.Fail(t, "a wide line", "%s:%d", path, line)
		}
		return nil
	}))
	assert.Greater(t, files, 1000)
}

// wide returns the numbers of the lines that are too wide.
func wide(t *testing.T, text string) (numbers []int) {
	t.Helper()
	set := token.NewFileSet()
	f, err := parser.ParseFile(set, "", text, parser.ParseComments)
	require.NoError(t, err)
	quoted := map[int]bool{}
	ast.Inspect(f, func(n ast.Node) bool {
		if lit, ok := n.(*ast.BasicLit); ok {
			first, last := set.Position(lit.Pos()).Line, set.Position(lit.End()).Line
			for line := first; first < last && line <= last; line++ {
				quoted[line] = true
			}
		}
		return true
	})
	for i, line := range strings.Split(text, "\n") {
		if utf8.RuneCountInString(line) > mostColumns && !quoted[i+1] {
			numbers = append(numbers, i+1)
		}
	}
	return numbers
}

func TestWide(t *testing.T) {
	long := strings.Repeat("é", mostColumns)
	text := "package p\n\n//" + long[:2*(mostColumns-2)] + "\n//" + long[:2*(mostColumns-1)] +
		"\n\nvar a = \"" + long + "\"\n\nvar b = `" + long + "`\n\nvar c = `" + long + "\n" + long + "`\n"
	assert.Equal(t, []int{4, 6, 8}, wide(t, text))
}
