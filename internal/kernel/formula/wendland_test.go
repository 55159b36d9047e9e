package formula

import (
	"math/big"
	"testing"

	"github.com/stretchr/testify/assert"
)

// Of a symbol, Wendland's functions have the coefficients that each number has in its place.
func TestWendlandOfSymbol(t *testing.T) {
	for k := range 6 {
		in := wendlandIn(k)
		for _, mu := range []*big.Rat{big.NewRat(-1, 3), big.NewRat(7, 2), big.NewRat(401, 3)} {
			for i, q := range wendland(mu, k) {
				assert.Len(t, in[i], i+1)
				assert.Zero(t, horner(in[i], mu).Cmp(q), "κ = %d, μ = %v, r^%d", k, mu, i)
			}
		}
	}
}
