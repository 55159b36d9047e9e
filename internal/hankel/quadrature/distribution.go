package quadrature

import (
	"context"
	"fmt"
	"math"
	"math/big"

	"krein/ball"
	"krein/internal/budget"
	"krein/internal/elem64"
	"krein/internal/hankel/atoms"
	"krein/internal/hankel/closed"
	"krein/internal/hankel/density"
	"krein/internal/hankel/spline"
	"krein/internal/special/mean"
	"krein/quad"
	"krein/special"
)

// Distribution sets dst to a ball that contains m([0, ω]) of the radial spectral measure, without half of an atom at ω > 0, for every
// point ω ≥ 0 of omega, and tells how accurate it is; prec is the number of relative bits asked for. Its error and its panics are those of At.
//
// The closed forms of densities have ones for their distribution functions: incomplete gamma and beta functions, means of Λ,
// and for cosines times exponentials integrals of powers of the sine. For the rest Λ_d is integrated over frequencies,
//
//	∫_0^ω u^{d−1} Λ_d(uz) du = ω^d/d Λ_{d+2}(ωz)
//
// (DLMF 10.22.1), which makes the same quadrature of it with Λ_{d+2} in place of Λ_d.
func Distribution(ctx context.Context, p *density.Density, dst, omega *ball.Real, prec uint) (Enclosure, error) {
	if dst == nil || omega == nil {
		panic("quadrature: Distribution of nil")
	}
	return raised(dst, omega, prec, func(out, omega *ball.Real, prec uint) (Outcome, error) {
		o, err := cumulated(ctx, p, out, omega, prec)
		if err == nil && o.Unbounded == "" && atoms.Has(p) {
			o.Unbounded, err = addAtoms(p, out, omega, prec)
		}
		return o, err
	})
}

// Cumulated is Distribution without atoms.
func Cumulated(ctx context.Context, p *density.Density, dst, omega *ball.Real, prec uint) (Enclosure, error) {
	return raised(dst, omega, prec, func(out, omega *ball.Real, prec uint) (Outcome, error) {
		return cumulated(ctx, p, out, omega, prec)
	})
}

// addAtoms adds those of [0, ω] to dst; it says why it could not.
func addAtoms(p *density.Density, dst, omega *ball.Real, prec uint) (because string, err error) {
	all, _, err := atoms.Enclosed(p, prec+32)
	if err != nil {
		return "", err
	}
	if all.Lattice != nil {
		return "the measure has infinitely many atoms", nil
	}
	for a, err := range atoms.Below(all, omega, prec) {
		if err != nil {
			return err.Because, nil
		}
		dst.Add(dst, &a.Weight, prec)
	}
	dst.AddRad(all.Lost.Add(all.Off))
	return "", nil
}

// cumulated sets dst to m([0, ω]) without atoms.
func cumulated(ctx context.Context, p *density.Density, dst, omega *ball.Real, prec uint) (Outcome, error) {
	wp, d := prec+24, p.Dim()
	switch {
	case omega.IsZero():
		dst.SetInt64(0)
		return Outcome{}, nil
	case omega.Positive() != ball.True:
		return Outcome{Unbounded: fmt.Sprintf("the frequency %v is not proved to be positive", omega)}, nil
	}
	return sumOf(p, "distribution function", dst, wp, func(q any, dst *ball.Real) (Outcome, error) { return cumulate(ctx, p, q, dst, omega, wp) },
		func(dst *ball.Real) { // with ω^d/d
			density.Prefactor(dst, omega, d, wp)
			dst.Mul(dst, omega, wp)
			dst.QuoInt64(dst, int64(d), wp)
		})
}

// cumulate sets dst to the distribution function of a part with a closed form, or else to ∫ k(z) Λ_{d+2}(ωz) z^{d−1} dz.
func cumulate(ctx context.Context, p *density.Density, q any, dst, omega *ball.Real, prec uint) (Outcome, error) {
	in := shape{p.Dim(), p.Dim() + 2}
	switch q := q.(type) {
	case *density.OpenPart:
		var o Outcome
		var err error
		if by, ok := q.By.(part); ok {
			if o, err = by.Enclose(ctx, dst, omega, in, prec); err != nil || o.Unbounded == "" {
				return o, err
			}
		}
		return between(ctx, p.Kernel().Meter(), q, dst, omega, in, prec)
	case *density.PowersPart:
		powers(q, dst, omega, in, prec)
		return Outcome{Method: ByPowers}, nil
	case *closed.Gaussian:
		gaussianMass(q, dst, omega, prec)
	case *closed.GaussianWave:
		gaussianWaveMass(q, dst, omega, prec)
	case *closed.Matern:
		maternMass(q, dst, omega, prec)
	case *closed.Damped:
		dampedMass(q, dst, omega, prec)
	case *closed.InversePower:
		return inversePowerMass(ctx, p.Kernel().Meter(), q, dst, omega, prec)
	case *closed.Sonine:
		sonineMass(q, dst, omega, prec)
	case *closed.BetaLaw:
		betaMass(q, dst, omega, prec)
	case *spline.Spline:
		splineMass(q, dst, omega, prec)
	default:
		return Outcome{Unbounded: fmt.Sprintf("no distribution function is known for %v", q)}, nil
	}
	return Outcome{Method: ByClosedForm}, nil
}

// between integrates a part as Transform does, with what that knows of singular ends: Λ_n(ωz) z^{d−1} = Γ(ν+1)(2/ω)^ν z^{d−1−ν} J_ν(ωz), ν = n/2 − 1.
func between(ctx context.Context, m *budget.Meter, q *density.OpenPart, dst, omega *ball.Real, in shape, prec uint) (Outcome, error) {
	o := Outcome{Method: ByQuadrature}
	var c, g ball.Real
	h := transform{nu: closed.Half(in.n - 2), r: omega, prec: prec, m: m}
	h.w.Sub(ball.NewReal(float64(in.d-1)), h.nu, prec)
	because, err := h.piece(ctx, dst, q.Formula, q.From, q.To)
	if err != nil || because != "" {
		o.Unbounded = because
		return o, err
	}
	c.Pow(c.Mul2Exp(omega, -1), h.nu, prec+16)
	dst.Quo(dst, &c, prec)
	dst.Mul(dst, special.Gamma(&c, g.AddInt64(h.nu, 1, prec+16), prec+16), prec)
	return o, nil
}

// gaussianMass is Σ_j c_j b^{−j} Σ_i a_{ji} γ(d/2+i, x)/Γ(d/2), x = ω²/(4b), a_{ji} the coefficients of x^i in closed.Gaussian.
func gaussianMass(g *closed.Gaussian, dst, omega *ball.Real, prec uint) {
	var b, x, sum, t, u ball.Real
	d, n := g.Dim, len(g.C)
	g.Rate.Ball(&b, prec)
	x.Sqr(omega, prec)
	x.Quo(&x, &b, prec)
	x.Mul2Exp(&x, -2)
	gamma := lowerGammas(d, n, &x, prec)
	for j, cj := range g.C {
		if cj.IsZero() {
			continue
		}
		u.SetInt64(0)
		for i := range j + 1 {
			t.SetInt64(1)
			for l := i; l < j; l++ {
				t.Mul(&t, closed.Half(d+2*l), prec)
			}
			for l := range i {
				t.MulInt64(&t, int64(l-j), prec)
				t.QuoInt64(&t, int64(l+1), prec)
			}
			u.FMA(&t, &gamma[i], &u, prec)
		}
		c := closed.NewCalc(&t, prec).Times(&u).Num(cj).PowInt(&b, -j)
		sum.Add(&sum, c.V, prec)
	}
	dst.Set(closed.NewCalc(&t, prec).RecipGamma(closed.Half(d)).Times(&sum).V)
}

// lowerGammas returns γ(d/2+i, x), i < n, from the largest downwards: γ(s, x) = (γ(s+1, x) + x^s e^{−x})/s, of positive terms.
func lowerGammas(d, n int, x *ball.Real, prec uint) []ball.Real {
	var s, t, u, f ball.Real
	gamma := make([]ball.Real, n)
	for i := n - 1; i >= 0; i-- {
		s.Set(closed.Half(d + 2*i))
		if wholeGamma(&gamma[i], &s, x, prec) {
			continue
		}
		f.Neg(x)
		c := closed.NewCalc(&t, prec).Times(u.Exp(&f, prec)).Times(u.Pow(x, &s, prec))
		if i == n-1 || gamma[i+1].IsZero() { // x^s e^{−x} ₁F₁(1; s+1; x)/s
			c.Times(special.Hyp1F1(&u, ball.NewReal(1), f.AddInt64(&s, 1, prec), x, prec))
		} else {
			t.Add(&t, &gamma[i+1], prec)
		}
		gamma[i].Quo(&t, &s, prec)
	}
	return gamma
}

// gaussianWaveMass integrates the series of closed.GaussianWave: with x = rω², a = d/2, μ = ν+j and q = β/r,
//
//	∫_0^ω s^{2a−1} e^{−rs²} H_{lj}(s²) ds = r^{−a−δ−l}/2 Σ_m q^m/((μ)_m m!) V_{m+l},
//	V_p = γ(a+p, x)  or  Σ_i C(p,i) Γ(p−i+δ) γ(a+i, x) ≤ B(a,δ) Γ(a+δ+p),
//
// the binomial series of J_p; the bound is V_p for x = ∞, for δ = 0 without B. From m = K on the terms are together at most twice the
// bound of the first, where q max(1, (a+δ+l+K)/(μ+K))/(K+1) ≤ 1/2.
func gaussianWaveMass(g *closed.GaussianWave, dst, omega *ball.Real, prec uint) {
	var x, r, q, sum, t, u, c ball.Real
	g.R.Ball(&r, prec)
	x.Sqr(omega, prec)
	x.Mul(&x, &r, prec)
	g.Beta.Ball(&q, prec)
	q.Quo(&q, &r, prec)
	size := q.MagUpper().Float64()
	if !(size < mostWaveSize) {
		dst.SetIndeterminate()
		return
	}
	last := waveTerms(size+float64(len(g.C)), prec) // K
	v := lowerGammas(g.Dim, last+len(g.C), &x, prec)
	whole := ball.NewReal(1) // B(a,δ)
	if g.Lift > 0 {
		shift := make([]ball.Real, len(v)) // Γ(i+δ)/i!
		special.Gamma(&shift[0], closed.Half(g.Lift), prec)
		for i := range len(v) - 1 {
			shift[i+1].QuoInt64(shift[i+1].MulInt64(&shift[i], int64(g.Lift+2*i), prec), int64(2*i+2), prec)
		}
		lower, factorial := make([]ball.Real, len(v)), ball.NewReal(1)
		for i := range v { // γ(a+i, x)/i!
			lower[i].Quo(&v[i], factorial.MulInt64(factorial, int64(max(i, 1)), prec), prec)
		}
		factorial.SetInt64(1)
		for p := range v {
			t.SetInt64(0)
			for i := range p + 1 {
				t.FMA(&lower[i], &shift[p-i], &t, prec)
			}
			v[p].Mul(&t, factorial.MulInt64(factorial, int64(max(p, 1)), prec), prec)
		}
		whole = closed.NewCalc(whole, prec).Gamma(closed.Half(g.Dim)).Gamma(closed.Half(g.Lift)).
			RecipGamma(closed.Half(g.Dim + g.Lift)).V
	}
	for l, row := range g.C {
		for j, cj := range row {
			if cj.IsZero() {
				continue
			}
			u.SetInt64(0)
			c.SetInt64(1) // q^m/((μ)_m m!)
			for m := range last {
				u.FMA(&c, &v[l+m], &u, prec)
				c.Mul(&c, &q, prec)
				c.QuoInt64(c.Mul2Exp(&c, 1), int64(g.Order+2*(j+m))*int64(m+1), prec)
			}
			// (a+δ+l+K)/(μ+K) ≤ 1 + (d+2δ+2l)/(1+2K)
			t.MulInt64(&q, int64(g.Dim+g.Lift+2*l), prec)
			t.QuoInt64(&t, int64(1+2*last), prec)
			t.Add(&t, &q, prec)
			if t.LessEq(ball.NewReal(float64(last+1)/2)) != ball.True {
				dst.SetIndeterminate()
				return
			}
			rest := closed.NewCalc(&t, prec).Gamma(closed.Half(g.Dim + g.Lift + 2*(l+last))).Times(&c).Times(whole)
			u.AddRad(termWave.LeftOut(rest.V.MagUpper().Mul2Exp(1)))
			k := closed.NewCalc(&t, prec).Times(&u).Num(cj).PowInt(&r, -l)
			sum.Add(&sum, k.V, prec)
		}
	}
	// 2^{2−d}/Γ(d/2)² · r^{−a−δ}/2
	k := closed.NewCalc(&t, prec).Num(g.Factor).RecipGamma(closed.Half(g.Dim)).RecipGamma(closed.Half(g.Dim)).
		Times(&sum).Pow(&r, closed.RatNum(big.NewRat(int64(-g.Dim-g.Lift), 2)))
	dst.Mul2Exp(k.V, int64(1-g.Dim))
}

// waveTerms chooses K; any that is large enough for the bound gives right results.
var waveTerms = func(size float64, prec uint) int { return 8 + int(8*size) + int(prec) }

// mostWaveSize bounds c²/(4b) of Gaussian waves whose distribution is enclosed.
const mostWaveSize = 1e4

// wholeGamma sets dst to γ(s, x) if Γ(s), less Γ(s, x), is that to prec bits: for F = t^{s−1}e^{−t} and t ≥ x > s − 1 ≥ 0, −F′ ≥ F(1 − (s−1)/x), so that
// Γ(s, x) = ∫_x^∞ F ≤ x^{s−1}e^{−x}/(1 − (s−1)⁺/x).
func wholeGamma(dst, s, x *ball.Real, prec uint) bool {
	var whole, p, f, t ball.Real
	p.AddInt64(s, -1, 64)
	f.SetInt64(1)
	if p.Positive() == ball.True {
		f.Sub(&f, t.Quo(&p, x, 64), 64)
	}
	if f.Positive() != ball.True {
		return false
	}
	t.Neg(x)
	c := closed.NewCalc(&whole, 64).Times(t.Exp(&t, 64)).Times(p.Pow(x, &p, 64))
	rest := c.V.Quo(c.V, &f, 64).MagUpper()
	special.Gamma(&whole, s, prec+32)
	if rest.Cmp(whole.MagLower().Mul2Exp(-int64(prec))) > 0 {
		return false
	}
	dst.Set(whole.AddRad(termGamma.LeftOut(rest)))
	return true
}

// directBeta bounds x where incompleteBeta takes the series in x, and not that in 1 − x; any value gives right results.
const directBeta = 0.9

// incompleteBeta sets dst to I_x(p, q) (DLMF 8.17.2, 8.17.8), y = 1 − x.
func incompleteBeta(dst, p, q, x, y *ball.Real, prec uint) {
	var a, b, f, t ball.Real
	if x.IsZero() {
		dst.SetInt64(0)
		return
	}
	if ball.NewReal(directBeta).Less(x) == ball.True && y.Positive() == ball.True {
		incompleteBeta(&t, q, p, y, x, prec)
		dst.Sub(ball.NewReal(1), &t, prec)
		return
	}
	a.Add(p, q, prec)
	b.AddInt64(p, 1, prec)
	special.HypPFQ(&f, []*ball.Real{&a, ball.NewReal(1)}, []*ball.Real{&b}, x, prec)
	c := closed.NewCalc(&t, prec).Positive(p).Positive(q).Positive(y).Times(&f).Gamma(&a).RecipGamma(&b).RecipGamma(q).
		Times(a.Pow(x, p, prec)).Times(b.Pow(y, q, prec))
	dst.Set(c.V)
}

// maternMass is Σ b_i I_w(d/2, ν+i), w = ω²/(a²+ω²).
func maternMass(m *closed.Matern, dst, omega *ball.Real, prec uint) {
	var a, nu, x, y, s, sum, t ball.Real
	m.A.Ball(&a, prec)
	m.Nu.Ball(&nu, prec)
	if a.Positive() != ball.True {
		dst.SetIndeterminate()
		return
	}
	y.Sqr(&a, prec)
	x.Sqr(omega, prec)
	s.Add(&x, &y, prec)
	x.Quo(&x, &s, prec)
	y.Quo(&y, &s, prec)
	for i, b := range m.B {
		if !b.IsZero() {
			s.AddInt64(&nu, int64(i), prec)
			incompleteBeta(&t, closed.Half(m.Dim), &s, &x, &y, prec)
			sum.FMA(&t, b.Ball(&s, prec), &sum, prec)
		}
	}
	dst.Set(&sum)
}

// betaMass is c I_w(d/2, (n−d)/2), w = ω²/a².
func betaMass(p *closed.BetaLaw, dst, omega *ball.Real, prec uint) {
	var a, x, y, q, t ball.Real
	p.A.Ball(&a, prec)
	if a.LessEq(omega) == ball.True {
		p.C.Ball(dst, prec)
		return
	}
	x.Quo(omega, &a, prec)
	x.Sqr(&x, prec)
	y.Neg(&x)
	y.AddInt64(&y, 1, prec)
	p.N.Ball(&q, prec)
	q.AddInt64(&q, int64(-p.Dim), prec)
	q.Mul2Exp(&q, -1)
	incompleteBeta(&t, closed.Half(p.Dim), &q, &x, &y, prec)
	dst.Mul(&t, p.C.Ball(&a, prec), prec)
}

// splineMass integrates the polynomials up to ω.
func splineMass(p *spline.Spline, dst, omega *ball.Real, prec uint) {
	var lo, hi, to, sum, a, b, c, t ball.Real
	for i := range p.Cells {
		cell := &p.Cells[i]
		cell.Lo.Ball(&lo, prec)
		cell.Hi.Ball(&hi, prec)
		switch { // the least of ω and hi
		case hi.LessEq(omega) == ball.True:
			to.Set(&hi)
		case omega.LessEq(&hi) == ball.True:
			to.Set(omega)
		default:
			to.Hull(omega, &hi, prec)
		}
		switch { // the greatest of that and lo
		case to.LessEq(&lo) == ball.True:
			continue
		case lo.LessEq(&to) != ball.True:
			to.Hull(&to, &lo, prec)
		}
		a.SetInt64(0)
		b.SetInt64(0)
		for j := len(cell.P) - 1; j >= 0; j-- {
			c.QuoInt64(cell.P[j].Ball(&c, prec), int64(j+1), prec)
			a.Mul(t.Add(&a, &c, prec), &lo, prec)
			b.Mul(t.Add(&b, &c, prec), &to, prec)
		}
		sum.Add(&sum, b.Sub(&b, &a, prec), prec)
	}
	dst.Set(&sum)
}

// sonineMass is that of closed.Sonine, with ∫_0^ω u^{d−1} Λ_n(uR) du = ω^d/d M(ωR), M of package mean for q = d.
func sonineMass(p *closed.Sonine, dst, omega *ball.Real, prec uint) {
	var r, alpha, n, x, t ball.Real
	d := p.Dim
	p.R.Ball(&r, prec)
	p.Alpha.Ball(&alpha, prec)
	alpha.AddInt64(&alpha, 1, prec)
	n.Mul2Exp(&alpha, 1)
	n.AddInt64(&n, int64(d), prec)
	x.Mul(omega, &r, prec)
	mean.Lambda(&x, ball.NewReal(float64(d)), &n, &x, prec)
	n.Mul2Exp(&n, -1)
	c := closed.NewCalc(&t, prec).Positive(&alpha).Positive(&r).Num(p.C).Gamma(&alpha).RecipGamma(closed.Half(d)).RecipGamma(&n).
		PowInt(&r, d).PowInt(omega, d).Times(&x)
	c.V.QuoInt64(c.V, int64(d), prec)
	dst.Mul2Exp(c.V, int64(1-d))
}

// dampedMass integrates dampedTerm: with Φ(s) = ∫_0^ω u^{d−1} s (s²+u²)^{−(d+1)/2} du the sum of 2 Re(c i^ε (−d/ds)ⁿ Φ),
//
//	Φ = ∫_0^θ sin^{d−1},  tan θ = ω/s,  −dΦ/ds = ω^d (s²+ω²)^{−(d+1)/2},
//
// by v = u/s, where 1 + v² has no zero with Re s > 0, and since Φ depends on ω/s only.
func dampedMass(p *closed.Damped, dst, omega *ball.Real, prec uint) {
	var sum, c ball.Real
	var s ball.Complex
	d := p.Dim
	// sin θ cancels in the recurrence, at worst as its power d
	wp := prec
	p.Lin.Ball(&s.Re, prec)
	p.Freq.Ball(&s.Im, prec)
	if ratio := s.MagUpper().Quo(omega.MagLower()).Float64(); ratio > 1 {
		wp += uint(math.Min(math.Ceil(float64(d)*math.Log2(ratio)), 1e6)) + 16
	}
	p.Lin.Ball(&s.Re, wp)
	p.Freq.Ball(&s.Im, wp)
	s.Im.Neg(&s.Im)
	if s.Re.Positive() != ball.True {
		dst.SetIndeterminate()
		return
	}
	for i := range p.Terms {
		term := &p.Terms[i]
		var v ball.Complex
		if term.Pow == 0 {
			sinePower(&v, &s, omega, d-1, wp)
		} else {
			dampedSlope(&v, &s, omega, d, term.Pow-1, wp)
		}
		if term.Imag {
			v.MulI(&v)
		}
		sum.FMA(&v.Re, term.C.Ball(&c, wp), &sum, wp)
	}
	// 2^{2−d}/Γ(d/2)² Γ(d), and twice the real part
	closed.NewCalc(&c, prec).RecipGamma(closed.Half(d)).RecipGamma(closed.Half(d)).Gamma(closed.Half(2 * d)).Times(&sum)
	dst.Mul2Exp(&c, int64(3-d))
}

// dampedSlope sets v to (−d/ds)ⁿ ω^d (s²+ω²)^{−(d+1)/2}, as dampedTerm does.
func dampedSlope(v, s *ball.Complex, omega *ball.Real, d, n int, prec uint) {
	var i ball.Complex
	var x, f, g ball.ComplexSeries
	i.Im.Set(omega)
	x.SetVar(s, n+1)
	q := big.NewRat(int64(-d-1), 2)
	f.AddScalar(&x, &i, prec)
	f.PowRat(&f, q, prec)
	i.Neg(&i)
	g.AddScalar(&x, &i, prec)
	g.PowRat(&g, q, prec)
	f.Mul(&f, &g, prec)
	v.Set(f.Coef(n))
	for k := 1; k <= n; k++ {
		v.MulInt64(v, int64(-k), prec)
	}
	var t ball.Real
	v.MulReal(v, t.PowInt64(omega, int64(d), prec), prec)
}

// sinePower sets v to ∫_0^θ sinⁿ, tan θ = ω/s, Re s > 0, by n S_n = −cos θ sin^{n−1}θ + (n−1) S_{n−2}.
func sinePower(v, s *ball.Complex, omega *ball.Real, n int, prec uint) {
	var up, down, root, sin, cos, power, t ball.Complex
	up.Set(s)
	up.Im.Add(&up.Im, omega, prec)
	down.Set(s)
	down.Im.Sub(&down.Im, omega, prec)
	half := big.NewRat(-1, 2)
	root.PowRat(&up, half, prec)
	root.Mul(&root, t.PowRat(&down, half, prec), prec)
	sin.MulReal(&root, omega, prec)
	cos.Mul(&root, s, prec)
	k := n % 2
	if k == 0 { // θ = (log(s+iω) − log(s−iω))/2i
		v.Log(&up, prec)
		v.Sub(v, t.Log(&down, prec), prec)
		v.MulI(v)
		v.Neg(v)
		v.Mul2Exp(v, -1)
	} else {
		v.Neg(&cos)
		v.Re.AddInt64(&v.Re, 1, prec)
	}
	for k += 2; k <= n; k += 2 {
		power.PowInt64(&sin, int64(k-1), prec)
		v.MulInt64(v, int64(k-1), prec)
		v.Sub(v, power.Mul(&power, &cos, prec), prec)
		v.Re.QuoInt64(&v.Re, int64(k), prec)
		v.Im.QuoInt64(&v.Im, int64(k), prec)
	}
}

// besselReach multiplies the cut of the integral in inversePowerMass; any value gives right results.
var besselReach = 1.0

// inversePowerMass is c 2^{2−s}/(Γ(d/2)Γ(β)) ∫_0^x v^{s−1} K_μ(v) dv, s = d/2 + β, μ = d/2 − β, x = aω, by v = xe^{−t}, which makes of powers and
// logarithms at 0 an analytic function that falls like an exponential. Up to y the integral is at most that of K_λ ≤ Γ(λ)/2 (2/v)^λ, λ ≥ |μ|
// (DLMF 10.32.10; K grows with its order), Γ(λ) 2^{λ−1} y^{s−λ}/(s−λ).
func inversePowerMass(ctx context.Context, m *budget.Meter, p *closed.InversePower, dst, omega *ball.Real, prec uint) (Outcome, error) {
	wp := prec + 64
	var a, beta, mu, s, x, lambda, low, t ball.Real
	d := p.Dim
	p.P.Ball(&a, wp)
	a.RSqrt(&a, wp)
	p.Beta.Ball(&beta, wp)
	mu.Sub(closed.Half(d), &beta, wp)
	s.Add(closed.Half(d), &beta, wp)
	x.Mul(&a, omega, wp)
	if beta.Positive() != ball.True || !x.IsFinite() {
		return Outcome{Unbounded: "the exponent of an inverse power is not proved to be positive"}, nil
	}
	lambda.SetFloat(mu.MagUpper().Float(nil))
	if lambda.Less(ball.NewReal(0.25)) != ball.False {
		lambda.SetFloat64(0.25) // s − λ ≥ 1/2 − 1/4
	}
	low.Sub(&s, &lambda, wp)
	if low.Positive() != ball.True {
		return Outcome{Unbounded: "the exponent of an inverse power is too close to 0"}, nil
	}
	rate, _ := low.Float64()
	size, _ := x.Float64()
	S := math.Ceil(besselReach * ((float64(prec)+16)*math.Ln2/rate + elem64.Log(math.Max(1, size))))
	if S > 1e5 {
		return Outcome{Unbounded: "the exponent of an inverse power is too close to 0"}, nil
	}
	f := quad.Func{
		F: func(z, u *ball.Real, prec uint) {
			var v, k ball.Real
			m.Spend(16 * budget.Function(prec))
			v.Exp(v.Neg(u), prec+32)
			v.Mul(&v, &x, prec+32)
			special.BesselK(&k, &mu, &v, prec)
			v.Pow(&v, &s, prec)
			z.Mul(&k, &v, prec)
		},
		Bound: func(re *ball.Real, im ball.Mag) ball.Mag {
			var v, k ball.Complex
			v.Re.Neg(re)
			v.Im.SetMag(im)
			v.Exp(&v, 64)
			v.MulReal(&v, &x, 64)
			if v.Re.Positive() != ball.True {
				return ball.MagInf()
			}
			special.BesselKComplex(&k, &mu, &v, 53)
			complexPower(&v, &v, &s, 53)
			return k.MagUpper().Mul(v.MagUpper())
		},
	}
	var sum ball.Real
	o, err := integrate(ctx, &sum, f, new(ball.Real), ball.NewReal(S), "a Bessel function", ball.Mag{}, wp)
	if err != nil || o.Unbounded != "" {
		return o, err
	}
	// from 0 to xe^{−S}
	t.Exp(ball.NewReal(-S), 64)
	t.Mul(&t, &x, 64)
	c := closed.NewCalc(&a, 64).Times(t.Pow(&t, &low, 64)).Gamma(&lambda)
	c.Times(t.Pow(ball.NewReal(2), &lambda, 64))
	c.V.Quo(c.V, &low, 64)
	sum.AddRad(termBessel.LeftOut(c.V.MagUpper().Mul2Exp(-1)))
	t.Neg(&s)
	t.AddInt64(&t, 2, wp)
	t.Pow(ball.NewReal(2), &t, wp)
	dst.Set(closed.NewCalc(&a, wp).Num(p.C).RecipGamma(closed.Half(d)).RecipGamma(&beta).Times(&t).Times(&sum).V)
	return Outcome{Method: ByClosedForm}, nil
}
