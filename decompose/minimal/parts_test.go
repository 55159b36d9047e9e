package minimal

import (
	"context"
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/ball"
	"krein/internal/dd"
	"krein/internal/special/double"
	"krein/internal/testlong"
	"krein/kernel"
	"krein/kernel/parser"
	"krein/special"
)

// Expansions at distances up to a quarter of the centre, or about 0, against LambdaReal, and tight.
func TestLambdaTaylor(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 1))
	var d ball.Real
	for range testlong.Rounds(40) {
		dim := 1 + rnd.IntN(80)
		d.SetInt64(int64(dim))
		x := math.Ldexp(rnd.Float64(), rnd.IntN(9))
		h := min(x/4, 1)
		if rnd.IntN(4) == 0 {
			x, h = 0, 3
		}
		l := newLambdaTaylor(dim, 100)
		a := make([]ball.Real, 60)
		l.at(a, ball.NewReal(x))
		at := h * rnd.Float64()
		var sum, want, by ball.Real
		by.SetFloat64(at)
		for k := len(a) - 1; k >= 0; k-- {
			sum.FMA(&sum, &by, &a[k], 300)
		}
		rest := ball.MagFloat64(at).Pow(60).Mul(recipFactorial(60))
		special.LambdaReal(&want, &d, by.Add(&by, ball.NewReal(x), 300), 150)
		sum.AddRad(rest)
		assert.Equal(t, ball.True, sum.Overlaps(&want), "d=%d x=%v+%v: %v, %v", dim, x, at, &sum, &want)
		assert.Less(t, sum.Rad().Float64(), 1e-27, "d=%d x=%v+%v", dim, x, at)
	}
}

func TestDDLambda(t *testing.T) {
	rnd := rand.New(rand.NewPCG(2, 1))
	for _, dim := range []int{1, 3, 16, 64} {
		l := newDDLambda(dim)
		d := ball.NewReal(float64(dim))
		for range 60 {
			x := dd.TwoProd(math.Ldexp(rnd.Float64(), rnd.IntN(9)), rnd.Float64())
			got := l.at(x)
			arg := new(big.Float).SetPrec(200).SetFloat64(x.Hi)
			arg.Add(arg, big.NewFloat(x.Lo))
			var want ball.Real
			special.LambdaReal(&want, d, new(ball.Real).SetFloat(arg), 130)
			assert.InDelta(t, 0, got.Sub(ddOf(&want)).Float(), 1e-29, "d=%d x=%v", dim, x)
		}
	}
}

// The decay bound covers |Λ_d| from there on, and is tight within a factor where Λ_d oscillates.
func TestDecay(t *testing.T) {
	for _, dim := range []int{1, 2, 3, 4, 7, 16, 65} {
		l := double.NewLambda(float64(dim))
		e := newDecay(dim)
		for _, x := range []float64{0, 0.5, 1, 3, 7, 20, 33, 50, 111, 1000} {
			bound, top := e.beyond(x).Float64(), 0.0
			for i := range 2000 {
				top = max(top, math.Abs(l.At(x+10*float64(i)/2000)))
			}
			assert.LessOrEqual(t, top, bound*(1+1e-12), "d=%d x=%g", dim, x)
			if dim > 1 && x > 3*float64(dim)+5 {
				assert.Less(t, bound, 1.4*top, "d=%d x=%g", dim, x)
			}
			assert.InDelta(t, envelope(dim, x), bound, 0.7)
		}
	}
}

// A sum over a panel agrees with its terms; the remainder is below the tolerance.
func TestLambdaSum(t *testing.T) {
	rnd := rand.New(rand.NewPCG(3, 1))
	var x, c []float64
	for range 12 {
		x, c = append(x, 30*rnd.Float64()), append(c, 1e6*(rnd.Float64()-0.5))
	}
	x[3] = 0
	s := newLambdaSum(5, x, c, 1e-6)
	h := s.width(1e-9, 1)
	assert.Less(t, s.remainder(3*h).Float64(), 1e-9)
	assert.Greater(t, h, 0.01)
	_, lo, _ := panel(0, h)
	assert.Zero(t, lo)
	last := 0.0
	for i := range 6 {
		centre, lo, hi := panel(i, h)
		assert.Equal(t, last, lo)
		last = hi
		a := make([]ball.Real, sumTerms)
		s.expand(a, centre)
		p := &polynomial{a: a, prec: s.taylor.prec}
		for range 5 {
			z := lo + (hi-lo)*rnd.Float64()
			var v, d, at, term, dim, sum ball.Real
			at.Sub(ball.NewReal(z), ball.NewReal(centre), 200)
			p.at(&v, &d, &at)
			v.AddRad(s.remainder(hi - centre))
			dim.SetInt64(5)
			for j := range x {
				special.LambdaReal(&term, &dim, term.Mul(ball.NewReal(x[j]), ball.NewReal(z), 200), 200)
				sum.FMA(&term, ball.NewReal(c[j]), &sum, 200)
			}
			assert.Equal(t, ball.True, v.Overlaps(&sum))
			assert.Less(t, v.Rad().Float64(), 2e-9)
		}
	}
	assert.InDelta(t, math.Abs(c[3]), s.constant().Float64(), 1e-3)
	assert.Less(t, s.decayed(1e6).Float64(), 1e-3)
}

// Bounds of polynomials just above the maximum are proved, just below refuted: T₈ on [−1, 1], and T₄² ≤ s²·(1+t²).
func TestPolynomialBelow(t *testing.T) {
	chebyshev := func(c ...int64) *polynomial {
		p := &polynomial{prec: 100, a: make([]ball.Real, len(c))}
		for k := range c {
			p.a[k].SetInt64(c[k])
		}
		return p
	}
	t8 := chebyshev(1, 0, -32, 0, 160, 0, -256, 0, 128)
	o, _ := t8.below(-1, 1, ball.MagFloat64(1+1e-6), nil)
	assert.Equal(t, proved, o)
	o, at := t8.below(-1, 1, ball.MagFloat64(1-1e-6), nil)
	assert.Equal(t, refuted, o)
	assert.InDelta(t, 1, math.Abs(1+math.Pow(at, 2)*(-32+at*at*(160+at*at*(-256+128*at*at)))), 1e-5)
	o, _ = t8.below(-1.01, 1, ball.MagFloat64(1+1e-6), nil)
	assert.Equal(t, refuted, o)
	t8.rest = ball.MagFloat64(1e-3)
	o, _ = t8.below(-1, 1, ball.MagFloat64(1+1e-6), nil)
	assert.Equal(t, open, o, "an error term neither proves nor refutes")

	// max |t|/√(1+t²) on [−1, 1] is √½, at the ends.
	line, square := chebyshev(0, 1), chebyshev(1, 0, 1)
	o, _ = line.below(-1, 1, ball.MagFloat64(math.Sqrt(0.5)*(1+1e-6)), square)
	assert.Equal(t, proved, o)
	o, _ = line.below(-1, 1, ball.MagFloat64(math.Sqrt(0.5)*(1-1e-4)), square)
	assert.Equal(t, refuted, o)

	p := chebyshev(3, -2, 5, 1)
	q := p.clone()
	q.shift(ball.NewReal(0.5))
	var v, w, d, e ball.Real
	p.at(&v, &d, ball.NewReal(0.75))
	q.at(&w, &e, ball.NewReal(0.25))
	assert.Equal(t, ball.True, v.Equal(&w))
	assert.Equal(t, ball.True, d.Equal(&e))
}

// Spans contain the values, end where the functions do, and are as tight as monotone functions allow.
func TestSpans(t *testing.T) {
	rnd := rand.New(rand.NewPCG(4, 1))
	for _, c := range []struct {
		formula string
		hi      float64
	}{
		{"sqrt(4-z^2)", 2}, {"acos(z^2/2-1)", 2}, {"acos(z/2)", 2}, {"asin(z-1)", 2}, {"exp(-z)-z*log(1+z)", 3},
		{"abs(z-1)", 2}, {"z^(3/2)-(2-z)^(1/3)", 2}, {"min(z,1)+max(z,1/2)/(1+z)", 2}, {"z<1?z:2-z", 2},
		{"sin(3*z)*cos(z)", 2}, {"besselj(1,z)+erf(z)*atan(z)", 4},
		{"z<=1?1:0", 2}, {"z>1?1:0", 2}, {"z>=1?1:0", 2}, {"z==1?1:0", 2}, {"z!=1?1:0", 2},
	} {
		k, err := parseWithin(c.formula, c.hi)
		require.NoError(t, err, c.formula)
		for range 60 {
			a := math.Floor(c.hi*rnd.Float64()*64) / 64
			b := min(a+c.hi*math.Exp2(-float64(rnd.IntN(20))), c.hi)
			if rnd.IntN(3) == 0 {
				a, b = c.hi-math.Exp2(-float64(rnd.IntN(40))), c.hi
			}
			var v ball.Real
			spanValue(&v, k.Expr(), bigFloat(a), bigFloat(b), 100)
			require.True(t, v.IsFinite(), "%s on [%v, %v]", c.formula, a, b)
			for range 10 {
				z := a + (b-a)*rnd.Float64()
				f := k.At(z)
				near := ball.NewReal(f).AddRad(ball.MagFloat64(1e-8)) // float64 next to an end: √ of rounding
				assert.Equal(t, ball.True, v.Overlaps(near), "%s(%v) = %v on [%v, %v]: %v", c.formula, z, f, a, b, &v)
			}
		}
	}
	k, err := parseWithin("acos(z^2/2-1)", 2)
	require.NoError(t, err)
	lo := exact().SetMantExp(big.NewFloat(1), -150)
	lo.Sub(bigFloat(2), lo)
	var v ball.Real
	spanValue(&v, k.Expr(), lo, bigFloat(2), 400)
	assert.Less(t, v.MagUpper().Float64(), 1e-22)
	spanValue(&v, parse(t, "1/(z-1)", 0).Expr(), bigFloat(0), bigFloat(2), 100)
	assert.True(t, v.Indeterminate())
}

func TestCommonUnit(t *testing.T) {
	assert.Equal(t, 0.25, commonUnit([]float64{0, 0.75, 2}, []float64{1.25}))
	assert.Equal(t, 3.0, commonUnit([]float64{9, 6, 21}))
	assert.Equal(t, 0.1, commonUnit([]float64{0.1}))
	assert.Zero(t, commonUnit([]float64{0}))
	u := cosineUnit(math.Pi)
	assert.InEpsilon(t, math.Pi/cosineGrid, u, 1e-8)
	assert.Equal(t, u, commonUnit([]float64{3 * u, 1000 * u, 1023 * u, 64 * u}))
}

// A dual whose price exceeds its bound far out is rejected: the compact part is searched to the end, and decay is not
// trusted before it sets in.
func TestProveDual(t *testing.T) {
	ctx := context.Background()
	// 0.9 + 0.2 Λ_3(0.01 ω) is 1.1 at ω = 0 and below 0.95 for large ω only.
	require.Error(t, proveDual(ctx, 3, []float64{0, 0.01}, []float64{0.9, 0.2}, unitWeight{}, 1.09))
	require.NoError(t, proveDual(ctx, 3, []float64{0, 0.01}, []float64{0.9, 0.2}, unitWeight{}, 1.1001))
	// 0.9 − 0.2 Λ_3(0.01 ω) is 0.943 at ω = 449, where Λ_3 is least, and 0.7 at 0.
	var far *BoundError
	require.ErrorAs(t, proveDual(ctx, 3, []float64{0, 0.01}, []float64{0.9, -0.2}, unitWeight{}, 0.94), &far)
	assert.InDelta(t, 449, far.At, 60)
	assert.True(t, far.Refuted)
	require.NoError(t, proveDual(ctx, 3, []float64{0, 0.01}, []float64{0.9, -0.2}, unitWeight{}, 0.944))
	// cos ω + cos(ω·(1+2⁻⁶)) comes back to 2 at ω = 128π only.
	var bound *BoundError
	z := []float64{1, 1 + 0x1p-6}
	l := []float64{1, 1}
	require.NoError(t, proveDual(ctx, 1, z, l, unitWeight{}, 2.001))
	require.ErrorAs(t, proveDual(ctx, 1, z, []float64{1, -1}, unitWeight{}, 1.99), &bound)
	assert.True(t, bound.Refuted)
	assert.InDelta(t, 64*math.Pi, bound.At, 20) // 1 and −1 are opposite after half the period
	// The cosines of ω and √2 ω have no common period that is short.
	require.ErrorAs(t, proveDual(ctx, 1, []float64{1, math.Sqrt2}, l, unitWeight{}, 2.001), &bound)
	assert.False(t, bound.Refuted)
	// No decay below a constant.
	require.ErrorAs(t, proveDual(ctx, 3, []float64{0, 1}, []float64{1, 0.5}, unitWeight{}, 0.99), &bound)
}

// parseWithin reads a formula that is meant on [0, radius] only.
func parseWithin(formula string, radius float64) (*kernel.Kernel, error) {
	return parser.Parse(formula, &parser.Options{Radius: new(big.Rat).SetFloat64(radius)})
}
