package tensor

import (
	"math"
	"slices"

	"krein/decompose"
)

// Mixture says how a part draws where that is a function of the quantiles alone, given a choice at random: branch i
// with the probability Weight, and then in block b what Factors[b][Pick[b]] has at u_b.
type Mixture struct {
	Factors  [][]Factor // by block
	Branches []Branch
}

// Factor is a function of one quantile.
type Factor struct {
	// At returns the coordinate on a line, or the length in more dimensions, and what it adds to the phase.
	At func(u float64) (x, phase float64)
	// Walk returns a function with the values of At up to rounding, which takes less time where u is near that of the call
	// before, and is not safe for concurrent use.
	Walk  func() func(u float64) (x, phase float64)
	Edges []float64 // quantiles at which it jumps or bends, in any order
}

// Branch is a choice of a factor for each block.
type Branch struct {
	Weight float64
	Phase  float64
	Pick   []int
}

// Mixture returns what the part draws as a mixture of at most so many branches, nil if it has more, or no blocks.
func (p *Part) Mixture(most int) *Mixture {
	if p.space == nil {
		return nil
	}
	m := &Mixture{Factors: make([][]Factor, len(p.space.dims))}
	type place struct{ law, option, block int }
	made := map[place]int{}
	var laws []*law
	var options [][]option
	for i := range p.terms {
		t := &p.terms[i]
		partial, turns := []Branch{{Weight: 1}}, []int{0}
		for b, l := range t.laws {
			n := slices.Index(laws, l)
			if n < 0 {
				n = len(laws)
				laws, options = append(laws, l), append(options, p.options(l))
			}
			var next []Branch
			var turned []int
			for j, q := range partial {
				for k, o := range options[n] {
					at, ok := made[place{n, k, b}]
					if !ok {
						at = len(m.Factors[b])
						made[place{n, k, b}] = at
						m.Factors[b] = append(m.Factors[b], o.factor(p, b))
					}
					next = append(next, Branch{q.Weight * o.weight, 0, append(slices.Clone(q.Pick), at)})
					turned = append(turned, (turns[j]+o.turn)%4)
				}
			}
			if partial, turns = next, turned; len(partial) > 4*most {
				return nil
			}
		}
		sum, from := 0.0, len(m.Branches)
		for j, q := range partial {
			if q.Phase = float64(t.turn) * math.Pi / 2; p.target != free {
				if turns[j] != t.turn {
					continue
				}
				q.Phase = float64(p.target) * math.Pi / 2
			}
			sum += q.Weight
			m.Branches = append(m.Branches, q)
		}
		for j := from; j < len(m.Branches); j++ {
			m.Branches[j].Weight *= t.mass / p.mass / sum
		}
	}
	if len(m.Branches) > most {
		return nil
	}
	return m
}

// Project returns the coordinates of a displacement in the blocks, lengths where they have several dimensions.
func (p *Part) Project(delta []float64) []float64 {
	if p.space == nil {
		return nil
	}
	return p.space.project(delta)
}

// option is a component with the turn that it takes.
type option struct {
	c      *component
	turn   int // 0 where phases are added
	weight float64
	zero   bool // its atom at 0 alone
}

// options returns those of a law.
func (p *Part) options(l *law) (out []option) {
	of := l.parts
	if p.target == free {
		of = l.polar
	}
	for i := range of {
		c := &of[i]
		turns := []int{0}
		if p.target != free {
			turns = c.turns()
		}
		for _, turn := range turns {
			o := option{c: c, turn: turn, weight: c.mass / float64(len(turns))}
			if q := c.radii; q != nil && q.Origin > 0 {
				at0 := o
				at0.zero, at0.weight = true, o.weight*q.Origin/q.Total()
				out = append(out, at0)
				if o.weight -= at0.weight; q.Mass == 0 {
					continue
				}
			}
			out = append(out, o)
		}
	}
	return out
}

// factor returns what Draw has in block b.
func (o option) factor(p *Part, b int) Factor {
	f := Factor{At: o.at(p, b, o.c.quantile), Walk: func() func(u float64) (float64, float64) {
		if o.c.line != nil {
			return o.at(p, b, o.c.line.Walk())
		}
		return o.at(p, b, o.c.quantile)
	}}
	for _, v := range o.c.edges() {
		if p.space.dims[b] > 1 {
			f.Edges = append(f.Edges, v)
		} else {
			f.Edges = append(f.Edges, (1-v)/2, (1+v)/2)
		}
	}
	return f
}

// at returns what Draw has in block b at a quantile, where the component has this.
func (o option) at(p *Part, b int, quantile func(u float64) (radius, phase float64)) func(u float64) (x, phase float64) {
	return func(u float64) (float64, float64) {
		v, sign := p.space.side(b, u)
		r, theta := quantile(v)
		if o.zero {
			r = 0
		}
		if p.target == free {
			return sign * r, sign * theta
		}
		if o.c.turn == 1 {
			if sign = 1; (theta > 0) != (o.turn == 1) { // it is at −ω
				sign = -1
			}
		}
		return sign * r, 0
	}
}

// quantile returns |ω| or the radius off 0 at u, and the phase that a line's law has there.
func (c *component) quantile(u float64) (radius, phase float64) {
	if c.line != nil {
		return c.line.Quantile(u)
	}
	if c.radii.Mass > 0 {
		radius = c.radii.Radii.Quantile(math.Min(math.Max(u, 0x1p-60), 1-0x1p-53))
	}
	return radius, c.phase()
}

// edges returns the quantiles at which those jump or bend, as far as they are known.
func (c *component) edges() []float64 {
	if c.line != nil {
		return c.line.Edges()
	}
	if t, ok := c.radii.Radii.(*decompose.Table); ok {
		return t.Steps()
	}
	return nil
}
