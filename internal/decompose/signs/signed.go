package signs

import (
	"errors"
	"fmt"
	"math"
	"math/big"

	"krein/ball"
	"krein/internal/decompose/angle"
	"krein/internal/kernel/continuity"
	"krein/internal/kernel/eval"
	"krein/internal/kernel/formula"
	"krein/kernel"
)

const (
	signedTail  = 1e-11 // of the sum of coefficients: what is left out
	signedDiscs = 512   // at most
	signedStart = 1. / 64
	signedWidth = 1. / 16 // of discs, at most
	signedMost  = 1e-9    // of that sum: the largest bias
	mostSigned  = 4       // times |k(0)|: the largest sum of coefficients
)

// Signed returns the expansion of a kernel that is holomorphic around all angles, with coefficients of both signs: tangent
// kernels and ReLU kernels of networks, whose coefficients in κ fall geometrically although those in Gegenbauer polynomials fall
// like powers. Coefficients are found from the Taylor series at κ = 0, of which nothing is proved; Rounding bounds |k − Σ p_m κ^m|
// for all angles, by Taylor models of the difference on discs (package angle). The error says that there is no such bound, that it
// is too large to be of use, or that the coefficients have more than four times the size of k(0).
func Signed(k *kernel.Kernel) (*Decomposition, error) {
	h, ok := inAngle(k)
	if !ok {
		return nil, ErrNone
	}
	if err := continuity.UpTo(k, big.NewRat(2, 1)); err != nil {
		return nil, fmt.Errorf("signs: %w", err)
	}
	h = angle.Merged(h)
	theta := new(ball.RealSeries).SetVar(new(ball.Real).Pi(prec), Most+1) // π/2·(1 − κ)
	theta.Mul2Exp(theta, -1)
	theta.Coef(1).Neg(theta.Coef(0))
	half := new(ball.Real).Pi(prec)
	theta.Coef(1).Neg(half.Mul2Exp(half, -1))
	s, err := formula.Eval(h, theta, eval.Jets(prec, Most+1))
	if err != nil {
		return nil, fmt.Errorf("signs: %w", err)
	}
	d := &Decomposition{Kernel: k.Formula()}
	size, k0 := 0.0, 0.0
	for m := range s.Len() {
		v, r := s.Coef(m).Float64()
		if !(r < 1e-9*max(1, math.Abs(v))) {
			return nil, errNotGeometric
		}
		d.Coef = append(d.Coef, v)
		size, k0 = size+math.Abs(v), k0+v
	}
	left, last := 0.0, len(d.Coef)-1
	for ; last > 1 && left+math.Abs(d.Coef[last]) <= signedTail*size; last-- {
		left += math.Abs(d.Coef[last])
	}
	if last == Most || !(size <= mostSigned*math.Abs(k0)) {
		return nil, errNotGeometric
	}
	d.Coef = d.Coef[:last+1]
	bound, err := difference(h, d.Coef, ball.MagFloat64(signedMost/4*size))
	if err != nil {
		return nil, err
	}
	ends, err := atEnds(k)
	if err != nil {
		return nil, err
	}
	for i := range ends { // where continuity was not asked
		var sum, v ball.Real
		for m, c := range d.Coef {
			v.SetFloat64(c)
			if i == 1 && m%2 == 1 {
				v.Neg(&v)
			}
			sum.Add(&sum, &v, prec)
		}
		bound = bound.Max(v.Sub(&ends[i], &sum, prec).MagUpper())
	}
	if d.Rounding = bound.Float64(); !(d.Rounding <= signedMost*size) {
		return nil, fmt.Errorf("signs: the powers of %s are near it within %g only", d.Kernel, d.Rounding)
	}
	return d, nil
}

var errNotGeometric = errors.New("signs: the coefficients of the kernel in powers of 1 − 2θ/π do not fall fast enough")

// difference bounds |h(θ) − Σ p_m (1 − 2θ/π)^m| for 0 < θ < π, by at most
// goal where smaller discs help.
func difference(h *formula.Expr, p []float64, goal ball.Mag) (ball.Mag, error) {
	kappa := formula.Apply(formula.OpSub, formula.Int(1),
		formula.Apply(formula.OpMul, formula.Frac(2, 1), formula.Apply(formula.OpDiv, formula.Variable(), formula.Pi())))
	sum := formula.Rational(new(big.Rat).SetFloat64(p[len(p)-1]))
	for m := len(p) - 2; m >= 0; m-- {
		sum = formula.Apply(formula.OpAdd, formula.Apply(formula.OpMul, sum, kappa), formula.Rational(new(big.Rat).SetFloat64(p[m])))
	}
	e := angle.Merged(formula.Apply(formula.OpSub, h, sum))
	pi := new(ball.Real).Pi(prec)
	ends := []*ball.Real{new(ball.Real), pi}
	from := 0.0
	var all ball.Mag
	if sup, ok := angle.NewOrigin(e).Sup(ball.MagFloat64(signedStart)); ok {
		all, from = sup, signedStart
	}
	var c, radius ball.Real
	width := signedStart
	for discs := 0; from < math.Pi; discs++ {
		if discs == signedDiscs || width < 0x1p-20 {
			return all, errors.New("signs: the kernel is not proved to be holomorphic around all angles")
		}
		c.SetFloat64(from + width/2)
		radius.SetFloat64(width / 2 * (1 + 0x1p-20)) // beyond the rounding of from + width
		sup, err := angle.SupOnDisc(e, &c, &radius, ends, prec)
		if err != nil || sup.Cmp(goal) > 0 {
			width /= 2
			continue
		}
		all, from = all.Max(sup), from+width
		width = min(2*width, signedWidth)
	}
	return all, nil
}
