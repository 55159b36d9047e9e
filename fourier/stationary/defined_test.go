package stationary_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/fourier/language"
	"krein/fourier/stationary"
)

// TestProvedDefined: what reading drops is asked for, too, but where a number vanishes that functions are of.
func TestProvedDefined(t *testing.T) {
	const e = "exp(-abs(x1)-abs(x2))"
	for formula, want := range map[string]string{
		e:                                          "",
		e + "+0*log(abs(x1)-1)":                    "argument of log z - 1 stays positive",
		e + "*log((x1-3/2)^2-1e-6)^0":              "of z = ±x1",
		e + "+0*(x1 < 0 ? sqrt(x1) : 1)":           "z = ±x1",
		e + "*(log(x1^2)*x2)^0":                    "",
		e + "+0*sqrt(x2)":                          "of z = ±x2",
		e + "+0*sqrt(abs(x2))":                     "",
		e + "+0*sqrt(x1-x2)":                       "of z = ±t[1,-1]",
		e + "+0*(x1-x2)^(1/2)":                     "t[1,-1]",
		e + "+0*log(1+(x1-x2)^2)":                  "",
		e + "+0*log((x1-x2)^2)":                    "",
		e + "+0*log((x1-x2)^2-x2)":                 "several coordinates",
		e + "+0/(x1-x2)":                           "",
		e + "+0/(x1-x2-1)":                         "t[1,-1]",
		e + "+0/(x1*x2-1)":                         "several coordinates",
		e + "*(x1*x2)/(x1*x2)":                     "",
		e + "*(x1^2*x2-x2)/(x1^2*x2-x2)":           "several coordinates",
		e + "*(x1^2-1)/(x1^2-1)":                   "z = 1",
		e + "*((x1^2-1)*x2)/((x1^2-1)*x2)":         "z = 1",
		e + "*(x1^2 == 1 ? 1 : (x1^2-1)/(x1^2-1))": "",
		e + "+0*acos(x2)":                          "acos",
		e + "+0*acos(cos(x1)*sin(x2))":             "",
		e + "+0*acos(2*cos(x1)*sin(x2))":           "several coordinates",
		e + "+0*tan(x1)":                           "tan",
		e + "+0*tan(x1*x2)":                        "several coordinates",
		e + "+0*gamma(-z)":                         "gamma",
		e + "+0*besselk(0, z)":                     "",
		e + "+0*besselk(0, x1*x2)":                 "several coordinates",
		e + "+0*log(sum(x)^2)":                     "",
		e + "+0*sum(log(x))":                       "that log(x) has a value",
		e + "+0*prod(1/(abs(x)-1))":                "of z = ±x",
		e + "+0*sum(log(abs(x)))":                  "",
		e + "*(x1-x2)^0":                           "",
		e + "+0*(z^2-1)^x1":                        "several coordinates",
		e + "+0*(x1^2+x2^2-1)^(-2)":                "several coordinates",
		e + "+0*x1/(sin(x1)/x1 + l1)":              "several coordinates",
		e + "+0*sin(x1)/x2*x1":                     "",
		e + "+0*log(1+exp(x1*x2))":                 "",
		e + "+0*sqrt(2+sin(x1*x2)+sin(x1)/x2)":     "several coordinates",
		e + "+0*sqrt(1+sin(x1*x2)/(x1*x2))":        "",
		e + "+0*min(x1, sqrt(x2))":                 "of z = ±x2",
		e + "+0*(l1 < sqrt(x2) ? 1 : 2)":           "of z = ±x2",
		e + "+0*log(1 + sum(x^4))":                 "",
		e + "+0*sqrt(sum(abs(x)) + prod(x^2))":     "",
		e + "+0*sqrt(sum(x^3))":                    "several coordinates",
		e + "+0*sqrt(prod(x))":                     "several coordinates",
		e + "+0*sqrt(prod(x^4))":                   "",
		"prod(exp(-abs(x))*log(x)^0)":              "log(x)",
		e + "+0*(1+z^2)^x1":                        "",
		e + "+0*(x1*x2)^x1":                        "several coordinates",
		e + "+0*(x1*x2)^(-3)":                      "",
		e + "+0*(x1*x2)^(1/3)":                     "several coordinates",
		e + "+0*(x1*x2)^2":                         "",
		"prod(sin(x)/x)":                           "",
		"prod(exp(-z)*(x-1)/(x-1))":                "z = 1",
		"sin(x1)/x1*exp(-z^2)":                     "",
		"sin(x1-x2)/(x1-x2)*exp(-z^2)":             "",
		"1/(1+x1^2+z)*l1/l1":                       "",
		"exp(-z)*log(abs(z-1))^0":                  "z = 1",
		"x1 == 0 ? exp(-abs(x2)) : exp(-l1)/x1*x1": "",
		"x1 == 0 || x1 < log(x2) ? exp(-abs(x2)) : exp(-l1)/x1*x1": "argument of log -z stays positive",
		"exp(-z)":                                             "",
		"tl1(1)":                                              "",
		"periodic(1,2)":                                       "",
		"exp(-(x1^2+x1*x2+x2^2))*cos(x1)":                     "",
		"exp(-sqrt(x1^2+x1*x2+x2^2))":                         "",
		"exp(-sqrt(1+x1^2+x1*x2+x2^2))*cos(l1)":               "",
		"exp(-sqrt(x1^2-2*x1*x2+x2^2))":                       "",
		"exp(-sqrt(x1^2-3*x1*x2+x2^2))":                       "several coordinates",
		"exp(-sqrt(x1^2+x1*x2+x2^2-1/8))":                     "several coordinates",
		"exp(-sqrt(x1*x2))":                                   "several coordinates",
		"exp(-sqrt(-x1^2-x1*x2-x2^2))":                        "several coordinates",
		"exp(-sqrt(3-x1^2-x1*x2-x2^2))":                       "several coordinates",
		"exp(-sqrt(x1^2+x1*x2+x2^2))/sqrt(x1^2+x1*x2+x2^2-1)": "several coordinates",
		"exp(-z^2)*log(x1^2+x1*x2+x2^2)^0":                    "",
	} {
		k, err := language.Parse(formula, 2, nil)
		require.NoError(t, err, formula)
		if want == "" {
			assert.NoError(t, k.ProvedDefined(), formula)
		} else {
			assert.ErrorContains(t, k.ProvedDefined(), want, formula)
		}
	}
	assert.Error(t, new(stationary.Kernel).ProvedDefined())
}

// Values at single points, and jumps, that no measure represents, wherever a condition hides them.
func TestProvedContinuous(t *testing.T) {
	for text, want := range map[string]string{
		"exp(-l1)*(x1 == 0 ? 2 : 1)":                     "x1 == 0 ? 2 : 1",
		"cos(x1)*exp(-z^2)+(x1==1?1:0)":                  "x1 == 1 ? 1 : 0",
		"cos(x1)*exp(-z^2)+(x1==-1?1:0)":                 "x1 == -1 ? 1 : 0",
		"exp(-l1)*(l1==1?2:1)":                           "(l1 == 1 ? 2 : 1)",
		"exp(-abs(x1))*(z<1?2:1)":                        "z < 1 ? 2 : 1",
		"prod(x==0?2:exp(-x^2))":                         "x == 0 ? 2",
		"exp(-x1^2)*sum(x > 1 ? x : 1-x)":                "x > 1 ? x",
		"exp(-l1)*(x1==x2?1:1)":                          "several coordinates",
		"exp(-z^2)*(x1*x2 > 1 ? 2 : 1)":                  "several coordinates",
		"exp(-z^2)*(x1-x2 == 1 ? 2 : 1)":                 "? 2 : 1",
		"exp(-l1)+0*(x2>0?1:0)":                          "",
		"exp(-l1)*cos(x1 > 2 ? 2*pi : 0)":                "",
		"exp(-l1)*(x1 > 1 ? x1 : 1)":                     "",
		"exp(-l1)*(x1 < 0 ? -x1 : x1)":                   "",
		"exp(-l1)*max(0,1-x1)*min(x2,abs(x1))":           "",
		"prod(matern(5/2, 2))":                           "",
		"exp(-z)*(x1 == 0 ? 1 : sin(x1)/x1)":             "",
		"exp(-l1)*(x1==1 ? 1 : (x1^2-1)/(x1-1)/(x1+1)) ": "",
	} {
		k, err := language.Parse(text, 2, nil)
		require.NoError(t, err, text)
		err = k.ProvedContinuous()
		if want == "" {
			assert.NoError(t, err, text)
		} else {
			assert.ErrorContains(t, err, want, text)
		}
	}
}
