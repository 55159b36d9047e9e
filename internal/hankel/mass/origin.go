package mass

import (
	"krein/ball"
	"krein/internal/hankel/closed"
	"krein/internal/hankel/density"
	"krein/internal/hankel/spline"
	"krein/internal/kernel/eval"
	"krein/internal/kernel/formula"
)

// valueAtZero sets dst to the limit at z → 0 of the part of the kernel that has a density.
func valueAtZero(p *density.Density, dst *ball.Real, prec uint) error {
	exact := closed.IntNum(0)
	dst.SetInt64(0)
	var v ball.Real
	for _, q := range p.Parts() {
		switch q := q.(type) {
		case *density.PowersPart:
			if n, ok := powersAtZero(q); ok {
				exact = exact.Add(n)
				continue
			}
			return Errorf("the kernel is not bounded at 0, or not known to be")
		case *density.OpenPart:
			v.SetInt64(0)
			if formula.IsZero(q.From) {
				eval.Compile(q.Formula).At(&v, ball.NewReal(0), prec)
			}
		default:
			n, ok := closedAtZero(q)
			if !ok {
				return Errorf("the value at 0 of %v is not known", q)
			}
			exact = exact.Add(n)
			continue
		}
		if !v.IsFinite() {
			return Errorf("the kernel is not bounded at 0, or not known to be")
		}
		dst.Add(dst, &v, prec)
	}
	if !exact.IsZero() {
		dst.Add(dst, exact.Ball(&v, prec), prec)
	}
	if !dst.IsFinite() {
		return Errorf("k(0) is not known exactly")
	}
	return nil
}

// closedAtZero returns the value at z = 0 of the function with a density.
func closedAtZero(q closed.Part) (n closed.Num, ok bool) {
	n = closed.IntNum(0)
	switch q := q.(type) {
	case *closed.Gaussian:
		if len(q.C) > 0 {
			n = q.C[0]
		}
	case *closed.GaussianWave:
		n = q.A[0]
	case *closed.Matern: // M_ν(0) = 1
		for _, b := range q.B {
			n = n.Add(b)
		}
	case *closed.Damped:
		for _, t := range q.Terms {
			if t.Pow == 0 && !t.Imag { // 2 Re c
				n = n.Add(t.C.Mul(closed.IntNum(2)))
			}
		}
	case *closed.InversePower:
		n = q.C
	case *closed.Sonine:
		n = q.C
	case *closed.BetaLaw:
		n = q.C
	case *spline.Spline:
		n = spline.Mass(q)
	default:
		return n, false
	}
	return n, n.Exact()
}

// powersAtZero is closedAtZero for powers of z; ok is false if the sum is unbounded.
func powersAtZero(q *density.PowersPart) (n closed.Num, ok bool) {
	n = closed.IntNum(0)
	if !formula.IsZero(q.Lo) {
		return n, true
	}
	for i := range q.Terms {
		t := &q.Terms[i]
		switch r, ok := t.Pow.Rat(); {
		case !ok || r.Sign() < 0:
			return n, false
		case r.Sign() == 0:
			n = n.Add(t.C)
		}
	}
	return n, n.Exact()
}
