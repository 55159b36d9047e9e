package mass

import (
	"math/big"

	"krein/ball"
	"krein/internal/hankel/closed"
	"krein/internal/hankel/density"
	"krein/internal/hankel/sign"
	"krein/internal/hankel/spline"
)

// Panel is an interval of t = ω² with what is known there of ∫ m± dω.
type Panel struct {
	Lo, Hi       float64
	Below, Above int          // the proved signs at its ends, or 0
	value        [2]ball.Real // ∫ m±, where the sign is known
	Bound        ball.Mag     // of ∫ |m|, where it is not
	From, To     float64      // where it is not; from ≥ to: nowhere
	Err          ball.Mag     // of the mass
	Law          *Expansion   // the density, for laws
}

// massOrder is the least order of the Taylor expansions on panels.
const (
	massOrder        = 28
	massOrderCompact = 44
)

// MassSigner integrates m = κ ω^{d−1+Weight} I(ω²).
type MassSigner struct {
	*sign.Signer
	arc           *arcGroup    // nil unless it is all of the density
	Own           []sign.Group // newExpGroups, if they are
	Kappa         ball.Real
	order, Weight int // Weight: 0, or −1 for a sine transform, see search.MassSettings
	// Sign is that of the density for t ≥ SignFrom, if it is not 0.
	Sign     int
	SignFrom float64
	Far      *FarTerms // instead of the groups from far.from on; nil: nowhere
	root     int       // Oscillation.root
}

// NewIntegrator returns nil if the density has parts that are not understood.
func NewIntegrator(p *density.Density, prec uint) (*MassSigner, error) {
	if s := newArcSigner(p, prec); s != nil {
		return s, nil
	}
	s := sign.NewSigner(p, prec)
	if s == nil {
		if own := newExpGroups(p.Kernel(), p.Dim()); len(own) > 0 {
			return newExpSigner(p.Dim(), own, prec), nil
		}
	}
	if s == nil || len(s.F.Beta) > 0 {
		return nil, Errorf("no expansion with a remainder is known for a part of the density: they are for Gaussians, " +
			"rational spectra, (1+pz^2)^-b and powers of z or 1-z^2/R^2 on intervals")
	}
	m := &MassSigner{Signer: s, order: massOrder}
	if s.F.Compact != nil {
		m.order = massOrderCompact
	}
	density.Prefactor(&m.Kappa, ball.NewReal(1), s.Dim, prec)
	return m, nil
}

// jetOfPower sets c to the Taylor coefficients of t^e at t0 as Group.taylor does.
func jetOfPower(c []ball.Real, t0 *ball.Real, rho ball.Mag, e *big.Rat, prec uint) {
	sign.TaylorByJets(func(s *ball.RealSeries, t *ball.Real, n int, prec uint) {
		s.SetVar(t, n)
		s.PowRat(s, e, prec)
	}, c, t0, rho, prec)
}

// weight returns the power of t in ω^{d−1} dω = t^{d/2−1} dt/2, or with another Weight.
func (s *MassSigner) weight() *big.Rat { return big.NewRat(int64(s.Dim+s.Weight-2), 2) }

// PanelBy looks at [lo, hi], 0 < lo. Where I is monotone and has different signs at the two ends, zero chooses the
// interval about the zero, as a part of [lo, hi]; the signs at its ends are checked.
func (s *MassSigner) PanelBy(lo, hi float64, zero func(x *Expansion, lo, hi float64,
	below, above int) (from, to float64)) *Panel {
	p := &Panel{Lo: lo, Hi: hi, From: hi, To: hi}
	c := make([]ball.Real, s.order+1)
	var rho, noise ball.Mag
	isFar := s.Far != nil && lo >= s.Far.From
	var kinked []*spline.Spline
	if isFar {
		rho, noise = s.taylorFar(c, lo, hi)
	} else {
		var smooth []sign.Group
		smooth, kinked = kinkedGroups(s.Groups, lo, hi, s.Prec)
		rho, noise = s.taylorKinked(smooth, kinked, c, lo, hi)
	}
	for i := range c {
		c[i].SetRound(&c[i], s.Prec)
	}
	var v, d ball.Real
	sign.RangeOf(&v, c, 0, rho, s.Prec)
	v.AddRad(noise)
	sgn := ProperSign(&v)
	if s.Sign != 0 && lo >= s.SignFrom {
		sgn = s.Sign
	}
	x := s.expand(c, lo, hi, rho)
	x.Rest = x.Rest.Add(termFar.LeftOut(x.most.Mul(noise)))
	p.Law = x
	if sgn != 0 {
		p.Below, p.Above = sgn, sgn
		x.add(p, lo, hi, sgn)
	} else {
		p.From, p.To = lo, hi
		sign.RangeOf(&d, c, 1, rho, s.Prec)
		if ProperSign(&d) != 0 && !isFar && len(kinked) == 0 { // dI/dt has no zero
			x.cross(p, zero)
		}
		if p.From < p.To {
			x.unknown(p, &v)
		}
	}
	p.Err = p.Bound.Add(p.value[0].Rad()).Add(p.value[1].Rad())
	return p
}

// kinkedGroups tells the groups with a knot in [lo, hi] from the others.
func kinkedGroups(all []sign.Group, lo, hi float64, prec uint) (smooth []sign.Group, kinked []*spline.Spline) {
	for _, g := range all {
		if k, ok := g.(*spline.Spline); ok && !k.Smooth(lo, hi, prec) {
			kinked = append(kinked, k)
		} else {
			smooth = append(smooth, g)
		}
	}
	return smooth, kinked
}

// onKnot sets dst to a ball that contains I(t) of a group, lo ≤ t ≤ hi, lo > 0.
func onKnot(dst *ball.Real, g *spline.Spline, lo, hi float64, prec uint) {
	var t, w, f ball.Real
	t.Hull(ball.NewReal(lo), ball.NewReal(hi), prec)
	w.Sqrt(&t, prec)
	spline.Enclose(g, dst, &w, prec)
	density.Prefactor(&f, &w, g.Dim, prec)
	dst.Quo(dst, &f, prec)
}

// taylorKinked is Taylor for groups some of which have no Taylor coefficients on [lo, hi]: these are taken to be
// constant there, and noise bounds how far they are from that.
func (s *MassSigner) taylorKinked(smooth []sign.Group, kinked []*spline.Spline, c []ball.Real, lo,
	hi float64) (rho, noise ball.Mag) {
	for i := range c {
		c[i].SetInt64(0)
	}
	rho = s.Taylor(smooth, c, lo, hi)
	var v, mid ball.Real
	for _, g := range kinked {
		onKnot(&v, g, lo, hi, s.Prec)
		if !v.IsFinite() {
			c[0].SetIndeterminate()
			continue
		}
		noise = noise.Add(termKnot.LeftOut(v.Rad()))
		mid.GetMid(&v)
		c[0].Add(&c[0], &mid, s.Prec)
	}
	return rho, noise
}

// ProperSign returns the sign of v, 0 if it is not known or not one.
func ProperSign(v *ball.Real) int {
	if !v.IsFinite() || v.ContainsZero() {
		return 0
	}
	n, _ := v.Sign()
	return n
}

// Expansion is m dω = (polynomial in t−t0 of degree n−1, with remainder) dt on a panel, n the order.
type Expansion struct {
	s    *MassSigner
	c    []ball.Real // of I, as by Group.taylor
	T0   ball.Real
	rho  ball.Mag
	F    []ball.Real // of κ/2 t^{d/2−1} I
	Rest ball.Mag
	most ball.Mag // of κ/2 t^{d/2−1}
}

func (s *MassSigner) expand(c []ball.Real, lo, hi float64, rho ball.Mag) *Expansion {
	x := &Expansion{s: s, c: c, rho: rho}
	x.T0.SetFloat64(lo + (hi-lo)/2)
	n, prec := s.order, s.Prec
	var size ball.Mag // of the Taylor polynomial of I
	power := make([]ball.Mag, 2*n+1)
	power[0] = ball.MagPow2(0)
	upper := make([]ball.Mag, n)
	for k := range 2 * n {
		if power[k+1] = power[k].Mul(rho); k < n {
			upper[k] = c[k].MagUpper()
			size = size.Add(upper[k].Mul(power[k]))
		}
	}
	half := s.Kappa.MagUpper().Mul2Exp(-1)
	w := make([]ball.Real, n+1)
	var y ball.Real
	jetOfPower(w, &x.T0, rho, s.weight(), prec)
	y.Set(&x.T0)
	y.AddRad(rho)
	y.PowRat(&y, s.weight(), prec)
	x.most = y.MagUpper().Mul(half)
	// |I t^e − PQ| ≤ |I−P| t^e + |P| |t^e−Q|, and the powers of PQ from n on
	rest := c[n].MagUpper().Mul(power[n]).Mul(y.MagUpper())
	rest = rest.Add(size.Mul(w[n].MagUpper()).Mul(power[n]))
	f := make([]ball.Real, n)
	weight := make([]ball.Mag, n)
	for l := range n {
		weight[l] = w[l].MagUpper()
	}
	for k := range n {
		for l := range n {
			if k+l < n {
				f[k+l].FMA(&c[k], &w[l], &f[k+l], prec)
			} else {
				rest = rest.Add(upper[k].Mul(weight[l]).Mul(power[k+l]))
			}
		}
	}
	for k := range f {
		f[k].Mul(&f[k], &s.Kappa, prec)
		f[k].Mul2Exp(&f[k], -1)
	}
	x.F, x.Rest = f, termPanel.LeftOut(rest.Mul(half))
	return x
}

// add adds the integral over [lo, hi], a part of the panel on which the sign is known.
func (x *Expansion) add(p *Panel, lo, hi float64, sign int) {
	var a, b, v, w, width ball.Real
	prec := x.s.Prec
	a.Sub(ball.NewReal(lo), &x.T0, prec)
	b.Sub(ball.NewReal(hi), &x.T0, prec)
	width.Sub(&b, &a, prec)
	// the antiderivative at b and a
	f := x.F
	v.SetInt64(0)
	w.SetInt64(0)
	var t ball.Real
	for k := len(f) - 1; k >= 0; k-- {
		t.QuoInt64(&f[k], int64(k+1), prec)
		v.FMA(&v, &b, &t, prec)
		w.FMA(&w, &a, &t, prec)
	}
	v.Mul(&v, &b, prec)
	v.Sub(&v, w.Mul(&w, &a, prec), prec)
	v.AddRad(x.Rest.Mul(width.MagUpper()))
	i := 0
	if sign < 0 {
		i = 1
		v.Neg(&v)
	}
	p.value[i].Add(&p.value[i], &v, prec)
}

// unknown bounds the integral over [p.from, p.to], where |I| is at most |v|.
func (x *Expansion) unknown(p *Panel, v *ball.Real) {
	var width ball.Real
	width.Sub(ball.NewReal(p.To), ball.NewReal(p.From), x.s.Prec)
	m := v.MagUpper()
	if p.From > p.Lo || p.To < p.Hi { // I is monotone there
		a, b := x.At(p.From), x.At(p.To)
		m = m.Min(a.MagUpper().Max(b.MagUpper()))
	}
	p.Bound = m.Mul(x.most).Mul(width.MagUpper())
}

// At encloses I at a point of the panel.
func (x *Expansion) At(t float64) *ball.Real {
	var y ball.Real
	y.Sub(ball.NewReal(t), &x.T0, x.s.Prec)
	n := len(x.c) - 1
	v := new(ball.Real)
	for k := n - 1; k >= 0; k-- {
		v.FMA(v, &y, &x.c[k], x.s.Prec)
	}
	return v.AddRad(termCrossing.LeftOut(x.c[n].MagUpper().Mul(x.rho.Pow(uint64(n)))))
}

// cross separates the zero of a monotone I by its values. It is asked where the expansion is that of I itself: noise, of terms at
// infinity or of knots, has no derivative that is known, and a derivative of one sign would say nothing of I.
func (x *Expansion) cross(p *Panel, zero func(x *Expansion, lo, hi float64, below, above int) (from, to float64)) {
	below, above := ProperSign(x.At(p.Lo)), ProperSign(x.At(p.Hi))
	if below == 0 || above == 0 {
		return
	}
	p.Below, p.Above = below, above
	if below == above {
		p.From, p.To = p.Hi, p.Hi
		x.add(p, p.Lo, p.Hi, below)
		return
	}
	from, to := zero(x, p.Lo, p.Hi, below, above)
	if !(p.Lo <= from && from < to && to <= p.Hi) || ProperSign(x.At(from)) != below || ProperSign(x.At(to)) != above {
		return // the zero is anywhere in the panel
	}
	p.From, p.To = from, to
	x.add(p, p.Lo, from, below)
	x.add(p, to, p.Hi, above)
}

// jordanParts are ∫ dm±.
type jordanParts [2]ball.Real

// addBound adds [0, b] to both parts.
func (a *jordanParts) addBound(b ball.Mag, prec uint) {
	var x ball.Real
	x.SetMag(b)
	x.Mul2Exp(&x, -1)
	h := x.MagUpper()
	for i := range 2 {
		a[i].Add(&a[i], &x, prec)
		a[i].AddRad(h)
	}
}

// collect adds up panels.
func (s *MassSigner) collect(panels []*Panel) *jordanParts {
	var a jordanParts
	var unknown ball.Mag
	for _, p := range panels {
		for i := range 2 {
			a[i].Add(&a[i], &p.value[i], s.Prec)
		}
		unknown = unknown.Add(p.Bound)
	}
	a.addBound(unknown, s.Prec)
	return &a
}

// BeforeFrom bounds ∫ |m| dω for t ≤ h; it is infinite if that is not known.
func (s *MassSigner) BeforeFrom(h float64) ball.Mag {
	var x, y, t ball.Real
	x.Sqrt(ball.NewReal(h), s.Prec)
	// ∫_0^x ω^{d−1+p} dω for p > −d
	power := func(p *ball.Real) ball.Mag {
		t.Add(p, ball.NewReal(float64(s.Dim+s.Weight)), s.Prec)
		if t.Positive() != ball.True {
			return ball.MagInf()
		}
		y.Pow(&x, &t, s.Prec)
		return y.Quo(&y, &t, s.Prec).MagUpper()
	}
	var sum ball.Mag
	for _, g := range s.Groups {
		if _, ok := g.Origin(0); ok || s.Entire {
			c := make([]ball.Real, s.Signer.Order+1)
			rho := s.Taylor([]sign.Group{g}, c, 0, h)
			sign.RangeOf(&t, c, 0, rho, s.Prec)
			sum = sum.Add(t.MagUpper().Mul(power(ball.NewReal(0))))
			continue
		}
		if b, ok := g.(*sign.BesselGroup); ok && b.Order().IsZero() {
			// K_0(x) ≤ K_{1/2}(x) ≤ √(π/(2x)), as K increases with its order
			var c, nu, a, k ball.Real
			b.Constants(&c, &nu, &a, s.Prec)
			k.Pi(s.Prec)
			k.Mul2Exp(&k, -1)
			k.Quo(&k, &a, s.Prec)
			k.Sqrt(&k, s.Prec)
			sum = sum.Add(k.Mul(&k, &c, s.Prec).MagUpper().Mul(power(ball.NewReal(-0.5))))
			continue
		}
		terms, ok := g.NearZero(&x, s.Prec)
		if !ok {
			return ball.MagInf()
		}
		for i := range terms {
			if terms[i].AtLeast {
				return ball.MagInf()
			}
			var p ball.Real
			terms[i].Power.Ball(&p, s.Prec)
			sum = sum.Add(terms[i].Coef.MagUpper().Mul(power(&p)))
		}
	}
	return sum.Mul(s.Kappa.MagUpper())
}

// Beyond encloses ∫ m dω, ω ≥ w, from the terms at infinity; bound is one of ∫ |m| dω. ok is false
// if no bound is known.
func (s *MassSigner) Beyond(terms []sign.EndTerm, w *ball.Real) (v ball.Real, bound ball.Mag, ok bool) {
	prec := s.Prec
	for i := range terms {
		e := &terms[i]
		p, isRat := e.Power.Rat()
		if !isRat || e.AtLeast {
			return v, bound, false
		}
		q := closed.RatPlus(p, s.Dim+s.Weight-1)
		if e.Alpha.IsZero() && e.Rate.IsZero() {
			// ∫ ω^q = w^{q+1}/(−q−1)
			q = closed.RatPlus(q, 1)
			if q.Sign() >= 0 {
				return v, bound, false
			}
			var x, y ball.Real
			x.PowRat(w, q, prec)
			x.Quo(&x, y.SetRat(new(big.Rat).Neg(q), prec), prec)
			x.Mul(&x, &e.Coef, prec)
			bound = bound.Add(x.MagUpper())
			v.Add(&v, &x, prec)
			continue
		}
		var rate ball.Real
		power := int64(1) // of ω in the exponent
		switch {
		case e.Rate.IsZero():
			e.Alpha.Ball(&rate, prec)
		case e.Alpha.IsZero() || e.Alpha.Sign() > 0:
			e.Rate.Ball(&rate, prec)
			power = 2
		default: // ω(rate·ω + alpha) ≥ ω(rate·w + alpha)
			rate.Mul(e.Rate.Ball(&rate, prec), w, prec)
			var a ball.Real
			rate.Add(&rate, e.Alpha.Ball(&a, prec), prec)
		}
		b := termIntegrated.LeftOut(exponentialBeyond(w, &rate, q, big.NewRat(power, 1)).Mul(e.Coef.MagUpper()))
		if b.IsInf() {
			return v, bound, false
		}
		bound = bound.Add(b)
		v.AddRad(b)
	}
	v.Mul(&v, &s.Kappa, prec)
	return v, bound.Mul(s.Kappa.MagUpper()), true
}

// exponentialBeyond bounds ∫_x^∞ t^p e^{−λt^s} dt, x > 0, by x^{p+1−s} e^{−λx^s}/(λs − (p+1−s)⁺x^{−s}), with (·)⁺
// the positive part: for F = t^{p+1−s}e^{−λt^s},
//
//	−F′ = t^p e^{−λt^s}(λs − (p+1−s)t^{−s}) ≥ t^p e^{−λt^s}(λs − (p+1−s)⁺x^{−s}) for t ≥ x,
//
// and F falls to 0. It is +∞ where the bracket or λ is not proved to be positive.
func exponentialBeyond(x, lambda *ball.Real, p, s *big.Rat) ball.Mag {
	const prec = 64
	if lambda.Positive() != ball.True {
		return ball.MagInf()
	}
	var xs, den, t ball.Real
	xs.PowRat(x, s, prec)
	den.Mul(lambda, t.SetRat(s, prec), prec)
	k := closed.RatPlus(p, 1)
	k.Sub(k, s)
	if k.Sign() > 0 {
		t.SetRat(k, prec)
		den.Sub(&den, t.Quo(&t, &xs, prec), prec)
	}
	if den.Positive() != ball.True {
		return ball.MagInf()
	}
	xs.Mul(&xs, lambda, prec)
	xs.Exp(xs.Neg(&xs), prec)
	t.PowRat(x, k, prec)
	t.Mul(&t, &xs, prec)
	return t.MagUpper().Quo(den.MagLower())
}
