package enclose

import (
	"math"

	"krein/ball"
)

// originTerms returns terms the sum of which is the density for 0 < t ≤ h; nil if they are not known.
func (s *massSigner) originTerms(h float64) []endTerm {
	if s.arc == nil && s.own == nil {
		return s.zeroTerms(h, func(g signGroup) bool {
			_, ok := g.origin(0)
			return ok
		})
	}
	// entire functions, whose coefficients are not known exactly
	c := make([]ball.Real, s.signer.order+1)
	rho := s.taylor(s.groups, c, 0, h)
	t := endTerm{power: intNum(0), alpha: intNum(0), rate: intNum(0)}
	rangeOf(&t.coef, c, 0, rho, s.prec)
	return []endTerm{t}
}

// atZero is that of the signer.
func (s *massSigner) atZero(h float64) int {
	var x ball.Real
	x.Sqrt(ball.NewReal(h), s.prec)
	return dominance(s.originTerms(h), &x, true, s.prec)
}

// powerLaw is a law of mass |mass| (ω/w)^exponent at an end, below w or above it, where the density has the sign of mass, and its distance from the density there.
type powerLaw struct {
	mass, exponent float64
	deviation      ball.Mag
}

// powerLaw takes the leading power of the terms: of κ ω^{d−1} c ω^p it has the mass κ c w^{p+d}/|p+d|, with a constant in place of c; all else is in the deviation, which
// is infinite if a term is not integrable. A rounded exponent costs |E−e|/min(E, e) of the mass, since |x^E − x^e| ≤ |E−e| x^min |ln x| for 0 < x < 1, and the densities
// cross once.
func (s *massSigner) powerLaw(terms []endTerm, w float64, zero bool) (law powerLaw) {
	prec := s.prec
	type pure struct {
		q Num // p + d
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
		if e.atLeast {
			law.deviation = ball.MagInf()
			return law
		}
		if !e.alpha.IsZero() || !e.rate.IsZero() {
			_, b, ok := s.beyond(terms[i:i+1], wb, 0)
			if !ok || zero {
				b = ball.MagInf()
			}
			law.deviation = law.deviation.Add(b)
			continue
		}
		p := pure{q: e.power.add(intNum(int64(s.dim)))}
		p.c.Mul(&e.coef, &s.kappa, prec)
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
		law.deviation = law.deviation.Add(leftOut(termPower, m.MagUpper()))
	}
	return law
}

// lawHead finds a law on (0, ω) for an ω = 2^{−k} at most h such that its deviation is at most tol, and returns it for both parts; sign is what is known of the sign of the
// density there.
func (s *massSigner) lawHead(h float64, tol ball.Mag) (head [2]LawHead, sign int, err error) {
	_, k := math.Frexp(h)
	for k--; k > -mostHead; k-- {
		w := math.Ldexp(1, k)
		law := s.powerLaw(s.originTerms(w*w), w, true)
		if law.deviation.Cmp(tol) > 0 {
			if b := s.beforeFrom(w * w); b.Cmp(tol) <= 0 {
				law = powerLaw{exponent: float64(s.dim), deviation: b}
			}
		}
		if law.deviation.Cmp(tol) > 0 {
			continue
		}
		if sign = s.sign; s.signFrom > 0 || sign == 0 {
			sign = s.atZero(w * w)
		}
		for i, sigma := range []int{1, -1} {
			head[i] = LawHead{Upto: w, Exponent: law.exponent, Deviation: law.deviation}
			if law.mass*float64(sigma) > 0 {
				head[i].Mass = math.Abs(law.mass)
			}
			if sign == -sigma {
				if head[i].Mass > 0 {
					return head, 0, noMass("internal contradiction: the density has the sign %d near ω = 0, and the mass %v", sign, law.mass)
				}
				head[i].Deviation = ball.Mag{}
			}
		}
		return head, sign, nil
	}
	return head, 0, noMass("no bound of the density at ω = 0 was found")
}

// mostHead bounds the search for the head, 2^{−mostHead}.
const mostHead = 500
