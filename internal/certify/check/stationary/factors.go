package stationary

import (
	"errors"
	"slices"

	fourier "krein/fourier/stationary"
	"krein/internal/certify/check/rule"
	"krein/internal/certify/proof"
	"krein/internal/kernel/formula"
	"krein/kernel"
)

// classRules are about kernels that are functions of the distance alone.
var classRules = []*Rule{
	radialRule("finite-mass", FiniteMass, true), radialRule("not-finite-mass", FiniteMass, false),
	radialRule("pd", PD, true), radialRule("not-pd", PD, false),
	radialRule("conditionally-pd", ConditionallyPD, true), radialRule("not-conditionally-pd", ConditionallyPD, false),
	radialRule("decomposition", PositiveDecomposition, true),
	radialRule("not-decomposition", PositiveDecomposition, false),
}

// radialRule takes a claim about a radial kernel from its certificate.
// Radial is an identity of functions off 0, and at 0 by the value or limit of the formula; R^d is the same on both sides.
func radialRule(name string, id proof.ID, holds bool) *Rule {
	return &Rule{
		ID: "radial." + name, Claim: id, Holds: holds,
		Theorem:  "Let k(Δ) = f(‖Δ‖) by the identities of docs/stationary.md. What is proved of f in R^d holds for k.",
		Citation: "docs/rules/stationary/radial.md",
		check: fact(func(c *Checker, g Goal, _ none) error {
			f, ok := g.Kernel.Radial()
			if !ok {
				return rule.Reject("%s is not proved to be a function of the distance alone", g.Kernel.Formula())
			}
			return c.lemma(f, g.Kernel.Dim(), id, holds)
		}),
	}
}

// factorRules are about sums of products over orthogonal subspaces.
var factorRules = []*Rule{
	{
		// Each different factor is proved once: μ_tb depends on the factor alone. The odd part of a factor is a premise, in the order
		// of Factors, because radial lemmas speak of even functions.
		ID: "factors.finite-mass", Claim: FiniteMass, Holds: true,
		Theorem: "Let k(Δ) = Σ c·Π_b f_b((MΔ)_b) over orthogonal subspaces, M an invertible matrix, every f_b the " +
			"transform of a complex measure μ_b of finite mass: the even part of f_b proved so as a radial kernel on its " +
			"subspace, the odd part, on a line, by the premise. Then k is the transform of the image of Σ c·⊗ μ_b under " +
			"Mᵀ, which has finite mass.",
		Citation: "docs/rules/stationary/factors.md; W. Rudin, Fourier Analysis on Groups (1962), theorem 1.3.1",
		check: with(func(c *Checker, g Goal, _ none) ([]Goal, error) {
			t, err := tensor(g)
			if err != nil {
				return nil, err
			}
			var goals []Goal
			for _, f := range Factors(t) {
				if f.Even != nil {
					if err := c.lemma(f.Even, f.Dim, proof.FiniteMass, true); err != nil {
						return nil, err
					}
				}
				if f.Odd != nil {
					goals = append(goals, Goal{Claim: oddFinite, Holds: true, Odd: f.Odd})
				}
			}
			return goals, nil
		}),
	},
	{
		ID: "factors.pd", Claim: PD, Holds: true,
		Theorem: "Let k(Δ) = Σ c·Π_b f_b((MΔ)_b) over orthogonal subspaces, M an invertible matrix, with even f_b, for " +
			"each of which f_b, or −f_b where the evidence says so, is proved to be positive definite as a radial kernel on " +
			"its subspace, and in every product let the sign of c times those of the −f_b be +. Then k is positive definite " +
			"on R^d: ±f_b((MΔ)_b) are, and products and sums of positive definite kernels are.",
		Citation: "docs/rules/stationary/factors.md; I. Schur, J. reine angew. Math. 140 (1911)",
		check:    fact(checkFactorsPD),
	},
	{
		// The symmetric part under Δ → −Δ: a product with one odd part o contributes Π e_b; two odd parts would contribute o·o′, of
		// which nothing is known. If the factor with the odd part has no even one, nothing is left of the product.
		ID: "factors.decomposition", Claim: PositiveDecomposition, Holds: true,
		Theorem: "Let k(Δ) = Σ c·Π_b f_b((MΔ)_b) over orthogonal subspaces, M an invertible matrix, in every product at " +
			"most one factor with an odd part, and all even parts proved to be differences of positive definite kernels on " +
			"their subspaces. The symmetric part of k is the sum of the products of the even parts, and so a difference of " +
			"positive definite kernels.",
		Citation: "docs/rules/stationary/factors.md",
		check: fact(func(c *Checker, g Goal, _ none) error {
			t, err := tensor(g)
			if err != nil {
				return err
			}
			for _, term := range t.Terms {
				odd, vanishes := 0, false
				for _, f := range term.Factors {
					if f.Odd != nil {
						odd++
						vanishes = vanishes || f.Even == nil
					}
				}
				if odd > 1 {
					return rule.Incomplete("a product has %d factors with odd parts", odd)
				}
				for _, f := range term.Factors {
					if f.Even == nil || vanishes { // the product has no symmetric part
						continue
					}
					if err := c.lemma(f.Even, f.Dim, proof.PositiveDecomposition, true); err != nil {
						return err
					}
				}
			}
			return nil
		}),
	},
	{
		// k is real, so that μ(−A) is the conjugate of μ(A), and the symmetric part is the transform of Re μ.
		ID: "decomposition.finite-mass", Claim: PositiveDecomposition, Holds: true,
		Theorem: "The symmetric part of the transform of a complex measure of finite mass is that of its real part, a " +
			"finite signed measure, whose Jordan parts are finite and positive.",
		Citation: "docs/rules/stationary/decomposition.md; W. Rudin, Fourier Analysis on Groups (1962), section 1.4",
		check:    implied(FiniteMass),
	},
}

// SignsEvidence says which of the different factors, in their order, are negatives of positive definite ones.
// A number that names no factor changes nothing.
type SignsEvidence struct {
	Negative []int `json:"negative,omitempty"`
}

// Σ c_t Π ±f: Schur's theorem for the products, and a sum of nonnegative multiples. Without an even f the matrix of a factor
// is not symmetric, and Schur's theorem is about symmetric ones. The sign of c is proved; 0 is allowed.
func checkFactorsPD(c *Checker, g Goal, ev SignsEvidence) error {
	t, err := tensor(g)
	if err != nil {
		return err
	}
	negative := map[*fourier.Factor]bool{}
	for n, f := range Factors(t) {
		even := f.Even
		if f.Odd != nil {
			return rule.Reject("a factor has an odd part, sgn(s)·o(|s|) with o(z) = %s", f.Odd)
		}
		if slices.Contains(ev.Negative, n) {
			negative[f] = true
			even = Negative(even)
		}
		if err := c.lemma(even, f.Dim, proof.PD, true); err != nil {
			return err
		}
	}
	for _, term := range t.Terms {
		sign, err := rule.ConstantSign(term.Coef)
		if err != nil {
			return err
		}
		for _, f := range term.Factors {
			if negative[f] {
				sign = -sign
			}
		}
		if sign < 0 {
			return rule.Reject("the sign of a product with the constant %s is negative", term.Coef)
		}
	}
	return nil
}

// Negative returns −f.
func Negative(f *kernel.Kernel) *kernel.Kernel {
	return f.Derive(formula.Identity(formula.Neg(f.Expr())))
}

// tensor returns the kernel of a goal as a sum of products.
// That the formula is the sum of products is derived in fourier/stationary by identities, within a budget; the error says
// only that it is not found to be one.
func tensor(g Goal) (*fourier.Tensor, error) {
	t, err := g.Kernel.Tensor()
	if err != nil {
		return nil, rule.Reject("%v", err)
	}
	return t, nil
}

// Factors returns the different factors in their order; one in several places is one.
// One pointer is one factor, wherever it occurs: proved once.
func Factors(t *fourier.Tensor) []*fourier.Factor {
	seen := map[*fourier.Factor]bool{}
	var out []*fourier.Factor
	for _, term := range t.Terms {
		for _, f := range term.Factors {
			if !seen[f] {
				seen[f] = true
				out = append(out, f)
			}
		}
	}
	return out
}

// Odds returns the odd parts of which factors.finite-mass has premises, in their order.
func Odds(t *fourier.Tensor) []*kernel.Kernel {
	var out []*kernel.Kernel
	for _, f := range Factors(t) {
		if f.Odd != nil {
			out = append(out, f.Odd)
		}
	}
	return out
}

// algebraRules are about sums and products as a formula says them.
var algebraRules = []*Rule{
	algebra("sum", "finite-mass", FiniteMass, summands),
	algebra("sum", "pd", PD, summands),
	algebra("sum", "conditionally-pd", ConditionallyPD, summands),
	algebra("sum", "decomposition", PositiveDecomposition, summands),
	algebra("product", "finite-mass", FiniteMass, SplitEvidence.Factors),
	algebra("product", "pd", PD, SplitEvidence.Factors),
}

func summands(_ none, k *fourier.Kernel) ([]*fourier.Kernel, error) { return k.Summands() }

// SplitEvidence says which of the products that a formula says is meant: the one with a part for each line and each
// quadratic form (0), or one of the ways to divide the factors between two parts, from 1.
// The ways are those that the formula has, in their order; the number alone is evidence.
type SplitEvidence struct {
	Split int `json:"split,omitempty"`
}

// Factors returns the parts of that product.
func (ev SplitEvidence) Factors(k *fourier.Kernel) ([]*fourier.Kernel, error) {
	if ev.Split == 0 {
		return k.Product()
	}
	ways := k.Splits()
	if ev.Split < 0 || ev.Split > len(ways) {
		return nil, rule.Reject("way %d of %d to divide the factors of %s between two kernels", ev.Split, len(ways), k.Formula())
	}
	return ways[ev.Split-1], nil
}

// algebra is the rule that a claim holds of a sum or product if it holds of the parts.
// The parts are read off the tree of the formula as summands or factors. They are kernels in the same variables, and their
// claims are about R^d; a constant factor is with the first part.
func algebra[E any](op, name string, id proof.ID, parts func(E, *fourier.Kernel) ([]*fourier.Kernel, error)) *Rule {
	return &Rule{
		ID: op + "." + name, Claim: id, Holds: true,
		Theorem: "Finite complex measures are an algebra with convolution; sums and products of positive definite kernels " +
			"are positive definite, sums of conditionally positive definite ones are, of the largest of the orders, and sums of " +
			"differences of positive definite kernels are such differences: the claim holds of the " + op +
			" if it holds of every part.",
		Citation: "docs/rules/stationary/" + op + ".md; W. Rudin, Fourier Analysis on Groups (1962), theorem 1.3.1",
		check: with(func(_ *Checker, g Goal, ev E) ([]Goal, error) {
			list, err := parts(ev, g.Kernel)
			if rejected := (*rule.RejectedError)(nil); errors.As(err, &rejected) {
				return nil, err
			}
			if err != nil {
				return nil, rule.Incomplete("%v", err)
			}
			if len(list) < 2 {
				return nil, rule.Reject("%s is no %s", g.Kernel.Formula(), op)
			}
			var goals []Goal
			for _, p := range list {
				goals = append(goals, Goal{Claim: id, Holds: true, Kernel: p})
			}
			return goals, nil
		}),
	}
}
