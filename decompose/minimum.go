package decompose

import (
	"slices"

	"krein/decompose/minimal"
)

// FromMinimum returns a minimum as a decomposition from which features can be drawn: radii are picked among the atoms
// of a sign with probabilities in proportion to |c_j|, the atom at 0 is deterministic. The features are unbiased for Σ
// c_j Λ_d(ω_j z), which differs from the kernel by Bias at most on [0, Radius] and by anything beyond; Domain says so.
// The bias is proved; masses and probabilities are exact up to rounding, which MassErr and LawErr bound. Certificate is
// m's Digest.
func FromMinimum(m *minimal.Measure) *Decomposition {
	d := &Decomposition{Dim: m.Dim, Kernel: m.Kernel, Quality: BiasProved, Certificate: m.Digest(),
		Beyond: m.Beyond, Domain: &minimal.Domain{Radius: m.Radius, Bias: m.Bias}}
	for i, part := range []*Part{&d.Plus, &d.Minus} {
		var omega, weight []float64
		for _, a := range m.Atoms {
			c := a.Coef
			if i == 1 {
				c = -c
			}
			switch {
			case c <= 0:
			case a.Omega == 0:
				part.Origin = c
			default:
				omega, weight = append(omega, a.Omega), append(weight, c)
				part.Mass += c
			}
		}
		// Higham, Accuracy and Stability, (4.4)
		part.MassErr, part.MassKind = float64(len(weight))*0x1p-53*part.Mass, KindProved
		if len(omega) > 0 {
			part.Radii = discreteTable(omega, weight)
			// A cumulated probability p ≤ 1/2 of n atoms is a sum of quotients of which each is off by a share n+1, the sum by n
			// more, all in units of 2⁻⁵³; and what is below 1/2 by n is taken for 1/2.
			e := 2 * float64(len(weight)+1) * 0x1p-53
			part.LawErr = lawError(e, e*float64(len(weight)), KindProved)
		}
	}
	return d
}

// discreteTable is the law of a radius that takes increasing values omega with probabilities in proportion to weight >
// 0.
func discreteTable(omega, weight []float64) *Table {
	total := 0.0
	for _, w := range weight {
		total += w
	}
	slack := float64(len(omega)) * 0x1p-53 // rounding must not give both sides the same slivers
	t := &Table{}
	for _, upper := range []bool{false, true} {
		s := &t.lower
		if upper {
			s = &t.upper
		}
		s.edges = []float64{0}
		p := 0.0
		for k := range omega {
			if upper {
				k = len(omega) - 1 - k
			}
			p += weight[k] / total
			s.atom(omega[k], min(p, 0.5))
			if p >= 0.5-slack {
				break
			}
		}
		s.edges[len(s.edges)-1] = 0.5 // rounding may have left it below
		s.tail = tail{Kind: tailNone, At: s.coefs[0]}
		s.index()
	}
	return t
}

// Steps returns the probabilities u, 0 < u < 1, at which the share of an atom begins or ends, increasing: between two
// of them Quantile is constant where there is an atom, and continuous where there is none. Expectations over the radius
// are best computed piece by piece; those of a discrete law are then finite sums.
func (t *Table) Steps() []float64 {
	var u []float64
	see := func(s *side, value func(p float64) float64) {
		for i := range s.kinds {
			if !s.isAtom(i) {
				continue
			}
			for _, p := range s.edges[i : i+2] {
				if v := value(p); v > 0 && v < 1 {
					u = append(u, v)
				}
			}
		}
	}
	see(&t.lower, func(p float64) float64 { return p })
	see(&t.upper, func(p float64) float64 { return 1 - p })
	slices.Sort(u)
	return slices.Compact(u)
}
