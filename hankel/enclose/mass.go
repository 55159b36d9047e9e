package enclose

import (
	"context"
	"fmt"
	"math"

	"krein/ball"
)

// MassMethod says how masses were enclosed.
type MassMethod int8

// The methods.
const (
	// BySign: the sign of the density is proved, and k(0) is all that is needed.
	BySign MassMethod = iota + 1
	// ByOneSidedTail: panels, beyond which the sign of the density is proved, and the Jordan identity.
	ByOneSidedTail
	// ByBoundedTail: panels, and a bound of what lies beyond.
	ByBoundedTail
	// ByWaves: panels, and the sum over all half periods of the asymptotic expansion beyond.
	ByWaves
)

// String names the method.
func (m MassMethod) String() string {
	switch m {
	case BySign:
		return "sign"
	case ByOneSidedTail:
		return "panels and a tail of one sign"
	case ByBoundedTail:
		return "panels and a bounded tail"
	case ByWaves:
		return "panels and an oscillating tail"
	}
	return fmt.Sprintf("MassMethod(%d)", int8(m))
}

// MassSettings are the settings of Masses. The zero value, like nil, chooses the defaults.
type MassSettings struct {
	// Tol is the width of Plus, Minus and Total asked for, relative to each. Default 1e-10.
	Tol float64
	// Prec is the working precision in bits. Default 128.
	Prec uint
	// Panels bounds the number of panels looked at. Default 20000.
	Panels int
	// Moments asks for the moments too.
	Moments bool

	once bool // Tol is relative to the kernel's size, whatever the parts are
}

// Masses are proved enclosures for the radial spectral measure m = m₊ − m₋ of a kernel, of finite mass. Plus, Minus and Total include the atoms.
type Masses struct {
	Plus, Minus, Total    *ball.Real // ‖m₊‖, ‖m₋‖ and ‖m‖ = ‖m₊‖ + ‖m₋‖
	PlusAtoms, MinusAtoms *ball.Real // the part of them that is in atoms
	Origin                *ball.Real // the signed atom at ω = 0; it is included in the atoms
	KernelAtZero          *ball.Real // k(0+) = ‖m₊‖ − ‖m₋‖
	// PlusMoments and MinusMoments are ∫ω dm± and ∫ω² dm±, without the atoms, nil where they are infinite, or no bound was proved or asked for. Their width may
	// be larger than Tol: that is so for slowly decaying tails.
	PlusMoments, MinusMoments [2]*ball.Real
	// Changes are where the sign of the density changes, or may do so, in increasing order; with ChangesForever, only those before the oscillating tail.
	// With BySign there are none. Nothing is claimed of signs below From.
	Changes        []SignChange
	ChangesForever bool
	From           float64

	// InPanels are ∫ dm± over the panels by themselves, nil with BySign: a Proof with other panels gives others.
	InPanels [2]*ball.Real

	Method MassMethod
	Proof  *MassProof // from which MassesFrom gets the same enclosures without a search; nil in Laws
	Width  float64    // the largest relative width of Plus, Minus and Total; an exact 0 has none
	Met    bool       // it is at most Tol
	Panels int
}

// SignChange is an interval of frequencies with what is proved of it: the density has the sign Below, ±1, just below it and Above just above it.
type SignChange struct {
	Omega        *ball.Real
	Below, Above int  // 0 next to an end of the panels
	Single       bool // the density has exactly one zero in it, and it is simple
}

// MassError says why masses were not enclosed. It does not mean that they are infinite.
type MassError struct {
	Because string

	infinite bool // the tail shows that the mass is infinite
}

// Error implements error.
func (e *MassError) Error() string { return "enclose: masses not enclosed: " + e.Because }

func noMass(format string, a ...any) error { return &MassError{Because: fmt.Sprintf(format, a...)} }

const (
	defaultMassTol    = 1e-10
	defaultMassPrec   = 128
	defaultMassPanels = 20000
)

func (s *MassSettings) defaults() (t MassSettings) {
	if s != nil {
		t = *s
	}
	if !(t.Tol > 0) {
		t.Tol = defaultMassTol
	}
	if t.Prec == 0 {
		t.Prec = defaultMassPrec
	}
	t.Prec = clampSignPrec(t.Prec)
	if t.Panels <= 0 {
		t.Panels = defaultMassPanels
	}
	return t
}

// Masses encloses the masses of the Jordan parts of the measure.
//
// Where the density is proved to be nonnegative (FindSign), ‖m₋‖ is that of the atoms, and ‖m₊‖ follows from k(0). Elsewhere the density must be a
// sum of closed forms and sums of powers of z on intervals, as for FindSign, or that of an arc-cosine kernel (arcGroup); EncloseMasses knows one more kind. Taylor
// expansions with remainder are integrated on panels, halved where the sign is not proved, up to a frequency beyond which the sign is proved, or the density is small,
// or, for compactly supported kernels with one breakpoint, the half periods of its asymptotic expansion are summed (massTail). With several
// breakpoints the tail is bounded by the envelope only, and the result may be wide.
//
// The Jordan identity k(0+) = ‖m₊‖ − ‖m₋‖ gives the part that has an unbounded tail of one sign, and sharpens the others. It holds as soon as one part is
// finite: for k bounded near 0 and ε → 0, ∫ e^{−εω²} dm, a mean of k with a Gaussian weight, tends to k(0+), and e^{−εω²} increases to 1. Where both parts are
// known without it, it is checked.
//
// What the search finds is written as a proof, and the enclosures are those that MassesFrom gets from it. They
// hold whatever Met says; a width above Tol is no error. The error is that of ctx, or a *MassError.
func (p *Density) Masses(ctx context.Context, opt *MassSettings) (*Masses, error) {
	return p.masses(ctx, opt, nil)
}

// masses is Masses, where own returns groups that make up the density, or none.
func (p *Density) masses(ctx context.Context, opt *MassSettings, own func() []signGroup) (*Masses, error) {
	set := opt.defaults()
	found, err := p.searchMasses(ctx, &set, groupsOf(own))
	if err != nil {
		return nil, err
	}
	m, err := p.massesFrom(ctx, found.Proof, groupsOf(own))
	if err != nil {
		return nil, err
	}
	m.rate(set.Tol)
	return m, nil
}

// groupsOf calls a function unless it is nil: groups keep what they have prepared, so that each use takes new ones.
func groupsOf(own func() []signGroup) []signGroup {
	if own == nil {
		return nil
	}
	return own()
}

// newMasses returns the atoms, and sets k0 to the value at zero of what has the density.
func (p *Density) newMasses(prec uint, k0 *ball.Real) (*Masses, error) {
	m := &Masses{Proof: &MassProof{Prec: prec}}
	atoms, err := m.addAtoms(p.atoms, prec)
	if err != nil {
		return nil, err
	}
	if err := p.valueAtZero(k0, prec+32); err != nil {
		return nil, err
	}
	m.KernelAtZero = new(ball.Real).Add(k0, atoms, prec)
	return m, nil
}

// searchMasses looks for a proof of the masses, of which it sets the values too.
func (p *Density) searchMasses(ctx context.Context, set *MassSettings, own []signGroup) (*Masses, error) {
	var k0, plus, minus ball.Real
	m, err := p.newMasses(set.Prec, &k0)
	if err != nil {
		return nil, err
	}
	q, err := p.FindSign(ctx, nil)
	if err != nil {
		return nil, err
	}
	if q.Sign == Nonnegative {
		m.Method, m.Proof.Sign = BySign, q
		plus.Set(&k0)
		if set.Moments {
			if err := p.signedMoments(ctx, m, own, set); err != nil {
				return nil, err
			}
		}
	} else if err := p.panelMasses(ctx, m, &plus, &minus, &k0, own, set); err != nil {
		return nil, err
	}
	m.Proof.Method = m.Method
	m.add(&plus, &minus, set.Prec)
	m.rate(set.Tol)
	return m, nil
}

// add sets the masses to those of the densities and the atoms.
func (m *Masses) add(plus, minus *ball.Real, prec uint) {
	m.Plus = new(ball.Real).Add(plus, m.PlusAtoms, prec)
	m.Minus = new(ball.Real).Add(minus, m.MinusAtoms, prec)
	m.Total = new(ball.Real).Add(m.Plus, m.Minus, prec)
}

// rate sets Width and Met.
func (m *Masses) rate(tol float64) {
	m.Width = math.Max(relativeWidth(m.Plus), math.Max(relativeWidth(m.Minus), relativeWidth(m.Total)))
	m.Met = m.Width <= tol
}

// relativeWidth returns an upper bound of the width of a ball relative to the least number in it, 0 for an exact number.
func relativeWidth(x *ball.Real) float64 {
	if x.IsExact() {
		return 0
	}
	if x.MagLower().IsZero() {
		return math.Inf(1)
	}
	return x.Rad().Mul2Exp(1).Quo(x.MagLower()).Float64()
}

// addAtoms takes over the atoms and returns their sum.
func (m *Masses) addAtoms(atoms []Atom, prec uint) (*ball.Real, error) {
	plus, minus, origin := intNum(0), intNum(0), intNum(0)
	for _, a := range atoms {
		switch {
		case !a.Weight.Exact() || !a.Omega.Exact():
			return nil, noMass("the atom %v at ω = %v is not known exactly", a.Weight, a.Omega)
		case a.Weight.IsZero():
			continue
		case a.Weight.Sign() > 0:
			plus = plus.add(a.Weight)
		case a.Weight.Sign() < 0:
			minus = minus.add(a.Weight.neg())
		default:
			return nil, noMass("the sign of the atom %v at ω = %v is not known", a.Weight, a.Omega)
		}
		if a.Omega.IsZero() {
			origin = origin.add(a.Weight)
		} else if a.Omega.Sign() <= 0 {
			return nil, noMass("an atom is at ω = %v, which may be 0", a.Omega)
		}
	}
	m.PlusAtoms, m.MinusAtoms, m.Origin = new(ball.Real), new(ball.Real), new(ball.Real)
	plus.Ball(m.PlusAtoms, prec+32)
	minus.Ball(m.MinusAtoms, prec+32)
	origin.Ball(m.Origin, prec+32)
	for _, x := range []*ball.Real{m.PlusAtoms, m.MinusAtoms, m.Origin} {
		if !x.IsFinite() {
			return nil, noMass("the atoms add up to what is not known exactly")
		}
	}
	return new(ball.Real).Sub(m.PlusAtoms, m.MinusAtoms, prec+32), nil
}
