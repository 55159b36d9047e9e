package kernel

import (
	"math/big"

	"pgregory.net/rapid"
)

// genNumber draws a rational that a formula can spell.
func genNumber() *rapid.Generator[*Expr] {
	return rapid.Custom(func(t *rapid.T) *Expr {
		switch rapid.IntRange(0, 5).Draw(t, "number") {
		case 0, 1:
			return Int(rapid.Int64Range(-9, 9).Draw(t, "small"))
		case 2, 3:
			return Frac(rapid.Int64Range(-30, 30).Draw(t, "p"), rapid.Int64Range(1, 30).Draw(t, "q"))
		case 4:
			ten := new(big.Int).Exp(big.NewInt(10), big.NewInt(rapid.Int64Range(0, 60).Draw(t, "e")), nil)
			r := new(big.Rat).SetInt64(rapid.Int64Range(-99999, 99999).Draw(t, "m"))
			if rapid.Bool().Draw(t, "small") {
				return Rational(r.Quo(r, new(big.Rat).SetInt(ten)))
			}
			return Rational(r.Mul(r, new(big.Rat).SetInt(ten)))
		}
		return Frac(rapid.Int64().Draw(t, "P"), rapid.Int64Range(1, 1<<62).Draw(t, "Q"))
	})
}

var unaryOps = []Op{OpNeg, OpAbs, OpExp, OpLog, OpSqrt, OpSin, OpCos, OpTan, OpAsin, OpAcos, OpAtan,
	OpSinh, OpCosh, OpTanh, OpErf, OpErfc, OpGamma}

var namedExamples = []string{"gaussian(2)", "matern(5/2, 3)", "matern(4/3)", "wendland(3, 1, 2)", "delta_gaussian(1, 10)",
	"ntk()", "arccos1()", "bessel(5)", "askey(5/2)", "wave(2)", "spherical(3)", "delta_gaussian(1, 2, 3)", "sigmoid(2, 1)"}

// genExpr draws a number-valued tree in variable.
func genExpr(depth int, variable *Expr) *rapid.Generator[*Expr] {
	return rapid.Custom(func(t *rapid.T) *Expr {
		if depth == 0 {
			switch rapid.IntRange(0, 5).Draw(t, "leaf") {
			case 0, 1:
				return genNumber().Draw(t, "num")
			case 2:
				return rapid.SampledFrom([]*Expr{Pi(), E()}).Draw(t, "const")
			case 3:
				if variable == Variable() {
					e, _, err := read(rapid.SampledFrom(namedExamples).Draw(t, "named"), nil)
					if err != nil {
						t.Fatal(err)
					}
					return e
				}
			}
			return variable
		}
		sub := genExpr(rapid.IntRange(0, depth-1).Draw(t, "depth"), variable)
		switch rapid.IntRange(0, 9).Draw(t, "kind") {
		case 0:
			return Apply(rapid.SampledFrom(unaryOps).Draw(t, "unary"), sub.Draw(t, "a"))
		case 1:
			return Apply(OpCond, genCond(depth-1, variable).Draw(t, "c"), sub.Draw(t, "a"), sub.Draw(t, "b"))
		case 2:
			op := rapid.SampledFrom([]Op{OpMin, OpMax}).Draw(t, "extreme")
			return Apply(op, rapid.SliceOfN(sub, 2, 4).Draw(t, "args")...)
		case 3:
			op := rapid.SampledFrom([]Op{OpBesselJ, OpBesselI, OpBesselK}).Draw(t, "bessel")
			return Apply(op, genNumber().Draw(t, "nu"), sub.Draw(t, "x"))
		case 4:
			return Apply(OpPow, sub.Draw(t, "a"), genNumber().Draw(t, "p"))
		default:
			op := rapid.SampledFrom([]Op{OpAdd, OpSub, OpMul, OpDiv, OpPow}).Draw(t, "binary")
			return Apply(op, sub.Draw(t, "a"), sub.Draw(t, "b"))
		}
	})
}

// genCond draws a condition.
func genCond(depth int, variable *Expr) *rapid.Generator[*Expr] {
	return rapid.Custom(func(t *rapid.T) *Expr {
		d := max(depth, 0)
		if d > 0 && rapid.Bool().Draw(t, "compound") {
			op := rapid.SampledFrom([]Op{OpAnd, OpOr, OpNot}).Draw(t, "op")
			if op == OpNot {
				return Apply(OpNot, genCond(d-1, variable).Draw(t, "a"))
			}
			return Apply(op, genCond(d-1, variable).Draw(t, "a"), genCond(d-1, variable).Draw(t, "b"))
		}
		op := rapid.SampledFrom([]Op{OpLT, OpLE, OpGT, OpGE, OpEQ, OpNE}).Draw(t, "op")
		return Apply(op, genExpr(d, variable).Draw(t, "a"), genExpr(d, variable).Draw(t, "b"))
	})
}
