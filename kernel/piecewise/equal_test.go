package piecewise_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"krein/ball"
	_ "krein/kernel/breakpoints"
	"krein/kernel/internal/kerneltest"
	"krein/kernel/piecewise"
)

func TestProvedEqual(t *testing.T) {
	for _, row := range []struct {
		a, b string
		want ball.Truth
	}{
		{"exp(-z)*(1+z)", "z*exp(-z)+exp(-z)", ball.True},
		{"(1-z)^2", "1-2*z+z^2", ball.True},
		{"1/(1+z^2)^2", "(1+2*z^2+z^4)^(-1)", ball.True},
		{"z/(1+z) + 1/(1+z)", "1", ball.True},
		{"exp(-z^2/2)", "1/exp(z^2/2)", ball.True},
		{"sqrt(1+z^2)", "(1+z^2)^(1/2)", ball.True},
		{"sqrt(1+z^2)*sqrt(1+z^2)", "1+z^2", ball.True},
		{"log(z^2)", "2*log(z)", ball.True},
		{"sin(z)^2+cos(z)^2", "1", ball.True},
		{"tanh(z)", "(exp(2*z)-1)/(exp(2*z)+1)", ball.True},
		{"cosh(z)^(-1)", "2/(exp(z)+exp(-z))", ball.True},
		{"besselk(1/2,z)", "sqrt(pi/(2*z))*exp(-z)", ball.True},
		{"abs(1-z)", "max(1-z,z-1)", ball.True},
		{"z < 1 ? 1-z : 0", "max(1-z,0)", ball.True},
		{"z < 1 ? (1-z)^2 : 0", "max(1-z,0)^2", ball.True},
		{"z < 1 ? 1-z : 0", "z <= 1 ? 1-z : 0", ball.True},
		{"z < 1 ? 1-z : 0", "z < 1.000000001 ? 1-z : 0", ball.False},
		{"exp(-z)", "exp(-z)+1e-60", ball.False},
		{"exp(-z)", "exp(-z*1.0000001)", ball.False},
		{"1-z", "abs(1-z)", ball.False},
		{"sqrt((1-z)^2)", "abs(1-z)", ball.Unknown},
		{"sin(2*z)", "2*sin(z)*cos(z)", ball.Unknown},
	} {
		a, b := kerneltest.Read(t, row.a), kerneltest.Read(t, row.b)
		assert.Equal(t, row.want, piecewise.ProvedEqual(a, b), "%s and %s", row.a, row.b)
		assert.Equal(t, row.want, piecewise.ProvedEqual(b, a), "%s and %s", row.b, row.a)
	}
}
