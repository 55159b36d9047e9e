package stationary_test

import (
	"math/big"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/fourier/language"
)

// TestLineOfProducts: the even and odd parts of a product on a line have 2^d terms, and are not made.
func TestLineOfProducts(t *testing.T) {
	for d, ok := range map[int]bool{3: true, 60: false, 1000: false} {
		k, err := language.Parse("prod(1+x)", d, nil)
		require.NoError(t, err)
		v := make([]*big.Rat, d)
		for i := range v {
			v[i] = big.NewRat(1, 1)
		}
		_, err = k.OnLine(v)
		if ok {
			assert.NoError(t, err)
		} else {
			assert.ErrorContains(t, err, "operations", d)
		}
	}
}
