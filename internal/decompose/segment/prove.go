package segment

import (
	"krein/ball"
	"krein/internal/hankel/distribution"
)

// The proof of a segment.
//
// Let a segment have the mass μ and the polynomial Q(w), 0 ≤ w ≤ 1, in the variable of its kind, with slope h(w) =
// |dy/dw|, which is 1 or 2w. In exact arithmetic its law is the image under Q of the measure μ h(w) dw. Let the part
// have the density f(t), t = ω², between ω = Q(0) and Q(1), a polynomial that is thought to go on beyond. By
// substitution ∫ φ(Q(w)) f(Q²) 2QQ′ dw = ∫ φ(√t) f(t) dt, from Q(0)² to Q(1)², for every continuous φ, whether Q is
// monotone or not. So the difference of the two measures is the image of a measure with a density, and taking images
// does not increase total variation: it is at most
//
//	∫₀¹ |μ h(w) − σ f(Q(w)²) 2 Q(w) Q′(w)| dw,    σ = ±1 for Q(1) ≷ Q(0).
//
// The integrand is a polynomial in s = 2w−1, of which the terms up to s^degree are computed, in floats with a bound of
// what rounding does (model), and the rest is bounded; the sum of its absolute Chebyshev coefficients bounds it. Where
// Q(0)² or Q(1)² is not quite the end of the stretch that the segment stands for, the mass of f in between is added.

const (
	Prec   = 80 // bits
	degree = 22 // of the polynomials in s that are kept
)

// Local is the density of a panel on a stretch lo ≤ t ≤ hi: Σ g_k x^k, x = (t−mid)/half, but for
// what was cut off, of which cut bounds the integral of the absolute value.
type Local struct {
	lo, hi    float64
	Mid, Half float64
	g         []ball.Real
	cut       ball.Mag
}

// negligible is the size of terms that are cut off, relative to the density: 2^−negligible.
const negligible = 64

// Localise expands the density of p, the midpoints of its coefficients, about the middle of a stretch.
func Localise(p *distribution.Panel, lo, hi float64) *Local {
	l := &Local{lo: lo, hi: hi, Half: (hi - lo) / 2}
	l.Mid = lo + l.Half
	var a, b, d, h, weight ball.Real
	a.Sub(a.SetFloat64(lo), &p.T0, Prec)
	b.Sub(b.SetFloat64(hi), &p.T0, Prec)
	n, rest := terms(p.Coef, a.MagUpper().Max(b.MagUpper()))
	l.cut = rest.Mul(d.Sub(&b, &a, Prec).MagUpper())
	l.g = make([]ball.Real, n)
	powers := make([]ball.Real, n)
	// g_k = Σ_j C(j,k) c_j d^{j−k} = 1/k! Σ_j (j! c_j)(d^{j−k}/(j−k)!)
	d.Sub(d.SetFloat64(l.Mid), &p.T0, Prec+64)
	powers[0].SetInt64(1)
	weight.SetInt64(1)
	for k := range l.g {
		l.g[k].GetMid(&p.Coef[k])
		if k > 0 {
			powers[k].Mul(&powers[k-1], &d, Prec+32)
			powers[k].QuoInt64(&powers[k], int64(k), Prec+32)
			weight.MulInt64(&weight, int64(k), Prec+32)
			l.g[k].Mul(&l.g[k], &weight, Prec+32)
		}
	}
	h.SetFloat64(l.Half)
	weight.SetInt64(1) // half^k/k!
	for k := range l.g {
		if k > 0 {
			weight.Mul(&weight, &h, Prec+16)
			weight.QuoInt64(&weight, int64(k), Prec+16)
		}
		l.g[k].Dot(nil, l.g[k:], powers[:n-k], Prec+16)
		l.g[k].Mul(&l.g[k], &weight, Prec)
	}
	return l
}

// terms returns how many coefficients count for |y| ≤ reach, one at least, and a bound of the others' sum.
func terms(c []ball.Real, reach ball.Mag) (n int, rest ball.Mag) {
	var sum ball.Mag
	size := make([]ball.Mag, len(c))
	power := ball.MagUint(1)
	for k := range c {
		size[k] = c[k].MagUpper().Mul(power)
		sum = sum.Add(size[k])
		power = power.Mul(reach)
	}
	most := sum.Mul2Exp(-negligible)
	for n = len(c); n > 1; n-- {
		more := rest.Add(size[n-1])
		if more.Cmp(most) > 0 {
			break
		}
		rest = more
	}
	return n, rest
}

// size bounds |f| for |x| ≤ most.
func (l *Local) size(most ball.Mag) ball.Mag {
	var sum ball.Mag
	for k := len(l.g) - 1; k >= 0; k-- {
		sum = sum.Mul(most).Add(l.g[k].MagUpper())
	}
	return sum
}

// Whole bounds ∫|f| over the stretch, however narrow it is: then mid, rounded, is not in the middle.
func (l *Local) Whole() ball.Mag {
	var half, mid, a, b, width ball.Real
	half.SetFloat64(l.Half)
	mid.SetFloat64(l.Mid)
	a.Sub(a.SetFloat64(l.lo), &mid, Prec)
	b.Sub(b.SetFloat64(l.hi), &mid, Prec)
	width.Sub(&b, &a, Prec)
	a.Quo(&a, &half, Prec)
	b.Quo(&b, &half, Prec)
	return l.size(a.MagUpper().Max(b.MagUpper())).Mul(width.MagUpper()).Add(l.cut)
}

// Bound returns a proved bound of the total variation between the law of a segment of the given mass and the density on
// the stretch. up says that the outer end of the segment is at lo.
func (l *Local) Bound(kind Kind, c *[Order]float64, mass float64, up bool) ball.Mag {
	if kind == RootInner {
		up = !up // w runs the other way
	}
	t := squared(c)
	var half, mid ball.Real
	half.SetFloat64(l.Half)
	mid.SetFloat64(l.Mid)
	inside := make([]ball.Real, len(t)) // (Q² − mid)/half
	var x model
	for k := range t {
		if inside[k].Set(&t[k]); k == 0 {
			inside[0].Sub(&t[0], &mid, Prec+32)
		}
		inside[k].Quo(&inside[k], &half, Prec)
		x.add(k, &inside[k])
	}
	most := x.size()

	// f(t(s)), by Horner's rule
	var f, spare model
	for k := len(l.g) - 1; k >= 0; k-- {
		spare.mul(&f, &x, most)
		spare.add(0, &l.g[k])
		f, spare = spare, f
	}

	// μh(w)/2 − σ f t′
	var slope, d model
	var m ball.Real
	for k := 1; k < len(t); k++ {
		slope.add(k-1, m.MulInt64(&t[k], int64(k), Prec))
	}
	d.mul(&f, &slope, slope.size())
	if up {
		for k := range d.n {
			d.c[k] = -d.c[k]
		}
	}
	m.SetFloat64(mass)
	m.Mul2Exp(&m, -1)
	d.add(0, &m)
	if kind != Regular { // w = (1+s)/2 instead of 1/2
		d.add(1, &m)
	}
	sum := ball.MagFloat64(d.uniform()).Mul2Exp(1)

	// The ends.
	var low, high, end ball.Real
	low.Sub(low.SetFloat64(l.lo), &mid, Prec+64)
	low.Quo(&low, &half, Prec)
	high.Sub(high.SetFloat64(l.hi), &mid, Prec+64)
	high.Quo(&high, &half, Prec)
	if !up {
		low, high = high, low
	}
	gap := end.Sub(atEnd(inside, -1), &low, Prec).MagUpper().Add(new(ball.Real).Sub(atEnd(inside, 1), &high,
		Prec).MagUpper())
	reach := ball.MagFloat64(most).Max(low.MagUpper()).Max(high.MagUpper())
	return sum.Add(gap.Mul(half.MagUpper()).Mul(l.size(reach))).Add(l.cut)
}

// squared returns the coefficients of Q((1+s)/2)² in s.
func squared(c *[Order]float64) []ball.Real {
	const prec = Prec + 48
	var q [Order]ball.Real
	var a ball.Real
	for k := Order - 1; k >= 0; k-- { // q ← q·(1+s)/2 + c_k
		for i := Order - 1; i >= 0; i-- {
			if i > 0 {
				q[i].Add(&q[i], &q[i-1], prec)
			}
			q[i].Mul2Exp(&q[i], -1)
		}
		q[0].Add(&q[0], a.SetFloat64(c[k]), prec)
	}
	t := make([]ball.Real, 2*Order-1)
	for i := range q {
		for j := range q {
			t[i+j].FMA(&q[i], &q[j], &t[i+j], prec)
		}
	}
	return t
}

// atEnd encloses a polynomial at s = ±1.
func atEnd(c []ball.Real, s int) *ball.Real {
	sum := new(ball.Real)
	for k := range c {
		if s < 0 && k%2 == 1 {
			sum.Sub(sum, &c[k], Prec)
		} else {
			sum.Add(sum, &c[k], Prec)
		}
	}
	return sum
}
