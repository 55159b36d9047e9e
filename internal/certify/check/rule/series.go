package rule

import (
	"math/big"

	"krein/internal/kernel/formula"
	"krein/kernel"
)

// Series is the evidence of pd.power-series and of completely-monotone.power-series.
type Series struct {
	Shift Rational `json:"shift"`
}

// InnerOf returns the function e of pd.power-series for the formula of k. positive is what must be positive at 0, s − e
// for one, or nil; atMost1 says that e(0) ≤ 1 is wanted.
// The series and their coefficients: exp, cosh, sinh, I_n: DLMF 4.2.19, 4.33, 10.25.2, all ≥ 0. asin x = Σ C(2j,j)/4^j
// x^(2j+1)/(2j+1) converges absolutely at 1. tan x and 1/cos x have coefficients ≥ 0 (DLMF 4.19.3, 4.19.5) and radius π/2;
// (1/cos x)^p = exp(−p log cos x) too, as −log cos is an integral of tan. (s−x)^(−a) = s^(−a) Σ (a)_n/n! (x/s)^n, a > 0,
// and −log(s−x) = −log s + Σ (x/s)^n/n for 0 ≤ x < s, where s ≤ 1 makes −log s ≥ 0. exp(x−s) = e^(−s)·exp(x): any s.
// The shift is 0 where the series has none: a shift that is read and not used would be evidence of nothing.
func (ev Series) InnerOf(core *formula.Expr, k *kernel.Kernel) (e, positive *formula.Expr, atMost1 bool, err error) {
	args, shift, none := core.Args(), ev.Shift.Rat, ev.Shift.Sign() == 0
	var b *formula.Expr
	switch op := core.Op(); {
	case op == formula.OpExp:
		e = plus(args[0], shift)
	// exp((a+s)·log c)·c^(−s): c > 0, or k has no value.
	case op == formula.OpPow && !args[0].Varies(): // c^a = exp(a log c)
		e = formula.Mul(formula.Apply(formula.OpLog, args[0]), plus(args[1], shift))
	case op == formula.OpCosh && none:
		e, err = evenArgument(args[0], k)
	case (op == formula.OpSinh || op == formula.OpAsin) && none:
		e, atMost1 = args[0], op == formula.OpAsin
	case op == formula.OpBesselI && none:
		// For an order that is not an integer x^ν is no power series, and for n < 0 I_n = I_{−n} is not read.
		if n := args[0].Num(); n != nil && n.IsInt() && n.Sign() >= 0 {
			if e = args[1]; n.Num().Bit(0) == 0 {
				e, err = evenArgument(e, k)
			}
		}
	case op == formula.OpTan && none:
		e, positive = args[0], quarterLess(args[0])
	case op == formula.OpDiv && args[0].Op() == formula.OpNum && args[0].Num().Sign() > 0:
		if b = powerBase(args[1]); b.Op() == formula.OpCos && none {
			e, positive = b.Args()[0], quarterLess(b.Args()[0])
		}
	case op == formula.OpPow && negative(args[1]):
		b = args[0]
	// s ≤ 1: −log s ≥ 0 is the coefficient of degree 0.
	case op == formula.OpNeg && args[0].Op() == formula.OpLog && shift.Cmp(big.NewRat(1, 1)) <= 0:
		b = args[0].Args()[0]
	}
	if b != nil && shift.Sign() > 0 {
		e, positive = formula.Apply(formula.OpSub, formula.Rational(shift), b), b
	}
	if err == nil && e == nil {
		err = Reject("%s is not one of the series, or not with the shift %s", core, shift.RatString())
	}
	return e, positive, atMost1, err
}

// plus is s + e.
func plus(e *formula.Expr, s *big.Rat) *formula.Expr {
	return formula.Polynomial([]*formula.Expr{formula.Rational(s), formula.Int(1)}, e)
}

// evenArgument is what a series in even powers of e is a series in: c²a if e is c√a, and e otherwise. a ≥ 0 if k is
// defined.
// cosh √u = Σ uⁿ/(2n)! has no root in it. u may be negative where cosh √u is real all the same, but the formula has no
// value there: that it has values everywhere is what makes u ≥ 0, and the series in u converge at u(0).
func evenArgument(e *formula.Expr, k *kernel.Kernel) (*formula.Expr, error) {
	factors, c := formula.FactorList(e, false)
	if len(factors) != 1 || factors[0].Body().Op() != formula.OpSqrt {
		return e, nil
	}
	if err := k.ProvedDefined(); err != nil {
		return nil, Incomplete("%v", err)
	}
	return formula.Mul(formula.Pow(c, formula.Int(2)), factors[0].Body().Args()[0]), nil
}

// negative reports whether e is a constant that is proved to be below 0.
func negative(e *formula.Expr) bool {
	if e.Varies() {
		return false
	}
	sign, err := ConstantSign(e)
	return err == nil && sign < 0
}

// quarterLess is π/2 − e.
func quarterLess(e *formula.Expr) *formula.Expr {
	return formula.Sub(formula.Div(formula.Pi(), formula.Int(2)), e)
}

// powerBase is the base of a root, or of a power with a positive exponent, and e itself otherwise.
// 1/b^p and 1/√b with b = s − e are (s−e)^(−p) with p > 0.
func powerBase(e *formula.Expr) *formula.Expr {
	if e.Op() == formula.OpSqrt || e.Op() == formula.OpPow && e.Args()[1].Op() == formula.OpNum &&
		e.Args()[1].Num().Sign() > 0 {
		return e.Args()[0]
	}
	return e
}
