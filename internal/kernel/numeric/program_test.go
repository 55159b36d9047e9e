package numeric

import (
	"math"
	"math/big"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"krein/ball"
	"krein/internal/kernel/eval"
	"krein/internal/kernel/formula"
	"krein/internal/kernel/kerneltest"
	"krein/kernel"
	"krein/kernel/parser"
)

func mustParse(t testing.TB, formula string) *kernel.Kernel {
	t.Helper()
	k, err := parser.Parse(formula, nil)
	require.NoError(t, err, formula)
	return k
}

func rat(p, q int64) *big.Rat { return big.NewRat(p, q) }

// TestCatalogueValues compares with values computed from the definitions by another program.
func TestCatalogueValues(t *testing.T) {
	kerneltest.CatalogueValues(t, "../../..", func(text string, z, want []float64) {
		k := mustParse(t, text)
		got := Compile(k).EvalTo(nil, z)
		for i, w := range want {
			assert.InDelta(t, w, got[i], 4e-15*max(1, math.Abs(w)), "%s at %v", text, z[i])
			slow, err := formula.Eval(k.Expr(), z[i], Float64{})
			require.NoError(t, err)
			assert.InDelta(t, w, slow, 4e-15*max(1, math.Abs(w)), "Eval of %s at %v", text, z[i])
		}
	})
}

// agree compares two ways to compute the same float64, which may round differently.
func agree(a, b float64) bool {
	if math.IsNaN(a) || math.IsNaN(b) {
		return math.IsNaN(a) && math.IsNaN(b)
	}
	return a == b || math.Abs(a-b) <= 1e-9*max(math.Abs(a), math.Abs(b))
}

// TestProgramAgreesWithEval compares the two evaluators on random formulas.
func TestProgramAgreesWithEval(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		e := genTree(4).Draw(t, "e")
		z := rapid.SampledFrom([]float64{0, 0.25, 0.8, 1, 1.5, 2, 3.7, 12}).Draw(t, "z")
		p := compile(e, true)
		got := p.At(z)
		dst := make([]float64, 300)
		in := make([]float64, 300)
		for i := range in {
			in[i] = z
		}
		p.EvalTo(dst, in)
		for _, v := range dst {
			if math.Float64bits(v) != math.Float64bits(got) && !(v != v && got != got) {
				t.Fatalf("%s at %v: at gives %v, evalTo %v", e, z, got, v)
			}
		}
		want, err := formula.Eval(e, z, Float64{})
		if err != nil {
			t.Fatal(err)
		}
		if agree(got, want) {
			return
		}
		// Where they differ, the value must be ill-conditioned: a ball at low precision is wide.
		v := eval.Enclose(nil, e, ball.NewReal(z), 53)
		if v.RelAccuracyBits() > 34 {
			t.Fatalf("%s at %v: program %v, Eval %v, ball %v", e, z, got, want, v)
		}
	})
}

// TestAccurateForms are values that the plain operations would lose to cancellation.
func TestAccurateForms(t *testing.T) {
	const z = 1e-10
	assert.InEpsilon(t, 1e-20, Compile(mustParse(t, "log(1+z^2)")).At(z), 1e-14)
	assert.InEpsilon(t, -1e-20, Compile(mustParse(t, "-log(z^2+1)")).At(z), 1e-14)
	assert.InEpsilon(t, 1e-10, Compile(mustParse(t, "exp(z)-1")).At(z), 1e-9)
	near := math.Nextafter(2, 0) // 2 − 2⁻⁵²
	assert.Equal(t, math.Sqrt(math.Ldexp(1, -50)), Compile(mustParse(t, "z<2 ? sqrt(4-z^2) : 0")).At(near))
	assert.InEpsilon(t, 2/math.Pi*math.Sqrt(2*math.Ldexp(1, -53)), Compile(mustParse(t, "arccos0")).At(near), 1e-6)
}

func TestBessel64Symmetries(t *testing.T) {
	assert.InEpsilon(t, -math.Jn(3, 2.5), bessel64(formula.OpBesselJ, -3, 2.5), 1e-14)
	assert.InEpsilon(t, -math.Jn(3, 2.5), bessel64(formula.OpBesselJ, 3, -2.5), 1e-14)
	assert.InEpsilon(t, math.Jn(3, 2.5), bessel64(formula.OpBesselJ, -3, -2.5), 1e-14)
	assert.InEpsilon(t, math.Jn(2, 2.5), bessel64(formula.OpBesselJ, -2, -2.5), 1e-14)
	assert.InEpsilon(t, math.Sqrt(math.Pi/5)*math.Exp(-2.5), bessel64(formula.OpBesselK, -0.5, 2.5), 1e-14)
	assert.InEpsilon(t, math.Sqrt(2/(math.Pi*2.5))*math.Cosh(2.5), bessel64(formula.OpBesselI, -0.5, 2.5), 1e-13)
	assert.InEpsilon(t, math.Sqrt(2/(math.Pi*2.5))*math.Cos(2.5), bessel64(formula.OpBesselJ, -0.5, 2.5), 1e-13)
	assert.InEpsilon(t, -math.Sqrt(2/(math.Pi*2.5))*(math.Sin(2.5)+math.Cos(2.5)/2.5),
		bessel64(formula.OpBesselJ, -1.5, 2.5), 1e-13)
	assert.InEpsilon(t, -bessel64(formula.OpBesselI, 1, 2), bessel64(formula.OpBesselI, 1, -2), 1e-15)
	assert.True(t, math.IsNaN(bessel64(formula.OpBesselJ, 0.5, -1)))
	assert.True(t, math.IsNaN(bessel64(formula.OpBesselK, 1, -1)))
}

func TestEvalToSharesNothing(t *testing.T) {
	k := Compile(mustParse(t, "ntk() + matern(5/2, 2)*exp(-z) + max(z, 1/2)"))
	z := make([]float64, 1000)
	for i := range z {
		z[i] = float64(i) / 300
	}
	want := k.EvalTo(nil, z)
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			got := append([]float64(nil), z...)
			k.EvalTo(got, got) // in place
			for i := range got {
				if got[i] != want[i] || k.At(z[i]) != want[i] {
					t.Errorf("at %v: %v, want %v", z[i], got[i], want[i])
				}
			}
		})
	}
	wg.Wait()
	assert.Panics(t, func() { k.EvalTo(make([]float64, 2), z) })
	assert.Empty(t, k.EvalTo(nil, nil))
}

func TestEvalDoesNotAllocate(t *testing.T) {
	k := Compile(mustParse(t, "ntk()*exp(-z) - gaussian(3)"))
	z, dst := make([]float64, 500), make([]float64, 500)
	k.EvalTo(dst, z)
	assert.LessOrEqual(t, testing.AllocsPerRun(50, func() { k.EvalTo(dst, z) }), 0.5)
	assert.Zero(t, testing.AllocsPerRun(50, func() { k.At(1.5) }))
}

func TestSharedSubexpressionsAreComputedOnce(t *testing.T) {
	c := &compiler{byNode: make(map[*formula.Expr]int)}
	c.node(mustParse(t, "exp(-z^2) + z^2*exp(-z^2) + exp(-z^2)^2").Expr())
	v := c.node(mustParse(t, "exp(-z^2)").Expr())
	assert.Equal(t, v, c.node(mustParse(t, "exp(-z^2)").Expr()))
	assert.Less(t, v, c.node(mustParse(t, "z^2*exp(-z^2)").Expr()))
}

func BenchmarkEvalTo(b *testing.B) {
	for _, f := range []string{"exp(-z^2/2) - exp(-z^2/200)", "ntk", "z < 1 ? (1-z)^4*(4*z+1) : 0", "matern(4/3)",
		"(1+z^2)^(-1/3)", "arccos1(2)", "cos(z)*exp(-z)", "1/cosh(z)", "log(1+z^2)", "1/sqrt(1+z^2)", "(2/3)^z"} {
		k := Compile(mustParse(b, f))
		z := make([]float64, 1000)
		for i := range z {
			z[i] = float64(i) / 250
		}
		dst := make([]float64, len(z))
		b.Run(f, func(b *testing.B) {
			for b.Loop() {
				k.EvalTo(dst, z)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(z)), "ns/value")
		})
	}
}

// genTree draws a number-valued tree in z, of every operation.
func genTree(depth int) *rapid.Generator[*formula.Expr] {
	number := rapid.Custom(func(t *rapid.T) *formula.Expr {
		return formula.Frac(rapid.Int64Range(-30, 30).Draw(t, "p"), rapid.Int64Range(1, 30).Draw(t, "q"))
	})
	named := rapid.SampledFrom([]string{"gaussian(2)", "matern(4/3)", "wendland(3, 1, 2)", "ntk()",
		"wave(2)", "bessel(5)"})
	return rapid.Custom(func(t *rapid.T) *formula.Expr {
		if depth == 0 {
			switch rapid.IntRange(0, 5).Draw(t, "leaf") {
			case 0, 1:
				return number.Draw(t, "number")
			case 2:
				return formula.Pi()
			case 3:
				k, err := parser.Parse(named.Draw(t, "named"), nil)
				if err != nil {
					t.Fatal(err)
				}
				return k.FormulaExpr()
			}
			return formula.Variable()
		}
		sub := genTree(rapid.IntRange(0, depth-1).Draw(t, "depth"))
		op := formula.Op(rapid.IntRange(int(formula.OpNeg), int(formula.OpBesselK)+1).Draw(t, "op"))
		switch a := sub.Draw(t, "a"); {
		case op > formula.OpBesselK:
			compare := formula.Op(rapid.IntRange(int(formula.OpLT), int(formula.OpNE)).Draw(t, "compare"))
			c := formula.Apply(compare, a, sub.Draw(t, "b"))
			if rapid.Bool().Draw(t, "not") {
				c = formula.Apply(formula.OpAnd, formula.Apply(formula.OpNot, c), formula.Apply(formula.OpOr, c, c))
			}
			return formula.Apply(formula.OpCond, c, sub.Draw(t, "yes"), sub.Draw(t, "no"))
		case op >= formula.OpBesselJ:
			return formula.Apply(op, number.Draw(t, "nu"), a)
		case op == formula.OpPow && rapid.Bool().Draw(t, "constant"):
			return formula.Apply(op, a, number.Draw(t, "p"))
		case op >= formula.OpAdd && op <= formula.OpPow, op == formula.OpMin, op == formula.OpMax:
			return formula.Apply(op, a, sub.Draw(t, "b"))
		default:
			return formula.Apply(op, a)
		}
	})
}
