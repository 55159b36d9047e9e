package view

import (
	"math"
	"math/big"

	"krein/internal/kernel/numeric"
)

// Branches reports whether a term of an expansion has no continuation to both sides.
func Branches(t *numeric.Term) bool { return t.LogPow > 0 || !t.Exp.IsInt() }

// CuspSign returns the sign of the tail of m which the term t at 0 gives.
func CuspSign(t *numeric.Term) int {
	sign := 1
	if t.Coef < 0 {
		sign = -1
	}
	p := t.LogPow
	if t.Exp.IsInt() && t.Exp.Num().Bit(0) == 0 {
		// z^(2n) log z: the derivative of 1/Γ(−β/2) by β at β = 2n has the sign (−1)^(n+1).
		n := new(big.Int).Rsh(t.Exp.Num(), 1)
		if n.Bit(0) == 0 {
			sign = -sign
		}
		p--
	} else {
		beta, _ := t.Exp.Float64()
		if _, s := math.Lgamma(-beta / 2); s < 0 {
			sign = -sign
		}
	}
	if p%2 == 1 { // each log z becomes −log ω
		sign = -sign
	}
	return sign
}

// CuspTail returns the exponent −1−β of ω, or of n, that a cusp z^β gives.
func CuspTail(beta *big.Rat) *big.Rat {
	return new(big.Rat).Sub(big.NewRat(-1, 1), beta)
}

// Inside returns the least singularity of k in the open interval (0,2), or nil.
func (f *View) Inside() *numeric.Singularity {
	l, err := f.Local()
	if err != nil {
		return nil
	}
	var worst *numeric.Singularity
	for i := range l.Points {
		s := &l.Points[i]
		if s.At.Value < 2 && s.Exponent != nil &&
			(worst == nil || s.Exponent.Cmp(worst.Exponent) < 0) {
			worst = s
		}
	}
	return worst
}
