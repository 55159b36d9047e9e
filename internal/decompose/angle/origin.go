package angle

import (
	"math/big"

	"krein/ball"
	"krein/internal/kernel/breakpoints"
	"krein/internal/kernel/eval"
	"krein/internal/kernel/formula"
	"krein/internal/kernel/piecewise"
)

// An Origin bounds a function F(θ) on discs around θ = 0 to which it goes on as a holomorphic function, although parts of
// its formula, arccosines of 1 − θ²/2 + …, are written with branch points there.
//
// Let y = cθ² + o(θ²), c > 0, as θ ↓ 0, be holomorphic around 0. Then y has a double zero, y = θ²q, and the root that is
// positive for θ > 0 goes on as √y = θ√q. So do arccos x = 2 arcsin √((1−x)/2) and arcsin x = π/2 − arccos x, if 1 − x is
// such a y: the layers of a network are θ ↦ arccos(1 − θ²/2 + …).
type Origin struct {
	expr  *formula.Expr
	roots []*formula.Expr // inner ones first
	discs []disc          // by radius, as far as tried
}

// disc bounds |F| by sup where |θ| ≤ radius.
type disc struct {
	radius float64
	sup    ball.Mag
}

const (
	originTerms = 24
	originPrec  = 192
)

// originRadii are tried in turn; a Mag has them exactly.
var originRadii = []float64{0.015625, 0.0625, 0.09375, 0.125, 0.1875, 0.25, 0.375, 0.5, 0.6875, 0.9375, 1.1875, 1.625, 2.25}

// NewOrigin returns nil if no part of f needs what it does.
func NewOrigin(f *formula.Expr) *Origin {
	g := &Origin{expr: f}
	done := make(map[*formula.Expr]bool)
	var angles []*formula.Expr // the x of arccosines among the roots
	var walk func(e *formula.Expr)
	walk = func(e *formula.Expr) {
		if done[e] || !e.Varies() {
			return
		}
		done[e] = true
		for _, a := range e.Args() {
			walk(a)
		}
		var y, x *formula.Expr
		switch e.Op() {
		case formula.OpSqrt:
			y = e.Args()[0]
		case formula.OpAcos, formula.OpAsin:
			x = e.Args()[0]
			y = formula.Sub(formula.Int(1), x)
		default:
			return
		}
		if doubleZero(y, angles) {
			g.roots = append(g.roots, e)
			if x != nil {
				angles = append(angles, x)
			}
		}
	}
	walk(f)
	if len(g.roots) == 0 {
		return nil
	}
	return g
}

// doubleZero reports whether y = cθ² + o(θ²), c > 0, as θ ↓ 0, is proved: as it stands, or as a function of
// φ = arccos x, for one of the angles x, which are known to have φ = c'θ + o(θ), c' > 0.
func doubleZero(y *formula.Expr, angles []*formula.Expr) bool {
	v := eval.Enclose(nil, y, new(ball.Real), originPrec)
	if v.IsFinite() && !v.ContainsZero() {
		return false
	}
	for i := len(angles) - 1; i >= 0; i-- {
		if outer, ok := piecewise.InAngleOf(y, angles[i]); ok {
			y = outer
			break
		}
	}
	x, err := breakpoints.Natural(y).ExactAt(piecewise.Origin(), true, 3)
	if err != nil {
		return false
	}
	t, ok := x.Lead()
	if n, whole := t.Exp.Int(); !ok || !whole || n != 2 || t.LogPow != 0 {
		return false
	}
	sign, known := t.Coef.Sign()
	return known == ball.True && sign > 0
}

// Sup bounds |F| on |θ| ≤ radius; ok is false if it is not seen to be holomorphic there.
func (g *Origin) Sup(radius ball.Mag) (sup ball.Mag, ok bool) {
	if g == nil {
		return sup, false
	}
	for i := 0; ; i++ {
		if i == len(g.discs) {
			if i == len(originRadii) || i > 0 && g.discs[i-1].sup.IsInf() {
				return sup, false
			}
			g.discs = append(g.discs, disc{originRadii[i], g.bound(originRadii[i])})
		}
		if d := g.discs[i]; radius.Cmp(ball.MagFloat64(d.radius)) <= 0 {
			return d.sup, !d.sup.IsInf()
		}
	}
}

// bound bounds |F| on |θ| ≤ radius by a model around 0.
func (g *Origin) bound(radius float64) ball.Mag {
	ar := models{n: originTerms, prec: originPrec, number: eval.RealBalls(originPrec)}
	theta := &model{p: new(ball.RealSeries).SetVar(new(ball.Real), ar.n)}
	theta.p.Coef(1).SetFloat64(radius)
	ev := formula.NewEvaluation(theta, formula.Arith[*model](ar))
	for _, e := range g.roots {
		x, err := ev.Value(e.Args()[0])
		if err == nil {
			x, err = ar.atOrigin(e.Op(), x)
		}
		if err != nil {
			return ball.MagInf()
		}
		ev.Know(e, x)
	}
	x, err := ev.Value(g.expr)
	if err != nil {
		return ball.MagInf()
	}
	return ar.full(x).size()
}

// atOrigin is √x, arccos x or arcsin x where x, or 1 − x, has a double zero at the center, for t > 0 the one that is
// written.
func (ar models) atOrigin(op formula.Op, x *model) (*model, error) {
	t := &model{p: new(ball.RealSeries).SetVar(new(ball.Real), ar.n)}
	root := func(y *model) (*model, error) {
		v, err := ar.plainRoot(ar.overSquare(y), big.NewRat(1, 2))
		if err != nil {
			return nil, err
		}
		return ar.mul(t, v), nil
	}
	if op == formula.OpSqrt {
		return root(ar.full(x))
	}
	y, err := ar.Binary(formula.OpSub, &model{c: ball.NewReal(1)}, x)
	if err != nil {
		return nil, err
	}
	s, err := root(ar.mul(y, &model{c: ball.NewReal(0.5)}))
	if err != nil {
		return nil, err
	}
	if s, err = ar.plainArc(formula.OpAsin, s); err != nil {
		return nil, err
	}
	s = ar.mul(s, &model{c: ball.NewReal(2)})
	if op == formula.OpAsin {
		half := new(ball.Real).Pi(ar.prec)
		return ar.Binary(formula.OpSub, &model{c: half.Mul2Exp(half, -1)}, s)
	}
	return s, nil
}

// overSquare is y/t² for a y with a double zero at t = 0. The remainder tⁿE, |E| ≤ r on the disc, has the first two
// coefficients of E, at most r, in the place of those that are missing, and what is left of it is at most 3r.
func (ar models) overSquare(y *model) *model {
	q := &model{p: new(ball.RealSeries).SetConst(new(ball.Real), ar.n), r: y.r.Mul(ball.MagUint(3))}
	for k := range ar.n {
		if k+2 < ar.n {
			q.p.Coef(k).Set(y.p.Coef(k + 2))
		} else {
			q.p.Coef(k).AddRad(y.r)
		}
	}
	return q
}
