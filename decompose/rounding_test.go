package decompose

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/internal/decompose/segment"
	"krein/internal/testlong"
)

// exactly returns ω of segment i at the probability p with 300 bits.
func exactly(s *side, i int, p float64) *big.Float {
	num := func(x float64) *big.Float { return new(big.Float).SetPrec(300).SetFloat64(x) }
	a, b := num(p), num(s.edges[i])
	if s.kinds[i] == segment.RootInner {
		a, b = num(s.edges[i+1]), num(p)
	}
	w := a.Sub(a, b)
	w.Quo(w, b.Sub(num(s.edges[i+1]), num(s.edges[i])))
	if s.kinds[i] != segment.Regular {
		w.Sqrt(w)
	}
	sum := num(0)
	for k := segment.Order - 1; k >= 0; k-- {
		sum.Mul(sum, w)
		sum.Add(sum, num(s.poly(i)[k]))
	}
	return sum
}

// Quantiles differ from exact arithmetic by what rounding counts at most, and by a good
// part of it somewhere.
func TestQuantileRounding(t *testing.T) {
	testlong.Slow(t)
	rnd := rand.New(rand.NewPCG(3, 1))
	worst := 0.0
	for _, c := range []struct {
		formula string
		radius  int64
		dim     int
	}{{"exp(-z)", 0, 1}, {"exp(-z^2/2) - exp(-z^2/200)", 0, 16}, {"(1-z^2/4)^2", 2, 3}} {
		d := provedDecomposition(t, parse(t, c.formula, c.radius), c.dim)
		for _, p := range []*Part{&d.Plus, &d.Minus} {
			if p.Radii == nil {
				continue
			}
			tab := p.Radii.(*Table)
			for _, s := range []*side{&tab.lower, &tab.upper} {
				for i := range s.kinds {
					if !testlong.Turn(i, 5) {
						continue
					}
					var size, slope float64
					for k, c := range s.poly(i) {
						size += math.Abs(c)
						slope += float64(k) * math.Abs(c)
					}
					for range 6 {
						p := s.edges[i] + (s.edges[i+1]-s.edges[i])*rnd.Float64()
						if p <= s.edges[i] {
							continue
						}
						want := exactly(s, i, p)
						got := new(big.Float).SetPrec(300).SetFloat64(s.quantile(p))
						diff, _ := got.Sub(got, want).Float64()
						bound := 3*eta*slope + 12*eta*size
						require.LessOrEqual(t, math.Abs(diff), bound)
						worst = max(worst, math.Abs(diff)/bound)
					}
				}
			}
		}
	}
	t.Logf("at most %.2g of the bound", worst)
	assert.Greater(t, worst, 0.05)
}

// BiasAt grows with z from the bias of the law, and heavy tails do not make it infinite.
func TestBiasAt(t *testing.T) {
	d := provedDecomposition(t, parse(t, "exp(-z)", 0), 1)
	assert.InEpsilon(t, d.Bias.Law, d.BiasAt(0), 1e-4)
	last := 0.0
	for z := 1e-3; z < 1e18; z *= 10 {
		b := d.BiasAt(z)
		assert.Greater(t, b, last)
		assert.LessOrEqual(t, b, 2.1)
		last = b
	}
	assert.Less(t, d.BiasAt(1), 1.1*d.Bias.Law)
	assert.Greater(t, last, 1.0)

	// E min(2, bX), P(X > x) = x^−a
	for _, a := range []float64{0.5, 1, 1.5, 3} {
		for _, b := range []float64{1e-6, 0.1, 1.9, 3} {
			var sum float64
			const n = 200000
			for i := range n {
				// substitute P = q⁸ against the singularity
				q := (float64(i) + 0.5) / n
				sum += 8 * math.Pow(q, 7) * math.Min(2, b*math.Pow(q, -8/a)) / n
			}
			assert.InEpsilon(t, sum, heavyRounding(b, a), 1e-6, "a=%g b=%g", a, b)
		}
	}
	assert.Zero(t, heavyRounding(0, 1))
}

type fixed []float64

func (f *fixed) Float64() float64 {
	v := (*f)[0]
	*f = (*f)[1:]
	return v
}

// Far out, samples draw more bits; elsewhere they take the middle of the cell.
func TestSampleBits(t *testing.T) {
	tab := provedDecomposition(t, parse(t, "exp(-z)", 0), 1).Plus.Radii.(*Table)
	for _, c := range []struct {
		draws []float64
		upper bool
		p     float64
	}{
		{[]float64{0.25}, false, 0.25 + 0x1p-54},
		{[]float64{0.5}, true, 0.5 - 0x1p-54},
		{[]float64{0x1p-8}, false, 0x1p-8 + 0x1p-54},
		{[]float64{0x1p-9, 0.75}, false, 0x1p-9 + 0.75*0x1p-53},
		{[]float64{0, 0.75}, false, 0.75 * 0x1p-53},
		{[]float64{1 - 0x1p-53, 0.75}, true, 0.75 * 0x1p-53},
		{[]float64{1 - 0x1p-53, 0, 0.5}, true, 0x1p-107},
		{[]float64{0, 0x1p-30, 0.5}, false, 0x1p-83 + 0x1p-107},
	} {
		draws := fixed(c.draws)
		got := tab.Sample(&draws)
		want := tab.Quantile(c.p)
		if c.upper {
			want = tab.QuantileTail(c.p)
		}
		assert.Equal(t, want, got, "%v", c)
		assert.Empty(t, draws)
	}
}
