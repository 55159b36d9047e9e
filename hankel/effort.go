package hankel

import (
	"math"
)

// effortNodes is the number of quadrature nodes that count as one cheap value.
const effortNodes = 4096

// Effort is the cost of the density at omega, in units of a value that is cheap.
func (s *Spectrum) Effort(omega float64) int {
	if !(omega > 0) || math.IsInf(omega, 1) {
		return 1
	}
	moved := 0
	if s.closed != nil {
		for _, p := range s.closed.parts {
			if p, ok := p.(*movedPart); ok {
				moved += p.effort(omega)
			}
		}
	}
	if s.t == nil {
		return 1 + moved
	}
	l := s.t.at(omega)
	if l.err != nil { // it took what a level may take, or about that
		return 1 + moved + s.t.budget/effortNodes
	}
	return 1 + moved + (len(l.coarse.z)+len(l.fine.z))/effortNodes
}
