package pd

import (
	"math/big"

	"krein/ball"
	"krein/certify/check/rule"
	"krein/certify/check/shape"
	"krein/certify/check/wave"
	"krein/certify/proof"
	"krein/kernel"
	"krein/kernel/constant"
	"krein/kernel/eval"
	"krein/kernel/formula"
)

// pdFourierRules decide positive definiteness of periodic functions.
var pdFourierRules = []*rule.Rule{{
	ID: "pd.negative-coefficient", Claim: proof.PD, Holds: false, Supposes: rule.Pointwise,
	Theorem: "If k is positive definite on some R^d and has period T, its coefficients (1/T) ∫_0^T k(z) cos(2πnz/T) dz are nonnegative. For k holomorphic with |k| ≤ B on |Im z| ≤ h the " +
		"trapezoidal rule with N points has an error of at most 2B cosh(2πnh/T)/(e^{2πNh/T} − 1).",
	Citation: "docs/rules/pd.negative-harmonic.md; L. N. Trefethen, J. A. C. Weideman, The exponentially convergent trapezoidal rule (2014), theorem 3.2",
	Check:    rule.Fact(pdNegativeCoefficient),
}, {
	ID: "pd.coefficients", Claim: proof.PD, Holds: true, Supposes: rule.Continuous,
	Theorem: "Let d = 1, k of period T, and k = g + h with a positive definite g and a sum h of cosines of frequencies 2πn/T. If the coefficients (1/T) ∫_0^T k(z) cos(2πnz/T) dz of k for these n " +
		"are nonnegative, k is positive definite: its other coefficients are those of g.",
	Citation: "docs/rules/pd.coefficients.md; G. Herglotz, Über Potenzreihen mit positivem, reellen Teil im Einheitskreis (1911)",
	Check:    rule.Reduction(pdCoefficients),
}}

// FourierGrid says where a function of period Period is evaluated: at Points points of a period, and for a bound on Panels boxes that cover |Im z| ≤ Period/2^Depth.
type FourierGrid struct {
	Period string    `json:"period"`
	Points int       `json:"points"`
	Depth  int       `json:"depth"`
	Panels int       `json:"panels"`
	Bits   rule.Bits `json:"bits"`
}

// FourierEvidence is the evidence of pd.negative-coefficient: Value encloses the coefficient of number N.
type FourierEvidence struct {
	FourierGrid
	N     int        `json:"n"`
	Value *ball.Real `json:"value"`
}

// Limits of a FourierGrid.
const (
	maxFourierPoints = 4096
	maxFourierDepth  = 24
)

// FourierValues are the values of a kernel on a FourierGrid.
type FourierValues struct {
	grid   FourierGrid
	period constant.Value
	values []*ball.Real
	bound  ball.Mag // of |k| on the strip
}

// NewFourierValues evaluates a formula of waves, of which it proves the period.
func NewFourierValues(k *kernel.Kernel, g FourierGrid) (*FourierValues, error) {
	if g.Points < 1 || g.Points > maxFourierPoints || g.Panels < 1 || g.Panels > maxFourierPoints || g.Depth < 0 || g.Depth > maxFourierDepth {
		return nil, rule.Reject("%d points, %d panels, a depth of %d", g.Points, g.Panels, g.Depth)
	}
	period, err := rule.PositiveConstant(g.Period)
	if err != nil {
		return nil, err
	}
	e := k.Expr()
	slopes, ok := wave.Slopes(e)
	if !ok {
		return nil, rule.Reject("z occurs outside of sines, cosines and tangents of az + b")
	}
	for _, a := range slopes {
		if turns, ok := Turns(a, period); !ok || !turns.IsInt() {
			return nil, rule.Reject("cos(%s z) is not seen to have the period %s", a, period)
		}
	}
	prec := uint(g.Bits)
	v := &FourierValues{grid: g, period: period}
	t := period.Ball(new(ball.Real), prec)
	part := func(p *big.Rat) *ball.Real { return new(ball.Real).Mul(t, new(ball.Real).SetRat(p, prec), prec) }
	for j := range g.Panels {
		var box ball.Complex
		box.Re.Hull(part(big.NewRat(int64(j), int64(g.Panels))), part(big.NewRat(int64(j)+1, int64(g.Panels))), prec)
		box.Im.AddRad(t.MagUpper().Mul2Exp(int64(-g.Depth)))
		f := wave.Substituted(e, &box, eval.ComplexBalls(prec, true))
		if !f.IsFinite() {
			return nil, rule.Incomplete("k is not seen to be holomorphic and bounded for |Im z| ≤ T/2^%d", g.Depth)
		}
		v.bound = v.bound.Max(f.Re.MagUpper().Add(f.Im.MagUpper()))
	}
	for i := range g.Points {
		v.values = append(v.values, wave.Substituted(e, part(big.NewRat(int64(i), int64(g.Points))), eval.RealBalls(prec)))
	}
	return v, nil
}

// Coefficient encloses (1/T) ∫_0^T k(z) cos(2πnz/T) dz.
func (v *FourierValues) Coefficient(n int) FourierEvidence {
	prec := uint(v.grid.Bits)
	var turn, angle, sum, t ball.Real
	turn.Pi(prec)
	turn.Mul2Exp(&turn, 1)
	for i, value := range v.values {
		part := big.NewRat(int64(i)*int64(n)%int64(len(v.values)), int64(len(v.values)))
		angle.Mul(&turn, t.SetRat(part, prec), prec)
		sum.FMA(value, angle.Cos(&angle, prec), &sum, prec)
	}
	sum.QuoInt64(&sum, int64(len(v.values)), prec)
	// 2B cosh(2πn 2^−depth)/(exp(2πN 2^−depth) − 1)
	var rest, top ball.Real
	rest.MulInt64(&turn, int64(len(v.values)), prec)
	rest.Mul2Exp(&rest, int64(-v.grid.Depth))
	rest.Expm1(&rest, prec)
	top.MulInt64(&turn, int64(n), prec)
	top.Mul2Exp(&top, int64(-v.grid.Depth))
	top.Cosh(&top, prec)
	rest.Quo(&top, &rest, prec)
	sum.AddRad(rest.MagUpper().Mul(v.bound).Mul2Exp(1))
	return FourierEvidence{v.grid, n, &sum}
}

// perRadian is 1/2π.
var perRadian = func() constant.Value {
	c, err := constant.New(formula.Apply(formula.OpDiv, formula.Frac(1, 2), formula.Pi()))
	if err != nil {
		panic(err)
	}
	return c
}()

// Turns returns aT/2π if that is a rational by its normal form.
func Turns(a, period constant.Value) (*big.Rat, bool) { return a.Mul(period).Mul(perRadian).Rat() }

func pdNegativeCoefficient(_ *rule.Checker, g rule.Goal, ev FourierEvidence) error {
	if ev.N < 0 || ev.N > maxFourierPoints {
		return rule.Reject("the coefficient of number %d", ev.N)
	}
	v, err := NewFourierValues(g.Kernel, ev.FourierGrid)
	if err != nil {
		return err
	}
	if err := rule.Recomputed(ev, v.Coefficient(ev.N)); err != nil {
		return err
	}
	return rule.Proved(ev.Value.Negative(), "the coefficient %v is not negative", ev.Value)
}

// CoefficientsEvidence is the evidence of pd.coefficients: the summands of g, and, if there are some that vary, those of h.
type CoefficientsEvidence struct {
	FourierGrid
	SumEvidence
}

func pdCoefficients(_ *rule.Checker, g rule.Goal, ev CoefficientsEvidence) ([]rule.Goal, error) {
	if g.Dim > 1 {
		return nil, rule.Reject("a cosine is positive definite on R^1 only")
	}
	inner, err := ev.Positive(g.Kernel)
	if err != nil {
		return nil, err
	}
	return g.Needs(proof.PD, inner), nil // formulas of waves have no values of their own
}

// Positive returns g, after checking the coefficients of k at the frequencies of h.
func (ev CoefficientsEvidence) Positive(k *kernel.Kernel) (*kernel.Kernel, error) {
	parts, rest, err := ev.Split(shape.ShapeOf(k))
	if err != nil {
		return nil, err
	}
	if rest == nil {
		rest = formula.Int(0)
	}
	switch len(parts) {
	case 1:
	case 2:
		rest = formula.Apply(formula.OpAdd, parts[1].Expr(), rest)
	default:
		return nil, rule.Reject("%d groups", len(parts))
	}
	h, ok := wave.Harmonics(rest, k.Meter())
	if !ok {
		return nil, rule.Reject("%s is not seen to be a finite sum of waves", rest)
	}
	v, err := NewFourierValues(k, ev.FourierGrid)
	if err != nil {
		return nil, err
	}
	for _, x := range h {
		n, ok := Turns(x.Freq, v.period)
		if !ok || n.Num().CmpAbs(big.NewInt(maxFourierPoints)) > 0 {
			return nil, rule.Reject("the frequency %s is not 2πn/T with n up to %d", x.Freq, maxFourierPoints)
		}
		if err := rule.Proved(x.Sin.IsZero(), "the coefficient %s of sin(%s z) is zero", x.Sin, x.Freq); err != nil {
			return nil, err
		}
		c := v.Coefficient(int(n.Num().Int64())).Value
		if err := rule.Proved(c.Negative().Not(), "the coefficient %v of number %s is nonnegative", c, n.RatString()); err != nil {
			return nil, err
		}
	}
	return parts[0], nil
}
