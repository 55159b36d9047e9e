package sphere

import (
	"math/big"

	"krein/ball"
	"krein/certify/check/rule"
	"krein/internal/budget"
	"krein/kernel"
	"krein/kernel/constant"
	"krein/kernel/eval"
	"krein/kernel/formula"
	"krein/kernel/piecewise"
)

// germ encloses w^order·(a + b·log w) for 0 < w ≤ h: coefficient i of the jets a and b contains the i-th Taylor
// coefficient at every w of [0,h]. b is nil for 0.
type germ struct {
	order int
	a, b  *ball.RealSeries
}

// germs evaluates formulas beside an end e of a piece, as functions of w = √|z²−e²|.
type germs struct {
	formula.Arith[*ball.RealSeries]
	at    piecewise.Breakpoint
	right bool
	scale int64 // |z−e|^p is of order scale·p in w
	w     *ball.RealSeries
	z     germ
	arcs  int // at 1 that are still to be rewritten
	prec  uint
	meter *budget.Meter
}

// newGerms is for n coefficients on w; square is e².
func newGerms(at piecewise.Breakpoint, right bool, square, w *ball.Real, n int, prec uint, m *budget.Meter) *germs {
	g := &germs{Arith: eval.Jets(prec, n), at: at, right: right, scale: 2, w: new(ball.RealSeries).SetVar(w, n), arcs: 8, prec: prec, meter: m}
	z := new(ball.RealSeries).Mul(g.w, g.w, prec)
	switch {
	case square.IsZero():
		g.scale, g.z = 1, germ{1, new(ball.RealSeries).SetConst(new(ball.Real).SetInt64(1), n), nil}
		return g
	case !right:
		z.Neg(z)
	}
	g.z = germ{a: z.Sqrt(z.AddScalar(z, square, prec), prec)}
	return g
}

// shifted returns x with that order. Of a jet without coefficients below s, the others are those of the quotient by w^s: its
// derivatives are means of those of order s higher between 0 and w.
func (g *germs) shifted(x germ, order int) germ {
	move := func(a *ball.RealSeries) *ball.RealSeries {
		if a == nil {
			return nil
		}
		r := new(ball.RealSeries).Set(a)
		for range x.order - order {
			r.Mul(r, g.w, g.prec)
		}
		for s := order - x.order; s > 0; s-- {
			for i := range r.Len() - 1 {
				r.Coef(i).Set(r.Coef(i + 1))
			}
			r.Coef(r.Len() - 1).SetIndeterminate()
		}
		return r
	}
	return germ{order, move(x.a), move(x.b)}
}

// leadOrder is that to which leading terms are looked for.
const leadOrder = 6

// led returns a formula's germ with the exact leading order, so that a does not vanish at 0.
func (g *germs) led(e *formula.Expr) (germ, error) {
	x, err := g.of(e)
	if err != nil {
		return x, err
	}
	series, err := kernel.NewNatural(e).Metered(g.meter).ExactAt(g.at, g.right, leadOrder)
	if err != nil {
		return x, rule.Incomplete("%s beside %v: %v", e, g.at, err)
	}
	lead, ok := series.Lead()
	p, whole := lead.Exp.Times(g.scale).Int()
	if !ok || !whole || lead.LogPow != 0 || x.b != nil || p < int64(x.order) || p > int64(x.order+g.w.Len()) {
		return x, rule.Incomplete("the leading term of %s beside %v is not known, or no power of a root", e, g.at)
	}
	return g.shifted(x, int(p)), nil
}

// plain returns a formula as a jet.
func (g *germs) plain(e *formula.Expr) (*ball.RealSeries, error) {
	x, err := g.of(e)
	if err == nil && x.order < 0 {
		x, err = g.led(e)
	}
	if err != nil {
		return nil, err
	}
	if x.order < 0 || x.b != nil {
		return nil, rule.Incomplete("%s is not seen to be bounded and free of logarithms beside %v", e, g.at)
	}
	return g.shifted(x, 0).a, nil
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

func (g *germs) mul(x, y germ) (germ, error) {
	if x.b == nil {
		x, y = y, x
	}
	if y.b != nil {
		return x, rule.Incomplete("the square of a logarithm beside %v", g.at)
	}
	p := germ{order: x.order + y.order, a: new(ball.RealSeries).Mul(x.a, y.a, g.prec)}
	if x.b != nil {
		p.b = new(ball.RealSeries).Mul(x.b, y.a, g.prec)
	}
	return p, nil
}

// power returns e^p.
func (g *germs) power(e *formula.Expr, p *big.Rat) (germ, error) {
	x, err := g.led(e)
	if err != nil {
		return x, err
	}
	order := new(big.Rat).Mul(p, big.NewRat(int64(x.order), 1))
	if !order.IsInt() || !order.Num().IsInt64() {
		return x, rule.Incomplete("%s^%s beside %v is no power of a root", e, p.RatString(), g.at)
	}
	x.order = int(order.Num().Int64())
	x.a, err = g.PowRat(x.a, p)
	return x, err
}

// of returns the germ of a formula without conditions.
func (g *germs) of(e *formula.Expr) (x germ, err error) {
	args, minus := e.Args(), germ{a: g.Rat(big.NewRat(-1, 1))}
	switch op := e.Op(); {
	case !e.Varies():
		x.a, err = formula.Eval(e, g.w, g.Arith)
	case op == formula.OpVar:
		return g.z, nil
	case op == formula.OpCall:
		return g.of(e.Body())
	case op == formula.OpAdd, op == formula.OpSub, op == formula.OpMul:
		x, err = g.of(args[0])
		for _, arg := range args[1:] {
			y, err2 := g.of(arg)
			if err := rule.First(err, err2); err != nil {
				return x, err
			}
			switch op {
			case formula.OpMul:
				x, err = g.mul(x, y)
			case formula.OpSub:
				y, _ = g.mul(y, minus)
				fallthrough
			default:
				x = g.add(x, y)
			}
		}
	case op == formula.OpNeg:
		if x, err = g.of(args[0]); err == nil {
			return g.mul(x, minus)
		}
	case op == formula.OpDiv:
		x, err = g.of(args[0])
		y, err2 := g.power(args[1], big.NewRat(-1, 1))
		if err := rule.First(err, err2); err != nil {
			return x, err
		}
		return g.mul(x, y)
	case op == formula.OpSqrt:
		return g.power(args[0], big.NewRat(1, 2))
	case op == formula.OpPow:
		if p, err := constant.New(args[1]); err == nil {
			if r, ok := p.Rat(); ok {
				return g.power(args[0], r)
			}
		}
		return g.of(formula.Apply(formula.OpExp, formula.Mul(args[1], formula.Apply(formula.OpLog, args[0]))))
	case op == formula.OpLog:
		if x, err = g.led(args[0]); err != nil {
			return x, err
		}
		if x.order != 0 {
			x.b, err = g.Rat(big.NewRat(int64(x.order), 1)), nil
		}
		x.order = 0
		x.a.Log(x.a, g.prec)
	case op == formula.OpBesselJ, op == formula.OpBesselI, op == formula.OpBesselK:
		nu, err2 := formula.Eval(args[0], g.w, g.Arith)
		y, err := g.plain(args[1])
		if err := rule.First(err2, err); err != nil {
			return x, err
		}
		x.a, err = g.Bessel(op, nu, y)
		return x, err
	case len(args) != 1:
		return x, rule.Incomplete("%s beside %v", e, g.at)
	default:
		y, err := g.plain(args[0])
		if err != nil {
			return x, err
		}
		x.a, err = g.Unary(op, y)
		if arc := op == formula.OpAcos || op == formula.OpAsin; !arc || g.arcs == 0 || err != nil || x.a.Coef(1).IsFinite() {
			return x, err
		}
		g.arcs-- // acos x = 2 asin √((1−x)/2) is of the order of a root at 1
		root := formula.Apply(formula.OpSqrt, formula.Mul(formula.Frac(1, 2), formula.Sub(formula.Int(1), args[0])))
		acos := formula.Mul(formula.Int(2), formula.Apply(formula.OpAsin, root))
		if op == formula.OpAcos {
			return g.of(acos)
		}
		return g.of(formula.Sub(formula.Mul(formula.Frac(1, 2), formula.Pi()), acos))
	}
	return x, err
}
