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

// A ballFunc is a function over balls with a reference.
type ballFunc struct {
	name string
	f    func(z *ball.Real, args []*ball.Real, prec uint) *ball.Real
	// args draws exact arguments inside the domain
	args func(r *rand.Rand) []*ball.Real
	// ref is the function by another algorithm, or nil: f itself at far higher precision
	ref func(z *ball.Real, args []*ball.Real, prec uint) *ball.Real
	// wide is the index of the argument that gets a radius, −1 for none; negative: it may cross 0
	wide     int
	negative bool
	maxPrec  uint // 0: 500
	n        int  // random inputs in a short run
}

// randBallPrec draws a precision from 24 to most, small ones more often, and often next to multiples of 64;
// with -long one of 32 up to 2000, the others up to 300 or most.
func randBallPrec(r *rand.Rand, most uint) uint {
	if testlong.Enabled() {
		most = min(most, 300)
		if r.IntN(32) == 0 {
			most = 2000
		}
	}
	p := uint(24 + math.Exp(r.Float64()*math.Log(float64(most-24))))
	if r.IntN(4) == 0 {
		p = p/64*64 + 64 - uint(r.IntN(40))
	}
	return max(24, min(p, most))
}

// orTiny returns x, or sometimes a power of two down to 2^−1000 with the sign of x.
func orTiny(r *rand.Rand, x float64) float64 {
	if r.IntN(10) == 0 {
		return math.Copysign(math.Ldexp(1+math.Round(16*r.Float64())/16, -r.IntN(1000)), x)
	}
	return x
}

func reals(xs ...float64) []*ball.Real {
	zs := make([]*ball.Real, len(xs))
	for i, x := range xs {
		zs[i] = ball.NewReal(x)
	}
	return zs
}

// garbageBall returns a receiver that holds something.
func garbageBall(r *rand.Rand) *ball.Real {
	switch r.IntN(4) {
	case 0:
		return new(ball.Real)
	case 1:
		return new(ball.Real).SetIndeterminate()
	}
	m := new(big.Float).SetPrec(uint(1 + r.IntN(700))).SetFloat64(r.NormFloat64())
	m.SetMantExp(m, r.IntN(4000)-2000)
	return new(ball.Real).SetFloat(m).AddRad(ball.MagPow2(int64(r.IntN(4000) - 2000)))
}

func halvedBall(z *ball.Real) *ball.Real {
	return new(ball.Real).SetFloat(z.Mid(nil)).AddRad(z.Rad().Mul2Exp(-1))
}

func sameBall(x, y *ball.Real) bool {
	return x.Mid(nil).Cmp(y.Mid(nil)) == 0 && x.Rad() == y.Rad()
}

func overlaps(x, y *ball.Real) bool { return x.Overlaps(y) == ball.True }

func copies(args []*ball.Real) []*ball.Real {
	c := make([]*ball.Real, len(args))
	for i, a := range args {
		c[i] = new(ball.Real).Set(a)
	}
	return c
}

// pointsOf returns the midpoint, ends and a random point of x as exact balls.
func pointsOf(r *rand.Rand, x *ball.Real) []*ball.Real {
	var rad ball.Real
	rad.SetFloat(x.Rad().Float(nil))
	at := func(t float64) *ball.Real {
		u := new(ball.Real).Mul(&rad, ball.NewReal(t), 200)
		var m ball.Real
		u.Add(u, m.GetMid(x), 6000)
		return u
	}
	return []*ball.Real{at(0), at(-1), at(1), at(2*r.Float64() - 1)}
}

// truth computes the reference at exact arguments.
func (f *ballFunc) truth(args []*ball.Real, prec uint) *ball.Real {
	z := new(ball.Real)
	if f.ref != nil {
		return f.ref(z, copies(args), prec)
	}
	return f.f(z, copies(args), prec+200)
}

// check runs the tests every function over balls has to pass: points against the reference, from receivers
// full of garbage, aliased, accurate to prec−12 bits; wide arguments around values at points; and half the
// radius must be noticed to be too small.
func (f *ballFunc) check(t *testing.T, seed uint64) {
	t.Run(f.name, func(t *testing.T) {
		r := specialtest.NewRand(seed)
		most := f.maxPrec
		if most == 0 {
			most = 500
		}
		n := testlong.Rounds(f.n)
		noticed, wideNoticed, finite := 0, 0, 0
		for k := range n {
			args := f.args(r)
			prec := randBallPrec(r, most)
			z := f.f(garbageBall(r), copies(args), prec)
			require.Truef(t, z.IsFinite(), "%s(%v) at %d bits", f.name, args, prec)
			for i := range args {
				if testlong.Enabled() && k%8 != 0 {
					break
				}
				alias := copies(args)
				w := f.f(alias[i], alias, prec)
				require.Truef(t, w == alias[i] && sameBall(w, z), "%s(%v) with argument %d as receiver: %v, not %v", f.name,
					args, i, w, z)
			}
			want := f.truth(args, prec+40)
			require.Truef(t, overlaps(z, want), "%s(%v) at %d bits = %v, reference %v", f.name, args, prec, z, want)
			require.LessOrEqual(t, z.Mid(nil).MinPrec(), max(prec, 64), f.name)
			if !z.IsExact() {
				require.GreaterOrEqualf(t, z.RelAccuracyBits(), int64(prec)-12, "%s(%v) at %d bits = %v", f.name, args, prec, z)
				if !overlaps(halvedBall(z), want) {
					noticed++
				}
			}
			if f.wide < 0 {
				continue
			}
			x := args[f.wide]
			size := math.Exp2(-30 * r.Float64() * r.Float64())
			rad := ball.MagFloat64(size).Mul(x.MagUpper())
			if x.IsZero() {
				rad = ball.MagFloat64(size)
			}
			x.AddRad(rad)
			if !f.negative && x.Lower(nil, 100).Sign() <= 0 {
				continue
			}
			prec = min(prec, 200)
			z = f.f(garbageBall(r), copies(args), prec)
			if z.IsFinite() {
				finite++
			}
			for i, p := range pointsOf(r, x) {
				if testlong.Enabled() && i%2 != k%2 {
					continue
				}
				a := copies(args)
				a[f.wide] = p
				want := f.f(new(ball.Real), a, prec+40)
				require.Truef(t, overlaps(z, want), "%s(%v) at %d bits = %v, but at %v %v", f.name, args, prec, z, p, want)
				if z.IsFinite() && !overlaps(halvedBall(z), want) {
					wideNoticed++
				}
			}
		}
		assert.Greaterf(t, noticed, n/20, "half the radius is hardly noticed")
		if f.wide >= 0 {
			assert.Positive(t, wideNoticed, "half the radius is never noticed for wide arguments")
			assert.Greater(t, finite, n/4)
		}
	})
}

// zeroIn requires that z contains 0 and is not vacuous: below size.
func zeroIn(t *testing.T, z *ball.Real, size float64, format string, args ...any) {
	t.Helper()
	require.Truef(t, z.ContainsZero(), format+": %v", append(args, z)...)
	require.Lessf(t, z.Rad().Float64(), size, format+": %v is vacuous", append(args, z)...)
}
