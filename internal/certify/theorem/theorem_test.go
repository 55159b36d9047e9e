package theorem

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/internal/certify/check/rule"
)

// TestRulesAreDocumented wants a page that names it for every rule, and a rule for every page.
func TestRulesAreDocumented(t *testing.T) {
	pages := map[string]string{}
	entries, err := os.ReadDir("../../../docs/rules")
	require.NoError(t, err)
	for _, e := range entries {
		if id, ok := strings.CutSuffix(e.Name(), ".md"); ok && id != "README" {
			page, err := os.ReadFile("../../../docs/rules/" + e.Name())
			require.NoError(t, err)
			pages[id] = string(page)
		}
	}
	seen, used := map[string]bool{}, map[string]bool{}
	for _, r := range Rules() {
		assert.False(t, seen[r.ID], "rule %s occurs twice", r.ID)
		seen[r.ID] = true
		used[r.Page()] = true
		assert.True(t, strings.HasPrefix(pages[r.Page()], "# "+r.Page()+"\n"), "docs/rules/%s.md is missing", r.Page())
		assert.Contains(t, pages[r.Page()], r.ID, "docs/rules/%s.md", r.Page())
		if r.Lemma != nil {
			assert.Contains(t, pages[r.Page()], "\n"+r.Lemma.Theorem+"\n", r.Page())
		}
		assert.NotEmpty(t, r.Theorem, r.ID)
		assert.NotEmpty(t, r.Citation, r.ID)
		assert.True(t, strings.HasPrefix(r.ID, string(r.Claim)+"."), r.ID)
		assert.NotEqual(t, rule.Regularity(0), r.Supposes, "%s does not say what it supposes of single distances", r.ID)
	}
	for id := range statements {
		assert.True(t, seen[id], "%s is stated, and no rule", id)
	}
	for id := range pages {
		assert.True(t, used[id], "docs/rules/%s.md is about no rule", id)
	}
}
