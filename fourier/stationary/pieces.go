package stationary

import (
	"fmt"
	"maps"
	"math/big"
	"slices"

	"krein/internal/kernel/asymptotic"
	"krein/internal/kernel/formula"
	"krein/kernel"
)

// part is the kernel of a part of the formula.
// A part has the atoms of the whole and rests on the whole's being defined: see
// Kernel.ProvedDefined.
func (k *Kernel) part(e *formula.Expr) (*Kernel, error) {
	p := &Kernel{dim: k.dim, source: k.tree.print(e), whole: k,
		tree: &tree{dim: k.dim, expr: e, atoms: k.tree.atoms, byKey: k.tree.byKey, points: k.tree.points}}
	return p, p.classify()
}

// parts makes kernels of parts of the formula.
func (k *Kernel) parts(list []*formula.Expr) ([]*Kernel, error) {
	var out []*Kernel
	for _, e := range list {
		p, err := k.part(e)
		if err != nil {
			return nil, err
		}
		out = append(out, p)
	}
	return out, nil
}

// MostNested bounds the nesting of sums and products that proofs and samplers take apart.
const MostNested = 3

// Summands returns kernels of which k₀ is the sum, as the formula says it: those of the same quadratic form in several
// coordinates are one. k₀ alone is returned if it is no sum.
// k₀ = Σ of the parts, for all Δ at which all of them have values; the whole is asked for its own
// (ProvedDefined).
func (k *Kernel) Summands() ([]*Kernel, error) {
	return k.parts(k.tree.together(k.tree.expr.Summands(nil), formula.OpAdd, 2))
}

// together joins parts of the formula that are functions of the same quadratic form in at least so many variables, or of the
// same variable if that is 1. A summand that grows by itself has no measure, so that others of its variable stay with it,
// as in sqrt(1+z^2) - z.
// Joining summands, or factors, changes their order only.
func (t *tree) together(parts []*formula.Expr, op formula.Op, least int) (list []*formula.Expr) {
	var of []map[*formula.Expr]bool // the variables of each
	for _, f := range parts {
		in := variables(f)
		i := slices.IndexFunc(of, func(have map[*formula.Expr]bool) bool { return maps.Equal(have, in) })
		if i >= 0 && (len(in) >= least || grows(list[i]) || grows(f)) && (len(in) == 1 || t.oneForm(formula.Apply(op, list[i], f))) {
			list[i] = formula.Apply(op, list[i], f)
			continue
		}
		list, of = append(list, f), append(of, in)
	}
	return list
}

// grows reports whether a function of one variable is known to have no bound far out.
func grows(e *formula.Expr) bool {
	if e.Size() > mostFormSize {
		return false
	}
	f := replace(e, func(*formula.Expr) *formula.Expr { return formula.Variable() })
	return f.Varies() && kernel.NewNatural(f).ExactInfinity().Kind == asymptotic.Growth
}

// factorsOf returns factors with the product e, and a constant. The exponential of a sum is a product of exponentials of
// summands, those that have variables in common together: exp(-z-abs(x1)) is exp(-z)·exp(-abs(x1)).
// e^(Σ u) = Π e^u, and c·Π factors is e: an identity. Summands with common variables stay together.
func factorsOf(e *formula.Expr) (factors []*formula.Expr, c *formula.Expr) {
	list, c := formula.FactorList(e, false)
	for _, f := range list {
		exponent := exponentOf(f)
		if exponent == nil {
			factors = append(factors, f)
			continue
		}
		groups, constant := apart(exponent)
		if len(groups) < 2 && constant == nil {
			factors = append(factors, f)
			continue
		}
		if constant != nil {
			c = formula.Identity(formula.Mul(c, formula.Apply(formula.OpExp, constant)))
		}
		for _, g := range groups {
			factors = append(factors, formula.Apply(formula.OpExp, g))
		}
	}
	return factors, c
}

// exponentOf returns u for a factor exp(u), of a power or the reciprocal of exp too; nil for others.
// e^u > 0, so that (e^u)^p = e^(pu) for any constant p.
func exponentOf(f *formula.Expr) *formula.Expr {
	b, p, _ := powerOf(f)
	if b.Op() != formula.OpExp {
		return nil
	}
	return formula.Identity(formula.Mul(p, b.Args()[0]))
}

// apart divides the summands of e, in which constant factors are multiplied out, into sums without common variables.
// Sums are joined that have a variable in common, until none have.
func apart(e *formula.Expr) (groups []*formula.Expr, constant *formula.Expr) {
	var sets []map[*formula.Expr]bool
	for _, t := range multipliedOut(e, formula.Int(1)) {
		if !t.Varies() {
			constant = add(constant, t)
			continue
		}
		of := variables(t)
		var sum *formula.Expr
		kept, left := groups[:0], sets[:0]
		for i, g := range groups {
			common := false
			for v := range sets[i] {
				common = common || of[v]
			}
			if !common {
				kept, left = append(kept, g), append(left, sets[i])
				continue
			}
			sum = add(sum, g)
			for v := range sets[i] {
				of[v] = true
			}
		}
		groups, sets = append(kept, add(sum, t)), append(left, of)
	}
	return groups, constant
}

// multipliedOut returns the summands of c·e, of sums that are multiplied by constants too.
// c(a + b) = ca + cb.
func multipliedOut(e, c *formula.Expr) (out []*formula.Expr) {
	for _, t := range e.Summands(nil) {
		factors, by := formula.FactorList(t, false)
		by = formula.Identity(formula.Mul(c, by))
		if len(factors) == 1 {
			if f := formula.Unfold(factors[0]); f.Op() == formula.OpAdd || f.Op() == formula.OpSub {
				out = append(out, multipliedOut(f, by)...)
				continue
			}
		}
		out = append(out, formula.Identity(formula.Mul(c, t)))
	}
	return out
}

// Product returns kernels of which k₀ is the product, as the formula says it, and exponentials of sums as products: those
// of the distance alone are one, so are those of the same line, and those of the same quadratic form. k₀ alone is returned
// if it is no product.
// The constant goes with the first part, whose claim then is about it.
func (k *Kernel) Product() ([]*Kernel, error) {
	factors, c := factorsOf(k.tree.expr)
	list := k.tree.together(factors, formula.OpMul, 1)
	if len(list) < 2 {
		return []*Kernel{k}, nil
	}
	if !c.IsInt(1) {
		list[0] = formula.Mul(c, list[0])
	}
	return k.parts(list)
}

// oneForm reports whether a part of the formula is read as a function of one quadratic form.
func (t *tree) oneForm(e *formula.Expr) bool {
	if t.dim > mostForm || e.Size() > mostFormSize {
		return false
	}
	_, _, _, err := t.forms(nil).ofOneForm(e)
	return err == nil
}

// mostSplit bounds the factors that Splits divides.
const mostSplit = 4

// Splits returns the ways to write k₀ as a product of two kernels, of the factors of its formula, which Product has together
// where they are functions of the same line; none if there are more than a few.
// Each way is a product of two kernels; the first factor is in the first, so that no way occurs
// twice.
func (k *Kernel) Splits() (out [][]*Kernel) {
	factors, c := factorsOf(k.tree.expr)
	if len(factors) > mostSplit {
		return nil
	}
	for mask := 1; mask < 1<<len(factors)-1; mask += 2 { // the first factor is in the first kernel
		sides := []*formula.Expr{c, formula.Int(1)}
		for i, f := range factors {
			to := &sides[1-mask>>i&1]
			*to = formula.Identity(formula.Mul(*to, f))
		}
		if parts, err := k.parts(sides); err == nil {
			out = append(out, parts)
		}
	}
	return out
}

// Exponentials returns kernels of which k₀ is the product, with the exponential of each summand by itself, although they may
// be functions of the same variables; none if no exponential is one of a sum, or if they are more than a few.
func (k *Kernel) Exponentials() []*Kernel {
	list, c := formula.FactorList(k.tree.expr, false)
	var factors []*formula.Expr
	for _, f := range list {
		exponent := exponentOf(f)
		if exponent == nil {
			factors = append(factors, f)
			continue
		}
		for _, t := range multipliedOut(exponent, formula.Int(1)) {
			factors = append(factors, formula.Apply(formula.OpExp, t))
		}
	}
	if len(factors) == len(list) || len(factors) > mostSplit {
		return nil
	}
	factors[0] = formula.Identity(formula.Mul(c, factors[0]))
	out, err := k.parts(factors)
	if err != nil {
		return nil
	}
	return out
}

// OnLine returns k₀(s·v), a function of a real number s, as a factor on a line. It panics if v is not of length Dim;
// the error says that the function has no value.
// f(s) = k₀(sv) for every real s; even and odd parts by parts.
func (k *Kernel) OnLine(v []*big.Rat) (*Factor, error) {
	return k.tree.factor(function{k.Along(v), false}, Block{Dim: 1}, nil)
}

// Along returns k₀(s·v) as a formula in s, a real number, which its variable stands for. It panics if v is not of length Dim.
func (k *Kernel) Along(v []*big.Rat) *formula.Expr { return formula.Simplify(k.along(v)) }

// along is Along, as it is written.
// Δ = sv: ‖sv‖ = |s|‖v‖, ⟨w,sv⟩ = s⟨w,v⟩, and |s v_i| = |s||v_i| in even functions.
func (k *Kernel) along(v []*big.Rat) *formula.Expr {
	if len(v) != k.dim {
		panic(fmt.Sprintf("stationary: a direction of length %d in R^%d", len(v), k.dim))
	}
	s := formula.Variable()
	abs := formula.Apply(formula.OpAbs, s)
	times := func(c, x *formula.Expr) *formula.Expr { return formula.Identity(formula.Mul(c, x)) }
	at := func(f function, c *big.Rat) *formula.Expr {
		x := times(formula.Rational(c), s)
		if f.even {
			x = times(formula.Rational(new(big.Rat).Abs(c)), abs)
		}
		if c.Sign() == 0 {
			x = formula.Int(0)
		}
		return replace(f.expr, func(*formula.Expr) *formula.Expr { return x })
	}
	return replace(k.tree.expr, func(x *formula.Expr) *formula.Expr {
		a := k.tree.atoms[x]
		switch a.kind {
		case distanceAtom:
			return times(norm(v), abs)
		case norm1Atom:
			n := new(big.Rat)
			for _, c := range v {
				n.Add(n, new(big.Rat).Abs(c))
			}
			return times(formula.Rational(n), abs)
		case lineAtom:
			return times(formula.Div(formula.Rational(Dot(a.dir, v)), norm(a.dir)), s)
		}
		total, op := formula.Int(0), formula.OpAdd
		if a.kind == productAtom {
			total, op = formula.Int(1), formula.OpMul
		}
		for i, j := range a.g.index {
			total = formula.Identity(formula.Apply(op, total, at(a.g.of[j], v[i])))
		}
		return total
	})
}

// Lines returns the directions of the lines that the formula names.
func (k *Kernel) Lines() [][]*big.Rat {
	var out [][]*big.Rat
	visit(k.tree.expr, func(v *formula.Expr) {
		if a := k.tree.atoms[v]; a != nil && a.kind == lineAtom {
			out = append(out, a.dir)
		}
	})
	return out
}
