package finite

import (
	"math/big"

	"krein/ball"
	"krein/internal/certify/check/rule"
	"krein/internal/kernel/asymptotic"
	"krein/internal/kernel/constant"
	"krein/internal/kernel/formula"
	"krein/kernel"
)

// OscillationEvidence names the frequency of a wave at infinity.
type OscillationEvidence struct {
	Frequency string `json:"frequency"`
}

// The mean of z^s k(z) e^{−iaz} φ(z/T) over [T,2T] is bounded if ‖m‖ < ∞, and a wave A e^{iaz} z^(−γ) makes it A·T^(s−γ).
// For γ = s it tends to m({a})·C e^{−iπ(d−1)/4}: A has that phase, or there is no such m. Terms of the same frequency that
// come later are smaller, and those of others are integrated away. a is compared by its text, which is its normal form.
func checkFiniteOscillation(c *rule.Checker, g rule.Goal, ev OscillationEvidence) error {
	inf := c.AtInfinity(g.Kernel)
	for i := range inf.Terms { // by dominance
		if w, ok := NewWave(&inf.Terms[i]); ok && w.Evidence() == ev {
			return w.infinite(g.Dim)
		}
	}
	return rule.Reject("k has no wave of this frequency at infinity")
}

// Wave is Re((Cos − i·Sin) e^{iaz}) z^(−γ) (log z)^p, a > 0, a term at infinity.
type Wave struct {
	term *asymptotic.InfinityTerm
	a    constant.Value
}

// NewWave returns t as a wave; ok is false if it is none, or its frequency is not proved to be positive.
// One exponential factor with a purely imaginary, linear phase and no logarithm in it; a > 0 by proof, as waves are written
// with the conjugate of a negative one.
func NewWave(t *asymptotic.InfinityTerm) (w Wave, ok bool) {
	if len(t.Exps) != 1 {
		return w, false
	}
	e := &t.Exps[0]
	if r, is := e.Re.Rat(); !is || r.Sign() != 0 || e.LogPow != 0 || e.Power.CmpHalf(2) != 0 {
		return w, false
	}
	if s, _ := e.Im.Sign(); s <= 0 { // 0 where it is not known
		return w, false
	}
	return Wave{t, e.Im}, true
}

// Evidence names the wave.
func (w Wave) Evidence() OscillationEvidence { return OscillationEvidence{w.a.String()} }

// nonzero returns whether A ≠ 0.
func (w Wave) nonzero() ball.Truth { return w.term.Cos.IsZero().And(w.term.Sin.IsZero()).Not() }

// atom returns whether A e^{iπ(d−1)/4} is real, which is the phase of Λ_d(az).
// A = Cos − i·Sin, and A e^{iπ(d−1)/4} = A (C + iS)·r with r > 0: its imaginary part is Cos·S − Sin·C up to r.
// The period in d is 8, and the table has C and S for the angle (d−1)π/4.
func (w Wave) atom(dim int) ball.Truth {
	// (C, S) is e^{iπn/4} times 1 or √2.
	n := (dim - 1) % 8
	cos := [...]int64{1, 1, 0, -1, -1, -1, 0, 1}[n]
	sin := [...]int64{0, 1, 1, 1, 0, -1, -1, -1}[n]
	im := w.term.Cos.Mul(constant.Rat(big.NewRat(sin, 1))).Sub(w.term.Sin.Mul(constant.Rat(big.NewRat(cos, 1))))
	return im.IsZero()
}

// infinite wants the wave, the largest of its frequency, to exclude a finite mass.
// At γ = s a positive power of log z makes the mean unbounded; with a negative one nothing follows.
func (w Wave) infinite(dim int) error {
	if err := rule.Proved(w.nonzero(), "the wave vanishes"); err != nil {
		return err
	}
	switch w.term.Power.CmpHalf(twiceHalf(dim)) {
	case -1:
		return nil
	case 1:
		return rule.Reject("the wave decays faster than z^(−(d−1)/2)")
	}
	switch {
	case w.term.LogPow < 0:
		return rule.Reject("the wave decays faster than z^(−(d−1)/2)")
	case w.term.LogPow > 0:
		return nil
	}
	return rule.Proved(w.atom(dim).Not(), "the wave has the phase of Λ_%d(az), an atom", dim)
}

// wavesDecay wants that every term at infinity up to z^(−d/2) is a constant, a decaying power, a wave that is summable
// or an atom, or decays exponentially, that terms beyond were found, and either that the terms add up to k, or that
// terms beyond were found and nothing in k oscillates faster than linearly. The terms of an expansion dominate its
// remainder.
// Beyond z^(−d/2) the remainder needs n > d/2 derivatives in L², which a bound of it in a strip gives (Cauchy): for that no
// phase may grow faster than z. Without a term beyond, the terms have to be all of k.
func wavesDecay(c *rule.Checker, k *kernel.Kernel, dim int) error {
	inf := c.AtInfinity(k)
	beyond, err := follow(inf.Terms, dim)
	switch {
	case err != nil:
		return err
	case beyond:
		return linearIn(c, k, inf.Last)
	case !exact(c, k, inf.Last, inf.Terms):
		return rule.Incomplete("the oscillation of k at infinity was not followed beyond z^(−%d/2)", dim)
	}
	return nil
}

// follow looks at the terms at infinity, by dominance, up to z^(−d/2); beyond: there are more.
// Powers are exact: γ > d/2 is beyond. A term that decays exponentially is regular, whatever its phase. What is neither a
// constant, nor decays as the regular case allows, nor a wave, ends the search: z^(−γ) cos √z has a phase that is not linear.
func follow(terms []asymptotic.InfinityTerm, dim int) (beyond bool, err error) {
	for i := range terms {
		t := &terms[i]
		switch sign, known := ExponentialSign(t); {
		case !known:
			return false, rule.Incomplete("whether a term of k at infinity decays exponentially is not decided")
		case sign > 0:
			return false, rule.Incomplete("a term of k grows exponentially")
		case sign < 0:
			continue
		}
		if t.Power.CmpHalf(twiceHalf(dim+1)) > 0 {
			return true, nil
		}
		if w, ok := NewWave(t); ok {
			if err := w.finite(dim); err != nil {
				return false, err
			}
			continue
		}
		constant := t.Power.Sign() == 0 && t.LogPow == 0
		decaying := t.Power.Sign() > 0 || t.Power.Sign() == 0 && t.LogPow <= -2
		if len(t.Exps) > 0 || !constant && !decaying {
			return false, rule.Incomplete("a term of k at infinity is neither a wave nor decays: z^(−%s) (log z)^%d", t.Power,
				t.LogPow)
		}
	}
	return false, nil
}

// exact reports whether the terms are proved to add up to e, the last piece of k, for large z.
// The difference of the piece and the sum of its terms has the expansion 0 without remainder: k is the sum far out.
func exact(c *rule.Checker, k *kernel.Kernel, e *formula.Expr, terms []asymptotic.InfinityTerm) bool {
	sum, known := sumOfTerms(terms)
	return known && c.AtInfinity(k.Derive(formula.Apply(formula.OpSub, e, sum))).Kind == asymptotic.ZeroBeyond
}

// sumOfTerms returns the terms as a formula; known is false if one's constant, which no formula says, is left out.
func sumOfTerms(terms []asymptotic.InfinityTerm) (sum *formula.Expr, known bool) {
	sum, known = formula.Int(0), true
	write := func(c constant.Value) *formula.Expr {
		if e, ok := c.Expr(); ok {
			return e
		}
		known = false
		return formula.Int(0)
	}
	powerLog := func(p constant.Exponent, l int) *formula.Expr { // z^p (log z)^l
		e := formula.Apply(formula.OpPow, formula.Variable(), write(p.Value()))
		if l == 0 {
			return e
		}
		return formula.Apply(formula.OpMul, e, formula.Apply(formula.OpPow, formula.Apply(formula.OpLog, formula.Variable()),
			formula.Int(int64(l))))
	}
	for i := range terms {
		t := &terms[i]
		phase, rate := formula.Int(0), formula.Int(0)
		for _, x := range t.Exps {
			re, im := write(x.Re), write(x.Im)
			base := powerLog(x.Power, x.LogPow)
			rate = formula.Apply(formula.OpAdd, rate, formula.Apply(formula.OpMul, re, base))
			phase = formula.Apply(formula.OpAdd, phase, formula.Apply(formula.OpMul, im, base))
		}
		cos, sin := write(t.Cos), write(t.Sin)
		wave := formula.Apply(formula.OpAdd, formula.Apply(formula.OpMul, cos, formula.Apply(formula.OpCos, phase)),
			formula.Apply(formula.OpMul, sin, formula.Apply(formula.OpSin, phase)))
		wave = formula.Apply(formula.OpMul, wave, formula.Apply(formula.OpExp, rate))
		wave = formula.Apply(formula.OpMul, wave, powerLog(t.Power.Neg(), t.LogPow))
		sum = formula.Apply(formula.OpAdd, sum, wave)
	}
	return sum, known
}

// ExponentialSign returns the proved sign of the exponent of t for large z: 0 if imaginary: t only oscillates.
// Factors are in order of growth, so that the first real part that is not zero decides; an unknown one decides nothing.
func ExponentialSign(t *asymptotic.InfinityTerm) (sign int, known bool) {
	for i := range t.Exps { // in order of growth
		switch s, proved := t.Exps[i].Re.Sign(); {
		case proved != ball.True:
			return 0, false
		case s != 0:
			return s, true
		}
	}
	return 0, true
}

// linearIn wants the argument of every oscillating function in e, in the last piece of k, to be bounded at infinity
// or to grow at most like z, so that the kernel is bounded with its derivatives by its expansion in a strip.
// Only these four functions oscillate on the real axis; their arguments decide how fast. e^{iθ} with θ growing like z² is
// unbounded in every strip, and Cauchy's estimate of derivatives with it. A constant or a bounded argument does no harm.
func linearIn(c *rule.Checker, k *kernel.Kernel, e *formula.Expr) error {
	e = formula.Unfold(e)
	if !e.Varies() {
		return nil
	}
	args := e.Args()
	for _, a := range args {
		if err := linearIn(c, k, a); err != nil {
			return err
		}
	}
	switch e.Op() {
	case formula.OpSin, formula.OpCos, formula.OpTan, formula.OpBesselJ:
	default:
		return nil
	}
	arg := k.Derive(args[len(args)-1])
	return linearAt(c.AtInfinity(arg), arg)
}

// linearAt wants arg, whose behaviour at infinity is inf, to be bounded there or to grow at most like z.
func linearAt(inf *asymptotic.Infinity, arg *kernel.Kernel) error {
	switch inf.Kind {
	case asymptotic.Undetermined:
		return rule.Incomplete("%s at infinity: %s", arg, inf.Because)
	case asymptotic.Growth:
		if c := inf.Lead.Power.CmpHalf(-2); len(inf.Lead.Exps) > 0 || c < 0 || c == 0 && inf.Lead.LogPow > 0 {
			return rule.Incomplete("%s grows faster than z", arg)
		}
	}
	return nil
}

// finite wants the wave to be summable or an atom.
// γ > s: f is a symbol of negative order times Λ_{d+δ}(az), which is in the algebra (Sonine). γ = s without a logarithm and
// with the phase of Λ_d: subtract the multiple of Λ_d(az), an atom; what is left decays faster.
func (w Wave) finite(dim int) error {
	switch w.term.Power.CmpHalf(twiceHalf(dim)) {
	case 1:
		return nil
	case 0:
		if w.term.LogPow == 0 {
			switch w.atom(dim) {
			case ball.True:
				return nil
			case ball.Unknown:
				return rule.Incomplete("whether a wave has the phase of Λ_%d(az) is not decided", dim)
			}
		}
	}
	return rule.Incomplete("a wave of frequency %s decays like z^(−%s) only", w.a, w.term.Power)
}
