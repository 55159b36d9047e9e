package series

import (
	"math/big"

	"krein/internal/kernel/constant"
	"krein/internal/kernel/fail"
	"krein/internal/kernel/formula"
)

// Bessel applies a Bessel function of constant order.
// The order is a real constant, exactly.
func (s *Arith) Bessel(op formula.Op, nu, u Series) (w Series, err error) {
	defer fail.Catch(&err)
	c := s.Int(0)
	if !nu.IsZero() {
		var is bool
		if c, is = nu.constantTerm(); !is {
			return w, fail.Because("the order of %s is not constant", op)
		}
	}
	order, is := s.value(c)
	if !is {
		return w, fail.Because("the order of %s is not known to be real", op)
	}
	return s.bessel(op, Must(constant.ExponentOf(order)), u), nil
}

// J and I of whole order are entire, and J_{−n} = (−1)^n J_n, I_{−n} = I_n; of other orders they are powers times entire functions,
// for u > 0. K_{−ν} = K_ν. What u tends to decides: 0, a number that is not 0, or ∞, each by a proved sign.
func (s *Arith) bessel(op formula.Op, nu constant.Exponent, u Series) Series {
	grow, c, w := s.split(u)
	s.essential(op, grow)
	if op == formula.OpBesselK && nu.Sign() < 0 {
		nu = nu.Neg()
	}
	n, whole := nu.Int()
	if op != formula.OpBesselK && whole && n < 0 { // DLMF 10.4.1, 10.27.1
		v := s.bessel(op, nu.Neg(), u)
		if op == formula.OpBesselJ && n%2 != 0 {
			v = s.neg(v)
		}
		return v
	}
	if s.LeadSign(u) < 0 {
		if op == formula.OpBesselK || !whole {
			panic(fail.Because("%s of a negative number", op))
		}
		v := s.bessel(op, nu, s.neg(u)) // DLMF 10.11.1, 10.34.1
		if n%2 != 0 {
			v = s.neg(v)
		}
		return v
	}
	switch {
	case len(grow) > 0:
		return s.besselLarge(op, nu, u)
	case s.signOf(c) != 0:
		return s.compose(func(n int) []Complex { return s.besselTaylor(op, of(nu.Value()), c, n) }, w, nil, 0)
	case op == formula.OpBesselK:
		return s.besselKSmall(nu, u)
	}
	return s.besselSmall(op, nu, u)
}

// gammaOf is Γ(c) for a c other than 0, −1, −2, …
func (s *Arith) gammaOf(c Complex) Complex { return s.fn(formula.OpGamma, c) }

// power is u^e.
func (s *Arith) power(u Series, e constant.Exponent) Series {
	return s.pow(u, s.constant(of(e.Value())))
}

// halves returns u/2 and u²/4.
// Bessel functions are series in (u/2)^ν and u²/4.
func (s *Arith) halves(u Series) (half, square Series) {
	half = s.scale(s.frac(1, 2), u)
	return half, s.mul(half, half)
}

// hyp0F1 is Σ x^k/(k! (ν+1)_k).
// Coefficients 1/(k!(ν+1)_k), each from the one before.
func (s *Arith) hyp0F1(nu Complex, x Series) Series {
	return s.compose(func(n int) []Complex {
		a := []Complex{s.Int(1)}
		for k := int64(1); k < int64(n); k++ {
			a = append(a, s.over(a[k-1], s.times(s.Int(k), s.plus(nu, s.Int(k)))))
		}
		return a
	}, x, nil, 0)
}

// besselSmall is (u/2)^ν/Γ(ν+1) Σ (∓u²/4)^k/(k! (ν+1)_k) (DLMF 10.2.2, 10.25.2).
// (ν+1)_k ≠ 0 for an order that is no negative integer, which has been turned.
func (s *Arith) besselSmall(op formula.Op, nu constant.Exponent, u Series) Series {
	half, square := s.halves(u)
	if op == formula.OpBesselJ {
		square = s.neg(square)
	}
	c := of(nu.Value())
	sum := s.hyp0F1(c, square)
	if nu.Sign() == 0 {
		return sum
	}
	p := s.scale(s.over(s.Int(1), s.gammaOf(s.plus(c, s.Int(1)))), s.power(half, nu))
	return s.mul(p, sum)
}

// besselKSmall is K_ν(u) as u ↓ 0: π/2 (I_{−ν} − I_ν)/sin νπ, where π/(2 sin νπ) Γ-factors are Γ(ν)/2 and Γ(−ν)/2 (DLMF
// 10.27.4), and for integer ν the logarithmic series (DLMF 10.31.1).
// For ν near a whole number the two halves nearly cancel; exact coefficients are not troubled by that. Of a whole n the series
// is DLMF 10.31.1: the pole, the terms of I_n times (−1)^(n+1) log(u/2), and those with ψ(k+1) + ψ(n+k+1).
func (s *Arith) besselKSmall(nu constant.Exponent, u Series) Series {
	half, square := s.halves(u)
	n, whole := nu.Int()
	if !whole {
		side := func(nu constant.Exponent) Series { // Γ(−ν)/2 (u/2)^ν Σ (u²/4)^k/(k!(ν+1)_k)
			sum := s.hyp0F1(of(nu.Value()), square)
			g := s.times(s.frac(1, 2), s.gammaOf(of(nu.Neg().Value())))
			return s.scale(g, s.mul(s.power(half, nu), sum))
		}
		return s.add(side(nu), side(nu.Neg()))
	}
	// ½ Σ_{k<n} (n−k−1)!/k! (−1)^k (u/2)^(2k−n), of a large order the first terms alone; (n−1)! stays Γ(n) where it is large
	var out Series
	c := big.NewRat(1, 2)
	first := s.gammaOf(of(constant.Int(max(n, 1))))
	for k := range min(n, mostPoleTerms) {
		if k > 0 {
			c.Mul(c, big.NewRat(-1, k))
			c.Mul(c, big.NewRat(1, n-k))
		}
		out = s.add(out, s.scale(s.times(first, s.rat(new(big.Rat).Set(c))), s.powRat(half, big.NewRat(2*k-n, 1))))
	}
	// Terms of the pole fall by u² each: what is left out is of the size of the first of them.
	if n > mostPoleTerms { // what is left is of this size, for the terms with the logarithm are of that of (u/2)ⁿ
		m := s.Lead(s.powRat(half, big.NewRat(2*mostPoleTerms-n, 1))).M
		return s.add(out, Series{Rem: &m})
	}
	sign := int64(1) // (−1)^n
	if n%2 == 1 {
		sign = -1
	}
	// Σ (ψ(k+1) + ψ(n+k+1)) (u²/4)^k/(k!(n+k)!), with ψ(m+1) = H_m − γ
	minus2gamma := s.times(s.Int(-2), of(constant.Euler()))
	regular := s.compose(func(terms int) []Complex {
		f := s.over(s.Int(1), s.rat(new(big.Rat).SetInt(new(big.Int).MulRange(1, n))))
		h := new(big.Rat) // H_k + H_{n+k}
		for i := int64(1); i <= n; i++ {
			h.Add(h, big.NewRat(1, i))
		}
		var a []Complex
		for k := int64(0); k < int64(terms); k++ {
			if k > 0 {
				f = s.over(f, s.Int(k*(n+k)))
				h.Add(h, big.NewRat(1, k))
				h.Add(h, big.NewRat(1, n+k))
			}
			a = append(a, s.times(f, s.plus(s.rat(new(big.Rat).Set(h)), minus2gamma)))
		}
		return a
	}, square, nil, 0)
	if n > 0 {
		regular = s.mul(s.power(half, nu), regular)
	}
	out = s.add(out, s.scale(s.frac(sign, 2), regular))
	logs := s.mul(s.log(half), s.besselSmall(formula.OpBesselI, nu, u))
	return s.add(out, s.scale(s.Int(-sign), logs))
}

// mostPoleTerms bounds the terms of the pole of K.
const mostPoleTerms = 128

// besselLarge is the expansion as u → ∞ with a_k = Π_{j≤k} (4ν²−(2j−1)²)/(k! 8^k):
// K = √(π/2u) e^−u Σ a_k/u^k, I = e^u/√(2πu) Σ (−1)^k a_k/u^k, and
// J = (H + H̄)/2, H = √(2/πu) e^(i(u−νπ/2−π/4)) Σ (i/u)^k a_k (DLMF 10.17.5, 10.40.1, 10.40.2).
// Poincaré expansions for |arg u| < π/2 − δ at least, so that remainders may be differentiated. For half an odd integer a_k = 0 from
// k = |ν| + ½ on, and the expansion is exact; I has then the part with e^(−u) too (DLMF 10.49), which for other orders is
// smaller than the remainder of the part with e^u. J is made of both Hankel functions, whose remainders have their exponentials.
// The remainder after n terms is O(u^(−n)) times the exponential, in a sector about the positive
// axis (DLMF 10.17(iii), 10.40(iii)), and its derivatives likewise, by Cauchy's estimate on discs
// of radius proportional to |u|.
func (s *Arith) besselLarge(op formula.Op, nu constant.Exponent, u Series) Series {
	order := of(nu.Value())
	mu := s.times(s.Int(4), s.times(order, order))
	inv := s.powRat(u, big.NewRat(-1, 1))
	twice, halves := nu.Times(2).Int()
	halves, size := halves && twice%2 != 0, max(twice, -twice)
	sum := func(f Complex) Series { // Σ a_k (f/u)^k
		finite := 0
		if halves && size < 2*maxSteps {
			finite = int((size + 1) / 2) // a_k = 0 from here on
		}
		return s.compose(func(n int) []Complex {
			a := []Complex{s.Int(1)}
			for k := int64(1); k < int64(n); k++ {
				q := s.minus(mu, s.Int((2*k-1)*(2*k-1)))
				a = append(a, s.times(s.times(a[k-1], f), s.times(q, s.frac(1, 8*k))))
			}
			return a
		}, inv, nil, finite)
	}
	root := s.powRat(inv, big.NewRat(1, 2))
	pi := s.number(formula.OpPi)
	amp := func(c Complex) Series { return s.scale(s.fn(formula.OpSqrt, c), root) }
	switch op {
	case formula.OpBesselK:
		return s.mul(amp(s.times(s.frac(1, 2), pi)), s.mul(s.exp(s.neg(u)), sum(s.Int(1))))
	case formula.OpBesselI:
		e := s.mul(s.exp(u), sum(s.Int(-1)))
		if halves { // what decays is part of the finite form (DLMF 10.49.9)
			d := s.mul(s.exp(s.neg(u)), sum(s.Int(1)))
			if (size/2%2 == 0) == (nu.Sign() > 0) {
				d = s.neg(d)
			}
			e = s.add(e, d)
		}
		return s.mul(amp(s.over(s.frac(1, 2), pi)), e)
	}
	i := s.imaginary()
	phase := s.plus(s.times(order, s.frac(1, 2)), s.frac(1, 4))
	chi := s.scale(i, s.sub(u, s.constant(s.times(phase, pi))))
	h := s.mul(s.exp(chi), sum(i))
	hbar := s.mul(s.exp(s.neg(chi)), sum(s.fn(formula.OpNeg, i)))
	return s.mul(amp(s.over(s.frac(1, 2), pi)), s.add(h, hbar))
}
