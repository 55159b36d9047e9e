package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"html"
	"math"
	"math/big"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"

	"krein/cmd/krein/internal/input"
	"krein/cmd/krein/internal/report"
	"krein/fourier/language"
	"krein/fourier/stationary"
	"krein/internal/dataio"
	fourier "krein/internal/fourier/numeric"
	"krein/internal/kernel/formula"
	"krein/internal/kernel/numeric"
	"krein/internal/testlong"
	"krein/kernel/parser"
)

// A question is a kernel with the flags of krein certify that name it, in a dimension.
type question struct {
	Formula string
	Dim     int
	Args    []string
	// Undrawn says why a kernel with a proof of finite mass, or of an expansion on the sphere, has no features.
	Undrawn string
	Field   string // "sweep": a kernel that had no features although its mass was proved finite
	Report  bool   // whether the commands of its report are run, too
}

// questionsOf returns the questions of a file.
func questionsOf(t *testing.T, path string) (all []question) {
	t.Helper()
	b, err := os.ReadFile(path)
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(b, &all), path)
	return all
}

// questions are those of testdata/advised.json and shared/truth/brought.json, and the catalogue in four dimensions.
func questions(t *testing.T) (all []question) {
	t.Helper()
	all = questionsOf(t, filepath.Join("..", "..", "testdata", "advised.json"))
	if b, err := os.ReadFile(filepath.Join("..", "..", "..", "shared", "truth", "brought.json")); err == nil {
		var brought struct{ Rows []question }
		require.NoError(t, json.Unmarshal(b, &brought))
		for _, q := range brought.Rows {
			if len(q.Args) == 2 && q.Args[0] == "--axis" { // as it was
				q.Args = []string{"--param", "t=" + q.Args[1]}
			}
			same := func(r question) bool { return r.Formula == q.Formula && r.Dim == q.Dim && slices.Equal(r.Args, q.Args) }
			if !slices.ContainsFunc(all, same) {
				all = append(all, q)
			}
		}
	}
	for _, formula := range report.SurveyKernels {
		for _, dim := range []int{1, 2, 3, 16} {
			all = append(all, question{Formula: formula, Dim: dim})
		}
	}
	return all
}

// TestAdvised runs all commands that certify recommends, on rows that fill a cube with sides of 1, so that the scale
// unit keeps their differences, and compares the features with the kernel. A kernel with a proof of finite mass has
// features drawn from its measure, and one with a proof on the sphere some features, unless its row says why not or its
// mass is too large for them. A question takes some ten seconds of CPU time; KREIN_ADVISED=FIRST:COUNT
// chooses questions. KREIN_ADVISED=FILE, or FILE:FIRST:COUNT, takes the questions of another file (an array of
// {"formula": …, "dim": …, "args": […], "report": true}; with "report" the commands of the kernel's report are run,
// too). KREIN_BINARY=FILE runs this program instead of the code under test: bounds of time are then of its own
// processor time.
func TestAdvised(t *testing.T) {
	t.Parallel()
	chosen := os.Getenv("KREIN_ADVISED")
	numbers := chosen
	var all []question
	if path, rest, _ := strings.Cut(chosen, ":"); strings.HasSuffix(path, ".json") {
		all, numbers = questionsOf(t, path), rest
	} else {
		all = questions(t)
	}
	first, count := 0, len(all)
	if numbers != "" {
		_, err := fmt.Sscanf(numbers, "%d:%d", &first, &count)
		require.NoError(t, err)
	}
	var vast, open, asked atomic.Int32
	t.Cleanup(func() { // a mass that is too large for features is rare, and no way around them
		t.Logf("%d of %d questions are about too large a mass", vast.Load(), asked.Load())
		assert.LessOrEqual(t, vast.Load(), 1+asked.Load()/40)
		t.Logf("%d take more work to find out than a certificate", open.Load())
	})
	for i, q := range all { // 10 and 330 without a flag: others take up to four seconds
		if i < first || i >= first+count || chosen == "" && (!testlong.Rare(i+310, 80) || i > 600 && !testlong.Turn(1, 1)) {
			continue
		}
		t.Run(fmt.Sprintf("%d %s in R^%d", i, q.Formula, q.Dim), func(t *testing.T) {
			t.Parallel()
			asked.Add(1)
			tooLarge, work := runAdvised(t, q)
			if tooLarge {
				vast.Add(1)
			}
			if work {
				open.Add(1)
				assert.NotEqual(t, "sweep", q.Field, "a certificate does not tell how to draw its features")
			}
		})
	}
}

// finite and onSphere are what a verdict says of a proof, as a table for functions of the distance, else as a list.
var (
	finite   = regexp.MustCompile(`(?m)^finite-mass(:| ) *proved\b`)
	onSphere = regexp.MustCompile(`(?m)^pd-sphere +proved\b`)
)

// command runs krein, or the program of KREIN_BINARY.
func command(t *testing.T, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	binary := os.Getenv("KREIN_BINARY")
	if binary == "" {
		return krein(t, "", args...)
	}
	var out, errs strings.Builder
	cmd := exec.CommandContext(t.Context(), binary, args...)
	cmd.Stdout, cmd.Stderr = &out, &errs
	err := cmd.Run()
	if exit := (*exec.ExitError)(nil); !errors.As(err, &exit) {
		require.NoError(t, err)
	}
	return cmd.ProcessState.ExitCode(), out.String(), errs.String()
}

// preformatted are the commands of a report.
var preformatted = regexp.MustCompile(`(?s)<pre tabindex="0">(krein .*?)</pre>`)

// reported returns the commands of a kernel's report.
func reported(t *testing.T, q question, dir string) (commands []advised) {
	t.Helper()
	path := filepath.Join(dir, "r.html")
	args := slices.Concat([]string{"report", "--dim", strconv.Itoa(q.Dim), "-o", path}, q.Args, []string{"--", q.Formula})
	code, _, errs := command(t, args...)
	if !assert.Equal(t, exitDone, code, errs) {
		return nil
	}
	b, err := os.ReadFile(path)
	require.NoError(t, err)
	for _, m := range preformatted.FindAllSubmatch(b, -1) {
		for line := range strings.Lines(html.UnescapeString(string(m[1]))) {
			words := shellWords(t, strings.TrimPrefix(strings.TrimSpace(line), "krein "))
			if words[0] != "report" {
				commands = append(commands, advised{words: words})
			}
		}
	}
	require.NotEmpty(t, commands)
	return commands
}

// runAdvised reports whether a kernel with a proof of finite mass has no features because its mass is too large, and
// whether the certificate says that finding out takes more work, as it does on any machine.
func runAdvised(t *testing.T, q question) (tooLarge, work bool) {
	t.Helper()
	args := append([]string{"certify", "--dim", strconv.Itoa(q.Dim)}, q.Args...)
	start := time.Now()
	code, out, errs := command(t, append(args, "--", q.Formula)...)
	inTime := time.Since(start) < 8*time.Second // else the clock may have ended it, and not its count of work
	require.Equal(t, exitDone, code, errs)
	dir := t.TempDir()
	rows := filepath.Join(dir, "rows.csv")
	const n = 40
	r := rand.New(rand.NewPCG(7, uint64(q.Dim)))
	x := mat.NewDense(n, q.Dim, nil)
	var csv strings.Builder
	for i := range n {
		for j := range q.Dim {
			v := r.Float64() + 1./4 // not 0, which no scaling puts on the sphere of R^1
			if i == j%n {
				v = 1. / 4
			} else if i == (j+1)%n {
				v = 5. / 4
			}
			x.Set(i, j, v)
			csv.WriteString(strings.Repeat(",", min(j, 1)) + strconv.FormatFloat(v, 'g', -1, 64))
		}
		csv.WriteByte('\n')
	}
	require.NoError(t, os.WriteFile(rows, []byte(csv.String()), 0o600))
	train := strings.ReplaceAll(csv.String(), "\n", ",1\n") // with a value for each row
	require.NoError(t, os.WriteFile(filepath.Join(dir, "train.csv"), []byte(strings.Replace(train, ",1\n", ",2\n", n/2)), 0o600))
	commands := advice(t, out)
	verdict := strings.Join(strings.Fields(out), " ")
	if work = strings.Contains(verdict, "takes more work to find out than a certificate"); work {
		// how much work that is depends on what else the machine does; here it is found out
		words := slices.Concat([]string{"features"}, q.Args, []string{"--data", "rows.csv", "-o", "phi.npy", "--signature",
			"j.npy"})
		if strings.Contains(verdict, "Whether krein can draw features there takes") {
			words = append(words, "--scale", "sphere", "--representation", "sphere")
		}
		if strings.Contains(out, "\nsymmetric: ") && !strings.Contains(out, "\nsymmetric: proved") {
			words = append(words, "--right", "psi.npy")
		}
		if strings.Contains(verdict, "(likely, not proved)") {
			words = append(words, "--accept-estimate")
		}
		commands = append(commands, advised{words: append(words, "--", q.Formula)})
	}
	if q.Report {
		for _, c := range reported(t, q, dir) {
			same := func(d advised) bool { return slices.Equal(c.words, d.words) }
			if !slices.ContainsFunc(commands, same) {
				commands = append(commands, c)
			}
		}
	}
	inSpace, drawn, works, short := false, false, len(commands) > 0, x
	for _, c := range commands {
		inSpace = inSpace || ofSpace(c.words)
		drawn = drawn || c.words[0] == "features"
		if c.length > 0 {
			short = shorter(t, x, c.length, rows)
		}
		line := strings.Join(c.words, " ")
		for i, w := range c.words {
			if strings.HasSuffix(w, ".csv") || strings.HasSuffix(w, ".npy") || strings.HasSuffix(w, ".json") ||
				strings.HasSuffix(w, ".npz") {
				c.words[i] = filepath.Join(dir, w)
			}
		}
		plain := c.words[0] == "features" && !slices.Contains(c.words, "--signature")
		if plain { // what is advised without has no −1
			signs := []string{"--signature", filepath.Join(dir, "signs.npy")}
			c.words = slices.Insert(c.words, 1, signs...)
		}
		code, _, errs := command(t, c.words...)
		switch {
		case code != exitDone && q.Undrawn != "":
			works = false
			t.Log(q.Undrawn)
		case assert.Equal(t, exitDone, code, "krein %s\n%s", line, errs) && c.words[0] == "features":
			compareFeatures(t, q, short, c.words, plain)
		}
	}
	assert.False(t, works && q.Undrawn != "", "features are drawn: the row says that there are none")
	if q.Undrawn != "" {
		return false, work && inTime
	}
	switch {
	case finite.MatchString(out):
		tooLarge = !inSpace && vast(t, out)
		assert.True(t, inSpace || tooLarge, "finite mass is proved, and no features of R^%d are advised:\n%s", q.Dim, out)
	case q.Dim > 1 && onSphere.MatchString(out):
		assert.True(t, drawn, "a series on the sphere is proved, and no features are advised:\n%s", out)
	}
	return tooLarge, work && inTime
}

// ofSpace reports whether a command draws features from a measure on R^d: not from harmonics of a sphere, nor from a
// table of frequencies for distances up to a radius.
func ofSpace(words []string) bool {
	return words[0] == "features" && !slices.Contains(words, "sphere") && !slices.ContainsFunc(words, func(w string) bool { return strings.HasSuffix(w, ".json") || strings.HasSuffix(w, ".npz") }) &&
		!slices.Contains(words, "none")
}

// vast reports whether the verdict says that a measure has too much mass for features of 16384 columns, by figures of which
// that follows.
func vast(t *testing.T, out string) bool {
	t.Helper()
	m := vastMass.FindStringSubmatch(strings.Join(strings.Fields(out), " "))
	if m == nil {
		return false
	}
	mass, err := strconv.ParseFloat(m[1], 64)
	require.NoError(t, err)
	size, err := strconv.ParseFloat(m[2], 64)
	require.NoError(t, err)
	return mass*math.Sqrt(2./16384) > size
}

var vastMass = regexp.MustCompile(`random features are useless: ‖m‖ is about (\S+) and the kernel's largest value about (\S+),`)

// advised is a command that is recommended, for rows up to a length if that is not 0.
type advised struct {
	words  []string
	length float64
}

// advice reads the commands in what certify writes.
func advice(t *testing.T, out string) (commands []advised) {
	t.Helper()
	seen := ""
	for line := range strings.Lines(out) {
		seen += strings.TrimSpace(line) + " "
		command, ok := strings.CutPrefix(strings.TrimSuffix(line, "\n"), "    krein ")
		if !ok {
			continue
		}
		c := advised{words: shellWords(t, command)}
		if m := upToLength.FindStringSubmatch(seen); m != nil && slices.Contains(c.words, "none") {
			var err error
			c.length, err = strconv.ParseFloat(m[1], 64)
			require.NoError(t, err)
		}
		commands = append(commands, c)
	}
	return commands
}

var upToLength = regexp.MustCompile(`rows up to length (\d+)`)

// shorter writes the rows again if they are longer than that, divided by a number.
func shorter(t *testing.T, x *mat.Dense, length float64, path string) *mat.Dense {
	t.Helper()
	longest := 0.0
	for i := range x.RawMatrix().Rows {
		longest = max(longest, mat.Norm(x.RowView(i), 2))
	}
	out := mat.DenseCopyOf(x)
	out.Scale(min(1, length/longest)*(1-1e-12), out)
	var b strings.Builder
	for i := range x.RawMatrix().Rows {
		for j, v := range out.RawRowView(i) {
			b.WriteString(strings.Repeat(",", min(j, 1)) + strconv.FormatFloat(v, 'g', -1, 64))
		}
		b.WriteByte('\n')
	}
	require.NoError(t, os.WriteFile(path, []byte(b.String()), 0o600))
	return out
}

// shellWords takes a command line apart as a shell does: words in single quotes, and a quote written '\”.
func shellWords(t *testing.T, line string) (words []string) {
	t.Helper()
	var word strings.Builder
	inside, quoted := false, false
	for i := 0; i < len(line); i++ {
		switch c := line[i]; {
		case quoted && c == '\'':
			quoted = false
		case quoted:
			word.WriteByte(c)
		case c == '\'':
			quoted, inside = true, true
		case c == '\\' && i+1 < len(line):
			i++
			word.WriteByte(line[i])
			inside = true
		case c == ' ':
			if inside {
				words = append(words, word.String())
				word.Reset()
			}
			inside = false
		default:
			word.WriteByte(c)
			inside = true
		}
	}
	require.False(t, quoted, line)
	if inside {
		words = append(words, word.String())
	}
	return words
}

// compareFeatures compares Φ J Ψᵀ with the kernel. With unbiased features of total mass M and D columns the mean square
// error is below 2M²/D; M is what |Φ||Ψ| has on the diagonal. J must be all +1 if the signature was not advised.
func compareFeatures(t *testing.T, q question, x *mat.Dense, words []string, plain bool) {
	t.Helper()
	read := func(flag string) *mat.Dense {
		i := slices.Index(words, flag)
		if i < 0 {
			return nil
		}
		f, err := dataio.Open(words[i+1], &dataio.Options{Label: "none"})
		require.NoError(t, err)
		defer f.Close()
		m, err := dataio.ReadAll(t.Context(), f)
		require.NoError(t, err)
		return m
	}
	phi, psi, j := read("-o"), read("--right"), read("--signature")
	if psi == nil {
		psi = phi
	}
	if plain {
		assert.Positive(t, mat.Min(j), "%v: columns with −1, and no signature is advised", words)
	}
	at, onSphere := valuesOf(t, q)
	if at == nil {
		return
	}
	if i := slices.Index(words, "--scale"); onSphere && i >= 0 && words[i+1] == "none" { // f(⟨x,y⟩)
		compareWith(t, words, phi, psi, j, func(a, b int) float64 {
			u := mat.Dot(mat.NewVecDense(q.Dim, x.RawRowView(a)), mat.NewVecDense(q.Dim, x.RawRowView(b)))
			return ofInnerProduct(t, q.Formula, u)
		})
		return
	}
	if onSphere || slices.Contains(words, "sphere") {
		onto := mat.DenseCopyOf(x)
		for i := range onto.RawMatrix().Rows {
			row := mat.NewVecDense(q.Dim, onto.RawRowView(i))
			row.ScaleVec(1/mat.Norm(row, 2), row)
		}
		x = onto
	}
	compareWith(t, words, phi, psi, j, func(a, b int) float64 {
		delta := make([]float64, q.Dim)
		for c := range delta {
			delta[c] = x.At(a, c) - x.At(b, c)
		}
		return at(delta)
	})
}

// ofInnerProduct is a formula in u at a number u of any size.
func ofInnerProduct(t *testing.T, text string, u float64) float64 {
	t.Helper()
	k, err := parser.Parse(text, nil)
	require.NoError(t, err)
	at := formula.Rational(new(big.Rat).SetFloat64(u))
	var walk func(e *formula.Expr) *formula.Expr
	walk = func(e *formula.Expr) *formula.Expr {
		switch {
		case !e.Varies():
			return e
		case e.Op() == formula.OpCall && e.Name() == "u":
			return at
		case e.Op() == formula.OpCall:
			return walk(e.Body())
		}
		var args []*formula.Expr
		for _, a := range e.Args() {
			args = append(args, walk(a))
		}
		return formula.Apply(e.Op(), args...)
	}
	return numeric.CompileFormula(walk(k.FormulaExpr())).At(0)
}

// compareWith compares features with the kernel of rows a and b.
func compareWith(t *testing.T, words []string, phi, psi, j *mat.Dense, at func(a, b int) float64) {
	t.Helper()
	n, columns := phi.Dims()
	var sum, mass float64
	for a := range n {
		for b := range n {
			var k, size float64
			for c := range columns {
				v := phi.At(a, c) * psi.At(b, c)
				size += math.Abs(v)
				if j != nil {
					v *= j.At(c, 0)
				}
				k += v
			}
			sum += math.Pow(k-at(a, b), 2)
			if a == b {
				mass = max(mass, size)
			}
		}
	}
	rms := math.Sqrt(sum / float64(n*n))
	assert.LessOrEqual(t, rms, 0.026+3*mass*math.Sqrt(2/float64(columns)), "%v: mass %g", words, mass)
}

// valuesOf returns the kernel's values, nil for one with axes, and whether verbs put rows on the sphere for it.
func valuesOf(t *testing.T, q question) (at func(delta []float64) float64, onSphere bool) {
	t.Helper()
	opt := &stationary.Options{}
	params := map[string]string{}
	for i := 0; i+1 < len(q.Args); i += 2 {
		switch q.Args[i] {
		case "--param":
			if input.IsAxis(q.Args[i+1]) {
				return nil, false
			}
			name, value, _ := strings.Cut(q.Args[i+1], "=")
			params[name] = value
		case "--lengths":
			opt.Lengths = strings.Split(q.Args[i+1], ",")
			if len(opt.Lengths) == 1 { // one for all
				opt.Lengths = slices.Repeat(opt.Lengths, q.Dim)
			}
		}
	}
	opt.Params = params
	if language.IsRadial(q.Formula) && opt.Lengths == nil {
		k, err := parser.Parse(q.Formula, &parser.Options{Params: params})
		require.NoError(t, err)
		c := numeric.Compile(k)
		return func(delta []float64) float64 {
			sum := 0.0
			for _, v := range delta {
				sum += v * v
			}
			return c.At(math.Sqrt(sum))
		}, k.Domain() != nil
	}
	k, err := language.Parse(q.Formula, q.Dim, opt)
	require.NoError(t, err)
	c, err := fourier.Compile(k)
	require.NoError(t, err)
	return c.At, false
}
