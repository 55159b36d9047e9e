package certify

import (
	"bytes"
	"context"
	"errors"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/internal/certify/check"
	"krein/internal/certify/check/rule"
	"krein/internal/certify/prose"
	"krein/internal/certify/view"
	"krein/internal/kernel/breakpoints"
	"krein/internal/special/double"
	"krein/internal/testlong"
	"krein/kernel"
	"krein/kernel/parser"
)

func parse(t *testing.T, formula string) *kernel.Kernel {
	t.Helper()
	k, err := parser.Parse(formula, nil)
	require.NoError(t, err, formula)
	return k
}

func certificateOf(t *testing.T, formula string, dim int) *Certificate {
	t.Helper()
	c, err := Run(context.Background(), parse(t, formula), dim, &Settings{SkipProofs: true})
	require.NoError(t, err)
	return c
}

func sessionOf(t *testing.T, formula string, dim int) *session {
	t.Helper()
	s := (*Settings)(nil).withDefaults()
	return newSession(context.Background(), parse(t, formula), dim, &s)
}

// TestCancellationBesideZero: values of a formula that cancels near 0 are so far off there that
// coefficients of kernels that are positive definite on R^7 seem to be negative.
func TestCancellationBesideZero(t *testing.T) {
	for _, formula := range []string{"3*(z/tanh(z)-1)/z^2", "6*(z-sin(z))/z^3"} {
		c, err := Run(context.Background(), parse(t, formula), 2, &Settings{Claims: []ID{PDSphere}, SkipMass: true})
		require.NoError(t, err)
		claim := c.Claim(PDSphere)
		assert.NotContains(t, []Status{Unlikely, Refuted}, claim.Status, "%s: %s", formula, claim.Because)
	}
}

// Every estimator is documented, and but for the heuristic the checker has its theorem.
func TestEstimatorsAreDocumented(t *testing.T) {
	page, err := os.ReadFile("../docs/claims.md")
	require.NoError(t, err)
	for _, e := range estimators {
		assert.Contains(t, string(page), "`"+e.rule+"`", "docs/claims.md")
		known := slices.ContainsFunc(check.Rules(), func(r rule.Rule) bool { return r.ID == e.rule && r.Claim == e.claim })
		assert.Equal(t, e.rule != "finite-mass.numerical", known, e.rule)
	}
	for _, id := range IDs() {
		assert.Contains(t, string(page), "`"+string(id)+"`")
	}
}

func encoded(t *testing.T, c *Certificate) string {
	t.Helper()
	var b bytes.Buffer
	require.NoError(t, c.Encode(&b))
	return b.String()
}

func TestPapersKernel(t *testing.T) {
	c := certificateOf(t, "exp(-z^2/2) - exp(-z^2/200)", 16)
	assert.Equal(t, Likely, c.Claim(FiniteMass).Status)
	assert.Equal(t, Unlikely, c.Claim(PD).Status)
	assert.Equal(t, Likely, c.Claim(PositiveDecomposition).Status)
	// The negative part is at most exp(−z²/200): the supports overlap, so ‖m₋‖ < 1, and
	// ‖m₊‖ = ‖m₋‖ for k(0) = 0. Reference: the sign change is at ω² = 2·16·log(10)/(100−1).
	w2 := 2 * 16 * math.Log(10) / 99
	below := func(tau2 float64) float64 { // chi-square of 16 degrees of freedom
		x, sum, term := tau2*w2/2, 0.0, 1.0
		for j := range 8 {
			sum += term
			term *= x / float64(j+1)
		}
		return 1 - math.Exp(-x)*sum
	}
	want := below(100) - below(1)
	m := c.Mass()
	for _, b := range []*Bounds{m.Plus, m.Minus} {
		require.NotNil(t, b)
		assert.InDelta(t, want, b.Lower, 1e-9)
		assert.Equal(t, b.Lower, b.Upper, "an estimate states no error")
	}

	// Nothing that floats say is called a proof, and what is said survives the file.
	text := encoded(t, c)
	assert.Contains(t, text, `"kind": "estimated"`)
	assert.Contains(t, text, `"value": `)
	assert.NotContains(t, text, `"lower"`)
	assert.NotContains(t, prose.Masses(&m), "±")
	d, err := Decode(strings.NewReader(text))
	require.NoError(t, err)
	assert.Equal(t, c.Digest(), d.Digest())
	assert.Equal(t, c.Claims(), d.Claims())

	again := certificateOf(t, "exp(-z^2/2) - exp(-z^2/200)", 16)
	assert.Equal(t, c.Digest(), again.Digest(), "the same kernel gives the same certificate")
}

func TestInfiniteMass(t *testing.T) {
	c, err := Run(context.Background(), parse(t, "cos(z)"), 2, nil)
	require.NoError(t, err)
	assert.Equal(t, Refuted, c.Claim(FiniteMass).Status)
	assert.Equal(t, "positive-decomposition.local", c.Claim(PositiveDecomposition).Rule)
	assert.True(t, math.IsInf(c.Mass().Total.Lower, 1))
	assert.Contains(t, encoded(t, c), `"lower": "inf"`)
	var b bytes.Buffer
	require.NoError(t, prose.WriteText(&b, c))
	assert.Contains(t, b.String(), "‖m‖ is infinite")

	c, err = Run(context.Background(), parse(t, "z == 1 ? 5 : cosh(z)"), 2, nil)
	require.NoError(t, err)
	assert.Equal(t, Undecided, c.Claim(PositiveDecomposition).Status)
	assert.Contains(t, c.Claim(PositiveDecomposition).Because, "whether two with unbounded diagonals do, no rule decides")
	var e *NotCertifiedError
	assert.ErrorAs(t, c.Require(FiniteMass, true), &e)
}

// TestUndefined: where the formula has no value on the domain, that is said.
func TestUndefined(t *testing.T) {
	k, err := parser.Parse("exp(u)+0*sin(u-1/2)/(u-1/2)", nil)
	require.NoError(t, err)
	c, err := Run(context.Background(), k, 3, &Settings{Claims: []ID{PDSphere}})
	require.NoError(t, err)
	assert.Contains(t, c.Claim(PDSphere).Because, "the formula has no value at z = 1, and a kernel on the sphere needs every z in [0,2]")
	k, err = kernel.Read("acos(z-1)") // which has no value beyond 2
	require.NoError(t, err)
	c, err = Run(context.Background(), k.CutAt(breakpoints.Search{}), 3, &Settings{SkipProofs: true})
	require.NoError(t, err)
	for _, id := range []ID{FiniteMass, PD, CompletelyMonotone, ConditionallyPD} {
		assert.Equal(t, Undecided, c.Claim(id).Status, id)
		assert.Contains(t, c.Claim(id).Because, "has no value at z = 2.0", id)
	}
}

func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	n := 0
	_, err := Run(ctx, parse(t, "exp(-z)"), 3, &Settings{Progress: func(s Stage) {
		assert.Equal(t, n, s.Done)
		assert.Equal(t, len(estimators), s.Total)
		if n++; n == 5 {
			cancel()
		}
	}})
	assert.True(t, errors.Is(err, context.Canceled), err)
	assert.Equal(t, 5, n)
	assert.Panics(t, func() { _, _ = Run(ctx, nil, 3, nil) })
	assert.Panics(t, func() { _, _ = Run(ctx, parse(t, "exp(-z)"), 0, nil) })
}

// What is proved is told once, with its proof, as it is in the certificate; estimates and the lemmas of proofs are not.
func TestDecided(t *testing.T) {
	told := map[ID]Claim{}
	set := &Settings{Decided: func(cl Claim) {
		assert.NotContains(t, told, cl.ID)
		told[cl.ID] = cl
	}}
	c, err := Run(t.Context(), parse(t, "exp(-z^2/2) - exp(-z^2/8)"), 3, set)
	require.NoError(t, err)
	for _, cl := range c.Claims() {
		if cl.Proof == nil {
			assert.NotContains(t, told, cl.ID)
			continue
		}
		want := cl
		want.Witness = nil // it is looked for later
		assert.Equal(t, want, told[cl.ID])
	}
	assert.NotEmpty(t, told)
	clear(told)
	set.Claims = []ID{PD}
	_, err = Run(t.Context(), parse(t, "exp(-z)"), 3, set)
	require.NoError(t, err)
	assert.Len(t, told, 1, "others were not asked for")
}

func TestSkipMass(t *testing.T) {
	c, err := Run(context.Background(), parse(t, "exp(-z)*cos(z)"), 3, &Settings{SkipMass: true, SkipProofs: true})
	require.NoError(t, err)
	assert.Nil(t, c.Mass().Total)
	assert.Equal(t, Undecided, c.Claim(FiniteMass).Status)
	assert.Contains(t, c.Claim(FiniteMass).Because, "as asked")
	assert.Contains(t, encoded(t, c), `"kind": "unknown"`)
}

func TestWriteText(t *testing.T) {
	var b bytes.Buffer
	c := certificateOf(t, "exp(-z^2/2) - exp(-z^2/200)", 16)
	require.NoError(t, prose.WriteText(&b, c))
	text := b.String()
	assert.True(t, strings.HasPrefix(text, "k(z) = exp(-z^2/2) - exp(-z^2/200) on R^16\n"), text)
	for _, id := range IDs() {
		assert.Contains(t, text, "\n"+string(id)+": ")
	}
	assert.NotContains(t, text, ": proved")
	for line := range strings.Lines(text) {
		if !strings.HasPrefix(line, "k(z)") && !strings.HasPrefix(line, "  Rule") && !strings.HasPrefix(line, "masses") {
			assert.LessOrEqual(t, len([]rune(line)), 89, line)
		}
	}
}

// Gegenbauer coefficients with a closed form.
func TestGegenbauer(t *testing.T) {
	check := func(formula string, dim int, want func(n int) float64, degrees int) {
		t.Helper()
		g := sessionOf(t, formula, dim).Gegenbauer()
		for n := range degrees {
			assert.InDelta(t, want(n), g.C[n], g.Err[n]+1e-15, "%s, d = %d, degree %d", formula, dim, n)
			assert.Less(t, g.Err[n], 1e-9, "%s, d = %d, degree %d", formula, dim, n)
		}
	}
	// 1 − θ/π on the circle: 1/2 + Σ_{odd n} 4/(π²n²) cos nθ.
	check("z <= 2 ? acos(z^2/2-1)/pi : 0", 2, func(n int) float64 {
		switch {
		case n == 0:
			return 0.5
		case n%2 == 1:
			return 4 / (math.Pi * math.Pi * float64(n*n))
		}
		return 0
	}, 40)
	// u² = 1/d + (1 − 1/d) P_2.
	for _, d := range []int{2, 3, 16} {
		check("(1-z^2/2)^2", d, func(n int) float64 {
			switch n {
			case 0:
				return 1 / float64(d)
			case 2:
				return 1 - 1/float64(d)
			}
			return 0
		}, 6)
	}
	// A breakpoint inside: the indicator of θ < π/3 (u > 1/2) on S²:
	// c_n = (P_{n−1}(1/2) − P_{n+1}(1/2))/2.
	p := []float64{1, 0.5}
	for n := 1; n < 30; n++ {
		p = append(p, (float64(2*n+1)*0.5*p[n]-float64(n)*p[n-1])/float64(n+1))
	}
	check("z < 1 ? 1 : 0", 3, func(n int) float64 {
		if n == 0 {
			return 0.25
		}
		return (p[n-1] - p[n+1]) / 2
	}, 25)
	// e^u on S²: c_n = (2n+1) i_n(1) > 0, all signs also by Rodrigues' formula for large d.
	f := sessionOf(t, "exp(1-z^2/2) - exp(2)*exp(-z^2)/100", 64) // e^u − e^{2u}/100: c_n ∝ 1 − 2^n/100 up to O(1/d)
	for n := range 10 {
		sign, ok := f.Rodrigues(n)
		require.True(t, ok, n)
		want := 1
		if n >= 7 {
			want = -1
		}
		assert.Equal(t, want, sign, "degree %d", n)
	}
}

func TestLeastLambda(t *testing.T) {
	assert.InDelta(t, -0.402759395702553, leastLambda(2), 1e-14) // J_0 at its first minimum
	assert.InDelta(t, -0.217233628211222, leastLambda(3), 1e-14) // sinc at its first minimum
	for _, d := range []int{5, 16, 64, 784} {
		least := leastLambda(d)
		for i := range 4000 {
			x := float64(i) / 4000 * 4 * (float64(d)/2 + 4)
			v, _ := double.LambdaValue(float64(d), x)
			require.GreaterOrEqual(t, v, least-1e-14, "d = %d, x = %v", d, x)
		}
		assert.Negative(t, least)
	}
}

// The sign of the tail that a cusp gives, against closed forms.
func TestCuspSign(t *testing.T) {
	for _, x := range []struct {
		formula string
		want    int
	}{
		{"exp(-z)", 1}, {"exp(-z^(1/2))", 1}, {"(1+z+z^2/3)*exp(-z)", 1}, {"z*besselk(1,z)", 1}, {"z^2*besselk(2,z)", 1},
		{"exp(-z^3)", -1}, {"exp(-z^(5/2))", -1}, {"exp(z)-z", 0}, {"-exp(-z)", -1}, {"exp(-z^5)", 1},
	} {
		f := sessionOf(t, x.formula, 3)
		l, err := f.Local()
		require.NoError(t, err)
		if x.want == 0 {
			c := l.Origin.Cusp()
			require.NotNil(t, c, x.formula)
			assert.Equal(t, "3", c.Exp.RatString(), x.formula)
			continue
		}
		assert.Equal(t, x.want, view.CuspSign(l.Origin.Cusp()), x.formula)
	}
}

// Each of these claims is decided by the estimator made for it, or by the implication.
func TestDecidingRule(t *testing.T) {
	type row struct {
		formula string
		dim     int
		claim   ID
		rule    string
	}
	for _, x := range testlong.Some([]row{
		{"exp(-z)", 30, FiniteMass, "numerical"},
		{"exp(-z)", 30, PD, "nonnegative-density"},
		{"exp(-z^2/2) - 0.5*exp(-z^2/8)", 2, PD, "negative-density"},
		{"exp(-z^2/2) - 0.5*exp(-z^2/8)", 1, CompletelyMonotone, "derivative-sign"},
		{"z < 1 ? (1-z)^2 : 0", 16, PDSphere, "negative-coefficient"},
		{"sin(z^2)", 1, PDAllSpheres, "maclaurin"},
		{"z < 1 ? (1-z)^2 : 0", 16, PDAllSpheres, "dimension"},
		{"exp(-z^2/2) - exp(-z^2/8)", 2, ConditionallyPD, "negative-density"},
		{"exp(-z)", 30, ConditionallyPD, "pd"},
		{"exp(-z)", 30, PDSphere, "pd"},
		{"exp(-z)-2", 2, PositiveDecomposition, "finite-mass"},
	}, 4) {
		cl := certificateOf(t, x.formula, x.dim).Claim(x.claim)
		assert.Equal(t, string(x.claim)+"."+x.rule, cl.Rule, "%s in R^%d: %s is %s: %s", x.formula, x.dim, x.claim,
			cl.Status, cl.Because)
		assert.NotEqual(t, Undecided, cl.Status, "%s in R^%d: %s: %s", x.formula, x.dim, x.claim, cl.Because)
	}
}

// A sign that is wrong where no float looks: at 10⁹ times the scale, at a frequency where the
// density is unbounded, at order 10⁴ or degree 154, at a single point. None of these may be called
// likely, nor a kernel unlikely for a value that is 0.
func TestEstimatesLookAtEnds(t *testing.T) {
	type row struct {
		formula string
		dim     int
		claim   ID
	}
	for _, x := range testlong.Some([]row{
		{"1/(1+z^2)^2-1e-9/(1+z^2)^3", 3, CompletelyMonotone},
		{"1/(1+z^2)^2-1e-9/(1+z^2)^3", 3, PD},
		{"1/(1+z^2)^2-1e-9/(1+z^2)^3", 3, ConditionallyPD},
		{"exp(-z)-1e-9*sin(z)/z", 2, PD},
		{"exp(-z)-1e-9*sin(z)/z", 2, PDAllSpheres},
		{"exp(-z)-1e-30*besselj(0,z)", 1, PD},
		{"exp(-z)-1e-30*besselj(0,z)", 1, ConditionallyPD},
		{"(1+0.4445*z^2)*exp(-z)", 3, CompletelyMonotone},
		{"(1+0.4445*z^2)*exp(-z)", 3, PDAllSpheres},
		{"(1+3*acos(u))*exp(-3*acos(u))", 2, PDSphere},
		{"(1+3*acos(u))*exp(-3*acos(u))", 2, PDAllSpheres},
		{"exp(-z^1.9)-1e-7*cos(1000*z)", 3, PDSphere}, // the coefficient of degree 800 is −1.6e-7
		{"z == 1 ? 5 : exp(-z)", 3, ConditionallyPD},
		{"z == 1 ? 5 : exp(-z)", 3, PositiveDecomposition},
		{"exp(-z)-1e-9/(1+z^2)^(1/4)", 2, PD},
		{"exp(-z^2)-1e-40*exp(-1.0001*z^2)", 2, PD},
	}, 5) {
		c, err := Run(context.Background(), parse(t, x.formula), x.dim,
			&Settings{Claims: []ID{x.claim}, SkipProofs: true, SkipMass: x.claim != PD})
		require.NoError(t, err)
		cl := c.Claim(x.claim)
		assert.NotEqual(t, Likely, cl.Status, "%s in R^%d: %s: %s", x.formula, x.dim, x.claim, cl.Because)
	}
	if !testlong.Turn(1, 2) {
		return
	}
	zero, err := Run(context.Background(), parse(t, "z*(cos(z*pi) - cos(z*4*(4*atan(1/5)-atan(1/239))))"), 3,
		&Settings{SkipProofs: true, SkipMass: true})
	require.NoError(t, err)
	for _, cl := range zero.Claims() {
		assert.NotEqual(t, Unlikely, cl.Status, "0: %s: %s", cl.ID, cl.Because)
	}
	for formula, dim := range map[string]int{"exp(-z)*asin(2*z/(1+z^2))": 2, "abs(sin(z))*exp(-z)": 1} {
		c, err := Run(context.Background(), parse(t, formula), dim, &Settings{Claims: []ID{FiniteMass}, SkipProofs: true})
		require.NoError(t, err)
		cl := c.Claim(FiniteMass)
		assert.NotEqual(t, Unlikely, cl.Status, "%s: %s", formula, cl.Because)
	}
}

// TestAmount: an error that is not known is said to be so, not printed as +Inf or NaN.
func TestAmount(t *testing.T) {
	assert.Equal(t, "0.25", amount(-0.25))
	for _, e := range []float64{math.Inf(1), math.Inf(-1), math.NaN()} {
		assert.Equal(t, "an amount that is not known", amount(e))
	}
}
