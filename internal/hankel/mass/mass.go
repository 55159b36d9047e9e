package mass

import (
	"fmt"
	"math"
	"math/big"

	"krein/ball"
	"krein/internal/enum"
	"krein/internal/hankel/atoms"
	"krein/internal/hankel/density"
)

// Method says how masses were enclosed.
type Method int8

// The methods.
const (
	// BySign: the sign of the density is proved, and k(0) is all that is needed.
	BySign Method = iota + 1
	// ByOneSidedTail: panels, beyond which the sign of the density is proved, and the Jordan identity.
	ByOneSidedTail
	// ByBoundedTail: panels, and a bound of what lies beyond.
	ByBoundedTail
	// ByWaves: panels, and the sum over all half periods of the asymptotic expansion beyond.
	ByWaves
)

// String names the method.
func (m Method) String() string {
	return enum.Name("MassMethod", m, "", "sign", "panels and a tail of one sign", "panels and a bounded tail",
		"panels and an oscillating tail")
}

// Masses are proved enclosures for the radial spectral measure m = m₊ − m₋ of a kernel, of finite mass. Plus, Minus and
// Total include the atoms.
type Masses struct {
	Plus, Minus, Total    *ball.Real // ‖m₊‖, ‖m₋‖ and ‖m‖ = ‖m₊‖ + ‖m₋‖
	PlusAtoms, MinusAtoms *ball.Real // the part of them that is in atoms
	Origin                *ball.Real // the signed atom at ω = 0; it is included in the atoms
	KernelAtZero          *ball.Real // k(0+) = ‖m₊‖ − ‖m₋‖
	// InPanels are ∫ dm± over the panels by themselves, nil with BySign: a Proof with other panels gives others.
	InPanels [2]*ball.Real

	Method    Method
	Proof     *Proof  // from which From gets the same enclosures without a search; nil in Laws
	Width     float64 // the largest relative width of Plus, Minus and Total; an exact 0 has none
	Converged bool    // it is at most Tol
	Panels    int
}

// Error says why masses were not enclosed. It does not mean that they are infinite.
type Error struct {
	Because string

	Infinite bool // the tail shows that the mass is infinite
}

// Error implements error.
func (e *Error) Error() string { return "mass: not enclosed: " + e.Because }

// Errorf returns an *Error that says why masses were not enclosed.
func Errorf(format string, a ...any) error { return &Error{Because: fmt.Sprintf(format, a...)} }

const (
	DefaultMassPrec   = 128
	DefaultMassPanels = 20000
)

// NewMasses returns the atoms, and sets k0 to the value at zero of what has the density.
func NewMasses(p *density.Density, prec uint, k0 *ball.Real) (*Masses, error) {
	m := &Masses{Proof: &Proof{Prec: prec}}
	atoms, err := m.addAtoms(p, prec)
	if err != nil {
		return nil, err
	}
	if err := valueAtZero(p, k0, prec+32); err != nil {
		return nil, err
	}
	m.KernelAtZero = new(ball.Real).Add(k0, atoms, prec)
	return m, nil
}

// Add sets the masses to those of the densities and the atoms.
func (m *Masses) Add(plus, minus *ball.Real, prec uint) {
	m.Plus = new(ball.Real).Add(plus, m.PlusAtoms, prec)
	m.Minus = new(ball.Real).Add(minus, m.MinusAtoms, prec)
	m.Total = new(ball.Real).Add(m.Plus, m.Minus, prec)
}

// Rate sets Width and Met.
func (m *Masses) Rate(tol float64) {
	m.Width = math.Max(RelativeWidth(m.Plus), math.Max(RelativeWidth(m.Minus), RelativeWidth(m.Total)))
	m.Converged = m.Width <= tol
}

// RelativeWidth returns an upper bound of the width of a ball relative to the least number in it, 0 for an exact
// number.
func RelativeWidth(x *ball.Real) float64 {
	if x.IsExact() {
		return 0
	}
	if x.MagLower().IsZero() {
		return math.Inf(1)
	}
	return x.Rad().Mul2Exp(1).Quo(x.MagLower()).Float64()
}

// addAtoms takes over the atoms and returns their sum. What is not listed, and atoms of a sign that is not known, may
// be of either part: they add between 0 and their bound. What listed atoms are off adds or takes away, since x⁺ and x⁻ do not
// change by more than x does.
func (m *Masses) addAtoms(p *density.Density, prec uint) (*ball.Real, error) {
	wp := prec + 32
	all, sum, err := atoms.Enclosed(p, wp)
	if err != nil {
		return nil, Errorf("%v", err)
	}
	m.PlusAtoms, m.MinusAtoms, m.Origin = new(ball.Real), new(ball.Real), new(ball.Real)
	lost := all.Lost
	atZero := all.Lost // of the atom at 0 while none is listed: one that is listed is off by what all listed ones are
	var v ball.Real
	for i := range all.List {
		a := &all.List[i]
		switch {
		case a.Weight.Positive() == ball.True:
			m.PlusAtoms.Add(m.PlusAtoms, &a.Weight, wp)
		case a.Weight.Negative() == ball.True:
			m.MinusAtoms.Sub(m.MinusAtoms, &a.Weight, wp)
		default:
			lost = lost.Add(a.Weight.MagUpper())
		}
		if a.Omega.IsZero() {
			m.Origin.Set(&a.Weight)
			atZero = ball.Mag{}
		} else if a.Omega.Sign() <= 0 {
			return nil, Errorf("an atom is at ω = %v, which may be 0", a.Omega)
		}
	}
	if l := all.Lattice; l != nil {
		m.PlusAtoms.Add(m.PlusAtoms, l.Mass(1, wp), wp)
		m.MinusAtoms.Add(m.MinusAtoms, l.Mass(-1, wp), wp)
	}
	if !lost.IsZero() || !all.Off.IsZero() {
		v.SetMag(lost)
		v.Hull(&v, new(ball.Real), wp)
		for _, x := range []*ball.Real{m.PlusAtoms, m.MinusAtoms} {
			x.Add(x, &v, wp)
			if x.AddRad(all.Off); x.Positive() != ball.True { // no mass is below 0
				var lo, hi big.Float
				x.SetInterval(&lo, x.Upper(&hi, wp), wp)
			}
		}
		m.Origin.AddRad(all.Off.Add(atZero))
		// they differ by the sum
		var plus, minus ball.Real
		plus.Add(m.MinusAtoms, sum, wp)
		minus.Sub(m.PlusAtoms, sum, wp)
		if !m.PlusAtoms.Intersect(m.PlusAtoms, &plus, wp) || !m.MinusAtoms.Intersect(m.MinusAtoms, &minus, wp) {
			return nil, Errorf("internal contradiction: the atoms add up to %v − %v, not to %v", m.PlusAtoms, m.MinusAtoms, sum)
		}
	}
	for _, x := range []*ball.Real{m.PlusAtoms, m.MinusAtoms, m.Origin} {
		if !x.IsFinite() {
			return nil, Errorf("the atoms add up to what is not known exactly")
		}
	}
	return sum, nil
}
