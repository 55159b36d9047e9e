package special

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/ball"
	"krein/internal/special/specialtest"
	"krein/internal/testlong"
)

func complexOverlaps(x, y *ball.Complex) bool { return x.Overlaps(y) == ball.True }

func halvedComplex(z *ball.Complex) *ball.Complex {
	return new(ball.Complex).SetParts(halvedBall(&z.Re), halvedBall(&z.Im))
}

func garbageComplex(r *rand.Rand) *ball.Complex {
	return new(ball.Complex).SetParts(garbageBall(r), garbageBall(r))
}

// A complexFunc is a function of an order and a complex argument with a reference at exact ones.
type complexFunc struct {
	name string
	f    func(z *ball.Complex, nu *ball.Real, x *ball.Complex, prec uint) *ball.Complex
	args func(r *rand.Rand) (*ball.Real, *ball.Complex)
	ref  func(z *ball.Complex, nu *ball.Real, x *ball.Complex, prec uint) *ball.Complex
}

func rightHalf(r *rand.Rand) (*ball.Real, *ball.Complex) {
	nu := math.Abs(math.Round(specialtest.Order(r, 60)*8) / 8)
	s := orTiny(r, specialtest.LogUniform(r, 1e-2, 120))
	phi := (r.Float64() - 0.5) * 3.1
	return ball.NewReal(nu), ball.NewComplex(complex(s*math.Cos(phi), s*math.Sin(phi)))
}

// offCut draws arguments in all quadrants, next to the cut and to the imaginary axis too, and on that.
func offCut(r *rand.Rand) (*ball.Real, *ball.Complex) {
	nu, x := rightHalf(r)
	switch r.IntN(4) {
	case 0:
		x.Re.SetZero()
	case 1:
		x.Re.Mul2Exp(&x.Re, -int64(r.IntN(40)))
	case 2:
		x.Im.Mul2Exp(&x.Im, -int64(r.IntN(40)))
	}
	x.Re.Abs(&x.Re, 100)
	return nu, x.Neg(x)
}

// rotated is f_ν(x) = e^{±iνπ} f_ν(−x), the upper sign for Im x > 0, which J and I obey.
func rotated(f func(z *ball.Complex, nu *ball.Real, x *ball.Complex,
	prec uint) *ball.Complex) func(z *ball.Complex, nu *ball.Real, x *ball.Complex, prec uint) *ball.Complex {
	return func(z *ball.Complex, nu *ball.Real, x *ball.Complex, prec uint) *ball.Complex {
		var w ball.Real
		var e, y ball.Complex
		f(z, nu, y.Neg(x), prec+10)
		w.Pi(prec + 20)
		w.Mul(&w, nu, prec+20)
		if x.Im.Negative() == ball.True {
			w.Neg(&w)
		}
		ball.SinCos(&e.Im, &e.Re, &w, prec+10)
		return z.Mul(z, &e, prec)
	}
}

var complexFuncs = []complexFunc{
	{"BesselJComplex off the cut", BesselJComplex, offCut, rotated(BesselJComplex)},
	{"BesselIComplex off the cut", BesselIComplex, offCut, rotated(BesselIComplex)},
	{"LambdaComplex", LambdaComplex, func(r *rand.Rand) (*ball.Real, *ball.Complex) {
		nu, x := rightHalf(r)
		if r.IntN(2) == 0 {
			x.Neg(x)
		}
		return nu.Mul2Exp(nu.AddInt64(nu, 1, 60), 1), x
	}, func(z *ball.Complex, d *ball.Real, x *ball.Complex, prec uint) *ball.Complex {
		// ₀F₁ in ball arithmetic, at a precision that swallows the cancellation
		var b ball.Real
		var y ball.Complex
		b.Mul2Exp(d, -1)
		wp := prec + 60 + uint(3*x.MagUpper().Float64())
		y.Mul2Exp(y.Neg(y.Sqr(x, 2*wp)), -2)
		sumPFQ(z, nil, []*ball.Real{&b}, &y, complexWork, wp)
		return z
	}},
	{"BesselJComplex", BesselJComplex, rightHalf, func(z *ball.Complex, nu *ball.Real, x *ball.Complex,
		prec uint) *ball.Complex {
		return recurrenceComplex(z, nu, x, prec, BesselJComplex, 1, -1)
	}},
	{"BesselIComplex", BesselIComplex, rightHalf, func(z *ball.Complex, nu *ball.Real, x *ball.Complex,
		prec uint) *ball.Complex {
		return recurrenceComplex(z, nu, x, prec, BesselIComplex, 1, 1)
	}},
	{"BesselKComplex", BesselKComplex, rightHalf, func(z *ball.Complex, nu *ball.Real, x *ball.Complex,
		prec uint) *ball.Complex {
		return recurrenceComplex(z, nu, x, prec, BesselKComplex, -1, 1)
	}},
}

// recurrenceComplex is f_ν = s·2(ν+1)/x·f_{ν+1} + t·f_{ν+2}.
func recurrenceComplex(z *ball.Complex, nu *ball.Real, x *ball.Complex, prec uint,
	f func(z *ball.Complex, nu *ball.Real, x *ball.Complex, prec uint) *ball.Complex, s, t int64) *ball.Complex {
	var a, b ball.Complex
	var n ball.Real
	prec += 200
	f(&a, n.AddInt64(nu, 1, 300), x, prec)
	f(&b, n.AddInt64(nu, 2, 300), x, prec)
	a.MulReal(&a, n.MulInt64(n.AddInt64(nu, 1, 300), 2*s, 300), prec)
	a.Quo(&a, x, prec)
	return z.Add(&a, b.MulInt64(&b, t, prec), prec)
}

func TestBesselComplex(t *testing.T) {
	for i, f := range complexFuncs {
		t.Run(f.name, func(t *testing.T) {
			r := specialtest.NewRand(uint64(5000 + i))
			noticed, wideNoticed := 0, 0
			n := testlong.Rounds(60)
			for k := range n {
				nu, x := f.args(r)
				prec := randBallPrec(r, 250)
				z := f.f(garbageComplex(r), nu, x, prec)
				want := f.ref(new(ball.Complex), nu, x, prec+60)
				require.Truef(t, complexOverlaps(z, want), "%s(%v, %v) at %d bits = %v, not %v", f.name, nu, x, prec, z, want)
				require.GreaterOrEqualf(t, z.RelAccuracyBits(), int64(prec)-12, "%s(%v, %v) at %d bits = %v", f.name,
					nu, x, prec, z)
				if !complexOverlaps(halvedComplex(z), want) {
					noticed++
				}
				if !testlong.Enabled() || k%8 == 0 {
					alias := new(ball.Complex).Set(x)
					f.f(alias, nu, alias, prec)
					require.True(t, sameBall(&alias.Re, &z.Re) && sameBall(&alias.Im, &z.Im))
				}
				// a rectangle
				size := x.MagLower().Float64() * math.Exp2(-1-20*r.Float64()*r.Float64())
				wide := new(ball.Complex).Set(x)
				wide.Re.AddRad(ball.MagFloat64(size))
				wide.Im.AddRad(ball.MagFloat64(size * r.Float64()))
				prec = min(prec, 128)
				z = f.f(garbageComplex(r), nu, wide, prec)
				if f.name != "LambdaComplex" && wide.Re.Positive() != ball.True && (f.name == "BesselKComplex" || meetsCut(wide)) {
					continue
				}
				require.Truef(t, z.IsFinite(), "%s(%v, %v) at %d bits", f.name, nu, wide, prec)
				for i, re := range pointsOf(r, &wide.Re) {
					for j, im := range pointsOf(r, &wide.Im)[1:] {
						if testlong.Enabled() && (i+j)%4 != k%4 {
							continue
						}
						p := new(ball.Complex).SetParts(re, im)
						want := f.f(new(ball.Complex), nu, p, prec+40)
						require.Truef(t, complexOverlaps(z, want), "%s(%v, %v) at %d bits = %v, but at %v %v", f.name, nu, wide,
							prec, z, p, want)
						if !complexOverlaps(halvedComplex(z), want) {
							wideNoticed++
						}
					}
				}
			}
			assert.Greater(t, noticed, n/20)
			assert.Positive(t, wideNoticed)
		})
	}
}

// Λ₁ = cos, xΛ₃ = sin, all quadrants; |Λ_d| below its bound; I K′ − I′K = −1/x.
func TestBesselComplexIdentities(t *testing.T) {
	r := specialtest.NewRand(31)
	for range testlong.RoundsTo(80, 20000) {
		nu, x := rightHalf(r)
		if r.IntN(2) == 0 {
			x.Neg(x)
		}
		prec := randBallPrec(r, 250)
		var a, b, c ball.Complex
		LambdaComplex(&a, ball.NewReal(1), x, prec)
		require.True(t, complexOverlaps(&a, b.Cos(x, prec)))
		LambdaComplex(&a, ball.NewReal(3), x, prec)
		a.Mul(&a, x, prec)
		require.True(t, complexOverlaps(&a, b.Sin(x, prec)))
		var d, n ball.Real
		d.Mul2Exp(d.AddInt64(nu, 1, 60), 1)
		LambdaComplex(&a, &d, x, prec)
		bound := LambdaBound(&d, x.Im.MagUpper())
		require.True(t, a.MagLower().Cmp(bound) <= 0)
		// the bound is attained on the imaginary axis
		c.Im.Set(&x.Im)
		LambdaComplex(&c, &d, &c, 60)
		require.True(t, c.MagLower().Cmp(bound) <= 0)
		if nu.Positive() == ball.True {
			require.Less(t, bound.Float64(), 4*c.MagUpper().Float64()*(1+x.Im.MagUpper().Float64()))
		}
		if x.Re.Positive() == ball.True {
			n.AddInt64(nu, 1, 60)
			BesselIComplex(&a, nu, x, prec)
			BesselKComplex(&b, &n, x, prec)
			a.Mul(&a, &b, prec)
			BesselIComplex(&b, &n, x, prec)
			BesselKComplex(&c, nu, x, prec)
			b.Mul(&b, &c, prec)
			a.Add(&a, &b, prec)
			a.Mul(&a, x, prec)
			require.Truef(t, a.AddInt64(&a, -1, prec).ContainsZero(), "Wronskian at %v, %v: %v", nu, x, &a)
		}
	}
}

func TestBesselComplexEdges(t *testing.T) {
	var z ball.Complex
	i := ball.NewComplex(1i)
	assert.True(t, BesselKComplex(&z, ball.NewReal(1), i, 53).Indeterminate(), "on the axis")
	assert.True(t, BesselJComplex(&z, ball.NewReal(0.5), i, 53).IsFinite())
	for _, x := range []*ball.Complex{new(ball.Complex), ball.NewComplex(-1), ball.NewComplex(-1).AddRad(ball.MagPow2(-9)),
		ball.NewComplex(1i).AddRad(ball.MagPow2(0))} {
		assert.True(t, BesselKComplex(&z, ball.NewReal(1), x, 53).Indeterminate())
		assert.True(t, BesselJComplex(&z, ball.NewReal(0.5), x, 53).Indeterminate())
		assert.True(t, BesselIComplex(&z, ball.NewReal(0.5), x, 53).Indeterminate())
		assert.True(t, BesselIComplex(&z, ball.NewReal(2), x, 53).IsFinite())
	}
	assert.True(t, BesselJComplex(&z, ball.NewReal(2), i, 53).IsFinite())
	assert.True(t, LambdaComplex(&z, ball.NewReal(0.5), i, 53).Indeterminate())
	assert.True(t, LambdaComplex(&z, ball.NewReal(4), new(ball.Complex), 53).Re.ContainsRat(big.NewRat(1, 1)))
	assert.True(t, LambdaBound(ball.NewReal(0.5), ball.MagPow2(0)).IsInf())
	// J_{−3} = −J_3, I_{−3} = I_3
	var w ball.Complex
	x := ball.NewComplex(1 - 2i)
	BesselJComplex(&z, ball.NewReal(3), x, 80)
	BesselJComplex(&w, ball.NewReal(-3), x, 80)
	assert.True(t, complexOverlaps(&z, w.Neg(&w)))
	BesselIComplex(&z, ball.NewReal(3), x, 80)
	assert.True(t, complexOverlaps(&z, BesselIComplex(&w, ball.NewReal(-3), x, 80)))
	// an ellipse's piece around large arguments stays bounded: |Λ| ≤ Λ(it)
	wide := ball.NewComplex(40 + 2i)
	wide.AddRad(ball.MagUint(3))
	LambdaComplex(&z, ball.NewReal(16), wide, 64)
	assert.Less(t, z.MagUpper().Float64(), 4.0)
	// balls of orders
	nu := ball.NewReal(2.25).AddRad(ball.MagPow2(-60))
	for _, x := range []complex128{1 - 2i, 2i, -2 + 1i, -1 - 3i, 30i, -90i} {
		x := ball.NewComplex(x)
		for _, f := range complexFuncs {
			if f.name == "BesselKComplex" && x.Re.Positive() != ball.True {
				continue
			}
			f.f(&z, nu, x, 100)
			f.f(&w, ball.NewReal(2.25), x, 100)
			assert.True(t, complexOverlaps(&z, &w), f.name)
			assert.Greater(t, z.RelAccuracyBits(), int64(40), "%s at %v: %v", f.name, x, &z)
		}
	}
}

// Next to an axis the imaginary part is much smaller than the modulus, and as accurate.
func TestLambdaComplexParts(t *testing.T) {
	for _, d := range []float64{1, 3, 4.5, 16} {
		for _, x := range []complex128{12 + 1e-9i, 1e-9 + 12i, 0.5 + 1e-6i, 1e-6 + 1e-6i, 40 + 1e-6i} {
			z := LambdaComplex(new(ball.Complex), ball.NewReal(d), ball.NewComplex(x), 64)
			assert.GreaterOrEqual(t, z.Re.RelAccuracyBits(), int64(60), "Λ_%v(%v)", d, x)
			assert.GreaterOrEqual(t, z.Im.RelAccuracyBits(), int64(60), "Λ_%v(%v)", d, x)
		}
	}
}

func BenchmarkLambdaComplex(b *testing.B) {
	for _, p := range []uint{64, 128, 333} {
		b.Run(map[uint]string{64: "prec=64", 128: "prec=128", 333: "prec=333"}[p], func(b *testing.B) {
			b.ReportAllocs()
			var z ball.Complex
			d, x := ball.NewReal(16), ball.NewComplex(12+3i)
			for range b.N {
				LambdaComplex(&z, d, x, p)
			}
		})
	}
}

// meetsCut reports whether x has a point on (−∞, 0].
func meetsCut(x *ball.Complex) bool {
	return x.Im.ContainsZero() && x.Re.Positive() != ball.True
}
