// Package activation reads activation functions g: R → R given by formulas in t, as in
// tanh(t) or max(0,t), for the kernels E g(⟨w,x⟩) g(⟨w,y⟩) of normal w: their values in float64, and proofs that
// the second moments E g(sN)² of normal N are finite, without which there is no such kernel.
package activation

import (
	"fmt"
	"math"
	"math/big"

	"krein/ball"
	"krein/fourier/language"
	"krein/fourier/stationary"
	"krein/internal/fourier/numeric"
	"krein/internal/kernel/asymptotic"
	"krein/internal/kernel/piecewise"
	"krein/kernel"
)

// Function is an activation function g = e + o, e even and o odd. It is safe for concurrent use.
type Function struct {
	formula string
	text    string // in the language of package program
	at      *numeric.Kernel
	parts   []*kernel.Kernel // e and o on (0,∞), those that are there
	sides   []*kernel.Kernel // g(t) and g(−t) on (0,∞)
	missing error            // g is not proved to have a value at almost every t
}

// Parse reads a formula of the language of kernels of x − y, in the one coordinate t. The error says what is wrong
// with it, or that g has no value somewhere.
func Parse(source string, opt *stationary.Options) (*Function, error) {
	k, err := language.Parse(source, 1, opt)
	if err != nil {
		return nil, err
	}
	at, err := numeric.Compile(k)
	if err != nil {
		return nil, err
	}
	f, err := k.OnLine([]*big.Rat{big.NewRat(1, 1)})
	if err != nil {
		return nil, err
	}
	g := &Function{formula: k.Formula(), text: textOf(k.Along([]*big.Rat{big.NewRat(1, 1)})), at: at}
	for _, sign := range []int64{1, -1} {
		g.sides = append(g.sides, kernel.NewNatural(k.Along([]*big.Rat{big.NewRat(sign, 1)})))
	}
	gaps, err := k.Gaps()
	g.missing = err
	for _, gap := range gaps {
		if gap.From != gap.To { // a single t does not matter
			g.missing = gap.Because
		}
	}
	for _, part := range []*kernel.Kernel{f.Even, f.Odd} {
		if part != nil {
			g.parts = append(g.parts, part)
		}
	}
	return g, nil
}

// Formula returns the formula as it was written.
func (g *Function) Formula() string { return g.formula }

// At returns g(t), rounded.
func (g *Function) At(t float64) float64 { return g.at.At([]float64{t}) }

// Breaks returns the points t at which pieces of g meet, rounded, for quadratures.
func (g *Function) Breaks() []float64 {
	out := []float64{0}
	for _, part := range g.parts {
		pieces, err := part.ExactPieces()
		if err != nil {
			continue
		}
		for _, p := range pieces[1:] {
			out = append(out, p.Lo.Value, -p.Lo.Value)
		}
	}
	return out
}

// Square decides whether E g(sN)² < ∞ for normal N and all 0 ≤ s ≤ scale: True and False are proved, and why gives the
// reason for anything but True. g has to have a value at almost every t, what is multiplied by 0 included.
// As g(t)² + g(−t)² = 2 e(t)² + 2 o(t)², both parts have to be square integrable on
// (0,∞): at the ends of the pieces on which they are analytic, where only t^a (log t)^q with a > −1/2 is, and at
// infinity, where e^{ct²}, c > 0, has E e^{2cs²N²} < ∞ exactly for 4cs² < 1. It panics if scale is negative or not
// finite.
func (g *Function) Square(scale float64) (finite ball.Truth, why string) {
	if !(scale >= 0) || math.IsInf(scale, 1) {
		panic("activation: a scale that is negative or not finite")
	}
	finite = ball.True
	if g.missing != nil {
		finite, why = ball.Unknown, fmt.Sprintf("that g has a value at almost every t: %v", g.missing)
	}
	for _, part := range g.parts {
		switch s, reason := square(part, scale); s {
		case ball.False:
			return s, reason
		case ball.Unknown:
			finite, why = s, reason
		}
	}
	return finite, why
}

func square(k *kernel.Kernel, scale float64) (ball.Truth, string) {
	pieces, err := k.ExactPieces()
	if err != nil {
		return ball.Unknown, err.Error()
	}
	finite, why := ball.True, ""
	for i := range pieces {
		p := &pieces[i]
		for _, right := range []bool{true, false} {
			b := p.Hi
			if right {
				b = p.Lo
			}
			if b.Inf {
				continue
			}
			x, err := k.ExactAt(b, right, 1)
			if err != nil {
				return ball.Unknown, fmt.Sprintf("the behaviour at t = %s: %v", place(b), err)
			}
			if len(x.Terms) == 0 || x.Terms[0].Exp.CmpHalf(-1) > 0 {
				continue
			}
			if _, certain := x.Lead(); certain {
				return ball.False, fmt.Sprintf("g grows like s^(%v) at the distance s from t = %s, and its square is not integrable",
					x.Terms[0].Exp, place(b))
			}
			finite, why = ball.Unknown, fmt.Sprintf("whether g is bounded at t = %s is not decided", place(b))
		}
	}
	if s, reason := atInfinity(k.ExactInfinity(), scale); s != ball.True {
		return s, reason
	}
	return finite, why
}

// place names the points at the distance b from 0.
func place(b piecewise.Breakpoint) string {
	if b.Value == 0 {
		return "0"
	}
	return fmt.Sprintf("%v or −%v", b, b)
}

// atInfinity compares growth with that of a Gaussian.
func atInfinity(inf asymptotic.Infinity, scale float64) (ball.Truth, string) {
	switch inf.Kind {
	case asymptotic.Undetermined:
		return ball.Unknown, "the growth at infinity is not known: " + inf.Because
	case asymptotic.Growth:
	default:
		return ball.True, ""
	}
	if len(inf.Lead.Exps) == 0 {
		return ball.True, ""
	}
	f := inf.Lead.Exps[len(inf.Lead.Exps)-1]
	for _, other := range inf.Lead.Exps {
		if other.Power.Sub(f.Power).Sign() > 0 {
			f = other
		}
	}
	fast := f.Power.CmpHalf(4)
	if fast < 0 {
		return ball.True, ""
	}
	sign, known := f.Re.Sign()
	switch {
	case known != ball.True || f.LogPow < 0:
		return ball.Unknown, "the rate of growth at infinity is not known"
	case sign <= 0:
		return ball.True, ""
	case fast > 0 || f.LogPow > 0:
		if scale == 0 {
			return ball.True, ""
		}
		return ball.False, "g grows faster than exp(c t^2) for every c"
	}
	const prec = 128
	c := f.Re.Ball(new(ball.Real), prec)
	c.Mul2Exp(c, 2)
	s := ball.NewReal(scale)
	c.Mul(c, s.Sqr(s, prec), prec)
	one := ball.NewReal(1)
	switch {
	case c.Less(one) == ball.True:
		return ball.True, ""
	case one.Less(c) == ball.True:
		return ball.False, fmt.Sprintf("g grows like exp(c t^2) with c = %v, too fast for rows of length %.6g: they must be "+
			"shorter than 1/(2 sqrt(c))", f.Re, scale)
	}
	return ball.Unknown, "g grows like exp(c t^2) with a c at the limit for this length of rows"
}
