package report

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/docs"
)

// Pages of the documentation keep links to each other and to rules, and lose those to files of the repository.
func TestDoc(t *testing.T) {
	t.Parallel()
	title, body, ok := Doc("region.md")
	assert.True(t, ok)
	assert.NotEmpty(t, title)
	for _, has := range []string{`<h1 id=`, `<pre tabindex="0">`, `<div class="scroll" tabindex="0"><table>`} {
		assert.Contains(t, string(body), has)
	}
	assert.NotContains(t, string(body), `.go"`)
	assert.NotContains(t, string(body), "<th></th>")
	_, _, ok = Doc("rules/singularity.md")
	assert.True(t, ok)
	for _, name := range []string{"", "none.md", "../README.md", "docs.go", "img/compare.svg", "rules/../region.md"} {
		_, _, ok = Doc(name)
		assert.False(t, ok, name)
	}
}

// The list by tasks has every page once.
func TestTasks(t *testing.T) {
	t.Parallel()
	var listed, there []string
	for _, task := range docs.Tasks {
		listed = append(listed, task.Pages...)
	}
	all, err := docs.Pages.ReadDir(".")
	require.NoError(t, err)
	for _, e := range all {
		if !e.IsDir() {
			there = append(there, e.Name())
			title, _, ok := Doc(e.Name())
			assert.True(t, ok, e.Name())
			assert.NotContains(t, title, "#", e.Name())
		}
	}
	assert.ElementsMatch(t, there, listed)
}
