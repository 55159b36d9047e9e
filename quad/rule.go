package quad

import (
	"sync"

	"krein/ball"
)

// A Rule is a Gauss–Legendre rule on [−1,1]:
//
//	∫_{−1}^{1} f(x) dx = Σ w_i f(x_i) for polynomials f of degree ≤ 2n−1.
//
// Nodes and weights are proved enclosures: the i-th ball contains the i-th zero of
// P_n, not just some zero. A Rule is immutable and may be shared.
type Rule struct {
	n    int
	prec uint
	x, w []ball.Real // of the nodes ≥ 0
}

// Len returns the number of nodes n.
func (r *Rule) Len() int { return r.n }

// Node sets dst to the i-th node in ascending order, 0 ≤ i < n, and returns it; dst nil allocates.
func (r *Rule) Node(dst *ball.Real, i int) *ball.Real {
	j, mirrored := r.index(i)
	dst = orNew(dst).Set(&r.x[j])
	if mirrored {
		dst.Neg(dst)
	}
	return dst
}

// Weight sets dst to the weight of the i-th node and returns it; dst nil allocates.
func (r *Rule) Weight(dst *ball.Real, i int) *ball.Real {
	j, _ := r.index(i)
	return orNew(dst).Set(&r.w[j])
}

func orNew(dst *ball.Real) *ball.Real {
	if dst == nil {
		dst = new(ball.Real)
	}
	return dst
}

// index returns where node i is stored, and whether with the other sign.
func (r *Rule) index(i int) (j int, mirrored bool) {
	if i < 0 || i >= r.n {
		panic("quad: no such node")
	}
	if i < r.n/2 {
		return (r.n+1)/2 - 1 - i, true
	}
	return i - r.n/2, false
}

// ballRuleKey names a rule.
type ballRuleKey struct {
	n    int
	prec uint
}

// ballRules caches rules, at most ruleCacheBits bits of nodes and weights; it is emptied when full.
var ballRules struct {
	sync.Mutex
	m    map[ballRuleKey]func() *Rule
	bits int
}

// ruleCacheBits is a variable so that tests can force both sides.
var ruleCacheBits = 1 << 29

func cachedBallRule(k ballRuleKey, build func() *Rule) *Rule {
	c := &ballRules
	c.Lock()
	f, ok := c.m[k]
	if !ok {
		size := k.n * (int(k.prec) + 512)
		if c.m == nil || c.bits+size > ruleCacheBits {
			c.m, c.bits = map[ballRuleKey]func() *Rule{}, 0
		}
		f = sync.OnceValue(build)
		c.m[k] = f
		c.bits += size
	}
	c.Unlock()
	return f()
}

// GaussLegendre returns the rule of n nodes, whose nodes
// and weights are enclosed to about prec bits. Rules are cached; making one costs
// O(n²) operations. It panics for n < 1.
func GaussLegendre(n int, prec uint) *Rule {
	if n < 1 {
		panic("quad: a Gauss rule needs at least one node")
	}
	prec = max(prec, ball.MinPrec)
	return cachedBallRule(ballRuleKey{n: n, prec: prec}, func() *Rule { return legendreBalls(n, prec) })
}
