package sphere

import (
	"math/big"

	"krein/ball"
	"krein/internal/certify/check/pd"
	"krein/internal/certify/check/periodic"
	"krein/internal/certify/check/rule"
	"krein/internal/certify/proof"
	"krein/internal/kernel/constant"
	"krein/internal/kernel/formula"
	"krein/internal/kernel/piecewise"
	"krein/kernel"
)

// sphereFourierRules are about functions of the angle that are smooth but for finitely many points.
var sphereFourierRules = []*rule.Rule{{
	ID: "pd-sphere.fourier", Claim: proof.PDSphere, Holds: true, Supposes: rule.Pointwise,
	Check: rule.Fact(sphereFourier),
}, {
	ID: "pd-sphere.dimension", Claim: proof.PDSphere, Holds: true, Supposes: rule.Pointwise,
	Check: rule.Reduction(pd.Within),
}}

// FourierEvidence is the evidence of pd-sphere.fourier: J = Order, N = From.
//
// Any J and N that make the inequalities true are right.
type FourierEvidence struct {
	Order int       `json:"order"`
	From  int       `json:"from"`
	Bits  rule.Bits `json:"bits"`
}

// Bounds of what evidence may ask for: of J, of N, and of the classes of degrees.
const maxFourierOrder, maxFourierFrom, maxFourierClasses = 12, 300, 120

// Fourier holds what integration by parts makes of the coefficients.
//
// docs/rules/pd-sphere.fourier.md has the theorem and its proof. In short: the coefficient of
// degree n is a positive multiple of I_n = ∫_0^π G(θ) c(νθ) dθ with
//
//	d = 2: G = F, ν = n, c = cos;  d = 4: G = F sin θ, ν = n+1, c = sin;  d = 6: G = (F sin³θ)′/sin θ, ν = n+2, c = sin,
//
// and J integrations by parts on every piece leave, for ν ≥ 1,
//
//	|I_n − Σ_{j<J} A_j ν^{−j−1}| ≤ V ν^{−J},   A_j = Σ_i S_ij c(νθ_i + (j−1)π/2),
//
// S_ij the jump of G⁽ʲ⁾ at θ_i (left less right, 0 outside of [0,π]), V = Σ ∫ |G⁽ᴶ⁾| over the
// pieces.
type Fourier struct {
	shift int // the coefficient of degree n is that of cos νθ or, sine, sin νθ, ν = n + shift
	sine  bool
	order int
	prec  uint
	at    []*turn
	rest  *ball.Real // V
	mean  constant.Value
	exact bool // V = 0, and mean is the integral
}

// turn is a point θ_i with the jumps of the derivatives, those to the left less those to the right.
//
// With a rational part of 2π the angle νθ_i takes finitely many values modulo 2π, and the cosines
// are exact constants; other angles are taken at their worst.
type turn struct {
	theta constant.Value
	part  *big.Rat // θ_i/2π, nil if it is no rational
	jumps []constant.Value
	balls []*ball.Real // of jumps, by enclosed; nil until asked for
}

// fourierPanels is the number of parts of [0,π] on which V is enclosed.
const fourierPanels = 48

// NewFourier integrates by parts.
//
// Other dimensions have Gegenbauer polynomials that are no quotients of one wave by a power of sin
// θ.
func NewFourier(k *kernel.Kernel, d, order int, bits rule.Bits) (*Fourier, error) {
	if d != 2 && d != 4 && d != 6 || order < 1 || order > maxFourierOrder {
		return nil, rule.Reject("%d integrations by parts on S^%d", order, d-1)
	}
	f := &Fourier{shift: d/2 - 1, sine: d > 2, order: order, prec: uint(bits), rest: new(ball.Real)}
	pieces, ends, err := anglePieces(k)
	if err != nil {
		return nil, err
	}
	for _, theta := range ends {
		t := &turn{theta: theta, jumps: make([]constant.Value, order)}
		if part, ok := theta.Mul(periodic.PerRadian).Rat(); ok {
			t.part = part
		}
		f.at = append(f.at, t)
	}
	// until a piece is met that is no polynomial of degree below J
	f.exact = true
	for i, e := range pieces {
		if err := f.integrate(k, e, f.at[i], f.at[i+1]); err != nil {
			return nil, err
		}
	}
	return f, nil
}

// integrate adds the part of the integral over one piece e of F, made of k.
//
// What is needed of G on the piece: its derivatives below J at both ends, exactly, and a bound of
// the integral of |G⁽ᴶ⁾|, for which jets on closed parts have to be finite, ends included. That G
// is smooth up to the ends is therefore no assumption: next to a root or a logarithm at an end the
// jets are not finite, and the exact expansion has a power that is refused.
func (f *Fourier) integrate(k *kernel.Kernel, e *formula.Expr, lo, hi *turn) error {
	theta := formula.Variable()
	sin, cos := formula.Apply(formula.OpSin, theta), formula.Apply(formula.OpCos, theta)
	g, ok := e, true
	switch f.shift {
	case 1:
		g = formula.Mul(e, sin)
	// By parts, as F is continuous and sin³θ vanishes at 0 and π, no term of an end or of a
	// breakpoint is left. F′ sin²θ + 3F sin θ cos θ.
	case 2: // (F sin³θ)′/sin θ
		if g, ok = formula.Derivative(e); ok {
			g = formula.Mul(sin, formula.Add(formula.Mul(g, sin), formula.Mul(formula.Int(3), formula.Mul(e, cos))))
		}
	}
	if !ok {
		return rule.Reject("%s is not differentiated", e)
	}
	smooth := k.Derive(formula.Simplify(g))
	left, exact, err := f.derivatives(smooth, lo.theta, true)
	right, _, err2 := f.derivatives(smooth, hi.theta, false)
	if err := rule.First(err, err2); err != nil {
		return err
	}
	// The mean of a polynomial: ∫ Σ G⁽ʲ⁾(lo) (θ−lo)ʲ/j! = Σ G⁽ʲ⁾(lo) (hi−lo)^{j+1}/(j+1)!.
	power := constant.Int(1)
	for j := range f.order {
		lo.jumps[j], hi.jumps[j] = lo.jumps[j].Sub(left[j]), hi.jumps[j].Add(right[j])
		power = power.Mul(hi.theta.Sub(lo.theta)).Scale(big.NewRat(1, int64(j+1)))
		f.mean = f.mean.Add(left[j].Mul(power))
	}
	var a, b, step, x, y, most ball.Real
	lo.theta.Ball(&a, f.prec)
	hi.theta.Ball(&b, f.prec)
	step.QuoInt64(step.Sub(&b, &a, f.prec), fourierPanels, f.prec)
	for i := range int64(fourierPanels) {
		x.Add(&a, x.MulInt64(&step, i, f.prec), f.prec)
		y.Add(&x, &step, f.prec)
		// Contains G⁽ᴶ⁾/J! at all points of the part, so that |c|·step·J! bounds the integral over
		// it.
		c := smooth.BallTaylor(nil, new(ball.Real).Hull(&x, &y, f.prec), f.order, f.prec).Coef(f.order)
		if !c.IsFinite() {
			return rule.Incomplete("%s is not proved to be smooth up to %v and %v", smooth, lo.theta, hi.theta)
		}
		c.Mul(c.Abs(c, f.prec), &step, f.prec)
		most.Add(&most, c, f.prec)
	}
	if exact { // a polynomial, as what has jets is analytic
		return nil
	}
	f.exact = false
	for j := range f.order {
		most.MulInt64(&most, int64(j+1), f.prec)
	}
	f.rest.Add(f.rest, &most, f.prec)
	return nil
}

// derivatives returns those of a function at a point, from one side, of order below J; exact tells
// that beside it the function is a polynomial of degree below J.
//
// An expansion Σ c_j τʲ + O(τ^Order), τ = |θ − θ_i|, of a function that is smooth up to the end has
// derivatives j! c_j to the right, (−1)ʲ j! c_j to the left, for j < Order. Powers that are no
// whole numbers, and logarithms, are refused whatever their coefficients are.
func (f *Fourier) derivatives(g *kernel.Kernel, at constant.Value,
	right bool) (d []constant.Value, exact bool, err error) {
	point, ok := at.Expr()
	if !ok {
		return nil, false, rule.Incomplete("the angle %v is not written as a formula", at)
	}
	x, err := g.ExactAt(piecewise.BreakpointAt(point), right, f.order)
	if err != nil {
		return nil, false, rule.Incomplete("%s at %v: %v", g, at, err)
	}
	known := constant.IntExponent(int64(f.order))
	if x.Order != nil {
		if c, ok := x.Order.Cmp(known); ok != ball.True || c < 0 {
			return nil, false, rule.Incomplete("%s at %v is known up to O(τ^%v) only", g, at, x.Order)
		}
	}
	d, exact = make([]constant.Value, f.order), x.Exact
	for _, t := range x.Terms {
		j, ok := t.Exp.Int()
		if !ok || j < 0 || t.LogPow != 0 {
			return nil, false, rule.Reject("%s is not smooth at %v", g, at)
		}
		if j >= int64(f.order) {
			exact = false
			continue
		}
		factor := new(big.Rat).SetInt(new(big.Int).MulRange(1, j))
		if !right && j%2 == 1 {
			factor.Neg(factor)
		}
		d[j] = d[j].Add(t.Coef.Scale(factor)) // of powers that are equal without being known to be, too
	}
	return d, exact, nil
}

// piecesUpTo returns the pieces of k before end, and the points at their ends, 0 and end among them.
//
// The pieces are proved to follow each other from 0 on. A breakpoint that is not known to be below
// or beyond the end stops.
func piecesUpTo(k *kernel.Kernel, end constant.Value) (pieces []*formula.Expr, ends []constant.Value, err error) {
	all, err := k.ExactPieces()
	if err != nil {
		return nil, nil, rule.Incomplete("the pieces of the kernel are not proved: %v", err)
	}
	ends = []constant.Value{{}}
	for _, p := range all {
		at := end
		if !p.Hi.Inf {
			at, err = p.Hi.Constant()
		}
		beyond, known := at.Cmp(end)
		if err != nil || known != ball.True {
			return nil, nil, rule.Incomplete("whether the breakpoint %v is beyond %v is not decided: %v", p.Hi, end, err)
		}
		pieces = append(pieces, p.Expr)
		if beyond >= 0 {
			return pieces, append(ends, end), nil
		}
		ends = append(ends, at)
	}
	return nil, nil, rule.Incomplete("no piece reaches %v", end)
}

// anglePieces returns the formulas of F(θ) between the points ends, 0 and π among them.
//
// A kernel written in the angle is cut into pieces as a function of θ, for its breakpoints are
// exact there; any other as a function of z, and θ_i = 2 arcsin(b_i/2).
func anglePieces(k *kernel.Kernel) (pieces []*formula.Expr, ends []constant.Value, err error) {
	h, plain := Angular(k)
	if plain {
		return piecesUpTo(k.Derive(h), constant.Pi())
	}
	pieces, ends, err = piecesUpTo(k, constInt(2))
	for i, e := range pieces {
		pieces[i], _ = Angular(k.Derive(e))
	}
	for i, b := range ends {
		b, err2 := constant.NewArithmetic(nil).Unary(formula.OpAsin, b.Scale(big.NewRat(1, 2)))
		ends[i], err = b.Scale(big.NewRat(2, 1)), rule.First(err, err2)
	}
	return pieces, ends, err
}

// classes returns how many classes of ν the angles νθ_i modulo 2π have, or a number above maxFourierClasses.
//
// νθ_i/2π = ν·p/q depends on ν modulo q alone. Angles with a larger denominator count as those that
// are no rational parts, which is weaker and right.
func (f *Fourier) classes() int64 {
	n := int64(1)
	for _, t := range f.at {
		// The product of many denominators would overflow, and a negative number of classes would ask for nothing.
		if n > maxFourierClasses {
			break
		}
		if t.part == nil || t.part.Denom().Cmp(big.NewInt(maxFourierClasses)) > 0 {
			t.part = nil
			continue
		}
		q := t.part.Denom().Int64()
		n = n / new(big.Int).GCD(nil, nil, big.NewInt(n), big.NewInt(q)).Int64() * q
	}
	return n
}

// term returns the coefficient of ν^(−j−1) for the ν of a class, from the points whose angles are
// known to be rational, and the largest absolute value that the others may add.
//
// c(νθ_i + (j−1)π/2) is cos of that, or for sines cos of a quarter turn less; |c| ≤ 1 for the
// others.
func (f *Fourier) term(j int, class int64) (known, other constant.Value, err error) {
	for _, t := range f.at {
		if s, ok := t.jumps[j].Sign(); t.part == nil {
			if ok != ball.True {
				return known, other, rule.Incomplete("the sign of %v", t.jumps[j])
			}
			other = other.Add(t.jumps[j].Scale(big.NewRat(int64(s), 1)))
			continue
		}
		quarter := j - 1
		if f.sine {
			quarter--
		}
		phase := new(big.Rat).Mul(t.part, big.NewRat(2*class, 1)) // in units of π
		phase.Add(phase, big.NewRat(int64(quarter), 2))
		c, err := constant.NewArithmetic(nil).Unary(formula.OpCos, constant.Pi().Scale(phase))
		if err != nil {
			return known, other, rule.Incomplete("the cosine of %s π: %v", phase.RatString(), err)
		}
		known = known.Add(t.jumps[j].Mul(c))
	}
	return known, other, nil
}

// Nonnegative proves the coefficients of degrees n ≥ from nonnegative.
//
// For every class and all its ν ≥ N + shift: let A_j, j least, not vanish. With lead ≤ A_j for all
// ν of the class,
//
//	ν^{j+1} I_n ≥ lead − Σ_{i>j} |A_i| ν^{j−i} − V ν^{j+1−J},
//
// where what is taken away falls as ν grows, so that the inequality at the least ν is enough; it is
// taken at N + shift, not above the class's first. Terms before j have to vanish exactly, for all ν
// of the class; if none is left and V = 0, all coefficients of the class are 0.
func (f *Fourier) Nonnegative(from int) error {
	nu := int64(from + f.shift)
	classes := f.classes()
	if nu < 1 || classes > maxFourierClasses {
		return rule.Reject("%d classes of degrees, from %d on", classes, from)
	}
	for class := range classes {
		var lead *ball.Real
		var rest, size, t ball.Real // the other terms, at ν, times powers of it
		scale := new(ball.Real).SetInt64(1)
		for j := range f.order {
			known, other, err := f.term(j, class)
			if err != nil {
				return err
			}
			if lead == nil {
				if known.IsZero() == ball.True && other.IsZero() == ball.True {
					continue
				}
				// For angles that are no known parts of 2π the worst is known − other.
				least := known.Sub(other)
				if s, ok := least.Sign(); ok != ball.True || s <= 0 {
					return rule.Reject("the terms of order %d, %v and at most %v, are not known to be positive", j+1, known, other)
				}
				lead = least.Ball(new(ball.Real), f.prec)
				continue
			}
			scale.QuoInt64(scale, nu, f.prec)
			size.Abs(known.Ball(&size, f.prec), f.prec)
			size.Add(&size, other.Ball(&t, f.prec), f.prec)
			rest.FMA(&size, scale, &rest, f.prec)
		}
		if lead == nil {
			if !f.exact {
				return rule.Incomplete("%d integrations by parts leave nothing", f.order)
			}
			continue
		}
		rest.FMA(f.rest, scale, &rest, f.prec) // V ν^−J is V ν^(j₀+1−J) times ν^(−j₀−1)
		if err := rule.Proved(rest.LessEq(lead), "the first term %v outweighs %v", lead, &rest); err != nil {
			return err
		}
	}
	return nil
}

// value is ν^J times the coefficient of degree n up to V, or the mean, of a piecewise polynomial.
//
// Horner: Σ_j A_j ν^{J−1−j}. The class of ν is ν itself.
func (f *Fourier) value(n int) (sum constant.Value, err error) {
	nu := int64(n + f.shift)
	if nu == 0 {
		if !f.exact {
			err = rule.Incomplete("the mean is not exact")
		}
		return f.mean, err
	}
	for j := range f.order {
		known, other, err := f.term(j, nu)
		if err != nil || other.IsZero() != ball.True {
			return sum, rule.First(err, rule.Incomplete("an angle is no rational part of π"))
		}
		sum = sum.Scale(big.NewRat(nu, 1)).Add(known)
	}
	return sum, nil
}

// enclosed encloses what value is for ν > 0, whatever the angles are.
//
// The precision is doubled, as the powers of ν cancel.
func (f *Fourier) enclosed(n int) *ball.Real {
	nu, prec := int64(n+f.shift), 2*f.prec
	sum := new(ball.Real)
	var x, v ball.Real
	var waves [2]ball.Real // sine and cosine of νθ
	terms := make([]ball.Real, f.order)
	for _, t := range f.at {
		ball.SinCos(&waves[0], &waves[1], x.MulInt64(t.theta.Ball(&x, prec), nu, prec), prec)
		for j := range terms {
			quarter := j - 1 // of a turn, that is added to νθ in a cosine
			if f.sine {
				quarter--
			}
			// cos(x + quarter·π/2) is cos x, −sin x, −cos x, sin x.
			quarter &= 3
			w := v.Set(&waves[1-quarter%2])
			if quarter == 1 || quarter == 2 {
				w.Neg(w)
			}
			terms[j].FMA(w, t.jump(j, prec), &terms[j], prec)
		}
	}
	for j := range terms {
		sum.Add(sum.MulInt64(sum, nu, prec), &terms[j], prec)
	}
	return sum
}

// jump encloses a jump.
func (t *turn) jump(j int, prec uint) *ball.Real {
	if t.balls == nil {
		t.balls = make([]*ball.Real, len(t.jumps))
	}
	if t.balls[j] == nil {
		t.balls[j] = t.jumps[j].Ball(new(ball.Real), prec)
	}
	return t.balls[j]
}

// coefficient proves that of degree n nonnegative: by its value, or by quadrature.
//
// ν^J I_n lies within V of the sum. Where V = 0, it is the sum, and its exact sign decides: a
// coefficient that is 0 is shown by nothing else. For ν = 0 the sum says nothing.
func (f *Fourier) coefficient(c *rule.Checker, g rule.Goal, n int, q *integrals) error {
	if v, err := f.value(n); err == nil {
		if f.exact {
			return rule.Proved(rule.Nonnegative(v), "the coefficient %v of degree %d is not negative", v, n)
		}
		if f.rest.LessEq(v.Ball(new(ball.Real), f.prec)) == ball.True {
			return nil
		}
	}
	if n+f.shift > 0 && f.rest.LessEq(f.enclosed(n)) == ball.True {
		return nil
	}
	return q.nonnegative(c, g, n)
}

// integrals proves coefficients nonnegative by quadrature, from low degrees to high ones, provided that |k| ≤ bound.
//
// Coefficients are asked for from n = 0 on: Σ a_n is finite, so that they tend to 0.
type integrals struct {
	prec  uint
	bound ball.Mag
	first int // of the precisions: coefficients fall, so that what did not tell one sign tells no later one
}

// nonnegative proves that of degree n nonnegative. A part of the precision does mostly, and is faster.
//
// The enclosure of the integral is right at each precision; a coefficient that touches 0 is
// refused.
func (q *integrals) nonnegative(c *rule.Checker, g rule.Goal, n int) error {
	precisions := []uint{q.prec / 2, q.prec * 2 / 3, q.prec}
	var v *ball.Real
	for ; ; q.first++ {
		var err error
		if v, err = GegenbauerIntegral(c.Context(), g.Kernel, g.Dim, n, rule.Bits(precisions[q.first]), q.bound); err != nil {
			return err
		}
		if v.Positive() == ball.True {
			return nil
		}
		if q.first == len(precisions)-1 {
			return rule.Proved(new(ball.Real).LessEq(v), "the coefficient %v of degree %d is not negative", v, n)
		}
	}
}

// sphereFourier checks pd-sphere.fourier.
//
// By Schoenberg (1942), theorem 1, a continuous f with nonnegative coefficients is positive
// definite on S^{d−1}. Continuity on [−1,1] is checked first; the coefficients n ≥ N by
// Nonnegative, those below one by one.
func sphereFourier(c *rule.Checker, g rule.Goal, ev FourierEvidence) error {
	if ev.From < 0 || ev.From > maxFourierFrom {
		return rule.Reject("the coefficients from degree %d on", ev.From)
	}
	if err := continuousUpTo2(c, g); err != nil {
		return err
	}
	f, err := NewFourier(g.Kernel, g.Dim, ev.Order, ev.Bits)
	if err != nil {
		return err
	}
	if err := f.Nonnegative(ev.From); err != nil {
		return err
	}
	q := &integrals{prec: f.prec, bound: ball.MagInf()}
	for n := range ev.From {
		if err := f.coefficient(c, g, n, q); err != nil {
			return err
		}
	}
	return nil
}

// continuousUpTo2 wants that k is continuous on [0,2]: before 2, with k(2) from there on.
//
// Beyond 2 there are no distances: k is held at its value from there on, and the regularity of that
// function asked for on [0,∞).
func continuousUpTo2(c *rule.Checker, g rule.Goal) error {
	two, err := formula.Eval(g.Kernel.Expr(), constInt(2), g.Kernel.Constants())
	end, ok := two.Expr()
	if err != nil || !ok {
		return rule.Incomplete("the exact value at z = 2: %v", err)
	}
	before := formula.Apply(formula.OpLT, formula.Variable(), formula.Int(2))
	held := g.Kernel.Derive(formula.Apply(formula.OpCond, before, g.Kernel.Expr(), end))
	return c.Regular(held, rule.Continuous)
}
