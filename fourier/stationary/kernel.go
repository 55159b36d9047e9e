package stationary

import "fmt"

// Symmetry says what k(−Δ) is.
type Symmetry int8

// The symmetries. The zero value says that none was proved.
const (
	Unknown Symmetry = iota // not decided
	Even                    // k(−Δ) = k(Δ) for all Δ
	Odd                     // k(−Δ) = −k(Δ) for all Δ, and k is not zero
	Neither                 // neither: k has an even and an odd part, both proved not to vanish
)

// String returns the symmetry in lower case.
func (s Symmetry) String() string {
	switch s {
	case Unknown:
		return "unknown"
	case Even:
		return "even"
	case Odd:
		return "odd"
	case Neither:
		return "neither"
	}
	return fmt.Sprintf("Symmetry(%d)", int8(s))
}

// ClassError says that a kernel is of no class that a route of krein covers.
type ClassError struct {
	Class   string // what the kernel is, as far as it is seen
	Nearest string // the nearest class that is covered
}

// Error names both.
func (e *ClassError) Error() string {
	return fmt.Sprintf("%s: no route of krein covers that; the nearest class that is covered: %s", e.Class, e.Nearest)
}
