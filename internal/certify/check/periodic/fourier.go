package periodic

import (
	"math/big"

	"krein/ball"
	"krein/internal/certify/check/rule"
	"krein/internal/certify/check/wave"
	"krein/internal/certify/proof"
	"krein/internal/kernel/eval"
	"krein/kernel"
)

// fourierRules refute positive definiteness of periodic functions.
var fourierRules = []*rule.Rule{{
	ID: "pd.negative-coefficient", Claim: proof.PD, Holds: false, Supposes: rule.Pointwise,
	Check: rule.Fact(negativeCoefficient),
}}

// FourierGrid says at how many points of a period a function of period Period is evaluated, and how precisely.
//
// Any number of points is right: the mean over few of them aliases coefficients, which are all
// nonnegative.
type FourierGrid struct {
	Period
	Points int       `json:"points"`
	Bits   rule.Bits `json:"bits"`
}

// FourierEvidence is the evidence of pd.negative-coefficient: Value encloses the mean over the grid of number N.
type FourierEvidence struct {
	FourierGrid
	N     int        `json:"n"`
	Value *ball.Real `json:"value"`
}

// maxFourierPoints bounds the points of a grid and the numbers of coefficients.
const maxFourierPoints = 4096

// FourierValues are the values of a kernel on a FourierGrid.
type FourierValues struct {
	grid   FourierGrid
	values []*ball.Real
}

// NewFourierValues evaluates a formula of waves, of which it proves the period.
//
// Values at iT/N, i < N, are those of k at the distances iT/N; nothing else is used of it.
func NewFourierValues(k *kernel.Kernel, g FourierGrid) (*FourierValues, error) {
	if g.Points < 1 || g.Points > maxFourierPoints {
		return nil, rule.Reject("%d points", g.Points)
	}
	period, err := g.translates(k)
	if err != nil {
		return nil, err
	}
	v, prec := &FourierValues{grid: g}, uint(g.Bits)
	length := period.Ball(new(ball.Real), prec)
	for i := range g.Points {
		z := new(ball.Real)
		z.Mul(length, z.SetRat(big.NewRat(int64(i), int64(g.Points)), prec), prec)
		x := wave.Substituted(k.Expr(), z, eval.RealBalls(prec))
		// z = 0 counts like any other multiple of T: the form has values k(jT) with j > 0 as well, which are k(0) as the formula has it.
		if !x.IsFinite() { // at an end of the domain of a function
			if at, ok := period.Scale(big.NewRat(int64(i), int64(g.Points))).Expr(); ok {
				if c, err := value(k, at); err == nil {
					c.Ball(x, prec)
				}
			}
		}
		v.values = append(v.values, x)
	}
	return v, nil
}

// Mean encloses (1/N) Σ_{i<N} k(iT/N) cos(2πni/N).
//
// The angle 2πni/N is reduced by the whole turns before it is enclosed.
func (v *FourierValues) Mean(n int) FourierEvidence {
	prec := uint(v.grid.Bits)
	var turn, angle, sum, t ball.Real
	turn.Pi(prec)
	turn.Mul2Exp(&turn, 1)
	for i, value := range v.values {
		// i and n are at most maxFourierPoints.
		part := big.NewRat(int64(i)*int64(n)%int64(len(v.values)), int64(len(v.values)))
		angle.Mul(&turn, t.SetRat(part, prec), prec)
		sum.FMA(value, angle.Cos(&angle, prec), &sum, prec)
	}
	return FourierEvidence{v.grid, n, sum.QuoInt64(&sum, int64(len(v.values)), prec)}
}

// negativeCoefficient: docs/rules/negative-coefficient.md. With θ = 2πn/N the form of the points
// jT/N on a line with the weights cos jθ, and with sin jθ, adds up to M k(0) + 2 Σ_{0<j<M} (M−j)
// k(jT/N) cos jθ ≥ 0, which over M² tends to the mean.
func negativeCoefficient(_ *rule.Checker, g rule.Goal, ev FourierEvidence) error {
	if ev.N < 0 || ev.N > maxFourierPoints {
		return rule.Reject("the coefficient of number %d", ev.N)
	}
	v, err := NewFourierValues(g.Kernel, ev.FourierGrid)
	if err != nil {
		return err
	}
	if err := rule.Recomputed(ev, v.Mean(ev.N)); err != nil {
		return err
	}
	return rule.Proved(ev.Value.Negative(), "the coefficient %v is not negative", ev.Value)
}
