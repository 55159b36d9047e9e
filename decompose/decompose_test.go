package decompose

import (
	"context"
	"encoding/json"
	"math"
	"math/big"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mathext"
	"gonum.org/v1/gonum/stat/distuv"
	"pgregory.net/rapid"

	"krein/hankel"
	"krein/internal/decompose/segment"
	"krein/internal/hankel/profile"
	"krein/internal/quad/gauss"
	"krein/internal/testlong"
	"krein/kernel"
	"krein/kernel/parser"
)

// parse reads a formula; a positive radius extends it by zero beyond.
func parse(t testing.TB, formula string, radius int64) *kernel.Kernel {
	t.Helper()
	var opt parser.Options
	if radius > 0 {
		opt.Radius = big.NewRat(radius, 1)
	}
	k, err := parser.Parse(formula, &opt)
	require.NoError(t, err)
	return k
}

func TestGaussianIsChi(t *testing.T) {
	for _, d := range []int{1, 2, 3, 16, 64, 784} {
		dec := decomposition(t, parse(t, "exp(-z^2/2)", 0), d)
		assert.InDelta(t, 1, dec.Plus.Mass, 1e-11)
		assert.Equal(t, 0.0, dec.Minus.Total())
		assert.Nil(t, dec.Minus.Radii)
		tab := dec.Plus.Radii.(*Table)
		chi := distuv.ChiSquared{K: float64(d)}
		for _, u := range []float64{1e-4, 1e-2, 0.1, 0.3, 0.5, 0.7, 0.9, 0.99, 1 - 1e-4} {
			assert.InEpsilon(t, math.Sqrt(chi.Quantile(u)), tab.Quantile(u), 2e-7, "d=%d u=%g", d, u)
		}
		for _, p := range []float64{1e-15, 1e-12, 1e-8, 1e-5} {
			x := tab.Quantile(p)
			assert.InEpsilon(t, p, mathext.GammaIncReg(float64(d)/2, x*x/2), 1e-4, "d=%d p=%g", d, p)
			x = tab.QuantileTail(p)
			assert.InEpsilon(t, p, mathext.GammaIncRegComp(float64(d)/2, x*x/2), 1e-4, "d=%d p=%g", d, p)
		}
		assert.InEpsilon(t, float64(d), dec.Plus.SecondMoment(), 1e-7)
		for _, z := range []float64{0, 0.1, 1, 3} {
			assert.InDelta(t, math.Exp(-z*z/2), dec.Plus.Kernel(z, d), 3e-9, "d=%d z=%g", d, z)
		}
	}
}

// E R² of the law of a table, by a finer rule over its segments, is within what is stated: rounding.
func TestTableSecondMoment(t *testing.T) {
	for formula, want := range map[string]float64{"exp(-z^2/2)": 5, "exp(-z^2/200)": 0.05, "2*exp(-z^2/2)-exp(-z^2)": 0} {
		tab := decomposition(t, parse(t, formula, 0), 5).Plus.Radii.(*Table)
		got, off, proved := tab.SecondMoment()
		require.True(t, proved)
		require.Less(t, off, 1e-11*got, formula)
		var sum float64
		x, w := gauss.Legendre(24)
		for _, s := range []*side{&tab.lower, &tab.upper} {
			sum += s.edges[0] * s.tail.moment(2)
			for i := range s.kinds {
				for part := range 3 {
					for j, at := range x {
						y := (float64(part) + (1+at)/2) / 3
						omega := segment.Value(s.poly(i), y)
						sum += (s.edges[i+1] - s.edges[i]) * s.kinds[i].Slope(y) * w[j] / 6 * omega * omega
					}
				}
			}
		}
		assert.InDelta(t, sum, got, off, formula)
		if want > 0 {
			assert.InEpsilon(t, want, got, 1e-8)
		}
	}
	atoms := &Table{upper: side{edges: []float64{0, 0.5}}, lower: side{edges: []float64{0, 0.25, 0.5}}}
	atoms.upper.coefs, atoms.upper.kinds = []float64{3, 0, 0, 0, 0, 0, 0, 0}, make([]segment.Kind, 1)
	atoms.lower.coefs, atoms.lower.kinds = append([]float64{1, 7: 0}, 2, 0, 0, 0, 0, 0, 0, 0), make([]segment.Kind, 2)
	got, off, _ := atoms.SecondMoment()
	assert.InDelta(t, 0.5*9+0.25*4+0.25, got, off)
	assert.Less(t, off, 1e-12)
	assert.GreaterOrEqual(t, off, 2*0x1p-56*2) // samples across the gap
}

// In d = 1 the Laplace kernel is the half-Cauchy law, Q(u) = tan(πu/2).
func TestLaplaceIsCauchy(t *testing.T) {
	dec := decomposition(t, parse(t, "exp(-z)", 0), 1)
	tab := dec.Plus.Radii.(*Table)
	for _, u := range []float64{1e-300, 1e-25, 1e-18, 1e-9, 1e-3, 0.2, 0.5, 0.77, 0.99} {
		assert.InEpsilon(t, math.Tan(math.Pi/2*u), tab.Quantile(u), 2e-6, "%g", u)
		assert.InEpsilon(t, 1/math.Tan(math.Pi/2*u), tab.QuantileTail(u), 2e-6, "%g", u)
	}
	assert.True(t, math.IsInf(dec.Plus.SecondMoment(), 1))
	for _, z := range []float64{0, 0.01, 1, 5} {
		assert.InDelta(t, math.Exp(-z), dec.KernelAt(z), 1e-7, "z=%g", z)
	}
}

// exp(−z²/2) − exp(−z²/200): the sign changes once, where the two chi densities cross.
func TestDeltaGaussian(t *testing.T) {
	const d = 16
	k := parse(t, "exp(-z^2/2) - exp(-z^2/200)", 0)
	dec := decomposition(t, k, d)
	x := math.Sqrt(2 * d * math.Ln10 / 99)
	want := mathext.GammaIncReg(d/2, 50*x*x) - mathext.GammaIncReg(d/2, x*x/2)
	assert.InDelta(t, want, dec.Plus.Mass, 1e-12)
	assert.InDelta(t, want, dec.Minus.Mass, 1e-12)
	plus, minus := dec.Plus.Radii, dec.Minus.Radii
	assert.InDelta(t, x, plus.Quantile(0), 1e-6)
	assert.InDelta(t, x, minus.Quantile(1), 1e-6)
	for _, u := range []float64{0.01, 0.3, 0.9} {
		q := plus.Quantile(u)
		f := (mathext.GammaIncReg(d/2, q*q/2) - mathext.GammaIncReg(d/2, 50*q*q) -
			(mathext.GammaIncReg(d/2, x*x/2) - mathext.GammaIncReg(d/2, 50*x*x))) / want
		assert.InDelta(t, u, f, 2e-9)
	}
	agrees(t, dec, k, 1e-8, 0, 0.1, 0.5, 1, 3, 10, 30)
}

// agrees tests M₊E₊Λ − M₋E₋Λ = k at the given distances.
func agrees(t *testing.T, dec *Decomposition, k *kernel.Kernel, tol float64, zs ...float64) {
	t.Helper()
	for _, z := range zs {
		assert.InDelta(t, k.At(z), dec.KernelAt(z), tol, "%s d=%d z=%g", k.Formula(), dec.Dim, z)
	}
}

func TestCompactKernels(t *testing.T) {
	type row struct {
		formula string
		radius  int64
		dim     int
		tol     float64
		minus   bool
	}
	for _, c := range testlong.Some([]row{
		{"(1-z^2/4)^2", 2, 3, 1e-6, true},
		{"(1-z^2/4)^9", 2, 16, 1e-6, true},
		{"z < 2 ? (1-z^2/4)^(1/2) : 0", 0, 1, 1e-4, true},
		{"wendland(3,1)", 0, 3, 1e-7, false},
		{"wendland(3,1)", 0, 8, 1e-4, true},
		{"arccos0()", 2, 1, 1e-3, true},
	}, 3) {
		k := parse(t, c.formula, c.radius)
		dec := decomposition(t, k, c.dim)
		assert.Equal(t, c.minus, dec.Minus.Mass > 0)
		r := 2.0
		if strings.HasPrefix(c.formula, "wendland") {
			r = 1
		}
		agrees(t, dec, k, c.tol, 0, 0.05*r, 0.3*r, 0.5*r, 0.8*r, 0.95*r, 1.1*r, 2*r)
		assert.InDelta(t, 1, dec.Plus.Total()-dec.Minus.Total(), dec.Plus.MassErr+dec.Minus.MassErr)
	}
}

// Masses against sums over the lobes by mpmath (testdata/gen/profile_masses.py).
func TestMassesAgainstMpmath(t *testing.T) {
	var golden []struct {
		Dim                        int
		Alpha, Radius, Plus, Minus float64
	}
	blob, err := os.ReadFile("../testdata/profile_masses.json")
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(blob, &golden))
	for _, g := range testlong.Some(golden, 3) {
		dec := decomposition(t, parse(t, formulaOf(g.Alpha, g.Radius), 0), g.Dim)
		assert.InDelta(t, g.Plus, dec.Plus.Mass, dec.Plus.MassErr, "d=%d α=%g", g.Dim, g.Alpha)
		assert.InDelta(t, g.Minus, dec.Minus.Mass, dec.Minus.MassErr, "d=%d α=%g", g.Dim, g.Alpha)
		assert.Less(t, dec.Plus.MassErr, 1e-6)
	}
}

func formulaOf(alpha, r float64) string {
	rat := func(x float64) string { return new(big.Rat).SetFloat64(x).RatString() }
	return "z < " + rat(r) + " ? (1-z^2/" + rat(r*r) + ")^(" + rat(alpha) + ") : 0"
}

// The samples follow the law that the density prescribes: Kolmogorov–Smirnov against the
// profile at level 1e-4 with a fixed seed.
func TestSamplesKolmogorovSmirnov(t *testing.T) {
	for _, c := range []struct {
		formula string
		radius  int64
		dim     int
	}{{"exp(-z)", 0, 3}, {"exp(-z^2/2) - exp(-z^2/200)", 0, 16}, {"(1-z^2/4)^2", 2, 3},
		{"z < 2 ? (1-z^2/4)^(1/2) : 0", 0, 1}} {
		s, err := hankel.New(parse(t, c.formula, c.radius), c.dim, nil)
		require.NoError(t, err)
		p, err := profile.New(context.Background(), s, nil)
		require.NoError(t, err)
		dec, err := FromProfile(context.Background(), p, 0)
		require.NoError(t, err)
		for _, x := range []struct {
			part *Part
			sign int
		}{{&dec.Plus, 1}, {&dec.Minus, -1}} {
			if x.part.Radii == nil {
				continue
			}
			rnd := rand.New(rand.NewPCG(1, uint64(c.dim)))
			const n = 20000
			v := make([]float64, n)
			for i := range v {
				v[i] = x.part.Sample(rnd)
			}
			slices.Sort(v)
			law := p.Law(x.sign)
			worst := 0.0
			for i, w := range v {
				f := law.Below(w) / law.Mass()
				worst = max(worst, math.Abs(f-float64(i)/n), math.Abs(f-float64(i+1)/n))
			}
			assert.Less(t, worst*math.Sqrt(n), 2.23, "%s sign %d", c.formula, x.sign)
		}
	}
}

// mixed has atoms at and off the origin, a density and both signs.
func mixed(t testing.TB) *Decomposition {
	return decomposition(t, parse(t, "exp(-z^2/2) - exp(-z^2/8)/2 + cos(3*z)/4 - cos(z)/8 - 1/3", 0), 1)
}

func TestAtoms(t *testing.T) {
	k := parse(t, "exp(-z^2/2) - exp(-z^2/8)/2 + cos(3*z)/4 - cos(z)/8 - 1/3", 0)
	dec := mixed(t)
	assert.Zero(t, dec.Plus.Origin)
	assert.InDelta(t, 1.0/3, dec.Minus.Origin, 1e-15)
	agrees(t, dec, k, 1e-8, 0, 0.3, 1, 2.5)
	// the atom at 3 is a step of the inverse
	plus := dec.Plus.Radii
	rnd := rand.New(rand.NewPCG(3, 4))
	n := 0
	for range 10000 {
		if dec.Plus.Sample(rnd) == 3 {
			n++
		}
	}
	share := 0.25 / dec.Plus.Mass
	assert.InDelta(t, share, float64(n)/1e4, 4*math.Sqrt(share*(1-share)/1e4))
	assert.Equal(t, 3.0, plus.Quantile(func() float64 { // just above the step's foot
		lo, hi := 0.0, 1.0
		for range 60 {
			if m := (lo + hi) / 2; plus.Quantile(m) < 3 {
				lo = m
			} else {
				hi = m
			}
		}
		return hi + share/2
	}()))

	only := decomposition(t, parse(t, "2*cos(z) - 1", 0), 1)
	assert.Equal(t, Part{Origin: 1, MassErr: only.Minus.MassErr, MassKind: KindEstimated}, only.Minus)
	assert.InDelta(t, 2, only.Plus.Mass, 1e-15)
	for _, u := range []float64{0, 1e-9, 0.5, 0.7, 1} {
		assert.Equal(t, 1.0, only.Plus.Radii.Quantile(u))
	}
}

func TestQuantileIsMonotone(t *testing.T) {
	decs := []*Decomposition{mixed(t), decomposition(t, parse(t, "z < 2 ? (1-z^2/4)^(1/2) : 0", 0), 1),
		decomposition(t, parse(t, "exp(-z)", 0), 2)}
	rapid.Check(t, func(t *rapid.T) {
		dec := rapid.SampledFrom(decs).Draw(t, "dec")
		tab := dec.Plus.Radii.(*Table)
		if dec.Minus.Radii != nil && rapid.Bool().Draw(t, "minus") {
			tab = dec.Minus.Radii.(*Table)
		}
		draw := func(name string) float64 {
			u := rapid.Float64Range(0, 1).Draw(t, name)
			if rapid.Bool().Draw(t, "small") {
				u = math.Exp2(-60 * u)
			}
			return u
		}
		u := draw("u")
		v := u + draw("step")*(1-u)
		a, b := tab.Quantile(u), tab.Quantile(v)
		if a > b*(1+1e-14) {
			t.Fatalf("Q(%v) = %v > Q(%v) = %v", u, a, v, b)
		}
		a, b = tab.QuantileTail(u), tab.QuantileTail(v)
		if b > a*(1+1e-14) {
			t.Fatalf("upper tail: Q(1−%v) = %v < Q(1−%v) = %v", u, a, v, b)
		}
	})
	for _, u := range []float64{-1, 2, math.NaN()} {
		assert.True(t, math.IsNaN(decs[0].Plus.Radii.Quantile(u)))
	}
}

func BenchmarkQuantile(b *testing.B) {
	for _, c := range []struct {
		name, formula string
		radius        int64
		dim           int
	}{{"Gaussian16", "exp(-z^2/2)", 0, 16}, {"Laplace3", "exp(-z)", 0, 3},
		{"Delta784", "exp(-z^2/2) - exp(-z^2/200)", 0, 784}, {"Lobes3", "(1-z^2/4)^2", 2, 3},
		{"Wendland3", "wendland(3,1)", 0, 3}, {"Arccos0", "arccos0()", 2, 1}, {"NTK", "ntk()", 2, 1}} {
		dec := provedDecomposition(b, parse(b, c.formula, c.radius), c.dim)
		b.Run(c.name, func(b *testing.B) {
			us := make([]float64, 1<<16) // more than branch predictors learn
			rnd := rand.New(rand.NewPCG(1, 2))
			for i := range us {
				us[i] = rnd.Float64()
			}
			b.ReportAllocs()
			var sum float64
			for i := 0; b.Loop(); i++ {
				sum += dec.Plus.Radii.Quantile(us[i&(len(us)-1)])
			}
			sink = sum
		})
	}
}

var sink float64
