package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/internal/testlong"
)

// A parameter in a range: every value that can be chosen has the status of its cell, a curve of the kernel and one of its density,
// and the file of the region is in the page.
func TestReportOfRange(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "r.html")
	ok(t, "", "report", "exp(-z)*(1 + b*z)", "--param", "b=-1..2", "--dim", "1", "-o", path)
	page := readPage(t, path)
	values := regexp.MustCompile(`class="a(\d+) (\w+)" aria-label="b = ([-−\d/]+), (\w+)"`).FindAllStringSubmatch(page, -1)
	require.Len(t, values, 25)
	for i, v := range values { // b = -1 + i/8, valid from -1 to 1
		want := "proved"
		if i > 16 {
			want = "refuted"
		}
		assert.Equal(t, []string{strconv.Itoa(i), want, want}, []string{v[1], v[2], v[4]}, v[3])
		for _, kind := range []string{"kernel", "plus"} {
			assert.Equal(t, 1, strings.Count(page, `class="curve `+kind+` f f`+v[1]+`"`), v[3])
		}
		assert.Contains(t, page, `<p class="f f`+v[1]+`">`)
	}
	assert.Contains(t, page, "Positive definite on R<sup>1</sup> for -1 ≤ b ≤ 1.")
	assert.Contains(t, page, `download="region.json"`)
	assert.NotContains(t, page, "<script")
}

func TestReportCommand(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "r.html")
	code, stdout, _ := krein(t, "", "report", "exp(-z^2/2)", "--dim", "2", "-o", path)
	require.Equal(t, exitDone, code)
	assert.Contains(t, stdout, "report written to "+path)
	b, err := os.ReadFile(path)
	require.NoError(t, err)
	assert.Contains(t, string(b[:20]), "<!doctype html>")
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"report", "exp(-z)", "--dim", "2"}, "no file"},
		{[]string{"report", "exp(-z)", "--dim", "2", "-o", "r.pdf"}, "ending in .html"},
		{[]string{"report", "exp(-z", "--dim", "2", "-o", path}, "column"},
		{[]string{"report", "exp(-z^2)*(1+sinh(t))", "--param", "t=ones", "--sphere", "--dim", "2", "-o", path},
			"functions of the distance"},
		{[]string{"report", "exp(-z)", "--sphere", "--dim", "1", "-o", path}, "two points"},
		{[]string{"report", "exp(-z)", "--degrees", "9", "--dim", "2", "-o", path}, "unknown flag: --degrees"},
		{[]string{"report", "exp(-z)", "--dim", "2", "--json", "-o", path}, "--json does nothing in 'krein report'"},
		{[]string{"report", "exp(-z)", "--dim", "0", "-o", path}, "--dim 0: want 1"},
		{[]string{"report", "b*exp(-z)", "--param", "b=0..1", "--sphere", "--dim", "3", "-o", path}, "give the parameter a value"},
		{[]string{"report", "a*b*c*exp(-z)", "--param", "a=0..1", "--param", "b=0..1", "--param", "c=0..1", "--dim", "3", "-o", path},
			"one or two parameters in ranges, and not 3"},
	} {
		code, _, stderr := krein(t, "", c.args...)
		assert.Equal(t, exitFailed, code, c.args)
		assert.Contains(t, stderr, c.want, c.args)
	}
}

// Every kind of kernel has a report, and the commands in it name the kernel as it was given.
func TestReportKinds(t *testing.T) {
	for _, c := range testlong.Some([]struct {
		want string
		args []string
	}{
		{"krein report &#39;1 - z^2/4&#39; --dim 3 --sphere -o", []string{"1 - z^2/4", "--dim", "3", "--sphere"}},
		{"krein report &#39;prod(exp(-abs(x)/l))&#39; --param &#39;l=2&#39; --lengths &#39;1,2&#39; --dim 2 -o",
			[]string{"prod(exp(-abs(x)/l))", "--param", "l=2", "--lengths", "1,2", "--dim", "2"}},
	}, 2) {
		out := ok(t, "", append([]string{"report", "-o", "-"}, c.args...)...)
		out = strings.NewReplacer(`<span class="flag">`, "", "</span>", "").Replace(out) // which keep a flag on one line
		assert.True(t, strings.Contains(out, c.want), c.want)
	}
}

func TestSurveyPage(t *testing.T) {
	t.Parallel()
	page := filepath.Join(t.TempDir(), "survey.html")
	code, stdout, _ := krein(t, "", "survey", "exp(-z)", "triangle", "--dims", "1,2", "-o", page)
	require.Equal(t, exitDone, code)
	assert.Contains(t, stdout, "survey written to "+page)
	b, err := os.ReadFile(page)
	require.NoError(t, err)
	assert.Contains(t, string(b), "<!doctype html>")
	assert.Contains(t, string(b), `<span aria-label="refuted">✗</span>`)
}
