package decompose

import (
	"context"
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mathext"

	"krein/ball"
	"krein/internal/decompose/segment"
	"krein/internal/hankel/distribution"
	"krein/internal/testlong"
)

// chiLaw is the law of exp(−z²/2), dm/dt = t^{d/2−1} e^{−t/2} 2^{−d/2}/Γ(d/2), on panels
// of n terms; their remainders are far below what is tested.
func chiLaw(d, n int) *distribution.Distribution {
	const prec = 160
	lg, _ := math.Lgamma(float64(d) / 2)
	chi := func(t float64) float64 { return mathext.GammaIncReg(float64(d)/2, t/2) }
	lo, hi := float64(d), float64(d)
	for chi(lo) > 1e-14 {
		lo *= 0.9
	}
	for mathext.GammaIncRegComp(float64(d)/2, hi/2) > 1e-14 {
		hi *= 1.1
	}
	law := &distribution.Distribution{Head: distribution.Head{Upto: math.Sqrt(lo), Mass: chi(lo), Exponent: float64(d),
		Deviation: ball.MagFloat64(chi(lo))}}
	for a := lo; a < hi; {
		b := math.Min(a*1.5, a+6)
		p := distribution.Panel{Lo: a, Hi: b}
		p.T0.SetFloat64((a + b) / 2)
		var x, y ball.RealSeries
		x.SetVar(&p.T0, n)
		y.Mul2Exp(&x, -1)
		y.Neg(&y)
		y.Exp(&y, prec)
		x.PowRat(&x, big.NewRat(int64(d-2), 2), prec)
		y.Mul(&x, &y, prec)
		var c ball.Real
		c.SetFloat64(-float64(d)/2*math.Ln2 - lg)
		c.Exp(&c, prec)
		p.Coef = make([]ball.Real, n)
		for k := range p.Coef {
			p.Coef[k].Mul(y.Coef(k), &c, prec)
		}
		law.Panels = append(law.Panels, p)
		a = b
	}
	law.Tail.Kind = distribution.TailNegligible
	law.Tail.From = math.Sqrt(law.Panels[len(law.Panels)-1].Hi)
	return law
}

func TestLawTable(t *testing.T) {
	for _, d := range testlong.Some([]int{1, 2, 3, 16, 64, 784}, 2) {
		law := chiLaw(d, 40)
		tab, mass, bound, err := lawTable(context.Background(), law, &partAtoms{}, ball.NewReal(1), 1e-11)
		assert.Equal(t, 1.0, mass)
		require.NoError(t, err)
		t.Logf("d=%d: %d panels, %d segments, bound %v", d, len(law.Panels), tab.Segments(), bound)
		assert.Less(t, bound.Float64(), 2e-11)
		for _, u := range []float64{1e-12, 1e-9, 1e-6, 1e-3, 0.1, 0.4, 0.5, 0.8, 0.99} {
			x := tab.Quantile(u)
			below := mathext.GammaIncReg(float64(d)/2, x*x/2)
			assert.InDelta(t, u, below, bound.Float64(), "d=%d u=%g", d, u)
			assert.InEpsilon(t, u, below, 1e-5, "d=%d u=%g", d, u)
			x = tab.QuantileTail(u)
			above := mathext.GammaIncRegComp(float64(d)/2, x*x/2)
			assert.InDelta(t, u, above, bound.Float64(), "d=%d v=%g", d, u)
			if u > 1e-11 { // the law ends at 1e-14
				assert.InEpsilon(t, u, above, 1e-4, "d=%d v=%g", d, u)
			}
		}
	}
}

// distance integrates |μh − σ f 2QQ′| over a segment by floats.
func distance(s *stretch) float64 {
	f := s.local.Float()
	const n = 20000
	sign := 1.0
	if s.up == (s.kind == segment.RootInner) {
		sign = -1
	}
	var sum float64
	for i := range n {
		w := (float64(i) + 0.5) / n
		q, dq := s.c[segment.Order-1], 0.0
		for k := segment.Order - 2; k >= 0; k-- {
			dq = dq*w + q
			q = q*w + s.c[k]
		}
		v, _ := f.At((q*q - s.local.Mid) / s.local.Half)
		sum += math.Abs(s.mass*s.kind.Slope(w)-sign*v*2*q*dq) / n
	}
	return sum
}

// The bound of a segment is not less than what floats integrate and not much more, for
// both directions and all kinds, also for segments that were tampered with.
func TestSegmentBound(t *testing.T) {
	panel := chiLaw(5, 60).Panels[3]
	rnd := rand.New(rand.NewPCG(5, 6))
	for _, vanish := range []int{0, -1, 1} {
		p := panel
		if vanish != 0 {
			// f = 1 + x or 1 − x in units of the panel, plus a little x²
			half := (p.Hi - p.Lo) / 2
			p.T0.SetFloat64(p.Lo + half)
			p.Coef = make([]ball.Real, 3)
			p.Coef[0].SetFloat64(1 + 0.125)
			p.Coef[1].SetFloat64(-float64(vanish) / half)
			p.Coef[2].SetFloat64(-0.125 / half / half)
			p.LoZero, p.HiZero = vanish < 0, vanish > 0
		}
		for _, up := range []bool{true, false} {
			for _, share := range []float64{1, 0.5, 0.1} {
				s := &stretch{panel: segment.NewPanel(&p), lo: p.Lo, hi: p.Lo + share*(p.Hi-p.Lo), up: up, loZero: p.LoZero}
				if vanish > 0 {
					s.lo, s.hi, s.hiZero = p.Hi-share*(p.Hi-p.Lo), p.Hi, true
				}
				s.prove()
				require.False(t, s.drop)
				assert.Equal(t, vanish != 0, s.kind != segment.Regular)
				check := func(what string) float64 {
					got, want := s.local.Bound(s.kind, &s.c, s.mass, s.up).Float64(), distance(s)
					assert.GreaterOrEqual(t, got, want-1e-15*s.mass, what)
					assert.LessOrEqual(t, got, 30*want+1e-12*s.mass, what) // the ends count, too, and terms beyond degree
					return got
				}
				clean := check("clean")
				t.Logf("zero %d, up %v, share %g: kind %d, mass %.3g, bound %.2g", vanish, up, share, s.kind, s.mass, clean)
				good := *s
				for k := range s.c {
					*s = good
					s.c[k] *= 1 + 1e-5*rnd.Float64()
					check("coefficient")
				}
				*s = good
				s.mass *= 1.001
				assert.Greater(t, check("mass"), 0.9e-3*s.mass)
				*s = good
				s.up = !s.up
				assert.Greater(t, s.local.Bound(s.kind, &s.c, s.mass, s.up).Float64(), 1.9*s.mass)
				*s = good
				s.kind = segment.RootOuter
				if good.kind == segment.RootOuter {
					s.kind = segment.RootInner
				}
				assert.Greater(t, s.local.Bound(s.kind, &s.c, s.mass, s.up).Float64(), 0.1*s.mass)
				// one that does not reach the end of its stretch
				*s = good
				s.hi += 0.01 * (s.hi - s.lo)
				s.local = segment.Localise(&p, s.lo, s.hi)
				f := s.local.Float()
				assert.Greater(t, s.local.Bound(s.kind, &s.c, s.mass, s.up).Float64(), math.Abs(f.Mass()-s.mass)*0.999)
			}
		}
	}
}

// Whatever the table does not get right is in the bound.
func TestLawTableBound(t *testing.T) {
	ctx := context.Background()
	bound := func(law *distribution.Distribution, atoms []atom, mass float64) float64 {
		_, got, b, err := lawTable(ctx, law, &partAtoms{list: atoms}, ball.NewReal(mass), 1e-11)
		require.NoError(t, err)
		assert.Equal(t, mass, got)
		return b.Float64()
	}
	assert.Less(t, bound(chiLaw(3, 40), nil, 1), 1.1e-11)
	assert.InEpsilon(t, 1e-3, bound(chiLaw(3, 40), nil, 1.001), 1e-6)
	law := chiLaw(3, 40)
	law.Head.Deviation = ball.MagFloat64(1e-5)
	assert.GreaterOrEqual(t, bound(law, nil, 1), 1e-5)
	// a head of another mass: the rest has to give way
	law = chiLaw(3, 40)
	law.Head.Mass = 1e-4
	assert.InEpsilon(t, 2e-4, bound(law, nil, 1), 0.6)
	assert.GreaterOrEqual(t, bound(law, nil, 1), 1e-4)
	// a tail beyond
	law = chiLaw(3, 40)
	law.Tail.Kind, law.Tail.Mass, law.Tail.Exponent = distribution.TailPower, 0.25, 2
	assert.Less(t, bound(law, nil, 1.25), 1.1e-11)
	tab, _, _, err := lawTable(ctx, law, &partAtoms{}, ball.NewReal(1.25), 1e-11)
	require.NoError(t, err)
	assert.InEpsilon(t, 10*law.Tail.From, tab.QuantileTail(0.25/1.25/100), 1e-13)
	law.Tail.Mass = 1.1
	_, _, _, err = lawTable(ctx, law, &partAtoms{}, ball.NewReal(2.1), 1e-11)
	assert.ErrorIs(t, err, errHeavyEnd)

	cancelled, cancel := context.WithCancel(ctx)
	cancel()
	_, _, _, err = lawTable(cancelled, chiLaw(3, 40), &partAtoms{}, ball.NewReal(1), 1e-11)
	assert.ErrorIs(t, err, context.Canceled)
}

// Atoms are among the panels, may hold the median, and count with their weights.
func TestLawTableAtoms(t *testing.T) {
	ctx := context.Background()
	chi := func(x float64) float64 { return mathext.GammaIncReg(1.5, x*x/2) }
	for _, where := range testlong.Some([]float64{0.01, 0.5, 1.53, 3, 40}, 3) {
		a := []atom{{omega: where}}
		a[0].weight.SetFloat64(0.5)
		tab, _, b, err := lawTable(ctx, chiLaw(3, 40), &partAtoms{list: a}, ball.NewReal(1.5), 1e-11)
		require.NoError(t, err)
		assert.Less(t, b.Float64(), 1.2e-11)
		below := chi(where) / 1.5
		for _, y := range []float64{1e-6, 0.3, 0.7, 0.999999} {
			assert.Equal(t, where, tab.Quantile(below+y/3), "%g %g", where, y)
			if below > 1e-9 {
				assert.InDelta(t, below*y, chi(tab.Quantile(below*y))/1.5, 1e-11)
			}
			if above := 1 - below - 1.0/3; above > 1e-9 {
				assert.InDelta(t, below+1.0/3+above*y, (chi(tab.Quantile(below+1.0/3+above*y))+0.5)/1.5, 1e-11)
			}
		}
		assert.NotEmpty(t, tab.Steps())
		a[0].weight.AddRad(ball.MagFloat64(1e-4)) // a weight that is not known
		_, _, b, err = lawTable(ctx, chiLaw(3, 40), &partAtoms{list: a}, ball.NewReal(1.5), 1e-11)
		require.NoError(t, err)
		assert.InEpsilon(t, 1e-4, b.Float64(), 1e-6)
	}
	// atoms alone
	a := []atom{{omega: 1}, {omega: 3}}
	a[0].weight.SetFloat64(0.25)
	a[1].weight.SetFloat64(0.75)
	tab, mass, b, err := lawTable(ctx, nil, &partAtoms{list: a}, ball.NewReal(1), 1e-11)
	require.NoError(t, err)
	assert.Equal(t, 1.0, mass)
	assert.Zero(t, b.Float64())
	assert.Equal(t, []float64{0.25, 0.5}, tab.Steps())
	assert.Equal(t, []float64{1, 1, 3, 3, 3}, []float64{tab.Quantile(0), tab.Quantile(0.25), tab.Quantile(0.26),
		tab.Quantile(0.5), tab.Quantile(1)})
}
