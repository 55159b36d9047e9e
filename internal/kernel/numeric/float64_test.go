package numeric

import (
	"math/big"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/internal/kernel/formula"
)

// Floats see a parameter as the middle of its interval: a number outside of it would guide a search to what holds nowhere in it.
func TestMiddle(t *testing.T) {
	p := formula.Parameter(&formula.Range{Name: "p", Lo: big.NewRat(19, 8), Hi: big.NewRat(8, 3), OpenLo: true, OpenHi: true})
	v, err := Float64{}.Param(p)
	require.NoError(t, err)
	assert.InDelta(t, 121.0/48, v, 1e-15)
}
