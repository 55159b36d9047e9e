package harmonic

import (
	"math/big"

	"krein/internal/hankel/closed"
	"krein/internal/kernel/constant"
	"krein/internal/kernel/formula"
)

// arcs writes a function of an arc, and the arc of a quotient that is a wave of another one, without the first:
//
//	cos(n atan y) + i sin(n atan y) = (1+iy)ⁿ (1+y²)^(−n/2) for 1 ≤ n ≤ 6,  sin asin y = cos acos y = tan atan y = y,
//	asin(a/√b) = atan(a/√c),  acos(a/√b) = π/2 − atan(a/√c)  for b − a² = c > 0 constant,
//	acos(a/b) = 2 atan √((b−a)/(b+a)),  asin(a/b) = π/2 − acos(a/b)  for b ± a multiples of squares of polynomials in z,
//	acos(−y) = π/2 + asin y  for other products with a negative constant,
//
// b > 0. The values are the same wherever the first formula has one.
//
// They are identities on the whole domain of the first formula:
//
//	(1+iy)ⁿ = (1+y²)^{n/2} e^{in atan y}, as |atan y| < π/2 is the argument of 1+iy;
//	|a| < √b and c = b − a² > 0: tan asin(a/√b) = a/√(b−a²);
//	tan²(φ/2) = (1−cos φ)/(1+cos φ), 0 ≤ φ < π, with cos φ = a/b.
//
// In the last, z ≥ 0 is supposed, and where b + a = 0 the new formula has no value, while acos(−1)
// = π has: what is proved of a formula with a value everywhere is not affected, and one without a
// value at a point has no normal form.
func arcs(op formula.Op, arg *formula.Expr) (f *formula.Expr, ok bool) {
	arg = formula.Unfold(arg)
	half := formula.Frac(1, 2)
	switch inner := arg.Op(); {
	case op == formula.OpTan && inner == formula.OpAtan, op == formula.OpSin && inner == formula.OpAsin,
		op == formula.OpCos && inner == formula.OpAcos:
		return arg.Args()[0], true
	case op == formula.OpCos || op == formula.OpSin:
		return ofAtan(op, arg)
	case op != formula.OpAsin && op != formula.OpAcos:
		return nil, false
	case inner == formula.OpDiv:
		if f, ok := ofQuotient(op, arg); ok {
			return f, true
		}
	}
	// acos(−y) = π − acos y = π/2 + asin y, for every y in [−1,1].
	if factors, c := formula.FactorList(arg, false); op == formula.OpAcos && len(factors) > 0 && constantSign(c) < 0 {
		y := formula.Identity(formula.Neg(c))
		for _, x := range factors {
			y = formula.Identity(formula.Mul(y, x))
		}
		return formula.Add(formula.Mul(half, formula.Pi()), formula.Apply(formula.OpAsin, y)), true
	}
	return nil, false
}

// mostAngles bounds n in cos(n atan y).
const mostAngles = 6

// ofAtan is a sine or cosine of n atan y.
//
// The real part of (1+iy)ⁿ is Σ_{j even} C(n,j) iʲ yʲ, the imaginary part that of the odd j over i.
func ofAtan(op formula.Op, arg *formula.Expr) (f *formula.Expr, ok bool) {
	factors, c := formula.FactorList(arg, false)
	if len(factors) != 1 || formula.Unfold(factors[0]).Op() != formula.OpAtan {
		return nil, false
	}
	y, r := formula.Unfold(factors[0]).Args()[0], c.Num()
	if r == nil || !r.IsInt() || r.Sign() <= 0 || r.Cmp(big.NewRat(mostAngles, 1)) > 0 {
		return nil, false
	}
	n := r.Num().Int64()
	j := int64(0)
	if op == formula.OpSin {
		j = 1
	}
	sum := formula.Int(0)
	for ; j <= n; j += 2 { // i^j is ±1 or ±i
		b := new(big.Int).Binomial(n, j)
		if j%4 >= 2 {
			b.Neg(b)
		}
		sum = formula.Add(sum, formula.Mul(formula.Rational(new(big.Rat).SetInt(b)), formula.Pow(y, formula.Int(j))))
	}
	// 1 + y² ≥ 1: the quotient has a value wherever y has.
	size := formula.Pow(formula.Add(formula.Int(1), formula.Pow(y, formula.Int(2))), formula.Frac(n, 2))
	return formula.Div(formula.Identity(sum), size), true
}

// constantSign is the sign of a constant, 0 if it is not known.
func constantSign(c *formula.Expr) int {
	if v, err := constant.New(c); err == nil {
		sign, _ := v.Sign()
		return sign
	}
	return 0
}

// ofQuotient is an arcsine or arccosine of a quotient.
//
// b > 0 wherever the quotient has an arc: a root is ≥ 0, and not 0 below a fraction; of two squares
// b ± a half the sum is.
func ofQuotient(op formula.Op, arg *formula.Expr) (f *formula.Expr, ok bool) {
	half := formula.Frac(1, 2)
	a, b := arg.Args()[0], formula.Unfold(arg.Args()[1])
	quarter := formula.Mul(half, formula.Pi())
	atan := func(y *formula.Expr) *formula.Expr { return formula.Apply(formula.OpAtan, y) }
	square := b.Args()
	if b.Op() == formula.OpSqrt || b.Op() == formula.OpPow && square[1].Equal(half) {
		// c > 0 constant makes |a/√b| < 1 for all z: no end of the domain is met.
		c, ok := constantOf(formula.Sub(square[0], formula.Mul(a, a)))
		if !ok {
			return nil, false
		}
		f = atan(formula.Identity(formula.Div(a, root(c))))
		if op == formula.OpAcos {
			f = formula.Sub(quarter, f)
		}
		return f, true
	}
	below, ok := squareOf(formula.Sub(b, a))
	above, ok2 := squareOf(formula.Add(b, a))
	if !ok || !ok2 { // then b, half their sum, is positive but where both are 0, and there the formula has no value
		return nil, false
	}
	f = formula.Mul(formula.Int(2), atan(formula.Div(below, above)))
	if op == formula.OpAsin {
		f = formula.Sub(quarter, f)
	}
	return f, true
}

// root is the square root of a positive constant.
func root(c *formula.Expr) *formula.Expr {
	if c.IsInt(1) {
		return c
	}
	return formula.Apply(formula.OpSqrt, c)
}

// constantOf returns the value of a formula that is seen to be a positive constant.
//
// The sign is proved: 0 is not positive, and an unknown sign is 0.
func constantOf(e *formula.Expr) (c *formula.Expr, ok bool) {
	p, _ := coefficients(e) // none if it is no polynomial
	if len(p) != 1 || p[0].Sign() <= 0 {
		return nil, false
	}
	return p[0].Expr()
}

// coefficients returns those of a formula that is seen to be a polynomial in z, the last of which is not 0.
//
// Terms of one power may come apart if their constants are equal without being known to be: they
// add up.
func coefficients(e *formula.Expr) (p []closed.Num, ok bool) {
	sum, ok := closed.Normalise(e)
	if !ok {
		return nil, false
	}
	for i := range sum {
		t := &sum[i]
		n, whole := t.Pow.IsInt()
		// Degrees above 2 have no use here.
		if !whole || n < 0 || n > 2 || t.Phase != 0 || len(t.Factors) > 0 || !t.Lin.IsZero() || !t.Freq.IsZero() || !t.Quad.IsZero() {
			return nil, false
		}
		for len(p) <= n {
			p = append(p, closed.IntNum(0))
		}
		p[n] = p[n].Add(t.C)
	}
	for len(p) > 0 && p[len(p)-1].IsZero() {
		p = p[:len(p)-1]
	}
	return p, len(p) > 0
}

// squareOf returns |αz + β|, with α and β rational, for a formula that is seen to be a polynomial (αz + β)².
//
// p_2 z² + p_1 z + p_0 = p_2 (z+h)², h = p_1/2p_2, iff p_0 = p_2 h², exactly. For z ≥ 0 the root is
// √p_2 (z+h) if h ≥ 0, otherwise √p_2 |z+h|.
func squareOf(e *formula.Expr) (f *formula.Expr, ok bool) {
	p, ok := coefficients(e)
	if !ok || len(p) == 2 {
		return nil, false
	}
	lead := p[len(p)-1]
	value, written := lead.Expr()
	if lead.Sign() <= 0 || !written {
		return nil, false
	}
	size := root(value)
	if len(p) == 1 {
		return size, true
	}
	// lead (z + h)², h = p_1/(2 lead)
	h, ok := p[1].Mul(lead.Inv()).Mul(closed.RatNum(big.NewRat(1, 2))).Rat()
	if !ok || !p[0].Add(lead.Mul(closed.RatNum(new(big.Rat).Mul(h, h))).Neg()).IsZero() {
		return nil, false
	}
	f = formula.Variable()
	if h.Sign() != 0 {
		f = formula.Apply(formula.OpAbs, formula.Add(f, formula.Rational(h)))
	}
	if h.Sign() > 0 {
		f = f.Args()[0]
	}
	return formula.Identity(formula.Mul(size, f)), true
}
