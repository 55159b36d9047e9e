package distribution

import (
	"math"

	"krein/ball"
	"krein/internal/hankel/closed"
	"krein/internal/hankel/mass"
	"krein/internal/hankel/sign"
)

// powerLaw is a law of mass |mass| (ω/w)^exponent at an end, below w or above it, where the density has the sign of
// mass, and its distance from the density there.
type powerLaw struct {
	mass, exponent float64
	deviation      ball.Mag
}

// powerLaw takes the leading power of the terms: of κ ω^{d−1} c ω^p it has the mass κ c w^{p+d}/|p+d|, with a constant
// in place of c; all else is in the deviation, which is infinite if a term is not integrable. A rounded exponent costs
// |E−e|/min(E, e) of the mass, since |x^E − x^e| ≤ |E−e| x^min |ln x| for 0 < x < 1, and the densities cross once.
func (s *builder) powerLaw(terms []sign.EndTerm, w float64, zero bool) (law powerLaw) {
	pures, left, ok := s.purePowers(terms, w, zero)
	if law.deviation = left; !ok {
		return law
	}
	lead := -1
	var best ball.Mag
	masses := make([]ball.Real, len(pures))
	for i := range pures {
		if !pures[i].mass(&masses[i], ball.NewReal(w), zero, s.Prec) {
			law.deviation = ball.MagInf()
			return law
		}
		if b := masses[i].MagLower(); best.Cmp(b) < 0 {
			lead, best = i, b
		}
	}
	for i := range masses {
		m := &masses[i]
		if i == lead {
			law.deviation = law.deviation.Add(law.lead(m, pures[i].q, s.Prec))
		}
		law.deviation = law.deviation.Add(termPower.LeftOut(m.MagUpper()))
	}
	return law
}

// lead takes mass and exponent from the term of mass m with the power |q|, leaves in m what rounding
// takes from it, and returns what the rounding of the exponent costs.
func (law *powerLaw) lead(m *ball.Real, power closed.Num, prec uint) ball.Mag {
	law.mass, _ = m.Float64()
	var q, e, d, l ball.Real
	power.Ball(&q, prec)
	q.Abs(&q, prec)
	law.exponent, _ = q.Float64()
	e.SetFloat64(law.exponent)
	m.Sub(m, ball.NewReal(law.mass), prec)
	if e.Contains(&q) {
		return ball.Mag{}
	}
	d.Sub(&e, &q, prec)
	l.Min(&e, &q, prec)
	d.Quo(&d, &l, prec)
	return d.MagUpper().Mul(ball.MagFloat64(math.Abs(law.mass)))
}

// purePower is a term κ c ω^p of a density.
type purePower struct {
	q closed.Num // p + d
	c ball.Real  // κ c
}

// mass sets m to the mass of the term below w or above it; false if that is infinite.
func (p *purePower) mass(m, w *ball.Real, zero bool, prec uint) bool {
	var q, t ball.Real
	p.q.Ball(&q, prec)
	if !zero {
		q.Neg(&q)
	}
	if q.Positive() != ball.True {
		return false
	}
	m.Quo(&p.c, &q, prec)
	if !zero {
		q.Neg(&q)
	}
	m.Mul(m, t.Pow(w, &q, prec), prec)
	return true
}

// purePowers adds up the terms that are powers, and bounds the mass of the others, which is infinite
// if it is not known; ok is false if nothing is known of the density.
func (s *builder) purePowers(terms []sign.EndTerm, w float64, zero bool) (pures []purePower, left ball.Mag, ok bool) {
	if len(terms) == 0 {
		return nil, ball.MagInf(), false
	}
next:
	for i := range terms {
		e := &terms[i]
		if e.AtLeast {
			return nil, ball.MagInf(), false
		}
		if !e.Alpha.IsZero() || !e.Rate.IsZero() {
			_, b, ok := s.Beyond(terms[i:i+1], ball.NewReal(w))
			if !ok || zero {
				b = ball.MagInf()
			}
			left = left.Add(b)
			continue
		}
		p := purePower{q: e.Power.Add(closed.IntNum(int64(s.Dim + s.Weight)))}
		p.c.Mul(&e.Coef, &s.Kappa, s.Prec)
		for j := range pures {
			if pures[j].q.Same(p.q) {
				pures[j].c.Add(&pures[j].c, &p.c, s.Prec)
				continue next
			}
		}
		pures = append(pures, p)
	}
	return pures, left, true
}

// lawHead finds a law on (0, ω) for an ω = 2^{−k} at most h such that its deviation is at most tol, and returns it for
// both parts; sign is what is known of the sign of the density there.
func (s *builder) lawHead(h float64, tol ball.Mag) (head [2]Head, sign int, err error) {
	_, k := math.Frexp(h)
	for k--; k > -mostHead; k-- {
		w := math.Ldexp(1, k)
		law := s.powerLaw(s.ZeroTerms(w*w), w, true)
		if law.deviation.Cmp(tol) > 0 {
			if b := s.BeforeFrom(w * w); b.Cmp(tol) <= 0 {
				law = powerLaw{exponent: float64(s.Dim + s.Weight), deviation: b}
			}
		}
		if law.deviation.Cmp(tol) > 0 {
			continue
		}
		if sign = s.Sign; s.SignFrom > 0 || sign == 0 {
			sign = s.AtZero(w * w)
		}
		for i, sigma := range []int{1, -1} {
			head[i] = Head{Upto: w, Exponent: law.exponent, Deviation: law.deviation}
			if law.mass*float64(sigma) > 0 {
				head[i].Mass = math.Abs(law.mass)
			}
			if sign == -sigma {
				if head[i].Mass > 0 {
					return head, 0, mass.Errorf("internal contradiction: the density has the sign %d near ω = 0, and the mass %v",
						sign, law.mass)
				}
				head[i].Deviation = ball.Mag{}
			}
		}
		return head, sign, nil
	}
	return head, 0, mass.Errorf("no bound of the density at ω = 0 was found")
}

// mostHead bounds the search for the head, 2^{−mostHead}.
const mostHead = 500
