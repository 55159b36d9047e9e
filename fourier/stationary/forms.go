package stationary

import (
	"math"
	"math/big"
	"slices"

	"krein/ball"
	"krein/internal/budget"
	"krein/internal/kernel/constant"
	"krein/internal/kernel/formula"
)

// Bounds of what is read of quadratic forms with cross terms.
const (
	mostForm     = 40   // dimensions
	mostFormSize = 1000 // operations
)

// polynomial is xᵀAx + ⟨b,x⟩ + c in the coordinates of Δ, A symmetric.
// Entries are exact constants; a polynomial is read as one only by sums and products, so that it is
// the function for all Δ.
type polynomial struct {
	a [][]constant.Value
	b []constant.Value
	c constant.Value
}

func newPolynomial(dim int) *polynomial {
	p := &polynomial{a: make([][]constant.Value, dim), b: make([]constant.Value, dim)}
	for i := range p.a {
		p.a[i] = make([]constant.Value, dim)
	}
	return p
}

// degree is 2 if an entry of A is not seen to be 0, and so on.
// An entry that may be 0 counts as not 0: the degree is at most what is said.
func (p *polynomial) degree() int {
	some := func(list []constant.Value) bool {
		return slices.ContainsFunc(list, func(v constant.Value) bool { return !v.IsZeroForm() })
	}
	switch {
	case slices.ContainsFunc(p.a, some):
		return 2
	case some(p.b):
		return 1
	}
	return 0
}

// add adds q times a factor.
// Entries that are not seen to be 0 are added: a 0 that is not seen does no harm.
func (p *polynomial) add(q *polynomial, by constant.Value) {
	for i := range p.a {
		for j := range p.a {
			if !q.a[i][j].IsZeroForm() {
				p.a[i][j] = p.a[i][j].Add(q.a[i][j].Mul(by))
			}
		}
		if !q.b[i].IsZeroForm() {
			p.b[i] = p.b[i].Add(q.b[i].Mul(by))
		}
	}
	p.c = p.c.Add(q.c.Mul(by))
}

// times is the product, if its degree is 2 at most.
// (⟨b,x⟩)(⟨b′,x⟩) has the symmetric matrix (bb′ᵀ + b′bᵀ)/2.
func (p *polynomial) times(q *polynomial) (*polynomial, bool) {
	if p.degree()+q.degree() > 2 {
		return nil, false
	}
	out := newPolynomial(len(p.b))
	out.add(p, q.c)
	rest := *q
	rest.c = constant.Value{}
	out.add(&rest, p.c)
	for i := range p.b {
		for j := range q.b {
			if !p.b[i].IsZeroForm() && !q.b[j].IsZeroForm() {
				half := p.b[i].Mul(q.b[j]).Scale(big.NewRat(1, 2))
				out.a[i][j] = out.a[i][j].Add(half)
				out.a[j][i] = out.a[j][i].Add(half)
			}
		}
	}
	return out, true
}

// forms reads polynomials in a tree.
type forms struct {
	*tree
	memo map[*formula.Expr]*polynomial // nil: none
	m    *budget.Meter                 // of the work
}

// forms returns a reader of polynomials; m counts the work. Once m stops, what is not known yet is no polynomial.
func (t *tree) forms(m *budget.Meter) *forms { return &forms{t, map[*formula.Expr]*polynomial{}, m} }

// entryUnits is the work for an entry of a matrix: a product of rational numbers or constants.
const entryUnits = 4

// spend counts the work of an operation on matrices that takes times·d³ products.
func (t *forms) spend(times int) bool {
	return t.m.Spend(int64(entryUnits*times) * int64(t.dim) * int64(t.dim) * int64(t.dim))
}

// polynomial reads a part of the formula; what it returns must not be changed.
// Once the meter stops, a part is none that is not known to be one: less is read, and nothing else.
func (t *forms) polynomial(e *formula.Expr) (p *polynomial, ok bool) {
	p, known := t.memo[e]
	if !known {
		if !t.m.Spend(int64(entryUnits * t.dim * t.dim)) {
			return nil, false
		}
		if p, ok = t.read(e); !ok {
			p = nil
		}
		t.memo[e] = p
	}
	return p, p != nil
}

// z² = Σ x_i², sums, products up to degree two, quotients by constants, and lines; an odd power of
// z is no polynomial.
func (t *forms) read(e *formula.Expr) (p *polynomial, ok bool) { // one function: a case for each operation.
	if !e.Varies() {
		v, err := constant.New(e)
		p = newPolynomial(t.dim)
		p.c = v
		return p, err == nil
	}
	a := e.Args()
	switch e.Op() {
	case formula.OpCall:
		return t.polynomial(e.Body())
	case formula.OpVar:
		return t.atomPolynomial(t.atoms[e])
	case formula.OpNeg:
		if p, ok = t.polynomial(a[0]); ok {
			out := newPolynomial(t.dim)
			out.add(p, constantOf(-1))
			return out, true
		}
	case formula.OpAdd, formula.OpSub:
		p, ok = t.polynomial(a[0])
		if !ok {
			return nil, false
		}
		q, also := t.polynomial(a[1])
		if also {
			sign := int64(1)
			if e.Op() == formula.OpSub {
				sign = -1
			}
			sum := newPolynomial(t.dim)
			sum.add(p, constantOf(1))
			sum.add(q, constantOf(sign))
			p = sum
		}
		return p, also
	case formula.OpMul:
		p, ok = t.polynomial(a[0])
		if !ok {
			return nil, false
		}
		q, also := t.polynomial(a[1])
		if !also {
			return nil, false
		}
		return p.times(q)
	case formula.OpDiv:
		if p, ok = t.polynomial(a[0]); ok && !a[1].Varies() {
			v, err := constant.New(formula.Div(formula.Int(1), a[1]))
			out := newPolynomial(t.dim)
			out.add(p, v)
			return out, err == nil
		}
	case formula.OpPow:
		if !a[1].IsInt(2) {
			return nil, false
		}
		if base := formula.Unfold(a[0]); base.Op() == formula.OpVar && t.atoms[base].kind == distanceAtom {
			p = newPolynomial(t.dim)
			for i := range p.a {
				p.a[i][i] = constantOf(1)
			}
			return p, true
		}
		if p, ok = t.polynomial(a[0]); ok {
			return p.times(p)
		}
	}
	return nil, false
}

func constantOf(n int64) constant.Value {
	v, _ := constant.New(formula.Int(n)) // has a value
	return v
}

// atomPolynomial reads a line, or a sum of polynomials of the coordinates.
// Σ g(x_i) with polynomials g without |x|.
func (t *tree) atomPolynomial(a *atom) (p *polynomial, ok bool) {
	p = newPolynomial(t.dim)
	switch a.kind {
	case lineAtom:
		for i, c := range a.dir {
			v, err := constant.New(formula.Div(formula.Rational(c), norm(a.dir)))
			if err != nil {
				return nil, false
			}
			p.b[i] = v
		}
		return p, true
	case sumAtom:
		for i, j := range a.g.index {
			s, small := smallPolynomial(a.g.of[j].expr, a.g.of[j].even)
			if !small || s[2] != nil {
				return nil, false
			}
			for n, to := range []*constant.Value{&p.c, &p.b[i], nil, &p.a[i][i]} {
				if s[n] == nil {
					continue
				}
				v, err := constant.New(s[n])
				if err != nil {
					return nil, false
				}
				*to = to.Add(v)
			}
		}
		return p, true
	}
	return nil, false
}

// apart takes from the summands of e those that are polynomials.
// e = p + Σ rest, by its summands.
func (t *forms) apart(e *formula.Expr) (p *polynomial, rest []*formula.Expr) {
	if p, ok := t.polynomial(e); ok {
		return p, nil
	}
	p = newPolynomial(t.dim)
	terms := e.Summands(nil)
	if len(terms) < 2 {
		return p, terms
	}
	for _, x := range terms {
		if q, ok := t.polynomial(x); ok {
			p.add(q, constantOf(1))
		} else {
			rest = append(rest, x)
		}
	}
	return p, rest
}

// cancelled returns a sum with a constant for its polynomials in Δ, if that is what they add up to; nil if not, or if t
// is nil.
// Polynomials that add up to a constant are replaced by it: exact, as degree 0 is by normal forms.
func (t *forms) cancelled(e *formula.Expr) *formula.Expr {
	if t == nil || e.Op() != formula.OpAdd && e.Op() != formula.OpSub {
		return nil
	}
	p, rest := t.apart(e)
	c, known := p.c.Expr()
	constants := func(x *formula.Expr) bool { return !x.Varies() }
	all, left := slices.DeleteFunc(e.Summands(nil), constants), slices.DeleteFunc(slices.Clone(rest), constants)
	if !known || p.degree() > 0 || len(all) == len(left) {
		return nil
	}
	for _, x := range rest {
		c = formula.Identity(formula.Add(c, x))
	}
	return c
}

// ratios returns A over its first entry that is not 0, if these are rational.
// The first entry is proved not to be 0, and is the unit: A = unit·(rational matrix).
func (p *polynomial) ratios() (a [][]*big.Rat, unit constant.Value, ok bool) {
	a = make([][]*big.Rat, len(p.a))
	found := false
	for i := range p.a {
		for j := range p.a {
			v := p.a[i][j]
			x := new(big.Rat)
			switch {
			case v.IsZeroForm():
			case !found:
				if v.IsZero() != ball.False {
					return nil, unit, false
				}
				unit, found = v, true
				x.SetInt64(1)
			default:
				q, err := v.Quo(unit)
				if err != nil {
					return nil, unit, false
				}
				if x, ok = q.Rat(); !ok {
					return nil, unit, false
				}
			}
			a[i] = append(a[i], x)
		}
	}
	return a, unit, found
}

// diagonal writes a symmetric matrix as Σ d_i l_i l_iᵀ with independent vectors (Lagrange): for a v with vᵀAv ≠ 0,
// A − Av(Av)ᵀ/vᵀAv has a rank that is less by 1. By Sylvester's law the signs of the d_i are those of the eigenvalues.
// Some l_i are along the wanted directions, as far as that is possible: Av is one.
// Each step takes Av(Av)ᵀ/vᵀAv away, after which v is in the kernel of what is left: the rank falls
// by one, and the l_i = Av/vᵀAv are independent, as each is 0 on the v of the steps before. d_i =
// vᵀAv. In rational numbers, without rounding.
func diagonal(a, wanted [][]*big.Rat) (d []*big.Rat, l [][]*big.Rat) {
	n := len(a)
	rest := copied(a)
	for {
		var v []*big.Rat
		for len(wanted) > 0 && v == nil {
			if v = solve(rest, wanted[0]); v != nil && Dot(v, wanted[0]).Sign() == 0 {
				v = nil
			}
			wanted = wanted[1:]
		}
		if v == nil {
			v = pivot(rest)
		}
		if v == nil {
			return d, l
		}
		av := make([]*big.Rat, n)
		for i := range av {
			av[i] = Dot(rest[i], v)
		}
		square := Dot(v, av)
		row := make([]*big.Rat, n)
		for i := range row {
			row[i] = new(big.Rat).Quo(av[i], square)
		}
		d, l = append(d, square), append(l, row)
		for i := range rest {
			for j := range rest {
				x := new(big.Rat).Mul(row[i], av[j])
				rest[i][j].Sub(rest[i][j], x)
			}
		}
	}
}

// pivot returns a v with vᵀAv ≠ 0, nil if A is 0.
// If all diagonal entries are 0 and a_ij is not, (e_i+e_j)ᵀA(e_i+e_j) = 2a_ij.
func pivot(a [][]*big.Rat) []*big.Rat {
	for i := range a {
		if a[i][i].Sign() != 0 {
			return UnitVector(len(a), i)
		}
	}
	for i := range a {
		for j := range i {
			if a[i][j].Sign() != 0 {
				v := UnitVector(len(a), i)
				v[j].SetInt64(1)
				return v
			}
		}
	}
	return nil
}

// basis adds unit vectors to independent ones, until they are a basis, and returns it with its inverse.
// Unit vectors complete the rows; the inverse is exact.
func basis(rows [][]*big.Rat, dim int) (m, inverse [][]*big.Rat) {
	m = slices.Clone(rows)
	for i := 0; i < dim && len(m) < dim; i++ {
		if next := append(slices.Clone(m), UnitVector(dim, i)); rank(next) == len(next) {
			m = next
		}
	}
	return m, invert(m)
}

// reduce makes the rows a reduced echelon form by the first n columns, and returns the rank.
// Gauss–Jordan over the rationals.
func reduce(rows [][]*big.Rat, n int) (rank int) {
	for c := range n {
		p := slices.IndexFunc(rows[rank:], func(r []*big.Rat) bool { return r[c].Sign() != 0 })
		if p < 0 {
			continue
		}
		rows[rank], rows[rank+p] = rows[rank+p], rows[rank]
		by := new(big.Rat).Inv(rows[rank][c])
		for _, x := range rows[rank] {
			x.Mul(x, by)
		}
		for i, r := range rows {
			if f := new(big.Rat).Set(r[c]); i != rank && f.Sign() != 0 {
				for j, x := range r {
					x.Sub(x, new(big.Rat).Mul(f, rows[rank][j]))
				}
			}
		}
		if rank++; rank == len(rows) {
			break
		}
	}
	return rank
}

// solve returns a v with Av = b, nil if there is none.
// Free variables are 0; a row 0 = 1 says that there is no solution.
func solve(a [][]*big.Rat, b []*big.Rat) []*big.Rat {
	n := len(b)
	rows := copied(a)
	for i := range rows {
		rows[i] = append(rows[i], new(big.Rat).Set(b[i]))
	}
	v := UnitVector(n, 0)
	v[0].SetInt64(0)
	for i := range reduce(rows, n+1) {
		c := slices.IndexFunc(rows[i], func(x *big.Rat) bool { return x.Sign() != 0 })
		if c == n {
			return nil
		}
		v[c].Set(rows[i][n])
	}
	return v
}

func copied(rows [][]*big.Rat) [][]*big.Rat {
	out := make([][]*big.Rat, len(rows))
	for i, r := range rows {
		for _, x := range r {
			out[i] = append(out[i], new(big.Rat).Set(x))
		}
	}
	return out
}

func rank(rows [][]*big.Rat) int { return reduce(copied(rows), len(rows[0])) }

func invert(m [][]*big.Rat) [][]*big.Rat {
	rows := copied(m)
	for i := range rows {
		rows[i] = append(rows[i], UnitVector(len(m), i)...)
	}
	reduce(rows, len(m))
	for i := range rows {
		rows[i] = rows[i][len(m):]
	}
	return rows
}

// floats rounds rows, each times a square root.
// For samplers, and for people: no proof looks at them.
func floats(rows [][]*big.Rat, squares []*big.Rat) [][]float64 {
	out := make([][]float64, len(rows))
	for i, r := range rows {
		s := 1.0
		if i < len(squares) {
			f, _ := squares[i].Float64()
			s = math.Sqrt(f)
		}
		for _, x := range r {
			f, _ := x.Float64()
			out[i] = append(out[i], s*f)
		}
	}
	return out
}

// oneForm are the multiples of one quadratic form xᵀAx.
type oneForm struct{ a [][]*big.Rat }

// multiple returns r if p is r·xᵀAx + c. The first form sets A, such that its first square is positive.
// Entry by entry: p has the matrix r·A for one r, and no linear part. The ratio is one rational for
// all entries that are not 0, and both matrices are 0 at the same places.
func (q *oneForm) multiple(p *polynomial) (r constant.Value, ok bool) {
	if p.degree() < 2 || slices.ContainsFunc(p.b, func(v constant.Value) bool { return !v.IsZeroForm() }) {
		return r, false
	}
	b, unit, ok := p.ratios()
	if !ok {
		return r, false
	}
	if q.a == nil {
		q.a = b
		if d, _ := diagonal(b, nil); d[0].Sign() < 0 {
			for i := range b {
				for _, x := range b[i] {
					x.Neg(x)
				}
			}
			unit = unit.Neg()
		}
		return unit, true
	}
	var ratio *big.Rat
	for i := range q.a {
		for j, x := range q.a[i] {
			if b[i][j].Sign() == 0 && x.Sign() == 0 {
				continue
			}
			if x.Sign() == 0 {
				return r, false
			}
			now := new(big.Rat).Quo(b[i][j], x)
			if ratio != nil && now.Cmp(ratio) != 0 {
				return r, false
			}
			ratio = now
		}
	}
	return unit.Scale(ratio), true
}

// inRoot writes e as r·z² + c, z = √(xᵀAx), or a square root of it as √r·z; nil if e is neither.
// √(rz²) = √r·z for r > 0 and z ≥ 0.
func (q *oneForm) inRoot(t *forms, e, z *formula.Expr) *formula.Expr {
	root, arg := e.Op() == formula.OpSqrt, e
	if root {
		arg = e.Args()[0]
	}
	p, ok := t.polynomial(arg)
	if !ok || root && !p.c.IsZeroForm() {
		return nil
	}
	r, ok := q.multiple(p)
	if !ok {
		return nil
	}
	factor, known := r.Expr()
	shift, also := p.c.Expr()
	sign, sure := r.Sign()
	switch {
	case !known || !also || root && (sure != ball.True || sign <= 0):
		return nil
	case root:
		return mul(formula.Apply(formula.OpSqrt, factor), z)
	}
	return formula.Identity(formula.Add(mul(factor, formula.Pow(z, formula.Int(2))), shift))
}

// ofOneForm reads a part of the formula as f(√Q), Q = Σ d_i ⟨l_i,Δ⟩² a quadratic form of which all eigenvalues are
// positive or 0.
// All d_i > 0: Q is semidefinite, √Q a distance ‖MΔ‖ on the complement of its kernel. If it has a
// kernel, k is constant along it.
func (t *forms) ofOneForm(e *formula.Expr) (f *formula.Expr, d []*big.Rat, l [][]*big.Rat, err error) {
	q, z := &oneForm{}, formula.NewVariable()
	e = e.Replace(func(e *formula.Expr) *formula.Expr { return q.inRoot(t, e, z) })
	only := q.a != nil
	visit(e, func(v *formula.Expr) { only = only && v == z })
	if !only {
		return nil, nil, nil, refuse("it is no function of one quadratic form")
	}
	d, l = diagonal(q.a, nil)
	if slices.ContainsFunc(d, notPositive) {
		return nil, nil, nil, refuse("its quadratic form is indefinite")
	}
	return replace(e, func(*formula.Expr) *formula.Expr { return formula.Variable() }), d, l, nil
}

// ofSquares reads a part of the formula as f(z), z² written as x1² + … + xd².
// Q = Σ x_i² exactly: l_i = ± e_i up to scale with d_i l_ii² = 1.
func (t *forms) ofSquares(e *formula.Expr) (f *formula.Expr, ok bool) {
	f, d, l, err := t.ofOneForm(e)
	if err != nil || len(d) < t.dim {
		return nil, false
	}
	for i, row := range l {
		for j, x := range row {
			if (x.Sign() != 0) != (i == j) {
				return nil, false
			}
		}
		size := new(big.Rat).Mul(d[i], new(big.Rat).Mul(row[i], row[i]))
		if size.Cmp(big.NewRat(1, 1)) != 0 {
			return nil, false
		}
	}
	return f, true
}

func notPositive(x *big.Rat) bool { return x.Sign() <= 0 }

// semidefinite returns the sign of p − c, if p is c and a form of which the eigenvalues have one sign, or are 0.
// Sylvester's law of inertia: the signs of the d_i are those of the eigenvalues, whatever the l_i
// are.
func (p *polynomial) semidefinite() int {
	q := &oneForm{}
	unit, ok := q.multiple(p)
	sign, sure := unit.Sign()
	if !ok || sure != ball.True {
		return 0
	}
	if d, _ := diagonal(q.a, nil); slices.ContainsFunc(d, notPositive) {
		return 0
	}
	return sign
}

// ofForm reads the formula as a function of one quadratic form.
// k(Δ) = f(‖(MΔ)₁‖) on the first block, and 1 on the rest, M invertible by basis.
func (t *forms) ofForm() (*Tensor, error) {
	e, d, l, err := t.ofOneForm(t.expr)
	if err != nil {
		return nil, err
	}
	f, err := t.defined(formula.Simplify(e), nil)
	if err != nil {
		return nil, err
	}
	m, _ := basis(l, t.dim)
	out := &Tensor{Dim: t.dim, Map: floats(m, d), Blocks: []Block{{Dim: len(l)}},
		Terms: []Term{{formula.Int(1), []*Factor{{Dim: len(l), Even: f}}}}}
	if n := t.dim - len(l); n > 0 {
		one, err := t.defined(formula.Int(1), nil)
		if err != nil {
			return nil, err
		}
		out.Blocks = append(out.Blocks, Block{Dim: n, From: len(l)})
		out.Terms[0].Factors = append(out.Terms[0].Factors, &Factor{Dim: n, Even: one})
	}
	return out, out.Valid()
}

// diagonalised reads the formula in the coordinates MΔ in which the first quadratic form with cross terms in an
// exponent is diagonal.
// The change of variables u = MΔ is exact in rationals, and every part is rewritten in u; what is no
// function of lines and no polynomial has no such form. The claims hold of k if and only if they
// hold of the sum of products in u (docs/rules/stationary/factors.md).
func (t *forms) diagonalised() (*Tensor, error) {
	var a [][]*big.Rat
	seen := map[*formula.Expr]bool{}
	var find func(e *formula.Expr)
	find = func(e *formula.Expr) {
		e = formula.Unfold(e)
		if a != nil || !e.Varies() || seen[e] {
			return
		}
		seen[e] = true
		if e.Op() == formula.OpExp {
			if p, _ := t.apart(e.Args()[0]); p.degree() == 2 {
				if b, _, ok := p.ratios(); ok {
					a = b
					return
				}
			}
		}
		for _, x := range e.Args() {
			find(x)
		}
	}
	find(t.expr)
	if a == nil {
		return nil, refuse("no exponent has a quadratic form with cross terms")
	}
	lines := t.lines()
	if !t.spend(t.dim + len(lines)) { // a square and an equation for each
		return nil, errWork
	}
	_, l := diagonal(a, lines)
	m, inverse := basis(l, t.dim)
	s := &moved{from: t, to: newTree(t.dim), inverse: inverse, memo: map[*formula.Expr]*formula.Expr{}}
	s.to.expr = s.rewrite(t.expr)
	if s.failed {
		return nil, refuse("it has parts that are no functions of lines")
	}
	x := s.to.expander(t.m)
	p, err := x.expand(s.to.expr)
	if err != nil {
		return nil, err
	}
	out, err := x.tensor(x.merge(p))
	if err != nil {
		return nil, err
	}
	out.Map = floats(m, nil)
	return out, out.Valid()
}

// lines returns the directions of lines outside of quadratic forms.
// Only to choose the diagonal form: another choice is another reading.
func (t *forms) lines() (out [][]*big.Rat) {
	seen := map[*formula.Expr]bool{}
	var walk func(e *formula.Expr)
	walk = func(e *formula.Expr) {
		e = formula.Unfold(e)
		if !e.Varies() || seen[e] {
			return
		}
		seen[e] = true
		p, rest := t.apart(e)
		switch {
		case p.degree() == 2:
		case e.Op() == formula.OpVar && t.atoms[e].kind == lineAtom:
			out = append(out, t.atoms[e].dir)
			return
		default:
			rest = e.Args()
		}
		for _, x := range rest {
			walk(x)
		}
	}
	walk(t.expr)
	return out
}

// moved is a tree in the coordinates u = MΔ.
type moved struct {
	from    *forms
	to      *tree
	inverse [][]*big.Rat // Δ = M⁻¹u
	memo    map[*formula.Expr]*formula.Expr
	failed  bool
}

// rewrite writes a part of the formula in u.
// A polynomial of degree two is written in u by M^(−ᵀ)AM^(−1), a line by M^(−ᵀ)v.
func (s *moved) rewrite(e *formula.Expr) *formula.Expr {
	e = formula.Unfold(e)
	if !e.Varies() || s.failed {
		return e
	}
	if v := s.memo[e]; v != nil {
		return v
	}
	v := e
	switch p, rest := s.from.apart(e); {
	case p.degree() == 2:
		if s.failed = !s.from.spend(2); s.failed {
			return e
		}
		v = s.polynomial(p)
		for _, x := range rest {
			v = formula.Add(v, s.rewrite(x))
		}
	case e.Op() == formula.OpVar && s.from.atoms[e].kind == lineAtom:
		v = s.line(s.from.atoms[e].dir)
	case e.Op() == formula.OpVar:
		s.failed = true
	default:
		args := make([]*formula.Expr, len(e.Args()))
		for i, x := range e.Args() {
			args[i] = s.rewrite(x)
		}
		v = formula.Apply(e.Op(), args...)
	}
	s.memo[e] = v
	return v
}

// line is ⟨v,Δ⟩/‖v‖ = ⟨M⁻ᵀv,u⟩/‖v‖.
func (s *moved) line(v []*big.Rat) *formula.Expr {
	w := s.turned(v)
	return formula.Mul(formula.Div(norm(w), norm(v)), s.to.line(w))
}

// turned is M⁻ᵀv.
// ⟨v,Δ⟩ = ⟨v,M⁻¹u⟩ = ⟨M⁻ᵀv,u⟩.
func (s *moved) turned(v []*big.Rat) []*big.Rat {
	w := make([]*big.Rat, len(v))
	for j := range w {
		w[j] = new(big.Rat)
		for i := range v {
			if v[i].Sign() != 0 && s.inverse[i][j].Sign() != 0 {
				w[j].Add(w[j], new(big.Rat).Mul(v[i], s.inverse[i][j]))
			}
		}
	}
	return w
}

// polynomial is p in u.
// Δ = M⁻¹u: ⟨b,Δ⟩ = ⟨M⁻ᵀb,u⟩ and ΔᵀAΔ = uᵀ(M⁻ᵀAM⁻¹)u, off-diagonal entries twice.
func (s *moved) polynomial(p *polynomial) *formula.Expr {
	n := len(p.b)
	u := func(i int) *formula.Expr { return s.to.line(UnitVector(n, i)) }
	var total *formula.Expr
	plus := func(c constant.Value, x *formula.Expr) {
		if c.IsZeroForm() {
			return
		}
		e, ok := c.Expr()
		if !ok {
			s.failed = true
			return
		}
		total = add(total, mul(e, x))
	}
	for i := range n {
		var linear constant.Value
		for k := range n {
			linear = linear.Add(p.b[k].Scale(s.inverse[k][i]))
		}
		plus(linear, u(i))
		var column []constant.Value // A M⁻¹e_i
		for k := range n {
			var c constant.Value
			for l := range n {
				if s.inverse[l][i].Sign() != 0 && !p.a[k][l].IsZeroForm() {
					c = c.Add(p.a[k][l].Scale(s.inverse[l][i]))
				}
			}
			column = append(column, c)
		}
		for j := range i + 1 {
			var c constant.Value // (M⁻ᵀAM⁻¹)_ij
			for k := range n {
				if s.inverse[k][j].Sign() != 0 && !column[k].IsZeroForm() {
					c = c.Add(column[k].Scale(s.inverse[k][j]))
				}
			}
			if i == j {
				plus(c, formula.Pow(u(i), formula.Int(2)))
			} else {
				plus(c.Scale(big.NewRat(2, 1)), formula.Mul(u(i), u(j)))
			}
		}
	}
	plus(p.c, formula.Int(1))
	if total == nil {
		return formula.Int(0)
	}
	return total
}
