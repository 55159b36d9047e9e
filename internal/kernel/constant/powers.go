package constant

import (
	"math/big"
	"slices"

	"krein/internal/budget"
	"krein/internal/kernel/exponent"
	"krein/internal/kernel/formula"
)

// Power is Coef·z^Exp.
type Power struct{ Exp, Coef *big.Rat }

// Powers writes the branch-free e, at z > 0, as a sum of powers of z with rational coefficients that are not zero, by
// increasing exponents, if its normal form is one. The work is counted by m.
// A normal form in z alone that has only powers of the symbol z is the function, for z > 0. Exponents are rational by the ring.
func Powers(e *formula.Expr, m *budget.Meter) (sum []Power, ok bool) {
	if e.Some(leavesPowers) {
		return nil, false
	}
	v, err := formula.Eval(e, symbolPower(varSymbol, exponent.Int(1)), formula.Arith[Value](formArith{NewArithmetic(m)}))
	if err != nil {
		return nil, false
	}
	for _, t := range v.terms() {
		n := exponent.Int(0)
		switch {
		case len(t.f) == 1 && t.f[0].s == varSymbol:
			n = t.f[0].n
		case len(t.f) != 0:
			return nil, false
		}
		sum = append(sum, Power{n.Rat(), t.c})
	}
	slices.SortFunc(sum, func(a, b Power) int { return a.Exp.Cmp(b.Exp) })
	return sum, true
}

// leavesPowers reports whether e is an operation of which no sum of powers comes.
// It saves the evaluation of what has no such form.
func leavesPowers(e *formula.Expr) bool {
	switch e.Op() {
	case formula.OpNum, formula.OpVar, formula.OpCall, formula.OpNeg, formula.OpAdd, formula.OpSub, formula.OpMul,
		formula.OpDiv, formula.OpSqrt:
		return false
	case formula.OpPow:
		return e.Args()[1].Num() == nil
	}
	return true
}

// maxExponents bounds the powers of w = z^{1/q}.
const maxExponents = 1000

// Polynomial writes the branch-free e, at z > 0, as Σ p[i] w^i with w = z^{1/q} and rational coefficients, if it is of
// that form; p has no leading zeros, so that the zero function is an empty p. The work is counted by m.
// w = z^(1/q) with the common denominator q of exponents: exact.
func Polynomial(e *formula.Expr, m *budget.Meter) (p []*big.Rat, q int, ok bool) {
	sum, ok := Powers(e, m)
	if !ok || len(sum) > 0 && sum[0].Exp.Sign() < 0 {
		return nil, 0, false
	}
	root := int64(1)
	for _, t := range sum {
		if d := t.Exp.Denom().Int64(); d > maxExponents { // exponents have 64 bits
			return nil, 0, false
		} else if root = exponent.LCM(root, d); root > maxExponents {
			return nil, 0, false
		}
	}
	for _, t := range sum {
		n := new(big.Rat).Mul(t.Exp, big.NewRat(root, 1)).Num()
		if n.Cmp(big.NewInt(maxExponents)) > 0 {
			return nil, 0, false
		}
		for int64(len(p)) < n.Int64() {
			p = append(p, new(big.Rat))
		}
		p = append(p, t.Coef)
	}
	return p, int(root), true
}
