package series

import (
	"math/big"

	"krein/kernel/formula"
	"krein/kernel/internal/fail"
)

// Bessel applies a Bessel function of constant rational order.
func (s *Arith[C]) Bessel(op formula.Op, nu, u Series[C]) (w Series[C], err error) {
	defer fail.Catch(&err)
	c := s.Int(0)
	if !nu.IsZero() {
		var is bool
		if c, is = nu.constantTerm(); !is {
			return w, fail.Because("the order of %s is not constant", op)
		}
	}
	order, is := s.Co.Rational(c)
	if !is {
		return w, fail.Because("the order of %s is not known to be rational", op)
	}
	return s.bessel(op, order, u), nil
}

func (s *Arith[C]) bessel(op formula.Op, nu *big.Rat, u Series[C]) Series[C] {
	grow, c, w := s.split(u)
	s.essential(op, grow)
	if op == formula.OpBesselK {
		nu = new(big.Rat).Abs(nu)
	}
	if op != formula.OpBesselK && nu.IsInt() && nu.Sign() < 0 { // DLMF 10.4.1, 10.27.1
		v := s.bessel(op, new(big.Rat).Neg(nu), u)
		if op == formula.OpBesselJ && nu.Num().Bit(0) == 1 {
			v = s.neg(v)
		}
		return v
	}
	if u.IsZero() {
		return s.besselZero(op, nu)
	}
	if s.LeadSign(u) < 0 {
		if op == formula.OpBesselK || !nu.IsInt() {
			panic(fail.Because("%s of a negative number", op))
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
		order := s.Co.Rat(nu)
		return s.compose(func(n int) []C { return s.besselTaylor(op, order, c, n) }, w, nil, 0)
	case op == formula.OpBesselK:
		return s.besselKSmall(nu, u)
	}
	return s.besselSmall(op, nu, u)
}

// besselZero is the value at 0.
func (s *Arith[C]) besselZero(op formula.Op, nu *big.Rat) Series[C] {
	switch {
	case op == formula.OpBesselK || nu.Sign() < 0:
		panic(fail.Because("%s is infinite at 0", op))
	case nu.Sign() == 0:
		return s.integer(1)
	}
	return Series[C]{}
}

// gammaOf is Γ(r) for a rational r other than 0, −1, −2, …
func (s *Arith[C]) gammaOf(r *big.Rat) C { return s.fn(formula.OpGamma, s.Co.Rat(r)) }

func ratPlus(r *big.Rat, n int64) *big.Rat { return new(big.Rat).Add(r, new(big.Rat).SetInt64(n)) }

// halves returns u/2 and u²/4.
func (s *Arith[C]) halves(u Series[C]) (half, square Series[C]) {
	half = s.scale(s.frac(1, 2), u)
	return half, s.mul(half, half)
}

// hyp0F1 is Σ x^k/(k! (ν+1)_k).
func (s *Arith[C]) hyp0F1(nu *big.Rat, x Series[C]) Series[C] {
	return s.compose(func(n int) []C {
		a := []C{s.Int(1)}
		for k := int64(1); k < int64(n); k++ {
			d := ratPlus(nu, k)
			a = append(a, s.over(a[k-1], s.Co.Rat(d.Mul(d, big.NewRat(k, 1)))))
		}
		return a
	}, x, nil, 0)
}

// besselSmall is (u/2)^ν/Γ(ν+1) Σ (∓u²/4)^k/(k! (ν+1)_k) (DLMF 10.2.2, 10.25.2).
func (s *Arith[C]) besselSmall(op formula.Op, nu *big.Rat, u Series[C]) Series[C] {
	half, square := s.halves(u)
	if op == formula.OpBesselJ {
		square = s.neg(square)
	}
	sum := s.hyp0F1(nu, square)
	if nu.Sign() == 0 {
		return sum
	}
	p := s.scale(s.over(s.Int(1), s.gammaOf(ratPlus(nu, 1))), s.powRat(half, nu))
	return s.mul(p, sum)
}

// besselKSmall is K_ν(u) as u ↓ 0: π/2 (I_{−ν} − I_ν)/sin νπ, where
// π/(2 sin νπ) Γ-factors are Γ(ν)/2 and Γ(−ν)/2 (DLMF 10.27.4), and for integer
// ν the logarithmic series (DLMF 10.31.1).
func (s *Arith[C]) besselKSmall(nu *big.Rat, u Series[C]) Series[C] {
	half, square := s.halves(u)
	if !nu.IsInt() {
		side := func(nu *big.Rat) Series[C] { // Γ(−ν)/2 (u/2)^ν Σ (u²/4)^k/(k!(ν+1)_k)
			sum := s.hyp0F1(nu, square)
			g := s.times(s.frac(1, 2), s.gammaOf(new(big.Rat).Neg(nu)))
			return s.scale(g, s.mul(s.powRat(half, nu), sum))
		}
		return s.add(side(nu), side(new(big.Rat).Neg(nu)))
	}
	if nu.Num().BitLen() > 7 {
		panic(fail.Because("besselk of the large order %s near 0", nu.RatString()))
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
	minus2gamma := s.times(s.Int(-2), s.Co.Euler())
	regular := s.compose(func(terms int) []C {
		f := s.over(s.Int(1), s.Co.Rat(new(big.Rat).SetInt(new(big.Int).MulRange(1, n))))
		h := ratPlus(harmonic(n), 0)
		var a []C
		for k := int64(0); k < int64(terms); k++ {
			if k > 0 {
				f = s.over(f, s.Int(k*(n+k)))
				h.Add(h, big.NewRat(1, k))
				h.Add(h, big.NewRat(1, n+k))
			}
			a = append(a, s.times(f, s.plus(s.Co.Rat(ratPlus(h, 0)), minus2gamma)))
		}
		return a
	}, square, nil, 0)
	if n > 0 {
		regular = s.mul(s.powRat(half, nu), regular)
	}
	out := s.scale(s.frac(sign, 2), regular)
	logs := s.mul(s.log(half), s.besselSmall(formula.OpBesselI, nu, u))
	out = s.add(out, s.scale(s.Int(-sign), logs))
	// ½ Σ_{k<n} (n−k−1)!/k! (−1)^k (u/2)^(2k−n)
	for k := range n {
		c := new(big.Rat).SetFrac(new(big.Int).MulRange(1, n-k-1), new(big.Int).MulRange(1, k))
		c.Mul(c, big.NewRat(1-2*(k%2), 2))
		out = s.add(out, s.scale(s.Co.Rat(c), s.powRat(half, big.NewRat(2*k-n, 1))))
	}
	return out
}

// besselLarge is the expansion as u → ∞ with a_k = Π_{j≤k} (4ν²−(2j−1)²)/(k! 8^k):
// K = √(π/2u) e^−u Σ a_k/u^k, I = e^u/√(2πu) Σ (−1)^k a_k/u^k, and
// J = (H + H̄)/2, H = √(2/πu) e^(i(u−νπ/2−π/4)) Σ (i/u)^k a_k (DLMF 10.17.5, 10.40.1, 10.40.2).
func (s *Arith[C]) besselLarge(op formula.Op, nu *big.Rat, u Series[C]) Series[C] {
	mu := new(big.Rat).Mul(nu, nu)
	mu.Mul(mu, big.NewRat(4, 1))
	inv := s.powRat(u, big.NewRat(-1, 1))
	sum := func(f C) Series[C] { // Σ a_k (f/u)^k
		finite := 0
		if nu.Denom().Cmp(big.NewInt(2)) == 0 && nu.Num().IsInt64() && nu.Num().Int64() < 2*maxSteps && nu.Num().Int64() > -2*maxSteps {
			finite = int((abs64(nu.Num().Int64()) + 1) / 2) // a_k = 0 from here on
		}
		return s.compose(func(n int) []C {
			a := []C{s.Int(1)}
			for k := int64(1); k < int64(n); k++ {
				q := ratPlus(mu, -(2*k-1)*(2*k-1))
				a = append(a, s.times(s.times(a[k-1], f), s.Co.Rat(q.Mul(q, big.NewRat(1, 8*k)))))
			}
			return a
		}, inv, nil, finite)
	}
	root := s.powRat(inv, big.NewRat(1, 2))
	pi := s.Co.Const(formula.OpPi)
	amp := func(c C) Series[C] { return s.scale(s.fn(formula.OpSqrt, c), root) }
	switch op {
	case formula.OpBesselK:
		return s.mul(amp(s.times(s.frac(1, 2), pi)), s.mul(s.exp(s.neg(u)), sum(s.Int(1))))
	case formula.OpBesselI:
		e := s.mul(s.exp(u), sum(s.Int(-1)))
		if nu.Denom().Cmp(big.NewInt(2)) == 0 { // what decays is part of the finite form (DLMF 10.49.9)
			d := s.mul(s.exp(s.neg(u)), sum(s.Int(1)))
			if n := abs64(nu.Num().Int64()); (n/2%2 == 0) == (nu.Sign() > 0) {
				d = s.neg(d)
			}
			e = s.add(e, d)
		}
		return s.mul(amp(s.over(s.frac(1, 2), pi)), e)
	}
	i, has := s.Co.Imag()
	if !has {
		panic(fail.Because("%s of a growing quantity", op))
	}
	phase := new(big.Rat).Mul(nu, big.NewRat(1, 2))
	phase.Add(phase, big.NewRat(1, 4))
	chi := s.scale(i, s.sub(u, s.constant(s.times(s.Co.Rat(phase), pi))))
	h := s.mul(s.exp(chi), sum(i))
	hbar := s.mul(s.exp(s.neg(chi)), sum(s.fn(formula.OpNeg, i)))
	return s.mul(amp(s.over(s.frac(1, 2), pi)), s.add(h, hbar))
}

func abs64(n int64) int64 {
	if n < 0 {
		return -n
	}
	return n
}
