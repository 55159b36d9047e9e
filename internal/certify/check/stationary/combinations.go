package stationary

import (
	"fmt"
	"math/big"

	fourier "krein/fourier/stationary"
	"krein/internal/certify/check/rule"
	"krein/internal/kernel/constant"
	"krein/internal/kernel/formula"
	"krein/kernel"
)

// combinationRules are about sums of products whose factors are not positive definite, but sums of them are.
var combinationRules = []*Rule{{
	ID: "factors.combinations", Claim: PD, Holds: true,
	Theorem: "Let k(Δ) = Σ c·Π_b f_b((MΔ)_b) over orthogonal subspaces, M an invertible matrix, with even f_b, and let it be " +
		"Σ e·Π_b g_b((MΔ)_b), multiplied out, with e > 0 and sums g_b of multiples of the f_b of the same subspace, proved to " +
		"be positive definite as radial kernels there. Then k is positive definite on R^d.",
	Citation: "docs/rules/stationary/factors.md; I. Schur, J. reine angew. Math. 140 (1911)",
	check:    fact(checkCombinations),
}}

// CombinationEvidence writes a sum of products as another one.
type CombinationEvidence struct {
	// Functions has, for each subspace, sums of its different factors: their coefficients, in the order of Column.
	Functions [][][]rule.Rational  `json:"functions"`
	Products  []CombinationProduct `json:"products"`
}

// CombinationProduct is Coef times a product with one of the functions for each subspace.
type CombinationProduct struct {
	Coef rule.Rational `json:"coef"`
	Of   []int         `json:"of"`
}

// Bounds of the evidence: the functions on a subspace, and the products of factors that are added.
const (
	maxCombinations = 8
	maxMultiplied   = 4096
)

// The identity is one of polynomials in the factors: different products of factors, one of each column, are taken for
// independent, so that coefficients are compared one by one. That is sufficient for k to be the other sum, whether or not
// they are independent. e > 0 and each g_b positive definite give a positive definite sum by Schur's theorem. A function that no
// product uses is a lemma that proves nothing; it does no harm.
func checkCombinations(c *Checker, g Goal, ev CombinationEvidence) error {
	t, err := tensor(g)
	if err != nil {
		return err
	}
	if len(ev.Functions) != len(t.Blocks) {
		return rule.Reject("functions on %d subspaces of %d", len(ev.Functions), len(t.Blocks))
	}
	columns := make([][]*fourier.Factor, len(t.Blocks))
	for b, functions := range ev.Functions {
		columns[b] = Column(t, b)
		for _, f := range columns[b] {
			if f.Odd != nil {
				return rule.Reject("a factor has an odd part, sgn(s)·o(|s|) with o(z) = %s", f.Odd)
			}
		}
		if len(functions) > maxCombinations {
			return rule.Reject("%d functions on a subspace", len(functions))
		}
		for _, a := range functions {
			if len(a) != len(columns[b]) {
				return rule.Reject("%d coefficients of %d functions", len(a), len(columns[b]))
			}
			if err := c.lemma(Combination(columns[b], a), t.Blocks[b].Dim, PD, true); err != nil {
				return err
			}
		}
	}
	rest, err := ev.multiplied(columns)
	if err != nil {
		return err
	}
	for _, term := range t.Terms {
		v, err := constant.New(term.Coef)
		if err != nil {
			return rule.Reject("%s: %v", term.Coef, err)
		}
		at := make([]int, len(columns))
		for b, f := range term.Factors {
			for columns[b][at[b]] != f {
				at[b]++
			}
		}
		key := fmt.Sprint(at)
		// Two terms of one product of factors are subtracted one after the other.
		rest[key] = rest[key].Sub(v)
	}
	// A key that only one of the sums has is there with its coefficient, and has to be 0.
	for key, v := range rest {
		if err := rule.Proved(v.IsZero(), "the products of the factors %s, multiplied out, have the coefficient of the kernel", key); err != nil {
			return err
		}
	}
	return nil
}

// multiplied returns the coefficients of the products of factors, by their places in the columns.
// Coefficients are exact rationals; those of k may be constants such as √2, so that differences are constants.
func (ev CombinationEvidence) multiplied(columns [][]*fourier.Factor) (map[string]constant.Value, error) {
	sum := map[string]constant.Value{}
	work := 0
	for _, p := range ev.Products {
		if p.Coef.Sign() <= 0 || len(p.Of) != len(columns) {
			return nil, rule.Reject("a product of %d functions, with the coefficient %v", len(p.Of), p.Coef.Rat)
		}
		for b, n := range p.Of {
			if n < 0 || n >= len(ev.Functions[b]) {
				return nil, rule.Reject("function %d of %d on a subspace", n, len(ev.Functions[b]))
			}
		}
		at := make([]int, len(columns))
		var add func(b int, c *big.Rat) error
		add = func(b int, c *big.Rat) error {
			if b == len(columns) {
				if work++; work > maxMultiplied {
					return rule.Reject("more than %d products of factors", maxMultiplied)
				}
				key := fmt.Sprint(at)
				sum[key] = sum[key].Add(constant.Rat(c))
				return nil
			}
			for i, a := range ev.Functions[b][p.Of[b]] {
				if a.Sign() == 0 {
					continue
				}
				at[b] = i
				if err := add(b+1, new(big.Rat).Mul(c, a.Rat)); err != nil {
					return err
				}
			}
			return nil
		}
		if err := add(0, p.Coef.Rat); err != nil {
			return nil, err
		}
	}
	return sum, nil
}

// Column returns the different factors on the b-th subspace, in the order of the terms.
func Column(t *fourier.Tensor, b int) []*fourier.Factor {
	only := fourier.Tensor{}
	for _, term := range t.Terms {
		only.Terms = append(only.Terms, fourier.Term{Factors: term.Factors[b : b+1]})
	}
	return Factors(&only)
}

// Combination returns Σ a_i f_i, f_i the even parts of factors.
// With one coefficient 1 and no other the function is the factor itself, under whose text the lemma stands.
func Combination(f []*fourier.Factor, a []rule.Rational) *kernel.Kernel {
	var sum *formula.Expr
	for i, c := range a {
		if c.Sign() == 0 {
			continue
		}
		if c.IsInt() && c.Num().IsInt64() && c.Num().Int64() == 1 && onlyOne(a) {
			return f[i].Even
		}
		term := formula.Mul(formula.Rational(c.Rat), f[i].Even.Expr())
		if sum == nil {
			sum = term
		} else {
			sum = formula.Add(sum, term)
		}
	}
	if sum == nil {
		sum = formula.Int(0)
	}
	return f[0].Even.Derive(formula.Identity(sum))
}

// onlyOne reports whether one coefficient is not 0.
func onlyOne(a []rule.Rational) bool {
	n := 0
	for _, c := range a {
		n += c.Sign() * c.Sign()
	}
	return n == 1
}
