package special

import "krein/ball"

// The single algorithms, which tests compare with each other.

// BesselISeries is BesselI by the convergent series (DLMF 10.25.2), whose terms are positive. It is indeterminate for x
// > 10⁵.
func BesselISeries(z, nu, x *ball.Real, prec uint) *ball.Real {
	return iBall(z, nu, x, bySeries, prec)
}

// BesselIAsymptotic is BesselI by the large-argument expansion (DLMF 10.40.1) with a remainder from 10.40.11 on
// the cut, indeterminate where it cannot reach prec bits.
func BesselIAsymptotic(z, nu, x *ball.Real, prec uint) *ball.Real {
	return iBall(z, nu, x, byAsymptotics, prec)
}

// BesselKSeries is BesselK by the difference of two convergent series (DLMF 10.27.4), or by their limit for
// integer orders (10.31.1), at a precision raised by the cancellation, about 2.9x bits.
func BesselKSeries(z, nu, x *ball.Real, prec uint) *ball.Real {
	return kBall(z, nu, x, bySeries, prec)
}

// BesselKAsymptotic is BesselK by the large-argument expansion (DLMF 10.40.2) with its remainders 10.40(ii) and
// 10.40.11, indeterminate where they cannot reach prec bits; for ν half an odd integer it is exact and serves all x.
func BesselKAsymptotic(z, nu, x *ball.Real, prec uint) *ball.Real {
	return kBall(z, nu, x, byAsymptotics, prec)
}

// BesselJSeries is BesselJ by the convergent series (x/2)^ν/Γ(ν+1) ₀F₁(; ν+1; −x²/4)
// (DLMF 10.2.2) at a precision raised by its cancellation. It is indeterminate for x > 10⁵.
func BesselJSeries(z, nu, x *ball.Real, prec uint) *ball.Real {
	return besselJ(z, nu, x, bySeries, prec)
}

// BesselJAsymptotic is BesselJ by Hankel's expansion (DLMF 10.17.3) with the
// remainders of 10.17(iii) and 10.17.14. It is indeterminate where the expansion cannot
// reach prec bits of the local amplitude, always for x < 1.
func BesselJAsymptotic(z, nu, x *ball.Real, prec uint) *ball.Real {
	return besselJ(z, nu, x, byAsymptotics, prec)
}

// LambdaSeries is LambdaReal by the convergent series, indeterminate for |x| > 10⁵.
func LambdaSeries(z, d, x *ball.Real, prec uint) *ball.Real {
	return lambdaReal(z, d, x, bySeries, prec)
}

// LambdaAsymptotic is LambdaReal by Hankel's expansion; see BesselJAsymptotic.
func LambdaAsymptotic(z, d, x *ball.Real, prec uint) *ball.Real {
	return lambdaReal(z, d, x, byAsymptotics, prec)
}

// Hyp0F1 is ₀F₁(; b; x), with which I, Λ and the generic series are tested: for b ≥ 1/2 what BesselIJet makes of
// I_{b−1}(2√x) or, for x ≤ 0, Λ_{2b}(2√−x), else the series.
func Hyp0F1(z, b, x *ball.Real, prec uint) *ball.Real {
	prec = atLeast(prec)
	wp := prec + 16 + uint(min(max(x.MagUpper().Exponent()/2, 0), 1<<16))
	var nu, y ball.Real
	switch {
	case ball.NewReal(0.5).LessEq(b) != ball.True:
	case new(ball.Real).LessEq(x) == ball.True:
		y.Mul2Exp(y.Sqrt(x, wp), 1)
		return besselIWide(z, shiftOrder(&nu, b, -1, wp), &y, automatic, true, prec)
	case x.LessEq(new(ball.Real)) == ball.True:
		y.Mul2Exp(y.Sqrt(y.Neg(x), wp), 1)
		return LambdaReal(z, nu.Mul2Exp(b, 1), &y, prec)
	}
	return HypPFQ(z, nil, []*ball.Real{b}, x, prec)
}
