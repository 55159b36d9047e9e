package minimax

import "math/big"

// HalfPi returns π/2 to bits bits, by Machin's formula π/4 = 4 atan(1/5) − atan(1/239).
func HalfPi(bits uint) *big.Float {
	one := new(big.Int).Lsh(big.NewInt(1), bits+64)
	atan := func(n int64) *big.Int {
		sum, power := new(big.Int), new(big.Int).Quo(one, big.NewInt(n))
		for k := int64(1); power.Sign() != 0; k += 2 {
			term := new(big.Int).Quo(power, big.NewInt(k))
			if k%4 == 3 {
				term.Neg(term)
			}
			sum.Add(sum, term)
			power.Quo(power, big.NewInt(n*n))
		}
		return sum
	}
	quarter := new(big.Int).Lsh(atan(5), 2)
	quarter.Sub(quarter, atan(239))
	half := new(big.Float).SetPrec(bits).SetInt(quarter)
	return half.SetMantExp(half, -int(bits+64)+1)
}

// Reduction are the constants of the reduction x − k·π/2.
type Reduction struct {
	TwoOverPi  float64 // 2/π, rounded
	P1, P2, P3 float64 // π/2 in parts of 53, 32 and 53 bits
	P2Full     float64 // π/2 − P1, rounded: 53 bits
}

// Split returns the constants of the reduction. P2 is a multiple of 2^-85, so that for
// |k| ≤ 2^20 the product k·P2 is a float64.
func Split() Reduction {
	half := HalfPi(400)
	var r Reduction
	r.TwoOverPi, _ = new(big.Float).SetPrec(400).Quo(big.NewFloat(1), half).Float64()
	rest := new(big.Float).SetPrec(400).Set(half)
	part := func() float64 {
		v, _ := rest.Float64()
		return v
	}
	r.P1 = part()
	rest.Sub(rest, big.NewFloat(r.P1))
	r.P2Full = part()
	ulps, _ := new(big.Float).SetMantExp(rest, 85).Int(nil)
	r.P2, _ = new(big.Float).SetMantExp(new(big.Float).SetInt(ulps), -85).Float64()
	rest.Sub(rest, big.NewFloat(r.P2))
	r.P3 = part()
	return r
}
