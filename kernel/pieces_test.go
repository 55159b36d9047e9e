package kernel_test

import (
	"encoding/json"
	"fmt"
	"math"
	"math/big"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"krein/ball"
	"krein/internal/kernel/breakpoints"
	"krein/internal/kernel/eval"
	"krein/internal/kernel/formula"
	"krein/internal/kernel/kerneltest"
	"krein/internal/kernel/piecewise"
	"krein/internal/testlong"
	"krein/kernel"
)

// inside returns distances between lo and hi.
func inside(lo, hi piecewise.Breakpoint) (z []float64) {
	a, b := lo.Value, hi.Value
	if hi.Inf {
		b = 2*a + 4
		z = []float64{10 * b, 100 * b, 1000 * b}
	}
	for _, t := range []float64{1e-4, 0.01, 0.0557, 0.1459, 0.3819, 0.5, 0.618, 0.8541, 0.9443, 0.99, 0.9999} {
		if x := a + (b-a)*t; a < x && x < b {
			z = append(z, x)
		}
	}
	return z
}

func piecesText(t testing.TB, k *kernel.Kernel) string {
	t.Helper()
	pieces, err := k.Pieces()
	require.NoError(t, err, k.String())
	var parts []string
	for i, p := range pieces {
		if i > 0 {
			require.Equal(t, pieces[i-1].Hi, p.Lo)
		}
		parts = append(parts, fmt.Sprintf("(%s, %s): %s", p.Lo, p.Hi, p.Expr))
	}
	return strings.Join(parts, "; ")
}

func TestPieces(t *testing.T) {
	for formula, want := range map[string]string{
		"exp(-z)":                     "(0, inf): exp(-z)",
		"z < 1 ? 1 - z : 0":           "(0, 1): 1 - z; (1, inf): 0",
		"z == 0 ? 1 : sin(z)/z":       "(0, inf): sin(z)/z",
		"z == 1 ? 5 : z != 2 ? z : 3": "(0, inf): z",
		"abs(z - 1/3)":                "(0, 1/3): -(z - 1/3); (1/3, inf): z - 1/3",
		"max(0, 1 - abs(z - 1))":      "(0, 1): 1 + (z - 1); (1, 2): 1 - (z - 1); (2, inf): 0",
		"min(z^2, 2, 3*z)":            "(0, sqrt(2)): z^2; (sqrt(2), inf): 2",
		"z < 2*pi ? 1 : 2":            "(0, 2*pi): 1; (2*pi, inf): 2",
		"z^2 < 2 && z > 1 ? 1 : 0":    "(0, 1): 0; (1, sqrt(2)): 1; (sqrt(2), inf): 0",
		"!(z < 1) || z < 1/2 ? 1 : 0": "(0, 1/2): 1; (1/2, 1): 0; (1, inf): 1",
		"z < 1 ? 1 : z < 1 ? 2 : 3":   "(0, 1): 1; (1, inf): 3",
		"z < 3 ? (z < 5 ? z : 1) : 0": "(0, 3): z; (3, inf): 0",
		"z^2 - 3*z + 1 < 0 ? 1 : 0": "(0, 3/2 - sqrt(5/4)): 0; (3/2 - sqrt(5/4), 3/2 + sqrt(5/4)): 1; " +
			"(3/2 + sqrt(5/4), inf): 0",
		"z^4 - 5*z^2 + 6 > 0 ? 1 : 0":                 "(0, sqrt(2)): 1; (sqrt(2), sqrt(3)): 0; (sqrt(3), inf): 1",
		"z^4 < 2*z ? 1 : 0":                           "(0, 2^(1/3)): 1; (2^(1/3), inf): 0",
		"(z-1)^2*(z-2) < 0 ? 1 : 0":                   "(0, 2): 1; (2, inf): 0",
		"sqrt(z) < z/2 ? 1 : 0":                       "(0, 4): 0; (4, inf): 1",
		"z^(3/2) > 8 ? 1 : 0":                         "(0, 4): 0; (4, inf): 1",
		"exp(-z) < 1/2 ? 1 : 0":                       "(0, -log(1/2)): 0; (-log(1/2), inf): 1",
		"exp(-z^2/2) > exp(-z) ? 1 : 0":               "(0, 2): 1; (2, inf): 0",
		"2*log(z) > 1 ? 1 : 0":                        "(0, exp(1/2)): 0; (exp(1/2), inf): 1",
		"tanh(z) < 1/2 ? 1 : 0":                       "(0, 1/2*log(3)): 1; (1/2*log(3), inf): 0",
		"atan(z) < pi/4 ? 1 : 0":                      "(0, tan(pi/4)): 1; (tan(pi/4), inf): 0",
		"cosh(z) < 2 ? 1 : 0":                         "(0, log(2 + sqrt(3))): 1; (log(2 + sqrt(3)), inf): 0",
		"1/z > 4 ? 1 : 0":                             "(0, 1/4): 1; (1/4, inf): 0",
		"1/(z-1) > 0 ? 1 : 0":                         "(0, 1): 0; (1, inf): 1",
		"abs(exp(-z) + cosh(z))":                      "(0, inf): exp(-z) + cosh(z)",
		"abs(besselk(1/3, z))":                        "(0, inf): besselk(1/3, z)",
		"z < 7 ? abs(sin(z)) : 0":                     "(0, pi): sin(z); (pi, 2*pi): -sin(z); (2*pi, 7): sin(z); (7, inf): 0",
		"z < 3 ? (cos(2*z) < 0 ? 1 : 2) : 0":          "(0, 1/4*pi): 2; (1/4*pi, 3/4*pi): 1; (3/4*pi, 3): 2; (3, inf): 0",
		"z + 1 > z ? 1 : 0":                           "(0, inf): 1",
		"(z+1)^2 - z^2 - 2*z == 1 ? 5 : 6":            "(0, inf): 5",
		"z < 2 ? acos(z^2/2-1)/pi : 0":                "(0, 2): acos(z^2/2 - 1)/pi; (2, inf): 0",
		"wendland(3, 1, 2) - triangle(2)":             "(0, 2): (1 - z/2)^4*(1 + 4*(z/2)) - (1 - z/2); (2, inf): 0",
		"gaussian(2) + ntk":                           "(0, 2): gaussian(2) + ntk; (2, inf): 0",
		"u^2":                                         "(0, 2): u^2; (2, inf): 0",
		"max(u, 0)":                                   "(0, sqrt(2)): u; (sqrt(2), inf): 0",
		"wave(2)*3":                                   "(0, inf): sin(z/2)/(z/2)*3",
		"min(3, 5)*z":                                 "(0, inf): 3*z",
		"exp(-z)*(z-1) < exp(-z)*(2-z) ? 1 : 0":       "(0, 3/2): 1; (3/2, inf): 0",
		"z > 10^30 ? 1 : 0":                           "(0, 1e30): 0; (1e30, inf): 1",
		"z < 2/1000000007 ? 1 : 0":                    "(0, 2/1000000007): 1; (2/1000000007, inf): 0",
		"2^z > 8 ? 1 : 0":                             "(0, log(8)/log(2)): 0; (log(8)/log(2), inf): 1",
		"z > 1 ? (sqrt(z-1) > 2 ? sqrt(z-1) : 2) : 2": "(0, 5): 2; (5, inf): sqrt(z - 1)",
		"z + pi < 5 ? 1 : 0":                          "(0, 5 - pi): 1; (5 - pi, inf): 0",
		"pi - z^2 > 1 ? 1 : 0":                        "(0, sqrt(pi - 1)): 1; (sqrt(pi - 1), inf): 0",
		"z^2 - pi > 1 ? 1 : 0":                        "(0, sqrt(1 + pi)): 0; (sqrt(1 + pi), inf): 1",
		"z*sqrt(2) < 3 ? 1 : 0":                       "(0, 3/sqrt(2)): 1; (3/sqrt(2), inf): 0",
		"pi*z + 1 < e ? 1 : 0":                        "(0, (e - 1)/pi): 1; ((e - 1)/pi, inf): 0",
		"z/pi < 2 ? 1 : 0":                            "(0, 2*pi): 1; (2*pi, inf): 0",
		"pi/z > 2 ? 1 : 0":                            "(0, 1/2*pi): 1; (1/2*pi, inf): 0",
		"z < 7 ? (cos(z) < 0 && z > pi/2 && z > 0.5*pi ? 1 : 2) : 3": "(0, 1/2*pi): 2; (1/2*pi, 3/2*pi): 1; " +
			"(3/2*pi, 7): 2; (7, inf): 3",
		"z^2 < 8 && z < 2*sqrt(2) && z < 4/2^(1/2) && z < 8^0.5 ? 1:0": "(0, sqrt(8)): 1; (sqrt(8), inf): 0",
		"z^3 < 16 && z < 2*2^(1/3) || z < sqrt(3)*sqrt(2) ? 1:0":       "(0, 16^(1/3)): 1; (16^(1/3), inf): 0",
		"exp(-(2*z)) < 1/3 ? 1 : 0":                                    "(0, -1/2*log(1/3)): 0; (-1/2*log(1/3), inf): 1",
		"sin(z)^0 > 1/2 ? z : 0":                                       "(0, inf): z",
		"exp(-z)^3 < 1/8 ? 1 : 0":                                      "(0, -log(1/2)): 0; (-log(1/2), inf): 1",
	} {
		assert.Equal(t, want, piecesText(t, mustParse(t, formula)), formula)
	}
}

func TestPiecesNumericRoots(t *testing.T) {
	pieces, err := mustParse(t, "abs(z^3 - 3*z + 1)").Pieces()
	require.NoError(t, err)
	require.Len(t, pieces, 3)
	for i, want := range []float64{2 * math.Cos(4*math.Pi/9), 2 * math.Cos(2*math.Pi/9)} {
		assert.InDelta(t, want, pieces[i].Hi.Value, 4e-16)
		assert.Nil(t, pieces[i].Hi.Exact)
	}
	// Wilkinson's polynomial: twenty rational roots.
	var f []string
	for i := 1; i <= 20; i++ {
		f = append(f, fmt.Sprintf("(z-%d)", i))
	}
	pieces, err = mustParse(t, "abs("+strings.Join(f, "*")+")").Pieces()
	require.NoError(t, err)
	require.Len(t, pieces, 21)
	for i := range 20 {
		assert.True(t, pieces[i].Hi.Exact.Equal(formula.Int(int64(i+1))))
	}
	// Two roots 1e-30 apart.
	for _, f := range []string{"(z-1)*(z-1-1e-30)", "z^2 - (2 + 1e-30)*z + (1 + 1e-30)"} {
		pieces, err = mustParse(t, f+" < 0 ? 1 : 0").Pieces()
		if assert.NoError(t, err) {
			assert.Len(t, pieces, 3)
		}
	}
}

// TestPiecesTooMany: the number of pieces has a bound, and so has the work of finding them.
func TestPiecesTooMany(t *testing.T) {
	_, err := mustParse(t, "z < 2900 ? abs(cos(z)) + abs(sin(z)) + abs(cos(z+1)) : 0").Pieces()
	assert.ErrorContains(t, err, "too many pieces")
}

// TestPiecesOnlyWhereTaken: what is not evaluated need not be decided.
func TestPiecesOnlyWhereTaken(t *testing.T) {
	for formula, want := range map[string]string{
		"z < 7/2 && abs(cos(z)) > 2 ? 1 : z":        "(0, inf): z",
		"z > 1 || abs(cos(z)) < 2 ? z : 1":          "(0, inf): z",
		"z < 7/2 ? max(sin(z), -1/2) : exp(-z)":     "",
		"min(z, 1) == 1 ? 5 : abs(z-2)":             "(0, 1): -(z - 2); (1, inf): 5",
		"z < 2 ? (z < 3 ? 1 : abs(cos(z))) : 4 - 4": "(0, 2): 1; (2, inf): 0",
	} {
		pieces, err := mustParse(t, formula).Pieces()
		require.NoError(t, err, formula)
		if want == "" {
			assert.Greater(t, len(pieces), 1, formula)
			continue
		}
		assert.Equal(t, want, piecesText(t, mustParse(t, formula)), formula)
	}
}

// TestPiecesAtEnds: a value at the end of the range of a function is taken there, or nowhere.
func TestPiecesAtEnds(t *testing.T) {
	for formula, want := range map[string]string{
		"max(0, 1-theta/pi)":          "(0, 2): 1 - acos(u)/pi; (2, inf): 0", // zero at 2, where the formula ends
		"max(0, 0.999-theta/pi)":      "2",
		"max(0, 1.001-theta/pi)":      "2",
		"max(0, pi/2-atan(z))":        "(0, inf): pi/2 - atan(z)",
		"max(0, pi/2-1/1000-atan(z))": "2",
		"max(0, 1-tanh(z))":           "(0, inf): 1 - tanh(z)",
		"max(0, asin(u)+pi/2)":        "2",
		"max(0, 1-cosh(z))+exp(-z)":   "1",
		"max(0, erf(z)-1)+exp(-z)":    "1",
	} {
		k := mustParse(t, formula)
		if len(want) > 1 {
			assert.Equal(t, want, piecesText(t, k), formula)
			continue
		}
		pieces, err := k.Pieces()
		require.NoError(t, err, formula)
		assert.Equal(t, want, fmt.Sprint(len(pieces)), formula)
	}
}

func TestPiecesUndecidable(t *testing.T) {
	for formula, words := range map[string]string{
		"abs(cos(z))":         "infinitely many",
		"exp(-z) < z ? 1 : 0": "exp(-z) < z",
		"z < sin(2) ? (z < 2*sin(1)*cos(1) ? 1 : 2) : 3": "apart",
		"abs(gamma(z))":             "abs(gamma(z))",
		"erf(z) < 1/2 ? 1 : 0":      "erf",
		"z < 1e6 ? abs(sin(z)) : 0": "more than",
		"z < sin(pi) ? 1 : 0":       "not clear",
		"max(besselj(0, z), 0)":     "besselj",
	} {
		_, err := mustParse(t, formula).Pieces()
		if assert.Error(t, err, formula) {
			assert.Contains(t, err.Error(), words, formula)
		}
	}
}

// rationals is exact arithmetic for formulas that need no more.
type rationals struct{}

func (rationals) Rat(r *big.Rat) *big.Rat               { return r }
func (rationals) Param(*formula.Expr) (*big.Rat, error) { panic("no parameter") }

func (rationals) Const(formula.Op) *big.Rat { panic("not rational") }
func (rationals) Binary(op formula.Op, a, b *big.Rat) (*big.Rat, error) {
	e := formula.Apply(op, formula.Rational(a), formula.Rational(b))
	if e.Num() == nil {
		return nil, fmt.Errorf("%s is not rational", e)
	}
	return e.Num(), nil
}
func (rationals) PowRat(a, p *big.Rat) (*big.Rat, error) {
	return rationals{}.Binary(formula.OpPow, a, p)
}
func (rationals) Unary(op formula.Op, a *big.Rat) (*big.Rat, error) {
	return formula.Apply(op, formula.Rational(a)).Num(), nil
}
func (rationals) Bessel(formula.Op, *big.Rat, *big.Rat) (*big.Rat, error) { panic("not rational") }
func (rationals) Compare(op formula.Op, a, b *big.Rat) ball.Truth         { return op.Holds(a.Cmp(b)) }
func (rationals) Join(a, b *big.Rat) (*big.Rat, error)                    { panic("nothing is unknown") }

// TestPiecesEqualTheKernel compares pieces with the formula inside each interval, exactly.
func TestPiecesEqualTheKernel(t *testing.T) {
	affine := rapid.Custom(func(t *rapid.T) *formula.Expr {
		a, b := rapid.Int64Range(-4, 4).Draw(t, "a"), rapid.Int64Range(-6, 6).Draw(t, "b")
		return formula.Add(formula.Mul(formula.Frac(a, 2), formula.Variable()), formula.Frac(b, 3))
	})
	var number func(depth int) *rapid.Generator[*formula.Expr]
	number = func(depth int) *rapid.Generator[*formula.Expr] {
		return rapid.Custom(func(t *rapid.T) *formula.Expr {
			if depth == 0 {
				return affine.Draw(t, "affine")
			}
			a, b := number(depth-1), number(depth-1)
			switch rapid.IntRange(0, 6).Draw(t, "kind") {
			case 0:
				return formula.Apply(formula.OpAbs, a.Draw(t, "a"))
			case 1:
				return formula.Apply(formula.OpMin, a.Draw(t, "a"), b.Draw(t, "b"))
			case 2:
				return formula.Apply(formula.OpMax, a.Draw(t, "a"), b.Draw(t, "b"),
					formula.Int(rapid.Int64Range(-2, 2).Draw(t, "c")))
			case 3:
				return formula.Add(a.Draw(t, "a"), b.Draw(t, "b"))
			case 4:
				return formula.Mul(a.Draw(t, "a"), b.Draw(t, "b"))
			case 5:
				op := rapid.SampledFrom([]formula.Op{formula.OpLT, formula.OpLE, formula.OpGT, formula.OpGE, formula.OpEQ,
					formula.OpNE}).Draw(t, "op")
				return formula.Apply(formula.OpCond, formula.Apply(op, a.Draw(t, "c1"), b.Draw(t, "c2")), a.Draw(t, "a"),
					b.Draw(t, "b"))
			}
			return formula.Div(a.Draw(t, "a"), formula.Int(3))
		})
	}
	decided := 0
	rapid.Check(t, func(t *rapid.T) {
		e := number(3).Draw(t, "e")
		k := breakpoints.Natural(e)
		pieces, err := k.Pieces()
		if err != nil {
			t.Skip(err)
		}
		decided++
		if pieces[0].Lo.Value != 0 || !pieces[len(pieces)-1].Hi.Inf {
			t.Fatalf("pieces of %s do not cover the half line", e)
		}
		for i, p := range pieces {
			for _, op := range []string{"abs(", "min(", "max(", "?"} {
				if strings.Contains(p.Expr.String(), op) {
					t.Fatalf("%s: %s is not branch-free", e, p.Expr)
				}
			}
			if i > 0 && p.Expr.Equal(pieces[i-1].Expr) {
				t.Fatalf("%s: neighbours not merged", e)
			}
			for _, z := range inside(p.Lo, p.Hi) {
				if min(z-p.Lo.Value, p.Hi.Value-z) < 1e-9*z {
					continue
				}
				x := new(big.Rat).SetFloat64(z * (1 + 1e-11)) // no breakpoint by chance
				got, err := formula.Eval(p.Expr, x, rationals{})
				if err != nil {
					t.Fatal(err)
				}
				if want, err := formula.Eval(e, x, rationals{}); err != nil || got.Cmp(want) != 0 {
					t.Fatalf("%s at %v is %v, the piece %s gives %v", e, z, want, p.Expr, got)
				}
			}
		}
	})
	assert.Greater(t, decided, testlong.AtLeast(50)) // rapid draws a fifth with -short
}

// TestPiecesOfAnyFormula: nothing panics, and what is decided agrees with the kernel.
func TestPiecesOfAnyFormula(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		e := kerneltest.Expr(3, formula.Variable()).Draw(t, "e")
		k := breakpoints.Natural(e)
		pieces, err := k.Pieces()
		if err != nil {
			t.Skip(err)
		}
		for _, p := range pieces {
			for _, z := range inside(p.Lo, p.Hi) {
				if z-p.Lo.Value < 1e-6*z || p.Hi.Value-z < 1e-6*z {
					continue
				}
				unsure := false
				want, err := formula.Eval(e, point(z*(1+1e-11)), intervals{&unsure})
				if err != nil || unsure {
					continue
				}
				got, err := formula.Eval(p.Expr, point(z*(1+1e-11)), intervals{})
				if err != nil && !math.IsInf(want.hi-want.lo, 0) {
					t.Fatalf("%s on (%s, %s): the piece %s is undefined: %v", e, p.Lo, p.Hi, p.Expr, err)
				}
				if err == nil && (got.hi < want.lo || got.lo > want.hi) {
					t.Fatalf("%s at %v is in %v, the piece %s in %v", e, z, want, p.Expr, got)
				}
			}
		}
	})
}

// TestKnownFormulas: every formula of the truth tables has pieces.
func TestKnownFormulas(t *testing.T) {
	for _, name := range []string{"../testdata/known.json"} {
		text, err := os.ReadFile(name)
		require.NoError(t, err)
		var data struct{ Rows []struct{ Formula string } }
		require.NoError(t, json.Unmarshal(text, &data))
		require.NotEmpty(t, data.Rows)
		for _, r := range data.Rows {
			piecesText(t, mustParse(t, r.Formula))
		}
	}
}

// TestCataloguePieces: every named kernel is decided and its pieces agree with it.
func TestCataloguePieces(t *testing.T) {
	text, err := os.ReadFile("../testdata/kernel_catalogue.json")
	require.NoError(t, err)
	var data struct{ Kernels []struct{ Formula string } }
	require.NoError(t, json.Unmarshal(text, &data))
	for _, c := range data.Kernels {
		k := mustParse(t, c.Formula)
		pieces, err := k.Pieces()
		require.NoError(t, err, c.Formula)
		for _, p := range pieces {
			for _, z := range inside(p.Lo, p.Hi) {
				got := eval.Enclose(nil, p.Expr, ball.NewReal(z), 64).Nearest()
				assert.InDelta(t, k.At(z), got, 1e-13*max(1, math.Abs(got)), "%s at %v", c.Formula, z)
			}
		}
	}
}
