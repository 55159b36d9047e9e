package special

import (
	"math"
	"slices"

	"krein/ball"
	"krein/special/internal/magnitude"
)

// Calibration of the generic hypergeometric sums; any values give right results.
const (
	pfqRetries  = 8
	pfqMaxTerms = 1 << 22
)

// Hyp1F1 sets z to Kummer's ₁F₁(a; b; x) = Σ (a)_k x^k/((b)_k k!) for real a, real b other than 0, −1, −2, … and
// real x; for x < 0 as e^x ₁F₁(b−a; b; −x) (DLMF 13.2.39) if b ≥ a ≥ 0, where then nothing cancels.
func Hyp1F1(z, a, b, x *ball.Real, prec uint) *ball.Real {
	prec = atLeast(prec)
	a, b, x = keep(z, a), keep(z, b), keep(z, x)
	if !x.IsFinite() {
		return z.SetIndeterminate()
	}
	var c ball.Real
	if x.Negative() == ball.True && ball.NewReal(0).LessEq(a) == ball.True && a.LessEq(b) == ball.True {
		wp := prec + 8
		c.Sub(b, a, 2*wp+64)
		var y, e ball.Real
		y.Neg(x)
		e.Exp(x, wp)
		HypPFQ(&c, []*ball.Real{&c}, []*ball.Real{b}, &y, wp)
		return z.Mul(&c, &e, prec)
	}
	return HypPFQ(z, []*ball.Real{a}, []*ball.Real{b}, x, prec)
}

// HypPFQ sets z to Σ_k Π(a)_k/Π(b)_k·x^k/k!, real, for len(as) ≤ len(bs), else it panics; it is indeterminate where a
// lower parameter may be 0, −1, −2, … or the work is unreasonable. The working precision that grows until a point
// argument with exact parameters has prec bits. For x < 0 it starts with what cancels for large positive parameters
// below and smaller ones above.
func HypPFQ(z *ball.Real, as, bs []*ball.Real, x *ball.Real, prec uint) *ball.Real {
	exact := x.IsExact()
	for _, p := range as {
		exact = exact && p.IsExact()
	}
	for _, p := range bs {
		exact = exact && p.IsExact()
	}
	wp := prec + 12
	if y := min(-clampFloat64(x.Mid(nil)), float64(pfqMaxTerms)); y > 0 && len(as) == len(bs) {
		wp += uint(y / math.Ln2)
	} else if y > 0 {
		b, _ := bs[0].Float64()
		wp += uint(magnitude.LogMax0F1(b-1, 2*math.Sqrt(y)) / math.Ln2)
	}
	var s ball.Real
	for try := 0; ; try++ {
		if !sumPFQ(&s, as, bs, x, ballWork, wp) {
			return z.SetIndeterminate()
		}
		if !exact || try >= pfqRetries || s.IsExact() {
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

// sumPFQ sets z to Σ_k Π(a)_k/Π(b)_k·x^k/k!, len(as) ≤ len(bs), in ball arithmetic with wp bits, for real or complex x,
// and reports false where that would take unreasonable work. z is indeterminate if a lower parameter may be 0, −1, −2,
// …. docs/ball.md, "sumPFQ", bounds the rest.
func sumPFQ[T any, P ball.Number[T]](z P, as, bs []*ball.Real, x P, work func(terms, bits float64) float64,
	wp uint) bool {
	if len(as) > len(bs) {
		panic("special: hypergeometric series with more upper than lower parameters")
	}
	if !x.IsFinite() {
		return false
	}
	for _, b := range bs {
		if !b.IsFinite() || b.Positive() != ball.True && meetsPole(b) {
			return false
		}
	}
	ends := false
	for _, a := range as {
		if !a.IsFinite() {
			return false
		}
		ends = ends || a.IsExact() && a.Positive() != ball.True && meetsPole(a)
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
