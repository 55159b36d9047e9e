package main

import (
	"encoding/json"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"

	"krein/cmd/krein/internal/survey"
	"krein/fourier/language"
	fourier "krein/fourier/numeric"
	"krein/fourier/stationary"
	"krein/internal/dataio"
	"krein/internal/testlong"
	"krein/kernel/formula"
	"krein/kernel/numeric"
	"krein/kernel/parser"
)

// A question is a kernel with the flags of krein certify that name it, in a dimension.
type question struct {
	formula string
	dim     int
	args    []string
}

// oddQuestions have verdicts of every kind: routes that do not exist, values that are infinite, jumps.
var oddQuestions = []question{
	{"periodic(1,1)", 1, nil}, {"exp(-2*sin(pi*z)^2) - 1/10", 1, nil}, {"exp(-abs(sin(pi*z)))", 1, nil},
	{"exp(-z) - periodic(1,1)/2", 1, nil}, {"exp(cos(z)+cos(sqrt(2)*z)-2)", 1, nil}, {"acos(cos(3*z))", 1, nil},
	{"exp(-sqrt(x1^2+x2^2))*exp(-abs(x3)/2)", 3, nil}, {"matern(3/2) + sum(gaussian(1))", 3, nil},
	{"exp(-z)*cos(2*x1)", 3, nil}, {"exp(-l1)*matern(3/2)", 3, nil}, {"sum(gaussian(1))^2 - sum(gaussian(1)^2)", 3, nil},
	{"1/z", 2, nil}, {"-log(z)", 2, nil}, {"z < 1 ? 1 : 0", 2, nil}, {"z < 1 ? 1 : 1/2", 16, nil}, {"exp(z)", 2, nil},
	{"abs(u)", 3, nil}, {"1/(1+theta)", 3, nil}, {"exp(-exp(z))", 3, nil}, {"sin(z)/z", 5, nil}, {"cos(z)", 16, nil},
	{"1 - z^2/4", 16, nil}, {"-sqrt(1+z^2)", 2, nil}, {"tl1(8)", 16, nil}, {"exp(-l1^2/2)", 3, nil},
	{"geodesic_gaussian(1)", 3, nil}, {"exp(-theta^2/2)", 4, nil}, {"polynomial(1,3)", 3, nil}, {"exp(u)", 2, nil}, {"tanh(u)", 3, nil}, {"1/(2-u)", 3, nil},
	{"exp(-z)", 3, []string{"--lengths", "1,sqrt(2),1/2"}}, {"exp(-abs(t))*(1+t/(1+t^2))", 1, []string{"--axis", "ones"}},
	{"prod(matern(5/2, l))", 3, []string{"--param", "l=1,2,1/2"}}, {"shift_gaussian(1/8, 2)", 4, nil},
	{"gaussian(1) - c*matern(3/2,2)", 8, []string{"--param", "c=1/2"}}, {"-exp(-z)", 3, nil}, {"exp(-z)*cos(z)", 16, nil},
}

// questions are those above, the kernels of shared/truth/brought.json, and the catalogue in four dimensions.
func questions(t *testing.T) []question {
	t.Helper()
	all := slices.Clone(oddQuestions)
	var brought struct {
		Rows []struct {
			Formula string
			Dim     int
			Args    []string
		}
	}
	if b, err := os.ReadFile(filepath.Join("..", "..", "..", "shared", "truth", "brought.json")); err == nil {
		require.NoError(t, json.Unmarshal(b, &brought))
	}
	for _, r := range brought.Rows {
		all = append(all, question{r.Formula, r.Dim, r.Args})
	}
	for _, formula := range survey.Kernels {
		for _, dim := range []int{1, 2, 3, 16} {
			all = append(all, question{formula, dim, nil})
		}
	}
	return all
}

// TestAdvised runs all commands that certify recommends, on rows that fill a cube with sides of 1, so that the scale
// unit keeps their differences, and compares the features with the kernel.
func TestAdvised(t *testing.T) {
	t.Parallel()
	for i, q := range questions(t) {
		if !testlong.Turn(i, 11) {
			continue
		}
		t.Run(fmt.Sprintf("%s in R^%d", q.formula, q.dim), func(t *testing.T) {
			t.Parallel()
			advised(t, q)
		})
	}
}

func advised(t *testing.T, q question) {
	t.Helper()
	args := append([]string{"certify", "--dim", strconv.Itoa(q.dim)}, q.args...)
	code, out, errs := krein(t, "", append(args, "--", q.formula)...)
	if code == exitFailed && strings.Contains(errs, "dimension") {
		t.Skip(errs) // it is defined in other dimensions
	}
	require.Equal(t, exitDone, code, errs)
	dir := t.TempDir()
	rows := filepath.Join(dir, "rows.csv")
	const n = 40
	r := rand.New(rand.NewPCG(7, uint64(q.dim)))
	x := mat.NewDense(n, q.dim, nil)
	var csv strings.Builder
	for i := range n {
		for j := range q.dim {
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
	seen, short := "", x
	for line := range strings.Lines(out) {
		seen += strings.TrimSpace(line) + " "
		command, ok := strings.CutPrefix(strings.TrimSuffix(line, "\n"), "    krein ")
		if !ok {
			continue
		}
		words := shellWords(t, command)
		if m := upToLength.FindStringSubmatch(seen); m != nil && slices.Contains(words, "none") {
			length, err := strconv.ParseFloat(m[1], 64)
			require.NoError(t, err)
			short = shorter(t, x, length, rows)
		}
		for i, w := range words {
			if strings.HasSuffix(w, ".csv") || strings.HasSuffix(w, ".npy") || strings.HasSuffix(w, ".json") {
				words[i] = filepath.Join(dir, w)
			}
		}
		code, _, errs := krein(t, "", words...)
		if !assert.Equal(t, exitDone, code, "krein %s\n%s", command, errs) || words[0] != "features" {
			continue
		}
		compareFeatures(t, q, short, words)
	}
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
// error is below 2M²/D; M is what |Φ||Ψ| has on the diagonal.
func compareFeatures(t *testing.T, q question, x *mat.Dense, words []string) {
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
	at, onSphere := valuesOf(t, q)
	if at == nil {
		return
	}
	if i := slices.Index(words, "--scale"); onSphere && i >= 0 && words[i+1] == "none" { // f(⟨x,y⟩)
		compareWith(t, words, phi, psi, j, func(a, b int) float64 {
			u := mat.Dot(mat.NewVecDense(q.dim, x.RawRowView(a)), mat.NewVecDense(q.dim, x.RawRowView(b)))
			return ofInnerProduct(t, q.formula, u)
		})
		return
	}
	if onSphere || slices.Contains(words, "sphere") {
		onto := mat.DenseCopyOf(x)
		for i := range onto.RawMatrix().Rows {
			row := mat.NewVecDense(q.dim, onto.RawRowView(i))
			row.ScaleVec(1/mat.Norm(row, 2), row)
		}
		x = onto
	}
	compareWith(t, words, phi, psi, j, func(a, b int) float64 {
		delta := make([]float64, q.dim)
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
	for i := 0; i+1 < len(q.args); i += 2 {
		switch q.args[i] {
		case "--param":
			name, value, _ := strings.Cut(q.args[i+1], "=")
			params[name] = value
		case "--lengths":
			opt.Lengths = strings.Split(q.args[i+1], ",")
		case "--axis":
			return nil, false
		}
	}
	opt.Params = params
	if language.IsRadial(q.formula) && opt.Lengths == nil {
		k, err := parser.Parse(q.formula, &parser.Options{Params: params})
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
	k, err := language.Parse(q.formula, q.dim, opt)
	require.NoError(t, err)
	c, err := fourier.Compile(k)
	require.NoError(t, err)
	return c.At, false
}
