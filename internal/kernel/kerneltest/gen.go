// Package kerneltest reads and draws formulas for tests.
package kerneltest

import (
	"math/big"

	"pgregory.net/rapid"

	"krein/internal/kernel/formula"
	"krein/internal/kernel/language"
)

// Number draws a rational that a formula can spell.
func Number() *rapid.Generator[*formula.Expr] {
	return rapid.Custom(func(t *rapid.T) *formula.Expr {
		switch rapid.IntRange(0, 5).Draw(t, "number") {
		case 0, 1:
			return formula.Int(rapid.Int64Range(-9, 9).Draw(t, "small"))
		case 2, 3:
			return formula.Frac(rapid.Int64Range(-30, 30).Draw(t, "p"), rapid.Int64Range(1, 30).Draw(t, "q"))
		case 4:
			ten := new(big.Int).Exp(big.NewInt(10), big.NewInt(rapid.Int64Range(0, 60).Draw(t, "e")), nil)
			r := new(big.Rat).SetInt64(rapid.Int64Range(-99999, 99999).Draw(t, "m"))
			if rapid.Bool().Draw(t, "small") {
				return formula.Rational(r.Quo(r, new(big.Rat).SetInt(ten)))
			}
			return formula.Rational(r.Mul(r, new(big.Rat).SetInt(ten)))
		}
		return formula.Frac(rapid.Int64().Draw(t, "P"), rapid.Int64Range(1, 1<<62).Draw(t, "Q"))
	})
}

var unaryOps = []formula.Op{formula.OpNeg, formula.OpAbs, formula.OpExp, formula.OpLog, formula.OpSqrt, formula.OpSin,
	formula.OpCos, formula.OpTan, formula.OpAsin, formula.OpAcos, formula.OpAtan,
	formula.OpSinh, formula.OpCosh, formula.OpTanh, formula.OpErf, formula.OpErfc, formula.OpGamma}

// Named are kernels of the catalogue.
var Named = []string{"gaussian(2)", "matern(5/2, 3)", "matern(4/3)", "wendland(3, 1, 2)", "delta_gaussian(1, 10)",
	"ntk()", "arccos1()", "bessel(5)", "askey(5/2)", "wave(2)", "spherical(3)", "delta_gaussian(1, 2, 3)", "sigmoid(2, 1)"}

// Expr draws a number-valued tree in variable.
func Expr(depth int, variable *formula.Expr) *rapid.Generator[*formula.Expr] {
	return rapid.Custom(func(t *rapid.T) *formula.Expr {
		if depth == 0 {
			switch rapid.IntRange(0, 5).Draw(t, "leaf") {
			case 0, 1:
				return Number().Draw(t, "num")
			case 2:
				return rapid.SampledFrom([]*formula.Expr{formula.Pi(), formula.E()}).Draw(t, "const")
			case 3:
				if variable == formula.Variable() {
					e, _, err := language.Read(rapid.SampledFrom(Named).Draw(t, "named"), nil)
					if err != nil {
						t.Fatal(err)
					}
					return e
				}
			}
			return variable
		}
		sub := Expr(rapid.IntRange(0, depth-1).Draw(t, "depth"), variable)
		switch rapid.IntRange(0, 9).Draw(t, "kind") {
		case 0:
			return formula.Apply(rapid.SampledFrom(unaryOps).Draw(t, "unary"), sub.Draw(t, "a"))
		case 1:
			return formula.Apply(formula.OpCond, Condition(depth-1, variable).Draw(t, "c"), sub.Draw(t, "a"), sub.Draw(t, "b"))
		case 2:
			op := rapid.SampledFrom([]formula.Op{formula.OpMin, formula.OpMax}).Draw(t, "extreme")
			return formula.Apply(op, rapid.SliceOfN(sub, 2, 4).Draw(t, "args")...)
		case 3:
			op := rapid.SampledFrom([]formula.Op{formula.OpBesselJ, formula.OpBesselI, formula.OpBesselK}).Draw(t, "bessel")
			return formula.Apply(op, Number().Draw(t, "nu"), sub.Draw(t, "x"))
		case 4:
			return formula.Apply(formula.OpPow, sub.Draw(t, "a"), Number().Draw(t, "p"))
		default:
			op := rapid.SampledFrom([]formula.Op{formula.OpAdd, formula.OpSub, formula.OpMul, formula.OpDiv,
				formula.OpPow}).Draw(t, "binary")
			return formula.Apply(op, sub.Draw(t, "a"), sub.Draw(t, "b"))
		}
	})
}

// Condition draws a condition.
func Condition(depth int, variable *formula.Expr) *rapid.Generator[*formula.Expr] {
	return rapid.Custom(func(t *rapid.T) *formula.Expr {
		d := max(depth, 0)
		if d > 0 && rapid.Bool().Draw(t, "compound") {
			op := rapid.SampledFrom([]formula.Op{formula.OpAnd, formula.OpOr, formula.OpNot}).Draw(t, "op")
			if op == formula.OpNot {
				return formula.Apply(formula.OpNot, Condition(d-1, variable).Draw(t, "a"))
			}
			return formula.Apply(op, Condition(d-1, variable).Draw(t, "a"), Condition(d-1, variable).Draw(t, "b"))
		}
		op := rapid.SampledFrom([]formula.Op{formula.OpLT, formula.OpLE, formula.OpGT, formula.OpGE, formula.OpEQ,
			formula.OpNE}).Draw(t, "op")
		return formula.Apply(op, Expr(d, variable).Draw(t, "a"), Expr(d, variable).Draw(t, "b"))
	})
}
