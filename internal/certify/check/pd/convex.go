package pd

import (
	"math/big"

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

// pdAskeyGneiting: k continuous on [0,∞) with a limit c ≥ 0 at infinity, and (−1)ⁿ k⁽ⁿ⁾ convex on
// (0,∞) with n = ⌊d/2⌋, is positive definite on R^d (Pólya 1949 for n = 0, Askey 1973 for odd d,
// Gneiting 1999 for all d). The theorem is about k − c, which tends to 0; a constant c ≥ 0 adds to
// it.
func pdAskeyGneiting(c *rule.Checker, g rule.Goal, _ rule.None) error {
	return Convex(c, g.Kernel, g.Dim)
}

// derive returns factor times the n-th derivative of Σ p[i] z^i.
//
// The coefficient of z^i is p_{i+n} (i+n)!/i!.
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

// maxWork bounds the Words of a polynomial without negative coefficients; where its roots are counted, they are fewer.
const maxWork, maxRootWork = 1_000_000, 20_000

// nonnegativeOn reports that p ≥ 0 on [lo, hi] is proved.
//
// The answer is exact where it is true; false may be the bound on work.
func nonnegativeOn(p []*big.Rat, lo, hi *big.Rat) bool {
	// The polynomial (1+x)^N p((lo + hi x)/(1+x)): x ≥ 0 is z in [lo, hi). Roots are counted by Sturm's
	// theorem where not all coefficients are ≥ 0.
	q := polynomial.FromRats(p)
	return q.Words() <= maxWork && q.Between(lo, hi).ShownNonnegative(maxRootWork)
}
