package monotone

import (
	"math/big"

	"krein/ball"
	"krein/certify/check/rule"
	"krein/certify/proof"
	"krein/kernel"
	"krein/kernel/formula"
)

// Series is a formula that is one of the power series of pd.power-series, with its shift.
type Series struct {
	Formula string `json:"formula"`
	rule.Series
}

func seriesRule(_ *rule.Checker, g rule.Goal, ev Series) ([]rule.Goal, error) {
	k, err := readFormula(ev.Formula)
	if err != nil {
		return nil, err
	}
	e, below, _, err := ev.InnerOf(k.Expr(), k.CutAt(g.Kernel.Points())) // asin has a normal form below 1 only
	if err != nil {
		return nil, err
	}
	if below != nil { // it does not decrease
		if err := NotNegative(below, false, g.Kernel); err != nil {
			return nil, err
		}
	}
	return g.Needs(proof.CompletelyMonotone, g.Kernel.Derive(e)), composed(g, k.Expr())
}

// Exponentials is F(exp(−Rate·z)), F(x) being Formula at z = x: its first Terms coefficients are enclosed, and it is
// bounded in Boxes² boxes that cover |Re x|, |Im x| ≤ Radius.
type Exponentials struct {
	Formula string        `json:"formula"`
	Rate    string        `json:"rate"`
	Terms   int           `json:"terms"`
	Radius  rule.Rational `json:"radius"`
	Boxes   int           `json:"boxes"`
	Bits    rule.Bits     `json:"bits"`
}

// Limits of Exponentials, and of halvings of (0,1).
const (
	maxSeries   = 128
	maxBoxes    = 64
	maxHalvings = 16
)

func exponentialsRule(_ *rule.Checker, g rule.Goal, ev Exponentials) error {
	f, err := readFormula(ev.Formula)
	if err != nil {
		return err
	}
	a, err := readConstant(ev.Rate)
	if err != nil {
		return err
	}
	if a.sign <= 0 || ev.Terms < 2 || ev.Terms > maxSeries || ev.Boxes < 1 || ev.Boxes > maxBoxes ||
		ev.Radius.Cmp(big.NewRat(1, 1)) <= 0 {
		return rule.Reject("no rate above 0, radius above 1, 2 to %d terms and up to %d boxes", maxSeries, maxBoxes)
	}
	x := formula.Apply(formula.OpExp, formula.Neg(formula.Mul(a.Expr, formula.Variable())))
	if err := composed(g, formula.Substitute(f.Expr(), x)); err != nil {
		return err
	}
	bound, err := ev.bound(f)
	if err != nil {
		return err
	}
	return ev.notNegative(f, bound)
}

// bound is one of |F| on the boxes, on which F is holomorphic; below the real line it is its mirror image.
func (ev Exponentials) bound(f *kernel.Kernel) (*ball.Real, error) {
	prec := uint(ev.Bits)
	at := func(i int) *ball.Real { // Radius·i/Boxes
		r := big.NewRat(int64(i), int64(ev.Boxes))
		return new(ball.Real).SetRat(r.Mul(r, ev.Radius.Rat), prec)
	}
	var top ball.Mag
	for i := -ev.Boxes; i < ev.Boxes; i++ {
		for j := range ev.Boxes {
			var box ball.Complex
			box.Re.Hull(at(i), at(i+1), prec)
			box.Im.Hull(at(j), at(j+1), prec)
			v := f.ComplexAt(nil, &box, prec)
			if !v.IsFinite() {
				return nil, rule.Incomplete("%s is not seen to be holomorphic and bounded", f)
			}
			top = top.Max(v.Re.MagUpper().Add(v.Im.MagUpper()))
		}
	}
	return new(ball.Real).SetMag(top), nil
}

// notNegative proves c_0 ≥ 0 and Σ n c_n y^(n²) ≥ 0 for 0 < y < 1; |c_n| ≤ bound/Radiusⁿ.
func (ev Exponentials) notNegative(f *kernel.Kernel, bound *ball.Real) error {
	prec, n := uint(ev.Bits), ev.Terms
	c := f.BallTaylor(nil, new(ball.Real), n, prec)
	zero := func(i int) bool { return c.Coef(i).IsExact() && c.Coef(i).IsZero() }
	first := 1
	for first < n && zero(first) {
		first++
	}
	if !zero(0) && c.Coef(0).Positive() != ball.True || c.Coef(first).Positive() != ball.True {
		return rule.Reject("the constant or the first coefficient is not seen to be positive")
	}
	// Σ_{m>n} m q^m = q^(n+1) ((n+1) − nq)/(1−q)², q = 1/Radius
	var q, tail, t ball.Real
	q.SetRat(new(big.Rat).Inv(ev.Radius.Rat), prec)
	tail.AddInt64(t.MulInt64(&q, int64(-n), prec), int64(n+1), prec)
	tail.Mul(&tail, t.PowInt64(&q, int64(n+1), prec), prec)
	t.AddInt64(t.Neg(&q), 1, prec)
	tail.Quo(&tail, t.Sqr(&t, prec), prec)
	tail.Mul(&tail, bound, prec)
	power := func(lo, hi *ball.Real, m int) *ball.Real { // y^(m²−first²)
		k := int64(m*m - first*first)
		return new(ball.Real).Hull(new(ball.Real).PowInt64(lo, k, prec), new(ball.Real).PowInt64(hi, k, prec), prec)
	}
	var positive func(lo, hi *big.Rat, depth int) bool
	positive = func(lo, hi *big.Rat, depth int) bool {
		a, b := new(ball.Real).SetRat(lo, prec), new(ball.Real).SetRat(hi, prec)
		var sum ball.Real
		sum.Neg(sum.Mul(&tail, power(b, b, n+1), prec))
		for m := first; m <= n; m++ {
			sum.FMA(new(ball.Real).MulInt64(c.Coef(m), int64(m), prec), power(a, b, m), &sum, prec)
		}
		if sum.Positive() == ball.True {
			return true
		}
		mid := new(big.Rat).Add(lo, hi)
		mid.Mul(mid, big.NewRat(1, 2))
		return depth > 0 && positive(lo, mid, depth-1) && positive(mid, hi, depth-1)
	}
	if !positive(new(big.Rat), big.NewRat(1, 1), maxHalvings) {
		return rule.Reject("the density of the mixture of Gaussians is not seen to be positive")
	}
	return nil
}
