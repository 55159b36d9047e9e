package enclose

import (
	"context"
	"math"

	"krein/ball"
	"krein/kernel"
)

// MassProof is what a checker needs to enclose masses without a search (MassesFrom). Nothing in it has to be trusted: signs, tails and values are derived again, and a
// proof that is wrong gives an error or wider enclosures.
type MassProof struct {
	Method MassMethod
	Prec   uint // the working precision in bits, at least 32
	// Sign proves that the density is nonnegative; with BySign only.
	Sign *SignProof
	// Panels are there with all other methods, and with BySign if moments are wanted.
	Panels *MassPanels
}

// MassPanels is where the density is integrated, in t = ω², and from where on it is known by its terms at infinity.
type MassPanels struct {
	// Ends are the ends of the panels, in increasing order; each panel is at most twice as long as its distance from 0.
	Ends []float64
	// Zeros are intervals in which the sign of the density changes, in increasing order, at most one in each panel. Elsewhere a panel has one sign, or what is
	// in it is bounded.
	Zeros [][2]float64
	// SignFrom, with ByOneSidedTail: the density has one sign from there on. It is at most the last end.
	SignFrom float64
	// Waves, with ByWaves: the x = bω from which on the oscillating expansion is used.
	Waves float64
	// Far is the end of a panel from which on the terms at infinity take over from the power series, of which they are the asymptotic expansion; 0: nowhere.
	Far float64
	// Moments is the number of powers of ω to integrate, 1 for the masses alone.
	Moments int
}

// Limits of a proof.
const (
	mostMassPanels = 40000
	mostMassPrec   = 1024
	mostWaveStart  = 1e6
)

// EncloseMasses is SearchMasses and then MassesFrom: New and then Density.Masses, with one more kind of kernels: sums of c exp(−a z^β), a > 0, β > 1 rational, and a constant. It
// panics as New does, and its errors are those of both.
func EncloseMasses(ctx context.Context, k *kernel.Kernel, dim int, opt *MassSettings) (*Masses, error) {
	p, err := New(k, dim)
	if err != nil {
		return nil, err
	}
	return p.masses(ctx, opt, func() []signGroup { return newExpGroups(k, dim) })
}

// SearchMasses is the search alone: the enclosures hold, but what counts is the Proof, from which MassesFrom may get others that differ in their last digits.
func SearchMasses(ctx context.Context, k *kernel.Kernel, dim int, opt *MassSettings) (*Masses, error) {
	p, err := New(k, dim)
	if err != nil {
		return nil, err
	}
	set := opt.defaults()
	return p.searchMasses(ctx, &set, newExpGroups(k, dim))
}

// MassesFrom encloses the masses of k on R^dim as a proof says. It searches nothing, and it gets from the proof of a result of EncloseMasses the same
// enclosures, bit for bit. It panics as New does; its errors are those of New and ctx, and a *MassError if the proof proves no masses.
func MassesFrom(ctx context.Context, k *kernel.Kernel, dim int, q *MassProof) (*Masses, error) {
	p, err := New(k, dim)
	if err != nil {
		return nil, err
	}
	return p.massesFrom(ctx, q, newExpGroups(k, dim))
}

// massesFrom is MassesFrom, where own are groups that make up the density, or none.
func (p *Density) massesFrom(ctx context.Context, q *MassProof, own []signGroup) (*Masses, error) {
	if err := q.check(); err != nil {
		return nil, err
	}
	var k0, plus, minus ball.Real
	m, err := p.newMasses(q.Prec, &k0)
	if err != nil {
		return nil, err
	}
	m.Proof, m.Method = q, q.Method
	if q.Method == BySign {
		if err := p.CheckSign(ctx, q.Sign); err != nil {
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
			return nil, noMass("%v", err)
		}
		plus.Set(&k0)
	}
	if q.Panels != nil {
		s, err := newMassSigner(ctx, p, own, q.Prec, q.Panels.Moments)
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
		if q.Method == BySign {
			s.finishSigned(m, panels, g)
		} else if err := s.finish(m, &plus, &minus, &k0, panels, g); err != nil {
			return nil, err
		}
	}
	m.add(&plus, &minus, q.Prec)
	m.rate(0)
	return m, nil
}

// check tests that the numbers of a proof make sense together.
func (q *MassProof) check() error {
	switch {
	case q == nil:
		return noMass("there is no proof")
	case q.Prec < 32 || q.Prec > mostMassPrec:
		return noMass("a working precision of %d bits is not in 32 … %d", q.Prec, mostMassPrec)
	case q.Method < BySign || q.Method > ByWaves:
		return noMass("there is no method %v", q.Method)
	case (q.Method == BySign) != (q.Sign != nil):
		return noMass("a proof of the sign belongs to the method %v, and to no other", BySign)
	case q.Sign != nil && q.Sign.Sign != Nonnegative:
		return noMass("the density is not said to be nonnegative")
	case q.Panels == nil && q.Method != BySign:
		return noMass("there are no panels")
	case q.Panels == nil:
		return nil
	}
	a := q.Panels
	if n := len(a.Ends); n < 2 || n > mostMassPanels+1 {
		return noMass("%d ends of panels are not in 2 … %d", n, mostMassPanels+1)
	}
	for i, t := range a.Ends {
		if !(t >= 0x1p-1000 && t <= 0x1p1000) || i > 0 && !(t > a.Ends[i-1] && t <= 2*a.Ends[i-1]) {
			return noMass("the ends of the panels do not increase as they should at t = %v", t)
		}
	}
	i := 0
	for _, z := range a.Zeros {
		for i+1 < len(a.Ends) && a.Ends[i+1] <= z[0] {
			i++
		}
		if i+1 == len(a.Ends) || !(a.Ends[i] <= z[0] && z[0] < z[1] && z[1] <= a.Ends[i+1]) {
			return noMass("the change of sign in %v is not in a panel of its own, or out of order", z)
		}
		i++
	}
	last := a.Ends[len(a.Ends)-1]
	far := a.Far == 0
	for _, t := range a.Ends {
		far = far || t == a.Far
	}
	oneSided := q.Method == ByOneSidedTail || q.Method == BySign && a.SignFrom != 0
	waves := q.Method == ByWaves || q.Method == BySign && a.Waves != 0
	switch {
	case oneSided && !(a.SignFrom >= 0x1p-1000 && a.SignFrom <= last), !oneSided && a.SignFrom != 0, oneSided && waves:
		return noMass("t = %v is no place from which on the density has one sign", a.SignFrom)
	case waves && !(a.Waves >= 1 && a.Waves <= mostWaveStart), !waves && a.Waves != 0:
		return noMass("x = %v is no start of an oscillating tail", a.Waves)
	case !far:
		return noMass("t = %v, where the terms at infinity take over, is no end of a panel", a.Far)
	case a.Moments < 1 || a.Moments > massMoments:
		return noMass("%d powers of ω are not 1 … %d", a.Moments, massMoments)
	}
	return nil
}

// proof writes down where the panels are.
func (s *massSigner) proof(panels []*massPanel, g *massRange) *MassPanels {
	a := &MassPanels{Ends: []float64{g.from}, Moments: s.moments}
	for _, p := range panels {
		a.Ends = append(a.Ends, p.hi)
		if p.from < p.to && p.above != 0 {
			a.Zeros = append(a.Zeros, [2]float64{p.from, p.to})
		}
	}
	switch g.method() {
	case ByWaves:
		a.Waves = g.waves.x
	case ByOneSidedTail:
		a.SignFrom = g.signFrom
	}
	if s.far != nil && s.far.from < g.to {
		a.Far = s.far.from
	}
	return a
}

// rangeOf derives what is known outside the panels.
func (s *massSigner) rangeOf(ctx context.Context, method MassMethod, a *MassPanels) (*massRange, error) {
	g := &massRange{from: a.Ends[0], to: a.Ends[len(a.Ends)-1], signFrom: a.SignFrom}
	if a.Waves != 0 {
		if s.f.compact == nil {
			return nil, noMass("the density does not oscillate at infinity")
		}
		b, err := s.frequency()
		if err != nil {
			return nil, err
		}
		if g.waves, err = s.waveTail(ctx, b, a.Waves, g.to); err != nil {
			return nil, err
		}
	} else {
		sign := 0
		if a.SignFrom != 0 {
			if sign, _ = s.atInfinity(a.SignFrom); sign == 0 {
				return nil, noMass("no sign of the density for t ≥ %v is proved", a.SignFrom)
			}
			s.sign, s.signFrom = sign, a.SignFrom
		}
		g.sign = sign
		if _, g.terms = s.atInfinity(g.to); g.terms == nil {
			return nil, noMass("no expansion of the density at infinity holds from t = %v on", g.to)
		}
	}
	if a.Far != 0 {
		if s.own == nil {
			return nil, noMass("the density is known by its power series everywhere")
		}
		_, terms := s.atInfinity(a.Far)
		if terms == nil {
			return nil, noMass("no expansion of the density at infinity holds from t = %v on", a.Far)
		}
		s.far = &farTerms{a.Far, terms}
	}
	if _, err := s.prepareNear(g.to); err != nil {
		return nil, err
	}
	if g.before = s.beforeFrom(g.from); g.before.IsInf() {
		return nil, noMass("no bound of the density for t ≤ %v is proved", g.from)
	}
	return g, ctx.Err()
}

// panelsOf looks at the panels of a proof.
func (s *massSigner) panelsOf(ctx context.Context, a *MassPanels) ([]*massPanel, error) {
	zeros := a.Zeros
	var out []*massPanel
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
		p := s.panelBy(lo, hi, func(*expansion, float64, float64, int, int) (float64, float64) { return from, to })
		p.law = nil
		out = append(out, p)
	}
	return out, nil
}
