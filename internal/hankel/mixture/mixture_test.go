package mixture

import (
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"krein/internal/budget"
	"krein/internal/testlong"
	"krein/kernel/parser"
)

// For p = 1/2 the stable law is Lévy's, with the density s^(−3/2) exp(−1/(4s)) / (2√π).
func TestStableIsLevy(t *testing.T) {
	for y := -4.0; y < 40; y += 0.37 {
		want := -y/2 - math.Exp(-y)/4 - math.Log(2*math.Sqrt(math.Pi))
		assert.InDelta(t, want, stableLog(nil, 0.5, y), 2e-14*(1+math.Abs(want)), "%g", y)
	}
}

// Kanter's integral and the series agree where both hold.
func TestStableSeries(t *testing.T) {
	for _, p := range []float64{0.02, 0.3, 0.5, 0.77, 0.9, 0.99, 0.9999} {
		for _, x := range []float64{0.2, 0.1, 1e-3} {
			want := stableSeries(p, x)
			assert.InDelta(t, want, stableIntegral(nil, p, -math.Log(x)/p), 1e-12*(1+math.Abs(want)), "p=%g x=%g", p, x)
		}
	}
}

// Every table has the mass 1 and the transform that it is to have.
func TestTransforms(t *testing.T) {
	at := func(tab *table, z float64) float64 {
		return tab.mean(func(x float64) float64 { return -math.Exp(x) * z }, -math.Log(z))
	}
	for name, c := range map[string]struct {
		t *table
		h func(x float64) float64
	}{
		"stable 0.1":   {stableTable(nil, 0.1), func(x float64) float64 { return math.Exp(-math.Pow(x, 0.1)) }},
		"stable 0.6":   {stableTable(nil, 0.6), func(x float64) float64 { return math.Exp(-math.Pow(x, 0.6)) }},
		"stable 0.95":  {stableTable(nil, 0.95), func(x float64) float64 { return math.Exp(-math.Pow(x, 0.95)) }},
		"stable 0.999": {stableTable(nil, 0.999), func(x float64) float64 { return math.Exp(-math.Pow(x, 0.999)) }},
		"gamma 0.2":    {gammaTable(nil, 0.2), func(x float64) float64 { return math.Pow(1+x, -0.2) }},
		"gamma 1":      {gammaTable(nil, 1), func(x float64) float64 { return 1 / (1 + x) }},
		"gamma 400":    {gammaTable(nil, 400), func(x float64) float64 { return math.Exp(-400 * math.Log1p(x)) }},
		"dagum 0.1":    {dagumTable(nil, 0.1), func(x float64) float64 { return 1 - math.Pow(x/(1+x), 0.1) }},
		"dagum 0.9":    {dagumTable(nil, 0.9), func(x float64) float64 { return 1 - math.Pow(x/(1+x), 0.9) }},
		"process of 1/2-stable": {processTable(nil, stableTable(nil, 0.5), 1),
			func(x float64) float64 { return math.Exp(-math.Sqrt(math.Log1p(x))) }},
		"process of 0.9-stable": {processTable(nil, stableTable(nil, 0.9), 2),
			func(x float64) float64 { return math.Exp(-math.Pow(2*math.Log1p(x), 0.9)) }},
		"process of 0.3-stable": {processTable(nil, stableTable(nil, 0.3), 1e3),
			func(x float64) float64 { return math.Exp(-math.Pow(1e3*math.Log1p(x), 0.3)) }},
		"ratio 1":   {ratioTable(nil, 1), func(x float64) float64 { return math.Log1p(1/(1+x)) / math.Ln2 }},
		"ratio 1e4": {ratioTable(nil, 1e4), func(x float64) float64 { return math.Log1p(1e4/(1+x)) / math.Log1p(1e4) }},
	} {
		assert.InDelta(t, 1, c.t.mean(func(float64) float64 { return 0 }), 3e-12, name)
		for _, z := range []float64{1e-9, 1e-3, 0.3, 1, 7, 1e3} {
			assert.InDelta(t, c.h(z), at(c.t, z), 3e-12, "%s %g", name, z)
		}
	}
}

func recognised(t require.TestingT, formula string) (Sum, bool) {
	k, err := parser.Parse(formula, nil)
	require.NoError(t, err)
	return Recognise(k.Expr())
}

func TestRecognise(t *testing.T) {
	for formula, want := range map[string]Sum{
		"exp(-z^(1/2))":            {Terms: []Term{{1, &Law{steps: []step{{a: 1, p: 0.25}}}}}},
		"exp(-sqrt(z))":            {Terms: []Term{{1, &Law{steps: []step{{a: 1, p: 0.25}}}}}},
		"3*exp(2-(z/4)^(1/2))":     {Terms: []Term{{3 * math.Exp(2), &Law{steps: []step{{a: 0.5, p: 0.25}}}}}},
		"powered_exponential(3/2)": {Terms: []Term{{1, &Law{steps: []step{{a: 1, p: 0.75}}}}}},
		"1/(1+z)":                  {Terms: []Term{{1, &Law{from: origin{originGamma, 1}, steps: []step{{a: 1, p: 0.5}}}}}},
		"2/(4+2*z)":                {Terms: []Term{{0.5, &Law{from: origin{originGamma, 1}, steps: []step{{a: 0.5, p: 0.5}}}}}},
		"-(1+z)^(-1/2)/2":          {Terms: []Term{{-0.5, &Law{from: origin{originGamma, 0.5}, steps: []step{{a: 1, p: 0.5}}}}}},
		"1/sqrt(1+z)^3":            {Terms: []Term{{1, &Law{from: origin{originGamma, 1.5}, steps: []step{{a: 1, p: 0.5}}}}}},
		"cauchy(1/2,2)":            {Terms: []Term{{1, &Law{from: origin{originGamma, 4}, steps: []step{{a: 1, p: 0.25}}}}}},
		"(z/(1+z))^(1/2)": {Constant: 1, Terms: []Term{
			{-1, &Law{from: origin{originDagum, 0.5}, steps: []step{{a: 1, p: 0.5}}}}}},
		"1-(1+1/z)^(-1/2)": {Constant: 0, Terms: []Term{{1, &Law{from: origin{originDagum, 0.5}, steps: []step{{a: 1, p: 0.5}}}}}},
		"(1-1/(1+z))^(1/2)": {Constant: 1, Terms: []Term{
			{-1, &Law{from: origin{originDagum, 0.5}, steps: []step{{a: 1, p: 0.5}}}}}},
		"z^(1/2)/(1+z)^(1/2)": {Constant: 1, Terms: []Term{
			{-1, &Law{from: origin{originDagum, 0.5}, steps: []step{{a: 1, p: 0.5}}}}}},
		"log(1+1/(1+z))": {Terms: []Term{{math.Ln2, &Law{from: origin{originRatio, 1}, steps: []step{{a: 1, p: 0.5}}}}}},
		"(1+log(1+z))^(-2)": {Terms: []Term{
			{1, &Law{from: origin{originGamma, 2}, steps: []step{{log: true, a: 1, b: 1}, {a: 1, p: 0.5}}}}}},
		"exp(-sqrt(log(1+z^2)))": {Terms: []Term{
			{1, &Law{steps: []step{{a: 1, p: 0.5}, {log: true, a: 1, b: 1}, {a: 1, p: 1}}}}}},
		"exp(-2*log(1+3*z^(1/2)))": {Terms: []Term{{1, &Law{steps: []step{{log: true, a: 2, b: 1}, {a: 3, p: 0.25}}}}}},
	} {
		s, ok := recognised(t, formula)
		if assert.True(t, ok, formula) {
			assert.InDelta(t, want.Constant, s.Constant, 1e-15, formula)
			require.Len(t, s.Terms, 1, formula)
			assert.InEpsilon(t, want.Terms[0].Weight, s.Terms[0].Weight, 1e-14, formula)
			assert.Equal(t, want.Terms[0].Law, s.Terms[0].Law, formula)
		}
	}
	for _, formula := range []string{"exp(-z^(5/2))", "exp(-z)*cos(z)", "exp(-z-sqrt(z))", "1/(1+z^3)", "(1+z)^2",
		"exp(sqrt(z))", "1/(z^2-3*z+9)", "1-(z/(1+z))^2",
		"(z/(1+2*z^2))^(1/2)", "z < 1 ? exp(-sqrt(z)) : 0", "abs(z-1)^(1/2)/9", "exp(-abs(z-1)^(1/2))"} {
		if s, ok := recognised(t, formula); ok {
			assert.Empty(t, s.Terms, formula)
		}
	}
}

// What a Radius says of the density gives the kernel back, in any dimension.
func TestRadius(t *testing.T) {
	for _, formula := range testlong.Some([]string{"exp(-sqrt(z))", "1/(1+z)", "1-(z/(1+z))^(1/3)", "exp(-z^(199/100))",
		"(1+log(1+z))^(-4)"}, 5) {
		s, ok := recognised(t, formula)
		require.True(t, ok)
		for _, d := range []int{1, 64} {
			r := s.Terms[0].Law.NewRadius(d, nil)
			assert.Less(t, r.err+r.t.err, 1e-8, formula)
			mass := r.t.mean(func(float64) float64 { return 0 })
			assert.InDelta(t, 1, mass, 1e-8, "%s d=%d", formula, d)
			// E exp(−τ²R²/2) is k averaged over a Gaussian vector of variance τ², d=1: ∫ k(τ|x|) φ(x) dx
			if d == 1 {
				for _, tau := range []float64{0.1, 1, 20} {
					var want float64
					const n = 400000
					for i := range n { // midpoints in x = y³, where k is smooth
						y := 2.2 * (float64(i) + 0.5) / n
						x := y * y * y
						want += 2 * s.Terms[0].Law.Kernel(tau*x) * math.Exp(-x*x/2) / math.Sqrt(2*math.Pi) * 3 * y * y * 2.2 / n
					}
					got := r.t.mean(func(x float64) float64 { return -tau * tau * math.Exp(2*x) / 2 }, -math.Log(tau))
					assert.InDelta(t, want, got, 1e-7, "%s τ=%g", formula, tau)
				}
			}
		}
	}
	assert.Panics(t, func() { new(Law).NewRadius(0, nil) })
}

// Scaling a variable moves its table and nothing else.
func TestLinear(t *testing.T) {
	g := gammaTable(nil, 2)
	rapid.Check(t, func(t *rapid.T) {
		mul, shift := rapid.Float64Range(0.1, 10).Draw(t, "mul"), rapid.Float64Range(-5, 5).Draw(t, "shift")
		x := rapid.Float64Range(g.lo(), g.hi()).Draw(t, "x")
		if got, want := g.linear(mul, shift).at(mul*x+shift),
			g.at(x)-math.Log(mul); math.Abs(got-want) > 1e-9*(1+math.Abs(want)) {
			t.Fatalf("%v, want %v", got, want)
		}
	})
}

// TestStableNextToOne: an index that differs from 1 by a rounding is not a stable law, and no endless work.
func TestStableNextToOne(t *testing.T) {
	_, ok := recognised(t, "exp(-z^(2-10^-15))")
	assert.False(t, ok)
	_, ok = recognised(t, "exp(-z^1.9999)")
	assert.True(t, ok)
	ctx, release := budget.New(t.Context(), 1000)
	defer release()
	assert.Equal(t, math.Inf(-1), stableIntegral(budget.Of(ctx), 1-1e-15, 0.1))
}

// Products of mixtures have the scales added: the table has the transform, and draws have it as their mean, by z-scores.
func TestProducts(t *testing.T) {
	all := map[string]func(z float64) float64{
		"exp(-z/3)/(1+z/3)^2": func(z float64) float64 { return math.Exp(-z/3) / math.Pow(1+z/3, 2) },
		"exp(-z/4-z^2/32)":    func(z float64) float64 { return math.Exp(-z/4 - z*z/32) },
		"3*exp(-z)/(1+z^2)":   func(z float64) float64 { return math.Exp(-z) / (1 + z*z) },
		"exp(-sqrt(z)-2*z-z^2)/(1+z^2)^(3/2)": func(z float64) float64 {
			return math.Exp(-math.Sqrt(z)-2*z-z*z) / math.Pow(1+z*z, 1.5)
		},
		// the density of the logarithm of a sum of stable laws falls to nothing within a step of trim
		"exp(-z)*exp(-2*z)":       func(z float64) float64 { return math.Exp(-3 * z) },
		"exp(-z)^2*exp(-z^2/2)":   func(z float64) float64 { return math.Exp(-2*z - z*z/2) },
		"exp(-z)^2*exp(-sqrt(z))": func(z float64) float64 { return math.Exp(-2*z - math.Sqrt(z)) },
		"1/((1+z)*(1+z^2))":       func(z float64) float64 { return 1 / ((1 + z) * (1 + z*z)) },
		// a constant besides a scale that may be next to nothing
		"exp(-z^2)/(1+z^2)":          func(z float64) float64 { return math.Exp(-z*z) / (1 + z*z) },
		"exp(-2*z^2)*exp(-z^(1/10))": func(z float64) float64 { return math.Exp(-2*z*z - math.Pow(z, 0.1)) },
	}
	for _, source := range testlong.Some(slices.Sorted(maps.Keys(all)), 1) {
		want := all[source]
		k, err := parser.Parse(source, nil)
		require.NoError(t, err)
		p, ok := RecogniseProduct(k.Expr())
		require.True(t, ok, source)
		tab, c := p.Law.sum(nil)
		assert.Less(t, tab.err, 1e-9, source)
		radius := p.Law.NewRadius(4, nil)
		for _, s := range []float64{1e-6, 1e-3, 0.1, 1, 20} { // E exp(−sR²) = E 1/(1+4sS)², R² = 2S χ²
			want := tab.mean(func(x float64) float64 { return -2 * math.Log1p(4*s*(math.Exp(x)+c)) }, -math.Log(4*s))
			want += math.Exp(tab.at(tab.lo())) / tab.left * math.Pow(1+4*s*c, -2)
			got := radius.t.mean(func(x float64) float64 { return -s * math.Exp(2*x) }, -math.Log(s)/2)
			assert.InDelta(t, want, got, 1e-8, "%s at %g", source, s)
		}
		const draws = 20_000
		rnd := rand.New(rand.NewPCG(3, 4))
		x := make([]float64, draws)
		for i := range x {
			x[i] = p.Law.Sample(rnd)
		}
		for _, z := range []float64{1e-6, 1e-3, 0.3, 1, 7, 100} {
			assert.InDelta(t, want(z), p.Law.Kernel(z), 1e-14, source)
			got := tab.mean(func(x float64) float64 { return -math.Exp(x) * z * z }, -2*math.Log(z))
			assert.InDelta(t, want(z), got*math.Exp(-c*z*z), 1e-9, "%s at %g", source, z)
			var sum, squares float64
			for _, v := range x {
				e := math.Exp(-math.Exp(v) * z * z)
				sum, squares = sum+e, squares+e*e
			}
			mean := sum / draws
			score := (mean - want(z)) / math.Sqrt((squares/draws-mean*mean)/draws+1e-12)
			assert.Less(t, math.Abs(score), 4.5, "%s at %g", source, z)
		}
	}
	for _, source := range []string{"exp(-z)", "exp(-z)*cos(z)", "exp(-z)-exp(-2*z)"} {
		k, err := parser.Parse(source, nil)
		require.NoError(t, err)
		_, ok := RecogniseProduct(k.Expr())
		assert.False(t, ok, source)
	}
}
