package sphere

import (
	"math/big"

	"krein/internal/certify/check/periodic"
	"krein/internal/certify/check/rule"
	"krein/internal/certify/proof"
	"krein/internal/kernel/constant"
	"krein/internal/kernel/formula"
	"krein/kernel"
)

// chordRules wind functions of a period up to functions on the circle.
var chordRules = []*rule.Rule{{
	ID: "pd.chord", Claim: proof.PD, Holds: true, Supposes: rule.Pointwise,
	Check: rule.Reduction(chord),
}}

// chord: the map x ↦ (cos 2πx/T, sin 2πx/T) winds the line up on S¹, and two points at the distance
// |x − y| = z come to lie 2|sin(πz/T)| apart. So k(|x−y|) is f of chords, f as in InChord, for all
// distances: for z beyond T/2 by k(z+T) = k(z) and k(T−z) = k(z). A function of chords that is
// positive definite on S¹ gives one on the line. (docs/rules/pd.chord.md)
func chord(_ *rule.Checker, g rule.Goal, ev periodic.Period) ([]rule.Goal, error) {
	// On R^d, d ≥ 2, no such map keeps distances of all points apart.
	if g.Dim > 1 {
		return nil, rule.Reject("the circle is a line wound up")
	}
	f, err := InChord(g.Kernel, ev)
	return []rule.Goal{{Claim: proof.PDSphere, Holds: true, Kernel: f, Dim: 2}}, err
}

// InChord returns f, f(2 sin(πz/T)) = k(z) for 0 ≤ z ≤ T/2, of an even k of period T; sines and cosines of multiples of
// πz/T become polynomials in the distance.
func InChord(k *kernel.Kernel, p periodic.Period) (*kernel.Kernel, error) {
	period, err := p.Even(k)
	if err != nil {
		return nil, err
	}
	// θ = 2 arcsin(chord/2) is in [0,π], where z = Tθ/2π is in [0, T/2].
	c := period.Mul(periodic.PerRadian) // z = cθ
	factor, ok := c.Scale(big.NewRat(2, 1)).Expr()
	if !ok {
		return nil, rule.Incomplete("the number %s is not written as a formula", c)
	}
	// In the algebra of the sphere the variable is the chord; the distance z is what the formula's
	// variable stands for, so that it is given the value cθ = c(π/2 − A).
	a := formula.Arith[onSphere](sphereArith{k.Constants()})
	var angle onSphere // c(π/2 − A)
	angle[0], angle[4] = constPoly{c.Mul(constant.Pi()).Scale(big.NewRat(1, 2))}, constPoly{c.Neg()}
	f := k.Expr().Replace(func(e *formula.Expr) *formula.Expr {
		switch e.Op() {
		case formula.OpVar:
			half := formula.Div(formula.Variable(), formula.Int(2))
			return formula.Mul(factor, formula.Apply(formula.OpAsin, half))
		case formula.OpSin, formula.OpCos:
			// Their arguments are az + b (Period.Even), so that both sides are continuous at the ends, where they agree, too.
			if x, err := formula.Eval(e, angle, a); err == nil {
				return x.inDistance()
			}
		}
		return nil
	})
	return k.Derive(formula.Simplify(f)), nil
}
