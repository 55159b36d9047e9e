package mass

import (
	"cmp"
	"context"
	"math"
	"math/big"
	"slices"
	"sync"

	"krein/ball"
	"krein/internal/hankel/closed"
	"krein/internal/hankel/sign"
)

// Tail is ∫ m± dω from t = ω² = start on, for a density that oscillates forever at one frequency b. In x = bω,
//
//	m dω = a x^{−q} (Re e^{iψ} Σ_k η_k u^{e_k} + Σ_k γ_k u^{e_k}) dx + rest,
//	u = x^{−1/2}, ψ = x + φ, η_0 = 1, e_0 = 0 < e_k,
//
// from the exact tail (CompactGroup.NearInfinity) and Hankel's expansion of J_ν (DLMF 10.17.3; its remainder is bounded
// by the first terms left out, 10.17(iii)); the rest is bounded. At the zeros x_j = π/2 + jπ − φ of cos ψ, with σ =
// (−1)^{j+1},
//
//	σ(…)(x_j+y) = x_j^{−q} G_σ(u, y),  G_σ = Σ_k u^{e_k} (1+yu²)^{−q−e_k/2} (Re η_k sin y + Im η_k cos y + σγ_k),
//	u = x_j^{−1/2}.
//
// Near y = 0 it increases, and it has a zero there, for which a polynomial Y_σ(u) is taken (solve); between
// it and the next zero it is positive (separated). So the integral of |…| over one such lobe is x_j^{−q} times
//
//	∫_0^π G_σ(u, y) dy − ∫_0^{Y_σ(u)} G_σ(u, y) dy − (x_j/x_{j+1})^q ∫_0^{Y_{−σ}(u')} G_{−σ}(u', y) dy,
//	u' = x_{j+1}^{−1/2},
//
// up to what is between a zero and Y, at most ρ²/μ where |G(u, Y)| ≤ ρ and ∂G/∂y ≥ μ. All of these are polynomials in u
// with bounded remainders, and sums over j ≡ J modulo 2 of x_j^{−s} are (2π)^{−s} ζ(s, x_J/2π).
type Tail struct {
	X     float64 // bω from which on the expansion is used
	Start float64 // in t
	value jordanParts
	Err   ball.Mag // of the mass
}

// OscTerm is u^e (η cos ψ-like) or, if wave is false, u^e γ, γ = re.
type OscTerm struct {
	Q      *big.Rat // q + e/2
	E      int
	Re, Im ball.Real
	Wave   bool
}

// Oscillation is the expansion of a density that oscillates at one frequency.
type Oscillation struct {
	Q     *big.Rat
	Amp   ball.Real // a > 0
	Phase ball.Real // φ
	Terms []OscTerm // the first is the leading one, η = 1
	Rest  ball.Mag  // ∫ |rest| from x on
	Prec  uint
	U0    ball.Mag // u is in [0, u0]
	root  int      // the degree of Y; 0: oscRoot
	order int      // of the expansion in y; 0: oscOrder
}

// Degrees of the expansions in u, in y, and of Y.
const (
	OscDegree = 40
	oscOrder  = 20
)

// oscRoot is the degree of Y.
const oscRoot = 24

// OscStarts are the x at which the expansion may start.
var OscStarts = []float64{60, 90, 135, 200, 300, 450}

// Frequency returns the only breakpoint of the compact part.
func (s *MassSigner) Frequency() (b closed.Num, err error) {
	if s.arc != nil {
		return s.arc.r, nil
	}
	var all []closed.Num
	breaks, ok := s.F.Compact.Breaks()
	if !ok {
		return b, Errorf("the order of the breakpoints of the kernel is not decided")
	}
	for _, k := range breaks {
		all = append(all, k.At)
	}
	for _, q := range s.F.Compact.Sonine {
		all = append(all, q.R)
	}
	if len(all) == 0 {
		return b, Errorf("the oscillation of the density at infinity is known by bounds only")
	}
	for _, a := range all {
		if !a.Same(all[0]) {
			return b, Errorf("the density oscillates forever at several frequencies, %v and %v; that is summed for one only",
				all[0], a)
		}
	}
	return all[0], nil
}

// WaveTail sums the tail from about x = bω on: from t = start exactly, which is within 1 of a certain zero of the
// leading term beyond x; 0 chooses it.
func (s *MassSigner) WaveTail(ctx context.Context, b closed.Num, x, start float64) (*Tail, error) {
	var w, bb ball.Real
	b.Ball(&bb, s.Prec)
	w.Quo(ball.NewReal(x), &bb, s.Prec)
	t := &Tail{X: x, Start: start}
	o, err := s.Oscillation(ctx, b, &w)
	if err != nil {
		return nil, err
	}
	xj, err := o.rises(x)
	if err != nil {
		return nil, err
	}
	if err := o.sum(t, xj, &bb); err != nil {
		return nil, err
	}
	t.Err = t.value[0].Rad().Max(t.value[1].Rad())
	return t, nil
}

// Lobes are ∫ m± dω from a frequency on at which an oscillating density is nearly 0 and rises.
type Lobes struct {
	Start ball.Real    // exact
	Value [2]ball.Real // of m₊ and m₋
}

// Lobes sums the tail from about x = bω on, as WaveTail does, from a frequency that is exact to the working precision, and with expansions about zeros that are twice as long.
func (s *MassSigner) Lobes(ctx context.Context, b closed.Num, x float64) (*Lobes, error) {
	var w, bb, first ball.Real
	b.Ball(&bb, s.Prec)
	w.Quo(ball.NewReal(x), &bb, s.Prec)
	o, err := s.Oscillation(ctx, b, &w)
	if err != nil {
		return nil, err
	}
	o.root, o.order = OscDegree, 2*oscOrder
	xj, err := o.rises(x)
	if err != nil {
		return nil, err
	}
	l := new(Lobes)
	if l.Value, err = o.lobes(&first, xj); err != nil {
		return nil, err
	}
	l.Start.GetMid(w.Quo(&first, &bb, s.Prec))
	gap, err := o.gap(w.Mul(&l.Start, &bb, s.Prec), &first, xj)
	if err != nil {
		return nil, err
	}
	o.scale(&l.Value, gap)
	return l, nil
}

// rises returns the first zero of cos ψ that is beyond x, with an odd j.
func (o *Oscillation) rises(x float64) (*ball.Real, error) {
	ph, _ := o.Phase.Float64()
	j := int64(math.Ceil((x + 2 + ph - math.Pi/2) / math.Pi))
	if j%2 == 0 {
		j++
	}
	var xj ball.Real
	xj.Pi(o.Prec)
	xj.Mul(&xj, new(ball.Real).SetRat(big.NewRat(2*j+1, 2), o.Prec), o.Prec)
	xj.Sub(&xj, &o.Phase, o.Prec)
	if xj.Less(ball.NewReal(x+1)) != ball.False {
		return nil, Errorf("the phase of the tail is not known well enough")
	}
	return &xj, nil
}

// SortedTerm is x^{−q} Re e^{ix}(re + i im), or x^{−q} re.
type SortedTerm struct {
	Q      *big.Rat
	Re, Im ball.Real
}

// TailTerms is m dω = scale (Σ waves + Σ plain + left) dx + rest in x = bω, for ω ≥ w.
type TailTerms struct {
	Waves, Plain []SortedTerm // by increasing q
	Scale        ball.Real    // κ b^{−d}
	Left, Rest   ball.Mag     // ∫ |left| dx, ∫ |rest|
	x            ball.Real    // bw
}

// Leave bounds coef x^{−q} instead of listing it.
func (a *TailTerms) Leave(coef ball.Mag, q *big.Rat, prec uint) error {
	q1 := closed.RatPlus(q, -1)
	if q1.Sign() <= 0 {
		return Errorf("the mass has no bound at infinity")
	}
	var p, y ball.Real
	p.PowRat(&a.x, new(big.Rat).Neg(q1), prec)
	p.Quo(&p, y.SetRat(q1, prec), prec)
	a.Left = a.Left.Add(termHankel.LeftOut(coef.Mul(p.MagUpper())))
	return nil
}

// TailTerms collects the terms at infinity, for the one frequency b.
func (s *MassSigner) TailTerms(ctx context.Context, b closed.Num, w *ball.Real) (*TailTerms, error) {
	prec := s.Prec
	a := &TailTerms{}
	var bb ball.Real
	b.Ball(&bb, prec)
	a.x.Mul(&bb, w, prec)
	// Where each power is in the lists: in high dimensions there are hundreds of powers, and searching would take most of
	// the time.
	var places [2]map[string]int
	add := func(which int, q *big.Rat, re, im *ball.Real) {
		list := &a.Waves
		if which == 1 {
			list = &a.Plain
		}
		if places[which] == nil {
			places[which] = map[string]int{}
		}
		key := q.RatString()
		i, ok := places[which][key]
		if !ok {
			i = len(*list)
			places[which][key] = i
			*list = append(*list, SortedTerm{Q: q})
		}
		t := &(*list)[i]
		t.Re.Add(&t.Re, re, prec)
		t.Im.Add(&t.Im, im, prec)
	}
	var rest []sign.EndTerm
	left := func(coef ball.Mag, q *big.Rat) error { return a.Leave(coef, q, prec) }
	for _, g := range s.Groups {
		terms, ok := g.NearInfinity(w, prec)
		if !ok {
			return nil, Errorf("no expansion of the density at infinity holds from ω = %v on", w)
		}
		if !s.isCompact(g) {
			rest = append(rest, terms...)
			continue
		}
		for i := range terms {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			t := &terms[i]
			switch {
			case t.Wave != nil && !t.Wave.B.Same(b):
				return nil, Errorf("the density oscillates forever at several frequencies, %v and %v; that is summed for one only",
					b, t.Wave.B)
			case t.Wave != nil:
				if err := hankelTerms(t.Wave, s.Dim+s.Weight, &a.x, prec, func(q *big.Rat, re, im *ball.Real) { add(0, q, re, im) },
					left); err != nil {
					return nil, err
				}
			case t.Coef.ContainsZero():
				rest = append(rest, *t)
			default: // c ω^p = c b^{−p} x^p; p is rational, as the exponents of all pieces are (Forms.other), and there is no exponential
				p, _ := t.Power.Rat()
				var c ball.Real
				c.PowRat(&bb, new(big.Rat).Neg(p), prec)
				c.Mul(&c, &t.Coef, prec)
				add(1, new(big.Rat).Neg(closed.RatPlus(p, s.Dim+s.Weight-1)), &c, new(ball.Real))
			}
		}
	}
	_, bound, ok := s.Beyond(rest, w)
	if !ok {
		return nil, Errorf("the mass has no bound at infinity")
	}
	a.Rest = termTail.LeftOut(bound)
	byPower := func(a, b SortedTerm) int { return a.Q.Cmp(b.Q) }
	slices.SortFunc(a.Waves, byPower)
	slices.SortFunc(a.Plain, byPower)
	if len(a.Waves) == 0 {
		return nil, Errorf("nothing oscillates at infinity")
	}
	a.Scale.PowInt64(&bb, int64(-s.Dim-s.Weight), prec)
	a.Scale.Mul(&a.Scale, &s.Kappa, prec)
	return a, nil
}

// HalfSteps returns e with q = q0 + e/2; ok is false if there is none, or it is too large.
func HalfSteps(q, q0 *big.Rat) (e int, ok bool) {
	d := new(big.Rat).Sub(q, q0)
	d.Add(d, d)
	return int(d.Num().Int64()), d.IsInt() && d.Num().IsInt64() && d.Sign() >= 0 && d.Num().BitLen() < 20
}

// Oscillation expands m for ω ≥ w.
func (s *MassSigner) Oscillation(ctx context.Context, b closed.Num, w *ball.Real) (*Oscillation, error) {
	prec := s.Prec
	a, err := s.TailTerms(ctx, b, w)
	if err != nil {
		return nil, err
	}
	o := &Oscillation{Prec: prec, Q: a.Waves[0].Q, root: s.root}
	// a e^{iφ}
	lead := &a.Waves[0]
	var norm, t ball.Real
	norm.Sqr(&lead.Re, prec)
	norm.Add(&norm, t.Sqr(&lead.Im, prec), prec)
	o.Amp.Sqrt(&norm, prec)
	if o.Amp.Positive() != ball.True {
		return nil, Errorf("the leading term of the density at infinity is not known to be different from zero")
	}
	re, im := lead.Re, lead.Im
	if re.Mid(nil).Sign() < 0 { // away from the cut of the argument
		re.Neg(&re)
		im.Neg(&im)
		o.Phase.Pi(prec)
	}
	o.Phase.Add(&o.Phase, t.Atan2(&im, &re, prec), prec)
	if closed.RatPlus(o.Q, -1).Sign() <= 0 {
		return nil, &Error{Because: "the integral of |m| is infinite", Infinite: true}
	}
	for i := range a.Waves {
		c := &a.Waves[i]
		e, ok := HalfSteps(c.Q, o.Q)
		if !ok {
			return nil, Errorf("the expansion at infinity has powers of ω that do not differ by multiples of 1/2")
		}
		term := OscTerm{Q: c.Q, E: e, Wave: true}
		if i == 0 {
			term.Re.SetInt64(1)
			o.Terms = append(o.Terms, term)
			continue
		}
		if e == 0 || e >= OscDegree {
			if err := a.Leave(c.Re.MagUpper().Add(c.Im.MagUpper()), c.Q, prec); err != nil {
				return nil, err
			}
			continue
		}
		// (c/c_0): c c̄_0/|c_0|²
		term.Re.Mul(&c.Re, &lead.Re, prec)
		term.Re.Add(&term.Re, t.Mul(&c.Im, &lead.Im, prec), prec)
		term.Re.Quo(&term.Re, &norm, prec)
		term.Im.Mul(&c.Im, &lead.Re, prec)
		term.Im.Sub(&term.Im, t.Mul(&c.Re, &lead.Im, prec), prec)
		term.Im.Quo(&term.Im, &norm, prec)
		o.Terms = append(o.Terms, term)
	}
	for i := range a.Plain {
		c := &a.Plain[i]
		e, ok := HalfSteps(c.Q, o.Q)
		if !ok || e == 0 {
			return nil, Errorf("the expansion at infinity has a term without oscillation that is not small against the " +
				"others, or at a distance of no multiple of 1/2 in the powers of ω")
		}
		if e >= OscDegree {
			if err := a.Leave(c.Re.MagUpper(), c.Q, prec); err != nil {
				return nil, err
			}
			continue
		}
		term := OscTerm{Q: c.Q, E: e}
		term.Re.Quo(&c.Re, &o.Amp, prec)
		o.Terms = append(o.Terms, term)
	}
	o.Rest = a.Left.Mul(a.Scale.MagUpper()).Add(a.Rest)
	o.Amp.Mul(&o.Amp, &a.Scale, prec)
	return o, nil
}

// hankelTerms expands x^{n−1} A Λ_N(x), x ≥ from, N = 2ν+2: with J_ν = √(2/(πx)) Re e^{iχ} Σ i^k a_k x^{−k}, χ = x −
// (ν/2+1/4)π,
//
//	Λ_N(x) = Γ(ν+1) (2/x)^ν J_ν(x).
//
// add gets the powers x^{−q} with their factors of e^{ix}, left a bound of the remainder.
func hankelTerms(v *sign.Wave, n int, from *ball.Real, prec uint, add func(q *big.Rat, re, im *ball.Real),
	left func(coef ball.Mag, q *big.Rat) error) error {
	nn, ok := v.N.Rat()
	if !ok {
		return Errorf("the order of a wave at infinity is not rational")
	}
	nu := closed.RatPlus(new(big.Rat).Quo(nn, big.NewRat(2, 1)), -1)
	if nu.Sign() < 0 {
		return Errorf("the order of a wave at infinity is negative")
	}
	var f, t ball.Real
	// A Γ(ν+1) 2^ν √(2/π)
	t.SetRat(closed.RatPlus(nu, 1), prec)
	c := closed.NewCalc(&f, prec).Times(&v.A).Gamma(&t)
	c.Times(t.PowRat(ball.NewReal(2), new(big.Rat).Add(nu, big.NewRat(1, 2)), prec))
	t.Pi(prec)
	c.Times(t.RSqrt(&t, prec))
	// e^{−iπ(ν/2+1/4)}
	var re, im ball.Real
	angle := new(big.Rat).Mul(new(big.Rat).Add(nu, big.NewRat(1, 2)), big.NewRat(-1, 2))
	t.Pi(prec)
	t.Mul(&t, new(ball.Real).SetRat(angle, prec), prec)
	ball.SinCos(&im, &re, &t, prec)
	re.Mul(&re, &f, prec)
	im.Mul(&im, &f, prec)
	q := closed.RatPlus(new(big.Rat).Add(nu, big.NewRat(1, 2)), 1-n)
	a := big.NewRat(1, 1) // a_k
	next := func(k int) *big.Rat {
		// a_{k+1} = a_k (4ν² − (2k+1)²)/(8(k+1))
		m := new(big.Rat).Mul(nu, nu)
		m.Mul(m, big.NewRat(4, 1))
		m.Sub(m, big.NewRat(int64(2*k+1)*int64(2*k+1), 1))
		m.Mul(m, a)
		return m.Quo(m, big.NewRat(int64(8*(k+1)), 1))
	}
	least := new(big.Rat).Sub(nu, big.NewRat(1, 2))
	for k := 0; ; k++ {
		var ar ball.Real
		ar.SetRat(a, prec)
		if k >= 2 && least.Cmp(big.NewRat(int64(k), 1)) <= 0 && (k >= OscDegree/2 || a.Sign() == 0) {
			// the first terms left out, of both parities
			b := next(k)
			var br ball.Real
			br.SetRat(b, prec)
			if err := left(ar.MagUpper().Mul(f.MagUpper()), closed.RatPlus(q, k)); err != nil {
				return err
			}
			return left(br.MagUpper().Mul(f.MagUpper()), closed.RatPlus(q, k+1))
		}
		if a.Sign() != 0 {
			var x, y ball.Real
			x.Mul(&re, &ar, prec)
			y.Mul(&im, &ar, prec)
			add(closed.RatPlus(q, k), &x, &y)
		}
		a = next(k)
		// times i
		t.Neg(&im)
		im.Set(&re)
		re.Set(&t)
	}
}

// Gap bounds ∫|m|, relative to the amplitude, between t = start and x = first, both near x_J:
// |…| ≤ x^{−q} Σ |terms| for x ≥ x_J − 1. That start and first are beyond x_J − 1 is checked of start, and first is within
// oscWindow of x_J (ToRoot); u(x) ≤ 1.1 u(x_J) there (leastWaveStart).
func (o *Oscillation) Gap(start float64, first, xj, b *ball.Real) (ball.Mag, error) {
	var at ball.Real
	at.Sqrt(ball.NewReal(start), o.Prec)
	return o.gap(at.Mul(&at, b, o.Prec), first, xj)
}

// gap is Gap for x = at.
func (o *Oscillation) gap(at, first, xj *ball.Real) (ball.Mag, error) {
	var size ball.Real
	if size.Sub(xj, at, o.Prec).MagUpper().Cmp(ball.MagPow2(0)) > 0 {
		return ball.Mag{}, Errorf("the start of the tail is not known well")
	}
	gap := size.Sub(at, first, o.Prec).MagUpper()
	size.AddInt64(xj, -1, o.Prec)
	size.PowRat(&size, new(big.Rat).Neg(o.Q), o.Prec)
	return gap.Mul(size.MagUpper()).Mul(o.Others(ball.MagFloat64(1.1)).Add(ball.MagPow2(0))), nil
}

// sum sets t.value to the integrals from x_J on, J odd, so that σ = 1 first.
func (o *Oscillation) sum(t *Tail, xj, b *ball.Real) error {
	var first ball.Real
	all, err := o.lobes(&first, xj)
	if err != nil {
		return err
	}
	// the start: what is between it and x_J + Y
	if t.Start == 0 {
		w := new(ball.Real).Quo(&first, b, o.Prec)
		f, _ := w.Float64()
		t.Start = f * f
	}
	gap, err := o.Gap(t.Start, &first, xj, b)
	if err != nil {
		return err
	}
	o.scale(&all, gap)
	t.value = all
	return nil
}

// scale makes integrals of those that are relative to the amplitude, with what is between their start and first.
func (o *Oscillation) scale(all *[2]ball.Real, gap ball.Mag) {
	for i := range all {
		all[i].AddRad(termGap.LeftOut(gap))
		all[i].Mul(&all[i], &o.Amp, o.Prec)
		all[i].AddRad(o.Rest)
	}
}

// lobes returns the integrals from x_J + Y on, relative to the amplitude, and sets first to that.
func (o *Oscillation) lobes(first, xj *ball.Real) (all [2]ball.Real, err error) {
	prec := o.Prec
	var x ball.Real
	x.RSqrt(xj, prec)
	o.U0 = x.MagUpper()
	mu, err := o.Separated()
	if err != nil {
		return all, err
	}
	// Σ_{j = J+i, J+i+2, …} x_j^{−q−l/2}
	var sums [3][]ball.Real
	var start, pi2 ball.Real
	pi2.Pi(prec)
	start.Set(xj)
	for i := range sums {
		sums[i] = make([]ball.Real, OscDegree)
		for l := range sums[i] {
			Alternate(&sums[i][l], &start, new(big.Rat).Add(o.Q, big.NewRat(int64(l), 2)), prec)
		}
		start.Add(&start, &pi2, prec)
	}
	var lobes, ends [2]*TaylorModel // σ = 1, −1
	var wrong ball.Mag
	for i, sigma := range []int64{1, -1} {
		g := o.InY(sigma)
		y := o.Solve(g)
		end, rho, err := o.ToRoot(g, y, mu)
		if err != nil {
			return all, err
		}
		wrong = wrong.Max(rho.Mul(rho).Quo(mu))
		ends[i] = end
		lobes[i] = o.Lobe(sigma)
		if i == 0 {
			y.At(first, xj, prec)
		}
	}
	value := func(dst *ball.Real, p *TaylorModel, i int) {
		var v ball.Real
		for l := range p.C {
			v.FMA(&p.C[l], &sums[i][l], &v, prec)
		}
		v.AddRad(p.R.Mul(sums[i][0].MagUpper()))
		dst.Set(&v)
	}
	for i := range 2 {
		var v ball.Real
		value(&all[i], lobes[i], i)
		value(&v, ends[i], i)
		all[i].Sub(&all[i], &v, prec)
		value(&v, ends[1-i], i+1)
		all[i].Sub(&all[i], &v, prec)
		all[i].AddRad(termZeros.LeftOut(wrong.Mul(sums[0][0].MagUpper().Add(sums[1][0].MagUpper()))))
	}
	first.Add(first, xj, prec)
	return all, nil
}

// Others bounds Σ_{k>0} (|η_k| or |γ_k|) (cu0)^{e_k}.
func (o *Oscillation) Others(c ball.Mag) (sum ball.Mag) {
	u := o.U0.Mul(c)
	for i := range o.Terms[1:] {
		t := &o.Terms[i+1]
		sum = sum.Add(t.Re.MagUpper().Add(t.Im.MagUpper()).Mul(u.Pow(uint64(t.E))))
	}
	return sum
}

// oscWindow is the distance from a zero of cos ψ within which G has its zero.
const oscWindow = 0.75

// Separated proves, for all u in [0, u0], that ∂G/∂y ≥ μ > 0 for |y| ≤ oscWindow, and G > 0 from there to π −
// oscWindow: on the first,
//
//	(1+yu²)^{−q} cos y − qu²(1+yu²)^{−q−1} |sin y| ≥ (1+hu0²)^{−q} cos h − q u0² (1−hu0²)^{−q−1} sin h,  h = oscWindow,
//
// and the derivatives of the other terms are at most |c| u^e (1+(q+e/2)u²) (1−hu²)^{−q−e/2−1}; on the second,
// (1+πu0²)^{−q} sin h must exceed the others, which are at most |c| u^e.
func (o *Oscillation) Separated() (mu ball.Mag, err error) {
	prec := o.Prec
	var u2, low, high, s, c, t, v ball.Real
	u2.SetMag(o.U0.Mul(o.U0))
	ball.SinCos(&s, &c, ball.NewReal(oscWindow), prec)
	power := func(x *ball.Real, base *ball.Real, q *big.Rat) *ball.Real {
		return x.PowRat(base, new(big.Rat).Neg(q), prec)
	}
	high.Mul(&u2, ball.NewReal(oscWindow), prec)
	low.AddInt64(&high, 1, prec)
	high.Neg(&high)
	high.AddInt64(&high, 1, prec)
	if high.Positive() != ball.True {
		return mu, Errorf("the tail starts too early")
	}
	power(&v, &low, o.Q)
	v.Mul(&v, &c, prec)
	power(&t, &high, closed.RatPlus(o.Q, 1))
	t.Mul(&t, &s, prec)
	t.Mul(&t, &u2, prec)
	t.Mul(&t, new(ball.Real).SetRat(o.Q, prec), prec)
	v.Sub(&v, &t, prec)
	for i := range o.Terms[1:] {
		k := &o.Terms[i+1]
		power(&t, &high, closed.RatPlus(k.Q, 1))
		f := new(ball.Real).SetRat(k.Q, prec)
		f.Mul(f, &u2, prec)
		f.AddInt64(f, 1, prec)
		t.Mul(&t, f, prec)
		b := t.MagUpper().Mul(k.Re.MagUpper().Add(k.Im.MagUpper())).Mul(o.U0.Pow(uint64(k.E)))
		v.Sub(&v, t.SetMag(b), prec)
	}
	if v.Positive() != ball.True {
		return mu, Errorf("the terms of the expansion at infinity are not small where the tail starts")
	}
	mu = v.MagLower()
	t.Pi(prec)
	t.Mul(&t, &u2, prec)
	t.AddInt64(&t, 1, prec)
	power(&v, &t, o.Q)
	v.Mul(&v, &s, prec)
	v.Sub(&v, t.SetMag(o.Others(ball.MagPow2(0))), prec)
	if v.Positive() != ball.True {
		return mu, Errorf("the terms of the expansion at infinity are not small where the tail starts")
	}
	return mu, nil
}

// yModel is G_σ(u, y) as a polynomial in y, |y| ≤ oscWindow, with a bound of the remainder, C|y|^order.
type yModel struct {
	c    []*TaylorModel
	rest ball.Mag // C
}

// InY expands by (1+yu²)^{−p} = Σ binom(−p, i) u^{2i} y^i. The remainder follows from the majorant (1−yu0²)^{−p} e^y at
// y = 2, where its coefficients of y^m are at most 2^{−m} of it; Σ_{m≥M} (y/2)^m ≤ 2 (y/2)^M for y ≤ 1.
func (o *Oscillation) InY(sigma int64) *yModel {
	prec := o.Prec
	order := cmp.Or(o.order, oscOrder)
	g := &yModel{c: make([]*TaylorModel, order)}
	for m := range g.c {
		g.c[m] = o.NewModel()
	}
	var v, t, f ball.Real
	var most ball.Mag
	for k := range o.Terms {
		term := &o.Terms[k]
		minus := new(big.Rat).Neg(term.Q)
		binom := big.NewRat(1, 1)
		for i := range order {
			// trigonometric coefficients of y^l
			fact := big.NewRat(1, 1)
			for l := 0; i+l < order; l++ {
				if l > 0 {
					fact.Quo(fact, big.NewRat(int64(l), 1))
				}
				v.SetInt64(0)
				switch {
				case !term.Wave && l == 0:
					v.MulInt64(&term.Re, sigma, prec)
				case !term.Wave:
				case l%2 == 1:
					v.Set(&term.Re)
				default:
					v.Set(&term.Im)
				}
				if l%4 >= 2 {
					v.Neg(&v)
				}
				if !v.IsZero() {
					f.SetRat(new(big.Rat).Mul(binom, fact), prec)
					v.Mul(&v, &f, prec)
					g.c[i+l].AddTerm(2*i+term.E, &v, o)
				}
			}
			binom = new(big.Rat).Mul(binom, closed.RatPlus(minus, -i))
			binom.Quo(binom, big.NewRat(int64(i+1), 1))
		}
		t.SetMag(o.U0.Mul(o.U0).Mul2Exp(1))
		t.Neg(&t)
		t.AddInt64(&t, 1, prec)
		t.PowRat(&t, minus, prec)
		most = most.Add(t.MagUpper().Mul(term.Re.MagUpper().Add(term.Im.MagUpper())).Mul(o.U0.Pow(uint64(term.E))))
	}
	t.Exp(ball.NewReal(2), prec)
	g.rest = termNearZero.LeftOut(most.Mul(t.MagUpper()).Mul2Exp(1 - int64(order)))
	return g
}

// at sets dst to g at y without the remainder of g.
func (g *yModel) at(y *TaylorModel, o *Oscillation) *TaylorModel {
	v := o.NewModel()
	for m := len(g.c) - 1; m >= 0; m-- {
		v = v.mul(y, o).add(g.c[m], o)
	}
	return v
}

// Solve returns a polynomial Y(u) with G(u, Y(u)) nearly 0, by y ← y − G(u, y), since ∂G/∂y is about 1. Nothing is
// proved of it.
func (o *Oscillation) Solve(g *yModel) *TaylorModel {
	short := &Oscillation{Prec: o.Prec, U0: o.U0}
	h := &yModel{}
	degree := cmp.Or(o.root, oscRoot)
	for _, c := range g.c[:min(degree, len(g.c))] {
		h.c = append(h.c, &TaylorModel{C: c.C[:degree]})
	}
	y := &TaylorModel{C: make([]ball.Real, degree)}
	small := ball.MagPow2(-int64(o.Prec) / 2)
	for range 2 * degree {
		v := h.at(y, short)
		for l := range y.C {
			y.C[l].Sub(&y.C[l], &v.C[l], o.Prec)
			y.C[l].GetMid(&y.C[l])
		}
		if v.Size(short).Cmp(small) < 0 {
			break
		}
	}
	out := o.NewModel()
	for l := range y.C {
		out.C[l].Set(&y.C[l])
	}
	return out
}

// ToRoot returns ∫_0^Y G dy, and a bound of |G(u, Y)|; it checks that Y and the zero are in the window.
func (o *Oscillation) ToRoot(g *yModel, y *TaylorModel, mu ball.Mag) (end *TaylorModel, rho ball.Mag, err error) {
	size := y.Size(o)
	if size.Cmp(ball.MagFloat64(oscWindow)) > 0 {
		return nil, rho, Errorf("the zeros of the tail are not near those of its leading term")
	}
	order := len(g.c)
	rest := g.rest.Mul(size.Pow(uint64(order)))
	rho = g.at(y, o).Size(o).Add(rest)
	// the zero is within ρ/μ of Y, as G increases on the window
	if size.Add(rho.Quo(mu)).Cmp(ball.MagFloat64(oscWindow)) > 0 {
		return nil, rho, Errorf("the zeros of the tail are not near those of its leading term")
	}
	integral := &yModel{c: make([]*TaylorModel, order)}
	for m := range integral.c {
		c := o.NewModel()
		for l := range c.C {
			c.C[l].QuoInt64(&g.c[m].C[l], int64(m+1), o.Prec)
		}
		c.R = g.c[m].R
		integral.c[m] = c
	}
	end = integral.at(y, o).mul(y, o)
	end.R = end.R.Add(rest.Mul(size))
	return end, rho, nil
}

// Lobe returns ∫_0^π G_σ(u, y) dy: binom(−p, i) u^{2i} times ∫ y^i sin y, ∫ y^i cos y and π^{i+1}/(i+1), with
// Lagrange's remainder.
func (o *Oscillation) Lobe(sigma int64) *TaylorModel {
	prec := o.Prec + OscDegree
	n := OscDegree/2 + 1
	s, c, p := make([]ball.Real, n), make([]ball.Real, n), make([]ball.Real, n)
	var pi, pow, t, v ball.Real
	pi.Pi(prec)
	pow.SetInt64(1)
	for i := range n {
		// S_i = π^i + i C_{i−1}, C_i = −i S_{i−1}
		if i == 0 {
			s[0].SetInt64(2)
			c[0].SetInt64(0)
		} else {
			s[i].MulInt64(&c[i-1], int64(i), prec)
			s[i].Add(&s[i], &pow, prec)
			c[i].MulInt64(&s[i-1], int64(-i), prec)
		}
		pow.Mul(&pow, &pi, prec)
		p[i].QuoInt64(&pow, int64(i+1), prec)
	}
	out := o.NewModel()
	for k := range o.Terms {
		term := &o.Terms[k]
		binom := big.NewRat(1, 1)
		i := 0
		for ; 2*i+term.E < OscDegree; i++ {
			if term.Wave {
				v.Mul(&term.Re, &s[i], prec)
				v.FMA(&term.Im, &c[i], &v, prec)
			} else {
				v.Mul(&term.Re, &p[i], prec)
				v.MulInt64(&v, sigma, prec)
			}
			v.Mul(&v, t.SetRat(binom, prec), prec)
			out.AddTerm(2*i+term.E, &v, o)
			binom = new(big.Rat).Mul(binom, closed.RatPlus(new(big.Rat).Neg(term.Q), -i))
			binom.Quo(binom, big.NewRat(int64(i+1), 1))
		}
		// |binom| u^{2i} π^{i+1}
		t.SetRat(binom, prec)
		e := t.MagUpper().Mul(pi.MagUpper().Pow(uint64(i + 1))).Mul(o.U0.Pow(uint64(2*i + term.E)))
		out.R = out.R.Add(termLobe.LeftOut(e.Mul(term.Re.MagUpper().Add(term.Im.MagUpper()))))
	}
	return out
}

// TaylorModel is a function of u in [0, u0] that differs from Σ c_l u^l by at most r.
type TaylorModel struct {
	C []ball.Real
	R ball.Mag
}

// NewModel returns the model 0.
func (o *Oscillation) NewModel() *TaylorModel { return &TaylorModel{C: make([]ball.Real, OscDegree)} }

// AddTerm adds v u^e.
func (a *TaylorModel) AddTerm(e int, v *ball.Real, o *Oscillation) {
	if e >= len(a.C) {
		a.R = a.R.Add(termModel.LeftOut(v.MagUpper().Mul(o.U0.Pow(uint64(e)))))
		return
	}
	a.C[e].Add(&a.C[e], v, o.Prec)
}

// Size bounds the function.
func (a *TaylorModel) Size(o *Oscillation) ball.Mag {
	sum, u := a.R, ball.MagPow2(0)
	for l := range a.C {
		sum = sum.Add(a.C[l].MagUpper().Mul(u))
		u = u.Mul(o.U0)
	}
	return sum
}

func (a *TaylorModel) add(b *TaylorModel, o *Oscillation) *TaylorModel {
	v := &TaylorModel{C: make([]ball.Real, len(a.C)), R: a.R.Add(b.R)}
	for l := range v.C {
		v.C[l].Add(&a.C[l], &b.C[l], o.Prec)
	}
	return v
}

func (a *TaylorModel) mul(b *TaylorModel, o *Oscillation) *TaylorModel {
	n := len(b.C)
	v := &TaylorModel{C: make([]ball.Real, n)}
	for i := range min(n, len(a.C)) {
		if a.C[i].IsZero() {
			continue
		}
		var high ball.Mag
		u := ball.MagPow2(0)
		for j := range n {
			if b.C[j].IsZero() {
				u = u.Mul(o.U0)
				continue
			}
			if i+j < n {
				v.C[i+j].FMA(&a.C[i], &b.C[j], &v.C[i+j], o.Prec)
			} else {
				high = high.Add(b.C[j].MagUpper().Mul(u))
			}
			u = u.Mul(o.U0)
		}
		v.R = v.R.Add(termProduct.LeftOut(a.C[i].MagUpper().Mul(o.U0.Pow(uint64(i))).Mul(high)))
	}
	if !a.R.IsZero() || !b.R.IsZero() {
		v.R = v.R.Add(termCarried.LeftOut(a.R.Mul(b.Size(o)).Add(b.R.Mul(a.Size(o)))))
	}
	return v
}

// At sets dst to the polynomial at u = x^{−1/2}.
func (a *TaylorModel) At(dst, x *ball.Real, prec uint) {
	var u, v ball.Real
	u.RSqrt(x, prec)
	for l := len(a.C) - 1; l >= 0; l-- {
		v.FMA(&v, &u, &a.C[l], prec)
	}
	dst.Set(&v)
}

// Alternate sets dst to Σ_{i≥0} (x+2πi)^{−s} = (2π)^{−s} ζ(s, x/2π), x > 0, s > 1.
func Alternate(dst, x *ball.Real, s *big.Rat, prec uint) {
	var two, a ball.Real
	two.Pi(prec)
	two.Mul2Exp(&two, 1)
	a.Quo(x, &two, prec)
	hurwitz(dst, s, &a, mostEuler, prec)
	dst.Mul(dst, two.PowRat(&two, new(big.Rat).Neg(s), prec), prec)
}

// hurwitz sets dst to ζ(s, a) = Σ_{i≥0} (a+i)^{−s} for s > 1, a > 0, by the Euler–Maclaurin formula at b = a+N,
//
//	b^{1−s}/(s−1) + b^{−s}/2 + Σ_{k<K} B_{2k}/(2k)! (s)_{2k−1} b^{−s−2k+1} + R,
//
// where |R| is at most the first term left out, since the even derivatives of t^{−s} are positive (DLMF 25.11.7 and
// 2.10.1), and K at most terms ≤ mostEuler.
func hurwitz(dst *ball.Real, s *big.Rat, a *ball.Real, terms int, prec uint) {
	var b, sum, t, u ball.Real
	b.Set(a)
	minus := new(big.Rat).Neg(s)
	for b.Less(ball.NewReal(float64(prec)/8+4)) != ball.False {
		sum.Add(&sum, t.PowRat(&b, minus, prec), prec)
		b.AddInt64(&b, 1, prec)
		if !b.IsFinite() {
			dst.SetIndeterminate()
			return
		}
	}
	var p ball.Real // b^{−s}
	p.PowRat(&b, minus, prec)
	t.Mul(&p, &b, prec)
	t.Quo(&t, u.SetRat(closed.RatPlus(s, -1), prec), prec)
	sum.Add(&sum, &t, prec)
	sum.Add(&sum, t.Mul2Exp(&p, -1), prec)
	f := new(big.Rat).Set(s) // (s)_{2k−1}/(2k)!, with 1 for k = 0
	f.Quo(f, big.NewRat(2, 1))
	p.Quo(&p, &b, prec)
	b.Sqr(&b, prec)
	for k := 1; ; k++ {
		t.SetRat(new(big.Rat).Mul(f, bernoulli()[2*k]), prec)
		t.Mul(&t, &p, prec)
		if m := t.MagUpper(); k >= terms || m.Cmp(sum.MagLower().Mul2Exp(-int64(prec))) < 0 {
			sum.AddRad(termEuler.LeftOut(m))
			break
		}
		sum.Add(&sum, &t, prec)
		p.Quo(&p, &b, prec)
		f.Mul(f, new(big.Rat).Mul(closed.RatPlus(s, 2*k-1), closed.RatPlus(s, 2*k)))
		f.Quo(f, big.NewRat(int64(2*k+1)*int64(2*k+2), 1))
	}
	dst.Set(&sum)
}

// mostEuler bounds the number of terms of the Euler–Maclaurin formula.
const mostEuler = 40

// bernoulli returns B_0, …, B_{2 mostEuler}, by Σ_{k<n} C(n,k) B_k = 0.
var bernoulli = sync.OnceValue(func() []*big.Rat {
	b := []*big.Rat{big.NewRat(1, 1)}
	for n := 2; len(b) <= 2*mostEuler; n++ {
		sum := new(big.Rat)
		for k := range n - 1 {
			sum.Add(sum, new(big.Rat).Mul(b[k], new(big.Rat).SetInt(new(big.Int).Binomial(int64(n), int64(k)))))
		}
		b = append(b, sum.Quo(sum, big.NewRat(int64(-n), 1)))
	}
	return b
})
