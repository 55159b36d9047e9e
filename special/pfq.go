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
// real x; for x < 0 as e^x ₁F₁(b−a; b; −x) (DLMF 13.2.39) if either 0 ≤ a ≤ b, where nothing cancels,
// or −x ≥ |b−a| + |b|, for b > 0 |b−a|, where no terms but a few do, unless the series ends. Where |x| is large against the
// precision, a² and b² it is an expansion in 1/x. It is indeterminate where neither serves: beyond |x| of about 10⁶ for a or b of some hundreds.
func Hyp1F1(z, a, b, x *ball.Real, prec uint) *ball.Real {
	prec = atLeast(prec)
	a, b, x = keep(z, a), keep(z, b), keep(z, x)
	if !x.IsFinite() {
		return z.SetIndeterminate()
	}
	var c ball.Real
	ends := endsAt([]*ball.Real{a}, []*ball.Real{b})
	var far ball.Real
	switch far.Abs(x, x.Mid(nil).Prec()+64); {
	case far.Less(ball.NewReal(kummerFrom+float64(prec))) != ball.False:
	case x.Negative() == ball.True:
		if kummerFar(&c, a, b, &far, prec) {
			return z.SetRound(&c, prec)
		}
	case x.Positive() == ball.True:
		if kummerFar(&c, new(ball.Real).Sub(b, a, 2*prec+64), b, &far, prec+8) {
			return z.Mul(&c, far.Exp(x, prec+8), prec)
		}
	}
	if x.Negative() == ball.True && !meetsPole(b) && !ends {
		wp := prec + 8
		c.Sub(b, a, 2*wp+64)
		var y, e ball.Real
		y.Neg(x)
		least := c.MagUpper()
		if b.Positive() != ball.True {
			least = least.Add(b.MagUpper())
		}
		if !(ball.NewReal(0).LessEq(a) == ball.True && a.LessEq(b) == ball.True) && least.Cmp(y.MagLower()) > 0 {
			return HypPFQ(z, []*ball.Real{a}, []*ball.Real{b}, x, prec)
		}
		e.Exp(x, wp)
		HypPFQ(&c, []*ball.Real{&c}, []*ball.Real{b}, &y, wp)
		return z.Mul(&c, &e, prec)
	}
	return HypPFQ(z, []*ball.Real{a}, []*ball.Real{b}, x, prec)
}

// kummerFrom and the precision bound |x| from below where kummerFar is tried; any values give right results.
const kummerFrom = 40

// mostKummer bounds the terms of kummerFar.
const mostKummer = 4000

// kummerFar sets z to ₁F₁(a; b; −y) for y > 0 by
//
//	Γ(b)/Γ(b−a) y^{−a} Σ_{k<n} (a)_k (a−b+1)_k/k! y^{−k}
//
// (DLMF 13.2.41 with 13.7.3 for U(a, b, ye^{iπ})). The remainder of the sum is at most
//
//	2αC_n |(a)_n (a−b+1)_n/n!| y^{−n} exp(2αρC_1/y),  C_n = (χ(n) + σν²n) ν^n,  χ(n) = √π Γ(n/2+1)/Γ(n/2+½) ≤ √(π(n/2+1)),
//
// with σ = |b−2a|/y ≤ 1/2, ν = (½ + ½√(1−4σ²))^{−1/2}, α = 1/(1−σ) and ρ = ½|2a²−2ab+b| + σ(1+σ/4)/(1−σ)² (DLMF 13.7.5 to 13.7.8 in the region R₃, Olver's
// bounds); the other term of 13.2.41 is |Γ(b)/Γ(a)| e^{−y} |U(b−a, b, y)|, bounded by the same in R₁, where C_n = 1, with n = 1: σ is the same. It reports false where that has
// not prec bits.
func kummerFar(z, a, b, y *ball.Real, prec uint) bool {
	const bits = 64
	wp := prec + 32
	var c, d, s, t, u, v, nu, alpha, sigma ball.Real
	c.Sub(b, a, 2*wp+64)
	d.AddInt64(d.Neg(&c), 1, 2*wp+64) // a − b + 1
	if meetsPole(&c) || meetsPole(b) || y.Positive() != ball.True || !a.IsFinite() || !c.IsFinite() {
		return false
	}
	u.Sub(&c, a, bits)
	sigma.SetMag(u.MagUpper().Quo(y.MagLower()))
	if sigma.Less(ball.NewReal(0.25)) != ball.True {
		return false
	}
	// ν, α, and the exponential for C_1 ≤ (√(3π/2) + σν²)ν, which is more than for C_1 = 1
	nu.Sqr(&sigma, bits)
	nu.Mul2Exp(&nu, 2)
	nu.Sub(ball.NewReal(1), &nu, bits)
	nu.Sqrt(&nu, bits)
	nu.AddInt64(&nu, 1, bits)
	nu.RSqrt(nu.Mul2Exp(&nu, -1), bits)
	alpha.Sub(ball.NewReal(1), &sigma, bits)
	alpha.Inv(&alpha, bits)
	growth := func(n int64) ball.Mag { // C_n
		var p, q ball.Real
		p.Pi(bits)
		p.MulInt64(&p, n+2, bits)
		p.Sqrt(p.Mul2Exp(&p, -1), bits)
		q.Mul(&sigma, q.Sqr(&nu, bits), bits)
		p.Add(&p, q.MulInt64(&q, n, bits), bits)
		p.Mul(&p, q.PowInt64(&nu, n, bits), bits)
		return p.MagUpper()
	}
	factor := func(a, c *ball.Real) ball.Mag { // 2α exp(2αρC_1/y): 2a²−2ab+b = b − 2ac
		var p, q ball.Real
		p.Mul(a, c, bits)
		p.Sub(b, p.Mul2Exp(&p, 1), bits)
		p.SetMag(p.MagUpper())
		p.Mul2Exp(&p, -1)
		q.Mul2Exp(&sigma, -2)
		q.AddInt64(&q, 1, bits)
		q.Mul(&q, &sigma, bits)
		q.Mul(&q, &alpha, bits)
		p.Add(&p, q.Mul(&q, &alpha, bits), bits)
		p.Mul(&p, &alpha, bits)
		p.Mul2Exp(&p, 1)
		p.Mul(&p, q.SetMag(growth(1)), bits)
		p.Quo(&p, y, bits)
		p.Exp(&p, bits)
		p.Mul(&p, &alpha, bits)
		return p.MagUpper().Mul2Exp(1)
	}
	s.SetInt64(1)
	t.SetInt64(1)
	scale := factor(a, &c)
	for n := int64(1); ; n++ {
		t.Mul(&t, u.AddInt64(a, n-1, wp+32), wp)
		t.Mul(&t, u.AddInt64(&d, n-1, wp+32), wp)
		t.Quo(&t, u.MulInt64(y, n, wp+32), wp)
		rest := t.MagUpper().Mul(growth(n)).Mul(scale)
		if rest.Cmp(s.MagUpper().Mul2Exp(int64(stopEarly)-int64(wp))) <= 0 {
			s.AddRad(leftOut(rest))
			break
		}
		if n > mostKummer || t.MagUpper().Mul2Exp(-8).Cmp(s.MagUpper()) > 0 && n > 64 {
			return false
		}
		s.Add(&s, &t, wp)
	}
	Gamma(&u, b, wp)
	s.Mul(&s, &u, wp)
	v.Mul(&u, RecipGamma(&t, a, bits), bits) // of the other term
	s.Mul(&s, RecipGamma(&t, &c, wp), wp)
	s.Mul(&s, t.Pow(y, u.Neg(a), wp), wp)
	// y^{a−b} e^{−y} (1 + 2α|(b−a)(1−a)|/y exp …)
	u.AddInt64(u.Neg(a), 1, bits)
	u.Mul(&u, &c, bits)
	u.Quo(&u, y, bits)
	most := u.MagUpper().Mul(factor(&c, a)).Add(ball.MagPow2(0))
	v.Mul(&v, t.Pow(y, u.Neg(&c), bits), bits)
	v.Mul(&v, t.Exp(t.Neg(y), bits), bits)
	s.AddRad(leftOut(v.MagUpper().Mul(most)))
	if missing(&s, prec) > 0 {
		return false
	}
	z.Set(&s)
	return true
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
	if y := min(-clampFloat64(x.Mid(nil)), float64(pfqMaxTerms)); endsAt(as, bs) {
		// of a polynomial not as much need cancel
	} else if y > 0 && len(as) == len(bs) {
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
// may be 0, −1, −2, … and the series does not end before. It ends before if an upper
// one, −n, is greater than all such lower ones: then the terms beyond the n-th are 0, and no divisor is before.
//
// The rest from the term t_N on: let every upper parameter a stand over a lower one d, the 1 of k! among them, the
// smallest first, and N+d > 0. As (a+k)/(d+k) decreases to 1 for a > d, and increases to it for a ≤ d, where |a+k| ≤
// |d+k| or 1 ≤ |a+k|/|d+k| ≤ 1+|a−d|/|d+k|, |t_{k+1}/t_k| ≤ C for k ≥ N with
//
//	C = |x|·Π_pairs (1 + δ/(N+d))·Π_{other d} 1/(N+d),
//
// δ = max(a−d, 0) where N+a ≥ 0, else |a−d|. If C < 1 the rest is at most |t_N|/(1−C). An upper 0, −1, −2, … ends the
// sum.
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

// from bounds |t_{k+1}/t_k| for all k ≥ n, for all parameters in their balls: infinite unless d+n > 0 is proved for every
// lower d, the 1 of k! among them. For a pair (a, d) and k ≥ n the factor |a+k|/(d+k) is at most 1 if a ≤ d and a+n ≥ 0 are
// proved, and 1 + |a−d|/(d+n) in any case; 1/(d+k) ≤ 1/(d+n) for the others. Which a stands over which d only matters to
// how sharp the bound is.
func (r *ratioBound) from(n int64) ball.Mag {
	c := r.x
	var t ball.Real // d+n, then a+n
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
