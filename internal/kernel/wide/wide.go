// Package wide encloses kernels on balls that are wide.
package wide

import (
	"math/big"
	"sync"

	"krein/ball"
	"krein/internal/kernel/eval"
	"krein/internal/kernel/piecewise"
	"krein/kernel"
)

// Range encloses the values of a kernel on balls.
type Range struct {
	k *kernel.Kernel

	once   sync.Once
	pieces []piecewise.ExactPiece // nil if they could not be found
	of     []*eval.Func
	own    []piecewise.OwnValue
	gaps   []piecewise.Gap
}

// Of returns the Range of a kernel.
func Of(k *kernel.Kernel) *Range { return &Range{k: k} }

// enough is the relative accuracy in bits from which on a ball counts as a point with a rounding
// error, on which plain substitution loses no more than a few digits.
const enough = 48

// halvings bounds how often an interval is halved on which the derivative changes, or seems to change, sign.
const halvings = 3

// At sets dst to an enclosure of k on z and returns dst; a nil dst is allocated. It is the intersection of that of
// Kernel.BallAt with, on every piece of the kernel (ExactPieces), the range of a function whose derivative keeps its
// sign, or else the mean value and second-order forms k(m) + k′(Z)(Z−m) and k(m) + k′(m)(Z−m) + ½k″(Z)(Z−m)². A piece has
// values where the formula has none (0/(z²−2) is 0 there), so that next to a gap (Gaps) the first alone counts.
func (r *Range) At(dst, z *ball.Real, prec uint) *ball.Real {
	dst = r.k.BallAt(dst, z, prec)
	if z.Indeterminate() || z.Negative() == ball.True || z.RelAccuracyBits() >= enough ||
		dst.RelAccuracyBits() >= int64(prec) {
		return dst
	}
	if r.once.Do(r.find); r.pieces == nil {
		return dst
	}
	wp := max(prec, ball.MinPrec) + 32
	var hull, v, c ball.Real
	met := false
	cover := func(v *ball.Real) {
		if hull.Hull(&hull, v, wp); !met {
			hull.Set(v)
		}
		met = true
	}
	for _, o := range r.own { // which need not continue either side
		p, err := o.At.Constant()
		if err != nil || p.Ball(&c, wp).Overlaps(z) == ball.False {
			continue
		}
		if !o.Defined {
			return dst
		}
		cover(o.Value.Ball(&v, wp))
	}
	zlo, zhi := z.Lower(nil, wp), z.Upper(nil, wp)
	if zlo.Sign() < 0 {
		zlo.SetInt64(0)
	}
	for _, g := range r.gaps {
		if meets(g, zlo, zhi, wp) {
			return dst
		}
	}
	for i := range r.pieces {
		p := &r.pieces[i]
		from, to := zlo, zhi
		if lo := p.Low(); lo.Ball(&c, wp).Lower(nil, wp).Cmp(zhi) > 0 {
			break
		} else if low := c.Lower(nil, wp); low.Cmp(from) > 0 {
			from = low
		}
		if i+1 < len(r.pieces) {
			next := r.pieces[i+1].Low()
			high := next.Ball(&c, wp).Upper(nil, wp)
			if high.Cmp(zlo) < 0 {
				continue
			}
			if high.Cmp(to) < 0 {
				to = high
			}
		}
		rangeOn(r.of[i], &v, from, to, halvings, wp)
		cover(&v)
	}
	if met && !hull.Indeterminate() {
		dst.Intersect(dst, &hull, prec)
	}
	return dst
}

func (r *Range) find() {
	pieces, err := r.k.ExactPieces()
	if err != nil {
		return
	}
	if r.own, err = r.k.OwnValues(); err != nil {
		return
	}
	if r.gaps, err = r.k.Gaps(); err != nil {
		return
	}
	r.pieces = pieces
	for _, p := range pieces {
		r.of = append(r.of, eval.Compile(p.Expr).Metered(r.k.Meter()))
	}
}

// meets reports whether a gap has, or may have, a distance in [lo, hi].
func meets(g piecewise.Gap, lo, hi *big.Float, prec uint) bool {
	var from, to ball.Real
	a, err := g.From.Constant()
	if err != nil {
		return true
	}
	a.Ball(&from, prec)
	single := g.To == g.From
	if below := from.Lower(nil, prec).Cmp(hi); below > 0 || below == 0 && !single {
		return false
	}
	if g.To.Inf {
		return true
	}
	b, err := g.To.Constant()
	if err != nil {
		return true
	}
	b.Ball(&to, prec)
	above := to.Upper(nil, prec).Cmp(lo)
	return above > 0 || above == 0 && single
}

// rangeOn sets dst to an enclosure on [from, to] of a function without branches.
func rangeOn(p *eval.Func, dst *ball.Real, from, to *big.Float, halvings int, prec uint) {
	var x, m, h, a, c ball.Real
	x.SetInterval(from, to, prec+32)
	var s, t ball.RealSeries
	p.Jet(&s, &x, 3, prec)
	dst.Set(s.Coef(0))
	// differentiable on all of x where the jet is finite
	if s.Coef(1).Indeterminate() {
		if dst.Indeterminate() {
			p.At(dst, &x, prec)
		}
		return
	}
	m.GetMid(&x)
	h.Sub(&x, &m, prec)
	p.Jet(&t, &m, 2, prec)
	// k'(Z) ⊂ k'(m) + k''(Z)(Z−m)
	d := s.Coef(1)
	c.Mul2Exp(s.Coef(2), 1)
	d.Intersect(d, c.FMA(&c, &h, t.Coef(1), prec), prec)
	if sign, known := d.Sign(); known == ball.True && sign != 0 {
		p.At(&a, c.SetFloat(from), prec)
		p.At(&c, c.SetFloat(to), prec)
		dst.Intersect(dst, a.Hull(&a, &c, prec), prec)
		return
	}
	a.FMA(d, &h, t.Coef(0), prec)
	dst.Intersect(dst, &a, prec)
	// the same to second order
	c.Sqr(&h, prec)
	c.FMA(s.Coef(2), &c, t.Coef(0), prec)
	a.FMA(t.Coef(1), &h, &c, prec)
	dst.Intersect(dst, &a, prec)
	if halvings > 0 {
		mid := m.Mid(nil)
		rangeOn(p, &a, from, mid, halvings-1, prec)
		rangeOn(p, &c, mid, to, halvings-1, prec)
		dst.Intersect(dst, a.Hull(&a, &c, prec), prec)
	}
}
