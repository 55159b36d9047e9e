package kernel_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/ball"
	"krein/internal/kernel/breakpoints"
	"krein/internal/kernel/constant"
	"krein/internal/kernel/language"
	"krein/kernel"
	"krein/kernel/parser"
)

// TestOwnValues names the single distances at which a formula does something of its own, however it hides them.
func TestOwnValues(t *testing.T) {
	for formula, want := range map[string]string{
		"exp(-z)":               "",
		"sin(z)/z":              "",
		"abs(z-1)*exp(-z)":      "",
		"max(0,1-z)^2":          "",
		"z < 1 ? 1-z : 0":       "1: 0",
		"z <= 0 ? 2 : exp(-z)":  "0: 2",
		"z == 0 ? 1 : sin(z)/z": "0: 1",
		"z < 0 ? 3 : exp(-z)":   "",
		"z < 2 ? sin(z)/z : 0":  "2: 0",
		"askey(2)":              "1: 0",

		// in a side of a comparison
		"(z == 1 ? 1 : -1) > 0 ? 1/2 : exp(-z)":                               "1: 1/2",
		"((z < 1 ? 0 : 1) + (z > 1 ? 0 : 1)) == 2 ? 1/5 : exp(-z)":            "1: 1/5",
		"exp(-z) + ((z <= 1 ? 1 : 0)*(z >= 1 ? 1 : 0) > 1/2 ? 1/100 : 0)":     "1: exp(-1) + 1/100",
		"(z == 0 ? 1 : -1) > 0 ? 2 : exp(-z)":                                 "0: 2",
		"((z == 1 ? 1 : -1) > 0 ? 1 : 0)*exp(-z)+exp(-2*z)":                   "1: exp(-2) + exp(-1)",
		"(((z == 1 ? 1 : 0) == 1 ? 1 : 0) == 1 ? 1 : 0) == 1 ? 1/2 : exp(-z)": "1: 1/2",
		"(z == 1 ? 1 : -1) > 0 and (z == 2 ? 1 : -1) > 0 ? 1/2 : exp(-z)":     "",
		"(z == 1 ? 1 : -1) > 0 or (z == 2 ? 1 : -1) > 0 ? 1/2 : exp(-z)":      "1: 1/2, 2: 1/2",
		"(z == 1 ? 1 : -1) > 0 ? ((z == 1 ? 1 : -1) < 0 ? 1/2 : z) : exp(-z)": "1: 1",
		"z < 1 ? ((z == 2 ? 1 : -1) > 0 ? 5 : 1-z) : 0":                       "1: 0",
		"(z < 1 ? z : (z > 1 ? z : 7)) == 7 ? 1/2 : exp(-z)":                  "1: 1/2, 7: 1/2",
		"min(z <= 1 ? 1 : 0, z >= 1 ? 1 : 0) == 1 ? 1/2 : exp(-z)":            "1: 1/2",
		"z*(z == 1 ? 1 : 0) + (z == 1 ? 0 : 1)*z^2 == z^2 ? 1/2 : exp(-z)":    "", // it is, at 1 and elsewhere
		"max(z,1) == min(z,1) ? 1/2 : exp(-z)":                                "1: 1/2",
		"abs(z-1) <= 0 ? 1/2 : exp(-z)":                                       "1: 1/2",
		"not(z < 1 or z > 1) ? 1/2 : exp(-z)":                                 "1: 1/2",
		"z*log(6) == log(2)+log(3) ? 1/2 : exp(-z)":                           "1: 1/2",
		"sqrt(z) == 1 ? 1/2 : exp(-z)":                                        "1: 1/2",
		"exp(z) == exp(1) ? 1/2 : exp(-z)":                                    "1: 1/2",
		"log(z) == 0 ? 1/2 : exp(-z)":                                         "0: none, 1: 1/2", // at 0, log z has no value
		"(z-1)^2 > 0 ? exp(-z) : 1/2":                                         "1: 1/2",
		"(z == 1 ? 1 : -1) > 0 ? exp(-1) : exp(-z)":                           "1: exp(-1)",
		"z <= 2 ? ((z == 1 ? 0 : 1) == 0 ? 1/2 : exp(-z)) : 0":                "1: 1/2, 2: exp(-2)",

		// in an argument, a factor, an exponent
		"exp(-z)^(z == 1 ? 2 : 1)":         "1: exp(-2)",
		"cos(z == 1 ? 1 : 0)*exp(-z)":      "1: exp(-1)*cos(1)",
		"exp(-z)/(z == 1 ? 2 : 1)":         "1: exp(-1)/2",
		"abs(z == 1 ? -1 : 0)+exp(-z)":     "1: 1 + exp(-1)",
		"besselj(0, z == 1 ? 0 : 1)":       "1: 1",
		"max(z == 1 ? 2 : 0, exp(-z))":     "1: 2",
		"max(z == 1 ? 1/100 : 0, exp(-z))": "1: exp(-1)",
		"log(z == 1 ? 2 : 1)+exp(-z)":      "1: exp(-1) + log(2)",
		"(z == 1 ? 0 : sin(z-1))/(z-1)":    "1: none",
		"(z == 0 ? 1 : z)*log(z)":          "0: none",
		"z^z*exp(-z^2)":                    "0: 1",
		"(1-exp(-(z-1)^2))^(z-1)^2":        "1: 1",
		"1/(z == 1 ? 0 : 1)*exp(-z)":       "1: none",
		"(1/(z-1) > 0 ? 1 : 1)*exp(-z)":    "1: none",
		"0^z + exp(-z)":                    "? base vanishes",
		// not known to be 0: no proof that there is no value
		"z == 1 ? 1/(exp(z*1e-1000)-1-z*1e-1000-(z*1e-1000)^2/2) : exp(-z)": "? sign of",
		"(z^5-z-1)^2 > 0 ? exp(-z) : 5":                                     "? no exact form",
		"abs(sin(z)) > 1/2 ? exp(-z) : 1":                                   "? ",
		"exp(-z)*(z*(sqrt(2)+sqrt(3)) == sqrt(5+2*sqrt(6)) ? 1 : 1/2)":      "1: exp(-1)",
	} {
		k, err := parser.Parse(formula, nil)
		require.NoError(t, err, formula)
		own, err := k.OwnValues()
		if why, unknown := strings.CutPrefix(want, "? "); unknown {
			assert.ErrorContains(t, err, why, formula)
			continue
		}
		if !assert.NoError(t, err, formula) {
			continue
		}
		expected := strings.Split(want, ", ")
		if want == "" {
			expected = nil
		}
		if !assert.Len(t, own, len(expected), formula) {
			continue
		}
		for i, v := range own {
			at, value, _ := strings.Cut(expected[i], ": ")
			b, err := constant.Parse(at)
			require.NoError(t, err)
			c, err := constant.New(v.At.Exact)
			require.NoError(t, err)
			assert.NotEqual(t, ball.False, b.Equal(c), "%s: %s is not %s", formula, v.At, at)
			assert.Equal(t, value != "none", v.Defined, formula)
			if v.Defined {
				c, err := constant.Parse(value)
				require.NoError(t, err)
				assert.NotEqual(t, ball.False, v.Value.Equal(c), "%s: %s at %s", formula, v.Value, at)
				assert.InDelta(t, c.Ball(nil, 128).Nearest(), v.Value.Ball(nil, 128).Nearest(), 1e-15, formula)
			}
		}
	}
}

// TestOwnValueAtZero: 0 is one of the points only if branches change there, and is known where other points are not.
func TestOwnValueAtZero(t *testing.T) {
	for formula, want := range map[string]string{
		"exp(-z)":                                "none of its own",
		"z < 2 ? sin(z)/z : 0":                   "none of its own",
		"(z == 0 ? 1 : -1) > 0 ? 2 : exp(-z)":    "2",
		"(1/z > 0 ? 1 : 2)*exp(-z)":              "undefined",
		"z < 1 ? 1 : 0":                          "none of its own",
		"z == 1 ? gamma(z-1) : exp(-z)":          "none of its own",
		"(z == 0 ? gamma(1/3+z*pi) : 1)*exp(-z)": "gamma(1/3)",
	} {
		k, err := parser.Parse(formula, nil)
		require.NoError(t, err, formula)
		v, own, err := k.OwnValueAtZero()
		require.NoError(t, err, formula)
		got := "none of its own"
		switch {
		case own && v.Defined:
			got = v.Value.String()
		case own:
			got = "undefined"
		}
		assert.Equal(t, want, got, formula)
	}
}

// TestProvedDefined: a point without a value is found wherever it hides, and what is defined everywhere is seen to be
// so.
func TestProvedDefined(t *testing.T) {
	for formula, want := range map[string]bool{
		"exp(-z)":                               true,
		"sin(z)/z":                              true, // 0 is not looked at
		"z < 1 ? sqrt(1-z) : 0":                 true,
		"z < 1 ? (1-z)^(3/2) : 0":               true,
		"abs(z-1)^(1/2)*exp(-z)":                true,
		"z < 2 ? acos(z/2) : 0":                 true,
		"max(0, 1-z)^(1/3)":                     true,
		"sqrt(max(0,1-z)) < 1/2 ? exp(-z) : 1":  true,
		"sqrt((z-1)^2) < 1/2 ? exp(-z) : 1":     true,
		"1/(z-1)^2*(z-1)^2*exp(-z)":             false,
		"(z-1)/(z-1)*exp(-z)":                   false,
		"exp(-z) + 0*(1/(z-1))":                 false,
		"exp(-z) + 0/(z-1)":                     false,
		"(1/(z-1))^0*exp(-z)":                   false,
		"1/(z-1)^2 > 0 ? exp(-z) : 5":           false,
		"log(abs(z-1)) < z ? exp(-z) : exp(-z)": false,
		"max(-1/(z-1)^2, exp(-z))":              false,
		"z < 1 and 1/(z-2) < 0 ? exp(-z) : 1":   true, // and does not look at 1/(z−2) beyond 1
		"1/(z-2) < 0 and z < 1 ? exp(-z) : 1":   false,
		"(z == 1 ? 1 : 0)*exp(-z)":              true,
		"1/(z == 1 ? 0 : 1)":                    false,
		"z == 1 ? 1/(z-1) : exp(-z)":            false,
		"exp(-z) + 0/(z^5-z-1)":                 false, // at a point without an exact form
		"0/(z^5-z-1) < 1 ? exp(-z) : 1":         false, // in a condition
		"z == 1 ? exp(-z) : 1/(z-1)^2":          true,
		// branches are taken at infinitely many places, or the sign of an operand is not strict
		"exp(-abs(sin(z)))":                true,
		"1/(1+abs(sin(z)))":                true,
		"1/abs(sin(z))":                    false,
		"1/(abs(sin(z))-2)":                true,
		"sqrt(abs(cos(z)))":                true,
		"abs(sin(z))^(1/2)":                true,
		"abs(sin(z))^(-1/2)":               false,
		"(1+abs(sin(z)))^(-1/2)":           true,
		"(abs(sin(z))-2)^(1/2)":            false,
		"abs(sin(z))^(-2)":                 false,
		"(1+abs(sin(z)))^cos(z)":           true,
		"abs(sin(z))^(1+cos(z))":           false,
		"log(abs(sin(z)))":                 false,
		"log(2-abs(sin(z)))":               true,
		"gamma(abs(sin(z)))":               false,
		"besselk(0, 1+abs(sin(z)))":        true,
		"acos(cos(z))":                     true,
		"acos(2*cos(z))":                   false,
		"asin(1/2-cos(z))":                 false,
		"tan(exp(-z^2))":                   true,
		"tan(2*abs(sin(z)))":               false,
		"1/(2-sin(z)/z)":                   true,
		"1/(2-sin(2*z)/z)":                 true, // 0 is not looked at
		"1-abs(sin(theta))":                true, // on the sphere
		"1/(3-theta) + abs(sin(theta))":    false,
		"1/(4-theta) + abs(sin(theta))":    true,
		"z <= 3 ? 0*abs(sin(z)) : 1/(z-4)": false,
		"z <= 3 ? sqrt(1-cos(z)) : log(2)": true,
		"exp(-abs(sin(z))) + 0/(z-1)":      false,
		"log(1-cos(z)) < 1 ? exp(-z) : 1":  false,
		"z^sqrt(2)/besseli(sqrt(2), z)":    true,
		"z^(1/2)/besseli(-1/2, z)":         true,
		"exp(-z)*log((z-3/2)^2-1e-6)^0":    false,
		"(1-cos(z)^2)/(1-cos(z))":          false,
		"exp(-1/(1/(1-cos(z))))":           false,
		"1+cos(z)+0*min(log(sin(z)^2),1)":  false,
	} {
		e, _, ferr := language.Read(formula, nil) // Parse rejects some
		require.Nil(t, ferr, formula)
		k := breakpoints.Natural(e)
		if k.Domain() != nil {
			var err error
			k, err = k.Extend(kernel.Zero, nil)
			require.NoError(t, err, formula)
		}
		assert.Equal(t, want, k.ProvedDefined() == nil, "%s: %v", formula, k.ProvedDefined())
	}
}

func ExampleKernel_OwnValues() {
	k, _ := parser.Parse("(z == 1 ? 1 : -1) > 0 ? 1/2 : exp(-z)", nil)
	own, _ := k.OwnValues()
	for _, v := range own {
		fmt.Printf("k(%s) = %s\n", v.At, v.Value)
	}
	// Output: k(1) = 1/2
}
