package quad

import (
	"context"
	"math"
	"runtime"
	"slices"

	"krein/ball"
	"krein/internal/parallel"
)

// Settings are the settings of the integrators over balls. A zero field means its default; nil means all defaults.
type Settings struct {
	// Bits is the relative accuracy asked for: a radius of at most 2^−Bits·|I|. Default 64 if AbsTol is zero too, else no
	// relative goal.
	Bits uint
	// AbsTol is an absolute radius that suffices.
	AbsTol ball.Mag
	// MaxEvals bounds the number of evaluations, real and complex. Default 1000·goal, where goal = max(Bits, 64).
	MaxEvals int
	// MaxDepth bounds how often an interval is halved. Default 2·goal + 32.
	MaxDepth int
	// MaxNodes bounds the nodes on one interval; where more are needed it is halved. Default 2·goal + 64.
	MaxNodes int
	// MaxPrec bounds the working precision. Default 8·goal + 256.
	MaxPrec uint
	// Workers bounds the goroutines that evaluate at once. Default runtime.GOMAXPROCS(0). The result does not depend on
	// it.
	Workers int
}

func (s *Settings) defaults() Settings {
	var t Settings
	if s != nil {
		t = *s
	}
	if t.Bits == 0 && t.AbsTol.IsZero() {
		t.Bits = 64
	}
	goal := max(t.Bits, 64)
	if t.MaxEvals == 0 {
		t.MaxEvals = 1000 * int(goal)
	}
	if t.MaxDepth == 0 {
		t.MaxDepth = 2*int(goal) + 32
	}
	if t.MaxNodes == 0 {
		t.MaxNodes = 2*int(goal) + 64
	}
	if t.MaxPrec == 0 {
		t.MaxPrec = 8*goal + 256
	}
	if t.Workers == 0 {
		t.Workers = runtime.GOMAXPROCS(0)
	}
	return t
}

// tolerance returns the radius that suffices for the value v.
func (s *Settings) tolerance(v *ball.Real) ball.Mag {
	if s.Bits == 0 {
		return s.AbsTol
	}
	return s.AbsTol.Max(v.MagLower().Mul2Exp(-int64(s.Bits)))
}

// Result tells how an integration over balls went. Whatever it says, the enclosure holds.
type Result struct {
	Status Status
	Evals  int  // evaluations of the integrand, real and complex
	Panels int  // intervals of the final subdivision
	Depth  int  // most halvings of an interval
	Nodes  int  // most nodes of a Gauss rule
	Prec   uint // largest working precision
}

// Integrate sets dst to a ball that contains ∫_a^b f(x) dx, for every a and b in the balls given, and tells
// how it went; dst contains the integral whatever the status, and is indeterminate if nothing better is known.
//
// The interval is halved adaptively. On a part where f has a bound M on a Bernstein ellipse, from f.Bound or
// f.Holomorphic, the Gauss–Legendre rule is used with the remainder M·4(1+1/(4n²−1))ρ^{−2n}/(1−ρ^{−2}) times the half
// length (remainderFactor; Rabinowitz 1969; Trefethen, Approximation Theory and Approximation Practice, Thm 19.3; the
// method is that of Petras 2002 and of Johansson, ICMS 2018); elsewhere the length times f's enclosure on the part is.
// An integrand without both gets only the latter, which converges slowly.
//
// Statuses: Converged: the goal is met. MaxEvaluations, Unresolved, Roundoff (MaxPrec, or ends and f too inexact),
// Cancelled: dst is wider than the goal. NonFinite: dst is indeterminate as f was not bounded somewhere; with Cancelled
// it may be so too.
//
// An exact 0 has no relative accuracy: give an AbsTol where it is possible. The bits of
// the result do not depend on Workers nor GOMAXPROCS. It panics if f.F, dst, a or b is nil.
func Integrate(ctx context.Context, dst *ball.Real, f Func, a, b *ball.Real, opt *Settings) Result {
	if f.F == nil || dst == nil || a == nil || b == nil {
		panic("quad: Integrate needs a function, ends and a destination")
	}
	q := &quadrature{ctx: ctx, f: f, set: opt.defaults(), hint: firstEllipse}
	q.a.Set(a)
	q.b.Set(b)
	q.sem = make(chan struct{}, max(q.set.Workers, 1)-1)
	if !a.IsFinite() || !b.IsFinite() {
		dst.SetIndeterminate()
		return Result{Status: NonFinite}
	}
	if a.IsExact() && a.Equal(b) == ball.True {
		dst.SetZero()
		return Result{}
	}
	root := &part{}
	root.a.Set(a)
	root.b.Set(b)
	q.plain(root)
	q.res.Evals++
	tol := q.firstTolerance(root)
	q.panelTol = tol.Mul2Exp(-panelShare)
	q.place(root)
	q.res.Status = q.loop(tol)
	q.sum(dst)
	if q.res.Status != Converged && q.res.Status != Cancelled && !dst.IsFinite() {
		q.res.Status = NonFinite
	}
	return q.res
}

// quadrature is one integration.
type quadrature struct {
	ctx  context.Context
	f    Func
	a, b ball.Real
	set  Settings
	sem  chan struct{} // a place for each worker besides the caller

	open     []*part // above the tolerance of one panel, the worst last
	done     []*part // the others
	settled  []*part // those that cannot be improved
	res      Result
	panelTol ball.Mag
	hint     int     // the ellipse to try first
	hintNeed float64 // how many nodes it needed last, 0: unknown
}

// panelBatch is how many panels are treated at once, whatever the number of workers, as the choice of the next depends
// on it.
const panelBatch = 8

// leastEvals is what one step on one panel may take.
const leastEvals = 8

// panelShare is the part of the tolerance that one panel may use, 2^−panelShare at first.
const panelShare = 6

// firstTolerance guesses the size of the integral from a few values of f and returns the tolerance that suits; nothing
// relies on it.
func (q *quadrature) firstTolerance(root *part) ball.Mag {
	if q.set.Bits == 0 {
		return q.set.AbsTol
	}
	const nodes = 8
	s := getScratch()
	defer scratches.Put(s)
	v, _ := q.values(root, GaussLegendre(nodes, 64), s, 64)
	q.res.Evals += nodes
	var size ball.Mag
	for i := range v {
		if m := v[i].MagLower(); m.Cmp(size) > 0 {
			size = m
		}
	}
	if size.IsZero() {
		size = root.err
	}
	if size.IsInf() || size.IsZero() {
		size = ball.MagPow2(0)
	}
	size = size.Mul(root.scale()).Mul2Exp(-2)
	return q.set.AbsTol.Max(size.Mul2Exp(-int64(q.set.Bits)))
}

// place puts a panel where it belongs.
func (q *quadrature) place(p *part) {
	switch {
	case p.settled:
		q.settled = append(q.settled, p)
	case p.err.Cmp(q.panelTol) > 0:
		i, _ := slices.BinarySearchFunc(q.open, p, (*part).rank)
		q.open = slices.Insert(q.open, i, p)
	default:
		q.done = append(q.done, p)
	}
	q.res.Depth = max(q.res.Depth, p.depth)
	q.res.Nodes = max(q.res.Nodes, p.nodes)
	q.res.Prec = max(q.res.Prec, p.prec)
}

// loop improves the panels, the worst first, until the tolerance is met.
func (q *quadrature) loop(tol ball.Mag) Status {
	floor := tol.Mul2Exp(-2*int64(q.set.Bits) - 64)
	for {
		if q.ctx.Err() != nil {
			return Cancelled
		}
		if len(q.open) == 0 {
			var v ball.Real
			q.sum(&v)
			enough := q.set.tolerance(&v)
			if v.Rad().Cmp(enough) <= 0 {
				return Converged
			}
			// What cannot be improved, makes effort elsewhere vain.
			stuck := ball.Mag{}
			status := Converged
			for _, p := range q.settled {
				stuck = stuck.Add(p.err)
				if p.err.Cmp(q.panelTol) > 0 {
					status = p.status
				}
			}
			if stuck.Mul2Exp(1).Cmp(v.Rad()) >= 0 {
				return status
			}
			// The integral is smaller than guessed, or panels are many.
			if enough.Cmp(tol) < 0 {
				if v.MagLower().IsZero() {
					enough = q.set.AbsTol.Max(tol.Mul2Exp(-int64(max(q.set.Bits/2, 32))))
				}
				tol = enough
			}
			next := tol.Mul2Exp(-panelShare)
			if len(q.done)+len(q.settled) > 1<<(panelShare-1) {
				next = tol.Mul2Exp(-1).Quo(ball.MagUint(uint64(len(q.done) + len(q.settled))))
			}
			if next.Cmp(q.panelTol) >= 0 {
				next = q.panelTol.Mul2Exp(-2)
			}
			if next.Cmp(floor) < 0 {
				return Roundoff
			}
			q.panelTol = next
			for _, p := range q.done {
				if p.err.Cmp(next) > 0 {
					q.open = append(q.open, p)
				}
			}
			q.done = slices.DeleteFunc(q.done, func(p *part) bool { return p.err.Cmp(next) > 0 })
			slices.SortFunc(q.open, (*part).rank)
			continue
		}
		if !q.round() {
			return MaxEvaluations
		}
		for _, p := range q.settled {
			if p.err.IsInf() {
				return NonFinite
			}
		}
	}
}

// round improves up to panelBatch panels; false if the budget is spent.
func (q *quadrature) round() bool {
	n := min(panelBatch, len(q.open))
	allowance := (q.set.MaxEvals - q.res.Evals) / n
	for n > 1 && allowance < 64 {
		n--
		allowance = (q.set.MaxEvals - q.res.Evals) / n
	}
	if allowance < leastEvals {
		return false
	}
	rest := len(q.open) - n
	batch := slices.Clone(q.open[rest:])
	slices.Reverse(batch)
	q.open = q.open[:rest]
	out := make([]outcome, n)
	q.parallel(n, func(i int) { out[i] = q.improve(batch[i], allowance) })
	for i, o := range out {
		q.res.Evals += o.evals
		for _, p := range o.panels {
			q.place(p)
			if p.nodes > 0 {
				q.hint, q.hintNeed = p.ellipse, p.need
			}
		}
		if len(o.panels) == 0 { // cancelled
			q.place(batch[i])
		}
	}
	return true
}

// parallel calls f(0) … f(n−1), some at once. Calls may nest: who finds no free worker works itself. If one panics, so
// does parallel, once the others have returned.
func (q *quadrature) parallel(n int, f func(i int)) {
	var caught parallel.Catcher
	wait := make(chan struct{}, n)
	started := 0
	for i := range n {
		call := func() { caught.Do(func() { f(i) }) }
		if i == n-1 {
			call()
			break
		}
		select {
		case q.sem <- struct{}{}:
			started++
			go func() {
				call()
				<-q.sem
				wait <- struct{}{}
			}()
		default:
			call()
		}
	}
	for range started {
		<-wait
	}
	caught.Rethrow()
}

// sum adds the panels from a to b, so that the bits do not depend on the order of their treatment.
func (q *quadrature) sum(dst *ball.Real) {
	all := slices.Concat(q.open, q.done, q.settled)
	slices.SortFunc(all, func(p, r *part) int { return p.compare(r) })
	prec := uint(64)
	for _, p := range all {
		prec = max(prec, p.prec)
	}
	prec = min(prec, 2*q.set.MaxPrec)
	q.res.Panels = len(all)
	var s ball.Real
	for _, p := range all {
		s.Add(&s, &p.value, prec+16)
	}
	if bits := s.RelAccuracyBits(); bits != math.MaxInt64 && bits > 0 {
		prec = min(prec, uint(bits)+20)
	}
	dst.SetRound(&s, prec+4)
}
