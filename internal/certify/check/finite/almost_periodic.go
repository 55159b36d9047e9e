package finite

import (
	"math/big"

	"krein/ball"
	"krein/internal/certify/check/rule"
	"krein/internal/certify/check/wave"
	"krein/internal/certify/proof"
	"krein/internal/kernel/formula"
	"krein/internal/kernel/piecewise"
	"krein/kernel"
)

// almostPeriodicFiniteRules decide finite mass of formulas of waves.
var almostPeriodicFiniteRules = []*rule.Rule{
	{
		ID: "finite-mass.almost-periodic", Claim: proof.FiniteMass, Holds: false, Supposes: rule.AlmostEverywhere,
		Check: rule.Fact(checkFiniteAlmostPeriodic),
	},
	{
		ID: "finite-mass.fourier-series", Claim: proof.FiniteMass, Holds: true, Supposes: rule.Pointwise,
		Check: rule.Fact(checkFiniteFourierSeries),
	},
}

// ReturnEvidence names two points, within 2^Radius of which a formula of waves takes different values.
type ReturnEvidence struct {
	Near   rule.Rational `json:"near"`
	Far    rule.Rational `json:"far"`
	Radius int           `json:"radius"`
	Bits   rule.Bits     `json:"bits"`
}

// The phases return, all at once, as closely as wanted, at times without end and of positive density. So k comes near both
// values again and again, on intervals of the same length. For d ≥ 2 the transform of m tends to m({0}), as Λ_d(x) → 0; for
// d = 1 it is even and almost periodic up to what has mean square 0 (Wiener). Either contradicts two disjoint enclosures.
func checkFiniteAlmostPeriodic(_ *rule.Checker, g rule.Goal, ev ReturnEvidence) error {
	if err := ev.Within(g.Dim); err != nil {
		return err
	}
	return ReturnsApart(g.Kernel.Expr(), ev)
}

// Within checks bounds, and that in R^1 the points are opposite.
// In R¹ values at arbitrary points are values of cosines, which have finite mass.
func (ev *ReturnEvidence) Within(dim int) error {
	if ev.Radius < -rule.MaxEvidenceBits || ev.Radius > 0 {
		return rule.Reject("a radius of 2^%d", ev.Radius)
	}
	if sum := new(big.Rat).Add(ev.Near.Rat, ev.Far.Rat); dim < 2 && sum.Sign() != 0 {
		return rule.Reject("Λ_1 is cos, which does not decay: the points are z and −z")
	}
	return nil
}

// ReturnsApart wants a formula of waves to take different values about two points.
// Each z in the formula is enclosed for itself, by plain substitution of the interval about the point: AboutPoint contains
// the formula at all phases nearby, moved independently. That is what "return together within ε" needs; a sharper form
// of the enclosure, that uses z − z = 0, would be wrong. Outside of waves a z would not return: that is asked first.
func ReturnsApart(e *formula.Expr, ev ReturnEvidence) error {
	if _, ok := wave.Slopes(e); !ok {
		return rule.Reject("z occurs outside of sines, cosines and tangents of az + b")
	}
	u, v := wave.AboutPoint(e, ev.Near.Rat, ev.Radius, uint(ev.Bits)),
		wave.AboutPoint(e, ev.Far.Rat, ev.Radius, uint(ev.Bits))
	if u.Less(v) != ball.True && v.Less(u) != ball.True {
		return rule.OfForm("the values about %s and %s are not proved to differ", ev.Near.Rat.RatString(), ev.Far.Rat.RatString())
	}
	return nil
}

// An analytic Φ of the phases, bounded for small imaginary parts, has Fourier coefficients that decay exponentially: k is an
// absolutely convergent series of e^{iaz}, and with k even of cos az, each an atom in R¹ alone.
func checkFiniteFourierSeries(_ *rule.Checker, g rule.Goal, _ rule.None) error {
	if g.Dim > 1 {
		return rule.Reject("Λ_%d decays", g.Dim)
	}
	if err := wave.Analytic(g.Kernel.Expr()); err != nil {
		return err
	}
	return evenFormula(g.Kernel)
}

// evenFormula wants the formula of k, which has a value at every real z, to take the same at z and −z.
// The formula is that on [0,∞); the kernel is k(|x−y|), which is the series only if the series is even: sin z is not.
func evenFormula(k *kernel.Kernel) error {
	e := k.Expr()
	mirrored := formula.Substitute(e, formula.Apply(formula.OpNeg, formula.Variable()))
	if !piecewise.ProvedEqual(e, mirrored, k.Points()) {
		return rule.Incomplete("%s is the same at z and −z: not decided", e)
	}
	return nil
}
