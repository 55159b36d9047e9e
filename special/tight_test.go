package special

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"krein/ball"
	"krein/internal/special/specialtest"
	"krein/internal/testlong"
)

// At p bits, points give at least p−12 accurate bits: every function, next to zeros too.
func TestTightPoints(t *testing.T) {
	for i, fs := range [][]ballFunc{jFuncs, ikFuncs, gammaFuncs, hypFuncs} {
		for j := range fs {
			f := &fs[j]
			t.Run(f.name, func(t *testing.T) {
				r := specialtest.NewRand(uint64(7000 + 100*i + j))
				worst := int64(99)
				for range testlong.RoundsTo(100, 10000) {
					args, prec := f.args(r), randBallPrec(r, 600)
					z := f.f(garbageBall(r), args, prec)
					require.True(t, z.IsFinite(), "%s(%v) at %d bits", f.name, args, prec)
					if z.IsExact() {
						continue
					}
					got := z.RelAccuracyBits() - int64(prec)
					worst = min(worst, got)
					require.GreaterOrEqualf(t, got, int64(-12), "%s(%v) at %d bits = %v", f.name, args, prec, z)
				}
				t.Logf("at least p%+d bits", worst)
			})
		}
	}
}

// Complex points: p−12 bits of the larger part.
func TestTightComplex(t *testing.T) {
	for i, f := range complexFuncs {
		t.Run(f.name, func(t *testing.T) {
			r := specialtest.NewRand(uint64(7500 + i))
			for range testlong.RoundsTo(60, 5000) {
				nu, x := f.args(r)
				prec := randBallPrec(r, 500)
				z := f.f(garbageComplex(r), nu, x, prec)
				require.GreaterOrEqualf(t, z.RelAccuracyBits(), int64(prec)-12, "%s(%v, %v) at %d bits = %v", f.name,
					nu, x, prec, z)
			}
		})
	}
}

// Next to the cut, |x/2| near 1, where the logarithm's sum of squares is longer than x.
func TestTightNextToCut(t *testing.T) {
	third := 2.0 / 3
	for _, nu := range []float64{0.125, 0.25, 0.375, 2, 7.5} {
		for _, re := range []float64{-5 * third, -2.75 * third, -2.5 * third} {
			for _, e := range []int{-5, -20, -34, -60, -300} {
				x := ball.NewComplex(complex(re, math.Ldexp(third, e)))
				for _, f := range complexFuncs[:2] {
					var up, down ball.Complex
					f.f(&up, ball.NewReal(nu), x, 247)
					f.f(&down, ball.NewReal(nu), conj(new(ball.Complex).Set(x)), 247)
					for _, z := range []*ball.Complex{&up, &down} {
						require.GreaterOrEqualf(t, z.RelAccuracyBits(), int64(247-12), "%s(%v, %v) = %v", f.name, nu, x, z)
					}
					require.Truef(t, complexOverlaps(&up, conj(&down)), "%s(%v, %v)", f.name, nu, x)
				}
			}
		}
	}
}

// Jets at points: every coefficient to p−12 bits of the largest that the scale of the argument lets it have, as
// coefficients may be next to zeros of their own.
func TestTightJets(t *testing.T) {
	const n = 6
	type jet = func(s *ball.RealSeries, nu *ball.Real, x *ball.RealSeries, prec uint) *ball.RealSeries
	for i, c := range []struct {
		name string
		f    jet
	}{{"BesselJJet", BesselJJet}, {"BesselIJet", BesselIJet}, {"BesselKJet", BesselKJet}, {"LambdaJet", LambdaJet}} {
		t.Run(c.name, func(t *testing.T) {
			r := specialtest.NewRand(uint64(7600 + i))
			for range testlong.RoundsTo(60, 5000) {
				nu, x0 := ball.NewReal(1+float64(r.IntN(40))/4), ball.NewReal(1+9*r.Float64())
				prec := randBallPrec(r, 400)
				var x, y ball.RealSeries
				x.SetVar(x0, n)
				c.f(&y, nu, &x, prec)
				var size ball.Mag
				for k := range n {
					size = size.Max(y.Coef(k).MagUpper())
				}
				for k := range n {
					require.LessOrEqualf(t, y.Coef(k).Rad().Exponent(), size.Exponent()-int64(prec)+12,
						"%s, order %v, at %v, %d bits, coefficient %d: %v", c.name, nu, x0, prec, k, y.Coef(k))
				}
			}
		})
	}
}

// conj replaces x by its complex conjugate.
func conj(x *ball.Complex) *ball.Complex {
	x.Im.Neg(&x.Im)
	return x
}
