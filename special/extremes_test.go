package special

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"krein/ball"
	"krein/internal/special/specialtest"
	"krein/internal/testlong"
)

// power2 is 2^e, also beyond the range of float64.
func power2(e int) *ball.Real {
	return new(ball.Real).SetFloat(new(big.Float).SetMantExp(big.NewFloat(1), e))
}

// soon requires that f returns: work is bounded for any input. A minute is far more than it takes.
func soon(t *testing.T, f func(), format string, args ...any) {
	t.Helper()
	done := make(chan struct{})
	go func() {
		defer close(done)
		f()
	}()
	select {
	case <-done:
	case <-time.After(time.Minute):
		require.Failf(t, "no result within a minute", format, args...)
	}
}

// Inputs that once took minutes, or gave nothing.
func TestExtremeInputs(t *testing.T) {
	third := new(ball.Real).SetRat(big.NewRat(1, 3), 200)
	for name, f := range map[string]func(z *ball.Real) *ball.Real{
		"K(0 ± 2^(−2^40), 1e5)": func(z *ball.Real) *ball.Real {
			return BesselK(z, new(ball.Real).AddRad(ball.MagPow2(-1<<40)), ball.NewReal(1e5), 64)
		},
		"J(2^(−2^31), 3)": func(z *ball.Real) *ball.Real { return BesselJ(z, power2(math.MinInt32), ball.NewReal(3), 64) },
		"I(1/3, 1e6)":     func(z *ball.Real) *ball.Real { return BesselI(z, third, ball.NewReal(1e6), 64) },
		"Λ_3(2^(2^31−2))": func(z *ball.Real) *ball.Real {
			return LambdaReal(z, ball.NewReal(3), power2(math.MaxInt32-1), 64)
		},
		"₀F₁(3/2, 2^50)": func(z *ball.Real) *ball.Real { return Hyp0F1(z, ball.NewReal(1.5), power2(50), 64) },
		"1/Γ(2^(2^30))":  func(z *ball.Real) *ball.Real { return RecipGamma(z, power2(1<<30), 64) },
	} {
		soon(t, func() {
			var z ball.Real
			f(&z)
			require.Truef(t, z.IsFinite(), "%s = %v", name, &z)
		}, "%s", name)
	}
	// no answer, but soon
	for name, f := range map[string]func(z *ball.Real) *ball.Real{
		"series of K(0, 1e5)": func(z *ball.Real) *ball.Real {
			return BesselKSeries(z, ball.NewReal(0), ball.NewReal(1e5), 64)
		},
		"series of K(1/3, 9e4)": func(z *ball.Real) *ball.Real { return BesselKSeries(z, third, ball.NewReal(9e4), 64) },
		"(1/3)_{2^60}":          func(z *ball.Real) *ball.Real { return pochhammer(z, third, 1<<60, 64) },
		"₁F₁(2^33; 4; 2^20)": func(z *ball.Real) *ball.Real {
			return Hyp1F1(z, power2(33), ball.NewReal(4), power2(20), 64)
		},
	} {
		soon(t, func() { f(new(ball.Real)) }, "%s", name)
	}
}

// extremeReal draws a ball whose midpoint and radius may have any exponent, or that lies next to an integer or half of
// one.
func extremeReal(r *rand.Rand) *ball.Real {
	exps := []int{0, 1, 2, 4, 7, 10, 14, 17, 20, 23, 27, 32, 40, 60, 100, 1000, 1100, 1 << 20, math.MaxInt32 - 1}
	exponent := func() int {
		e := exps[r.IntN(len(exps))]
		switch r.IntN(3) {
		case 0:
			return -e
		case 1:
			return r.IntN(9) - 2
		}
		return e
	}
	m := new(big.Float).SetPrec(500).SetMantExp(big.NewFloat(1+float64(r.IntN(16))/16), exponent())
	switch r.IntN(6) {
	case 0:
		m.SetInt64(0)
	case 1, 2:
		d := new(big.Float).SetMantExp(big.NewFloat(float64(1-2*r.IntN(2))), -r.IntN(400))
		m.Add(m.SetFloat64(math.Round(100*r.ExpFloat64())/2), d)
	case 3:
		m.SetFloat64(math.Exp(20 * r.NormFloat64()))
	}
	if r.IntN(4) == 0 {
		m.Neg(m)
	}
	z := new(ball.Real).SetFloat(m)
	switch r.IntN(8) {
	case 0:
		z.AddRad(ball.MagPow2(int64(exponent())))
	case 1:
		z.AddRad(ball.MagPow2(-1 << uint(r.IntN(62))))
	case 2:
		z.AddRad(z.MagUpper().Mul2Exp(-int64(r.IntN(200))))
	}
	return z
}

// Every function returns for every input.
func TestExtremesReturn(t *testing.T) {
	complexFunc := func(f func(z *ball.Complex, nu *ball.Real, x *ball.Complex,
		prec uint) *ball.Complex) func(a []*ball.Real, prec uint) {
		return func(a []*ball.Real, prec uint) {
			var x ball.Complex
			f(&x, a[0], x.SetParts(a[1], a[2]), prec)
		}
	}
	type two = func(z, a, b *ball.Real, prec uint) *ball.Real
	funcs := map[string]func(a []*ball.Real, prec uint){
		"BesselJComplex": complexFunc(BesselJComplex), "BesselIComplex": complexFunc(BesselIComplex),
		"BesselKComplex": complexFunc(BesselKComplex), "LambdaComplex": complexFunc(LambdaComplex),
		"Gamma":      func(a []*ball.Real, prec uint) { Gamma(new(ball.Real), a[0], prec) },
		"RecipGamma": func(a []*ball.Real, prec uint) { RecipGamma(new(ball.Real), a[0], prec) },
		"Pochhammer": func(a []*ball.Real, prec uint) { pochhammer(new(ball.Real), a[0], 1<<(prec%63)+uint64(prec), prec) },
		"HypPFQ":     func(a []*ball.Real, prec uint) { HypPFQ(new(ball.Real), a[:2], a[2:3], a[3], prec) },
		"Hyp1F1":     func(a []*ball.Real, prec uint) { Hyp1F1(new(ball.Real), a[0], a[1], a[2], prec) },
	}
	for name, f := range map[string]two{"BesselJ": BesselJ, "BesselI": BesselI, "BesselK": BesselK, "BesselY": BesselY,
		"LambdaReal": LambdaReal, "Hyp0F1": Hyp0F1} {
		funcs[name] = func(a []*ball.Real, prec uint) { f(new(ball.Real), a[0], a[1], prec) }
	}
	for name, f := range funcs {
		t.Run(name, func(t *testing.T) {
			r := specialtest.NewRand(9100)
			for range testlong.RoundsTo(25, 2000) {
				args := []*ball.Real{extremeReal(r), extremeReal(r), extremeReal(r), extremeReal(r)}
				prec := uint(24 + r.IntN(150))
				soon(t, func() { f(args, prec) }, "at %d bits", prec)
			}
		})
	}
}
