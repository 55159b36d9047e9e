package stationary

import (
	"maps"
	"slices"

	"krein/internal/kernel/formula"
	"krein/internal/kernel/piecewise"
	"krein/kernel"
)

// SecondOrder reads k₀ as a(‖Δ‖) + Σ_{i≤j} b_ij(‖Δ‖)·Δ_iΔ_j, with the b_ij by {i, j}: a polynomial of degree two in the
// coordinates with coefficients that are functions of the distance. ok is false if the formula is not seen to be one, is a
// function of the distance alone or has conditions.
// The reading is by sums and products of polynomials with coefficients that are functions of ‖Δ‖,
// each step an identity; degrees beyond two, odd parts and quotients by what is no function of the
// distance end it. A new map is returned each time.
func (k *Kernel) SecondOrder() (a *kernel.Kernel, b map[[2]int]*formula.Expr, ok bool) {
	if k.radial != nil || k.dim == 1 || k.dim > mostForm || piecewise.Branches(k.tree.expr) {
		return nil, nil, false
	}
	p, ok := k.tree.secondOrder(k.tree.expr)
	if !ok {
		return nil, nil, false
	}
	a, b = k.tree.natural(formula.Int(0)), map[[2]int]*formula.Expr{}
	for key, c := range p {
		switch {
		case key == noCoordinate:
			a = k.tree.natural(c)
		case key[0] >= 0:
			b[key] = c
		default: // an odd part
			return nil, nil, false
		}
	}
	return a, b, len(b) > 0
}

// noCoordinate is the key of the term without coordinates; that of a linear one is {−1, i}.
var noCoordinate = [2]int{-1, -1}

// secondOrder reads e as a polynomial of degree two in the coordinates, by pairs of them.
// A line ⟨v,Δ⟩/‖v‖ is linear in the coordinates; the key of a product of two linear terms is the
// ordered pair.
func (t *tree) secondOrder(e *formula.Expr) (p map[[2]int]*formula.Expr, ok bool) {
	radial := true
	visit(e, func(v *formula.Expr) { radial = radial && t.atoms[v].kind == distanceAtom })
	if radial {
		return map[[2]int]*formula.Expr{noCoordinate: e}, true
	}
	a := e.Args()
	switch e.Op() {
	case formula.OpVar:
		line := t.atoms[e]
		if line.kind != lineAtom {
			return nil, false
		}
		p = map[[2]int]*formula.Expr{}
		for i, c := range line.dir {
			if c.Sign() != 0 {
				p[[2]int{-1, i}] = formula.Identity(formula.Div(formula.Rational(c), norm(line.dir)))
			}
		}
		return p, true
	case formula.OpCall:
		return t.secondOrder(e.Body())
	case formula.OpNeg:
		p, ok = t.secondOrder(a[0])
		return product2(p, map[[2]int]*formula.Expr{noCoordinate: formula.Int(-1)}, ok)
	case formula.OpAdd, formula.OpSub, formula.OpMul, formula.OpDiv:
	default:
		return t.function2(e)
	}
	p, ok = t.secondOrder(a[0])
	q, also := t.secondOrder(a[1])
	switch ok = ok && also; {
	case !ok:
		return nil, false
	case e.Op() == formula.OpMul:
		return product2(p, q, true)
	case e.Op() == formula.OpDiv:
		below := q[noCoordinate]
		if below == nil || len(q) > 1 {
			return nil, false
		}
		return product2(p, map[[2]int]*formula.Expr{noCoordinate: formula.Div(formula.Int(1), below)}, true)
	}
	sum := map[[2]int]*formula.Expr{}
	for key, c := range p {
		sum[key] = c
	}
	for key, c := range q {
		if e.Op() == formula.OpSub {
			c = neg(c)
		}
		sum[key] = formula.Identity(add(sum[key], c))
	}
	return sum, true
}

// function2 reads a square, or a function of polynomials that are functions of the distance: of Σ x_i².
// (Σ b_i x_i + …)² is multiplied out; of other functions all operands have to be functions of the
// distance.
func (t *tree) function2(e *formula.Expr) (p map[[2]int]*formula.Expr, ok bool) {
	var args []*formula.Expr
	for i, a := range e.Args() {
		if p, ok = t.secondOrder(a); !ok {
			return nil, false
		}
		radial := t.isotropic(p)
		if i == 0 && radial == nil && e.Op() == formula.OpPow && e.Args()[1].IsInt(2) {
			return product2(p, p, true)
		}
		if radial == nil {
			return nil, false
		}
		args = append(args, radial)
	}
	return map[[2]int]*formula.Expr{noCoordinate: formula.Apply(e.Op(), args...)}, true
}

// isotropic writes a polynomial as a function of the distance, nil if it is not seen to be one.
// c·Σ x_i² + e = c·z² + e: all d squares with coefficients of one text, and nothing else but e.
func (t *tree) isotropic(p map[[2]int]*formula.Expr) *formula.Expr {
	e, square := p[noCoordinate], p[[2]int{0, 0}]
	if square == nil && len(p) == 1 {
		return e
	}
	for i := range t.dim {
		if c := p[[2]int{i, i}]; square == nil || c == nil || c.String() != square.String() {
			return nil
		}
	}
	if others := len(p) - t.dim; others > 1 || others == 1 && e == nil {
		return nil
	}
	return add(e, formula.Identity(formula.Mul(square, formula.Pow(formula.Variable(), formula.Int(2)))))
}

// pairsOf are the keys in one order: the same formula is the same sum in every run.
func pairsOf(p map[[2]int]*formula.Expr) [][2]int {
	return slices.SortedFunc(maps.Keys(p), func(a, b [2]int) int { return slices.Compare(a[:], b[:]) })
}

// product2 multiplies polynomials in the coordinates; false if the degree exceeds two.
// Of linear terms by linear terms, and anything by a function of the distance: the degree is at
// most two.
func product2(p, q map[[2]int]*formula.Expr, ok bool) (map[[2]int]*formula.Expr, bool) {
	if !ok {
		return nil, false
	}
	out := map[[2]int]*formula.Expr{}
	for _, a := range pairsOf(p) {
		for _, b := range pairsOf(q) {
			key, c, d := a, p[a], q[b]
			switch {
			case a == noCoordinate:
				key = b
			case b == noCoordinate:
			case a[0] >= 0 || b[0] >= 0:
				return nil, false
			default:
				key = [2]int{min(a[1], b[1]), max(a[1], b[1])}
			}
			out[key] = formula.Identity(add(out[key], formula.Identity(formula.Mul(c, d))))
		}
	}
	return out, true
}
