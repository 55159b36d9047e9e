package crosscheck

import (
	"math"
	"math/big"
)

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

// Polygon returns points of S¹ next to those of a regular polygon, with weights next to cos(2πjn/points): the rational
// numbers they are made of are multiples of 2^−bits, bits ≤ 52.
func Polygon(n, points int, bits uint) *Form {
	var f Form
	near := func(x float64) *big.Rat {
		return new(big.Rat).SetFrac(big.NewInt(int64(math.Round(math.Ldexp(x, int(bits))))),
			new(big.Int).Lsh(big.NewInt(1), bits))
	}
	for j := range points {
		var p []*big.Rat
		switch half := points / 2; {
		case points%2 == 0 && j >= half: // opposite points are so exactly
			p = minus(f.Points[j-half])
		case 4*j <= points:
			p = onCircle(near(math.Tan(math.Pi * float64(j) / float64(points))))
		case 4*j < 3*points: // of θ − π
			p = minus(onCircle(near(math.Tan(math.Pi*float64(j)/float64(points) - math.Pi/2))))
		default:
			p = onCircle(near(math.Tan(math.Pi*float64(j)/float64(points) - math.Pi)))
		}
		f.Points = append(f.Points, p)
		f.Weights = append(f.Weights, near(math.Cos(2*math.Pi*float64(j*n%points)/float64(points))))
	}
	return &f
}

// onCircle is (cos θ, sin θ) for t = tan(θ/2).
func onCircle(t *big.Rat) []*big.Rat {
	s := new(big.Rat).Mul(t, t)
	den := new(big.Rat).Add(rat(1, 1), s)
	x, y := s.Sub(rat(1, 1), s), new(big.Rat).Add(t, t)
	return []*big.Rat{x.Quo(x, den), y.Quo(y, den)}
}

// minus is −p.
func minus(p []*big.Rat) []*big.Rat {
	out := make([]*big.Rat, len(p))
	for i := range p {
		out[i] = new(big.Rat).Neg(p[i])
	}
	return out
}
