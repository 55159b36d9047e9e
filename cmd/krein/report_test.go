package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

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
		{[]string{"report", "exp(-z^2)*(1+sinh(t))", "--axis", "ones", "--dim", "2", "-o", path}, "krein certify --explain"},
		{[]string{"report", "exp(-z)", "--sphere", "--dim", "2", "-o", path}, "krein certify --explain"},
		{[]string{"report", "exp(-z)", "--dim", "0", "-o", path}, "dimension 0"},
	} {
		code, _, stderr := krein(t, "", c.args...)
		assert.Equal(t, exitFailed, code, c.args)
		assert.Contains(t, stderr, c.want, c.args)
	}
}

func TestSurveyPage(t *testing.T) {
	t.Parallel()
	code, stdout, _ := krein(t, "", "survey", "exp(-z)", "triangle", "--dims", "1,2", "--html")
	require.Equal(t, exitDone, code)
	assert.Contains(t, stdout, "<!doctype html>")
	assert.Contains(t, stdout, `<span aria-label="refuted">✗</span>`)
}
