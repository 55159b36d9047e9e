package report

import (
	"bytes"
	"context"
	"encoding/base64"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/certify"
	"krein/certify/certificate"
	"krein/certify/check"
	"krein/certify/verify"
	"krein/decompose"
	"krein/internal/testlong"
	"krein/kernel"
)

// made returns the report of a kernel and its HTML.
func made(t *testing.T, formula string, dim int) (*Report, string) {
	t.Helper()
	k, err := kernel.Parse(formula, nil)
	require.NoError(t, err)
	r, err := Make(t.Context(), k, dim, "'"+formula+"'", nil)
	require.NoError(t, err)
	var b bytes.Buffer
	require.NoError(t, r.WriteHTML(&b))
	assert.Less(t, b.Len(), 2<<20)
	return r, b.String()
}

var (
	anchors   = regexp.MustCompile(`href="#([^"]*)"`)
	ids       = regexp.MustCompile(` id="([^"]*)"`)
	downloads = regexp.MustCompile(`download="([^"]*)" href="data:application/json;base64,([^"]*)"`)
	abroad    = regexp.MustCompile(`(?i)<script|<link|<iframe|<object|@import|url\(\s*['"]?http|\bsrc=|\bon\w+=`)
)

// selfContained fails if a page loads anything, or has a link to nowhere or an identifier twice.
func selfContained(t *testing.T, page string) {
	t.Helper()
	assert.Empty(t, abroad.FindString(page))
	seen := map[string]bool{}
	for _, m := range ids.FindAllStringSubmatch(page, -1) {
		assert.False(t, seen[m[1]], "id %s twice", m[1])
		seen[m[1]] = true
	}
	for _, m := range anchors.FindAllStringSubmatch(page, -1) {
		assert.True(t, seen[m[1]], "link to #%s", m[1])
	}
}

// A difference of Gaussians: two parts, embedded files that verify and load.
func TestReport(t *testing.T) {
	r, page := made(t, "exp(-z^2/2) - exp(-z^2/200)", 3)
	selfContained(t, page)
	files := map[string][]byte{}
	for _, m := range downloads.FindAllStringSubmatch(page, -1) {
		b, err := base64.StdEncoding.DecodeString(strings.ReplaceAll(m[2], "&#43;", "+"))
		require.NoError(t, err)
		files[m[1]] = b
	}
	c, err := certificate.Decode(bytes.NewReader(files["certificate.json"]))
	require.NoError(t, err)
	assert.Equal(t, r.Certificate.Digest(), c.Digest())
	assert.True(t, strings.Contains(page, c.Digest()))
	for _, id := range []certify.ID{certify.FiniteMass, certify.PD} {
		v := verify.Claim(t.Context(), c, check.Question{Kernel: r.Kernel, Dim: 3, Claim: id}, 0)
		assert.Equal(t, check.Accepted, v.Verdict, id)
	}
	d, err := decompose.Decode(bytes.NewReader(files["table.json"]))
	require.NoError(t, err)
	assert.Equal(t, 3, d.Dim)
	assert.Equal(t, 3, strings.Count(page, `<svg class="chart"`))
	assert.True(t, strings.Contains(page, "proved in dimensions 1 to 64"))
	assert.True(t, strings.Contains(page, "Indefinite on R<sup>3</sup>"))
	for _, cl := range r.Certificate.Claims() {
		assert.True(t, strings.Contains(page, `id="`+string(cl.ID)+`"`))
	}
}

// A kernel without finite mass has no parts, and the page says why and what else there is.
func TestReportWithoutMeasure(t *testing.T) {
	testlong.Await(t, 1, 3)
	r, page := made(t, "arccos1", 4)
	selfContained(t, page)
	assert.Nil(t, r.Decomposition)
	assert.True(t, strings.Contains(page, "There is no Jordan decomposition"))
	assert.True(t, strings.Contains(page, "ReLU functions"))
	assert.False(t, strings.Contains(page, "table.json"))
}

// A kernel that is zero has no error relative to its largest value.
func TestReportOfZero(t *testing.T) {
	r, page := made(t, "0*z", 2)
	selfContained(t, page)
	assert.Error(t, r.NoComparison)
	assert.True(t, strings.Contains(page, "They could not be compared"))
}

func TestCancelled(t *testing.T) {
	k, err := kernel.Parse("exp(-z)", nil)
	require.NoError(t, err)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = Make(ctx, k, 3, "'exp(-z)'", nil)
	assert.ErrorIs(t, err, context.Canceled)
}
