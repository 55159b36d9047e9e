package enclose

import (
	"context"
	"maps"
	"math"
	"math/big"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"krein/ball"
	"krein/internal/testhook"
	"krein/quad"
)

func init() {
	maps.Copy(termCases, map[*testhook.Term]func(t *testing.T) bool{
		termZeros:    zerosHold,
		termGap:      gapHolds,
		termNearZero: nearZeroHolds,
		termLobe:     lobeHolds,
		termEuler:    eulerHolds,
		termTaylor:   seriesHolds,
		termArcCusp:  arcCuspHolds,
		termModel: func(t *testing.T) bool {
			o, a := testModel()
			a.addTerm(oscDegree+2, ball.NewReal(3), o)
			return 3*math.Pow(0.5, oscDegree+2) <= a.r.Float64()
		},
		termProduct: func(t *testing.T) bool {
			o, a := testModel()
			a.c[30].SetInt64(1)
			v := a.mul(a, o)
			return math.Pow(0.5, 60) <= v.r.Float64()
		},
		termCarried: func(t *testing.T) bool {
			o, a := testModel()
			b := o.newModel()
			a.r = ball.MagFloat64(0.125) // for the function 1/8
			b.c[0].SetInt64(2)
			return 0.25 <= a.mul(b, o).r.Float64()
		},
		termCrossing: func(t *testing.T) bool {
			p := density(t, parabola, 2)
			s, err := newMassSigner(context.Background(), p, nil, 128, 1)
			require.NoError(t, err)
			s.order = 4
			require.True(t, s.prepare(4))
			x := s.panel(2, 3).law
			for _, at := range []float64{2, 2.3, 3} {
				var pre ball.Real
				omega := new(ball.Real).Sqrt(ball.NewReal(at), 160)
				prefactor(&pre, omega, 2, 160)
				if want := p.value(t, omega, 128); want.Quo(want, &pre, 128).Overlaps(x.at(at)) != ball.True {
					return false
				}
			}
			return true
		},
		termPowerExp: func(t *testing.T) bool {
			defer func(n int) { powerExpTerms = n }(powerExpTerms)
			q := powerExp{intNum(3), intNum(1), big.NewRat(1, 2)}
			var few, many ball.Real
			require.True(t, q.enclose(&many, ball.NewReal(9), 2, 128))
			powerExpTerms = 3
			require.True(t, q.enclose(&few, ball.NewReal(9), 2, 128))
			return few.Overlaps(&many) == ball.True
		},
		termMajorant: func(t *testing.T) bool {
			for formula, k := range map[string]func(z float64) float64{
				"exp(-z)":           func(z float64) float64 { return math.Exp(-z) },
				"(1+z)^(-3)":        func(z float64) float64 { return math.Pow(1+z, -3) },
				"z*exp(-z^2)-1/z^4": func(z float64) float64 { return z*math.Exp(-z*z) - math.Pow(z, -4) },
			} {
				d := majorant(parse(t, formula).Expr())
				require.NotNil(t, d)
				p, _ := d.p.Float64()
				b := 0.0
				if d.b != nil {
					b, _ = d.b.Float64()
				}
				for z := 1.0; z < 30; z *= 1.3 {
					if most := d.c.Float64() * math.Pow(z, p) * math.Exp(-d.a.Float64()*math.Pow(z, b)); !(math.Abs(k(z)) <= most*(1+1e-9)) {
						return false
					}
				}
			}
			return true
		},
	})
}

// testModel is a model for 0 ≤ u ≤ 1/2.
func testModel() (*oscillation, *taylorModel) {
	o := &oscillation{prec: 128, u0: ball.MagPow2(-1)}
	return o, o.newModel()
}

// eulerHolds: the formula with few terms holds what it gives with many.
func eulerHolds(t *testing.T) bool {
	defer func(n int) { eulerTerms = n }(eulerTerms)
	var few, many ball.Real
	hurwitz(&many, big.NewRat(3, 2), ball.NewReal(10.25), 128)
	eulerTerms = 3
	hurwitz(&few, big.NewRat(3, 2), ball.NewReal(10.25), 128)
	return few.Overlaps(&many) == ball.True
}

// sineOscillation is sin y (1+yu²)^−3/2 for u² = square.
func sineOscillation(square float64) (*oscillation, func(y float64) float64) {
	o := &oscillation{prec: 128, u0: ball.MagFloat64(math.Sqrt(square)), q: big.NewRat(3, 2)}
	lead := oscTerm{q: o.q, wave: true}
	lead.re.SetInt64(1)
	o.terms = []oscTerm{lead}
	return o, func(y float64) float64 { return math.Sin(y) * math.Pow(1+y*square, -1.5) }
}

// valueAt adds up a model at the largest u.
func (a *taylorModel) valueAt(o *oscillation) float64 {
	sum, u := 0.0, o.u0.Float64()
	for l := len(a.c) - 1; l >= 0; l-- {
		c, _ := a.c[l].Float64()
		sum = sum*u + c
	}
	return sum
}

func nearZeroHolds(t *testing.T) bool {
	o, exact := sineOscillation(0.4)
	g := o.inY(1)
	for _, y := range []float64{-oscWindow, 0.6, oscWindow} {
		sum, rest := 0.0, g.rest.Float64()*math.Pow(math.Abs(y), oscOrder)
		for m := oscOrder - 1; m >= 0; m-- {
			sum = sum*y + g.c[m].valueAt(o)
			rest += g.c[m].r.Float64()
		}
		if math.Abs(sum-exact(y)) > rest+1e-15 {
			return false
		}
	}
	return true
}

func lobeHolds(t *testing.T) bool {
	o, exact := sineOscillation(0.25)
	m := o.lobe(1)
	want := quad.Integrate64(exact, 0, math.Pi, nil).Value
	return math.Abs(m.valueAt(o)-want) <= m.r.Float64()+1e-13
}

// parabolaTail returns what sums the tails of a density with endless lobes.
func parabolaTail(t *testing.T) (p *Density, tail func(start float64) *massTail) {
	p = density(t, parabola, 2)
	s, err := newMassSigner(context.Background(), p, nil, 128, 1)
	require.NoError(t, err)
	b, err := s.frequency()
	require.NoError(t, err)
	return p, func(start float64) *massTail {
		w, err := s.waveTail(context.Background(), b, 60, start)
		require.NoError(t, err)
		return w
	}
}

// zerosHold: tails cut at rough zeros hold those cut at good ones.
func zerosHold(t *testing.T) bool {
	defer func(n int) { oscRoot = n }(oscRoot)
	_, tail := parabolaTail(t)
	good := tail(0)
	oscRoot = 2
	rough := tail(0)
	holds := true
	for i := range 2 {
		a, b := &good.value[0][i], &rough.value[0][i]
		t.Logf("%v %v", a, b)
		holds = holds && a.Overlaps(b) == ball.True
	}
	return holds
}

// gapHolds: a tail that begins beside a zero holds the mass between.
func gapHolds(t *testing.T) bool {
	p, tail := parabolaTail(t)
	at := math.Sqrt(tail(0).start)
	const off, n = 0.004, 64
	late := tail((at + off) * (at + off))
	sum := 0.0
	for i := range n {
		m, _ := p.value(t, ball.NewReal(at+off*(float64(i)+0.5)/n), 64).Float64()
		sum += math.Abs(m) * off / n
	}
	return sum <= late.value[0][0].Rad().Float64() && sum <= late.value[0][1].Rad().Float64()
}

// seriesHolds: the Taylor coefficients of a power series that is cut off early hold those of a longer one.
func seriesHolds(t *testing.T) bool {
	coefficients := func(prec uint) []ball.Real {
		g := newForms(density(t, parabola, 2)).compact
		require.True(t, g.prepare(ball.NewReal(1600), prec))
		c := make([]ball.Real, signOrderCompact+1)
		g.taylor(c, ball.NewReal(1500), ball.MagPow2(0), 200)
		return c
	}
	few, many := coefficients(4), coefficients(200)
	for i := range signOrderCompact {
		if few[i].Overlaps(&many[i]) != ball.True {
			return false
		}
	}
	return true
}

// arcCuspHolds: the series of an arc's cusp cut off at two places meet up to their remainders.
func arcCuspHolds(t *testing.T) bool {
	p := density(t, kappa0, 1)
	g := newArcGroup(1, p.parts[0].(*seriesPart))
	require.NotNil(t, g)
	at := func(w float64) (sum, rest ball.Real) {
		g.cusps(ball.NewReal(w), 200, func(e endTerm, power *big.Rat) {
			var x ball.Real
			x.Mul(x.PowRat(ball.NewReal(30), power, 200), &e.coef, 200)
			if e.coef.Mid(nil).Sign() == 0 {
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

// The factors of laws: with ∫_L (σA′)^− ≤ η = ε + 2W, |w−Δ| ≤ |w−M| + 2W + ε and Δ ≥ M − 2W − ε, the distance is at most
// |w−Δ| ∫_L|A′|/Δ + ε + 4W + 4ηw/Δ, ∫_L|A′| ≤ Δ + 2η. The bound is never less, and where ε, W or |w−M| are all there is, not much more.
func TestLobeBound(t *testing.T) {
	parts := func(residual, ends, off float64) (need, bound float64) { // M = 1
		eta := residual + 2*ends
		delta := 1 - 2*ends - residual
		w := off + 2*ends + residual // |w−Δ|
		need = w*(delta+2*eta)/delta + residual + 4*ends + 4*eta*(1+w/delta)
		return need, lobeOff*off + lobeResidual*residual + lobeEnds*ends
	}
	rapid.Check(t, func(t *rapid.T) {
		a, b, c := rapid.Float64Range(0, 1).Draw(t, "ε"), rapid.Float64Range(0, 1).Draw(t, "W"), rapid.Float64Range(0, 1).Draw(t, "|w−M|")
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
