package outward

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/printer"
	"go/token"
	"io/fs"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// nearest is a verb that rounds to nearest: %.3g, %10.2e.
var nearest = regexp.MustCompile(`%[-+ #0]*[0-9]*\.[0-9*]+[geG]`)

// promise matches what is printed as a bound, or as the error of a number, in the source text of a call.
var promise = regexp.MustCompile(`(?i)[≤≥≲≳±]|bias|bound|err|at most|at least|or more|or less|within|between|up to|\bgap|tail|margin|` +
	`below|above|lower|upper|deviation|fault|worst|apart`)

// rounded lists the calls of the module that format a number to nearest beside words of bounds, by file and format, with
// the reason why the number is none.
var rounded = map[string]string{
	"certify/estimate_density.go: short(float64(ev.Omega))":                                                                                               "the frequency of the bound that follows",
	"internal/certify/prose/text.go: %s ≈ %.6g":                                                                                                           "an estimate without an error",
	"cmd/krein/internal/evaluation/stationarypair.go: %.3g ± %s %%":                                                                                       "the number is an estimate, whose error follows",
	"cmd/krein/internal/report/plane.go: %s for %s and %s from %.3g to %.3g: between %s and %s.":                                                          "ends of axes",
	"internal/certify/crosscheck/contradiction.go: k seems to grow without bound: it is %.4g at 2^160, %.4g at 2^320 and %.4g at 2^640":                   "values",
	"internal/certify/gram/gram.go: strconv.FormatFloat(value, 'g', 4, 64)":                                                                               "the value of a form, exact in the file",
	"internal/certify/view/view.go: the singularity at z = %.4g gives the density a long oscillating tail, which is followed only in dimensions up to %d": "a place",
	"certify/session.go: strconv.FormatFloat(x+0, 'g', 4, 64)":                                                                                            "for places and values: its calls are looked at, too",
	"cmd/krein/internal/evaluation/stationaryspectrum.go: strconv.FormatFloat(v, 'g', 4, 64)":                                                             "a direction",
	"cmd/krein/internal/drawing/comparison.go: k(z) = %s in R^%d, distances in [0, %.6g]\n%s\n":                                                           "the range that the user or the data gave",
	"cmd/krein/internal/dataset/outside.go: rows %d and %d of %s are %.4g apart":                                                                          "a distance of two rows",
	"cmd/krein/internal/dataset/preparation.go: strconv.FormatFloat(v, 'g', 5, 64)":                                                                       "lengths of the data",
	"cmd/krein/internal/figure/figure.go: strconv.FormatFloat(v, 'g', 6, 64)":                                                                             "labels of an axis",
	"cmd/krein/internal/fitting/fitting.go: root mean square error %.4g (R² %.4f) on %s":                                                                  "a score",
	"cmd/krein/internal/fitting/fitting.go: root mean square error %.4g on %s":                                                                            "a score",
	"cmd/krein/internal/fitting/report.go: by %d folds (%s %.4g ± %.2g)":                                                                                  "the spread of scores, no error of one",
	"cmd/krein/internal/measure/leastview.go: \nmean variance of one frequency at %d distances between %.4g and %.4g, quantiles of the data's\n":          "least and largest of the quantiles named",
	"cmd/krein/internal/report/delta.go: The measures that pairs of maps Φ, Ψ are drawn from, with the two ways to couple frequencies that do best: predicted root mean square error with %d columns, and the columns that an error of %.4g, 5 %% of the largest |k(Δ)|, takes. Errors are means over differences in random directions.": "the error asked for, of three digits",
	"cmd/krein/internal/report/radial.go: What random features can be drawn from, each with the samples that do best: mass, bound of the bias, predicted root mean square error with %d columns, and the columns that an error of %.4g, 5 %% of the largest |k(z)|, takes. Errors are means over %s.":                                    "the error asked for, of three digits",
	"cmd/krein/internal/input/grid.go: strconv.FormatFloat(v, 'g', 3, 64)":                                                                                                                                        "makes the values of a parameter that are compared",
	"cmd/krein/internal/report/pictures.go: strconv.FormatFloat(Target*most, 'g', 3, 64)":                                                                                                                         "makes the error asked for one of three digits",
	"cmd/krein/internal/report/pictures.go: k(z) for distances up to %.4g, in float64.":                                                                                                                           "the end of an axis",
	"cmd/krein/internal/measure/zonal.go: strconv.FormatFloat(zonal.HarmonicDimension(n, z.Dim), 'g', 6, 64)":                                                                                                     "a count",
	"cmd/krein/plan.go: %s = %s in R^%d, distances in [0, %.6g], error %g\n%s\n":                                                                                                                                  "the range that the user or the data gave",
	"cmd/krein/internal/measure/tablecheck.go: ‖m₊‖ − ‖m₋‖ = %.17g, k(0) = %.17g: apart by %s, and %s is admitted":                                                                                                "all digits",
	"cmd/krein/internal/measure/tablecheck.go: the table's kernel and k(z) are apart by %s at most where they were compared, at z = %.3g, and %s is admitted":                                                     "the number is a place",
	"decompose/jordan.go: the proved bias would be %s for a mass of %.4g":                                                                                                                                         "the number is the size of a mass",
	"decompose/minimal/measure.go: On [0, %g] in dimension %d, to within %s (proved), one frequency has the mean variance %.5g at the given distances; with this atom at 0 the least cost is between %s and %s. ": "the number is a variance",
	"decompose/minimal/measure.go: The variance of Fourier features grows with the square of the mass: a standard error of 5 %% takes some %.1g independent frequencies, and the lower bound says that no other decomposition has a mass much smaller. Fourier features are hopeless here: %s.": "some",
	"decompose/minimal/prove.go: minimal: the %s bound %s %s at %s %.8g": "the number is a place",
	"decompose/minimal/search.go: minimal: a bias of %g is out of reach: the mass is at least %s, the largest |k| on [0, %g], and coefficients in float64 are not good for a bias below %.1g of their mass; ask for %s or more": "a constant of one digit",
	"internal/features/compare/verdict.go: Zonal features of high degree are large where points are close, so that a mass of %.4g does not bound their variance, which is %.3g here.":                                           "sizes; the mass is said to bound nothing",
	"internal/hankel/mass/end.go: no bound of the mass beyond ω = %.4g was found":                                                                               "a place",
	"internal/hankel/mass/end.go: internal contradiction: %v up to ω = %.4g is more than %v, which follows from k(0) = %v":                                      "a place; the figures are balls",
	"cmd/krein/internal/measure/spectrum.go: % .*e":                                                                                                             "a value in the digits that its error leaves; the error beside it is rounded up",
	"decompose/zonal/powerseries.go: f(u) = %s for |u| ≤ %.4g: %s":                                                                                              "the range that was asked for",
	"internal/hankel/profile/law.go: hankel: of the mass, which is %.4g at least, %.2g was found: in noise the density cannot be followed to where the rest is": "|k(0)|, and how little was found of it",
	"internal/hankel/waves/roots.go: %s is not proved to be analytic for |z| ≤ %.3g":                                                                            "the range that was tried",
	"decompose/zonal/powerseries.go: the terms overflow for inner products up to %.4g":                                                                          "the greatest that was asked for",
	"cmd/krein/internal/measure/inner.go: WARNING: the features say next to nothing of the kernel: their predicted root mean square error is %.3g times the kernel's root mean square between rows. Four times as many --columns halve it": "an estimate without an error",
	"cmd/krein/internal/measure/inner.go: predicted root mean square error %.3g between rows, where the kernel's root mean square is %.3g\n":                                                                                               "estimates without errors",
	"cmd/krein/internal/measure/inner.go: WARNING: row %d has length %.4g, and the map is made for lengths up to %.4g: nothing is known of its bias there":                                                                                 "lengths of rows",
	"decompose/zonal/powerseries.go: f(u) = %s is not proved to be holomorphic for |u| ≤ %.4g":                                                                                                                                             "the range that was asked for",
	"decompose/zonal/powerseries.go: f(u) = %s has no bound for |u| ≤ %.4g":                                                                                                                                                                "the range that was asked for",
	"decompose/zonal/powerseries.go: f(u) = %s is not proved to be holomorphic on a disc that is larger than |u| ≤ %.4g":                                                                                                                   "the range that was asked for",
	"cmd/krein/internal/evaluation/stationary.go: \n‖μ_R⁺‖ + ‖μ_R⁻‖ + 2‖μ_I⁺‖ %s %.*g, ‖μ_R⁺‖ − ‖μ_R⁻‖ %s %.*g, k(0) = %.10g\n":                                                                                                            "values, of as many digits as their errors leave",
	"cmd/krein/internal/evaluation/stationary.go: %.*g": "a value of as many digits as its error leaves, which stands beside it",
	"cmd/krein/internal/measure/useful.go: WARNING: the features say next to nothing of the kernel: their predicted root mean square error is %.2g times k(0).\n'krein fit --landmarks' takes the kernel itself, without features\n": "an estimate without an error",
	"cmd/krein/internal/measure/parts.go: %.*g":                                                                "a value of as many digits as its error leaves, which stands beside it",
	"cmd/krein/internal/measure/parts.go: \ntotal mass ‖m‖ %s %.*g, ‖m₊‖ − ‖m₋‖ %s %.*g":                       "values, of as many digits as their errors leave",
	"cmd/krein/internal/drawing/activation.go:  %.*g at %v":                                                    "a value of as many digits as its error leaves, which follows",
	"internal/hankel/waves/lattice.go: a frequency, %.4g, is too far out among those of a function with kinks": "a place",
	"internal/kernel/certain/certain.go: the formula is undefined at z = %.4g: %v":                             "a place",
	"internal/certify/prose/verdict.go: about %.4g":                                                            "an estimate without an error",
}

// Every bound in a few digits goes through this package: a new format with %.3g and a word of bounds is here, or converted.
func TestFormats(t *testing.T) {
	seen := make(map[string]bool)
	fset := token.NewFileSet()
	require.NoError(t, filepath.WalkDir("../..", func(path string, d fs.DirEntry, err error) error {
		switch name := d.Name(); {
		case err != nil:
			return err
		case d.IsDir() && (name == "experiments" || name == "bench" || name == "testdata" || strings.HasPrefix(name, ".") && len(name) > 2):
			return filepath.SkipDir
		case d.IsDir() || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go"):
			return nil
		}
		f, err := parser.ParseFile(fset, path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		beside := make(map[ast.Node]ast.Node) // a call, and the largest sum that it is a term of: that has the words
		ast.Inspect(f, func(n ast.Node) bool {
			if sum, ok := n.(*ast.BinaryExpr); ok {
				whole := ast.Node(sum)
				if beside[sum] != nil {
					whole = beside[sum]
				}
				beside[sum.X], beside[sum.Y] = whole, whole
			}
			call, ok := n.(*ast.CallExpr)
			if !ok {
				return true
			}
			format := ""
			for _, x := range call.Args {
				if s := literal(x); nearest.MatchString(s) {
					format = s
				}
			}
			var text bytes.Buffer
			require.NoError(t, printer.Fprint(&text, fset, call))
			words := strings.TrimPrefix(text.String(), "fmt.Errorf")
			if beside[call] != nil {
				var sum bytes.Buffer
				require.NoError(t, printer.Fprint(&sum, fset, beside[call]))
				words = sum.String()
			}
			if name, ok := call.Fun.(*ast.Ident); ok && name.Name == "short" {
				format = text.String() // of package certify: %.4g
			}
			if sel, ok := call.Fun.(*ast.SelectorExpr); ok && sel.Sel.Name == "FormatFloat" && digits(call) {
				format = text.String() // words of bounds may be anywhere
			} else if format == "" || !promise.MatchString(words) {
				return true
			}
			key := strings.TrimPrefix(filepath.ToSlash(path), "../../") + ": " + format
			seen[key] = true
			assert.Contains(t, rounded, key, "%s: this call rounds a number to nearest beside words of bounds: print a bound, or the "+
				"error of a number, by internal/outward; what is neither goes into this test's list, with the reason",
				fset.Position(call.Pos()))
			return true
		})
		return nil
	}))
	for key := range rounded {
		assert.Contains(t, seen, key, "the list is about calls that exist")
	}
}

// literal returns the text of a string literal, or of a sum with some; else "".
func literal(x ast.Expr) string {
	switch x := x.(type) {
	case *ast.BasicLit:
		if s, err := strconv.Unquote(x.Value); x.Kind == token.STRING && err == nil {
			return s
		}
	case *ast.BinaryExpr:
		return literal(x.X) + literal(x.Y)
	case *ast.ParenExpr:
		return literal(x.X)
	}
	return ""
}

// digits reports whether a call of FormatFloat asks for fewer digits than a float64 has.
func digits(call *ast.CallExpr) bool {
	n, ok := call.Args[2].(*ast.BasicLit)
	return ok && n.Value != "0" && len(n.Value) < 2 || ok && n.Value < "17" && n.Value != "0"
}
