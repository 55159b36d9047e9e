package enclose

import (
	"krein/ball"
	"krein/kernel"
)

// valueAtZero sets dst to the limit at z → 0 of the part of the kernel that has a density.
func (p *Density) valueAtZero(dst *ball.Real, prec uint) error {
	exact := intNum(0)
	dst.SetInt64(0)
	var v ball.Real
	for _, q := range p.parts {
		switch q := q.(type) {
		case closedPart:
			n, ok := closedAtZero(q.Part)
			if !ok {
				return noMass("the value at 0 of %v is not known", q.Part)
			}
			exact = exact.add(n)
			continue
		case *powersPart:
			if n, ok := powersAtZero(q); ok {
				exact = exact.add(n)
				continue
			}
			return noMass("the kernel is not bounded at 0, or not known to be")
		case *seriesPart: // z = 0 is t = 1
			q.f.At(&v, ball.NewReal(1), prec)
		case *intervalPart:
			q.atZero(&v, prec)
		case *tailPart:
			v.SetInt64(0)
			if isZeroExpr(q.lo) {
				q.f.f.At(&v, ball.NewReal(0), prec)
			}
		default:
			v.SetIndeterminate()
		}
		if !v.IsFinite() {
			return noMass("the kernel is not bounded at 0, or not known to be")
		}
		dst.Add(dst, &v, prec)
	}
	if !exact.IsZero() {
		dst.Add(dst, exact.Ball(&v, prec), prec)
	}
	if !dst.IsFinite() {
		return noMass("k(0) is not known exactly")
	}
	return nil
}

func isZeroExpr(e *kernel.Expr) bool { return e.Op() == kernel.OpNum && e.Num().Sign() == 0 }

// closedAtZero returns the value at z = 0 of the function with a density.
func closedAtZero(q Part) (n Num, ok bool) {
	n = intNum(0)
	switch q := q.(type) {
	case *Gaussian:
		if len(q.C) > 0 {
			n = q.C[0]
		}
	case *Matern: // M_ν(0) = 1
		for _, b := range q.B {
			n = n.add(b)
		}
	case *Damped:
		for _, t := range q.Terms {
			if t.Pow == 0 && !t.Imag { // 2 Re c
				n = n.add(t.C.mul(intNum(2)))
			}
		}
	case *InversePower:
		n = q.C
	case *Sonine:
		n = q.C
	case *BetaLaw:
		n = q.C
	default:
		return n, false
	}
	return n, n.Exact()
}

// powersAtZero is closedAtZero for powers of z; ok is false if the sum is unbounded.
func powersAtZero(q *powersPart) (n Num, ok bool) {
	n = intNum(0)
	if !isZeroExpr(q.lo) {
		return n, true
	}
	for i := range q.terms {
		t := &q.terms[i]
		switch r, ok := t.pow.Rat(); {
		case !ok || r.Sign() < 0:
			return n, false
		case r.Sign() == 0:
			n = n.add(t.c)
		}
	}
	return n, n.Exact()
}

// atZero sets dst to the value of the formula at z = 0, and to 0 if that is not an end of the interval.
func (p *intervalPart) atZero(dst *ball.Real, prec uint) {
	// the variable of the integrand runs from lo to hi, z from the other end where it was substituted
	var t, z, dz ball.Real
	if p.r == nil {
		if !isZeroExpr(p.lo) {
			dst.SetInt64(0)
			return
		}
		p.f.At(dst, ball.NewReal(0), prec)
		return
	}
	p.hi.BallValue(&t, nil, prec)
	p.position(&z, &dz, &t, prec)
	switch {
	case !z.ContainsZero():
		dst.SetInt64(0)
	case p.fromZero():
		p.f.At(dst, &t, prec)
	default:
		dst.SetIndeterminate()
	}
}

// fromZero reports whether the end of a substituted interval is exactly that of z = 0, π/2 or 1 (newIntervalPart).
func (p *intervalPart) fromZero() bool {
	if p.q == 0 {
		return p.hi.Equal(kernel.Apply(kernel.OpDiv, kernel.Pi(), kernel.Int(2)))
	}
	return p.hi.Equal(kernel.Int(1))
}
