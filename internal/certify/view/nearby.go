package view

import (
	"fmt"
	"math"
	"math/big"
)

// Nearby returns a rational with few digits within a relative tolerance of x. ok is false where x is NaN or
// infinite, as scales are that lie beyond the range of floats.
func Nearby(x, tolerance float64) (r *big.Rat, ok bool) {
	for digits := 1; digits < 17; digits++ {
		r, ok := new(big.Rat).SetString(fmt.Sprintf("%.*g", digits, x))
		if !ok {
			break
		}
		if v, _ := r.Float64(); math.Abs(v-x) <= tolerance*math.Abs(x) {
			return r, true
		}
	}
	r = new(big.Rat).SetFloat64(x)
	return r, r != nil
}
