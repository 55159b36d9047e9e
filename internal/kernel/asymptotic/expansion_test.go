package asymptotic

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"krein/internal/kernel/constant"
	"krein/internal/kernel/piecewise"
	"krein/internal/kernel/series"
)

// A term that is no larger than the remainder, up to logarithms, is left out.
func TestExactExpansionCut(t *testing.T) {
	u := series.Series{Terms: []series.Term{{M: series.One, C: series.Complex{Re: constant.Int(1)}},
		{M: series.Monomial{E: constant.IntExponent(3), L: 2}, C: series.Complex{Re: constant.Int(5)}}},
		Rem: &series.Monomial{E: constant.IntExponent(3)}}
	x := expansionOf(u, piecewise.Origin(), true)
	assert.Len(t, x.Terms, 1)
	assert.Equal(t, "3", x.Order.String())
}
