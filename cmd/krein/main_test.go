package main

import (
	"bytes"
	"context"
	"encoding/json"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/spf13/cobra"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/cmd/krein/internal/dataset"
	"krein/cmd/krein/internal/drawing"
	"krein/cmd/krein/internal/report"
	"krein/features"
	"krein/features/radial"
	"krein/internal/certify/certificate"
	"krein/internal/testlong"
)

// A map that is said in full, where a test is about something else: nothing is chosen, and evaluate
// looks for no measure beside, which both take longer than the rest.
const coupling, jordan = "--coupling=iid,iid,equal", "--bias=0"

// krein runs the command line and returns its exit status and outputs.
func krein(t *testing.T, stdin string, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	var out, errs bytes.Buffer
	code = run(t.Context(), args, strings.NewReader(stdin), &out, &errs)
	return code, out.String(), errs.String()
}

// ok runs the command line and wants status 0 and nothing on standard error.
func ok(t *testing.T, stdin string, args ...string) string {
	t.Helper()
	code, out, errs := krein(t, stdin, args...)
	require.Equal(t, exitDone, code, errs)
	require.Empty(t, errs)
	return out
}

// piped runs the command line with features on standard output, wants status 0 and on standard
// error only what is said of the bias, of the data and of a file of ranges.
func piped(t *testing.T, stdin string, args ...string) string {
	t.Helper()
	code, out, errs := krein(t, stdin, args...)
	require.Equal(t, exitDone, code, errs)
	require.Regexp(t, `^bias: .*\ndata: .*\n(preparation written to .*\n)?$`, errs)
	return out
}

// bad runs the command line, wants status 2 and returns the message.
func bad(t *testing.T, stdin string, args ...string) string {
	t.Helper()
	code, out, errs := krein(t, stdin, args...)
	require.Equal(t, exitFailed, code, out)
	require.True(t, strings.HasPrefix(errs, "krein: "), errs)
	return errs
}

// points returns n rows of d coordinates in [0,1], a label first, as CSV.
func points(n, d int) string {
	r := rand.New(rand.NewPCG(1, 2))
	var b strings.Builder
	for i := range n {
		b.WriteString(strconv.Itoa(i % 3))
		for range d {
			b.WriteByte(',')
			b.WriteString(strconv.FormatFloat(r.Float64(), 'g', -1, 64))
		}
		b.WriteByte('\n')
	}
	return b.String()
}

func dataFile(t *testing.T, n, d int) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "x.csv")
	require.NoError(t, os.WriteFile(path, []byte(points(n, d)), 0o600))
	return path
}

// TestCertifySays: the commands at the end name the kernel as it was given, and work.
func TestCertifySays(t *testing.T) {
	t.Parallel()
	out := ok(t, "", "certify", "gaussian(1) - c*gaussian(3)", "--param", "c=1/2", "--dim", "3")
	assert.Contains(t, out, "Indefinite on R^3, but a difference of two positive definite kernels with masses")
	assert.Contains(t, out, "krein features 'gaussian(1) - c*gaussian(3)' --param 'c=1/2' --data")
	assert.NotContains(t, out, "Rule:")
	out = ok(t, "-sqrt(1+z^2)", "certify", "-", "--dim", "2")
	assert.Contains(t, out, "decompose '(-sqrt(1 + z^2))' --dim 2 --minimal --radius 2 --bias 0.025 -o least.json")
	dir := t.TempDir()
	ok(t, "", "decompose", "(-sqrt(1 + z^2))", "--dim", "2", "--minimal", "--radius", "2", "--bias", ".025", "-o",
		filepath.Join(dir, "least.json"))
	assert.Contains(t, ok(t, "", "certify", "exp(-z)", "--dim", "3", "--explain"), "Rule: completely-monotone.exponential")
	msg := bad(t, "", "features", "1-z^2/9", "--data", dataFile(t, 3, 2), "-o", "-")
	assert.Contains(t, msg, "(finite-mass.unbounded)\nOther ways: ")
}

func TestCertifyJSON(t *testing.T) {
	t.Parallel()
	var cert struct {
		Format string
		Kernel struct{ Formula, Beyond string }
		Dim    int
		Claims []struct{ ID, Status, Because, Rule string }
		Mass   struct {
			Kind  string
			Total struct{ Lower, Upper string }
		}
	}
	out := ok(t, "", "certify", "exp(-z^2/2) - exp(-z^2/200)", "--dim", "16", "--json")
	require.NoError(t, json.Unmarshal([]byte(out), &cert))
	assert.Equal(t, "krein.certificate/4", cert.Format)
	assert.Equal(t, "exp(-z^2/2) - exp(-z^2/200)", cert.Kernel.Formula)
	assert.Equal(t, "natural", cert.Kernel.Beyond)
	assert.Equal(t, 16, cert.Dim)
	require.Len(t, cert.Claims, 7)
	assert.Equal(t, "finite-mass", cert.Claims[0].ID)
	assert.Equal(t, "proved", cert.Claims[0].Status)
	assert.Equal(t, "refuted", cert.Claims[1].Status)
	b, err := certificate.ParseBounds(cert.Mass.Total.Lower, cert.Mass.Total.Upper)
	require.NoError(t, err)
	assert.Greater(t, b.Lower, 1.9)
	assert.Less(t, b.Upper, 2.1)
}

func TestFormulaFromPipeAndAfterDashes(t *testing.T) {
	t.Parallel()
	direct := ok(t, "", "certify", "gaussian(1)", "--dim", "3")
	assert.Equal(t, direct, ok(t, " gaussian(1)\n", "certify", "-", "--dim", "3"))
	out := ok(t, "", "certify", "--dim", "1", "--", "-exp(-z^2)")
	assert.Contains(t, out, "-exp(-z^2)")
	assert.Contains(t, bad(t, "", "certify", "-exp(-z^2)", "--dim", "1"), "goes after '--'")
}

func TestRequire(t *testing.T) {
	t.Parallel()
	testlong.Slow(t)
	args := []string{"certify", "triangle", "--require"}
	ok(t, "", append(args, "finite-mass", "--dim", "1")...)
	code, out, errs := krein(t, "", append(args, "finite-mass", "--dim", "3")...)
	assert.Equal(t, exitNotMet, code)
	assert.Contains(t, out, "finite-mass") // the certificate is written all the same
	assert.Contains(t, errs, "finite-mass is ")
	code, _, _ = krein(t, "", append(args, "finite-mass=proved", "--dim", "3")...)
	assert.Equal(t, exitNotMet, code)
	ok(t, "", append(args, "finite-mass=proved", "--dim", "1")...)
	assert.Contains(t, bad(t, "", append(args, "finite", "--dim", "1")...), "no such claim")
	assert.Contains(t, bad(t, "", append(args, "pd=maybe", "--dim", "1")...), "pd=likely or pd=proved")
}

func TestClaimsAskedFor(t *testing.T) {
	t.Parallel()
	out := ok(t, "", "certify", "exp(u/2)", "--dim", "8", "--claim", "pd-sphere", "--require", "pd-sphere=proved")
	assert.Regexp(t, `(?m)^pd-sphere +proved +Positive definite on the unit sphere of R\^8$`, out)
	for _, other := range []string{"finite-mass", "pd-all-spheres", "Masses", "krein features"} {
		assert.NotContains(t, out, other)
	}
	out = ok(t, "", "certify", "exp(-z)", "--dim", "8", "--claim", "pd,finite-mass")
	assert.Contains(t, out, "Masses")
	assert.Contains(t, out, "krein features")
	assert.NotContains(t, out, "pd-sphere")
	assert.Contains(t, bad(t, "", "certify", "exp(-z)", "--dim", "8", "--claim", "pd", "--require", "pd-sphere"),
		"--claim pd-sphere")
	assert.Contains(t, bad(t, "", "certify", "exp(-z)", "--dim", "8", "--claim", "pdd"), "no such claim")
	assert.Contains(t, bad(t, "", "certify", "exp(t)", "--param", "t=ones", "--dim", "8", "--claim", "pd"), "of the distance")
}

func TestErrorsNameTheColumn(t *testing.T) {
	t.Parallel()
	msg := bad(t, "", "certify", "exp(-z^2) + foo(z)", "--dim", "2")
	lines := strings.Split(strings.TrimRight(msg, "\n"), "\n")
	require.Len(t, lines, 3, msg)
	assert.Equal(t, strings.Index(lines[1], "foo"), strings.Index(lines[2], "^"))
	assert.Contains(t, msg, "column 13")
}

// Hostile formulas are refused, with a column where there is one, and at once.
func TestHostileFormulas(t *testing.T) {
	t.Parallel()
	for name, formula := range map[string]string{
		"parentheses": strings.Repeat("(", 100_000) + "z" + strings.Repeat(")", 100_000),
		"open":        strings.Repeat("(", 100_000),
		"minuses":     strings.Repeat("-", 100_000) + "z",
		"digits":      strings.Repeat("7", 1_000_000),
		"exponent":    "1e999999999",
		"tower":       "9^9^9^9^9",
		"division":    "1/0",
		"empty":       "",
		"blank":       "   ",
		"nan":         "log(-1) + z",
		"unknown":     "sin(x)",
		"string":      "\"a\"",
		"nul":         "z\x00",
	} {
		t.Run(name, func(t *testing.T) {
			start := time.Now()
			msg := bad(t, formula, "certify", "-", "--dim", "2")
			if strings.TrimSpace(formula) == "" {
				assert.Contains(t, msg, "the formula is empty")
			} else {
				assert.Contains(t, msg, "column")
			}
			assert.Less(t, len(msg), 2000)
			assert.Less(t, time.Since(start), 20*time.Second) // and not minutes, on a machine that does other things, too
		})
	}
}

func TestBadFlags(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		want string
		args []string
	}{
		{"missing: --dim", []string{"certify", "ntk"}},
		{"want 1 …", []string{"certify", "ntk", "--dim", "0"}},
		{"no kernel", []string{"certify", "--dim", "2"}},
		{"put the formula in quotes", []string{"certify", "1", "-", "z", "--dim", "2"}},
		{"want name=value", []string{"certify", "ntk", "--dim", "2", "--param", "x"}},
		{"given twice", []string{"certify", "a*z", "--dim", "2", "--param", "a=1", "--param", "a=2"}},
		{"want natural, zero, or a positive radius", []string{"certify", "ntk", "--dim", "2", "--param", "beyond=there"}},
		{"no domain of its own", []string{"certify", "exp(-z)", "--dim", "2", "--param", "beyond=zero"}},
		{"positive radius", []string{"certify", "exp(-z)", "--dim", "2", "--param", "beyond=-1"}},
		{"exclude each other", []string{"spectrum", "exp(-z)", "--dim", "2", "--json", "-o", "-"}},
		{".svg or .png", []string{"spectrum", "exp(-z)", "--dim", "2", "-o", "x.gif"}},
		{"no such file", []string{"evaluate", "exp(-z)", "--data", "/no/such/file"}},
		{"standard input has only one", []string{"evaluate", "-", "--data", "-"}},
		{"2 arguments", []string{"features", "exp(-z)", "t.json", "--data", "x", "-o", "y"}},
		{"no kernel is called", []string{"kernels", "nothing"}},
		{`krein has no verb "prove"`, []string{"prove"}},
		{"want bash, fish, powershell, zsh", []string{"completion", "foo"}},
		{"want check, convert, inspect, sample", []string{"table", "foo"}},
		{`krein has no verb "foo"`, []string{"help", "foo"}},
		{`krein certify has no verbs, and "foo" is none`, []string{"help", "certify", "foo"}},
	} {
		assert.Contains(t, bad(t, "", c.args...), c.want, "%v", c.args)
	}
}

// TestExtensionIsPrinted: what continues a formula is said, and nothing where the formula holds at every distance.
func TestExtensionIsPrinted(t *testing.T) {
	t.Parallel()
	for _, c := range testlong.Some([]struct {
		want string
		args []string
	}{
		{"k(z) = exp(-z) on R^1\n", []string{"exp(-z)"}},
		{"zero beyond 2", []string{"spherical_polynomial(2,1)"}},
		{"zero beyond 3/2", []string{"exp(-z)", "--param", "beyond=3/2"}},
	}, 1) {
		assert.Contains(t, ok(t, "", append([]string{"certify", "--dim", "1"}, c.args...)...), c.want)
	}
}

func TestSpectrum(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for _, name := range []string{"a.svg", "b.png"} {
		path := filepath.Join(dir, name)
		ok(t, "", "spectrum", "gaussian(1) - gaussian(3) + 1/2", "--dim", "3", "--points", "5", "-o", path)
		b, err := os.ReadFile(path)
		require.NoError(t, err)
		assert.True(t, bytes.Contains(b[:min(len(b), 200)], []byte("<svg")) || bytes.HasPrefix(b, []byte("\x89PNG")))
	}
	csv := ok(t, "", "spectrum", "gaussian(1)", "--dim", "2", "--from", "0", "--to", "2", "--points", "3", "-o", "-")
	lines := strings.Split(strings.TrimSpace(csv), "\n")
	require.Len(t, lines, 4)
	// In R² the density of exp(−z²/2) is ω exp(−ω²/2).
	f := strings.Split(lines[2], ",")
	require.Equal(t, "1", f[0])
	m, err := strconv.ParseFloat(f[1], 64)
	require.NoError(t, err)
	assert.InDelta(t, 0.6065306597126334, m, 1e-14)

	var v struct {
		Atoms   []struct{ Omega, Weight float64 }
		Density []*float64
	}
	require.NoError(t, json.Unmarshal([]byte(ok(t, "", "spectrum", "1/2 + cos(2*z)", "--dim", "1", "--json")), &v))
	require.Len(t, v.Atoms, 2)
	require.NoError(t, json.Unmarshal([]byte(ok(t, "", "spectrum", "exp(-z)", "--dim", "2", "--json")), &v))
}

func TestDecomposeAndFeatures(t *testing.T) {
	t.Parallel()
	dir, data := t.TempDir(), dataFile(t, 30, 4)
	const kernel = "gaussian(1) - 1/2*gaussian(3)"
	table := filepath.Join(dir, "t.json")
	assert.Contains(t, bad(t, "", "decompose", "max(exp(-z^2)-1/2*exp(-z), 0)", "--dim", "1", "--effort", ".05", "-o", table),
		"finite-mass is undecided")
	assert.NoFileExists(t, table)
	assert.Contains(t, ok(t, "", "decompose", kernel, "--dim", "4", "-o", table), "total mass")
	stdout := ok(t, "", "decompose", kernel, "--dim", "4", "-o", "-")
	file, err := os.ReadFile(table)
	require.NoError(t, err)
	assert.Equal(t, string(file), stdout)

	common := []string{coupling, "--data", data, "--label", "first", "--columns", "32", "--seed",
		"5", "-o", "-"}
	direct := piped(t, "", append([]string{"features", kernel}, common...)...)
	rows := strings.Split(strings.TrimSpace(direct), "\n")
	require.Len(t, rows, 30)
	assert.Len(t, strings.Split(rows[0], ","), 32)
	assert.Equal(t, direct, piped(t, "", append([]string{"features", table}, common...)...))
	csv, err := os.ReadFile(data)
	require.NoError(t, err)
	assert.Equal(t, direct, piped(t, string(csv), "features", kernel, coupling, "--data", "-", "--label",
		"1", "--columns", "32", "--seed", "5", "-o", "-"))

	assert.Contains(t, bad(t, "", "features", table, "--data", dataFile(t, 3, 4), "-o", "-"),
		"the dimension of "+table+" is 4, but")
	if !testlong.Turn(1, 2) {
		return
	}
	// Half the data with the ranges of the whole, and what they say of its distances, gives half the features.
	ranges, half := filepath.Join(dir, "r.json"), filepath.Join(dir, "half.csv")
	chosen := []string{"features", kernel, "--coupling", "iid,importance,equal", "--label", "1", "--columns", "32",
		"--seed", "5", "-o", "-", "--data"}
	rows = strings.Split(piped(t, "", append(chosen, data, "--save-ranges", ranges)...), "\n")
	require.NoError(t, os.WriteFile(half, []byte(strings.Join(strings.Split(string(csv), "\n")[15:], "\n")), 0o600))
	second := piped(t, "", append(chosen, half, "--scale", ranges)...)
	assert.Equal(t, strings.Join(rows[15:], "\n"), second)

	var v drawing.MapView
	require.NoError(t, json.Unmarshal([]byte(ok(t, "", "features", kernel, "--data", data, "--label", "1", "--columns",
		"32", "--coupling", "auto,auto,variance", "--exact", "none", "--json", "-o", filepath.Join(dir, "phi.csv.gz"))), &v))
	assert.Equal(t, 32, v.Columns)
	assert.Equal(t, 16, v.Plus+v.Minus)
	assert.Len(t, v.Distances, 64)
	require.Len(t, v.Signature, 2)
	assert.Equal(t, dataset.SignRun{Columns: 2 * v.Plus, Sign: 1}, v.Signature[0])
	assert.Equal(t, dataset.SignRun{Columns: 2 * v.Minus, Sign: -1}, v.Signature[1])
}

// The map is chosen by predicted variance unless all is said, and what was chosen is told.
func TestFeaturesAreChosen(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	data := dataFile(t, 30, 4)
	view := func(more ...string) (v drawing.MapView) {
		args := append([]string{"features", "gaussian(1) - 1/2*gaussian(3)", "--data", data, "--label", "first",
			"--columns", "32", "--json", "-o", filepath.Join(dir, "phi.npy")}, more...)
		require.NoError(t, json.Unmarshal([]byte(ok(t, "", args...)), &v))
		return v
	}
	v := view()
	require.GreaterOrEqual(t, len(v.Choices), 8)
	assert.Len(t, v.Distances, 64)
	best := v.Choices[0]
	assert.Equal(t, best, radial.Choice{Coupling: v.Coupling, Radii: v.Radii, Budget: v.Budget, Exact: v.Exact,
		Plus: v.Plus, Minus: v.Minus, Variance: best.Variance})
	assert.Less(t, best.Variance, v.Choices[len(v.Choices)-1].Variance)

	if testlong.Turn(1, 3) {
		v = view("--coupling", "iid,auto,equal")
		require.GreaterOrEqual(t, len(v.Choices), 2, "the radii are open")
		assert.Len(t, v.Distances, 64)
		assert.Equal(t, features.IID, v.Coupling)
	}
	v = view("--coupling", "orthogonal,stratified,equal")
	assert.Empty(t, v.Choices)
	assert.Empty(t, v.Distances)

	text := ok(t, "", "features", "gaussian(1)", "--data", data, "--label", "first", "--columns", "8", "-o",
		filepath.Join(dir, "phi.npy"))
	assert.Contains(t, text, "chosen by predicted root mean square error at 64 distances: ")
	one := filepath.Join(dir, "one.csv")
	require.NoError(t, os.WriteFile(one, []byte("1,2\n"), 0o600))
	ok(t, "", "features", "gaussian(1)", "--data", one, "--label", "none", "--columns", "8", "-o",
		filepath.Join(dir, "phi.npy"))
	assert.Contains(t, bad(t, "", "features", "gaussian(1)", "--data", data, "--coupling", "auto,none", "-o", "-"), "importance")
}

func TestRefusesInfiniteMass(t *testing.T) {
	t.Parallel()
	msg := bad(t, "", "decompose", "spherical_polynomial(2,1)", "--dim", "16", "--accept-estimate")
	assert.Contains(t, msg, "finite-mass")
	assert.NotContains(t, msg, "--accept-estimate accepts")
}

func TestEvaluateJSON(t *testing.T) {
	t.Parallel()
	type view struct {
		Results []struct {
			Representation          string
			Coupling, Radii, Budget string
			Columns                 int
			Total                   int `json:"total_columns"`
			Bias                    float64
			Error                   struct{ Mean, SD float64 }
			Seconds                 float64
		}
	}
	common := []string{"evaluate", "gaussian(1)-gaussian(3)", "--data", dataFile(t, 60, 3), "--label", "first",
		"--rows", "30", "--runs", "2", "--json", "--columns"}
	var every, few, least view
	if testlong.Turn(1, 3) {
		require.NoError(t, json.Unmarshal([]byte(ok(t, "", append(common, "8", "--coupling", "all", "--bias", "0")...)), &every))
		require.Len(t, every.Results, 7*3*3, "%v", every.Results)
	}
	common = append(common, "8,16")
	for _, r := range every.Results {
		assert.Equal(t, 8, r.Columns)
		assert.Positive(t, r.Error.Mean)
		assert.Equal(t, "jordan", r.Representation)
		assert.Less(t, r.Bias, 1e-6)
	}
	if testlong.Turn(2, 3) {
		require.NoError(t, json.Unmarshal([]byte(ok(t, "", common...)), &few))
		require.Len(t, few.Results, 2*2+1+2)
	}
	for i, r := range few.Results {
		assert.Equal(t, []int{8, 8, 16, 16, 16, 8, 16}[i], r.Columns)
		assert.Contains(t, []int{r.Columns - 1, r.Columns}, r.Total)
		if i >= 5 { // those before are of the parts, the last of them in more dimensions
			assert.Contains(t, r.Representation, "least")
			assert.InDelta(t, 5e-3, r.Bias, 1e-4)
		}
	}
	require.NoError(t, json.Unmarshal([]byte(ok(t, "",
		append(common, "--coupling", "iid,iid,equal", "--bias", "0.01")...)), &least))
	require.Len(t, least.Results, 4)
	assert.InDelta(t, 0.01, least.Results[3].Bias, 1e-4)

	out := ok(t, points(50, 2), "evaluate", "gaussian(1)", "--data", "-", "--label", "first", "--runs", "1", "--columns",
		"16", "--coupling", "shared,iid,equal")
	assert.Contains(t, out, "shared")
	assert.Contains(t, out, "--scale unit")
	assert.Contains(t, bad(t, "", append(common, "--bias", "-1")...), `--bias "-1"`)
}

func TestInterruptLeavesNothing(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	var out, errs bytes.Buffer
	code := run(ctx, []string{"decompose", "gaussian(1)-gaussian(2)", "--dim", "3", "--accept-estimate", "-o",
		filepath.Join(dir, "t.json")}, strings.NewReader(""), &out, &errs)
	assert.Equal(t, exitInterrupted, code)
	assert.Contains(t, errs.String(), "interrupted")
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	assert.Empty(t, entries)
}

func TestKernels(t *testing.T) {
	t.Parallel()
	list := ok(t, "", "kernels")
	for _, name := range []string{"gaussian(tau)", "matern(nu", "ntk", "delta_gaussian(t1, t2", "wendland(d, k"} {
		assert.Contains(t, list, name)
	}
	assert.Contains(t, ok(t, "", "kernels", "ntk"), "zero beyond it")
	assert.Contains(t, ok(t, "gaussian ntk\n", "kernels", "-"), "source")
	var v struct{ Kernels []report.CatalogueEntry }
	require.NoError(t, json.Unmarshal([]byte(ok(t, "", "kernels", "--json")), &v))
	assert.Greater(t, len(v.Kernels), 25)
}

// Every example of every verb's help parses: its flags exist and its formulas are formulas.
func TestHelpExamplesNameRealFlags(t *testing.T) {
	t.Parallel()
	var walk func(cmd *cobra.Command)
	walk = func(cmd *cobra.Command) {
		for _, sub := range cmd.Commands() {
			if sub.Name() == "help" {
				continue
			}
			require.NotEmpty(t, sub.Example, sub.Name())
			for line := range strings.Lines(sub.Example) {
				_, call, found := strings.Cut(line, sub.CommandPath())
				require.True(t, found, "%s: %s", sub.CommandPath(), line)
				call, _, _ = strings.Cut(call, " | ")
				target, _, err := sub.Find(strings.Fields(call))
				require.NoError(t, err)
				for _, word := range strings.Fields(call) {
					if name, isFlag := strings.CutPrefix(word, "--"); isFlag && name != "" {
						assert.NotNil(t, target.Flag(name), "%s: %s", target.CommandPath(), word)
					}
				}
			}
			walk(sub)
		}
	}
	walk(newRoot())
}
