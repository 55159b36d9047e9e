package laplace

import (
	"context"
	"fmt"
	"math"
	"math/big"
	"slices"

	"krein/ball"
	"krein/internal/certify/check/monotone"
	"krein/internal/certify/check/normal"
	"krein/internal/certify/check/rule"
	"krein/internal/certify/proof"
	"krein/internal/certify/view"
	"krein/internal/kernel/constant"
	"krein/internal/kernel/defined"
	"krein/internal/kernel/formula"
	"krein/internal/kernel/numeric"
	"krein/internal/kernel/piecewise"
	"krein/kernel"
)

// opened is k without names of kernels, which evidence does not have: k itself, with what is known of it, if it has
// none.
func opened(k *kernel.Kernel) *kernel.Kernel {
	if !k.Expr().Some(func(e *formula.Expr) bool { return e.Op() == formula.OpCall }) {
		return k
	}
	return k.Derive(formula.Opened(k.Expr())).Metered(k.Meter())
}

// AtSight looks for refutations of complete monotonicity that are found faster than a proof tree.
func AtSight(ctx context.Context, k *kernel.Kernel) []*proof.Step {
	k = opened(k)
	var out []*proof.Step
	out = append(out, refuteByValues(k)...)
	out = append(out, refuteByJets(ctx, k, jetPass{6, -24, 16, 1, 96})...)
	return out
}

// Refute looks for refutations that take longer.
func Refute(ctx context.Context, k *kernel.Kernel) []*proof.Step {
	k = opened(k)
	for _, find := range []func(context.Context, *kernel.Kernel) []*proof.Step{refuteFarOut, refuteByMixture, refuteByPieces,
		refuteByDerivatives} {
		if ctx.Err() != nil {
			return nil
		}
		if c := find(ctx, k); c != nil {
			return c
		}
	}
	return nil
}

// refuteByMixture looks for a negative atom, or value of the density, of a sum of exp(−az) times polynomials and of exp(−cz²).
func refuteByMixture(ctx context.Context, k *kernel.Kernel) []*proof.Step {
	terms, err := normal.Terms(k.Expr())
	if err != nil {
		return nil
	}
	var g group
	var atoms []normal.Term // of exp(−cz²), and constants
	var rates []constant.Value
	square := formula.Pow(formula.Variable(), formula.Int(2))
	negativeAtom := false
	for _, t := range terms {
		if a, j, common, ok := splitRate(t); ok && common == nil {
			g.add(a, j, t)
			continue
		}
		var c constant.Value
		if t.Exponent != nil {
			e, err := normal.Terms(formula.Div(t.Exponent, square))
			if err != nil || len(e) != 1 || !isConstant(e[0]) {
				return nil
			}
			c = e[0].Coefficient.Neg()
		}
		if len(t.Factors) > 0 {
			return nil
		}
		negativeAtom = negativeAtom || sign(t.Coefficient) < 0
		atoms, rates = append(atoms, t), append(rates, c)
	}
	if len(g.terms) == 0 {
		return nil
	}
	mix, _ := g.mixture()
	ev := monotone.Signed{Mixture: mix, At: rule.Rational{Rat: new(big.Rat)}, Bits: valueBits}
	for _, i := range increasing(rates) {
		ev.Atoms = append(ev.Atoms, monotone.Rate{Rate: constText(rates[i]), Coefficients: []string{constText(atoms[i].Coefficient)}})
	}
	step := func(says string) []*proof.Step {
		return []*proof.Step{proof.NewStep("completely-monotone.negative-mixture", says, ev)}
	}
	if negativeAtom {
		return step("as a mixture of Gaussians k has one with a negative weight")
	}
	for i := -densityOctaves; i <= densityOctaves && ctx.Err() == nil; i++ {
		ev.At.Rat = exact(math.Exp2(float64(i) / 4))
		if v := ev.Density(); v != nil && v.Negative() == ball.True {
			return step("as a mixture of Gaussians k has a density that is negative at v " + is(ev.At.Rat))
		}
	}
	return nil
}

// densityOctaves bounds the logarithm, in quarters of octaves, of the places at which a density is evaluated.
const densityOctaves = 120

// refuteFarOut looks for negative values beyond those that floats tell from 0, at powers of two, ever fewer.
func refuteFarOut(ctx context.Context, k *kernel.Kernel) []*proof.Step {
	for i := 4; i <= 1000 && ctx.Err() == nil; i += 1 + i/64*8 {
		z := exact(math.Exp2(float64(i)))
		if k.BallAt(nil, new(ball.Real).SetRat(z, valueBits), valueBits).Negative() == ball.True {
			return []*proof.Step{negative(z)}
		}
	}
	return nil
}

// negative refutes by the value at the distance z.
func negative(z *big.Rat) *proof.Step {
	return proof.NewStep("completely-monotone.derivative-sign", fmt.Sprintf("k is negative at z %s", is(z)),
		monotone.Sign{T: rule.Rational{Rat: new(big.Rat).Mul(z, z)}, Order: 0, Bits: valueBits})
}

// wrongSign says what a derivative of k(√t) refutes.
func wrongSign(order int, t *big.Rat) string {
	sign := "negative"
	if order%2 == 1 {
		sign = "positive"
	}
	if order == 0 {
		return fmt.Sprintf("k(√t) is %s at t %s", sign, is(t))
	}
	return fmt.Sprintf("the derivative of order %d of k(√t) is %s at t %s", order, sign, is(t))
}

// is writes a positive number for a sentence after the name of a variable: "= 3/8" if few digits tell it, "≈ 0.3333" with
// four otherwise.
func is(x *big.Rat) string {
	s := fmt.Sprintf("%.4g", float(x))
	if r, ok := new(big.Rat).SetString(s); ok && r.Cmp(x) == 0 {
		return "= " + s
	}
	if exactly := x.RatString(); len(exactly) <= 8 {
		return "= " + exactly
	}
	if fraction, exponent := math.Frexp(float(x)); fraction == 0.5 {
		return fmt.Sprintf("= 2^%d", exponent-1)
	}
	return "≈ " + s
}

func float(x *big.Rat) float64 {
	v, _ := x.Float64()
	return v
}

func exact(x float64) *big.Rat { return new(big.Rat).SetFloat64(x) }

// tolerance is how far a distance at which floats see a negative value may move to one of few digits.
const tolerance = 0.05

// valueBits is the precision of values.
const valueBits = 128

// refuteByValues looks for negative values, increase, and zeros.
func refuteByValues(k *kernel.Kernel) []*proof.Step {
	var z, v []float64
	value := numeric.Compile(k).At
	for i := -120; i <= 120; i++ { // from 1e−9 to 1e9
		x := math.Exp2(float64(i) / 4)
		if y := value(x); !math.IsNaN(y) && !math.IsInf(y, 0) {
			z, v = append(z, x), append(v, y)
		}
	}
	var out []*proof.Step
	// What seems negative by more than rounding, at the most negative place.
	least, top := -1, 0.0
	for i, y := range v {
		top = math.Max(top, math.Abs(y))
		if y < 0 && (least < 0 || y < v[least]) {
			least = i
		}
	}
	if least >= 0 {
		at := exact(z[least])
		if r, ok := view.Nearby(z[least], tolerance); ok && value(float(r)) < v[least]/2 {
			at = r
		}
		out = append(out, negative(at))
	}
	// the largest increase
	low, from, to := math.Inf(1), -1, -1
	gain, at := 0.0, -1
	for i, y := range v {
		if at >= 0 && y-low > gain {
			gain, from, to = y-low, at, i
		}
		if y < low {
			low, at = y, i
		}
	}
	if gain > 1e-12*top {
		out = append(out, proof.NewStep("completely-monotone.increase",
			fmt.Sprintf("k is smaller at z %s than at z %s", is(exact(z[from])), is(exact(z[to]))),
			monotone.Pair{Near: rule.Rational{Rat: exact(z[from])}, Far: rule.Rational{Rat: exact(z[to])}, Bits: valueBits}))
	}
	first := slices.IndexFunc(v, func(y float64) bool { return y != 0 })
	zero := len(v)
	for zero > 0 && v[zero-1] == 0 {
		zero--
	}
	if first >= 0 && zero < len(v) {
		if from, to := beside(z[zero]); provedZero(k, from, to) {
			out = append(out, proof.NewStep("completely-monotone.identity",
				fmt.Sprintf("k is 0 on an interval that begins at z %s, but not at z %s", is(from), is(exact(z[first]))),
				monotone.Interval{Formula: "0",
					From: rule.Rational{Rat: from}, To: rule.Rational{Rat: to}, At: rule.Rational{Rat: exact(z[first])},
					Bits: valueBits}))
		}
	}
	return out
}

// beside is a short interval that begins at z.
func beside(z float64) (from, to *big.Rat) { return exact(z), exact(z * (1 + 1.0/1024)) }

func provedZero(k *kernel.Kernel, from, to *big.Rat) bool {
	v := k.BallAt(nil, new(ball.Real).SetRat(from, valueBits), valueBits)
	if !v.IsExact() || !v.IsZero() {
		return false
	}
	branch, err := piecewise.OnInterval(k.Expr(), from, to, k.Meter())
	return err == nil && normal.Same(branch, formula.Int(0)) == nil
}

// jetPass is a search for a derivative of the wrong sign: orders up to the given one at t from 2^lo
// to 2^hi, steps to an octave.
type jetPass struct {
	orders, lo, hi, steps int
	bits                  uint
}

// refuteByDerivatives looks at the signs of enclosed derivatives, of low orders at many places first.
func refuteByDerivatives(ctx context.Context, k *kernel.Kernel) []*proof.Step {
	for _, p := range []jetPass{{24, -10, 8, 2, 256}, {100, -1, 8, 2, 640}} {
		if c := refuteByJets(ctx, k, p); c != nil {
			return c
		}
	}
	return nil
}

func refuteByJets(ctx context.Context, k *kernel.Kernel, p jetPass) []*proof.Step {
	for i := p.lo * p.steps; i <= p.hi*p.steps; i++ {
		if ctx.Err() != nil {
			return nil
		}
		t := exact(math.Exp2(float64(i) / float64(p.steps)))
		jet := k.BallTaylorT(nil, new(ball.Real).SetRat(t, p.bits), p.orders, p.bits)
		for n := 0; n <= p.orders; n++ {
			v := jet.Coef(n)
			if n%2 == 0 && v.Negative() == ball.True || n%2 == 1 && v.Positive() == ball.True {
				return []*proof.Step{proof.NewStep("completely-monotone.derivative-sign",
					wrongSign(n, t), monotone.Sign{T: rule.Rational{Rat: t}, Order: n, Bits: rule.Bits(p.bits)})}
			}
		}
	}
	return nil
}

// refuteByPieces looks for a piece with a formula that is analytic everywhere but is not k elsewhere.
func refuteByPieces(ctx context.Context, k *kernel.Kernel) []*proof.Step {
	type piece struct {
		from, to *big.Rat
		branch   *formula.Expr
	}
	var pieces []piece
	for i := -12; i <= 40; i++ { // from 1/64 to 2^20
		var p piece
		var err error
		p.from, p.to = beside(math.Exp2(float64(i) / 2))
		if p.branch, err = piecewise.OnInterval(k.Expr(), p.from, p.to, k.Meter()); err != nil {
			continue
		}
		if len(pieces) == 0 || !pieces[len(pieces)-1].branch.Equal(p.branch) {
			pieces = append(pieces, p)
		}
	}
	if len(pieces) < 2 {
		return nil
	}
	for i, p := range pieces {
		if _, err := normal.Terms(p.branch); err != nil {
			continue
		}
		g, err := defined.New(p.branch)
		if err != nil {
			continue
		}
		g = g.CutAt(k.Points()).Metered(k.Meter())
		for j, q := range pieces {
			if i == j {
				continue
			}
			x := new(ball.Real).SetRat(q.from, valueBits)
			u, v := k.BallAt(nil, x, valueBits), g.BallAt(nil, x, valueBits)
			if u.Less(v) == ball.True || v.Less(u) == ball.True {
				return []*proof.Step{proof.NewStep("completely-monotone.identity",
					fmt.Sprintf("k is a function that is analytic for all z > 0 on an interval that begins at z %s, but is not that "+
						"function at z %s", is(p.from), is(q.from)),
					monotone.Interval{Formula: written(p.branch), From: rule.Rational{Rat: p.from}, To: rule.Rational{Rat: p.to},
						At: rule.Rational{Rat: q.from}, Bits: valueBits})}
			}
		}
	}
	return nil
}
