package closed

import (
	"math/big"

	"krein/ball"
	"krein/internal/kernel/formula"
	"krein/special"
)

// Part is a summand of a radial spectral density with a closed form and exact constants: *Gaussian, *Matern, *Damped,
// *InversePower, *Power, *Sonine, *BetaLaw, *GaussianWave or, if a More made it, a sign.Own.
type Part any

// Gaussian is the density of exp(−b z²) Σ_j c_j z^{2j}, b = Rate. With x = ω²/(4b),
//
//	m(ω) = 2^{1−d}/Γ(d/2) · b^{−d/2} ω^{d−1} e^{−x} Σ_j c_j (d/2)_j b^{−j} ₁F₁(−j; d/2; x),
//
// the chi density for j = 0 and Laguerre polynomials beyond.
//
// ∫_0^∞ z^{2j+d−1} e^{−bz²} Λ_d(ωz) dz = (d/2)_j Γ(d/2)/(2 b^{j+d/2}) ₁F₁(j+d/2; d/2; −x) (DLMF
// 10.22.54), and Kummer's transformation makes e^{−x} ₁F₁(−j; d/2; x) of it, a polynomial. b > 0.
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
//
// ∫_0^∞ x^{ν+d/2} K_ν(ax) J_{d/2−1}(ωx) dx is Watson 13.45 (2); a, ν > 0.
type Matern struct {
	Dim   int
	A, Nu Num
	B     []Num
}

// Damped is the density of Σ 2 Re(c_j i^{ε_j} z^{n_j} exp(−(Lin − i·Freq)z)): with
// F(s) = ∫ e^{−sz} Λ_d(ωz) z^{d−1} dz = Γ(d) s (s²+ω²)^{−(d+1)/2}, each z^n is (−d/ds)ⁿ.
//
// Λ_d is a mean of cosines; for Re s > 0 the integral converges, and may be differentiated by s
// under the sign. d = 1: s/(s²+ω²), the transform of e^{−sz}. Terms come in conjugate pairs, of
// which one is listed and the real part doubled.
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
// (DLMF 10.22.46). For β < 0 other than −1, −2, … this is the Fourier transform on ω > 0, and for β = 0, without Γ(β),
// that of −c log(1+pz²).
//
// For β > 0 by (1+pz²)^{−β} = ∫ u^{β−1} e^{−u(1+pz²)} du/Γ(β), a mixture of Gaussians. Both sides
// are entire in β for ω > 0, which continues the formula; the derivative at β = 0 is the logarithm.
type InversePower struct {
	Dim        int
	C, P, Beta Num
}

// RecipGamma returns 1/Γ(β) exactly, 1 for β = 0; ok is false for an irrational β.
func (p *InversePower) RecipGamma() (g Num, ok bool) {
	beta, ok := p.Beta.Rat()
	if !ok || p.Beta.IsZero() {
		return IntNum(1), ok
	}
	return recipGamma(beta), true
}

// Sign returns the sign of the density, 0 if it is not known.
//
// K > 0: the sign is that of c/Γ(β), which has no zero but the β that are left out.
func (p *InversePower) Sign() int {
	g, ok := p.RecipGamma()
	if !ok && p.Beta.Sign() <= 0 {
		return 0
	}
	return p.C.Mul(g).Sign()
}

// Power is the Fourier transform on ω > 0 of c z^p, p > −d, and for p = 2m, m = 0, 1, …, of c z^p log z: with g =
// 1/Γ(−p/2), or for p = 2m the derivative of that in p, −(−1)^m m!/2,
//
//	m(ω) = c g 2^{p+1} Γ((p+d)/2)/Γ(d/2) ω^{−p−1}
//
// (I. M. Gelfand, G. E. Shilov, Generalized Functions I (1964), chapter II, section 3.3).
//
// At p = 2m the transform of z^p is supported at ω = 0, as 1/Γ(−m) = 0, and that of z^p log z is
// the derivative by p.
type Power struct {
	Dim int
	C   Num
	P   *big.Rat
}

// G returns g.
func (p *Power) G() Num {
	x := new(big.Rat).Quo(p.P, big.NewRat(-2, 1))
	if !x.IsInt() || x.Sign() > 0 {
		return recipGamma(x)
	}
	m := -x.Num().Int64()
	// d/dp 1/Γ(−p/2) at p = 2m is −½ (1/Γ)′(−m) = −½ (−1)^m m!: over −2 for even m, over 2 for odd
	// m.
	g := new(big.Rat).SetFrac(new(big.Int).MulRange(1, m), big.NewInt(2*(m%2)*2-2))
	return RatNum(g)
}

// Sonine is the density of c(1−z²/R²)^α on z < R, zero beyond, α > −1 (Sonine's first integral):
//
//	m(ω) = c 2^{1−d} Γ(α+1)/(Γ(d/2) Γ(d/2+α+1)) R^d ω^{d−1} Λ_{d+2α+2}(ωR).
//
// The integral is Sonine's first one (Watson 12.11; DLMF 10.22.19), which converges at R for α >
// −1.
type Sonine struct {
	Dim         int
	C, R, Alpha Num
}

// BetaLaw is the density of cΛ_n(az) in a dimension d < n, ω²/a² following a beta law:
//
//	m(ω) = 2c/B(d/2, (n−d)/2) · a^{2−n} ω^{d−1} (a²−ω²)^{(n−d)/2−1},  ω < a.
//
// Λ_n is the mean of Λ_d over the projection of the uniform distribution on the sphere of Rⁿ to
// R^d, whose squared length follows the beta law with the parameters d/2 and (n−d)/2, for integers
// n, and for real n > d by Sonine's integral.
type BetaLaw struct {
	Dim     int
	C, A, N Num
}

// Calc is a chain of products over balls at one precision.
//
// Every operation rounds outwards; an indeterminate factor makes the product indeterminate.
type Calc struct {
	V    *ball.Real
	prec uint
	t    ball.Real
}

// NewCalc starts a product at 1, in dst.
func NewCalc(dst *ball.Real, prec uint) *Calc { return &Calc{V: dst.SetInt64(1), prec: prec} }

// Times multiplies by x.
func (c *Calc) Times(x *ball.Real) *Calc {
	c.V.Mul(c.V, x, c.prec)
	return c
}

// Num multiplies by a constant.
func (c *Calc) Num(a Num) *Calc { return c.Times(a.Ball(&c.t, c.prec)) }

// Pow multiplies by x^p for an exact p.
//
// Powers of balls are enclosed for x > 0, or rational p where they are defined; elsewhere
// indeterminate.
func (c *Calc) Pow(x *ball.Real, p Num) *Calc {
	if r, ok := p.Rat(); ok {
		return c.Times(c.t.PowRat(x, r, c.prec))
	}
	var y ball.Real
	return c.Times(c.t.Pow(x, p.Ball(&y, c.prec), c.prec))
}

// PowInt multiplies by xⁿ.
func (c *Calc) PowInt(x *ball.Real, n int) *Calc { return c.Times(c.t.PowInt64(x, int64(n), c.prec)) }

// Gamma multiplies by Γ(x), RecipGamma divides by it.
func (c *Calc) Gamma(x *ball.Real) *Calc { return c.Times(special.Gamma(&c.t, x, c.prec)) }

// RecipGamma multiplies by 1/Γ(x).
func (c *Calc) RecipGamma(x *ball.Real) *Calc { return c.Times(special.RecipGamma(&c.t, x, c.prec)) }

// Power multiplies by 2^{p+d−1} Γ(d/2) Γ((p+d)/2), Cusp by C_p, which is that over Γ(−p/2): the integral of
// z^{p+d−1} Λ_d(ωz) over z > 0 is C_p ω^{−p−d} (DLMF 10.22.43).
func (c *Calc) Power(p *big.Rat, d int) *Calc {
	var x, y ball.Real
	x.SetRat(RatPlus(p, d), c.prec)
	return c.Gamma(Half(d)).Gamma(x.Mul2Exp(&x, -1)).Times(y.PowRat(ball.NewReal(2), RatPlus(p, d-1), c.prec))
}

// Cusp multiplies by C_p, see Power.
func (c *Calc) Cusp(p *big.Rat, d int) *Calc {
	var x ball.Real
	x.SetRat(new(big.Rat).Neg(p), c.prec)
	return c.Power(p, d).RecipGamma(x.Mul2Exp(&x, -1))
}

// Half returns n/2.
func Half(n int) *ball.Real { return ball.NewReal(float64(n) / 2) }

// Positive makes the product indeterminate unless x > 0.
func (c *Calc) Positive(x *ball.Real) *Calc {
	if x.Positive() != ball.True {
		c.V.SetIndeterminate()
	}
	return c
}

// Enclose sets dst to a ball of about prec bits that contains the value at every point ω ≥ 0 of omega; it is
// indeterminate where the value is not bounded, and where a parameter is outside the domain of the formula.
func (p *BetaLaw) Enclose(dst, omega *ball.Real, prec uint) {
	var a, m, x, t ball.Real
	d := p.Dim
	p.A.Ball(&a, prec)
	// Beyond a there is no mass; at a, and where it is not known on which side ω is, a²−ω² is not
	// proved to be positive and the product indeterminate.
	if a.Less(omega) == ball.True {
		dst.SetInt64(0)
		return
	}
	// a²−ω² = (a−ω)(a+ω); the power is of a number that must be positive
	x.Sub(&a, omega, prec)
	t.Add(&a, omega, prec)
	x.Mul(&x, &t, prec)
	// (n−d)/2
	m2 := p.N.Add(IntNum(int64(-d))).Mul(IntNum(2).Inv())
	m2.Ball(&m, prec)
	var n2 ball.Real
	p.N.Ball(&n2, prec)
	n2.Mul2Exp(&n2, -1)
	c := NewCalc(&t, prec).Positive(&x).Positive(&m).Num(p.C).Gamma(&n2).RecipGamma(Half(d)).RecipGamma(&m).
		PowInt(omega, d-1).Pow(&x, m2.Add(IntNum(-1))).Pow(&a, IntNum(2).Add(p.N.Neg()))
	dst.Mul2Exp(c.V, 1)
}

// RatPlus returns a + n.
func RatPlus(a *big.Rat, n int) *big.Rat { return new(big.Rat).Add(a, big.NewRat(int64(n), 1)) }

// GammaRat returns Γ(x), x > 0.
func GammaRat(x *big.Rat) Num { return Applied(formula.OpGamma, RatNum(x)) }

// recipGamma returns 1/Γ(x).
//
// 1/Γ is entire, with zeros at 0, −1, −2, ….
func recipGamma(x *big.Rat) Num {
	if x.IsInt() && x.Sign() <= 0 {
		return IntNum(0)
	}
	return GammaRat(x).Inv()
}

// BinomialOf returns the binomial coefficient of a rational number over k.
func BinomialOf(a *big.Rat, k int) *big.Rat {
	r := big.NewRat(1, 1)
	for i := range k {
		r.Mul(r, new(big.Rat).Sub(a, big.NewRat(int64(i), 1)))
		r.Quo(r, big.NewRat(int64(i+1), 1))
	}
	return r
}
