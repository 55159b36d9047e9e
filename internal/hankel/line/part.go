package line

import "krein/ball"

// Part is what is enclosed of a part of p: p_R⁺, p_R⁻, |p_I| or |p|.
type Part struct {
	Imaginary bool // it is |p_I|

	Mass   *ball.Real // on all of R, atoms included
	Atoms  []Atom     // in increasing order of ω
	Pieces []Piece    // the same
	// Apart bounds ∫ |dp − (pieces and atoms)| over ω ≥ 0: what is in none of them, and what is left out of their
	// polynomials.
	Apart ball.Mag
}

// Atom is a complex weight of p at ω ≥ 0; at −ω is its conjugate.
type Atom struct {
	Omega  ball.Real
	Weight ball.Complex
}

// Piece is the density Σ Coef[k] y^k ≥ 0 of a part in y, Lo ≤ y ≤ Hi, where ω = Mid + Half·y, or 1/ω if Inverse. Half
// is a power of 2. Of |p|, p_R + i p_I is about Σ (Re[k] + i Im[k]) y^k there.
type Piece struct {
	Inverse   bool
	Mid, Half float64
	Lo, Hi    float64
	Coef      []ball.Real
	Sign      int // that of p_R or p_I; 0 for |p|
	Re, Im    []ball.Real
}

// gather adds up the pieces of a sign, 0 for all, and atoms.
func gather(cells []*cell, atoms *weights, sign int, prec uint) *Part {
	out := &Part{Mass: new(ball.Real), Atoms: atoms.list, Apart: atoms.lost}
	unknown := atoms.lost // of the mass
	var v ball.Real
	for i := range atoms.list {
		a := &atoms.list[i]
		a.Weight.Abs(&v, prec)
		if !a.Omega.IsZero() { // and the one at −ω
			v.Mul2Exp(&v, 1)
		}
		out.Mass.Add(out.Mass, &v, prec)
	}
	for _, c := range cells {
		out.Apart = out.Apart.Add(c.another).Add(c.left)
		unknown = unknown.Add(c.another)
		for i := range c.pieces {
			if p := &c.pieces[i]; sign == 0 || p.sign == sign {
				v.Mul2Exp(&p.value, 1) // p at −ω too
				out.Mass.Add(out.Mass, &v, prec)
				q := Piece{Inverse: c.inv, Mid: c.mid, Half: c.half, Lo: p.lo, Hi: p.hi, Coef: p.c, Sign: p.sign}
				if p.sign == 0 {
					q.Re, q.Im = c.re, c.im
				}
				out.Pieces = append(out.Pieces, q)
			}
		}
		// what is left over may be of the part, or not
		v.SetMag(c.left)
		out.Mass.Add(out.Mass, &v, prec)
		out.Mass.AddRad(c.left)
	}
	out.Mass.AddRad(unknown.Mul2Exp(1))
	return out
}
