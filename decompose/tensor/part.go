package tensor

import (
	"math"
	"math/cmplx"
)

// Source is a source of random numbers; a *rand.Rand is one. It is the same type in all packages that have parts.
type Source = interface {
	Float64() float64     // uniform in [0, 1)
	NormFloat64() float64 // standard normal
}

// Part is a positive measure on R^d with a phase at every frequency. It stands for the function Mass()·E
// cos(⟨ω,Δ⟩+θ(ω)) of Δ. It is immutable and safe for concurrent use.
type Part struct {
	name   string
	dim    int
	mass   float64
	target int // the power of i that the phase is; free for the modulus

	// products over the blocks of a space
	space *space
	terms []product

	mix []blend // or a mixture of other parts

	draw  func(omega []float64, rnd Source) // or a measure that is drawn otherwise
	known func(delta []float64) float64     // E cos⟨ω,Δ⟩ of it, nil if that is not known
	turn  int                               // of all its frequencies
}

// product is a part of one term: the product of components, one of each factor, that have the turn together.
type product struct {
	laws []*law
	turn int     // in 0 … 3, what the components' turns add up to; with free the turn that is added
	mass float64 // with the constant

	// before[b][t] is the probability, up to a factor, that the components of the factors before b add up to t.
	before [][4]float64
}

// Name returns "R+", "R-", "I" or "polar".
func (p *Part) Name() string { return p.name }

// Mass returns the total mass.
func (p *Part) Mass() float64 { return p.mass }

// Dims returns the dimensions of the blocks, which add up to d; nil for a part without blocks, of a product of kernels
// for example.
func (p *Part) Dims() []int {
	if p.space == nil {
		return nil
	}
	return append([]int(nil), p.space.dims...)
}

// chains fills in before, and returns the mass of all components together, in logarithms of 2 as a power and a factor.
func chains(laws []*law) (before [][4]float64, scale int) {
	before = make([][4]float64, len(laws)+1)
	before[0][0] = 1
	for b, l := range laws {
		for i := range l.parts {
			c := &l.parts[i]
			for t, v := range before[b] {
				for _, turn := range c.turns() {
					before[b+1][(t+turn)%4] += v * c.share() * c.mass
				}
			}
		}
		most := 0.0
		for _, v := range before[b+1] {
			most = math.Max(most, v)
		}
		if most > 0 {
			_, e := math.Frexp(most)
			scale += e
			for t := range before[b+1] {
				before[b+1][t] = math.Ldexp(before[b+1][t], -e)
			}
		}
	}
	return before, scale
}

// turns returns the powers of i that are the phases of a component, and share the share of its mass that each has.
func (c *component) turns() []int {
	switch c.turn {
	case 0:
		return zeroTurn
	case 2:
		return halfTurn
	}
	return quarterTurns
}

var zeroTurn, halfTurn, quarterTurns = []int{0}, []int{2}, []int{1, 3}

func (c *component) share() float64 {
	if c.turn == 1 {
		return 0.5
	}
	return 1
}

// Draw stores a frequency ω ∈ R^d of the part's law in omega and returns its phase θ(ω). u has a uniform number for
// each block: at which the length of ω_b is the quantile of its law, given what rnd has chosen; on a line |ω_b| is that
// at |2u−1|, and its sign, where it is free, that of u − ½, so that u and 1−u are opposite. The direction in a block of
// dimension n > 1 is that of n numbers rnd.NormFloat64(). As cos(⟨ω,Δ⟩+θ) is the same for −ω and −θ, the law need not
// be symmetric. Without blocks u is empty, and all numbers are those of rnd. It panics if omega or u are of another
// length.
func (p *Part) Draw(omega, u []float64, rnd Source) (phase float64) {
	if len(omega) != p.dim || p.space != nil && len(u) != len(p.space.dims) || p.space == nil && len(u) > 0 {
		panic("tensor: Draw with lengths that do not fit")
	}
	switch {
	case p.mix != nil:
		return p.drawBlend(omega, rnd)
	case p.draw != nil:
		p.draw(omega, rnd)
		return float64(p.turn) * math.Pi / 2
	}
	t := &p.terms[0]
	if len(p.terms) > 1 {
		x := rnd.Float64() * p.mass
		for i := range p.terms {
			t = &p.terms[i]
			if x -= t.mass; x < 0 {
				break
			}
		}
	}
	w := p.space.writer(omega)
	if p.target == free {
		return p.drawModulus(t, w, u, rnd)
	}
	// from the last block to the first, what is before adding up to the rest
	rest := t.turn
	picks := make([]pick, len(t.laws))
	for b := len(t.laws) - 1; b >= 0; b-- {
		picks[b] = t.pick(b, rest, rnd)
		rest = (rest - picks[b].turn + 4) % 4
	}
	for b := range picks {
		c := picks[b].c
		v, s := p.space.side(b, u[b])
		r, theta := c.draw(v, rnd)
		if c.turn == 1 {
			s = 1
			if (theta > 0) != (picks[b].turn == 1) { // it is at −ω
				s = -1
			}
		}
		w.write(b, s*r, rnd)
	}
	w.finish()
	return float64(p.target) * math.Pi / 2
}

type pick struct {
	c    *component
	turn int
}

// pick chooses a component of factor b, the factors up to b having the turn.
func (t *product) pick(b, turn int, rnd Source) (chosen pick) {
	l := t.laws[b]
	if len(l.parts) == 1 && l.parts[0].turn != 1 {
		return pick{&l.parts[0], l.parts[0].turn}
	}
	x := rnd.Float64() * t.total(b, turn)
	for i := range l.parts {
		c := &l.parts[i]
		for _, s := range c.turns() {
			v := t.before[b][(turn-s+4)%4] * c.share() * c.mass
			if v > 0 {
				chosen = pick{c, s}
				if x -= v; x < 0 {
					return chosen
				}
			}
		}
	}
	return chosen
}

// total is what the weights in pick add up to.
func (t *product) total(b, turn int) (sum float64) {
	for i := range t.laws[b].parts {
		c := &t.laws[b].parts[i]
		for _, s := range c.turns() {
			sum += t.before[b][(turn-s+4)%4] * c.share() * c.mass
		}
	}
	return sum
}

func (p *Part) drawModulus(t *product, w *writer, u []float64, rnd Source) float64 {
	phase := float64(t.turn) * math.Pi / 2
	for b, l := range t.laws {
		c := &l.polar[0]
		if len(l.polar) > 1 {
			x := rnd.Float64() * total(l.polar)
			for i := range l.polar {
				c = &l.polar[i]
				if x -= c.mass; x < 0 {
					break
				}
			}
		}
		v, s := p.space.side(b, u[b])
		r, theta := c.draw(v, rnd)
		w.write(b, s*r, rnd)
		phase += s * theta
	}
	w.finish()
	return math.Remainder(phase, 2*math.Pi)
}

// side returns what a uniform number says of block b: one for the length, and the sign on a line.
func (s *space) side(b int, u float64) (v, sign float64) {
	if s.dims[b] > 1 {
		return u, 1
	}
	return math.Abs(2*u - 1), math.Copysign(1, u-0.5)
}

// Wave returns E cos(m(⟨ω,Δ⟩+θ)), m ≥ 1: with m = 1 what the part stands for over its mass, with m = 2 what variances
// consist of. It is estimated, by quadrature; NaN for what is drawn otherwise, if it is not known.
func (p *Part) Wave(delta []float64, m int) float64 {
	switch {
	case p.mix != nil:
		return p.waveOfBlends(delta, m)
	case p.draw != nil:
		v := real(p.whirlOfTerms(delta, m))
		if m*p.turn%4 == 2 {
			v = -v
		}
		return v
	case p.target != free:
		return real(p.whirlOfTerms(delta, m) * cmplx.Rect(1, float64(m*p.target%4)*math.Pi/2))
	}
	s := p.space.project(delta)
	sum := 0.0
	for i := range p.terms {
		t := &p.terms[i]
		v := 1.0
		for b, l := range t.laws {
			x, all := 0.0, 0.0
			for j := range l.polar {
				x += l.polar[j].mass * l.polar[j].cosine(s[b], m)
				all += l.polar[j].mass
			}
			v *= x / all
		}
		if t.turn == 2 && m%2 == 1 {
			v = -v
		}
		sum += t.mass / p.mass * v
	}
	return sum
}

// whirlOfTerms is whirl of products over blocks.
func (p *Part) whirlOfTerms(delta []float64, m int) (sum complex128) {
	if p.draw != nil && p.known == nil {
		return cmplx.NaN()
	}
	if p.draw != nil {
		scaled := make([]float64, len(delta))
		for i, x := range delta {
			scaled[i] = float64(m) * x
		}
		return complex(p.known(scaled), 0)
	}
	s := p.space.project(delta)
	for i := range p.terms {
		sum += complex(p.terms[i].mass/p.mass, 0) * p.terms[i].wave(s, m)
	}
	return sum
}

// wave returns E e^{im⟨ω,Δ⟩} over the frequencies of the turn.
func (t *product) wave(s []float64, m int) complex128 {
	var value [4]complex128
	var mass [4]float64
	value[0], mass[0] = 1, 1
	for b, l := range t.laws {
		var nextValue [4]complex128
		var nextMass [4]float64
		all := 0.0
		for i := range l.parts {
			all += l.parts[i].mass
		}
		for i := range l.parts {
			c := &l.parts[i]
			z := c.turned(s[b], m)
			for _, turn := range c.turns() {
				w := c.share() * c.mass / all
				for k := range value {
					nextValue[(k+turn)%4] += value[k] * complex(w, 0) * z
					nextMass[(k+turn)%4] += mass[k] * w
				}
				z = cmplx.Conj(z) // at −ω
			}
		}
		value, mass = nextValue, nextMass
	}
	return value[t.turn] / complex(mass[t.turn], 0)
}
