package enclose

import (
	"fmt"
	"math"

	"krein/ball"
	"krein/special"
)

// Part is a summand of a radial spectral density with a closed form and exact constants: *Gaussian, *Matern, *Damped,
// *InversePower, *Sonine or *BetaLaw.
type Part interface {
	// Enclose sets dst to a ball of about prec bits that contains the value at every point ω ≥ 0 of omega; it is indeterminate where
	// the value is not bounded, and where a parameter is outside the domain of the formula or is known as a float only.
	Enclose(dst, omega *ball.Real, prec uint)
	// String names the form.
	String() string
}

// Gaussian is the density of exp(−b z²) Σ_j c_j z^{2j}, b = Rate. With x = ω²/(4b),
//
//	m(ω) = 2^{1−d}/Γ(d/2) · b^{−d/2} ω^{d−1} e^{−x} Σ_j c_j (d/2)_j b^{−j} ₁F₁(−j; d/2; x),
//
// the chi density for j = 0 and Laguerre polynomials beyond.
type Gaussian struct {
	Dim  int
	Rate Num
	C    []Num // of z^{2j}
}

// Matern is the density of Σ_i b_i M_{ν+i}(az), M_ν(x) = 2^{1−ν}/Γ(ν) x^ν K_ν(x). With y = a²/(a²+ω²),
//
//	m(ω) = 2/Γ(d/2) · a^{2ν} ω^{d−1} (a²+ω²)^{−ν−d/2} Σ_i b_i Γ(ν+i+d/2)/Γ(ν+i) y^i.
//
// For ν = ½ these are the polynomials in z times exp(−az).
type Matern struct {
	Dim   int
	A, Nu Num
	B     []Num
	Size  []float64 // about the largest number that B[i] was computed from, for estimates of rounding errors
}

// Damped is the density of Σ 2 Re(c_j i^{ε_j} z^{n_j} exp(−(Lin − i·Freq)z)): with
// F(s) = ∫ e^{−sz} Λ_d(ωz) z^{d−1} dz = Γ(d) s (s²+ω²)^{−(d+1)/2}, each z^n is (−d/ds)ⁿ.
type Damped struct {
	Dim       int
	Lin, Freq Num
	Terms     []DampedTerm
}

// DampedTerm is a summand of Damped: c = C, ε = 1 if Imag, n = Pow.
type DampedTerm struct {
	C    Num
	Imag bool
	Pow  int
}

// InversePower is the density of c(1+pz²)^{−β}, p, β > 0; with a = p^{−1/2},
//
//	m(ω) = c 2^{2−d/2−β} a^{β+d/2} ω^{β+d/2−1} K_{d/2−β}(aω) / (Γ(d/2)Γ(β))
//
// (DLMF 10.22.46).
type InversePower struct {
	Dim        int
	C, P, Beta Num
}

// Sonine is the density of c(1−z²/R²)^α on z < R, zero beyond, α > −1 (Sonine's first integral):
//
//	m(ω) = c 2^{1−d} Γ(α+1)/(Γ(d/2) Γ(d/2+α+1)) R^d ω^{d−1} Λ_{d+2α+2}(ωR).
type Sonine struct {
	Dim         int
	C, R, Alpha Num
}

// BetaLaw is the density of cΛ_n(az) in a dimension d < n, ω²/a² following a beta law:
//
//	m(ω) = 2c/B(d/2, (n−d)/2) · a^{2−n} ω^{d−1} (a²−ω²)^{(n−d)/2−1},  ω < a.
type BetaLaw struct {
	Dim     int
	C, A, N Num
}

// String implements Part.
func (p *Gaussian) String() string {
	if len(p.C) == 1 {
		return fmt.Sprintf("chi density (Gaussian exp(-%g z^2))", p.Rate.Float64())
	}
	return fmt.Sprintf("Laguerre polynomial times chi density (polynomial times exp(-%g z^2))", p.Rate.Float64())
}

// String implements Part.
func (p *Matern) String() string {
	if p.Nu.Float64() == 0.5 {
		return fmt.Sprintf("rational (polynomial times exp(-%g z))", p.A.Float64())
	}
	return fmt.Sprintf("rational (Matérn of order %g)", p.Nu.Float64())
}

// String implements Part.
func (p *Damped) String() string {
	return fmt.Sprintf("rational (polynomial times exp(-%g z) and cosine or sine of %g z)", p.Lin.Float64(), math.Abs(p.Freq.Float64()))
}

// String implements Part.
func (p *InversePower) String() string {
	return fmt.Sprintf("K-Bessel ((1+z^2/%g^2)^-%g)", 1/math.Sqrt(p.P.Float64()), p.Beta.Float64())
}

// String implements Part.
func (p *Sonine) String() string {
	return fmt.Sprintf("Sonine ((1-z^2/%g^2)^%g on z < %g)", p.R.Float64(), p.Alpha.Float64(), p.R.Float64())
}

// String implements Part.
func (p *BetaLaw) String() string {
	return fmt.Sprintf("beta law on [0,%g] (projection of a sphere in dimension %g)", p.A.Float64(), p.N.Float64())
}

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
func (c *calc) num(a Num) *calc { return c.times(a.Ball(&c.t, c.prec)) }

// pow multiplies by x^p for an exact p.
func (c *calc) pow(x *ball.Real, p Num) *calc {
	if r, ok := p.Rat(); ok {
		return c.times(c.t.PowRat(x, r, c.prec))
	}
	var y ball.Real
	return c.times(c.t.Pow(x, p.Ball(&y, c.prec), c.prec))
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

// Enclose implements Part.
func (g *Gaussian) Enclose(dst, omega *ball.Real, prec uint) {
	var b, x, sum, t, u ball.Real
	d := g.Dim
	g.Rate.Ball(&b, prec)
	// x = ω²/(4b)
	x.Sqr(omega, prec)
	x.Quo(&x, &b, prec)
	x.Mul2Exp(&x, -2)
	// Σ_j c_j b^{−j} Σ_i (d/2+i)_{j−i} (−j)_i/i! x^i, as (d/2)_j/(d/2)_i = (d/2+i)_{j−i}
	for j, cj := range g.C {
		if cj.IsZero() {
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

// Enclose implements Part.
func (m *Matern) Enclose(dst, omega *ball.Real, prec uint) {
	var a, nu, y, s, sum, g, t, u ball.Real
	d := m.Dim
	m.A.Ball(&a, prec)
	m.Nu.Ball(&nu, prec)
	// s = a²+ω², y = a²/s
	y.Sqr(&a, prec)
	s.Sqr(omega, prec)
	s.Add(&s, &y, prec)
	y.Quo(&y, &s, prec)
	// Σ b_i (ν+d/2)_i/(ν)_i y^i
	g.SetInt64(1)
	for i, b := range m.B {
		t.Mul(&g, b.Ball(&t, prec), prec)
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
		pow(&y, m.Nu).powHalf(&s, -d).powInt(omega, d-1).times(&sum)
	dst.Mul2Exp(c.v, 1)
}

// Enclose implements Part.
func (p *Damped) Enclose(dst, omega *ball.Real, prec uint) {
	var sum, c, t ball.Real
	d := p.Dim
	for i := range p.Terms {
		p.term(&t, &p.Terms[i], omega, prec)
		sum.Add(&sum, &t, prec)
	}
	// 2^{2−d}/Γ(d/2)² Γ(d) ω^{d−1}
	newCalc(&c, prec).recipGamma(half(d)).recipGamma(half(d)).gamma(half(2*d)).powInt(omega, d-1).times(&sum)
	dst.Mul2Exp(&c, int64(2-d))
}

// term sets dst to twice the real part of c·i^ε·(−d/ds)ⁿ s(s²+ω²)^{−(d+1)/2}. In
// (s²+ω²)^q = (s+iω)^q (s−iω)^q both factors lie in the right half plane, where principal powers are
// holomorphic, and the equality holds for real s.
func (p *Damped) term(dst *ball.Real, term *DampedTerm, omega *ball.Real, prec uint) {
	n, d := term.Pow, p.Dim
	var s, i ball.Complex
	p.Lin.Ball(&s.Re, prec)
	p.Freq.Ball(&s.Im, prec)
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
	if term.Imag {
		v.MulI(v)
	}
	var c ball.Real
	dst.Mul(&v.Re, term.C.Ball(&c, prec), prec)
	dst.Mul2Exp(dst, 1)
}

// Enclose implements Part.
func (p *InversePower) Enclose(dst, omega *ball.Real, prec uint) {
	var a, beta, x, mu, t ball.Real
	d := p.Dim
	// a = p^{−1/2}
	p.P.Ball(&a, prec)
	a.RSqrt(&a, prec)
	p.Beta.Ball(&beta, prec)
	mu.Sub(half(d), &beta, prec) // K is even in its order
	x.Mul(&a, omega, prec)
	special.BesselK(&x, &mu, &x, prec)
	// 2^{2−d/2−β} a^{β+d/2} ω^{β+d/2−1}
	e := p.Beta.add(intNum(int64(d)).mul(intNum(2).inv()))
	c := newCalc(&t, prec).positive(&beta).recipGamma(half(d)).recipGamma(&beta).num(p.C).times(&x).
		pow(&a, e).pow(omega, e.add(intNum(-1))).pow(ball.NewReal(2), e.neg())
	dst.Mul2Exp(c.v, 2)
}

// Enclose implements Part.
func (p *Sonine) Enclose(dst, omega *ball.Real, prec uint) {
	var r, alpha, n, x, t ball.Real
	d := p.Dim
	p.R.Ball(&r, prec)
	p.Alpha.Ball(&alpha, prec)
	alpha.AddInt64(&alpha, 1, prec)
	n.Mul2Exp(&alpha, 1)
	n.AddInt64(&n, int64(d), prec)
	x.Mul(omega, &r, prec)
	special.LambdaReal(&x, &n, &x, prec)
	n.Mul2Exp(&n, -1)
	c := newCalc(&t, prec).positive(&alpha).positive(&r).num(p.C).gamma(&alpha).recipGamma(half(d)).recipGamma(&n).
		powInt(&r, d).powInt(omega, d-1).times(&x)
	dst.Mul2Exp(c.v, int64(1-d))
}

// Enclose implements Part.
func (p *BetaLaw) Enclose(dst, omega *ball.Real, prec uint) {
	var a, m, x, t ball.Real
	d := p.Dim
	p.A.Ball(&a, prec)
	if a.Less(omega) == ball.True {
		dst.SetInt64(0)
		return
	}
	// a²−ω² = (a−ω)(a+ω); the power is of a number that must be positive
	x.Sub(&a, omega, prec)
	t.Add(&a, omega, prec)
	x.Mul(&x, &t, prec)
	// (n−d)/2
	m2 := p.N.add(intNum(int64(-d))).mul(intNum(2).inv())
	m2.Ball(&m, prec)
	var n2 ball.Real
	p.N.Ball(&n2, prec)
	n2.Mul2Exp(&n2, -1)
	c := newCalc(&t, prec).positive(&x).positive(&m).num(p.C).gamma(&n2).recipGamma(half(d)).recipGamma(&m).
		powInt(omega, d-1).pow(&x, m2.add(intNum(-1))).pow(&a, intNum(2).add(p.N.neg()))
	dst.Mul2Exp(c.v, 1)
}
