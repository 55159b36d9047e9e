package rules

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestPage(t *testing.T) {
	text, ok := Page("singularity")
	assert.True(t, ok)
	assert.True(t, strings.HasPrefix(text, "# singularity\n"))
	for _, id := range []string{"no-such-rule", "../claims", ""} {
		_, ok = Page(id)
		assert.False(t, ok, id)
	}
	text, ok = Family("factors")
	assert.True(t, ok)
	assert.True(t, strings.HasPrefix(text, "# factors.*\n"))
	_, ok = Family("singularity")
	assert.False(t, ok)
}
