package pd

import (
	"math/big"
	"slices"

	"krein/internal/certify/check/rule"
	"krein/internal/certify/proof"
	"krein/internal/polynomial"
)

// pdConvexRules prove positive definiteness from convexity.
var pdConvexRules = []*rule.Rule{
	{
		ID: "pd.askey-gneiting", Claim: proof.PD, Holds: true, Supposes: rule.Continuous,
		Check: rule.Fact(pdAskeyGneiting),
	},
}

func pdAskeyGneiting(c *rule.Checker, g rule.Goal, _ rule.None) error {
	return Convex(c, g.Kernel, g.Dim)
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

// maxWork bounds the words that the largest coefficient would take in as many coefficients as the degree squared, where
// a polynomial has no negative coefficient; where its roots are counted, they are fewer.
const maxWork, maxRootWork = 1_000_000, 20_000

// nonnegativeOn reports that p ≥ 0 on [lo, hi] is proved.
func nonnegativeOn(p []*big.Rat, lo, hi *big.Rat) bool {
	work := func(q polynomial.Int) (most int) {
		for _, c := range q {
			most = max(most, len(q)*len(q)*(c.BitLen()/64+1))
		}
		return most
	}
	q := polynomial.FromRats(p)
	if work(q) > maxWork {
		return false
	}
	q = q.Between(lo, hi)
	return (work(q) <= maxRootWork || !slices.ContainsFunc(q, func(c *big.Int) bool { return c.Sign() < 0 })) &&
		q.Nonnegative()
}
