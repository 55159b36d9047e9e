package kernel

import (
	"math/big"

	"krein/internal/budget"
)

// Arithmetic is the arithmetic of exact constants: with it, series have exact coefficients. An
// operation whose meaning depends on a sign that is not decided is an error, as is one that is undefined, and everything once its budget is spent.
type Arithmetic struct {
	budget *int
	meter  *budget.Meter
}

// Budgets in products of terms: of one analysis, and of a constant, of which a formula can have many.
const (
	maxConstWork = 400_000
	maxConstOwn  = 20_000
)

// NewArithmetic returns the arithmetic for one analysis, or for one formula: Eval(e, ConstRat(r), NewArithmetic(nil))
// is the exact value of e at the rational r. It has a budget, counts its work by m too, which may be nil, and is not safe for concurrent use.
func NewArithmetic(m *budget.Meter) Arithmetic {
	ar := budgetOf(maxConstWork)
	ar.meter = m
	return ar
}

func budgetOf(n int) Arithmetic { return Arithmetic{budget: &n} }

// Work on constants in units of a budget.Meter: of a product of terms, and of a symbol in a sum whose sign is looked for.
const (
	constCost = 20
	signCost  = 30
)

// spend counts an operation on a and b.
func (ar Arithmetic) spend(a, b Const) {
	n := 1 + a.weight()*b.weight()
	if ar.budget != nil {
		if *ar.budget -= n; *ar.budget < 0 {
			panic(failSeries("the exact coefficients take too much work"))
		}
	}
	words := int64(a.bits()+b.bits()) / 64
	ar.count(constCost*int64(n) + ratCost(words)*int64(max(1, len(a.terms())*len(b.terms()))))
}

// ratCost is the work on a fraction of the given number of words: its common divisor.
func ratCost(words int64) int64 { return words * words / 40 }

// count fails once the work of the meter is spent.
func (ar Arithmetic) count(units int64) {
	if !ar.meter.Spend(units) {
		panic(failSeries("%v", ar.meter.Err()))
	}
}

// spendFunction counts a function of a, which may depend on its sign.
func (ar Arithmetic) spendFunction(a Const) {
	ar.spend(a, constInt(1))
	ar.count(signUnits(a) + 10*int64(a.bits())) // numbers are factored by trial division
}

// spendPower counts a^p.
func (ar Arithmetic) spendPower(a Const, p *big.Rat) {
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
func signUnits(a Const) int64 {
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
func (c Const) bits() int {
	n := 0
	for _, t := range c.terms() {
		n = max(n, ratBits(t.c))
	}
	return n
}

// weight is the number of terms, large coefficients counted by their words.
func (c Const) weight() int {
	if r, ok := c.Rat(); ok {
		return ratBits(r) / 2048
	}
	n := 0
	for _, t := range c.d.terms {
		n += 1 + len(t.f)/4 + ratBits(t.c)/1024
	}
	return n
}

func (Arithmetic) Rat(r *big.Rat) Const { return constRat(r) }

func (Arithmetic) Const(op Op) Const {
	if op == OpPi {
		return constPi()
	}
	return constExp(constInt(1))
}

func (ar Arithmetic) Binary(op Op, a, b Const) (c Const, err error) {
	defer catchSeries(&err)
	ar.spend(a, b)
	switch op {
	case OpAdd:
		return a.Add(b), nil
	case OpSub:
		return a.Sub(b), nil
	case OpMul:
		return a.Mul(b), nil
	case OpDiv:
		return a.Mul(b.inv()), nil
	case OpPow:
		if r, ok := b.Rat(); ok {
			ar.spendPower(a, r)
			return constPow(a, r), nil
		}
		ar.spendFunction(a)
		if a.IsZero() == True {
			if needSign(b) > 0 {
				return c, nil
			}
			return c, failUndefined("a negative power of zero")
		}
		return constExp(b.Mul(constLog(a))), nil
	case OpMin, OpMax:
		ar.count(signUnits(a) + signUnits(b))
		if (needSign(a.Sub(b)) <= 0) == (op == OpMin) {
			return a, nil
		}
		return b, nil
	}
	return c, failSeries("%s is not an operation on two constants", op)
}

func (Arithmetic) PowRat(a Const, p *big.Rat) (c Const, err error) {
	defer catchSeries(&err)
	return constPow(a, p), nil
}

func (ar Arithmetic) Unary(op Op, a Const) (c Const, err error) {
	defer catchSeries(&err)
	ar.spendFunction(a)
	return constUnary(op, a), nil
}

func (ar Arithmetic) Bessel(op Op, nu, x Const) (c Const, err error) {
	defer catchSeries(&err)
	ar.spendFunction(x)
	r, ok := nu.Rat()
	if !ok {
		return c, failSeries("the order of %s is not known to be rational", op)
	}
	return constBessel(op, r, x), nil
}

func (ar Arithmetic) Compare(op Op, a, b Const) Truth {
	if !ar.meter.Spend(signUnits(a) + signUnits(b)) {
		return Unknown
	}
	s, known := a.Cmp(b)
	if known != True {
		return Unknown
	}
	return op.Holds(s)
}

func (Arithmetic) Join(Const, Const) (Const, error) {
	return Const{}, failSeries("a condition on constants that is not decided")
}

func (ar Arithmetic) zero(c Const) bool { return ar.meter.Spend(signUnits(c)) && c.IsZero() == True }
func (Arithmetic) isReal(c Const) bool  { return true }

func (ar Arithmetic) nonzero(c Const) (err error) {
	defer catchSeries(&err)
	ar.count(signUnits(c))
	needNonzero(c)
	return nil
}

func (ar Arithmetic) sign(c Const) (s int, err error) {
	defer catchSeries(&err)
	ar.count(signUnits(c))
	return needSign(c), nil
}

func (ar Arithmetic) realSign(c Const) int {
	ar.count(signUnits(c))
	return needSign(c)
}

func (Arithmetic) rational(c Const) (*big.Rat, bool) { return c.Rat() }
func (Arithmetic) imag() (Const, bool)               { return Const{}, false }
func (ar Arithmetic) counted() *budget.Meter         { return ar.meter }
func (Arithmetic) euler() Const                      { return symbolPower(eulerSymbol, intExp(1)) }

func (Arithmetic) gammaTaylor(x Const, n int) (c []Const, err error) {
	defer catchSeries(&err)
	if n > 0 {
		return nil, failSeries("derivatives of gamma have no exact form here")
	}
	return []Const{constGamma(x)}, nil
}
