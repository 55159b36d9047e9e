package line

import (
	"math"

	"krein/ball"
)

// order is the number of Taylor coefficients on a cell, and reach the radius of the circle in Cauchy's inequality in
// half widths: the remainder is at most the maximum on the circle times reach^{−order}/(1−1/reach).
const (
	order = 28
	reach = 8
)

// chart is an interval mid + half·y, |y| ≤ 1, of ω, or of v = 1/ω if inv.
type chart struct {
	inv       bool
	mid, half float64 // half is a power of 2
}

// omega returns the frequency at y.
func (c *chart) omega(y float64) float64 {
	x := c.mid + c.half*y
	if c.inv {
		return 1 / x
	}
	return x
}

// expand returns p dω = (Σ c_k y^k ± rest) dy on a chart, the parts that belong to the side: the real parts of the
// coefficients of an even side, the imaginary ones of an odd side.
func (s *side) expand(a *chart, prec uint) (c []ball.Real, rest ball.Mag) {
	c = make([]ball.Real, order)
	z := make([]ball.Complex, order)
	for i := range s.gauss {
		if a.inv {
			x := ball.NewReal(a.mid)
			x.Add(x, ball.NewReal(a.half), prec)
			rest = rest.Add(s.gauss[i].far(x.Inv(x, prec), 2, prec))
			continue
		}
		rest = rest.Add(s.gauss[i].expand(z, a, prec))
	}
	for i := range s.poles {
		rest = rest.Add(s.poles[i].expand(z, a, s.odd, prec))
	}
	e := int64(math.Ilogb(a.half))
	for k := range c {
		if s.odd {
			c[k].Mul2Exp(&z[k].Im, e)
		} else {
			c[k].Mul2Exp(&z[k].Re, e)
		}
	}
	return c, rest.Mul2Exp(e)
}

// cached is expand, computed once; for one goroutine at a time. The coefficients must not be changed.
func (s *side) cached(a *chart, prec uint) ([]ball.Real, ball.Mag) {
	x, ok := s.known[*a]
	if !ok {
		x.c, x.rest = s.expand(a, prec)
		s.known[*a] = x
	}
	return x.c, x.rest
}

// cauchy bounds what is left out of an expansion of a function that is at most m for |y| ≤ reach.
func cauchy(m ball.Mag) ball.Mag {
	return termTaylor.LeftOut(m.Mul(ball.MagPow2(-3 * order)).Mul(ball.MagFloat64(reach / (reach - 1.0))))
}

// expand adds the coefficients of the density to c.
func (g *gaussian) expand(c []ball.Complex, a *chart, prec uint) ball.Mag {
	// u = u0 + ihy, exp(u²/4b) = exp(u0²/4b) exp(a1 y + a2 y²)
	var u ball.Complex
	u.Set(&g.lambda) // a copy of the struct would share digits with it
	u.Im.Add(&u.Im, ball.NewReal(a.mid), prec)
	h := int64(math.Ilogb(a.half))
	var b4, t, a2 ball.Real
	var w, a1 ball.Complex
	b4.Mul2Exp(&g.b, 2)
	e := make([]ball.Complex, order)
	w.Sqr(&u, prec)
	w.QuoReal(&w, &b4, prec)
	e[0].Exp(&w, prec)
	a1.MulI(&u)
	a1.QuoReal(&a1, &b4, prec)
	a1.Mul2Exp(&a1, h+1)
	a2.Inv(&b4, prec)
	a2.Neg(&a2)
	a2.Mul2Exp(&a2, 2*h+1) // twice the coefficient
	for k := 0; k+1 < order; k++ {
		e[k+1].Mul(&e[k], &a1, prec)
		if k > 0 {
			w.MulReal(&e[k-1], &a2, prec)
			e[k+1].Add(&e[k+1], &w, prec)
		}
		e[k+1].QuoInt64(&e[k+1], int64(k+1), prec)
	}
	// Q(u0 + ihy) by Horner's rule, from the right
	n := len(g.q)
	q := make([]ball.Complex, n)
	for j := n - 1; j >= 0; j-- {
		for k := n - 1 - j; k >= 0; k-- { // q ← q·(u0 + ihy) + g.q[j]
			q[k].Mul(&q[k], &u, prec)
			if k > 0 {
				w.MulI(&q[k-1])
				w.Mul2Exp(&w, h)
				q[k].Add(&q[k], &w, prec)
			}
		}
		q[0].Add(&q[0], &g.q[j], prec)
	}
	for k := range order {
		for j := 0; j < n && j <= k; j++ {
			w.Mul(&q[j], &e[k-j], prec)
			c[k].Add(&c[k], &w, prec)
		}
	}
	// on |y| ≤ reach
	r := ball.MagPow2(h + 3)
	w.Set(&u)
	w.AddRad(r)
	w.Re.Sqr(&w.Re, prec)
	w.Im.Sqr(&w.Im, prec)
	t.Sub(&w.Re, &w.Im, prec)
	t.Quo(&t, &b4, prec)
	t.Exp(&t, prec)
	return cauchy(g.size(u.MagUpper().Add(r)).Mul(t.MagUpper()))
}

// size bounds |Q| on |u| ≤ r.
func (g *gaussian) size(r ball.Mag) (m ball.Mag) {
	for j := len(g.q) - 1; j >= 0; j-- {
		m = m.Mul(r).Add(g.q[j].MagUpper())
	}
	return m
}

// far bounds ω^n |p| for all ω ≥ w > 0. With |u| ≤ |λ| + ω and Re u² ≤ Re²λ − (ω−|Im λ|)² it is at most
// Σ |q_j| (|λ|+ω)^{j+n} exp((Re²λ − (ω−|Im λ|)²)/4b), which decreases from where (j+n)/ω ≤ (ω−|Im λ|)/2b.
func (g *gaussian) far(w *ball.Real, n int, prec uint) ball.Mag {
	var y, t, v, b2 ball.Real
	y.Abs(&g.lambda.Im, prec)
	y.Sub(w, &y, prec)
	b2.Mul2Exp(&g.b, 1)
	t.Quo(&y, &b2, prec)
	t.Mul(&t, w, prec)
	if y.Positive() != ball.True || ball.NewReal(float64(len(g.q)+n)).LessEq(&t) != ball.True {
		return ball.MagInf()
	}
	t.Sqr(&g.lambda.Re, prec)
	y.Sqr(&y, prec)
	t.Sub(&t, &y, prec)
	b2.Mul2Exp(&b2, 1)
	t.Quo(&t, &b2, prec)
	t.Exp(&t, prec)
	v.SetMag(g.lambda.MagUpper())
	v.Add(&v, w, prec)
	return termFar.LeftOut(g.size(v.MagUpper()).Mul(t.MagUpper()).Mul(v.MagUpper().Pow(uint64(n))))
}

// expand adds the coefficients of the density to c; of v = 1/ω those of
//
//	dω/dv p = c n!/2π v^{n−1} ((λv+i)^{−n−1} ± (λv−i)^{−n−1}),
//
// and of n = 0, where even terms and odd ones that add up to o(0+) = 0 lose what is singular at v = 0, c λ/2π
// (1/(1−iλv) ± 1/(1+iλv)).
func (p *pole) expand(c []ball.Complex, a *chart, odd bool, prec uint) (rest ball.Mag) {
	h := int64(math.Ilogb(a.half))
	mid := ball.NewReal(a.mid)
	for i := range 2 {
		var k, u, step ball.Complex
		power, m := 0, p.n+1
		k.Set(&p.c)
		switch {
		case !a.inv: // λ ± i(mid + hy)
			u.Set(&p.lambda)
			step.SetParts(new(ball.Real), ball.NewReal(1))
			if i == 1 {
				step.Neg(&step)
			}
			var t ball.Complex
			u.Add(&u, t.MulReal(&step, mid, prec), prec)
		case p.n > 0: // λ(mid + hy) ± i
			power = p.n - 1
			step.Set(&p.lambda)
			u.MulReal(&step, mid, prec)
			t := ball.NewReal(float64(1 - 2*i))
			u.Im.Add(&u.Im, t, prec)
		default: // 1 ∓ iλ(mid + hy)
			k.Mul(&k, &p.lambda, prec)
			step.MulI(&p.lambda)
			if i == 0 {
				step.Neg(&step)
			}
			u.MulReal(&step, mid, prec)
			u.AddInt64(&u, 1, prec)
		}
		if odd && i == 1 {
			k.Neg(&k)
		}
		step.Mul2Exp(&step, h)
		rest = rest.Add(addPower(c, &k, &u, &step, m, mid, h, power, prec))
	}
	return rest
}

// addPower adds to c the coefficients of k (mid + hy)^power (u + step·y)^{−m}, h = 2^e, and bounds what is left out.
func addPower(c []ball.Complex, k, u, step *ball.Complex, m int, mid *ball.Real, e int64, power int,
	prec uint) ball.Mag {
	low := u.MagLower().SubLower(step.MagUpper().Mul2Exp(3))
	if low.IsZero() {
		return ball.MagInf()
	}
	f := make([]ball.Complex, order)
	var r, w ball.Complex
	r.Quo(step, u, prec)
	f[0].PowInt64(u, int64(-m), prec)
	f[0].Mul(&f[0], k, prec)
	for j := 1; j < order; j++ {
		f[j].Mul(&f[j-1], &r, prec)
		f[j].MulInt64(&f[j], int64(-(m + j - 1)), prec)
		f[j].QuoInt64(&f[j], int64(j), prec)
	}
	for range power {
		for j := order - 1; j >= 0; j-- {
			f[j].MulReal(&f[j], mid, prec)
			if j > 0 {
				w.Mul2Exp(&f[j-1], e)
				f[j].Add(&f[j], &w, prec)
			}
		}
	}
	for j := range c {
		c[j].Add(&c[j], &f[j], prec)
	}
	size := mid.MagUpper().Add(ball.MagPow2(e + 3)).Pow(uint64(power))
	return cauchy(k.MagUpper().Mul(size).Quo(low.PowLower(uint64(m))))
}

// start returns the W = 2^n from which on v = 1/ω is used: Gaussians are at most tiny there.
func (s *side) start(tiny ball.Mag, prec uint) (float64, error) {
	w := 0.0
	for i := range s.poles {
		w = math.Max(w, s.poles[i].lambda.MagUpper().Float64())
	}
	for i := range s.gauss {
		g := &s.gauss[i]
		b := g.b.MagUpper().Float64()
		v := math.Max(w, math.Sqrt(b))
		for try := 0; ; try++ {
			// against the size of the Gaussian: |c| exp(Re²λ/4b) times a width
			var t ball.Real
			t.Sqr(&g.lambda.Re, prec)
			t.Quo(&t, &g.b, prec)
			t.Mul2Exp(&t, -2)
			t.Exp(&t, prec)
			unit := g.size(g.b.MagUpper().Sqrt()).Mul(t.MagUpper()).Mul(g.b.MagUpper().Sqrt())
			if m := g.far(ball.NewReal(v), 2, prec).Quo(ball.MagFloatLower(ball.NewReal(v).Lower(nil, 53))); m.Cmp(
				unit.Mul(tiny)) <= 0 {
				break
			}
			if v *= 2; try > 200 {
				return 0, errorf("no frequency was found beyond which a Gaussian is small")
			}
		}
		w = math.Max(w, v)
	}
	if w == 0 {
		return 0, nil
	}
	if !(w > 0x1p-200 && w < 0x1p200) {
		return 0, errorf("frequencies about %v are out of range", w)
	}
	return math.Ldexp(1, math.Ilogb(w)+1), nil
}
