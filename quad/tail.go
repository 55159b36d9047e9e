package quad

import (
	"math/big"

	"krein/ball"
)

// tailPrec is the precision at which tails are bounded.
const tailPrec = 64

// ExponentialTail claims |f(t)| ≤ C t^p e^{−λ t^s} for t ≥ From > 0, with rational s > 0 and λ > 0: s = 1 is exponential,
// s = 2 Gaussian decay.
type ExponentialTail struct {
	C, From, Rate *ball.Real
	Power, S      *big.Rat
}

// Beyond bounds ∫_x^∞ |f(t)| dt by C x^{p+1−s} e^{−λx^s}/(λs − (p+1−s)⁺x^{−s}), with (·)⁺ the positive part. For F = t^{p+1−s}e^{−λt^s},
//
//	−F′ = t^p e^{−λt^s}(λs − (p+1−s)t^{−s}) ≥ t^p e^{−λt^s}(λs − (p+1−s)⁺x^{−s}) for t ≥ x,
//
// and F falls to 0. It is +∞ where the bracket is not positive.
func (e ExponentialTail) Beyond(x *ball.Real) ball.Mag {
	if e.S.Sign() <= 0 || e.Rate.Positive() != ball.True || e.From.LessEq(x) != ball.True {
		return ball.MagInf()
	}
	var xs, den, t ball.Real
	xs.PowRat(x, e.S, tailPrec)
	den.Mul(e.Rate, t.SetRat(e.S, tailPrec), tailPrec)
	k := new(big.Rat).Add(e.Power, big.NewRat(1, 1))
	k.Sub(k, e.S)
	if k.Sign() > 0 {
		t.SetRat(k, tailPrec)
		den.Sub(&den, t.Quo(&t, &xs, tailPrec), tailPrec)
	}
	if den.Positive() != ball.True {
		return ball.MagInf()
	}
	xs.Mul(&xs, e.Rate, tailPrec)
	xs.Exp(xs.Neg(&xs), tailPrec)
	t.PowRat(x, k, tailPrec)
	t.Mul(&t, &xs, tailPrec)
	return t.MagUpper().Mul(e.C.MagUpper()).Quo(den.MagLower())
}
