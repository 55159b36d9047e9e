package kernel_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"krein/kernel/internal/series"
	"krein/kernel/piecewise"
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
