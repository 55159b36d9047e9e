package kernel_test

import (
	"math"
	"math/big"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/ball"
	"krein/internal/budget"
	"krein/internal/kernel/breakpoints"
	"krein/internal/kernel/defined"
	"krein/internal/kernel/formula"
	"krein/kernel"
	"krein/kernel/parser"
)

func TestExtend(t *testing.T) {
	k := mustParse(t, "ntk")
	assert.Equal(t, "zero beyond 2", k.BeyondString())
	b, r := k.Extension()
	assert.Equal(t, kernel.Zero, b)
	assert.Equal(t, "2", r.RatString())
	r.SetInt64(7) // a copy
	assert.Equal(t, "2", k.Domain().RatString())
	assert.Equal(t, "z <= 2 ? ntk : 0", k.Expr().String())
	assert.Zero(t, k.At(2.5))
	_, err := defined.Extend(k, kernel.Natural, nil)
	require.Error(t, err)
	assert.Contains(t, err.Error(), "keep it zero beyond 2")

	p := mustParse(t, "spherical_polynomial(2, 2)")
	n, err := defined.Extend(p, kernel.Natural, nil)
	require.NoError(t, err)
	assert.Equal(t, "natural", n.BeyondString())
	assert.Equal(t, 1.5625, n.At(3))
	assert.Zero(t, p.At(3), "the kernel it came from is unchanged")
	b, r = n.Extension()
	assert.Equal(t, kernel.Natural, b)
	assert.Nil(t, r)
	assert.Equal(t, p.Formula(), n.Formula())

	g := mustParse(t, "exp(-z)")
	assert.Nil(t, g.Domain())
	_, err = g.Extend(kernel.Zero, nil)
	require.Error(t, err)
	assert.Contains(t, err.Error(), "radius")
	_, err = g.Extend(kernel.Zero, new(big.Rat))
	require.Error(t, err)
	z, err := g.Extend(kernel.Zero, big.NewRat(1, 3))
	require.NoError(t, err)
	assert.Equal(t, "zero beyond 1/3", z.BeyondString())
	assert.Equal(t, "exp(-z), zero beyond 1/3", z.String())
	assert.Zero(t, z.At(0.34))
	assert.Equal(t, math.Exp(-0.25), z.At(0.25))

	// A formula that ends somewhere, with and without a radius.
	k, err = parser.Parse("acos(z^2/2-1)/pi", &parser.Options{Radius: big.NewRat(2, 1)})
	require.NoError(t, err)
	assert.InDelta(t, mustParse(t, "arccos0").At(1.2), k.At(1.2), 1e-15)
	_, err = parser.Parse("acos(z^2/2-1)/pi", &parser.Options{Radius: big.NewRat(5, 2)})
	assert.Error(t, err)
	_, err = parser.Parse("z", &parser.Options{Radius: big.NewRat(-1, 1)})
	assert.Error(t, err)
}

func TestInnerProduct(t *testing.T) {
	k := mustParse(t, "(1 + u)^2/4 + exp(u-1)")
	assert.Equal(t, "(1 + u)^2/4 + exp(u - 1)", k.Formula())
	assert.Equal(t, "zero beyond 2", k.BeyondString())
	u := 1 - 1.44/2
	assert.InDelta(t, (1+u)*(1+u)/4+math.Exp(u-1), k.At(1.2), 1e-15)
	assert.Zero(t, k.At(2.01))
}

// TestSphereFormulas: the formulas of the papers agree with the catalogue.
func TestSphereFormulas(t *testing.T) {
	for name, formula := range map[string]string{
		"arccos0":                    "1 - acos(u)/pi",
		"arccos1":                    "(u*(pi - acos(u)) + sqrt(1 - u^2))/pi",
		"ntk":                        "u*(1 - acos(u)/pi) + (u*(pi - acos(u)) + sqrt(1 - u^2))/pi",
		"geodesic_laplace(3)":        "exp(-acos(u)/3)",
		"spherical_polynomial(3, 2)": "(2/9)^2*(7/2 + u)^2",
		"polynomial(2, 3)":           "(2 + u)^3",
		"sigmoid(1, 1/2)":            "tanh(u + 0.5)",
	} {
		a, b := mustParse(t, name), mustParse(t, formula)
		for z := 0.0625; z < 2; z += 0.0625 {
			assert.InDelta(t, b.At(z), a.At(z), 1e-13, "%s at %v", name, z)
		}
	}
}

func TestNamed(t *testing.T) {
	k, err := parser.Named("delta_gaussian", big.NewRat(1, 1), big.NewRat(10, 1))
	require.NoError(t, err)
	assert.Equal(t, "delta_gaussian(1, 10)", k.Formula())
	assert.Equal(t, "zero beyond 2", must(parser.Named("ntk")).BeyondString())
	_, err = parser.Named("ntkk")
	assert.ErrorContains(t, err, "did you mean ntk")
	_, err = parser.Named("gaussian", big.NewRat(-1, 1))
	assert.ErrorContains(t, err, "tau > 0")
	_, err = parser.Named("gaussian")
	assert.ErrorContains(t, err, "needs the parameter tau")
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

func TestNew(t *testing.T) {
	k, err := defined.New(formula.Apply(formula.OpExp, formula.Apply(formula.OpNeg, formula.Variable())))
	require.NoError(t, err)
	assert.Equal(t, "exp(-z)", k.Formula())
	_, err = defined.New(formula.Apply(formula.OpLog, formula.Apply(formula.OpSub, formula.Int(-1), formula.Variable())))
	assert.Error(t, err)
	assert.Panics(t, func() { _, _ = defined.New(formula.Apply(formula.OpLT, formula.Variable(), formula.Int(1))) })
	assert.Panics(t, func() { formula.Apply(formula.OpAdd, formula.Int(1)) })
	assert.Panics(t, func() {
		formula.Apply(formula.OpAdd, formula.Int(1), formula.Apply(formula.OpLT, formula.Variable(), formula.Int(1)))
	})
	assert.Panics(t, func() { formula.Apply(formula.OpCond, formula.Int(1), formula.Int(1), formula.Int(1)) })
	assert.Panics(t, func() { formula.Apply(formula.OpVar) })
}

func TestWendlandPolynomials(t *testing.T) {
	for args, want := range map[string]string{ // Wendland 2005, Table 9.1
		"wendland(1, 0)": "1 - z", "wendland(1, 1)": "(1 - z)^3*(1 + 3*z)", "wendland(1, 2)": "(1 - z)^5*(1 + 5*z + 8*z^2)",
		"wendland(3, 0)": "(1 - z)^2", "wendland(3, 1)": "(1 - z)^4*(1 + 4*z)",
		"wendland(3, 2)": "(1 - z)^6*(1 + 6*z + 35/3*z^2)",
		"wendland(3, 3)": "(1 - z)^8*(1 + 8*z + 25*z^2 + 32*z^3)", "wendland(5, 1)": "(1 - z)^5*(1 + 5*z)",
		"wendland(5, 2)": "(1 - z)^7*(1 + 7*z + 16*z^2)",
	} {
		assert.Equal(t, "(0, 1): "+want+"; (1, inf): 0", piecesText(t, mustParse(t, args)), args)
	}
}

// TestReadEvidence: evidence has formulas as they are printed, and no constants without values, which proofs drop.
func TestReadEvidence(t *testing.T) {
	k, err := kernel.Read("exp(-z) + 0*(1/3)")
	require.NoError(t, err)
	assert.Equal(t, "natural", k.BeyondString())
	for _, text := range []string{"exp(-z)/(sqrt(2) - sqrt(2))", "exp(-z) + tan(pi/2)*z", "gaussian(1)", "u", "exp(-z"} {
		_, err := kernel.Read(text)
		assert.Error(t, err, text)
	}
}

// TestOtherBodies: a name does not say what a tree stands for.
func TestOtherBodies(t *testing.T) {
	z := formula.Variable()
	a := formula.Call("k", nil, formula.Apply(formula.OpExp, formula.Neg(z)), 0, nil)
	b := formula.Call("k", nil, formula.Neg(formula.Apply(formula.OpExp, z)), 0, nil)
	assert.Equal(t, a.Size(), b.Size())
	assert.False(t, a.Equal(b))
	assert.True(t, a.Equal(formula.Call("k", nil, formula.Apply(formula.OpExp, formula.Neg(z)), 0, nil)))
	c := formula.Call("c", nil, formula.Int(3), 0, nil)
	assert.Equal(t, "sqrt(3)*z", formula.Opened(formula.Mul(formula.Apply(formula.OpSqrt, c), z)).String())
	assert.Equal(t, "2 + exp(-z)", formula.Opened(formula.Add(formula.Int(2), a)).String())
}

// TestDerived: the work on a kernel that is derived from another is counted, and it is cut, as that on the other is.
func TestDerived(t *testing.T) {
	ctx, release := budget.New(t.Context(), 1<<20)
	defer release()
	k := mustParse(t, "exp(-z)").Metered(budget.Of(ctx)).CutAt(breakpoints.Search{})
	d := k.Derive(formula.Apply(formula.OpNeg, k.Expr()))
	assert.Same(t, budget.Of(ctx), d.Meter())
	assert.Equal(t, k.Points(), d.Points())
	d.BallTaylor(nil, ball.NewReal(1), 8, 64)
	assert.Positive(t, budget.Of(ctx).Spent())
}
