package piecewise_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"krein/internal/kernel/breakpoints"
	"krein/internal/kernel/kerneltest"
	"krein/internal/kernel/piecewise"
)

func TestProvedEqual(t *testing.T) {
	for _, row := range []struct {
		a, b string
		want bool
	}{
		{"exp(-z)*(1+z)", "z*exp(-z)+exp(-z)", true},
		{"(1-z)^2", "1-2*z+z^2", true},
		{"1/(1+z^2)^2", "(1+2*z^2+z^4)^(-1)", true},
		{"z/(1+z) + 1/(1+z)", "1", true},
		{"exp(-z^2/2)", "1/exp(z^2/2)", true},
		{"sqrt(1+z^2)", "(1+z^2)^(1/2)", true},
		{"sqrt(1+z^2)*sqrt(1+z^2)", "1+z^2", true},
		{"log(z^2)", "2*log(z)", true},
		{"sin(z)^2+cos(z)^2", "1", true},
		{"tanh(z)", "(exp(2*z)-1)/(exp(2*z)+1)", true},
		{"cosh(z)^(-1)", "2/(exp(z)+exp(-z))", true},
		{"besselk(1/2,z)", "sqrt(pi/(2*z))*exp(-z)", true},
		{"abs(1-z)", "max(1-z,z-1)", true},
		{"z < 1 ? 1-z : 0", "max(1-z,0)", true},
		{"z < 1 ? (1-z)^2 : 0", "max(1-z,0)^2", true},
		{"z < 1 ? 1-z : 0", "z <= 1 ? 1-z : 0", true},
		{"z < 1 ? 1-z : 0", "z < 1.000000001 ? 1-z : 0", false},
		{"exp(-z)", "exp(-z)+1e-60", false},
		{"exp(-z)", "exp(-z*1.0000001)", false},
		{"1-z", "abs(1-z)", false},
		{"sqrt((1-z)^2)", "abs(1-z)", false},
		{"sin(2*z)", "2*sin(z)*cos(z)", false},
	} {
		a, b := kerneltest.Read(t, row.a), kerneltest.Read(t, row.b)
		assert.Equal(t, row.want, piecewise.ProvedEqual(a, b, breakpoints.Search{}), "%s and %s", row.a, row.b)
		assert.Equal(t, row.want, piecewise.ProvedEqual(b, a, breakpoints.Search{}), "%s and %s", row.b, row.a)
	}
}
