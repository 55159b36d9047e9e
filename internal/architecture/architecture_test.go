package architecture

import (
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const root = "../.."

// The table of imports follows from the code, and a change of it is to be seen in the page.
var update = flag.Bool("update", false, "write the table of imports in docs/architecture.md")

// The most lines that may be trusted: a new one is paid for with an old one.
var trustedLimits = map[string]int{
	"certify/check":            34988, // a claim's proof
	"certify/verify":           39064, // a certificate's file, its claims and its masses
	"certify/check/stationary": 46046, // the same for kernels of x − y
}

// TestTrustedBase counts what the checker of proofs rests on, and that of whole certificates.
func TestTrustedBase(t *testing.T) {
	for _, base := range slices.Sorted(maps.Keys(trustedLimits)) {
		all, err := Rest(root, Module+"/"+base)
		require.NoError(t, err)
		for _, estimates := range []string{"kernel/numeric", "special/double"} {
			assert.NotContains(t, all, Module+"/"+estimates, "float64 proves nothing")
		}
		total := 0
		for _, path := range slices.Sorted(maps.Keys(all)) {
			total += all[path].Lines
			t.Logf("%6d %s", all[path].Lines, path)
			for _, imp := range all[path].Imports {
				first, _, _ := strings.Cut(imp, "/")
				assert.NotContains(t, first, ".", "%s imports %s: the trusted base rests on the standard library alone", path, imp)
			}
		}
		t.Logf("%6d lines below %s, of at most %d", total, base, trustedLimits[base])
		assert.LessOrEqual(t, total, trustedLimits[base])
	}
}

// familyLimit is the most lines that the rules of one family may rest on.
const familyLimit = 27_283

// TestFamilies counts what each package of rules rests on, and a proof that needs no other.
func TestFamilies(t *testing.T) {
	dirs, err := os.ReadDir(filepath.Join(root, "certify", "check"))
	require.NoError(t, err)
	for _, d := range dirs {
		if !d.IsDir() {
			continue
		}
		all, err := Rest(root, Module+"/certify/check/"+d.Name())
		require.NoError(t, err)
		if _, above := all[Module+"/certify/check"]; above {
			continue
		}
		total := 0
		for _, p := range all {
			total += p.Lines
		}
		t.Logf("%6d lines below certify/check/%s", total, d.Name())
		assert.LessOrEqual(t, total, familyLimit, d.Name())
	}
}

// allowed reads which package may import which from the table of docs/architecture.md.
func allowed(t *testing.T) (order []string, imports map[string][]string) {
	t.Helper()
	page, err := os.ReadFile(filepath.Join(root, "docs", "architecture.md"))
	require.NoError(t, err)
	_, section, ok := strings.Cut(string(page), "\n## Imports\n")
	require.True(t, ok, "docs/architecture.md has no section Imports")
	section, _, _ = strings.Cut(section, "\n## ")
	row := regexp.MustCompile("(?m)^\\| `([a-z0-9/]+)` \\|(.*)\\|$")
	name := regexp.MustCompile("`([a-z0-9/]+)`")
	imports = map[string][]string{}
	for _, m := range row.FindAllStringSubmatch(section, -1) {
		assert.NotContains(t, imports, m[1], "twice in the table")
		order = append(order, m[1])
		imports[m[1]] = nil
		for _, n := range name.FindAllStringSubmatch(m[2], -1) {
			imports[m[1]] = append(imports[m[1]], n[1])
		}
	}
	return order, imports
}

// TestImports holds every edge of docs/architecture.md: the packages are those of its table, each
// imports what the table says and nothing else of the module, and all arrows point up the table.
func TestImports(t *testing.T) {
	order, table := allowed(t)
	all, err := All(root)
	require.NoError(t, err)
	if *update {
		writeImports(t, all)
		order, table = allowed(t)
	}
	var packages []string
	for _, p := range all {
		path := strings.TrimPrefix(p.Path, Module+"/")
		packages = append(packages, path)
		var have []string
		for _, imp := range p.Imports {
			if imp, ok := strings.CutPrefix(imp, Module+"/"); ok {
				have = append(have, imp)
			}
		}
		assert.ElementsMatch(t, table[path], have, "what %s imports of the module", path)
		for _, imp := range have {
			assert.Less(t, slices.Index(order, imp), slices.Index(order, path), "%s stands above %s", imp, path)
		}
	}
	assert.ElementsMatch(t, order, packages)
}

// mostOfAPackage is the most lines that a package has.
const mostOfAPackage = 4000

// TestSizes holds every package small, those of the command and of the experiments, modules of their own, too.
func TestSizes(t *testing.T) {
	large := []string{"ball", "special", "internal/simd"} // the last is generated
	for module, least := range map[string]int{"": 100, "cmd/krein": 20, "experiments": 1} {
		all, err := All(filepath.Join(root, module))
		require.NoError(t, err)
		assert.GreaterOrEqual(t, len(all), least, "packages of %q", module)
		for _, p := range all {
			path := filepath.Join(module, strings.TrimPrefix(p.Path, Module+"/"))
			if !slices.Contains(large, path) {
				assert.LessOrEqual(t, p.Lines, mostOfAPackage, path)
			}
		}
	}
}

// writeImports writes the table, each package below what it imports.
func writeImports(t *testing.T, all []Package) {
	t.Helper()
	var rows strings.Builder
	done := map[string]bool{}
	for len(done) < len(all) {
		var ready []Package
		for _, p := range all {
			if !done[p.Path] && !slices.ContainsFunc(p.Imports,
				func(imp string) bool { return strings.HasPrefix(imp, Module+"/") && !done[imp] }) {
				ready = append(ready, p)
			}
		}
		require.NotEmpty(t, ready)
		for _, p := range ready {
			done[p.Path] = true
			var cells []string
			for _, imp := range p.Imports {
				if imp, ok := strings.CutPrefix(imp, Module+"/"); ok {
					cells = append(cells, "`"+imp+"`")
				}
			}
			if len(cells) == 0 {
				cells = []string{"–"}
			}
			fmt.Fprintf(&rows, "| `%s` | %s |\n", strings.TrimPrefix(p.Path, Module+"/"), strings.Join(cells, " "))
		}
	}
	name := filepath.Join(root, "docs", "architecture.md")
	page, err := os.ReadFile(name)
	require.NoError(t, err)
	const head = "\n| package | imports |\n|---|---|\n"
	before, after, ok := strings.Cut(string(page), head)
	require.True(t, ok)
	i := strings.Index(after, "\n\n")
	require.Positive(t, i)
	require.NoError(t, os.WriteFile(name, []byte(before+head+rows.String()+after[i+1:]), 0o644))
}
