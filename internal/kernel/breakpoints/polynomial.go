package breakpoints

import (
	"fmt"
	"math/big"

	"krein/internal/budget"
	"krein/internal/elem64"
	"krein/internal/kernel/brief"
	"krein/internal/kernel/certain"
	"krein/internal/kernel/exponent"
	"krein/internal/kernel/formula"
	"krein/internal/kernel/piecewise"
	"krein/internal/polynomial"
	"krein/internal/polynomial/roots"
)

// polynomialZeros adds the positive zeros of g = Σ p[i] z^{i/q}.
func (s *solver) polynomialZeros(g *formula.Expr, p []*big.Rat, q int) error {
	low := 0
	for low < len(p) && p[low].Sign() == 0 {
		low++
	}
	p = p[low:]
	if len(p) <= 1 {
		return nil
	}
	// p is a polynomial in v = w^m.
	m := 0
	for i, c := range p {
		if c.Sign() != 0 {
			m = int(exponent.GCD(int64(m), int64(i)))
		}
	}
	v := make([]*big.Rat, 0, len(p)/m+1)
	for i := 0; i < len(p); i += m {
		v = append(v, p[i])
	}
	if len(v) > maxDegree+1 {
		return fmt.Errorf("%s has degree %d, more than the %d that are solved", brief.Text(g.String()), len(v)-1, maxDegree)
	}
	power := big.NewRat(int64(q), int64(m)) // z = v^{q/m}
	roots, ok := positiveRoots(v, s.meter)
	if !ok {
		return s.spent()
	}
	for i, r := range roots {
		if r.exact != nil {
			if power.Cmp(big.NewRat(1, 2)) == 0 {
				s.found = append(s.found, pointAt(formula.Apply(formula.OpSqrt, r.exact)))
			} else {
				s.found = append(s.found, pointAt(formula.Identity(formula.Pow(r.exact, formula.Rational(power)))))
			}
			continue
		}
		e, _ := power.Float64()
		s.found = append(s.found, point{Breakpoint: piecewise.Breakpoint{Value: elem64.Pow(r.value, e)}, root: &roots[i]})
	}
	return nil
}

// root is a positive root of a polynomial: an exact expression if one is known.
type root struct {
	value float64
	exact *formula.Expr
}

// rootBits is the relative width, as a power of two, within which a rational root is looked for.
const rootBits = 80

// positiveRoots returns the positive roots of c: every one, each once. They are isolated by
// Sturm's theorem; rational ones and those of a quadratic factor that is left are exact. ok is false if m is spent
// before.
func positiveRoots(c []*big.Rat, m *budget.Meter) (out []root, ok bool) {
	p := polynomial.FromRats(c).SquareFree()
	in, ok := roots.Isolate(p, m)
	for _, v := range in {
		if v, ok = roots.Refine(p, v, rootBits, m); !ok {
			return nil, false
		}
		// The root is in (lo, hi]; lo itself may be another one.
		if r := roots.Simplest(v.Lo, v.Hi); roots.SignAt(p, r) == 0 && (r.Cmp(v.Lo) != 0 || v.Lo.Cmp(v.Hi) == 0) {
			out = append(out, root{exact: formula.Rational(r)})
			p = p.Deflate(r)
		}
	}
	switch {
	case !ok:
		return nil, false
	case len(p) == 3:
		return append(out, quadraticRoots(p)...), true
	case len(p) == 2:
		if r := new(big.Rat).SetFrac(p[0], p[1]); r.Sign() < 0 {
			out = append(out, root{exact: formula.Rational(r.Neg(r))})
		}
		return out, true
	}
	if in, ok = roots.Isolate(p, m); !ok {
		return nil, false
	}
	for _, v := range in {
		if v, ok = roots.Refine(p, v, rootBits, m); !ok {
			return nil, false
		}
		mid := new(big.Rat).Add(v.Lo, v.Hi)
		f, _ := mid.Mul(mid, big.NewRat(1, 2)).Float64()
		out = append(out, root{value: f})
	}
	return out, true
}

// quadraticRoots returns the positive roots of a square-free c + b v + a v².
func quadraticRoots(p polynomial.Int) (out []root) {
	c, b, a := new(big.Rat).SetInt(p[0]), new(big.Rat).SetInt(p[1]), new(big.Rat).SetInt(p[2])
	disc := new(big.Rat).Mul(b, b)
	disc.Sub(disc, new(big.Rat).Mul(big.NewRat(4, 1), new(big.Rat).Mul(a, c)))
	if disc.Sign() <= 0 {
		return nil
	}
	// (−b ± √disc)/(2a) = h ± √k
	two := new(big.Rat).Mul(big.NewRat(2, 1), a)
	h := new(big.Rat).Quo(new(big.Rat).Neg(b), two)
	k := formula.Apply(formula.OpSqrt, formula.Rational(disc.Quo(disc, two.Mul(two, two))))
	for _, e := range []*formula.Expr{formula.Sub(formula.Rational(h), k),
		formula.Identity(formula.Add(formula.Rational(h), k))} {
		e = formula.Identity(e)
		if sign, err := certain.ConstantSign(e); err == nil && sign > 0 {
			out = append(out, root{exact: e})
		} else if err != nil && c.Sign() != 0 {
			// Nonzero, yet too near zero for floats: c/a is the product of the roots.
			if h.Sign() > 0 && c.Sign() == a.Sign() {
				out = append(out, root{exact: e})
			}
		}
	}
	return out
}

// maxDegree is the greatest degree of a polynomial whose roots are isolated, once it is written in the highest power
// that it is a polynomial in.
const maxDegree = 32
