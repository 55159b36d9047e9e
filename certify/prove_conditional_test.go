package certify

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/internal/certify/check"
	"krein/internal/certify/check/rule"
	"krein/internal/certify/proof"
	"krein/internal/testlong"
	"krein/kernel/parser"
)

// TestConditionalProofs has kernels whose order of conditional positive definiteness is known
// (H. Wendland, Scattered Data Approximation (2005), chapter 8), and some that have none.
func TestConditionalProofs(t *testing.T) {
	type row struct {
		formula string
		dim     int
		want    Status
		order   int
	}
	for _, c := range testlong.Some([]row{
		{"multiquadric", 3, Proved, 1},
		{"-sqrt(1+z^2)", 784, Proved, 1},
		{"power(1)", 3, Proved, 1},
		{"-z^(3/2)", 2, Proved, 1},
		{"z^3", 2, Proved, 2},
		{"z^2*log(1+z)", 2, Proved, 2},
		{"-z^5", 16, Proved, 3},
		{"thin_plate", 2, Proved, 2},
		{"z == 0 ? 0 : -z^4*log(z)", 2, Proved, 3},
		{"logarithmic", 5, Proved, 1},
		{"-log(1 + z)", 5, Proved, 1},
		{"-log(1 + z^(1/3))", 5, Proved, 1},
		{"(1+z^2)^(3/2)", 3, Proved, 2},
		{"z^2", 3, Proved, 2},
		{"-z^2", 3, Proved, 1},
		{"exp(-z) - 2", 3, Proved, 1},
		{"-atan(z)", 3, Proved, 1},
		{"1/(1/(3/2+2/3*(cosh(sqrt(z+3/2))+1)))", 2, Refuted, 0},
		{"-log(z) - besselk(0, z)", 2, Proved, 1},
		{"exp(-z) - sqrt(1+z^2)", 3, Proved, 1},
		{"gaussian(1)", 3, Proved, 0},
		{"sqrt(1+z^2)", 3, Refuted, 0},
		{"z", 2, Refuted, 0},
		{"-z^3", 2, Refuted, 0},
		{"-log(1+z^4)", 3, Refuted, 0},
		{"exp(z)", 1, Refuted, 0},
		{"cosh(z)", 1, Refuted, 0},
		{"z < 2 ? 1 - z^2/4 : 0", 3, Refuted, 0},
		{"-z^2*log(1+z)", 2, Refuted, 0},
		{"cos(z)", 2, Refuted, 0},
		{"sin(z)/z", 5, Refuted, 0},
		{"z < 2 ? acos(z^2/2-1)/pi : 0", 16, Refuted, 0},
	}, 4) {
		k, err := parser.Parse(c.formula, nil)
		require.NoError(t, err, c.formula)
		f := newSession(context.Background(), k, c.dim, &Settings{SkipMass: true})
		f.proveAll(ConditionallyPD)
		v := f.verdicts[ConditionallyPD]
		if got := v.status(); got != c.want {
			t.Errorf("%s in R^%d is %v, want %v; tried %v", c.formula, c.dim, got, c.want, f.attempts[ConditionallyPD])
			continue
		}
		if c.want == Proved {
			order, ok := orderOf(v.proof)
			assert.True(t, ok, c.formula)
			assert.Equal(t, c.order, order, c.formula)
		}
		g := rule.Goal{Claim: ConditionallyPD, Holds: c.want == Proved, Kernel: k, Dim: c.dim}
		assert.NoError(t, check.New(context.Background(), 0).Step(g, v.proof), c.formula)
		t.Logf("%-32s d=%-3d %v by %s", c.formula, c.dim, c.want, v.rule)
	}
}

// TestGrowthNeedsAnExponential wants conditionally-pd.growth to see exponentials of positive rate,
// and no others.
func TestGrowthNeedsAnExponential(t *testing.T) {
	for formula, fast := range map[string]bool{
		"exp(z)": true, "z^2*exp(sqrt(z))": true, "exp(z)*cos(z)": true,
		"z^2": false, "z*cos(z)": false, "z^3*sin(2*z)": false, "z*cos(z^2)": false, "z^2 + exp(-z)": false, "cos(z)": false,
	} {
		k, err := parser.Parse(formula, nil)
		require.NoError(t, err, formula)
		g := rule.Goal{Claim: ConditionallyPD, Kernel: k, Dim: 2}
		err = check.New(context.Background(), 0).Step(g, proof.NewStep("conditionally-pd.growth", "", nil))
		assert.Equal(t, fast, err == nil, "%s: %v", formula, err)
	}
}
