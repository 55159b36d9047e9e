package view

import (
	"fmt"
	"math"
	"math/big"
)

// Nearby returns a rational with few digits within a relative tolerance of x > 0.
func Nearby(x, tolerance float64) *big.Rat {
	for digits := 1; digits < 17; digits++ {
		r, ok := new(big.Rat).SetString(fmt.Sprintf("%.*g", digits, x))
		if !ok {
			break
		}
		if v, _ := r.Float64(); math.Abs(v-x) <= tolerance*math.Abs(x) {
			return r
		}
	}
	return new(big.Rat).SetFloat64(x)
}
