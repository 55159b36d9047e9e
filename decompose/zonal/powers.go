package zonal

import (
	"errors"
	"math/big"

	"krein/ball"
	"krein/internal/kernel/constant"
	"krein/internal/kernel/formula"
	"krein/special"
)

// powerSum is Σ c_i x^{e_i}, e_i ≥ 0 increasing, in x = z = √(2−2u) or, if mirrored, in x = w = √(2+2u) = √(4−z²).
type powerSum struct {
	terms    []powerTerm
	mirrored bool
}

type powerTerm struct {
	c constant.Value
	e *big.Rat
}

const (
	maxPowerTerms = 64
	maxPowerHalf  = 64 // of exponents
)

var errNoPowers = errors.New("the formula is no sum of powers of z, or of √(4−z²)")

// constant returns the value of a sum that does not vary.
func (x powerSum) constant() (c constant.Value, ok bool) {
	switch {
	case len(x.terms) == 0:
		return c, true
	case len(x.terms) == 1 && x.terms[0].e.Sign() == 0:
		return x.terms[0].c, true
	}
	return c, false
}

// add appends c x^e.
func (x *powerSum) add(c constant.Value, e *big.Rat) error {
	// Exponents are rational, so that terms of one power always meet; a coefficient that is 0 and not known to be stays.
	i := 0
	for i < len(x.terms) && x.terms[i].e.Cmp(e) < 0 {
		i++
	}
	if i < len(x.terms) && x.terms[i].e.Cmp(e) == 0 {
		c = c.Add(x.terms[i].c)
		x.terms = append(x.terms[:i:i], x.terms[i+1:]...)
	}
	if c.IsZero() == ball.True {
		return nil
	}
	if len(x.terms) == maxPowerTerms || e.Sign() < 0 || e.Cmp(big.NewRat(2*maxPowerHalf, 1)) > 0 {
		return errNoPowers
	}
	x.terms = append(x.terms[:i:i], append([]powerTerm{{c, e}}, x.terms[i:]...)...)
	return nil
}

// mirror writes a polynomial in x² = 4 − y² as one in y.
func (x powerSum) mirror() (y powerSum, err error) {
	y.mirrored = !x.mirrored
	for _, t := range x.terms {
		if !t.e.IsInt() || t.e.Num().Bit(0) == 1 {
			return y, errNoPowers
		}
		m := t.e.Num().Int64() / 2
		for i := int64(0); i <= m; i++ { // C(m,i) 4^{m−i} (−y²)^i
			c := new(big.Int).Binomial(m, i)
			c.Lsh(c, uint(2*(m-i)))
			if i%2 == 1 {
				c.Neg(c)
			}
			if err := y.add(t.c.Mul(constant.Rat(new(big.Rat).SetInt(c))), big.NewRat(2*i, 1)); err != nil {
				return y, err
			}
		}
	}
	return y, nil
}

// together writes both sums in the same variable.
func together(x, y powerSum) (powerSum, powerSum, error) {
	if x.mirrored == y.mirrored {
		return x, y, nil
	}
	if m, err := x.mirror(); err == nil {
		return m, y, nil
	}
	m, err := y.mirror()
	return x, m, err
}

// powerArith evaluates formulas over powerSum, for all z in (0,2) at once.
type powerArith struct{ constants formula.Arith[constant.Value] }

func (powerArith) of(c constant.Value) (x powerSum) {
	_ = x.add(c, new(big.Rat)) // one term always fits
	return x
}

func (ar powerArith) Rat(r *big.Rat) powerSum      { return ar.of(constant.Rat(r)) }
func (ar powerArith) Const(op formula.Op) powerSum { return ar.of(ar.constants.Const(op)) }

func (ar powerArith) mul(x, y powerSum) (p powerSum, err error) {
	if x, y, err = together(x, y); err != nil {
		return p, err
	}
	p.mirrored = x.mirrored
	for _, s := range x.terms {
		for _, t := range y.terms {
			if err := p.add(s.c.Mul(t.c), new(big.Rat).Add(s.e, t.e)); err != nil {
				return p, err
			}
		}
	}
	return p, nil
}

func (powerArith) Param(p *formula.Expr) (s powerSum, err error) { return s, formula.NoValue(p) }

func (ar powerArith) Binary(op formula.Op, x, y powerSum) (s powerSum, err error) {
	a, okx := x.constant()
	b, oky := y.constant()
	switch {
	case okx && oky:
		v, err := ar.constants.Binary(op, a, b)
		return ar.of(v), err
	case op == formula.OpAdd || op == formula.OpSub:
		if x, y, err = together(x, y); err != nil {
			return s, err
		}
		s.mirrored = x.mirrored
		s.terms = append(s.terms, x.terms...)
		for _, t := range y.terms {
			c := t.c
			if op == formula.OpSub {
				c = c.Neg()
			}
			if err := s.add(c, t.e); err != nil {
				return s, err
			}
		}
		return s, nil
	case op == formula.OpMul:
		return ar.mul(x, y)
	case op == formula.OpDiv && oky:
		inverse, err := ar.constants.Binary(op, constant.Rat(big.NewRat(1, 1)), b)
		if err != nil {
			return s, err
		}
		return ar.mul(x, ar.of(inverse))
	case op == formula.OpPow && oky:
		if p, ok := b.Rat(); ok {
			return ar.PowRat(x, p)
		}
	}
	return s, errNoPowers
}

func (ar powerArith) PowRat(x powerSum, p *big.Rat) (s powerSum, err error) {
	if c, ok := x.constant(); ok {
		v, err := ar.constants.PowRat(c, p)
		return ar.of(v), err
	}
	// (c x^e)^p = c^p x^{ep} for c > 0, as x > 0 on (0,2). A sum in the other variable may be one term, as 4 − z² is w².
	for _, y := range []func() (powerSum, error){func() (powerSum, error) { return x, nil }, x.mirror} {
		one, err := y()
		if err != nil || len(one.terms) != 1 {
			continue
		}
		if sign, known := one.terms[0].c.Sign(); known != ball.True || sign < 0 {
			continue
		}
		c, err := ar.constants.PowRat(one.terms[0].c, p)
		if err != nil {
			return s, err
		}
		s.mirrored = one.mirrored
		return s, s.add(c, new(big.Rat).Mul(one.terms[0].e, p))
	}
	if !p.IsInt() || p.Sign() < 0 || p.Cmp(big.NewRat(maxPowerHalf, 1)) > 0 {
		return s, errNoPowers
	}
	s = ar.Rat(big.NewRat(1, 1))
	for range p.Num().Int64() {
		if s, err = ar.mul(s, x); err != nil {
			return s, err
		}
	}
	return s, nil
}

func (ar powerArith) Unary(op formula.Op, x powerSum) (s powerSum, err error) {
	if c, ok := x.constant(); ok {
		v, err := ar.constants.Unary(op, c)
		return ar.of(v), err
	}
	switch op {
	case formula.OpNeg:
		return ar.mul(ar.Rat(big.NewRat(-1, 1)), x)
	case formula.OpSqrt:
		return ar.PowRat(x, big.NewRat(1, 2))
	}
	return s, errNoPowers
}

func (ar powerArith) Bessel(op formula.Op, nu, x powerSum) (s powerSum, err error) {
	a, ok := nu.constant()
	b, ok2 := x.constant()
	if !ok || !ok2 {
		return s, errNoPowers
	}
	v, err := ar.constants.Bessel(op, a, b)
	return ar.of(v), err
}

func (ar powerArith) Compare(op formula.Op, x, y powerSum) ball.Truth {
	a, okx := x.constant()
	b, oky := y.constant()
	if !okx || !oky {
		return ball.Unknown
	}
	return ar.constants.Compare(op, a, b)
}

func (powerArith) Join(powerSum, powerSum) (powerSum, error) { return powerSum{}, errNoPowers }

// expandPowers expands sums of powers of z = √(2−2u), or of w = √(2+2u), of any real exponents e = 2s ≥ 0 that are
// rational:
//
//	E (1−u)^s P_n = E (1−u)^s · (−s)_n/(s+d−1)_n,   E (1−u)^s = 2^s Γ((d−1)/2+s) Γ(d−1) / (Γ(d−1+s) Γ((d−1)/2))
//
// (Rodrigues' formula, DLMF 18.5.5, and n partial integrations), times (−1)ⁿ for (1+u)^s. The factor (−s)_n has one
// sign for n > s, or vanishes there.
func expandPowers(e *formula.Expr, d, most int, prec uint) (*series, bool) {
	var z powerSum
	if z.add(constant.Rat(big.NewRat(1, 1)), big.NewRat(1, 1)) != nil {
		return nil, false
	}
	x, err := formula.Eval(e, z, formula.Arith[powerSum](powerArith{constant.NewArithmetic(nil)}))
	if err != nil {
		return nil, false
	}
	n := max(most, maxPowerHalf+2)
	wp := prec + 64
	dims := dimensions(d, n, wp)
	out := &series{coef: make([]ball.Real, n+1),
		because: "a sum of powers of √(1−u), or of √(1+u): closed forms, of one sign for each parity from some degree on"}
	for _, t := range x.terms {
		c := setConst(new(ball.Real), t.c, wp)
		half := new(big.Rat).Mul(t.e, big.NewRat(1, 2))
		p, q := half.Num(), half.Denom()
		if !p.IsInt64() || !q.IsInt64() || q.BitLen() > 24 {
			return nil, false
		}
		coef := powerMeans(half, d, n, wp)
		for m := range coef {
			coef[m].Mul(&coef[m], &dims[m], wp)
			coef[m].Mul(&coef[m], c, wp)
			if x.mirrored && m%2 == 1 {
				coef[m].Neg(&coef[m])
			}
			out.coef[m].Add(&out.coef[m], &coef[m], wp)
		}
		if half.IsInt() {
			continue // a polynomial
		}
		// Σ |a_n| is finite: beyond s the terms of either parity have one sign, and the power is continuous at both ends, as s > 0.
		sign, known := c.Sign()
		if known != ball.True {
			return nil, false
		}
		if floor := new(big.Int).Div(p, q); floor.Bit(0) == 0 { // (−s)_n has 1 + ⌊s⌋ negative factors
			sign = -sign
		}
		// At the far end the power is 2^e, at the near one 0.
		far := new(ball.Real).PowRat(ball.NewReal(2), t.e, wp)
		far.Mul(far, c, wp)
		far.Mul2Exp(far, -1)
		for parity := range 2 {
			total, s := new(ball.Real).Set(far), sign
			if parity == 1 {
				if x.mirrored {
					s = -s
				} else {
					total.Neg(total)
				}
			}
			r := restOf(total, coef, parity, s, wp)
			out.rest[parity] = out.rest[parity].plus(&r)
		}
	}
	return out, true
}

// powerMeans returns E z^{2s} P_m, m = 0 … n.
func powerMeans(s *big.Rat, d, n int, prec uint) []ball.Real {
	out := make([]ball.Real, n+1)
	var half, t, v ball.Real
	half.SetInt64(int64(d - 1))
	half.Mul2Exp(&half, -1)
	ratio := func(a *ball.Real) *ball.Real { // Γ(a+s)/Γ(a)
		g := new(ball.Real)
		special.Gamma(g, t.Add(a, v.SetRat(s, prec+32), prec+32), prec+16)
		return g.Quo(g, special.Gamma(&t, a, prec+16), prec)
	}
	num, den := ratio(&half), ratio(ball.NewReal(float64(d-1)))
	// Γ((d−1)/2+s)/Γ((d−1)/2) over Γ(d−1+s)/Γ(d−1), times 2^s for E (1−u)^s and 2^s more for z^{2s}.
	out[0].Quo(num, den, prec)
	v.PowRat(ball.NewReal(4), s, prec) // z^{2s} = 2^s (1−u)^s
	out[0].Mul(&out[0], &v, prec)
	// (m−1−s)/(s+d−1+m−1) with s = p/q. The products stay below 2⁶³: q < 2²⁴, s ≤ 64, and m and d are at most 2²⁰.
	p, q := s.Num().Int64(), s.Denom().Int64()
	for m := 1; m <= n; m++ {
		step(&out[m], &out[m-1], int64(m-1)*q-p, p+int64(d-1+m-1)*q, prec)
	}
	return out
}
