package decompose

import (
	"errors"
	"fmt"
	"math"
	"sort"

	"krein/internal/hankel/closed"
	"krein/internal/hankel/mixture"
	"krein/kernel"
)

// Mixture draws radii of a kernel that is a mixture of Gaussians at a random scale exactly, up to rounding, in every
// dimension and without a table: the radius is √(2S) χ_d with the law of S that package krein/internal/hankel/mixture finds in
// the formula. Such kernels are exp(−z^β) and (1+z^β)^−γ for 0 < β ≤ 2, Dagum's, and positive sums of them (see
// mixture.Recognise). It is immutable and safe for concurrent use with a Source of each caller's own.
type Mixture struct {
	origin float64
	dim    int
	sums   []float64 // weights added up
	laws   []*mixture.Law
}

// ErrNoMixture is returned for a kernel that is not recognised as a mixture of Gaussians with
// positive weights; it may be one all the same.
var ErrNoMixture = errors.New("decompose: the kernel is not recognised as a mixture of Gaussians with positive " +
	"weights; its table has samples")

// NewMixture recognises k, with its natural extension, as a mixture in dimension dim. The error
// wraps ErrNoMixture and names the summand that is none. It panics if k is nil or dim < 1.
func NewMixture(k *kernel.Kernel, dim int) (*Mixture, error) {
	if k == nil || dim < 1 {
		panic(fmt.Sprintf("decompose: NewMixture of %v in dimension %d", k, dim))
	}
	if err := k.Fixed(); err != nil {
		return nil, err
	}
	if b, _ := k.Extension(); b != kernel.Natural {
		return nil, fmt.Errorf("%w (%s, %s)", ErrNoMixture, k.Formula(), k.BeyondString())
	}
	m := &Mixture{dim: dim}
	var total float64
	for _, e := range closed.Summands(k.Expr()) {
		s, ok := mixture.Recognise(e)
		if !ok {
			return nil, fmt.Errorf("%w (%s)", ErrNoMixture, e)
		}
		m.origin += s.Constant
		for _, t := range s.Terms {
			if !(t.Weight > 0) {
				return nil, fmt.Errorf("%w (%s)", ErrNoMixture, e)
			}
			total += t.Weight
			m.sums, m.laws = append(m.sums, total), append(m.laws, t.Law)
		}
	}
	if m.origin < 0 && m.origin > -1e-15*total { // constants that cancel but for rounding
		m.origin = 0
	}
	if m.origin < 0 || len(m.laws) == 0 {
		return nil, fmt.Errorf("%w (a constant %g remains)", ErrNoMixture, m.origin)
	}
	return m, nil
}

// Origin returns the mass of the atom at ω = 0, and Mass that on ω > 0; both are sums of constants of the formula.
func (m *Mixture) Origin() float64 { return m.origin }

// Mass returns the mass on ω > 0.
func (m *Mixture) Mass() float64 { return m.sums[len(m.sums)-1] }

// Sample draws a radius ω > 0 of the normalised measure on ω > 0. The same numbers of rnd give the
// same radius. Laws so heavy that a radius is no float64 give 0 or +Inf.
func (m *Mixture) Sample(rnd Source) float64 {
	i := 0
	if len(m.laws) > 1 {
		i = min(sort.SearchFloat64s(m.sums, rnd.Float64()*m.Mass()), len(m.laws)-1)
	}
	return math.Exp(m.laws[i].SampleRadius(rnd, m.dim))
}
