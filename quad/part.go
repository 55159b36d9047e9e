package quad

import (
	"math"
	"sync"

	"krein/ball"
)

// A part [a, b] of the interval of integration, with an enclosure of the integral over it.
type part struct {
	a, b         ball.Real
	center, half ball.Real // (a+b)/2, (b−a)/2
	depth        int
	path         []bool // turns to the right from the root
	value        ball.Real
	err          ball.Mag // its radius
	sup          ball.Mag // bounds the integrand on the panel
	settled      bool     // no way to improve it
	status       Status   // why
	nodes        int      // of the rule used, 0: none
	prec         uint     // used
	ellipse      int      // used
	need         float64  // the nodes that this ellipse needed
	used         int      // evaluations that the rule took, with repetitions
}

// again returns the panel with the place of p, to be enclosed anew. Balls are never copied by assignment: they would
// share their digits, and p is still needed.
func (p *part) again() *part {
	r := &part{depth: p.depth, path: p.path, sup: p.sup}
	r.a.Set(&p.a)
	r.b.Set(&p.b)
	return r
}

// compare orders the panels from a to b.
func (p *part) compare(r *part) int {
	for i := range min(len(p.path), len(r.path)) {
		if p.path[i] != r.path[i] {
			if r.path[i] {
				return -1
			}
			return 1
		}
	}
	return len(p.path) - len(r.path)
}

// rank orders open panels, the largest error last, ties from b to a.
func (p *part) rank(r *part) int {
	if c := p.err.Cmp(r.err); c != 0 {
		return c
	}
	return r.compare(p)
}

// scale bounds the length of the panel, by which values of the integrand are multiplied.
func (p *part) scale() ball.Mag { return p.half.MagUpper().Mul2Exp(1) }

// plainPrec is the precision of plain enclosures.
const plainPrec = 64

// extra is how many bits more than the width of the panel its center needs.
func (p *part) extra() uint {
	c, h := p.center.MagUpper(), p.half.MagUpper()
	if c.IsZero() || h.IsZero() {
		return 0
	}
	return uint(min(max(c.Exponent()-h.Exponent(), 0), 1<<20))
}

// frame sets center and half from the ends, to prec bits of the width.
func (p *part) frame(prec uint) {
	p.half.Sub(&p.b, &p.a, prec)
	p.half.Mul2Exp(&p.half, -1)
	p.center.Add(&p.a, &p.b, prec)
	p.center.Mul2Exp(&p.center, -1)
	if e := p.extra(); e > 0 {
		p.center.Add(&p.a, &p.b, prec+e)
		p.center.Mul2Exp(&p.center, -1)
	}
}

// plain encloses the integral by enclosing the integrand on the whole panel: ∫_a^b f = (b−a)·μ with μ in the hull of the
// values of f between a and b, for all a and b in the balls of the ends, of either order.
func (q *quadrature) plain(p *part) {
	p.frame(plainPrec)
	prec := plainPrec + p.extra()
	s := getScratch()
	defer scratches.Put(s)
	x, v := grown(&s.x, 1), grown(&s.v, 1)
	x[0].Hull(&p.a, &p.b, prec)
	q.f.F(&v[0], &x[0], prec)
	p.sup = v[0].MagUpper()
	p.value.Mul2Exp(&p.half, 1)
	p.value.Mul(&p.value, &v[0], prec)
	p.err = p.value.Rad()
	p.prec = plainPrec
}

// valueBatch is how many values of the integrand one worker finds in a row.
const valueBatch = 32

// scratch is memory for the nodes of a rule and what comes with them, and for a rectangle.
type scratch struct {
	x, v, w []ball.Real
	z, f    ball.Complex
}

var scratches = sync.Pool{New: func() any { return new(scratch) }}

func getScratch() *scratch { return scratches.Get().(*scratch) }

// grown returns the first n entries of s, whatever they are, which may have to be made longer.
func grown[T any](s *[]T, n int) []T {
	if cap(*s) < n {
		*s = make([]T, n+n/2)
	}
	return (*s)[:n]
}

// values returns f at the nodes of the rule, in s.v, nil and false if the context ended.
func (q *quadrature) values(p *part, r *Rule, s *scratch, prec uint) ([]ball.Real, bool) {
	n := r.Len()
	x, v := grown(&s.x, n), grown(&s.v, n)
	fine := prec + p.extra() // a node is known to so many bits of the width
	for i := n - 1; i >= 0; i-- {
		j, mirrored := r.index(i)
		if mirrored {
			break
		}
		x[i].Mul(&p.half, &r.x[j], prec)
		if i != n-1-i {
			x[n-1-i].Sub(&p.center, &x[i], fine)
		}
		x[i].Add(&p.center, &x[i], fine)
	}
	chunks := (n + valueBatch - 1) / valueBatch
	q.parallel(chunks, func(c int) {
		if q.ctx.Err() != nil {
			return
		}
		// nearly equal parts
		lo, hi := c*n/chunks, (c+1)*n/chunks
		for i := lo; i < hi; i++ {
			q.f.F(&v[i], &x[i], prec)
		}
	})
	return v, q.ctx.Err() == nil
}

// outcome replaces a panel; no panels: the context ended.
type outcome struct {
	panels []*part
	evals  int
}

// improve encloses the integral over the panel by a Gauss rule with an error of at most the tolerance, or halves it.
func (q *quadrature) improve(p *part, allowance int) outcome {
	c := q.choose(p, allowance)
	evals := c.evals
	if c.n > 0 {
		r := q.gauss(p, c)
		if q.ctx.Err() != nil {
			return outcome{}
		}
		evals += r.used
		if r.settled || r.err.Cmp(q.panelTol) <= 0 {
			return outcome{[]*part{r}, evals}
		}
	}
	if p.depth >= q.set.MaxDepth || p.half.ContainsZero() {
		p.settled, p.status = true, Unresolved
		return outcome{[]*part{p}, evals}
	}
	l, r := q.halve(p)
	return outcome{[]*part{l, r}, evals + 2}
}

// choice is a Gauss rule for a panel.
type choice struct {
	n       int // 0: none
	ellipse int
	need    float64  // nodes before rounding up
	m       ball.Mag // bound of the integrand on the ellipse, +∞ if none was used
	rest    ball.Mag // bound of the remainder
	evals   int
}

// nodesFor returns the next number of nodes that is used: few different rules are made.
func nodesFor(n int) int {
	step := 2
	for 16*step <= n {
		step *= 2
	}
	return (n + step - 1) / step * step
}

// fewNodes is below how many nodes an ellipse is taken again without comparison.
const fewNodes = 48

// choose finds the ellipse with the fewest nodes, which is 0 if they would be too many.
func (q *quadrature) choose(p *part, allowance int) (best choice) {
	// an integrand unbounded on the panel itself is not bounded around it
	if q.f.Bound == nil && (q.f.Holomorphic == nil || p.sup.IsInf()) {
		return best
	}
	// remainderFactor is at most 8μ₀ρ^{−2n}/(1−ρ^{−2}); half of the tolerance is for it
	scale := log2Mag(p.scale()) + 3
	tol := log2Mag(q.panelTol) - 1
	evals := 0
	least := math.Inf(1)
	// try returns the nodes that ellipse i needs, +∞ if too many or there is no bound.
	try := func(i, columns int) float64 {
		if i < 0 || i >= len(ellipses) || evals+columns+2 > allowance {
			return math.Inf(1)
		}
		rho := ellipses[i]
		m, e := q.bound(p, rho, columns)
		evals += e
		if m.IsInf() {
			return math.Inf(1)
		}
		lg := math.Log2(float64(rho)) - ellipseDenominator
		need := (log2Mag(m) + scale - math.Log2(-math.Expm1(-2*lg*math.Ln2)) - tol) / (2 * lg)
		if need < least && need < 1e6 {
			least = need
			best = choice{n: nodesFor(max(int(need)+1, 2)), ellipse: i, need: need, m: m}
		}
		return need
	}
	// The number of nodes as a function of ρ first falls and then rises; beyond some ρ there is no bound.
	descend := func(i, step, columns int, last float64) {
		for {
			i += step
			n := try(i, columns)
			if !(n < last) {
				return
			}
			last = n
		}
	}
	search := func(columns int) {
		at := try(q.hint, columns)
		if math.IsInf(at, 1) {
			if first := try(0, columns); !math.IsInf(first, 1) {
				descend(0, 1, columns, first)
			}
			return
		}
		// As many nodes as the last time, when this ellipse was the best of its neighbours: for few nodes, to look at these
		// again costs more than it gains.
		if columns == 1 && at < fewNodes && at <= q.hintNeed && at > 0.9*q.hintNeed {
			return
		}
		descend(q.hint, 1, columns, at)
		if best.ellipse == q.hint {
			descend(q.hint, -1, columns, at)
		}
	}
	search(1)
	if best.n > q.set.MaxNodes && q.f.Holomorphic != nil && evals+2*ellipseColumns < allowance {
		search(ellipseColumns)
	}
	half := p.half.MagUpper()
	if best.n > 0 {
		best.rest = remainderFactor(ellipses[best.ellipse], best.n).Mul(best.m).Mul(half)
	}
	best.evals = evals
	if best.n > q.set.MaxNodes || best.n+evals+2 > allowance {
		best.n = 0
	}
	return best
}

// gauss returns the panel enclosed by the rule chosen, at a precision that makes rounding small enough if there is one.
// The result is settled if there is none, and of no use if the context ended or f was unbounded at a node.
func (q *quadrature) gauss(p *part, c choice) *part {
	s := getScratch()
	defer scratches.Put(s)
	r := p.again()
	r.nodes, r.ellipse, r.need = c.n, c.ellipse, c.need
	tol := q.panelTol.Mul2Exp(-1)
	// the bits of the largest terms above the tolerance, as far as one can tell
	want := log2Mag(c.m.Min(p.sup).Mul(p.scale())) - log2Mag(tol) + 8
	prec := uint(min(max(want, 32), float64(q.set.MaxPrec)))
	var last ball.Mag
	for {
		prec = min((prec+15)/16*16, q.set.MaxPrec)
		r.frame(prec + 8)
		rule := GaussLegendre(c.n, (prec+63)/64*64)
		v, ok := q.values(r, rule, s, prec)
		if !ok {
			return r
		}
		r.used += c.n
		w := grown(&s.w, c.n)
		for i := range w {
			rule.Weight(&w[i], i)
		}
		r.value.Dot(nil, w, v, prec+8)
		r.value.Mul(&r.value, &r.half, prec+8)
		r.prec = prec
		round := r.value.Rad()
		r.value.AddRad(c.rest)
		r.err = r.value.Rad()
		if round.Cmp(tol) <= 0 || round.IsInf() {
			return r
		}
		// more precision helps unless the integrand or the ends are inexact
		if prec >= q.set.MaxPrec || !last.IsZero() && round.Mul2Exp(4).Cmp(last) > 0 {
			r.settled, r.status = true, Roundoff
			if r.err.Cmp(p.err) > 0 {
				r.value.Set(&p.value)
				r.err = p.err
			}
			return r
		}
		last = round
		prec += uint(min(max(log2Mag(round)-log2Mag(tol)+8, 16), float64(q.set.MaxPrec)))
	}
}

// halve returns the halves of a panel with plain enclosures. They meet in one exact number m, and ∫_a^b = ∫_a^m + ∫_m^b
// wherever m lies: a bad middle costs width only.
func (q *quadrature) halve(p *part) (l, r *part) {
	var m ball.Real
	// a number near the middle with few bits
	m.SetRound(&p.center, p.extra()+8)
	m.GetMid(&m)
	l = &part{depth: p.depth + 1, path: append(p.path[:len(p.path):len(p.path)], false)}
	r = &part{depth: p.depth + 1, path: append(p.path[:len(p.path):len(p.path)], true)}
	l.a.Set(&p.a)
	l.b.Set(&m)
	r.a.Set(&m)
	r.b.Set(&p.b)
	q.plain(l)
	q.plain(r)
	return l, r
}
