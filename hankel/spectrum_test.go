package hankel

import (
	"context"
	"encoding/json"
	"errors"
	"math"
	"os"
	"runtime"
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"krein/internal/quad/gauss"
	"krein/internal/special/double"
	"krein/internal/testlong"
	_ "krein/internal/testlong" // a fixed seed
	"krein/kernel"
	"krein/kernel/parser"
)

func parse(t testing.TB, formula string) *kernel.Kernel {
	t.Helper()
	k, err := parser.Parse(formula, nil)
	require.NoError(t, err, formula)
	return k
}

func spectrum(t testing.TB, formula string, dim int, set *Settings) *Spectrum {
	t.Helper()
	s, err := New(parse(t, formula), dim, set)
	require.NoError(t, err, "%s in dimension %d", formula, dim)
	return s
}

type goldenRow struct {
	Kernel string  `json:"kernel"`
	Dim    int     `json:"dim"`
	Omega  float64 `json:"omega"`
	M      string  `json:"m"`
	value  float64
}

type goldenSet struct {
	formula string
	dim     int
	rows    []goldenRow
	most    float64 // max |m|
}

func golden(t *testing.T) []goldenSet {
	t.Helper()
	text, err := os.ReadFile("../testdata/hankel.json")
	require.NoError(t, err)
	var rows []goldenRow
	require.NoError(t, json.Unmarshal(text, &rows))
	var sets []goldenSet
	at := map[string]int{}
	for _, r := range rows {
		r.value, err = strconv.ParseFloat(r.M, 64)
		require.NoError(t, err)
		key := r.Kernel + strconv.Itoa(r.Dim)
		i, ok := at[key]
		if !ok {
			i = len(sets)
			at[key] = i
			sets = append(sets, goldenSet{formula: r.Kernel, dim: r.Dim})
		}
		sets[i].rows = append(sets[i].rows, r)
		sets[i].most = math.Max(sets[i].most, math.Abs(r.value))
	}
	require.Greater(t, len(sets), 70)
	return sets
}

// TestGolden compares with the independent program: the deviation must lie within the
// printed error, and the error must be small where the problem is well conditioned.
func TestGolden(t *testing.T) {
	for _, g := range testlong.Some(golden(t), 3) {
		s := spectrum(t, g.formula, g.dim, nil)
		_, closed := s.Closed()
		omegas := make([]float64, len(g.rows))
		for i, r := range g.rows {
			omegas[i] = r.Omega
			m, e := s.Density(r.Omega)
			assert.LessOrEqual(t, math.Abs(m-r.value), e+epsilon*math.Abs(r.value), "%s, d = %d, ω = %g: %g instead of %g",
				g.formula, g.dim, r.Omega, m, r.value)
			switch {
			case closed:
				// relative to the amplitude: values near a zero of m lose digits
				assert.LessOrEqual(t, e, 1e-11*math.Max(math.Abs(r.value), 1e-3*g.most), "%s, d = %d, ω = %g", g.formula,
					g.dim, r.Omega)
			case g.dim <= 3 || g.dim == 16 && r.Omega <= 8:
				assert.LessOrEqual(t, e, 1e-10*g.most, "%s, d = %d, ω = %g", g.formula, g.dim, r.Omega)
			case g.dim == 16: // digits cancel far out under a smooth kernel
				assert.LessOrEqual(t, e, 1e-7*g.most, "%s, d = %d, ω = %g", g.formula, g.dim, r.Omega)
			}
		}
		dst, errs := make([]float64, len(omegas)), make([]float64, len(omegas))
		require.NoError(t, s.Tabulate(context.Background(), dst, errs, omegas))
		for i, r := range g.rows {
			assert.LessOrEqual(t, math.Abs(dst[i]-r.value), errs[i]+epsilon*math.Abs(r.value), "%s, d = %d, ω = %g", g.formula,
				g.dim, r.Omega)
		}
	}
}

// TestGoldenQuadrature does without closed forms.
func TestGoldenQuadrature(t *testing.T) {
	for i, g := range golden(t) {
		if g.dim > 16 || !testlong.Turn(i, 5) {
			continue
		}
		s := spectrum(t, g.formula, g.dim, &Settings{Quadrature: true})
		_, closed := s.Closed()
		require.False(t, closed)
		for _, r := range g.rows {
			m, e := s.Density(r.Omega)
			assert.LessOrEqual(t, math.Abs(m-r.value), e+epsilon*math.Abs(r.value), "%s, d = %d, ω = %g: %g instead of %g",
				g.formula, g.dim, r.Omega, m, r.value)
			if g.dim <= 3 {
				assert.LessOrEqual(t, e, 1e-10*g.most, "%s, d = %d, ω = %g", g.formula, g.dim, r.Omega)
			}
		}
	}
}

// closedForms lists formulas with a closed form, and where in d it is well conditioned
// for quadrature too.
var closedForms = []string{
	"gaussian(0.7)", "z^2*exp(-z^2)", "(1+z^2-z^4)*exp(-z^2/3)", "exp(-z^2/2)^3*(2+exp(-z^2))",
	"laplace(2)", "z*exp(-2*z)", "z^3*exp(-z)", "exp(-z)+exp(-z/3)", "(1+z+z^2)*exp(-z)", "matern(5/2,1.5)",
	"matern(1.7,2)", "besselk(2,z)*z^2", "exp(-z)*cos(3*z)", "exp(-z)*sin(2*z)*z", "exp(-2*z)*cosh(z)", "2^(-z)",
	"rational_quadratic(2,1)", "(1+z^2)^(-3)*z^2", "1/(1+z^2)", "(2+3*z^2)^(-9/4)", "sqrt(1+z^2)^(-5)", "3/(1+z^2)^2",
	"z^2/(2*(1+z^2)^3)", "1/sqrt(4+z^2)^5", "bochner_riesz(5/2,2)", "z < 2 ? 1 - z^2/4 : 0", "z < 2 ? (1 - z^2/9)^3 : 0",
	"z < sqrt(2) ? z^2*sqrt(1 - z^2/2) : 0", "z < 1 ? exp(-z) + 1 - z^2 : exp(-z)", "spherical_polynomial(3,2)",
	"polynomial(1,3)",
}

func TestClosedAgainstQuadrature(t *testing.T) {
	type pair struct{ c, q *Spectrum }
	cache := map[string]pair{}
	rapid.Check(t, func(r *rapid.T) {
		f := rapid.SampledFrom(closedForms).Draw(r, "kernel")
		dim := rapid.SampledFrom([]int{1, 2, 3, 4, 5}).Draw(r, "dim")
		omega := math.Exp(rapid.Float64Range(-3, 3).Draw(r, "log omega"))
		key := f + strconv.Itoa(dim)
		p, ok := cache[key]
		if !ok {
			p = pair{spectrum(t, f, dim, nil), spectrum(t, f, dim, &Settings{Quadrature: true})}
			_, closed := p.c.Closed()
			require.True(t, closed, f)
			cache[key] = p
		}
		m, e := p.c.Density(omega)
		q, qe := p.q.Density(omega)
		scale := math.Abs(f64(p.c.Density(1 / p.c.halfWidth())))
		if math.Abs(m-q) > e+qe {
			r.Fatalf("%s, d = %d, ω = %v: closed %v ± %v, quadrature %v ± %v", f, dim, omega, m, e, q, qe)
		}
		if e > 1e-11*(math.Abs(m)+scale) || qe > 1e-8*(math.Abs(m)+scale) {
			r.Fatalf("%s, d = %d, ω = %v: wide errors %v, %v at %v", f, dim, omega, e, qe, m)
		}
	})
}

func f64(v, _ float64) float64 { return v }

// TestReconstruction integrates Λ_d(ωz) m(ω) back to k(z).
func TestReconstruction(t *testing.T) {
	for _, c := range []struct {
		formula string
		dim     int
		tol     float64
	}{
		{"delta_gaussian(1,10)", 16, 1e-10},
		{"(1+z^2-z^4)*exp(-z^2/3)", 5, 1e-10},
		{"matern(7/2,1)", 3, 1e-7},
		{"matern(3.3,1)", 16, 1e-7},
		{"rational_quadratic(3/4,1)", 7, 1e-9},
		{"(1+z^2)^(-3)*z^2", 2, 1e-10},
		{"exp(-z)*cos(2*z)", 1, 1e-2},
		{"wendland(3,3,2)", 2, 1e-6},
		{"exp(-z^3)", 2, 1e-4},
		{"bessel(7,2)", 3, 1e-10},
		{"wave(1/2)", 1, 1e-10},
		{"bessel(9/2)", 1, 1e-6},
		{"gaussian(1/2)", 784, 1e-9},
		{"2 + exp(-z^2) + cos(3*z)", 1, 1e-10},
	} {
		s := spectrum(t, c.formula, c.dim, nil)
		lo, hi := s.Scale()
		require.Less(t, lo, hi)
		var x, w []float64
		gx, gw := gauss.Legendre(40)
		const n = 60
		for p := -1; p < n; p++ {
			a, b := lo*math.Pow(hi/lo, float64(p)/n), lo*math.Pow(hi/lo, float64(p+1)/n)
			if p < 0 {
				a, b = 0, lo
			}
			for i := range gx {
				x = append(x, a+(b-a)/2*(1+gx[i]))
				w = append(w, gw[i]*(b-a)/2)
			}
		}
		m := make([]float64, len(x))
		require.NoError(t, s.Tabulate(context.Background(), m, nil, x))
		for _, z := range []float64{0, 0.3, 1} {
			var k float64
			for _, a := range s.Atoms() {
				l, _ := double.LambdaValue(float64(c.dim), a.Omega*z)
				k += a.Weight * l
			}
			for i := range x {
				l, _ := double.LambdaValue(float64(c.dim), x[i]*z)
				k += l * m[i] * w[i]
			}
			assert.InDelta(t, s.Kernel().At(z), k, c.tol, "%s, d = %d, z = %g (Scale %g, %g)", c.formula, c.dim, z, lo, hi)
		}
	}
}

func TestNoDensity(t *testing.T) {
	for _, c := range []struct {
		formula string
		dim     int
		reason  reason
	}{
		{"multiquadric(1)", 3, reasonGrowth},
		{"-z^2", 1, reasonGrowth},
		{"cos(z)", 2, reasonSingular},
		{"wave(1)", 4, reasonSingular},
		{"3*besselj(0,2*z)+exp(-z)", 3, reasonSingular},
		{"1/z^2", 2, reasonNotIntegrable},
	} {
		_, err := New(parse(t, c.formula), c.dim, nil)
		var e *NoDensityError
		if assert.ErrorAs(t, err, &e, c.formula) {
			assert.Equal(t, c.reason, e.reason, "%s: %v", c.formula, err)
			assert.Equal(t, c.dim, e.Dim)
			assert.Equal(t, c.reason == reasonGrowth || c.reason == reasonSingular, e.NoFiniteMeasure())
		}
	}
}

func TestAtoms(t *testing.T) {
	s := spectrum(t, "2 + exp(-z^2) - cos(3*z) + 5*cos(z)", 1, nil)
	a := s.Atoms()
	require.Len(t, a, 3)
	assert.Equal(t, 0.0, a[0].Omega)
	assert.Equal(t, 2.0, a[0].Weight)
	assert.Equal(t, 5.0, a[1].Weight)
	assert.Equal(t, 3.0, a[2].Omega)
	assert.InDelta(t, -1, a[2].Weight, 1e-15)
	for n, f := range map[int]string{2: "besselj(0,2*z)", 3: "sin(2*z)/(2*z)", 5: "bessel(5,1/2)", 16: "bessel(16,1/2)"} {
		a := spectrum(t, f, n, nil).Atoms()
		require.Len(t, a, 1, f)
		assert.InDelta(t, 2, a[0].Omega, 1e-15)
		assert.InDelta(t, 1, a[0].Weight, 1e-13)
	}
	// constants at infinity without a closed form
	a = spectrum(t, "3 + exp(-z^3)", 2, nil).Atoms()
	require.Len(t, a, 1)
	assert.Equal(t, 3.0, a[0].Weight)
	assert.Empty(t, spectrum(t, "exp(-z^3)", 2, nil).Atoms())
	assert.Len(t, spectrum(t, "constant(4)", 7, nil).Atoms(), 1)
}

// TestTails compares the leading waves with the density far out.
func TestTails(t *testing.T) {
	for _, c := range []struct {
		formula string
		dim     int
		omega   float64
		kind    TailKind
		finite  bool
		osc     bool
	}{
		{"laplace(1)", 3, 300, TailPower, true, false},
		{"matern(3/2,2)", 16, 2000, TailPower, true, false},
		{"matern(1,1)", 2, 2000, TailPower, true, false},
		{"exp(-z)*cos(2*z)", 2, 2000, TailPower, true, false},
		{"bochner_riesz(2,2)", 3, 3000, TailPower, true, true},
		{"arccos0", 1, 400, TailPower, true, true},
		{"arccos0", 4, 400, TailPower, false, true},
		{"ntk", 2, 900, TailPower, false, true},
		{"arccos1", 3, 900, TailPower, true, true},
		{"spherical(1)", 2, 900, TailPower, true, false},
		{"exp(-z^(3/2))", 3, 150, TailPower, true, false},
		{"gaussian(1)", 3, 5, TailGaussian, true, false},
		{"(1+z^2)*exp(-z^2)", 2, 25, TailGaussian, true, false},
		{"1/(1+z^2)^2", 3, 60, TailExponential, true, false},
		{"wave(1/2)", 2, 1, TailZero, true, false},
	} {
		s := spectrum(t, c.formula, c.dim, nil)
		a := s.Tail()
		assert.Equal(t, c.kind, a.Kind, "%s: %+v", c.formula, a)
		assert.Equal(t, c.finite, a.Finite, "%s: %+v", c.formula, a)
		assert.Equal(t, c.osc, a.Oscillating, "%s: %+v", c.formula, a)
		m, _ := s.Density(c.omega)
		switch a.Kind {
		case TailPower:
			law, size := 0.0, 0.0
			for _, w := range a.Waves {
				v := w.Coef * math.Pow(c.omega, w.Exponent) * math.Pow(math.Log(c.omega), float64(w.LogPow))
				law += v * math.Cos(w.Freq*c.omega+w.Phase)
				size += math.Abs(v)
			}
			assert.InDelta(t, law, m, 0.02*size, "%s: %+v", c.formula, a)
		case TailGaussian:
			assert.InEpsilon(t, a.Coef*math.Pow(c.omega, a.Exponent)*math.Exp(-a.Rate*c.omega*c.omega), math.Abs(m),
				0.02, c.formula)
		case TailExponential:
			assert.InEpsilon(t, a.Coef*math.Pow(c.omega, a.Exponent)*math.Exp(-a.Rate*c.omega), math.Abs(m), 0.02, c.formula)
		case TailZero:
			assert.Equal(t, 2.0, a.Rate)
		}
		if x := 1e-5; !math.IsNaN(a.OriginCoef) {
			m, e := s.Density(x)
			assert.InDelta(t, a.OriginCoef*math.Pow(x, a.OriginExponent), m, 1e-2*math.Abs(m)+e, "%s: %+v", c.formula, a)
		} else {
			t.Logf("%s: no coefficient at the origin", c.formula)
		}
	}
	// power decay: m ~ ω^{γ−1} at the origin
	a := spectrum(t, "1/(1+z^3)^(1/2)", 3, nil).Tail()
	assert.Equal(t, 0.5, a.OriginExponent)
}

func TestTabulate(t *testing.T) {
	for _, c := range testlong.Some([]struct {
		formula string
		dim     int
		top     float64
	}{{"arccos0", 16, 60}, {"wendland(3,1,2)", 3, 40}, {"exp(-z^3)", 2, 30}, {"exp(-z)", 5, 10}, {"1/(1+z^3)", 2, 20}}, 1) {
		s := spectrum(t, c.formula, c.dim, nil)
		n := 3000
		omegas := make([]float64, n)
		for i := range omegas {
			omegas[i] = c.top * float64((i*1237)%n) / float64(n) // shuffled
		}
		one, errs := make([]float64, n), make([]float64, n)
		old := runtime.GOMAXPROCS(1)
		require.NoError(t, s.Tabulate(context.Background(), one, errs, omegas))
		runtime.GOMAXPROCS(4)
		four := make([]float64, n)
		require.NoError(t, s.Tabulate(context.Background(), four, nil, omegas))
		runtime.GOMAXPROCS(old)
		assert.Equal(t, one, four, "%s: the result depends on the number of processors", c.formula)
		most := 0.0
		for _, m := range one {
			most = math.Max(most, math.Abs(m))
		}
		for i := 1; i < n; i += 97 {
			m, e := s.Density(omegas[i])
			assert.LessOrEqual(t, math.Abs(m-one[i]), e+errs[i], "%s at %g", c.formula, omegas[i])
			assert.LessOrEqual(t, errs[i], 1e-9*most, "%s at %g", c.formula, omegas[i])
		}
	}
	s := spectrum(t, "arccos0", 3, nil)
	assert.Error(t, s.Tabulate(context.Background(), make([]float64, 1), nil, []float64{math.NaN()}))
	assert.Panics(t, func() { _ = s.Tabulate(context.Background(), make([]float64, 1), nil, nil) })
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	assert.ErrorIs(t, s.Tabulate(ctx, make([]float64, 1), nil, []float64{1}), context.Canceled)
}

// TestHonesty: where digits cancel, the error says so.
func TestHonesty(t *testing.T) {
	q := spectrum(t, "gaussian(1)", 64, &Settings{Quadrature: true})
	c := spectrum(t, "gaussian(1)", 64, nil)
	for _, w := range []float64{1, 4, 8, 12} {
		m, e := q.Density(w)
		v, ve := c.Density(w)
		assert.LessOrEqual(t, math.Abs(m-v), e+ve)
	}
	small, err := New(parse(t, "arccos0"), 2, &Settings{MaxNodes: 4000})
	require.NoError(t, err)
	_, e := small.Density(1e5)
	assert.True(t, math.IsInf(e, 1))
}

func TestHighDimension(t *testing.T) {
	for _, f := range []string{"gaussian(1)", "laplace(1)", "rational_quadratic(2,1)", "spherical_polynomial(2,4)",
		"matern(3/2,1)"} {
		s := spectrum(t, f, 784, nil)
		lo, hi := s.Scale()
		assert.True(t, lo > 0 && hi > lo && !math.IsInf(hi, 1), "%s: %g %g", f, lo, hi)
		m, e := s.Density(math.Sqrt(lo * hi))
		assert.False(t, math.IsNaN(m) || math.IsInf(m, 0), f)
		assert.LessOrEqual(t, e, 1e-9*math.Abs(m)+1e-12, f)
	}
}

func TestErrorsAreTyped(t *testing.T) {
	_, err := New(parse(t, "cos(z)"), 2, nil)
	var e *NoDensityError
	require.True(t, errors.As(err, &e))
	assert.Contains(t, e.Error(), "dimension 2")
	assert.Panics(t, func() { _, _ = New(nil, 2, nil) })
	assert.Panics(t, func() { _, _ = New(parse(t, "exp(-z)"), 0, nil) })
	s := spectrum(t, "exp(-z)", 2, nil)
	assert.Panics(t, func() { s.Density(-1) })
}

func benchmarkTabulate(b *testing.B, formula string, top float64) {
	omegas := make([]float64, 10000)
	for i := range omegas {
		omegas[i] = top * float64(i+1) / 10000
	}
	dst, errs := make([]float64, len(omegas)), make([]float64, len(omegas))
	for b.Loop() {
		s := spectrum(b, formula, 16, nil)
		require.NoError(b, s.Tabulate(context.Background(), dst, errs, omegas))
	}
}

func BenchmarkTabulateArccos0(b *testing.B)  { benchmarkTabulate(b, "arccos0", 100) }
func BenchmarkTabulateWendland(b *testing.B) { benchmarkTabulate(b, "wendland(3,2,2)", 100) }
func BenchmarkTabulateExpCube(b *testing.B)  { benchmarkTabulate(b, "exp(-z^3)", 30) }
func BenchmarkTabulateGaussian(b *testing.B) { benchmarkTabulate(b, "delta_gaussian(1,10)", 10) }
func BenchmarkTabulateNTK(b *testing.B)      { benchmarkTabulate(b, "ntk", 300) }

// TestArccosSeries sums κ₀ = (2/π) Σ C(2j,j)/(4^j(2j+1)) (1−z²/4)^{j+½} term by term (Sonine).
func TestArccosSeries(t *testing.T) {
	for _, d := range testlong.Some([]int{16, 64, 784}, 3) {
		s := spectrum(t, "arccos0", d, nil)
		centre := float64(d) / 4 // where Λ_d(2ω) begins to oscillate
		for _, w := range []float64{0.5 * centre, centre, 1.3 * centre, 3 * centre, 4 * centre} {
			c, sum, se := 2/math.Pi, 0.0, 0.0
			for j := range 1500 {
				p := &sonineLaw{d: float64(d), c: c / float64(2*j+1), r: 2, alpha: float64(j) + 0.5}
				p.front = p.prefactor()
				v, e := p.density(w)
				sum, se = sum+v, se+e
				c *= (float64(j) + 0.5) / float64(j+1)
			}
			m, e := s.Density(w)
			assert.LessOrEqual(t, math.Abs(m-sum), e+se, "d = %d, ω = %g: %g ± %g, series %g ± %g", d, w, m, e, sum, se)
			assert.LessOrEqual(t, e, 1e-6*math.Abs(m), "d = %d, ω = %g: %g ± %g", d, w, m, e)
		}
	}
}
