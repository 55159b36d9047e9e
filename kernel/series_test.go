package kernel_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"krein/internal/kernel/piecewise"
	"krein/internal/kernel/series"
)

// Many exponents: the order falls short, and says so; the number of terms is bounded, and with it the time.
func TestExpansionsBounded(t *testing.T) {
	for _, f := range []string{"exp(-z^(1/100))", "z^(1/7)+exp(z^(1/11)+z^(1/13))"} {
		x, err := mustParse(t, f).ExactAt(piecewise.Origin(), true, 40)
		if err == nil && !x.Exact {
			assert.LessOrEqual(t, len(x.Terms), series.MaxTerms, f)
			assert.Less(t, x.Order.CmpHalf(80), 0, f)
		}
	}
}

// Exponents that are equal without being of one form cancel, at the end of an expansion too; powers of what vanishes
// beyond all orders may be larger than 64 bits.
func TestExpansionsOfOddExponents(t *testing.T) {
	x, err := mustParse(t, "2+z^(1+sqrt(2))-z^sqrt(3+2*sqrt(2))").ExactAt(piecewise.Origin(), true, 6)
	assert.NoError(t, err)
	assert.Len(t, x.Terms, 1)
	for _, power := range []string{"18446744073709551616", "18446744073709551617", "9223372036854775808"} {
		_, err = mustParse(t, "exp(-1/z)^"+power).ExactAt(piecewise.Origin(), true, 6)
		assert.ErrorContains(t, err, "exponent", power)
	}
}
