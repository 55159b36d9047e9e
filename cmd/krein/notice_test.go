package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/internal/testlong"
)

// noticed is an entry of NOTICE.
type noticed struct {
	licences   []string
	copyrights []string
	library    bool
}

// marks are phrases of the texts of licences.
var marks = map[string]string{
	"MIT": "Permission is hereby granted, free of charge", "Apache-2.0": "Apache License",
	"BSD-3-Clause": "Redistributions in binary form", "BSD-2-Clause": "Redistributions in binary form",
	"OFL-1.1": "SIL OPEN FONT LICENSE", "FTL": "FreeType License", "CC-BY-4.0": "Creative Commons Attribution 4.0",
}

// readNotice reads NOTICE.
func readNotice(t *testing.T) map[string]*noticed {
	t.Helper()
	text, err := os.ReadFile("../../NOTICE")
	require.NoError(t, err)
	out := map[string]*noticed{}
	var last *noticed
	entry := regexp.MustCompile(`^(\* )?(\S+\.\S+/\S+): (.+)$`)
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSuffix(line, "\n")
		if m := entry.FindStringSubmatch(line); m != nil {
			require.NotContains(t, out, m[2], "listed twice")
			last = &noticed{strings.Split(m[3], ", "), nil, m[1] != ""}
			out[m[2]] = last
		} else if after, ok := strings.CutPrefix(line, "    "); ok && last != nil {
			last.copyrights = append(last.copyrights, after)
		}
	}
	return out
}

// linked returns the modules of other people that packages are made of, with the directories of their sources.
func linked(t *testing.T, dir string, env []string, packages ...string) map[string]string {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "go", append([]string{"list", "-deps", //nolint:gosec // this test
		"-f", "{{with .Module}}{{.Path}} {{.Dir}}{{end}}"}, packages...)...)
	cmd.Dir, cmd.Env = dir, append(os.Environ(), env...)
	text, err := cmd.Output()
	if err != nil {
		t.Skipf("go list in %s: %v (modules that are not downloaded?)", dir, err)
	}
	out := map[string]string{}
	for line := range strings.Lines(string(text)) {
		if path, dir, ok := strings.Cut(strings.TrimSpace(line), " "); ok && path != "krein" &&
			!strings.HasPrefix(path, "krein/") {
			out[path] = dir
		}
	}
	return out
}

// licenceText returns the texts of a module's licences and notices, without line breaks.
func licenceText(t *testing.T, dir string) string {
	t.Helper()
	var all strings.Builder
	for _, pattern := range []string{"LICEN[SC]E*", "COPYING*", "NOTICE*", "licenses/*"} {
		names, err := filepath.Glob(filepath.Join(dir, pattern))
		require.NoError(t, err)
		for _, name := range names {
			if text, err := os.ReadFile(name); err == nil {
				all.Write(text)
			}
		}
	}
	return strings.Join(strings.Fields(all.String()), " ")
}

// TestNotice: NOTICE has every module that is linked into the programs, and no other, under the licence that the module's
// own files have, with copyright lines of these.
func TestNotice(t *testing.T) {
	testlong.Slow(t)
	list := readNotice(t)
	main := linked(t, ".", nil, ".", "krein/experiments")
	check := func(path, dir string) {
		e := list[path]
		if !assert.NotNil(t, e, "%s is linked, and not in NOTICE: add its licence and copyright", path) {
			return
		}
		text := licenceText(t, dir)
		for _, l := range e.licences {
			mark := marks[l]
			if assert.NotEmpty(t, mark, "%s: an unknown licence %s", path, l) {
				assert.Contains(t, strings.ToLower(text), strings.ToLower(mark), "%s: is it under %s?", path, l)
			}
		}
		for _, c := range e.copyrights {
			assert.Contains(t, text, c, path)
		}
		// A licence that asks for the copyright line has one.
		if !strings.HasPrefix(e.licences[0], "Apache") && !strings.HasPrefix(e.licences[0], "CC") {
			assert.NotEmpty(t, e.copyrights, path)
		}
	}
	for path, dir := range main {
		check(path, dir)
	}
	library := linked(t, "../..", nil, "krein/features/...", "krein/learn/...", "krein/certify", "krein/hankel/...")
	for path := range library {
		if path != "github.com/stretchr/testify" && path != "pgregory.net/rapid" && path != "go.yaml.in/yaml/v3" { // of helpers of tests
			assert.True(t, list[path] != nil && list[path].library, "%s is in the library, and not marked so in NOTICE", path)
		}
	}
	for path, e := range list {
		if e.library {
			assert.Contains(t, library, path, "marked in NOTICE as in the library")
		}
	}
	beam := linked(t, "beam", []string{"GOWORK=off"}, ".")
	for path, dir := range beam {
		check(path, dir)
	}
	for path := range list {
		assert.True(t, main[path] != "" || beam[path] != "", "%s is in NOTICE, and not linked", path)
	}
}
