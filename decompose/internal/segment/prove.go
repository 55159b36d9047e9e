package segment

import (
	"krein/ball"
	"krein/hankel/distribution"
)

// The proof of a segment.
//
// Let a segment have the mass μ and the polynomial Q(w), 0 ≤ w ≤ 1, in the variable of
// its kind, with slope h(w) = |dy/dw|, which is 1 or 2w. In exact arithmetic its law is
// the image under Q of the measure μ h(w) dw. Let the part have the density f(t),
// t = ω², between ω = Q(0) and Q(1), a polynomial that is thought to go on beyond. By
// substitution ∫ φ(Q(w)) f(Q²) 2QQ′ dw = ∫ φ(√t) f(t) dt, from Q(0)² to Q(1)², for every
// continuous φ, whether Q is monotone or not. So the difference of the two measures is
// the image of a measure with a density, and taking images does not increase total
// variation: it is at most
//
//	∫₀¹ |μ h(w) − σ f(Q(w)²) 2 Q(w) Q′(w)| dw,    σ = ±1 for Q(1) ≷ Q(0).
//
// The integrand is a polynomial in s = 2w−1, of which the terms up to s^degree are
// computed in balls and the rest is bounded; the sum of its absolute Chebyshev
// coefficients bounds it. Where Q(0)² or Q(1)² is not quite the end of the stretch that
// the segment stands for, the mass of f in between is added.

const (
	Prec   = 80 // bits
	degree = 22 // of the polynomials in s that are kept
)

// Local is the density of a panel on a stretch lo ≤ t ≤ hi: Σ g_k x^k, x = (t−mid)/half.
type Local struct {
	lo, hi    float64
	Mid, Half float64
	g         []ball.Real
}

// Localise expands the density of p, the midpoints of its coefficients, about the middle
// of a stretch.
func Localise(p *distribution.Panel, lo, hi float64) *Local {
	l := &Local{lo: lo, hi: hi, Half: (hi - lo) / 2}
	l.Mid = lo + l.Half
	n := len(p.Coef)
	l.g = make([]ball.Real, n)
	for k := range l.g {
		l.g[k].GetMid(&p.Coef[k])
	}
	var d, h, power ball.Real
	d.Sub(d.SetFloat64(l.Mid), &p.T0, Prec+64)
	for k := range l.g {
		for j := n - 2; j >= k; j-- {
			l.g[j].FMA(&d, &l.g[j+1], &l.g[j], Prec+16)
		}
	}
	h.SetFloat64(l.Half)
	power.SetInt64(1)
	for k := range l.g {
		l.g[k].Mul(&l.g[k], &power, Prec)
		power.Mul(&power, &h, Prec)
	}
	return l
}

// size bounds |f| for |x| ≤ most.
func (l *Local) size(most ball.Mag) ball.Mag {
	var sum ball.Mag
	for k := len(l.g) - 1; k >= 0; k-- {
		sum = sum.Mul(most).Add(l.g[k].MagUpper())
	}
	return sum
}

// Whole bounds ∫|f| over the stretch, however narrow it is: then mid, rounded, is not in
// the middle.
func (l *Local) Whole() ball.Mag {
	var half, mid, a, b, width ball.Real
	half.SetFloat64(l.Half)
	mid.SetFloat64(l.Mid)
	a.Sub(a.SetFloat64(l.lo), &mid, Prec)
	b.Sub(b.SetFloat64(l.hi), &mid, Prec)
	width.Sub(&b, &a, Prec)
	a.Quo(&a, &half, Prec)
	b.Quo(&b, &half, Prec)
	return l.size(a.MagUpper().Max(b.MagUpper())).Mul(width.MagUpper())
}

// Bound returns a proved bound of the total variation between the law of a segment of the
// given mass and the density on the stretch. up says that the outer end of the segment is
// at lo.
func (l *Local) Bound(kind Kind, c *[Order]float64, mass float64, up bool) ball.Mag {
	if kind == RootInner {
		up = !up // w runs the other way
	}
	t := squared(c)
	x := newModel()
	var half, mid ball.Real
	half.SetFloat64(l.Half)
	mid.SetFloat64(l.Mid)
	for k := range t {
		if k == 0 {
			x.c[0].Sub(&t[0], &mid, Prec+32)
		} else {
			x.c[k].Set(&t[k])
		}
		x.c[k].Quo(&x.c[k], &half, Prec)
	}
	x.n = len(t)
	most := x.size()

	// f(t(s)), by Horner's rule from where the terms begin to matter.
	var skipped ball.Mag
	first := len(l.g)
	small := l.size(ball.MagUint(1)).Mul2Exp(-60)
	for ; first > 1; first-- {
		more := skipped.Add(l.g[first-1].MagUpper().Mul(most.Pow(uint64(first - 1))))
		if more.Cmp(small) > 0 {
			break
		}
		skipped = more
	}
	f := newModel()
	spare := newModel()
	for k := first - 1; k >= 0; k-- {
		spare.mul(f, x, most, small)
		f, spare = spare, f
		f.c[0].Add(&f.c[0], &l.g[k], Prec)
		f.n = max(f.n, 1)
	}
	f.rest = f.rest.Add(skipped) // at the end, as most may be less than 1

	// μh(w)/2 − σ f t′
	slope := newModel()
	slope.n = len(t) - 1
	for k := 1; k < len(t); k++ {
		slope.c[k-1].MulInt64(&t[k], int64(k), Prec)
	}
	d := spare
	steepest := slope.size()
	d.mul(f, slope, steepest, small.Mul(steepest))
	if up {
		for k := range d.c {
			d.c[k].Neg(&d.c[k])
		}
	}
	d.n = max(d.n, 2)
	var m ball.Real
	m.SetFloat64(mass)
	m.Mul2Exp(&m, -1)
	d.c[0].Add(&d.c[0], &m, Prec)
	if kind != Regular { // w = (1+s)/2 instead of 1/2
		d.c[1].Add(&d.c[1], &m, Prec)
	}
	sum := d.uniform().Mul2Exp(1)

	// The ends.
	var low, high, end ball.Real
	low.Sub(low.SetFloat64(l.lo), &mid, Prec+64)
	low.Quo(&low, &half, Prec)
	high.Sub(high.SetFloat64(l.hi), &mid, Prec+64)
	high.Quo(&high, &half, Prec)
	if !up {
		low, high = high, low
	}
	gap := end.Sub(x.at(-1), &low, Prec).MagUpper().Add(new(ball.Real).Sub(x.at(1), &high, Prec).MagUpper())
	reach := most.Max(low.MagUpper()).Max(high.MagUpper())
	return sum.Add(gap.Mul(half.MagUpper()).Mul(l.size(reach)))
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

// model is a function of s in [−1, 1]: a polynomial of which n coefficients are there,
// ± rest.
type model struct {
	c    []ball.Real // degree+1
	n    int
	rest ball.Mag
}

func newModel() *model { return &model{c: make([]ball.Real, degree+1)} }

// size bounds the function.
func (m *model) size() ball.Mag {
	sum := m.rest
	for k := range m.n {
		sum = sum.Add(m.c[k].MagUpper())
	}
	return sum
}

// mul sets m to a·b, where most bounds b; m must be neither. Terms beyond degree, and
// products below about small, go into the rest.
func (m *model) mul(a, b *model, most, small ball.Mag) {
	m.n = min(max(a.n+b.n-1, 0), degree+1)
	m.rest = a.rest.Mul(most)
	if !b.rest.IsZero() {
		m.rest = m.rest.Add(b.rest.Mul(a.size()))
	}
	for k := range m.c {
		m.c[k].SetZero()
	}
	var size [degree + 1]ball.Mag // of b
	for j := range b.n {
		size[j] = b.c[j].MagUpper()
	}
	for i := range a.n {
		one := a.c[i].MagUpper()
		least := small.Exponent() - one.Exponent()
		var beyond ball.Mag
		for j := range b.n {
			if i+j <= degree && size[j].Exponent() >= least {
				m.c[i+j].FMA(&a.c[i], &b.c[j], &m.c[i+j], Prec)
			} else {
				beyond = beyond.Add(size[j])
			}
		}
		if !beyond.IsZero() {
			m.rest = m.rest.Add(beyond.Mul(one))
		}
	}
}

// at encloses the function at s = ±1.
func (m *model) at(s int) *ball.Real {
	sum := new(ball.Real)
	for k := range m.n {
		if s < 0 && k%2 == 1 {
			sum.Sub(sum, &m.c[k], Prec)
		} else {
			sum.Add(sum, &m.c[k], Prec)
		}
	}
	return sum.AddRad(m.rest)
}

// uniform bounds the function by its Chebyshev coefficients,
// s^k = 2^{1−k} Σ_i C(k,i) T_{k−2i} over 2i ≤ k, with half of the term T_0.
func (m *model) uniform() ball.Mag {
	var b [degree + 1]ball.Real
	var v ball.Real
	for k := range m.n {
		binomial := int64(1)
		for i := 0; 2*i <= k; i++ {
			v.MulInt64(&m.c[k], binomial, Prec)
			v.Mul2Exp(&v, int64(1-k))
			if 2*i == k {
				v.Mul2Exp(&v, -1)
			}
			b[k-2*i].Add(&b[k-2*i], &v, Prec)
			binomial = binomial * int64(k-i) / int64(i+1)
		}
	}
	sum := m.rest
	for k := range b {
		sum = sum.Add(b[k].MagUpper())
	}
	return sum
}
