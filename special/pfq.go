package special

import (
	"math"
	"slices"

	"krein/ball"
)

// Calibration of the generic hypergeometric sums; any values give right results.
var (
	pfqRetries  = 8
	pfqMaxTerms = 1 << 22
)

// Hyp0F1 sets z to ₀F₁(; b; x) = Σ x^k/((b)_k k!) for real b other than 0, −1, −2, … and real x, by its series at a
// precision raised by the cancellation. For b ≥ 1/2 and x ≤ 0 it is Λ_{2b}(2√−x) and evaluated by
// LambdaReal, so that wide and large arguments are served; a wide x > 0 is served by monotony, and one of
// more than about 10⁹ by BesselI. It is
// indeterminate where b may be a pole or the work is unreasonable.
func Hyp0F1(z, b, x *ball.Real, prec uint) *ball.Real {
	prec = atLeast(prec)
	b, x = keep(z, b), keep(z, x)
	if x.MagUpper().Exponent() > mostExponent {
		return z.SetIndeterminate()
	}
	if ball.NewReal(0.5).LessEq(b) == ball.True && x.IsFinite() {
		if !x.IsExact() || x.Negative() == ball.True {
			return hyp0F1Wide(z, b, x, prec)
		}
		return hyp0F1Point(z, b, x, prec)
	}
	return hypPFQ(z, nil, []*ball.Real{b}, x, prec)
}

// hyp0F1Point is ₀F₁(; b; x) for b ≥ 1/2 and an exact x ≥ 0; where the series is long as Γ(b) x^{(1−b)/2} I_{b−1}(2√x) (DLMF
// 10.39.9).
func hyp0F1Point(z, b, x *ball.Real, prec uint) *ball.Real {
	var s, t, u ball.Real
	if 2*math.Sqrt(clampFloat64(x.Mid(nil))) < maxSeriesX {
		return hypPFQ(z, nil, []*ball.Real{b}, x, prec)
	}
	// e^{2√x} loses the digits before the point
	wp := prec + 8
	s.Sqrt(x, wp+uint(min(max(x.MagUpper().Exponent()/2, 0), 64)))
	shiftOrder(&u, b, -1, wp)
	t.Pow(&s, t.Neg(&u), wp)
	BesselI(&s, &u, s.Mul2Exp(&s, 1), wp)
	t.Mul(&t, &s, wp)
	Gamma(&s, b, wp)
	return z.Mul(&t, &s, prec)
}

// mostDigits bounds the digits before the point that the argument of a wave is computed with.
const mostDigits = 1 << 16

// hyp0F1Wide is ₀F₁(; b; x), b ≥ 1/2, an increasing function where x ≥ 0.
func hyp0F1Wide(z, b, x *ball.Real, prec uint) *ball.Real {
	if x.Negative() == ball.True || ball.NewReal(0).LessEq(new(ball.Real).Neg(x)) == ball.True {
		var s, d ball.Real
		wp := prec + 16 + uint(min(max(x.MagUpper().Exponent()/2, 0), mostDigits)) // of larger ones the size of Λ is what is told
		s.Neg(x)
		s.Sqrt(&s, wp)
		s.Mul2Exp(&s, 1)
		d.Mul2Exp(b, 1)
		return LambdaReal(z, &d, &s, prec)
	}
	at := func(z, x *ball.Real, prec uint) {
		if x.Mid(nil).Sign() >= 0 {
			hyp0F1Point(z, b, x, prec)
		} else {
			hypPFQ(z, nil, []*ball.Real{b}, x, prec)
		}
	}
	if r := x.Rad(); r.Quo(b.MagLower()).Exponent() < narrowRel {
		// the derivative of log ₀F₁ is at most 1/b for x ≥ 0; |₀F₁′| = |₀F₁(; b+1; x)|/b ≤ ₀F₁(; b; |x|)/b everywhere
		var m, a, c ball.Real
		at(&a, m.GetMid(x), prec)
		m.SetFloat(x.MagUpper().Float(nil))
		at(&c, &m, 32)
		return z.Set(a.AddRad(r.Mul(c.MagUpper()).Quo(b.MagLower())))
	}
	lo, hi := ends(x, prec+64)
	var c, d ball.Real
	at(&d, hi, prec)
	if lo.Mid(nil).Sign() >= 0 {
		at(&c, lo, prec)
		return z.Hull(&c, &d, prec)
	}
	// |₀F₁| ≤ 1 for x ≤ 0
	c.SetMag(ball.MagPow2(0))
	return z.Hull(&c, &d, prec)
}

// Hyp1F1 sets z to Kummer's ₁F₁(a; b; x) = Σ (a)_k x^k/((b)_k k!) for real a, real b other than 0, −1, −2, … and
// real x; for x < 0 as e^x ₁F₁(b−a; b; −x) (DLMF 13.2.39) if b ≥ a ≥ 0, where then nothing cancels.
// A wide x enters through the derivative (a/b) ₁F₁(a+1; b+1; x).
func Hyp1F1(z, a, b, x *ball.Real, prec uint) *ball.Real {
	prec = atLeast(prec)
	a, b, x = keep(z, a), keep(z, b), keep(z, x)
	if !x.IsFinite() {
		return z.SetIndeterminate()
	}
	if !x.IsExact() {
		return byDerivative(z, []*ball.Real{a}, []*ball.Real{b}, x, prec, false, ball.Mag{}, func(z *ball.Real, as, bs []*ball.Real, x *ball.Real, p uint) {
			Hyp1F1(z, as[0], bs[0], x, p)
		})
	}
	var c ball.Real
	if x.Negative() == ball.True && ball.NewReal(0).LessEq(a) == ball.True && a.LessEq(b) == ball.True {
		wp := prec + 8
		c.Sub(b, a, 2*wp+64)
		var y, e ball.Real
		y.Neg(x)
		e.Exp(x, wp)
		hypPFQ(&c, []*ball.Real{&c}, []*ball.Real{b}, &y, wp)
		return z.Mul(&c, &e, prec)
	}
	return hypPFQ(z, []*ball.Real{a}, []*ball.Real{b}, x, prec)
}

// Hyp1F2 sets z to ₁F₂(a; b, c; x) = Σ (a)_k x^k/((b)_k (c)_k k!) for real a, real b and c other than 0, −1, −2, … and real x.
// A wide x enters through the derivative (a/(bc)) ₁F₂(a+1; b+1, c+1; x), and for 0 < a ≤ min(b, c),
// x ≤ 0, where max(b, c) ≥ 1/2 makes it a mean of values of Λ, also through |₁F₂| ≤ 1.
//
// It chooses between the convergent series, whose precision is raised by the cancellation, about 2.9√−4x bits for
// x < 0, and, for x far below 0, the asymptotic expansion.
func Hyp1F2(z, a, b, c, x *ball.Real, prec uint) *ball.Real {
	return hyp1F2(z, a, b, c, x, automatic, prec)
}

func hyp1F2(z, a, b, c, x *ball.Real, alg algorithm, prec uint) *ball.Real {
	prec = atLeast(prec)
	a, b, c, x = keep(z, a), keep(z, b), keep(z, c), keep(z, x)
	if !x.IsFinite() {
		return z.SetIndeterminate()
	}
	as, bs := []*ball.Real{a}, []*ball.Real{b, c}
	point := func(z *ball.Real, as, bs []*ball.Real, x *ball.Real, p uint) {
		if y := clampFloat64(x.Mid(nil)); alg == automatic && y < 0 && 2*math.Sqrt(-y) > hyp1F2From*float64(p) {
			if hyp1F2Expansion(z, as[0], bs[0], bs[1], x, p) {
				z.SetRound(z, p)
				return
			}
		}
		hypPFQ(z, as, bs, x, p)
	}
	bounded := x.Mid(nil).Sign() <= 0 && x.Positive() == ball.False && isMean(a, b, c)
	if x.IsExact() {
		point(z, as, bs, x, prec)
	} else {
		var second ball.Mag
		if bounded {
			// |F″| ≤ a(a+1)/(b(b+1)c(c+1)), as the raised parameters make a mean too
			var t, u ball.Real
			t.SetInt64(1)
			for k := range int64(2) {
				t.Mul(&t, u.AddInt64(a, k, 64), 64)
				t.Quo(&t, u.AddInt64(b, k, 64), 64)
				t.Quo(&t, u.AddInt64(c, k, 64), 64)
			}
			second = t.MagUpper()
		}
		byDerivative(z, as, bs, x, prec, bounded, second, point)
	}
	if bounded {
		var t ball.Real
		t.Set(z)
		return clip(z, &t, ball.MagPow2(0), prec)
	}
	return z
}

// isMean reports that ₁F₂(a; b, c; −y) = ∫ ₀F₁(; c; −yt) dB(t) with a probability B on [0, 1] (DLMF 16.5.2) and
// |₀F₁(; c; −s)| ≤ 1, or the same with b and c exchanged: 0 < a ≤ b and c ≥ 1/2.
func isMean(a, b, c *ball.Real) bool {
	half := ball.NewReal(0.5)
	return a.Positive() == ball.True &&
		(a.LessEq(b) == ball.True && half.LessEq(c) == ball.True ||
			a.LessEq(c) == ball.True && half.LessEq(b) == ball.True)
}

// byDerivative is F(x) = ₚF_q(as; bs; x) over a ball x: F(m) and the bound of r·|F′|, where
// F′ = Πa/Πb·F(as+1; bs+1; x) is bounded on x by its values in balls at the midpoint and
// the series in the ball for F″, unless its bound is known; or plainly the series at the ball if that is narrower.
func byDerivative(z *ball.Real, as, bs []*ball.Real, x *ball.Real, prec uint, known bool, second ball.Mag, f func(z *ball.Real, as, bs []*ball.Real, x *ball.Real, p uint)) *ball.Real {
	var m, v, d, e ball.Real
	m.GetMid(x)
	f(&v, as, bs, &m, prec)
	r := x.Rad()
	ratio := func(z *ball.Real, n int64) {
		z.SetInt64(1)
		var t ball.Real
		for k := range n {
			for _, a := range as {
				z.Mul(z, t.AddInt64(a, k, 64), 64)
			}
			for _, b := range bs {
				z.Quo(z, t.AddInt64(b, k, 64), 64)
			}
		}
	}
	raised := func(ps []*ball.Real, n int64) []*ball.Real {
		qs := make([]*ball.Real, len(ps))
		for i, p := range ps {
			qs[i] = new(ball.Real).AddInt64(p, n, prec+64)
		}
		return qs
	}
	var q ball.Real
	f(&d, raised(as, 1), raised(bs, 1), &m, 32)
	ratio(&q, 1)
	first := d.MagUpper().Mul(q.MagUpper())
	if !known {
		hypPFQ(&e, raised(as, 2), raised(bs, 2), x, 32)
		ratio(&q, 2)
		second = e.MagUpper().Mul(q.MagUpper())
	}
	v.AddRad(r.Mul(first).Add(r.Mul(r).Mul2Exp(-1).Mul(second)))
	if known {
		return z.Set(&v)
	}
	hypPFQ(&d, as, bs, x, prec)
	if d.IsFinite() && (!v.IsFinite() || d.Rad().Cmp(v.Rad()) < 0) {
		return z.Set(&d)
	}
	return z.Set(&v)
}

// hypPFQ is the sum of the series for len(as) ≤ len(bs), at a working precision that grows until a point
// argument with exact parameters has prec bits.
func hypPFQ(z *ball.Real, as, bs []*ball.Real, x *ball.Real, prec uint) *ball.Real {
	exact := x.IsExact()
	for _, p := range as {
		exact = exact && p.IsExact()
	}
	for _, p := range bs {
		exact = exact && p.IsExact()
	}
	wp := prec + 12
	if !positiveTerms(as, bs, x) {
		if g, ok := pfqGrowth(as, bs, x); ok {
			wp += uint(g)
		}
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

// positiveTerms reports that no term is negative: then nothing cancels.
func positiveTerms(as, bs []*ball.Real, x *ball.Real) bool {
	for _, p := range append(append([]*ball.Real{x}, as...), bs...) {
		if p.Negative() != ball.False {
			return false
		}
	}
	return true
}

// pfqGrowth guesses log2 of the largest term.
func pfqGrowth(as, bs []*ball.Real, x *ball.Real) (float64, bool) {
	xf := clampFloat64(x.Mid(nil))
	if math.IsInf(xf, 0) || math.Abs(xf) < 1e-3 {
		return 0, false
	}
	af, bf := make([]float64, len(as)), make([]float64, len(bs))
	for i, p := range as {
		af[i], _ = p.Float64()
	}
	for i, p := range bs {
		bf[i], _ = p.Float64()
	}
	l, top := 0.0, 0.0
	t := 1.0
	for k := 0; k < pfqMaxTerms; k++ {
		kf := float64(k)
		f := math.Abs(xf) / (kf + 1)
		for _, a := range af {
			f *= math.Abs(a + kf)
		}
		for _, b := range bf {
			f /= math.Abs(b + kf)
		}
		if !(f > 0) || math.IsInf(f, 0) {
			break
		}
		t *= f
		if t > 0x1p60 || t < 0x1p-60 {
			l += math.Log2(t)
			t = 1
		}
		top = math.Max(top, l+math.Log2(math.Max(t, 1)))
		if f < 0.5 && l < -64 {
			break
		}
	}
	return top, true
}

// sumPFQ sets z to Σ_k Π(a)_k/Π(b)_k·x^k/k!, len(as) ≤ len(bs), in ball arithmetic with wp bits, for real or complex x, and reports
// false where that would take unreasonable work. z is indeterminate if a lower
// parameter may be 0, −1, −2, …
//
// The rest from the term t_N on: let every upper parameter a stand over a lower one d, the 1 of k! among them, the smallest
// first, and N+d > 0. As (a+k)/(d+k) decreases to 1 for a > d, and increases to it for a ≤ d, where |a+k| ≤ |d+k| or
// 1 ≤ |a+k|/|d+k| ≤ 1+|a−d|/|d+k|, |t_{k+1}/t_k| ≤ C for k ≥ N with
//
//	C = |x|·Π_pairs (1 + δ/(N+d))·Π_{other d} 1/(N+d),
//
// δ = max(a−d, 0) where N+a ≥ 0, else |a−d|. If C < 1 the rest is at most |t_N|/(1−C). An upper parameter 0, −1, −2, … ends
// the sum.
func sumPFQ[T any, P ball.Number[T]](z P, as, bs []*ball.Real, x P, work func(terms, bits float64) float64, wp uint) bool {
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
				s.AddRad(rest.Mul(tailScale))
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
