package waves

import (
	"math/big"

	"krein/ball"
	"krein/internal/bernoulli"
	"krein/internal/hankel/closed"
)

// Lattice has the weights of atoms at nw for all n > From, which are exactly
//
//	Σ_j Class[n mod q][j] n^{−j},  j ≥ 2, q = len(Class):
//
// atoms of cos(nwz), not of e^{±inwz}.
//
// Those of one class have one sign, Sign[n mod q].
type Lattice struct {
	Spacing closed.Num // w
	From    int
	Class   [][]ball.Real // exact numbers
	Sign    []int
	lost    ball.Mag // of Σ |weight| over n > From of what the function has there beside them
}

// lattice describes the atoms of the numbers n > From ≥ first: coefficients that may be 0 are taken to be 0, and others
// to be the middles of their balls. It is nil if there is none, or if the sign of a class is not known.
func (k *kinked) lattice(first, parts int) *Lattice {
	q := k.modulus()
	if q == 0 {
		return nil
	}
	l := &Lattice{Spacing: k.w}
	exact := make([][]ball.Real, q)
	for r := range q {
		c := k.powers(r, parts)
		l.Class = append(l.Class, make([]ball.Real, len(c)))
		exact[r] = make([]ball.Real, len(c))
		for j := range c {
			x := &l.Class[r][j]
			if !c[j].ContainsZero() {
				x.GetMid(&c[j])
			}
			exact[r][j].Sub(&c[j], x, k.prec)
		}
	}
	l.Sign = make([]int, q)
	for l.From = max(first, 16, 32*q); ; l.From *= 2 {
		if l.From > mostListed {
			return nil
		}
		known := true
		for r := range q {
			l.Sign[r], known = sign(l.Class[r], l.From)
			if !known {
				break
			}
		}
		if known {
			break
		}
	}
	for r := range q {
		for j := 2; j <= parts; j++ { // all n > From are more than those of a class
			l.lost = l.lost.Add(exact[r][j].MagUpper().Mul(rest(l.From, j)))
		}
	}
	l.lost = termLattice.LeftOut(l.lost.Add(k.remains(l.From, parts)))
	return l
}

// sign returns that of Σ c_j n^{−j} for all n > from, known if the leading term is larger than all others together.
func sign(c []ball.Real, from int) (s int, known bool) {
	var others ball.Mag
	var lead ball.Mag
	inverse := ball.MagPow2(0).Quo(ball.MagUintLower(uint64(from)))
	for j := range c {
		if c[j].IsZero() {
			continue
		}
		if s == 0 {
			s, _ = c[j].Sign()
			lead = c[j].MagLower()
			scale := ball.MagPow2(0)
			for i := j + 1; i < len(c); i++ {
				scale = scale.Mul(inverse)
				others = others.Add(c[i].MagUpper().Mul(scale))
			}
			return s, others.Cmp(lead) < 0
		}
	}
	return 0, true
}

// Weight returns that of number n > From.
func (l *Lattice) Weight(n int, prec uint) *ball.Real { return at(l.Class[n%len(l.Class)], n, prec) }

// Mass encloses the sum of the absolute values of the weights of one sign.
func (l *Lattice) Mass(sign int, prec uint) *ball.Real {
	q := len(l.Class)
	sum, v := new(ball.Real), new(ball.Real)
	for i := range q {
		n := l.From + 1 + i
		if r := n % q; l.Sign[r] == sign {
			for j := 2; j < len(l.Class[r]); j++ {
				if !l.Class[r][j].IsZero() {
					zeta(v, n, q, j, prec)
					sum.FMA(v, &l.Class[r][j], sum, prec)
				}
			}
		}
	}
	if sign < 0 {
		sum.Neg(sum)
	}
	return sum
}

// mostZeta bounds the terms of zeta.
const mostZeta = 24

// zeta encloses Σ_{m≥0} (n+qm)^{−j}, j ≥ 2, by the sum formula of Euler and Maclaurin
//
//	n^{1−j}/(q(j−1)) + n^{−j}/2 + Σ_{i≥1} B_{2i}/(2i)! (j)_{2i−1} q^{2i−1} n^{−j−2i+1},
//
// in which the error is at most the first term that is left out, as (n+qt)^{−j} is completely monotone in t.
func zeta(dst *ball.Real, n, q, j int, prec uint) {
	b := bernoulli.Numbers(mostZeta)
	var x, t, power ball.Real
	x.SetInt64(int64(n))
	power.PowInt64(&x, int64(1-j), prec)
	dst.QuoInt64(&power, int64(q)*int64(j-1), prec)
	power.Quo(&power, &x, prec)
	t.Mul2Exp(&power, -1)
	dst.Add(dst, &t, prec)
	// c = (j)_{2i−1}/(2i)!, power = q^{2i−1} n^{−j−2i+1}
	c := big.NewRat(int64(j), 2)
	power.MulInt64(&power, int64(q), prec)
	power.Quo(&power, &x, prec)
	for i := 1; ; i++ {
		t.SetRat(new(big.Rat).Mul(c, b[i]), prec)
		t.Mul(&t, &power, prec)
		if m := t.MagUpper(); i == mostZeta || m.Cmp(dst.MagUpper().Mul2Exp(-int64(prec))) <= 0 {
			dst.AddRad(termZeta.LeftOut(m))
			return
		}
		dst.Add(dst, &t, prec)
		c.Mul(c, big.NewRat(int64(j+2*i-1)*int64(j+2*i), int64(2*i+1)*int64(2*i+2)))
		power.MulInt64(&power, int64(q)*int64(q), prec)
		power.Quo(&power, &x, prec)
		power.Quo(&power, &x, prec)
	}
}

// clear lists so much of the lattice that no other atom is among those that are left.
func (a *Atoms) clear() error {
	l := a.Lattice
	if l == nil || len(a.List) == 0 {
		return nil
	}
	largest := 0.0
	for i := range a.List {
		largest = max(largest, a.List[i].Omega.Float64())
	}
	// floats are right to a few units in the last place, and there is one spacing to spare
	n := largest/l.Spacing.Float64() + 1
	switch {
	case !(n < mostCut):
		return errorf("a frequency, %.4g, is too far out among those of a function with kinks", largest)
	case int(n) > l.From:
		a.Extend(int(n))
	}
	return nil
}

// Extend lists the atoms of the lattice up to number n.
func (a *Atoms) Extend(n int) {
	l := a.Lattice
	if l == nil || n <= l.From {
		return
	}
	for i := l.From + 1; i <= n; i++ {
		x := Atom{Omega: l.Spacing.Mul(closed.IntNum(int64(i)))}
		x.Weight.Set(l.Weight(i, atomBits))
		a.List = append(a.List, x)
	}
	b := *l
	b.From = n
	a.Lattice = &b
}

// Negate changes the signs of all weights.
func (a *Atoms) Negate() {
	for i := range a.List {
		a.List[i].Weight.Neg(&a.List[i].Weight)
	}
	if a.Lattice == nil {
		return
	}
	b := *a.Lattice
	b.Class, b.Sign = make([][]ball.Real, len(b.Class)), make([]int, len(b.Sign))
	for r := range b.Class {
		b.Sign[r] = -a.Lattice.Sign[r]
		b.Class[r] = make([]ball.Real, len(a.Lattice.Class[r]))
		for j := range b.Class[r] {
			b.Class[r][j].Neg(&a.Lattice.Class[r][j])
		}
	}
	a.Lattice = &b
}

// CutLattice lists the atoms of the lattice up to number n and leaves the others out.
func (a *Atoms) CutLattice(n int) {
	a.Extend(n)
	if a.Lattice == nil {
		return
	}
	for _, s := range []int{1, -1} {
		a.Lost = a.Lost.Add(a.Lattice.Mass(s, 64).MagUpper())
	}
	a.Lost = a.Lost.Add(a.Off) // what the lattice is off is of what is left out now
	a.Lattice = nil
}
