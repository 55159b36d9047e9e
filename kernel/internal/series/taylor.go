package series

import (
	"math/big"

	"krein/kernel/formula"
	"krein/kernel/internal/fail"
)

// taylor returns the first n Taylor coefficients of the function op at c, at which
// it must be analytic. They come from the value (or the first two) at c and the
// differential equation of the function, so that any coefficients will do.
func (s *Arith) taylor(op formula.Op, c Complex, n int) []Complex { // one function: a case for each function.
	a := make([]Complex, 0, n)
	switch op {
	case formula.OpExp:
		a = append(a, s.fn(formula.OpExp, c))
		for k := 1; k < n; k++ {
			a = append(a, s.over(a[k-1], s.Int(int64(k))))
		}
	case formula.OpSin, formula.OpCos, formula.OpSinh, formula.OpCosh:
		other := map[formula.Op]formula.Op{formula.OpSin: formula.OpCos, formula.OpCos: formula.OpSin, formula.OpSinh: formula.OpCosh, formula.OpCosh: formula.OpSinh}[op]
		v := [2]Complex{s.fn(op, c), s.fn(other, c)}
		f := s.Int(1)
		for k := range n {
			if k > 0 {
				f = s.over(f, s.Int(int64(k)))
			}
			if t := s.times(v[k%2], f); circularSign(op, k) < 0 {
				a = append(a, s.fn(formula.OpNeg, t))
			} else {
				a = append(a, t)
			}
		}
	case formula.OpLog: // log c + Σ (−1)^(k+1) (h/c)^k/k
		a = append(a, s.fn(formula.OpLog, c))
		p := s.Int(-1)
		inv := s.over(s.Int(-1), c)
		for k := 1; k < n; k++ {
			p = s.times(p, inv)
			a = append(a, s.over(p, s.Int(int64(k))))
		}
	case formula.OpTanh: // y′ = 1 − y²
		a = append(a, s.fn(op, c))
		for k := 0; k+1 < n; k++ {
			sq := s.Int(0)
			for j := 0; j <= k; j++ {
				sq = s.plus(sq, s.times(a[j], a[k-j]))
			}
			d := s.fn(formula.OpNeg, sq)
			if k == 0 {
				d = s.plus(s.Int(1), d)
			}
			a = append(a, s.over(d, s.Int(int64(k+1))))
		}
	case formula.OpAtan: // (1 + x²) y′ = 1
		q := s.plus(s.Int(1), s.times(c, c))
		d := []Complex{s.over(s.Int(1), q)}
		for k := 1; k < n; k++ {
			t := s.times(s.times(s.Int(2), c), d[k-1])
			if k > 1 {
				t = s.plus(t, d[k-2])
			}
			d = append(d, s.fn(formula.OpNeg, s.over(t, q)))
		}
		a = s.integrate(s.fn(op, c), d, n)
	case formula.OpAsin, formula.OpAcos: // (1 − x²) y″ = x y′
		q := s.minus(s.Int(1), s.times(c, c))
		d := []Complex{s.over(s.Int(1), s.fn(formula.OpSqrt, q))}
		for k := 0; k+1 < n; k++ {
			t := s.times(s.times(s.Int(int64(2*k+1)), c), d[k])
			if k > 0 {
				t = s.plus(t, s.times(s.Int(int64(k)), d[k-1]))
			}
			d = append(d, s.over(t, s.times(s.Int(int64(k+1)), q)))
		}
		a = s.integrate(s.fn(formula.OpAsin, c), d, n)
		if op == formula.OpAcos {
			for k := range a {
				a[k] = s.fn(formula.OpNeg, a[k])
			}
			a[0] = s.fn(formula.OpAcos, c)
		}
	case formula.OpErf, formula.OpErfc: // y″ = −2x y′, y′ = ±2/√π exp(−x²)
		lead := s.over(s.Int(2), s.fn(formula.OpSqrt, s.number(formula.OpPi)))
		d := []Complex{s.times(lead, s.fn(formula.OpExp, s.fn(formula.OpNeg, s.times(c, c))))}
		if op == formula.OpErfc {
			d[0] = s.fn(formula.OpNeg, d[0])
		}
		for k := 0; k+1 < n; k++ {
			t := s.times(c, d[k])
			if k > 0 {
				t = s.plus(t, d[k-1])
			}
			d = append(d, s.over(s.times(s.Int(-2), t), s.Int(int64(k+1))))
		}
		a = s.integrate(s.fn(op, c), d, n)
	case formula.OpGamma:
		if n > 1 {
			panic(fail.Because("derivatives of gamma have no exact form here"))
		}
		a = append(a, s.fn(op, c))
	default:
		panic(fail.Because("no Taylor series of %s", op))
	}
	return a
}

// circularSign is the sign of the k-th derivative of sin, cos, sinh and cosh
// relative to the function that is left.
func circularSign(op formula.Op, k int) int {
	if op == formula.OpSin && k%4 >= 2 || op == formula.OpCos && (k%4 == 1 || k%4 == 2) {
		return -1
	}
	return 1
}

// integrate returns y + ∫ Σ d_k h^k to n coefficients.
func (s *Arith) integrate(y Complex, d []Complex, n int) []Complex {
	a := []Complex{y}
	for k := 1; k < n; k++ {
		a = append(a, s.over(d[k-1], s.Int(int64(k))))
	}
	return a
}

// binomial returns the first n coefficients of (1+w)^p.
func (s *Arith) binomial(p *big.Rat, n int) []Complex {
	a := []Complex{s.Int(1)}
	for k := 1; k < n; k++ {
		f := new(big.Rat).Sub(p, new(big.Rat).SetInt64(int64(k-1)))
		f.Quo(f, new(big.Rat).SetInt64(int64(k)))
		a = append(a, s.times(a[k-1], s.rat(f)))
	}
	return a
}

func (s *Arith) besselAt(op formula.Op, nu, x Complex) Complex {
	return of(Must(s.co.Bessel(op, nu.Re, s.real(x))))
}

// besselTaylor returns the first n Taylor coefficients at c > 0 from
// x² y″ + x y′ ± x² y − ν² y = 0 (DLMF 10.2.1 and 10.25.1).
func (s *Arith) besselTaylor(op formula.Op, nu, c Complex, n int) []Complex {
	y := s.besselAt(op, nu, c)
	next := s.besselAt(op, s.plus(nu, s.Int(1)), c)
	if op != formula.OpBesselI {
		next = s.fn(formula.OpNeg, next)
	}
	sign := s.Int(1)
	if op != formula.OpBesselJ {
		sign = s.Int(-1)
	}
	a := []Complex{y, s.plus(s.times(s.over(nu, c), y), next)}
	c2, nu2 := s.times(c, c), s.times(nu, nu)
	for k := 0; len(a) < n; k++ {
		kk := int64(k)
		// c²(k+2)(k+1) a_{k+2} = −c(k+1)(2k+1) a_{k+1} + (ν² − k² ∓ c²) a_k ∓ 2c a_{k−1} ∓ a_{k−2}
		t := s.times(s.minus(s.minus(nu2, s.Int(kk*kk)), s.times(sign, c2)), a[k])
		t = s.minus(t, s.times(s.times(s.Int((kk+1)*(2*kk+1)), c), a[k+1]))
		if k >= 1 {
			t = s.minus(t, s.times(s.times(s.times(s.Int(2), sign), c), a[k-1]))
		}
		if k >= 2 {
			t = s.minus(t, s.times(sign, a[k-2]))
		}
		a = append(a, s.over(t, s.times(c2, s.Int((kk+1)*(kk+2)))))
	}
	return a[:n]
}
