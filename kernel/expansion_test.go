package kernel

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// A term that is no larger than the remainder, up to logarithms, is left out.
func TestExactExpansionCut(t *testing.T) {
	u := series[Const]{terms: []seriesTerm[Const]{{one, constInt(1)}, {monomial{e: intExp(3), l: 2}, constInt(5)}}, rem: &monomial{e: intExp(3)}}
	x := exactExpansionOf(u, Origin(), true)
	assert.Len(t, x.Terms, 1)
	assert.Equal(t, "3", x.Order.RatString())
}
