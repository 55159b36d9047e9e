package quad

import (
	"math"
	"sync"

	"krein/special"
)

// Hankel64 returns ∫_0^∞ f(x) J_ν(ωx) dx for ν ≥ −1/2, ω > 0 and f analytic on (0,∞), algebraic or logarithmic at 0, of slow decay or even algebraic growth at infinity; the integral is
// the limit of ∫ f(x) e^{−εx} J_ν(ωx) dx (Abel) where it does not converge. Up to a zero of J_ν(ωx) it is the tanh-sinh rule; beyond, the
// integrals between successive zeros are extrapolated by Sidi's mW transformation (Math. Comp. 51, 1988, 249–266). The nodes and the Bessel functions at
// them are computed once for each ν, so that a call costs a few hundred to a thousand values of f and nothing else.
//
// The error estimate adds the last change of the tanh-sinh rule, the last changes of the extrapolation, the difference of two Gauss rules
// between the first zeros, and rounding, which grows with f: a growing f loses as many digits as it grows within some 30 periods. f must have no breakpoint.
// Settings: tolerances and MaxEvals. It panics for other ν or ω.
func Hankel64(f func(float64) float64, nu, omega float64, opt *Settings64) Result64 {
	if f == nil || !(nu >= -0.5) || math.IsInf(nu, 0) || !(omega > 0) || math.IsInf(omega, 0) {
		panic("quad: Hankel64 needs a function, ν ≥ −1/2 and ω > 0")
	}
	set := opt.defaults()
	rule := hankelRuleOf(nu)
	g := hankelSum{f: func(u float64) float64 { return f(u / omega) }}
	tail, tailErr := g.tail(rule)
	// The head converges doubly exponentially; it needs no more digits than the tail has.
	head, headErr, status := 0.0, math.Inf(1), Converged
	var sum float64
	for level := range hankelLevels {
		nodes := rule.head(level)
		if level > 3 && g.evals+len(nodes.x) > set.MaxEvals {
			status = MaxEvaluations
			break
		}
		sum += g.apply(nodes.x, nodes.w)
		next := sum * math.Ldexp(1, -level)
		headErr = math.Abs(next-head) + 4*0x1p-52*math.Ldexp(g.headAbs, -level)
		head = next
		g.headAbs += g.abs
		if level >= 3 && (set.met((head+tail)/omega, (headErr+tailErr)/omega) || headErr < 8*0x1p-52*math.Ldexp(g.headAbs, -level) || headErr < tailErr/64) {
			break
		}
	}
	r := Result64{Value: (head + tail) / omega, Err: (headErr + tailErr) / omega, Evals: g.evals, Status: status}
	if g.bad || math.IsNaN(r.Value) || math.IsNaN(r.Err) {
		return Result64{Value: math.NaN(), Err: math.Inf(1), Evals: g.evals, Status: NonFinite}
	}
	if status == Converged && !set.met(r.Value, r.Err) {
		r.Status = Roundoff
	}
	return r
}

const (
	hankelLevels = 9  // tanh-sinh steps 1, 1/2, …, 1/256
	hankelPanels = 40 // half periods beyond the head
	hankelOrder  = 20 // Gauss nodes in each
	hankelCheck  = 13 // Gauss nodes of the rule that checks the first two
)

// nodes is a rule: abscissas for f, weights that include the Bessel function.
type nodes struct{ x, w []float64 }

// hankelRule is what depends on ν alone, in the variable u = ωx.
type hankelRule struct {
	nu     float64
	ends   []float64 // zeros of J_ν: the end of the head, then those of the panels
	levels [hankelLevels]func() nodes
	panels [hankelPanels]func() nodes
	check  [2]func() nodes
}

func (r *hankelRule) head(level int) nodes { return r.levels[level]() }

var (
	hankelMutex sync.Mutex
	hankelRules = map[float64]*hankelRule{}
)

// hankelRuleOf returns the rule of ν from a cache of the 64 first, started afresh when full.
func hankelRuleOf(nu float64) *hankelRule {
	hankelMutex.Lock()
	defer hankelMutex.Unlock()
	if r, ok := hankelRules[nu]; ok {
		return r
	}
	if len(hankelRules) >= 64 {
		clear(hankelRules)
	}
	r := newHankelRule(nu)
	hankelRules[nu] = r
	return r
}

func newHankelRule(nu float64) *hankelRule {
	r := &hankelRule{nu: nu}
	// Past the turning point and at least four half periods: there J is all but a sine.
	const skip = 4
	r.ends = special.BesselJZeros64(nu, skip+hankelPanels)[skip-1:]
	for l := range r.levels {
		r.levels[l] = sync.OnceValue(func() nodes { return headNodes(nu, r.ends[0], l) })
	}
	for p := range r.panels {
		r.panels[p] = sync.OnceValue(func() nodes { return panelNodes(nu, r.ends[p], r.ends[p+1], hankelOrder) })
	}
	for p := range r.check {
		r.check[p] = sync.OnceValue(func() nodes { return panelNodes(nu, r.ends[p], r.ends[p+1], hankelCheck) })
	}
	return r
}

func panelNodes(nu, a, b float64, n int) nodes {
	x, w := GaussLegendre64(n)
	for i := range x {
		s := x[i]
		x[i] = a + (b-a)/2*(1+s)
		w[i] *= (b - a) / 2 * besselNear(nu, x[i], (b-a)/2*(1+s)-(x[i]-a))
	}
	return nodes{x, w}
}

// besselNear returns J_ν(x+δ) for δ of the size of the rounding of x: a node is moved by rounding, which matters to J when x is large and
// hardly to f.
func besselNear(nu, x, delta float64) float64 {
	j, _ := special.BesselJ64(nu, x)
	next, _ := special.BesselJ64(nu+1, x)
	return j + delta*(nu/x*j-next)
}

// headNodes returns the tanh-sinh nodes on (0, b) that the step 2^{−level} adds to the coarser ones; weights without the step.
func headNodes(nu, b float64, level int) nodes {
	var n nodes
	h := math.Ldexp(1, -level)
	const limit = 6.0
	for k := -int(limit / h); float64(k)*h <= limit; k++ {
		if level > 0 && k&1 == 0 {
			continue
		}
		t := float64(k) * h
		e := math.Exp(-math.Pi * math.Abs(math.Sinh(t)))
		small, large := e/(1+e), 1/(1+e)
		x, delta := b*small, 0.0
		if t > 0 {
			x = b - b*small
			delta = (b - x) - b*small
		}
		j, _ := special.BesselJ64(nu, x)
		if delta != 0 && j != 0 {
			j = besselNear(nu, x, delta)
		}
		if w := b * math.Pi * math.Cosh(t) * small * large * j; w != 0 && x > 0 && x < b {
			n.x, n.w = append(n.x, x), append(n.w, w)
		}
	}
	return n
}

// hankelSum applies rules to f and keeps count.
type hankelSum struct {
	f            func(float64) float64
	evals        int
	abs, headAbs float64 // Σ|terms| of the last rule; of the head
	bad          bool
}

func (g *hankelSum) apply(x, w []float64) float64 {
	var sum, c float64
	g.abs = 0
	g.evals += len(x)
	for i, u := range x {
		v := g.f(u) * w[i]
		if math.IsNaN(v) || math.IsInf(v, 0) {
			if u < 1e-250 {
				continue // f overflows where the weight is all but zero
			}
			g.bad = true
			return 0
		}
		g.abs += math.Abs(v)
		y := v - c
		s := sum + y
		c, sum = (s-sum)-y, s
	}
	return sum
}

// tail extrapolates the integral beyond the head. With F_s the integral up to x_s and ψ_s that from x_s to x_{s+1}, the
// mW table is M_p(s) = (M_{p−1}(s) − M_{p−1}(s+1))/(1/x_s − 1/x_{s+p}), likewise N from 1/ψ, and W = M/N.
func (g *hankelSum) tail(r *hankelRule) (value, err float64) {
	var m, n [hankelPanels]float64
	var last, before, size, gauss float64
	bestValue, bestErr := math.NaN(), math.Inf(1)
	partial := 0.0
	for s := range hankelPanels {
		p := r.panels[s]()
		psi := g.apply(p.x, p.w)
		size = max(size, g.abs)
		if s < len(r.check) {
			c := r.check[s]()
			gauss += math.Abs(psi - g.apply(c.x, c.w))
		}
		if g.bad {
			return math.NaN(), math.NaN()
		}
		rounding := 2 * 0x1p-52 * (math.Abs(partial) + size)
		if math.Abs(psi) <= 0x1p-60*(math.Abs(partial)+size) {
			// f has died out.
			return partial + psi, math.Abs(psi) + rounding + gauss
		}
		m[s], n[s] = partial/psi, 1/psi
		for k := s - 1; k >= 0; k-- {
			d := 1/r.ends[k] - 1/r.ends[s]
			m[k] = (m[k] - m[k+1]) / d
			n[k] = (n[k] - n[k+1]) / d
		}
		w := m[0] / n[0]
		if s >= 4 {
			if e := math.Abs(w-last) + math.Abs(last-before) + 8*rounding + gauss; e < bestErr {
				bestValue, bestErr = w, e
			} else if e > 64*bestErr || s > 12 && e > 4*bestErr {
				break
			}
			if math.Abs(w-last)+math.Abs(last-before) < rounding {
				break
			}
		}
		before, last = last, w
		partial += psi
	}
	return bestValue, bestErr
}
