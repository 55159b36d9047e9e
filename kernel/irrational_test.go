package kernel_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/internal/kernel/formula"
	"krein/internal/kernel/piecewise"
	"krein/kernel"
)

// TestIrrationalExponents: expansions with exponents and orders that are constants; those equal in disguise are one,
// and what is too close to tell ends the expansion.
func TestIrrationalExponents(t *testing.T) {
	for _, row := range [][3]string{ // at 0, or before 1; exponents; or the error
		{"z^sqrt(2)", "0", "sqrt(2)"},
		{"exp(-z^sqrt(3))", "0", "0 sqrt(3) 2*sqrt(3)"},
		{"z^sqrt(2)*z^sqrt(2)", "0", "2"},
		{"z^(sqrt(2)*sqrt(2))+z^log(e^2)", "0", "2"},
		{"z^(sqrt(2)+sqrt(3))-z^sqrt(5+2*sqrt(6))", "0", ""},
		{"z^(sqrt(2)+sqrt(3))+z^sqrt(5+2*sqrt(6))", "0", "sqrt(2) + sqrt(3)"},
		{"z^pi*besselk(pi,z)", "0", "0 2 4"},
		{"besselj(sqrt(2),z)", "0", "sqrt(2) 2 + sqrt(2)"},
		{"max(0,1-z)^(pi/2)", "1", "1/2*pi"},
		{"z^pi+z^(pi+1/10^30)", "0", "pi 1e-30 + pi"},
		{"z^(2+sin(1e-700)-1e-700)", "0", "error: is not decided"},
		{"z^sqrt(2)+z^(sqrt(2)+sin(1e-700)-1e-700)", "0", "error: is larger is not decided"},
	} {
		at := formula.Int(0)
		if row[1] == "1" {
			at = formula.Int(1)
		}
		x, err := mustParse(t, row[0]).ExactAt(piecewise.BreakpointAt(at), row[1] == "0", 4)
		if why, refused := strings.CutPrefix(row[2], "error: "); refused {
			assert.ErrorContains(t, err, why, row[0])
			continue
		}
		require.NoError(t, err, row[0])
		var exponents []string
		for _, term := range x.Terms {
			if term.Exp.CmpHalf(14) < 0 {
				exponents = append(exponents, term.Exp.String())
			}
		}
		if want := strings.Split(row[2], " "); len(want) > 0 && row[2] != "" {
			assert.True(t, strings.HasPrefix(strings.Join(exponents, " "), row[2]), "%s: %v", row[0], exponents)
		} else {
			assert.Empty(t, exponents, row[0])
		}
	}
}

// TestIrrationalSeries compares expansions near 0 with values.
func TestIrrationalSeries(t *testing.T) {
	for _, f := range []string{"exp(-z^sqrt(3))", "(1+z^sqrt(3))^(-5)", "z^pi*besselk(pi,z)",
		"z^sqrt(2)*besselk(sqrt(2),z)", "besselj(sqrt(2),z)*z^(-sqrt(2))",
		"besseli(e,z)/z^e", "besselk(pi,1+z)", "log(1+z^e)", "(1+z)^sqrt(2)", "cos(z^(pi/2))"} {
		k := mustParse(t, f)
		x, err := k.ExactAt(piecewise.Origin(), true, 8)
		require.NoError(t, err, f)
		const z = 0.05
		sum := 0.0
		for _, term := range x.Terms {
			sum += term.Coef.Ball(nil, 128).Nearest() * math.Pow(z, term.Exp.Float()) * math.Pow(math.Log(z),
				float64(term.LogPow))
		}
		assert.InEpsilon(t, k.At(z), sum, 1e-8, fmt.Sprint(f, x.Order))
	}
}

// TestPowersCross: pieces of maxima and minima of powers with irrational exponents, and of constants.
func TestPowersCross(t *testing.T) {
	for f, at := range map[string]float64{
		"max(2^(-z),1/8)":                 3,
		"max(2^z,5)":                      math.Log2(5),
		"min((1/3)^z,1/2)":                math.Log(2) / math.Log(3),
		"max(z^sqrt(2),3)":                math.Pow(3, 1/math.Sqrt2),
		"max(z^(-sqrt(2)),3)":             math.Pow(3, -1/math.Sqrt2),
		"max(5^(-z),2^(-z))":              0,
		"min(5^(-z),2^(-z))":              0,
		"min(z^sqrt(2),z^sqrt(3))":        1,
		"max(pi^(-z),e*pi^(-2*z))":        1 / math.Log(math.Pi),
		"max((1+z)^(-pi),(1+z)^(-e))":     0,
		"max(1/10,(1+z)^(-sqrt(2)))":      math.Pow(10, 1/math.Sqrt2) - 1,
		"max(0,1-z)^sqrt(2)+max(2^z,7/2)": 1,
	} {
		k := mustParse(t, f)
		pieces, err := k.ExactPieces()
		if f == "max(pi^(-z),e*pi^(-2*z))" { // no rule for the factor e
			assert.Error(t, err, f)
			continue
		}
		require.NoError(t, err, f)
		if at > 0 {
			require.Greater(t, len(pieces), 1, f)
			assert.InEpsilon(t, at, pieces[1].Lo.Value, 1e-12, f)
		} else {
			assert.Len(t, pieces, 1, f)
		}
		for _, p := range pieces {
			z := p.Lo.Value + 1
			if !p.Hi.Inf {
				z = (p.Lo.Value + p.Hi.Value) / 2
			}
			assert.InEpsilon(t, k.At(z), kernel.NewNatural(p.Expr).At(z)+1e-300, 1e-12, "%s at %v: %s", f, z, p.Expr)
		}
	}
}
