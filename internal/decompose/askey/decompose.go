package askey

import (
	"context"
	"fmt"
	"math"
	"slices"
	"sort"

	"krein/internal/budget"
	"krein/internal/fourier/taxicab"
	"krein/internal/kernel/between"
	"krein/internal/kernel/continuity"
	"krein/internal/kernel/numeric"
	"krein/kernel"
)

// Settings of Decompose.
type Settings struct {
	// Order is n; 0 has the one with the least mass chosen.
	Order int
	// Samples and Level are those of taxicab.Power.Estimate, for n < 2d−1; 0 means 100 000 and 0.99.
	Samples int
	Level   float64
	// Seed is that of the estimate.
	Seed uint64
}

// Decomposition is the spectral measure of φ(‖Δ‖₁) on R^Dim as a mixture of those of truncated powers. It is estimated.
type Decomposition struct {
	Dim, Order int
	// Constant is the atom at frequency 0, φ(∞).
	Constant float64
	// Parts are at most two, with the phases 0 and π.
	Parts []*Part
	// Masses are those of one truncated power, and Variation is ‖ν‖.
	Masses    taxicab.Masses
	Variation float64
	// Minimal says that Parts are the Jordan parts, so that no positive decomposition has less mass.
	Minimal bool
	// Bias is the largest distance of the mixture from φ that values on a grid, and enclosures of φ between them, leave: estimated.
	Bias float64
}

// Total returns the mass of the parts together.
func (d *Decomposition) Total() (sum float64) {
	for _, p := range d.Parts {
		sum += p.Weight
	}
	return sum
}

// Decompose decomposes φ(‖Δ‖₁) on R^dim, 1 ≤ dim ≤ 16. The error says why φ is no such mixture, or where
// it is not proved to have a value or to be continuous, or is ctx's. It panics if phi is nil or a setting is out of range.
func Decompose(ctx context.Context, phi *kernel.Kernel, dim int, set *Settings) (*Decomposition, error) {
	if err := phi.Fixed(); err != nil {
		return nil, err
	}
	var o Settings
	if set != nil {
		o = *set
	}
	if o.Samples == 0 {
		o.Samples = 100_000
	}
	if o.Level == 0 {
		o.Level = 0.99
	}
	if phi == nil || o.Order < 0 || o.Samples < 2 || !(o.Level > 0 && o.Level < 1) {
		panic(fmt.Sprintf("askey: settings %+v", o))
	}
	if dim < 1 || dim > taxicab.MaxDim {
		return nil, fmt.Errorf("askey: dimension %d; want 1 to %d", dim, taxicab.MaxDim)
	}
	if err := continuity.Representable(phi); err != nil {
		return nil, fmt.Errorf("askey: %s: %w", phi, err)
	}
	s, err := analyse(phi, max(2*dim-1, o.Order))
	if err != nil {
		return nil, err
	}
	if o.Order > s.most {
		return nil, fmt.Errorf("askey: %s has singularities too strong for n = %d; at most %d", phi, o.Order, s.most)
	}
	var best *mixture
	least := math.Inf(1)
	for n := 1; n <= s.most; n++ {
		if o.Order > 0 && n != o.Order {
			continue
		}
		if ctx.Err() != nil {
			return nil, fmt.Errorf("askey: %w", ctx.Err())
		}
		m, err := s.mix(n)
		if err != nil {
			return nil, err
		}
		size := m.total * bound(dim, n)
		if size < least {
			best, least = m, size
		}
	}
	if best == nil {
		return nil, fmt.Errorf("askey: no mixture of %s has a finite mass", phi)
	}
	unit := taxicab.NewPower(dim, best.order, 1)
	masses, err := unit.Estimate(ctx, o.Samples, o.Level, o.Seed)
	if err != nil {
		return nil, err
	}
	d := &Decomposition{Dim: dim, Order: best.order, Constant: best.limit, Masses: *masses, Variation: best.total}
	d.Minimal = len(best.panels) == 1 && best.panels[0].lo == best.panels[0].hi || unit.Nonnegative() && !best.negative
	d.Parts = build(dim, best, unit, masses)
	f := numeric.Compile(phi)
	var ends []float64
	for k := -100; k <= 100; k++ {
		ends = append(ends, math.Exp2(float64(k)/8))
	}
	d.Bias = between.Bound(ctx, phi.Metered(budget.Of(ctx)), ends, func(x float64) float64 { return math.Abs(f.At(x) - best.value(x)) },
		1e-7*best.total, best.total, mostEnclosures)
	d.Bias = max(d.Bias, math.Abs(numeric.AtZero(phi)-best.value(0)))
	return d, nil
}

// mostEnclosures is how many intervals of distances are looked at.
const mostEnclosures = 20000

// bound is about the mass of a truncated power, to compare orders with.
func bound(dim, n int) float64 {
	p := taxicab.NewPower(dim, n, 1)
	if p.Nonnegative() {
		return 1
	}
	e := p.Envelope().Mass()
	return max(1+0.02*(e-1), 0.45*e)
}

// Part is a positive measure of the mixture with its phase, as a part of a feature map (package features/pair). It is
// immutable and safe for concurrent use.
type Part struct {
	taxicab.Half
	of    *mixture
	dim   int
	plus  *taxicab.Part // of the truncated power
	minus *taxicab.Part // nil if it has none
	upTo  []float64     // masses added up, two entries a panel: with the plus part and with the minus part
	which []choice
}

type choice struct {
	panel int
	part  *taxicab.Part
}

// build makes the parts with phase 0 and π.
func build(dim int, m *mixture, unit *taxicab.Power, masses *taxicab.Masses) []*Part {
	jordan := unit.Parts(1, masses)
	var out []*Part
	for _, phase := range []float64{0, math.Pi} {
		p := &Part{of: m, dim: dim, Half: taxicab.Half{Phase: phase}, plus: jordan[0]}
		if len(jordan) > 1 {
			p.minus = jordan[1]
		}
		for i := range m.panels {
			// a panel of negative ν turns the parts around
			part := p.plus
			if m.panels[i].minus != (phase != 0) {
				part = p.minus
			}
			if part == nil || part.Mass() == 0 {
				continue
			}
			p.Weight += m.panels[i].mass * part.Mass()
			p.upTo = append(p.upTo, p.Weight)
			p.which = append(p.which, choice{i, part})
		}
		if p.Weight > 0 {
			out = append(out, p)
		}
	}
	return slices.Clip(out)
}

// Draw sets omega to a frequency and returns its phase, 0 or π; u is not read.
func (p *Part) Draw(omega, u []float64, rnd taxicab.Source) (phase float64) {
	i := min(sort.SearchFloat64s(p.upTo, rnd.Float64()*p.Weight), len(p.upTo)-1)
	c := p.which[i]
	tau := p.of.panels[c.panel].draw(rnd)
	c.part.Draw(omega, nil, rnd)
	for j := range omega {
		omega[j] /= tau
	}
	return p.Phase
}

// draw returns a number of the panel by rejection.
func (p *panel) draw(rnd taxicab.Source) float64 {
	if p.lo == p.hi {
		return p.lo
	}
	for {
		tau := p.lo + (p.hi-p.lo)*rnd.Float64()
		if rnd.Float64()*p.top <= p.at(tau) {
			return tau
		}
	}
}
