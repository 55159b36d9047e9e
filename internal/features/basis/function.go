package basis

import (
	"math"

	"krein/internal/simd"
)

// Function is a ridge function φ on [−1, 1], safe for concurrent use.
type Function interface {
	// Values replaces the numbers t by φ(t).
	Values(t []float64)
}

// Series is φ = Σ b_n p_n, a polynomial.
type Series struct {
	B   []float64 // not to be modified
	sum *simd.Series
}

// NewSeries returns Σ b_n p_n for the law of dimension d ≥ 2.
func NewSeries(d int, b []float64) *Series {
	rec := NewRecurrence(d, len(b))
	return &Series{b, simd.NewSeries(b, rec.Up, rec.Back)}
}

// Values replaces t by φ(t), and what lies outside of [−1, 1] by the value at its end.
func (s *Series) Values(t []float64) { s.sum.Values(t, t, 1, 1) }

// Power is Scale·(t₊)^Order, or Scale·sign(t) for Order = [Sign].
type Power struct {
	Order int
	Scale float64
}

// Sign is the Order of Scale·sign(t).
const Sign = -1

// Values treats t = 0 as positive.
func (p Power) Values(t []float64) {
	for i, v := range t {
		switch {
		case p.Order == Sign:
			t[i] = math.Copysign(p.Scale, v+0)
		case v < 0:
			t[i] = 0
		default:
			x := p.Scale
			for range p.Order {
				x *= v
			}
			t[i] = x
		}
	}
}

// Single has a degree of its own for each column: Scale·p_n, n = Degrees[i], of the number t_i.
type Single struct {
	Degrees []int // not to be modified
	Scale   float64
	rec     Recurrence
}

// NewSingle takes the degrees, none below 0, for the law of dimension d ≥ 2.
func NewSingle(d int, degrees []int, scale float64) *Single {
	most := 0
	for _, n := range degrees {
		most = max(most, n)
	}
	return &Single{degrees, scale, NewRecurrence(d, most)}
}

// Values takes as many numbers as there are degrees.
func (s *Single) Values(t []float64) {
	for i, n := range s.Degrees {
		t[i] = s.Scale * s.rec.At(n, t[i])
	}
}

// lane is how many values are computed side by side.
const lane = 64

// Without is a function less its parts of some degrees.
type Without struct {
	Function
	Low *Series
}

// Values subtracts.
func (w Without) Values(t []float64) {
	var part [lane]float64
	for len(t) > 0 {
		n := min(lane, len(t))
		copy(part[:n], t)
		w.Low.Values(part[:n])
		w.Function.Values(t[:n])
		for i := range n {
			t[i] -= part[i]
		}
		t = t[n:]
	}
}
