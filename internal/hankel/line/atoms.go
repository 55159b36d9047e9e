package line

import (
	"cmp"
	"slices"

	"krein/ball"
	"krein/internal/hankel/closed"
	"krein/internal/hankel/waves"
	"krein/internal/kernel/formula"
	"krein/kernel"
)

// atom is a weight at ω ≥ 0 and one at −ω, of an even side the same, of an odd one i and −i times it.
type atom struct {
	omega  closed.Num
	weight ball.Real
}

// addWave adds the wave c i^phase exp(i freq s).
func (s *side) addWave(c closed.Num, phase int, freq closed.Num, prec uint) error {
	switch {
	case !freq.IsZero() && freq.Sign() == 0 || (phase == 1) != s.odd:
		return errorf("a wave of frequency %v is not decided", freq)
	case freq.Sign() >= 0: // the other one is at −freq
		a := atom{omega: freq}
		c.Ball(&a.weight, prec)
		s.atoms = append(s.atoms, a)
	}
	return nil
}

// addSeries adds the Fourier series of a function made of waves.
func (s *side) addSeries(k *kernel.Kernel, e *formula.Expr, prec uint) error {
	series, err := waves.Series(e, s.odd, prec, k)
	if err != nil {
		return errorf("%v", err)
	}
	for i := range series.List {
		x := &series.List[i]
		a := atom{omega: x.Omega}
		a.weight.Set(&x.Weight)
		s.atoms = append(s.atoms, a)
	}
	s.lost = s.lost.Add(series.Lost)
	return nil
}

// weights are atoms at ω ≥ 0 with complex weights, in increasing order; lost bounds the masses of others.
type weights struct {
	list []Atom
	lost ball.Mag
}

// joined puts the atoms of both sides together.
func (p *pair) joined(prec uint) (*weights, error) {
	out := &weights{}
	var of []closed.Num
	add := func(a *atom, odd bool) error {
		var x Atom
		a.omega.Ball(&x.Omega, prec)
		part := func(y *Atom) *ball.Real {
			if odd {
				return &y.Weight.Im
			}
			return &y.Weight.Re
		}
		for i := range out.list {
			if out.list[i].Omega.Overlaps(&x.Omega) == ball.False {
				continue
			}
			switch order, known := of[i].Cmp(a.omega); {
			case !known:
				return errorf("it is not known whether the frequencies %v and %v are one", of[i], a.omega)
			case order == 0: // of the other side, or of this one, spelt in another way
				w := part(&out.list[i])
				w.Add(w, &a.weight, prec)
				return nil
			}
		}
		part(&x).Set(&a.weight)
		out.list, of = append(out.list, x), append(of, a.omega)
		return nil
	}
	for _, s := range []*side{p.even, p.odd} {
		out.lost = out.lost.Add(s.lost)
		for i := range s.atoms {
			if err := add(&s.atoms[i], s.odd); err != nil {
				return nil, err
			}
		}
	}
	slices.SortStableFunc(out.list, func(a, b Atom) int { return cmp.Compare(a.Omega.Nearest(), b.Omega.Nearest()) })
	return out, nil
}

// part returns the real or imaginary parts, of a sign if it is not 0; those of which the sign is not known are lost.
func (w *weights) part(imaginary bool, sign int) *weights {
	out := &weights{lost: w.lost}
	for i := range w.list {
		var x Atom
		x.Omega.Set(&w.list[i].Omega)
		from, to := &w.list[i].Weight.Re, &x.Weight.Re
		if imaginary {
			from, to = &w.list[i].Weight.Im, &x.Weight.Im
		}
		to.Set(from)
		switch s := signOf(from); {
		case s == 0:
			out.lost = out.lost.Add(from.MagUpper().Mul2Exp(1))
		case s == sign || sign == 0:
			out.list = append(out.list, x)
		}
	}
	return out
}
