package decompose

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mathext"
	"gonum.org/v1/gonum/stat/distuv"

	"krein/hankel"
	"krein/internal/decompose/segment"
	"krein/internal/hankel/profile"
	"krein/internal/special/double"
	"krein/internal/testlong"
	"krein/kernel"
)

// lawCase is a kernel with a proved table, for TestBias and TestSamples.
type lawCase struct {
	formula string
	radius  int64
	dims    []int
	waves   bool // the density changes sign for ever
	// measure returns the signed measure of (0, ω] in d dimensions and the frequencies
	// where its density changes sign; nil where hankel's profile stands in.
	measure func(d int) (below func(omega float64) float64, changes []float64)
}

var every = []int{1, 3, 16, 64}

var lawCases = []lawCase{
	{"exp(-z^2/2)", 0, every, false, func(d int) (func(float64) float64, []float64) {
		return chiBelow(d, 1), nil
	}},
	{"exp(-z)", 0, every, false, func(d int) (func(float64) float64, []float64) {
		return studentBelow(d, 1), nil
	}},
	{"(1 + z)*exp(-z)", 0, every, false, func(d int) (func(float64) float64, []float64) {
		return studentBelow(d, 3), nil
	}},
	{"(1 + z + z^2/3)*exp(-z)", 0, every, false, func(d int) (func(float64) float64, []float64) {
		return studentBelow(d, 5), nil
	}},
	{"exp(-z^2/2) - exp(-z^2/200)", 0, every, false, func(d int) (func(float64) float64, []float64) {
		f, g := chiBelow(d, 1), chiBelow(d, 10)
		return func(w float64) float64 { return f(w) - g(w) }, []float64{math.Sqrt(2 * float64(d) * math.Ln10 / 99)}
	}},
	{"exp(-z^2/2)*(1 - z^2/4)", 0, every, false, func(d int) (func(float64) float64, []float64) {
		// ω² times the chi density is d times that in d+2 dimensions
		f, g, q := chiBelow(d, 1), chiBelow(d+2, 1), float64(d)/4
		var at []float64
		if d > 4 {
			at = []float64{math.Sqrt(float64(d) - 4)}
		}
		return func(w float64) float64 { return (1-q)*f(w) + q*g(w) }, at
	}},
	{"exp(-z^2/2) - 1/2*exp(-z^2/8)", 0, every, false, func(d int) (func(float64) float64, []float64) {
		f, g := chiBelow(d, 1), chiBelow(d, 2)
		var at []float64
		if d > 1 {
			at = []float64{math.Sqrt((float64(d) - 1) * math.Ln2 / 1.5)}
		}
		return func(w float64) float64 { return f(w) - g(w)/2 }, at
	}},
	{"2*exp(-z) + exp(-z^2/8) + cos(z/3)/7 + 1/5", 0, []int{1}, false, nil},
	{"1/(1+z^2)^40", 0, every, false, nil},
	{"2*exp(-z) + exp(-z^2/8)", 0, every, false, func(d int) (func(float64) float64, []float64) {
		f, g := studentBelow(d, 1), chiBelow(d, 2)
		return func(w float64) float64 { return 2*f(w) + g(w) }, nil
	}},
	{"exp(-z) - 3/4*exp(-2*z)", 0, every, false, func(d int) (func(float64) float64, []float64) {
		// the densities are in the ratio of (1+ω²)^−p to 3/2 (4+ω²)^−p
		f, q := studentBelow(d, 1), math.Pow(1.5, 2/(float64(d)+1))
		return func(w float64) float64 { return f(w) - 0.75*f(w/2) }, []float64{math.Sqrt((4 - q) / (q - 1))}
	}},
	{"z < 2 ? (1-z^2/4)^40 : 0", 0, []int{1, 3, 16}, true, nil},
	{"z < 2 ? (1-z^2/4)^2 : 0", 0, []int{1, 3}, true, nil},
	{"wendland(3,1)", 0, []int{1, 3}, true, nil},
	{"z < 2 ? acos(z/2)*2/pi : 0", 0, []int{1}, true, nil},
}

// chiBelow is the distribution of a radius under exp(−z²/(2τ²)).
func chiBelow(d int, tau float64) func(omega float64) float64 {
	return func(omega float64) float64 {
		return mathext.GammaIncReg(float64(d)/2, omega*omega*tau*tau/2)
	}
}

// studentBelow is that under the Matérn kernel with ν/2: ω² ν/d has the F-distribution.
func studentBelow(d, nu int) func(omega float64) float64 {
	f := distuv.F{D1: float64(d), D2: float64(nu)}
	return func(omega float64) float64 { return f.CDF(omega * omega * float64(nu) / float64(d)) }
}

// distribution returns that of one part at ω > 0, made from the measure or the profile.
func (c *lawCase) distribution(t testing.TB, k *kernel.Kernel, d, sign int) func(omega float64) float64 {
	if c.measure == nil {
		s, err := hankel.New(k, d, nil)
		require.NoError(t, err)
		p, err := profile.New(context.Background(), s, nil)
		require.NoError(t, err)
		law := p.Law(sign)
		return func(omega float64) float64 { return law.Below(omega) / law.Mass() }
	}
	below, at := c.measure(d)
	part := func(omega float64) float64 {
		sum, last := 0.0, 0.0
		for _, a := range append(slices.Clone(at), math.Inf(1)) {
			b := below(min(a, omega, 1e100))
			sum += max(float64(sign)*(b-last), 0)
			if last = b; omega <= a {
				break
			}
		}
		return sum
	}
	all := part(math.Inf(1))
	return func(omega float64) float64 { return part(omega) / all }
}

// integrated returns E k̂(z) − k(z) by quadrature of the laws of the tables, with other
// lobes of oscillating tails than the default.
func integrated(d *Decomposition, k *kernel.Kernel, z float64, lobes int) float64 {
	sum := d.Plus.Origin - d.Minus.Origin - k.At(z)
	lam := double.NewLambda(float64(d.Dim))
	for i, p := range []*Part{&d.Plus, &d.Minus} {
		if p.Radii == nil {
			continue
		}
		t := p.Radii.(*Table)
		r := rule{end: t.fadesOut(z), waves: lobes}
		t.lower.rule(&r, z)
		t.upper.rule(&r, z)
		mass := p.Mass
		if i == 1 {
			mass = -mass
		}
		for j, w := range r.omega {
			sum += mass * r.weight[j] * lam.At(w*z)
		}
	}
	return sum
}

// lawRow is a kernel in one dimension.
type lawRow struct {
	lawCase
	dim int
}

// lawRows are the rows of lawCases that a run looks at.
func lawRows() []lawRow {
	var rows []lawRow
	for _, c := range lawCases {
		for _, dim := range c.dims {
			rows = append(rows, lawRow{c, dim})
		}
	}
	return testlong.Some(rows, 7)
}

// The bias is what is proved at most, at a thousand distances.
func TestBias(t *testing.T) {
	for _, c := range testlong.Some(lawRows(), 3) {
		dim, start := c.dim, time.Now()
		if dim > 16 {
			continue
		}
		k := parse(t, c.formula, c.radius)
		d := provedDecomposition(t, k, dim)
		built := time.Since(start)
		norm := d.Plus.Total() + d.Minus.Total()
		assert.LessOrEqual(t, d.Bias.Law, 1e-10*norm)
		rnd := rand.New(rand.NewPCG(7, uint64(dim)))
		n, most := 30, 1e3
		if testlong.Enabled() {
			n = 1000
		}
		if c.waves {
			n, most = n/5, 30
		}
		worst, share := 0.0, 0.0
		for i := range n {
			z := math.Pow(most, 1.5*rnd.Float64()-0.5)
			if i == 0 {
				z = 0
			}
			got, errs := integrated(d, k, z, waveLobes), 2e-14*norm
			if c.waves {
				// near z = R the lobes left out add up slowly
				errs += 2 * max(math.Abs(got-integrated(d, k, z, waveLobes/2)), math.Abs(got-integrated(d, k, z, waveLobes*3/4)))
			}
			worst = max(worst, math.Abs(got)-errs)
			share = max(share, errs)
			assert.LessOrEqual(t, math.Abs(got), d.BiasAt(z)+errs, "%s d=%d z=%g", c.formula, dim, z)
		}
		t.Logf("%s d=%d: ‖m‖ = %.6g, proved %.2g, with rounding at z = 1000 %.2g, seen %.2g, quadrature %.1g; %v, %v",
			c.formula, dim, norm, d.Bias.Law, d.BiasAt(1000), worst, share, built, time.Since(start))
	}
}

// TestBias would see tables that were tampered with.
func TestBiasSeesForgeries(t *testing.T) {
	k := parse(t, "exp(-z)", 0)
	good := provedDecomposition(t, k, 3)
	unbiased := func(d *Decomposition) bool {
		for _, z := range []float64{0, 1e-4, 0.01, 0.03, 0.1, 0.2, 0.5, 1, 1.5, 2, 3, 5, 10} {
			if math.Abs(integrated(d, k, z, waveLobes)) > good.BiasAt(z) {
				return false
			}
		}
		return true
	}
	require.True(t, unbiased(clone(good)))
	for what, forge := range map[string]func(tab *Table){
		"coefficient": func(tab *Table) {
			s := &tab.upper
			s.coefs[segment.Order*(len(s.kinds)-1)+1] *= 1 + 1e-6
		},
		"constant": func(tab *Table) {
			s := &tab.lower
			s.coefs[segment.Order*(len(s.kinds)-1)] += 1e-8
		},
		"swap": func(tab *Table) {
			s := &tab.lower
			a, b := s.poly(len(s.kinds)-1), s.poly(len(s.kinds)-2)
			*a, *b = *b, *a
		},
		"kind":     func(tab *Table) { s := &tab.upper; s.kinds[len(s.kinds)-1] = segment.RootOuter },
		"edge":     func(tab *Table) { s := &tab.upper; s.edges[len(s.edges)-2] *= 1 - 1e-7 },
		"exponent": func(tab *Table) { tab.upper.tail.Exponent *= 1 + 1e-3 },
	} {
		d := clone(good)
		forge(d.Plus.Radii.(*Table))
		assert.False(t, unbiased(d), what)
	}
}

// ∫ω² dm = −d k″(0), tails included.
func TestSecondMoments(t *testing.T) {
	type row struct {
		formula string
		dim     int
		second  float64 // k″(0)
		tol     float64
	}
	for _, c := range testlong.Some([]row{
		{"exp(-z^2/2) - exp(-z^2/200)", 16, -0.99, 1e-9},
		{"exp(-z^2/2)*(1 - z^2/4)", 3, -1.5, 1e-9},
		{"(1 + z + z^2/3)*exp(-z)", 3, -1.0 / 3, 1e-8}, // heavier tail
		{"z < 2 ? (1-z^2/4)^9 : 0", 3, -4.5, 1e-9},
		{"wendland(3,1)", 3, -20, 1e-5},
		{"2*exp(-z) + exp(-z^2/8)", 3, math.Inf(-1), 0},
	}, 3) {
		d := provedDecomposition(t, parse(t, c.formula, 0), c.dim)
		got := 0.0
		if d.Plus.Mass > 0 {
			got += d.Plus.Mass * d.Plus.SecondMoment()
		}
		if d.Minus.Mass > 0 {
			got -= d.Minus.Mass * d.Minus.SecondMoment()
		}
		if math.IsInf(c.second, -1) {
			assert.True(t, math.IsInf(got, 1))
			continue
		}
		assert.InEpsilon(t, -float64(c.dim)*c.second, got, c.tol, "%s", c.formula)
	}
}
