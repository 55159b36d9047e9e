package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/cmd/krein/internal/report"
	"krein/decompose"
	"krein/internal/certify/theorem"
	"krein/internal/kernel/language"
	"krein/kernel/parser"
)

func TestVerify(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "ntk.json")
	ok(t, "", "certify", "ntk", "--dim", "8", "--output", path)
	out := ok(t, "", "verify", path, "--kernel", "ntk", "--dim", "8")
	for _, want := range []string{"finite-mass", "refuted", "accepted", "pd-all-spheres", "on R^8"} {
		assert.Contains(t, out, want)
	}
	data, err := os.ReadFile(path)
	require.NoError(t, err)
	var report struct {
		Results []struct{ Claim, Status, Verdict string }
	}
	out = ok(t, string(data), "verify", "-", "--kernel", "ntk", "--dim", "8", "--claim", "pd", "--json")
	require.NoError(t, json.Unmarshal([]byte(out), &report))
	require.Len(t, report.Results, 1)
	assert.Equal(t, "accepted", report.Results[0].Verdict)

	another := func(why string, args ...string) { // said first, once, beside what the file states
		t.Helper()
		code, out, errs := krein(t, "", append([]string{"verify", path}, args...)...)
		assert.Equal(t, exitNotMet, code)
		assert.Empty(t, errs)
		first, rest, _ := strings.Cut(out, "\n\n")
		assert.Contains(t, strings.Join(strings.Fields(first), " "), "rejected: the certificate is about "+why)
		assert.NotContains(t, rest, "about")
		assert.NotContains(t, out, "undecided")
		assert.Regexp(t, `finite-mass +refuted +rejected`, rest)
	}
	another("R^8, not R^9", "--kernel", "ntk", "--dim", "9")
	another("another kernel: ntk, ", "--kernel", "arccos1", "--dim", "8")
	code, out, errs := krein(t, "", "verify", path, "--kernel", "ntk", "--dim", "9", "--json")
	assert.Equal(t, exitNotMet, code)
	assert.Contains(t, errs, "finite-mass, pd, ") // one reason is said once
	assert.NotContains(t, out, "undecided")
	assert.Contains(t, bad(t, "", "verify", path, "--kernel", "ntk", "--dim", "8", "--claim", "beauty"), "no such claim")
	assert.Contains(t, bad(t, "", "verify", path, "--dim", "8"), "kernel")
	assert.Contains(t, bad(t, "", "verify", filepath.Join(t.TempDir(), "none"), "--kernel", "ntk", "--dim", "8"),
		"no such file")
	assert.Contains(t, bad(t, string(data[:len(data)/2]), "verify", "-", "--kernel", "ntk", "--dim", "8"),
		"not a krein.certificate/4")
	assert.Contains(t, bad(t, strings.Replace(string(data), "refuted", "proved", 1), "verify", "-", "--kernel", "ntk",
		"--dim", "8"), "digest")
}

func TestLaTeX(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	tex, py := filepath.Join(dir, "proofs.tex"), filepath.Join(dir, "refuted.py")
	ok(t, "", "certify", "matern(3/2)", "--dim", "3", "-o", tex)
	assert.Contains(t, string(contentOf(t, tex)), `\paragraph{pd: proved.}`)
	_, _, says := krein(t, "", "certify", "matern(3/2)", "--dim", "3", "-o", py)
	assert.Contains(t, says, "is not written: no claim was refuted by values at finitely many points")
	assert.NoFileExists(t, py)
	ok(t, "", "certify", "cos(z)", "--dim", "2", "-o", py)
	assert.Contains(t, string(contentOf(t, py)), "import numpy")
}

func TestSurvey(t *testing.T) {
	t.Parallel()
	out := ok(t, "", "survey", "exp(-z)", "cos(z)", "--dims", "1,2")
	assert.Contains(t, out, "cos(z)   +    −")
	assert.Contains(t, out, "All proofs accepted")
	file := filepath.Join(t.TempDir(), "survey.md")
	ok(t, "", "survey", "cos(z)", "--dims", "1,2", "--claim", "pd", "-o", file)
	b, err := os.ReadFile(file)
	require.NoError(t, err)
	assert.Contains(t, string(b), "| cos(z) | + | − |")
	assert.Contains(t, bad(t, "", "survey", "cos(z)", "-o", "survey.pdf"), "want a name ending in .md or .html")
	var report struct {
		Survey []struct {
			Kernel string
			Dims   []struct{ Claims map[string]string }
		}
	}
	require.NoError(t, json.Unmarshal([]byte(ok(t, "", "survey", "cos(z)", "--dims", "2", "--json")), &report))
	assert.Equal(t, "refuted", report.Survey[0].Dims[0].Claims["finite-mass"])
	assert.Contains(t, bad(t, "", "survey", "cos(z)", "--dims", "0"), "--dims 0: want 1")
	assert.Contains(t, bad(t, "", "survey", "cos(z", "--dims", "1"), "cos(z")
}

// TestSurveyIsTheCatalogue wants every named kernel in the survey.
func TestSurveyIsTheCatalogue(t *testing.T) {
	t.Parallel()
	for _, e := range language.Catalogue() {
		found := false
		for _, formula := range report.SurveyKernels {
			found = found || formula == e.Name || strings.HasPrefix(formula, e.Name+"(")
		}
		assert.True(t, found, e.Name)
	}
	for _, formula := range report.SurveyKernels {
		_, err := parser.Parse(formula, nil)
		assert.NoError(t, err, formula)
	}
}

func TestRules(t *testing.T) {
	t.Parallel()
	out := ok(t, "", "rules", "finite-mass.")
	assert.Contains(t, out, "finite-mass.singularity (not finite-mass)")
	out = ok(t, "", "rules", "schoenberg")
	assert.Contains(t, out, "pd.completely-monotone (pd)", "the rules of a theorem")
	assert.NotContains(t, out, "pd.sum (pd)")
	assert.Contains(t, bad(t, "", "rules", "beauty"), "no rule begins with")
	assert.Contains(t, bad(t, "", "rules", "pd.", "beauty"), "no rule begins with beauty")
	page, err := os.ReadFile("../../docs/rules/README.md")
	require.NoError(t, err)
	made := ok(t, "", "rules", "--markdown")
	assert.True(t, made == string(page), "docs/rules/README.md is old; make it anew: go run ./cmd/krein rules "+
		"--markdown > docs/rules/README.md")
	for _, r := range theorem.Rules() {
		assert.Equal(t, 1, strings.Count(made, "\n| ["+r.Page()+"]("), r.Page())
		assert.Contains(t, made, r.ID+": ")
	}
}

func TestMinimal(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	table, least := filepath.Join(dir, "t.json"), filepath.Join(dir, "least.json")
	args := []string{"decompose", "1 - z^2/4", "--dim", "16", "--minimal", "--radius", "2"}
	out := ok(t, "", append(args, "--bias", "1e-2", "-o", table, "--proof", least)...)
	assert.Contains(t, out, "no measure does with less than")
	bound, within := regexp.MustCompile(`bias ≤ ([0-9.e-]+)`).FindStringSubmatch(out), regexp.MustCompile(`to within\s+([0-9.e-]+)`).FindStringSubmatch(out)
	require.NotNil(t, bound)
	require.NotNil(t, within)
	assert.Equal(t, bound[1], within[1], "one bias, one bound") // both of what was proved, rounded up alike
	for line := range strings.Lines(out) {
		assert.Equal(t, strings.TrimRight(line, " \n"), strings.TrimRight(line, "\n"), "trailing blanks")
	}
	assert.Contains(t, ok(t, "", "verify", least, "--kernel", "1 - z^2/4", "--param", "beyond=2", "--dim", "16"), "accepted")
	code, _, errs := krein(t, "", "verify", least, "--kernel", "1 - z^2/5", "--param", "beyond=2", "--dim", "16")
	assert.Equal(t, exitNotMet, code)
	assert.Contains(t, errs, "rejected")
	// What the kernel is beyond the radius does not matter, but within it does.
	for _, file := range []string{least, table} {
		assert.Contains(t, ok(t, "", "verify", file, "--kernel", "1 - z^2/4", "--dim", "16"), "accepted")
		for _, other := range [][]string{{"1 - z^2/4", "--param", "beyond=1"}, {"1 - z^2/5"}, {"z < 1 ? 1 - z^2/4 : 0"}} {
			code, _, errs = krein(t, "", append([]string{"verify", file, "--dim", "16", "--kernel"}, other...)...)
			assert.Equal(t, exitNotMet, code, "%s: %v", file, other)
			assert.Contains(t, errs, "rejected")
		}
	}
	data, err := os.ReadFile(least)
	require.NoError(t, err)
	var m map[string]any
	require.NoError(t, json.Unmarshal(data, &m))
	m["lower"] = m["mass"]
	forged, err := json.Marshal(m)
	require.NoError(t, err)
	code, _, _ = krein(t, string(forged), "verify", "-", "--kernel", "1 - z^2/4", "--param", "beyond=2", "--dim", "16")
	assert.NotEqual(t, exitDone, code, "a lower bound that is not proved")
	ok(t, points(20, 16), "features", coupling, table, "--data", "-", "--label", "first",
		"--scale", "sphere", "-o", filepath.Join(dir, "phi.npy"), "--columns", "32")

	out = ok(t, "", append(args, "--bias", "1e-1,1e-2", "--plot", filepath.Join(dir, "f.svg"))...)
	assert.Contains(t, out, "0.01")
	assert.FileExists(t, filepath.Join(dir, "f.svg"))

	assert.Contains(t, bad(t, "", "decompose", "1 - z^2/4", "--dim", "16", "--minimal"), "--radius")
	assert.Contains(t, bad(t, "", "decompose", "gaussian(1)", "--dim", "16", "--bias", "1e-3"), "only with --minimal")
	assert.Contains(t, bad(t, "", append(args, "--bias", "-1")...), "positive number")
	assert.Contains(t, bad(t, "", append(args, "--bias", "1e-2,1e-3", "-o", table)...), "single one")
}

// TestVerifyTable: the bias and the masses of a table are proved again, and smaller ones rejected.
func TestVerifyTable(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "t.json")
	ok(t, "", "decompose", "exp(-z^2/2) - exp(-z^2/8)", "--dim", "3", "-o", path)
	assert.Contains(t, ok(t, "", "verify", path, "--kernel", "exp(-z^2/2) - exp(-z^2/8)", "--dim", "3"), "accepted")
	rejected := func(file, why string, args ...string) {
		t.Helper()
		code, _, errs := krein(t, "", append([]string{"verify", file}, args...)...)
		assert.Equal(t, exitNotMet, code)
		assert.Contains(t, errs, why)
	}
	var said struct {
		File, Verdict, Why string
		Bias               float64
		Trusted            struct{ Lines int }
	}
	args := []string{"verify", path, "--kernel", "exp(-z^2/2) - exp(-z^2/8)", "--dim", "3"}
	require.NoError(t, json.Unmarshal([]byte(ok(t, "", append(args, "--json")...)), &said))
	assert.Equal(t, "table", said.File)
	assert.Equal(t, "accepted", said.Verdict)
	assert.Positive(t, said.Bias)
	assert.Positive(t, said.Trusted.Lines)
	code, out, errs := krein(t, "", append(args, "--json", "--timeout", "1ns")...)
	assert.Equal(t, exitNotMet, code)
	assert.Contains(t, errs, "incomplete: it takes longer than --timeout 1ns")
	require.NoError(t, json.Unmarshal([]byte(out), &said))
	assert.Equal(t, "incomplete", said.Verdict)
	assert.Contains(t, bad(t, "", append(args, "--claim", "pd")...), "is a table, which is proved as a whole")
	rejected(path, "not 4", "--kernel", "exp(-z^2/2) - exp(-z^2/8)", "--dim", "4")
	rejected(path, "it is for", "--kernel", "exp(-z^2/2) - exp(-z^2/9)", "--dim", "3")
	forge := func(change func(d *decompose.Decomposition)) string {
		d, err := decompose.Load(path)
		require.NoError(t, err)
		change(d)
		forged := filepath.Join(t.TempDir(), "forged.json")
		require.NoError(t, d.Save(forged))
		return forged
	}
	rejected(forge(func(d *decompose.Decomposition) { d.Bias.Law /= 1.1 }), "the bias is proved", "--kernel",
		"exp(-z^2/2) - exp(-z^2/8)", "--dim", "3")
	rejected(forge(func(d *decompose.Decomposition) { d.Plus.Mass *= 1 + 1e-6 }), "the mass of m₊", "--kernel",
		"exp(-z^2/2) - exp(-z^2/8)", "--dim", "3")
	rejected(forge(func(d *decompose.Decomposition) { d.Minus.Mass *= 1 - 1e-6 }), "the mass of m₋", "--kernel",
		"exp(-z^2/2) - exp(-z^2/8)", "--dim", "3")
	rejected(forge(func(d *decompose.Decomposition) { d.Kernel = "exp(-z^2/2) - exp(-z^2/9)" }), "rejected", "--kernel",
		"exp(-z^2/2) - exp(-z^2/9)", "--dim", "3")
}
