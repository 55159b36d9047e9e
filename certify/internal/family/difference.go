package family

import (
	"math/big"
	"slices"

	"krein/ball"
	"krein/certify/check/wave"
	"krein/kernel"
	"krein/kernel/constant"
	"krein/kernel/formula"
)

// lambdaDifference finds c and a², b², q, n if k is c (Λ_n(az) − q Λ_n(bz)): the rates stand in the formula, and the
// Maclaurin series c₀ + c₂z² + c₄z⁴ decides, for c(1−q) = c₀, c(a²−qb²) = −2n c₂ and c(a⁴−qb⁴) = 8n(n+2) c₄ for one n.
func lambdaDifference(k *kernel.Kernel) (factor string, params []string) {
	var rates []constant.Value
	if !waveRates(k.Expr(), &rates) || len(rates) != 2 {
		return "", nil
	}
	c, ok := evenSeries(k)
	if !ok {
		return "", nil
	}
	a2, b2 := rates[0].Mul(rates[0]), rates[1].Mul(rates[1])
	if s, known := a2.Cmp(b2); known == ball.True && s < 0 {
		a2, b2 = b2, a2
	}
	for n := int64(3); n <= maxDifference; n++ {
		of := func(i int, p int64) constant.Value { return c[i].Scale(big.NewRat(p, 1)) }
		scale, err := of(1, -2*n).Sub(b2.Mul(c[0])).Quo(a2.Sub(b2))
		if err != nil {
			return "", nil
		}
		rest := scale.Sub(c[0]) // cq
		if scale.Mul(a2).Mul(a2).Sub(rest.Mul(b2).Mul(b2)).Equal(of(2, 8*n*(n+2))) != ball.True {
			continue
		}
		q, err := rest.Quo(scale)
		if s, _ := q.Sign(); err != nil || s <= 0 {
			return "", nil
		}
		return scale.String(), []string{a2.String(), b2.String(), q.String(), constant.Int(n).String()}
	}
	return "", nil
}

// maxDifference bounds the orders that are tried.
const maxDifference = 16

// waveRates collects the rates a > 0 of the sines, cosines and Bessel functions J of az in e; false if there are other
// functions, or more than two rates.
func waveRates(e *formula.Expr, rates *[]constant.Value) bool {
	e = formula.Unfold(e)
	if !e.Varies() {
		return true
	}
	args := e.Args()
	switch e.Op() {
	case formula.OpSin, formula.OpCos, formula.OpBesselJ:
		a, b, ok := wave.Linear(args[len(args)-1])
		if s, known := a.Sign(); !ok || known != ball.True || s <= 0 || !b.IsZeroForm() {
			return false
		}
		if !slices.ContainsFunc(*rates, func(r constant.Value) bool { return r.Equal(a) == ball.True }) {
			*rates = append(*rates, a)
		}
		return len(*rates) <= 2
	case formula.OpVar, formula.OpNeg, formula.OpAdd, formula.OpSub, formula.OpMul, formula.OpDiv, formula.OpPow:
		return !slices.ContainsFunc(args, func(x *formula.Expr) bool { return !waveRates(x, rates) })
	}
	return false
}
