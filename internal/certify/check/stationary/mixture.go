package stationary

import (
	"math/big"

	fourier "krein/fourier/stationary"
	"krein/internal/certify/check/rule"
	"krein/internal/certify/proof"
	"krein/internal/kernel/constant"
	"krein/internal/kernel/formula"
	"krein/kernel"
)

// mixtureRules are about completely monotone functions of negative definite ones, Gneiting's class of space–time covariances,
// and functions of positive definite kernels.
var mixtureRules = []*Rule{
	mixture("pd", PD), mixture("finite-mass", FiniteMass),
	spaceTime("pd", PD), spaceTime("finite-mass", FiniteMass),
	composition("pd", PD), composition("finite-mass", PD, FiniteMass),
}

// CompositionEvidence says which of the kernels of which a formula is a function is meant, from 1.
type CompositionEvidence struct {
	Inner int `json:"inner"`
}

// read returns e, and F(cu) as a kernel on spheres, c = e(0).
// The number counts the readings of fourier/stationary, in their order; another one is another F and e, each checked.
func (ev CompositionEvidence) read(k *fourier.Kernel) (e *fourier.Kernel, outer *kernel.Kernel, err error) {
	n := 0
	for f, e := range k.Compositions() {
		if n++; n == ev.Inner {
			outer, err = OnSpheres(f, e)
			return e, outer, err
		}
	}
	return nil, nil, rule.Reject("%s is not proved to be a function of a kernel number %d", k.Formula(), ev.Inner)
}

// OnSpheres returns F(cu), c = e(0) > 0, as a function of the distance √(2−2u).
// u = 1 − z²/2 for the distance z of points of a sphere whose inner product is u. c > 0 by proof: with c = 0 e is 0, and with
// c < 0 it is not positive definite.
func OnSpheres(f *kernel.Kernel, e *fourier.Kernel) (*kernel.Kernel, error) {
	zero := make([]*big.Rat, e.Dim())
	for i := range zero {
		zero[i] = new(big.Rat)
	}
	at := e.ValueAt(zero)
	c, err := constant.New(at)
	if err != nil {
		return nil, rule.Incomplete("%s at 0: %v", e.Formula(), err)
	}
	if sign, _ := c.Sign(); sign <= 0 { // 0 if it is not decided
		return nil, rule.Reject("%s is not known to be positive at 0", e.Formula())
	}
	u := formula.Sub(formula.Int(1), formula.Div(formula.Pow(formula.Variable(), formula.Int(2)), formula.Int(2)))
	return f.Derive(formula.Substitute(f.Expr(), formula.Identity(formula.Mul(at, u)))), nil
}

// composition is the rule about F(e), of which e has the claims needed.
// |e| ≤ e(0) = c for a positive definite e, so that x = e/c is in [−1,1]; F(cu) = Σ b_n uⁿ with b_n ≥ 0 (Christensen–Ressel 1978),
// but for masses at u = ±1, which a formula without conditions has not: it is continuous where it has values. Powers of x are
// positive definite (Schur), their measures have mass 1, and Σ b_n < ∞. The dimension of the lemma has no say: the claim is about all.
func composition(name string, needed ...proof.ID) *Rule {
	return &Rule{
		ID: "composition." + name, Claim: needed[len(needed)-1], Holds: true,
		Theorem: "Let k(Δ) = F(e(Δ)), e positive definite on R^d, c = e(0) > 0, and u ↦ F(cu), u ∈ [−1,1], positive definite " +
			"on all spheres, of a formula without conditions. Then k is positive definite. If e is the transform of a finite " +
			"measure, so is k.",
		Citation: "docs/rules/stationary/composition.md; J. P. R. Christensen, P. Ressel, Math. Ann. 243 (1978) 113–120, theorem 2",
		check: with(func(c *Checker, g Goal, ev CompositionEvidence) (goals []Goal, err error) {
			e, outer, err := ev.read(g.Kernel)
			if err != nil {
				return nil, err
			}
			for _, id := range needed {
				goals = append(goals, Goal{Claim: id, Holds: true, Kernel: e})
			}
			return goals, c.lemma(outer, g.Kernel.Dim(), proof.PDAllSpheres, true)
		}),
	}
}

// mixture is the rule about φ(γ(Δ)).
// φ(γ) = ∫ exp(−sγ) ν(ds) with a finite ν ≥ 0, as φ(0) is finite: continuity of φ at 0 is part of monotone. γ ≥ 0 and
// γ(0) = 0 are by construction of an Exponent.
func mixture(name string, id proof.ID) *Rule {
	return &Rule{
		ID: "mixture." + name, Claim: id, Holds: true,
		Theorem: "Let k(Δ) = φ(γ(Δ)) with γ ≥ 0 continuous and negative definite, γ(0) = 0, of the form in " +
			"docs/rules/stationary/mixture.md, and φ continuous and completely monotone on [0,∞). By the theorems of " +
			"Bernstein and Schoenberg k is a mixture of the positive definite kernels exp(−sγ), continuous, and by Bochner's " +
			"theorem the transform of a finite measure.",
		Citation: "docs/rules/stationary/mixture.md; I. J. Schoenberg, Ann. of Math. 39 (1938) 811–841",
		check: fact(func(c *Checker, g Goal, _ none) error {
			m, ok := g.Kernel.Mixture()
			if !ok {
				return rule.Reject("%s is not proved to be a function of a negative definite one", g.Kernel.Formula())
			}
			return monotone(c, m.Phi)
		}),
	}
}

// spaceTime is the rule about Gneiting's class.
// ψ^(−n/2) e^(−sQ/ψ) = ∫_{R^n} cos⟨w,RΔ⟩ (4πs)^(−n/2) exp(−ψ‖w‖²/(4s)) dw for s > 0 and ψ > 0; ψ = (c+γ)^p, 0 < p ≤ 1, is a Bernstein
// function of γ, hence negative definite up to its value at 0, and exp(−ψ‖w‖²/(4s)) positive definite. n is the rank of R: a
// smaller power of ψ would not do, and what is left of it is in g, which has to be completely monotone.
func spaceTime(name string, id proof.ID) *Rule {
	return &Rule{
		ID: "gneiting." + name, Claim: id, Holds: true,
		Theorem: "Let k(Δ) = φ(Q/ψ)·ψ^(−n/2)·g(γ), Q = ‖RΔ‖² of rank n, ψ = (c+γ)^p, c > 0, 0 < p ≤ 1, γ ≥ 0 " +
			"continuous and negative definite, γ(0) = 0, of the form in docs/rules/stationary/mixture.md, φ and g continuous " +
			"and completely monotone on [0,∞). Then k is positive definite and continuous, and the transform of a finite " +
			"measure.",
		Citation: "docs/rules/stationary/gneiting.md; T. Gneiting, J. Amer. Statist. Assoc. 97 (2002) 590–600, theorem 2",
		check: fact(func(c *Checker, g Goal, _ none) error {
			s, ok := g.Kernel.SpaceTime()
			if !ok {
				return rule.Reject("%s is not proved to be of Gneiting's class", g.Kernel.Formula())
			}
			return rule.First(monotone(c, s.Phi), monotone(c, s.Rest))
		}),
	}
}

// monotone wants f to be continuous on [0,∞) and completely monotone there.
// "Completely monotone" is about t > 0; φ(z²) at t = z² is φ(t). The lemma is one of R¹ because certificates have a dimension;
// the claim has none.
func monotone(c *Checker, f *kernel.Kernel) error {
	if err := c.radial.Regular(f, rule.Continuous); err != nil {
		return err
	}
	return c.lemma(ofSquare(f), 1, proof.CompletelyMonotone, true)
}
