package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// unclear are ways to say things that readers have to translate, with what to write in their place.
var unclear = []struct {
	where   string // of help, messages and pages those where it is unclear
	pattern *regexp.Regexp
	write   string
}{
	{"help messages pages", regexp.MustCompile(`\b(is|are|was|were|be|been) (not )?seen to\b`), "recognised, proved, known"},
	{"help messages pages", regexp.MustCompile(`\bof no use\b`), "useless, unspecified"},
	{"help messages pages", regexp.MustCompile(`\bof which there (is|are) no\b|\bof which nothing\b`), "say who does what"},
	{"help messages pages", regexp.MustCompile(`\b(says|say|tells|tell|told|knows) who\b|\bwho(ever)? asks\b|\b[Ww]hoever\b`), "name the caller or the user"},
	{"help messages pages", regexp.MustCompile(`\b(is|are|was|were) what\b`), "a noun: bound, remainder, candidate"},
	{"help messages pages", regexp.MustCompile(`\bwhat (that|this) comes to\b|\bwhat is (known|proved|said) of\b|\band it is said so\b`), "a noun"},
	{"help messages pages", regexp.MustCompile(`\bat hand\b|\bhas (it|them) made\b`), "given, optional, computed"},
	{"help messages pages", regexp.MustCompile(`\b(a|the|this|first|second|coarse) look\b|\b[Ll]ook(s|ed|ing)? for\b`), "search"},
	{"help messages pages", regexp.MustCompile(`\bbehind\b`), "after"},
	{"help messages pages", regexp.MustCompile(`\bbeside\b`), "besides, next to, with"},
	{"help messages pages", regexp.MustCompile(`\blaws?\b`), "distribution"},
	{"help messages pages", regexp.MustCompile(`\bnothing to tell\b|\btold apart\b`), "the data have one class; need at least two"},
	{"help messages pages", regexp.MustCompile(`\bfor that (a|the|it)\b`), "that"},
	{"help", regexp.MustCompile(`\b(tight frames?|panels?|germs?|meters?|seen|tried)\b`), "words of the field"},
}

// rightly is text in which such a word is the right one.
var rightly = regexp.MustCompile(`behind a proxy|left behind|looking for beginning of value|bias\.law|no data seen|waits for that as|` +
	`krein: open \S+|[\w./]*\blaws?\.(go|svg)|\blaw_error\b|(\blaw: |mass: )`)

// unclearIn reports the patterns of a corpus in a text.
func unclearIn(t *testing.T, where, name, text string) {
	t.Helper()
	text = rightly.ReplaceAllString(text, "")
	for _, u := range unclear {
		if strings.Contains(u.where, where) {
			for _, at := range u.pattern.FindAllStringIndex(text, -1) {
				assert.Fail(t, "unclear", "%s: …%s…: write %s", name, strings.ToValidUTF8(text[max(at[0]-60, 0):min(at[1]+40, len(text))], ""), u.write)
			}
		}
	}
}

// codeOf matches what Markdown shows as it stands.
var codeOf = regexp.MustCompile("(?ms)^```.*?^```$|`[^`\n]*`")

// TestStyle: help, messages, README and docs have none of the phrases that shared/STYLE.md lists as unclear. Messages are the
// texts of the program: literals with a space.
func TestStyle(t *testing.T) {
	t.Parallel()
	mans, err := filepath.Glob("../../docs/man/*.1")
	require.NoError(t, err)
	for _, path := range mans {
		unclearIn(t, "help", filepath.Base(path), readPage(t, path))
	}
	answers := regexp.MustCompile(`(?m)^\$ .*\n`).ReplaceAllString(readPage(t, mistakesFile), "")
	unclearIn(t, "help", mistakesFile, answers)
	all := pages(t)
	for _, dir := range []string{"../../docs/rules/*.md", "../../docs/rules/stationary/*.md"} {
		found, err := filepath.Glob(dir)
		require.NoError(t, err)
		all = append(all, found...)
	}
	for _, name := range append(elsewhere, "../CHANGELOG.md") {
		all = append(all, "../../docs/"+name)
	}
	for _, path := range all {
		unclearIn(t, "pages", strings.TrimPrefix(path, "../../"), codeOf.ReplaceAllString(readPage(t, path), ""))
	}
	literals := 0
	require.NoError(t, filepath.WalkDir("../..", func(path string, e fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case e.IsDir() && (e.Name() == "testdata" || e.Name() == ".git" || e.Name() == "experiments" || e.Name() == "tools"):
			return filepath.SkipDir
		case !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go"):
			return nil
		}
		source, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		fset := token.NewFileSet()
		file, err := parser.ParseFile(fset, path, source, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if l, ok := n.(*ast.BasicLit); ok && l.Kind == token.STRING {
				if text, err := strconv.Unquote(l.Value); err == nil && strings.Contains(text, " ") {
					literals++
					unclearIn(t, "messages", fset.Position(l.Pos()).String(), text)
				}
			}
			return true
		})
		return nil
	}))
	assert.Greater(t, literals, 3000)
}
