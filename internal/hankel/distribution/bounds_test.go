package distribution

import (
	"context"
	"math"
	"math/big"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"krein/ball"
	"krein/internal/hankel/closed"
	"krein/internal/hankel/hankeltest"
	"krein/internal/hankel/mass"
	"krein/internal/hankel/quadrature"
	"krein/internal/hankel/search"
	"krein/internal/hankel/sign"
)

// within requires got ≤ bound, and that the bound is at most slack times as large.
func within(t *testing.T, got float64, bound ball.Mag, slack float64, what string) {
	t.Helper()
	assert.LessOrEqual(t, got, bound.Float64()*(1+1e-9), what)
	assert.GreaterOrEqual(t, got*slack, bound.Float64(), what)
}

func TestMoveExponent(t *testing.T) {
	for _, c := range [][3]float64{{1.5, 1.625, 60}, {2.5, 2.25, 70}, {4, 4.0625, 100}} {
		// z^{−p} over s from x on, y = x e^s
		sum := hankeltest.Integral(func(s float64) float64 {
			y := c[2] * math.Exp(s)
			return math.Abs(math.Pow(y, -c[0])-math.Pow(y, -c[1])) * y
		}, 0, 60)
		within(t, sum, moveExponent(ratOf(c[0]), ratOf(c[1]), ball.NewReal(c[2]), 64), 2, "exponents")
	}
	assert.True(t, moveExponent(ratOf(2), ratOf(2), ball.NewReal(60), 64).IsZero())
}

// TestSetFrequency: a frequency of less precision than that of the arithmetic shows in the bound, as it does for x^{−q}
// cos x.
func TestSetFrequency(t *testing.T) {
	var w OscillatingTail
	assert.True(t, w.setFrequency(ball.NewReal(0.1), ball.NewReal(60), ratOf(2), ball.MagPow2(0), 128).IsZero())
	assert.Equal(t, 0.1, w.Frequency)
	assert.Zero(t, w.FrequencyLow)
	var b ball.Real
	b.SetRat(big.NewRat(1, 3), 200)
	assert.Less(t, w.setFrequency(&b, ball.NewReal(60), ratOf(2), ball.MagPow2(0), 200).Float64(), 1e-14)
	assert.InDelta(t, 1.0/3, w.Frequency, 1e-16)
	assert.NotZero(t, w.FrequencyLow)
	for _, q := range []float64{1.5, 2, 3} {
		// a ball of radius ε
		const eps, x = 1e-3, 60.0
		b.SetFloat64(1)
		b.AddRad(ball.MagFloat64(eps))
		bound := w.setFrequency(&b, ball.NewReal(x), ratOf(q), ball.MagPow2(0), 128)
		g := func(y float64) float64 { return math.Pow(y, -q) * math.Cos(y) }
		sum := 0.0
		const h = 0.1
		for y := x; y < 1e5; y += h {
			sum += math.Abs(g(y)-(1+eps)*g((1+eps)*y)) * h
		}
		within(t, sum, bound, 60, "frequency")
	}
	assert.True(t, w.setFrequency(&b, ball.NewReal(20), ratOf(2), ball.MagPow2(0), 128).IsInf())
}

// testBuilder knows nothing but a dimension.
func testBuilder(dim int) *builder {
	return &builder{Searcher: &search.Searcher{MassSigner: &mass.MassSigner{Signer: &sign.Signer{Dim: dim, Prec: 128}}}}
}

// testOscillation is one with all kinds of terms.
func testOscillation(t *testing.T, formula string, dim int) (*wavesBuilder, *ball.Real) {
	t.Helper()
	p := hankeltest.Density(t, formula, dim)
	s, err := newBuilder(context.Background(), p, nil, 128)
	require.NoError(t, err)
	b, err := s.Frequency()
	require.NoError(t, err)
	var w, bb ball.Real
	w.Quo(ball.NewReal(100), b.Ball(&bb, 128), 128)
	found, err := s.Oscillation(context.Background(), b, &w)
	require.NoError(t, err)
	o := &wavesBuilder{found}
	require.NoError(t, o.pin())
	x := ball.NewReal(100.3)
	o.U0 = new(ball.Real).RSqrt(x, 128).MagUpper()
	return o, x
}

// TestPrimitive: with few terms the residual is what A′ differs by.
func TestPrimitive(t *testing.T) {
	o, x := testOscillation(t, hankeltest.Kappa0, 1)
	eta, imag, gamma := o.byDegree()
	for _, n := range []int{4, 9} {
		p := newPrimitive(o.Q, eta, imag, gamma, n, 128)
		integral, largest := p.errors(o.Q, x, 128)
		ph, _ := o.Phase.Float64()
		q, _ := o.Q.Float64()
		w := &OscillatingTail{Phase: ph, Q: q, Cos: p.cos, Sin: p.sin, Plain: p.plain}
		sum, most := 0.0, 0.0
		const h = 0.2
		at := func(y float64) float64 {
			v, _ := w.exactly(ball.NewReal(y), 128).Float64()
			return math.Abs(v - wavesAt(o.Oscillation, y))
		}
		start, _ := x.Float64()
		for y := start; y < 2*start; y += h {
			d := at(y)
			sum += d * h
			most = math.Max(most, d*math.Pow(y, q))
		}
		within(t, sum, integral, 8, "the integral")
		within(t, most, largest, 4, "the largest")
	}
	// more terms: less
	p, r := newPrimitive(o.Q, eta, imag, gamma, 8, 128), newPrimitive(o.Q, eta, imag, gamma, 16, 128)
	a, _ := p.errors(o.Q, x, 128)
	b, _ := r.errors(o.Q, x, 128)
	assert.Less(t, b.Float64(), a.Float64()/100)
}

// TestMovedPolynomials: moved and differences are what they say, with their remainders, which are not much larger than
// the errors where many terms are left out.
func TestMovedPolynomials(t *testing.T) {
	o, _ := testOscillation(t, hankeltest.Parabola, 2)
	a := o.NewModel()
	for l := range a.C {
		a.C[l].SetFloat64(1 / float64(l*l+1))
	}
	const prec = 200
	o.Prec = prec
	// x^q a(u) and x^{1−q} a(u) from the definition
	value := func(x *ball.Real, e *big.Rat) *ball.Real {
		var v, p ball.Real
		a.At(&v, x, prec)
		return v.Mul(&v, p.PowRat(x, e, prec), prec)
	}
	minus := new(big.Rat).Neg(o.Q)
	for _, h := range []float64{math.Pi, 10, 60} {
		hb := ball.NewReal(h)
		moved, diff := o.moved(a, hb), o.differences(a, hb)
		for i, y := range []float64{100.3, 150, 1000} {
			var yh, v, w, p ball.Real
			yb := ball.NewReal(y)
			yh.Add(yb, hb, prec)
			p.PowRat(yb, o.Q, prec)
			v.Mul(value(&yh, minus), &p, prec)
			moved.At(&w, yb, prec)
			v.Sub(&v, &w, prec)
			f, _ := v.Float64()
			assert.LessOrEqual(t, math.Abs(f), moved.R.Float64(), "h = %v, x = %v", h, y)
			if i == 0 && h == 60 {
				assert.GreaterOrEqual(t, math.Abs(f)*100, moved.R.Float64())
			}
			v.Sub(value(yb, closed.RatPlus(minus, 1)), value(&yh, closed.RatPlus(minus, 1)), prec)
			v.Mul(&v, &p, prec)
			diff.At(&w, yb, prec)
			v.Sub(&v, &w, prec)
			f, _ = v.Float64()
			assert.LessOrEqual(t, math.Abs(f), diff.R.Float64(), "h = %v, x = %v", h, y)
			if i == 0 && h == 60 {
				assert.GreaterOrEqual(t, math.Abs(f)*100, diff.R.Float64())
			}
		}
	}
}

// TestSurvival: S solves the equation for its differences, up to the remainder.
func TestSurvival(t *testing.T) {
	o, _ := testOscillation(t, hankeltest.Kappa0, 1)
	var two ball.Real
	two.Pi(128)
	two.Mul2Exp(&two, 1)
	m := o.Lobe(1)
	s := o.survival(m, &two)
	d := subModel(o.differences(s, &two), m, o.Oscillation)
	assert.Less(t, d.Size(o.Oscillation).Float64(), 1e-17)
	assert.Greater(t, leastModel(m, o.Oscillation).Float64(), 1.0)
	c := roundModel(s, ball.MagPow2(-20), o.Oscillation)
	require.NotEmpty(t, c)
	assert.Less(t, len(c), mass.OscDegree/2)
	d = subModel(o.differences(s, &two), m, o.Oscillation)
	size := d.Size(o.Oscillation).Float64()
	assert.Greater(t, size, 1e-9)
	assert.Less(t, size, 1e-3)
}

// TestTailMass: the mass of a lobe by S is that of the terms.
func TestTailMass(t *testing.T) {
	for _, formula := range []string{hankeltest.Parabola, hankeltest.Kappa0} {
		o, _ := testOscillation(t, formula, 1)
		l, err := o.laws(ball.NewReal(2), 100, 1e-9)
		require.NoError(t, err)
		amp, _ := o.Amp.Float64()
		for _, tail := range l.tail {
			w := tail.Waves
			xj := w.lobe(w.First)
			lo, hi := w.ends(xj)
			sum := hankeltest.Integral(func(x float64) float64 { return float64(w.Sign) * wavesAt(o.Oscillation, x) }, xj+lo,
				xj+hi)
			a := w.survival(xj)
			b := w.next(xj, a)
			assert.InEpsilon(t, sum, a-b, 1e-9)
			assert.InEpsilon(t, amp*a, tail.Mass, 1e-12)
			// the ends are zeros
			assert.InDelta(t, 0, wavesAt(o.Oscillation, xj+lo)*math.Pow(xj, w.Q), 1e-8)
			assert.InDelta(t, 0, wavesAt(o.Oscillation, xj+hi)*math.Pow(xj, w.Q), 1e-8)
			assert.Less(t, tail.Deviation.Float64(), 1e-9)
		}
	}
}

// TestPowerLaw: 3ω^{−4} − ω^{−6} in one dimension, with a remainder of ω^{−8}.
func TestPowerLaw(t *testing.T) {
	s := testBuilder(1)
	s.Kappa.SetFloat64(2)
	terms := make([]sign.EndTerm, 3)
	for i := range terms {
		terms[i] = sign.EndTerm{Power: closed.IntNum(int64(-4 - 2*i)), Alpha: closed.IntNum(0), Rate: closed.IntNum(0)}
	}
	terms[0].Coef.SetFloat64(3)
	terms[1].Coef.SetFloat64(-1)
	terms[2].Coef.AddRad(ball.MagPow2(0))
	law := s.powerLaw(terms, 4, false)
	assert.InEpsilon(t, 2*3/3.0/64, law.mass, 1e-15)
	assert.Equal(t, 3.0, law.exponent)
	within(t, 2*(1/5.0*math.Pow(4, -5)+1/7.0*math.Pow(4, -7)), law.deviation, 1.001, "the deviation")
	// what is not integrable
	assert.True(t, s.powerLaw(append(terms, sign.EndTerm{Power: closed.IntNum(-1), Alpha: closed.IntNum(0),
		Rate: closed.IntNum(0)}), 4, false).deviation.IsInf())
	assert.True(t, s.powerLaw(terms, 4, true).deviation.IsInf())
	assert.True(t, s.powerLaw(nil, 4, false).deviation.IsInf())
	// an exponent that is rounded
	terms[0].Power = closed.RatNum(big.NewRat(-13, 3))
	law = s.powerLaw(terms[:1], 4, false)
	assert.InDelta(t, 10.0/3, law.exponent, 1e-15)
	assert.Greater(t, law.deviation.Float64(), 0.0)
	assert.Less(t, law.deviation.Float64(), 1e-15)
}

// TestFarPanels: by the terms at infinity the panels are those by the power series, up to what is left out.
func TestFarPanels(t *testing.T) {
	k := hankeltest.Parse(t, "exp(-z^3)")
	p, err := quadrature.New(k, 3)
	require.NoError(t, err)
	s, err := newBuilder(context.Background(), p, nil, 128)
	require.NoError(t, err)
	require.NoError(t, s.ChooseFar(context.Background(), 1e6, ball.MagFloat64(1e-3)))
	require.NotNil(t, s.Far)
	lo := s.Far.From
	require.True(t, s.Prepare(2*lo))
	far := s.Panel(lo, 1.2*lo).Law
	s.Far = nil
	near := s.Panel(lo, 1.2*lo).Law
	require.Equal(t, far.T0, near.T0)
	worst := 0.0
	for i := range 21 {
		y := ball.NewReal((float64(i)/10 - 1) * 0.0999 * lo)
		var a, b ball.Real
		for n := len(far.F) - 1; n >= 0; n-- {
			a.FMA(&a, y, &far.F[n], 128)
			b.FMA(&b, y, &near.F[n], 128)
		}
		f, _ := a.Sub(&a, &b, 128).Float64()
		worst = math.Max(worst, math.Abs(f))
	}
	assert.Less(t, near.Rest.Float64(), worst/1e6)
	within(t, worst, far.Rest, 1e6, "the rest of far panels")
}

// In high dimensions the terms at infinity take seconds, even after a context is done.
func TestWavesCancelled(t *testing.T) {
	p := hankeltest.Density(t, hankeltest.Wendland, 100)
	s, err := newBuilder(context.Background(), p, nil, 128)
	require.NoError(t, err)
	b, err := s.Frequency()
	require.NoError(t, err)
	done, cancel := context.WithCancel(context.Background())
	cancel()
	_, err = s.WaveTail(done, b, 1700, 0)
	assert.ErrorIs(t, err, context.Canceled)
	_, err = s.waveLaws(done, b, 1700, 1e-11, 0)
	assert.ErrorIs(t, err, context.Canceled)
}

// The factors of laws: with ∫_L (σA′)^− ≤ η = ε + 2W, |w−Δ| ≤ |w−M| + 2W + ε and Δ ≥ M − 2W − ε, the distance is at
// most |w−Δ| ∫_L|A′|/Δ + ε + 4W + 4ηw/Δ, ∫_L|A′| ≤ Δ + 2η. The bound is never less, and where ε, W or |w−M| are all
// there is, not much more.
func TestLobeBound(t *testing.T) {
	parts := func(residual, ends, off float64) (need, bound float64) { // M = 1
		eta := residual + 2*ends
		delta := 1 - 2*ends - residual
		w := off + 2*ends + residual // |w−Δ|
		need = w*(delta+2*eta)/delta + residual + 4*ends + 4*eta*(1+w/delta)
		return need, lobeOff*off + lobeResidual*residual + lobeEnds*ends
	}
	rapid.Check(t, func(t *rapid.T) {
		a, b, c := rapid.Float64Range(0, 1).Draw(t, "ε"), rapid.Float64Range(0, 1).Draw(t, "W"),
			rapid.Float64Range(0, 1).Draw(t, "|w−M|")
		scale := needResidual*a + needEnds*b + c
		if scale > 1 {
			a, b, c = a/scale, b/scale, c/scale
		}
		need, bound := parts(a, b, c)
		assert.LessOrEqual(t, need, bound*(1+1e-12))
	})
	for _, e := range [][3]float64{{1.0 / needResidual, 0, 0}, {0, 1.0 / needEnds, 0}} {
		need, bound := parts(e[0], e[1], e[2])
		assert.Greater(t, need, 0.8*bound, "%v", e)
	}
}

// wavesAt returns the terms at x, without the factor amp.
func wavesAt(o *mass.Oscillation, x float64) float64 {
	phase, _ := o.Phase.Float64()
	return hankeltest.Oscillation(x, phase, len(o.Terms), func(i int) (*big.Rat, *ball.Real, *ball.Real, bool) {
		k := &o.Terms[i]
		return k.Q, &k.Re, &k.Im, k.Wave
	})
}
