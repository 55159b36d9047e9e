package sphere

import (
	"math/big"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/ball"
	"krein/internal/certify/checktest"
	"krein/internal/testlong"
)

// degree returns 1/ν and ν^lead, ν = n+½.
func degree(n int64, lead int) (e, power *ball.Real) {
	e = new(ball.Real).SetRat(big.NewRat(2, 2*n+1), 96)
	nu := new(ball.Real).SetRat(big.NewRat(2*n+1, 2), 96)
	return e, nu.PowInt64(nu, int64(lead), 96)
}

// The terms at the ends give the coefficients that quadrature does, of single degrees and of all from one on.
func TestLegendreTerms(t *testing.T) {
	const beyond = "z > 2 ? 0 : "
	for i, c := range []struct {
		formula string
		width   float64 // of what is left open; phases of whole powers are
	}{
		{"max(0,1-z)^(3/2)", .2}, {"circular", .2}, {"missing_wendland", 60}, {"exp(-z)", 1e-3},
		{"z < 1 ? (1-z)^(3/2) : (z-1)^(5/2)/9", .2},          // on both sides
		{"max(0,1-z/1.5)^(5/2)+max(0,1-z)^(7/2)*exp(z)", .8}, // two points
		{beyond + "exp(-z)+sqrt(4-z^2)/3", 1e-3},             // at the antipode
		{beyond + "exp(-z)+(4-z^2)*log(4-z^2)/9", 1e-3},      // with a logarithm
		{beyond + "exp(-z)*(acos(z/2)+asin(z/2)^2/3)", 1e-3}, {"exp(-theta)", 1e-3},
		{"exp(-z)+z^2*log(z)", 1e-3}, {"cos(z)*max(0,1-z/2)^2", 1e-3}, {"besselj(0,z)*exp(-z)", 1e-3},
		{"(sin(z)/z)^2*exp(-z)", 1e-3}, {"erf(z)-atan(z)+exp(-2*z)", 2e-3},
	} {
		if !testlong.Turn(i, 4) {
			continue
		}
		k := checktest.Parsed(t, c.formula)
		l, err := NewLegendre(k, 4, 7, 128)
		require.NoError(t, err, c.formula)
		for _, n := range []int64{80, 81} {
			v, err := GegenbauerIntegral(t.Context(), k, 3, int(n), 96, l.size)
			require.NoError(t, err, c.formula)
			e, power := degree(n, l.lead)
			v.Mul(v.Mul2Exp(v, 1), power, 96)
			single := l.Value(e, n)
			assert.NotEqual(t, ball.False, single.Overlaps(v), "%s, degree %d: %v, but the integral is %v",
				c.formula, n, single, v)
			assert.Less(t, single.Rad().Float64(), c.width, "%s, degree %d: %v", c.formula, n, single)
			all := l.Value(new(ball.Real).Hull(new(ball.Real), e, 96), -1)
			assert.True(t, all.Contains(new(ball.Real).GetMid(v)), "%s, from degree %d on: %v, but the integral is %v",
				c.formula, n, all, v)
		}
	}
}
