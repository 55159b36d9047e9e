package numeric

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/ball"
	"krein/internal/kernel/composite"
	"krein/internal/kernel/eval"
	"krein/internal/kernel/formula"
	"krein/internal/kernel/language"
	"krein/internal/testlong"
)

// exactly returns e at z to 70 bits, or false where balls find no such value.
func exactly(e *eval.Func, z float64) (*ball.Real, bool) {
	v := new(ball.Real)
	for prec := uint(128); prec <= 4096; prec *= 2 {
		if e.At(v, ball.NewReal(z), prec); v.IsFinite() && v.RelAccuracyBits() >= 70 {
			return v, true
		}
	}
	return v, v.IsFinite() && v.IsExact()
}

// unit returns the distance of the float64 next to w.
func unit(w float64) float64 {
	if w = math.Abs(w); w >= 0x1p1023 {
		return 0x1p971
	}
	return math.Nextafter(w, math.Inf(1)) - w
}

// missed returns the error of got, in units in the last place of the true value or, if that is larger, of size.
func missed(got float64, want *ball.Real, size float64) float64 {
	w := want.Nearest()
	switch {
	case got == w:
		return 0
	case math.IsInf(w, 0): // the next float64 would do
		w = math.Copysign(math.MaxFloat64, w)
		fallthrough
	case math.IsNaN(got) || math.IsInf(got, 0):
		return math.Abs(got-w) / unit(w) // infinite or NaN
	}
	d := new(ball.Real).Sub(want, ball.NewReal(got), 128)
	return math.Abs(d.Nearest()) / unit(max(math.Abs(w), size))
}

// sweepArguments are tiny, huge, of either sign, where functions overflow, next to their zeros and poles, and random.
func sweepArguments(r *rand.Rand, n int) (z []float64) {
	for _, a := range []float64{0x1p-1074, 1e-320, 0x1p-1022, 1e-300, 1e-200, 1e-160, 1e-100, 1e-30, 1e-20, 1e-17, 3e-16,
		1e-12, 1e-8, 3e-6, .001, .1, .3, .5, .7, .9, .99, 1 - 1e-8, 1 - 1e-12, 1 - 0x1p-53, 1, 1 + 0x1p-52, 1 + 1e-8, 1.01,
		1.3, 1.57, math.Pi / 2, 2, 3, math.Pi, 5, 10, 11, 22, 30, 100, 170.6, 171.5, 300, 355, 700, 709.5, 710, 710.4, 720,
		740, 745, 1000, 1e4, 1e6, 1e7, 1e8, 1e10, 1e15, 1e16, 0x1.6ac5b262ca1ffp+849, 1e100, 1e154, 1.5e154, 1e200, 1e308,
		math.MaxFloat64} {
		z = append(z, a, -a)
	}
	for range n {
		a := math.Exp(r.NormFloat64() * 4)
		switch r.IntN(4) {
		case 0:
			a = math.Exp((r.Float64()*2 - 1) * 700)
		case 1:
			a = math.Round(a*2) / 2
		case 2:
			a = 1 + math.Ldexp(2*r.Float64()-1, -r.IntN(50))
		}
		z = append(z, a, -a)
	}
	return z
}

// TestLanguageAccuracy: every function of the formula language, compiled, is good to a few units in the last place of
// its value; Bessel functions of the first kind to some of the larger of that and the amplitude of their oscillation
// (BesselJ), the modified ones to 1e-14 of the value (BesselI, BesselK), for an order that is a float64.
func TestLanguageAccuracy(t *testing.T) {
	r, n := rand.New(rand.NewPCG(1, 2)), 12
	if testlong.Enabled() {
		n = 2000
	}
	names, arity := language.Functions()
	require.Greater(t, len(names), 60)
	for _, name := range names {
		texts := []string{name + "(z)"}
		if arity[name] == 2 {
			texts = nil
			for _, c := range []string{"0", "1", "1/2", "1/3", "3", "50", "1000.1", "1e-9", "pi", "-2", "-5/2"} {
				texts = append(texts, fmt.Sprintf("%s(%s, z)", name, c), fmt.Sprintf("%s(z, %s)", name, c))
			}
		}
		counted := 0
		for _, text := range texts {
			e, _, err := language.Read(text, nil)
			if err != nil || !e.Varies() || e.Op() == formula.OpPow && strings.HasPrefix(e.Args()[0].String(), "-") {
				continue // no such order, or a power that is undefined
			}
			bessel := e.Op() >= formula.OpBesselJ && e.Op() <= formula.OpBesselK
			limit := 4.0
			if bessel {
				nu := new(big.Rat).SetFloat64(constantOf(e.Args()[0]))
				if nu.Sign() < 0 {
					continue
				}
				e = formula.Apply(e.Op(), formula.Rational(nu), formula.Variable())
				if limit = 40; e.Op() != formula.OpBesselJ {
					limit = 90
				}
			}
			p, f := compile(e, true), eval.Compile(e)
			for _, z := range sweepArguments(r, n) {
				if bessel && (math.Abs(z) > 1e4 || math.Abs(z) < 1e-200) {
					continue // a matter of internal/special/double, where balls take long
				}
				want, ok := exactly(f, z)
				if !ok {
					continue
				}
				size := 0.0
				if e.Op() == formula.OpBesselJ {
					size = math.Sqrt(2 / math.Pi / max(math.Abs(z), 1))
				}
				counted++
				got := p.At(z)
				assert.LessOrEqual(t, missed(got, want, size), limit, "%s at %v is %v for %v", text, z, got, want)
			}
		}
		assert.GreaterOrEqual(t, counted, 25, name)
	}
}

// TestWrittenOut: the same functions in other words, parts of which are formulas, and the parts of other formulas.
func TestWrittenOut(t *testing.T) {
	r, n := rand.New(rand.NewPCG(3, 4)), 4
	if testlong.Enabled() {
		n = 1000
	}
	for _, text := range []string{
		"log(sqrt(1+z^2)+z)", "log(sqrt(z^2+1)-z)", "1/(1+asinh(1-z)^2)", "asinh(3*z)",
		"asinh(sqrt(z))", "log(z+sqrt(z*z+1))",
		"log((1+z)/(1-z))", "log((1-z)/(1+z))", "log(1-z)-log(1+z)", "atanh(-z)", "atanh(z/2)", "1-exp(-z)", "(1-exp(-z))/z",
		"(1-cos(z))/z^2", "cos(z)-1", "cosh(z)-1", "1-cosh(z)", "1-erf(z)", "1-erfc(z)", "1-tanh(z)", "1+tanh(z)",
		"exp(z)/(1+exp(z))", "exp(-z)/(exp(-z)+1)", "logistic(-z)", "softplus(-z)", "log(exp(z)+1)", "acosh(1+z)", "theta",
		"acos(1-z)", "acos(u)", "acos(1-z/2)", "sqrt(z^2+9)", "sqrt(z^2-9)", "sqrt(4-z^2)", "z^2-1",
		"log(1+z^2)", "log(1-z^2)",
		"1-(1-z)", "sqrt(1-(1-z)^2)", "2*atanh(z)", "sinh(z)/z", "log1p(-z)", "expm1(-z)", "expm1(1e-20)*z", "z^(1e-20-1/3)",
		"z^(7/2)", "z^(-8)", "z^(-15/2)", "(2/3)^z", "pi^(-z)", "z^(-pi)", "z^e", "z^100", "z^(-171/10)",
	} {
		e, _, gerr := language.Read(text, nil)
		require.Nil(t, gerr, text)
		p, f, counted := compile(e, true), eval.Compile(e), 0
		for _, z := range sweepArguments(r, n) {
			if math.Abs(z) > 1e150 || math.Abs(z) < 0x1p-1000 || strings.HasPrefix(text,
				"(") && math.Abs(math.Log(math.Abs(z))) > 6 ||
				text == "1/(1+asinh(1-z)^2)" && math.Abs(z) < 100 {
				continue // squares overflow or underflow, and so do quotients; 1 − z is rounded
			}
			if want, ok := exactly(f, z); ok {
				counted++
				got := p.At(z)
				assert.LessOrEqual(t, missed(got, want, 0), 8.0, "%s at %v is %v for %v", text, z, got, want)
			}
		}
		assert.GreaterOrEqual(t, counted, 20, text)
	}
}

// TestEveryFormulaHasItsFunction: what composite recognises is computed by something else than what is written.
func TestEveryFormulaHasItsFunction(t *testing.T) {
	instructions := []composite.Function{composite.Same, composite.Hypot, composite.SquaresMinus}
	for _, f := range composite.Functions() {
		assert.NotEqual(t, accurate[f] == nil, !slices.Contains(instructions, f), "%s", f)
	}
}
