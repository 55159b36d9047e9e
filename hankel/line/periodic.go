package line

import (
	"math"
	"math/big"

	"krein/ball"
	"krein/hankel/closed"
	"krein/kernel"
	"krein/kernel/formula"
)

// addSeries adds the Fourier series of a function that is analytic and periodic on the line, and even or odd there as
// the side is; ok is false if it is not seen to be. With |f| ≤ M for |Im wz| ≤ τ, f(z) = Σ c_n e^{inwz} has |c_n| ≤ M
// e^{−|n|τ}, and the mean of f(z) e^{−inwz} over N points is c_n up to Σ_{k≠0} |c_{n+kN}| ≤ 2M
// e^{−(N−|n|)τ}/(1−e^{−Nτ}).
func (s *side) addSeries(k *kernel.Kernel, e *formula.Expr, prec uint) (ok bool, err error) {
	w, ok := frequency(e)
	if !ok || formula.Parity(e) != map[bool]int{false: 1, true: -1}[s.odd] {
		return false, nil
	}
	f := kernel.NewNatural(e).Metered(k.Meter())
	var step, v ball.Real // half a period is π/w
	w.Ball(&v, prec)
	step.Pi(prec)
	step.Quo(&step, &v, prec)
	tau, m := strip(f, &step, prec)
	if tau == 0 {
		return false, nil
	}
	n := 16
	for n < mostPoints && float64(n)/2*tau < float64(prec)*math.Ln2+float64(m.Exponent()) {
		n *= 2
	}
	return s.coefficients(f, w, &step, tau, m, n, prec), nil
}

// coefficients adds the coefficients of f for |i| < n from its values at jπ/(wn), j = 0 … n; half is π/w.
func (s *side) coefficients(f *kernel.Kernel, w closed.Num, half *ball.Real, tau float64, m ball.Mag, n int,
	prec uint) bool {
	var z, v, c ball.Real
	// N = 2n points, of which the others are mirror images
	values := make([]ball.Real, n+1)
	for j := range values {
		z.MulInt64(half, int64(j), prec)
		z.QuoInt64(&z, int64(n), prec)
		f.BallAt(&values[j], &z, prec+20)
		if !values[j].IsFinite() {
			return false
		}
	}
	decay := func(n int) ball.Mag { // e^{−nτ}
		var t ball.Real
		t.Exp(ball.NewReal(-float64(n)*tau), 64)
		return t.MagUpper()
	}
	around := m.Mul2Exp(2) // 2M/(1−e^{−Nτ}), Nτ > 1
	turns := make([]ball.Real, 2*n)
	for j := range turns {
		v.SetRat(big.NewRat(int64(j), int64(n)), prec)
		c.Pi(prec)
		c.Mul(&c, &v, prec)
		if s.odd {
			turns[j].Sin(&c, prec)
		} else {
			turns[j].Cos(&c, prec)
		}
	}
	last := 0
	for i := 0; i < n; i++ {
		if i > 0 && m.Mul(decay(i)).Cmp(m.Mul2Exp(-int64(prec)+10)) < 0 {
			break
		}
		// (1/2n) Σ_{0≤j<2n} f(z_j) cos(πij/n): the ends once, the others twice; of sines c_i = −i times the mean
		c.SetInt64(0)
		for j := range values {
			v.Mul(&values[j], &turns[i*j%(2*n)], prec)
			if j == 0 || j == n {
				v.Mul2Exp(&v, -1)
			}
			c.Add(&c, &v, prec)
		}
		c.QuoInt64(&c, int64(n), prec)
		if s.odd {
			c.Neg(&c)
		}
		c.AddRad(termAlias.LeftOut(around.Mul(decay(2*n - i))))
		a := atom{omega: w.Mul(closed.IntNum(int64(i)))}
		a.weight.Set(&c)
		s.atoms = append(s.atoms, a)
		last = i
	}
	// Σ_{|i|>last} M e^{−|i|τ}
	var t ball.Real
	t.Expm1(ball.NewReal(-tau), 64)
	s.lost = s.lost.Add(termSeries.LeftOut(m.Mul2Exp(1).Mul(decay(last + 1)).Quo(t.MagLower())))
	return true
}

// mostPoints bounds the points of the trapezoidal rule.
const mostPoints = 1 << 11

// frequency returns w > 0 such that z occurs only in sines, cosines of multiples of wz, which have no common divisor.
func frequency(e *formula.Expr) (w closed.Num, ok bool) {
	var first closed.Num
	common := new(big.Rat) // of multiples of first
	var visit func(e *formula.Expr) bool
	visit = func(e *formula.Expr) bool {
		switch {
		case !e.Varies():
			return true
		case e.Op() == formula.OpVar:
			return false
		case e.Op() == formula.OpCall:
			return visit(e.Body())
		case e.Op() != formula.OpSin && e.Op() != formula.OpCos:
			for _, a := range e.Args() {
				if !visit(a) {
					return false
				}
			}
			return true
		}
		sum, ok := closed.Normalise(e.Args()[0])
		if !ok {
			return visit(e.Args()[0])
		}
		c, ok := sum.Quadratic()
		if !ok || !c[2].IsZero() || c[1].Sign() == 0 || !c[1].Exact() {
			return visit(e.Args()[0])
		}
		if common.Sign() == 0 {
			first = c[1]
			common.SetInt64(1)
			return true
		}
		r, ok := c[1].Mul(first.Inv()).Rat()
		if !ok {
			return false
		}
		// the greatest common divisor of a/b and c/d is gcd(ad, cb)/bd
		x := new(big.Int).Mul(common.Num(), r.Denom())
		y := new(big.Int).Mul(new(big.Int).Abs(r.Num()), common.Denom())
		common.SetFrac(new(big.Int).GCD(nil, nil, x, y), new(big.Int).Mul(common.Denom(), r.Denom()))
		return common.Num().BitLen() < 64 && common.Denom().BitLen() < 64
	}
	if !visit(e) || common.Sign() == 0 {
		return w, false
	}
	if w = first.Mul(closed.RatNum(common)); w.Sign() < 0 {
		w = w.Neg()
	}
	return w, w.Sign() > 0
}

// strip returns a τ > 0 such that f is analytic for |Im wz| ≤ τ, and a bound of |f| there; half is π/w. By symmetry
// boxes over [0, π/w] and above the line are enough. τ is 0 if there is none.
func strip(f *kernel.Kernel, half *ball.Real, prec uint) (tau float64, most ball.Mag) {
	const columns, rows = 32, 8
	best := 0.0
	for _, t := range []float64{2, 1, 0.5, 0.25, 0.125} {
		m := ball.Mag{}
	boxes:
		for i := range columns {
			for j := range rows {
				var re, im, h ball.Real
				h.MulInt64(half, int64(2*i+1), prec)
				re.QuoInt64(&h, 2*columns, prec)
				h.QuoInt64(half, 2*columns, prec)
				re.AddRad(h.MagUpper())
				// wz has the imaginary part t(2j+1)/2rows ± t/2rows, and w = π/half
				h.Quo(half, im.Pi(prec), prec)
				h.Mul(&h, ball.NewReal(t/(2*rows)), prec)
				im.MulInt64(&h, int64(2*j+1), prec)
				im.AddRad(h.MagUpper())
				var v ball.Complex
				f.ComplexAt(&v, new(ball.Complex).SetParts(&re, &im), 64)
				if m = m.Max(v.MagUpper()); m.IsInf() {
					break boxes
				}
			}
		}
		// the number of points that it takes is about (bits + log₂ M)/τ
		if gain := t / (float64(prec) + float64(max(m.Exponent(), 0))); !m.IsInf() && gain > best {
			best, tau, most = gain, t, m
		}
	}
	return tau, most
}
