package minimal

import (
	"context"
	"fmt"
	"math"
	"math/big"

	"krein/ball"
	"krein/internal/budget"
	"krein/internal/kernel/wide"
	"krein/internal/outward"
	"krein/kernel"
)

// BoundError says that a bound of a minimum could not be proved, and why.
type BoundError struct {
	What    string  // "bias" or "dual"
	At      float64 // the distance (bias) or radius (dual) where it failed
	Bound   float64
	Refuted bool // the bound is wrong there; otherwise it is only not proved
	Because string
}

// Error describes the failure.
func (e *BoundError) Error() string {
	where := "distance"
	if e.What == "dual" {
		where = "radius"
	}
	verb := "could not be proved"
	if e.Refuted {
		verb = "does not hold"
	}
	bound := outward.Down(e.Bound, 8) // if e.Bound does not hold, no smaller one does
	s := fmt.Sprintf("minimal: the %s bound %s %s at %s %.8g", e.What, bound, verb, where, e.At)
	if e.Because != "" {
		s += ": " + e.Because
	}
	return s
}

// biasProof proves |k(z) − Σ c_j Λ_d(ω_j z)| ≤ bound on [0, radius].
type biasProof struct {
	k      *kernel.Kernel
	wide   *wide.Range // of k
	radius *big.Float
	sum    *lambdaSum
	bound  float64
	limit  ball.Mag // bound, rounded down
	small  ball.Mag // what does not matter beside it
	prec   uint
	ctx    context.Context
}

// Terms of the kernel's expansions.
const kernelTerms = 14

// expansionsMost bounds the work of a proof: the number of expansions of Λ_d.
const expansionsMost = 1e7

// ProveBias proves |k(z) − Σ coef_j Λ_dim(omega_j z)| ≤ bound for 0 ≤ z ≤ radius. The error is a *BoundError, or ctx's.
func ProveBias(ctx context.Context, k *kernel.Kernel, dim int, radius float64, omega, coef []float64,
	bound float64) error {
	p := &biasProof{k: k, wide: wide.Of(k), radius: exact().SetFloat64(radius), sum: newLambdaSum(dim, omega, coef, bound),
		bound: bound, ctx: ctx}
	p.prec = p.sum.taylor.prec
	p.limit = magBelow(bound)
	p.small = ball.MagFloat64(bound).Mul2Exp(-18)
	h := p.sum.width(bound*0x1p-20, radius/3)
	if most := expansionsMost / float64(len(omega)+1); radius/(2*h) > most {
		return p.fail(2*h*most, open, "the radii are so large that it would take too many expansions")
	}
	reach := func(i int) float64 {
		if i == 0 {
			return 3 * h
		}
		return h
	}
	for i := 0; ; i++ {
		centre, lo, hi := panel(i, h)
		if lo >= radius {
			return nil
		}
		f := &polynomial{a: make([]ball.Real, sumTerms), prec: p.prec, rest: p.sum.remainder(reach(i))}
		p.sum.expand(f.a, centre)
		f.trim(reach(i), p.small)
		if err := p.interval(f, centre, exact().SetFloat64(lo), exact().SetFloat64(min(hi, radius))); err != nil {
			return err
		}
	}
}

// magBelow returns x ≥ 0 rounded down.
func magBelow(x float64) ball.Mag {
	var r ball.Real
	return r.SetFloat64(x).MagLower()
}

func (p *biasProof) fail(at float64, o outcome, because string) error {
	return &BoundError{What: "bias", At: at, Bound: p.bound, Refuted: o == refuted, Because: because}
}

// endBits is how far intervals are halved: 2^−endBits·R, so that square roots of what is left do not matter.
const endBits = 180

// interval proves the bound on [lo, hi], where f expands the sum about centre. All ends are exact.
func (p *biasProof) interval(f *polynomial, centre float64, lo, hi *big.Float) error {
	if err := p.ctx.Err(); err != nil {
		return err
	}
	m := exact().Add(lo, hi)
	m.Quo(m, big.NewFloat(2))
	half := exact().Sub(hi, m)
	if hi.Cmp(p.radius) == 0 {
		// An end piece whose width is a power of two, so that its ball ends at R: the kernel may be undefined beyond.
		if w := exact().SetMantExp(big.NewFloat(1), half.MantExp(nil)-1); w.Cmp(half) != 0 {
			m.Sub(hi, w)
			return p.halves(f, centre, lo, m, hi)
		}
	}
	var z, point, shift ball.Real
	// on the axis or in the domain of the kernel no more than [lo, hi] if half has few bits
	z.SetFloat(m).AddRad(ball.MagFloat(half))
	g := f.clone()
	g.shift(shift.SetFloat(exact().Sub(m, bigFloat(centre))))
	radius := ball.MagFloat(half)
	s := radius.Float64()

	o, at := p.byTaylor(g, &z, m, radius)
	switch o {
	case proved:
		return nil
	case refuted:
		x, _ := m.Float64()
		return p.fail(x+at, o, "")
	}
	// Where the kernel is not analytic: its range on the interval.
	var value, sum, d ball.Real
	g.at(&sum, &d, &point)
	sum.AddRad(g.rest)
	sum.AddRad(d.MagUpper().Mul(radius).Add(g.bend(s).Mul(radius).Mul(radius)))
	known := false
	for _, enclose := range []func(){
		func() { p.wide.At(&value, &z, p.prec) },
		func() { spanValue(&value, p.k.Expr(), lo, hi, p.prec) },
	} {
		if enclose(); !value.IsFinite() {
			continue
		}
		known = true
		value.Sub(&value, &sum, p.prec)
		if value.MagUpper().Cmp(p.limit) <= 0 {
			return nil
		}
		if value.MagLower().Cmp(ball.MagFloat64(p.bound)) > 0 {
			x, _ := m.Float64()
			return p.fail(x, refuted, "")
		}
	}
	if half.MantExp(nil) < p.radius.MantExp(nil)-endBits {
		x, _ := m.Float64()
		if known {
			return p.fail(x, open, "the enclosure of the kernel stays too wide")
		}
		return p.fail(x, open, "no enclosure of the kernel around it, as next to 0/0: write the formula so that it has one")
	}
	return p.halves(f, centre, lo, m, hi)
}

// byTaylor compares g, the sum about m, with Taylor's expansion of the kernel on z, the ball of that
// radius about m: open where that does not do.
func (p *biasProof) byTaylor(g *polynomial, z *ball.Real, m *big.Float, radius ball.Mag) (o outcome, at float64) {
	var wide, narrow ball.RealSeries
	// two jets of every operation in the formula
	budget.Of(p.ctx).Spend(kernelTerms * kernelTerms * int64(p.k.Expr().Size()) * budget.Arithmetic(p.prec))
	p.k.BallTaylor(&wide, z, kernelTerms, p.prec)
	top := wide.Coef(kernelTerms)
	if !top.IsFinite() {
		return open, 0
	}
	rest := top.MagUpper().Mul(radius.Pow(kernelTerms))
	if rest.Cmp(p.small) > 0 {
		return open, 0
	}
	var point ball.Real
	p.k.BallTaylor(&narrow, point.SetFloat(m), kernelTerms-1, p.prec)
	r := g.clone()
	for k := range r.a {
		r.a[k].Neg(&r.a[k])
		if k < kernelTerms {
			r.a[k].Add(&r.a[k], narrow.Coef(k), p.prec)
		}
	}
	for k := len(r.a); k < kernelTerms; k++ {
		r.a = append(r.a, ball.Real{})
		r.a[k].Set(narrow.Coef(k))
	}
	r.rest = r.rest.Add(rest)
	s := radius.Float64()
	r.trim(s, p.small)
	return r.below(-s, s, p.limit, nil)
}

func (p *biasProof) halves(f *polynomial, centre float64, lo, m, hi *big.Float) error {
	if err := p.interval(f, centre, lo, m); err != nil {
		return err
	}
	return p.interval(f, centre, m, hi)
}

// exact returns a new number with enough bits for all ends of intervals.
func exact() *big.Float { return new(big.Float).SetPrec(512) }

// proveDual proves |Σ λ_i Λ_d(ω z_i)| ≤ bound·w(ω) for all ω ≥ 0.
func proveDual(ctx context.Context, dim int, z, lambda []float64, w weight, bound float64) error {
	sum := newLambdaSum(dim, z, lambda, bound)
	square := w.square()
	end, err := dualEnd(dim, sum, w, bound)
	if err != nil {
		return err
	}
	limit := magBelow(bound)
	small := limit.Mul2Exp(-20)
	top := 0.0
	for _, v := range z {
		top = max(top, v)
	}
	if top == 0 {
		top = 1
	}
	h := sum.width(bound*0x1p-20, 4/top)
	if square != nil {
		h = min(h, square.width(0x1p-20, 4/top))
	}
	if most := expansionsMost / float64(len(z)); end/(2*h) > most {
		return &BoundError{What: "dual", At: 2 * h * most, Bound: bound,
			Because: "the weights are so large that it would take too many expansions"}
	}
	for i := 0; ; i++ {
		budget.Of(ctx).Spend(int64(len(z)*sumTerms) * budget.Arithmetic(sum.taylor.prec))
		if err := ctx.Err(); err != nil {
			return err
		}
		centre, lo, hi := panel(i, h)
		if lo >= end {
			return nil
		}
		reach := hi - centre
		f := &polynomial{a: make([]ball.Real, sumTerms), prec: sum.taylor.prec, rest: sum.remainder(reach)}
		sum.expand(f.a, centre)
		f.trim(reach, small)
		var v *polynomial
		if square != nil {
			v = &polynomial{a: make([]ball.Real, sumTerms), prec: square.taylor.prec, rest: square.remainder(reach)}
			square.expand(v.a, centre)
			v.trim(reach, ball.MagPow2(-20))
		}
		if o, at := f.below(lo-centre, hi-centre, limit, v); o != proved {
			return &BoundError{What: "dual", At: centre + at, Bound: bound, Refuted: o == refuted}
		}
	}
}

// dualMost bounds the work of proveDual: the number of expansions of Λ_d.
const dualMost = 400000

// dualEnd returns a radius beyond which the bound holds: by the decay of Λ_d, or for d = 1 by periodicity.
func dualEnd(dim int, sum *lambdaSum, w weight, bound float64) (float64, error) {
	top := 0.0
	for _, v := range sum.x {
		top = max(top, v)
	}
	if top == 0 {
		return 1, nil // a constant
	}
	most := dualMost / float64(len(sum.x)) * 4 / top
	if dim == 1 {
		// cos(ω z) with z in uZ is even and has the period 2π/u.
		u := commonUnit(sum.x)
		end := math.Pi / u * (1 + 0x1p-40)
		if !(end <= most) {
			return 0, &BoundError{What: "dual", At: most, Bound: bound,
				Because: "the distances have no common period that is short enough"}
		}
		return end, nil
	}
	for end := 4 / top; end <= most; end *= 1.25 {
		if holdsBeyond(sum, w, end, bound) {
			return end, nil
		}
	}
	return 0, &BoundError{What: "dual", At: most, Bound: bound, Because: "Λ_d decays too slowly"}
}

// holdsBeyond reports whether decay alone proves the bound for all radii from end on.
func holdsBeyond(sum *lambdaSum, w weight, end, bound float64) bool {
	left := sum.constant().Add(sum.decayed(end))
	return left.Cmp(magBelow(bound).MulLower(w.beyond(end))) <= 0
}
