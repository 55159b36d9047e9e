package quadrature

import (
	"context"
	"math"
	"math/big"
	"testing"

	"github.com/stretchr/testify/require"

	"krein/ball"
	"krein/internal/hankel/closed"
	"krein/internal/hankel/density"
	"krein/internal/kernel/formula"
	"krein/internal/testhook"
	"krein/internal/testhook/termtest"
)

func TestDensityTerms(t *testing.T) {
	termtest.Check(t, errorTerms, map[*testhook.Term]termtest.Case{
		termBeyond: func(t *testing.T) bool {
			k, omega := Parse(t, "exp(-z)"), ball.NewReal(1)
			p := &tailPart{f: newPlainIntegrand(k.Expr(), nil), lo: formula.Int(0), tail: majorant(k.Expr())}
			var v, want, pre ball.Real
			density.Prefactor(&pre, omega, 2, 80)
			want.Quo(valueOf(t, densityOf(t, "exp(-z)", 2), omega, 64), &pre, 80)
			_, err := p.upTo(context.Background(), &v, omega, new(ball.Real), big.NewFloat(3), densityShape(2), 60)
			require.NoError(t, err)
			return v.Overlaps(&want) == ball.True
		},
		termSonine: func(t *testing.T) bool {
			e, lo, hi := Parse(t, "arccos0").FormulaExpr(), formula.Int(0), formula.Int(2)
			var v, want ball.Real
			omega := ball.NewReal(1.5)
			_, err := newInterval(e, lo, hi, nil).Enclose(context.Background(), &want, omega, densityShape(5), 80)
			require.NoError(t, err)
			p := newSeries(e, lo, hi, nil)
			a, rest := p.coefficients(16, 100)
			p.sum(&v, a[:16], rest[16], omega, 5, 100)
			return v.Overlaps(&want) == ball.True
		},
		termPowerExp: func(t *testing.T) bool {
			defer func(n int) { powerExpTerms = n }(powerExpTerms)
			q := powerExp{closed.IntNum(3), closed.IntNum(1), big.NewRat(1, 2)}
			var few, many ball.Real
			require.True(t, q.enclose(&many, ball.NewReal(9), 2, 128))
			powerExpTerms = 3
			require.True(t, q.enclose(&few, ball.NewReal(9), 2, 128))
			return few.Overlaps(&many) == ball.True
		},
		termBessel: func(t *testing.T) bool {
			defer func(x float64) { besselReach = x }(besselReach)
			p, err := New(Parse(t, "(1+z^2)^(-3)"), 3)
			require.NoError(t, err)
			var near, want ball.Real
			_, err = Distribution(context.Background(), p, &want, ball.NewReal(1), 90)
			require.NoError(t, err)
			besselReach = 0.1
			_, err = Distribution(context.Background(), p, &near, ball.NewReal(1), 90)
			require.NoError(t, err)
			return near.Overlaps(&want) == ball.True
		},
		termGamma: func(t *testing.T) bool {
			var v, want ball.Real // γ(3/2, 9) by √π/2 erf(3) − 3e^{−9}
			require.True(t, wholeGamma(&v, ball.NewReal(1.5), ball.NewReal(9), 8))
			require.False(t, wholeGamma(&want, ball.NewReal(1.5), ball.NewReal(9), 20))
			want.Erf(ball.NewReal(3), 90)
			var e ball.Real
			e.Sqrt(e.Pi(90), 90)
			want.Mul(&want, e.Mul2Exp(&e, -1), 90)
			e.Exp(ball.NewReal(-9), 90)
			want.Sub(&want, e.MulInt64(&e, 3, 90), 90)
			return v.Overlaps(&want) == ball.True
		},
		termWave: func(t *testing.T) bool {
			defer func(f func(float64, uint) int) { waveTerms = f }(waveTerms)
			var few, many ball.Real
			p := densityOf(t, "exp(-z^2)*cos(2*z)", 2)
			for v, terms := range map[*ball.Real]int{&many: 200, &few: 6} {
				waveTerms = func(float64, uint) int { return terms }
				_, err := Distribution(context.Background(), p, v, ball.NewReal(1), 90)
				require.NoError(t, err)
			}
			return few.Overlaps(&many) == ball.True
		},
		termMajorant: func(t *testing.T) bool {
			for formula, k := range map[string]func(z float64) float64{
				"exp(-z)":           func(z float64) float64 { return math.Exp(-z) },
				"(1+z)^(-3)":        func(z float64) float64 { return math.Pow(1+z, -3) },
				"z*exp(-z^2)-1/z^4": func(z float64) float64 { return z*math.Exp(-z*z) - math.Pow(z, -4) },
			} {
				d := majorant(Parse(t, formula).Expr())
				require.NotNil(t, d)
				p, _ := d.p.Float64()
				b := 0.0
				if d.b != nil {
					b, _ = d.b.Float64()
				}
				for z := 1.0; z < 30; z *= 1.3 {
					if most := d.c.Float64() * math.Pow(z, p) *
						math.Exp(-d.a.Float64()*math.Pow(z, b)); !(math.Abs(k(z)) <= most*(1+1e-9)) {
						return false
					}
				}
			}
			return true
		},
	})
}
