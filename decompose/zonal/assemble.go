package zonal

import (
	"errors"
	"fmt"
	"math"

	"krein/ball"
)

// roundBits is how many bits of a coefficient are kept beyond the precision asked for.
const roundBits = 32

// assemble takes over an expansion: as many coefficients as the tolerance asks for, masses, samplers and bias.
func (z *Decomposition) assemble(s *series, set *Settings) error {
	for i := range s.coef {
		if s.coef[i].Indeterminate() {
			return errors.New("a coefficient has no enclosure; a higher precision may help")
		}
	}
	z.expanded = len(s.coef) - 1
	s.trim(set)
	for i := range s.coef {
		s.coef[i].SetRound(&s.coef[i], set.Prec+roundBits)
	}
	// Rounding only widens balls. A tail of unknown sign is [0, bound]; the bound is widened for Verify, whose second
	// computation may find a slightly larger one.
	for i := range s.rest {
		if r := &s.rest[i]; r.Sign == 0 && !r.Mass.IsZero() {
			*r = atMost(r.Mass.MagUpper().Mul(ball.MagFloat64(1 + verifySlack)))
		} else {
			r.Mass.SetRound(&r.Mass, set.Prec+roundBits)
		}
	}
	z.Coef, z.Even, z.Odd = s.coef, s.rest[0], s.rest[1]
	if !z.Even.Mass.IsFinite() || !z.Odd.Mass.IsFinite() {
		return errors.New("the sum Σ |a_n| is not proved to be finite")
	}
	if z.signsNonnegative() {
		z.Definite = true
	}
	// Either a proof says that no a_n is negative, or all of them were proved so: the tail then has the sign 1 as well.
	if z.Definite {
		for _, r := range []*TailBound{&z.Even, &z.Odd} {
			if !r.Mass.IsZero() {
				r.Sign = 1
			}
		}
	}
	if err := z.checkSum(); err != nil {
		return err
	}
	z.masses()
	z.samplers()
	if math.IsInf(z.Bias, 1) {
		return fmt.Errorf("the bound of Σ |a_n| beyond degree %d that was found is no use: it is above all float64", z.Degree())
	}
	return nil
}

// trim drops the last coefficients while the tail stays within the tolerance, and those beyond the budget. What ends by
// itself is kept.
func (s *series) trim(set *Settings) {
	most := set.most(mostDegree)
	n := len(s.coef)
	if !s.rest[0].Mass.IsZero() || !s.rest[1].Mass.IsZero() {
		allowed := s.mass().Mul(ball.MagFloat64(set.Tol * tailShare))
		tail := s.rest[0].Mass.MagUpper().Add(s.rest[1].Mass.MagUpper())
		for n > 1 {
			if tail = tail.Add(s.coef[n-1].MagUpper()); tail.Cmp(allowed) > 0 {
				break
			}
			n--
		}
	}
	s.cut(min(n, most+1))
}

// cut moves the coefficients from degree n on to the rest.
func (s *series) cut(n int) {
	for m := len(s.coef) - 1; m >= n; m-- {
		a := &s.coef[m]
		if a.IsZero() {
			continue
		}
		// A sign that is not known leaves the sign of the whole tail unknown (joined).
		var r TailBound
		r.Mass.Abs(a, sumPrec)
		if sign, known := a.Sign(); known == ball.True {
			r.Sign = sign
		}
		s.rest[m%2] = s.rest[m%2].joined(&r)
	}
	n = min(n, len(s.coef))
	s.coef = s.coef[:n:n]
}

// joined adds the masses of further degrees.
// The degrees are different, so that masses add up exactly, without the cancellation that plus has to allow for.
func (r TailBound) joined(o *TailBound) (sum TailBound) {
	if r.Mass.IsZero() {
		sum.Mass.Set(&o.Mass)
		sum.Sign = o.Sign
		return sum
	}
	sum.Mass.Add(&r.Mass, &o.Mass, sumPrec)
	if r.Sign == o.Sign {
		sum.Sign = r.Sign
	}
	return sum
}

// signsNonnegative reports whether all a_n are proved to be nonnegative one by one.
func (z *Decomposition) signsNonnegative() bool {
	for n := range z.Coef {
		if sign, ok := z.Sign(n); !ok || sign < 0 {
			return false
		}
	}
	for _, r := range []*TailBound{&z.Even, &z.Odd} {
		if !r.Mass.IsZero() && r.Sign <= 0 {
			return false
		}
	}
	return true
}

var errContradiction = errors.New("the coefficients contradict k(0) = Σ a_n or the proofs of their " +
	"signs: please report this")

// checkSum makes sure that Σ a_n can be k(0), and that no sign contradicts Definite.
func (z *Decomposition) checkSum() error {
	// The sum is one of enclosures: it has to overlap k(0) if everything is right, and proves nothing.
	var sum ball.Real
	for n := range z.Coef {
		if z.Definite && z.Coef[n].Negative() == ball.True {
			return errContradiction
		}
		sum.Add(&sum, &z.Coef[n], sumPrec)
	}
	for _, r := range []*TailBound{&z.Even, &z.Odd} {
		switch r.Sign {
		case 1:
			sum.Add(&sum, &r.Mass, sumPrec)
		case -1:
			sum.Sub(&sum, &r.Mass, sumPrec)
		default:
			sum.AddRad(r.Mass.MagUpper())
		}
	}
	if sum.Overlaps(&z.AtZero) == ball.False {
		return errContradiction
	}
	return nil
}

// masses fills in Plus.Mass and Minus.Mass.
func (z *Decomposition) masses() {
	if z.Definite {
		z.Plus.Mass.Set(&z.AtZero)
		z.Minus.Mass.SetZero()
		return
	}
	// ‖a₊‖ and ‖a₋‖ are sums over n. A coefficient, or tail, of unknown sign contributes something between 0 and its size to
	// either of them.
	add := func(mass *ball.Real, sign int, known bool) {
		switch {
		case known && sign > 0:
			z.Plus.Mass.Add(&z.Plus.Mass, mass, sumPrec)
		case known && sign < 0:
			z.Minus.Mass.Add(&z.Minus.Mass, mass, sumPrec)
		case !mass.IsZero():
			some := atMost(mass.MagUpper())
			z.Plus.Mass.Add(&z.Plus.Mass, &some.Mass, sumPrec)
			z.Minus.Mass.Add(&z.Minus.Mass, &some.Mass, sumPrec)
		}
	}
	var a ball.Real
	for n := range z.Coef {
		sign, ok := z.Sign(n)
		add(a.Abs(&z.Coef[n], sumPrec), sign, ok)
	}
	add(&z.Even.Mass, z.Even.Sign, z.Even.Sign != 0)
	add(&z.Odd.Mass, z.Odd.Sign, z.Odd.Sign != 0)
}

// samplers fills in the float64 numbers.
func (z *Decomposition) samplers() {
	coef := append([]ball.Real(nil), z.Coef...)
	var err ball.Mag
	for n := range coef {
		var mid ball.Real
		mid.GetMid(&coef[n])
		if mid.IsZero() || z.Definite && mid.Negative() == ball.True {
			// neither part samples it; what is negative here is rounding
			err = err.Add(coef[n].MagUpper())
			coef[n] = ball.Real{}
		}
	}
	err = err.Add(z.Plus.fill(z.Dim, coef, 1))
	err = err.Add(z.Minus.fill(z.Dim, coef, -1))
	err = err.Add(z.Even.Mass.MagUpper()).Add(z.Odd.Mass.MagUpper())
	// |E k̂ − k| ≤ Σ |â_n − a_n| |P_n(u)|, |P_n| ≤ 1 on [−1,1]. The bounds add up with upward rounding: what the sampler draws in
	// place of a_n (fill), coefficients that no part samples, and all degrees beyond N.
	z.Bias = err.Float64()
}
