package periodic

import (
	"math/big"

	"krein/ball"
	"krein/certify/check/pd"
	"krein/certify/check/rule"
	"krein/certify/check/shape"
	"krein/certify/check/wave"
	"krein/certify/proof"
	"krein/kernel"
	"krein/kernel/constant"
	"krein/kernel/eval"
	"krein/kernel/formula"
)

// fourierRules decide positive definiteness of periodic functions.
var fourierRules = []*rule.Rule{{
	ID: "pd.negative-coefficient", Claim: proof.PD, Holds: false, Supposes: rule.Pointwise,
	Theorem:  "If k is positive definite on some R^d and has period T, Σ_{i<N} k(iT/N) cos(2πni/N) ≥ 0 for all n and N: the Fourier coefficients of the sequence k(iT/N).",
	Citation: "docs/rules/pd.negative-coefficient.md; G. Herglotz, Über Potenzreihen mit positivem, reellen Teil im Einheitskreis (1911)",
	Check:    rule.Fact(negativeCoefficient),
}, {
	ID: "pd.coefficients", Claim: proof.PD, Holds: true, Supposes: rule.Continuous,
	Theorem: "Let d = 1, k of period T, and k = g + h with a positive definite g and a sum h of cosines of frequencies 2πn/T. If the coefficients (1/T) ∫_0^T k(z) cos(2πnz/T) dz of k for these n " +
		"are nonnegative, k is positive definite: its other coefficients are those of g. For k holomorphic with |k| ≤ B on |Im z| ≤ h the trapezoidal rule with N points has an error of at most 2B cosh(2πnh/T)/(e^{2πNh/T} − 1).",
	Citation: "docs/rules/pd.coefficients.md; G. Herglotz (1911); L. N. Trefethen, J. A. C. Weideman, The exponentially convergent trapezoidal rule (2014), theorem 3.2",
	Check:    rule.Reduction(coefficients),
}}

// FourierGrid says at how many points of a period a function of period Period is evaluated, and how precisely.
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

// maxFourierPoints bounds the points of a grid, its panels, and the numbers of coefficients.
const maxFourierPoints = 4096

// FourierValues are the values of a kernel on a FourierGrid.
type FourierValues struct {
	grid   FourierGrid
	period constant.Value
	length *ball.Real // of the period
	values []*ball.Real
}

// NewFourierValues evaluates a formula of waves, of which it proves the period.
func NewFourierValues(k *kernel.Kernel, g FourierGrid) (*FourierValues, error) {
	if g.Points < 1 || g.Points > maxFourierPoints {
		return nil, rule.Reject("%d points", g.Points)
	}
	period, err := g.Translates(k)
	if err != nil {
		return nil, err
	}
	v := &FourierValues{grid: g, period: period, length: period.Ball(new(ball.Real), uint(g.Bits))}
	for i := range g.Points {
		x := wave.Substituted(k.Expr(), v.part(i, g.Points), eval.RealBalls(uint(g.Bits)))
		if !x.IsFinite() { // at an end of the domain of a function
			if at, ok := period.Scale(big.NewRat(int64(i), int64(g.Points))).Expr(); ok {
				if c, err := value(k, at); err == nil {
					c.Ball(x, uint(g.Bits))
				}
			}
		}
		v.values = append(v.values, x)
	}
	return v, nil
}

// part encloses iT/n.
func (v *FourierValues) part(i, n int) *ball.Real {
	t, prec := new(ball.Real), uint(v.grid.Bits)
	return t.Mul(v.length, t.SetRat(big.NewRat(int64(i), int64(n)), prec), prec)
}

// Mean encloses (1/N) Σ_{i<N} k(iT/N) cos(2πni/N).
func (v *FourierValues) Mean(n int) FourierEvidence {
	prec := uint(v.grid.Bits)
	var turn, angle, sum, t ball.Real
	turn.Pi(prec)
	turn.Mul2Exp(&turn, 1)
	for i, value := range v.values {
		part := big.NewRat(int64(i)*int64(n)%int64(len(v.values)), int64(len(v.values)))
		angle.Mul(&turn, t.SetRat(part, prec), prec)
		sum.FMA(value, angle.Cos(&angle, prec), &sum, prec)
	}
	return FourierEvidence{v.grid, n, sum.QuoInt64(&sum, int64(len(v.values)), prec)}
}

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

// FourierStrip is a grid, and a strip about the real line for a bound: Panels boxes cover |Im z| ≤ Period/2^Depth.
type FourierStrip struct {
	FourierGrid
	Depth  int `json:"depth"`
	Panels int `json:"panels"`
}

// maxFourierDepth bounds how narrow a strip is.
const maxFourierDepth = 24

// Coefficients returns a function that encloses (1/T) ∫_0^T k(z) cos(2πnz/T) dz.
func (s FourierStrip) Coefficients(k *kernel.Kernel) (func(n int) *ball.Real, *FourierValues, error) {
	if s.Panels < 1 || s.Panels > maxFourierPoints || s.Depth < 0 || s.Depth > maxFourierDepth {
		return nil, nil, rule.Reject("%d panels, a depth of %d", s.Panels, s.Depth)
	}
	v, err := NewFourierValues(k, s.FourierGrid)
	if err != nil {
		return nil, nil, err
	}
	prec := uint(s.Bits)
	var bound ball.Mag // of |k| on the strip
	for j := range s.Panels {
		var box ball.Complex
		box.Re.Hull(v.part(j, s.Panels), v.part(j+1, s.Panels), prec)
		box.Im.AddRad(v.length.MagUpper().Mul2Exp(int64(-s.Depth)))
		f := wave.Substituted(k.Expr(), &box, eval.ComplexBalls(prec))
		if !f.IsFinite() {
			return nil, nil, rule.Incomplete("k is not seen to be holomorphic and bounded for |Im z| ≤ T/2^%d", s.Depth)
		}
		bound = bound.Max(f.Re.MagUpper().Add(f.Im.MagUpper()))
	}
	return func(n int) *ball.Real {
		// 2B cosh(2πn 2^−depth)/(exp(2πN 2^−depth) − 1)
		var turn, rest, top ball.Real
		turn.Pi(prec)
		turn.Mul2Exp(&turn, int64(1-s.Depth))
		rest.MulInt64(&turn, int64(s.Points), prec)
		rest.Expm1(&rest, prec)
		top.MulInt64(&turn, int64(n), prec)
		top.Cosh(&top, prec)
		rest.Quo(&top, &rest, prec)
		return v.Mean(n).Value.AddRad(rest.MagUpper().Mul(bound).Mul2Exp(1))
	}, v, nil
}

// CoefficientsEvidence is the evidence of pd.coefficients: the summands of g, and, if there are some that vary, those of h.
type CoefficientsEvidence struct {
	FourierStrip
	pd.SumEvidence
}

func coefficients(_ *rule.Checker, g rule.Goal, ev CoefficientsEvidence) ([]rule.Goal, error) {
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
	coefficient, v, err := ev.Coefficients(k)
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
		c := coefficient(int(n.Num().Int64()))
		if err := rule.Proved(c.Negative().Not(), "the coefficient %v of number %s is nonnegative", c, n.RatString()); err != nil {
			return nil, err
		}
	}
	return parts[0], nil
}
