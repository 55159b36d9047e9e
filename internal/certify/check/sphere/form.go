package sphere

import (
	"errors"
	"fmt"
	"math/big"
	"slices"

	"krein/ball"
	"krein/internal/certify/check/rule"
	"krein/internal/kernel/constant"
	"krein/internal/kernel/formula"
	"krein/kernel"
)

// constPoly is a polynomial in u with exact coefficients, from the constant term up.
//
// It is trimmed: its last coefficient is not known to be 0. One that is 0 and not known to be keeps
// the degree too large, which makes steps fail and proves nothing.
type constPoly []constant.Value

func (p constPoly) trim() constPoly {
	for len(p) > 0 && p[len(p)-1].IsZero() == ball.True {
		p = p[:len(p)-1]
	}
	return p
}

func (p constPoly) add(q constPoly) constPoly {
	r := make(constPoly, max(len(p), len(q)))
	copy(r, p)
	for i, c := range q {
		r[i] = r[i].Add(c)
	}
	return r.trim()
}

func (p constPoly) mul(q constPoly) constPoly {
	if len(p) == 0 || len(q) == 0 {
		return nil
	}
	r := make(constPoly, len(p)+len(q)-1)
	for i, a := range p {
		for j, b := range q {
			r[i+j] = r[i+j].Add(a.Mul(b))
		}
	}
	return r.trim()
}

func (p constPoly) scale(c constant.Value) constPoly { return p.mul(constPoly{c}) }

// equal reports whether the difference is known to vanish.
//
// It reports equality for certain.
func (p constPoly) equal(q constPoly) bool {
	return len(p.add(q.scale(constInt(-1)))) == 0
}

// at evaluates by Horner's rule.
func (p constPoly) at(u constant.Value) (v constant.Value) {
	for i := len(p) - 1; i >= 0; i-- {
		v = v.Mul(u).Add(p[i])
	}
	return v
}

func constInt(n int64) constant.Value     { return constant.Rat(new(big.Rat).SetInt64(n)) }
func constFrac(p, q int64) constant.Value { return constant.Rat(big.NewRat(p, q)) }

// onSphere is an element of the algebra in which kernels of the sphere live: with u the
// inner product, z = √(2−2u), w = √(2+2u) and A = arcsin u it is
//
//	Σ_{i,j,k ∈ {0,1}} c_{ijk}(u) z^i w^j A^k,
//
// c_{ijk} polynomials; z² = 2 − 2u, w² = 2 + 2u, zw = 2√(1−u²). The index of c_{ijk} is i + 2j + 4k.
//
// On 0 < z < 2 all of u, z, w, A are analytic, so that an element is an analytic function there.
// The eight products are not claimed to be independent over polynomials: nothing is concluded from
// two elements having different coefficients.
type onSphere [8]constPoly

// sphereArith evaluates formulas over onSphere, for all z in the open interval (0,2) at once.
//
// What has no element is an error, which ends the step of a rule, or leaves a part as it is
// written.
type sphereArith struct{ constants formula.Arith[constant.Value] }

var errNotOnSphere = errors.New("the formula is no polynomial in u, √(2±2u) and arcsin u of degree ≤ 1 in arcsin")

// maxSphereDegree bounds the polynomials in u.
const maxSphereDegree = 128

func (a sphereArith) constant(c constant.Value) (x onSphere) {
	x[0] = constPoly{c}.trim()
	return x
}

// isConst returns the value of a constant element.
//
// The answer false may be wrong; true is for certain.
func (x onSphere) isConst() (constant.Value, bool) {
	for i, p := range x {
		if i > 0 && len(p) > 0 || len(p) > 1 {
			return constant.Value{}, false
		}
	}
	if len(x[0]) == 0 {
		return constant.Value{}, true
	}
	return x[0][0], true
}

func (a sphereArith) Rat(r *big.Rat) onSphere      { return a.constant(constant.Rat(r)) }
func (a sphereArith) Const(op formula.Op) onSphere { return a.constant(a.constants.Const(op)) }
func (a sphereArith) Param(p *formula.Expr) (onSphere, error) {
	c, err := a.constants.Param(p)
	return a.constant(c), err
}
func (a sphereArith) distance() (z onSphere) { z[1] = constPoly{constInt(1)}; return z }
func (x onSphere) scale(c constant.Value) (y onSphere) {
	return x.mapped(func(p constPoly) constPoly { return p.scale(c) })
}

func (x onSphere) mapped(f func(constPoly) constPoly) (y onSphere) {
	for i, p := range x {
		y[i] = f(p)
	}
	return y
}

func (x onSphere) add(y onSphere) (s onSphere) {
	for i := range s {
		s[i] = x[i].add(y[i])
	}
	return s
}

// mul returns the product, or an error if it is no element.
//
// Indices are sets of factors: i^j has what one of them has, and i&j what both have, of which z²
// and w² are polynomials. A² has no place.
func (x onSphere) mul(y onSphere) (s onSphere, err error) {
	for i, p := range x {
		for j, q := range y {
			if len(p) == 0 || len(q) == 0 {
				continue
			}
			// The degree is bounded before the squares are multiplied in, which adds 2 at most.
			if i&j&4 != 0 || len(p)+len(q) > maxSphereDegree {
				return s, errNotOnSphere
			}
			r := p.mul(q)
			for l, square := range squares {
				if i&j>>l&1 != 0 {
					r = r.mul(square)
				}
			}
			s[i^j] = s[i^j].add(r)
		}
	}
	return s, nil
}

func (a sphereArith) Binary(op formula.Op, x, y onSphere) (onSphere, error) {
	if b, ok := x.isConst(); ok {
		if c, ok := y.isConst(); ok {
			v, err := a.constants.Binary(op, b, c)
			return a.constant(v), err
		}
	}
	switch op {
	case formula.OpAdd:
		return x.add(y), nil
	case formula.OpSub:
		return x.add(y.scale(constInt(-1))), nil
	case formula.OpMul:
		return x.mul(y)
	case formula.OpDiv:
		return a.over(x, y)
	case formula.OpPow:
		if c, ok := y.isConst(); ok {
			if p, ok := c.Rat(); ok {
				return a.PowRat(x, p)
			}
		}
	}
	return onSphere{}, errNotOnSphere
}

// PowRat returns x^p.
//
// Negative powers are quotients (over); x^p with whole p ≥ 0 holds for any x.
func (a sphereArith) PowRat(x onSphere, p *big.Rat) (onSphere, error) {
	if c, ok := x.isConst(); ok {
		v, err := a.constants.PowRat(c, p)
		return a.constant(v), err
	}
	if p.Sign() < 0 {
		return onSphere{}, errNotOnSphere
	}
	// x^0 is 1 at every z, since an element has a value at every z.
	if p.IsInt() && p.Num().IsInt64() && p.Num().Int64() < maxSphereDegree {
		return natural(a.constant(constInt(1)), x, p)
	}
	return a.root(x, p)
}

// natural returns x^n.
func natural[T interface{ mul(T) (T, error) }](one, x T, n *big.Rat) (v T, err error) {
	v = one
	for range n.Num().Int64() {
		if v, err = v.mul(x); err != nil {
			break
		}
	}
	return v, err
}

// monomial returns c and powers m, n with x = c z^m w^n.
//
// For a term of one index i < 4, q(u) z^i₀ w^i₁ with q = q₀(1−u)^dm (1+u)^dn, and 1 − u = z²/2, 1 +
// u = w²/2. The zero element is 0 z⁰w⁰; whoever divides by it or raises it to a power asks the
// constant.
func (x onSphere) monomial() (c constant.Value, powers [2]int64, err error) {
	found := false
	for i, q := range x {
		if len(q) == 0 {
			continue
		}
		dm, q := divideOut(q, 1, 30)
		dn, q := divideOut(q, -1, 30)
		if found || i >= 4 || len(q) != 1 {
			return c, powers, errNotOnSphere
		}
		found = true
		// (1−u)^dm = 2^−dm z^(2dm)
		c = q[0].Mul(constant.Rat(new(big.Rat).SetFrac64(1, 1<<(dm+dn))))
		powers = [2]int64{int64(2*dm + i&1), int64(2*dn + i>>1&1)}
	}
	return c, powers, nil
}

// squares are z² = 2 − 2u and w² = 2 + 2u.
var squares = []constPoly{{constInt(2), constInt(-2)}, {constInt(2), constInt(2)}}

// root raises a monomial c z^m w^n, c > 0, to a power p with pm and pn integers; p is no integer below maxSphereDegree.
//
// On 0 < z < 2 both z and w are positive, so that (c z^m w^n)^p = c^p z^{mp} w^{np} for c > 0.
func (a sphereArith) root(x onSphere, p *big.Rat) (v onSphere, err error) {
	c, powers, err := x.monomial()
	if err != nil {
		return v, err
	}
	cp, err := a.constants.PowRat(c, p) // an error unless c > 0, p being no integer, or too large a one
	if err != nil {
		return v, err
	}
	power, index := constPoly{cp}, 0
	for i, n := range powers {
		e := new(big.Rat).Mul(p, big.NewRat(n, 1))
		if !e.IsInt() || e.Num().BitLen() > 6 {
			return v, errNotOnSphere
		}
		for range e.Num().Int64() / 2 {
			power = power.mul(squares[i])
		}
		index |= int(e.Num().Bit(0)) << i
	}
	v[index] = power
	return v, nil
}

// over divides by a monomial, which has no zero in (0,2), what it divides.
//
// The quotient by zⁿ is taken one z at a time: xz/z², and every coefficient has to be divisible by
// 1 − u, of which z² is the double. A quotient that is no element of the algebra is an error, not
// an approximation.
func (a sphereArith) over(x, y onSphere) (onSphere, error) {
	c, powers, err := y.monomial()
	if err != nil {
		return x, err
	}
	inv, err := a.constants.Binary(formula.OpDiv, constInt(1), c)
	x = x.scale(inv)
	for i, n := range powers {
		var root onSphere // x/z is xz/(2−2u), and so for w
		for root[1<<i] = (constPoly{constInt(1)}); n > 0 && err == nil; n-- {
			x, err = x.mul(root)
			x = x.mapped(func(p constPoly) constPoly {
				times, q := divideOut(p, int64(1-2*i), 1)
				if len(p) > 0 && times == 0 {
					err = errNotOnSphere
				}
				return q.scale(constFrac(1, 2))
			})
		}
	}
	return x, err
}

// divideOut divides p by (1 − su), s = ±1, as often as it goes, up to most times.
//
// A value at u = s that is exactly 0 makes the division go without rest: p = (1−su)q has p_i = q_i
// − s q_{i−1}.
func divideOut(p constPoly, s int64, most int) (times int, q constPoly) {
	for times < most && len(p) > 1 && p.at(constInt(s)).IsZero() == ball.True {
		q := slices.Clone(p[:len(p)-1]) // q_i = p_i + s q_{i−1}
		for i := range q[1:] {
			q[i+1] = q[i+1].Add(q[i].Mul(constInt(s)))
		}
		p = q
		times++
	}
	return times, p
}

func (a sphereArith) Unary(op formula.Op, x onSphere) (onSphere, error) {
	if c, ok := x.isConst(); ok {
		v, err := a.constants.Unary(op, c)
		return a.constant(v), err
	}
	switch op {
	case formula.OpNeg:
		return x.scale(constInt(-1)), nil
	case formula.OpSqrt:
		return a.root(x, big.NewRat(1, 2))
	case formula.OpSin, formula.OpCos:
		return a.wave(op, x)
	case formula.OpAsin, formula.OpAcos:
		v, err := arc(x)
		if err == nil && op == formula.OpAcos {
			v = v.scale(constInt(-1)).add(a.Const(formula.OpPi).scale(constFrac(1, 2)))
		}
		return v, err
	}
	return onSphere{}, errNotOnSphere
}

// wave returns the sine or cosine of c + qA, A = π/2 − θ, for integers 2q: with m = 2|q|, (w/2 + iz/2)^m = cos(mθ/2) +
// i sin(mθ/2).
//
// z/2 = sin(θ/2) and w/2 = cos(θ/2) for 0 < θ < π. With a positive slope q the argument falls with
// θ, and the sine of mθ/2 changes its sign.
func (a sphereArith) wave(op formula.Op, x onSphere) (onSphere, error) {
	q := x[4]
	x[4] = nil
	c, ok := x.isConst()
	if !ok || len(q) != 1 {
		return onSphere{}, errNotOnSphere
	}
	r, ok := q[0].Rat()
	if !ok || !new(big.Rat).Mul(r, big.NewRat(2, 1)).IsInt() ||
		new(big.Rat).Abs(r).Cmp(big.NewRat(maxSphereDegree/4, 1)) > 0 {
		return onSphere{}, errNotOnSphere
	}
	// the argument is b − qθ
	// c + qA = c + q(π/2 − θ)
	b := c.Add(constant.Pi().Scale(new(big.Rat).Mul(r, big.NewRat(1, 2))))
	re, im := a.constant(constInt(1)), onSphere{}
	z, w := a.distance().scale(constFrac(1, 2)), onSphere{2: constPoly{constFrac(1, 2)}}
	if r.Sign() > 0 {
		z = z.scale(constInt(-1))
	}
	for range new(big.Rat).Mul(new(big.Rat).Abs(r), big.NewRat(2, 1)).Num().Int64() {
		parts := [4]onSphere{}
		for i, f := range [4][2]onSphere{{re, w}, {im, z.scale(constInt(-1))}, {re, z}, {im, w}} {
			// (re + i im)(w/2 + iz/2)
			parts[i], _ = f[0].mul(f[1]) // the degree is bounded above
		}
		// One factor more raises the degree in u by one half: a z or w, whose squares are of degree 1.
		re, im = parts[0].add(parts[1]), parts[2].add(parts[3])
	}
	sin, err := a.constants.Unary(formula.OpSin, b)
	cos, err2 := a.constants.Unary(formula.OpCos, b)
	if err := rule.First(err, err2); err != nil {
		return onSphere{}, err
	}
	if op == formula.OpSin {
		return re.scale(sin).add(im.scale(cos)), nil
	}
	return re.scale(cos).add(im.scale(sin.Neg())), nil
}

// arc returns arcsin of ±u, z/2 or w/2, the sines of ±A, of π/4 − A/2 and of π/4 + A/2.
//
// On 0 < z < 2 all these are in the range (−π/2, π/2) of arcsin: |A| < π/2, 0 < θ/2 < π/2 with θ/2
// = π/4 − A/2, and π/2 − θ/2 = π/4 + A/2.
func arc(x onSphere) (v onSphere, err error) {
	quarter := constant.Pi().Scale(big.NewRat(1, 4))
	for _, sine := range []struct {
		i         int
		p         constPoly
		at, slope constant.Value
	}{
		{0, constPoly{{}, constInt(1)}, constant.Value{}, constInt(1)},
		{0, constPoly{{}, constInt(-1)}, constant.Value{}, constInt(-1)},
		{1, constPoly{constFrac(1, 2)}, quarter, constFrac(-1, 2)}, {2, constPoly{constFrac(1, 2)}, quarter, constFrac(1, 2)},
	} {
		y := x
		if y[sine.i] = y[sine.i].add(sine.p.scale(constInt(-1))); y.isZero() {
			v[0], v[4] = constPoly{sine.at}.trim(), constPoly{sine.slope}
			return v, nil
		}
	}
	return v, errNotOnSphere
}

func (a sphereArith) Bessel(op formula.Op, nu, x onSphere) (onSphere, error) {
	n, ok := nu.isConst()
	c, ok2 := x.isConst()
	if !ok || !ok2 {
		return onSphere{}, errNotOnSphere
	}
	v, err := a.constants.Bessel(op, n, c)
	return a.constant(v), err
}

// Compare answers for all z in (0,2) at once, if the sides differ by c + at, with t = u, A, z, w or zw.
//
// A linear function of t takes on an open interval values strictly between those at the ends,
// unless it is constant: with both ends ≥ 0, one of them > 0, it is positive throughout. t is u in
// (−1,1), A in (−π/2, π/2), z or w in (0,2), and zw = 2√(1−u²) in (0,2], for which (0,4) is taken.
func (a sphereArith) Compare(op formula.Op, x, y onSphere) ball.Truth {
	d := x.add(y.scale(constInt(-1)))
	if c, ok := d.isConst(); ok {
		return a.constants.Compare(op, c, constant.Value{})
	}
	part, rest := constant.Value{}, d
	lo, hi := constInt(-1), constInt(1) // of t
	if len(d[0]) == 2 {
		part, rest[0] = d[0][1], d[0][:1].trim()
	} else {
		// The order of the map does not matter: with two parts the other one stays in rest, and the
		// answer is unknown.
		for i, half := range map[int]constant.Value{1: constInt(1), 2: constInt(1), 3: constInt(2),
			4: constant.Pi().Scale(big.NewRat(1, 2))} {
			if len(d[i]) == 1 {
				part, rest[i] = d[i][0], nil
				if lo, hi = half.Neg(), half; i < 4 {
					lo, hi = constant.Value{}, half.Add(half) // zw ≤ 2, which is attained
				}
				break // a second part stays
			}
		}
	}
	c, ok := rest.isConst()
	if !ok {
		return ball.Unknown
	}
	s, known := c.Add(part.Mul(lo)).Sign()
	t, known2 := c.Add(part.Mul(hi)).Sign()
	if known != ball.True || known2 != ball.True || s*t < 0 {
		return ball.Unknown
	}
	return a.constants.Compare(op, constInt(int64(s+t)), constant.Value{}) // linear: the ends are not attained
}

// isZero reports whether x is known to be 0.
//
// Known to be 0: every coefficient but the constant one is gone, and that is exactly 0.
func (x onSphere) isZero() bool {
	c, ok := x.isConst()
	return ok && c.IsZero() == ball.True
}

func (a sphereArith) Join(onSphere, onSphere) (onSphere, error) { return onSphere{}, errNotOnSphere }

// Arcs is a kernel on the unit sphere in the form f(u) = P(u) + Q(u) arcsin u + R(u) √(1−u²), u = ⟨x,y⟩ ∈ [−1,1]:
// continuous, with the values at both ends, and analytic for |u| < 1. Constant terms are first.
//
// Continuity at u = ±1 is that of arcsin and the root; that k has these limits as its values is
// checked by continuous.
type Arcs struct{ P, Q, R constPoly }

// arcFormOf returns the form of f(u) = k(√(2−2u)) for u in (−1,1), from every point of it.
//
// Parts with an odd power of z or w alone, which are singular at a pole, are of another form.
func arcFormOf(k *kernel.Kernel) (*Arcs, error) {
	a := sphereArith{k.Constants()}
	x, err := formula.Eval(k.Expr(), a.distance(), formula.Arith[onSphere](a))
	if err != nil {
		return nil, err
	}
	for _, i := range []int{1, 2, 5, 6, 7} {
		if len(x[i]) > 0 {
			return nil, errNotOnSphere
		}
	}
	return &Arcs{x[0], x[4], x[3].scale(constInt(2))}, nil // zw = 2√(1−u²)
}

// At returns f(1) or f(−1), for s = 1 and −1.
//
// arcsin ±1 = ±π/2, and the root vanishes.
func (f *Arcs) At(s int64) constant.Value {
	return f.P.at(constInt(s)).Add(f.Q.at(constInt(s)).Mul(constant.Pi().Mul(constFrac(s, 2))))
}

// continuous returns an error unless k(0) and k(2) are the limits f(1) and f(−1).
//
// k(0) is the formula's value at 0, or the limit where it has none; k(2) is the formula's value,
// without which no claim holds.
func continuous(k *kernel.Kernel, f func(u int64) (constant.Value, error)) error {
	zero, err := rule.ValueAtZero(k)
	two, err2 := formula.Eval(k.Expr(), constInt(2), k.Constants())
	if err := rule.First(err, err2); err != nil {
		return fmt.Errorf("the exact values at z = 0 and 2: %w", err)
	}
	// f is continuous on [−1,1] where it has values at both ends, so that these are its limits.
	for i, v := range []constant.Value{zero, two} {
		limit, err := f(int64(1 - 2*i))
		if err != nil || v.Equal(limit) != ball.True {
			return fmt.Errorf("the value %v at z = %d is not, or not known to be, the limit %v", v, 2*i, limit)
		}
	}
	return nil
}
