// Package taylor integrates over balls by Taylor expansion: what it returns contains the integral whatever happens.
package taylor

import (
	"context"
	"math"
	"slices"

	"krein/ball"
	"krein/internal/budget"
	"krein/internal/kernel/eval"
	"krein/internal/testhook"
)

// Integrand is F·W.
type Integrand struct {
	F *eval.Func
	// Bound is of |F|, for where nothing better is known.
	Bound ball.Mag
	// Wave sets w to n Taylor coefficients of W at c.
	Wave func(w *ball.RealSeries, c *ball.Real, n int, prec uint)
	// Frequency is σ, |W^(k)| ≤ σ^k for all k ≥ 0.
	Frequency ball.Mag
	// Meter counts the work, which ends with the context.
	Meter *budget.Meter
}

// maxPanels bounds the parts that an interval is divided into.
const maxPanels = 1 << 12

// maxUnknown bounds how often no value of F is known, which is to be about points only.
const maxUnknown = 512

var errorTerms = new(testhook.Registry)

var remainderTerm = errorTerms.New("the remainders of the expansions")

// Integrate sets dst to an enclosure of ∫_a^b F W dx for all a and b in the balls given; it is indeterminate if F is
// not known to be bounded, and if ctx ends. Intervals are halved until each contributes at most tol to the radius. On
// [a,b] of centre c and with |x−c| ≤ h the n-th Taylor coefficients of F W at all points are at most G = Σ_j |F_j|
// σ^{n−j}/(n−j)! for those F_j of F, which leaves at most 2Gh^{n+1}/(n+1) of the integral beside the terms up to n−1:
// of the orders n = 0, …, bits/4+8 the first does for which that is small enough. It is for results of about bits bits.
func Integrate(ctx context.Context, dst *ball.Real, f Integrand, a, b *ball.Real, tol ball.Mag, bits uint) {
	order := int(bits/8) + 8
	q := &integral{ctx: ctx, f: f, tol: tol, prec: 2*bits + 64, panels: maxPanels, level: math.MaxInt,
		rest: make([]ball.Mag, order+1), wave: make([]ball.Mag, order+1)}
	q.add(a, b, int(bits)+32)
	dst.SetRound(&q.sum, bits)
}

// integral is an integral on its way.
type integral struct {
	ctx        context.Context
	f          Integrand
	tol        ball.Mag
	prec       uint
	panels     int // that are left
	level      int // of the parts that are looked at, as they were of late
	unknown    int // parts on which F was not known
	rest, wave []ball.Mag
	sum        ball.Real
}

// add adds the integral over [a,b], which is halved depth times at most.
func (q *integral) add(a, b *ball.Real, depth int) {
	q.panels--
	if q.ctx.Err() != nil || q.unknown > maxUnknown {
		q.sum.SetIndeterminate()
	}
	if !q.sum.IsFinite() {
		return
	}
	var c, lo, hi ball.Real
	c.GetMid(c.Mul2Exp(c.Add(a, b, q.prec), -1))
	lo.Sub(a, &c, q.prec)
	hi.Sub(b, &c, q.prec)
	if depth <= q.level || q.panels <= 0 {
		x := new(ball.Real).Hull(a, b, q.prec)
		if !x.Contains(&c) { // by rounding; the remainders are about what lies between c and the points
			x.Hull(x, &c, q.prec)
		}
		q.remainders(x, lo.MagUpper().Max(hi.MagUpper()))
		plain := q.rest[0]
		n := slices.IndexFunc(q.rest, func(r ball.Mag) bool { return r.Cmp(q.tol) <= 0 })
		if n >= 0 {
			part := q.terms(n, &c, &lo, &hi)
			if part.AddRad(q.rest[n]); part.Rad().Cmp(plain) <= 0 {
				q.sum.Add(&q.sum, part, q.prec)
				q.level = depth + 1
				return
			}
		}
		if depth == 0 || q.panels <= 0 {
			q.sum.AddRad(plain)
			return
		}
		q.level = depth - 1
	}
	q.add(a, &c, depth-1)
	q.add(&c, b, depth-1)
}

// remainders bounds what the orders n leave on x, of the points at a distance of at most h from the centre.
func (q *integral) remainders(x *ball.Real, h ball.Mag) {
	var v ball.Real
	var w ball.RealSeries
	cost, n := q.f.F.Cost(q.prec/2), int64(len(q.rest))
	q.f.Meter.Spend(cost)
	q.f.F.At(&v, x, q.prec/2)
	size := v.MagUpper().Min(q.f.Bound)
	for n := range q.rest {
		q.rest[n] = ball.MagInf()
	}
	q.rest[0] = size.Mul(h).Mul2Exp(1)
	switch {
	case !v.IsFinite():
		q.unknown++
		return
	case q.rest[0].Cmp(q.tol) <= 0:
		return
	}
	q.f.Meter.Spend(n*cost + n*n*int64(q.f.F.Len()))
	q.f.F.Jet(&w, x, len(q.rest), q.prec/2)
	power, wave := ball.MagPow2(0), ball.MagPow2(0)
	for n := range q.rest {
		if n > 0 {
			size = w.Coef(n).MagUpper()
			power = power.Mul(h)
			wave = wave.Mul(h).Mul(q.f.Frequency).Quo(ball.MagUintLower(uint64(n)))
		}
		q.wave[n], q.rest[n] = wave, size.Mul(power)
	}
	for n := len(q.rest) - 1; n >= 0; n-- {
		var g ball.Mag
		for j := range n + 1 {
			g = g.Add(q.rest[j].Mul(q.wave[n-j]))
		}
		q.rest[n] = remainderTerm.LeftOut(g.Mul(h).Mul2Exp(1).Quo(ball.MagUintLower(uint64(n) + 1)))
	}
}

// terms integrates the first n terms of the expansion at c from c+lo to c+hi.
func (q *integral) terms(n int, c, lo, hi *ball.Real) *ball.Real {
	var f, w ball.RealSeries
	q.f.F.Jet(&f, c, n, q.prec)
	q.f.Wave(&w, c, n, q.prec)
	f.Mul(&f, &w, q.prec)
	sum, t := new(ball.Real), new(ball.Real)
	low, high := ball.NewReal(1), ball.NewReal(1)
	for k := range n {
		low.Mul(low, lo, q.prec)
		high.Mul(high, hi, q.prec)
		t.QuoInt64(t.Sub(high, low, q.prec), int64(k+1), q.prec)
		sum.FMA(t, f.Coef(k), sum, q.prec)
	}
	return sum
}
