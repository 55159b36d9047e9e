package mass

import (
	"context"
	"maps"
	"math"
	"math/big"
	"testing"

	"github.com/stretchr/testify/require"

	"krein/ball"
	"krein/internal/hankel/density"
	"krein/internal/hankel/hankeltest"
	"krein/internal/hankel/sign"
	"krein/internal/testhook"
	"krein/internal/testhook/termtest"
)

func init() {
	maps.Copy(termCases, map[*testhook.Term]termtest.Case{
		termZeros:    zerosHold,
		termGap:      gapHolds,
		termNearZero: nearZeroHolds,
		termLobe:     lobeHolds,
		termEuler:    eulerHolds,
		termArcCusp:  arcCuspHolds,
		termModel: func(t *testing.T) bool {
			o, a := testModel()
			a.AddTerm(OscDegree+2, ball.NewReal(3), o)
			return 3*math.Pow(0.5, OscDegree+2) <= a.R.Float64()
		},
		termProduct: func(t *testing.T) bool {
			o, a := testModel()
			a.C[30].SetInt64(1)
			v := a.mul(a, o)
			return math.Pow(0.5, 60) <= v.R.Float64()
		},
		termCarried: func(t *testing.T) bool {
			o, a := testModel()
			b := o.NewModel()
			a.R = ball.MagFloat64(0.125) // for the function 1/8
			b.C[0].SetInt64(2)
			return 0.25 <= a.mul(b, o).R.Float64()
		},
		termCrossing: func(t *testing.T) bool {
			p := hankeltest.Density(t, hankeltest.Parabola, 2)
			s, err := NewIntegrator(p, 128)
			require.NoError(t, err)
			s.order = 4
			require.True(t, s.Prepare(4))
			x := expansionOn(s, 2, 3)
			for _, at := range []float64{2, 2.3, 3} {
				var pre ball.Real
				omega := new(ball.Real).Sqrt(ball.NewReal(at), 160)
				density.Prefactor(&pre, omega, 2, 160)
				if want := hankeltest.Value(t, p, omega, 128); want.Quo(want, &pre, 128).Overlaps(x.At(at)) != ball.True {
					return false
				}
			}
			return true
		},
	})
}

// testModel is a model for 0 ≤ u ≤ 1/2.
func testModel() (*Oscillation, *TaylorModel) {
	o := &Oscillation{Prec: 128, U0: ball.MagPow2(-1)}
	return o, o.NewModel()
}

// eulerHolds: the formula with few terms holds what it gives with many.
func eulerHolds(t *testing.T) bool {
	var few, many ball.Real
	hurwitz(&many, big.NewRat(3, 2), ball.NewReal(10.25), mostEuler, 128)
	hurwitz(&few, big.NewRat(3, 2), ball.NewReal(10.25), 3, 128)
	return few.Overlaps(&many) == ball.True
}

// sineOscillation is sin y (1+yu²)^−3/2 for u² = square.
func sineOscillation(square float64) (*Oscillation, func(y float64) float64) {
	o := &Oscillation{Prec: 128, U0: ball.MagFloat64(math.Sqrt(square)), Q: big.NewRat(3, 2)}
	lead := OscTerm{Q: o.Q, Wave: true}
	lead.Re.SetInt64(1)
	o.Terms = []OscTerm{lead}
	return o, func(y float64) float64 { return math.Sin(y) * math.Pow(1+y*square, -1.5) }
}

// valueAt adds up a model at the largest u.
func (a *TaylorModel) valueAt(o *Oscillation) float64 {
	sum, u := 0.0, o.U0.Float64()
	for l := len(a.C) - 1; l >= 0; l-- {
		c, _ := a.C[l].Float64()
		sum = sum*u + c
	}
	return sum
}

func nearZeroHolds(t *testing.T) bool {
	o, exact := sineOscillation(0.4)
	g := o.InY(1)
	for _, y := range []float64{-oscWindow, 0.6, oscWindow} {
		sum, rest := 0.0, g.rest.Float64()*math.Pow(math.Abs(y), oscOrder)
		for m := oscOrder - 1; m >= 0; m-- {
			sum = sum*y + g.c[m].valueAt(o)
			rest += g.c[m].R.Float64()
		}
		if math.Abs(sum-exact(y)) > rest+1e-15 {
			return false
		}
	}
	return true
}

func lobeHolds(t *testing.T) bool {
	o, exact := sineOscillation(0.25)
	m := o.Lobe(1)
	want := hankeltest.Integral(exact, 0, math.Pi)
	return math.Abs(m.valueAt(o)-want) <= m.R.Float64()+1e-13
}

// parabolaTail returns what sums the tails of a density with endless lobes.
func parabolaTail(t *testing.T) (p *density.Density, s *MassSigner, tail func(start float64) *Tail) {
	p = hankeltest.Density(t, hankeltest.Parabola, 2)
	s, err := NewIntegrator(p, 128)
	require.NoError(t, err)
	b, err := s.Frequency()
	require.NoError(t, err)
	return p, s, func(start float64) *Tail {
		w, err := s.WaveTail(context.Background(), b, 60, start)
		require.NoError(t, err)
		return w
	}
}

// zerosHold: tails cut at rough zeros hold those cut at good ones.
func zerosHold(t *testing.T) bool {
	_, s, tail := parabolaTail(t)
	good := tail(0)
	s.root = 2
	rough := tail(0)
	holds := true
	for i := range 2 {
		a, b := &good.value[i], &rough.value[i]
		t.Logf("%v %v", a, b)
		holds = holds && a.Overlaps(b) == ball.True
	}
	return holds
}

// gapHolds: a tail that begins beside a zero holds the mass between.
func gapHolds(t *testing.T) bool {
	p, _, tail := parabolaTail(t)
	at := math.Sqrt(tail(0).Start)
	const off, n = 0.004, 64
	late := tail((at + off) * (at + off))
	sum := 0.0
	for i := range n {
		m, _ := hankeltest.Value(t, p, ball.NewReal(at+off*(float64(i)+0.5)/n), 64).Float64()
		sum += math.Abs(m) * off / n
	}
	return sum <= late.value[0].Rad().Float64() && sum <= late.value[1].Rad().Float64()
}

// arcCuspHolds: the series of an arc's cusp cut off at two places meet up to their remainders.
func arcCuspHolds(t *testing.T) bool {
	p := hankeltest.Density(t, hankeltest.Kappa0, 1)
	g := newArcGroup(1, p.Parts()[0].(*density.OpenPart), nil)
	require.NotNil(t, g)
	at := func(w float64) (sum, rest ball.Real) {
		g.cusps(ball.NewReal(w), 200, func(e sign.EndTerm, power *big.Rat) {
			var x ball.Real
			x.Mul(x.PowRat(ball.NewReal(30), power, 200), &e.Coef, 200)
			if e.Coef.Mid(nil).Sign() == 0 {
				rest.AddRad(x.MagUpper())
			} else {
				sum.Add(&sum, &x, 200)
			}
		})
		return sum, rest
	}
	few, cut := at(3)
	many, left := at(30)
	few.Sub(&few, &many, 200)
	t.Logf("%v of %v, %v", &few, cut.MagUpper(), left.MagUpper())
	return few.MagLower().Cmp(cut.MagUpper().Add(left.MagUpper())) <= 0
}
