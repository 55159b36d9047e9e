package normal

import (
	"math/big"

	"krein/ball"
	"krein/certify/check/rule"
	"krein/kernel/constant"
	"krein/kernel/formula"
)

// quadrant returns the degree of a sum of terms c·z^p with c > 0 and 0 ≤ p ≤ 2: for t = x + iy, x > 0 fixed and y > 0, every term is in the first
// quadrant, so that the sum has no zero and grows like |z|^degree.
func quadrant(s Form) (degree *big.Rat, ok bool) {
	degree = new(big.Rat)
	for _, t := range s {
		if signOf(t.c) <= 0 || len(t.e) > 0 || len(t.f) > 1 || len(t.f) == 1 && t.f[0].a.op != formula.OpVar {
			return nil, false
		}
		if len(t.f) == 1 {
			p := t.f[0].p
			if p.Sign() < 0 || p.Cmp(ratTwo) > 0 {
				return nil, false
			}
			if p.Cmp(degree) > 0 {
				degree = p
			}
		}
	}
	return degree, true
}

// vertical looks at a term on t = x + iy, x > 0 fixed, y → ∞. It is c·t^n·exp(−bt) exactly, or it tends to 0 (vanishes); ok is false
// if neither is seen.
func vertical(t term) (b constant.Value, vanishes, ok bool) {
	rapid := false // it decays faster than every power of y
	for _, e := range t.e {
		if len(e.e) > 0 || len(e.f) != 1 || e.f[0].a.op != formula.OpVar || signOf(e.c) > 0 {
			return b, false, false
		}
		switch p := e.f[0].p; {
		case p.Sign() <= 0 || p.Cmp(ratTwo) > 0:
			return b, false, false
		case p.Cmp(ratTwo) == 0:
			b = e.c.Neg()
		default: // |exp(−az^p)| = exp(−a|z|^p cos(p arg z)), arg z → π/4
			rapid = true
		}
	}
	degree, plain := new(big.Rat), true
	for _, f := range t.f {
		switch f.a.op {
		case formula.OpVar:
			degree.Add(degree, f.p)
		case formula.OpAdd:
			d, ok := quadrant(f.a.arg)
			if !ok {
				return b, false, false
			}
			degree.Add(degree, new(big.Rat).Mul(d, f.p))
			plain = false
		default:
			return b, false, false
		}
	}
	if rapid || degree.Sign() < 0 {
		return b, true, true
	}
	return b, false, plain && new(big.Rat).Mul(degree, ratHalf).IsInt()
}

// gaussian returns the b of the terms of f that are polynomials in t times exp(−bt), and the terms of these
// polynomials; ok is false if f has other terms that are not seen to tend to 0 along t = x + iy.
func gaussian(s Form) (rates []constant.Value, terms []Form, ok bool) {
	for _, t := range s {
		b, vanishes, ok := vertical(t)
		if !ok {
			return nil, nil, false
		}
		if vanishes {
			continue
		}
		t.e = nil
		t, found := t.named(), false
		for i, r := range rates {
			if r.Same(b) {
				terms[i] = append(terms[i], t)
				found = true
			}
		}
		if !found {
			rates, terms = append(rates, b), append(terms, Form{t})
		}
	}
	return rates, terms, true
}

// NotGaussian wants the polynomial of the rate b in e to be p, and no constant ≥ 0.
func NotGaussian(e *formula.Expr, b constant.Value, p *formula.Expr) (err error) {
	failed := try(func() { err = gaussianAt((&builder{}).form(e), b, p) })
	return rule.First(failed, err)
}

func gaussianAt(form Form, b constant.Value, p *formula.Expr) error {
	rates, terms, ok := gaussian(form)
	if !ok {
		return rule.Reject("the function is not of this kind")
	}
	var at Form
	for i, r := range rates {
		switch r.Equal(b) {
		case ball.True:
			at = append(at, terms[i]...)
		case ball.Unknown:
			return rule.Incomplete("two rates are not told apart")
		}
	}
	at = sumOf(at)
	if err := Same(at.Expr(), p); err != nil {
		return err
	}
	c, constant := at.Constant()
	if constant && signOf(c) >= 0 {
		return rule.Reject("the polynomial is a nonnegative constant")
	}
	return nil
}

// GaussianParts returns the b ≥ 0 and the polynomials p ≠ 0 in z² of the terms p(z)·exp(−bz²) of a formula of the
// kind that completely-monotone.gaussian-sum is about, or nothing if it is not.
func GaussianParts(e *formula.Expr) (rates []constant.Value, polynomials []*formula.Expr) {
	err := try(func() {
		all, terms, ok := gaussian((&builder{}).form(e))
		if !ok {
			return
		}
		for i, b := range all {
			rates, polynomials = append(rates, b), append(polynomials, sumOf(terms[i]).Expr())
		}
	})
	if err != nil {
		return nil, nil
	}
	return rates, polynomials
}
