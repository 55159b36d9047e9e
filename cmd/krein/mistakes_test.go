package main

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var updateMistakes = flag.Bool("update-mistakes", false, "write what is printed into testdata/mistakes.txt")

// mistakesFile has typical mistakes of users, each with what krein prints. Lines that begin with "# " are headings.
const mistakesFile = "testdata/mistakes.txt"

// mistakeFiles makes the files that the mistakes name, in the current directory.
func mistakeFiles(t *testing.T, examples string) {
	t.Helper()
	for _, name := range []string{"train.csv", "test.csv", "heights.csv", "groups.csv"} {
		b, err := os.ReadFile(filepath.Join(examples, name))
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(name, b, 0o600))
	}
	for name, text := range map[string]string{
		"ragged.csv": "a,b,c\n1,2,3\n4,5\n", "text.csv": "a,b,c\n1,2,3\n4,five,6\n", "nan.csv": "a,b\n1,2\n3,nan\n4,5\n",
		"empty.csv": "", "header.csv": "a,b,c\n", "one.csv": "1,2\n", "sameclass.csv": "a,y\n1,x\n2,x\n3,x\n4,x\n5,x\n6,x\n",
		"constant.csv": "1,2\n1,2\n1,2\n", "semicolon.csv": "1;2;3\n4;5;6\n", "broken.json": "{\"format\":", "notes.txt": "hello world\n",
		"other.csv": "u,v,w\n1,2,3\n4,5,6\n", "missing.csv": "a,b\n1,2\n,4\n",
	} {
		require.NoError(t, os.WriteFile(name, []byte(text), 0o600))
	}
	ok(t, "", "certify", "gaussian(1)", "--dim", "2", "-o", "c.json")
	ok(t, "", "decompose", "gaussian(1)", "--dim", "2", "-o", "t.json")
	ok(t, "", "map", "gaussian(1)", "--data", "train.csv", "--label", "class", "--columns", "8", "-o", "m.npz")
	ok(t, "", "map", "gaussian(1)", "--dim", "2", "--columns", "8", "-o", "m.onnx")
	ok(t, "", "fit", "--task", "classify", "--kernel", "gaussian(1)", "--data", "train.csv", "--label", "class", "--columns", "16",
		"--strength", "1", "--lengths", "none", "--landmarks=none", "-o", "model.npz")
	ok(t, "", "convert", "groups.csv", "-o", "x.npy")
}

// Each mistake is answered as the table says, with an exit status other than 0. Read what -update-mistakes changes: a message
// names the thing, the place, the cause and a remedy that works.
func TestMistakes(t *testing.T) {
	golden, err := filepath.Abs(mistakesFile)
	require.NoError(t, err)
	examples, err := filepath.Abs("../../examples")
	require.NoError(t, err)
	dir := t.TempDir()
	t.Chdir(dir)
	t.Setenv("COLUMNS", "100")
	mistakeFiles(t, examples)
	b, err := os.ReadFile(golden)
	require.NoError(t, err)
	times := regexp.MustCompile(`\b\d+(\.\d+)? (s|ms)\b of`)
	var got bytes.Buffer
	count := 0
	for line := range strings.Lines(string(b)) {
		if strings.HasPrefix(line, "# ") {
			fmt.Fprintf(&got, "\n%s\n", line)
		}
		command, is := strings.CutPrefix(strings.TrimSuffix(line, "\n"), "$ ")
		if !is {
			continue
		}
		stdin, rest, piped := strings.Cut(command, " | ")
		if !piped {
			stdin, rest = "", command
		} else if words := shellWords(t, stdin); len(words) > 1 {
			stdin = strings.Join(words[1:], " ")
		}
		var out, errs bytes.Buffer
		code := run(t.Context(), shellWords(t, rest)[1:], strings.NewReader(stdin), &out, &errs)
		assert.NotEqual(t, exitDone, code, command)
		said := errs.String()
		if said == "" { // the answer is on standard output
			lines := slices.Collect(strings.Lines(out.String()))
			said = strings.Join(lines[:min(len(lines), 3)], "")
		}
		said = strings.ReplaceAll(strings.TrimSpace(said), dir+string(filepath.Separator), "")
		fmt.Fprintf(&got, "$ %s\n%s\nexit %d\n\n", command, times.ReplaceAllString(said, "… s of"), code)
		count++
	}
	assert.GreaterOrEqual(t, count, 150)
	text := strings.TrimSpace(got.String()) + "\n"
	if *updateMistakes {
		require.NoError(t, os.WriteFile(golden, []byte(text), 0o600))
		return
	}
	assert.Equal(t, string(b), text)
}
