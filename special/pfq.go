package special

import (
	"math"
	"slices"

	"krein/ball"
	"krein/internal/special/magnitude"
)

// Calibration of the generic hypergeometric sums; any values give right results.
const (
	pfqRetries  = 8
	pfqMaxTerms = 1 << 22
)

// Hyp1F1 sets z to Kummer's ₁F₁(a; b; x) = Σ (a)_k x^k/((b)_k k!) for real a, real b other than 0, −1, −2, … and
// real x; for x < 0 as e^x ₁F₁(b−a; b; −x) (DLMF 13.2.39) if b > 0 and either 0 ≤ a ≤ b, where nothing cancels,
// or −x ≥ |b−a|, where no terms but a few do, unless the series ends. It is indeterminate where that takes more than some million terms: beyond |x| of about 10⁶.
func Hyp1F1(z, a, b, x *ball.Real, prec uint) *ball.Real {
	prec = atLeast(prec)
	a, b, x = keep(z, a), keep(z, b), keep(z, x)
	if !x.IsFinite() {
		return z.SetIndeterminate()
	}
	var c ball.Real
	ends := endsAt([]*ball.Real{a}, []*ball.Real{b})
	if x.Negative() == ball.True && b.Positive() == ball.True && !ends {
		wp := prec + 8
		c.Sub(b, a, 2*wp+64)
		var y, e ball.Real
		y.Neg(x)
		if !(ball.NewReal(0).LessEq(a) == ball.True && a.LessEq(b) == ball.True) && c.MagUpper().Cmp(y.MagLower()) > 0 {
			return HypPFQ(z, []*ball.Real{a}, []*ball.Real{b}, x, prec)
		}
		e.Exp(x, wp)
		HypPFQ(&c, []*ball.Real{&c}, []*ball.Real{b}, &y, wp)
		return z.Mul(&c, &e, prec)
	}
	return HypPFQ(z, []*ball.Real{a}, []*ball.Real{b}, x, prec)
}

// HypPFQ sets z to Σ_k Π(a)_k/Π(b)_k·x^k/k!, real, for len(as) ≤ len(bs) + 1, else it panics. It is indeterminate where the
// series does not end and a lower parameter may be 0, −1, −2, …, or where it diverges: for len(as) = len(bs) + 1 and |x| ≥ 1; and
// where the work is unreasonable: of so many terms it takes about prec/log2(1/|x|). ₂F₁ for x < 0 is
// (1−x)^{−a} ₂F₁(a, c−b; c; x/(x−1)) (DLMF 15.8.1) unless it ends, and from 3/4 on by two series at 1 if c > 0 and c−a−b is no
// integer. The working precision that grows until a point
// argument with exact parameters has prec bits. For x < 0 it starts with what cancels for large positive parameters
// below and smaller ones above.
func HypPFQ(z *ball.Real, as, bs []*ball.Real, x *ball.Real, prec uint) *ball.Real {
	x = keep(z, x)
	as, bs = slices.Clone(as), slices.Clone(bs)
	for _, list := range [][]*ball.Real{as, bs} {
		for i, p := range list {
			list[i] = keep(z, p)
		}
	}
	if len(as) == 2 && len(bs) == 1 && !endsAt(as, bs) {
		if x.Negative() == ball.True {
			return pfaff(z, as, bs[0], x, prec)
		}
		if gauss(z, as, bs[0], x, prec) {
			return z
		}
	}
	known := x.RelAccuracyBits() // of the arguments
	for _, p := range slices.Concat(as, bs) {
		known = min(known, p.RelAccuracyBits())
	}
	wp := prec + 12 + uint(max(x.MagUpper().Exponent(), 0))
	if y := min(-clampFloat64(x.Mid(nil)), float64(pfqMaxTerms)); y > 0 && len(as) == len(bs) {
		wp += uint(y / math.Ln2)
	} else if y > 0 && len(as) < len(bs) {
		b, _ := bs[0].Float64()
		wp += uint(magnitude.LogMax0F1(b-1, 2*math.Sqrt(y)) / math.Ln2)
	}
	var s ball.Real
	for try := 0; ; try++ {
		if !sumPFQ(&s, as, bs, x, ballWork, wp) {
			return z.SetIndeterminate()
		}
		if try >= pfqRetries || s.IsExact() || known < int64(wp) { // more precision is of no use
			break
		}
		lost := missing(&s, prec) + 2
		if lost <= 0 {
			break
		}
		if s.ContainsZero() {
			lost = int64(wp / 2) // how much is missing is unknown
		}
		wp += uint(min(lost, int64(wp)) + 8)
		if wp > 8*prec+100000 {
			break
		}
	}
	return z.SetRound(&s, prec)
}

// sumPFQ sets z to Σ_k Π(a)_k/Π(b)_k·x^k/k!, len(as) ≤ len(bs) + 1, in ball arithmetic with wp bits, for real or complex
// x. It reports false where that would take unreasonable work, where the terms do not fall, and where a lower parameter
// may be 0, −1, −2, … and the series does not end before. ball/errors.md, "sumPFQ", bounds the rest.
func sumPFQ[T any, P ball.Number[T]](z P, as, bs []*ball.Real, x P, work func(terms, bits float64) float64,
	wp uint) bool {
	if len(as) > len(bs)+1 {
		panic("special: hypergeometric series with two more upper than lower parameters")
	}
	if !x.IsFinite() {
		return false
	}
	for _, a := range as {
		if !a.IsFinite() {
			return false
		}
	}
	ends := endsAt(as, bs)
	for _, b := range bs {
		if !b.IsFinite() || !ends && b.Positive() != ball.True && meetsPole(b) {
			return false
		}
	}
	var sum, term T
	var u, c ball.Real
	s, t := P(&sum), P(&term)
	s.SetInt64(1)
	t.SetInt64(1)
	ratio := newRatioBound(as, bs, x.MagUpper())
	most := int64(min(maxWork/work(1, float64(wp)), float64(pfqMaxTerms)))
	if one := ball.MagPow2(0); !ends && ratio.from(most).Cmp(one) >= 0 {
		return false // terms that do not fall by then
	}
	for k := int64(0); ; k++ {
		if k > most {
			return false
		}
		t.Mul(t, x, wp)
		for _, a := range as {
			t.MulReal(t, u.AddInt64(a, k, wp+32), wp)
		}
		c.SetInt64(k + 1)
		for _, b := range bs {
			c.Mul(&c, u.AddInt64(b, k, wp+32), wp)
		}
		t.QuoReal(t, &c, wp)
		if t.IsZero() {
			break
		}
		m := t.MagUpper()
		// worth testing the ratio once terms are small
		if small := s.MagUpper().Mul2Exp(int64(stopEarly) - int64(wp)); m.Cmp(small) < 0 || k&63 == 63 {
			rest := m.Quo(ball.MagPow2(0).SubLower(ratio.from(k + 1)))
			if rest.Cmp(small) < 0 || rest.Cmp(s.Rad()) < 0 {
				s.AddRad(leftOut(rest))
				break
			}
		}
		s.Add(s, t, wp)
		if !s.IsFinite() {
			return false
		}
	}
	z.Set(s)
	return true
}

// endsAt reports that an upper parameter is −n and no lower one among 0, −1, …, −n: the terms beyond the n-th are 0.
func endsAt(as, bs []*ball.Real) bool {
	least := int64(math.MaxInt64)
	for _, a := range as {
		if n, ok := a.Int64(); ok && n <= 0 {
			least = min(least, -n)
		}
	}
	if least == math.MaxInt64 {
		return false
	}
	for _, b := range bs {
		n, ok := b.Int64()
		switch {
		case b.Positive() == ball.True || !meetsPole(b):
		case !ok || -n <= least:
			return false
		}
	}
	return true
}

// pfaff is ₂F₁ for x < 0.
func pfaff(z *ball.Real, as []*ball.Real, c, x *ball.Real, prec uint) *ball.Real {
	var s, y, d, e ball.Real
	return withPrecision(z, c, x, prec, func(z *ball.Real, wp uint) {
		y.AddInt64(y.Neg(x), 1, wp+64) // 1 − x
		d.Sub(c, as[1], 2*wp+64)
		e.Quo(x, s.Neg(&y), wp+64)
		HypPFQ(&s, []*ball.Real{as[0], &d}, []*ball.Real{c}, &e, wp)
		z.Mul(&s, y.Pow(&y, d.Neg(as[0]), wp), wp)
	})
}

// gauss is ₂F₁ for 3/4 ≤ x < 1 by the two series at 1 (DLMF 15.8.4), where c−a−b is no integer; else it reports false.
func gauss(z *ball.Real, as []*ball.Real, c, x *ball.Real, prec uint) bool {
	a, b := as[0], as[1]
	var y, d, t ball.Real
	y.AddInt64(y.Neg(x), 1, 2*prec+64)
	if ball.NewReal(0.75).LessEq(x) != ball.True || y.Positive() != ball.True || c.Positive() != ball.True {
		return false
	}
	d.Sub(c, t.Add(a, b, 2*prec+64), 2*prec+64)
	if meetsPole(&d) || meetsPole(t.Neg(&d)) {
		return false
	}
	withPrecision(z, c, x, prec, func(z *ball.Real, wp uint) {
		wp += uint(min(integerGap(&d), 1<<20)) // of two terms that are nearly equal next to an integer that distance is lost
		// Γ(c)Γ(δ)/(Γ(c−α)Γ(c−β))·₂F₁(α, β; 1−δ; 1−x) for (α, β, δ) = (a, b, d), and for (c−a, c−b, −d) times (1−x)^d
		part := func(z, alpha, beta, delta *ball.Real) {
			var g, u ball.Real
			u.AddInt64(u.Neg(delta), 1, wp+64)
			HypPFQ(z, []*ball.Real{alpha, beta}, []*ball.Real{&u}, &y, wp)
			z.Mul(z, Gamma(&g, c, wp), wp)
			z.Mul(z, Gamma(&g, delta, wp), wp)
			z.Mul(z, RecipGamma(&g, u.Sub(c, alpha, wp+64), wp), wp)
			z.Mul(z, RecipGamma(&g, u.Sub(c, beta, wp+64), wp), wp)
		}
		var p, ca, cb, minus ball.Real
		part(z, a, b, &d)
		part(&p, ca.Sub(c, a, wp+64), cb.Sub(c, b, wp+64), minus.Neg(&d))
		z.Add(z, p.Mul(&p, ca.Pow(&y, &d, wp), wp), wp)
	})
	return z.IsFinite()
}

// A ratioBound bounds the quotients of successive terms of a hypergeometric series; see sumPFQ.
type ratioBound struct {
	x     ball.Mag
	upper []*ball.Real
	lower []*ball.Real // increasing midpoints; the first stand under the upper ones
	diff  []ball.Mag   // |a−d| of the pairs
	grows []bool       // a ≤ d is proved
}

func newRatioBound(as, bs []*ball.Real, x ball.Mag) *ratioBound {
	r := &ratioBound{x: x, upper: as, lower: append([]*ball.Real{ball.NewReal(1)}, bs...)}
	slices.SortFunc(r.lower, func(a, b *ball.Real) int { return a.Mid(nil).Cmp(b.Mid(nil)) })
	var t ball.Real
	for i, a := range as {
		r.diff = append(r.diff, t.Sub(a, r.lower[i], 128).MagUpper())
		r.grows = append(r.grows, a.LessEq(r.lower[i]) == ball.True)
	}
	return r
}

// from bounds |t_{k+1}/t_k| for all k ≥ n.
func (r *ratioBound) from(n int64) ball.Mag {
	c := r.x
	var t ball.Real
	for i, d := range r.lower {
		if t.AddInt64(d, n, 64); t.Positive() != ball.True {
			return ball.MagInf()
		}
		low := t.MagLower()
		switch {
		case i >= len(r.upper):
			c = c.Quo(low)
		case !r.grows[i] || t.AddInt64(r.upper[i], n, 64).Negative() != ball.False:
			c = c.Mul(ball.MagPow2(0).Add(r.diff[i].Quo(low)))
		}
	}
	return c
}
