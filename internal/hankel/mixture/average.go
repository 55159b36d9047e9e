package mixture

import (
	"fmt"
	"math"
	"math/big"

	"krein/internal/elem64"
	"krein/internal/kernel/formula"
	"krein/internal/quad/gauss"
)

// Average is the law of U^{1/Power} S with a uniform U and S of the law Of:
//
//	φ(x) = p x^{−p} ∫_0^x ψ(y) y^{p−1} dy,  ψ = φ + xφ'/p,
//
// as (1 − e^{−x})/x is for ψ = e^{−x} and log(1+x)/x for ψ = 1/(1+x), p = 1.
type Average struct {
	Power float64
	Of    *Law
}

// Kernel returns ∫_0^∞ ψ(z² e^{−t/p}) e^{−t} dt, by Gauss-Legendre rules; beyond t = 48 the rest is below 1e-20.
func (l *Average) Kernel(z float64) float64 {
	const end, panels = 48, 48
	x, w := gauss.Legendre(16)
	sum := 0.0
	for i := range panels {
		for j := range x {
			h := end / 2. / panels
			t := h * (float64(2*i+1) + x[j])
			sum += h * w[j] * math.Exp(-t) * l.Of.Kernel(z*math.Exp(-t/(2*l.Power)))
		}
	}
	return sum
}

// Sample draws log S.
func (l *Average) Sample(rnd Source) float64 {
	return elem64.Log(open(rnd))/l.Power + l.Of.Sample(rnd)
}

// Check returns an error if l is out of range.
func (l *Average) Check() error {
	if l.Of == nil || !(l.Power > 0 && l.Power <= mostAverage) {
		return fmt.Errorf("mixture: an average of power %g", l.Power)
	}
	return nil
}

const mostAverage = 4

// average recognises c A(z)/z^{2p}, A(0) = 0, by ψ = A'(z) z^{1−2p}/(2p): what is averaged.
func average(e *formula.Expr) (Scale, bool) {
	others, k := withoutPowers(e)
	n, whole := new(big.Rat).Neg(k), k.IsInt()
	if !whole || n.Sign() <= 0 || n.Cmp(big.NewRat(2*mostAverage, 1)) > 0 {
		return nil, false
	}
	slope, ok := formula.Derivative(others)
	if !ok {
		return nil, false
	}
	power, _ := n.Float64()
	var out Scale
	for _, t := range formula.Simplify(slope).Summands(func(*formula.Expr) bool { return true }) {
		f, m := withoutPowers(t)
		if m.Add(m, k).Cmp(big.NewRat(-1, 1)) != 0 { // of z z^{−k}
			f = formula.Mul(f, formula.Pow(formula.Variable(), formula.Rational(m.Add(m, big.NewRat(1, 1)))))
		}
		s, ok := Recognise(formula.Mul(f, formula.Rational(new(big.Rat).Inv(n))))
		if !ok {
			return nil, false
		}
		if s.Constant != 0 {
			out = append(out, ScaleTerm{Weight: s.Constant})
		}
		for _, t := range s.Terms {
			out = append(out, ScaleTerm{t.Weight, []Clock{&Average{power / 2, t.Law}}})
		}
	}
	return out, true
}

// withoutPowers splits a product into a power of z and the other factors.
func withoutPowers(e *formula.Expr) (others *formula.Expr, p *big.Rat) {
	factors, others := formula.FactorList(formula.Opened(e), true)
	p = new(big.Rat)
	for _, f := range factors {
		switch g := formula.Unfold(f); {
		case g.Op() == formula.OpVar:
			p.Add(p, big.NewRat(1, 1))
		case g.Op() == formula.OpPow && g.Args()[0].Op() == formula.OpVar && g.Args()[1].Num() != nil:
			p.Add(p, g.Args()[1].Num())
		case g.Op() == formula.OpDiv && g.Args()[0].IsInt(1) && g.Args()[1].Op() == formula.OpVar:
			p.Sub(p, big.NewRat(1, 1))
		case g.Op() == formula.OpDiv && g.Args()[0].IsInt(1) && g.Args()[1].Op() == formula.OpPow &&
			g.Args()[1].Args()[0].Op() == formula.OpVar && g.Args()[1].Args()[1].Num() != nil:
			p.Sub(p, g.Args()[1].Args()[1].Num())
		default:
			others = formula.Mul(others, f)
		}
	}
	return formula.Identity(others), p
}
