package kernel

import "math/big"

// taylor returns the first n Taylor coefficients of the function op at c, at which
// it must be analytic. They come from the value (or the first two) at c and the
// differential equation of the function, so that any coefficients will do.
func (s *seriesArith[C]) taylor(op Op, c C, n int) []C {
	a := make([]C, 0, n)
	switch op {
	case OpExp:
		a = append(a, s.fn(OpExp, c))
		for k := 1; k < n; k++ {
			a = append(a, s.over(a[k-1], s.int(int64(k))))
		}
	case OpSin, OpCos, OpSinh, OpCosh:
		other := map[Op]Op{OpSin: OpCos, OpCos: OpSin, OpSinh: OpCosh, OpCosh: OpSinh}[op]
		v := [2]C{s.fn(op, c), s.fn(other, c)}
		f := s.int(1)
		for k := range n {
			if k > 0 {
				f = s.over(f, s.int(int64(k)))
			}
			if t := s.times(v[k%2], f); circularSign(op, k) < 0 {
				a = append(a, s.fn(OpNeg, t))
			} else {
				a = append(a, t)
			}
		}
	case OpLog: // log c + Σ (−1)^(k+1) (h/c)^k/k
		a = append(a, s.fn(OpLog, c))
		p := s.int(-1)
		inv := s.over(s.int(-1), c)
		for k := 1; k < n; k++ {
			p = s.times(p, inv)
			a = append(a, s.over(p, s.int(int64(k))))
		}
	case OpTanh: // y′ = 1 − y²
		a = append(a, s.fn(op, c))
		for k := 0; k+1 < n; k++ {
			sq := s.int(0)
			for j := 0; j <= k; j++ {
				sq = s.plus(sq, s.times(a[j], a[k-j]))
			}
			d := s.fn(OpNeg, sq)
			if k == 0 {
				d = s.plus(s.int(1), d)
			}
			a = append(a, s.over(d, s.int(int64(k+1))))
		}
	case OpAtan: // (1 + x²) y′ = 1
		q := s.plus(s.int(1), s.times(c, c))
		d := []C{s.over(s.int(1), q)}
		for k := 1; k < n; k++ {
			t := s.times(s.times(s.int(2), c), d[k-1])
			if k > 1 {
				t = s.plus(t, d[k-2])
			}
			d = append(d, s.fn(OpNeg, s.over(t, q)))
		}
		a = s.integrate(s.fn(op, c), d, n)
	case OpAsin, OpAcos: // (1 − x²) y″ = x y′
		q := s.minus(s.int(1), s.times(c, c))
		d := []C{s.over(s.int(1), s.fn(OpSqrt, q))}
		for k := 0; k+1 < n; k++ {
			t := s.times(s.times(s.int(int64(2*k+1)), c), d[k])
			if k > 0 {
				t = s.plus(t, s.times(s.int(int64(k)), d[k-1]))
			}
			d = append(d, s.over(t, s.times(s.int(int64(k+1)), q)))
		}
		a = s.integrate(s.fn(OpAsin, c), d, n)
		if op == OpAcos {
			for k := range a {
				a[k] = s.fn(OpNeg, a[k])
			}
			a[0] = s.fn(OpAcos, c)
		}
	case OpErf, OpErfc: // y″ = −2x y′, y′ = ±2/√π exp(−x²)
		lead := s.over(s.int(2), s.fn(OpSqrt, s.co.Const(OpPi)))
		d := []C{s.times(lead, s.fn(OpExp, s.fn(OpNeg, s.times(c, c))))}
		if op == OpErfc {
			d[0] = s.fn(OpNeg, d[0])
		}
		for k := 0; k+1 < n; k++ {
			t := s.times(c, d[k])
			if k > 0 {
				t = s.plus(t, d[k-1])
			}
			d = append(d, s.over(s.times(s.int(-2), t), s.int(int64(k+1))))
		}
		a = s.integrate(s.fn(op, c), d, n)
	case OpGamma:
		g, err := s.co.gammaTaylor(c, n-1)
		ok(c, err)
		a = g
	default:
		panic(failSeries("no Taylor series of %s", op))
	}
	return a
}

// circularSign is the sign of the k-th derivative of sin, cos, sinh and cosh
// relative to the function that is left.
func circularSign(op Op, k int) int {
	if op == OpSin && k%4 >= 2 || op == OpCos && (k%4 == 1 || k%4 == 2) {
		return -1
	}
	return 1
}

// integrate returns y + ∫ Σ d_k h^k to n coefficients.
func (s *seriesArith[C]) integrate(y C, d []C, n int) []C {
	a := []C{y}
	for k := 1; k < n; k++ {
		a = append(a, s.over(d[k-1], s.int(int64(k))))
	}
	return a
}

// binomial returns the first n coefficients of (1+w)^p.
func (s *seriesArith[C]) binomial(p *big.Rat, n int) []C {
	a := []C{s.int(1)}
	for k := 1; k < n; k++ {
		f := new(big.Rat).Sub(p, new(big.Rat).SetInt64(int64(k-1)))
		f.Quo(f, new(big.Rat).SetInt64(int64(k)))
		a = append(a, s.times(a[k-1], s.co.Rat(f)))
	}
	return a
}

// besselTaylor returns the first n Taylor coefficients at c > 0 from
// x² y″ + x y′ ± x² y − ν² y = 0 (DLMF 10.2.1 and 10.25.1).
func (s *seriesArith[C]) besselTaylor(op Op, nu, c C, n int) []C {
	y := ok(s.co.Bessel(op, nu, c))
	next := ok(s.co.Bessel(op, s.plus(nu, s.int(1)), c))
	if op != OpBesselI {
		next = s.fn(OpNeg, next)
	}
	sign := s.int(1)
	if op != OpBesselJ {
		sign = s.int(-1)
	}
	a := []C{y, s.plus(s.times(s.over(nu, c), y), next)}
	c2, nu2 := s.times(c, c), s.times(nu, nu)
	for k := 0; len(a) < n; k++ {
		kk := int64(k)
		// c²(k+2)(k+1) a_{k+2} = −c(k+1)(2k+1) a_{k+1} + (ν² − k² ∓ c²) a_k ∓ 2c a_{k−1} ∓ a_{k−2}
		t := s.times(s.minus(s.minus(nu2, s.int(kk*kk)), s.times(sign, c2)), a[k])
		t = s.minus(t, s.times(s.times(s.int((kk+1)*(2*kk+1)), c), a[k+1]))
		if k >= 1 {
			t = s.minus(t, s.times(s.times(s.times(s.int(2), sign), c), a[k-1]))
		}
		if k >= 2 {
			t = s.minus(t, s.times(sign, a[k-2]))
		}
		a = append(a, s.over(t, s.times(c2, s.int((kk+1)*(kk+2)))))
	}
	return a[:n]
}
