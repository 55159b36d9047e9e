package stationary

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"math/big"
	"slices"
	"strings"
	"sync"

	"krein/ball"
	"krein/internal/budget"
	"krein/internal/kernel/constant"
	"krein/internal/kernel/formula"
	"krein/internal/kernel/piecewise"
	"krein/kernel"
)

// Kernel is a stationary kernel k(Δ) on R^d, given by a formula. It is immutable and safe for concurrent use.
type Kernel struct {
	dim     int
	source  string
	options Options
	lengths []*formula.Expr
	tree    *tree // in normal form
	radial  *kernel.Kernel
	l1      *kernel.Kernel

	// the formula as it was given, but for linear forms, each a variable; nil for one in the distance alone
	written   *formula.Expr
	whole     *Kernel   // of which this is a part
	uncut     *Kernel   // as it was before CutAt, which has the same products
	asked     sync.Once // whether it is defined
	undefined error
	branched  sync.Once // whether it is continuous
	jumps     error

	once   sync.Once
	tensor *Tensor
	failed error
	spent  int64 // units of work
}

// CutAt returns k with the points at which its functions are cut; see kernel.Kernel.CutAt.
// The points change what is proved between them, and no value.
func (k *Kernel) CutAt(points piecewise.Points) *Kernel {
	t := *k.tree
	t.points = points
	n := &Kernel{dim: k.dim, source: k.source, options: k.options, lengths: k.lengths, tree: &t, written: k.written,
		uncut: k}
	if k.radial != nil {
		n.radial = k.radial.CutAt(points)
	}
	if k.l1 != nil {
		n.l1 = k.l1.CutAt(points)
	}
	if k.whole != nil {
		n.whole = k.whole.CutAt(points)
	}
	return n
}

// classify finds out what the kernel is a function of.
// Each class is an identity of the formula: a function of z alone, of ‖Δ‖₁ alone, of a quadratic
// form that is Σ x_i², or an even function of x1 in R¹.
func (k *Kernel) classify() error {
	only := func(kind atomKind) bool {
		ok := true
		visit(k.tree.expr, func(v *formula.Expr) { ok = ok && k.tree.atoms[v].kind == kind })
		return ok
	}
	var err error
	switch {
	case k.dim == 1 && !only(distanceAtom):
		f := function{replace(k.tree.expr, func(*formula.Expr) *formula.Expr { return formula.Variable() }), false}
		if even, odd := parts(f.expr); odd == nil {
			k.radial, err = k.tree.defined(even, nil)
		}
	case only(distanceAtom):
		k.radial, err = k.tree.defined(k.tree.expr, nil)
	case only(norm1Atom):
		k.l1, err = k.tree.defined(replace(k.tree.expr, func(*formula.Expr) *formula.Expr { return formula.Variable() }), nil)
	case k.dim <= mostForm && k.tree.expr.Size() <= mostFormSize:
		if e, ok := k.tree.forms(nil).ofSquares(k.tree.expr); ok {
			k.radial, err = k.tree.defined(formula.Simplify(e), nil)
		}
	}
	return err
}

// flat is the tree in R¹ as a function of x1 alone, and any other as it is.
// In R¹ z = ‖Δ‖₁ = |x1|, and sums and products over coordinates have one function.
func (t *tree) flat() *tree {
	if t.dim > 1 {
		t.expr = t.trigonometric(t.expr)
		f := t.forms(nil)
		if t.dim > mostForm || t.expr.Size() > mostFormSize {
			f = nil
		}
		t.expr = t.combine(t.expr, f)
	}
	if t.dim > 1 || !t.expr.Varies() {
		return t
	}
	s := t.line(UnitVector(1, 0))
	onlyDistance := true
	visit(t.expr, func(v *formula.Expr) { onlyDistance = onlyDistance && t.atoms[v].kind == distanceAtom })
	if onlyDistance {
		return t
	}
	abs := formula.Apply(formula.OpAbs, s)
	t.expr = replace(t.expr, func(v *formula.Expr) *formula.Expr {
		switch a := t.atoms[v]; a.kind {
		case lineAtom:
			return s
		case distanceAtom, norm1Atom:
			return abs
		default:
			return replace(a.g.of[0].signed(), func(*formula.Expr) *formula.Expr { return s })
		}
	})
	return t
}

// combine makes one line of every linear combination of coordinates, and, unless f is nil, constants of polynomials
// that are.
// Σ c_i x_i = ‖c‖·⟨c,Δ⟩/‖c‖: one line for one direction.
func (t *tree) combine(e *formula.Expr, f *forms) *formula.Expr {
	memo := map[*formula.Expr]*formula.Expr{}
	var walk func(e *formula.Expr) *formula.Expr
	walk = func(e *formula.Expr) *formula.Expr {
		if !e.Varies() || e.Op() == formula.OpVar || e.Op() == formula.OpCall {
			return e
		}
		if v, ok := memo[e]; ok {
			return v
		}
		if v := f.cancelled(e); v != nil {
			return walk(v)
		}
		v := e
		if w, ok := t.combination(e); ok && (e.Op() == formula.OpAdd || e.Op() == formula.OpSub) {
			v = formula.Identity(formula.Mul(norm(w), t.line(w)))
		} else {
			args, changed := make([]*formula.Expr, len(e.Args())), false
			for i, a := range e.Args() {
				args[i] = walk(a)
				changed = changed || args[i] != a
			}
			if changed {
				v = formula.Apply(e.Op(), args...)
			}
		}
		memo[e] = v
		return v
	}
	return walk(e)
}

// combination reads a rational linear combination of coordinates that is not zero.
// Rational coefficients of coordinates, not all 0.
func (t *tree) combination(e *formula.Expr) (v []*big.Rat, ok bool) {
	sum := make([]*big.Rat, t.dim)
	for i := range sum {
		sum[i] = new(big.Rat)
	}
	for _, term := range e.Summands(nil) {
		factors, c := formula.FactorList(term, false)
		if len(factors) != 1 || c.Num() == nil || t.atoms[factors[0]] == nil || t.atoms[factors[0]].kind != lineAtom {
			return nil, false
		}
		i, unit := onlyCoordinate(t.atoms[factors[0]].dir)
		if !unit {
			return nil, false
		}
		sum[i].Add(sum[i], c.Num())
	}
	return sum, Dot(sum, sum).Sign() != 0
}

// Dim returns the dimension d of R^d.
func (k *Kernel) Dim() int { return k.dim }

// Formula returns the formula as it was given; the parameters, axes and lengths are those of Options.
func (k *Kernel) Formula() string { return k.source }

// Options returns what Parse was given besides the formula. The caller must not change it.
func (k *Kernel) Options() Options { return k.options }

// Normal returns the normal form that decides of which class the kernel is, for a message.
func (k *Kernel) Normal() string { return k.tree.print(k.tree.expr) }

// Lengths returns the constants ℓ_i of k(Δ) = k₀(Δ_1/ℓ_1, …, Δ_d/ℓ_d), nil if all are 1: Radial, L1, Tensor, Symmetry
// and ValueAt speak of k₀. Masses and positive definiteness are the same; a frequency of k is one of k₀ with ω_i
// divided by ℓ_i.
func (k *Kernel) Lengths() []*formula.Expr { return k.lengths }

// Radial returns the kernel as a function of the distance alone, if the normal form is one.
func (k *Kernel) Radial() (*kernel.Kernel, bool) { return k.radial, k.radial != nil }

// L1 returns the kernel as a function φ(‖Δ‖₁), if the normal form is one and d > 1.
func (k *Kernel) L1() (*kernel.Kernel, bool) { return k.l1, k.l1 != nil }

// mostTensor bounds the work of writing a kernel as a sum of products, and of finding out whether the factors have values.
const mostTensor = 20_000_000

// Tensor returns the kernel as a sum of products over orthogonal subspaces. The error is a *ClassError if it is not
// proved to be one within a budget of work, which is the same on every machine.
// It is the same on every machine, as the budget counts operations: a certificate that rests on it
// can be checked anywhere. A kernel that is cut elsewhere has the same products, with factors that
// are cut there.
func (k *Kernel) Tensor() (*Tensor, error) {
	k.once.Do(func() {
		if k.uncut != nil {
			k.tensor, k.failed = k.uncut.Tensor()
			k.spent = k.uncut.spent
			if k.failed == nil {
				k.tensor = k.tensor.cutAt(k.tree.points)
			}
			return
		}
		ctx, done := budget.New(context.Background(), mostTensor)
		defer done()
		k.tensor, k.failed = k.split(budget.Of(ctx))
		k.spent = budget.Of(ctx).Spent()
	})
	return k.tensor, k.failed
}

// TensorWithin is Tensor for one kernel of many: the Meter of ctx counts the work, whoever did it, and the error is the
// cause of the end of ctx once that has ended.
// Whoever asks first pays, and everybody counts the same units.
func (k *Kernel) TensorWithin(ctx context.Context) (*Tensor, error) {
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	t, err := k.Tensor()
	budget.Of(ctx).Spend(k.spent)
	return t, err
}

// cutAt returns t with factors that are cut at points; one in several places is one.
func (t *Tensor) cutAt(points piecewise.Points) *Tensor {
	out := *t
	out.Terms = nil
	cut := map[*Factor]*Factor{}
	for _, term := range t.Terms {
		factors := make([]*Factor, len(term.Factors))
		for b, f := range term.Factors {
			if cut[f] == nil {
				g := *f
				if g.Even != nil {
					g.Even = g.Even.CutAt(points)
				}
				if g.Odd != nil {
					g.Odd = g.Odd.CutAt(points)
				}
				cut[f] = &g
			}
			factors[b] = cut[f]
		}
		out.Terms = append(out.Terms, Term{term.Coef, factors})
	}
	return &out
}

// split makes the Tensor within the work that m allows.
// A radial kernel is one block. A z that is left over is no product. If the blocks of lines or
// coordinates do not do it, the formula may be one of a quadratic form, or of coordinates in which
// one is diagonal.
func (k *Kernel) split(m *budget.Meter) (*Tensor, error) {
	if k.radial != nil {
		f := &Factor{Dim: k.dim, Even: k.radial}
		return &Tensor{Dim: k.dim, Blocks: []Block{{Dim: k.dim}}, Terms: []Term{{formula.Int(1), []*Factor{f}}}}, nil
	}
	x := k.tree.expander(m)
	p, err := x.expand(k.tree.expr)
	for i := range p {
		if p[i].z != 0 {
			err = refuse("z is not there as z^2 alone, which is a sum over orthogonal blocks, as in a " +
				"Gaussian exp(-z^2/(2*sigma^2))")
		}
	}
	if err == nil {
		var t *Tensor
		if t, err = x.tensor(x.merge(p)); err == nil {
			return t, t.Valid()
		}
	}
	var r *refusal
	if !errors.As(err, &r) {
		return nil, err
	}
	if k.l1 == nil && k.dim <= mostForm && k.tree.expr.Size() <= mostFormSize {
		f := k.tree.forms(m)
		for _, read := range []func() (*Tensor, error){f.ofForm, f.diagonalised} {
			if t, err := read(); err == nil {
				return t, nil
			}
		}
	}
	return nil, &ClassError{Class: k.class() + " (" + r.why + ")", Nearest: k.nearest()}
}

// class says of what the kernel is a function.
func (k *Kernel) class() string {
	if k.l1 != nil {
		return "a function of the 1-norm"
	}
	kinds := map[atomKind]int{}
	visit(k.tree.expr, func(v *formula.Expr) { kinds[k.tree.atoms[v].kind]++ })
	switch {
	case kinds[productAtom]+kinds[sumAtom] > 0 && kinds[lineAtom] > 0:
		return "a function of products or sums over coordinates and of axes"
	case kinds[productAtom]+kinds[sumAtom] > 0:
		return "a function of products or sums over coordinates"
	case kinds[distanceAtom] > 0 && kinds[lineAtom] > 0:
		return "a function of the distance and of axes"
	case kinds[norm1Atom] > 0:
		return "a function of the 1-norm and of other coordinates"
	}
	return "a function of axes"
}

// nearest names the class that is covered and nearest.
func (k *Kernel) nearest() string {
	line, whole := false, false
	visit(k.tree.expr, func(v *formula.Expr) {
		a := k.tree.atoms[v]
		line = line || a.kind == lineAtom
		whole = whole || a.kind == productAtom || a.kind == sumAtom
	})
	switch {
	case k.l1 != nil:
		return "sums of products over coordinates, such as exp(-l1); functions of the 1-norm alone have certificates, " +
			"masses, features, and measures on coordinates"
	case whole:
		return "sums of products prod(f(x)) over coordinates"
	case line:
		return "sums of exp(-z^2/(2*sigma^2))*h(t) with functions h of orthogonal axes"
	}
	return "functions of the 1-norm alone, or of the distance alone"
}

// expander chooses the blocks. m counts the work.
// Lines that are orthogonal to each other, by exact products, are the blocks; otherwise the
// coordinates that occur. The complement is orthogonal to them.
func (t *tree) expander(m *budget.Meter) *expander {
	x := &expander{tree: t, lines: map[*formula.Expr]int{}, rest: -1, numbers: map[function]int{},
		formulas: map[string]int{}, m: m}
	var lines []*formula.Expr
	all := false
	visit(t.expr, func(v *formula.Expr) {
		switch t.atoms[v].kind {
		case lineAtom:
			lines = append(lines, v)
		case norm1Atom, sumAtom, productAtom:
			all = true
		}
	})
	key := func(v *formula.Expr) string { return t.atoms[v].key }
	slices.SortFunc(lines, func(a, b *formula.Expr) int {
		return cmp.Or(len(key(a))-len(key(b)), cmp.Compare(key(a), key(b)))
	})
	orthogonal := true
	for i, a := range lines {
		for _, b := range lines[:i] {
			orthogonal = orthogonal && Dot(t.atoms[a].dir, t.atoms[b].dir).Sign() == 0
		}
	}
	if !all && orthogonal {
		for _, v := range lines {
			x.lines[v] = len(x.blocks)
			x.blocks = append(x.blocks, lineBlock(t.atoms[v].dir))
		}
	} else {
		x.coords = make([]int, t.dim)
		for i := range x.coords {
			x.coords[i] = -1
			if all || slices.ContainsFunc(lines, func(v *formula.Expr) bool { return t.atoms[v].dir[i].Sign() != 0 }) {
				x.coords[i] = len(x.blocks)
				x.blocks = append(x.blocks, Block{Dim: 1, From: i})
			}
		}
		for _, v := range lines {
			if i, ok := onlyCoordinate(t.atoms[v].dir); ok {
				x.lines[v] = x.coords[i]
			}
		}
	}
	if n := len(x.blocks); n < t.dim {
		x.rest = n
		x.blocks = append(x.blocks, Block{Dim: t.dim - n, Complement: true})
	}
	return x
}

// onlyCoordinate returns i if v is the i-th unit vector.
func onlyCoordinate(v []*big.Rat) (i int, ok bool) {
	for j, c := range v {
		if c.Sign() != 0 {
			if ok {
				return 0, false
			}
			i, ok = j, true
		}
	}
	return i, ok
}

// lineBlock is the line along dir.
// The basis is rounded, for samplers; the direction of the atom is exact.
func lineBlock(dir []*big.Rat) Block {
	if i, ok := onlyCoordinate(dir); ok {
		return Block{Dim: 1, From: i}
	}
	row := make([]float64, len(dir))
	for i, c := range dir {
		e := formula.Div(formula.Rational(c), norm(dir))
		row[i] = kernel.NewNatural(e).At(0)
	}
	return Block{Dim: 1, Basis: [][]float64{row}}
}

// mostMerging bounds the work of finding products that differ in one block only.
const mostMerging = 500_000

// merge adds up products that differ in the function of one block only.
// c·f·g + c′·f·g′ = f·(cg + c′g′): a sum of functions of one block is one function. What is proved
// to be 0 goes.
func (x *expander) merge(p []product) []product {
	work := len(p) * len(x.blocks) * len(x.blocks)
	if len(p) == 1 || work > mostMerging || !x.m.Spend(int64(work)) {
		return p
	}
	for b := range x.blocks {
		var out []product
		at := map[string]int{}
		for _, q := range p {
			f, ok := q.of[b]
			if !ok {
				f = function{formula.Int(1), true}
			}
			key := x.key(&q, b)
			i, seen := at[key]
			if !seen {
				at[key] = len(out)
				out = append(out, q)
				continue
			}
			first := out[i].of[b]
			if first.expr == nil {
				first = function{formula.Int(1), true}
			}
			first.expr = formula.Identity(formula.Mul(out[i].coef, first.expr))
			f.expr = formula.Identity(formula.Mul(q.coef, f.expr))
			of := maps.Clone(q.of)
			if of == nil {
				of = map[int]function{}
			}
			of[b] = join(formula.OpAdd, first, f)
			out[i] = product{coef: formula.Int(1), of: of}
		}
		p = slices.DeleteFunc(out, func(q product) bool { return q.of[b].cancels() })
	}
	if len(p) == 0 {
		p = append(p, product{coef: formula.Int(0)})
	}
	return p
}

// cancels reports whether a function that is a sum is 0.
// Only what has the normal form 0 on s > 0, in both parts.
func (f function) cancels() bool {
	if f.expr == nil || f.expr.Op() != formula.OpAdd && f.expr.Op() != formula.OpSub || f.expr.Size() > mostFormSize {
		return false
	}
	if f.even {
		return vanishes(f.expr)
	}
	even, odd := parts(f.expr)
	return (even == nil || vanishes(even)) && (odd == nil || vanishes(odd))
}

// vanishes reports whether a function on s ≥ 0 is 0: its normal form is, off 0, and its value at 0, if it has one, may
// be.
// A formula without conditions that is 0 for s > 0 is 0 at 0, or has no value there, as it is
// continuous where it has one. The two balls only save the work on normal forms.
func vanishes(e *formula.Expr) bool {
	if formula.IsZero(e) {
		return true
	}
	if e.Some(func(x *formula.Expr) bool { return x.Op().IsCondition() }) {
		return false
	}
	k := kernel.NewNatural(e)
	for _, at := range []float64{0, somewhere} { // most sums end here
		if v := k.BallAt(nil, ball.NewReal(at), 64); v.IsFinite() && !v.ContainsZero() {
			return false
		}
	}
	return constant.SameForm(e, formula.Int(0))
}

const somewhere = 0.8125

// tensor makes kernels of the functions.
func (x *expander) tensor(p []product) (*Tensor, error) {
	_, leave := x.m.Enter(context.Background(), mostLook)
	defer leave()
	t := &Tensor{Dim: x.tree.dim, Blocks: x.blocks}
	type place struct{ dim, number int }
	made := map[place]*Factor{}
	for _, q := range p {
		term := Term{Coef: q.coef, Factors: make([]*Factor, len(x.blocks))}
		for b, v := range x.blocks {
			f, ok := q.of[b]
			if !ok {
				f = function{formula.Int(1), true}
			}
			key := place{v.Dim, x.number(f)}
			if made[key] == nil {
				factor, err := x.tree.factor(f, v, x.m)
				if err != nil {
					return nil, err
				}
				made[key] = factor
			}
			term.Factors[b] = made[key]
		}
		t.Terms = append(t.Terms, term)
	}
	return t, nil
}

// Bounds of the tree of a factor, and of the work of finding out whether factors have values.
const (
	mostNodes = 10_000
	mostLook  = 8_000_000
)

// factor makes kernels of a function on a block. That it has values is looked at as long as m allows.
// On a complement no line is distinguished: only functions of its distance are there.
func (t *tree) factor(f function, v Block, m *budget.Meter) (*Factor, error) {
	even, odd := f.expr, (*formula.Expr)(nil)
	if !f.even {
		even, odd = parts(f.expr)
	}
	if v.Complement && odd != nil {
		return nil, refuse("it is no even function of the coordinates besides the axes")
	}
	for _, e := range []*formula.Expr{even, odd} {
		if e != nil && e.Size() > mostNodes { // products of d factors have parts of 2^d terms
			return nil, refuse("its even and odd parts take more than %d operations", mostNodes)
		}
	}
	factor := &Factor{Dim: v.Dim}
	var err error
	if even != nil {
		if factor.Even, err = t.defined(even, m); err != nil {
			return nil, err
		}
	}
	if odd != nil {
		factor.Odd, err = t.defined(odd, m)
	}
	return factor, err
}

// Coordinates returns Normal with axes written in coordinates, so that the formula says all: (x1 + x2)/sqrt(2) for t[1,1].
func (k *Kernel) Coordinates() string {
	return k.tree.printWith(k.tree.expr, func(a *atom) string {
		var sum strings.Builder
		terms := 0
		for i, c := range a.dir {
			if c.Sign() == 0 {
				continue
			}
			terms++
			if sign := c.Sign(); sign < 0 {
				sum.WriteString(" - ")
			} else if terms > 1 {
				sum.WriteString(" + ")
			}
			if size := new(big.Rat).Abs(c).RatString(); size != "1" {
				sum.WriteString(size + "*")
			}
			fmt.Fprintf(&sum, "x%d", i+1)
		}
		if terms == 1 {
			return a.key
		}
		return fmt.Sprintf("((%s)/%s)", &sum, norm(a.dir))
	})
}

// print writes a formula with the names of its atoms.
func (t *tree) print(e *formula.Expr) string {
	return t.printWith(e, func(a *atom) string { return a.key })
}

// printWith writes a formula with names of its lines.
func (t *tree) printWith(e *formula.Expr, line func(*atom) string) string {
	return replace(e, func(v *formula.Expr) *formula.Expr {
		a := t.atoms[v]
		switch {
		case a == nil || a.kind == distanceAtom:
			return v
		case a.kind == lineAtom:
			return formula.Symbol(line(a))
		case a.kind == sumAtom || a.kind == productAtom:
			name := "sum"
			if a.kind == productAtom {
				name = "prod"
			}
			text := replace(a.g.of[0].signed(), func(*formula.Expr) *formula.Expr { return formula.Symbol("x") }).String()
			if len(a.g.of) > 1 {
				text += ", …"
			}
			return formula.Symbol(name + "(" + text + ")")
		}
		return formula.Symbol(a.key)
	}).String()
}

// ValueAt returns k₀(Δ) at a rational point as an exact constant, which may have no value where the formula has none.
// It panics if delta is not of length Dim.
// By substitution of exact numbers for the atoms: ‖Δ‖, ‖Δ‖₁, ⟨v,Δ⟩/‖v‖, and functions of
// coordinates.
func (k *Kernel) ValueAt(delta []*big.Rat) *formula.Expr {
	if len(delta) != k.dim {
		panic(fmt.Sprintf("stationary: a difference of length %d in R^%d", len(delta), k.dim))
	}
	at := func(f function, s *formula.Expr) *formula.Expr {
		if f.even {
			s = formula.Apply(formula.OpAbs, s)
		}
		return replace(f.expr, func(*formula.Expr) *formula.Expr { return s })
	}
	return replace(k.tree.expr, func(v *formula.Expr) *formula.Expr {
		a := k.tree.atoms[v]
		switch a.kind {
		case distanceAtom:
			return norm(delta)
		case norm1Atom:
			s := new(big.Rat)
			for _, c := range delta {
				s.Add(s, new(big.Rat).Abs(c))
			}
			return formula.Rational(s)
		case lineAtom:
			return formula.Div(formula.Rational(Dot(a.dir, delta)), norm(a.dir))
		}
		total, op := formula.Int(0), formula.OpAdd
		if a.kind == productAtom {
			total, op = formula.Int(1), formula.OpMul
		}
		for i, j := range a.g.index {
			total = formula.Identity(formula.Apply(op, total, at(a.g.of[j], formula.Rational(delta[i]))))
		}
		return total
	})
}
