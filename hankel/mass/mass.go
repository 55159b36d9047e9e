package mass

import (
	"fmt"
	"math"

	"krein/ball"
	"krein/hankel/closed"
	"krein/hankel/density"
	"krein/internal/enum"
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
	atoms, err := m.addAtoms(p.Atoms(), prec)
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

// addAtoms takes over the atoms and returns their sum.
func (m *Masses) addAtoms(atoms []closed.Atom, prec uint) (*ball.Real, error) {
	plus, minus, origin := closed.IntNum(0), closed.IntNum(0), closed.IntNum(0)
	for _, a := range atoms {
		switch {
		case !a.Weight.Exact() || !a.Omega.Exact():
			return nil, Errorf("the atom %v at ω = %v is not known exactly", a.Weight, a.Omega)
		case a.Weight.IsZero():
			continue
		case a.Weight.Sign() > 0:
			plus = plus.Add(a.Weight)
		case a.Weight.Sign() < 0:
			minus = minus.Add(a.Weight.Neg())
		default:
			return nil, Errorf("the sign of the atom %v at ω = %v is not known", a.Weight, a.Omega)
		}
		if a.Omega.IsZero() {
			origin = origin.Add(a.Weight)
		} else if a.Omega.Sign() <= 0 {
			return nil, Errorf("an atom is at ω = %v, which may be 0", a.Omega)
		}
	}
	m.PlusAtoms, m.MinusAtoms, m.Origin = new(ball.Real), new(ball.Real), new(ball.Real)
	plus.Ball(m.PlusAtoms, prec+32)
	minus.Ball(m.MinusAtoms, prec+32)
	origin.Ball(m.Origin, prec+32)
	for _, x := range []*ball.Real{m.PlusAtoms, m.MinusAtoms, m.Origin} {
		if !x.IsFinite() {
			return nil, Errorf("the atoms add up to what is not known exactly")
		}
	}
	return new(ball.Real).Sub(m.PlusAtoms, m.MinusAtoms, prec+32), nil
}
