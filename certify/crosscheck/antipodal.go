package crosscheck

import "math/big"

// Antipodal returns points of S¹ some 2^(1−halvings) apart, with the weights of a difference of the
// given order, and the opposite points with the same weights times sign.
func Antipodal(order, halvings int, sign int64) *Form {
	var f Form
	t := new(big.Rat).SetFrac(big.NewInt(1), new(big.Int).Lsh(big.NewInt(1), uint(halvings)))
	t2 := new(big.Rat).Mul(t, t)
	one := big.NewRat(1, 1)
	norm := new(big.Rat).Inv(new(big.Rat).Add(one, t2))
	cos, sin := new(big.Rat).Sub(one, t2), new(big.Rat).Add(t, t)
	cos.Mul(cos, norm)
	sin.Mul(sin, norm)
	x, y := big.NewRat(1, 1), new(big.Rat)
	mul := func(a, b *big.Rat) *big.Rat { return new(big.Rat).Mul(a, b) }
	for j := range order + 1 {
		w := new(big.Rat).SetInt(new(big.Int).Binomial(int64(order), int64(j)))
		if j%2 == 1 {
			w.Neg(w)
		}
		f.Points = append(f.Points, []*big.Rat{x, y}, []*big.Rat{new(big.Rat).Neg(x), new(big.Rat).Neg(y)})
		f.Weights = append(f.Weights, w, mul(w, big.NewRat(sign, 1)))
		x, y = new(big.Rat).Sub(mul(x, cos), mul(y, sin)), new(big.Rat).Add(mul(x, sin), mul(y, cos))
	}
	return &f
}
