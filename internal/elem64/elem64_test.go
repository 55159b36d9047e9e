package elem64

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	_ "krein/internal/testlong" // fixes the seed
)

// subnormals are x = m·2^−1074 with its logarithm by Frexp, for which math.Log is right.
func subnormal(t *rapid.T) (x, log float64) {
	x = math.Float64frombits(rapid.Uint64Range(1, 1<<52-1).Draw(t, "bits"))
	f, e := math.Frexp(x)
	return x, math.Log(f) + float64(e)*math.Ln2
}

func TestSubnormal(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x, want := subnormal(t)
		assert.InEpsilon(t, want, Log(x), 4e-16)
		assert.InEpsilon(t, want/math.Ln10, Log10(x), 6e-16)
		assert.InEpsilon(t, -want, Lgamma(x), 4e-16)
		assert.InEpsilon(t, -want, Lgamma(-x), 4e-16)
		if y := rapid.Float64Range(-0.95, 0.95).Draw(t, "y"); math.Abs(y) > 1e-10 {
			assert.InEpsilon(t, math.Exp(y*want), Pow(x, y), 3e-13)
		}
		assert.InEpsilon(t, math.Sqrt(x), Pow(x, 0.5), 1e-15)
		assert.InEpsilon(t, 1/math.Sqrt(x), Pow(x, -0.5), 1e-15)
		assert.InEpsilon(t, math.Cbrt(x), Pow(x, 1.0/3), 1e-13) // the exponent is a little less than 1/3
	})
	assert.InDelta(t, -744.4400719213812, Log(5e-324), 1e-12)
	for _, y := range []float64{1.5, 3.25, 1e9 + 0.5, 1e300} {
		assert.Zero(t, Pow(5e-324, y), y)
		assert.True(t, math.IsInf(Pow(5e-324, -y), 1), y)
	}
}

// Everywhere else, and at every special value, the functions are those of package math.
func TestSpecialValues(t *testing.T) {
	values := []float64{0, math.Copysign(0, -1), 1, -1, 2, -2.5, 0.5, 1e-300, -1e-300, 5e-324, -5e-324, least,
		math.MaxFloat64, math.Inf(1), math.Inf(-1), math.NaN()}
	same := func(want, got float64, what ...any) {
		t.Helper()
		assert.True(t, math.Float64bits(want) == math.Float64bits(got) || math.IsNaN(want) && math.IsNaN(got), what...)
	}
	for _, x := range values {
		sub := math.Abs(x) < least && x != 0
		if !sub || x < 0 {
			same(math.Log(x), Log(x), x)
			same(math.Log10(x), Log10(x), x)
		}
		if v, _ := math.Lgamma(x); !sub {
			same(v, Lgamma(x), x)
		}
		for _, y := range values {
			if whole := y == math.Trunc(y) || math.IsNaN(y); !sub || whole || x < 0 {
				same(math.Pow(x, y), Pow(x, y), x, y)
			}
		}
	}
}

// What package math gets wrong is called in this package only, but for constants as first arguments; plots may do as
// they like.
func TestNoOther(t *testing.T) {
	wrong := []string{"Log", "Log10", "Pow"}
	require.NoError(t, filepath.WalkDir("../..", func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (slices.Contains([]string{"cmd", "tools", "bench", "testdata", "elem64"}, d.Name()) ||
			strings.HasPrefix(d.Name(), ".") && len(d.Name()) > 2):
			return filepath.SkipDir
		case !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go"):
			return nil
		}
		files := token.NewFileSet()
		f, err := parser.ParseFile(files, path, nil, 0)
		if err != nil {
			return err
		}
		constant := map[ast.Node]bool{}
		ast.Inspect(f, func(n ast.Node) bool {
			if c, ok := n.(*ast.CallExpr); ok && len(c.Args) > 0 {
				_, literal := c.Args[0].(*ast.BasicLit)
				constant[c.Fun] = literal
			}
			if s, ok := n.(*ast.SelectorExpr); ok && !constant[s] {
				if x, ok := s.X.(*ast.Ident); ok && x.Name == "math" && slices.Contains(wrong, s.Sel.Name) {
					assert.Fail(t, "use krein/internal/elem64", "%s: math.%s", files.Position(s.Pos()), s.Sel.Name)
				}
			}
			return true
		})
		return nil
	}))
}
