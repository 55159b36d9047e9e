package series

import (
	"math/big"

	"krein/internal/kernel/constant"
	"krein/internal/kernel/fail"
	"krein/internal/kernel/formula"
)

// taylor returns the first n Taylor coefficients of the function op at c, at which it must be analytic: from its
// derivatives in turn, if they come again and again, else by integrating that of its derivative.
// It is asked at points at which op is analytic: the callers exclude 0 for log, ±1 for asin and acos.
func (s *Arith) taylor(op formula.Op, c Complex, n int) []Complex {
	turns := []Complex{s.fn(op, c)} // the derivatives, those of order len(turns) and more as before
	minus := func(a Complex) Complex { return s.fn(formula.OpNeg, a) }
	switch op {
	case formula.OpExp:
	case formula.OpSinh:
		turns = append(turns, s.fn(formula.OpCosh, c))
	case formula.OpCosh:
		turns = append(turns, s.fn(formula.OpSinh, c))
	case formula.OpSin:
		turns = append(turns, s.fn(formula.OpCos, c), minus(turns[0]), minus(s.fn(formula.OpCos, c)))
	case formula.OpCos:
		turns = append(turns, minus(s.fn(formula.OpSin, c)), minus(turns[0]), s.fn(formula.OpSin, c))
	default:
		return s.integral(op, c, n)
	}
	a, f := make([]Complex, 0, n), s.Int(1)
	for k := range n {
		if k > 0 {
			f = s.over(f, s.Int(int64(k)))
		}
		a = append(a, s.times(turns[k%len(turns)], f))
	}
	return a
}

// integral is taylor by f(c + h) = f(c) + ∫ f′(c + h) dh.
// The Taylor coefficients of f′ at c, by the same arithmetic; a remainder that is too large, or a term that is no whole power, says
// that they are not known.
func (s *Arith) integral(op formula.Op, c Complex, n int) []Complex {
	a := make([]Complex, n)
	a[0] = s.fn(op, c)
	if n == 1 {
		return a
	}
	slope, ok := formula.Derivative(formula.Apply(op, formula.Variable()))
	if !ok {
		panic(fail.Because("derivatives of %s have no exact form here", op))
	}
	at := newArith(s.meter, int64(n-1), false)
	at.co, at.work = s.co, s.work
	u := Must(formula.Eval(slope, at.variable(s.real(c), constant.Int(1)), at))
	s.work = at.work
	if u.Rem != nil && u.Rem.E.CmpHalf(2*int64(n-1)) < 0 {
		panic(fail.Order("the derivative of %s is known only up to order %v", op, u.Rem.E))
	}
	for _, t := range u.Terms {
		k, whole := t.M.E.Int()
		switch {
		case !whole || k < 0 || t.M.L != 0 || t.M.Key != 0:
			panic(fail.Because("%s is not analytic at %v", op, c.Re))
		case k < int64(n-1):
			a[k+1] = s.over(t.C, s.Int(k+1))
		}
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
// The recurrence is the differential equation at x = c + h, coefficient by coefficient, from y(c) and y′(c) = (ν/c) y ∓ y_{ν+1}
// (DLMF 10.6.2, 10.29.2). The signs: J +, I and K −, and y_{ν+1} enters with − for J and K, + for I.
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
