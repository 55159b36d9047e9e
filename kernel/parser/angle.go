package parser

import (
	"math/big"

	"krein/internal/kernel/formula"
)

// innerProduct is the name of u on the unit sphere, 1 − z²/2, in formulas.
const innerProduct = "u"

var (
	halfDistance = formula.Div(formula.Variable(), formula.Int(2))
	halfCosine   = formula.Apply(formula.OpSqrt, formula.Sub(formula.Int(1), squared(4)))
)

// chords are the waves of the angle that the distance tells without it: z = 2 sin(θ/2).
var chords = []struct {
	op   formula.Op
	part *big.Rat // of θ in the argument
	e    *formula.Expr
}{
	{formula.OpSin, big.NewRat(1, 2), ofSphere("sin(theta/2)", halfDistance)},
	{formula.OpCos, big.NewRat(1, 2), ofSphere("cos(theta/2)", halfCosine)},
	{formula.OpTan, big.NewRat(1, 2), ofSphere("tan(theta/2)", formula.Div(halfDistance, halfCosine))},
	{formula.OpSin, big.NewRat(1, 1), ofSphere("sin(theta)", formula.Mul(formula.Variable(), halfCosine))},
	{formula.OpCos, big.NewRat(1, 1), ofSphere("cos(theta)", formula.Sub(formula.Int(1), squared(2)))},
}

// squared is z²/n.
func squared(n int64) *formula.Expr {
	return formula.Div(formula.Pow(formula.Variable(), formula.Int(2)), formula.Int(n))
}

// ofSphere is a name for a formula in the distance of points of the unit sphere.
func ofSphere(name string, body *formula.Expr) *formula.Expr {
	return formula.Call(name, nil, body, 0, big.NewRat(2, 1))
}

// inDistance writes sines, cosines and tangents of θ/2 and θ in the distance, if nothing is left of the angle then: a
// formula in which it stays is one in the angle.
func inDistance(e *formula.Expr) *formula.Expr {
	if !e.Some(isAngle) {
		return e
	}
	memo := make(map[*formula.Expr]*formula.Expr)
	var walk func(*formula.Expr) *formula.Expr
	walk = func(e *formula.Expr) *formula.Expr {
		if e.Op() == formula.OpCall || len(e.Args()) == 0 {
			return e
		}
		if memo[e] != nil {
			return memo[e]
		}
		v := e
		part := partOfAngle(e.Args()[0])
		for _, c := range chords {
			if part != nil && e.Op() == c.op && part.Cmp(c.part) == 0 {
				v = c.e
			}
		}
		if v == e {
			var args []*formula.Expr
			for _, a := range e.Args() {
				args = append(args, walk(a))
			}
			v = formula.Apply(e.Op(), args...)
		}
		memo[e] = v
		return v
	}
	if v := walk(e); !v.Some(isAngle) {
		return v
	}
	return e
}

func isAngle(e *formula.Expr) bool {
	return e.Op() == formula.OpAcos && e.Args()[0].Op() == formula.OpCall && e.Args()[0].Name() == innerProduct
}

// partOfAngle returns q for qθ, and nil for what is not seen to be that.
func partOfAngle(e *formula.Expr) *big.Rat {
	if isAngle(e) {
		return big.NewRat(1, 1)
	}
	if e.Op() != formula.OpMul && e.Op() != formula.OpDiv {
		return nil
	}
	a, b := e.Args()[0], e.Args()[1]
	switch {
	case e.Op() == formula.OpMul && isAngle(b):
		return a.Num()
	case e.Op() == formula.OpMul && isAngle(a):
		return b.Num()
	case isAngle(a) && b.Num() != nil && b.Num().Sign() != 0:
		return new(big.Rat).Inv(b.Num())
	}
	return nil
}
