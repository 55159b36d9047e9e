package stationary_test

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	check "krein/internal/certify/check/stationary"
)

var update = flag.Bool("update", false, "write docs/rules/stationary/README.md")

// TestRulesAreDocumented: the page of a rule's family names it, and the list of rules is that of the code.
func TestRulesAreDocumented(t *testing.T) {
	const dir = "../../../../docs/rules/stationary/"
	var list strings.Builder
	list.WriteString("# Rules about kernels of x − y that are not functions of the distance\n\n" +
		"Made by `go test ./internal/certify/check/stationary -update`. What the kernels are: [stationary.md](../../stationary.md). " +
		"A rule reduces a claim to claims about radial kernels (lemmas), whose rules are [those of the directory " +
		"above](../README.md).\n\n" +
		"| rule | concludes | theorem |\n|---|---|---|\n")
	seen := map[string]bool{}
	for _, r := range check.Rules() {
		assert.False(t, seen[r.ID], r.ID)
		seen[r.ID] = true
		family, name, _ := strings.Cut(r.ID, ".")
		page, err := os.ReadFile(dir + family + ".md")
		require.NoError(t, err, r.ID)
		assert.True(t, strings.Contains(string(page), r.ID) || strings.HasPrefix(string(page), "# "+family+".*"),
			"%s is not on its page", r.ID)
		assert.NotEmpty(t, r.Theorem)
		assert.Contains(t, r.Citation, "docs/rules/stationary/"+family+".md", r.ID)
		conclusion := string(r.Claim)
		if !r.Holds {
			conclusion = "not " + conclusion
		}
		fmt.Fprintf(&list, "| [%s.%s](%s.md) | %s | %s |\n", family, name, family, conclusion, r.Theorem)
	}
	if *update {
		require.NoError(t, os.WriteFile(dir+"README.md", []byte(list.String()), 0o644))
	}
	page, err := os.ReadFile(dir + "README.md")
	require.NoError(t, err)
	assert.Equal(t, list.String(), string(page), "make it anew with -update")
}
