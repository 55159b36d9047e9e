package hankel

import (
	"cmp"
	"fmt"
	"math"
	"math/cmplx"
	"slices"

	"krein/fourier"
	"krein/internal/elem64"
	"krein/internal/hankel/closed"
	"krein/internal/hankel/spline"
	"krein/internal/special/double"
)

// component is a summand of a spectral density with a closed form, in float64: a closed.Part and its constants.
type component interface {
	// density returns the value at ω ≥ 0 and an estimate of its rounding error.
	density(omega float64) (v, err float64)
	tail() Tail
	String() string
}

// closedForm is a closed form in float64.
type closedForm struct{ parts []component }

// newClosedForm converts the constants of a closed form, and its atoms; a wave of an order that in float64 is the
// dimension is one.
func newClosedForm(c *closed.Form) (f *closedForm, atoms []fourier.Atom) {
	f, atoms = &closedForm{}, atomsOf(c.Atoms)
	for _, p := range c.Parts {
		if b, ok := p.(*closed.BetaLaw); ok && b.N.Float64() == float64(b.Dim) {
			atoms = addAtom(atoms, fourier.Atom{Omega: b.A.Float64(), Weight: b.C.Float64()})
			continue
		}
		f.parts = append(f.parts, newComponent(p))
	}
	return f, atoms
}

// newComponent converts the constants of a part.
func newComponent(p closed.Part) component {
	switch p := p.(type) {
	case *closed.Gaussian:
		return newGaussian(p)
	case *closed.Matern:
		return newMatern(p)
	case *closed.Damped:
		return newDamped(p)
	case *closed.InversePower:
		l := &inversePower{InversePower: p, d: float64(p.Dim), c: p.C.Float64(), a: 1 / math.Sqrt(p.P.Float64()),
			beta: p.Beta.Float64()}
		l.front = l.prefactor()
		return l
	case *closed.Sonine:
		l := &sonineLaw{Sonine: p, d: float64(p.Dim), c: p.C.Float64(), r: p.R.Float64(), alpha: p.Alpha.Float64()}
		l.front = l.prefactor()
		return l
	case *closed.BetaLaw:
		l := &betaLaw{BetaLaw: p, d: float64(p.Dim), c: p.C.Float64(), a: p.A.Float64(), n: p.N.Float64()}
		l.front = l.prefactor()
		return l
	case *spline.Spline:
		return newSplineLaw(p)
	}
	panic(fmt.Sprintf("hankel: part %T", p))
}

// atomsOf converts atoms, adding up those that are not distinct in float64.
func atomsOf(exact []closed.Atom) []fourier.Atom {
	var out []fourier.Atom
	for _, a := range exact {
		out = addAtom(out, fourier.Atom{Omega: a.Omega.Float64(), Weight: a.Weight.Float64()})
	}
	return out
}

// addAtom inserts a in increasing order of Omega.
func addAtom(atoms []fourier.Atom, a fourier.Atom) []fourier.Atom {
	i, found := slices.BinarySearchFunc(atoms, a.Omega,
		func(b fourier.Atom, w float64) int { return cmp.Compare(b.Omega, w) })
	if !found {
		atoms = slices.Insert(atoms, i, a)
	} else {
		atoms[i].Weight += a.Weight
	}
	if atoms[i].Weight == 0 {
		return slices.Delete(atoms, i, i+1)
	}
	return atoms
}

// logSum adds up the logarithm of a positive product and the rounding error it carries.
type logSum struct{ v, e float64 }

// add adds p·log(x) for x ≥ 0; x⁰ is 1 for x = 0 too.
func (l *logSum) add(p, x float64) {
	if p == 0 {
		return
	}
	l.plus(p * elem64.Log(x))
	l.e += 2 * epsilon * math.Abs(p) // the rounding of x itself
}

func (l *logSum) plus(v float64) {
	l.v += v
	l.e += 3 * epsilon * math.Abs(v)
}

// lgamma adds sign·log Γ(x).
func (l *logSum) lgamma(sign, x float64) {
	l.plus(sign * elem64.Lgamma(x))
	l.e += 2 * epsilon * math.Abs(x*elem64.Log(x+1))
}

// times returns exp(l)·f for a factor f known within fe.
func (l *logSum) times(f, fe float64) (v, err float64) {
	if math.IsInf(l.v, -1) {
		return 0, 0
	}
	af := math.Abs(f) + fe
	if af == 0 {
		return 0, 0
	}
	// the exponential of the sum, so that neither factor over- or underflows alone
	size := math.Exp(l.v + elem64.Log(af))
	if math.IsInf(size, 0) || math.IsNaN(size) {
		return size, math.Inf(1)
	}
	v = math.Copysign(size, f) * (math.Abs(f) / af)
	return v, size*(fe/af) + math.Abs(v)*(l.e+8*epsilon)
}

type gaussian struct {
	*closed.Gaussian
	front logSum // what no frequency changes: prefactor
	d     float64
	b     float64
	p, pe []float64 // of x^i, and their rounding
}

func newGaussian(e *closed.Gaussian) *gaussian {
	n := len(e.C)
	g := &gaussian{Gaussian: e, d: float64(e.Dim), b: e.Rate.Float64(), p: make([]float64, n), pe: make([]float64, n)}
	for j, cj := range e.C {
		t := cj.Float64() // c_j (d/2)_j b^{−j} (−j)_i / ((d/2)_i i!)
		for i := range j {
			t *= (g.d/2 + float64(i)) / g.b
		}
		for i := 0; i <= j; i++ {
			g.p[i] += t
			g.pe[i] += 4 * float64(j+1) * epsilon * math.Abs(t)
			t *= float64(i-j) / ((g.d/2 + float64(i)) * float64(i+1))
		}
	}
	g.front = g.prefactor()
	return g
}

func (g *gaussian) prefactor() logSum {
	var l logSum
	l.plus((1 - g.d) * math.Ln2)
	l.lgamma(-1, g.d/2)
	l.add(-g.d/2, g.b)
	return l
}

func (g *gaussian) density(omega float64) (v, err float64) {
	x := omega / (4 * g.b) * omega
	l := g.front
	l.add(g.d-1, omega)
	l.plus(-x)
	return l.times(horner(g.p, g.pe, x))
}

// horner evaluates a polynomial whose coefficients are known within pe, with an error estimate.
func horner(p, pe []float64, x float64) (v, err float64) {
	ax := math.Abs(x)
	for i := len(p) - 1; i >= 0; i-- {
		v = v*x + p[i]
		err = err*ax + pe[i] + 2*epsilon*math.Abs(v)
	}
	return v, err
}

func (g *gaussian) tail() Tail {
	n := len(g.p) - 1
	l := g.front
	c := math.Exp(l.v+elem64.Log(math.Abs(g.p[n]))) * elem64.Pow(4*g.b, -float64(n))
	return Tail{
		Kind: TailGaussian, Exponent: g.d - 1 + 2*float64(n), Coef: c, Rate: 1 / (4 * g.b),
		Sign: signOf(g.p[n]), Finite: true, OriginExponent: g.d - 1, OriginCoef: math.Exp(l.v) * g.p[0],
		Because: "a polynomial times a Gaussian has such a spectrum",
	}
}

func signOf(x float64) int {
	switch {
	case x > 0:
		return 1
	case x < 0:
		return -1
	}
	return 0
}

type matern struct {
	*closed.Matern
	front    logSum // prefactor
	d, a, nu float64
	g, ge    []float64 // b_i Γ(ν+i+d/2)/Γ(ν+i) relative to i = 0
	least    int       // least i with b_i ≠ 0
}

func newMatern(e *closed.Matern) *matern {
	n := len(e.B)
	m := &matern{Matern: e, d: float64(e.Dim), a: e.A.Float64(), nu: e.Nu.Float64(), g: make([]float64, n),
		ge: make([]float64, n), least: -1}
	f := 1.0
	for i := range e.B {
		b := e.B[i].Float64()
		be := 2 * epsilon * math.Abs(b)
		if b != 0 && m.least < 0 {
			m.least = i
		}
		m.g[i] = b * f
		m.ge[i] = be*f + 4*float64(i+1)*epsilon*math.Abs(m.g[i])
		f *= (m.nu + float64(i) + m.d/2) / (m.nu + float64(i))
	}
	m.least = max(m.least, 0)
	m.front = m.prefactor()
	return m
}

func (m *matern) prefactor() logSum {
	var l logSum
	l.plus(math.Ln2)
	l.lgamma(-1, m.d/2)
	l.lgamma(1, m.nu+m.d/2)
	l.lgamma(-1, m.nu)
	return l
}

func (m *matern) density(omega float64) (v, err float64) {
	r := math.Hypot(m.a, omega)
	l := m.front
	l.add(2*m.nu, m.a/r)
	l.add(m.d-1, omega/r)
	l.add(-1, r)
	y := m.a / r
	return l.times(horner(m.g, m.ge, y*y))
}

func (m *matern) tail() Tail {
	l := m.front
	nu := m.nu + float64(m.least)
	g := m.g[m.least]
	var at0 float64
	for _, g := range m.g {
		at0 += g
	}
	w := Wave{Exponent: -1 - 2*nu, Coef: math.Exp(l.v+2*nu*elem64.Log(m.a)) * g}
	t := powerTail([]Wave{w})
	t.OriginExponent, t.OriginCoef = m.d-1, math.Exp(l.v-m.d*elem64.Log(m.a))*at0
	t.Because = "the kernel is not smooth at z = 0"
	return t
}

// powerTail fills a tail from its waves, largest exponent first.
func powerTail(waves []Wave) Tail {
	t := Tail{Kind: TailPower, Waves: waves, Exponent: waves[0].Exponent, LogPow: waves[0].LogPow}
	var still float64
	for _, w := range waves {
		if w.Exponent != t.Exponent || w.LogPow != t.LogPow {
			break
		}
		t.Coef += math.Abs(w.Coef)
		if w.Freq != 0 {
			t.Oscillating = true
		} else {
			still += w.Coef
		}
	}
	// Oscillation under a larger constant part does not change the sign.
	if math.Abs(still) > t.Coef/2 {
		t.Sign, t.Oscillating = signOf(still), false
	}
	t.Finite = t.Exponent < -1
	return t
}

type damped struct {
	*closed.Damped
	d float64
	s complex128
	c []complex128 // of z^n
}

func newDamped(e *closed.Damped) *damped {
	p := &damped{Damped: e, d: float64(e.Dim), s: complex(e.Lin.Float64(), -e.Freq.Float64())}
	for _, t := range e.Terms {
		c := complex(2*t.C.Float64(), 0)
		if t.Imag {
			c *= 1i
		}
		for len(p.c) <= t.Pow {
			p.c = append(p.c, 0)
		}
		p.c[t.Pow] += c
	}
	return p
}

func (p *damped) density(omega float64) (v, err float64) {
	// (s²+ω²) = (s+iω)(s−iω), both factors in the right half plane: the sum of the
	// principal arguments is the principal argument of the product.
	q := (p.d + 1) / 2
	logA := cmplx.Log(p.s + complex(0, omega))
	logB := cmplx.Log(p.s - complex(0, omega))
	root := cmplx.Exp((logA + logB) / 2) // √S
	// (S + 2sh + h²)^{−q} = S^{−q} Σ C_n (h/√S)ⁿ, Gegenbauer coefficients at −s/√S
	x := -p.s / root
	c0, c1 := complex(1, 0), complex(0, 0) // C_n, C_{n−1}
	var sum complex128
	var size float64
	scale := complex(1, 0) // (−1)ⁿ n! / S^{n/2}
	ax := cmplx.Abs(x)
	b0, b1 := 1.0, 0.0 // the same recurrence in absolute values, for the error
	for n := range p.c {
		f := p.s*c0 + root*c1
		sum += p.c[n] * scale * f
		size += cmplx.Abs(p.c[n]*scale) * (cmplx.Abs(p.s)*b0 + cmplx.Abs(root)*b1) * float64(n+1)
		k := float64(n)
		c0, c1 = (complex(2*(k+q), 0)*x*c0-complex(k+2*q-1, 0)*c1)/complex(k+1, 0), c0
		b0, b1 = (2*(k+q)*ax*b0+(k+2*q-1)*b1)/(k+1), b0
		scale *= complex(-(k+1), 0) / root
	}
	var l logSum
	l.plus((2 - p.d) * math.Ln2)
	l.lgamma(-2, p.d/2)
	l.lgamma(1, p.d)
	l.add(p.d-1, omega)
	e := complex(-q, 0) * (logA + logB)
	l.plus(real(e))
	l.e += 4 * epsilon * q * math.Abs(real(logA)+real(logB))
	rot := cmplx.Exp(complex(0, imag(e)))
	angle := 8 * epsilon * (1 + q*math.Pi)
	return l.times(real(sum*rot), size*(16*epsilon+angle))
}

func (p *damped) tail() Tail {
	// The odd Taylor coefficients of k at 0 give the cusp, a_β z^β.
	var w *Wave
	for beta := 1; beta <= 2*len(p.c)+9; beta += 2 {
		var a complex128
		var size float64
		f := complex(1, 0) // (−s)^k/k!, k = β − n
		pow := []complex128{f}
		for k := 1; k <= beta; k++ {
			f *= -p.s / complex(float64(k), 0)
			pow = append(pow, f)
		}
		for n := 0; n < len(p.c) && n <= beta; n++ {
			a += p.c[n] * pow[beta-n]
			size += cmplx.Abs(p.c[n] * pow[beta-n])
		}
		if math.Abs(real(a)) > 1e-13*size {
			c := cuspCoef(p.d, float64(beta)) * real(a)
			w = &Wave{Exponent: -1 - float64(beta), Coef: c}
			break
		}
	}
	if w == nil {
		return Tail{Coef: math.NaN(), OriginExponent: p.d - 1, OriginCoef: math.NaN()}
	}
	t := powerTail([]Wave{*w})
	t.OriginExponent, t.OriginCoef = p.d-1, math.NaN()
	t.Because = "the kernel is not smooth at z = 0"
	return t
}

// cuspCoef returns the factor by which a term z^β of k at z = 0 (or of k at infinity,
// β = −γ) enters m as ω^{−1−β}: 2^{β+1} Γ((β+d)/2) / (Γ(d/2) Γ(−β/2)).
func cuspCoef(d, beta float64) float64 {
	g, sign := math.Lgamma(-beta / 2)
	if math.IsInf(g, 1) {
		return 0
	}
	return float64(sign) * math.Exp((beta+1)*math.Ln2+elem64.Lgamma((beta+d)/2)-elem64.Lgamma(d/2)-g)
}

type inversePower struct {
	*closed.InversePower
	front         logSum // prefactor
	d, c, a, beta float64
}

func (p *inversePower) prefactor() logSum {
	var l logSum
	l.plus((2 - p.d/2 - p.beta) * math.Ln2)
	l.lgamma(-1, p.d/2)
	l.lgamma(-1, p.beta)
	l.add(p.beta+p.d/2, p.a)
	return l
}

func (p *inversePower) density(omega float64) (v, err float64) {
	if omega == 0 {
		switch t := p.tail(); {
		case t.OriginExponent > 0:
			return 0, 0
		case t.OriginExponent == 0:
			return t.OriginCoef, 1e-13 * math.Abs(t.OriginCoef)
		}
		return math.Copysign(math.Inf(1), p.c), math.Inf(1)
	}
	l := p.front
	l.add(p.beta+p.d/2-1, omega)
	nu := math.Abs(p.d/2 - p.beta)
	k, ke := double.LogBesselK(nu, p.a*omega)
	l.v += k
	l.e += ke + 2*epsilon*(nu+p.a*omega)
	return l.times(p.c, 0)
}

func (p *inversePower) tail() Tail {
	l := p.front
	c := p.c * math.Exp(l.v)
	t := Tail{
		Kind: TailExponential, Exponent: p.beta + p.d/2 - 1.5, Coef: math.Abs(c) * math.Sqrt(math.Pi/(2*p.a)),
		Rate: p.a, Sign: signOf(c), Finite: true,
		Because: "the kernel is analytic in a strip about the real axis",
	}
	switch mu := p.d/2 - p.beta; {
	case mu > 0:
		t.OriginExponent = 2*p.beta - 1
		t.OriginCoef = p.c * math.Exp(l.v+(mu-1)*math.Ln2+elem64.Lgamma(mu)-mu*elem64.Log(p.a))
	case mu < 0:
		t.OriginExponent = p.d - 1
		t.OriginCoef = p.c * math.Exp(l.v+(-mu-1)*math.Ln2+elem64.Lgamma(-mu)+mu*elem64.Log(p.a))
	default: // ω^{d−1} log(1/ω)
		t.OriginExponent, t.OriginCoef = p.d-1, math.NaN()
	}
	return t
}

type sonineLaw struct {
	*closed.Sonine
	front          logSum // prefactor
	d, c, r, alpha float64
}

func (p *sonineLaw) prefactor() logSum {
	var l logSum
	l.plus((1 - p.d) * math.Ln2)
	l.lgamma(1, p.alpha+1)
	l.lgamma(-1, p.d/2)
	l.lgamma(-1, p.d/2+p.alpha+1)
	l.add(p.d, p.r)
	return l
}

func (p *sonineLaw) density(omega float64) (v, err float64) {
	l := p.front
	l.add(p.d-1, omega)
	n := p.d + 2*p.alpha + 2
	x := omega * p.r
	nu := n/2 - 1
	if x <= nu+2 {
		f, fe := double.LambdaValue(n, x)
		return l.times(p.c*f, math.Abs(p.c)*(fe+epsilon*math.Min(x, x*x/n)))
	}
	// Λ_n(x) = Γ(n/2) (2/x)^ν J_ν(x), which may underflow where J does not.
	l.lgamma(1, n/2)
	l.add(nu, 2/x)
	f, fe := double.BesselJ(nu, x)
	amp := math.Sqrt(2 / (math.Pi * math.Sqrt((x-nu)*(x+nu))))
	return l.times(p.c*f, math.Abs(p.c)*(fe+2*epsilon*x*amp))
}

func (p *sonineLaw) tail() Tail {
	l := p.front
	n := p.d + 2*p.alpha + 2
	// Λ_n(x) ~ Γ(n/2) 2^{(n−1)/2}/√π x^{−(n−1)/2} cos(x − (n−1)π/4)
	c := p.c * math.Exp(l.v+elem64.Lgamma(n/2)+(n-1)/2*math.Ln2-(n-1)/2*elem64.Log(p.r)) / math.SqrtPi
	t := powerTail([]Wave{{Exponent: p.d - 1 - (n-1)/2, Coef: c, Freq: p.r, Phase: -(n - 1) * math.Pi / 4}})
	t.OriginExponent, t.OriginCoef = p.d-1, p.c*math.Exp(l.v)
	t.Because = fmt.Sprintf("the kernel behaves like (%g-z)^%g at its end", p.r, p.alpha)
	return t
}

type betaLaw struct {
	*closed.BetaLaw
	front      logSum // prefactor
	d, c, a, n float64
}

func (p *betaLaw) prefactor() logSum {
	var l logSum
	l.plus(math.Ln2)
	l.lgamma(1, p.n/2)
	l.lgamma(-1, p.d/2)
	l.lgamma(-1, (p.n-p.d)/2)
	return l
}

func (p *betaLaw) density(omega float64) (v, err float64) {
	if omega > p.a {
		return 0, 0
	}
	e := (p.n-p.d)/2 - 1
	if omega == p.a && e <= 0 {
		if e < 0 {
			return math.Copysign(math.Inf(1), p.c), math.Inf(1)
		}
		return math.NaN(), math.Inf(1) // a jump
	}
	l := p.front
	x := omega / p.a
	l.add(p.d-1, x)
	l.add(e, (1-x)*(1+x))
	l.e += epsilon * math.Abs(e) / (1 - x)
	l.add(-1, p.a)
	return l.times(p.c, 0)
}

func (p *betaLaw) tail() Tail {
	l := p.front
	return Tail{
		Kind: TailZero, Rate: p.a, Finite: true, OriginExponent: p.d - 1,
		OriginCoef: p.c * math.Exp(l.v-p.d*elem64.Log(p.a)),
		Because:    "the kernel is an average of waves no shorter than that",
	}
}

// splineLaw has the knots and the coefficients of each cell.
type splineLaw struct {
	*spline.Spline
	hi []float64
	p  [][]float64
}

func newSplineLaw(e *spline.Spline) *splineLaw {
	l := &splineLaw{Spline: e}
	for i := range e.Cells {
		c := &e.Cells[i]
		p := make([]float64, len(c.P))
		for j := range p {
			p[j] = c.P[j].Float64()
		}
		l.hi, l.p = append(l.hi, c.Hi.Float64()), append(l.p, p)
	}
	return l
}

func (l *splineLaw) density(omega float64) (v, err float64) {
	i, _ := slices.BinarySearch(l.hi, omega)
	if i == len(l.hi) {
		return 0, 0
	}
	pe := make([]float64, len(l.p[i]))
	for j, a := range l.p[i] {
		pe[j] = 2 * epsilon * math.Abs(a)
	}
	return horner(l.p[i], pe, omega)
}

func (l *splineLaw) tail() Tail {
	t := Tail{
		Kind: TailZero, Rate: l.hi[len(l.hi)-1], Finite: true, OriginExponent: float64(l.Dim - 1),
		Because: "the kernel is made of waves no shorter than that",
	}
	for j, a := range l.p[0] {
		if a != 0 {
			t.OriginExponent, t.OriginCoef = float64(j), a
			break
		}
	}
	return t
}
