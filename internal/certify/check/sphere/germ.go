package sphere

import (
	"math/big"

	"krein/ball"
	"krein/internal/kernel/eval"
	"krein/internal/kernel/formula"
	"krein/internal/kernel/piecewise"
	"krein/kernel"
)

// germ encloses w^order·(a + b·log w) for 0 < w ≤ h: coefficient i of the jets a and b contains the i-th Taylor
// coefficient at every w of [0,h]. b is nil for 0; what is not known is indeterminate.
//
// With w = √|z²−e²| a function like (z−e)^{3/2} or z² log z becomes w³ or w² log w times an
// analytic one: in w all that rules ask of the end of a piece is analytic, but for one logarithm.
type germ struct {
	order int
	a, b  *ball.RealSeries
}

// germs evaluates formulas beside an end e of a piece, as functions of w = √|z²−e²|.
//
// Every operation returns a germ that contains the function on 0 < w ≤ h, or indeterminate jets: it
// never leaves something out.
type germs struct {
	formula.Arith[*ball.RealSeries]
	at    piecewise.Breakpoint
	right bool
	scale int64 // |z−e|^p is of order scale·p in w
	w     *ball.RealSeries
	z     germ
	arcs  int // at 1 that are still to be rewritten
	prec  uint
	k     *kernel.Kernel // for its meter
}

// newGerms is for n coefficients on w; square is e².
func newGerms(at piecewise.Breakpoint, right bool, square, w *ball.Real, n int, prec uint, k *kernel.Kernel) *germs {
	g := &germs{Arith: eval.Jets(prec, n), at: at, right: right, scale: 2, w: new(ball.RealSeries).SetVar(w, n),
		arcs: 8, prec: prec, k: k}
	// z² = e² ± w², so that z = √(e² ± w²) is analytic in w for e > 0; for e = 0 it is w itself.
	z := new(ball.RealSeries).Mul(g.w, g.w, prec)
	switch {
	case square.IsZero():
		g.scale, g.z = 1, germ{1, g.Rat(big.NewRat(1, 1)), nil}
		return g
	case !right:
		z.Neg(z)
	}
	g.z = germ{a: z.Sqrt(z.AddScalar(z, square, prec), prec)}
	return g
}

// unknown returns a germ of which nothing is known.
//
// Shifting by all coefficients leaves indeterminate ones.
func (g *germs) unknown() germ {
	return germ{a: g.moved(g.Rat(new(big.Rat)), g.w.Len())}
}

// moved divides jets by w^s. Of those without coefficients below s, the others are those of the quotient: its
// derivatives are means of those of order s higher between 0 and w.
//
// In formulas: if a = wˢ b, then b⁽ⁱ⁾(w)/i! = ∫_0^1 a⁽ⁱ⁺ˢ⁾(τw) τⁱ (1−τ)^{s−1} dτ/((s−1)! i!), and
// the weights add up to 1/(i+s)!, a Beta integral: a mean of a⁽ⁱ⁺ˢ⁾/(i+s)! over [0,w]. The last s
// coefficients are lost. For s < 0 it multiplies by w^{−s}, by repeated squaring.
func (g *germs) moved(a *ball.RealSeries, s int) *ball.RealSeries {
	if a == nil {
		return nil
	}
	r := new(ball.RealSeries).Set(a)
	for w := g.w; s < 0; s /= 2 {
		if s%2 != 0 {
			r.Mul(r, w, g.prec)
		}
		w = new(ball.RealSeries).Mul(w, w, g.prec)
	}
	for i := range r.Len() {
		if i+s < r.Len() {
			r.Coef(i).Set(r.Coef(i + s))
		} else {
			r.Coef(i).SetIndeterminate()
		}
	}
	return r
}

// shifted returns x with that order, provided that no terms are below it.
//
// "Provided": callers know of an x whose order grows from exact expansions (led, Legendre.end) that
// the terms below vanish; an order that falls needs nothing.
func (g *germs) shifted(x germ, order int) germ {
	return germ{order, g.moved(x.a, order-x.order), g.moved(x.b, order-x.order)}
}

// leadOrder is that to which leading terms are looked for.
const leadOrder = 6

// led returns a formula's germ with the exact leading order, so that a does not vanish at 0.
//
// The exact expansion of e at the end proves that all terms below its leading power have the
// coefficient 0, and that the leading one has not. A leading power that is no whole one in w, one
// with a logarithm, and a germ with a logarithm beside its powers have no such form: unknown.
func (g *germs) led(e *formula.Expr) germ {
	x := g.of(e)
	series, err := g.k.Derive(e).Metered(g.k.Meter()).ExactAt(g.at, g.right, leadOrder)
	lead, ok := series.Lead()
	p, whole := lead.Exp.Times(g.scale).Int()
	if err != nil || !ok || !whole || lead.LogPow != 0 || x.b != nil {
		return g.unknown()
	}
	return g.shifted(x, int(p))
}

// plain returns a formula as a jet.
//
// Functions of e are composed as jets, for which e must be analytic in w: no logarithm, no pole.
func (g *germs) plain(e *formula.Expr) *ball.RealSeries {
	x := g.of(e)
	if x.order < 0 {
		x = g.led(e)
	}
	if x.order < 0 || x.b != nil {
		x = g.unknown()
	}
	return g.moved(x.a, -x.order)
}

func (g *germs) add(x, y germ) germ {
	order := min(x.order, y.order)
	x, y = g.shifted(x, order), g.shifted(y, order)
	x.a.Add(x.a, y.a, g.prec)
	switch {
	case x.b == nil:
		x.b = y.b
	case y.b != nil:
		x.b.Add(x.b, y.b, g.prec)
	}
	return x
}

// mul returns the product, which is unknown if it has the square of a logarithm.
//
// (a + b log w) a′ = aa′ + ba′ log w
func (g *germs) mul(x, y germ) germ {
	if x.b == nil {
		x, y = y, x
	}
	if y.b != nil { // the square of a logarithm
		return g.unknown()
	}
	p := germ{order: x.order + y.order, a: new(ball.RealSeries).Mul(x.a, y.a, g.prec)}
	if x.b != nil {
		p.b = new(ball.RealSeries).Mul(x.b, y.a, g.prec)
	}
	return p
}

// power returns e^p.
//
// (w^n a)^p = w^{np} a^p for w > 0, with a ≠ 0 at 0 by led: a^p is a finite jet if a is positive on
// [0,h], or has no zero for a whole p.
func (g *germs) power(e *formula.Expr, p *big.Rat) germ {
	x := g.led(e)
	order := new(big.Rat).Mul(p, big.NewRat(int64(x.order), 1))
	if !order.IsInt() || order.Num().BitLen() > 16 {
		return g.unknown()
	}
	// The jet of a^p is indeterminate, not an error, where a may vanish or be negative.
	a, _ := g.PowRat(x.a, p)
	return germ{order: int(order.Num().Int64()), a: a}
}

func (g *germs) constant(e *formula.Expr) *ball.RealSeries {
	a, err := formula.Eval(e, g.w, g.Arith)
	if err != nil {
		return g.unknown().a
	}
	return a
}

// of returns the germ of a formula without conditions.
func (g *germs) of(e *formula.Expr) (x germ) {
	args, minus := e.Args(), germ{a: g.Rat(big.NewRat(-1, 1))}
	switch op := e.Op(); {
	case !e.Varies():
		return germ{a: g.constant(e)}
	case op == formula.OpVar:
		return g.z
	case op == formula.OpCall:
		return g.of(e.Body())
	case op == formula.OpAdd, op == formula.OpSub, op == formula.OpMul:
		x = g.of(args[0])
		for _, arg := range args[1:] {
			y := g.of(arg)
			switch op {
			case formula.OpMul:
				x = g.mul(x, y)
			case formula.OpSub:
				x = g.add(x, g.mul(y, minus))
			default:
				x = g.add(x, y)
			}
		}
	case op == formula.OpNeg:
		return g.mul(g.of(args[0]), minus)
	case op == formula.OpDiv:
		return g.mul(g.of(args[0]), g.power(args[1], big.NewRat(-1, 1)))
	case op == formula.OpSqrt:
		return g.power(args[0], big.NewRat(1, 2))
	case op == formula.OpPow:
		if r := args[1].Num(); r != nil {
			return g.power(args[0], r)
		}
		return g.of(formula.Apply(formula.OpExp, formula.Mul(args[1], formula.Apply(formula.OpLog, args[0]))))
	// log(wⁿa) = n log w + log a
	case op == formula.OpLog:
		y := g.led(args[0])
		if y.order != 0 {
			x.b = g.Rat(big.NewRat(int64(y.order), 1))
		}
		x.a = y.a.Log(y.a, g.prec)
	case op == formula.OpBesselJ, op == formula.OpBesselI, op == formula.OpBesselK:
		x.a, _ = g.Bessel(op, g.constant(args[0]), g.plain(args[1]))
	// Maxima, minima and conditions, of which a piece has none.
	case len(args) != 1:
		return g.unknown()
	default:
		x.a, _ = g.Unary(op, g.plain(args[0]))
		// Only where the jet fails, as the arc of an argument that is 1 at the end.
		if op != formula.OpAcos && op != formula.OpAsin || g.arcs == 0 || x.a.Coef(1).IsFinite() {
			return x
		}
		g.arcs-- // acos x = 2 asin √((1−x)/2) is of the order of a root at 1
		root := formula.Apply(formula.OpSqrt, formula.Mul(formula.Frac(1, 2), formula.Sub(formula.Int(1), args[0])))
		acos := formula.Mul(formula.Int(2), formula.Apply(formula.OpAsin, root))
		if op == formula.OpAcos {
			return g.of(acos)
		}
		return g.of(formula.Sub(formula.Mul(formula.Frac(1, 2), formula.Pi()), acos))
	}
	return x
}
