package zonal

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/ball"
	"krein/internal/ball/numeral"
	"krein/internal/budget"
	"krein/internal/document"
	"krein/internal/quad/gauss"
	"krein/internal/testlong"
	"krein/kernel"
	"krein/kernel/parser"
	"krein/special"
)

func parse(t testing.TB, formula string) *kernel.Kernel {
	t.Helper()
	k, err := parser.Parse(formula, nil)
	require.NoError(t, err)
	return k
}

func decomposed(t testing.TB, formula string, d int, set *Settings) *Decomposition {
	t.Helper()
	z, err := New(context.Background(), parse(t, formula), d, set)
	require.NoError(t, err)
	return z
}

// Coefficients computed by mpmath lie within the enclosures, which are tight.
func TestGolden(t *testing.T) {
	data, err := os.ReadFile(filepath.Join("..", "..", "testdata", "zonal.json"))
	require.NoError(t, err)
	var golden struct {
		Error string
		Rows  []struct {
			Kernel string
			Dim    int
			A      []string
		}
	}
	require.NoError(t, json.Unmarshal(data, &golden))
	require.Len(t, golden.Rows, 58)
	slack, err := numeral.Parse(golden.Error, 64)
	require.NoError(t, err)
	for _, row := range testlong.Some(golden.Rows, 5) {
		z := decomposed(t, row.Kernel, row.Dim, &Settings{Tol: 1e-25, MaxDegree: 96})
		size := z.AtZero.MagUpper().Max(z.Plus.Mass.MagUpper())
		for n, text := range row.A {
			v, err := numeral.Parse(text, 200)
			require.NoError(t, err)
			v.AddRad(slack.MagUpper().Mul(size.Max(ball.MagPow2(0))))
			if n >= len(z.Coef) {
				rest := z.Even.Mass.MagUpper().Add(z.Odd.Mass.MagUpper())
				assert.True(t, v.MagLower().Cmp(rest) <= 0, "%s, d = %d, n = %d beyond the last: %s against %v", row.Kernel,
					row.Dim, n, text, rest)
				continue
			}
			a := &z.Coef[n]
			assert.NotEqual(t, ball.False, a.Overlaps(v), "%s, d = %d: a_%d = %v, golden %s", row.Kernel, row.Dim, n, a, text)
			assert.True(t, a.Rad().Cmp(size.Mul2Exp(-72)) <= 0, "%s, d = %d: a_%d has the radius %v", row.Kernel,
				row.Dim, n, a.Rad())
		}
	}
}

// cases are one kernel for each way of expansion.
var cases = []struct {
	formula string
	because string
	tail    float64 // bound of the tail in d = 3, relative to the mass
}{
	{"1 - z^2/4", "polynomial in u", 0},
	{"arccos1", "closed forms", 1e-10},
	{"exp(-z^2/2) - exp(-z^2/200)", "disc", 1e-10},
	{"sigmoid(5, 1)", "ellipse", 1e-10},
	{"spherical_polynomial(2, 7/2)", "powers", 1e-10},
	{"2 - z^(5/2) + z^3/4", "powers", 1e-7},
	{"matern(5/2)", "positive definite", 1e-10},
	{"arccos1 - matern(5/2)/2", "sum of terms", 1e-9},
}

func TestSumsToTheKernel(t *testing.T) {
	for i, c := range cases {
		for j, d := range []int{2, 3, 16} {
			if !testlong.Turn(i+len(cases)*j, 5) {
				continue
			}
			k := parse(t, c.formula)
			z := decomposed(t, c.formula, d, nil)
			assert.Contains(t, z.Because, c.because, c.formula)
			if d == 3 {
				assert.LessOrEqual(t, z.Tail(), c.tail*upper(z.Mass()), c.formula)
			}
			// Float values: the tolerance is the proved bias with the rounding of the sum.
			for _, u := range []float64{-1, -0.9, -0.3, 0, 0.2, 0.77, 0.999, 1} {
				want := k.At(math.Sqrt(2 - 2*u))
				assert.InDelta(t, want, z.At(u), z.Bias+1e-13*upper(z.Mass()), "%s, d = %d, u = %v", c.formula, d, u)
			}
			require.NoError(t, z.spotValues(k))
			// ‖a₊‖ − ‖a₋‖ ∋ k(0), ‖a₊‖ + ‖a₋‖ ∋ Σ |a_n|
			var diff, sum ball.Real
			diff.Sub(&z.Plus.Mass, &z.Minus.Mass, 128)
			assert.NotEqual(t, ball.False, diff.Overlaps(&z.AtZero))
			sum.Add(&z.Plus.Mass, &z.Minus.Mass, 128)
			assert.NotEqual(t, ball.False, sum.Overlaps(z.Mass()))
			assert.Less(t, sum.Rad().Float64(), 1e-7*upper(&sum), "masses of %s, d = %d", c.formula, d)
		}
	}
}

// quadratureOf encloses a_0 … a_n by quadrature alone.
func quadratureOf(t *testing.T, k *kernel.Kernel, d, n int, size ball.Mag, bound *ball.Mag) []ball.Real {
	g, err := newIntegrand(t.Context(), k, d, n, size, 96)
	require.NoError(t, err, k.Formula())
	a, err := g.expandQuadrature(t.Context(), n, bound)
	require.NoError(t, err, k.Formula())
	return a
}

// Closed forms against the general quadrature, which shares nothing with them.
func TestMeansAgree(t *testing.T) {
	for i, formula := range []string{"arccos2", "polynomial(1, 5)", "gaussian(1/2)", "2 - z^(5/2) + z^3/4", "cos(3*z)",
		"sigmoid(1, 1/2)", "polynomial(3/2, 5/2)", "spherical_polynomial(2, 5/2)"} {
		bound := ball.MagPow2(5) // of all these kernels
		for j, d := range []int{3, 16} {
			if !testlong.Turn(i+j+2, 9) { // 7 every day
				continue
			}
			k := parse(t, formula)
			z := decomposed(t, formula, d, nil)
			a := quadratureOf(t, k, d, 40, ball.MagPow2(2), &bound)
			for n := range min(len(a), len(z.Coef)) {
				assert.NotEqual(t, ball.False, a[n].Overlaps(&z.Coef[n]), "%s, d = %d: a_%d = %v by quadrature, %v", formula, d, n,
					&a[n], &z.Coef[n])
				assert.Less(t, a[n].Rad().Float64(), 1e-25)
			}
		}
	}
}

// A Gaussian's coefficients are Bessel functions: exp(−(1−u)/τ²) = Σ N(n,d) Γ(d/2) (2τ²)^{d/2−1} e^{−1/τ²}
// I_{n+d/2−1}(1/τ²) P_n(u).
func TestGaussian(t *testing.T) {
	for _, d := range []int{2, 3, 8, 64} {
		z := decomposed(t, "gaussian(1/2)", d, &Settings{Tol: 1e-20}) // 1/τ² = 4
		for n := range z.Coef {
			var v, w, nu ball.Real
			nu.SetFloat64(float64(n) + float64(d)/2 - 1)
			special.BesselI(&v, &nu, ball.NewReal(4), 200)
			v.Mul(&v, special.Gamma(&w, ball.NewReal(float64(d)/2), 200), 200)
			v.Mul(&v, w.Exp(ball.NewReal(-4), 200), 200)
			v.Mul(&v, w.PowRat(ball.NewReal(0.5), big.NewRat(int64(d-2), 2), 200), 200)
			v.Mul(&v, w.SetInt(harmonicDimension(n, d)), 200)
			assert.NotEqual(t, ball.False, v.Overlaps(&z.Coef[n]), "d = %d, n = %d: %v, %v", d, n, &v, &z.Coef[n])
			assert.Less(t, z.Coef[n].Rad().Float64(), 1e-30)
		}
	}
}

func TestSigns(t *testing.T) {
	even := decomposed(t, "arccos0", 5, nil) // 1/2 + arcsin(u)/π
	for n := range even.Coef {
		sign, ok := even.Sign(n)
		require.True(t, ok)
		want := n % 2
		if n == 0 {
			want = 1
		}
		require.Equal(t, want, sign, "n = %d", n)
	}
	assert.True(t, even.Definite)
	assert.True(t, even.Minus.Mass.IsZero())
	assert.True(t, even.Even.Mass.IsZero())
	sign, ok := even.Sign(even.Degree() + 1 + even.Degree()%2)
	assert.True(t, ok)
	assert.Equal(t, 1, sign)

	odd := decomposed(t, "sigmoid(1, 0)", 4, nil) // tanh u
	for n := range odd.Coef {
		if n%2 == 0 {
			assert.True(t, odd.Coef[n].IsZero(), "a_%d = %v", n, &odd.Coef[n])
		} else {
			s, ok := odd.Sign(n)
			assert.True(t, ok)
			assert.Equal(t, 1-(n-1)%4, s, "tanh has alternating signs: n = %d", n)
		}
	}
	assert.True(t, odd.Even.Mass.IsZero())
	assert.False(t, odd.Definite)

	cube := decomposed(t, "u^3", 3, nil) // (2 P_3 + 3 P_1)/5
	require.Len(t, cube.Coef, 4)
	assert.True(t, cube.Coef[3].ContainsRat(big.NewRat(2, 5)))
	assert.True(t, cube.Coef[1].ContainsRat(big.NewRat(3, 5)))
	assert.True(t, cube.Coef[0].IsZero() && cube.Coef[2].IsZero())
	assert.Zero(t, cube.Tail())

	minus := decomposed(t, "-arccos1", 3, nil)
	assert.True(t, minus.Plus.Mass.IsZero())
	assert.Nil(t, minus.Plus.Degrees)
	assert.Equal(t, -1, minus.Even.Sign)
}

// A positive definite kernel has ‖a₊‖ = k(0) and ‖a₋‖ = 0 exactly, however short the expansion.
func TestDefinite(t *testing.T) {
	z := decomposed(t, "exp(-z)", 3, &Settings{MaxDegree: 20})
	assert.True(t, z.Definite)
	assert.Equal(t, 20, z.Degree())
	assert.True(t, z.Plus.Mass.ContainsRat(big.NewRat(1, 1)) && z.Plus.Mass.IsExact())
	assert.True(t, z.Minus.Mass.IsZero())
	assert.Greater(t, z.Tail(), 0.01)
	assert.GreaterOrEqual(t, z.Bias, z.Tail()*(1-1e-9))
	assert.Less(t, z.Bias, z.Tail()*(1+1e-9)+1e-15)
}

func TestRefuses(t *testing.T) {
	ctx := context.Background()
	refused := func(k *kernel.Kernel, d int, want string) {
		_, err := New(ctx, k, d, nil)
		var e *Error
		require.ErrorAs(t, err, &e)
		assert.Contains(t, err.Error(), want)
	}
	refused(parse(t, "exp(-z)"), 1, "sphere S⁰ has only two points")
	refused(parse(t, "z == 0 ? 2 : exp(-z)"), 3, "jumps at z = 0")
	refused(parse(t, "z < 2 ? exp(-z) : 0"), 3, "jumps at z = 2")
	refused(parse(t, "1/z"), 3, "z = 0")
	refused(parse(t, "z < 1 ? 1 : 0"), 3, "jumps at z = 1")
	refused(parse(t, "z == 1 ? 3 : exp(-z^2)"), 3, "jumps at z = 1")
	refused(parse(t, "z < 1 ? 1 - z^2 : 0"), 16, "Σ |a_n|")
	refused(parse(t, "exp(u)+exp(-(1e5*(u-1/3))^2)"), 4, "Σ |a_n| beyond degree 1024") // "bias ≤ +Inf, proved"
	refused(parse(t, "exp(-z)+0/(z^2-2)"), 3, "no value at z = sqrt(2)")
	refused(parse(t, "exp(-z)+0*tan(z)"), 3, "that the denominator cos(z) has no zero is not proved")
	refused(parse(t, "u+log(abs(u-1/3))^0"), 3, "no value at z = ")
	for _, antipode := range []string{"0/(u+1)", "0/(theta-pi)", "0/sin(theta)", "0*log(1+u)", "0*(1+u)^(-1/2)", "0/(z-2)"} {
		refused(parse(t, strings.ReplaceAll("exp(u)+"+antipode, "exp(u)+0/(z", "exp(-z)+0/(z")), 3, "no value at z = 2")
	}
	_, err := New(ctx, parse(t, "exp(-z)"), 3, &Settings{MaxDegree: -1})
	assert.Error(t, err)
	assert.Panics(t, func() { _, _ = New(ctx, nil, 3, nil) })
	assert.Panics(t, func() { _, _ = New(ctx, parse(t, "exp(-z)"), 0, nil) })
	stopped, stop := context.WithCancel(ctx)
	stop()
	_, err = New(stopped, parse(t, "exp(-z)"), 3, nil)
	assert.ErrorIs(t, err, context.Canceled)
}

// Every word of random bits is accounted for: the counts of the alias method are the weights.
func TestDegreesExact(t *testing.T) {
	for _, weights := range [][]float64{{1}, {1, 1}, {3, 1}, {0.1, 0.2, 0.7}, {1e-30, 1, 1e-10},
		{5, 4, 3, 2, 1, 1e-3, 7}} {
		balls := make([]ball.Real, len(weights))
		degrees := make([]int, len(weights))
		total := 0.0
		for i, w := range weights {
			balls[i].SetFloat64(w)
			degrees[i] = 3*i + 1
			total += w
		}
		d := newDegrees(degrees, balls)
		got := make(map[int]*big.Int)
		column := new(big.Int).Lsh(big.NewInt(1), d.low)
		add := func(n int, c *big.Int) {
			if got[n] == nil {
				got[n] = new(big.Int)
			}
			got[n].Add(got[n], c)
		}
		for i := range d.stay {
			stay := new(big.Int).SetUint64(d.stay[i])
			add(d.degree[d.own[i]], stay)
			add(d.degree[d.alias[i]], new(big.Int).Sub(column, stay))
		}
		sum := new(big.Rat)
		for i := range d.Len() {
			n, p := d.Probability(i)
			sum.Add(sum, p)
			assert.Zero(t, got[n].Cmp(&d.weight[i]), "%v, degree %d", weights, n)
			f, _ := p.Float64()
			assert.InDelta(t, weights[(n-1)/3]/total, f, 1e-15)
		}
		assert.Zero(t, sum.Cmp(big.NewRat(1, 1)))
		for range 100 {
			r := rand.Uint64()
			assert.True(t, slices.Contains(d.degree, d.At(r)))
		}
		d.At(0)
		d.At(math.MaxUint64)
	}
	assert.Nil(t, newDegrees([]int{1}, make([]ball.Real, 1)))
	tiny := new(ball.Real).Mul2Exp(ball.NewReal(1), -1<<30)
	d := newDegrees([]int{1, 2}, []ball.Real{*tiny, *ball.NewReal(3)}) // not with rational numbers of 2³⁰ bits
	assert.Equal(t, 1, d.Len())
}

// Bias is what it says: the exact sum of errors of the sampler, recomputed from its integers.
func TestBias(t *testing.T) {
	for _, c := range testlong.Some(cases, 4) {
		z := decomposed(t, c.formula, 4, nil)
		exact := make([]*big.Rat, len(z.Coef))
		for n := range exact {
			exact[n] = new(big.Rat)
		}
		for i, p := range []*Part{&z.Plus, &z.Minus} {
			sign := big.NewRat(int64(1-2*i), 1)
			exact[0].Add(exact[0], new(big.Rat).Mul(sign, new(big.Rat).SetFloat64(p.Origin)))
			if p.Degrees == nil {
				continue
			}
			for j := range p.Degrees.Len() {
				n, q := p.Degrees.Probability(j)
				q.Mul(q, new(big.Rat).SetFloat64(p.Sampled))
				exact[n].Add(exact[n], q.Mul(q, sign))
			}
		}
		var sum, v ball.Real
		for n, e := range exact {
			v.SetRat(e, 300)
			v.Sub(&v, &z.Coef[n], 300)
			sum.Add(&sum, v.Abs(&v, 300), 300)
		}
		sum.AddRad(z.Even.Mass.MagUpper())
		var tails ball.Real
		tails.Add(&z.Even.Mass, &z.Odd.Mass, 300)
		assert.LessOrEqual(t, upper(&sum), z.Bias*(1+1e-8)+upper(&tails), c.formula)
		assert.GreaterOrEqual(t, z.Bias, z.Tail()*(1-1e-8), c.formula)
		assert.Less(t, z.Bias, 1e-9*upper(z.Mass()), c.formula)
	}
}

// The variance formula against the integral over directions: E P_n(⟨w,x⟩)² P_n(⟨w,y⟩)² by a product rule that is exact.
func TestVarianceAgainstQuadrature(t *testing.T) {
	for _, d := range []int{2, 3, 4, 7} {
		for _, n := range []int{1, 2, 5, 9} {
			for _, u := range []float64{1, 0.8, 0.1, -0.5, -1} {
				second := 0.0
				dims := harmonicRatios(d, 2*n)
				zonal := polynomialsAt(d, 2*n+1, u)
				linearise(d, n, dims, func(k int, q float64) { second += q * zonal[2*k] })
				want := product(d, n, u)
				assert.InEpsilon(t, want, second, 1e-10, "d = %d, n = %d, u = %v", d, n, u)
			}
		}
	}
}

// product is N² E P_n(s)² P_n(us + √(1−u²)√(1−s²) v)² over s, the coordinate of a uniform direction in R^d, and v, that
// of one in R^{d−1}.
func product(d, n int, u float64) float64 {
	mean := func(d int, f func(float64) float64) float64 {
		if d == 1 {
			return (f(1) + f(-1)) / 2
		}
		x, w := gauss.Legendre(8*n + 40) // in the angle, where f is a trigonometric polynomial
		num, den := 0.0, 0.0
		for i := range x {
			theta := math.Pi / 2 * (1 + x[i])
			v := w[i] * math.Pow(math.Sin(theta), float64(d-2))
			num += v * f(math.Cos(theta))
			den += v
		}
		return num / den
	}
	p := func(x float64) float64 {
		v := polynomialsAt(d, n+1, max(-1, min(1, x)))[n]
		return v * v
	}
	dim := HarmonicDimension(n, d)
	return dim * dim * mean(d, func(s float64) float64 {
		return p(s) * mean(d-1, func(v float64) float64 { return p(u*s + math.Sqrt((1-u*u)*max(1-s*s, 0))*v) })
	})
}

// Sampled features have the mean and the variance that are claimed: z-scores over independent draws.
func TestMonteCarlo(t *testing.T) {
	draws := testlong.RoundsTo(40000, 40000)
	if testlong.Enabled() {
		draws = 1000000
	}
	for _, c := range []struct {
		formula string
		d       int
	}{{"arccos1", 3}, {"exp(-z^2/2) - exp(-z^2/200)", 5}, {"sigmoid(1, 1/2)", 2}, {"ntk - 2*exp(-z^2)", 3}} {
		z := decomposed(t, c.formula, c.d, nil)
		rng := rand.New(rand.NewChaCha8([32]byte{7}))
		for _, u := range []float64{0.6, -0.3} {
			x, y := make([]float64, c.d), make([]float64, c.d)
			x[0], y[0], y[1] = 1, u, math.Sqrt(1-u*u)
			estimate, variance := 0.0, 0.0
			for i, p := range []*Part{&z.Plus, &z.Minus} {
				sign := float64(1 - 2*i)
				estimate += sign * p.Origin
				if p.Degrees == nil {
					continue
				}
				sum, squares := 0.0, 0.0
				for range draws {
					n := p.SampleDegree(rng)
					wx, wy := direction(rng, x, y)
					v := p.Feature(n, wx) * p.Feature(n, wy)
					sum += v
					squares += v * v
				}
				mean := sum / float64(draws)
				estimate += sign * mean
				one := p.Variance(u)
				variance += one / float64(draws)
				sample := squares/float64(draws) - mean*mean
				assert.InEpsilon(t, one, sample, 0.2, "variance of %s, part %d, u = %v", c.formula, i, u)
			}
			want := parse(t, c.formula).At(math.Sqrt(2 - 2*u))
			score := (estimate - want) / math.Sqrt(variance)
			assert.Less(t, math.Abs(score), 4.5, "%s, d = %d, u = %v: %v, want %v", c.formula, c.d, u, estimate, want)
		}
	}
}

// direction returns the inner products of x and y with a uniform direction.
func direction(rng *rand.Rand, x, y []float64) (wx, wy float64) {
	norm := 0.0
	for i := range x {
		w := rng.NormFloat64()
		norm += w * w
		wx += w * x[i]
		wy += w * y[i]
	}
	norm = math.Sqrt(norm)
	return max(-1, min(1, wx/norm)), max(-1, min(1, wy/norm))
}

// Where float64 loses the digits of the variance, they are found with more, or it is NaN, not a wrong number.
func TestVarianceWide(t *testing.T) {
	testlong.Slow(t)
	for i, d := range []int{16, 64} {
		for j, n := range []int{20, 100} {
			if !testlong.Turn(2*i+j, 4) {
				continue
			}
			p := Part{Sampled: 1, dim: d, Degrees: newDegrees([]int{n}, []ball.Real{*ball.NewReal(1)})}
			for _, u := range []float64{1, 0.9, 0.3} {
				mean := polynomialsAt(d, n+1, u)[n]
				want, got := product(d, n, u)-mean*mean, p.Variance(u)
				assert.InEpsilon(t, want, got, 1e-3, "d = %d, n = %d, u = %v", d, n, u)
			}
		}
	}
	z := decomposed(t, "arccos0", 16, nil)
	assert.Greater(t, z.Degree(), wideDegree)
	for _, u := range []float64{0.9, 0.5} {
		p := &z.Plus
		one := p.Variance(u)
		last := p.Degrees.degree[len(p.Degrees.degree)-1]
		mean := p.at(polynomialsAt(16, last+1, u)) - p.Origin
		assert.InEpsilon(t, one, p.wideMoment(u)-mean*mean, 1e-3, "u = %v", u)
	}
	assert.False(t, math.IsNaN(z.Plus.Variance(0)))
	assert.True(t, math.IsNaN(z.Plus.Variance(1-1e-5)) || z.Plus.Variance(1-1e-5) > 1e3)
}

func TestVarianceEdges(t *testing.T) {
	z := decomposed(t, "1 - z^2/4", 3, nil) // (1+u)/2: one degree, feature √3·w
	plus, minus := z.Variance(1)
	// (1/2)²·9·E s⁴ − 1/4 with E s⁴ = 1/5
	assert.InEpsilon(t, 9.0/20-0.25, plus, 1e-12)
	assert.Zero(t, minus)
	assert.Panics(t, func() { z.Variance(1.5) })
	assert.Panics(t, func() { z.Minus.Variance(math.NaN()) })
	assert.Panics(t, func() { z.Minus.SampleDegree(rand.NewPCG(1, 2)) })
	assert.Panics(t, func() { z.Plus.Feature(0, 0.5) })
	assert.Equal(t, 1.0, HarmonicDimension(0, 2))
	assert.Equal(t, 2.0, HarmonicDimension(5, 2))
	assert.Equal(t, 7.0, HarmonicDimension(3, 3))
	assert.Equal(t, 16.0, HarmonicDimension(1, 16))
	assert.Equal(t, 9.0, HarmonicDimension(2, 4))
}

func TestFile(t *testing.T) {
	for _, c := range testlong.Some(cases, 4) {
		k := parse(t, c.formula)
		z := decomposed(t, c.formula, 3, &Settings{MaxDegree: 120})
		path := filepath.Join(t.TempDir(), "zonal.json")
		require.NoError(t, z.Save(path))
		back, err := Load(path)
		require.NoError(t, err)
		var a, b bytes.Buffer
		require.NoError(t, z.Encode(&a))
		require.NoError(t, back.Encode(&b))
		assert.Equal(t, a.String(), b.String())
		for r := uint64(0); r < 1<<63; r += 1 << 58 {
			if z.Plus.Degrees != nil {
				assert.Equal(t, z.Plus.Degrees.At(r), back.Plus.Degrees.At(r))
			}
		}
		require.NoError(t, Verify(context.Background(), k, 3, back), c.formula)
		assert.ErrorContains(t, Verify(context.Background(), k, 4, back), "dimension 3, not 4")
		assert.ErrorContains(t, Verify(context.Background(), parse(t, "exp(-z^3)"), 3, back), "it is for")
	}
}

// reseal writes a changed document with a fresh checksum.
func reseal(t *testing.T, z *Decomposition, change func(f *wire)) []byte {
	t.Helper()
	f, err := z.file()
	require.NoError(t, err)
	change(f)
	_, f.Checksum, err = f.Seal()
	require.NoError(t, err)
	data, err := document.Compact(f)
	require.NoError(t, err)
	return data
}

// A document that was edited and sealed again is not read, or not verified.
func TestFileLies(t *testing.T) {
	formula := "exp(-z^2/2) - exp(-z^2/200)"
	k := parse(t, formula)
	z := decomposed(t, formula, 3, nil)
	f, err := z.file()
	require.NoError(t, err)
	for name, change := range map[string]func(f *wire){
		"format":          func(f *wire) { f.Format = "krein.zonal/2" },
		"dim":             func(f *wire) { f.Dim = 1 },
		"convention":      func(f *wire) { f.Convention = "" },
		"coefficients":    func(f *wire) { f.Coefficients = nil },
		"coefficients[3]": func(f *wire) { f.Coefficients[3] = "x" },
		"coefficients[5]": func(f *wire) { // an exponent that would take a rational number of 2³⁰ bits
			tiny, err := new(ball.Real).Mul2Exp(ball.NewReal(1), -1<<30).MarshalText()
			require.NoError(t, err)
			f.Coefficients[5] = string(tiny)
		},
		"expanded":     func(f *wire) { f.Expanded = -1 },
		"even.sign":    func(f *wire) { f.Even.Sign = 2 },
		"odd.mass":     func(f *wire) { f.Odd.Mass = "" },
		"plus.mass":    func(f *wire) { f.Plus.Mass = f.Minus.Mass },
		"plus.sampled": func(f *wire) { f.Plus.Sampled *= 1.0001 },
		"minus.origin": func(f *wire) { f.Minus.Origin = 0.25 },
		"bias":         func(f *wire) { f.Bias /= 2 },
		"atZero":       func(f *wire) { f.AtZero = strings.Repeat("1", maxText+1) },
	} {
		_, err := Decode(bytes.NewReader(reseal(t, z, change)))
		var e *document.Error
		require.ErrorAs(t, err, &e, name)
		assert.Equal(t, name, e.Where, "%v", err)
	}
	// The same kernel in another dimension, with everything consistent but the truth.
	lies := map[string]*Decomposition{"dimension": decomposed(t, formula, 4, nil),
		"kernel": decomposed(t, "exp(-z^2/2) - exp(-z^2/201)", 3, nil)}
	lies["dimension"].Dim = 3
	lies["kernel"].Kernel = z.Kernel
	narrow := decomposed(t, formula, 3, nil)
	narrow.Coef[2].AddRad(ball.MagPow2(-40))
	narrow.Coef[2].GetMid(&narrow.Coef[2])
	narrow.Coef[2].Mul(&narrow.Coef[2], ball.NewReal(1+0x1p-50), 200)
	lies["coefficient"] = narrow
	short := decomposed(t, formula, 3, nil)
	short.Even.Mass.Mul(&short.Even.Mass, ball.NewReal(0.999), 128)
	short.Odd.Mass.Mul(&short.Odd.Mass, ball.NewReal(0.9), 128)
	lies["tail"] = short
	heavy := decomposed(t, formula, 3, nil) // the upper bound holds, the lower one does not
	heavy.Even.Mass.Add(&heavy.Even.Mass, ball.NewReal(upper(&heavy.Even.Mass)), 128)
	lies["lower bound of a tail"] = heavy
	for name, lie := range lies {
		lie.rebuild()
		assert.Error(t, Verify(context.Background(), k, 3, lie), name)
	}
	definite := decomposed(t, "sigmoid(1, 1/2)", 3, nil)
	assert.False(t, definite.Definite)
	definite.Definite = true
	definite.rebuild()
	assert.Error(t, Verify(context.Background(), parse(t, "sigmoid(1, 1/2)"), 3, definite))
	assert.Equal(t, f.Bias, z.Bias)
}

// rebuild makes masses and samplers those of the changed coefficients.
func (z *Decomposition) rebuild() {
	z.Plus, z.Minus = Part{}, Part{}
	z.masses()
	z.samplers()
}

// Flipped bits, truncation and foreign files are errors.
func TestFileDamage(t *testing.T) {
	z := decomposed(t, "arccos1", 3, &Settings{MaxDegree: 20})
	var b bytes.Buffer
	require.NoError(t, z.Encode(&b))
	data := bytes.TrimSuffix(b.Bytes(), []byte("\n"))
	for i := range data {
		for _, bit := range []byte{1, 4, 0x20} {
			bad := bytes.Clone(data)
			bad[i] ^= bit
			got, err := Decode(bytes.NewReader(bad))
			if err == nil { // another spelling of the same document
				var again bytes.Buffer
				require.NoError(t, got.Encode(&again))
				assert.Equal(t, b.String(), again.String(), "byte %d", i)
			}
		}
	}
	for i := 0; i < len(data); i += 7 {
		_, err := Decode(bytes.NewReader(data[:i]))
		assert.Error(t, err)
	}
	for _, text := range []string{"", "{}", "[]", "null", `{"format":"krein.table/1"}`,
		`{"format":"krein.zonal/1","more":1}`, string(data) + "{}"} {
		_, err := Decode(strings.NewReader(text))
		var e *document.Error
		assert.True(t, errors.As(err, &e), "%.30s: %v", text, err)
	}
	_, err := Load(filepath.Join(t.TempDir(), "none"))
	assert.ErrorIs(t, err, os.ErrNotExist)
}

func FuzzDecode(f *testing.F) {
	for _, formula := range []string{"1 - z^2/4", "sigmoid(1, 0)"} {
		k, err := parser.Parse(formula, nil)
		if err != nil {
			f.Fatal(err)
		}
		z, err := New(context.Background(), k, 3, &Settings{Tol: 1e-3})
		if err != nil {
			f.Fatal(err)
		}
		doc, err := z.file()
		if err != nil {
			f.Fatal(err)
		}
		data, err := document.Compact(doc)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		var doc wire
		if json.Unmarshal(data, &doc) != nil {
			return
		}
		doc.Format = Format
		_, sum, err := doc.Seal()
		if err != nil {
			return
		}
		doc.Checksum = sum // so that the fuzzer gets beyond it
		sealed, err := document.Compact(doc)
		if err != nil {
			return
		}
		z, err := Decode(bytes.NewReader(sealed))
		if err != nil {
			return
		}
		if !(z.Bias >= 0) || z.Dim < 2 {
			t.Fatalf("accepted bias %v, dim %d", z.Bias, z.Dim)
		}
		for _, p := range []*Part{&z.Plus, &z.Minus} {
			if p.Degrees != nil {
				if n := p.Degrees.At(1 << 40); n < 1 || n > z.Degree() {
					t.Fatalf("degree %d of %d", n, z.Degree())
				}
			}
		}
	})
}

func ExampleNew() {
	k, _ := parser.Named("arccos1")
	z, _ := New(context.Background(), k, 16, nil)
	fmt.Println(numeral.Text(&z.Coef[1], 12), z.Definite, numeral.Text(&z.Plus.Mass, 5), z.Bias < 1e-9)
	// Output: 0.5 true 1 true
}

// Only keeps the degrees asked for, with their shares, and the variance is theirs.
func TestOnly(t *testing.T) {
	z := decomposed(t, "arccos1", 5, &Settings{Tol: 1e-4})
	odd := z.Plus.Only(func(n int) bool { return n%2 == 1 })
	require.Equal(t, 1, odd.Degrees.Len())
	assert.InDelta(t, 0.5, odd.Sampled, 1e-15)
	assert.Zero(t, odd.Origin)
	even := z.Plus.Only(func(n int) bool { return n > 2 && n%2 == 0 })
	assert.InEpsilon(t, z.Plus.Sampled, odd.Sampled+even.Sampled+
		z.Plus.Only(func(n int) bool { return n == 2 }).Sampled, 1e-15)
	want, _ := z.Coef[4].Mid(nil).Float64()
	n, p := even.Degrees.Probability(0)
	share, _ := p.Float64()
	assert.Equal(t, 4, n)
	assert.InEpsilon(t, want, even.Sampled*share, 1e-14)
	assert.InEpsilon(t, 0.5*0.5*(5.0*5/35*(1+2*0.3*0.3)-0.3*0.3), odd.Variance(0.3), 1e-12) // d²E[w₁²w_u²]
	none := z.Plus.Only(func(int) bool { return false })
	assert.Nil(t, none.Degrees)
	assert.Nil(t, z.Minus.Only(func(int) bool { return true }).Degrees)
	assert.Zero(t, none.Variance(1))
}

// TestWork: expansions of formulas that take long end when the work that Effort allows is spent, counted in operations,
// and say so; and they end soon after their context.
func TestWork(t *testing.T) {
	testlong.Slow(t)
	sum := "cos(sqrt(2)*z)-cos(2*z)-cos(3*z)-cos(exp(pi)*z)-cos(10^20*z)-cos(sqrt(7)*z)-cos(10^20*z)"
	for _, e := range []struct {
		source string
		dim    int
	}{
		{sum, 3},
		{"(" + strings.ReplaceAll(sum, "-", "+") + ")^3+exp(-z)*cos(40*z)", 8},
		{strings.Repeat("(1+cos(30*z))*", 20) + "cos(10^9*z)", 4},
	} {
		k := parse(t, e.source)
		outer, release := budget.New(t.Context(), 1<<60)
		const effort = 0.004
		_, err := New(outer, k, e.dim, &Settings{Effort: effort})
		assert.ErrorContains(t, err, "--effort 0.004", e.source)
		assert.LessOrEqual(t, budget.Of(outer).Spent(), int64(effort*workUnits), e.source)
		release()
		stopped, stop := context.WithCancel(t.Context())
		stop()
		_, err = New(stopped, k, e.dim, nil)
		assert.ErrorIs(t, err, context.Canceled, e.source)
	}
}
