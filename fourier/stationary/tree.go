package stationary

import (
	"fmt"
	"math/big"
	"strings"

	"krein/ball"
	"krein/internal/budget"
	"krein/internal/kernel/constant"
	"krein/internal/kernel/defined"
	"krein/internal/kernel/formula"
	"krein/internal/kernel/piecewise"
	exact "krein/internal/polynomial"
	"krein/kernel"
)

// tree is a formula whose variables are told apart by their nodes: Variable is the distance z, every
// other one is an atom. Nothing that takes all variables for one (Parity, String) may see it.
// The meaning: replace every variable by its function of Δ. Two different atoms may take equal
// values; nothing here takes them for different numbers, only for different names, so that what
// cancels may be missed, and nothing is that does not cancel.
type tree struct {
	dim   int
	expr  *formula.Expr
	atoms map[*formula.Expr]*atom
	byKey map[string]*formula.Expr
	given []function // all those of sums and products

	points piecewise.Points // where functions are cut
}

// atom is a function of Δ that a variable stands for.
// Lines have one direction of coprime integers each, so that two atoms are one function of Δ only
// if they are one node.
type atom struct {
	kind atomKind
	// dir is the direction of a line, with coprime integers of which the first that is not 0 is positive;
	// the atom is ⟨dir, Δ⟩/‖dir‖.
	dir []*big.Rat
	g   *functions // of sum and product
	key string
}

type atomKind int8

const (
	distanceAtom atomKind = iota
	norm1Atom
	lineAtom
	sumAtom
	productAtom
)

// functions are functions of one coordinate each: coordinate i has of[index[i]].
type functions struct {
	of    []function
	index []int
}

// function is a function of one real number: of the variable, or, if even, of its absolute value.
// Even functions are written in |s|, so that a formula such as exp(−x) of an even function means
// exp(−|s|).
type function struct {
	expr *formula.Expr
	even bool
}

// oneVariable makes a function of a formula in Coordinate and z.
// In x and |x|: of |x| alone it is even.
func oneVariable(e *formula.Expr) function {
	x, z := occurs(e, Coordinate), occurs(e, formula.Variable())
	if !x {
		return function{e, true}
	}
	abs := formula.Variable()
	if z {
		abs = formula.Apply(formula.OpAbs, formula.Variable())
	}
	return function{replace(e, func(v *formula.Expr) *formula.Expr {
		if v == Coordinate {
			return formula.Variable()
		}
		return abs
	}), false}
}

// signed returns the function as a formula of the signed number.
func (f function) signed() *formula.Expr {
	if !f.even {
		return f.expr
	}
	return replace(f.expr, func(*formula.Expr) *formula.Expr { return formula.Apply(formula.OpAbs, formula.Variable()) })
}

// constant returns the value of a function that is one.
func (f function) constant() (*formula.Expr, bool) { return f.expr, !f.expr.Varies() }

// key is the same for two functions only if they are the same formula.
func (f function) key() string {
	if f.even {
		return "|" + f.expr.String()
	}
	return f.expr.String()
}

// occurs reports whether a variable occurs in e.
func occurs(e, v *formula.Expr) bool {
	found := false
	visit(e, func(x *formula.Expr) { found = found || x == v })
	return found
}

// visit calls f of every variable of e, once.
func visit(e *formula.Expr, f func(*formula.Expr)) {
	seen := map[*formula.Expr]bool{}
	var walk func(e *formula.Expr)
	walk = func(e *formula.Expr) {
		if !e.Varies() || seen[e] {
			return
		}
		seen[e] = true
		switch e.Op() {
		case formula.OpVar:
			f(e)
		case formula.OpCall:
			walk(e.Body())
		default:
			for _, a := range e.Args() {
				walk(a)
			}
		}
	}
	walk(e)
}

// replace puts formulas in the places of variables.
func replace(e *formula.Expr, by func(v *formula.Expr) *formula.Expr) *formula.Expr {
	if !e.Varies() {
		return e
	}
	return e.Replace(func(x *formula.Expr) *formula.Expr {
		if x.Op() == formula.OpVar {
			return by(x)
		}
		return nil
	})
}

func newTree(dim int) *tree {
	return &tree{dim: dim, atoms: map[*formula.Expr]*atom{formula.Variable(): {kind: distanceAtom, key: "z"}},
		byKey: map[string]*formula.Expr{"z": formula.Variable()}}
}

// natural returns the kernel of a function of a number.
func (t *tree) natural(e *formula.Expr) *kernel.Kernel { return kernel.NewNatural(e).CutAt(t.points) }

// defined returns the kernel of a function of a number, as defined.NewMetered does.
func (t *tree) defined(e *formula.Expr, m *budget.Meter) (*kernel.Kernel, error) {
	k, err := defined.NewMetered(e, m)
	if err != nil {
		return nil, err
	}
	return k.CutAt(t.points), nil
}

// variable returns the variable of an atom.
func (t *tree) variable(a *atom) *formula.Expr {
	if v, ok := t.byKey[a.key]; ok {
		return v
	}
	v := formula.NewVariable()
	t.byKey[a.key], t.atoms[v] = v, a
	return v
}

// norm1 is ‖Δ‖₁.
func (t *tree) norm1() *formula.Expr { return t.variable(&atom{kind: norm1Atom, key: "l1"}) }

// line is ⟨v, Δ⟩/‖v‖.
func (t *tree) line(v []*big.Rat) *formula.Expr {
	dir, sign := primitive(v)
	key := t.lineName(dir)
	u := t.variable(&atom{kind: lineAtom, dir: dir, key: key})
	if sign < 0 {
		return formula.Neg(u)
	}
	return u
}

// lineName names a line.
func (t *tree) lineName(dir []*big.Rat) string {
	var b strings.Builder
	one := -1
	for i, c := range dir {
		if c.Sign() != 0 && one == -1 {
			one = i
		} else if c.Sign() != 0 {
			one = len(dir)
		}
		fmt.Fprintf(&b, ",%s", c.RatString())
	}
	if one < len(dir) {
		return fmt.Sprintf("x%d", one+1)
	}
	return "t[" + b.String()[1:] + "]"
}

// primitive returns the coprime integers along v of which the first that is not 0 is positive, and the sign of v there.
// ‖v‖ and the sign are apart: ⟨v,Δ⟩/‖v‖ is ± the atom.
func primitive(v []*big.Rat) (dir []*big.Rat, sign int) {
	n, lcm := exact.Integers(v)
	gcd := new(big.Int)
	for _, c := range n {
		if sign == 0 {
			sign = c.Sign()
		}
		gcd.GCD(nil, nil, gcd, c.Abs(c))
	}
	scale := new(big.Rat).SetFrac(lcm, gcd)
	if sign < 0 {
		scale.Neg(scale)
	}
	for _, c := range v {
		dir = append(dir, new(big.Rat).Mul(c, scale))
	}
	return dir, sign
}

// norm is ‖v‖ as a formula.
func norm(v []*big.Rat) *formula.Expr {
	return formula.Apply(formula.OpSqrt, formula.Rational(Dot(v, v)))
}

// key tells sums and products apart.
func (g *functions) key(kind string) string {
	var b strings.Builder
	b.WriteString(kind)
	for _, f := range g.of {
		b.WriteString(";" + f.key())
	}
	if len(g.of) > 1 {
		fmt.Fprint(&b, g.index)
	}
	return b.String()
}

// counts returns how many coordinates have each function.
func (g *functions) counts() []int64 {
	n := make([]int64, len(g.of))
	for _, j := range g.index {
		n[j]++
	}
	return n
}

// SignOf returns the proved sign of a constant.
// Of a constant without a value nothing is known.
func SignOf(e *formula.Expr) (sign int, known bool) {
	if r := e.Num(); r != nil {
		return r.Sign(), true
	}
	c, err := constant.New(e)
	if err != nil {
		return 0, false
	}
	sign, truth := c.Sign()
	return sign, truth == ball.True
}

// sum is Σ g_i(x_i) in normal form: c·z² + c·l1 + ⟨v,Δ⟩ + c, as far as the g_i have the same coefficients, and what is
// left.
// Coefficients that all coordinates have in common, by their text: c·Σx_i² = c·z², c·Σ|x_i| =
// c·‖Δ‖₁. Constants are counted. What has not one coefficient for all stays in the sum over
// coordinates.
func (t *tree) sum(g *functions) *formula.Expr {
	split := make([]quadratic, len(g.of))
	for i, f := range g.of {
		split[i] = takeQuadratic(f)
	}
	same := func(c func(q *quadratic) **formula.Expr) *formula.Expr {
		first := *c(&split[0])
		if first == nil {
			return nil
		}
		for i := range split {
			if x := *c(&split[i]); x == nil || x.String() != first.String() {
				return nil
			}
		}
		for i := range split {
			*c(&split[i]) = nil
		}
		return first
	}
	var total *formula.Expr
	if c := same(func(q *quadratic) **formula.Expr { return &q.square }); c != nil {
		total = add(total, mul(c, formula.Pow(formula.Variable(), formula.Int(2))))
	}
	if c := same(func(q *quadratic) **formula.Expr { return &q.abs }); c != nil {
		total = add(total, mul(c, t.norm1()))
	}
	counts := g.counts()
	for i := range split {
		if c := split[i].constant; c != nil {
			total = add(total, mul(formula.Int(counts[i]), c))
			split[i].constant = nil
		}
	}
	if linear, ok := t.linear(split, g.index); ok {
		total = add(total, linear)
		for i := range split {
			split[i].linear = nil
		}
	}
	rest := &functions{index: g.index}
	left := false
	for _, q := range split {
		f := q.whole()
		left = left || !formula.IsZero(f.expr)
		rest.of = append(rest.of, f)
	}
	if left {
		total = add(total, t.variable(&atom{kind: sumAtom, g: rest, key: rest.key("sum")}))
	}
	if total == nil {
		return formula.Int(0)
	}
	return total
}

// linear is the sum of the linear terms, if it is along a rational direction.
// Σ c_i x_i with c_i rational multiples of one constant is a multiple of a line.
func (t *tree) linear(split []quadratic, index []int) (*formula.Expr, bool) {
	var scale *formula.Expr // what the coefficients are rational multiples of
	ratios := make([]*big.Rat, len(split))
	for i, q := range split {
		switch c := q.linear; {
		case c == nil:
			ratios[i] = new(big.Rat)
		case scale == nil:
			scale, ratios[i] = c, big.NewRat(1, 1)
			if c.Num() != nil {
				scale, ratios[i] = formula.Int(1), c.Num()
			}
		case c.String() == scale.String():
			ratios[i] = big.NewRat(1, 1)
		default:
			ratio, err := constant.New(formula.Div(c, scale))
			if err != nil {
				return nil, false
			}
			r, ok := ratio.Rat()
			if !ok {
				return nil, false
			}
			ratios[i] = r
		}
	}
	if scale == nil {
		return nil, true
	}
	v := make([]*big.Rat, len(index))
	for i, j := range index {
		v[i] = ratios[j]
	}
	if Dot(v, v).Sign() == 0 {
		return nil, true
	}
	return mul(mul(scale, norm(v)), t.line(v)), true
}

// product is Π g_i(x_i) in normal form: constants and exponentials in front, the exponents summed.
// Π c·e^(u(x_i))·g(x_i) = Π c · e^(Σ u(x_i)) · Π g(x_i), exact; 1/e^u counts as e^(−u).
func (t *tree) product(g *functions) *formula.Expr {
	counts := g.counts()
	exponents := &functions{index: g.index}
	rest := &functions{index: g.index}
	total := formula.Int(1)
	left := false
	for i, f := range g.of {
		factors, c := formula.FactorList(f.expr, true)
		exponent, other := formula.Int(0), formula.Int(1)
		for _, h := range factors {
			switch u, below := reciprocal(formula.Unfold(h)); {
			case u.Op() == formula.OpExp && below:
				exponent = formula.Identity(formula.Sub(exponent, u.Args()[0]))
			case u.Op() == formula.OpExp:
				exponent = formula.Identity(formula.Add(exponent, u.Args()[0]))
			default:
				other = formula.Identity(formula.Mul(other, h))
			}
		}
		if f.expr.Varies() && formula.IsZero(exponent) { // as it was written
			other, c = f.expr, formula.Int(1)
		}
		left = left || other.Varies()
		if !c.IsInt(1) {
			total = formula.Identity(formula.Mul(total, formula.Pow(c, formula.Int(counts[i]))))
		}
		exponents.of = append(exponents.of, function{exponent, f.even})
		rest.of = append(rest.of, function{other, f.even})
	}
	if s := t.sum(exponents); !formula.IsZero(s) {
		total = formula.Identity(formula.Mul(total, formula.Apply(formula.OpExp, s)))
	}
	if left {
		total = formula.Identity(formula.Mul(total, t.variable(&atom{kind: productAtom, g: rest, key: rest.key("prod")})))
	}
	return total
}

// reciprocal opens 1/u.
func reciprocal(e *formula.Expr) (u *formula.Expr, below bool) {
	if e.Op() == formula.OpDiv && e.Args()[0].IsInt(1) {
		return formula.Unfold(e.Args()[1]), true
	}
	return e, false
}

// UnitVector is the i-th one of R^dim.
func UnitVector(dim, i int) []*big.Rat {
	v := make([]*big.Rat, dim)
	for j := range v {
		v[j] = new(big.Rat)
	}
	v[i].SetInt64(1)
	return v
}

// Dot is ⟨a, b⟩.
func Dot(a, b []*big.Rat) *big.Rat {
	s, p := new(big.Rat), new(big.Rat)
	for i := range a {
		if a[i].Sign() != 0 && b[i].Sign() != 0 {
			s.Add(s, p.Mul(a[i], b[i]))
		}
	}
	return s
}
