package waves

import (
	"math"
	"math/big"
	"slices"

	"krein/ball"
	"krein/internal/budget"
	"krein/internal/kernel/formula"
)

// index is n_1, n_2, …, that of e^{i(n_1w_1 + n_2w_2 + …)x}.
type index [mostBases]int16

func (a index) plus(b index) index {
	for i := range a {
		a[i] += b[i]
	}
	return a
}

func (a index) neg() index {
	for i := range a {
		a[i] = -a[i]
	}
	return a
}

// direction returns the index of which a is a multiple, the first number that is not 0 positive, with no common divisor.
func (a index) direction() index {
	g := 0
	for _, n := range a {
		g = gcd(g, int(n))
	}
	first := 0
	for i := range a {
		if first == 0 && a[i] != 0 {
			first = int(a[i])
		}
	}
	if first < 0 {
		g = -g
	}
	if g != 0 {
		for i := range a {
			a[i] /= int16(g)
		}
	}
	return a
}

func gcd(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	if a < 0 {
		return -a
	}
	return a
}

// sum is Σ c e^{i(n,w)x} + r, ‖r‖ ≤ lost.
type sum struct {
	at   map[index]int
	n    []index
	c    []ball.Complex
	lost ball.Mag
}

func newSum() *sum { return &sum{at: map[index]int{}} }

// coefficient returns that of an index, which is 0 at first.
func (s *sum) coefficient(n index) *ball.Complex {
	i, ok := s.at[n]
	if !ok {
		i = len(s.n)
		s.at[n] = i
		s.n = append(s.n, n)
		s.c = append(s.c, ball.Complex{})
	}
	return &s.c[i]
}

// constant is the series of a number.
func constant(v *ball.Complex) *sum {
	s := newSum()
	s.coefficient(index{}).Set(v)
	return s
}

// norm bounds Σ |c|, lost included.
func (s *sum) norm() ball.Mag {
	m := s.lost
	for i := range s.c {
		m = m.Add(s.c[i].MagUpper())
	}
	return m
}

// calculator has what all operations need.
type calculator struct {
	bases bases
	prec  uint
	meter *budget.Meter
	known map[*formula.Expr]*sum
	keep  int64 // the bits of coefficients, if it is not 0
}

// Bounds on the work: most terms of a sum, and the size of a number in it.
const (
	mostTerms = 1 << 14
	mostIndex = 1 << 13
)

// spend charges n products.
func (k *calculator) spend(n int) bool {
	return k.meter.Spend(int64(4*n) * budget.Arithmetic(k.prec))
}

func (k *calculator) add(a, b *sum, sign int64) *sum {
	out := newSum()
	out.lost = a.lost.Add(b.lost)
	for i := range a.c {
		out.coefficient(a.n[i]).Set(&a.c[i])
	}
	var t ball.Complex
	for i := range b.c {
		c := out.coefficient(b.n[i])
		c.Add(c, t.MulInt64(&b.c[i], sign, k.prec), k.prec)
	}
	return out
}

// mul returns the product; nil if it is too large. (f+r)(g+s) − fg = fs + rg + rs.
func (k *calculator) mul(a, b *sum) *sum {
	if !k.spend(len(a.c) * len(b.c)) {
		return nil
	}
	out := newSum()
	var t ball.Complex
	for i := range a.c {
		for j := range b.c {
			n := a.n[i].plus(b.n[j])
			for _, x := range n {
				if x > mostIndex || x < -mostIndex {
					return nil
				}
			}
			c := out.coefficient(n)
			c.Add(c, t.Mul(&a.c[i], &b.c[j], k.prec), k.prec)
		}
	}
	if !a.lost.IsZero() || !b.lost.IsZero() {
		out.lost = termProduct.LeftOut(a.norm().Mul(b.lost).Add(a.lost.Mul(b.norm())))
	}
	return k.prune(out)
}

// scale multiplies by a number.
func (k *calculator) scale(a *sum, c *ball.Complex) *sum {
	out := newSum()
	for i := range a.c {
		out.coefficient(a.n[i]).Mul(&a.c[i], c, k.prec)
	}
	out.lost = a.lost.Mul(c.MagUpper())
	return out
}

// prune leaves out what is small against the largest coefficient, more of it where there are several bases, as there
// are many terms then.
func (k *calculator) prune(s *sum) *sum {
	var most ball.Mag
	for i := range s.c {
		most = most.Max(s.c[i].MagUpper())
	}
	return k.drop(s, most.Mul2Exp(-k.bits()))
}

// bits is the number of bits, relative to the largest coefficient, to which coefficients are kept.
func (k *calculator) bits() int64 {
	switch {
	case k.keep > 0:
		return k.keep
	case len(k.bases) > 1:
		return 64
	}
	return int64(k.prec) + 16
}

// drop leaves out coefficients of at most least, and the smallest of those that are too many.
func (k *calculator) drop(s *sum, least ball.Mag) *sum {
	if len(s.c) > mostTerms {
		size := make([]ball.Mag, len(s.c))
		for i := range s.c {
			size[i] = s.c[i].MagUpper()
		}
		slices.SortFunc(size, func(a, b ball.Mag) int { return b.Cmp(a) })
		least = least.Max(size[mostTerms])
	}
	out := newSum()
	left := ball.Mag{}
	for i := range s.c {
		if m := s.c[i].MagUpper(); m.Cmp(least) <= 0 && s.n[i] != (index{}) {
			left = left.Add(m)
			continue
		}
		out.coefficient(s.n[i]).Set(&s.c[i])
	}
	out.lost = s.lost.Add(termPruned.LeftOut(left))
	return out
}

// mostExponent bounds the norm of an exponent.
const mostExponent = 200

// exp returns e^{f}, the product of those of its constant and of its terms, taken together by direction: those are
// power series with a remainder Σ_{k>N} ‖h‖^k/k! ≤ ‖h‖^{N+1}/(N+1)! / (1 − ‖h‖/(N+2)), and
// ‖e^{f+r} − e^f‖ ≤ ‖e^f‖ (e^{‖r‖} − 1). nil if it is too large.
func (k *calculator) exp(f *sum) *sum {
	if f.norm().Cmp(ball.MagUint(mostExponent)) > 0 {
		return nil
	}
	extra := calculator{bases: k.bases, prec: k.prec + uint(3*f.norm().Float64()) + 16, meter: k.meter}
	var still ball.Complex
	var order []index
	groups := map[index]*sum{}
	for i := range f.c {
		d := f.n[i].direction()
		if d == (index{}) {
			still.Set(&f.c[i])
			continue
		}
		if groups[d] == nil {
			groups[d] = newSum()
			order = append(order, d)
		}
		groups[d].coefficient(f.n[i]).Set(&f.c[i])
	}
	alone := extra // a sum of multiples of one index has few terms
	alone.bases = extra.bases[:min(1, len(extra.bases))]
	var v ball.Complex
	out := constant(v.Exp(&still, extra.prec))
	for _, d := range order {
		g := alone.series(groups[d])
		if g == nil {
			return nil
		}
		if out = extra.mul(out, g); out == nil {
			return nil
		}
	}
	out.lost = out.lost.Add(termCarried.LeftOut(out.norm().Mul(f.lost.Expm1())))
	for i := range out.c {
		out.c[i].SetRound(&out.c[i], k.prec)
	}
	return k.prune(out)
}

// series is the power series of e^h.
func (k *calculator) series(h *sum) *sum {
	norm := h.norm()
	p := constant(ball.NewComplex(1))
	out := p
	size := ball.MagPow2(0) // ‖h‖^n/n!
	for n := 1; ; n++ {
		if p = k.mul(p, h); p == nil {
			return nil
		}
		for i := range p.c {
			p.c[i].QuoInt64(&p.c[i], int64(n), k.prec)
		}
		p.lost = p.lost.Quo(ball.MagUintLower(uint64(n)))
		out = k.add(out, p, 1)
		size = size.Mul(norm).Quo(ball.MagUintLower(uint64(n)))
		next := norm.Quo(ball.MagUintLower(uint64(n + 1)))
		if next.Cmp(ball.MagPow2(-1)) <= 0 && size.Cmp(ball.MagPow2(-k.bits()-8)) <= 0 {
			out.lost = out.lost.Add(termExp.LeftOut(size.Mul(next).Mul2Exp(1)))
			return out
		}
	}
}

// unit is i.
var unit = ball.NewComplex(complex(0, 1))

// circular returns cos f or sin f, hyperbolic cosh f or sinh f: (e^{af} ± e^{−af})/2, for sines over a.
func (k *calculator) circular(f *sum, a *ball.Complex, sine bool) *sum {
	var minus ball.Complex
	p, q := k.exp(k.scale(f, a)), k.exp(k.scale(f, minus.Neg(a)))
	if p == nil || q == nil {
		return nil
	}
	sign := int64(1)
	if sine {
		sign = -1
	}
	out := k.add(p, q, sign)
	var half ball.Complex
	half.SetInt64(1)
	half.Mul2Exp(&half, -1)
	if sine {
		half.Quo(&half, a, k.prec)
	}
	return k.scale(out, &half)
}

// mostSlow is the largest quotient at which a geometric series is added up.
const mostSlow = 0.9

// split writes f = c(1 + h), c the constant term; ok is false unless c is real and positive and ‖h‖ < 1.
func (k *calculator) split(f *sum) (c ball.Real, h *sum, ok bool) {
	at, found := f.at[index{}]
	if !found || !f.c[at].Im.ContainsZero() {
		return c, nil, false
	}
	c.Set(&f.c[at].Re)
	if c.Positive() != ball.True {
		return c, nil, false
	}
	var inv, x ball.Complex
	inv.SetReal(x.Re.Quo(ball.NewReal(1), &c, k.prec))
	h = k.scale(f, &inv)
	x.Set(&h.c[h.at[index{}]])
	h.c[h.at[index{}]].AddInt64(&x, -1, k.prec)
	return c, h, h.norm().Float64() <= mostSlow
}

// power returns f^p, f = c(1+h), by the binomial series: |binom(p, n+1)/binom(p, n)| = |n−p|/(n+1) is at most
// q = 1 + max(0, −p−1)/n from n = |p| on, so that what is beyond a term t is at most t q‖h‖/(1 − q‖h‖).
func (k *calculator) power(f *sum, p *big.Rat) *sum {
	c, h, ok := k.split(f)
	if !ok {
		return nil
	}
	var front ball.Complex
	front.Re.PowRat(&c, p, k.prec)
	out := k.binomial(h, func(n int) *big.Rat { // binom(p, n)/binom(p, n−1)
		return new(big.Rat).Quo(new(big.Rat).Sub(p, big.NewRat(int64(n-1), 1)), big.NewRat(int64(n), 1))
	}, constant(ball.NewComplex(1)), math.Abs(ratFloat(p)))
	if out == nil {
		return nil
	}
	return k.scale(out, &front)
}

// log returns log f = log c + Σ_{n>0} (−1)^{n−1} hⁿ/n.
func (k *calculator) log(f *sum) *sum {
	c, h, ok := k.split(f)
	if !ok {
		return nil
	}
	var front ball.Complex
	front.Re.Log(&c, k.prec)
	out := k.binomial(h, func(n int) *big.Rat {
		if n == 1 {
			return big.NewRat(1, 1)
		}
		return big.NewRat(-int64(n-1), int64(n))
	}, newSum(), 1)
	if out == nil {
		return nil
	}
	return k.add(out, constant(&front), 1)
}

func ratFloat(r *big.Rat) float64 {
	f, _ := r.Float64()
	return f
}

// mostPowers bounds the powers of a series.
const mostPowers = 1500

// binomial adds Σ_{n>0} a_n hⁿ to out, a_n/a_{n−1} = ratio(n), a_0 = 1, where |ratio(n)| ≤ 1 + size/n from n = size on.
func (k *calculator) binomial(h *sum, ratio func(n int) *big.Rat, out *sum, size float64) *sum {
	norm := h.norm()
	p, left := constant(ball.NewComplex(1)), ball.MagPow2(0)
	for n := 1; n < mostPowers; n++ {
		if p = k.mul(p, h); p == nil {
			return nil
		}
		var r ball.Complex
		r.Re.SetRat(ratio(n), k.prec)
		p = k.drop(k.scale(p, &r), ball.MagPow2(-k.bits()))
		out = k.add(out, p, 1)
		left = left.Mul(norm).Mul(r.MagUpper()) // ‖a_n hⁿ‖ at most
		if left.IsZero() {
			return k.prune(out)
		}
		q := norm.Mul(ball.MagPow2(0).Add(ball.MagFloat64(size / float64(n))))
		if rest := ball.MagPow2(0).SubLower(q); float64(n) >= size && left.Cmp(ball.MagPow2(-k.bits()-8)) <= 0 &&
			!rest.IsZero() {
			out.lost = out.lost.Add(termPower.LeftOut(left.Mul(q).Quo(rest)))
			return k.prune(out)
		}
	}
	return nil
}
