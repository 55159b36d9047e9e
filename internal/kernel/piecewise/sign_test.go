package piecewise

import (
	"math"
	"math/big"
	"runtime"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"krein/ball"
	"krein/internal/kernel/constant"
	"krein/internal/kernel/eval"
	"krein/internal/kernel/formula"
	"krein/internal/kernel/kerneltest"
	"krein/internal/kernel/language"
	"krein/internal/polynomial"
	"krein/internal/polynomial/roots"
)

// Signs up to infinity, at ends where the formula vanishes, by monotonicity; and what must stay open.
func TestSignProver(t *testing.T) {
	unit := span{hi: constant.Int(1)}
	half := span{inf: true}
	sqrt2 := span{lo: constant.Function(formula.OpSqrt, constant.Int(2)), inf: true}
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
		{half, "1-z/sqrt(1+z^2)", 1, true},
		{half, "z/sqrt(1+z^2)-1", -1, true},
		{half, "1-z/sqrt(z^2-1/2)", 0, false},
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
		{span{hi: constant.Function(formula.OpSqrt, constant.Int(2))}, "z^3+z^2-2*z-2", -1, true},
		{span{hi: constant.Function(formula.OpSqrt, constant.Int(2))}, "z^3+z^2-2*z-1.9", 0, false},
		// (z² − 2)(z³ + 2z + 1)
		{span{lo: constant.Int(1), hi: constant.Function(formula.OpSqrt, constant.Int(2))}, "z^5-4*z+z^2-2", -1, true},
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
		e, _, ferr := language.Read(row.e, nil)
		require.Nil(t, ferr, row.e)
		s, ok := newSignProver(row.in, nil).sign(e)
		assert.Equal(t, row.ok, ok, row.e)
		if ok {
			assert.Equal(t, row.want, s, row.e)
		}
	}
}

func TestRegular(t *testing.T) {
	changed := 0
	for _, s := range []string{"acos(1-z^2/2)", "acos(z^2/2-1)", "asin(1-z^2/3)", "acos(z^2-1/2)", "sqrt(z^2-z^4/4)",
		"sqrt(z^5+z^3)", "sqrt(z+1)", "exp(acos(1-z^2))",
		"ntk()", "sqrt(3*z^4)"} {
		e, _, ferr := language.Read(s, nil)
		require.Nil(t, ferr, s)
		r := regular(e)
		if !r.Equal(formula.Opened(e)) {
			changed++
		}
		for _, x := range []*big.Rat{big.NewRat(1, 1000), big.NewRat(1, 3), big.NewRat(99, 100)} {
			z := new(ball.Real).SetRat(x, 300)
			v, w := eval.Enclose(nil, e, z, 200), eval.Enclose(nil, r, z, 200)
			assert.Equal(t, ball.True, v.Overlaps(w), "%s as %s at %s", s, r, x)
			assert.Greater(t, w.RelAccuracyBits(), int64(150), s)
		}
	}
	assert.Equal(t, 7, changed) // ntk() has no acos of a square
}

// What is analytic on an open interval, and what is not or is not defined there.
func TestAnalytic(t *testing.T) {
	unit, half := span{hi: constant.Int(1)}, span{inf: true}
	for _, row := range []struct {
		in span
		e  string
		ok bool
	}{
		{unit, "sqrt(z)", true}, {unit, "sqrt(1-z)", true}, {unit, "sqrt(z-1/2)", false}, {unit, "sqrt(z-2)", false},
		{unit, "(z-2)^(1/3)", false}, {unit, "(z-2)^(-3)", true}, {unit, "(z-1/2)^2", true}, {unit, "(z-1/2)^(-2)", false},
		{unit, "(1-z)^pi", true}, {unit, "(z-2)^pi", false}, {unit, "log(z)", true}, {unit, "log(z-1)", false},
		{unit, "1/z", true}, {unit, "1/(z-2)", true}, {unit, "1/(z-1/3)", false},
		{unit, "acos(z)", true}, {unit, "asin(2*z)", false}, {unit, "acos(2-z)", false}, {unit, "asin(z-3)", false},
		{unit, "tan(z)", true}, {unit, "tan(2*z)", false}, {unit, "gamma(z)", true}, {unit, "gamma(z-1)", false},
		{unit, "besselk(1,z)", true}, {unit, "besselk(1,z-1)", false}, {unit, "besselj(1/2,z-1)", false},
		{unit, "besselj(1,z-1)", true}, {unit, "besseli(1/3,1-z)", true}, {unit, "abs(z-1/2)", false}, {unit, "z^z", true},
		{unit, "(z-2)^z", false}, {half, "exp(-z)*sqrt(z)", true}, {half, "tan(z)", false}, {half, "acos(exp(-z))", true},
		{half, "1/sin(z)", false},
	} {
		e, ferr := language.ReadConstant(row.e, nil)
		require.Nil(t, ferr, row.e)
		why := newSignProver(row.in, nil).analytic(e)
		assert.Equal(t, row.ok, why == "", "%s: %s", row.e, why)
	}
}

// A proved sign is never contradicted by a value.
func TestSignProverSound(t *testing.T) {
	proved := 0
	rapid.Check(t, func(t *rapid.T) {
		e := kerneltest.Expr(2, formula.Variable()).Draw(t, "e")
		lo := rapid.Int64Range(0, 6).Draw(t, "lo")
		in := span{lo: constant.Rat(big.NewRat(lo, 2)),
			hi: constant.Rat(big.NewRat(lo+rapid.Int64Range(1, 6).Draw(t, "w"), 2))}
		in.inf = rapid.Bool().Draw(t, "inf")
		if branches(e) {
			t.Skip("branches")
		}
		s, ok := newSignProver(in, nil).sign(e)
		if !ok {
			t.Skip("not proved")
		}
		proved++
		for range 20 {
			x := float64(lo)/2 + rapid.Float64Range(1e-9, 0.4999).Draw(t, "x")
			if in.inf {
				x *= math.Exp2(rapid.Float64Range(0, 20).Draw(t, "scale"))
			}
			v := eval.Enclose(nil, e, new(ball.Real).SetFloat64(x), 200)
			if g, known := v.Sign(); known == ball.True && g != s {
				t.Fatalf("%s at %v is %s, said to have the sign %d", e, x, v, s)
			}
		}
	})
	assert.Positive(t, proved)
}

func branches(e *formula.Expr) bool {
	switch e.Op() {
	case formula.OpCond, formula.OpAbs, formula.OpMin, formula.OpMax:
		return true
	case formula.OpCall:
		return branches(e.Body())
	}
	for _, a := range e.Args() {
		if branches(a) {
			return true
		}
	}
	return false
}

// A polynomial has one sign on an interval exactly if no root lies inside, one at an end or a double one included.
func TestPolynomialSign(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		draw := func(name string) *big.Rat {
			return big.NewRat(rapid.Int64Range(0, 8).Draw(t, name), rapid.Int64Range(1, 3).Draw(t, name+" below"))
		}
		lo := draw("lo")
		var hi *big.Rat
		if rapid.Bool().Draw(t, "bounded") {
			hi = new(big.Rat).Add(lo, new(big.Rat).Add(draw("width"), big.NewRat(1, 7)))
		}
		inside := false
		q := []*big.Rat{big.NewRat(3, 1), big.NewRat(-1, 1), big.NewRat(2, 1)} // without roots
		for range rapid.IntRange(0, 4).Draw(t, "roots") {
			r := draw("root")
			inside = inside || r.Cmp(lo) > 0 && (hi == nil || r.Cmp(hi) < 0)
			next := make([]*big.Rat, len(q)+1) // q·(z − r)
			for i := range next {
				next[i] = new(big.Rat)
				if i > 0 {
					next[i].Set(q[i-1])
				}
				if i < len(q) {
					next[i].Sub(next[i], new(big.Rat).Mul(r, q[i]))
				}
			}
			q = next
		}
		s, ok := polynomialSign(q, lo, hi, nil)
		assert.Equal(t, !inside, ok, "%v on (%v, %v)", q, lo, hi)
		if ok {
			x := new(big.Rat).Add(lo, big.NewRat(1, 14)) // before the next root that is possible, and hi
			assert.Equal(t, roots.SignAt(polynomial.FromRats(q), x), s, "%v on (%v, %v)", q, lo, hi)
		}
	})
}

// Signs up to infinity of what falls to 2^(−2^31) are found without numbers of 2^31 digits: erf(10^20·z) took 0.8 GiB.
func TestTailsTakeNoMemory(t *testing.T) {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for _, text := range []string{"1-exp(-10^9*z)", "1-erfc(10^20*z)", "1-2*exp(-10^19*z^2)+erfc(10^19*z)",
		"z^3*exp(-10^9*z)-1", "1+sinh(10^8*z)*exp(-10^9*z)", "exp(10^9*z)-exp(-10^9*z)"} {
		e, err := formula.Read(text, nil)
		require.NoError(t, err)
		for _, lo := range []string{"1", "exp(-10^9)"} {
			from, err := formula.Read(lo, nil)
			require.NoError(t, err)
			c, err := constant.New(from)
			require.NoError(t, err)
			newSignProver(span{lo: c, inf: true}, nil).sign(e)
		}
	}
	runtime.ReadMemStats(&after)
	assert.Less(t, (after.TotalAlloc-before.TotalAlloc)>>20, uint64(64), "MiB")
}

// What is beyond the exponents of big.Float is neither 0 nor infinite: these change sign near 2·10⁶.
func TestTailBeyondExponents(t *testing.T) {
	for _, text := range []string{"exp(-z^2)*exp(-z^2)*exp(z^3/1000000)-1", "exp(z^3/1000000)*(exp(-z^2)*erfc(z))-1",
		"exp(z^3/1000000)*(1/(exp(z^2/2)*exp(z^2/2)*exp(z^2/2)*exp(z^2/2)))-1", "exp(z^3/1000000)*(exp(-z^2)/exp(z^2))-1"} {
		e, err := formula.Read(text, nil)
		require.NoError(t, err)
		s, ok := newSignProver(span{lo: constant.Int(7000), inf: true}, nil).sign(e)
		assert.False(t, ok, "%s has the sign %d", text, s)
	}
	tiny := new(big.Float).SetMantExp(big.NewFloat(0.5), big.MinExp)
	huge := new(big.Float).SetMantExp(big.NewFloat(0.5), big.MaxExp)
	small, large := halfLine{tiny, tiny}, halfLine{huge, huge}
	for _, v := range []halfLine{small.mul(small), large.mul(large), large.neg().mul(large).neg(), small.inv(),
		small.add(small.mul(halfLine{big.NewFloat(-1.5), big.NewFloat(-1.5)})).neg()} {
		assert.True(t, v.hi.Sign() > 0 && !v.lo.IsInf() && v.lo.Sign() >= 0, "[%s, %s]", v.lo.Text('p', 5), v.hi.Text('p', 5))
	}
}
