package stationary

import (
	"fmt"
	"math"
	"math/big"
	"slices"
	"strings"

	"krein/ball"
	"krein/internal/kernel/formula"
	"krein/kernel"
)

// An Exponent is a continuous negative definite function of Δ with the value 0 at 0, as the formula
// is seen to say it:
//
//	γ(Δ) = Σ_i Coef_i·B_i(γ_i(Δ)),   Coef_i > 0,
//
// γ_i an Exponent, a square ‖RΔ‖², 1 − cos of a linear form, or a norm of a plane, B_i a Bernstein
// function with B_i(0) = 0. exp(−sγ) is positive definite for every s > 0 (I. J. Schoenberg), the
// characteristic function at time s of a Lévy process.
//
// Why these are negative definite. ‖RΔ‖²: exp(−s‖RΔ‖²) is a Gaussian. 1 − cos l: cos l is positive
// definite, and ψ(0) − ψ is negative definite for every positive definite ψ. A norm of a plane: it
// is ∫|⟨Δ,u⟩| ν(du), ν ≥ 0 (P. Lévy; every norm of a plane embeds into L¹, T. S. Ferguson 1962),
// and |l| is a power ½ of a square; of R³ that is false: max |x_i| is none. Positive combinations,
// and Bernstein functions B with B(0) = 0, of negative definite functions are such
// (Schilling–Song–Vondraček, theorem 13.6).
type Exponent struct {
	Terms []ExponentTerm
	key   string
}

// ExponentTerm is a summand. B(s) is log(1 + s/Shift), Shift > 0, if Log; and (Shift+s)^Power − Shift^Power otherwise,
// Shift ≥ 0, 0 < Power ≤ 1.
type ExponentTerm struct {
	Coef         *formula.Expr
	Log          bool
	Power, Shift *formula.Expr // Power is nil if Log
	Of           *Exponent     // or, if it is nil, Square
	Square       *Square
	Wave         *formula.Expr // > 0: of 1 − cos(Wave·√Square), Square that of a line
	// Forms, if both are nil, are linear forms l_i, rounded to float64, of which no three are linearly independent: B is of
	// (Σ |l_i|^q)^(1/q), q = Norm ≥ 1, or the largest |l_i| if q is infinite, a norm of a plane, and as such negative definite.
	Forms     [][]float64
	Norm      float64 // q, rounded
	key, norm string
}

// Square is ‖RΔ‖² with a matrix R of rank Dim: of Dim coordinates from From on if Rows is nil, and otherwise with these
// rows, rounded to float64 from what the formula says.
type Square struct {
	Dim, From int
	Rows      [][]float64
	key       string
}

// Drawn reports whether a Lévy process with the exponent is known: none is for a norm.
func (e *Exponent) Drawn() bool {
	for _, t := range e.Terms {
		if t.Forms != nil || t.Of != nil && !t.Of.Drawn() {
			return false
		}
	}
	return true
}

// affine is c + sign·γ.
// γ ≥ 0 and γ(0) = 0, so that c is the value at 0.
type affine struct {
	c    *formula.Expr
	sign int
	of   *Exponent
}

// exponents reads parts of a tree as affine functions of exponents.
type exponents struct {
	*forms
	seen map[*formula.Expr]*affine // nil: none
}

func (t *tree) exponents() *exponents { return &exponents{t.forms(nil), map[*formula.Expr]*affine{}} }

// mostExponent bounds the summands of an exponent; 1-norms have one for each coordinate.
const mostExponent = 1 << 14

// read returns e as an affine function of an exponent, nil if it is not seen to be one.
// The memo has nil while a part is being read, so that a formula in itself would not be one.
func (x *exponents) read(e *formula.Expr) *affine {
	e = formula.Unfold(e)
	a, known := x.seen[e]
	if !known {
		x.seen[e] = nil
		a = x.sum(e)
		x.seen[e] = a
	}
	return a
}

// sum reads the summands of e; those that are no exponents by themselves, such as x1*x2, are read with all others that
// are polynomials.
// Summands one by one; otherwise all that are polynomials together, as x1² + x1x2 + x2² is a
// semidefinite form of which x1x2 is none. All signs agree: γ₁ − γ₂ is in general no exponent.
func (x *exponents) sum(e *formula.Expr) *affine {
	if !e.Varies() {
		return nil
	}
	out, ok := x.terms(e.Summands(nil))
	if ok {
		return out
	}
	if x.dim > mostForm || e.Size() > mostFormSize {
		return nil
	}
	p, rest := x.apart(e)
	sign := p.semidefinite()
	if sign == 0 {
		return nil
	}
	if out, ok = x.terms(rest); len(rest) > 0 && !ok {
		return nil
	}
	square, c, ok := p.square()
	if !ok || out.sign != 0 && out.sign != sign {
		return nil
	}
	out.c, out.sign = add(out.c, c), sign
	out.of = newExponent(append(slices.Clone(out.of.Terms), *ofSquare(square, formula.Int(1))))
	return out
}

// square returns p − c as ± a square, if it is a semidefinite form.
// p − c = ± a form whose eigenvalues have one sign, by Lagrange's reduction over the rationals; the
// scale is any constant. The key is exact, though the rows are rounded: samplers use these, and
// proofs the key alone.
func (p *polynomial) square() (s *Square, c *formula.Expr, ok bool) {
	q := &oneForm{}
	unit, ok := q.multiple(p)
	if !ok {
		return nil, nil, false
	}
	scale, known := unit.Expr()
	if c, ok = p.c.Expr(); !ok || !known {
		return nil, nil, false
	}
	d, l := diagonal(q.a, nil)
	s = &Square{Dim: len(l), Rows: floats(l, d)}
	size := kernel.NewNatural(formula.Apply(formula.OpSqrt, formula.Apply(formula.OpAbs, scale))).At(0)
	key := scale.String()
	for i, row := range s.Rows {
		key += " " + d[i].RatString()
		for j := range row {
			row[j] *= size
			key += "," + l[i][j].RatString()
		}
	}
	s.key = "form" + key
	return s, c, true
}

// terms adds up summands that are exponents and constants each; out is never nil.
// c·f, c of a proved sign: c·(a ± γ) has the sign of both. A constant of a sum is apart: γ is 0 at
// 0.
func (x *exponents) terms(list []*formula.Expr) (out *affine, ok bool) {
	out = &affine{of: &Exponent{}}
	var terms []ExponentTerm
	for _, t := range list {
		if !t.Varies() {
			out.c = add(out.c, t)
			continue
		}
		factors, c := formula.FactorList(t, false)
		sign, known := SignOf(c)
		if len(factors) != 1 || !known || sign == 0 {
			return out, false
		}
		a := x.unit(formula.Unfold(factors[0]))
		if a == nil {
			return out, false
		}
		if out.c = add(out.c, mul(c, a.c)); out.sign == 0 {
			out.sign = sign * a.sign
		}
		if out.sign != sign*a.sign {
			return out, false
		}
		if sign < 0 {
			c = formula.Identity(formula.Neg(c))
		}
		for _, b := range a.of.Terms {
			b.Coef = mul(c, b.Coef)
			terms = append(terms, b)
		}
		if len(terms) > mostExponent {
			return out, false
		}
	}
	out.of = newExponent(terms)
	return out, len(terms) > 0
}

// newExponent adds up terms.
// The key says all: coefficients, shifts, powers and the keys of what is inside, in an order of its
// own. Two exponents of one key are one function.
func newExponent(terms []ExponentTerm) *Exponent {
	e := &Exponent{Terms: terms}
	keys := make([]string, len(terms))
	for i := range terms {
		t := &e.Terms[i]
		inner := ""
		switch {
		case t.Of != nil:
			inner = t.Of.key
		case t.Square != nil:
			inner = t.Square.key
		default:
			inner = t.norm
		}
		if t.Wave != nil {
			inner = fmt.Sprintf("cos(%v*%s)", t.Wave, inner)
		}
		t.key = fmt.Sprintf("%v*%v[%v+%s]^%v", t.Coef, t.Log, t.Shift, inner, t.Power)
		keys[i] = t.key
	}
	slices.Sort(keys)
	e.key = "(" + strings.Join(keys, "+") + ")"
	return e
}

// times multiplies by c > 0.
// cB(γ) has the coefficient c·Coef > 0.
func (a *affine) times(c *formula.Expr) *affine {
	out := &affine{c: mul(c, a.c), sign: a.sign}
	var terms []ExponentTerm
	for _, t := range a.of.Terms {
		t.Coef = mul(c, t.Coef)
		terms = append(terms, t)
	}
	out.of = newExponent(terms)
	return out
}

// plain is an affine function of one term alone.
func plain(t *ExponentTerm) *affine {
	return &affine{sign: 1, of: newExponent([]ExponentTerm{*t})}
}

// ofSquare is the power of a square.
// (‖RΔ‖²)^p, 0 < p ≤ 1, p = ½ for a distance: the caller proves the bounds of p.
func ofSquare(s *Square, power *formula.Expr) *ExponentTerm {
	return &ExponentTerm{Coef: formula.Int(1), Power: power, Shift: formula.Int(0), Square: s}
}

// lineSquare is the square of a line.
// ⟨v,Δ⟩²/‖v‖².
func (x *exponents) lineSquare(v *formula.Expr) *Square {
	a := x.atoms[v]
	b := lineBlock(a.dir)
	return &Square{Dim: 1, From: b.From, Rows: b.Basis, key: a.key}
}

// whole is ‖Δ‖².
func (x *exponents) whole() *Square { return &Square{Dim: x.dim, key: "z"} }

// unit reads a factor that is no constant.
// |l| = (l²)^½, √ and powers as B(s) = s^p; log(a + γ) = log a + log(1 + γ/a) for a > 0.
func (x *exponents) unit(f *formula.Expr) *affine { // one function: a case for each operation.
	half := formula.Frac(1, 2)
	a := f.Args()
	switch f.Op() {
	case formula.OpVar:
		switch v := x.atoms[f]; {
		case v == nil:
		case v.kind == distanceAtom:
			return plain(ofSquare(x.whole(), half))
		case v.kind == norm1Atom || v.kind == sumAtom:
			return x.coordinates(v)
		}
	case formula.OpAbs:
		return x.power(f, formula.Int(1))
	case formula.OpSqrt:
		return x.power(a[0], half)
	case formula.OpPow:
		if !a[1].Varies() {
			return x.power(a[0], a[1])
		}
	case formula.OpLog:
		if b := x.read(a[0]); b != nil && b.sign > 0 && b.c != nil {
			if sign, known := SignOf(b.c); known && sign > 0 {
				out := plain(&ExponentTerm{Coef: formula.Int(1), Log: true, Shift: b.c, Of: b.of})
				out.c = formula.Apply(formula.OpLog, b.c)
				return out
			}
		}
	case formula.OpCos:
		return x.wave(a[0])
	case formula.OpMax:
		return x.larger(a)
	case formula.OpAdd, formula.OpSub:
		return x.read(f)
	}
	return nil
}

// wave reads cos of a linear form, 1 minus an exponent: a positive definite ψ makes ψ(0) − ψ negative definite.
// cos is even: the sign of the form has no say.
func (x *exponents) wave(form *formula.Expr) *affine {
	w, s := x.linear(form)
	if w == nil {
		return nil
	}
	out := plain(&ExponentTerm{Coef: formula.Int(1), Power: formula.Int(1), Shift: formula.Int(0), Square: s, Wave: w})
	out.c, out.sign = formula.Int(1), -1
	return out
}

// linear reads a linear form, ± w times the root of a square of rank 1, w > 0.
// A form of degree one without a constant, whose square has rank one: w|l| = √(p²).
func (x *exponents) linear(e *formula.Expr) (w *formula.Expr, s *Square) {
	e = formula.Unfold(e)
	factors, c := formula.FactorList(e, false)
	if sign, known := SignOf(c); len(factors) == 1 && known && sign != 0 {
		if v := x.atoms[formula.Unfold(factors[0])]; v != nil && v.kind == lineAtom {
			return formula.Identity(formula.Apply(formula.OpAbs, c)), x.lineSquare(formula.Unfold(factors[0]))
		}
	}
	p, ok := x.polynomialOf(e)
	if !ok || p.degree() != 1 || p.c.IsZero() != ball.True {
		return nil, nil
	}
	square, ok := p.times(p)
	if !ok {
		return nil, nil
	}
	if s, _, ok = square.square(); !ok || s.Dim != 1 {
		return nil, nil
	}
	return formula.Int(1), s
}

// larger reads the largest |l_i| of linear forms: (|l_1+l_2| + |l_1−l_2|)/2 for two of them, and otherwise a norm of a plane.
// The largest coordinate of R³ is no negative definite function.
// max(|a|,|b|) = (|a+b| + |a−b|)/2, exactly. Coefficients are positive constants, moved inside:
// c|l| = |cl|.
func (x *exponents) larger(a []*formula.Expr) *affine {
	var forms []*formula.Expr
	for _, e := range a {
		f, c := formula.FactorList(formula.Unfold(e), false)
		if sign, known := SignOf(c); len(f) != 1 || !known || sign <= 0 {
			return nil
		}
		abs := formula.Unfold(f[0])
		if abs.Op() != formula.OpAbs {
			return nil
		}
		forms = append(forms, mul(c, abs.Args()[0]))
	}
	if len(forms) != 2 {
		return x.norm(forms, nil, formula.Int(1))
	}
	var terms []ExponentTerm
	for _, e := range []*formula.Expr{formula.Add(forms[0], forms[1]), formula.Sub(forms[0], forms[1])} {
		if w, s := x.linear(e); w != nil {
			t := ofSquare(s, formula.Frac(1, 2))
			t.Coef = mul(formula.Frac(1, 2), w)
			terms = append(terms, *t)
		} else if p, ok := x.polynomialOf(e); !ok || p.degree() > 0 || p.c.IsZero() != ball.True {
			return nil
		}
	}
	if len(terms) == 0 {
		return nil
	}
	return &affine{sign: 1, of: newExponent(terms)}
}

// powers reads the power p of a sum of c|l|^q, c > 0, q ≥ 1 and pq ≤ 1, as the power pq of a norm of a plane.
// (Σ c_i|l_i|^q)^(1/q) is a norm for q ≥ 1, of a plane if the forms have rank two; a power of it at
// most 1 is an exponent. l^q without a modulus has to be an even whole power. For q < 1 it is no
// norm.
func (x *exponents) powers(sum, p *formula.Expr) *affine {
	var q *formula.Expr
	var forms []*formula.Expr
	for _, t := range sum.Summands(nil) {
		factors, c := formula.FactorList(t, false)
		if sign, known := SignOf(c); len(factors) != 1 || !known || sign <= 0 {
			return nil
		}
		l, by, whole := powerOf(factors[0])
		if l.Op() == formula.OpAbs {
			l, whole = formula.Unfold(l.Args()[0]), false
		}
		if whole && (!isWhole(by) || by.Num().Num().Bit(0) != 0) || q != nil && !same(by, q) {
			return nil
		}
		q = by
		forms = append(forms, mul(formula.Identity(formula.Pow(c, formula.Div(formula.Int(1), q))), l))
	}
	if len(forms) < 2 || !atMostOne(formula.Identity(formula.Div(formula.Int(1), q))) {
		return nil
	}
	return x.norm(forms, q, formula.Identity(formula.Mul(p, q)))
}

// norm is the power, at most 1, of the norm with these forms, of the power q, or the largest of them if q is nil.
// No three forms are linearly independent: the norm is one of a quotient of dimension at most two.
// Coefficients enter as |c|, in the key exactly.
func (x *exponents) norm(forms []*formula.Expr, q, power *formula.Expr) *affine {
	if !atMostOne(power) || len(forms) > mostForm {
		return nil
	}
	t := ExponentTerm{Coef: formula.Int(1), Power: power, Shift: formula.Int(0), Norm: math.Inf(1)}
	if q != nil {
		t.Norm = kernel.NewNatural(q).At(0)
	}
	var rows [][]*big.Rat
	var keys []string
	for _, e := range forms {
		list, c := formula.FactorList(formula.Unfold(e), false)
		if len(list) != 1 {
			return nil
		}
		v := x.atoms[formula.Unfold(list[0])]
		if sign, known := SignOf(c); v == nil || v.kind != lineAtom || !known || sign == 0 {
			return nil
		}
		c = formula.Identity(formula.Apply(formula.OpAbs, c))
		size := kernel.NewNatural(formula.Div(c, norm(v.dir))).At(0)
		row := make([]float64, len(v.dir))
		for i, a := range v.dir {
			f, _ := a.Float64()
			row[i] = f * size
		}
		t.Forms, rows, keys = append(t.Forms, row), append(rows, v.dir), append(keys, fmt.Sprintf("%v*%s", c, v.key))
	}
	if rank(rows) > 2 {
		return nil
	}
	slices.Sort(keys)
	t.norm = fmt.Sprintf("norm %v %s", q, strings.Join(keys, ","))
	return plain(&t)
}

// coordinates reads a sum over all coordinates.
// Σ g(x_i), each read as a function of its own line.
func (x *exponents) coordinates(v *atom) *affine {
	out := &affine{sign: 1}
	var terms []ExponentTerm
	for i := range x.dim {
		line := x.line(UnitVector(x.dim, i))
		e := formula.Apply(formula.OpAbs, line)
		if v.kind == sumAtom {
			g := v.g.of[v.g.index[i]]
			if c, ok := g.constant(); ok {
				out.c = add(out.c, c)
				continue
			}
			e = replace(g.signed(), func(*formula.Expr) *formula.Expr { return line })
		}
		b := x.read(e)
		if b == nil || b.sign < 0 || len(terms) > mostExponent {
			return nil
		}
		out.c = add(out.c, b.c)
		terms = append(terms, b.of.Terms...)
	}
	out.of = newExponent(terms)
	return out
}

// power reads base^p, p a constant.
// base^p for base = c + γ: (c+γ)^p − c^p with 0 < p ≤ 1 and c ≥ 0 is a Bernstein function of γ. c <
// 0 has no such power; p = 1 needs no sign. (b^a)^p = b^(ap) holds for b ≥ 0, or where a is such
// that b^a has a value for b ≥ 0 only; for an even whole a it is |b|^(ap), which is what the cases
// of lines and sines are about, and otherwise b ≥ 0 has to be seen.
func (x *exponents) power(base, p *formula.Expr) *affine { // one function: a case for each kind of base.
	base = formula.Unfold(base)
	factors, c := formula.FactorList(base, false)
	if sign, known := SignOf(c); len(factors) != 1 || !known || sign == 0 {
		return nil
	} else if f := formula.Unfold(factors[0]); !c.IsInt(1) { // (cf)^p = c^p f^p for f ≥ 0, and for even powers
		even := p.Num() != nil && p.IsInt(2)
		if sign < 0 && !even {
			return nil
		}
		out := x.power(f, p)
		if out == nil || out.sign < 0 {
			return nil
		}
		return out.times(formula.Identity(formula.Pow(c, p)))
	} else if f.Size() < base.Size() {
		return x.power(f, p)
	}
	of := func(s *Square) *affine {
		q := formula.Identity(formula.Div(p, formula.Int(2)))
		if !atMostOne(q) {
			return nil
		}
		return plain(ofSquare(s, q))
	}
	a := base.Args()
	switch base.Op() {
	case formula.OpSin: // sin² l = (1 − cos 2l)/2, and no other power is seen to have a value
		if p.IsInt(2) {
			return x.power(halfAngle(base), formula.Int(1))
		}
		return nil
	case formula.OpVar:
		v := x.atoms[base]
		switch {
		case v != nil && v.kind == distanceAtom:
			return of(x.whole())
		case v != nil && v.kind == lineAtom:
			if !p.IsInt(2) {
				return nil
			}
			return of(x.lineSquare(base))
		}
	case formula.OpAbs:
		inner := formula.Unfold(a[0])
		list, by := formula.FactorList(inner, false)
		if sign, known := SignOf(by); len(list) != 1 || !known || sign == 0 {
			return nil
		}
		var out *affine
		switch v := formula.Unfold(list[0]); {
		case v.Op() == formula.OpSin:
			out = x.power(halfAngle(v), formula.Identity(formula.Div(p, formula.Int(2))))
		case v.Op() == formula.OpVar && x.atoms[v] != nil && x.atoms[v].kind == lineAtom:
			out = of(x.lineSquare(v))
		}
		if out != nil && !by.IsInt(1) {
			out = out.times(formula.Identity(formula.Pow(formula.Apply(formula.OpAbs, by), p)))
		}
		return out
	case formula.OpSqrt:
		return x.power(a[0], formula.Identity(formula.Mul(p, formula.Frac(1, 2))))
	case formula.OpPow:
		if a[1].Varies() {
			return nil
		}
		inner := formula.Unfold(a[0])
		if inner.Op() == formula.OpVar && x.atoms[inner] != nil && x.atoms[inner].kind == lineAtom ||
			inner.Op() == formula.OpSin {
			if n := a[1].Num(); n == nil || !n.IsInt() || n.Num().Bit(0) != 0 {
				return nil
			}
			inner = formula.Apply(formula.OpAbs, inner)
			// An exponent that is whole without being written as a number has a power of numbers ≥ 0 alone: of others the
			// formula has no value (ball.Real.Pow), and Checker.Step asks for values first.
		} else if n := a[1].Num(); n != nil && n.IsInt() && n.Num().Bit(0) == 0 && !x.nonnegative(inner) {
			return nil
		}
		if sign, known := SignOf(a[1]); !known || sign <= 0 {
			return nil
		}
		return x.power(inner, formula.Identity(formula.Mul(a[1], p)))
	}
	if !atMostOne(p) {
		return nil
	}
	b := x.read(base)
	if b == nil {
		return x.powers(base, p)
	}
	if b.sign < 0 {
		return nil
	}
	if p.IsInt(1) {
		return b
	}
	shift := formula.Int(0)
	if b.c != nil {
		sign, known := SignOf(b.c)
		if !known || sign < 0 {
			return nil
		}
		if sign > 0 {
			shift = b.c
		}
	}
	out := plain(&ExponentTerm{Coef: formula.Int(1), Power: p, Shift: shift, Of: b.of})
	if !formula.IsZero(shift) {
		out.c = formula.Pow(shift, p)
	}
	return out
}

// nonnegative reports whether e ≥ 0 is seen, wherever e has a value: only then is (e^2n)^p the power e^(2np), of which |e|
// has the place otherwise. ((γ − 1)^2)^(1/2) is |γ − 1|, which is no affine function of γ.
func (x *exponents) nonnegative(e *formula.Expr) bool {
	e = formula.Unfold(e)
	switch e.Op() {
	case formula.OpAbs, formula.OpSqrt:
		return true
	case formula.OpPow: // of an even power; of any other e has the sign of its base, or a value for positive ones alone
		n := e.Args()[1].Num()
		return n != nil && (!n.IsInt() || n.Num().Bit(0) == 0) || n != nil && x.nonnegative(e.Args()[0])
	}
	if a := x.read(e); a != nil && a.sign > 0 {
		if a.c == nil {
			return true
		}
		sign, known := SignOf(a.c)
		return known && sign >= 0
	}
	terms := e.Summands(nil) // as those of a norm
	return len(terms) > 1 && !slices.ContainsFunc(terms, func(t *formula.Expr) bool {
		factors, c := formula.FactorList(t, false)
		sign, known := SignOf(c)
		return !known || sign < 0 || slices.ContainsFunc(factors, func(f *formula.Expr) bool { return !x.nonnegative(f) })
	})
}

// halfAngle is sin² as a function of the double angle.
// sin² θ = (1 − cos 2θ)/2.
func halfAngle(sin *formula.Expr) *formula.Expr {
	cos := formula.Apply(formula.OpCos, formula.Identity(formula.Mul(formula.Int(2), sin.Args()[0])))
	return formula.Mul(formula.Frac(1, 2), formula.Sub(formula.Int(1), cos))
}

// atMostOne reports whether 0 < p ≤ 1 is proved.
// Both bounds are proved; a p that may be 0 is refused: γ^0 is no exponent.
func atMostOne(p *formula.Expr) bool {
	sign, known := SignOf(p)
	rest, also := SignOf(formula.Identity(formula.Sub(formula.Int(1), p)))
	return known && also && sign > 0 && rest >= 0
}
