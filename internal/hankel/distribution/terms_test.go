package distribution

import (
	"context"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"krein/ball"
	"krein/internal/hankel/closed"
	"krein/internal/hankel/density"
	"krein/internal/hankel/hankeltest"
	"krein/internal/hankel/sign"
	"krein/internal/testhook"
	"krein/internal/testhook/termtest"
)

// lawTermCases has a case of every error term.
var lawTermCases = map[*testhook.Term]termtest.Case{
	termPower: func(t *testing.T) bool {
		s := testBuilder(1)
		s.Kappa.SetFloat64(2)
		terms := make([]sign.EndTerm, 2)
		for i := range terms {
			terms[i] = sign.EndTerm{Power: closed.IntNum(int64(-4 - 2*i)), Alpha: closed.IntNum(0), Rate: closed.IntNum(0)}
		}
		terms[0].Coef.SetFloat64(3)
		terms[1].Coef.SetFloat64(-1)
		return 2/5.0*math.Pow(4, -5) <= s.powerLaw(terms, 4, false).deviation.Float64()*(1+1e-9)
	},
	termMove: func(t *testing.T) bool {
		sum := hankeltest.Integral(func(s float64) float64 {
			y := 60 * math.Exp(s)
			return math.Abs(math.Pow(y, -1.5)-math.Pow(y, -1.625)) * y
		}, 0, 60)
		return sum <= moveExponent(ratOf(1.5), ratOf(1.625), ball.NewReal(60), 64).Float64()
	},
	termFrequency: func(t *testing.T) bool {
		// a ball of radius ε
		const eps, x, h = 1e-3, 60.0, 0.1
		var w OscillatingTail
		b := ball.NewReal(1)
		b.AddRad(ball.MagFloat64(eps))
		bound := w.setFrequency(b, ball.NewReal(x), ratOf(2), ball.MagPow2(0), 128)
		g := func(y float64) float64 { return math.Cos(y) / (y * y) }
		sum := 0.0
		for y := x; y < 1e4; y += h {
			sum += math.Abs(g(y)-(1+eps)*g((1+eps)*y)) * h
		}
		return sum <= bound.Float64()
	},
	termResidual: func(t *testing.T) bool {
		o, x := testOscillation(t, hankeltest.Kappa0, 1)
		eta, imag, gamma := o.byDegree()
		p := newPrimitive(o.Q, eta, imag, gamma, 4, 128)
		integral, largest := p.errors(o.Q, x, 128)
		ph, _ := o.Phase.Float64()
		q, _ := o.Q.Float64()
		w := &OscillatingTail{Phase: ph, Q: q, Cos: p.cos, Sin: p.sin, Plain: p.plain}
		sum, most := 0.0, 0.0
		const h = 0.2
		start, _ := x.Float64()
		for y := start; y < 1.5*start; y += h {
			v, _ := w.exactly(ball.NewReal(y), 128).Float64()
			d := math.Abs(v - wavesAt(o.Oscillation, y))
			sum += d * h
			most = math.Max(most, d*math.Pow(y, q))
		}
		return sum <= integral.Float64() && most <= largest.Float64()
	},
	termMoved: func(t *testing.T) bool {
		o, _ := testOscillation(t, hankeltest.Parabola, 2)
		a := o.NewModel()
		for l := range a.C {
			a.C[l].SetFloat64(1 / float64(l*l+1))
		}
		o.Prec = 200
		x, h := ball.NewReal(100.3), ball.NewReal(60)
		var xh, v, w, p ball.Real
		xh.Add(x, h, 200)
		a.At(&v, &xh, 200)
		v.Mul(&v, p.PowRat(p.Quo(x, &xh, 200), o.Q, 200), 200)
		moved := o.moved(a, h)
		moved.At(&w, x, 200)
		d, _ := v.Sub(&v, &w, 200).Float64()
		return math.Abs(d) <= moved.R.Float64()
	},
	termLobes:   func(t *testing.T) bool { return lobesHold(t, 30, -20) },
	termLawEnds: func(t *testing.T) bool { return lobesHold(t, 4, 13) },
}

// lobesHold: the law of the tail from x on is as near to the density as its deviation says, with zeros rounded to
// 2^−rootBits and the masses of lobes to 2^−survivalBits of the tolerance.
func lobesHold(t *testing.T, rootBits, survivalBits int64) bool {
	defer func(r ball.Mag, s int64) { lawRootTol, lawSurvivalBits = r, s }(lawRootTol, lawSurvivalBits)
	lawRootTol, lawSurvivalBits = ball.MagPow2(-rootBits), survivalBits
	p := hankeltest.Density(t, hankeltest.Parabola, 1)
	s, err := newBuilder(context.Background(), p, nil, 128)
	require.NoError(t, err)
	b, err := s.Frequency()
	require.NoError(t, err)
	l, err := s.waveLaws(context.Background(), b, 60, 1e-12, 0)
	require.NoError(t, err)
	holds := true
	for i := range l.tail {
		near, _ := distanceWaves(t, p, &l.tail[i], 0, 3)
		near += outside(t, p, &l.tail[i])
		t.Logf("%.3g of %.3g", near, l.tail[i].Deviation.Float64())
		holds = holds && near <= l.tail[i].Deviation.Float64()
	}
	return holds
}

// outside integrates what the density has of the sign of the law next to its first lobe, which begins and ends at
// rounded zeros.
func outside(t *testing.T, p *density.Density, tail *Tail) (sum float64) {
	w := tail.Waves
	xj := w.lobe(w.First)
	lo, hi := w.ends(xj)
	const n, h = 200, 0.1 / 200
	for i := range n {
		for _, x := range []float64{xj + lo - (float64(i)+0.5)*h, xj + hi + (float64(i)+0.5)*h} {
			m, _ := hankeltest.Value(t, p, ball.NewReal(w.omega(x)), 64).Float64()
			sum += math.Max(0, float64(w.Sign)*m) / w.Frequency * h
		}
	}
	return sum
}

func TestLawTerms(t *testing.T) { termtest.Check(t, errorTerms, lawTermCases) }
