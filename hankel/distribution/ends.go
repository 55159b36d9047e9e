package distribution

import (
	"math"

	"krein/ball"
	"krein/hankel/closed"
	"krein/hankel/mass"
	"krein/hankel/sign"
)

// powerLaw is a law of mass |mass| (ω/w)^exponent at an end, below w or above it, where the density has the sign of mass, and its distance from the density there.
type powerLaw struct {
	mass, exponent float64
	deviation      ball.Mag
}

// powerLaw takes the leading power of the terms: of κ ω^{d−1} c ω^p it has the mass κ c w^{p+d}/|p+d|, with a constant in place of c; all else is in the deviation, which
// is infinite if a term is not integrable. A rounded exponent costs |E−e|/min(E, e) of the mass, since |x^E − x^e| ≤ |E−e| x^min |ln x| for 0 < x < 1, and the densities
// cross once.
func (s *builder) powerLaw(terms []sign.EndTerm, w float64, zero bool) (law powerLaw) {
	prec := s.Prec
	type pure struct {
		q closed.Num // p + d
		c ball.Real
	}
	var pures []pure
	if len(terms) == 0 {
		law.deviation = ball.MagInf()
		return law
	}
	wb := ball.NewReal(w)
next:
	for i := range terms {
		e := &terms[i]
		if e.AtLeast {
			law.deviation = ball.MagInf()
			return law
		}
		if !e.Alpha.IsZero() || !e.Rate.IsZero() {
			_, b, ok := s.Beyond(terms[i:i+1], wb)
			if !ok || zero {
				b = ball.MagInf()
			}
			law.deviation = law.deviation.Add(b)
			continue
		}
		p := pure{q: e.Power.Add(closed.IntNum(int64(s.Dim)))}
		p.c.Mul(&e.Coef, &s.Kappa, prec)
		for j := range pures {
			if pures[j].q.Same(p.q) {
				pures[j].c.Add(&pures[j].c, &p.c, prec)
				continue next
			}
		}
		pures = append(pures, p)
	}
	lead := -1
	var best ball.Mag
	masses := make([]ball.Real, len(pures))
	for i := range pures {
		p := &pures[i]
		var q, t ball.Real
		p.q.Ball(&q, prec)
		if !zero {
			q.Neg(&q)
		}
		if q.Positive() != ball.True {
			law.deviation = ball.MagInf()
			return law
		}
		m := &masses[i]
		m.Quo(&p.c, &q, prec)
		if !zero {
			q.Neg(&q)
		}
		m.Mul(m, t.Pow(wb, &q, prec), prec)
		if b := m.MagLower(); best.Cmp(b) < 0 {
			lead, best = i, b
		}
	}
	for i := range masses {
		m := &masses[i]
		if i == lead {
			law.mass, _ = m.Float64()
			var q, e ball.Real
			pures[i].q.Ball(&q, prec)
			q.Abs(&q, prec)
			law.exponent, _ = q.Float64()
			e.SetFloat64(law.exponent)
			m.Sub(m, ball.NewReal(law.mass), prec)
			if !e.Contains(&q) {
				var d, l ball.Real
				d.Sub(&e, &q, prec)
				l.Min(&e, &q, prec)
				d.Quo(&d, &l, prec)
				law.deviation = law.deviation.Add(d.MagUpper().Mul(ball.MagFloat64(math.Abs(law.mass))))
			}
		}
		law.deviation = law.deviation.Add(termPower.LeftOut(m.MagUpper()))
	}
	return law
}

// lawHead finds a law on (0, ω) for an ω = 2^{−k} at most h such that its deviation is at most tol, and returns it for both parts; sign is what is known of the sign of the
// density there.
func (s *builder) lawHead(h float64, tol ball.Mag) (head [2]Head, sign int, err error) {
	_, k := math.Frexp(h)
	for k--; k > -mostHead; k-- {
		w := math.Ldexp(1, k)
		law := s.powerLaw(s.ZeroTerms(w*w), w, true)
		if law.deviation.Cmp(tol) > 0 {
			if b := s.BeforeFrom(w * w); b.Cmp(tol) <= 0 {
				law = powerLaw{exponent: float64(s.Dim), deviation: b}
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
					return head, 0, mass.Errorf("internal contradiction: the density has the sign %d near ω = 0, and the mass %v", sign, law.mass)
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
