package catalogue

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "rewrite golden files")

// TestCatalogueGolden pins the listing: names, parameters, ranges, formulas.
func TestCatalogueGolden(t *testing.T) {
	var b strings.Builder
	for _, e := range Entries() {
		fmt.Fprintf(&b, "%s  [%s]", e.Signature(), e.Group)
		if e.Domain != nil {
			fmt.Fprintf(&b, "  up to %s", e.Domain.RatString())
		}
		b.WriteString("\n")
		for _, p := range e.Params {
			fmt.Fprintf(&b, "    %s: %s; %s\n", p.Name, p.Meaning, p.Range)
		}
		if e.Formula != "" {
			fmt.Fprintf(&b, "    %s\n", e.Formula)
		}
		for _, text := range []string{e.LaTeX, e.Source, e.Remarks, e.Group} {
			assert.NotEmpty(t, text, e.Name)
		}
	}
	assert.Len(t, words, len(Entries()), "words of no kernel")
	const file = "testdata/catalogue.txt"
	if *update {
		require.NoError(t, os.MkdirAll("testdata", 0o755))
		require.NoError(t, os.WriteFile(file, []byte(b.String()), 0o644))
	}
	want, err := os.ReadFile(file)
	require.NoError(t, err)
	assert.Equal(t, string(want), b.String(), "run with -update if the change is meant")
}
