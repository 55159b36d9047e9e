package normal

import (
	"math/big"

	"krein/ball"
	"krein/internal/certify/check/rule"
	"krein/internal/kernel/constant"
	"krein/internal/kernel/formula"
)

// NotGaussianSum wants a function Σ p_b(t) exp(−bt) + g(t), t = z², with finitely many b ≥ 0, polynomials p_b and
// g(x+iy) → 0 as y → ∞, of which some p_b is no constant ≥ 0.
func NotGaussianSum(e *formula.Expr) (err error) {
	failed := try(func() { err = notGaussians((&builder{}).form(e)) })
	return rule.First(failed, err)
}

func notGaussians(s Form) error {
	var rates []constant.Value
	var polynomials []Form
terms:
	for _, t := range s {
		b, vanishes, ok := vertical(t)
		if !ok {
			return rule.Reject("the function is not of this kind")
		}
		if vanishes {
			continue
		}
		t.e = nil
		t = t.named()
		for i, r := range rates {
			switch r.Equal(b) {
			case ball.True:
				polynomials[i] = append(polynomials[i], t)
				continue terms
			case ball.Unknown:
				return rule.Incomplete("two rates are not told apart")
			}
		}
		rates, polynomials = append(rates, b), append(polynomials, Form{t})
	}
	for _, p := range polynomials {
		for _, t := range sumOf(p) {
			if sign := signOf(t.c); sign < 0 || sign > 0 && len(t.f) > 0 {
				return nil
			}
		}
	}
	return rule.Reject("all polynomials are nonnegative constants")
}

// vertical looks at a term on t = x + iy, x > 0 fixed, y → ∞. It is c·t^n·exp(−bt) exactly, or it tends to 0
// (vanishes); ok is false if neither is seen.
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

// quadrant returns the degree of a sum of terms c·z^p with c > 0 and 0 ≤ p ≤ 2: for t = x + iy, x > 0 fixed and y > 0,
// every term is in the first quadrant, so that the sum has no zero and grows like |z|^degree.
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
