package angle

import (
	"errors"
	"math/big"

	"krein/ball"
	"krein/internal/kernel/eval"
	"krein/internal/kernel/formula"
)

// A model is a function that is holomorphic on a disc |θ − c| < R with a real center c, and real for real θ: with
// t = (θ − c)/R,
//
//	f(θ) = Σ_{k<n} p_k t^k + e(θ),   |e| ≤ r on the disc,
//
// for the Taylor coefficients that the balls p_k contain, so that e has a zero of order n at t = 0.
// Every part of a formula is a function of θ alone, so that models, unlike balls, do not widen where parts of a formula
// depend on each other: 1 − cos θ is near θ²/2 on a disc near 0 with a small relative error.
type model struct {
	c *ball.Real // of a constant, else nil
	p *ball.RealSeries
	r ball.Mag
}

// models is the arithmetic of models with n terms. An error says that the function is not seen to be holomorphic on the
// disc, or with ErrNoModel that an operation is not one of these.
type models struct {
	n      int
	prec   uint
	number formula.Arith[*ball.Real]
	ends   []*ball.Real // a, −1 < a < 1, of points t = −1/a at which parts of the formula may have double zeros
}

const modelTerms = 16

var (
	ErrNoModel   = errors.New("an operation without models")
	errNoSegment = errors.New("a function is not proved to be holomorphic on the disc")
)

// SupOnDisc bounds |f| on the disc around c with the radius R, on which f is proved to be holomorphic.
// ends are points at which parts of it may behave like (θ − end)².
func SupOnDisc(f *formula.Expr, c, radius *ball.Real, ends []*ball.Real, prec uint) (ball.Mag, error) {
	ar := models{n: modelTerms, prec: prec, number: eval.RealBalls(prec)}
	for _, end := range ends {
		a := new(ball.Real).Sub(c, end, prec)
		a.Quo(radius, a, prec)
		if size := a.MagUpper(); size.Cmp(ball.MagPow2(0)) < 0 && size.Cmp(ball.MagPow2(-5)) > 0 {
			ar.ends = append(ar.ends, a)
		}
	}
	theta := &model{p: new(ball.RealSeries).SetVar(c, ar.n)}
	theta.p.Coef(1).Set(radius)
	x, err := formula.Eval(f, theta, formula.Arith[*model](ar))
	if err != nil {
		return ball.MagInf(), err
	}
	return ar.full(x).size(), nil
}

// size bounds |f| on the disc.
func (x *model) size() ball.Mag { return x.p.Coef(0).MagUpper().Add(x.swing()) }

// swing bounds |f − p_0|.
func (x *model) swing() ball.Mag {
	s := x.r
	for k := 1; k < x.p.Len(); k++ {
		s = s.Add(x.p.Coef(k).MagUpper())
	}
	return s
}

// full returns constants as series.
func (ar models) full(x *model) *model {
	if x.c == nil {
		return x
	}
	return &model{p: new(ball.RealSeries).SetConst(x.c, ar.n)}
}

func (ar models) constant(v *ball.Real, err error) (*model, error) {
	if err != nil || v.Indeterminate() {
		return nil, errors.Join(errNoSegment, err)
	}
	return &model{c: v}, nil
}

func (ar models) Rat(r *big.Rat) *model      { return &model{c: ar.number.Rat(r)} }
func (ar models) Const(op formula.Op) *model { return &model{c: ar.number.Const(op)} }

func (models) Param(p *formula.Expr) (*model, error) { return nil, formula.NoValue(p) }

func (ar models) Binary(op formula.Op, x, y *model) (*model, error) {
	if x.c != nil && y.c != nil {
		return ar.constant(ar.number.Binary(op, x.c, y.c))
	}
	switch op {
	case formula.OpAdd, formula.OpSub:
		x, y = ar.full(x), ar.full(y)
		s := &model{p: new(ball.RealSeries), r: x.r.Add(y.r)}
		if op == formula.OpAdd {
			s.p.Add(x.p, y.p, ar.prec)
		} else {
			s.p.Sub(x.p, y.p, ar.prec)
		}
		return s, nil
	case formula.OpMul:
		return ar.mul(x, y), nil
	case formula.OpDiv:
		inv, err := ar.PowRat(y, big.NewRat(-1, 1))
		if err != nil {
			return nil, err
		}
		return ar.mul(x, inv), nil
	case formula.OpPow:
		log, err := ar.Unary(formula.OpLog, x)
		if err != nil {
			return nil, err
		}
		return ar.Unary(formula.OpExp, ar.mul(log, y))
	}
	return nil, ErrNoModel
}

func (ar models) mul(x, y *model) *model {
	if x.c != nil {
		x, y = y, x
	}
	if y.c != nil {
		if x.c != nil {
			v, _ := ar.number.Binary(formula.OpMul, x.c, y.c)
			return &model{c: v}
		}
		return &model{p: new(ball.RealSeries).MulScalar(x.p, y.c, ar.prec), r: x.r.Mul(y.c.MagUpper())}
	}
	m := &model{p: new(ball.RealSeries).Mul(x.p, y.p, ar.prec), r: x.r.Mul(y.size()).Add(y.r.Mul(x.size()))}
	high := make([]ball.Mag, ar.n+1) // Σ_{j≥k} |y_j|
	for k := ar.n - 1; k > 0; k-- {
		high[k] = high[k+1].Add(y.p.Coef(k).MagUpper())
		m.r = m.r.Add(x.p.Coef(ar.n - k).MagUpper().Mul(high[k]))
	}
	return m
}

// compose returns G(x), G holomorphic around the real x_0, from the series of G(p) and a majorant M: a function with
// Taylor coefficients M_k ≥ |G⁽ᵏ⁾(x_0)|/k!, k ≥ 1, at 0, finite where they converge. Then with p̂ = Σ_{k≥1} |p_k| t^k
//
//	|G(p + e) − Σ_{j<n} [t^j] G(p) t^j| ≤ M(p̂(1) + r) − Σ_{j<n} [t^j] M(p̂):
//
// the coefficients of G(p) are at most those of M(p̂), and G(p + e) − G(p) is at most M(p̂(1) + r) − M(p̂(1)).
func (ar models) compose(x *model, p *ball.RealSeries, majorant func(y *ball.RealSeries) *ball.RealSeries) (*model,
	error) {
	hat := new(ball.RealSeries).SetConst(new(ball.Real), ar.n)
	swing := new(ball.Real).SetFloat(x.r.Float(nil))
	for k := 1; k < ar.n; k++ { // not x.swing(), whose rounding would be a remainder
		hat.Coef(k).SetFloat(x.p.Coef(k).MagUpper().Float(nil))
		swing.Add(swing, hat.Coef(k), ar.prec)
	}
	all, part := majorant(new(ball.RealSeries).SetConst(swing, 2)), majorant(hat)
	rest := new(ball.Real).Set(all.Coef(0))
	for j := range ar.n {
		rest.Sub(rest, part.Coef(j), ar.prec)
	}
	if !rest.IsFinite() {
		return nil, errNoSegment
	}
	for j := range ar.n {
		if !p.Coef(j).IsFinite() {
			return nil, errNoSegment
		}
	}
	return &model{p: p, r: rest.MagUpper()}, nil
}

// below wants |x − x_0| to stay below a distance.
func (x *model) below(distance *ball.Real) error {
	var swing ball.Real
	if swing.SetFloat(x.swing().Float(nil)).Less(distance) != ball.True {
		return errNoSegment
	}
	return nil
}

func (ar models) PowRat(x *model, r *big.Rat) (*model, error) {
	if x.c != nil {
		return ar.constant(ar.number.PowRat(x.c, r))
	}
	whole := new(big.Int).Div(r.Num(), r.Denom()) // rounded down
	if !whole.IsInt64() || whole.BitLen() > 12 {
		return nil, ErrNoModel
	}
	n, part := whole.Int64(), new(big.Rat).Sub(r, new(big.Rat).SetInt(whole))
	var err error
	v := &model{c: ball.NewReal(1)}
	if n < 0 { // down to a root of order between −1 and 0 times 1/xⁿ
		inv, err := ar.inverse(x)
		if err != nil {
			return nil, err
		}
		v = ar.natural(inv, -n)
	} else {
		v = ar.natural(x, n)
	}
	if part.Sign() == 0 {
		return v, nil
	}
	root, err := ar.root(x, part)
	if err != nil {
		return nil, err
	}
	return ar.mul(v, root), nil
}

func (ar models) natural(x *model, n int64) *model {
	v := &model{c: ball.NewReal(1)}
	for ; n > 0; n >>= 1 {
		if n&1 != 0 {
			v = ar.mul(v, x)
		}
		if n > 1 {
			x = ar.mul(x, x)
		}
	}
	return v
}

// inverse has the majorant 1/(|x_0| − y).
func (ar models) inverse(x *model) (*model, error) {
	c := new(ball.Real).Abs(x.p.Coef(0), ar.prec)
	if err := x.below(c); err != nil {
		return nil, err
	}
	p := new(ball.RealSeries).PowRat(x.p, big.NewRat(-1, 1), ar.prec)
	return ar.compose(x, p, func(y *ball.RealSeries) *ball.RealSeries {
		d := new(ball.RealSeries).Neg(y)
		return d.PowRat(d.AddScalar(d, c, ar.prec), big.NewRat(-1, 1), ar.prec)
	})
}

// root is x^r, 0 < r < 1, with the majorant −(x_0 − y)^r.
func (ar models) root(x *model, r *big.Rat) (*model, error) {
	if r.Cmp(big.NewRat(1, 2)) == 0 {
		if v := ar.rootOfSquare(x); v != nil {
			return v, nil
		}
	}
	return ar.plainRoot(x, r)
}

func (ar models) plainRoot(x *model, r *big.Rat) (*model, error) {
	c := x.p.Coef(0)
	if c.Positive() != ball.True || x.below(c) != nil {
		return nil, errNoSegment
	}
	return ar.compose(x, new(ball.RealSeries).PowRat(x.p, r, ar.prec), func(y *ball.RealSeries) *ball.RealSeries {
		d := new(ball.RealSeries).Neg(y)
		d.PowRat(d.AddScalar(d, c, ar.prec), r, ar.prec)
		return d.Neg(d)
	})
}

// rootOfSquare is √x for an x with a double zero at one of the ends, at t_0 = −1/a not far outside of the disc, nil for
// others: with x = (1 + at)² q it is (1 + at) √q, which is holomorphic beyond t_0 where √x, as a series in x − x_0, is
// not. With the first n coefficients of q the rest of x = Σ p_k t^k + e is t^n(α + βt) + e, that of q at most that over
// (1 − |a|)².
func (ar models) rootOfSquare(x *model) *model {
	if x.below(new(ball.Real).Mul2Exp(x.p.Coef(0), -3)) == nil {
		return nil // far from any zero
	}
	for _, a := range ar.ends {
		if v := ar.rootWithout(x, a); v != nil {
			return v
		}
	}
	return nil
}

func (ar models) rootWithout(x *model, c *ball.Real) *model {
	var one, t, u ball.Real
	q := &model{p: new(ball.RealSeries).SetConst(new(ball.Real), ar.n)}
	next := func(k int) *ball.Real { // p_k − 2a q_{k−1} − a² q_{k−2}
		v := new(ball.Real)
		if k < ar.n {
			v.Set(x.p.Coef(k))
		}
		if k >= 1 && k <= ar.n {
			t.Mul(c, q.p.Coef(k-1), ar.prec)
			v.Sub(v, t.Mul2Exp(&t, 1), ar.prec)
		}
		if k >= 2 {
			t.Mul(c, t.Mul(c, q.p.Coef(k-2), ar.prec), ar.prec)
			v.Sub(v, &t, ar.prec)
		}
		return v
	}
	for k := range ar.n {
		q.p.Coef(k).Set(next(k))
	}
	left := one.SetInt64(1).Sub(&one, u.Abs(c, 64), 64).MagLower()
	q.r = x.r.Add(next(ar.n).MagUpper()).Add(next(ar.n + 1).MagUpper()).Quo(left.MulLower(left))
	half := new(ball.Real).Mul2Exp(q.p.Coef(0), -1)
	if half.Positive() != ball.True || q.below(half) != nil || q.r.Mul2Exp(24).Cmp(half.MagLower()) > 0 {
		return nil // a zero elsewhere, of which the series of q would know
	}
	v, err := ar.plainRoot(q, big.NewRat(1, 2))
	if err != nil {
		return nil
	}
	line := &model{p: new(ball.RealSeries).SetConst(ball.NewReal(1), ar.n)}
	line.p.Coef(1).Set(c)
	return ar.mul(v, line)
}

func (ar models) Unary(op formula.Op, x *model) (*model, error) {
	if x.c != nil {
		return ar.constant(ar.number.Unary(op, x.c))
	}
	c, p := x.p.Coef(0), new(ball.RealSeries)
	prec := ar.prec
	series := func() *ball.RealSeries { return new(ball.RealSeries) }
	waves := func(even, odd *ball.Real) func(y *ball.RealSeries) *ball.RealSeries { // |even| cosh y + |odd| sinh y
		return func(y *ball.RealSeries) *ball.RealSeries {
			s, t := series().Cosh(y, prec), series().Sinh(y, prec)
			s.MulScalar(s, new(ball.Real).Abs(even, prec), prec)
			return s.Add(s, t.MulScalar(t, new(ball.Real).Abs(odd, prec), prec), prec)
		}
	}
	real := func(f func(z, x *ball.Real) *ball.Real) *ball.Real { return f(new(ball.Real), c) }
	var sin, cos, sinh, cosh ball.Real
	switch op {
	case formula.OpNeg:
		return &model{p: p.Neg(x.p), r: x.r}, nil
	case formula.OpAbs:
		switch {
		case x.below(new(ball.Real).Abs(c, prec)) != nil:
			return nil, errNoSegment
		case c.Positive() == ball.True:
			return x, nil
		}
		return &model{p: p.Neg(x.p), r: x.r}, nil
	case formula.OpExp:
		e := real(func(z, x *ball.Real) *ball.Real { return z.Exp(x, prec) })
		return ar.compose(x, p.Exp(x.p, prec), func(y *ball.RealSeries) *ball.RealSeries {
			s := series().Exp(y, prec)
			return s.MulScalar(s, e, prec)
		})
	case formula.OpSin, formula.OpCos:
		ball.SinCos(&sin, &cos, c, prec)
		if op == formula.OpSin {
			return ar.compose(x, p.Sin(x.p, prec), waves(&sin, &cos))
		}
		return ar.compose(x, p.Cos(x.p, prec), waves(&cos, &sin))
	case formula.OpSinh:
		return ar.compose(x, p.Sinh(x.p, prec), waves(sinh.Sinh(c, prec), cosh.Cosh(c, prec)))
	case formula.OpCosh:
		return ar.compose(x, p.Cosh(x.p, prec), waves(cosh.Cosh(c, prec), sinh.Sinh(c, prec)))
	case formula.OpTan, formula.OpTanh:
		up, down := formula.OpSin, formula.OpCos
		if op == formula.OpTanh {
			up, down = formula.OpSinh, formula.OpCosh
		}
		s, err := ar.Unary(up, x)
		t, err2 := ar.Unary(down, x)
		if err := errors.Join(err, err2); err != nil {
			return nil, err
		}
		return ar.Binary(formula.OpDiv, s, t)
	case formula.OpSqrt:
		return ar.root(x, big.NewRat(1, 2))
	case formula.OpLog:
		if c.Positive() != ball.True || x.below(c) != nil {
			return nil, errNoSegment
		}
		return ar.compose(x, p.Log(x.p, prec), func(y *ball.RealSeries) *ball.RealSeries { // −log(1 − y/x_0)
			s := series().Neg(y)
			s.Log(s.AddScalar(s, c, prec), prec)
			s.AddScalar(s, new(ball.Real).Neg(new(ball.Real).Log(c, prec)), prec)
			return s.Neg(s)
		})
	case formula.OpAsin, formula.OpAcos:
		return ar.arc(op, x)
	case formula.OpAtan: // 1/(1+x²) has its poles at a distance D = √(1+x_0²): the derivatives of 1/(D−y)
		d := new(ball.Real).Sqr(c, prec)
		d.Sqrt(d.AddInt64(d, 1, prec), prec)
		if err := x.below(d); err != nil {
			return nil, err
		}
		return ar.compose(x, p.Atan(x.p, prec), func(y *ball.RealSeries) *ball.RealSeries {
			s := series().Neg(y)
			return s.PowRat(s.AddScalar(s, d, prec), big.NewRat(-1, 1), prec)
		})
	case formula.OpErf: // the derivative is at most 2/√π e^{2|x_0|y + y²} with x_0 real; its integral at most y times that
		return ar.compose(x, p.Erf(x.p, prec), func(y *ball.RealSeries) *ball.RealSeries {
			s := series().MulScalar(y, new(ball.Real).Mul2Exp(new(ball.Real).Abs(c, prec), 1), prec)
			s.Exp(s.Add(s, series().Mul(y, y, prec), prec), prec)
			s.Mul(s, y, prec)
			return s.Mul2Exp(s, 1)
		})
	}
	return nil, ErrNoModel
}

// nearArc is acos(±x) = 2 asin √((1∓x)/2), where 1∓x has a double zero near the disc; nil where it has not.
func (ar models) nearArc(op formula.Op, x *model) *model {
	one, half := &model{c: ball.NewReal(1)}, &model{c: ball.NewReal(0.5)}
	minus := x.p.Coef(0).Negative() == ball.True
	up := formula.OpSub
	if minus {
		up = formula.OpAdd
	}
	square, err := ar.Binary(up, one, x)
	if err != nil {
		return nil
	}
	root := ar.rootOfSquare(ar.mul(square, half))
	if root == nil {
		return nil
	}
	v, err := ar.plainArc(formula.OpAsin, root)
	if err != nil {
		return nil
	}
	v = ar.mul(v, &model{c: ball.NewReal(2)}) // acos(±x)
	pi := &model{c: new(ball.Real).Pi(ar.prec)}
	quarter := ar.mul(pi, half)
	switch {
	case op == formula.OpAcos && minus:
		v, _ = ar.Binary(formula.OpSub, pi, v)
	case op == formula.OpAsin && minus:
		v, _ = ar.Binary(formula.OpSub, v, quarter)
	case op == formula.OpAsin:
		v, _ = ar.Binary(formula.OpSub, quarter, v)
	}
	return v
}

// arc is asin x or acos x: the derivative ((A+y)(B−y))^{−1/2}, A = 1+x_0, B = 1−x_0, is at most ((A−y)(B−y))^{−1/2},
// the derivative of −2 log(√(A−y) + √(B−y)).
func (ar models) arc(op formula.Op, x *model) (*model, error) {
	if v := ar.nearArc(op, x); v != nil {
		return v, nil
	}
	return ar.plainArc(op, x)
}

func (ar models) plainArc(op formula.Op, x *model) (*model, error) {
	var a, b ball.Real
	one := ball.NewReal(1)
	a.Add(one, x.p.Coef(0), ar.prec)
	b.Sub(one, x.p.Coef(0), ar.prec)
	if x.below(&a) != nil || x.below(&b) != nil {
		return nil, errNoSegment
	}
	p := new(ball.RealSeries)
	if op == formula.OpAsin {
		p.Asin(x.p, ar.prec)
	} else {
		p.Acos(x.p, ar.prec)
	}
	return ar.compose(x, p, func(y *ball.RealSeries) *ball.RealSeries {
		s, t := new(ball.RealSeries).Neg(y), new(ball.RealSeries)
		t.Sqrt(t.AddScalar(s, &b, ar.prec), ar.prec)
		s.Sqrt(s.AddScalar(s, &a, ar.prec), ar.prec)
		s.Log(s.Add(s, t, ar.prec), ar.prec)
		return s.Neg(s.Mul2Exp(s, 1))
	})
}

func (ar models) Bessel(op formula.Op, nu, x *model) (*model, error) {
	if nu.c != nil && x.c != nil {
		return ar.constant(ar.number.Bessel(op, nu.c, x.c))
	}
	return nil, ErrNoModel
}

// Compare answers for constants only.
func (ar models) Compare(op formula.Op, x, y *model) ball.Truth {
	if x.c != nil && y.c != nil {
		return ar.number.Compare(op, x.c, y.c)
	}
	return ball.Unknown
}

// Join refuses: a formula with an undecided condition is not one function.
func (ar models) Join(*model, *model) (*model, error) { return nil, ErrNoModel }
