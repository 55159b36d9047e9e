package kernel

import "math/big"

// Bessel applies a Bessel function of constant rational order.
func (s *seriesArith[C]) Bessel(op Op, nu, u series[C]) (w series[C], err error) {
	defer catchSeries(&err)
	c := s.int(0)
	if !nu.isZero() {
		var is bool
		if c, is = nu.constantTerm(); !is {
			return w, failSeries("the order of %s is not constant", op)
		}
	}
	order, is := s.co.rational(c)
	if !is {
		return w, failSeries("the order of %s is not known to be rational", op)
	}
	return s.bessel(op, order, u), nil
}

func (s *seriesArith[C]) bessel(op Op, nu *big.Rat, u series[C]) series[C] {
	grow, c, w := s.split(u)
	s.essential(op, grow)
	if op == OpBesselK {
		nu = new(big.Rat).Abs(nu)
	}
	if op != OpBesselK && nu.IsInt() && nu.Sign() < 0 { // DLMF 10.4.1, 10.27.1
		v := s.bessel(op, new(big.Rat).Neg(nu), u)
		if op == OpBesselJ && nu.Num().Bit(0) == 1 {
			v = s.neg(v)
		}
		return v
	}
	if u.isZero() {
		return s.besselZero(op, nu)
	}
	if s.leadSign(u) < 0 {
		if op == OpBesselK || !nu.IsInt() {
			panic(failSeries("%s of a negative number", op))
		}
		v := s.bessel(op, nu, s.neg(u)) // DLMF 10.11.1, 10.34.1
		if nu.Num().Bit(0) == 1 {
			v = s.neg(v)
		}
		return v
	}
	switch {
	case len(grow) > 0:
		return s.besselLarge(op, nu, u)
	case s.signOf(c) != 0:
		order := s.co.Rat(nu)
		return s.compose(func(n int) []C { return s.besselTaylor(op, order, c, n) }, w, nil, 0)
	case op == OpBesselK:
		return s.besselKSmall(nu, u)
	}
	return s.besselSmall(op, nu, u)
}

// besselZero is the value at 0.
func (s *seriesArith[C]) besselZero(op Op, nu *big.Rat) series[C] {
	switch {
	case op == OpBesselK || nu.Sign() < 0:
		panic(failSeries("%s is infinite at 0", op))
	case nu.Sign() == 0:
		return s.integer(1)
	}
	return series[C]{}
}

// gammaOf is Γ(r) for a rational r other than 0, −1, −2, …
func (s *seriesArith[C]) gammaOf(r *big.Rat) C { return s.fn(OpGamma, s.co.Rat(r)) }

func ratPlus(r *big.Rat, n int64) *big.Rat { return new(big.Rat).Add(r, new(big.Rat).SetInt64(n)) }

// halves returns u/2 and u²/4.
func (s *seriesArith[C]) halves(u series[C]) (half, square series[C]) {
	half = s.scale(s.frac(1, 2), u)
	return half, s.mul(half, half)
}

// hyp0F1 is Σ x^k/(k! (ν+1)_k).
func (s *seriesArith[C]) hyp0F1(nu *big.Rat, x series[C]) series[C] {
	return s.compose(func(n int) []C {
		a := []C{s.int(1)}
		for k := int64(1); k < int64(n); k++ {
			d := ratPlus(nu, k)
			a = append(a, s.over(a[k-1], s.co.Rat(d.Mul(d, big.NewRat(k, 1)))))
		}
		return a
	}, x, nil, 0)
}

// besselSmall is (u/2)^ν/Γ(ν+1) Σ (∓u²/4)^k/(k! (ν+1)_k) (DLMF 10.2.2, 10.25.2).
func (s *seriesArith[C]) besselSmall(op Op, nu *big.Rat, u series[C]) series[C] {
	half, square := s.halves(u)
	if op == OpBesselJ {
		square = s.neg(square)
	}
	sum := s.hyp0F1(nu, square)
	if nu.Sign() == 0 {
		return sum
	}
	p := s.scale(s.over(s.int(1), s.gammaOf(ratPlus(nu, 1))), s.powRat(half, nu))
	return s.mul(p, sum)
}

// besselKSmall is K_ν(u) as u ↓ 0: π/2 (I_{−ν} − I_ν)/sin νπ, where
// π/(2 sin νπ) Γ-factors are Γ(ν)/2 and Γ(−ν)/2 (DLMF 10.27.4), and for integer
// ν the logarithmic series (DLMF 10.31.1).
func (s *seriesArith[C]) besselKSmall(nu *big.Rat, u series[C]) series[C] {
	half, square := s.halves(u)
	if !nu.IsInt() {
		side := func(nu *big.Rat) series[C] { // Γ(−ν)/2 (u/2)^ν Σ (u²/4)^k/(k!(ν+1)_k)
			sum := s.hyp0F1(nu, square)
			g := s.times(s.frac(1, 2), s.gammaOf(new(big.Rat).Neg(nu)))
			return s.scale(g, s.mul(s.powRat(half, nu), sum))
		}
		return s.add(side(nu), side(new(big.Rat).Neg(nu)))
	}
	if nu.Num().BitLen() > 7 {
		panic(failSeries("besselk of the large order %s near 0", nu.RatString()))
	}
	n := nu.Num().Int64()
	sign := int64(1) // (−1)^n
	if n%2 == 1 {
		sign = -1
	}
	// Σ (ψ(k+1) + ψ(n+k+1)) (u²/4)^k/(k!(n+k)!), with ψ(m+1) = H_m − γ
	harmonic := func(m int64) *big.Rat {
		h := new(big.Rat)
		for i := int64(1); i <= m; i++ {
			h.Add(h, big.NewRat(1, i))
		}
		return h
	}
	minus2gamma := s.times(s.int(-2), s.co.euler())
	regular := s.compose(func(terms int) []C {
		f := s.over(s.int(1), s.co.Rat(new(big.Rat).SetInt(new(big.Int).MulRange(1, n))))
		h := ratPlus(harmonic(n), 0)
		var a []C
		for k := int64(0); k < int64(terms); k++ {
			if k > 0 {
				f = s.over(f, s.int(k*(n+k)))
				h.Add(h, big.NewRat(1, k))
				h.Add(h, big.NewRat(1, n+k))
			}
			a = append(a, s.times(f, s.plus(s.co.Rat(ratPlus(h, 0)), minus2gamma)))
		}
		return a
	}, square, nil, 0)
	if n > 0 {
		regular = s.mul(s.powRat(half, nu), regular)
	}
	out := s.scale(s.frac(sign, 2), regular)
	logs := s.mul(s.log(half), s.besselSmall(OpBesselI, nu, u))
	out = s.add(out, s.scale(s.int(-sign), logs))
	// ½ Σ_{k<n} (n−k−1)!/k! (−1)^k (u/2)^(2k−n)
	for k := range n {
		c := new(big.Rat).SetFrac(new(big.Int).MulRange(1, n-k-1), new(big.Int).MulRange(1, k))
		c.Mul(c, big.NewRat(1-2*(k%2), 2))
		out = s.add(out, s.scale(s.co.Rat(c), s.powRat(half, big.NewRat(2*k-n, 1))))
	}
	return out
}

// besselLarge is the expansion as u → ∞ with a_k = Π_{j≤k} (4ν²−(2j−1)²)/(k! 8^k):
// K = √(π/2u) e^−u Σ a_k/u^k, I = e^u/√(2πu) Σ (−1)^k a_k/u^k, and
// J = (H + H̄)/2, H = √(2/πu) e^(i(u−νπ/2−π/4)) Σ (i/u)^k a_k (DLMF 10.17.5, 10.40.1, 10.40.2).
func (s *seriesArith[C]) besselLarge(op Op, nu *big.Rat, u series[C]) series[C] {
	mu := new(big.Rat).Mul(nu, nu)
	mu.Mul(mu, big.NewRat(4, 1))
	inv := s.powRat(u, big.NewRat(-1, 1))
	sum := func(f C) series[C] { // Σ a_k (f/u)^k
		finite := 0
		if nu.Denom().Cmp(big.NewInt(2)) == 0 && nu.Num().IsInt64() && nu.Num().Int64() < 2*maxSteps && nu.Num().Int64() > -2*maxSteps {
			finite = int((abs64(nu.Num().Int64()) + 1) / 2) // a_k = 0 from here on
		}
		return s.compose(func(n int) []C {
			a := []C{s.int(1)}
			for k := int64(1); k < int64(n); k++ {
				q := ratPlus(mu, -(2*k-1)*(2*k-1))
				a = append(a, s.times(s.times(a[k-1], f), s.co.Rat(q.Mul(q, big.NewRat(1, 8*k)))))
			}
			return a
		}, inv, nil, finite)
	}
	root := s.powRat(inv, big.NewRat(1, 2))
	pi := s.co.Const(OpPi)
	amp := func(c C) series[C] { return s.scale(s.fn(OpSqrt, c), root) }
	switch op {
	case OpBesselK:
		return s.mul(amp(s.times(s.frac(1, 2), pi)), s.mul(s.exp(s.neg(u)), sum(s.int(1))))
	case OpBesselI:
		e := s.mul(s.exp(u), sum(s.int(-1)))
		if nu.Denom().Cmp(big.NewInt(2)) == 0 { // what decays is part of the finite form (DLMF 10.49.9)
			d := s.mul(s.exp(s.neg(u)), sum(s.int(1)))
			if n := abs64(nu.Num().Int64()); (n/2%2 == 0) == (nu.Sign() > 0) {
				d = s.neg(d)
			}
			e = s.add(e, d)
		}
		return s.mul(amp(s.over(s.frac(1, 2), pi)), e)
	}
	i, has := s.co.imag()
	if !has {
		panic(failSeries("%s of a growing quantity", op))
	}
	phase := new(big.Rat).Mul(nu, big.NewRat(1, 2))
	phase.Add(phase, big.NewRat(1, 4))
	chi := s.scale(i, s.sub(u, s.constant(s.times(s.co.Rat(phase), pi))))
	h := s.mul(s.exp(chi), sum(i))
	hbar := s.mul(s.exp(s.neg(chi)), sum(s.fn(OpNeg, i)))
	return s.mul(amp(s.over(s.frac(1, 2), pi)), s.add(h, hbar))
}

func abs64(n int64) int64 {
	if n < 0 {
		return -n
	}
	return n
}
