package architecture

import (
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

func TestCodeLines(t *testing.T) {
	for text, want := range map[string]int{
		"":                                   0,
		"// a\npackage p // b\n\n/* c\nd */": 1,
		"package p\n\nvar a = `x\n\n// y`\n": 4,
		"package p\nfunc f() {\n}\n":         3,
		"// a\nTEXT ·f(SB), $0\n\tRET\n":     2,
	} {
		assert.Equal(t, want, codeLines([]byte(text)), "%q", text)
	}
}

// TestTrustedBase: no checker rests on floating point, on a search or on another module.
func TestTrustedBase(t *testing.T) {
	for _, base := range []string{"internal/certify/check", "certify/verify", "internal/certify/check/stationary"} {
		all, err := Rest(root, Module+"/"+base)
		require.NoError(t, err)
		for _, other := range []string{
			"internal/kernel/numeric", "internal/special/double", "hankel", "internal/hankel/quadrature", "internal/hankel/search", "internal/kernel/breakpoints",
			"certify", "kernel/parser", "fourier/language",
		} {
			assert.NotContains(t, all, Module+"/"+other, "what %s rests on", base)
		}
		for path, p := range all {
			for _, imp := range p.Imports {
				assert.False(t, elsewhere(imp), "%s imports %s: a checker rests on the standard library alone", path, imp)
			}
		}
	}
}

// elsewhere reports whether a package is of another module: neither of this one nor of the standard library.
func elsewhere(path string) bool {
	host, _, _ := strings.Cut(path, "/")
	return strings.Contains(host, ".") && !strings.HasPrefix(path, Module+"/")
}

// TestLibraryAlone: a program that imports the library compiles nothing of the command line, of drawing or of file formats
// of others: of other modules it compiles gonum and bigfloat.
func TestLibraryAlone(t *testing.T) {
	all, err := All(root)
	require.NoError(t, err)
	for _, p := range all {
		path := strings.TrimPrefix(p.Path, Module+"/")
		switch {
		case strings.HasPrefix(path, "cmd/"), strings.HasPrefix(path, "bench/"):
			continue // programs
		case strings.HasPrefix(path, "internal/parquet"):
			continue // imported by programs alone, as the floors and the next lines hold
		case strings.Contains(path, "test"):
			continue // helpers of tests
		}
		for _, imp := range p.Imports {
			known := strings.HasPrefix(imp, "gonum.org/v1/gonum/") || imp == "github.com/ALTree/bigfloat"
			assert.False(t, elsewhere(imp) && !known, "%s imports %s", path, imp)
			assert.NotEqual(t, Module+"/internal/parquet", imp, "%s", path)
		}
	}
}

// floors reads the floors of docs/architecture.md, from the lowest: each is a list of packages that
// stand for themselves and for all packages below them that no other row names.
func floors(t *testing.T) (all [][]string) {
	t.Helper()
	page, err := os.ReadFile(filepath.Join(root, "docs", "architecture.md"))
	require.NoError(t, err)
	_, section, ok := strings.Cut(string(page), "\n## Directions\n")
	require.True(t, ok, "docs/architecture.md has no section Directions")
	section, _, _ = strings.Cut(section, "\n## ")
	name := regexp.MustCompile("`([a-z0-9/]+)`")
	for _, m := range regexp.MustCompile(`(?m)^\d+\. (.*)$`).FindAllStringSubmatch(section, -1) {
		var floor []string
		for _, n := range name.FindAllStringSubmatch(m[1], -1) {
			floor = append(floor, n[1])
		}
		all = append(all, floor)
	}
	return all
}

// floorOf returns the number of the row with the longest name that is the package or stands above it; −1 if none does.
// What a name has below internal/ stands with it.
func floorOf(all [][]string, path string) int {
	at, longest := -1, 0
	for i, floor := range all {
		for _, name := range floor {
			for _, name := range []string{name, "internal/" + name} {
				if (path == name || strings.HasPrefix(path, name+"/")) && len(name) > longest {
					at, longest = i, len(name)
				}
			}
		}
	}
	return at
}

// TestAppliers: a program that reads a map of any kind and applies it compiles neither kernels nor measures nor what proves.
func TestAppliers(t *testing.T) {
	all, err := Rest(root, Module+"/features/written")
	require.NoError(t, err)
	assert.LessOrEqual(t, len(all), 15, slices.Sorted(maps.Keys(all)))
	for path := range all {
		rest := strings.TrimPrefix(strings.TrimPrefix(path, Module+"/"), "internal/")
		noun, _, _ := strings.Cut(rest, "/")
		assert.NotContains(t, []string{"ball", "special", "quad", "kernel", "fourier", "hankel", "certify", "decompose", "learn"}, noun, path)
	}
}

// TestPublic: an importer sees the packages that docs/architecture.md lists, with at most 500 names, all documented; what
// else there is stands below internal/.
func TestPublic(t *testing.T) {
	page, err := os.ReadFile(filepath.Join(root, "docs", "architecture.md"))
	require.NoError(t, err)
	_, section, ok := strings.Cut(string(page), "\n## Public packages\n")
	require.True(t, ok, "docs/architecture.md has no section Public packages")
	section, _, _ = strings.Cut(section, "\n## ")
	_, section, ok = strings.Cut(section, "\n- ")
	require.True(t, ok, "no list of public packages")
	var want, have []string
	for _, n := range regexp.MustCompile("`([a-z0-9/]+)`").FindAllStringSubmatch(section, -1) {
		want = append(want, n[1])
	}
	all, err := All(root)
	require.NoError(t, err)
	names := 0
	for _, p := range all {
		path := strings.TrimPrefix(p.Path, Module+"/")
		if noun, _, _ := strings.Cut(path, "/"); slices.Contains([]string{"internal", "cmd", "bench", "docs", "examples"}, noun) {
			continue
		}
		have = append(have, path)
		n, bare, err := Exported(root, p.Path)
		require.NoError(t, err)
		names += n
		assert.Empty(t, bare, "names of %s without a doc comment", path)
	}
	assert.ElementsMatch(t, want, have)
	assert.LessOrEqual(t, names, 500, "exported names")
	t.Logf("%d packages, %d names", len(have), names)
}

// TestCommand: the packages of the command are those that docs/architecture.md names.
func TestCommand(t *testing.T) {
	page, err := os.ReadFile(filepath.Join(root, "docs", "architecture.md"))
	require.NoError(t, err)
	_, row, ok := strings.Cut(string(page), "\n| `cmd/krein` |")
	require.True(t, ok)
	row, _, _ = strings.Cut(row, "\n")
	_, row, ok = strings.Cut(row, " in all: ")
	require.True(t, ok)
	var want, have []string
	for _, n := range regexp.MustCompile("`([a-z]+)`").FindAllStringSubmatch(row, -1) {
		want = append(want, n[1])
	}
	all, err := All(root)
	require.NoError(t, err)
	for _, p := range all {
		if name, ok := strings.CutPrefix(p.Path, Module+"/cmd/krein/internal/"); ok {
			have = append(have, name)
		}
	}
	assert.ElementsMatch(t, want, have)
	assert.LessOrEqual(t, len(have), 11, "with cmd/krein, 12 packages")
}

// TestDirections: every package has a floor, and imports nothing from a higher one.
func TestDirections(t *testing.T) {
	table := floors(t)
	all, err := All(root)
	require.NoError(t, err)
	require.Greater(t, len(all), 100)
	used := map[string]bool{}
	for _, p := range all {
		path := strings.TrimPrefix(p.Path, Module+"/")
		used[path] = true
		floor := floorOf(table, path)
		assert.GreaterOrEqual(t, floor, 0, "%s stands on no floor of docs/architecture.md", path)
		for _, imp := range p.Imports {
			if imp, ok := strings.CutPrefix(imp, Module+"/"); ok {
				assert.LessOrEqual(t, floorOf(table, imp), floor, "%s imports %s, which stands on a higher floor", path, imp)
			}
		}
	}
	for _, name := range slices.Concat(table...) {
		below := func(path string) bool { return path == name || strings.HasPrefix(path, name+"/") }
		assert.True(t, slices.ContainsFunc(slices.Collect(maps.Keys(used)), below), "no package is or stands below %s", name)
	}
}
