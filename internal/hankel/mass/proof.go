package mass

import (
	"context"
	"math"
	"math/big"

	"krein/ball"
	"krein/internal/hankel/atoms"
	"krein/internal/hankel/closed"
	"krein/internal/hankel/density"
	"krein/internal/hankel/sign"
	"krein/internal/hankel/spline"
	"krein/kernel"
)

// Proof is what a checker needs to enclose masses without a search (From). Nothing in it has to be trusted: signs,
// tails and values are derived again, and a proof that is wrong gives an error or wider enclosures.
type Proof struct {
	Method Method
	Prec   uint // the working precision in bits, at least 32
	// Sign proves that the density is nonnegative; with BySign only.
	Sign *sign.Proof
	// Panels are there with all other methods.
	Panels *Panels
}

// Panels is where the density is integrated, in t = ω², and from where on it is known by its terms at infinity.
type Panels struct {
	// Ends are the ends of the panels, in increasing order; each panel is at most twice as long as its distance from 0.
	Ends []float64
	// Zeros are intervals in which the sign of the density changes, in increasing order, at most one in each panel.
	// Elsewhere a panel has one sign, or what is in it is bounded.
	Zeros [][2]float64
	// SignFrom, with ByOneSidedTail: the density has one sign from there on. It is at most the last end.
	SignFrom float64
	// Waves, with ByWaves: the x = bω from which on the oscillating expansion is used.
	Waves float64
	// Far is the end of a panel from which on the terms at infinity take over from the power series, of which they are the
	// asymptotic expansion; 0: nowhere.
	Far float64
}

// Limits of a proof.
const (
	mostMassPanels = 40000
	mostMassPrec   = 1024
	leastWaveStart = 5 // Gap bounds u(x_J−1) by 1.1 u(x_J), which is so for x_J ≥ 5.8
	mostWaveStart  = 1e6
)

// From encloses the masses of k on R^dim as a proof says. It searches nothing, and it gets from the proof of a result
// of EncloseMasses the same enclosures, bit for bit. It panics as New does; its errors are those of New and ctx, and a
// *Error if the proof proves no masses.
func From(ctx context.Context, k *kernel.Kernel, dim int, q *Proof) (*Masses, error) {
	p, err := density.New(k, dim, &density.Plan{Line: atoms.Take, More: spline.Take})
	if err != nil {
		return nil, err
	}
	return massesFrom(ctx, p, q)
}

// massesFrom is From.
func massesFrom(ctx context.Context, p *density.Density, q *Proof) (*Masses, error) {
	if err := q.check(); err != nil {
		return nil, err
	}
	var k0, plus, minus ball.Real
	m, err := NewMasses(p, q.Prec, &k0)
	if err != nil {
		return nil, err
	}
	m.Proof, m.Method = q, q.Method
	if q.Method == BySign {
		if err := sign.Check(ctx, p, q.Sign); err != nil {
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
			return nil, Errorf("%v", err)
		}
		plus.Set(&k0)
	}
	if q.Panels != nil {
		s, err := NewIntegrator(p, q.Prec)
		if err != nil {
			return nil, err
		}
		g, err := s.rangeOf(ctx, q.Method, q.Panels)
		if err != nil {
			return nil, err
		}
		panels, err := s.panelsOf(ctx, q.Panels)
		if err != nil {
			return nil, err
		}
		m.Panels = len(panels)
		if err := s.Finish(m, &plus, &minus, &k0, panels, g); err != nil {
			return nil, err
		}
	}
	m.Add(&plus, &minus, q.Prec)
	m.Rate(0)
	return m, nil
}

// check tests that the numbers of a proof make sense together.
func (q *Proof) check() error { // one function: one condition after another.
	switch {
	case q == nil:
		return Errorf("there is no proof")
	case q.Prec < 32 || q.Prec > mostMassPrec:
		return Errorf("a working precision of %d bits is not in 32 … %d", q.Prec, mostMassPrec)
	case q.Method < BySign || q.Method > ByWaves:
		return Errorf("there is no method %v", q.Method)
	case (q.Method == BySign) != (q.Sign != nil):
		return Errorf("a proof of the sign belongs to the method %v, and to no other", BySign)
	case q.Sign != nil && q.Sign.Sign != sign.Nonnegative:
		return Errorf("the density is not said to be nonnegative")
	case q.Panels == nil && q.Method != BySign:
		return Errorf("there are no panels")
	case q.Panels == nil:
		return nil
	case q.Method == BySign:
		return Errorf("panels belong to all methods but %v", BySign)
	}
	a := q.Panels
	if n := len(a.Ends); n < 2 || n > mostMassPanels+1 {
		return Errorf("%d ends of panels are not in 2 … %d", n, mostMassPanels+1)
	}
	for i, t := range a.Ends {
		if !(t >= 0x1p-1000 && t <= 0x1p1000) || i > 0 && !(t > a.Ends[i-1] && t <= 2*a.Ends[i-1]) {
			return Errorf("the ends of the panels do not increase as they should at t = %v", t)
		}
	}
	i := 0
	for _, z := range a.Zeros {
		for i+1 < len(a.Ends) && a.Ends[i+1] <= z[0] {
			i++
		}
		if i+1 == len(a.Ends) || !(a.Ends[i] <= z[0] && z[0] < z[1] && z[1] <= a.Ends[i+1]) {
			return Errorf("the change of sign in %v is not in a panel of its own, or out of order", z)
		}
		i++
	}
	last := a.Ends[len(a.Ends)-1]
	far := a.Far == 0
	for _, t := range a.Ends {
		far = far || t == a.Far
	}
	oneSided, waves := q.Method == ByOneSidedTail, q.Method == ByWaves
	switch {
	case oneSided && !(a.SignFrom >= 0x1p-1000 && a.SignFrom <= last), !oneSided && a.SignFrom != 0:
		return Errorf("t = %v is no place from which on the density has one sign", a.SignFrom)
	case waves && !(a.Waves >= leastWaveStart && a.Waves <= mostWaveStart), !waves && a.Waves != 0:
		return Errorf("x = %v is no start of an oscillating tail", a.Waves)
	case !far:
		return Errorf("t = %v, where the terms at infinity take over, is no end of a panel", a.Far)
	}
	return nil
}

// RangeOf derives what is known outside the panels.
func (s *MassSigner) rangeOf(ctx context.Context, method Method, a *Panels) (*Range, error) {
	g := &Range{From: a.Ends[0], To: a.Ends[len(a.Ends)-1], SignFrom: a.SignFrom}
	if a.Waves != 0 {
		if s.F.Compact == nil {
			return nil, Errorf("the density does not oscillate at infinity")
		}
		b, err := s.Frequency()
		if err != nil {
			return nil, err
		}
		if g.Waves, err = s.WaveTail(ctx, b, a.Waves, g.To); err != nil {
			return nil, err
		}
	} else {
		sign := 0
		if a.SignFrom != 0 {
			if sign, _ = s.Tail(a.SignFrom); sign == 0 {
				return nil, Errorf("no sign of the density for t ≥ %v is proved", a.SignFrom)
			}
			s.Sign, s.SignFrom = sign, a.SignFrom
		}
		g.Sign = sign
		if _, g.Terms = s.Tail(g.To); g.Terms == nil {
			return nil, Errorf("no expansion of the density at infinity holds from t = %v on", g.To)
		}
	}
	if a.Far != 0 {
		if s.Own == nil {
			return nil, Errorf("the density is known by its power series everywhere")
		}
		_, terms := s.Tail(a.Far)
		if terms == nil {
			return nil, Errorf("no expansion of the density at infinity holds from t = %v on", a.Far)
		}
		s.Far = &FarTerms{a.Far, terms}
	}
	if _, err := s.PrepareNear(g.To); err != nil {
		return nil, err
	}
	if g.Before = s.BeforeFrom(g.From); g.Before.IsInf() {
		return nil, Errorf("no bound of the density for t ≤ %v is proved", g.From)
	}
	return g, ctx.Err()
}

// panelsOf looks at the panels of a proof.
func (s *MassSigner) panelsOf(ctx context.Context, a *Panels) ([]*Panel, error) {
	zeros := a.Zeros
	var out []*Panel
	for i, hi := range a.Ends[1:] {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		lo := a.Ends[i]
		from, to := math.NaN(), math.NaN()
		if len(zeros) > 0 && zeros[0][0] < hi {
			from, to = zeros[0][0], zeros[0][1]
			zeros = zeros[1:]
		}
		p := s.PanelBy(lo, hi, func(*Expansion, float64, float64, int, int) (float64, float64) { return from, to })
		p.Law = nil
		out = append(out, p)
	}
	return out, nil
}

// FarTerms are the terms at infinity of a density that is not to be had by its power series far out.
type FarTerms struct {
	From  float64 // in t
	Terms []sign.EndTerm
}

// PrepareNear prepares the panels up to t = to, and returns where the power series ends.
func (s *MassSigner) PrepareNear(to float64) (near float64, err error) {
	if near = to; s.Far != nil {
		near = s.Far.From
	}
	if !s.Prepare(near) {
		return 0, Errorf("the power series would be too long")
	}
	return near, nil
}

// taylorFar is taylor by the terms at infinity, which are powers of ω; noise bounds what they leave out. Far is there for groups
// of NewIntegrator's Own alone, whose terms are rational powers −p−d < 0 without an exponential (expGroup.NearInfinity), so that
// each is largest at lo.
func (s *MassSigner) taylorFar(c []ball.Real, lo, hi float64) (rho, noise ball.Mag) {
	var t0, a, b, v ball.Real
	t0.SetFloat64(lo + (hi-lo)/2)
	a.Sub(&t0, ball.NewReal(lo), 64)
	b.Sub(ball.NewReal(hi), &t0, 64)
	rho = a.MagUpper().Max(b.MagUpper())
	for i := range c {
		c[i].SetInt64(0)
	}
	var x, u ball.Real
	for i := range s.Far.Terms {
		e := &s.Far.Terms[i]
		p, _ := e.Power.Rat()
		p = new(big.Rat).Mul(p, big.NewRat(1, 2))
		if e.Coef.ContainsZero() { // largest at lo, as p < 0
			v.PowRat(ball.NewReal(lo), p, s.Prec)
			noise = noise.Add(e.Coef.MagUpper().Mul(v.MagUpper()))
			continue
		}
		// coef binom(p, k) t0^{p−k}, and the last one at some t in [lo, hi], between its value at lo and 0
		v.PowRat(&t0, p, s.Prec)
		v.Mul(&v, &e.Coef, s.Prec)
		u.Set(&e.Coef)
		n := len(c) - 1
		for k := range n {
			c[k].Add(&c[k], &v, s.Prec)
			x.SetRat(new(big.Rat).Quo(closed.RatPlus(p, -k), big.NewRat(int64(k+1), 1)), s.Prec)
			v.Mul(&v, &x, s.Prec)
			v.Quo(&v, &t0, s.Prec)
			u.Mul(&u, &x, s.Prec)
		}
		x.PowRat(ball.NewReal(lo), closed.RatPlus(p, -n), s.Prec)
		u.Mul(&u, &x, s.Prec)
		u.Hull(&u, new(ball.Real), s.Prec)
		c[n].Add(&c[n], &u, s.Prec)
	}
	return rho, noise
}
