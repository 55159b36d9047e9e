package sphere

import (
	"math/big"
	"slices"

	"krein/ball"
	"krein/kernel"
	"krein/kernel/constant"
	"krein/kernel/formula"
)

// AtomsOf finds the form of f(u) = k(√(2−2u)) on [−1,1], where it is continuous, and its Maclaurin series, which converges for |u| < 1. The error
// says why there is none.
func AtomsOf(k *kernel.Kernel) (*AtomSum, error) {
	a := atomArith{k.Constants()}
	x, err := formula.Eval(inside(k.Expr(), k.Constants(), true), a.distance(), formula.Arith[AtomSum](a))
	if err != nil {
		return nil, err
	}
	return &x, continuous(k, func(u int64) (constant.Value, error) { return x.at(u, a.constants) })
}

// at returns f(u) for u = ±1.
func (x AtomSum) at(u int64, constants formula.Arith[constant.Value]) (v constant.Value, err error) {
	v = x.poly.at(constInt(u))
	for _, t := range x.terms {
		arg := t.rate
		if t.q == 1 {
			arg = arg.Mul(constInt(u))
		}
		var w constant.Value
		switch t.op {
		case formula.OpPow:
			w, err = constants.PowRat(constInt(1).Sub(arg), t.atom.p)
		case formula.OpLog:
			w, err = constants.Unary(t.op, constInt(1).Sub(arg))
		default:
			w, err = constants.Unary(t.op, arg)
		}
		if err != nil {
			return v, err
		}
		v = v.Add(w.Mul(t.p.at(constInt(u))))
	}
	return v, nil
}

// maclaurin returns the coefficients b_n of f, n < length.
func (x AtomSum) maclaurin(length int) constPoly {
	b := make(constPoly, length)
	copy(b, x.poly)
	for _, t := range x.terms {
		s := t.series()
		g := s.lead
		for j := 0; s.first+s.step*j < length; j++ {
			for i, c := range t.p {
				if n := s.first + s.step*j + i; n < length {
					b[n] = b[n].Add(c.Mul(g))
				}
			}
			g = g.Mul(s.ratio)
			at := new(big.Rat).SetInt64(int64(j))
			for _, a := range s.above {
				g = g.Scale(new(big.Rat).Add(at, a))
			}
			for _, a := range s.below {
				g = g.Scale(new(big.Rat).Inv(new(big.Rat).Add(at, a)))
			}
		}
	}
	return b
}

// progression is what one power of u in the polynomial of one atom contributes to b_n for n = from, from + 2, …: value at n = from, times
// Π ratio·above(i)/below(i) over the steps before, above and below positive polynomials of the number i ≥ 0 of the step.
type progression struct {
	value, ratio constant.Value
	above, below constPoly
}

// progressions returns those that are not zero, if all is as wanted from there on.
func (x AtomSum) progressions(from int) (out []progression, err error) {
	if from < len(x.poly) {
		return nil, errFrom
	}
	for _, t := range x.terms {
		s := t.series()
		for i, c := range t.p {
			n := from - i - s.first
			if n < 0 {
				return nil, errFrom
			}
			if n%s.step != 0 {
				continue // step 2, and the other parity
			}
			alone := AtomSum{terms: []term{{constPoly{constInt(1)}, t.atom}}}
			value := c.Mul(alone.maclaurin(n + s.first + 1)[n+s.first])
			p := progression{value, s.ratio, constPoly{constInt(1)}, constPoly{constInt(1)}}
			if s.step == 1 {
				p.ratio = p.ratio.Mul(p.ratio)
			}
			for _, side := range []struct {
				to   *constPoly
				from []*big.Rat
			}{{&p.above, s.above}, {&p.below, s.below}} {
				for _, a := range side.from {
					for l := range 3 - s.step { // j = n/step + 2i/step + l
						at := new(big.Rat).Add(a, big.NewRat(int64(n/s.step+l), 1))
						if at.Sign() <= 0 {
							return nil, errFrom
						}
						*side.to = side.to.mul(constPoly{constant.Rat(at), constInt(int64(2 / s.step))})
					}
				}
			}
			out = append(out, p)
		}
	}
	return out, nil
}

// atMost reports whether |ratio| of p, of known sign, is proved to be at most that of q at every step.
func (p progression) atMost(q progression) bool {
	sign, _ := p.ratio.Sign()
	size := p.ratio.Scale(big.NewRat(int64(sign), 1))
	return q.above.mul(p.below).scale(q.ratio).add(p.above.mul(q.below).scale(size.Neg())).allNonnegative("") == nil
}

// tailNonnegative proves b_n ≥ 0 for all n ≥ from. For either parity let the positive progressions whose ratios are at least those, without
// their signs, of all that are, or become, negative add up to no less than these at the first step: then they do so ever after.
func (x AtomSum) tailNonnegative(from int) error {
	for parity := range 2 {
		all, err := x.progressions(from + parity)
		if err != nil {
			return err
		}
		var up, down []progression
		var sum constant.Value
		for _, p := range all {
			sign, known := p.value.Sign()
			steady, known2 := p.ratio.Sign()
			switch {
			case known != ball.True || known2 != ball.True:
				return errFrom
			case sign > 0 && steady >= 0:
				up = append(up, p)
			case sign != 0:
				down = append(down, p)
				sum = sum.Sub(p.value.Scale(big.NewRat(int64(sign), 1)))
			}
		}
		for _, p := range up {
			if !slices.ContainsFunc(down, func(q progression) bool { return !q.atMost(p) }) {
				sum = sum.Add(p.value)
			}
		}
		if s, known := sum.Sign(); known != ball.True || s < 0 {
			return errFrom
		}
	}
	return nil
}
