package kernel

import (
	"math/big"

	"krein/internal/budget"
)

// constArith is the arithmetic of exact constants: with it, series have exact coefficients. An
// operation whose meaning depends on a sign that is not decided fails, and so does, with a budget, everything once it is spent.
type constArith struct {
	budget *int
	meter  *budget.Meter
}

// maxConstWork is the budget of one analysis, in products of terms.
const maxConstWork = 400_000

// budgeted returns the arithmetic for one analysis.
func budgeted() constArith { return budgetOf(maxConstWork) }

func budgetOf(n int) constArith { return constArith{budget: &n} }

// metered has the work counted by m too.
func (ar constArith) metered(m *budget.Meter) constArith {
	ar.meter = m
	return ar
}

// constCost is the work of one product of terms, in units of a budget.Meter.
const constCost = 20

func (ar constArith) spend(a, b Const) {
	if ar.budget == nil {
		return
	}
	n := 1 + a.weight()*b.weight()
	if *ar.budget -= n; *ar.budget < 0 {
		panic(failSeries("the exact coefficients take too much work"))
	}
	if !ar.meter.Spend(constCost * int64(n)) {
		panic(failSeries("%v", ar.meter.Err()))
	}
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

var _ coefficients[Const] = constArith{}

func (constArith) Rat(r *big.Rat) Const { return constRat(r) }

func (constArith) Const(op Op) Const {
	if op == OpPi {
		return constPi()
	}
	return constExp(constInt(1))
}

func (ar constArith) Binary(op Op, a, b Const) (c Const, err error) {
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
			return constPow(a, r), nil
		}
		if a.IsZero() == True {
			if needSign(b) > 0 {
				return c, nil
			}
			return c, failUndefined("a negative power of zero")
		}
		return constExp(b.Mul(constLog(a))), nil
	case OpMin, OpMax:
		if (needSign(a.Sub(b)) <= 0) == (op == OpMin) {
			return a, nil
		}
		return b, nil
	}
	return c, failSeries("%s is not an operation on two constants", op)
}

func (constArith) PowRat(a Const, p *big.Rat) (c Const, err error) {
	defer catchSeries(&err)
	return constPow(a, p), nil
}

func (constArith) Unary(op Op, a Const) (c Const, err error) {
	defer catchSeries(&err)
	return constUnary(op, a), nil
}

func (constArith) Bessel(op Op, nu, x Const) (c Const, err error) {
	defer catchSeries(&err)
	r, ok := nu.Rat()
	if !ok {
		return c, failSeries("the order of %s is not known to be rational", op)
	}
	return constBessel(op, r, x), nil
}

func (constArith) Compare(op Op, a, b Const) Truth {
	s, known := a.Cmp(b)
	if known != True {
		return Unknown
	}
	return holds(op, s)
}

func (constArith) Join(Const, Const) (Const, error) {
	return Const{}, failSeries("a condition on constants that is not decided")
}

func (constArith) zero(c Const) bool   { return c.IsZero() == True }
func (constArith) isReal(c Const) bool { return true }

func (constArith) nonzero(c Const) (err error) {
	defer catchSeries(&err)
	needNonzero(c)
	return nil
}

func (constArith) sign(c Const) (s int, err error) {
	defer catchSeries(&err)
	return needSign(c), nil
}

func (constArith) realSign(c Const) int { return needSign(c) }

func (constArith) rational(c Const) (*big.Rat, bool) { return c.Rat() }
func (constArith) imag() (Const, bool)               { return Const{}, false }
func (ar constArith) counted() *budget.Meter         { return ar.meter }
func (constArith) euler() Const                      { return symbolPower(eulerSymbol, intExp(1)) }

func (constArith) gammaTaylor(x Const, n int) (c []Const, err error) {
	defer catchSeries(&err)
	if n > 0 {
		return nil, failSeries("derivatives of gamma have no exact form here")
	}
	return []Const{constGamma(x)}, nil
}
