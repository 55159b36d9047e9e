package hankel

import (
	"krein/ball"
	"krein/special"
)

// The closed forms of component.go over balls. Every constant is exact: rationals, roots
// and constant expressions, enclosed anew at each precision. A parameter outside the
// domain of its formula gives an indeterminate ball.

type maternExact struct {
	a, nu num
	b     []num
}

type inverseExact struct{ c, p, beta num } // c(1+pz²)^{−β}

type sonineExact struct{ c, r, alpha num }

type betaExact struct{ c, a, n num }

// calc is a chain of products over balls at one precision.
type calc struct {
	v    *ball.Real
	prec uint
	t    ball.Real
}

func newCalc(dst *ball.Real, prec uint) *calc { return &calc{v: dst.SetInt64(1), prec: prec} }

func (c *calc) times(x *ball.Real) *calc {
	c.v.Mul(c.v, x, c.prec)
	return c
}

// num multiplies by a constant.
func (c *calc) num(a num) *calc { return c.times(a.ball(&c.t, c.prec)) }

// pow multiplies by x^p for an exact p.
func (c *calc) pow(x *ball.Real, p num) *calc {
	if r, ok := p.rat(); ok {
		return c.times(c.t.PowRat(x, r, c.prec))
	}
	var y ball.Real
	return c.times(c.t.Pow(x, p.ball(&y, c.prec), c.prec))
}

// powInt multiplies by xⁿ.
func (c *calc) powInt(x *ball.Real, n int) *calc { return c.times(c.t.PowInt64(x, int64(n), c.prec)) }

// powHalf multiplies by x^{n/2}.
func (c *calc) powHalf(x *ball.Real, n int) *calc {
	if n%2 == 0 {
		return c.powInt(x, n/2)
	}
	c.t.Sqrt(x, c.prec)
	return c.times(c.t.PowInt64(&c.t, int64(n), c.prec))
}

// gamma multiplies by Γ(x), recipGamma divides by it.
func (c *calc) gamma(x *ball.Real) *calc { return c.times(special.Gamma(&c.t, x, c.prec)) }

func (c *calc) recipGamma(x *ball.Real) *calc { return c.times(special.RecipGamma(&c.t, x, c.prec)) }

func half(n int) *ball.Real { return ball.NewReal(float64(n) / 2) }

// positive makes the product indeterminate unless x > 0.
func (c *calc) positive(x *ball.Real) *calc {
	if x.Positive() != ball.True {
		c.v.SetIndeterminate()
	}
	return c
}

func (g *gaussian) enclose(dst, omega *ball.Real, prec uint) {
	var b, x, sum, t, u ball.Real
	d := int(g.d)
	g.exact.rate.ball(&b, prec)
	// x = ω²/(4b)
	x.Sqr(omega, prec)
	x.Quo(&x, &b, prec)
	x.Mul2Exp(&x, -2)
	// Σ_j c_j b^{−j} Σ_i (d/2+i)_{j−i} (−j)_i/i! x^i, as (d/2)_j/(d/2)_i = (d/2+i)_{j−i}
	for j, cj := range g.exact.c {
		if cj.isZero() {
			continue
		}
		u.SetInt64(0)
		for i := j; i >= 0; i-- {
			// coefficient of x^i
			t.SetInt64(1)
			for l := i; l < j; l++ {
				t.Mul(&t, half(d+2*l), prec)
			}
			for l := range i {
				t.MulInt64(&t, int64(l-j), prec)
				t.QuoInt64(&t, int64(l+1), prec)
			}
			u.FMA(&u, &x, &t, prec)
		}
		c := newCalc(&t, prec).times(&u).num(cj).powInt(&b, -j)
		sum.Add(&sum, c.v, prec)
	}
	c := newCalc(&t, prec).positive(&b).recipGamma(half(d)).powHalf(&b, -d).powInt(omega, d-1).times(&sum)
	u.Neg(&x)
	c.times(u.Exp(&u, prec))
	dst.Mul2Exp(c.v, int64(1-d))
}

func (m *matern) enclose(dst, omega *ball.Real, prec uint) {
	var a, nu, y, s, sum, g, t, u ball.Real
	d := int(m.d)
	m.exact.a.ball(&a, prec)
	m.exact.nu.ball(&nu, prec)
	// s = a²+ω², y = a²/s
	y.Sqr(&a, prec)
	s.Sqr(omega, prec)
	s.Add(&s, &y, prec)
	y.Quo(&y, &s, prec)
	// Σ b_i (ν+d/2)_i/(ν)_i y^i
	g.SetInt64(1)
	for i, b := range m.exact.b {
		t.Mul(&g, b.ball(&t, prec), prec)
		sum.Add(&sum, &t, prec)
		t.AddInt64(&nu, int64(i), prec)
		u.Add(&t, half(d), prec)
		g.Mul(&g, &u, prec)
		g.Quo(&g, &t, prec)
		g.Mul(&g, &y, prec)
	}
	// 2/Γ(d/2) · Γ(ν+d/2)/Γ(ν) · y^ν · s^{−d/2} · ω^{d−1}
	u.Add(&nu, half(d), prec)
	c := newCalc(&t, prec).positive(&a).positive(&nu).recipGamma(half(d)).gamma(&u).recipGamma(&nu).
		pow(&y, m.exact.nu).powHalf(&s, -d).powInt(omega, d-1).times(&sum)
	dst.Mul2Exp(c.v, 1)
}

func (p *damped) enclose(dst, omega *ball.Real, prec uint) {
	var sum, c, t ball.Real
	d := int(p.d)
	for i := range p.exact {
		term := &p.exact[i]
		n, _ := term.pow.isInt()
		dampedTerm(&t, term, n, d, omega, prec)
		sum.Add(&sum, &t, prec)
	}
	// 2^{2−d}/Γ(d/2)² Γ(d) ω^{d−1}
	newCalc(&c, prec).recipGamma(half(d)).recipGamma(half(d)).gamma(half(2*d)).powInt(omega, d-1).times(&sum)
	dst.Mul2Exp(&c, int64(2-d))
}

// dampedTerm sets dst to twice the real part of c·i^phase·(−d/ds)ⁿ s(s²+ω²)^{−(d+1)/2}. In
// (s²+ω²)^q = (s+iω)^q (s−iω)^q both factors lie in the right half plane, where principal powers are
// holomorphic, and the equality holds for real s.
func dampedTerm(dst *ball.Real, term *term, n, d int, omega *ball.Real, prec uint) {
	var s, i ball.Complex
	term.lin.ball(&s.Re, prec)
	term.freq.ball(&s.Im, prec)
	s.Im.Neg(&s.Im)
	if s.Re.Positive() != ball.True {
		dst.SetIndeterminate()
		return
	}
	var x, f, g ball.ComplexSeries
	i.Im.Set(omega)
	x.SetVar(&s, n+1)
	q := intNum(int64(-d - 1)).mul(intNum(2).inv()).r
	f.AddScalar(&x, &i, prec)
	f.PowRat(&f, q, prec)
	i.Neg(&i)
	g.AddScalar(&x, &i, prec)
	g.PowRat(&g, q, prec)
	f.Mul(&f, &g, prec)
	f.Mul(&f, &x, prec)
	v := f.Coef(n)
	for k := 1; k <= n; k++ {
		v.MulInt64(v, int64(-k), prec)
	}
	if term.phase == 1 {
		v.MulI(v)
	}
	var c ball.Real
	dst.Mul(&v.Re, term.c.ball(&c, prec), prec)
	dst.Mul2Exp(dst, 1)
}

func (p *inversePower) enclose(dst, omega *ball.Real, prec uint) {
	var a, beta, x, mu, t ball.Real
	d := int(p.d)
	// a = p^{−1/2}
	p.exact.p.ball(&a, prec)
	a.RSqrt(&a, prec)
	p.exact.beta.ball(&beta, prec)
	mu.Sub(half(d), &beta, prec) // K is even in its order
	x.Mul(&a, omega, prec)
	special.BesselK(&x, &mu, &x, prec)
	// 2^{2−d/2−β} a^{β+d/2} ω^{β+d/2−1}
	e := p.exact.beta.add(intNum(int64(d)).mul(intNum(2).inv()))
	c := newCalc(&t, prec).positive(&beta).recipGamma(half(d)).recipGamma(&beta).num(p.exact.c).times(&x).
		pow(&a, e).pow(omega, e.add(intNum(-1))).pow(ball.NewReal(2), e.neg())
	dst.Mul2Exp(c.v, 2)
}

func (p *sonineLaw) enclose(dst, omega *ball.Real, prec uint) {
	var r, alpha, n, x, t ball.Real
	d := int(p.d)
	p.exact.r.ball(&r, prec)
	p.exact.alpha.ball(&alpha, prec)
	alpha.AddInt64(&alpha, 1, prec)
	n.Mul2Exp(&alpha, 1)
	n.AddInt64(&n, int64(d), prec)
	x.Mul(omega, &r, prec)
	special.LambdaReal(&x, &n, &x, prec)
	n.Mul2Exp(&n, -1)
	c := newCalc(&t, prec).positive(&alpha).positive(&r).num(p.exact.c).gamma(&alpha).recipGamma(half(d)).recipGamma(&n).
		powInt(&r, d).powInt(omega, d-1).times(&x)
	dst.Mul2Exp(c.v, int64(1-d))
}

func (p *betaLaw) enclose(dst, omega *ball.Real, prec uint) {
	var a, m, x, t ball.Real
	d := int(p.d)
	p.exact.a.ball(&a, prec)
	if a.Less(omega) == ball.True {
		dst.SetInt64(0)
		return
	}
	// a²−ω² = (a−ω)(a+ω); the power is of a number that must be positive
	x.Sub(&a, omega, prec)
	t.Add(&a, omega, prec)
	x.Mul(&x, &t, prec)
	// (n−d)/2
	m2 := p.exact.n.add(intNum(int64(-d))).mul(intNum(2).inv())
	m2.ball(&m, prec)
	var n2 ball.Real
	p.exact.n.ball(&n2, prec)
	n2.Mul2Exp(&n2, -1)
	c := newCalc(&t, prec).positive(&x).positive(&m).num(p.exact.c).gamma(&n2).recipGamma(half(d)).recipGamma(&m).
		powInt(omega, d-1).pow(&x, m2.add(intNum(-1))).pow(&a, intNum(2).add(p.exact.n.neg()))
	dst.Mul2Exp(c.v, 1)
}
