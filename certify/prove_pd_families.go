package certify

import (
	"fmt"
	"math/big"
	"slices"

	"krein/certify/check"
	"krein/certify/proof"
	"krein/kernel"
)

// findPDFamily tries the families of functions of which it is known when they are positive definite.
func findPDFamily(f *facts) []candidate {
	var out []candidate
	add := func(name string, holds bool, ev check.FamilyEvidence) {
		id := "pd." + name
		if !holds {
			id = "pd.not-" + name
		}
		out = append(out, candidate{holds, proof.NewStep(id,
			fmt.Sprintf("k is %s times the function %s(%s)", ev.Factor, name, join(ev.Params)), ev)})
	}
	if lambda, omega, factor, ok := dampedCosine(f.k); ok {
		ev := check.FamilyEvidence{Factor: factor.String(), Params: []string{lambda.String(), omega.String()}}
		add("damped-cosine", true, ev)
		add("damped-cosine", false, ev)
	}
	if n, b, factor, ok := lambdaSeries(f.k); ok {
		ev := check.FamilyEvidence{Factor: kernel.ConstRat(factor).String(), Params: []string{kernel.ConstRat(b).String(), kernel.ConstRat(n).String()}}
		add("lambda", true, ev)
		add("lambda", false, ev)
	}
	if params, factor, ok := gaussianWave(f.k); ok {
		ev := check.FamilyEvidence{Factor: factor, Params: params}
		add("gaussian-wave", true, ev)
		add("gaussian-wave", false, ev)
	}
	s, ok := f.support()
	if !ok {
		return out
	}
	both := func(name string, params ...*big.Rat) {
		ev := check.FamilyEvidence{Factor: s.factor.String(), Params: []string{s.radius.String()}}
		for _, p := range params {
			ev.Params = append(ev.Params, kernel.ConstRat(p).String())
		}
		add(name, true, ev)
		add(name, false, ev)
	}
	one, two := big.NewRat(1, 1), big.NewRat(2, 1)
	if s.cusp.Cmp(one) == 0 {
		both("askey", s.edge)
		if n := new(big.Rat).Sub(new(big.Rat).Mul(two, s.edge), one); n.IsInt() { // (n+1)/2
			both("euclid-hat", n)
		}
	}
	// cusp 2κ+1, edge μ+κ
	kappa := new(big.Rat).Quo(new(big.Rat).Sub(s.cusp, one), two)
	if kappa.Sign() > 0 {
		both("wendland", new(big.Rat).Sub(s.edge, kappa), kappa)
	}
	if n := new(big.Rat).Quo(new(big.Rat).Add(s.cusp, one), two); n.IsInt() && s.edge.Cmp(s.cusp) == 0 { // 2n−1
		both("b-spline", n)
	}
	if s.cusp.Cmp(big.NewRat(3, 1)) == 0 && s.edge.Cmp(s.cusp) == 0 {
		both("bohman")
	}
	return out
}

func join(s []string) string {
	var out string
	for i, x := range s {
		if i > 0 {
			out += ", "
		}
		out += x
	}
	return out
}

// compact is what tells the members of a family of compactly supported functions apart: the radius, k(0), the exponent at the radius
// and the least exponent at 0 that is no even power.
type compact struct {
	radius, factor kernel.Const
	edge, cusp     *big.Rat
}

// support returns this for a kernel that is zero beyond a radius.
func (f *facts) support() (s compact, ok bool) {
	pieces, err := f.k.ExactPieces()
	if err != nil || len(pieces) < 2 {
		return s, false
	}
	n := len(pieces) - 1
	if zero := pieces[n].Expr.Num(); zero == nil || zero.Sign() != 0 {
		return s, false
	}
	r := pieces[n].Lo
	if s.radius, err = kernel.NewConst(r.Exact); err != nil {
		return s, false
	}
	origin, err := f.k.ExactAt(kernel.Origin(), true, 14)
	if err != nil {
		return s, false
	}
	s.factor, _ = origin.Limit()
	for _, t := range origin.Terms {
		if t.Coef.IsZero() != kernel.True && (t.LogPow > 0 || !t.Exp.IsInt() || t.Exp.Num().Bit(0) == 1) {
			s.cusp = t.Exp
			break
		}
	}
	for _, order := range []int{4, 16, 64, 400} {
		edge, err := f.k.ExactAt(r, false, order)
		if err != nil {
			return s, false
		}
		if t, ok := edge.Lead(); ok {
			s.edge = t.Exp
			break
		}
	}
	return s, s.cusp != nil && s.edge != nil && s.edge.Sign() > 0
}

// dampedCosine reads c·exp(−λz)·cos(ωz).
func dampedCosine(k *kernel.Kernel) (lambda, omega, factor kernel.Const, ok bool) {
	factors, c := check.FactorList(k.Expr().Body(), false)
	if len(factors) != 2 {
		return lambda, omega, factor, false
	}
	factor, err := kernel.NewConst(c)
	if err != nil {
		return lambda, omega, factor, false
	}
	found := 0
	for _, e := range factors {
		if e = bare(e); e.Op() != kernel.OpExp && e.Op() != kernel.OpCos {
			break
		}
		rate, ok := linear(e.Args()[0])
		if !ok {
			break
		}
		if e.Op() == kernel.OpExp {
			lambda = rate.Neg()
			found |= 1
		} else {
			if s, _ := rate.Sign(); s < 0 {
				rate = rate.Neg()
			}
			omega = rate
			found |= 2
		}
	}
	return lambda, omega, factor, found == 3
}

// lambdaSeries finds n and b² if the Maclaurin series c₀ + c₂z² + c₄z⁴ of an oscillating kernel is that of c₀ Λ_n(bz):
// −c₂/c₀ = b²/(2n), c₄c₀/c₂² = n/(2(n+2)).
func lambdaSeries(k *kernel.Kernel) (n, b, factor *big.Rat, ok bool) {
	if !oscillates(k.Expr()) {
		return nil, nil, nil, false
	}
	x, err := k.ExactAt(kernel.Origin(), true, 6)
	if err != nil {
		return nil, nil, nil, false
	}
	var c [3]*big.Rat
	for _, t := range x.Terms {
		r, ok := t.Coef.Rat()
		if !ok || t.LogPow != 0 || !t.Exp.IsInt() || t.Exp.Sign() < 0 || t.Exp.Num().Bit(0) == 1 {
			return nil, nil, nil, false
		}
		if i := t.Exp.Num().Int64() / 2; i < 3 {
			c[i] = r
		}
	}
	if c[0] == nil || c[1] == nil || c[2] == nil || c[0].Sign() <= 0 || c[1].Sign() >= 0 {
		return nil, nil, nil, false
	}
	ratio := new(big.Rat).Quo(new(big.Rat).Mul(c[2], c[0]), new(big.Rat).Mul(c[1], c[1]))
	below := new(big.Rat).Sub(big.NewRat(1, 1), new(big.Rat).Mul(big.NewRat(2, 1), ratio))
	if ratio.Sign() <= 0 || below.Sign() <= 0 {
		return nil, nil, nil, false
	}
	n = new(big.Rat).Quo(new(big.Rat).Mul(big.NewRat(4, 1), ratio), below)
	b = new(big.Rat).Mul(new(big.Rat).Mul(big.NewRat(-2, 1), n), new(big.Rat).Quo(c[1], c[0]))
	return n, b, c[0], n.Cmp(big.NewRat(1, 1)) >= 0 && n.Cmp(big.NewRat(340, 1)) <= 0
}

// bare is e without a name and without a value of its own at 0.
func bare(e *kernel.Expr) *kernel.Expr {
	e = e.Body()
	if k, err := check.Plain(e); err == nil {
		if _, rest, ok := check.AtZero(k); ok {
			return rest.Body()
		}
	}
	return e
}

// gaussianWave reads c·exp(−az²)·Λ_n(bz) as a, b², n and c.
func gaussianWave(k *kernel.Kernel) (params []string, factor string, ok bool) {
	factors, c := check.FactorList(k.Expr().Body(), false)
	for i := range factors {
		factors[i] = bare(factors[i])
	}
	at := slices.IndexFunc(factors, func(e *kernel.Expr) bool { return e.Op() == kernel.OpExp })
	if at < 0 || len(factors) < 2 {
		return nil, "", false
	}
	a, ok := monomial(factors[at].Args()[0], 2)
	if !ok {
		return nil, "", false
	}
	wave := c
	for i, e := range factors {
		if i != at {
			wave = kernel.Apply(kernel.OpMul, wave, e)
		}
	}
	w, err := check.Plain(wave)
	if err != nil {
		return nil, "", false
	}
	ev, err := check.NewLambdaEvidence(w)
	if err != nil {
		return nil, "", false
	}
	// Λ_n(bz) = 1 − b²z²/(2n) + …
	x, err := w.ExactAt(kernel.Origin(), true, 3)
	if err != nil {
		return nil, "", false
	}
	for _, t := range x.Terms {
		if t.Exp.Cmp(big.NewRat(2, 1)) == 0 && t.LogPow == 0 {
			b, err := kernel.ParseConst(fmt.Sprintf("-2*(%s)*(%s)/(%s)", ev.Delta.RatString(), t.Coef, ev.Factor))
			return []string{a.Neg().String(), b.String(), kernel.ConstRat(ev.Delta.Rat).String()}, ev.Factor, err == nil
		}
	}
	return nil, "", false
}

// linear returns a if e is seen to be az.
func linear(e *kernel.Expr) (a kernel.Const, ok bool) { return monomial(e, 1) }

// monomial returns a if e is seen to be az^n.
func monomial(e *kernel.Expr, n int64) (a kernel.Const, ok bool) {
	x, err := kernel.New(e)
	if err != nil {
		return a, false
	}
	s, err := x.ExactAt(kernel.Origin(), true, 3)
	if err != nil || !s.Exact || len(s.Terms) != 1 || s.Terms[0].LogPow != 0 || s.Terms[0].Exp.Cmp(big.NewRat(n, 1)) != 0 {
		return a, false
	}
	return s.Terms[0].Coef, true
}
