package enclose

import (
	"container/heap"
	"context"
	"math"
	"math/big"
	"slices"

	"krein/ball"
	"krein/quad"
)

// massMoments is the number of powers ω^r that are integrated: the masses and two moments.
const massMoments = 3

// massPanel is an interval of t = ω² with what is known there of ∫ ω^r m± dω.
type massPanel struct {
	lo, hi       float64
	below, above int                       // the proved signs at its ends, or 0
	value        [massMoments][2]ball.Real // ∫ ω^r m±, where the sign is known
	bound        [massMoments]ball.Mag     // of ∫ ω^r |m|, where it is not
	from, to     float64                   // where it is not; from ≥ to: nowhere
	single       bool                      // dI/dt has no zero
	err          ball.Mag                  // of the mass
	law          *expansion                // the density, for laws
}

// panelHeap has the panel with the largest error first.
type panelHeap []*massPanel

func (h panelHeap) Len() int           { return len(h) }
func (h panelHeap) Less(i, j int) bool { return h[i].err.Cmp(h[j].err) > 0 }
func (h panelHeap) Swap(i, j int)      { h[i], h[j] = h[j], h[i] }
func (h *panelHeap) Push(x any)        { *h = append(*h, x.(*massPanel)) }
func (h *panelHeap) Pop() any {
	p := (*h)[len(*h)-1]
	*h = (*h)[:len(*h)-1]
	return p
}

// massOrder is the least order of the Taylor expansions on panels.
const (
	massOrder        = 28
	massOrderCompact = 44
)

// massSigner integrates m = κ ω^{d−1} I(ω²).
type massSigner struct {
	*signer
	arc   *arcGroup   // nil unless it is all of the density
	own   []signGroup // expGroups, if they are
	kappa ball.Real
	order int
	used  int
	// moments is how many powers of ω are integrated.
	moments int
	// sign is that of the density for t ≥ signFrom, if it is not 0.
	sign     int
	signFrom float64
	far      *farTerms // instead of the groups from far.from on; nil: nowhere
	// parts are about the masses of both parts without atoms, for laws; 0 if they are not known.
	parts [2]float64
}

// newMassSigner returns nil if the density has parts that are not understood.
func newMassSigner(ctx context.Context, p *Density, own []signGroup, prec uint, moments int) (*massSigner, error) {
	if s := newArcSigner(p, prec, moments); s != nil {
		return s, nil
	}
	s := newSigner(p, prec)
	if s == nil && len(own) > 0 {
		return newExpSigner(p.dim, own, prec, moments), nil
	}
	if s == nil || len(s.f.beta) > 0 {
		return nil, noMass("no expansion with a remainder is known for a part of the density: they are for Gaussians, rational spectra, (1+pz^2)^-b and powers of z or 1-z^2/R^2 on intervals")
	}
	m := &massSigner{signer: s, order: massOrder, moments: moments}
	if s.f.compact != nil {
		m.order = massOrderCompact
	}
	// The groups are I up to a positive factor, which a value tells.
	var best int64
	c := make([]ball.Real, 2)
	for e := -6; e <= 10; e++ {
		if e > 4 && best >= 40 {
			break // this is for high dimensions
		}
		w := math.Ldexp(1, e)
		if s.f.compact != nil {
			w /= s.reach(1)
			w, _ = new(big.Float).SetPrec(20).SetFloat64(w).Float64() // a short one: its square is exact
		}
		if !s.prepare(w * w) {
			continue
		}
		var v, t ball.Real
		if _, err := p.At(ctx, &v, ball.NewReal(w), prec); err != nil {
			return nil, err
		}
		s.taylor(s.groups, c, w*w, w*w)
		t.PowInt64(ball.NewReal(w), int64(s.dim-1), prec)
		t.Mul(&t, &c[0], prec)
		v.Quo(&v, &t, prec)
		if b := v.RelAccuracyBits(); v.Positive() == ball.True && b > best {
			m.kappa.Set(&v)
			best = b
		}
	}
	if best < 40 {
		return nil, noMass("the density could not be evaluated to enough bits")
	}
	return m, nil
}

// jetOfPower sets c to the Taylor coefficients of t^e at t0 as signGroup.taylor does.
func jetOfPower(c []ball.Real, t0 *ball.Real, rho ball.Mag, e *big.Rat, prec uint) {
	taylorByJets(func(s *ball.RealSeries, t *ball.Real, n int, prec uint) {
		s.SetVar(t, n)
		s.PowRat(s, e, prec)
	}, c, t0, rho, prec)
}

// weight returns the power of t in ω^{d−1+r} dω = t^{(d+r)/2−1} dt/2.
func (s *massSigner) weight(r int) *big.Rat { return big.NewRat(int64(s.dim+r-2), 2) }

// panel looks at [lo, hi], 0 < lo, and searches for the change of sign in it.
func (s *massSigner) panel(lo, hi float64) *massPanel {
	s.used++
	return s.panelBy(lo, hi, (*expansion).search)
}

// panelBy looks at [lo, hi], 0 < lo. Where I is monotone and has different signs at the two ends, zero chooses the interval about the zero, as a part of [lo, hi]; the
// signs at its ends are checked.
func (s *massSigner) panelBy(lo, hi float64, zero func(x *expansion, lo, hi float64, below, above int) (from, to float64)) *massPanel {
	p := &massPanel{lo: lo, hi: hi, from: hi, to: hi}
	c := make([]ball.Real, s.order+1)
	var rho, noise ball.Mag
	isFar := s.far != nil && lo >= s.far.from
	if isFar {
		rho, noise = s.taylorFar(c, lo, hi)
	} else {
		rho = s.taylor(s.groups, c, lo, hi)
	}
	for i := range c {
		c[i].SetRound(&c[i], s.prec)
	}
	var v, d ball.Real
	rangeOf(&v, c, 0, rho, s.prec)
	v.AddRad(noise)
	sign := properSign(&v)
	if s.sign != 0 && lo >= s.signFrom {
		sign = s.sign
	}
	x := s.expand(c, lo, hi, rho)
	for r := range s.moments {
		x.rest[r] = x.rest[r].Add(leftOut(termFar, x.most[r].Mul(noise)))
	}
	p.law = x
	if sign != 0 {
		p.below, p.above = sign, sign
		x.add(p, lo, hi, sign)
	} else {
		p.from, p.to = lo, hi
		rangeOf(&d, c, 1, rho, s.prec)
		if p.single = properSign(&d) != 0 && !isFar; p.single {
			x.cross(p, zero)
		}
		if p.from < p.to {
			x.unknown(p, &v)
		}
	}
	p.err = p.bound[0].Add(p.value[0][0].Rad()).Add(p.value[0][1].Rad())
	return p
}

// properSign returns the sign of v, 0 if it is not known or not one.
func properSign(v *ball.Real) int {
	if !v.IsFinite() || v.ContainsZero() {
		return 0
	}
	n, _ := v.Sign()
	return n
}

// expansion is ω^r m dω = (polynomial in t−t0 of degree n−1, with remainder) dt on a panel, n the order.
type expansion struct {
	s    *massSigner
	c    []ball.Real // of I, as by signGroup.taylor
	t0   ball.Real
	rho  ball.Mag
	f    [massMoments][]ball.Real // of κ/2 t^{(d+r)/2−1} I
	rest [massMoments]ball.Mag
	most [massMoments]ball.Mag // of κ/2 t^{(d+r)/2−1}
}

func (s *massSigner) expand(c []ball.Real, lo, hi float64, rho ball.Mag) *expansion {
	x := &expansion{s: s, c: c, rho: rho}
	x.t0.SetFloat64(lo + (hi-lo)/2)
	n, prec := s.order, s.prec
	var size ball.Mag // of the Taylor polynomial of I
	power := make([]ball.Mag, 2*n+1)
	power[0] = ball.MagPow2(0)
	for k := range n {
		size = size.Add(c[k].MagUpper().Mul(power[k]))
		power[k+1] = power[k].Mul(rho)
	}
	for k := n; k < 2*n; k++ {
		power[k+1] = power[k].Mul(rho)
	}
	half := s.kappa.MagUpper().Mul2Exp(-1)
	w := make([]ball.Real, n+1)
	var y ball.Real
	for r := range s.moments {
		jetOfPower(w, &x.t0, rho, s.weight(r), prec)
		y.Set(&x.t0)
		y.AddRad(rho)
		y.PowRat(&y, s.weight(r), prec)
		x.most[r] = y.MagUpper().Mul(half)
		// |I t^e − PQ| ≤ |I−P| t^e + |P| |t^e−Q|, and the powers of PQ from n on
		rest := c[n].MagUpper().Mul(power[n]).Mul(y.MagUpper())
		rest = rest.Add(size.Mul(w[n].MagUpper()).Mul(power[n]))
		f := make([]ball.Real, n)
		for k := range n {
			for l := range n {
				if k+l < n {
					f[k+l].FMA(&c[k], &w[l], &f[k+l], prec)
				} else {
					rest = rest.Add(c[k].MagUpper().Mul(w[l].MagUpper()).Mul(power[k+l]))
				}
			}
		}
		for k := range f {
			f[k].Mul(&f[k], &s.kappa, prec)
			f[k].Mul2Exp(&f[k], -1)
		}
		x.f[r], x.rest[r] = f, leftOut(termPanel, rest.Mul(half))
	}
	return x
}

// add adds the integral over [lo, hi], a part of the panel on which the sign is known.
func (x *expansion) add(p *massPanel, lo, hi float64, sign int) {
	var a, b, v, w, width ball.Real
	prec := x.s.prec
	a.Sub(ball.NewReal(lo), &x.t0, prec)
	b.Sub(ball.NewReal(hi), &x.t0, prec)
	width.Sub(&b, &a, prec)
	for r := range x.s.moments {
		// the antiderivative at b and a
		f := x.f[r]
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
		v.AddRad(x.rest[r].Mul(width.MagUpper()))
		i := 0
		if sign < 0 {
			i = 1
			v.Neg(&v)
		}
		p.value[r][i].Add(&p.value[r][i], &v, prec)
	}
}

// unknown bounds the integrals over [p.from, p.to], where |I| is at most |v|.
func (x *expansion) unknown(p *massPanel, v *ball.Real) {
	var width ball.Real
	width.Sub(ball.NewReal(p.to), ball.NewReal(p.from), x.s.prec)
	m := v.MagUpper()
	if p.from > p.lo || p.to < p.hi { // I is monotone there
		a, b := x.at(p.from), x.at(p.to)
		m = m.Min(a.MagUpper().Max(b.MagUpper()))
	}
	for r := range x.s.moments {
		p.bound[r] = m.Mul(x.most[r]).Mul(width.MagUpper())
	}
}

// at encloses I at a point of the panel.
func (x *expansion) at(t float64) *ball.Real {
	var y ball.Real
	y.Sub(ball.NewReal(t), &x.t0, x.s.prec)
	n := len(x.c) - 1
	v := new(ball.Real)
	for k := n - 1; k >= 0; k-- {
		v.FMA(v, &y, &x.c[k], x.s.prec)
	}
	return v.AddRad(leftOut(termCrossing, x.c[n].MagUpper().Mul(x.rho.Pow(uint64(n)))))
}

// cross separates the zero of a monotone I by its values.
func (x *expansion) cross(p *massPanel, zero func(x *expansion, lo, hi float64, below, above int) (from, to float64)) {
	below, above := properSign(x.at(p.lo)), properSign(x.at(p.hi))
	if below == 0 || above == 0 {
		return
	}
	p.below, p.above = below, above
	if below == above {
		p.from, p.to = p.hi, p.hi
		x.add(p, p.lo, p.hi, below)
		return
	}
	from, to := zero(x, p.lo, p.hi, below, above)
	if !(p.lo <= from && from < to && to <= p.hi) || properSign(x.at(from)) != below || properSign(x.at(to)) != above {
		return // the zero is anywhere in the panel
	}
	p.from, p.to = from, to
	x.add(p, p.lo, from, below)
	x.add(p, to, p.hi, above)
}

// search halves [lo, hi] about the zero of a monotone I as long as its signs are known.
func (x *expansion) search(lo, hi float64, below, above int) (from, to float64) {
search:
	for range 400 {
		for _, f := range []float64{0.5, 0.375, 0.625} {
			mid := lo + f*(hi-lo)
			if !(lo < mid && mid < hi) {
				break search
			}
			switch properSign(x.at(mid)) {
			case below:
				lo = mid
				continue search
			case above:
				hi = mid
				continue search
			}
		}
		break
	}
	return lo, hi
}

// panelRatio bounds hi/lo on a panel.
const panelRatio = 1.5

// shorten rounds a positive number to 16 bits, so that proofs that list ends of panels are short.
func shorten(x float64) float64 {
	f, e := math.Frexp(x)
	return math.Ldexp(math.Round(f*0x1p16), e-16)
}

// sweep covers [from, to] and halves panels, the worst first, until their errors add up to at most tol or there are too many of them.
func (s *massSigner) sweep(ctx context.Context, from, to float64, tol ball.Mag, most int) ([]*massPanel, error) {
	var h panelHeap
	step := math.Inf(1)
	if s.f.compact != nil { // about half a period of cos R√t
		step = 2 / s.reach(1)
	}
	for lo := from; lo < to; {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		end := to
		if s.far != nil && lo < s.far.from {
			end = math.Min(to, s.far.from)
		}
		hi := math.Min(lo*panelRatio, (math.Sqrt(lo)+step)*(math.Sqrt(lo)+step))
		if short := shorten(hi); short > lo {
			hi = short
		}
		if hi > end/1.05 {
			hi = end
		}
		h = append(h, s.panel(lo, hi))
		lo = hi
	}
	heap.Init(&h)
	var settled []*massPanel
	total := func() (e ball.Mag) {
		for _, p := range h {
			e = e.Add(p.err)
		}
		for _, p := range settled {
			e = e.Add(p.err)
		}
		return e
	}
	for total().Cmp(tol) > 0 && len(h) > 0 && s.used < most {
		// a batch, since adding up costs too
		for range max(1, len(h)/8) {
			if len(h) == 0 || h[0].err.Mul(ball.MagUint(uint64(len(h)+len(settled)))).Mul2Exp(2).Cmp(tol) < 0 {
				break
			}
			p := heap.Pop(&h).(*massPanel)
			mid := p.lo + (p.hi-p.lo)/2
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			if !(p.lo < mid && mid < p.hi) || p.hi-p.lo < 0x1p-44*p.hi {
				settled = append(settled, p)
				continue
			}
			heap.Push(&h, s.panel(p.lo, mid))
			heap.Push(&h, s.panel(mid, p.hi))
		}
		if len(h) > 0 && h[0].err.Mul(ball.MagUint(uint64(len(h)+len(settled)))).Mul2Exp(2).Cmp(tol) < 0 {
			break
		}
	}
	out := append(settled, h...)
	slices.SortFunc(out, func(a, b *massPanel) int {
		switch {
		case a.lo < b.lo:
			return -1
		case a.lo > b.lo:
			return 1
		}
		return 0
	})
	return out, nil
}

// jordanParts are ∫ ω^r dm±.
type jordanParts [massMoments][2]ball.Real

// addBound adds [0, b] to both parts.
func (a *jordanParts) addBound(r int, b ball.Mag, prec uint) {
	var x ball.Real
	x.SetMag(b)
	x.Mul2Exp(&x, -1)
	h := x.MagUpper()
	for i := range 2 {
		a[r][i].Add(&a[r][i], &x, prec)
		a[r][i].AddRad(h)
	}
}

// collect adds up panels.
func (s *massSigner) collect(panels []*massPanel) *jordanParts {
	var a jordanParts
	for r := range s.moments {
		var unknown ball.Mag
		for _, p := range panels {
			for i := range 2 {
				a[r][i].Add(&a[r][i], &p.value[r][i], s.prec)
			}
			unknown = unknown.Add(p.bound[r])
		}
		a.addBound(r, unknown, s.prec)
	}
	return &a
}

// changes lists the intervals in which the sign changes or is not known.
func (s *massSigner) changes(panels []*massPanel) (out []SignChange) {
	interval := func(lo, hi float64) *ball.Real {
		var a, b big.Float
		var x ball.Real
		x.SetInterval(a.SetFloat64(lo), b.SetFloat64(hi), s.prec)
		return new(ball.Real).Sqrt(&x, s.prec)
	}
	below := 0
	for i := 0; i < len(panels); {
		p := panels[i]
		if below*p.below < 0 { // a zero at the common end of two panels
			out = append(out, SignChange{interval(p.lo, p.lo), below, p.below, false})
		}
		if p.above != 0 {
			if p.below != p.above {
				out = append(out, SignChange{interval(p.from, p.to), p.below, p.above, true})
			}
			below = p.above
			i++
			continue
		}
		j := i
		for j < len(panels) && panels[j].above == 0 {
			j++
		}
		c := SignChange{Omega: interval(p.lo, panels[j-1].hi), Below: below}
		if j < len(panels) {
			c.Above = panels[j].below
		}
		out = append(out, c)
		below, i = c.Above, j
	}
	return out
}

// beforeFrom bounds ∫ |m| dω for t ≤ h; it is infinite if that is not known.
func (s *massSigner) beforeFrom(h float64) ball.Mag {
	var x, y, t ball.Real
	x.Sqrt(ball.NewReal(h), s.prec)
	// ∫_0^x ω^{d−1+p} dω for p > −d
	power := func(p *ball.Real) ball.Mag {
		t.Add(p, ball.NewReal(float64(s.dim)), s.prec)
		if t.Positive() != ball.True {
			return ball.MagInf()
		}
		y.Pow(&x, &t, s.prec)
		return y.Quo(&y, &t, s.prec).MagUpper()
	}
	var sum ball.Mag
	for _, g := range s.groups {
		if _, ok := g.origin(0); ok || s.arc != nil || s.own != nil {
			c := make([]ball.Real, s.signer.order+1)
			rho := s.taylor([]signGroup{g}, c, 0, h)
			rangeOf(&t, c, 0, rho, s.prec)
			sum = sum.Add(t.MagUpper().Mul(power(ball.NewReal(0))))
			continue
		}
		if b, ok := g.(*besselGroup); ok && b.order().IsZero() {
			// K_0(x) ≤ K_{1/2}(x) ≤ √(π/(2x)), as K increases with its order
			var c, nu, a, k ball.Real
			b.constants(&c, &nu, &a, s.prec)
			k.Pi(s.prec)
			k.Mul2Exp(&k, -1)
			k.Quo(&k, &a, s.prec)
			k.Sqrt(&k, s.prec)
			sum = sum.Add(k.Mul(&k, &c, s.prec).MagUpper().Mul(power(ball.NewReal(-0.5))))
			continue
		}
		terms, ok := g.nearZero(&x, s.prec)
		if !ok {
			return ball.MagInf()
		}
		for i := range terms {
			if terms[i].atLeast {
				return ball.MagInf()
			}
			var p ball.Real
			terms[i].power.Ball(&p, s.prec)
			sum = sum.Add(terms[i].coef.MagUpper().Mul(power(&p)))
		}
	}
	return sum.Mul(s.kappa.MagUpper())
}

// order returns ν = d/2 − β.
func (g *besselGroup) order() Num { return ratNum(big.NewRat(int64(g.Dim), 2)).add(g.Beta.neg()) }

// beyond encloses ∫ ω^r m dω, ω ≥ w, from the terms at infinity; bound is one of ∫ ω^r |m| dω. ok is false if no bound is known.
func (s *massSigner) beyond(terms []endTerm, w *ball.Real, r int) (v ball.Real, bound ball.Mag, ok bool) {
	prec := s.prec
	for i := range terms {
		e := &terms[i]
		p, isRat := e.power.Rat()
		if !isRat || e.atLeast {
			return v, bound, false
		}
		q := ratPlus(p, s.dim-1+r)
		if e.alpha.IsZero() && e.rate.IsZero() {
			// ∫ ω^q = w^{q+1}/(−q−1)
			q = ratPlus(q, 1)
			if q.Sign() >= 0 {
				return v, bound, false
			}
			var x, y ball.Real
			x.PowRat(w, q, prec)
			x.Quo(&x, y.SetRat(new(big.Rat).Neg(q), prec), prec)
			x.Mul(&x, &e.coef, prec)
			bound = bound.Add(x.MagUpper())
			v.Add(&v, &x, prec)
			continue
		}
		tail := quad.ExponentialTail{C: ball.NewReal(1), From: new(ball.Real), Rate: new(ball.Real), Power: q, S: big.NewRat(1, 1)}
		switch {
		case e.rate.IsZero():
			e.alpha.Ball(tail.Rate, prec)
		case e.alpha.IsZero() || e.alpha.Sign() > 0:
			e.rate.Ball(tail.Rate, prec)
			tail.S = big.NewRat(2, 1)
		default:
			return v, bound, false
		}
		b := leftOut(termIntegrated, tail.Beyond(w).Mul(e.coef.MagUpper()))
		if b.IsInf() {
			return v, bound, false
		}
		bound = bound.Add(b)
		v.AddRad(b)
	}
	v.Mul(&v, &s.kappa, prec)
	return v, bound.Mul(s.kappa.MagUpper()), true
}
