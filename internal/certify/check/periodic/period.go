// Package periodic has the rules of functions of a period, which it sees from formulas of waves.
package periodic

import (
	"math/big"
	"slices"

	"krein/internal/certify/check/rule"
	"krein/internal/certify/check/wave"
	"krein/internal/kernel/constant"
	"krein/internal/kernel/formula"
	"krein/kernel"
)

// Rules are those of this package.
var Rules = slices.Concat(fourierRules, evenRules)

// PerRadian is 1/2π.
var PerRadian = func() constant.Value {
	c, err := constant.New(formula.Div(formula.Frac(1, 2), formula.Pi()))
	if err != nil {
		panic(err)
	}
	return c
}()

// halfTurns returns (−1)ⁿ if θ is seen to be nπ, otherwise 0.
//
// A quotient θ/π that is an integer by normal form. 0 means that nothing is known.
func halfTurns(theta constant.Value) int {
	n, ok := theta.Scale(big.NewRat(2, 1)).Mul(PerRadian).Rat()
	if !ok || !n.IsInt() {
		return 0
	}
	return 1 - 2*int(n.Num().Bit(0))
}

// invariant reports that a formula of waves is seen to stay the same when sign multiplies each wave of phase az + b by
// 1 or −1: the waves that change are odd, the others even, and so is what is made of them.
//
// Each wave that changes its sign is replaced by the variable, each that does not by cos of the
// variable, an even function. That all that change do so at once is a reflection of the variable,
// and formula.Parity, which proves evenness whatever the variable stands for in each place,
// decides. Waves that neither stay nor change end it, as does a z outside of waves.
func invariant(e *formula.Expr, sign func(op formula.Op, a, b constant.Value) int) bool {
	waves := true
	atoms := e.Replace(func(e *formula.Expr) *formula.Expr {
		switch e.Op() {
		case formula.OpVar:
			waves = false
		case formula.OpSin, formula.OpCos, formula.OpTan:
			a, b, ok := wave.Linear(e.Args()[0])
			if !ok {
				return nil
			}
			switch sign(e.Op(), a, b) {
			case 1:
				return formula.Apply(formula.OpCos, formula.Variable())
			case -1:
				return formula.Variable()
			}
			waves = false
		}
		return nil
	})
	return waves && formula.Parity(atoms) == 1
}

// Periodic reports that a formula of waves is seen to have a period.
//
// sin and cos of a(z+T) + b are (−1)ⁿ those of az + b if aT = nπ; tan has the period π.
func Periodic(e *formula.Expr, period constant.Value) bool {
	return invariant(e, func(op formula.Op, a, _ constant.Value) int {
		s := halfTurns(a.Mul(period))
		if op == formula.OpTan {
			s *= s
		}
		return s
	})
}

// Even reports that a formula of waves is seen to be the same at z and −z: −az + b is az + b less 2b, reflected.
//
// With 2b = nπ: cos(−az+b) = cos(az−b) = cos(az+b−2b) = (−1)ⁿ cos(az+b), and sin(−az+b) =
// −sin(az−b) = −(−1)ⁿ sin(az+b), tan likewise with (−1)²ⁿ.
func Even(e *formula.Expr) bool {
	return invariant(e, func(op formula.Op, _, b constant.Value) int {
		s := halfTurns(b.Scale(big.NewRat(2, 1)))
		switch op {
		case formula.OpSin:
			return -s
		case formula.OpTan:
			return -s * s
		}
		return s
	})
}

// A Period is a period of a formula of waves, written as an exact constant.
type Period struct {
	Period string `json:"period"`
}

// translates reads the period, and proves that k has it.
func (p Period) translates(k *kernel.Kernel) (constant.Value, error) {
	period, err := rule.PositiveConstant(p.Period)
	if err == nil && !Periodic(k.Expr(), period) {
		err = rule.Reject("%s is not proved to have the period %s", k.Formula(), p.Period)
	}
	return period, err
}

// Even is Translates of a k that is even as a formula on the line, with a value at 0, and so at multiples of the
// period.
//
// A value at 0 is one at all multiples of T, for k(z+T) = k(z) holds wherever one side is defined.
func (p Period) Even(k *kernel.Kernel) (constant.Value, error) {
	period, err := p.translates(k)
	if err == nil && !Even(k.Expr()) {
		err = rule.Reject("%s is not proved to be even", k.Formula())
	}
	if err == nil {
		_, err = value(k, formula.Int(0))
	}
	return period, err
}

// Held returns k on half a period, and what it is at its end from there on.
func (p Period) Held(k *kernel.Kernel) (*kernel.Kernel, error) {
	half, end, err := p.half(k)
	if err != nil {
		return nil, err
	}
	return cut(k, half, k.Expr(), end), nil
}

// Continuous wants an even k to be continuous.
func (p Period) Continuous(c *rule.Checker, k *kernel.Kernel) error {
	h, err := p.Held(k)
	if err != nil {
		return err
	}
	return c.Regular(h, rule.Continuous)
}

// half returns half the period of an even k, and the value there, as formulas.
//
// An even k of period T satisfies k(T−z) = k(z): half a period says all.
func (p Period) half(k *kernel.Kernel) (half, end *formula.Expr, err error) {
	period, err := p.Even(k)
	if err != nil {
		return nil, nil, err
	}
	return valueAt(k, period.Scale(big.NewRat(1, 2)))
}

// valueAt returns a distance and the value of k there, as formulas.
//
// Both exact; without a written form no kernel can be made of them.
func valueAt(k *kernel.Kernel, distance constant.Value) (at, v *formula.Expr, err error) {
	at, ok := distance.Expr()
	if !ok {
		return nil, nil, rule.Incomplete("the distance %s is not written as a formula", distance)
	}
	c, err := value(k, at)
	if err != nil {
		return nil, nil, err
	}
	if v, ok = c.Expr(); !ok {
		return nil, nil, rule.Incomplete("%s is not written as a formula", c)
	}
	return at, v, nil
}

// value returns k at a distance.
func value(k *kernel.Kernel, at *formula.Expr) (constant.Value, error) {
	c, err := constant.New(formula.Substitute(k.Expr(), at))
	if err != nil {
		err = rule.Incomplete("whether %s has a value at %s: %v", k.Formula(), at, err)
	}
	return c, err
}

// cut returns the kernel, as k is cut, inside before a distance, and outside from there on.
//
// At the distance itself it has the value outside.
func cut(k *kernel.Kernel, at, inside, outside *formula.Expr) *kernel.Kernel {
	before := formula.Apply(formula.OpLT, formula.Variable(), at)
	return k.Derive(formula.Apply(formula.OpCond, before, inside, outside))
}
