package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"math/big"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/cmd/krein/internal/verification"
	"krein/internal/testlong"
	"krein/internal/testnumpy"
)

var updatePages = flag.Bool("update-pages", false, "write into README.md and docs what their commands print")

// A fence is a block of a page between lines of three backquotes.
type fence struct {
	language string // the words after the first backquotes
	text     string
}

var fences = regexp.MustCompile("(?ms)^```([^\n`]*)\n(.*?)^```$")

// fencesOf returns the blocks of a page.
func fencesOf(page string) (all []fence) {
	for _, m := range fences.FindAllStringSubmatch(page, -1) {
		all = append(all, fence{m[1], m[2]})
	}
	return all
}

// elsewhere are the pages that programs write whole, each with a test of its own.
var elsewhere = []string{"audit.md", "budgets.md", "catalogue.md", "results.md"}

// pages returns the paths of the pages that are written by hand, README.md first.
func pages(t *testing.T) []string {
	t.Helper()
	found, err := filepath.Glob("../../docs/*.md")
	require.NoError(t, err)
	found = slices.DeleteFunc(found, func(p string) bool { return slices.Contains(elsewhere, filepath.Base(p)) })
	return append([]string{"../../README.md"}, append(found, "../../python/README.md", "../../CONTRIBUTING.md", "../../examples/README.md")...)
}

func readPage(t *testing.T, path string) string {
	t.Helper()
	page, err := os.ReadFile(path)
	require.NoError(t, err)
	return string(page)
}

// A session is a directory in which a reader of one page works: its commands find the files of the ones before, and those
// of the checkout.
type session struct {
	dir, bin string
	env      []string
}

func newSession(t *testing.T) *session {
	t.Helper()
	dir, bin := t.TempDir(), t.TempDir()
	root, err := filepath.Abs("../..")
	require.NoError(t, err)
	for _, name := range []string{"docs", "examples", "python"} {
		require.NoError(t, os.Symlink(filepath.Join(root, name), filepath.Join(dir, name)))
	}
	self, err := filepath.Abs(os.Args[0])
	require.NoError(t, err)
	script := fmt.Sprintf("#!/bin/sh\n%s=1 exec '%s' \"$@\"\n", asKrein, self)
	require.NoError(t, os.WriteFile(filepath.Join(bin, "krein"), []byte(script), 0o755)) //nolint:gosec // a command
	env := append(os.Environ(), "PATH="+bin+":"+os.Getenv("PATH"), "COLUMNS=80", "PYTHONPATH="+filepath.Join(root, "python"))
	return &session{dir, bin, env}
}

// python makes python3 the interpreter that has NumPy, and returns it. It skips the test if there is none.
func (s *session) python(t *testing.T) string {
	t.Helper()
	path, err := exec.LookPath(testnumpy.Path(t))
	require.NoError(t, err)
	if err := os.Symlink(path, filepath.Join(s.bin, "python3")); !errors.Is(err, fs.ErrExist) {
		require.NoError(t, err)
	}
	return path
}

// run runs a command line and returns what it prints on both of its outputs.
func (s *session) run(t *testing.T, name string, args ...string) (string, error) {
	t.Helper()
	var out bytes.Buffer
	cmd := exec.CommandContext(t.Context(), name, args...)
	cmd.Dir, cmd.Env, cmd.Stdout, cmd.Stderr = s.dir, s.env, &out, &out
	err := cmd.Run()
	return out.String(), err
}

// masked matches what commands print differently at every run: times, memory and temporary paths.
var masked = regexp.MustCompile(`\b\d+(\.\d+)? ?(ms|s|min|MB|MiB)\b|/tmp/[^ ]*`)

// shows reports whether a page shows what was printed. A line "…" of the page stands for any lines, and times, sizes of
// memory and temporary paths differ from run to run.
func shows(page, printed string) bool {
	pattern := regexp.QuoteMeta(masked.ReplaceAllString(page, "*"))
	pattern = regexp.MustCompile(`(?m)^…\n`).ReplaceAllString(pattern, `(?:.*\n)*?`)
	return regexp.MustCompile(`^` + pattern + `$`).MatchString(masked.ReplaceAllString(printed, "*"))
}

// console runs the commands of a block, which stand after "$ ", and returns the block with what they print.
func (s *session) console(t *testing.T, block string) string {
	t.Helper()
	var made strings.Builder
	for i, part := range regexp.MustCompile(`(?m)^\$ `).Split(block, -1) {
		if i == 0 {
			require.Empty(t, part, "a console block begins with a command after \"$ \"")
			continue
		}
		end := 0
		for {
			line, rest, _ := strings.Cut(part[end:], "\n")
			end = len(part) - len(rest)
			if !strings.HasSuffix(line, `\`) {
				break
			}
		}
		command, shown := part[:end], part[end:]
		printed, _ := s.run(t, "bash", "-c", command) // a command may fail, and the page shows how
		if printed != "" && !strings.HasSuffix(printed, "\n") {
			printed += "\n"
		}
		if !shows(shown, printed) {
			shown = printed
		}
		made.WriteString("$ " + command + shown)
	}
	return made.String()
}

// unrun are the commands that no test runs when a page asks for them: they install, run all tests, or take minutes.
var unrun = regexp.MustCompile(`^(go test|go install|go build|go run \./(bench|experiments|internal|tools)|go run -C|go run \.$|go mod |cp \.\./krein/|GOWORK=off|git |pip |sh docs/|\.ci/|python3 (bench|python)/|cd |krein serve|krein completion|` +
	`KREIN_\w+=|source |require |replace )`)

// TestPages: README.md and the pages in docs show what their commands print. To write it into them:
//
//	go test ./cmd/krein -run TestPages -long -update-pages
func TestPages(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("bash"); err != nil {
		testlong.Missing(t, "bash")
	}
	for i, path := range pages(t) {
		if i > 0 && !testlong.Turn(i, 7) {
			continue
		}
		t.Run(filepath.Base(path), func(t *testing.T) {
			t.Parallel()
			page := readPage(t, path)
			if !regexp.MustCompile("(?m)^```(console|sh|python)").MatchString(page) {
				return
			}
			s := newSession(t)
			made := fences.ReplaceAllStringFunc(page, func(block string) string {
				m := fences.FindStringSubmatch(block)
				switch m[1] {
				case "console":
					return "```console\n" + s.console(t, m[2]) + "```"
				case "sh":
					for _, line := range strings.Split(strings.TrimSpace(m[2]), "\n") {
						line = strings.Replace(line, "go run ./cmd/krein ", "krein ", 1)
						if line == "" || strings.HasPrefix(line, "#") || unrun.MatchString(line) {
							continue
						}
						if strings.Contains(line, "python3 ") {
							s.python(t)
						}
						out, err := s.run(t, "bash", "-c", line)
						assert.NoError(t, err, "%s\n%s", line, out)
					}
				case "python":
					require.NoError(t, os.WriteFile(filepath.Join(s.dir, "page.py"), []byte(m[2]), 0o600))
					out, err := s.run(t, s.python(t), "page.py")
					assert.NoError(t, err, "%s\n%s", m[2], out)
				}
				return block
			})
			s.pictures(t, page)
			if *updatePages && made != page {
				require.NoError(t, os.WriteFile(path, []byte(made), 0o644)) //nolint:gosec // a page
				return
			}
			assert.Equal(t, page, made, "%s does not show what its commands print: -update-pages writes it", path)
		})
	}
}

// TestOwnModule: the commands of docs/go.md make a program in a module of its own that uses a clone beside it.
func TestOwnModule(t *testing.T) {
	t.Parallel()
	testlong.Slow(t)
	root, err := filepath.Abs("../..")
	require.NoError(t, err)
	dir := t.TempDir()
	require.NoError(t, os.Symlink(root, filepath.Join(dir, "krein")))
	s := &session{dir: filepath.Join(dir, "mine"), env: append(os.Environ(), "GOWORK=")}
	require.NoError(t, os.Mkdir(s.dir, 0o755))
	for _, f := range fencesOf(readPage(t, "../../docs/go.md")) {
		if f.language != "sh" {
			continue
		}
		var out string
		for line := range strings.Lines(f.text) {
			if out, err = s.run(t, "bash", "-c", line); err != nil && regexp.MustCompile(`dial tcp|no such host|unreachable`).MatchString(out) {
				testlong.Missing(t, "the module proxy")
			}
			require.NoError(t, err, "%s%s", line, out)
		}
		assert.Equal(t, "-0.8\n", out)
		return
	}
	assert.Fail(t, "docs/go.md has no block of commands")
}

// pictures compares what a page's commands drew with the pictures of that name in docs/img.
func (s *session) pictures(t *testing.T, page string) {
	t.Helper()
	drawn, err := filepath.Glob(filepath.Join(s.dir, "*.svg"))
	require.NoError(t, err)
	for _, path := range drawn {
		kept := filepath.Join("../../docs/img", filepath.Base(path))
		if _, err := os.Stat(kept); err != nil && !(*updatePages && strings.Contains(page, "img/"+filepath.Base(path))) {
			continue // not shown
		}
		samePicture(t, kept, []byte(readPage(t, path)))
	}
}

// samePicture compares a picture of the documentation with what is drawn now, or keeps that.
func samePicture(t *testing.T, kept string, made []byte) {
	t.Helper()
	if *updatePages {
		require.NoError(t, os.WriteFile(kept, made, 0o644)) //nolint:gosec // a picture
		return
	}
	assert.True(t, readPage(t, kept) == string(made), "%s is not what the page's command draws: -update-pages writes it", kept)
}

// The answer to an open question in docs/region.md: its file is accepted in all dimensions, says what the page's table says, and its
// picture is drawn from it.
func TestOpenQuestion(t *testing.T) {
	const path, kernel = "../../docs/certificates/regions/askey-linear.json", "max(0,1-z)^4*(1+c*z)"
	data := readPage(t, path)
	assert.Less(t, len(data), 100_000)
	page := readPage(t, "../../docs/region.md")
	rows := regexp.MustCompile(`(?m)^\| (\d) \| (.*?) \| (.*?) \|`).FindAllStringSubmatch(page, -1)
	require.Len(t, rows, 8)
	all, err := verification.Decode([]byte(data))
	require.NoError(t, err)
	number := func(text string) *big.Rat {
		v, ok := new(big.Rat).SetString(strings.ReplaceAll(text, "−", "-"))
		require.True(t, ok, text)
		return v
	}
	for i, row := range rows {
		dim := strconv.Itoa(i + 1)
		require.Equal(t, dim, row[1])
		if testlong.Turn(i, 2) {
			assert.Contains(t, ok(t, "", "verify", path, "--kernel", kernel, "--param", "c=-8..8", "--dim", dim), "accepted")
		}
		d, err := all.In(i + 1)
		require.NoError(t, err)
		status := func(text string) string {
			v := number(text)
			for _, c := range d.Claims[0].Cells {
				if c.Contains(v) {
					return c.Status.String()
				}
			}
			return "outside"
		}
		for _, end := range regexp.MustCompile(`−?\d+(\.\d+|/\d+)?`).FindAllString(row[2], -1) {
			assert.Equal(t, "proved", status(end), "d = %s, c = %s", dim, end)
		}
		for _, end := range regexp.MustCompile(`−?\d+(\.\d+|/\d+)?`).FindAllString(row[3], -1) {
			assert.Equal(t, "refuted", status(end), "d = %s, c = %s", dim, end)
		}
		assert.Equal(t, "refuted", status("8"))
		assert.Equal(t, "refuted", status("−8"))
	}
	made, err := verification.RegionPicture("region-open.svg", all)
	require.NoError(t, err)
	samePicture(t, "../../docs/img/region-open.svg", made)
}

// Commands stand in blocks that tests run, and every paragraph of Go code is taken from a file that is compiled.
func TestBlocks(t *testing.T) {
	t.Parallel()
	var compiled strings.Builder
	for _, pattern := range []string{"../../examples/*/*.go", "../../*/example_test.go", "../../*/*/example_test.go", "../../*/*/*/example_test.go"} {
		files, err := filepath.Glob(pattern)
		require.NoError(t, err)
		for _, f := range files {
			compiled.WriteString(squeezed(readPage(t, f)) + "\n")
		}
	}
	bare := regexp.MustCompile(`(?m)^ {4,}(\$ )?(krein|go (run|test)|python3) .*$`)
	for _, path := range pages(t) {
		page := readPage(t, path)
		outside := fences.ReplaceAllString(page, "")
		assert.Empty(t, bare.FindAllString(outside, -1), "%s: commands outside of blocks that a test runs (```console or ```sh)", path)
		for _, f := range fencesOf(page) {
			switch f.language {
			case "console", "sh", "python", "text", "json", "":
			case "go":
				for _, part := range strings.Split(f.text, "\n\n") {
					assert.True(t, strings.Contains(compiled.String(), squeezed(part)), "%s: code that stands in no example_test.go and no file of examples:\n%s", path, part)
				}
			default:
				assert.Fail(t, "a block that no test knows", "%s: ```%s", path, f.language)
			}
		}
	}
}

// squeezed is code without its indentation and its comments at the ends of lines.
func squeezed(code string) string {
	var b strings.Builder
	for line := range strings.Lines(code) {
		line, _, _ = strings.Cut(line, " // ")
		if line = strings.TrimSpace(line); line != "" {
			b.WriteString(line + "\n")
		}
	}
	return b.String()
}

var (
	links    = regexp.MustCompile(`\]\(([^)\s]+)\)`)
	headings = regexp.MustCompile(`(?m)^#+ (.*)$`)
)

// anchorOf is the anchor of a heading, in lower case and with hyphens for spaces.
func anchorOf(heading string) string {
	var b strings.Builder
	for _, r := range strings.ToLower(strings.TrimSpace(heading)) {
		switch {
		case r == ' ':
			b.WriteByte('-')
		case r == '-' || r == '_' || strings.ContainsRune("₀₁₂₃₄₅₆₇₈₉", r) || regexp.MustCompile(`[\p{L}\p{N}]`).MatchString(string(r)):
			b.WriteRune(r)
		}
	}
	return b.String()
}

// TestLinks: links of pages lead to files and headings that exist.
func TestLinks(t *testing.T) {
	t.Parallel()
	for _, path := range pages(t) {
		page := readPage(t, path)
		for _, m := range links.FindAllStringSubmatch(fences.ReplaceAllString(page, ""), -1) {
			if strings.Contains(m[1], "://") || strings.HasPrefix(m[1], "mailto:") {
				continue
			}
			file, anchor, _ := strings.Cut(m[1], "#")
			target := path
			if file != "" {
				target = filepath.Join(filepath.Dir(path), file)
			}
			if _, err := os.Stat(target); !assert.NoError(t, err, "%s: link to %s", path, m[1]) {
				continue
			}
			if anchor == "" || !strings.HasSuffix(target, ".md") {
				continue
			}
			found := slices.ContainsFunc(headings.FindAllStringSubmatch(readPage(t, target), -1), func(h []string) bool { return anchorOf(h[1]) == anchor })
			assert.True(t, found, "%s: link to %s: no such heading", path, m[1])
		}
	}
}
