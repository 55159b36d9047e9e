package search

import (
	"context"
	"math"

	"krein/ball"
	"krein/internal/hankel/atoms"
	"krein/internal/hankel/density"
	"krein/internal/hankel/mass"
	"krein/internal/hankel/quadrature"
	"krein/internal/hankel/sign"
	"krein/kernel"
)

// MassSettings are the settings of Masses. The zero value, like nil, chooses the defaults.
type MassSettings struct {
	// Tol is the width of Plus, Minus and Total asked for, relative to each. Default 1e-10.
	Tol float64
	// Prec is the working precision in bits. Default 128.
	Prec uint
	// Panels bounds the number of panels looked at, up to a batch of halvings. Default 20000.
	Panels int
	Once   bool // Tol is relative to the kernel's size, whatever the parts are
	// AtEnd asks for a proof in which a tail has one sign from the last end on; otherwise panels before may rest on it.
	AtEnd bool
	// Sine asks for the parts of dm/ω instead of m, of a kernel g in three dimensions: with o(r) = r g(r)
	//
	//	m(ω)/ω = (2/π) ∫_0^∞ o(r) sin(ωr) dr,
	//
	// so that they are the parts of a sine transform. Their difference is (2/π) ∫_0^∞ g dr, which is the density of g in
	// one dimension at 0: ∫_0^∞ e^{−εω²} sin(ωr) r dω = (r/√ε) F(r/2√ε), F Dawson's function, is bounded and tends to 1
	// for r > 0 and ε → 0, so that ∫ e^{−εω²} dm/ω tends to that, and e^{−εω²} increases to 1. From does not take their
	// Proof.
	Sine bool
}

const defaultMassTol = 1e-10

// Defaults returns the settings with the defaults in place of zeros.
func (s *MassSettings) Defaults() (t MassSettings) {
	if s != nil {
		t = *s
	}
	if !(t.Tol > 0) {
		t.Tol = defaultMassTol
	}
	if t.Prec == 0 {
		t.Prec = mass.DefaultMassPrec
	}
	t.Prec = sign.ClampSignPrec(t.Prec)
	if t.Panels <= 0 {
		t.Panels = mass.DefaultMassPanels
	}
	return t
}

// MassesOf looks for a proof of the masses, of which it sets the values too. The Searcher is the one
// that found it, nil where the sign of the density suffices.
func MassesOf(ctx context.Context, p *density.Density, set *MassSettings) (m *mass.Masses, s *Searcher, err error) {
	var k0, plus, minus ball.Real
	if set.Sine {
		m, err = sineMasses(ctx, p, set.Prec, &k0)
	} else {
		m, err = mass.NewMasses(p, set.Prec, &k0)
	}
	if err != nil {
		return nil, nil, err
	}
	q, err := Sign(ctx, p, nil)
	if err != nil {
		return nil, nil, err
	}
	if q.Sign == sign.Nonnegative {
		m.Method, m.Proof.Sign = mass.BySign, q
		plus.Set(&k0)
	} else if s, err = panelMasses(ctx, p, m, &plus, &minus, &k0, set); err != nil {
		return nil, nil, err
	}
	m.Proof.Method = m.Method
	m.Add(&plus, &minus, set.Prec)
	m.Rate(set.Tol)
	return m, s, nil
}

// sineMasses is mass.NewMasses for MassSettings.Sine.
func sineMasses(ctx context.Context, p *density.Density, prec uint, k0 *ball.Real) (*mass.Masses, error) {
	if p.Dim() != 3 {
		panic("search: a sine transform that is not in three dimensions")
	}
	if atoms.Has(p) {
		return nil, mass.Errorf("the sine transform has atoms or poles")
	}
	q, err := quadrature.New(p.Kernel(), 1)
	if err != nil {
		return nil, err
	}
	if _, err := quadrature.At(ctx, q, k0, new(ball.Real), prec); err != nil {
		return nil, err
	}
	m := &mass.Masses{Proof: &mass.Proof{Prec: prec}, PlusAtoms: new(ball.Real), MinusAtoms: new(ball.Real),
		Origin: new(ball.Real)}
	m.KernelAtZero = new(ball.Real).Set(k0)
	return m, nil
}

// massAttempts is how often the absolute tolerance is adapted to the masses found.
const massAttempts = 3

// panelMasses fills in the masses of the density, plus and minus, whose difference is k0, and the changes of sign.
func panelMasses(ctx context.Context, p *density.Density, m *mass.Masses, plus, minus, k0 *ball.Real,
	set *MassSettings) (*Searcher, error) {
	s, err := NewSearcher(ctx, p, set.Prec)
	if err != nil {
		return nil, err
	}
	scale := mass.SizeAtZero(p)
	if set.Sine {
		s.Weight = -1
	}
	rest := *set
	for try := range massAttempts {
		n := *m
		n.Proof = &mass.Proof{Prec: m.Proof.Prec}
		var a, b ball.Real
		more, err := s.attempt(ctx, &n, &a, &b, k0, scale*set.Tol, &rest)
		if err != nil {
			if try > 0 && ctx.Err() == nil {
				break // what is known suffices
			}
			return nil, err
		}
		if try == 0 || widths(&a, &b) < widths(plus, minus) || widths(plus, minus) == math.Inf(1) {
			*m = n
			plus.Set(&a)
			minus.Set(&b)
		}
		if rest.Panels -= s.used; rest.Panels <= 0 || !more || widest(plus, minus) <= set.Tol ||
			n.Method == mass.ByBoundedTail && s.F.Compact != nil || set.Once {
			break
		}
		least := math.Min(plus.MagLower().Float64(), minus.MagLower().Float64())
		next := math.Min(least, scale/64)
		if least == 0 {
			next = scale * 1e-6
		}
		scale = next
	}
	return s, nil
}

// widths adds up relative widths.
func widths(a, b *ball.Real) float64 { return mass.RelativeWidth(a) + mass.RelativeWidth(b) }

// widest is the larger relative width.
func widest(a, b *ball.Real) float64 {
	return math.Max(mass.RelativeWidth(a), mass.RelativeWidth(b))
}

// attempt aims at errors of about eps, or of the tolerance relative to both masses as soon as they
// are known to be that large. more tells whether smaller errors are within reach.
func (s *Searcher) attempt(ctx context.Context, m *mass.Masses, plus, minus, k0 *ball.Real, eps float64,
	set *MassSettings) (more bool, err error) {
	g, err := s.choose(ctx, eps)
	if err != nil {
		return false, err
	}
	if set.AtEnd {
		s.SignFrom, g.SignFrom = g.To, g.To
	}
	s.used, s.found = 0, nil
	w, err := s.cover(ctx, g.From, g.To)
	if err != nil {
		return false, err
	}
	end := ball.MagFloat64(eps / 8)
	for tol := ball.MagInf(); ; tol = end.Max(w.errors().Min(ball.MagPow2(1000)).Mul2Exp(-20)) {
		if set.Once {
			tol = end
		}
		before, first := s.used, tol.IsInf()
		if err := w.refine(ctx, tol, set.Panels); err != nil {
			return false, err
		}
		s.found = w.panels()
		if err := s.Finish(m, plus, minus, k0, s.found, g); err != nil {
			return false, err
		}
		done := w.small(end) || w.errors().Cmp(w.goal(end)) <= 0 || s.used == before && !first
		if done || s.used >= set.Panels || widest(plus, minus) <= set.Tol {
			break
		}
	}
	m.Panels += s.used
	m.Proof.Panels = s.proof(s.found, g)
	return s.used < set.Panels && w.noise.Cmp(end) <= 0, nil
}

// EncloseMasses encloses the masses of the Jordan parts of the measure of k on R^dim.
//
// Where the density is proved to be nonnegative (Sign), ‖m₋‖ is that of the atoms, and ‖m₊‖ follows from k(0).
// Elsewhere the density must be a sum of closed forms and sums of powers of z on intervals, as for Sign, that of an
// arc-cosine kernel, or that of a sum of a constant and of c exp(−a z^β), a > 0, β > 1 rational. Taylor expansions with
// remainder are integrated on panels, halved where the sign is not proved, up to a frequency beyond which the sign is
// proved, or the density is small, or, for compactly supported kernels with one breakpoint, the half periods of its
// asymptotic expansion are summed. With several breakpoints the tail is bounded by the envelope only, and the result
// may be wide.
//
// The Jordan identity k(0+) = ‖m₊‖ − ‖m₋‖ gives the part that has an unbounded tail of one sign, and sharpens the
// others. It holds as soon as one part is finite: for k bounded near 0 and ε → 0, ∫ e^{−εω²} dm, a mean of k with a
// Gaussian weight, tends to k(0+), and e^{−εω²} increases to 1. Where both parts are known without it, it is checked.
//
// What the search finds is written as a proof, and the enclosures are those that From gets
// from it. They hold whatever Met says; a width above Tol is no error. The error is a
// *NotEnclosedError, a *Error or that of ctx. It panics as New does.
func EncloseMasses(ctx context.Context, k *kernel.Kernel, dim int, opt *MassSettings) (*mass.Masses, error) {
	found, err := Masses(ctx, k, dim, opt)
	if err != nil {
		return nil, err
	}
	m, err := mass.From(ctx, k, dim, found.Proof)
	if err != nil {
		return nil, err
	}
	m.Rate(opt.Defaults().Tol)
	return m, nil
}

// Masses is the search alone: the enclosures hold, but what counts is the Proof, from which
// From may get others that differ in their last digits.
func Masses(ctx context.Context, k *kernel.Kernel, dim int, opt *MassSettings) (*mass.Masses, error) {
	p, err := quadrature.New(k, dim)
	if err != nil {
		return nil, err
	}
	set := opt.Defaults()
	m, _, err := MassesOf(ctx, p, &set)
	return m, err
}

// proof writes down where the panels are.
func (s *Searcher) proof(panels []*mass.Panel, g *mass.Range) *mass.Panels {
	a := &mass.Panels{Ends: []float64{g.From}}
	for _, p := range panels {
		a.Ends = append(a.Ends, p.Hi)
		if p.From < p.To && p.Above != 0 {
			a.Zeros = append(a.Zeros, [2]float64{p.From, p.To})
		}
	}
	switch g.Method() {
	case mass.ByWaves:
		a.Waves = g.Waves.X
	case mass.ByOneSidedTail:
		a.SignFrom = g.SignFrom
	}
	if s.Far != nil && s.Far.From < g.To {
		a.Far = s.Far.From
	}
	return a
}
