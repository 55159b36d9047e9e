package numeric

import (
	"encoding/json"
	"fmt"
	"math"
	"math/big"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"krein/kernel"
)

// Jets against Cauchy's formula in mpmath. The estimate must cover the error and may not be loose.
func TestJetsGolden(t *testing.T) {
	b, err := os.ReadFile("../../../testdata/jets.json")
	require.NoError(t, err)
	var rows []struct {
		F, Var string
		At     float64
		A      []string
	}
	require.NoError(t, json.Unmarshal(b, &rows))
	require.Greater(t, len(rows), 150)
	for _, r := range rows {
		k := mustParse(t, r.F)
		f := Taylor
		if r.Var == "t" {
			f = TaylorT
		}
		a, e, err := f(k, r.At, len(r.A)-1)
		require.NoError(t, err, "%s at %s = %v", r.F, r.Var, r.At)
		for i, s := range r.A {
			want, _, err := big.ParseFloat(s, 10, 200, big.ToNearestEven)
			require.NoError(t, err)
			d, _ := want.Sub(new(big.Float).SetPrec(200).SetFloat64(a[i]), want).Float64()
			name := fmt.Sprintf("%s at %s = %v, coefficient %d", r.F, r.Var, r.At, i)
			assert.LessOrEqual(t, math.Abs(d), e[i]+1e-40, name)
			assert.LessOrEqual(t, e[i], math.Abs(a[i])*0x1p-52+1e-80, name)
		}
	}
}

// At high order and large t, where exp(−t/2) has coefficients (−1/2)^n/n!·exp(−t/2).
func TestTaylorTExact(t *testing.T) {
	k := mustParse(t, "exp(-z^2/2)")
	for _, x := range []float64{1e-8, 0.5, 40, 600} {
		a, e, err := TaylorT(k, x, 20)
		require.NoError(t, err)
		want := math.Exp(-x / 2)
		for n, c := range a {
			assert.InEpsilon(t, want, c, 1e-14, "t = %v, order %d", x, n)
			assert.Less(t, e[n], math.Abs(c)*1e-15)
			want *= -0.5 / float64(n+1)
		}
	}
	// t^(1/4) as a function of t far out: a_n = binomial(1/4, n) t^(1/4−n).
	a, _, err := TaylorT(mustParse(t, "sqrt(z)"), 1e12, 12)
	require.NoError(t, err)
	want := 1e3
	for n, c := range a {
		assert.InEpsilon(t, want, c, 1e-13, n)
		want *= (0.25 - float64(n)) / float64(n+1) / 1e12
	}
}

func TestTaylorRefuses(t *testing.T) {
	wendland := mustParse(t, "z < 1 ? (1-z)^2 : 0")
	root2 := mustParse(t, "z < sqrt(2) ? 2-z^2 : 0")
	for _, c := range []struct {
		k    *kernel.Kernel
		z, t float64
		want string
	}{
		{wendland, 1, 1, "breakpoint"},
		{root2, -1, 2, "breakpoint"},
		{mustParse(t, "abs(z-1/2)"), 0.5, 0.25, "breakpoint"},
		{mustParse(t, "1/(z-1)"), 1, 1, "not analytic"},
		{mustParse(t, "sqrt(abs(z^2-2))"), -1, 2, "breakpoint"},
		{mustParse(t, "sqrt(z)"), 0, -1, "not analytic"},
		{mustParse(t, "z < 2 ? 1 : 0"), -3, -1, "no Taylor series"},
	} {
		if c.z != -1 {
			_, _, err := Taylor(c.k, c.z, 4)
			assert.ErrorContains(t, err, c.want)
		}
		if c.t != -1 {
			_, _, err := TaylorT(c.k, c.t, 4)
			assert.ErrorContains(t, err, c.want)
		}
	}
	// The float64 nearest to √2 is not √2.
	a, _, err := Taylor(root2, math.Sqrt2, 2)
	require.NoError(t, err)
	assert.Zero(t, a[0], "math.Sqrt2 is greater than √2")
	a, _, err = Taylor(root2, math.Nextafter(math.Sqrt2, 0), 2)
	require.NoError(t, err)
	assert.NotZero(t, a[0])
	a, _, err = Taylor(wendland, 0, 3)
	require.NoError(t, err)
	assert.Equal(t, []float64{1, -2, 1, 0}, a)
	assert.Panics(t, func() { Taylor(wendland, 0.5, -1) })
	assert.Panics(t, func() { Singularities(wendland, -1) })
}

// Jets are a ring homomorphism and obey the chain rule of differential equations.
func TestJetsAlgebra(t *testing.T) {
	formulas := []string{"exp(-z/3)", "cos(2*z)", "1/(1+z^2)", "log(1+z)", "sqrt(z+1/5)", "besselj(1/3,z)", "erf(z)",
		"z^(5/2)", "tanh(z)-z"}
	rapid.Check(t, func(rt *rapid.T) {
		f := rapid.SampledFrom(formulas).Draw(rt, "f")
		g := rapid.SampledFrom(formulas).Draw(rt, "g")
		z := rapid.Float64Range(0.05, 8).Draw(rt, "z")
		n := rapid.IntRange(0, 9).Draw(rt, "n")
		jet := func(formula string) []float64 {
			a, _, err := Taylor(mustParse(t, formula), z, n)
			if err != nil {
				rt.Fatal(err)
			}
			return a
		}
		a, b := jet(f), jet(g)
		ab, sum, quo := jet("("+f+")*("+g+")"), jet("("+f+")-("+g+")"), jet("("+f+")/("+g+")")
		for i := range n + 1 {
			var p, q, size float64
			for j := range i + 1 {
				p += a[j] * b[i-j]
				q += quo[j] * b[i-j]
				size += math.Abs(a[j]*b[i-j]) + math.Abs(quo[j]*b[i-j])
			}
			if math.Abs(p-ab[i]) > 1e-14*size || math.Abs(q-a[i]) > 1e-14*size {
				rt.Fatalf("(%s)(%s) at %v, order %d: %v, %v want %v, %v", f, g, z, i, ab[i], q, p, a[i])
			}
			if math.Abs(a[i]-b[i]-sum[i]) > 1e-15*(math.Abs(a[i])+math.Abs(b[i])) {
				rt.Fatalf("%s − %s at %v, order %d: %v", f, g, z, i, sum[i])
			}
		}
	})
}

// The value of the jet at a neighbour is the value of the kernel there.
func TestJetsPredict(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		f := rapid.SampledFrom([]string{"exp(-z)*besselk(1,z)", "matern(3/2)", "arccos1()", "asin(1/(1+z))",
			"besseli(1/2,z)/z", "cosh(z)^(-1)"}).Draw(rt, "f")
		k := mustParse(t, f)
		z := rapid.Float64Range(0.5, 1.6).Draw(rt, "z")
		a, _, err := Taylor(k, z, 14)
		if err != nil {
			rt.Fatal(err)
		}
		h := rapid.Float64Range(-0.02, 0.02).Draw(rt, "h")
		var y float64
		for i := len(a) - 1; i >= 0; i-- {
			y = y*h + a[i]
		}
		if want := k.At(z + h); math.Abs(y-want) > 1e-13*(1+math.Abs(want)) {
			rt.Fatalf("%s at %v + %v: %v want %v", f, z, h, y, want)
		}
	})
}

func BenchmarkTaylorT12(b *testing.B) {
	for _, f := range []string{"exp(-z^2/2)-exp(-z^2/200)", "matern(7/3)", "ntk()", "(1+z^2)^(-3/2)"} {
		k := mustParse(b, f)
		b.Run(f, func(b *testing.B) {
			for b.Loop() {
				if _, _, err := TaylorT(k, 2.25, 12); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
