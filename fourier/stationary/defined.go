package stationary

import (
	"errors"
	"fmt"
	"math/big"
	"slices"

	"krein/internal/kernel/continuity"
	"krein/internal/kernel/formula"
	"krein/internal/kernel/piecewise"
	"krein/kernel"
)

// ProvedDefined returns nil if the formula, as it is written, is proved to have a value wherever none of the numbers
// that its functions are of vanishes: the distance, the 1-norm, linear forms, roots of positive semidefinite quadratic
// forms. Otherwise the error names a part of which that is not proved. The normal form is not enough: it lacks what is
// multiplied by 0, divided by itself or raised to the power 0, and what cancels.
// Why the numbers are asked for off 0 only: where one vanishes the formula stands for its limit, as
// radial kernels do at 0. What is proved of one number, z > 0 or both signs of a line, is proved of
// the formula for all Δ with that number not 0.
func (k *Kernel) ProvedDefined() error {
	if k.whole != nil {
		return k.whole.ProvedDefined()
	}
	k.asked.Do(func() {
		switch {
		case k.written != nil:
			d := &definer{tree: k.tree, seen: map[*formula.Expr]bool{}}
			if k.undefined = d.defined(k.written); k.undefined == nil {
				k.undefined = d.functions()
			}
		case k.radial != nil:
			k.undefined = k.radial.ProvedDefined()
		default:
			k.undefined = errors.New("there is no formula")
		}
	})
	return k.undefined
}

// ProvedContinuous returns nil if the formula, as it is written, is proved to be continuous wherever it has a value: no
// condition in it makes a jump, or a value at a single number, such as x1 == 1 ? 2 : …, which no measure represents. Where
// one of the numbers vanishes and the formula has no value, nothing is asked. The error names the part that may jump.
// A condition on one number is decided piece by piece as for radial kernels. Of several coordinates
// nothing is proved: the set where it changes is no list of points.
func (k *Kernel) ProvedContinuous() error {
	if k.whole != nil {
		return k.whole.ProvedContinuous()
	}
	k.branched.Do(func() {
		switch {
		case k.written != nil:
			d := &definer{tree: k.tree, seen: map[*formula.Expr]bool{}}
			if k.jumps = d.continuous(k.written); k.jumps == nil {
				k.jumps = d.continuousFunctions()
			}
		case k.radial != nil:
			k.jumps = continuity.Proved(k.radial)
		default:
			k.jumps = errors.New("there is no formula")
		}
	})
	return k.jumps
}

// continuousFunctions proves that all functions of one coordinate that were given for sums and products are continuous.
func (d *definer) continuousFunctions() error {
	for _, f := range d.given {
		if err := d.continuousOnLine(f.expr, !f.even); err != nil {
			return d.jump(replace(f.signed(), func(*formula.Expr) *formula.Expr { return formula.Symbol("x") }), err)
		}
	}
	return nil
}

// jump is the error for a part that is not proved to be continuous.
func (d *definer) jump(e *formula.Expr, why error) error {
	return fmt.Errorf("that %s is continuous is not proved: %w. The measure of a kernel represents continuous functions "+
		"only: give it the limit where a condition gives it another value", d.print(e), why)
}

// continuous proves that e is continuous wherever it has a value.
// All operations but conditions, and powers with a varying exponent, are continuous where they have
// values: a part without them is done. A part of one number is a function on a line.
func (d *definer) continuous(e *formula.Expr) error {
	e = formula.Unfold(e)
	if d.seen[e] || !piecewise.Branches(e) {
		return nil
	}
	d.seen[e] = true
	number, several := d.number(e)
	switch {
	case several && e.Op() == formula.OpCond:
		return d.jump(e, errors.New("its condition or its values are of several coordinates"))
	case !several:
		signed := number != nil && d.atoms[number].kind == lineAtom
		if err := d.continuousOnLine(replace(e, func(*formula.Expr) *formula.Expr { return formula.Variable() }),
			signed); err != nil {
			return d.jump(e, err)
		}
		return nil
	}
	for _, x := range e.Args() {
		if err := d.continuous(x); err != nil {
			return err
		}
	}
	return nil
}

// continuousOnLine proves that a formula is continuous wherever it has a value, for z ≥ 0 and, if signed, for z ≤ 0.
func (t *tree) continuousOnLine(e *formula.Expr, signed bool) error {
	if !piecewise.Branches(e) {
		return nil
	}
	return t.onSides(e, signed, continuity.Proved)
}

// Gaps returns, of a kernel on R¹, the |Δ| > 0 at which its formula, as it is written, is not proved to have a value at Δ
// or at −Δ: single ones and intervals; an error if they are not known. It panics in other dimensions.
// On R¹ both signs of Δ are asked, as the formula is written.
func (k *Kernel) Gaps() (out []piecewise.Gap, err error) {
	e := k.along([]*big.Rat{big.NewRat(1, 1)})
	for _, side := range []*formula.Expr{formula.Variable(), formula.Neg(formula.Variable())} {
		gaps, err := k.tree.natural(formula.Substitute(e, side)).Gaps()
		if err != nil {
			return nil, err
		}
		out = append(out, gaps...)
	}
	return out, nil
}

// definer proves that parts of a formula have values.
type definer struct {
	*tree
	seen map[*formula.Expr]bool
}

// functions are all those of one coordinate that were given for sums and products.
func (d *definer) functions() error {
	for _, f := range d.given {
		if err := d.definedOnLine(f.expr, !f.even); err != nil {
			return d.noValue(replace(f.signed(), func(*formula.Expr) *formula.Expr { return formula.Symbol("x") }), "x", err)
		}
	}
	return nil
}

// noValue is the error for a part, a function of z, which is the number.
func (d *definer) noValue(e *formula.Expr, z string, why error) error {
	return fmt.Errorf("that %s has a value at every x − y is not proved: as a function of z = ±%s, %w. A condition "+
		"gives it one (… == a ? value : …); or leave out what has none", d.print(e), z, why)
}

// defined proves that every operation in e has a value.
// Each operation, from the root down: a part of one number is proved as a function on a line, all
// at once. An operation of several numbers that has values everywhere is followed into its
// operands; a partial one is proved by the range of its operand (Sized), by being a function of one
// quadratic form, or factor by factor where it is a quotient.
func (d *definer) defined(e *formula.Expr) error { // one function: a case for each kind of operation.
	e = formula.Unfold(e)
	if d.seen[e] {
		return nil
	}
	d.seen[e] = true
	number, several := d.number(e)
	a := e.Args()
	switch {
	case e.Op().IsCondition():
	case !several:
		signed, name := false, "1"
		if number != nil {
			signed, name = d.atoms[number].kind == lineAtom, d.print(number)
		}
		if err := d.definedOnLine(replace(e, func(*formula.Expr) *formula.Expr { return formula.Variable() }),
			signed); err != nil {
			return d.noValue(e, name, err)
		}
		return nil
	case !slices.Contains(partial, e.Op()) || d.ofForm(e):
	// A whole power ≥ 0 has values everywhere.
	case e.Op() == formula.OpPow && isInt(a[1].Num(), 0):
	case e.Op() == formula.OpDiv || e.Op() == formula.OpPow && isInt(a[1].Num(), -1):
		below := a[0]
		if e.Op() == formula.OpDiv {
			below = a[1]
		}
		factors, _ := formula.FactorList(below, true)
		for _, f := range factors {
			one := formula.Div(formula.Int(1), f)
			if _, several := d.number(f); several && !d.ofForm(one) && !piecewise.Sized(d.apart(one)) {
				return d.several(one)
			} else if !several {
				a = append(a, one)
			}
		}
	case !piecewise.Sized(d.apart(e)):
		return d.several(e)
	}
	for _, x := range a {
		if err := d.defined(x); err != nil {
			return err
		}
	}
	return nil
}

// isInt reports whether n is an integer, and not negative or negative.
func isInt(n *big.Rat, sign int) bool { return n != nil && n.IsInt() && (n.Sign() < 0) == (sign < 0) }

// several is the error for an operation on several coordinates.
func (d *definer) several(e *formula.Expr) error {
	return fmt.Errorf("that %s has a value at every x − y is not proved, a function of several coordinates: leave it "+
		"out, or write it such that it has one (max(…, 0) below a root, 1 + …^2 below a fraction)", d.print(e))
}

// partial are the operations that have no value for some operands, beside division and powers.
var partial = []formula.Op{formula.OpDiv, formula.OpPow, formula.OpLog, formula.OpSqrt, formula.OpAsin, formula.OpAcos,
	formula.OpTan, formula.OpGamma, formula.OpBesselJ, formula.OpBesselI, formula.OpBesselK}

// number returns the only variable of e, nil if it is constant; that of a sum or product over coordinates is none.
// A sum or product over coordinates is a number of several.
func (d *definer) number(e *formula.Expr) (v *formula.Expr, several bool) {
	visit(e, func(x *formula.Expr) {
		several = several || v != nil || d.atoms[x].g != nil
		v = x
	})
	return v, several
}

// ofForm proves that a function of one quadratic form without negative eigenvalues has a value.
// f(√Q) for a semidefinite Q is proved for all √Q > 0.
func (d *definer) ofForm(e *formula.Expr) bool {
	if d.dim > mostForm || e.Size() > mostFormSize {
		return false
	}
	f, _, _, err := d.tree.forms(nil).ofOneForm(e)
	return err == nil && d.natural(f).ProvedDefined() == nil
}

// apart writes e with another function of z > 0 for each number, of which Sized sees the range of the number and no
// more: sinh(nz) for one that is not negative, otherwise sinh(nz) − cosh(nz).
// A range is all that Sized sees: sinh has (0,∞) on z > 0, and sinh − cosh = −e^(−nz) is below 0,
// (−1,0): beside positive ones, with different n so that no two are equal parts. A semidefinite
// polynomial is its constant plus or minus one that is not negative.
func (d *definer) apart(e *formula.Expr) *formula.Expr {
	n := int64(1)
	next := func(signed bool) *formula.Expr {
		n++
		x := formula.Mul(formula.Int(n), formula.Variable())
		if signed {
			return formula.Sub(formula.Apply(formula.OpSinh, x), formula.Apply(formula.OpCosh, x))
		}
		return formula.Apply(formula.OpSinh, x)
	}
	forms := d.tree.forms(nil)
	return e.Replace(func(x *formula.Expr) *formula.Expr {
		if x.Op() != formula.OpVar {
			if d.dim > mostForm || e.Size() > mostFormSize {
				return nil
			}
			if p, ok := forms.polynomial(x); ok {
				c, known := p.c.Expr()
				if sign := p.semidefinite(); known && sign != 0 {
					return formula.Add(c, formula.Mul(formula.Int(int64(sign)), next(false)))
				}
			}
			return nil
		}
		a := d.atoms[x]
		if a.g == nil {
			return next(a.kind == lineAtom)
		}
		if len(a.g.index) > mostForm {
			return next(true)
		}
		total, op := formula.Int(0), formula.OpAdd
		if a.kind == productAtom {
			total, op = formula.Int(1), formula.OpMul
		}
		for _, i := range a.g.index {
			y := next(!a.g.of[i].even)
			total = formula.Apply(op, total, replace(a.g.of[i].expr, func(*formula.Expr) *formula.Expr { return y }))
		}
		return total
	})
}

// definedOnLine proves that a formula has a value for z > 0 and, if signed, for z < 0.
func (t *tree) definedOnLine(e *formula.Expr, signed bool) error {
	return t.onSides(e, signed, (*kernel.Kernel).ProvedDefined)
}

// onSides proves something of a formula for z > 0 and, if signed, for z < 0.
// Of a signed number both half lines are asked, by z → −z.
func (t *tree) onSides(e *formula.Expr, signed bool, proved func(*kernel.Kernel) error) error {
	err := proved(t.natural(e))
	if err == nil && signed {
		err = proved(t.natural(replace(e, func(*formula.Expr) *formula.Expr { return formula.Neg(formula.Variable()) })))
	}
	return err
}
