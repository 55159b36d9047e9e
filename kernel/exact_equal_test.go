package kernel

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func parseKernel(t *testing.T, s string) *Kernel {
	t.Helper()
	k, err := Parse(s, nil)
	require.NoError(t, err, s)
	return k
}

func TestProvedEqual(t *testing.T) {
	for _, row := range []struct {
		a, b string
		want Truth
	}{
		{"exp(-z)*(1+z)", "z*exp(-z)+exp(-z)", True},
		{"(1-z)^2", "1-2*z+z^2", True},
		{"1/(1+z^2)^2", "(1+2*z^2+z^4)^(-1)", True},
		{"z/(1+z) + 1/(1+z)", "1", True},
		{"exp(-z^2/2)", "1/exp(z^2/2)", True},
		{"sqrt(1+z^2)", "(1+z^2)^(1/2)", True},
		{"sqrt(1+z^2)*sqrt(1+z^2)", "1+z^2", True},
		{"log(z^2)", "2*log(z)", True},
		{"sin(z)^2+cos(z)^2", "1", True},
		{"tanh(z)", "(exp(2*z)-1)/(exp(2*z)+1)", True},
		{"cosh(z)^(-1)", "2/(exp(z)+exp(-z))", True},
		{"besselk(1/2,z)", "sqrt(pi/(2*z))*exp(-z)", True},
		{"abs(1-z)", "max(1-z,z-1)", True},
		{"z < 1 ? 1-z : 0", "max(1-z,0)", True},
		{"z < 1 ? (1-z)^2 : 0", "max(1-z,0)^2", True},
		{"z < 1 ? 1-z : 0", "z <= 1 ? 1-z : 0", True},
		{"z < 1 ? 1-z : 0", "z < 1.000000001 ? 1-z : 0", False},
		{"exp(-z)", "exp(-z)+1e-60", False},
		{"exp(-z)", "exp(-z*1.0000001)", False},
		{"1-z", "abs(1-z)", False},
		{"sqrt((1-z)^2)", "abs(1-z)", Unknown},
		{"sin(2*z)", "2*sin(z)*cos(z)", Unknown},
	} {
		a, b := parseKernel(t, row.a).Expr(), parseKernel(t, row.b).Expr()
		assert.Equal(t, row.want, ProvedEqual(a, b), "%s and %s", row.a, row.b)
		assert.Equal(t, row.want, ProvedEqual(b, a), "%s and %s", row.b, row.a)
	}
}
