package stationary

import (
	"math/big"

	"krein/ball"
	"krein/internal/certify/check/finite"
	"krein/internal/certify/check/normal"
	"krein/internal/certify/check/rule"
	"krein/internal/certify/proof"
	"krein/internal/kernel/formula"
	"krein/internal/kernel/piecewise"
	"krein/kernel"
)

// curvatureRules are about second derivatives of functions of the distance.
var curvatureRules = []*Rule{curvature("pd", PD), curvature("finite-mass", FiniteMass), {
	ID: "curvature.analysis", Claim: FiniteMass, Holds: true,
	Theorem: "Let k(Δ) = a(‖Δ‖) + Σ b_ij(‖Δ‖) Δ_iΔ_j, in a formula without conditions, a of finite mass on R^d, and let all z² b_ij(z) satisfy " +
		"the hypotheses of finite-mass.analysis, tend to 0 at 0 and at infinity, and be regular at infinity: no waves. Then k is the " +
		"transform of a finite measure.",
	Citation: "docs/rules/stationary/curvature.md; docs/rules/analysis.md",
	check:    fact((*Checker).secondOrder),
}}

// h = z² b_ij times Y = Δ_iΔ_j/‖Δ‖², smooth off 0 and homogeneous of degree 0: the dyadic pieces of hY at 0 and at infinity have the
// bounds of those of h, as derivatives of order j of Y are O(z^(−j)); elsewhere hY is, near each sphere, the product of a transform
// of a finite measure and of a smooth function with compact support (docs/rules/stationary/curvature.md). A limit of h other than 0
// would leave c·Y, which is the transform of no finite measure, at either end.
func (c *Checker) secondOrder(g Goal, _ none) error {
	radial, forms, ok := g.Kernel.SecondOrder()
	if !ok {
		return rule.Reject("%s is not proved to be a polynomial of degree two in the coordinates", g.Kernel.Formula())
	}
	if err := c.lemma(radial, g.Kernel.Dim(), proof.FiniteMass, true); err != nil {
		return err
	}
	for _, b := range forms {
		h := radial.Derive(formula.Identity(formula.Mul(formula.Pow(formula.Variable(), formula.Int(2)), b)))
		if err := c.radial.Regular(h, rule.Continuous); err != nil {
			return err
		}
		if err := finite.Analyse(c.radial, h, g.Kernel.Dim()); err != nil {
			return err
		}
		start, err := limitOf(h, piecewise.Origin(), true)
		if err != nil {
			return err
		}
		inf := c.radial.AtInfinity(h)
		switch {
		case !inf.Regular && !inf.Negligible: // waves, and what is not known
			return rule.Incomplete("%s is not proved to be regular at infinity", h)
		case start.IsZero() != ball.True || inf.Limit.IsZero() != ball.True:
			return rule.Reject("%s is not proved to tend to 0 at 0 and at infinity", h)
		}
	}
	return nil
}

// CurvatureEvidence names k = Rest(‖Δ‖) − Σ ∂_v² f(‖Δ‖).
// Directions are rational, so that all coefficients 2‖v‖², 4v_iv_j are: the identity with k is one
// of normal forms.
type CurvatureEvidence struct {
	Rest string          `json:"rest,omitempty"` // "" is 0
	Of   []CurvatureTerm `json:"of"`
}

// CurvatureTerm is −∂_v² f, for each direction v.
type CurvatureTerm struct {
	Function   string            `json:"function"`        // f, in the distance
	Order      int               `json:"order,omitempty"` // 1: f is conditionally positive definite of order 1
	Directions [][]rule.Rational `json:"directions"`
}

// maxCurvature bounds the terms, and the directions of each.
const maxCurvature = 64

// curvature is the rule about sums of a function of the distance and of second derivatives of others.
// L_h = (2f − f(·+hv) − f(·−hv))/h² is the transform of (2 − 2cos h⟨v,ω⟩)/h²·m ≥ 0 and tends to −∂_v² f off 0; at 0 it tends to
// −2‖v‖² f_t(0+). By Fatou ∫⟨v,ω⟩² m(dω) is at most that limit, so that −∂_v² f is the transform of a finite measure
// (docs/rules/stationary/curvature.md). Without a limit of f_t at 0 that integral may be infinite: exp(−|x|)″ has a δ in it.
func curvature(name string, id proof.ID) *Rule {
	return &Rule{
		ID: "curvature." + name, Claim: id, Holds: true,
		Theorem: "Let k(Δ) = g(‖Δ‖) − Σ ∂_v² f(‖Δ‖), v in R^d, finitely many terms, g and all f positive definite on R^d and " +
			"continuous, an f possibly conditionally so of order 1, f(√t) continuously differentiable on [0,∞) and analytic on (0,∞), in a formula without conditions. " +
			"Then k is positive definite and the transform of a finite measure.",
		Citation: "docs/rules/stationary/curvature.md; H. Wendland, Scattered Data Approximation (2005), theorem 6.2",
		check: fact(func(c *Checker, g Goal, ev CurvatureEvidence) error {
			return c.curvature(g, ev)
		}),
	}
}

// The identity that is checked, with t = ‖Δ‖²: −∂_v² f = −2‖v‖² f_t − 4⟨v,Δ⟩² f_tt, f_t and f_tt functions of the distance.
// So b_ij + Σ 4 v_i v_j f_tt = 0, twice that for i < j, as Δ_iΔ_j stands for both orders; and a + Σ 2‖v‖² f_t = g. Each is
// an equality of normal forms on z > 0; that k has no conditions makes it k at 0, too. b_ij that the formula lacks
// are added as 0 and have to cancel, so that a direction too many is found.
func (c *Checker) curvature(g Goal, ev CurvatureEvidence) error {
	radial, forms, ok := g.Kernel.SecondOrder()
	if !ok {
		return rule.Reject("%s is not proved to be a polynomial of degree two in the coordinates", g.Kernel.Formula())
	}
	if len(ev.Of) == 0 || len(ev.Of) > maxCurvature {
		return rule.Reject("%d functions", len(ev.Of))
	}
	dim := g.Kernel.Dim()
	rest := radial.Expr()
	for _, term := range ev.Of {
		f, err := c.positiveDefinite(term.Function, term.Order, dim, radial.Points())
		if err != nil {
			return err
		}
		// A normal form is one of a function that is analytic for z > 0.
		first, err := normal.DerivativeT(f.Expr()) // f_t: −∂_v² f = −2‖v‖² f_t − 4⟨v,Δ⟩² f_tt
		if err != nil {
			return err
		}
		second, err := normal.DerivativeT(first)
		if err != nil {
			return err
		}
		// f_t(0+) is finite: f(√t) is continuously differentiable on [0,∞).
		if _, err := normal.LimitAtZero(first); err != nil {
			return err
		}
		if len(term.Directions) > maxCurvature {
			return rule.Reject("%d directions", len(term.Directions))
		}
		for _, v := range term.Directions {
			if len(v) != dim {
				return rule.Reject("a direction in R^%d", len(v))
			}
			for i := range v {
				rest = plus(rest, new(big.Rat).Mul(big.NewRat(2, 1), new(big.Rat).Mul(v[i].Rat, v[i].Rat)), first)
				for j := i; j < dim; j++ {
					by := new(big.Rat).Mul(v[i].Rat, v[j].Rat)
					by.Mul(by, big.NewRat(4, 1))
					if i != j {
						by.Add(by, by)
					}
					if by.Sign() != 0 {
						forms[[2]int{i, j}] = plus(forms[[2]int{i, j}], by, second)
					}
				}
			}
		}
	}
	for _, e := range forms {
		if err := normal.Same(e, formula.Int(0)); err != nil {
			return err
		}
	}
	if ev.Rest == "" {
		return normal.Same(rest, formula.Int(0))
	}
	other, err := c.positiveDefinite(ev.Rest, 0, dim, radial.Points())
	if err != nil {
		return err
	}
	return normal.Same(rest, other.Expr())
}

// positiveDefinite reads a function of the distance without conditions that is continuous and positive definite, or is a
// constant less a Bernstein function of z² if the order is 1.
// The text has to be the one that is printed, so that the lemma found under it is about this function. Order 1 is accepted by
// one rule only, because the representation with a‖Δ‖² and a Lévy measure (von Neumann–Schoenberg 1941) is of order 1.
func (c *Checker) positiveDefinite(text string, order, dim int, points piecewise.Points) (*kernel.Kernel, error) {
	f, err := kernel.Read(text)
	if err != nil {
		return nil, rule.Reject("%s: %v", text, err)
	}
	if f.Formula() != text || piecewise.Branches(f.Expr()) {
		return nil, rule.Reject("%s is written in another way, or has conditions", text)
	}
	f = f.CutAt(points)
	if err := c.radial.Regular(f, rule.Continuous); err != nil {
		return nil, err
	}
	switch order {
	case 0:
		return f, c.lemma(f, dim, proof.PD, true)
	case 1:
		return f, c.lemma(f, dim, proof.ConditionallyPD, true, "conditionally-pd.bernstein")
	}
	return nil, rule.Reject("order %d", order)
}

// plus is e + c·f, e nil being 0.
// With exact rationals: a rounded direction would be another identity.
func plus(e *formula.Expr, c *big.Rat, f *formula.Expr) *formula.Expr {
	f = formula.Identity(formula.Mul(formula.Rational(c), f))
	if e == nil {
		return f
	}
	return formula.Identity(formula.Add(e, f))
}
