package kernel

import (
	"math/big"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/ball"
)

// f(t) = k(√t): exp(−z²) is exp(−t), and z³ is t^{3/2}.
func TestBallTaylorT(t *testing.T) {
	at := new(ball.Real).SetInt64(4)
	j := parseKernel(t, "exp(-z^2)").BallTaylorT(nil, at, 5, 100)
	var want ball.Real
	want.SetInt64(-4)
	want.Exp(&want, 100)
	for i := range 6 {
		if i > 0 {
			want.QuoInt64(&want, int64(-i), 100)
		}
		assert.Equal(t, True, j.Coef(i).Overlaps(&want), "coefficient %d: %s", i, j.Coef(i))
		assert.Greater(t, j.Coef(i).RelAccuracyBits(), int64(80))
	}
	j = parseKernel(t, "-z^3").BallTaylorT(nil, at, 3, 100)
	for i, c := range []*big.Rat{rat(-8, 1), rat(-3, 1), rat(-3, 16), rat(1, 128)} {
		assert.True(t, j.Coef(i).ContainsRat(c), "coefficient %d: %s", i, j.Coef(i))
	}
	for _, bad := range []*ball.Real{new(ball.Real), new(ball.Real).SetInt64(-1)} {
		assert.True(t, parseKernel(t, "exp(-z)").BallTaylorT(nil, bad, 2, 64).Coef(0).Indeterminate())
	}
	wide := new(ball.Real).SetInt64(1)
	wide.AddRad(ball.MagPow2(-1))
	assert.True(t, parseKernel(t, "z < 1 ? 1-z : 0").BallTaylorT(nil, wide, 1, 64).Coef(1).Indeterminate())
}

func TestPiecewisePolynomial(t *testing.T) {
	p, ok := parseKernel(t, "z < 1 ? 2/3 - z^2 + z^3/2 : (z < 2 ? (2-z)^3/6 : 0)").PiecewisePolynomial()
	require.True(t, ok)
	require.Len(t, p, 3)
	for i, want := range [][]*big.Rat{{rat(2, 3), rat(0, 1), rat(-1, 1), rat(1, 2)}, {rat(4, 3), rat(-2, 1), rat(1, 1), rat(-1, 6)}, nil} {
		require.Len(t, p[i].Coef, len(want))
		for j := range want {
			assert.Zero(t, p[i].Coef[j].Cmp(want[j]), "piece %d, z^%d: %s", i, j, p[i].Coef[j].RatString())
		}
	}
	assert.Equal(t, "1", p[0].Hi.String())
	assert.True(t, p[2].Hi.Inf)
	for _, s := range []string{"exp(-z)", "sqrt(z)", "z < 1 ? (1-z)^(5/2) : 0", "1/(1+z)", "max(0, 1-sqrt(2)*z)"} {
		_, ok := parseKernel(t, s).PiecewisePolynomial()
		assert.False(t, ok, s)
	}
	// a(b + h) by Horner's scheme, at a b that is not an integer
	a := []*big.Rat{rat(1, 2), rat(-3, 1), rat(0, 1), rat(5, 7), rat(1, 3)}
	b := rat(-4, 3)
	at := func(p []*big.Rat, x *big.Rat) *big.Rat {
		v := new(big.Rat)
		for _, c := range slices.Backward(p) {
			v.Add(v.Mul(v, x), c)
		}
		return v
	}
	for _, h := range []*big.Rat{rat(0, 1), rat(1, 1), rat(7, 5), rat(-2, 9)} {
		assert.Zero(t, at(shiftPolynomial(a, b), h).Cmp(at(a, new(big.Rat).Add(b, h))))
	}
}

// Signs up to infinity, at ends where the formula vanishes, by monotonicity; and what must stay open.
func TestSignProver(t *testing.T) {
	unit := span{hi: constInt(1)}
	half := span{inf: true}
	sqrt2 := span{lo: surdRoot(2), inf: true}
	for _, row := range []struct {
		in   span
		e    string
		want int
		ok   bool
	}{
		{half, "1+z^2+cos(z)", 1, true},
		{half, "z+exp(-z)", 1, true},
		{half, "exp(z)-1-z", 1, true},
		{half, "1+z+z^2/2-exp(z)", -1, true},
		{half, "z-log(1+z)", 1, true},
		{half, "z-sin(z)", 1, true},
		{half, "2-z*exp(-z)", 1, true},
		{half, "3+z*exp(-z)*cos(z)", 1, true},
		{half, "3/5-z^2*exp(-z)", 1, true}, // z²exp(−z) ≤ 4/e² = 0.541…
		{half, "1/2-z^2*exp(-z)", 0, false},
		{half, "1-z/(1+z)", 1, true},
		{half, "sqrt(1+z^2)-z", 1, true},
		{half, "1-tanh(z)", 1, true},
		{half, "2-erf(z)*exp(-z)", 1, true},
		{half, "z^2-2", 0, false},
		{sqrt2, "z^2-2", 1, true},
		{sqrt2, "2-z^2", -1, true},
		{sqrt2, "z-1.4142135623730950488", 1, true},
		{sqrt2, "z-1.4142135623730950489", 0, false},
		{sqrt2, "z^4-4", 1, true},
		{sqrt2, "z^3+z^2-2*z-2", 1, true}, // (z² − 2)(z + 1)
		{sqrt2, "z^3+z^2-2*z-2.1", 0, false},
		{span{hi: surdRoot(2)}, "z^3+z^2-2*z-2", -1, true},
		{span{hi: surdRoot(2)}, "z^3+z^2-2*z-1.9", 0, false},
		{span{lo: constInt(1), hi: surdRoot(2)}, "z^5-4*z+z^2-2", -1, true}, // (z² − 2)(z³ + 2z + 1)
		{unit, "1-z^5", 1, true},
		{unit, "z^3-2*z-5", -1, true},
		{unit, "z-1", -1, true},
		{unit, "z*(1-z)", 1, true},
		{unit, "sin(pi*z)", 1, true},
		{unit, "sin(3*z)-3*sin(z)", -1, true}, // vanishes like z³
		{unit, "cos(pi*z/2)", 1, true},
		{unit, "cos(pi*z)", 0, false},
		{unit, "log(z)", -1, true},
		{unit, "acos(z)-pi/3", 0, false},
		{unit, "acos(z)+log(1+z)", 1, true},
		{unit, "(z-1/3)^2", 0, false}, // touches zero
		{unit, "z-z", 0, true},
		{unit, "besselj(0,z)", 1, true},
	} {
		e, _, ferr := parseTree(row.e, nil)
		require.Nil(t, ferr, row.e)
		s, ok := newSignProver(row.in, nil).sign(e)
		assert.Equal(t, row.ok, ok, row.e)
		if ok {
			assert.Equal(t, row.want, s, row.e)
		}
	}
}

// The arc-cosine kernel of depth 2 is singular inside its formula at both ends, where the argument of acos tends to 1 and to 0.
func TestExactComposition(t *testing.T) {
	x := "((sqrt(1-u^2)+(pi-acos(u))*u)/pi)"
	for _, s := range []string{"(sqrt(1-" + x + "^2)+(pi-acos(" + x + "))*" + x + ")/pi", "1-acos(" + x + ")/pi"} {
		l, err := parseKernel(t, s).ExactSingularities(6)
		require.NoError(t, err)
		assert.True(t, l.Complete, l.Because)
		require.Len(t, l.Singularities, 2)
		assert.Equal(t, "0", l.Singularities[1].Exponent.RatString())
	}
}

func TestRegular(t *testing.T) {
	changed := 0
	for _, s := range []string{"acos(1-z^2/2)", "acos(z^2/2-1)", "asin(1-z^2/3)", "acos(z^2-1/2)", "acos(1+z^2)", "sqrt(z^2-z^4/4)", "sqrt(z^5+z^3)", "sqrt(z+1)", "exp(acos(1-z^2))",
		"ntk()", "sqrt(3*z^4)"} {
		k, err := Parse("z < 1 ? "+s+" : 0", nil)
		if err != nil { // acos(1 + z²)
			continue
		}
		e := k.FormulaExpr().Args()[1]
		r := regular(e)
		if r != e {
			changed++
		}
		for _, x := range []*big.Rat{rat(1, 1000), rat(1, 3), rat(99, 100)} {
			z := new(ball.Real).SetRat(x, 300)
			v, w := e.BallValue(nil, z, 200), r.BallValue(nil, z, 200)
			assert.Equal(t, True, v.Overlaps(w), "%s as %s at %s", s, r, x)
			assert.Greater(t, w.RelAccuracyBits(), int64(150), s)
		}
	}
	assert.Equal(t, 7, changed) // ntk() has no acos of a square
}

func TestParity(t *testing.T) {
	for s, want := range map[string]int{"z": -1, "z^2": 1, "z^3": -1, "z^(1/2)": 0, "cos(z)": 1, "sin(z)/z": 1, "exp(-z)": 0, "exp(-z^2)": 1, "z*sin(z)": 1,
		"1+z": 0, "sqrt(1+z^2)": 1, "log(1+z)": 0, "acos(z)": 0, "besselj(1,z)*z": 1, "besselj(1/2,z)": 0, "tanh(z)": -1, "z^2-z^4": 1} {
		e, _, ferr := parseTree(s, nil)
		require.Nil(t, ferr, s)
		assert.Equal(t, want, parity(e), s)
	}
}

// The symbolic derivative is the one that jets have.
func TestDerivativeOf(t *testing.T) {
	z := new(ball.Real).SetRat(rat(3, 7), 200)
	for _, s := range []string{"z^3", "z^(5/2)", "sqrt(1+z^2)", "exp(-z^2)*z", "log(2+z)", "sin(z)*cos(2*z)", "tan(z)", "asin(z/2)", "acos(z/2)", "atan(z)", "sinh(z)",
		"cosh(z)/z", "tanh(3*z)", "erf(z)", "erfc(z)", "-z/(1+z)", "z/3", "7", "gaussian(2)"} {
		e, _, ferr := parseTree(s, nil)
		require.Nil(t, ferr, s)
		d, ok := derivativeOf(e)
		require.True(t, ok, s)
		var j ball.RealSeries
		CompileBalls(e).Jet(&j, z, 2, 200)
		v := d.BallValue(nil, z, 200)
		assert.Equal(t, True, v.Overlaps(j.Coef(1)), "%s′ = %s is %s, not %s", s, d, v, j.Coef(1))
	}
	e, _, _ := parseTree("gamma(1+z)", nil)
	_, ok := derivativeOf(e)
	assert.False(t, ok)
}

// What is analytic on an open interval, and what is not or is not defined there.
func TestAnalytic(t *testing.T) {
	unit, half := span{hi: constInt(1)}, span{inf: true}
	for _, row := range []struct {
		in span
		e  string
		ok bool
	}{
		{unit, "sqrt(z)", true}, {unit, "sqrt(1-z)", true}, {unit, "sqrt(z-1/2)", false}, {unit, "sqrt(z-2)", false},
		{unit, "(z-2)^(1/3)", false}, {unit, "(z-2)^(-3)", true}, {unit, "(z-1/2)^2", true}, {unit, "(z-1/2)^(-2)", false}, {unit, "(1-z)^pi", true},
		{unit, "(z-2)^pi", false}, {unit, "log(z)", true}, {unit, "log(z-1)", false}, {unit, "1/z", true}, {unit, "1/(z-2)", true}, {unit, "1/(z-1/3)", false},
		{unit, "acos(z)", true}, {unit, "asin(2*z)", false}, {unit, "acos(2-z)", false}, {unit, "asin(z-3)", false}, {unit, "tan(z)", true}, {unit, "tan(2*z)", false},
		{unit, "gamma(z)", true}, {unit, "gamma(z-1)", false}, {unit, "besselk(1,z)", true}, {unit, "besselk(1,z-1)", false}, {unit, "besselj(1/2,z-1)", false},
		{unit, "besselj(1,z-1)", true}, {unit, "besseli(1/3,1-z)", true}, {unit, "abs(z-1/2)", false}, {unit, "z^z", true}, {unit, "(z-2)^z", false},
		{half, "exp(-z)*sqrt(z)", true}, {half, "tan(z)", false}, {half, "acos(exp(-z))", true}, {half, "1/sin(z)", false},
	} {
		e, _, ferr := parseTreeOf(row.e, nil, true)
		require.Nil(t, ferr, row.e)
		why := newSignProver(row.in, nil).analytic(e)
		assert.Equal(t, row.ok, why == "", "%s: %s", row.e, why)
	}
}
