package askey

import (
	"fmt"
	"math"
	"math/big"
	"slices"

	"krein/internal/kernel/asymptotic"
	"krein/internal/kernel/numeric"
	"krein/internal/quad/gauss"
	"krein/kernel"
)

// points of the interpolation on a panel.
const points = 10

var nodes, weights = gauss.Legendre(points)

// panel is a piece of ν of one sign: a density on [lo, hi], or an atom if they are equal.
type panel struct {
	lo, hi float64
	rho    [points]float64 // |density| at the nodes
	top    float64         // a bound of it
	mass   float64
	minus  bool
}

// mixture is ν.
type mixture struct {
	order    int
	limit    float64
	panels   []panel
	total    float64
	negative bool // some panel is
}

// at returns |density| by interpolation: Lagrange's formula of the second kind.
func (p *panel) at(tau float64) float64 {
	x := (2*tau - p.lo - p.hi) / (p.hi - p.lo)
	var top, bottom float64
	for i, v := range nodes {
		if x == v {
			return p.rho[i]
		}
		w := barycentric[i] / (x - v)
		top += w * p.rho[i]
		bottom += w
	}
	return max(0, top/bottom)
}

var barycentric = func() (w [points]float64) {
	for i := range w {
		w[i] = 1
		for j := range nodes {
			if j != i {
				w[i] /= nodes[i] - nodes[j]
			}
		}
	}
	return w
}()

// shape is what the choice of n needs to know of φ.
type shape struct {
	phi    *kernel.Kernel
	limit  float64
	end    float64 // φ is constant beyond; +Inf
	breaks []float64
	most   int // the largest n
	known  map[float64][]float64
}

// taylor returns the coefficients of φ at τ, up to that of degree most+1.
func (s *shape) taylor(tau float64) ([]float64, error) {
	a, ok := s.known[tau]
	if !ok {
		var err error
		if a, _, err = numeric.Taylor(s.phi, tau, s.most+1); err != nil {
			return nil, fmt.Errorf("askey: %w", err)
		}
		s.known[tau] = a
	}
	return a, nil
}

// ranges of panels: from 2^−octaves to 2^octaves times the scale.
const octaves = 40

// analyse reads the singularities and the behaviour at infinity of φ.
func analyse(phi *kernel.Kernel, most int) (*shape, error) {
	inf := numeric.AtInfinity(phi)
	s := &shape{phi: phi, end: math.Inf(1), most: most, known: map[float64][]float64{}}
	switch inf.Kind {
	case asymptotic.ZeroBeyond:
		s.end = inf.Radius.Value
	case asymptotic.Constant:
		s.end, s.limit = inf.Radius.Value, inf.Limit
	case asymptotic.Power, asymptotic.Exponential, asymptotic.Gaussian, asymptotic.StretchedExp, asymptotic.SuperExp:
		if !inf.Regular {
			return nil, fmt.Errorf("askey: the derivatives of %s are not known to decay with it: %s", phi, inf.Because)
		}
		s.limit = inf.Limit
	default:
		return nil, fmt.Errorf("askey: %s is no mixture of truncated powers: %s", phi, inf.Because)
	}
	list, err := numeric.Singularities(phi, most+1)
	if err != nil {
		return nil, fmt.Errorf("askey: %w", err)
	}
	for _, b := range list {
		if b.At.Value == 0 {
			continue
		}
		if b.Exponent != nil {
			if e := int(new(big.Int).Quo(b.Exponent.Num(), b.Exponent.Denom()).Int64()); e < s.most {
				s.most = e
			}
			s.breaks = append(s.breaks, b.At.Value)
		}
	}
	if s.most < 1 {
		return nil, fmt.Errorf("askey: %s has a singularity of an exponent below 1; no truncated "+
			"power with n ≥ 1 mixes to it", phi)
	}
	slices.Sort(s.breaks)
	return s, nil
}

// mix returns ν for n.
func (s *shape) mix(n int) (*mixture, error) {
	m := &mixture{order: n, limit: s.limit}
	scale := 1.0
	if len(s.breaks) > 0 {
		scale = s.breaks[0]
	}
	last := math.Ldexp(scale, octaves)
	if len(s.breaks) > 0 && last < s.breaks[len(s.breaks)-1] {
		last = 2 * s.breaks[len(s.breaks)-1]
	}
	edges := append([]float64{math.Ldexp(scale, -octaves)}, s.breaks...)
	if len(s.breaks) == 0 || s.end > s.breaks[len(s.breaks)-1] {
		edges = append(edges, min(last, s.end))
	}
	for _, b := range s.breaks {
		if err := m.jump(s.phi, b); err != nil {
			return nil, err
		}
	}
	for i := 1; i < len(edges); i++ {
		if err := m.between(s, edges[i-1], edges[i], i > 1, i < len(edges)-1 || !math.IsInf(s.end, 1)); err != nil {
			return nil, err
		}
	}
	for i := range m.panels {
		m.total += m.panels[i].mass
		m.negative = m.negative || m.panels[i].minus
	}
	if !(m.total > 0) || math.IsInf(m.total, 1) {
		return nil, fmt.Errorf("askey: the mixture for n = %d has the mass %v", n, m.total)
	}
	return m, nil
}

// jump adds the atom at a breakpoint, from the jump of φ^{(n)}.
func (m *mixture) jump(phi *kernel.Kernel, b float64) error {
	var side [2]float64
	for i := range side {
		x, err := numeric.ExpandAt(phi, b, i == 1, m.order+1)
		if err != nil {
			return fmt.Errorf("askey: %w", err)
		}
		for _, t := range x.Terms {
			if t.LogPow == 0 && t.Exp.IsInt() && t.Exp.Num().Int64() == int64(m.order) {
				side[i] = t.Coef
			}
		}
	}
	sign := 1.0
	if m.order%2 == 1 {
		sign = -1
	}
	// φ^{(n)}/n!: the right coefficient, and (−1)^n times the left one; (−1)^{n+1} of the difference
	v := -sign * (side[1] - sign*side[0])
	for range m.order {
		v *= b
	}
	if v != 0 {
		m.panels = append(m.panels, panel{lo: b, hi: b, mass: math.Abs(v), minus: v < 0})
	}
	return nil
}

// between adds panels of [lo, hi]: they double from both ends, where density may be singular; left and right say that
// the end is a breakpoint, and not just far out.
func (m *mixture) between(s *shape, lo, hi float64, left, right bool) error {
	cuts := []float64{lo}
	if left {
		middle := min((lo+hi)/2, 2*lo)
		if !right {
			middle = 2 * lo
		}
		for k := octaves / 2; k >= 1; k-- {
			cuts = append(cuts, lo+math.Ldexp(middle-lo, -k))
		}
	}
	stop := hi
	if right {
		stop = max((cuts[len(cuts)-1]+hi)/2, hi/2)
	}
	for at := cuts[len(cuts)-1]; ; {
		if at *= 2; at >= stop {
			break
		}
		cuts = append(cuts, at)
	}
	if right {
		from := cuts[len(cuts)-1]
		for k := 1; k <= octaves/2; k++ {
			cuts = append(cuts, hi-math.Ldexp(hi-from, -k))
		}
	}
	if cuts[len(cuts)-1] < hi {
		cuts = append(cuts, hi)
	}
	cuts = slices.Compact(cuts)
	for i := 1; i < len(cuts); i++ {
		if err := m.panel(s, cuts[i-1], cuts[i]); err != nil {
			return err
		}
	}
	return nil
}

// panel adds the density on [lo, hi], a panel for each sign.
func (m *mixture) panel(s *shape, lo, hi float64) error {
	var rho [points]float64
	var size float64
	for i, x := range nodes {
		tau := (lo+hi)/2 + (hi-lo)/2*x
		a, err := s.taylor(tau)
		if err != nil {
			return err
		}
		v := a[m.order+1] * float64(m.order+1) // φ^{(n+1)}/n!
		for range m.order {
			v *= tau
		}
		if m.order%2 == 0 {
			v = -v
		}
		rho[i] = v
		size += weights[i] * math.Abs(v) * (hi - lo) / 2
	}
	if size == 0 || math.IsNaN(size) || size < 1e-300 {
		return nil
	}
	for i := 1; i < points; i++ { // cut at changes of sign
		if rho[i-1]*rho[i] < 0 && hi-lo > 1e-9*hi {
			at := root(lo, hi, rho, i)
			if at > lo && at < hi {
				if err := m.panel(s, lo, at); err != nil {
					return err
				}
				return m.panel(s, at, hi)
			}
		}
	}
	p := panel{lo: lo, hi: hi, mass: size}
	for i, v := range rho {
		p.minus = p.minus || v < 0
		p.rho[i] = math.Abs(v)
		p.top = max(p.top, 1.5*p.rho[i])
	}
	for _, end := range []float64{lo, hi} {
		p.top = max(p.top, 1.05*p.at(end))
	}
	m.panels = append(m.panels, p)
	return nil
}

// root bisects the interpolant between the nodes i−1 and i.
func root(lo, hi float64, rho [points]float64, i int) float64 {
	at := func(x float64) float64 {
		var top, bottom float64
		for j, v := range nodes {
			if x == v {
				return rho[j]
			}
			w := barycentric[j] / (x - v)
			top, bottom = top+w*rho[j], bottom+w
		}
		return top / bottom
	}
	a, b := nodes[i-1], nodes[i]
	for range 60 {
		c := (a + b) / 2
		if (at(c) < 0) == (rho[i-1] < 0) {
			a = c
		} else {
			b = c
		}
	}
	return (lo+hi)/2 + (hi-lo)/2*b
}

// value returns φ(∞) + ∫ (1−s/τ)_+^n ν(dτ) by Gauss rules on the panels, that with s in it cut there.
func (m *mixture) value(s float64) float64 {
	sum := m.limit
	for i := range m.panels {
		p := &m.panels[i]
		if p.hi <= s {
			continue
		}
		v := 0.0
		if p.lo == p.hi {
			v = p.mass * power(1-s/p.lo, m.order)
		} else {
			lo := max(p.lo, s)
			for j, x := range nodes {
				tau := (lo+p.hi)/2 + (p.hi-lo)/2*x
				v += weights[j] * (p.hi - lo) / 2 * p.at(tau) * power(1-s/tau, m.order)
			}
		}
		if p.minus {
			v = -v
		}
		sum += v
	}
	return sum
}

func power(x float64, n int) float64 {
	z := 1.0
	for range n {
		z *= x
	}
	return z
}
