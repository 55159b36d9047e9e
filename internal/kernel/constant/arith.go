package constant

import (
	"math/big"

	"krein/ball"
	"krein/internal/budget"
	"krein/internal/kernel/brief"
	"krein/internal/kernel/exponent"
	"krein/internal/kernel/fail"
	"krein/internal/kernel/formula"
	"krein/internal/kernel/rational"
)

// Arithmetic is the arithmetic of exact constants: with it, series have exact coefficients. An
// operation whose meaning depends on a sign that is not decided is an error, as is one that is undefined, and
// everything once its budget is spent.
type Arithmetic struct {
	budget *int
	meter  *budget.Meter
}

// Budgets in products of terms: of one analysis, and of a constant, of which a formula can have many.
const (
	maxConstWork = 400_000
	maxConstOwn  = 20_000
)

// NewArithmetic returns the arithmetic for one analysis, or for one formula: Eval(e, Rat(r), NewArithmetic(nil))
// is the exact value of e at the rational r. It has a budget, counts its work by m too, which may be nil, and is not
// safe for concurrent use.
func NewArithmetic(m *budget.Meter) Arithmetic {
	ar := budgetOf(maxConstWork)
	ar.meter = m
	return ar
}

func budgetOf(n int) Arithmetic { return Arithmetic{budget: &n} }

// Work in units of a budget.Meter: of a product of terms, and of a symbol in a sum whose sign is looked for.
const (
	constCost = 20
	signCost  = 30
)

// spend counts an operation on a and b.
func (ar Arithmetic) spend(a, b Value) {
	n := 1 + a.weight()*b.weight()
	if ar.budget != nil {
		if *ar.budget -= n; *ar.budget < 0 {
			panic(fail.Because("the exact coefficients take too much work"))
		}
	}
	ar.count(productUnits(a, b))
}

// productUnits is the work of a product, without signs.
func productUnits(a, b Value) int64 {
	words := int64(a.bits()+b.bits()) / 64
	return constCost*int64(1+a.weight()*b.weight()) + ratCost(words)*int64(max(1, len(a.terms())*len(b.terms())))
}

// largeCost is how much more than constCost a product of terms takes whose keys are made anew.
const largeCost = 4

// Product is c·d, counted by m; ok is false once the work of m is spent.
func (c Value) Product(d Value, m *budget.Meter) (v Value, ok bool) {
	units := productUnits(c, d)
	if len(c.terms())*len(d.terms()) > 1 {
		units *= largeCost
	}
	if !m.Spend(units) {
		return v, false
	}
	return c.Mul(d), true
}

// Scaled is c·r, counted by m; ok is false once the work of m is spent. A sum of two such numbers costs no more.
func (c Value) Scaled(r *big.Rat, m *budget.Meter) (v Value, ok bool) {
	words := int64(c.bits()+rational.Bits(r)) / 64
	if !m.Spend(constCost*int64(1+c.weight()) + ratCost(words)*int64(max(1, len(c.terms())))) {
		return v, false
	}
	return c.Scale(r), true
}

// ratCost is the work on a fraction of the given number of words: its common divisor.
func ratCost(words int64) int64 { return words * words / 40 }

// count fails once the work of the meter is spent.
func (ar Arithmetic) count(units int64) {
	if !ar.meter.Spend(units) {
		panic(fail.Because("%v", ar.meter.Err()))
	}
}

// spendFunction counts a function of a, which may depend on its sign.
func (ar Arithmetic) spendFunction(a Value) {
	ar.spend(a, Int(1))
	ar.count(signUnits(a) + 10*int64(a.bits())) // numbers are factored by trial division
}

// spendPower counts a^p.
func (ar Arithmetic) spendPower(a Value, p *big.Rat) {
	ar.spendFunction(a)
	if !p.IsInt() || p.Num().BitLen() > 20 {
		return
	}
	k := max(p.Num().Int64(), -p.Num().Int64())
	if terms := int64(len(a.terms())); terms > 1 {
		n := min(k*(terms-1), maxConstPower)
		ar.count(constCost * n * n)
	}
	ar.count(ratCost(2 * min(k*int64(a.bits()), maxConstBits) / 64))
}

// signUnits is the work of looking for the sign of a.
func signUnits(a Value) int64 {
	if _, ok := a.Rat(); ok {
		return 0
	}
	n := int64(0)
	for _, t := range a.d.terms {
		n += 1 + int64(len(t.f))
	}
	return signCost * n
}

// bits is the size of the largest coefficient.
func (c Value) bits() int {
	n := 0
	for _, t := range c.terms() {
		n = max(n, rational.Bits(t.c))
	}
	return n
}

// weight is the number of terms, large coefficients counted by their words.
func (c Value) weight() int {
	if r, ok := c.Rat(); ok {
		return rational.Bits(r) / 2048
	}
	n := 0
	for _, t := range c.d.terms {
		n += 1 + len(t.f)/4 + rational.Bits(t.c)/1024
	}
	return n
}

// Rat is that of formula.Arith.
func (Arithmetic) Rat(r *big.Rat) Value { return constRat(r) }

// Const is that of formula.Arith.
func (Arithmetic) Const(op formula.Op) Value {
	if op == formula.OpPi {
		return Pi()
	}
	return constExp(Int(1))
}

// Param is that of formula.Arith.
func (Arithmetic) Param(p *formula.Expr) (Value, error) {
	return symbolPower(parameterSymbol(p), exponent.Int(1)), nil
}

// Binary is that of formula.Arith.
// a^b = exp(b log a) for a > 0; a ≤ 0 is asked for before. 0^b is 0 for b > 0 and 1 for b = 0; a < 0 has whole powers alone. That b is
// whole, or 0, is proved of the number, whatever its spelling: sqrt(3+2*sqrt(2)) − sqrt(2) is 1 without having its form, and to say
// that (−2)^b has no value would be a claim about it.
func (ar Arithmetic) Binary(op formula.Op, a, b Value) (c Value, err error) {
	defer fail.Catch(&err)
	ar.spend(a, b)
	switch op {
	case formula.OpAdd:
		return a.Add(b), nil
	case formula.OpSub:
		return a.Sub(b), nil
	case formula.OpMul:
		return a.Mul(b), nil
	case formula.OpDiv:
		return a.Mul(b.Inv()), nil
	case formula.OpPow:
		if r, ok := b.Rat(); ok {
			ar.spendPower(a, r)
			return Pow(a, r), nil
		}
		ar.spendFunction(a)
		switch {
		case a.IsZero() == ball.True:
			switch NeedSign(b) {
			case 0: // as of the rational 0
				return Int(1), nil
			case 1:
				return c, nil
			}
			return c, fail.Undefined("a negative power of zero")
		case a.sign() < 0:
			if n, whole := asExponent(b).Int(); whole {
				return Pow(a, big.NewRat(n, 1)), nil
			}
			return c, fail.Undefined("the power %s of a negative number", brief.Text(b.String()))
		}
		return constExp(b.Mul(constLog(a))), nil
	case formula.OpMin, formula.OpMax:
		ar.count(signUnits(a) + signUnits(b))
		if (NeedSign(a.Sub(b)) <= 0) == (op == formula.OpMin) {
			return a, nil
		}
		return b, nil
	}
	return c, fail.Because("%s is not an operation on two constants", op)
}

// PowRat is that of formula.Arith.
func (Arithmetic) PowRat(a Value, p *big.Rat) (c Value, err error) {
	defer fail.Catch(&err)
	return Pow(a, p), nil
}

// Unary is that of formula.Arith.
func (ar Arithmetic) Unary(op formula.Op, a Value) (c Value, err error) {
	defer fail.Catch(&err)
	ar.spendFunction(a)
	return Function(op, a), nil
}

// Bessel is that of formula.Arith.
func (ar Arithmetic) Bessel(op formula.Op, nu, x Value) (c Value, err error) {
	defer fail.Catch(&err)
	ar.spendFunction(x)
	return constBessel(op, nu, x), nil
}

// Compare is that of formula.Arith.
func (ar Arithmetic) Compare(op formula.Op, a, b Value) ball.Truth {
	if !ar.meter.Spend(signUnits(a) + signUnits(b)) {
		return ball.Unknown
	}
	s, known := a.Cmp(b)
	if known != ball.True {
		return ball.Unknown
	}
	return op.Holds(s)
}

// Join is that of formula.Arith.
func (Arithmetic) Join(Value, Value) (Value, error) {
	return Value{}, fail.Because("a condition on constants that is not decided")
}

// Zero reports whether c is proved to be zero.
func (ar Arithmetic) Zero(c Value) bool {
	return ar.meter.Spend(signUnits(c)) && c.IsZero() == ball.True
}

// Sign returns the proved sign of c, or why it has none.
func (ar Arithmetic) Sign(c Value) (s int, err error) {
	defer fail.Catch(&err)
	ar.count(signUnits(c))
	return NeedSign(c), nil
}

// Euler returns Euler's constant.
func Euler() Value { return symbolPower(eulerSymbol, exponent.Int(1)) }
