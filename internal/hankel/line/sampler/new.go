package sampler

import (
	"math"

	"krein/ball"
	"krein/internal/hankel/line"
)

// prec is that of the bounds.
const prec = 128

// New returns the law of a part, nil if it has neither pieces nor atoms.
func New(p *line.Part) *Law {
	if len(p.Atoms)+len(p.Pieces) == 0 {
		return nil
	}
	law, apart := &Law{}, p.Apart
	var own, v ball.Real // own is the mass of the law
	for i := range p.Atoms {
		a := &p.Atoms[i]
		x := Atom{Omega: a.Omega.Nearest(), Phase: math.Atan2(a.Weight.Im.Nearest(), a.Weight.Re.Nearest())}
		a.Weight.Abs(&v, prec)
		if !a.Omega.IsZero() { // and the one at −ω
			v.Mul2Exp(&v, 1)
		}
		x.Mass = v.Nearest()
		law.Atoms = append(law.Atoms, x)
		own.Add(&own, ball.NewReal(x.Mass), prec)
		// the last for the phase
		apart = apart.Add(differs(&v, x.Mass)).Add(a.Weight.Rad().Mul2Exp(1)).Add(v.MagUpper().Mul2Exp(-50))
	}
	for i := range p.Pieces {
		q, d := panel(&p.Pieces[i], p.Imaginary)
		apart = apart.Add(d)
		law.Panels = append(law.Panels, q)
		own.Add(&own, q.integral(&v), prec)
	}
	law.Mass = own.Nearest()
	law.Distance = apart.Mul2Exp(1).Add(differs(&own, law.Mass)).Float64()
	law.sum()
	return law
}

// differs bounds |x − v|.
func differs(x *ball.Real, v float64) ball.Mag {
	var d ball.Real
	d.Sub(x, ball.NewReal(v), prec)
	return d.MagUpper()
}

// panel rounds a piece, of both signs of ω, and bounds half of what that changes.
func panel(p *line.Piece, imaginary bool) (q Panel, d ball.Mag) {
	q = Panel{Inverse: p.Inverse, Mid: p.Mid, Half: p.Half, Lo: p.Lo, Hi: p.Hi}
	var change ball.Mag
	q.Coef, change = rounded(p.Coef, 2)
	switch {
	case p.Sign == 0:
		var a, b ball.Mag
		q.Re, a = rounded(p.Re, 1)
		q.Im, b = rounded(p.Im, 1)
		change = change.Add(a.Add(b).Mul2Exp(1)) // |√Q e^{iθ′} − P| ≤ 2|P′ − P| for the rounded P′ of phase θ′
	case imaginary:
		q.Phase = math.Copysign(math.Pi/2, float64(p.Sign))
	case p.Sign < 0:
		q.Phase = math.Pi
	}
	return q, change.Mul(ball.MagFloat64(p.Hi - p.Lo))
}

// rounded rounds factor times the coefficients, leaves out what is small, and bounds what that changes of the
// polynomial.
func rounded(c []ball.Real, factor int64) (f []float64, change ball.Mag) {
	f = make([]float64, len(c))
	size, n := 0.0, 0
	for k := range c {
		f[k] = c[k].Nearest() * float64(factor)
		if size = math.Max(size, math.Abs(f[k])); math.Abs(f[k]) > 1e-19*size {
			n = k + 1
		}
	}
	clear(f[n:])
	var t ball.Real
	for k := range c {
		t.MulInt64(&c[k], factor, prec)
		change = change.Add(differs(&t, f[k]))
	}
	return f[:n], change
}

// integral encloses the mass of the polynomial.
func (q *Panel) integral(v *ball.Real) *ball.Real {
	var a, b, t ball.Real
	x, y := ball.NewReal(q.Lo), ball.NewReal(q.Hi)
	for k := len(q.Coef) - 1; k >= 0; k-- {
		t.QuoInt64(ball.NewReal(q.Coef[k]), int64(k+1), prec)
		a.FMA(&a, x, &t, prec)
		b.FMA(&b, y, &t, prec)
	}
	a.Mul(&a, x, prec)
	b.Mul(&b, y, prec)
	return v.Sub(&b, &a, prec)
}
