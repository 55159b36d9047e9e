package minimax

import "math/big"

// halfPiTo returns π/2 to bits bits, by Machin's formula π/4 = 4 atan(1/5) − atan(1/239).
func halfPiTo(bits uint) *big.Float {
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
