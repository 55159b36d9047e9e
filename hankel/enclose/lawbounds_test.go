package enclose

import (
	"context"
	"math"
	"math/big"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/ball"
	"krein/quad"
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
		sum := quad.Integrate64(func(s float64) float64 {
			y := c[2] * math.Exp(s)
			return math.Abs(math.Pow(y, -c[0])-math.Pow(y, -c[1])) * y
		}, 0, 60, nil).Value
		within(t, sum, moveExponent(ratOf(c[0]), ratOf(c[1]), ball.NewReal(c[2]), 64), 2, "exponents")
	}
	assert.True(t, moveExponent(ratOf(2), ratOf(2), ball.NewReal(60), 64).IsZero())
}

// TestSetFrequency: a frequency of less precision than that of the arithmetic shows in the bound, as it does for x^{−q} cos x.
func TestSetFrequency(t *testing.T) {
	var w LawWaves
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

// testOscillation is one with all kinds of terms.
func testOscillation(t *testing.T, formula string, dim int) (*oscillation, *ball.Real) {
	t.Helper()
	p := density(t, formula, dim)
	s, err := newMassSigner(context.Background(), p, nil, 128, 1)
	require.NoError(t, err)
	b, err := s.frequency()
	require.NoError(t, err)
	var w, bb ball.Real
	w.Quo(ball.NewReal(100), b.Ball(&bb, 128), 128)
	o, err := s.oscillation(context.Background(), b, &w, 0)
	require.NoError(t, err)
	require.NoError(t, o.pin())
	x := ball.NewReal(100.3)
	o.u0 = new(ball.Real).RSqrt(x, 128).MagUpper()
	return o, x
}

// density returns the terms at x, without the factor amp.
func (o *oscillation) density(x float64) float64 {
	ph, _ := o.phase.Float64()
	s, c := math.Sincos(x + ph)
	sum := 0.0
	for i := range o.terms {
		k := &o.terms[i]
		re, _ := k.re.Float64()
		im, _ := k.im.Float64()
		q, _ := k.q.Float64()
		if k.wave {
			sum += math.Pow(x, -q) * (c*re - s*im)
		} else {
			sum += math.Pow(x, -q) * re
		}
	}
	return sum
}

// TestPrimitive: with few terms the residual is what A′ differs by.
func TestPrimitive(t *testing.T) {
	o, x := testOscillation(t, kappa0, 1)
	eta, imag, gamma := o.byDegree()
	for _, n := range []int{4, 9} {
		p := newPrimitive(o.q, eta, imag, gamma, n, 128)
		integral, largest := p.errors(o.q, x, 128)
		ph, _ := o.phase.Float64()
		q, _ := o.q.Float64()
		w := &LawWaves{Phase: ph, Q: q, Cos: p.cos, Sin: p.sin, Plain: p.plain}
		sum, most := 0.0, 0.0
		const h = 0.2
		at := func(y float64) float64 {
			v, _ := w.exactly(ball.NewReal(y), 128).Float64()
			return math.Abs(v - o.density(y))
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
	p, r := newPrimitive(o.q, eta, imag, gamma, 8, 128), newPrimitive(o.q, eta, imag, gamma, 16, 128)
	a, _ := p.errors(o.q, x, 128)
	b, _ := r.errors(o.q, x, 128)
	assert.Less(t, b.Float64(), a.Float64()/100)
}

// TestMovedPolynomials: moved and differences are what they say, with their remainders, which are not much larger than the errors where many terms are left out.
func TestMovedPolynomials(t *testing.T) {
	o, _ := testOscillation(t, parabola, 2)
	a := o.newModel()
	for l := range a.c {
		a.c[l].SetFloat64(1 / float64(l*l+1))
	}
	const prec = 200
	o.prec = prec
	// x^q a(u) and x^{1−q} a(u) from the definition
	value := func(x *ball.Real, e *big.Rat) *ball.Real {
		var v, p ball.Real
		a.at(&v, x, prec)
		return v.Mul(&v, p.PowRat(x, e, prec), prec)
	}
	minus := new(big.Rat).Neg(o.q)
	for _, h := range []float64{math.Pi, 10, 60} {
		hb := ball.NewReal(h)
		moved, diff := o.moved(a, hb), o.differences(a, hb)
		for i, y := range []float64{100.3, 150, 1000} {
			var yh, v, w, p ball.Real
			yb := ball.NewReal(y)
			yh.Add(yb, hb, prec)
			p.PowRat(yb, o.q, prec)
			v.Mul(value(&yh, minus), &p, prec)
			moved.at(&w, yb, prec)
			v.Sub(&v, &w, prec)
			f, _ := v.Float64()
			assert.LessOrEqual(t, math.Abs(f), moved.r.Float64(), "h = %v, x = %v", h, y)
			if i == 0 && h == 60 {
				assert.GreaterOrEqual(t, math.Abs(f)*100, moved.r.Float64())
			}
			v.Sub(value(yb, ratPlus(minus, 1)), value(&yh, ratPlus(minus, 1)), prec)
			v.Mul(&v, &p, prec)
			diff.at(&w, yb, prec)
			v.Sub(&v, &w, prec)
			f, _ = v.Float64()
			assert.LessOrEqual(t, math.Abs(f), diff.r.Float64(), "h = %v, x = %v", h, y)
			if i == 0 && h == 60 {
				assert.GreaterOrEqual(t, math.Abs(f)*100, diff.r.Float64())
			}
		}
	}
}

// TestSurvival: S solves the equation for its differences, up to the remainder.
func TestSurvival(t *testing.T) {
	o, _ := testOscillation(t, kappa0, 1)
	var two ball.Real
	two.Pi(128)
	two.Mul2Exp(&two, 1)
	m := o.lobe(1)
	s := o.survival(m, &two)
	d := o.differences(s, &two).sub(m, o)
	assert.Less(t, d.size(o).Float64(), 1e-17)
	assert.Greater(t, m.least(o).Float64(), 1.0)
	c := s.round(ball.MagPow2(-20), o)
	require.NotEmpty(t, c)
	assert.Less(t, len(c), oscDegree/2)
	d = o.differences(s, &two).sub(m, o)
	size := d.size(o).Float64()
	assert.Greater(t, size, 1e-9)
	assert.Less(t, size, 1e-3)
}

// TestTailMass: the mass of a lobe by S is that of the terms.
func TestTailMass(t *testing.T) {
	for _, formula := range []string{parabola, kappa0} {
		o, _ := testOscillation(t, formula, 1)
		l, err := o.laws(ball.NewReal(2), 100, 1e-9)
		require.NoError(t, err)
		amp, _ := o.amp.Float64()
		for _, tail := range l.tail {
			w := tail.Waves
			xj := w.lobe(w.First)
			lo, hi := w.ends(xj)
			sum := quad.Integrate64(func(x float64) float64 { return float64(w.Sign) * o.density(x) }, xj+lo, xj+hi, nil).Value
			a := w.survival(xj)
			b := w.next(xj, a)
			assert.InEpsilon(t, sum, a-b, 1e-9)
			assert.InEpsilon(t, amp*a, tail.Mass, 1e-12)
			// the ends are zeros
			assert.InDelta(t, 0, o.density(xj+lo)*math.Pow(xj, w.Q), 1e-8)
			assert.InDelta(t, 0, o.density(xj+hi)*math.Pow(xj, w.Q), 1e-8)
			assert.Less(t, tail.Deviation.Float64(), 1e-9)
		}
	}
}

// TestPowerLaw: 3ω^{−4} − ω^{−6} in one dimension, with a remainder of ω^{−8}.
func TestPowerLaw(t *testing.T) {
	s := &massSigner{signer: &signer{dim: 1, prec: 128}}
	s.kappa.SetFloat64(2)
	terms := make([]endTerm, 3)
	for i := range terms {
		terms[i] = endTerm{power: intNum(int64(-4 - 2*i)), alpha: intNum(0), rate: intNum(0)}
	}
	terms[0].coef.SetFloat64(3)
	terms[1].coef.SetFloat64(-1)
	terms[2].coef.AddRad(ball.MagPow2(0))
	law := s.powerLaw(terms, 4, false)
	assert.InEpsilon(t, 2*3/3.0/64, law.mass, 1e-15)
	assert.Equal(t, 3.0, law.exponent)
	within(t, 2*(1/5.0*math.Pow(4, -5)+1/7.0*math.Pow(4, -7)), law.deviation, 1.001, "the deviation")
	// what is not integrable
	assert.True(t, s.powerLaw(append(terms, endTerm{power: intNum(-1), alpha: intNum(0), rate: intNum(0)}), 4, false).deviation.IsInf())
	assert.True(t, s.powerLaw(terms, 4, true).deviation.IsInf())
	assert.True(t, s.powerLaw(nil, 4, false).deviation.IsInf())
	// an exponent that is rounded
	terms[0].power = ratNum(big.NewRat(-13, 3))
	law = s.powerLaw(terms[:1], 4, false)
	assert.InDelta(t, 10.0/3, law.exponent, 1e-15)
	assert.Greater(t, law.deviation.Float64(), 0.0)
	assert.Less(t, law.deviation.Float64(), 1e-15)
}

// TestFarPanels: by the terms at infinity the panels are those by the power series, up to what is left out.
func TestFarPanels(t *testing.T) {
	k := parse(t, "exp(-z^3)")
	p, err := New(k, 3)
	require.NoError(t, err)
	s, err := newMassSigner(context.Background(), p, newExpGroups(k, 3), 128, 1)
	require.NoError(t, err)
	require.NoError(t, s.chooseFar(context.Background(), 1e6, ball.MagFloat64(1e-3)))
	require.NotNil(t, s.far)
	lo := s.far.from
	require.True(t, s.prepare(2*lo))
	far := s.panel(lo, 1.2*lo).law
	s.far = nil
	near := s.panel(lo, 1.2*lo).law
	require.Equal(t, far.t0, near.t0)
	worst := 0.0
	for i := range 21 {
		y := ball.NewReal((float64(i)/10 - 1) * 0.0999 * lo)
		var a, b ball.Real
		for n := len(far.f[0]) - 1; n >= 0; n-- {
			a.FMA(&a, y, &far.f[0][n], 128)
			b.FMA(&b, y, &near.f[0][n], 128)
		}
		f, _ := a.Sub(&a, &b, 128).Float64()
		worst = math.Max(worst, math.Abs(f))
	}
	assert.Less(t, near.rest[0].Float64(), worst/1e6)
	within(t, worst, far.rest[0], 1e6, "the rest of far panels")
}

// In high dimensions the terms at infinity take seconds, even after a context is done.
func TestWavesCancelled(t *testing.T) {
	p := density(t, wendland, 784)
	s, err := newMassSigner(context.Background(), p, nil, 128, 1)
	require.NoError(t, err)
	b, err := s.frequency()
	require.NoError(t, err)
	done, cancel := context.WithCancel(context.Background())
	cancel()
	_, err = s.waveTail(done, b, 1700, 0)
	assert.ErrorIs(t, err, context.Canceled)
	_, err = s.waveLaws(done, b, 1700, 1e-11, 0)
	assert.ErrorIs(t, err, context.Canceled)
}
