package stationary

import (
	"encoding/binary"
	"fmt"
	"maps"
	"math/big"
	"slices"

	"krein/internal/budget"
	"krein/internal/kernel/formula"
)

// Limits of an expansion.
const (
	mostTerms    = 2048
	mostFactors  = 4_000_000 // terms times blocks
	mostZPower   = 16
	mostIntPower = 16
)

// product is a constant times functions of blocks.
type product struct {
	coef *formula.Expr
	of   map[int]function
	z    int // a factor zⁿ, n = 0 or 1: only z² splits
}

// expander writes a tree as a sum of products of functions of blocks.
// Blocks are orthogonal: lines that are, or coordinates, and the complement of both. All rewriting
// is by identities between functions of Δ: distributivity, e^(a+b) = e^a e^b, addition theorems,
// 1/(fg) = 1/f·1/g, z² = Σ ‖Δ_b‖².
type expander struct {
	tree   *tree
	blocks []Block
	lines  map[*formula.Expr]int // the block of a line
	coords []int                 // the block of a coordinate, −1 for none; nil if no block is a coordinate
	rest   int                   // the block of what is left, −1 for none

	numbers  map[function]int
	formulas map[string]int // by the key of a function
	m        *budget.Meter  // of the work
}

// Units of work.
const (
	factorUnits = 2  // of a function in a product
	printUnits  = 5  // of an operation of a formula that is printed
	signUnits   = 40 // of an operation of a constant whose sign is asked for
)

// errWork is the refusal of a sum whose products take too much work to find.
var errWork = refuse("to find its products takes too much work")

// number returns the same number for two functions only if they are the same formula. Products are compared many times,
// and to print a formula takes longer than all else.
// One number for two formulas of different text would merge different functions; the other way
// round products stay apart.
func (x *expander) number(f function) int {
	n, ok := x.numbers[f]
	if !ok {
		x.m.Spend(int64(printUnits * f.expr.Size()))
		key := f.key()
		if n, ok = x.formulas[key]; !ok {
			n = len(x.formulas)
			x.formulas[key] = n
		}
		x.numbers[f] = n
	}
	return n
}

// refusal is why a formula is no sum of products.
type refusal struct{ why string }

func (r *refusal) Error() string { return r.why }

func refuse(format string, args ...any) error { return &refusal{fmt.Sprintf(format, args...)} }

// expand returns the products of which e is the sum.
// By cases on the root; what is no sum, product, quotient or whole power of sums is a function of
// one block, or an exponential or wave of a sum over blocks, or refused.
func (x *expander) expand(e *formula.Expr) ([]product, error) { // one function: a case for each operation.
	if !e.Varies() {
		return []product{{coef: e}}, nil
	}
	if f, b, ok := x.pure(e); ok {
		return []product{{coef: formula.Int(1), of: map[int]function{b: f}}}, nil
	}
	a := e.Args()
	switch e.Op() {
	case formula.OpVar:
		return x.atom(e)
	case formula.OpCall:
		return x.expand(e.Body())
	case formula.OpNeg:
		p, err := x.expand(a[0])
		return scale(p, formula.Int(-1)), err
	case formula.OpAdd, formula.OpSub:
		p, q, err := x.both(a)
		if err != nil {
			return nil, err
		}
		if e.Op() == formula.OpSub {
			q = scale(q, formula.Int(-1))
		}
		return x.collect(append(p, q...))
	case formula.OpMul:
		p, q, err := x.both(a)
		if err != nil {
			return nil, err
		}
		return x.times(p, q)
	case formula.OpDiv:
		p, q, err := x.both(a)
		if err != nil {
			return nil, err
		}
		inverse, err := x.power(q, big.NewRat(-1, 1), a[1])
		if err != nil {
			return nil, err
		}
		return x.times(p, inverse)
	case formula.OpPow:
		if n := a[1].Num(); n != nil {
			p, err := x.expand(a[0])
			if err != nil {
				return nil, err
			}
			return x.power(p, n, a[0])
		}
	}
	return x.function(e)
}

// pure reads a function of one block.
// All variables of e are lines of one block, which is one line: e is a function of that signed
// number.
func (x *expander) pure(e *formula.Expr) (f function, block int, ok bool) {
	block, ok = -1, true
	visit(e, func(v *formula.Expr) {
		b, line := x.lines[v]
		ok = ok && line && (block == -1 || block == b)
		block = b
	})
	if !ok || block == -1 {
		return f, block, false
	}
	f.expr = replace(e, func(*formula.Expr) *formula.Expr { return formula.Variable() })
	if even, odd := parts(f.expr); odd == nil {
		f = function{even, true}
	}
	return f, block, true
}

// atom expands a variable.
// ⟨v,Δ⟩/‖v‖ = Σ v_i x_i/‖v‖ and ‖Δ‖₁ = Σ|x_i|.
func (x *expander) atom(v *formula.Expr) ([]product, error) {
	s := formula.Variable()
	a := x.tree.atoms[v]
	switch a.kind {
	case distanceAtom:
		return []product{{coef: formula.Int(1), z: 1}}, nil
	case lineAtom: // no block of its own: the sum of its coordinates
		if x.coords == nil {
			return nil, refuse("%s is no axis", a.key)
		}
		var out []product
		for i, c := range a.dir {
			if c.Sign() != 0 {
				out = append(out, product{coef: formula.Div(formula.Rational(c), norm(a.dir)),
					of: map[int]function{x.coords[i]: {s, false}}})
			}
		}
		return out, nil
	case norm1Atom:
		var out []product
		for i := range x.tree.dim {
			out = append(out, product{coef: formula.Int(1), of: map[int]function{x.coords[i]: {s, true}}})
		}
		return x.collect(out)
	case sumAtom:
		var out []product
		for i, j := range a.g.index {
			p := product{coef: formula.Int(1)}
			if c, ok := a.g.of[j].constant(); ok {
				p.coef = c
			} else {
				p.of = map[int]function{x.coords[i]: a.g.of[j]}
			}
			out = append(out, p)
		}
		return x.collect(out)
	}
	p := product{coef: formula.Int(1), of: map[int]function{}}
	for i, j := range a.g.index {
		if c, ok := a.g.of[j].constant(); ok {
			p.coef = formula.Identity(formula.Mul(p.coef, c))
		} else {
			p.of[x.coords[i]] = a.g.of[j]
		}
	}
	return []product{p}, nil
}

func scale(p []product, c *formula.Expr) []product {
	out := append([]product(nil), p...)
	for i := range out {
		out[i].coef = formula.Identity(formula.Mul(c, out[i].coef))
	}
	return out
}

// both expands the operands of an operation with two.
func (x *expander) both(a []*formula.Expr) (p, q []product, err error) {
	if p, err = x.expand(a[0]); err == nil {
		q, err = x.expand(a[1])
	}
	return p, q, err
}

// collect adds up products of the same functions.
// Products of the same functions of the same blocks are added; a coefficient that is proved to be 0
// goes, and one of which that is not known stays, with a product that is then 0 times a function.
func (x *expander) collect(p []product) ([]product, error) {
	if !x.m.Spend(int64(factorUnits * len(p) * len(x.blocks))) {
		return nil, errWork
	}
	var out []product
	at := map[string]int{}
	for _, q := range p {
		if formula.IsZero(q.coef) {
			continue
		}
		key := x.key(&q, -1)
		i, ok := at[key]
		if !ok {
			at[key] = len(out)
			out = append(out, q)
			continue
		}
		out[i].coef = formula.Identity(formula.Add(out[i].coef, q.coef))
	}
	kept := out[:0]
	for _, q := range out {
		if q.coef.Num() == nil && !x.m.Spend(int64(signUnits*q.coef.Size())) {
			return nil, errWork
		}
		if sign, known := SignOf(q.coef); !known || sign != 0 {
			kept = append(kept, q)
		}
	}
	if len(kept) > mostTerms || len(kept)*len(x.blocks) > mostFactors {
		return nil, refuse("it has more than %d products", min(mostTerms, mostFactors/len(x.blocks)))
	}
	if len(kept) == 0 {
		kept = append(kept, product{coef: formula.Int(0)})
	}
	return kept, nil
}

// key returns the same text for the same functions of the same blocks but one, −1 for all of them.
// Numbers of functions by blocks, in order: two products of one key differ in the coefficient only.
func (x *expander) key(p *product, but int) string {
	key := binary.AppendUvarint(nil, uint64(p.z))
	for b := range x.blocks {
		if f, ok := p.of[b]; ok && b != but {
			key = binary.AppendUvarint(key, uint64(b))
			key = binary.AppendUvarint(key, uint64(x.number(f)))
		}
	}
	return string(key)
}

// times multiplies sums.
// Functions of a block are multiplied as functions; z·z is Σ ‖Δ_b‖², and a single z is left, which
// no product can have.
func (x *expander) times(p, q []product) ([]product, error) {
	if len(p)*len(q) > mostTerms {
		return nil, refuse("it has more than %d products", mostTerms)
	}
	var out []product
	for _, a := range p {
		for _, b := range q {
			if !x.m.Spend(int64(factorUnits * (1 + len(a.of) + len(b.of)))) {
				return nil, errWork
			}
			c := product{coef: formula.Identity(formula.Mul(a.coef, b.coef)), of: map[int]function{}, z: a.z + b.z}
			for block, f := range a.of {
				c.of[block] = f
			}
			for block, f := range b.of {
				if g, ok := c.of[block]; ok {
					f = join(formula.OpMul, g, f)
				}
				c.of[block] = f
			}
			if c.z < 2 {
				out = append(out, c)
				continue
			}
			c.z -= 2
			squares, err := x.times([]product{c}, x.square())
			if err != nil {
				return nil, err
			}
			out = append(out, squares...)
		}
	}
	return x.collect(out)
}

// square is z² as the sum of the squares of the blocks.
// ‖Δ‖² = Σ_b ‖Δ_b‖² over orthogonal blocks that span the space: the complement is one of them.
func (x *expander) square() []product {
	var out []product
	for b := range x.blocks {
		out = append(out, product{coef: formula.Int(1),
			of: map[int]function{b: {formula.Pow(formula.Variable(), formula.Int(2)), true}}})
	}
	return out
}

// join applies a binary operation to two functions of a block.
// With one function in |s| and one in s both are written in s: |s| for the first.
func join(op formula.Op, f, g function) function {
	if f.even && g.even {
		return function{formula.Identity(formula.Apply(op, f.expr, g.expr)), true}
	}
	return function{formula.Identity(formula.Apply(op, f.signed(), g.signed())), false}
}

// power raises a sum to a rational power; e is what it was.
// A sum that is one function of one block is raised as such. A product of functions to a whole
// power is the product of powers; a root of a product of functions that may be negative is not.
func (x *expander) power(p []product, n *big.Rat, e *formula.Expr) ([]product, error) {
	if f, b, ok := x.single(p); ok {
		return single(function{formula.Pow(f.expr, formula.Rational(n)), f.even}, b), nil
	}
	if n.IsInt() && n.Sign() > 0 && n.Num().IsInt64() && n.Num().Int64() <= mostIntPower {
		out := []product{{coef: formula.Int(1)}}
		for range n.Num().Int64() {
			var err error
			if out, err = x.times(out, p); err != nil {
				return nil, err
			}
		}
		return out, nil
	}
	if n.IsInt() && len(p) == 1 && p[0].z == 0 { // 1/(fg) = (1/f)(1/g)
		out := product{coef: formula.Pow(p[0].coef, formula.Rational(n)), of: map[int]function{}}
		for b, f := range p[0].of {
			out.of[b] = function{formula.Pow(f.expr, formula.Rational(n)), f.even}
		}
		return []product{out}, nil
	}
	return nil, refuse("(%s)^(%s) is no product of functions of the blocks", x.tree.print(e), n.RatString())
}

func single(f function, block int) []product {
	if block < 0 {
		return []product{{coef: f.expr}}
	}
	return []product{{coef: formula.Int(1), of: map[int]function{block: f}}}
}

// single returns a sum as a function of one block, −1 if it is constant.
// Sums of functions of one block are one: constants belong to any.
func (x *expander) single(p []product) (f function, block int, ok bool) {
	block = -1
	for _, q := range p {
		if q.z != 0 || len(q.of) > 1 {
			return f, block, false
		}
		for b := range q.of {
			if block != -1 && block != b {
				return f, block, false
			}
			block = b
		}
	}
	f = function{formula.Int(0), true}
	for _, q := range p {
		g := function{q.coef, true}
		for _, h := range q.of {
			g = function{formula.Identity(formula.Mul(q.coef, h.expr)), h.even}
		}
		f = join(formula.OpAdd, f, g)
	}
	return f, block, true
}

// apart returns a sum as a sum of functions of one block each; block −1 has the constants.
// Σ_b f_b(Δ_b) + constants: every product has at most one function.
func (x *expander) apart(p []product) (map[int]function, bool) {
	by := map[int][]product{}
	for _, q := range p {
		if q.z != 0 || len(q.of) > 1 {
			return nil, false
		}
		block := -1
		for b := range q.of {
			block = b
		}
		by[block] = append(by[block], q)
	}
	out := map[int]function{}
	for b, q := range by {
		out[b], _, _ = x.single(q)
	}
	return out, true
}

// mostAngles bounds the blocks that an argument of a sine or cosine may have.
const mostAngles = 8

// function expands a function of arguments: one of a single block, or an exponential, sine or cosine
// of a sum over blocks.
// A function of functions of one block is one of that block. exp(Σ f_b) = Π exp(f_b).
func (x *expander) function(e *formula.Expr) ([]product, error) {
	args := make([]function, len(e.Args()))
	block := -1
	var first []product
	pure := !e.Op().IsCondition() && e.Op() != formula.OpCond
	for i, a := range e.Args() {
		if !pure {
			break
		}
		p, err := x.expand(a)
		if err != nil {
			return nil, err
		}
		if i == 0 {
			first = p
		}
		f, b, ok := x.single(p)
		pure = ok && (block == -1 || b == -1 || b == block)
		if b != -1 {
			block = b
		}
		args[i] = f
	}
	if pure {
		return single(apply(e.Op(), args), block), nil
	}
	sum, ok := x.apart(first)
	if ok && len(e.Args()) == 1 {
		switch e.Op() {
		case formula.OpExp:
			out := product{coef: formula.Int(1), of: map[int]function{}}
			for b, f := range sum {
				f.expr = formula.Apply(formula.OpExp, f.expr)
				if b == -1 {
					out.coef = f.expr
				} else {
					out.of[b] = f
				}
			}
			return []product{out}, nil
		case formula.OpSin, formula.OpCos, formula.OpSinh, formula.OpCosh:
			if len(sum) <= mostAngles {
				return x.angles(e.Op(), sum)
			}
		}
	}
	return nil, refuse("%s is no product of functions of the blocks", x.tree.print(e))
}

// apply applies an operation to functions of one block.
// Even if all operands are, or constant: then the variable is |s| throughout.
func apply(op formula.Op, args []function) function {
	even := true
	for _, f := range args {
		even = even && (f.even || !f.expr.Varies())
	}
	list := make([]*formula.Expr, len(args))
	for i, f := range args {
		if list[i] = f.expr; !even {
			list[i] = f.signed()
		}
	}
	return function{formula.Apply(op, list...), even}
}

// angles expands sin, cos, sinh or cosh of a sum, block by block.
// sin(a+b) = sin a cos b + cos a sin b, cos(a+b) = cos a cos b − sin a sin b, with + for cosh:
// block by block, from sin 0 = 0 and cos 0 = 1.
func (x *expander) angles(op formula.Op, sum map[int]function) ([]product, error) {
	sin, cos := formula.OpSin, formula.OpCos
	if op == formula.OpSinh || op == formula.OpCosh {
		sin, cos = formula.OpSinh, formula.OpCosh
	}
	blocks := slices.Sorted(maps.Keys(sum))
	s, c := []product{{coef: formula.Int(0)}}, []product{{coef: formula.Int(1)}}
	for _, b := range blocks {
		f := sum[b]
		sb := single(function{formula.Apply(sin, f.expr), f.even}, b)
		cb := single(function{formula.Apply(cos, f.expr), f.even}, b)
		back := formula.Int(-1) // cos(a+b) = cos a cos b − sin a sin b
		if cos == formula.OpCosh {
			back = formula.Int(1)
		}
		var parts [4][]product
		for i, pair := range [][2][]product{{s, cb}, {c, sb}, {c, cb}, {scale(s, back), sb}} {
			var err error
			if parts[i], err = x.times(pair[0], pair[1]); err != nil {
				return nil, err
			}
		}
		var err error
		if s, err = x.collect(append(parts[0], parts[1]...)); err != nil {
			return nil, err
		}
		if c, err = x.collect(append(parts[2], parts[3]...)); err != nil {
			return nil, err
		}
	}
	if op == sin {
		return s, nil
	}
	return c, nil
}
