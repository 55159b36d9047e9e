package decompose

import (
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/hankel"
	"krein/internal/budget"
	"krein/internal/hankel/distribution"
	"krein/internal/hankel/profile"
	"krein/internal/testlong"
	"krein/kernel/parser"
)

// statedKernels have proved laws in many dimensions: smooth and slow tails, kinks, differences, and a density that is
// negative on a narrow interval.
var statedKernels = []string{
	"gaussian(1)", "exp(-z^2)-exp(-z^2/2)/3", "delta_gaussian(1,10)", "exp(-z)", "matern(3/2)", "matern(7/10,2)",
	"rational_quadratic(1/10)", "cauchy(1,1/3)", "cauchy(3/2,2)", "inverse_multiquadric", "exp(-z^(1/2))", "exp(-z^(3/2))",
	"exp(-z)*cos(3*z)", "pi*exp(-z^2/2)-e*exp(-z)", "askey(9)", "wendland(3,1)", "spherical", "max(0,1-z)^2", "1/(1+z^4)", "1/cosh(z)",
	"exp(-z)+exp(-z^(3/2))", "exp(-z)-exp(-2*z)*9/10", "exp(-1e3*z)+exp(-z/1e3)", "sin(z)/z*exp(-z)", "log(1+1/(1+z))",
}

// TestStatedMasses: estimated masses and laws keep the errors that they state, against laws that are proved by other
// means. The family exp(−z)(1+(4(d+3)/(9(d+1))+ε)z²) has a negative part of some 1e-8 in a narrow interval.
func TestStatedMasses(t *testing.T) {
	type row struct {
		formula string
		dim     int
	}
	var rows []row
	for _, d := range []int{1, 2, 3, 5, 8, 16, 100} {
		for _, f := range statedKernels {
			rows = append(rows, row{f, d})
		}
		for _, e := range []string{"1/1000", "1e-5"} {
			rows = append(rows, row{fmt.Sprintf("exp(-z)*(1+(%d/%d+%s)*z^2)", 4*(d+3), 9*(d+1), e), d})
		}
	}
	compared := 0
	for _, r := range testlong.Some(rows, 12) {
		k, err := parser.Parse(r.formula, nil)
		require.NoError(t, err)
		within, release := budget.New(t.Context(), 200_000_000)
		laws, err := distribution.Enclose(within, k, r.dim, nil)
		var proved, estimated *Decomposition
		if err == nil {
			proved, err = FromLaws(within, laws, 0)
		}
		if err == nil {
			var s *hankel.Spectrum
			s, err = hankel.New(k.Metered(budget.Of(within)), r.dim, nil)
			var p *profile.Profile
			if err == nil {
				p, err = profile.New(within, s, nil)
			}
			if err == nil {
				estimated, err = FromProfile(within, p, 0)
			}
		}
		release()
		if err != nil {
			continue
		}
		compared++
		for i, part := range []*Part{&proved.Plus, &proved.Minus} {
			other := []*Part{&estimated.Plus, &estimated.Minus}[i]
			name := fmt.Sprintf("%s, d = %d, part %d", r.formula, r.dim, i)
			rounding := 1e-15 * (proved.Plus.Total() + proved.Minus.Total())
			assert.LessOrEqual(t, math.Abs(part.Total()-other.Total()), part.MassErr+other.MassErr+rounding,
				"%s: %v ± %.3g, and it is %v ± %.3g", name, other.Total(), other.MassErr, part.Total(), part.MassErr)
			law, ok := part.Radii.(*Table)
			table, also := other.Radii.(*Table)
			if !ok || !also {
				continue
			}
			for u := range 31 {
				at := law.Quantile((float64(u) + 0.5) / 31)
				assert.LessOrEqual(t, math.Abs(law.CDF(at)-table.CDF(at)),
					part.LawErr.Kolmogorov+other.LawErr.Kolmogorov+1e-14, "%s: F(%v), laws within %.3g and %.3g", name, at,
					other.LawErr.Kolmogorov, part.LawErr.Kolmogorov)
			}
		}
	}
	assert.Positive(t, compared)
	t.Logf("%d of %d compared", compared, len(rows))
}
