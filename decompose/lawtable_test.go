package decompose

import (
	"context"
	"math"
	"math/big"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mathext"

	"krein/ball"
	"krein/hankel/enclose"
)

// chiLaw is the law of exp(−z²/2), dm/dt = t^{d/2−1} e^{−t/2} 2^{−d/2}/Γ(d/2), on panels
// of n terms; their remainders are far below what is tested.
func chiLaw(d, n int) *enclose.Law {
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
	law := &enclose.Law{Head: enclose.LawHead{Upto: math.Sqrt(lo), Mass: chi(lo), Exponent: float64(d), Deviation: ball.MagFloat64(chi(lo))}}
	for a := lo; a < hi; {
		b := math.Min(a*1.5, a+6)
		p := enclose.LawPanel{Lo: a, Hi: b}
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
	law.Tail.Kind = enclose.TailLight
	law.Tail.From = math.Sqrt(law.Panels[len(law.Panels)-1].Hi)
	return law
}

func TestLawTable(t *testing.T) {
	for _, d := range []int{1, 2, 3, 16, 64, 784} {
		law := chiLaw(d, 40)
		tab, mass, bound, err := lawTable(context.Background(), law, nil, ball.NewReal(1), 1e-11)
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
