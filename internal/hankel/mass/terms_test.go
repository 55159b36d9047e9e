package mass

import (
	"context"
	"math"
	"math/big"
	"testing"

	"github.com/stretchr/testify/require"

	"krein/ball"
	"krein/internal/hankel/closed"
	"krein/internal/hankel/density"
	"krein/internal/hankel/hankeltest"
	"krein/internal/hankel/quadrature"
	"krein/internal/hankel/sign"
	"krein/internal/testhook"
	"krein/internal/testhook/termtest"
)

// termCases has a case of every error term.
var termCases = map[*testhook.Term]termtest.Case{
	termArc: func(t *testing.T) bool { return oscillationHolds(t, hankeltest.Kappa0, 1, 20) },
	termExp: farHolds,
	termPanel: func(t *testing.T) bool {
		p := hankeltest.Density(t, hankeltest.Parabola, 2)
		s, err := NewIntegrator(p, 128)
		require.NoError(t, err)
		s.order = 4
		require.True(t, s.Prepare(4))
		return panelHolds(t, p, expansionOn(s, 2, 3), 2, 3)
	},
	termFar: farHolds,
	termKnot: func(t *testing.T) bool { // the end of a triangle
		p := hankeltest.Density(t, "(sin(z)/z)^2", 1)
		s, err := NewIntegrator(p, 128)
		require.NoError(t, err)
		return panelHolds(t, p, expansionOn(s, 3.5, 4.25), 3.5, 4.25)
	},
	termHankel: func(t *testing.T) bool { return oscillationHolds(t, hankeltest.Parabola, 2, 9) },
	termTail:   func(t *testing.T) bool { return oscillationHolds(t, hankeltest.Kappa0, 1, 20) },
	termIntegrated: func(t *testing.T) bool {
		s := &MassSigner{Signer: &sign.Signer{Dim: 1, Prec: 64}}
		s.Kappa.SetInt64(1)
		e := sign.EndTerm{Power: closed.IntNum(0), Alpha: closed.IntNum(2), Rate: closed.IntNum(0)}
		e.Coef.SetInt64(1)
		_, b, ok := s.Beyond([]sign.EndTerm{e}, ball.NewReal(3))
		require.True(t, ok)
		return math.Exp(-6)/2 <= b.Float64()
	},
}

// expansionOn is that of a panel, whatever changes of sign are in it.
func expansionOn(s *MassSigner, lo, hi float64) *Expansion {
	return s.PanelBy(lo, hi, func(*Expansion, float64, float64, int, int) (float64, float64) {
		return math.NaN(), math.NaN()
	}).Law
}

// panelHolds: the polynomial of a panel meets the density.
func panelHolds(t *testing.T, p *density.Density, x *Expansion, lo, hi float64) bool {
	for _, at := range []float64{lo, lo + 0.3*(hi-lo), hi} {
		var d, v ball.Real
		d.Sub(ball.NewReal(at), &x.T0, 160)
		for k := len(x.F) - 1; k >= 0; k-- {
			v.FMA(&v, &d, &x.F[k], 160)
		}
		v.AddRad(x.Rest)
		w := new(ball.Real).Sqrt(ball.NewReal(at), 160)
		m := hankeltest.Value(t, p, w, 128)
		m.Quo(m, w, 128)
		if v.Overlaps(m.Mul2Exp(m, -1)) != ball.True {
			return false
		}
	}
	return true
}

// farHolds: panels by the terms at infinity meet those by the power series.
func farHolds(t *testing.T) bool {
	k := hankeltest.Parse(t, "exp(-z^3)")
	p, err := quadrature.New(k, 3)
	require.NoError(t, err)
	s, err := NewIntegrator(p, 128)
	require.NoError(t, err)
	lo := math.Exp2(4.5)
	_, terms := s.Tail(lo)
	require.NotNil(t, terms)
	s.Far = &FarTerms{lo, terms}
	require.True(t, s.Prepare(2*lo))
	far := expansionOn(s, lo, 1.2*lo)
	s.Far = nil
	near := expansionOn(s, lo, 1.2*lo)
	return polynomialsMeet(far, near, 0.0999*lo)
}

// polynomialsMeet: two polynomials about one point meet up to their remainders.
func polynomialsMeet(a, b *Expansion, radius float64) bool {
	for i := range 21 {
		y := ball.NewReal((float64(i)/10 - 1) * radius)
		var v, w ball.Real
		for n := len(a.F) - 1; n >= 0; n-- {
			v.FMA(&v, y, &a.F[n], 128)
			w.FMA(&w, y, &b.F[n], 128)
		}
		v.AddRad(a.Rest)
		w.AddRad(b.Rest)
		if v.Overlaps(&w) != ball.True {
			return false
		}
	}
	return true
}

// oscillationHolds: from ω = x/b on the density differs from the terms of the expansion by at most the rest, summed
// over some lobes.
func oscillationHolds(t *testing.T, formula string, dim int, x float64) bool {
	p := hankeltest.Density(t, formula, dim)
	s, err := NewIntegrator(p, 128)
	require.NoError(t, err)
	b, err := s.Frequency()
	require.NoError(t, err)
	var w, bb ball.Real
	w.Quo(ball.NewReal(x), b.Ball(&bb, 128), 128)
	o, err := s.Oscillation(context.Background(), b, &w)
	require.NoError(t, err)
	const n = 24
	h := 2 * math.Pi / n
	amp, _ := o.Amp.Float64()
	sum := 0.0
	for i := range n {
		y := x + (float64(i)+0.5)*h
		m := hankeltest.Value(t, p, new(ball.Real).Quo(ball.NewReal(y), &bb, 128), 64)
		v, _ := m.Quo(m, &bb, 64).Float64()
		sum += math.Abs(v-amp*wavesAt(o, y)) * h
	}
	t.Logf("%s: %.3g of %.3g", formula, sum, o.Rest.Float64())
	return sum <= o.Rest.Float64()+1e-15*amp
}

func TestErrorTerms(t *testing.T) { termtest.Check(t, errorTerms, termCases) }

// wavesAt returns the terms at x, without the factor amp.
func wavesAt(o *Oscillation, x float64) float64 {
	phase, _ := o.Phase.Float64()
	return hankeltest.Oscillation(x, phase, len(o.Terms), func(i int) (*big.Rat, *ball.Real, *ball.Real, bool) {
		k := &o.Terms[i]
		return k.Q, &k.Re, &k.Im, k.Wave
	})
}
