package pd

import (
	"math/big"
	"slices"

	"krein/certify/check/rule"
	"krein/certify/proof"
)

// pdConvexRules prove positive definiteness from convexity.
var pdConvexRules = []*rule.Rule{
	{
		ID: "pd.askey-gneiting", Claim: proof.PD, Holds: true, Supposes: rule.Continuous,
		Theorem: "With n = ⌊d/2⌋: if k is continuous on [0,∞), tends to a limit c ≥ 0, and (−1)ⁿ k⁽ⁿ⁾ exists and is convex on (0,∞), then k − c is a mixture of " +
			"functions (1−z/r)_+^(n+1), and k is positive definite on R^d (d = 1: Pólya). Here k consists of analytic pieces: k and its first n derivatives have no jumps, " +
			"(−1)ⁿ k⁽ⁿ⁺¹⁾ only jumps upwards, and (−1)ⁿ k⁽ⁿ⁺²⁾ ≥ 0 on every piece.",
		Citation: "R. Askey, Radial characteristic functions (1973); T. Gneiting, On the derivatives of radial positive definite functions, J. Math. Anal. Appl. 236 (1999), theorem 1.1",
		Check:    rule.Fact(pdAskeyGneiting),
	},
}

// ConvexEvidence is the evidence of pd.askey-gneiting: n and the points at which (−1)ⁿ k⁽ⁿ⁺¹⁾ jumps.
type ConvexEvidence struct {
	Order int      `json:"order"`
	Jumps []string `json:"jumps"`
}

func pdAskeyGneiting(c *rule.Checker, g rule.Goal, ev ConvexEvidence) error {
	again, err := NewConvexEvidence(c, g.Kernel, g.Dim)
	return rule.First(err, rule.Recomputed(ev, again))
}

// derive returns factor times the n-th derivative of Σ p[i] z^i.
func derive(p []*big.Rat, n int, factor *big.Rat) []*big.Rat {
	if n >= len(p) {
		return nil
	}
	out := make([]*big.Rat, len(p)-n)
	for i := range out {
		falling := new(big.Rat).SetInt(new(big.Int).MulRange(int64(i)+1, int64(i+n)))
		out[i] = falling.Mul(falling, p[i+n]).Mul(falling, factor)
	}
	return out
}

// bernsteinHalvings bounds how often an interval is halved on which a polynomial may change its sign.
const bernsteinHalvings = 12

// maxBernsteinWork bounds the operations on rationals, times the words of the largest, that one such proof takes.
const maxBernsteinWork = 1_000_000

// spendBernstein counts the work of one change of basis, or of one halving, of the coefficients c.
func spendBernstein(work *int, c []*big.Rat) bool {
	words := 1
	for _, r := range c {
		words = max(words, (r.Num().BitLen()+r.Denom().BitLen())/64+1)
	}
	*work -= len(c) * len(c) * words
	return *work >= 0
}

// nonnegativeOn reports that p ≥ 0 on [lo, hi] is proved: the coefficients in the Bernstein basis of the interval, or of its halves, are not negative.
func nonnegativeOn(p []*big.Rat, lo, hi *big.Rat, halvings int) bool {
	work := maxBernsteinWork
	if !spendBernstein(&work, p) {
		return false
	}
	return bernsteinNonnegative(bernstein(p, lo, hi), halvings, &work)
}

// bernstein returns the coefficients of p in the Bernstein basis of its degree on [lo, hi].
func bernstein(p []*big.Rat, lo, hi *big.Rat) []*big.Rat {
	n := len(p) - 1
	if n < 0 {
		return nil
	}
	// q(t) = p(lo + (hi−lo)t) by Horner's scheme
	w := new(big.Rat).Sub(hi, lo)
	q := []*big.Rat{new(big.Rat)}
	for _, c := range slices.Backward(p) {
		next := make([]*big.Rat, len(q)+1)
		for i := range next {
			next[i] = new(big.Rat)
		}
		for i, a := range q {
			next[i].Add(next[i], new(big.Rat).Mul(a, lo))
			next[i+1].Add(next[i+1], new(big.Rat).Mul(a, w))
		}
		next[0].Add(next[0], c)
		q = next
	}
	// b_i = Σ_{j≤i} C(i,j)/C(n,j) q_j
	b := make([]*big.Rat, n+1)
	for i := range b {
		b[i] = new(big.Rat)
		for j := 0; j <= i; j++ {
			r := new(big.Rat).SetFrac(new(big.Int).Binomial(int64(i), int64(j)), new(big.Int).Binomial(int64(n), int64(j)))
			b[i].Add(b[i], r.Mul(r, q[j]))
		}
	}
	return b
}

func bernsteinNonnegative(b []*big.Rat, halvings int, work *int) bool {
	if len(b) == 0 {
		return true
	}
	if b[0].Sign() < 0 || b[len(b)-1].Sign() < 0 { // values at the ends
		return false
	}
	if !slices.ContainsFunc(b, func(c *big.Rat) bool { return c.Sign() < 0 }) {
		return true
	}
	if halvings == 0 || !spendBernstein(work, b) {
		return false
	}
	// de Casteljau at the middle
	left, right := make([]*big.Rat, len(b)), make([]*big.Rat, len(b))
	row := slices.Clone(b)
	for i := range b {
		left[i], right[len(b)-1-i] = row[0], row[len(row)-1]
		next := make([]*big.Rat, len(row)-1)
		for j := range next {
			next[j] = new(big.Rat).Add(row[j], row[j+1])
			next[j].Mul(next[j], big.NewRat(1, 2))
		}
		row = next
	}
	return bernsteinNonnegative(left, halvings-1, work) && bernsteinNonnegative(right, halvings-1, work)
}
