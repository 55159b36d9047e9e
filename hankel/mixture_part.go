package hankel

import (
	"math"
	"sync"

	"krein/fourier"
	"krein/internal/budget"
	"krein/internal/hankel/closed"
	"krein/internal/hankel/mixture"
	"krein/internal/kernel/defined"
	"krein/internal/kernel/formula"
	"krein/internal/kernel/numeric"
	"krein/internal/kernel/piecewise"
	"krein/kernel"
)

// mixturePart is a summand that is a mixture of Gaussians. Quadrature over z fails for such kernels, which decay slowly
// and have heavy tails, above all in high dimensions; convolutions of positive densities do not.
type mixturePart struct {
	weight float64
	law    *mixture.Law
	dim    int
	meter  *budget.Meter
	ends   Tail

	mu    sync.Mutex
	known *mixture.Radius
}

// productsFrom is the dimension from which on products of mixtures are mixtures: below, quadrature does for those that fall
// exponentially, and its values come with proofs.
const productsFrom = 8

// radius computes the density when it is first needed, and again if the work ended too early.
func (p *mixturePart) radius() *mixture.Radius {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.known == nil || p.known.Cut() && !p.meter.Stopped() {
		p.known = p.law.NewRadius(p.dim, p.meter)
	}
	return p.known
}

// splitMixtures takes the summands of k that are mixtures for parts of the closed form and
// returns the rest, nil if there is none.
func (s *Spectrum) splitMixtures(k *kernel.Kernel, pieces []piecewise.Piece) *kernel.Kernel {
	if len(pieces) != 1 || !pieces[0].Hi.Inf {
		return k
	}
	var others *formula.Expr
	var parts []component
	var constant float64
	for _, e := range closed.Summands(pieces[0].Expr) {
		m, ok := mixture.Recognise(e)
		if !ok && s.dim >= productsFrom {
			var t mixture.Term
			if t, ok = mixture.RecogniseProduct(e); ok {
				m = mixture.Sum{Terms: []mixture.Term{t}}
			}
		}
		var whole *kernel.Kernel
		if ok && len(m.Terms) == 1 { // with the behaviour of the formula at both ends
			var err error
			if whole, err = defined.New(e); err == nil {
				whole, err = defined.Extend(whole.CutAt(k.Points()).Metered(k.Meter()), kernel.Natural, nil)
			}
			ok = err == nil
		}
		switch {
		case ok && len(m.Terms) == 1:
			constant += m.Constant
			p := &mixturePart{weight: m.Terms[0].Weight, law: m.Terms[0].Law, dim: s.dim, meter: k.Meter()}
			p.ends = s.mixtureTail(whole, p)
			parts = append(parts, p)
		case others == nil:
			others = e
		default:
			others = formula.Apply(formula.OpAdd, others, e)
		}
	}
	if len(parts) == 0 {
		return k
	}
	var rest *kernel.Kernel
	if others != nil {
		var err error
		if rest, err = defined.New(others); err == nil {
			rest, err = defined.Extend(rest.CutAt(k.Points()).Metered(k.Meter()), kernel.Natural, nil)
		}
		if err != nil {
			return k // the sum is defined, a part is not
		}
	}
	if s.closed == nil {
		s.closed = &closedForm{}
	}
	s.closed.parts = append(s.closed.parts, parts...)
	if constant != 0 {
		s.atoms = addAtom(s.atoms, fourier.Atom{Omega: 0, Weight: constant})
	}
	return rest
}

// mixtureTail is the behaviour of a part's density at both ends, from the formula k of the part.
func (s *Spectrum) mixtureTail(k *kernel.Kernel, p *mixturePart) Tail {
	t := s.singularTail(k)
	var ok bool
	if t.OriginExponent, t.OriginCoef, ok = s.powerOrigin(numeric.AtInfinity(k)); !ok {
		t.OriginExponent, t.OriginCoef = float64(s.dim)-1, math.NaN()
	}
	return t
}

func (p *mixturePart) String() string { return p.law.String() }

func (p *mixturePart) tail() Tail { return p.ends }

func (p *mixturePart) density(omega float64) (v, err float64) {
	r := p.radius()
	if omega == 0 {
		switch t := p.ends; {
		case t.OriginExponent > 0:
			return 0, 0
		case t.OriginExponent < 0:
			return math.Copysign(math.Inf(1), p.weight), math.Inf(1)
		}
		lo, _ := r.Range()
		v, err = r.Density(lo)
		return p.weight * v, math.Abs(p.weight) * (err + 1e-9*v)
	}
	v, err = r.Density(omega)
	return p.weight * v, math.Abs(p.weight) * err
}

// Mixed reports whether a part of the density is a mixture: values are cheap and good however far out.
func (s *Spectrum) Mixed() bool {
	if s.closed == nil || s.t != nil {
		return false
	}
	for _, p := range s.closed.parts {
		switch p := p.(type) {
		case *mixturePart:
			return true
		case *phasedPart:
			if p.slow {
				return true
			}
		case *movedPart:
			if p.base[0].Mixed() {
				return true
			}
		}
	}
	return false
}
